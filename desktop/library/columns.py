"""What the columns and cells of a table of entries are called: ids, or words of any language.

A part of a field has a column of its own: ``reduction.head``, ``weapons[0].name``; in words
``Redukcja: głowa``, ``Broń 1: Nazwa``. A cell in words is what the window shows.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from desktop.languages import LANGUAGES, Language
from desktop.library.errors import DocumentError, short
from desktop.library.fold import same_name
from desktop.library.languages import spoken
from desktop.rules.fields import Field, dotted
from desktop.rules.in_words import choices_in_words
from desktop.rules.text import Text

Path = tuple[str | int, ...]
"""Where a value stands in an entry: ``("weapons", 0, "name")``."""

Way = Language | None
"""How columns and cells are said: in the words of a language, or as ids."""

YES_NO = {"en": ("yes", "no"), "pl": ("tak", "nie"), "cs": ("ano", "ne"), "ru": ("да", "нет")}
_YES = {yes for yes, _ in YES_NO.values()} | {"1", "true", "prawda", "pravda", "истина"}
_NO = {no for _, no in YES_NO.values()} | {"0", "false", "fałsz", "nepravda", "ложь"}
"""What people write, and what spreadsheets of our languages make of it."""

_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_ID_OF_PART = re.compile(r"(?:\[([0-9]{1,4})\])?()\.(.+)")
_WORDS_OF_PART = re.compile(r"()(?:\s([0-9]{1,4}))?\s*:\s*(.+)")
_ID_BEHIND = re.compile(r".+ \((\S+)\)")


@cache
def ways() -> tuple[Language, ...]:
    """Every language that a table may be in, with its own words or a system's in the lead."""
    languages = [spoken(code) for code in LANGUAGES]
    return (*languages, *(replace(language, own_terms=True) for language in languages))


def headings(fields: Sequence[Field], paths: Iterable[Path], way: Way) -> dict[Path, str]:
    """What the columns of these paths are called, in the order of the fields; no two alike."""
    said = {path: _heading(fields, path, way) for path in sorted(paths, key=partial(_rank, fields))}
    times = Counter(map(same_name, said.values()))
    return {
        path: f"{word} ({dotted(path)})" if times[same_name(word)] > 1 else word
        for path, word in said.items()
    }


def _heading(fields: Sequence[Field], path: Path, way: Way) -> str:
    field = next((field for field in fields if field.id == path[0]), None)
    if way is None or field is None:
        return dotted(path)
    match path[1:]:
        case ():
            return field.called(way)
        case (int(place), *rest):
            return f"{field.called(way)} {place + 1}: {_heading(field.fields, tuple(rest), way)}"
        case (name,) if field.kind == "scores":
            return f"{field.called(way)}: {choices_in_words(field, way).get(name, name)}"
        case rest:
            return f"{field.called(way)}: {_heading(field.fields, rest, way)}"


def _rank(fields: Sequence[Field], path: Path) -> tuple[int, ...]:
    """Where a column stands among others: as the fields, the parts and the choices do."""
    head, *rest = path
    if isinstance(head, int):
        return (head, *_rank(fields, tuple(rest)))
    place = next((n for n, field in enumerate(fields) if field.id == head), len(fields))
    if not rest or place == len(fields):
        return (place,)
    field = fields[place]
    if field.kind != "scores":
        return (place, *_rank(field.fields, tuple(rest)))
    known = [choice.value for choice in field.choices]
    return (place, known.index(rest[0]) if rest[0] in known else len(known))


def usual_paths(fields: Sequence[Field]) -> Iterator[Path]:
    """The columns that a table has in any case: all but the parts of lists."""
    for field in fields:
        match field.kind:
            case "scores" if field.choices:
                yield from ((field.id, choice.value) for choice in field.choices)
            case "record":
                yield from ((field.id, *path) for path in usual_paths(field.fields))
            case kind if kind not in ("scores", "records"):
                yield (field.id,)


def parts(
    fields: Sequence[Field], data: Mapping[str, Any], whole: bool = False
) -> Iterator[tuple[Path, Field, Any]]:
    """Every value of an entry with its path, those of records and scores one by one.

    What its parts would not bring back stays ``whole``, and so do lists where that is asked for.
    """
    known = {field.id: field for field in fields}
    for id, value in data.items():
        field = known.get(id, Field(id, "text", id))
        inner = [] if whole and field.kind == "records" else list(_inner(field, value))
        if inner and assembled({path: part for path, _, part in inner}) == {id: value}:
            yield from inner
        else:
            yield (id,), field, value


def _inner(field: Field, value: Any) -> Iterator[tuple[Path, Field, Any]]:
    match field.kind, value:
        case "scores", {}:
            score = replace(field, kind="integer", choices=())
            yield from (((field.id, name), score, number) for name, number in value.items())
        case "record", {}:
            yield from (((field.id, *path), *rest) for path, *rest in parts(field.fields, value))
        case "records", list():
            for place, part in enumerate(value):
                if isinstance(part, dict):
                    for path, *rest in parts(field.fields, part):
                        yield ((field.id, place, *path), *rest)


def assembled(values: Mapping[Path, Any]) -> dict[str, Any]:
    """An entry of its values by path. Raises DocumentError for what is there whole and in parts."""
    root: dict[Any, Any] = {}
    for path, value in values.items():
        node = root
        for key in path[:-1]:
            node = node.setdefault(key, {})
            if not isinstance(node, dict):
                raise DocumentError(dotted(path), "stands in two columns")
        if path[-1] in node:
            raise DocumentError(dotted(path), "stands in two columns")
        node[path[-1]] = value
    whole: dict[str, Any] = _with_lists(root)
    return whole


def _with_lists(node: Any) -> Any:
    """Parts by number as a list, in their order."""
    if not isinstance(node, dict):
        return node
    made = {key: _with_lists(part) for key, part in node.items()}
    if made and all(isinstance(key, int) for key in made):
        return [made[place] for place in sorted(made)]
    return made


# ---- from what a table says


def columns_of(
    fields: Sequence[Field], head: Sequence[str]
) -> tuple[dict[str, tuple[Path, Field]], list[Language]]:
    """The path and field of each column that is known, by its heading, and the languages.

    Ids are known before all; then the language that knows most of the columns leads, so that a
    word with two meanings has that of its neighbours.
    """
    known = {way: {cell: _found(fields, cell, way) for cell in head} for way in (None, *ways())}
    best = sorted(ways(), key=lambda way: -sum(map(bool, known[way].values())))
    each = {cell: [known[way][cell] for way in (None, *best)] for cell in head}
    return {cell: next(filter(None, words)) for cell, words in each.items() if any(words)}, best


def value_of(field: Field, text: str, ways: Sequence[Language]) -> Any:
    """What a cell stands for, in words of any of these languages, or as an id.

    Raises ValueError with a sentence that says what is needed.
    """
    plain = text.strip()
    match field.kind:
        case "integer" | "number":
            return _number(field, plain, ways)
        case "flag" | "reason":
            word = plain.casefold()
            if word in _YES or word in _NO:
                return word in _YES
            if field.kind == "reason":
                return text
            raise ValueError(Text("needs yes or no, not {cell!r}", cell=short(plain)))
        case "choice" | "text" | "combatant":
            chosen = _choice(field, plain, (None, *ways))
            if not chosen and field.kind == "choice" and field.choices:
                there_are = _said_choices(field, next(iter(ways), None))
                raise ValueError(Text("is not one of {words}", words=[*there_are.values()]))
            return chosen or text
    if plain[:1] not in ("[", "{"):
        listed = _listed(field, [part.strip() for part in re.split("[,;]", plain)], ways)
        if listed is not None:
            return listed
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        example = _EXAMPLES.get(field.kind, "{}")
        raise ValueError(Text("needs JSON, such as {example}", example=example)) from None


def _listed(field: Field, items: Sequence[str], ways: Sequence[Language]) -> Any:
    """What a list in words stands for, ``a, b``; None where it is none."""
    try:
        match field.kind:
            case "texts" | "choices" | "combatants":
                return [_choice(field, item, (None, *ways)) or item for item in items]
            case "numbers":
                return [int(item) for item in items]
            case "pairs":
                return [[int(half) for half in item.split("/")] for item in items]
            case "scores":
                pairs = [item.rsplit(None, 1) for item in items]
                return {_choice(field, name, (None, *ways)) or name: int(n) for name, n in pairs}
    except ValueError:
        pass
    return None


def _choice(field: Field, word: str, ways: Sequence[Way]) -> str:
    """The choice that a word names in one of these ways; empty where it names none."""
    asked = same_name(word)
    for way in ways if field.choices else ():
        for value, said in _said_choices(field, way).items():
            if same_name(said) == asked:
                return str(value)
    return ""


def _said_choices(field: Field, way: Way) -> dict[Any, str]:
    if way is None:
        return {choice.value: str(choice.value) for choice in field.choices}
    return choices_in_words(field, way)


def _found(fields: Sequence[Field], column: str, way: Way) -> tuple[Path, Field] | None:
    """The path and field of a column in one language; None where nothing is called so."""
    asked = same_name(column)
    for field in fields:
        word = field.id if way is None else field.called(way)
        if asked == same_name(word):
            return (field.id,), field
    if way is None and (behind := _ID_BEHIND.fullmatch(column)):
        return _found(fields, behind[1], None)
    for field in fields:
        word = field.id if way is None else field.called(way)
        shape = _ID_OF_PART if way is None else _WORDS_OF_PART
        part = shape.fullmatch(column[len(word) :])
        if part and same_name(column[: len(word)]) == same_name(word):
            inner = _part(field, part, way)
            if inner:
                return (field.id, *inner[0]), inner[1]
    return None


def _part(field: Field, part: re.Match[str], way: Way) -> tuple[Path, Field] | None:
    counted, numbered, rest = part.groups()
    place = int(counted) if counted else int(numbered) - 1 if numbered else None
    if field.kind == "scores" and place is None:
        name = _choice(field, rest, (way, None, *ways())) or rest
        return (name,), replace(field, kind="integer", choices=())
    if (field.kind, place is None) not in (("record", True), ("records", False)):
        return None
    within = _found(field.fields, rest, way)
    if within is None or place is None:
        return within
    return (place, *within[0]), within[1]


_EXAMPLES = {"scores": '{"head": 2}', "pairs": "[[1, 2]]", "numbers": "[1, 2]"}


def _number(field: Field, text: str, ways: Sequence[Language]) -> int | float:
    for unit in {field.unit, *(way.text(field.unit) for way in ways)} if field.unit else ():
        text = text.removesuffix(unit).rstrip()
    plain = _BETWEEN_THOUSANDS.sub("", text.replace("−", "-").replace(",", ".").removeprefix("'"))
    if field.kind == "integer":
        if _WHOLE_NUMBER.fullmatch(plain):
            return int(plain)
        raise ValueError(Text("needs a whole number, not {cell!r}", cell=short(text)))
    if len(plain) <= 40 and _NUMBER.fullmatch(plain):
        return float(plain)
    raise ValueError(Text("needs a number, not {cell!r}", cell=short(text)))


# ---- to what a table says


def cell(field: Field, value: Any, way: Way) -> str:
    """A value as a cell: in words where these come back as the same, else as it is stored."""
    stored = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    match value:
        case None:
            return ""
        case bool():
            return YES_NO[way.code if way else "en"][not value]
        case int() | float():
            return way.with_comma(str(value)) if way else str(value)
        case str() if way and field.choices:
            said = choices_in_words(field, way).get(value, value)
        case list() if way and value:
            said = ", ".join(_item(field, item, way) for item in value)
        case _:
            return stored
    try:
        return said if value_of(field, said, (way, *ways())) == value else stored
    except ValueError:
        return stored


def _item(field: Field, item: Any, way: Language) -> str:
    if isinstance(item, list | tuple):
        return "/".join(map(str, item))
    return str(choices_in_words(field, way).get(item, item))
