"""Values of fields as a person reads them, in lists, in the combat panel and on paper; and what
differs between two sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from desktop.languages import OWN_TERMS, Language
from desktop.rules.fields import Field
from desktop.rules.text import as_text

APART = "\N{NO-BREAK SPACE}"


def after_number(unit: str, space: str = APART) -> str:
    """A unit as it follows a number: a word, its letters or % apart, another sign close to it."""
    return f"{space}{unit}" if unit[:1].isalpha() or unit == "%" else unit


def choices_in_words(field: Field, terms: Language = OWN_TERMS) -> dict[Any, str]:
    """What the choices of a field are called, by value."""
    return {choice.value: as_text(choice.label).said(terms) for choice in field.choices}


def value_in_words(field: Field, value: Any, terms: Language = OWN_TERMS) -> str:
    """A value of a field, with its unit and with the labels of choices; empty for no value."""
    unit = after_number(terms.text(field.unit))
    match value:
        case None | "" | False:
            return ""
        case True:
            return "✓"
        case int():
            return terms.decimal(f"{value}") + unit
        case float():
            return terms.decimal(f"{value:.10g}") + unit
        case list() | tuple() if field.kind == "pairs":
            return ", ".join(
                "/".join(map(str, pair)) if isinstance(pair, list | tuple) else str(pair)
                for pair in value
            )
        case list() | tuple():
            return ", ".join(value_in_words(field, part, terms) for part in value)
        case Mapping() | BaseModel() if field.kind == "record":
            parts, held = field.fields, dict(value)
            facts = (fact_in_words(p, held.get(p.id), p.called(terms), terms) for p in parts)
            return ", ".join(filter(None, facts))
        case Mapping():
            words = choices_in_words(field, terms)
            return ", ".join(
                f"{words.get(name) or terms.named(name)} {value_in_words(field, score, terms)}"
                for name, score in value.items()
            )
        case _:
            said = choices_in_words(field, terms).get(value) or terms.named(str(value))
            return terms.dice(said) if field.kind == "text" and field.rule else said


def fact_in_words(field: Field, value: Any, label: str, terms: Language = OWN_TERMS) -> str:
    """A value as one fact of several: ``Cover``, ``Distance 7 m``, ``short``, ``Tags: a, b``.

    ``label`` is what the field is called. Empty where the value is none, or the usual number.
    """
    if value is None or value is False or value in ("", (), [], {}):
        return ""
    match field.kind:
        case "flag" | "reason":
            return f"{label} ({value})" if isinstance(value, str) else label
        case "integer" | "number":
            usual = value == field.default and not field.telling
            return "" if usual else f"{label} {value_in_words(field, value, terms)}"
        case "choice" | "choices" | "combatant" | "combatants":
            return value_in_words(field, value, terms)
        case "text":
            said = value_in_words(field, value, terms)
            return f"{label} {said}" if field.rule else said
        case "record" if isinstance(value, Mapping) and "name" not in value:
            return value_in_words(field, value, terms)
        case "record":
            name = value.get("name") if isinstance(value, Mapping) else None
            return f"{label}: {terms.named(name)}" if isinstance(name, str) and name else label
        case "records" if isinstance(value, Sequence | Mapping):
            return f"{label} ×{len(value)}"
        case "scores" if isinstance(value, Mapping):
            taken = {name: score for name, score in value.items() if score}
            return f"{label}: {value_in_words(field, taken, terms)}" if taken else ""
        case _:
            return f"{label}: {value_in_words(field, value, terms)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """One value: where it stands, in the words of the labels, and what it was and is.

    A text is empty where there was or is nothing.
    """

    place: tuple[str, ...]
    before: str
    after: str


def differences(
    fields: Sequence[Field],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    terms: Language,
    place: tuple[str, ...] = (),
) -> Iterator[Difference]:
    """Every value in which two documents differ, in the order of the fields.

    What a document leaves out is the usual value. ``place`` is where both stand in another one.
    """
    for field in fields:
        here = (*place, field.called(terms))
        was, now = (given.get(field.id, field.default) for given in (before, after))
        yield from _of_field(field, was, now, terms, here)
    known = {field.id for field in fields}
    for id in dict.fromkeys([*before, *after]):
        if id not in known:  # attributes and the like of somebody's own
            yield from _if_different((*place, id), _words(before.get(id)), _words(after.get(id)))


def _of_field(
    field: Field, was: Any, now: Any, terms: Language, place: tuple[str, ...]
) -> Iterator[Difference]:
    if was == now:
        return
    match field.kind:
        case "record":
            yield from differences(field.fields, _mapping(was), _mapping(now), terms, place)
        case "records":
            yield from _of_records(field, _records(was), _records(now), terms, place)
        case "scores":
            labels = choices_in_words(field, terms)
            old, new = _mapping(was), _mapping(now)
            for id in dict.fromkeys([*old, *new]):
                there = (*place, labels.get(id, id))
                yield from _if_different(there, _words(old.get(id)), _words(new.get(id)))
        case _:
            yield from _if_different(place, _said(field, was, terms), _said(field, now, terms))


def _of_records(
    field: Field,
    was: Sequence[Mapping[str, Any]],
    now: Sequence[Mapping[str, Any]],
    terms: Language,
    place: tuple[str, ...],
) -> Iterator[Difference]:
    """Those of one name are the same one, changed; the first with the first, and so on."""
    left = list(enumerate(was))
    for record in now:
        pair = next((pair for pair in left if pair[1] == record), None)
        pair = pair or next((pair for pair in left if _name(pair[1]) == _name(record)), None)
        if pair is None:
            yield Difference(place, "", _name(record) or "…")
        else:
            left.remove(pair)
            yield from differences(field.fields, pair[1], record, terms, (*place, _name(record)))
    for _, record in left:
        yield Difference(place, _name(record) or "…", "")


def _if_different(place: tuple[str, ...], was: str, now: str) -> Iterator[Difference]:
    if was != now:
        yield Difference(tuple(filter(None, place)), was, now)


def _said(field: Field, value: Any, terms: Language) -> str:
    # A flag that is down is told here: before or after it was up.
    return "✗" if value is False else value_in_words(field, value, terms)


def _words(value: Any) -> str:
    return "" if value is None else str(value).replace("-", "−")


def _name(record: Mapping[str, Any]) -> str:
    return str(record.get("name") or "")


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _records(value: Any) -> list[Mapping[str, Any]]:
    parts = value if isinstance(value, list | tuple) else []
    return [part for part in parts if isinstance(part, Mapping)]
