"""Lines, areas and distances, against what is known of rectangles from first principles."""

from fractions import Fraction
from itertools import combinations
from math import dist, floor

from hypothesis import assume, given
from hypothesis import strategies as st

from desktop.rules.geometry import (
    Point,
    along,
    crossed_of,
    crosses,
    distance,
    fanned_out,
    in_lane,
    inside,
    is_closed,
    on_any,
    share_inside,
    straight_on,
    whole,
    within,
)

halves = st.integers(-20, 20).map(lambda n: n / 2)
points = st.tuples(halves, halves)
sizes = st.integers(1, 12)
lines = st.tuples(points, points).filter(lambda line: line[0] != line[1])


def box(corner: Point, width: float, height: float) -> list[Point]:
    x, y = corner
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


def clipped(line: tuple[Point, Point], corner: Point, width: int, height: int) -> Fraction:
    """Which share of a line lies within a box, in whole numbers: cut off at each of its sides."""
    first, last = Fraction(0), Fraction(1)
    for start, end, low, long in zip(*line, corner, (width, height), strict=True):
        begin, step = Fraction(start), Fraction(end) - Fraction(start)
        near, far = Fraction(low), Fraction(low) + long
        if step == 0:
            if not near < begin < far:
                return Fraction(0)
            continue
        one, other = sorted(((near - begin) / step, (far - begin) / step))
        first, last = max(first, one), min(last, other)
    return max(last - first, Fraction(0))


@given(lines, points, sizes, sizes)
def test_the_share_of_a_line_within_a_box_is_what_its_sides_leave(
    line: tuple[Point, Point], corner: Point, width: int, height: int
) -> None:
    exact = clipped(line, corner, width, height)
    assert abs(share_inside(*line, [box(corner, width, height)]) - float(exact)) < 1e-7
    assert crosses(*line, box(corner, width, height)) == (exact > 0)


@given(lines, st.lists(points, min_size=2, max_size=6))
def test_what_lies_between_two_lies_between_them_from_either_side(
    line: tuple[Point, Point], shape: list[Point]
) -> None:
    start, end = line
    assert crosses(start, end, shape) == crosses(end, start, shape)
    assert crosses(start, end, shape) == crosses(start, end, shape[::-1])


@given(lines, st.lists(points, min_size=2, max_size=6), points)
def test_nothing_depends_on_where_the_map_begins(
    line: tuple[Point, Point], shape: list[Point], by: Point
) -> None:
    def moved(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    there = crosses(moved(line[0]), moved(line[1]), [moved(point) for point in shape])
    assert there == crosses(*line, shape)


@given(points, points, sizes, sizes)
def test_a_point_is_inside_a_box_or_not(point: Point, at: Point, wide: int, high: int) -> None:
    (x, y), (left, top) = point, at
    assert inside(point, box(at, wide, high)) == (left < x < left + wide and top < y < top + high)


@given(lines, st.integers(1, 3), st.integers(1, 3))
def test_a_line_over_another_crosses_it_and_beside_its_end_does_not(
    line: tuple[Point, Point], before: int, after: int
) -> None:
    (ax, ay), (bx, by) = line
    middle = along(*line, 0.5)
    across, down = by - ay, ax - bx
    fence = [
        (middle[0] - across * before, middle[1] - down * before),
        (middle[0] + across * after, middle[1] + down * after),
    ]
    assert crosses(*line, fence)
    shifted = [(x + 1.1 * across * before, y + 1.1 * down * before) for x, y in fence]
    assert not crosses(*line, shifted)


def test_two_fences_that_meet_leave_no_gap() -> None:
    upper, lower = [(4, 0), (4, 2)], [(4, 2), (4, 4)]
    through = ((3.5, 1.5), (4.5, 2.5))
    assert crosses(*through, upper)
    assert crosses(*through, lower)
    assert crosses((3, 2), (5, 2), [(4, 0), (4, 2), (4, 4)])


def test_a_line_along_a_fence_or_an_edge_crosses_neither() -> None:
    assert not crosses((4, 0), (4, 9), [(4, 2), (4, 4)])
    assert not crosses((0, 1), (9, 1), box((2, 1), 3, 3))
    assert not crosses((1, 3), (3, 5), box((2, 1), 3, 3)), "past a corner"


def test_two_areas_that_meet_leave_no_gap() -> None:
    left, right = box((0, 0), 4, 4), box((4, 0), 4, 4)
    below = box((4, 4), 3, 3)
    assert crossed_of((4, -1), (4, 5), [left, right]), "along the edge that they share"
    assert not crossed_of((4, -1), (4, 5), [left])
    assert crossed_of((3, 5), (5, 3), [left, below]), "through the corner where they meet"
    assert crossed_of((2, 5), (6, 3), [below, left]), "at a slant, too"
    assert not crossed_of((3, 5), (5, 3), [left]), "past the corner of one"
    assert not crossed_of((3, 5), (5, 3), [left, box((4.2, 4), 3, 3)]), "there is a gap"
    assert not crossed_of((4, 4), (9, -1), [left, below]), "who stands right there sees on"
    assert not crossed_of((0, 4), (12, 4), [left, box((9, 4), 2, 2)]), "one after the other"


@given(st.lists(st.tuples(points, sizes, sizes), max_size=4), lines)
def test_of_several_areas_none_that_is_crossed_is_overlooked(
    boxes: list[tuple[Point, int, int]], line: tuple[Point, Point]
) -> None:
    areas = [box(*one) for one in boxes]
    assert bool(crossed_of(*line, areas)) == bool(crossed_of(*line[::-1], areas[::-1]))
    assert bool(crossed_of(*line, areas)) or not any(crosses(*line, area) for area in areas)


@given(lines, st.lists(st.tuples(points, sizes, sizes), max_size=4))
def test_where_areas_lie_over_each_other_their_share_counts_once(
    line: tuple[Point, Point], boxes: list[tuple[Point, int, int]]
) -> None:
    areas = [box(*one) for one in boxes]
    spots = [along(*line, (n + 0.5) / 2000) for n in range(2000)]
    found = sum(any(inside(spot, area) for area in areas) for spot in spots) / 2000
    assert abs(share_inside(*line, areas) - found) < 0.005


def test_a_point_is_on_a_line_and_not_on_the_edge_of_an_area() -> None:
    assert on_any((2.5, 2.5), [[(0, 0), (5, 5)]])
    assert not on_any((2.5, 2.6), [[(0, 0), (5, 5)]])
    assert not on_any((2, 2), [box((2, 2), 3, 3)])


def test_an_outline_comes_back_to_where_it_began() -> None:
    assert is_closed(box((0, 0), 1, 1))
    assert not is_closed([(0, 0), (1, 0), (1, 1)])
    assert not is_closed([(0, 0), (1, 0), (0, 0)]), "there and back is no area"


def test_an_area_may_be_bent() -> None:
    corner = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6), (0, 0)]
    assert inside((1, 5), corner)
    assert not inside((4, 4), corner)
    assert crosses((1, 5), (5, 1), corner), "it leaves the area and comes back into it"
    assert abs(share_inside((1, 5), (5, 1), [corner]) - 0.5) < 1e-9
    assert not crosses((3, 3), (9, 9), corner)


@given(lines, points, st.integers(1, 8))
def test_a_lane_holds_what_is_near_enough_to_its_line(
    line: tuple[Point, Point], point: Point, width: int
) -> None:
    nearest = min(distance(point, along(*line, n / 400)) for n in range(401))
    slack = distance(*line) / 400
    if nearest + slack < width / 2:
        assert in_lane(point, *line, width)
    assume(abs(nearest - width / 2) > slack)
    assert in_lane(point, *line, width) == (nearest <= width / 2)


@given(points, points, sizes)
def test_a_radius_is_kept_from_both_sides(one: Point, other: Point, radius: int) -> None:
    assert within(one, other, radius) == within(other, one, radius)
    assert within(one, other, distance(one, other)), "the edge belongs to it"


@given(points, st.integers(2, 9))
def test_discs_at_one_place_are_shown_around_it_and_one_alone_where_it_is(
    place: Point, count: int
) -> None:
    places = [place] * count + [(place[0] + 9, place[1])]
    *here, alone = fanned_out(places, [1.0] * (count + 1), [False] * (count + 1))
    assert alone == (place[0] + 9, place[1])
    assert all(distance(a, b) > 0.8 for a, b in combinations(here, 2))
    middle = sum(x for x, _ in here) / count, sum(y for _, y in here) / count
    assert distance(middle, place) < 1e-6


@given(points, st.integers(1, 9))
def test_the_fallen_give_way_to_the_one_who_stands_there(place: Point, fallen: int) -> None:
    stands, *lie = fanned_out(
        [place] * (fallen + 1), [1.0] * (fallen + 1), [False, *[True] * fallen]
    )
    assert stands == place
    assert all(distance(a, b) > 0.8 for a, b in combinations([stands, *lie], 2))
    assert all(distance(stands, other) < max(1.0, fallen / 4) for other in lie)


@given(
    end=st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(lambda end: dist((0, 0), end) > 1),
    slow=st.integers(2, 3),
)
def test_a_straight_way_ends_where_difficult_ground_has_used_it_up(
    end: tuple[int, int], slow: int
) -> None:
    """Begun units count whole, as a move is paid."""
    mires = [
        [(2, -4), (5, -4), (5, 4), (2, 4), (2, -4)],
        [(4, -1), (7, -1), (7, 9), (4, 9), (4, -1)],
        [(-6, -3), (-3, -3), (-3, 2), (-6, 2), (-6, -3)],
    ]
    far = dist((0, 0), end)

    def used(to: Point) -> int:
        length = dist((0, 0), to)
        inside = share_inside((0, 0), to, mires) * length if length else 0
        return whole(length) + (slow - 1) * whole(inside)

    to = straight_on((0, 0), end, mires, slow)
    if share_inside((0, 0), end, mires) == 0:
        assert to == end
        return
    assert used(to) <= far
    beyond = (dist((0, 0), to) + 0.01) / far
    assert beyond > 1 or used((end[0] * beyond, end[1] * beyond)) > floor(far)
