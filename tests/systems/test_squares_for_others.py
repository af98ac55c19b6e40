"""What a map of squares gives a system that somebody added: ways, reach, sight, cover, readying."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from desktop.rules.table import Refusal

pytestmark = pytest.mark.usefixtures("installed")

SWORD = {"name": "Sword", "sides": 8}
BOW = {"name": "Bow", "sides": 6, "range": 80}


def fight_on_map(*ground: dict[str, Any], **people: Any) -> Fight:
    """Ama, a player at (1, 1), and foes, each with its place and what is on its sheet."""
    everybody = {"ama": {"at": [1, 1], "weapons": [SWORD, BOW]}, **people}
    fight = start(
        {
            "format": "fight/1",
            "system": "delve",
            "map": {"width": 20, "height": 12, "ground": list(ground)},
            "combatants": [
                {
                    "id": id,
                    "side": "players" if id == "ama" else "foes",
                    "at": sheet.pop("at"),
                    "sheet": {"name": id.capitalize(), "weapons": [SWORD], **sheet},
                }
                for id, sheet in everybody.items()
            ],
        }
    )
    fight.perform(
        {"do": "begin", "dice": [20 - place for place in range(len(fight.state.combatants))]}
    )
    return fight


def walk(fight: Fight, x: int, y: int, *dice: int, **more: Any) -> None:
    fight.perform(
        {"do": "act", "action": "walk", "actor": fight.state.turn, "to": [x, y], "dice": [*dice]}
        | more
    )


def test_a_way_costs_its_feet_and_ground_that_is_difficult_twice() -> None:
    mire = {"kind": "difficult", "points": [[3, 0], [4, 0], [4, 12], [3, 12], [3, 0]]}
    fight = fight_on_map(mire, rat={"at": [18, 10]})
    walk(fight, 4, 1)
    assert fight.state["ama"].used["feet"] == 20, "three squares, one of them twice"
    with pytest.raises(Refusal, match="too far"):
        walk(fight, 9, 1)
    assert fight.state.positions["ama"] == (4, 1)


def test_where_one_can_go_is_priced_in_feet() -> None:
    fight = fight_on_map(rat={"at": [18, 10]})
    reach = fight.rules.within_reach(fight.state, "ama")
    assert reach is not None
    assert reach.unit == "ft"
    assert reach.squares[3, 1] == 10
    assert max(reach.squares.values()) == 30


def test_distance_and_cover_are_filled_in_by_the_map() -> None:
    cart = {"kind": "partial", "points": [[4, 1], [5, 1], [5, 2], [4, 2], [4, 1]]}
    fight = fight_on_map(cart, rat={"at": [8, 1]})
    shot = {"do": "act", "action": "strike", "actor": "ama", "target": "rat", "with": "Bow"}
    known = fight.rules.by_map(fight.state, "ama", shot)
    assert known["distance"].value == 35
    assert known["cover"].value == "partial"
    assert "35 ft" in str(known["distance"].why)


def test_a_wall_is_full_cover_and_who_stands_nowhere_has_none_that_is_known() -> None:
    wall = {"kind": "wall", "points": [[4, 0], [4, 12]]}
    fight = fight_on_map(wall, rat={"at": [7, 1]}, bat={"at": None})
    strike = {"do": "act", "action": "strike"}
    for target, cover in (("rat", ["full"]), ("bat", [])):
        known = fight.rules.by_map(fight.state, "ama", {**strike, "target": target})
        assert [known[id].value for id in ("cover",) if id in known] == cover


def test_a_weapon_is_on_offer_by_its_name_and_without_one_the_fists() -> None:
    fight = fight_on_map(rat={"at": [2, 1], "weapons": []})
    for id, names in (("ama", ["Sword", "Bow", "Fists"]), ("rat", ["Fists"])):
        rules, state = fight.rules, fight.state
        strike = next(action for action in rules.actions if action.id == "strike")
        option = rules.option(state, state[id], strike)
        field = next(field for field in fight.parameters(option) if field.id == "with")
        assert [choice.value for choice in field.choices] == names
        assert (field.kind, field.default) == ("choice", names[0])


def test_a_fire_takes_in_who_stands_near_its_middle() -> None:
    fight = fight_on_map(
        ama={"at": [1, 1], "spells": [{"name": "Fire"}], "slots": [2]},
        rat={"at": [8, 8]},
        ogre={"at": [10, 8]},
        dog={"at": [11, 8]},
    )
    fire = {"do": "act", "action": "cast", "actor": "ama", "target": "rat"}
    assert fight.rules.by_map(fight.state, "ama", fire)["others"].value == ["ogre"]


def test_who_walks_out_of_reach_is_struck_where_it_leaves_it() -> None:
    fight = fight_on_map(ama={"at": [0, 1], "max_hp": 3}, rat={"at": [1, 1]})
    walk(fight, 0, 5, 20, 8, answers={"parting": True})
    assert fight.state["ama"].incapacitated
    assert fight.state.positions["ama"][1] == 2, "it fell on the last square in reach"


def test_walking_along_a_foe_provokes_nothing() -> None:
    fight = fight_on_map(rat={"at": [2, 1]})
    walk(fight, 1, 2)
    assert fight.state.positions["ama"] == (1, 2)


def test_a_readied_blow_falls_on_the_first_who_comes_near() -> None:
    fight = fight_on_map(ama={"at": [1, 1]}, rat={"at": [4, 1], "max_hp": 2})
    fight.perform({"do": "act", "action": "ready", "actor": "ama"})
    fight.perform({"do": "end_turn"})
    walk(fight, 2, 1, 20, 8, answers={"readied": True})
    assert fight.state["rat"].incapacitated
    assert not fight.state["ama"].readied


def test_a_weapon_that_does_not_reach_the_chosen_target_has_its_reason() -> None:
    fight = fight_on_map(rat={"at": [8, 1]})
    option = next(o for o in fight.turn_options() if o.action == "strike")
    plain = {f.id: f for f in fight.parameters(option)}["with"]
    assert [choice.why_not for choice in plain.choices] == [None, None, None]
    chosen = {f.id: f for f in fight.parameters(option, {"target": "rat"})}["with"]
    reasons = {c.value: c.why_not and str(c.why_not) for c in chosen.choices}
    assert reasons["Bow"] is None
    assert reasons["Sword"] == "Sword reaches 5 ft, not 35"


def test_a_behaviour_walks_around_a_wall_and_fights_to_the_end() -> None:
    wall = {"kind": "wall", "points": [[5, 0], [5, 9]]}
    fight = fight_on_map(wall, rat={"at": [9, 1]})
    header = {
        key: value for key, value in fight.as_script().items() if key not in ("steps", "dice")
    }
    for one in header["combatants"]:
        one["policy"] = "fierce"
    total = forecast(opening(header), 20)
    assert not total.unfinished


def test_odds_of_a_walk_past_a_foe_count_the_blow() -> None:
    fight = fight_on_map(rat={"at": [2, 1]})
    step = {"do": "act", "action": "walk", "actor": "ama", "to": [1, 5]}
    odds = fight.odds(step)
    assert odds.probability("hit", "ama") == Fraction(12, 20), "might 3 against guard 12"
