"""The map as the players see it: nothing on it can be taken in hand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from desktop.encounter.players_view import Person, PlayersToken, PlayersView
from desktop.rules.display import left
from desktop.window.map.fog import Fog, Marks
from desktop.window.map.ground import ShapeItem
from desktop.window.map.plane import Plane
from desktop.window.map.token import Token
from desktop.window.map.view import MapView
from desktop.window.widgets import theme
from desktop.window.widgets.pictures import Portraits

DARKNESS = 0.6
"""Of what was seen before, unless another is chosen."""


class PlayersMapView(MapView):
    """Shows the map of a view, all of it or as near as it was zoomed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.palette_used = theme.LIGHT
        self._picture: QImage | None = None
        self.fog, self.marks = Fog(DARKNESS), Marks()
        for item in (self.marks, self.fog):
            self.map.addItem(item)

    def show_view(self, view: PlayersView, portraits: Portraits, picture: QImage | None) -> None:
        """Shows the map of a view, which has one; ``picture`` lies behind it."""
        seen, scene = view.map, self.map
        assert seen is not None
        plane = Plane(seen.width, seen.height, seen.unit, seen.squares)
        other = plane != scene.plane
        scene.show_plane(plane)
        if picture is not self._picture:
            self._picture = picture
            scene.show_picture(picture)
        scene.show_ground(seen.ground)
        if any(item.isVisible() for item in scene.shapes):
            for item in scene.shapes:
                item.hide()  # painted with the background, which is kept
            self.resetCachedContent()
        people = ((token, view.people[token.person]) for token in seen.tokens)
        scene.show_tokens({str(t.person): _token(person, t, portraits) for t, person in people})
        self.marks.show_map(seen, scene.sceneRect())
        self.fog.show_map(seen, scene.ground_rect)
        if seen.measured:
            words = plane.said(plane.far(seen.measured[0], seen.measured[-1]))
            scene.label.say(words, seen.measured[-1])
        else:
            scene.label.say("", None)
        if other:
            self.fit()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        super().drawBackground(painter, rect)
        for item in sorted(self.map.shapes, key=ShapeItem.zValue):
            item.draw(painter)

    def paintEvent(self, event: QPaintEvent) -> None:
        with theme.painting_in(self.palette_used):
            super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ToolTip, QEvent.Type.ContextMenu):
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def _token(person: Person, seen: PlayersToken, portraits: Portraits) -> Token:
    share, tone = left(person.vitals)
    face = portraits.face_of(person.portrait) if person.portrait else None
    return Token(
        person.name, seen.at, seen.size, person.side, share=share, tone=tone,
        standing=person.standing, face=face,
    )  # fmt: skip
