"""What is drawn on the map: walls, cover, difficult ground; each looks like itself in print too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtGui
from PySide6.QtCore import QPointF, QRectF, Qt

from desktop.rules.battlefield import Kind, Shape
from desktop.rules.geometry import Point
from desktop.window.map.token import UNIT, Item, on_scene
from desktop.window.widgets import theme
from desktop.window.widgets.language import tr
from desktop.window.widgets.theme import Colours, current_colours

WIDTHS: Mapping[Kind, float] = {
    "wall": 0.18, "full": 0.3, "partial": 0.3, "difficult": 0.5, "door": 0.3,
}  # fmt: skip
"""How wide a line of each kind is painted, in units of the map."""

NEAR = 8.0
"""Pixels on the screen: a click so near to a line is meant for it."""


def name_of(kind: Kind) -> str:
    """What a person calls a kind of ground."""
    return {
        "wall": tr("Wall"),
        "full": tr("Full cover"),
        "partial": tr("Partial cover"),
        "difficult": tr("Difficult ground"),
        "door": tr("Door"),
    }[kind]


class ShapeItem(Item):
    """One shape of the ground."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape_shown = shape
        self.chosen = False
        self._path = path_of(shape.points)
        self.setZValue(1.0 if shape.kind == "difficult" else 2.0)

    def choose(self, chosen: bool) -> None:
        """Shows whether the shape is chosen."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()

    def covers(self, place: QPointF) -> bool:
        """Whether a click at a place of the scene is meant for this shape."""
        near = QtGui.QPainterPathStroker()
        near.setWidth(self._width + NEAR * self._pixel)
        line = near.createStroke(self._path)
        inside = self.shape_shown.closed and self._path.contains(place)
        return inside or line.contains(place)

    @property
    def _width(self) -> float:
        """Of the line, in pixels of the scene; never too thin to be seen."""
        return max(WIDTHS[self.shape_shown.kind] * UNIT, 3 * self._pixel)

    def boundingRect(self) -> QRectF:
        more = self._width + 4 * self._pixel
        return self._path.boundingRect().adjusted(-more, -more, more, more)

    def draw(self, painter: QtGui.QPainter) -> None:
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        paint_shape(painter, self.shape_shown, self._path, self._width, colours)
        if self.chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QtGui.QPen(colours.accent, 2.0, Qt.PenStyle.DashLine)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawPath(self._path)


def path_of(points: Sequence[Point]) -> QtGui.QPainterPath:
    """A line or an outline in the scene."""
    path = QtGui.QPainterPath()
    path.addPolygon(QtGui.QPolygonF([on_scene(at) for at in points]))
    return path


def paint_shape(
    painter: QtGui.QPainter, shape: Shape, path: QtGui.QPainterPath, width: float, colours: Colours
) -> None:
    """Paints a shape: filled where it is closed, as a broad line where it is not."""
    look = _look(shape.kind, colours)
    flat, mitred = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if shape.open:
        painter.setPen(QtGui.QPen(look, width * 0.4, Qt.PenStyle.DotLine, flat))
    elif shape.closed:
        if shape.kind in ("partial", "difficult"):
            ground = QtGui.QColor(look.color())
            ground.setAlphaF(0.12)
            painter.fillPath(path, ground)
        painter.setBrush(look)
        pen = QtGui.QPen(look.color(), max(width * 0.25, 1.0), j=mitred)
        painter.setPen(pen if shape.kind != "difficult" else Qt.PenStyle.NoPen)
    else:
        painter.setPen(QtGui.QPen(look, width, c=flat, j=mitred))
    painter.drawPath(path)


def _look(kind: Kind, colours: Colours) -> QtGui.QBrush:
    dark = theme.palette().dark
    looks: Mapping[Kind, QtGui.QBrush] = {
        "wall": QtGui.QBrush(colours.muted if dark else colours.ink),
        "full": QtGui.QBrush(colours.edge if dark else colours.muted),
        "partial": QtGui.QBrush(colours.muted, Qt.BrushStyle.BDiagPattern),
        "difficult": QtGui.QBrush(colours.hand, Qt.BrushStyle.Dense6Pattern),
        "door": QtGui.QBrush(colours.hand),
    }
    return looks[kind]
