"""What every document of Foundry VTT has, in any of its rule systems.

An actor or an item has ``name``, ``type``, its values under ``system`` (before Foundry 10 under
``data``), and what it carries under ``items``. Exported files say under ``_stats`` or ``flags``
of which of Foundry's systems they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from desktop.rules import foreign
from desktop.rules.table import Refusal
from desktop.rules.text import Text, Words

MOST_KINDS_TOLD = 10
"""Kinds of items without a place that a file's remarks name."""

FOUNDRYS_OWN = (
    "_id", "_key", "_stats", "flags", "folder", "img", "sort", "ownership", "permission",
    "prototypeToken", "token", "type", "system", "data", "items", "name",
)  # fmt: skip
"""Values of Foundry itself, which say nothing about a character."""


def is_document(value: Mapping[str, Any]) -> bool:
    """Whether a JSON object is an actor or an item of Foundry VTT."""
    if not isinstance(value.get("type"), str) or "format" in value:
        return False
    marked = any(name in value for name in ("_stats", "flags", "prototypeToken", "permission"))
    return marked or isinstance(value.get("system", value.get("data")), Mapping)


def system_of(value: Mapping[str, Any]) -> object:
    """The id of Foundry's system that a document names; None where it names none."""
    stats, flags = value.get("_stats"), value.get("flags")
    source = flags.get("exportSource") if isinstance(flags, Mapping) else None
    for place, name in ((stats, "systemId"), (source, "system")):
        if isinstance(place, Mapping) and place.get(name) is not None:
            return place[name]
    return None


def system_in_words(value: Mapping[str, Any]) -> Words:
    """The system that a document names, for a message."""
    named = system_of(value)
    return Text("no system that it names") if named is None else foreign.quoted(named)


def reader(
    ours: str,
    items: Sequence[str],
    kind_of: Callable[[Mapping[str, Any]], str | None],
    alike: Callable[[Set[str]], object],
    actor: Callable[[foreign.Place, str], foreign.ForeignCharacter],
    entries: Callable[[foreign.Place, str], Iterable[foreign.ForeignEntry]],
    there_is: Sequence[str],
) -> foreign.ForeignReader:
    """The reader of one of Foundry's rule systems, whose id is ``ours``.

    It reads what says that it is of that system, and of what says nothing items of these ``items``,
    and actors whose values have names that are ``alike``. ``kind_of`` is the kind of an actor, None
    for anything else; ``there_is`` are the types that can be brought in, for a refusal.
    """

    def reads(value: Mapping[str, Any]) -> bool:
        if not is_document(value):
            return False
        named = system_of(value)
        if named is not None or value["type"] in items:
            return named in (ours, None)
        values = value.get("system", value.get("data"))
        known = kind_of(value) is not None and isinstance(values, Mapping)
        return known and bool(alike(set(values)))

    def read(value: Mapping[str, Any]) -> foreign.ForeignReading:
        document, type = foreign.Place(value, "", foreign.Remarks()), value["type"]
        kind = kind_of(value)
        if kind is not None:
            reading = foreign.ForeignReading(characters=(actor(document, kind),))
        elif type in items:
            reading = foreign.ForeignReading(entries=tuple(entries(document, type)))
        else:
            said = Text(
                "{kind} cannot be brought in; there is: {there_is}",
                kind=foreign.quoted(type), there_is=", ".join(there_is),
            )  # fmt: skip
            raise Refusal(said, "type")
        remark_on_effects(document)
        document.ignore(*FOUNDRYS_OWN)
        document.tell_rest()
        return replace(reading, remarks=tuple(document.remarks.lines))

    return foreign.ForeignReader(f"{ours} of Foundry VTT", reads, read)


def values_of(document: foreign.Place) -> foreign.Place:
    """The values of the system: under ``system``, in older files under ``data``."""
    return document.part("system" if "system" in document.values else "data")


def remark_on_effects(document: foreign.Place) -> None:
    """Remarks that active effects are left out."""
    if document.raw("effects"):
        document.remark("effects", Text("active effects have no place here and are left out"))


def name_of(document: foreign.Place, longest: int) -> str:
    """The name of a document, or a word for where there is none."""
    name = document.line("name", longest)
    if not name:
        document.remark("name", Text("is missing"))
    return name or "Без имени"


def remark_left_out(kinds: Counter[str], remarks: foreign.Remarks) -> None:
    """Remarks in one line for each kind how many items found no place."""
    for kind, count in kinds.most_common(MOST_KINDS_TOLD):
        remark = Text("left out, no place here: {kind} ×{number}", kind=kind, number=count)
        remarks.add("items", remark)
    if (others := len(kinds) - MOST_KINDS_TOLD) > 0:
        more = Text("left out, no place here, further kinds: {number}", number=others)
        remarks.add("items", more)


def joined(notes: Sequence[str], longest: int, remarks: foreign.Remarks) -> str:
    """Notes as one text of at most ``longest`` letters."""
    text = "\n\n".join(filter(None, notes))
    if len(text) > longest:
        remarks.add("notes", Text("cut to {most} letters", most=longest))
    return text[:longest]
