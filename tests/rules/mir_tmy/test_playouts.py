"""Random fights of six, of every kind and under every house rule: the fight holds."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import play
from desktop.library.resources import rulebook
from tests.playouts import check_fight, play_by_policies
from tests.rules.mir_tmy.bench import CLUB, MAIL, PISTOL, RIFLE, SWORD, person

KINDS = ("human", "changeling", "changeling_wyrd", "vampire", "werewolf", "monster")
WEAPONS: list[dict[str, Any]] = [
    PISTOL,
    {**PISTOL, "name": "Второй", "loaded": 1},
    {**RIFLE, "sight": "laser", "chamber": 1, "rate": 2},
    {**SWORD, "concealed": True, "silver": True, "strength": 2},
    CLUB,
    {"name": "Копьё", "kind": "thrown", "damage": 2, "range": 10},
    {"name": "Тазер", "kind": "firearm", "damage": 5, "type": "bashing", "clip": 1, "range": 5},
    {"name": "Когти", "kind": "natural", "damage": 1, "type": "aggravated"},
]
ABILITIES = ("brawl", "do", "melee", "firearms", "athletics", "dodge", "stealth", "alertness")
ATTRIBUTES = ("strength", "dexterity", "stamina", "perception", "wits")


@st.composite
def sheets(draw: st.DrawFn, name: str, kind: str) -> dict[str, Any]:
    body = {attribute: draw(st.integers(1, 6)) for attribute in ATTRIBUTES}
    return person(
        name,
        kind=kind,
        form=draw(st.sampled_from([None, "crinos", "lupus"])) if kind == "werewolf" else None,
        abilities={ability: draw(st.integers(0, 5)) for ability in ABILITIES},
        weapons=draw(st.lists(st.sampled_from(WEAPONS), max_size=4, unique_by=id)),
        armor=draw(st.sampled_from([[], [MAIL], [{"name": "Кевлар", "rating": 3, "penalty": 1}]])),
        extra_actions=draw(st.integers(0, 2)),
        ambidextrous=draw(st.booleans()),
        **body,
    )


@st.composite
def scripts(draw: st.DrawFn) -> dict[str, Any]:
    combatants = [
        {
            "id": f"c{index}",
            "side": "players" if index % 2 else "foes",
            "sheet": draw(sheets(f"C {index}", kind)),
            "policy": draw(st.sampled_from(["aggressive", "defensive"])),
            "group": draw(st.sampled_from([None, "g"])),
        }
        for index, kind in enumerate(KINDS)
    ]
    house = {
        "declare": draw(st.booleans()),
        "ones_cancel": draw(st.booleans()),
        "tens_again": draw(st.booleans()),
        "damage_ones_cancel": draw(st.booleans()),
        "disarm_miss": draw(st.sampled_from(["damage", "nothing"])),
        "many_on_one": draw(st.sampled_from(["known", "so_far"])),
        "rate_of_fire": draw(st.booleans()),
    }
    return {
        "format": "fight/1",
        "system": "mir_tmy",
        "house_rules": house,
        "combatants": combatants,
    }


@settings(max_examples=60)
@given(scripts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=60))
def test_fights_of_six_kinds_hold(script: dict[str, Any], seed: int, choices: list[int]) -> None:
    fight = check_fight(script, seed, choices)
    assert {line.rule for line in fight.log} <= set(rulebook("mir_tmy"))
    state = fight.state
    for fighter in state.combatants.values():
        assert fighter.marked <= len(fighter.levels) + 1
        assert all(rounds >= 0 for rounds in fighter.loaded.values())
        if fighter.out:
            assert (fighter.guards, fighter.suppressing, fighter.countering) == ((), None, None)
            assert state.turn != fighter.id
            assert all(other.grappled_by != fighter.id for other in state.combatants.values())


@settings(max_examples=60)
@given(scripts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=60))
def test_fights_of_six_kinds_hold_whatever_the_game_master_does(
    script: dict[str, Any], seed: int, choices: list[int]
) -> None:
    check_fight(script, seed, choices, meddling=True)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("declare", [True, False])
def test_a_fight_of_six_kinds_plays_to_its_end(seed: int, declare: bool) -> None:
    abilities = dict.fromkeys(ABILITIES, 3)
    combatants = [
        {
            "id": kind,
            "side": "players" if index % 2 else "foes",
            "sheet": person(
                kind,
                kind=kind,
                form="crinos" if kind == "werewolf" else None,
                abilities=abilities,
                weapons=[WEAPONS[index]],
                extra_actions=index % 3,
            ),
            "policy": "defensive" if index > 2 else "aggressive",
        }
        for index, kind in enumerate(KINDS)
    ]
    script = {"format": "fight/1", "system": "mir_tmy", "house_rules": {"declare": declare}}
    fight = play_by_policies({**script, "combatants": combatants}, seed)
    assert fight.outcome is not None
    assert len({fighter.side for fighter in fight.state.combatants.values() if not fighter.out}) < 2
    assert play(fight.as_script()).as_json() == fight.as_json()
