"""What the one attacked does about it (boj-11, 14, 15, 17)."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.boj.checks import Opposed
from desktop.rules.dice import Degree, Percent
from desktop.rules.table import Decision, Refusal
from desktop.rules.text import Text
from tests.rules.boj.bench import (
    ACE,
    CULTIST,
    KING,
    KNIFE,
    SKILLS,
    VERA,
    VEST,
    WALL,
    act,
    attack,
    end_turn,
    fight,
    one,
    sheet,
    told,
    turn_of,
)

BEHIND = {**CULTIST, "armor": [WALL]}


def question(scene: Fight, **step: Any) -> Decision | None:
    """What the one attacked is asked before the dice fall."""
    given = {"do": "act", "actor": scene.state.turn, "action": "attack", **step}
    found = [decision for decision, _ in scene.decisions(given)]
    return found[0] if found else None


def choices(decision: Decision | None) -> dict[str, str]:
    assert decision
    return {choice.value: str(choice.note) for choice in decision.field.choices}


@pytest.mark.parametrize(
    ("mine", "other", "better"),
    [
        ((Degree.CRITICAL, 11), (Degree.SUCCESS, 59), True),
        ((Degree.SUCCESS, 30), (Degree.SUCCESS, 29), True),
        ((Degree.SUCCESS, 30), (Degree.SUCCESS, 30), False),
        ((Degree.CRITICAL, 44), (Degree.CRITICAL, 11), False),
        ((Degree.SUCCESS, 2), (Degree.FAILURE, 90), True),
        ((Degree.SUCCESS, 59), (Degree.CRITICAL, 1), False),
    ],
)
def test_boj_11_what_better_is(mine: Any, other: Any, better: bool) -> None:
    assert Percent(*mine).better(Percent(*other)) == better


def test_boj_11_a_better_dodge_avoids_the_attack_and_spends_the_action() -> None:
    scene = fight()
    attack(scene, "Нож", 30, 31, answers="dodge")
    assert one(scene, "cultist").hp == 10
    assert told(scene, "boj-1") == ["Культист spends this turn's action: dodge"]
    end_turn(scene)
    with pytest.raises(Refusal, match="this turn's action is spent"):
        attack(scene, "Мачете", 30, target="vera")


def test_boj_11_a_tie_hits() -> None:
    scene = fight()
    attack(scene, "Нож", 30, 30, 4, answers="dodge")
    assert one(scene, "cultist").hp == 6


def test_boj_11_one_roll_stands_against_every_attack_until_the_next_turn() -> None:
    scene = fight(sheet("Вера"), CULTIST, CULTIST)
    act(scene, "dodge", 35)
    end_turn(scene)
    attack(scene, "Мачете", 34, target="vera")
    end_turn(scene)
    attack(scene, "Мачете", 36, 2, target="vera")
    assert one(scene, "vera").hp == 8
    end_turn(scene)
    assert one(scene, "vera").guard is None


def test_boj_11_a_dodge_before_ones_turn_stands_through_that_turn() -> None:
    scene = fight(VERA, CULTIST, sheet("Союзник", KNIFE))
    attack(scene, "Нож", 30, 39, answers="dodge")
    end_turn(scene)
    end_turn(scene)
    attack(scene, "Нож", 38)
    assert one(scene, "cultist").hp == 10


def test_boj_11_what_each_answer_costs_stands_beside_it() -> None:
    scene = fight()
    asked = question(scene, target="cultist", **{"with": "Нож"})
    assert choices(asked) == {
        "none": "no defence",
        "dodge": "40 %, costs this turn's action",
        "block": "50 %, costs this turn's action",
        "strike_back": "50 %, costs this turn's action; strikes: Мачете, 1d8",
    }
    assert asked
    assert (asked.by, asked.best_case) == ("cultist", "block")


def test_boj_11_who_has_acted_is_not_asked() -> None:
    scene = fight(cards=(1, 52))
    attack(scene, "Мачете", 96, target="vera", answers="none")
    end_turn(scene)
    # Only the roll of its own attack is left, and that costs nothing.
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"in_hand": ""}})
    assert choices(question(scene, target="cultist", **{"with": "Нож"})) == {
        "none": "no defence",
        "block": "free, by the roll of its own attack: 96",
        "strike_back": "free, by the roll of its own attack: 96; strikes: Голые руки и ноги, 1d4−1",
    }
    assert question(scene, target="cultist", **{"with": "Лук"}) is None


def test_boj_14_a_better_block_stops_a_close_attack() -> None:
    scene = fight()
    attack(scene, "Нож", 30, 31, answers="block")
    assert told(scene, "boj-14")[-1] == "Культист, block: stops the attack"
    assert (one(scene, "cultist").hp, one(scene, "vera").hp) == (10, 10)


def test_boj_14_a_better_counterattack_harms_the_attacker() -> None:
    scene = fight({**VERA, "armor": [VEST]})
    attack(scene, "Нож", 30, 31, 8, answers="strike_back")
    assert (one(scene, "cultist").hp, one(scene, "vera").hp) == (10, 5)


def test_boj_14_a_counterattack_with_a_deadly_weapon_goes_by_its_lethality() -> None:
    saw = {"name": "Пила", "skill": "melee", "lethality": 20}
    scene = fight({**VERA, "armor": [VEST]}, {**CULTIST, "weapons": [saw]})
    attack(scene, "Нож", 30, 31, 15, answers="strike_back")
    assert one(scene, "vera").out
    scene = fight({**VERA, "armor": [VEST]}, {**CULTIST, "weapons": [saw]})
    attack(scene, "Нож", 30, 31, 34, answers="strike_back")
    assert one(scene, "vera").hp == 10 - (3 + 4 - 3)


def test_boj_14_a_counterattack_wins_against_a_failed_attack_too() -> None:
    scene = fight()
    attack(scene, "Нож", 90, 31, 3, answers="strike_back")
    assert one(scene, "vera").hp == 7


def test_boj_14_who_strikes_back_may_fell_the_attacker() -> None:
    scene = fight({**VERA, "hp": 2})
    attack(scene, "Нож", 30, 31, 8, answers="strike_back")
    assert one(scene, "vera").out
    assert scene.state.turn is None, "the last enemy of the cultist has fallen"


def test_boj_14_a_ranged_attack_cannot_be_blocked() -> None:
    asked = question(fight(), target="cultist", **{"with": "Лук"})
    assert list(choices(asked)) == ["none", "dodge"]


def test_boj_14_resisting_as_an_action_stands_until_the_next_turn() -> None:
    scene = fight()
    act(scene, "resist", 45, kind="strike_back", **{"with": "Нож"})
    end_turn(scene)
    attack(scene, "Мачете", 30, 5, target="vera")
    assert one(scene, "cultist").hp == 5


@pytest.mark.parametrize(("roll", "usual"), [(20, "strike_back"), (2, "block")])
def test_boj_11_the_careful_defend_by_what_stops_more_of_the_attack(roll: int, usual: str) -> None:
    scene = fight()
    scene.perform({"do": "policy", "combatant": "cultist", "policy": "careful"})
    end_turn(scene)
    act(scene, "resist", roll, kind="strike_back", **{"with": "Мачете"})
    end_turn(scene)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Нож"}
    decision, default = scene.decisions(step)[0]
    assert default == usual
    hits = {
        choice.value: scene.odds(step, answers={"defence@cultist": choice.value}).probability(
            "hit", "cultist"
        )
        for choice in decision.field.choices
    }
    assert hits[usual] == min(hits.values())


def test_boj_15_who_has_not_acted_rolls_anew_and_gives_up_the_action() -> None:
    scene = fight()
    attack(scene, "Нож", 30, 31, answers="block")
    assert one(scene, "cultist").acted
    turn_of(scene, "cultist")
    guard = one(scene, "cultist").guard
    assert guard is not None
    assert guard.roll.roll == 31


def test_boj_7_to_block_others_with_the_roll_of_the_own_attack_is_asked_for() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    attack(scene, "Нож", 42, 1, answers="none")
    turn_of(scene, "c2")
    step = {"do": "act", "actor": "c2", "action": "attack", "target": "vera", "with": "Мачете"}
    decision, default = scene.decisions(step)[0]
    assert [choice.value for choice in decision.field.choices] == ["none", "block"]
    assert default == "block"
    assert not decision.no_benefit
    scene.perform({**step, "dice": [30], "answers": {"defence": "block"}})
    assert one(scene, "vera").hp == 10


def test_boj_7_a_failed_attack_blocks_nothing_so_nobody_need_be_stopped() -> None:
    scene = fight()
    attack(scene, "Нож", 99, answers="none")
    turn_of(scene, "cultist")
    step = {"do": "act", "actor": "cultist", "action": "attack", "target": "vera"}
    assert scene.decisions(step)[0][0].no_benefit


def test_boj_17_the_log_says_before_the_roll_that_a_dodge_without_cover_stops_no_bullets() -> None:
    scene, beside_cover = fight(), fight()
    act(scene, "dodge", 35)
    assert told(scene, "boj-17") == ["Вера has no cover near, and dodges no bullets"]
    assert told(scene, "boj-11")[-1].startswith("Вера, dodge"), "the roll is told last"
    beside_cover.perform({"do": "edit", "combatant": "vera", "set": {"cover_near": 60}})
    act(beside_cover, "dodge", 35)
    assert told(beside_cover, "boj-17") == []


def test_boj_17_an_arrow_is_dodged_as_usual() -> None:
    scene = fight()
    attack(scene, "Лук", 30, 31, answers="dodge")
    assert one(scene, "cultist").hp == 10


def test_boj_17_nobody_dodges_a_bullet_without_cover() -> None:
    assert question(fight(), target="cultist", **{"with": "Револьвер"}) is None


def test_boj_17_behind_cover_in_time() -> None:
    scene = fight(VERA, BEHIND)
    attack(scene, "Револьвер", 30, 31, answers="dodge")
    assert one(scene, "cultist").hp == 10
    assert one(scene, "cultist").behind == 5
    assert told(scene, "boj-17")[-1] == "Культист gets behind cover in time"


def test_boj_17_hit_behind_the_cover_which_counts() -> None:
    scene = fight(VERA, BEHIND)
    attack(scene, "Револьвер", 31, 30, 9, answers="dodge")
    assert one(scene, "cultist").hp == 6
    assert one(scene, "cultist").behind == 5


def test_boj_17_hit_in_the_open() -> None:
    scene = fight(VERA, BEHIND)
    attack(scene, "Револьвер", 31, 41, 9, answers="dodge")
    assert one(scene, "cultist").hp == 1
    assert one(scene, "cultist").behind == 0


def test_boj_17_fragments_are_as_bullets() -> None:
    scene = fight(VERA, BEHIND, CULTIST)
    attack(scene, "Граната", 31, 32, 36, targets=["c2"], answers={"defence@cultist": "dodge"})
    # 3 + 6 for the one who had no cover.
    assert (one(scene, "cultist").hp, one(scene, "c2").hp) == (10, 1)


def test_boj_17_who_does_not_know_of_the_danger_cannot_defend() -> None:
    scene = fight(surprised=("cultist",))
    assert question(scene, target="cultist", **{"with": "Нож"}) is None
    end_turn(scene)
    assert not one(scene, "cultist").unaware


def test_boj_11_opposed_rolls_as_one_throw_have_the_odds_of_two() -> None:
    throw = Opposed(50, 40, "cultist", "boj-11", Text("dodge"))
    spread = throw.spread()
    total = sum(spread.values())
    hits = sum(ways for (a, d), ways in spread.items() if a.success and not d.better(a))
    first, ways = throw.first, 0
    for a in range(1, 101):
        came = first.read([[a]])
        second = throw.second(came)
        other = [second.read([[d]]) for d in range(1, 101)]
        ways += sum(came.success and not one.better(came) for one in other)
    assert hits * 10_000 == ways * total


def test_boj_5_a_defence_without_training_has_a_chance_of_one_per_cent() -> None:
    scene = fight(VERA, {**CULTIST, "skills": {**SKILLS, "dodge": 0}})
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Лук"}
    (decision, _), *_ = scene.decisions(step)
    assert decision.no_benefit
    assert [str(choice.note) for choice in decision.field.choices][1:] == [
        "1 %, costs this turn's action"
    ]
    attack(scene, "Лук", 30, 1, answers="dodge")
    assert "Культист, dodge: 1 of 1: critical success" in told(scene, "boj-11")


def test_boj_14_a_counterattack_by_unarmed_combat_strikes_with_bare_hands() -> None:
    boxer = {**CULTIST, "skills": {**SKILLS, "unarmed": 70, "melee": 10}}
    scene = fight(VERA, boxer)
    attack(scene, "Нож", 30, 65, 4, answers="strike_back")
    assert one(scene, "vera").hp == 10 - (4 - 1)
    assert "Голые руки и ноги, 1d4−1: damage 3" in told(scene, "boj-18")


def test_boj_7_the_roll_of_a_grapple_strikes_back_with_bare_hands() -> None:
    scene = fight(sheet("Вера", KNIFE))
    act(scene, "grapple", 50, 11, target="cultist", answers="dodge")
    end_turn(scene)
    attack(scene, "Мачете", 30, 4, target="vera", answers="strike_back", overrule=True)
    assert one(scene, "cultist").hp == 10 - (4 - 1)


def test_boj_14_whoever_resists_with_a_weapon_has_it_in_hand() -> None:
    scene = fight(VERA, sheet("Культист"))
    act(scene, "resist", 99, **{"with": "Нож"})
    end_turn(scene)
    act(scene, "disarm", 30, target="vera")
    assert one(scene, "vera").disarmed == ["Нож"]


@pytest.mark.parametrize(("melee", "usual"), [(40, "Голые руки и ноги"), (60, "Нож")])
def test_boj_14_the_better_of_hands_and_what_is_in_them_is_preset(melee: int, usual: str) -> None:
    scene = fight({**sheet("Вера", KNIFE), "skills": {"melee": melee, "unarmed": 50}})
    (option,) = (o for o in scene.turn_options() if o.action == "resist")
    (weapons,) = (f for f in scene.parameters(option) if f.id == "with")
    assert weapons.default == usual


def test_boj_15_who_missed_in_the_last_turn_and_has_not_acted_in_this_may_roll_anew() -> None:
    scene = fight(VERA, CULTIST, cards=(KING, ACE))
    end_turn(scene)
    attack(scene, "Нож", 99, answers="none")
    end_turn(scene)
    assert (scene.state.turn, one(scene, "vera").acted) == ("cultist", False)
    assert choices(question(scene, target="vera", **{"with": "Мачете"})) == {
        "none": "no defence",
        "dodge": "40 %, costs this turn's action",
        "block": "50 %, costs this turn's action",
        "strike_back": "50 %, costs this turn's action; strikes: Нож, 1d6",
    }
    attack(scene, "Мачете", 30, 31, target="vera", answers="block")
    assert one(scene, "vera").hp == 10
    assert one(scene, "vera").acted


@pytest.mark.parametrize(
    ("action", "how", "rule"),
    [("dodge", {}, "boj-11"), ("resist", {"kind": "block"}, "boj-14"),
     ("resist", {"kind": "strike_back"}, "boj-14"),
     ("attack", {"target": "cultist", "with": "Нож"}, "boj-7")],
)  # fmt: skip
def test_boj_7_11_14_the_badge_of_a_roll_that_stands_cites_its_rule(
    action: str, how: dict[str, Any], rule: str
) -> None:
    scene = fight()
    dice = (31, 4) if action == "attack" else (31,)
    act(scene, action, *dice, **how)
    (badge,) = (v for v in scene.rules.vitals(scene.state, "vera") if v.id == "guard")
    assert badge.rule == rule


def test_boj_11_14_a_roll_that_failed_and_the_fallen_have_no_badge() -> None:
    failed, fallen = fight(), fight()
    act(failed, "dodge", 93)
    act(fallen, "dodge", 31)
    fallen.perform({"do": "edit", "combatant": "vera", "set": {"hp": 0}})
    for scene in (failed, fallen):
        assert one(scene, "vera").guard
        assert not [v for v in scene.rules.vitals(scene.state, "vera") if v.id == "guard"]


def test_boj_13_who_is_held_has_no_block_that_stands_and_the_log_says_that_nobody_defends() -> None:
    scene = fight(VERA, CULTIST, {**CULTIST, "name": "Жнец"})
    act(scene, "grapple", 40, 32, answers="block", target="cultist")
    badges = {v.id for v in scene.rules.vitals(scene.state, "cultist")}
    assert "hold" in badges
    assert "guard" not in badges
    turn_of(scene, "c2")
    attack(scene, "Мачете", 20, 5)
    assert told(scene, "boj-13")[-1] == "Культист is in a hold and does not defend"
    assert one(scene, "cultist").hp == 5


def test_boj_14_a_block_of_an_attack_that_failed_stops_nothing() -> None:
    scene = fight()
    attack(scene, "Нож", 99, 40, answers="block")
    assert "Культист, block: succeeds" in told(scene, "boj-14")
    stopped = fight()
    attack(stopped, "Нож", 30, 40, answers="block")
    assert "Культист, block: stops the attack" in told(stopped, "boj-14")


def test_boj_14_nobody_strikes_back_with_what_was_put_away() -> None:
    scene = fight()
    act(scene, "resist", 45, kind="strike_back", **{"with": "Нож"})
    act(scene, "put_away")
    end_turn(scene)
    attack(scene, "Мачете", 30, 4, target="vera")
    assert "Голые руки и ноги, 1d4−1: damage 3" in told(scene, "boj-18")
