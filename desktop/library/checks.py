"""Documents held against the models of their system: what is brought in, and what can be shown.

What comes from a file that travels must be right before any of it is stored. What stands in a
campaign may be half filled in, but a page must be able to show it: a list where a list is due, no
text and no list without end.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from desktop.encounter.roster import Plan
from desktop.library.errors import DocumentError, short
from desktop.library.records import Bundle, Document, NewCharacter, NewEncounter, NewEntry
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.fields import Field, Kind, dotted, fields_of, problems
from desktop.rules.text import Text, Words, none_such, placed

LONGEST_TEXT = 50_000
"""Letters of one text that a page shows."""
MOST_ENTRIES = 500
"""Entries of one list or mapping that a page shows."""

_LISTS: frozenset[Kind] = frozenset({"choices", "combatants", "numbers", "pairs", "texts"})

Path = tuple[int | str, ...]


# ---- what is brought in


def checked_bundle(bundle: Bundle) -> Bundle:
    """A bundle that may be stored. Raises DocumentError that names the first place at fault.

    What is not filled in yet may be missing.
    """
    for position, person in enumerate(bundle.characters):
        place = f"characters[{position}]"
        _check(_rules(person, place).sheet, person.sheet, f"{place}.sheet")
    for position, entry in enumerate(bundle.entries):
        place = f"entries[{position}]"
        models = _rules(entry, place).catalogue
        if entry.kind not in models:
            raise DocumentError(f"{place}.kind", none_such(short(entry.kind), models))
        _check(models[entry.kind], entry.data, f"{place}.data")
    for position, new in enumerate(bundle.encounters):
        _check_encounter(new, f"encounters[{position}]")
    return bundle


def _check_encounter(new: NewEncounter, place: str) -> None:
    rules = _rules(new, place)
    _check(Plan, new.document, f"{place}.document")
    if new.document.get("system", new.system) != new.system:
        raise DocumentError(
            f"{place}.document.system", Text("is not {system!r}", system=new.system)
        )
    _check(rules.house_rules, new.document.get("house_rules", {}), f"{place}.document.house_rules")
    for position, line in enumerate(new.document.get("lines", [])):
        _check(rules.sheet, line.get("sheet", {}), f"{place}.document.lines[{position}].sheet")


def _rules(new: NewCharacter | NewEncounter | NewEntry, place: str) -> Rules[Any]:
    rules = systems().get(new.system)
    if rules is None:
        raise DocumentError(f"{place}.system", none_such(short(new.system), systems()))
    return rules


def _check(model: type[BaseModel], document: Document, place: str) -> None:
    """Raises DocumentError for a value that the model refuses; not for one that is missing."""
    if refused := _refused(model, document, {"missing"}):
        path, said = refused
        where = short(f"{place}.{path}" if path else place, 200)
        raise DocumentError(where, short(said, 300))


def _refused(
    model: type[BaseModel], document: Mapping[str, Any], passing: Collection[str]
) -> tuple[str, Text] | None:
    """The first value that a model refuses, by its place and in words, but for these problems."""
    try:
        model.model_validate(document)
    except ValidationError as error:
        kinds = [problem["type"] for problem in error.errors(include_url=False)]
        refused = zip(problems(error, model), kinds, strict=True)
        return next((problem for problem, kind in refused if kind not in passing), None)
    return None


# ---- what can be shown


def check_shown(model: type[BaseModel], document: Mapping[str, Any], name: str) -> None:
    """Raises DocumentError in words when a page cannot show what is stored under ``name``."""
    if fault := misshapen(model, document):
        raise DocumentError(short(name), _not_shown(fault))


def _not_shown(fault: Words) -> Text:
    return Text("what is stored of it cannot be shown ({found})", found=fault)


def check_plan_shown(rules: Rules[Any], document: Mapping[str, Any], name: str) -> None:
    """As :func:`check_shown`, for an encounter with the sheets of its lines."""
    check_shown(Plan, document, name)
    if refused := _refused(Plan, document, _OUT_OF_RANGE):
        path, said = refused
        raise DocumentError(short(name), _not_shown(placed(short(path, 200), said)))
    check_shown(rules.house_rules, document.get("house_rules", {}), name)
    for line in document.get("lines", []):
        check_shown(rules.sheet, line["sheet"], name)


_OUT_OF_RANGE = frozenset(
    {"greater_than_equal", "less_than_equal", "string_too_long", "string_too_short"}
)
"""What a page shows and refuses itself."""


def misshapen(model: type[BaseModel], document: Mapping[str, Any]) -> str | None:
    """Why a page for this model cannot show a stored document; None when it can.

    Numbers out of range and texts in the place of numbers are no hindrance: a page shows and
    refuses them.
    """
    for path, said in _misshapen(fields_of(model), document, ()):
        return f"{short(dotted(path), 200)}: {said}"
    return None


def _misshapen(fields: Sequence[Field], record: Any, path: Path) -> Iterator[tuple[Path, str]]:
    known = {field.id: field for field in fields}
    if not isinstance(record, Mapping):
        yield path, "needs an object"
        return
    if len(record) > MOST_ENTRIES:
        yield path, f"has more than {MOST_ENTRIES} entries"
        return
    for id, value in record.items():
        field = known.get(id)
        if value is None:
            continue
        if field is None or field.kind in ("scores", "points"):
            yield from _free(value, (*path, id))
        elif field.kind in ("record", "records") or field.kind in _LISTS:
            yield from _parts(field, value, (*path, id))
        elif isinstance(value, Mapping | list):
            yield (*path, id), "needs one value"
        else:
            yield from _free(value, (*path, id))
        if field is not None and field.kind == "scores" and not isinstance(value, Mapping):
            yield (*path, id), "needs an object"


def _parts(field: Field, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if field.kind == "record":
        yield from _misshapen(field.fields, value, path)
        return
    if not isinstance(value, list):
        yield path, "needs a list"
        return
    yield from _free(value, path)
    for position, part in enumerate(value):
        here = (*path, position)
        if field.kind == "records":
            yield from _misshapen(field.fields, part, here)
        elif isinstance(part, Mapping) or (isinstance(part, list) != (field.kind == "pairs")):
            yield here, "needs one value" if field.kind != "pairs" else "needs two numbers"


def _free(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Looks for what is without end in a value of any shape."""
    match value:
        case str() if len(value) > LONGEST_TEXT:
            yield path, f"has more than {LONGEST_TEXT} letters"
        case list() | dict() if len(value) > MOST_ENTRIES:
            yield path, f"has more than {MOST_ENTRIES} entries"
        case list():
            for position, part in enumerate(value):
                yield from _free(part, (*path, position))
        case dict():
            for key, part in value.items():
                if len(key) > LONGEST_TEXT:
                    yield path, f"has a name of more than {LONGEST_TEXT} letters"
                yield from _free(part, (*path, key))
