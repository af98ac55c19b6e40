"""Ambush, light, sides, crowds, range, cover, shock, falls, targeting: mir_tmy-19 to 29."""

from random import Random
from typing import Any

import pytest

from desktop.encounter.playout import thrower
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    SWORD,
    act,
    do,
    levels,
    option,
    person,
    scene,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def test_mir_tmy_19_ahead_in_the_ambush_a_free_attack_with_the_net_successes_as_dice() -> None:
    fight = scene(person("А"), person("Б"), begin={"surprised": ["b"]}, declare=True)
    dice = [8, 8, 8, 8, 3, 3, *HIT, *MISS * 4, *MISS * 6]
    lines = act(fight, "a", "ambush", dice, target="b")
    assert "from ambush, dice +2" in told(lines, "mir_tmy-19")
    assert "5 dice at 6: 1" in told(lines, "mir_tmy-10")
    assert fight.state.turn == "b"  # nobody has spent anything
    assert option(fight, "a", "ambush") is None
    with pytest.raises(Refusal):
        act(fight, "a", "ambush", dice, target="b")


def test_mir_tmy_19_a_tie_may_be_defended_and_the_defender_ahead_sees_it() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    tie = [8, 3, 3, 8, 3, 3]
    dice = [*tie, *MISS * 3, *MISS * 3]
    lines = act(fight, "a", "ambush", dice, target="b", answers={"defence": "dodge"})
    assert "ambush ties" in told(lines, "mir_tmy-19")
    fight.undo()
    lines = act(fight, "a", "ambush", [3, 3, 3, 8, 3, 3], target="b")
    assert "ordinary initiative" in told(lines, "mir_tmy-19")
    assert not told(lines, "mir_tmy-10")


def test_mir_tmy_19_who_is_fighting_cannot_be_ambushed() -> None:
    fight = scene(person("А"), person("Б"))
    act(fight, "a", "attack", MISS * 3, target="b")
    assert option(fight, "b", "ambush") is None
    with pytest.raises(Refusal):
        act(fight, "b", "ambush", [], target="a")


def test_mir_tmy_20_blind_in_melee_and_at_range() -> None:
    fight = scene(
        person("А", abilities={"alertness": 1}, weapons=[PISTOL]), person("Б"), person("В")
    )
    blind = {"blind": True}
    fists = {"with": "Кулаки"}
    lines = act(fight, "a", "attack", MISS * 3, target="b", modifiers=blind, **fists)
    assert "3 dice at 8" in told(lines, "mir_tmy-10")
    fight.undo()
    shot = {"target": "b", "with": "Пистолет", "modifiers": blind}
    with pytest.raises(Refusal, match="10 m"):
        act(fight, "a", "attack", MISS * 7, distance=11, **shot)
    lines = act(fight, "a", "attack", [8, 3, 3, 3, *MISS * 3], distance=10, **shot)
    assert "4 dice at 8: 1 success" in told(lines, "mir_tmy-20")
    assert "3 dice at 9" in told(lines, "mir_tmy-10")
    fight.undo()
    lines = act(fight, "a", "attack", [7, 3, 3, 3], distance=10, **shot)
    assert "does not find" in told(lines, "mir_tmy-20")
    assert who(fight, "a").acted


@pytest.mark.parametrize(
    ("modifiers", "dice"),
    [({"flank": True}, 5), ({"rear": True}, 6), ({"flank": True, "rear": True}, 6)],
)
def test_mir_tmy_21_flank_and_rear(modifiers: dict[str, Any], dice: int) -> None:
    fight = scene(person("А"), person("Б"))
    lines = act(fight, "a", "attack", MISS * dice, target="b", modifiers=modifiers)
    assert f"dice +{dice - 3}" in told(lines, "mir_tmy-21")


def test_mir_tmy_22_many_on_one_take_up_to_four_defence_dice() -> None:
    foes = [person(name) for name in "ЖИКЛМН"]
    slow = person("А", abilities={"dodge": 4}, wits=1, dexterity=1)
    fight = scene(slow, *foes, dice=[1, 9, 8, 7, 6, 5, 4])
    do(fight, {"do": "change_to_defence", "actor": "a", "defence": "desperate_defence"})
    defences: list[Any] = []
    for id in "bcdefg":
        assert fight.state.turn is not None
        pool = 5 - len(defences) - min(len(defences), 4)
        dice, answers = MISS * 3 + MISS * max(pool, 0), {"defence@a": "dodge"}
        lines = act(fight, id, "attack", dice, target="a", answers=answers)
        defences.append(told(lines, "mir_tmy-22"))
    assert defences[0] == ""
    assert defences[1].endswith("2 attackers, dice -1")
    assert defences[4].endswith("5 attackers, dice -4")
    assert defences[5].endswith("6 attackers, dice -4")


@pytest.mark.parametrize(
    ("distance", "difficulty"), [(2, 5), (3, 6), (20, 6), (21, 8), (40, 8), (None, 6)]
)
def test_mir_tmy_23_range(distance: int | None, difficulty: int) -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б"))
    lines = act(fight, "a", "attack", MISS * 3, target="b", distance=distance)
    assert f"3 dice at {difficulty}" in told(lines, "mir_tmy-10")


def test_mir_tmy_23_beyond_twice_the_range_nobody_shoots() -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б"))
    with pytest.raises(Refusal, match="40 m") as refused:
        act(fight, "a", "attack", MISS * 3, target="b", distance=41)
    assert refused.value.field == "distance"


@pytest.mark.parametrize(
    ("cover", "to_hit", "own"),
    [("situational", 7, 6), ("light", 8, 6), ("partial", 9, 7), ("full", 10, 8)],
)
def test_mir_tmy_24_cover_and_the_return_fire(cover: str, to_hit: int, own: int) -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б"))
    lines = act(fight, "a", "attack", MISS * 3, target="b", modifiers={"cover": cover})
    assert f"3 dice at {to_hit}" in told(lines, "mir_tmy-10")
    fight.undo()
    lines = act(fight, "a", "attack", MISS * 3, target="b", modifiers={"own_cover": cover})
    assert f"3 dice at {own}" in told(lines, "mir_tmy-10")
    fight.undo()
    with pytest.raises(Refusal, match="shots"):
        act(
            fight,
            "a",
            "attack",
            MISS * 3,
            target="b",
            modifiers={"cover": cover},
            **{"with": "Кулаки"},
        )


def test_mir_tmy_24_what_does_not_go_with_the_weapon_is_refused_when_it_is_declared() -> None:
    fighter = person("Б", abilities={"brawl": 3})
    fight = scene(person("А", weapons=[PISTOL]), fighter, declare=True)
    attack = {"do": "declare", "actor": "b", "action": "attack", "target": "a"}
    do(fight, {**attack, "with": "Кулаки"})
    fight.undo()
    behind = {**attack, "with": "Кулаки", "modifiers": {"cover": "partial"}}
    with pytest.raises(Refusal, match="shots") as refused:
        do(fight, behind)
    assert refused.value.field == "modifiers.cover"
    do(fight, {**behind, "overrule": True})
    fight.undo()
    part = {"action": "attack", "dice": 2, "target": "a", "with": "Кулаки"}
    parts = [part, {**part, "modifiers": {"cover": "partial"}}]
    split = {"do": "declare", "actor": "b", "action": "multiple", "parts": parts}
    with pytest.raises(Refusal, match="shots") as refused:
        do(fight, split)
    assert refused.value.field == "parts[1].modifiers.cover"
    do(fight, {**split, "overrule": True})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b",
               "with": PISTOL["name"], "modifiers": {"cover": "partial"}})  # fmt: skip


@pytest.mark.parametrize(
    ("sheet", "shocked"),
    [
        ({}, True),
        ({"kind": "werewolf", "form": "crinos", "soaks": []}, False),
        ({"kind": "werewolf", "form": "glabro", "soaks": []}, False),
        ({"kind": "werewolf", "form": "lupus", "soaks": []}, True),
        ({"kind": "vampire", "soaks": []}, False),
        ({"kind": "monster", "soaks": []}, False),
    ],
)
def test_mir_tmy_25_shock_by_more_than_stamina_or_two_more(
    sheet: dict[str, Any], shocked: bool
) -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б", **sheet))
    lines = act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 4, *MISS], target="b")
    assert bool(told(lines, "mir_tmy-25")) is shocked
    do(fight, {"do": "end_turn"})
    assert who(fight, "b").shock is shocked


def test_mir_tmy_25_in_shock_only_block_or_dodge_in_the_whole_next_turn() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б", weapons=[SWORD]))
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 4, *MISS], target="b")
    assert option(fight, "b", "attack").why_not is None  # not yet
    do(fight, {"do": "end_turn"})
    do(fight, {"do": "end_turn"})
    assert "shock" in option(fight, "b", "attack").why_not
    assert option(fight, "b", "dodge").why_not is None
    with pytest.raises(Refusal, match="mir_tmy-25"):
        act(fight, "b", "parry")
    act(fight, "b", "block")
    assert not who(fight, "b").shock


def test_mir_tmy_25_54_in_shock_a_few_words_are_still_free() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    set_by_hand(fight, "b", shock=True)
    assert "shock" in option(fight, "b", "speak", "declare").why_not
    do(fight, {"do": "declare", "actor": "b", "action": "block"})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    lines = do(fight, {"do": "act", "actor": "b", "action": "speak", "words": 3})
    assert told(lines, "mir_tmy-54") == "Б says 3 words"
    assert who(fight, "b").spoken
    assert who(fight, "b").plan(0)


def test_mir_tmy_26_bashing_to_the_head_stuns_and_a_club_adds_a_success() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б"))
    head = {"targeting": "head"}
    dice = [8, 3, 3, *HIT * 3, *MISS * 2, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", modifiers=head)
    assert "+1: a club to the head" in told(lines, "mir_tmy-26")
    assert levels(fight, "b") == (4, 0, 0)
    assert "stunned" in told(lines, "mir_tmy-26")
    assert who(fight, "b").out
    assert fight.as_json()["combatants"]["b"]["effects"]["stunned"]


def test_mir_tmy_26_vampires_are_never_stunned_and_a_taser_stuns_anywhere() -> None:
    taser = {**PISTOL, "name": "Тазер", "type": "bashing"}
    fight = scene(person("А", weapons=[CLUB, taser]), person("Б", kind="vampire"), person("В"))
    dice = [8, 3, 3, *HIT * 5, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", modifiers={"targeting": "head"})
    assert "Б, a vampire, takes damage as: lethal" in told(lines, "mir_tmy-26")
    assert levels(fight, "b") == (0, 6, 0)
    assert not who(fight, "b").stunned
    fight.undo()
    dice = [8, 3, 3, *HIT * 4, *MISS * 3]
    act(fight, "a", "attack", dice, target="c", **{"with": "Тазер"})
    assert who(fight, "c").stunned


@pytest.mark.parametrize(
    ("kind", "form", "stuns"),
    [
        ("human", None, True),
        ("changeling", None, True),
        ("changeling_wyrd", None, False),
        ("werewolf", None, True),
        ("werewolf", "homid", True),
        ("werewolf", "lupus", False),
        ("monster", None, False),
    ],
)
def test_mir_tmy_26_a_taser_stuns_people_and_not_what_is_no_human_in_body(
    kind: str, form: str | None, stuns: bool
) -> None:
    taser = {**PISTOL, "name": "Тазер", "type": "bashing"}
    target = person("Б", kind=kind, form=form, stamina=1)
    fight = scene(person("А", weapons=[taser]), target)
    shot = [8, 3, 3, *HIT * 4, *MISS]
    lines = act(fight, "a", "attack", shot, target="b", **{"with": "Тазер"})
    assert "takes 4 levels" in told(lines, "mir_tmy-15")
    assert who(fight, "b").stunned is stuns


def test_mir_tmy_27_knocked_down_and_up_at_once() -> None:
    fight = scene(person("А"), person("Б", abilities={"athletics": 1}))
    lines = do(fight, {"do": "knockdown", "actor": "b", "dice": [9, 3, 3, 3]})
    assert "4 dice at 9: 1 success" in told(lines, "mir_tmy-27")
    before = who(fight, "b").initiative
    assert not who(fight, "b").down
    for _ in "ab":
        do(fight, {"do": "end_turn"})
    assert who(fight, "b").initiative == before - 5
    for _ in "ab":
        do(fight, {"do": "end_turn"})
    assert who(fight, "b").initiative == before


def test_mir_tmy_27_the_initiative_never_falls_below_1() -> None:
    fight = scene(person("А"), person("Б", dexterity=1, wits=1), dice=[9, 1])
    do(fight, {"do": "knockdown", "actor": "b", "dice": [9]})
    for _ in "ab":
        do(fight, {"do": "end_turn"})
    assert who(fight, "b").initiative == 1


def test_mir_tmy_27_failing_the_next_action_goes_on_rising() -> None:
    fight = scene(person("А"), person("Б"))
    do(fight, {"do": "knockdown", "actor": "b", "dice": [8, 3, 3]})
    do(fight, {"do": "end_turn"})
    for action in ("attack", "multiple", "move"):
        assert "rise" in option(fight, "b", action).why_not
    act(fight, "b", "rise")
    assert not who(fight, "b").down


def test_mir_tmy_27_a_botch_costs_two_bashing_that_nothing_soaks() -> None:
    fight = scene(person("А"), person("Б", armor={"name": "Латы", "rating": 5}))
    lines = do(fight, {"do": "knockdown", "actor": "b", "dice": [1, 3, 3]})
    assert "falls badly" in told(lines, "mir_tmy-27")
    assert levels(fight, "b") == (2, 0, 0)
    assert who(fight, "b").must_rise


def test_mir_tmy_28_the_fallen_are_easy_to_hit_and_fight_badly() -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б", weapons=[SWORD]))
    set_by_hand(fight, "b", down=True)
    fists = {"with": "Кулаки"}
    dice = [*HIT, *MISS * 4, *MISS * 3, *MISS * 5, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "parry"}, **fists)
    assert "Б lies on the ground, dice +2" in told(lines, "mir_tmy-28")
    assert "Damage, 5 dice" in told(lines, "mir_tmy-12")
    assert "3 dice at 8" in told(lines, "mir_tmy-44")
    fight.undo()
    lines = act(fight, "a", "attack", MISS * 3, target="b")  # a shot gains nothing
    assert not told(lines, "mir_tmy-28")
    lines = act(fight, "b", "attack", MISS * 3, target="a")
    assert "3 dice at 8" in told(lines, "mir_tmy-10")


@pytest.mark.parametrize(
    ("place", "difficulty", "damage"),
    [("limb", 7, 5), ("hand", 8, 6), ("head", 8, 6), ("heart", 9, 7)],
)
def test_mir_tmy_29_targeting(place: str, difficulty: int, damage: int) -> None:
    plate = {"name": "Латы", "rating": 5}
    fight = scene(person("А", weapons=[SWORD]), person("Б", armor=plate))
    aimed = {"targeting": place, "past_armor": True}
    dice = [10, *MISS * 2, *HIT, *MISS * (damage - 1)]
    lines = act(fight, "a", "attack", dice, target="b", modifiers=aimed)
    assert f"3 dice at {difficulty}" in told(lines, "mir_tmy-10")
    assert f"Damage, {damage} dice" in told(lines, "mir_tmy-12")
    assert levels(fight, "b") == (0, 1, 0)


@pytest.mark.parametrize("declare", [True, False])
def test_mir_tmy_29_players_hear_where_an_aimed_attack_hits(declare: bool) -> None:
    fight = scene(person("А", abilities={"brawl": 5}), person("Б"), declare=declare)
    blow = {"action": "attack", "target": "b", "modifiers": {"targeting": "head"}}
    if declare:
        fight.perform({"do": "declare", "actor": "b", "action": "attack", "target": "a"})
        fight.perform({"do": "declare", "actor": "a", **blow})
    before, hit = fight.state, ("hit", "b")
    step = {"do": "act", "actor": "a", **({} if declare else blow)}
    for seed in range(50):
        fight.perform(step, thrower(Random(seed)), fight.rules.decide)
        moment = fight.moments[fight.cursor - 1]
        heard = fight.rules.for_players(before, moment.state, moment.marks, moment.step)
        assert ("head" in map(str, heard.get("b", ()))) == bool(moment.marks.get(hit))
        if moment.marks.get(hit):
            return
        fight.undo()
    raise AssertionError("it never hit")
