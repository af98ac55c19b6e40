"""Rounds, the order of the bands, pools, and who is activated when (teohiphip-1 to 5, 19)."""

from __future__ import annotations

from desktop.rules.dice import Face, Faces, pool
from desktop.rules.table import Table
from desktop.rules.teohiphip.state import AP, Fighter, Skirmish


def start_round(state: Skirmish, table: Table) -> None:
    """Order of the bands, then pools, then the first band is on turn."""
    state.round += 1
    table.log("teohiphip-1", f"Round {state.round} of {state.house.round_limit}")
    for fighter in state.take_all():
        fighter.activated = fighter.out or fighter.sheet.object
        fighter.ap = 0
    state.bands = settle_order(state, table)
    state.order = [c.id for band in state.bands for c in state.members(band)]
    for fighter in state.take_all():
        roll_pool(state, fighter, table)
    state.band = None
    next_band(state, table)


def settle_order(state: Skirmish, table: Table) -> list[str]:
    """teohiphip-2: a d6 for each band, ties again among themselves, or the order of the roster."""
    bands = list(dict.fromkeys(c.band for c in state.combatants.values() if not c.out))
    if state.house.order == "fixed":
        table.log("teohiphip-2", f"Order of the bands: {', '.join(bands)}")
        return bands
    ordered = _by_roll(state, bands, table)
    table.log("teohiphip-2", f"Order of the bands: {', '.join(ordered)}")
    return ordered


def _by_roll(state: Skirmish, bands: list[str], table: Table) -> list[str]:
    if len(bands) < 2:
        return bands
    rolled: dict[int, list[str]] = {}
    for band in bands:
        speaker = next(iter(state.members(band)))
        die = table.roll(pool(1, 6, Face()), why="teohiphip-2", by=speaker.id, label=f"{band}")
        table.log("teohiphip-2", f"{band} rolls {die} for the order", by=speaker.id)
        rolled.setdefault(die, []).append(band)
    return [
        band for die in sorted(rolled, reverse=True) for band in _by_roll(state, rolled[die], table)
    ]


def roll_pool(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """teohiphip-4: as many d6 as hp now, for player characters (others by house rule)."""
    fighter.pool = []
    if fighter.out or fighter.sheet.object or not (fighter.player or state.house.npc_pools):
        return
    dice = table.roll(
        pool(fighter.hp, 6, Faces()), why="teohiphip-4", by=fighter.id, label="initiative pool"
    )
    fighter.pool = list(dice)
    shown = " ".join(map(str, dice))
    table.log("teohiphip-4", f"Pool of {fighter.name}: {shown}", by=fighter.id)


def next_band(state: Skirmish, table: Table) -> None:
    """teohiphip-3: the turn passes to the next band that still has somebody to activate."""
    state.turn = None
    start = state.bands.index(state.band) + 1 if state.band in state.bands else 0
    for band in state.bands[start:] + state.bands[:start]:
        if state.ready(band):
            state.band, state.phase = band, "activate"
            return
    end_round(state, table)


def end_round(state: Skirmish, table: Table) -> None:
    """teohiphip-19: unused pool dice are lost; then the next round, or the end (teohiphip-1)."""
    for fighter in state.take_all():
        if fighter.pool:
            lost = " ".join(map(str, fighter.pool))
            table.log("teohiphip-19", f"{fighter.name} loses the pool dice {lost}", by=fighter.id)
            fighter.pool = []
    state.band = None
    if state.round >= state.house.round_limit:
        state.phase = "end"
        met = [goal.text for goal in state.objectives if goal.met]
        table.log(
            "teohiphip-1",
            f"The last round is over. Objectives met: {'; '.join(met) or 'none'}",
        )
        return
    if any(not c.out for c in state.combatants.values()):
        start_round(state, table)


def activate(state: Skirmish, id: str, table: Table) -> Fighter:
    """A band's character begins its activation with 2 AP (teohiphip-3, 5)."""
    if state.turn is not None:
        end_activation(state, table)
    fighter = state.take(id)
    state.band, state.turn, state.phase = fighter.band, id, "act"
    fighter.activated = True
    fighter.ap = AP
    fighter.attacked = 0
    fighter.aiming = False
    table.log("teohiphip-3", f"{fighter.band} activates {fighter.name}", by=id)
    table.log("teohiphip-5", f"{fighter.name} has {AP} AP", by=id)
    if fighter.hunkered:
        fighter.hunkered = False
        table.log("teohiphip-13", f"{fighter.name} no longer hunkers down", by=id)
    return fighter


def end_activation(state: Skirmish, table: Table) -> None:
    """Unspent AP are lost (teohiphip-5), an unused aim too (12); the turn passes on (3)."""
    if state.turn is not None:
        fighter = state.take(state.turn)
        if fighter.ap:
            table.log("teohiphip-5", f"{fighter.name} loses {fighter.ap} AP", by=fighter.id)
            fighter.ap = 0
        fighter.aiming = False
    next_band(state, table)
