"""A list in which each of a few levels may stand several times, as rows of boxes to add to."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.rules.fields import Field
from desktop.window.fields.box import Place, SheetBox
from desktop.window.fields.dot_slider import DotsEditor
from desktop.window.fields.editor import Editor, Problems, Surroundings
from desktop.window.widgets.language import in_words

MOST = 40
"""The longest list where the field does not say."""


class TrackEditor(Editor):
    """How many of each level there are. The list keeps its order; a level is added beside its
    own kind, or where it belongs among the others."""

    def __init__(self, field: Field, around: Surroundings, *, columns: int = 1) -> None:
        super().__init__(field)
        self._around = around
        self._value: Any = []
        self._levels = [str(choice.value) for choice in field.choices]
        self.boxes: dict[str, SheetBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(2)
        deep = -(-len(field.choices) // columns)
        for number, choice in enumerate(field.choices):
            level = str(choice.value)
            part = Field(
                id=level,
                kind="integer",
                label=level.replace("_", " ").capitalize(),
                native=in_words(choice.label),
                default=0,
                minimum=0,
                maximum=field.length or MOST,
            )
            editor = DotsEditor(part, shape="box", open_ended=True)
            box = SheetBox(part, around, editor, beside=True, two_words=False)
            box.changed.connect(lambda level=level: self._count(level))
            self.boxes[level] = box
            grid.addWidget(box, number % deep, number // deep)

    def _count(self, level: str) -> None:
        """Takes as many of a level into the list as its row has boxes."""
        wanted = self.boxes[level].editor.value()
        levels = list(self._value) if isinstance(self._value, list) else []
        while levels.count(level) > wanted:
            levels.reverse()
            levels.remove(level)
            levels.reverse()
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

    def use_english(self, english: bool) -> None:
        for box in self.boxes.values():
            box.use_english(english)

    def refuse(self, problems: Problems) -> list[str]:
        return list(dict.fromkeys(sentence for _, sentence in problems))


class TrackPlace(Place):
    """In a form: a track of levels. Property: ``columns``."""

    headed = True

    def editor(self, field: Field, around: Surroundings) -> Editor:
        return TrackEditor(field, around, columns=self.property("columns") or 1)
