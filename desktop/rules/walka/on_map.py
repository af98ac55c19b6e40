"""What the map says in a battle: distances, cover, who is in a blast, and how far a segment leads.

Light obstacles leave half of what is behind them to be seen, solid ones a third.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from desktop.rules import positions
from desktop.rules.contract import Command, Known, checked, completed, known_distances, on_the_map
from desktop.rules.fields import path_parts
from desktop.rules.geometry import LITTLE, NEARLY, Point, distance, tenths, whole
from desktop.rules.table import Refusal
from desktop.rules.text import Text
from desktop.rules.walka import commands
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.tables import METRES, Cover
from desktop.rules.walka.weapons import find_weapon, fitting

NOTHING_KNOWN: Mapping[str, Known] = MappingProxyType({})

MOST_VICTIMS = 20
"""Of those in a blast only the nearest are listed."""

# ---- what the map fills in


def known(
    state: Battle, actor: str, model: type[Command], step: Mapping[str, Any]
) -> dict[str, Known]:
    """walka-19, 20 and 29: how far, what is seen of the target, and who is in the blast."""
    if actor not in state.positions:
        return {}
    fields = _distances(state, actor, model, step)
    if issubclass(model, commands.SeveralShots):
        for index, shot in enumerate(step.get("shots") or ()):
            fields |= _seen(state, actor, shot.get("target"), f"shots[{index}].modifiers.cover")
    elif issubclass(model, commands.Aimed):
        fields |= _seen(state, actor, step.get("target"), "modifiers.cover")
    if issubclass(model, commands.FireTwo):
        fields |= _seen(state, actor, step.get("target_other"), "cover_other")
    if issubclass(model, commands.OneGun | commands.ThrowSomething):
        fields |= _blast(state, state[actor], step)
    return fields


def _distances(
    state: Battle, actor: str, model: type[Command], step: Mapping[str, Any]
) -> dict[str, Known]:
    return known_distances(
        model, step, lambda target: positions.far_apart(state, actor, target), "m"
    )


def distances(state: Battle, command: Command, actor: str) -> Mapping[str, Known]:
    """How far those are now whom a command names, as far as the map knows."""
    if actor not in state.positions:
        return NOTHING_KNOWN
    return _distances(state, actor, type(command), command.model_dump(by_alias=True))


def filled_in(
    state: Battle, command: Command, actor: str = "", earlier: Mapping[str, Known] = NOTHING_KNOWN
) -> Command:
    """A command with what the map knows; of the ``actor`` where it names none.

    Of those who stand nowhere any more counts what was known ``earlier``.
    """
    actor = command.actor or actor
    if actor not in state.positions and not earlier:
        return command
    step = command.model_dump(by_alias=True)
    return completed(command, {**earlier, **known(state, actor, type(command), step)})


def left_open(state: Battle, command: Command, actor: str) -> Command:
    """walka-9: a command without what the map says of it now. It is filled in again
    (:func:`filled_in`) when it is done, for until then people move."""
    if actor not in state.positions:
        return command
    step = command.model_dump(by_alias=True)
    # Victims that are named have metres each; those the map names are known where none are.
    unnamed = {name: value for name, value in step.items() if name != "victims"}
    left = command.model_dump(by_alias=True, exclude_unset=True)
    for given in (unnamed, step):
        for path, value in known(state, actor, type(command), given).items():
            _leave_out(left, path, value.value)
    return checked(type(command), left)


def _leave_out(step: dict[str, Any], path: str, value: object) -> None:
    """Takes a value away from where it stands, if it stands there."""
    *way, last = path_parts(path)
    place: Any = step
    for part in way:
        if isinstance(part, str) and part not in place:
            return
        place = place[part]
    if place.get(last) == value:
        del place[last]


SEEN: Sequence[tuple[float, Cover]] = ((5 / 12, "two_thirds"), (7 / 12, "half"), (1, "third"))
"""walka-20: up to which share of a body that is hidden which row of the table is nearest."""


def _seen(state: Battle, actor: str, target: object, field: str) -> dict[str, Known]:
    """walka-20: how much of the target's body things on the map hide from the shooter, who leans
    out from behind the cover beside it.

    Who is behind cover of its own is seen by that.
    """
    if not isinstance(target, str) or target not in state.positions or target == actor:
        return {}
    if state[target].covered:
        return {}
    between = positions.between(state, actor, target)
    share = positions.cover_from(state, actor, target, between)
    if share < LITTLE:
        return {}
    seen = next(cover for most, cover in SEEN if share <= most)
    why = Text("something light stands between them")
    if positions.hidden(state, actor, target, "wall", "full", ground=between):
        why = Text("something solid stands between them")
    return {field: Known(seen, why)}


def _blast(state: Battle, fighter: Fighter, step: Mapping[str, Any]) -> dict[str, Known]:
    """walka-29: who else is in the blast, and how far from its middle, which is the target."""
    around, target, named = blast_of(state, fighter, step), step.get("target"), step.get("victims")
    if around is None:
        return {}
    middle, radius = around
    if named:
        far = {
            index: distance(state.positions[victim["who"]], middle)
            for index, victim in enumerate(named)
            if victim.get("who") in state.positions
        }
        return {
            f"victims[{index}].metres": Known(whole(m), on_the_map(m, "m", whole(m)))
            for index, m in far.items()
        }
    victims = [victim.model_dump() for victim in in_blast(state, middle, radius, str(target))]
    if not victims:
        return {}
    why = Text("within {radius} m around: {name}", radius=radius, name=state[str(target)].name)
    return {"victims": Known(victims[:MOST_VICTIMS], why)}


def in_blast(state: Battle, middle: Point, radius: float, but: str) -> list[commands.Victim]:
    """walka-29: who stands in a blast, the nearest first, ``but`` for one of them; covered, if more
    than half of the body is behind something solid, seen from there."""
    victims = []
    for id, far in sorted(positions.near(state, middle, radius), key=lambda pair: pair[1]):
        if id != but:
            hidden = positions.hidden_at(state, middle, state.positions[id], "full", "wall")
            victims.append(commands.Victim(who=id, metres=whole(far), cover=hidden > 1 / 2))
    return victims


def blast_of(state: Battle, fighter: Fighter, step: Mapping[str, Any]) -> tuple[Point, int] | None:
    """walka-29: where a step's blast has its middle, and how far it reaches."""
    middle = state.positions.get(str(step.get("target")))
    weapon = _weapon(fighter, step) if middle else None
    if middle is None or weapon is None or not weapon.reaches_out:
        return None
    return middle, weapon.reaches_out


def _weapon(fighter: Fighter, step: Mapping[str, Any]) -> Weapon | None:
    name, action = str(step.get("with") or ""), str(step.get("action"))
    try:
        return fighter.sheet.weapons[find_weapon(fighter, name, fitting(fighter, action))]
    except Refusal:
        return None


# ---- ways


def pace_to(state: Battle, fighter: Fighter, to: Point) -> str | None:
    """walka-10: how one gets there in a segment: on the ground by crawling, else the slower way."""
    way = positions.straight_way(state, fighter.id, to)
    if way is None:
        return None
    if fighter.posture == "prone":
        return "crawl"
    return "run" if way.length <= METRES["run"] + NEARLY else "sprint"


def refuse_way(
    state: Battle, fighter: Fighter, action: str, to: Point, command: commands.Act
) -> None:
    """walka-10: a segment leads only so far, and through no wall. Raises :class:`Refusal`."""
    way, most = positions.straight_way(state, fighter.id, to), METRES[action]
    if way is None or command.overrule:
        return
    if way.walled:
        raise Refusal("a wall stands in the way", "to")
    if way.length > most + NEARLY:
        far = tenths(way.length)
        line = Text("{metres:.1f} m away, a segment leads {most:g} m", metres=far, most=most)
        raise Refusal(line, "to")
