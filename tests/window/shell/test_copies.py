"""An entry is given to the open character by key, by drag and from the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.library.records import NewEntry
from desktop.rules.table import Refusal
from desktop.window.pages.changes import TakeOverDialog
from desktop.window.shell import contents
from desktop.window.shell.library import Item
from desktop.window.widgets.basics import MIME
from tests.window.conftest import Person


@pytest.fixture
def zenon(person: Person) -> Person:
    person.open_sample()
    new = NewEntry(
        system="teohiphip",
        kind="attack",
        name="Katapulta",
        data={"name": "Katapulta", "kind": "melee"},
    )
    person.do(person.desk.store.save(lambda c: c.add_entry(new)))
    person.go("character", "Zenon Kowalski")
    return person


def attacks(person: Person) -> list[dict[str, Any]]:
    assert person.sheet.held
    found: list[dict[str, Any]] = person.sheet.held.sheet["attacks"]
    return found


def crossbow(person: Person) -> int:
    entries = person.do(person.desk.store.read(lambda c: c.entries(search="katapulta")))
    return int(entries[0].id)


def search(person: Person, text: str) -> None:
    person.window.library.ui.search.setText(text)
    rows = person.window.library.model
    person.wait(lambda: [one.name for one in rows.rows if isinstance(one, Item)] == ["Katapulta"])


def test_plus_in_the_library_gives_an_entry_to_the_open_character(zenon: Person) -> None:
    before = len(attacks(zenon))
    search(zenon, "katapulta")
    zenon.key(zenon.window.library.ui.search, Qt.Key.Key_Down)
    zenon.key(zenon.window.library.ui.list, Qt.Key.Key_Plus)
    assert [one["name"] for one in attacks(zenon)[before:]] == ["Katapulta"]
    marked = zenon.window.library.current()
    assert marked
    assert marked.name == "Katapulta", "for the next plus"
    assert "Zenon Kowalski: Katapulta is on the sheet" in zenon.window.message.text.text()
    zenon.window.ui.undo.trigger()
    zenon.wait()
    assert len(attacks(zenon)) == before


def test_plus_says_that_it_needs_a_sheet_where_none_is_open(zenon: Person) -> None:
    zenon.do(zenon.desk.navigator.go("entry", crossbow(zenon)))
    search(zenon, "katapulta")
    zenon.key(zenon.window.library.ui.search, Qt.Key.Key_Down)
    zenon.key(zenon.window.library.ui.list, Qt.Key.Key_Plus)
    assert "Open a character first" in zenon.window.message.text.text()


def test_keys_after_a_search_wait_for_what_is_found(zenon: Person) -> None:
    before, library = len(attacks(zenon)), zenon.window.library.ui
    library.search.setFocus()
    library.search.setText("katapulta")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Plus):
        focused = QApplication.focusWidget()
        assert focused
        QTest.keyClick(focused, key)
    zenon.wait(lambda: len(attacks(zenon)) > before)
    assert [one["name"] for one in attacks(zenon)[before:]] == ["Katapulta"]
    assert library.search.text() == "katapulta"


def test_a_search_that_fails_keeps_no_keys(zenon: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(contents, "groups", lambda *_, **__: 1 / 0)
        broken.setattr(zenon.desk.tasks, "report", lambda _: None)
        zenon.window.library.ui.search.setText("kat")
        zenon.wait()
    assert not zenon.window.library._awaited


def test_an_entry_is_dropped_on_a_sheet(zenon: Person) -> None:
    before, data = len(attacks(zenon)), QMimeData()
    data.setData(MIME, json.dumps(["entry", crossbow(zenon)]).encode())
    drop = QDropEvent(
        QPointF(QPoint(5, 5)),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    zenon.sheet.dropEvent(drop)
    zenon.wait()
    assert len(attacks(zenon)) == before + 1


def test_what_has_no_place_there_is_refused(zenon: Person) -> None:
    new = NewEntry(system="walka", kind="weapon", name="Blaster", data={"name": "Blaster"})
    made = zenon.do(zenon.desk.store.save(lambda c: c.add_entry(new)))
    with pytest.raises(Refusal, match="Blaster has no place on a sheet of TEOHIPHIP"):
        zenon.do(zenon.sheet.give(made.id))


def test_a_changed_copy_leaves_the_catalogue_and_the_catalogue_is_taken_over_when_asked(
    zenon: Person,
) -> None:
    id = crossbow(zenon)
    zenon.do(zenon.desk.commands.give(id))
    data = {"name": "Katapulta", "kind": "ranged", "range": 20}
    zenon.do(zenon.desk.store.save(lambda c: c.save_entry(id, name="Katapulta", data=data)))
    assert attacks(zenon)[-1]["kind"] == "melee"

    zenon.window.ui.compare_with_catalogue.trigger()
    zenon.wait()
    box = zenon.window.findChildren(TakeOverDialog)[-1]
    assert not box.take.isEnabled()
    line, one = next(pair for pair in box.lines if pair[1].entry.name == "Katapulta")
    assert {part.place[0] for part in one.differences} >= {"Zasięg"}
    line.setCheckState(0, Qt.CheckState.Checked)
    assert box.take.isEnabled()
    box.take.click()
    zenon.wait()
    taken = attacks(zenon)[-1]
    assert (taken.get("kind", "ranged"), taken["range"]) == ("ranged", 20)
    entry = zenon.do(zenon.desk.store.read(lambda c: c.entry(id)))
    assert entry.data == data
