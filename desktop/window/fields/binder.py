"""Binds the widgets of a form to the fields of a model by their object names.

A plain ``QWidget`` called ``max_hp`` in a Designer form becomes the box of the field ``max_hp``:
its label, its rule, its editor, and under it whatever the model refuses. ``attributes__dexterity``
is the field ``dexterity`` of the record ``attributes``. Fields that the form has no widget for
get a box in the widget called ``rest``; without a form all of them do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QGroupBox, QVBoxLayout, QWidget

from desktop.rules.fields import Field, fields_of
from desktop.window.fields.box import FieldBox, Place, lay_out
from desktop.window.fields.documents import refusals, to_json
from desktop.window.fields.editor import Path, Problems, Surroundings
from desktop.window.widgets import theme
from desktop.window.widgets.basics import label
from desktop.window.widgets.language import tr


class Onlooker(QWidget):
    """A widget of a form that follows the fields: it shows several together, or only a heading."""

    def bound(self, binder: Binder) -> None:
        """Called once, when the boxes are made. Listen to ``binder.shown`` and ``changed``."""
        raise NotImplementedError


def check_places(model: type[BaseModel], root: QWidget) -> None:
    """Raises TypeError where a drawn form has something in the place of a field that holds no box.

    Editors are made here; a form that draws its own has misunderstood what it is asked for.
    """
    for name in _names(fields_of(model)):
        place = root.findChild(QWidget, name)
        kind = type(place)
        drawn = kind.__module__.startswith("PySide6") and kind not in (QWidget, QFrame, QGroupBox)
        if place is not None and drawn:
            raise TypeError(
                tr(
                    "{name} is a {kind}; a field's place is an empty QWidget",
                    name=name,
                    kind=kind.__name__,
                )
            )


def _names(fields: Sequence[Field], above: str = "") -> Iterator[str]:
    """The names of the places that a form may have for these fields."""
    for field in fields:
        yield above + field.id
        if field.kind == "record":
            yield from _names(field.fields, f"{above}{field.id}__")


class Binder(QObject):
    """A form and the model it fills in."""

    changed = Signal()
    """The person changed something; :meth:`document` has it."""
    shown = Signal()
    """Another document is shown, or the same in other words."""

    def __init__(
        self,
        model: type[BaseModel],
        root: QWidget,
        around: Surroundings,
        columns: int = 4,
        *,
        framed: bool = True,
    ) -> None:
        super().__init__(root)
        self.model = model
        self.boxes: dict[Path, FieldBox] = {}
        self._around = around
        left: list[tuple[str, Path, Field]] = []
        for field in fields_of(model):
            self._bind(root, (field.id,), field, left)
        self._build(root, left, columns, framed)
        for path, box in self.boxes.items():
            box.setProperty("path", "__".join(path))
            box.changed.connect(self.changed)
        for onlooker in root.findChildren(Onlooker):
            onlooker.bound(self)

    @property
    def around(self) -> Surroundings:
        """What the boxes share."""
        return self._around

    def _bind(
        self, root: QWidget, path: Path, field: Field, left: list[tuple[str, Path, Field]]
    ) -> None:
        place = root.findChild(QWidget, "__".join(path))
        if place is not None:
            self._put(place, path, field)
        elif field.kind == "record" and any(
            root.findChild(QWidget, "__".join((*path, part.id))) for part in field.fields
        ):
            for part in field.fields:
                self._bind(root, (*path, part.id), part, left)
        else:
            left.append((field.group, path, field))

    def _put(self, place: QWidget, path: Path, field: Field) -> None:
        if isinstance(place, Place):
            own = place.editor(field, self._around)
            box = FieldBox(field, self._around, own, beside=place.beside, headed=place.headed)
        else:
            box = FieldBox(field, self._around)
        self.boxes[path] = box
        inside = place.layout()
        if inside is None:
            inside = QVBoxLayout(place)
            inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(box)

    def _build(
        self,
        root: QWidget,
        left: list[tuple[str, Path, Field]],
        columns: int,
        framed: bool,
    ) -> None:
        rest = root.findChild(QWidget, "rest")
        place = rest or root
        column = place.layout()
        if column is None:
            column = QVBoxLayout(place)
            column.setContentsMargins(0, 0, 0, 0)
        if not isinstance(column, QVBoxLayout):  # the form was drawn in rows or in a grid
            below = QWidget()
            column.addWidget(below)
            column = QVBoxLayout(below)
            column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        if rest is not None and not left:
            rest.hide()
        groups: dict[str, list[tuple[Path, Field]]] = {}
        for group, path, field in left:
            own = field.kind in ("records", "record") and field.fields
            title = self._around.words(field)[0] if own else group
            groups.setdefault(title, []).append((path, field))
        for title, members in groups.items():
            frame = QFrame()
            inside = QVBoxLayout(frame)
            inside.setContentsMargins(0, 0, 0, 0)
            if framed:
                theme.dress(frame, "card")
                inside.setContentsMargins(16, 12, 16, 14)
            inside.setSpacing(8)
            if title and len(members) > 1:
                inside.addWidget(label(title, "heading"))
            grid = QGridLayout()
            boxes = []
            for path, field in members:
                self.boxes[path] = FieldBox(field, self._around)
                boxes.append(self.boxes[path])
            lay_out(boxes, grid, columns)
            inside.addLayout(grid)
            column.addWidget(frame)

    # ---- values

    def show_document(self, document: Mapping[str, Any]) -> None:
        """Shows a document, with the model's defaults for values that it does not have."""
        for path, box in self.boxes.items():
            box.editor.show_value(_at(document, path, to_json(box.field.default)))
        self.shown.emit()

    def document(self) -> dict[str, Any]:
        """All values of the form, right or wrong."""
        made: dict[str, Any] = {}
        for path, box in self.boxes.items():
            level = made
            for part in path[:-1]:
                level = level.setdefault(part, {})
            level[path[-1]] = box.editor.value()
        return made

    def lock(self, locked: bool) -> None:
        """Whether the form can only be read."""
        for box in self.boxes.values():
            box.editor.lock(locked)

    def use_english(self, english: bool) -> None:
        self._around.english = english
        for box in self.boxes.values():
            box.use_english(english)
        self.shown.emit()

    def refuse(self, found: Problems) -> list[str]:
        """Shows each refusal at its field; returns those that belong to no field."""
        claimed: set[int] = set()
        for own, box in self.boxes.items():
            mine = []
            for number, (path, said) in enumerate(found):
                if path[: len(own)] == own:
                    mine.append((path[len(own) :], said))
                    claimed.add(number)
            box.refuse(mine)
        return [said for number, (_, said) in enumerate(found) if number not in claimed]

    def check(self) -> BaseModel | None:
        """The document as the model has it; None when it refuses, with every reason shown."""
        found = refusals(self.model, self.document())
        self.refuse(found)
        return None if found else self.model.model_validate(self.document())


def _at(document: Mapping[str, Any], path: Path, default: Any) -> Any:
    level: Any = document
    for part in path:
        if not isinstance(level, Mapping) or part not in level:
            return default
        level = level[part]
    return level
