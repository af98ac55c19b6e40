"""Rounds and moves, and who breaks into whose (walka-7, 9 and 13)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from desktop.rules.contract import Command
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text, few
from desktop.rules.walka import commands, initiative, segments
from desktop.rules.walka.hits import lost_to_wounds
from desktop.rules.walka.state import Battle, Fighter, Frozen
from desktop.rules.walka.tables import SEGMENTS


def begin(state: Battle, command: commands.BeginBattle, table: Table) -> None:
    """walka-5, then the first turn."""
    initiative.roll_initiative(state, command, table)
    state.phase = "turn"
    start_round(state, table)


def come_in(state: Battle, newcomers: Sequence[str], this_round: bool, table: Table) -> None:
    """walka-5: newcomers take their places, and their segments where they still move (9)."""
    if state.phase == "over":
        raise Refusal("the fight is over; time runs normally", "do")
    initiative.come_in(state, newcomers, this_round, table)
    if state.parallel and this_round:
        for id in newcomers:
            _fresh_segments(state, state.take(id), table)
    leave_to_others(state, table)


# ---- moves (walka-9)


def start_round(state: Battle, table: Table) -> None:
    """Everybody gets three segments, one after another."""
    state.round += 1
    for fighter in state.take_all():
        fighter.moved = False
    # Who stands up again after having been out from the start moves last.
    state.initiative += [c.id for c in state.standing() if c.id not in state.initiative]
    state.order = list(state.initiative)
    told = Text("Turn {round}: {segments} segments each", round=state.round, segments=SEGMENTS)
    table.log("walka-9", told)
    if state.parallel:
        for id in [id for id in state.order if not state[id].out]:
            _fresh_segments(state, state.take(id), table)
    next_turn(state, table)


def next_turn(state: Battle, table: Table) -> None:
    """The next in the order who has not moved this turn; a new turn when all have."""
    state.turn = None
    if state.parallel:
        _next_segment(state, table)
        return
    fighters = state.combatants
    for id in state.order:
        if not fighters[id].moved and not fighters[id].out:
            start_turn(state, id, table)
            return
    _next_round(state, table)


def _next_round(state: Battle, table: Table) -> None:
    """A new round, if anybody is left to play it."""
    if any(True for _ in state.standing()):
        start_round(state, table)


def _next_segment(state: Battle, table: Table) -> None:
    """Side by side: who is furthest behind plays a segment, in the order of initiative.

    What is under way takes it at once.
    """
    while True:
        waiting = [state[id] for id in state.order if state[id].segments and not state[id].out]
        if not waiting:
            _next_round(state, table)
            return
        fighter = state.take(min(waiting, key=lambda one: one.used).id)
        state.turn = fighter.id
        number = int(fighter.used) + 1
        told = Text("{name}: segment {number}", name=fighter.name, number=number)
        table.log("walka-9", told, by=fighter.id)
        if not fighter.carry:
            return
        segments.go_on(state, fighter, table)
        table.turn_only()


def start_turn(state: Battle, id: str, table: Table) -> None:
    """walka-9 and 12: a move begins, and what was under way goes on."""
    fighter = state.take(id)
    state.turn = id
    _fresh_segments(state, fighter, table)
    segments.go_on(state, fighter, table)


def _fresh_segments(state: Battle, fighter: Fighter, table: Table) -> None:
    """Three segments and a fresh pool; what was left over from before ends."""
    id = fighter.id
    fighter.moved = True
    fighter.track = []
    fighter.spent = {}
    if fighter.frozen:
        count = fighter.frozen.count
        fighter.frozen = None
        told = Text("{name} loses {lost} frozen segments", name=fighter.name, lost=count)
        table.log("walka-13", told, by=id)
    if fighter.running != "still":
        fighter.running = "still"
        table.log("walka-21", Text("{name} is no longer running", name=fighter.name), by=id)
    lost = min(fighter.debt, SEGMENTS)
    fighter.debt -= lost
    fighter.segments = SEGMENTS - lost
    if lost:
        fighter.track.append(lost_to_wounds(0, lost))
    segments.pass_time(state, fighter, lost, table)
    if table.keeps_log:
        _tell_segments(fighter, lost, table)


def as_its_move_begins(fighter: Fighter) -> Fighter:
    """Somebody whose move is still to come as it is then: no longer running (walka-21)."""
    if fighter.running == "still":
        return fighter
    begins = fighter.copy()
    begins.running = "still"
    return begins


def _tell_segments(fighter: Fighter, lost: int, table: Table) -> None:
    if lost:
        told = Text(
            "{name} loses {count} segment to wounds",
            "{name} loses {count} segments to wounds",
            name=fighter.name,
            count=lost,
        )
        table.log("walka-32", told, by=fighter.id)
    has = Text(
        "{name} has {count} segment",
        "{name} has {count} segments",
        name=fighter.name,
        count=fighter.segments,
    )
    table.log("walka-9", has, by=fighter.id)


def give_back(fighter: Fighter) -> None:
    """A move that was begun and not used is still to come."""
    fighter.debt += int(fighter.used)
    fighter.track = []
    fighter.segments = 0
    fighter.moved = False


def end_turn(state: Battle, fighter: Fighter, command: Command, table: Table) -> None:
    """The move ends; segments that are neither spent nor frozen are lost (walka-9)."""
    end_move(state, table)


def end_move(state: Battle, table: Table) -> None:
    if state.turn is None:
        raise Refusal("nobody's turn", "do")
    fighter = state.take(state.turn)
    if state.clash:
        mine = fighter.id == state.interrupted
        if mine and fighter.segments:
            segments.lose_one(state, fighter, table)
        told = Text("{name} lets the others go on", name=fighter.name)
        table.log("walka-13", told, by=fighter.id)
        # Who broke in keeps what is frozen; whose move it is has a segment less and goes on.
        if not mine:
            state.clash = [id for id in state.clash if id != fighter.id]
        pass_slot(state, table, played=mine)
        return
    if state.parallel:
        segments.lose_one(state, fighter, table)
        next_turn(state, table)
        return
    fighter.declared = []
    busy = fighter.carry is not None
    segments.run_out(state, fighter, table)
    if busy:
        table.turn_only()
    segments.lose_rest(state, fighter, table)
    next_turn(state, table)


def comes_next(state: Battle, id: str) -> bool:
    """Whether this one is next in the order and who is on turn has no segment left."""
    if id == state.turn or state.clash or state.turn is None or state[state.turn].segments:
        return False
    waiting = (id for id in state.order if not state[id].moved and not state[id].out)
    again = (id for id in state.initiative if not state[id].out)
    return id == next(chain(waiting, again), None)


def act(
    state: Battle,
    fighter: Fighter,
    action: segments.SegmentAction,
    command: commands.Act,
    table: Table,
) -> None:
    """Does an action; after a trigger the next one's segment comes. ``fighter`` is taken."""
    paid = segments.do_action(state, fighter, action, command, table)
    if paid and fighter.declared:
        _keep_to_declaration(fighter, action, table)
    if state.clash and paid:
        table.turn_only()
        pass_slot(state, table)
    elif state.parallel and paid and state.turn == fighter.id:
        table.turn_only()
        next_turn(state, table)


# ---- what was declared for the turn (walka-9)


def _keep_to_declaration(fighter: Fighter, action: segments.SegmentAction, table: Table) -> None:
    """The next of what was declared is done, or something else and the rest is given up."""
    meant = fighter.declared[0]
    if meant.id == action.id:
        del fighter.declared[0]
        return
    fighter.declared = []
    told = Text(
        "{name} does something else than declared: {action}, not {meant}",
        name=fighter.name,
        action=action.label,
        meant=meant.label,
    )
    table.log("walka-9", told, by=fighter.id)


def leave_to_others(state: Battle, table: Table) -> None:
    """Whoever acts and is out of the fight now acts no more; where segments are played one by one,
    neither does anybody whose last one is gone. After all have fallen, who is raised acts."""
    while state.phase == "turn" and _acts_no_more(state):
        table.turn_only()
        if state.clash:
            pass_slot(state, table)
        else:
            next_turn(state, table)


def _acts_no_more(state: Battle) -> bool:
    if state.turn is None:
        return any(True for _ in state.standing())
    fighter = state[state.turn]
    one_by_one = state.parallel or bool(state.clash)
    return fighter.out or (one_by_one and not segments.in_hand(state, fighter))


# ---- the order changes hands (walka-6, 8)


def hand_over(state: Battle, giver: Fighter, command: commands.HandOver, table: Table) -> None:
    taker = initiative.hand_over(state, giver, command, table)
    if state.parallel:
        next_turn(state, table)
    elif state.turn == giver.id and not state.clash:
        give_back(giver)
        start_turn(state, taker.id, table)


def spotting_duel(
    state: Battle, seeker: Fighter, command: commands.SpottingDuel, table: Table
) -> None:
    winner, loser = initiative.spotting_duel(state, seeker, command, table)
    if state.parallel and state.turn == loser.id:
        next_turn(state, table)
    elif state.turn == loser.id and initiative.fresh(state, loser) and not winner.moved:
        give_back(loser)
        start_turn(state, winner.id, table)


# ---- frozen segments and triggers (walka-13)


def waiting(state: Battle, fighter: Fighter) -> bool:
    """Whether somebody else has segments frozen and could break in."""
    return any(other.frozen and other.id != fighter.id for other in state.standing())


SIDE_BY_SIDE = Text("segments are played side by side; let the others go on instead")


def cannot_freeze(state: Battle, fighter: Fighter) -> Text | None:
    if state.parallel:
        return SIDE_BY_SIDE
    if state.clash:
        return Text("not in the middle of somebody's move")
    if fighter.carry:
        return Text("busy: {action}", action=fighter.carry.label)
    if _frozen(fighter) >= SEGMENTS:
        return Text("all of a turn is frozen")
    return None if fighter.segments else Text("no segments left")


def _frozen(fighter: Fighter) -> int:
    return fighter.frozen.count if fighter.frozen else 0


def freeze(state: Battle, fighter: Fighter, command: commands.Freeze, table: Table) -> None:
    """Segments kept back behind a trigger, with those kept back before. ``fighter`` is taken."""
    before = _frozen(fighter)
    most = min(fighter.segments, SEGMENTS - before)
    if command.count > most:
        has = Text("{name} has {segments} segments to freeze", name=fighter.name, segments=most)
        raise Refusal(has, "count")
    fighter.segments -= command.count
    segments.pass_time(state, fighter, command.count, table)
    fighter.frozen = Frozen(count=before + command.count, trigger=command.trigger)
    told = Text(
        "{name} freezes {segments} segments until: {trigger}{with_before}",
        name=fighter.name,
        segments=command.count,
        trigger=command.trigger,
        with_before=Text(" ({all} in all)", all=before + command.count) if before else NOTHING,
    )
    table.log("walka-13", told, by=fighter.id)


def cannot_trigger(state: Battle, holder: Fighter) -> Text | None:
    if state.parallel:
        return SIDE_BY_SIDE
    if holder.frozen is None:
        return Text("{name} has no frozen segments", name=holder.name)
    if state.turn is None or state.turn == holder.id or holder.id in state.clash:
        return Text("there is nobody else's move to interrupt")
    return None


def trigger(state: Battle, holder: Fighter, command: Command, table: Table) -> None:
    """Breaks into another's move; from now on one segment each by turns."""
    problem = cannot_trigger(state, holder)
    if problem or holder.frozen is None or state.turn is None:
        raise Refusal(problem or "there is nobody else's move to interrupt", "do")
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
    told = Text(
        "{trigger}: {name} interrupts {whom}; segments alternate",
        trigger=holder.frozen.trigger,
        name=holder.name,
        whom=state[state.interrupted or ""].name,
    )
    table.log("walka-13", told, by=holder.id)
    _play_slot(state, table)


def pass_slot(state: Battle, table: Table, played: bool = True) -> None:
    """The next one's segment; when nobody has frozen ones left, the move goes on.

    With whoever was interrupted out of the fight there is nobody to alternate with: what is
    frozen stays so.
    """
    if played and state.clash:
        state.clash.append(state.clash.pop(0))
    state.clash = [
        id for id in state.clash if not state[id].out and segments.in_hand(state, state[id]) > 0
    ]
    interrupted = state.interrupted
    assert interrupted is not None
    if state[interrupted].out or all(id == interrupted for id in state.clash):
        state.clash, state.interrupted, state.turn = [], None, interrupted
        fighter = state.take(interrupted)
        if fighter.out:
            next_turn(state, table)
            return
        table.log("walka-13", Text("{name}'s move goes on", name=fighter.name), by=fighter.id)
        segments.go_on(state, fighter, table)
        return
    _play_slot(state, table)


def _play_slot(state: Battle, table: Table) -> None:
    """The first in the rotation is on; what it has under way takes its segment at once."""
    state.turn = state.clash[0]
    fighter = state.take(state.turn)
    table.log("walka-13", Text("{name} has a segment", name=fighter.name), by=fighter.id)
    if fighter.carry and segments.available(state, fighter):
        segments.go_on(state, fighter, table)
        table.turn_only()
        pass_slot(state, table)


# ---- the end (walka-7)


def not_all_behind_cover(state: Battle, fighter: object = None) -> Text | None:
    """None when every player is behind cover, else why the fight goes on."""
    players = list(state.players())
    if not players:
        return Text("no players are left")
    seen = [fighter.name for fighter in players if not fighter.hidden]
    return Text("{seen} not behind cover", seen=few(seen)) if seen else None


def end_fight(state: Battle, fighter: None, command: commands.EndFight, table: Table) -> None:
    problem = not_all_behind_cover(state)
    if problem and not command.overrule:
        raise Refusal(problem, "do")
    for each in state.take_all():
        each.aiming = each.segments = 0
        each.frozen = each.carry = None
        each.running = "still"
        each.suppressed, each.suppressing, each.fire_left, each.held_until = False, (), 0, 0
    state.phase, state.turn, state.clash, state.interrupted = "over", None, [], None
    table.log("walka-7", "Every player is behind cover: the fight ends, time runs normally")
