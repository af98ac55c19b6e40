"""Odds in words."""

from __future__ import annotations

from fractions import Fraction

from desktop.encounter.odds import Chance, Odds
from desktop.window.combat.odds_view import percent, read


def test_what_is_not_certain_is_never_a_round_hundred_or_nought() -> None:
    shares = [Fraction(0), Fraction(1, 999), Fraction(7, 27), Fraction(998, 999), Fraction(1)]
    assert [percent(p) for p in shares] == ["0 %", "<1 %", "26 %", ">99 %", "100 %"]


def test_odds_of_damage_are_read_as_hits_and_what_is_expected() -> None:
    odds = Odds(
        (
            Chance(Fraction(20, 27), {}),
            Chance(Fraction(7, 27), {"damage": {"guard": 1}, "hit": {"guard": 1}}),
        )
    )
    reading = read(odds)
    assert reading is not None
    assert (reading.what, reading.hits, reading.expected) == (
        "damage",
        Fraction(7, 27),
        Fraction(7, 27),
    )
    assert reading.fraction == "7/27"


def test_odds_without_marks_have_nothing_to_show() -> None:
    assert read(Odds((Chance(Fraction(1), {}),))) is None
