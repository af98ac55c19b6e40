"""How the fight ended, while it can still go on or be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from desktop.rules.display import Outcome
from desktop.rules.table import BY_HAND
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.elided import Elided, ElidedLine
from desktop.window.widgets.language import tr


class OutcomeBar(QFrame):
    """A notice below the header."""

    rule_wanted = Signal(str)
    report_wanted = Signal()
    how_it_went_wanted = Signal()
    sheets_wanted = Signal()
    wave_wanted = Signal(str)
    """The name of a wave that is to come after all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "notice")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._wave = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(9)
        self.text = ElidedLine(look="strong")
        self._rule = basics.RuleLink()
        self._rule.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._rule.asked.connect(self.rule_wanted)
        row.addWidget(icons.label("flag", "players", 16))
        row.addWidget(self.text)
        row.addWidget(self._rule)
        hint = Elided(tr("Undo takes the last step back."), "muted", whole=True)
        row.addWidget(hint, 1)
        self.wave = basics.button("", "quiet")
        self.wave.clicked.connect(lambda: self.wave_wanted.emit(self._wave))
        row.addWidget(self.wave)
        self.sheets = basics.button(tr("To the sheets…"))
        self.sheets.clicked.connect(self.sheets_wanted)
        row.addWidget(self.sheets)
        self.how_it_went = basics.button(tr("How it went…"))
        self.how_it_went.clicked.connect(self.how_it_went_wanted)
        row.addWidget(self.how_it_went)
        self.report = basics.button(tr("Report…"))
        self.report.clicked.connect(self.report_wanted)
        row.addWidget(self.report)
        self.hide()

    def show_outcome(self, outcome: Outcome | None, waves: Sequence[str] = ()) -> None:
        """Shows how the fight ended; ``waves`` stand ready and were never called."""
        self._wave = waves[0] if waves else ""
        self.wave.setVisible(bool(waves) and outcome is not None and outcome.rule != BY_HAND)
        self.wave.setText(tr("Call {wave}", wave=self._wave))
        if outcome is not None:
            self.text.setText(tr("The fight is over: {text}", text=outcome.text))
            by_hand = outcome.rule == BY_HAND
            self._rule.show_rule(outcome.rule, tr("by hand") if by_hand else "")
        self.setVisible(outcome is not None)
