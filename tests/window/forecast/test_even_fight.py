"""How many for an even fight: what is tried, what is said, and what Enter does."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.encounter.roster import Line, Plan
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import Opening
from desktop.library.samples import sample_scripts
from desktop.window.forecast import even
from desktop.window.forecast.even import EvenDialog
from desktop.window.forecast.player import Player
from desktop.window.pages.encounter import EncounterPage
from tests.window.conftest import Person

HERO, FOE = (sample_scripts("boj")[0]["combatants"][place]["sheet"] for place in (0, -1))


def plan(*, side: str = "players", wave: str = "") -> Plan:
    lines = [Line(sheet=HERO, side=side), Line(sheet=FOE, side="foes", wave=wave)]
    return Plan(system="boj", lines=lines)


@pytest.fixture
def worth(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Says how many foes are worth the players, and that fights end so at once."""

    def set_worth(number: float) -> None:
        def play(player: Player, opening: Opening, fights: int, enough: object) -> None:
            foes = sum(one["side"] != "players" for one in json.loads(opening.script)["combatants"])
            won = round(fights * min(max(0.5 + (number - foes) / 10, 0), 1))
            wins = Counter(players=won, foes=fights - won) if number else Counter({"": fights})
            ahead = Counter() if number else Counter({"": fights})
            player.finished.emit(Forecast(fights=fights, wins=wins, ahead=ahead))

        monkeypatch.setattr(Player, "play", play)

    return set_worth


def dialog_of(qtbot: QtBot, made: Plan) -> EvenDialog:
    dialog = EvenDialog(None, made, 1, "Kultysta")
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize(
    ("number", "tried", "nearest", "said"),
    [
        (3.2, {1, 2, 3, 4}, 3, {3: 52, 4: 42}),
        (5.9, {1, 2, 4, 5, 6, 8}, 6, {5: 59, 6: 49}),
        (-2, {1}, 1, {1: 20}),
        (99, {1, 2, 4, 8, 16, 32, 50}, 50, {50: 100}),
    ],
)  # fmt: skip
def test_the_number_is_closed_in_upon(
    qtbot: QtBot, worth: Callable[[float], None],
    number: float, tried: set[int], nearest: int, said: dict[int, int],
) -> None:  # fmt: skip
    worth(number)
    dialog = dialog_of(qtbot, plan())
    assert set(dialog.chances) == tried
    assert dialog.ui.answer.text() == "; ".join(
        f"{count} of them: the players come off better in {p} %" for count, p in said.items()
    )
    assert dialog.count == nearest
    assert dialog.ui.set_button.text() == f"Set to {nearest}"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (plan(side="others"), "Nobody is there for the players from the start"),
        (plan(wave="Guards"), "Only the wave Guards brings them"),
        (plan(), "1 of them: in hardly any fight one side comes off better"),
    ],
)
def test_what_has_no_answer_says_why(
    qtbot: QtBot, worth: Callable[[float], None], made: Plan, said: str
) -> None:
    worth(0)
    dialog = dialog_of(qtbot, made)
    assert said in dialog.ui.answer.text()
    assert not dialog.ui.set_button.isVisible()


def test_real_fights_are_played_beside_the_window_and_can_be_left(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(even, "FIGHTS", 40)
    dialog = dialog_of(qtbot, plan())
    qtbot.waitUntil(lambda: bool(dialog.ui.answer.text()))
    again = dialog_of(qtbot, plan())
    assert again.player.busy
    assert again.ui.progress.isVisible()
    qtbot.waitUntil(lambda: bool(again.ui.answer.text()))
    assert again.chances == dialog.chances
    third = dialog_of(qtbot, plan())
    qtbot.keyClick(third, Qt.Key.Key_Escape)
    assert not third.player.busy
    assert not third.isVisible()


def test_enter_sets_the_count_and_undo_takes_it_back(
    person: Person, worth: Callable[[float], None]
) -> None:
    worth(5.2)
    person.go("encounter", "Patrol MOIRY")
    page: EncounterPage = person.encounter
    index = next(n for n, line in enumerate(page.lines) if line["side"] != "players")
    before: Any = page.lines[index].get("count", 1)
    others = sum(x.get("count", 1) for x in page.lines if x["side"] != "players") - before
    page._plan_lines[index].even_asked.emit()
    dialog = page.findChild(EvenDialog)
    assert dialog is not None
    person.qtbot.keyClick(dialog.ui.set_button, Qt.Key.Key_Return)
    assert page.lines[index].get("count", 1) == max(5 - others, 1) != before
    person.do(page.flush())
    person.do(person.desk.store.history.undo())
    person.do(page.read_again())
    assert page.lines[index].get("count", 1) == before
