"""How a fight goes on from here, and how its chances went so far: the turning points."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.course import script_at
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import unchecked_opening
from desktop.window.forecast.course import CourseView
from desktop.window.forecast.dialog import ForecastDialog
from desktop.window.forecast.pictures import ChanceBar, Rounds, Survival
from desktop.window.forecast.player import Player
from desktop.window.widgets import basics
from desktop.window.widgets.language import tr

FIGHTS = 600
"""Fights from here on."""


class FromHereDialog(ForecastDialog):
    """First the forecast from here; then, step by step, the chance as it was."""

    def __init__(self, parent: QWidget | None, fight: Fight) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How does it go on from here?"))
        self._fight = fight
        self.note = basics.label(tr("playing…"), "small")
        self.bar, self.survival, self.rounds = ChanceBar(), Survival(), Rounds()
        self.course = CourseView(fight, Player(self))
        self.course.setVisible(fight.begun)
        self._lay_out()
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._fail)
        if fight.begun and fight.outcome:
            self.note.setText("")
            self.course.start()
        else:
            opening = unchecked_opening(script_at(fight, fight.cursor))
            self.player.play(opening, FIGHTS)

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
        column.addWidget(self.course)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        close = basics.button(tr("Close"))
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        column.addLayout(foot)
        self.resize(860, 620)

    def _show(self, found: Forecast) -> None:
        for picture in (self.bar, self.survival, self.rounds):
            picture.show_forecast(found)
        self.note.setText(tr("{count} fight", "{count} fights", count=found.fights))

    def _finish(self, found: Forecast) -> None:
        self._show(found)
        self.course.start()

    def _fail(self, why: str) -> None:
        self.note.setText(tr("The fights cannot be played: {why}", why=why))
