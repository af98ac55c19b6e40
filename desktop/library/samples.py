"""The sample campaigns that come with the program, and how a campaign is filled with one.

::

    {"format": "campaign/1", "title": "The Low Water",
     "characters": [{"role": "player", "system": "wrack", "sheet": {"name": "Ama", ...}}],
     "encounters": [{"name": "On the sandbank", "plan": {"system": "wrack", "lines": [...]}}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field as Limits

from desktop.assets import root
from desktop.encounter.roster import Plan, read_plan, to_script
from desktop.languages import ENGLISH, Language
from desktop.library import errors, resources
from desktop.library.records import Bundle, NewCharacter, NewEncounter
from desktop.library.resources import in_language
from desktop.rules import contract, fields, systems, table
from desktop.rules.text import Text, none_such

if TYPE_CHECKING:  # a quarter of a second to import, and the window wants to be painted first
    from desktop.library.campaign import Campaign

FORMAT = "campaign/1"


class _Person(fields.Record):
    """A character of a sample. The sheet is the system's, as JSON; it has a name at least."""

    role: Literal["player", "adversary"]
    system: str
    sheet: dict[str, Any]


class _Encounter(fields.Record):
    name: Annotated[str, Limits(min_length=1)]
    plan: Plan


class _Campaign(fields.Record):
    """A sample as its file has it."""

    format: Literal["campaign/1"]
    title: Annotated[str, Limits(min_length=1)]
    characters: Annotated[list[_Person], Limits(min_length=1)]
    encounters: list[_Encounter] = []


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample as the welcome page offers it."""

    title: str
    system: str
    """The id of the system its characters are of."""
    path: Path


def samples(language: Language = ENGLISH) -> list[Sample]:
    """The samples there are, by title, in the language that was chosen.

    Raises :class:`ResourceError` for an unreadable one.
    """
    folder = root() / "samples"
    shipped = [_sample(path, language) for path in sorted(folder.glob("*.json"))]
    return sorted([*shipped, *_added_samples(language)], key=lambda sample: sample.title)


def _added_samples(language: Language) -> Iterator[Sample]:
    """The samples of added systems. One that cannot be read is told of with the system."""
    for id in systems().titles():
        place = None if systems().ships(id) else resources.resource(id, "sample.json")
        if isinstance(place, Path):
            try:
                yield _sample(place, language, resources.named(id, "sample.json"))
            except resources.ResourceError as error:
                systems().leave_out(f"{id}/sample.json", Text("{error}", error=str(error)))


def sample_scripts(system: str) -> list[dict[str, Any]]:
    """Every encounter of a system's sample campaign, as a fight script; none without a sample.

    Raises :class:`ResourceError` that names the place for what cannot be read or played.
    """
    called, sample = _own_sample(system)
    scripts = []
    for number, encounter in enumerate(sample["encounters"]):
        try:
            scripts.append(to_script(read_plan(encounter["plan"])))
        except table.Refusal as refusal:
            where = f"encounters[{number}].plan.{refusal.field}"
            raise resources.ResourceError(called, where, refusal.message) from None
    return scripts


def sample_sheets(system: str) -> list[tuple[str, dict[str, Any]]]:
    """The sheets of the characters of a system's sample, each with its place in the file.

    Raises :class:`ResourceError` for a sample that cannot be read.
    """
    called, sample = _own_sample(system)
    return [
        (f"{called}: characters[{number}].sheet", person["sheet"])
        for number, person in enumerate(sample["characters"])
        if person["system"] == system
    ]


def _own_sample(system: str) -> tuple[str, dict[str, Any]]:
    """What the file of a system's sample is called, and the sample; without one it is empty."""
    called = resources.named(system, "sample.json")
    place = resources.resource(system, "sample.json")
    return called, _read(place, called) if place else {"encounters": [], "characters": []}


def _sample(path: Path, language: Language, called: str = "") -> Sample:
    document = _in_language(_read(path, called), language)
    return Sample(document["title"], document["characters"][0]["system"], path)


def _in_language(document: dict[str, Any], language: Language) -> dict[str, Any]:
    """A sample in a language. The system of its first character is that of its title."""
    said: dict[str, Any] = in_language(document["characters"][0]["system"], document, language)
    return said


def sample_of(system: str, language: Language = ENGLISH) -> Sample:
    """The sample of a system. Raises :class:`ResourceError` where there is none."""
    by_system = {sample.system: sample for sample in samples(language)}
    if system not in by_system:
        raise resources.ResourceError("--sample", "", none_such(errors.short(system), by_system))
    return by_system[system]


def is_sample(value: object) -> bool:
    """Whether a JSON value says that it is a sample campaign."""
    return isinstance(value, Mapping) and value.get("format") == FORMAT


def sample_bundle(value: Mapping[str, Any], language: Language = ENGLISH) -> Bundle:
    """Everything of a sample as a bundle. Raises DocumentError that names the place."""
    try:
        document = _in_language(_checked_sample(value, ""), language)
    except resources.ResourceError as error:
        raise errors.DocumentError("", str(error)) from None
    return _bundle(document)


def _bundle(document: Mapping[str, Any]) -> Bundle:
    people = (
        NewCharacter(name=given["sheet"]["name"], **given) for given in document["characters"]
    )
    encounters = (
        NewEncounter(system=given["plan"]["system"], name=given["name"], document=given["plan"])
        for given in document["encounters"]
    )
    return Bundle(characters=tuple(people), encounters=tuple(encounters))


def pour(campaign: Campaign, path: Path, language: Language = ENGLISH) -> None:
    """Adds everything of a sample to a campaign; lines of encounters refer to the characters.

    An empty campaign is played by the system of the sample from now on.
    """
    bundle = _bundle(_in_language(_read(path), language))
    people = bundle.characters
    added = campaign.add_bundle(Bundle(characters=people))
    ids = {new.name: id for new, id in zip(people, added.characters, strict=True)}
    encounters = []
    for new in bundle.encounters:
        lines = [
            {**line, "character": ids.get(line.get("character"))} for line in new.document["lines"]
        ]
        encounters.append(replace(new, document={**new.document, "lines": lines}))
    campaign.add_bundle(Bundle(encounters=tuple(encounters)))
    if not campaign.desk():
        campaign.set_desk({"usual_system": people[0].system})


def _read(path: Traversable, called: str = "") -> dict[str, Any]:
    """The sample in a file; ``called`` is what a message says for the name of the file."""
    called = called or path.name
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise resources.ResourceError(called, "", str(error)) from None
    if not is_sample(document):
        raise resources.ResourceError(called, "format", Text("is not {format!r}", format=FORMAT))
    return _checked_sample(document, called)


def _with_sheets(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The sample with the sheet of its character in each line that brings none."""
    with suppress(AttributeError, KeyError, TypeError):  # what is wrong is said when it is checked
        sheets = {person["sheet"]["name"]: person["sheet"] for person in document["characters"]}
        encounters = deepcopy(document["encounters"])
        for line in [line for encounter in encounters for line in encounter["plan"]["lines"]]:
            if line.get("character") in sheets:
                line.setdefault("sheet", sheets[line["character"]])
        return {**document, "encounters": encounters}
    return document


def _checked_sample(document: Mapping[str, Any], called: str) -> dict[str, Any]:
    """A sample that is right as far as campaign and names go. Raises :class:`ResourceError`."""
    document = _with_sheets(document)
    try:
        contract.checked(_Campaign, {"encounters": [], **document})
    except table.Refusal as refusal:
        raise resources.ResourceError(called, refusal.field, refusal.message) from None
    for place, given in enumerate(document["characters"]):
        if not isinstance(given["sheet"].get("name"), str):
            raise resources.ResourceError(called, f"characters[{place}].sheet.name", "needs a text")
    return {"encounters": [], **document}
