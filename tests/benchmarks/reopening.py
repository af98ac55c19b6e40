"""How long a long fight takes to be opened again: ``python -m tests.benchmarks.reopening``.

The first sample of each system is played by its behaviours to its end, and its steps are done
again. What a step takes is told for 5,000 of them, and the fight's beginning once. Then the
reading of 5,000 steps from a campaign, and the longest look for garbage with a fight of 500
combatants open, which was opened after the window. All is the time that the processor worked, the
least of several tries.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import resume
from desktop.encounter.playout import play_by_policies
from desktop.library.campaign import Campaign
from desktop.library.samples import sample_scripts
from desktop.rules import systems
from desktop.window.widgets import theme
from tests.benchmarks import panel

STEPS = 5000
BUDGET = 400.0
"""Milliseconds for all of them."""
FRAME = 16.0
TRIES = 5


def least(act: Callable[[], object]) -> float:
    """Milliseconds of work, the least of several tries."""
    taken = []
    for _ in range(TRIES):
        began = process_time()
        act()
        taken.append((process_time() - began) * 1000)
    return min(taken)


def replayed(system: str) -> float:
    """Milliseconds that so many steps of a fight take to be done again."""
    fight = play_by_policies(sample_scripts(system)[0], seed=3)
    script = fight.as_script()
    script = {key: value for key, value in script.items() if key not in ("steps", "dice")}
    steps = list(fight.journal)
    begun = least(lambda: resume(script, steps[:1], None))
    again = least(lambda: resume(script, steps, None)) - begun
    return begun + again / len(steps[1:]) * STEPS


def read(folder: Path) -> float:
    """Milliseconds that the steps of a fight take to be read from a campaign."""
    step = {"do": "act", "actor": "vera", "action": "attack", "dice": [37, 4, 61]}
    with Campaign.create(folder / "benchmark.fray", "Benchmark") as campaign:
        fight = campaign.start_fight(system="boj", name="Cellar", header={"format": "fight/1"}).id
        for position in range(1, STEPS + 1):
            campaign.append_step(fight, position, step)
        return least(lambda: campaign.steps(fight))


def pauses() -> tuple[float, float]:
    """Milliseconds of a full collection: as a fight of 500 is settled, and after 100 turns more."""
    gc.collect()
    gc.freeze()
    shown = panel.opened(500)
    began = process_time()
    gc.collect()
    settled = (process_time() - began) * 1000
    gc.freeze()
    for _ in range(100):
        shown.ui.options.press("C")
        shown.main()
    later = least(gc.collect)
    shown.close()
    return settled, later


def main() -> int:
    late = False
    gc.disable()  # as in the program, where nothing is collected but by a timer
    for system in systems():
        taken = replayed(system)
        late |= taken > BUDGET
        print(f"{system:10} {STEPS} steps done again {taken:7.0f} ms (budget {BUDGET:.0f})")
    with TemporaryDirectory() as folder:
        print(f"{STEPS} steps read from a campaign  {read(Path(folder)):7.0f} ms")
    application = QApplication([])
    theme.load_fonts(application)
    theme.apply(application, "light")
    settled, later = pauses()
    print(f"looked through as a fight of 500 is opened {settled:5.1f} ms")
    print(f"looked through after 100 turns of it       {later:5.1f} ms (budget {FRAME:.0f})")
    return int(late or later > FRAME)


if __name__ == "__main__":
    sys.exit(main())
