"""Who moves first: initiative, spotting against hiding, handing over (walka-5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop.rules.cast import gone
from desktop.rules.dice import Dice, Pool, pool
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text, few
from desktop.rules.walka import d20
from desktop.rules.walka.checks import number, threshold_of
from desktop.rules.walka.commands import BeginBattle, HandOver, SpottingDuel
from desktop.rules.walka.state import Battle, Fighter, opponent
from desktop.rules.walka.tables import SEGMENTS

MOST_TIES = 100
"""So often those who tie roll again; then they move as the roster has them."""

Line = list[Fighter]
"""One fighter, or a group that shares one roll of its first member."""


@dataclass(frozen=True, slots=True)
class ByAttribute:
    """walka-5: which attribute each of the fighters tests."""

    usual: str
    chosen: Mapping[str, str]

    def of(self, fighter: Fighter) -> str:
        return self.chosen.get(fighter.id, self.usual)


def come_in(state: Battle, newcomers: Sequence[str], this_round: bool, table: Table) -> None:
    """walka-5: initiative is rolled once for the fight, so who comes later rolls among themselves
    and moves after all others."""
    by = ByAttribute(state.house.initiative_by, {})
    ordered = _by_initiative(state, _lines([state[id] for id in newcomers]), by, table)
    placed = [fighter.id for line in ordered for fighter in line]
    state.initiative += placed
    # Who does not move this turn has no place in it either (walka-6).
    if this_round:
        state.order += placed
    for id in placed:
        state.take(id).moved = not this_round


def _lines(fighters: Iterable[Fighter]) -> list[Line]:
    lines: dict[str, Line] = {}
    for fighter in fighters:
        lines.setdefault(fighter.group or f"@{fighter.id}", []).append(fighter)
    return list(lines.values())


def roll_initiative(state: Battle, command: BeginBattle, table: Table) -> None:
    """walka-5: once for the fight."""
    chosen: dict[str, str] = {}
    for attribute, ids in (("dexterity", command.by_dexterity), ("senses", command.by_senses)):
        for id in ids:
            if id not in state.combatants:
                unknown = Text("there is no combatant {id}", id=repr(id))
                raise Refusal(unknown, f"by_{attribute}")
            if id in chosen:
                twice = Text("{name} is there twice", name=state[id].name)
                raise Refusal(twice, f"by_{attribute}")
            chosen[id] = attribute
    by = ByAttribute(command.initiative_by or state.house.initiative_by, chosen)
    ordered = _by_initiative(state, _lines(state.standing()), by, table)
    state.initiative = [fighter.id for line in ordered for fighter in line]
    names = [state[id].name for id in state.initiative]
    table.log("walka-5", Text("Initiative: {names}", names=few(names)))


def _by_initiative(
    state: Battle, lines: Sequence[Line], by: ByAttribute, table: Table
) -> list[Line]:
    """Most success points first; ties roll again among themselves only."""
    ordered: list[Line] = []
    waiting: list[tuple[list[Line], int]] = [(list(lines), 0)]
    while waiting:
        tied, ties = waiting.pop()
        if len(tied) < 2 or ties > MOST_TIES:
            ordered += tied
            continue
        if ties:
            names = [line[0].name for line in tied]
            told = Text("{names} are tied and roll again among themselves", names=few(names))
            table.log("walka-5", told)
        rolled: dict[int, list[Line]] = {}
        for line in tied:
            rolled.setdefault(_roll(state, line, by, table), []).append(line)
        # The last one put there is the next one taken, so the fewest points go first.
        waiting += [(rolled[points], ties + 1) for points in sorted(rolled)]
    return ordered


def _roll(state: Battle, line: Line, by: ByAttribute, table: Table) -> int:
    """walka-5: the success points of an open test, with all that bears on such a test."""
    fighter, attribute = line[0], by.of(line[0])
    threshold = threshold_of(fighter, attribute, wounds=state.house.initiative_wounds)
    threshold.tell_reasons(fighter, table)
    single = state.house.initiative_dice == 1
    reading = d20.Single(threshold.value) if single else d20.OpenTest(threshold.value)
    throw: Pool[int] = pool(1 if single else 3, d20.FACES, reading)
    points = table.roll(throw, why="walka-5", by=fighter.id, label=Text("initiative"))
    more = Text(" (and {more} more)", more=len(line) - 1) if len(line) > 1 else NOTHING
    told = Text(
        "{name}{more}: initiative by {attribute} {threshold}, {points} success points",
        name=fighter.name,
        more=more,
        attribute=attribute,
        threshold=number(threshold.value),
        points=number(points),
    )
    table.log("walka-5", told, by=fighter.id)
    return points


# ---- spotting against hiding (walka-8)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two open tests against each other. Ties are thrown again, so a spread has none."""

    one: d20.OpenTest
    other: d20.OpenTest

    @property
    def handfuls(self) -> tuple[Dice, Dice]:
        return Dice(3, d20.FACES), Dice(3, d20.FACES)

    def read(self, dice: Sequence[Sequence[int]]) -> tuple[int, int]:
        return self.one.read(dice[0]), self.other.read(dice[1])

    def spread(self) -> Mapping[tuple[int, int], int]:
        one, other = (
            reading.spread(dice)
            for reading, dice in zip((self.one, self.other), self.handfuls, strict=True)
        )
        wins = sum(m * n for a, m in one.items() for b, n in other.items() if a > b)
        loses = sum(m * n for a, m in one.items() for b, n in other.items() if a < b)
        return {key: ways for key, ways in (((1, 0), wins), ((0, 1), loses)) if ways}


def spotting_duel(
    state: Battle, seeker: Fighter, command: SpottingDuel, table: Table
) -> tuple[Fighter, Fighter]:
    """walka-8: the winner goes before the loser from now on. Returns winner and loser."""
    hider = state.take(opponent(state, seeker, command.target).id)
    seeing, hiding = threshold_of(seeker, "senses"), threshold_of(hider, "dexterity")
    seeing.tell(seeker, "walka-8", table)
    hiding.tell(hider, "walka-8", table)
    throw = Duel(
        d20.OpenTest(seeing.value, seeker.skill("spotting")),
        d20.OpenTest(hiding.value, hider.skill("hiding")),
    )
    for _ in range(MOST_TIES):
        label = Text("spotting and hiding")
        mine, theirs = table.roll(throw, why="walka-8", by=seeker.id, label=label)
        told = Text(
            "{seeker} spots with {mine} success points, {hider} hides with {theirs}",
            seeker=seeker.name,
            mine=number(mine),
            hider=hider.name,
            theirs=number(theirs),
        )
        table.log("walka-8", told, by=seeker.id)
        if mine != theirs:
            break
        table.log("walka-8", "a tie: again", by=seeker.id)
    winner, loser = (seeker, hider) if mine > theirs else (hider, seeker)
    table.mark("success", winner.id)
    told = Text("{winner} takes the initiative from {loser}", winner=winner.name, loser=loser.name)
    table.log("walka-8", told, by=winner.id)
    for order in (state.initiative, state.order):
        _put_before(order, winner.id, loser.id)
    return winner, loser


def _put_before(order: list[str], first: str, second: str) -> None:
    if first in order and second in order and order.index(first) > order.index(second):
        order.remove(first)
        order.insert(order.index(second), first)


# ---- handing over (walka-6)


def fresh(state: Battle, fighter: Fighter) -> bool:
    """Whether a move has begun and nothing was done with it yet."""
    return (
        state.turn == fighter.id
        and not state.clash
        and fighter.segments + fighter.used == SEGMENTS
        and not _acted(fighter)
    )


def _acted(fighter: Fighter) -> bool:
    """Whether something was done this turn, if only to let a segment pass; wounds are no doing."""
    return any(bar.rule != "walka-32" for bar in fighter.track)


def cannot_hand_over(state: Battle, fighter: Fighter) -> Text | None:
    """walka-6: at the start of a turn, or when one's own move begins."""
    if problem := _no_place(state, fighter):
        return problem
    if state.clash:
        return Text("not in the middle of somebody's move")
    if state.parallel:
        begun = any(map(_acted, state.standing()))
        return Text("only at the start of a turn") if begun else None
    if state.turn == fighter.id:
        return None if fresh(state, fighter) else Text("the move has begun")
    if fighter.moved:
        return Text("has moved this turn")
    others = any(state[id].moved for id in state.order if id != state.turn)
    if others or state.turn is None or not fresh(state, state[state.turn]):
        return Text("only at the start of a turn, or when the own move begins")
    return None


def _no_place(state: Battle, fighter: Fighter) -> Text | None:
    """Who was out when the turn began has no place in it that could change hands."""
    if fighter.id in state.order:
        return None
    return Text("{name} has no place in this turn's order", name=fighter.name)


def cannot_take(state: Battle, giver: Fighter, taker: Fighter) -> Text | None:
    """Why the initiative cannot be handed to this one."""
    problem = cannot_hand_over(state, giver) or gone(taker) or _no_place(state, taker)
    if problem:
        return problem
    if taker.moved and not state.parallel:
        return Text("{taker} has moved this turn", taker=taker.name)
    if state.rank(taker.id) < state.rank(giver.id):
        return Text("{taker} moves before anyway", taker=taker.name)
    return None


def nobody_to_hand_to(state: Battle, fighter: Fighter) -> Text | None:
    problem = cannot_hand_over(state, fighter)
    if problem:
        return problem
    others = (other for other in state.standing() if other.id != fighter.id)
    if all(cannot_take(state, fighter, other) for other in others):
        return Text("nobody is still to move")
    return None


def hand_over(state: Battle, giver: Fighter, command: HandOver, table: Table) -> Fighter:
    """walka-6: the other moves in this one's place, and this one in the other's.

    Returns the other.
    """
    taker = opponent(state, giver, command.to, "to")
    # What cannot be overruled: there would be nothing to swap.
    problem = _no_place(state, giver) or _no_place(state, taker)
    if not command.overrule:
        problem = cannot_take(state, giver, taker)
    if problem:
        raise Refusal(problem, "to")
    _swap(state.order, giver.id, taker.id)
    said = {"giver": giver.name, "taker": taker.name}
    told = Text("{giver} hands the initiative to {taker} for this turn", **said)
    if command.keep:
        _swap(state.initiative, giver.id, taker.id)
        told = Text("{giver} hands the initiative to {taker} for good", **said)
    table.log("walka-6", told, by=giver.id)
    return taker


def _swap(order: list[str], one: str, other: str) -> None:
    first, second = order.index(one), order.index(other)
    order[first], order[second] = order[second], order[first]
