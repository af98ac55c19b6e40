"""The versions of a sheet are compared in words, and gone back to."""

from __future__ import annotations

import pytest

from desktop.window.pages.changes import VersionsDialog
from tests.pictures import png
from tests.window.conftest import Person


@pytest.fixture
def zenon(person: Person) -> Person:
    person.open_sample()
    person.go("character", "Zenon Kowalski")
    return person


def write(person: Person, text: str) -> None:
    person.replace(person.field("archetype"), text)
    person.do(person.sheet.flush())


def dialog(person: Person) -> VersionsDialog:
    person.window.ui.versions.trigger()
    person.wait()
    return person.window.findChildren(VersionsDialog)[-1]


def lines(box: VersionsDialog) -> list[tuple[str, ...]]:
    items = [box.tree.topLevelItem(number) for number in range(box.tree.topLevelItemCount())]
    return [tuple(item.text(column) for column in range(3)) for item in items if item]


def test_what_the_last_change_was_is_shown_first(zenon: Person) -> None:
    write(zenon, "referent")
    write(zenon, "inspektor")
    box = dialog(zenon)
    assert [line[1:] for line in lines(box)] == [("referent", "inspektor")]
    assert box.before.count() == 3
    assert box.after.currentText().endswith("as it is now")


def test_any_two_versions_are_compared_the_portrait_too(zenon: Person) -> None:
    write(zenon, "referent")
    assert zenon.sheet.held
    id = zenon.sheet.held.id
    zenon.do(zenon.desk.store.save(lambda c: c.set_portrait(id, png())))
    zenon.do(zenon.sheet.read_again())
    box = dialog(zenon)
    assert lines(box) == [("Portrait", "–", "a picture")]
    box.before.setCurrentIndex(box.before.findData(1))
    assert [line[0] for line in lines(box)][-1] == "Portrait"
    assert len(lines(box)) == 2
    box.after.setCurrentIndex(box.after.findData(1))
    assert lines(box) == []
    assert box.same.isVisibleTo(box)


def test_one_goes_back_to_a_version_and_undo_takes_that_back(zenon: Person) -> None:
    first = zenon.sheet.held
    assert first
    write(zenon, "referent")
    write(zenon, "inspektor")
    box = dialog(zenon)
    box.before.setCurrentIndex(box.before.findData(1))
    box.back.click()
    zenon.wait()
    assert zenon.sheet.held
    assert zenon.sheet.held.sheet == first.sheet
    zenon.window.ui.undo.trigger()
    zenon.wait()
    assert zenon.sheet.held.sheet["archetype"] == "inspektor"


def test_there_is_no_way_back_to_what_is_there(zenon: Person) -> None:
    box = dialog(zenon)
    assert lines(box) == []
    assert not box.back.isEnabled()
