"""Tests and skill points: walka-1 to 4 and 12."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from desktop.rules.table import Refusal
from desktop.rules.walka.d20 import OpenTest, need, succeeds, success_points
from tests.rules.walka.bench import (
    PISTOL,
    RIFLE,
    SMG,
    act,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    step_of,
    threshold,
    told,
    who,
    wounds,
)


def test_walka_1_a_die_below_the_threshold_hits() -> None:
    fight = shoot(fight_of(), [11, 1, 1, 1])
    assert wounds(fight) == [("light", "torso")]
    assert "11 against 12" in told(fight, 1)[-1]


def test_walka_1_a_die_at_the_threshold_fails() -> None:
    fight = shoot(fight_of(), [12])
    assert wounds(fight) == []
    assert "misses" in told(fight, 1)[-1]


def test_walka_1_house_rule_a_die_at_the_threshold_succeeds() -> None:
    fight = shoot(fight_of(house={"equal_succeeds": True}), [12, 1, 1, 1])
    assert wounds(fight) == [("light", "torso")]
    assert told(fight, 3) == ["Vera: success points 1"]


def test_walka_3_half_a_point_is_the_first_when_somebody_else_is_to_be_outdone() -> None:
    """Pirat hides on 11.5: 11 comes to a point, and so does 10; five points need a 6."""
    fight = fight_of(pirat=sheet("Pirat", skills={"hiding": 6}))
    edit(fight, "pirat", covered=True, wounds=[{"level": "scratch"}])
    act(fight, "spot", [7, 11], target="pirat")
    assert "Pirat, hiding: spends 5, 1 left" in told(fight, 12)
    assert told(fight, 10)[-1] == "Vera → Pirat: finds nobody, 5 to 5"


def test_walka_1_a_die_is_its_own_test() -> None:
    fight = act(fight_of(), "test", [11], attribute="senses")
    assert told(fight, 1)[-1] == "Vera, senses: 11 is below 12, success"


@pytest.mark.parametrize("points", [0, 5, 20])
def test_walka_2_a_twenty_always_fails(points: int) -> None:
    assert not succeeds(20, points, 30, equal=True)
    assert need(20, 30, equal=True) is None


def test_walka_2_a_twenty_fails_in_the_fight() -> None:
    vera = sheet(dexterity=30, skills={"pistols": 20})
    fight = shoot(fight_of(vera), [20])
    assert wounds(fight) == []
    assert told(fight, 2) == ["Vera: an unlucky 20 fails"]
    assert who(fight, "vera").spent == {}


@pytest.mark.parametrize(
    ("die", "points", "threshold", "equal", "won"),
    [
        (11, 0, 12, False, 1),
        (3, 0, 12, False, 9),
        (15, 5, 12, False, 2),
        (12, 0, 12, True, 1),
        (3, 0, 12, True, 10),
        (5, 0, 9.5, False, 4),
        (9, 0, 9.5, False, 1),
    ],
)
def test_walka_3_success_points(
    die: int, points: int, threshold: float, equal: bool, won: int
) -> None:
    assert succeeds(die, points, threshold, equal)
    assert success_points(die, points, threshold, equal) == won


def test_walka_3_half_points_are_compared_exactly() -> None:
    fight = fight_of()
    edit(fight, "vera", wounds=[{"level": "scratch", "location": "torso"}])
    shoot(fight, [11, 1, 1, 1])
    assert threshold(fight) == "11.5"
    assert wounds(fight) == [("light", "torso")]
    assert told(fight, 3) == ["Vera: success points 1"]


def test_walka_4_two_of_three_dice_have_to_succeed() -> None:
    fight = fight_of()
    act(fight, "test", [11, 11, 20], way="ordinary")
    assert told(fight, 4)[-1] == "Vera, dexterity: 11 11 20, passed"
    act(fight, "test", [11, 12, 12], way="ordinary")
    assert told(fight, 4)[-1].endswith("failed")


def test_walka_4_points_are_shared_between_the_dice() -> None:
    vera = sheet(skills={"hiding": 5})
    fight = act(fight_of(vera), "test", [13, 14, 20], way="ordinary", skill="hiding")
    assert told(fight, 4)[-1] == "Vera, hiding: 13−2 14−3 20, passed"


@pytest.mark.parametrize(
    ("dice", "skill", "won"),
    [
        ((4, 9, 15), 0, 3),  # the worst is dropped, the higher of the others counts
        ((4, 9, 15), 5, 8),  # 9 comes down to 4
        ((4, 9, 15), 7, 9),  # both come down to 3
        ((4, 9, 15), 8, 9),  # 3 and 2: the higher counts
        ((18, 19, 20), 0, -7),
    ],
)
def test_walka_4_an_open_test(dice: tuple[int, ...], skill: int, won: int) -> None:
    assert OpenTest(12, skill).read(dice) == won


def test_walka_4_open_points_are_shared_as_well_as_can_be() -> None:
    for dice in product(range(1, 21, 3), repeat=3):
        low, high = sorted(dice)[:2]
        best = min(max(low - a, high - (7 - a)) for a in range(8))
        assert OpenTest(12, 7).read(dice) == 12 - best


def test_walka_4_an_open_test_is_told() -> None:
    vera = sheet(skills={"spotting": 4})
    fight = act(
        fight_of(vera), "test", [4, 9, 15], attribute="senses", skill="spotting", way="open"
    )
    assert told(fight, 4)[-1] == "Vera, spotting: 7 success points"
    act(fight, "test", [13, 13, 15], attribute="senses", skill="spotting", way="open")
    assert told(fight, 4)[-1] == "Vera, spotting: 1 success point"


@pytest.mark.parametrize(("equal", "chance"), [(False, (2865, 8000)), (True, (3508, 8000))])
def test_walka_4_shared_points_give_the_chance_reckoned_by_hand(
    equal: bool, chance: tuple[int, int]
) -> None:
    """Threshold 5, five points shared by three dice, two successes needed."""
    vera = sheet(dexterity=5, skills={"pistols": 5})
    fight = fight_of(vera, house={"equal_succeeds": equal})
    odds = fight.odds(step_of("test", way="ordinary", skill="pistols"))
    assert odds.probability("success", "vera") == Fraction(*chance)


# ---- walka-12


def test_walka_12_the_fewest_points_turn_a_failure_into_a_success() -> None:
    vera = sheet(skills={"pistols": 5})
    fight = shoot(fight_of(vera), [14, 1, 1, 1])
    assert who(fight, "vera").spent == {"pistols": 3}
    assert told(fight, 12) == ["Vera, pistols: spends 3, 2 left"]
    assert fight.as_json()["combatants"]["vera"]["skill_points"] == {"pistols": 2}


def test_walka_12_the_pool_serves_the_whole_turn_and_is_full_in_the_next() -> None:
    vera = sheet(skills={"pistols": 5})
    fight = shoot(fight_of(vera), [14, 1, 1, 1])
    shoot(fight, [15])
    assert wounds(fight) == [("light", "torso")]
    shoot(fight, [13, 1, 1, 1])
    assert who(fight, "vera").spent == {"pistols": 5}
    end_turn(fight, 2)
    assert who(fight, "vera").spent == {}


def test_walka_12_nothing_is_spent_where_nothing_helps() -> None:
    vera = sheet(skills={"pistols": 2})
    fight = shoot(fight_of(vera), [19])
    assert who(fight, "vera").spent == {}


def test_walka_12_any_other_split_within_the_pool_can_be_chosen() -> None:
    vera = sheet(skills={"pistols": 5})
    fight = shoot(
        fight_of(vera),
        [3, 14, 1, 1, 1],
        aim=1,
        answers={"skill_points": [0, 3], "location_die": 14},
    )
    assert who(fight, "vera").spent == {"pistols": 3}
    assert wounds(fight) == [("light", "torso")]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([6], "can be at most 5"),
        ([-1], "needs at least 0"),
        ([1, 1], "needs 1 number, one for each die"),
        ("all", "needs a list of whole numbers"),
    ],
)
def test_walka_12_a_split_beyond_the_pool_is_refused(answer: Any, message: str) -> None:
    fight = fight_of(sheet(skills={"pistols": 5}))
    with pytest.raises(Refusal, match=message) as refusal:
        shoot(fight, [14], answers={"skill_points": answer})
    assert refusal.value.field == "answers.skill_points"
    assert fight.cursor == 1


def test_walka_12_the_question_offers_the_best_split_first() -> None:
    fight = fight_of(sheet(skills={"pistols": 5}))
    fight.perform({**step_of("shot", target="pirat", aim=1), "dice": [14, 16]})
    assert fight.pending
    question: Any = fight.pending.question
    assert question.id == "skill_points"
    assert [choice.value for choice in question.field.choices] == [[3, 0], [0, 0], [0, 5]]
    assert [choice.note for choice in question.field.choices] == [
        "hit: torso; 3 points",
        "miss",
        "hit: right leg; 5 points",
    ]
    assert fight.search_odds_of_answer([0, 0]).whole().probability("hit") == 0
    assert fight.search_odds_of_answer([3, 0]).whole().probability("hit") == 1


def test_walka_12_a_question_with_nothing_to_gain_is_moot() -> None:
    fight = fight_of(sheet(skills={"pistols": 5}))
    fight.perform({**step_of("shot", target="pirat"), "dice": [3]})
    assert fight.pending
    question: Any = fight.pending.question
    assert question.no_benefit


def test_walka_12_two_skills_are_worth_half_each() -> None:
    vera = sheet(weapons=[PISTOL, SMG], skills={"pistols": 5, "smgs": 5})
    fight = shoot(fight_of(vera), [13, 1, 1, 1], weapon="Pistolet")
    assert who(fight, "vera").spent == {"pistols": 2}
    shoot(fight, [14], weapon="Pistolet maszynowy")
    assert who(fight, "vera").spent == {"pistols": 2}, "half of five is two, three are needed"
    shoot(fight, [13, 1, 1, 1], weapon="Pistolet maszynowy")
    assert who(fight, "vera").spent == {"pistols": 2, "smgs": 2}
    assert told(fight, 12) == [
        "Vera, submachine guns: spends 2, 0 left (skills this turn: 2, each worth 2)"
    ]


@pytest.mark.parametrize(("reading", "left"), [("third", 3), ("two_thirds", 6)])
def test_walka_12_house_rule_three_skills(reading: str, left: int) -> None:
    vera = sheet(
        weapons=[PISTOL, SMG, RIFLE], skills={"pistols": 9, "smgs": 9, "rifles": 9}, dexterity=10
    )
    fight = fight_of(vera, house={"three_skills": reading})
    shoot(fight, [10, 1, 1, 1], weapon="Pistolet")
    shoot(fight, [10, 1, 1, 1], weapon="Pistolet maszynowy")
    fight.perform({**step_of("shot", target="pirat", weapon="Karabin"), "dice": [10]})
    assert fight.pending
    question: Any = fight.pending.question
    assert question.field.maximum == left


def test_walka_12_points_spent_count_against_the_smaller_share_and_never_come_back() -> None:
    vera = sheet(weapons=[PISTOL, SMG], skills={"pistols": 6, "smgs": 4})
    fight = shoot(fight_of(vera), [16, 1, 1, 1], weapon="Pistolet")
    shoot(fight, [12, 1, 1, 1], weapon="Pistolet maszynowy")
    points = fight.as_json()["combatants"]["vera"]["skill_points"]
    assert who(fight, "vera").spent == {"pistols": 5, "smgs": 1}
    assert points == {"pistols": 0, "smgs": 1}


def test_walka_12_points_left_can_be_set_by_hand() -> None:
    fight = edit(fight_of(sheet(skills={"pistols": 5})), "vera", skill_points={"pistols": 1})
    assert fight.as_json()["combatants"]["vera"]["skill_points"] == {"pistols": 1}
    shoot(fight, [13])
    assert wounds(fight) == []


def test_walka_12_points_left_of_several_skills_can_be_set_by_hand_at_once() -> None:
    skills = {"pistols": 4, "smgs": 4, "rifles": 6}
    fight = fight_of(sheet(weapons=[PISTOL, SMG], skills=skills, dexterity=8))
    shoot(fight, [8, 1, 1, 1], weapon="Pistolet")
    shoot(fight, [8, 1, 1, 1], weapon="Pistolet maszynowy")
    shown = {"pistols": 1, "smgs": 1, "rifles": 2}

    def left() -> Any:
        return fight.as_json()["combatants"]["vera"]["skill_points"]

    assert left() == shown
    edit(fight, "vera", skill_points=shown)
    assert left() == shown
    edit(fight, "vera", skill_points={**shown, "rifles": 3})
    assert left() == {**shown, "rifles": 3}
    edit(fight, "vera", skill_points=skills)
    assert left() == skills


def test_walka_12_overspent_by_the_smaller_share_points_left_can_be_set_by_hand() -> None:
    skills = {"pistols": 6, "smgs": 4}
    fight = fight_of(sheet(weapons=[PISTOL, SMG], skills=skills))
    shoot(fight, [16, 1, 1, 1], weapon="Pistolet")
    shoot(fight, [12, 1, 1, 1], weapon="Pistolet maszynowy")
    edit(fight, "vera", skill_points={"pistols": 2})
    assert fight.as_json()["combatants"]["vera"]["skill_points"]["pistols"] == 2


def test_walka_12_points_given_by_hand_use_no_skill() -> None:
    vera = sheet(weapons=[PISTOL, SMG], skills={"pistols": 3, "smgs": 4})
    fight = edit(fight_of(vera), "vera", skill_points={"pistols": 5})
    shots = [{"target": "pirat", "with": gun["name"]} for gun in (PISTOL, SMG)]
    act(fight, "several_shots", [20, 15, 1, 1, 1], shots=shots)
    assert who(fight, "vera").spent == {"pistols": -2, "smgs": 4}
    assert told(fight, 12) == ["Vera, submachine guns: spends 4, 0 left"]


@pytest.mark.parametrize("name", ["luck", "names", "get", "model_fields"])
def test_walka_1_what_stands_on_no_sheet_counts_as_nothing(name: str) -> None:
    fight = act(fight_of(), "test", [5], attribute=name, skill=name)
    assert f"Vera: threshold 0 = {name} 0" in told(fight, 1)
