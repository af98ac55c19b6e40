"""Odds of every attack on offer, with and without each defence, agree with what is played."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import PlayTable
from desktop.rules.table import Refusal
from tests.rules.boj.bench import (
    CULTIST,
    GRENADE,
    KNIFE,
    RIFLE,
    VERA,
    VEST,
    WALL,
    attack,
    fight,
    sheet,
    turn_of,
)

BEHIND = {**CULTIST, "armor": [VEST, WALL]}
PLAYS = 2000
FURTHEST = 0.056
"""Five standard deviations of a share of 2,000 plays; the plays are seeded besides."""

WEAPONS = ("Револьвер", "Лук", "Автомат", "Граната", "Нож", "Голые руки и ноги")


def plays(scene: Fight, step: dict[str, Any], answers: dict[str, Any]) -> Iterator[Any]:
    """How the fight stands after the step, for each of many falls of the dice."""
    dice, command = Random(7), scene.rules.read(step)
    for _ in range(PLAYS):
        draft = scene.state.copy()
        table = PlayTable(
            draft,
            source=lambda sides: dice.randint(1, sides),
            answers=answers,
            decide=scene.rules.decide,
        )
        scene.rules.perform(draft, command, table)
        yield draft


def check(scene: Fight, step: dict[str, Any], answers: dict[str, Any], *people: str) -> None:
    """How often each of these is hurt, is out, and the hit points lost, in odds and in play."""
    odds = scene.odds(step, answers=answers)
    assert sum(chance.p for chance in odds.chances) == 1
    ends = list(plays(scene, step, answers))
    for who in people:
        before = scene.state[who].hp
        lost = [before - state[who].hp for state in ends]
        came = [
            sum(map(bool, lost)) / PLAYS,
            lost.count(before) / PLAYS,
            sum(lost) / PLAYS / before,
        ]
        expected = [
            odds.probability("damage", who),
            odds.probability("out", who),
            odds.expected("damage", who) / before,
        ]
        assert came == pytest.approx([float(share) for share in expected], abs=FURTHEST)


def ways_to_defend(scene: Fight, step: dict[str, Any]) -> list[str]:
    decisions = scene.decisions(step)
    if not decisions:
        return ["none"]
    return [choice.value for choice in decisions[0][0].field.choices]


@pytest.mark.parametrize(
    ("action", "weapon"),
    [*(("attack", weapon) for weapon in WEAPONS), ("called_shot", "Револьвер")],
)
def test_boj_5_odds_of_an_attack_are_those_of_play(action: str, weapon: str) -> None:
    scene = fight(VERA, BEHIND)
    step = {"do": "act", "actor": "vera", "action": action, "target": "cultist", "with": weapon}
    for answer in ways_to_defend(scene, step):
        check(scene, step, {"defence": answer}, "cultist", "vera")


@pytest.mark.parametrize("critical", ["double", "instant"])
@pytest.mark.parametrize("armor", ["by_kind", "same"])
@pytest.mark.parametrize("cover", [0, 5])
def test_boj_20_and_24_house_rules_change_odds_and_play_alike(
    critical: str, armor: str, cover: int
) -> None:
    scene = fight(
        VERA, {**CULTIST, "armor": [VEST]}, lethality_on_critical=critical, lethality_armor=armor
    )
    step = {
        **{"do": "act", "actor": "vera", "action": "attack", "target": "cultist"},
        **{"with": "Автомат", "mode": "burst", "behind": cover},
    }
    check(scene, step, {}, "cultist")


def test_boj_20_and_24_the_odds_of_the_house_rules_are_as_reckoned() -> None:
    """60 % to hit, of which 7 in a hundred are critical; Lethality 10, 20 when doubled."""
    found = {}
    for critical in ("double", "instant"):
        for armor in ("by_kind", "same"):
            scene = fight(lethality_on_critical=critical, lethality_armor=armor)
            step = {
                **{"do": "act", "actor": "vera", "action": "attack", "target": "cultist"},
                **{"with": "Автомат", "mode": "burst", "behind": 99},
            }
            found[critical, armor] = scene.odds(step).probability("out")
    criticals, plain = Fraction(6, 100), Fraction(54, 100)
    at_once = Fraction(15, 100)  # 1 to 10, and 11, 22, 33, 44, 55
    assert found["double", "by_kind"] == found["instant", "by_kind"] == 0
    assert found["double", "same"] == plain * Fraction(10, 100) + criticals * Fraction(20, 100)
    assert found["instant", "same"] == at_once + (Fraction(60, 100) - at_once) * Fraction(10, 100)


@pytest.mark.parametrize("weapon", ["Автомат", "Граната"])
@pytest.mark.parametrize("answers", [{}, {"defence": "dodge"}, {"defence@c2": "dodge"}])
def test_boj_22_odds_of_everybody_in_the_radius(weapon: str, answers: dict[str, Any]) -> None:
    scene = fight(VERA, BEHIND, BEHIND)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": weapon}
    more = {"mode": "burst"} if weapon == "Автомат" else {}
    check(scene, {**step, "targets": ["c2"], **more}, answers, "cultist", "c2")


def test_boj_22_many_people_in_a_radius_still_have_exact_odds() -> None:
    people = [CULTIST] * 9
    scene = fight(VERA, CULTIST, *people, cards=tuple(range(52, 41, -1)))
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    rest = [f"c{number}" for number in range(2, 11)]
    odds = scene.odds({**step, "with": "Граната", "targets": rest})
    assert odds.probability("hit", "c10") == Fraction(1, 2)
    assert odds.expected("damage", "c10") == odds.expected("damage", "cultist")


@pytest.mark.parametrize("victims", [3, 6])
def test_boj_17_and_22_odds_are_exact_when_everybody_dives_for_cover(victims: int) -> None:
    people = [{**BEHIND, "armor": [WALL]}] * (victims - 1)
    scene = fight(VERA, BEHIND, *people, cards=tuple(range(52, 52 - victims - 1, -1)))
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    rest = [f"c{number}" for number in range(2, victims + 1)]
    burst = {**step, "with": "Автомат", "mode": "burst", "targets": rest}
    search = scene.search_odds(burst, answers={"defence": "dodge"})
    odds = search.whole()
    assert odds.samples == 0
    assert search.paths <= 310 * victims
    # Hit: a plain 1 to 60 that no dodge under 40 is better than, or a critical one.
    ways = sum(
        attack <= 60 and not (dodge <= 40 and _better(dodge, attack, 40, 60))
        for attack in range(1, 101)
        for dodge in range(1, 101)
    )
    for who in ("cultist", *rest):
        assert odds.probability("hit", who) == Fraction(ways, 10_000)


def test_boj_7_odds_against_a_roll_that_stands() -> None:
    scene = fight()
    attack(scene, "Нож", 42, 1, answers="none")
    scene.perform({"do": "end_turn"})
    step = {"do": "act", "actor": "cultist", "action": "attack", "target": "vera"}
    for answer in ("none", "block", "strike_back", "dodge"):
        try:
            check(scene, step, {"defence": answer}, "vera", "cultist")
        except Refusal:
            assert answer == "dodge"


@pytest.mark.parametrize(("action", "mark"), [("disarm", "disarmed"), ("grapple", "held")])
@pytest.mark.parametrize("answer", ["none", "dodge", "block", "strike_back"])
def test_boj_10_and_13_odds_of_hand_to_hand(action: str, mark: str, answer: str) -> None:
    scene = fight()
    scene.perform({"do": "edit", "combatant": "vera", "set": {"in_hand": ""}})
    step = {"do": "act", "actor": "vera", "action": action, "target": "cultist"}
    expected = scene.odds(step, answers={"defence": answer}).probability(mark, "cultist")
    dice, came = Random(3), 0
    for _ in range(PLAYS):
        scene.perform(
            {**step, "answers": {"defence": answer}}, lambda sides: dice.randint(1, sides)
        )
        cultist = scene.state["cultist"]
        came += bool(cultist.disarmed or cultist.grappled_by)
        scene.undo()
    assert came / PLAYS == pytest.approx(float(expected), abs=FURTHEST)


@pytest.mark.parametrize("step", [{"action": "dodge"}, {"action": "resist"},
                                  {"action": "move", "difficult": True}])  # fmt: skip
def test_boj_5_odds_of_a_plain_test(step: dict[str, Any]) -> None:
    scene = fight()
    odds = scene.odds({"do": "act", "actor": "vera", **step})
    assert odds.probability("success", "vera") in (Fraction(2, 5), Fraction(1, 2))


def test_boj_12_odds_of_breaking_free() -> None:
    scene = fight()
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"grappled_by": "vera"}})
    turn_of(scene, "cultist")
    odds = scene.odds({"do": "act", "actor": "cultist", "action": "escape"})
    ways = sum(
        (mine == 1 or mine <= 50) and _better(mine, other)
        for mine in range(1, 101)
        for other in range(1, 101)
    )
    assert odds.probability("free", "cultist") == Fraction(ways, 10_000)


def _better(mine: int, other: int, my_chance: int = 50, other_chance: int = 50) -> bool:
    def degree(roll: int, chance: int) -> int:
        double = roll % 11 == 0 or roll in (1, 100)
        return (3 if double else 2) if roll <= chance else (0 if double else 1)

    degrees = degree(mine, my_chance), degree(other, other_chance)
    return mine > other if degrees == (2, 2) else degrees[0] > degrees[1]


def test_boj_odds_of_a_fight_of_two_sides_are_walked_quickly() -> None:
    """The number of paths, not the time: one for each end that rules tell apart."""
    people = [{"id": f"c{n}", "side": "foes", "sheet": BEHIND} for n in range(4)]
    scene = start(
        {
            **{"format": "fight/1", "system": "boj"},
            "combatants": [
                {"id": "vera", "side": "players", "sheet": sheet("Вера", GRENADE, RIFLE, KNIFE)},
                *people,
            ],
        }
    )
    scene.perform({"do": "begin", "dice": [52, 51, 50, 49, 48]})
    search = scene.search_odds(
        {
            **{"do": "act", "actor": "vera", "action": "attack", "with": "Нож"},
            "target": "c0",
        },
        answers={"defence": "block"},
    )
    search.whole()
    assert search.paths <= 60


@pytest.mark.parametrize("weapon", ["Нож", "Пила", "Голые руки и ноги"])
def test_boj_20_odds_of_a_deadly_counterattack_by_the_house_rule(weapon: str) -> None:
    saw = {"name": "Пила", "skill": "melee", "lethality": 20}
    scene = fight(
        sheet("Вера", KNIFE, saw), sheet("Культист", saw), lethality_on_critical="instant"
    )
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": weapon}
    check(scene, step, {"defence": "strike_back"}, "cultist", "vera")


def test_boj_2_odds_draw_no_cards_when_the_last_in_the_order_is_struck_down() -> None:
    odds = {}
    for redraw in ("once", "each_turn"):
        scene = fight({**VERA, "hp": 3}, CULTIST, CULTIST, cards=(50, 51, 52), redraw=redraw)
        turn_of(scene, "vera")
        scene.perform({"do": "edit", "combatant": "cultist", "set": {"acted": False}})
        step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
        odds[redraw] = scene.odds({**step, "with": "Нож"}, answers={"defence": "strike_back"})
    assert odds["once"] == odds["each_turn"]
    assert odds["each_turn"].samples == 0
