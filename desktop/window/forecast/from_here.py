"""How a fight goes on from here, and how its chances went so far: the turning points."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.course import script_at
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import unchecked_opening
from desktop.forms.from_here import Ui_FromHereForm
from desktop.window.forecast.course import CourseView
from desktop.window.forecast.player import ForecastDialog, Player
from desktop.window.widgets.language import tr

FIGHTS = 600
"""Fights from here on."""


class FromHereDialog(ForecastDialog):
    """First the forecast from here; then, step by step, the chance as it was."""

    def __init__(self, parent: QWidget | None, fight: Fight) -> None:
        super().__init__(parent)
        self.ui = Ui_FromHereForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.ui.close_button.clicked.connect(self.accept)
        self.course: CourseView = self.ui.course
        self.course.open(fight, Player(self))
        self.course.setVisible(fight.begun)
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._fail)
        if fight.begun and fight.outcome:
            self.ui.note.setText("")
            self.course.start()
        else:
            opening = unchecked_opening(script_at(fight, fight.cursor))
            self.player.play(opening, FIGHTS)

    def _show(self, forecast: Forecast) -> None:
        for picture in (self.ui.bar, self.ui.survival, self.ui.rounds):
            picture.show_forecast(forecast)
        self.ui.note.setText(tr("{count} fight", "{count} fights", count=forecast.fights))

    def _finish(self, forecast: Forecast) -> None:
        self._show(forecast)
        self.course.start()

    def _fail(self, why: str) -> None:
        self.ui.note.setText(tr("The fights cannot be played: {why}", why=why))
