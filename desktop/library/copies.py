"""Copies of catalogue entries on a sheet, and what they are copies of.

A copy of an entry is the sheet's own: a change of it changes no catalogue, and a change of the
catalogue changes no copy. What they have in common is the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.languages import Language
from desktop.library.fold import same_name
from desktop.library.records import Document, Entry
from desktop.rules import contract, fields, table
from desktop.rules.in_words import Difference, differences
from desktop.rules.text import Text


@dataclass(frozen=True, slots=True)
class Outdated:
    """A copy that differs from the entry of its name."""

    field: fields.Field
    """The list of the sheet in which it stands."""
    number: int
    """Its place in the list, from 0."""
    entry: Entry
    differences: Sequence[Difference]


def place_for(rules: contract.Rules[Any], kind: str) -> fields.Field | None:
    """The list of a sheet that takes entries of a kind; None where there is none.

    Of several the one that is called after the kind.
    """
    places = [field for field in fields.fields_of(rules.sheet) if kind in kinds_in(rules, field)]
    named = (field for field in places if field.id.startswith(kind))
    return next(named, places[0] if places else None)


def goes_by_hand(rules: contract.Rules[Any], kind: str) -> bool:
    """Whether the numbers of an entry of a kind have to be written onto a sheet."""
    known = kind in rules.catalogue and kind != "effect"
    return known and not (rules.fights(kind) or place_for(rules, kind))


def given(rules: contract.Rules[Any], sheet: Mapping[str, Any], entry: Entry) -> Document:
    """A sheet with a copy of an entry at the end of its list. Raises Refusal in words."""
    place = place_for(rules, entry.kind) if entry.system == rules.id else None
    if place is None:
        values = {"name": entry.name, "system": rules.title}
        said = Text("{name} has no place on a sheet of {system}", **values)
        if entry.system == rules.id and goes_by_hand(rules, entry.kind):
            said = Text(
                "{name} has no list on a sheet of {system}: its numbers are written there by hand",
                **values,
            )
        raise table.Refusal(said)
    return {**sheet, place.id: [*_records(sheet, place), dict(entry.data)]}


def outdated(
    rules: contract.Rules[Any], sheet: Mapping[str, Any], entries: Iterable[Entry], terms: Language
) -> list[Outdated]:
    """The copies on a sheet that differ from the entries of their names, the first of several."""
    known: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        known.setdefault((entry.kind, same_name(entry.name)), entry)
    differing = []
    for field in fields.fields_of(rules.sheet):
        for kind in kinds_in(rules, field):
            for number, copy in enumerate(_records(sheet, field)):
                now = known.get((kind, same_name(str(copy.get("name") or ""))))
                if now and (differs := list(differences(field.fields, copy, now.data, terms))):
                    differing.append(Outdated(field, number, now, differs))
    return differing


def brought_up_to_date(sheet: Mapping[str, Any], chosen: Iterable[Outdated]) -> Document:
    """The sheet with these copies as the catalogue has them now."""
    made = dict(sheet)
    for copied in chosen:
        records = list(_records(made, copied.field))
        records[copied.number] = dict(copied.entry.data)
        made[copied.field.id] = records
    return made


def kinds_in(rules: contract.Rules[Any], field: fields.Field) -> list[str]:
    """The kinds of entries whose parts are those of the records of a field.

    Of several only the one after which the field is called: ``ability`` for ``abilities``.
    """
    if field.kind != "records":
        return []
    parts = [part.id for part in field.fields]
    kinds = [
        kind
        for kind, model in rules.catalogue.items()
        if [part.id for part in fields.fields_of(model)] == parts
    ]
    return [kind for kind in kinds if field.id.startswith(kind.removesuffix("y"))] or kinds


def _records(sheet: Mapping[str, Any], field: fields.Field) -> Sequence[Mapping[str, Any]]:
    records = sheet.get(field.id)
    return records if isinstance(records, list | tuple) else []
