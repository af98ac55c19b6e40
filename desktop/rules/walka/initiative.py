"""Who moves first: initiative, spotting against hiding, handing over (walka-5, 6 and 8)."""

from collections.abc import Mapping, Sequence

from desktop.rules.cast import gone, unknown
from desktop.rules.dice import pool
from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Text, few
from desktop.rules.walka import d20, turns
from desktop.rules.walka.checks import MOST_TIES, Threshold, duel, number, threshold_of
from desktop.rules.walka.commands import BeginBattle, HandOver, SpottingDuel
from desktop.rules.walka.sheet import word
from desktop.rules.walka.state import Battle, Fighter, opponent
from desktop.rules.walka.tables import SEGMENTS

Group = list[Fighter]
"""A fighter, or a group whose first member rolls for all of it."""


def begin(state: Battle, command: BeginBattle, table: Table) -> None:
    """walka-5: initiative, once for the fight; then the first turn."""
    chosen: dict[str, str] = {}
    for attribute, ids in (("dexterity", command.by_dexterity), ("senses", command.by_senses)):
        for id in ids:
            if id not in state.combatants:
                raise unknown(id, f"by_{attribute}")
            if id in chosen:
                twice = Text("{name} is there twice", name=state[id].name)
                raise Refusal(twice, f"by_{attribute}")
            chosen[id] = attribute
    usual = command.initiative_by or state.house.initiative_by
    by = {fighter.id: chosen.get(fighter.id, usual) for fighter in state.standing()}
    state.initiative = _rolled_order(state, by, table)
    names = [state[id].name for id in state.initiative]
    table.log("walka-5", Text("Initiative: {names}", names=few(names)))
    state.phase = "turn"
    turns.start_round(state, table)


def come_in(state: Battle, newcomers: Sequence[str], this_round: bool, table: Table) -> None:
    """walka-5: initiative is rolled once for the fight, so newcomers roll among themselves and
    move after all others; who still moves this turn gets segments (9)."""
    if state.phase == "over":
        raise Refusal("the fight is over; time runs normally", "do")
    order = _rolled_order(state, dict.fromkeys(newcomers, state.house.initiative_by), table)
    state.initiative += order
    # Who does not move this turn has no place in it either (walka-6).
    if this_round:
        state.order += order
    for id in order:
        state.take(id).moved = not this_round
    if state.parallel and this_round:
        for id in newcomers:
            turns.fresh_segments(state, state.take(id), table)
    turns.leave_to_others(state, table)


def _rolled_order(state: Battle, by: Mapping[str, str], table: Table) -> list[str]:
    """walka-5: most success points first; ties roll again among themselves only.

    ``by`` has the attribute that each of them tests.
    """
    groups: dict[str, Group] = {}
    for id in by:
        fighter = state[id]
        groups.setdefault(fighter.group or f"@{id}", []).append(fighter)
    order: list[str] = []
    waiting: list[tuple[list[Group], int]] = [(list(groups.values()), 0)]
    while waiting:
        tied, ties = waiting.pop()
        if len(tied) < 2 or ties > MOST_TIES:
            order += [fighter.id for group in tied for fighter in group]
            continue
        if ties:
            names = [group[0].name for group in tied]
            table.log("walka-5", Text("A tie, these roll again: {names}", names=few(names)))
        rolled: dict[int, list[Group]] = {}
        for group in tied:
            points = _roll(state, group, by[group[0].id], table)
            rolled.setdefault(points, []).append(group)
        # The last one put there is the next one taken, so the fewest points go first.
        waiting += [(rolled[points], ties + 1) for points in sorted(rolled)]
    return order


def initiative_threshold(state: Battle, fighter: Fighter, attribute: str) -> Threshold:
    """walka-5: what bears on a fighter's roll for initiative."""
    return threshold_of(fighter, attribute, wounds=state.house.initiative_wounds)


def _roll(state: Battle, group: Group, attribute: str, table: Table) -> int:
    """walka-5: the success points of an open test, with what bears on such a test."""
    fighter = group[0]
    threshold = initiative_threshold(state, fighter, attribute)
    threshold.tell(fighter, table)
    throw = pool(state.house.initiative_dice, d20.FACES, d20.OpenTest(threshold.value))
    points = table.roll(throw, why="walka-5", by=fighter.id, label=Text("initiative"))
    line = Text("{name}: initiative, {attribute} {threshold}, success points: {points}")
    if len(group) > 1:
        line = Text(
            "{name} and {count} more: initiative, {attribute} {threshold}, success points: {points}"
        )
    table.note(
        "walka-5", fighter, line.template, attribute=Text("{tested!l}", tested=word(attribute)),
        threshold=number(threshold.value), points=number(points), count=len(group) - 1,
    )  # fmt: skip
    return points


# ---- spotting against hiding (walka-8)


def spotting_duel(state: Battle, seeker: Fighter, command: SpottingDuel, table: Table) -> None:
    """walka-8: the winner goes before the loser from now on. ``seeker`` is taken."""
    hider = state.take(opponent(state, seeker, command.target).id)
    seeing = seeker, threshold_of(seeker, "senses"), "spotting"
    hiding = hider, threshold_of(hider, "dexterity"), "hiding"
    spotted, hidden = duel((seeing, hiding), Text("spotting and hiding"), "walka-8", table)
    winner, loser = (seeker, hider) if spotted > hidden else (hider, seeker)
    table.mark("success", winner.id)
    table.note("walka-8", winner, "{winner} → {loser}: takes the initiative", loser=loser.name)
    first, second = winner.id, loser.id
    for order in (state.initiative, state.order):
        if {first, second} <= {*order} and order.index(first) > order.index(second):
            order.remove(first)
            order.insert(order.index(second), first)
    if state.parallel and state.turn == loser.id:
        turns.next_turn(state, table)
    elif state.turn == loser.id and fresh(state, loser) and not winner.moved:
        turns.give_back(loser)
        turns.start_turn(state, winner.id, table)


# ---- handing over (walka-6)


def fresh(state: Battle, fighter: Fighter) -> bool:
    """Whether a move has begun and nothing was done with it yet."""
    whole = fighter.segments + fighter.used == SEGMENTS and not _acted(fighter)
    return whole and state.turn == fighter.id and not state.clash


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
        return Text("the move of this turn is over")
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
    if problem := cannot_hand_over(state, giver) or gone(taker) or _no_place(state, taker):
        return problem
    if taker.moved and not state.parallel:
        return Text("{taker}: the move of this turn is over", taker=taker.name)
    if state.rank(taker.id) < state.rank(giver.id):
        return Text("{taker} moves before anyway", taker=taker.name)
    return None


def nobody_to_hand_to(state: Battle, fighter: Fighter) -> Text | None:
    """walka-6: why the initiative cannot be handed to anybody."""
    if problem := cannot_hand_over(state, fighter):
        return problem
    others = (other for other in state.standing() if other.id != fighter.id)
    if all(cannot_take(state, fighter, other) for other in others):
        return Text("nobody is still to move")
    return None


def hand_over(state: Battle, giver: Fighter, command: HandOver, table: Table) -> None:
    """walka-6: the other moves in this one's place, and this one in the other's.

    ``giver`` is taken.
    """
    taker = opponent(state, giver, command.to, "to")
    # What cannot be overruled: there would be nothing to swap.
    problem = _no_place(state, giver) or _no_place(state, taker)
    if not command.overrule:
        problem = cannot_take(state, giver, taker)
    refuse(problem, "to")
    _swap(state.order, giver.id, taker.id)
    line = Text("{giver} → {taker}: hands over the initiative for this turn")
    if command.keep:
        _swap(state.initiative, giver.id, taker.id)
        line = Text("{giver} → {taker}: hands over the initiative for good")
    table.note("walka-6", giver, line.template, taker=taker.name)
    if state.parallel:
        turns.next_turn(state, table)
    elif state.turn == giver.id and not state.clash:
        turns.give_back(giver)
        turns.start_turn(state, taker.id, table)


def _swap(order: list[str], first: str, second: str) -> None:
    """Each of two takes the other's place."""
    place, other = order.index(first), order.index(second)
    order[place], order[other] = order[other], order[place]
