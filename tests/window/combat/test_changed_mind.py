"""A game master who changes their mind: what is done while a question or a form is open."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from desktop.encounter.fight import start
from desktop.encounter.play_table import DiceWanted
from desktop.encounter.tactician import TACTICIAN
from tests.playouts import sample_scripts
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import figure, skirmish
from tests.window.combat.test_panel import begun, zenon_acts

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def attack_waits(desk: Desk, target: str = "guard2") -> None:
    """Zenon attacks, and one of his two dice is typed."""
    zenon_acts(desk)
    desk.type("A")
    aim(desk, target)
    desk.type("2")
    assert isinstance(desk.question, DiceWanted)


def aim(desk: Desk, target: str) -> None:
    desk.click(desk.form.chips("combatant")[0][1].chips()[repr(target)])


def typed(desk: Desk) -> list[int]:
    dice = desk.panel.ui.prompt.typed
    assert dice is not None
    return dice.dice()


def press(desk: Desk, letter: str) -> None:
    """A key with a letter that only the keyboards of some countries have."""
    none = Qt.KeyboardModifier.NoModifier
    event = QKeyEvent(QEvent.Type.KeyPress, ord(letter), none, letter)
    QApplication.sendEvent(desk.panel, event)


def notices(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.panel.notice.connect(heard.append)
    return heard


def summary(desk: Desk) -> str:
    return str(desk.panel.ui.command.summary.text())


# ---- dice and answers that are being typed


def test_a_half_typed_throw_is_there_when_the_fight_is_opened_again(desk: Desk) -> None:
    attack_waits(desk)
    assert desk.waiting["typed"] == "2 "
    desk.key(Qt.Key.Key_Backspace)
    assert "typed" not in desk.waiting
    desk.type("5")
    stored = dict(desk.waiting)
    desk.session.typed = stored.pop("typed")
    desk.panel.show_session(desk.session)
    assert typed(desk) == [5]
    desk.type("3")
    desk.enter()
    assert desk.waiting["dice"] == [5, 3]
    assert "typed" not in desk.waiting


def test_the_digits_of_a_czech_keyboard_need_no_shift(desk: Desk) -> None:
    attack_waits(desk)
    press(desk, "ř")
    assert typed(desk) == [2, 5]


@pytest.mark.parametrize("what", ["look", "terms", "objective", "form", "rename"])
def test_typed_dice_stay_whatever_is_done_beside_them(desk: Desk, what: str) -> None:
    attack_waits(desk)
    match what:
        case "look":
            desk.key(Qt.Key.Key_Down)
        case "terms":
            desk.key("T", CONTROL)
        case "objective":
            desk.click(desk.panel.ui.objectives.boxes[1])
        case "form":
            desk.panel.edit_by_hand("halina")
            desk.key(Qt.Key.Key_Escape)
        case "rename":
            desk.panel.do_by_hand({"do": "rename", "combatant": "guard2", "name": "Bolek"})
    assert typed(desk) == [2]
    assert desk.waiting["typed"].strip() == "2"
    assert desk.panel.ui.prompt.buttons[0].label == "Take 2"
    desk.type("5")
    desk.enter()
    assert desk.waiting["dice"] == [2, 5]


def test_another_answer_stays_as_it_was_entered(desk: Desk) -> None:
    attack_waits(desk)
    desk.type("5")
    desk.enter()
    prompt = desk.panel.ui.prompt
    other = next(b for b in prompt.findChildren(QPushButton) if b.text() == "another answer…")
    desk.click(other)
    assert prompt.editor
    prompt.editor.put([[1, 0]])
    desk.click(desk.panel.ui.objectives.boxes[1])
    assert prompt.editor.value() == [[1, 0]]
    assert prompt.editor.isVisible()
    prompt.editor.enter()
    desk.key(Qt.Key.Key_Escape)
    assert prompt.editor is None
    assert [
        b for b in prompt.findChildren(QPushButton) if b.text() == other.text() and b.isVisible()
    ]
    assert desk.waiting["dice"], "only the line is put away"


def test_a_command_that_is_given_again_begins_without_the_dice_of_the_first(desk: Desk) -> None:
    attack_waits(desk)
    desk.key(Qt.Key.Key_Escape)
    desk.enter()
    assert typed(desk) == []


def test_a_raised_two_is_no_digit(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    press(desk, "²")
    assert desk.fight.pending is None
    desk.type("2")
    press(desk, "²")
    assert typed(desk) == [2]


@pytest.mark.parametrize("seed", [2, 10, 11])
def test_a_card_that_is_drawn_already_is_not_drawn_once_more(desk: Desk, seed: int) -> None:
    desk.panel.preferences.typed = True
    desk.open(start(sample_scripts("boj")[0]), seed)
    desk.panel.main()
    while desk.fight.pending and isinstance(desk.question, DiceWanted):
        assert desk.session.roll()


def test_while_a_question_waits_nothing_acts_by_itself_and_the_notice_names_the_question(
    desk: Desk,
) -> None:
    attack_waits(desk)
    heard = notices(desk)
    asked = desk.panel.ui.prompt.question.text()
    for more in (CONTROL, CONTROL | Qt.KeyboardModifier.AltModifier, CONTROL | SHIFT):
        desk.key(Qt.Key.Key_Return, more)
    assert heard == [f"Answer the question first: {asked}"] * 3
    assert typed(desk) == [2]
    over: list[None] = []
    desk.panel.notice_over.connect(lambda: over.append(None))
    desk.type("3")
    assert over, "the sentence goes with the next key"


# ---- by hand, while a question waits


def test_what_is_refused_by_hand_is_said_in_the_form_by_hand(desk: Desk) -> None:
    attack_waits(desk)
    desk.panel.ask_by_hand("change_side", ["halina"])
    desk.panel.ui.edit.why.setText("for money")
    desk.panel.enter()
    assert desk.edit_form.box("side").refusal.text() or desk.panel.ui.edit.refusal.text()
    assert not desk.panel.ui.prompt.refusal.text()


def test_what_was_done_by_hand_is_done_though_the_command_cannot_go_on(desk: Desk) -> None:
    attack_waits(desk)
    heard = notices(desk)
    desk.panel.edit_by_hand("zenon")
    desk.edit_form.box("hp").editor.put(0)
    desk.enter()
    assert desk.fight.pending is None
    assert desk.steps[-1] == {"do": "edit", "combatant": "zenon", "set": {"hp": 0}}
    assert not desk.panel.ui.edit.isVisible()
    assert heard == ["Zenon Kowalski is out of the fight"]


def test_the_line_of_what_waits_has_the_names_of_now(desk: Desk) -> None:
    attack_waits(desk)
    desk.panel.do_by_hand({"do": "rename", "combatant": "guard2", "name": "Bolek"})
    assert summary(desk).startswith("Bolek")


def test_the_odds_of_what_waits_follow_what_is_done_by_hand(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    desk.type("2")
    target = desk.waiting["target"]
    effect = {"name": "Lucky", "changes": {"damage": 2}}
    desk.panel.do_by_hand({"do": "effect", "combatants": ["zenon"], **effect})
    desk.odds()
    reading = desk.panel.ui.odds.reading
    assert reading
    assert desk.fight.pending
    step = desk.fight.pending.as_json()
    assert reading.expected == desk.fight.odds(step).expected("damage", target)


def test_a_reminder_is_said_as_its_turn_ends_and_not_again_by_undo(desk: Desk) -> None:
    zenon_acts(desk)
    heard: list[str] = []
    desk.panel.notice.connect(heard.append)
    effect = {"name": "burning", "changes": {}, "remind": "turn_end"}
    desk.panel.do_by_hand({"do": "effect", "combatants": ["zenon"], **effect})
    assert not heard
    desk.session.perform({"do": "end_turn"})
    assert heard == ["Remember · Zenon Kowalski: burning"]
    desk.panel.undo()
    assert len(heard) == 1


def test_the_odds_stay_while_an_answer_waits_and_something_is_done_by_hand(desk: Desk) -> None:
    attack_waits(desk)
    desk.type("3")
    desk.enter()
    assert desk.fight.pending
    assert not isinstance(desk.question, DiceWanted)
    desk.odds()
    effect = {"name": "Lucky", "changes": {"damage": 2}}
    desk.panel.do_by_hand({"do": "effect", "combatants": ["zenon"], **effect})
    assert desk.fight.pending
    desk.odds()
    reading, step = desk.panel.ui.odds.reading, desk.fight.pending.step
    assert reading
    assert desk.panel.ui.odds.isVisible()
    assert reading.expected == desk.fight.odds(step).expected("damage", step["target"])


def test_a_command_of_somebody_else_that_waits_is_shown_as_it_is(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    aim(desk, "guard2")
    desk.odds()
    step = {**(desk.panel.action_column.step() or {}), "target": "platon"}
    desk.session.perform(step)  # in another window, say
    assert desk.fight.pending
    assert summary(desk).startswith("Platon")


# ---- a form that is open


def test_a_form_stays_as_it_is_filled_in_when_something_is_done_by_hand(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    aim(desk, "guard2")
    desk.click(desk.panel.ui.objectives.boxes[1])
    assert desk.panel.ui.command.isVisible()
    assert desk.form.values()["target"] == "guard2"


def test_a_form_is_closed_when_its_command_is_not_on_offer_any_more(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.panel.do_by_hand({"do": "edit", "combatant": "zenon", "set": {"hp": 0}})
    assert desk.panel.ui.command.option is None


def test_the_form_of_one_who_is_not_there_any_more_is_closed(desk: Desk) -> None:
    wave = {"name": "Second", "combatants": [figure("new", "New", "MOIRA", 3)]}
    desk.open(start(skirmish(waves=[wave])))
    begun(desk)
    desk.panel.call_wave()
    desk.panel.edit_by_hand("new")
    desk.panel.undo()
    assert "new" not in desk.fight.state.combatants
    assert not desk.panel.ui.edit.isVisible()


def test_the_form_by_hand_is_closed_when_the_fight_is_over(desk: Desk) -> None:
    begun(desk)
    desk.panel.edit_by_hand("halina")
    desk.session.perform_by_hand({"do": "end"})
    assert not desk.panel.ui.edit.isVisible()
    desk.panel.undo()
    assert desk.panel.ui.options.isVisible()


def test_a_newcomer_who_is_looked_at_can_be_taken_back(desk: Desk) -> None:
    wave = {"name": "Second", "combatants": [figure("new", "New", "MOIRA", 3)]}
    desk.open(start(skirmish(waves=[wave])))
    begun(desk)
    desk.panel.call_wave()
    desk.panel.look_at("new")  # before the row was ever painted
    desk.panel.undo()
    assert desk.panel.ui.order.current() != "new"


def labels(form: Any) -> list[str]:
    return [box.editor.label for box in form.boxes.values()]


def test_other_terms_are_those_of_an_open_form_by_hand_too(desk: Desk) -> None:
    begun(desk)
    desk.panel.edit_by_hand("agent")
    desk.edit_form.box("hp").editor.put(2)
    desk.panel.ui.edit.why.setText("upadek")
    assert labels(desk.edit_form)[0] == "PŻ"
    desk.panel.toggle_terms()
    assert labels(desk.edit_form)[0] == "Hit points"
    assert desk.panel.ui.edit.step() == {
        "do": "edit", "combatant": "agent", "set": {"hp": 2}, "why": "upadek"
    }  # fmt: skip


def test_other_terms_are_those_of_the_first_step_too(desk: Desk) -> None:
    desk.open(start(sample_scripts("walka")[0]))
    begin = desk.panel.ui.begin
    assert labels(begin.form)[0] == "Inicjatywa z"
    before = begin.step()
    desk.panel.toggle_terms()
    assert labels(begin.form)[0] == "Initiative by"
    assert begin.step() == before


def test_who_is_ticked_as_surprised_stays_so_in_other_terms(desk: Desk) -> None:
    desk.open(start(sample_scripts("konflikt")[0]))
    begin = desk.panel.ui.begin
    assert begin.form
    somebody = next(iter(desk.fight.state.combatants))
    begin.form.box("surprised").editor.put([somebody])
    desk.panel.toggle_terms()
    assert begin.step() == {"do": "begin", "surprised": [somebody]}


def test_what_waits_when_the_fight_is_ended_by_hand_ends_without_a_word(desk: Desk) -> None:
    zenon_acts(desk)
    heard = notices(desk)
    desk.type("A")
    desk.enter()
    assert desk.fight.pending
    desk.session.perform_by_hand({"do": "end"})
    assert not desk.fight.pending
    assert heard == []


# ---- behaviours


def test_a_group_that_is_not_to_act_says_so_by_the_menu_too(desk: Desk) -> None:
    zenon_acts(desk)
    heard = notices(desk)
    menu = QMenu(desk.panel)
    panel = desk.panel
    panel._combatant_menu.fill(menu, ["guard1", "guard2", "guard3"])
    whole = next(a.menu() for a in menu.actions() if a.text() == "Let the group act")
    assert isinstance(whole, QMenu)
    before = len(desk.steps)
    whole.actions()[0].trigger()
    assert len(desk.steps) == before
    assert len(heard) == 1


def test_the_tactician_goes_on_after_something_was_done_by_hand(desk: Desk) -> None:
    zenon_acts(desk)
    desk.panel.preferences.typed = False
    before = len(desk.steps)
    desk.autoplay.act_by(TACTICIAN, "zenon")
    assert desk.autoplay.running
    desk.session.perform_by_hand({"do": "objective", "objective": 1, "met": True})
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
    assert [step for step in desk.steps[before:] if step.get("actor") == "zenon"]


def test_a_warning_does_not_last_longer_than_the_state_it_was_about(desk: Desk) -> None:
    zenon_acts(desk)
    desk.panel.preferences.typed = False
    hurts = {"do": "act", "actor": "zenon", "action": "attack", "target": "halina"}
    assert not desk.panel._perform(hurts)
    desk.panel.do_by_hand({"do": "edit", "combatant": "halina", "set": {"hp": 1}})
    assert not desk.panel._perform(hurts)
    assert desk.panel._perform(hurts)


def test_after_a_warning_a_digit_confirms_nothing_and_enter_does(desk: Desk) -> None:
    zenon_acts(desk)
    desk.panel.preferences.typed = True
    desk.choose("attack")
    desk.form.box("target").editor.put("halina")
    for digit in "14":
        desk.type(digit)
        assert desk.fight.pending is None, "it may be the die that brought the warning"
    desk.enter()
    assert desk.fight.pending
    assert desk.panel.ui.prompt.typed
    assert desk.panel.ui.prompt.typed.keys == ""
