"""The scene of a map: its plane, the ground on it, the tokens, and what is only tried or shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from math import ceil, floor

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from desktop.rules.battlefield import Shape
from desktop.rules.geometry import Point, fanned_out
from desktop.window.map.ground import ShapeItem
from desktop.window.map.overlay import Label, Reach, Sketch
from desktop.window.map.plane import Plane
from desktop.window.map.token import UNIT, Token, TokenItem, on_scene
from desktop.window.widgets import paint
from desktop.window.widgets.theme import current_colours

MARGIN = 0.4
"""Units around the map that are shown with it."""

LINES = (1, 5, 10, 50, 100, 500)
"""Units between the lines of the grid; the first at which they are not too near is taken."""

NEAREST_LINES = 9.0
"""Pixels on the screen."""

FAINT = 0.45
"""How much of the lines is seen over a picture."""


class MapScene(QGraphicsScene):
    """Shows a map. Tools ask it what lies where, and show in it what they try."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.plane = Plane(1, 1)
        self.tokens: dict[str, TokenItem] = {}
        self.shapes: list[ShapeItem] = []
        self.chosen: tuple[str, ...] = ()
        """The ids of the tokens that are chosen, the first chosen first."""
        self.chosen_shape: int | None = None
        self.lifted: frozenset[str] = frozenset()
        """Those that are shown where they are only tried."""
        self.label, self.sketch, self.reach = Label(), Sketch(), Reach()
        for item in (self.label, self.sketch, self.reach):
            self.addItem(item)
        self._aimed_at: frozenset[str] = frozenset()
        self._made = count()
        self._picture: QPixmap | None = None
        self._pixel = 1.0

    # ---- what is on the map

    def show_plane(self, plane: Plane) -> None:
        """Shows a map of another size, unit or kind."""
        if plane == self.plane:
            return
        self.plane = plane
        self.setSceneRect(self.ground_rect.adjusted(*(by * MARGIN * UNIT for by in (-1, -1, 1, 1))))
        self.repaint()

    @property
    def ground_rect(self) -> QRectF:
        """The map itself, in the scene."""
        return QRectF(0, 0, self.plane.width * UNIT, self.plane.height * UNIT)

    def show_picture(self, picture: QImage | None) -> None:
        """Shows a picture behind everything, stretched over the whole map."""
        self._picture = QPixmap.fromImage(picture) if picture is not None else None
        self.repaint()

    def show_ground(self, shapes: Sequence[Shape]) -> None:
        """Shows these shapes; the chosen one stays chosen where there is still one."""
        if [item.shape_shown for item in self.shapes] != list(shapes):
            for item in self.shapes:
                self.removeItem(item)
            self.shapes = [ShapeItem(shape) for shape in shapes]
            for item in self.shapes:
                item.show_zoom(self._pixel)
                self.addItem(item)
        at = self.chosen_shape
        self.choose_shape(at if at is not None and at < len(self.shapes) else None)

    def show_tokens(self, tokens: Mapping[str, Token]) -> None:
        """Shows everybody where they stand; what was only tried is forgotten."""
        for id in self.tokens.keys() - tokens.keys():
            self.removeItem(self.tokens.pop(id))
        letters = paint.initials_apart(token.name for token in tokens.values())
        for id, token in tokens.items():
            item = self.tokens.get(id)
            if item is None:
                item = self.tokens[id] = TokenItem(id, token, next(self._made))
                item.show_zoom(self._pixel)
                self.addItem(item)
            else:
                item.show_token(token)
            item.show_letters(letters[token.name])
        self.tokens = {id: self.tokens[id] for id in tokens}
        self._fan_out()
        self.lifted = frozenset()
        self.choose([id for id in self.chosen if id in self.tokens])

    def _fan_out(self) -> None:
        """Shows those who stand nearly at one place around it, so that each can be clicked."""
        items = list(self.tokens.values())
        places = [item.token.at for item in items]
        fallen = [item.token.standing == "out" for item in items]
        apart = fanned_out(places, [item.diameter / UNIT for item in items], fallen)
        for item, at, place in zip(items, places, apart, strict=True):
            item.stand_aside(on_scene(place) - on_scene(at))

    # ---- what is chosen

    def choose(self, ids: Sequence[str]) -> None:
        """Marks these tokens as chosen, and no others."""
        self.chosen = tuple(dict.fromkeys(ids))
        if self.chosen:
            self.choose_shape(None)
        self._mark()

    def aim_at(self, ids: Collection[str]) -> None:
        """Marks those that the command is aimed at."""
        self._aimed_at = frozenset(ids)
        self._mark()

    def choose_shape(self, at: int | None) -> None:
        """Marks a shape of the ground as chosen, and no token then."""
        self.chosen_shape = at
        for number, item in enumerate(self.shapes):
            item.choose(number == at)
        if at is not None and self.chosen:
            self.choose(())

    def _mark(self) -> None:
        for id, item in self.tokens.items():
            item.mark(id in self.chosen, id in self._aimed_at)

    # ---- what is tried

    def lift(self, middles: Mapping[str, Point]) -> None:
        """Shows tokens with their middles here, as long as it is only tried."""
        for id in self.lifted - middles.keys():
            self.tokens[id].show_token(self.tokens[id].token)
        self.lifted = frozenset(middles)
        for id, middle in middles.items():
            self.tokens[id].setPos(on_scene(middle))

    def shift_shape(self, by: Point) -> None:
        """Shows the chosen shape so far from its place, as long as it is only tried."""
        if self.chosen_shape is not None:
            self.shapes[self.chosen_shape].setPos(on_scene(by))

    # ---- what lies where

    def token_at(self, at: Point) -> TokenItem | None:
        """The uppermost token at a place of the map."""
        items = [item for item in self.tokens.values() if item.covers(on_scene(at))]
        return max(items, key=lambda item: (item.zValue(), item.made), default=None)

    def shape_at(self, at: Point) -> int | None:
        """The number of the shape at a place of the map, the one drawn last."""
        numbers = [n for n, item in enumerate(self.shapes) if item.covers(on_scene(at))]
        return numbers[-1] if numbers else None

    # ---- painting

    def show_zoom(self, pixel: float) -> None:
        """``pixel`` is how much of the scene is one pixel of the screen."""
        self._pixel = pixel
        for item in (*self.tokens.values(), *self.shapes):
            item.show_zoom(pixel)
        self._fan_out()

    def repaint(self) -> None:
        """Paints everything anew: the plane is another, or the colours are."""
        for item in self.tokens.values():
            item.update()
        for view in self.views():
            view.resetCachedContent()
            view.viewport().update()

    @property
    def between_lines(self) -> int:
        """How many units lie between two lines of the grid."""
        near = NEAREST_LINES * self._pixel / UNIT
        return next((step for step in LINES if step >= near), LINES[-1])

    def _lines(self, first: float, last: float) -> Iterator[float]:
        """Where the lines of the grid are between two places of the scene."""
        gap = self.between_lines * UNIT
        return (number * gap for number in range(ceil(first / gap), floor(last / gap) + 1))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        colours, ground = current_colours(), self.ground_rect
        painter.fillRect(rect, colours.bar)
        painter.fillRect(ground, colours.card)
        if self._picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(ground, self._picture, QRectF(self._picture.rect()))
        line = QColor(colours.edge if self._picture is not None else colours.line)
        if self._picture is not None:
            line.setAlphaF(FAINT)
        pen = QPen(line, 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        seen = QRectF(rect) & ground
        for x in self._lines(seen.left(), seen.right()):
            painter.drawLine(QPointF(x, seen.top()), QPointF(x, seen.bottom()))
        for y in self._lines(seen.top(), seen.bottom()):
            painter.drawLine(QPointF(seen.left(), y), QPointF(seen.right(), y))
        pen.setColor(colours.edge)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(ground)
