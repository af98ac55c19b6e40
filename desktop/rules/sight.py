"""What is seen of a map from a place: everything up to the walls that hide bodies in the rules too.

An eye looks once around. Between two directions in which a wall begins or ends one wall is the
nearest, so the outline of what is seen has a corner or two there and none elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, pi, sin

from desktop.rules.battlefield import Battlefield, obstacles_of
from desktop.rules.geometry import NEARLY, Point, along, meet

AROUND = 1.0
"""How far beyond the edge of a map its walls and its end still count, in its unit."""

MOST_OUTLINES = 4_000
"""Outlines that are kept: the number of places from which a long fight has seen its map."""

Edge = tuple[float, float, float, float]
"""From a point to another: across and down of each."""


@lru_cache(maxsize=MOST_OUTLINES)
def seen_from(field: Battlefield, eye: Point) -> tuple[Point, ...]:
    """The outline of what is seen from a place of the map; its last point is not its first."""
    return tuple(_look_around(eye, edges_of(field)))


@lru_cache(maxsize=16)
def edges_of(field: Battlefield) -> tuple[Edge, ...]:
    """All that ends a line of sight, none crossing another: walls, closed doors, the map's end."""
    right, low = field.width + AROUND, field.height + AROUND
    end = (-AROUND, -AROUND), (right, -AROUND), (right, low), (-AROUND, low), (-AROUND, -AROUND)
    walls = [edge for points in obstacles_of(field).of("wall") for edge in pairwise(points)]
    return (*_uncrossed(walls), *((*start, *to) for start, to in pairwise(end)))


def _uncrossed(walls: Iterable[tuple[Point, Point]]) -> Iterator[Edge]:
    """Straight walls, each cut where it crosses another."""
    ordered = sorted(walls, key=lambda wall: min(wall[0][0], wall[1][0]))
    cuts: list[list[float]] = [[0.0, 1.0] for _ in ordered]
    for number, (start, end) in enumerate(ordered):
        right = max(start[0], end[0])
        top, low = sorted((start[1], end[1]))
        for other in range(number + 1, len(ordered)):
            (ax, ay), (bx, by) = ordered[other]
            if min(ax, bx) > right:
                break
            if max(ay, by) >= top and min(ay, by) <= low:
                for share, which in (
                    (meet(start, end, (ax, ay), (bx, by)), number),
                    (meet((ax, ay), (bx, by), start, end), other),
                ):
                    if share is not None and NEARLY < share < 1 - NEARLY:
                        cuts[which].append(share)
    for (start, end), shares in zip(ordered, cuts, strict=True):
        if len(shares) == 2:
            yield (*start, *end)
        else:
            places = [along(start, end, share) for share in sorted(shares)]
            yield from ((*one, *other) for one, other in pairwise(places))


def _look_around(eye: Point, edges: Sequence[Edge]) -> Iterator[Point]:
    """The corners of what is seen, in the order in which an eye that turns comes to them."""
    left, top = eye
    near: list[tuple[float, float]] = []
    """Of each edge (p, q): in the direction (x, y) it is 1 / (p x + q y) times that far away."""
    turns: list[tuple[float, int, float, float]] = []
    """Where an edge begins, or ends (its number, or that number's complement): the angle, and the
    end of the edge as seen from the eye."""
    active: set[int] = set()
    for ax, ay, bx, by in edges:
        ax, ay, bx, by = ax - left, ay - top, bx - left, by - top
        area = ax * by - bx * ay
        if area < 0:
            ax, ay, bx, by, area = bx, by, ax, ay, -area
        if area < NEARLY:  # it points at the eye, and hides nothing
            continue
        number = len(near)
        near.append(((by - ay) / area, (ax - bx) / area))
        begins, ends = atan2(ay, ax), atan2(by, bx)
        turns += (begins, number, ax, ay), (ends, ~number, bx, by)
        if begins > ends:  # over the direction in which the turn begins
            active.add(number)
    turns.sort()
    angle = turns[-1][0]
    turns.append((turns[0][0] + 2 * pi, -1, 0.0, 0.0))

    front = _nearest(near, active, (angle + turns[-1][0]) / 2)
    at, last = 0, len(turns) - 1
    while at < last:
        angle, number, across, down = turns[at]
        before, begun = front, []
        while angle == turns[at][0]:
            number = turns[at][1]
            if number >= 0:
                active.add(number)
                begun.append(number)
            else:
                active.discard(~number)
            at += 1
        if front not in active:
            front = _nearest(near, active, (angle + turns[at][0]) / 2)
        elif begun:
            between = (angle + turns[at][0]) / 2
            x, y = cos(between), sin(between)
            for number in begun:
                p, q = near[number]
                if p * x + q * y > near[front][0] * x + near[front][1] * y:
                    front = number
        if front != before:
            for number in (before, front):
                p, q = near[number]
                far = p * across + q * down
                if far > NEARLY:
                    yield left + across / far, top + down / far


def _nearest(near: Sequence[tuple[float, float]], active: Iterable[int], angle: float) -> int:
    x, y = cos(angle), sin(angle)
    return max(active, key=lambda number: near[number][0] * x + near[number][1] * y)
