"""How long the builder's card of balance takes: ``python -m tests.benchmarks.balance [SYSTEM…]``.

Four against four in every system, with all worker processes there are: the first figures of the
program (the processes have to start), the first after a change, how wide the interval of the
chances is three seconds after it, and how many fights a second are played. Times are of the clock,
so nothing else should run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from time import perf_counter, sleep
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from desktop.encounter.simulate.forecast import Forecast
from desktop.rules import systems

if __name__ != "__mp_main__":  # workers import this module, as they do the program's; not its Qt
    from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

    from desktop.window.forecast.balance import BalanceCard
    from desktop.window.forecast.player import workers
    from tests.benchmarks.simulate import evenly_matched, four_against_four

LOOKED_AT = 3.0
"""Seconds after a change at which the interval is read."""


class Watched:
    """A card on a page, and a clock."""

    def __init__(self) -> None:
        self.page = QWidget()
        self.script: Mapping[str, Any] | None = None
        self.card = BalanceCard(lambda: self.script)
        QVBoxLayout(self.page).addWidget(self.card)
        self.shown: Forecast | None = None
        self.side = ""
        self.card.player.grew.connect(self._grew)
        self.page.show()

    def _grew(self, forecast: Forecast) -> None:
        if forecast.people[0].side == self.side:
            self.shown = forecast

    def changed(self, script: Mapping[str, Any], side: str) -> None:
        """The encounter is this one now; its first side is called by a name of its own."""
        people = script["combatants"]
        first = people[0]["side"]
        mine = [{**one, "side": side} if one["side"] == first else one for one in people]
        self.shown, self.side = None, side
        self.began = perf_counter()
        self.script = {**script, "combatants": mine}
        self.card.changed()

    def until(self, reached: Callable[[], bool]) -> float:
        """Seconds since the change until something is reached."""
        while not reached():
            QApplication.processEvents()
            sleep(0.002)  # the processor is for those who play
        return perf_counter() - self.began

    def first(self) -> float:
        return self.until(lambda: self.shown is not None)

    def after(self, seconds: float) -> Forecast:
        self.until(lambda: perf_counter() - self.began > seconds or self.card.complete)
        assert self.shown is not None
        return self.shown


def margin(forecast: Forecast) -> float:
    """Half the width of the widest interval of a side's chance, in points."""
    sides = forecast.sides
    shares = [*map(forecast.wins_of, sides), *map(forecast.ahead_of, sides)]
    return 100 * max(share.margin for share in shares)


def main(wanted: list[str]) -> None:
    application = QApplication([])
    print(f"{workers.count} worker processes")
    for system in wanted or systems():
        workers.stop()
        watched = Watched()
        watched.changed(four_against_four(system), "before")
        cold = watched.first()
        for name, script in (
            ("4 v 4", four_against_four(system)),
            ("even", evenly_matched(system)),
        ):
            watched.changed(script, name)
            warm = watched.first()
            begun, fights = perf_counter(), watched.shown.fights if watched.shown else 0
            found = watched.after(LOOKED_AT)
            rate = (found.fights - fights) / (perf_counter() - begun)
            print(
                f"{system:<10} {name:<6} first figures {cold:5.2f} s, after a change {warm:5.2f} s;"
                f" then ± {margin(found):4.1f} points of {found.fights} fights,"
                f" {rate:5.0f} fights/s",
                flush=True,
            )
        watched.page.close()
    workers.stop()
    application.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
