"""The tactician at the panel: it acts between two frames, and says what it would do and why."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.encounter.tactician import TACTICIAN, advise
from tests.window.combat.conftest import Desk


def begun(desk: Desk) -> None:
    desk.session.perform({"do": "begin"})
    assert desk.fight.begun


def wait(desk: Desk) -> None:
    desk.qtbot.waitUntil(lambda: not desk.session.running, timeout=30_000)


def test_it_stands_in_the_menu_of_behaviours_and_in_that_of_a_combatant(desk: Desk) -> None:
    menu = desk.panel.ui.policyMenu.menu()
    assert isinstance(menu, QMenu)
    assert "Tactician" in [action.text() for action in menu.actions()]
    assert TACTICIAN in desk.session.behaviours


def test_it_acts_to_the_end_of_the_turn_without_a_step_at_once(desk: Desk) -> None:
    begun(desk)
    actor = desk.fight.rules.to_act(desk.fight.state)[0]
    wanted = advise(desk.fight.rules, desk.fight.state, actor)
    assert wanted
    before = len(desk.steps)
    assert desk.session.act_by(TACTICIAN, actor) == 1, "one is being weighed"
    assert len(desk.steps) == before
    wait(desk)
    first = {key: desk.steps[before].get(key) for key in wanted.command.as_step()}
    assert first == wanted.command.as_step()
    acted = {step["actor"] for step in desk.steps[before:] if "actor" in step}
    assert acted == {actor}


def test_what_it_weighs_is_dropped_when_somebody_does_something_else(desk: Desk) -> None:
    begun(desk)
    actor = desk.fight.rules.to_act(desk.fight.state)[0]
    desk.session.act_by(TACTICIAN, actor)
    desk.session.perform({"do": "note", "combatant": actor, "note": "waits"})
    steps = len(desk.steps)
    desk.qtbot.wait(400)
    assert len(desk.steps) == steps


def test_f8_says_what_it_would_do_and_why_and_fills_the_form_in(desk: Desk) -> None:
    begun(desk)
    actor = desk.fight.rules.to_act(desk.fight.state)[0]
    while True:
        advice = advise(desk.fight.rules, desk.fight.state, actor)
        assert advice
        command = advice.command.as_step()
        if "target" in command:
            break
        desk.session.perform(command)
    said: list[Any] = []
    desk.panel.notice.connect(said.append)
    steps = len(desk.steps)
    desk.key(Qt.Key.Key_F8)
    desk.qtbot.waitUntil(lambda: bool(said), timeout=30_000)
    assert said == [str(advice.reason)]
    assert len(desk.steps) == steps, "nothing is done"
    step = desk.panel.middle.step()
    assert step
    assert command.items() <= step.items()
