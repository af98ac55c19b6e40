"""Forecasts beside the window: they follow, are dropped when stale, and say why when they fail."""

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import opening, unchecked_opening
from desktop.encounter.simulate.work import Here, forecast
from desktop.rules import systems
from desktop.window.forecast import going_on
from desktop.window.forecast.balance import BalanceCard, fine_enough
from desktop.window.forecast.going_on import GoingOnDialog, script_at, stations, turning_points
from desktop.window.forecast.pictures import ChanceBar, Rounds, Survival, percent
from desktop.window.forecast.player import SEED, Player, workers
from desktop.window.forecast.what_if import WhatIfDialog, variations
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
        self.card = BalanceCard(self)
        self.card.fights = fights
        self.card.follow(lambda: self.script)
        self.resize(900, 400)
        self.show()


def test_the_balance_follows_the_encounter(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun())
    with qtbot.waitSignal(page.card.player.finished, timeout=20_000):
        page.card.changed()
    assert page.card.isVisible()
    expected = forecast(opening(not_begun()), 24, seed=SEED)
    assert page.card.bar.forecast == expected
    assert page.card.note.text().startswith("24 fights · ")
    assert not page.card.stop_button.isVisible()
    page.script = None
    page.card.changed()
    qtbot.waitUntil(lambda: not page.card.isVisible(), timeout=5_000)


def test_a_change_drops_what_is_out_of_date(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=100_000)
    with qtbot.waitSignal(page.card.player.grew, timeout=20_000):
        page.card.changed()
    assert page.card.player.busy
    stronger = not_begun()
    stronger["combatants"][1]["sheet"]["skills"]["ranged"] = 95
    page.script, page.card.fights = stronger, 30
    with qtbot.waitSignal(page.card.player.finished, timeout=20_000):
        page.card.changed()
    assert page.card.bar.forecast == forecast(opening(stronger), 30, seed=SEED)


def test_it_can_be_stopped_and_is_not_played_for_nobody(qtbot: QtBot) -> None:
    page = Builder(qtbot, not_begun(), fights=100_000)
    with qtbot.waitSignal(page.card.player.grew, timeout=20_000):
        page.card.changed()
    page.card.stop_button.click()
    assert not page.card.player.busy
    assert page.card.again_button.isVisible()
    with qtbot.waitSignal(page.card.player.grew, timeout=20_000):
        page.card.again_button.click()
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
    player.play(unchecked_opening(not_begun()), 50)
    player._look()
    assert player.busy
    assert player.progress == 0
    player.stop()


def test_what_cannot_be_played_says_why(qtbot: QtBot) -> None:
    script = not_begun()
    script["combatants"][0]["policy"] = "brave"
    page = Builder(qtbot, script)
    with qtbot.waitSignal(page.card.player.failed, timeout=20_000) as failed:
        page.card.changed()
    assert "no 'brave'" in failed.args[0]
    assert "no 'brave'" in page.card.note.text()


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


def test_what_is_not_certain_is_never_shown_as_certain() -> None:
    assert [percent(p) for p in (0, 0.001, 0.5, 0.999, 1)] == [
        "0 %", "<1 %", "50 %", ">99 %", "100 %",
    ]  # fmt: skip


# ---- what if


def test_what_if_names_what_can_be_changed() -> None:
    script = sample_scripts("boj")[0]
    names = [change.name for change in variations(script, systems()["boj"], english=True)]
    assert "One more: Послушник культа 1" in names
    assert "One more: Послушник культа 2" not in names
    assert "Культ surprised" in names
    assert "Культ: Fierce" in names
    assert len(names) == len(set(names))


def test_what_if_plays_all_side_by_side(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.window.forecast.what_if.FIGHTS", 12)
    dialog = WhatIfDialog(None, not_begun(), systems()["boj"])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.note.text() == "12 fights each", timeout=30_000)
    shown = {change.name: bar.forecast for change, bar, _ in dialog.rows}
    assert shown[""] == forecast(opening(not_begun()), 12, seed=SEED)
    more = shown["One more: bruno"]
    assert len(more.people) == 3
    assert more.wins["foes"] >= shown[""].wins["foes"]


# ---- in the fight


def test_a_fight_goes_on_from_where_it_stands(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(going_on, "FIGHTS", 10)
    monkeypatch.setattr(going_on, "FIGHTS_A_STEP", 4)
    monkeypatch.setattr(going_on, "POINTS", 3)
    *_, fight = by_policies(sample_scripts("boj")[0], 9, seed=2)
    dialog = GoingOnDialog(None, fight)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: len(dialog.course.points) == 3, timeout=30_000)
    expected = forecast(opening(script_at(fight, fight.cursor)), 10, seed=SEED)
    assert dialog.bar.forecast == expected
    assert [step for step, _ in dialog.course.points] == stations(fight)
    assert "%" in dialog.course.accessibleName()


def test_a_fight_turned_where_the_chance_changed_most() -> None:
    points = [(1, 0.5), (4, 0.52), (7, 0.9), (9, 0.6), (12, 0.61)]
    assert turning_points(points) == [7, 9]
