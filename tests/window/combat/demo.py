"""Pictures of the panel in the middle of an attack, to be looked at.

``python -m tests.window.combat.demo FOLDER`` paints them offscreen, light and dark.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import Fight, start
from desktop.library.resources import rulebook
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.widgets import theme
from tests.window.combat.skirmish import skirmish

SIZE = (1366, 708)
"""The panel's part of a window of 1366×768."""


def settle(milliseconds: int = 120) -> None:
    """Lets layouts, odds and paint events come to rest."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def in_the_second_round() -> Fight:
    """Some have acted, one is out, one was healed by hand; Zenon aims."""
    fight = start(skirmish())
    pools = [6, 4, 3, 2, 1, 2, 5, 5, 3, 3, 1]
    steps: list[dict[str, Any]] = [
        {"do": "begin", "dice": pools},
        {"do": "act", "actor": "bogdan", "action": "move", "inches": 6, "difficult": 0},
        {"do": "end_turn"},
        {"do": "act", "actor": "guard1", "action": "attack", "target": "halina", "dice": [5, 2]},
        {"do": "edit", "combatant": "halina", "set": {"hp": 4}, "why": "opatrunek"},
        {"do": "edit", "combatant": "platon", "set": {"hp": 0}, "why": "porwany"},
        {"do": "end_turn"},
        {"do": "objective", "objective": 1, "met": True},
        {"do": "activate", "actor": "zenon"},
        {"do": "act", "actor": "zenon", "action": "aim"},
    ]
    for step in steps:
        fight.perform(step)
    return fight


def show(panel: CombatPanel, fight: Fight) -> None:
    session = FightSession(
        fight,
        panel.preferences,
        lambda steps, pending: None,
        texts=rulebook("teohiphip"),
        dice=random.Random(3),
        parent=panel,
    )
    panel.show_session(session)


def shoot(panel: CombatPanel, folder: Path, name: str) -> None:
    for scheme in ("light", "dark"):
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.apply(application, scheme)
        settle()
        panel.grab().save(str(folder / f"{name}-{scheme}.png"))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([__file__, *theme.STYLE])
    theme.load_fonts(application)
    theme.apply(application, "light")
    panel = CombatPanel()
    panel.resize(*SIZE)
    panel.show()
    show(panel, start(skirmish()))
    shoot(panel, folder, "1-before")
    fight = in_the_second_round()
    show(panel, fight)
    shoot(panel, folder, "2-options")
    panel.ui.options.press("A")
    panel.show_rule("teohiphip-18")
    shoot(panel, folder, "3-attack")
    panel.preferences.typed = True
    panel.go()
    for digit in "251":
        panel.ui.prompt.type(digit)
    shoot(panel, folder, "4-dice")
    panel.ui.prompt.enter()
    shoot(panel, folder, "5-decision")
    panel.ui.prompt.type("2")
    shoot(panel, folder, "6-last-step")
    panel.edit_by_hand("halina")
    shoot(panel, folder, "7-by-hand")
    panel.back()
    fight.perform({"do": "end_turn"})
    show(panel, fight)
    shoot(panel, folder, "8-choose")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
