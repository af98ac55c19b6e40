"""The catalogue as a table: filtered while one types, sorted, brought in after a preview."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QFileDialog, QHeaderView

import desktop.window
from desktop.library.filters import read_filter
from desktop.library.records import NewEntry
from desktop.rules import systems
from desktop.window.catalogue.dialog import NAME_WIDE, CatalogueDialog, ImportPreview
from desktop.window.widgets import theme
from tests.window.conftest import Person


def the_catalogue(person: Person, system: str = "walka") -> CatalogueDialog:
    person.window.ui.catalogue.trigger()
    person.wait()
    dialog = person.window.findChildren(CatalogueDialog)[-1]
    dialog.systems.setCurrentIndex(dialog.systems.findData(system))
    person.wait()
    return dialog


def names(dialog: CatalogueDialog) -> list[str]:
    return [entry.name for entry in dialog.model.entries]


def look_for(person: Person, dialog: CatalogueDialog, text: str) -> None:
    dialog.search.setText(text)
    person.wait()


def test_it_shows_a_column_for_each_field_and_what_is_typed_narrows_it(person: Person) -> None:
    dialog = the_catalogue(person)
    heads = [
        dialog.model.headerData(column, Qt.Orientation.Horizontal)
        for column in range(dialog.model.columnCount())
    ]
    assert heads[:3] == ["Name", "Rodzaj", "Umiejętność"]
    every = names(dialog)
    look_for(person, dialog, "rodzaj: granat")
    grenades = {entry.data.get("category") for entry in dialog.model.entries}
    assert grenades == {"grenade"}
    assert len(names(dialog)) < len(every)
    look_for(person, dialog, "rodzaj: granat, dymny")
    assert names(dialog) == ["Granat dymny"]
    look_for(person, dialog, "cena > 5")
    assert "there is no such field" in dialog.said.text()
    assert names(dialog) == ["Granat dymny"]
    look_for(person, dialog, "")
    assert names(dialog) == every
    dialog.accept()


def test_what_it_says_can_be_typed_is_known_to_the_kind_that_is_shown(person: Person) -> None:
    dialog = the_catalogue(person)
    assert "Szybkostrzelność ≥ 4, Jonowa" in dialog.search.placeholderText()
    for system in range(dialog.systems.count()):
        dialog.systems.setCurrentIndex(system)
        for kind in range(dialog.kinds.count()):
            dialog.kinds.setCurrentIndex(kind)
            _, _, conditions = dialog.search.placeholderText().partition(": ")
            read = read_filter(conditions, dialog.fields)
            assert len(read.conditions) == len(conditions.split(", ")) * bool(conditions)
            assert read.words == ""
    person.wait()
    dialog.accept()


def test_the_filter_of_the_guide_finds_what_it_says(person: Person) -> None:
    dialog = the_catalogue(person, "teohiphip")
    look_for(person, dialog, "range >= 6, not thrown")
    assert names(dialog) == ["Pistolet energetyczny", "Karabin energetyczny"]
    dialog.accept()


def test_a_word_of_a_column_finds_what_it_says_behind_what_is_called_so(person: Person) -> None:
    dialog = the_catalogue(person)
    every = dialog.model.entries
    look_for(person, dialog, "karabin")
    found = dialog.model.entries
    called = [entry.name for entry in found if "karabin" in entry.name.lower()]
    assert names(dialog)[: len(called)] == called
    rifles = {entry.name for entry in every if entry.data.get("category") == "rifle"}
    assert rifles <= {*names(dialog)}
    assert len(rifles - {*called}) > 0
    dialog.accept()


def test_a_column_sorts_and_sorts_the_other_way_round(person: Person) -> None:
    dialog = the_catalogue(person)
    field = next(f for f in dialog.model.fields if f.id == "penetration")
    column = 1 + dialog.model.fields.index(field)
    header = dialog.table.horizontalHeader()
    assert isinstance(header, QHeaderView)
    header.sectionClicked.emit(column)
    person.wait()
    rising = [entry.data.get("penetration") for entry in dialog.model.entries]
    numbers = [number for number in rising if number is not None]
    assert numbers == sorted(numbers)
    assert rising[: len(numbers)] == numbers
    header.sectionClicked.emit(column)
    person.wait()
    falling = [entry.data.get("penetration") for entry in dialog.model.entries]
    assert falling[: len(numbers)] == numbers[::-1]
    dialog.accept()


def test_enter_opens_the_chosen_entry(person: Person) -> None:
    dialog = the_catalogue(person)
    look_for(person, dialog, "Granat dymny")
    dialog.table.selectRow(0)
    person.key(dialog.table, Qt.Key.Key_Return)
    person.wait()
    assert person.desk.navigator.open_page is not None
    assert person.desk.navigator.open_page.title == "Granat dymny"
    dialog.accept()


def test_a_table_is_looked_at_brought_in_and_taken_back(person: Person, tmp_path: Path) -> None:
    dialog = the_catalogue(person)
    table = tmp_path / "bron.csv"
    table.write_text("name,accuracy\nProca Żółwia,1\nWiatrówka,x\n", "utf-8")
    person.do(dialog.look_at(table))
    preview = dialog.findChildren(ImportPreview)[-1]
    assert [preview.ui.rows.item(row).text() for row in range(preview.ui.rows.count())] == [
        "row 2, Proca Żółwia: is added",
        "row 3, Wiatrówka: refused, accuracy: needs a whole number, not 'x'",
    ]
    assert "Proca Żółwia" not in names(dialog)
    preview.ui.bring.click()
    person.wait()
    assert names(dialog)[0] == "Proca Żółwia"
    assert dialog.model.data(dialog.model.index(0, 0)) == "Proca Żółwia · own"
    assert dialog.chosen
    assert dialog.chosen.name == "Proca Żółwia"
    assert dialog.said.text() == "Added: 1. Changed: 0. Refused: 1."
    person.window.ui.undo.trigger()
    person.wait()
    dialog.refresh()
    person.wait()
    assert "Proca Żółwia" not in names(dialog)
    dialog.accept()


def test_what_is_shown_is_written_as_a_table(person: Person, tmp_path: Path) -> None:
    dialog = the_catalogue(person)
    look_for(person, dialog, "rodzaj: granat")
    person.do(dialog.write_out(tmp_path / "granaty.csv"))
    lines = (tmp_path / "granaty.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 1 + len(names(dialog))
    shown = [dialog.model.headerData(c, Qt.Orientation.Horizontal) for c in range(1, 9)]
    assert set(shown) <= set(lines[0].split(","))
    person.do(dialog.look_at(tmp_path / "granaty.csv"))
    preview = dialog.findChildren(ImportPreview)[-1]
    rows = [preview.ui.rows.item(row).text() for row in range(preview.ui.rows.count())]
    assert all(row.endswith("is there already") for row in rows)
    preview.reject()
    dialog.accept()


def test_a_column_that_nobody_knows_is_named_before_the_rows(
    person: Person, tmp_path: Path
) -> None:
    dialog = the_catalogue(person)
    table = tmp_path / "bron.csv"
    table.write_text("Nazwa;Celność;Kolor\nProca;1;czerwony\n", "utf-8")
    person.do(dialog.look_at(table))
    preview = dialog.findChildren(ImportPreview)[-1]
    assert [preview.ui.rows.item(row).text() for row in range(preview.ui.rows.count())] == [
        "Left out, for nothing here is called so: Kolor",
        "row 2, Proca: is added",
    ]
    preview.reject()
    dialog.accept()


def test_the_preview_of_an_import_is_as_wide_as_its_lines(person: Person) -> None:
    for letters in range(1, 30):
        preview = ImportPreview(person.window, ["i" * letters + " ab" * 90], useful=True)
        preview.show()
        person.wait()
        assert preview.ui.rows.horizontalScrollBar().maximum() == 0
        preview.reject()


def test_a_column_is_as_wide_as_what_is_in_it(person: Person) -> None:
    dialog = the_catalogue(person, "teohiphip")
    kinds = next(c for c in range(1, 9) if dialog.model.fields[c - 1].id == "kind")
    assert dialog.table.columnWidth(kinds) >= dialog.table.sizeHintForColumn(kinds)
    dialog.accept()


def test_a_column_is_as_wide_as_what_is_in_it_behind_what_is_seen_at_first(person: Person) -> None:
    dialog = the_catalogue(person, "mir_tmy")
    shown = dialog.kinds.findData("weapon")
    dialog.kinds.setCurrentIndex(shown)
    person.wait()
    look_for(person, dialog, "вид = огнестрельное")
    assert dialog.model.entries
    for column in range(1, dialog.model.columnCount()):
        needed = min(dialog.table.sizeHintForColumn(column), theme.px(NAME_WIDE))
        assert dialog.table.columnWidth(column) >= needed
    dialog.accept()


def test_after_a_removal_the_entry_at_the_same_place_is_chosen(person: Person) -> None:
    own = [
        NewEntry(system="walka", kind="weapon", name=name, data={"name": name}) for name in "ABCD"
    ]
    person.do(person.desk.store.save(lambda c: [c.add_entry(new) for new in own]))
    dialog = the_catalogue(person)
    look_for(person, dialog, "")
    dialog.table.selectRow(names(dialog).index("B"))
    for gone, chosen in (("B", "C"), ("C", "D")):
        assert dialog.chosen
        assert dialog.chosen.name == gone
        person.key(dialog.table, Qt.Key.Key_Delete)
        person.wait()
        assert gone not in names(dialog)
        assert dialog.chosen
        assert dialog.chosen.name == chosen
    dialog.accept()


def columns_by_name(person: Person, kind: str, column: str) -> dict[str, str]:
    """What a column of the catalogue of TEOHIPHIP says of each entry of this kind."""
    dialog = the_catalogue(person, "teohiphip")
    dialog.kinds.setCurrentIndex(dialog.kinds.findData(kind))
    person.wait()
    model = dialog.model
    at = 1 + [field.id for field in model.fields].index(column)
    said = {entry.name: model.data(model.index(n, at)) for n, entry in enumerate(model.entries)}
    dialog.accept()
    return said


def test_a_behaviour_is_called_by_its_name_in_the_language(person: Person) -> None:
    said = columns_by_name(person, "adversary", "policy")
    policies = systems()["teohiphip"].policies
    assert set(said.values()) <= {"", *(policy.native for policy in policies.values())}
    assert policies["assault"].native in said.values()


def test_teohiphip_15_what_a_trait_costs_is_said_only_of_those_that_are_used(
    person: Person,
) -> None:
    said = columns_by_name(person, "trait", "ap")
    assert said["Medytacja"] == "2\u00a0AP"
    assert said["Otyły"] == ""


def test_effects_show_what_they_change_and_only_what_counts_and_fit_no_sheet(
    person: Person,
) -> None:
    usual = {"until": "by_hand", "rounds": 3, "remind": "never", "remind_round": 2}
    changes = [{"chance": 20, "armour": 2}, {"chance": -20}]
    own = [
        NewEntry(
            system="boj", kind="effect", name=name, data={"name": name, **usual, "changes": changed}
        )
        for name, changed in zip(("Кураж", "Страх"), changes, strict=True)
    ]
    person.do(person.desk.store.save(lambda c: [c.add_entry(new) for new in own]))
    person.go("character", "Halina Żółć")
    dialog = the_catalogue(person, "boj")
    assert dialog.give_button.isEnabled()
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("effect"))
    person.wait()
    model = dialog.model
    shown = {
        model.fields[column - 1].id: model.data(model.index(0, column))
        for column in range(1, model.columnCount())
    }
    assert shown == {
        "changes": "Шанс проверок 20\u00a0%, Броня 2", "until": "ended by hand", "rounds": "",
        "remind": "never", "remind_round": "",
    }  # fmt: skip
    look_for(person, dialog, "changes: броня")
    assert names(dialog) == ["Кураж"]
    assert not dialog.give_button.isEnabled()
    dialog.accept()


def test_ctrl_and_plus_give_nothing_to_the_character(person: Person) -> None:
    person.go("character", "Halina Żółć")
    dialog = the_catalogue(person, "teohiphip")
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("trait"))
    person.wait()
    before = person.box("traits").editor.value()
    person.key(dialog.table, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    person.wait()
    assert person.box("traits").editor.value() == before
    person.key(dialog.table, Qt.Key.Key_Plus)
    person.wait()
    assert len(person.box("traits").editor.value()) == len(before) + 1
    dialog.accept()


AWAITING: dict[str, Callable[[CatalogueDialog, Path], object]] = {
    "reads": lambda dialog, _: dialog.refresh(),
    "copies": lambda dialog, _: dialog.copy_chosen(),
    "imports": lambda dialog, _: dialog.ask_import(),
    "brings in": lambda dialog, _: dialog._start(dialog.bring_in([])),
    "exports": lambda dialog, folder: dialog._start(dialog.write_out(folder / "all.csv")),
}


@pytest.mark.parametrize("doing", AWAITING)
def test_a_catalogue_closed_while_it_waits_goes_on_with_nothing(
    person: Person, tmp_path: Path, doing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "bron.csv"
    table.write_text("name,accuracy\nProca,1\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    errors: list[BaseException] = []
    person.desk.tasks.report = errors.append
    worker = person.desk.store._worker
    person.loop.set_default_executor(worker)
    done, passes = False, 0  # of the event loop, before it is closed
    while not done:
        dialog = the_catalogue(person)
        dialog.table.selectRow(0)

        async def close(dialog: CatalogueDialog = dialog, passes: int = passes) -> bool:
            AWAITING[doing](dialog, tmp_path)
            for _ in range(passes):
                worker.submit(int).result()  # however fast the disk is, a pass has its answer
                await asyncio.sleep(0)
            done = not person.desk.tasks._running
            dialog.close()
            QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)
            return done

        done = person.do(close())
        assert errors == []
        passes += 1
    assert passes > 2


def dialogs() -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class of a dialog, with its file."""
    for path in sorted(Path(desktop.window.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            if isinstance(node, ast.ClassDef) and any("Dialog" in ast.unparse(b) for b in bases):
                yield path.name, node


def test_every_dialog_waits_only_while_it_is_open() -> None:
    allowed = {"_bring_in"}  # touches no widget, and what it has begun is finished
    seen = 0
    for file, dialog in dialogs():
        for function in ast.walk(dialog):
            if not isinstance(function, ast.AsyncFunctionDef) or function.name in allowed:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Await):
                    seen += 1
                    waits = ast.unparse(node.value)
                    assert waits.startswith("while_open(self, "), f"{file}: {waits}"
    assert seen > 4
