"""Who stands where on the map, what stands between two, and ways around it.

A position is the middle of a token, or on squares its upper left one; what is asked about lines
here is for free ground, where it is the middle.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from math import asin, atan2, ceil, cos, pi, sin
from typing import Any

from desktop.rules import battlefield, geometry
from desktop.rules.battlefield import Battlefield, Kind, Obstacles, obstacles_of, solid_of
from desktop.rules.geometry import NEARLY, Point, distance, whole, within
from desktop.rules.state import Combatant, State
from desktop.rules.table import Refusal
from desktop.rules.text import Text

ROOM = 0.6
"""How far from a corner one goes around it, in the map's unit."""

MOST_CORNERS = 400
"""With more places to go around a corner nobody looks for a way; each corner has four."""


class Corners:
    """The places around the corners of all walls, and how one gets from one to another."""

    def __init__(self, battlefield: Battlefield, obstacles: Obstacles) -> None:
        self._obstacles = obstacles
        self._walls = self._obstacles.of("wall")
        around = dict.fromkeys(
            (x + across, y + down)
            for points in self._walls
            for x, y in points
            for across in (-ROOM, ROOM)
            for down in (-ROOM, ROOM)
        )
        self.places: list[Point] = []
        if len(around) <= MOST_CORNERS:
            self.places = [at for at in around if battlefield.holds(at) and self._is_out(at)]
        self.onward = cache(self.seen_from)

    def _is_out(self, at: Point) -> bool:
        """Whether a place lies within no wall that is an area, and on none that is a line."""
        within = any(
            geometry.is_closed(points) and geometry.inside(at, points) for points in self._walls
        )
        return not within and not geometry.on_any(at, self._walls)

    def is_free(self, start: Point, end: Point) -> bool:
        """Whether no wall stands between two points."""
        return not self._obstacles.crossed(start, end, "wall")

    def seen_from(self, here: Point) -> list[tuple[Point, float]]:
        """The places to which one gets straight from here, and how far each is. ``onward`` is the
        same, kept."""
        there = (at for at in self.places if at != here and self.is_free(here, at))
        return [(at, distance(here, at)) for at in there]

    def first_leg(self, start: Point, goal: Point) -> Point | None:
        """Where to go straight first on the shortest way to a goal; None: there is none."""
        if self.is_free(start, goal):
            return goal
        # The cheapest guess first: what is gone, and what is left if nothing stood in the way.
        queue = [(far + distance(at, goal), far, at, at) for at, far in self.seen_from(start)]
        heapify(queue)
        done: set[Point] = set()
        while queue:
            _, gone, here, first = heappop(queue)
            if here == goal:
                return first
            if here in done:
                continue
            done.add(here)
            if self.is_free(here, goal):
                whole = gone + distance(here, goal)
                heappush(queue, (whole, whole, goal, first))
            for there, far in self.onward(here):
                if there not in done:
                    whole = gone + far
                    heappush(queue, (whole + distance(there, goal), whole, there, first))
        return None


corners_of = lru_cache(maxsize=16)(Corners)
"""The corners of a map by what stands on it; kept, for a fight asks often."""


def next_leg(battlefield: Battlefield, start: Point, goal: Point) -> tuple[Point, Corners] | None:
    """Where to go straight first on the shortest way to a goal, and what it leads around: all that
    is solid, or walls alone where no other way is; None: there is none."""
    for obstacles in dict.fromkeys((solid_of(battlefield), obstacles_of(battlefield))):
        corners = corners_of(battlefield, obstacles)
        if leg := corners.first_leg(start, goal):
            return leg, corners
    return None


ARM_LENGTH = 2.0
"""Metres within which people fight hand to hand, where the rules name no reach."""

BODY = 1.0
"""Metres or inches that a behaviour keeps from the middle of somebody else."""

WALL = Text("a wall stands between them")
"""Why somebody is not seen."""


# ---- put and taken off


def put(state: State[Any], id: str, at: Point, field: str, *, squares: bool = False) -> None:
    """Stands somebody on the map. With ``squares`` a place is a square, counted from 0.

    Raises :class:`Refusal` that names ``field`` where there is no such place.
    """
    refuse_place(state.battlefield, at, field, squares=squares)
    state.positions = {**state.positions, id: at}


def take_off(state: State[Any], id: str) -> None:
    """Somebody stands nowhere any more."""
    state.positions = {other: at for other, at in state.positions.items() if other != id}


def refuse_place(
    battlefield: Battlefield | None, at: Point, field: str, *, squares: bool = False
) -> None:
    """Raises :class:`Refusal` where the map has no such place."""
    if battlefield is None:
        raise Refusal(Text("there is no map"), field)
    across, down = battlefield.width, battlefield.height
    if squares:
        if at[0] % 1 or at[1] % 1:
            raise Refusal(Text("needs a square: two whole numbers"), field)
        on_it = at[0] + 1 <= across and at[1] + 1 <= down
    else:
        on_it = battlefield.holds(at)
    if not on_it:
        size = Text("{across:g} × {down:g}", across=across, down=down)
        raise Refusal(Text("lies outside the map, which is {size}", size=size), field)


# ---- on free ground


def line(state: State[Any], id: str, other: str) -> tuple[Point, Point] | None:
    """From the middle of one to the middle of another; None where one of them stands nowhere."""
    here, there = state.positions.get(id), state.positions.get(other)
    return None if here is None or there is None else (here, there)


def far_apart(state: State[Any], id: str, other: str) -> float | None:
    """From middle to middle; None where one of them stands nowhere."""
    ends = line(state, id, other)
    return None if ends is None else distance(*ends)


def walled(state: State[Any], id: str, other: str) -> bool:
    """Whether walls hide two bodies from each other, as far as the map knows.

    They see each other where the middle of either sees any part of the other.
    """
    ends = line(state, id, other)
    if ends is None:
        return False
    sees = obstacles_of(state.battlefield).sees
    return not (sees(*ends, BODY, "wall") or sees(*ends[::-1], BODY, "wall"))


def hidden(
    state: State[Any],
    ends: tuple[Point, Point] | None,
    *kinds: Kind,
    width: float = BODY,
    ground: Obstacles | None = None,
) -> float:
    """Which share of a body, so wide, things of these kinds hide: from an eye at the first of two
    ``ends``, such as those of :func:`line`, with its middle at the other.

    0: all of it is seen, or the map does not know; 1: nothing is. A corner hides a part.
    ``ground`` is what counts of the map, all of it without.
    """
    if ends is None:
        return 0.0
    parts = (ground or obstacles_of(state.battlefield)).seen(*ends, width, *kinds)
    return parts.count(False) / len(parts)


def between(state: State[Any], shooter: str, target: str) -> Obstacles:
    """What covers a target from a shooter, who leans out from behind the cover beside it."""
    ends = line(state, shooter, target)
    if ends is None or state.battlefield is None:
        return obstacles_of(None)
    return battlefield.past_own_cover(state.battlefield, *ends, ARM_LENGTH)[0]


def cover_from(
    state: State[Any], viewer: str, other: str, ground: Obstacles | None = None
) -> float:
    """Which share of the body of the other is behind something, seen from the first.

    Walls and what the map calls full cover hide what is behind them, partial cover a half of it.
    ``ground`` is what counts of the map, all of it without.
    """
    ends = line(state, viewer, other)
    solid = hidden(state, ends, "wall", "full", ground=ground)
    light = hidden(state, ends, "partial", ground=ground) if solid < 1 else 0.0
    return max(solid, solid + (1 - solid) * light / 2)


def barred(state: State[Any], id: str, other: str) -> bool:
    """Whether a wall stands on the line between two: neither can lay a hand on the other."""
    ends = line(state, id, other)
    return ends is not None and on_line(state, *ends, "wall")


def behind_wall(state: State[Any], id: str) -> Callable[[Combatant], Text | None]:
    """Why others are hindered as targets of this one: a wall stands between them."""
    return lambda other: WALL if walled(state, id, other.id) else None


def out_of_touch(state: State[Any], id: str) -> Callable[[Combatant], Text | None]:
    """Why others are hindered as targets of this one: it cannot lay a hand on them."""

    def why_not(other: Combatant) -> Text | None:
        if can_touch(state, id, other.id):
            return None
        far = geometry.tenths(far_apart(state, id, other.id) or 0)
        too_far = Text("{metres:g} m away, too far to touch", metres=far)
        return WALL if barred(state, id, other.id) else too_far

    return why_not


def can_touch(state: State[Any], id: str, other: str) -> bool:
    """Whether two can fight hand to hand where they stand, as far as the map knows."""
    place = state.positions.get(id)
    return place is None or other not in state.positions or can_touch_from(state, place, other)


def step_to_touch(state: State[Any], id: str, other: str, far: float) -> Point | None:
    """Where a move of ``far`` brings somebody within a blow of another; None where none does."""
    apart = far_apart(state, id, other)
    if apart is None or apart > far + ARM_LENGTH:
        return None
    to = closer(state, id, [other], far)
    return to if to and can_touch_from(state, to, other) else None


def can_touch_from(state: State[Any], place: Point, other: str) -> bool:
    """Whether somebody at a place of the map can fight hand to hand with somebody on it."""
    ends = place, state.positions[other]
    return distance(*ends) <= ARM_LENGTH + NEARLY and not on_line(state, *ends, "wall")


def refuse_touch(state: State[Any], id: str, other: str) -> None:
    """Raises :class:`Refusal` at the target where two cannot."""
    if not can_touch(state, id, other):
        far = too_far(far_apart(state, id, other) or 0)
        raise Refusal(WALL if barred(state, id, other) else far, "target")


def too_far(metres: float) -> Text:
    """Why two cannot fight hand to hand."""
    return Text("{metres:g} m away, too far to fight hand to hand", metres=geometry.tenths(metres))


def on_line(state: State[Any], start: Point, end: Point, *kinds: Kind) -> bool:
    """Whether anything of these kinds stands on a straight line."""
    return obstacles_of(state.battlefield).crossed(start, end, *kinds)


def bodies_on_line(state: State[Any], viewer: str, other: str, width: float) -> Iterator[str]:
    """Who else, so wide, stands on the straight line between two; to be asked of tokens alike."""
    ends = line(state, viewer, other)
    for id, at in state.positions.items() if ends else ():
        if id in (viewer, other) or state[id].out or ends is None:
            continue
        if geometry.in_lane(at, *ends, width):
            yield id


def near(state: State[Any], middle: Point, radius: float) -> Iterator[tuple[str, float]]:
    """Who is still in the fight and stands within a radius, and how far from the middle."""
    for id, at in state.positions.items():
        if not state[id].out and within(at, middle, radius):
            yield id, distance(at, middle)


def near_any(state: State[Any], point: Point, far: float, *kinds: Kind) -> bool:
    """Whether anything of these kinds stands within ``far`` metres of a point of the map."""
    around = point[0] - far, point[1] - far, point[0] + far, point[1] + far
    shapes = obstacles_of(state.battlefield).near(around, *kinds)
    return any(geometry.off_outline(point, points) <= far + NEARLY for points in shapes)


@dataclass(frozen=True, slots=True)
class StraightWay:
    """A way straight over free ground: its length, and how much of it is difficult."""

    length: float
    difficult: float
    walled: bool
    """Whether a wall stands on it, or right where it ends: nobody goes through by that."""


def straight_way(state: State[Any], id: str, to: Point) -> StraightWay | None:
    """The way of somebody to a point; None where it stands nowhere.

    Where areas of difficult ground lie over each other, it is difficult once.
    """
    start = state.positions.get(id)
    if start is None:
        return None
    length = distance(start, to)
    ground = obstacles_of(state.battlefield)
    slow = geometry.share_inside(start, to, ground.of("difficult"))
    walled = ground.crossed(start, to, "wall") or geometry.on_any(to, ground.of("wall"))
    return StraightWay(length, length * slow, walled)


def go(state: State[Any], id: str, to: Point) -> StraightWay:
    """Somebody goes straight to a point of the map. Raises :class:`Refusal` at ``to``."""
    way = straight_way(state, id, to)
    put(state, id, to, "to")
    if way is None:
        raise Refusal(Text("{name} stands nowhere on the map yet", name=state[id].name), "to")
    return way


# ---- where a behaviour goes


def towards(
    state: State[Any], id: str, goal: Point, far: float, stop: float, slow: int = 1
) -> Point | None:
    """How far somebody gets on the way to a goal, ``stop`` short of it; None: no step nearer.

    That is straight there, or to the first corner around which the way leads. ``far`` is what a
    move buys, of which difficult ground takes ``slow`` times its length. Where somebody else stands
    there it is a place beside it, as far from the goal; or a crowded one where all are taken.
    """
    start, field = state.positions.get(id), state.battlefield
    way = next_leg(field, start, goal) if start and field else None
    if start is None or way is None:
        return None
    leg, corners = way
    if leg != goal:
        goal, stop = leg, 0.0
    straight = distance(start, goal)
    wanted = straight - stop
    crowded = None
    for length in (wanted, *(far - step / 2 for step in range(ceil(2 * far)))):
        if not NEARLY < length <= min(wanted, far) + NEARLY:
            continue
        to = geometry.along(start, goal, length / straight)
        if not _gets_to(state, id, to, far, slow, corners):
            continue
        if not _taken(state, id, to):
            return to
        crowded = crowded or to
        for beside in _beside(to, goal):
            free = not _taken(state, id, beside) and field is not None and field.holds(beside)
            if free and _gets_to(state, id, beside, far, slow, corners):
                return beside
    return crowded


def closer(state: State[Any], id: str, targets: Iterable[str], far: float) -> Point | None:
    """How far somebody gets in ``far`` on the way to the first of these it gets nearer to."""
    goals = (state.positions[target] for target in targets if target in state.positions)
    ways = (towards(state, id, goal, far, stop=1.0) for goal in goals)
    return next((to for to in ways if to), None)


def _gets_to(
    state: State[Any], id: str, to: Point, far: float, slow: int, corners: Corners
) -> bool:
    """Whether a move that buys ``far`` is enough for the straight way to a place."""
    way = straight_way(state, id, to)
    if way is None or way.walled or not corners.is_free(state.positions[id], to):
        return False
    # Rules count whole metres or inches, and each begun one whole.
    return whole(way.length) + (slow - 1) * whole(way.difficult) <= far


def _taken(state: State[Any], id: str, place: Point) -> bool:
    """Whether somebody else stands there who is still in the fight."""
    return any(
        distance(at, place) < BODY - NEARLY
        for other, at in state.positions.items()
        if other != id and not state[other].out
    )


def _beside(place: Point, goal: Point) -> Iterator[Point]:
    """Places as far from a goal as this one, a body apart, the nearest first."""
    far = distance(place, goal)
    if far < BODY / 2:
        return
    apart, bearing = 2 * asin(BODY / 2 / far), atan2(place[1] - goal[1], place[0] - goal[0])
    for number in (1, -1, 2, -2, 3):
        turned = bearing + number * apart
        yield goal[0] + far * cos(turned), goal[1] + far * sin(turned)


def away_from(state: State[Any], id: str, others: Sequence[Point], far: float) -> Point | None:
    """Of eight directions the one that leads farthest from all these; None: none leads away."""
    start = state.positions.get(id)
    if start is None or not others:
        return None
    best, most = None, min(distance(start, other) for other in others)
    for to in all_around(state, id, far):
        nearest = min(distance(to, other) for other in others)
        if nearest > most + NEARLY:
            best, most = to, nearest
    return best


def all_around(state: State[Any], id: str, far: float) -> Iterator[Point]:
    """The free places so far away in eight directions to which easy ground leads straight."""
    start, field = state.positions[id], state.battlefield
    for eighth in range(8):
        turn = eighth * pi / 4
        to = start[0] + far * cos(turn), start[1] + far * sin(turn)
        way = straight_way(state, id, to) if field and field.holds(to) else None
        free = way and not (way.walled or way.difficult or _taken(state, id, to))
        if free and field and not solid_of(field).crossed(start, to, "wall"):
            yield to
