"""Declared actions on the panel: lanes, changes, odds of defences, boxes, split dice, by hand."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.rules.contract import Option
from desktop.rules.display import Bar
from desktop.rules.mir_tmy.state import Scene
from desktop.rules.table import Decision
from desktop.rules.text import Text
from desktop.window.combat.command.card import LastChoices
from desktop.window.combat.odds.bar import read
from desktop.window.combat.question.dice import FallenDice, LogLines
from desktop.window.fields.editors import NumberEdit
from desktop.window.fields.panel_form import RecordLines
from desktop.window.widgets import paint
from tests.rules.maps import on_map
from tests.rules.mir_tmy.bench import PISTOL
from tests.window.combat.conftest import Desk

CONTROL = Qt.KeyboardModifier.ControlModifier

CLUB = {"name": "Дубинка", "damage": 2, "type": "bashing"}


def person(id: str, side: str, wits: int) -> dict[str, Any]:
    """Dexterity, brawl and the like at 3; the wits decide who is faster."""
    body = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": wits}
    skills = {"melee": 3, "dodge": 3, "brawl": 2, "athletics": 2}
    sheet = {"name": id.capitalize(), "attributes": body, "abilities": skills, "weapons": [CLUB]}
    return {"id": id, "side": side, "sheet": {**sheet, "extra_actions": int(wits == 5)}}


@pytest.fixture
def declaring(desk: Desk) -> Desk:
    """Begun, with initiatives 13, 11 and 9: Борис, the slowest, is to declare."""
    people = [person("анна", "players", 5), person("вера", "foes", 3), person("борис", "foes", 1)]
    desk.open(start({"format": "fight/1", "system": "mir_tmy", "combatants": people}))
    desk.panel.preferences.typed = True
    desk.fight.perform({"do": "begin", "dice": [5, 5, 5]})
    desk.panel._refresh()
    return desk


def lanes(desk: Desk) -> dict[str, tuple[Bar, ...]]:
    timeline = desk.fight.rules.timeline(desk.fight.state)
    assert timeline is not None
    return {lane.combatant: lane.bars for lane in timeline.lanes}


def declare_attack(desk: Desk, target: str) -> None:
    """By the key of the option, a click on the target, and Enter."""
    desk.type("A")
    form = desk.panel.ui.command.form
    desk.click(form.chips("combatant")[0][1].chips()[repr(target)])
    desk.enter()


def all_attack(desk: Desk) -> None:
    declare_attack(desk, "анна")
    declare_attack(desk, "анна")
    declare_attack(desk, "вера")


@pytest.mark.parametrize("declared", [False, True])
def test_what_overrules_the_rules_is_offered_once_by_its_own_word(
    declaring: Desk, declared: bool
) -> None:
    if declared:
        all_attack(declaring)
    declaring.key("R", CONTROL)
    offered = [option for option in declaring.panel.ui.options.options if option.action]
    known = {action.id: action for action in declaring.fight.rules.actions if action.id}
    assert sorted(option.action for option in offered) == sorted(known)
    assert {option.native for option in offered} == {each.native for each in known.values()}


def test_mir_tmy_5_the_lanes_fill_from_the_slowest_upward(declaring: Desk) -> None:
    assert declaring.panel.ui.timeline.isVisible()
    assert list(lanes(declaring)) == ["анна", "вера", "борис"]
    turns = []
    for target in ("анна", "анна", "вера"):
        turns.append(declaring.fight.state.turn)
        declare_attack(declaring, target)
    assert turns == ["борис", "вера", "анна"]
    assert {bar.kind for bars in lanes(declaring).values() for bar in bars} == {"planned"}
    assert declaring.fight.state.turn == "анна"  # and now downward
    assert "Атака → Вера (planned)" in declaring.panel.ui.timeline.strip.accessibleDescription()


def test_mir_tmy_7_a_change_to_a_defence_strikes_what_was_declared(declaring: Desk) -> None:
    all_attack(declaring)
    declaring.panel.look_at("борис")
    buttons = declaring.panel.ui.options.buttons
    declaring.click(next(b for b in buttons if b.label == "Сменить на защиту"))
    declaring.enter()
    struck, held = lanes(declaring)["борис"]
    assert (struck.kind, struck.native) == ("struck", "Атака → Анна")
    assert (held.kind, held.native) == ("running", "Уклонение")
    assert "Атака → Анна (struck)" in declaring.panel.ui.timeline.strip.accessibleDescription()
    declaring.panel.undo()
    assert [bar.kind for bar in lanes(declaring)["борис"]] == ["planned"]


def test_the_odds_stand_there_when_an_attack_is_declared(declaring: Desk) -> None:
    declaring.type("A")
    assert declaring.panel.ui.command.option
    assert declaring.panel.ui.command.option.do == "declare"
    declaring.odds()
    assert declaring.panel.ui.odds.isVisible()
    reading = declaring.panel.ui.odds.reading
    assert reading
    assert 0 < reading.hits < 1
    found = declaring.panel.ui.command.targets()
    assert found
    assert all("%" in chip.odds for chip in found[1].chips().values())
    declaring.enter()
    assert declaring.fight.moments[-1].step["do"] == "declare"


def test_odds_are_shown_for_every_defence_before_the_roll(declaring: Desk) -> None:
    all_attack(declaring)
    declaring.type("A")
    declaring.odds()
    ways = declaring.panel.ui.odds.ways
    chances = {
        name: int(ways[f"Вера: {label}"].chance.split(" ")[0])
        for name, label in (
            ("none", "No defence"),
            ("dodge", "Уклонение"),
            ("parry", "Парирование"),
            ("block", "Блок"),
        )
    }
    assert chances["dodge"] == chances["parry"] < chances["none"]
    assert "own harm" in ways["Вера: Парирование"].chance
    assert chances["block"] == chances["none"]  # a club in a strong hand breaks through


def test_an_attack_with_a_dodge_by_keys_with_dice_from_the_table(declaring: Desk) -> None:
    all_attack(declaring)
    declaring.type(" ")
    pending = declaring.fight.pending
    assert pending is not None
    assert isinstance(pending.question, Decision)
    declaring.type("2")
    declaring.type("000662")  # nought is ten
    declaring.enter()
    declaring.type("722222")
    declaring.enter()
    while declaring.fight.pending:
        declaring.enter()
    step = declaring.fight.journal[-1]
    assert step["answers"] == {"defence@вера": "dodge"}
    assert step["dice"][:6] == [10, 10, 10, 6, 6, 2]
    assert lanes(declaring)["вера"][0].kind == "struck"


@pytest.mark.parametrize(("key", "modifier"), [("1", None), ("Return", CONTROL)])
def test_a_declared_attack_takes_three_keys_with_the_answer_of_the_foe(
    declaring: Desk, key: str, modifier: Qt.KeyboardModifier | None
) -> None:
    desk = declaring
    for target in ("анна", "анна"):
        declare_attack(desk, target)
    desk.panel.preferences.typed = False
    desk.type("A")
    desk.enter()
    assert "Ctrl+Enter asks no foe" in desk.panel.ui.hints.text()
    desk.key(getattr(Qt.Key, f"Key_{key}"), modifier)
    step = desk.fight.journal[-1]
    assert (step["do"], step["actor"]) == ("act", "анна")
    assert desk.fight.state.turn == "вера", "nothing is left to ask"


def test_a_digit_is_no_die_of_a_declared_attack_that_asks_nobody(declaring: Desk) -> None:
    desk = declaring
    all_attack(desk)
    desk.session.perform_by_hand({"do": "edit", "combatant": "вера", "set": {"stunned": True}})
    desk.type("1")
    assert desk.fight.pending
    assert isinstance(desk.question, DiceWanted)
    assert desk.panel.ui.prompt.typed
    assert desk.panel.ui.prompt.typed.empty
    desk.type("6")
    assert not desk.panel.ui.prompt.typed.empty


def test_mir_tmy_7_a_players_turn_is_not_given_up_unseen_where_the_weapon_does_not_reach(
    desk: Desk,
) -> None:
    people = [{**person("анна", "players", 5), "at": [2, 2]}]
    people.append({**person("вера", "foes", 1), "at": [9, 2]})
    battlefield = {"width": 20, "height": 10}
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people, "map": battlefield}
    desk.open(start(script))
    desk.session.perform({"do": "begin", "dice": [5, 5]})
    for actor, target in (("вера", "анна"), ("анна", "вера")):
        step = {"do": "declare", "actor": actor, "action": "attack", "target": target}
        desk.session.perform({**step, "with": "Дубинка"})
    told: list[str] = []
    desk.panel.notice.connect(told.append)
    done = len(desk.fight.journal)
    desk.panel.let_it_act()
    reason = "7 m away, too far to fight hand to hand"
    assert told[-1].startswith(f"Анна, what was declared: {reason}. Once more, and the behav")
    assert len(desk.fight.journal) == done
    desk.panel.let_it_act()
    assert desk.fight.journal[-1]["do"] == "end_turn"


def test_mir_tmy_23_a_typed_distance_takes_back_that_the_target_is_out_of_reach(
    desk: Desk,
) -> None:
    people = [{**person("анна", "players", 5), "at": [2, 2]}]
    people.append({**person("вера", "foes", 1), "at": [11.8, 2]})
    battlefield = {"width": 20, "height": 10}
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people, "map": battlefield}
    desk.open(start(script))
    desk.panel.preferences.typed = True
    desk.session.perform({"do": "begin", "dice": [5, 5]})
    for actor, target in (("вера", "анна"), ("анна", "вера")):
        desk.session.perform(
            {"do": "declare", "actor": actor, "action": "attack", "target": target}
        )
    desk.choose("attack")
    command = desk.panel.ui.command
    edit = command.form.box("distance").editor.focus_widget()
    assert isinstance(edit, NumberEdit)
    edit.setFocus()
    edit.selectAll()

    def chip() -> str:
        (choice,) = command.form.chips("combatant")[0][1].field.choices
        return str(choice.note)

    assert chip() == "out of reach now"
    desk.qtbot.keyClicks(edit, "2")
    assert chip() == ""
    desk.qtbot.keyClicks(edit, "0")
    assert command.form.box("distance").editor.value() == 20, "no key was lost meanwhile"
    assert chip() == "out of reach now"
    desk.qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    assert command.form.box("distance").editor.value() == 2
    desk.enter()
    assert desk.fight.pending
    summary = "Вера · Дистанция 2\xa0m"
    assert command.summary.text() == summary
    desk.open(desk.fight)
    assert command.summary.text() == summary, "the same where the fight is opened while it waits"


def test_the_odds_are_those_of_the_defence_that_was_chosen(declaring: Desk) -> None:
    desk = declaring
    all_attack(desk)
    desk.type("A")
    desk.odds()
    chance = desk.panel.ui.odds.ways["Вера: Уклонение"].chance
    before = desk.panel.ui.odds.reading
    desk.enter()
    dodge = next(b for b in desk.panel.ui.prompt.buttons if b.label == "Уклонение")
    desk.click(dodge)
    assert desk.panel.ui.prompt.typed is not None, "the dice are to be typed"
    desk.odds()
    reading = desk.panel.ui.odds.reading
    assert reading
    assert before
    assert reading.hits < before.hits
    assert chance.startswith(reading.in_short)


def test_the_odds_of_a_foes_attack_are_those_of_the_dodge_that_was_chosen(declaring: Desk) -> None:
    desk = declaring
    all_attack(desk)
    desk.panel.preferences.dice = 2
    attack = {"do": "act", "actor": "вера", "action": "attack", "target": "анна"}
    desk.session.perform({**attack, "overrule": True})
    assert desk.fight.pending
    undefended = read(desk.fight.search_odds(desk.fight.pending.step).whole())
    dodge = next(b for b in desk.panel.ui.prompt.buttons if b.label == "Уклонение")
    desk.click(dodge)
    pending = desk.fight.pending
    assert pending is not None
    assert pending.dice, "the dice of the foe are rolled"
    assert desk.panel.ui.prompt.typed is not None, "those of the dodge are to be typed"
    assert len(desk.panel.ui.prompt.boxes._faces()) == desk.question.count, "and stand alone"
    said = [label.text() for label in desk.panel.ui.prompt.log_lines.findChildren(QLabel)]
    assert said[-1] == f"{desk.fight.state[pending.step['actor']].name}: attack"
    desk.odds()
    dodged = read(desk.fight.search_odds(pending.step, answers=pending.answers).whole())
    shown = desk.panel.ui.odds.reading
    assert shown
    assert dodged
    assert undefended
    assert shown.hits == dodged.hits < undefended.hits


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([10] * 6, "6: a hit, dice of damage +3, no more than the ability (mir_tmy-11)"),
        ([10] * 4 + [2] * 2, "4: a hit, dice of damage +3"),
    ],
)
def test_mir_tmy_12_who_waits_for_damage_sees_by_how_much_it_hit(
    declaring: Desk, dice: list[int], said: str
) -> None:
    desk = declaring
    all_attack(desk)
    desk.type("1")
    desk.session.answer(dice)
    waiting = desk.fight.pending
    assert waiting
    assert isinstance(waiting.question, DiceWanted)
    assert (waiting.question.by, str(waiting.question.label)) == ("анна", "damage")
    lines = desk.fight.preview(waiting.as_json()).lines
    assert (str(lines[-1].text), len(lines[-1].dice)) == (f"Successes {said}", 6)
    desk.session.answer([1] * waiting.question.count)
    if desk.fight.pending:  # the soak
        lines = desk.fight.preview(desk.fight.pending.as_json()).lines
        assert (str(lines[-1].text), len(lines[-1].dice)) == (f"Successes {said}", 6)
    while desk.fight.pending:
        desk.session.roll()
    assert all("a hit, dice of damage" not in line for line in desk.log())


def test_where_one_alone_is_let_act_nobody_is_said_to_act_on_after_the_question(
    declaring: Desk,
) -> None:
    desk = declaring
    all_attack(desk)
    desk.panel.preferences.typed = False
    desk.type("1")
    desk.key(Qt.Key.Key_Return, CONTROL)
    desk.qtbot.waitUntil(lambda: desk.fight.pending is not None)
    assert desk.autoplay.running
    assert not desk.panel.ui.hints.text().endswith("then the others act on")


def test_what_is_asked_of_a_player_waits_and_the_others_act_on_after_it(declaring: Desk) -> None:
    desk = declaring
    all_attack(desk)
    desk.panel.preferences.typed = False
    desk.type("1")
    so_far: list[int] = []
    desk.autoplay.acted.connect(so_far.append)
    first = desk.fight.cursor + 1
    desk.key(Qt.Key.Key_Return, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    asked = desk.fight.pending
    assert asked is not None
    assert (asked.step["actor"], asked.question.by) == ("вера", "анна")
    assert desk.panel.ui.hints.text().endswith("then the others act on")
    desk.enter()
    desk.qtbot.waitUntil(lambda: desk.fight.pending not in (None, asked))
    asked = desk.fight.pending
    assert asked is not None
    assert (asked.step["actor"], asked.question.by) == ("борис", "анна")
    assert so_far == [first, first], "what was done so far is said while a question waits"
    assert desk.panel.ui.result.sentence.text() == "Анна: hit, without effect"
    desk.key(Qt.Key.Key_Escape)
    assert not desk.autoplay.running


def test_mir_tmy_52_a_short_move_is_no_action_that_others_may_act_after(desk: Desk) -> None:
    people = [person("анна", "players", 5), person("вера", "foes", 3)]
    fight = {"format": "fight/1", "system": "mir_tmy", "combatants": people}
    desk.open(start({**fight, "house_rules": {"declare": False}}))
    desk.session.perform({"do": "begin", "dice": [5, 5]})
    desk.session.perform({"do": "act", "actor": "анна", "action": "move", "metres": 1})
    told: list[str] = []
    desk.panel.notice.connect(told.append)
    desk.panel.let_others_act()
    assert told == ["Анна has not acted yet. Once more ends this turn."]
    assert desk.fight.rules.standing(desk.fight.state, "анна") == "active"


def test_mir_tmy_52_the_form_of_a_declared_run_leads_where_it_was_declared(desk: Desk) -> None:
    people = [{**person("анна", "players", 5), "at": [2, 2]}, {**person("вера", "foes", 1)}]
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people}
    desk.open(start({**script, "map": {"width": 20, "height": 10}}))
    desk.session.perform({"do": "begin"}, typed=False)
    run = {"action": "run", "to": [11, 2]}
    desk.session.perform({"do": "declare", "actor": "вера", "action": "pass"}, typed=False)
    desk.session.perform({"do": "declare", "actor": "анна", **run}, typed=False)
    desk.panel.choose(next(o for o in desk.fight.turn_options() if o.action == "run"))
    form = desk.panel.ui.command.form
    assert form.box("metres").editor.value() == 9
    assert "stays where it is" not in desk.panel.ui.command.hint.text()
    desk.panel.enter()
    assert desk.fight.state.positions["анна"] == (11, 2)


def test_mir_tmy_17_boxes_stand_in_the_order_and_are_set_by_hand(declaring: Desk) -> None:
    declaring.panel.edit_by_hand("вера")
    form = declaring.panel.ui.edit.form
    assert form is not None
    for kind, count in (("bashing", 1), ("lethal", 2), ("aggravated", 1)):
        form.box(f"damage.{kind}").editor.put(count)
    declaring.enter()
    row = next(
        r
        for n in range(declaring.panel.ui.order.rows.rowCount())
        if (r := declaring.panel.ui.order.rows.row(n)).name == "Вера"
    )
    boxes = next(v for v in row.vitals if v.kind == "boxes")
    assert boxes.values == (3, 2, 2, 1, 0, 0, 0, 0)
    assert boxes.text == "wounded −2"
    damage = "Damage 0 → Bashing 1, Lethal 2, Aggravated 1"
    assert any(damage in line for line in declaring.log())


def test_a_weapon_with_a_comma_in_its_name_stops_no_edit_by_hand(desk: Desk) -> None:
    pistol = {"name": "Пистолет, лёгкий", "kind": "firearm", "damage": 4, "range": 20, "clip": 9}
    people = [person("анна", "players", 5), person("вера", "foes", 3)]
    people[0]["sheet"]["weapons"] = [pistol]
    desk.open(start({"format": "fight/1", "system": "mir_tmy", "combatants": people}))
    desk.panel.preferences.typed = True
    desk.fight.perform({"do": "begin", "dice": [5, 5]})
    desk.panel._refresh()
    desk.panel.edit_by_hand("анна")
    form = desk.panel.ui.edit.form
    assert form is not None
    assert form.values() == {}
    form.box("damage.bashing").editor.put(1)
    desk.enter()
    assert desk.steps[-1]["set"] == {"damage": {"bashing": 1}}


def test_mir_tmy_49_a_split_cannot_go_below_two_dice(declaring: Desk) -> None:
    declaring.choose("multiple")
    form = declaring.panel.ui.command.form
    parts = form.box("parts").editor
    assert isinstance(parts, RecordLines)
    part = parts.lines[0][1]
    dice = part.box("dice").editor
    dice.put(1)
    assert "at least 2" in part.box("dice").refusal.text()
    dice.enter()
    declaring.key(Qt.Key.Key_Up)
    assert dice.value() == 2
    assert not part.box("attribute").editor.isVisible()
    declaring.enter()
    assert lanes(declaring)["борис"][0].native == "Атака 2 + Атака 3"


def test_mir_tmy_49_a_part_says_only_what_its_action_has(declaring: Desk) -> None:
    declaring.choose("multiple")
    parts = declaring.panel.ui.command.form.box("parts").editor
    assert isinstance(parts, RecordLines)
    part = parts.lines[0][1]
    assert part.counts(part.box("target"))
    part.box("action").editor.put("dodge")
    assert not any(part.counts(part.box(name)) for name in ("target", "with", "metres"))
    declaring.enter()
    assert lanes(declaring)["борис"][0].native == "Уклонение 3 + Атака 3"


def test_mir_tmy_9_everybodys_tier_stands_in_the_order(declaring: Desk) -> None:
    declaring.type("A")
    form = declaring.panel.ui.command.form
    form.box("concealed").editor.put(True)
    declaring.enter()
    rows = [declaring.panel.ui.order.rows.row(n) for n in range(3)]
    tiers = {r.name: [v.text for v in r.vitals if v.id == "awareness"] for r in rows}
    assert tiers == {"Анна": ["notices nothing"], "Вера": ["notices nothing"], "Борис": []}


def test_mir_tmy_50_extra_actions_are_a_column_of_their_own(declaring: Desk) -> None:
    for _ in range(3):
        declaring.fight.perform({"do": "end_turn"})
    declaring.panel._refresh()
    timeline = declaring.fight.rules.timeline(declaring.fight.state)
    assert timeline is not None
    assert timeline.ticks == ("Action", "Extra 1")
    assert [(bar.start, bar.kind) for bar in lanes(declaring)["анна"]][-1] == (1.0, "waiting")


def armed_with_a_submachine_gun(desk: Desk) -> None:
    gun = {"name": "ПП", "ability": "firearms", "kind": "firearm", "damage": 4, "type": "lethal"}
    shooter = person("анна", "players", 5)
    shooter["sheet"]["weapons"] = [{**gun, "range": 25, "clip": 30, "automatic": True}]
    people = [shooter, person("вера", "foes", 3), person("борис", "foes", 1)]
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people}
    desk.open(start({**script, "house_rules": {"declare": False}}))
    desk.panel.preferences.typed = False
    desk.fight.perform({"do": "begin", "dice": [5, 5, 5]})
    desk.panel._refresh()


def test_mir_tmy_39_the_targets_stay_under_the_pointer_when_odds_appear(desk: Desk) -> None:
    armed_with_a_submachine_gun(desk)
    desk.panel.resize(1366, 560)
    desk.panel.choose(next(o for o in desk.panel.ui.options.options if o.action == "strafe"))
    bar = desk.panel.ui.scroll.verticalScrollBar()
    desk.qtbot.waitUntil(lambda: desk.panel._form_at == bar.value())
    chips = dict(desk.form.chips("combatants"))["targets"]
    first, second = chips.chips().values()
    place = second.mapTo(desk.panel, QPoint(0, 0))
    desk.click(first)
    desk.odds()
    assert desk.panel.ui.odds.isVisible()
    QApplication.processEvents()
    assert second.mapTo(desk.panel, QPoint(0, 0)) == place


def test_mir_tmy_39_another_share_is_typed_where_the_link_unfolds_it(desk: Desk) -> None:
    armed_with_a_submachine_gun(desk)
    strafe = {"do": "act", "actor": "анна", "action": "strafe", "with": "ПП", "distance": 5}
    desk.panel._perform({**strafe, "targets": ["вера", "борис"], "dice": [10] * 6 + [2] * 7})
    prompt = desk.panel.ui.prompt
    while prompt.decision is not None and prompt.decision.id != "share":
        desk.enter()
    assert prompt.decision is not None
    total = sum(prompt.decision.field.choices[0].value)
    desk.click(next(b for b in prompt.findChildren(QPushButton) if b.text() == "another answer…"))
    desk.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.type(f"1,{total - 1}")
    assert prompt.editor is not None
    assert prompt.editor.value() == [1, total - 1]
    desk.enter()
    answers = (desk.pending or desk.fight.journal[-1])["answers"]
    assert answers["share@анна"] == [1, total - 1]


def test_badges_are_in_the_words_of_the_terms_that_are_chosen(declaring: Desk) -> None:
    desk = declaring
    desk.fight.perform({"do": "edit", "combatant": "анна", "set": {"down": True}})
    desk.panel._refresh()
    rows = desk.panel.ui.order.rows

    def worn() -> list[str]:
        vitals = rows.row(rows.find("анна")).vitals
        return [str(vital.text) for vital in vitals if vital.kind == "badge"]

    assert worn() == ["лежит"]
    desk.panel.preferences.english = True
    assert worn() == ["down"]


def test_mir_tmy_7_targets_that_were_not_declared_stand_aside(declaring: Desk) -> None:
    all_attack(declaring)
    desk = declaring
    desk.panel.main()
    name, targets = desk.form.chips("combatant")[0]
    assert name == "target"
    assert len(targets.chips()) == 1
    assert targets.more is not None
    assert targets.more.count() == 2, "the other one, with the reason"


def test_mir_tmy_7_only_what_counts_for_the_defence_is_asked(declaring: Desk) -> None:
    all_attack(declaring)
    desk = declaring
    desk.choose("change_to_defence")
    box = desk.form.box
    assert not box("target").editor.isVisible()
    assert not box("desperate_by").editor.isVisible()
    box("defence").editor.put("cover_ally")
    assert box("target").editor.isVisible()
    box("defence").editor.put("desperate_defence")
    assert box("desperate_by").editor.isVisible()


def test_many_dice_of_a_line_lie_below_it_and_take_no_room_beside(declaring: Desk) -> None:
    told = LogLines()
    declaring.qtbot.addWidget(told)
    faces = list(range(1, 11)) * 2
    line = LogLine(1, "mir_tmy-39", Text("strafes"), dice=tuple(faces))
    told.show_lines([line])
    (dice,) = told.findChildren(FallenDice)
    assert not dice.beside
    assert told.minimumSizeHint().width() < 200
    assert dice.heightForWidth(200) > 2 * paint.DIE
    assert all(str(face) in dice.accessibleName() for face in (1, 10))


def test_where_tens_are_typed_the_hint_says_that_nought_is_one(declaring: Desk) -> None:
    all_attack(declaring)
    desk = declaring
    desk.panel.main()
    desk.enter()
    while isinstance(desk.question, Decision):
        desk.type("1")
    assert "0 a ten" in desk.panel.ui.hints.text()


def test_a_player_who_has_declared_nothing_loses_the_turn_only_where_that_is_wanted_twice(
    declaring: Desk,
) -> None:
    told: list[str] = []
    desk = declaring
    desk.panel.notice.connect(told.append)
    declare_attack(desk, "анна")
    declare_attack(desk, "анна")
    assert desk.autoplay.is_players(desk.fight.state["анна"])
    desk.panel.let_others_act()
    assert told == ["Анна has not acted yet. Once more ends this turn."]
    assert desk.fight.state.turn == "анна"
    desk.panel.let_others_act()
    assert desk.fight.state.turn != "анна"


def test_a_behaviour_that_does_nothing_says_why(declaring: Desk) -> None:
    desk = declaring
    declare_attack(desk, "анна")
    declare_attack(desk, "анна")
    said = desk.autoplay.why_nothing(desk.panel.preferences, "анна")
    assert said.startswith("Анна: the behaviour does nothing more; choose yourself: Атака, ")


def test_why_a_command_cannot_be_stands_once_and_nothing_is_red_before_any_input(
    declaring: Desk,
) -> None:
    all_attack(declaring)
    declaring.type("A")
    distance, command = declaring.form.box("distance"), declaring.panel.ui.command
    command.show_preview(None, typed=True, why_not="30 m away, too far")
    assert distance.refusal.text() == ""
    assert command.beside.text() == "30 m away, too far"
    distance.editor.put(30)
    command.refuse("30 m away, too far", "distance")
    command.show_preview(None, typed=True, why_not="30 m away, too far")
    assert distance.refusal.text() == "30 m away, too far"
    assert command.beside.text() == ""
    assert command.go.accessibleDescription() == distance.refusal.text()
    distance.hide()
    command.show_preview(None, typed=True, why_not="30 m away, too far")
    assert command.beside.text() == "30 m away, too far", "no field in sight says it"
    distance.show()
    distance.editor.put(1)
    assert command.go.isEnabled()
    assert distance.refusal.text() == ""
    assert command.go.accessibleDescription() == "Enter"


def test_a_blow_declared_from_afar_says_so_and_has_no_odds(declaring: Desk) -> None:
    declaring.type("A")
    command, odds = declaring.panel.ui.command, declaring.panel.action_column.odds
    assert odds.queue.busy
    assert command.go.label == "Declare"
    declaring.form.box("distance").editor.put(26)
    assert command.beside.text() == "26 m away, too far to fight hand to hand"
    assert command.go.isEnabled(), "whoever declares may come near first"
    declaring.qtbot.waitUntil(lambda: not odds.queue.busy)
    assert declaring.panel.ui.odds.reading is None
    targets = declaring.form.chips("combatant")[0][1].chips().values()
    assert [chip.odds for chip in targets] == ["out of reach now"] * len(targets)


def test_a_sign_of_a_latin_layout_chooses_by_the_letter_of_the_same_key(declaring: Desk) -> None:
    options, command = declaring.panel.ui.options, declaring.panel.ui.command
    assert "Ж" in options.keys
    declaring.key(Qt.Key.Key_Semicolon)
    assert command.option
    assert command.option.action == "disarm"
    declaring.key(Qt.Key.Key_Escape)
    declaring.key(Qt.Key.Key_BracketLeft)
    assert "dexterity 3" in options.why.text(), "Х is of what cannot be now"


def test_of_a_blow_declared_from_afar_the_targets_within_reach_have_their_odds(desk: Desk) -> None:
    places = [
        ("анна", "players", 5, [2, 2]),
        ("вера", "foes", 3, [9, 2]),
        ("борис", "foes", 1, [2, 3]),
    ]
    people = [{**person(id, side, wits), "at": at} for id, side, wits, at in places]
    battlefield = {"width": 20, "height": 10}
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people, "map": battlefield}
    desk.open(start(script))
    desk.fight.perform({"do": "begin", "dice": [5, 5, 5]})
    for actor in ("борис", "вера"):
        attack = {"do": "declare", "actor": actor, "action": "attack", "target": "анна"}
        desk.session.perform(attack)
    desk.type("A")
    desk.form.box("target").editor.put("вера")
    desk.qtbot.waitUntil(lambda: not desk.panel.action_column.odds.queue.busy)
    chips = desk.form.chips("combatant")[0][1].chips()
    assert (chips["'вера'"].note, chips["'вера'"].odds) == ("out of reach now", ""), "said once"
    assert "%" in chips["'борис'"].odds


def test_no_weapon_that_does_not_reach_is_another_way_to_shoot(desk: Desk) -> None:
    people = [person("анна", "players", 5), person("вера", "foes", 3)]
    people[1]["sheet"]["weapons"] = [PISTOL, CLUB]
    desk.open(start({"format": "fight/1", "system": "mir_tmy", "combatants": people}))
    desk.fight.perform({"do": "begin", "dice": [5, 5]})
    desk.panel._refresh()
    shown: dict[str, list[str]] = {}
    for far in (1, 26):
        desk.type("A")
        desk.form.box("distance").editor.put(far)
        desk.form.box("with").editor.put(PISTOL["name"])
        queue = desk.panel.action_column.odds.queue
        desk.qtbot.waitUntil(lambda: not queue.busy)  # noqa: B023
        shown[str(far)] = [way for way in desk.panel.ui.odds.ways if "Дубинка" in way]
        desk.key(Qt.Key.Key_Escape)
    assert (len(shown["1"]), shown["26"]) == (1, [])


def test_mir_tmy_50_an_extra_action_is_not_lost_for_an_action_of_the_wave_before(
    declaring: Desk,
) -> None:
    told: list[str] = []
    desk = declaring
    all_attack(desk)
    desk.panel.notice.connect(told.append)
    desk.panel.let_others_act()  # what is declared is still to do
    assert told == ["Анна has not acted yet. Once more ends this turn."]
    desk.panel.preferences.typed = False

    def done(*steps: Any) -> None:
        for step in steps:
            assert desk.session.perform(step)
            while desk.fight.pending:
                desk.session.answer(desk.question.field.default)

    done({"do": "edit", "combatant": "анна", "set": {"extra_actions": 2}})
    hers = {"do": "act", "actor": "анна"}
    done(hers, *({"do": "end_turn", "actor": foe} for foe in ("вера", "борис")))
    assert (desk.fight.state.turn, desk.fight.state.phase) == ("анна", "extra")
    done({**hers, "action": "move", "metres": 1})
    state = desk.fight.state
    assert isinstance(state, Scene)
    assert (state.turn, state.wave) == ("анна", 2)
    desk.panel.let_others_act()
    assert told == ["Анна has not acted yet. Once more ends this turn."] * 2
    assert desk.fight.state is state


def test_the_question_of_what_was_declared_has_the_room_of_the_actions(declaring: Desk) -> None:
    desk = declaring
    all_attack(desk)
    options = desk.panel.ui.options
    assert sum(button.isVisible() for button in options.buttons) > 1
    desk.panel.main()
    assert desk.fight.pending
    assert [b.label for b in options.buttons if b.isVisible()] == ["Атака"]
    while desk.fight.pending:
        if isinstance(desk.question, Decision):
            desk.session.answer(desk.question.field.default)
        else:
            desk.session.roll()
    assert sum(button.isVisible() for button in options.buttons) > 1


def test_what_the_map_fills_in_unfolds_no_seldom_fields_of_several_actions(desk: Desk) -> None:
    people = [person("анна", "players", 5), person("вера", "foes", 3), person("борис", "foes", 1)]
    fight = start({"format": "fight/1", "system": "mir_tmy", "combatants": people})
    fight.perform({"do": "begin", "dice": [5, 5, 5]})
    desk.open(on_map(fight, анна=(10, 10), вера=(12, 10), борис=(11, 10)))
    desk.panel._refresh()
    desk.choose("multiple")
    parts = desk.form.box("parts").editor
    assert isinstance(parts, RecordLines)
    for _, form in parts.lines:
        assert form.box("distance").known, "the map fills it in"
        assert not form.box("distance").isVisible()


def boris_attacks_two() -> tuple[Fight, Option]:
    """A fight that has begun, and the attack of the slowest on those two who are players."""
    people = [
        person("анна", "players", 5),
        person("вера", "players", 3),
        person("борис", "foes", 1),
    ]
    fight = start({"format": "fight/1", "system": "mir_tmy", "combatants": people})
    fight.perform({"do": "begin", "dice": [5, 5, 5]})
    return fight, next(o for o in fight.options() if (o.actor, o.action) == ("борис", "attack"))


def test_a_target_that_lies_there_is_not_the_one_of_last_time(desk: Desk) -> None:
    fight, option = boris_attacks_two()
    last, opened = LastChoices(), []
    for target, bashing in (("вера", 0), ("анна", 0), ("анна", 7)):
        last.remember(option, {"target": target})
        fight.perform({"do": "edit", "combatant": "анна", "set": {"damage": {"bashing": bashing}}})
        opened.append(last.defaults(fight, option, fight.parameters(option))["target"])
    assert fight.state["анна"].out
    assert opened == ["вера", "анна", "вера"]


@pytest.mark.parametrize("target", ["вера", "анна"])
def test_in_a_fight_that_is_opened_again_the_target_is_that_of_the_last_step(target: str) -> None:
    fight, option = boris_attacks_two()
    fight.perform(option.as_step(target=target))
    fight.perform({"do": "edit", "combatant": target, "set": {"damage": {"bashing": 1}}})
    opened = LastChoices().defaults(fight, option, fight.parameters(option))
    assert opened["target"] == target


def test_mir_tmy_50_who_is_let_act_once_does_not_take_the_extra_action_that_follows(
    desk: Desk,
) -> None:
    people = [person("анна", "players", 5), person("вера", "foes", 3)]
    desk.open(start({"format": "fight/1", "system": "mir_tmy", "combatants": people}))
    desk.fight.perform({"do": "begin", "dice": [1, 10]})
    assert list(desk.fight.state.order) == ["вера", "анна"]
    desk.panel._refresh()
    declare_attack(desk, "вера")
    desk.fight.perform({"do": "declare", "actor": "вера", "action": "pass"})
    desk.panel._refresh()
    desk.panel.let_it_act()
    while desk.fight.pending:
        desk.enter()
    state: Any = desk.fight.state
    assert [step["do"] for step in desk.fight.journal[-1:]] == ["act"]
    assert (state.turn, state.wave, state.declaring) == ("анна", 1, True)


def test_mir_tmy_39_the_dice_of_damage_say_at_which_target_they_are_thrown(desk: Desk) -> None:
    armed_with_a_submachine_gun(desk)
    desk.panel.preferences.typed = True
    strafe = {"do": "act", "actor": "анна", "action": "strafe", "with": "ПП", "distance": 5}
    desk.panel._perform({**strafe, "targets": ["вера", "борис"], "dice": [10] * 9})
    heads = []
    while desk.fight.pending:
        if isinstance(desk.question, DiceWanted) and str(desk.question.label) == "damage":
            heads.append(desk.panel.ui.prompt.question.text().partition(" · ")[0])
        desk.enter()
    assert heads == ["Анна → Вера", "Анна → Борис"]


def test_an_answer_of_one_of_several_targets_says_what_comes_to_that_one(desk: Desk) -> None:
    people = [person("анна", "players", 5), person("вера", "foes", 3), person("борис", "foes", 1)]
    rifle = {**PISTOL, "automatic": True, "clip": 30}
    people[0]["sheet"]["weapons"] = [rifle]
    people[0]["sheet"]["abilities"]["firearms"] = 3
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people}
    desk.open(start({**script, "house_rules": {"declare": False}}))
    desk.fight.perform({"do": "begin", "dice": [10, 5, 1]})
    desk.panel._refresh()
    desk.choose("strafe")
    desk.form.box("targets").editor.put(["вера", "борис"])
    desk.odds()
    ways = desk.panel.ui.odds.ways
    hits = {label: way.chance for label, way in ways.items()}
    for name in ("Вера", "Борис"):
        assert hits[name].startswith(f"{hits[f'{name}: No defence']} · out")
