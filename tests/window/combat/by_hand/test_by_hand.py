"""What the game master does by hand at the panel: newcomers, effects, behaviours, the end."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop.encounter.fight import Fight, resume, start
from desktop.languages import OWN_TERMS, Language
from desktop.library.languages import spoken
from desktop.rules import systems
from desktop.rules.contract import Policy
from desktop.window.combat.session.autoplay import Run
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editors import ChoiceEditor
from desktop.window.fields.records import Picker
from desktop.window.widgets import paint
from desktop.window.widgets.basics import RuleLink, as_tip
from desktop.window.widgets.buttons import Chip, OptionButton
from desktop.window.widgets.language import in_words, use
from tests.playouts import sample_scripts
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import figure, skirmish

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def begun(desk: Desk, **more: Any) -> None:
    desk.open(start(skirmish(**more)))
    desk.panel.main()
    assert desk.fight.begun


def menu_of(desk: Desk, *ids: str) -> QMenu:
    desk.panel._show_menu(list(ids), QPoint(0, 0))
    return next(menu for menu in desk.panel.findChildren(QMenu) if menu.isVisible())


def press(menu: QMenu, label: str) -> None:
    action = next(a for a in menu.actions() if a.text().startswith(label))
    action.trigger()
    menu.close()


def test_a_wave_is_called_with_one_key(desk: Desk) -> None:
    late = [figure("late1", "Posiłki 1", "MOIRA", 3), figure("late2", "Posiłki 2", "MOIRA", 3)]
    begun(desk, waves=[{"name": "Patrol", "combatants": late}])
    desk.key(Qt.Key.Key_F7)
    assert {"late1", "late2"} <= set(desk.fight.state.combatants)
    assert desk.panel.ui.order.rows.find("late1") >= 0
    assert desk.session.waves() == []
    desk.key("Z", CONTROL)
    assert "late1" not in desk.fight.state.combatants


def test_the_waves_that_wait_stand_below_the_order_with_their_key(desk: Desk) -> None:
    people = [[figure(f"late{n}", f"Posiłki {n}", "MOIRA", 3)] for n in range(2)]
    waves = [{"name": f"Wave {n}", "combatants": late} for n, late in enumerate(people)]
    begun(desk, waves=waves)

    def buttons() -> list[OptionButton]:
        column = desk.panel.ui.waves
        parts = (item.widget() for n in range(column.count()) if (item := column.itemAt(n)))
        return [part for part in parts if isinstance(part, OptionButton)]

    def shown() -> list[tuple[str, str, str]]:
        return [(one.label, one.note, one.key) for one in buttons()]

    assert shown() == [("Call: Wave 0", "×1", "F7"), ("Call: Wave 1", "×1", "")]
    desk.click(buttons()[1])
    assert "late1" in desk.fight.state.combatants
    assert shown() == [("Call: Wave 0", "×1", "F7")]


def test_somebody_leaves_changes_sides_and_names_by_the_menu(desk: Desk) -> None:
    begun(desk)
    press(menu_of(desk, "agent"), "Leave the fight")
    assert desk.fight.state["agent"].out
    press(menu_of(desk, "platon"), "Change sides")
    desk.edit_form.box("side").editor.put("deserters")
    desk.enter()
    assert desk.fight.state["platon"].side == "deserters"
    press(menu_of(desk, "platon"), "Rename")
    desk.edit_form.box("name").editor.put("Sokrates")
    desk.enter()
    rows = desk.panel.ui.order.rows
    assert rows.row(rows.find("platon")).name == "Sokrates"


def test_an_effect_is_filled_in_seen_in_the_order_and_ended(desk: Desk) -> None:
    begun(desk)
    press(menu_of(desk, "zenon"), "Effect")
    form = desk.edit_form
    form.box("name").editor.put("Klątwa")
    form.box("changes.advantage").editor.put(-1)
    desk.enter()
    assert desk.steps[-1] == {
        "do": "effect", "combatants": ["zenon"], "name": "Klątwa", "changes": {"advantage": -1},
    }  # fmt: skip
    rows = desk.panel.ui.order.rows
    assert any("Klątwa" in str(v.text) for v in rows.row(rows.find("zenon")).vitals)
    press(menu_of(desk, "zenon"), "End: Klątwa")
    assert desk.fight.state["zenon"].effects_by_hand == ()


def test_a_behaviour_can_be_given_to_a_player_character(desk: Desk) -> None:
    begun(desk)
    policy = next(iter(desk.fight.rules.policies))
    menu = menu_of(desk, "zenon")
    who = next(a.menu() for a in menu.actions() if a.text() == "Played by")
    assert isinstance(who, QMenu)
    press(who, desk.panel.preferences.word(desk.fight.rules.policies[policy]))
    assert desk.fight.state["zenon"].policy == policy
    assert desk.autoplay.policy_of("zenon") == policy


def test_all_others_act_up_to_the_next_player(desk: Desk) -> None:
    begun(desk)
    for id in ("zenon", "halina", "bogdan"):
        policy = next(iter(desk.fight.rules.policies))
        desk.session.perform({"do": "policy", "combatant": id, "policy": policy})
    desk.session.perform({"do": "policy", "combatant": "halina", "policy": None})
    before = len(desk.steps)
    desk.key(Qt.Key.Key_Return, CONTROL | SHIFT)
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
    actors = {step["actor"] for step in desk.steps[before:] if "actor" in step}
    assert "halina" not in actors
    if desk.fight.pending is None and desk.fight.outcome is None:
        assert "halina" in desk.fight.rules.to_act(desk.fight.state)
    steps = len(desk.steps) - before
    for _ in range(steps):
        desk.panel.undo()
    assert desk.fight.cursor == before


def test_all_others_wait_where_one_of_them_reminds_of_an_effect(desk: Desk) -> None:
    begun(desk)
    heard: list[str] = []
    desk.panel.notice.connect(heard.append)
    desk.session.perform({"do": "activate", "actor": "zenon"})
    desk.session.perform({"do": "end_turn", "actor": "zenon"})
    foes = [id for id, combatant in desk.fight.state.combatants.items() if combatant.side == "foes"]
    effect = {"name": "burning", "changes": {}, "remind": "turn_start"}
    desk.session.perform_by_hand({"do": "effect", "combatants": foes, **effect})

    def others_act() -> list[str]:
        before = desk.fight.cursor
        desk.panel.let_others_act()
        desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
        return [moment.step["do"] for moment in desk.fight.moments[before:]]

    assert others_act() == ["activate"]
    burning = desk.fight.state.turn
    assert burning in foes
    assert heard == [f"Remember · {desk.fight.state[burning].name}: burning"]
    assert "activate" not in others_act()[:-1]
    assert desk.fight.state.turn != burning


def test_teohiphip_3_a_foe_without_ap_ends_its_turn_when_all_others_act(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "activate", "actor": "zenon"})
    desk.session.perform({"do": "end_turn", "actor": "zenon"})
    desk.session.perform({"do": "activate", "actor": "guard1"})
    desk.session.perform({"do": "edit", "combatant": "guard1", "set": {"ap": 0}})
    assert desk.fight.state.turn == "guard1"
    assert "halina" in desk.fight.rules.to_act(desk.fight.state)
    desk.panel.let_others_act()
    assert desk.fight.state.turn is None


def test_who_has_no_behaviour_acts_by_the_usual_one_after_others_as_well(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(desk)
    usual, *_, other = desk.autoplay.behaviours
    for id, combatant in desk.fight.state.combatants.items():
        policy = None if combatant.side != "players" else other
        desk.session.perform({"do": "policy", "combatant": id, "policy": policy})
    asked: dict[str, str] = {}
    behaviour_of = desk.autoplay._behaviour_of

    def noted(run: Run, actor: str) -> Policy:
        policy = behaviour_of(run, actor)
        asked[actor] = policy.id
        return policy

    monkeypatch.setattr(desk.autoplay, "_behaviour_of", noted)
    desk.panel.let_others_act()
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
    sides = {id: desk.fight.state[id].side for id in asked}
    assert asked == {id: other if side == "players" else usual for id, side in sides.items()}
    assert len({*sides.values()}) == 2


def test_a_player_who_has_acted_needs_no_key_before_all_others_act(desk: Desk) -> None:
    begun(desk)
    desk.click(desk.panel.ui.options.buttons[0])
    told: list[str] = []
    over: list[None] = []
    desk.panel.notice.connect(told.append)
    desk.panel.notice_over.connect(lambda: over.append(None))
    desk.panel.let_others_act()
    assert told == ["Zenon Kowalski has not acted yet. Once more ends this turn."]
    assert desk.fight.state.turn == "zenon"
    assert not over
    desk.key(Qt.Key.Key_Control)
    assert not over, "it goes with the key that comes now"
    desk.key(Qt.Key.Key_F4)
    assert over, "the sentence goes when anything else is done"
    desk.panel.let_others_act()
    assert len(told) == 2
    over.clear()
    desk.session.perform({"do": "act", "actor": "zenon", "action": "aim"})
    assert over
    desk.panel.let_others_act()
    desk.qtbot.waitUntil(lambda: not desk.autoplay.running)
    assert desk.fight.state.turn != "zenon"
    assert len(told) == 2


def test_after_the_end_nothing_is_live_but_undo_and_the_report(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "end", "why": "they run"})
    ui = desk.panel.ui
    assert "ended by the game master: they run" in ui.outcomeText.text()
    for gone in (ui.options, ui.mainButton, ui.policyButton, ui.policyMenu, ui.newcomersButton):
        assert not gone.isVisible()
    ui.objectives.boxes[0].click()
    assert desk.fight.state.objectives[0].met, "what was met is said after the end too"
    desk.key("Z", CONTROL)
    steps = len(desk.steps)
    for key in ("A", Qt.Key.Key_Space, Qt.Key.Key_F2, Qt.Key.Key_F7):
        desk.key(key)
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert len(desk.steps) == steps
    assert ui.edit.combatant is None
    wanted = []
    desk.panel.report_wanted.connect(lambda: wanted.append(True))
    desk.click(ui.reportButton)
    assert wanted == [True]
    desk.key("Z", CONTROL)
    assert ui.options.isVisible()


def test_overruling_ends_with_escape(desk: Desk) -> None:
    begun(desk)
    desk.key("R", CONTROL)
    assert desk.panel.ui.options.overruling
    desk.key(Qt.Key.Key_Escape)
    assert not desk.panel.ui.options.overruling


@pytest.mark.parametrize("width", [60, 90, 130])
def test_a_long_name_is_cut_in_its_stem_and_keeps_its_number(desk: Desk, width: int) -> None:
    metrics = QFontMetrics(QFont())
    shown = paint.elided("Szturmowiec łajdak 12", metrics, width)
    assert shown.endswith(" 12")
    assert "…" in shown
    assert metrics.horizontalAdvance(shown) <= width
    assert paint.initials("Szturmowiec łajdak 12") == "S12"


def test_what_hurts_ones_own_side_asks_first(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "activate", "actor": "zenon"})
    ui = desk.panel.ui
    desk.panel.choose(next(o for o in ui.options.options if o.action == "attack"))
    targets = desk.form.box("target").editor
    targets.put("halina")
    cursor = desk.fight.cursor
    desk.enter()
    assert (desk.fight.cursor, desk.fight.pending) == (cursor, None)
    assert "This can hurt your own side: Halina Żółć" in ui.command.refusal.text()
    desk.enter()
    assert desk.fight.cursor > cursor or desk.fight.pending is not None


def test_who_moves_is_not_asked_about_the_blows_that_the_move_lets_loose(desk: Desk) -> None:
    begun(desk)
    asked = desk.session.own_side_hurt_by
    step = {"do": "act", "actor": "zenon", "action": "move"}
    assert asked({**step, "to": [1, 1]}, {"zenon"}) == []
    assert asked({**step, "to": [1, 1]}, {"zenon", "halina"}) == ["halina"]
    assert asked(step, {"zenon"}) == ["zenon"]


def test_no_odds_are_walked_before_a_usual_step(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(desk)
    desk.session.perform({"do": "activate", "actor": "zenon"})
    attack = next(o for o in desk.panel.ui.options.options if o.action == "attack")
    desk.panel.choose(attack)
    sure, target = desk.panel._sure, desk.form.box("target").editor
    for id, asks in (("halina", True), ("platon", False)):
        target.put(id)
        desk.panel.action_column.show_command()
        desk.odds()
        step = desk.panel.ui.command.step()
        with monkeypatch.context() as patched:
            patched.setattr(Fight, "search_odds", lambda *_, **__: pytest.fail("odds are walked"))
            assert sure(step) is not asks, "its odds are shown"
            desk.panel.action_column.odds.clear()
            assert asks or sure(step), "it names enemies only"
            assert sure({"do": "end_turn", "actor": "zenon"}), "it throws no dice"


ATTACKS = {"walka": "shot"}
"""The usual attack of a system, where it is not called ``attack``."""


@pytest.mark.parametrize("system", systems())
def test_an_attack_takes_three_keys_at_most(desk: Desk, system: str) -> None:
    desk.open(start(sample_scripts(system)[0]))
    desk.panel.main()
    desk.panel.setFocus()
    options, attack = desk.panel.ui.options, ATTACKS.get(system, "attack")
    keys = 0
    if desk.fight.state.turn is None and desk.panel._view.focus() is None:
        desk.key(options.keys[0])  # whose turn it is
        keys += 1
    actor = desk.fight.state.turn or desk.panel._view.focus()
    assert actor is not None
    shown = zip(options.options, options.keys, strict=True)
    letter = next(key for option, key in shown if option.action == attack)
    desk.type(letter)
    assert desk.panel.ui.odds.isVisible() or desk.panel.ui.command.option is not None
    desk.enter()
    keys += 2
    if desk.fight.journal[-1].get("do") == "declare":
        for _ in range(30):
            if desk.fight.state.turn == actor and desk.fight.state.phase == "act":
                break
            desk.session.perform({"do": "end_turn", "actor": desk.fight.state.turn})
        desk.key(Qt.Key.Key_Space)
        keys += 1
    done = desk.pending or desk.fight.journal[-1]
    assert (done.get("actor"), done.get("action")) == (actor, attack)
    assert keys <= 3


def test_an_enemy_is_struck_without_a_question(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "activate", "actor": "zenon"})
    ui = desk.panel.ui
    desk.panel.choose(next(o for o in ui.options.options if o.action == "attack"))
    desk.form.box("target").editor.put("agent")
    cursor = desk.fight.cursor
    desk.enter()
    assert desk.fight.cursor > cursor or desk.fight.pending is not None


# ---- effects that are kept


SMOKE = {"name": "Dym", "until": "rounds", "rounds": 3, "changes": {"advantage": -2}}


def with_kept(desk: Desk) -> None:
    """A fight whose catalogue keeps one effect."""

    def find(kind: str, search: str, answer: Callable[[Any], None]) -> None:
        assert kind == "effect"
        answer([("Dym", "own", SMOKE)] if search.casefold() in "dym" else [])

    desk.panel.find_entries = find
    begun(desk)


def test_however_long_a_form_by_hand_is_its_buttons_are_seen(desk: Desk) -> None:
    with_kept(desk)
    desk.panel.resize(1366, 420)
    press(menu_of(desk, "agent"), "Effect")
    card = desk.panel.ui.edit
    desk.odds()
    assert card.visibleRegion().boundingRect().height() < card.height()
    assert card.go.visibleRegion().boundingRect() == card.go.rect()


def test_the_kept_effects_are_in_sight_beside_the_title_however_many_an_effect_is_for(
    desk: Desk,
) -> None:
    with_kept(desk)
    desk.panel.resize(1366, 420)
    desk.panel.ask_by_hand("effect", ["agent"])
    desk.odds()
    narrow = desk.panel.minimumSizeHint().width()
    desk.panel.ask_by_hand("effect", list(desk.fight.state.combatants))
    card = desk.panel.ui.edit
    desk.odds()
    assert card.pick.visibleRegion().boundingRect() == card.pick.rect()
    assert card.title.y() + card.title.height() > card.pick.y()
    assert desk.panel.minimumSizeHint().width() == narrow


def test_a_clicked_chip_of_a_form_by_hand_has_the_keys_and_tab_leads_to_what_it_opened(
    desk: Desk,
) -> None:
    with_kept(desk)
    window = desk.panel.window()
    window.resize(1366, 900)
    press(menu_of(desk, "agent"), "Effect")
    card = desk.panel.ui.edit
    QApplication.processEvents()
    window.activateWindow()
    desk.qtbot.waitUntil(window.isActiveWindow)
    chip = next(chip for chip in card.findChildren(Chip) if chip.label == "after a given time")
    at = chip.mapTo(window, chip.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
    desk.odds()
    focused = QApplication.focusWidget()
    assert isinstance(focused, Chip)
    assert focused.label == "after a given time"
    while isinstance(focused := QApplication.focusWidget(), Chip):
        desk.key(Qt.Key.Key_Tab)
    assert focused
    assert card.form
    assert card.form.box("rounds").isAncestorOf(focused)


def test_tab_goes_through_a_form_by_hand_to_the_reason_and_the_buttons(desk: Desk) -> None:
    with_kept(desk)
    press(menu_of(desk, "agent"), "Effect")
    card, names = desk.panel.ui.edit, ["keep", "why", "go", "cancel"]
    desk.key(Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is card.pick
    reached: list[str] = []
    for _ in range(60):
        desk.key(Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert not isinstance(now, RuleLink), "rules come after everything else"
        reached += [name for name in names if getattr(card, name) is now]
        if now is card.cancel:
            break
        assert now
        assert card.isAncestorOf(now) or card.foot.isAncestorOf(now)
    assert reached == names


def test_a_chip_of_a_form_by_hand_that_is_clicked_has_the_keys(desk: Desk) -> None:
    begun(desk)
    press(menu_of(desk, "agent"), "Effect")
    until = desk.edit_form.box("until").editor
    assert isinstance(until, ChipsEditor)
    chip = until.chips()["'rounds'"]
    desk.qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.hasFocus()
    rounds = desk.edit_form.box("rounds").editor
    for _ in range(len(until.chips())):
        desk.key(Qt.Key.Key_Tab)
        if rounds.isAncestorOf(QApplication.focusWidget() or rounds):
            break
    else:
        raise AssertionError("Tab does not lead on to what the chip has opened")


def test_a_kept_effect_is_picked_again_with_all_it_changes(desk: Desk) -> None:
    with_kept(desk)
    press(menu_of(desk, "agent"), "Effect")
    desk.edit_form.box("changes.damage").editor.put(4)
    card = desk.panel.ui.edit
    desk.qtbot.mouseClick(card.pick, Qt.MouseButton.LeftButton)
    picker = card.pick.findChildren(Picker)[0]
    assert picker.search.placeholderText() == "Search the catalogue: Effect"
    desk.qtbot.keyClicks(picker.search, "xyz")
    assert picker.nothing.isVisible()
    picker.search.clear()
    assert not picker.nothing.isVisible()
    desk.qtbot.keyClicks(picker.search, "dy")
    desk.qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert desk.edit_form.values() == SMOKE  # what was filled in before is gone
    desk.qtbot.mouseClick(card.go, Qt.MouseButton.LeftButton)
    (effect,) = desk.fight.state["agent"].effects_by_hand
    assert (effect.name, dict(effect.changes), effect.until, effect.rounds) == (
        "Dym", {"advantage": -2}, "rounds", 3,
    )  # fmt: skip


def test_an_effect_is_kept_only_when_it_is_ticked_and_was_done(desk: Desk) -> None:
    with_kept(desk)
    kept: list[Any] = []
    desk.panel.keep_effect_wanted.connect(kept.append)
    for ticked in (False, True):
        press(menu_of(desk, "agent"), "Effect")
        desk.panel.ui.edit.keep.setChecked(ticked)
        desk.enter()
        assert not kept  # refused: it has no name
        desk.edit_form.box("name").editor.put("Krzyk")
        desk.edit_form.box("changes.advantage").editor.put(1)
        desk.enter()
    assert kept == [{"name": "Krzyk", "changes": {"advantage": 1}}]


def test_where_there_is_no_catalogue_nothing_can_be_kept(desk: Desk) -> None:
    begun(desk)
    press(menu_of(desk, "agent"), "Effect")
    assert not desk.panel.ui.edit.pick.isVisible()
    desk.panel.back()
    desk.panel.find_entries = lambda kind, search, answer: answer([])
    press(menu_of(desk, "agent"), "Rename")
    assert not desk.panel.ui.edit.keep.isVisible()


def test_however_long_the_outcome_is_its_bar_has_room(desk: Desk) -> None:
    begun(desk)
    narrow = desk.panel.minimumSizeHint().width()
    desk.session.perform_by_hand({"do": "end", "why": "they run " * 30})
    outcome = desk.panel.ui.outcome
    assert outcome.isVisible()
    assert desk.panel.ui.howItWentButton.isVisible()
    assert desk.panel.minimumSizeHint().width() <= max(narrow, 800)


class Shouting(NullTranslations):
    """A language in which everything is said loudly."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message.upper()

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def test_the_forms_by_hand_are_said_in_the_language_of_the_window(
    desk: Desk,
) -> None:
    desk.panel.main()
    use(Language("en", Shouting()))
    try:
        desk.panel.ask_by_hand("effect", ["agent"])
        form = desk.edit_form
        assert form.box("until").editor.label == "UNTIL"
        chips = form.box("until").editor
        assert isinstance(chips, ChipsEditor | ChoiceEditor)
        said = [in_words(choice.label) for choice in chips.field.choices]
        assert said == [label.upper() for label in said]
        assert all(box.editor.label.isupper() or box.field.native for box in form.boxes.values())
        desk.panel.preferences.english = True
        desk.panel.edit_by_hand("agent")
        assert all(p.editor.label == p.editor.label.upper() for p in desk.edit_form.boxes.values())
    finally:
        use(OWN_TERMS)


def seen_from_the_top(desk: Desk) -> bool:
    """Whether the title of the form by hand is in sight."""
    QApplication.processEvents()
    title, room = desk.panel.ui.edit.title, desk.panel.ui.scroll.viewport()
    return room.rect().contains(title.mapTo(room, title.rect().center()))


def test_a_form_higher_than_its_room_is_shown_from_its_top(desk: Desk) -> None:
    begun(desk)
    desk.panel.resize(1024, 330)
    desk.odds()
    desk.panel.edit_by_hand("agent")
    QApplication.processEvents()
    assert desk.panel.ui.edit.height() > desk.panel.ui.scroll.viewport().height()
    desk.qtbot.waitUntil(lambda: seen_from_the_top(desk))


def test_a_form_by_hand_with_a_list_is_no_wider_than_its_room(desk: Desk) -> None:
    use(spoken("ru"))
    jacket = {"name": "Мотокуртка", "rating": 1, "stops": ["bashing", "lethal"]}
    people = [
        {"id": id, "side": id, "sheet": {"name": id, "armor": [jacket]}} for id in ("анна", "вера")
    ]
    script = {"format": "fight/1", "system": "mir_tmy", "combatants": people}
    desk.open(start({**script, "map": {"width": 30, "height": 20}}))
    desk.session.perform({"do": "begin"}, typed=False)
    desk.panel.resize(1366, 700)
    desk.panel.edit_by_hand("анна")
    desk.qtbot.waitUntil(lambda: seen_from_the_top(desk))
    assert desk.panel.ui.scroll.horizontalScrollBar().maximum() == 0


def test_when_a_form_by_hand_is_done_the_options_are_seen_from_their_top(desk: Desk) -> None:
    desk.open(start(sample_scripts("walka")[0]))
    desk.session.perform({"do": "begin"}, typed=False)
    desk.panel.resize(1024, 420)
    desk.odds()
    desk.panel.ask_by_hand("effect", [desk.fight.state.turn or ""])
    desk.qtbot.waitUntil(lambda: seen_from_the_top(desk))
    desk.edit_form.box("name").editor.put("Dym")
    desk.edit_form.box("until").editor.enter()
    bar = desk.panel.ui.scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    keys = QApplication.focusWidget()
    assert keys
    QTest.keyClick(keys, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not desk.panel.ui.edit.isVisible()
    QApplication.processEvents()
    assert bar.maximum() > 0
    assert bar.value() == 0


def test_a_form_by_hand_is_seen_and_has_the_keys_while_a_question_waits(desk: Desk) -> None:
    desk.panel.preferences.typed = True
    desk.open(start(sample_scripts("mir_tmy")[0]))
    desk.panel.main()
    assert desk.fight.pending is not None
    desk.panel.resize(1366, 420)
    desk.odds()
    desk.panel.edit_by_hand(next(iter(desk.fight.state.combatants)))
    desk.qtbot.waitUntil(lambda: seen_from_the_top(desk))
    focus = QApplication.focusWidget()
    assert focus
    assert desk.panel.ui.edit.isAncestorOf(focus)


def test_enter_begins_a_line_of_a_note_and_ctrl_enter_sets_it(desk: Desk) -> None:
    begun(desk)
    press(menu_of(desk, "zenon"), "Note")
    assert desk.panel.ui.edit.go.key == "Ctrl+Enter"
    assert desk.panel.ui.hints.text().startswith("Ctrl+Enter sets")
    desk.type("A")
    desk.enter()
    desk.type("B")
    before = desk.steps[:]
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert desk.steps == [*before, {"do": "note", "combatant": "zenon", "note": "a\nb"}]
    assert desk.panel.ui.edit.combatant is None
    desk.panel.edit_by_hand("zenon")
    assert desk.panel.ui.edit.go.key == "Enter"


def test_a_note_is_marked_in_the_order_and_stands_in_its_tip(desk: Desk) -> None:
    begun(desk)
    order = desk.panel.ui.order
    index = order.rows.index(order.rows.find("agent"))
    place = order.visualRect(index)
    before = order.viewport().grab(place).toImage()
    desk.session.perform({"do": "note", "combatant": "agent", "note": "boi się <ognia>"})
    assert as_tip("boi się <ognia>") in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "boi się <ognia>" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert order.viewport().grab(place).toImage() != before


def test_who_came_later_or_has_another_name_is_bold_in_the_log_too(desk: Desk) -> None:
    late = [figure("late1", "Posiłki", "MOIRA", 3)]
    begun(desk, waves=[{"name": "Patrol", "combatants": late}])
    desk.key(Qt.Key.Key_F7)
    desk.session.perform({"do": "rename", "combatant": "platon", "name": "Sokrates"})
    log = desk.panel.ui.log
    assert {"Posiłki", "Platon", "Sokrates"} <= set(log._delegate._names)
    renamed = next(e for e in log.lines.entries if e.line and "Sokrates" in str(e.line.text))
    said = str(renamed.line and renamed.line.text)
    bold = log._delegate.laid(renamed, log.font()).layout.formats()
    assert {"Platon", "Sokrates"} == {said[b.start : b.start + b.length] for b in bold}


def test_an_end_by_hand_is_said_in_words_and_opens_its_text(desk: Desk) -> None:
    begun(desk)
    desk.session.perform({"do": "end"})
    link = desk.panel.ui.outcomeRule
    asked: list[str] = []
    desk.panel.rule_clicked.connect(asked.append)
    assert link.text() == "by hand"
    desk.click(link)
    assert asked == ["by-hand"]


def test_who_is_surprised_can_be_said_when_a_fight_is_taken_back_to_its_beginning(
    desk: Desk,
) -> None:
    script = sample_scripts("mir_tmy")[0]
    desk.open(start(script))
    assert desk.panel.ui.begin.form
    asked = list(desk.panel.ui.begin.form.boxes)
    assert ("surprised",) in asked
    desk.panel.main()
    desk.open(resume(script, list(desk.steps), None))  # as it is opened the next evening
    assert desk.fight.begun
    desk.key("Z", CONTROL)
    assert not desk.fight.begun
    assert list(desk.panel.ui.begin.form.boxes) == asked


def test_the_menu_key_opens_the_menu_of_whoever_is_looked_at(desk: Desk) -> None:
    begun(desk)
    desk.panel.look_at("agent")
    keyboard = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(desk.panel, QContextMenuEvent(keyboard, QPoint(9, 9), QPoint(9, 9)))
    menu = next(menu for menu in desk.panel.findChildren(QMenu) if menu.isVisible())
    assert menu.actions()[0].text().startswith("Agent MOIRY: edit by hand")
    menu.close()


def test_a_list_that_nobody_touched_is_no_part_of_what_is_set_by_hand(desk: Desk) -> None:
    """Though what stands in it says less than all of its values."""
    desk.open(start(next(iter(sample_scripts("mir_tmy")))))
    desk.session.perform({"do": "begin"}, typed=False)
    state = desk.fight.state
    desk.panel.edit_by_hand(next(c.id for c in state.combatants.values() if c.armor))
    assert desk.panel.ui.edit.step() is None
