"""A whole side on turn: what each has left, one key to the next, and who waits beside the turn."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip

from desktop.encounter.fight import start
from desktop.encounter.play_table import DiceWanted
from desktop.encounter.playout import play_by_policies
from desktop.languages import OWN_TERMS
from desktop.library.languages import spoken
from desktop.library.samples import sample_scripts
from desktop.rules.konflikt.policies import AN_ENEMY_COMES
from desktop.window.combat.panel import WIDTHS_WITH_MAP
from desktop.window.fields.chips import ChipsEditor
from desktop.window.widgets import language
from desktop.window.widgets.basics import RuleLink
from tests.window.combat.conftest import Desk

SWORD = {"name": "Meč", "damage": "1k8"}


def creature(id: str, side: str = "players") -> dict[str, Any]:
    sheet = {"name": id.capitalize(), "defence": 12, "attacks": [SWORD]}
    return {"id": id, "side": side, "sheet": sheet}


@pytest.fixture
def side(desk: Desk) -> Desk:
    """Begun: Carl, Taren and Nicole are on turn, all of them."""
    people = [creature("carl"), creature("taren"), creature("nicole"), creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(" ")
    return desk


def looked_at(desk: Desk) -> str | None:
    return desk.panel._view.focus()


def test_a_tip_that_tells_of_the_state_before_goes_with_the_next_step(side: Desk) -> None:
    QToolTip.showText(QPoint(5, 5), "Akce 0 / 1", side.panel)
    assert QToolTip.isVisible()
    side.key(Qt.Key.Key_K)
    side.qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_konflikt_3_one_key_goes_round_all_who_can_still_act(side: Desk) -> None:
    seen = [looked_at(side)]
    for _ in range(3):
        side.key(Qt.Key.Key_Period)
        seen.append(looked_at(side))
    assert seen == ["carl", "taren", "nicole", "carl"]
    side.key(Qt.Key.Key_Comma)
    assert looked_at(side) == "nicole"
    assert ". and ," in side.panel.ui.hints.text()


def test_konflikt_5_who_is_done_is_left_out_and_the_panel_goes_on(side: Desk) -> None:
    side.key(Qt.Key.Key_Period)
    side.type(" ")
    assert side.fight.state["taren"].spent
    assert looked_at(side) == "carl"
    side.key(Qt.Key.Key_Period)
    assert looked_at(side) == "nicole"
    side.key(Qt.Key.Key_Period)
    assert looked_at(side) == "carl"


def test_konflikt_5_the_panel_goes_on_with_who_can_still_attack(side: Desk) -> None:
    side.session.perform({"do": "act", "actor": "carl", "action": "sprint"})
    assert looked_at(side) == "taren"
    side.type(" ")
    assert not side.fight.state["carl"].spent, "it has momentum left"
    assert looked_at(side) == "nicole"
    side.type(" ")
    assert looked_at(side) == "carl"


def test_it_is_said_for_whom_all_others_wait_also_where_another_one_is_looked_at(
    side: Desk,
) -> None:
    told: list[str] = []
    side.panel.notice.connect(told.append)
    policy = next(iter(side.autoplay.behaviours))
    side.session.perform({"do": "policy", "combatant": "carl", "policy": policy})
    assert looked_at(side) == "carl"
    side.panel.let_others_act()
    assert [words.partition(" is the players'")[0] for words in told] == ["Taren"]


def test_konflikt_3_space_after_space_ends_the_turn_of_the_side(side: Desk) -> None:
    side.type("   ")
    assert list(side.fight.rules.to_act(side.fight.state)) == ["obr"]
    assert looked_at(side) == "obr"


def test_konflikt_3_the_buttons_keep_their_place_for_the_last_of_a_side(side: Desk) -> None:
    options = side.panel.ui.options
    assert list(options.chips) == ["carl", "taren", "nicole"]
    top = options.buttons[0].y()
    for actor in ("taren", "carl"):
        side.session.perform({"do": "pass", "actor": actor})
    assert list(options.chips) == ["nicole"]
    assert options.buttons[0].y() == top


def test_konflikt_7_who_waits_stands_beside_the_enemies_turn(side: Desk) -> None:
    prepare = {"do": "act", "actor": "carl", "action": "prepare", "when": "he comes"}
    side.session.perform(prepare)
    side.session.perform({"do": "end_turn"})
    assert looked_at(side) == "obr"
    assert list(side.panel.ui.options.chips) == ["obr", "carl"]
    side.key(Qt.Key.Key_Period)
    assert looked_at(side) == "carl"
    side.type("R")
    option = side.panel.ui.command.option
    assert option is not None
    assert option.do == "trigger"


def test_konflikt_7_an_enemy_who_waits_in_the_players_turn_is_said_to_wait(desk: Desk) -> None:
    people = [creature("carl"), creature("obr", "obři")]
    fight = start(
        {
            "format": "fight/1",
            "system": "konflikt",
            "combatants": people,
            "house_rules": {"prepared_until": "next_turn"},
        }
    )
    desk.open(fight)
    desk.type(" ")
    desk.session.perform({"do": "end_turn"})
    prepare = {"do": "act", "actor": "obr", "action": "prepare", "when": "he comes"}
    desk.session.perform(prepare)
    chips = desk.panel.ui.options.chips
    assert {id: chip.note for id, chip in chips.items()} == {"carl": "", "obr": "waits"}


def test_konflikt_7_space_does_not_give_up_what_the_last_one_of_a_side_prepared(
    desk: Desk,
) -> None:
    people = [creature("carl"), creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(" ")
    desk.type("P")
    form = desk.panel.ui.command.form
    form.set_values({"when": "he comes"})
    desk.enter()
    assert looked_at(desk) == "obr", "the enemies' turn has begun"
    giving_up = next(o for o in desk.session.options_of("carl") if o.do == "pass")
    assert (giving_up.main, str(giving_up.label)) == (False, "Give up what was prepared")
    desk.type(" ")
    assert desk.fight.state["carl"].prepared


def test_konflikt_7_all_others_act_though_somebody_waits_who_may_break_in(side: Desk) -> None:
    prepare = {"do": "act", "actor": "carl", "action": "prepare", "when": "he comes"}
    side.session.perform(prepare)
    side.session.perform({"do": "end_turn"})
    told: list[str] = []
    side.panel.notice.connect(told.append)
    (chip,) = (chip for id, chip in side.panel.ui.options.chips.items() if id == "carl")
    assert chip.note == "waits"
    side.panel.let_it_act()
    assert told == ["Prepared and waiting: Carl (key .). Once more, and the others act past that."]
    assert "obr" not in {moment.step.get("actor") for moment in side.fight.moments}
    over: list[None] = []
    side.panel.notice_over.connect(lambda: over.append(None))
    side.panel.let_others_act()
    assert over, "once they act past that, it is said no more"
    side.qtbot.waitUntil(lambda: not side.autoplay.running)
    assert "obr" in {moment.step.get("actor") for moment in side.fight.moments}
    assert list(side.fight.rules.to_act(side.fight.state)) == ["carl"]
    side.panel.let_others_act()
    assert told[1].endswith("Vzdát připravenou akci")


def test_konflikt_7_who_waits_is_said_when_the_players_turn_ends_with_the_same_key(
    side: Desk,
) -> None:
    for player in ("taren", "nicole"):
        side.session.perform(
            {"do": "act", "actor": player, "action": "other", "what": "waits"}, typed=False
        )
    side.session.perform({"do": "act", "actor": "carl", "action": "prepare", "when": "he comes"})
    told: list[str] = []
    side.panel.notice.connect(told.append)
    side.panel.let_others_act()
    assert told == ["Prepared and waiting: Carl (key .). Once more, and the others act past that."]
    assert "obr" not in {moment.step.get("actor") for moment in side.fight.moments}
    side.panel.let_others_act()
    side.qtbot.waitUntil(lambda: not side.autoplay.running)
    assert "obr" in {moment.step.get("actor") for moment in side.fight.moments}


def test_the_digest_says_what_ended_with_the_players_turn(side: Desk) -> None:
    until = {"until": "turn_end", "whose": "carl"}
    blind = {"do": "effect", "combatants": ["obr"], "name": "Oslepen", "changes": {}, **until}
    side.panel.do_by_hand(blind)
    for player in ("carl", "taren", "nicole"):
        step = {"do": "act", "actor": player, "action": "other", "what": "waits"}
        side.session.perform(step, typed=False)
    side.panel.let_others_act()
    side.qtbot.waitUntil(lambda: not side.autoplay.running)
    steps = side.panel.ui.result.steps
    said = [steps.item(number).text() for number in range(steps.count())]
    assert "Obr: Oslepen is over" in said


def test_konflikt_3_what_is_pressed_to_go_on_is_said_where_players_are_to_act(side: Desk) -> None:
    told: list[str] = []
    side.panel.notice.connect(told.append)
    side.panel.let_others_act()
    assert told[0].endswith("Space: Hotovo.")


def test_konflikt_3_all_others_act_once_every_player_has_acted(side: Desk) -> None:
    told: list[str] = []
    side.panel.notice.connect(told.append)
    for player in ("carl", "taren", "nicole"):
        assert side.session.perform({"do": "act", "actor": player, "action": "interact"})
    side.panel.let_others_act()
    assert "Carl is the players' to play" in told[0], "an action is left"
    for player in ("carl", "taren", "nicole"):
        step = {"do": "act", "actor": player, "action": "other", "what": "waits"}
        assert side.session.perform(step, typed=False)
    assert list(side.fight.rules.to_act(side.fight.state)) == ["carl", "taren", "nicole"]
    side.panel.let_others_act()
    side.qtbot.waitUntil(lambda: not side.autoplay.running)
    assert "obr" in {moment.step.get("actor") for moment in side.fight.moments}
    assert side.fight.state.round == 2


def test_konflikt_7_what_a_behaviour_waits_for_is_said_in_the_language_that_is_chosen(
    side: Desk,
) -> None:
    side.type("P")
    for language_of, said in (("cs", "Nepřítel vstoupí do dosahu"), ("", str(AN_ENEMY_COMES))):
        language.use(spoken(language_of) if language_of else OWN_TERMS)
        side.form.set_values({"when": str(AN_ENEMY_COMES)})
        assert any(said in fact for fact in side.form.summary())


def test_dice_of_a_side_that_was_typed_for_once_wait_through_its_action(side: Desk) -> None:
    assert not side.panel.preferences.typed
    side.type("A")
    side.type("20")
    side.enter()
    assert isinstance(side.question, DiceWanted)
    assert (side.question.by, side.question.missing[0].sides) == ("carl", 8)
    side.enter()
    assert side.fight.pending is None, "Enter alone has the program roll"
    side.panel.undo()
    side.type("A")
    side.enter()
    assert side.fight.pending is None, "the next action is rolled as is preferred"


@pytest.mark.parametrize("high", [480, 630, 645, 708])
def test_a_form_cuts_no_button_above_it_however_high_the_window_is(side: Desk, high: int) -> None:
    side.panel.resize(1366, high)
    side.type("A")
    side.odds()
    ui = side.panel.ui
    room, bar = ui.scroll.viewport(), ui.scroll.verticalScrollBar()
    side.qtbot.waitUntil(lambda: side.panel._form_at == bar.value())
    QApplication.processEvents()
    (chosen,) = (button for button in ui.options.buttons if button.chosen)
    top = chosen.mapTo(room, QPoint(0, 0)).y()
    assert top >= 0 or top + chosen.height() <= 0


def test_undo_looks_at_who_was_undone(side: Desk) -> None:
    for by in (1, 2):
        side.panel.look_on(by)
        looked = looked_at(side)
        side.panel.choose(next(o for o in side.panel.ui.options.options if o.action == "sprint"))
        side.panel.look_at("nicole" if looked != "nicole" else "carl")
        side.panel.undo()
        assert looked_at(side) == looked


def test_konflikt_7_the_guard_who_acts_last_of_its_side_goes_on_waiting(side: Desk) -> None:
    for id in ("taren", "nicole"):
        side.session.perform({"do": "pass", "actor": id})
    assert side.autoplay.act_by("guard", "carl") == 1
    assert side.fight.state["carl"].prepared
    assert list(side.fight.rules.to_act(side.fight.state)) == ["obr", "carl"]


def test_konflikt_13_who_is_no_longer_threatened_is_shown_so_though_only_another_changed(
    side: Desk,
) -> None:
    rows = side.panel.ui.order.rows

    def badges() -> list[str]:
        return [vital.id for vital in rows.row(rows.find("obr")).vitals]

    side.session.perform({"do": "edit", "combatant": "obr", "set": {"reached_by": ["carl"]}})
    assert "threatened" in badges()
    changed: list[int] = []
    rows.dataChanged.connect(lambda a, b: changed.extend(range(a.row(), b.row() + 1)))
    side.session.perform({"do": "edit", "combatant": "carl", "set": {"hp": 0}})
    assert rows.find("obr") in changed
    assert "threatened" not in badges()


def test_konflikt_7_the_last_one_felled_is_asked_before_the_fight_is_over(desk: Desk) -> None:
    sheet = {"name": "Carl", "defence": 1, "max_hp": 1, "attacks": [SWORD]}
    people = [{"id": "carl", "side": "players", "sheet": sheet}, creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(" ")
    desk.session.perform({"do": "act", "actor": "carl", "action": "prepare", "when": "he comes"})
    blow = {"do": "act", "actor": "obr", "action": "attack", "target": "carl", "with": "Meč"}
    desk.session.perform({**blow, "dice": [19, 8], "answers": {"deadly_blow": "kill"}})
    assert desk.fight.state["carl"].out
    assert desk.fight.outcome is None
    assert "carl" in desk.panel.ui.options.chips
    desk.session.perform({"do": "pass", "actor": "carl"})
    assert desk.fight.outcome
    assert desk.fight.outcome.winner == "obři"


def test_nobody_is_taken_for_who_acts_where_only_the_turn_can_end(side: Desk) -> None:
    """Everybody of the side on turn is helpless, as in one state of this fight."""
    side.open(play_by_policies(sample_scripts("konflikt")[2], seed=1, most=150))
    while side.fight.can_undo:
        side.panel.undo()
        assert side.panel._view.actor() in {None, *side.fight.state.combatants}


def test_konflikt_7_what_has_to_be_typed_has_the_keys_as_the_form_opens(side: Desk) -> None:
    side.panel.window().activateWindow()
    side.type("p")
    when = side.form.boxes["when",].editor.focus_widget()
    side.qtbot.waitUntil(when.hasFocus)
    side.qtbot.keyClicks(when, "an enemy comes")
    assert side.form.values()["when"] == "an enemy comes"
    side.qtbot.keyClick(when, Qt.Key.Key_Escape)
    assert side.panel.ui.command.option is None
    assert side.panel.hasFocus()


def test_tab_goes_from_the_panel_to_the_first_field_of_the_open_form(side: Desk) -> None:
    side.panel.window().activateWindow()
    side.type("a")
    assert side.panel.hasFocus()
    side.key(Qt.Key.Key_Tab)
    first = next(iter(side.form.boxes.values())).editor
    now = QApplication.focusWidget()
    assert now is not None
    assert first.isAncestorOf(now)


@pytest.mark.parametrize(("other", "said"), [("obři", False), ("players", True)])
def test_where_all_are_on_one_side_it_is_said_before_they_begin(
    desk: Desk, other: str, said: bool
) -> None:
    people = [creature("carl"), creature("taren", other)]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    assert ("All are on one side" in desk.panel.ui.begin.roll_call.text()) == said


def test_konflikt_18_two_weapons_open_with_two_of_the_sheet_and_the_other_hand_follows(
    desk: Desk,
) -> None:
    carl = creature("carl")
    knives = [{"name": name, "damage": "1k4", "light": True} for name in ("Nůž", "Dýka")]
    carl["sheet"]["attacks"] = [{**SWORD, "tags": ["obouruční"]}, *knives]
    people = [carl, creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(" d")

    def hands() -> list[Any]:
        return [desk.form.box(name).editor.value() for name in ("with", "with_other")]

    assert hands() == ["Nůž", "Dýka"]
    desk.form.box("with").editor.put("Dýka")
    assert hands() == ["Dýka", "Nůž"]
    desk.form.box("with").editor.put("Meč")
    assert hands() == ["Meč", "Neozbrojený útok"]


def test_tab_goes_through_the_fields_of_a_form_before_the_rules_beside_them(side: Desk) -> None:
    side.panel.window().activateWindow()
    side.type("a")
    reached: list[Any] = []
    while len(reached) < 40 and (not reached or side.form.isAncestorOf(reached[-1])):
        side.key(Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    rules = [isinstance(control, RuleLink) for control in reached[:-1]]
    assert rules == sorted(rules)
    assert True in rules
    assert len(rules) > 8


def test_a_spell_that_helps_is_no_other_way_to_harm_and_others_say_what_their_chance_is_of(
    desk: Desk,
) -> None:
    carl = creature("carl")
    names = ("Oheň", "Zmatení", "Zhojení")
    does: list[dict[str, Any]] = [
        {"skill": "intelligence", "damage": "1k8"},
        {"skill": "intelligence", "effect": {"name": "Zmatení", "penalty": 1, "ends": "luck"}},
        {"effect": {"name": "Zhojení", "negative": False, "per_round": 2, "rounds": 3}},
    ]
    carl["sheet"]["spells"] = [
        {"name": name, "against": "defence", **what} for name, what in zip(names, does, strict=True)
    ]
    people = [carl, creature("taren"), creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(" c")
    desk.odds()
    ways = {label: way.chance for label, way in desk.panel.ui.odds.ways.items()}
    shown = [chance for label, chance in ways.items() if any(name in label for name in names)]
    assert shown == ["hits 45 %"]


@pytest.mark.parametrize(("key", "field"), [("c", "with"), ("c", "target"), ("a", "target")])
def test_a_click_on_what_is_chosen_keeps_it_where_something_has_to_be(
    desk: Desk, key: str, field: str
) -> None:
    carl = creature("carl")
    carl["sheet"]["spells"] = [
        {"name": name, "skill": "intelligence", "against": "defence", "damage": "1k8", "uses": uses}
        for name, uses in (("Koule", 0), ("Šíp", 6))
    ]
    people = [carl, creature("taren"), creature("obr", "obři")]
    desk.open(start({"format": "fight/1", "system": "konflikt", "combatants": people}))
    desk.type(f" {key}")
    editor = desk.panel.ui.command.form.boxes[field,].editor
    assert isinstance(editor, ChipsEditor)
    chosen = editor.value()
    assert chosen in ("Šíp", "obr")
    desk.click(editor.chips()[repr(chosen)])
    assert editor.value() == chosen
    assert editor.chips()[repr(chosen)].isChecked()
    assert desk.panel.ui.command.go.isEnabled()


def test_konflikt_16_the_chip_of_a_target_says_the_chance_to_reach_that_one(desk: Desk) -> None:
    fire = {"name": "Oheň", "skill": "intelligence", "against": "defence", "damage": "1k8"}
    caster = creature("taren")
    caster["sheet"]["spells"] = [{**fire, "uses": 2, "area": 2}]
    people = [caster, *(creature(id, "obři") for id in ("obr", "orel"))]
    for one, at in zip(people, ([1, 1], [8, 1], [8, 2]), strict=True):
        one["at"] = at
    script = {"format": "fight/1", "system": "konflikt", "combatants": people}
    desk.open(start({**script, "map": {"width": 20, "height": 10}}))
    desk.type(" ")
    desk.choose("cast")
    desk.odds()
    chips = desk.form.chips("combatant")[0][1].chips()
    reading = desk.panel.ui.odds.reading
    assert reading
    chances = {reading.percent(target.hits) for target in reading.targets}
    assert {chips[repr(id)].odds for id in ("obr", "orel")} == chances == {"45 %"}


def test_the_rules_of_an_effect_by_hand_are_not_shortened(side: Desk) -> None:
    side.panel.ui.columns.setSizes(WIDTHS_WITH_MAP)
    side.panel.edit_by_hand("carl")
    side.edit_form.box("effects").findChildren(QPushButton)[0].click()
    side.odds()
    rules = [rule for rule in side.edit_form.findChildren(RuleLink) if rule.isVisible()]
    assert len(rules) > 8
    assert [rule.number for rule in rules if rule.text() != rule.number] == []
