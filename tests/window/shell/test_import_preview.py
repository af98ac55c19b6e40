"""A file of ours says line by line what it would bring, before any of it is done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.library.records import Bundle, NewEntry
from desktop.window.catalogue.dialog import ImportPreview
from tests.window.conftest import Person


def attack(name: str, **data: Any) -> dict[str, Any]:
    return {
        "system": "teohiphip",
        "kind": "attack",
        "name": name,
        "data": {"name": name, "kind": "melee", **data},
    }


@pytest.fixture
def campaign(person: Person) -> Person:
    person.open_sample()
    own = tuple(NewEntry(**attack(name)) for name in ("Balista", "Trebusz"))
    person.do(person.desk.store.save(lambda c: c.add_bundle(Bundle(entries=own))))
    return person


def file(tmp_path: Path, **parts: Any) -> Path:
    path = tmp_path / "gift.json"
    path.write_text(json.dumps({"format": "fraydesk/1", **parts}), "utf-8")
    return path


def preview(person: Person, path: Path) -> ImportPreview:
    person.do(person.desk.commands.files.import_file(path))
    return person.window.findChildren(ImportPreview)[-1]


def lines(box: ImportPreview) -> list[str]:
    return [box.ui.rows.item(number).text() for number in range(box.ui.rows.count())]


def own(person: Person) -> dict[str, Any]:
    entries = person.do(person.desk.store.read(lambda c: c.entries("teohiphip", limit=None)))
    return {entry.name: entry.data.get("text", "") for entry in entries if entry.source == "own"}


def test_each_line_says_what_comes_and_nothing_is_done_before(
    campaign: Person, tmp_path: Path
) -> None:
    zofia = {"system": "teohiphip", "role": "player", "name": "Zofia", "sheet": {"name": "Zofia"}}
    entries = [attack("Balista", text="nowa"), attack("Trebusz"), attack("Proca"), attack("Proca")]
    box = preview(campaign, file(tmp_path, characters=[zofia], entries=entries))
    assert lines(box) == [
        "character Zofia (TEOHIPHIP): is added",
        "atak Balista (TEOHIPHIP): changes Opis",
        "atak Trebusz (TEOHIPHIP): is there already",
        "atak Proca (TEOHIPHIP): is added",
        "atak Proca (TEOHIPHIP): is there already",
    ]
    assert own(campaign) == {"Balista": "", "Trebusz": ""}
    assert "Zofia" not in campaign.names()

    campaign.click_in(box.ui.bring)
    assert own(campaign) == {"Balista": "nowa", "Trebusz": "", "Proca": ""}
    assert "Zofia" in campaign.names()
    said = campaign.window.message.text.text()
    assert "1 character, 1 catalogue entry, 1 change" in said

    campaign.window.ui.undo.trigger()
    campaign.wait()
    assert own(campaign) == {"Balista": "", "Trebusz": ""}
    assert "Zofia" not in campaign.names()
    campaign.window.ui.redo.trigger()
    campaign.wait()
    assert own(campaign) == {"Balista": "nowa", "Trebusz": "", "Proca": ""}


def test_a_character_of_a_name_that_is_there_already_is_said_to_be(
    campaign: Person, tmp_path: Path
) -> None:
    name = campaign.do(campaign.desk.store.read(lambda c: c.characters()))[0].name
    again = {"system": "teohiphip", "role": "player", "name": name, "sheet": {"name": name}}
    box = preview(campaign, file(tmp_path, characters=[again]))
    said = f"character {name} (TEOHIPHIP): is added, though there is one of this name"
    assert lines(box) == [said]


def test_enter_brings_it_in(campaign: Person, tmp_path: Path) -> None:
    box = preview(campaign, file(tmp_path, entries=[attack("Proca")]))
    campaign.qtbot.keyClick(box.ui.rows, Qt.Key.Key_Return)
    campaign.wait()
    assert "Proca" in own(campaign)


def test_entries_that_came_are_shown(campaign: Person, tmp_path: Path) -> None:
    preview(campaign, file(tmp_path, entries=[attack("Balista"), attack("Proca")])).ui.bring.click()
    campaign.wait()
    assert campaign.desk.navigator.name_open() == "Proca"
    box = preview(campaign, file(tmp_path, entries=[attack("Trebusz", text="nowy")]))
    box.ui.bring.click()
    campaign.wait()
    assert campaign.desk.navigator.name_open() == "Trebusz"


def test_it_can_be_cancelled(campaign: Person, tmp_path: Path) -> None:
    box = preview(campaign, file(tmp_path, entries=[attack("Proca")]))
    box.reject()
    campaign.wait()
    assert own(campaign) == {"Balista": "", "Trebusz": ""}


def test_what_would_change_nothing_cannot_be_brought_in(campaign: Person, tmp_path: Path) -> None:
    assert not preview(campaign, file(tmp_path, entries=[attack("Trebusz")])).ui.bring.isEnabled()
    assert not preview(campaign, file(tmp_path)).ui.bring.isEnabled()


def test_it_is_said_who_of_an_encounter_has_no_sheet_here(campaign: Person, tmp_path: Path) -> None:
    def line(name: str, character: int | None) -> dict[str, Any]:
        return {"side": "players", "character": character, "sheet": {"name": name}}

    people = [line("Bogdan Wąs", 4), line("Zofia", 7), line("Olek", 9), line("Wilk", None)]
    fight = {"system": "teohiphip", "name": "Bród", "document": {"lines": people}}
    olek = {"system": "teohiphip", "role": "player", "name": "Olek", "sheet": {"name": "Olek"}}
    box = preview(campaign, file(tmp_path, characters=[olek], encounters=[fight]))
    assert lines(box)[-1] == "encounter Bród (TEOHIPHIP): there is no sheet of Zofia here"
