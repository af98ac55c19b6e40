"""Exact odds: they add up to 1, and agree with every other way to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter import odds as odds_module
from desktop.encounter import odds_tables
from desktop.encounter.fight import Fight, start
from desktop.encounter.odds import Chance, Odds, OddsSearch
from desktop.encounter.odds_tables import OddsTable
from desktop.encounter.play_table import PlayTable
from desktop.rules.contract import Command
from desktop.rules.dice import AnyThrow, MarkingThrow, Successes, Throw, TwoStageThrow, pool
from desktop.rules.state import Combatant, State
from desktop.rules.table import Refusal, Table
from desktop.rules.teohiphip.sheet import Known
from tests.rules.steps import act
from tests.rules.teohiphip.bench import activate, fight_of, figure

SHOT = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}


def duel(pool: list[int], **house: Any) -> Fight:
    fight = fight_of(figure("zenon", hp=len(pool)), figure("guard", "foes"), dice=pool, **house)
    activate(fight, "zenon")
    return fight


@pytest.mark.parametrize(
    ("aimed", "modifiers", "expected"),
    [
        (False, {}, {0: "4/9", 1: "4/9", 2: "1/9"}),
        (True, {}, {0: "8/27", 1: "4/9", 2: "7/27"}),
        (False, {"concealed": True}, {0: "2/3", 1: "1/3"}),
        (False, {"cover": True}, {0: "8/9", 1: "1/9"}),
        (True, {"cover": True}, {0: "20/27", 1: "7/27"}),
        (True, {"concealed": True, "cover": True}, {0: "8/9", 1: "1/9"}),
    ],
)
def test_the_odds_of_an_attack_are_these_fractions(
    aimed: bool, modifiers: dict[str, bool], expected: dict[int, str]
) -> None:
    fight = duel([1])
    if aimed:
        act(fight, "zenon", "aim")
    odds = fight.odds({**SHOT, "modifiers": modifiers})
    assert sum(chance.p for chance in odds.chances) == 1
    assert odds.spread("damage", "guard") == {n: Fraction(p) for n, p in expected.items()}


@pytest.mark.parametrize(("dice", "keep"), [(1, 1), (2, 2), (3, 2)])
def test_an_independent_counter_of_dice_agrees(dice: int, keep: int) -> None:
    die = icepool.d(6) >= 5
    judged = icepool.Pool([die] * dice).highest(keep).sum()
    modifiers = {1: {"disadvantage": True}, 2: {}, 3: {"advantage": True}}[dice]
    spread = duel([1]).odds({**SHOT, "modifiers": modifiers}).spread("damage", "guard")
    assert {int(n): Fraction(judged.probability(n)) for n in judged.outcomes()} == spread


def test_at_best_a_swap_is_taken_wherever_it_gains() -> None:
    fight = duel([6, 1])
    odds = fight.odds(SHOT, best_case=True)
    assert odds.spread("damage", "guard") == {1: Fraction(4, 9), 2: Fraction(5, 9)}
    assert odds.spread("cost", "zenon") == {0: Fraction(1, 9), 1: Fraction(8, 9)}
    act(fight, "zenon", "aim")
    covered = fight.odds({**SHOT, "modifiers": {"cover": True}}, best_case=True)
    assert covered.probability("hit") == Fraction(19, 27)


def test_an_answer_by_number_means_the_die_that_fell_there() -> None:
    for swap in ([[0, 0]], [[1, 0]], [[0, 1]]):
        fight = duel([6, 1])
        answers = {"swap": swap}
        counted: Counter[int] = Counter()
        for dice in product(range(1, 7), repeat=2):
            fight.perform({**SHOT, "dice": list(dice), "answers": answers})
            counted[4 - fight.state["guard"].hp] += 1
            fight.undo()
        spread = fight.odds(SHOT, answers=answers).spread("damage", "guard")
        assert spread == {n: Fraction(times, 36) for n, times in sorted(counted.items())}


class EveryFace(OddsTable):
    """Follows every fall of every die as it lies, whatever the rule says of their spread."""

    def roll(self, throw: AnyThrow[Any], **told: Any) -> Any:
        assert not isinstance(throw, TwoStageThrow | MarkingThrow)
        faces: Any = _Faces(throw)
        return super().roll(faces, **told)


class _Faces:
    def __init__(self, throw: Throw[Any]) -> None:
        self.handfuls = throw.handfuls
        self.read = throw.read

    def spread(self) -> Counter[Any]:
        falls = product(*(product(dice.faces, repeat=dice.count) for dice in self.handfuls))
        return Counter(self.read(fall) for fall in falls)


some_traits = st.lists(
    st.sampled_from([trait for trait in Known if trait is not Known.FOOLS_LUCK]),
    max_size=4,
    unique=True,
)


@settings(max_examples=60)
@given(some_traits, some_traits, st.lists(st.integers(1, 6), min_size=1, max_size=3), st.booleans())
def test_no_shortcut_changes_the_odds(
    mine: list[Known], theirs: list[Known], pool: list[int], best_case: bool
) -> None:
    fight = start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "house_rules": {"order": "fixed", "npc_pools": True},
            "combatants": [
                figure("zenon", "players", len(pool), *map(str, mine)),
                figure("guard", "foes", 2, *map(str, theirs)),
            ],
        }
    )
    dice = iter([*pool, *[3] * 50])
    fight.perform({"do": "begin"}, lambda sides: next(dice), fight.rules.decide)
    short = fight.odds(SHOT, best_case=best_case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds_tables, "OddsTable", EveryFace)
        assert fight.odds(SHOT, best_case=best_case) == short
    assert sum(chance.p for chance in short.chances) == 1


def test_twenty_thousand_rolls_come_out_as_the_odds_say() -> None:
    fight = duel([6, 4])
    step = {**SHOT, "modifiers": {"advantage": True}}
    odds = fight.odds(step, best_case=True)
    dice = Random(1)
    rolls = 20_000
    counted: Counter[int] = Counter()
    for _ in range(rolls):
        fight.perform(
            step,
            lambda sides: dice.randint(1, sides),
            lambda state, decision: [] if decision.best_case is None else decision.best_case,
        )
        counted[4 - fight.state["guard"].hp] += 1
        fight.undo()
    for damage, p in odds.spread("damage", "guard").items():
        spread = 4 * (rolls * p * (1 - p)) ** 0.5
        assert abs(counted[damage] - rolls * p) <= spread


def test_dice_that_have_fallen_are_taken_as_they_lie() -> None:
    fight = duel([6, 1])
    assert fight.odds({**SHOT, "dice": [5, 6]}).spread("damage") == {2: 1}
    with pytest.raises(Refusal, match="only part of a throw has fallen"):
        fight.odds({**SHOT, "dice": [5]})
    with pytest.raises(Refusal, match="1 more die than the rules ask for"):
        fight.odds({**SHOT, "dice": [5, 5, 5]})
    with pytest.raises(Refusal, match="a die shows 7, but it is a d6"):
        fight.odds({**SHOT, "dice": [5, 7]})


def test_odds_change_nothing() -> None:
    fight = duel([6, 1])
    before, state = fight.as_json(), repr(fight.state)
    fight.odds(SHOT)
    assert fight.as_json() == before
    assert repr(fight.state) == state


def test_odds_of_a_round_that_ends_do_not_wait_for_the_order_of_the_next() -> None:
    band, guards = figure("zenon", hp=2), figure("guard", "foes")
    fight = fight_of(band, guards, dice=[6, 1, 6, 1], order="roll")
    activate(fight, "zenon")
    fight.perform({"do": "end_turn"})
    activate(fight, "guard")
    odds = fight.odds({"do": "end_turn"})
    assert [chance.p for chance in odds.chances] == [1]
    assert not odds.chances[0].marks


def test_too_many_paths_are_estimated_and_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = duel([6, 6]).odds(SHOT)
    monkeypatch.setattr(odds_module, "MOST_PATHS", 2)
    odds = duel([6, 6]).odds(SHOT)
    assert (exact.samples, odds.samples) == (0, odds_module.SAMPLES)
    assert odds.as_json()["samples"] == odds_module.SAMPLES
    assert sum(chance.p for chance in odds.chances) == 1
    # Three standard deviations of so many throws.
    assert abs(odds.probability("hit") - exact.probability("hit")) < 0.034
    assert abs(odds.expected("damage") - exact.expected("damage")) < 0.08
    again = duel([6, 6]).odds(SHOT)
    assert again == odds  # the same question has the same answer


def test_too_many_ends_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_module, "MOST_ENDS", 1)
    assert duel([1]).odds(SHOT).samples


def test_an_estimate_comes_a_few_throws_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_module, "MOST_PATHS", 2)
    search = duel([1]).search_odds(SHOT)
    steps = 0
    while not search.advance(8):
        steps += 1
        assert search.paths <= 8 * (steps + 1)
    assert steps >= odds_module.SAMPLES // 8 - 1
    assert search.odds.samples == odds_module.SAMPLES


def test_what_cannot_be_counted_is_seen_early() -> None:
    search = salvo(
        6, independent=False
    )  # 4 ** 6 + 1 paths are counted, 4 ** 9 + 1 would be too many
    assert (search.whole().samples, search.paths) == (0, 4**6 + 1 + odds_module.PROBES)
    search = salvo(9, independent=False)
    odds = search.whole()
    assert odds.samples == odds_module.SAMPLES
    assert search.paths <= odds_module.PROBE_AFTER + odds_module.PROBES + odds_module.SAMPLES
    hit = Fraction(4, 6) * Fraction(2, 6)
    assert abs(odds.probability("hit", "p7") - hit) < 0.03


@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_counted_is_never_taken_for_too_much(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds_module, "SEED", seed)
    monkeypatch.setattr(odds_module, "MOST_PATHS", 1100)  # there are 4 ** 5 + 1 paths
    monkeypatch.setattr(odds_module, "TOO_MANY", 2750)
    monkeypatch.setattr(odds_module, "MOST_OF_A_PROBE", 22_000)
    assert salvo(5, independent=False).whole().samples == 0
    assert salvo(150, independent=True).whole().samples == 0


def test_whoever_cannot_wait_gets_an_estimate_from_the_throws_so_far() -> None:
    search = salvo(4, independent=False)
    search.advance(50)
    search.hurry()
    assert not search.advance(30)
    search.hurry()
    assert not search.done  # 30 throws say too little
    search.advance(100)
    search.hurry()
    odds = search.odds
    assert search.done
    assert odds.samples == 130
    assert sum(chance.p for chance in odds.chances) == 1
    search.hurry()
    assert search.odds == odds


class Storm:
    """A rule whose parts come to more than can be multiplied out."""

    def perform(self, state: Any, command: Any, table: Any) -> None:
        for _ in table.each("ab"):
            for who in range(30):
                throw = MarkingThrow(pool(3, 6, Successes(4)), int, "hit", str(who))
                table.roll(throw, why="x", by="a")


def test_what_cannot_be_multiplied_out_is_estimated() -> None:
    odds = OddsSearch(Storm(), Nothing(), Command()).whole()  # type: ignore[arg-type]
    assert odds.samples == odds_module.SAMPLES
    assert abs(odds.expected("hit", "7") - 3) < 0.1


# ---- what befalls people who have nothing to do with each other


class Salvo:
    """A rule for one attack on many: each is hit by a 5 of a d6, and then suffers a d6."""

    def __init__(self, people: int, independent: bool) -> None:
        self.people, self.independent = people, independent

    def perform(self, state: Any, command: Any, table: Any) -> None:
        people = [f"p{number}" for number in range(self.people)]
        if table.roll(pool(1, 6, Successes(3)), why="x", by="a") == 0:
            return
        for who in table.each(people) if self.independent else people:
            if table.roll(pool(1, 6, Successes(5)), why="x", by=who):
                table.mark("hit", who)
                table.mark("damage", who, 1 + table.roll(pool(2, 6, Successes(4)), why="x", by=who))


class Nothing:
    """A state in which nothing happens."""

    def copy(self) -> Nothing:
        return self


def salvo(people: int, independent: bool) -> OddsSearch:
    return OddsSearch(Salvo(people, independent), Nothing(), Command())  # type: ignore[arg-type]


def test_independent_parts_have_the_same_odds_as_all_combinations() -> None:
    together, independent = salvo(3, independent=False), salvo(3, independent=True)
    assert independent.whole() == together.whole()
    assert together.whole().samples == 0
    assert independent.paths < together.paths / 4


def test_many_independent_parts_are_not_multiplied_out_and_still_exact() -> None:
    search = salvo(40, independent=True)
    odds = search.whole()
    assert search.paths < 200
    assert odds.samples == 0
    assert len(odds.chances) < 10
    hit = Fraction(4, 6) * Fraction(2, 6)
    assert odds.probability("hit", "p7") == hit
    assert odds.expected("hit") == 40 * hit
    assert odds.expected("damage") == 40 * hit * 2
    assert odds.probability("hit") == Fraction(4, 6) * (1 - Fraction(4, 6) ** 40)
    assert sum(odds.spread("damage").values()) == 1
    assert odds.marked().keys() == {"hit", "damage"}
    assert len(odds.as_json()["outcomes"]) == len(odds.chances)


def test_parts_are_walked_a_few_paths_at_a_time() -> None:
    search = salvo(40, independent=True)
    slices = 0
    while not search.advance(8):
        slices += 1
        assert slices < 200
    assert slices > 5
    assert search.odds == salvo(40, independent=True).whole()


# ---- steps


@dataclass(slots=True)
class Target(Combatant):
    """Somebody who has so much left."""

    left: int = 5

    @property
    def out(self) -> bool:
        return not self.left


class Flurry:
    """A rule for several blows at one who can take five; each costs as many as it has successes."""

    def __init__(self, blows: int, in_steps: bool, alike: bool) -> None:
        self.blows, self.in_steps, self.alike = blows, in_steps, alike

    def perform(self, state: Any, command: Any, table: Any) -> None:
        if table.roll(pool(1, 6, Successes(3)), why="x", by="a"):
            for number in range(self.blows):
                self._do(self._blow, state, number, table)

    def _do(self, step: Any, state: Any, number: int, table: Any, alike: Any = None) -> None:
        if self.in_steps:
            table.then(step, state, number, alike=alike)
        else:
            step(state, number, table)

    def _blow(self, state: Any, number: int, table: Any) -> None:
        if state["p"].left:
            table.mark("blow", "p")
            alike = (number, state["p"].left) if self.alike else None
            self._do(self._strikes, state, number, table, alike)

    def _strikes(self, state: Any, number: int, table: Any) -> None:
        target = state.take("p")
        lost = min(table.roll(pool(2, 6, Successes(4)), why="x", by="a"), target.left)
        target.left -= lost
        if lost:
            table.mark("damage", "p", lost)


def flurry(
    blows: int, in_steps: bool = True, alike: bool = False, dice: Sequence[int] = ()
) -> OddsSearch:
    rule: Any = Flurry(blows, in_steps, alike)
    state = State(None, {"p": Target("p", "P", "foes", None)})
    return OddsSearch(rule, state, Command(), dice=dice)


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("dice", [(), (1,), (3,), (3, 6, 6), (3, 6, 6, 1, 4), (3, *[6] * 6)])
def test_steps_have_the_same_odds_as_the_whole(alike: bool, dice: Sequence[int]) -> None:
    whole = flurry(3, in_steps=False, dice=dice).whole()
    assert flurry(3, alike=alike, dice=dice).whole() == whole
    assert sum(chance.p for chance in whole.chances) == 1


def test_equal_steps_from_equal_drafts_are_walked_once() -> None:
    steps, whole = flurry(5), flurry(5, in_steps=False)
    assert steps.whole() == whole.whole()
    assert steps.paths < 0.4 * whole.paths


def test_steps_with_arguments_that_cannot_be_compared_are_walked_each_time() -> None:
    class Listed(Flurry):
        def _do(self, step: Any, state: Any, number: Any, table: Any, alike: Any = None) -> None:
            table.then(step, state, [number])

    state = State(None, {"p": Target("p", "P", "foes", None)})
    listed: Any = Listed(3, in_steps=True, alike=False)
    search = OddsSearch(listed, state, Command())
    assert search.whole() == flurry(3).whole()
    assert search.paths > flurry(3).paths


@pytest.mark.parametrize("paths", [1, 2, 7])
def test_steps_of_steps_are_walked_a_few_paths_at_a_time(paths: int) -> None:
    search = flurry(3)
    slices = 0
    while not search.advance(paths):
        slices += 1
        assert slices < 200
    assert slices > 1
    assert search.odds == flurry(3).whole()


class Trap:
    """A rule for a loop over targets, before which a step was put off that counts who is down."""

    def __init__(self, apart: bool) -> None:
        self.apart = apart

    def perform(self, state: Any, command: Any, table: Any) -> None:
        table.then(self._count, state)
        people = list(state.combatants)
        for id in table.each(people) if self.apart else people:
            if table.roll(pool(1, 6, Successes(3)), why="x", by=id):
                table.then(self._falls, state, id)

    def _falls(self, state: Any, id: str, table: Any) -> None:
        state.take(id).left = table.roll(pool(1, 2, Successes(2)), why="x", by=id)

    def _count(self, state: Any, table: Any) -> None:
        table.mark("down", "a", sum(one.out for one in state.combatants.values()))


def test_a_step_that_waits_for_a_loop_sees_what_the_loop_has_done() -> None:
    people = {id: Target(id, id, "foes", None) for id in "pqr"}
    trap: Any = Trap(apart=True)
    odds = OddsSearch(trap, State(None, people), Command()).whole()
    down = Fraction(4, 6) * Fraction(1, 2)
    assert odds.expected("down") == 3 * down
    assert odds.spread("down")[3] == down**3


def test_steps_within_a_step_come_before_those_that_wait() -> None:
    def tells(state: None, text: str, table: Table) -> None:
        table.log("x", text)

    def tells_more(state: None, text: str, table: Table) -> None:
        table.then(tells, None, text + " within")
        table.log("x", text)

    table = PlayTable(State(house=None))
    table.then(tells_more, None, "first")
    table.then(tells, None, "last")
    for name in table.each(["a", "b"]):
        table.then(tells_more, None, name)
    assert [str(line.text) for line in table.lines] == ["a", "a within", "b", "b within"]
    table.finish()
    told = [str(line.text) for line in table.lines[4:]]
    assert told == ["first", "first within", "last"]


def test_a_loop_over_targets_apart_goes_to_its_end() -> None:
    class Broken:
        def perform(self, state: Any, command: Any, table: Any) -> None:
            for who in table.each("pqr"):
                if table.roll(pool(1, 6, Successes(3)), why="x", by=who):
                    break

    rule: Any = Broken()
    with pytest.raises(RuntimeError, match="before its end"):
        OddsSearch(rule, State(None), Command()).whole()


def test_whom_a_step_can_hurt_is_known_before_its_first_path_is_done() -> None:
    search = flurry(3)
    search.advance(5)
    assert not search.done
    assert search.hurt == {"p"}


def test_odds_as_json_are_fractions_and_what_they_mean() -> None:
    shown = duel([1]).odds(SHOT).as_json()
    assert shown["outcomes"][0] == {"p": "4/9", "probability": 4 / 9, "damage": {}}
    assert shown["outcomes"][2]["damage"] == {"guard": 2}
    assert shown["hit"] == 5 / 9
    assert shown["expected_damage"] == 2 / 3


def test_harm_to_the_attacker_is_no_harm_to_the_target() -> None:
    third = Fraction(1, 3)
    marks = [
        {"damage": {"guard": 3}, "hit": {"guard": 1}},
        {"damage": {"anna": 6}, "hit": {"anna": 1}},
        {},
    ]
    told = Odds(tuple(Chance(third, mark) for mark in marks)).as_json("anna")
    assert (told["hit"], told["expected_damage"]) == (1 / 3, 1.0)
    assert told["of"] == {"guard": {"hit": 1 / 3, "expected_damage": 1.0}}
    assert told["own"] == {"hit": 1 / 3, "expected_damage": 2.0}


def test_in_a_contest_the_success_of_the_other_is_none_of_the_actors() -> None:
    third, rest = Fraction(1, 3), Fraction(2, 3)
    contest = Odds((Chance(third, {"success": {"a": 1}}), Chance(rest, {"success": {"b": 1}})))
    assert contest.apart_from("a").probability("success") == third
    assert contest.apart_from("b").probability("success") == rest
    assert contest.apart_from("c").probability("success") == 1, "no contest of its own"


def test_the_odds_of_one_leave_the_harm_to_others_out() -> None:
    half = Fraction(1, 2)
    hit = Chance(half, {"damage": {"a": 3, "b": 5}, "success": {"c": 1}})
    both = Odds((hit, Chance(half, {"damage": {"b": 1}})))
    assert both.of_only("a").expected("damage") == half * 3
    assert both.of_only("a").probability("success") == half, "what is no harm stays"
    assert both.of_only("b").expected("damage") == 3
