"""What the map says in a scene: distance, who is in a radius of Lethality, how far one gets."""

from collections.abc import Mapping
from typing import Any, Literal

from desktop.rules import positions
from desktop.rules.battlefield import Kind, Obstacles, obstacles_of
from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.cast import chosen, enemies
from desktop.rules.contract import Known
from desktop.rules.geometry import LITTLE, NEARLY, Point, tenths, whole
from desktop.rules.table import Refusal
from desktop.rules.text import Text

Pace = Literal["dash", "run", "sprint"]
PACES: Mapping[Pace, int] = {"dash": 10, "run": 20, "sprint": 30}
"""Metres (boj-16)."""

STEP = 3
"""Metres beside another action (boj-16)."""

HALF = 0.5
"""The share of a body behind cover up to which it is covered in part (boj-8)."""


DRAWN_COVER = 5
"""The rating of cover drawn on the map: that of a wall or a door, the lowest there is (boj-23)."""

COVERS: tuple[Kind, ...] = ("wall", "partial", "full")
"""What on a map somebody can get behind."""

NEAR_COVER = 3
"""Metres within which somebody gets behind cover in time (boj-17)."""


def known_of_attack(state: Scene, fighter: Fighter, step: Mapping[str, Any]) -> dict[str, Known]:
    """The target's cover (boj-8, 23) and the others in the radius (boj-22), by the map; also the
    cover that somebody has taken, where that is what counts."""
    target = step.get("target")
    if target not in state.combatants:
        return {}
    known: dict[str, Known] = {}
    weapon = chosen(fighter.weapons, step.get("with"))
    cover = cover_of(state, fighter, weapon, state[target]) if weapon else 0
    share = positions.cover_from(
        state, fighter.id, target, positions.between(state, fighter.id, target)
    )
    why = Text("cover on the map")
    if share < LITTLE:
        why = Text("behind cover: {value}", value=cover)
    elif step.get("action") == "called_shot":
        known["exposure"] = Known("mostly" if share > HALF else "partial", why)
    if cover:
        known["behind"] = Known(cover, why)
    several = reaching_several(fighter, step)
    others = caught(state, fighter, several[0], target, several[1]) if several else ()
    if several and others:
        why = Text("within {radius} m around: {name}", radius=several[1], name=state[target].name)
        known["targets"] = Known(others, why)
    return known


def reaching_several(fighter: Fighter, step: Mapping[str, Any]) -> tuple[Weapon, int] | None:
    """boj-22: the weapon of an attack that reaches several, which it does by Lethality alone, and
    the metres around the target; None for any other, and for a called shot in a burst (boj-9)."""
    weapon, mode = chosen(fighter.weapons, step.get("with")), step.get("mode")
    if weapon is None or (weapon.automatic and step.get("action") == "called_shot"):
        return None
    radius = step.get("radius") or weapon.radius
    burst = mode == "burst" or weapon.damage is None or step.get("lethality") is not None
    several = mode != "single" and (burst or not weapon.automatic)
    return (weapon, radius) if radius and several else None


def pace_for(metres: float) -> Pace:
    """boj-16: the slowest pace that goes so far, else the fastest."""
    return next((pace for pace, far in PACES.items() if metres <= far + NEARLY), "sprint")


def known_of_move(state: Scene, fighter: Fighter, to: Point, whole: bool) -> dict[str, Known]:
    """boj-16, 17: whether a whole move demands a roll, and the cover near where a move ends."""
    known: dict[str, Known] = {}
    way = positions.straight_way(state, fighter.id, to) if whole else None
    if way is not None and way.difficult > NEARLY:
        known["difficult"] = Known(True, Text("the straight way leads over difficult ground"))
    if positions.near_any(state, to, NEAR_COVER, *COVERS):
        known["cover_near"] = Known(DRAWN_COVER, Text("cover on the map"))
    return known


def cover_against(state: Scene, eye: str, target: Fighter, ground: Obstacles | None = None) -> int:
    """boj-23: the rating of what the target stands behind, as it says or as the map shows.

    ``eye`` is the combatant from whom the attack comes, or around whom a blast goes off;
    ``ground`` is what counts of the map, all of it without.
    """
    if state.battlefield is None or target.behind >= DRAWN_COVER:
        return target.behind
    if positions.cover_from(state, eye, target.id, ground) < LITTLE:
        return target.behind
    return DRAWN_COVER


def cover_of(state: Scene, fighter: Fighter, weapon: Weapon, target: Fighter) -> int:
    """boj-23: the rating of the cover of the one who is attacked with a weapon."""
    if weapon.close:
        return cover_at_hand(state, fighter, target)
    between = positions.between(state, fighter.id, target.id)
    return cover_against(state, fighter.id, target, between)


def cover_at_hand(state: Scene, fighter: Fighter, target: Fighter) -> int:
    """boj-23: the rating of what stands between two hand to hand; cover that the target has taken
    is no cover against somebody beside it, as far as the map knows where both stand."""
    if positions.line(state, fighter.id, target.id) is None:
        return target.behind
    return DRAWN_COVER if positions.cover_from(state, fighter.id, target.id) >= LITTLE else 0


def cover_near(state: Scene, fighter: Fighter) -> int:
    """boj-17: the rating of the cover within three metres, as it is said or as the map shows."""
    at = state.positions.get(fighter.id)
    if fighter.cover_near >= DRAWN_COVER or at is None:
        return fighter.cover_near
    drawn = positions.near_any(state, at, NEAR_COVER, *COVERS)
    return DRAWN_COVER if drawn else fighter.cover_near


def caught(state: Scene, fighter: Fighter, weapon: Weapon, target: str, radius: int) -> list[str]:
    """boj-22: who else stands in the radius around somebody, as far as the map knows.

    A blast stops at walls. A thrower may be among them; a shooter is never in the way of his own
    automatic fire.
    """
    middle = state.positions.get(target)
    if middle is None:
        return []
    spared = (target, fighter.id) if weapon.automatic else (target,)
    return [
        id
        for id, _ in positions.near(state, middle, radius)
        if id not in spared and positions.hidden(state, (middle, state.positions[id]), "wall") < 1
    ]


def refuse_attack(
    state: Scene, fighter: Fighter, weapon: Weapon, target: str, metres: int | None, called: bool
) -> None:
    """Raises :class:`Refusal` for an attack through a wall, or hand to hand from afar.

    A called shot throws a grenade over a wall (boj-8).
    """
    if target in fighter.touches:
        return
    if weapon.close:
        if positions.barred(state, fighter.id, target):
            raise Refusal(positions.WALL, "target")
        if metres is not None and metres > positions.ARM_LENGTH:
            far = positions.far_apart(state, fighter.id, target) or 0
            # Of what the map knows only whole metres are filled in.
            raise Refusal(positions.too_far(far if whole(far) == metres else metres), "distance")
    elif positions.walled(state, fighter.id, target) and not (called and weapon.blasts):
        raise Refusal(positions.WALL, "target")


def torn_apart(state: Scene, fighter: Fighter) -> Fighter | None:
    """boj-13: the fighter whose hold ends because the two stand apart now."""
    other = fighter.grappling or fighter.grappled_by
    apart = positions.far_apart(state, fighter.id, other) if other else None
    if other is None or apart is None or apart <= positions.ARM_LENGTH + NEARLY:
        return None
    return fighter if fighter.grappling else state.take(other)


def walk(state: Scene, fighter: Fighter, to: Point, metres: int, *, overrule: bool) -> float:
    """boj-16: straight there, so far at most; how far it was. Raises :class:`Refusal` at ``to``."""
    way = positions.go(state, fighter.id, to)
    far = tenths(way.length)
    if way.walled and not overrule:
        raise Refusal("a wall stands in the way", "to", rule="boj-16")
    if way.length > metres + NEARLY and not overrule:
        line = Text("{far:.1f} m away, farther than {metres} m", far=far, metres=metres)
        raise Refusal(line, "to", rule="boj-16")
    return far


# ---- for behaviours


def at_hand(state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Whether the target can be attacked from here: near enough, and without a wall between."""
    if not state.positions or target.id in fighter.touches:
        return True
    if weapon.close:
        return positions.can_touch(state, fighter.id, target.id)
    return not positions.walled(state, fighter.id, target.id)


def step_to_reach(state: Scene, fighter: Fighter, foe: str, weapon: Weapon) -> Point | None:
    """boj-16: where a step leads from which a weapon reaches an enemy; None: nowhere."""
    if weapon.close:
        return positions.step_to_touch(state, fighter.id, foe, STEP)
    hidden = positions.walled(state, fighter.id, foe)
    if to := positions.closer(state, fighter.id, [foe], STEP) if hidden else None:
        there = state.scratch_copy()
        positions.put(there, fighter.id, to, "to")
        return None if positions.walled(there, fighter.id, foe) else to
    return None


def shelter(state: Scene, fighter: Fighter, weapon: Weapon) -> Point | None:
    """boj-16, 23: where a step leads behind what the map shows, out of the sight of more enemies
    than here, and from where the weapon still reaches one; None: nowhere."""
    best, fewest = None, _open_to(state, fighter) if cover_near(state, fighter) else 0
    for far in (STEP / 2, STEP) if fewest else ():
        for to in positions.all_around(state, fighter.id, far):
            there = state.scratch_copy()
            positions.put(there, fighter.id, to, "to")
            reached = (at_hand(there, fighter, foe, weapon) for foe in enemies(there, fighter))
            if (eyes := _open_to(there, fighter)) < fewest and any(reached):
                best, fewest = to, eyes
    return best


def _open_to(state: Scene, fighter: Fighter) -> int:
    """From how many enemies no cover hides somebody."""
    between = positions.between
    return sum(
        not cover_against(state, foe.id, fighter, between(state, foe.id, fighter.id))
        for foe in enemies(state, fighter)
    )


def draws_cover(state: Scene, fighter: Fighter) -> bool:
    """Whether somebody stands on a map that shows cover, which then counts as it is drawn."""
    return fighter.id in state.positions and bool(obstacles_of(state.battlefield).of(*COVERS))
