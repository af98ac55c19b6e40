"""«Struktura kola»: the players' side, the other sides, the end of the round (konflikt-1 to 5)."""

from typing import Any

from desktop.rules.cast import one_side_left
from desktop.rules.contract import Command
from desktop.rules.konflikt import turn
from desktop.rules.konflikt.commands import EndConflict
from desktop.rules.konflikt.harm import act, run_on
from desktop.rules.konflikt.state import Conflict, Fighter, is_threatened
from desktop.rules.state import PLAYERS, side_in_words
from desktop.rules.table import Table
from desktop.rules.text import Text


def place_sides(state: Conflict) -> None:
    """Sides that were not there before come last in this round; everybody stands with theirs."""
    state.sides = tuple(dict.fromkeys([*state.sides, *(c.side for c in state.combatants.values())]))
    state.order = [c.id for side in state.sides for c in state.members(side)]


def start_round(state: Conflict, table: Table) -> None:
    """konflikt-1: the players begin, those too who came in the middle of the round before."""
    state.round += 1
    if PLAYERS in state.sides[1:]:
        state.sides = (PLAYERS, *(side for side in state.sides if side != PLAYERS))
        place_sides(state)
    table.log("konflikt-1", Text("Round {round}, about six seconds", round=state.round))
    next_side(state, table, after="")


def next_side(state: Conflict, table: Table, after: str) -> None:
    """konflikt-1: the next side that has anybody to act; after the last the round ends.

    Each has an action and momentum (5). Threat is looked at now (14).
    """
    later = state.sides[state.sides.index(after) + 1 :] if after else state.sides
    for side in later:
        if any(has_turn(state, fighter) for fighter in state.members(side)):
            break
    else:
        end_round(state, table)
        return
    state.side = side
    state.phase = "players" if side == PLAYERS else "enemies"
    state.before, state.before_at, state.passed, state.last_actor = {}, {}, (), ""
    table.log("konflikt-1", Text("Turn: {side}", side=side_in_words(side)))
    for fighter in list(state.members(side)):
        take_part(state, fighter.id, table)


def has_turn(state: Conflict, fighter: Fighter) -> bool:
    """Whether its side's turn is one for it too: there is one in a round (konflikt-1), which it
    may have begun with another side, and none for the surprised (4)."""
    over = fighter.turn_in == state.round and fighter.spent
    return not (fighter.out or fighter.surprised or over)


def take_part(state: Conflict, id: str, table: Table) -> None:
    """konflikt-3: one has its turn with the side on turn, if it had none in this round."""
    fighter = state[id]
    if fighter.side == state.side and fighter.turn_in < state.round and has_turn(state, fighter):
        start_turn(state, state.take(id), table)


def start_turn(state: Conflict, fighter: Fighter, table: Table) -> None:
    """konflikt-5, 7 and 14: the action and the momentum of one creature."""
    if fighter.prepared is not None:
        turn.give_up(state, fighter, table)
    fighter.turn_in, fighter.begun, fighter.acted = state.round, False, False
    turn.MOMENTUM.tell(fighter, table)
    fighter.momentum = turn.momentum_of_a_turn(fighter)
    fighter.threatened_at_start = is_threatened(state.combatants, fighter)


def end_side(state: Conflict, table: Table) -> None:
    """What is left of the side's actions and momentum is lost (konflikt-5)."""
    for fighter in list(state.members(state.side)):
        if fighter.momentum or not fighter.acted:
            mine = state.take(fighter.id)
            mine.momentum, mine.acted = 0, True
    table.turn_only()
    next_side(state, table, after=state.side)


def end_round(state: Conflict, table: Table) -> None:
    """konflikt-2: effects act and end; surprise (4) and prepared actions (7) are over."""
    for negative in (True, False):  # everybody's negative effects, each with its luck check, first
        lasting = [
            (fighter.id, effect)
            for fighter in state.combatants.values()
            for effect in fighter.effects
            if effect.negative is negative and not fighter.out
        ]
        for id, effect in lasting:
            fighter = state.take(id)
            with table.effect(fighter, effect.name):
                if not fighter.out:
                    act(fighter, effect, table)
                if not fighter.out:
                    run_on(fighter, effect, table)
    for fighter in list(state.combatants.values()):
        if fighter.surprised:
            state.take(fighter.id).surprised = False
        if fighter.prepared and (state.house.prepared_until == "round_end" or fighter.out):
            turn.give_up(state, state.take(fighter.id), table)
    for id in state.runners:
        state.take(id).momentum = 0
    state.runners = ()
    if any(True for _ in state.standing()) and not is_decided(state):
        start_round(state, table)
    else:
        state.phase = "end"


def is_decided(state: Conflict) -> bool:
    """konflikt-21: whether one side is left, and nobody may still answer whom its last act felled
    (7)."""
    if one_side_left(state, "konflikt-21") is None:
        return False
    return not any(state[id].out and turn.waits(state, id) for id in state.holders)


def to_act(state: Conflict) -> list[str]:
    """konflikt-3 and 7: who waits and has the last actor in reach, for that is the moment to
    strike; all of the side who have something left; then the others who wait."""
    if state.phase not in ("players", "enemies"):
        return []
    side = state.side
    own = [f.id for f in state.combatants.values() if f.side == side and f.can_act]
    if not (state.holders or state.runners):
        return own
    waiting = [id for id in state.holders if turn.waits(state, id)]
    at_once = [id for id in waiting if turn.can_strike_last_actor(state, state[id])]
    later = [id for id in waiting if id not in at_once]
    return [*at_once, *own, *later, *(id for id in state.runners if runs_now(state, state[id]))]


def is_to_act(state: Conflict, fighter: Fighter) -> bool:
    """Whether this one is among them."""
    if state.phase not in ("players", "enemies"):
        return False
    if fighter.side == state.side:
        return fighter.can_act
    return turn.waits(state, fighter.id) or runs_now(state, fighter)


def runs_now(state: Conflict, fighter: Fighter) -> bool:
    """konflikt-7: whether it runs in the opponents' turn, by a sprint that was prepared."""
    own = fighter.side == state.side or fighter.out or fighter.has_left
    return fighter.id in state.runners and not own and fighter.momentum > 0


def settle(state: Conflict, table: Table) -> None:
    """The side's turn is over when nobody has anything left to do in it.

    Where one side is left no turn and no round begins, until somebody stands against it again.
    """
    if state.ended:
        return
    if state.phase == "end":
        if any(True for _ in state.standing()) and not is_decided(state):
            start_round(state, table)
    elif not to_act(state) and not is_decided(state):
        end_side(state, table)


def end_turn(state: Conflict, fighter: Any, command: Command, table: Table) -> None:
    """The whole side is done, whatever it has left (konflikt-3)."""
    table.log("konflikt-3", Text("{side}: the turn ends", side=side_in_words(state.side)))
    end_side(state, table)


ENDED = {
    "talk": Text("the sides come to terms"),
    "players_flee": Text("the players flee"),
    "enemies_flee": Text("the enemies flee"),
}


def end_conflict(state: Conflict, fighter: Any, command: EndConflict, table: Table) -> None:
    """konflikt-1: a conflict need not end with a last blow: one side flees, or they agree."""
    state.ended = command.how
    table.log("konflikt-1", Text("The fight is over: {text}", text=ENDED[command.how]))


def pass_turn(state: Conflict, fighter: Fighter, command: Command, table: Table) -> None:
    """konflikt-5: one creature is done; what it has left is lost. Or nothing triggers (7)."""
    if fighter.side != state.side:
        fighter.momentum = 0
        turn.give_up(state, fighter, table)
        return
    fighter.acted, fighter.momentum = True, 0
    table.note("konflikt-5", fighter, "{name}: done")
