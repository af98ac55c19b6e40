"""How long the pane of throws keeps the window waiting: ``python -m tests.benchmarks.throws``.

A campaign has 200 sheets, all of which throw at once. For each of what a person does, the longest
that the window's thread works at a stretch, in milliseconds of processor time, and all of it.
"""

from __future__ import annotations

import asyncio
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
from desktop.library.campaign import Campaign
from desktop.library.records import NewCharacter
from desktop.rules import systems
from desktop.window.shell.desk import Desk
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings

BUDGET = 2 * 1000 / 60
"""Milliseconds: two frames."""

SYSTEMS: dict[str, tuple[str, ...]] = {
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


async def idle(desk: Desk, until: Callable[[], bool] = lambda: True) -> None:
    """Waits until nothing is worked at."""
    await desk.tasks.wait_idle()
    while not until():
        await asyncio.sleep(0)
    await desk.tasks.wait_idle()


def add_people(campaign: Campaign, system: str) -> list[int]:
    """Fills a campaign with sheets; their ids."""
    sheets = [{"name": f"Person {number}"} for number in range(MOST_THROWING)]
    news = [NewCharacter(system=system, role="player", name=s["name"], sheet=s) for s in sheets]
    return [campaign.add_character(new).id for new in news]


async def measured(desk: Desk, system: str, path: tuple[str, ...], file: Path) -> float:
    """Prints the figures of a system; the longest of them."""
    systems()[system]  # a system is read when its first sheet is opened
    await desk.campaigns.create(file, lambda _: None)
    ids = await desk.store.save(lambda c: add_people(c, system))
    pane, pulse, worst = desk.throws.pane, Pulse(), 0.0

    async def opened() -> None:
        await pane.open_for(system, ids[:1], path)
        await idle(desk)

    async def ticked() -> None:
        pane.choose(list(pane.someone))
        await idle(desk, lambda: not pane._odds.busy)

    async def thrown() -> None:
        pane.usual.setChecked(True)
        pane.throw()
        await idle(desk, lambda: pane._throws is None)
        await idle(desk, lambda: not pane._odds.busy)

    for what, act in (("opened", opened), ("all ticked", ticked), ("thrown", thrown)):
        pulse.begin()
        await act()
        longest, whole = pulse.end()
        worst = max(worst, longest)
        print(f"{system:10} {what:11} longest {longest:5.1f} ms   in all {whole:7.1f}")
    return worst


async def measure(desk: Desk, folder: Path) -> float:
    """The longest of all."""
    worst = [await measured(desk, s, path, folder / f"{s}.fray") for s, path in SYSTEMS.items()]
    await desk.campaigns.close_campaign()
    return max(worst)


def main() -> int:
    application = QApplication([])
    loop = qasync.QEventLoop(application)
    with TemporaryDirectory() as folder:
        window = MainWindow()
        window.show()
        desk = Desk(window, Settings(Path(folder) / "settings.ini"))
        return int(loop.run_until_complete(measure(desk, Path(folder))) > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
