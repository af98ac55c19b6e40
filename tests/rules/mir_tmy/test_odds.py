"""Pools and odds: exact, against an independent judge, and against the dice themselves."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import PlayTable
from desktop.rules.dice import Dice, TwoStageThrow
from desktop.rules.mir_tmy.attacks import Blows
from desktop.rules.mir_tmy.pools import Contest, Count, d10s
from desktop.rules.mir_tmy.sheet import HouseRules
from desktop.rules.mir_tmy.wounds import Harm
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    RIFLE,
    SWORD,
    act,
    do,
    person,
    scene,
    set_by_hand,
)
from tests.test_odds_agree import Situation, disagreements


def situation(fight: Fight, step: dict[str, Any]) -> Situation:
    return Situation(fight.state, fight.rules.read(step), fight.odds(step))


def net(count: int, difficulty: int, ones: bool = True) -> icepool.Die[int]:
    """The judge's pool: net successes, never below none."""
    die = icepool.d10.map(lambda f: 1 if f >= difficulty else -1 if f == 1 and ones else 0)
    if not count:
        return icepool.Die([0])
    return (count @ die).map(lambda n: max(n, 0))


def falls(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every fall of a handful with its probability, face by face."""
    for fall in product(range(1, 11), repeat=dice.count):
        brought = sum(face in dice.more for face in fall)
        for more in product(range(1, 11), repeat=brought):
            yield (*fall, *more), Fraction(1, 10 ** (dice.count + brought))


@pytest.mark.parametrize("ones", [True, False])
@pytest.mark.parametrize("more", [frozenset[int](), frozenset({10})])
@pytest.mark.parametrize("difficulty", [2, 6, 10])
def test_mir_tmy_1_a_spread_is_what_all_falls_come_to(
    ones: bool, more: frozenset[int], difficulty: int
) -> None:
    for count in range(1, 4):
        dice, reading = Dice(count, 10, more=more), Count(difficulty, ones)
        spread = reading.spread(dice)
        whole = sum(spread.values())
        expected: dict[Any, Fraction] = {}
        for fall, chance in falls(dice):
            assert dice.missing(fall) == 0
            expected[reading.read(fall)] = expected.get(reading.read(fall), Fraction(0)) + chance
        assert {roll: Fraction(n, whole) for roll, n in spread.items()} == expected


@pytest.mark.parametrize(("count", "difficulty"), [(1, 6), (10, 6), (20, 8), (30, 9)])
def test_mir_tmy_1_large_pools_agree_with_the_judge(count: int, difficulty: int) -> None:
    spread = Count(difficulty).spread(Dice(count, 10))
    mine: dict[int, int] = {}
    for roll, ways in spread.items():
        mine[roll.successes] = mine.get(roll.successes, 0) + ways
    judge = net(count, difficulty)
    whole = sum(mine.values())
    assert whole == 10**count
    for successes, ways in mine.items():
        assert Fraction(ways, whole) == Fraction(judge.quantity(successes), judge.denominator())


def test_mir_tmy_1_ten_dice_botch_as_often_as_they_should() -> None:
    spread = Count(6).spread(Dice(10, 10))
    botch = sum(ways for roll, ways in spread.items() if roll.botch)
    assert Fraction(botch, 10**10) == Fraction(5**10 - 4**10, 10**10)
    mean = sum(roll.successes * ways for roll, ways in spread.items()) / 10**10
    assert mean == pytest.approx(4.05, abs=0.05)


@settings(max_examples=60)
@given(
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(2, 10),
    st.integers(2, 10),
    st.booleans(),
    st.integers(0, 1),
)
def test_mir_tmy_2_a_contest_is_what_all_falls_come_to(
    mine: int, theirs: int, against: int, other: int, ones: bool, plus: int
) -> None:
    contest = Contest(
        Dice(mine, 10),
        against,
        Dice(theirs, 10),
        other,
        ones,
        low=-1,
        high=2,
        plus=plus,
        botch=True,
    )
    expected: dict[tuple[int, bool], int] = {}
    for fall in product(range(1, 11), repeat=mine + theirs):
        handfuls = [fall[:mine], fall[mine:]] if theirs else [fall]
        clash = contest.read(handfuls)
        key = (max(min(clash.net, 2), -1), clash.botch)
        expected[key] = expected.get(key, 0) + 1
    assert {(c.net, c.botch): ways for c, ways in contest.spread().items()} == expected


def judged(
    attack: tuple[int, int],
    defence: tuple[int, int],
    cap: int,
    damage: int,
    soak: int,
    room: int,
) -> dict[int, Fraction]:
    """The judge's levels of damage of one attack."""
    hit = (net(*attack) - net(*defence)).map(lambda n: max(n, 0))

    def levels(successes: int) -> Any:
        if not successes:
            return 0
        dice = damage + min(successes - 1, cap)
        rolled = net(dice, 6, ones=False) - net(soak, 6, ones=False)
        return rolled.map(lambda n: min(max(n, 0), room))

    die = hit.map(levels)
    return {n: Fraction(die.quantity(n), die.denominator()) for n in die.outcomes()}


@pytest.mark.parametrize(
    ("shooter", "victim", "expected"),
    [
        ((8, 4), (0, 3), {"defence": (0, 6), "soak": 0}),
        ((8, 4), (6, 3), {"defence": (6, 8), "soak": 0}),
        ((8, 4), (6, 4), {"defence": (6, 8), "soak": 0}),
    ],
)
def test_mir_tmy_12_odds_of_a_shot_agree_with_the_judge(
    shooter: tuple[int, int], victim: tuple[int, int], expected: dict[str, Any]
) -> None:
    dice, ability = shooter
    dodge, stamina = victim
    fight = scene(
        person("А", dexterity=dice - ability, abilities={"firearms": ability}, weapons=[PISTOL]),
        person("Б", stamina=stamina, abilities={"dodge": max(dodge - 3, 0)}),
    )
    answer = {"defence": "dodge" if dodge else "none"}
    odds = fight.odds(
        {"do": "act", "actor": "a", "action": "attack", "target": "b"}, answers=answer
    )
    judge = judged((dice, 6), expected["defence"], ability, 4, expected["soak"], 8)
    assert odds.spread("damage", "b") == judge
    assert sum(chance.p for chance in odds.chances) == 1


def test_mir_tmy_16_odds_of_a_club_against_stamina_and_armour_agree_with_the_judge() -> None:
    fight = scene(
        person("А", dexterity=4, strength=3, abilities={"melee": 3}, weapons=[CLUB]),
        person("Б", stamina=3, abilities={"brawl": 3}, armor={"name": "Кевлар", "rating": 2}),
    )
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    odds = fight.odds(step, answers={"defence": "dodge"})
    assert odds.spread("damage", "b") == judged((7, 6), (3, 6), 3, 4, 5, 15)


def test_mir_tmy_16_a_vampires_half_agrees_with_the_judge() -> None:
    fight = scene(
        person("А", abilities={"firearms": 5}, weapons=[RIFLE]),
        person("Б", kind="vampire", stamina=4),
    )
    set_by_hand(fight, "b", acted=True)
    odds = fight.odds({"do": "act", "actor": "a", "action": "attack", "target": "b"})
    judge: dict[int, Fraction] = {}
    for levels, p in judged((8, 6), (0, 6), 5, 7, 4, 99).items():
        judge[min(levels // 2, 8)] = judge.get(min(levels // 2, 8), Fraction(0)) + p
    assert odds.spread("damage", "b") == judge


def test_mir_tmy_44_what_a_parry_risks_agrees_with_the_judge() -> None:
    fight = scene(
        person("А", abilities={"brawl": 2}), person("Б", abilities={"melee": 4}, weapons=[SWORD])
    )
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    odds = fight.odds(step, answers={"defence": "parry"})
    clash = net(5, 6) - net(7, 6)
    worse = Fraction(sum(clash.quantity(n) for n in clash.outcomes() if n < 0), clash.denominator())
    assert odds.probability("hit_back", "a") == worse
    back = net(5, 6, ones=False)
    expected = worse * Fraction(
        sum(n * back.quantity(n) for n in back.outcomes()), back.denominator()
    )
    assert odds.expected("damage_back", "a") == expected
    # What comes back is no hit and no damage of the attack itself.
    assert odds.probability("hit") == odds.probability("hit", "b") < 1 - worse
    assert odds.expected("damage") == odds.expected("damage", "b")


def test_mir_tmy_47_odds_of_a_covered_shot_are_of_its_target() -> None:
    protector = person("В", abilities={"dodge": 3})
    fight = scene(person("А", weapons=[PISTOL]), person("Б"), protector, dice=[1, 5, 9])
    fight.perform({"do": "act", "actor": "c", "action": "cover_ally", "target": "b"})
    fight.perform({"do": "end_turn", "actor": "b"})
    odds = fight.odds({"do": "act", "actor": "a", "action": "attack", "target": "b"})
    assert odds.probability("hit") == odds.probability("hit", "b")
    assert odds.expected("damage") == odds.expected("damage", "b") > 0
    assert odds.probability("hit_instead", "c") > 0
    assert odds.expected("damage_instead", "c") > 0


def covered_strafe() -> Fight:
    """А is about to strafe Б and В; Г covers one of them."""
    fight = scene(
        person("А", abilities={"firearms": 3}, weapons=[RIFLE]),
        person("Б"),
        person("В"),
        person("Г", abilities={"dodge": 3}),
        dice=[1, 5, 6, 9],
    )
    act(fight, "d", "cover_ally", target="b")
    for id in "cb":
        do(fight, {"do": "end_turn", "actor": id})
    return fight


@pytest.mark.parametrize("targets", ["b", "bc"])
def test_mir_tmy_39_47_odds_of_a_covered_strafe_are_of_its_targets_and_those_of_play(
    targets: str,
) -> None:
    fight = covered_strafe()
    step = {"do": "act", "actor": "a", "action": "strafe", "targets": list(targets)}
    covered = situation(fight, step)
    odds = covered.odds
    assert odds.probability("hit_instead") == odds.probability("hit_instead", "d") > 0
    assert odds.expected("damage_instead") == odds.expected("damage_instead", "d") > 0
    assert odds.probability("hit", "d") == 0
    assert odds.samples == 0
    assert disagreements(fight.rules, covered, 300) == []


def test_mir_tmy_39_targets_that_have_nothing_to_do_with_each_other_are_reckoned_apart() -> None:
    people = [person(name, abilities={"dodge": 3}) for name in "БВГ"]
    fight = scene(person("А", abilities={"firearms": 3}, weapons=[RIFLE]), *people)
    step = {"do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c", "d"]}
    search = fight.search_odds(step, answers={"defence": "dodge"})
    assert search.whole().samples == 0
    assert search.paths < 1000


@given(
    attack=st.builds(
        Contest,
        st.builds(d10s, st.integers(0, 8), st.booleans()),
        st.integers(2, 10),
        st.builds(d10s, st.integers(0, 6)),
        st.integers(2, 10),
        ones=st.booleans(),
        low=st.integers(-1, 0),
        high=st.integers(1, 6),
        plus=st.integers(0, 3),
        botch=st.booleans(),
    ),
    harm=st.builds(
        Harm,
        st.integers(-2, 8),
        st.integers(0, 5),
        st.just("lethal"),
        st.booleans(),
        st.integers(0, 2),
        st.booleans(),
        st.integers(0, 15),
    ),
)
@settings(max_examples=60, deadline=None)
def test_mir_tmy_11_damage_of_all_extra_successes_together_is_that_of_each(
    attack: Contest, harm: Harm
) -> None:
    assume(not (attack.botch and attack.plus))  # a botch, which has no success, never hits
    blows = Blows(attack, harm, attack.high - 1)
    assert blows.both() == TwoStageThrow.both(blows)


def test_mir_tmy_33_odds_of_a_neck_twist_are_those_of_play_to_the_last_level() -> None:
    """What is marked as damage is what is lost: all levels, where the head comes off."""
    killer = person("А", strength=6, dexterity=6, abilities={"brawl": 5})
    fight = scene(killer, person("Б", stamina=2, strength=1))
    step = {"do": "act", "actor": "a", "action": "neck_twist", "target": "b"}
    twist = situation(fight, step)
    assert disagreements(fight.rules, twist, 20_000) == []
    dice = Random(5)
    heads = 0
    for _ in range(300):
        draft = twist.state.copy()
        table = PlayTable(
            draft,
            source=partial(dice.randint, 1),
            decide=fight.rules.decide,
        )
        fight.rules.perform(draft, twist.command, table)
        fighter: Any = draft["b"]
        heads += fighter.dead
        marked = sum(n for (what, _), n in table.marks.items() if what == "damage")
        assert marked >= fighter.marked  # bashing beyond the last level is marked twice
    assert heads


def test_mir_tmy_18_odds_with_the_attack_already_on_the_table() -> None:
    fight = scene(person("А", abilities={"brawl": 2}), person("Б"))
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    fight.perform({**step, "answers": {"defence": "none"}, "dice": [8, 8, 3, 3, 3]})
    assert fight.pending is not None
    odds = fight.odds(step, dice=[8, 8, 3, 3, 3], answers={"defence": "none"})
    assert odds.probability("hit", "b") == 1
    rolled = (net(4, 6, ones=False) - net(3, 6, ones=False)).map(lambda n: max(n, 0))
    expected = {n: Fraction(rolled.quantity(n), rolled.denominator()) for n in rolled.outcomes()}
    assert odds.spread("damage", "b") == expected


def test_mir_tmy_49_odds_of_several_attacks() -> None:
    fight = scene(
        person("А", dexterity=6, abilities={"melee": 5}, weapons=[SWORD]),
        *(person(name) for name in "БВ"),
    )
    parts = [
        {"action": "attack", "dice": 5, "target": "b"},
        {"action": "attack", "dice": 2, "target": "c"},
    ]
    odds = fight.odds({"do": "act", "actor": "a", "action": "multiple", "parts": parts})
    assert odds.spread("damage", "b") == judged((5, 6), (0, 6), 5, 5, 0, 8)
    assert odds.spread("damage", "c") == judged((2, 6), (0, 6), 5, 5, 0, 8)


def test_mir_tmy_39_odds_of_a_share_count_its_extra_successes_up_to_the_ability() -> None:
    shooter = person("А", abilities={"firearms": 2}, weapons=[RIFLE])
    fight = scene(shooter, person("Б"), person("В"))
    step = {"do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c"]}
    odds = fight.odds(step, dice=[8] * 8 + [3] * 7, answers={"defence": "none", "share": [5, 3]})
    rolled = net(7 + 2, 6, ones=False)
    expected = {n: Fraction(rolled.quantity(n), rolled.denominator()) for n in range(8)}
    expected[8] = 1 - sum(expected.values(), Fraction(0))
    assert odds.spread("damage", "b") == odds.spread("damage", "c") == expected


def test_the_house_rules_default_to_the_ledgers() -> None:
    assert HouseRules() == HouseRules(
        ones_cancel=True,
        tens_again=False,
        damage_ones_cancel=False,
        declare=True,
        sweep_initiative=5,
        disarm_miss="damage",
        many_on_one="known",
    )


def attack_with(dice: int, target: str, **more: Any) -> dict[str, Any]:
    return {"action": "attack", "dice": dice, "target": target, "with": "Меч", **more}


@pytest.mark.parametrize(
    "parts",
    [
        [attack_with(3, "b"), attack_with(3, "b")],
        [attack_with(3, "b"), attack_with(3, "c"), attack_with(2, "b")],
        [{"action": "strafe", "dice": 4, "targets": ["b", "c"]}, attack_with(4, "b")],
        [{"action": "break_joint", "dice": 4, "target": "b"}, attack_with(4, "b")],
    ],
)
def test_mir_tmy_49_odds_of_several_attacks_are_those_of_play(parts: list[dict[str, Any]]) -> None:
    """Each of them finds its target as hurt as those before it have left it."""
    skills = {"firearms": 5, "melee": 5, "brawl": 5}
    attacker = person("А", dexterity=4, abilities=skills, weapons=[RIFLE, SWORD])
    fight = scene(attacker, person("Б", stamina=1), person("В"))
    several = situation(fight, {"do": "act", "actor": "a", "action": "multiple", "parts": parts})
    assert several.odds.samples == 0
    assert disagreements(fight.rules, several, 500) == []


def test_mir_tmy_49_a_second_attack_on_somebody_else_is_walked_only_once() -> None:
    attacker = person("А", dexterity=4, abilities={"melee": 4}, weapons=[SWORD])
    fight = scene(attacker, person("Б"), person("В"))
    parts = [attack_with(4, "b"), attack_with(4, "c")]
    search = fight.search_odds({"do": "act", "actor": "a", "action": "multiple", "parts": parts})
    assert search.whole().samples == 0
    assert search.paths < 50


def test_mir_tmy_19_what_follows_from_a_sweep_from_ambush_is_walked_only_once() -> None:
    """By how much the ambush succeeds bears on the attack, not on the fall."""
    attacker = person("А", dexterity=4, abilities={"melee": 4, "stealth": 4}, weapons=[CLUB])
    fight = scene(attacker, person("Б", dexterity=3, abilities={"melee": 3}, weapons=[SWORD]))
    names = {"actor": "a", "target": "b", "with": CLUB["name"]}
    step = {"do": "act", "action": "ambush", "by": "sweep", **names}
    search = fight.search_odds(step, answers={"defence": "parry"})
    assert search.whole().samples == 0
    assert search.paths < 120
    assert disagreements(fight.rules, situation(fight, step), 500) == []


def test_mir_tmy_35_odds_of_disarming_are_those_of_play() -> None:
    attacker = person("А", dexterity=4, strength=3, abilities={"melee": 4}, weapons=[CLUB])
    fight = scene(attacker, person("Б", stamina=2, strength=2, weapons=[SWORD]))
    names = {"actor": "a", "target": "b", "with": CLUB["name"]}
    disarming = situation(fight, {"do": "act", "action": "disarm", **names})
    assert disarming.odds.probability("disarmed", "b") > 0
    assert disarming.odds.expected("damage", "b") > 0
    assert disagreements(fight.rules, disarming, 500) == []
