"""Ways around walls on free ground: from corner to corner, the shortest one.

For behaviours, which have nobody to look at the map for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from desktop.rules.battlefield import Battlefield
from desktop.rules.geometry import Box, Point, box_of, crosses, distance, inside, is_closed, overlap

ROOM = 0.6
"""How far from a corner one goes around it, in the map's unit."""

MOST_CORNERS = 240
"""With more of them nobody looks for a way around."""

Wall = tuple[Box, Sequence[Point]]


def next_leg(battlefield: Battlefield, start: Point, goal: Point) -> Point | None:
    """Where to go straight first on the shortest way to a goal; None: there is none."""
    walls = _walls(battlefield)
    if _is_free(start, goal, walls):
        return goal
    corners, roads = _roads(battlefield)
    onward = {i: distance(c, goal) for i, c in enumerate(corners) if _is_free(c, goal, walls)}
    queue = [(distance(start, c), i, i) for i, c in enumerate(corners) if _is_free(start, c, walls)]
    queue = [(gone, i, first) for gone, i, first in queue if gone > 0]
    queue.sort()
    done: set[int] = set()
    best: tuple[float, int] | None = None
    while queue:
        gone, here, first = heappop(queue)
        if best and gone >= best[0]:
            break
        if here in done:
            continue
        done.add(here)
        if here in onward and (best is None or gone + onward[here] < best[0]):
            best = gone + onward[here], first
        for there, far in roads[here]:
            if there not in done:
                heappush(queue, (gone + far, there, first))
    return corners[best[1]] if best else None


def _walls(battlefield: Battlefield) -> list[Wall]:
    return [(box_of(s.points), s.points) for s in battlefield.ground if s.kind == "wall"]


def _is_free(start: Point, end: Point, walls: Sequence[Wall]) -> bool:
    box = box_of((start, end))
    return not any(overlap(box, other) and crosses(start, end, points) for other, points in walls)


@lru_cache(maxsize=8)
def _roads(
    battlefield: Battlefield,
) -> tuple[Sequence[Point], Sequence[Sequence[tuple[int, float]]]]:
    """The corners of a map, and to which others one gets straight from each, and how far."""
    walls = _walls(battlefield)
    around = [
        (x + across, y + down)
        for _, points in walls
        for x, y in dict.fromkeys(points)
        for across in (-ROOM, ROOM)
        for down in (-ROOM, ROOM)
    ]
    corners = [
        corner
        for corner in dict.fromkeys(around)
        if battlefield.holds(corner)
        and not any(is_closed(points) and inside(corner, points) for _, points in walls)
    ]
    if len(corners) > MOST_CORNERS:
        return (), ()
    roads: list[list[tuple[int, float]]] = [[] for _ in corners]
    for i, one in enumerate(corners):
        for j in range(i):
            if _is_free(one, corners[j], walls):
                far = distance(one, corners[j])
                roads[i].append((j, far))
                roads[j].append((i, far))
    return corners, roads
