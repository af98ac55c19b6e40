"""A token: a disc with initials, what is left of its vitals as a ring, and the marks around it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.rules import display, geometry
from desktop.window.widgets import basics, paint, theme

UNIT = 40.0
"""Pixels of the scene for one unit of the map; the view zooms from there."""

LEAST = 25.0
"""Pixels on the screen: a token is never painted smaller, however far the map is away."""

FILLS = 0.9
"""How much of its place a token fills, so that neighbours can be told apart."""

LARGE = 20.0
"""Units: a token of this size or more lies below all others that are as they are."""

AROUND = 0.7
"""How far marks reach from the middle, in diameters."""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the map; equal tokens look the same."""

    name: str
    at: geometry.Point
    """The middle of it, in the map's unit."""
    size: float
    """Its diameter in the map's unit."""
    tint: int
    group: str | None = None
    share: float | None = None
    """How much of the vitals is left, from 0 to 1; None where the system has none to show."""
    tone: display.Tone = "plain"
    standing: display.Standing = "ready"
    ready: bool = False
    """Whether it may be chosen to act while no turn is going on."""
    spoken: str = ""
    """Its state in words."""
    face: QPixmap | None = None
    """Its portrait, in the place of the initials."""


class Item(QGraphicsItem):
    """Something on a map, which is painted alike wherever it is seen."""

    _pixel = 1.0

    def show_zoom(self, pixel: float) -> None:
        """``pixel`` is how much of the scene is one pixel of the screen."""
        if pixel != self._pixel:
            self.prepareGeometryChange()
            self._pixel = pixel

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Paints it, in its own places."""
        raise NotImplementedError


class TokenItem(Item):
    """A token in the scene, at the middle of its place."""

    def __init__(self, id: str, token: Token, made: int = 0) -> None:
        """``made`` is its number in its scene: what is made later lies above."""
        super().__init__()
        self.id, self.made = id, made
        self.token = token
        self.letters = ""
        self.chosen = self.aimed_at = False
        self.aside = QPointF()
        """How far from its place it is shown, because others stand there."""
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.show_token(token)

    def show_token(self, token: Token) -> None:
        """Shows the token as it is, without a place that is only tried."""
        different = token != self.token or not self.toolTip()
        if token.size != self.token.size:
            self.prepareGeometryChange()
        self.token = token
        self.setPos(on_scene(token.at) + self.aside)
        if different:
            self.setToolTip(basics.as_tip("\n".join(filter(None, (token.name, token.spoken)))))
            self._stack()
            self.update()

    def show_letters(self, letters: str) -> None:
        """Shows these initials, which tell it from others on the map."""
        if letters != self.letters:
            self.letters = letters
            self.update()

    def mark(self, chosen: bool, aimed_at: bool) -> None:
        """Sets whether the token is chosen, and whether the command is aimed at it."""
        if (chosen, aimed_at) != (self.chosen, self.aimed_at):
            self.chosen, self.aimed_at = chosen, aimed_at
            self._stack()
            self.update()

    def _stack(self) -> None:
        """Those who are out lie below the others, those who matter now and the small above."""
        standing = self.token.standing
        low = 10.0 if standing == "out" else 11.0 + (standing == "active") + self.aimed_at
        self.setZValue(low + 3 * self.chosen - min(self.token.size, LARGE) / LARGE / 2)

    def stand_aside(self, by: QPointF) -> None:
        """Shows it so far from its place."""
        if by != self.aside:
            self.aside = by
            self.setPos(on_scene(self.token.at) + by)

    @property
    def diameter(self) -> float:
        """In pixels of the scene."""
        return max(self.token.size * UNIT * FILLS, LEAST * self._pixel)

    def covers(self, place: QPointF) -> bool:
        """Whether a place of the scene is on the token."""
        way = place - self.pos()
        return QPointF.dotProduct(way, way) <= (self.diameter / 2) ** 2

    def boundingRect(self) -> QRectF:
        return _round(2 * self.diameter * AROUND)

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, token = theme.current_colours(), self.token
        out = token.standing == "out"
        painter.setOpacity(0.7 if out else 0.9 if token.standing == "done" else 1.0)
        self._disc(painter, colours)
        painter.setOpacity(1.0)
        self._marks(painter, colours)

    def _disc(self, painter: QPainter, colours: theme.Colours) -> None:
        token, wide = self.token, self.diameter
        fill = colours.faint if token.standing == "out" else colours.tint(token.tint)
        left = None if token.share is None else round(min(max(token.share, 0.0), 1.0) * 360 * 16)
        inks = [c.rgb() for c in (fill, colours.card, colours.well, colours.tone(token.tone))]
        scale = painter.deviceTransform().m11()
        picture = _disc_without_words(wide, token.tint, left, tuple(inks), scale)
        around = QSizeF(picture.deviceIndependentSize()) / 2
        painter.drawImage(QPointF(-around.width(), -around.height()), picture)
        inner = _inside(wide, left)
        font = QFont(painter.font())
        font.setBold(True)
        most = 0.52 if len(self.letters) < 4 else 0.4
        font.setPixelSize(max(round(inner.width() * most), 1))
        ink, face = colours.card, token.face
        paint.disc(painter, inner, self.letters, None, ink, font, face, token.tint)

    def _marks(self, painter: QPainter, colours: theme.Colours) -> None:
        wide, pixel = self.diameter, self._pixel
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.token.standing == "active":
            painter.setPen(QPen(colours.accent, max(wide * 0.09, 2.5 * pixel)))
            painter.drawEllipse(_round(wide * 1.12))
        elif self.token.ready:
            painter.setPen(QPen(colours.accent, 1.5 * pixel))
            painter.drawEllipse(_round(wide * 1.08))
        if self.chosen:
            painter.setPen(QPen(colours.ink, 2 * pixel, Qt.PenStyle.DashLine))
            painter.drawEllipse(_round(wide * 1.27))
        if self.aimed_at:
            painter.setPen(QPen(colours.ink, 2.5 * pixel))
            for quarter in range(4):
                painter.drawArc(_round(wide * 1.27), (quarter * 90 + 25) * 16, 40 * 16)
                painter.save()
                painter.rotate(quarter * 90 + 45)
                painter.drawLine(QPointF(wide * 0.56, 0), QPointF(wide * 0.7, 0))
                painter.restore()


def _inside(wide: float, left: int | None) -> QRectF:
    """Where the initials stand: within the ring, if there is one."""
    return _round(wide if left is None else wide * 0.74)


@lru_cache(maxsize=256)
def _disc_without_words(
    wide: float, tint: int, left: int | None, inks: tuple[int, ...], scale: float
) -> QImage:
    """The picture of a disc with its ring, of which ``left`` is in 16ths of a degree: many tokens
    look alike but for their initials."""
    fill, edge, well, tone = map(QColor, inks)
    pixels = ceil(wide * 1.4 * scale)
    picture = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixels / scale / 2, pixels / scale / 2)
    painter.setPen(QPen(edge, wide * 0.05))
    painter.setBrush(fill)
    painter.drawPath(paint.shape(_round(wide), tint))
    if left is not None:
        painter.setBrush(well)
        painter.drawEllipse(_round(wide))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(tone, wide * 0.13, c=Qt.PenCapStyle.FlatCap))
        painter.drawArc(_round(wide * 0.87), 90 * 16, left)
    painter.fillPath(paint.shape(_inside(wide, left), tint), fill)
    painter.end()
    return picture


def on_scene(at: geometry.Point) -> QPointF:
    """A place of the map in the scene."""
    return QPointF(at[0] * UNIT, at[1] * UNIT)


def _round(wide: float) -> QRectF:
    """A square of this width about the middle."""
    return QRectF(-wide / 2, -wide / 2, wide, wide)
