"""The sheet of «Walka» on its form: numbers with their attribute, the figure with its armour."""

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.assets import root
from desktop.rules.walka.sheet import Sheet
from desktop.window.fields.body_panel import BodyPanel
from desktop.window.fields.editor import as_document
from desktop.window.fields.score_rows import ScoreRows
from tests.window.fields.sheet_forms import BoundForm, bind

SAMPLE = root() / "samples" / "walka.json"
PEOPLE = [character["sheet"] for character in json.loads(SAMPLE.read_text("utf-8"))["characters"]]

BORYS: dict[str, Any] = {
    "name": "Borys",
    "attributes": {"dexterity": 13, "luck": 3},
    "skills": {"pistols": 5, "cooking": 2},
    "dominant_hand": "left",
    "cyber": ["right_leg"],
    "armor": [
        {"name": "Kamizelka", "reduction": {"torso": 2}},
        {"name": "Hełm", "reduction": {"head": 1, "torso": 1}},
    ],
}


def panel(form: BoundForm) -> BodyPanel:
    found = form.findChild(BodyPanel)
    assert isinstance(found, BodyPanel)
    return found


def sheet_of(form: BoundForm) -> Sheet:
    sheet = form.check()
    assert isinstance(sheet, Sheet)
    return sheet


@pytest.mark.parametrize("sheet", [BORYS, *PEOPLE], ids=lambda sheet: str(sheet["name"]))
def test_a_sheet_that_is_shown_and_saved_is_the_same(qtbot: QtBot, sheet: dict[str, Any]) -> None:
    saved = sheet_of(bind(qtbot, "walka", sheet))
    assert as_document(saved) == as_document(Sheet.model_validate(sheet))


def test_numbers_typed_and_names_of_ones_own_reach_the_sheet(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka")
    skills = form.boxes["skills",].editor
    assert isinstance(skills, ScoreRows)
    rifles = skills.boxes["rifles"].editor.focus_widget()
    qtbot.keyClick(rifles, Qt.Key.Key_Up)
    skills.add("gotowanie")
    qtbot.keyClick(skills.boxes["gotowanie"].editor.focus_widget(), Qt.Key.Key_Up)
    sheet = sheet_of(form)
    assert sheet.skills.rifles == 1
    assert sheet.skills.model_dump()["gotowanie"] == 2


def test_a_skill_that_is_refused_says_so_in_its_row_and_is_kept(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka")
    skills = form.boxes["skills",].editor
    assert isinstance(skills, ScoreRows)
    rifles = skills.boxes["rifles"]
    rifles.editor.focus_widget().setFocus()
    qtbot.keyClicks(rifles.editor.focus_widget(), "9x")
    assert form.check() is None
    assert rifles.refusal.text() == "needs a whole number"
    assert "x" in form.document()["skills"]["rifles"]


def test_the_figure_shows_the_best_armour_and_the_prosthesis(qtbot: QtBot) -> None:
    parts = panel(bind(qtbot, "walka", BORYS)).figure.parts
    assert parts["torso"].accessibleName() == "Tułów, Redukcja: 2"
    assert parts["head"].accessibleName() == "Głowa, Redukcja: 1"
    assert parts["right_leg"].accessibleName() == "Prawa noga, Redukcja: 0, Cyberproteza"


def test_the_figure_shows_the_wounds_and_what_is_disabled(qtbot: QtBot) -> None:
    light, heavy = ({"level": level, "location": "torso"} for level in ("light", "heavy"))
    hurt = {**BORYS, "wounds": [light, light, heavy], "disabled": ["right_leg"]}
    form = bind(qtbot, "walka", hurt)
    figure = panel(form).figure
    assert figure.parts["torso"].accessibleName() == "Tułów, Redukcja: 2, ciężka, lekka ×2"
    assert figure.parts["torso"].part.wounds == ("C", "2L")
    assert figure.parts["right_leg"].part.useless
    form.show_document(BORYS)
    assert not panel(form).figure.parts["torso"].part.wounds


def test_the_dominant_arm_is_the_left_one_of_the_left_handed(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka", BORYS)
    parts = panel(form).figure.parts
    assert parts["left_arm"].accessibleName().startswith("Ręka dominująca")
    form.show_document({**BORYS, "dominant_hand": "right"})
    assert parts["right_arm"].accessibleName().startswith("Ręka dominująca")


def test_armour_is_changed_at_the_part_that_was_clicked(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka", BORYS)
    body = panel(form)
    head = body.figure.parts["head"]
    qtbot.mouseClick(head, Qt.MouseButton.LeftButton, pos=head.rect().center())
    assert [editor.value() for editor in body.editors] == [0, 1]
    with qtbot.waitSignal(form.changed):
        qtbot.keyClick(body.editors[1].focus_widget(), Qt.Key.Key_3)
    armor = sheet_of(form).armor
    assert [piece.reduction for piece in armor] == [{"torso": 2}, {"head": 3, "torso": 1}]
    assert head.accessibleName() == "Głowa, Redukcja: 3"


def test_a_prosthesis_is_toggled_at_the_chosen_part_by_keys(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka", BORYS)
    body = panel(form)
    body.figure.choose("left_leg")
    qtbot.keyClick(body.toggle, Qt.Key.Key_Space)
    assert sheet_of(form).cyber == ["right_leg", "left_leg"]
    body.figure.choose("right_leg")
    assert body.toggle.isChecked()
    qtbot.keyClick(body.toggle, Qt.Key.Key_Space)
    assert sheet_of(form).cyber == ["left_leg"]


def test_a_first_piece_of_armour_is_put_on_at_the_figure(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka")
    body = panel(form)
    assert body.wear.isVisible()
    qtbot.mouseClick(body.wear, Qt.MouseButton.LeftButton)
    qtbot.keyClick(body.editors[0].focus_widget(), Qt.Key.Key_2)
    armor = sheet_of(form).armor
    assert [(piece.name, piece.reduction) for piece in armor] == [("Pancerz", {"torso": 2})]
    assert not body.wear.isVisible()


def test_the_figure_follows_the_list_of_armour(qtbot: QtBot) -> None:
    form = bind(qtbot, "walka", BORYS)
    armor = form.boxes["armor",].editor
    armor.show_value([{"name": "Pełna zbroja", "reduction": {"torso": 4}}])
    armor.changed.emit()
    assert panel(form).figure.parts["torso"].accessibleName() == "Tułów, Redukcja: 4"


def test_a_skills_group_is_the_attribute_it_rests_on() -> None:
    from desktop.rules.fields import fields_of
    from desktop.rules.walka.sheet import RESTS_ON, Attributes, Skills

    words = {field.id: field.native for field in fields_of(Attributes)}
    groups = {field.id: field.group for field in fields_of(Skills)}
    assert {id: getattr(group, "native", group) for id, group in groups.items()} == {
        skill: words[attribute] for skill, attribute in RESTS_ON.items()
    }
