"""What the map says in a skirmish: range, sight, cover, contact, and the length of a move.

Everybody has a base of 1″. Distances are from base to base; light obstacles conceal, solid ones
give cover to those who are right behind them.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from desktop.rules import positions
from desktop.rules.battlefield import Kind
from desktop.rules.cast import enemies
from desktop.rules.contract import Known
from desktop.rules.geometry import ACROSS, LITTLE, NEARLY, Point, across, along, distance, whole
from desktop.rules.state import State
from desktop.rules.teohiphip.sheet import Attack
from desktop.rules.teohiphip.state import Fighter, Skirmish, engage
from desktop.rules.text import Text

BASE = 1.0
"""Inches: how wide a base is."""

CONTACT = 1.0
"""Inches between two bases that are in contact (teohiphip-21: about 1″)."""

BEHIND = 1.0
"""Inches: how near to its base what covers somebody stands (teohiphip-10)."""


def inches(state: State[Any], id: str, other: str) -> float | None:
    """From base to base; None where one of them stands nowhere."""
    ends = positions.line(state, id, other)
    return None if ends is None else _between(*ends)


def _between(start: Point, end: Point) -> float:
    return max(distance(start, end) - BASE, 0.0)


def reaches(weapon: Attack, inches: float) -> bool:
    """Whether an attack can be made at such a distance (teohiphip-11)."""
    if weapon.kind == "melee":
        return inches <= CONTACT + NEARLY
    return weapon.range is None or whole(inches) <= weapon.range


# ---- contact


def find_contact(state: Skirmish, ids: Iterable[str]) -> None:
    """teohiphip-21: with whom these are in contact where they stand now.

    Friends who stand side by side are not in each other's way; those in contact may have parted.
    """
    for id in ids:
        for other in list(state.combatants.values()):
            touches = other.id in state[id].engaged_with
            if other.side == state[id].side and not touches:
                continue
            if id not in state.positions or other.id not in state.positions:
                touching = False
            else:
                touching = in_contact(state, state.positions[id], state.positions[other.id])
            out = state[id].out or other.out
            if touching and not out and not touches:
                engage(state.take(id), state.take(other.id))
            elif not touching and touches:
                for mine, theirs in ((id, other.id), (other.id, id)):  # nobody has broken away
                    fighter = state.take(mine)
                    fighter.engaged_with = [each for each in fighter.engaged_with if each != theirs]


def in_contact(state: Skirmish, start: Point, end: Point) -> bool:
    """teohiphip-21: whether bases at these places touch; never through a wall."""
    near = _between(start, end) <= CONTACT + NEARLY
    return near and not positions.on_line(state, start, end, "wall")


def stand_apart(state: Skirmish, id: str, other: str) -> bool:
    """Whether the map says that two are not in contact."""
    ends = positions.line(state, id, other)
    return ends is not None and not in_contact(state, *ends)


def can_shoot(state: Skirmish, fighter: Fighter, target: Fighter, weapon: Attack) -> bool:
    """teohiphip-9 and 11: whether a target is in sight and range, as far as the map knows."""
    far = inches(state, fighter.id, target.id) if state.positions else None
    if far is None:
        return True
    known = known_of_attack(state, fighter.id, target.id)
    return "line_of_sight" not in known and reaches(weapon, far)


# ---- what the map fills in


def known_of_attack(state: Skirmish, actor: str, target: str) -> dict[str, Known]:
    """teohiphip-9 and 10: line of sight, concealment, and cover."""
    ends = positions.line(state, actor, target)
    if ends is None or actor == target:
        return {}
    known: dict[str, Known] = {}
    if barrier := in_the_way(state, actor, target):
        known["line_of_sight"] = Known(False, barrier)
    if positions.hidden(state, ends, "partial", width=BASE) >= LITTLE:
        concealed = Known(True, Text("something soft stands between them"))
        known["modifiers.concealed"] = concealed
    if _stands_before(state, *ends, BEHIND, "full", "wall"):
        behind = Text("something solid stands right before the target")
        known["modifiers.cover"] = Known(True, behind)
    elif _stands_before(state, *ends, distance(*ends), "full"):
        far = Text("something solid stands between them, too far before the target")
        known["modifiers.cover"] = Known(False, far)
    return known


def _stands_before(state: Skirmish, eye: Point, middle: Point, reach: float, *kinds: Kind) -> bool:
    """teohiphip-10: whether somebody is partly behind something that stands at most ``reach``
    before its base, as seen from ``eye``.

    What lies under a base or beside it is not before it, unless the line between the two middles
    crosses that.
    """
    radius, straight = BASE / 2, max(distance(eye, middle), NEARLY)
    near = along(eye, middle, max(1 - (radius + reach) / straight, 0.0))
    if positions.on_line(state, near, middle, *kinds):
        return True
    behind = 0
    for part in across(eye, middle, BASE):
        far = max(distance(eye, part), NEARLY)
        last = far - sqrt(radius**2 - distance(part, middle) ** 2)
        first = max(last - reach, radius)
        seen = along(eye, part, first / far), along(eye, part, last / far)
        behind += first < last and positions.on_line(state, *seen, *kinds)
    return behind / len(ACROSS) >= LITTLE


def in_the_way(state: Skirmish, actor: str, target: str) -> Text | None:
    """teohiphip-9: what takes the line of sight between two: a wall, or who stands on it."""
    if positions.walled(state, actor, target):
        return positions.WALL
    body = next(positions.bodies_on_line(state, actor, target, BASE), None)
    return Text("{name} stands between them", name=state[body].name) if body else None


def known_of_move(state: Skirmish, actor: str, step: Mapping[str, Any]) -> dict[str, Known]:
    """teohiphip-6, 7 and 21: the straight way, what of it is difficult, and who is at its end."""
    end = (step["to"][0], step["to"][1])
    way = positions.straight_way(state, actor, end)
    foes, there = (enemy.id for enemy in enemies(state, state[actor])), state.positions
    touched = [id for id in foes if id in there and in_contact(state, end, there[id])]
    contact = Known(touched, Text("who stands there"))
    if way is None or (way.walled and not step.get("overrule")):
        return {"contact": contact}
    why = Text("{inches:.1f}″ straight on the map", inches=way.length)
    slow = Text("{inches:.1f}″ of it difficult on the map", inches=way.difficult)
    return {
        "inches": Known(whole(way.length), why),
        "difficult": Known(whole(way.difficult), slow),
        "contact": contact,
    }


def free_places_at(state: Skirmish, fighter: Fighter, target: Fighter) -> Sequence[Point]:
    """Places in contact with a target where nobody stands, the nearest first."""
    ends = positions.line(state, fighter.id, target.id)
    if ends is None:
        return ()
    here, there = ends
    far = max(distance(there, here), NEARLY)
    right, down = (here[0] - there[0]) / far, (here[1] - there[1]) / far
    turns = ((1.0, 0.0), (0.5, 0.866), (0.5, -0.866), (-0.5, 0.866), (-0.5, -0.866), (-1.0, 0.0))
    around = [
        (there[0] + BASE * (right * c - down * s), there[1] + BASE * (right * s + down * c))
        for c, s in turns
    ]
    others = [
        at
        for id, at in state.positions.items()
        if id not in (fighter.id, target.id) and not state[id].out
    ]
    field = state.battlefield
    return [
        at
        for at in around
        if field
        and field.holds(at)
        and in_contact(state, at, there)
        and all(distance(at, o) >= BASE - 0.1 for o in others)
    ]
