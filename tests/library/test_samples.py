"""The sample campaigns: every sheet is valid, and the published figures are as published."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop import assets
from desktop.encounter.fight import start
from desktop.encounter.roster import read_plan, to_script
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import play_portion
from desktop.library.campaign import Campaign
from desktop.library.errors import DocumentError
from desktop.library.resources import ResourceError
from desktop.library.samples import pour, sample_bundle
from desktop.rules import systems
from desktop.rules.contract import checked
from desktop.rules.state import PLAYERS
from tests.playouts import sample_scripts


def sample(system: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("system", systems())
def test_a_sample_is_a_campaign_with_valid_sheets_and_plans(system: str) -> None:
    campaign = sample(system)
    assert campaign["format"] == "campaign/1"
    assert campaign["title"]
    names = set()
    for character in campaign["characters"]:
        assert character["role"] in ("player", "adversary")
        sheet = checked(systems()[character["system"]].sheet, character["sheet"])
        names.add(getattr(sheet, "name", None))
    assert len(names) == len(campaign["characters"])
    for encounter in campaign["encounters"]:
        plan = read_plan(encounter["plan"])
        assert plan.name == encounter["name"]
        assert {line.character for line in plan.lines} <= names
        assert start(to_script(plan)).state.combatants


@pytest.mark.parametrize("system", systems())
def test_the_fights_of_a_sample_are_worth_playing(system: str) -> None:
    chances = {}
    for script in sample_scripts(system):
        played = play_portion(opening(script), seed=0, first=0, count=120)
        chances[script["name"]] = played.wins_of(PLAYERS).p + played.ahead_of(PLAYERS).p
    assert {name: p for name, p in chances.items() if not 0.4 <= p <= 0.9} == {}


def test_teohiphip_the_published_figures_come_with_their_numbers() -> None:
    found = {}
    for script in sample_scripts("teohiphip"):
        for fighter in start(script).state.combatants.values():
            attacks = [(a.name, a.kind, a.range) for a in fighter.sheet.attacks]
            found[fighter.name] = (fighter.hp, fighter.spd, attacks)
    pistol = ("Pistolet energetyczny", "ranged", 18)
    rifle = ("Karabin energetyczny", "ranged", 24)
    baton = ("Pałka ogłuszająca", "melee", None)
    assert found["Szeregowy Agent INT"] == (4, 6, [pistol])
    assert found["Agent MOIRY 1"] == (5, 6, [rifle, baton])
    assert found["Legionista Rzymski 3"] == (
        4,
        5,
        [("Gladius", "melee", None), ("Pilum", "ranged", 6)],
    )
    assert found["Raptor 2"] == (6, 8, [("Pazury i zęby", "melee", None)])
    assert found["Naukowiec z Jajem"] == (3, 4, [])
    assert found["Mini-Raptor"] == (1, 6, [("Ugryzienie", "melee", None)])
    assert found["Agent Kłopotek"] == (7, 6, [pistol])
    assert found["Generator pola maskującego"] == (10, 0, [])
    assert found["Zenon Kowalski"][:2] == (4, 6)


def test_teohiphip_the_band_is_a_published_split_and_its_points_come_out_even() -> None:
    band = [c["sheet"] for c in sample("teohiphip")["characters"] if c["role"] == "player"]
    assert [sheet["max_hp"] for sheet in band] == [4, 4, 4]
    assert [sum(trait["points"] for trait in sheet["traits"]) for sheet in band] == [0, 0, 0]


GOOD: dict[str, Any] = {
    "format": "campaign/1",
    "title": "Low Water",
    "characters": [{"role": "player", "system": "wrack", "sheet": {"name": "Ama"}}],
}


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({"format": "campaign/2"}, "sample.json: format: is not 'campaign/1'"),
        ({"title": ""}, "sample.json: title: cannot be empty"),
        ({"characters": []}, "sample.json: characters: needs at least 1 entry"),
        ({"characters": [3]}, "sample.json: characters[0]: needs an object"),
        ({"characters": [{}]}, "sample.json: characters[0].role: is needed"),
        (
            {"characters": [{**GOOD["characters"][0], "sheet": {}}]},
            "sample.json: characters[0].sheet.name: needs a text",
        ),
        ({"encounters": [{"name": "Sand"}]}, "sample.json: encounters[0].plan: is needed"),
        ({"weather": 1}, "sample.json: weather: there is no such field"),
    ],
)
def test_a_sample_that_is_none_is_refused_at_the_place(
    tmp_path: Path, spoilt: dict[str, Any], said: str
) -> None:
    file = tmp_path / "sample.json"
    file.write_text(json.dumps({**GOOD, **spoilt}), "utf-8")
    with Campaign.create(tmp_path / "New.fray", "New") as campaign:
        with pytest.raises(ResourceError) as error:
            pour(campaign, file)
        assert str(error.value).startswith(said)
        assert not campaign.characters()
    file.write_text(json.dumps(GOOD), "utf-8")
    with Campaign.create(tmp_path / "Other.fray", "Other") as campaign:
        pour(campaign, file)
        assert [line.name for line in campaign.characters()] == ["Ama"]


def with_line(**line: Any) -> dict[str, Any]:
    """A sample of one character and an encounter with this line."""
    abi = {"role": "player", "system": "konflikt", "sheet": {"name": "Abi", "momentum": 5}}
    plan = {"system": "konflikt", "name": "At the ford", "lines": [{"side": "players", **line}]}
    encounters = [{"name": "At the ford", "plan": plan}]
    return {"format": "campaign/1", "title": "Abi", "characters": [abi], "encounters": encounters}


def test_a_line_has_the_sheet_of_its_character_unless_it_brings_one() -> None:
    given = with_line(character="Abi")
    [encounter] = sample_bundle(given).encounters
    assert encounter.document["lines"][0]["sheet"] == {"name": "Abi", "momentum": 5}
    assert "sheet" not in given["encounters"][0]["plan"]["lines"][0], "what was read stays as it is"
    [encounter] = sample_bundle(with_line(character="Abi", sheet={"name": "Old Abi"})).encounters
    assert encounter.document["lines"][0]["sheet"] == {"name": "Old Abi"}


@pytest.mark.parametrize("wrong", [{"character": "Obi"}, {}, {"character": ["Abi"]}])
def test_a_line_without_a_sheet_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(DocumentError, match=r"encounters\[0\]\.plan\.lines\[0\]"):
        sample_bundle(with_line(**wrong))
