"""The commands of the menus on what is in a campaign, and what they say when they cannot."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QMenu

from desktop.encounter.playout import thrower
from desktop.encounter.roster import Line
from desktop.encounter.simulate.course import course_of, keep_chance
from desktop.encounter.statistics import StatisticsSearch, statistics_of
from desktop.library.checks import checked_bundle
from desktop.library.records import NewCharacter
from desktop.rules import systems
from desktop.rules.state import PLAYERS
from desktop.window.catalogue.dialog import ImportPreview
from desktop.window.forecast.how_it_went import HowItWentDialog
from desktop.window.pages.changes import ChangesDialog
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.sheet import SheetPage
from desktop.window.printing import on_paper
from desktop.window.shell import dialogs
from desktop.window.shell.people import Candidate, PeopleDialog
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
    name = person.field("name")
    assert isinstance(name, QLineEdit)
    assert name.hasFocus()
    assert name.selectedText() == name.text() == person.sheet.title


def test_a_notice_goes_with_its_page_and_lies_over_the_status_bar(person: Person) -> None:
    person.go("character", "Halina Żółć")
    bar = person.window.message
    bar.notice("something happened")
    foot = person.window.ui.statusbar.geometry()
    assert bar.geometry().bottom() <= foot.bottom()
    assert bar.geometry().top() >= foot.top() - 4, "no button of the page lies under it"
    person.do(person.desk.navigator.reopen())
    assert said(person) == "something happened"
    person.go("encounter", "Patrol MOIRY")
    assert said(person) == ""
    bar.trouble("something went wrong")
    person.go("character", "Halina Żółć")
    assert said(person) == "something went wrong"


def test_a_copy_of_an_encounter_has_a_name_of_its_own(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.duplicate())
    assert isinstance(person.desk.navigator.open_page, EncounterPage)
    assert person.encounter.title != "Patrol MOIRY"
    name = person.encounter.ui.name
    assert name.hasFocus()
    assert name.selectedText() == name.text() == person.encounter.title


def test_an_entry_of_ones_own_is_made_copied_and_removed(person: Person) -> None:
    person.do(person.desk.commands.new_entry("attack", "teohiphip"))
    page = person.desk.navigator.open_page
    assert isinstance(page, EntryPage)
    assert page.title == "Atak (new)"
    name = page.forms.form.boxes[("name",)].editor.focus_widget()
    assert isinstance(name, QLineEdit)
    assert name.hasFocus()
    assert name.selectedText() == "Atak (new)"
    first = page.held
    page.ui.copy_button.click()
    person.wait()
    assert page.held != first
    name = page.forms.form.boxes[("name",)].editor.focus_widget()
    assert isinstance(name, QLineEdit)
    assert name.hasFocus()
    assert name.selectedText() == page.title
    person.do(person.desk.commands.remove_open())
    assert "is in the bin" in said(person)
    assert person.desk.navigator.open_page is not page


def test_a_foe_joins_the_side_that_the_foes_of_the_encounter_are_on(person: Person) -> None:
    person.do(person.desk.commands.new_character("adversary", "teohiphip"))
    foe = person.sheet.held
    assert foe
    person.go("encounter", "Patrol MOIRY")
    page = person.encounter
    (side,) = {line["side"] for line in page.lines} - {"players"}
    for line in page.lines:
        line["side"] = "Kult" if line["side"] == side else line["side"]
    person.do(person.desk.commands.cast.add_to_encounter("character", foe.id))
    assert page.lines[-1]["side"] == "Kult"


def test_an_attack_cannot_come_to_a_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    attack = entry_of(person, "attack")
    person.desk.start(person.desk.commands.cast.add_to_encounter("entry", attack))
    person.wait()
    assert "no combatant" in said(person)


def test_somebody_of_another_system_cannot_be_added(person: Person) -> None:
    person.do(person.desk.commands.new_character("adversary", "walka"))
    stranger = person.sheet.held
    assert stranger
    person.go("encounter", "Patrol MOIRY")
    before = len(person.encounter.lines)
    person.desk.start(person.desk.commands.cast.add_to_encounter("character", stranger.id))
    person.wait()
    assert "that of the encounter is" in said(person)
    assert len(person.encounter.lines) == before


def test_without_an_encounter_nobody_can_be_added(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.do(person.desk.commands.cast.add_open_to_encounter())
    assert "Open an encounter first" in said(person)


def test_a_character_is_added_from_its_own_page(person: Person) -> None:
    person.do(person.desk.commands.new_encounter("teohiphip"))
    person.go("character", "Halina Żółć")
    person.do(person.desk.commands.cast.add_open_to_encounter())
    assert "New encounter: " in said(person)
    assert [line["sheet"]["name"] for line in person.encounter.lines] == ["Halina Żółć"]


def test_a_fight_asked_for_twice_is_started_once(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    presses = [person.desk.commands.start_fight() for _ in range(2)]

    async def both() -> None:
        await asyncio.gather(*presses)

    person.do(both())
    assert len(person.do(person.desk.store.read(lambda c: c.fights()))) == 1
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    assert len(person.do(person.desk.store.read(lambda c: c.fights()))) == 2


def test_keys_typed_before_the_fight_is_there_are_for_the_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    page = person.encounter

    async def type_ahead() -> None:
        person.window.ui.start_fight.trigger()
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_F2):
            person.qtbot.keyClick(page.focusWidget() or page, key)

    person.do(type_ahead())
    panel = person.fight.panel
    assert panel.fight.begun
    assert panel.ui.edit.combatant is not None
    person.qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.ui.edit.combatant is None, "no key is held any longer"


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


def test_a_fight_that_is_over_is_over_where_it_is_brought_in(
    person: Person, tmp_path: Path
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    path = tmp_path / "fight.json"
    for over in (False, True):
        person.do(person.desk.commands.files.export_file(path))
        person.do(person.desk.commands.files.import_file(path))
        newest = person.do(person.desk.store.read(lambda c: c.fights()))[0]
        assert (newest.state == "over") is over
        person.do(person.desk.commands.end_fight())


def test_somebody_from_the_library_joins_the_open_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    before = set(person.fight.panel.fight.state.combatants)
    person.do(person.desk.commands.cast.pick_newcomers())
    dialog = person.window.findChildren(PeopleDialog)[0]
    assert dialog.ui.add_people.text() == "Join the fight"
    person.type(dialog.ui.search, "zolc")
    for _ in range(2):
        person.key(dialog.ui.search, Qt.Key.Key_Return)
    dialog.ui.side.setCurrentText("strangers")
    dialog.finish()
    person.wait(lambda: len(person.fight.panel.fight.state.combatants) > len(before))
    state = person.fight.panel.fight.state
    late = [state[id] for id in state.combatants if id not in before]
    assert [one.side for one in late] == ["strangers"] * 2
    assert all(one.name.startswith("Halina Żółć") for one in late)


def test_each_newcomer_joins_on_their_own_side_where_nothing_else_is_said(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    plan = list(person.encounter.lines)
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    fight = person.fight.panel.fight
    before = set(fight.state.combatants)
    person.do(person.desk.commands.cast.pick_newcomers())
    dialog = person.window.findChildren(PeopleDialog)[0]
    line, room = dialog.ui.side.lineEdit(), 2 * 2 + 1  # its margins, and the cursor
    assert line is not None
    assert line.fontMetrics().horizontalAdvance(line.text()) + room <= line.width()
    foe = next(c for c in dialog._there if c.note == "adversary")
    for name in ("Halina Żółć", foe.name, "Patrol MOIRY"):
        dialog.ui.search.setText(name)
        dialog.take(1)
    dialog.ui.this_round.setChecked(False)
    dialog.finish()
    person.wait(lambda: len(fight.state.combatants) > len(before))
    late = [fight.state[id] for id in fight.state.combatants if id not in before]
    assert [one.side for one in late[:1]] == ["players"]
    assert late[1].side != "players"
    assert len(late) == 2 + sum(line.get("count", 1) for line in plan)
    assert fight.moments[-1].step["this_round"] is False
    person.fight.panel.undo()
    assert set(fight.state.combatants) == before


def test_more_of_those_who_come_with_a_wave_are_there_from_the_start(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    page = person.encounter
    late = next(line for line in page.lines if line["side"] != PLAYERS and "character" in line)
    late["wave"] = "later"
    came, lines = late.get("count", 1), len(page.lines)
    for _ in range(2):
        page.add(Line(sheet=late["sheet"], side=late["side"], character=late["character"]))
    assert late.get("count", 1) == came
    assert len(page.lines) == lines + 1
    assert (page.lines[-1].get("wave"), page.lines[-1]["count"]) == (None, 2)


def test_a_line_with_a_wave_waits_until_it_is_called(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    page = person.encounter
    held, late = page.held, page.lines[-1]
    assert held
    (wave,) = (w for w in page._plan_lines[-1].widgets if isinstance(w, QLineEdit))
    person.type(wave, "later ")
    assert late["wave"] == "later"
    person.go("character", "Halina Żółć")
    person.do(person.desk.navigator.go("encounter", held.id))
    (wave,) = (w for w in page._plan_lines[-1].widgets if isinstance(w, QLineEdit))
    assert wave.text() == "later"
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    before = len(panel.fight.state.combatants)
    panel.call_wave()
    assert len(panel.fight.state.combatants) == before + late.get("count", 1)


def test_only_what_stays_ticked_goes_to_the_sheets(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    hurt = [one for one in panel.fight.state.combatants.values() if one.side == "players"][:2]
    for one in hurt:
        panel.do_by_hand({"do": "edit", "combatant": one.id, "set": {"hp": 1}})
    person.do(person.desk.commands.results.ask())
    dialog = person.desk.window.findChildren(ChangesDialog)[0]
    dialog.lines[0][0].setCheckState(0, Qt.CheckState.Unchecked)
    ticked = ticked_in(dialog)
    assert hurt[0].id not in ticked
    assert ticked[hurt[1].id] == [1]
    dialog.reject()


def test_a_fight_that_is_removed_comes_back(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    stored = person.fight.held
    assert stored
    person.do(person.desk.commands.remove("fight", stored.id))
    assert person.desk.navigator.fight_page is None
    person.do(person.desk.commands.bring_back("fight", stored.id))
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
    person.do(person.desk.commands.files.export_file(path))
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
    person.desk.start(person.desk.commands.files.import_file(path))
    person.wait()
    assert said(person) != ""
    assert "inside Fraydesk" not in said(person)
    assert person.names() == names


def test_of_a_table_it_is_said_where_it_can_be_imported(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "weapons.CSV"
    path.write_text("name,price\nAxe,3\n", "utf-8")
    person.desk.start(person.desk.commands.files.import_file(path))
    person.wait()
    assert said(person) == (
        "weapons.CSV: holds rows of a catalogue: open the catalogue as a table, import it there"
    )


def test_where_to_is_asked_and_may_be_cancelled(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.go("character", "Halina Żółć")
    asked: list[str] = []
    answers: list[Path | None] = [None, tmp_path / "halina.json"]

    async def export_path(parent: object, name: str) -> Path | None:
        asked.append(name)
        return answers.pop(0)

    monkeypatch.setattr(dialogs, "export_path", export_path)
    person.do(person.desk.commands.files.ask_export())
    person.do(person.desk.commands.files.ask_export())
    assert asked == ["Halina Żółć", "Halina Żółć"]
    written = json.loads((tmp_path / "halina.json").read_text("utf-8"))
    assert "Halina" in json.dumps(written, ensure_ascii=False)
    monkeypatch.setattr(dialogs, "import_path", lambda parent: tmp_path / "halina.json")
    person.desk.commands.files.ask_import()
    person.wait()
    person.click_in(person.window.findChildren(ImportPreview)[-1].ui.bring)
    assert "Brought in: 1 character" in said(person)


def test_what_a_page_cannot_print_is_said(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.printing.print("report"))
    assert "nothing of that kind" in said(person)


def test_the_new_menu_offers_every_system_and_kind(person: Person) -> None:
    menu = QMenu()
    person.desk.commands.fill_new_menu(menu)
    titles = [action.text() for action in menu.actions()]
    assert "Player character" in titles
    assert "Catalogue: Atak" in titles
    others = [action.menu() for action in menu.actions() if action.menu()]
    assert len(others) == len(systems()) - 1


def test_kinds_of_entries_are_called_in_the_chosen_terms(person: Person) -> None:
    desk = person.desk
    person.do(desk.commands.new_entry("trait", "teohiphip"))
    page = desk.navigator.open_page
    assert isinstance(page, EntryPage)

    assert page.ui.kind.text() == "TEOHIPHIP · Cecha"
    assert "Catalogue: Atak" in person.names()
    desk.preferences.english = True
    person.wait(lambda: "Catalogue: Attacks" in person.names())
    assert page.ui.kind.text() == "TEOHIPHIP · Trait"


def test_a_campaign_is_copied_to_another_file(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "Copy.fray"
    suggested: list[Any] = []

    async def campaign_path(parent: object, title: str, path: Path) -> Path:
        suggested.append((title, path.name))
        return copy

    monkeypatch.setattr(dialogs, "campaign_path", campaign_path)
    person.do(person.desk.campaigns.ask_save_copy())
    assert suggested == [("Save a copy", "Akropol copy.fray")]
    assert copy.exists()
    monkeypatch.setattr(dialogs, "open_path", lambda parent: copy)
    person.desk.campaigns.ask_open()
    person.wait(lambda: person.desk.store.path == copy)
    assert "Halina Żółć" in person.names()


def test_a_blank_sheet_is_saved_whatever_is_open(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    async def save(parent: object, pages: Any, name: str) -> Path:
        names.append(name)
        pages.write_pdf(tmp_path / "blank.pdf")
        return tmp_path / "blank.pdf"

    monkeypatch.setattr(on_paper, "save", save)
    person.go("encounter", "Patrol MOIRY")
    person.window.ui.pdf_blank.trigger()
    person.wait()
    assert names == ["TEOHIPHIP"]
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF")


def a_fight_with_an_attack(person: Person) -> FightPage:
    """A fight in which behaviours have acted for a while."""
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    page = person.fight
    assert page.session
    page.panel.main()
    fight = page.panel.fight
    behaviour, dice = next(iter(fight.rules.policies.values())), thrower(Random(6))
    for _ in range(12):
        command = behaviour.choose(fight.state, fight.rules.to_act(fight.state)[0])
        assert command
        fight.perform(command.as_step(), dice, fight.rules.decide)
    page.session.tell_changes()
    return page


def test_how_the_fight_went_is_worked_out_beside_the_window(person: Person) -> None:
    page = a_fight_with_an_attack(person)
    person.window.ui.how_it_went.trigger()
    (dialog,) = page.findChildren(HowItWentDialog)
    person.wait(lambda: dialog.statistics is not None)
    assert dialog.statistics == statistics_of(page.panel.fight)
    assert dialog.ui.table.rowCount() == len(dialog.statistics.active) > 0
    dialog.accept()


def test_closing_it_ends_the_work(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    page = a_fight_with_an_attack(person)
    monkeypatch.setattr("desktop.window.pages.fight.AT_ONCE", 0.0)
    monkeypatch.setattr(StatisticsSearch, "advance", lambda *_: False)
    page.show_how_it_went()
    (dialog,) = page.findChildren(HowItWentDialog)
    person.wait_while_working(lambda: dialog.ui.progress.maximum() > 0)
    dialog.reject()
    person.wait()
    assert dialog.statistics is None


def test_a_course_is_stored_with_the_fight(person: Person) -> None:
    page = a_fight_with_an_attack(person)
    person.do(page.flush())
    stored = page.held
    assert stored
    page._keep_course(keep_chance(page.panel.fight, 2, 0.25))
    person.wait()
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.navigator.go("fight", stored.id))
    assert course_of(person.fight.panel.fight) == [(2, 0.25)]


def test_a_report_whose_odds_take_long_says_so_and_can_be_cancelled(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_fight_with_an_attack(person)
    monkeypatch.setattr("desktop.window.shell.files.WORTH_SAYING", 0.0)
    monkeypatch.setattr("desktop.window.pages.fight.AT_ONCE", 0.0)
    monkeypatch.setattr(StatisticsSearch, "advance", lambda *_: False)
    work = person.desk.start(person.desk.commands.printing.print("report"))
    person.wait_while_working(lambda: "Working out the odds" in said(person))
    person.window.message.act.click()
    person.wait()
    assert work.cancelled()


def kept_effects(person: Person) -> list[tuple[str, Any]]:
    found = person.do(person.desk.store.read(lambda c: c.entries("teohiphip", "effect")))
    return [(entry.name, entry.data["changes"]["advantage"]) for entry in found]


def test_a_kept_effect_is_an_entry_of_the_catalogue_like_any_other(person: Person) -> None:
    page = a_fight_with_an_attack(person)
    effect = {"name": "Dym", "changes": {"advantage": -2}}
    person.do(page.keep_effect(effect))
    assert kept_effects(person) == [("Dym", -2)]
    person.do(page.keep_effect({**effect, "changes": {"advantage": -1}}))
    assert kept_effects(person) == [("Dym", -1)]
    person.do(person.desk.store.history.undo())
    assert kept_effects(person) == [("Dym", -2)]
    person.do(person.desk.store.history.undo())
    assert kept_effects(person) == []
    person.do(person.desk.store.history.redo())
    assert kept_effects(person) == [("Dym", -2)]
    # It opens on a page of its own, is found, and goes along in a bundle.
    person.do(person.desk.navigator.go("entry", entry_of(person, "effect")))
    entry = person.desk.navigator.open_page
    assert isinstance(entry, EntryPage)
    assert entry.title == "Dym"
    bundle = person.do(person.desk.store.read(lambda c: c.everything()))
    assert checked_bundle(bundle)
    assert [one.name for one in bundle.entries] == ["Dym"]


def test_an_effect_that_was_kept_in_the_fight_is_found_there_the_next_time(person: Person) -> None:
    page = a_fight_with_an_attack(person)
    one = next(iter(page.panel.fight.state.combatants))
    page.panel.ask_by_hand("effect", [one])
    card = page.panel.ui.edit
    assert card.form
    card.form.box("name").editor.put("Dym")
    card.form.box("changes.advantage").editor.put(-2)
    card.keep.setChecked(True)
    page.panel.enter()
    person.wait()
    assert said(person) == "In the catalogue now: Dym."
    found: list[Any] = []
    assert page.panel.find_entries
    page.panel.find_entries("effect", "dy", found.extend)
    person.wait(lambda: found)
    (name, note, data) = found[0]
    assert name == "Dym"
    assert note.startswith("own")
    assert data["changes"]["advantage"] == -2
    found.clear()
    words = note.split(" · ")[-1]
    assert "Dym" not in words
    page.panel.find_entries("effect", f"{words} of none", found.extend)
    page.panel.find_entries("effect", words, found.extend)
    person.wait(lambda: found)
    assert [entry[0] for entry in found] == ["Dym"]


# ---- what a fight leaves behind


def a_fight(person: Person) -> FightPage:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    return person.fight


def hurt(page: FightPage, id: str, hp: int = 1) -> None:
    page.panel.do_by_hand({"do": "edit", "combatant": id, "set": {"hp": hp}})


def hp_of(person: Person, name: str) -> Any:
    found = person.do(person.desk.store.read(lambda c: c.characters("teohiphip", None, name)))
    return person.stored(found[0].id).get("hp")


def listed(person: Person) -> list[ChangesDialog]:
    """The lists of changes that are to be seen."""
    return [one for one in person.window.findChildren(ChangesDialog) if one.isVisible()]


def ticked_in(dialog: ChangesDialog) -> dict[str, list[Any]]:
    """What the list would write, by combatant."""
    return {id: [one.change.after for one in values] for (id, _), values in dialog.ticked().items()}


def write_all(person: Person) -> None:
    """Asks for the list, and writes what is ticked in it."""
    person.do(person.desk.commands.results.ask())
    (dialog,) = listed(person)
    dialog.accept()
    person.wait()


def join(person: Person, id: int, count: int) -> None:
    """A character joins the open fight."""
    taken = {Candidate("character", id, "", ""): count}
    person.do(person.desk.commands.cast.add_newcomers(taken, PLAYERS, this_round=True))


def late(person: Person, page: FightPage, count: int) -> list[str]:
    """Somebody who is not in the encounter joins; the ids of those who came."""
    new = NewCharacter(
        system="teohiphip", role="player", name="Ola", sheet={"name": "Ola", "max_hp": 5}
    )
    ola = person.do(person.desk.store.save(lambda c: c.add_character(new)))
    before = set(page.panel.fight.state.combatants)
    join(person, ola.id, count)
    return [id for id in page.panel.fight.state.combatants if id not in before]


def test_what_befell_a_newcomer_goes_to_the_sheet_it_came_with(person: Person) -> None:
    page = a_fight(person)
    (ola,) = late(person, page, 1)
    hurt(page, ola, 2)
    person.do(person.desk.commands.results.ask())
    (dialog,) = listed(person)
    assert list(ticked_in(dialog)) == [ola]
    dialog.accept()
    person.wait()
    assert hp_of(person, "Ola") == 2
    assert "Written to the sheets: Ola" in said(person)
    person.do(person.desk.store.history.undo())
    assert hp_of(person, "Ola") is None


def test_copies_of_one_sheet_are_neither_listed_nor_written(person: Person) -> None:
    page = a_fight(person)
    for id in late(person, page, 2):
        hurt(page, id)
    person.do(person.desk.commands.results.ask())
    assert not listed(person)
    assert said(person).startswith("Nothing to write: nobody")
    assert hp_of(person, "Ola") is None


def test_of_two_who_stand_for_one_character_the_first_is_written(person: Person) -> None:
    page = a_fight(person)
    found = person.do(person.desk.store.read(lambda c: c.characters("teohiphip", None, "Halina")))
    join(person, found[0].id, 1)
    second = list(page.panel.fight.state.combatants)[-1]
    hurt(page, second, 1)
    hurt(page, "halina-zolc", 2)
    write_all(person)
    assert hp_of(person, "Halina") == 2


def test_a_fight_from_elsewhere_stands_for_nobody_here(person: Person, tmp_path: Path) -> None:
    page = a_fight(person)
    (ola,) = late(person, page, 1)
    hurt(page, ola, 2)
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(page.panel.fight.as_script()), "utf-8")
    person.do(person.desk.commands.files.import_file(file))
    assert ola in person.fight.panel.fight.state.combatants
    assert person.fight.panel.fight.state[ola].hp == 2
    person.do(person.desk.commands.results.ask())
    assert not listed(person)
    assert hp_of(person, "Ola") is None


def test_the_list_opens_by_itself_when_the_fight_ends_and_all_is_ticked(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    (dialog,) = listed(person)
    assert not dialog.isModal()
    assert ticked_in(dialog) == {"halina-zolc": [2]}
    dialog.reject()
    person.wait()
    assert hp_of(person, "Halina") is None  # closed, it leaves everything as it was
    person.click(page.panel.ui.sheetsButton)
    (again,) = listed(person)
    again.accept()
    person.wait()
    assert hp_of(person, "Halina") == 2


def test_the_list_opens_once_and_undo_takes_it_away(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    assert listed(person)
    person.do(person.desk.navigator.undo())
    assert page.panel.fight.outcome is None
    assert not listed(person)
    person.do(person.desk.navigator.redo())
    assert page.panel.fight.outcome is not None
    assert not listed(person)
    page.panel.undo()
    person.do(person.desk.commands.end_fight())
    assert listed(person), "it is an end of its own"


def _end_and_go_to_the_list(person: Person) -> ChangesDialog:
    """A fight in which Halina was hurt ends, and Enter gives the keys to the list of what is
    written back."""
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    page.panel.enter()
    person.wait()
    (dialog,) = listed(person)
    person.wait(dialog.isActiveWindow)
    return dialog


def test_enter_after_the_end_gives_the_keys_to_the_list(person: Person) -> None:
    _end_and_go_to_the_list(person)
    assert hp_of(person, "Halina") is None


def test_enter_in_the_list_writes_only_on_its_button(person: Person) -> None:
    dialog = _end_and_go_to_the_list(person)
    dialog.tree.setFocus()
    person.key(dialog.tree, Qt.Key.Key_Return)
    person.wait()
    assert listed(person)
    assert hp_of(person, "Halina") is None
    write = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    write.setFocus()
    person.key(write, Qt.Key.Key_Return)
    person.wait()
    assert hp_of(person, "Halina") == 2


def test_escape_in_the_fight_closes_the_list_which_leaves_the_last_blow_in_sight(
    person: Person,
) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    (dialog,) = listed(person)
    result = page.panel.ui.result
    assert dialog.y() > result.mapToGlobal(result.rect().bottomLeft()).y()
    person.key(page.panel, Qt.Key.Key_Escape)
    person.wait()
    assert not listed(person)
    assert hp_of(person, "Halina") is None


def test_undo_works_from_inside_the_list(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    (dialog,) = listed(person)
    assert not dialog.isActiveWindow()  # the keys stay with the fight
    dialog.activateWindow()
    person.wait(dialog.isActiveWindow)
    person.key(dialog.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    person.wait()
    assert page.panel.fight.outcome is None
    assert not listed(person)


def test_the_list_does_not_open_for_nothing_nor_for_a_fight_that_was_over(person: Person) -> None:
    page = a_fight(person)
    person.do(person.desk.commands.end_fight())
    assert not listed(person)
    assert not said(person)
    page.panel.undo()
    hurt(page, "halina-zolc", 2)
    stored = page.held
    person.do(person.desk.commands.end_fight())
    assert stored
    for dialog in listed(person):
        dialog.reject()
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.navigator.go("fight", stored.id))
    assert person.fight.panel.fight.outcome is not None
    assert not listed(person)


def test_what_others_have_done_is_still_told_after_a_look_at_another_page(person: Person) -> None:
    page = a_fight(person)
    result = page.panel.ui.result
    first = page.panel.fight.cursor + 1
    hurt(page, "halina-zolc", 2)
    hurt(page, "zenon-kowalski", 1)
    result.show_digest(page.panel.fight, first)
    told = result.sentence.text()
    assert result.steps.count() > 1
    person.go("character", "Zenon Kowalski")
    person.do(person.desk.navigator.go_section("fight"))
    assert result.sentence.text() == told
    assert result.next.isVisible()
