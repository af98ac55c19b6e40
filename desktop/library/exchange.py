"""Characters, encounters, catalogue entries and notes as a file that travels: ``fraydesk/1``.

::

    {"format": "fraydesk/1",
     "characters": [{"system": "boj", "role": "player", "name": "Vera", "sheet": {...},
                     "portrait": "af54…"}],
     "encounters": [{"system": "boj", "name": "Cellar", "document": {...}}],
     "entries": [{"system": "boj", "kind": "weapon", "name": "Nagant", "data": {...}}],
     "notes": [{"kind": "evening", "name": "Cellar", "text": "[[Vera]] fell",
                "day": "2026-11-26"}],
     "pictures": {"af54…": "iVBORw0K…"}}

A list that is absent is empty. A picture is a PNG in base64 under the id by which it is named, as
the campaign keeps it (``pictures``); a portrait may be absent. What stands inside a sheet, a
document or an entry's data is for the caller to check against the system's own models.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import MISSING, asdict, fields, replace
from pathlib import Path
from typing import Any, TypeVar, get_args

from desktop.library import documents, pictures, records
from desktop.library.errors import DocumentError, short
from desktop.library.fold import fold
from desktop.rules.text import Text, none_such

FORMAT = "fraydesk/1"

_New = TypeVar(
    "_New", records.NewCharacter, records.NewEncounter, records.NewEntry, records.NewNote
)


def write_bundle(path: Path | str, bundle: records.Bundle) -> None:
    """Writes a bundle, whole or not at all. Raises DocumentError."""
    documents.write_json(path, bundle_json(bundle))


def bundle_json(bundle: records.Bundle) -> records.Document:
    """A bundle as the JSON object that is written."""
    document = {"format": FORMAT, **asdict(replace(bundle, pictures={}))}
    for person in document["characters"]:
        if person["portrait"] is None:
            del person["portrait"]
    del document["pictures"]
    if not bundle.notes:  # an older program takes the file, too
        del document["notes"]
    named = set(pictures.ID.findall(json.dumps(document))) if bundle.pictures else set()
    if named:
        document["pictures"] = {
            id: b64encode(png).decode() for id, png in bundle.pictures.items() if id in named
        }
    return document


def bundle_of(value: object) -> records.Bundle:
    """The bundle that a JSON value stands for. Raises DocumentError naming the place."""
    if isinstance(value, dict) and value.get("format") == "fight/1":
        taken = "is of a fight: fraydesk run takes it, and Campaign → Import in the window"
        raise DocumentError("format", taken)
    bundle = _object(value, "", required={"format"}, known={"format", *_names(records.Bundle)})
    if bundle["format"] != FORMAT:
        raise DocumentError("format", Text("must be {format!r}", format=FORMAT))
    read = records.Bundle(
        characters=_items(records.NewCharacter, bundle, "characters"),
        encounters=_items(records.NewEncounter, bundle, "encounters"),
        entries=_items(records.NewEntry, bundle, "entries"),
        notes=_items(records.NewNote, bundle, "notes"),
        pictures=_pictures(bundle),
    )
    for number, note in enumerate(read.notes):
        if note.kind not in get_args(records.NoteKind):
            said = none_such(short(note.kind), get_args(records.NoteKind))
            raise DocumentError(f"notes[{number}].kind", said)
    for number, person in enumerate(read.characters):
        if person.portrait is not None and person.portrait not in read.pictures:
            raise DocumentError(f"characters[{number}].portrait", "there is no such picture in it")
    return read


def _pictures(bundle: records.Document) -> dict[str, bytes]:
    given = bundle.get("pictures", {})
    if not isinstance(given, dict):
        raise DocumentError("pictures", "must be a JSON object")
    pngs = {}
    for id, text in given.items():
        place = f"pictures.{short(id)}"
        try:
            png = pictures.plain(b64decode(text, validate=True), place)
        except (TypeError, ValueError):
            raise DocumentError(place, "is not a picture in base64") from None
        if pictures.picture_id(png) != id:
            raise DocumentError(place, "is another picture than the one of this id")
        pngs[id] = png
    return pngs


def chosen(bundle: records.Bundle, what: str, system: str = "") -> records.Bundle:
    """One of :data:`records.PARTS` of a bundle, and of one system where one is named."""
    wanted = "entries" if what == "catalogue" else what
    return _narrowed(
        bundle, lambda part, item: wanted in ("all", part) and system in ("", item.system)
    )


def only(bundle: records.Bundle, names: Sequence[str], also: Sequence[str] = ()) -> records.Bundle:
    """What bears one of these names, however they are accented.

    Raises DocumentError for a name that nothing in it bears, nor stands in ``also``.
    """
    wanted = {fold(name): name for name in names}
    narrowed = _narrowed(bundle, lambda _, item: fold(item.name) in wanted)
    there = {fold(name) for name in also}
    there |= {fold(item.name) for part in LISTS for item in getattr(narrowed, part)}
    for folded, name in wanted.items():
        if folded not in there:
            raise DocumentError(
                "", Text("there is nothing called {name!r} in it", name=short(name))
            )
    return narrowed


LISTS = ("characters", "encounters", "entries", "notes")
"""The lists of a bundle."""


def _narrowed(bundle: records.Bundle, wanted: Callable[[str, Any], bool]) -> records.Bundle:
    """A bundle with those of its items that are ``wanted``, by the name of their list."""
    parts: dict[str, Any] = {
        part: tuple(item for item in getattr(bundle, part) if wanted(part, item)) for part in LISTS
    }
    return replace(bundle, **parts)


def _items(kind: type[_New], bundle: records.Document, name: str) -> tuple[_New, ...]:
    items = bundle.get(name, [])
    if not isinstance(items, list):
        raise DocumentError(name, "must be a list")
    return tuple(_item(kind, item, f"{name}[{place}]") for place, item in enumerate(items))


def _item(kind: type[_New], value: object, place: str) -> _New:
    required = {field.name for field in fields(kind) if field.default is MISSING}
    item = _object(value, place, required=required, known=_names(kind))
    for name, field in item.items():
        documents.check_field(name, field, f"{place}.{name}")
    return kind(**item)


def _object(value: object, place: str, *, required: set[str], known: set[str]) -> records.Document:
    if not isinstance(value, dict):
        raise DocumentError(place, "must be a JSON object")
    if missing := sorted(required - value.keys()):
        raise DocumentError(place, Text("{missing!r} is missing", missing=missing[0]))
    if unknown := sorted(value.keys() - known):
        raise DocumentError(place, Text("{unknown!r} is not known here", unknown=short(unknown[0])))
    return value


def _names(kind: type[records.Bundle] | type[_New]) -> set[str]:
    return {field.name for field in fields(kind)}
