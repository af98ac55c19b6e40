"""The tactician at the panel: it acts between two frames, and says what it would do and why."""

import re
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.encounter import tactician
from desktop.encounter.fight import Fight
from desktop.encounter.play_table import DiceWanted
from desktop.encounter.playout import thrower
from desktop.encounter.tactician import TACTICIAN, advise, weighing, weighing_answer
from desktop.window.combat.session.slices import Work
from tests.encounter.test_tactician import KNIFE, one
from tests.encounter.test_tactician import begun as begun_in_boj
from tests.window.combat.conftest import Desk


def begun(desk: Desk) -> None:
    desk.session.perform({"do": "begin"})
    assert desk.fight.begun


def wait(desk: Desk) -> None:
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)


def test_it_stands_in_the_menu_of_behaviours_and_in_that_of_a_combatant(desk: Desk) -> None:
    menu = desk.panel.ui.policyMenu.menu()
    assert isinstance(menu, QMenu)
    assert "Tactician" in [action.text() for action in menu.actions()]
    assert TACTICIAN in desk.autoplay.behaviours


def test_it_acts_to_the_end_of_the_turn_without_a_step_at_once(desk: Desk) -> None:
    begun(desk)
    actor = desk.fight.rules.to_act(desk.fight.state)[0]
    wanted = advise(desk.fight.rules, desk.fight.state, actor)
    assert wanted
    before = len(desk.steps)
    assert desk.autoplay.act_by(TACTICIAN, actor) == 1, "one is being weighed"
    assert len(desk.steps) == before
    wait(desk)
    first = {key: desk.steps[before].get(key) for key in wanted.command.as_step()}
    assert first == wanted.command.as_step()
    acted = {step["actor"] for step in desk.steps[before:] if "actor" in step}
    assert acted == {actor}


def test_what_it_weighs_is_dropped_when_somebody_does_something_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed: list[Any] = []

    def heard(*asked: Any) -> Work:
        found = yield from weighing(*asked)
        weighed.append(found)
        return found

    monkeypatch.setattr("desktop.window.combat.session.autoplay.weighing", heard)
    begun(desk)
    actor = desk.fight.rules.to_act(desk.fight.state)[0]
    desk.autoplay.act_by(TACTICIAN, actor)
    desk.session.perform({"do": "note", "combatant": actor, "note": "waits"})
    steps = len(desk.steps)
    desk.qtbot.waitUntil(lambda: bool(weighed))
    assert weighed[0], "it would have done something"
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
    desk.qtbot.waitUntil(lambda: bool(said))
    assert said == [str(advice.reason)]
    assert len(desk.steps) == steps, "nothing is done"
    step = desk.panel.action_column.step()
    assert step
    assert command.items() <= step.items()


def test_f8_before_the_beginning_says_that_there_is_nothing_to_weigh(desk: Desk) -> None:
    said: list[str] = []
    desk.panel.notice.connect(said.append)
    desk.key(Qt.Key.Key_F8)
    assert said == ["the fight has not begun"]


def test_f8_leaves_a_form_that_was_begun_while_it_thinks(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "activate", "actor": desk.fight.rules.to_act(desk.fight.state)[0]})
    said: list[Any] = []
    desk.panel.notice.connect(said.append)
    desk.key(Qt.Key.Key_F8)
    desk.panel.choose(next(o for o in desk.session.turn_options if o.action == "move"))
    begun_now = desk.panel.action_column.step()
    assert begun_now
    desk.qtbot.waitUntil(lambda: bool(said))
    assert desk.panel.action_column.step() == begun_now
    said.clear()
    desk.key(Qt.Key.Key_F8)  # asked for with the form there, it gives way to the advice
    desk.qtbot.waitUntil(lambda: bool(said))
    assert desk.panel.action_column.step() != begun_now


def test_f8_asks_for_the_options_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(desk)
    state, asked = desk.fight.state, []
    possible = tactician._possible

    def counted(rules: Any, state: Any, actor: str) -> Any:
        asked.append(state)
        return possible(rules, state, actor)

    monkeypatch.setattr(tactician, "_possible", counted)
    steps = tactician.weighing_for_a_reader(desk.fight.rules, state, "halina")
    for _ in steps:
        pass
    assert sum(one is state for one in asked) == 1


def test_f8_before_an_activation_says_what_would_come_after_it(desk: Desk) -> None:
    begun(desk)
    said: list[Any] = []
    desk.panel.notice.connect(said.append)
    desk.key(Qt.Key.Key_F8)
    desk.qtbot.waitUntil(lambda: bool(said))
    actor = desk.fight.state[desk.fight.rules.to_act(desk.fight.state)[0]]
    assert re.match(rf"Activate: {actor.name}; then: (Aim|Attack → .+: hits \d+ %)", said[0])
    assert desk.fight.state.turn is None, "nothing is done"


def knives() -> Fight:
    """Two of the game master's, of whom the one attacked gains by striking back."""
    fight = begun_in_boj(one("anna", "wolves", 10, KNIFE), one("ox", "foes", 10, KNIFE))
    for id in ("anna", "ox"):
        fight.perform({"do": "policy", "combatant": id, "policy": TACTICIAN})
    return fight


def test_it_answers_between_two_frames_what_it_is_asked(desk: Desk) -> None:
    desk.open(knives())
    shown: list[bool] = []
    desk.session.changed.connect(lambda _: shown.append(desk.fight.pending is not None))
    desk.autoplay.act_by(TACTICIAN, "anna")
    wait(desk)
    attack = next(step for step in desk.steps if step.get("action") == "attack")
    assert attack["answers"] == {"defence@ox": "strike_back"}
    assert shown, "what was done is told"
    assert not any(shown), "nobody is stopped by a question that answers itself"


def test_it_answers_with_typed_dice_too(desk: Desk) -> None:
    desk.open(knives())
    desk.panel.preferences.typed = True
    desk.autoplay.act_by(TACTICIAN, "anna")
    dice = thrower(Random(4))
    while desk.autoplay.running:
        desk.qtbot.waitUntil(lambda: desk.fight.pending is not None or not desk.autoplay.running)
        if desk.fight.pending and isinstance(desk.question, DiceWanted):
            missing = desk.question.missing
            desk.session.answer([dice(d.sides) for d in missing for _ in range(d.count)])
        else:
            desk.qtbot.wait(10)
    attack = next(step for step in desk.steps if step.get("action") == "attack")
    assert attack["answers"] == {"defence@ox": "strike_back"}


def test_a_question_it_weighs_is_dropped_with_the_command(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    undone = False

    def held(*question: Any) -> Work:
        """Goes on when the command is undone, so that the answer comes too late for certain."""
        while not undone:
            yield
        answer = yield from weighing_answer(*question)
        answers.append(answer)
        return answer

    answers: list[Any] = []
    monkeypatch.setattr("desktop.window.combat.session.autoplay.weighing_answer", held)
    desk.open(knives())
    desk.autoplay.act_by(TACTICIAN, "anna")
    desk.qtbot.waitUntil(lambda: desk.fight.pending is not None)
    steps = len(desk.steps)
    desk.panel.undo()
    undone = True
    desk.qtbot.waitUntil(lambda: bool(answers))
    assert desk.fight.pending is None
    assert len(desk.steps) == steps
