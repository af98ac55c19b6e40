"""The dice of a throw: boxes that are typed into, and dice as they fell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.window.combat.question.typed_dice import TypedDice
from desktop.window.widgets import paint, theme
from desktop.window.widgets.colours import current_colours
from desktop.window.widgets.language import tr

BOX = 30.0
"""Pixels: how wide and high the box of a die is."""


class DiceBoxes(QWidget):
    """A box for each die of the throw, filled as the dice are typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._typed: TypedDice | None = None
        self._fallen: tuple[int, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.notifier().changed.connect(self.update)

    def show_dice(self, typed: TypedDice | None, fallen: Sequence[int] = ()) -> None:
        """``fallen`` are dice of this throw that lie there already."""
        self._typed, self._fallen = typed, tuple(fallen)
        if typed is not None:
            dice = " ".join(typed.names())
            words = tr("Dice: {dice}; {left} to go", dice=dice or "–", left=typed.left)
            self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def _faces(self) -> list[tuple[str, str]]:
        """For each box what stands in it, and what is expected there."""
        faces = [(str(face), "") for face in self._fallen]
        if self._typed is None:
            return faces
        done = self._typed.names()[: len(self._typed.faces)]
        typed = [*done, *([self._typed.begun] if self._typed.begun else [])]
        for number, dice in enumerate(self._typed.each):
            faces.append((typed[number] if number < len(typed) else "", dice.one))
        return faces

    def _per_line(self, wide: int) -> int:
        return max(int((wide + 5) // (BOX + 5)), 1)

    def heightForWidth(self, width: int) -> int:
        lines = -(-len(self._faces()) // self._per_line(width))
        return int(min(lines, 8) * (BOX + 5))

    def sizeHint(self) -> QSize:
        wide = int(min(len(self._faces()), 12) * (BOX + 5))
        return QSize(wide, self.heightForWidth(max(wide, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        faces = self._faces()
        next_one = next((n for n, (face, _) in enumerate(faces) if not face), -1)
        if self._typed is not None and self._typed.begun:
            next_one = len(self._fallen) + len(self._typed.faces)
        per_line = self._per_line(self.width())
        strong = paint.bold(self.font())
        strong.setPointSizeF(strong.pointSizeF() + 1.5)
        small = paint.smaller(self.font(), 2)
        for number, (face, hint) in enumerate(faces):
            at = QPointF((number % per_line) * (BOX + 5), (number // per_line) * (BOX + 5) + 1)
            area = QRectF(at.x(), at.y(), BOX, BOX)
            here = number == next_one
            line = colours.accent if here else colours.edge
            paint.box(painter, area, colours.card, line, radius=6, width=2.0 if here else 1.0)
            font = strong if face else small
            if QFontMetrics(font).horizontalAdvance(face or hint) > BOX - 4:
                font = small
            painter.setFont(font)
            painter.setPen(colours.ink if face else colours.faint)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, face or hint)
        painter.end()


class FallenDice(QWidget):
    """The dice of a line, as they fell; on several lines where they are many."""

    GAP = 4
    MOST = 40
    BESIDE = 6
    """So many fit beside what is told; more stand below it."""

    def __init__(self, faces: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces = list(faces[: self.MOST])
        if len(faces) > self.MOST:
            self._faces.append("…")
        self.setAccessibleName(tr("Dice: {dice}", dice=" ".join(faces)))
        self.beside = len(self._faces) <= self.BESIDE
        if self.beside:
            self.setFixedSize(self.sizeHint())
        else:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        widths = [self._width_of(face) for face in self._faces[: self.BESIDE]]
        return QSize(int(sum(widths)) + 1, self.heightForWidth(int(sum(widths)) + 1))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    def heightForWidth(self, width: int) -> int:
        last = self._places(width)[-1] if self._faces else QPointF()
        return int(last.y() + paint.DIE) + 1

    def _width_of(self, face: str) -> float:
        return paint.die_width(face, self.font()) + self.GAP

    def _places(self, width: int) -> list[QPointF]:
        """Where each die lies, line after line."""
        places = []
        at = QPointF(0, 1)
        for face in self._faces:
            if at.x() and at.x() + self._width_of(face) - self.GAP > width:
                at = QPointF(0, at.y() + paint.DIE + self.GAP)
            places.append(at)
            at = at + QPointF(self._width_of(face), 0)
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        for at, face in zip(self._places(self.width()), self._faces, strict=True):
            paint.die(painter, at, face, colours, self.font())
        painter.end()
