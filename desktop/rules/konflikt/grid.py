"""Squares of 1 m: distance, threat, cover by the straight line, and what a way costs.

Pure geometry: it knows no fighters. Whoever draws a map gives it tokens and ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil
from typing import Literal

Square = tuple[int, int]
"""A square by its column and row."""

Point = tuple[Fraction, Fraction]
Cover = Literal["clear", "partial", "full"]
"""How much of a body is behind something (konflikt-16)."""


@dataclass(frozen=True, slots=True)
class Token:
    """A creature on the map: its first square, its size and its reach in metres (konflikt-13)."""

    square: Square
    size: float = 1
    reach: int = 1

    @property
    def width(self) -> int:
        """Squares along one edge; a smaller creature has a square to itself."""
        return max(ceil(self.size), 1)

    @property
    def squares(self) -> frozenset[Square]:
        """Every square it stands on."""
        x, y = self.square
        return frozenset((x + i, y + j) for i in range(self.width) for j in range(self.width))

    @property
    def centre(self) -> Point:
        x, y = self.square
        half = Fraction(self.width, 2)
        return x + half, y + half

    def at(self, square: Square) -> Token:
        return Token(square, self.size, self.reach)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is on the map: obstacles with the cover they give, and difficult ground."""

    obstacles: Mapping[Square, Literal["partial", "full"]] = field(default_factory=dict)
    difficult: frozenset[Square] = frozenset()


# ---- how far, and who threatens whom


def distance(one: Token, other: Token) -> int:
    """Metres between the nearest squares of two tokens; a diagonal counts 1 (konflikt-9)."""
    return max(
        max(a - (b + other.width - 1), b - (a + one.width - 1), 0)
        for a, b in zip(one.square, other.square, strict=True)
    )


def reaches(one: Token, other: Token) -> bool:
    """konflikt-13: whether one stands in the melee reach of another."""
    return distance(one, other) <= one.reach


# ---- cover


def cover(one: Token, target: Token, ground: Ground, bodies: Iterable[Token] = ()) -> Cover:
    """konflikt-17: by the straight line between the tokens, from what stands on it.

    An obstacle gives the cover it has; a creature partial cover when it is at least as large as
    the target, a smaller one none.
    """
    line = (one.centre, target.centre)
    found: Cover = "clear"
    for square, gives in ground.obstacles.items():
        if gives != found and crosses(line, square, 1):
            found = gives
            if found == "full":
                return found
    for body in bodies:
        in_the_way = body not in (one, target) and body.size >= target.size
        if in_the_way and found == "clear" and crosses(line, body.square, body.width):
            found = "partial"
    return found


def crosses(line: tuple[Point, Point], square: Square, width: int) -> bool:
    """Whether a line goes through the inside of a block of squares; an edge is not inside."""
    first, last = Fraction(0), Fraction(1)
    for start, end, low in zip(*line, square, strict=True):
        step, high = end - start, low + width
        if step == 0:
            if not low < start < high:
                return False
            continue
        near, far = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, near), min(last, far)
    return first < last


# ---- ways


def steps_from(square: Square) -> Iterator[Square]:
    """The eight squares around, diagonals too (konflikt-9)."""
    x, y = square
    return ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)


@dataclass(frozen=True, slots=True)
class Way:
    """What moving over a map costs one token (konflikt-9, 14)."""

    token: Token
    ground: Ground
    allies: Sequence[Token] = ()
    enemies: Sequence[Token] = ()
    threatened_at_start: bool = False
    through_enemies: bool = False
    """The game master allows what is not allowed (konflikt-9)."""

    def step(self, square: Square) -> int | None:
        """The momentum of one step that ends there; None where no step can go."""
        there = self.token.at(square).squares
        if any(self.ground.obstacles.get(s) == "full" for s in there):
            return None
        if not self.through_enemies and any(there & enemy.squares for enemy in self.enemies):
            return None
        slow = self.threatened_at_start or there & self.ground.difficult
        return 2 if slow or any(there & ally.squares for ally in self.allies) else 1

    def can_end(self, square: Square) -> bool:
        """Nobody else may stand there."""
        there = self.token.at(square).squares
        return not any(there & other.squares for other in (*self.allies, *self.enemies))

    def price(self, path: Iterable[Square]) -> int | None:
        """The momentum of a way, square by square; None where it cannot be gone."""
        total, now = 0, self.token.square
        for square in path:
            price = self.step(square) if square in steps_from(now) else None
            if price is None:
                return None
            total, now = total + price, square
        return total if self.can_end(now) else None

    def reachable(self, momentum: int) -> dict[Square, int]:
        """Every square where the move can end, with the least momentum it takes."""
        least = {self.token.square: 0}
        queue = [(0, self.token.square)]
        while queue:
            spent, now = heappop(queue)
            if spent > least[now]:
                continue
            for square in steps_from(now):
                price = self.step(square)
                if price is None or spent + price > momentum:
                    continue
                if spent + price < least.get(square, momentum + 1):
                    least[square] = spent + price
                    heappush(queue, (spent + price, square))
        return {square: spent for square, spent in least.items() if self.can_end(square)}
