"""What the forms are compiled to."""

from __future__ import annotations

import forms


def test_a_form_imports_only_what_it_uses() -> None:
    compiled = (
        "# Form generated from reading UI file 'one.ui'\n"
        "from PySide6.QtCore import (QCoreApplication, QDate,\n"
        "    QSize)\n"
        "from PySide6.QtGui import (QBrush)\n"
        "from desktop.window.fields.body_panel import BodyPanel\n"
        "\n"
        "class Ui_One(object):\n"
        "    size = QSize(QCoreApplication, 2)\n"
    )
    assert forms.with_few_names(compiled) == (
        "# Form generated from reading UI file 'one.ui'\n"
        "from PySide6.QtCore import QCoreApplication, QSize\n"
        "from desktop.window.fields.body_panel import BodyPanel\n"
        "\n"
        "class Ui_One(object):\n"
        "    size = QSize(QCoreApplication, 2)\n"
    )


def test_a_key_is_set_without_a_look_at_all_of_qts_names() -> None:
    compiled = 'self.find.setShortcut(QCoreApplication.translate("MainWindow", u"Ctrl+F", None))\n'
    assert forms.with_few_names(compiled) == (
        'self.find.setProperty("shortcut", '
        'QCoreApplication.translate("MainWindow", u"Ctrl+F", None))\n'
    )
