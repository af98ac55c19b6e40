"""The map of an encounter: how large it is and what stands on it. Who stands where is the state's.

All of it may be left out: a fight without a map knows no distances but those it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, model_validator
from pydantic import Field as Limits

from desktop.rules.fields import Record, Shown
from desktop.rules.geometry import (
    Box,
    Point,
    across,
    box_of,
    box_to,
    crossed_of,
    is_closed,
)
from desktop.rules.text import Text

LARGEST = 2_000
"""The longest edge of a map, in the unit of its system."""

MOST_SHAPES = 500
MOST_POINTS = 200
"""Of one shape."""
MOST_POINTS_IN_ALL = 4_000


def _pair(value: Any) -> Any:
    """JSON has lists, and a point is a tuple."""
    return tuple(value) if isinstance(value, list) else value


Coordinate = Annotated[float, Limits(ge=0, le=LARGEST)]
At = Annotated[
    tuple[Coordinate, Coordinate],
    BeforeValidator(_pair, json_schema_input_type=tuple[Coordinate, Coordinate]),
]
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
    points: Annotated[
        tuple[At, ...],
        Limits(min_length=2, max_length=MOST_POINTS),
        BeforeValidator(
            _pair,
            json_schema_input_type=Annotated[
                list[At], Limits(min_length=2, max_length=MOST_POINTS)
            ],
        ),
    ]
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
        return is_closed(self.points)


class Battlefield(Record):
    """A map in the unit of its system (``Rules.map_unit``)."""

    width: Annotated[float, Limits(ge=1, le=LARGEST), Shown("Width")]
    height: Annotated[float, Limits(ge=1, le=LARGEST), Shown("Height")]
    ground: Annotated[
        tuple[Shape, ...],
        Limits(max_length=MOST_SHAPES),
        BeforeValidator(
            _pair,
            json_schema_input_type=Annotated[list[Shape], Limits(max_length=MOST_SHAPES)],
        ),
    ] = ()
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
            self._boxed.setdefault(kind, []).append((box_of(shape.points), shape.points))
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
        between = self.near(box_of((start, end)), *kinds)
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
        between = self._near(box_to(eye, middle, width), *kinds)
        hiding: Sequence[Sequence[Point]] = ()
        for part in across(eye, middle, width):  # mostly what hides one part hides the next
            hiding = crossed_of(eye, part, hiding) or crossed_of(eye, part, between)
            yield not hiding


@lru_cache(maxsize=8)
def obstacles_of(battlefield: Battlefield | None) -> Obstacles:
    """What stands on a map; nothing where there is none."""
    return Obstacles(battlefield.ground if battlefield else ())
