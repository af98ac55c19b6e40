"""Where those are put who stand nowhere yet: the players' side at the left, the others opposite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop.rules.geometry import Point, squares_wide
from desktop.window.map.plane import Plane

GAP = 1.0
"""Units between neighbours and to the edge of the map."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is to stand on a map: how wide, and on which side of it."""

    id: str
    size: float
    side: int
    """0 stands at the left, 1 at the right, 2 above, 3 below, 4 at the left again."""


def arrange(plane: Plane, people: Iterable[Newcomer], taken: Iterable[Point]) -> dict[str, Point]:
    """A place for each of these, clear of each other and of the middles in ``taken``.

    Where the map is full they stand on each other at its middle.
    """
    middles, found = list(taken), {}
    left: dict[tuple[float, int], Iterator[tuple[Point, float]]] = {}
    """What was tried once for people of one size and side is not tried again."""
    for one in people:
        wide = max(float(squares_wide(one.size)), one.size)
        spots = left.setdefault((wide, one.side % 4), _all_spots(plane, wide, one.side % 4))
        places = ((plane.place(spot, one.size), step) for spot, step in spots)
        free = (at for at, step in places if _is_free(plane.middle(at, one.size), middles, step))
        middle_of_map = plane.place((plane.width / 2, plane.height / 2), one.size)
        found[one.id] = next(free, middle_of_map)
        middles.append(plane.middle(found[one.id], one.size))
    return found


def _all_spots(plane: Plane, wide: float, side: int) -> Iterator[tuple[Point, float]]:
    """Places with a gap between neighbours, then those without, and how far they are apart."""
    for step in (wide + GAP, wide):
        yield from ((spot, step) for spot in _spots(plane, step, side))


def _spots(plane: Plane, step: float, side: int) -> Iterator[Point]:
    """Places line by line from an edge inwards, each line from its middle outwards."""
    across = side in (0, 1)
    deep, wide = (plane.width, plane.height) if across else (plane.height, plane.width)
    for line in range(max(int((deep - 2 * GAP) / step), 1)):
        inwards = GAP + step * (line + 0.5)
        inwards = deep - inwards if side in (1, 3) else inwards
        for number in range(max(int((wide - 2 * GAP) / step), 1)):
            sideways = wide / 2 + step * ((number + 1) // 2) * (-1 if number % 2 else 1)
            if step / 2 <= sideways <= wide - step / 2:
                yield (inwards, sideways) if across else (sideways, inwards)


def _is_free(middle: Point, others: Iterable[Point], step: float) -> bool:
    near = step * 0.99
    return all(abs(middle[0] - x) >= near or abs(middle[1] - y) >= near for x, y in others)
