"""How an encounter is balanced: a card that follows while one adds and removes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import Opening, opening
from desktop.forms.balance import Ui_BalanceForm
from desktop.rules import systems
from desktop.window.forecast.pictures import Picture
from desktop.window.forecast.player import Player, without_waves, workers
from desktop.window.widgets.language import in_words, tr

FIGHTS = 2_400
"""Fights after which a forecast is left: ± 2 points, whatever the chance is."""

FINE = 0.02
"""Half the width of the interval at which there are enough fights."""

LEAST = 200
"""But never fewer than this, so that the rounds and the people have figures too."""

PAUSE = 120
"""Milliseconds after the last change before the fights are played."""


def fine_enough(forecast: Forecast) -> bool:
    """Whether every side's chance to win, or to be ahead without a winner, is known to 2 points."""
    shares = [
        *(forecast.wins_of(side) for side in forecast.sides),
        *(forecast.ahead_of(side) for side in ("", *forecast.sides)),
    ]
    return forecast.fights >= LEAST and all(share.margin <= FINE for share in shares)


class BalanceCard(QFrame):
    """The chances of an encounter as it stands in the builder."""

    what_if_asked = Signal()
    even_asked = Signal()
    fights = FIGHTS
    """How many fights it plays at most; 0 plays none."""

    def __init__(
        self, script: Callable[[], Mapping[str, Any] | None], parent: QWidget | None = None
    ) -> None:
        """``script`` gives the encounter as it stands as a fight script; None where it cannot."""
        super().__init__(parent)
        self.ui = Ui_BalanceForm(self)
        self._script = script
        self._played: Opening | None = None
        self.complete = False
        """Whether the forecast that is shown is all of it."""
        self.player = Player(self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._play)
        self.ui.again_button.clicked.connect(self._again)
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._stop_with)
        self.hide()

    # ---- following

    def changed(self) -> None:
        """The encounter is another one now: what is being played is out of date."""
        if self.fights:
            self._pause.start()

    def forget(self) -> None:
        """Another encounter comes: nothing of the one before is shown until it is played."""
        self.stop()
        self._played = None
        self.hide()

    def _play(self) -> None:
        page = self.parentWidget()
        seen = bool(page and page.isVisible())
        opening = two_sided(self._script())
        if seen and opening is not None and opening == self._played:
            return
        self.player.stop()
        self._played = opening if seen else None  # played as soon as the card is seen
        self.setVisible(opening is not None)
        if not seen:
            return
        if opening is None:
            workers.prepare()  # the second side may come at any moment
            return
        self.complete = False
        for picture in self.findChildren(Picture):
            picture.setEnabled(False)  # it is of the encounter as it stood before
        self._busy(True)
        self.ui.note.setText(tr("playing…"))
        self.player.play(opening, self.fights, fine_enough)

    def _again(self) -> None:
        self._played = None
        self._play()

    def stop(self) -> None:
        """Leaves it at the fights that were played."""
        self._pause.stop()
        self.player.stop()
        self._busy(False)

    # ---- showing

    def _show(self, forecast: Forecast) -> None:
        for picture in self.findChildren(Picture):
            picture.show_forecast(forecast)
        self.ui.progress.setValue(int(1000 * self.player.progress))
        self.ui.note.setText(self._said(forecast))

    def _said(self, forecast: Forecast) -> str:
        count = tr("{count} fight", "{count} fights", count=forecast.fights)
        script = self._script() or {}
        rules = systems().usable(script.get("system", ""))
        last = in_words(rules.round_named(forecast.rounds_within(0.5))) if rules else ""
        stuck = forecast.unfinished.total()
        endless = tr("{count} without an end", "{count} without an end", count=stuck)
        later = without_waves(wave["name"] for wave in script.get("waves", ()))
        said = (count, tr("half are over by: {round}", round=last), endless if stuck else "", later)
        return " · ".join(filter(None, said))

    def _finish(self) -> None:
        self.complete = True
        self._busy(False)
        self.ui.again_button.hide()

    def _stop_with(self, why: str) -> None:
        self._busy(False)
        self.ui.note.setText(why)

    def _busy(self, on: bool) -> None:
        for widget in (self.ui.progress, self.ui.stop_button):
            widget.setVisible(on)
        self.ui.again_button.setVisible(not on)
        if on:
            self.ui.progress.setValue(0)

    # ---- seen or not

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._played is None:
            self.changed()

    def hideEvent(self, event: QHideEvent) -> None:
        """The card is not seen: what is played is dropped, and played again on return."""
        super().hideEvent(event)
        if self.player.busy:
            self.stop()
            self._played = None


def two_sided(script: Mapping[str, Any] | None) -> Opening | None:
    """The opening of a script with at least two sides; None without. What it is called and what is
    at stake changes nothing in the fights."""
    if script is None or len({combatant["side"] for combatant in script["combatants"]}) < 2:
        return None
    played = {key: value for key, value in script.items() if key not in ("name", "objectives")}
    return opening(played, check=False)
