"""Values set by hand, and what the rules make of them: mir_tmy-17, 27, 30, 38, 42, 46, 53."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    PISTOL,
    RIFLE,
    SWORD,
    act,
    do,
    option,
    person,
    scene,
    scene_of,
    set_by_hand,
    told,
    who,
)


def test_mir_tmy_27_who_is_set_to_rise_lies_and_who_is_set_to_stand_need_not_rise() -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "a", must_rise=True)
    assert who(fight, "a").down
    assert option(fight, "a", "rise").why_not is None
    set_by_hand(fight, "a", down=False)
    assert not who(fight, "a").must_rise
    assert option(fight, "a", "attack").why_not is None


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"must_rise": True, "down": False}, r"set\.must_rise: only who is down has to rise"),
        ({"grappled_by": "a"}, r"set\.grappled_by: needs somebody else"),
        ({"grappled_by": "x"}, r"set\.grappled_by: there is no combatant"),
        ({"grappled_by": "c"}, r"set\.grappled_by: В is out of the fight"),
        ({"damage": {"bashing": 5, "lethal": 4}}, r"set\.damage: levels to mark: 8"),
        ({"loaded": {"АК47": 31}}, r"set\.loaded\.АК47: loaded can be at most the clip \(30\)"),
        ({"loaded": {"Меч": 1}}, r"set\.loaded\.Меч: there is no 'Меч'"),
        ({"unready": ["Копьё"]}, r"set\.unready: there is no 'Копьё'"),
    ],
)
def test_mir_tmy_17_30_38_53_what_nobody_can_have_is_refused_at_its_field(
    values: dict[str, Any], reason: str
) -> None:
    fight = scene(person("А", weapons=[RIFLE, SWORD]), person("Б"), person("В"))
    set_by_hand(fight, "c", stunned=True)
    with pytest.raises(Refusal, match=reason):
        set_by_hand(fight, "a", **values)


def test_mir_tmy_38_rounds_set_by_hand_are_told_of_each_gun_with_what_it_had() -> None:
    fight = scene(person("А", weapons=[{**RIFLE, "loaded": 0}, PISTOL]), person("Б"))
    set_by_hand(fight, "a", loaded={"АК47": 30})
    assert fight.log[-1].text == "А: Rounds loaded АК47 0 → 30"
    set_by_hand(fight, "a", loaded={"АК47": 3, "Пистолет": 2})
    assert fight.log[-1].text == "А: Rounds loaded АК47 30 → 3, Пистолет 10 → 2"


def guarded(action: str) -> Fight:
    """A is about to run past B, who has declared to let nobody pass."""
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": action})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    return fight


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("suppress", {"down": True}),
        ("suppress", {"shock_next": True}),
        ("suppress", {"shock": True}),
        ("counter", {"down": True}),
        ("counter", {"must_rise": True}),
        ("counter", {"grappled_by": "a"}),
        ("counter", {"shock": True}),
    ],
)
def test_mir_tmy_42_46_who_is_down_or_in_shock_by_hand_lets_others_pass(
    action: str, values: dict[str, Any]
) -> None:
    fight = guarded(action)
    set_by_hand(fight, "b", **values)
    assert who(fight, "b").suppressing is who(fight, "b").countering is None
    lines = act(fight, "a", "run", past=["b"])  # without any dice
    assert "keeps ready" not in told(lines, "mir_tmy-46")


def test_mir_tmy_30_who_holds_somebody_by_hand_is_named_in_the_log() -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "a", grappled_by="b")
    assert str(fight.moments[-1].lines[0].text) == "А: grappled by: Б"


def test_mir_tmy_30_who_is_put_on_the_ground_by_hand_holds_nobody_any_more() -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "a", grappled_by="b")
    set_by_hand(fight, "b", down=True)
    assert who(fight, "a").grappled_by is None


def test_mir_tmy_34_however_many_sweeps_lower_an_initiative_it_can_be_set_so_by_hand() -> None:
    fight = scene(person("А"), person("Б"), person("В"), sweep_initiative=20)
    for id in "ab":
        act(fight, id, "sweep", [8] * 3 + [3] * 7 + [8] * 3, target="c")
    lowered = who(fight, "c").initiative_next
    assert lowered == -40
    set_by_hand(fight, "c", initiative_next=lowered + 1)
    assert who(fight, "c").initiative_next == -39


def test_mir_tmy_4_who_is_given_the_action_back_is_still_to_act() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    do(fight, {"do": "end_turn", "actor": "a"})
    set_by_hand(fight, "a", acted=False)
    assert fight.state.turn == "a"
    set_by_hand(fight, "a", stunned=True)
    assert fight.state.turn is None, "nobody is left against b and c"
    set_by_hand(fight, "a", stunned=False)
    assert fight.state.turn == "a"
    assert scene_of(fight).queue == ["a", "b", "c"]


def test_mir_tmy_22_an_action_that_is_spent_by_hand_is_no_attack_any_more() -> None:
    fight = scene(person("А"), person("Б"), person("В"), declare=True)
    for id in "cb":
        do(fight, {"do": "declare", "actor": id, "action": "attack", "target": "a"})
    do(fight, {"do": "declare", "actor": "a", "action": "dodge"})
    set_by_hand(fight, "b", acted=True)
    lines = act(fight, "c", "attack", [3] * 6, target="a", answers={"defence": "dodge"})
    assert not told(lines, "mir_tmy-22")


def test_mir_tmy_8_who_waits_goes_on_waiting_when_an_initiative_is_set_by_hand() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    do(fight, {"do": "wait", "actor": "a", "until": "b"})
    set_by_hand(fight, "c", initiative=1)
    assert scene_of(fight).queue == ["b", "a", "c"]
    set_by_hand(fight, "c", initiative=40)
    assert scene_of(fight).queue == ["c", "b", "a"]


@pytest.mark.parametrize(("change", "rolled"), [(2, 6), (-2, 2)])
def test_mir_tmy_35_an_effect_on_damage_counts_in_the_roll_that_disarms(
    change: int, rolled: int
) -> None:
    fight = scene(person("А", strength=4), person("Б", weapons=[SWORD], strength=6))
    effect = {"combatants": ["a"], "name": "Ярость", "changes": {"damage": change}}
    fight.perform({"do": "effect", **effect})
    lines = act(fight, "a", "disarm", [9] * 3 + [9] * rolled + [3] * 3, target="b")
    assert f"{rolled} dice at 6: {rolled} against strength 6" in told(lines, "mir_tmy-35")
    assert told(lines, "by-hand").count("Ярость") == 1
    assert who(fight, "b").damage.bashing == rolled


def test_mir_tmy_49_an_effect_on_dice_is_told_with_the_pool_it_counts_in() -> None:
    fight = scene(person("А", abilities={"brawl": 3}), person("Б"))
    effect = {"combatants": ["a"], "name": "Рывок", "changes": {"dice": 2}, "until": "check"}
    fight.perform({"do": "effect", **effect})
    parts = [{"dice": 4, "target": "b"}] * 2
    lines = act(fight, "a", "multiple", [3] * 8, parts=parts)
    assert told(lines, "by-hand").startswith("А: Рывок, Dice of tests +2")
    assert who(fight, "a").effects_by_hand == (), "one check, and it is over"


def test_mir_tmy_36_dice_of_aiming_set_by_hand_are_for_any_target_and_go_on() -> None:
    gunner = person("А", weapons=[RIFLE], abilities={"firearms": 2})
    fight = scene(gunner, person("Б"), person("В"))
    act(fight, "a", "aim", target="c")
    set_by_hand(fight, "a", aiming=2, acted=False)
    act(fight, "a", "aim", target="b")
    assert who(fight, "a").aiming == 3


def test_mir_tmy_19_the_surprised_ambush_nobody() -> None:
    surprised = {"surprised": ["a", "b"]}
    fight = scene(person("А"), person("Б"), person("В"), begin=surprised)
    with pytest.raises(Refusal, match="Б is surprised"):
        act(fight, "b", "ambush", target="a")
