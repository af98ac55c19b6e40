"""How long the map takes with 100 tokens: ``python -m tests.benchmarks.map``.

One step of a drag until it is painted, of one token and of a group of twenty; zooming; the first
picture of the map; a step of the fight with the map beside it; what eight characters see among 300
walls, and a moved token until the players' window shows it.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import Fight, start
from desktop.rules.battlefield import edges_of, seen_from
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.map.token import UNIT
from desktop.window.map.view import MapView
from desktop.window.players.screen import PlayersScreen
from desktop.window.widgets import theme

TOKENS = 100
STEPS = 120
BUDGET = 1000 / 60
"""Milliseconds of a picture, of which there are 60 a second."""

LEFT = Qt.MouseButton.LeftButton


def fight_of(count: int) -> Fight:
    """Two sides of konflikt opposite each other on a map with walls, one of them in groups."""
    sheet = {"defence": 12, "attacks": [{"name": "Meč", "damage": "1k8"}]}
    people: list[dict[str, Any]] = []
    for number in range(count):
        side, at = number % 2, number // 2
        place = [(1 if side == 0 else 30) + at % 5 * 2, 1 + at // 5 * 2]
        one = {"id": f"c{number}", "side": ("players", "foes")[side], "at": place}
        grouped = {"group": f"g{at // 20}"} if side else {}
        people.append({**one, **grouped, "sheet": {**sheet, "name": f"Fighter {number}"}})
    walls = [
        {"kind": kind, "points": [[x, y], [x + 2, y], [x + 2, y + 3], [x, y + 3], [x, y]]}
        for x, kind in ((13, "wall"), (17, "partial"), (21, "full"), (25, "difficult"))
        for y in range(1, 30, 5)
    ]
    script = {
        "format": "fight/1",
        "system": "konflikt",
        "combatants": people,
        "map": {"width": 45, "height": 32, "ground": walls},
    }
    fight = start(script)
    fight.perform({"do": "begin"}, lambda sides: random.Random(1).randint(1, sides))
    return fight


def opened() -> tuple[CombatPanel, float]:
    """The panel with the fight, and the milliseconds until it was first painted."""
    panel = CombatPanel()
    panel.resize(1366, 708)
    panel.show()
    QApplication.processEvents()
    fight, dice = fight_of(TOKENS), random.Random(1)
    session = FightSession(fight, panel.preferences, lambda *_: None, dice=dice, parent=panel)
    return panel, milliseconds(lambda: panel.show_session(session))


def milliseconds(act: Callable[[], object]) -> float:
    """How long an act takes until everything it changed is painted."""
    began = perf_counter()
    act()
    QApplication.processEvents()
    return (perf_counter() - began) * 1000


def drag(view: MapView, id: str) -> list[float]:
    """Milliseconds of each step of a long drag, from the mouse to the painted map."""
    port = view.viewport()
    middle = view.map.tokens[id].token.at
    view.centerOn(QPointF(*middle) * UNIT)
    start = view.mapFromScene(QPointF(*middle) * UNIT)
    QTest.mousePress(port, LEFT, pos=start)
    taken = []
    for step in range(1, STEPS + 1):
        to = start + QPoint(40 + 24 * (step % 9), 20 * (step % 7))  # another square each time
        taken.append(milliseconds(partial(QTest.mouseMove, port, to)))
    if not view.map.lifted:
        raise RuntimeError("nobody was dragged")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, pos=start)
    return taken


def main() -> int:
    application = QApplication([])
    theme.load_fonts(application)
    theme.apply(application, "light")
    panel, first = opened()
    view = panel.ui.map.view
    near: dict[str, Callable[[], object]] = {
        "whole map": view.fit,
        "near": partial(view.zoom_by, 2.5),
    }
    print(f"{TOKENS} tokens: fight and map first painted in {first:.0f} ms")
    late = False
    for where, look in near.items():
        look()
        QApplication.processEvents()
        taken = {
            "drag one token": drag(view, "c0"),
            "drag a group of 20": drag(view, "c1"),
            "zoom": [milliseconds(lambda: view.zoom_by(1.05)) for _ in range(10)],
        }
        for name, times in taken.items():
            late |= median(times) > BUDGET
            print(
                f"  {where:10} {name:20} median {median(times):5.1f} ms   worst {max(times):5.1f}"
            )
    view.fit()
    panel.ui.mapButton.setChecked(True)
    placed = {"do": "place", "places": {"c0": [2, 2]}}
    steps: dict[str, Callable[[], object]] = {
        "a token placed": partial(panel.do_by_hand, placed),
        "taken back": panel.undo,
        "another looked at": partial(panel.look_on, 1),
    }
    for shown in (True, False):
        panel.ui.mapButton.setChecked(shown)
        QApplication.processEvents()
        for name, act in steps.items():
            times = [milliseconds(act) for _ in range(20)]
            where = "with map" if shown else "folded"
            print(
                f"  {where:10} {name:20} median {median(times):5.1f} ms   worst {max(times):5.1f}"
            )
    return int(players(panel) or late)


EYES, WALLS, SIGHT = 8, 300, 8.0
"""So many characters look around among so many walls; in at most so many milliseconds."""


def walled() -> Fight:
    """Eight characters and 92 others among walls, of which each has one end anywhere."""
    dice = Random(1)
    ground = []
    for _ in range(WALLS):
        x, y = dice.uniform(0, 57), dice.uniform(0, 37)
        ends = [[x, y], [x + dice.uniform(0, 3), y + dice.uniform(0, 3)]]
        ground.append({"kind": "wall", "points": ends})
    people = [
        {
            "id": f"c{number}",
            "side": "players" if number < EYES else "foes",
            "at": [dice.uniform(1, 59), dice.uniform(1, 39)],
            "sheet": {"name": f"Fighter {number}"},
        }
        for number in range(TOKENS)
    ]
    field = {"width": 60, "height": 40, "ground": ground}
    script = {"format": "fight/1", "system": "boj", "combatants": people, "map": field}
    fight = start(script)
    fight.perform({"do": "begin"}, lambda sides: dice.randint(1, sides))
    return fight


def players(panel: CombatPanel) -> bool:
    """What it costs that the players see the map too; whether that is too much."""
    fight, dice = walled(), Random(2)
    field = fight.state.battlefield
    assert field is not None
    edges_of(field)
    sights = []
    for _ in range(20):
        eyes = [(dice.uniform(0, 60), dice.uniform(0, 40)) for _ in range(EYES)]
        began = perf_counter()
        for eye in eyes:
            seen_from(field, eye)
        sights.append((perf_counter() - began) * 1000)
    session = FightSession(fight, panel.preferences, lambda *_: None, parent=panel)
    panel.show_session(session)
    screen = PlayersScreen(panel, lambda _, usual: usual, lambda *_: None, print)
    screen.open(True)
    assert screen.window is not None
    screen.window.resize(1920, 1080)
    screen.follow(session)
    QApplication.processEvents()

    def move(id: str) -> None:
        to = [dice.uniform(1, 59), dice.uniform(1, 39)]
        fight.perform({"do": "place", "places": {id: to}})
        screen.refresh()

    moved = {
        who: [milliseconds(partial(move, id)) for _ in range(20)]
        for who, id in (("a character moved", "c0"), ("a foe moved", "c50"))
    }
    print(f"{EYES} characters among {WALLS} walls")
    for name, times in {"what they see": sights, **moved}.items():
        print(f"  {name:20} median {median(times):5.1f} ms   worst {max(times):5.1f}")
    screen.shut()
    return median(sights) > SIGHT or any(median(times) > BUDGET for times in moved.values())


if __name__ == "__main__":
    sys.exit(main())
