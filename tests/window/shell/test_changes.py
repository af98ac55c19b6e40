"""The list of what a fight changed says values in the words of the sheet."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.library.write_back import Outstanding, Value
from desktop.rules import systems
from desktop.rules.contract import Change
from desktop.rules.fields import field_at, fields_of
from desktop.rules.text import Text
from desktop.window.pages.changes import ChangesDialog
from desktop.window.widgets import theme


def left(name: str, *changes: Change, **more: Any) -> list[Outstanding]:
    """What a fight has left for the sheet of one character."""
    values = [
        Value(one.path, one, one.before, **{"as_expected": True, "gone": False, **more})
        for one in changes
    ]
    return [Outstanding(name.casefold(), name, 1, there=True, in_bin=False, values=values)]


def test_a_field_is_found_at_its_path() -> None:
    fields = fields_of(systems()["walka"].sheet)
    found = field_at(fields, "weapons[0].loaded")
    assert found
    assert found.label == "Loaded"
    assert field_at(fields, "weapons[0].mood") is None


@pytest.mark.parametrize("terms", [ENGLISH, OWN_TERMS])
def test_wounds_are_said_in_words(terms: Language, qtbot: QtBot) -> None:
    wound = {"level": "light", "location": "dominant_arm", "pain_passed": True}
    changes = [
        Change("wounds", Text("Wounds"), [], [wound], native="Rany"),
        Change("weapons[0].loaded", Text("Rounds left"), None, 5, of="Pistolet"),
        Change("hp", Text("Hit points"), None, 5, most=13),
    ]
    sheet = fields_of(systems()["walka"].sheet)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, left("Iga", *changes), sheet, terms=terms)
    names = [line.text(0) for line, _, _ in dialog.lines]
    wounds = "Wounds" if terms is ENGLISH else "Rany"
    assert names == [wounds, "Pistolet: Rounds left", "Hit points"]
    said = [[line.text(column) for column in (1, 2)] for line, _, _ in dialog.lines]
    assert said[0][0] == "–"
    own = "lekka · ręka dominująca · Test bólu zdany"
    english = "light · dominant arm · Pain test passed"
    assert said[0][1] == (english if terms is ENGLISH else own)
    assert said[1:] == [["–", "5"], ["13", "5"]], "of what is not on the sheet what counts"


def test_the_sheet_of_an_adversary_is_not_ticked_by_itself(qtbot: QtBot) -> None:
    hurt = Change("hp", Text("Hit points"), 30, 10)
    people = [*left("Ama", hurt), *(replace(one, role="adversary") for one in left("Ogre", hurt))]
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, people, fields_of(systems()["walka"].sheet), terms=ENGLISH)
    assert [name for name, _ in dialog.ticked()] == ["ama"]


def test_what_is_rarely_wanted_is_listed_but_not_ticked_by_itself(qtbot: QtBot) -> None:
    hurt = Change("hp", Text("Hit points"), 30, 10)
    thrown = Change("attacks[0].uses", Text("Thrown"), 1, 0, of="Sekyrka", wanted=False)
    window = QWidget()
    qtbot.addWidget(window)
    sheet = fields_of(systems()["konflikt"].sheet)
    dialog = ChangesDialog(window, left("Taren", hurt, thrown), sheet, terms=ENGLISH)
    assert len(dialog.lines) == 2
    assert [value.path for values in dialog.ticked().values() for value in values] == ["hp"]


def test_its_buttons_look_like_all_the_others(qtbot: QtBot) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, "light")
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, [], (), terms=OWN_TERMS)
    dialog.show()
    assert len(dialog.buttons.buttons()) == 2
    assert all(button.icon().isNull() for button in dialog.buttons.buttons())


def test_many_wounds_leave_the_names_of_what_has_changed_their_room(qtbot: QtBot) -> None:
    wound = {"level": "heavy", "location": "dominant_arm", "pain_passed": True}
    changes = [Change("wounds", Text("Wounds"), [], [wound] * 9, native="Rany")]
    window = QWidget()
    qtbot.addWidget(window)
    fields = fields_of(systems()["walka"].sheet)
    dialog = ChangesDialog(window, left("Iga", *changes), fields, terms=OWN_TERMS)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.lines[0][0].text(2).count("\n") == 8, "each on a line of its own"
    assert dialog.tree.columnWidth(2) > dialog.tree.sizeHintForColumn(2)


def test_what_is_written_back_is_named_whole_beside_what_it_was(qtbot: QtBot) -> None:
    wound = {"level": "heavy", "location": "dominant_arm", "pain_passed": True}
    changes = [
        Change("wounds", Text("Wounds"), [], [wound], native="Rany"),
        Change("weapons[0].loaded", Text("Left"), None, 5, of="Kompaktowy karabin blasterowy"),
    ]
    window = QWidget()
    window.resize(1366, 768)
    qtbot.addWidget(window)
    fields = fields_of(systems()["walka"].sheet)
    dialog = ChangesDialog(window, left("Iga", *changes), fields, terms=OWN_TERMS)
    with qtbot.waitExposed(dialog):
        dialog.show()
    for column in (0, 2):
        assert dialog.tree.columnWidth(column) > dialog.tree.sizeHintForColumn(column)


@pytest.mark.parametrize("terms", [ENGLISH, OWN_TERMS])
def test_parts_of_one_thing_are_told_apart(terms: Language, qtbot: QtBot) -> None:
    label, native = Text("Health levels"), "Уровни здоровья"
    changes = [
        Change("damage.bashing", label, 0, 6, native=native),
        Change("damage.lethal", label, 0, 1, native=native),
    ]
    sheet = fields_of(systems()["mir_tmy"].sheet)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, left("Пётр", *changes), sheet, terms=terms)
    names = [line.text(0) for line, _, _ in dialog.lines]
    assert names == (
        ["Health levels: Bashing", "Health levels: Lethal"]
        if terms is ENGLISH
        else ["Уровни здоровья: Ударный", "Уровни здоровья: Летальный"]
    )


def test_a_single_part_of_a_thing_says_which_it_is(qtbot: QtBot) -> None:
    """Four levels of damage on a sheet are lethal or bashing, also where there is but one kind."""
    sheet = fields_of(systems()["mir_tmy"].sheet)
    change = Change("damage.lethal", Text("Damage marked"), 0, 4)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, left("Valeria", change), sheet, terms=ENGLISH)
    assert [line.text(0) for line, _, _ in dialog.lines] == ["Damage marked: Lethal"]


def test_hit_points_and_their_maximum_are_told_apart(qtbot: QtBot) -> None:
    sheet = fields_of(systems()["teohiphip"].sheet)
    label = Text("Hit points")
    changes = [Change("hp", label, None, 2), Change("max_hp", label, None, 4)]
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(window, left("Zenon", *changes), sheet, terms=ENGLISH)
    first, second = (line.text(0) for line, _, _ in dialog.lines)
    assert first != second
