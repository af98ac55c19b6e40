"""Odds in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.encounter.fight import Fight
from desktop.encounter.odds import Chance, Odds
from desktop.rules import SystemFailed
from desktop.rules.display import Measure
from desktop.rules.table import Refusal
from desktop.rules.text import Term, Text, as_percent
from desktop.window.combat.odds.bar import OddsBar, OtherWay, Reading, lead_to, read
from desktop.window.combat.odds.view import OddsView
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import decimal
from tests.window.combat.conftest import Desk
from tests.window.combat.test_panel import zenon_acts
from tests.window.conftest import Painted


def test_what_is_not_certain_is_never_a_round_hundred_or_nought() -> None:
    shares = [Fraction(0), Fraction(1, 999), Fraction(7, 27), Fraction(998, 999), Fraction(1)]
    assert [as_percent(p) for p in shares] == ["0 %", "<1 %", "26 %", ">99 %", "100 %"]


def test_exactly_one_in_a_hundred_is_no_less_than_one_per_cent() -> None:
    shares = (Fraction(1, 100), 0.01, Fraction(99, 100), 0.99)
    assert [as_percent(p) for p in shares] == ["1 %", "1 %", "99 %", "99 %"]


def test_a_chance_and_its_opposite_come_to_a_hundred() -> None:
    halves = [Fraction(thousandths, 1000) for thousandths in range(15, 995, 10)]
    assert all(_whole(p) + _whole(1 - p) == 100 for p in halves)
    assert [as_percent(p) for p in (Fraction(65, 200), 0.325, 0.335)] == ["32 %", "32 %", "34 %"]


def _whole(chance: Fraction) -> int:
    return int(as_percent(chance).removesuffix(" %"))


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


def test_a_narrow_segment_keeps_its_amount_and_not_its_chance(qtbot: QtBot) -> None:
    bar = OddsBar()
    qtbot.addWidget(bar)
    half = Fraction(1, 2)
    bar.show_reading(Reading("damage", {0: half, 3: half}, half, half * 3, half * 0), Measure())
    assert bar._words(3, Fraction(1, 11))[1:] == ("3 · 9 %", "3")
    assert bar._words(0, half)[-1] == "50 %"
    words = Measure(words=("miss", "hit"))
    bar.show_reading(Reading("hit", {0: half, 1: half}, half, half, half * 0), words)
    assert bar._words(1, half)[-1] == "50 %"


def test_an_estimate_that_says_less_or_more_has_no_sign_of_another_kind() -> None:
    half = Fraction(1, 2)
    reading = Reading("damage", {0: half, 3: half}, half, half * 3, half * 0, samples=500)
    assert (reading.in_short, reading.percent(Fraction(999, 1000))) == ("≈ 50 %", ">99 %")


def test_an_amount_below_zero_is_a_number_and_no_word() -> None:
    measure = Measure("margin", words=("misses", "hits"))
    assert [measure.said(amount) for amount in (-3, -1, 0, 1, 2)] == [
        "−3",
        "−1",
        "misses",
        "hits",
        "2",
    ]


def test_answers_are_told_by_one_mark_each_in_its_own_unit() -> None:
    measure = Measure("damage", "hit points")
    hurt = Odds((Chance(Fraction(1), {"hit": {"guard": 1}, "damage": {"guard": 4}}),))
    only_hit = Odds((Chance(Fraction(1), {"hit": {"guard": 1}}),))
    missed = Odds((Chance(Fraction(1), {}),))
    assert lead_to({0: hurt, 1: only_hit}, measure) == {0: "4 hit points", 1: "0 hit points"}
    assert lead_to({0: only_hit, 1: missed}, measure) == {0: "1", 1: "0"}, "no hit points of hits"
    assert lead_to({0: missed, 1: None}, measure) == {}
    assert lead_to({0: hurt, 1: hurt}, measure) == {}, "nothing to choose by"


@pytest.mark.parametrize("unit", [Text("level", "levels"), Term(Text("level", "levels"), "poziom")])
def test_a_unit_of_odds_is_said_as_the_amount_asks_for(unit: Text | Term) -> None:
    measure = Measure("damage", unit, ("", "scratch"))
    assert [measure.said(amount) for amount in (0, 1, 2)] == ["0 levels", "scratch", "2 levels"]
    bare = replace(measure, words=())
    assert [bare.said(amount) for amount in (1, 4, "0.59")] == [
        "1 level",
        "4 levels",
        "0.59 levels",
    ]


def test_an_answer_says_what_its_chance_is_of_and_counts_what_has_no_word() -> None:
    measure = Measure("damage", "levels", ("", "scratch", "light"))
    rarely = Odds((
        Chance(Fraction(1, 5), {"hit": {"guard": 1}, "damage": {"guard": 1}}),
        Chance(Fraction(4, 5), {}),
    ))  # fmt: skip
    badly = Odds((
        Chance(Fraction(2, 3), {"hit": {"guard": 1}, "damage": {"guard": 6}}),
        Chance(Fraction(1, 3), {"hit": {"guard": 1}, "damage": {"guard": 2}}),
    ))  # fmt: skip
    assert lead_to({0: rarely, 1: badly}, measure) == {
        0: "hits 20 %",
        1: "hits 100 % · 6 levels · 67 %",
    }
    of_two = Odds((
        Chance(Fraction(1, 2), {"damage": {"guard": 2, "cook": 2}}),
        Chance(Fraction(1, 2), {"damage": {"guard": 2}}),
    ))  # fmt: skip
    assert lead_to({0: rarely, 1: of_two}, measure)[1] == "hits 100 % · 3.00 levels", "nobody's 4"
    assert lead_to({0: badly, 1: badly}, measure) == {}, "only what others take is not certain"
    assert lead_to({0: rarely, 1: rarely}, measure) == {0: "hits 20 %", 1: "hits 20 %"}
    hit = {"hit": {"guard": 1}}
    fall = {
        n: Odds((
            Chance(Fraction(n, 10), {**hit, "damage": {"guard": 6}, "out": {"guard": 1}}),
            Chance(Fraction(5, 10), {**hit, "damage": {"guard": 2}}),
            Chance(Fraction(5 - n, 10), {**hit, "damage": {"guard": 1}}),
        ))
        for n in (1, 2)
    }  # fmt: skip
    assert lead_to(fall, measure) == {
        1: "hits 100 % · light 50 % · out 10 %",
        2: "hits 100 % · light 50 % · out 20 %",
    }, "what is likeliest is the same"
    shares = ({"guard": 2, "ox": 1}, {"guard": 1, "ox": 2})
    several = {
        n: Odds((Chance(Fraction(1, 5), {"damage": share}),)) for n, share in enumerate(shares)
    }
    assert lead_to(several, Measure("damage", "levels")) == {}, "alike for all of them together"


def test_a_mark_of_the_systems_own_is_told_where_nothing_else_is(qtbot: QtBot) -> None:
    """As a spell that holds somebody: it hits nobody, and is no chance of 0 %."""
    held = Odds(
        (Chance(Fraction(2, 5), {"held": {"cultist": 1}}), Chance(Fraction(3, 5), {})),
    )
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(held, Measure("damage", "hit points"), {"held": "is held"}, at_an_enemy=True)
    assert view.ui.said.text() == "is held 40 %"
    assert view.bar.accessibleName() == "Odds: no 60 %, yes 40 %"


def test_what_comes_back_alone_is_no_chance_to_hit(qtbot: QtBot) -> None:
    back = Odds((Chance(Fraction(2, 5), {"hit_back": {"vera": 1}}), Chance(Fraction(3, 5), {})))
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(back, Measure(), {"hit_back": "hit in return"}, at_an_enemy=True)
    assert view.ui.said.text() == "hits 0 % · own harm 40 %"
    view.show_odds(back, Measure(), {})
    assert view.ui.said.text() == "own harm 40 %", "said also where no enemy is meant"


def test_an_attack_that_can_hurt_only_its_attacker_hits_nobody(qtbot: QtBot) -> None:
    """A blade that breaks in the hand: its harm is the attacker's, no hit of the attack."""
    hurt = {"hit": {"vera": 1}, "damage": {"vera": 3}}
    odds = Odds((Chance(Fraction(1, 4), hurt), Chance(Fraction(3, 4), {})))
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds.apart_from("vera"), Measure("damage", "HP"), {}, at_an_enemy=True)
    assert view.ui.said.text() == "hits 0 % · own harm 25 %, expected 0.75"


def test_harm_that_has_words_is_told_without_a_number(qtbot: QtBot) -> None:
    hurt = {"damage": {"vera": 3}}
    odds = Odds((Chance(Fraction(1, 4), hurt), Chance(Fraction(3, 4), {})))
    view = OddsView()
    qtbot.addWidget(view)
    wounds = Measure("damage", words=("", "light", "heavy", "critical"))
    view.show_odds(odds.apart_from("vera"), wounds, {}, at_an_enemy=True)
    assert view.ui.said.text() == "hits 0 % · own harm 25 %"


def area() -> Odds:
    """A spell that hurts a mage for certain, and an ogre half the time."""
    both = {"hit": {"mage": 1, "ogre": 1}, "damage": {"mage": 20, "ogre": 10}}
    mage = {"hit": {"mage": 1}, "damage": {"mage": 20}, "out": {"mage": 1}}
    return Odds((Chance(Fraction(1, 2), both), Chance(Fraction(1, 2), mage)))


def odds_of(times: int, of: int) -> Odds:
    hit = Chance(Fraction(times, of), {"hit": {"ogre": 1}, "damage": {"ogre": 30}})
    return Odds((hit, Chance(1 - hit.p, {})))


def test_what_a_manoeuvre_is_for_is_said_beside_its_damage(qtbot: QtBot) -> None:
    falls = {"hit": {"ogre": 1}, "damage": {"ogre": 2}, "down": {"ogre": 1}}
    stands = {"hit": {"ogre": 1}, "damage": {"ogre": 2}}
    odds = Odds(
        (Chance(Fraction(1, 4), falls), Chance(Fraction(1, 2), stands), Chance(Fraction(1, 4), {}))
    )
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds, Measure("damage", "levels", also="down"), {"down": "falls"})
    assert view.ui.said.text().endswith(" · falls 25 %")
    view.show_odds(odds, Measure("damage", "levels"), {"down": "falls"})
    assert "falls" not in view.ui.said.text()


def test_several_targets_are_shown_each_by_itself_and_not_as_a_sum(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    names = {"mage": "Ada", "ogre": "Ogre"}.__getitem__
    view.show_odds(area(), Measure("damage", "hit points"), {}, names)
    assert view.ui.said.text() == "2 targets"
    assert not view.bar.isVisible()
    chances = {label: way.chance for label, way in view.ways.items()}
    assert chances == {"Ada": "100 % · 20.00 · out 50 %", "Ogre": "50 % · 5.00"}
    view.show_way("Bow", odds_of(9, 10), lambda: None)
    shown = sorted(view.ways.values(), key=lambda way: way.x())
    assert shown == [view.ways["Ada"], view.ways["Ogre"], view.ways["Bow"]], "targets come first"
    view.fallen(True)
    assert view.ways["Ogre"].isVisible(), "they are what was to be expected"
    assert not view.ways["Bow"].isVisible()


def test_own_harm_is_the_chance_of_damage_and_not_of_a_hit_that_does_none(qtbot: QtBot) -> None:
    hit, hurt = {"hit": {"vera": 1}}, {"hit": {"vera": 1}, "damage": {"vera": 1}}
    odds = Odds((Chance(Fraction(3, 4), hit), Chance(Fraction(1, 4), hurt)))
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds.apart_from("vera"), Measure("damage", "hp"), {}, at_an_enemy=True)
    assert view.ui.said.text() == "hits 0 % · own harm 25 %, expected 0.25"


def test_an_area_that_catches_its_thrower_says_the_own_harm_beside_the_targets(
    qtbot: QtBot,
) -> None:
    harm = {"hit": {"vera": 1, "orc": 1, "ogre": 1}, "damage": {"vera": 4, "orc": 4, "ogre": 4}}
    odds = Odds((Chance(Fraction(1, 4), harm), Chance(Fraction(3, 4), {})))
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds.apart_from("vera"), Measure("damage", "hp"), {}, str)
    assert view.ui.said.text() == "2 targets · own harm 25 %, expected 1.00"


def test_whom_a_blast_reaches_beside_the_target_is_shown_with_the_chance_of_harm() -> None:
    blast = {"hit": {"orc": 1}, "damage": {"orc": 4, "ogre": 4}, "out": {"ogre": 1}}
    reading = read(Odds((Chance(Fraction(1, 4), blast), Chance(Fraction(3, 4), {}))))
    assert reading
    assert [(one.id, one.hits, one.out) for one in reading.targets] == [
        ("orc", Fraction(1, 4), 0),
        ("ogre", Fraction(1, 4), Fraction(1, 4)),
    ]


def test_what_is_to_be_done_first_is_advice_only_where_it_makes_it_better(qtbot: QtBot) -> None:
    def hits(twentieths: int) -> Odds:
        hit = Chance(Fraction(twentieths, 20), {"hit": {"orc": 1}})
        return Odds((hit, Chance(1 - hit.p, {})))

    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(hits(17), Measure(), {})
    view.show_way("first: Drop prone", hits(15), None, first=True)
    view.show_way("Bow", hits(15), lambda: None)
    view.show_way("first: Aim", hits(19), None, first=True)
    assert set(view.ways) == {"first: Aim", "Bow"}
    hands = {label: way.cursor().shape() for label, way in view.ways.items()}
    assert hands["Bow"] is Qt.CursorShape.PointingHandCursor
    assert hands["first: Aim"] is Qt.CursorShape.ArrowCursor, "a click does nothing"


def test_a_way_says_how_much_comes_of_it_and_of_how_many_targets(qtbot: QtBot) -> None:
    def odds(damage: int, p: Fraction = Fraction(1, 2), *more: str) -> Odds:
        hit = dict.fromkeys(("ogre", *more), 1)
        mark = {"hit": hit, "damage": dict.fromkeys(hit, damage)}
        return Odds((Chance(p, mark), Chance(1 - p, {})))

    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds(4), Measure("damage"), {})
    view.show_way("Mode: burst", odds(10), lambda: None)
    view.show_way("Knife", odds(4, Fraction(3, 4)), lambda: None)
    view.show_way("Grenade", odds(4, Fraction(3, 4), "orc"), lambda: None)
    assert {label: way.chance for label, way in view.ways.items()} == {
        "Mode: burst": "50 % · 5.00",
        "Knife": "75 % · 3.00",
        "Grenade": "75 % · 6.00 · 2 targets",
    }


def test_old_odds_are_taken_away_at_once(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(
        Odds((Chance(Fraction(1, 3), {"hit": {"ogre": 1}}), Chance(Fraction(2, 3), {}))),
        Measure(),
        {},
    )
    view.show_alternative("dodges", None)
    assert "33 %" in view.ui.said.text()
    view.wait()
    shown = [view.ui.said.text(), view.ui.exact.text(), view.bar.accessibleName()]
    assert shown == ["being worked out…", "", ""]
    assert [way.chance for way in view.ways.values()] == ["…"]
    assert view.isVisible(), "it keeps its place"


def test_a_long_answer_leaves_room_for_its_chance(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    odds = Odds((Chance(Fraction(1, 3), {"hit": {"ogre": 1}}), Chance(Fraction(2, 3), {})))
    view.show_odds(odds, Measure(), {})
    view.show_alternative("Ogre: what is best where both sides look ahead for once", odds)
    view.resize(300, 200)
    QApplication.processEvents()
    (way,) = view.ways.values()
    assert way.geometry().right() <= view.ui.room.viewport().width()


def test_another_way_without_room_beside_its_chance_has_a_line_of_its_own(
    qtbot: QtBot, words_painted: list[Painted]
) -> None:
    place, way = Flow(), OtherWay("Pickpocket with a knife: Counterattack")
    qtbot.addWidget(place)
    place.add(way)
    way.show_chance("53 % · 0.53 · own harm 47 %")
    wide = way.sizeHint().width() - 60
    place.resize(wide, place.heightForWidth(wide))
    words_painted.clear()
    place.grab()
    assert way.height() > way.sizeHint().height()
    assert all(each.left >= 0 for each in words_painted)
    assert [each.words for each in words_painted if each.words] == [way.label, way.chance]


def test_odds_that_are_long_in_coming_say_so(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    view.wait()
    assert not view.isVisible()
    qtbot.waitUntil(view.isVisible)
    view.clear()
    assert not view.isVisible()


def test_a_failure_of_the_odds_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise SystemFailed("wrack", Text("Wrack failed in perform()"))

    zenon_acts(desk)
    monkeypatch.setattr(Fight, "search_odds", broken)
    desk.type("A")
    desk.odds()
    view = desk.panel.ui.odds
    assert desk.panel.ui.command.option is not None
    assert view.isVisible()
    assert view.ui.trouble.isVisible()
    assert view.ui.trouble.text().endswith("cannot be worked out: Wrack failed in perform()")
    desk.panel.back()
    assert not view.isVisible()


def test_a_refusal_behind_the_first_throw_is_said_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise Refusal("is not there any more", "target")

    zenon_acts(desk)
    monkeypatch.setattr(Fight, "search_odds", refused)
    desk.type("A")
    desk.odds()
    assert "is not there any more" in desk.panel.ui.odds.ui.trouble.text()


def test_odds_of_another_command_never_stand_under_the_one_that_is_chosen(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    assert desk.panel.ui.odds.reading
    desk.form.boxes["distance",].editor.put(3)
    assert desk.panel.ui.odds.reading is None
    assert desk.panel.ui.odds.ui.said.text() == "being worked out…"
    chips = desk.form.chips("combatant")[0][1].chips().values()
    assert {chip.odds for chip in chips} <= {"", "…"}
    desk.odds()
    assert desk.panel.ui.odds.reading
    assert chips
    assert "…" not in {chip.odds for chip in chips}


def test_a_long_sentence_wraps_and_does_not_push_the_columns_aside(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    narrow = view.minimumSizeHint().width()
    view.ui.said.setText("hits 70 % · expected damage: 3.15 · out 61 % · own harm 12 %" * 2)
    assert view.minimumSizeHint().width() < narrow + 200


def test_a_mark_of_the_system_beside_harm_to_the_actor_is_no_result_of_its_own() -> None:
    struck = {"damage": {"thief": 3}, "hit": {"thief": 1}, "critical": {"thief": 1}}
    odds = Odds((Chance(Fraction(1, 4), struck), Chance(Fraction(3, 4), {})))
    reading = read(odds.apart_from("thief"))
    assert reading
    assert (reading.what, reading.own_harm) == ("", Fraction(1, 4))
    reading = read(odds.apart_from("ama"))
    assert reading
    assert reading.what == "damage"


def test_what_is_regained_is_said_before_the_check_that_gives_it_back(qtbot: QtBot) -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    checked = {"success": {"mage": 1}}

    def odds(*regained: int) -> Odds:
        healed = ({**checked, "healing": {"mage": points}} for points in regained)
        return Odds((Chance(half, {}), *(Chance(quarter, marks) for marks in healed)))

    view = OddsView()
    qtbot.addWidget(view)
    view.show_odds(odds(2, 6).apart_from("mage"), Measure("damage", "HP"), {})
    assert view.ui.said.text() == "heals 50 % · expected 2.00"
    assert view.reading
    assert view.reading.heals
    view.show_odds(odds(0, 0).apart_from("mage"), Measure("damage", "HP"), {})
    assert view.ui.said.text().startswith("succeeds 50 %"), "nothing to regain"


def test_a_mere_check_fails_or_succeeds_and_has_no_average(qtbot: QtBot) -> None:
    view = OddsView()
    qtbot.addWidget(view)
    odds = Odds((Chance(Fraction(9, 20), {}), Chance(Fraction(11, 20), {"success": {"carl": 1}})))
    view.show_odds(odds, Measure("damage", "HP"), {})
    assert view.ui.said.text() == "succeeds 55 %"
    assert view.bar.accessibleName() == "Odds: failure 45 %, success 55 %"


def test_a_mean_at_a_half_goes_to_the_even_digit_as_it_is_exactly() -> None:
    means = Fraction(1925, 1000), Fraction(2275, 1000), Fraction(1625, 1000)
    assert [decimal(mean, 2) for mean in means] == ["1.92", "2.28", "1.62"]
