"""Edges of single rules: what comes to the same in most fights, but not in all."""

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.boj.bench import CULTIST, VERA, act, attack, end_turn, fight, one, turn_of


def held() -> Fight:
    """Vera, on turn again, holds the cultist."""
    scene = fight()
    act(scene, "put_away")
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    turn_of(scene, "vera")
    return scene


def is_asked(scene: Fight, weapon: str) -> bool:
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": weapon}
    return bool(scene.decisions(step))


@pytest.mark.parametrize(("action", "of"), [("dodge", 40), ("resist", 50)])
@pytest.mark.parametrize(("beyond", "succeeds"), [(20, True), (21, False)])
def test_boj_5_the_modifier_counts_for_defences_too(
    action: str, of: int, beyond: int, succeeds: bool
) -> None:
    scene = fight()
    more = {"kind": "block"} if action == "resist" else {}
    act(scene, action, of + beyond, modifier=20, **more)
    guard = one(scene, "vera").guard
    assert guard is not None
    assert guard.roll.success is succeeds


@pytest.mark.parametrize("action", ["disarm", "grapple"])
def test_boj_10_13_a_test_that_fails_takes_nothing_and_holds_nobody(action: str) -> None:
    scene = fight()
    act(scene, "put_away")
    act(scene, action, 51, target="cultist")
    assert one(scene, "cultist").disarmed == []
    assert one(scene, "cultist").grappled_by is None
    assert one(scene, "vera").acted


def test_boj_10_what_was_picked_up_does_not_lie_there_any_more() -> None:
    scene = fight()
    act(scene, "put_away")
    act(scene, "disarm", 50, target="cultist")
    (others,) = (option for option in scene.options() if option.action == "pick_up")
    assert str(others.why_not) == "has dropped nothing (boj-10)", "it is not Vera's"
    end_turn(scene)
    act(scene, "pick_up")
    assert one(scene, "cultist").disarmed == []
    assert one(scene, "cultist").weapons[0].name == "Мачете"


def test_boj_4_aim_that_was_not_used_is_gone() -> None:
    scene = fight()
    act(scene, "aim")
    end_turn(scene)
    turn_of(scene, "vera")
    assert one(scene, "vera").aiming
    end_turn(scene)
    assert not one(scene, "vera").aiming


def test_boj_13_whoever_is_held_does_not_defend() -> None:
    assert is_asked(fight(), "Нож")
    assert not is_asked(held(), "Нож")


@pytest.mark.parametrize("action", ["put_away", "pick_up", "step", "wait", "aim"])
def test_boj_13_whoever_is_held_does_nothing_else(action: str) -> None:
    scene = held()
    scene.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": None}})
    end_turn(scene)
    step = {"do": "act", "action": action}
    if action == "wait":
        step = {"do": "wait", "after": "vera"}
    with pytest.raises(Refusal, match="in a hold, can only break free: Вера holds on"):
        scene.perform({**step, "actor": "cultist"})


def test_boj_13_18_nobody_holds_whoever_is_out() -> None:
    scene = held()
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 0}})
    assert one(scene, "vera").grappling is None
    assert one(scene, "cultist").grappled_by is None


def test_boj_14_only_close_weapons_resist() -> None:
    with pytest.raises(Refusal, match="has no 'Револьвер'"):
        act(fight(), "resist", kind="block", **{"with": "Револьвер"})


def test_boj_17_whoever_is_behind_cover_already_does_not_get_behind_it() -> None:
    scene = fight()
    near = {"do": "edit", "combatant": "cultist", "set": {"cover_near": 5}}
    scene.perform(near)
    assert is_asked(scene, "Револьвер")
    scene.perform({**near, "set": {"behind": 5}})
    assert not is_asked(scene, "Револьвер")


@pytest.mark.parametrize(("roll", "left"), [(10, 0), (12, 3)])
def test_boj_20_an_attack_at_the_rating_itself_kills_by_the_house_rule(
    roll: int, left: int
) -> None:
    scene = fight(lethality_on_critical="instant")
    dice = (roll,) if left == 0 else (roll, 61)  # 6 + 1 damage
    attack(scene, "Автомат", *dice, mode="burst")
    assert one(scene, "cultist").hp == left


def test_boj_22_a_weapon_with_damage_and_lethality_fires_single_shots_unless_told() -> None:
    scene = fight()
    attack(scene, "Автомат", 30, 7)
    assert one(scene, "cultist").hp == 3


@pytest.mark.parametrize("this_round", [True, False])
def test_boj_2_newcomers_act_in_this_turn_only_where_they_may(this_round: bool) -> None:
    scene = fight()
    newcomer = {"id": "late", "side": "foes", "sheet": {**CULTIST, "name": "Поздний"}}
    scene.perform({"do": "join", "combatants": [newcomer], "this_round": this_round, "dice": [48]})
    assert scene.state.turn == "vera", "whoever is on turn stays on turn"
    assert one(scene, "late").acted is not this_round
    end_turn(scene)
    end_turn(scene)
    assert (scene.state.turn, scene.state.round) == (("late", 1) if this_round else ("vera", 2))


def test_boj_2_a_newcomer_with_a_higher_card_takes_nobody_s_turn() -> None:
    scene = fight(VERA, CULTIST, cards=(50, 49))
    newcomer = {"id": "late", "side": "foes", "sheet": {**CULTIST, "name": "Поздний"}}
    scene.perform({"do": "join", "combatants": [newcomer], "this_round": True, "dice": [52]})
    assert (scene.state.turn, scene.state.order[0]) == ("vera", "late")
    end_turn(scene)
    assert scene.state.turn == "late"
