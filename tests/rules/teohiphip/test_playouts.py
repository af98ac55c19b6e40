"""Random fights with random traits: whatever the traits do to each other, the fight holds."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.library.resources import rulebook
from desktop.rules.teohiphip.sheet import Known
from tests.playouts import check_fight

ATTACKS: list[dict[str, Any]] = [
    {"name": "Karabin", "kind": "ranged", "range": 24},
    {"name": "Pilum", "kind": "ranged", "range": 6, "uses": 1, "thrown": True},
    {"name": "Pałka", "kind": "melee"},
]


@st.composite
def sheets(draw: st.DrawFn, name: str) -> dict[str, Any]:
    traits = draw(st.lists(st.sampled_from(list(Known)), max_size=12, unique=True))
    return {
        "name": name,
        "max_hp": draw(st.integers(1, 8)),
        "hp": None,
        "traits": [{"name": str(trait)} for trait in traits],
        "attacks": draw(st.lists(st.sampled_from(ATTACKS), max_size=3, unique_by=id)),
    }


@st.composite
def scripts(draw: st.DrawFn) -> dict[str, Any]:
    sides = {"ala": "players", "bogdan": "players", "raptor": "foes", "agent": "foes"}
    combatants = [
        {"id": id, "side": side, "sheet": draw(sheets(id.capitalize()))}
        for id, side in sides.items()
    ]
    combatants.append(
        {"id": "crate", "side": "foes", "sheet": {"name": "Skrzynia", "hp": 3, "object": True}}
    )
    house = {
        "order": draw(st.sampled_from(["roll", "fixed"])),
        "round_limit": draw(st.integers(1, 4)),
        "npc_pools": draw(st.booleans()),
        "darkness": draw(st.booleans()),
        "swaps_per_test": draw(st.sampled_from([1, 2, None])),
        "attacks_per_activation": draw(st.sampled_from([1, None])),
    }
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": house,
        "combatants": combatants,
        "objectives": [{"text": "Skrzynia stoi"}],
    }


@settings(max_examples=150)
@given(scripts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=60))
def test_fights_with_any_traits_hold(script: dict[str, Any], seed: int, choices: list[int]) -> None:
    fight = check_fight(script, seed, choices)
    assert {line.rule for line in fight.log} <= set(rulebook("teohiphip"))
    for fighter in fight.state.combatants.values():
        assert fighter.hp - fighter.temporary <= fighter.max_hp
        assert not (fighter.out and (fighter.pool or fighter.engaged_with))
        assert all(1 <= die <= 6 for die in fighter.pool)
        for id in fighter.engaged_with:
            assert fighter.id in fight.state[id].engaged_with


@settings(max_examples=100)
@given(scripts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=60))
def test_fights_with_any_traits_hold_whatever_the_game_master_does(
    script: dict[str, Any], seed: int, choices: list[int]
) -> None:
    check_fight(script, seed, choices, meddling=True)
