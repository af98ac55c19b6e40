"""Squares: the picture of the rules with the ogre, threat, and ways (konflikt-9, 13, 14, 17)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.rules.battlefield import Kind, Shape
from desktop.rules.squares import (
    Cover,
    Ground,
    Square,
    Token,
    Way,
    cover,
    distance,
    in_sight,
    reaches,
)


def blocks(kind: Kind, *squares: Square) -> Ground:
    """Squares of one kind, each drawn as an area."""
    return Ground([block(kind, square) for square in squares])


def block(kind: Kind, square: Square, width: int = 1) -> Shape:
    # The map itself begins at 0; to try squares on all sides, the limits are not asked.
    outline = Token(square, width).outline
    return Shape.model_construct(kind=kind, points=tuple(outline))


def price_of(way: Way, path: Sequence[Square]) -> int | None:
    """The momentum of a way, square by square; None where it cannot be gone."""
    total, now = 0, way.token.square
    for square in path:
        step = way.step(now, square)
        if step is None:
            return None
        total, now = total + step, square
    return total if way.can_end(now) else None


def line(
    kind: Kind, *points: tuple[float, float], size: tuple[float, float] | None = None
) -> Ground:
    return Ground([Shape(kind=kind, points=points)], size)


# The bridge: Carl and Taren before the ogre, Abigail behind Taren, Nicole beside a house.
#
#   . . . . . . O O . .
#   . . . . . . O O . .
#   . C . . T . . . . .      Taren stands on the line from Abigail
#   . . . . . . . . . .
#   . . A . . . . . H H      the house hides the ogre from Nicole
#   . . . . . . . . H H
#   . . . . . . . . . N
OGRE = Token((6, 0), size=2, reach=2)
CARL, TAREN, ABIGAIL, NICOLE = (Token(s) for s in ((1, 2), (4, 2), (2, 4), (9, 6)))
HOUSE = Ground([block("full", (8, 4), width=2)])
PEOPLE = (CARL, TAREN, ABIGAIL, NICOLE, OGRE)


@pytest.mark.parametrize(
    ("who", "expected"),
    [(CARL, "clear"), (TAREN, "clear"), (ABIGAIL, "clear"), (NICOLE, "full")],
    ids=["Carl", "Taren", "Abigail", "Nicole"],
)
def test_konflikt_17_the_four_and_the_ogre_of_size_2(who: Token, expected: Cover) -> None:
    assert cover(who, OGRE, HOUSE, PEOPLE) == expected


def test_konflikt_17_before_an_ogre_of_size_1_taren_would_be_partial_cover() -> None:
    small = Token((6, 0))
    assert cover(Token((2, 4)), small, HOUSE, (Token((4, 2)), small)) == "partial"


def test_konflikt_17_nicole_sees_it_better_from_another_place() -> None:
    assert cover(Token((6, 6)), OGRE, HOUSE, PEOPLE) == "clear"


def test_konflikt_17_a_low_wall_is_partial_and_a_house_behind_it_full() -> None:
    wall = blocks("partial", (2, 0))
    assert cover(Token((0, 0)), Token((5, 0)), wall) == "partial"
    both = Ground([block("partial", (2, 0)), block("full", (3, 0))])
    assert cover(Token((0, 0)), Token((5, 0)), both) == "full"


def test_konflikt_17_a_line_along_an_edge_is_not_crossed_but_half_of_a_body_is_behind_it() -> None:
    two_wide, other = Token((0, 0), size=2), Token((8, 0), size=2)
    assert cover(two_wide, other, blocks("full", (4, 1))) == "partial"
    assert cover(two_wide, other, blocks("full", (4, 2))) == "clear"


@pytest.mark.parametrize("kind", ["full", "wall"])
@pytest.mark.parametrize(
    ("archer", "expected"), [((8, 7), "full"), ((8, 8), "partial"), ((7, 7), "clear")]
)
def test_konflikt_17_a_corner_gives_cover_by_how_much_of_the_ogre_it_hides(
    kind: Kind, archer: Square, expected: Cover
) -> None:
    house = Ground([block(kind, (8, 4), width=2)])
    assert cover(Token(archer), OGRE, house) == expected


def test_konflikt_17_half_an_ogre_beside_the_corner_of_a_house_can_be_shot_at() -> None:
    house = Ground([block("wall", (8, 4), width=2)])
    for archer in (Token((8, 7)), Token((8, 8))):
        assert in_sight(archer, OGRE, house)
        assert in_sight(OGRE, archer, house)
    assert not in_sight(Token((9, 8)), OGRE, house), "all of it is behind the house"


tokens = st.builds(
    Token,
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.sampled_from([0.25, 0.5, 1, 2, 3]),
    st.integers(0, 3),
)
grounds = st.builds(
    Ground,
    st.lists(
        st.builds(
            block,
            st.sampled_from(["partial", "full", "wall"]),
            st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
        ),
        max_size=6,
    ),
)


@given(tokens, tokens, grounds)
def test_konflikt_17_who_is_seen_sees(a: Any, b: Any, ground: Any) -> None:
    assert in_sight(a, b, ground) == in_sight(b, a, ground)
    if cover(a, b, ground) != "full":
        assert in_sight(a, b, ground)


@given(tokens, tokens)
def test_konflikt_9_distance_is_that_of_the_nearest_squares(one: Token, other: Token) -> None:
    nearest = min(max(abs(x - u), abs(y - v)) for x, y in one.squares for u, v in other.squares)
    assert distance(one, other) == distance(other, one) == nearest


def test_konflikt_13_reach_goes_diagonally_and_a_size_of_2_reaches_farther() -> None:
    assert reaches(OGRE, TAREN, HOUSE)
    assert not reaches(TAREN, OGRE, HOUSE)
    assert reaches(Token((5, 2)), OGRE, HOUSE)
    assert not reaches(OGRE, CARL, HOUSE)
    assert not reaches(OGRE, TAREN, line("wall", (5, 1), (5, 4))), "nobody strikes through a wall"


def test_konflikt_9_a_way_over_plain_difficult_and_an_allys_ground() -> None:
    ground = blocks("difficult", (2, 0))
    way = Way(Token((0, 0)), ground, allies=[Token((3, 1))])
    assert price_of(way, [(1, 1)]) == 1
    assert price_of(way, [(1, 0), (2, 0)]) == 3
    assert price_of(way, [(1, 0), (2, 1), (3, 1), (4, 0)]) == 5
    assert price_of(way, [(1, 0), (2, 1), (3, 1)]) is None, "no move ends where an ally stands"
    assert price_of(way, [(2, 1)]) is None, "a step is one square"


def test_konflikt_9_no_way_through_an_enemy_unless_it_is_allowed() -> None:
    path = [(1, 0), (2, 0)]
    assert price_of(Way(Token((0, 0)), Ground(), enemies=[Token((1, 0))]), path) is None
    allowed = Way(Token((0, 0)), Ground(), enemies=[Token((1, 0))], through_enemies=True)
    assert price_of(allowed, path) == 2
    assert price_of(Way(Token((0, 0)), blocks("wall", (1, 0))), path) is None


def test_konflikt_14_after_a_threatened_start_everything_is_difficult() -> None:
    way = Way(Token((0, 0)), Ground(), everywhere_slow=True)
    assert price_of(way, [(1, 0), (2, 0)]) == 4
    assert max(x for x, _ in way.reachable(6)) == 3


def test_konflikt_9_where_momentum_leads() -> None:
    open_field = Way(Token((0, 0)), Ground()).reachable(6)
    assert len(open_field) == 13 * 13
    assert open_field[6, -6] == 6
    walled = blocks("wall", *((1, y) for y in range(-9, 10)))
    assert max(x for x, _ in Way(Token((0, 0)), walled).reachable(6)) == 0
    # A creature of size 2 needs room for all of it.
    gap = blocks("wall", *((1, y) for y in range(-9, 10) if y != 0))
    assert max(x for x, _ in Way(Token((-1, 0), size=2), gap).reachable(6)) <= 0


def test_konflikt_9_into_reach_of_somebody_far_away_a_way_leads_straight_on() -> None:
    """Diagonals cost no more, so that a part of a way could lead anywhere."""
    path = Way(Token((20, 9)), Ground()).into_reach(Token((2, 12)), 40)
    assert path is not None
    assert path.length == path.price == 17
    rows = [9, *(y for _, y in path.squares)]
    assert sum(abs(here - onward) for here, onward in pairwise(rows)) == 2


def test_konflikt_17_a_wall_hides_altogether_and_cover_does_not() -> None:
    one, other = Token((0, 0)), Token((5, 0))
    assert in_sight(one, other, blocks("full", (2, 0)))
    assert not in_sight(one, other, line("wall", (3, 0), (3, 4)))
    assert cover(one, other, line("wall", (3, 0), (3, 4))) == "full"
    assert in_sight(one, other, line("wall", (3, 1), (3, 4))), "past its end"


def test_konflikt_9_a_thin_wall_is_gone_around_and_not_through() -> None:
    way = Way(Token((0, 0)), line("wall", (1, 0), (1, 2), size=(3, 3)))
    assert price_of(way, [(1, 0)]) is None
    path = way.to(lambda square: square == (1, 0), 9)
    assert path is not None
    assert path.squares[0] == (0, 1)
    assert path.price == price_of(way, path.squares) == 5, "and nobody cuts its end"


def test_konflikt_9_nobody_steps_through_a_wall_that_leads_over_the_middle_of_squares() -> None:
    aslant = line("wall", (0, 0), (6, 6), size=(6, 6))
    assert set(Way(Token((0, 3)), aslant).reachable(99)) == {
        (x, y) for x in range(6) for y in range(6) if x < y
    }
    assert all(x > y for x, y in Way(Token((3, 0)), aslant).reachable(99))
    on_it = Way(Token((3, 3)), aslant).reachable(1)
    assert {(2, 3), (3, 2)} <= set(on_it), "whoever stands there gets off on either side"
    two_wide = Way(Token((3, 0), size=2), aslant).reachable(99)
    assert two_wide
    assert all(x > y + 1 for x, y in two_wide)


@given(st.integers(0, 6), st.integers(0, 6), st.sampled_from([0, 5]))
def test_konflikt_9_a_wall_across_the_map_parts_it(left: int, right: int, row: int) -> None:
    ground = line("wall", (0, left), (6, right), size=(6, 6))

    def above(square: Square) -> float:
        x, y = square[0] + 0.5, square[1] + 0.5
        return left + (right - left) * x / 6 - y

    start = (2, row)
    if above(start):
        found = Way(Token(start), ground).reachable(99)
        assert all(above(square) * above(start) > 0 for square in found)


def test_konflikt_9_and_10_walls_that_meet_leave_no_gap() -> None:
    corner = blocks("wall", (1, 0), (0, 1))
    assert price_of(Way(Token((0, 0)), corner), [(1, 1)]) is None
    assert not in_sight(Token((0, 0)), Token((2, 2)), corner)
    side_by_side = blocks("wall", (4, 0), (4, 1))
    assert not in_sight(Token((0, 0), size=2), Token((8, 0), size=2), side_by_side)
    assert in_sight(Token((0, 0), size=2), Token((8, 0), size=2), blocks("wall", (4, 1)))


def test_konflikt_9_no_way_leads_off_the_map_or_around_its_edge() -> None:
    shut = line("wall", (1, 0), (1, 2), size=(3, 2))
    assert Way(Token((0, 0)), shut).to(lambda square: square == (1, 0), 99) is None
    assert set(Way(Token((0, 0)), shut).reachable(9)) == {(0, 0), (0, 1)}


walls = st.builds(
    block,
    st.sampled_from(["wall", "difficult"]),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
)
spots = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(spots, st.lists(walls, max_size=8), st.lists(spots, max_size=4), st.integers(0, 8))
def test_konflikt_9_every_way_that_is_found_can_be_gone_for_what_it_says(
    start: Square, shapes: Any, others: Any, momentum: int
) -> None:
    bodies = [Token(square) for square in others if square != start]
    made = Token(start), Ground(shapes, (6, 6)), bodies[::2], bodies[1::2]
    way = Way(*made)
    reachable = way.reachable(momentum)
    for square, price in reachable.items():
        assert price <= momentum
        assert all(0 <= part < 6 for part in square)
        assert way.can_end(square)
        if square != start:
            path = way.to(lambda found, wanted=square: found == wanted, momentum)  # type: ignore[misc]
            assert path is not None
            assert path.price == price == price_of(way, path.squares)
            assert path.length <= price <= 2 * path.length
            afresh = Way(*made).to_square(square, momentum)
            assert way.to_square(square, momentum) == afresh == path, "searched once or again"
    others_found = {s for s in ((x, y) for x in range(6) for y in range(6)) if s not in reachable}
    assert all(way.to(lambda f, w=s: f == w, momentum) is None for s in others_found)  # type: ignore[misc]
    assert not any(way.to_square(square, momentum) for square in others_found)
