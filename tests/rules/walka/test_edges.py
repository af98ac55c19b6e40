"""Edges of single rules: what comes to the same in most fights, but not in all."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import DiceWanted
from desktop.rules.table import Refusal
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    PISTOL,
    RIFLE,
    SNIPER,
    act,
    battle,
    do,
    edit,
    end_turn,
    fight_of,
    sheet,
    step_of,
    told,
    who,
)

LIGHT = {"level": "light", "location": "torso", "pain_passed": True}
CRITICAL = {"level": "critical", "location": "torso", "pain_passed": False}


def why_not(fight: Fight, action: str, actor: str = "vera") -> str | None:
    found = [o for o in fight.options() if action in (o.action, o.do) and o.actor == actor]
    return None if found[0].why_not is None else str(found[0].why_not)


def test_walka_19_what_is_read_as_further_off_is_so_for_throws_too() -> None:
    heavy = {**GRENADE, "further": 10, "critical_range": None}
    for weapon, points in ((heavy, "11"), ({**GRENADE, "critical_range": None}, "12")):
        fight = fight_of(sheet(weapons=[weapon]))
        act(fight, "throw", [19], target="pirat", distance=10, victims=[])
        assert any(f"threshold {points} " in f"{line} " for line in told(fight, 28))


@pytest.mark.parametrize(("action", "weapon"), [("short_burst", RIFLE), ("sniper_shot", SNIPER)])
def test_walka_11_an_aim_is_for_shots_and_is_lost_with_anything_else(
    action: str, weapon: dict[str, Any]
) -> None:
    fight = fight_of(sheet(weapons=[weapon]))
    edit(fight, "vera", aiming=2)
    more: dict[str, Any] = {"safe": True} if action == "sniper_shot" else {"distance": 5}
    dice = [19, 19, 19] if action == "sniper_shot" else [19]
    act(fight, action, dice, target="pirat", **more)
    assert who(fight, "vera").aiming == 0


def test_walka_11_a_throw_is_not_aimed() -> None:
    fight = fight_of(sheet(weapons=[{**GRENADE, "critical_range": None}]))
    edit(fight, "vera", aiming=2)
    act(fight, "throw", [19], target="pirat", distance=5)
    assert who(fight, "vera").aiming == 0


def test_walka_23_without_a_blade_a_parry_adds_nothing() -> None:
    fight = fight_of(sheet(weapons=[BLADE], skills={"melee": 0}))
    act(fight, "strike", [1, 20, 1, 1, 1], target="pirat")
    parried = [line for line in told(fight, 17) if line.startswith("Pirat")]
    assert parried == [] or "12" in parried[0]
    assert not any("parry of" in line for line in told(fight, 23) + told(fight, 17))


@pytest.mark.parametrize(
    ("disabled", "stands"), [(["left_leg"], True), (["left_leg", "right_leg"], False)]
)
def test_walka_27_one_leg_that_moves_is_enough_to_stand_up(
    disabled: list[str], stands: bool
) -> None:
    fight = edit(fight_of(), "vera", posture="kneeling", disabled=disabled)
    assert (why_not(fight, "rise_from_kneel") is None) is stands


@pytest.mark.parametrize(("wounds", "dies"), [([LIGHT], False), ([CRITICAL], True)])
def test_walka_33_only_a_critical_wound_is_seen_to_in_time(
    wounds: list[dict[str, Any]], dies: bool
) -> None:
    fight = edit(fight_of(), "pirat", wounds=wounds)
    assert who(fight, "pirat").dying is dies
    assert why_not(fight, "first_aid") == (None if dies else "nobody is dying")


def test_walka_9_nothing_is_given_up_where_nothing_is_under_way() -> None:
    with pytest.raises(Refusal, match="has nothing under way"):
        do(fight_of(), {"do": "abandon", "actor": "vera"})


def test_walka_13_nothing_is_frozen_without_a_segment() -> None:
    fight = fight_of()
    edit(fight, "vera", segments=0)
    with pytest.raises(Refusal, match="no segments left"):
        do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})


@pytest.mark.parametrize("this_round", [True, False])
def test_walka_5_who_comes_in_the_middle_of_a_turn_moves_in_it_or_in_the_next(
    this_round: bool,
) -> None:
    fight = fight_of()
    newcomer = {"id": "olek", "side": "players", "sheet": sheet("Olek")}
    do(fight, {"do": "join", "combatants": [newcomer], "this_round": this_round})
    assert battle(fight).initiative == ["vera", "pirat", "olek"]
    end_turn(fight, 2)
    assert (fight.state.turn, fight.state.round) == (("olek", 1) if this_round else ("vera", 2))


def test_walka_10_of_two_of_one_name_the_emptier_is_reloaded() -> None:
    gun = {**PISTOL, "magazine": 6, "reload": "cell"}
    fight = fight_of(sheet(weapons=[{**gun, "loaded": 4}, {**gun, "loaded": 1}]))
    act(fight, "change_cell")
    assert who(fight, "vera").loaded == [4, 6]


def test_walka_33_a_merged_wound_is_where_the_last_of_the_three_was() -> None:
    places = ("head", "torso", "left_leg")
    fight = edit(
        fight_of(), "vera", wounds=[{**LIGHT, "level": "scratch", "location": p} for p in places]
    )
    act(fight, "merge_wounds")
    assert [(w.level, w.location) for w in who(fight, "vera").wounds] == [("light", "left_leg")]


def test_walka_27_without_an_arm_that_moves_nobody_strikes() -> None:
    fight = fight_of(sheet(weapons=[BLADE]), house={"melee": "throw"})
    assert why_not(fight, "strike") is None
    edit(fight, "vera", disabled=["dominant_arm", "other_arm"])
    assert why_not(fight, "strike") is not None
    with pytest.raises(Refusal):
        fight.preview(step_of("strike", target="pirat"))


def test_walka_8_a_duel_won_by_one_who_has_moved_leaves_the_turn_where_it_is() -> None:
    fight = fight_of(olek=sheet("Olek"))
    end_turn(fight)
    assert fight.state.turn == "pirat"
    do(fight, {"do": "spotting_duel", "actor": "vera", "target": "pirat"}, [1] * 3 + [15] * 3)
    assert fight.state.turn == "pirat"


def test_walka_8_a_duel_between_others_leaves_the_turn_where_it_is() -> None:
    fight = fight_of(olek=sheet("Olek"))
    do(fight, {"do": "spotting_duel", "actor": "olek", "target": "pirat"}, [1] * 3 + [15] * 3)
    assert fight.state.turn == "vera"
    assert fight.state.order == ["vera", "olek", "pirat"]


@pytest.mark.parametrize(("distance", "reaches"), [(15, True), (16, False)])
def test_walka_19_nothing_is_thrown_or_launched_beyond_its_own_reach(
    distance: int, reaches: bool
) -> None:
    fight = fight_of(sheet(weapons=[{**GRENADE, "critical_range": None, "reach": 15}]))
    step = step_of("throw", target="pirat", distance=distance)
    if reaches:
        assert fight.preview(step).question is not None
    else:
        with pytest.raises(Refusal, match="nobody throws beyond 15 m"):
            fight.preview(step)


@pytest.mark.parametrize(("loaded", "enough"), [(2, True), (1, False)])
def test_walka_10_several_shots_of_one_gun_need_a_round_each(loaded: int, enough: bool) -> None:
    gun = {**PISTOL, "magazine": 6, "loaded": loaded}
    fight = fight_of(sheet(weapons=[gun]))
    step = step_of("several_shots", shots=[{"target": "pirat"}, {"target": "pirat"}])
    if enough:
        assert fight.preview(step).question is not None
    else:
        with pytest.raises(Refusal, match=r"shots\[1\]\.with"):
            fight.preview(step)


def test_walka_8_each_of_a_contest_throws_its_own_dice() -> None:
    fight = fight_of()
    fight.perform({"do": "spotting_duel", "actor": "vera", "target": "pirat"})
    thrown = []
    while fight.pending is not None:
        assert isinstance(fight.pending.question, DiceWanted)
        thrown.append((fight.pending.question.by, fight.pending.question.count))
        fight.answer([thrown[-1][1]] * 3)
    assert thrown[:2] == [("vera", 3), ("pirat", 3)]
