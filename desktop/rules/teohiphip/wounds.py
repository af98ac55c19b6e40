"""Losing hit points (teohiphip-20) and leaving the table (teohiphip-22)."""

from __future__ import annotations

from desktop.rules.table import Table
from desktop.rules.teohiphip.state import Fighter, Skirmish


def hurt(state: Skirmish, target: Fighter, amount: int, table: Table) -> None:
    """Takes ``amount`` hp; at 0 or below the target is out. ``target`` is taken for writing."""
    if amount <= 0:
        return
    target.hp -= amount
    table.mark("damage", target.id, amount)
    table.log(
        "teohiphip-20", f"{target.name} loses {amount} hp, {max(target.hp, 0)} left", by=target.id
    )
    if target.out:
        eliminate(state, target, table)


def eliminate(state: Skirmish, target: Fighter, table: Table) -> None:
    """teohiphip-22: leaves the table; nobody is in contact with it or waits for it any more."""
    table.mark("out", target.id)
    table.log("teohiphip-22", f"{target.name} is eliminated", by=target.id)
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
