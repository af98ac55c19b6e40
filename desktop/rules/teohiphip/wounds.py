"""Leaving the table (teohiphip-22) and melee contact (teohiphip-21)."""

from __future__ import annotations

from desktop.rules.table import Table
from desktop.rules.teohiphip.state import Fighter, Skirmish
from desktop.rules.text import Text


def wounded(fighter: Fighter) -> int:
    """How many hit points are missing; none where more were set by hand than the maximum."""
    return max(fighter.max_hp - (fighter.hp - fighter.temporary), 0)


def eliminate(state: Skirmish, target: Fighter, table: Table) -> None:
    """teohiphip-22: leaves the table; nobody is in contact with it or waits for it any more."""
    table.mark("out", target.id)
    table.log("teohiphip-22", Text("{target} is eliminated", target=target.name), by=target.id)
    part(state, target)
    target.aiming = target.hunkered = False
    target.pool = []
    target.ap = 0


def part(state: Skirmish, fighter: Fighter) -> None:
    """Ends every melee contact of a fighter, on both sides (teohiphip-21)."""
    for id in fighter.engaged_with:
        other = state.take(id)
        other.engaged_with = [who for who in other.engaged_with if who != fighter.id]
    fighter.engaged_with = []


def engage(fighter: Fighter, other: Fighter) -> None:
    """teohiphip-21: base contact, which is always mutual. Both are taken for writing."""
    if other.id not in fighter.engaged_with:
        fighter.engaged_with.append(other.id)
    if fighter.id not in other.engaged_with:
        other.engaged_with.append(fighter.id)
    fighter.apart_from -= {other.id}
    other.apart_from -= {fighter.id}


def part_from(fighter: Fighter, other: Fighter) -> None:
    """These two stand apart now, and nobody has broken away. Both are taken for writing."""
    fighter.engaged_with = [id for id in fighter.engaged_with if id != other.id]
    other.engaged_with = [id for id in other.engaged_with if id != fighter.id]


def keep_apart(fighter: Fighter, other: Fighter) -> None:
    """teohiphip-21: these two have broken away from each other. Both are taken for writing."""
    fighter.apart_from |= {other.id}
    other.apart_from |= {fighter.id}
