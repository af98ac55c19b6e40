"""Free dice: what can be written, what it comes to, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.rules.free_dice import free_dice
from desktop.rules.table import Refusal


@pytest.mark.parametrize(
    ("text", "dice", "comes_to"),
    [
        ("3k20", [[3, 4, 5]], 12),
        ("2d6+3", [[1, 6]], 10),
        ("d100", [[77]], 77),
        ("d%", [[77]], 77),
        ("2к6 − 1", [[1, 1]], 1),
        ("1d8+2d4-d6", [[8], [1, 2], [6]], 5),
        ("2d20h", [[3, 17]], 17),
        ("2d20l+4", [[3, 17]], 7),
        ("5d10>=6", [[6, 7, 1, 5, 10]], 3),
        ("5D10 ≥ 6", [[6, 7, 1, 5, 10]], 3),
    ],
)
def test_dice_are_read_as_people_write_them(
    text: str, dice: list[list[int]], comes_to: int
) -> None:
    free = free_dice(text)
    assert [handful.count for handful in free.handfuls] == [len(fall) for fall in dice]
    assert free.read(dice) == comes_to


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs dice"),
        ("7", "needs dice"),
        ("3k20k", "needs dice"),
        ("2d6 3d6", "needs dice"),
        ("2d6++3", "needs dice"),
        ("0d6", "dice have 2 to 1000 sides"),
        ("d1", "dice have 2 to 1000 sides"),
        ("101d6", "at most 100 dice"),
        ("100d1000", "at most 100 dice"),
        ("d6+99999", "at most 10000 can be added"),
        ("5d10+1>=6", "only one kind of dice"),
        ("5d10>=11", "no face of a d10 is 11"),
        ("1" * 101, "at most 100 letters"),
    ],
)
def test_what_cannot_be_thrown_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        free_dice(text)


@given(st.text("0123456789dkhl+-−>=% ", max_size=20))
def test_whatever_is_typed_is_thrown_or_refused(text: str) -> None:
    try:
        spread = free_dice(text).spread()
    except Refusal:
        return
    assert sum(spread.values()) > 0


def test_the_odds_are_exact() -> None:
    spread = free_dice("2d6+3").spread()
    assert Fraction(spread[10], sum(spread.values())) == Fraction(6, 36)
    best = free_dice("2d20h").spread()
    assert Fraction(best[20], sum(best.values())) == Fraction(39, 400)
