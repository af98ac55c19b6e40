"""Throws: every spread holds every fall once, and says what reading the faces one by one says."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.rules.dice import (
    Dice,
    Face,
    Faces,
    Pool,
    Reach,
    Reached,
    Successes,
    Sums,
    Total,
    Under,
    bits_for,
    convolve,
    pool,
    repeated,
)

handfuls = st.builds(
    Dice,
    st.integers(1, 4),
    st.sampled_from([2, 3, 4, 6]),
    st.frozensets(st.integers(1, 2), max_size=1),
)
groups = st.sampled_from([(), ((1, 2, 3, 4), (5, 6)), ((1, 2),), ((3, 1), (2, 4))])
readings = st.one_of(
    st.builds(Faces, groups, st.booleans()),
    st.builds(Total, st.integers(-3, 3)),
    st.builds(Under, st.integers(0, 20), st.just((1, 2)), st.sampled_from([(), (5, 6)])),
    st.builds(Successes, st.integers(1, 7), st.none() | st.integers(1, 3)),
)


def representative(fall: tuple[int, ...], reading: Faces) -> tuple[int, ...]:
    """A fall as a spread of faces shows it."""
    first = {face: group[0] for group in reading.alike for face in group}
    shown = [first.get(face, face) for face in fall]
    return tuple(shown if reading.ordered else sorted(shown, reverse=True))


def brute_force(dice: Dice, reading: Any) -> Counter[Any]:
    """The spread by throwing every die every way."""
    falls = product(dice.faces, repeat=dice.count)
    if isinstance(reading, Faces):
        return Counter(representative(fall, reading) for fall in falls)
    return Counter(reading.read(fall) for fall in falls)


@given(handfuls, readings)
def test_a_spread_is_what_throwing_every_way_gives(dice: Dice, reading: Any) -> None:
    spread = reading.spread(dice)
    assert sum(spread.values()) == len(dice.faces) ** dice.count
    assert spread == brute_force(dice, reading)


@given(st.integers(1, 60), st.integers(2, 20), readings)
def test_a_spread_of_many_dice_still_holds_every_fall(count: int, sides: int, reading: Any) -> None:
    if isinstance(reading, Faces):
        count, sides = min(count, 5), min(sides, 6)
    dice = Dice(count, sides)
    assert sum(reading.spread(dice).values()) == sides**count


@given(st.sampled_from([2, 6, 20]))
def test_a_single_face_falls_evenly(sides: int) -> None:
    assert Face().spread(Dice(1, sides)) == dict.fromkeys(range(1, sides + 1), 1)
    assert Face().read([3]) == 3


def test_real_dice_keep_their_faces_and_their_order() -> None:
    throw = pool(3, 6, Faces(alike=((1, 2, 3, 4), (5, 6))))
    assert throw.read([[2, 6, 4]]) == (2, 6, 4)


def test_faces_that_are_thrown_again_do_not_count() -> None:
    throw = pool(1, 6, Face(), again=[1, 6])
    assert throw.spread() == dict.fromkeys([2, 3, 4, 5], 1)


def test_an_ordered_spread_tells_the_first_die_from_the_second() -> None:
    spread = Faces(((1, 2, 3, 4), (5, 6)), ordered=True).spread(Dice(2, 6))
    assert spread == {(5, 5): 4, (5, 1): 8, (1, 5): 8, (1, 1): 16}


@given(handfuls, handfuls)
def test_a_convolution_is_the_sum_of_two_throws(left: Dice, right: Dice) -> None:
    both = convolve(Total().spread(left), Total().spread(right))
    assert sum(both.values()) == sum(Total().spread(left).values()) * sum(
        Total().spread(right).values()
    )
    falls = product(*[left.faces] * left.count, *[right.faces] * right.count)
    assert both == Counter(map(sum, falls))


@given(
    st.dictionaries(st.integers(-3, 9), st.integers(1, 50), min_size=1, max_size=6),
    st.integers(0, 8),
)
def test_a_throw_repeated_is_one_convolution_after_the_other(
    each: dict[int, int], count: int
) -> None:
    expected = {0: 1}
    for _ in range(count):
        expected = convolve(expected, each)
    assert repeated(each, count) == dict(sorted(expected.items()))


@given(
    st.dictionaries(st.integers(-3, 9), st.integers(1, 50), min_size=1, max_size=6),
    st.dictionaries(st.integers(-3, 9), st.integers(1, 50), min_size=1, max_size=6),
    st.integers(-12, 12),
    st.integers(0, 12),
)
def test_sums_in_one_number_add_up_and_are_kept_within_limits(
    one: dict[int, int], other: dict[int, int], low: int, width: int
) -> None:
    bits = bits_for(sum(one.values()) * sum(other.values()))
    both = Sums.of(one, 1, bits).plus(Sums.of(other, 1, bits))
    assert both.spread() == dict(sorted(convolve(one, other).items()))
    expected: Counter[int] = Counter()
    for amount, ways in convolve(one, other).items():
        expected[max(min(amount, low + width), low)] += ways
    assert both.at_least(low).at_most(low + width).spread() == dict(sorted(expected.items()))


@pytest.mark.parametrize(
    ("dice", "text"), [(Dice(2, 6), "2d6"), (Dice(1, 20, frozenset({20})), "1d20")]
)
def test_dice_are_called_as_at_the_table(dice: Dice, text: str) -> None:
    assert str(dice) == text


def test_a_pool_is_a_throw_of_one_handful() -> None:
    throw = pool(4, 6, Successes(5))
    assert isinstance(throw, Pool)
    assert throw.handfuls == (Dice(4, 6),)
    assert throw.read([[5, 6, 1, 2]]) == 2


def test_a_sum_against_a_number_keeps_what_a_rule_can_tell_apart() -> None:
    reading = Reach(15, plus=3, always=(20,), never=(1,), apart=(10,))
    assert reading.read([12]) == Reached(True, 12, 15)
    assert reading.read([11]) == Reached(False, 11, 14)
    spread = reading.spread(Dice(1, 20))
    assert spread == {Reached(False, 1, 4): 9, Reached(False, 10, 13): 2, Reached(True, 12, 15): 9}


@given(st.integers(-30, 60), st.integers(-9, 9), st.integers(1, 3))
def test_the_naturals_stand_whatever_is_added(number: int, plus: int, count: int) -> None:
    dice = Dice(count, 6)
    reading = Reach(number, plus, always=(6 * count,), never=(count,))
    assert reading.read([6] * count).success
    assert not reading.read([1] * count).success
    assert sum(reading.spread(dice).values()) == 6**count
