"""The commands of the menus on what is in a campaign, and what they say when they cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.rules import systems
from desktop.window.catalogue.preview import ImportPreview
from desktop.window.pages.changes import ChangesDialog
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.newcomers import NewcomersDialog
from desktop.window.pages.sheet import SheetPage
from desktop.window.printing import on_paper
from desktop.window.shell import dialogs
from tests.window.conftest import Person


def said(person: Person) -> str:
    """What the message bar says; empty while it is hidden."""
    bar = person.window.message
    return bar.text.text() if bar.isVisibleTo(person.window) else ""


def entry_of(person: Person, kind: str) -> int:
    return person.do(person.desk.store.read(lambda c: c.entries("teohiphip", kind)))[0].id


def test_a_copy_of_a_character_has_a_name_of_its_own(person: Person) -> None:
    person.go("character", "Halina Żółć")
    original = person.sheet.title
    person.do(person.desk.commands.duplicate())
    assert isinstance(person.desk.navigator.open_page, SheetPage)
    assert person.sheet.title != original
    assert person.field("name").text() == person.sheet.title  # type: ignore[attr-defined]


def test_a_copy_of_an_encounter_has_a_name_of_its_own(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.duplicate())
    assert isinstance(person.desk.navigator.open_page, EncounterPage)
    assert person.encounter.title != "Patrol MOIRY"
    assert person.encounter.ui.name.text() == person.encounter.title


def test_an_entry_of_ones_own_is_made_copied_and_removed(person: Person) -> None:
    person.do(person.desk.commands.new_entry("attack", "teohiphip"))
    page = person.desk.navigator.open_page
    assert isinstance(page, EntryPage)
    assert page.title == "New attack"
    first = page.entry
    person.do(person.desk.commands.duplicate())
    assert page.entry != first
    person.do(person.desk.commands.remove_open())
    assert "is in the bin" in said(person)
    assert person.desk.navigator.open_page is not page


def test_an_attack_cannot_come_to_a_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    attack = entry_of(person, "attack")
    person.desk.start(person.desk.commands.add_to_encounter("entry", attack))
    person.wait()
    assert "no combatant" in said(person)


def test_somebody_of_another_system_cannot_be_added(person: Person) -> None:
    person.do(person.desk.commands.new_character("adversary", "walka"))
    stranger = person.sheet.character
    assert stranger
    person.go("encounter", "Patrol MOIRY")
    before = len(person.encounter.lines)
    person.desk.start(person.desk.commands.add_to_encounter("character", stranger.id))
    person.wait()
    assert "the encounter of" in said(person)
    assert len(person.encounter.lines) == before


def test_without_an_encounter_nobody_can_be_added(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.do(person.desk.commands.add_open_to_encounter())
    assert "Open an encounter first" in said(person)


def test_a_character_is_added_from_its_own_page(person: Person) -> None:
    person.do(person.desk.commands.new_encounter("teohiphip"))
    person.go("character", "Halina Żółć")
    person.do(person.desk.commands.add_open_to_encounter())
    assert "was added to New encounter" in said(person)
    assert [line["sheet"]["name"] for line in person.encounter.lines] == ["Halina Żółć"]


def test_a_fight_is_ended_once_and_undo_takes_it_up_again(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    person.do(person.desk.commands.end_fight())
    assert panel.fight.outcome is not None
    person.do(person.desk.commands.end_fight())
    assert said(person) == "The fight is over already: ended by the game master"
    assert panel.fight.outcome is not None
    panel.undo()
    assert panel.fight.outcome is None


def test_somebody_from_the_library_joins_the_open_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    before = set(person.fight.panel.fight.state.combatants)
    person.do(person.fight.choose_newcomers())
    dialog = person.fight.findChildren(NewcomersDialog)[0]
    dialog.search.setText("zolc")
    dialog.count.setValue(2)
    dialog.side.setCurrentText("strangers")
    dialog.accept()
    person.qtbot.waitUntil(lambda: len(person.fight.panel.fight.state.combatants) > len(before))
    state = person.fight.panel.fight.state
    late = [state[id] for id in state.combatants if id not in before]
    assert [one.side for one in late] == ["strangers"] * 2
    assert all(one.name.startswith("Halina Żółć") for one in late)


def test_only_what_stays_ticked_goes_to_the_sheets(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    hurt = [one for one in panel.fight.state.combatants.values() if one.side == "players"][:2]
    for one in hurt:
        panel.do_by_hand({"do": "edit", "combatant": one.id, "set": {"hp": 1}})
    person.desk.commands.ask_write_back()
    dialog = person.desk.window.findChildren(ChangesDialog)[0]
    dialog.lines[0][0].setCheckState(0, Qt.CheckState.Unchecked)
    ticked = dialog.ticked()
    assert hurt[0].id not in ticked
    assert [change.after for change in ticked[hurt[1].id]] == [1]
    dialog.reject()


def test_a_fight_that_is_removed_comes_back(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    stored = person.fight.stored_fight
    assert stored
    person.do(person.desk.commands.remove("fight", stored.id))
    assert person.desk.navigator.fight_page is None
    person.do(person.desk.commands.restore("fight", stored.id))
    person.do(person.desk.navigator.go("fight", stored.id))
    assert isinstance(person.desk.navigator.open_page, FightPage)


@pytest.mark.parametrize("kind", ["encounter", "entry"])
def test_what_is_open_travels_to_another_campaign(
    person: Person, tmp_path: Path, kind: str
) -> None:
    if kind == "encounter":
        person.go("encounter", "Patrol MOIRY")
    else:
        person.do(person.desk.commands.new_entry("attack", "teohiphip"))
    path = tmp_path / "travelling.json"
    person.do(person.desk.commands.export_file(path))
    assert said(person) == f"Written to {path}."
    person.do(person.desk.campaigns.create(tmp_path / "Other.fray"))
    person.import_file(path)
    assert "Brought in: 1" in said(person)


@pytest.mark.parametrize("content", ["[]", "{}", "not json", '{"format": "fight/1"}'])
def test_a_file_that_is_nothing_of_ours_is_refused(
    person: Person, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "strange.json"
    path.write_text(content, "utf-8")
    names = person.names()
    person.desk.start(person.desk.commands.import_file(path))
    person.wait()
    assert said(person) != ""
    assert "inside Fraydesk" not in said(person)
    assert person.names() == names


def test_where_to_is_asked_and_may_be_cancelled(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.go("character", "Halina Żółć")
    asked: list[str] = []
    answers: list[Path | None] = [None, tmp_path / "halina.json"]

    def export_path(parent: object, name: str) -> Path | None:
        asked.append(name)
        return answers.pop(0)

    monkeypatch.setattr(dialogs, "export_path", export_path)
    person.desk.commands.ask_export()
    person.wait()
    person.desk.commands.ask_export()
    person.wait()
    assert asked == ["Halina Żółć", "Halina Żółć"]
    written = json.loads((tmp_path / "halina.json").read_text("utf-8"))
    assert "Halina" in json.dumps(written, ensure_ascii=False)
    monkeypatch.setattr(dialogs, "import_path", lambda parent: tmp_path / "halina.json")
    person.desk.commands.ask_import()
    person.wait()
    person.click_in(person.window.findChildren(ImportPreview)[-1].bring)
    assert "Brought in: 1 character" in said(person)


def test_what_a_page_cannot_print_is_said(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.print("report"))
    assert "nothing of that kind" in said(person)


def test_the_new_menu_offers_every_system_and_kind(person: Person) -> None:
    menu = QMenu()
    person.desk.commands.fill_new_menu(menu)
    titles = [action.text() for action in menu.actions()]
    assert "Player character" in titles
    assert "Catalogue: attack" in titles
    others = [action.menu() for action in menu.actions() if action.menu()]
    assert len(others) == len(systems()) - 1


def test_a_campaign_is_copied_to_another_file(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "Copy.fray"
    suggested: list[Any] = []

    def new_path(parent: object, path: Path) -> Path:
        suggested.append(path.name)
        return copy

    monkeypatch.setattr(dialogs, "new_path", new_path)
    person.desk.campaigns.ask_save_copy()
    person.wait()
    assert suggested == ["Akropol copy.fray"]
    assert copy.exists()
    monkeypatch.setattr(dialogs, "open_path", lambda parent: copy)
    person.desk.campaigns.ask_open()
    person.wait(lambda: person.desk.store.path == copy)
    assert "Halina Żółć" in person.names()


def test_a_blank_sheet_is_saved_whatever_is_open(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    def save(parent: object, pages: Any, name: str) -> Path:
        names.append(name)
        pages.write_pdf(tmp_path / "blank.pdf")
        return tmp_path / "blank.pdf"

    monkeypatch.setattr(on_paper, "save", save)
    person.go("encounter", "Patrol MOIRY")
    person.window.ui.pdf_blank.trigger()
    person.wait()
    assert names == ["TEOHIPHIP"]
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF")
