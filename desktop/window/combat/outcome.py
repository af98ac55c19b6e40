"""How the fight ended, while it can still go on or be taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from desktop.rules.display import Outcome
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.language import tr


class OutcomeBar(QFrame):
    """A notice below the header."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "notice")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(9)
        self.text = basics.label("", "strong", name="outcomeText")
        self._rule = basics.RuleLink("")
        self._rule.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._rule.asked.connect(self.rule_wanted)
        row.addWidget(icons.label("flag", "players", 16))
        row.addWidget(self.text)
        row.addWidget(self._rule)
        hint = tr("The fight can go on, or the last step be undone.")
        row.addWidget(basics.label(hint, "muted"))
        row.addStretch(1)
        self.hide()

    def show_outcome(self, outcome: Outcome | None) -> None:
        if outcome is not None:
            self.text.setText(tr("The fight is over: {text}", text=outcome.text))
            self._rule.show_rule(outcome.rule)
        self.setVisible(outcome is not None)
