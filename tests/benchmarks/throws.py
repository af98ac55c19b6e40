"""How long the pane of throws keeps the window waiting: ``python -m tests.benchmarks.throws``.

A campaign has 200 sheets, all of which throw at once. For each of what a person does, the longest
that the window's thread works at a stretch, in milliseconds of processor time, and all of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop.encounter.checks import MOST_THROWING
from desktop.library.records import NewCharacter
from desktop.window.shell.desk import Desk
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings

BUDGET = 2 * 1000 / 60
"""Milliseconds: two frames."""

SYSTEMS = {
    "walka": ("attributes", "senses"),
    "boj": ("skills", "dodge"),
    "teohiphip": (),
    "konflikt": ("skills", "Síla"),
    "mir_tmy": ("attributes", "wits"),
}


class Pulse(QTimer):
    """Beats as often as the window can, and keeps the longest that it had to wait."""

    def __init__(self) -> None:
        super().__init__(interval=0)
        self.timeout.connect(self.beat)

    def begin(self) -> None:
        self.longest, self.began = 0.0, thread_time()
        self.last = self.began
        self.start()

    def beat(self) -> None:
        now = thread_time()
        self.longest, self.last = max(self.longest, (now - self.last) * 1000), now

    def end(self) -> tuple[float, float]:
        self.stop()
        return self.longest, (thread_time() - self.began) * 1000


def measure(folder: Path) -> float:
    """Prints all of it; the longest of all."""
    application = QApplication([])
    loop = qasync.QEventLoop(application)
    window = MainWindow()
    window.show()
    desk = Desk(window, Settings(folder / "settings.ini"))
    pulse, worst = Pulse(), 0.0

    async def idle(until: Callable[[], bool] = lambda: True) -> None:
        await desk.tasks.wait_idle()
        while not until():
            await qasync.asyncio.sleep(0)
        await desk.tasks.wait_idle()

    async def people(system: str) -> int:
        return await desk.store.save(
            lambda c: [
                c.add_character(
                    NewCharacter(system=system, role="player", name=name, sheet={"name": name})
                ).id
                for name in (f"Person {number}" for number in range(MOST_THROWING))
            ][0]
        )

    for system, path in SYSTEMS.items():
        loop.run_until_complete(desk.campaigns.create(folder / f"{system}.fray", lambda _: None))
        first = loop.run_until_complete(people(system))
        pane = desk.throws.pane

        async def opened() -> None:
            await pane.open_for(system, [first], path)
            await idle()

        async def ticked() -> None:
            pane.choose(list(pane.someone))
            await idle(lambda: not pane._odds_timer.isActive())

        async def thrown() -> None:
            pane.usual.setChecked(True)
            pane.throw()
            await idle(lambda: pane._throws is None)
            await idle(lambda: not pane._odds_timer.isActive())

        for what, act in (("opened", opened), ("all ticked", ticked), ("thrown", thrown)):
            pulse.begin()
            loop.run_until_complete(act())
            longest, whole = pulse.end()
            worst = max(worst, longest)
            print(f"{system:10} {what:11} longest {longest:5.1f} ms   in all {whole:7.1f}")
    desk.throws.pane.close()
    return worst


def main() -> int:
    with TemporaryDirectory() as folder:
        return int(measure(Path(folder)) > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
