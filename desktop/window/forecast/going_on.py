"""How a fight goes on from here, and how its chances went so far: the turning points."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import Opening, unchecked_opening
from desktop.rules.state import PLAYERS
from desktop.window.forecast.dialog import ForecastDialog
from desktop.window.forecast.pictures import ChanceBar, ChanceCourse, Rounds, Survival, percent
from desktop.window.widgets import basics
from desktop.window.widgets.language import in_words, tr

FIGHTS = 600
"""Fights from here on."""

FIGHTS_A_STEP = 60
"""Fights from each earlier step: ± 12 points at most, enough to see where a fight turned."""

POINTS = 40
"""The chance is worked out after at most so many steps of the fight, evenly chosen."""

TURN = 0.15
"""A change of the chance between two points that counts as a turning point."""


def script_at(fight: Fight, steps: int) -> dict[str, Any]:
    """The fight as a script up to after so many of its steps, each with its dice."""
    script = fight.script.model_dump(mode="json", exclude_defaults=True)
    return {
        **script,
        "format": fight.script.format,
        "combatants": [
            {**one.model_dump(mode="json", exclude={"sheet"}, exclude_none=True),
             "sheet": one.sheet}
            for one in fight.script.combatants
        ],
        "dice": [],
        "steps": [copy.deepcopy(dict(moment.step)) for moment in fight.moments[:steps]],
    }  # fmt: skip


def stations(fight: Fight) -> list[int]:
    """After how many steps the chance is worked out: from the beginning to the present."""
    last = fight.cursor
    count = min(last, POINTS)
    return sorted({1 + round(number * (last - 1) / max(count - 1, 1)) for number in range(count)})


def turning_points(points: Sequence[tuple[int, float]]) -> list[int]:
    """The steps after which the chance had changed most, of those that changed it much."""
    changes = [
        (abs(after - before), step)
        for (_, before), (step, after) in pairwise(points)
        if abs(after - before) >= TURN
    ]
    return sorted(step for _, step in sorted(changes, reverse=True)[:5])


class GoingOnDialog(ForecastDialog):
    """First the forecast from here; then, step by step, the chance as it was."""

    def __init__(self, parent: QWidget | None, fight: Fight) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How does it go on from here?"))
        self._fight = fight
        self._points: list[tuple[int, float]] = []
        self._stations = stations(fight) if fight.begun else []
        self._at: int | None = None
        self.note = basics.label(tr("playing…"), "small")
        self.bar, self.survival, self.rounds = ChanceBar(), Survival(), Rounds()
        self.course = ChanceCourse()
        self.turns = basics.label("", "muted", wrap=True)
        self._lay_out()
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._fail)
        if fight.begun and fight.outcome:
            self._next()
        else:
            self.player.play(self._opening(fight.cursor), FIGHTS)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(self.bar)
        pictures = QHBoxLayout()
        pictures.setSpacing(24)
        for title, picture, wide in (
            (tr("Still standing at the end"), self.survival, 3),
            (tr("The round in which it ends"), self.rounds, 2),
        ):
            part = QVBoxLayout()
            part.addWidget(basics.label(title, "small"))
            part.addWidget(picture)
            part.addStretch(0)
            pictures.addLayout(part, wide)
        column.addLayout(pictures)
        said = tr("The chance of {side}, step by step", side=self._side)
        self.course_title = basics.label(said, "small")
        for widget in (self.course_title, self.course, self.turns):
            column.addWidget(widget)
            widget.setVisible(bool(self._stations))
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        close = basics.button(tr("Close"))
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        column.addLayout(foot)
        self.resize(860, 620)

    @property
    def _side(self) -> str:
        sides = [one.side for one in self._fight.state.combatants.values()]
        return PLAYERS if PLAYERS in sides else sides[0]

    def _opening(self, steps: int) -> Opening:
        return unchecked_opening(script_at(self._fight, steps))

    # ---- from here

    def _show(self, found: Forecast) -> None:
        if self._at is None:
            for picture in (self.bar, self.survival, self.rounds):
                picture.show_forecast(found)
            self.note.setText(tr("{count} fight", "{count} fights", count=found.fights))

    def _finish(self, found: Forecast) -> None:
        if self._at is None:
            self._show(found)
        else:
            chance = found.wins_of(self._side).p + found.ahead_of(self._side).p
            self._points.append((self._at, chance))
            self._show_course()
        self._next()

    # ---- so far

    def _next(self) -> None:
        """The latest steps first: they are asked about most."""
        if not self._stations:
            self.note.setText("" if self._at is None else self.note.text())
            self._at = None
            return
        self._at = self._stations.pop()
        self.player.play(self._opening(self._at), FIGHTS_A_STEP)

    def _show_course(self) -> None:
        points = sorted(self._points)
        turns = turning_points(points)
        said = tr("The chance after each step: {chances}",
                  chances=", ".join(percent(p) for _, p in points))  # fmt: skip
        self.course.show_points(points, self._fight.cursor, turns, said)
        told = [self._told(step, points) for step in turns]
        self.turns.setText("\n".join(told))

    def _told(self, step: int, points: Sequence[tuple[int, float]]) -> str:
        """What happened when the fight turned: the step's own lines, and the chance before."""
        chances = dict(points)
        before = max(at for at in chances if at < step)
        lines = [line for moment in self._fight.moments[before:step] for line in moment.lines]
        what = in_words(lines[-1].text) if lines else ""
        round = self._fight.moments[step - 1].state.round
        return tr("Round {round}: {before} → {after} · {what}", round=round,
                  before=percent(chances[before]), after=percent(chances[step]),
                  what=what)  # fmt: skip

    def _fail(self, why: str) -> None:
        self.note.setText(tr("The fights cannot be played: {why}", why=why))
