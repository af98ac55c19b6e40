"""Shotguns: a wound by distance, and a scratch for each success point (walka-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop.rules.dice import Dice, Pool, pool, repeated
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka import words
from desktop.rules.walka.check import tell_roll
from desktop.rules.walka.data import PLACE, SHOTGUN, UNLUCKY, Location, location_of
from desktop.rules.walka.die import FACES
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.wounds import (
    kills,
    level_after,
    levels_after,
    strike_at,
    wounds,
)

SCRATCHES = Text("scratches")


def main_level(distance: int) -> int | None:
    """The level of the wound beside the scratches; 0 is none, None too far for anything."""
    return next((level for limit, level in SHOTGUN if distance <= limit), None)


def shotgun(
    state: Battle,
    target: Fighter,
    weapon: Weapon,
    distance: int,
    location: Location,
    scratches: int,
    table: Table,
) -> None:
    """One shot that hit. ``target`` is taken."""
    penetration = weapon.penetration or 0
    main = main_level(distance)
    if main is None:
        too_far = Text("{distance} m is too far: the hit does nothing", distance=distance)
        table.log("walka-26", too_far, by=target.id)
        return
    if table.keeps_log:
        _tell_shot(target, distance, main, scratches, table)
    levels = levels_after(target.protection, 1, penetration)
    throw = scratch_throw(scratches, levels)
    dead = kills(target, level_after(target, main, location, penetration), location)
    faces = table.roll_independent(
        throw,
        scratch_harm((0,) * len(levels) if dead else levels),
        what="damage",
        who=target.id,
        why="walka-26",
        by=target.id,
        label=SCRATCHES,
    )
    tell_roll(target, faces, SCRATCHES, "walka-26", table)
    if main:
        strike_at(state, target, main, location, penetration, table)
    if not target.out:
        pepper(state, target, faces, penetration, table)


def _tell_shot(target: Fighter, distance: int, main: int, scratches: int, table: Table) -> None:
    told = Text(
        "at {distance} m: {level} and {scratches} scratches",
        distance=distance,
        level=words.level(main),
        scratches=scratches,
    )
    if not main:
        told = Text(
            "at {distance} m: only {scratches} scratches", distance=distance, scratches=scratches
        )
    table.log("walka-26", told, by=target.id)


@dataclass(frozen=True, slots=True)
class Scratches:
    """The faces that tell the places of scratches. A spread has one fall for each harm they can
    do together."""

    levels: tuple[int, ...]

    def read(self, dice: Sequence[int]) -> tuple[int, ...]:
        return tuple(dice)

    def spread(self, dice: Dice) -> dict[tuple[int, ...], int]:
        harm = scratch_harm(self.levels)
        face_of = {harm((face,)): face for face in dice.faces}
        each = Counter(harm((face,)) for face in dice.faces)
        falls: dict[int, tuple[int, ...]] = {0: ()}
        for _ in range(dice.count):
            falls = {
                total + more: (*fall, face)
                for total, fall in falls.items()
                for more, face in face_of.items()
            }
        return {falls[total]: ways for total, ways in repeated(each, dice.count).items()}


@lru_cache(maxsize=1024)
def scratch_throw(count: int, levels: tuple[int, ...]) -> Pool[tuple[int, ...]]:
    """A die for the place of each scratch; 20 is thrown again."""
    return pool(count, FACES, Scratches(levels), again=(UNLUCKY,))


@lru_cache(maxsize=1024)
def scratch_harm(levels: tuple[int, ...]) -> Callable[[tuple[int, ...]], int]:
    """What scratches come to together, by the faces that tell their places (walka-31)."""
    harm = [0, *(levels[PLACE[location_of(face)]] for face in range(1, FACES))]
    return lambda faces: sum(map(harm.__getitem__, faces))


def pepper(
    state: Battle, target: Fighter, faces: tuple[int, ...], penetration: int, table: Table
) -> None:
    """The place of each scratch, armour against each, and the wounds that are left."""
    places, struck = _places(faces, levels_after(target.protection, 1, penetration))
    if table.keeps_log:
        _tell_places(target, places, struck, table)
    for level, where in struck:
        if level:
            wounds(state, target, level, where, table)


Struck = tuple[tuple[int, tuple[Location, ...]], ...]
"""Places by the level that comes through armour there."""


def _tell_places(target: Fighter, places: Sequence[Location], struck: Struck, table: Table) -> None:
    told = Text("{target}: scratches at {where}", target=target.name, where=words.locations(places))
    table.log("walka-26", told, by=target.id)
    for level, where in struck:
        if not level:
            stopped = Text(
                "{target}: armour stops {number} of them", target=target.name, number=len(where)
            )
            table.log("walka-31", stopped, by=target.id)


@lru_cache(maxsize=1024)
def _places(faces: tuple[int, ...], levels: tuple[int, ...]) -> tuple[tuple[Location, ...], Struck]:
    """The places of scratches, and those by the level that comes through armour."""
    places = tuple(location_of(face) for face in faces)
    by_level: dict[int, list[Location]] = {}
    for place in places:
        by_level.setdefault(levels[PLACE[place]], []).append(place)
    return places, tuple((level, tuple(struck)) for level, struck in by_level.items())
