"""A map of squares: distance, reach, sight, cover by the straight line, and what a way costs.

The geometry knows no fighters. :class:`OnSquares` gives a system all of it for its fighters, whose
``size`` and ``reach`` are counted in squares and are 1 where they say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from desktop.rules import geometry, positions, table
from desktop.rules.battlefield import MOST_SIGHTS, Battlefield, Obstacles, Shape
from desktop.rules.conditions import able
from desktop.rules.contract import Command, Known, Rules, WithinReach
from desktop.rules.state import State
from desktop.rules.text import Term, Text, Words

Square = tuple[int, int]
"""A square by its column and row."""

S = TypeVar("S", bound=State[Any])

Cover = Literal["clear", "partial", "full"]
"""How much of a body is behind something."""

MOST_LOOKED_AT = 20_000
"""Squares that the search for a way looks at before it gives up."""


class Token(NamedTuple):
    """A creature on the map: its first square, its size and its reach in squares."""

    square: Square
    size: float = 1
    reach: int = 1

    @property
    def width(self) -> int:
        """Squares along one edge."""
        return 1 if self.size <= 1 else geometry.squares_wide(self.size)

    @property
    def squares(self) -> frozenset[Square]:
        """Every square it stands on."""
        x, y = self.square
        along = range(self.width)
        return frozenset((x + i, y + j) for i in along for j in along)

    @property
    def centre(self) -> geometry.Point:
        """The middle of the squares on which it stands."""
        x, y = self.square
        half = self.width / 2
        return x + half, y + half

    @property
    def outline(self) -> Sequence[geometry.Point]:
        """The edge of the squares on which it stands."""
        x, y = self.square
        far, low = x + self.width, y + self.width
        return (x, y), (far, y), (far, low), (x, low), (x, y)

    def at(self, square: Square) -> Token:
        """The same creature on another square."""
        return Token(square, self.size, self.reach)


class Ground(Obstacles):
    """What is on the map, and how large it is; None for a map without an end."""

    def __init__(
        self, shapes: Iterable[Shape] = (), size: tuple[float, float] | None = None
    ) -> None:
        super().__init__(shapes)
        self.size = size
        self.slow = cache(self._is_slow)
        """Whether the middle of a square is difficult ground."""
        self.onward = cache(self._from)
        """The squares to which one gets from a square: on the map, and through no wall."""

    def _is_slow(self, square: Square) -> bool:
        middle = middle_of(square)
        areas = self.near((*middle, *middle), "difficult")
        return any(geometry.inside(middle, area) for area in areas)

    def _from(self, square: Square) -> tuple[Square, ...]:
        """Of the eight squares around, diagonals too, those one gets to."""
        x, y = square
        around = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return tuple(end for end in around if self._is_free(square, end))

    def _is_free(self, start: Square, end: Square) -> bool:
        x, y = end
        if self.size and not (0 <= x <= self.size[0] - 1 and 0 <= y <= self.size[1] - 1):
            return False
        middle = middle_of(end)
        # A wall over the middle of a square would be stepped through there.
        on_wall = geometry.on_any(middle, self.near((*middle, *middle), "wall"))
        return not (on_wall or self.crossed(middle_of(start), middle, "wall"))


@lru_cache(maxsize=8)
def ground_of(battlefield: Battlefield | None) -> Ground:
    """The ground of a map; what was found out about its squares is kept with it."""
    if battlefield is None:
        return Ground()
    return Ground(battlefield.ground, (battlefield.width, battlefield.height))


def middle_of(square: Square) -> geometry.Point:
    """The middle of a square."""
    return square[0] + 0.5, square[1] + 0.5


# ---- how far, and who threatens whom


def distance(token: Token, other: Token) -> int:
    """Squares between the nearest of two tokens, 1 for neighbours; a diagonal counts 1."""
    (x, y), (u, v) = token.square, other.square
    mine, theirs = token.width - 1, other.width - 1
    return max(x - u - theirs, u - x - mine, y - v - theirs, v - y - mine, 0)


@lru_cache(maxsize=4096)
def reaches(striker: Token, target: Token, ground: Ground) -> bool:
    """Whether the first has the other within its melee reach, with no wall between."""
    near = distance(striker, target) <= striker.reach
    return near and not ground.crossed(striker.centre, target.centre, "wall")


# ---- cover


def cover(viewer: Token, target: Token, ground: Ground, bodies: Iterable[Token] = ()) -> Cover:
    """By how much of the target is behind something, seen from the first.

    A wall or an obstacle of full cover hides what is behind it, one of partial cover half of that;
    so a corner gives cover too. A creature on the straight line between the two gives partial cover
    when it is at least as large as the target, a smaller one none.
    """
    past_solid = ground.seen(viewer.centre, target.centre, target.size, "wall", "full")
    past_light = ground.seen(viewer.centre, target.centre, target.size, "partial")
    parts = zip(past_solid, past_light, strict=True)
    seen = sum((1.0 if light else 0.5) for solid, light in parts if solid)
    hidden = 1 - seen / len(past_solid)
    if hidden > 0.5:
        return "full"
    line = (viewer.centre, target.centre)
    if hidden >= geometry.LITTLE or any(
        body not in (viewer, target) and body.size >= target.size and stands_on(line, body)
        for body in bodies
    ):
        return "partial"
    return "clear"


@lru_cache(maxsize=MOST_SIGHTS)
def stands_on(line: tuple[geometry.Point, geometry.Point], body: Token) -> bool:
    """Whether a straight line leads over a body."""
    return geometry.crosses(*line, body.outline)


@lru_cache(maxsize=4096)
def in_sight(viewer: Token, target: Token, ground: Ground) -> bool:
    """Whether the middle of either sees any part of the other past walls."""
    here, there = viewer.centre, target.centre
    sees = ground.sees
    return sees(here, there, target.size, "wall") or sees(there, here, viewer.size, "wall")


# ---- ways


def nowhere(square: Square) -> int:
    """Nothing is known of how far it is from a square."""
    return 0


def squares_to(mine: Token, aim: Token, reach: float = 0) -> Callable[[Square], int]:
    """How many squares are left at least from a square, until the aim is within this reach."""
    (u, v), wide, other, near = aim.square, mine.width - 1, aim.width - 1, int(reach)

    def far(square: Square) -> int:
        x, y = square
        return max(x - u - other, u - x - wide, y - v - other, v - y - wide, near) - near

    return far


@dataclass(frozen=True, slots=True)
class Path:
    """A way square by square, without the one where it begins, and what it costs."""

    squares: tuple[Square, ...]
    price: int

    @property
    def length(self) -> int:
        """How many squares long the way is."""
        return len(self.squares)


Found = dict[Square, tuple[int, Square]]
"""The squares that were searched: the least price, and the square before."""


class Way:
    """What moving over a map costs one token: 1 a square, 2 on difficult ground and past allies.

    Each square costs 2 where it is ``everywhere_slow``; ``through_enemies`` it may go where enemies
    stand.
    """

    def __init__(
        self,
        token: Token,
        ground: Ground,
        allies: Sequence[Token] = (),
        enemies: Sequence[Token] = (),
        everywhere_slow: bool = False,
        through_enemies: bool = False,
    ) -> None:
        self.token, self.ground = token, ground
        self.everywhere_slow, self.through_enemies = everywhere_slow, through_enemies
        self._friendly = frozenset(s for ally in allies for s in ally.squares)
        self._hostile = frozenset(s for enemy in enemies for s in enemy.squares)
        self._wide = token.width > 1
        self._onward = cache(self._wide_onward) if self._wide else ground.onward
        """The next squares that no wall keeps it from, even where somebody stands."""
        self._price = cache(self._price_of if self._wide else self._narrow_price)
        self._reached: Found = {}
        self.reachable, self.into_reach = cache(self._reachable), cache(self._into_reach)
        self.out_of_reach = cache(self._out_of_reach)

    def step(self, start: Square, end: Square) -> int | None:
        """The price of a step from a square to the next; None where no step can go."""
        return self._price(end) if end in self._onward(start) else None

    def _wide_onward(self, start: Square) -> tuple[Square, ...]:
        return tuple(end for end in self.ground.onward(start) if self._fits_through(start, end))

    def _fits_through(self, start: Square, end: Square) -> bool:
        """Whether each square of a wide token gets this step."""
        across, down = end[0] - start[0], end[1] - start[1]
        beside = self.ground.onward
        return all((x, y) in beside((x - across, y - down)) for x, y in self._under(end))

    def _price_of(self, square: Square) -> int | None:
        """The price of a step onto a square; None where it cannot be stood or gone through."""
        squares = self._under(square)
        if not self.through_enemies and not squares.isdisjoint(self._hostile):
            return None
        beside = (((x, y), to) for x, y in squares for to in ((x + 1, y), (x, y + 1)))
        if not all(to in self.ground.onward(part) for part, to in beside if to in squares):
            return None
        slow = self.everywhere_slow or not squares.isdisjoint(self._friendly)
        return 2 if slow or any(map(self.ground.slow, squares)) else 1

    def _narrow_price(self, square: Square) -> int | None:
        """The same for one on a single square, which nothing splits: asked most of all."""
        if square in self._hostile and not self.through_enemies:
            return None
        slow = self.everywhere_slow or square in self._friendly or self.ground.slow(square)
        return 2 if slow else 1

    def _under(self, square: Square) -> frozenset[Square]:
        """What it would stand on there."""
        return self.token.at(square).squares if self._wide else frozenset((square,))

    def can_end(self, square: Square) -> bool:
        """Nobody else may stand there."""
        there = self._under(square)
        return there.isdisjoint(self._friendly) and there.isdisjoint(self._hostile)

    def _reachable(self, most: int) -> Mapping[Square, int]:
        """Every square where the move can end, with the least price. ``reachable`` is the same,
        kept; so are the two below."""
        near = [square for square, _ in self._from_near_to_far(most, nowhere, self._reached)]
        return {square: self._reached[square][0] for square in near if self.can_end(square)}

    def _into_reach(self, aim: Token, most: int) -> Path | None:
        """The cheapest way to where it has another within its reach; None: none for ``most``."""
        far = squares_to(self.token, aim, self.token.reach)
        return self.to(
            lambda end: reaches(self.token.at(end), aim, self.ground), most, far, straight=True
        )

    def _out_of_reach(self, most: int, foes: tuple[Token, ...]) -> Square | None:
        """Of the squares it can end on for ``most``, out of every reach, the one farthest from all
        enemies."""
        apart = [squares_to(self.token, foe) for foe in foes]

        def wanted(end: tuple[Square, int]) -> tuple[int, int, Square]:
            return min([far(end[0]) for far in apart], default=0), -end[1], end[0]

        for square, price in sorted(self.reachable(most).items(), key=wanted, reverse=True):
            there = self.token.at(square)
            if price and not any(reaches(foe, there, self.ground) for foe in foes):
                return square
        return None

    def to(
        self,
        there: Callable[[Square], bool],
        most: int,
        far: Callable[[Square], int] = nowhere,
        *,
        straight: bool = False,
    ) -> Path | None:
        """The cheapest way that ends on a square that will do; None: none for ``most``.

        ``far`` says how many squares are left from a square at the very least; only 0 will do. With
        it what lies in the wrong direction is not looked at. ``straight``: of ways that cost the
        same the one of fewest diagonals, for one who goes a part of it now.
        """
        found = {} if straight else self._reached
        for square, left in self._from_near_to_far(most, far, found, 1.001 if straight else 1):
            if left or square == self.token.square or not there(square):
                continue
            if self.can_end(square):
                return self._path(square, found)
        return None

    def to_square(self, square: Square, most: int) -> Path | None:
        """The cheapest way to a square, without a search where one has come by there."""
        if square not in self._reached:
            far = squares_to(self.token, self.token.at(square))
            return self.to(lambda there: there == square, most, far)
        affordable = self._reached[square][0] <= most
        moves = square != self.token.square and self.can_end(square)
        return self._path(square, self._reached) if affordable and moves else None

    def _path(self, square: Square, found: Found) -> Path:
        price, before = found[square]
        path = [square]
        while before != self.token.square:
            path.append(before)
            before = found[before][1]
        return Path(tuple(reversed(path)), price)

    def as_far_as_it_gets(self, path: Path, most: int) -> Square | None:
        """The last square of a way that can be paid for, and where the move can end."""
        last, spent, now = None, 0, self.token.square
        for square in path.squares:
            price = self.step(now, square)
            if price is None or spent + price > most:
                break
            spent, now = spent + price, square
            last = square if self.can_end(square) else last
        return last

    def _from_near_to_far(
        self, most: int, far: Callable[[Square], int], found: Found, diagonal: float = 1
    ) -> Iterator[tuple[Square, int]]:
        """Every square on a way that costs no more than this, by what it costs and has left (A*).

        Each comes with what is left from it at least, and is kept in ``found``. Of ways that cost
        the same the shorter one comes first, a ``diagonal`` being so many squares long.
        """
        start, at_least = self.token.square, 2 if self.everywhere_slow else 1
        best: dict[Square, tuple[int, float, Square]] = {start: (0, 0, start)}
        left = far(start) * at_least
        waiting = [(left, *best[start], start)] if left <= most else []
        looked_at, onward, price_of = 0, self._onward, self._price
        while waiting and looked_at < MOST_LOOKED_AT:
            least, spent, length, before, now = heappop(waiting)
            if best[now] != (spent, length, before):
                continue
            looked_at += 1
            found[now] = spent, before
            yield now, least - spent
            for square in onward(now):
                price = price_of(square)
                if price is None:
                    continue
                known = best.get(square)
                if known and known[0] < spent + price:
                    continue
                aslant = square[0] != now[0] and square[1] != now[1]
                step = spent + price, length + (diagonal if aslant else 1), now
                if not known or step < known:
                    least = spent + price + far(square) * at_least
                    if least <= most:
                        best[square] = step
                        heappush(waiting, (least, *step, square))


kept_way = lru_cache(maxsize=256)(Way)
"""A way by what it depends on, so that nothing is searched again while nobody has moved, nor in
the next of many fights that begin alike."""


# ---- those who fight on it


def square_of(at: geometry.Point) -> Square:
    """The square of a place on the map."""
    return int(at[0]), int(at[1])


def point_of(square: Square) -> geometry.Point:
    """The place of a square, as positions have it."""
    return float(square[0]), float(square[1])


def body(state: State[Any], id: str) -> Token | None:
    """One as it stands on the map, its reach left out; None where it stands nowhere."""
    at = state.positions.get(id)
    return None if at is None else _token(at, size_of(state.combatants[id]))


@lru_cache(maxsize=MOST_SIGHTS)
def _token(at: geometry.Point, size: float, reach: int = 1) -> Token:
    return Token(square_of(at), size, reach)


def token(state: State[Any], id: str) -> Token | None:
    """One as it stands on the map; None where it stands nowhere."""
    at = state.positions.get(id)
    if at is None:
        return None
    fighter = state.combatants[id]
    return _token(at, size_of(fighter), getattr(fighter, "reach", 1))


def size_of(fighter: Any) -> float:
    """How many squares wide a fighter is."""
    return getattr(fighter, "size", 1)


def both(state: State[Any], id: str, other: str) -> tuple[Token, Token] | None:
    """The bodies of two; None where one of them stands nowhere."""
    if not state.positions:
        return None
    here, there = body(state, id), body(state, other)
    return None if here is None or there is None else (here, there)


def apart(state: State[Any], id: str, other: str) -> int | None:
    """How many squares two are apart, 1 for neighbours; None where the map does not know."""
    pair = both(state, id, other)
    return distance(*pair) if pair else None


def adjacent(state: State[Any], id: str, other: str) -> bool:
    """Whether two stand in neighbouring squares; as far as the map knows."""
    return apart(state, id, other) in (None, 1)


def flanked(state: State[Any], attacker: str, target: str) -> bool:
    """Whether somebody of the first one's side, who is able, has the target within reach on the
    side or the corner that is opposite to the first one's, who has it within reach, too."""
    aim, mine = token(state, target), token(state, attacker)
    if aim is None or mine is None:
        return False
    ground, side = ground_of(state.battlefield), state[attacker].side
    friends = [f.id for f in state.standing() if f.side == side and f.id != attacker and able(f)]
    tokens = [there for id in friends if (there := token(state, id)) is not None]
    return reaches(mine, aim, ground) and any(
        _opposite(mine, aim, there) and reaches(there, aim, ground) for there in tokens
    )


def _opposite(attacker: Token, aim: Token, ally: Token) -> bool:
    """Whether the line between two middles leads over opposite edges, or corners, of a token."""
    met = [geometry.meet(attacker.centre, ally.centre, *edge) for edge in pairwise(aim.outline)]
    top, right, low, left = (share is not None for share in met)
    return (top and low) or (left and right)


def sees(state: State[Any], viewer: str, other: str) -> bool:
    """Whether no wall stands between two, as far as the map knows."""
    pair = both(state, viewer, other)
    return pair is None or in_sight(*pair, ground_of(state.battlefield))


def cover_between(state: State[Any], viewer: str, other: str) -> Cover | None:
    """What the other has between itself and the first; None where the map does not know."""
    pair = both(state, viewer, other)
    between = in_the_way(state, viewer, other)
    return cover(*pair, ground_of(state.battlefield), between) if pair else None


def in_the_way(state: State[Any], viewer: str, other: str) -> Iterator[Token]:
    """Who else may stand on the line between two, by the box around it; most stand elsewhere."""
    people = state.combatants
    (x, y), (u, v) = state.positions[viewer], state.positions[other]
    widest = max(size_of(people[viewer]), size_of(people[other]))
    left, right, top, low = min(x, u), max(x, u) + widest, min(y, v), max(y, v) + widest
    for id, at in state.positions.items():
        across, down = at
        if across <= right and down <= low and id != viewer and id != other:
            size = size_of(people[id])
            if left - size <= across and top - size <= down and not people[id].out:
                yield _token(at, size)


def ways_of(
    state: State[Any], id: str, *, slow: bool = False, through_enemies: bool = False
) -> Way | None:
    """The ways one can go, past allies and around enemies; None where it stands nowhere."""
    mine = token(state, id)
    if mine is None:
        return None
    allies: list[Token] = []
    foes: list[Token] = []
    for other in state.standing():
        there = body(state, other.id)
        if there is not None and other.id != id:
            (allies if other.side == state[id].side else foes).append(there)
    ground = ground_of(state.battlefield)
    return kept_way(mine, ground, tuple(allies), tuple(foes), slow, through_enemies)


def leaves_reach(state: State[Any], id: str, path: Path) -> Iterator[tuple[str, Square]]:
    """The enemies in whose reach somebody is before a step of a way and not after it.

    Each comes once, with the square on which the mover stands before that step, the first first.
    """
    mine, ground = body(state, id), ground_of(state.battlefield)
    if mine is None:
        return
    mover = state[id]
    foes = [foe for foe in state.standing() if foe.side != mover.side]
    bodies = {foe.id: stands for foe in foes if (stands := token(state, foe.id))}
    for here, onward in pairwise((mine.square, *path.squares)):
        for foe, threat in list(bodies.items()):
            before = reaches(threat, mine.at(here), ground)
            if before and not reaches(threat, mine.at(onward), ground):
                del bodies[foe]
                yield foe, here


def walk_to(
    state: State[Any], id: str, to: geometry.Point, most: int, *, bought: bool = False, **how: bool
) -> Path | None:
    """The way that a move takes to a square for at most ``most`` squares, and its end taken.

    Where the map knows none it is None if it is ``bought``: the game master has said what it costs.
    ``how`` as for ``ways_of``. Raises :class:`Refusal` at ``to``.
    """
    ways = ways_of(state, id, **how)
    if ways is None:
        raise table.Refusal(Text("{name} stands nowhere on the map yet", name=state[id].name), "to")
    path = ways.to_square(square_of(to), most)
    if path is None and not bought:
        raise table.Refusal(Text("no way leads there, or it is too far"), "to")
    positions.put(state, id, to, "to", squares=True)
    return path


def walk_past(
    state: State[Any], id: str, to: geometry.Point, most: int, *, bought: bool = False, **how: bool
) -> Iterator[tuple[str, bool]]:
    """Goes to a square as :func:`walk_to` does, and gives everybody else the chance to react.

    Of each enemy whose reach the mover is about to leave comes its id and True, once; after every
    step comes the id of every enemy, and False. The mover then stands where it is at that moment,
    and stays there when it is not able to go on (``conditions.able``).
    """
    start = state.positions
    path = walk_to(state, id, to, most, bought=bought, **how)
    if path is None:
        return
    end, state.positions = state.positions[id], start
    leaving, last = list(leaves_reach(state, id, path)), path.squares[-1]
    for here, onward in pairwise((square_of(start[id]), *path.squares)):
        for foe in [foe for foe, square in leaving if square == here]:
            yield foe, True
            if not able(state[id]):
                return
        there = end if onward == last else point_of(onward)
        state.positions = {**state.positions, id: there}
        for foe in [foe.id for foe in state.standing() if foe.side != state[id].side]:
            yield foe, False
            if not able(state[id]):
                return


BY_WAY = Text("by the cheapest way over the squares")
"""How the price of a move is known."""
BY_LINE = Text("by what stands on the line between them")
"""How the cover of a target is known."""
BY_FRIENDS = Text("by who stands on the other side")
"""How it is known whether a target is flanked."""


class OnSquares(Rules[S]):
    """A system whose map has squares, each ``map_square`` of ``map_unit`` wide.

    ``move`` is the command that goes to a square (``to``); its field ``way`` is what the way costs,
    in ``map_unit``. Squares, distances and prices of ways are then filled in by the map.
    """

    map_grid = True
    move: ClassVar[type[Command] | None] = None
    way: ClassVar[str] = ""
    cover: ClassVar[str] = ""
    """The parameter of the target's cover: ``clear``, ``partial``, or ``full`` as by a wall."""
    flank: ClassVar[str] = ""
    """The parameter that says whether the target is flanked."""

    def to_go(self, state: S, fighter: Any) -> float:
        """How far one can still go, in ``map_unit``; by default what can be paid of the counter
        that is called as :attr:`way`."""
        return float(getattr(self, "within_means")(fighter, self.way))  # noqa: B009  (of the kit)

    def reach_with(self, fighter: Any, thing: Any) -> float | None:
        """How far one of the things that a parameter ``offers`` reaches, in ``map_unit``; None:
        anywhere. What does not reach the target, or has full cover before it, is grey. By default
        its ``range``, where that is a number; 0 is as far as the fighter reaches."""
        far = getattr(thing, "range", None)
        near = self.map_square * getattr(fighter, "reach", 1)
        return (far or near) if isinstance(far, int | float) else None

    def why_not_with(
        self, state: S, fighter: Any, thing: Any, step: Mapping[str, Any]
    ) -> Words | None:
        reach, far = self.reach_with(fighter, thing), step.get("distance") or 0
        if reach is not None and far > reach:
            return Text(
                "{thing} reaches {reach:g} {unit}, not {far:g}",
                thing=thing.name, reach=reach, unit=Term(self.map_unit), far=far,
            )  # fmt: skip
        if reach is not None and self.cover and step.get(self.cover) == "full":
            return Text("full cover is in the way")
        return super().why_not_with(state, fighter, thing, step)

    def ways(self, state: S, id: str) -> Way | None:
        """The ways that one can go; a system says here when ground or enemies do not matter."""
        return ways_of(state, id)

    def size(self, state: S, id: str) -> float:
        return size_of(state[id])

    def centre(self, state: S, id: str) -> geometry.Point | None:
        there = body(state, id)
        return there.centre if there else None

    def sees(self, state: S, id: str, other: str) -> bool:
        return sees(state, id, other)

    def distance(self, state: S, id: str, other: str) -> float | None:
        squares = apart(state, id, other)
        return None if squares is None else squares * self.map_square

    def by_map(self, state: S, actor: str, step: Mapping[str, Any]) -> Mapping[str, Known]:
        known = dict(super().by_map(state, actor, step))
        moves = self.move and step.get("action") == self.move.model_fields["action"].default
        if moves and self.way and step.get("to"):
            bought = step.get("overrule") or step.get("cost") is not None
            most = MOST_LOOKED_AT if bought else self.to_go(state, state[actor])
            ways, far = self.ways(state, actor), int(most // self.map_square)
            if ways and (path := ways.to_square(square_of(step["to"]), far)):
                known[self.way] = Known(int(path.price * self.map_square), BY_WAY)
        command = self.commands.get((step.get("do", "act"), step.get("action", "")), Command)
        target = step.get("target", "")
        if self.cover in command.model_fields and target != actor and target in state.positions:
            between = cover_between(state, actor, target) if sees(state, actor, target) else "full"
            if between:
                known[self.cover] = Known(between, BY_LINE)
        if self.flank in command.model_fields and target in state.positions:
            known[self.flank] = Known(flanked(state, actor, target), BY_FRIENDS)
        return known

    def go_to(self, state: S, id: str, to: geometry.Point) -> Command | None:
        if self.move is None or id not in state.positions:
            return None
        return self.move.model_validate({"actor": id, "to": to})

    def within_reach(self, state: S, id: str) -> WithinReach | None:
        ways = self.ways(state, id) if self.move else None
        if ways is None:
            return None
        squares = ways.reachable(int(self.to_go(state, state[id]) // self.map_square))
        prices = {point_of(at): int(n * self.map_square) for at, n in squares.items() if n}
        return WithinReach(prices, unit=self.unit or self.map_unit)

    def nearer(self, state: S, id: str, other: str) -> Command | None:
        ways, aim = self.ways(state, id), token(state, other)
        path = ways.into_reach(aim, MOST_LOOKED_AT) if ways and aim else None
        if ways is None or path is None:
            return None
        most = int(self.to_go(state, state[id]) // self.map_square)
        end = ways.as_far_as_it_gets(path, most)
        return self.go_to(state, id, point_of(end)) if end else None
