"""How many of one line of an encounter make an even fight: forecasts of ever other counts."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.encounter.roster import MOST_OF_A_KIND, Plan
from desktop.encounter.simulate.forecast import Forecast, better_off, crossing, with_count
from desktop.forms.even import Ui_EvenForm
from desktop.rules.state import PLAYERS
from desktop.rules.table import Refusal
from desktop.rules.text import as_percent
from desktop.window.forecast.pictures import ChanceBar
from desktop.window.forecast.player import ForecastDialog, without_waves
from desktop.window.widgets.basics import label
from desktop.window.widgets.language import error_in_words, tr

FIGHTS = 400
"""Fights of each count at most: ± 5 points, whatever the chance is."""

FINE = 0.05
"""Half the width of the interval at which there are enough fights."""

LEAST = 100
"""But never fewer than this."""

WIDE = 0.15
"""Half the width of an interval that says nothing: hardly a fight in which a side is better off."""


def fine_enough(forecast: Forecast) -> bool:
    """Whether the chance of the players to come off better is known to 5 points."""
    return forecast.fights >= LEAST and better_off(forecast).margin <= FINE


class EvenDialog(ForecastDialog):
    """Plays one count after the other, and offers the one that is nearest to an even fight."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None, plan: Plan, line: int, name: str) -> None:
        super().__init__(parent)
        self.ui = ui = Ui_EvenForm(self)
        self._plan, self._line = plan, line
        self._search: Generator[int, float, float] = crossing(1, MOST_OF_A_KIND)
        self._bar: ChanceBar
        self.count = 0
        """How many are being played; when all is played, how many are nearest to an even fight."""
        self.chances: dict[int, float] = {}
        """The players' chance to come off better, by the count."""
        self._say_what_is_played(name)
        ui.set_button.hide()
        self.accepted.connect(lambda: self.chosen.emit(self.count))
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._end)
        if reason := self._unanswerable():
            self._end(reason)
        else:
            self._play(next(self._search))

    def _say_what_is_played(self, name: str) -> None:
        about = tr(
            "{name}: forecasts with different numbers of them; all others stay as they are."
            " Only fights count in which one side comes off better: it wins, or has more people"
            " left.",
            name=name,
        )
        later = without_waves(dict.fromkeys(line.wave for line in self._plan.lines if line.wave))
        self.ui.about.setText(f"{about}\n{later}".rstrip())

    def _unanswerable(self) -> str:
        """Why there is no number of this line that forecasts could find; empty where there is."""
        if wave := self._plan.lines[self._line].wave:
            return tr("Only the wave {wave} brings them: forecasts leave waves out.", wave=wave)
        if not any(line.side == PLAYERS and not line.wave for line in self._plan.lines):
            return tr("Nobody is there for the players from the start: add them first.")
        return ""

    def _play(self, count: int) -> None:
        self.count = count
        self.ui.note.setText(tr("playing with {number} of them…", number=count))
        try:
            opening = with_count(self._plan, self._line, count)
        except Refusal as refusal:
            self._end(error_in_words(refusal))
            return
        self._bar = ChanceBar(height=24)
        self.ui.grid.addWidget(label(str(count), "strong"), count, 0)
        self.ui.grid.addWidget(self._bar, count, 1)
        self.player.play(opening, FIGHTS, fine_enough)

    def _show(self, forecast: Forecast) -> None:
        self._bar.show_forecast(forecast)
        self.ui.progress.setValue(int(1000 * self.player.progress))

    def _finish(self, forecast: Forecast) -> None:
        self._bar.show_forecast(forecast)
        chance = better_off(forecast)
        if chance.margin > WIDE:
            self._end(tr("{number} of them: in hardly any fight one side comes off better.",
                         number=self.count))  # fmt: skip
            return
        self.chances[self.count] = chance.p
        try:
            self._play(self._search.send(chance.p))
        except StopIteration:
            self._answer()

    def _answer(self) -> None:
        few = max((count for count, chance in self.chances.items() if chance >= 0.5), default=0)
        ends = [count for count in (few, few + 1) if count in self.chances]
        self.count = min(ends, key=lambda count: abs(self.chances[count] - 0.5))
        self.ui.set_button.setText(tr("Set to {number}", number=self.count))
        said = [
            tr("{number} of them: the players come off better in {chance}",
               number=count, chance=as_percent(self.chances[count]))
            for count in ends
        ]  # fmt: skip
        self._end("; ".join(said))
        self.ui.set_button.show()
        self.ui.set_button.setFocus()

    def _end(self, answer: str) -> None:
        self.ui.answer.setText(answer)
        self.ui.note.clear()
        self.ui.progress.hide()
