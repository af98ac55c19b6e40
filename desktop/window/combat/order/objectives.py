"""What each side has to achieve, ticked off by the game master."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.rules.state import Objective
from desktop.window.widgets import basics


class ObjectivesView(QWidget):
    """A tick and the text of each objective."""

    ticked = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[str, bool], ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(4, 0, 4, 0)
        self._column.setSpacing(3)
        self.boxes: list[QCheckBox] = []

    def show_objectives(self, objectives: Sequence[Objective]) -> None:
        """Shows the objectives with a tick at those that are met."""
        shown = tuple((goal.text, goal.met) for goal in objectives)
        if shown == self._shown:
            return
        if [text for text, _ in shown] != [text for text, _ in self._shown]:
            self._build(objectives)
        self._shown = shown
        for box, goal in zip(self.boxes, objectives, strict=True):
            box.setChecked(goal.met)

    def _build(self, objectives: Sequence[Objective]) -> None:
        basics.clear(self._column)
        self.boxes = []
        for number, goal in enumerate(objectives):
            box = QCheckBox()
            box.setAccessibleName(goal.text)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(lambda met, number=number: self.ticked.emit(number, met))
            row = QHBoxLayout()
            row.setSpacing(4)
            row.addWidget(box, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(_Text(goal.text, box), 1)
            self._column.addLayout(row)
            self.boxes.append(box)


class _Text(QLabel):
    """The wrapped text of a tick; a click on it ticks."""

    def __init__(self, words: str, box: QCheckBox) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)
        self.setWordWrap(True)
        self._box = box

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._box.click()
