"""Answers that another answer beats in every way, by the order that a system gives them."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.rules.fields import Choice, dominated, without_dominated


def choices(*worths: tuple[int, ...]) -> list[Choice]:
    return [Choice(number, str(number), worth=worth) for number, worth in enumerate(worths)]


def test_what_is_worse_in_one_way_and_better_in_none_is_dominated() -> None:
    assert dominated(choices((1, 0), (2, 0), (2, -1), (3, -2))) == {0: 1, 2: 1}


def test_of_equals_the_first_stands() -> None:
    assert dominated(choices((1, 1), (1, 1), (1, 1))) == {1: 0, 2: 0}


def test_what_says_no_worth_or_another_one_is_never_compared() -> None:
    assert dominated(choices((), (5,), (1, 1), ())) == {}


def test_what_cannot_be_taken_beats_nothing() -> None:
    best = Choice(0, "best", why_not="too dear", worth=(9,))
    assert dominated([best, *choices((1,), (2,))]) == {0 + 1: 2}


def test_the_default_is_never_folded() -> None:
    shown, gone = without_dominated(choices((1,), (2,), (0,)), default=2)
    assert [choice.value for choice in shown] == [1, 2]
    assert [choice.value for choice in gone] == [0]


@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 3), max_size=9))
def test_whatever_is_dominated_is_dominated_by_something_that_stands(
    worths: list[tuple[int, int, int]],
) -> None:
    found = dominated(choices(*worths))
    standing = [place for place in range(len(worths)) if place not in found]
    assert bool(standing) == bool(worths)
    for place in found:
        assert any(
            all(a <= b for a, b in zip(worths[place], worths[other], strict=True))
            for other in standing
        )
    for place in standing:  # and nothing that stands is beaten by anything that stands
        for other in standing:
            worse = all(a <= b for a, b in zip(worths[place], worths[other], strict=True))
            assert not worse or place == other
