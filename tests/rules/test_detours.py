"""Ways around walls on free ground."""

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.rules.battlefield import Battlefield, Shape
from desktop.rules.geometry import Point, crosses, distance
from desktop.rules.positions import ROOM, next_leg

ROOM_WITH_A_DOOR = (
    ((4, 4), (10, 4), (10, 10), (4, 10), (4, 8)),
    ((4, 6), (4, 4)),
)


def field(*walls: Any, size: float = 20) -> Battlefield:
    shapes = tuple(Shape(kind="wall", points=points) for points in walls)
    return Battlefield(width=size, height=size, ground=shapes)


def walked(on: Battlefield, start: Point, goal: Point) -> list[Point] | None:
    """The corners of the whole way; None where there is none."""
    way, here = [start], start
    while here != goal:
        leg, _ = next_leg(on, here, goal) or (None, None)
        if leg is None:
            return None
        assert not any(crosses(here, leg, shape.points) for shape in on.ground)
        way.append(leg)
        here = leg
        assert len(way) < 50, "it leads in circles"
    return way


def length(way: list[Point]) -> float:
    return sum(distance(one, other) for one, other in pairwise(way))


def test_where_nothing_stands_between_the_way_is_straight() -> None:
    assert walked(field(), (1, 1), (9, 9)) == [(1, 1), (9, 9)]
    assert walked(field(((5, 0), (5, 4))), (1, 8), (9, 8)) == [(1, 8), (9, 8)]


def test_a_wall_is_gone_around_at_its_nearer_end() -> None:
    way = walked(field(((10, 0), (10, 12))), (8, 10), (12, 10))
    assert way is not None
    assert way[1:-1]
    assert all(abs(x - 10) <= ROOM and y > 12 for x, y in way[1:-1])
    assert length(way) < 8


def test_a_room_is_left_through_its_door() -> None:
    way = walked(field(*ROOM_WITH_A_DOOR), (8, 8), (1, 7))
    assert way is not None
    way = walked(field(*ROOM_WITH_A_DOOR), (8, 8), (16, 8))
    assert way is not None
    assert length(way) > 20, "out by the door and around the room"


def test_no_way_leads_out_of_a_room_without_a_door() -> None:
    shut = ((4, 4), (10, 4), (10, 10), (4, 10), (4, 4.001), (4, 4))
    assert walked(field(shut), (8, 8), (1, 7)) is None
    assert walked(field(((10, 0), (10, 20))), (8, 8), (12, 8)) is None, "nor around the edge"


SOLID = ((9, 4), (11, 4), (11, 9), (9, 9), (9, 4))


def test_what_is_solid_is_gone_around_where_a_way_leads_around_it() -> None:
    block = Shape(kind="full", points=SOLID)
    way = walked(Battlefield(width=20, height=20, ground=(block,)), (5, 6), (15, 6))
    assert way is not None
    assert len(way) > 2
    fence = Shape(kind="full", points=((10, 0), (10, 20)))
    assert next_leg(Battlefield(width=20, height=20, ground=(fence,)), (5, 6), (15, 6))
    for start, goal in (((5, 6), (10, 6)), ((10, 6), (5, 6))):  # somebody is put into it by hand
        assert next_leg(Battlefield(width=20, height=20, ground=(block,)), start, goal)


corners = st.tuples(st.integers(1, 19), st.integers(1, 19))


@given(
    st.lists(st.tuples(corners, corners).filter(lambda w: w[0] != w[1]), max_size=4),
    corners,
    corners,
)
@settings(max_examples=60, deadline=None)
def test_every_leg_is_free_and_the_way_comes_to_its_goal(
    walls: list[Any], start: Point, goal: Point
) -> None:
    on = field(*walls)
    way = walked(on, start, goal)
    back = walked(on, goal, start)
    assert (way is None) == (back is None)
    if way is not None and back is not None:
        assert abs(length(way) - length(back)) < 1e-6, "the shortest both ways"
