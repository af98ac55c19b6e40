"""Edges of single rules: what comes to the same in most scenes, but not in all."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    RIFLE,
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
VEST = {"name": "Бронежилет", "rating": 0, "penalty": 2}


def aimed_at_b(**more: Any) -> Fight:
    """A has aimed at B for a turn, and is on turn again."""
    shooter = person("А", abilities={"firearms": 1}, weapons=[PISTOL, {**PISTOL, "name": "Второй"}])
    fight = scene(shooter, person("Б"), person("В"))
    act(fight, "a", "aim", target="b")
    for id in ("b", "c"):
        do(fight, {"do": "end_turn", "actor": id})
    assert (who(fight, "a").aiming, fight.state.turn) == (1, "a")
    return fight


def test_mir_tmy_16_armour_takes_dice_from_pools_of_dexterity_and_no_others() -> None:
    armoured = person("А", abilities={"alertness": 1}, armor=[VEST], weapons=[PISTOL])
    fight = scene(armoured, person("Б"))
    lines = act(fight, "a", "attack", MISS, target="b")
    assert "1 die at 6" in told(lines, "mir_tmy-10")
    fight.undo()
    blind = {"blind": True}
    lines = act(fight, "a", "attack", MISS * 4, target="b", distance=5, modifiers=blind)
    assert "4 dice at 8" in told(lines, "mir_tmy-20"), "perception and alertness"


@pytest.mark.parametrize("values", [{"down": True}, {"stunned": True}])
def test_mir_tmy_31_the_fallen_and_the_helpless_are_bitten_without_a_hold(
    values: dict[str, bool],
) -> None:
    fight = scene(person("А", kind="vampire"), person("Б"), person("В"))
    bite = {"do": "act", "actor": "a", "action": "bite", "target": "b"}
    with pytest.raises(Refusal, match="helpless"):
        fight.preview(bite)
    set_by_hand(fight, "b", **values)
    assert fight.preview(bite).question is not None


def test_mir_tmy_33_strength_is_needed_besides_brawl() -> None:
    fight = scene(person("А", strength=3, abilities={"brawl": 5}), person("Б"))
    assert "strength 4" in option(fight, "a", "neck_twist").why_not


def test_mir_tmy_36_aim_is_for_the_one_aimed_at() -> None:
    fight = aimed_at_b()
    lines = act(fight, "a", "attack", MISS * 5, target="b")
    assert "aimed, dice +1" in told(lines, "mir_tmy-36")
    fight.undo()
    lines = act(fight, "a", "attack", MISS * 4, target="c")
    assert not told(lines, "mir_tmy-36")
    assert who(fight, "a").aiming == 0


@pytest.mark.parametrize(
    ("more", "dice"),
    [
        ({"target": "b", "with_": "Пистолет"}, 2),
        ({"target": "c", "with_": "Пистолет"}, 1),
        ({"target": "b", "with_": "Второй"}, 1),
    ],
)
def test_mir_tmy_36_aiming_goes_on_with_the_same_gun_at_the_same_target(
    more: dict[str, Any], dice: int
) -> None:
    fight = aimed_at_b()
    act(fight, "a", "aim", **more)
    assert who(fight, "a").aiming == dice


def test_mir_tmy_19_nobody_is_ambushed_in_a_later_turn() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    assert option(fight, "a", "ambush").why_not is None
    for id in ("b", "a"):
        do(fight, {"do": "declare", "actor": id, "action": "pass"})
    assert fight.state.round == 2
    with pytest.raises(Refusal, match="on already"):
        act(fight, "a", "ambush", [], target="b")


def test_mir_tmy_6_the_d10_is_not_rerolled_in_the_first_turn_nor_later_in_a_turn() -> None:
    fight = scene(person("А"), person("Б"))
    reroll = {"do": "reroll_initiative", "actor": "a"}
    with pytest.raises(Refusal, match="start of a later turn"):
        do(fight, {**reroll, "dice": [5]})
    for id in ("a", "b"):
        do(fight, {"do": "end_turn", "actor": id})
    do(fight, {**reroll, "dice": [10]})
    with pytest.raises(Refusal, match="rerolled already"):
        do(fight, {**reroll, "dice": [5]})
    act(fight, "a", "attack", MISS * 3, target="b")
    with pytest.raises(Refusal, match="start of a later turn"):
        do(fight, {"do": "reroll_all", "dice": [5, 5]})


def test_mir_tmy_44_a_parry_strikes_back_with_strength_and_weapon_and_no_more() -> None:
    fight = scene(person("А"), person("Б", weapons=[CLUB]), dice=[1, 9])
    act(fight, "b", "parry")
    lines = act(
        fight, "a", "attack", [*MISS * 3, *HIT * 3, *HIT * 4, *MISS * 3], target="b",
        answers={"defence": "parry"},
    )  # fmt: skip
    assert "hits in return" in told(lines, "mir_tmy-44")
    assert levels(fight, "a") == (4, 0, 0)


@pytest.mark.parametrize("field", ["cover", "own_cover"])
def test_mir_tmy_24_the_refusal_names_the_cover_that_is_at_fault(field: str) -> None:
    fight = scene(person("А"), person("Б"))
    with pytest.raises(Refusal) as refused:
        act(fight, "a", "grapple", [], target="b", modifiers={field: "partial"})
    assert refused.value.field == f"modifiers.{field}"


@pytest.mark.parametrize(
    ("action", "useless"),
    [("grapple", {"cover", "own_cover"}), ("full_auto", {"targeting"}), ("attack", set())],
)
def test_mir_tmy_24_37_modifiers_that_never_go_with_an_action_are_not_asked_for(
    action: str, useless: set[str]
) -> None:
    fight = scene(person("А", weapons=[RIFLE]), person("Б"))
    fields = {field.id: field for field in fight.parameters(option(fight, "a", action))}
    asked = {field.id for field in fields["modifiers"].fields}
    assert asked >= {"flank", "difficulty"}
    assert {"cover", "own_cover", "targeting"} - asked == useless


@pytest.mark.parametrize(("targeting", "damage"), [("head", (0, 4, 0)), ("limb", (0, 2, 0))])
def test_mir_tmy_16_29_a_shot_at_the_head_of_a_vampire_is_lethal_and_not_halved(
    targeting: str, damage: tuple[int, int, int]
) -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б", kind="vampire"))
    more = 1 if targeting == "head" else 0
    dice = [10, *MISS * 2, *HIT * 4, *MISS * more, *MISS * 3]
    act(fight, "a", "attack", dice, target="b", modifiers={"targeting": targeting})
    assert levels(fight, "b") == damage


def test_mir_tmy_47_the_defence_of_an_ally_is_none_of_ones_own() -> None:
    fight = scene(person("А"), person("Б"), person("В"), dice=[1, 5, 9])
    act(fight, "c", "cover_ally", target="b")
    do(fight, {"do": "end_turn", "actor": "b"})
    blow = {"do": "act", "actor": "a", "action": "attack"}
    assert [d.id for d, _ in fight.decisions({**blow, "target": "b"})]
    assert fight.decisions({**blow, "target": "c"}) == []
