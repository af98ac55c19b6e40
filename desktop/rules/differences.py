"""What differs between two documents of one model, field by field, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.languages import Language
from desktop.rules.fields import Field
from desktop.rules.in_words import choices_in_words, value_in_words


@dataclass(frozen=True, slots=True)
class Difference:
    """One value: where it stands, in the words of the labels, and what it was and is.

    A text is empty where there was or is nothing.
    """

    place: tuple[str, ...]
    before: str
    after: str


def differences(
    fields: Sequence[Field], before: Mapping[str, Any], after: Mapping[str, Any], terms: Language
) -> list[Difference]:
    """Every value in which two documents differ, in the order of the fields.

    What a document leaves out is the usual value.
    """
    return list(_of_record(fields, before, after, terms, ()))


def _of_record(
    fields: Sequence[Field],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    terms: Language,
    place: tuple[str, ...],
) -> Iterator[Difference]:
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
            yield from _of_record(field.fields, _mapping(was), _mapping(now), terms, place)
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
    for one in now:
        pair = next((pair for pair in left if pair[1] == one), None)
        pair = pair or next((pair for pair in left if _name(pair[1]) == _name(one)), None)
        if pair is None:
            yield Difference(place, "", _name(one) or "…")
        else:
            left.remove(pair)
            yield from _of_record(field.fields, pair[1], one, terms, (*place, _name(one)))
    for _, one in left:
        yield Difference(place, _name(one) or "…", "")


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
