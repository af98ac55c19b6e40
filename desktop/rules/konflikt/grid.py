"""Squares of 1 m: distance, threat, cover by the straight line, and what a way costs.

Pure geometry: it knows no fighters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from desktop.rules.battlefield import Kind, Shape
from desktop.rules.geometry import (
    LITTLE,
    Box,
    Point,
    across,
    box_of,
    box_to,
    crosses,
    crosses_any,
    inside,
    on_any,
    overlap,
    squares_wide,
)

Square = tuple[int, int]
"""A square by its column and row."""

Cover = Literal["clear", "partial", "full"]
"""How much of a body is behind something (konflikt-16)."""

Visited = tuple[Square, int, Square]
"""A square on a way, the momentum that it takes to get there, and from which square."""

MOST_LOOKED_AT = 20_000
"""Squares that the search for a way looks at before it gives up."""


@dataclass(frozen=True, slots=True)
class Token:
    """A creature on the map: its first square, its size and its reach in metres (konflikt-13)."""

    square: Square
    size: float = 1
    reach: int = 1

    @property
    def width(self) -> int:
        """Squares along one edge."""
        return squares_wide(self.size)

    @property
    def squares(self) -> frozenset[Square]:
        """Every square it stands on."""
        x, y = self.square
        along = range(self.width)
        return frozenset((x + i, y + j) for i in along for j in along)

    @property
    def centre(self) -> Point:
        """The middle of the squares on which it stands."""
        x, y = self.square
        return x + self.width / 2, y + self.width / 2

    @property
    def outline(self) -> Sequence[Point]:
        """The edge of the squares on which it stands."""
        x, y = self.square
        far, low = x + self.width, y + self.width
        return (x, y), (far, y), (far, low), (x, low), (x, y)

    def at(self, square: Square) -> Token:
        """The same creature on another square."""
        return Token(square, self.size, self.reach)


@dataclass(eq=False)
class Ground:
    """What is on the map, and how large it is; None for a map without an end."""

    shapes: Sequence[Shape] = ()
    size: tuple[float, float] | None = None
    _kinds: dict[Kind, list[tuple[Box, Sequence[Point]]]] = field(init=False, repr=False)
    _slow: dict[Square, bool] = field(default_factory=dict, repr=False)
    _free: dict[tuple[Square, Square], bool] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._kinds = {}
        for shape in self.shapes:
            boxed = box_of(shape.points), shape.points
            self._kinds.setdefault(shape.kind, []).append(boxed)

    def _at(self, kind: Kind, box: Box) -> Iterator[Sequence[Point]]:
        """What there is of a kind in about that place: most of it need not be looked at."""
        return (points for other, points in self._kinds.get(kind, ()) if overlap(box, other))

    def walled(self, line: tuple[Point, Point]) -> bool:
        """Whether walls stand on a straight line; those that meet leave no gap."""
        return crosses_any(*line, self._at("wall", box_of(line)))

    def slows(self, square: Square) -> bool:
        """konflikt-9: whether the middle of a square is difficult ground."""
        if square not in self._slow:
            middle = middle_of(square)
            areas = self._at("difficult", (*middle, *middle))
            self._slow[square] = any(inside(middle, area) for area in areas)
        return self._slow[square]

    def seen_of(self, eye: Point, body: Token, *kinds: Kind) -> list[bool]:
        """Of points across a body whether each is seen from ``eye`` past all of these kinds."""
        box = box_to(eye, body.centre, body.size)
        between = [points for kind in kinds for points in self._at(kind, box)]
        parts = across(eye, body.centre, body.size)
        if not between:
            return [True] * len(parts)
        return [not crosses_any(eye, part, between) for part in parts]

    def is_free(self, start: Square, end: Square) -> bool:
        """Whether one gets from a square to the next: on the map, and through no wall."""
        if (start, end) not in self._free:
            way = middle_of(start), middle_of(end)
            self._free[start, end] = (
                self._holds(end) and not self.walled(way) and not self._is_walled(end)
            )
        return self._free[start, end]

    def _holds(self, square: Square) -> bool:
        x, y = square
        if self.size is None:
            return True
        return x >= 0 and y >= 0 and x + 1 <= self.size[0] and y + 1 <= self.size[1]

    def _is_walled(self, square: Square) -> bool:
        """Whether a wall leads over the middle of a square; else it were stepped through there."""
        middle = middle_of(square)
        return on_any(middle, self._at("wall", (*middle, *middle)))


@lru_cache(maxsize=8)
def ground_of(shapes: tuple[Shape, ...], width: float, height: float) -> Ground:
    """The ground of a map; what was found out about its squares is kept with it."""
    return Ground(shapes, (width, height))


def middle_of(square: Square) -> Point:
    """The middle of a square."""
    return square[0] + 0.5, square[1] + 0.5


# ---- how far, and who threatens whom


def distance(one: Token, other: Token) -> int:
    """Metres between the nearest squares of two tokens; a diagonal counts 1 (konflikt-9)."""
    (x, y), (u, v) = one.square, other.square
    mine, theirs = one.width - 1, other.width - 1
    return max(x - u - theirs, u - x - mine, y - v - theirs, v - y - mine, 0)


def reaches(one: Token, other: Token, ground: Ground) -> bool:
    """konflikt-13: whether the first has the other within its melee reach, with no wall between."""
    near = distance(one, other) <= one.reach
    return near and not ground.walled((one.centre, other.centre))


# ---- cover


def cover(one: Token, target: Token, ground: Ground, bodies: Iterable[Token] = ()) -> Cover:
    """konflikt-16 and 17: by how much of the target is behind something, seen from the first.

    A wall or an obstacle of full cover hides what is behind it, one of partial cover half of that;
    so a corner gives cover too. A creature on the straight line between the two gives partial cover
    when it is at least as large as the target, a smaller one none.
    """
    hidden = _share_hidden(one, target, ground)
    if hidden > 0.5:
        return "full"
    line = (one.centre, target.centre)
    if hidden >= LITTLE or any(
        body not in (one, target) and body.size >= target.size and crosses(*line, body.outline)
        for body in bodies
    ):
        return "partial"
    return "clear"


def _share_hidden(one: Token, target: Token, ground: Ground) -> float:
    """The share of the target's body behind something: 0 for all in the open, 1 for nothing."""
    past_solid = ground.seen_of(one.centre, target, "wall", "full")
    past_light = ground.seen_of(one.centre, target, "partial")
    parts = zip(past_solid, past_light, strict=True)
    seen = sum((1.0 if light else 0.5) for solid, light in parts if solid)
    return 1 - seen / len(past_solid)


def in_sight(one: Token, target: Token, ground: Ground) -> bool:
    """konflikt-10 and 17: whether the middle of either sees any part of the other past walls."""
    return (
        not ground.walled((one.centre, target.centre))
        or any(ground.seen_of(one.centre, target, "wall"))
        or any(ground.seen_of(target.centre, one, "wall"))
    )


# ---- ways


def steps_from(square: Square) -> Iterator[Square]:
    """The eight squares around, diagonals too (konflikt-9)."""
    x, y = square
    return ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)


def nowhere(square: Square) -> int:
    """Nothing is known of how far it is from a square."""
    return 0


def metres_to(mine: Token, aim: Token, reach: float = 0) -> Callable[[Square], int]:
    """How many metres are left at least from a square, until the aim is within this reach."""
    (u, v), wide, other = aim.square, mine.width - 1, aim.width - 1

    def far(square: Square) -> int:
        x, y = square
        apart = max(x - u - other, u - x - wide, y - v - other, v - y - wide, 0)
        return max(apart - int(reach), 0)

    return far


@dataclass(frozen=True, slots=True)
class Path:
    """A way square by square, without the one where it begins, and what it costs."""

    squares: tuple[Square, ...]
    momentum: int

    @property
    def metres(self) -> int:
        """How long the way is."""
        return len(self.squares)


@dataclass(slots=True)
class Way:
    """What moving over a map costs one token (konflikt-9, 14)."""

    token: Token
    ground: Ground
    allies: Sequence[Token] = ()
    enemies: Sequence[Token] = ()
    threatened_at_start: bool = False
    through_enemies: bool = False
    """The game master allows what is not allowed (konflikt-9)."""
    _friendly: frozenset[Square] = field(init=False, repr=False)
    _hostile: frozenset[Square] = field(init=False, repr=False)
    _wide: bool = field(init=False, repr=False)
    """Whether it stands on more than one square."""
    _prices: dict[Square, int | None] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._friendly = frozenset(s for ally in self.allies for s in ally.squares)
        self._hostile = frozenset(s for enemy in self.enemies for s in enemy.squares)
        self._wide = self.token.width > 1

    def step(self, start: Square, end: Square) -> int | None:
        """The momentum of a step from a square to the next; None where no step can go."""
        try:
            price = self._prices[end]
        except KeyError:
            price = self._prices[end] = self._price_of(end)
        if price is None or not self.ground.is_free(start, end):
            return None
        if self._wide:
            across, down = end[0] - start[0], end[1] - start[1]
            parts = self._under(end)
            if not all(self.ground.is_free((x - across, y - down), (x, y)) for x, y in parts):
                return None
        return price

    def _price_of(self, square: Square) -> int | None:
        """The momentum of a step onto a square; None where it cannot be stood or gone through."""
        if not self._wide:
            if square in self._hostile and not self.through_enemies:
                return None
            slow = self.threatened_at_start or square in self._friendly
            return 2 if slow or self.ground.slows(square) else 1
        squares = self._under(square)
        if not self.through_enemies and not squares.isdisjoint(self._hostile):
            return None
        beside = (((x, y), to) for x, y in squares for to in ((x + 1, y), (x, y + 1)))
        if not all(self.ground.is_free(part, to) for part, to in beside if to in squares):
            return None
        slow = self.threatened_at_start or not squares.isdisjoint(self._friendly)
        return 2 if slow or any(map(self.ground.slows, squares)) else 1

    def _under(self, square: Square) -> frozenset[Square]:
        """What it would stand on there."""
        return self.token.at(square).squares if self._wide else frozenset((square,))

    def can_end(self, square: Square) -> bool:
        """Nobody else may stand there."""
        there = self._under(square)
        return there.isdisjoint(self._friendly) and there.isdisjoint(self._hostile)

    def price(self, path: Iterable[Square]) -> int | None:
        """The momentum of a way, square by square; None where it cannot be gone."""
        total, now = 0, self.token.square
        for square in path:
            price = self.step(now, square) if square in steps_from(now) else None
            if price is None:
                return None
            total, now = total + price, square
        return total if self.can_end(now) else None

    def reachable(self, momentum: int) -> dict[Square, int]:
        """Every square where the move can end, with the least momentum it takes."""
        least = {square: spent for square, spent, _ in self._from_near_to_far(momentum)}
        return {square: spent for square, spent in least.items() if self.can_end(square)}

    def to(
        self, there: Callable[[Square], bool], momentum: int, far: Callable[[Square], int] = nowhere
    ) -> Path | None:
        """The cheapest way that ends on a square that will do; None: none for this momentum.

        ``far`` says how many metres are left from a square at the very least; only 0 will do. With
        it no more is looked at than a way of so much could lead over: first of as little as can
        be, then of more and more.
        """
        least = far(self.token.square)
        for more in (0, 2, 5, 10, 20, 40):
            limit = min(least + more, momentum) if far is not nowhere else momentum
            path = self._path(there, limit, far) if least <= momentum else None
            if path or limit == momentum or least > momentum:
                return path
        return self._path(there, momentum, far)

    def _path(
        self, there: Callable[[Square], bool], limit: int, far: Callable[[Square], int]
    ) -> Path | None:
        """The cheapest of the ways that cost no more than the limit."""
        before: dict[Square, Square] = {}
        start = self.token.square
        for square, spent, came_from in self._from_near_to_far(limit, far):
            before[square] = came_from
            if square == start or far(square) or not (there(square) and self.can_end(square)):
                continue
            path = [square]
            while (square := before[square]) != start:
                path.append(square)
            return Path(tuple(reversed(path)), spent)
        return None

    def as_far_as_it_gets(self, path: Path, momentum: int) -> Square | None:
        """The last square of a way that can be paid for, and where the move can end."""
        last, spent, now = None, 0, self.token.square
        for square in path.squares:
            price = self.step(now, square)
            if price is None or spent + price > momentum:
                break
            spent, now = spent + price, square
            last = square if self.can_end(square) else last
        return last

    def _from_near_to_far(
        self, limit: int, far: Callable[[Square], int] = nowhere
    ) -> Iterator[Visited]:
        """Every square on a way that costs no more than the limit, the cheapest first.

        Of ways that cost the same, the one of fewer metres comes first.
        """
        start = self.token.square
        done: set[Square] = set()
        waiting: dict[int, list[tuple[int, Square, Square]]] = {0: [(0, start, start)]}
        for spent in range(limit + 1):
            # No step is for nothing, so nothing is added to these any more.
            for metres, now, came_from in sorted(waiting.pop(spent, ())):
                if now in done:
                    continue
                if len(done) >= MOST_LOOKED_AT:
                    return
                done.add(now)
                yield now, spent, came_from
                x, y = now
                for square in (
                    (x - 1, y - 1), (x - 1, y), (x - 1, y + 1), (x, y - 1),
                    (x, y + 1), (x + 1, y - 1), (x + 1, y), (x + 1, y + 1),
                ):  # fmt: skip
                    if square in done:
                        continue
                    price = self.step(now, square)
                    if price is not None and spent + price + far(square) <= limit:
                        waiting.setdefault(spent + price, []).append((metres + 1, square, now))
            if not waiting:
                return
