"""The files that come with a system: rule texts, catalogue, sample, paper templates, form.

What a system that ships brings along lies in ``resources/``; what another brings lies in its own
package, under the names used here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from desktop import assets
from desktop.languages import NO_CATALOGUE, Language
from desktop.languages.content import in_words
from desktop.library import records
from desktop.library.errors import short
from desktop.rules import contract, systems, table
from desktop.rules.failures import failure
from desktop.rules.text import Text, TextError, Words, placed

_FOLDERS = {
    "rules.json": "rules",
    "catalogue.json": "catalogues",
    "sample.json": "samples",
    "own_texts.json": "own_texts",
}
"""Where the file of every system that ships lies, as ``rules/walka.json``."""


class ResourceError(TextError):
    """A file of the program's own that is not what it should be; names the file and the place."""

    def __init__(self, name: str, place: str, problem: Words) -> None:
        super().__init__(placed(name, placed(place, problem)))


def named(system: str, name: str) -> str:
    """How a file of a system is called in a message: ``rules/walka.json``."""
    if not systems().ships(system):
        return f"{system}/{name}"
    return f"{_FOLDERS[name]}/{system}.json" if name in _FOLDERS else f"paper/{system}.{name}"


def resource(system: str, name: str) -> Traversable | None:
    """A file of a system: ``resource("walka", "rules.json")``; None where it has no such file.

    Raises FileNotFoundError for an unknown system, SystemFailed for one that cannot be used.
    """
    if system not in systems():  # it may come from a stranger's campaign
        raise FileNotFoundError(f"there is no system {short(system)!r}")
    if systems().ships(system):
        place: Traversable = assets.root().joinpath(*named(system, name).split("/"))
    elif package := systems().package(system):
        try:
            place = _folder(package).joinpath(name)
            return place if place.is_file() else None
        except (ImportError, TypeError, ValueError, OSError) as error:
            raise failure(system, systems().title(system), "resources", error) from error
    else:
        return None
    return place if place.is_file() else None


def _folder(package: str) -> Traversable:
    """Where the files of a package lie. Raises ImportError or TypeError where it is none."""
    if not hasattr(import_module(package), "__path__"):  # from Python 3.12 on files() takes any
        raise TypeError(f"{package!r} is not a package")
    return files(package)


def form_module(system: str) -> str:
    """The module of a system's sheet form, with the class ``Ui_Sheet``. It need not exist."""
    if systems().ships(system):
        return f"desktop.forms.sheet_{system}"
    package = systems().package(system)
    return f"{package}.form" if package else ""


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Of a name that stands twice all but the last would be lost unseen."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise ValueError(Text("{name!r} stands twice in one object", name=name))
        made[name] = value
    return made


def read_resource(system: str, name: str) -> dict[str, Any]:
    """The JSON object in a file of a system, which must be about this system.

    Raises :class:`ResourceError`; FileNotFoundError when there is no such file.
    """
    called = named(system, name)
    place = resource(system, name)
    if place is None:
        raise FileNotFoundError(f"{called} is missing. Install the program or the system again.")
    try:
        each = None if systems().ships(system) else _each_once
        document = json.loads(place.read_text("utf-8"), object_pairs_hook=each)
    except (ValueError, RecursionError) as error:
        raise ResourceError(called, "", Text("this is not JSON ({error})", error=error)) from None
    if not isinstance(document, dict):
        raise ResourceError(called, "", "needs an object")
    if document.get("system") != system:
        raise ResourceError(called, "system", Text("is not {system!r}", system=system))
    return document


@cache
def own_texts(system: str) -> Mapping[str, str]:
    """The texts of a system by the English ones, with those of earlier catalogues, which copies in
    campaigns still have; empty where there is no such file."""
    try:
        document = read_resource(system, "own_texts.json")
    except (FileNotFoundError, ResourceError):
        return {}
    parts = [document.get(name) for name in ("earlier", "texts")]
    return {text: own for part in parts if isinstance(part, dict) for text, own in part.items()}


def as_read(system: str, value: Any, language: Language) -> Any:
    """A document with what stays as it is in it as it is read: the texts of the catalogue in the
    system's own language where that leads, else what the names that rules look up are called."""
    texts = own_texts(system) if language.own_terms else language.names
    return _said(value, texts) if texts else value


def in_language(system: str, document: Any, language: Language) -> Any:
    """A shipped catalogue or sample in the language that was chosen; as it is where none was."""
    if language.catalogue is NO_CATALOGUE or system not in systems():
        return document
    own, native = own_texts(system), language.code == systems().language(system)

    def said(text: str) -> str:
        if text in own:
            return own[text] if native else language.text(text)
        return language.text(text, context=system)

    return in_words(document, said)


def _said(value: Any, texts: Mapping[str, str]) -> Any:
    match value:
        case str():
            return texts.get(value, value)
        case Mapping():
            return {key: _said(part, texts) for key, part in value.items()}
        case list() | tuple():
            return [_said(part, texts) for part in value]
        case _:
            return value


@cache
def shipped_entries(system: str, trusted: bool = False) -> tuple[records.NewEntry, ...]:
    """The catalogue that comes with a system, in its order; its data are valid for their kinds.

    Raises :class:`ResourceError` that names the first entry at fault. A ``trusted`` catalogue is
    not checked, and the system is not imported for it.
    """
    entries = read_resource(system, "catalogue.json").get("entries")
    name = named(system, "catalogue.json")
    if not isinstance(entries, list):
        raise ResourceError(name, "entries", "needs a list")
    if trusted:
        return tuple(records.NewEntry(system=system, **entry) for entry in entries)
    return tuple(_entry(name, system, f"entries[{i}]", e) for i, e in enumerate(entries))


def entries_in(language: Language, system: str, trusted: bool = False) -> list[records.NewEntry]:
    """The catalogue that comes with a system, in the language that was chosen.

    Raises :class:`ResourceError` as ``shipped_entries``.
    """
    entries = shipped_entries(system, trusted)
    texts = [{"name": entry.name, "data": entry.data} for entry in entries]
    said = in_language(system, texts, language)
    return [replace(entry, **words) for entry, words in zip(entries, said, strict=True)]


def _entry(name: str, system: str, place: str, entry: object) -> records.NewEntry:
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
    return records.NewEntry(system=system, **entry)


@dataclass(frozen=True, slots=True)
class RuleText:
    """What is said about one rule; ``reading`` and ``house_rule`` are empty where there is none."""

    title: str
    text: str
    reading: str
    house_rule: str

    def said(self, language: Language) -> RuleText:
        """The same in a language."""
        return RuleText(*(language.text(getattr(self, field.name)) for field in fields(self)))


@cache
def rulebook(system: str) -> Mapping[str, RuleText]:
    """The rules of a system by number (``"teohiphip-18"``), and ``"by-hand"``, in their order.

    An added system need not have any. Raises :class:`ResourceError` when the file is not what it
    should be.
    """
    if resource(system, "rules.json") is None and not systems().ships(system):
        return {}
    rules = read_resource(system, "rules.json").get("rules")
    name = named(system, "rules.json")
    if not isinstance(rules, dict) or not rules:
        raise ResourceError(name, "rules", "needs an object of rules")
    return MappingProxyType(
        {number: _text(name, f"rules.{number}", entry) for number, entry in rules.items()}
    )


def _text(name: str, place: str, entry: object) -> RuleText:
    known = {field.name for field in fields(RuleText)}
    if not isinstance(entry, dict) or set(entry) != known:
        raise ResourceError(
            name, place, Text("needs exactly {there_is}", there_is=", ".join(sorted(known)))
        )
    if not all(isinstance(value, str) for value in entry.values()):
        raise ResourceError(name, place, "every value is a text")
    if not entry["title"] or not entry["text"]:
        raise ResourceError(name, place, "title and text cannot be empty")
    return RuleText(**entry)
