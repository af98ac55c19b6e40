"""Time: initiative, turns of three segments, what carries over, triggers (walka-5 to 9, 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.contract import Command
from desktop.rules.dice import Dice, Pool, pool
from desktop.rules.display import Bar
from desktop.rules.fields import Shown
from desktop.rules.table import InputRefusal, Refusal, Table
from desktop.rules.walka.actions import BY_ID, Action, price
from desktop.rules.walka.check import FACES, OpenTest, Single, number
from desktop.rules.walka.commands import Act, opponent
from desktop.rules.walka.data import SEGMENTS
from desktop.rules.walka.state import Battle, Carry, Fighter, Frozen
from desktop.rules.walka.wounds import cease_fire


class EndTurn(Command):
    do: Literal["end_turn"] = "end_turn"


class HandOver(Command):
    """walka-6: somebody else moves in one's place."""

    do: Literal["hand_over"] = "hand_over"
    to: Annotated[str, Shown("To", "Komu", kind="combatant", rule="walka-6")]
    keep: Annotated[bool, Shown("For good", "Na stałe", rule="walka-6")] = False


class Freeze(Command):
    """walka-13: segments kept back until something happens."""

    do: Literal["freeze"] = "freeze"
    count: Annotated[
        int, Limits(ge=1, le=SEGMENTS), Shown("Segments", "Segmenty", rule="walka-13")
    ] = 1
    trigger: Annotated[
        str, Limits(min_length=1, max_length=500), Shown("Trigger", "Wyzwalacz", rule="walka-13")
    ]


class Trigger(Command):
    """walka-13: what the frozen segments wait for has come."""

    do: Literal["trigger"] = "trigger"


class SpottingDuel(Command):
    """walka-8: two who do not know of each other both peek out."""

    do: Literal["spotting_duel"] = "spotting_duel"
    target: Annotated[str, Shown("Against", "Przeciw", kind="combatant", rule="walka-8")]


class GoOn(Command):
    """The next segment of an action under way that is done segment by segment (walka-13)."""

    do: Literal["go_on"] = "go_on"


class Abandon(Command):
    """Gives up an action that is under way (walka-9)."""

    do: Literal["abandon"] = "abandon"


class EndFight(Command):
    """walka-7: every player is behind cover, and time runs normally again."""

    do: Literal["end_fight"] = "end_fight"


# ---- initiative (walka-5, 8)


def begin(state: Battle, by: str, table: Table) -> None:
    """walka-5: once for the fight; then the first turn."""
    lines: dict[str, list[Fighter]] = {}
    for fighter in state.standing():
        lines.setdefault(fighter.group or f"@{fighter.id}", []).append(fighter)
    ordered = _by_initiative(state, list(lines.values()), by, table)
    state.initiative = [fighter.id for line in ordered for fighter in line]
    names = ", ".join(state[id].name for id in state.initiative)
    table.log("walka-5", f"Initiative: {names}")
    state.phase = "turn"
    start_round(state, table)


MOST_TIES = 20
"""How often tied fighters roll again; dice that fall alike for ever must not go on for ever."""


def _by_initiative(
    state: Battle, lines: Sequence[list[Fighter]], by: str, table: Table, ties: int = 0
) -> list[list[Fighter]]:
    """Most success points first; ties roll again among themselves only.

    A line is one fighter, or a group that shares one roll of its first member. Who is still tied
    after :data:`MOST_TIES` rolls acts in the order of the roster.
    """
    if len(lines) < 2 or ties == MOST_TIES:
        return list(lines)
    rolled: dict[int, list[list[Fighter]]] = {}
    for line in lines:
        fighter = line[0]
        threshold = fighter.attribute(by)
        single = state.house.initiative_dice == 1
        throw: Pool[int] = (
            pool(1, FACES, Single(threshold)) if single else pool(3, FACES, OpenTest(threshold))
        )
        points = table.roll(throw, why="walka-5", by=fighter.id, label="initiative")
        whole = f" (and {len(line) - 1} more)" if len(line) > 1 else ""
        table.log(
            "walka-5",
            f"{fighter.name}{whole}: initiative by {by} {threshold}, "
            f"{number(points)} success points",
            by=fighter.id,
        )
        rolled.setdefault(points, []).append(line)
    ordered: list[list[Fighter]] = []
    for points in sorted(rolled, reverse=True):
        tied = rolled[points]
        if len(tied) > 1:
            names = ", ".join(line[0].name for line in tied)
            table.log("walka-5", f"{names} are tied and roll again among themselves")
        ordered += _by_initiative(state, tied, by, table, ties + 1)
    return ordered


@dataclass(frozen=True, slots=True)
class Duel:
    """walka-8: two open tests against each other. Ties are thrown again, so a spread has none."""

    one: OpenTest
    other: OpenTest

    @property
    def handfuls(self) -> tuple[Dice, Dice]:
        return Dice(3, FACES), Dice(3, FACES)

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


def spotting_duel(state: Battle, command: SpottingDuel, table: Table) -> None:
    """walka-8: spotting against hiding; the winner goes before the loser from now on."""
    seeker = state.take(command.actor)
    hider = state.take(opponent(state, seeker, command.target).id)
    throw = Duel(
        OpenTest(seeker.attribute("senses") + seeker.penalty, seeker.skill("spotting")),
        OpenTest(hider.attribute("dexterity") + hider.penalty, hider.skill("hiding")),
    )
    while True:
        mine, theirs = table.roll(throw, why="walka-8", by=seeker.id, label="spotting and hiding")
        table.log(
            "walka-8",
            f"{seeker.name} spots with {number(mine)} success points, "
            f"{hider.name} hides with {number(theirs)}",
            by=seeker.id,
        )
        if mine != theirs:
            break
        table.log("walka-8", "a tie: again", by=seeker.id)
    winner, loser = (seeker, hider) if mine > theirs else (hider, seeker)
    table.mark("success", winner.id)
    table.log("walka-8", f"{winner.name} takes the initiative from {loser.name}", by=winner.id)
    for order in (state.initiative, state.order):
        _put_before(order, winner.id, loser.id)
    if state.turn == loser.id and fresh(state, loser) and not winner.moved:
        _give_back(loser)
        start_turn(state, winner.id, table)


def _put_before(order: list[str], first: str, second: str) -> None:
    if first in order and second in order and order.index(first) > order.index(second):
        order.remove(first)
        order.insert(order.index(second), first)


# ---- turns


def start_round(state: Battle, table: Table) -> None:
    """walka-9: everybody gets three segments, one after another."""
    state.round += 1
    for fighter in state.take_all():
        fighter.moved = False
    state.order = list(state.initiative)
    table.log("walka-9", f"Turn {state.round}: {SEGMENTS} segments each")
    next_turn(state, table)


def next_turn(state: Battle, table: Table) -> None:
    """The next in the order who has not moved this turn; a new turn when all have."""
    state.turn = None
    if not any(True for _ in state.standing()):
        return
    for id in state.order:
        if not state[id].moved and not state[id].out:
            start_turn(state, id, table)
            return
    start_round(state, table)


def start_turn(state: Battle, id: str, table: Table) -> None:
    """walka-9 and 12: three segments and a fresh pool; what was left over from before ends."""
    fighter = state.take(id)
    state.turn = id
    fighter.moved = True
    fighter.track = []
    fighter.spent = {}
    if fighter.frozen:
        count = fighter.frozen.count
        fighter.frozen = None
        table.log("walka-13", f"{fighter.name} loses {count} frozen segments", by=id)
    if fighter.running != "still":
        fighter.running = "still"
        table.log("walka-21", f"{fighter.name} is no longer running", by=id)
    lost = min(fighter.debt, SEGMENTS)
    fighter.debt -= lost
    fighter.segments = SEGMENTS - lost
    if lost:
        fighter.track.append(Bar(0, lost, "wounds", "struck", "walka-32"))
        pass_time(state, fighter, lost, table)
        table.log("walka-32", f"{fighter.name} loses {lost} segments to wounds", by=id)
    table.log("walka-9", f"{fighter.name} has {fighter.segments} segments", by=id)
    go_on(state, fighter, table)


def fresh(state: Battle, fighter: Fighter) -> bool:
    """Whether a move has begun and nothing was done with it yet."""
    return (
        state.turn == fighter.id
        and not state.clash
        and fighter.segments + fighter.used == SEGMENTS
        and all(bar.kind == "struck" for bar in fighter.track)
    )


def _give_back(fighter: Fighter) -> None:
    """A move that was begun and not used is still to come."""
    fighter.debt += int(fighter.used)
    fighter.track = []
    fighter.segments = 0
    fighter.moved = False


def end_turn(state: Battle, table: Table) -> None:
    """The move ends; segments that are neither spent nor frozen are lost (walka-9)."""
    if state.turn is None:
        raise Refusal("nobody's turn", "do")
    fighter = state.take(state.turn)
    if state.clash:
        if fighter.id == state.interrupted:
            lose_rest(state, fighter, table)
        table.log("walka-13", f"{fighter.name} lets the others go on", by=fighter.id)
        state.clash = [id for id in state.clash if id != fighter.id]
        pass_slot(state, table, played=False)
        return
    run_out(state, fighter, table)
    lose_rest(state, fighter, table)
    next_turn(state, table)


def run_out(state: Battle, fighter: Fighter, table: Table) -> None:
    """walka-9: what is under way takes the segments it needs before the move can end."""
    while fighter.carry and available(state, fighter):
        pay_carry(state, fighter, fighter.carry, available(state, fighter), table)


def lose_rest(state: Battle, fighter: Fighter, table: Table) -> None:
    if fighter.segments:
        lost, fighter.segments = fighter.segments, 0
        frozen = fighter.frozen.count if fighter.frozen else 0
        table.log("walka-9", f"{fighter.name} leaves {lost} segments unused", by=fighter.id)
        pass_time(state, fighter, lost, table)
        if not frozen:
            fighter.track.append(Bar(fighter.used, lost, "unused", "struck", "walka-9"))


def hand_over(state: Battle, command: HandOver, table: Table) -> None:
    """walka-6: the other moves in this one's place, and this one in the other's."""
    giver = state.take(command.actor)
    taker = opponent(state, giver, command.to, "to")
    problem = cannot_hand_over(state, giver, taker)
    if problem and not command.overrule:
        raise Refusal(problem, "to")
    _swap(state.order, giver.id, taker.id)
    if command.keep:
        _swap(state.initiative, giver.id, taker.id)
    lasting = " for good" if command.keep else " for this turn"
    table.log("walka-6", f"{giver.name} hands the initiative to {taker.name}{lasting}", by=giver.id)
    if state.turn == giver.id and not state.clash:
        _give_back(giver)
        start_turn(state, taker.id, table)


def _swap(order: list[str], one: str, other: str) -> None:
    first, second = order.index(one), order.index(other)
    order[first], order[second] = order[second], order[first]


def may_hand_over(state: Battle, fighter: Fighter) -> str | None:
    """walka-6: at the start of a turn, or when one's own move begins."""
    if state.clash:
        return "not in the middle of somebody's move"
    if state.turn == fighter.id:
        return None if fresh(state, fighter) else "the move has begun"
    if fighter.moved:
        return "has moved this turn"
    others = any(c.moved and c.id != state.turn for c in state.combatants.values())
    if others or state.turn is None or not fresh(state, state[state.turn]):
        return "only at the start of a turn, or when the own move begins"
    return None


def cannot_hand_over(state: Battle, giver: Fighter, taker: Fighter) -> str | None:
    problem = may_hand_over(state, giver)
    if problem:
        return problem
    if taker.id not in state.order or taker.moved:
        return f"{taker.name} has moved this turn"
    if state.rank(taker.id) < state.rank(giver.id):
        return f"{taker.name} moves before anyway"
    return None


# ---- segments (walka-9)


def available(state: Battle, fighter: Fighter) -> int:
    """Segments the fighter can put into an action now; one at a time after a trigger."""
    if state.turn != fighter.id:
        return 0
    if state.clash:
        return min(in_hand(state, fighter), 1)
    return fighter.segments


def in_hand(state: Battle, fighter: Fighter) -> int:
    """Segments left: of the own move, or the frozen ones of who breaks into another's."""
    if not state.clash or fighter.id == state.interrupted:
        return fighter.segments
    return fighter.frozen.count if fighter.frozen else 0


def spend(
    state: Battle,
    fighter: Fighter,
    amount: int,
    action: Action,
    kind: Literal["running", "done"],
    table: Table,
) -> None:
    """Takes segments for an action and draws them. ``fighter`` is taken."""
    if not amount:
        return
    fighter.track.append(Bar(fighter.used, amount, action.label, kind, action.rule))
    if state.clash and fighter.id != state.interrupted:
        if fighter.frozen:
            left = fighter.frozen.count - amount
            fighter.frozen = fighter.frozen.model_copy(update={"count": left}) if left > 0 else None
    else:
        fighter.segments = max(fighter.segments - amount, 0)
    pass_time(state, fighter, amount, table)


def pass_time(state: Battle, fighter: Fighter, amount: int, table: Table) -> None:
    """walka-25: suppression ends one segment of the shooter's after its fire."""
    if fighter.suppressing:
        fighter.fire_left -= amount
        if fighter.fire_left <= 0:
            cease_fire(state, fighter, table)


def act(state: Battle, command: Command, table: Table) -> None:
    """walka-9: pays for an action; what does not fit carries over, what is paid is done."""
    fighter = state.take(command.actor)
    action = BY_ID[command.action]
    if action.free:
        action.perform(state, fighter, command, table)
        settle(state, table)
        return
    _start(state, fighter, action, command, table)
    settle(state, table)


def _start(state: Battle, fighter: Fighter, action: Action, command: Command, table: Table) -> None:
    cost = price(command)
    mine = available(state, fighter)
    if fighter.carry and not command.overrule:
        raise Refusal(f"still busy: {fighter.carry.label}", "action")
    if cost and not mine and not command.overrule:
        raise Refusal(f"{fighter.name} has no segments left", "action")
    paid = min(cost, mine, 1 if in_steps(command) else cost)
    rest = 0 if command.overrule else cost - paid
    if rest and action.plan and not action.at_start:
        action.plan(state, fighter, command)
    _drop_aim(fighter, action, table)
    kind: Literal["running", "done"] = "running" if rest else "done"
    spend(state, fighter, paid, action, kind, table)
    if rest:
        fighter.carry = Carry(action.id, action.label, rest, command, action.at_start)
        table.log(
            "walka-9",
            f"{fighter.name} begins: {action.label}, {rest} of {cost} segments still to come",
            by=fighter.id,
        )
    if not rest or action.at_start:
        action.perform(state, fighter, command, table)
    if state.clash and paid:
        pass_slot(state, table)


KEEP_AIM = ("aim", "shot", "sniper_shot", "two_weapons")


def _drop_aim(fighter: Fighter, action: Action, table: Table) -> None:
    """walka-11: any other action loses the aim."""
    if fighter.aiming and action.id not in KEEP_AIM:
        fighter.aiming = 0
        table.log("walka-11", f"{fighter.name} no longer aims", by=fighter.id)


def in_steps(command: Command) -> bool:
    return isinstance(command, Act) and command.in_steps


def waiting(state: Battle, fighter: Fighter) -> bool:
    """walka-13: whether somebody else has segments frozen and could break in."""
    return any(other.frozen and other.id != fighter.id for other in state.standing())


def go_on(state: Battle, fighter: Fighter, table: Table) -> None:
    """walka-9: an action under way takes the segments it still needs, and is done when paid.

    One done segment by segment takes none by itself in the own move (walka-13).
    """
    carry = fighter.carry
    mine = available(state, fighter)
    if carry is None or not mine or (in_steps(carry.command) and not state.clash):
        return
    pay_carry(state, fighter, carry, mine, table)


def one_more(state: Battle, command: Command, table: Table) -> None:
    """walka-13: one segment of what is under way, so that others can break in after it."""
    fighter = state.take(command.actor)
    if fighter.carry is None or not available(state, fighter):
        raise Refusal(f"{fighter.name} has nothing under way", "do")
    pay_carry(state, fighter, fighter.carry, 1, table)
    settle(state, table)


def pay_carry(state: Battle, fighter: Fighter, carry: Carry, mine: int, table: Table) -> None:
    action = BY_ID[carry.action]
    paid = min(carry.segments, mine)
    rest = carry.segments - paid
    kind: Literal["running", "done"] = "running" if rest else "done"
    spend(state, fighter, paid, action, kind, table)
    if rest:
        fighter.carry = replace(carry, segments=rest)
        table.log(
            "walka-9",
            f"{fighter.name}: {carry.label}, {rest} segments still to come",
            by=fighter.id,
        )
        return
    fighter.carry = None
    table.log("walka-9", f"{fighter.name} completes: {carry.label}", by=fighter.id)
    if carry.resolved:
        return
    try:
        action.perform(state, fighter, carry.command, table)
    except InputRefusal:
        raise
    except Refusal as refusal:
        table.log("walka-9", f"{carry.label} comes to nothing: {refusal.message}", by=fighter.id)


def abandon(state: Battle, command: Command, table: Table) -> None:
    """walka-9: gives up what is under way; the segments paid are gone."""
    fighter = state.take(command.actor)
    if fighter.carry is None:
        raise Refusal(f"{fighter.name} has nothing under way", "do")
    table.log("walka-9", f"{fighter.name} gives up: {fighter.carry.label}", by=fighter.id)
    fighter.carry = None


def settle(state: Battle, table: Table) -> None:
    """Whoever acts and is out of the fight now acts no more."""
    if state.phase != "turn" or state.turn is None or not state[state.turn].out:
        return
    if state.clash:
        pass_slot(state, table)
    else:
        next_turn(state, table)


# ---- frozen segments and triggers (walka-13)


def freeze(state: Battle, command: Freeze, table: Table) -> None:
    fighter = state.take(command.actor)
    if command.count > fighter.segments:
        raise Refusal(f"{fighter.name} has {fighter.segments} segments to freeze", "count")
    fighter.segments -= command.count
    pass_time(state, fighter, command.count, table)
    fighter.frozen = Frozen(count=command.count, trigger=command.trigger)
    table.log(
        "walka-13",
        f"{fighter.name} freezes {command.count} segments until: {command.trigger}",
        by=fighter.id,
    )


def trigger(state: Battle, command: Trigger, table: Table) -> None:
    """walka-13: breaks into another's move; from now on one segment each by turns."""
    holder = state.take(command.actor)
    if holder.frozen is None:
        raise Refusal(f"{holder.name} has no frozen segments", "do")
    if state.turn is None or state.turn == holder.id or holder.id in state.clash:
        raise Refusal("there is nobody else's move to interrupt", "do")
    if not state.clash:
        state.interrupted = state.turn
        state.clash = [state.turn]
    place = 0
    # Those who wait to answer the same event go by initiative.
    while (
        place < len(state.clash)
        and state.clash[place] != state.interrupted
        and state.rank(state.clash[place]) < state.rank(holder.id)
    ):
        place += 1
    state.clash.insert(place, holder.id)
    table.log(
        "walka-13",
        f"{holder.frozen.trigger}: {holder.name} interrupts "
        f"{state[state.interrupted or ''].name}; segments alternate",
        by=holder.id,
    )
    _play_slot(state, table)


def pass_slot(state: Battle, table: Table, played: bool = True) -> None:
    """walka-13: the next one's segment; when nobody has frozen ones left, the move goes on.

    With whoever was interrupted out of the fight there is nobody to alternate with: what is
    frozen stays so.
    """
    if played and state.clash:
        state.clash.append(state.clash.pop(0))
    state.clash = [id for id in state.clash if not state[id].out and in_hand(state, state[id]) > 0]
    interrupted = state.interrupted
    assert interrupted is not None
    if state[interrupted].out or all(id == interrupted for id in state.clash):
        state.clash, state.interrupted, state.turn = [], None, interrupted
        fighter = state.take(interrupted)
        if fighter.out:
            next_turn(state, table)
            return
        table.log("walka-13", f"{fighter.name}'s move goes on", by=fighter.id)
        go_on(state, fighter, table)
        return
    _play_slot(state, table)


def _play_slot(state: Battle, table: Table) -> None:
    """The first in the rotation is on; what it has under way takes its segment at once."""
    state.turn = state.clash[0]
    fighter = state.take(state.turn)
    table.log("walka-13", f"{fighter.name} has a segment", by=fighter.id)
    if fighter.carry:
        go_on(state, fighter, table)
        pass_slot(state, table)


# ---- the end (walka-7)


def all_behind_cover(state: Battle) -> str | None:
    """walka-7: None when every player is behind cover, else why the fight goes on."""
    players = list(state.players())
    if not players:
        return "no players are left"
    seen = [fighter.name for fighter in players if not fighter.hidden]
    return f"{', '.join(seen)} not behind cover" if seen else None


def end_fight(state: Battle, command: EndFight, table: Table) -> None:
    problem = all_behind_cover(state)
    if problem and not command.overrule:
        raise Refusal(problem, "do")
    for fighter in state.take_all():
        fighter.aiming = fighter.segments = 0
        fighter.frozen = fighter.carry = None
        fighter.running = "still"
        fighter.suppressed, fighter.suppressing, fighter.fire_left = False, (), 0
    state.phase, state.turn, state.clash, state.interrupted = "over", None, [], None
    table.log("walka-7", "Every player is behind cover: the fight ends, time runs normally")
