"""Who comes to an encounter is searched, counted and added at once; a party is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QMenu

from desktop.languages import OWN_TERMS
from desktop.rules import systems
from desktop.window.shell.commands import Commands
from desktop.window.shell.contents import is_empty
from desktop.window.shell.dialogs import SystemDialog
from desktop.window.shell.people import PeopleDialog
from tests.window.conftest import Person

CTRL = Qt.KeyboardModifier.ControlModifier


def open_people(person: Person) -> PeopleDialog:
    person.go("encounter", "Patrol MOIRY")
    person.click(person.encounter.ui.add_button)
    person.wait(lambda: person.window.findChildren(PeopleDialog))
    return person.window.findChildren(PeopleDialog)[-1]


def lines(person: Person) -> list[tuple[str, int]]:
    return [
        (str(line["sheet"]["name"]), int(line.get("count", 1))) for line in person.encounter.lines
    ]


def test_a_search_that_finds_nobody_says_so(person: Person) -> None:
    dialog = open_people(person)
    assert dialog.ui.one_more.isEnabled()
    dialog.ui.search.setText("xyzzy")
    assert dialog.ui.said.text() == "Nothing is called that."
    assert not dialog.ui.one_more.isEnabled()
    dialog.ui.search.clear()
    dialog.take(1)
    dialog.ui.search.setText("xyzzy")
    assert dialog.ui.said.text().startswith("Nothing is called that. To be added: ")
    assert not dialog.ui.one_fewer.isEnabled()
    dialog.reject()


def test_a_space_after_the_start_of_a_fight_presses_nothing_on_the_encounter(
    person: Person,
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.encounter.ui.add_button.setFocus()
    person.window.ui.start_fight.trigger()
    focused = QApplication.focusWidget()
    assert focused
    person.key(focused, Qt.Key.Key_Space)
    assert not person.window.findChildren(PeopleDialog)
    assert person.fight.panel.hasFocus()


def test_several_are_added_at_once_with_their_copies(person: Person) -> None:
    people = open_people(person)
    before = lines(person)
    foes = [c.name for c in people._there if c.kind == "character"]
    new = [name for name in foes if name not in dict(before)]
    for name, copies in ((new[0], 1), (foes[-1], 3)):
        person.type(people.ui.search, name)
        for _ in range(copies):
            person.key(people.ui.search, Qt.Key.Key_Return)
        people.ui.search.clear()
    assert list(people.taken.values()) == [1, 3]
    assert f"{foes[-1]} × 3" in people.ui.said.text()
    person.encounter._pause.setInterval(0)  # as if it took longer than a pause in typing
    person.key(people.ui.search, Qt.Key.Key_Return, CTRL)
    person.wait(lambda: lines(person) != before)
    assert sum(n for _, n in lines(person)) == sum(n for _, n in before) + 4
    assert person.window.ui.undo.text() == "&Undo: change · Patrol MOIRY"
    person.do(person.desk.navigator.undo())
    assert lines(person) == before


def test_the_exact_name_stands_first_and_nothing_taken_means_the_chosen_one(
    person: Person,
) -> None:
    people = open_people(person)
    wanted = people._there[-1].name
    person.type(people.ui.search, wanted)
    assert people.ui.list.item(0).text() == wanted
    people.finish()
    assert [c.name for c in people.taken] == [wanted]


def test_the_party_is_kept_and_comes_with_one_click(person: Person) -> None:
    people = open_people(person)
    assert not people.ui.whole_party.isVisible()
    for row in (0, 1):
        people.ui.list.setCurrentRow(row)
        people.take(1)
    party = [c.name for c in people.taken]
    people.ui.save_party.click()
    people.reject()
    person.do(person.desk.commands.new_encounter("teohiphip"))
    person.do(person.desk.commands.cast.pick_for_encounter())
    people = person.window.findChildren(PeopleDialog)[-1]
    people.ui.whole_party.click()
    people.finish()
    person.wait(lambda: lines(person))
    assert [name for name, _ in lines(person)] == party
    person.do(person.desk.navigator.keep_place())
    desk = person.do(person.desk.store.read(lambda c: c.desk()))
    assert len(desk["party"]) == 2


def test_the_people_of_another_encounter_come_as_they_are_there(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    there = lines(person)
    people = open_people(person)
    before = lines(person)
    person.type(people.ui.search, "Generator na forum")
    people.finish()
    person.wait(lambda: lines(person) != before)
    assert lines(person) == before + there


FIRST_MADE: dict[str, Callable[[Commands], Coroutine[Any, Any, None]]] = {
    "character": lambda commands: commands.new_character("player"),
    "encounter": lambda commands: commands.new_encounter(),
    "entry": lambda commands: commands.ask_new_entry(),
}


def make_first(person: Person, what: str, system: str | None) -> None:
    """Makes the first thing of a campaign, and says which system is played; None: cancels."""

    async def make() -> None:
        work = asyncio.ensure_future(FIRST_MADE[what](person.desk.commands))
        while not person.window.findChildren(SystemDialog) and not work.done():
            await asyncio.sleep(0.01)
        (dialog,) = person.window.findChildren(SystemDialog)
        if system is None:
            dialog.reject()
        else:
            dialog.choices[system].click()
        await work

    person.do(make())


@pytest.mark.parametrize("what", FIRST_MADE)
def test_an_empty_campaign_asks_once_which_system_is_played(
    arrive: Callable[[], Person], what: str
) -> None:
    person = arrive()
    person.do(person.desk.campaigns.create(person.folder / "New.fray"))
    last = list(systems())[-1]
    make_first(person, what, last)
    if what == "entry":
        (menu,) = (menu for menu in person.window.findChildren(QMenu) if menu.isVisible())
        kinds = [term.said(OWN_TERMS) for term in systems().kinds(last).values()]
        assert [action.text() for action in menu.actions()] == kinds
        menu.close()
    else:
        page = person.sheet if what == "character" else person.encounter
        assert page.system == last
    person.do(person.desk.commands.new_encounter())  # it would wait for ever for an answer
    assert person.encounter.system == last


def test_nothing_is_made_where_nobody_says_the_system(arrive: Callable[[], Person]) -> None:
    person = arrive()
    person.do(person.desk.campaigns.create(person.folder / "New.fray"))
    for what in FIRST_MADE:
        make_first(person, what, None)
        person.wait(lambda: not person.window.findChildren(SystemDialog))
    assert person.do(person.desk.store.read(is_empty))


def test_a_message_of_one_line_moves_nothing_and_a_longer_one_covers_nothing(
    person: Person,
) -> None:
    page = person.sheet

    def place() -> QRect:
        return QRect(page.mapTo(person.window, page.rect().topLeft()), page.size())

    before, bar = place(), person.window.message
    bar.notice("Something happened.", "Take it back", lambda: None)
    person.wait()
    assert bar.isVisible()
    assert bar.rect().contains(bar.act.geometry())
    assert place() == before
    bar.notice("Something happened. " * 30)
    person.wait()
    assert person.window.rect().contains(bar.geometry())
    assert bar.height() > 40  # three lines of it are to be read
    assert place().topLeft() == before.topLeft()
    assert place().bottom() < bar.y()
    bar.dismiss()
    person.wait()
    assert place() == before


def test_ctrl_enter_adds_them_wherever_the_focus_is(person: Person) -> None:
    people = open_people(person)
    before = lines(person)
    people.take(1)
    people.ui.one_more.setFocus()
    person.key(people.ui.one_more, Qt.Key.Key_Return, CTRL)
    person.wait(lambda: lines(person) != before)


def test_a_click_on_a_button_leaves_the_keys_to_the_search(person: Person) -> None:
    people = open_people(person)
    people.ui.search.setFocus()
    for button in (
        people.ui.one_more,
        people.ui.save_party,
        people.ui.whole_party,
        people.ui.one_fewer,
    ):
        person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert people.ui.search.hasFocus()
