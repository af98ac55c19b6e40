"""A figure in six parts that can be chosen, each with its armour and its wounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from PySide6 import QtGui
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop.window.widgets import theme
from desktop.window.widgets.basics import tip

Spot = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]
"""A part of the body by its owner's right and left; the figure faces the viewer."""

SPOTS: tuple[Spot, ...] = ("head", "right_arm", "torso", "left_arm", "right_leg", "left_leg")

WIDTH, HEIGHT = 180.0, 326.0
"""The room the figure was drawn in; it is scaled to its widget."""


@dataclass(frozen=True, slots=True)
class Part:
    """How one part is shown.

    ``says`` is its name and everything about it in words, for tooltips and screen readers;
    ``armour`` is written on it; ``wounds`` are marks, one for each letter or two given.
    """

    says: str
    armour: int = 0
    artificial: bool = False
    wounds: tuple[str, ...] = ()
    useless: bool = False


NOTHING = Part("")


_DRAWN: dict[Spot, str] = {
    "torso": "M64 76 C74 73 106 73 116 76 C124 78 127 84 126 92 L119 146 L122 180 "
    "C122 186 119 188 114 188 L66 188 C61 188 58 186 58 180 L61 146 L54 92 C53 84 56 78 64 76",
    "right_arm": "M50 80 C38 80 31 88 29 100 L19 172 C15 184 14 196 21 200 "
    "C29 203 35 194 36 180 L50 112",
    "right_leg": "M58 192 L88 192 L84 252 L81 304 C82 312 80 318 74 318 L58 318 "
    "C53 318 53 312 58 308 L62 302 L60 252",
}
"""Outlines as SVG has them: M moves, L is a line, C a curve."""


@cache
def outline(spot: Spot) -> QtGui.QPainterPath:
    """The shape of a part. No part's bounds overlap another's, so each can be a button."""
    path = QtGui.QPainterPath()
    if spot == "head":
        path.addEllipse(QPointF(90, 33), 23, 27)
        neck = QtGui.QPainterPath()
        neck.addRoundedRect(QRectF(81, 52, 18, 20), 5, 5)
        return path.united(neck)
    if spot == "left_arm" or spot == "left_leg":
        right: Spot = "right_arm" if spot == "left_arm" else "right_leg"
        return QtGui.QTransform(-1, 0, 0, 1, WIDTH, 0).map(outline(right))
    draw: dict[str, Callable[..., None]] = {"M": path.moveTo, "L": path.lineTo, "C": path.cubicTo}
    for command, places in re.findall(r"([MLC])([\d ]+)", _DRAWN[spot]):
        draw[command](*map(float, places.split()))
    path.closeSubpath()
    return path


class BodyFigure(QWidget):
    """Six buttons in the shape of a person: Tab comes in, arrows go from part to part."""

    chosen = Signal(str)
    """The spot that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: dict[Spot, PartButton] = {spot: PartButton(spot, self) for spot in SPOTS}
        for part in self.parts.values():
            part.clicked.connect(lambda _=False, spot=part.spot: self.choose(spot))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_parts(self, parts: Mapping[Spot, Part]) -> None:
        """Shows all parts; a part that is not given has no armour and no wounds."""
        for spot, button in self.parts.items():
            button.show_part(parts.get(spot, NOTHING))

    def choose(self, spot: Spot) -> None:
        """Chooses a part and emits ``chosen``."""
        self.parts[spot].setChecked(True)
        self.chosen.emit(spot)

    def sizeHint(self) -> QSize:
        return theme.scaled(WIDTH * 1.2, HEIGHT * 1.2)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        scale = min(self.width() / WIDTH, self.height() / HEIGHT)
        for part in self.parts.values():
            part.place(scale)


class PartButton(QAbstractButton):
    """One part of a figure. The chosen one is checked."""

    def __init__(self, spot: Spot, figure: BodyFigure) -> None:
        super().__init__(figure)
        self.spot = spot
        self.part = NOTHING
        self._shape = QtGui.QPainterPath()
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_part(NOTHING)

    def show_part(self, part: Part) -> None:
        self.part = part
        self.setAccessibleName(part.says or self.spot.replace("_", " "))
        tip(self, part.says)
        self.update()

    def place(self, scale: float) -> None:
        """Takes its place in a figure of this scale."""
        path = QtGui.QTransform.fromScale(scale, scale).map(outline(self.spot))
        area = path.boundingRect().adjusted(-2, -2, 2, 2).toAlignedRect()
        self._shape = path.translated(-area.left(), -area.top())
        self.setGeometry(area)

    def hitButton(self, pos: QPoint) -> bool:
        return self._shape.contains(QPointF(pos))

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        colours = theme.current_colours()
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.fillPath(self._shape, _armoured(self.part.armour))
        if self.part.artificial:
            hatch = QtGui.QColor(colours.muted)
            hatch.setAlphaF(0.55)
            painter.fillPath(self._shape, QtGui.QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        if self.part.useless:
            painter.fillPath(self._shape, QtGui.QBrush(colours.bad, Qt.BrushStyle.Dense6Pattern))
        pen = QtGui.QPen(QtGui.QColor(colours.muted if self.underMouse() else colours.faint), 1.2)
        if self.isChecked():
            pen = QtGui.QPen(colours.accent, 2.2 if self.hasFocus() else 1.6)
        if self.part.artificial:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.strokePath(self._shape, pen)
        self._paint_armour(painter)
        self._paint_wounds(painter)

    def _paint_armour(self, painter: QtGui.QPainter) -> None:
        if not self.part.armour:
            return
        colours = theme.current_colours()
        middle = QRectF(self._shape.boundingRect()).center()
        half = 9 * theme.scale()
        disc = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.card)
        painter.drawEllipse(disc)
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colours.ink)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self.part.armour))

    def _paint_wounds(self, painter: QtGui.QPainter) -> None:
        if not self.part.wounds:
            return
        colours = theme.current_colours()
        font = self.font()
        font.setPointSizeF(7.5 * theme.scale())
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colours.bad)
        shape = self._shape.boundingRect()
        top = shape.center().y() + 10 * theme.scale()
        words = " ".join(self.part.wounds)
        if painter.fontMetrics().horizontalAdvance(words) > 0.6 * self.width():  # as on an arm
            words = "\n".join(self.part.wounds)
        place = QRectF(0, top, self.width(), self.height() - top)
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter, words)


def _armoured(levels: int) -> QtGui.QColor:
    """The colour of a part: stronger with more armour."""
    colours = theme.current_colours()
    bare, steel = colours.well, colours.players
    share = min(levels, 4) * 0.17
    return QtGui.QColor.fromRgbF(
        bare.redF() + (steel.redF() - bare.redF()) * share,
        bare.greenF() + (steel.greenF() - bare.greenF()) * share,
        bare.blueF() + (steel.blueF() - bare.blueF()) * share,
    )
