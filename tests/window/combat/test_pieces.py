"""Letters for options, the strip of time, odds in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.encounter.odds import Chance, Odds
from desktop.rules.contract import Option
from desktop.rules.display import Bar, Lane, Timeline
from desktop.window.combat.odds_view import percent, read
from desktop.window.combat.shortcuts import shortcuts
from desktop.window.combat.timeline import HEAD, LANE, NAMES, TimelineView


def option(label: str, key: str = "", why_not: str | None = None) -> Option:
    return Option("act", "zenon", label, label, key=key, why_not=why_not)


def test_an_option_keeps_the_letter_the_system_gives_it() -> None:
    found = [option("Atak", "A"), option("Ruch", "R"), option("Aim", "A")]
    assert shortcuts(found, ["Atak", "Ruch", "Aim"]) == ["A", "R", "I"]


def test_letters_come_from_the_last_word_and_lose_their_accents() -> None:
    found = [option("Aktywuj: Zenon"), option("Aktywuj: Żaba"), option("Действие")]
    words = [str(o.label) for o in found]
    assert shortcuts(found, words) == ["Z", "A", "Д"]


def test_what_cannot_be_takes_no_letter_from_others() -> None:
    found = [option("Ruch", why_not="no AP"), option("Rzut")]
    assert shortcuts(found, ["Ruch", "Rzut"]) == ["", "R"]


def test_two_letters_that_look_alike_are_never_two_keys() -> None:
    found = [option("Disarm", "H"), option("Knocked down")]
    assert shortcuts(found, ["Разоружение", "Нокдаун"]) == ["H", "\N{CYRILLIC CAPITAL LETTER O}"]


def test_the_space_bar_is_nobodys_letter() -> None:
    assert shortcuts([option("End", "Space")], ["End"]) == [""]


@pytest.fixture
def strip(qtbot: QtBot) -> TimelineView:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(400, 120)
    bars = (Bar(0, 1, "Strzał", "done"), Bar(1, 2, "Bieg", "planned", "walka-9", "<i>dwa</i>"))
    lanes = (Lane("iga", bars), Lane("pirat", (Bar(0, 3, "Czeka", "waiting"),)))
    timeline = Timeline("Tura 1", ("1", "2", "3"), lanes, 1.0)
    view.show_timeline(timeline, {"iga": "Iga", "pirat": "Pirat"}, {"iga": 0, "pirat": 1})
    view.show()
    qtbot.waitExposed(view)
    return view


def test_a_click_on_a_lane_looks_at_its_combatant(strip: TimelineView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.strip.looked_at) as heard:
        at = QPoint(20, int(HEAD + 1.5 * LANE))
        qtbot.mouseClick(strip.strip, Qt.MouseButton.LeftButton, pos=at)
    assert heard.args == ["pirat"]


def test_a_bar_tells_its_note_and_rule(strip: TimelineView) -> None:
    x = NAMES + (strip.strip.width() - NAMES) / 2
    assert strip.strip._tip(x, HEAD + 5) == "Bieg · planned · <i>dwa</i> · walka-9"
    assert strip.strip._tip(20, HEAD + 5) == ""


def test_the_strip_says_its_lanes_to_a_screen_reader(strip: TimelineView) -> None:
    assert strip.strip.accessibleName() == "Tura 1"
    said = "Iga: Strzał (done), Bieg (planned); Pirat: Czeka (waiting)"
    assert strip.strip.accessibleDescription() == said


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
