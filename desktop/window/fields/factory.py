"""Which editor a field gets, by its kind and by the look of the form."""

from __future__ import annotations

from desktop.rules.fields import Field
from desktop.window.fields.chips import MOST_CHIPS, ChipsEditor
from desktop.window.fields.editor import Editor, Surroundings
from desktop.window.fields.editors import (
    ChoiceEditor,
    FixedEditor,
    FlagEditor,
    LongEditor,
    NumberEditor,
    ReasonEditor,
    TextEditor,
)
from desktop.window.fields.lists import ListEditor
from desktop.window.fields.records import RecordEditor, RecordsEditor
from desktop.window.fields.score_rows import ScoreRows
from desktop.window.widgets.language import in_words

LONGEST_CHIPS = 150
"""Letters in all chips of a choice together; a longer choice is a list that opens."""


def make_editor(field: Field, around: Surroundings) -> Editor:
    """The usual editor of a field."""
    match field.kind:
        case "integer" | "number":
            return NumberEditor(field, around.look)
        case "flag":
            return FlagEditor(field)
        case "reason":
            return ReasonEditor(field)
        case "text":
            return LongEditor(field, around.look, around.said) if field.long else TextEditor(field)
        case "choice" | "combatant" | "choices" | "combatants" if not field.choices:
            return FixedEditor(field)
        case "choice" if around.look == "sheet" or _too_long(field):
            return ChoiceEditor(field, around.look)
        case "choice" | "combatant" | "choices" | "combatants":
            return ChipsEditor(field, around.tint)
        case "scores" if around.look == "sheet":
            return ScoreRows(field, around, growing=not field.choices)
        case "record":
            return RecordEditor(field, around)
        case "records":
            return RecordsEditor(field, around)
        case _:
            return ListEditor(field)


def _too_long(field: Field) -> bool:
    letters = sum(len(in_words(c.label)) + len(in_words(c.note)) + 5 for c in field.choices)
    return len(field.choices) > MOST_CHIPS or letters > LONGEST_CHIPS
