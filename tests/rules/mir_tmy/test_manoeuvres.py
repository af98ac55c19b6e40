"""Manoeuvres in close combat and at range: mir_tmy-30 to 42."""

from typing import Any

import pytest

from desktop.encounter.digest import account, last_account
from desktop.encounter.play_table import DiceWanted
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    MAIL,
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


def test_mir_tmy_30_a_grapple_holds_until_the_victim_has_more() -> None:
    fight = scene(person("А", abilities={"athletics": 1, "brawl": 0}), person("Б"), person("В"))
    lines = act(fight, "a", "grapple", [8, *MISS * 3], target="b")
    assert "4 dice at 7: 1" in told(lines, "mir_tmy-10")
    assert who(fight, "b").grappled_by == "a"
    assert levels(fight, "b") == (0, 0, 0)
    assert "held" in option(fight, "b", "attack").why_not
    tie = [8, *MISS * 2, 8, *MISS * 3]
    act(fight, "b", "break_free", tie)
    assert who(fight, "b").grappled_by == "a"
    act(
        fight, "c", "attack", MISS * 3, target="b"
    )  # the held defend: not possible, nobody is asked
    do(fight, {"do": "end_turn"})
    lines = act(fight, "b", "break_free", [8, 8, 3, 8, *MISS * 3])
    assert "breaks free" in told(lines, "mir_tmy-30")
    assert who(fight, "b").grappled_by is None


def test_mir_tmy_30_nobody_breaks_free_of_nobody_even_when_overruled() -> None:
    fight = scene(person("А"), person("Б"))
    step = {"do": "act", "actor": "a", "action": "break_free", "overrule": True}
    with pytest.raises(Refusal, match="is not in a hold"):
        fight.perform(step)


def test_mir_tmy_30_the_held_break_free_instead_of_what_they_declared() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "a"})
    act(fight, "a", "grapple", [8, *MISS * 2], target="b")
    assert "held" in option(fight, "b", "attack").why_not
    fight.perform({"do": "act", "actor": "b", "action": "break_free", "dice": MISS * 3})
    assert fight.pending
    assert isinstance(fight.pending.question, DiceWanted)
    assert (fight.pending.question.by, str(fight.pending.question.label)) == ("a", "keeping hold")
    fight.cancel()
    act(fight, "b", "break_free", [8, 8, 3, *MISS * 3])
    assert who(fight, "b").grappled_by is None


def test_mir_tmy_31_a_bite_needs_teeth_and_for_humanoids_a_helpless_victim() -> None:
    fight = scene(person("А", kind="vampire"), person("Б"), person("В", kind="monster"))
    with pytest.raises(Refusal, match="helpless"):
        act(fight, "a", "bite", [], target="b")
    do(fight, {"do": "wait", "actor": "a"})
    assert "teeth" in option(fight, "b", "bite").why_not
    fight.undo()
    set_by_hand(fight, "b", grappled_by="a")
    lines = act(fight, "a", "bite", [5, 3, 3, *HIT, *MISS * 3], target="b")
    assert "3 dice at 5: 1" in told(lines, "mir_tmy-10")
    assert levels(fight, "b") == (0, 0, 1)
    do(fight, {"do": "end_turn"})
    act(fight, "c", "bite", MISS * 3, target="a")  # no humanoid


def test_mir_tmy_31_a_werewolf_in_crinos_bites_whom_it_likes() -> None:
    fight = scene(person("А", kind="werewolf", form="crinos"), person("Б"))
    act(fight, "a", "bite", MISS * 3, target="b")
    assert fight.state.turn == "b"


def test_mir_tmy_32_a_joint_needs_strength_3_and_brawl_4() -> None:
    weak = scene(person("А", abilities={"brawl": 3}), person("Б"))
    assert "brawl 4" in option(weak, "a", "break_joint").why_not
    fight = scene(person("А", abilities={"brawl": 4}), person("Б"))
    dice = [7, *MISS * 6, *HIT * 2, *MISS * 3, *HIT, *MISS * 2]
    lines = act(fight, "a", "break_joint", dice, target="b")
    assert "7 dice at 7: 1" in told(lines, "mir_tmy-10")
    assert "5 dice at 6: 2, bashing" in told(lines, "mir_tmy-12")
    assert "А → Б: joint, Кулаки" in told(lines, "mir_tmy-32")
    assert "useless" in told(lines, "mir_tmy-32")
    assert fight.as_json()["combatants"]["b"]["effects"]["crippled_limbs"] == 1


def test_mir_tmy_32_a_tendon_needs_dexterity_3_melee_4_and_an_edge() -> None:
    blunt = scene(person("А", abilities={"melee": 4}, weapons=[CLUB]), person("Б"))
    assert "cutting" in option(blunt, "a", "cut_tendon").why_not
    fight = scene(person("А", abilities={"melee": 4}, weapons=[SWORD]), person("Б"))
    dice = [7, *MISS * 6, *MISS * 5]
    act(fight, "a", "cut_tendon", dice, target="b")
    assert who(fight, "b").crippled_limbs == 0  # not a level lost
    fight.undo()
    lines = act(fight, "a", "cut_tendon", [7, *MISS * 6, *HIT, *MISS * 4], target="b")
    assert "5 dice at 6: 1, lethal" in told(lines, "mir_tmy-12")
    assert who(fight, "b").crippled_limbs == 1


@pytest.mark.parametrize(
    ("through", "neck", "dead"), [(1, False, False), (2, True, False), (4, False, True)]
)
def test_mir_tmy_33_two_levels_break_the_neck_and_four_take_the_head(
    through: int, neck: bool, dead: bool
) -> None:
    killer = person("А", strength=4, abilities={"brawl": 5})
    fight = scene(killer, person("Б", strength=2))
    dice = [9, *MISS * 7, *HIT * through, *MISS * (7 - through), *MISS * 5]
    lines = act(fight, "a", "neck_twist", dice, target="b")
    assert "8 dice at 9: 1" in told(lines, "mir_tmy-10")
    assert "soaks, 5 dice" in told(lines, "mir_tmy-16")  # stamina 3 + strength 2
    victim = who(fight, "b")
    assert (victim.broken_neck, victim.dead, victim.out) == (neck, dead, neck or dead)
    assert victim.level == ("incapacitated" if neck else "dead" if dead else "bruised")
    assert bool(told(lines, "mir_tmy-33").count("neck breaks" if neck else "head comes off")) is (
        neck or dead
    )


def test_mir_tmy_32_no_more_limbs_are_crippled_than_a_sheet_can_have() -> None:
    victim = person("Б", stamina=1, crippled_limbs=8)
    fight = scene(person("А", abilities={"brawl": 5}), victim)
    act(fight, "a", "break_joint", HIT * 8 + HIT * 10 + MISS, target="b")
    assert who(fight, "b").crippled_limbs == 8


def test_mir_tmy_33_needs_brawl_5_and_strength_4() -> None:
    fight = scene(person("А", strength=4, abilities={"brawl": 4}), person("Б"))
    assert "brawl 5" in option(fight, "a", "neck_twist").why_not


def test_mir_tmy_34_a_sweep_is_four_dice_and_a_test_at_8() -> None:
    fight = scene(person("А", abilities={"brawl": 3}), person("Б"))
    dice = [*HIT * 5, *MISS, *HIT, *MISS * 3, *MISS * 3, *MISS * 3]
    lines = act(fight, "a", "sweep", dice, target="b")
    assert not told(lines, "mir_tmy-11")
    assert "Damage, 4 dice at 6: 1, bashing" in told(lines, "mir_tmy-34")
    assert "3 dice at 8: no success" in told(lines, "mir_tmy-34")
    assert told(lines, "mir_tmy-27") == "Б is down; the next action goes on rising"
    assert (who(fight, "b").down, who(fight, "b").initiative_next) == (True, -5)
    assert who(fight, "b").must_rise


@pytest.mark.parametrize("kind", ["human", "vampire"])
def test_mir_tmy_34_a_botch_of_the_test_at_8_is_a_bad_fall(kind: str) -> None:
    fight = scene(person("А"), person("Б", kind=kind))
    dice = [*HIT * 3, *MISS * 4, *MISS * 3, 1, *MISS * 2]
    lines = act(fight, "a", "sweep", dice, target="b")
    assert "falls badly, levels of bashing damage: 2" in told(lines, "mir_tmy-27")
    assert levels(fight, "b") == ((0, 1, 0) if kind == "vampire" else (2, 0, 0))
    assert who(fight, "b").must_rise


def test_mir_tmy_34_who_keeps_standing_is_slower_all_the_same() -> None:
    staff = {"name": "Посох", "damage": 3, "type": "bashing"}
    fight = scene(person("А", weapons=[SWORD, staff]), person("Б"), sweep_initiative=3)
    with pytest.raises(Refusal, match="Меч"):
        act(fight, "a", "sweep", MISS * 3, target="b", **{"with": "Меч"})
    dice = [*HIT, *MISS * 2, *MISS * 4, *MISS * 3, 8, *MISS * 2]
    act(fight, "a", "sweep", dice, target="b", **{"with": "Посох"})
    assert (who(fight, "b").down, who(fight, "b").initiative_next) == (False, -3)
    came = last_account(fight)
    assert came
    assert came.result == "Б: initiative −3 next turn"


def test_mir_tmy_34_damage_dice_by_the_situation_and_a_gap_in_the_armour_count() -> None:
    fight = scene(person("А"), person("Б", armor=[MAIL]))
    dice = [*HIT, *MISS * 2, *MISS * 6, *MISS * 3, 8, *MISS * 2]
    said = {"damage": 2, "past_armor": True}
    lines = act(fight, "a", "sweep", dice, target="b", modifiers=said)
    assert "Damage, 6 dice" in told(lines, "mir_tmy-34")
    assert "soaks, 3 dice" in told(lines, "mir_tmy-16")


def test_mir_tmy_35_more_than_the_opponents_strength_takes_the_weapon() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б", weapons=[SWORD]))
    dice = [7, *MISS * 2, *HIT * 4]
    lines = act(fight, "a", "disarm", dice, target="b")
    assert "3 dice at 7: 1" in told(lines, "mir_tmy-10")
    assert "Б loses the weapon: Меч" in told(lines, "mir_tmy-35")
    assert levels(fight, "b") == (0, 0, 0)
    assert fight.as_json()["combatants"]["b"]["unready"] == ["Меч"]
    with pytest.raises(Refusal, match="made ready first"):
        act(fight, "b", "attack", [], target="a", **{"with": "Меч"})


def test_mir_tmy_35_short_of_it_ordinary_damage_or_nothing() -> None:
    for miss, lost, soak in (("damage", 2, [8, 3, 3]), ("nothing", 0, [])):
        fight = scene(person("А", weapons=[CLUB]), person("Б", weapons=[SWORD]), disarm_miss=miss)
        act(fight, "a", "disarm", [7, *MISS * 2, *HIT * 3, *MISS, *soak], target="b")
        assert levels(fight, "b") == (lost, 0, 0)
        assert who(fight, "b").unready == []


def test_mir_tmy_35_a_botch_drops_the_own_weapon_or_cuts_bare_hands() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б", weapons=[SWORD]))
    lines = act(fight, "a", "disarm", [1, 3, 3], target="b")
    assert "А loses the weapon: Дубинка" in told(lines, "mir_tmy-35")
    came = account(fight, fight.cursor)
    assert came
    assert str(came.result) == "А, 3 dice at 7: a botch; А loses the weapon: Дубинка"
    fight.undo()
    act(fight, "a", "disarm", [1, 3, 3, *HIT, *MISS * 4], target="b", **{"with": "Кулаки"})
    assert levels(fight, "a") == (0, 1, 0)


def test_mir_tmy_36_aiming_adds_a_die_a_turn_up_to_perception() -> None:
    scoped = {**PISTOL, "sight": "optic"}
    shooter = person("А", perception=2, abilities={"firearms": 1}, weapons=[scoped])
    fight = scene(shooter, person("Б"))
    gained = []
    for _ in range(3):
        act(fight, "a", "aim", target="b")
        gained.append(who(fight, "a").aiming)
        do(fight, {"do": "end_turn"})
    assert gained == [3, 4, 4]  # the optic adds 2 at once, perception allows 2
    lines = act(fight, "a", "attack", MISS * 8, target="b")
    assert "aimed, dice +4" in told(lines, "mir_tmy-36")
    assert who(fight, "a").aiming == 0


def test_mir_tmy_36_what_aiming_needs_and_what_loses_it() -> None:
    fight = scene(
        person("А", abilities={"firearms": 1}, weapons=[PISTOL], extra_actions=1),
        person("Б", weapons=[PISTOL]),
    )
    with pytest.raises(Refusal, match="laser"):
        act(fight, "a", "aim", target="b", fast=True)
    act(fight, "a", "aim", target="b")
    assert "firearms" in option(fight, "b", "aim").why_not
    do(fight, {"do": "end_turn"})
    assert "extra" in option(fight, "a", "aim").why_not
    act(fight, "a", "run")
    assert who(fight, "a").aiming == 0


def test_mir_tmy_37_automatic_fire_empties_a_full_clip() -> None:
    fight = scene(person("А", weapons=[RIFLE]), person("Б"))
    with pytest.raises(Refusal, match="targeting"):
        act(fight, "a", "full_auto", [], target="b", modifiers={"targeting": "head"})
    lines = act(fight, "a", "full_auto", [8, *MISS * 2, *MISS * 13], target="b")
    assert "3 dice at 8: 1" in told(lines, "mir_tmy-10")
    assert "Damage, 13 dice" in told(lines, "mir_tmy-12")
    assert who(fight, "a").loaded == {"АК47": 0}
    do(fight, {"do": "end_turn"})
    set_by_hand(fight, "a", loaded={"АК47": 29})
    assert "full clip" in option(fight, "a", "full_auto").why_not


def test_mir_tmy_38_reloading_is_an_action_without_a_roll() -> None:
    empty = {**PISTOL, "loaded": 0}
    fight = scene(person("А", weapons=[empty]), person("Б"))
    with pytest.raises(Refusal, match="no rounds are left"):
        act(fight, "a", "attack", MISS * 3, target="b")
    lines = act(fight, "a", "reload")
    assert told(lines, "mir_tmy-38")
    assert (who(fight, "a").loaded, fight.state.turn) == ({"Пистолет": 10}, "b")


def test_mir_tmy_38_what_was_declared_with_an_empty_gun_is_not_to_be_carried_out() -> None:
    fight = scene(person("А", weapons=[PISTOL, RIFLE]), person("Б"), declare=True)
    attack = {"do": "declare", "action": "attack", "with": "Пистолет"}
    do(fight, {"do": "declare", "actor": "b", "action": "run"})
    do(fight, {**attack, "actor": "a", "target": "b"})
    offered = option(fight, "a", "attack")
    assert offered.why_not is None
    (held,) = (field for field in fight.parameters(offered) if field.id == "with")
    assert [c.value for c in held.choices if not c.why_not] == ["Пистолет"]
    set_by_hand(fight, "a", loaded={"Пистолет": 0})
    assert "no rounds are left" in option(fight, "a", "attack").why_not


def test_mir_tmy_38_the_empty_gun_that_was_declared_to_be_reloaded_can_be() -> None:
    empty = {**PISTOL, "loaded": 0}
    fight = scene(person("А", weapons=[empty]), person("Б"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "run"})
    reload = {"action": "reload", "with": "Пистолет"}
    do(fight, {"do": "declare", "actor": "a", **reload})
    assert option(fight, "a", "reload").why_not is None
    do(fight, {"do": "act", "actor": "a", **reload})
    assert who(fight, "a").loaded == {"Пистолет": 10}


def test_mir_tmy_38_an_empty_gun_is_no_choice_of_a_weapon_to_shoot_with() -> None:
    fight = scene(person("А", weapons=[PISTOL, {**RIFLE, "loaded": 0}]), person("Б"))

    def guns(action: str) -> list[str]:
        fields = fight.parameters(option(fight, "a", action))
        (arms,) = (field for field in fields if field.id == "with")
        return [c.value for c in arms.choices if c.value in ("Пистолет", "АК47") and not c.why_not]

    assert guns("attack") == ["Пистолет"]
    assert guns("reload") == ["Пистолет", "АК47"]
    set_by_hand(fight, "a", loaded={"Пистолет": 10, "АК47": 30})
    assert guns("attack") == ["Пистолет", "АК47"]


def test_mir_tmy_38_among_several_actions_it_takes_four_dice() -> None:
    empty = {**PISTOL, "loaded": 0}
    for firearms, fits in ((4, True), (0, False)):
        fight = scene(person("А", abilities={"firearms": firearms}, weapons=[empty]), person("Б"))
        parts = [{"action": "reload", "dice": 4}, {"action": "attack", "dice": 2, "target": "b"}]
        if not fits:
            with pytest.raises(Refusal, match="whole turn"):
                act(fight, "a", "multiple", MISS * 2, parts=parts)
            continue
        short = [{**parts[0], "dice": 3}, parts[1]]
        with pytest.raises(Refusal, match="takes dice: 4"):
            act(fight, "a", "multiple", MISS * 2, parts=short)
        act(fight, "a", "multiple", MISS * 2, parts=parts)
        assert who(fight, "a").loaded == {"Пистолет": 9}


def strafing(count: int, successes: int, **more: Any) -> Any:
    fight = scene(person("А", weapons=[RIFLE]), *(person(name) for name in "БВГД"[:count]))
    dice = [*HIT * successes, *MISS * (13 - successes), *more.pop("then", [])]
    targets = list("bcde"[:count])
    lines = act(fight, "a", "strafe", dice, targets=targets, **more)
    return fight, lines


def test_mir_tmy_39_strafing_shares_the_successes_among_the_targets() -> None:
    # The shares: 3 (two extra, but firearms 0), 1, 1.
    fight, lines = strafing(3, 5, answers={"share": [3, 1, 1]}, then=MISS * 21)
    assert "13 dice at 8: 5" in told(lines, "mir_tmy-39")
    assert "Shared: Б: 3, В: 1, Г: 1" in told(lines, "mir_tmy-39")
    assert told(lines, "mir_tmy-12").count("Damage, 7 dice") == 3
    assert who(fight, "a").loaded == {"АК47": 0}


@pytest.mark.parametrize("share", [[5, 0, 0], [2, 2, 2], [3, 2]])
def test_mir_tmy_39_one_each_comes_first(share: list[int]) -> None:
    with pytest.raises(Refusal) as refused:
        strafing(3, 5, answers={"share": share}, then=MISS * 21)
    assert refused.value.field == "answers.share"


def test_mir_tmy_39_fewer_successes_than_targets_are_at_most_one_each() -> None:
    with pytest.raises(Refusal, match="at most one"):
        strafing(4, 2, answers={"share": [2, 0, 0, 0]}, then=MISS * 14)
    _, lines = strafing(4, 2, answers={"share": [0, 1, 0, 1]}, then=MISS * 14)
    assert told(lines, "mir_tmy-12").count("Damage") == 2


def test_mir_tmy_39_a_single_target_suffers_half() -> None:
    _, lines = strafing(1, 5, then=MISS * 7)
    assert "2 of 5" in told(lines, "mir_tmy-39")


def test_mir_tmy_39_every_target_defends_against_its_share() -> None:
    defended = {"defence@b": "dodge", "defence@c": "none", "share": [2, 2]}
    dice = [*HIT * 2, *MISS, *MISS * 7]
    _, lines = strafing(2, 4, answers=defended, then=dice)
    assert "dodge, 3 dice at 8: 2; 0 left" in told(lines, "mir_tmy-43")
    assert told(lines, "mir_tmy-12").count("Damage") == 1


@pytest.mark.parametrize(
    ("defence", "then", "asked"),
    [
        ("dodge", [], ("b", "dodge", 3)),
        ("dodge", MISS * 3, ("a", "damage", 7)),
        ("dodge", MISS * 3 + HIT * 7, ("b", "soak", 4)),
        ("none", HIT * 7, ("b", "soak", 4)),
    ],
)
def test_mir_tmy_39_each_throws_its_own_dice(
    defence: str, then: list[int], asked: tuple[str, str, int]
) -> None:
    vest = {**MAIL, "stops": ["firearm"]}
    fight = scene(person("А", weapons=[RIFLE]), person("Б", armor=[vest]), person("В"))
    answers = {"defence@b": defence, "defence@c": "none", "share": [2, 2]}
    dice = [*HIT * 4, *MISS * 9, *then]
    strafe = {"do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c"]}
    fight.perform({**strafe, "dice": dice, "answers": answers})
    assert fight.pending
    question = fight.pending.question
    assert isinstance(question, DiceWanted)
    assert (question.by, str(question.label), question.count) == asked


@pytest.mark.parametrize(("coin", "left"), [(1, 27), (2, 25)])
def test_mir_tmy_40_a_short_burst_takes_three_or_five_rounds(coin: int, left: int) -> None:
    fight = scene(person("А", weapons=[RIFLE]), person("Б"))
    lines = act(fight, "a", "short_burst", [*MISS * 6, coin], target="b")
    assert "6 dice at 7: no success" in told(lines, "mir_tmy-10")
    assert "rounds" in told(lines, "mir_tmy-40")
    assert who(fight, "a").loaded == {"АК47": left}


def two_pistols(**more: Any) -> dict[str, Any]:
    return person("А", weapons=[PISTOL, {**PISTOL, "name": "Второй"}], **more)


@pytest.mark.parametrize(
    ("ambidextrous", "second", "difficulty"),
    [(False, None, 7), (True, None, 6), (False, "c", 8), (True, "c", 7)],
)
def test_mir_tmy_41_two_guns(ambidextrous: bool, second: str | None, difficulty: int) -> None:
    fight = scene(two_pistols(ambidextrous=ambidextrous), person("Б"), person("В"))
    lines = act(fight, "a", "two_guns", MISS * 6, target="b", second_target=second)
    pools = told(lines, "mir_tmy-10").splitlines()
    assert "3 dice at 6" in pools[0]
    assert f"3 dice at {difficulty}" in pools[1]
    assert who(fight, "a").loaded == {"Пистолет": 9, "Второй": 9}


def test_mir_tmy_41_two_light_guns_and_never_an_extra_action() -> None:
    fight = scene(person("А", weapons=[PISTOL, RIFLE]), two_pistols(extra_actions=1))
    assert "two light guns" in option(fight, "a", "two_guns").why_not
    for _ in "ab":
        do(fight, {"do": "end_turn"})
    assert "extra" in option(fight, "b", "two_guns").why_not


def test_mir_tmy_41_two_guns_of_which_one_is_empty_are_not_offered() -> None:
    guns = [PISTOL, {**PISTOL, "name": "Второй", "loaded": 0}]
    fight = scene(person("А", weapons=guns), person("Б"))
    assert "two loaded guns" in option(fight, "a", "two_guns").why_not


def test_mir_tmy_42_suppressing_works_from_the_start_of_the_turn() -> None:
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), person("В"), declare=True)
    do(fight, {"do": "declare", "actor": "c", "action": "run", "past": ["b"]})
    do(fight, {"do": "declare", "actor": "b", "action": "suppress", "where": "дверь"})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    # A is faster than the shooter, and shot at all the same; so is C after it.
    lines = do(fight, {"do": "act", "actor": "a", "dice": [8, *MISS * 2, *MISS * 7]})
    assert "suppressing fire, difficulty +2" in told(lines, "mir_tmy-42")
    assert "3 dice at 8: 1" in told(lines, "mir_tmy-10")
    do(fight, {"do": "act", "actor": "b"})
    assert who(fight, "b").loaded == {"АК47": 0}
    lines = do(fight, {"do": "act", "actor": "c", "dice": MISS * 3})
    assert "3 dice at 8: no success" in told(lines, "mir_tmy-10")
    assert who(fight, "b").suppressing is None  # a new turn


@pytest.mark.parametrize(("where", "said"), [({}, "the way"), ({"where": "дверь"}, "дверь")])
def test_mir_tmy_42_suppressing_fire_names_its_place(where: dict[str, str], said: str) -> None:
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "suppress", **where})
    do(fight, {"do": "declare", "actor": "a", "action": "run"})
    do(fight, {"do": "act", "actor": "a"})
    lines = do(fight, {"do": "act", "actor": "b"})
    assert f"suppresses, place: {said}" in told(lines, "mir_tmy-42")


def test_mir_tmy_39_who_gets_no_share_rolls_nothing() -> None:
    fight, lines = strafing(2, 1, answers={"share": [0, 1]}, then=MISS * 7)
    assert told(lines, "mir_tmy-12").count("Damage") == 1
    assert not who(fight, "b").damage.bashing


def test_mir_tmy_42_it_ends_when_the_shooter_is_down_shocked_stunned_or_out() -> None:
    def suppressed() -> Any:
        fight = scene(
            person("А", weapons=[SWORD, CLUB]), person("Б", weapons=[RIFLE]), declare=True
        )
        do(fight, {"do": "declare", "actor": "b", "action": "suppress"})
        return fight

    fight = suppressed()
    lines = do(fight, {"do": "knockdown", "actor": "b", "dice": [9, 3, 3]})
    assert "no longer suppresses" in told(lines, "mir_tmy-42")
    fight = suppressed()
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 4, *MISS], target="b")
    assert who(fight, "b").suppressing is None
    assert who(fight, "b").shock_next
