"""Exact odds of every shot, against brute force over faces, against icepool, and against dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from typing import Any

import icepool
import pytest

from desktop.encounter import odds_tables
from desktop.encounter.fight import Fight
from desktop.encounter.odds import Odds
from desktop.encounter.odds_tables import OddsTable
from desktop.encounter.play_table import PlayTable
from desktop.rules.table import Table
from desktop.rules.walka.d20 import Shot, SkillPoints, Volley
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    ION,
    PISTOL,
    SHOTGUN,
    SMG,
    edit,
    fight_of,
    sheet,
    step_of,
    who,
)
from tests.test_odds_agree import Situation, disagreements

D20 = icepool.d(20)
NEVER = 999


def odds_of(fight: Fight, action: str, **told: Any) -> Odds:
    odds = fight.odds(step_of(action, **{"target": "pirat", **told}))
    assert sum(chance.p for chance in odds.chances) == 1
    return odds


def points_needed(threshold: int, equal: bool = False) -> Any:
    """The die of a test as the points it needs to succeed."""
    return D20.map(lambda face: NEVER if face == 20 else max(face - threshold + (not equal), 0))


def chance(die: Any, outcome: Any) -> Fraction:
    return Fraction(die.quantity(outcome), die.denominator())


@pytest.mark.parametrize("aim", [0, 1, 2])
@pytest.mark.parametrize("skill", [0, 3, 12])
@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize("distance", [10, 60])
def test_single_and_aimed_shots(aim: int, skill: int, equal: bool, distance: int) -> None:
    vera = sheet(skills={"pistols": skill})
    fight = fight_of(vera, house={"equal_succeeds": equal})
    odds = odds_of(fight, "shot", aim=aim, distance=distance)
    threshold = 12 if distance == 10 else 3
    best = points_needed(threshold, equal).lowest(aim + 1)
    hits = best.map(lambda points: points <= skill)
    assert odds.probability("hit", "pirat") == chance(hits, True)


@pytest.mark.parametrize("aim", [0, 1, 2])
@pytest.mark.parametrize("skill", [0, 4, 9])
def test_two_weapons_share_the_points(aim: int, skill: int) -> None:
    vera = sheet(weapons=[PISTOL, {**PISTOL, "name": "Drugi"}], skills={"pistols": skill})
    odds = odds_of(fight_of(vera), "two_weapons", aim=aim)
    first = points_needed(10).lowest(aim + 1)
    second = points_needed(8).lowest(aim + 1)

    def hits(a: int, b: int) -> int:
        return 2 if a + b <= skill else int(min(a, b) <= skill)

    expected = icepool.map(hits, first, second)
    for amount, probability in odds.spread("hit", "pirat").items():
        assert probability == chance(expected, amount)


def test_walka_16_two_weapons_of_two_skills_have_half_of_each_when_both_are_spent_on() -> None:
    vera = sheet(weapons=[PISTOL, SMG], skills={"pistols": 5, "smgs": 3})
    odds = odds_of(fight_of(vera), "two_weapons")

    def hits(a: int, b: int) -> int:
        whole = a <= 5 and b <= 3 and not (a and b)
        halves = a <= 2 and b <= 1
        return 2 if whole or halves else int(a <= 5 or b <= 3)

    expected = icepool.map(hits, points_needed(10), points_needed(8))
    for amount, probability in odds.spread("hit", "pirat").items():
        assert probability == chance(expected, amount)


class InOnePath(OddsTable):
    """Does everything of a command on one path, nothing of it for itself."""

    each = Table.each
    finish = Table.finish


EXPLOSIVE = {"name": "Wybuchowy", "category": "pistol", "damage": "heavy", "critical_range": 2}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SHOTGUN, PISTOL),
        ({**PISTOL, "damage": "critical"}, SHOTGUN),
        (ION, {**PISTOL, "damage": "critical"}),
        ({**ION, "whole_body": True}, ION),
        ({**PISTOL, "damage": "heavy"}, EXPLOSIVE),
    ],
    ids=lambda weapon: weapon["name"],
)
@pytest.mark.parametrize("other", ["pirat", "zbir"])
@pytest.mark.parametrize("best", [False, True])
def test_what_a_second_weapon_comes_to_does_not_depend_on_how_it_is_walked(
    first: Any, second: Any, other: str, best: bool
) -> None:
    vera = sheet(
        weapons=[{**first, "name": "Pierwszy"}, {**second, "name": "Drugi"}],
        skills={"pistols": 4, "shotguns": 3},
    )
    cyborg = sheet("Pirat", cyber=["dominant_arm", "left_leg", "torso"], armor={"torso": 1})
    fight = fight_of(vera, cyborg, zbir=sheet("Zbir", nature="droid"))
    step = step_of("two_weapons", target="pirat", target_other=other, aim=1, distance=5)

    short = fight.odds(step, best_case=best)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds_tables, "OddsTable", InOnePath)
        assert fight.odds(step, best_case=best) == short


def test_walka_12_points_count_in_odds_only_with_the_dice_that_they_are_spent_on() -> None:
    fight = fight_of(sheet(skills={"pistols": 4}), sheet("Pirat"))
    shot = step_of("shot", target="pirat", distance=5)
    spent_best, answers = Fraction(3, 4), {"skill_points": [0]}
    assert fight.odds(shot).probability("hit") == spent_best

    fallen = fight.search_odds(shot, dice=[14], answers=answers)
    assert fallen.whole().probability("hit") == 0
    assert (fallen.unasked, fallen.about_dice) == ((), ())

    not_yet = fight.search_odds(shot, answers=answers)
    assert not_yet.whole().probability("hit") == spent_best
    assert (not_yet.unasked, not_yet.about_dice) == ((), ("skill_points",))


def test_walka_11_which_die_tells_the_location_counts_only_once_the_dice_have_fallen() -> None:
    sabre = {"name": "Szabla", "category": "melee", "damage": "light", "sabre": True}
    duellist = sheet(weapons=[sabre], skills={"melee": 6})
    fight = fight_of(duellist, {**duellist, "name": "Pirat"})
    exchange = step_of("exchange", target="pirat")
    search = fight.search_odds(exchange, answers={"location_die": 3})
    assert search.whole() == fight.odds(exchange)
    assert (search.unasked, search.about_dice) == ((), ("location_die",))


@pytest.mark.parametrize(
    ("action", "rounds"), [("short_burst", 3), ("long_burst", 9), ("continuous_fire", 18)]
)
@pytest.mark.parametrize("skill", [0, 5])
@pytest.mark.parametrize("equal", [False, True])
def test_bursts_by_the_number_of_hits(action: str, rounds: int, skill: int, equal: bool) -> None:
    vera = sheet(weapons=[SMG], skills={"smgs": skill})
    pirat = sheet("Pirat", armor=dict.fromkeys(("head", "torso"), 3))
    fight = fight_of(vera, pirat, house={"equal_succeeds": equal})
    odds = odds_of(fight, action)

    def hits(face: int) -> int:
        return 0 if face == 20 else max(min(12 - (face - skill) + equal, rounds), 0)

    expected = D20.map(hits)
    spread = odds.spread("hit", "pirat")
    assert set(spread) == set(expected.outcomes())
    for amount, probability in spread.items():
        assert probability == chance(expected, amount)


@pytest.mark.parametrize("location", [None, "head", "torso", "left_leg"])
@pytest.mark.parametrize("aim", [0, 1, 2])
def test_wounds_by_level_against_every_face(location: str | None, aim: int) -> None:
    """All faces of all dice, all splits of the points: most hits, then fewest points."""
    pirat = sheet("Pirat", armor={"torso": 1})
    fight = fight_of(sheet(skills={"pistols": 2}), pirat)
    odds = odds_of(fight, "shot", aim=aim, location=location, distance=25)
    threshold = 9 - {None: 0, "head": 7, "torso": 1, "left_leg": 3}[location]

    def level(face: int) -> int:
        where = location or ("head" if face < 3 else "torso" if 7 <= face <= 15 else "limb")
        return {"head": 3, "torso": 1}.get(where, 2)

    counted: Counter[int] = Counter()
    for faces in product(range(1, 21), repeat=aim + 1):
        free = [level(face) for face in faces if face < threshold]
        dear = sorted(
            (face - threshold + 1, -level(face)) for face in faces if threshold <= face < 20
        )
        if free:
            counted[max(free)] += 1
        elif dear and dear[0][0] <= 2:
            counted[-dear[0][1]] += 1
        else:
            counted[0] += 1
    total = 20 ** (aim + 1)
    assert odds.spread("damage", "pirat") == {
        amount: Fraction(ways, total) for amount, ways in sorted(counted.items())
    }


def test_a_sniper_out_of_danger_shares_the_points_between_two_dice() -> None:
    gun = {**PISTOL, "category": "marksman"}
    vera = sheet(weapons=[gun], skills={"marksman_rifles": 5}, dexterity=5)
    odds = odds_of(fight_of(vera), "sniper_shot", safe=True)
    assert odds.probability("hit", "pirat") == Fraction(2865, 8000)


@pytest.mark.parametrize("distance", [2, 10, 20])
def test_shotguns_by_the_sum_of_all_wounds(distance: int) -> None:
    """A limb holds scratches off; the head makes them light."""
    pirat = sheet("Pirat", armor={"right_leg": 1, "left_leg": 1})
    odds = odds_of(fight_of(sheet(weapons=[SHOTGUN]), pirat), "shot", distance=distance)
    threshold = 12 if distance == 20 else 14
    main = {2: 4, 10: 2, 20: 0}[distance]
    expected: dict[int, Fraction] = {}
    for face in range(1, 21):
        if face >= threshold:
            expected[0] = expected.get(0, Fraction(0)) + Fraction(1, 20)
            continue
        wound = main and min(main + (face < 3), 4)
        if distance == 2 and face < 3:
            expected[wound] = expected.get(wound, Fraction(0)) + Fraction(1, 20)
            continue  # dead; the scratches do not matter any more
        scratches = threshold - face
        for heads in range(scratches + 1):
            for legs in range(scratches - heads + 1):
                others = scratches - heads - legs
                ways = comb(scratches, heads) * comb(scratches - heads, legs)
                p = Fraction(ways * 2**heads * 4**legs * 13**others, 19**scratches)
                amount = wound + 2 * heads + others
                expected[amount] = expected.get(amount, Fraction(0)) + p / 20
    assert odds.spread("damage", "pirat") == {k: v for k, v in sorted(expected.items()) if v}


def test_a_shotgun_at_best_puts_all_points_on_its_die() -> None:
    """walka-12 and 26: the cheapest hit by default, every scratch at best."""
    fight = fight_of(sheet(weapons=[SHOTGUN], skills={"shotguns": 4}))
    step = step_of("shot", target="pirat", distance=20)
    cheap, best = fight.odds(step), fight.odds(step, best_case=True)
    a_scratch = Fraction(2 * 2 + 17, 19)  # light in the head

    def expected(points: int) -> Fraction:
        won = [max(12 - face, 0) or 1 for face in range(1, 16)]
        if points:
            won = [16 - face for face in range(1, 16)]
        return sum(won) * a_scratch / 20

    assert cheap.expected("damage") == expected(0)
    assert best.expected("damage") == expected(4)
    assert cheap.probability("hit") == best.probability("hit") == Fraction(15, 20)


def test_a_blow_at_best_leaves_less_to_the_parry() -> None:
    fight = fight_of(sheet(weapons=[BLADE], skills={"melee": 6}))
    step = step_of("strike", target="pirat")
    assert fight.odds(step, best_case=True).probability("hit") > fight.odds(step).probability("hit")


def test_odds_know_that_the_pool_is_spent_and_the_magazine_empty() -> None:
    vera = sheet(weapons=[{**SMG, "magazine": 9, "loaded": 2}], skills={"smgs": 5})
    fight = edit(fight_of(vera), "vera", skill_points={"smgs": 1})
    spread = odds_of(fight, "long_burst").spread("hit", "pirat")
    assert spread == {0: Fraction(8, 20), 1: Fraction(1, 20), 2: Fraction(11, 20)}


def test_odds_of_dying_by_a_second_critical_wound() -> None:
    vera = sheet(weapons=[{**PISTOL, "damage": "critical"}])
    fight = edit(fight_of(vera), "pirat", wounds=[{"level": "critical", "location": "torso"}])
    assert odds_of(fight, "shot").probability("out", "pirat") == Fraction(11, 20)


def test_a_duel_has_no_ties_in_the_end() -> None:
    fight = fight_of(sheet(skills={"spotting": 3}))
    odds = fight.odds({"do": "spotting_duel", "actor": "vera", "target": "pirat"})
    chances = [odds.probability("success", id) for id in ("vera", "pirat")]
    assert sum(chances) == 1
    assert chances[0] > Fraction(1, 2)


def test_the_spread_of_a_volley_weighs_as_much_as_all_its_faces() -> None:
    volley = Volley((Shot(3, 9), Shot(3, 7.5)), SkillPoints(("pistols",) * 2, (4, 4), (0, 0)))
    assert sum(volley.spread().values()) == 20**6


ROLLED: list[tuple[str, dict[str, Any]]] = [
    ("shot", {"aim": 2, "distance": 40}),
    ("two_weapons", {"aim": 1}),
    ("long_burst", {"with": "Pistolet maszynowy"}),
]


@pytest.mark.parametrize(("action", "told"), ROLLED)
def test_odds_against_twenty_thousand_rolls(action: str, told: dict[str, Any]) -> None:
    times = 20_000
    vera = sheet(weapons=[PISTOL, {**PISTOL, "name": "Drugi"}, SMG], skills={"pistols": 4})
    fight = fight_of(vera, sheet("Pirat", armor={"torso": 1}))
    step = step_of(action, target="pirat", **told)
    odds = fight.odds(step)
    command = fight.rules.read(step)
    dice = Random(20)
    counted: Counter[int] = Counter()
    for _ in range(times):
        draft = fight.state.copy()
        table = PlayTable(
            draft,
            source=lambda sides: dice.randint(1, sides),
            decide=fight.rules.decide,
        )
        fight.rules.perform(draft, command, table)
        wounds = [wound.level for wound in draft["pirat"].wounds]
        counted[sum(("scratch", "light", "heavy", "critical").index(w) + 1 for w in wounds)] += 1
    assert who(fight, "pirat").wounds == []
    for amount, probability in odds.spread("damage", "pirat").items():
        p = float(probability)
        assert abs(counted[amount] / times - p) < 5 * sqrt(p * (1 - p) / times) + 1e-9


# ---- odds are what play comes to (walka-12, 26, 27 and 28)

ROCKETS = {
    "name": "Rakiety",
    "category": "rifle",
    "damage": "critical",
    "critical_range": 2,
    "rate_of_fire": 2,
}
DROID = sheet("Pirat", nature="droid")
DRAWS_ON_ONE_POOL: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], Any]] = [
    (
        "walka-26: a shotgun aimed at 15 m",
        sheet(weapons=[SHOTGUN], skills={"shotguns": 3}),
        sheet("Pirat", armor={"torso": 1}),
        {"action": "shot", "aim": 2, "distance": 15},
        {},
    ),
    (
        "walka-27: an ion weapon aimed at a droid",
        sheet(weapons=[ION], skills={"pistols": 2}),
        DROID,
        {"action": "shot", "aim": 2},
        {},
    ),
    (
        "walka-27: two ion weapons at a droid",
        sheet(weapons=[ION, {**ION, "name": "Drugi"}], skills={"pistols": 2}, dexterity=18),
        sheet("Pirat", cyber=["left_leg", "right_leg", "dominant_arm"]),
        {"action": "two_weapons", "aim": 1},
        {},
    ),
    (
        "walka-28: a throw by build and the throw draw on one pool",
        sheet(weapons=[GRENADE], skills={"throwing": 5}),
        sheet("Pirat"),
        {"action": "throw", "distance": 40, "by_build": True},
        {"dodge_grenade": "stay"},
    ),
    (
        "walka-30: flung off, seeing it and doing it draw on one pool",
        sheet(weapons=[GRENADE], dexterity=19),
        sheet("Pirat", force=12, skills={"alertness": 4, "telekinesis": 5}),
        {"action": "throw"},
        {"dodge_grenade": "fling", "landing": [13]},
    ),
    (
        "walka-29: who throws by build and who is behind cover are both in the blast",
        sheet(weapons=[GRENADE], skills={"throwing": 5}),
        sheet("Pirat", armor={"torso": 1}, skills={"alertness": 4}),
        {
            "action": "throw",
            "distance": 12,
            "by_build": True,
            "victims": [{"who": "vera", "metres": 7}, {"who": "pirat", "metres": 1, "cover": True}],
        },
        {},
    ),
    (
        "walka-27: an ion grenade at a droid",
        sheet(weapons=[{**GRENADE, "ion": True}], dexterity=19),
        DROID,
        {"action": "throw"},
        {"dodge_grenade": "stay"},
    ),
    (
        "walka-12: several shots with two skills",
        sheet(weapons=[PISTOL, SMG], skills={"pistols": 6, "smgs": 3}, dexterity=8),
        sheet("Pirat", armor={"torso": 1}),
        {
            "action": "several_shots",
            "target": None,
            "shots": [
                {"target": "pirat", "with": "Pistolet"},
                {"target": "pirat", "with": "Pistolet maszynowy"},
            ],
        },
        {},
    ),
    (
        "walka-24: bursts from both",
        sheet(weapons=[SMG, {**SMG, "name": "Drugi"}], skills={"smgs": 3}, dexterity=9),
        sheet("Pirat", armor={"torso": 2}),
        {"action": "two_weapons", "burst": "short_burst"},
        {},
    ),
    (
        "walka-29: rounds that explode, of which a second one kills who bore the first",
        sheet(weapons=[ROCKETS, {**ROCKETS, "name": "Drugie"}], dexterity=16),
        sheet("Pirat", armor={"torso": 1}),
        {"action": "two_weapons"},
        {},
    ),
    (
        "walka-29: a burst of them",
        sheet(weapons=[ROCKETS], dexterity=16),
        sheet("Pirat", armor={"torso": 1, "left_leg": 2}),
        {"action": "short_burst"},
        {},
    ),
]


@pytest.mark.parametrize(
    ("vera", "pirat", "step", "answers"),
    [case[1:] for case in DRAWS_ON_ONE_POOL],
    ids=[case[0] for case in DRAWS_ON_ONE_POOL],
)
def test_odds_of_steps_that_were_once_wrong(
    vera: dict[str, Any], pirat: dict[str, Any], step: dict[str, Any], answers: dict[str, Any]
) -> None:
    fight = fight_of(vera, pirat)
    given = {"target": "pirat", **step}
    wanted = step_of(given.pop("action"), **{k: v for k, v in given.items() if v is not None})
    odds = fight.odds(wanted, answers=answers)
    situation = Situation(fight.state, fight.rules.read(wanted), odds)
    assert disagreements(fight.rules, situation, 1200, answers=answers) == []


def test_walka_28_the_points_on_strength_are_those_that_serve_the_throw_best() -> None:
    """Against the best of all splits of the pool, worked out by hand for every face."""
    skill, dexterity, build, penalty = 5, 12, 12, 8
    fight = fight_of(sheet(weapons=[GRENADE], skills={"throwing": skill}))
    step = step_of("throw", target="pirat", distance=40, by_build=True)
    odds = fight.odds(step, answers={"dodge_grenade": "stay"})

    def lands(points_left: int, gained: int) -> Fraction:
        below = dexterity - penalty + gained + points_left
        return Fraction(min(max(below - 1, 0), 19), 20)

    best = Fraction(0)
    for face in range(1, 21):
        ways = []
        for points in range(skill + 1):
            won = build - (face - points)
            gained = min(won, penalty) if won > 0 and face < 20 else 0
            ways.append(lands(skill - points, gained))
        best += max(ways) / 20
    assert odds.probability("success", "vera") == best


@pytest.mark.parametrize(("spotting", "hiding"), [(0, 0), (3, 0), (5, 4)])
def test_walka_10_odds_of_spotting_somebody_know_how_well_it_hides(
    spotting: int, hiding: int
) -> None:
    vera = sheet(senses=14, skills={"spotting": spotting})
    pirat = sheet("Pirat", dexterity=10, skills={"hiding": hiding})
    fight = edit(fight_of(vera, pirat), "pirat", covered=True)
    odds = fight.odds(step_of("spot", target="pirat"))
    found = 0
    for seeking, hiding_ in product(range(1, 20), range(1, 21)):
        won = max(14 - seeking, 1) if seeking < 14 + spotting else 0
        needed = max(hiding_ - 10 + won, 0)
        found += won > 0 and (hiding_ == 20 or needed > hiding)
    assert odds.probability("success", "vera") == Fraction(found, 400)


def test_walka_27_of_several_dice_the_one_that_deactivates_a_droid_counts() -> None:
    """A die for the arm is lower, one for the torso ends the fight."""
    odds = odds_of(fight_of(sheet(weapons=[ION]), DROID), "shot", aim=1)
    deactivates = {1, 2, *range(7, 12)}
    spared = Fraction(20 - len(deactivates), 20)
    assert odds.probability("out", "pirat") == 1 - spared**2


def test_walka_12_odds_know_that_a_third_skill_can_make_the_others_worth_more() -> None:
    """By the house rule of two thirds a second skill of 3 is worth 1, beside a third one 2."""
    skills = {"pistols": 3, "smgs": 3, "hiding": 6}
    vera = sheet(weapons=[PISTOL, SMG], skills=skills, dexterity=8)
    fight = fight_of(vera, house={"three_skills": "two_thirds", "pain_test": False})
    edit(fight, "vera", skill_points={"hiding": 4})
    shots = [{"target": "pirat", "with": gun["name"]} for gun in (PISTOL, SMG)]
    step = step_of("several_shots", shots=shots)
    hits = Counter[int]()
    for dice in product(range(1, 21), repeat=2):
        moment = fight.perform({**step, "dice": list(dice), "answers": "default"})
        assert moment
        hits[moment.marks.get(("hit", "pirat"), 0)] += 1
        fight.undo()
    expected = {count: Fraction(ways, 400) for count, ways in hits.items()}
    assert fight.odds(step).spread("hit", "pirat") == expected
