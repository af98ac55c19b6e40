"""What a fight leaves goes to the sheets of those who were in it, whatever came between."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem

from desktop.library.campaign import Campaign
from desktop.library.records import NewCharacter, NewEncounter
from desktop.rules.state import PLAYERS
from desktop.window.pages.fight import FightPage
from desktop.window.shell.people import Candidate
from tests.window.conftest import Person
from tests.window.shell.test_commands import (
    a_fight,
    hp_of,
    hurt,
    late,
    listed,
    said,
    ticked_in,
    write_all,
)

HALINA = "Halina Żółć"
PATROL = "Patrol MOIRY"


def id_of(person: Person, name: str) -> int:
    found = person.do(person.desk.store.read(lambda c: c.characters("teohiphip", None, name)))
    return found[0].id


def encounter_id(person: Person) -> int:
    found = person.do(person.desk.store.read(lambda c: c.encounters("teohiphip")))
    return next(line.id for line in found if line.name == PATROL)


def back_to(person: Person, page: FightPage) -> None:
    assert page.held
    person.do(person.desk.navigator.go("fight", page.held.id))


def set_on_the_sheet(person: Person, field: str, value: str) -> None:
    person.go("character", HALINA)
    person.replace(person.field(field), value)
    person.do(person.sheet.flush())


def rows(person: Person) -> list[list[str]]:
    """The list, line by line."""
    (dialog,) = listed(person)
    found = []

    def read(line: QTreeWidgetItem | None) -> None:
        assert line
        found.append([line.text(column) for column in range(3)])
        for number in range(line.childCount()):
            read(line.child(number))

    for number in range(dialog.tree.topLevelItemCount()):
        read(dialog.tree.topLevelItem(number))
    return found


# ---- who came from whom


@pytest.mark.parametrize("gone", ["the line", "the encounter", "the encounter for good"])
def test_they_are_written_to_though_the_encounter_is_another_by_now(
    person: Person, gone: str
) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    id = encounter_id(person)

    def change(c: Campaign) -> None:
        if gone == "the line":
            held = c.encounter(id)
            lines = [one for one in held.document["lines"] if one["sheet"]["name"] != HALINA]
            c.save_encounter(id, name=held.name, document={**held.document, "lines": lines})
        else:
            c.remove("encounter", id)
        if gone == "the encounter for good":
            c.empty_bin()

    person.do(person.desk.store.save(change))
    back_to(person, page)
    write_all(person)
    assert hp_of(person, "Halina") == 2


def test_a_wave_goes_to_the_sheets_of_those_who_came_with_it(person: Person) -> None:
    id = encounter_id_after_opening(person)

    def in_a_wave(c: Campaign) -> None:
        held = c.encounter(id)
        lines = [
            {**line, "wave": "late"} if line["sheet"]["name"] == HALINA else line
            for line in held.document["lines"]
        ]
        c.save_encounter(id, name=held.name, document={**held.document, "lines": lines})

    person.do(person.desk.store.save(in_a_wave))
    page = a_fight(person)
    page.panel.do_by_hand({"do": "join", "wave": "late"})
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.store.save(lambda c: c.remove("encounter", id)))
    back_to(person, page)
    write_all(person)
    assert hp_of(person, "Halina") == 2


def encounter_id_after_opening(person: Person) -> int:
    person.go("encounter", PATROL)
    return encounter_id(person)


def test_a_fight_that_says_no_characters_goes_by_its_encounter(person: Person) -> None:
    """So it was stored before its combatants said where they came from."""
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    stored = page.held
    assert stored
    person.do(page.flush())

    def as_before(c: Campaign) -> int:
        header = c.fight(stored.id).header
        people = [
            {k: v for k, v in one.items() if k != "character"} for one in header["combatants"]
        ]
        assert people != header["combatants"]
        return c.start_fight(
            system=stored.system,
            name=stored.name,
            header={**header, "combatants": people},
            encounter_id=stored.encounter_id,
            steps=[step.step for step in c.steps(stored.id)],
        ).id

    old = person.do(person.desk.store.save(as_before))
    person.do(person.desk.navigator.go("fight", old))
    write_all(person)
    assert hp_of(person, "Halina") == 2


def test_a_fight_from_another_campaign_stands_for_nobody_here(
    person: Person, tmp_path: Path
) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    file = tmp_path / "fight.json"
    person.do(person.desk.commands.files.export_file(file))
    waves = [{"name": "late", "combatants": [{**json.loads(file.read_text())["combatants"][0]}]}]
    waves[0]["combatants"][0]["id"] = "other"  # type: ignore[index]
    script = {**json.loads(file.read_text("utf-8")), "waves": waves}
    file.write_text(json.dumps(script), "utf-8")
    person.do(person.desk.campaigns.create(tmp_path / "Other.fray"))
    new = NewCharacter(system="teohiphip", role="player", name="Obca", sheet={"name": "Obca"})
    for _ in range(20):  # their ids are those of the others there
        person.do(person.desk.store.save(lambda c: c.add_character(new)))
    person.do(person.desk.commands.files.import_file(file))
    assert person.fight.panel.fight.state["halina-zolc"].hp == 2
    assert "character" not in json.dumps(person.fight.panel.fight.as_script())
    person.do(person.desk.commands.results.ask())
    assert not listed(person)
    assert said(person).startswith("Nothing to write: nobody")


def test_who_comes_with_another_encounter_comes_with_the_sheet_as_it_is_now(
    person: Person,
) -> None:
    id = encounter_id_after_opening(person)
    set_on_the_sheet(person, "hp", "3")
    new = NewEncounter(
        system="teohiphip",
        name="Empty",
        document={
            "system": "teohiphip",
            "lines": [{"sheet": {"name": "Rat", "max_hp": 4}, "side": "foes"}],
        },
    )
    other = person.do(person.desk.store.save(lambda c: c.add_encounter(new)))
    person.do(person.desk.navigator.go("encounter", other.id))
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    taken = {Candidate("encounter", id, "", ""): 1}
    person.do(person.desk.commands.cast.add_newcomers(taken, PLAYERS, this_round=True))
    assert person.fight.panel.fight.state["halina-zolc"].hp == 3


def test_a_fight_can_be_gone_on_with_though_its_encounter_is_in_the_bin(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.store.save(lambda c: c.remove("encounter", encounter_id_in(c))))
    before = page.held
    person.do(page._go_on_from_here())
    person.wait(lambda: person.fight.held != before)
    write_all(person)
    assert hp_of(person, "Halina") == 2


def encounter_id_in(c: Campaign) -> int:
    return next(line.id for line in c.encounters("teohiphip") if line.name == PATROL)


# ---- who is not there any more


@pytest.mark.parametrize("for_good", [False, True])
def test_who_is_not_there_any_more_is_named(person: Person, for_good: bool) -> None:
    page = a_fight(person)
    (ola,) = late(person, page, 1)
    for one in (ola, "halina-zolc"):
        hurt(page, one, 2)
    id = id_of(person, "Ola")
    person.do(person.desk.store.save(lambda c: c.remove("character", id)))
    if for_good:
        person.do(person.desk.store.save(lambda c: c.empty_bin()))
    back_to(person, page)
    person.do(person.desk.commands.results.ask())
    why = "is not in the campaign any more" if for_good else "is in the bin"
    assert ["Ola", why, ""] in rows(person)
    (dialog,) = listed(person)
    assert ticked_in(dialog) == {"halina-zolc": [2]}
    dialog.accept()
    person.wait()
    assert hp_of(person, "Halina") == 2
    if not for_good:
        person.do(person.desk.store.save(lambda c: c.bring_back("character", id)))
        write_all(person)
        assert hp_of(person, "Ola") == 2


# ---- again, and after undo


def test_written_once_there_is_nothing_more_to_write(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    write_all(person)
    text = "write to the sheets · Patrol MOIRY"
    change = person.desk.store.history.undoes
    assert change
    assert change.text == text
    person.do(person.desk.commands.results.ask())
    assert not listed(person)
    assert said(person).startswith("Nothing to write: what the fight has changed stands on")
    person.do(person.desk.commands.end_fight())
    assert not listed(person)
    assert person.desk.store.history.undoes is change


def test_undone_it_can_be_written_again(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    write_all(person)
    person.do(person.desk.store.history.undo())
    assert hp_of(person, "Halina") is None
    write_all(person)
    assert hp_of(person, "Halina") == 2


def test_an_end_that_was_undone_and_is_reached_anew_offers_the_list_again(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    for _ in range(2):
        person.do(person.desk.commands.end_fight())
        person.wait()
        assert listed(person)
        page.panel.undo()
        assert not listed(person)
    page.panel.redo()
    person.wait()
    assert not listed(person), "it is only done again"


def test_the_list_stays_when_an_objective_is_met_after_the_end(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    assert page.session
    page.session.perform({"do": "objective", "objective": 0, "met": True})
    person.wait()
    assert rows(person)[1] == ["PŻ", "–", "2"]


def test_undo_leaves_what_is_refused_on_the_sheet(person: Person) -> None:
    set_on_the_sheet(person, "spd", "szybko")
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    write_all(person)
    history = person.desk.store.history
    for work, hp in ((history.undo, None), (history.redo, 2)):
        person.do(work())
        person.go("character", HALINA)
        shown = person.sheet.forms.form.document()
        assert (shown["spd"], shown["hp"]) == ("szybko", hp)
        assert person.refusal("spd")


def test_what_was_undone_in_the_fight_after_it_was_written_is_put_right(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.end_fight())
    (dialog,) = listed(person)
    dialog.accept()
    person.wait()
    back_to(person, page)
    for _ in range(2):
        page.panel.undo()
    person.do(person.desk.commands.results.ask())
    assert rows(person)[1] == ["PŻ", "2", "–"]
    listed(person)[0].reject()
    hurt(page, "halina-zolc", 3)
    write_all(person)
    assert hp_of(person, "Halina") == 3


# ---- a sheet that was changed meanwhile


def test_a_value_changed_on_the_sheet_meanwhile_is_asked_about(person: Person) -> None:
    page = a_fight(person)
    for id in ("halina-zolc", "bogdan-was"):
        hurt(page, id, 2)
    set_on_the_sheet(person, "hp", "3")
    back_to(person, page)
    person.do(person.desk.commands.results.ask())
    (dialog,) = listed(person)
    assert ["PŻ", "3 (at the beginning: –)", "2"] in rows(person)
    assert dialog.unexpected.isVisible()
    assert ticked_in(dialog) == {"bogdan-was": [2]}
    dialog.accept()
    person.wait()
    assert (hp_of(person, "Halina"), hp_of(person, "Bogdan")) == (3, 2)
    person.do(person.desk.commands.results.ask())
    (again,) = listed(person)
    again.lines[0][0].setCheckState(0, Qt.CheckState.Checked)
    again.accept()
    person.wait()
    assert hp_of(person, "Halina") == 2


def test_a_sheet_changed_while_the_list_is_open_is_not_written_over(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.results.ask())
    (dialog,) = listed(person)
    set_on_the_sheet(person, "hp", "3")
    dialog.accept()
    person.wait()
    assert hp_of(person, "Halina") == 3
    assert "Hit points has changed since the list was opened" in said(person)


def test_nothing_ticked_is_nothing_written(person: Person) -> None:
    page = a_fight(person)
    hurt(page, "halina-zolc", 2)
    person.do(person.desk.commands.results.ask())
    (dialog,) = listed(person)
    dialog.lines[0][0].setCheckState(0, Qt.CheckState.Unchecked)
    dialog.accept()
    person.wait()
    assert said(person) == "Nothing was ticked, and nothing was written."
    assert hp_of(person, "Halina") is None


def test_what_a_stranger_put_into_the_file_as_written_says_nothing(person: Person) -> None:
    page = a_fight(person)
    stored = page.held
    assert stored
    strange: dict[str, Any] = {
        "halina-zolc": {"attacks[9].uses": 1, "hp[2]": 1, "mood": 2, "hp": "two"},
        "bogdan-was": 5,
    }
    person.do(person.desk.store.save(lambda c: c.set_written(stored.id, strange)))
    person.do(person.desk.commands.results.ask())
    assert not listed(person)
