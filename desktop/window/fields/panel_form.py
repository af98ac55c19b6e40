"""The form of the combat panel: close together, and it says only what is not as usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop.rules import contract, in_words
from desktop.rules.fields import Field, path_parts
from desktop.rules.text import as_text
from desktop.window.fields import editors, records
from desktop.window.fields.box import PanelBox, Shape
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import (
    Editor,
    Path,
    Surroundings,
    as_document,
    first_value,
    flattened,
    put_at,
    to_json,
    value_at,
)
from desktop.window.fields.form import Form
from desktop.window.fields.tab_order import TabOrder
from desktop.window.widgets import basics, theme
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import chosen, of_model, tr

LABELS, MOST_LABELS = 80, 140
"""Pixels: how wide the column of labels is at least and at most."""

NUMBER, BESIDE = 110, 430
"""Pixels: how wide a number is without its label and rule, and what fits side by side."""

_NOTHING = object()

Member = tuple[Path, Field]


class PanelForm(Form[PanelBox]):
    """Editors for the parameters of an option, or for values that are set by hand.

    :meth:`values` are those that differ from the model's defaults. The parts of a record stand
    among the other fields; what is seldom wanted is folded away.
    """

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
        super().__init__(around)
        self._dense = dense
        self._defaults = _defaults(fields if model is None else model)
        self._titles: list[QLabel] = []
        self._titles_width = theme.px(LABELS)
        self._column = basics.tight(QVBoxLayout(self), 5)
        members = list(flattened(fields))
        self._build(self._column, [member for member in members if not member[1].seldom])
        self._folded: QWidget | None = None
        seldom = [member for member in members if member[1].seldom]
        if seldom:
            self._fold(seldom)
        self._show_what_counts()
        TabOrder(self).arrange()

    def offer(self, fields: Sequence[Field], model: Sequence[Field] | None = None) -> bool:
        """Takes the fields as they are offered now, with their defaults as values.

        False where they are not those for which the form was made: it has to be made anew.
        """
        offered = dict(flattened(fields))
        if offered.keys() != self.boxes.keys():
            return False
        for path, box in self.boxes.items():
            field = offered[path]
            if self._shape((path, field)) != box.shape or not box.editor.offer(field):
                return False
            box.start_again(field)
        self._defaults = _defaults(fields if model is None else model)
        if self._folded is not None:
            self._more.show()
            self._folded.hide()
        self._show_what_counts()
        return True

    # ---- values

    def values(self) -> dict[str, Any]:
        """What was filled in and is not the default, nested as the fields are, as raw JSON."""
        values: dict[str, Any] = {}
        for box in self.boxes.values():
            value = box.editor.value()
            given = box.overruled or (box.field.required and value is not None)
            usual = value == self._defaults.get(box.path) or box.known is not None
            nothing = value is None and not box.field.optional
            if self.counts(box) and not nothing and (given or not usual):
                put_at(values, box.path, value)
        return values

    def set_values(self, values: Mapping[str, Any], *, typed: bool = False) -> None:
        """Fills in what a step holds; what it leaves out stays as it is.

        ``typed``: somebody has given these values, also over what the map knows.
        """
        for path, box in self.boxes.items():
            value = value_at(values, path, _NOTHING)
            if value is not _NOTHING:
                box.editor.show_value(value)
                box.typed = typed
        self._show_what_counts()

    def show_first_values(self) -> None:
        """Shows what each field has at first."""
        for box in self.boxes.values():
            box.editor.show_value(first_value(box.field))

    def show_known(self, known: Mapping[str, contract.Known]) -> None:
        """Shows what the map knows, by dotted path, with its reasons; emits nothing."""
        for box in self.boxes.values():
            box.show_known(known.get(box.name))
            if isinstance(box.editor, RecordLines):
                box.editor.show_known_of_records(box.name, known)
        self._unfold_what_is_filled_in()

    def summary(self) -> list[str]:
        """The values that were filled in, in words: ``Agent MOIRY``, ``Distance 7″``, ``Cover``."""
        return [fact for box in filter(self.counts, self.boxes.values()) if (fact := _fact(box))]

    def chips(self, kind: str) -> list[tuple[str, ChipsEditor]]:
        """The chip editors of a kind of field, by dotted path; of those fields that count."""
        return [
            (box.name, box.editor)
            for box in self.boxes.values()
            if box.field.kind == kind and isinstance(box.editor, ChipsEditor) and self.counts(box)
        ]

    def is_given(self, editor: Editor) -> bool:
        """Whether the value of an editor was given by somebody, and is no default."""
        return any(box.typed for box in self.boxes.values() if box.editor is editor)

    def confirm(self, editor: Editor) -> None:
        """What an editor shows is what somebody wants, though it was the default."""
        for box in self.boxes.values():
            box.typed = box.typed or box.editor is editor

    def refuse_at(self, place: str, message: str) -> bool:
        """Shows a refusal at a dotted path; False when the form has no such field.

        An empty message takes back what was refused before.
        """
        path = tuple(map(str, path_parts(place.removeprefix("set."))))
        return not self.refuse([(path, message)] if message else [])

    # ---- what counts

    def _show_what_counts(self) -> None:
        self._unfold_what_is_filled_in()
        self.hide_what_does_not_count()

    # ---- what is folded away

    def _fold(self, members: Sequence[Member]) -> None:
        """The fields that stand below a link, out of sight until it is pressed."""
        self._more = basics.button(tr("more…"), "link")
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.clicked.connect(self.unfold)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._folded = QWidget()
        self._build(basics.tight(QVBoxLayout(self._folded), 5), members)
        self._column.addWidget(self._folded)
        self._folded.hide()

    def unfold(self) -> None:
        """Shows the fields that are folded away."""
        if self._folded is not None:
            self._more.hide()
            self._folded.show()

    def _unfold_what_is_filled_in(self) -> None:
        seldom = [
            box
            for box in self.boxes.values()
            if box.field.seldom and (box.known is None or box.overruled)
        ]
        if any(box.editor.value() != self._defaults[box.path] for box in seldom):
            self.unfold()

    # ---- building

    def _build(self, column: QBoxLayout, members: Sequence[Member]) -> None:
        """Puts fields under one another, short ones and ticks that follow each other together."""
        group = ""
        for (title, shape), run in groupby(members, lambda m: (m[1].group, self._shape(m))):
            if title and title != group:
                column.addWidget(basics.label(title, "section"))
            group = title
            match shape:
                case "tick":
                    self._ticks(column, list(run))
                case "cell":
                    self._cells(column, list(run))
                case _:
                    for member in run:
                        column.addWidget(self._box(member, shape))

    def _shape(self, member: Member) -> Shape:
        path, field = member
        inner = len(path) > 1
        match field.kind:
            case "choice" | "combatant" | "text" if self._dense:
                return "cell"
            case "flag" | "reason":
                return "tick"
            case "integer" | "number":
                return "cell"
            case "choice" if field.choices and (inner or field.default is None):
                return "row" if field.required else "cell"
            case "text" if inner and not field.long:
                return "cell"
            case "records":
                return "list"
            case _:
                return "row"

    def _box(self, member: Member, shape: Shape, *, titled: bool = True) -> PanelBox:
        """A box with the field's first value; ``titled``: its name is in the column of names."""
        path, field = member
        editor = self._editor(field, shape)
        editor.show_value(first_value(field))
        title = self._title(editor, field) if titled and shape in ("row", "cell") else None
        return self._take(PanelBox(field, self.around, editor, path, shape, title))

    def _editor(self, field: Field, shape: Shape) -> Editor:
        """The usual editor of a field; of several on a line, each is short."""
        short: Editor
        match field.kind:
            case "choice" | "combatant" if shape == "cell" and field.choices:
                short = editors.ChoiceEditor(field, "panel")
            case "text" if shape == "cell":
                short = editors.TextEditor(field)
            case "records":
                short = RecordLines(field, self.around, self._titles_width)
            case _:
                return self.around.editor(field)
        short.name(self.around.words(field)[0])
        return short

    def _title(self, editor: Editor, field: Field) -> QLabel:
        """The name of a field in the column of names."""
        title = basics.label(editor.label, "muted", wrap=True)
        title.setMinimumHeight(theme.px(26))
        title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        title.setToolTip(basics.as_tip(of_model(field.help)))
        self._titles.append(title)
        advance = title.fontMetrics().horizontalAdvance
        widest = max(map(advance, title.text().split()), default=0)  # a word cannot be broken
        self.widen_titles(min(widest + 2, theme.px(MOST_LABELS)))
        return title

    def widen_titles(self, wide: int) -> None:
        """Makes the column of names at least so wide, here and in the records of a list."""
        self._titles_width = max(self._titles_width, wide)
        for title in self._titles:
            title.setFixedWidth(self._titles_width)
        for box in self.boxes.values():
            if isinstance(box.editor, RecordLines):
                box.editor.widen_titles(self._titles_width)

    def _cells(self, column: QBoxLayout, members: Sequence[Member]) -> None:
        """Short fields side by side, the first name in the column of names.

        Where no two of them fit beside each other, each is on a line of its own.
        """
        widths = [self._width_of(field) for _, field in members]
        if not self._dense and all(left + right > BESIDE for left, right in pairwise(widths)):
            lines = [[member] for member in members]
        else:
            lines = [list(members)]
        for line in lines:
            flow = Flow(gap=5)
            boxes = [self._box(member, "cell", titled=member is line[0]) for member in line]
            for box in boxes:
                box.flow = flow
                flow.add(box)
            title = filter(None, (boxes[0].title,))
            column.addLayout(basics.row(*title, flow, grows=flow, top=True))
            for box in boxes:
                column.addWidget(box.refusal)

    def _width_of(self, field: Field) -> int:
        """How wide a short field is with its label, about."""
        words = (self.around.words(field)[0], of_model(field.unit), field.rule)
        return self.fontMetrics().horizontalAdvance(" ".join(filter(None, words))) + NUMBER

    def _ticks(self, column: QBoxLayout, members: Sequence[Member]) -> None:
        """Ticks in two columns, each with its rule at the right."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(26))
        grid.setVerticalSpacing(theme.px(3))
        for half in (0, 1):
            grid.setColumnStretch(half, 1)
        boxes = [self._box(member, "tick") for member in members]
        for number, box in enumerate(boxes):
            alone = number % 2 == 0 and number + 1 == len(boxes)  # room for what the map says
            grid.addWidget(box, number // 2, number % 2, 1, 1 + alone)
        column.addLayout(grid)
        for box in boxes:
            column.addWidget(box.refusal)


class RecordLines(records.Records):
    """A list of records in the panel: a form each, and a link that adds another."""

    def __init__(self, field: Field, around: Surroundings, titles_width: int) -> None:
        super().__init__(field, around)
        self.lines: list[tuple[QWidget, PanelForm]] = []
        self._titles_width = titles_width
        column = basics.tight(QVBoxLayout(self), 4)
        self._column = QVBoxLayout()
        self._column.setSpacing(theme.px(4))
        column.addLayout(self._column)
        name = around.words(field)[0]
        words = tr("+ {label}…", label=name[:1].lower() + name[1:])
        self.add_link = basics.button(words, "link", about=words)
        self.add_link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_link.clicked.connect(self._add_one)
        self.foot = basics.row(self.add_link, None)
        column.addLayout(self.foot)

    def value(self) -> Any:
        return [form.values() for _, form in self.lines]

    def focus_widget(self) -> QWidget:
        return self.add_link

    def name(self, text: str) -> None:
        self.label = text  # the link says more

    def widen_titles(self, wide: int) -> None:
        """As wide as those of the form around; records that are added later too."""
        self._titles_width = wide
        for _, form in self.lines:
            form.widen_titles(wide)

    def _show(self, value: Any) -> None:
        while self.lines:
            self._remove(self.lines[-1][0])
        for record in value or ():
            self.add(to_json(record))

    def _show_refused(self) -> None:
        for number, (_, form) in enumerate(self.lines):
            form.refuse(self._refused.get(number, []))

    def add(self, values: Mapping[str, Any]) -> PanelForm | None:
        """Adds a record at the end, unless the list is full; returns its form."""
        if self.field.length and len(self.lines) >= self.field.length:
            return None
        line = QWidget()
        form = PanelForm(self.field.fields, self._around, dense=True)
        form.widen_titles(self._titles_width)
        form.set_values(values)
        form.changed.connect(self._emit_changed)
        away = basics.button("×", "quiet", about=tr("Remove this row"))
        away.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        away.clicked.connect(lambda: self._remove(line))
        away.clicked.connect(self._emit_changed)
        parts = basics.row(form, away, grows=form, top=True)
        parts.setContentsMargins(0, 0, 0, theme.px(6))
        line.setLayout(parts)
        self._column.addWidget(line)
        self.lines.append((line, form))
        return form

    def show_known_of_records(self, name: str, known: Mapping[str, contract.Known]) -> None:
        """Shows what the map knows of each record of the list of this dotted name."""
        for number, (_, form) in enumerate(self.lines):
            of = f"{name}[{number}]."
            form.show_known(
                {path.removeprefix(of): what for path, what in known.items() if path.startswith(of)}
            )

    def _add_one(self) -> None:
        form = self.add({})
        if form is not None:
            form.enter()
            self._emit_changed()

    def _remove(self, line: QWidget) -> None:
        self.lines = [pair for pair in self.lines if pair[0] is not line]
        line.hide()
        line.deleteLater()


def _defaults(fields: Sequence[Field]) -> dict[Path, Any]:
    return {path: _default(field) for path, field in flattened(fields)}


def _default(field: Field) -> Any:
    """The default of a field as its editor gives it: a record without what is as always."""
    if field.kind == "records" and isinstance(field.default, list):
        return [as_document(r) if isinstance(r, BaseModel) else r for r in field.default]
    return to_json(field.default)


def _fact(box: PanelBox) -> str:
    """A field's part of the command in words; empty for one that stays as it is but for few."""
    value, field = box.editor.value(), box.field
    if field.kind in ("texts", "numbers", "pairs", "scores"):
        return ""
    if value == field.default and (field.kind == "text" or field.seldom or len(box.path) > 1):
        return ""
    if field.kind == "text" and isinstance(value, str):  # a behaviour's own words are in English
        value = chosen().text(value)
    fact = in_words.fact_in_words(field, value, box.editor.label, chosen())
    notes = (choice.note for choice in field.choices if choice.value == value)
    note = next(notes, "") if field.kind == "combatant" else ""
    return f"{fact} ({as_text(note).said(chosen())})" if note else fact
