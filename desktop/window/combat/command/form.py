"""A form made from fields: the parameters of an option, or values to edit by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.rules.contract import Known
from desktop.rules.fields import Field
from desktop.rules.in_words import fact_in_words
from desktop.window.combat.command.form_fields import (
    FormField,
    as_mapping,
    first_value,
    flattened,
    shape_of,
)
from desktop.window.combat.command.map_note import MapNote
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.documents import to_json
from desktop.window.fields.editor import Editor, Surroundings
from desktop.window.fields.editors import ChoiceEditor, TextEditor
from desktop.window.widgets import basics
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import in_words, tr

LABELS, MOST_LABELS, PANEL_TEXT = 80, 140, 170
"""Pixels: how wide the column of labels is at least and at most, and a text among others."""

NUMBER, BESIDE = 110, 430
"""Pixels: how wide a number is without its label and rule, and what fits side by side."""


class Placed:
    """An editor in its place on the form: with its rule, and room for a refusal."""

    def __init__(self, leaf: FormField, editor: Editor) -> None:
        self.leaf, self.editor = leaf, editor
        self.refusal: QLabel = basics.label("", "refusal", wrap=True, name="refusal")
        self.refusal.hide()
        self.known: Known | None = None
        """What the map knows of it."""
        self.typed = False
        """Whether its value was given, and is no default."""
        self.note: MapNote | None = None
        """Made when the map knows something for the first time."""
        self.cell: tuple[Flow, QWidget] | None = None
        """Of a short field among others: the line they are in, and its part of it."""
        self.shown_by: list[QWidget] = []
        """All that is seen of the field."""

    def start_again(self, leaf: FormField) -> None:
        """Shows the default of a field as it is offered now; nothing is typed or known of it."""
        self.leaf = leaf
        self.typed = False
        self.editor.show_value(first_value(leaf.field))
        self.show_known(None)
        self.refuse("")

    @property
    def overruled(self) -> bool:
        """Whether a value was given though the map knows one."""
        return self.known is not None and self.typed

    def show_known(self, known: Known | None) -> None:
        """Shows what the map knows of it, unless that was overruled and is the same still."""
        if known != self.known:
            first, self.known = self.known is None, known
            self.typed = self.typed and first
            if known is None or not self.typed:
                value = first_value(self.leaf.field) if known is None else to_json(known.value)
                self.editor.show_value(value)
        if self.note is not None:
            why = in_words(known.why) if known else ""
            self.note.show_reason(why, overruled=self.overruled)
            self.editor.focus_widget().setAccessibleDescription(why)

    def show_whether_it_counts(self, counts: bool) -> None:
        """Hides a field that means nothing with what is chosen beside it."""
        for widget in self.shown_by:
            widget.setVisible(counts)

    def forget(self) -> None:
        """Takes the map's value again."""
        self.typed = False
        if self.known is not None:
            self.editor.show_value(to_json(self.known.value))

    def refuse(self, message: str) -> None:
        """Says what is wrong, at the field; an empty message takes it back."""
        self.refusal.setText(message)
        self.refusal.setVisible(bool(message))


class FieldForm(QWidget):
    """Editors for fields. :meth:`values` are those that differ from the model's defaults."""

    changed = Signal()

    def __init__(
        self,
        fields: Sequence[Field],
        around: Surroundings,
        model: Sequence[Field] | None = None,
        *,
        dense: bool = False,
    ) -> None:
        """``model`` are the fields as the model has them, where ``fields`` offer other defaults.

        ``dense`` is for one record among many: boxes on few lines.
        """
        super().__init__()
        self._around, self._dense = around, dense
        self._defaults = _defaults(fields if model is None else model)
        self.placed: dict[str, Placed] = {}
        self._hidden: set[str] = set()
        self._labels: list[QLabel] = []
        self._labels_wide = LABELS
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        found = list(flattened(fields))
        self._build([leaf for leaf in found if not leaf.seldom])
        seldom = [leaf for leaf in found if leaf.seldom]
        if seldom:
            self._fold(seldom)
            self._unfold_what_is_filled_in()
        self._hide_what_does_not_count()

    def offer(self, fields: Sequence[Field], model: Sequence[Field] | None = None) -> bool:
        """Takes the fields as they are offered now, with their defaults as values.

        False where they are not those for which the form was made: it has to be made anew.
        """
        found = {leaf.name: leaf for leaf in flattened(fields)}
        if found.keys() != self.placed.keys():
            return False
        for name, placed in self.placed.items():
            leaf = found[name]
            alike = replace(placed.leaf, field=leaf.field) == leaf
            if not alike or self._shape(placed.leaf) != self._shape(leaf):
                return False
            if not placed.editor.offer(leaf.field):
                return False
            placed.start_again(leaf)
        self._defaults = _defaults(fields if model is None else model)
        if self._hidden:
            self._more.show()
            self._folded.hide()
            self._unfold_what_is_filled_in()
        self._hide_what_does_not_count()
        return True

    # ---- values

    def values(self) -> dict[str, Any]:
        """What was filled in and is not the default, nested as the fields are, as raw JSON."""
        result: dict[str, Any] = {}
        for placed in self.placed.values():
            if not self._counts(placed):
                continue
            value, field = placed.editor.value(), placed.leaf.field
            default = self._defaults.get(placed.leaf.name)
            given = placed.overruled or (field.required and value is not None)
            if not given and (value == default or placed.known is not None):
                continue
            if value is None and not field.optional:
                continue
            into = result
            for part in placed.leaf.path[:-1]:
                into = into.setdefault(part, {})
            into[placed.leaf.path[-1]] = value
        return result

    def set_values(self, values: Mapping[str, Any], *, typed: bool = False) -> None:
        """Fills in what a step holds; what it leaves out stays as it is.

        ``typed``: somebody has given these values, also over what the map knows.
        """
        for placed in self.placed.values():
            found: Any = values
            for part in placed.leaf.path:
                found = found.get(part, _NOTHING) if isinstance(found, Mapping) else _NOTHING
            if found is not _NOTHING:
                placed.editor.show_value(found)
                placed.typed = typed
        self._unfold_what_is_filled_in()
        self._hide_what_does_not_count()

    def show_known(self, known: Mapping[str, Known]) -> None:
        """Shows what the map knows, by dotted path, with its reasons; emits nothing."""
        for name, placed in self.placed.items():
            found = known.get(name)
            if found is not None and placed.note is None:
                self._add_note(placed)
            placed.show_known(found)
        self._unfold_what_is_filled_in()

    def _add_note(self, placed: Placed) -> None:
        """The reason beside a short field, else above the place of its refusal."""
        note = placed.note = MapNote(beside=placed.cell is not None)
        if placed.cell is not None:
            flow, cell = placed.cell
            flow.add_after(cell, note)
        else:
            column = self._folded_column if placed.leaf.name in self._hidden else self._column
            column.insertWidget(column.indexOf(placed.refusal), note)
        note.taken.connect(placed.forget)
        note.taken.connect(self.changed)

    def _on_typed(self, placed: Placed) -> None:
        placed.typed = True
        self._hide_what_does_not_count()
        self.changed.emit()

    def _counts(self, placed: Placed) -> bool:
        """Whether a field means something with what is chosen beside it."""
        leaf = placed.leaf
        if not leaf.field.only_with:
            return True
        beside, *values = leaf.field.only_with
        other = self.placed.get(".".join((*leaf.path[:-1], beside)))
        return other is None or other.editor.value() in values

    def _hide_what_does_not_count(self) -> None:
        for placed in self.placed.values():
            if placed.leaf.field.only_with:
                placed.show_whether_it_counts(self._counts(placed))

    def summary(self) -> list[str]:
        """The values that were filled in, in words: ``Agent MOIRY``, ``Distance 7″``, ``Cover``."""
        counting = filter(self._counts, self.placed.values())
        return [words for placed in counting if (words := _fact(placed))]

    def chips(self, kind: str) -> list[tuple[str, ChipsEditor]]:
        """The chip editors of a kind of field, by name; of those fields that count."""
        return [
            (name, placed.editor)
            for name, placed in self.placed.items()
            if placed.leaf.field.kind == kind
            and isinstance(placed.editor, ChipsEditor)
            and self._counts(placed)
        ]

    def is_given(self, editor: Editor) -> bool:
        """Whether the value of an editor was given by somebody, and is no default."""
        return any(placed.typed for placed in self.placed.values() if placed.editor is editor)

    def confirm(self, editor: Editor) -> None:
        """What an editor shows is what somebody wants, though it was the default."""
        for placed in self.placed.values():
            placed.typed = placed.typed or placed.editor is editor

    def refuse(self, message: str, field: str) -> bool:
        """Shows a refusal at its field; False when the form has no such field."""
        for placed in self.placed.values():
            placed.refuse("")
        found = self._at(field.removeprefix("set."))
        if found is None:
            return not message
        found.refuse(message)
        return True

    def _at(self, path: str) -> Placed | None:
        """The editor of a dotted path, or of the list that the path leads into."""
        for name, placed in self.placed.items():
            if path == name or path.startswith((f"{name}.", f"{name}[")):
                return placed
        return None

    # ---- building

    def _fold(self, found: Sequence[FormField]) -> None:
        """The fields that stand below a link, out of sight until it is pressed."""
        column, self._folded = self._column, QWidget()
        self._column = QVBoxLayout(self._folded)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        self._build(found)
        self._folded_column = self._column
        self._column = column
        self._hidden = {leaf.name for leaf in found}
        self._more = basics.button(tr("more…"), "link")
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.clicked.connect(self._unfold)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._folded)
        self._folded.hide()

    def _unfold(self) -> None:
        self._more.hide()
        self._folded.show()

    def _unfold_what_is_filled_in(self) -> None:
        filled = (self.placed[name] for name in self._hidden)
        if any(p.editor.value() != self._defaults[p.leaf.name] for p in filled):
            self._unfold()

    def _build(self, found: Sequence[FormField]) -> None:
        group = ""
        at = 0
        while at < len(found):
            leaf = found[at]
            if leaf.group and leaf.group != group:
                self._column.addWidget(basics.label(leaf.group, "section"))
            group = leaf.group
            shape = self._shape(leaf)
            run = [leaf]
            if shape in ("check", "short"):
                for following in found[at + 1 :]:
                    if self._shape(following) != shape or following.group != group:
                        break
                    run.append(following)
            at += len(run)
            match shape:
                case "check":
                    self._checks(run)
                case "short":
                    self._short(run)
                case "records":
                    self._records(leaf)
                case _:
                    self._row(leaf)

    def _shape(self, leaf: FormField) -> str:
        boxed = leaf.field.kind in ("choice", "combatant", "text")
        return "short" if self._dense and boxed else shape_of(leaf)

    def _place(self, leaf: FormField, editor: Editor | None = None) -> Placed:
        if editor is None:
            editor = self._editor(leaf)
            editor.show_value(first_value(leaf.field))
        placed = Placed(leaf, editor)
        self.placed[leaf.name] = placed
        placed.editor.changed.connect(lambda: self._on_typed(placed))
        return placed

    def _editor(self, leaf: FormField) -> Editor:
        """The usual editor of a field; of several on a line, each is short."""
        if self._shape(leaf) != "short":
            return self._around.editor(leaf.field)
        made: Editor
        match leaf.field.kind:
            case "choice" | "combatant" if leaf.field.choices:
                made = ChoiceEditor(leaf.field, "panel")
            case "text":
                made = TextEditor(leaf.field)
                made.edit.setFixedWidth(PANEL_TEXT)
            case _:
                return self._around.editor(leaf.field)
        made.name(self._around.words(leaf.field)[0])
        return made

    def _rule(self, field: Field) -> basics.RuleLink | None:
        if not field.rule:
            return None
        link = basics.RuleLink(number=field.rule)
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        link.asked.connect(self._around.open_rule)
        return link

    def _row(self, leaf: FormField) -> None:
        """Label, editor, rule."""
        placed = self._place(leaf)
        row = QHBoxLayout()
        row.setSpacing(8)
        label = self._label(placed)
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(placed.editor, 1)
        placed.shown_by += [label, placed.editor]
        link = self._rule(leaf.field)
        if link is not None:
            row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
            placed.shown_by.append(link)
        self._column.addLayout(row)
        self._column.addWidget(placed.refusal)

    def _label(self, placed: Placed) -> QLabel:
        label: QLabel = basics.label(placed.editor.label, "muted")
        label.setMinimumHeight(26)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        label.setWordWrap(True)
        label.setToolTip(basics.as_tip(placed.leaf.field.help))
        self._labels.append(label)
        advance = label.fontMetrics().horizontalAdvance
        widest = max(map(advance, label.text().split()), default=0)  # a word cannot be broken
        self.widen_labels(min(widest + 2, MOST_LABELS))
        return label

    def widen_labels(self, wide: int) -> None:
        """Makes the column of labels at least so wide, here and in the records of a list."""
        self._labels_wide = max(self._labels_wide, wide)
        for label in self._labels:
            label.setFixedWidth(self._labels_wide)
        for placed in self.placed.values():
            if isinstance(placed.editor, RecordRows):
                placed.editor.widen_labels(self._labels_wide)

    def _short(self, run: Sequence[FormField]) -> None:
        """Short fields side by side, the first label in the column of labels.

        Where no two of them fit beside each other, each is a row of its own.
        """
        if len(run) > 1 and not self._dense:
            widths = [self._width_of(leaf) for leaf in run]
            if all(one + other > BESIDE for one, other in pairwise(widths)):
                for leaf in run:
                    self._short([leaf])
                return
        row = QHBoxLayout()
        row.setSpacing(8)
        flow = Flow(gap=5)
        refusals = []
        for number, leaf in enumerate(run):
            placed = self._place(leaf)
            refusals.append(placed.refusal)
            cell = QWidget()
            inside = QHBoxLayout(cell)
            inside.setContentsMargins(0, 0, 11, 0)
            inside.setSpacing(6)
            placed.cell = flow, cell
            placed.shown_by.append(cell)
            if number == 0:
                label = self._label(placed)
                row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
                placed.shown_by.append(label)
            else:
                inside.addWidget(basics.label(placed.editor.label, "muted"))
            inside.addWidget(placed.editor)
            if leaf.field.unit:
                inside.addWidget(basics.label(leaf.field.unit, "muted"))
            link = self._rule(leaf.field)
            if link is not None:
                inside.addWidget(link)
            flow.add(cell)
        row.addWidget(flow, 1)
        self._column.addLayout(row)
        for refusal in refusals:
            self._column.addWidget(refusal)

    def _width_of(self, leaf: FormField) -> int:
        """How wide a short field is with its label, about."""
        words = (self._around.words(leaf.field)[0], leaf.field.unit, leaf.field.rule)
        letters = self.fontMetrics().horizontalAdvance(" ".join(filter(None, words)))
        return letters + NUMBER

    def _checks(self, run: Sequence[FormField]) -> None:
        """Ticks in two columns, each with its rule at the right."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(26)
        grid.setVerticalSpacing(3)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        refusals = []
        for number, leaf in enumerate(run):
            placed = self._place(leaf)
            refusals.append(placed.refusal)
            cell = QWidget()
            inside = QHBoxLayout(cell)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(6)
            inside.addWidget(placed.editor, 1)
            link = self._rule(leaf.field)
            if link is not None:
                inside.addWidget(link)
            grid.addWidget(cell, number // 2, number % 2)
        self._column.addLayout(grid)
        for refusal in refusals:
            self._column.addWidget(refusal)

    def _records(self, leaf: FormField) -> None:
        """Any number of small records, such as modifiers with their reasons."""
        editor = RecordRows(leaf.field, self._around)
        editor.widen_labels(self._labels_wide)
        placed = self._place(leaf, editor)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(editor, 1)
        link = self._rule(leaf.field)
        if link is not None:
            row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(row)
        self._column.addWidget(placed.refusal)


class RecordRows(Editor):
    """A list of records: one row each, and a link that adds another."""

    def __init__(self, field: Field, around: Surroundings) -> None:
        super().__init__(field)
        self._around = around
        self._rows: list[tuple[QWidget, FieldForm]] = []
        self._labels_wide = LABELS
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._inside = QVBoxLayout()
        self._inside.setSpacing(4)
        self._column.addLayout(self._inside)
        self.label = around.words(field)[0]
        words = tr("+ {label}…", label=self.label[:1].lower() + self.label[1:])
        self.add_link = basics.button(words, "link", about=words)
        self.add_link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_link.clicked.connect(lambda: self._add({}, focus=True))
        self._column.addWidget(self.add_link, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_value(to_json(field.default))

    def value(self) -> Any:
        return [form.values() for _, form in self._rows]

    def focus_widget(self) -> QWidget:
        return self.add_link

    def widen_labels(self, wide: int) -> None:
        """As wide as those of the form around; rows that are added later too."""
        self._labels_wide = wide
        for _, form in self._rows:
            form.widen_labels(wide)

    def _show(self, value: Any) -> None:
        while self._rows:
            self._remove(self._rows[-1][0])
        for record in value or ():
            self._add(as_mapping(record))

    def _add(self, values: Mapping[str, Any], focus: bool = False) -> None:
        if self.field.length and len(self._rows) >= self.field.length:
            return
        row = QWidget()
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 0, 6)
        form = FieldForm(self.field.fields, self._around, dense=True)
        form.widen_labels(self._labels_wide)
        form.set_values(values)
        form.changed.connect(self._emit_changed)
        inside.addWidget(form, 1)
        away = basics.button("×", "quiet", about=tr("Remove this row"))
        away.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        away.clicked.connect(lambda: self._remove(row))
        away.clicked.connect(self._emit_changed)
        inside.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        self._inside.addWidget(row)
        self._rows.append((row, form))
        if focus:
            first = next(iter(form.placed.values()), None)
            if first is not None:
                first.editor.enter()
            self._emit_changed()

    def _remove(self, row: QWidget) -> None:
        self._rows = [pair for pair in self._rows if pair[0] is not row]
        row.hide()
        row.deleteLater()


_NOTHING = object()


def _defaults(fields: Sequence[Field]) -> dict[str, Any]:
    return {leaf.name: to_json(leaf.field.default) for leaf in flattened(fields)}


def _fact(placed: Placed) -> str:
    """A field's part of the command in words; empty for a field that was not changed."""
    editor, field = placed.editor, placed.leaf.field
    value = editor.value()
    if field.kind in ("texts", "numbers", "pairs", "scores"):
        return ""
    if value == field.default and (field.kind == "text" or len(placed.leaf.path) > 1):
        return ""
    return fact_in_words(field, value, editor.label)
