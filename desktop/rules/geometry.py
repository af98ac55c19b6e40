"""Points, lines and shapes on a plane: how far, what a line crosses, who stands within what.

Pure functions; lengths are in the unit of the caller.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import ceil, cos, dist, floor, pi, sin

Point = tuple[float, float]
"""Across and down, from the upper left corner."""

Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""

NEARLY = 1e-9
"""Lengths that differ by less are the same; so no rounding error moves anybody."""

HAIR = 1e-4
"""How far beside a line it is looked what stands there: far less than anybody draws or moves."""


distance = dist
"""How far two points are apart."""


def whole(length: float) -> int:
    """A length in whole units, rounded up."""
    return ceil(length - NEARLY)


def tenths(length: float) -> float:
    """A length in tenths of a unit, rounded up: what is too far is not said to be near enough."""
    return whole(10 * length) / 10


# ---- outlines


def is_closed(points: Sequence[Point]) -> bool:
    """Whether a line comes back to where it began, and so is the outline of an area."""
    return len(points) > 3 and points[0] == points[-1]


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a closed outline; its edge is not inside."""
    if _lies_on(point, outline):
        return False
    x, y = point
    within = False
    for (ax, ay), (bx, by) in pairwise(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            within = not within
    return within


def crosses(start: Point, end: Point, points: Sequence[Point]) -> bool:
    """Whether the straight line from ``start`` to ``end`` goes over a line or through an area.

    What only touches the edge of an area, or runs along a line, does not cross it; a line that is
    met at its very end is crossed, so that two which meet there leave no gap.
    """
    if is_closed(points):
        return any(_stretches_inside(start, end, points))
    for here, onward in pairwise(points):
        met = meet(start, end, here, onward)
        if met is not None and NEARLY < met < 1 - NEARLY:
            return True
    return False


def crossed_of(
    start: Point, end: Point, shapes: Iterable[Sequence[Point]]
) -> Sequence[Sequence[Point]]:
    """The first shape that the line crosses, or those between which it would slip; or none.

    Areas that meet at an edge or at a corner leave no gap there, as lines leave none.
    """
    areas = []
    for points in shapes:
        if crosses(start, end, points):
            return (points,)
        if is_closed(points):
            areas.append(points)
    if len(areas) < 2:
        return ()
    box = box_of((start, end))
    touched = [area for area in areas if overlap(box, box_of(area))]
    return touched if len(touched) > 1 and _squeezes_through(start, end, touched) else ()


def _squeezes_through(start: Point, end: Point, outlines: Sequence[Sequence[Point]]) -> bool:
    """Whether a line that only touches areas has one at its left where one is at its right."""
    length = dist(start, end)
    if length <= NEARLY:
        return False
    near = 100 * HAIR / length  # beside a corner they lie on either side not quite at one place
    beside = []
    for hair in (HAIR / length, -HAIR / length):
        across, down = (end[1] - start[1]) * hair, (start[0] - end[0]) * hair
        begin, finish = (start[0] + across, start[1] + down), (end[0] + across, end[1] + down)
        stretches = chain.from_iterable(_stretches_inside(begin, finish, area) for area in outlines)
        # A point right where they meet is not behind it.
        beside.append([(a, b) for a, b in stretches if near < b and a < 1 - near])
    return any(a <= d + near and c <= b + near for a, b in beside[0] for c, d in beside[1])


def share_inside(start: Point, end: Point, outlines: Iterable[Sequence[Point]]) -> float:
    """Which share of the straight line from ``start`` to ``end`` lies within one of these areas."""
    return sum(last - first for first, last in _inside_any(start, end, outlines))


def straight_on(start: Point, end: Point, outlines: Iterable[Sequence[Point]], slow: int) -> Point:
    """How far on the straight line to ``end`` one gets with its length, where these areas take
    ``slow`` times theirs. Begun units count whole, of the way and of what lies within."""
    stretches, length = list(_inside_any(start, end, outlines)), distance(start, end)
    share = 0.0
    for way in range(floor(length + NEARLY), 0, -1) if stretches else ():
        left = floor((length - way) / (slow - 1)) / length
        stop = way / length
        for first, last in stretches:
            if last - first > left:
                stop = min(stop, first + left)
                break
            left -= last - first
        share = max(share, stop)
    return along(start, end, share) if stretches else end


def _inside_any(
    start: Point, end: Point, outlines: Iterable[Sequence[Point]]
) -> Iterator[tuple[float, float]]:
    """The stretches of a straight line that lie within one of these areas, none over another."""
    reached = 0.0
    stretches = (_stretches_inside(start, end, outline) for outline in outlines)
    for first, last in sorted(chain.from_iterable(stretches)):
        if last > reached:
            yield max(first, reached), last
            reached = last


def _stretches_inside(
    start: Point, end: Point, outline: Sequence[Point]
) -> Iterator[tuple[float, float]]:
    """The stretches of a straight line that lie within an area, from share to share of it."""
    cuts = (meet(start, end, *edge) for edge in pairwise(outline))
    shares = [0.0, *sorted(cut for cut in cuts if cut is not None), 1.0]
    for first, last in pairwise(shares):
        if last - first > NEARLY and inside(along(start, end, (first + last) / 2), outline):
            yield first, last


def on_any(point: Point, shapes: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies right on one of these lines; the edge of an area is none."""
    return any(_lies_on(point, points) for points in shapes if not is_closed(points))


def _lies_on(point: Point, points: Sequence[Point]) -> bool:
    x, y = point
    return any(
        # Most edges do not even point there.
        abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < HAIR
        and _off(point, ((ax, ay), (bx, by))) <= NEARLY
        for (ax, ay), (bx, by) in pairwise(points)
    )


def box_of(points: Sequence[Point]) -> Box:
    """The upright box around points."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def overlap(box: Box, other: Box) -> bool:
    """Whether two upright boxes have a point in common."""
    return box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]


def along(start: Point, end: Point, share: float) -> Point:
    """The point at this share of the way: 0 is the start, 1 the end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def meet(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """The share of the way from a to b at which it meets the line c-d; None: it does not."""
    across, down = b[0] - a[0], b[1] - a[1]
    other_across, other_down = d[0] - c[0], d[1] - c[1]
    turn = across * other_down - down * other_across
    if abs(turn) <= NEARLY:
        return None
    share = ((c[0] - a[0]) * other_down - (c[1] - a[1]) * other_across) / turn
    other = ((c[0] - a[0]) * down - (c[1] - a[1]) * across) / turn
    met = -NEARLY <= share <= 1 + NEARLY and -NEARLY <= other <= 1 + NEARLY
    return min(max(share, 0.0), 1.0) if met else None


def _off(point: Point, edge: tuple[Point, Point]) -> float:
    """How far a point is from the nearest point of an edge."""
    return dist(point, along(*edge, _nearest(point, *edge)))


def off_outline(point: Point, points: Sequence[Point]) -> float:
    """How far a point is from a line or an area; 0 inside an area."""
    if is_closed(points) and inside(point, points):
        return 0.0
    return min(_off(point, edge) for edge in pairwise(points))


def _nearest(point: Point, start: Point, end: Point) -> float:
    """The share of the way from start to end that is nearest to the point."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = across * across + down * down
    if not length:
        return 0.0
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / length
    return min(max(share, 0.0), 1.0)


# ---- how much of a body is seen

ACROSS = (0.0, 0.45, -0.45, 0.9, -0.9)
"""Where a body is looked at, in halves of its width beside its middle; the middle comes first."""


LITTLE = 0.25
"""The share of a body behind something from which on that counts as cover at all."""


def across(eye: Point, middle: Point, width: float) -> list[Point]:
    """Points across a body of this width as seen from ``eye``: the middle, then its sides."""
    far = dist(eye, middle)
    if far <= NEARLY or not width:
        return [middle]
    half = width / 2 / far
    x, y = (middle[1] - eye[1]) * half, (eye[0] - middle[0]) * half
    return [(middle[0] + x * part, middle[1] + y * part) for part in ACROSS]


def box_to(eye: Point, middle: Point, width: float) -> Box:
    """The upright box in which all lines from ``eye`` to such a body lie."""
    half = width / 2
    (x, y), (u, v) = eye, middle
    return min(x, u - half), min(y, v - half), max(x, u + half), max(y, v + half)


# ---- who stands within what


def within(point: Point, centre: Point, radius: float) -> bool:
    """Whether a point is at most ``radius`` from the centre."""
    return dist(point, centre) <= radius + NEARLY


def in_lane(point: Point, start: Point, end: Point, width: float) -> bool:
    """Whether a point lies in a strip of this width around the line from start to end."""
    return _off(point, (start, end)) <= width / 2 + NEARLY


# ---- squares


def squares_wide(size: float) -> int:
    """Squares along one edge of a token; a smaller one has a square to itself."""
    return ceil(size) if size > 1 else 1


HIDES, APART = 0.4, 0.9
"""In diameters: a disc so near to another hides it; and how far from each other they are shown."""


def fanned_out(
    places: Sequence[Point], diameters: Sequence[float], yields: Sequence[bool]
) -> list[Point]:
    """Where discs are shown so that none hides another: those nearly at one place around it. A
    single one that does not yield stays, and the others stand around that."""
    shown = list(places)
    left = sorted(range(len(places)), key=lambda number: places[number])[::-1]
    while left:
        first = left.pop()
        at, near = places[first], HIDES * diameters[first]
        here = [first]
        for number in reversed(left):
            if places[number][0] - at[0] >= near:
                break
            if distance(at, places[number]) < near:
                here.append(number)
        if len(here) == 1:
            continue
        left = [number for number in left if number not in here]
        x, y = (sum(places[number][axis] for number in here) / len(here) for axis in (0, 1))
        wide, least = APART * max(diameters[number] for number in here), 0.0
        if len(stays := [number for number in here if not yields[number]]) == 1:
            here.remove(stays[0])
            (x, y), least = places[stays[0]], wide
        away = max(wide / 2 / sin(pi / max(len(here), 2)), least)
        for place, number in enumerate(here):
            turn = pi + 2 * pi * place / len(here)
            shown[number] = x + cos(turn) * away, y + sin(turn) * away
    return shown
