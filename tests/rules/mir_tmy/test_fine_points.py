"""Fine points of single manoeuvres: mir_tmy-23, 28, 31, 34 to 36, 39, 41, 42, 47."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.dice import Dice
from desktop.rules.mir_tmy.pools import Count, Reaching
from desktop.rules.table import Refusal
from desktop.rules.values import badges
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    RIFLE,
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


def test_mir_tmy_23_point_blank_is_at_5_without_a_range_too() -> None:
    fight = scene(person("А", weapons=[{**PISTOL, "range": None}]), person("Б"))
    lines = act(fight, "a", "attack", MISS * 3, target="b", distance=2)
    assert "3 dice at 5" in told(lines, "mir_tmy-10")


def test_mir_tmy_34_a_sweep_is_brawl_or_melee_and_no_other_school() -> None:
    fight = scene(person("А", abilities={"brawl": 1, "do": 5}), person("Б"))
    lines = act(fight, "a", "sweep", MISS * 4, target="b")
    assert "4 dice at 6" in told(lines, "mir_tmy-10")


def test_mir_tmy_34_the_fallen_are_swept_with_two_dice_more_and_are_slower_too() -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "b", down=True)
    lines = act(fight, "a", "sweep", [*HIT, *MISS * 4, *MISS * 6, *MISS * 3], target="b")
    assert "5 dice at 6: 1" in told(lines, "mir_tmy-10")
    assert "Damage, 6 dice" in told(lines, "mir_tmy-34")
    assert who(fight, "b").initiative_next == -5
    worn = next(badge for badge in badges(who(fight, "b")) if badge.id == "initiative_next")
    assert worn.native == "инициатива −5 в след. ход"


def test_mir_tmy_28_grappling_by_athletics_is_no_harder_from_the_ground() -> None:
    for ability, difficulty in (("athletics", 7), ("brawl", 9)):
        fight = scene(person("А"), person("Б"))
        set_by_hand(fight, "a", down=True)
        lines = act(fight, "a", "grapple", MISS * 3, target="b", ability=ability)
        assert f"3 dice at {difficulty}" in told(lines, "mir_tmy-10")


def test_mir_tmy_28_the_fallen_break_free_by_brawl_with_more_difficulty() -> None:
    for ability, difficulty in (("athletics", 6), ("brawl", 8)):
        fight = scene(person("А"), person("Б"))
        set_by_hand(fight, "a", down=True, grappled_by="b")
        lines = act(fight, "a", "break_free", MISS * 6, ability=ability)
        assert f"А, 3 dice at {difficulty}: 0" in told(lines, "mir_tmy-30")


def test_mir_tmy_28_the_fallen_make_a_hand_weapon_ready_with_more_difficulty() -> None:
    hidden = [{**SWORD, "concealed": True}, {**PISTOL, "concealed": True}]
    skills = {"melee": 3, "firearms": 3, "brawl": 3}
    for weapon, difficulty in (("Меч", 6), ("Пистолет", 4)):
        fight = scene(person("А", abilities=skills, weapons=hidden), person("Б"))
        set_by_hand(fight, "a", down=True)
        parts = [
            {"action": "ready_weapon", "dice": 2, "with": weapon},
            {"action": "attack", "dice": 2, "target": "b", "with": "Кулаки"},
        ]
        lines = act(fight, "a", "multiple", MISS * 4, parts=parts)
        assert f"2 dice at {difficulty}" in told(lines, "mir_tmy-53")


def scoped(**more: Any) -> Fight:
    optic = {**PISTOL, "name": "С оптикой", "sight": "optic"}
    shooter = person("А", abilities={"firearms": 1}, weapons=[optic, PISTOL], **more)
    fight = scene(shooter, person("Б"))
    act(fight, "a", "aim", target="b", with_="С оптикой")
    return fight


@pytest.mark.parametrize(("gun", "dice"), [("С оптикой", 3), ("Пистолет", 1)])
def test_mir_tmy_36_an_optic_helps_the_gun_it_is_on(gun: str, dice: int) -> None:
    fight = scoped()
    do(fight, {"do": "end_turn", "actor": "b"})
    lines = act(fight, "a", "attack", MISS * (4 + dice), target="b", with_=gun)
    assert f"aimed, dice +{dice}" in told(lines, "mir_tmy-36")


@pytest.mark.parametrize("targets", [["b", "c"], ["c", "b"]])
def test_mir_tmy_36_39_a_strafe_is_aimed_whichever_target_is_named_first(
    targets: list[str],
) -> None:
    gunner = person("А", weapons=[RIFLE], abilities={"firearms": 1})
    fight = scene(gunner, person("Б"), person("В"))
    act(fight, "a", "aim", target="b")
    do(fight, {"do": "end_turn", "actor": "b"})
    do(fight, {"do": "end_turn", "actor": "c"})
    far = [{"target": "c", "distance": 200}]
    lines = act(fight, "a", "strafe", MISS * (4 + 10 + 1), targets=targets, apart=far)
    assert told(lines, "mir_tmy-36").count("aimed, dice +1") == 1


def test_mir_tmy_36_aiming_with_another_gun_begins_anew() -> None:
    fight = scoped()
    do(fight, {"do": "end_turn", "actor": "b"})
    act(fight, "a", "aim", target="b", with_="Пистолет")
    assert who(fight, "a").aiming == 1


def test_mir_tmy_36_a_turn_of_aiming_is_wholly_spent() -> None:
    fight = scoped()
    act(fight, "a", "move")
    assert who(fight, "a").aiming == 0
    fight = scoped(extra_actions=1)
    do(fight, {"do": "end_turn", "actor": "b"})
    assert (fight.state.round, fight.state.wave) == (1, 1)  # type: ignore[attr-defined]
    lines = act(fight, "a", "attack", MISS * 4, target="b", with_="С оптикой")
    assert not told(lines, "mir_tmy-36")
    assert who(fight, "a").aiming == 0
    fight = scene(person("А", abilities={"firearms": 1}, weapons=[PISTOL]), person("Б"))
    act(fight, "a", "move")
    assert "whole turn" in option(fight, "a", "aim").why_not


@pytest.mark.parametrize("declared", [True, False])
def test_mir_tmy_36_a_dodge_ends_aiming_whether_declared_or_changed_to(declared: bool) -> None:
    shooter = person("А", abilities={"firearms": 1}, weapons=[PISTOL])
    fight = scene(shooter, person("Б"), declare=True)
    set_by_hand(fight, "a", aiming=2)
    do(fight, {"do": "end_turn", "actor": "b"})
    if declared:
        do(fight, {"do": "declare", "actor": "a", "action": "dodge"})
    else:
        do(fight, {"do": "declare", "actor": "a", "action": "aim", "target": "b"})
        do(fight, {"do": "change_to_defence", "actor": "a", "defence": "dodge"})
    assert who(fight, "a").aiming == 0


def test_mir_tmy_35_nobody_is_disarmed_of_claws() -> None:
    claws = {"name": "Когти", "kind": "natural", "damage": 1, "type": "aggravated"}
    fight = scene(person("А", weapons=[CLUB]), person("Б", kind="werewolf", weapons=[claws]))
    assert "nobody has a weapon" in option(fight, "a", "disarm").why_not
    fight = scene(person("А", weapons=[CLUB]), person("Б", weapons=[claws, SWORD]))
    with pytest.raises(Refusal, match="Когти"):
        act(fight, "a", "disarm", [], target="b", what="Когти")


def test_mir_tmy_35_a_disarm_that_falls_short_says_what_was_tried() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б", weapons=[SWORD]))
    lines = act(fight, "a", "disarm", [7, *MISS * 2, *HIT * 3, *MISS, 8, 3, 3], target="b")
    assert "The weapon stays in the hand; rolled already: 3" in told(lines, "mir_tmy-35")
    assert not told(lines, "mir_tmy-26")


def test_mir_tmy_31_a_vampire_drinks_without_doing_damage() -> None:
    fight = scene(person("А", kind="vampire"), person("Б"))
    set_by_hand(fight, "b", grappled_by="a")
    lines = act(fight, "a", "bite", [5, 3, 3], target="b", drink=True)
    assert "А → Б: drinks blood" in told(lines, "mir_tmy-31")
    assert levels(fight, "b") == (0, 0, 0)
    fight = scene(person("А", kind="monster"), person("Б"))
    with pytest.raises(Refusal, match="vampire"):
        act(fight, "a", "bite", [], target="b", drink=True)


def test_mir_tmy_41_the_second_gun_has_a_distance_and_a_cover_of_its_own() -> None:
    guns = [PISTOL, {**PISTOL, "name": "Второй"}]
    fight = scene(person("А", weapons=guns), person("Б"), person("В"))
    lines = act(
        fight,
        "a",
        "two_guns",
        MISS * 6,
        target="b",
        second_target="c",
        distance=2,
        second_distance=30,
        second_modifiers={"cover": "situational"},
    )
    first, second = told(lines, "mir_tmy-10").splitlines()
    assert "3 dice at 5" in first
    assert "3 dice at 10" in second  # 8 and 1 for the cover, 1 for the hand, 1 for the target
    assert "beyond 20 m" in told(lines, "mir_tmy-23")


def test_mir_tmy_42_suppressing_fire_knows_its_distance_and_cover() -> None:
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), declare=True)
    where = {"distance": 2, "modifiers": {"cover": "light"}}
    do(fight, {"do": "declare", "actor": "b", "action": "suppress", **where})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    lines = do(fight, {"do": "act", "actor": "a", "dice": MISS * 3})
    assert "3 dice at 9" in told(lines, "mir_tmy-10")


def strafed(dice: list[int], answers: dict[str, Any], **more: Any) -> str:
    fight = scene(person("А", weapons=[RIFLE]), *(person(name) for name in "БВ"))
    lines = act(fight, "a", "strafe", dice, targets=["b", "c"], answers=answers, **more)
    return "\n".join(str(line.text) for line in lines)


def test_mir_tmy_39_a_target_behind_cover_is_reached_by_fewer_successes() -> None:
    apart = [{"target": "c", "modifiers": {"cover": "light"}}]
    dice = [8, 8, 8, 10, *MISS * 9, *MISS * 14]
    text = strafed(dice, {}, apart=apart)
    assert "13 dice at 8: 4" in text
    assert "В, against 10: 1" in text
    assert "Shared: Б: 3, В: 1" in text
    with pytest.raises(Refusal, match="harder to hit: 1"):
        strafed(dice, {"share": [2, 2]}, apart=apart)
    with pytest.raises(Refusal, match="none of the targets"):
        strafed([], {}, apart=[{"target": "a"}])
    with pytest.raises(Refusal, match="one roll"):
        strafed([], {}, apart=[{"target": "c", "modifiers": {"rear": True}}])


def test_mir_tmy_39_a_target_that_no_success_reaches_gets_none() -> None:
    apart = [{"target": "c", "modifiers": {"cover": "full"}}]
    text = strafed([8, 8, 8, *MISS * 10, *MISS * 7], {}, apart=apart)
    assert "В, against 10: 0" in text
    assert "Shared: Б: 3, В: 0" in text


def test_mir_tmy_39_no_share_is_offered_twice() -> None:
    apart = [{"target": "c", "modifiers": {"cover": "light"}}]
    fight = scene(person("А", weapons=[RIFLE]), *(person(name) for name in "БВ"))
    strafe = {"do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c"], "apart": apart}
    dice = [8, 8, 8, 10, *MISS * 9]
    fight.perform({**strafe, "dice": dice, "answers": {"defence": "none"}})
    assert fight.pending is not None
    question: Any = fight.pending.question
    assert [choice.value for choice in question.field.choices] == [[3, 1]]


@pytest.mark.parametrize("ones", [True, False])
def test_mir_tmy_39_reading_at_several_difficulties_agrees_with_reading_at_each(ones: bool) -> None:
    reading = Reaching((6, 8), ones)
    for dice in (Dice(3, 10), Dice(3, 10, more=frozenset({10}))):
        spread = reading.spread(dice)
        for place, difficulty in enumerate((6, 8)):
            alone: dict[int, int] = {}
            for roll, ways in Count(difficulty, ones).spread(dice).items():
                alone[roll.successes] = alone.get(roll.successes, 0) + ways
            mine: dict[int, int] = {}
            for nets, ways in spread.items():
                mine[nets[place]] = mine.get(nets[place], 0) + ways
            assert mine == alone
    assert reading.read([10, 7, 1]) == ((1, 0) if ones else (2, 1))


@pytest.mark.parametrize(("leap", "hit"), [(2, "c"), (1, "b")])
def test_mir_tmy_47_covering_an_ally_holds_against_a_strafe(leap: int, hit: str) -> None:
    protector = person("В", abilities={"dodge": 1})
    fight = scene(person("А", weapons=[RIFLE]), person("Б"), protector, dice=[1, 5, 9])
    act(fight, "c", "cover_ally", target="b")
    do(fight, {"do": "end_turn", "actor": "b"})
    roll = [*HIT * 2, *MISS * 11]  # a single target: one of two
    dice = [*roll, *HIT * leap, *MISS * (4 - leap), *HIT, *MISS * 6]
    lines = act(fight, "a", "strafe", dice, targets=["b"])
    assert "В → Б: covers" in told(lines, "mir_tmy-47")
    assert {id: sum(levels(fight, id)) for id in "bc"} == {hit: 1, "bc".replace(hit, ""): 0}


def test_mir_tmy_39_what_is_on_offer_is_one_each_and_the_rest_at_one() -> None:

    fight = scene(person("А", weapons=[RIFLE]), *(person(name) for name in "БВГ"))
    step = {"do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c", "d"]}
    fight.perform({**step, "dice": [*HIT * 2, *MISS * 11], "answers": {"defence": "none"}})
    assert fight.pending is not None
    question: Any = fight.pending.question
    offered = [(str(choice.label), choice.value) for choice in question.field.choices]
    assert offered == [
        ("As evenly as can be", [1, 1, 0]),
        ("First: В", [0, 1, 1]),
        ("First: Г", [1, 0, 1]),
    ]
    fight.cancel()
    fight.perform({**step, "dice": [*HIT * 5, *MISS * 8], "answers": {"defence": "none"}})
    question = fight.pending.question
    assert [choice.value for choice in question.field.choices] == [
        [2, 2, 1],
        [3, 1, 1],
        [1, 3, 1],
        [1, 1, 3],
    ]


@pytest.mark.parametrize(("where", "said"), [("дверь", "дверь"), ("", "the way")])
def test_mir_tmy_42_suppressing_says_what_is_kept_under_fire(where: str, said: str) -> None:
    fight = scene(person("А", weapons=[RIFLE]), person("Б"))
    lines = act(fight, "a", "suppress", where=where)
    assert told(lines, "mir_tmy-42") == f"А suppresses, place: {said}; empty: АК47"


@pytest.mark.parametrize("left", [1, 2])
def test_mir_tmy_39_a_single_target_takes_half_rounded_down(left: int) -> None:

    fight = scene(person("А", weapons=[RIFLE]), person("Б"))
    dice = [*HIT * left, *MISS * (13 - left), *(MISS * 7 if left == 2 else [])]
    lines = act(fight, "a", "strafe", dice, targets=["b"])
    assert f"A single target, successes: {left // 2} of {left}" in told(lines, "mir_tmy-39")


# ---- figures of the weapons


def test_mir_tmy_12_a_weapon_too_heavy_is_of_no_use() -> None:
    great = {**SWORD, "name": "Двуручный меч", "strength": 4}
    fight = scene(person("А", weapons=[great, CLUB]), person("Б"))
    lines = act(fight, "a", "attack", MISS * 3, target="b")
    assert "attack, Дубинка" in told(lines, "mir_tmy-10")
    fight.undo()
    with pytest.raises(Refusal, match="needs strength 4"):
        act(fight, "a", "attack", [], target="b", with_="Двуручный меч")


@pytest.mark.parametrize(("kind", "type"), [("werewolf", "aggravated"), ("human", "lethal")])
def test_mir_tmy_16_silver_is_aggravated_to_a_werewolf(kind: str, type: str) -> None:
    klaive = {**SWORD, "silver": True}
    fight = scene(person("А", weapons=[klaive]), person("Б", kind=kind, soaks=[]))
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT, *MISS * 4], target="b")
    assert fight.as_json()["combatants"]["b"]["damage"][type] == 1


def test_mir_tmy_38_the_round_in_the_chamber_is_beyond_the_clip() -> None:
    pistol = {**PISTOL, "chamber": 1, "loaded": 1}
    fight = scene(person("А", weapons=[pistol]), person("Б"))
    act(fight, "a", "reload")
    assert who(fight, "a").loaded == {"Пистолет": 11}
    full = {**RIFLE, "chamber": 1}
    fight = scene(person("А", weapons=[full]), person("Б"))
    assert who(fight, "a").loaded == {"АК47": 31}
    set_by_hand(fight, "a", loaded={"АК47": 30})  # the clip is full without it
    assert option(fight, "a", "full_auto").why_not is None


@pytest.mark.parametrize("counts", [True, False])
def test_mir_tmy_10_house_rule_a_gun_fires_no_faster_than_its_rate(counts: bool) -> None:
    slow = {**PISTOL, "rate": 1}
    shooter = person("А", abilities={"firearms": 2}, weapons=[slow])
    fight = scene(shooter, person("Б"), rate_of_fire=counts)
    parts = [{"action": "attack", "dice": 2, "target": "b"}] * 2
    lines = act(fight, "a", "multiple", MISS * (2 if counts else 4), parts=parts)
    assert ("1 shot a turn" in told(lines, "mir_tmy-49")) is counts
    assert who(fight, "a").loaded == {"Пистолет": 9 if counts else 8}


@pytest.mark.parametrize("changes", [True, False])
def test_mir_tmy_25_a_form_set_by_hand_changes_the_attributes(changes: bool) -> None:
    garou = person("А", kind="werewolf", form="homid", strength=3, dexterity=3, stamina=3)
    fight = scene(garou, person("Б"), form_attributes=changes)
    set_by_hand(fight, "a", form="crinos")
    body = who(fight, "a").attributes
    assert (body.strength, body.dexterity, body.stamina) == ((7, 4, 6) if changes else (3, 3, 3))
    set_by_hand(fight, "a", form="homid")
    assert who(fight, "a").attributes.strength == 3
    set_by_hand(fight, "b", form="crinos")
    assert who(fight, "b").attributes.strength == 3  # no werewolf
