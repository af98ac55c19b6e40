"""A TEOHIPHIP skirmish played through the panel with keys and clicks."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from desktop.encounter.fight import resume, start
from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.rules.table import Decision
from desktop.rules.text import Text
from desktop.window.combat.command.card import CommandCard
from desktop.window.combat.log.model import Entry
from desktop.window.combat.log.view import LaidLine
from desktop.window.combat.panel import LOW
from desktop.window.combat.question.prompt import PromptCard
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import figure, skirmish

CONTROL = Qt.KeyboardModifier.ControlModifier


def begun(desk: Desk, pools: str = "6432 1255 331") -> None:
    """Begins with these dice typed in for the three pools."""
    desk.panel.preferences.typed = True
    desk.key(Qt.Key.Key_Space)
    for dice in pools.split():
        desk.type(dice)
        desk.enter()


def zenon_acts(desk: Desk) -> None:
    begun(desk)
    desk.click(desk.panel.ui.options.buttons[0])


def shown(card: CommandCard, name: str) -> str:
    assert card.form is not None
    return card.form.box(name).refusal.text()


def test_a_whole_fight_from_begin_to_elimination(desk: Desk) -> None:
    ui = desk.panel.ui
    begun(desk)
    assert desk.fight.state["zenon"].pool == [6, 4, 3, 2]
    state: Any = desk.fight.state
    assert state.band == "Banda Zenona"
    zenon_button = next(b for b in ui.options.buttons if "Zenon" in b.label)
    desk.click(zenon_button)
    assert desk.fight.state.turn == "zenon"
    desk.type("A")
    assert ui.command.isVisible()
    desk.click(desk.form.chips("combatant")[0][1].chips()["'guard1'"])
    desk.type("251")
    assert isinstance(desk.question, DiceWanted)  # aim would make it three dice
    assert ui.prompt.refusal.text() == "all the dice are there"
    desk.enter()
    assert isinstance(desk.question, Decision)
    assert desk.question.id == "swap"
    desk.type("2")
    assert desk.fight.pending is None
    assert desk.fight.state["guard1"].hp == 1
    assert desk.fight.state["zenon"].hp == 3
    desk.type("A")
    assert desk.form.values()["target"] == "guard1"  # as last time
    desk.type("66")
    desk.enter()
    desk.odds()
    assert desk.fight.state["guard1"].out
    assert "Strażnik 1 leaves the table" in desk.log()
    assert desk.steps == desk.fight.journal
    replayed = resume(skirmish(), desk.steps, None)
    assert replayed.as_json() == desk.fight.as_json()


def test_an_attack_takes_three_clicks(desk: Desk) -> None:
    zenon_acts(desk)
    ui = desk.panel.ui
    desk.panel.preferences.typed = False
    attack = next(b for b in ui.options.buttons if b.label == "Atak")
    desk.click(attack)
    desk.click(desk.form.chips("combatant")[0][1].chips()["'guard2'"])
    desk.click(ui.command.go)
    step = desk.steps[-1] if desk.fight.pending is None else desk.waiting
    assert (step["action"], step["target"], len(step["dice"])) == ("attack", "guard2", 2)


def test_enter_rolls_and_digits_type_whatever_the_mode(desk: Desk) -> None:
    zenon_acts(desk)
    desk.panel.preferences.typed = False
    desk.type("A")
    desk.type("3")
    typed = desk.panel.ui.prompt.typed
    assert typed
    assert typed.dice() == [3]
    desk.type("4")
    desk.enter()
    assert desk.waiting["dice"] == [3, 4]  # and asks for a swap
    desk.key(Qt.Key.Key_Escape)
    desk.key(Qt.Key.Key_Escape)
    assert desk.fight.pending is None
    desk.panel.preferences.typed = True
    desk.enter()
    assert isinstance(desk.question, DiceWanted)
    desk.enter()
    dice = (desk.pending or desk.steps[-1])["dice"]
    assert len(dice) == 2
    assert all(1 <= die <= 6 for die in dice)


def test_a_wrong_digit_is_refused_and_backspace_takes_one_back(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.type("2")
    desk.type("9")
    assert desk.panel.ui.prompt.refusal.text() == "d6 does not show 9"
    desk.enter()
    assert desk.panel.ui.prompt.refusal.text() == "still to type: 1"
    desk.key(Qt.Key.Key_Backspace)
    typed = desk.panel.ui.prompt.typed
    assert typed
    assert typed.empty


def test_backspace_goes_back_to_the_throw_before(desk: Desk) -> None:
    desk.panel.preferences.typed = True
    desk.key(Qt.Key.Key_Space)
    desk.type("6432")
    desk.enter()
    assert desk.question.by == "halina"
    desk.key(Qt.Key.Key_Backspace)
    assert desk.question.by == "zenon"
    assert desk.pending == {"do": "begin", "dice": [], "answers": {}}
    desk.key(Qt.Key.Key_Escape)
    assert desk.fight.pending is None
    assert desk.pending is None


def test_undo_and_redo_by_key_are_stored(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("C")
    assert desk.fight.state["zenon"].aiming
    desk.key("Z", CONTROL)
    assert not desk.fight.state["zenon"].aiming
    desk.key("Y", CONTROL)
    assert desk.fight.state["zenon"].aiming
    assert [step["do"] for step in desk.steps[-2:]] == ["undo", "redo"]
    desk.key("Z", CONTROL)
    desk.key("Z", CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert desk.fight.state["zenon"].aiming


def test_a_half_finished_attack_survives_a_closed_laptop(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.type("25")
    desk.enter()
    question = desk.question
    assert desk.waiting["dice"] == [2, 5]
    desk.open(resume(skirmish(), list(desk.steps), desk.pending))
    ui = desk.panel.ui
    assert desk.question == question
    assert ui.prompt.isVisible()
    assert ui.prompt.question.text() == "Zenon Kowalski: swap a die?"
    assert ui.command.option
    assert ui.command.option.action == "attack"
    summary = ui.command.summary
    assert isinstance(summary, QLabel)
    assert "Agent MOIRY" in summary.text()
    desk.type("1")
    assert desk.fight.pending is None
    assert desk.steps[-1]["answers"] == {"swap@zenon": []}


def test_throws_that_wait_survive_too(desk: Desk) -> None:
    desk.panel.preferences.typed = True
    desk.key(Qt.Key.Key_Space)
    desk.type("6432")
    desk.enter()
    desk.open(resume(skirmish(), list(desk.steps), desk.pending))
    assert desk.panel.ui.prompt.question.text() == "Halina Żółć · initiative pool: 4d6"


def test_a_greyed_option_says_why(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("C")
    aim = next(b for b in desk.panel.ui.options.buttons if b.label == "Celowanie")
    assert not aim.isEnabled()
    assert aim.accessibleDescription() == "aims already"
    before = desk.fight.cursor
    desk.type("C")
    assert desk.fight.cursor == before


def test_an_overruled_option_goes_into_the_log_with_its_reason(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("C")
    ui = desk.panel.ui
    desk.key("R", CONTROL)
    aim = next(b for b in ui.options.buttons if b.label == "Celowanie")
    desk.click(aim)
    assert ui.command.overruled
    ui.command.why.setText("za zgodą MG")
    desk.enter()
    assert desk.steps[-1]["overrule"] is True
    assert "The game master overrules the rules: za zgodą MG" in desk.log()
    assert not ui.options.overruling


def test_what_is_filled_in_can_be_overruled_and_no_longer(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.form.box("distance").editor.put(40)
    desk.key("R", CONTROL)
    assert desk.panel.ui.command.step()["overrule"] is True
    assert desk.panel.ui.command.step()["distance"] == 40
    assert desk.panel.ui.command.go.isEnabled()
    desk.key("R", CONTROL)
    assert "overrule" not in desk.panel.ui.command.step()
    assert not desk.panel.ui.command.go.isEnabled()


def test_a_refusal_stands_at_its_field(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    command = desk.panel.ui.command
    desk.form.box("distance").editor.put(40)
    assert "out of range" in shown(command, "distance")
    assert not command.go.isEnabled()
    desk.form.box("distance").editor.put(12)
    assert shown(command, "distance") == ""
    assert command.go.isEnabled()


def test_odds_are_shown_before_the_roll(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    odds = desk.panel.ui.odds
    assert odds.isVisible()
    assert odds.reading
    assert str(odds.reading.hits) == "5/9"
    assert odds.reading.spread.keys() == {0, 1, 2}
    chips = desk.form.chips("combatant")[0][1].chips()
    assert chips["'guard1'"].odds == "56 %"
    assert odds.ways["first: Celowanie"].chance == "70 % · 0.96"
    desk.panel.preferences.english = True
    desk.odds()
    assert odds.ways["first: Aim"].chance == "70 % · 0.96"


@pytest.mark.parametrize("trait", ["Impulsywny", "Regeneracja"])
def test_who_cannot_be_hit_has_0_percent_whatever_a_swap_costs(desk: Desk, trait: str) -> None:
    """teohiphip-13 and 18: the only success there can be is lost to a target in cover."""
    script: dict[str, Any] = skirmish()
    script["combatants"][0]["sheet"]["traits"] = [{"name": trait}]
    desk.open(start(script))
    zenon_acts(desk)
    desk.session.perform(
        {"do": "edit", "combatant": "agent", "set": {"hunkered": True}, "why": "cover"}
    )
    desk.type("A")
    form = desk.form
    desk.click(form.chips("combatant")[0][1].chips()["'agent'"])
    form.boxes["modifiers", "concealed"].editor.put(True)
    desk.odds()
    assert form.chips("combatant")[0][1].chips()["'agent'"].odds == "0 %"
    odds = desk.panel.ui.odds
    assert odds.isVisible()
    assert odds.ui.said.text() == "hits 0 %"


def test_what_leaves_nothing_to_chance_shows_no_odds(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("R")
    desk.odds()
    assert desk.panel.ui.command.isVisible()
    assert not desk.panel.ui.odds.isVisible()
    assert desk.panel.ui.command.go.label == "Do it"


def test_a_click_on_another_way_takes_it(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    form = desk.form
    form.box("modifiers.cover").editor.put(True)
    desk.odds()
    way = desk.panel.ui.odds.ways["without: osłona"]
    assert way.chance == "56 % · 0.67"
    desk.click(way)
    assert "modifiers" not in form.values()


def test_in_a_low_window_other_ways_and_keys_leave_their_room_to_the_form(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    ui, window = desk.panel.ui, desk.panel.window()
    for high, spare in ((900, True), (LOW - 20, False), (900, True)):
        window.resize(1366, high)
        QApplication.processEvents()
        assert ui.odds.ui.room.isVisible() == ui.hints.isVisible() == spare
        assert ui.odds.ui.said.isVisible()
        column = ui.odds.layout()
        assert column
        assert ui.odds.height() >= column.totalHeightForWidth(ui.odds.width())


def test_choices_of_a_decision_show_what_they_lead_to(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.type("25")
    desk.enter()
    desk.odds()
    notes = {button.label: button.note for button in desk.panel.ui.prompt.buttons}
    assert notes["Keep"].endswith("1 damage")
    assert notes["2 → 6"].endswith("2 damage")


def test_teohiphip_8_the_answers_of_a_climb_say_whether_it_succeeds(desk: Desk) -> None:
    zenon_acts(desk)
    climb = {"do": "act", "actor": "zenon", "action": "climb"}
    desk.session.perform({**climb, "dice": [1, 2]})
    desk.odds()
    prompt = desk.panel.ui.prompt
    assert prompt.decision
    notes = {button.note for button in prompt.buttons[: len(prompt.decision.field.choices)]}
    assert "1 success, for 1 hp · gets over" in notes
    assert not any(note.endswith((" · 0", " · 1")) for note in notes)


def asked_to_swap(desk: Desk) -> PromptCard:
    """A test that failed, and a pool from which one answer or two are better than all others."""
    zenon_acts(desk)
    pool = {"pool": [6, 5, 4, 3]}
    desk.session.perform_by_hand({"do": "edit", "combatant": "zenon", "set": pool})
    desk.type("A")
    desk.type("12")
    desk.enter()
    desk.odds()
    return desk.panel.ui.prompt


def test_answers_that_another_one_beats_are_folded_away(desk: Desk) -> None:
    prompt = asked_to_swap(desk)
    shown = [button.label for button in prompt.buttons if button.isVisibleTo(prompt)]
    assert shown[0] == "Keep"
    assert len(shown) < len(prompt.buttons) - 3
    assert prompt.more.isVisibleTo(prompt)
    desk.type("0")
    assert not prompt.more.isVisibleTo(prompt)
    assert all(button.isVisibleTo(prompt) for button in prompt.buttons)


def test_a_folded_answer_is_reached_by_its_key_and_is_taken(desk: Desk) -> None:
    prompt = asked_to_swap(desk)
    hidden = next(
        button for button in prompt.buttons if not button.isVisibleTo(prompt) and button.key
    )
    desk.type(hidden.key)
    assert hidden.isVisibleTo(prompt)  # shown first, so that nothing unseen is done
    assert desk.fight.pending
    assert prompt.decision
    value = prompt.decision.field.choices[prompt.buttons.index(hidden)].value
    desk.type(hidden.key)
    assert desk.steps[-1]["answers"]["swap@zenon"] == value


def test_every_answer_says_what_it_leads_to_folded_or_not(desk: Desk) -> None:
    prompt = asked_to_swap(desk)
    assert prompt.decision
    for button, choice in zip(prompt.buttons, prompt.decision.field.choices, strict=True):
        assert button.label == str(choice.label)
    assert prompt.buttons[1].note.count("·") >= 1


def test_moot_decisions_are_answered_unless_asked_for(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.type("66")
    desk.enter()
    assert desk.fight.pending is None
    desk.key("Z", CONTROL)
    desk.panel.preferences.ask_without_benefit = True
    desk.type("A")
    desk.type("66")
    desk.enter()
    assert isinstance(desk.question, Decision)
    desk.enter()
    assert desk.fight.pending is None


def test_by_hand_asks_for_somebody_where_nobody_is_looked_at(desk: Desk) -> None:
    begun(desk)
    said: list[str] = []
    desk.panel.notice.connect(said.append)
    desk.panel.ui.order.select(None)
    assert desk.panel._view.focus() is None
    desk.key(Qt.Key.Key_F2)
    desk.click(desk.panel.ui.byHandButton)
    assert said == ["Choose somebody in the order first."] * 2


def test_values_are_set_by_hand_with_a_reason(desk: Desk) -> None:
    begun(desk)
    ui = desk.panel.ui
    ui.order.select("agent")
    desk.panel.setFocus()
    desk.key(Qt.Key.Key_F2)
    assert ui.edit.combatant == "agent"
    desk.edit_form.box("hp").editor.put(2)
    ui.edit.why.setText("upadek")
    desk.enter()
    edit = {"do": "edit", "combatant": "agent", "set": {"hp": 2}, "why": "upadek"}
    assert desk.steps[-1] == edit
    assert desk.fight.state["agent"].hp == 2
    assert not ui.edit.isVisible()


def test_an_entry_by_hand_leaves_the_open_question_open(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.type("25")
    desk.enter()
    desk.panel.edit_by_hand("halina")
    desk.edit_form.box("hp").editor.put(1)
    desk.enter()
    assert desk.fight.state["halina"].hp == 1
    assert desk.question.id == "swap"
    assert desk.waiting["dice"] == [2, 5]


def test_an_objective_is_ticked_off(desk: Desk) -> None:
    begun(desk)
    box = desk.panel.ui.objectives.boxes[1]
    desk.click(box)
    assert desk.steps[-1] == {"do": "objective", "objective": 1, "met": True}
    assert desk.fight.state.objectives[1].met
    desk.key("Z", CONTROL)
    assert not box.isChecked()


def test_a_policy_acts_until_the_activation_ends(desk: Desk) -> None:
    desk.key(Qt.Key.Key_Space)
    desk.panel.look_at("zenon")
    desk.panel.main()
    desk.key(Qt.Key.Key_Space)
    desk.panel.look_at("agent")
    desk.panel.main()
    assert desk.fight.state.turn == "agent"
    before = len(desk.steps)
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert len(desk.steps) > before
    assert {step["actor"] for step in desk.steps[before:] if "actor" in step} == {"agent"}


def test_anybody_can_be_looked_at_and_react_out_of_turn(desk: Desk) -> None:
    zenon_acts(desk)
    ui = desk.panel.ui
    row = ui.order.rows.find("halina")
    place = ui.order.visualRect(ui.order.rows.index(row)).center()
    desk.qtbot.mouseClick(ui.order.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert {option.actor for option in ui.options.options} == {"halina"}
    assert [option.action for option in ui.options.options] == ["test"]
    assert set(ui.options.chips) == {"zenon", "halina"}
    desk.key(Qt.Key.Key_Escape)
    assert {option.actor for option in ui.options.options} == {"zenon"}


def test_somebody_else_is_found_by_name(desk: Desk) -> None:
    zenon_acts(desk)
    bar = desk.panel.ui.options
    desk.click(bar.else_button)
    assert bar.finder.isVisible()
    names = [bar.finder.itemText(n) for n in range(bar.finder.count())]
    bar.finder.activated.emit(names.index("Halina Żółć"))
    assert {option.actor for option in bar.options} == {"halina"}


def test_a_rule_number_opens_the_text_of_the_rule(desk: Desk) -> None:
    zenon_acts(desk)
    heard: list[str] = []
    desk.panel.rule_clicked.connect(heard.append)
    log = desk.panel.ui.log
    row = next(n for n in range(log.lines.rowCount()) if log.rule_at(n) == "teohiphip-5")
    log.setCurrentIndex(log.lines.index(row))
    log.setFocus()
    desk.enter()
    assert heard == ["teohiphip-5"]
    assert desk.panel.ui.rule.isVisible()
    assert "AP" in desk.panel.ui.rule.text.text()


def test_a_click_on_the_number_in_the_log_opens_it_too(desk: Desk) -> None:
    zenon_acts(desk)
    log = desk.panel.ui.log
    row = next(n for n in range(log.lines.rowCount()) if log.rule_at(n) == "teohiphip-3")
    place = log.visualRect(log.lines.index(row))
    at = place.topRight()
    at.setX(at.x() - 20)
    at.setY(at.y() + 12)
    with desk.qtbot.waitSignal(desk.panel.rule_clicked) as heard:
        desk.qtbot.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert heard.args == ["teohiphip-3"]


def test_no_line_of_the_log_begins_with_a_percent_sign(desk: Desk) -> None:
    line = LogLine(1, "boj-5", Text("{name}: {chance} %", name="Автомат", chance=65))
    narrow = LaidLine(Entry(line, 1), (), desk.panel.font(), 10.0)
    assert narrow.layout.text() == "Автомат: 65\N{NO-BREAK SPACE}%"


def test_the_newest_step_is_on_top_and_rounds_have_headings(desk: Desk) -> None:
    zenon_acts(desk)
    lines = desk.panel.ui.log.lines
    said = [lines.index(n).data() for n in range(lines.rowCount())]
    assert said[0] == "Runda 1"
    assert said[1].startswith("Banda Zenona: Zenon Kowalski begins to act")
    assert said[2].startswith("Zenon Kowalski has 2 AP")
    assert any("6 4 3 2 · teohiphip-4" in line for line in said)


def test_a_group_unfolds_and_each_member_has_hit_points_of_its_own(desk: Desk) -> None:
    begun(desk)
    order = desk.panel.ui.order
    rows = order.rows
    at = rows.find("guard2")
    assert rows.row(at).name == "Strażnik ×3"
    rows.fold("Strażnik Akademii", True)
    assert [rows.row(at + n).name for n in (1, 2, 3)] == ["Strażnik 1", "Strażnik 2", "Strażnik 3"]
    desk.session.perform_by_hand({"do": "edit", "combatant": "guard2", "set": {"hp": 1}})
    assert [rows.row(at + n).vitals[0].value for n in (1, 2, 3)] == [3, 1, 3]


def test_terms_are_native_or_english(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    ui = desk.panel.ui
    assert desk.form.box("target").editor.label == "Cel"
    desk.key("T", CONTROL)
    assert desk.form.box("target").editor.label == "Target"
    assert "Attack" in [b.label for b in ui.options.buttons]
    assert desk.form.values()["target"] == "agent"


def test_the_end_is_told_and_can_be_taken_back(desk: Desk) -> None:
    begun(desk)
    for number in range(len(desk.fight.state.objectives)):
        desk.session.perform_by_hand({"do": "objective", "objective": number})
    for id in ("agent", "guard1", "guard2", "guard3", "platon"):
        desk.session.perform_by_hand({"do": "edit", "combatant": id, "set": {"hp": 0}})
    outcome = desk.panel.ui.outcome
    assert outcome.isVisible()
    assert "players left standing" in desk.panel.ui.outcomeText.text()
    assert outcome.height() == outcome.sizeHint().height()
    desk.click(desk.panel.ui.objectives.boxes[0])  # what the players reached can be said afterwards
    assert not desk.fight.state.objectives[0].met
    desk.key("Z", CONTROL)
    assert outcome.isVisible()
    desk.key("Z", CONTROL)
    assert not outcome.isVisible()


def test_every_control_has_an_accessible_name(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    kinds = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QLineEdit, QComboBox)
    nameless = [
        widget
        for widget in desk.panel.findChildren(QWidget)
        if isinstance(widget, kinds)
        and widget.isVisible()
        and not widget.accessibleName()
        and not isinstance(widget.parent(), QAbstractSpinBox)
    ]
    assert nameless == []


@pytest.mark.parametrize("name", ["<b>Zenon</b>", "A & B", "Łucja Żółć-Ščerbić Жанна"])
def test_names_are_plain_text(desk: Desk, name: str) -> None:
    script: dict[str, Any] = skirmish()
    script["combatants"][0]["sheet"]["name"] = name
    desk.open(start(script))
    zenon_acts(desk)
    desk.type("A")
    desk.type("25")
    desk.enter()
    label = desk.panel.ui.prompt.question
    assert label.text() == f"{name}: swap a die?"
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_an_attack_needs_no_scrolling_on_a_small_laptop(desk: Desk) -> None:
    zenon_acts(desk)
    desk.type("A")
    desk.odds()
    bar = desk.panel.ui.scroll.verticalScrollBar()
    desk.qtbot.waitUntil(lambda: bar.maximum() == 0)
    desk.type("25")
    desk.enter()
    desk.odds()
    assert bar.maximum() == 0


def test_a_form_opens_at_its_top_though_the_column_was_scrolled(desk: Desk) -> None:
    zenon_acts(desk)
    ui, bar = desk.panel.ui, desk.panel.ui.scroll.verticalScrollBar()
    desk.panel.resize(desk.panel.width(), 250)
    desk.type("A")
    desk.odds()
    room = ui.scroll.viewport()

    def title_is_seen() -> bool:
        return room.rect().contains(ui.command.title.mapTo(room, QPoint(1, 1)))

    bar.setValue(bar.maximum())
    assert not title_is_seen()
    desk.type("A")
    desk.qtbot.waitUntil(title_is_seen)


def test_a_behaviour_without_a_proposal_leaves_what_happened_last_to_be_seen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(desk)
    sentence = desk.panel.ui.result.sentence
    before = sentence.text()
    monkeypatch.setattr(desk.autoplay, "policy_of", lambda *_: "assault")
    monkeypatch.setattr(desk.autoplay, "act_by", lambda *_, **__: False)
    said: list[str] = []
    desk.panel.notice.connect(said.append)
    desk.panel.let_it_act()
    desk.panel.let_it_act()  # it was asked first
    assert len(said) == 2
    assert sentence.isVisible()
    assert sentence.text() == before != ""


def test_the_last_of_a_band_is_activated_with_its_letter_too(desk: Desk) -> None:
    people = [figure("zenon", "Zenon", "Banda", 4, "players"), figure("agent", "Agent", "MOIRA", 5)]
    desk.open(start(skirmish(combatants=people)))
    begun(desk, "6432")
    (activate,) = (button for button in desk.panel.ui.options.buttons if "Zenon" in button.label)
    assert activate.isVisible()
    desk.type(desk.panel.ui.options.keys[desk.panel.ui.options.buttons.index(activate)])
    assert desk.fight.state.turn == "zenon"
