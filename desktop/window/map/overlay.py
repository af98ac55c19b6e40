"""What lies over the map for a moment: what is being drawn or measured, a cursor, a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsPathItem

from desktop.rules.geometry import NEARLY, Point, along, box_of, overlap
from desktop.window.map.ground import path_of
from desktop.window.map.token import UNIT, Item, on_scene
from desktop.window.widgets import paint
from desktop.window.widgets.theme import current_colours, px

HEIGHT = 20.0
"""Pixels of the screen: how high a label is."""

WIDEST = 280.0
"""Pixels of the screen: a longer sentence is cut off, it stands in the line above the map too."""

BESIDE = 14.0
"""Pixels of the screen between a place and the label beside it."""

FAR = 10_000.0
"""How many times as far away as a wall its shadow ends."""

CROSS = 0.3
"""Units from the middle of the cursor to its ends."""


class Label(Item):
    """A few words beside a place, as large as on a button however near the map is."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self._refused = False
        self._left, self._room, self._above = float(BESIDE), px(WIDEST), True
        """Where it begins beside the place, how wide it can be, and whether it stands above."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(30)
        self.hide()

    def say(self, words: str, at: Point | None, refused: bool = False) -> None:
        """Says something beside a place of the map; nothing without words or place."""
        self.prepareGeometryChange()
        self.words, self._refused = words, refused
        if at is not None:
            self.setPos(on_scene(at))
            self._choose_side()
        self.setVisible(bool(words) and at is not None)

    def _choose_side(self) -> None:
        """Stands where the view has room: above and at the right, if it can."""
        for view in self.scene().views():
            pixel, self._room = view.mapFromScene(self.pos()), view.viewport().width()
            wide, right = self._wide, self._room - pixel.x()
            at_left = -BESIDE - wide if pixel.x() >= BESIDE + wide else right - wide
            self._left = BESIDE if BESIDE + wide <= right else at_left
            self._above = pixel.y() >= BESIDE + px(HEIGHT)

    @property
    def _wide(self) -> float:
        words = QFontMetricsF(QApplication.font()).horizontalAdvance(self.words)
        return min(words + 18, px(WIDEST), self._room)

    def boundingRect(self) -> QRectF:
        top = -BESIDE - px(HEIGHT) if self._above else BESIDE
        return QRectF(self._left, top, self._wide, px(HEIGHT))

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, area = current_colours(), self.boundingRect()
        paint.box(painter, area, colours.card, colours.edge, radius=5)
        ink = colours.bad if self._refused else colours.ink
        paint.text(painter, area.adjusted(8, 0, -6, 0), self.words, ink, QApplication.font())


class Sketch(QGraphicsPathItem):
    """A line that is being drawn or measured, and the cursor of the keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(29)

    def show_line(self, points: Sequence[Point], cursor: Point | None = None) -> None:
        """Shows a line through these points, and a cross where the keys are."""
        path = path_of(points)
        if cursor is not None:
            middle = on_scene(cursor)
            for way in (QPointF(CROSS, 0), QPointF(0, CROSS)):
                path.moveTo(middle - way * UNIT)
                path.lineTo(middle + way * UNIT)
        pen = QPen(current_colours().accent, 2.0)
        pen.setCosmetic(True)
        self.setPen(pen)
        self.setPath(path)


class Reach(Item):
    """Where a combatant can go, shaded: the dearer, the fainter."""

    def __init__(self) -> None:
        super().__init__()
        self._areas: list[tuple[QPainterPath, float]] = []
        self.setZValue(0.5)

    def show_areas(self, areas: Sequence[tuple[QPainterPath, float]]) -> None:
        """Shades areas of the scene, each with its strength from 0 to 1."""
        self.prepareGeometryChange()
        self._areas = list(areas)
        self.update()

    def boundingRect(self) -> QRectF:
        area = QRectF()
        for path, _ in self._areas:
            area |= path.boundingRect()
        return area.adjusted(-1, -1, 1, 1)

    def draw(self, painter: QPainter) -> None:
        for path, strength in self._areas:
            shade = QColor(current_colours().players)
            shade.setAlphaF(0.08 + 0.22 * strength)
            painter.fillPath(path, shade)


def shadow(walls: Iterable[Sequence[Point]], middle: Point, radius: float) -> QPainterPath:
    """What lies behind walls as seen from a place, as far as a radius and farther."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    seen = middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius
    for wall in walls:
        if not overlap(seen, box_of(wall)):
            continue
        for start, end in pairwise(wall):
            (ax, ay), (bx, by) = (along(middle, corner, FAR) for corner in (start, end))
            turn = (start[0] - middle[0]) * (by - middle[1]) - (start[1] - middle[1]) * (
                bx - middle[0]
            )
            if abs(turn) > NEARLY:  # else it is seen from its end
                corners = [start, end, (bx, by), (ax, ay), start]
                around = corners if turn > 0 else corners[::-1]
                path.addPolygon(QPolygonF([on_scene(at) for at in around]))
    return path


def squares_path(squares: Iterable[tuple[int, int]]) -> QPainterPath:
    """Squares of the map as one area of the scene."""
    path = QPainterPath()
    for x, y in squares:
        path.addRect(QRectF(x * UNIT, y * UNIT, UNIT, UNIT).adjusted(1, 1, -1, -1))
    return path
