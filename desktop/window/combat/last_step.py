"""What the last step did, where the eyes are: its lines with their dice, until the next option."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.encounter.fight import Moment
from desktop.window.combat.prompt import Told
from desktop.window.widgets import basics, theme

LINES = 6


class LastStepCard(QFrame):
    """The last step; what is longer is read in the log."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(5)
        column.addWidget(basics.label(self.tr("Just now"), "section"))
        self.told = Told()
        self.told.rule_wanted.connect(self.rule_wanted)
        column.addWidget(self.told)
        self._shown: Moment | None = None
        self.hide()

    def show_moment(self, moment: Moment | None) -> None:
        if moment is None or not moment.lines:
            self._shown = None
            self.hide()
            return
        if moment is not self._shown:
            self._shown = moment
            self.told.show_lines(moment.lines, LINES)
        self.show()
