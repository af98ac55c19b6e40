"""What the game master sets by hand, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop.rules.mir_tmy.initiative import take_place
from desktop.rules.mir_tmy.sheet import Damage
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.wounds import fall, fall_out, stop_countering, stop_suppressing
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text, none_such


def check_values(state: Scene, fighter: Fighter, values: Mapping[str, Any]) -> None:
    """Whether this fighter can have these values. Raises :class:`Refusal` that names the field."""
    holder = values.get("grappled_by")
    if holder is not None and holder not in state.combatants:
        raise Refusal(Text("there is no combatant {id!r}", id=holder), "set.grappled_by")
    if holder == fighter.id:
        raise Refusal("needs somebody else", "set.grappled_by")
    if holder is not None and state[holder].out:
        told = Text("{name} is out of the fight", name=state[holder].name)
        raise Refusal(told, "set.grappled_by")
    if values.get("must_rise") and values.get("down") is False:
        raise Refusal("only who is down has to rise (mir_tmy-27)", "set.must_rise")
    damage, most = values.get("damage", Damage()), len(fighter.levels) + 1
    if damage.bashing + damage.lethal + damage.aggravated > most:
        raise Refusal(Text("there are {count} levels to mark", count=most), "set.damage")
    clips = {w.name: w.clip + w.chamber for w in fighter.sheet.weapons if w.clip is not None}
    for name, rounds in values.get("loaded", {}).items():
        if name not in clips:
            raise Refusal(none_such(name, clips), f"set.loaded.{name}")
        if rounds > clips[name]:
            said = Text("loaded can be at most the clip ({clip})", clip=clips[name])
            raise Refusal(said, f"set.loaded.{name}")
    weapons = [weapon.name for weapon in fighter.sheet.weapons]
    for name in values.get("unready", ()):
        if name not in weapons:
            raise Refusal(none_such(name, weapons), "set.unready")


def follow(state: Scene, fighter: Fighter, values: Mapping[str, Any], table: Table) -> None:
    """What follows from these values: the fallen, held and shocked guard nothing any more, and
    somebody who stands does not have to rise (mir_tmy-27, 30, 42, 46).

    Dice of aiming count for any target and gun (36). Whoever has an action again, or is back in the
    fight, is still to declare or to act (4, 5).
    """
    if values.get("down") or values.get("must_rise"):
        fall(state, fighter, table)
    elif "down" in values:
        fighter.must_rise = False
    if "aiming" in values:
        fighter.aimed_at, fighter.aimed_with = None, ""
    if values.get("grappled_by") or values.get("shock"):
        stop_countering(fighter, table)
    if values.get("shock") or values.get("shock_next"):
        stop_suppressing(fighter, table)
    if fighter.out:
        fall_out(state, fighter, table)
    elif state.turn is not None and not _is_awaited(state, fighter):
        take_place(state, fighter.id)


def _is_awaited(state: Scene, fighter: Fighter) -> bool:
    """Whether this one has its place, or nothing to do any more in this wave."""
    declared = state.declaring and fighter.plan(state.wave) is not None
    return declared or fighter.id in state.queue or fighter.spent(state.wave)
