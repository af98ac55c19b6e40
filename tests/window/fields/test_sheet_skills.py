"""A skill that a weapon or a spell names is shown and typed by the system's own word for it."""

from typing import Any

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.window.fields.editors import TextEditor
from desktop.window.fields.records import NOTE, RecordsEditor
from desktop.window.fields.score_rows import ScoreRows
from tests.window.fields.sheet_forms import bind

CASES = [
    ("boj", "weapons", "skill", "unarmed", "Рукопашный бой", "рукопашный БОЙ"),
    ("konflikt", "spells", "skill", "intelligence", "Inteligence", "inteligence"),
    ("konflikt", "spells", "against", "defence", "Obrana", "obrana"),
]


def record_of(
    qtbot: QtBot, system: str, place: str, **values: Any
) -> tuple[RecordsEditor, dict[str, TextEditor]]:
    """The list of records at this place of a sheet, with one record, which is chosen."""
    form = bind(qtbot, system, {"name": "Zofia", place: [{"name": "X", **values}]})
    qtbot.addWidget(form, before_close_func=lambda _: form.boxes.clear())
    editor = form.boxes[place,].editor
    assert isinstance(editor, RecordsEditor)
    editor.list.setCurrentRow(0)
    found = {
        box.name: box.editor
        for box in editor.form.boxes.values()
        if isinstance(box.editor, TextEditor)
    }
    return editor, found


@pytest.mark.parametrize(("system", "place", "field", "value", "label", "typed"), CASES)
def test_a_skill_is_shown_by_its_name(
    qtbot: QtBot, system: str, place: str, field: str, value: str, label: str, typed: str
) -> None:
    records, editors = record_of(qtbot, system, place, **{field: value})
    assert editors[field].edit.text() == label
    assert label in records.list.item(0).data(NOTE)


@pytest.mark.parametrize(("system", "place", "field", "value", "label", "typed"), CASES)
def test_a_skill_is_typed_by_its_name(
    qtbot: QtBot, system: str, place: str, field: str, value: str, label: str, typed: str
) -> None:
    records, editors = record_of(qtbot, system, place)
    line = editors[field].edit
    assert isinstance(line, QLineEdit)
    line.setText(typed)
    line.textEdited.emit(typed)
    assert records.value()[0][field] == value
    line.setText("Плавание")
    line.textEdited.emit("Плавание")
    assert records.value()[0][field] == "Плавание"


@pytest.mark.parametrize("place", ["attacks", "spells", "abilities", "items"])
def test_an_effect_that_nobody_has_filled_in_is_none(qtbot: QtBot, place: str) -> None:
    records, editors = record_of(qtbot, "konflikt", place)
    line = editors["name"].edit
    line.setText("Kouř")
    line.textEdited.emit("Kouř")
    assert records.value() == [{"name": "Kouř"}]


def test_konflikt_10_skills_of_ones_own_are_added_by_name(qtbot: QtBot) -> None:
    form = bind(qtbot, "konflikt")
    skills = form.boxes["skills",].editor
    assert isinstance(skills, ScoreRows)
    assert skills.add_line.isVisible()
    skills.add("Léčitelství")
    assert skills.value() == {"Léčitelství": 1}


def test_a_weapon_without_a_name_is_not_called_by_its_skill(qtbot: QtBot) -> None:
    records, _ = record_of(qtbot, "boj", "weapons")
    records.add({})
    assert records.list.currentItem().text() == "(no name)"
