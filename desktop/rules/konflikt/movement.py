"""Momentum: movement, small doings, sprint (konflikt-6, 8, 9, 13, 14)."""

from __future__ import annotations

from desktop.rules.cast import another
from desktop.rules.konflikt.attacks import into_reach
from desktop.rules.konflikt.checks import gets_past_threat
from desktop.rules.konflikt.commands import DOINGS, HANDLING, Interact, Move, Sprint
from desktop.rules.konflikt.on_map import find_reach, go
from desktop.rules.konflikt.state import Conflict, Fighter
from desktop.rules.konflikt.turns import momentum_of_a_turn
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

SMALL_DOING = 2
"""Momentum for a small doing (konflikt-8)."""


def price_of_move(fighter: Fighter, metres: int, difficult: int) -> int:
    """konflikt-9, 14: a metre costs 1, on difficult ground or after a threatened start 2."""
    return metres + (metres if fighter.threatened_at_start else difficult)


def move(state: Conflict, fighter: Fighter, command: Move, table: Table) -> None:
    """konflikt-9: a way over the ground; whom it leaves threatens it no more (konflikt-13)."""
    if command.difficult > command.metres:
        raise Refusal("cannot be more than the whole distance", "difficult")
    allowed = command.force or command.overrule
    if command.through_enemies and not allowed:
        raise Refusal("no way leads through an enemy, unless the game master allows it", "force")
    if command.onto_ally and not allowed:
        raise Refusal("a move cannot end where an ally stands", "onto_ally")
    leave(state, fighter)
    if table.keeps_log:
        _tell_price(fighter, command, table)
    if command.to is not None:
        go(state, fighter, command.to, known="metres" in command.model_fields_set)
        # Nobody names those who are down, but they may stand again.
        fighter.reached_by = [id for id in fighter.reached_by if state[id].out]
    else:  # whose token stays, stays in reach of whom the map says
        find_reach(state, [fighter.id])
    for id in command.reached_by:
        other = another(state, fighter, id, "reached_by")
        if other.side == fighter.side:
            continue
        if command.to is None:
            into_reach(fighter, other)
        else:
            fighter.reached_by = [*fighter.reached_by, id]
        told = Text("{name} is in reach of {other}", name=fighter.name, other=other.name)
        table.log("konflikt-13", told, by=fighter.id)


def _tell_price(fighter: Fighter, command: Move, table: Table) -> None:
    price = price_of_move(fighter, command.metres, command.difficult)
    told = Text(
        "{name} moves {metres} m for {price} momentum, {left} left",
        name=fighter.name,
        metres=command.metres,
        price=price if command.cost is None else command.cost,
        left=fighter.momentum,
    )
    table.log("konflikt-9", told, by=fighter.id)
    if fighter.threatened_at_start and command.cost is None:
        told = Text("{name} began its turn threatened: every metre counts twice", name=fighter.name)
        table.log("konflikt-14", told, by=fighter.id)


def leave(state: Conflict, fighter: Fighter) -> None:
    """Out of everybody's reach, and everybody out of its own. Nobody strikes in passing."""
    fighter.reached_by = []
    for other in list(state.combatants.values()):
        if fighter.id in other.reached_by:
            mine = state.take(other.id)
            mine.reached_by = [id for id in mine.reached_by if id != fighter.id]


def interact(state: Conflict, fighter: Fighter, command: Interact, table: Table) -> None:
    """konflikt-8: a small doing; under threat an item needs luck to be handled (konflikt-13)."""
    doing = dict(DOINGS)[command.doing]
    told = Text("{name}: {doing} {item}", name=fighter.name, doing=doing, item=command.item)
    table.log("konflikt-8", told, by=fighter.id)
    if command.doing in HANDLING and not gets_past_threat(
        state.combatants,
        fighter,
        command.threatened,
        table,
        Text("an item handled under threat"),
    ):
        if command.item and command.item not in fighter.dropped:
            fighter.dropped = [*fighter.dropped, command.item]
            find_reach(state, [fighter.id])
        table.log("konflikt-13", Text("{name} drops it", name=fighter.name), by=fighter.id)
        return
    match command.doing:
        case "pick_up":
            picked = command.item or next(iter(fighter.dropped), "")
            fighter.dropped = [name for name in fighter.dropped if name != picked]
            find_reach(state, [fighter.id])
        case "lie_down":
            fighter.prone = True
        case "stand_up":
            fighter.prone = False


def sprint(state: Conflict, fighter: Fighter, command: Sprint, table: Table) -> None:
    """konflikt-6: twice the momentum in this round, whatever of it is spent already."""
    fighter.momentum += momentum_of_a_turn(fighter, table)
    told = Text("{name} sprints: {left} momentum left", name=fighter.name, left=fighter.momentum)
    table.log("konflikt-6", told, by=fighter.id)
