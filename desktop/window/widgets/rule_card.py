"""The text of a rule, as plain text, beside the log."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop.library.rulebook import RuleText
from desktop.window.widgets import basics, theme
from desktop.window.widgets.language import tr


class RuleCard(QFrame):
    """Shows one rule: its number and title, its text, how it is read here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: Mapping[str, RuleText] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        head = QHBoxLayout()
        self._number = basics.label("", "section", name="ruleNumber")
        close = basics.button("×", "quiet", about=tr("Close the rule"))
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.hide)
        head.addWidget(self._number, 1)
        head.addWidget(close)
        column.addLayout(head)
        card = QFrame()
        theme.dress(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(6)
        self._title = basics.label("", "strong", wrap=True, name="ruleTitle")
        self.text = basics.label("", wrap=True, name="ruleText")
        self._reading = basics.label("", "muted", wrap=True, name="ruleReading")
        self._house_rule = basics.label("", "muted", wrap=True, name="ruleHouseRule")
        for label in (self._title, self.text, self._reading, self._house_rule):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            inside.addWidget(label)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(tr("Rule"))
        scroll.setWidget(card)
        scroll.setFixedHeight(190)
        column.addWidget(scroll)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def open(self, texts: Mapping[str, RuleText]) -> None:
        """The texts of the system that is played, by rule number."""
        self._texts = texts
        self.hide()

    def show_rule(self, number: str) -> None:
        """Shows a rule; a rule without a text is shown by its number."""
        text = self._texts.get(number)
        self._number.setText(number.upper())
        self._title.setText(text.title if text else "")
        self._title.setVisible(text is not None)
        self.text.setText(text.text if text else tr("There is no text for this rule."))
        for label, words, said in (
            (self._reading, text.reading if text else "", tr("Reading: {text}")),
            (self._house_rule, text.house_rule if text else "", tr("House rule: {text}")),
        ):
            label.setText(said.format(text=words))
            label.setVisible(bool(words))
        self.show()
