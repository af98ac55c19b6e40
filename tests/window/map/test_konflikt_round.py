"""A round of konflikt clicked through on the map: ways, threat, targets; then taken back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.encounter.fight import resume
from tests.rules.konflikt.bench import CLUB
from tests.window.combat.conftest import Desk
from tests.window.combat.conftest import desk as desk
from tests.window.map.hand import Hand
from tests.window.map.test_fight_map import at, conflict, creature, label, middle, note, pane

Key = Qt.Key


@pytest.fixture
def bridge(desk: Desk) -> Desk:
    ogre = creature("obr", [9, 8], "foes", max_hp=30, size=2, attacks=[CLUB])
    desk.open(conflict(creature("taren", [4, 9]), creature("nicole", [3, 3]), ogre))
    desk.click(desk.panel.ui.mainButton)
    return desk


def answer_all(desk: Desk) -> None:
    """Takes every question as it is offered, as often as Enter is pressed."""
    while desk.fight.pending:
        desk.panel.enter()


def test_a_round_is_clicked_through_on_the_map(bridge: Desk) -> None:
    on = Hand(bridge.qtbot, pane(bridge).view)

    def state() -> Any:
        return bridge.fight.state

    first: Any = {id: state().positions[id] for id in state().combatants}

    # Taren goes to the ogre by a click, and pays what was said before it.
    on.move(middle(8, 9))
    assert label(bridge) == "5 hyb.", "one of four metres leads through mud"
    before = state()["taren"].momentum
    on.click(middle(8, 9))
    assert at(bridge, "taren") == (8, 9)
    assert state()["taren"].momentum == before - 5
    assert state()["taren"].reached_by == ["obr"]
    assert state()["obr"].reached_by == ["taren"]

    # He strikes whom a click on the map has chosen; how far that is nobody has to type.
    bridge.type("A")
    on.click((10, 9))
    assert bridge.form.values()["target"] == "obr"
    assert note(bridge, "distance") == "1 m on the map"
    bridge.panel.preferences.typed = False
    bridge.click(bridge.panel.ui.command.go)
    answer_all(bridge)
    assert bridge.steps[-1]["action"] == "attack"
    assert "distance" not in bridge.steps[-1]

    # Nicole is chosen on the map and goes with the keys.
    on.click(middle(3, 3))
    assert bridge.panel._view.focus() == "nicole"
    pane(bridge).view.setFocus()
    on.keys(Key.Key_Right, Key.Key_Right, Key.Key_Return)
    assert at(bridge, "nicole") == (5, 3)

    # The other side: the ogre leaves Taren, whom it reaches 2 m far. It began threatened, so each
    # metre counts twice.
    bridge.session.perform({"do": "end_turn"})
    assert bridge.panel._view.focus() == "obr"
    on.move((12, 7))
    assert label(bridge) == "4 hyb."
    on.click((12, 7))
    assert at(bridge, "obr") == (11, 6)
    assert state()["taren"].reached_by == []
    bridge.session.perform({"do": "end_turn"})
    assert state().round == 2
    assert not state()["taren"].threatened_at_start

    # What is stored brings everybody back to where they stand.
    again = resume(bridge.fight.script, bridge.steps, None)
    assert again.state.positions == state().positions
    assert [str(line.text) for line in again.log] == bridge.log()

    # Taken back, step by step, all stand where they began.
    while bridge.fight.can_undo:
        bridge.panel.undo()
    assert state().positions == first
    tokens = pane(bridge).map.tokens
    assert tokens["taren"].token.at == middle(4, 9)
