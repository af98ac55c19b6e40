"""How long the program takes to start: ``python -m tests.benchmarks.startup [RUNS]``.

Each run is a fresh process, timed from before it is made until its window has painted: an empty
PySide6 window, Fraydesk's own, and Fraydesk's until the last campaign stands open. The three take
turns, so that a busy machine slows them alike; the ratio counts, not the milliseconds. What others
do on the machine is left out of the second figure, the time that processors worked for the run.
``FRAYDESK_LANGUAGE`` names the language.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

EMPTY = """
import sys, time
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        application.quit()
application = QApplication([])
window = Window()
window.resize(1366, 768)
window.show()
application.exec()
print(time.time(), time.process_time())
"""

PAINTED = """
import gc, sys, time
from desktop import cli
assert cli.main
gc.disable()  # as the command does
from pathlib import Path
from desktop.window import app
from desktop.window.shell.settings import Settings
settings = Settings(Path(sys.argv[1]) / "settings.ini")
application = app.make_application("fraydesk")
app.translate(application, settings.spoken)
window = app.show_window(application, settings)
app.wait_for_paint(window)
print(time.time(), time.process_time())
"""

READY = (
    PAINTED.rsplit("print", 1)[0]
    + """
import asyncio
import qasync
from desktop.window.shell.desk import Desk
application.setQuitOnLastWindowClosed(False)
loop = qasync.QEventLoop(application)
asyncio.set_event_loop(loop)
async def ready():
    desk = Desk(window, Settings(Path(sys.argv[1]) / "settings.ini"))
    await desk.campaigns.begin(Path(sys.argv[1]) / "Benchmark.fray")
    print(time.time(), time.process_time(), flush=True)
    await desk.campaigns.close_campaign()
with loop:
    loop.run_until_complete(ready())
"""
)

BUDGETS = {"first paint": 1.5, "campaign open": 6.0}
"""How many times the work of an empty window; on a machine with nothing else to do, an empty
window takes 83 ms and the campaign is to stand open after 500.
"""


def milliseconds(code: str, folder: Path) -> tuple[float, float]:
    """From before the process is made until it says that it is there; of that, at work."""
    # Compiled modules are kept, as they are on a person's own machine.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    began = time.time()
    run = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    ended, at_work = map(float, run.stdout.split()[-2:])
    return (ended - began) * 1000, at_work * 1000


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    from desktop.library.campaign import Campaign
    from desktop.library.samples import pour, samples

    with TemporaryDirectory() as name:
        folder = Path(name)
        with Campaign.create(folder / "Benchmark.fray", "Benchmark") as campaign:
            pour(campaign, samples()[0].path)
        cases = {"empty window": EMPTY, "first paint": PAINTED, "campaign open": READY}
        taken: dict[str, list[tuple[float, float]]] = {case: [] for case in cases}
        for number in range(runs + 1):
            for case, code in cases.items():
                times = milliseconds(code, folder)
                if number:  # the first round only warms up
                    taken[case].append(times)
    least: dict[str, float] = {}
    for case, found in taken.items():
        by_clock, at_work = [one[0] for one in found], [one[1] for one in found]
        least[case] = min(at_work)
        print(
            f"{case:14} median {median(by_clock):5.0f} ms   best {min(by_clock):5.0f} ms   "
            f"at work {min(at_work):5.0f} ms"
        )
    late = False
    for case, budget in BUDGETS.items():
        ratio = least[case] / least["empty window"]
        late |= ratio > budget
        print(f"{case} is {ratio:.2f} times the work of an empty window (budget {budget})")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
