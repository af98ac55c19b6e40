"""What a fight left is set against the sheets of the campaign, in every system that ships."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.encounter.fight import Fight, play
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
from desktop.library.records import NewCharacter
from desktop.library.undo import backwards
from desktop.library.write_back import Left, Outstanding, outstanding, write
from desktop.rules import systems
from desktop.rules.contract import checked
from desktop.rules.table import Refusal
from tests.playouts import play_by_policies, sample_scripts


def left(fight: Fight) -> dict[str, Left]:
    return {
        id: Left(one.name, one.sheet, fight.rules.changes(fight.state, id))
        for id, one in fight.state.combatants.items()
    }


def stored(campaign: Campaign, script: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """A fight in which everybody came from a character; its id and its script."""
    people = []
    for one in script["combatants"]:
        new = NewCharacter(
            system=script["system"], role="player", name=one["sheet"]["name"], sheet=one["sheet"]
        )
        people.append({**one, "character": campaign.add_character(new).id})
    header = {**script, "combatants": people}
    return campaign.start_fight(system=script["system"], name="F", header=header).id, header


def all_of(found: list[Outstanding]) -> dict[tuple[str, int], Any]:
    return {(one.combatant, one.character): one.values for one in found if one.values}


@pytest.mark.parametrize("system", systems())
def test_all_that_a_fight_left_is_written_once(campaign: Campaign, system: str) -> None:
    id, script = stored(campaign, sample_scripts(system)[0])
    fight = play_by_policies(script, seed=3, most=60)
    before = {line.id: campaign.character(line.id).sheet for line in campaign.characters()}
    found = outstanding(campaign, id, [], left(fight))
    assert all(value.as_expected and not value.gone for one in found for value in one.values)
    with campaign.act() as changes:
        write(campaign, id, all_of(found))
    rules = systems()[system]
    begun_again = play({**script, "combatants": [
        {**one, "sheet": campaign.character(one["character"]).sheet}
        for one in script["combatants"]
    ]})  # fmt: skip
    for one in found:
        written = dict(campaign.character(one.character).sheet)
        assert written != before[one.character]
        assert not rules.changes(begun_again.state, one.combatant)
        checked(rules.sheet, written)
    assert found
    assert not all_of(outstanding(campaign, id, [], left(fight))), "all of it is written"
    campaign.repeat(backwards(changes))
    assert before == {key: campaign.character(key).sheet for key in before}
    campaign.repeat(changes)
    assert not all_of(outstanding(campaign, id, [], left(fight)))


def test_what_ends_in_the_middle_has_written_to_no_sheet(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, script = stored(campaign, sample_scripts("walka")[0])
    fight = play_by_policies(script, seed=3, most=60)
    found = all_of(outstanding(campaign, id, [], left(fight)))
    before = {line.id: campaign.character(line.id) for line in campaign.characters()}
    assert len(found) > 1

    def full(*_: object) -> None:
        raise CampaignError(campaign.path, "the disk is full")

    monkeypatch.setattr(campaign, "set_written", full)
    with pytest.raises(CampaignError, match="the disk is full"):
        write(campaign, id, found)
    assert before == {key: campaign.character(key) for key in before}


# ---- weapons that stand elsewhere on the sheet by now


def shooter(*weapons: dict[str, Any]) -> dict[str, Any]:
    return {"name": "Iga", "weapons": list(weapons)}


PISTOL = {"name": "Pistolet", "magazine": 12, "loaded": 12}
RIFLE = {"name": "Karabin", "magazine": 20, "loaded": 20}


def fired(campaign: Campaign) -> tuple[int, Fight, int]:
    """A fight in which Iga has fired her rifle; its id, and hers."""
    recruits = [
        {"id": "iga", "side": "players", "sheet": shooter(PISTOL, RIFLE)},
        {"id": "foe", "side": "foes", "sheet": {"name": "Pirat"}},
    ]
    id, script = stored(campaign, {"format": "fight/1", "system": "walka", "combatants": recruits})
    edit = {"do": "edit", "combatant": "iga", "set": {"loaded": {"Karabin": 7}}}
    fight = play({**script, "steps": [{"do": "begin"}, edit], "seed": 1})
    return id, fight, script["combatants"][0]["character"]


def change(campaign: Campaign, character: int, *weapons: dict[str, Any]) -> None:
    campaign.save_character(character, name="Iga", sheet=shooter(*weapons))


@pytest.mark.parametrize("weapons", [(RIFLE,), (RIFLE, PISTOL), (PISTOL, PISTOL, RIFLE)])
def test_rounds_go_to_the_weapon_of_that_name(campaign: Campaign, weapons: Any) -> None:
    id, fight, iga = fired(campaign)
    change(campaign, iga, *weapons)
    found = outstanding(campaign, id, [], left(fight))
    write(campaign, id, all_of(found))
    loaded = {one["name"]: one["loaded"] for one in campaign.character(iga).sheet["weapons"]}
    assert loaded == {one["name"]: one["loaded"] for one in weapons} | {"Karabin": 7}
    assert not all_of(outstanding(campaign, id, [], left(fight)))


@pytest.mark.parametrize("weapons", [(), (PISTOL,), (PISTOL, PISTOL), (RIFLE, PISTOL, RIFLE)])
def test_a_weapon_that_cannot_be_told_is_said_to_be_gone(campaign: Campaign, weapons: Any) -> None:
    id, fight, iga = fired(campaign)
    change(campaign, iga, *weapons)
    (one,) = outstanding(campaign, id, [], left(fight))
    assert [value.gone for value in one.values] == [True]


def test_what_was_loaded_meanwhile_is_not_as_expected(campaign: Campaign) -> None:
    id, fight, iga = fired(campaign)
    change(campaign, iga, PISTOL, {**RIFLE, "loaded": 15})
    (one,) = outstanding(campaign, id, [], left(fight))
    (value,) = one.values
    assert (value.began, value.change.before, value.change.after) == (20, 15, 7)
    assert not value.as_expected


def test_a_weapon_moved_since_the_list_was_made_is_not_written_over(campaign: Campaign) -> None:
    id, fight, iga = fired(campaign)
    found = outstanding(campaign, id, [], left(fight))
    change(campaign, iga, RIFLE, {**PISTOL, "loaded": 12})
    with pytest.raises(Refusal, match="Iga: Rounds loaded has changed since the list was opened"):
        write(campaign, id, all_of(found))
    assert campaign.character(iga).sheet == shooter(RIFLE, PISTOL)
    assert campaign.fight(id).written == {}
