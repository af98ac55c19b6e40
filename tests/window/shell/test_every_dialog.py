"""Every dialog: all is named for a screen reader, plain, and reached by one letter each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QWidget

from desktop.library.records import NewEntry
from desktop.rules import systems
from desktop.window.shell.dialogs import SystemDialog
from desktop.window.widgets import theme
from tests.window.conftest import Person
from tests.window.shell.test_desk import guessing, nameless

NAME = "<b>Fire</b> & <i>ash</i>"
"""Nothing of it may be read as markup, nor as a letter that opens something."""

HERO, PLAN = "Halina Żółć", "Patrol MOIRY"

Open = Callable[[Person], object]


def menu(entry: str, *, first: Open = lambda _: None) -> Open:
    """Opens a dialog by the entry of a menu."""

    def opened(person: Person) -> None:
        first(person)
        getattr(person.window.ui, entry).trigger()

    return opened


def hero(person: Person) -> None:
    person.go("character", HERO)
    person.replace(person.field("name"), NAME)
    person.do(person.sheet.flush())


def removed(person: Person) -> None:
    hero(person)
    person.do(person.desk.commands.remove_open())


def template(person: Person) -> None:
    hero(person)
    person.do(person.desk.commands.make_template())


def outdated(person: Person) -> None:
    hero(person)
    data = {"name": NAME, "kind": "ranged", "range": 9}
    new = NewEntry(system="teohiphip", kind="attack", name=NAME, data=data)
    entry = person.do(person.desk.store.save(lambda c: c.add_entry(new)))
    person.do(person.desk.commands.give(entry.id))
    other = {**data, "range": 20}
    person.do(person.desk.store.save(lambda c: c.save_entry(entry.id, name=NAME, data=other)))


def plan(person: Person) -> None:
    hero(person)
    person.go("encounter", PLAN)


def people(person: Person) -> None:
    plan(person)
    person.click(person.encounter.ui.add_button)


def what_if(person: Person) -> None:
    plan(person)
    person.encounter.balance.what_if_asked.emit()


def even_fight(person: Person) -> None:
    plan(person)
    person.encounter._plan_lines[-1].even_asked.emit()


def fight(person: Person) -> None:
    plan(person)
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.wait()


def hurt(person: Person) -> None:
    fight(person)
    panel = person.fight.panel
    everybody = panel.fight.state.combatants.values()
    one = next(one.id for one in everybody if one.name == NAME)
    panel.do_by_hand({"do": "edit", "combatant": one, "set": {"hp": 1}})
    person.wait()


DIALOGS: dict[str, Open] = {
    "preferences": menu("preferences"),
    "about": menu("about"),
    "keys": menu("keys"),
    "changes": menu("changes"),
    "guide": menu("guide"),
    "bin": menu("bin", first=removed),
    "catalogue": menu("catalogue", first=outdated),
    "templates": menu("from_template", first=template),
    "versions": menu("versions", first=hero),
    "take over": menu("compare_with_catalogue", first=outdated),
    "people": people,
    "what if": what_if,
    "even fight": even_fight,
    "how it went": menu("how_it_went", first=fight),
    "to the sheets": menu("write_back", first=hurt),
    "throws": menu("throw_check", first=hero),
    "who has": menu("who_has", first=hero),
    "which system": lambda person: SystemDialog(person.window, systems().titles()).show(),
}


@pytest.fixture
def closing() -> Iterator[None]:
    yield
    for dialog in shown():
        dialog.close()


def shown() -> list[QDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


@pytest.mark.usefixtures("closing")
@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_is_named_plain_and_follows_the_scheme(
    person: Person, name: str, tmp_path: Path
) -> None:
    DIALOGS[name](person)
    person.wait(shown)
    dialog = shown()[-1]
    assert dialog.windowTitle()
    assert nameless(dialog) == []
    assert guessing(dialog) == []
    letters = [QKeySequence.mnemonic(text).toString() for text in texts(dialog)]
    assert not {letter for letter in filter(None, letters) if letters.count(letter) > 1}
    theme.apply(person.application, "dark")
    try:
        person.wait()
        ground = dialog.grab().toImage().pixelColor(2, 2)
        assert ground.lightness() < 100
    finally:
        theme.apply(person.application, "light")
    dialog.reject()
    person.wait(lambda: not shown())


def texts(dialog: QWidget) -> Iterator[str]:
    """All texts that may give a letter to a control."""
    for control in dialog.findChildren(QAbstractButton):
        if control.isVisibleTo(dialog):
            yield control.text()
    for label in dialog.findChildren(QLabel):
        if label.buddy() is not None and label.isVisibleTo(dialog):
            yield label.text()
