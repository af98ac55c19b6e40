"""What the map says in a scene: distances, cover, who stands beside whom, and how long a way is.

What is declared is looked at when it is done, for by then everybody may stand elsewhere.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar

from desktop.rules import positions
from desktop.rules.battlefield import past_own_cover
from desktop.rules.contract import Known, completed, known_distances, on_the_map
from desktop.rules.geometry import NEARLY, whole
from desktop.rules.mir_tmy import commands
from desktop.rules.mir_tmy.pools import POINT_BLANK
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene, in_hand
from desktop.rules.table import Refusal
from desktop.rules.text import Text, joined

STRAFED = 4.0
"""Metres, across and down, over which a strafe goes at most (mir_tmy-39)."""

HAND_TO_HAND = (
    "grapple", "bite", "break_joint", "cut_tendon", "neck_twist", "sweep", "disarm",
)  # fmt: skip
"""Manoeuvres of close combat that are told no distance (mir_tmy-30 to 35)."""

TOLD_DISTANCE = ("attack", "full_auto", "short_burst", "strafe")
"""Which of several actions are told a distance (mir_tmy-49)."""

A = TypeVar("A", bound=commands.Act)


# ---- what the map fills in


def known(
    state: Scene, actor: str, model: type[commands.Act], step: Mapping[str, Any]
) -> dict[str, Known]:
    """mir_tmy-23, 24 and 52: distances, cover of the target, and the metres of a way."""
    if actor not in state.positions:
        return {}
    values = known_distances(
        model, step, lambda target: positions.far_apart(state, actor, target), "m"
    )
    if issubclass(model, commands.Move):
        return _way(state, actor, step)
    if issubclass(model, commands.Multiple):
        for index, part in enumerate(step.get("parts") or ()):
            place = f"parts[{index}]."
            if part.get("action", "attack") not in TOLD_DISTANCE:
                values.pop(f"{place}distance", None)
            values |= _cover_from(state[actor], part, place, state)
    elif issubclass(model, commands.Strafe):
        values = _strafed(state, actor, step) | values
    elif "modifiers" in model.model_fields:
        if step.get("by", "attack") in HAND_TO_HAND:
            values.pop("distance", None)
        values |= _cover_from(state[actor], step, "", state)
    return values


def _cover_from(
    fighter: Fighter, step: Mapping[str, Any], place: str, state: Scene
) -> dict[str, Known]:
    """mir_tmy-24: cover against a shot or a throw; a blow goes over it."""
    action = step.get("by", "attack") if step.get("action") == "ambush" else step.get("action")
    if at_hand(fighter, action or "attack", step.get("with") or ""):
        return {}
    return _cover(state, fighter.id, step.get("target"), place)


def at_hand(fighter: Fighter, action: str, name: str) -> bool:
    """Whether an attack is hand to hand: by the manoeuvre, or by the weapon, drawn or not."""
    if action != "attack":
        return action in HAND_TO_HAND
    named = (weapon for weapon in fighter.weapons if weapon.name == name)
    return (next(named, None) or in_hand(fighter, "")).close


def filled_in(state: Scene, fighter: Fighter, command: A) -> A:
    """A command as it is done now, with what the map knows."""
    if fighter.id not in state.positions:
        return command
    step = command.model_dump(by_alias=True)
    return completed(command, known(state, fighter.id, type(command), step))


def _cover(state: Scene, actor: str, target: Any, place: str) -> dict[str, Known]:
    """mir_tmy-24: the target's by what stands on the line, the shooter's own by what of that it
    leans out from behind."""
    if not isinstance(target, str) or target == actor:
        return {}
    ends = positions.line(state, actor, target)
    if ends is None or state.battlefield is None:
        return {}
    between, own = past_own_cover(state.battlefield, *ends, positions.ARM_LENGTH)
    known = dict[str, Known]()
    kinds: tuple[Literal["partial", "full"], ...] = ("partial", "full")
    for cover in kinds:
        if between.crossed(*ends, cover):
            why = Text("cover stands on the line between them")
            known[f"{place}modifiers.cover"] = Known(cover, why)
        if own.crossed(*ends, cover):
            why = Text("the shooter is right behind cover")
            known[f"{place}modifiers.own_cover"] = Known(cover, why)
    return known


def _strafed(state: Scene, actor: str, step: Mapping[str, Any]) -> dict[str, Known]:
    """mir_tmy-39: the distance of the first target, and who stands at another or is covered."""
    targets = [id for id in step.get("targets") or () if id in state.positions]
    if not targets or targets[0] != step["targets"][0]:
        return {}
    far = {id: positions.far_apart(state, actor, id) or 0 for id in targets}
    lengths = {id: whole(length) for id, length in far.items()}
    first = lengths[targets[0]]
    said = step.get("modifiers") or {}

    def covers(id: str) -> dict[str, str]:
        known = _cover(state, actor, id, "")
        shown = {cover: known.get(f"modifiers.{cover}") for cover in ("cover", "own_cover")}
        return {cover: one.value if one else "none" for cover, one in shown.items()}

    apart, same = [], covers(targets[0])
    for id in targets[1:]:
        own = covers(id)
        if lengths[id] != first or own != same:
            dice = {"flank": False, "rear": False, "dice": 0}
            modifiers = {**said, **dice, **own}
            apart.append({"target": id, "distance": lengths[id], "modifiers": modifiers})
    others = {other["target"] for other in apart}
    alike = [state[id].name for id in targets if id not in others]
    why = Text("{name}: {what}", name=joined(alike), what=on_the_map(far[targets[0]], "m", first))
    values = {"distance": Known(first, why), **_cover(state, actor, targets[0], "")}
    if apart:
        names = [state[other["target"]].name for other in apart]
        why = Text("{names}: at another distance, or behind cover", names=names)
        values["apart"] = Known(apart, why)
    return values


def _way(state: Scene, actor: str, step: Mapping[str, Any]) -> dict[str, Known]:
    """mir_tmy-52: the straight way."""
    to = step.get("to")
    way = positions.straight_way(state, actor, (to[0], to[1])) if to else None
    if way is None or (way.walled and not step.get("overrule")):
        return {}
    why = Text("{metres:.1f} m straight on the map", metres=way.length)
    return {"metres": Known(whole(way.length), why)}


# ---- what the map refuses


def refused_targets(
    state: Scene, fighter: Fighter, command: commands.Act, *, as_told: bool = False
) -> Iterator[tuple[str, Refusal]]:
    """What the map refuses, each with the place of the part: ``parts[1].``, or none.

    Nobody is attacked through a wall, or hand to hand from afar, and no strafe goes wider than
    it can (mir_tmy-39). ``as_told``: distances that were typed count where no map says them, too.
    """
    if not (state.positions or as_told):
        return
    for place, act in commands.each_of(command):
        if place and act.action == "move":
            break  # what is done after a step is done from elsewhere
        for field, why in _refused_attacks(state, fighter, act, as_told):
            yield place, Refusal(why, place + field)
    for place, act in commands.each_of(command):
        targets = vars(act)["targets"] if act.action == "strafe" else ()
        there = [state.positions[id] for id in targets if id in state.positions]
        if any(max(part) - min(part) > STRAFED + NEARLY for part in zip(*there, strict=True)):
            wide = Text("stand wider apart than {metres:g} × {metres:g} m", metres=STRAFED)
            yield place, Refusal(wide, f"{place}targets")


def _refused_attacks(
    state: Scene, fighter: Fighter, act: commands.Act | commands.Part, as_told: bool
) -> Iterator[tuple[str, Text]]:
    """Why an attack cannot be made at those whom it names, each with the field that says it."""
    said = vars(act)
    action, told = said.get("by", act.action), said.get("distance") or 0
    several = said.get("targets", ())
    single = (said.get("target"), said.get("second_target"))
    for id in (*several, *(single if action not in commands.HARMLESS else ())):
        if id and positions.walled(state, fighter.id, id):
            yield "targets" if id in several else "target", positions.WALL
        elif id and id not in several and at_hand(fighter, action, said.get("with_", "")):
            far, field = positions.far_apart(state, fighter.id, id) or 0, "target"
            if action not in HAND_TO_HAND:  # it is told how far it goes
                counts = as_told or positions.line(state, fighter.id, id)
                far, field = told if counts else 0, "distance"
            if far > positions.ARM_LENGTH + NEARLY:
                yield field, positions.too_far(far)


# ---- for behaviours


def can_attack(state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """mir_tmy-23: whether a weapon reaches, and no wall stands between, as far as the map knows."""
    far = positions.far_apart(state, fighter.id, target.id) if state.positions else None
    if far is None:
        return True
    if weapon.close:
        return positions.can_touch(state, fighter.id, target.id)
    return in_range(weapon, far) and not positions.walled(state, fighter.id, target.id)


def in_range(weapon: Weapon, far: float) -> bool:
    """mir_tmy-23: whether a weapon reaches so many metres."""
    if weapon.close:
        return far <= positions.ARM_LENGTH + NEARLY
    return weapon.farthest is None or whole(far) <= max(weapon.farthest, POINT_BLANK)
