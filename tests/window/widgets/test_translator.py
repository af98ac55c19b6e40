"""What Qt says itself, in the language that is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.library.languages import spoken
from desktop.window.widgets.translator import CatalogueTranslator


@pytest.mark.parametrize(
    ("code", "said"), [("cs", "Hledat v:"), ("pl", "Szukaj w:"), ("ru", "Папка:")]
)
def test_a_dialog_for_files_is_not_in_english(qtbot: QtBot, code: str, said: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    ours = CatalogueTranslator(spoken(code), application)
    assert QCoreApplication.installTranslator(ours)
    try:
        dialog = QFileDialog()
        qtbot.addWidget(dialog)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        words = [label.text().replace("&", "") for label in dialog.findChildren(QLabel)]
    finally:
        QCoreApplication.removeTranslator(ours)
    assert said in words
    assert "Files of type:" not in words
