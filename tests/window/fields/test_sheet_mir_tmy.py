"""The sheet of «Боевая система Мира Тьмы» on its form."""

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.assets import root
from desktop.languages import ENGLISH
from desktop.rules.mir_tmy.sheet import Sheet
from desktop.window.fields.dot_slider import DotsEditor
from desktop.window.fields.editor import as_document
from desktop.window.fields.score_rows import ScoreRows
from tests.window.fields.sheet_forms import bind

SAMPLE = root() / "samples" / "mir_tmy.json"

MASHA: dict[str, Any] = {
    "name": "Маша",
    "kind": "changeling",
    "attributes": {"dexterity": 3, "wits": 4},
    "abilities": {"firearms": 4, "Драка": 1, "Вождение": 2},
    "powers": {"auspex": 4},
    "health": ["bruised", "bruised", "hurt", "dead"],
    "soaks": [],
    "weapons": [{"name": "Обрез", "kind": "firearm", "damage": 8, "range": 20, "clip": 2}],
    "armor": [{"name": "Куртка", "stops": ["melee", "natural"]}],
}


def people() -> list[dict[str, Any]]:
    if not SAMPLE.exists():
        return [MASHA]
    found = json.loads(SAMPLE.read_text("utf-8"))["characters"]
    return [MASHA, *(character["sheet"] for character in found)]


@pytest.mark.parametrize("sheet", people(), ids=lambda sheet: str(sheet["name"]))
def test_a_sheet_that_is_shown_and_saved_is_the_same(qtbot: QtBot, sheet: dict[str, Any]) -> None:
    saved = bind(qtbot, "mir_tmy", sheet).check()
    assert saved is not None
    assert as_document(saved) == as_document(Sheet.model_validate(sheet))


def test_an_attribute_is_set_by_a_click_and_by_a_digit(qtbot: QtBot) -> None:
    form = bind(qtbot, "mir_tmy")
    strength = form.boxes["attributes", "strength"].editor
    wits = form.boxes["attributes", "wits"].editor
    assert isinstance(strength, DotsEditor)
    with qtbot.waitSignal(form.changed):
        qtbot.mouseClick(strength.dots, Qt.MouseButton.LeftButton, pos=QPoint(4 + 3 * 13 + 5, 11))
    with qtbot.waitSignal(form.changed):
        qtbot.keyClick(wits.focus_widget(), Qt.Key.Key_5)
    sheet = form.check()
    assert isinstance(sheet, Sheet)
    assert (sheet.attributes.strength, sheet.attributes.wits) == (4, 5)


def test_an_ability_and_a_power_of_ones_own_reach_the_sheet(qtbot: QtBot) -> None:
    form = bind(qtbot, "mir_tmy")
    abilities = form.boxes["abilities",].editor
    powers = form.boxes["powers",].editor
    assert isinstance(abilities, ScoreRows)
    assert isinstance(powers, ScoreRows)
    qtbot.keyClick(abilities.boxes["melee"].editor.focus_widget(), Qt.Key.Key_3)
    powers.add_line.setText("Дар ворона")
    qtbot.keyClick(powers.add_line, Qt.Key.Key_Return)
    sheet = form.check()
    assert isinstance(sheet, Sheet)
    assert sheet.abilities == {"melee": 3}
    assert sheet.powers == {"Дар ворона": 1}


def test_a_health_level_is_added_by_keys(qtbot: QtBot) -> None:
    form = bind(qtbot, "mir_tmy")
    bruised = form.boxes["health",].editor.focus_widget()
    qtbot.keyClick(bruised, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(bruised, "2")
    sheet = form.check()
    assert isinstance(sheet, Sheet)
    assert sheet.health[:3] == ["bruised", "bruised", "hurt"]


def test_what_is_refused_is_said_at_its_field_and_kept(qtbot: QtBot) -> None:
    form = bind(qtbot, "mir_tmy")
    strength = form.boxes["attributes", "strength"]
    extra = form.boxes["extra_actions",]
    qtbot.keyClick(strength.editor.focus_widget(), Qt.Key.Key_0)
    extra.editor.focus_widget().setFocus()
    qtbot.keyClicks(extra.editor.focus_widget(), "x")
    assert form.check() is None
    assert strength.refusal.text() == "needs at least 1"
    assert extra.refusal.text() == "needs a whole number"
    document = form.document()
    assert document["attributes"]["strength"] == 0
    assert "x" in document["extra_actions"]
    again = bind(qtbot, "mir_tmy", document)
    assert again.document() == document


def test_levels_out_of_order_are_refused_in_words_and_kept(qtbot: QtBot) -> None:
    document = {"name": "Пётр", "health": ["hurt", "bruised"]}
    form = bind(qtbot, "mir_tmy", document)
    assert form.check() is None
    assert form.boxes["health",].refusal.text() == "levels go from bruised to dead"
    assert form.document()["health"] == ["hurt", "bruised"]


def test_words_and_headings_turn_english(qtbot: QtBot) -> None:
    form = bind(qtbot, "mir_tmy")
    dexterity = form.boxes["attributes", "dexterity"].editor.focus_widget()
    assert dexterity.accessibleName() == "Ловкость"
    form.use_terms(ENGLISH)
    assert dexterity.accessibleName() == "Dexterity"
    brawl = form.boxes["abilities",].editor.focus_widget()
    assert brawl.accessibleName() == "Brawl"
