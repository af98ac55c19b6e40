"""Odds between two frames: a job that breaks breaks once, and the next one has its turn."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.encounter.fight import Fight, start
from desktop.encounter.odds import OddsSearch
from desktop.rules.table import Refusal
from desktop.window.combat.odds.command_odds import walked
from desktop.window.combat.session.slices import Slices
from tests.window.combat.skirmish import skirmish


class Broken:
    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked = 0

    def __call__(self) -> OddsSearch:
        self.asked += 1
        raise self.error


def begun() -> Fight:
    fight = start(skirmish())
    fight.perform({"do": "begin", "answers": "default"}, lambda sides: sides)
    return fight


def test_a_job_that_breaks_is_told_once_and_the_next_has_its_turn(qtbot: QtBot) -> None:
    found: list[Any] = []
    lazy = Slices()
    broken, gone = Broken(ZeroDivisionError("x")), Broken(Refusal("the question is gone"))
    lazy.ask(walked(broken), found.append)
    lazy.ask(walked(gone), found.append)
    with pytest.raises(ZeroDivisionError):
        lazy._slice()  # as the timer does; what a timer's slot raises is nobody's to catch
    qtbot.waitUntil(lambda: not lazy.busy)
    assert broken.asked == gone.asked == 1
    assert found == [broken.error, gone.error]


def test_odds_of_a_question_that_is_gone_are_refused() -> None:
    fight = begun()
    with pytest.raises(Refusal):
        fight.search_odds_of_answer("x")
    # Dice are waited for, and no answer.
    fresh = start(skirmish())
    assert fresh.perform({"do": "begin"}) is None
    with pytest.raises(Refusal, match="no decision is waiting"):
        fresh.search_odds_of_answer("x")


class Endless:
    """Paths without end, until somebody is in a hurry."""

    def __init__(self) -> None:
        self.hurried = 0

    def advance(self, paths: int) -> bool:
        return self.hurried >= 2

    def hurry(self) -> None:
        self.hurried += 1

    odds = None


def test_a_job_that_takes_too_long_is_told_to_hurry(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.window.combat.odds.command_odds.PATIENCE", 0.0)
    lazy, search = Slices(), Endless()
    found: list[object] = []
    lazy.ask(walked(lambda: search), found.append)  # type: ignore[arg-type,return-value]
    qtbot.waitUntil(lambda: bool(found))
    assert search.hurried == 2
    assert not lazy.busy
