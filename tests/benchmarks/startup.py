"""How long the program takes to start: ``python -m tests.benchmarks.startup [RUNS]``.

Each run is a fresh process, timed from before it is made until its window has painted: an empty
PySide6 window, Fraydesk's own, and Fraydesk's until the last campaign stands open. The three take
turns, so that a busy machine slows them alike; the ratio counts, not the milliseconds.
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
print(time.time())
"""

PAINTED = """
import sys, time
from pathlib import Path
from desktop.window import app
from desktop.window.shell.settings import Settings
application = app.make_application(["fraydesk"])
window = app.show_window(application, Settings(Path(sys.argv[1]) / "settings.ini"))
app.wait_for_paint(window)
print(time.time())
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
    print(time.time(), flush=True)
    await desk.campaigns.close_campaign()
with loop:
    loop.run_until_complete(ready())
"""
)

BUDGET_RATIO = 1.7
BUDGET_READY = 600.0


def milliseconds(code: str, folder: Path) -> float:
    """From before the process is made until it says that it is there."""
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
    return (float(run.stdout.split()[-1]) - began) * 1000


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    from desktop.library.campaign import Campaign
    from desktop.library.samples import pour, samples

    with TemporaryDirectory() as name:
        folder = Path(name)
        with Campaign.create(folder / "Benchmark.fray", "Benchmark") as campaign:
            pour(campaign, samples()[0].path)
        cases = {"empty window": EMPTY, "first paint": PAINTED, "campaign open": READY}
        taken: dict[str, list[float]] = {case: [] for case in cases}
        for number in range(runs + 1):
            for case, code in cases.items():
                time_taken = milliseconds(code, folder)
                if number:  # the first round only warms up
                    taken[case].append(time_taken)
    for case, times in taken.items():
        print(f"{case:14} median {median(times):5.0f} ms   best {min(times):5.0f} ms")
    ratio = median(taken["first paint"]) / median(taken["empty window"])
    print(f"first paint is {ratio:.2f} times an empty window (budget {BUDGET_RATIO})")
    return int(ratio > BUDGET_RATIO or median(taken["campaign open"]) > BUDGET_READY)


if __name__ == "__main__":
    sys.exit(main())
