"""Records of a sheet, each on one line."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.languages import Language
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.records import RecordsEditor, summary

CZECH = Surroundings(
    make_editor, terms=Language(names={"Krótkowidz": "Krátkozrakost", "Hoření": "Burning"})
)


def test_a_record_and_what_is_in_it_are_called_as_in_the_form_below_it() -> None:
    rules = systems()
    trait = fields_of(rules["teohiphip"].catalogue["trait"])
    assert summary(trait, {"name": "Krótkowidz"}, CZECH)[0] == "Krátkozrakost"
    spell = fields_of(rules["konflikt"].catalogue["spell"])
    said = summary(spell, {"name": "Ohnivý šíp", "effect": {"name": "Hoření"}}, CZECH)
    assert said == ("Ohnivý šíp", "Effect: Burning")


def test_the_form_of_a_list_is_made_before_a_record_is_chosen(qtbot: QtBot) -> None:
    weapons = next(f for f in fields_of(systems()["walka"].sheet) if f.id == "weapons")
    editor = RecordsEditor(weapons, Surroundings(make_editor))
    qtbot.addWidget(editor)
    editor.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    editor.show_value([{"name": "Gun"}, {"name": "Knife"}])
    editor.list.setCurrentRow(-1)
    editor.show()
    assert editor._form is None, "nobody is near the list"
    QApplication.sendEvent(editor.list, QEvent(QEvent.Type.Enter))
    qtbot.waitUntil(lambda: editor._form is not None and editor.detail.isAncestorOf(editor._form))
    assert len(editor.form.boxes) == len(weapons.fields)
    qtbot.waitUntil(lambda: not editor._pause.isActive())


def test_a_record_that_is_chosen_while_its_form_is_being_made_is_shown_whole(qtbot: QtBot) -> None:
    weapons = next(f for f in fields_of(systems()["walka"].sheet) if f.id == "weapons")
    editor = RecordsEditor(weapons, Surroundings(make_editor))
    qtbot.addWidget(editor)
    editor.show_value([{"name": "Gun"}])
    editor._make_on()
    editor.lock(True)
    editor.list.setCurrentRow(0)
    assert len(editor.form.boxes) == len(weapons.fields)
    assert editor.form.document()["name"] == "Gun"
    line = editor.form.box("name").editor.findChild(QLineEdit)
    assert line is not None
    assert line.isReadOnly()


def test_the_sum_of_the_points_has_a_minus_and_no_hyphen(qtbot: QtBot) -> None:
    traits = next(f for f in fields_of(systems()["teohiphip"].sheet) if f.id == "traits")
    editor = RecordsEditor(traits, Surroundings(make_editor))
    qtbot.addWidget(editor)
    editor.show_value([{"name": "Krzepki", "points": -2}, {"name": "Skryty", "points": -3}])
    assert editor.total.text() == "PC: −5"


def test_what_an_effect_changes_is_said_in_a_line_of_the_catalogue() -> None:
    walka = systems()["walka"]
    unit = next(unit.id for unit in walka.effect_units)
    parts = fields_of(walka.catalogue["effect"])
    smoke = {"name": "Dym", "until": "rounds", "rounds": 2, "changes": {unit: -3}}
    name, notes = summary(parts, smoke, CZECH)
    assert name == "Dym"
    assert notes == "Thresholds of tests −3 · after a given time · How many rounds 2"


def test_mir_tmy_16_armour_of_a_single_die_says_so_in_its_line() -> None:
    armor = fields_of(systems()["mir_tmy"].catalogue["armor"])
    for piece in ({"name": "Куртка"}, {"name": "Куртка", "rating": 1}):
        assert summary(armor, piece, CZECH) == ("Куртка", "Soak dice 1")


def test_a_record_whose_first_field_is_left_empty_is_called_by_that() -> None:
    weapon = next(f for f in fields_of(systems()["walka"].sheet) if f.id == "weapons")
    tiers = next(f for f in weapon.fields if f.id == "tiers").fields
    row = {"first": "light", "second": "heavy", "third": "critical"}
    assert summary(tiers, {**row, "build": 10}, CZECH)[0] == "Up to build 10"
    assert summary(tiers, row, CZECH) == ("Up to build –", "light · heavy · critical")
