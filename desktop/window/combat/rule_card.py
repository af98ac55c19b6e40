"""The text of a rule, as plain text, beside the log."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.library.rulebook import RuleText
from desktop.window import plain, theme


class RuleCard(QFrame):
    """Shows one rule: its number and title, its text, how it is read here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: Mapping[str, RuleText] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        head = QHBoxLayout()
        self._title = plain.label("", "section", wrap=True, name="ruleTitle")
        close = plain.button("×", "quiet", about=self.tr("Close the rule"))
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.hide)
        head.addWidget(self._title, 1)
        head.addWidget(close)
        column.addLayout(head)
        card = QFrame()
        theme.dress(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(6)
        self.text = plain.label("", wrap=True, name="ruleText")
        self._reading = plain.label("", "muted", wrap=True, name="ruleReading")
        self._house_rule = plain.label("", "muted", wrap=True, name="ruleHouseRule")
        for label in (self.text, self._reading, self._house_rule):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            inside.addWidget(label)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(self.tr("Rule"))
        scroll.setWidget(card)
        scroll.setMinimumHeight(90)
        scroll.setMaximumHeight(210)
        column.addWidget(scroll)
        self.hide()

    def open(self, texts: Mapping[str, RuleText]) -> None:
        """The texts of the system that is played, by rule number."""
        self._texts = texts
        self.hide()

    def show_rule(self, number: str) -> None:
        """Shows a rule; one whose text is not at hand is named."""
        text = self._texts.get(number)
        self._title.setText(f"{number} · {text.title}".upper() if text else number.upper())
        self.text.setText(text.text if text else self.tr("There is no text for this rule."))
        for label, words, said in (
            (self._reading, text.reading if text else "", self.tr("Reading: {text}")),
            (self._house_rule, text.house_rule if text else "", self.tr("House rule: {text}")),
        ):
            label.setText(said.format(text=words))
            label.setVisible(bool(words))
        self.show()
