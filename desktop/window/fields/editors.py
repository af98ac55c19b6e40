"""One editor for each kind of field. They take any text and keep it; the model says what is wrong.

An editor's value is raw JSON: what was typed, turned into a number where it is one. A word in a
number's field stays a word, so that the model can refuse it and nothing typed is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.rules.fields import Field
from desktop.window.widgets import theme
from desktop.window.widgets.plain import FlowLayout

Problems = Sequence[tuple[tuple[str, ...], str]]
"""What was refused: the path below this place, and a sentence."""


class Editor(QWidget):
    """Shows and reads one field. ``changed`` tells that the person changed it."""

    changed = Signal()
    entered = Signal()
    """The person has come into it."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self._quiet = False

    def show_value(self, value: Any) -> None:
        """Shows a value without telling that anything changed."""
        if self.value() == value and type(self.value()) is type(value):
            return
        self._quiet = True
        try:
            self._show(value)
        finally:
            self._quiet = False

    def _show(self, value: Any) -> None:
        raise NotImplementedError

    def value(self) -> Any:
        """What stands in it, as raw JSON."""
        raise NotImplementedError

    def focus_widget(self) -> QWidget:
        """The control that a label's key jumps to."""
        raise NotImplementedError

    def name(self, text: str) -> None:
        """What a screen reader calls it."""
        self.focus_widget().setAccessibleName(text)

    def refuse(self, problems: Problems) -> list[str]:
        """Marks what is refused inside; returns the sentences to be shown beside the editor."""
        theme.dress(self.focus_widget(), *(["refused"] if problems else []))
        return [sentence for _, sentence in problems]

    def lock(self, locked: bool) -> None:
        """Whether it can only be read."""
        self.setEnabled(not locked)

    def use_english(self, english: bool) -> None:
        """Whose words the labels inside are in."""

    def _tell(self) -> None:
        if not self._quiet:
            self.changed.emit()


class LeaveUndo(QObject):
    """Leaves Ctrl+Z and Ctrl+Y to the window, whose undo goes over whole sheets."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            standard = QKeySequence.StandardKey
            if event.matches(standard.Undo) or event.matches(standard.Redo):
                event.ignore()
                return True
        return super().eventFilter(watched, event)


def leave_undo(widget: QWidget) -> None:
    widget.installEventFilter(LeaveUndo(widget))


def _alone(editor: QWidget, control: QWidget) -> None:
    inside = QVBoxLayout(editor)
    inside.setContentsMargins(0, 0, 0, 0)
    inside.addWidget(control)
    editor.setFocusProxy(control)


class TextEditor(Editor):
    """One line of text."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit = QLineEdit()
        self.edit.setMaxLength(32_000)
        leave_undo(self.edit)
        _alone(self, self.edit)
        self.edit.textEdited.connect(self._tell)

    def _show(self, value: Any) -> None:
        self.edit.setText("" if value is None else str(value))
        self.edit.setCursorPosition(0)

    def value(self) -> Any:
        text = self.edit.text()
        return None if not text and self.field.optional else text

    def focus_widget(self) -> QWidget:
        return self.edit

    def lock(self, locked: bool) -> None:
        self.edit.setReadOnly(locked)


class LongEditor(Editor):
    """Text with room."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit = QPlainTextEdit()
        self.edit.setTabChangesFocus(True)
        self.edit.setMinimumHeight(58)
        self.edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        leave_undo(self.edit)
        _alone(self, self.edit)
        self.edit.textChanged.connect(self._tell)

    def sizeHint(self) -> QSize:
        return QSize(240, 84)

    def _show(self, value: Any) -> None:
        self.edit.setPlainText("" if value is None else str(value))

    def value(self) -> Any:
        text = self.edit.toPlainText()
        return None if not text and self.field.optional else text

    def focus_widget(self) -> QWidget:
        return self.edit

    def lock(self, locked: bool) -> None:
        self.edit.setReadOnly(locked)


class NumberEdit(QLineEdit):
    """A number that up, down and the wheel change, and that still takes any text."""

    stepped = Signal(int)

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
        if self.hasFocus() and not self.isReadOnly():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(70, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(46, super().minimumSizeHint().height())


class NumberEditor(Editor):
    """A whole number, or one with a fraction."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit = NumberEdit()
        self.edit.setMaxLength(40)
        self.edit.setPlaceholderText("–" if field.optional else "")
        leave_undo(self.edit)
        _alone(self, self.edit)
        self.edit.textEdited.connect(self._tell)
        self.edit.stepped.connect(self._step)

    def _show(self, value: Any) -> None:
        self.edit.setText("" if value is None else f"{value:g}" if _float(value) else str(value))

    def value(self) -> Any:
        return read_number(self.edit.text(), self.field)

    def _step(self, by: int) -> None:
        if self.edit.isReadOnly():
            return
        now = self.value()
        if isinstance(now, str):
            return
        new = (self.field.minimum or 0) if now is None else now + by
        if self.field.minimum is not None:
            new = max(new, self.field.minimum)
        if self.field.maximum is not None:
            new = min(new, self.field.maximum)
        self.edit.setText(f"{new:g}")
        self.edit.selectAll()
        self._tell()

    def focus_widget(self) -> QWidget:
        return self.edit

    def lock(self, locked: bool) -> None:
        self.edit.setReadOnly(locked)


def read_number(text: str, field: Field) -> Any:
    """A number where the text is one, None where nothing stands, else the text itself."""
    text = text.strip().replace("−", "-")
    if not text:
        return None if field.optional else ""
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text)
    if field.kind == "number" and re.fullmatch(r"[+-]?[0-9]{0,18}[.,][0-9]{1,9}", text):
        return float(text.replace(",", "."))
    return text


def _float(value: Any) -> bool:
    return isinstance(value, float)


class FlagEditor(Editor):
    """Yes or no."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = QCheckBox()
        _alone(self, self.box)
        self.box.toggled.connect(self._tell)

    def _show(self, value: Any) -> None:
        self.box.setChecked(value is True)

    def value(self) -> Any:
        return self.box.isChecked()

    def name(self, text: str) -> None:
        super().name(text)
        self.box.setText(text.replace("&", "&&"))

    def focus_widget(self) -> QWidget:
        return self.box


class ReasonEditor(Editor):
    """Yes or no, or yes with a reason."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = QCheckBox()
        self.edit = QLineEdit()
        self.edit.setPlaceholderText("reason")
        self.edit.setAccessibleName("Reason")
        leave_undo(self.edit)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.box)
        inside.addWidget(self.edit, 1)
        self.setFocusProxy(self.box)
        self.box.toggled.connect(self._tell)
        self.edit.textEdited.connect(self._tell)

    def _show(self, value: Any) -> None:
        self.box.setChecked(bool(value))
        self.edit.setText(value if isinstance(value, str) else "")

    def value(self) -> Any:
        return self.box.isChecked() and (self.edit.text().strip() or True)

    def name(self, text: str) -> None:
        super().name(text)
        self.box.setText(text.replace("&", "&&"))

    def focus_widget(self) -> QWidget:
        return self.box


class Quiet(QComboBox):
    """A list to choose from that the wheel does not change in passing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceEditor(Editor):
    """One of a few values."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = Quiet()
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.box.setMinimumContentsLength(6)
        self._values: list[Any] = [None] if field.optional else []
        if field.optional:
            self.box.addItem("–")
        for choice in field.choices:
            self._values.append(choice.value)
            self.box.addItem(choice.label)
        _alone(self, self.box)
        self.box.activated.connect(self._tell)

    def _show(self, value: Any) -> None:
        if value not in self._values:
            self._values.append(value)
            self.box.addItem(str(value))
        self.box.setCurrentIndex(self._values.index(value))

    def value(self) -> Any:
        index = self.box.currentIndex()
        return self._values[index] if index >= 0 else None

    def focus_widget(self) -> QWidget:
        return self.box


class ChoicesEditor(Editor):
    """Several of a few values."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        inside = FlowLayout(self, spacing=10)
        self._boxes: list[tuple[Any, QCheckBox]] = []
        for choice in field.choices:
            box = QCheckBox(choice.label.replace("&", "&&"))
            box.setAccessibleName(choice.label)
            box.toggled.connect(self._tell)
            inside.addWidget(box)
            self._boxes.append((choice.value, box))
        self._first = self._boxes[0][1] if self._boxes else self
        self._none: Any = None if field.optional else []
        """What it means that no box is ticked, where nothing and an empty list differ."""
        for _, box in self._boxes:
            box.clicked.connect(self._forget_none)

    def _forget_none(self) -> None:
        self._none = None if self.field.optional else []

    def _show(self, value: Any) -> None:
        self._none = value if value in (None, []) else self._none
        for own, box in self._boxes:
            box.setChecked(own in (value or []))

    def value(self) -> Any:
        return [own for own, box in self._boxes if box.isChecked()] or self._none

    def name(self, text: str) -> None:
        self.setAccessibleName(text)

    def focus_widget(self) -> QWidget:
        return self._first

    def refuse(self, problems: Problems) -> list[str]:
        return [sentence for _, sentence in problems]


class ListEditor(TextEditor):
    """Several texts, numbers or pairs in one line, with commas between them."""

    _SAID = {
        "texts": "separate with commas",
        "numbers": "numbers, separated with commas",
        "pairs": "pairs like 1/2, separated with commas",
    }

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit.setPlaceholderText(self._SAID.get(field.kind, "separate with commas"))

    def _show(self, value: Any) -> None:
        if isinstance(value, list):
            value = ", ".join(
                "/".join(map(str, part)) if isinstance(part, list | tuple) else str(part)
                for part in value
            )
        super()._show(value)

    def value(self) -> Any:
        parts = [part.strip() for part in self.edit.text().split(",") if part.strip()]
        if not parts:
            return None if self.field.optional else []
        match self.field.kind:
            case "numbers":
                return [read_number(part, self.field) for part in parts]
            case "pairs":
                return [[read_number(n, self.field) for n in part.split("/")] for part in parts]
            case _:
                return parts

    def show_value(self, value: Any) -> None:
        if self.value() != value:
            super().show_value(value)


class ScoresEditor(Editor):
    """Free names with a whole number each; an empty line at the end takes one more."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels(["Name", "Value"])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(1, 70)
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.table.setTabKeyNavigation(False)
        _alone(self, self.table)
        self.table.itemChanged.connect(self._grown)
        self._fit([])

    def _fit(self, lines: Sequence[tuple[str, str]]) -> None:
        before, self._quiet = self._quiet, True
        self.table.setRowCount(0)
        for name, number in [*lines, ("", "")]:
            self._add(name, number)
        self._quiet = before
        self._resize()

    def _add(self, name: str, number: str) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self.table.setItem(row, 0, QTableWidgetItem(name))
        self.table.setItem(row, 1, QTableWidgetItem(number))

    def _resize(self) -> None:
        rows = min(max(self.table.rowCount(), 2), 12)
        self.table.setFixedHeight(30 * rows + 34)

    def _grown(self) -> None:
        if self._quiet:
            return
        last = self.table.rowCount() - 1
        if any(self._text(last, column) for column in (0, 1)):
            self._quiet = True
            self._add("", "")
            self._quiet = False
            self._resize()
        self._tell()

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item else ""

    def _show(self, value: Any) -> None:
        pairs = value.items() if isinstance(value, Mapping) else ()
        self._fit([(str(name), str(number)) for name, number in pairs])

    def value(self) -> Any:
        return {
            self._text(row, 0): read_number(self._text(row, 1), self.field)
            for row in range(self.table.rowCount())
            if self._text(row, 0) or self._text(row, 1)
        }

    def focus_widget(self) -> QWidget:
        return self.table

    def refuse(self, problems: Problems) -> list[str]:
        return [f"{path[0]}: {said}" if path else said for path, said in problems]


SIMPLE: Mapping[str, Callable[[Field], Editor]] = {
    "integer": NumberEditor,
    "number": NumberEditor,
    "text": TextEditor,
    "flag": FlagEditor,
    "reason": ReasonEditor,
    "choice": ChoiceEditor,
    "choices": ChoicesEditor,
    "combatant": TextEditor,
    "combatants": ListEditor,
    "numbers": ListEditor,
    "pairs": ListEditor,
    "texts": ListEditor,
    "scores": ScoresEditor,
}
"""Editors that need to know nothing but their field."""
