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


def test_a_form_wears_the_icons_that_its_properties_name() -> None:
    compiled = (
        "from PySide6.QtWidgets import QPushButton\n"
        "class Ui_One(object):\n"
        "    def setupUi(self, One):\n"
        '        self.remove.setProperty(u"wears", u"chevron-down muted 15")\n'
        '        self.remove.setProperty(u"class", u"quiet")\n'
    )
    assert forms.with_icons(compiled) == (
        "from desktop.window.widgets import icons\n"
        "from PySide6.QtWidgets import QPushButton\n"
        "class Ui_One(object):\n"
        "    def setupUi(self, One):\n"
        '        icons.wear(self.remove, "chevron-down", "muted", 15)\n'
        '        self.remove.setProperty(u"class", u"quiet")\n'
    )


def test_a_form_is_set_up_where_it_is_made_or_by_the_widget_derived_from_it() -> None:
    space: dict[str, type] = {}
    compiled = (
        "class Ui_One(object):\n"
        "    def setupUi(self, One):\n"
        "        self.drawn_on = One\n"
        "    def retranslateUi(self, One):\n"
        "        pass\n"
    )
    exec(forms.callable_form(compiled), space)
    assert space["Ui_One"]("page").drawn_on == "page"
    assert not vars(space["Ui_One"]())


def test_a_button_gets_its_key_behind_its_text_which_would_take_it_away() -> None:
    key = '        self.add.setProperty("shortcut", u"Ctrl+L")\n'
    made = "        self.add = QPushButton(self.strip)\n"
    text = '        self.add.setText(QCoreApplication.translate("Form", u"Add", None))\n'
    assert forms.with_keys(made + key + text) == made + key + text + key
    action = made.replace("QPushButton", "QAction")
    assert forms.with_keys(action + key + text) == action + key + text
