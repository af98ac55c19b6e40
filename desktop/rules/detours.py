"""Ways around walls on free ground: from corner to corner, the shortest one.

For behaviours, which have nobody to look at the map for them.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush

from desktop.rules.battlefield import Battlefield, obstacles_of
from desktop.rules.geometry import Point, distance, inside, is_closed, on_any

ROOM = 0.6
"""How far from a corner one goes around it, in the map's unit."""

MOST_CORNERS = 400
"""With more places to go around a corner nobody looks for a way; each corner has four."""


class Corners:
    """The places around the corners of all walls, and how one gets from one to another."""

    def __init__(self, battlefield: Battlefield) -> None:
        self._obstacles = obstacles_of(battlefield)
        self._walls = self._obstacles.of("wall")
        around = dict.fromkeys(
            (x + across, y + down)
            for points in self._walls
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
        within = any(is_closed(points) and inside(at, points) for points in self._walls)
        return not within and not on_any(at, self._walls)

    def is_free(self, start: Point, end: Point) -> bool:
        """Whether no wall stands between two points."""
        return not self._obstacles.crossed(start, end, "wall")

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
