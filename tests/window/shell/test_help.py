"""The keys are on one page that F1 opens and that can be printed; empty places say what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pypdfium2
import pytest
from PySide6 import QtGui
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QTextTable
from PySide6.QtWidgets import QApplication, QMenu

from desktop import assets, paper
from desktop.languages import LANGUAGES, Language
from desktop.library.languages import catalogue
from desktop.paper import Pages
from desktop.window.combat.panel import CombatPanel
from desktop.window.shell.dialogs import TextDialog, groups_of_keys
from desktop.window.widgets import basics
from tests.window.conftest import Person

Arrive = Callable[[], Person]


def test_f1_opens_the_keys_which_can_be_printed(person: Person, previewed: list[Pages]) -> None:
    person.key(person.window, Qt.Key.Key_F1)
    box = person.window.findChildren(TextDialog)[-1]
    assert "larger, smaller, usual size" in box.ui.text.toPlainText()
    box.ui.print_button.click()
    person.wait()
    assert previewed[0].title == "Keys"
    box.accept()


def test_every_key_of_a_menu_and_of_the_fight_is_on_the_list(person: Person) -> None:
    actions = person.window.findChildren(QAction)
    keys = {action.shortcut().toString() for action in actions if not action.shortcut().isEmpty()}
    # The redo of other programs does the same, and so does the Enter beside the digits.
    keys |= {QKeySequence(key).toString() for key in CombatPanel().shortcuts} - {"Ctrl+Shift+Z"}
    named = {key.replace("Return", "Enter") for key in keys}
    named -= {"Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5"}  # between the first and the last
    assert len(named) > 20
    said = [key for _, keys in groups_of_keys() for key, _ in keys]
    listed = {key for line in said for key in re.split(r", (?=\S)| … ", line)}
    assert named <= listed, named - listed


def test_the_keys_stand_on_one_page_of_paper() -> None:
    made = pypdfium2.PdfDocument(paper.keys("Keys", groups_of_keys()).pdf())
    assert len(made) == 1
    said = made[0].get_textpage().get_text_bounded()
    for heading, keys in groups_of_keys():
        for part in (heading, *chain(*keys)):
            assert part.split()[0] in said


def test_empty_places_say_the_next_step(arrive: Arrive) -> None:
    person = arrive()
    person.do(person.desk.campaigns.create(person.folder / "New.fray"))
    empty = person.desk.navigator.empty
    assert "Make a character" in empty.ui.text.text()
    assert QApplication.focusWidget() is empty.ui.first
    person.do(person.desk.navigator.go_section("encounters"))
    assert "add people to it" in empty.ui.text.text()
    person.do(person.desk.navigator.go_section("fight"))
    assert "Open an encounter" in empty.ui.text.text()
    person.type(person.window.library.ui.search, "zzzz")
    person.wait(lambda: person.window.library.ui.nothing.isVisible())
    assert "Esc clears" in person.window.library.ui.nothing.text()
    person.desk.navigator.choose_system("boj")
    person.window.nav["encounters"].setFocus()
    person.do(person.desk.navigator.go_section("encounters"))
    focused = QApplication.focusWidget()
    assert focused
    person.key(focused, Qt.Key.Key_Return)
    person.wait(lambda: person.desk.navigator.encounter_page)


@pytest.mark.parametrize("kind", ["character", "encounter", "fight", "note"])
def test_ctrl_p_prints_what_is_open(person: Person, previewed: list[Pages], kind: str) -> None:
    if kind == "note":
        person.do(person.desk.commands.new_note("Old mill"))
    else:
        person.go("encounter", "Patrol MOIRY")
    if kind == "character":
        person.go(kind, "Halina Żółć")
    elif kind == "fight":
        person.do(person.desk.commands.start_fight())
    page = person.desk.navigator.open_page
    assert page
    person.key(page, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: bool(previewed))
    assert previewed[0].title == page.title
    shown = [
        action.text()
        for action in person.window.findChildren(QAction)
        if action.shortcut().toString() == "Ctrl+P"
    ]
    assert len(shown) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_entries_of_a_menu_have_the_same_letter(person: Person, language: str) -> None:
    said = Language(language, catalogue(language)).text
    person.open_sample()
    bar = person.window.menuBar()
    menus = [bar, *bar.findChildren(QMenu)]
    assert len(menus) > 6
    for menu in menus:
        texts = [said(action.text()) for action in menu.actions()]
        letters = [QKeySequence.mnemonic(text).toString() for text in texts]
        twice = {letter for letter in filter(None, letters) if letters.count(letter) > 1}
        assert not twice, texts


def test_campaigns_of_one_name_are_told_apart_in_the_menu(person: Person, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        person.settings.opened(tmp_path / folder / "Same.fray")
    menu = person.window.ui.menu_recent
    menu.aboutToShow.emit()
    assert menu.toolTipsVisible()
    same = [action.toolTip() for action in menu.actions() if action.text() == "Same"]
    assert len(set(same)) == 2


def test_a_long_name_makes_no_menu_wider_than_the_screen(person: Person) -> None:
    long = f"Żółć & {'W' * 170} 12"
    person.go("character", "Halina Żółć")
    person.do(person.desk.commands.duplicate())
    assert person.sheet.held
    id = person.sheet.held.id
    sheet = person.stored(id)
    person.do(
        person.desk.store.save(lambda c: c.save_character(id, name=long, sheet=sheet, draft=None))
    )
    person.do(person.desk.navigator.go("character", id))
    person.do(person.desk.commands.remove_open())
    undo = person.window.ui.undo.text()
    assert undo.startswith("&Undo: ")
    assert "Żółć && W" in undo
    assert undo.endswith("WW 12")
    assert person.window.ui.menu_edit.sizeHint().width() < 1024


def test_keys_are_called_what_the_desktop_calls_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class OfMacOS(QKeySequence):
        def toString(self, *_: object) -> str:
            return super().toString().replace("Shift+", "⇧").replace("Ctrl+", "⌘")

    text = "Measure (Ctrl+M)\nCtrl++, Ctrl+Shift+N\tnew; Ctrl with the wheel"
    assert basics.native_keys(text) == text
    assert basics.native_keys("Alt+góra, Alt+Влево\tx") == "Alt+góra, Alt+Влево\tx"
    monkeypatch.setattr(QtGui, "QKeySequence", OfMacOS)
    assert basics.native_keys(text) == "Measure (⌘M)\n⌘+, ⌘⇧N\tnew; Ctrl with the wheel"


def test_the_keys_are_a_table_with_a_heading_for_each_group(person: Person) -> None:
    person.key(person.window, Qt.Key.Key_F1)
    box = person.window.findChildren(TextDialog)[-1]
    parts = box.ui.text.document().rootFrame().childFrames()
    tables = [part for part in parts if isinstance(part, QTextTable)]
    assert [(table.rows(), table.columns()) for table in tables] == [
        (len(keys), 2) for _, keys in groups_of_keys()
    ]
    assert box.ui.text.verticalScrollBar().value() == 0
    box.accept()


def test_in_a_fight_the_keys_open_at_those_of_the_fight(person: Person) -> None:
    person.do(person.desk.navigator.go_section("encounters"))
    person.click(person.encounter.ui.start_button)
    assert person.fight
    person.key(person.window, Qt.Key.Key_F1)
    box = person.window.findChildren(TextDialog)[-1]
    at_the_top = box.ui.text.cursorForPosition(QPoint(20, 20)).block().text()
    assert at_the_top == "In a fight"
    box.accept()


def test_what_is_new_begins_with_the_newest_version(person: Person) -> None:
    person.window.ui.changes.trigger()
    box = person.window.findChildren(TextDialog)[-1]
    newest = re.search(r"^## (.+)$", assets.changes(), re.MULTILINE)
    assert newest
    assert box.ui.text.toPlainText().startswith(newest[1])
    box.accept()
