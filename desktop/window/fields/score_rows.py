"""Named numbers in rows and columns: abilities, skills, powers, armour by location.

The names that are known stand ready or are offered while one types; any other name may be added.
Few numbers (up to ten) are dots, others are typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent

from desktop.rules.fields import Field
from desktop.window.fields import editor
from desktop.window.fields.box import SheetBox, hand_on
from desktop.window.fields.dot_slider import DotsEditor, few, score_of
from desktop.window.fields.editors import NumberEditor
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.language import of_model, tr

_APART = 20
_NAME, _BEFORE_DOTS = 120, 150
"""Pixels: between columns, and what a name needs to be read; dots give way to a longer one."""


class ScoreRows(editor.Editor):
    """Edits a mapping of scores, or a record of whole numbers that takes more of them.

    ``all_known`` shows a row for every known name, taken or not. A key stays as it was given:
    a known name in other letters is shown in the known one's row. A row that stands at its
    default is part of the value only where it was given.
    """

    def __init__(
        self,
        field: Field,
        around: editor.Surroundings,
        *,
        columns: int = 3,
        all_known: bool = True,
        growing: bool = False,
    ) -> None:
        super().__init__(field)
        self._around = around
        self._known = known_parts(field)
        self._all_known = all_known
        self._given: dict[str, Any] = {}
        self._raw: Any = None
        """What was given where it is no mapping at all; None otherwise."""
        self.boxes: dict[str, SheetBox] = {}
        """The rows, by the key under which they stand in the value."""
        self._shown = columns
        outer = basics.tight(QtWidgets.QVBoxLayout(self), 6)
        self._across = across = QtWidgets.QHBoxLayout()
        across.setSpacing(theme.px(_APART))
        self._columns = [QtWidgets.QVBoxLayout() for _ in range(columns)]
        for column in self._columns:
            column.setSpacing(theme.px(2))
            across.addLayout(column, 1)
        outer.addLayout(across)
        self.add_line = NameLine()
        self.add_line.setMaximumWidth(theme.px(300))
        self.add_line.given.connect(self.add)
        outer.addWidget(self.add_line)
        self.add_line.setVisible(growing)  # not before it has a parent: it would be a window
        self._show({})

    # ---- value

    def _show(self, value: Any) -> None:
        self._raw = None if isinstance(value, Mapping) else value
        self._given = dict(value) if isinstance(value, Mapping) else {}
        wanted: dict[str, Field] = {}
        keys = {self._known_as(key) or key: key for key in self._given}
        if self._all_known:
            wanted = {keys.get(id, id): part for id, part in self._known.items()}
        for key in self._given:
            known = self._known_as(key)
            part = self._known[known] if known and keys[known] == key else self._own(key)
            wanted.setdefault(key, part)
        if list(wanted) != list(self.boxes):
            self._build(wanted)
        for key, box in self.boxes.items():
            box.editor.show_value(self._given.get(key, editor.to_json(box.field.default)))

    def value(self) -> Any:
        if self._raw is not None:
            return self._raw
        whole = self.field.kind == "record"
        scores = {key: self.boxes[key].editor.value() for key in self._given if key in self.boxes}
        for key, box in self.boxes.items():
            number = box.editor.value()
            if key not in scores and (whole or number != editor.to_json(box.field.default)):
                scores[key] = number
        return scores

    def _known_as(self, name: str) -> str | None:
        """The id of a known score by its id or one of its labels."""
        wanted = _folded(name)
        for id, part in self._known.items():
            if wanted in (_folded(id), _folded(part.label), _folded(part.native)):
                return id
        return None

    def _own(self, key: str) -> Field:
        """The field of a score whose name is not known."""
        like = next(iter(self._known.values()), self.field)
        return Field(
            id=key,
            kind="integer",
            label=_readable(key),
            default=0,
            minimum=like.minimum,
            maximum=like.maximum,
            group=tr("Others") if any(part.group for part in self._known.values()) else "",
        )

    # ---- rows

    def _build(self, wanted: Mapping[str, Field]) -> None:
        fresh: dict[str, SheetBox] = {}
        for key, part in wanted.items():
            old = self.boxes.pop(key, None)
            fresh[key] = old if old is not None else self._row(key, part)
        for gone in self.boxes.values():
            gone.hide()
            gone.deleteLater()
        self.boxes = fresh
        self._arrange()
        self._offer_names()

    def _offer_names(self) -> None:
        self.add_line.offer(
            self._around.words(part)[0]
            for id, part in self._known.items()
            if id not in {self._known_as(key) for key in self.boxes}
        )

    def _row(self, key: str, part: Field) -> SheetBox:
        number = DotsEditor(part) if few(part) else _narrow(NumberEditor(part))
        box = SheetBox(part, self._around, number, (key,), beside=True, two_words=False)
        if not (self._all_known and self._known_as(key)):
            drop = _cross(tr("Remove: {name}", name=self._around.words(part)[0]))
            drop.clicked.connect(lambda: self.remove(key))
            box.line.insertWidget(1, drop)
            if isinstance(number, DotsEditor):
                number.dots.removed.connect(lambda: self.remove(key))
            else:  # Delete in a line of text takes a digit away
                drop.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.changed.connect(self._edited)
        return box

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as names can be read in."""
        apart = theme.px(_APART)
        room = (event.size().width() + apart) // (self._row_width() + apart)
        fit = max(1, min(room, len(self._columns)))
        if fit != self._shown:
            self._shown = fit
            self._arrange()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._row_width(), super().minimumSizeHint().height())

    def _row_width(self) -> int:
        """What one column needs."""
        editors = (box.editor.sizeHint().width() for box in self.boxes.values())
        return theme.px(_NAME) + max(editors, default=0)

    def _arrange(self) -> None:
        """Fills the columns from the top; each group under its name, also where it goes on."""
        longest = max((box.name_width() for box in self.boxes.values()), default=0)
        for box in self.boxes.values():
            if isinstance(box.editor, DotsEditor):
                box.keep_for_name(min(longest, theme.px(_BEFORE_DOTS)))
        groups: dict[str, list[SheetBox]] = {}
        for box in self.boxes.values():
            groups.setdefault(of_model(box.field.group), []).append(box)
        titled = any(groups)
        lines = len(self.boxes) + (len(groups) if titled else 0)
        depth = -(-lines // self._shown)
        for column in self._columns:
            _empty(column)
        place, used = 0, 0
        for title, boxes in groups.items():
            for number, box in enumerate(boxes):
                last = place == self._shown - 1
                # A heading is not left without a row, nor a group's last row without the others.
                room = depth + (titled and 0 < number == len(boxes) - 1)
                if not last and used + (titled and number == 0) >= room:
                    place, used = place + 1, 0
                if titled and (number == 0 or used == 0):
                    head = basics.label(title, "section")
                    self._columns[place].addSpacing(8 if used else 3)
                    self._columns[place].addWidget(head)
                    used += 1
                self._columns[place].addWidget(box)
                box.show()
                used += 1
        for index, column in enumerate(self._columns):
            column.addStretch(1)
            self._across.setStretch(index, int(index < self._shown))

    def _edited(self) -> None:
        self._raw = None
        self._emit_changed()

    def add(self, name: str) -> None:
        """Adds a row for a name, known or not, or goes to the one there is."""
        key = self._known_as(name) or name
        there = next((k for k in self.boxes if _folded(k) == _folded(key)), None)
        there = there or next((k for k in self.boxes if self._known_as(k) == key), None)
        if there is None:
            there = key
            part = self._known.get(key) or self._own(key)
            usual = next((part.default for part in self._known.values()), 1)
            whole = self.field.kind != "scores" and isinstance(usual, int)
            start = max(1, usual) if whole else 1
            self._given[key] = start
            self._raw = None
            self._build({**{k: box.field for k, box in self.boxes.items()}, key: part})
            self.boxes[key].editor.show_value(start)
            self._emit_changed()
        self.boxes[there].editor.enter()

    def remove(self, key: str) -> None:
        """Takes a row out."""
        self._given.pop(key, None)
        self._build({k: box.field for k, box in self.boxes.items() if k != key})
        self._emit_changed()
        self.add_line.setFocus()

    # ---- as every editor

    def focus_widget(self) -> QtWidgets.QWidget:
        return (
            next(iter(self.boxes.values())).editor.focus_widget() if self.boxes else self.add_line
        )

    def name(self, text: str) -> None:
        self.setAccessibleName(text)
        self.add_line.call(text)

    def use_terms(self) -> None:
        for box in self.boxes.values():
            box.use_terms()
        self._arrange()
        self._offer_names()

    def refuse(self, problems: editor.Problems) -> list[str]:
        return hand_on({(key,): box for key, box in self.boxes.items()}, problems)


def known_parts(field: Field) -> dict[str, Field]:
    """The fields of the scores that are known: parts of a record, or choices of a mapping."""
    if field.fields:
        return {part.id: part for part in field.fields}
    return {
        str(choice.value): score_of(choice, minimum=field.minimum, maximum=field.maximum)
        for choice in field.choices
    }


def _folded(name: str) -> str:
    return name.strip().casefold().replace("ё", "е").replace("_", " ")


def _readable(id: str) -> str:
    """An id as a word; a name that a person gave stays as it is."""
    return of_model(id.replace("_", " ")).capitalize() if id.isascii() and id.islower() else id


def _narrow(number: NumberEditor) -> NumberEditor:
    number.edit.setFixedWidth(theme.px(58))
    number.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
    return number


def _cross(about: str) -> QtWidgets.QToolButton:
    cross = QtWidgets.QToolButton()
    cross.setAccessibleName(about)
    cross.setFixedSize(theme.scaled(20, 20))
    cross.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    basics.tip(cross, about)
    icons.wear(cross, "cross", "faint", 10)
    return cross


def _empty(column: QtWidgets.QVBoxLayout) -> None:
    """Takes rows out of a column without deleting them; headings are deleted."""
    while (item := column.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None and not isinstance(widget, SheetBox):
            widget.hide()
            widget.deleteLater()


class NameLine(QtWidgets.QLineEdit):
    """Takes a name that is to be added: with Enter, from what is offered, or when it is left."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(100)
        editor.keep_to_one_line(self)
        editor.leave_undo(self)
        self._offered = QtWidgets.QCompleter([], self)
        self._offered.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._offered.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(self._offered)
        self._offered.activated.connect(self._give)
        self.editingFinished.connect(self._give)

    def call(self, field: str) -> None:
        """Sets the name of the field that names are added to."""
        self.setPlaceholderText(tr("Add by name"))
        self.setAccessibleName(tr("{field}: add by name", field=field))

    def offer(self, names: Iterable[str]) -> None:
        """What is offered while one types."""
        self._offered.setModel(QStringListModel(list(names), self._offered))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def _give(self) -> None:
        name = self.text().strip()
        if name:
            self.clear()
            self.given.emit(name)
