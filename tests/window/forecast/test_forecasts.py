"""Forecasts beside the window: they follow, are dropped when stale, and say why when they fail."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop import processes
from desktop.encounter.fight import Fight, play
from desktop.encounter.simulate import course
from desktop.encounter.simulate.course import (
    chance_of,
    course_of,
    keep_chance,
    missing,
    script_at,
    side_of,
    stations,
)
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import FIRST, Here, forecast
from desktop.encounter.statistics import Dice, Tally, statistics_of
from desktop.languages import ENGLISH
from desktop.rules import systems
from desktop.rules.display import Outcome
from desktop.rules.text import Text
from desktop.window.forecast import course as course_view
from desktop.window.forecast import how_it_went
from desktop.window.forecast.balance import BalanceCard, fine_enough
from desktop.window.forecast.course import CourseView
from desktop.window.forecast.how_it_went import FromHereDialog, HowItWentDialog
from desktop.window.forecast.pictures import ChanceBar, Rounds, Survival, in_percent
from desktop.window.forecast.player import SEED, Player, Workers, workers
from desktop.window.forecast.what_if import WhatIfDialog, variations
from desktop.window.widgets.paint import tints
from tests.encounter.test_simulate import duel
from tests.playouts import by_policies, sample_scripts

Script = Mapping[str, Any]


def not_begun(**more: Any) -> dict[str, Any]:
    return duel(steps=[], dice=[], **more)


class Builder(QWidget):
    """A page with the card on it, of an encounter that can be changed."""

    def __init__(self, qtbot: QtBot, script: Script | None, fights: int = 24) -> None:
        super().__init__()
        qtbot.addWidget(self)
        self.script = script
        self.card = BalanceCard(lambda: self.script, self)
        self.card.fights = fights
        self.resize(900, 400)
        self.show()


def test_the_balance_follows_the_encounter(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun())
    with qtbot.waitSignal(page.card.player.finished):
        page.card.changed()
    assert page.card.isVisible()
    expected = forecast(opening(not_begun()), 24, seed=SEED)
    assert page.card.ui.bar.forecast == expected
    assert page.card.ui.note.text().startswith("24 fights · ")
    assert not page.card.ui.stop_button.isVisible()
    page.script = None
    page.card.changed()
    qtbot.waitUntil(lambda: not page.card.isVisible())


def test_the_balance_says_which_waves_it_leaves_out(qtbot: QtBot) -> None:
    late = {**not_begun()["combatants"][0], "id": "late"}
    page = Builder(qtbot, not_begun(waves=[{"name": "Guards", "combatants": [late]}]))
    with qtbot.waitSignal(page.card.player.finished):
        page.card.changed()
    assert page.card.ui.note.text().endswith(" · without what comes later: ‘Guards’")


def test_another_encounter_shows_nothing_of_the_one_before(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=24)
    with qtbot.waitSignal(page.card.player.finished):
        page.card.changed()
    assert page.card.isVisible()
    page.card.forget()
    assert not page.card.isVisible()
    page.card.changed()  # the other one may begin the same way, and is shown all the same
    qtbot.waitUntil(page.card.isVisible)


def test_what_is_at_stake_and_the_name_are_no_reason_to_play_again(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=24)
    with qtbot.waitSignal(page.card.player.finished):
        page.card.changed()
    played = page.card._played
    page.script = {**not_begun(), "name": "Dock", "objectives": [{"text": "The chest"}]}
    page.card._play()
    assert not page.card.player.busy
    assert page.card._played is played


def test_a_change_drops_what_is_out_of_date(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=100_000)
    with qtbot.waitSignal(page.card.player.grew):
        page.card.changed()
    assert page.card.player.busy
    stronger = not_begun()
    stronger["combatants"][1]["sheet"]["skills"]["ranged"] = 95
    pictures = page.card.ui.bar, page.card.ui.survival, page.card.ui.rounds
    assert all(picture.isEnabled() for picture in pictures)
    page.script, page.card.fights = stronger, 30
    page.card._play()
    assert not any(picture.isEnabled() for picture in pictures), "pale: of the one before"
    with qtbot.waitSignal(page.card.player.finished):
        page.card._again()
    assert all(picture.isEnabled() for picture in pictures)
    assert page.card.ui.bar.forecast == forecast(opening(stronger), 30, seed=SEED)


def test_a_change_while_the_page_is_not_seen_is_played_when_it_is(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun())
    with qtbot.waitSignal(page.card.player.finished):
        page.card.changed()
    page.hide()
    page.card.changed()
    qtbot.waitUntil(lambda: not page.card._pause.isActive())
    with qtbot.waitSignal(page.card.player.finished):
        page.show()
    assert page.card.isVisible()


def test_it_can_be_stopped_and_is_not_played_for_nobody(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=100_000)
    with qtbot.waitSignal(page.card.player.grew):
        page.card.changed()
    page.card.ui.stop_button.click()
    assert not page.card.player.busy
    assert page.card.ui.again_button.isVisible()
    with qtbot.waitSignal(page.card.player.grew):
        page.card.ui.again_button.click()
    page.hide()
    assert not page.card.player.busy


def test_the_window_is_not_kept_waiting_while_workers_play(qtbot: QtBot) -> None:
    """Asking and looking hand out and take in; they never wait for a fight."""

    class Never(Here):
        def submit(self, fn: Any, /, *args: Any, **values: Any) -> Any:
            from concurrent.futures import Future

            return Future()

    never: Executor = Never()
    workers._executor = never
    player = Player()
    player.play(opening(not_begun(), check=False), 50)
    player._look()
    assert player.busy
    assert player.progress == 0
    player.stop()


def test_forecasts_are_played_where_no_process_can_be_started(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(processes, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(workers, "make", lambda: Workers.make(workers))
    player = Player()
    with qtbot.waitSignal(player.finished, timeout=30_000) as finished:
        player.play(opening(not_begun(), check=False), 20)
    assert finished.args[0].fights == 20
    assert "can be started here ([Errno 13]" in capsys.readouterr().err


def test_the_workers_are_started_before_there_is_a_second_side(qtbot: QtBot) -> None:
    alone = not_begun()
    del alone["combatants"][1]
    page = Builder(qtbot, alone)
    assert not workers.started
    page.card.changed()
    qtbot.waitUntil(lambda: workers.started)
    assert not page.card.isVisible()


def test_portions_become_as_large_as_the_time_they_are_given(qtbot: QtBot) -> None:
    """A clock that says 10 ms for every look: what came in that time fills 100 ms of a process."""

    class Clock:
        passed = -10

        def isValid(self) -> bool:
            return self.passed >= 0

        def start(self) -> None:
            self.passed = 0

        def elapsed(self) -> int:
            self.passed += 10
            return self.passed

    workers._executor = Here()
    player = Player()
    player.play(opening(not_begun(), check=False), 100_000)
    work = player._work
    assert work
    player._clock = Clock()  # type: ignore[assignment]
    player._look()
    first = work.total.fights
    assert work.portion == FIRST, "nothing is known yet"
    player._look()
    came = work.total.fights - first
    assert work.portion == came * 10 // workers.count > FIRST
    player.stop()


def test_what_cannot_be_played_says_why(qtbot: QtBot) -> None:
    script = not_begun()
    script["combatants"][0]["policy"] = "brave"
    page = Builder(qtbot, script)
    with qtbot.waitSignal(page.card.player.failed) as failed:
        page.card.changed()
    assert "no 'brave'" in failed.args[0]
    assert "no 'brave'" in page.card.ui.note.text()


def test_two_points_are_enough() -> None:
    found = Forecast(people=(), fights=0)
    assert not fine_enough(found)
    certain = forecast(opening(duel()), 5)
    certain.fights, certain.wins = 300, type(certain.wins)({"players": 300})
    assert fine_enough(certain)
    certain.wins = type(certain.wins)({"players": 150, "foes": 150})
    assert not fine_enough(certain)


# ---- pictures


@pytest.mark.parametrize("picture", [ChanceBar, Survival, Rounds])
def test_every_picture_says_what_it_shows(qtbot: QtBot, picture: Any) -> None:
    made = picture()
    qtbot.addWidget(made)
    made.resize(500, 120)
    found = forecast(opening(sample_scripts("teohiphip")[0]), 20)
    empty = made.grab().toImage()
    made.show_forecast(found)
    assert made.grab().toImage() != empty
    said = {ChanceBar: "players", Survival: "Zenon Kowalski", Rounds: "6"}[picture]
    assert said in made.accessibleName()


@pytest.mark.parametrize("ahead", [0, 5])
def test_the_bar_says_who_counts_as_ahead_where_somebody_does(qtbot: QtBot, ahead: int) -> None:
    bar = ChanceBar()
    qtbot.addWidget(bar)
    found = forecast(opening(sample_scripts("teohiphip")[0]), 5)
    found.ahead = Counter({"players": ahead})
    bar.show_forecast(found)
    assert ("larger share of its people" in bar.toolTip()) is bool(ahead)


def test_the_column_of_all_later_rounds_is_marked(qtbot: QtBot) -> None:
    made = Rounds()
    qtbot.addWidget(made)
    made.resize(320, 120)
    found = forecast(opening(sample_scripts("teohiphip")[0]), 20)
    feet = []
    for last in (Rounds.MOST, Rounds.MOST + 6):
        found.rounds = type(found.rounds)({10: 5, last: 15})
        made.show_forecast(found)
        feet.append(made.grab().toImage().copy(296, 104, 24, 16))
    assert feet[0] != feet[1]


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([0.325, 0.675], ["33 %", "67 %"]),
        ([1 / 3, 1 / 3, 1 / 3], ["34 %", "33 %", "33 %"]),
        ([0.003, 0.331, 0.666], ["<1 %", "33 %", "67 %"]),
        ([0.004, 0.996], ["<1 %", ">99 %"]),
        ([1.0], ["100 %"]),
    ],
)
def test_shares_of_a_whole_come_to_a_hundred(shares: list[float], said: list[str]) -> None:
    assert in_percent(shares) == said


# ---- what if


def test_what_if_names_what_can_be_changed() -> None:
    script = sample_scripts("boj")[0]
    names = [change.name for change in variations(script, systems()["boj"], terms=ENGLISH)]
    assert names.count("One more: Послушник культа") == 1
    assert "Without: Послушник культа 1" in names
    assert "Культ: surprise" in names
    assert "Культ: Fierce" in names
    assert len(names) == len(set(names))


def test_what_if_plays_all_side_by_side(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.window.forecast.what_if.FIGHTS", 12)
    dialog = WhatIfDialog(None, not_begun(), systems()["boj"])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.ui.note.text() == "12 fights each")
    shown = {change.name: bar.forecast for change, bar, _ in dialog.rows}
    assert shown[""] == forecast(opening(not_begun()), 12, seed=SEED)
    more = shown["One more: bruno"]
    assert len(more.people) == 3
    assert more.wins["foes"] >= shown[""].wins["foes"]


# ---- in the fight


def test_a_fight_goes_on_from_where_it_stands(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(how_it_went, "FIGHTS", 10)
    few_fights(monkeypatch)
    *_, fight = by_policies(sample_scripts("boj")[0], 9, seed=2)
    dialog = FromHereDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: len(known_steps(dialog.course)) == 3)
    expected = forecast(opening(script_at(fight, fight.cursor)), 10, seed=SEED)
    assert dialog.ui.bar.forecast == expected
    assert known_steps(dialog.course) == stations(fight)
    assert dialog.course.ui.line.stretches[-1][-1][1] == chance_of(expected, side_of(fight))
    assert "%" in dialog.course.ui.line.accessibleName()


def test_a_forecast_from_here_says_which_waves_it_leaves_out(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(how_it_went, "FIGHTS", 10)
    few_fights(monkeypatch)
    script = sample_scripts("boj")[0]
    late = {**script["combatants"][-1], "id": "late", "at": None}
    waves = [{"name": "Guards", "combatants": [late]}]
    *_, fight = by_policies({**script, "waves": waves}, 3, seed=2)
    dialog = FromHereDialog(None, fight)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.player.finished):
        dialog.show()
    assert dialog.ui.note.text() == "10 fights · without what comes later: ‘Guards’"
    dialog.course.stop()


def test_a_fight_that_is_over_has_no_forecast_and_says_so(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_fights(monkeypatch)
    with patch.object(Fight, "outcome", Outcome("players", Text("players left standing"), "")):
        dialog = FromHereDialog(None, play(duel()))
        qtbot.addWidget(dialog)
        dialog.show()
        assert dialog.ui.note.text() == "The fight is over: players left standing"
        assert not dialog.ui.bar.isVisible()
        dialog.course.stop()


def known_steps(course: CourseView) -> list[int]:
    return [step for stretch in course.ui.line.stretches for step, _ in stretch]


def test_where_nobody_won_it_is_said_who_counts_as_ahead(qtbot: QtBot) -> None:
    ended = Outcome(None, Text("the end of the last round"), "teohiphip-2")
    fight = play(duel())
    keep_chance(fight, fight.cursor, 0.9)
    for outcome, said in ((ended, True), (Outcome("players", Text("won"), ""), False)):
        view = CourseView()
        qtbot.addWidget(view)
        with patch.object(Fight, "outcome", outcome):
            view.open(fight, Player(view))
        assert ("Nobody won" in view.ui.note.text()) is said


def few_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course_view, "FIGHTS", 4)
    monkeypatch.setattr(course, "POINTS", 3)


# ---- how it went


def test_the_chances_are_worked_out_only_when_asked_and_are_kept(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_fights(monkeypatch)
    *_, fight = by_policies(sample_scripts("boj")[0], 9, seed=2)
    dialog = HowItWentDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.player.busy
    assert not dialog.course.ui.line.isVisible()
    with qtbot.waitSignal(dialog.course.kept) as kept:
        dialog.course.ui.work_out_button.click()
    assert course_of(fight)
    assert missing(fight) == []
    assert kept.args[0] == fight.script.course
    assert dialog.course.ui.line.isVisible()
    assert not dialog.course.ui.work_out_button.isVisible()
    again = HowItWentDialog(None, fight)
    qtbot.addWidget(again)
    again.show()
    assert again.course.ui.line.stretches == dialog.course.ui.line.stretches
    assert not again.course.ui.work_out_button.isVisible()


def test_what_was_worked_out_before_it_was_stopped_is_kept(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_fights(monkeypatch)
    *_, fight = by_policies(sample_scripts("boj")[0], 9, seed=2)
    dialog = HowItWentDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.waitSignal(dialog.player.finished):
        dialog.course.ui.work_out_button.click()
        assert dialog.course.ui.stop_button.isVisible()
    with qtbot.waitSignal(dialog.course.kept):
        dialog.accept()
    assert not dialog.player.busy
    assert 0 < len(course_of(fight)) < 3
    assert dialog.course.ui.note.text() == (
        f"Steps after which the chance is not known yet: {3 - len(course_of(fight))}."
    )


def test_everybody_has_a_row_with_what_was_expected(qtbot: QtBot) -> None:
    *_, fight = by_policies(sample_scripts("boj")[0], 120, seed=2)
    dialog = HowItWentDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show()
    found = statistics_of(fight)
    dialog.show_progress(3, 40)
    assert dialog.ui.progress.value() == 3
    dialog.show_statistics(found)
    assert dialog.ui.note.text().endswith(
        "An action is one attack, however many shots it has; blows and shots while somebody else "
        "acts count only as taken. Dealt and taken: hit points lost."
    )
    assert not dialog.ui.progress.isVisible()
    table = dialog.ui.table
    assert table.rowCount() == len(found.active) > 2
    cell = table.item(0, 2)
    assert cell
    first = found.active[0]
    assert cell.text() == f"{first.hits.reached} ({float(round(first.hits.expected, 1)):.1f})"
    table.sortItems(5, Qt.SortOrder.DescendingOrder)
    dealt = [cell.text() for row in range(table.rowCount()) if (cell := table.item(row, 5))]
    numbers = [int(words.partition(" ")[0]) for words in dealt]
    assert numbers == sorted(numbers, reverse=True)
    assert max(numbers) > 9 > min(numbers)  # as numbers, and not as words


def test_of_many_kinds_of_dice_all_are_named_the_most_thrown_first(qtbot: QtBot) -> None:
    *_, fight = by_policies(sample_scripts("boj")[0], 120, seed=2)
    found = statistics_of(fight)
    thrown = {"d20": 3, "d8": 12, "d4": 1}
    found.active[-1].dice = {kind: Dice(n, 10 * n, 10.5 * n) for kind, n in thrown.items()}
    dialog = HowItWentDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show_statistics(found)
    cell = dialog.ui.table.item(len(found.active) - 1, 7)
    assert cell
    assert cell.text() == "d8 10.0 (10.5) × 12, d20 10.0 (10.5) × 3, d4 10.0 (10.5) × 1"
    assert cell.toolTip().count("10.0 (10.5)") == 3


def test_a_bar_shows_what_was_and_what_was_expected(qtbot: QtBot) -> None:
    *_, fight = by_policies(sample_scripts("boj")[0], 40, seed=2)
    found = statistics_of(fight)
    seen = []
    for reached, expected in ((4, 2), (4, 7), (6, 7)):
        found.active[0].dealt = Tally(reached, Fraction(expected))
        dialog = HowItWentDialog(None, fight)
        qtbot.addWidget(dialog)
        dialog.show_statistics(found)
        dialog.show()
        cell = dialog.ui.table.item(0, 5)
        assert cell
        cell.setText("")
        area = dialog.ui.table.visualItemRect(cell)
        seen.append(dialog.ui.table.viewport().grab(area).toImage())
    assert seen[0] != seen[1] != seen[2] != seen[0]


def test_a_side_has_the_same_colour_however_many_are_on_it() -> None:
    sides = ["players", "cult", "cult", "police", "cult"]
    assert tints(sides) == {"players": 0, "cult": 1, "police": 2}
