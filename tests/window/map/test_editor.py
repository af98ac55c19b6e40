"""The map of an encounter: made, drawn on, people placed, saved, and undone with the campaign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from desktop.encounter.roster import Line
from desktop.library.errors import DocumentError
from desktop.rules.geometry import Point, distance
from desktop.window.map.editor import MapEditor
from tests.window.conftest import Person
from tests.window.map.hand import Hand
from tests.window.shell.test_fits import LONG, outside
from tests.window.shell.test_history import redo, undo, undo_says

Key = Qt.Key


@pytest.fixture
def map_of(arrive: Callable[[], Person]) -> Person:
    """Somebody with a new map open, everybody on it."""
    person = arrive()
    person.open_sample("Obr u mostu", of="konflikt")
    person.click(person.encounter.ui.map_button)
    save(person)
    return person


def editor(person: Person) -> MapEditor:
    made = person.encounter.map.editor
    assert made
    return made


def hand(person: Person) -> Hand:
    return Hand(person.qtbot, editor(person).pane.view)


def save(person: Person) -> None:
    person.do(person.encounter.flush())


def stored(person: Person) -> dict[str, Any]:
    page = person.encounter.held
    assert page
    id = page.id
    document: dict[str, Any] = person.do(person.desk.store.read(lambda c: c.encounter(id))).document
    return document


def put(person: Person, document: dict[str, Any]) -> None:
    """Somebody else has written this into the file; the page is opened anew."""
    page = person.encounter.held
    assert page
    id, name = page.id, page.name
    save = person.desk.store.save
    person.do(save(lambda c: c.save_encounter(id, name=name, document=document)))
    person.do(person.encounter.read_again())


def where(person: Person) -> dict[str, Point]:
    """Where everybody is shown, by id."""
    return {id: item.token.at for id, item in editor(person).map.tokens.items()}


def draw(person: Person, kind: str, form: Any, start: Point, end: Point) -> None:
    made = editor(person)
    made.kind.setCurrentIndex(made.kind.findData(kind))
    person.click(made.buttons[form])
    hand(person).drag(start, end)


def test_a_new_map_has_everybody_on_it_the_sides_opposite_each_other(map_of: Person) -> None:
    places = where(map_of)
    assert set(places) == {"carl", "taren", "abigail", "nicole", "obr"}
    assert len(set(places.values())) == 5
    assert all(places[id][0] < 10 for id in places if id != "obr")
    assert places["obr"][0] > 20
    assert [len(line["at"]) for line in stored(map_of)["lines"]] == [1, 1, 1, 1, 1]


def test_making_a_map_is_one_change_that_is_undone_and_done_again(map_of: Person) -> None:
    made = stored(map_of)
    undo(map_of)
    assert "map" not in stored(map_of)
    assert not any("at" in line for line in stored(map_of)["lines"])
    assert not editor(map_of).isVisible()
    assert map_of.encounter.ui.scroll.isVisible()
    redo(map_of)
    assert stored(map_of) == made


def test_a_drag_draws_a_wall_around_a_house(map_of: Person) -> None:
    draw(map_of, "wall", "rectangle", (10.2, 3.1), (13.9, 6.9))
    save(map_of)
    house = [[10, 3], [14, 3], [14, 7], [10, 7], [10, 3]]
    assert stored(map_of)["map"]["ground"] == [{"kind": "wall", "points": house}]
    assert "Obr u mostu" in undo_says(map_of)
    undo(map_of)
    assert "ground" not in stored(map_of)["map"]
    assert editor(map_of).map.shapes == []
    assert editor(map_of).isVisible()


def test_clicks_draw_an_outline_that_ends_where_it_began(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    made.kind.setCurrentIndex(made.kind.findData("difficult"))
    map_of.click(made.buttons["outline"])
    for corner in ((10, 10), (15, 10), (12, 14), (10, 10)):
        on.click(corner)
    shape = made.map.shapes[0].shape_shown
    assert (shape.kind, shape.closed, len(shape.points)) == ("difficult", True, 4)


def test_a_double_click_ends_a_line(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    map_of.click(made.buttons["line"])
    on.click((5, 5))
    on.click((9, 5))
    on.click((9, 8))
    on.double_click((9, 8))
    assert made.map.shapes[0].shape_shown.points == ((5, 5), (9, 5), (9, 8))


def test_a_line_with_too_many_points_is_refused_and_the_map_stays(map_of: Person) -> None:
    made = editor(map_of)
    zigzag = tuple((float(number % 30), float(number % 2)) for number in range(300))
    made.draws["line"].drawn.emit(zigzag)
    assert "200" in made.pane.ui.said.text()
    assert made.isVisible()
    assert made.map.shapes == []
    for _ in range(30):
        made.draws["line"].drawn.emit(zigzag[:199])
    assert len(made.map.shapes) == 20
    assert "4000 points" in made.pane.ui.said.text()
    assert made.isVisible()


def test_difficult_ground_is_an_area_so_no_line_is_offered_for_it(map_of: Person) -> None:
    made = editor(map_of)
    map_of.click(made.buttons["line"])
    made.kind.setCurrentIndex(made.kind.findData("difficult"))
    assert not made.buttons["line"].isEnabled()
    assert made.pane.view.tool is made.draws["outline"]


def test_keys_alone_draw_a_line(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    map_of.click(made.buttons["line"])
    on.keys(Key.Key_Right, Key.Key_Return, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert made.pane.ui.said.text() == "2 m"
    on.keys(Key.Key_Return)
    (shape,) = (item.shape_shown for item in made.map.shapes)
    (x, y), (right, below) = shape.points
    assert (x, y + 2) == (right, below)


def test_a_line_that_was_begun_does_not_wait_until_the_map_is_shown_again(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    map_of.click(made.buttons["line"])
    on.click((5, 5))
    assert made.map.sketch.path().boundingRect().width() > 0  # a single point can be seen
    made.pane.view.hide()
    made.pane.view.show()
    on.click((9, 5))
    assert made.draws["line"].points == [(9, 5)]


def test_escape_gives_up_what_is_being_drawn_and_then_the_tool(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    map_of.click(made.buttons["line"])
    on.click((5, 5))
    on.keys(Key.Key_Escape)
    assert made.draws["line"].points == []
    assert made.buttons["line"].isChecked()
    on.keys(Key.Key_Escape)
    assert made.pane.ui.choose_button.isChecked()
    assert made.map.shapes == []


def test_a_drawn_shape_is_chosen_moved_and_taken_away(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    draw(map_of, "full", "rectangle", (14, 12), (17, 13))
    map_of.click(made.pane.ui.choose_button)
    on.drag((15.5, 12.5), (15.5, 14.5))
    assert made.map.shapes[0].shape_shown.points[0] == (14, 14)
    on.click((15.5, 14.5))
    assert made.map.chosen_shape == 0
    on.keys(Key.Key_Left)
    assert made.map.shapes[0].shape_shown.points[0] == (13, 14)
    on.keys(Key.Key_Delete)
    assert made.map.shapes == []


def test_a_shape_is_not_moved_off_the_map_and_is_shown_where_it_stays(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    draw(map_of, "full", "rectangle", (14, 17), (17, 19))
    map_of.click(made.pane.ui.choose_button)
    on.drag((15.5, 18.5), (15.5, 19.9))
    on.drag((15.5, 18.5), (15.5, 19.9))
    shape = made.map.shapes[0]
    assert shape.shape_shown.points[2] == (17, 20)
    assert shape.pos().y() == 0


def test_two_things_done_one_after_the_other_at_once_are_two_changes(map_of: Person) -> None:
    draw(map_of, "wall", "rectangle", (10, 3), (14, 7))
    draw(map_of, "full", "rectangle", (16, 3), (18, 7))
    start = where(map_of)["obr"]
    map_of.click(editor(map_of).pane.ui.choose_button)
    hand(map_of).drag(start, (start[0] - 6, start[1] + 3))
    assert map_of.encounter.unsaved, "all of it came before anything was saved"
    undo(map_of)
    assert where(map_of)["obr"] == start
    assert len(stored(map_of)["map"]["ground"]) == 2
    undo(map_of)
    assert [shape["kind"] for shape in stored(map_of)["map"]["ground"]] == ["wall"]
    undo(map_of)
    assert "ground" not in stored(map_of)["map"]
    for _ in range(3):
        redo(map_of)
    assert where(map_of)["obr"] != start
    assert len(stored(map_of)["map"]["ground"]) == 2


def test_changes_that_could_not_be_saved_are_still_undone_one_by_one(
    map_of: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(map_of, "wall", "rectangle", (10, 3), (14, 7))
    draw(map_of, "full", "rectangle", (16, 3), (18, 7))

    async def full(*_: object) -> None:
        raise DocumentError("map", "the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(map_of.encounter.shared.store.history, "_save", full)
        with pytest.raises(DocumentError):
            save(map_of)
    save(map_of)
    undo(map_of)
    assert [shape["kind"] for shape in stored(map_of)["map"]["ground"]] == ["wall"]
    undo(map_of)
    assert "ground" not in stored(map_of)["map"]


def test_a_shape_that_is_moved_on_and_on_is_one_change(map_of: Person) -> None:
    draw(map_of, "wall", "rectangle", (10, 3), (14, 7))
    save(map_of)
    map_of.click(editor(map_of).pane.ui.choose_button)
    hand(map_of).click((10, 5))
    hand(map_of).keys(Key.Key_Right, Key.Key_Right, Key.Key_Down)
    save(map_of)
    assert stored(map_of)["map"]["ground"][0]["points"][0] == [12, 4]
    undo(map_of)
    assert stored(map_of)["map"]["ground"][0]["points"][0] == [10, 3]


def test_who_was_dragged_is_marked_in_the_list_and_the_map_has_the_keys_when_taken_away(
    map_of: Person,
) -> None:
    made, start = editor(map_of), where(map_of)["obr"]
    made.ui.people.setCurrentRow(0)
    hand(map_of).drag(start, (start[0] - 6, start[1] + 3))
    save(map_of)
    assert made.ui.people.currentItem().text() == "Obr"
    made.ui.take_button.setFocus()
    map_of.key(made.ui.take_button, Key.Key_Space)
    save(map_of)
    assert "obr" not in where(map_of)
    assert made.pane.view.hasFocus()
    assert made.ui.people.currentItem().text() == "Obr"


def test_somebody_is_dragged_elsewhere_and_the_plan_says_so(map_of: Person) -> None:
    start = where(map_of)["obr"]
    editor(map_of).pane.say("2 chosen")
    hand(map_of).drag(start, (start[0] - 6, start[1] + 3))
    save(map_of)
    assert where(map_of)["obr"] == (start[0] - 6, start[1] + 3)
    assert editor(map_of).pane.ui.said.text().startswith("Obr · ")
    undo(map_of)
    assert where(map_of)["obr"] == start


def test_tab_goes_from_token_to_token_arrows_move_and_enter_puts_down(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    made.pane.view.setFocus()
    on.keys(Key.Key_Tab)
    assert made.map.chosen == ("carl",)
    on.keys(Key.Key_Tab)
    assert made.map.chosen == ("taren",)
    start = where(map_of)["taren"]
    on.keys(Key.Key_Right, Key.Key_Right, Key.Key_Down)
    assert where(map_of)["taren"] == start, "it is only tried"
    on.keys(Key.Key_Return)
    assert where(map_of)["taren"] == (start[0] + 2, start[1] + 1)


def test_a_name_and_a_click_put_somebody_on_the_map(map_of: Person) -> None:
    made, on = editor(map_of), hand(map_of)
    made.map.choose(["obr"])
    made.ui.take_button.setEnabled(True)
    map_of.click(made.ui.take_button)
    assert "obr" not in where(map_of)
    row = made.ui.people.findItems("Obr", Qt.MatchFlag.MatchExactly)[0]
    made.ui.people.setCurrentItem(row)
    assert "Obr" in made.pane.ui.said.text()
    on.click((20.5, 4.5))
    assert where(map_of)["obr"][0] == pytest.approx(20.5, abs=1)
    save(map_of)
    assert stored(map_of)["lines"][4]["at"]


def test_a_smaller_map_keeps_everybody_on_it(map_of: Person) -> None:
    made = editor(map_of)
    made.ui.width.setValue(12)
    save(map_of)
    assert stored(map_of)["map"]["width"] == 12
    assert all(0 <= x <= 12 for x, _ in where(map_of).values())
    assert map_of.encounter.problem() == ""


def test_another_height_leaves_a_width_that_is_no_whole_number_as_it_is(map_of: Person) -> None:
    put(map_of, {**stored(map_of), "map": {"width": 25.5, "height": 18}})
    map_of.click(map_of.encounter.ui.map_button)
    editor(map_of).ui.height.setValue(16)
    save(map_of)
    assert stored(map_of)["map"] == {"width": 25.5, "height": 16}


def test_a_map_that_is_removed_takes_the_places_with_it(map_of: Person) -> None:
    map_of.click(editor(map_of).ui.remove_button)
    save(map_of)
    assert "map" not in stored(map_of)
    assert not any("at" in line for line in stored(map_of)["lines"])
    assert map_of.encounter.ui.scroll.isVisible()
    assert QApplication.focusWidget() is map_of.encounter.ui.map_button


def test_who_is_added_to_the_plan_stands_near_its_side_and_goes_with_one_undo(
    map_of: Person,
) -> None:
    wall = {"kind": "wall", "points": [[24, 0], [24, 20]]}
    before = where(map_of)
    put(map_of, {**stored(map_of), "map": {"width": 30, "height": 20, "ground": [wall]}})
    [side] = {line["side"] for line in stored(map_of)["lines"]} - {"players"}
    map_of.encounter.add(Line(sheet={"name": "Vlk", "defence": 12}, side=side, count=3))
    save(map_of)
    assert {"vlk-1", "vlk-2", "vlk-3"} == where(map_of).keys() - before.keys()
    assert len(set(where(map_of).values())) == 8
    assert before["obr"][0] > 24
    assert all(at[0] > 24 for id, at in where(map_of).items() if id.startswith("vlk"))
    assert not editor(map_of).ui.place_button.isEnabled()
    undo(map_of)
    assert where(map_of) == before


def test_who_was_taken_off_the_map_is_placed_by_a_button_alone(map_of: Person) -> None:
    made = editor(map_of)
    made.placed.emit({"obr": None})
    map_of.encounter.ui.notes.setPlainText("Vlci přijdou později.")
    save(map_of)
    assert "obr" not in where(map_of)
    map_of.click(made.ui.place_button)
    assert len(set(where(map_of).values())) == 5
    assert not made.ui.place_button.isEnabled()


def test_every_control_of_the_map_has_a_name_and_tab_reaches_it_as_the_eye_does(
    map_of: Person,
) -> None:
    made = editor(map_of)
    reached = [
        widget
        for widget in made.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and widget.focusProxy() is None
        and not widget.objectName().startswith("qt_")
    ]
    nameless = [
        f"{type(one).__name__} {one.objectName()}" for one in reached if not one.accessibleName()
    ]
    assert nameless == []
    ui, buttons = made.pane.ui, made.buttons
    order = [ui.choose_button, ui.measure_button, *buttons.values(), made.kind, ui.out_button]
    chain = [order[0]]
    while len(chain) < len(order):
        following = chain[-1].nextInFocusChain()
        while following not in reached:
            assert following
            following = following.nextInFocusChain()
        chain.append(following)
    assert chain == order


def lay(person: Person, path: Path) -> None:
    person.do(person.encounter.set_picture(path))
    save(person)


def colour_at(person: Person, at: Point) -> str:
    """The colour of the map at a place between the lines, as it is on the screen."""
    view = editor(person).pane.view
    person.wait()
    return view.grab().toImage().pixelColor(hand(person).pixel(at)).name()


def test_a_picture_lies_behind_the_map_and_gives_it_its_proportions(
    map_of: Person, tmp_path: Path
) -> None:
    picture = QImage(300, 100, QImage.Format.Format_RGB32)
    picture.fill("#123456")
    picture.save(str(tmp_path / "field.png"))
    lay(map_of, tmp_path / "field.png")
    found = stored(map_of)["map"]
    assert (found["width"], found["height"]) == (30, 10)
    assert map_of.do(map_of.desk.store.read(lambda c: c.picture(found["picture"])))
    assert colour_at(map_of, (20.5, 2.5)) == "#123456"
    undo(map_of)
    assert "picture" not in stored(map_of)["map"]
    assert colour_at(map_of, (20.5, 2.5)) != "#123456"
    redo(map_of)
    assert colour_at(map_of, (20.5, 2.5)) == "#123456"
    map_of.click(editor(map_of).ui.no_picture_button)
    save(map_of)
    assert "picture" not in stored(map_of)["map"]


def test_the_picture_lies_behind_the_fight_too(map_of: Person, tmp_path: Path) -> None:
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    picture.fill("#123456")
    picture.save(str(tmp_path / "field.png"))
    lay(map_of, tmp_path / "field.png")
    map_of.click(map_of.encounter.ui.start_button)
    view = map_of.fight.panel.ui.map.view
    assert view.isVisible()
    pixel = Hand(map_of.qtbot, view).pixel((20.5, 2.5))
    assert view.grab().toImage().pixelColor(pixel).name() == "#123456"


def test_a_file_that_is_no_picture_is_refused_and_the_map_stays(
    map_of: Person, tmp_path: Path
) -> None:
    (tmp_path / "field.png").write_bytes(b"<svg onload='x'/>")
    before = stored(map_of)
    with pytest.raises(DocumentError, match="is not a picture"):
        map_of.do(map_of.encounter.set_picture(tmp_path / "field.png"))
    assert stored(map_of) == before


def test_a_started_fight_has_the_map_with_everybody_where_they_were_put(map_of: Person) -> None:
    places = where(map_of)
    map_of.click(map_of.encounter.ui.start_button)
    shown = {id: item.token.at for id, item in map_of.fight.panel.ui.map.map.tokens.items()}
    assert shown == places


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"width": 1e9, "height": 20}, "map.width"),
        ({"width": 30, "height": -3}, "map.height"),
        ({"width": 30, "height": 20, "picture": "x" * 300}, "map.picture"),
    ],
)
def test_a_map_that_is_wrong_in_the_file_is_named_and_not_opened(
    map_of: Person, wrong: dict[str, Any], said: str
) -> None:
    document = {**stored(map_of), "map": wrong}
    put(map_of, document)
    button = map_of.encounter.ui.map_button
    assert not button.isEnabled()
    assert said in button.toolTip()
    assert said in map_of.encounter.problem()
    assert map_of.encounter.ui.scroll.isVisible()
    assert stored(map_of)["map"] == wrong


def test_a_picture_that_the_campaign_does_not_have_leaves_the_map_without_one(
    map_of: Person,
) -> None:
    document = stored(map_of)
    document["map"]["picture"] = "0" * 64
    put(map_of, document)
    assert editor(map_of).isVisible()
    assert len(where(map_of)) == 5


@pytest.mark.parametrize("size", [(1366, 768), (1024, 700)])
def test_map_and_fight_stand_in_the_window(map_of: Person, size: tuple[int, int]) -> None:
    window = map_of.window
    window.resize(*size)
    map_of.encounter.add(Line(sheet={"name": LONG[:90], "defence": 12}, side="foes", count=3))
    map_of.wait()
    assert list(outside(window)) == []
    map_of.click(map_of.encounter.ui.start_button)
    panel = map_of.fight.panel
    panel.main()
    panel.ui.options.press("A")
    map_of.wait()
    assert panel.ui.map.isVisible()
    assert (window.width(), window.height()) == size
    assert list(outside(window)) == []


def test_a_size_that_is_half_typed_is_taken_when_the_page_is_left(map_of: Person) -> None:
    map_of.window.activateWindow()
    edge = editor(map_of).ui.width
    edge.setFocus()
    edge.selectAll()
    map_of.type(edge, "33")
    map_of.do(map_of.desk.navigator.flush())
    assert stored(map_of)["map"]["width"] == 33


def test_a_system_calls_kinds_of_ground_by_its_own_words(arrive: Callable[[], Person]) -> None:
    person = arrive()
    person.open_sample("Patrol MOIRY", of="teohiphip")
    person.click(person.encounter.ui.map_button)
    kinds = editor(person).kind
    called = {kinds.itemData(row): kinds.itemText(row) for row in range(kinds.count())}
    assert called["full"] == "Low solid terrain"
    assert called["partial"] == "Something soft"
    assert called["wall"] == "Wall"


def test_teohiphip_6_the_ruler_of_a_plan_measures_from_base_to_base_too(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    person.open_sample("Patrol MOIRY", of="teohiphip")
    person.click(person.encounter.ui.map_button)
    made = editor(person)
    first, second = list(made.map.tokens)[:2]
    here, there = (made.map.tokens[id].token for id in (first, second))
    made.pane.take(made.pane.measure)
    for token in (here, there):
        made.pane.measure.add(token.at)
    far = max(distance(here.at, there.at) - 1, 0)
    assert made.pane.measure.words() == f"{here.name} – {there.name}: {made.map.plane.said(far)}"
