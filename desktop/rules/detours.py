"""Ways around walls on free ground: from corner to corner, the shortest one.

For behaviours, which have nobody to look at the map for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from desktop.rules.battlefield import Battlefield
from desktop.rules.geometry import (
    Box,
    Point,
    box_of,
    crosses_any,
    distance,
    inside,
    is_closed,
    on_any,
    overlap,
)

ROOM = 0.6
"""How far from a corner one goes around it, in the map's unit."""

MOST_CORNERS = 400
"""With more places to go around a corner nobody looks for a way; each corner has four."""

Wall = tuple[Box, Sequence[Point]]


class Corners:
    """The places around the corners of all walls, and how one gets from one to another."""

    def __init__(self, battlefield: Battlefield) -> None:
        shapes = (shape.points for shape in battlefield.ground if shape.kind == "wall")
        self.walls: list[Wall] = [(box_of(points), points) for points in shapes]
        around = dict.fromkeys(
            (x + across, y + down)
            for _, points in self.walls
            for x, y in points
            for across in (-ROOM, ROOM)
            for down in (-ROOM, ROOM)
        )
        self.places: list[Point] = []
        if len(around) <= MOST_CORNERS:
            self.places = [at for at in around if battlefield.holds(at) and self._is_out(at)]
        self._onward: dict[Point, list[tuple[Point, float]]] = {}

    def _is_out(self, at: Point) -> bool:
        """Whether a place lies within no wall that is an area, and on none that is a line."""
        walls = [points for _, points in self.walls]
        within = any(is_closed(points) and inside(at, points) for points in walls)
        return not within and not on_any(at, walls)

    def is_free(self, start: Point, end: Point) -> bool:
        """Whether no wall stands between two points."""
        box = box_of((start, end))
        near = (points for other, points in self.walls if overlap(box, other))
        return not crosses_any(start, end, near)

    def onward(self, here: Point) -> list[tuple[Point, float]]:
        """To which places one gets straight from a place, and how far that is."""
        if here not in self._onward:
            self._onward[here] = self.seen_from(here)
        return self._onward[here]

    def seen_from(self, here: Point) -> list[tuple[Point, float]]:
        """The places to which one gets straight from here."""
        there = (at for at in self.places if at != here and self.is_free(here, at))
        return [(at, distance(here, at)) for at in there]


@lru_cache(maxsize=8)
def corners_of(battlefield: Battlefield) -> Corners:
    """The corners of a map; kept, for a fight asks often."""
    return Corners(battlefield)


def next_leg(battlefield: Battlefield, start: Point, goal: Point) -> Point | None:
    """Where to go straight first on the shortest way to a goal; None: there is none."""
    corners = corners_of(battlefield)
    if corners.is_free(start, goal):
        return goal
    # The cheapest guess first: what is gone, and what is left if nothing stood in the way.
    queue = [(far + distance(at, goal), far, at, at) for at, far in corners.seen_from(start)]
    heapify(queue)
    done: set[Point] = set()
    while queue:
        _, gone, here, first = heappop(queue)
        if here == goal:
            return first
        if here in done:
            continue
        done.add(here)
        if corners.is_free(here, goal):
            whole = gone + distance(here, goal)
            heappush(queue, (whole, whole, goal, first))
        for there, far in corners.onward(here):
            if there not in done:
                whole = gone + far
                heappush(queue, (whole + distance(there, goal), whole, there, first))
    return None
