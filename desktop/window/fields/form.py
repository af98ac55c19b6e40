"""Forms: fields declared by a model, each in a box with its editor, in two looks.

:class:`Form` is what all of them are: it shows and gives values, and shows what is refused at the
field that it is about. :class:`SheetForm` stands on a form drawn in Designer, or in a grid;
``panel_form`` stands in the combat panel, close together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QGroupBox, QVBoxLayout, QWidget

from desktop.languages import Language
from desktop.rules.fields import Field
from desktop.window.fields.box import FieldBox, SheetBox, hand_on
from desktop.window.fields.dot_slider import DotsEditor, TrackEditor
from desktop.window.fields.editor import (
    Editor,
    Path,
    Problems,
    Surroundings,
    put_at,
    to_json,
    value_at,
)
from desktop.window.fields.score_rows import ScoreRows
from desktop.window.widgets import theme
from desktop.window.widgets.basics import label, tight, tip
from desktop.window.widgets.language import in_words, of_model, tr
from desktop.window.widgets.theme import px

B = TypeVar("B", bound=FieldBox)

LONG = 20
"""Letters of a choice, or of a name, that do not fit into a fourth of a form."""


class Form(QWidget, Generic[B]):
    """Fields, their values, and what is refused of them."""

    changed = Signal()
    """The person changed something."""
    shown = Signal()
    """Other values are shown, or the same in other words."""

    def __init__(self, around: Surroundings) -> None:
        super().__init__()
        self.around = around
        """What the boxes share."""
        self.boxes: dict[Path, B] = {}

    def _take(self, box: B) -> B:
        """Makes a box one of this form's; the layout has put it in its place."""
        self.boxes[box.path] = box
        box.setProperty("path", "__".join(box.path))
        box.changed.connect(partial(self._on_edited, box))
        return box

    def _on_edited(self, box: B) -> None:
        if box.field.implies:
            beside, values = box.field.implies
            other, chosen = self._beside(box, beside), box.editor.value()
            if other is not None and chosen in values:
                other.editor.show_value(values[chosen])
        self.hide_what_does_not_count()
        self.changed.emit()

    def box(self, name: str) -> B:
        """The box of a field by its dotted path, ``"modifiers.cover"``."""
        return self.boxes[tuple(name.split("."))]

    # ---- values

    def show_document(self, document: Mapping[str, Any]) -> None:
        """Shows a document, with the model's defaults for values that it does not have."""
        for path, box in self.boxes.items():
            box.editor.show_value(value_at(document, path, to_json(box.field.default)))
        self.hide_what_does_not_count()
        self.shown.emit()

    def document(self) -> dict[str, Any]:
        """All values of the form, right or wrong."""
        document: dict[str, Any] = {}
        for path, box in self.boxes.items():
            put_at(document, path, box.editor.value())
        return document

    # ---- what counts

    def counts(self, box: B) -> bool:
        """Whether a field means something with what is chosen beside it."""
        beside = {id: self._beside(box, id) for id in box.field.only_with[:1]}
        return box.field.counts({id: other.editor.value() for id, other in beside.items() if other})

    def _beside(self, box: B, id: str) -> B | None:
        """The box of a field of the same record."""
        return self.boxes.get((*box.path[:-1], id))

    def hide_what_does_not_count(self) -> None:
        """Called when something is chosen; what is hidden keeps its value."""
        hidden = {path for path, box in self.boxes.items() if not self.counts(box)}
        for path, box in self.boxes.items():
            if box.field.only_with:
                box.show_whether_it_counts(path not in hidden)
        self.close_up(hidden)

    def close_up(self, hidden: set[Path]) -> None:
        """Called when it is known which fields are hidden; by default their places stay empty."""

    # ---- what is refused

    def refuse(self, problems: Problems) -> list[str]:
        """Shows each refusal at its field; returns those that belong to no field."""
        return hand_on(self.boxes, problems)

    # ---- all at once

    def lock(self, locked: bool) -> None:
        """Sets whether the form can only be read."""
        for box in self.boxes.values():
            box.editor.lock(locked)

    def use_terms(self, terms: Language) -> None:
        """Sets the language of the labels."""
        self.around.terms = terms
        for box in self.boxes.values():
            box.use_terms()
        self.shown.emit()

    def enter(self) -> None:
        """Moves the focus to the first field."""
        if self.boxes:
            next(iter(self.boxes.values())).editor.enter()


class Onlooker(QWidget):
    """A widget of a form that follows the fields: it shows several together, or only a heading."""

    def bound(self, form: SheetForm) -> None:
        """Called once, when the boxes are made. Listen to ``form.shown`` and ``changed``."""
        raise NotImplementedError


class SheetForm(Form[SheetBox]):
    """A form with room: that of a sheet, of an entry of the catalogue, of house rules, of a record.

    A form may be drawn on it in Designer before :meth:`fill` is called: an empty ``QWidget`` called
    ``max_hp`` becomes the box of the field ``max_hp``, ``attributes__dexterity`` that of the field
    ``dexterity`` of the record ``attributes``. Fields without a widget of their name get a box in
    the widget called ``rest``; where nothing is drawn, all of them do.
    """

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around)
        self._grids: list[tuple[QGridLayout, list[SheetBox], int]] = []
        """Where boxes stand side by side in so many columns."""
        self._hidden: set[Path] = set()

    def fill(self, fields: Sequence[Field], columns: int = 4, *, framed: bool = True) -> None:
        """Makes the boxes. ``columns`` wide are the groups that nobody has drawn, in a frame each
        where they are ``framed``."""
        unplaced = [part for field in fields for part in self._place((field.id,), field)]
        if unplaced:
            self._group(unplaced, columns, framed)
        else:
            self._rest.hide()
        for onlooker in self.findChildren(Onlooker):
            onlooker.bound(self)

    def filling_grid(self, fields: Iterable[Field]) -> Iterator[None]:
        """Makes the boxes of a record, side by side as far as they fit, one after another."""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        boxes = (SheetBox(field, self.around) for field in fields)
        yield from self._lay_out(boxes, grid, columns=4)

    # ---- on a drawn form

    def _place(self, path: Path, field: Field) -> Iterator[tuple[Path, Field]]:
        """Puts a field, or the parts of a record, in their places; gives those without a place."""
        place = self._drawn(path)
        if place is not None:
            self._put(place, path, field)
        elif field.kind == "record" and any(self._drawn((*path, p.id)) for p in field.fields):
            for part in field.fields:
                yield from self._place((*path, part.id), part)
        else:
            yield path, field

    def _drawn(self, path: Path) -> QWidget | None:
        return self.findChild(QWidget, "__".join(path))

    def _put(self, place: QWidget, path: Path, field: Field) -> None:
        editor = _wanted(place, field, self.around)
        beside, headed = isinstance(editor, DotsEditor), isinstance(editor, ScoreRows | TrackEditor)
        box = SheetBox(field, self.around, editor, path, beside=beside, headed=headed)
        (place.layout() or tight(QVBoxLayout(place))).addWidget(self._take(box))

    # ---- where nothing is drawn

    @property
    def _rest(self) -> QWidget:
        return self._drawn(("rest",)) or self

    def _group(self, members: Sequence[tuple[Path, Field]], columns: int, framed: bool) -> None:
        """Lays out fields in groups under one another, each with its title."""
        place = self._rest
        column = place.layout() or tight(QVBoxLayout(place))
        if not isinstance(column, QVBoxLayout):  # the form was drawn in rows or in a grid
            below = QWidget()
            column.addWidget(below)
            column = tight(QVBoxLayout(below))
        column.setSpacing(px(12))
        groups: dict[str, list[SheetBox]] = {}
        for path, field in members:
            own = field.kind in ("records", "record") and field.fields
            title = self.around.words(field)[0] if own else of_model(field.group)
            groups.setdefault(title, []).append(SheetBox(field, self.around, path=path))
        for title, boxes in groups.items():
            frame = QFrame()
            inside = tight(QVBoxLayout(frame), 8)
            if framed:
                theme.dress(frame, "card")
                inside.setContentsMargins(px(16), px(12), px(16), px(14))
            if title and len(boxes) > 1:
                inside.addWidget(label(title, "heading"))
            grid = QGridLayout()
            for _ in self._lay_out(boxes, grid, columns):
                pass
            inside.addLayout(grid)
            column.addWidget(frame)

    def _lay_out(
        self, boxes: Iterable[SheetBox], grid: QGridLayout, columns: int
    ) -> Iterator[None]:
        """Puts boxes side by side, each as wide as its kind needs, without gaps at the ends; one
        after another."""
        grid.setHorizontalSpacing(px(14))
        grid.setVerticalSpacing(px(10))
        for column in range(columns):
            grid.setColumnStretch(column, 1)
        there: list[SheetBox] = []
        for box, row, column, width in _in_rows(boxes, columns):
            grid.addWidget(self._take(box), row, column, 1, width)
            there.append(box)
            yield
        _level(there, columns)
        self._grids.append((grid, there, columns))

    def close_up(self, hidden: set[Path]) -> None:
        """What is left closes up, and a group of which nothing is left goes."""
        if hidden == self._hidden:
            return
        self._hidden = hidden
        for grid, there, columns in self._grids:
            left = [box for box in there if box.path not in hidden]
            for box in there:
                grid.removeWidget(box)
            for box, row, column, width in _in_rows(left, columns):
                grid.addWidget(box, row, column, 1, width)
            _level(left, columns)
            frame = grid.parentWidget()
            if frame is not None and frame is not self:
                frame.setVisible(bool(left))


def _wanted(place: QWidget, field: Field, around: Surroundings) -> Editor | None:
    """The editor that a drawn form wants in a place, as that ``holds`` it; None is the usual one.

    ``columns``, ``all_known`` and ``growing`` are properties beside it.
    """
    named = {name: place.property(name) for name in ("columns", "all_known", "growing")}
    given = {name: value for name, value in named.items() if value is not None}
    match place.property("holds"):
        case "dots":
            return DotsEditor(field)
        case "track":
            return TrackEditor(field, around, **given)
        case "scores":
            return ScoreRows(field, around, **{"growing": True, **given})
    return None


def _in_rows(boxes: Iterable[SheetBox], columns: int) -> Iterator[tuple[SheetBox, int, int, int]]:
    """Each box with its row, its first column and the number of its columns."""
    row = column = 0
    for box in boxes:
        width = _width(box, columns)
        if column + width > columns:
            row, column = row + 1, 0
        yield box, row, column, width
        column += width


def _level(boxes: Iterable[SheetBox], columns: int) -> None:
    """Moves the tick boxes up in rows in which there is nothing else."""
    for _, placed in groupby(_in_rows(boxes, columns), key=lambda place: place[1]):
        row = [box for box, *_ in placed]
        close = all(box.field.kind == "flag" for box in row)
        for box in row:
            box.stand_close(close)


def _width(box: SheetBox, columns: int) -> int:
    """How many columns of a grid a field takes."""
    field = box.field
    match field.kind:
        case "integer" | "number" if columns == 4 and len(box.editor.label) > LONG:
            return 2
        case "integer" | "number" | "flag":
            return 1
        case "choice":
            longest = max((len(in_words(choice.label)) for choice in field.choices), default=0)
            return 2 if columns > 4 or (columns == 4 and longest > LONG) else 1
        case "text" if not field.long:
            return min(columns, 2)
        case "reason" | "texts" | "numbers" | "pairs" | "combatant":
            return min(columns, 2)
        case _:
            return columns


def check_places(fields: Sequence[Field], drawn: QWidget) -> None:
    """Raises TypeError where a drawn form has something in the place of a field that holds no box.

    Editors are made here; a form that draws its own has misunderstood what it is asked for.
    """
    for name in _names(fields):
        place = drawn.findChild(QWidget, name)
        kind = type(place)
        of_qt = kind.__module__.startswith("PySide6")
        if place is not None and of_qt and kind not in (QWidget, QFrame, QGroupBox):
            of = {"name": name, "kind": kind.__name__}
            raise TypeError(tr("{name} is a {kind}; a field's place is an empty QWidget", **of))


def _names(fields: Sequence[Field], above: str = "") -> Iterator[str]:
    """The names of the places that a form may have for these fields."""
    for field in fields:
        yield above + field.id
        if field.kind == "record":
            yield from _names(field.fields, f"{above}{field.id}__")


class Heading(Onlooker):
    """A heading over several fields. Properties: ``native``, ``label`` (English), ``look``."""

    def bound(self, form: SheetForm) -> None:
        text = label("", self.property("look") or "heading")
        tight(QVBoxLayout(self)).addWidget(text)
        native, english = str(self.property("native")), str(self.property("label"))

        def say() -> None:
            first, second = form.around.terms.both(english, native)
            text.setText(first)
            tip(text, second)

        form.shown.connect(say)
        say()
