"""The map in a running fight: who stands where, what a way costs, moves, places, targets."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtWidgets import QApplication

from desktop.encounter.fight import play, start
from desktop.rules import SystemFailed
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision
from desktop.rules.text import Text
from desktop.window.fields.panel_form import PanelForm
from desktop.window.map.pane import MapPane
from desktop.window.map.token import on_scene
from desktop.window.widgets.basics import RuleLink
from tests.rules.konflikt.bench import BOW, CLUB, SWORD
from tests.window.combat.conftest import Desk
from tests.window.combat.conftest import desk as desk
from tests.window.map.hand import CONTROL, LEFT, SHIFT, Hand

Key = Qt.Key

WALL = {"kind": "wall", "points": [[8, 0], [8, 6]]}
MUD = {"kind": "difficult", "points": [[2, 8], [6, 8], [6, 12], [2, 12], [2, 8]]}


def creature(id: str, at: list[int] | None, side: str = "players", **sheet: Any) -> dict[str, Any]:
    told = {"name": id.capitalize(), "defence": 12, "max_hp": 10, "attacks": [SWORD, BOW], **sheet}
    return {"id": id, "side": side, "sheet": told, **({"at": at} if at else {})}


def conflict(*people: dict[str, Any]) -> Any:
    return start(
        {
            "format": "fight/1",
            "system": "konflikt",
            "combatants": list(people),
            "map": {"width": 24, "height": 16, "ground": [WALL, MUD]},
        }
    )


@pytest.fixture
def bridge(desk: Desk) -> Desk:
    """Begun: Taren and Nicole are on turn; an ogre of two squares stands opposite."""
    ogre = creature("obr", [12, 7], "foes", max_hp=30, size=2, attacks=[CLUB])
    desk.open(conflict(creature("taren", [3, 6]), creature("nicole", [3, 3]), ogre))
    desk.type(" ")
    return desk


def pane(desk: Desk) -> MapPane:
    shown: MapPane = desk.panel.ui.map
    return shown


def hand(desk: Desk) -> Hand:
    return Hand(desk.qtbot, pane(desk).view)


def label(desk: Desk) -> str:
    """What is said under the pointer."""
    made = pane(desk).map.label
    return made.words if made.isVisible() else ""


def at(desk: Desk, id: str) -> tuple[float, float]:
    return desk.fight.state.positions[id]


def middle(x: float, y: float) -> tuple[float, float]:
    return x + 0.5, y + 0.5


def drag_and_pay_two(desk: Desk, id: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drags somebody over the map: a move of 2 momentum, and no place by hand."""
    before = desk.fight.state[id].momentum
    hand(desk).drag(middle(*start), middle(*end), hold=True)
    assert label(desk) == "2 hyb."
    hand(desk).qtbot.mouseRelease(pane(desk).view.viewport(), LEFT)
    assert at(desk, id) == end
    assert desk.steps[-1]["do"] != "place"
    assert desk.fight.state[id].momentum == before - 2


def test_without_a_map_there_is_no_view_of_it_and_no_button(desk: Desk) -> None:
    assert not pane(desk).isVisible()
    assert not desk.panel.ui.mapButton.isVisible()


def test_a_map_is_shown_with_everybody_on_it_and_can_be_folded_away(bridge: Desk) -> None:
    tokens = pane(bridge).map.tokens
    assert set(tokens) == {"taren", "nicole", "obr"}
    assert tokens["taren"].token.at == (3.5, 6.5)
    assert (tokens["obr"].token.at, tokens["obr"].token.size) == ((13, 8), 2)
    assert tokens["taren"].token.standing == "active"
    bridge.click(bridge.panel.ui.mapButton)
    assert not pane(bridge).isVisible()
    bridge.click(bridge.panel.ui.mapButton)
    assert pane(bridge).isVisible()


def test_the_map_has_its_width_whatever_took_room_while_the_fight_was_opened(desk: Desk) -> None:
    columns = desk.panel.ui.columns
    middle = columns.widget(1)
    assert middle
    middle.setMinimumWidth(700)
    desk.open(conflict(creature("taren", [3, 6])))
    middle.setMinimumWidth(0)
    QApplication.processEvents()
    assert columns.sizes()[2] > columns.sizes()[1]


def test_the_ring_of_a_token_follows_the_hit_points(bridge: Desk) -> None:
    assert pane(bridge).map.tokens["taren"].token.share == 1
    bridge.session.perform({"do": "edit", "combatant": "taren", "set": {"hp": 2}})
    token = pane(bridge).map.tokens["taren"].token
    assert (token.share, token.tone) == (0.2, "bad")
    bridge.session.perform({"do": "leave", "combatant": "obr"})
    assert pane(bridge).map.tokens["obr"].token.standing == "out"


def test_konflikt_9_the_price_is_said_before_the_click_and_is_what_is_paid(bridge: Desk) -> None:
    before = bridge.fight.state["taren"].momentum
    hand(bridge).move(middle(6, 6))
    assert label(bridge) == "3 hyb."
    hand(bridge).click(middle(6, 6))
    assert at(bridge, "taren") == (6, 6)
    assert bridge.fight.state["taren"].momentum == before - 3
    assert bridge.steps[-1]["action"] == "move"


def test_a_fight_that_is_opened_before_the_window_is_seen_shades_where_somebody_can_go(
    bridge: Desk,
) -> None:
    bridge.panel.hide()
    bridge.panel.show_session(bridge.session)
    bridge.panel.show()
    assert not pane(bridge).map.reach.boundingRect().isEmpty()
    pane(bridge).choose.hover(middle(6, 6))
    assert label(bridge) == "3 hyb."


def test_konflikt_9_through_mud_every_metre_costs_two_and_the_map_says_so(bridge: Desk) -> None:
    before = bridge.fight.state["taren"].momentum
    hand(bridge).move(middle(3, 9))
    assert label(bridge) == "5 hyb."
    hand(bridge).click(middle(3, 9))
    assert bridge.fight.state["taren"].momentum == before - 5


def test_where_nobody_gets_now_is_said_so_and_a_click_there_changes_nothing(bridge: Desk) -> None:
    hand(bridge).move(middle(20, 2))
    assert label(bridge) == "out of reach"
    said: list[str] = []
    bridge.panel.notice.connect(said.append)
    hand(bridge).click(middle(20, 2))
    assert at(bridge, "taren") == (3, 6)
    assert said
    assert said[0].startswith("No way leads there"), "it stands alone, as a sentence"


def test_keys_alone_go_somewhere_with_the_price_before_it(bridge: Desk) -> None:
    view = pane(bridge).view
    view.setFocus()
    on = hand(bridge)
    on.keys(Key.Key_Right, Key.Key_Right, Key.Key_Down)
    assert label(bridge) == "2 hyb."
    assert at(bridge, "taren") == (3, 6)
    on.keys(Key.Key_Return)
    assert at(bridge, "taren") == (5, 7)
    assert view.hasFocus(), "the keys stay on the map"
    on.keys(Key.Key_Left, Key.Key_Escape, Key.Key_Return)
    assert at(bridge, "taren") == (5, 7), "Esc has given it up"


def test_a_drag_to_where_the_acting_can_go_is_its_move_and_is_paid_for(bridge: Desk) -> None:
    drag_and_pay_two(bridge, "taren", (3, 6), (5, 7))


def test_konflikt_3_whoever_of_the_side_on_turn_is_dragged_moves_and_pays(bridge: Desk) -> None:
    drag_and_pay_two(bridge, "nicole", (3, 3), (5, 4))
    hand(bridge).drag(middle(12, 7), middle(13, 8))
    assert bridge.steps[-1]["do"] == "place", "the ogre is not on turn"


def test_while_a_form_is_open_the_drag_of_another_is_by_hand(bridge: Desk) -> None:
    bridge.type("M")
    assert bridge.panel.ui.command.option
    hand(bridge).drag(middle(3, 3), middle(5, 4))
    assert bridge.steps[-1] == {"do": "place", "places": {"nicole": [5, 4]}}
    assert bridge.panel.ui.command.option


def test_with_shift_a_drag_is_by_hand_wherever_it_leads(bridge: Desk) -> None:
    before = bridge.fight.state["taren"].momentum
    hand(bridge).drag(middle(3, 6), middle(5, 7), SHIFT)
    assert bridge.steps[-1] == {"do": "place", "places": {"taren": [5, 7]}}
    assert bridge.fight.state["taren"].momentum == before


def test_a_drag_out_of_reach_is_a_step_by_hand_that_costs_nothing_and_is_undone(
    bridge: Desk,
) -> None:
    before = bridge.fight.state["taren"].momentum
    hand(bridge).drag(middle(3, 6), middle(18, 12), hold=True)
    assert label(bridge).startswith("by hand")
    hand(bridge).qtbot.mouseRelease(pane(bridge).view.viewport(), LEFT)
    assert at(bridge, "taren") == (18, 12)
    assert bridge.fight.state["taren"].momentum == before
    assert bridge.steps[-1] == {"do": "place", "places": {"taren": [18, 12]}}
    bridge.panel.undo()
    assert at(bridge, "taren") == (3, 6)
    assert pane(bridge).map.tokens["taren"].token.at == (3.5, 6.5)


def test_shift_and_enter_place_by_hand_whoever_is_on_turn(bridge: Desk) -> None:
    pane(bridge).view.setFocus()
    hand(bridge).keys(Key.Key_Down)
    hand(bridge).keys(Key.Key_Return, modifier=SHIFT)
    assert bridge.steps[-1]["do"] == "place"


def test_a_group_is_dragged_together_and_one_of_it_with_control_alone(desk: Desk) -> None:
    wolves = [{**creature(f"vlk-{n}", [4 + n, 4], "foes"), "group": "vlci"} for n in (1, 2, 3)]
    desk.open(conflict(creature("taren", [3, 9]), *wolves))
    desk.type(" ")
    hand(desk).drag(middle(5, 4), middle(5, 6))
    assert [at(desk, f"vlk-{n}")[1] for n in (1, 2, 3)] == [6, 6, 6]
    hand(desk).drag(middle(6, 6), middle(6, 1), CONTROL)
    assert [at(desk, f"vlk-{n}")[1] for n in (1, 2, 3)] == [6, 1, 6]


def test_those_in_a_frame_are_moved_together_by_the_mouse_and_by_the_keys(bridge: Desk) -> None:
    hand(bridge).drag(middle(1, 1), middle(5, 7))
    assert set(pane(bridge).map.chosen) == {"taren", "nicole"}
    hand(bridge).drag(middle(3, 6), middle(4, 6))
    assert (at(bridge, "taren"), at(bridge, "nicole")) == ((4, 6), (4, 3))
    hand(bridge).drag(middle(1, 1), middle(5, 7))
    hand(bridge).keys(Key.Key_Down, Key.Key_Return)
    assert (at(bridge, "taren"), at(bridge, "nicole")) == ((4, 7), (4, 4))
    assert [step["do"] for step in bridge.steps[-2:]] == ["place", "place"]


def test_an_empty_frame_leaves_whoever_is_looked_at(bridge: Desk) -> None:
    bridge.panel.look_at("nicole")
    hand(bridge).drag(middle(16, 1), middle(20, 5))
    assert pane(bridge).map.chosen == ("nicole",)
    assert at(bridge, "nicole") == (3, 3)


def test_before_a_fight_begins_tokens_can_be_dragged_and_nothing_is_shaded(desk: Desk) -> None:
    desk.open(conflict(creature("taren", [3, 6]), creature("obr", [12, 7], "foes")))
    hand(desk).move(middle(5, 6))
    assert label(desk) == ""
    hand(desk).drag(middle(3, 6), middle(5, 6))
    assert at(desk, "taren") == (5, 6)
    assert not desk.fight.begun


def test_who_stands_nowhere_is_placed_by_a_button(desk: Desk) -> None:
    desk.open(conflict(creature("taren", [3, 6]), creature("obr", None, "foes")))
    desk.type(" ")
    button = desk.panel.map.place_button
    assert button.isVisible()
    desk.click(button)
    assert at(desk, "obr")[0] > 12
    assert not button.isVisible()


def test_who_comes_in_a_wave_stands_near_where_its_side_began(desk: Desk) -> None:
    script = conflict(creature("taren", [3, 6]), creature("obr", [8, 3], "foes")).as_script()
    wolves = [creature(f"vlk-{number}", None, "foes") for number in range(3)]
    late = {**creature("lovec", [20, 2]), "id": "lovec"}
    desk.open(start({**script, "waves": [{"name": "2", "combatants": [*wolves, late]}]}))
    desk.type(" ")
    desk.session.perform({"do": "place", "places": {"obr": [1, 1]}})
    before = desk.fight.state.positions
    desk.key(Key.Key_F7)
    wolves_at = [at(desk, f"vlk-{number}") for number in range(3)]
    assert len({*wolves_at, *before.values()}) == 5
    assert all(8 <= x <= 12 and y <= 6 for x, y in wolves_at), "past no wall"
    assert at(desk, "lovec") == (20, 2), "a place of its own"
    assert not desk.panel.map.place_button.isVisible()
    assert play(desk.fight.as_script()).state.positions == desk.fight.state.positions
    desk.key("z", CONTROL)
    assert desk.fight.state.positions == before


def test_a_click_on_somebody_looks_at_them(bridge: Desk) -> None:
    hand(bridge).click(middle(3, 3))
    assert bridge.panel._view.focus() == "nicole"
    assert pane(bridge).map.chosen == ("nicole",)
    assert bridge.panel.ui.order.current() == "nicole"


def test_a_double_click_on_somebody_edits_them(bridge: Desk) -> None:
    hand(bridge).double_click(middle(3, 3))
    assert bridge.panel.ui.edit.combatant == "nicole"


def test_the_target_on_the_map_is_the_target_in_the_form_and_the_other_way_round(
    bridge: Desk,
) -> None:
    bridge.type("A")
    form = bridge.form
    assert pane(bridge).map.tokens["obr"].aimed_at
    hand(bridge).click(middle(3, 3))
    assert form.values()["target"] == "nicole"
    assert not pane(bridge).map.tokens["obr"].aimed_at
    form.box("target").editor.put("obr")
    assert pane(bridge).map.tokens["obr"].aimed_at
    bridge.panel.back()
    assert not pane(bridge).map.tokens["obr"].aimed_at


def two_weapons(desk: Desk) -> PanelForm:
    """The form of two weapons, with both of its targets to be seen."""
    option = next(
        o for o in desk.session.turn_options if (o.actor, o.action) == ("taren", "two_weapons")
    )
    desk.panel.choose(option)
    desk.click(desk.form._more)
    return desk.form


@pytest.fixture
def duel(desk: Desk) -> Desk:
    """Begun: Taren with two light weapons, and two ogres before him."""
    blades = [{**SWORD, "name": name, "light": True} for name in ("Nůž", "Sekyrka")]
    ogres = [creature(f"obr-{n}", [6, 4 * n], "foes", attacks=[CLUB]) for n in (1, 2)]
    desk.open(conflict(creature("taren", [5, 6], attacks=blades), *ogres))
    desk.type(" ")
    return desk


def test_of_two_targets_a_click_fills_one_after_the_other(duel: Desk) -> None:
    form = two_weapons(duel)
    first, second = form.box("target").editor, form.box("target_other").editor
    assert first.value() == "obr-1", "offered, and given by nobody yet"
    hand(duel).click(middle(6, 8))
    assert (first.value(), second.value()) == ("obr-2", "")
    hand(duel).click(middle(6, 4))
    assert (first.value(), second.value()) == ("obr-2", "obr-1")
    hand(duel).click(middle(6, 4))
    assert (first.value(), second.value()) == ("obr-1", "obr-1"), "the first one again"


def test_a_click_on_whom_is_offered_already_takes_them_and_goes_on(duel: Desk) -> None:
    form = two_weapons(duel)
    hand(duel).click(middle(6, 4))
    hand(duel).click(middle(6, 8))
    assert form.box("target").editor.value() == "obr-1"
    assert form.box("target_other").editor.value() == "obr-2"


def test_a_click_fills_the_field_that_the_keys_were_in(duel: Desk) -> None:
    form = two_weapons(duel)
    dict(form.chips("combatant"))["target_other"].chips()["'obr-1'"].setFocus()
    hand(duel).click(middle(6, 8))
    assert form.box("target").editor.value() == "obr-1"
    assert form.box("target_other").editor.value() == "obr-2"
    hand(duel).click(middle(6, 8))
    assert form.box("target").editor.value() == "obr-2"


def test_a_second_target_that_is_folded_away_is_not_filled(duel: Desk) -> None:
    option = next(
        o for o in duel.session.turn_options if (o.actor, o.action) == ("taren", "two_weapons")
    )
    duel.panel.choose(option)
    for place, id in (((6, 8), "obr-2"), ((6, 4), "obr-1")):
        hand(duel).click(middle(*place))
        assert duel.form.values()["target"] == id
        assert "target_other" not in duel.form.values()


@pytest.fixture
def asked(bridge: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A check in the middle of which Taren is asked for somebody, with a button for each."""
    choices = (Choice("nicole", "Nicole"), Choice("obr", "Obr", why_not="too far"))
    field = Field("whom", "combatant", "Whom", choices=choices, required=True)

    def perform(state: Any, command: Any, table: Any) -> None:
        chosen = table.ask(Decision("whom", "taren", "Whom?", field, "konflikt-12"))
        table.log("konflikt-12", Text("It was {name}", name=chosen))

    monkeypatch.setattr(bridge.fight.rules, "perform", perform)
    bridge.session.perform({"do": "act", "actor": "taren", "action": "check", "skill": "prowess"})
    assert bridge.question.id == "whom"
    return bridge


def test_a_question_for_somebody_is_answered_by_a_click_on_them(asked: Desk) -> None:
    tokens = pane(asked).map.tokens
    assert [id for id, item in tokens.items() if item.aimed_at] == ["nicole"]
    hand(asked).click(middle(3, 3))
    assert asked.fight.pending is None
    assert asked.log()[-1] == "It was nicole"


def test_who_cannot_be_the_answer_is_looked_at_and_the_question_waits(asked: Desk) -> None:
    hand(asked).click((13, 8))
    assert asked.fight.pending is not None
    assert asked.panel._view.looked_at == "obr"


def test_while_a_target_is_asked_for_a_click_beside_goes_nowhere(bridge: Desk) -> None:
    bridge.type("A")
    hand(bridge).move(middle(6, 6))
    assert label(bridge) == ""
    hand(bridge).click(middle(6, 6))
    assert at(bridge, "taren") == (3, 6)
    assert bridge.panel.ui.command.option is not None
    bridge.panel.back()
    hand(bridge).click(middle(6, 6))
    assert at(bridge, "taren") == (6, 6)


def test_konflikt_9_an_open_move_says_that_a_click_goes_there_and_it_does(bridge: Desk) -> None:
    option = next(
        o for o in bridge.session.turn_options if (o.actor, o.action) == ("taren", "move")
    )
    bridge.panel.choose(option)
    assert "A click on the map" in bridge.panel.ui.command.hint.text()
    hand(bridge).click(middle(6, 6))
    assert at(bridge, "taren") == (6, 6)
    assert bridge.panel.ui.command.option is None


def test_tab_and_enter_choose_a_target_without_a_mouse(bridge: Desk) -> None:
    bridge.type("A")
    pane(bridge).view.setFocus()
    on = hand(bridge)
    on.keys(Key.Key_Tab)
    assert pane(bridge).map.chosen == ("nicole",)
    assert bridge.form.values()["target"] == "obr", "it was only looked at"
    on.keys(Key.Key_Return)
    assert bridge.form.values()["target"] == "nicole"


def test_what_is_chosen_is_told_with_its_distance(bridge: Desk) -> None:
    hand(bridge).move((13, 8))
    said = pane(bridge).ui.said.text()
    assert said.startswith("Obr · 9 m · ")
    assert "30 / 30" in said
    assert pane(bridge).view.accessibleDescription() == said


def test_the_menu_of_a_token_is_that_of_the_order(bridge: Desk) -> None:
    asked: list[tuple[str, QPoint]] = []
    pane(bridge).view.menu_wanted.connect(lambda id, place: asked.append((id, place)))
    view = pane(bridge).view
    pixel = hand(bridge).pixel((13, 8))
    on_screen = view.viewport().mapToGlobal(pixel)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, pixel, on_screen)
    QApplication.sendEvent(view.viewport(), event)
    assert [id for id, _ in asked] == ["obr"]
    for popup in QApplication.topLevelWidgets():
        if popup.windowType() == Qt.WindowType.Popup:
            popup.close()


def test_while_dice_are_awaited_a_click_goes_nowhere_but_a_drag_places(bridge: Desk) -> None:
    bridge.panel.preferences.typed = True
    bridge.session.perform({"do": "act", "actor": "taren", "action": "check", "skill": "prowess"})
    assert bridge.fight.pending
    hand(bridge).click(middle(6, 6))
    assert at(bridge, "taren") == (3, 6)
    hand(bridge).drag(middle(3, 6), middle(5, 6))
    assert at(bridge, "taren") == (5, 6)
    assert bridge.fight.pending, "the throw still waits"


def test_the_target_stays_marked_while_the_dice_are_awaited(bridge: Desk) -> None:
    bridge.panel.preferences.typed = True
    bridge.type("A")
    bridge.form.box("with").editor.put("Krátký luk")
    bridge.click(bridge.panel.ui.command.go)
    assert bridge.fight.pending
    assert pane(bridge).map.tokens["obr"].aimed_at
    bridge.panel.back()
    bridge.panel.back()
    assert not pane(bridge).map.tokens["obr"].aimed_at


def note(desk: Desk, field: str) -> str:
    """The reason under a field of the form."""
    made = desk.form.box(field).note
    return made.text.text() if made is not None and made.isVisible() else ""


def test_what_the_map_knows_stands_in_the_form_with_its_reason(bridge: Desk) -> None:
    bridge.type("A")
    assert bridge.form.box("distance").editor.value() == 9
    assert note(bridge, "distance") == "9 m on the map"
    assert bridge.form.box("visible").editor.value() is True
    assert "nothing stands on the line" in note(bridge, "modifiers.cover")
    assert "distance" not in bridge.form.values(), "the map fills it in by itself"
    hand(bridge).click(middle(3, 3))
    assert note(bridge, "distance") == "3 m on the map"
    assert bridge.form.box("distance").editor.value() == 3


def test_a_command_that_waits_says_what_the_map_knows_when_its_fight_is_opened_again(
    bridge: Desk,
) -> None:
    bridge.panel.preferences.typed = True
    bridge.type("A")
    bridge.form.box("with").editor.put("Krátký luk")
    bridge.click(bridge.panel.ui.command.go)
    summary = bridge.panel.ui.command.summary
    before = summary.text()
    assert "Vzdálenost 9" in before
    summary.clear()
    bridge.panel.show_session(bridge.session)
    assert summary.text() == before


def test_a_wall_between_two_is_known_as_out_of_sight(bridge: Desk) -> None:
    bridge.session.perform({"do": "place", "places": {"obr": [12, 2], "taren": [3, 2]}})
    bridge.type("A")
    assert bridge.form.box("visible").editor.value() is False
    assert note(bridge, "visible") == "a wall stands between them"
    bridge.odds()
    box = bridge.form.box("visible")
    (rule,), said = box.findChildren(RuleLink), box.note and box.note.text
    assert rule.text() == rule.number, "the note takes no room of the rule"
    assert said
    assert said.width() >= said.fontMetrics().horizontalAdvance(said.text()) or said.wordWrap()
    assert said.height() >= said.heightForWidth(said.width())


def test_what_is_typed_overrules_the_map_until_it_is_taken_back(bridge: Desk) -> None:
    bridge.type("A")
    bridge.form.box("with").editor.put("Krátký luk")
    placed = bridge.form.box("distance")
    placed.editor.put(15)
    assert bridge.form.values()["distance"] == 15
    assert note(bridge, "distance") == "9 m on the map"
    assert placed.note
    assert placed.note.text.font().strikeOut()
    preview = bridge.fight.preview(bridge.panel.action_column.step() or {})
    assert preview.question is not None
    bridge.click(placed.note.back)
    assert placed.editor.value() == 9
    assert "distance" not in bridge.form.values()


def test_even_a_default_can_be_typed_over_what_the_map_knows(bridge: Desk) -> None:
    bridge.session.perform({"do": "place", "places": {"obr": [12, 2], "taren": [3, 2]}})
    bridge.type("A")
    bridge.form.box("with").editor.put("Krátký luk")
    bridge.form.box("visible").editor.put(True)
    assert bridge.form.values()["visible"] is True
    bridge.form.box("modifiers.cover").editor.put("clear")
    assert bridge.panel.ui.command.go.isEnabled()


def test_another_target_brings_the_map_back(bridge: Desk) -> None:
    bridge.type("A")
    bridge.form.box("distance").editor.put(15)
    hand(bridge).click(middle(3, 3))
    assert bridge.form.box("distance").editor.value() == 3
    assert "distance" not in bridge.form.values()


def test_in_other_words_the_form_keeps_what_was_typed_over_the_map(bridge: Desk) -> None:
    bridge.type("A")
    bridge.form.box("distance").editor.put(15)
    bridge.panel.toggle_terms()
    assert bridge.form.values()["distance"] == 15
    assert bridge.form.box("modifiers.cover").editor.value() == "clear"


def test_f6_goes_to_the_map_and_back(bridge: Desk) -> None:
    bridge.panel.ui.mapButton.setChecked(False)
    bridge.key(Key.Key_F6)
    assert pane(bridge).view.hasFocus()
    assert "Arrows move it" in bridge.panel.ui.hints.text()
    bridge.key(Key.Key_F6)
    assert bridge.panel.hasFocus()


def test_letters_on_the_map_still_choose_options(bridge: Desk) -> None:
    bridge.key(Key.Key_F6)
    bridge.type("A")
    assert bridge.panel.ui.command.option is not None


def test_a_form_that_a_letter_opens_on_the_map_has_the_keys(bridge: Desk) -> None:
    bridge.key(Key.Key_F6)
    bridge.type("A")
    assert bridge.panel.hasFocus()
    bridge.key(Key.Key_Right)
    assert at(bridge, "taren") == (3, 6)
    bridge.key(Key.Key_Escape)
    bridge.key(Key.Key_F6)
    goes = next(o for o in bridge.session.turn_options if bridge.panel.action_column.place_of(o))
    bridge.panel.choose(goes)
    assert pane(bridge).view.hasFocus(), "where it goes is chosen on the map"
    bridge.key(Key.Key_Escape)
    bridge.type("A")
    pane(bridge).view.setFocus()
    bridge.panel.do_by_hand({"do": "place", "places": {"taren": [4, 6]}})
    assert bridge.panel.hasFocus(), "a token that is put elsewhere leaves the keys to the form"


def test_measuring_from_square_to_square_counts_a_diagonal_as_one(bridge: Desk) -> None:
    bridge.key(Key.Key_F6)
    hand(bridge).keys(Key.Key_M, modifier=CONTROL)
    hand(bridge).drag(middle(3, 3), middle(7, 5))
    assert label(bridge) == "4 m"
    assert at(bridge, "nicole") == (3, 3), "nobody was moved"
    hand(bridge).keys(Key.Key_Escape)
    hand(bridge).keys(Key.Key_Escape)
    assert pane(bridge).ui.choose_button.isChecked()
    assert label(bridge) == ""


def test_somebody_is_taken_off_the_map(bridge: Desk) -> None:
    bridge.panel.do_by_hand({"do": "place", "places": {"obr": None}})
    assert set(pane(bridge).map.tokens) == {"taren", "nicole"}
    assert bridge.panel.map.place_button.isVisible()


def test_esc_gives_up_a_drag_though_the_mouse_goes_on(bridge: Desk) -> None:
    on = hand(bridge)
    on.drag(middle(3, 6), middle(10, 6), hold=True)
    on.keys(Key.Key_Escape)
    on.move(middle(11, 6))
    bridge.qtbot.mouseRelease(pane(bridge).view.viewport(), LEFT, pos=on.pixel(middle(11, 6)))
    assert at(bridge, "taren") == (3, 6)
    assert bridge.steps[-1]["do"] == "begin"


def test_what_was_tried_with_the_keys_is_given_up_when_the_fight_goes_on(bridge: Desk) -> None:
    pane(bridge).view.setFocus()
    hand(bridge).keys(Key.Key_Right)
    bridge.session.perform({"do": "leave", "combatant": "obr"})
    hand(bridge).keys(Key.Key_Return)
    assert at(bridge, "taren") == (3, 6)


def test_without_momentum_every_place_is_out_of_reach(bridge: Desk) -> None:
    bridge.session.perform({"do": "edit", "combatant": "taren", "set": {"momentum": 0}})
    hand(bridge).move(middle(4, 6))
    assert label(bridge) == "out of reach"


@pytest.fixture
def table(desk: Desk) -> Desk:
    """On free ground, in inches: Ola is on turn, beside a wall and a mire."""
    wall = {"kind": "wall", "points": [[10, 0], [10, 9]]}
    mire = {"kind": "difficult", "points": [[4, 9], [16, 9], [16, 20], [4, 20], [4, 9]]}
    people = [
        {"id": "ola", "side": "players", "sheet": {"name": "Ola"}, "at": [8, 8]},
        {"id": "orc", "side": "foes", "sheet": {"name": "Orc"}, "at": [30, 8]},
    ]
    told = {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": {"order": "fixed"},
        "combatants": people,
        "map": {"width": 40, "height": 30, "ground": [wall, mire]},
    }
    desk.open(start(told))
    desk.type(" ")
    desk.panel.look_at("ola")
    return desk


def test_teohiphip_6_and_7_the_price_on_free_ground_knows_of_walls_and_mire(table: Desk) -> None:
    hand(table).move((5, 8))
    assert label(table) == "3″ · Ruch · 1 AP"
    hand(table).move((8, 14))
    assert label(table) == "6″ · Pełny ruch · 2 AP", "difficult ground counts twice"
    hand(table).move((12, 8))
    assert label(table).startswith("4″ · a wall stands in the way")
    hand(table).move((28, 8))
    assert label(table) == "20″ · out of reach"


def test_boj_16_the_price_over_difficult_ground_names_the_throw_on_which_going_there_depends(
    desk: Desk,
) -> None:
    mire = {"kind": "difficult", "points": [[4, 9], [16, 9], [16, 20], [4, 20], [4, 9]]}
    people = [
        {"id": "vera", "side": "players", "sheet": {"name": "Вера"}, "at": [8, 8]},
        {"id": "wolf", "side": "foes", "sheet": {"name": "Волк"}, "at": [30, 8]},
    ]
    field = {"width": 40, "height": 30, "ground": [mire]}
    script = {"format": "fight/1", "system": "boj", "combatants": people, "map": field}
    desk.open(start(script))
    desk.session.perform({"do": "begin", "dice": [52, 51]})
    QApplication.processEvents()
    desk.panel.look_at("vera")
    hand(desk).move((16, 8))
    assert label(desk) == "8 m · Движение · 1 действ."
    hand(desk).move((8, 14))
    assert label(desk) == "6 m · Движение · Footing · 1 действ."


def test_teohiphip_7_the_shade_of_a_price_ends_where_difficult_ground_makes_it_dearer(
    table: Desk,
) -> None:
    """In the mire below Ola each inch counts twice."""
    near, _ = table.panel.map._shaded()
    for across, down in product(range(2, 16), range(8, 15)):
        if near[0].contains(on_scene((across, down))) and (across, down) != (8, 8):
            hand(table).move((across, down))
            assert label(table).endswith(" · Ruch · 1 AP"), (across, down, label(table))
    assert near[0].contains(on_scene((4.5, 8)))
    assert not near[0].contains(on_scene((8, 11.5)))


def test_teohiphip_6_the_ruler_measures_from_token_to_token_as_the_rules_do(table: Desk) -> None:
    """From base to base, as the form of an attack says; between two places of the ground as the
    crow flies."""
    here = pane(table)
    here.take(here.measure)
    hand(table).click((8, 8))
    hand(table).click((30, 8))
    assert label(table) == here.ui.said.text() == "Ola – Orc: 21″"
    hand(table).keys(Key.Key_Escape)
    hand(table).click((8, 12))
    hand(table).click((30, 12))
    assert label(table) == "22″"


def test_walka_10_and_54_the_price_names_the_pace_or_why_nobody_goes(desk: Desk) -> None:
    people = [
        {"id": "iga", "side": "players", "sheet": {"name": "Iga"}, "at": [8, 8]},
        {"id": "celnik", "side": "foes", "sheet": {"name": "Celnik"}, "at": [30, 8]},
    ]
    told = {
        "format": "fight/1", "system": "walka", "combatants": people,
        "map": {"width": 40, "height": 30},
    }  # fmt: skip
    desk.open(start(told))
    desk.session.perform({"do": "begin", "dice": [1, 1, 1, 20, 20, 20]})
    desk.panel.look_at("iga")
    QApplication.processEvents()  # the timeline takes of the room
    hand(desk).move((9.5, 8))
    assert label(desk) == "1.5 m · Bieg / skok 2 m · 1 seg."
    hand(desk).move((10, 8.3))
    assert label(desk) == "2.1 m · Sprint 4 m · 1 seg.", "2.02 m are more than 2"
    hand(desk).move((11, 8))
    assert label(desk) == "3 m · Sprint 4 m · 1 seg."
    stuck = {"afflictions": [{"kind": "immobile", "left": 2}]}
    desk.session.perform({"do": "edit", "combatant": "iga", "set": stuck})
    hand(desk).move((10, 8))
    assert "walka-54" in label(desk)


def test_behind_a_wall_nothing_is_shaded(table: Desk) -> None:
    def colours() -> list[QColor]:
        picture = pane(table).view.grab().toImage()
        return [picture.pixelColor(hand(table).pixel(at)) for at in ((14.5, 5.5), (5.5, 5.5))]

    behind, beside = colours()
    script = table.fight.as_script()
    script["map"]["ground"][0]["kind"] = "partial"
    table.open(play(script))
    table.panel.look_at("ola")
    assert colours()[0] != behind
    assert colours()[1] == beside


def test_a_system_without_moves_puts_a_token_down_where_it_is_clicked(
    bridge: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge.fight.rules, "go_to", lambda *_: None)
    monkeypatch.setattr(bridge.fight.rules, "within_reach", lambda *_: None)
    bridge.panel.look_at("nicole")
    hand(bridge).move(middle(20, 12))
    assert label(bridge) == ""
    hand(bridge).click(middle(20, 12))
    assert bridge.steps[-1] == {"do": "place", "places": {"nicole": [20, 12]}}


def test_a_system_that_fails_on_the_map_is_reported_and_the_map_stays(
    bridge: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise SystemFailed("konflikt", Text("no way"))

    monkeypatch.setattr(bridge.fight.rules, "within_reach", fail)
    said: list[object] = []
    bridge.panel.failed.connect(said.append)
    bridge.panel.look_at("nicole")
    assert len(said) == 1
    assert pane(bridge).map.chosen == ("nicole",)


def test_konflikt_13_a_threat_that_has_ended_is_said_no_more_above_the_map(bridge: Desk) -> None:
    bridge.panel.do_by_hand({"do": "place", "places": {"obr": [4, 6]}})
    bridge.panel.map._tell("taren")
    assert "v ohrožení" in pane(bridge).ui.said.text()
    bridge.panel.do_by_hand(
        {"do": "edit", "combatant": "obr", "set": {"hp": 0, "fallen": "killed"}}
    )
    bridge.panel.map._tell("taren")
    assert "v ohrožení" not in pane(bridge).ui.said.text()
