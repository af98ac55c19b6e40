"""Squares of 1 m: distance, threat, cover by the straight line, and what a way costs.

Pure geometry: it knows no fighters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from typing import Literal, NamedTuple, TypeVar

from desktop.rules.battlefield import MOST_SIGHTS, Battlefield, Obstacles, Shape
from desktop.rules.geometry import LITTLE, Point, crosses, inside, on_any, squares_wide

Square = tuple[int, int]
"""A square by its column and row."""

V = TypeVar("V")

Cover = Literal["clear", "partial", "full"]
"""How much of a body is behind something (konflikt-16)."""

MOST_LOOKED_AT = 20_000
"""Squares that the search for a way looks at before it gives up."""


class Token(NamedTuple):
    """A creature on the map: its first square, its size and its reach in metres (konflikt-13)."""

    square: Square
    size: float = 1
    reach: int = 1

    @property
    def width(self) -> int:
        """Squares along one edge."""
        return 1 if self.size <= 1 else squares_wide(self.size)

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
        half = self.width / 2
        return x + half, y + half

    @property
    def outline(self) -> Sequence[Point]:
        """The edge of the squares on which it stands."""
        x, y = self.square
        far, low = x + self.width, y + self.width
        return (x, y), (far, y), (far, low), (x, low), (x, y)

    def at(self, square: Square) -> Token:
        """The same creature on another square."""
        return Token(square, self.size, self.reach)


class Kept(dict[Square, V]):
    """What was once worked out for a square: ``Kept(function)[square]``."""

    def __init__(self, work_out: Callable[[Square], V]) -> None:
        self.work_out = work_out

    def __missing__(self, square: Square) -> V:
        self[square] = value = self.work_out(square)
        return value


class Ground(Obstacles):
    """What is on the map, and how large it is; None for a map without an end."""

    def __init__(
        self, shapes: Iterable[Shape] = (), size: tuple[float, float] | None = None
    ) -> None:
        super().__init__(shapes)
        self.size = size
        self.slow = Kept(self._is_slow)
        """konflikt-9: whether the middle of a square is difficult ground."""
        self.onward = Kept(self._from)
        """The squares to which one gets from a square: on the map, and through no wall."""

    def _is_slow(self, square: Square) -> bool:
        middle = middle_of(square)
        areas = self.near((*middle, *middle), "difficult")
        return any(inside(middle, area) for area in areas)

    def _from(self, square: Square) -> tuple[Square, ...]:
        """Of the eight squares around, diagonals too (konflikt-9), those one gets to."""
        x, y = square
        around = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return tuple(end for end in around if self._is_free(square, end))

    def _is_free(self, start: Square, end: Square) -> bool:
        x, y = end
        if self.size and not (0 <= x <= self.size[0] - 1 and 0 <= y <= self.size[1] - 1):
            return False
        middle = middle_of(end)
        # A wall over the middle of a square would be stepped through there.
        on_wall = on_any(middle, self.near((*middle, *middle), "wall"))
        return not (on_wall or self.crossed(middle_of(start), middle, "wall"))


@lru_cache(maxsize=8)
def ground_of(battlefield: Battlefield | None) -> Ground:
    """The ground of a map; what was found out about its squares is kept with it."""
    if battlefield is None:
        return Ground()
    return Ground(battlefield.ground, (battlefield.width, battlefield.height))


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
    return near and not ground.crossed(one.centre, other.centre, "wall")


# ---- cover


def cover(one: Token, target: Token, ground: Ground, bodies: Iterable[Token] = ()) -> Cover:
    """konflikt-16 and 17: by how much of the target is behind something, seen from the first.

    A wall or an obstacle of full cover hides what is behind it, one of partial cover half of that;
    so a corner gives cover too. A creature on the straight line between the two gives partial cover
    when it is at least as large as the target, a smaller one none.
    """
    past_solid = ground.seen(one.centre, target.centre, target.size, "wall", "full")
    past_light = ground.seen(one.centre, target.centre, target.size, "partial")
    parts = zip(past_solid, past_light, strict=True)
    seen = sum((1.0 if light else 0.5) for solid, light in parts if solid)
    hidden = 1 - seen / len(past_solid)
    if hidden > 0.5:
        return "full"
    line = (one.centre, target.centre)
    if hidden >= LITTLE or any(
        body not in (one, target) and body.size >= target.size and stands_on(line, body)
        for body in bodies
    ):
        return "partial"
    return "clear"


@lru_cache(maxsize=MOST_SIGHTS)
def stands_on(line: tuple[Point, Point], body: Token) -> bool:
    """Whether a straight line leads over a body."""
    return crosses(*line, body.outline)


def in_sight(one: Token, target: Token, ground: Ground) -> bool:
    """konflikt-10 and 17: whether the middle of either sees any part of the other past walls."""
    here, there = one.centre, target.centre
    return any(ground.seen(here, there, target.size, "wall")) or any(
        ground.seen(there, here, one.size, "wall")
    )


# ---- ways


def nowhere(square: Square) -> int:
    """Nothing is known of how far it is from a square."""
    return 0


def metres_to(mine: Token, aim: Token, reach: float = 0) -> Callable[[Square], int]:
    """How many metres are left at least from a square, until the aim is within this reach."""
    (u, v), wide, other, near = aim.square, mine.width - 1, aim.width - 1, int(reach)

    def far(square: Square) -> int:
        x, y = square
        return max(x - u - other, u - x - wide, y - v - other, v - y - wide, near) - near

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
    _prices: Kept[int | None] = field(init=False, repr=False)
    _reached: dict[Square, tuple[int, Square]] = field(init=False, repr=False, default_factory=dict)
    """The squares that were ever searched: the least momentum, and the square before."""

    def __post_init__(self) -> None:
        self._friendly = frozenset(s for ally in self.allies for s in ally.squares)
        self._hostile = frozenset(s for enemy in self.enemies for s in enemy.squares)
        self._wide = self.token.width > 1
        self._prices = Kept(self._price_of)

    def step(self, start: Square, end: Square) -> int | None:
        """The momentum of a step from a square to the next; None where no step can go."""
        return self._prices[end] if end in self._onward(start) else None

    def _onward(self, start: Square) -> Sequence[Square]:
        """The next squares that no wall keeps it from, whoever stands there."""
        onward = self.ground.onward[start]
        return [end for end in onward if self._fits_through(start, end)] if self._wide else onward

    def _fits_through(self, start: Square, end: Square) -> bool:
        """Whether each square of a wide token gets this step."""
        across, down = end[0] - start[0], end[1] - start[1]
        return all((x, y) in self.ground.onward[x - across, y - down] for x, y in self._under(end))

    def _price_of(self, square: Square) -> int | None:
        """The momentum of a step onto a square; None where it cannot be stood or gone through."""
        squares = self._under(square)
        if not self.through_enemies and not squares.isdisjoint(self._hostile):
            return None
        beside = (((x, y), to) for x, y in squares for to in ((x + 1, y), (x, y + 1)))
        if not all(to in self.ground.onward[part] for part, to in beside if to in squares):
            return None
        slow = self.threatened_at_start or not squares.isdisjoint(self._friendly)
        return 2 if slow or any(self.ground.slow[part] for part in squares) else 1

    def _under(self, square: Square) -> frozenset[Square]:
        """What it would stand on there."""
        return self.token.at(square).squares if self._wide else frozenset((square,))

    def can_end(self, square: Square) -> bool:
        """Nobody else may stand there."""
        there = self._under(square)
        return there.isdisjoint(self._friendly) and there.isdisjoint(self._hostile)

    def reachable(self, momentum: int) -> dict[Square, int]:
        """Every square where the move can end, with the least momentum it takes."""
        near = list(self._from_near_to_far(momentum))
        return {square: self._reached[square][0] for square in near if self.can_end(square)}

    def to(
        self, there: Callable[[Square], bool], momentum: int, far: Callable[[Square], int] = nowhere
    ) -> Path | None:
        """The cheapest way that ends on a square that will do; None: none for this momentum.

        ``far`` says how many metres are left from a square at the very least; only 0 will do. With
        it what lies in the wrong direction is not looked at.
        """
        for square in self._from_near_to_far(momentum, far):
            if far(square) or square == self.token.square or not there(square):
                continue
            if self.can_end(square):
                return self._path(square)
        return None

    def to_square(self, square: Square, momentum: int) -> Path | None:
        """The cheapest way to a square, without a search where one has come by there."""
        if square not in self._reached:
            far = metres_to(self.token, self.token.at(square))
            return self.to(lambda there: there == square, momentum, far)
        affordable = self._reached[square][0] <= momentum
        moves = square != self.token.square and self.can_end(square)
        return self._path(square) if affordable and moves else None

    def _path(self, square: Square) -> Path:
        momentum, before = self._reached[square]
        path = [square]
        while before != self.token.square:
            path.append(before)
            before = self._reached[before][1]
        return Path(tuple(reversed(path)), momentum)

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
        self, momentum: int, far: Callable[[Square], int] = nowhere
    ) -> Iterator[Square]:
        """Every square on a way that costs no more than this, by what it costs and has left (A*).

        Of ways that cost the same, the one of fewer metres comes first.
        """
        start = self.token.square
        best = {start: (0, 0, start)}
        waiting = [(far(start), *best[start], start)] if far(start) <= momentum else []
        looked_at = 0
        while waiting and looked_at < MOST_LOOKED_AT:
            _, spent, metres, before, now = heappop(waiting)
            if best[now] != (spent, metres, before):
                continue
            looked_at += 1
            self._reached[now] = spent, before
            yield now
            for square in self._onward(now):
                price = self._prices[square]
                if price is None:
                    continue
                step = spent + price, metres + 1, now
                if square not in best or step < best[square]:
                    least = spent + price + far(square)
                    if least <= momentum:
                        best[square] = step
                        heappush(waiting, (least, *step, square))


kept_way = lru_cache(maxsize=64)(Way)
"""A way by what it depends on, so that nothing is searched again while nobody has moved."""
