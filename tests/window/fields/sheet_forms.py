"""A sheet's form as the sheet page makes it, without the page."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.rules import systems
from desktop.window.fields.binder import Binder
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor


class SheetForm(Binder):
    """A binder that keeps its form alive."""

    form: QWidget


def bind(qtbot: QtBot, system: str, document: dict[str, Any] | None = None) -> SheetForm:
    """The form of a system on the screen, showing a document."""
    form = QWidget()
    qtbot.addWidget(form)
    import_module(f"desktop.forms.sheet_{system}").Ui_Sheet().setupUi(form)
    binder = SheetForm(systems()[system].sheet, form, Surroundings(make_editor))
    binder.form = form
    binder.show_document(document or {"name": "Zofia"})
    form.resize(1040, 1200)
    with qtbot.waitExposed(form):
        form.show()
    return binder
