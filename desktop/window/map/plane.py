"""The plane of a map: how large it is, in which unit, and where on it something can stand."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Any

from desktop.rules import geometry
from desktop.rules.battlefield import Battlefield
from desktop.rules.contract import Rules
from desktop.rules.geometry import Point, squares_wide

FINE = 0.1
"""The step in which places on free ground are given, in the map's unit."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Squares of 1, or free ground."""

    width: float
    height: float
    unit: str = "m"
    squares: bool = False

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
        return cls(battlefield.width, battlefield.height, rules.map_unit, rules.map_grid)

    def corner(self, at: Point) -> Point:
        """The nearest point where something can be drawn: a corner of squares, or any."""
        held = min(max(at[0], 0.0), self.width), min(max(at[1], 0.0), self.height)
        return (round(held[0]), round(held[1])) if self.squares else _rounded(held)

    def inside(self, at: Point) -> Point:
        """The nearest point on the map."""
        return _rounded((min(max(at[0], 0.0), self.width), min(max(at[1], 0.0), self.height)))

    def holds(self, at: Point) -> bool:
        """Whether a point lies on the map."""
        return 0 <= at[0] <= self.width and 0 <= at[1] <= self.height

    def far(self, one: Point, other: Point) -> float:
        """How far it is from point to point; over squares a diagonal counts 1."""
        if self.squares:
            return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        return geometry.distance(one, other)

    def said(self, length: float) -> str:
        """A length with its unit: ``12 m``, ``7.5″``."""
        gap = "" if self.unit in ("″", "'") else " "
        return f"{round(length, 1):g}{gap}{self.unit}"


def _rounded(at: Point) -> Point:
    return round(round(at[0] / FINE) * FINE, 1), round(round(at[1] / FINE) * FINE, 1)
