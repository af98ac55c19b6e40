"""The test (teohiphip-16), advantage and disadvantage (17), and swaps with the pool (18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.teohiphip.state import Fighter, Skirmish

SUCCESS = 5
"""A die of 5 or 6 is a success (teohiphip-16)."""

KEPT = 2
"""With advantage the best two of three count (teohiphip-17)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a test has advantage or disadvantage, and by which rule."""

    text: str
    rule: str = "teohiphip-17"


@dataclass(slots=True)
class Reasons:
    """Everything that speaks for and against a test; many reasons weigh as much as one."""

    advantage: list[Reason]
    disadvantage: list[Reason]

    def dice(self) -> int:
        """teohiphip-17: 3, 1, or 2 when neither or both apply."""
        if bool(self.advantage) == bool(self.disadvantage):
            return 2
        return 3 if self.advantage else 1


@dataclass(frozen=True, slots=True)
class Tested:
    """A finished test: the dice as they fell, as they stand after swaps, and the successes."""

    fallen: tuple[int, ...]
    dice: tuple[int, ...]
    successes: int


def test(state: Skirmish, actor: Fighter, reasons: Reasons, table: Table, label: str) -> Tested:
    """teohiphip-16 to 18: roll, swap, keep the best two, count. ``actor`` is taken for writing."""
    for word, why in (("advantage", reasons.advantage), ("disadvantage", reasons.disadvantage)):
        for reason in why:
            table.log(reason.rule, f"{actor.name}: {word}, {reason.text}", by=actor.id)
    count = reasons.dice()
    if reasons.advantage and reasons.disadvantage:
        table.log("teohiphip-17", "advantage and disadvantage cancel out: 2d6", by=actor.id)
    fallen = table.roll(
        pool(count, 6, Faces(alike=((1, 2, 3, 4), (5, 6)))),
        why="teohiphip-16",
        by=actor.id,
        label=label,
    )
    shown = " ".join(map(str, fallen))
    table.log("teohiphip-16", f"{actor.name} tests {label}: {shown}", by=actor.id)
    dice = swap(state, actor, fallen, table)
    successes = min(sum(die >= SUCCESS for die in dice), KEPT)
    return Tested(fallen, dice, successes)


def swap(state: Skirmish, actor: Fighter, fallen: tuple[int, ...], table: Table) -> tuple[int, ...]:
    """teohiphip-18: exchanges dice of the test for dice of the pool, for 1 hp each."""
    most = swaps_allowed(state, actor)
    if not most:
        return fallen
    chosen = table.ask(_swap_decision(actor, fallen, most))
    _check_swaps(actor, fallen, chosen, most)
    dice, kept = list(fallen), list(actor.pool)
    for test_die, pool_die in chosen:
        actor.hp -= 1
        table.mark("cost", actor.id)
        table.log(
            "teohiphip-18",
            f"{actor.name} swaps {fallen[test_die]} for {actor.pool[pool_die]} from the pool: "
            f"1 hp, {actor.hp} left",
            by=actor.id,
        )
        dice[test_die] = actor.pool[pool_die]
        kept[pool_die] = 0
    actor.pool = [die for die in kept if die]
    return tuple(dice)


def swaps_allowed(state: Skirmish, actor: Fighter) -> int:
    """How many swaps the character can have in one test: limit, dice, and never the last hp."""
    limit = state.house.swaps_per_test
    payable = max(actor.hp - 1, 0)
    return min(payable, len(actor.pool), 99 if limit is None else limit)


def _swap_decision(actor: Fighter, fallen: tuple[int, ...], most: int) -> Decision:
    before = min(sum(die >= SUCCESS for die in fallen), KEPT)
    choices = [Choice([], "Keep", f"{before} successes")]
    seen: set[tuple[int, int]] = set()
    best = before
    for i, test_die in enumerate(fallen):
        for j, pool_die in enumerate(actor.pool):
            if (test_die, pool_die) in seen or test_die == pool_die:
                continue
            seen.add((test_die, pool_die))
            after = min(
                sum(die >= SUCCESS for die in (*fallen[:i], pool_die, *fallen[i + 1 :])), KEPT
            )
            best = max(best, after)
            choices.append(Choice([[i, j]], f"{test_die} → {pool_die}", f"{after} successes, 1 hp"))
    choices[1:] = sorted(choices[1:], key=lambda choice: choice.note, reverse=True)
    return Decision(
        id="swap",
        by=actor.id,
        text=f"{actor.name}: swap a die?",
        field=Field("swap", "pairs", "Swap", native="Wymiana", choices=tuple(choices), length=most),
        rule="teohiphip-18",
        moot=best == before,
    )


def _check_swaps(
    actor: Fighter, fallen: Sequence[int], chosen: Sequence[Sequence[int]], most: int
) -> None:
    place = "answers.swap"
    if len(chosen) > most:
        raise Refusal(f"{actor.name} can swap {most} here, not {len(chosen)}", place)
    for index, (size, what) in enumerate(((len(fallen), "test"), (len(actor.pool), "pool"))):
        picked = [pair[index] for pair in chosen]
        if len(set(picked)) < len(picked):
            raise Refusal(f"one {what} die cannot be swapped twice", place)
        if any(not 0 <= die < size for die in picked):
            raise Refusal(f"the {what} dice are numbered 0 to {size - 1}", place)
