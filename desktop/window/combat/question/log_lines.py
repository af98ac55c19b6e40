"""The last few lines that a command has logged, above a question or below a command."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.encounter.play_table import LogLine
from desktop.window.combat.question.dice import FallenDice
from desktop.window.widgets import basics
from desktop.window.widgets.language import in_words

MOST_LINES = 4
"""So many lines are shown where nobody asks for another number."""


class LogLines(QWidget):
    """The last few lines that a command has logged, each with its dice and its rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = basics.tight(QVBoxLayout(self), 1)

    def show_lines(self, lines: Sequence[LogLine], most: int = MOST_LINES) -> None:
        """Shows the newest of these lines; hides itself where there are none."""
        self.hide()  # or Qt shows each new line by itself, and lays out everything each time
        basics.clear(self._column)
        for line in lines[-most:]:
            words = basics.label(in_words(line.text), "muted", wrap=True)
            dice = FallenDice(line.faces) if line.dice else None
            beside: list[QWidget] = [dice] if dice is not None and dice.beside else []
            if not line.rule.startswith("by-"):
                link = basics.RuleLink(number=line.rule)
                link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                link.asked.connect(self.rule_wanted)
                beside.append(link)
            row = basics.row(words, *beside)
            row.setStretchFactor(words, 1)
            for part in beside:
                row.setAlignment(part, Qt.AlignmentFlag.AlignTop)
            self._column.addLayout(row)
            if dice is not None and not dice.beside:
                self._column.addWidget(dice)
        self.setVisible(bool(lines))
