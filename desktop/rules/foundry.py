"""What every document of Foundry VTT has, of which rule system ever.

An actor or an item has ``name``, ``type``, its values under ``system`` (before Foundry 10 under
``data``), and what it carries under ``items``. Exported files say under ``_stats`` or ``flags``
of which of Foundry's systems they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop.rules.foreign import Place, quoted
from desktop.rules.text import Text, Words

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
    return Text("no system that it names") if named is None else quoted(named)


def values_of(document: Place) -> Place:
    """The values of the system: under ``system``, in older files under ``data``."""
    return document.part("system" if "system" in document.values else "data")


def remark_on_effects(document: Place) -> None:
    """Remarks that active effects are left out."""
    if document.raw("effects"):
        remark = "active effects have no place here and are left out"
        document.remarks.add(f"{document.path}.effects".lstrip("."), remark)
