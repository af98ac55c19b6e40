"""A character can be a template, of which others are made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.library.records import Character
from desktop.window.shell import people as people_module
from desktop.window.shell.people import TemplatesDialog
from tests.pictures import png
from tests.window.conftest import Person


def people(person: Person, role: str) -> list[str]:
    lines = person.do(person.desk.store.read(lambda c: c.characters(None, None)))
    return [line.name for line in lines if line.role == role]


def opened(person: Person) -> Character:
    held = person.sheet.held
    assert held
    return held


def dialog(person: Person) -> TemplatesDialog:
    person.window.ui.from_template.trigger()
    person.wait()
    return person.window.findChildren(TemplatesDialog)[-1]


def with_a_template(person: Person) -> None:
    person.open_sample()
    person.go("character", "Zenon Kowalski")
    id = opened(person).id
    person.do(person.desk.store.save(lambda c: c.set_portrait(id, png())))
    person.window.ui.make_template.trigger()
    person.wait()


def test_a_template_is_made_of_a_character_who_stays(person: Person) -> None:
    with_a_template(person)
    made = opened(person)
    assert (made.name, made.role) == ("Zenon Kowalski", "template")
    assert made.portrait
    assert people(person, "template") == ["Zenon Kowalski"]
    assert people(person, "player").count("Zenon Kowalski") == 1
    assert "Templates" in person.names()
    person.window.ui.undo.trigger()
    person.wait()
    assert people(person, "template") == []


def test_somebody_new_is_made_from_a_template_with_the_next_free_name(person: Person) -> None:
    with_a_template(person)
    template = opened(person)
    box = dialog(person)
    box.ui.as_adversary.click()
    person.wait()
    made = opened(person)
    assert (made.name, made.role) == ("Zenon Kowalski 2", "adversary")
    assert made.sheet == {**template.sheet, "name": "Zenon Kowalski 2"}
    assert made.portrait == template.portrait
    box = dialog(person)
    box.ui.as_player.click()
    person.wait()
    assert (opened(person).name, opened(person).role) == ("Zenon Kowalski 3", "player")
    assert not made.can_undo  # it begins with its first version


def test_the_templates_are_searched_while_typing(person: Person) -> None:
    with_a_template(person)
    box = dialog(person)
    box.ui.search.setText("hal")
    assert not box.ui.as_player.isEnabled()
    box.ui.search.setText("KOW")
    assert box.ui.as_player.isEnabled()
    person.key(box.ui.list, Qt.Key.Key_Return)
    assert opened(person).role == "adversary"


def test_without_anybody_to_choose_the_dialog_says_so(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_module, "patterns", lambda c, system: [])
    box = dialog(person)
    assert not box.ui.nothing.isHidden()
    assert not box.ui.as_player.isEnabled()
    assert not box.ui.as_adversary.isEnabled()
    box.reject()


def test_a_creature_of_the_catalogue_becomes_a_player_character(person: Person) -> None:
    box = dialog(person)
    assert box.ui.nothing.isHidden()
    pattern = box.ui.list.item(0).data(Qt.ItemDataRole.UserRole)
    assert pattern.kind == "entry"
    box.ui.as_player.click()
    person.wait()
    made = opened(person)
    entry = person.do(person.desk.store.read(lambda c: c.entry(pattern.id)))
    assert (made.name, made.role, made.system) == (entry.name, "player", entry.system)
    assert "policy" in entry.data
    assert "policy" not in made.sheet
    assert person.sheet.ui.title.text() == entry.name


def test_a_template_in_an_encounter_is_nobody_to_write_back_to(person: Person) -> None:
    with_a_template(person)
    id = opened(person).id
    person.do(person.desk.navigator.go_section("encounters"))
    person.do(person.desk.commands.cast.add_to_encounter("character", id))
    line = person.encounter.plan()["lines"][-1]
    assert line["sheet"]["name"] == "Zenon Kowalski"
    assert line.get("character") is None


def test_a_template_becomes_a_character_by_its_role(person: Person) -> None:
    with_a_template(person)
    role = person.sheet.ui.role
    role.setCurrentIndex(role.findData("adversary"))
    role.activated.emit(role.currentIndex())
    person.wait()
    assert people(person, "template") == []
    assert "Zenon Kowalski" in people(person, "adversary")


def test_a_template_is_searched_chosen_and_taken_without_leaving_the_search(
    person: Person,
) -> None:
    with_a_template(person)
    second = opened(person)
    person.do(
        person.desk.store.save(
            lambda c: c.save_character(second.id, name="Zenona", sheet=second.sheet, draft=None)
        )
    )
    person.go("character", "Halina Żółć")
    person.window.ui.make_template.trigger()
    person.wait()
    box = dialog(person)
    templates = [box.ui.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(2)]
    assert {template.kind for template in templates} == {"character"}
    first = box.ui.list.currentRow()
    person.key(box.ui.search, Qt.Key.Key_Down)
    assert box.ui.list.currentRow() == first + 1
    person.key(box.ui.search, Qt.Key.Key_Up)
    assert box.ui.list.currentRow() == first
    person.type(box.ui.search, "zen")
    person.key(box.ui.search, Qt.Key.Key_Return)
    person.wait()
    assert opened(person).role == "adversary"
    assert opened(person).sheet["name"].startswith("Zenon")
