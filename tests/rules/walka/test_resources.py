"""What ships for this system: rule texts, the catalogue, the sample campaign; and random fights."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop import assets
from desktop.encounter.fight import Fight, start
from desktop.library.resources import rulebook, shipped_entries
from desktop.rules.walka.sheet import Armor, HouseRules, Sheet, Weapon
from tests.playouts import check_fight, sample_scripts
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    ION,
    PISTOL,
    RIFLE,
    SHOTGUN,
    SMG,
    SNIPER,
    edit,
    fight_of,
    sheet,
)

NUMBERS = [f"walka-{number}" for number in range(1, 55)]
ENTRIES = {entry.name: entry for entry in shipped_entries("walka")}


def test_every_rule_has_its_text() -> None:
    assert list(rulebook("walka")) == [*NUMBERS, "by-hand"]


def test_every_house_rule_is_named_by_the_text_of_its_rule() -> None:
    texts = rulebook("walka")
    for name, info in HouseRules.model_fields.items():
        rule = next(item.rule for item in info.metadata if hasattr(item, "rule"))
        assert f"({name})" in texts[rule].house_rule


def test_every_label_of_sheet_and_house_rules_has_its_polish_word() -> None:
    for model in (Sheet, Weapon, Armor, HouseRules):
        for name, info in model.model_fields.items():
            shown = next(item for item in info.metadata if hasattr(item, "native"))
            assert shown.native, f"{model.__name__}.{name}"


def test_the_catalogue_has_the_figures_of_the_book() -> None:
    kinds = [entry.kind for entry in ENTRIES.values()]
    assert (kinds.count("weapon"), kinds.count("armor"), kinds.count("species")) == (47, 41, 16)
    rifle = ENTRIES["Karabin blasterowy"].data
    assert (rifle["damage"], rifle["penetration"], rifle["rate_of_fire"]) == ("heavy", 2, 3)
    assert (rifle["required_build"], rifle["magazine"], rifle["category"]) == (15, 30, "rifle")
    assert ENTRIES["Strzelba odłamkowa"].data["category"] == "shotgun"
    assert ENTRIES["Pistolet jonowy"].data["ion"] is True
    ranges = {name: ENTRIES[name].data.get("critical_range") for name in ENTRIES}
    assert ranges["Granat odłamkowy"] == 3
    assert ranges["Granat zapalający"] == 2
    assert ranges["Granat termiczny"] == 4
    heavy = ENTRIES["Pancerz bojowy ciężki"].data["reduction"]
    assert (heavy["head"], heavy["torso"], heavy["left_leg"]) == (3, 4, 3)


def test_figures_of_the_catalogue_that_count_are_no_notes() -> None:
    """walka-17, 19 and 23"""
    weapons = {entry.name: entry.data for entry in ENTRIES.values() if entry.kind == "weapon"}
    own = ("accuracy", "further", "reach", "shot_segments", "parry")
    figures = {
        name: {key: data[key] for key in own if key in data} for name, data in weapons.items()
    }
    assert figures["Szturmowy karabinek blasterowy"] == {"accuracy": -2}
    assert figures["Karabin snajperski, pociskowy"] == {"accuracy": 1, "further": 10}
    assert figures["Karabin jonowy"] == {"reach": 20}
    assert figures["Dezintegrator"] == {"shot_segments": 2}
    assert figures["Wibromiecz"] == {"accuracy": 1, "parry": 2}
    said = " ".join(data.get("notes", "") for data in weapons.values())
    assert not any(word in said for word in ("ccurate", "further", "at most", "Attack"))


def test_shotguns_of_the_catalogue_have_no_penetration() -> None:
    guns = [e.data for e in ENTRIES.values() if e.data.get("category") == "shotgun"]
    assert guns
    assert not any("penetration" in gun for gun in guns)


def sample() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(assets.path("samples", "walka.json").read_text("utf-8"))
    return found


def test_the_sample_campaign_has_a_burst_weapon_a_grenade_and_a_droid() -> None:
    document = sample()
    assert document["format"] == "campaign/1"
    sheets = [Sheet.model_validate(c["sheet"]) for c in document["characters"]]
    assert {c["role"] for c in document["characters"]} == {"player", "adversary"}
    assert {c["system"] for c in document["characters"]} == {"walka"}
    weapons = [weapon for one in sheets for weapon in one.weapons]
    assert any((weapon.rate_of_fire or 1) > 1 for weapon in weapons)
    assert any(weapon.critical_range for weapon in weapons)
    assert any(one.nature == "droid" for one in sheets)


def suggested(fight: Fight, dice: Random) -> bool:
    """Lets whoever is on turn act by its behaviour, players aggressively."""
    policies = fight.rules.policies
    id = fight.state.turn
    assert id is not None
    command = policies[fight.state[id].policy or "aggressive"].choose(fight.state, id)
    assert command
    step = {**command.as_step(), "answers": "default"}
    return fight.perform(step, lambda sides: dice.randint(1, sides)) is not None


@pytest.mark.parametrize("script", sample_scripts("walka"), ids=lambda script: script["name"])
@pytest.mark.parametrize("seed", range(5))
def test_behaviours_fight_the_samples_to_an_end(script: dict[str, Any], seed: int) -> None:
    dice = Random(seed)
    fight = start(script)
    fight.perform({"do": "begin"}, lambda sides: dice.randint(1, sides))
    for _ in range(600):
        if fight.outcome:
            break
        assert suggested(fight, dice)
    assert fight.outcome
    assert fight.outcome.rule == "walka-33"


@pytest.mark.parametrize(
    ("policy", "done"),
    [
        ("cautious", ["lean_out", "shot", "duck_back", "end_turn"]),
        ("aggressive", ["lean_out", "long_burst", "end_turn"]),
    ],
)
def test_how_they_come_out_of_cover(policy: str, done: list[str]) -> None:
    fight = edit(fight_of(sheet(weapons=[SMG])), "vera", covered=True)
    choose = fight.rules.policies[policy].choose
    chosen = []
    while fight.state.turn == "vera":
        command = choose(fight.state, "vera")
        assert command
        chosen.append(command.action or command.do)
        fight.perform({**command.as_step(), "answers": "default"}, lambda sides: 20)
    assert chosen == done
    assert choose(fight.state, "vera") is None


@pytest.mark.parametrize("policy", ["cautious", "aggressive"])
def test_behaviours_reload_and_seek_cover_when_suppressed(policy: str) -> None:
    empty = {**PISTOL, "magazine": 6, "loaded": 0, "reload": "cell"}
    fight = fight_of(sheet(weapons=[empty]))
    choose = fight.rules.policies[policy].choose
    command = choose(fight.state, "vera")
    assert command
    assert command.action == "change_cell"
    command = choose(edit(fight, "vera", suppressed=True).state, "vera")
    assert command
    assert command.action == "kneel"


# ---- random fights

ARSENAL: list[dict[str, Any]] = [
    {**PISTOL, "magazine": 6, "reload": "cell"},
    SMG,
    {**RIFLE, "required_build": 14, "magazine": 20, "reload": "gas"},
    {**SNIPER, "reload": "pump", "magazine": 5},
    SHOTGUN,
    GRENADE,
    {**GRENADE, "name": "Jonowy granat", "ion": True},
    ION,
    {**ION, "name": "Działo jonowe", "whole_body": True},
    {**RIFLE, "name": "Działo", "critical_range": 3, "rate_of_fire": None},
    BLADE,
    {**BLADE, "name": "Pałka", "bruises": True, "causes": "shocked"},
    {**GRENADE, "name": "Ogień", "causes": "burning"},
    {"name": "Gaz", "category": "grenade", "causes": "choking", "effect_range": 5},
    {**PISTOL, "name": "Ogłuszacz", "harmless": True, "causes": "shocked", "stuns_within": 5},
]
SKILLS = ("pistols", "smgs", "rifles", "shotguns", "throwing", "melee", "alertness", "telekinesis")
PLACES = ("head", "dominant_arm", "other_arm", "torso", "right_leg", "left_leg")


@st.composite
def sheets(draw: st.DrawFn, name: str) -> dict[str, Any]:
    skills = draw(st.dictionaries(st.sampled_from(SKILLS), st.integers(0, 8), max_size=5))
    armor = draw(st.dictionaries(st.sampled_from(PLACES), st.integers(0, 3), max_size=4))
    return sheet(
        name,
        draw(st.lists(st.sampled_from(ARSENAL), min_size=1, max_size=5, unique_by=id)),
        skills,
        armor,
        dexterity=draw(st.integers(5, 18)),
        senses=draw(st.integers(5, 18)),
        build=draw(st.integers(5, 18)),
        force=draw(st.sampled_from([0, 12])),
        size=draw(st.sampled_from(["small", "medium", "huge"])),
        nature=draw(st.sampled_from(["living", "droid"])),
        cyber=draw(st.lists(st.sampled_from(PLACES), max_size=2, unique=True)),
    )


@st.composite
def scripts(draw: st.DrawFn) -> dict[str, Any]:
    sides = {"vera": "players", "olek": "players", "pirat": "piraci", "zbir": "piraci"}
    house = {
        "equal_succeeds": draw(st.booleans()),
        "initiative_by": draw(st.sampled_from(["dexterity", "senses"])),
        "initiative_dice": draw(st.sampled_from([1, 3])),
        "three_skills": draw(st.sampled_from(["third", "two_thirds"])),
        "pain_test": draw(st.booleans()),
        "segments": draw(st.sampled_from(["in_a_row", "parallel"])),
        "suppression": draw(st.sampled_from(["segment", "shooter"])),
        "pins": draw(st.booleans()),
        "melee": draw(st.sampled_from(["exchange", "throw"])),
    }
    return {
        "format": "fight/1",
        "system": "walka",
        "house_rules": house,
        "combatants": [
            {"id": id, "side": side, "sheet": draw(sheets(id.capitalize()))}
            for id, side in sides.items()
        ],
    }


@settings(max_examples=60)
@given(scripts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=50))
def test_random_fights_hold(script: dict[str, Any], seed: int, choices: list[int]) -> None:
    fight = check_fight(script, seed, choices)
    assert {line.rule for line in fight.log} <= set(rulebook("walka"))
    for fighter in fight.state.combatants.values():
        frozen = fighter.frozen.count if fighter.frozen else 0
        assert 0 <= fighter.segments <= 3
        assert 0 <= frozen <= 3
        assert 0 <= fighter.aiming <= 2
        assert not (fighter.out and (fighter.frozen or fighter.carry or fighter.suppressing))
        for id in fighter.suppressing:
            assert fight.state[id].suppressed
        for vital in fight.rules.vitals(fight.state, fighter.id):
            assert vital.label
        json.dumps(fight.rules.describe(fight.state, fighter.id))
    timeline = fight.rules.timeline(fight.state)
    assert timeline is not None
    for lane in timeline.lanes:
        assert all(bar.length > 0 and bar.start >= 0 for bar in lane.bars)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("script", sample_scripts("walka"), ids=lambda script: script["name"])
def test_random_fights_of_the_samples_hold(script: dict[str, Any], seed: int) -> None:
    rng = Random(seed)
    check_fight(script, seed, [rng.randrange(2**32) for _ in range(60)])


def test_every_option_can_say_what_it_needs() -> None:
    dice = Random(3)
    fight = start(sample_scripts("walka")[0])
    assert fight.options() == ()
    fight.perform({"do": "begin"}, lambda sides: dice.randint(1, sides))
    keys = [option.key for option in fight.options() if option.key and not option.out_of_turn]
    assert len(keys) == len(set(keys))
    for option in fight.options():
        for field in fight.parameters(option):
            assert field.label
            if field.kind in ("choice", "combatant"):
                assert field.choices
