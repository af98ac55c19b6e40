"""Odds in words."""

from __future__ import annotations

from fractions import Fraction

from pytestqt.qtbot import QtBot

from desktop.encounter.odds import Chance, Odds
from desktop.rules.display import Measure
from desktop.rules.text import as_percent
from desktop.window.combat.odds.reading import read
from desktop.window.combat.odds.requests import lead_to
from desktop.window.combat.odds.view import OddsView


def test_what_is_not_certain_is_never_a_round_hundred_or_nought() -> None:
    shares = [Fraction(0), Fraction(1, 999), Fraction(7, 27), Fraction(998, 999), Fraction(1)]
    assert [as_percent(p) for p in shares] == ["0 %", "<1 %", "26 %", ">99 %", "100 %"]


def test_exactly_one_in_a_hundred_is_no_less_than_one_per_cent() -> None:
    shares = (Fraction(1, 100), 0.01, Fraction(99, 100), 0.99)
    assert [as_percent(p) for p in shares] == ["1 %", "1 %", "99 %", "99 %"]


def test_half_a_per_cent_is_rounded_up() -> None:
    assert [as_percent(p) for p in (Fraction(65, 200), 0.325, 0.335)] == ["33 %", "33 %", "34 %"]


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


def test_what_is_thrown_at_an_enemy_and_cannot_hit_says_0_per_cent(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    nothing = Odds((Chance(Fraction(1), {}),))
    view.show_odds(nothing, Measure(), {}, at_an_enemy=True)
    assert view.isVisible()
    assert view.ui.said.text() == "hits 0 %"
    view.show_odds(nothing, Measure(), {})
    assert not view.isVisible()


def test_nothing_of_a_measure_with_words_is_said_in_its_words(qtbot: QtBot) -> None:
    held = Odds(
        (
            Chance(Fraction(2, 5), {"held": {"cultist": 1}, "success": {"vera": 1}}),
            Chance(Fraction(3, 5), {}),
        )
    )
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(held, Measure("held", words=("not held", "held")), {})
    assert "not held 60 %" in view.bar.accessibleName()


def test_answers_are_told_by_one_mark_each_in_its_own_unit() -> None:
    measure = Measure("damage", "hit points")
    hurt = Odds((Chance(Fraction(1), {"hit": {"guard": 1}, "damage": {"guard": 4}}),))
    only_hit = Odds((Chance(Fraction(1), {"hit": {"guard": 1}}),))
    missed = Odds((Chance(Fraction(1), {}),))
    assert lead_to({0: hurt, 1: only_hit}, measure) == {0: "4 hit points", 1: "0 hit points"}
    assert lead_to({0: only_hit, 1: missed}, measure) == {0: "1", 1: "0"}, "no hit points of hits"
    assert lead_to({0: missed, 1: None}, measure) == {}


def test_a_mark_of_the_systems_own_is_told_where_nothing_else_is(qtbot: QtBot) -> None:
    """As a spell that holds somebody: it hits nobody, and is no chance of 0 %."""
    held = Odds(
        (Chance(Fraction(2, 5), {"held": {"cultist": 1}}), Chance(Fraction(3, 5), {})),
    )
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(held, Measure("damage", "hit points"), {"held": "is held"}, at_an_enemy=True)
    assert view.ui.said.text() == "is held 40 %"
    assert view.bar.accessibleName() == "Odds: 0 60 %, 1 · 40 %"


def test_what_comes_back_alone_is_no_chance_to_hit(qtbot: QtBot) -> None:
    back = Odds((Chance(Fraction(2, 5), {"hit_back": {"vera": 1}}), Chance(Fraction(3, 5), {})))
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(back, Measure(), {"hit_back": "hit in return"}, at_an_enemy=True)
    assert view.ui.said.text() == "hits 0 %"
