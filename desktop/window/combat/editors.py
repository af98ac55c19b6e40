"""One editor for each kind of field: chips, spin boxes, check rows, lines of text.

An editor shows a :class:`Field`, holds a value as JSON, and says ``changed``. It knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.rules.fields import Choice, Field
from desktop.rules.table import Refusal
from desktop.window.combat.pieces import Chip, Flow
from desktop.window.widgets import plain

Tint = Callable[[Any], int | None]
"""The colour number of a choice's value, when it is a combatant."""

MOST_CHIPS = 10
"""So many choices are chips; more of them go into a box beside."""

WIDE = 9_999


WIDEST_BOX = 210
"""The width of a box that stands beside others on a line."""


class Editor(QWidget):
    """The base of all editors. ``value`` raises :class:`Refusal` when the text is not readable."""

    changed = Signal()

    def __init__(self, field: Field, label: str) -> None:
        super().__init__()
        self.field = field
        self.label = label

    def value(self) -> Any:
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        raise NotImplementedError

    def enter(self) -> None:
        """Puts the focus into its first control: the next one after itself in the tab chain."""
        self.setFocus()
        self.focusNextChild()


class ChipsEditor(Editor):
    """One or several of the choices, as chips; what does not fit is in a box at the end."""

    def __init__(self, field: Field, label: str, tint: Tint) -> None:
        super().__init__(field, label)
        self._many = field.kind in ("choices", "combatants")
        self._tint = tint
        self._chips: dict[str, Chip] = {}
        self._picked: list[Any] = []
        self._by_name = {_name(choice.value): choice for choice in field.choices}
        self._flow = Flow(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._flow)
        self.more: QComboBox | None = None
        self.set_value(field.default)

    def value(self) -> Any:
        if self._many:
            return list(self._picked)
        return self._picked[0] if self._picked else None

    def set_value(self, value: Any) -> None:
        values = value if self._many else [value]
        self._picked = [v for v in values or [] if _name(v) in self._by_name]
        self._lay_out()
        self._check()

    def chips(self) -> Mapping[str, Chip]:
        """The chips by the name of their value."""
        return self._chips

    def shown(self) -> list[Choice]:
        """The choices that are chips now, in their order."""
        return [self._by_name[name] for name in self._chips]

    def step(self, by: int) -> bool:
        """Picks the next possible one; False where several can be picked."""
        possible = [c for c in self.field.choices if c.why_not is None]
        if self._many or not possible:
            return False
        now = next(
            (n for n, c in enumerate(possible) if c.value in self._picked), -1 if by > 0 else 0
        )
        self.set_value(possible[(now + by) % len(possible)].value)
        self.changed.emit()
        return True

    def _lay_out(self) -> None:
        """Who is picked is always a chip, also when it came from the box."""
        choices = list(self.field.choices)
        if len(choices) > MOST_CHIPS:
            picked = [self._by_name[_name(v)] for v in self._picked]
            rest = [c for c in choices if c not in picked]
            rest.sort(key=lambda c: c.why_not is not None)
            keep = {_name(c.value) for c in [*picked, *rest][: MOST_CHIPS - 1]}
            choices = [c for c in choices if _name(c.value) in keep]
        names = [_name(c.value) for c in choices]
        if names == list(self._chips):
            return
        self._flow.clear()
        self._chips.clear()
        for choice in choices:
            chip = Chip(
                choice.label, choice.note, why_not=choice.why_not, tint=self._tint(choice.value)
            )
            chip.clicked.connect(lambda _=False, value=choice.value: self._toggle(value))
            self._flow.add(chip)
            self._chips[_name(choice.value)] = chip
        self._box([c for c in self.field.choices if _name(c.value) not in self._chips])

    def _box(self, rest: list[Choice]) -> None:
        self.more = None
        if not rest:
            return
        box = QComboBox()
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.setAccessibleName(self.tr("{label}: another").format(label=self.label))
        box.addItem(self.tr("{count} more…").format(count=len(rest)))
        box.addItems([c.label for c in rest])
        model = box.model()
        for number, choice in enumerate(rest, 1):
            if choice.why_not:
                item = model.index(number, 0)
                model.setData(item, f"{choice.label} · {choice.why_not}")
                model.setData(item, 0, Qt.ItemDataRole.UserRole - 1)
        box.activated.connect(lambda at: self._toggle(rest[at - 1].value) if at else None)
        box.setMaximumWidth(240)
        self._flow.add(box)
        self.more = box

    def _toggle(self, value: Any) -> None:
        if value in self._picked:
            if self._many or self.field.optional or not self.field.required:
                self._picked.remove(value)
        elif self._many:
            self._picked.append(value)
        else:
            self._picked = [value]
        self._lay_out()
        self._check()
        self.changed.emit()

    def _check(self) -> None:
        picked = {_name(value) for value in self._picked}
        for name, chip in self._chips.items():
            chip.setChecked(name in picked)


def _name(value: Any) -> str:
    """Values of choices can be lists; their JSON-like text tells them apart, 1 from "1" too."""
    return repr(value)


class BoxEditor(Editor):
    """One of many values, in a box."""

    def __init__(self, field: Field, label: str, short: bool = False) -> None:
        super().__init__(field, label)
        nothing = field.optional or (field.default is None and not field.required)
        self._values: list[Any] = [None] if nothing else []
        self._box = QComboBox(self)
        self._box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._box.setAccessibleName(label)
        if short:
            self._box.setMaximumWidth(WIDEST_BOX)
        if self._values:
            self._box.addItem("–")
        for choice in field.choices:
            note = choice.why_not or choice.note
            self._values.append(choice.value)
            self._box.addItem(f"{choice.label} · {note}" if note else choice.label)
            if choice.why_not:
                model = self._box.model()
                at = model.index(len(self._values) - 1, 0)
                model.setData(at, 0, Qt.ItemDataRole.UserRole - 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._box)
        row.addStretch(1)
        self.set_value(field.default)
        self._box.activated.connect(self.changed)

    def value(self) -> Any:
        at = self._box.currentIndex()
        return self._values[at] if at >= 0 else None

    def set_value(self, value: Any) -> None:
        known = value in self._values
        self._box.setCurrentIndex(self._values.index(value) if known else 0)


class NumberEditor(Editor):
    """A whole number or one with halves; where nothing is a value too, the lowest step says so."""

    def __init__(self, field: Field, label: str) -> None:
        super().__init__(field, label)
        whole = field.kind == "integer"
        self._spin: QSpinBox | QDoubleSpinBox = _Spin() if whole else _HalfSpin()
        low = -WIDE if field.minimum is None else field.minimum
        high = WIDE if field.maximum is None else field.maximum
        self._low = low
        self._empty = low - 1 if field.optional else None
        if isinstance(self._spin, QSpinBox):
            self._spin.setRange(int(low) - bool(field.optional), int(high))
        else:
            self._spin.setDecimals(1)
            self._spin.setSingleStep(0.5)
            self._spin.setRange(low - bool(field.optional), high)
        if field.optional:
            self._spin.setSpecialValueText("–")
        if field.unit:
            self._spin.setSuffix(f" {field.unit}" if field.unit[0].isalnum() else field.unit)
        self._spin.setAccessibleName(label)
        self._spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._spin.setFixedWidth(86)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._spin)
        self.set_value(field.default)
        self._spin.valueChanged.connect(lambda _: self.changed.emit())

    def value(self) -> Any:
        value = self._spin.value()
        if self._empty is not None and value == self._empty:
            return None
        return value

    def set_value(self, value: Any) -> None:
        fallback = self._empty if self._empty is not None else max(self._low, 0)
        number = fallback if value is None else value
        if isinstance(self._spin, QSpinBox):
            self._spin.setValue(int(number))
        else:
            self._spin.setValue(float(number))


class _Spin(QSpinBox):
    """The wheel scrolls the page unless the box has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class _HalfSpin(QDoubleSpinBox):
    """As :class:`_Spin`, for numbers with halves."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class CheckEditor(Editor):
    """Yes or no; where a reason may be given, a line for it appears with the tick."""

    def __init__(self, field: Field, label: str) -> None:
        super().__init__(field, label)
        self.box = QCheckBox(label.replace("&", "&&"))
        self.box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.box.setAccessibleName(label)
        self.box.setToolTip(plain.as_tip(field.help))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.box)
        self._reason: QLineEdit | None = None
        if field.kind == "reason":
            self._reason = QLineEdit()
            self._reason.setPlaceholderText(self.tr("reason"))
            self._reason.setAccessibleName(self.tr("{label}: reason").format(label=label))
            self._reason.setMaxLength(field.length or 200)
            self._reason.hide()
            row.addWidget(self._reason, 1)
            self._reason.textEdited.connect(lambda _: self.changed.emit())
        self.set_value(field.default)
        self.box.toggled.connect(self._toggled)

    def value(self) -> Any:
        if not self.box.isChecked():
            return False
        return (self._reason.text().strip() if self._reason else "") or True

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))
        if self._reason is not None:
            self._reason.setText(value if isinstance(value, str) else "")
            self._reason.setVisible(bool(value))

    def _toggled(self, on: bool) -> None:
        if self._reason is not None:
            self._reason.setVisible(on)
        self.changed.emit()


class TextEditor(Editor):
    """A line of text, or a few where the field asks for room."""

    def __init__(self, field: Field, label: str, short: bool = False) -> None:
        super().__init__(field, label)
        self._line: QLineEdit | QPlainTextEdit
        if field.long:
            self._line = QPlainTextEdit()
            self._line.setFixedHeight(64)
            self._line.setTabChangesFocus(True)
            self._line.textChanged.connect(self.changed)
        else:
            self._line = QLineEdit()
            if field.length:
                self._line.setMaxLength(field.length)
            self._line.textEdited.connect(lambda _: self.changed.emit())
            if short:
                self._line.setFixedWidth(170)
        self._line.setAccessibleName(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line)
        self.set_value(field.default)

    def value(self) -> Any:
        line = self._line
        text = line.toPlainText() if isinstance(line, QPlainTextEdit) else line.text()
        return None if not text and self.field.optional else text

    def set_value(self, value: Any) -> None:
        text = "" if value is None else str(value)
        if isinstance(self._line, QPlainTextEdit):
            self._line.setPlainText(text)
        else:
            self._line.setText(text)


class ListEditor(Editor):
    """Lists on one line: ``3, 1, 4``, ``0:2, 1:0`` for pairs, ``melee 3, dodge 2`` for scores."""

    def __init__(self, field: Field, label: str) -> None:
        super().__init__(field, label)
        self._line = QLineEdit()
        self._line.setAccessibleName(label)
        self._line.setPlaceholderText(
            {"numbers": "3, 1, 4", "pairs": "0:2, 1:0", "scores": "melee 3, dodge 2"}.get(
                field.kind, self.tr("one, another")
            )
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line)
        self.set_value(field.default)
        self._line.textEdited.connect(lambda _: self.changed.emit())

    def value(self) -> Any:
        text = self._line.text()
        parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
        match self.field.kind:
            case "numbers":
                return [self._number(word) for part in parts for word in part.split()]
            case "pairs":
                return [[self._number(a), self._number(b)] for a, b in map(self._pair, parts)]
            case "scores":
                return {name: self._number(score) for name, score in map(self._pair, parts)}
            case _:
                return parts

    def set_value(self, value: Any) -> None:
        match self.field.kind:
            case "pairs":
                text = ", ".join(f"{a}:{b}" for a, b in value or ())
            case "scores":
                text = ", ".join(f"{name} {score}" for name, score in (value or {}).items())
            case _:
                text = ", ".join(map(str, value or ()))
        self._line.setText(text)

    def _number(self, word: str) -> int:
        try:
            return int(word.replace("−", "-"))
        except ValueError:
            raise Refusal(f"{word!r} is not a whole number", self.field.id) from None

    def _pair(self, part: str) -> tuple[str, str]:
        first, _, second = part.replace("=", ":").rpartition(":" if ":" in part else " ")
        if not first.strip() or not second.strip():
            raise Refusal(f"{part!r} needs two parts, as in 0:2", self.field.id)
        return first.strip(), second.strip()


class FixedEditor(Editor):
    """A choice where there is nothing to choose."""

    def __init__(self, field: Field, label: str) -> None:
        super().__init__(field, label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        note: QLabel = plain.label(self.tr("nothing to choose"), "faint")
        row.addWidget(note)

    def value(self) -> Any:
        return [] if self.field.kind in ("choices", "combatants") else self.field.default

    def set_value(self, value: Any) -> None:
        """There is only one value."""


def editor_for(field: Field, label: str, tint: Tint, short: bool = False) -> Editor:
    """The editor that goes with a field's kind. Records are a matter of the form.

    ``short`` asks for one that stands beside others on a line.
    """
    match field.kind:
        case "integer" | "number":
            return NumberEditor(field, label)
        case "flag" | "reason":
            return CheckEditor(field, label)
        case "text":
            return TextEditor(field, label, short)
        case "choice" | "combatant" | "choices" | "combatants" if not field.choices:
            return FixedEditor(field, label)
        case "combatant" if short:
            return BoxEditor(field, label, short)
        case "choice" if short or len(field.choices) > MOST_CHIPS or _long(field):
            return BoxEditor(field, label, short)
        case "choice" | "combatant" | "choices" | "combatants":
            return ChipsEditor(field, label, tint)
        case _:
            return ListEditor(field, label)


def _long(field: Field) -> bool:
    return sum(len(c.label) + len(c.note or "") + 5 for c in field.choices) > 150
