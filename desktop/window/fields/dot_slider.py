"""A number as a row of dots or boxes: click one, or use arrows and digits."""

from __future__ import annotations

from time import monotonic
from typing import Any, Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QVBoxLayout, QWidget

from desktop.rules.fields import Field
from desktop.window.fields.box import Place
from desktop.window.fields.editor import Editor, Problems, Surroundings, leave_undo
from desktop.window.widgets import theme
from desktop.window.widgets.basics import tight
from desktop.window.widgets.wheel import Notches

Shape = Literal["dot", "box"]

MOST = 10
"""More than this are not drawn; the number beside them says the rest."""
MOST_BOXES = 7
"""The same where one may always add another."""

_PITCH, _LEAST_PITCH = 13.0, 10.0
_BETWEEN = 3.5
_GAP = 4.0
"""Between the fifth and the sixth, so that one need not count."""
_NUMBER = 19.0
_HEIGHT = 22
_PAUSE = 0.9
"""Seconds within which a second digit still belongs to the first."""


class Dots(QSlider):
    """A slider drawn as dots, or as boxes: to a screen reader it is a slider, with its value.

    ``note`` is text that stands in place of the dots, for a value that is no number in range.
    """

    picked = Signal(int)
    """The person chose this number, in whatever way."""
    removed = Signal()
    """The person pressed Delete."""

    def __init__(
        self, maximum: int, *, minimum: int = 0, shape: Shape = "dot", open_ended: bool = False
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._lowest = minimum
        self._shape = shape
        self._open_ended = open_ended
        self._most = min(maximum, MOST_BOXES if open_ended else MOST)
        self._hover = 0
        self._clicked = False
        self._notches = Notches()
        self._typed: tuple[float, int] = (0.0, 0)
        self._refused = False
        self._note = ""
        self.setRange(0, maximum)
        self.setPageStep(5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        leave_undo(self)
        theme.notifier().changed.connect(self.update)

    # ---- what it shows

    def show_number(self, number: int, note: str = "") -> None:
        """Shows a number without a signal; a ``note`` is shown in place of the dots."""
        self._note = note
        self.setAccessibleDescription(note)
        self.blockSignals(True)
        self.setValue(number)
        self.blockSignals(False)
        self.update()

    def set_refused(self, refused: bool) -> None:
        """Shows whether the number is refused."""
        self._refused = refused
        self.update()

    @property
    def _drawn(self) -> int:
        """How many are drawn. An open-ended row has one more than are taken."""
        if not self._open_ended:
            return self._most
        return min(self.value() + 1, self._most)

    def _left(self, index: int) -> float:
        return 4 + index * self._pitch + _GAP * (index >= 5)

    @property
    def _pitch(self) -> float:
        """Pixels from one dot to the next; smaller where there is little room."""
        room = self.width() - 4 - _GAP * (self._most > 5) - _NUMBER
        return max(_LEAST_PITCH, min(room / self._most, _PITCH))

    def _wide(self, pitch: float) -> QSize:
        return QSize(round(4 + self._most * pitch + _GAP * (self._most > 5) + _NUMBER), _HEIGHT)

    def sizeHint(self) -> QSize:
        return self._wide(_PITCH)

    def minimumSizeHint(self) -> QSize:
        return self._wide(_LEAST_PITCH)

    # ---- what is done

    def pick(self, number: int) -> None:
        """The person chose a number; beyond the limits the nearest one that is right counts."""
        number = max(self._lowest, min(number, self.maximum()))
        self.show_number(number)
        self.picked.emit(number)

    def _at(self, x: float) -> int:
        """Which dot lies at ``x``, from 1; 0 before the first."""
        reached = [i + 1 for i in range(self._drawn) if x >= self._left(i) - _BETWEEN / 2]
        return reached[-1] if reached else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._clicked = True
        number = self._at(event.position().x())
        # The last one taken is given back by clicking it again.
        self.pick(number - 1 if number == self.value() and not self._note else number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position().x())
        if number == self._hover:
            return
        self._hover = number
        self.update()
        if event.buttons() & Qt.MouseButton.LeftButton and not self._open_ended:
            self.pick(number)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover = self._at(event.position().x())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = 0
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._clicked = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel changes what was clicked, until it is left."""
        if self._clicked:
            if turned := self._notches.turned(event):
                self.pick(self.value() + turned)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Plus: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Minus: -1,
            Qt.Key.Key_PageUp: 5,
            Qt.Key.Key_PageDown: -5,
        }.get(key)
        if step is not None:
            self.pick(self.value() + step)
        elif key == Qt.Key.Key_Home:
            self.pick(self._lowest)
        elif key == Qt.Key.Key_End and not self._open_ended:
            self.pick(self.maximum())
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.pick(self._lowest)
            self.removed.emit()
        elif event.text().isascii() and event.text().isdigit():
            self._type(int(event.text()))
        else:
            event.ignore()

    def _type(self, digit: int) -> None:
        """A digit counts at once; 1 and then 0 is ten. The model refuses one that is too low."""
        when, before = self._typed
        both = before * 10 + digit
        number = both if monotonic() - when < _PAUSE and both <= self.maximum() else digit
        self._typed = monotonic(), number
        self.show_number(min(number, self.maximum()), str(number) if number < self._lowest else "")
        self.picked.emit(number)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = colours.ink if self.isEnabled() else colours.faint
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 6, 6)
        if self._note or self._refused:
            ink = colours.bad
        if not self._note:
            self._paint_marks(painter, QColor(ink), QColor(colours.faint), QColor(colours.accent))
        self._paint_number(painter, QColor(ink if self._note or self._refused else colours.muted))

    def _paint_marks(self, painter: QPainter, ink: QColor, faint: QColor, hot: QColor) -> None:
        size = self._pitch - _BETWEEN
        for index in range(self._drawn):
            area = QRectF(self._left(index), (self.height() - size) / 2, size, size)
            taken = index < self.value()
            over = self.isEnabled() and index < self._hover
            line = hot if over else ink if taken else faint
            pen = QPen(line, 1.2)
            if self._shape == "box":
                if not taken:
                    pen.setStyle(Qt.PenStyle.DotLine)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(area, 1.5, 1.5)
            else:
                painter.setPen(pen)
                painter.setBrush(ink if taken else Qt.GlobalColor.transparent)
                painter.drawEllipse(area)
        if self._open_ended and self.value() < self._most:
            middle = QPointF(
                self._left(self._drawn - 1) + size / 2,
                self.height() / 2,
            )
            painter.setPen(QPen(hot if self._hover == self._drawn else faint, 1.2))
            painter.drawLine(middle - QPointF(2, 0), middle + QPointF(2, 0))
            painter.drawLine(middle - QPointF(0, 2), middle + QPointF(0, 2))

    def _paint_number(self, painter: QPainter, colour: QColor) -> None:
        font = self.font()
        font.setPointSizeF(8.5)
        painter.setFont(font)
        painter.setPen(colour)
        area = QRectF(self.rect()).adjusted(5, 0, -5, 0)
        counted = self.value() > (self._most if self._open_ended else 0)
        words = self._note or (str(self.value()) if counted else "")
        shown = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(area.width())
        )
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(flags), shown)


class DotsEditor(Editor):
    """A small whole number as dots. Any other value is shown as text, and kept."""

    def __init__(self, field: Field, *, shape: Shape = "dot", open_ended: bool = False) -> None:
        super().__init__(field)
        maximum = MOST if field.maximum is None else int(field.maximum)
        self.dots = Dots(
            maximum, minimum=int(field.minimum or 0), shape=shape, open_ended=open_ended
        )
        self._value: Any = 0
        tight(QVBoxLayout(self)).addWidget(self.dots)
        self.setFocusProxy(self.dots)
        self.dots.picked.connect(self._picked)
        # A screen reader moves the slider itself.
        self.dots.valueChanged.connect(self._picked)

    def _picked(self, number: int) -> None:
        if number != self._value or isinstance(self._value, bool):
            self._value = number
            self._emit_changed()

    def _show(self, value: Any) -> None:
        self._value = value
        whole = isinstance(value, int) and not isinstance(value, bool)
        fits = whole and self.dots.minimum() <= value <= self.dots.maximum()
        low = whole and value < int(self.field.minimum or 0)
        self.dots.show_number(value if fits else 0, "" if fits and not low else str(value))

    def value(self) -> Any:
        return self._value

    def focus_widget(self) -> QWidget:
        return self.dots

    def refuse(self, problems: Problems) -> list[str]:
        self.dots.set_refused(bool(problems))
        return [sentence for _, sentence in problems]


def few(field: Field) -> bool:
    """Whether a field's numbers are few enough for dots."""
    return field.maximum is not None and field.maximum <= MOST and (field.minimum or 0) >= 0


class DotsPlace(Place):
    """In a form: a number as dots, with its label before them."""

    beside = True

    def editor(self, field: Field, around: Surroundings) -> Editor:
        return DotsEditor(field)
