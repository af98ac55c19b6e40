"""What a fight changed for good, set against the sheets of the campaign, and written to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from desktop.encounter.roster import places, read_plan
from desktop.library.records import Fight, Role
from desktop.rules import systems
from desktop.rules.contract import Change, checked, with_changes
from desktop.rules.fields import Record, at_path, field_at, fields_of, name_at
from desktop.rules.table import Refusal
from desktop.rules.text import Text
from desktop.rules.values import plain

if TYPE_CHECKING:
    from desktop.encounter.answers import Step
    from desktop.library.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Left:
    """What a fight has left of one combatant."""

    name: str
    sheet: Record
    """The sheet that it came with."""
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Value:
    """One value that a fight has left for a sheet."""

    path: str
    """Its place on the sheet that came to the fight."""
    change: Change
    """Its place on the sheet of the campaign, what stands there now, and what is to stand there."""
    began: Any
    """What it was when the fight began."""
    as_expected: bool
    """Whether the sheet has what the fight began with, or what was last written to it."""
    gone: bool
    """Whether the sheet has no such place any more."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What a fight has left for the sheet of one character of the campaign."""

    combatant: str
    name: str
    character: int
    there: bool
    """Whether the campaign has the character."""
    in_bin: bool
    values: Sequence[Value]
    """Those that are not on the sheet yet; all of them where the character is not there."""
    role: Role = "player"
    """Of the character: the sheet of an adversary is wanted whole for the next fight."""


# ---- whose


def origins(campaign: Campaign, stored: Fight, steps: Sequence[Step]) -> dict[str, int]:
    """The character that each combatant came from, by combatant, whether it is still there or not.

    ``steps`` are those in force: newcomers carry the character they came from, too. Where several
    came from one character it is the first of them; copies of one sheet come from nobody.
    """
    characters: dict[str, int] = {}

    def came_from(id: str, character: object) -> None:
        if (
            isinstance(character, int)
            and id not in characters
            and character not in characters.values()
        ):
            characters[id] = character

    parts = [stored.header, *stored.header.get("waves", ())]
    recruits = [recruit for part in parts for recruit in part["combatants"]]
    for recruit in recruits:
        came_from(recruit["id"], recruit.get("character"))
    if not characters:
        for id, character in _by_the_encounter(
            campaign, stored, {recruit["id"] for recruit in recruits}
        ):
            came_from(id, character)
    for step in steps:
        for recruit in step.get("combatants", ()) if step.get("do") == "join" else ():
            came_from(recruit["id"], recruit.get("character"))
    return characters


def _by_the_encounter(
    campaign: Campaign, stored: Fight, fighting: set[str]
) -> Iterator[tuple[str, object]]:
    """For fights that were stored before their combatants said which character they came from."""
    id = stored.encounter_id
    if id is None or id not in {line.id for line in campaign.encounters(stored.system)}:
        return
    document = campaign.encounter(id).document
    plan = read_plan(document)
    # Ids come from names, and people are renamed before a fight and after it began.
    for named in (read_plan(campaign.as_now(document)), plan):
        for place in places(named):
            line = plan.lines[place.line]
            if line.count == 1 and place.id in fighting:
                yield place.id, line.character


# ---- what


def outstanding(
    campaign: Campaign, fight_id: int, steps: Sequence[Step], left: Mapping[str, Left]
) -> list[Outstanding]:
    """What a fight has left for sheets of the campaign, for each who came from a character.

    ``left`` holds every combatant, in the order of the fight. Raises :class:`Refusal` for a sheet
    that is not one of its system.
    """
    stored = campaign.fight(fight_id)
    there = {line.id for line in campaign.characters(stored.system)}
    in_bin = {removed.id for removed in campaign.removed() if removed.kind == "character"}
    people = origins(campaign, stored, steps)
    results = []
    for id in (id for id in left if id in people):
        character, written = people[id], _written_of(stored, id)
        changes = _with_what_was_taken_back(left[id], written)
        if not changes:
            continue
        name, values = left[id].name, [_nowhere(change) for change in changes]
        role: Role = "player"
        if character in there:
            person = campaign.character(character)
            sheet = checked(systems()[stored.system].sheet, person.sheet, f"{person.name}: ")
            compared = (_compared(change, sheet, written) for change in changes)
            name, values = person.name, [value for value in compared if value is not None]
            role = person.role
        results.append(
            Outstanding(id, name, character, character in there, character in in_bin, values, role)
        )
    return results


def _with_what_was_taken_back(left: Left, written: Mapping[str, Any]) -> Sequence[Change]:
    """The changes, with those that were written to the sheet and then undone in the fight."""
    paths = {change.path for change in left.changes}
    fields = fields_of(type(left.sheet))
    undone = []
    for path in written:
        field = field_at(fields, path)
        if path in paths or field is None:
            continue
        with suppress(IndexError, TypeError):  # a place that this program has not written to
            began, of = plain(at_path(left.sheet, path)), name_at(left.sheet, path)
            label = Text(field.label)
            undone.append(Change(path, label, began, began, field.rule, field.native, of))
    return [*left.changes, *undone]


def _written_of(stored: Fight, combatant: str) -> Mapping[str, Any]:
    """What a fight has last written of a combatant, by the place on its sheet."""
    written = stored.written.get(combatant)
    return written if isinstance(written, Mapping) else {}


def _compared(change: Change, sheet: Record, written: Mapping[str, Any]) -> Value | None:
    """A change set against a sheet; None where the sheet has it already."""
    path = _place_now(change, sheet)
    if path is None:
        return _nowhere(change)
    now = plain(at_path(sheet, path))
    if now == change.after:
        return None
    expected = now in (change.before, written.get(change.path, change.before))
    here = replace(change, path=path, before=now)
    return Value(change.path, here, change.before, expected, gone=False)


def _nowhere(change: Change) -> Value:
    """A change for which there is no place any more."""
    return Value(change.path, change, change.before, as_expected=False, gone=True)


def _place_now(change: Change, sheet: Record) -> str | None:
    """Where on a sheet the thing stands that a change is about; None where it is not there.

    A weapon is known by its name: others may have come before it, or gone, since the fight began.
    """
    place = re.fullmatch(r"(.*)\[(\d+)\]\.(.*)", change.path)
    if place is None:
        return change.path
    things, number, value = place[1], int(place[2]), place[3]
    names = [name_at(sheet, f"{things}[{i}].{value}") for i in range(len(at_path(sheet, things)))]
    if number < len(names) and names[number] == change.of:
        return change.path
    return f"{things}[{names.index(change.of)}].{value}" if names.count(change.of) == 1 else None


# ---- written


def write(
    campaign: Campaign, fight_id: int, chosen: Mapping[tuple[str, int], Sequence[Value]]
) -> list[str]:
    """Writes values to sheets, by combatant and character; returns the names of the characters.

    Raises :class:`Refusal` where a sheet cannot take them, or has another value by now than when
    they were listed; nothing is written then.
    """
    with campaign.act():
        stored = campaign.fight(fight_id)
        rules, written, names = systems()[stored.system], dict(stored.written), []
        for (id, character), values in chosen.items():
            person = campaign.character(character)
            changes = [value.change for value in values]
            before = checked(rules.sheet, person.sheet, f"{person.name}: ")
            for change in changes:
                moved = _place_now(change, before) != change.path
                if moved or plain(at_path(before, change.path)) != change.before:
                    said = Text(
                        "{name}: {label} has changed since the list was opened; open it again",
                        name=person.name,
                        label=change.label,
                    )
                    raise Refusal(said)
            sheet = with_changes(person.sheet, changes)
            checked(rules.sheet, sheet, f"{person.name}: ")
            draft = campaign.draft(character)  # what is typed there and refused stays
            draft = draft and with_changes(draft, changes)
            campaign.save_character(character, name=person.name, sheet=sheet, draft=draft)
            after = {value.path: value.change.after for value in values}
            written[id] = {**_written_of(stored, id), **after}
            names.append(person.name)
        campaign.set_written(fight_id, written)
    return names
