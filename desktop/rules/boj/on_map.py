"""What the map says in a scene: distance, who is in a radius of Lethality, how far one gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.cast import named
from desktop.rules.contract import Known
from desktop.rules.geometry import NEARLY, Point
from desktop.rules.positions import (
    ARM_LENGTH,
    WALL,
    can_touch,
    go,
    line,
    near,
    straight_way,
    too_far,
    towards,
    walled,
)
from desktop.rules.table import Refusal
from desktop.rules.text import Text

PACES: Mapping[Literal["dash", "run", "sprint"], int] = {"dash": 10, "run": 20, "sprint": 30}
"""Metres (boj-16)."""

STEP = 3
"""Metres beside another action (boj-16)."""


def known_of_attack(state: Scene, fighter: Fighter, step: Mapping[str, Any]) -> dict[str, Known]:
    """boj-22: everybody else in the radius around the one aimed at."""
    target = step.get("target")
    middle = state.positions.get(target) if isinstance(target, str) else None
    try:
        weapon = named(fighter, fighter.weapons, str(step.get("with") or ""))
    except Refusal:
        return {}
    radius = step.get("radius") or weapon.radius
    if middle is None or not radius or not _by_lethality(weapon, step):
        return {}
    others = caught(state, fighter, weapon, str(target), radius)
    why = Text("within {radius} m of {name}", radius=radius, name=state[str(target)].name)
    return {"targets": Known(others, why)} if others else {}


def caught(state: Scene, fighter: Fighter, weapon: Weapon, target: str, radius: int) -> list[str]:
    """boj-22: who else stands in the radius around somebody, as far as the map knows.

    A thrower may be among them; a shooter is never in the way of his own automatic fire.
    """
    middle = state.positions.get(target)
    if middle is None:
        return []
    spared = (target, fighter.id) if weapon.automatic else (target,)
    return [id for id, _ in near(state, middle, radius) if id not in spared]


def _by_lethality(weapon: Weapon, step: Mapping[str, Any]) -> bool:
    """boj-22: whether this attack reaches more than one."""
    mode, lethality = step.get("mode"), step.get("lethality")
    if mode == "single":
        return False
    burst = mode == "burst" or weapon.damage is None or lethality is not None
    return burst or not weapon.automatic


def refuse_attack(
    state: Scene, fighter: Fighter, weapon: Weapon, target: str, metres: int | None
) -> None:
    """Nobody is attacked through a wall, or hand to hand from afar. Raises :class:`Refusal`."""
    if not state.positions or fighter.grips(target):
        return
    if walled(state, fighter.id, target):
        raise Refusal(WALL, "target")
    on_map = line(state, fighter.id, target) is not None
    if on_map and weapon.close and (metres or 0) > ARM_LENGTH:
        raise Refusal(too_far(metres or 0), "distance")


def on_difficult_ground(state: Scene, id: str, to: Point) -> bool:
    way = straight_way(state, id, to)
    return way is not None and way.difficult > NEARLY


def walk(state: Scene, fighter: Fighter, to: Point, metres: int, *, overrule: bool) -> None:
    """boj-16: straight there, so far at most. Raises :class:`Refusal` at ``to``."""
    way = go(state, fighter.id, to)
    if overrule:
        return
    if way.walled:
        raise Refusal("a wall stands in the way", "to")
    if way.length > metres + NEARLY:
        far = Text("{far:.1f} m away, that leads {metres} m", far=way.length, metres=metres)
        raise Refusal(far, "to")


# ---- for behaviours


def at_hand(state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Whether the target can be attacked from here: near enough, and without a wall between."""
    if not state.positions or fighter.grips(target.id):
        return True
    if weapon.close:
        return can_touch(state, fighter.id, target.id)
    return not walled(state, fighter.id, target.id)


def closer(state: Scene, fighter: Fighter, target: Fighter, metres: int) -> Point | None:
    """How far a fighter gets to a target; None where the map knows no step nearer."""
    goal = state.positions.get(target.id)
    return None if goal is None else towards(state, fighter.id, goal, metres, stop=1.0)
