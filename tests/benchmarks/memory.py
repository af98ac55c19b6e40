"""How large the program grows: ``python -m tests.benchmarks.memory [SYSTEM]``.

The program itself on a screen that nobody sees: its empty window, the sample campaign of Walka (or
of another system), its first fight just opened, and after at most a hundred steps. What stands
there is the size of the process as the system tells it, in MB; of that, what is in no file and so
is its own alone. Linux only.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync

from desktop.window import app
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings

STEPS = 100
PAUSE = 2.0
"""Seconds until what is done behind the window, such as imports, has been done."""
BUDGET = 150.0


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


async def measure(application: app.Application, window: MainWindow, path: Path) -> float:
    """Opens the fight of a campaign and plays it on; how large the program is once it is open."""
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
    while fight.cursor < STEPS and not fight.outcome:
        commands = (policy.choose(fight.state, id) for id in fight.rules.to_act(fight.state))
        command = next(filter(None, commands), None)
        if command is None:
            break
        page.session.perform(command.as_step(), typed=False)
        while fight.pending and isinstance(fight.pending.question, Decision):
            page.session.answer(fight.rules.decide(fight.state, fight.pending.question))
        await asyncio.sleep(0)
    await asyncio.sleep(PAUSE)
    tell(f"after {fight.cursor} steps")
    await desk.campaigns.close_campaign()
    garbage.stop()
    return opened


def main(system: str = "walka") -> int:
    with TemporaryDirectory() as name:
        path = Path(name, "Benchmark.fray")
        subprocess.run([sys.executable, "-c", MAKE, str(path), system], check=True)
        application = app.make_application("fraydesk")
        window = app.show_window(application, Settings(path.with_name("settings.ini")))
        app.wait_for_paint(window)
        tell("first paint")
        application.setQuitOnLastWindowClosed(False)
        loop = qasync.QEventLoop(application)
        asyncio.set_event_loop(loop)
        with loop:
            opened = loop.run_until_complete(measure(application, window, path))
    print(f"budget with a fight open {BUDGET:.0f} MB")
    return int(opened > BUDGET)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
