"""What the last step did, shown in the middle until the next option is chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.encounter.fight import Moment
from desktop.window.combat.question.log_lines import LogLines
from desktop.window.widgets import basics, theme
from desktop.window.widgets.language import tr

LINES = 6


class LastStepCard(QFrame):
    """The lines of the last step with their dice. A long step is shown whole only in the log."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(5)
        column.addWidget(basics.label(tr("Just now"), "section"))
        self.log_lines = LogLines()
        self.log_lines.rule_wanted.connect(self.rule_wanted)
        column.addWidget(self.log_lines)
        self._shown: Moment | None = None
        self.hide()

    def show_moment(self, moment: Moment | None) -> None:
        if moment is None or not moment.lines:
            self._shown = None
            self.hide()
            return
        if moment is not self._shown:
            self._shown = moment
            self.log_lines.show_lines(moment.lines, LINES)
        self.show()
