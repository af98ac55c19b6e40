"""The text of a rule, as plain text, beside the log."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from desktop.forms.rule_card import Ui_RuleCardForm
from desktop.library.resources import RuleText
from desktop.window.widgets.basics import say
from desktop.window.widgets.language import rule_mark, tr


class RuleCard(QFrame):
    """Shows one rule: its number and title, its text, how it is read here."""

    show_wanted = Signal(str, str)
    """A title and a text are to be shown to the players."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: Mapping[str, RuleText] = {}
        self.ui = Ui_RuleCardForm(self)
        self.text = self.ui.ruleText
        self.ui.show_button.clicked.connect(
            lambda: self.show_wanted.emit(self.ui.ruleTitle.text(), self.text.text())
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def open(self, texts: Mapping[str, RuleText]) -> None:
        """The texts of the system that is played, by rule number."""
        self._texts = texts
        self.hide()

    def show_rule(self, number: str) -> None:
        """Shows a rule; a rule without a text is shown by its number."""
        text = self._texts.get(number)
        self.ui.show_button.setVisible(text is not None)
        self.ui.ruleNumber.setText(rule_mark(number).upper())
        say(self.ui.ruleTitle, text.title if text else "")
        self.text.setText(text.text if text else tr("There is no text for this rule."))
        reading, house_rule = (text.reading, text.house_rule) if text else ("", "")
        say(self.ui.ruleReading, reading and tr("Reading: {text}", text=reading))
        say(self.ui.ruleHouseRule, house_rule and tr("House rule: {text}", text=house_rule))
        self.show()
