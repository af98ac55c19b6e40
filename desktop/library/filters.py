"""What a catalogue is narrowed to: ``damage ≥ 4, concealable, not loud, nagant``.

Parts stand between commas. A part is a comparison of a field, the name of a flag, or words that are
searched. A field goes by its id, its own word or the English one, however accented.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from operator import itemgetter
from typing import Any

from desktop.library.errors import DocumentError, short
from desktop.library.fold import SortKey, fold, sort_key
from desktop.library.records import Entry
from desktop.rules.fields import Field
from desktop.rules.in_words import value_in_words
from desktop.rules.text import Text

_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "≥": operator.ge,
    "≤": operator.le,
    "!=": operator.ne,
    "≠": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    ":": operator.eq,
}
_SIGN = re.compile("|".join(map(re.escape, _COMPARISONS)))
_BETWEEN = re.compile(r"(?<!\d),|,(?!\d)")  # not the comma of 1,5
_NOT = re.compile(r"(?:not|nie|ne|не)\s+", re.IGNORECASE)
_DICE = re.compile(r"(\d*)[dkDKкК](\d+)(?:\s*([+\-−–])\s*(\d+))?")
_LARGEST = 10**300
"""Whole numbers far beyond this are no floats."""
MOST_PARTS = 20
LONGEST = 1000

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on the data of an entry, and the words that are searched beside them."""

    conditions: tuple[Callable[[Data], bool], ...] = ()
    words: str = ""
    choices: Sequence[Field] = ()
    """The fields whose chosen values may say the words, too."""

    def accepts(self, data: Data) -> bool:
        """Whether an entry's data meet all conditions."""
        return all(condition(data) for condition in self.conditions)

    def is_said(self, data: Data) -> bool:
        """Whether the words stand in what is chosen in an entry's data: ``pistol``, as its kind."""
        said = (_said(field, data.get(field.id, field.default)) for field in self.choices)
        return len(self.words) > 2 and any(fold(self.words) in fold(value) for value in said)


def read_filter(text: str, fields: Sequence[Field]) -> Filter:
    """What was typed over a catalogue. Raises DocumentError that names the part at fault."""
    parts = [part.strip() for part in _BETWEEN.split(text[:LONGEST])][:MOST_PARTS]
    known = {
        fold(name): field
        for field in fields
        for name in filter(None, (field.id, field.native, field.label))
    }
    conditions: list[Callable[[Data], bool]] = []
    words: list[str] = []
    for part in filter(None, parts):
        sign = _SIGN.search(part)
        bare = _NOT.sub("", part, count=1)
        flag = known.get(fold(bare))
        if sign:
            conditions.append(_comparison(part, sign, known))
        elif flag is not None and flag.kind in ("flag", "reason"):
            conditions.append(_flag(flag, wanted=bare == part))
        else:
            words.append(part)
    choices = [field for field in fields if field.choices]
    return Filter(tuple(conditions), " ".join(words), choices)


def _flag(field: Field, wanted: bool) -> Callable[[Data], bool]:
    return lambda data: bool(data.get(field.id, field.default)) is wanted


def _comparison(
    part: str, sign: re.Match[str], known: Mapping[str, Field]
) -> Callable[[Data], bool]:
    name, given = part[: sign.start()].strip(), part[sign.end() :].strip()
    field = known.get(fold(name))
    if field is None:
        of_the_model = {field.id: field for field in known.values()}
        there_are = [field.native or field.label for field in of_the_model.values()]
        problem = Text("there is no such field; there are: {fields}", fields=there_are)
        raise DocumentError(short(part), problem)
    compare, equal = _COMPARISONS[sign[0]], sign[0] in ("=", ":", "!=", "≠")
    number = number_in(given)
    if number is None and not equal:
        raise DocumentError(short(part), Text("needs a number, not {given!r}", given=short(given)))

    def compared(data: Data) -> bool:
        value = data.get(field.id, field.default)
        if number is not None and (amount := number_in(value)) is not None:
            return compare(amount, number)
        if not equal:
            return False
        return compare(fold(given) in fold(_said(field, value)), True)

    return compared


def _said(field: Field, value: Any) -> str:
    """A value as somebody may have written it: its word, and for a choice its id, too."""
    known = isinstance(value, int | float | str) or value is None
    return f"{value_in_words(field, value)} {value}" if known else value_in_words(field, value)


def number_in(value: Any) -> float | None:
    """A number to compare by; of dice (``2d6+1``) their average. None without any."""
    match value:
        case bool() | None:
            return None
        case float():
            return value
        case int() if abs(value) > _LARGEST:
            return inf if value > 0 else -inf
        case int():
            return float(value)
        case str():
            text = value.strip().replace("−", "-").replace(",", ".")
            if dice := _DICE.fullmatch(text):
                sign = 1 if dice[3] in (None, "+") else -1
                count, sides = int((dice[1] or "1")[:4]), int(dice[2][:4])
                return count * (sides + 1) / 2 + sign * int((dice[4] or "0")[:4])
            try:
                return float(text) if len(text) <= 40 else None
            except ValueError:
                return None
    return None


def sorted_by(
    entries: Iterable[Entry], field: Field | None, *, descending: bool = False, language: str = ""
) -> list[Entry]:
    """Entries by a column of the table; by name without one. Those without a value come last."""
    filled: list[tuple[tuple[bool, float, SortKey], Entry]] = []
    empty = []
    for entry in entries:
        number, said = None, entry.name
        if field is not None:
            value = entry.data.get(field.id, field.default)
            number = float(value) if isinstance(value, bool) else number_in(value)
            said = value_in_words(field, value)
        if said or number is not None:
            filled.append(((number is None, number or 0.0, sort_key(said, language)), entry))
        else:
            empty.append(entry)
    filled.sort(key=itemgetter(0), reverse=descending)
    return [*(entry for _, entry in filled), *empty]
