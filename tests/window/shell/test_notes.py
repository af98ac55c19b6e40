"""Notes of the campaign in the window: written, linked, shown, printed; tonight's beside."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTreeWidget

from desktop.library import tables
from desktop.library.campaign import Campaign
from desktop.library.notes import evening_of
from desktop.library.records import NewCharacter, NewNote, NewThrow
from desktop.paper import Pages
from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.pages.note import NotePage
from desktop.window.pages.sheet import SheetPage
from desktop.window.pages.throws import ThrowsPage
from desktop.window.printing import on_paper
from desktop.window.widgets.language import day_in_words
from tests.window.conftest import Person

EXACTLY = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
RECURSIVE = Qt.MatchFlag.MatchRecursive
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(person: Person) -> Person:
    """A campaign in which Vera plays."""
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    new = NewCharacter(system="boj", role="player", name="Vera", sheet={"name": "Vera"})
    person.do(person.desk.store.save(lambda c: c.add_character(new)))
    return person


def page(person: Person) -> NotePage:
    shown = person.desk.navigator.open_page
    assert isinstance(shown, NotePage)
    return shown


def write(person: Person, text: str) -> NotePage:
    """A new note with a text, saved."""
    person.do(person.desk.commands.new_note())
    shown = page(person)
    shown.ui.text.setPlainText(text)
    person.do(shown.flush())
    return shown


def links(tree: QTreeWidget) -> dict[str, list[str]]:
    model = tree.model()

    def below(index: QModelIndex) -> list[QModelIndex]:
        return [model.index(row, 0, index) for row in range(model.rowCount(index))]

    return {
        group.data(): [index.data() for index in below(group)] for group in below(QModelIndex())
    }


def kept(person: Person, id: int) -> Any:
    return person.do(person.desk.store.read(lambda c: c.note(id)))


def test_a_note_is_named_written_and_undone(desk: Person) -> None:
    shown = write(desk, "Damp.")
    assert shown.held
    assert shown.ui.name.selectedText() == "New note"
    shown.ui.name.clear()
    desk.type(shown.ui.name, "Old mill")
    desk.do(shown.flush())
    assert (kept(desk, shown.held.id).name, kept(desk, shown.held.id).text) == ("Old mill", "Damp.")
    desk.do(desk.desk.navigator.undo())
    assert page(desk).ui.name.text() == "New note"
    assert page(desk).text == "Damp."
    desk.do(desk.desk.navigator.undo())
    assert page(desk).text == ""


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_enter_and_tab_lead_from_the_name_of_a_note_to_its_text(desk: Person, key: Qt.Key) -> None:
    desk.do(desk.desk.commands.new_note())
    shown = page(desk)
    desk.type(shown.ui.name, "Mill")
    desk.key(shown.ui.name, key)
    assert shown.ui.text.hasFocus()


def test_a_name_that_is_cleared_stays_the_one_it_was(desk: Person) -> None:
    shown = write(desk, "")
    shown.ui.name.clear()
    shown.ui.name.textEdited.emit("")
    desk.do(shown.flush())
    assert shown.held
    assert kept(desk, shown.held.id).name == "New note"


def test_links_are_listed_and_lead_on_by_key_and_by_the_list(desk: Person) -> None:
    shown = write(desk, "[[vera]] waits at the [[Mill]].")
    assert links(shown.ui.links) == {"Leads to": ["Vera · character", "Mill (make a note of it)"]}
    first = shown.held
    assert first
    shown.ui.text.moveCursor(QTextCursor.MoveOperation.Start)
    desk.key(shown.ui.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: isinstance(desk.desk.navigator.open_page, SheetPage))
    desk.do(desk.desk.navigator.go("note", first.id))
    (mill,) = page(desk).ui.links.findItems("Mill", Qt.MatchFlag.MatchContains | RECURSIVE)
    page(desk).ui.links.itemActivated.emit(mill, 0)
    desk.wait(lambda: page(desk).title == "Mill")
    assert links(page(desk).ui.links) == {"Mentioned in": [first.name]}


def test_a_link_to_a_rule_opens_it_beside(desk: Person) -> None:
    shown = write(desk, "[[boj-5]]")
    desk.do(shown.follow("boj-5"))
    assert desk.window.rules.ui.number.text() == "boj-5"
    assert desk.desk.navigator.open_page is shown


def test_names_are_offered_while_a_link_is_typed(desk: Person) -> None:
    shown = write(desk, "")
    edit, popup = shown.ui.text, shown._offered.list
    edit.setFocus()
    desk.type(edit, "She is [[ve")
    desk.wait(popup.isVisible)
    desk.key(popup, Qt.Key.Key_Return)
    assert shown.text == "She is [[Vera]]"
    assert not popup.isVisible()
    desk.type(edit, ", [[ve")
    desk.wait(popup.isVisible)
    desk.type(edit, "]")
    assert not popup.isVisible()
    desk.type(edit, " and [[nobody")
    desk.wait()
    assert not popup.isVisible()
    assert shown.text == "She is [[Vera]], [[ve] and [[nobody"


@pytest.mark.parametrize("behind", ["", "]] was here"])
def test_enter_closes_a_link_whose_name_is_typed_whole(desk: Person, behind: str) -> None:
    new = NewCharacter(system="boj", role="player", name="Old Vera", sheet={"name": "Old Vera"})
    desk.do(desk.desk.store.save(lambda c: c.add_character(new)))
    shown = write(desk, behind)
    edit, popup = shown.ui.text, shown._offered.list
    edit.setFocus()
    desk.type(edit, "[[vera")
    desk.wait(popup.isVisible)
    desk.key(popup, Qt.Key.Key_Return)
    assert shown.text == "[[Vera]]" + behind.removeprefix("]]")
    desk.type(edit, "!")
    assert shown.text == "[[Vera]]!" + behind.removeprefix("]]")
    assert not popup.isVisible()


def test_an_arrow_past_the_last_name_leaves_it_marked(desk: Person) -> None:
    shown = write(desk, "")
    edit, popup = shown.ui.text, shown._offered.list
    edit.setFocus()
    desk.type(edit, "[[ve")
    desk.wait(popup.isVisible)
    desk.key(popup, Qt.Key.Key_Down)
    desk.key(popup, Qt.Key.Key_Return)
    assert shown.text == "[[Vera]]"


def test_a_note_is_shown_to_the_players_and_printed_without_its_brackets(desk: Person) -> None:
    shown = write(desk, "# Mill\n[[Vera]] was here.")
    shown.ui.show_button.click()
    held = desk.desk.players.shown
    assert held
    assert held.text == "# Mill\nVera was here."
    pages = on_paper.pages_of(shown, "note")
    assert pages
    assert len(pages.svg()) == 1
    desk.do(desk.desk.campaigns.create(desk.folder / "Another.fray"))
    assert desk.desk.players.shown is None  # it was of the campaign before


def test_tonight_takes_the_place_of_the_page_that_says_there_is_no_note(desk: Person) -> None:
    desk.do(desk.desk.navigator.go_section("notes"))
    assert desk.desk.navigator.open_page is None
    desk.do(desk.desk.tonight.show())
    page = desk.desk.navigator.open_page
    assert isinstance(page, NotePage)
    assert page.held
    assert page.held.kind == "evening"


def test_an_evening_that_nobody_named_is_called_after_its_day(desk: Person) -> None:
    desk.do(desk.desk.navigator.go_section("notes"))
    desk.do(desk.desk.tonight.show())
    shown = page(desk)
    for name, said in (("", "Evening of {day}"), ("The mill", "The mill")):
        if name:
            shown.ui.name.setText(name)
        shown.ui.day.setDate(shown.ui.day.date().addDays(-7))
        desk.do(shown.flush())
        assert shown.held
        assert shown.held.day
        assert shown.held.name == said.format(day=day_in_words(shown.held.day))
        assert shown.ui.name.text() == shown.held.name


def test_tonight_opens_beside_what_is_open_and_collects_what_happened(desk: Person) -> None:
    store = desk.desk.store
    throw = NewThrow(system="", name="3k20", who="Vera", result="31", rule="")
    secret = NewThrow(system="", name="1k6", who="", result="6", rule="", secret=True)
    kept_throw = desk.do(store.save(lambda c: c.add_throw(throw)))
    desk.do(store.save(lambda c: c.add_throw(secret)))
    before = desk.desk.navigator.open_page
    desk.do(desk.desk.tonight.show())
    beside = desk.desk.tonight.page
    assert beside
    assert beside.held
    assert beside.isVisible()
    assert beside.held.day == evening_of(kept_throw.at)
    assert beside.ui.day.text() == day_in_words(beside.held.day)
    assert desk.desk.navigator.open_page is before
    beside.ui.collect_button.click()
    desk.wait()
    assert beside.text == "- Vera · 3k20 · 31\n"
    beside.ui.collect_button.click()
    desk.wait()
    assert beside.text == "- Vera · 3k20 · 31\n"
    assert not beside.log
    id = beside.held.id
    desk.do(desk.desk.tonight.show())
    assert beside.held.id == id
    desk.do(beside.flush())
    assert kept(desk, id).text == "- Vera · 3k20 · 31\n"


def test_tonight_stands_over_the_log_with_its_whole_name_and_prints_itself(
    desk: Person, previewed: list[Pages]
) -> None:
    write(desk, "Somewhere else.")
    desk.do(desk.desk.tonight.show())
    beside = desk.desk.tonight.page
    assert beside
    right = desk.window.ui.pages.mapToGlobal(desk.window.ui.pages.rect().bottomRight())
    at = beside.mapToGlobal(beside.rect().bottomRight())
    assert abs(at.x() - right.x()) < 9, "as far as a frame is wide"
    assert beside.width() < desk.window.width() / 3
    name = beside.ui.name
    assert name.fontMetrics().horizontalAdvance(name.text()) < name.width() - 16
    beside.ui.text.setPlainText("Of tonight.")
    beside.ui.print_button.click()
    desk.wait(lambda: previewed)
    assert previewed[0].title == beside.title


def test_without_an_earlier_evening_the_message_says_so(desk: Person) -> None:
    desk.do(desk.desk.tonight.write())
    assert page(desk).ui.text.hasFocus()
    desk.do(desk.desk.tonight.show_last_time())
    assert desk.window.message.text.text() == "There is no note of an earlier evening."


def test_alt_left_and_right_lead_through_what_was_open(desk: Person) -> None:
    navigator = desk.desk.navigator
    first = write(desk, "").held
    assert first
    desk.do(navigator.go_section("throws"))
    desk.do(navigator.go_house_rules("boj"))
    second = write(desk, "").held
    assert second
    assert not navigator.can_go_on
    seen = []
    for _ in range(2):
        desk.do(navigator.go_along(-1))
        seen.append(navigator.section)
    assert seen == ["house_rules", "throws"]
    desk.do(navigator.go_along(-1))
    assert page(desk).held == kept(desk, first.id)
    desk.do(navigator.go_along(1))
    desk.do(desk.desk.commands.remove("note", second.id))
    desk.do(navigator.go_along(1))
    desk.do(navigator.go_along(1))  # what is gone is left out
    assert isinstance(navigator.open_page, HouseRulesPage)
    desk.do(navigator.go("note", first.id))
    assert not navigator.can_go_on


def test_the_log_of_an_evening_says_how_each_fight_went_and_who_fell(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    fight = panel.fight
    victim = next(iter(fight.state.combatants.values()))
    fight.perform({"do": "edit", "combatant": victim.id, "set": {"hp": 0}})
    assert person.fight.session
    person.fight.session.tell_changes()
    person.do(person.desk.tonight.write())
    shown = page(person)
    how = person.do(person.desk.store.read(lambda c: c.fights()))[0]
    person.wait(lambda: any(f"down: {victim.name}" in line for line in shown._lines()))
    assert shown._lines() == [f"- [[{how.name}]] · goes on: Runda 1 · down: {victim.name}"]
    (told,) = shown.ui.links.findItems(f"down: {victim.name}", EXACTLY)
    above = told.parent()
    assert above
    assert above.text(0).startswith(how.name)
    assert above.indexOfChild(told) == 1  # below that the fight goes on


def test_the_log_of_an_evening_says_of_a_fight_that_it_has_not_begun(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.do(person.desk.tonight.write())
    shown = page(person)
    person.wait(lambda: any("not begun" in line for line in shown._lines()))
    (line,) = shown._lines()
    assert line.endswith("]] · not begun")


def test_a_log_that_is_written_before_a_fight_is_played_again_waits_for_how_it_went(
    person: Person, previewed: list[Pages]
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.do(person.desk.tonight.write())
    shown = page(person)
    assert shown.held
    person.do(shown.flush())
    shown._ends.clear()
    person.do(person.desk.commands.printing.print("note"))
    assert previewed
    (line,) = shown.log
    assert line.endswith("goes on: Runda 1")
    shown._ends.clear()
    shown.ui.collect_button.click()
    assert shown.text == ""
    person.wait(lambda: bool(shown.text))
    assert "goes on: Runda 1" in shown.text
    before = shown.text
    shown.ui.collect_button.click()
    person.wait()
    assert shown.text == before


def test_an_encounter_and_a_fight_of_one_name_are_told_apart_in_words(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.do(person.desk.navigator.flush())
    shown = write(person, "[[Patrol MOIRY]]")
    assert set(links(shown.ui.links)["Leads to"]) == {
        "Patrol MOIRY · encounter",
        "Patrol MOIRY · fight",
    }


def test_a_sheet_and_an_encounter_lead_back_to_the_notes_that_name_them(desk: Person) -> None:
    shown = write(desk, "[[vera]] waits.")
    first = shown.held
    assert first
    people = desk.do(desk.desk.store.read(lambda c: c.characters()))
    desk.do(desk.desk.navigator.go("character", people[0].id))
    desk.wait()
    mentions = desk.sheet.ui.mentions
    assert mentions.isVisible()
    (action,) = mentions.menu().actions()
    assert action.text() == first.name
    action.trigger()
    desk.wait(lambda: isinstance(desk.desk.navigator.open_page, NotePage))
    desk.do(
        desk.desk.store.save(
            lambda c: c.save_note(first.id, NewNote(kind="note", name="N", text=""))
        )
    )
    desk.do(desk.desk.navigator.go("character", people[0].id))
    desk.wait()
    assert not mentions.isVisible()


def test_the_throws_of_one_evening_are_shown_alone(desk: Person) -> None:
    store = desk.desk.store
    for name in ("3k20", "1k6"):
        throw = NewThrow(system="", name=name, who="Vera", result="31", rule="")
        desk.do(store.save(partial(Campaign.add_throw, new=throw)))
    first = desk.do(store.read(lambda c: c.throws()))[1]
    desk.do(store.save(lambda c: throw_at(c, first.id, "2026-03-01T20:00:00+00:00")))
    desk.do(desk.desk.navigator.go_section("throws"))
    throws = desk.desk.navigator.open_page
    assert isinstance(throws, ThrowsPage)
    assert [throws.ui.evening.itemData(n) for n in (0, 2)] == [None, date(2026, 3, 1)]
    throws.ui.evening.setCurrentIndex(2)
    throws.ui.evening.activated.emit(2)
    desk.wait(lambda: len(throws.kept) == 1)
    assert throws.kept[0].id == first.id
    assert throws.ui.evening.currentData() == date(2026, 3, 1)


def throw_at(c: Campaign, id: int, at: str) -> None:
    """As if a throw had been made on another day."""
    with c._transaction() as session:
        session.get_one(tables.Throw, id).at = at


def test_a_long_line_beside_tonight_is_as_high_as_all_its_words(desk: Person) -> None:
    what = "3k20 against the whole of the harbour watch, " + "all of its dogs and " * 3
    throw = NewThrow(system="", name=what, who="Vera", result="31", rule="")
    desk.do(desk.desk.store.save(lambda c: c.add_throw(throw)))
    desk.do(desk.desk.tonight.show())
    beside = desk.desk.tonight.page
    assert beside
    desk.wait()
    links = beside.ui.links
    group = links.topLevelItem(0)
    long = group.child(0) if group else None
    assert group
    assert long
    line = links.fontMetrics().lineSpacing()
    assert links.visualItemRect(group).height() < 2 * line
    assert links.visualItemRect(long).height() >= 3 * line
