"""Rounds and moves, and who breaks into whose (walka-7, 9 and 13)."""

from itertools import chain, takewhile

from desktop.rules.cast import any_of, one_side_left, unless
from desktop.rules.contract import Command
from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Text, few
from desktop.rules.walka import commands, on_map, segments
from desktop.rules.walka.checks import single_test, threshold_of
from desktop.rules.walka.conditions import CONDITIONS, afflict, label, lift
from desktop.rules.walka.d20 import Attempt
from desktop.rules.walka.hits import AIM_LOST, fresh_wound, lost_to_wounds, wound
from desktop.rules.walka.segments import SegmentAction
from desktop.rules.walka.sheet import EFFECTS
from desktop.rules.walka.state import Battle, Carry, Fighter, Frozen
from desktop.rules.walka.tables import SEGMENTS, STEADFASTNESS

# ---- moves (walka-9)


STOPS = Text("{name} stops running")


def start_round(state: Battle, table: Table) -> None:
    """Everybody gets three segments, one after another."""
    state.round += 1
    for fighter in state.take_all():
        fighter.moved = False
    # Who stands up again after having been out from the start moves last.
    state.initiative += [c.id for c in state.standing() if c.id not in state.initiative]
    state.order = list(state.initiative)
    line = Text("Turn {round}: segments for each: {segments}", round=state.round, segments=SEGMENTS)
    table.log("walka-9", line)
    if state.parallel:
        for id in [id for id in state.order if not state[id].out]:
            fresh_segments(state, state.take(id), table)
    next_turn(state, table)


def decided(state: Battle) -> bool:
    """walka-33: whether at most one side is left; no turn or move begins then."""
    return one_side_left(state, "walka-33") is not None


def next_turn(state: Battle, table: Table) -> None:
    """The next in the order who has not moved this turn; a new turn when all have.

    Nobody's, once the last enemy has fallen.
    """
    state.turn = None
    if decided(state):
        return
    if state.parallel:
        _next_segment(state, table)
        return
    fighters = state.combatants
    for id in state.order:
        if not fighters[id].moved and not fighters[id].out:
            start_turn(state, id, table)
            if not state[id].incapacitated:
                return
            state.turn = None
    _next_round(state, table)


def _next_round(state: Battle, table: Table) -> None:
    """A new round, if anybody is left to play it."""
    if any(True for _ in state.standing()):
        start_round(state, table)


def _next_segment(state: Battle, table: Table) -> None:
    """Side by side: who is furthest behind plays a segment, in the order of initiative.

    What is under way takes it at once.
    """
    while not decided(state):
        waiting = [state[id] for id in state.order if state[id].segments and not state[id].out]
        if not waiting:
            _next_round(state, table)
            return
        fighter = state.take(min(waiting, key=lambda fighter: fighter.used).id)
        state.turn = fighter.id
        table.note("walka-9", fighter, "{name}: segment {number}", number=int(fighter.used) + 1)
        if not fighter.carry:
            return
        segments.go_on(state, fighter, table)
        table.turn_only()
    state.turn = None


def start_turn(state: Battle, id: str, table: Table) -> None:
    """walka-9 and 12: a move begins, and what was under way goes on."""
    fighter = state.take(id)
    state.turn = id
    fresh_segments(state, fighter, table)
    segments.go_on(state, fighter, table)


def fresh_segments(state: Battle, fighter: Fighter, table: Table) -> None:
    """Three segments and a fresh pool; what was left over from before ends."""
    fighter.moved = True
    fighter.track = []
    fighter.spent, fighter.deflected, fighter.steadfast = {}, (), None
    if fighter.frozen:
        count = fighter.frozen.count
        fighter.frozen = None
        table.note(
            "walka-13", fighter, "{name} loses {count} frozen segment",
            "{name} loses {count} frozen segments", count=count,
        )  # fmt: skip
    if fighter.running != "still":
        fighter.running = "still"
        table.note("walka-21", fighter, STOPS.template)
    lost = min(fighter.debt, SEGMENTS)
    fighter.debt -= lost
    fighter.segments = SEGMENTS - lost
    if lost:
        fighter.track = [lost_to_wounds(0, lost)]
    segments.pass_time(state, fighter, lost, table)
    if fighter.incapacitated:
        fighter.segments = 0
        segments.pass_time(state, fighter, SEGMENTS - lost, table)
    if lost:
        table.note(
            "walka-32", fighter, "{name} loses {count} segment to wounds",
            "{name} loses {count} segments to wounds", count=lost,
        )  # fmt: skip
    table.note(
        "walka-9", fighter, "{name} has {count} segment", "{name} has {count} segments",
        count=fighter.segments,
    )  # fmt: skip


def settle(state: Battle, table: Table) -> None:
    """walka-52 and 53: what effects do in the segments that have passed, and which are over."""
    passed = [c.id for c in state.combatants.values() if c.passed]
    if passed:
        table.turn_only()
    for id in passed:
        fighter = state.take(id)
        while fighter.passed:
            now = segments.clock(state, fighter) - fighter.passed + 1
            fighter.passed -= 1
            for kind in dict.fromkeys(affliction.kind for affliction in fighter.afflictions):
                harm = CONDITIONS[kind]
                if harm.wound and now % harm.every == 0 and not fighter.out:
                    with table.effect(fighter, label(kind)):
                        table.note(harm.rule, fighter, "{name}: {effect}", effect=EFFECTS[kind])
                        wound(state, fighter, fresh_wound(harm.wound, "torso", True), table)
            over = [each.kind for each in fighter.afflictions if each.left == 1]
            fighter.afflictions = [
                each.model_copy(update={"left": max(each.left - 1, 1)}) if each.left else each
                for each in fighter.afflictions
            ]
            for kind in dict.fromkeys(over):
                lift(fighter, kind, table)
                if kind == "choking":
                    afflict(fighter, "stunned", table)


def put_out(state: Battle, fighter: Fighter, command: Command, table: Table) -> None:
    """walka-53: a segment puts the fire out. ``fighter`` is taken."""
    lift(fighter, "burning", table)


not_burning = unless(lambda fighter: fighter.suffers("burning"), Text("does not burn"))
"""walka-53: only who burns puts it out."""
cannot_stand_fast = any_of(
    not_burning, unless(lambda fighter: fighter.steadfast is None, Text("tried already this turn"))
)
"""walka-53: once a turn, for who burns."""


def stand_fast(state: Battle, fighter: Fighter, command: Command, table: Table) -> None:
    """walka-53: steadfastness, at the −5 of the fire, lets who burns act this turn. ``fighter`` is
    taken."""
    attempt = Attempt(state, fighter, Text("steadfastness"), table)
    won = single_test(attempt, threshold_of(fighter, "charisma"), STEADFASTNESS, "walka-53")
    fighter.steadfast = won > 0
    if won:
        table.mark("success", fighter.id)
        table.note("walka-53", fighter, "{name} stands fast, and acts this turn in the fire")


def as_its_move_begins(fighter: Fighter) -> Fighter:
    """The fighter as it is when its move begins: no longer running (walka-21)."""
    if fighter.running == "still":
        return fighter
    begins = fighter.copy()
    begins.running = "still"
    return begins


def give_back(fighter: Fighter) -> None:
    """A move that was begun and not used is still to come."""
    fighter.debt += int(fighter.used)
    fighter.track = []
    fighter.segments = 0
    fighter.moved = False


def end_turn(state: Battle, ending: Fighter | None, command: Command, table: Table) -> None:
    """walka-9: the move of the one on turn ends, or its segment where segments alternate; segments
    that are neither spent nor frozen are lost."""
    if state.turn is None:
        raise Refusal("nobody's turn", "do")
    fighter = state.take(state.turn)
    if state.clash:
        interrupted = fighter.id == state.interrupted
        if interrupted and fighter.segments:
            segments.lose_one(state, fighter, table)
        table.note("walka-13", fighter, "{name} lets the others go on")
        # Who broke in keeps what is frozen; whose move it is has a segment less and goes on.
        if not interrupted:
            state.clash = [id for id in state.clash if id != fighter.id]
        pass_slot(state, table, played=interrupted)
        return
    if state.parallel:
        segments.lose_one(state, fighter, table)
        next_turn(state, table)
        return
    fighter.declared = []
    busy = fighter.carry is not None
    while fighter.carry and (left := segments.available(state, fighter)):
        segments.pay_carry(state, fighter, fighter.carry, left, table)
    if busy:
        table.turn_only()
    segments.lose_rest(state, fighter, table)
    next_turn(state, table)


def comes_next(state: Battle, id: str) -> bool:
    """Whether this one is next in the order and who is on turn has no segment left."""
    if id == state.turn or state.clash or state.turn is None or state[state.turn].segments:
        return False
    if decided(state):
        return False
    waiting = (id for id in state.order if not state[id].moved and not state[id].out)
    again = (id for id in state.initiative if not state[id].out)
    return id == next(chain(waiting, again), None)


def act(
    state: Battle, fighter: Fighter, action: SegmentAction, command: commands.Act, table: Table
) -> None:
    """Pays for an action; what does not fit carries over, what is paid is done (walka-9).

    After a trigger the next one's segment comes (walka-13). ``fighter`` is taken.
    """
    cost = segments.price_of(fighter, action, command)
    left = segments.available(state, fighter)
    paid = min(cost, left, 1 if command.in_steps else cost)
    rest = 0 if command.overrule else cost - paid
    at_start = action.at_start
    if type(command) is commands.FireTwo:
        at_start = command.burst is not None
    if rest and action.plan and not at_start:
        action.plan(state, fighter, command)
    if fighter.aiming and (cost or action.price) and action.id not in KEEP_AIM:
        fighter.aiming = 0
        table.note("walka-11", fighter, AIM_LOST.template)
    segments.spend(state, fighter, paid, action, "running" if rest else "done", table)
    if rest:
        begun = on_map.left_open(state, command, fighter.id)
        distances = on_map.distances(state, command, fighter.id)
        fighter.carry = Carry(action, rest, begun, at_start, distances)
        table.note(
            "walka-9", fighter, "{name} begins: {action}, segments still to come: {rest} of {cost}",
            action=action.label, rest=rest, cost=cost,
        )  # fmt: skip
    if not rest or at_start:
        action.perform(state, fighter, command, table)
        table.finish()
    if paid and fighter.declared:
        _keep_to_declaration(fighter, action, table)
    if state.clash and paid:
        table.turn_only()
        pass_slot(state, table)
    elif state.parallel and paid and state.turn == fighter.id:
        table.turn_only()
        next_turn(state, table)


KEEP_AIM = ("aim", "shot", "sniper_shot", "two_weapons")
"""walka-11: any other action loses the aim."""


# ---- what was declared for the turn (walka-9)


SOMETHING_ELSE = Text("{name} does something else than declared: {action}, not {meant}")


def _keep_to_declaration(fighter: Fighter, action: SegmentAction, table: Table) -> None:
    """The next of what was declared is done, or something else and the rest is given up."""
    meant = fighter.declared[0]
    if meant.id == action.id:
        fighter.declared = fighter.declared[1:]
        return
    fighter.declared = []
    table.note("walka-9", fighter, SOMETHING_ELSE.template, action=action.label, meant=meant.label)


def leave_to_others(state: Battle, table: Table) -> None:
    """A fighter who is out of the fight acts no more; where segments are played one by one,
    neither does anybody whose last one is gone. After a side has fallen, who is raised acts."""
    while state.phase == "turn":
        if state.turn is None:
            if decided(state) or not any(True for _ in state.standing()):
                return
        else:
            fighter = state[state.turn]
            one_by_one = state.parallel or state.clash
            if not fighter.out and not (one_by_one and not segments.in_hand(state, fighter)):
                return
        table.turn_only()
        if state.clash:
            pass_slot(state, table)
        else:
            next_turn(state, table)


# ---- frozen segments and triggers (walka-13)


def waiting(state: Battle, fighter: Fighter) -> bool:
    """Whether somebody else has segments frozen and could break in."""
    return any(other.frozen and other.id != fighter.id for other in state.standing())


SIDE_BY_SIDE = Text("segments are played side by side; let the others go on instead")


def cannot_freeze(state: Battle, fighter: Fighter) -> Text | None:
    """walka-13: why no segments can be kept back."""
    if state.parallel:
        return SIDE_BY_SIDE
    if state.clash:
        return Text("not in the middle of somebody's move")
    if fighter.carry:
        return Text("busy: {action}", action=fighter.carry.action.label)
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
        has = Text(
            "{name} has {count} segment to freeze",
            "{name} has {count} segments to freeze",
            name=fighter.name,
            count=most,
        )
        raise Refusal(has, "count")
    fighter.segments -= command.count
    segments.pass_time(state, fighter, command.count, table)
    fighter.frozen = Frozen(count=before + command.count, trigger=command.trigger)
    values = {"count": command.count, "trigger": command.trigger}
    if before:
        table.note(
            "walka-13", fighter,
            "{name} freezes {count} segment more, all in all {frozen}, until: {trigger}",
            "{name} freezes {count} segments more, all in all {frozen}, until: {trigger}",
            frozen=before + command.count, **values,
        )  # fmt: skip
    else:
        table.note(
            "walka-13", fighter, "{name} freezes {count} segment until: {trigger}",
            "{name} freezes {count} segments until: {trigger}", **values,
        )  # fmt: skip


def cannot_trigger(state: Battle, holder: Fighter) -> Text | None:
    """walka-13: why this one cannot break in."""
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
    # Those who wait to answer the same event go by initiative.
    own, whose = state.rank(holder.id), state.interrupted
    before = takewhile(lambda id: id != whose and state.rank(id) < own, state.clash)
    state.clash.insert(len(list(before)), holder.id)
    table.note(
        "walka-13", holder, "{trigger}: {name} → {whom}: breaks in, segments alternate",
        trigger=holder.frozen.trigger, name=holder.name,
        whom=state[state.interrupted or ""].name,
    )  # fmt: skip
    _play_slot(state, table)


def pass_slot(state: Battle, table: Table, played: bool = True) -> None:
    """The next one's segment; when nobody has frozen ones left, the move goes on.

    When the interrupted fighter is out of the fight there is nobody to alternate with: what is
    frozen stays so.
    """
    if decided(state):
        state.clash, state.interrupted = [], None
        next_turn(state, table)
        return
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
        table.note("walka-13", fighter, "{name}: the move goes on")
        segments.go_on(state, fighter, table)
        return
    _play_slot(state, table)


def _play_slot(state: Battle, table: Table) -> None:
    """The first in the rotation is on; what it has under way takes its segment at once."""
    state.turn = state.clash[0]
    fighter = state.take(state.turn)
    table.note("walka-13", fighter, "{name} has a segment")
    if fighter.carry and segments.available(state, fighter):
        segments.go_on(state, fighter, table)
        table.turn_only()
        pass_slot(state, table)


# ---- the end (walka-7)


def not_all_behind_cover(state: Battle, fighter: object) -> Text | None:
    """None when every player is behind cover, else why the fight goes on."""
    players = [fighter for fighter in state.standing() if fighter.player]
    if not players:
        return Text("no players are left")
    seen = [fighter.name for fighter in players if not fighter.hidden]
    return Text("not behind cover: {seen}", seen=few(seen)) if seen else None


def end_fight(state: Battle, fighter: None, command: Command, table: Table) -> None:
    """walka-7: time runs normally again."""
    if not command.overrule:
        refuse(not_all_behind_cover(state, fighter), "do")
    for each in state.take_all():
        each.aiming = each.segments = 0
        each.frozen = each.carry = None
        each.running = "still"
        each.suppressed, each.suppressing, each.fire_left, each.held_until = False, (), 0, 0
    state.phase, state.turn, state.clash, state.interrupted = "over", None, [], None
    table.log("walka-7", "Every player is behind cover: the fight ends, time runs normally")
