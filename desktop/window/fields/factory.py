"""Which editor a field gets, by its kind and by the look of the form; and that of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from desktop.library.fold import fold
from desktop.rules.fields import Field
from desktop.window.fields import chips, editor, editors, records, score_rows
from desktop.window.widgets.language import in_words, tr


def example(kind: str) -> str:
    """What stands in an empty line, to say how a list is written."""
    lists = {"numbers": "3, 1, 4", "pairs": "1/2, 3/0", "scores": tr("name 3, another 2")}
    return lists.get(kind, tr("separate with commas"))


_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"([^,]*)|([^,]*))(?:,|\Z)')


def split_names(line: str) -> list[str]:
    """The parts of a line between its commas; commas in quotation marks belong to a name."""
    names = []
    for quoted, rest, plain in _PART.findall(line):
        name = quoted.replace('""', '"') + rest.rstrip() or plain.strip()
        if name:
            names.append(name)
    return names


def join_names(names: Iterable[str]) -> str:
    """Names on one line, so that :func:`split_names` gives them back."""
    return ", ".join(map(_quoted, names))


def _quoted(name: str) -> str:
    if "," in name or name.startswith('"') or name != name.strip():
        return '"' + name.replace('"', '""') + '"'
    return name


def split_scores(line: str) -> dict[str, str]:
    """Names and what stands after each: ``melee 3`` or ``melee: 3``; empty where nothing does."""
    scores = {}
    for quoted, rest, plain in _PART.findall(line):
        if quoted:
            scores[quoted.replace('""', '"')] = rest.strip(" :=")
        elif plain.strip():
            number = re.search(r"[\s:=]+([^\s:=]*)\Z", plain.strip())
            name = plain.strip()[: number.start()] if number else plain.strip()
            scores[name] = number[1] if number else ""
    return scores


class ListEditor(editors.TextEditor):
    """Several texts, numbers, pairs or scores on one line."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit.setPlaceholderText(example(field.kind))
        editor.keep_to_one_line(self.edit, between=", ")

    def _show(self, value: Any) -> None:
        line = str(value or "")
        if isinstance(value, Mapping):
            line = ", ".join(
                f"{_quoted(self._word(name))} {score}" for name, score in value.items()
            )
        elif isinstance(value, list | tuple):
            parts = [
                "/".join(map(str, p)) if isinstance(p, list | tuple) else self._word(p)
                for p in value
            ]
            line = join_names(parts)
        self._show_line(line)

    def value(self) -> Any:
        line = self.edit.text()
        if self.field.kind == "scores":
            return {
                self._by_label.get(fold(name), name): editors.read_number(score, self.field)
                for name, score in split_scores(line).items()
            }
        if self.field.kind in ("numbers", "pairs"):
            parts = [part for part in re.split(r"[,;\s]+", line) if part]
        else:
            parts = split_names(line)
        if not parts:
            return None if self.field.optional else []
        match self.field.kind:
            case "numbers":
                return [editors.read_number(part, self.field) for part in parts]
            case "pairs":
                return [
                    [editors.read_number(n, self.field) for n in re.split("[/:]", p)] for p in parts
                ]
            case _:
                return [self._by_label.get(fold(part), part) for part in parts]


LONGEST_CHIPS = 150
"""Letters in all chips of a choice together; a longer choice is a list that opens."""


def make_editor(field: Field, around: editor.Surroundings) -> editor.Editor:
    """The usual editor of a field."""
    if field.offers and not field.choices:
        field = field.offering(tuple(around.offered(field.offers)))
    match field.kind:
        case "integer" | "number":
            return editors.NumberEditor(field, around.look)
        case "flag":
            return editors.FlagEditor(field)
        case "reason":
            return editors.ReasonEditor(field)
        case "text" if field.long:
            return editors.LongEditor(field, around.look, around.said)
        case "text":
            return editors.TextEditor(field)
        case "choice" | "combatant" | "choices" | "combatants" if not field.choices:
            return editors.FixedEditor(field)
        case "choice" if around.look == "sheet" or _too_long(field):
            return editors.ChoiceEditor(field, around.look)
        case "choice" | "combatant" | "choices" | "combatants":
            return chips.ChipsEditor(field, around.tint)
        case "scores" if around.look == "sheet":
            return score_rows.ScoreRows(field, around, growing=not field.choices)
        case "record":
            return records.RecordEditor(field, around)
        case "records":
            return records.RecordsEditor(field, around)
        case _:
            return ListEditor(field)


def _too_long(field: Field) -> bool:
    letters = sum(len(in_words(c.label)) + len(in_words(c.note)) + 5 for c in field.choices)
    return len(field.choices) > chips.MOST_CHIPS or letters > LONGEST_CHIPS
