"""Every list can be sorted."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtWidgets import QLabel

from desktop.library.fold import sort_key
from desktop.window.fields.records import NOTE, RecordsEditor
from desktop.window.shell.dialogs import BinDialog
from desktop.window.shell.library import Group, Item
from desktop.window.shell.people import PeopleDialog
from tests.window.conftest import Person


def group(person: Person, id: str) -> list[str]:
    rows = person.window.library.model.rows
    start = next(n for n, row in enumerate(rows) if isinstance(row, Group) and row.id == id)
    found = []
    for row in rows[start + 1 :]:
        if not isinstance(row, Item):
            break
        found.append(row.name)
    return found


def test_the_library_is_sorted_by_name_or_by_what_changed_last(person: Person) -> None:
    by_name = group(person, "adversaries")
    assert by_name == sorted(by_name, key=sort_key)
    person.go("character", by_name[-1])
    person.replace(person.field("archetype"), "Strażnik")
    person.do(person.sheet.flush())
    person.window.library.sort_by("changed")
    person.wait(lambda: group(person, "adversaries")[0] == by_name[-1])
    person.do(person.desk.navigator.keep_place())
    assert person.do(person.desk.store.read(lambda c: c.desk()))["order"] == "changed"
    person.window.library.sort_by("name")
    person.wait(lambda: group(person, "adversaries") == by_name)


def test_records_of_a_sheet_are_sorted_and_that_can_be_undone(person: Person) -> None:
    person.go("character", "Halina Żółć")
    traits = person.box("traits").editor
    assert isinstance(traits, RecordsEditor)

    def names() -> list[Any]:
        return [record["name"] for record in traits.value()]

    before = names()
    person.click(traits.sort)
    assert names() == sorted(before, key=sort_key) != before
    person.do(person.desk.navigator.undo())
    assert names() == before


def test_the_lines_of_an_encounter_are_sorted_by_a_click_on_a_heading(person: Person) -> None:
    person.go("encounter", "Generator na forum")

    def names() -> list[str]:
        return [line["sheet"]["name"] for line in person.encounter.lines]

    before = names()
    person.encounter._sort_lines(0)
    assert names() == sorted(before, key=sort_key)
    person.encounter._sort_lines(0)
    assert names() == sorted(before, key=sort_key, reverse=True)
    person.do(person.encounter.flush())
    assert names() == sorted(before, key=sort_key, reverse=True)


def test_a_weapon_that_is_too_heavy_is_said_on_the_sheet_and_not_refused(person: Person) -> None:
    person.do(person.desk.commands.new_character("player", "walka"))
    weapons = person.box("weapons").editor
    assert isinstance(weapons, RecordsEditor)
    weapons.add({"name": "Działo", "required_build": 30})
    person.do(person.sheet.flush())
    person.wait()
    person.sheet._show_in_a_fight()
    said = [one.text() for one in person.sheet.findChildren(QLabel, "caution")]
    assert len(said) == 1
    assert "Działo needs build 30" in said[0]
    assert not person.sheet.ui.draft_note.isVisible()


def test_a_weapon_says_its_damage_on_the_sheet_beside_the_damage_somebody_has_taken(
    person: Person,
) -> None:
    person.do(person.desk.commands.new_character("player", "mir_tmy"))
    weapons = person.box("weapons").editor
    assert isinstance(weapons, RecordsEditor)
    weapons.add({"name": "Обрез", "damage": 8, "type": "lethal", "kind": "firearm"})
    person.do(person.sheet.flush())
    person.wait()
    person.sheet._show_in_a_fight()
    said = [one.text() for one in person.sheet.findChildren(QLabel)]
    assert any("урон 8 летальный" in text for text in said)


def test_the_bin_is_sorted_and_what_is_chosen_is_what_is_seen(person: Person) -> None:
    for name in ("Halina Żółć", "Zenon Kowalski"):
        id = person.do(person.desk.store.read(partial(_id, name=name)))
        person.do(person.desk.commands.remove("character", id))
    person.do(person.desk.commands.show_bin())
    dialog = person.window.findChildren(BinDialog)[-1]

    def names() -> list[str]:
        return [dialog.ui.list.item(row).text() for row in range(dialog.ui.list.count())]

    assert names() == ["Zenon Kowalski", "Halina Żółć"]
    dialog.ui.order.setCurrentText("By name")
    assert names() == ["Halina Żółć", "Zenon Kowalski"]
    dialog.ui.list.setCurrentRow(0)
    dialog.take_out()
    person.wait(lambda: "Halina Żółć" in person.names())
    assert "Zenon Kowalski" not in person.names()


def _id(c: Any, name: str) -> int:
    return int(next(line.id for line in c.characters() if line.name == name))


def test_the_people_to_pick_from_are_sorted(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.cast.pick_for_encounter())
    dialog = person.window.findChildren(PeopleDialog)[-1]

    def names() -> list[str]:
        return [dialog.ui.list.item(row).text() for row in range(dialog.ui.list.count())]

    given = names()
    dialog.ui.order.setCurrentText("By name")
    assert names() == sorted(given, key=sort_key) != given
    dialog.ui.list.setCurrentRow(3)
    taken = names()[3]
    dialog.take(2)
    dialog.ui.order.setCurrentText("Most copies first")
    assert names()[0] == taken
    dialog.reject()


def test_adversaries_of_the_catalogue_are_sorted_by_strength_and_bring_their_behaviour(
    person: Person,
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.cast.pick_for_encounter())
    dialog = person.window.findChildren(PeopleDialog)[-1]
    dialog.ui.order.setCurrentText("Strongest first")
    assert dialog.ui.list.item(0).text() == "Elita MOIRY"
    assert "an even fight: 3 against four" in dialog.ui.list.item(0).data(NOTE)
    dialog.ui.list.setCurrentRow(0)
    dialog.take(2)
    dialog.finish()
    person.wait(lambda: person.encounter.lines[-1]["sheet"]["name"] == "Elita MOIRY")
    added = person.encounter.lines[-1]
    assert (added["policy"], added["count"]) == ("assault", 2)
    assert "tactics" not in added["sheet"]
