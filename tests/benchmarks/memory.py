"""How large the program grows: ``python -m tests.benchmarks.memory [SYSTEM [ACTS]]``.

The program itself on a screen that nobody sees: its empty window, the sample campaign of Walka (or
of another system), its first fight just opened, and after at most a hundred steps. What stands
there is the size of the process as the system tells it, in MB; of that, what is in no file and so
is its own alone. With a number of acts a long evening follows: steps of the fight, undo and redo,
sheets and encounters opened, sheets changed and taken back. After the first thousand the program
grows by at most 30 MB. Linux only.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from desktop.window import app
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings

if TYPE_CHECKING:
    from desktop.window.pages.fight import FightPage
    from desktop.window.shell.desk import Desk

STEPS = 100
PAUSE = 2.0
"""Seconds until what is done behind the window, such as imports, has been done."""
BUDGET = 150.0
GROWTH = 30.0
"""Megabytes that a long evening may add after its first thousand acts."""


def megabytes() -> tuple[float, float]:
    """The size of this process, and what of it is its own alone."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    told = dict(line.split(":", 1) for line in lines)
    whole, own = (int(told[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))
    return whole, own


def tell(what: str) -> float:
    whole, own = megabytes()
    print(f"{what:24} {whole:5.0f} MB, {own:4.0f} its own", flush=True)
    return whole


MAKE = """
import sys
from pathlib import Path
from desktop.encounter.playout import play_by_policies
from desktop.library.campaign import Campaign
from desktop.library.samples import pour, sample_scripts, samples
path, system = Path(sys.argv[1]), sys.argv[2]
with Campaign.create(path, "Benchmark") as campaign:
    pour(campaign, next(s for s in samples() if s.path.stem == system).path)
    fight = play_by_policies(sample_scripts(system)[0], seed=1, most=0)
    header = {k: v for k, v in fight.as_script().items() if k not in ("steps", "dice")}
    stored = campaign.start_fight(system=system, name="Fight", header=header)
    campaign.append_step(stored.id, 1, dict(fight.journal[0]))
"""
"""Makes the campaign, in a process of its own: what it imports would count."""


async def measure(
    application: app.Application, window: MainWindow, path: Path, acts: int
) -> tuple[float, float]:
    """Opens the fight of a campaign and plays it on.

    How large the program is once the fight is open, and how much a long evening adds, in MB.
    """
    import asyncio

    from desktop.encounter.behaviours import behaviours
    from desktop.rules.table import Decision
    from desktop.window.garbage import GarbageCollector
    from desktop.window.pages.fight import FightPage
    from desktop.window.shell.desk import Desk

    garbage = GarbageCollector(application)
    desk = Desk(window, Settings(path.with_name("settings.ini")))
    await desk.campaigns.begin(path)
    garbage.start()
    await asyncio.sleep(PAUSE)
    tell("campaign open")
    window.nav["fight"].click()
    await asyncio.sleep(PAUSE)
    opened = tell("fight open")
    page = window.ui.pages.currentWidget()
    assert isinstance(page, FightPage)
    assert page.session
    fight = page.session.fight
    policy = next(iter(behaviours(fight.rules).values()))

    def step() -> bool:
        """Plays the next step by the first behaviour; False when nobody can act."""
        assert page.session
        commands = (policy.choose(fight.state, id) for id in fight.rules.to_act(fight.state))
        command = None if fight.outcome else next(filter(None, commands), None)
        if command is None:
            return False
        page.session.perform(command.as_step(), typed=False)
        while fight.pending and isinstance(fight.pending.question, Decision):
            page.session.answer(fight.rules.decide(fight.state, fight.pending.question))
        return True

    while fight.cursor < STEPS and step():
        await asyncio.sleep(0)
    await asyncio.sleep(PAUSE)
    tell(f"after {fight.cursor} steps")
    grown = await evening(desk, page, step, acts) if acts else 0.0
    await desk.campaigns.close_campaign()
    garbage.stop()
    return opened, grown


async def evening(desk: Desk, page: FightPage, step: Callable[[], bool], acts: int) -> float:
    """Acts at random, all over the campaign; how many megabytes those after a thousand add."""
    import asyncio

    chance, navigator, session = random.Random(acts), desk.navigator, page.session
    fights = await desk.store.read(lambda campaign: [fight.id for fight in campaign.fights()])
    people = await desk.store.read(lambda campaign: [one.id for one in campaign.characters()])
    plans = await desk.store.read(lambda campaign: [one.id for one in campaign.encounters()])
    after_the_first = now = 0.0
    for number in range(1, acts + 1):
        match chance.randrange(10):
            case 0:
                await navigator.go("character", chance.choice(people))
                sheet = navigator.sheet_page
                if sheet is not None:
                    sheet.forms.form.box("notes").editor.put(f"Act {number}")
                    await navigator.flush()
            case 1:
                await navigator.go("encounter", chance.choice(plans))
            case 2:
                await navigator.undo()
            case 3:
                await navigator.redo()
            case _:
                await navigator.go("fight", fights[0])
                session = page.session
                if session is not None and (chance.random() < 0.2 or not step()):
                    session.undo_to(chance.randrange(session.fight.cursor + 1))
        await asyncio.sleep(0)
        if number % 1000 == 0:
            await asyncio.sleep(PAUSE)
            now = tell(f"after {number} acts")
            after_the_first = after_the_first or now
    return now - after_the_first


def main(system: str = "walka", acts: str = "0") -> int:
    with TemporaryDirectory() as name:
        path = Path(name, "Benchmark.fray")
        subprocess.run([sys.executable, "-c", MAKE, str(path), system], check=True)
        application = app.make_application("fraydesk")
        import asyncio  # as in the program, when that has said that it needs no OpenSSL

        import qasync

        window = app.show_window(application, Settings(path.with_name("settings.ini")))
        app.wait_for_paint(window)
        tell("first paint")
        application.setQuitOnLastWindowClosed(False)
        loop = qasync.QEventLoop(application)
        asyncio.set_event_loop(loop)
        with loop:
            opened, grown = loop.run_until_complete(measure(application, window, path, int(acts)))
    print(f"budget with a fight open {BUDGET:.0f} MB, of an evening's growth {GROWTH:.0f} MB")
    return int(opened > BUDGET or grown > GROWTH)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
