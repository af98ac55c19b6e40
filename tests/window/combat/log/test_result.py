"""The result of a step on top of the panel, and the digest of what others did."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from desktop.encounter.fight import start
from desktop.library.languages import spoken
from desktop.window.combat.log.result import ResultCard
from desktop.window.widgets import language
from desktop.window.widgets.basics import RuleLink
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import skirmish

SHOT = {"do": "act", "actor": "zenon", "action": "attack", "target": "agent"}


@pytest.fixture
def shot(desk: Desk) -> Desk:
    """Zenon has shot at an agent."""
    desk.session.perform({"do": "begin"}, typed=False)
    desk.session.perform({"do": "activate", "actor": "zenon"}, typed=False)
    desk.session.perform({**SHOT, "dice": [6, 6], "answers": "default"}, typed=False)
    return desk


@pytest.fixture
def others(desk: Desk) -> Desk:
    """Everybody has acted, up to the next player."""
    script = skirmish()
    script["combatants"] = [script["combatants"][n] for n in (3, 4, 0)]
    desk.open(start(script))
    desk.session.perform({"do": "begin"}, typed=False)
    desk.autoplay.others_act()
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
    QApplication.processEvents()
    return desk


def card(desk: Desk) -> ResultCard:
    found: ResultCard = desk.panel.ui.result
    return found


def test_the_outcome_stands_on_top_and_stays_while_the_next_action_is_chosen(shot: Desk) -> None:
    shown = card(shot)
    assert "Agent MOIRY: " in shown.sentence.text()
    assert "Pistolet energetyczny" in shown.deed.text()
    place = shown.geometry()
    shot.type("R")
    QApplication.processEvents()
    assert shown.isVisible()
    assert shown.geometry() == place
    assert shown.mapTo(shot.panel, shown.rect().bottomLeft()).y() < 200


def test_f4_unfolds_the_lines_of_the_step_and_folds_them_again(shot: Desk) -> None:
    shown = card(shot)
    assert not shown.lines.isVisible()
    shot.key(Qt.Key.Key_F4)
    assert shown.lines.isVisible()
    shot.click(shown.fold)
    assert not shown.lines.isVisible()


def test_the_rule_of_a_line_stands_beside_it_however_much_room_is_kept(shot: Desk) -> None:
    lines = card(shot).lines
    lines.show_lines(shot.fight.moments[-1].lines[:1])
    lines.resize(400, 120)
    lines.show()
    QApplication.processEvents()
    (words,), (rule,) = lines.findChildren(QLabel), lines.findChildren(RuleLink)
    assert words.y() == rule.y() == 0
    assert words.height() < 60


def test_what_was_set_by_hand_is_said_once_also_where_two_words_are_one_in_the_language(
    shot: Desk,
) -> None:
    language.use(spoken("pl"))
    who = next(iter(shot.fight.state.combatants))
    shot.panel.do_by_hand({"do": "edit", "combatant": who, "set": {"hp": 1}})
    shown = card(shot)
    assert shown.sentence.text().endswith(" → 1")
    assert shown.deed.text() == "Przed chwilą"


def test_what_others_did_is_told_in_a_digest_that_ends_with_the_next_step(others: Desk) -> None:
    shown = card(others)
    assert shown.steps.isVisible()
    assert shown.steps.count() >= 2
    assert shown.deed.text() == f"{shown.steps.count()} steps"
    assert shown.sentence.text().startswith("Zenon Kowalski: "), "what the only attack came to"
    assert shown.steps.item(0).text().startswith("Attack: Agent MOIRY → Zenon Kowalski")
    others.panel.undo()
    assert not shown.steps.isVisible()
    assert " steps" not in shown.deed.text()


def test_a_digest_leaves_the_next_step_folded_also_where_nobody_acted_on(others: Desk) -> None:
    shown = card(others)
    others.panel._show_digest(others.fight.cursor + 1)
    assert shown.steps.isVisible(), "nobody has done anything since"
    others.panel.undo()
    assert not shown.fold.isChecked()
    assert not shown.lines.isVisible()


def test_a_digest_leaves_its_room_to_a_form_that_opens(desk: Desk) -> None:
    people = [{"id": id, "side": id, "sheet": {"name": id}} for id in ("foes", "players")]
    desk.open(start({"format": "fight/1", "system": "walka", "combatants": people}))
    desk.session.perform({"do": "begin", "dice": [1, 1, 1, 9, 9, 9]})
    for _ in range(2):
        desk.session.perform({"do": "act", "actor": "foes", "action": "other", "what": "x"})
    desk.panel.do_by_hand({"do": "rename", "combatant": "foes", "name": "Foe"})
    desk.panel._show_digest(2)
    shown = card(desk)
    assert shown.steps.isVisible()
    desk.choose("test")
    assert not shown.steps.isVisible()


def test_a_line_of_the_digest_that_needs_two_has_them(others: Desk) -> None:
    steps = card(others).steps
    steps.item(0).setText(steps.item(0).text() * 4)
    card(others)._fit()
    heights = [steps.visualItemRect(steps.item(row)).height() for row in range(2)]
    assert heights[0] > 1.5 * heights[1]


def test_f3_goes_through_the_steps_of_the_digest_and_back(others: Desk) -> None:
    shown, log = card(others), others.panel.ui.log
    whole = shown.deed.text()
    others.key(Qt.Key.Key_F3)
    assert shown.deed.text() != whole
    step = log.lines.entries[log.currentIndex().row()].step
    others.key(Qt.Key.Key_F3)
    assert log.lines.entries[log.currentIndex().row()].step > step
    others.key(Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert log.lines.entries[log.currentIndex().row()].step == step
    others.key(Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert shown.deed.text() == whole


def test_a_click_on_a_line_opens_its_step_in_the_log(others: Desk) -> None:
    shown, log = card(others), others.panel.ui.log
    last = shown.steps.item(1)
    at = shown.steps.visualItemRect(last).center()
    others.qtbot.mouseClick(shown.steps.viewport(), Qt.MouseButton.LeftButton, pos=at)
    entry = log.lines.entries[log.currentIndex().row()]
    assert entry.line is not None
    assert str(entry.line.text) in last.text()


def test_columns_and_undo_stay_where_they_are_when_dice_are_asked_for(shot: Desk) -> None:
    def places() -> list[object]:
        QApplication.processEvents()
        panel = shot.panel
        return [*panel.ui.columns.sizes(), panel.ui.undoButton.pos(), panel.ui.redoButton.pos()]

    before = places()
    shot.type("A")
    shot.odds()
    assert places() == before
    shot.panel.preferences.typed = True
    shot.enter()
    assert shot.fight.pending
    assert places() == before


def test_a_step_that_just_does_not_fit_into_a_line_has_two(others: Desk) -> None:
    shown = card(others)
    steps, words = shown.steps, "Atak"
    room = steps.viewport().width() - 18  # the padding of an item, and what Qt leaves beside it
    while steps.fontMetrics().horizontalAdvance(words) <= room:
        words += " ii" if words.endswith("iiii") else "i"
    steps.item(0).setText(words)
    shown._fit()
    assert steps.visualItemRect(steps.item(0)).height() > 2 * steps.fontMetrics().height()
