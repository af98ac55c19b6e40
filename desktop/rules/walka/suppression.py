"""Who is held down by fire, and until when (walka-25)."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka.data import SEGMENTS
from desktop.rules.walka.state import Battle, Fighter


def clock(state: Battle, fighter: Fighter) -> int:
    """How many segments of the fight this one has behind it; a segment is the same for all."""
    return (state.round - 1) * SEGMENTS + (int(fighter.used) if fighter.moved else 0)


def suppress(
    state: Battle, fighter: Fighter, held: Sequence[str], lasts: int, table: Table
) -> None:
    """Holds down everybody in the field of fire. ``lasts``: segments of the fire still to come."""
    fighter.suppressing = tuple(dict.fromkeys([*fighter.suppressing, *held]))
    fighter.fire_left = lasts + 1
    by_segment = state.house.suppression == "segment"
    for id in held:
        target = state.take(id)
        target.suppressed = True
        if by_segment:
            target.held_until = max(target.held_until, clock(state, fighter) + lasts + 1)
        table.mark("suppressed", id)
    told = Text(
        "{name}'s fire suppresses {held}",
        name=fighter.name,
        held=[state[id].name for id in held],
    )
    table.log("walka-25", told, by=fighter.id)


def pass_time(state: Battle, fighter: Fighter, amount: int, table: Table) -> None:
    """What ends when a fighter has so many segments behind it. ``fighter`` is taken.

    Suppression ends a segment after the fire; by the house rule, a segment of the shooter's own.
    """
    if fighter.suppressing and state.house.suppression == "shooter":
        fighter.fire_left -= amount
        if fighter.fire_left <= 0:
            cease_fire(state, fighter, table)
    if fighter.held_until and clock(state, fighter) >= fighter.held_until:
        free(state, fighter, table)


def free(state: Battle, target: Fighter, table: Table) -> None:
    """Held down no more. ``target`` is taken."""
    for shooter in [c for c in state.combatants.values() if target.id in c.suppressing]:
        mine = state.take(shooter.id)
        mine.suppressing = tuple(id for id in mine.suppressing if id != target.id)
    target.held_until = 0
    if target.suppressed:
        target.suppressed = False
        told = Text("{name} is no longer suppressed", name=target.name)
        table.log("walka-25", told, by=target.id)


def stop_firing(state: Battle, shooter: Fighter, table: Table) -> None:
    """A burst is given up before its time: a segment from now whom no other fire holds down is
    free. ``shooter`` is taken."""
    shooter.fire_left = min(shooter.fire_left, 1)
    until = clock(state, shooter) + 1
    for id in shooter.suppressing:
        others = (c for c in state.combatants.values() if c.id != shooter.id)
        if state[id].held_until > until and not any(id in other.suppressing for other in others):
            target = state.take(id)
            target.held_until = until
            pass_time(state, target, 0, table)


def cease_fire(state: Battle, shooter: Fighter, table: Table) -> None:
    """Whom nobody's fire holds down any more is free again. ``shooter`` is taken."""
    held, shooter.suppressing, shooter.fire_left = shooter.suppressing, (), 0
    for id in held:
        if not any(id in other.suppressing for other in state.combatants.values()):
            free(state, state.take(id), table)
