"""«Бой» at the panel: cards typed as they were drawn, and shown as cards in the order list."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.encounter.fight import start
from desktop.rules.boj.turn import NAMES
from desktop.window.combat.command.card import LastChoices
from desktop.window.combat.session.slices import Slices
from desktop.window.widgets import paint
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.language import in_words
from tests.rules.boj import bench
from tests.window.combat.conftest import Desk

KNIFE = {"name": "Нож", "skill": "melee", "damage": "1d6", "melee": True}


def fighter(id: str, side: str) -> dict[str, Any]:
    sheet = {"name": id.capitalize(), "weapons": [KNIFE], "skills": {"melee": 50, "dodge": 40}}
    return {"id": id, "side": side, "sheet": sheet}


@pytest.fixture
def drawing(desk: Desk) -> Desk:
    """The first card is asked for, to be typed."""
    people = [fighter("vera", "players"), fighter("cultist", "foes"), fighter("priest", "foes")]
    desk.open(start({"format": "fight/1", "system": "boj", "combatants": people}))
    desk.panel.preferences.typed = True
    desk.key(Qt.Key.Key_Space)
    return desk


def type_card(desk: Desk, text: str) -> None:
    """Types what stands on a card, also what no key of this keyboard has, and sends it off."""
    for letter in text:
        desk.panel.ui.prompt.type(letter)
    desk.enter()


def cards(desk: Desk) -> dict[str, str]:
    """The card that each row of the order list shows."""
    rows = desk.panel.ui.order.rows
    return {
        row.name: str(vital.text)
        for row in map(rows.row, range(rows.rowCount()))
        for vital in row.vitals
        if vital.kind == "card"
    }


def test_boj_2_cards_are_typed_as_they_were_drawn_and_stand_in_the_order_list(
    drawing: Desk,
) -> None:
    assert ": card" in drawing.panel.ui.prompt.question.text()
    assert drawing.panel.ui.prompt.buttons[0].label == "Draw card"
    assert drawing.panel.ui.hints.text().startswith("card: ♦Т ♥Т ♣Т ♠Т is typed бТ чТ тТ пТ ·")
    type_card(drawing, "10♥")
    type_card(drawing, "♠\N{VARIATION SELECTOR-16}A")
    type_card(drawing, "dk")
    assert cards(drawing) == {"Cultist": "♠A", "Priest": "♦K", "Vera": "♥10"}
    assert drawing.fight.state.turn == "cultist"


def test_boj_2_the_hint_has_the_letters_of_the_words_that_lead() -> None:
    for own_terms, names, letters in (
        (True, "♦Т ♥Т ♣Т ♠Т", "бТ чТ тТ пТ"),
        (False, "♦A ♥A ♣A ♠A", "DA HA CA SA"),
    ):
        assert NAMES.example(own_terms) == (names, letters)
        typed = [{face for face, whole in NAMES.typed(t) if whole} for t in letters.split()]
        assert typed == [{13}, {26}, {39}, {52}]


def test_boj_2_the_keyboard_alone_is_enough(drawing: Desk) -> None:
    drawing.type("AS")
    drawing.enter()
    drawing.type("10H")
    drawing.enter()
    drawing.type("QC")
    drawing.enter()
    assert list(drawing.fight.state.order) == ["vera", "priest", "cultist"]


def test_boj_2_a_card_that_is_drawn_already_is_refused_where_it_is_typed(drawing: Desk) -> None:
    type_card(drawing, "ТП")
    for letter in "♠A":
        drawing.panel.ui.prompt.type(letter)
    assert drawing.panel.ui.prompt.refusal.text() == "already drawn: ♠Т"


def test_boj_2_a_card_is_painted_as_one(drawing: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    before = paint.card

    def card(painter: Any, at: Any, text: str, *more: Any) -> Any:
        painted.append(text)
        return before(painter, at, text, *more)

    monkeypatch.setattr(paint, "card", card)
    for text in ("♣2", "♥Q", "♠J"):
        type_card(drawing, text)
    drawing.panel.ui.order.grab()
    names = [spellings[0] for spellings in NAMES.spellings]
    cards = {in_words(NAMES.shown(names.index(text) + 1)) for text in ("♣2", "♥Q", "♠J")}
    assert cards <= set(painted), "in the letters of the language that is chosen"


def test_boj_11_the_one_attacked_is_asked_and_sees_what_each_answer_costs(
    drawing: Desk,
) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Нож"}
    drawing.session.perform(step)
    buttons = drawing.panel.ui.prompt.buttons
    assert [button.label for button in buttons] == [
        "Let it come",
        *("Уклонение", "Блок", "Контратака"),
    ]
    assert buttons[1].note == "40 %, costs this turn's action"


def test_boj_14_an_answer_says_how_likely_it_harms_the_other(drawing: Desk) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Нож"}
    drawing.session.perform({**step, "dice": [30]})
    drawing.odds()
    notes = {button.label: button.note for button in drawing.panel.ui.prompt.buttons}
    assert "· Vera: harm " in notes["Контратака"]
    assert not any("Vera" in note for label, note in notes.items() if label != "Контратака")


def test_boj_13_what_each_answer_to_a_grapple_leads_to_is_whether_the_other_is_held(
    drawing: Desk,
) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    drawing.session.perform({"do": "act", "actor": "vera", "action": "put_away"})
    step = {"do": "act", "actor": "vera", "action": "grapple", "target": "cultist"}
    drawing.session.perform({**step, "dice": [30]})
    drawing.odds()
    buttons = {button.label: button for button in drawing.panel.ui.prompt.buttons}
    ends = {button.note.split(" · ", 1)[1] for button in buttons.values()}
    assert all(end.startswith("held ") for end in ends), "and not of whom it succeeds"
    block, counter = (buttons[name].note.split(" · ", 1)[1] for name in ("Блок", "Контратака"))
    hold, harm = counter.split(" · ")
    assert block == hold, "it fails as often"
    assert harm.startswith("Vera: harm ")


def test_answers_whose_chances_take_long_say_that_they_are_worked_out(
    drawing: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    monkeypatch.setattr(Slices, "ask", lambda *_, **__: None)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Нож"}
    drawing.session.perform({**step, "dice": [30]})
    buttons = drawing.panel.ui.prompt.buttons
    assert not any(button.note.endswith("…") for button in buttons)
    drawing.qtbot.waitUntil(lambda: all(button.note.endswith(" · …") for button in buttons))


def test_a_note_without_room_beside_an_answer_stands_below_it(qtbot: QtBot) -> None:
    button = ActionButton(label="Counterattack", key="4")
    qtbot.addWidget(button)
    button.show()
    button.show_label("Counterattack", "4", "50 %, costs this turn's action; strikes: a knife", "")
    high = button.sizeHint().height()
    button.resize(button.sizeHint().width() - 60, high)
    assert button.sizeHint().height() > high
    button.show_label("Counterattack", "4", "50 %, costs this turn's action; strikes: a knife")
    button.resize(button.sizeHint().width() - 61, high)
    assert button.sizeHint().height() == high, "where the note may go"


def test_what_can_be_done_keeps_its_place_through_a_turn_and_says_why_it_cannot_be(
    drawing: Desk,
) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    options = drawing.panel.ui.options

    def places() -> dict[str, QRect]:
        QApplication.processEvents()
        return {b.label: b.geometry() for b in options.buttons if b.isVisible()}

    before = places()
    drawing.session.perform({"do": "act", "actor": "vera", "action": "aim"})
    assert places() == before
    attack = next(b for b in options.buttons if b.label == "Атака")
    assert not attack.isEnabled()
    drawing.type("A")
    assert attack.why_not
    assert options.why.text() == f"Атака: {attack.why_not}"
    options.why.clear()
    window = drawing.panel.window()
    at = attack.mapTo(window, attack.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()
    assert options.why.text() == f"Атака: {attack.why_not}"


def test_why_something_cannot_be_is_scrolled_to_where_the_buttons_need_more_room(
    drawing: Desk,
) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    drawing.session.perform({"do": "act", "actor": "vera", "action": "aim"})
    drawing.panel.window().resize(1000, 380)
    QApplication.processEvents()
    why = drawing.panel.ui.options.why
    assert why.visibleRegion().isEmpty()
    drawing.type("A")
    QApplication.processEvents()
    assert why.visibleRegion().boundingRect().height() == why.height()


def test_the_turn_and_its_price_are_told_in_the_systems_own_words(drawing: Desk) -> None:
    for text in ("♠A", "♥Q", "♠J"):
        type_card(drawing, text)
    assert drawing.fight.rules.headline(drawing.fight.state)[0] == "Turn 1"
    (aim,) = (o for o in drawing.session.turn_options if o.action == "aim" and o.actor == "vera")
    assert aim.cost == "1 act."


def test_boj_22_who_stands_around_is_asked_with_a_burst_and_is_never_the_target(desk: Desk) -> None:
    rifle = {"name": "Автомат", "damage": "1d12", "lethality": 10, "radius": 3, "automatic": True}
    people = [fighter("vera", "players"), fighter("cultist", "foes"), fighter("priest", "foes")]
    people[0]["sheet"]["weapons"] = [rifle]
    fight = start({"format": "fight/1", "system": "boj", "combatants": people})
    fight.perform({"do": "begin", "dice": [52, 51, 50]})
    desk.open(fight)
    desk.choose("attack")

    def around() -> list[str]:
        return [choice.value for choice in desk.form.box("targets").editor.field.choices]

    def put(name: str, value: Any) -> None:
        desk.form.box(name).editor.put(value)

    put("target", "cultist")
    assert desk.form.box("targets").isHidden()
    put("mode", "burst")
    assert not desk.form.box("targets").isHidden()
    assert around() == ["priest"], "a burst spares who shoots"
    put("targets", ["priest"])
    assert (desk.panel.action_column.step() or {})["targets"] == ["priest"]
    put("target", "priest")
    assert around() == ["cultist"]
    assert (desk.panel.action_column.step() or {})["mode"] == "burst", "what was chosen stays"


def test_boj_22_a_pistol_asks_for_no_radius_after_somebody_was_moved_by_hand(desk: Desk) -> None:
    pistol = {"name": "Пистолет", "damage": "1d8"}
    people = [{**fighter("vera", "players"), "at": [2, 2]}]
    people += [{**fighter(id, "foes"), "at": [9, 2]} for id in ("cultist", "priest")]
    people[0]["sheet"]["weapons"] = [pistol, bench.GRENADE]
    script = {"format": "fight/1", "system": "boj", "combatants": people}
    fight = start({**script, "map": {"width": 20, "height": 20}})
    fight.perform({"do": "begin", "dice": [52, 51, 50]})
    desk.open(fight)
    desk.choose("attack")
    desk.form.box("with").editor.put("Пистолет")
    desk.panel.do_by_hand({"do": "place", "places": {"vera": [3, 2]}})
    assert desk.form.box("with").editor.value() == "Пистолет"
    assert desk.form.box("targets").isHidden()


def test_boj_22_who_stands_in_the_radius_of_its_own_grenade_is_warned(desk: Desk) -> None:
    desk.open(bench.fight(bench.VERA))
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    thrown = {**step, "with": bench.GRENADE["name"], "targets": ["vera"]}
    assert desk.session.own_side_hurt_by(thrown, {"cultist"}) == ["vera"]
    assert desk.session.own_side_hurt_by({**thrown, "targets": []}, {"cultist"}) == []
    bare = desk.fight.as_script()
    field = {"width": 40, "height": 20}
    people = [{**one, "at": [10, 10]} for one in bare["combatants"]]
    desk.open(start({**bare, "map": field, "combatants": people, "steps": []}))
    assert desk.session.perform({"do": "begin", "dice": [52, 51]})
    by_map = {**step, "with": bench.GRENADE["name"]}
    assert "vera" in desk.session.own_side_hurt_by(by_map, {"cultist"}), "whom the map names"


@pytest.mark.parametrize("skill", [0, 50])
def test_what_is_answered_without_being_asked_is_not_said_to_be_asked_first(
    desk: Desk, skill: int
) -> None:
    skills = dict.fromkeys(("melee", "unarmed", "dodge"), skill)
    vera, target = bench.sheet("Вера", KNIFE), bench.sheet("Культист", KNIFE)
    desk.open(bench.fight(vera, {**target, "skills": skills}))
    desk.panel.preferences.typed = True
    desk.type("A")
    assert ("asks first: " in desk.panel.ui.command.beside.text()) is bool(skill)
    desk.panel.ui.command.short = True
    desk.panel.action_column.show_command()
    assert desk.panel.ui.command.beside.text() == ("asks first" if skill else "")
    desk.type("4")
    assert desk.fight.pending
    answered = "strike_back" if skill else "none"
    assert desk.fight.pending.answers == {"defence@cultist": answered}


def test_a_player_whose_action_went_into_a_defence_is_passed_without_a_word(desk: Desk) -> None:
    desk.open(bench.fight(bench.sheet("Вера", KNIFE), bench.sheet("Культист", KNIFE)))
    said: list[str] = []
    desk.panel.notice.connect(said.append)
    desk.panel.let_others_act()
    assert said == ["Вера has not acted yet. Once more ends this turn."]
    desk.fight.perform({"do": "edit", "combatant": "vera", "set": {"acted": True}})
    desk.panel._refresh()
    desk.panel.let_others_act()
    assert len(said) == 1
    assert desk.steps


def test_where_the_target_of_last_time_has_fallen_the_best_of_the_others_is_chosen() -> None:
    vera = bench.sheet("Вера", bench.REVOLVER)
    fight = bench.fight(vera, *[{**bench.CULTIST, "name": name} for name in "АБВ"])
    for id, hp in (("cultist", 0), ("c2", 10), ("c3", 3)):
        fight.perform({"do": "edit", "combatant": id, "set": {"hp": hp}})
    option = next(o for o in fight.options() if o.action == "attack")
    last = LastChoices()
    last.remember(option, {"target": "cultist", "with": "Револьвер"})
    assert last.defaults(fight, option, fight.parameters(option))["target"] == "c3"


def test_a_form_of_one_text_has_the_cursor_in_it_and_letters_are_typed_there(desk: Desk) -> None:
    desk.open(bench.fight(bench.VERA, bench.CULTIST))
    desk.choose("other")
    typed = desk.panel.ui.command.form.box("what").editor.focus_widget()
    assert QApplication.focusWidget() is typed
    QTest.keyClicks(typed, "aims at me")
    desk.enter()
    (step,) = desk.steps[-1:]
    assert (step["action"], step["what"]) == ("other", "aims at me")
