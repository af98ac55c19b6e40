"""What the map says in a conflict: distance, sight, cover, threat, and what a way costs.

Whoever stands nowhere on it is known as without a map: by what the game master says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from desktop.rules import squares
from desktop.rules.cast import enemies
from desktop.rules.contract import Known, on_the_map
from desktop.rules.geometry import Point
from desktop.rules.konflikt.checks import COVER
from desktop.rules.konflikt.state import MOST_MOMENTUM, Conflict, Fighter
from desktop.rules.positions import WALL, put
from desktop.rules.squares import Path, Square, Token, Way, token
from desktop.rules.table import Refusal
from desktop.rules.text import Text

NOTHING_BETWEEN: Mapping[squares.Cover, Text] = {
    "clear": Text("nothing stands on the line between them"),
    "partial": Text("something on the line between them covers a part"),
    "full": Text("something on the line between them covers most"),
}

# ---- what is between two


def behind_wall(state: Conflict, id: str) -> Callable[[Fighter], Text | None]:
    """konflikt-10: why others are hindered as targets of this one, as far as the map knows."""
    return lambda other: None if squares.sees(state, id, other.id) else WALL


# ---- threat


def find_reach(state: Conflict, ids: Sequence[str]) -> None:
    """konflikt-13: in whose reach these stand now, and who stands in theirs.

    Of those who stand nowhere it stays as it was said.
    """
    if not state.positions:
        return
    field, crowd = squares.ground_of(state.battlefield), Crowd(state) if len(ids) > 1 else None
    for id in ids:
        body, side = token(state, id), state[id].side
        foes: dict[str, Token] = {}
        for other in crowd.around(body) if crowd and body else state.positions:
            there = token(state, other) if body and state[other].side != side else None
            if there is not None:
                foes[other] = there
        reached_by = [foe for foe, at in foes.items() if body and squares.reaches(at, body, field)]
        reached = {foe for foe, at in foes.items() if body and squares.reaches(body, at, field)}
        said = [
            foe for foe in state[id].reached_by if foe not in state.positions or foe in reached_by
        ]
        _set_reached(state, id, [*said, *(foe for foe in reached_by if foe not in said)])
        for other in state.positions:
            before = state[other].reached_by
            if other in reached and id not in before:
                _set_reached(state, other, [*before, id])
            elif other not in reached and id in before:
                _set_reached(state, other, [foe for foe in before if foe != id])


def _set_reached(state: Conflict, id: str, ids: list[str]) -> None:
    if state[id].reached_by != ids:
        state.take(id).reached_by = ids


class Crowd:
    """Who stands about where, so that where many are asked of only those nearby are looked at."""

    def __init__(self, state: Conflict) -> None:
        tokens = {id: body for id in state.positions if (body := token(state, id))}
        farthest = max((body.reach for body in tokens.values()), default=0)
        self._wide = farthest + max((body.width for body in tokens.values()), default=1)
        self._cells: dict[Square, list[str]] = {}
        for id, body in tokens.items():
            self._cells.setdefault(self._cell(body), []).append(id)

    def _cell(self, body: Token) -> Square:
        return body.square[0] // self._wide, body.square[1] // self._wide

    def around(self, body: Token) -> Iterator[str]:
        """Everybody so near that one may reach the other."""
        x, y = self._cell(body)
        for cell in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            yield from self._cells.get(cell, ())


def has_in_reach(state: Conflict, fighter: Fighter, enemy: Fighter) -> bool:
    """Whether an enemy is in its reach: without a map, whether it is in the enemy's."""
    on_map = fighter.id in state.positions and enemy.id in state.positions
    return fighter.id in enemy.reached_by if on_map else enemy.id in fighter.reached_by


# ---- ways


def way(state: Conflict, fighter: Fighter, *, through_enemies: bool = False) -> Way | None:
    """konflikt-9, 14: the ways it can go; None where it stands nowhere."""
    slow = fighter.threatened_at_start
    return squares.ways_of(state, fighter.id, slow=slow, through_enemies=through_enemies)


def path_to(state: Conflict, fighter: Fighter, to: Square, step: Mapping[str, Any]) -> Path | None:
    """The cheapest way to a square for its momentum, or for any where the game master says so."""
    ways = way(state, fighter, through_enemies=bool(step.get("force")))
    bought = step.get("overrule") or step.get("cost") is not None
    most = MOST_MOMENTUM if bought else fighter.momentum
    return ways.to_square(to, most) if ways else None


def path_into_sight(state: Conflict, ways: Way, target: Fighter, far: float) -> Path | None:
    """The cheapest way to where it sees the target, at most ``far`` metres away."""
    aim = token(state, target.id)
    if aim is None:
        return None

    def sees_from(square: Square) -> bool:
        there = ways.token.at(square)
        return squares.distance(there, aim) <= far and squares.in_sight(there, aim, ways.ground)

    left = squares.squares_to(ways.token, aim, far) if far < inf else squares.nowhere
    return ways.to(sees_from, MOST_MOMENTUM, left, straight=True)


def towards(ways: Way, paths: Iterable[Path | None], momentum: int) -> Point | None:
    """As far as it gets with its momentum on the first of these ways on which it gets anywhere."""
    for path in paths:
        end = ways.as_far_as_it_gets(path, momentum) if path else None
        if end:
            return squares.point_of(end)
    return None


def square_out_of_reach(state: Conflict, fighter: Fighter) -> Point | None:
    """Of the squares it gets to, out of every reach, the one farthest from all enemies."""
    ways = way(state, fighter)
    tokens = (token(state, enemy.id) for enemy in enemies(state, fighter))
    square = ways.out_of_reach(fighter.momentum, tuple(filter(None, tokens))) if ways else None
    return squares.point_of(square) if square else None


def go(state: Conflict, fighter: Fighter, to: Point, *, known: bool) -> None:
    """konflikt-9: it stands there from now on. ``known``: the length of the way is.

    Raises :class:`Refusal` where no way leads there.
    """
    was = token(state, fighter.id)
    put(state, fighter.id, to, "to", squares=True)
    if not known:
        if was is None:
            raise Refusal(Text("{name} stands nowhere on the map yet", name=fighter.name), "to")
        raise Refusal("no way leads there, or it is too far", "to", rule="konflikt-9")
    find_reach(state, [fighter.id])


def push(state: Conflict, fighter: Fighter, target: Fighter, metres: int) -> bool:
    """konflikt-10: the target is pushed straight away, as far as nothing stands in the way; False
    where the map does not know the two."""
    mine, body = token(state, fighter.id), token(state, target.id)
    ways = way(state, target)
    if mine is None or body is None or ways is None:
        return False
    (x, y), (u, v) = mine.centre, body.centre
    far = max(abs(u - x), abs(v - y)) or 1
    square = body.square
    for _ in range(metres):
        onward = square[0] + round((u - x) / far), square[1] + round((v - y) / far)
        if ways.step(square, onward) is None or not ways.can_end(onward):
            break
        square = onward
    state.positions = {**state.positions, target.id: squares.point_of(square)}
    find_reach(state, [target.id])
    return True


# ---- what the map fills in


class Aim(NamedTuple):
    """The fields of a command that say whom a weapon is aimed at, and what is between."""

    target: str
    distance: str
    visible: str
    cover: str


AIMS = (
    Aim("target", "distance", "visible", "modifiers.cover"),
    Aim("target_other", "distance_other", "visible_other", "cover_other"),
)


class View(NamedTuple):
    """How a target is seen from somebody, with everybody where they stood at some moment."""

    metres: int
    seen: bool
    cover: squares.Cover

    def hinders(self, farthest: float) -> tuple[bool, bool, int, int]:
        """How much of it hinders, the worst first, one whose weapon goes so far."""
        return not self.seen, self.metres > farthest, COVER[self.cover], self.metres


def view(state: Conflict, actor: str, target: str) -> View | None:
    """konflikt-10 and 17: distance, sight and cover of a target; None: the map does not know."""
    pair = squares.both(state, actor, target)
    if pair is None:
        return None
    between = tuple(squares.in_the_way(state, actor, target))
    return _view(*pair, squares.ground_of(state.battlefield), between)


@lru_cache(maxsize=4096)
def _view(viewer: Token, target: Token, ground: squares.Ground, between: tuple[Token, ...]) -> View:
    cover = squares.cover(viewer, target, ground, between)
    return View(squares.distance(viewer, target), squares.in_sight(viewer, target, ground), cover)


def known_of_targets(
    states: Sequence[Conflict], actor: str, step: Mapping[str, Any], ranges: Sequence[float]
) -> dict[str, Known]:
    """konflikt-10, 17 and 18: sight and cover of each target, for each weapon apart.

    ``states`` are the moments at which it can be done, now first: at the same moment as a move one
    can strike where it begins, where it leads and where it ends (7). The one that hinders least
    counts, for a weapon that goes as far as its one of ``ranges``.
    """
    known: dict[str, Known] = {}
    for aim, farthest in zip(AIMS, ranges, strict=True):
        target = str(step.get(aim.target) or "")
        same = aim is not AIMS[0] and target == step.get(AIMS[0].target)
        if same or target in ("", actor):
            continue
        views = [view(state, actor, target) for state in states]
        if None in views:
            continue
        best = min(filter(None, views), key=lambda view: view.hinders(farthest))
        known[aim.distance], hidden, cover = _facts(best, best == views[0])
        if hidden:
            known[aim.visible] = hidden
        known[aim.cover] = cover
    return known


@lru_cache(maxsize=1024)
def _facts(view: View, now: bool) -> tuple[Known, Known | None, Known]:
    """Its distance, that it is hidden, and its cover; ``now``: as they stand at present."""
    why, far = NOTHING_BETWEEN[view.cover], on_the_map(view.metres, "m")
    if not now:
        why = far = Text("before the act that is answered")
    hidden = None if view.seen else Known(False, WALL)
    return Known(view.metres, far), hidden, Known(view.cover, why)


def moments(state: Conflict) -> list[Conflict]:
    """konflikt-7: the moments of the act that is answered, as the map has them: now, before it, and
    each square over which it led."""
    if not state.before_at:
        return [state]
    # Newcomers stood nowhere then.
    before = {id: state.before_at.get(id, at) for id, at in state.positions.items()}
    ways = [{**state.positions, state.last_actor: square} for square in state.passed]
    return [state, *(replace(state, positions=positions) for positions in (before, *ways))]


def passed(state: Conflict, fighter: Fighter, to: Point) -> tuple[Point, ...]:
    """The squares over which a move to a place leads, without the last one."""
    path = path_to(state, fighter, squares.square_of(to), {"overrule": True, "force": True})
    return tuple(squares.point_of(square) for square in path.squares[:-1]) if path else ()


def in_area(state: Conflict, actor: str, target: str, metres: int, *, harms: bool) -> list[str]:
    """konflikt-16: the others so near to a target: where it harms, everybody but the actor; else
    those of its side."""
    middle = token(state, target)
    near = []
    for other in state.standing() if middle else ():
        body = token(state, other.id)
        meant = harms or other.side == state[actor].side
        if other.id in (actor, target) or body is None or middle is None or not meant:
            continue
        if squares.distance(middle, body) <= metres and squares.in_sight(
            middle, body, squares.ground_of(state.battlefield)
        ):
            near.append(other.id)
    return near


def known_of_move(state: Conflict, actor: str, step: Mapping[str, Any]) -> dict[str, Known]:
    """konflikt-9 and 13: the metres of a way, those that are difficult, and who reaches its end."""
    fighter, to = state[actor], squares.square_of(step["to"])
    path = path_to(state, fighter, to, step)
    mine = token(state, actor)
    if mine is None or (path is None and not (step.get("overrule") or step.get("force"))):
        return {}
    long = path.length if path else max(squares.distance(mine, mine.at(to)), 1)
    slow = path.price - long if path and not fighter.threatened_at_start else 0
    there, field = Token(to, fighter.size, fighter.reach), squares.ground_of(state.battlefield)
    reached_by = [
        enemy.id
        for enemy in enemies(state, fighter)
        if (body := token(state, enemy.id)) is not None and squares.reaches(body, there, field)
    ]
    return {
        "metres": Known(long, squares.BY_WAY),
        "difficult": Known(slow, squares.BY_WAY),
        "reached_by": Known(reached_by, Text("in whose reach that square is")),
    }
