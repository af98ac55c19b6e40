"""Passing those who strike or shoot at whoever passes (mir_tmy-42, 46)."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.mir_tmy.attacks import (
    announce,
    damage,
    land,
    opponent,
    prepare_strike,
)
from desktop.rules.mir_tmy.commands import Modifiers, Suppress
from desktop.rules.mir_tmy.modifiers import (
    close_weapons,
    in_hand,
)
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Table
from desktop.rules.text import Text


def pass_by(state: Scene, mover: Fighter, past: Sequence[str], table: Table) -> bool:
    """mir_tmy-42 and 46: those who are passed strike or shoot; whether the mover gets through.

    Somebody held does neither (mir_tmy-30).
    """
    for id in past:
        guard = opponent(state, mover, id, "past")
        if guard.out or guard.grappled_by:
            continue
        through = True
        if guard.countering and guard.countering not in guard.unready:
            through = _countered(state, guard, mover, table)
        elif guard.suppressing and guard.suppressing not in guard.unready:
            _suppressed(state, guard, mover, table)
        if not through or mover.out:
            return False
    return not mover.down


def _countered(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> bool:
    """mir_tmy-46: a full attack on everyone who passes; a target that defends must stop."""
    weapon = in_hand(guard, guard.countering or "", close_weapons(guard))
    strike = prepare_strike(
        guard,
        mover,
        weapon,
        Modifiers(),
        rule="mir_tmy-46",
        label=Text("counterattack"),
    )
    guard.begin("counter")
    landed = land(state, guard, mover, strike, table, passing=True)
    if landed.hit:
        damage(state, guard, landed, strike, table)
    if landed.defended and not mover.out:
        table.log(
            "mir_tmy-46",
            Text("{mover} defends and stops beside {guard}", mover=mover.name, guard=guard.name),
            by=mover.id,
        )
        return False
    return True


def _suppressed(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> None:
    """mir_tmy-42: difficulty +2 and ordinary damage, for each who passes."""
    weapon = in_hand(guard, guard.suppressing or "")
    fire = guard.fire or Suppress()
    strike = prepare_strike(
        guard,
        mover,
        weapon,
        fire.modifiers,
        difficulty=8,
        distance=fire.distance,
        rule="mir_tmy-42",
        label=Text("suppressing fire"),
    )
    guard.begin("suppress")
    guard.loaded[weapon.name] = 0
    announce(state, guard, mover, strike, table)(state, table)
