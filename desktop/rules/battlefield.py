"""The map of an encounter: how large it is, what stands on it, and what is seen of it from a place.

Who stands where is the state's. All of it may be left out: a fight without a map knows no distances
but those it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import Annotated, Literal, Self

from pydantic import Field as Limits
from pydantic import Strict, model_validator

from desktop.rules import geometry
from desktop.rules.fields import Record, Shown
from desktop.rules.geometry import NEARLY, Box, Point, crossed_of, off_outline
from desktop.rules.text import Text

LARGEST = 2_000
"""The longest edge of a map, in the unit of its system."""

MOST_SHAPES = 500
MOST_POINTS = 200
"""Of one shape."""
MOST_POINTS_IN_ALL = 4_000


Coordinate = Annotated[float, Limits(ge=0, le=LARGEST)]
At = Annotated[tuple[Coordinate, Coordinate], Strict(False)]  # which JSON has as a list
"""A point as a script has it: ``[across, down]`` from the upper left corner, in the map's unit.

Of squares the first is ``[0, 0]``; a token has the upper left one of those on which it stands. On
free ground it is the middle of the token.
"""

Kind = Literal["wall", "partial", "full", "difficult", "door"]
"""What nobody sees or goes through; what covers a part of a body, or most of it; what slows; a wall
that can be opened."""


class Shape(Record):
    """Something on the ground: a line, or an area whose last point is its first."""

    kind: Kind
    points: Annotated[tuple[At, ...], Limits(min_length=2, max_length=MOST_POINTS), Strict(False)]
    open: bool = False
    """Of a door: whether it stands open, and so stops nobody and hides nothing."""

    @model_validator(mode="after")
    def _ground_is_an_area(self) -> Self:
        if self.kind == "difficult" and not self.closed:
            raise ValueError(Text("needs an outline whose last point is its first"), "points")
        return self

    @property
    def closed(self) -> bool:
        """Whether it is an area."""
        return geometry.is_closed(self.points)


class Battlefield(Record):
    """A map in the unit of its system (``Rules.map_unit``)."""

    width: Annotated[float, Limits(ge=1, le=LARGEST), Shown("Width")]
    height: Annotated[float, Limits(ge=1, le=LARGEST), Shown("Height")]
    ground: Annotated[tuple[Shape, ...], Limits(max_length=MOST_SHAPES), Strict(False)] = ()
    picture: Annotated[str, Limits(max_length=200), Shown("Picture")] = ""
    """The id of a picture in the campaign, shown behind everything; it says nothing to a fight."""

    @model_validator(mode="after")
    def _not_too_much(self) -> Self:
        if sum(len(shape.points) for shape in self.ground) > MOST_POINTS_IN_ALL:
            most = Text("can have at most {most} points in all", most=MOST_POINTS_IN_ALL)
            raise ValueError(most, "ground")
        return self

    def holds(self, at: tuple[float, float]) -> bool:
        """Whether a point lies on the map."""
        return 0 <= at[0] <= self.width and 0 <= at[1] <= self.height

    def with_door(self, number: int, *, open: bool) -> Battlefield:
        """The same map with the shape of that number, a door, opened or closed."""
        ground = [*self.ground]
        ground[number] = ground[number].model_copy(update={"open": open})
        return Battlefield(
            width=self.width, height=self.height, ground=tuple(ground), picture=self.picture
        )

    @cached_property
    def hashed(self) -> int:
        """The hash of all fields, kept because what is known of a map is looked up by it."""
        return hash((self.width, self.height, self.ground, self.picture))

    def __hash__(self) -> int:
        return self.hashed


MOST_SIGHTS = 50_000
"""Lines of sight that are kept of a map."""


class Obstacles:
    """The shapes of a map, each with the box around it, so that only those nearby are looked at."""

    def __init__(self, shapes: Iterable[Shape] = ()) -> None:
        self._boxed: dict[Kind, list[tuple[Box, Sequence[Point]]]] = {}
        for shape in shapes:
            if shape.open:
                continue
            kind: Kind = "wall" if shape.kind == "door" else shape.kind
            self._boxed.setdefault(kind, []).append((geometry.box_of(shape.points), shape.points))
        kept = lru_cache(maxsize=MOST_SIGHTS)
        self.seen, self.sees, self.near = kept(self._seen), kept(self._sees), kept(self._near)

    def of(self, *kinds: Kind) -> list[Sequence[Point]]:
        """All lines and areas of these kinds."""
        return [points for kind in kinds for _, points in self._boxed.get(kind, ())]

    def _near(self, box: Box, *kinds: Kind) -> tuple[Sequence[Point], ...]:
        """The lines and areas of these kinds whose boxes overlap this one. ``near`` is the same,
        kept as ``seen`` is."""
        left, top, right, low = box
        return tuple(
            [  # ``overlap`` written out: it is asked of every shape, for every line of sight
                points
                for kind in kinds
                for (x, y, far, deep), points in self._boxed.get(kind, ())
                if left <= far and x <= right and top <= deep and y <= low
            ]
        )

    def crossed(self, start: Point, end: Point, *kinds: Kind) -> bool:
        """Whether anything of these kinds stands on a line; shapes that meet leave no gap."""
        between = self.near(geometry.box_of((start, end)), *kinds)
        return bool(crossed_of(start, end, between))

    def _seen(self, eye: Point, middle: Point, width: float, *kinds: Kind) -> tuple[bool, ...]:
        """Of points across a body whether each is seen from ``eye`` past all of these kinds.

        ``seen`` is the same, kept for the lines that were asked for last.
        """
        return tuple(self._parts(eye, middle, width, *kinds))

    def _sees(self, eye: Point, middle: Point, width: float, *kinds: Kind) -> bool:
        """Whether any point of a body is seen. ``sees`` is the same, kept as ``seen`` is."""
        return any(self._parts(eye, middle, width, *kinds))

    def _parts(self, eye: Point, middle: Point, width: float, *kinds: Kind) -> Iterator[bool]:
        between = self._near(geometry.box_to(eye, middle, width), *kinds)
        hiding: Sequence[Sequence[Point]] = ()
        for part in geometry.across(eye, middle, width):
            # Mostly what hides one part hides the next.
            hiding = crossed_of(eye, part, hiding) or crossed_of(eye, part, between)
            yield not hiding


@lru_cache(maxsize=8)
def obstacles_of(battlefield: Battlefield | None) -> Obstacles:
    """What stands on a map; nothing where there is none."""
    return Obstacles(battlefield.ground if battlefield else ())


@lru_cache(maxsize=8)
def solid_of(battlefield: Battlefield) -> Obstacles:
    """What somebody walks around who can: walls, and areas of full cover as if they were walls."""
    areas = {shape for shape in battlefield.ground if shape.kind == "full" and shape.closed}
    if not areas:
        return obstacles_of(battlefield)
    walls = (shape.model_copy(update={"kind": "wall"}) for shape in areas)
    return Obstacles([*battlefield.ground, *walls])


@lru_cache(maxsize=1024)
def past_own_cover(
    field: Battlefield, eye: Point, middle: Point, near: float
) -> tuple[Obstacles, Obstacles]:
    """What stands on a map between a shooter and a target, and what of it the shooter leans out
    from behind: the cover within ``near`` of the shooter that is not as near to the target."""
    own = [
        shape
        for shape in field.ground
        if shape.kind in ("partial", "full")
        and off_outline(eye, shape.points) <= near + NEARLY < off_outline(middle, shape.points)
    ]
    if not own:
        return obstacles_of(field), obstacles_of(None)
    return Obstacles(shape for shape in field.ground if shape not in own), Obstacles(own)


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
                    (geometry.meet(start, end, (ax, ay), (bx, by)), number),
                    (geometry.meet((ax, ay), (bx, by), start, end), other),
                ):
                    if share is not None and NEARLY < share < 1 - NEARLY:
                        cuts[which].append(share)
    for (start, end), shares in zip(ordered, cuts, strict=True):
        if len(shares) == 2:
            yield (*start, *end)
        else:
            places = [geometry.along(start, end, share) for share in sorted(shares)]
            yield from ((*here, *onward) for here, onward in pairwise(places))


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
