"""Editors of single values: text, numbers, yes or no, one of a few."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent

from desktop.library.fold import fold
from desktop.rules.fields import Choice, Field
from desktop.window.fields import editor, marks
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.basics import Notches
from desktop.window.widgets.language import DIGITS, chosen, in_words, tr

MOST_LETTERS = 32_000
"""The longest line of text; a model may allow less."""

PANEL_NUMBER, PANEL_CHOICE = 104, (86, 540)
"""Pixels: how wide editors are in the combat panel, where several stand on a line; of a choice the
least and the most."""


class TextEditor(editor.Editor):
    """One line of text; what is usually written there is offered while one types.

    A value that has a label is shown and typed by it.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit = QtWidgets.QLineEdit()
        self.edit.setMaxLength(MOST_LETTERS)
        editor.keep_to_one_line(self.edit)
        editor.leave_undo(self.edit)
        self._fill_with(self.edit)
        self.edit.textEdited.connect(self._emit_changed)
        self._labels: dict[str, str] = {}
        self._by_label: dict[str, str] = {}
        self._name_choices()

    def _name_choices(self) -> None:
        """Takes the words of the choices in the language of today."""
        # What a list of values offers is lists, which are not typed by their labels.
        typed = (choice for choice in self.field.choices if isinstance(choice.value, str))
        self._labels = {choice.value: in_words(choice.label) for choice in typed}
        self._by_label = {fold(label): value for value, label in self._labels.items()}
        if self.field.choices and self.field.kind != "texts":  # it would replace the whole line
            offered = QtWidgets.QCompleter(list(self._labels.values()), self)
            offered.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            offered.activated.connect(self._emit_changed)
            self.edit.setCompleter(offered)

    def use_terms(self) -> None:
        if self.field.choices:
            given = self.value()
            self._name_choices()
            self._show(given)

    def _show(self, value: Any) -> None:
        self._show_line("" if value is None else self._word(value))

    def _word(self, value: Any) -> str:
        """The word that a value is shown by; left as it is, or typed, it stands for the value."""
        word = self._labels.get(value) or chosen().named(str(value))
        word = chosen().dice(word) if self.field.rule else word  # a rule's text may be dice
        if word != value:
            self._by_label[fold(word)] = value
        return word

    def _show_line(self, line: str) -> None:
        at = self.edit.cursorPosition() if self.edit.hasFocus() else 0
        self.edit.setText(line)
        self.edit.setCursorPosition(at)

    def value(self) -> Any:
        text = self.edit.text()
        if not text.strip():  # nobody sees blanks, and no campaign keeps them as a name
            text = ""
        return None if not text and self.field.optional else self._by_label.get(fold(text), text)


class LongEditor(editor.Editor):
    """Several lines of text. One of the catalogue's is shown in the language that is chosen."""

    def __init__(
        self, field: Field, look: editor.Look, said: Callable[[str], str] = lambda text: text
    ) -> None:
        super().__init__(field)
        self._said = said
        self._given = ""
        """The text as it is stored, as long as nobody changes what is shown of it."""
        self.edit = QtWidgets.QPlainTextEdit()
        self.edit.setTabChangesFocus(True)
        if look == "sheet":
            self.edit.setMinimumHeight(theme.px(58))
            self.edit.setSizePolicy(
                QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Expanding
            )
        else:
            self.edit.setFixedHeight(theme.px(64))
        editor.leave_undo(self.edit)
        marks.Marks(self.edit)
        self._fill_with(self.edit)
        self.edit.textChanged.connect(self._emit_changed)

    def sizeHint(self) -> QSize:
        return theme.scaled(240, 84)

    def _show(self, value: Any) -> None:
        self._given = "" if value is None else str(value)
        editor.show_text(self.edit, self._said(self._given))
        self._shown = editor.text_in(self.edit)

    _shown = ""

    def value(self) -> Any:
        text = editor.text_in(self.edit)
        if text == self._shown:
            text = self._given
        return None if not text and self.field.optional else text

    def use_terms(self) -> None:
        given = self.value()
        if self._said(str(given or "")) != editor.text_in(self.edit):
            self._quiet = True
            self._show(given)
            self._quiet = False


class NumberEdit(QtWidgets.QLineEdit):
    """A line for a number: up and down change it. It accepts any other text too.

    A click selects the number. The wheel changes it only after that, until it is left.
    """

    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._clicked = False
        self._entered = False
        self._notches = Notches()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._entered = event.reason() == Qt.FocusReason.MouseFocusReason

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._clicked = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._clicked = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._entered and not self.hasSelectedText():
            self.selectAll()
        self._entered = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: 5,
            Qt.Key.Key_PageDown: -5,
        }.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._clicked and self.hasFocus() and not self.isReadOnly():
            if turned := self._notches.turned(event):
                self.stepped.emit(turned)
            event.accept()
        else:
            event.ignore()

    def add_step_buttons(self) -> None:
        """Puts a minus before the number and a plus after it, for the mouse."""
        for icon, about, by, place in (
            ("minus", tr("Less"), -1, QtWidgets.QLineEdit.ActionPosition.LeadingPosition),
            ("plus", tr("More"), 1, QtWidgets.QLineEdit.ActionPosition.TrailingPosition),
        ):
            action = QAction(self)
            icons.wear(action, icon, "muted", 12)
            action.triggered.connect(lambda _=False, by=by: self.stepped.emit(by))
            self.addAction(action, place)
            self.findChildren(QtWidgets.QToolButton)[-1].setAccessibleName(about)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(70), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(46), super().minimumSizeHint().height())


class NumberEditor(editor.Editor):
    """A whole number, or one with a fraction."""

    def __init__(self, field: Field, look: editor.Look = "sheet") -> None:
        super().__init__(field)
        self.edit = NumberEdit()
        self.edit.setMaxLength(40)
        self.edit.setPlaceholderText("–" if field.optional else "")
        if look == "panel":
            self.edit.add_step_buttons()
            self.edit.setFixedWidth(theme.px(PANEL_NUMBER))
            self.edit.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        editor.leave_undo(self.edit)
        self._fill_with(self.edit)
        self.edit.textEdited.connect(self._emit_changed)
        self.edit.stepped.connect(self._step)

    def _show(self, value: Any) -> None:
        self.edit.setText(_digits(value))

    def value(self) -> Any:
        return read_number(self.edit.text(), self.field)

    def _step(self, by: int) -> None:
        """Whole numbers change by one, others by a half. Below the lowest is nothing at all."""
        now = self.value()
        if self.edit.isReadOnly() or (isinstance(now, str) and now):
            return
        low, high = self.field.minimum, self.field.maximum
        new: float | None
        if now in (None, ""):
            new = low if low is not None else 0
        else:
            new = now + by if self.field.kind != "number" else round(now + by / 2, 9)
            if low is not None and new < low:
                new = None if self.field.optional and now == low else low
        if new is not None and high is not None:
            new = min(new, high)
        self.edit.setText(_digits(new))
        self.edit.selectAll()
        self._emit_changed()


def read_number(text: str, field: Field) -> Any:
    """A number where the text is one, None or "" where it is empty, else the text itself."""
    text = text.strip().replace("−", "-")
    if not text:
        return None if field.optional else ""
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text)
    if field.kind == "number" and re.fullmatch(r"[+-]?[0-9]{0,18}[.,][0-9]{1,9}", text):
        return float(text.replace(",", "."))
    return text


def _digits(value: Any) -> str:
    """A number as it is typed: all of its digits, and no exponent."""
    if value is None:
        return ""
    if isinstance(value, float) and math.isfinite(value):
        return chosen().with_comma(f"{Decimal(repr(value)):f}".removesuffix(".0"))
    return str(value)


class FlagEditor(editor.Editor):
    """Yes or no."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = QtWidgets.QCheckBox()
        self._fill_with(self.box)
        self.box.toggled.connect(self._emit_changed)

    def _show(self, value: Any) -> None:
        self.box.setChecked(bool(value))

    def value(self) -> Any:
        return self.box.isChecked()

    def name(self, text: str) -> None:
        super().name(text)
        self.box.setText(text.replace("&", "&&"))


class ReasonEditor(FlagEditor):
    """Yes or no, or yes with a reason: a line for it appears with the tick."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit = QtWidgets.QLineEdit()
        self.edit.setMaxLength(field.length or MOST_LETTERS)
        self.edit.setPlaceholderText(tr("reason"))
        editor.keep_to_one_line(self.edit)
        editor.leave_undo(self.edit)
        self.edit.hide()
        column = self.layout()
        assert isinstance(column, QtWidgets.QVBoxLayout)
        column.removeWidget(self.box)
        column.addLayout(basics.row(self.box, self.edit, grows=self.edit))
        self.edit.textEdited.connect(self._emit_changed)
        self.box.toggled.connect(self.edit.setVisible)

    def _show(self, value: Any) -> None:
        super()._show(value)
        self.edit.setText(value if isinstance(value, str) else "")

    def value(self) -> Any:
        return self.box.isChecked() and (self.edit.text().strip() or True)

    def name(self, text: str) -> None:
        super().name(text)
        self.edit.setAccessibleName(tr("{text}: reason", text=text))


class QuietSpinBox(QtWidgets.QSpinBox):
    """A number with arrows. The wheel scrolls the page and does not change the number."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class QuietComboBox(QtWidgets.QComboBox):
    """A list to choose from. The wheel scrolls the page and does not change the choice.

    A choice for which there is no room ends in …, and is the tooltip where nothing else is. A digit
    finds a choice that begins with it, or goes on with a name; else it is left to what is around:
    dice from the table are typed while a list has the keys.
    """

    _typed_at = 0
    """When a key last looked for a choice, by the clock of events."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, pause = event.text(), QtWidgets.QApplication.keyboardInputInterval()
        begins = any(self.itemText(at).lower().startswith(key) for at in range(self.count()))
        goes_on = event.timestamp() - self._typed_at <= pause
        if key.translate(DIGITS).isdecimal() and not (begins or goes_on):
            event.ignore()
            return
        self._typed_at = event.timestamp() if key.isalnum() else 0
        super().keyPressEvent(event)

    def initStyleOption(self, option: QtWidgets.QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = self._cut()

    def event(self, event: QEvent) -> bool:
        tip = event.type() == QEvent.Type.ToolTip and not self.toolTip()
        if tip and isinstance(event, QHelpEvent) and self._cut() != self.currentText():
            QtWidgets.QToolTip.showText(event.globalPos(), basics.as_tip(self.currentText()), self)
            return True
        return super().event(event)

    def _cut(self) -> str:
        option, style = QtWidgets.QStyleOptionComboBox(), QtWidgets.QStyle
        super().initStyleOption(option)
        place = style.ComplexControl.CC_ComboBox, option, style.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(*place, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)


LINE = object()
"""Stands among the values of a list that opens where it shows a line."""


class ChoiceEditor(editor.Editor):
    """One of a few values, in a list that opens. A value that is not on offer is kept."""

    def __init__(self, field: Field, look: editor.Look) -> None:
        super().__init__(field)
        self.box = QuietComboBox()
        if look == "sheet":
            self.box.setSizeAdjustPolicy(
                QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            self.box.setMinimumContentsLength(6)
            self._fill_with(self.box)
        else:
            self.box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.box.setMinimumWidth(theme.px(PANEL_CHOICE[0]))
            self.box.setMaximumWidth(theme.px(PANEL_CHOICE[1]))
            self._control = self.box
            self.setLayout(basics.row(self.box, None))
        nothing = field.optional or (field.default is None and not field.required)
        self._values: list[Any] = [None] if nothing else []
        if nothing:
            self.box.addItem("–")
        self._values += add_choices(self.box, field.choices)
        self.box.activated.connect(self._emit_changed)

    def _show(self, value: Any) -> None:
        if value not in self._values:
            at = 0 if value is None else len(self._values)  # where nothing is chosen, Down chooses
            self._values.insert(at, value)
            self.box.insertItem(at, "–" if value is None else str(value))
        self.box.setCurrentIndex(self._values.index(value))

    def value(self) -> Any:
        index = self.box.currentIndex()
        return self._values[index] if index >= 0 else None

    def use_terms(self) -> None:
        for choice in self.field.choices:
            self.box.setItemText(self._values.index(choice.value), _said(choice))


def _said(choice: Choice) -> str:
    note = choice.why_not or choice.note
    label = in_words(choice.label)
    return f"{label} · {chosen().dice(in_words(note))}" if note else label


def add_choices(box: QtWidgets.QComboBox, choices: Iterable[Choice]) -> list[Any]:
    """Puts choices into a list that opens, a line before those that stand aside.

    What cannot be chosen is grey. Returns the value of each item; that of a line is no value.
    """
    values: list[Any] = []
    for choice in sorted(choices, key=lambda choice: choice.aside):
        if choice.aside and values and LINE not in values:
            box.insertSeparator(box.count())
            values.append(LINE)
        box.addItem(_said(choice))
        values.append(choice.value)
        if choice.why_not is not None:
            model = box.model()
            model.setData(model.index(box.count() - 1, 0), 0, Qt.ItemDataRole.UserRole - 1)
    return values


class FixedEditor(editor.Editor):
    """A choice of which nothing is on offer: it keeps what it was given."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self._value: Any = [] if field.kind in ("choices", "combatants") else field.default
        self._fill_with(basics.label(tr("nothing to choose"), "faint"))

    def _show(self, value: Any) -> None:
        self._value = value

    def value(self) -> Any:
        return self._value
