"""A hand on a map: clicks, drags and keys at places of the map."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from desktop.rules.geometry import Point
from desktop.window.map.token import UNIT
from desktop.window.map.view import MapView

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Hand:
    """Does to a view what a person does; places are in the map's unit."""

    def __init__(self, qtbot: QtBot, view: MapView) -> None:
        self.qtbot, self.view = qtbot, view

    def pixel(self, at: Point) -> QPoint:
        return self.view.mapFromScene(QPointF(*at) * UNIT)

    def click(self, at: Point, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        self.qtbot.mouseClick(self.view.viewport(), LEFT, modifier, self.pixel(at))

    def double_click(self, at: Point) -> None:
        self.qtbot.mouseDClick(self.view.viewport(), LEFT, PLAIN, self.pixel(at))

    def move(self, at: Point) -> None:
        self.qtbot.mouseMove(self.view.viewport(), self.pixel(at))

    def drag(
        self,
        start: Point,
        end: Point,
        modifier: Qt.KeyboardModifier = PLAIN,
        *,
        hold: bool = False,
        button: Qt.MouseButton = LEFT,
    ) -> None:
        """Drags with a button; ``hold`` keeps it down."""
        port = self.view.viewport()
        self.qtbot.mousePress(port, button, modifier, self.pixel(start))
        half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        for at in (half, end):
            self.qtbot.mouseMove(port, self.pixel(at))
        if not hold:
            self.qtbot.mouseRelease(port, button, modifier, self.pixel(end))

    def keys(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        for key in keys:
            self.qtbot.keyClick(self.view, key, modifier)
