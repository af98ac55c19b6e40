"""Turns of several acts, conditions and the incapacitated, in a system that somebody added."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.players_view import players_view
from desktop.encounter.playout import check_fight
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from desktop.rules.contract import at_a_glance
from desktop.rules.dice import Reach, Total, Under, pool
from desktop.rules.table import Refusal

pytestmark = pytest.mark.usefixtures("installed")


SWORD = {"name": "Sword", "sides": 8}
SPELLS = [
    {"name": "Fire", "work": "fire"},
    {"name": "Binding", "work": "bind"},
    {"name": "Mending", "work": "mend", "range": 5},
    {"name": "Spark", "work": "fire", "circle": 0},
]
MAGE = {"spells": SPELLS, "slots": [2, 1]}


def script(**sheets: Any) -> dict[str, Any]:
    people = {"mage": MAGE, "ogre": {}, **sheets}
    sides = {"mage": "players"}
    return {
        "format": "fight/1",
        "system": "delve",
        "combatants": [
            {
                "id": id,
                "side": sides.get(id, "foes"),
                "sheet": {"name": id.capitalize(), "weapons": [SWORD], **sheet},
            }
            for id, sheet in people.items()
        ],
    }


def begun(**sheets: Any) -> Fight:
    fight = start(script(**sheets))
    fight.perform(
        {"do": "begin", "dice": [20 - place for place in range(len(fight.state.combatants))]}
    )
    return fight


def act(fight: Fight, action: str, *dice: int, actor: str = "mage", **more: Any) -> None:
    fight.perform({"do": "act", "actor": actor, "action": action, "dice": list(dice), **more})


def end_turn(fight: Fight, *dice: int) -> None:
    fight.perform({"do": "end_turn", "dice": list(dice)})


def cost(fight: Fight, action: str) -> str:
    return next(str(o.cost) for o in fight.turn_options() if o.action == action)


def test_each_act_is_paid_from_its_own_counter_and_the_turn_goes_on() -> None:
    fight = begun()
    assert cost(fight, "strike") == "1 action"
    assert cost(fight, "walk") == "5 ft"
    act(fight, "strike", 1, target="ogre")
    assert fight.state.turn == "mage"
    with pytest.raises(Refusal, match="action: Mage has 0, it takes 1"):
        act(fight, "strike", 1, target="ogre")
    act(fight, "walk", feet=20)
    with pytest.raises(Refusal, match="ft: Mage has 10, it takes 15"):
        act(fight, "walk", feet=15)
    act(fight, "walk", feet=10)
    end_turn(fight)
    assert fight.state.turn == "ogre"
    end_turn(fight)
    act(fight, "strike", 1, target="ogre")


def test_a_counter_of_the_round_is_full_again_when_a_round_begins() -> None:
    fight = begun()
    act(fight, "parting", 1, actor="ogre", target="mage")
    end_turn(fight)
    with pytest.raises(Refusal, match="reaction: Ogre has 0"):
        act(fight, "parting", 1, actor="ogre", target="mage")
    end_turn(fight)
    assert fight.state.round == 2
    act(fight, "parting", 1, actor="ogre", target="mage")


def test_what_somebody_does_not_have_is_no_button_and_refused() -> None:
    fight = begun()
    end_turn(fight)
    assert "cast" not in {option.action for option in fight.turn_options()}
    with pytest.raises(Refusal, match="Ogre has no such action"):
        act(fight, "cast", actor="ogre", target="mage")


def test_a_condition_hinders_until_a_save_at_the_end_of_a_turn() -> None:
    fight = begun()
    act(fight, "cast", target="ogre", spell="Binding")
    assert "bound" in {vital.id for vital in at_a_glance(fight.rules, fight.state, "ogre")}
    end_turn(fight)
    with pytest.raises(Refusal, match="Ogre: bound"):
        act(fight, "strike", 20, 8, actor="ogre", target="mage")
    end_turn(fight, 2)
    assert fight.state["ogre"].conditions
    end_turn(fight)
    end_turn(fight, 20)
    assert not fight.state["ogre"].conditions


def test_a_condition_is_over_when_its_source_is_dying() -> None:
    fight = begun(mage={**MAGE, "max_hp": 1}, rat={})
    act(fight, "cast", target="ogre", spell="Binding")
    shield = {"shield": False}
    act(fight, "parting", 20, 8, actor="rat", target="mage", answers=shield)
    assert fight.state["mage"].incapacitated
    assert not fight.state["ogre"].conditions


def test_who_is_dying_can_be_struck_and_its_side_has_lost() -> None:
    fight = begun(ogre={"max_hp": 1})
    act(fight, "strike", 20, 8, target="ogre")
    ogre = fight.state["ogre"]
    assert ogre.incapacitated
    assert not ogre.out
    assert fight.outcome
    assert fight.outcome.winner == "players"
    target = fight.parameters(next(o for o in fight.turn_options() if o.action == "strike"))[0]
    assert [choice.why_not for choice in target.choices] == [None]


def test_a_throw_with_advantage_has_the_odds_of_the_higher_of_two() -> None:
    fight = begun()
    fight.perform({"do": "end_turn"})
    act(fight, "drop", actor="ogre")
    fight.perform({"do": "end_turn"})
    odds = fight.odds({"do": "act", "actor": "mage", "action": "strike", "target": "ogre"})
    assert odds.probability("hit") == 1 - Fraction(8, 20) ** 2  # 9 or more on either


@pytest.mark.parametrize("reading", [Total, lambda keep: Reach(9, keep=keep),
                                     lambda keep: Under(9, keep=keep)])  # fmt: skip
@pytest.mark.parametrize("keep", ["highest", "lowest"])
def test_what_is_kept_of_dice_is_spread_as_it_is_read(reading: Any, keep: Any) -> None:
    read = reading(keep=keep)
    counted: dict[str, int] = {}
    for dice in all_falls():
        result = read.read(dice)
        key = str(getattr(result, "success", result))
        counted[key] = counted.get(key, 0) + 1
    spread: dict[str, int] = {}
    for result, ways in pool(3, 12, read).spread().items():
        key = str(getattr(result, "success", result))
        spread[key] = spread.get(key, 0) + ways
    assert spread == counted


def all_falls() -> Iterator[tuple[int, int, int]]:
    faces = range(1, 13)
    return ((a, b, c) for a in faces for b in faces for c in faces)


def test_random_fights_hold_what_must_hold() -> None:
    for seed in range(3):
        chance = Random(seed)
        fight = check_fight(script(rat={}), seed, [chance.randrange(999) for _ in range(25)])
        assert fight.cursor > 1


def test_a_forecast_counts_who_is_dying_as_fallen() -> None:
    fight = begun(ogre={"max_hp": 1})
    act(fight, "strike", 20, 8, target="ogre")
    total = forecast(opening(fight.as_script()), 4)
    assert total.wins_of("players").p == 1


def test_the_first_of_several_strikes_takes_the_action_and_the_next_are_free() -> None:
    fight = begun(mage={"strikes": 2})
    assert cost(fight, "strike") == "1 action"
    act(fight, "strike", 1, target="ogre")
    assert cost(fight, "strike") == "1 strikes"
    act(fight, "strike", 1, target="ogre")
    with pytest.raises(Refusal, match="action: Mage has 0, it takes 1"):
        act(fight, "strike", 1, target="ogre")


def test_a_dash_gives_feet_that_are_gone_with_the_turn() -> None:
    fight = begun()
    act(fight, "dash")
    assert fight.rules.value_of(fight.state["mage"], "feet") == 60
    end_turn(fight)
    end_turn(fight)
    assert fight.rules.value_of(fight.state["mage"], "feet") == 30


def test_a_spell_takes_the_lowest_slot_that_is_left_or_the_one_that_is_named() -> None:
    fight = begun()

    def left() -> list[int]:
        return [fight.rules.value_of(fight.state["mage"], f"circle_{n}") for n in (1, 2)]

    for slots in ([1, 1], [0, 1]):
        act(fight, "cast", 1, 1, 1, 1, 20, target="ogre", spell="Fire")
        assert left() == slots
        for _ in range(2):
            end_turn(fight)
    fight.perform({"do": "edit", "combatant": "mage", "set": {"circle_1": 1}})
    act(fight, "cast", 1, 1, 1, 1, 1, 20, target="ogre", spell="Fire", circle=2)
    assert left() == [1, 0]
    for _ in range(2):
        end_turn(fight)
    act(fight, "cast", 1, 1, 1, 1, 20, target="ogre", spell="Fire")
    for _ in range(2):
        end_turn(fight)
    option = next(o for o in fight.turn_options() if o.action == "cast")
    spells = {field.id: field for field in fight.parameters(option)}["spell"].choices
    reasons = {choice.value: str(choice.why_not or "") for choice in spells}
    assert reasons == {
        "Fire": "circle 1: Mage has 0, it takes 1",
        "Binding": "circle 1: Mage has 0, it takes 1",
        "Mending": "circle 1: Mage has 0, it takes 1",
        "Spark": "",
    }
    act(fight, "cast", 1, 1, 1, 20, target="ogre", spell="Spark")


def test_who_is_hurt_and_fails_the_save_lets_go_of_what_they_held() -> None:
    fight = begun(rat={})
    act(fight, "cast", target="ogre", spell="Binding")
    hit = (20, 8)
    act(fight, "parting", *hit, 7, actor="rat", target="mage", answers={"shield": False})
    assert fight.state["ogre"].conditions, "7 and might are 10"
    act(fight, "drop")
    end_turn(fight)
    end_turn(fight, 1)
    act(fight, "strike", 20, 20, 1, 1, actor="rat", target="mage", answers={"shield": False})
    assert not fight.state["ogre"].conditions
    assert [c.kind for c in fight.state["mage"].conditions] == ["prone"]


def test_the_next_concentration_ends_the_one_before() -> None:
    fight = begun(rat={})
    act(fight, "cast", target="ogre", spell="Binding")
    end_turn(fight)
    end_turn(fight, 1)
    end_turn(fight)
    act(fight, "cast", target="rat", spell="Binding")
    held = {id: [c.kind for c in fight.state[id].conditions] for id in ("mage", "ogre", "rat")}
    assert held == {"mage": ["concentrating"], "ogre": [], "rat": ["bound"]}


def dying(*saves: int, **values: Any) -> Fight:
    """A fight whose rat went down, and threw these death saves at the end of its turns."""
    fight = begun(rat={}, dog={})
    fight.perform({"do": "edit", "combatant": "rat", "set": {"hp": 0, **values}})
    for save in saves:
        while fight.state.turn != "rat":
            end_turn(fight)
        end_turn(fight, save)
    return fight


def test_three_death_saves_make_one_stable_and_three_failures_dead() -> None:
    rat = dying(10, 19, 11).state["rat"]
    assert (rat.stable, rat.incapacitated, rat.out) == (True, True, False)
    rat = dying(9, 1).state["rat"]
    assert (rat.failures, rat.out) == (3, True), "a 1 is two failures"


def test_a_20_brings_back_a_hit_point_and_forgets_the_saves() -> None:
    rat = dying(9, 10, 20).state["rat"]
    assert (rat.hp, rat.failures, rat.successes, rat.incapacitated) == (1, 0, 0, False)


def test_a_wound_is_a_failed_death_save() -> None:
    fight = dying()
    act(fight, "strike", 20, 20, 1, target="rat")
    assert fight.state["rat"].failures == 1


def test_who_cannot_be_a_target_of_the_chosen_spell_has_its_reason_and_is_refused() -> None:
    fight = begun(rat={})
    fight.perform({"do": "edit", "combatant": "rat", "set": {"hp": 3}})
    option = next(o for o in fight.turn_options() if o.action == "cast")
    aim = {f.id: f for f in fight.parameters(option, {"spell": "Mending"})}["target"]
    reasons = {choice.value: str(choice.why_not or "") for choice in aim.choices}
    assert reasons == {"rat": "", "ogre": "is unhurt", "mage": "is unhurt"}
    assert "spell" in fight.rules.narrowed_by
    with pytest.raises(Refusal, match="target: is unhurt"):
        act(fight, "cast", target="ogre", spell="Mending")
    with pytest.raises(Refusal, match="target: needs somebody else"):
        act(fight, "cast", target="mage", spell="Binding")


def test_a_group_throws_once_for_initiative_and_the_highest_comes_first() -> None:
    people = script(rat={}, dog={})
    for one in people["combatants"][2:]:
        one["group"] = "pack"
    fight = start(people)
    fight.perform({"do": "begin", "dice": [5, 3, 18]})
    assert fight.state.order == ["rat", "dog", "mage", "ogre"]
    assert fight.state["dog"].initiative == 20


def test_a_badge_says_by_whom_and_until_when_to_the_game_master_alone() -> None:
    fight = begun()
    fight.perform({"do": "let_know", "combatant": "mage", "hidden": True})
    act(fight, "cast", target="ogre", spell="Binding")
    (bound,) = (v for v in at_a_glance(fight.rules, fight.state, "ogre") if v.id == "bound")
    assert str(bound.lasts) == "until a save, held by Mage"
    (ogre,) = (one for one in players_view(fight).people if one.name == "Ogre")
    assert "bound" in [str(badge.text) for badge in ogre.badges]
    assert "Mage" not in repr(ogre)


MENDING_FIRST = {"spells": [SPELLS[2], SPELLS[1]], "slots": [2, 1]}


def test_a_button_is_grey_only_where_no_thing_on_offer_has_a_target() -> None:
    fight = begun(mage=MENDING_FIRST)
    assert next(o for o in fight.turn_options() if o.action == "cast").why_not is None
    fight = begun(mage={**MENDING_FIRST, "spells": [SPELLS[2]]})
    cast = next(o for o in fight.turn_options() if o.action == "cast")
    assert str(cast.why_not) == "is unhurt"
    fight.perform({"do": "edit", "combatant": "ogre", "set": {"hp": 3}})
    assert next(o for o in fight.turn_options() if o.action == "cast").why_not is None


def test_a_die_of_one_target_does_not_stand_in_the_line_of_the_next() -> None:
    fight = begun(mage={"spells": [SPELLS[3]]}, ogre={"immune": ["fire"]}, rat={})
    act(fight, "cast", 4, 2, 5, 20, 7, spell="Spark", target="ogre", others=["rat"])
    told = {line.by: line.dice for line in fight.log if line.rule == "delve-4"}
    assert told["rat"][-1] == 7
    assert 20 not in told["rat"]
