"""Context menus: what can be done there is offered there, and a key or a button does it too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QMenu, QWidget

from desktop.library.records import NewEntry
from desktop.window.catalogue.dialog import CatalogueDialog
from desktop.window.fields.records import RecordsEditor
from desktop.window.shell import dialogs
from desktop.window.shell.library import Item
from tests.window.conftest import Person

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def menu_at(widget: QWidget, place: QPoint) -> QMenu:
    before = set(widget.findChildren(QMenu))
    widget.customContextMenuRequested.emit(place)
    return next(menu for menu in widget.findChildren(QMenu) if menu not in before)


def menu_of_row(view: QAbstractItemView, row: int) -> QMenu:
    index = view.model().index(row, 0)
    view.setCurrentIndex(index)
    return menu_at(view, view.visualRect(index).center())


def labels(menu: QMenu) -> list[str]:
    return [a.text().split("\t")[0] for a in menu.actions() if a.text()]


def keys(menu: QMenu) -> dict[str, str]:
    pairs = (a.text().partition("\t") for a in menu.actions())
    return {label: key for label, _, key in pairs if key}


def pick(menu: QMenu, label: str) -> None:
    next(a for a in menu.actions() if a.text().split("\t")[0] == label).trigger()
    menu.close()


# ---- the library


def library_menu(person: Person, name: str) -> QMenu:
    return menu_of_row(person.window.library.ui.list, person.names().index(name))


def test_the_library_offers_what_can_be_done_with_a_character(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    menu = library_menu(person, "Halina Żółć")
    assert labels(menu) == [
        "Open", "Add to the encounter", "Print the card…", "Duplicate", "Export…", "Remove",
    ]  # fmt: skip
    assert keys(menu)["Remove"] == "Del"
    pick(menu, "Duplicate")
    person.wait(lambda: person.sheet.title.startswith("Halina Żółć "))
    assert person.window.message.isVisibleTo(person.window) or person.sheet.held
    person.do(person.desk.navigator.undo())
    assert sum(name.startswith("Halina") for name in person.names()) == 1


def menu_of_shelf(person: Person, shelf: str) -> QMenu:
    """The menu of the first entry of a shelf of the catalogue."""
    library = person.window.library
    library.fold({f"teohiphip/{shelf}": False})
    shown = (held for held in library.model.rows if isinstance(held, Item))
    return library_menu(person, next(item.name for item in shown if item.shelf == shelf))


def test_the_library_offers_for_a_fight_only_who_can_come_to_one(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    library = person.window.library
    asked: list[str] = []
    library.wanted.connect(lambda what, *_: asked.append(what))
    for shelf, offered in (("attack", False), ("adversary", True)):
        menu = menu_of_shelf(person, shelf)
        assert ("Add to the encounter" in labels(menu)) == offered
        menu.close()
        QTest.keyClick(library.ui.list, Qt.Key.Key_Plus)
        assert asked == ["give", "add"][: 1 + offered]


def test_the_library_gives_a_character_only_what_the_sheet_has_a_list_for(person: Person) -> None:
    person.go("character", "Halina Żółć")
    for shelf, offered in (("attack", True), ("adversary", False)):
        menu = menu_of_shelf(person, shelf)
        assert ("Give to the character" in labels(menu)) == offered
        menu.close()


def test_the_library_starts_the_fight_of_an_encounter(person: Person) -> None:
    pick(library_menu(person, "Generator na forum"), "Start the fight")
    person.wait(lambda: person.desk.navigator.fight_page)
    assert not person.fight.panel.fight.begun


def test_the_library_exports_what_was_clicked(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = person.folder / "out.json"

    async def export_path(window: object, name: str) -> Path:
        return path

    monkeypatch.setattr(dialogs, "export_path", export_path)
    pick(library_menu(person, "Halina Żółć"), "Export…")
    person.wait(path.exists)
    assert "Halina Żółć" in path.read_text("utf-8")


def test_a_heading_of_the_library_folds(person: Person) -> None:
    count = len(person.names())
    rows = person.window.library.ui.list
    pick(menu_of_row(rows, 0), "Fold")
    assert len(person.names()) < count
    pick(menu_of_row(rows, 0), "Unfold")
    assert len(person.names()) == count


# ---- a list on a sheet


@pytest.fixture
def traits(person: Person) -> RecordsEditor:
    person.go("character", "Halina Żółć")
    editor = person.box("traits").editor
    assert isinstance(editor, RecordsEditor)
    return editor


def named(editor: RecordsEditor) -> list[Any]:
    return [record.get("name", "") for record in editor.value()]


def test_a_list_on_a_sheet_offers_all_its_buttons(traits: RecordsEditor) -> None:
    menu = menu_of_row(traits.list, 0)
    assert labels(menu) == [
        "Add one of your own", "From the catalogue", "Duplicate", "Move up", "Move down",
        "Sort by name", "Remove",
    ]  # fmt: skip
    possible = [a.isEnabled() for a in menu.actions()]
    assert possible[labels(menu).index("Move up")] is False
    menu.close()
    before = named(traits)
    pick(menu_of_row(traits.list, 0), "Move down")
    assert named(traits)[:2] == before[1::-1]
    pick(menu_of_row(traits.list, 1), "Duplicate")
    assert named(traits) == [before[1], before[0], before[0], *before[2:]]


def test_what_comes_with_the_program_is_not_to_be_removed(person: Person) -> None:
    entries = person.do(person.desk.store.read(lambda c: c.entries("teohiphip", limit=1)))
    person.window.library.ui.search.setText(entries[0].name)
    person.wait(lambda: entries[0].name in person.names())
    assert "Remove" not in labels(library_menu(person, entries[0].name))
    copied = person.do(person.desk.store.save(lambda c: c.duplicate("entry", entries[0].id).name))
    person.desk.start(person.desk.panes.refresh())
    person.wait(lambda: copied in person.names())
    assert "Remove" in labels(library_menu(person, copied))


def test_its_keys_do_the_same(person: Person, traits: RecordsEditor) -> None:
    before = named(traits)
    traits.list.setCurrentRow(0)
    traits.list.setFocus()
    person.key(traits.list, Qt.Key.Key_Down, ALT)
    assert named(traits) == [before[1], before[0], *before[2:]]
    person.key(traits.list, Qt.Key.Key_Insert, CONTROL)
    assert named(traits).count(before[0]) == 2
    person.key(traits.list, Qt.Key.Key_Delete)
    person.key(traits.list, Qt.Key.Key_Up, ALT)
    assert sorted(named(traits)) == sorted(before)
    person.key(traits.list, Qt.Key.Key_Insert)
    assert len(named(traits)) == len(before) + 1


# ---- the people of an encounter


def test_a_line_of_an_encounter_has_a_menu(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    page = person.encounter
    first = page._plan_lines[-1]
    place = first.widgets[0].mapTo(page.ui.lines, QPoint(5, 5))
    menu = menu_at(page.ui.lines, place)
    assert labels(menu)[1:3] == ["One more", "One fewer"]
    count = page.lines[-1].get("count", 1)
    pick(menu, "One more")
    assert page.lines[-1]["count"] == count + 1
    lines = len(page.lines)
    name = page.lines[-1]["sheet"]["name"]
    pick(menu_at(page.ui.lines, place), f"Take out: {name}")
    assert len(page.lines) == lines - 1
    assert "Sort by: Side" in labels(menu_at(page.ui.lines, QPoint(2, page.ui.lines.height() - 1)))


# ---- the catalogue


def catalogue(person: Person) -> CatalogueDialog:
    person.do(person.desk.commands.show_catalogue())
    dialog = person.window.findChildren(CatalogueDialog)[-1]
    person.wait(lambda: dialog.model.entries)
    return dialog


def test_a_row_of_the_catalogue_is_copied_and_only_ones_own_is_removed(person: Person) -> None:
    data = {"name": "Aaa"}
    person.do(
        person.desk.store.save(
            lambda c: c.add_entry(NewEntry(system="teohiphip", kind="trait", name="Aaa", data=data))
        )
    )
    dialog = catalogue(person)
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("trait"))
    person.wait(lambda: any(entry.name == "Aaa" for entry in dialog.model.entries))
    own = next(n for n, entry in enumerate(dialog.model.entries) if entry.source == "own")
    shipped = next(n for n, entry in enumerate(dialog.model.entries) if entry.source == "shipped")
    menu = menu_of_row(dialog.table, shipped)
    assert {"Open", "Copy as my own", "Remove"} <= set(labels(menu))
    assert not menu.actions()[-1].isEnabled()
    assert not dialog.remove_button.isEnabled()
    pick(menu, "Copy as my own")
    person.wait(lambda: person.desk.navigator.place.get("kind") == "entry")
    pick(menu_of_row(dialog.table, own), "Remove")
    person.wait(lambda: "bin" in person.window.message.text.text())
    person.wait(lambda: all(entry.name != "Aaa" for entry in dialog.model.entries))
    dialog.close()


# ---- the log and the order


def test_a_line_of_the_log_takes_back_copies_and_opens_its_rule(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.preferences.typed = False
    panel.main()
    for _ in range(3):
        panel.main()
    log, fight = panel.ui.log, panel.fight
    assert fight.cursor > 2
    steps = fight.cursor
    rows = log.lines.rowCount()
    oldest = next(row for row in range(rows - 1, 0, -1) if log._step_of(row))
    menu = menu_of_row(log, oldest)
    assert labels(menu)[:2] == ["Undo everything after this", "Copy"]
    pick(menu, "Copy")
    assert QGuiApplication.clipboard().text() == log.lines.index(oldest).data()
    kept = log._step_of(oldest)
    pick(menu_of_row(log, oldest), "Undo everything after this")
    assert fight.cursor == kept < steps
    for _ in range(steps - kept):
        panel.redo()
    assert fight.cursor == steps
    newest = next(row for row in range(rows) if log.rule_at(row))
    menu = menu_of_row(log, newest)
    assert "Undo everything after this" not in labels(menu)
    shown: list[str] = []
    log.rule_wanted.connect(shown.append)
    pick(menu, labels(menu)[-1])
    assert shown == [log.rule_at(newest)]
    log.setFocus()
    row = next(row for row in range(log.lines.rowCount()) if log._step_of(row))
    log.setCurrentIndex(log.lines.index(row))
    kept = log._step_of(row)
    person.key(log, Qt.Key.Key_Backspace)
    assert fight.cursor == kept


def test_what_the_order_offers_is_behind_a_button_too(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    panel.ui.order.setCurrentIndex(panel.ui.order.rows.index(0))
    person.click(panel.ui.byHandButton)
    menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
    assert any(label.startswith("Edit ") or "Effect" in label for label in labels(menu))
    menu.close()


def test_what_is_added_and_the_button_that_was_pressed_stay_in_sight(person: Person) -> None:
    person.do(person.desk.commands.new_character("player", "boj"))
    person.window.resize(1366, 700)
    weapons = person.box("weapons").editor
    assert isinstance(weapons, RecordsEditor)
    scroll = person.sheet.ui.scroll
    scroll.ensureWidgetVisible(weapons.add_known)
    person.wait()
    weapons.add_known.setFocus()
    for number in range(5):  # each makes the list and "In a fight" above it higher
        weapons.add({"name": f"Gun {number}"})
        person.do(person.sheet.flush())
        person.sheet._show_in_a_fight()
        person.wait()
        assert not weapons.add_known.visibleRegion().isEmpty()
    weapons.add({})
    person.wait()
    name = weapons.form.box("name").editor
    assert name.isAncestorOf(person.window.focusWidget()) or name is person.window.focusWidget()
    assert not name.visibleRegion().isEmpty()


def test_the_keys_come_back_from_a_menu_that_was_left_for_another_window(person: Person) -> None:
    window, bar = person.window, person.window.ui.menubar
    window.activateWindow()
    campaign = bar.actions()[0]
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(campaign).center())
    menu: Any = campaign.menu()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert menu.isHidden()
    assert not bar.hasFocus()
    assert not bar.activeAction()
    other = QDialog(window)
    other.show()
    other.activateWindow()
    person.wait()
    other.close()
    window.activateWindow()
    person.wait()
    focused = QApplication.focusWidget()
    assert focused
    assert window.ui.pages.isAncestorOf(focused)
