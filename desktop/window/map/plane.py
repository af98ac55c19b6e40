"""The plane of a map: how large it is, in which unit, and where on it something can stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import Any

from desktop.rules import geometry
from desktop.rules.battlefield import Battlefield, Obstacles
from desktop.rules.contract import Rules
from desktop.rules.geometry import Point, squares_wide
from desktop.window.widgets.language import decimal, of_model

GAP = 1.0
"""Units between newcomers and to the edge of the map."""

NOTHING_DRAWN = Obstacles()

FINE = 0.1
"""The step in which places on free ground are given, in the map's unit."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Squares, or free ground in the map's unit."""

    width: float
    height: float
    unit: str = "m"
    squares: bool = False
    square: float = 1
    """How many units a square is wide."""

    def middle(self, place: Point, size: float) -> Point:
        """The middle of a token from where the fight has it: its first square, or its middle."""
        if not self.squares:
            return place
        half = squares_wide(size) / 2
        return place[0] + half, place[1] + half

    def place(self, middle: Point, size: float) -> Point:
        """Where the fight has a token whose middle is put here; always on the map."""
        if not self.squares:
            return self.inside(middle)
        edge = squares_wide(size)
        columns, rows = max(int(self.width) - edge, 0), max(int(self.height) - edge, 0)
        across = min(max(floor(middle[0] - edge / 2 + 0.5), 0), columns)
        down = min(max(floor(middle[1] - edge / 2 + 0.5), 0), rows)
        return across, down

    @classmethod
    def of(cls, battlefield: Battlefield, rules: Rules[Any]) -> Plane:
        """The plane of a map in the unit of its system."""
        size = battlefield.width, battlefield.height
        return cls(*size, rules.map_unit, rules.map_grid, rules.map_square)

    def corner(self, at: Point, *, free: bool = False) -> Point:
        """The nearest point where something can be drawn: a corner of the grid; with ``free`` any
        on free ground.
        """
        held = self.inside(at)
        return held if free and not self.squares else (round(held[0]), round(held[1]))

    def inside(self, at: Point) -> Point:
        """The nearest point on the map."""
        across, down = min(max(at[0], 0.0), self.width), min(max(at[1], 0.0), self.height)
        return round(round(across / FINE) * FINE, 1), round(round(down / FINE) * FINE, 1)

    def holds(self, at: Point) -> bool:
        """Whether a point lies on the map."""
        return 0 <= at[0] <= self.width and 0 <= at[1] <= self.height

    def far(self, start: Point, end: Point) -> float:
        """How far it is from point to point; over squares a diagonal counts 1."""
        if self.squares:
            return max(abs(start[0] - end[0]), abs(start[1] - end[1]))
        return geometry.distance(start, end)

    def said(self, length: float) -> str:
        """A length on the map with its unit: ``12 m``, ``7.5″``, for six squares ``30 ft``."""
        gap = "" if self.unit in ("″", "'") else " "
        return f"{decimal(round(length * self.square, 1))}{gap}{of_model(self.unit)}"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A combatant that is to stand on a map: how wide, and on which side of it."""

    id: str
    size: float
    side: int
    """0 stands at the left, 1 at the right, 2 above, 3 below, 4 at the left again."""
    near: Point | None = None
    """Where its side began: it comes as near as it can, and on the same side of every wall."""


def where_it_began(side: Collection[Point]) -> Point | None:
    """Of the middles of a side the one in its midst; None where nobody of it stands anywhere."""
    midst = [sum(at) / len(side) for at in zip(*side, strict=True)]
    return min(side, key=lambda at: geometry.distance(at, (midst[0], midst[1])), default=None)


def arrange(
    plane: Plane,
    newcomers: Iterable[Newcomer],
    taken: Iterable[Point],
    obstacles: Obstacles = NOTHING_DRAWN,
) -> dict[str, Point]:
    """A place for each newcomer, clear of each other and of the middles in ``taken``.

    Where the map is full they stand on each other at its middle.
    """
    middles, places = list(taken), {}
    spots_left: dict[tuple[float, int, Point | None], Iterator[tuple[Point, float]]] = {}
    """A spot that was tried for a newcomer of one size and side is not tried again."""
    for newcomer in newcomers:
        size, side, near = newcomer.size, newcomer.side % 4, newcomer.near
        wide = max(float(squares_wide(size)), size)
        spots = spots_left.setdefault((wide, side, near), _all_spots(plane, wide, side, near))
        fits = ((plane.place(spot, size), step) for spot, step in spots)
        free = (
            at
            for at, step in fits
            for middle in [plane.middle(at, size)]
            if _is_free(middle, middles, step)
            and not (near and obstacles.crossed(near, middle, "wall"))
        )
        middle_of_map = plane.place((plane.width / 2, plane.height / 2), size)
        places[newcomer.id] = next(free, middle_of_map)
        middles.append(plane.middle(places[newcomer.id], size))
    return places


def _all_spots(
    plane: Plane, wide: float, side: int, near: Point | None
) -> Iterator[tuple[Point, float]]:
    """Places with a gap between neighbours, then those without, and how far they are apart."""
    for step in (wide + GAP, wide):
        spots: Iterable[Point] = _spots(plane, step, side)
        if near is not None:
            spots = sorted(spots, key=partial(geometry.distance, near))
        yield from ((spot, step) for spot in spots)


def _spots(plane: Plane, step: float, side: int) -> Iterator[Point]:
    """Places line by line from an edge inwards, each line from its middle outwards."""
    across = side in (0, 1)
    deep, wide = (plane.width, plane.height) if across else (plane.height, plane.width)
    for line in range(max(int((deep - 2 * GAP) / step), 1)):
        inwards = GAP + step * (line + 0.5)
        inwards = deep - inwards if side in (1, 3) else inwards
        for number in range(max(int((wide - 2 * GAP) / step), 1)):
            sideways = wide / 2 + step * ((number + 1) // 2) * (-1 if number % 2 else 1)
            if step / 2 <= sideways <= wide - step / 2:
                yield (inwards, sideways) if across else (sideways, inwards)


def _is_free(middle: Point, others: Iterable[Point], step: float) -> bool:
    near = step * 0.99
    return all(abs(middle[0] - x) >= near or abs(middle[1] - y) >= near for x, y in others)
