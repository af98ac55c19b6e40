"""The sample campaigns that come with the program, and how a campaign is filled with one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.assets import root
from desktop.encounter.roster import read_plan, to_script
from desktop.library.records import Bundle, NewCharacter, NewEncounter
from desktop.library.resources import ResourceError, resource
from desktop.rules import systems
from desktop.rules.text import Text

if TYPE_CHECKING:  # a quarter of a second to import, and the window wants to be painted first
    from desktop.library.campaign import Campaign

FORMAT = "campaign/1"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample as the welcome page offers it."""

    title: str
    system: str
    """The id of the system its characters are of."""
    path: Path


def samples() -> list[Sample]:
    """The samples there are, by title. Raises :class:`ResourceError` for an unreadable one."""
    folder = root() / "samples"
    found = [_sample(path) for path in sorted(folder.glob("*.json"))]
    return sorted([*found, *_added_samples()], key=lambda sample: sample.title)


def _added_samples() -> Iterator[Sample]:
    """The samples of added systems. One that cannot be read is told of with the system."""
    for id in systems().titles():
        place = None if systems().ships(id) else resource(id, "sample.json")
        if isinstance(place, Path):
            try:
                yield _sample(place)
            except ResourceError as error:
                systems().leave_out(f"{id}/sample.json", Text("{error}", error=str(error)))


def sample_scripts(system: str) -> list[dict[str, Any]]:
    """Every encounter of a system's sample campaign, as a fight script; none without a sample.

    Raises :class:`ResourceError` for a sample that cannot be read, Refusal for a wrong encounter.
    """
    place = resource(system, "sample.json")
    if place is None:
        return []
    return [to_script(read_plan(encounter["plan"])) for encounter in _read(place)["encounters"]]


def _sample(path: Path) -> Sample:
    document = _read(path)
    return Sample(document["title"], document["characters"][0]["system"], path)


def pour(campaign: Campaign, path: Path) -> None:
    """Adds everything of a sample to a campaign; lines of encounters refer to the characters."""
    document = _read(path)
    people = [
        NewCharacter(
            system=given["system"],
            role=given["role"],
            name=given["sheet"]["name"],
            sheet=given["sheet"],
        )
        for given in document["characters"]
    ]
    added = campaign.add_bundle(Bundle(characters=tuple(people)))
    ids = {new.name: id for new, id in zip(people, added.characters, strict=True)}
    encounters = []
    for given in document["encounters"]:
        plan = dict(given["plan"])
        plan["lines"] = [
            {**line, "character": ids.get(line.get("character"))} for line in plan["lines"]
        ]
        encounters.append(NewEncounter(system=plan["system"], name=given["name"], document=plan))
    campaign.add_bundle(Bundle(encounters=tuple(encounters)))


def _read(path: Traversable) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ResourceError(path.name, "", str(error)) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ResourceError(path.name, "format", Text("is not {format!r}", format=FORMAT))
    return document
