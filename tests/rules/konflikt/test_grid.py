"""Squares: the picture of the rules with the ogre, threat, and ways (konflikt-9, 13, 14, 17)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.rules.konflikt.grid import Cover, Ground, Token, Way, cover, distance, reaches

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
HOUSE = Ground(obstacles=dict.fromkeys([(8, 4), (9, 4), (8, 5), (9, 5)], "full"))
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
    wall = Ground(obstacles={(2, 0): "partial"})
    assert cover(Token((0, 0)), Token((5, 0)), wall) == "partial"
    both = Ground(obstacles={(2, 0): "partial", (3, 0): "full"})
    assert cover(Token((0, 0)), Token((5, 0)), both) == "full"


def test_konflikt_17_a_line_along_an_edge_or_through_a_corner_is_not_crossed() -> None:
    two_wide = Token((0, 0), size=2)
    along = Ground(obstacles={(4, 1): "full"})
    assert cover(two_wide, Token((8, 0), size=2), along) == "clear"
    corner = Ground(obstacles={(1, 0): "full", (0, 1): "full"})
    assert cover(Token((0, 0)), Token((2, 2)), corner) == "clear"


tokens = st.builds(
    Token,
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.sampled_from([0.25, 0.5, 1, 2, 3]),
    st.integers(0, 3),
)
grounds = st.builds(
    Ground,
    st.dictionaries(
        st.tuples(st.integers(-9, 9), st.integers(-9, 9)), st.sampled_from(["partial", "full"])
    ),
)


@given(tokens, tokens, grounds)
def test_konflikt_17_obstacles_hide_both_from_each_other(a: Any, b: Any, ground: Any) -> None:
    assert cover(a, b, ground) == cover(b, a, ground)


@given(tokens, tokens)
def test_konflikt_9_distance_is_that_of_the_nearest_squares(one: Token, other: Token) -> None:
    nearest = min(max(abs(x - u), abs(y - v)) for x, y in one.squares for u, v in other.squares)
    assert distance(one, other) == distance(other, one) == nearest


def test_konflikt_13_reach_goes_diagonally_and_a_size_of_2_reaches_farther() -> None:
    assert reaches(OGRE, TAREN)
    assert not reaches(TAREN, OGRE)
    assert reaches(Token((5, 2)), OGRE)
    assert not reaches(OGRE, CARL)


def test_konflikt_9_a_way_over_plain_difficult_and_an_allys_ground() -> None:
    ground = Ground(difficult=frozenset({(2, 0)}))
    way = Way(Token((0, 0)), ground, allies=[Token((3, 1))])
    assert way.price([(1, 1)]) == 1
    assert way.price([(1, 0), (2, 0)]) == 3
    assert way.price([(1, 0), (2, 1), (3, 1), (4, 0)]) == 5
    assert way.price([(1, 0), (2, 1), (3, 1)]) is None, "no move ends where an ally stands"
    assert way.price([(2, 1)]) is None, "a step is one square"


def test_konflikt_9_no_way_through_an_enemy_unless_it_is_allowed() -> None:
    path = [(1, 0), (2, 0)]
    assert Way(Token((0, 0)), Ground(), enemies=[Token((1, 0))]).price(path) is None
    allowed = Way(Token((0, 0)), Ground(), enemies=[Token((1, 0))], through_enemies=True)
    assert allowed.price(path) == 2
    assert Way(Token((0, 0)), Ground(obstacles={(1, 0): "full"})).price(path) is None


def test_konflikt_14_after_a_threatened_start_everything_is_difficult() -> None:
    way = Way(Token((0, 0)), Ground(), threatened_at_start=True)
    assert way.price([(1, 0), (2, 0)]) == 4
    assert max(x for x, _ in way.reachable(6)) == 3


def test_konflikt_9_where_momentum_leads() -> None:
    open_field = Way(Token((0, 0)), Ground()).reachable(6)
    assert len(open_field) == 13 * 13
    assert open_field[6, -6] == 6
    walled = Ground(obstacles={(1, y): "full" for y in range(-9, 10)})
    assert max(x for x, _ in Way(Token((0, 0)), walled).reachable(6)) == 0
    # A creature of size 2 needs room for all of it.
    gap = Ground(obstacles={(1, y): "full" for y in range(-9, 10) if y != 0})
    assert max(x for x, _ in Way(Token((-1, 0), size=2), gap).reachable(6)) <= 0
