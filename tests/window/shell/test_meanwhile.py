"""What happens while something else is under way, or was left open beside the window."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, CampaignMovedError
from desktop.window.catalogue.dialog import CatalogueDialog
from desktop.window.pages import fight
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.sheet import SheetPage
from tests.window.conftest import PATIENCE, Person
from tests.window.shell.test_commands import a_fight, hp_of, hurt, listed, write_all

HALINA = "Halina Żółć"


def halina(person: Person) -> int:
    """Opens her sheet; returns her id."""
    person.go("character", HALINA)
    assert person.sheet.held
    return person.sheet.held.id


def message(person: Person) -> str:
    return person.window.message.text.text()


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Lets the campaign fail in one of the things it does."""

    def full(self: Campaign, *_: Any, **__: Any) -> None:
        raise CampaignError(self.path, "cannot be read or saved: the disk is full")

    monkeypatch.setattr(Campaign, name, full)


def test_undo_asked_for_twice_at_once_takes_two_changes_back(person: Person) -> None:
    id = halina(person)
    before = person.stored(id)["archetype"]
    for text in ("one", "two"):
        person.replace(person.field("archetype"), text)
        person.do(person.sheet.flush())
    ui = person.window.ui
    for twice, then in ((ui.undo, before), (ui.redo, "two")):
        twice.trigger()
        twice.trigger()
        person.wait()
        assert person.stored(id)["archetype"] == then
    assert not person.window.message.isVisible()


def test_an_undo_that_cannot_be_stored_is_still_the_next(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    halina(person)
    person.replace(person.field("archetype"), "one")
    person.do(person.sheet.flush())
    with monkeypatch.context() as crowded:
        refuse(crowded, "repeat")
        person.window.ui.undo.trigger()
        person.wait()
    assert "disk is full" in message(person)
    change = person.desk.store.history.undoes
    assert change
    assert change.text == f"change · {HALINA}"


def test_closing_waits_for_a_save_that_is_under_way_and_fails(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    halina(person)
    go_on = threading.Event()

    def gone(self: Campaign, *_: Any, **__: Any) -> None:
        go_on.wait(PATIENCE)
        raise CampaignMovedError(self.path, "is not where it was")

    with monkeypatch.context() as moved:
        moved.setattr(Campaign, "save_character", gone)
        moved.setattr(Campaign, "set_desk", gone)
        person.replace(person.field("archetype"), "typed")

        async def close_at_once() -> None:
            person.desk.start(person.sheet.flush())
            await asyncio.sleep(0)
            person.window.close()
            go_on.set()

        person.do(close_at_once())
        assert person.window.isVisible()
        assert message(person).startswith("Not everything could be saved")
    person.close()


# ---- the list of what a fight changed


def test_what_stays_ticked_is_written_though_a_sheet_is_looked_at(person: Person) -> None:
    hurt(a_fight(person), "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    (dialog,) = listed(person)
    halina(person)
    dialog.accept()
    person.wait()
    assert hp_of(person, "Halina") == 2
    assert person.sheet.forms.form.document()["hp"] == 2, "the open sheet shows it"


def test_what_is_refused_on_a_sheet_stays_when_a_fight_is_written_to_it(person: Person) -> None:
    id = halina(person)
    person.replace(person.field("spd"), "szybko")
    person.do(person.sheet.flush())
    hurt(a_fight(person), "halina-zolc", 2)
    write_all(person)
    person.do(person.desk.navigator.go("character", id))
    assert person.refusal("spd")
    shown = person.sheet.forms.form.document()
    assert (shown["spd"], shown["hp"]) == ("szybko", 2)


@pytest.mark.parametrize("other", [True, False])
def test_what_stands_beside_the_window_goes_with_its_campaign(person: Person, other: bool) -> None:
    hurt(a_fight(person), "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    person.do(person.desk.commands.show_catalogue())
    assert listed(person)
    campaigns = person.desk.campaigns
    path = person.folder / "other.fray"
    person.do(campaigns.create(path) if other else campaigns.close_campaign())
    assert not listed(person), "its ids are those of other people there"
    tables = person.window.findChildren(CatalogueDialog)
    assert not any(table.isVisible() for table in tables)


def test_nobody_is_offered_to_an_encounter_of_another_system(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    halina(person)
    assert person.sheet.ui.add_button.isVisible()
    person.do(person.desk.commands.new_character("player", "boj"))
    assert not person.sheet.ui.add_button.isVisible()
    person.close()


# ---- what was removed


def test_nobody_is_added_to_an_encounter_that_was_removed(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    held = person.encounter.held
    assert held
    halina(person)
    assert person.window.library.can_add
    person.do(person.desk.commands.remove("encounter", held.id))
    assert not person.window.library.can_add
    assert not person.sheet.ui.add_button.isVisible()
    person.do(person.desk.commands.cast.add_open_to_encounter())
    assert message(person) == "Open an encounter first; then add to it."
    person.close()


def test_an_import_that_is_undone_is_not_open_any_more(person: Person) -> None:
    id = halina(person)
    path = person.folder / "halina.json"
    person.do(person.desk.commands.files.export_file(path))
    person.import_file(path)
    assert person.sheet.held
    assert person.sheet.held.id != id
    person.window.ui.undo.trigger()
    person.wait()
    assert "there is no" not in message(person)
    assert person.sheet.title in person.names()


# ---- changed beside the page


def test_an_open_entry_is_shown_as_an_import_left_it(person: Person) -> None:
    person.do(person.desk.commands.new_entry("effect", "teohiphip"))
    page = person.desk.navigator.open_page
    assert isinstance(page, EntryPage)
    path = person.folder / "effect.json"
    person.do(person.desk.commands.files.export_file(path))
    value = json.loads(path.read_text())
    value["entries"][0]["data"]["rounds"] = 7
    path.write_text(json.dumps(value))
    person.import_file(path)
    assert page.forms.form.document()["rounds"] == 7


def test_a_role_that_cannot_be_stored_is_not_shown(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    halina(person)
    box = person.sheet.ui.role
    with monkeypatch.context() as crowded:
        refuse(crowded, "set_role")
        box.setCurrentIndex(box.findData("adversary"))
        box.activated.emit(box.currentIndex())
        person.wait()
    assert "disk is full" in message(person)
    assert box.currentData() == "player"


# ---- a fight that takes long to open


def test_who_goes_elsewhere_while_a_long_fight_opens_stays_there(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fight, "AT_ONCE", -1)
    monkeypatch.setattr(fight, "STEPS_AT_ONCE", 1)
    page = a_fight(person)
    for number in range(30):
        hurt(page, "halina-zolc", 2 + number % 2)
    held = page.held
    assert held
    id = halina(person)
    navigator, start = person.desk.navigator, person.desk.start

    async def while_it_opens(elsewhere: Any) -> None:
        opening = start(navigator.go("fight", held.id))
        while not person.window.saved_label.text().startswith("opening"):
            await asyncio.sleep(0)
        assert not opening.done()
        start(elsewhere)

    person.do(while_it_opens(navigator.go("character", id)))
    assert isinstance(navigator.open_page, SheetPage)
    assert navigator.section == "characters"
    person.do(while_it_opens(person.desk.campaigns.close_campaign()))
    assert navigator.open_page is None
    assert person.window.ui.pages.currentWidget() is person.window.welcome
    assert not message(person) or not person.window.message.isVisible()


@pytest.mark.parametrize("since", ["the encounter", "the fight"])
def test_who_was_renamed_since_then_is_written_to(person: Person, since: str) -> None:
    id = halina(person)

    def rename() -> None:
        person.do(person.desk.navigator.go("character", id))
        person.replace(person.field("name"), "Alina")
        person.do(person.sheet.flush())

    if since == "the encounter":
        rename()
    page = a_fight(person)
    held = page.held
    assert held
    hurt(page, "alina" if since == "the encounter" else "halina-zolc", 2)
    if since == "the fight":
        rename()
        person.do(person.desk.navigator.go("fight", held.id))
    write_all(person)
    assert person.stored(id)["hp"] == 2
