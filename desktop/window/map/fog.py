"""The fog on a map: what is seen now is clear, what was seen before dim, all else covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker, QPen

from desktop.encounter.players_view import PlayersMap
from desktop.rules.geometry import Point
from desktop.window.map.ground import path_of
from desktop.window.map.token import UNIT, Item, on_scene
from desktop.window.widgets.theme import current_colours

LONGEST = 3000.0
"""Pixels of the longer side of the mask at most."""

EDGE = 0.35
"""Units that are seen of a wall and of what else ends a line of sight."""

RIM = 0.2 * UNIT
"""Beyond the edge of the map, so that no half of a wall is seen there."""

ABOVE_GROUND, BELOW_TOKENS = 5.0, 9.0


class Fog(Item):
    """Covers a map as far as the players do not see it."""

    def __init__(self, before: float, never: float = 1.0) -> None:
        """How dark it is, from 0 to 1, where they saw ``before`` and where they ``never`` did."""
        super().__init__()
        self.darkness = before, never
        self._map: PlayersMap | None = None
        self._area = QRectF()
        self._mask, self._dim = QImage(), QImage()
        self._scale = 0.0
        """Pixels of the mask for one of the scene."""
        self._dimmed: tuple[tuple[Point, ...], ...] = ()
        """The outlines that the dim mask has in it already."""
        self.setZValue(BELOW_TOKENS)
        self.hide()

    def show_map(self, seen: PlayersMap | None, ground: QRectF) -> None:
        """Shows what is seen of the ground. None: no fog."""
        area = ground.adjusted(-RIM, -RIM, RIM, RIM)
        self.setVisible(seen is not None)
        old, self._map = self._map, seen
        if area == self._area and old == seen:
            return
        if area == self._area and old and seen and _fogged(old) == _fogged(seen):
            return  # somebody moved whom they see
        self.prepareGeometryChange()
        if area != self._area:
            self._dim, self._area = QImage(), area
        self._mask = QImage()
        self.update()

    def darken(self, before: float, never: float = 1.0) -> None:
        """Makes the fog darker or less dark."""
        if (before, never) != self.darkness:
            self.darkness = before, never
            self._mask, self._dim = QImage(), QImage()
            self.update()

    def boundingRect(self) -> QRectF:
        return self._area

    def draw(self, painter: QPainter) -> None:
        if self._map is None or self._area.isEmpty():
            return
        place = painter.worldTransform()
        pixels = painter.deviceTransform().m11()
        scale = min(pixels, LONGEST / max(self._area.width(), self._area.height()))
        if scale != self._scale:
            self._mask, self._dim, self._scale = QImage(), QImage(), scale
        if self._mask.isNull():
            self._mask = self._made(self._map)
        if scale < pixels:  # too near for a mask as fine as the screen
            painter.drawImage(self._area, self._mask)
            return
        self._mask.setDevicePixelRatio(painter.device().devicePixelRatioF())
        painter.resetTransform()
        painter.drawImage(place.map(self._area.topLeft()).toPoint(), self._mask)
        painter.setWorldTransform(place)

    # ---- the mask

    def _made(self, seen: PlayersMap) -> QImage:
        by_sight = self._with_what_was_seen(seen.before).copy()
        _, never = self.darkness
        with _painting(by_sight, self._area) as painter:
            _fill(painter, seen.seen, 0.0)
        if not seen.fog:
            return by_sight
        mask = by_sight.copy()
        with _painting(mask, self._area) as painter:
            for area in seen.fog:
                path = _path([area.outline], self._area)
                if area.kind == "sight":
                    painter.setClipPath(path)
                    painter.drawImage(self._area, by_sight)
                    painter.setClipping(False)
                else:
                    painter.fillPath(path, _black(never if area.kind == "hide" else 0.0))
        return mask

    def _with_what_was_seen(self, before: tuple[tuple[Point, ...], ...]) -> QImage:
        """Black, and dim where they saw before. It only grows, but where steps are undone."""
        known, (dim, black) = self._dimmed, self.darkness
        if self._dim.isNull() or before[: len(known)] != known:
            size = (self._area.size() * self._scale).toSize().expandedTo(QSize(1, 1))
            self._dim = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            self._dim.fill(_black(black))
            known = ()
        with _painting(self._dim, self._area) as painter:
            _fill(painter, before[len(known) :], dim)
        self._dimmed = before
        return self._dim


def _fogged(seen: PlayersMap) -> Sequence[Sequence[object]]:
    return seen.seen, seen.before, seen.fog


@contextmanager
def _painting(mask: QImage, area: QRectF) -> Iterator[QPainter]:
    """A painter that replaces what a mask has, in places of the scene."""
    painter = QPainter(mask)
    # The mask has the screen's own pixels. Its edges are not smooth: that takes ten times as
    # long, and nobody sees it from where the players sit.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.scale(mask.width() / area.width(), mask.height() / area.height())
    painter.translate(-area.topLeft())
    try:
        yield painter
    finally:
        painter.end()


def _black(alpha: float) -> QColor:
    return QColor.fromRgbF(0, 0, 0, alpha)


def _path(outlines: Iterable[Sequence[Point]], everything: QRectF) -> QPainterPath:
    """All these areas as one; an outline without points is everything."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for outline in outlines:
        if outline:
            path.addPath(path_of(outline))
        else:
            path.addRect(everything)
    return path


def _fill(painter: QPainter, outlines: Iterable[Sequence[Point]], alpha: float) -> None:
    """Fills what is seen, and the walls at its edge with it."""
    colour = _black(alpha)
    for outline in outlines:
        for path in _with_its_edge(outline):
            painter.fillPath(path, colour)


@lru_cache(maxsize=64)
def _with_its_edge(outline: Sequence[Point]) -> tuple[QPainterPath, QPainterPath]:
    """An area, and a broad line around it; most look from where they looked before."""
    area = path_of(outline)
    area.closeSubpath()
    stroker = QPainterPathStroker(QPen(Qt.GlobalColor.black, 2 * EDGE * UNIT))
    stroker.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return area, stroker.createStroke(area)


# ---- what lies on the ground for a moment


class Marks(Item):
    """The area of a blast and a measured line, as far as they are seen now."""

    def __init__(self) -> None:
        super().__init__()
        self._map: PlayersMap | None = None
        self._area = QRectF()
        self.setZValue(ABOVE_GROUND)

    def show_map(self, seen: PlayersMap, area: QRectF) -> None:
        """Shows what a view of the map has of them."""
        shown = self.isVisible()
        self.setVisible(bool(seen.blast or seen.measured))
        if shown or self.isVisible():
            self.prepareGeometryChange()
        self._map, self._area = seen, area

    def boundingRect(self) -> QRectF:
        return self._area

    def draw(self, painter: QPainter) -> None:
        seen = self._map
        if seen is None:
            return
        revealed = (area.outline for area in seen.fog if area.kind == "reveal")
        clear = _path([*seen.seen, *revealed], self._area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(clear, Qt.ClipOperation.IntersectClip)
        colours = current_colours()
        if seen.blast:
            (middle, radius), shade = seen.blast, QColor(colours.bad)
            painter.setPen(QPen(shade, UNIT * 0.08))
            shade.setAlphaF(0.25)
            painter.setBrush(shade)
            area = QRectF(on_scene(middle), on_scene(middle)).adjusted(
                *(by * radius * UNIT for by in (-1, -1, 1, 1))
            )
            if seen.squares:  # on which a diagonal counts 1
                painter.drawRect(area)
            else:
                painter.drawEllipse(area)
        if seen.measured:
            painter.setPen(QPen(colours.accent, UNIT * 0.1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline([QPointF(on_scene(at)) for at in seen.measured])
