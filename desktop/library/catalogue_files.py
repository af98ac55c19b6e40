"""The catalogues that ship with the systems: weapons, armour, traits, as their rules know them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from desktop.languages import Language
from desktop.library import own_texts, records
from desktop.library.resources import ResourceError, named, read_resource
from desktop.rules import contract, systems, table
from desktop.rules.text import Text


@dataclass(frozen=True, slots=True)
class ShippedEntry:
    """One entry: ``data`` is valid against ``Rules.catalogue[kind]``."""

    kind: str
    name: str
    data: dict[str, Any]


@cache
def shipped_entries(system: str, trusted: bool = False) -> tuple[ShippedEntry, ...]:
    """The catalogue that comes with a system, in its order.

    Raises :class:`ResourceError` that names the first entry at fault. A ``trusted`` catalogue is
    not checked, and the system is not imported for it.
    """
    entries = read_resource(system, "catalogue.json").get("entries")
    name = named(system, "catalogue.json")
    if not isinstance(entries, list):
        raise ResourceError(name, "entries", "needs a list")
    if trusted:
        return tuple(ShippedEntry(**entry) for entry in entries)
    return tuple(_entry(name, system, f"entries[{i}]", e) for i, e in enumerate(entries))


def entries_in(language: Language, system: str, trusted: bool = False) -> list[records.NewEntry]:
    """The catalogue that comes with a system, in the language that was chosen.

    Raises :class:`ResourceError` as ``shipped_entries``.
    """
    shipped = shipped_entries(system, trusted)
    data = own_texts.in_language(
        system, [{"name": entry.name, "data": entry.data} for entry in shipped], language
    )
    return [
        records.NewEntry(system=system, kind=entry.kind, **said)
        for entry, said in zip(shipped, data, strict=True)
    ]


def _entry(name: str, system: str, place: str, entry: object) -> ShippedEntry:
    if not isinstance(entry, dict) or set(entry) != {"kind", "name", "data"}:
        raise ResourceError(name, place, "needs exactly kind, name and data")
    if not isinstance(entry["data"], dict):
        raise ResourceError(name, f"{place}.data", "needs an object")
    models = systems()[system].catalogue
    if entry["kind"] not in models:
        raise ResourceError(
            name, f"{place}.kind", Text("there is: {there_is}", there_is=", ".join(models))
        )
    try:
        data = contract.checked(models[entry["kind"]], entry["data"])
    except table.Refusal as refusal:
        raise ResourceError(name, f"{place}.data.{refusal.field}", str(refusal.message)) from None
    if entry["name"] != getattr(data, "name", entry["name"]):
        raise ResourceError(name, f"{place}.name", "is not the name in the data")
    return ShippedEntry(**entry)
