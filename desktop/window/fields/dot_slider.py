"""Numbers as rows of dots: click one, or use arrows and digits; tracks of levels."""

from __future__ import annotations

from time import monotonic
from typing import Any

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QSlider, QWidget

from desktop.languages import OWN_TERMS
from desktop.rules.fields import Choice, Field
from desktop.rules.text import as_text
from desktop.window.fields.box import SheetBox
from desktop.window.fields.editor import Editor, Problems, Surroundings, leave_undo
from desktop.window.widgets import basics, language, paint, theme
from desktop.window.widgets.theme import px

MOST = 10
"""More than this are not drawn; the number beside them says the rest."""

_PITCH, _LEAST_PITCH = 13.0, 10.0
_BETWEEN = 3.5
_GAP = 4.0
"""Between the fifth and the sixth, so that one need not count."""
_NUMBER = 19.0
_HEIGHT = 22
_PAUSE = 0.9
"""Seconds within which a second digit still belongs to the first."""


class Dots(QSlider):
    """A slider drawn as dots: to a screen reader it is a slider, with its value.

    ``note`` is text that stands in place of the dots, for a value that is no number in range.
    """

    picked = Signal(int)
    """The person chose this number, in whatever way."""
    removed = Signal()
    """The person pressed Delete."""

    def __init__(self, maximum: int, *, minimum: int = 0) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._lowest = minimum
        self._most = min(maximum, MOST)
        self._hover = 0
        self._clicked = False
        self._notches = basics.Notches()
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

    # ---- what it shows

    def show_number(self, number: int, note: str = "") -> None:
        """Shows a number without a signal; a ``note`` is shown in place of the dots."""
        self._note = note
        self.setAccessibleDescription(note)
        with QSignalBlocker(self):
            self.setValue(number)
        self.update()

    def set_refused(self, refused: bool) -> None:
        """Shows whether the number is refused."""
        self._refused = refused
        self.update()

    def _left(self, index: int) -> float:
        return 4 + index * self._pitch + _GAP * (index >= 5)

    @property
    def _pitch(self) -> float:
        """Pixels from one dot to the next; smaller where there is little room."""
        room = self.width() / theme.scale() - 4 - _GAP * (self._most > 5) - _NUMBER
        return max(_LEAST_PITCH, min(room / self._most, _PITCH))

    def _wide(self, pitch: float) -> QSize:
        return theme.scaled(
            round(4 + self._most * pitch + _GAP * (self._most > 5) + _NUMBER), _HEIGHT
        )

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
        x /= theme.scale()
        reached = [i + 1 for i in range(self._most) if x >= self._left(i) - _BETWEEN / 2]
        return reached[-1] if reached else 0

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._clicked = True
        number = self._at(event.position().x())
        # The last one taken is given back by clicking it again.
        self.pick(number - 1 if number == self.value() and not self._note else number)

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        number = self._at(event.position().x())
        if number == self._hover:
            return
        self._hover = number
        self.update()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.pick(number)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        event.accept()

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        self._hover = self._at(event.position().x())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = 0
        self.update()

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._clicked = False

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """The wheel changes what was clicked, until it is left."""
        if self._clicked:
            if turned := self._notches.turned(event):
                self.pick(self.value() + turned)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Plus: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Minus: -1,
        }.get(key)
        if step is not None:
            self.pick(self.value() + step)
        elif key == Qt.Key.Key_Home:
            self.pick(self._lowest)
        elif key == Qt.Key.Key_End:
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

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        colours = theme.current_colours()
        ink = colours.ink if self.isEnabled() else colours.faint
        if self._note or self._refused:
            ink = colours.bad
        with paint.on(self) as (painter, area):
            if self.hasFocus():
                painter.setPen(QtGui.QPen(colours.accent, 1.2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(area.adjusted(0.6, 0.6, -0.6, -0.6), 6, 6)
            if not self._note:
                self._paint_marks(painter, area.center().y(), ink, colours)
            plain = not (self._note or self._refused)
            self._paint_number(painter, area, colours.muted if plain else ink)

    def _paint_marks(
        self, painter: QtGui.QPainter, middle: float, ink: QtGui.QColor, colours: theme.Colours
    ) -> None:
        faint, hot = colours.faint, colours.accent
        size = self._pitch - _BETWEEN
        for index in range(self._most):
            area = QRectF(self._left(index), middle - size / 2, size, size)
            taken = index < self.value()
            over = self.isEnabled() and index < self._hover
            painter.setPen(QtGui.QPen(hot if over else ink if taken else faint, 1.2))
            painter.setBrush(ink if taken else Qt.GlobalColor.transparent)
            painter.drawEllipse(area)

    def _paint_number(self, painter: QtGui.QPainter, area: QRectF, colour: QtGui.QColor) -> None:
        font = self.font()
        font.setPointSizeF(8.5)
        painter.setFont(font)
        painter.setPen(colour)
        area = area.adjusted(5, 0, -5, 0)
        words = self._note or (str(self.value()) if self.value() else "")
        shown = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(area.width())
        )
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(flags), shown)


class DotsEditor(Editor):
    """A small whole number as dots. Any other value is shown as text, and kept."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        maximum = MOST if field.maximum is None else int(field.maximum)
        self.dots = Dots(maximum, minimum=int(field.minimum or 0))
        self._value: Any = 0
        self._fill_with(self.dots)
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

    def refuse(self, problems: Problems) -> list[str]:
        self.dots.set_refused(bool(problems))
        return [sentence for _, sentence in problems]


def score_of(choice: Choice, minimum: float | None, maximum: float | None) -> Field:
    """The field of a number by the name of a choice: a score that is known, a level of a track."""
    word, own = str(choice.label), as_text(choice.label).said(OWN_TERMS)
    said = language.of_model(word)
    return Field(
        id=str(choice.value), kind="integer", label=language.capitalised(said),
        native="" if own == word else own, default=0, minimum=minimum, maximum=maximum,
    )  # fmt: skip


def few(field: Field) -> bool:
    """Whether a field's numbers are few enough for dots."""
    return field.maximum is not None and field.maximum <= MOST and (field.minimum or 0) >= 0


LONGEST_TRACK = 40
"""The longest list where the field does not say."""


class TrackEditor(Editor):
    """How many of each level there are. The list keeps its order; a level is added beside its
    own kind, or where it belongs among the others."""

    def __init__(self, field: Field, around: Surroundings, *, columns: int = 1) -> None:
        super().__init__(field)
        self._value: Any = []
        self._levels = [str(choice.value) for choice in field.choices]
        self.boxes: dict[str, SheetBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(28))
        grid.setVerticalSpacing(px(2))
        deep = -(-len(field.choices) // columns)
        for number, choice in enumerate(field.choices):
            level = str(choice.value)
            part = score_of(choice, minimum=0, maximum=field.length or LONGEST_TRACK)
            editor = around.make_editor(part, around)
            box = SheetBox(part, around, editor, beside=True, two_words=False)
            box.changed.connect(lambda level=level: self._count(level))
            self.boxes[level] = box
            grid.addWidget(box, number % deep, number // deep)

    def _count(self, level: str) -> None:
        """Takes as many of a level into the list as its row says."""
        wanted = self.boxes[level].editor.value()
        if not isinstance(wanted, int):
            return
        levels = list(self._value) if isinstance(self._value, list) else []
        while levels.count(level) > wanted:
            del levels[-1 - levels[::-1].index(level)]  # the last
        while levels.count(level) < wanted:
            levels.insert(self._place(levels, level), level)
        self._value = levels
        self._emit_changed()

    def _place(self, levels: list[Any], level: str) -> int:
        """After the last that is not worse."""
        rank = self._levels.index(level)
        before = [
            index
            for index, other in enumerate(levels)
            if other in self._levels and self._levels.index(other) <= rank
        ]
        return before[-1] + 1 if before else 0

    def _show(self, value: Any) -> None:
        self._value = value
        standing = value if isinstance(value, list) else []
        for level, box in self.boxes.items():
            box.editor.show_value(standing.count(level))

    def value(self) -> Any:
        return list(self._value) if isinstance(self._value, list) else self._value

    def focus_widget(self) -> QWidget:
        return next(iter(self.boxes.values())).editor.focus_widget()

    def name(self, text: str) -> None:
        self.setAccessibleName(text)

    def use_terms(self) -> None:
        for box in self.boxes.values():
            box.use_terms()

    def refuse(self, problems: Problems) -> list[str]:
        return list(dict.fromkeys(sentence for _, sentence in problems))
