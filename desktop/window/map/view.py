"""The view of a map: zooms, pans, and gives mouse and keys to the tool in hand."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from desktop.rules.geometry import Point
from desktop.window.map.plane import FINE
from desktop.window.map.scene import MapScene
from desktop.window.map.token import UNIT
from desktop.window.map.tools import ChooseTool, Tool
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.language import tr
from desktop.window.widgets.theme import current_colours

ZOOM = 1.25
"""One notch of the wheel, one press of a key."""

NEAREST = 3.0
"""A unit of the map is never more than 120 pixels wide."""

PAN = 60
"""Pixels that one press of an arrow key pans."""

DRAG = 4
"""Pixels that the mouse moves before it drags."""

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier


class MapView(QGraphicsView):
    """Shows a scene. What a click, an arrow or Enter does, the tool says."""

    menu_wanted = Signal(str, QPoint)
    """The id of a token, and where on the screen its menu is to stand."""
    edit_wanted = Signal(str)
    focus_changed = Signal()
    """The keys go to the map now, or no more."""
    let_go = Signal()
    """The tool is to be put down."""
    measure_wanted = Signal()
    portrait_wanted = Signal(str)
    """Somebody's portrait is to be shown: a click with the middle button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map = MapScene(self)
        self.setScene(self.map)
        self.tool = Tool(self.map, self)
        self._fits = True
        """Whether the whole map is shown, and goes on being shown when there is other room."""
        self._pressed: QPoint | None = None
        self._panned: QPoint | None = None
        self._grasped: QPoint | None = None
        """Where the ground was grasped to pan; let go there, it was a click."""
        self._space = False
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        self.setAccessibleName(tr("Map"))
        theme.notifier().changed.connect(self.map.repaint)

    # ---- what is held in the hand

    def hold(self, tool: Tool) -> None:
        """Gives the mouse and the keys to a tool from now on."""
        if self.tool is not tool:
            self.tool.cancel()
        self.tool = tool
        self.viewport().setCursor(tool.cursor)

    def say(self, words: str) -> None:
        """Tells a screen reader what the tool has come to."""
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            if words and self.hasFocus():
                basics.announce(self, words)

    # ---- zoom

    @property
    def zoom(self) -> float:
        """Pixels of the screen for one of the scene."""
        return self.transform().m11()

    def zoom_by(self, factor: float, about: QPoint | None = None) -> None:
        """Zooms about a place of the viewport, its middle where none is given."""
        about = about or self.viewport().rect().center()
        wanted = min(max(self.zoom * factor, min(self._whole(), NEAREST) / 2), NEAREST)
        if wanted == self.zoom:
            return
        self._fits = False
        fixed = self.mapToScene(about)
        self._zoom_to(wanted)
        moved = self.mapFromScene(fixed) - about
        self._pan(moved.x(), moved.y())

    def fit(self) -> None:
        """Shows the whole map."""
        self._fits = True
        self._zoom_to(min(self._whole(), NEAREST))
        self.centerOn(self.map.ground_rect.center())

    def show_place(self, area: QRectF) -> None:
        """Pans as little as it takes to show a part of the scene."""
        if not self._fits:
            self.ensureVisible(area, 30, 30)

    def _whole(self) -> float:
        """The zoom at which the whole map is seen."""
        room, all_of_it = self.viewport().size(), self.map.sceneRect()
        if all_of_it.isEmpty() or room.isEmpty():
            return 1.0
        return min(room.width() / all_of_it.width(), room.height() / all_of_it.height())

    def _zoom_to(self, zoom: float) -> None:
        self.resetTransform()
        self.scale(zoom, zoom)
        self.map.show_zoom(1 / zoom)

    def _pan(self, right: int, down: int) -> None:
        for bar, by in ((self.horizontalScrollBar(), right), (self.verticalScrollBar(), down)):
            bar.setValue(bar.value() + by)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & _CONTROL and turned:
            self.zoom_by(ZOOM ** (turned / 120), event.position().toPoint())
            event.accept()
        else:
            super().wheelEvent(event)

    # ---- mouse

    def _place(self, event: QtGui.QMouseEvent) -> Point:
        """Where the mouse is, in the map's unit; with Alt a tool may leave the grid there."""
        self.tool.free = bool(event.modifiers() & _ALT)
        return self._on_map(event.position().toPoint())

    def _on_map(self, pixel: QPoint) -> Point:
        at = self.mapToScene(pixel) / UNIT
        return at.x(), at.y()

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        event.accept()
        if event.buttons() != event.button():  # what another one has begun goes on
            return
        at = event.position().toPoint()
        middle = event.button() == Qt.MouseButton.MiddleButton
        left = event.button() == Qt.MouseButton.LeftButton
        if middle or (left and self._space):
            self._grasped = self._panned = at
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left:
            self._pressed = at
            self.tool.press(self._place(event), event.modifiers())

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._panned is not None:
            self._pan(self._panned.x() - at.x(), self._panned.y() - at.y())
            self._panned = at
        elif self._pressed is None:
            self.tool.hover(self._place(event))
        elif (at - self._pressed).manhattanLength() >= DRAG:
            self.tool.drag(self._place(event))

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        event.accept()
        if event.buttons() or (self._pressed is None and self._panned is None):
            return
        item = self.map.token_at(self._place(event))
        if item is not None and event.position().toPoint() == self._grasped:
            self.portrait_wanted.emit(item.id)
        self._grasped = None
        clicked, self._pressed, self._panned = self._pressed is not None, None, None
        self._show_cursor()
        if clicked:
            self.tool.release(self._place(event))

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        """Edits a token; anywhere else the second click counts like the first."""
        item = self.map.token_at(self._place(event)) if isinstance(self.tool, ChooseTool) else None
        if item is not None:
            self.edit_wanted.emit(item.id)
        else:
            self.mousePressEvent(event)

    def hideEvent(self, event: QtGui.QHideEvent) -> None:
        """A line that was begun does not wait for another visit."""
        super().hideEvent(event)
        self.tool.cancel()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._pressed is None:
            self.tool.hover(None)

    def contextMenuEvent(self, event: QtGui.QContextMenuEvent) -> None:
        event.accept()
        if self._pressed is not None:  # a menu would keep the end of the drag to itself
            return
        by_key = event.reason() == QtGui.QContextMenuEvent.Reason.Keyboard
        chosen = self.map.chosen
        item = (
            self.map.tokens.get(chosen[0]) if by_key and chosen
            else self.map.token_at(self._on_map(event.pos()))
        )  # fmt: skip
        if item is not None:
            at = self.viewport().mapToGlobal(self.mapFromScene(item.pos()))
            self.menu_wanted.emit(item.id, at)

    def _show_cursor(self) -> None:
        shape = Qt.CursorShape.OpenHandCursor if self._space else self.tool.cursor
        self.viewport().setCursor(shape)

    # ---- keys

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from token to token, and on to the next control after the last."""
        if self.tool.choose_next(1 if next else -1):
            return True
        return super().focusNextPrevChild(next)

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
        self.focus_changed.emit()

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._space = False
        self._show_cursor()
        self.viewport().update()
        self.focus_changed.emit()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if not self._press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat() and self._space:
            self._space = False
            self._show_cursor()
        else:
            event.ignore()

    def _press(self, event: QtGui.QKeyEvent) -> bool:
        """Does what a key means; False when it means nothing here."""
        key, text, modifiers = event.key(), event.text(), event.modifiers()
        tool = self.tool
        if key in ARROWS:
            right, down = ARROWS[Qt.Key(key)]
            panning = bool(modifiers & (_SHIFT | _CONTROL))
            fine = modifiers & _ALT and not self.map.plane.squares
            by = FINE if fine else 1
            tool.free = bool(fine)
            if panning or not tool.step(right * by, down * by):
                self._pan(right * PAN, down * PAN)
            return True
        if key == Qt.Key.Key_Home:
            self.fit()
            return True
        if text in ("+", "=", "-"):
            self.zoom_by(1 / ZOOM if text == "-" else ZOOM)
            return True
        control = bool(modifiers & _CONTROL)
        match key:
            case Qt.Key.Key_M if control:
                self.measure_wanted.emit()
                return True
            case Qt.Key.Key_G if control and isinstance(tool, ChooseTool):
                return tool.choose_group()
            case _ if control:
                return False
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                return tool.enter(by_hand=bool(modifiers & _SHIFT))
            case Qt.Key.Key_Escape:
                return self._give_up()
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace:
                return tool.delete()
            case Qt.Key.Key_Space if tool.space_pans:
                self._space = True
                self._show_cursor()
                return True
            case Qt.Key.Key_F2 if self.map.chosen:
                self.edit_wanted.emit(self.map.chosen[0])
                return True
        return False

    def _give_up(self) -> bool:
        """Esc gives up what is tried, and then the tool."""
        if self.tool.cancel():
            return True
        if isinstance(self.tool, ChooseTool):
            return False
        self.let_go.emit()
        return True

    # ---- painting

    def drawForeground(self, painter: QtGui.QPainter, rect: QRectF | QRect) -> None:
        """A line around the map while the keys go there."""
        if not self.hasFocus():
            return
        painter.save()
        painter.resetTransform()
        area = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        paint.box(painter, area, None, current_colours().accent_ink, radius=4, width=1.5)
        painter.restore()
