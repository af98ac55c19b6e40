"""One history of the campaign: what was done last is undone first, and the menu says what."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog

from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.pages.note import NotePage
from desktop.window.shell.dialogs import BinDialog
from tests.window.conftest import Person

CTRL = Qt.KeyboardModifier.ControlModifier


def undo_says(person: Person) -> str:
    return person.window.ui.undo.text()


def undo(person: Person) -> None:
    assert person.window.ui.undo.isEnabled()
    person.window.ui.undo.trigger()
    person.wait()


def redo(person: Person) -> None:
    assert person.window.ui.redo.isEnabled()
    person.window.ui.redo.trigger()
    person.wait()


def sheets(person: Person) -> dict[str, Any]:
    return person.do(
        person.desk.store.read(
            lambda c: {line.name: c.character(line.id).sheet for line in c.characters()}
        )
    )


def change_archetype(person: Person, name: str, text: str) -> None:
    person.go("character", name)
    person.replace(person.field("archetype"), text)
    person.do(person.sheet.flush())


def remove_open(person: Person) -> None:
    person.window.ui.remove.trigger()
    person.wait()


def open_bin(person: Person) -> BinDialog:
    person.window.ui.bin.trigger()
    person.wait()
    return next(box for box in person.window.findChildren(BinDialog) if isinstance(box, QDialog))


def test_undo_after_a_deletion_brings_back_who_was_deleted_and_changes_no_other(
    person: Person,
) -> None:
    people = list(sheets(person))
    change_archetype(person, people[1], "Zwiadowca")
    before = sheets(person)
    person.go("character", people[0])
    remove_open(person)
    assert people[0] not in person.names()
    assert undo_says(person) == f"&Undo: delete · {people[0]}"
    undo(person)
    assert sheets(person) == before
    assert person.sheet.ui.title.text() == people[0]
    assert undo_says(person) == f"&Undo: change · {people[1]}"
    redo(person)
    assert people[0] not in sheets(person)


def test_enter_presses_the_button_of_the_bin_that_has_the_keys(person: Person) -> None:
    name = next(iter(sheets(person)))
    person.go("character", name)
    remove_open(person)
    dialog = open_bin(person)
    dialog.ui.bring_back.setFocus()
    person.key(dialog.ui.bring_back, Qt.Key.Key_Return)
    person.wait()
    assert name in sheets(person)


def test_the_bin_opens_with_the_keys_in_its_list_where_enter_brings_back(person: Person) -> None:
    name = next(iter(sheets(person)))
    person.go("character", name)
    remove_open(person)
    dialog = open_bin(person)
    assert dialog.focusWidget() is dialog.ui.list
    person.key(dialog.ui.list, Qt.Key.Key_Return)
    person.wait()
    assert name in sheets(person)


def test_undo_goes_to_where_the_change_was(person: Person) -> None:
    first, second = list(sheets(person))[:2]
    before = sheets(person)
    change_archetype(person, first, "Zwiadowca")
    person.go("character", second)
    undo(person)
    assert sheets(person) == before
    assert person.sheet.ui.title.text() == first
    assert person.field("archetype").text() != "Zwiadowca"  # type: ignore[attr-defined]
    redo(person)
    assert person.field("archetype").text() == "Zwiadowca"  # type: ignore[attr-defined]


def test_what_was_made_is_undone_into_the_bin(person: Person) -> None:
    person.do(person.desk.commands.new_encounter())
    assert undo_says(person) == "&Undo: make · New encounter"
    undo(person)
    assert "New encounter" not in person.names()
    redo(person)
    assert "New encounter" in person.names()


def test_an_encounter_a_house_rule_and_an_entry_are_in_the_same_history(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.replace(person.encounter.ui.name, "Łapanka")
    person.do(person.encounter.flush())
    person.do(person.desk.commands.new_entry("attack"))
    person.go("character", next(iter(sheets(person))))
    assert undo_says(person).startswith("&Undo: make · ")
    undo(person)
    assert undo_says(person) == "&Undo: change · Łapanka"
    undo(person)
    assert person.encounter.ui.name.text() == "Patrol MOIRY"
    assert "Patrol MOIRY" in person.names()


def test_the_date_of_a_note_is_taken_back_where_it_was_changed(person: Person) -> None:
    person.do(person.desk.navigator.go_section("notes"))
    person.do(person.desk.tonight.show())
    page = person.desk.navigator.open_page
    assert isinstance(page, NotePage)
    before = page.ui.day.date()
    page.ui.day.setFocus()
    person.key(page.ui.day, Qt.Key.Key_Up)
    assert page.ui.day.date() != before
    person.do(page.flush())
    person.key(page.ui.day, Qt.Key.Key_Z, CTRL)
    person.wait(lambda: page.ui.day.date() == before)
    person.key(page.ui.day, Qt.Key.Key_Y, CTRL)
    person.wait(lambda: page.ui.day.date() != before)


def test_a_house_rule_that_is_undone_keeps_the_keys(person: Person) -> None:
    person.do(person.desk.navigator.go_house_rules("konflikt"))
    page = person.desk.navigator.open_page
    assert isinstance(page, HouseRulesPage)
    step = page.forms.form.boxes["bonus_step",].editor
    field = step.focus_widget()
    field.setFocus()
    person.key(field, Qt.Key.Key_Up)
    assert step.value() == 3
    person.do(page.flush())
    person.key(field, Qt.Key.Key_Z, CTRL)
    person.wait(lambda: step.value() == 2)
    assert QApplication.focusWidget() is field


def test_ctrl_z_in_an_empty_search_is_for_the_campaign(person: Person) -> None:
    name = next(iter(sheets(person)))
    person.go("character", name)
    remove_open(person)
    search = person.window.library.ui.search
    search.setFocus()
    person.window.activateWindow()
    person.key(search, Qt.Key.Key_Z, CTRL)
    person.wait(lambda: name in person.names())


def test_ctrl_z_in_a_search_that_was_typed_takes_back_what_was_typed(person: Person) -> None:
    name = next(iter(sheets(person)))
    person.go("character", name)
    remove_open(person)
    search = person.window.library.ui.search
    search.setFocus()
    person.type(search, "abc")
    person.key(search, Qt.Key.Key_Z, CTRL)
    assert search.text() == ""
    assert name not in sheets(person)


def test_the_bin_keeps_what_was_removed_until_it_is_emptied(person: Person) -> None:
    first, second = list(sheets(person))[:2]
    for name in (first, second):
        person.go("character", name)
        remove_open(person)
    bin = open_bin(person)
    assert [bin.ui.list.item(row).text() for row in range(bin.ui.list.count())] == [second, first]
    bin.ui.list.setCurrentRow(1)
    bin.take_out()
    person.wait(lambda: first in person.names())
    bin = open_bin(person)
    assert [bin.ui.list.item(row).text() for row in range(bin.ui.list.count())] == [second]
    bin.ask_to_empty()
    bin.delete_all()
    person.wait()
    assert person.do(person.desk.store.read(lambda c: c.removed())) == []
    assert undo_says(person).endswith(first) or undo_says(person) == "&Undo"
    assert second not in person.names()


def test_a_double_click_does_not_empty_the_bin(person: Person) -> None:
    person.go("character", "Halina Żółć")
    remove_open(person)
    box = open_bin(person)
    there = box.ui.empty_bin.geometry().center()
    person.click_in(box.ui.empty_bin)
    assert box.ui.sure.isVisible()
    assert not box.ui.sure.geometry().contains(there)
    assert not box.ui.sure.hasFocus()
