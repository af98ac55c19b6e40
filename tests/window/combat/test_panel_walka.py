"""«Walka» played through the panel: segments, bursts, aimed shots, skill points, triggers."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import play, start
from desktop.encounter.play_table import DiceWanted
from desktop.library.samples import sample_scripts
from desktop.rules.table import Decision
from desktop.window.fields.panel_form import RecordLines
from desktop.window.widgets import language
from desktop.window.widgets.buttons import ActionButton
from tests.rules.walka.bench import BLADE, GRENADE, edit, end_turn, fight_of, sheet
from tests.rules.walka.test_blasts import GLUE, throw
from tests.window.combat.conftest import Desk

PISTOL = {"name": "Pistolet", "category": "pistol", "damage": "light"}
SMG = {"name": "Maszynowy", "category": "smg", "damage": "light", "rate_of_fire": 3}


ION = {"name": "Jonowy", "category": "pistol", "damage": "light", "ion": True}


def fighter(
    id: str, name: str, side: str, senses: int, *more: dict[str, Any], nature: str = "living"
) -> dict[str, Any]:
    sheet = {
        "name": name,
        "attributes": {"dexterity": 12, "senses": senses, "build": 12},
        "skills": {"pistols": 4, "smgs": 4},
        "weapons": [PISTOL, SMG, *more],
        "nature": nature,
    }
    return {"id": id, "side": side, "sheet": sheet}


@pytest.fixture
def dock(desk: Desk) -> Desk:
    """Vera moves first, then a pirate, then Olek; the dice come from the table."""
    script = {
        "format": "fight/1",
        "system": "walka",
        "house_rules": {"initiative_by": "senses"},
        "combatants": [
            fighter("vera", "Vera", "players", 20),
            fighter("pirat", "Pirat", "piraci", 15),
            fighter("olek", "Olek", "players", 10),
        ],
    }
    fight = start(script)
    fight.perform({"do": "begin", "dice": [5] * 9})
    desk.panel.preferences.typed = True
    desk.panel.preferences.english = False
    desk.open(fight)
    return desk


def test_the_lines_of_a_step_unfold_beside_an_open_form_within_the_window(desk: Desk) -> None:
    crowd = {f"zbir-{n}": sheet(f"Celnik z Urzędu Portów Kosmicznych {n}") for n in range(2)}
    smgs: list[dict[str, Any]] = [{**SMG, "name": f"SMG {n}", "accuracy": n} for n in (1, 2)]
    fight, ui = fight_of(sheet(weapons=[PISTOL, *smgs, GLUE]), **crowd), desk.panel.ui
    throw(fight, [5, 5], victims=[{"who": id} for id in crowd], distance=30, by_build=True)
    desk.panel.window().resize(1000, 660)
    desk.open(fight)
    desk.choose("shot")
    desk.odds()
    desk.click(ui.result.fold)
    QApplication.processEvents()
    assert ui.result.lines.isVisible()
    assert ui.result.lines.height() > ui.result.room.height(), "the rest scrolls"
    assert ui.room.verticalScrollBar().maximum() == 0
    bar = ui.result.room.verticalScrollBar()
    bar.setValue(bar.maximum())
    desk.panel.undo()
    desk.panel.redo()
    assert bar.value() == 0, "what comes next is read from its top"


def test_a_form_that_is_opened_stands_below_whole_buttons_or_none_as_its_odds_come(
    dock: Desk,
) -> None:
    ui = dock.panel.ui
    dock.panel.resize(1000, 560)
    dock.panel.choose(next(o for o in ui.options.options if o.action == "shot"))
    room, bar = ui.scroll.viewport(), ui.scroll.verticalScrollBar()
    assert ui.command.height() > room.height() / 2

    def at_its_top() -> bool:
        return bool(bar.value()) and abs(ui.command.mapTo(room, QPoint(0, 0)).y()) < 12

    dock.odds()
    dock.qtbot.waitUntil(at_its_top)
    QApplication.processEvents()
    bar.setValue(bar.value() - 30)
    bar.rangeChanged.emit(0, bar.maximum())
    QApplication.processEvents()
    assert not at_its_top(), "who has scrolled since stays there"


def test_a_letter_typed_with_altgr_chooses_as_windows_tells_it(dock: Desk) -> None:
    control_and_alt = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    assert "Ł" in dock.panel.ui.options.keys
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_L, control_and_alt, "ł")
    QApplication.sendEvent(dock.panel, press)
    option = dock.panel.ui.command.option
    assert option is not None
    assert option.action == "several_shots"


def choose(desk: Desk, label: str) -> None:
    desk.click(next(b for b in desk.panel.ui.options.buttons if b.label == label))


def aim_at(desk: Desk, who: str) -> None:
    form = desk.panel.ui.command.form
    chip = form.chips("combatant")[0][1].chips()[repr(who)]
    if not chip.isChecked():
        desk.click(chip)


def fill(desk: Desk, name: str, value: Any) -> None:
    form = desk.panel.ui.command.form
    form.box(name).editor.put(value)
    desk.panel.ui.command.changed.emit()


def typed(desk: Desk, *dice: int) -> None:
    """Types dice of two digits, each with a comma after it, and takes them."""
    desk.type(",".join(map(str, dice)))
    desk.enter()


def buttons(desk: Desk) -> list[ActionButton]:
    return desk.panel.ui.prompt.buttons


def lanes(desk: Desk) -> dict[str, list[tuple[str, float, float]]]:
    timeline = desk.fight.rules.timeline(desk.fight.state)
    assert timeline is not None
    return {
        lane.combatant: [(bar.kind, bar.start, bar.length) for bar in lane.bars]
        for lane in timeline.lanes
    }


def test_a_burst_shows_how_many_rounds_hit_and_every_split_what_it_is_worth(dock: Desk) -> None:
    """walka-12 and 24"""
    ui = dock.panel.ui
    choose(dock, "Krótka seria")
    aim_at(dock, "pirat")
    dock.odds()
    reading = ui.odds.reading
    assert reading is not None
    assert reading.what == "hit"
    assert list(reading.spread) == [0, 1, 2, 3]
    assert "3 traf. · 65 %" in ui.odds.bar.accessibleName()
    typed(dock, 13)
    question = dock.question
    assert isinstance(question, Decision)
    assert question.id == "skill_points"
    dock.odds()
    assert [(b.label, b.primary) for b in buttons(dock)][:2] == [
        ("13−4", True),
        ("13−3", False),
    ]
    assert [b.note for b in buttons(dock)] == [
        "3 hits",
        "2 hits",
        "1 hit",
        "miss · 0 traf.",
    ]
    dock.type("2")
    assert dock.pending is not None
    assert dock.pending["answers"] == {"skill_points@vera#1": [3]}


def test_an_aimed_shot_offers_the_cheapest_hit_first_and_takes_any_other(dock: Desk) -> None:
    """walka-11 and 12"""
    ui = dock.panel.ui
    dock.type("S")
    aim_at(dock, "pirat")
    fill(dock, "aim", 1)
    dock.odds()
    assert ui.odds.bar.accessibleName().startswith("Odds: no damage")
    assert "lekka" in ui.odds.bar.accessibleName()
    typed(dock, 13, 15)
    dock.odds()
    assert [b.label for b in buttons(dock)] == ["13−2 · 15", "none", "13 · 15−4"]
    assert buttons(dock)[0].primary
    assert [b.note for b in buttons(dock)] == [
        "hit: torso; 2 points · lekka",
        "miss",
        "hit: torso; 4 points · lekka",
    ]
    dock.session.answer([3, 0])
    assert dock.fight.pending
    assert dock.fight.pending.answers == {"skill_points@vera": [3, 0]}
    assert isinstance(dock.question, DiceWanted)  # the pain
    typed(dock, 1, 1, 1)
    assert dock.fight.state["pirat"].wounds[0].location == "torso"
    assert dock.fight.state["vera"].segments == 1


def test_other_ways_say_which_hand_holds_and_which_is_aimed_at(dock: Desk) -> None:
    """walka-16 and 23"""
    ui = dock.panel.ui
    dock.type("S")
    aim_at(dock, "pirat")
    dock.odds()
    hands = {way for way in ui.odds.ways if "ręka" in way}
    assert hands == {"Trzymana w: druga ręka", "Wybrana lokacja: ręka dominująca"}
    assert "głowa" not in ui.odds.ways


def test_walka_25_a_way_that_only_suppresses_is_none_beside_a_burst_that_can_hit(
    dock: Desk,
) -> None:
    edit(dock.fight, "pirat", covered=True, leaning=True, seen="sliver")
    dock.choose("continuous_fire")
    aim_at(dock, "pirat")
    dock.odds()
    odds = dock.panel.ui.odds
    assert odds.ui.said.text().startswith("hits 35 %")
    assert "Wybrana lokacja: tułów" in odds.ways
    assert "Wybrana lokacja: głowa" not in odds.ways, "no die reaches it"


def test_a_distance_out_of_reach_says_so_before_any_die(dock: Desk) -> None:
    """walka-19"""
    ui = dock.panel.ui
    dock.type("S")
    aim_at(dock, "pirat")
    fill(dock, "distance", 100)
    form = ui.command.form
    said = form.box("distance").refusal.text()
    assert said == "100 m is out of reach, Pistolet reaches 80 m (walka-19)"
    dock.enter()
    assert dock.fight.pending is None
    assert len(dock.fight.moments) == 1


def test_the_timeline_has_a_lane_for_everybody_and_shows_what_waits(dock: Desk) -> None:
    """walka-9 and 13"""
    ui = dock.panel.ui
    assert ui.timeline.isVisible()
    assert lanes(dock) == {id: [("planned", 0, 3)] for id in ("vera", "pirat", "olek")}
    dock.type("K")
    dock.type("F")
    fill(dock, "trigger", "pirat się rusza")
    dock.enter()
    dock.key(Qt.Key.Key_Space)
    assert lanes(dock)["vera"] == [("done", 0, 1), ("waiting", 1, 2)]
    said = ui.timeline.strip.accessibleDescription
    assert "Vera: Przyklęknięcie (done), zamrożone (waiting)" in said()
    dock.panel.preferences.english = True
    assert "Vera: Kneel (done), frozen (waiting)" in said()


def test_lines_of_the_log_that_were_painted_are_said_in_other_words(dock: Desk) -> None:
    log = dock.panel.ui.log

    def painted() -> str:
        log.viewport().grab()
        return " ".join(laid.layout.text() for laid in log._delegate._laid.values())

    assert "zmysły" in painted()
    language.use_own_terms(False)
    dock.panel.preferences.english = True
    assert "senses" in painted()
    assert "zmysły" not in painted()


def test_whoever_waits_breaks_in_between_the_segments_of_an_action(dock: Desk) -> None:
    """walka-13"""
    ui = dock.panel.ui
    dock.type("F")
    fill(dock, "count", 1)
    fill(dock, "trigger", "pirat sięga po broń")
    dock.enter()
    dock.fight.perform({"do": "edit", "combatant": "pirat", "set": {"posture": "kneeling"}})
    dock.key(Qt.Key.Key_Space)
    choose(dock, "Powstanie z przyklęku")
    fill(dock, "in_steps", True)
    dock.enter()
    pirat = dock.fight.state["pirat"]
    assert (pirat.segments, pirat.carry.segments) == (2, 1)
    assert ui.mainButton.label.startswith("Następny segment")
    assert lanes(dock)["pirat"] == [("running", 0, 1), ("running", 1, 1), ("planned", 2, 1)]
    dock.panel.look_at("vera")
    choose(dock, "Wyzwalacz: Vera")
    state: Any = dock.fight.state
    assert state.clash == ["vera", "pirat"]
    dock.type("K")
    assert dock.fight.state["vera"].posture == "kneeling"
    assert dock.fight.state.turn == "pirat"
    dock.key(Qt.Key.Key_Space)
    assert dock.fight.state["pirat"].carry is None
    assert dock.fight.state["pirat"].segments == 1
    assert "Pirat completes: Rise from kneeling" in dock.log()


def test_walka_13_who_froze_segments_is_named_before_a_foe_acts_past_that(dock: Desk) -> None:
    freeze = {"do": "freeze", "actor": "vera", "count": 2, "trigger": "gdy strzela"}
    dock.session.perform(freeze)
    if dock.fight.state.turn == "vera":
        dock.session.perform({"do": "end_turn"})
    assert dock.fight.state.turn == "pirat"
    assert {id: chip.note for id, chip in dock.panel.ui.options.chips.items()} == {
        "pirat": "",
        "vera": "waits",
    }
    told: list[str] = []
    dock.panel.notice.connect(told.append)
    dock.panel.preferences.typed = False
    dock.panel.let_it_act()
    assert "Vera" in told[0]
    assert dock.fight.state.turn == "pirat"
    dock.panel.let_it_act()
    dock.qtbot.waitUntil(lambda: dock.fight.state.turn != "pirat" or dock.fight.pending is not None)


def test_walka_27_the_chip_of_a_target_whom_ion_never_wounds_says_so(desk: Desk) -> None:
    people = [
        fighter("vera", "Vera", "players", 20, ION),
        fighter("pirat", "Pirat", "piraci", 15),
        fighter("droid", "Droid", "piraci", 14, nature="droid"),
    ]
    house = {"initiative_by": "senses"}
    script = {"format": "fight/1", "system": "walka", "house_rules": house, "combatants": people}
    fight = start(script)
    fight.perform({"do": "begin", "dice": [5] * 9})
    desk.open(fight)
    desk.panel.choose(next(o for o in desk.panel.ui.options.options if o.action == "shot"))
    fill(desk, "with", "Jonowy")
    desk.odds()
    chips = desk.form.chips("combatant")[0][1].chips()
    hits = chips["'droid'"].odds
    assert hits.endswith("%")
    assert chips["'pirat'"].odds == f"{hits} · no damage"


def test_other_ways_that_have_room_are_not_scrolled_out_of_sight(desk: Desk) -> None:
    scripts = sample_scripts("walka")
    desk.open(start(next(s for s in scripts if s["combatants"][0]["id"] == "iga-morwin")))
    desk.panel.main()
    while desk.fight.state.turn != "iga-morwin":
        desk.panel.main()
    desk.choose("shot")
    desk.odds()
    view = desk.panel.ui.odds
    assert len(view.ways) > 2
    first = view.ui.ways.flow.itemAt(0)
    assert first is not None
    assert first.widget() is view.ways["Celowanie: 1"], "first what makes it better"
    assert view.ui.ways.height() == view.ui.room.height()
    assert view.ui.room.verticalScrollBar().maximum() == 0


def test_walka_12_several_shots_open_with_two_at_the_first_in_sight(dock: Desk) -> None:
    dock.panel.choose(next(o for o in dock.fight.options() if o.action == "several_shots"))
    step = dock.panel.action_column.step() or {}
    assert [shot["target"] for shot in step["shots"]] == ["pirat", "pirat"]
    dock.enter()
    assert dock.fight.pending is not None, "the dice are asked for at once"


def test_walka_19_each_of_several_shots_shows_the_distance_of_the_map(desk: Desk) -> None:
    people = [fighter("vera", "Vera", "players", 20), fighter("pirat", "Pirat", "piraci", 15)]
    script = {
        "format": "fight/1",
        "system": "walka",
        "house_rules": {"initiative_by": "senses"},
        "map": {"width": 40, "height": 20},
        "combatants": [{**who, "at": [2 + 14 * n, 5]} for n, who in enumerate(people)],
    }
    fight = start(script)
    fight.perform({"do": "begin", "dice": [5] * 6})
    desk.open(fight)
    desk.panel.choose(next(o for o in desk.fight.options() if o.action == "several_shots"))
    shots = desk.form.box("shots").editor
    assert isinstance(shots, RecordLines)
    for _, form in shots.lines:
        assert form.box("distance").editor.value() == 14
        assert form.box("distance").note is not None


def test_walka_16_the_digit_on_a_button_chooses_it_where_no_dice_are_to_be_typed(
    dock: Desk,
) -> None:
    assert "2" in dock.panel.ui.options.keys
    dock.key(Qt.Key.Key_2)
    option = dock.panel.ui.command.option
    assert option is not None
    assert option.action == "two_weapons"


def test_walka_25_what_somebody_could_do_before_keeps_its_place_while_suppressed(
    dock: Desk,
) -> None:
    options = dock.panel.ui.options

    def places() -> dict[str, QRect]:
        dock.qtbot.wait(1)
        shown = zip(options.options, options.buttons, strict=False)
        return {option.action: button.geometry() for option, button in shown if option.action}

    def enabled(action: str) -> bool:
        return next(o for o in options.options if o.action == action).why_not is None

    before = places()
    assert enabled("shot")
    first = dock.fight.state.turn
    dock.session.perform({"do": "end_turn"})
    dock.session.perform({"do": "edit", "combatant": first, "set": {"suppressed": True}})
    while dock.fight.state.turn != first:
        dock.session.perform({"do": "end_turn"})
    assert dock.fight.state.round == 2
    assert not enabled("shot")
    assert {name: places()[name] for name in before} == before
    dock.session.perform({"do": "edit", "combatant": first, "set": {"suppressed": False}})
    assert enabled("shot")
    assert {name: places()[name] for name in before} == before


def test_walka_25_what_somebody_could_do_before_is_known_when_the_fight_is_opened_again(
    dock: Desk,
) -> None:
    first = dock.fight.state.turn
    dock.session.perform({"do": "end_turn"})
    dock.session.perform({"do": "edit", "combatant": first, "set": {"suppressed": True}})
    while dock.fight.state.turn != first:
        dock.session.perform({"do": "end_turn"})
    shown = [option.action for option in dock.panel.ui.options.options]
    dock.open(play(dock.fight.as_script()))
    assert "shot" in shown
    assert [option.action for option in dock.panel.ui.options.options] == shown


def test_walka_32_who_has_lost_all_segments_to_wounds_is_not_said_to_have_done_nothing(
    dock: Desk,
) -> None:
    told: list[str] = []
    dock.panel.notice.connect(told.append)
    dock.panel.let_others_act()
    assert told == ["Vera has not acted yet. Once more ends this turn."]
    dock.session.perform_by_hand({"do": "edit", "combatant": "vera", "set": {"segments": 0}})
    dock.panel.let_others_act()
    assert len(told) == 1
    assert dock.fight.state.turn != "vera"


def test_walka_36_who_presses_in_the_turn_of_the_other_sees_what_answers_lead_to(
    desk: Desk,
) -> None:
    vera = sheet(weapons=[BLADE], skills={"melee": 4})
    desk.open(end_turn(fight_of(vera, sheet("Pirat", weapons=[BLADE]))))
    step = {"do": "act", "actor": "pirat", "action": "exchange", "target": "vera"}
    desk.session.perform({**step, "dice": [20, 20, 20, 1, 1, 1]})
    prompt = desk.panel.ui.prompt
    assert prompt.decision
    assert prompt.decision.by == "vera"
    desk.odds()
    for button in prompt.buttons[: len(prompt.decision.field.choices)]:
        assert "hits " in button.note, button.label


def test_walka_44_whose_chance_it_is_stands_at_the_answers_of_who_resists(desk: Desk) -> None:
    fight = end_turn(fight_of(sheet(weapons=[BLADE]), sheet("Pirat", weapons=[BLADE])))
    desk.open(edit(fight, "pirat", presses=["vera"]))
    desk.session.perform({"do": "act", "actor": "pirat", "action": "bring_down", "target": "vera"})
    prompt = desk.panel.ui.prompt
    assert prompt.decision
    assert (prompt.decision.id, prompt.decision.by) == ("resist_with", "vera")
    desk.odds()
    for button in prompt.buttons[: len(prompt.decision.field.choices)]:
        assert button.note.startswith("Pirat: succeeds "), button.label


def test_walka_30_the_harm_to_others_is_not_said_where_every_answer_leaves_it_the_same(
    desk: Desk,
) -> None:
    """The answers that the rules refuse, without odds, make no difference."""
    vera = sheet(weapons=[GRENADE])
    desk.open(fight_of(vera, sheet("Pirat"), zbir=sheet("Zbir")))
    step = {"do": "act", "actor": "vera", "action": "throw", "target": "pirat"}
    desk.panel.preferences.typed = True
    desk.session.perform({**step, "victims": [{"who": "zbir", "metres": 1}], "dice": [7, 6]})
    prompt = desk.panel.ui.prompt
    assert prompt.decision
    assert prompt.decision.id == "dodge_grenade"
    desk.odds()
    stay, leap, leap_to_cover, *refused = [
        button.note for button in prompt.buttons[: len(prompt.decision.field.choices)]
    ]
    assert (stay, leap) == ("4 st. ran", "hits 100 % · 3.85 st. ran")
    assert leap_to_cover == leap
    assert {*refused} == {"no sensitivity to move things with"}


def test_a_form_stays_where_it_is_while_its_odds_are_worked_out_anew(dock: Desk) -> None:
    dock.panel.resize(1366, 660)
    dock.panel.preferences.typed = False
    dock.choose("continuous_fire")
    dock.form.box("with").editor.put("Maszynowy")
    dock.odds()
    bar = dock.panel.ui.scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert dock.panel.ui.odds.ways
    assert bar.value() > 0
    ((_, beside),) = dock.form.chips("combatants")
    chip = beside.chips()["'pirat'"]
    before = chip.mapTo(dock.panel, QPoint()).y()
    dock.click(chip)
    dock.odds()
    assert beside.picked == ["pirat"]
    assert beside.chips()["'pirat'"].mapTo(dock.panel, QPoint()).y() == before
