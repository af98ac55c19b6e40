"""How long the combat panel takes: ``python -m tests.benchmarks.panel``.

From a click on an option to the repainted panel, with 20 and with 500 combatants; the first
opening of a fight; choosing an option with its form; the longest slice of reckoned odds. Times are
of the processor: nothing is waited for, and other work on the machine counts little.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import Fight, start
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.widgets import theme
from tests.window.combat.skirmish import crowd

ROUNDS = 30
BUDGET = 16.0
"""Milliseconds from a click to the repainted panel."""


def milliseconds(act: Callable[[], object]) -> float:
    """How long an act takes until everything it changed is laid out and painted."""
    began = process_time()
    act()
    QApplication.sendPostedEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    QApplication.processEvents()
    return (process_time() - began) * 1000


def fight_of(count: int) -> Fight:
    fight = start(crowd(count))
    fight.perform({"do": "begin"}, lambda sides: random.Random(1).randint(1, sides))
    return fight


def show(panel: CombatPanel, fight: Fight) -> None:
    dice = random.Random(1)
    session = FightSession(fight, panel.preferences, lambda *_: None, dice=dice, parent=panel)
    panel.show_session(session)


def opened(count: int) -> CombatPanel:
    panel = CombatPanel()
    panel.resize(1366, 708)
    panel.show()
    show(panel, fight_of(count))
    panel.look_at("c0")
    panel.main()
    QApplication.processEvents()
    return panel


def measure(count: int) -> dict[str, list[float]]:
    """Milliseconds of each kind of act, several times."""
    panel = opened(count)
    taken: dict[str, list[float]] = {
        "a step at once (aim)": [],
        "undo": [],
        "an option with its form (attack)": [],
        "a roll": [],
        "end of a turn": [],
    }
    for _ in range(ROUNDS):
        taken["a step at once (aim)"].append(milliseconds(lambda: panel.ui.options.press("C")))
        taken["undo"].append(milliseconds(panel.undo))
        form = milliseconds(lambda: panel.ui.options.press("A"))
        taken["an option with its form (attack)"].append(form)
        panel.action_column.odds.forget()
        taken["a roll"].append(milliseconds(panel.go))
        while panel.fight.pending:
            panel.ui.prompt.enter()
        panel.undo()
        taken["end of a turn"].append(milliseconds(panel.main))
        panel.undo()
    panel.close()
    panel.deleteLater()
    return taken


def first_opening(count: int) -> float:
    fight = fight_of(count)
    panel = CombatPanel()
    panel.resize(1366, 708)
    panel.show()
    QApplication.processEvents()
    taken = milliseconds(lambda: show(panel, fight))
    panel.close()
    panel.deleteLater()
    return taken


def longest_slice() -> float:
    """The longest the window stands still while odds are reckoned."""
    panel = opened(20)
    panel.ui.options.press("A")
    longest = 0.0
    while panel.action_column.odds.queue.busy:
        began = process_time()
        panel.action_column.odds.queue._slice()
        longest = max(longest, (process_time() - began) * 1000)
    panel.close()
    panel.deleteLater()
    return longest


def main() -> int:
    application = QApplication([])
    theme.load_fonts(application)
    theme.apply(application, "light")
    began = process_time()
    CombatPanel().deleteLater()
    print(f"the panel's widgets, first time: {(process_time() - began) * 1000:.0f} ms")
    print(f"longest slice of odds: {longest_slice():.1f} ms")
    late = False
    for count in (20, 500):
        print(f"{count} combatants: first opening {first_opening(count):.0f} ms")
        for name, times in measure(count).items():
            middle = median(times)
            late |= middle > BUDGET
            print(f"  {name:34} median {middle:6.1f} ms   worst {max(times):6.1f} ms")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
