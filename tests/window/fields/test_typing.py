"""What people type and paste: all of it is kept, and nothing of it stops anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Choice, Field
from desktop.window.fields.box import SheetBox
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.dot_slider import Dots
from desktop.window.fields.editor import OneLine, Surroundings
from desktop.window.fields.editors import ChoiceEditor, LongEditor, NumberEditor, TextEditor
from desktop.window.fields.factory import ListEditor, make_editor
from desktop.window.fields.records import RecordsEditor
from desktop.window.fields.score_rows import ScoreRows
from desktop.window.fields.tab_order import TabOrder
from desktop.window.pages.entry import EntryPage
from tests.window.conftest import Person

SHEET = "Halina Żółć"


def paste(edit: QLineEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    edit.selectAll()
    edit.paste()


def focused() -> QWidget:
    there = QApplication.focusWidget()
    assert there is not None
    return there


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Callable[..., None]]:
    """Shows widgets under one another in a window that has the keys."""
    windows: list[QWidget] = []

    def stand(*widgets: QWidget) -> None:
        windows.append(window := QWidget())
        column = QVBoxLayout(window)
        for widget in widgets:
            column.addWidget(widget)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)

    yield stand
    for window in windows:
        window.close()


Show = Callable[..., None]


# ---- numbers


@pytest.mark.parametrize(
    "value", [1234567, 1234567.25, 0.1234567, 1e-7, 2.0, 999999999.125, -0.5, 123456789012345678]
)
def test_a_number_is_shown_with_all_its_digits(qtbot: QtBot, value: float) -> None:
    made = NumberEditor(Field(id="n", kind="number", label="N"))
    qtbot.addWidget(made)
    made.show_value(value)
    assert "e" not in made.edit.text()
    assert made.value() == value


def test_arrows_go_on_from_a_large_number(qtbot: QtBot) -> None:
    made = NumberEditor(Field(id="n", kind="integer", label="N", maximum=2e9))
    qtbot.addWidget(made)
    made.show_value(1234567)
    qtbot.keyClick(made.edit, Qt.Key.Key_Up)
    assert made.value() == 1234568


def turn(widget: QWidget, sideways: int, up: int) -> None:
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(0, 0),
        QPoint(sideways, up),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


@pytest.mark.parametrize("dots", [False, True])
def test_the_wheel_counts_whole_notches_and_none_to_the_side(
    qtbot: QtBot, show: Show, dots: bool
) -> None:
    number = NumberEditor(Field(id="n", kind="integer", label="N"))
    row = Dots(10)
    widget: QWidget = row if dots else number.edit
    show(row if dots else number)

    def shown() -> Any:
        return row.value() if dots else number.value()

    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
    row.show_number(5)
    number.show_value(5)
    turn(widget, 120, 0)
    turn(widget, -120, 0)
    assert shown() == 5
    for _ in range(7):  # a touchpad
        turn(widget, 0, 15)
    assert shown() == 5
    turn(widget, 0, 15)
    assert shown() == 6
    turn(widget, 0, -240)
    assert shown() == 4


# ---- texts


@pytest.mark.parametrize(
    ("pasted", "stays"),
    [
        ("Jan\nKowalski", "Jan Kowalski"),
        ("Jan\tKowalski\r\n", "Jan Kowalski"),
        ("a\u2028b\x07c\x85d", "a b c d"),
        ("👩‍👩‍👧 e\u0301 שלום \u00ad", "👩‍👩‍👧 e\u0301 שלום \u00ad"),
    ],
)
def test_what_is_pasted_into_a_line_stays_one_line(qtbot: QtBot, pasted: str, stays: str) -> None:
    made = TextEditor(Field(id="t", kind="text", label="T"))
    qtbot.addWidget(made)
    paste(made.edit, pasted)
    assert made.value() == stays


def test_the_place_in_a_line_is_counted_as_qt_does(qapp: QApplication) -> None:
    line, names = OneLine(qapp), OneLine(qapp, between=", ")
    assert line.validate("😀a\n", 4) == (OneLine.State.Acceptable, "😀a", 3)
    assert line.validate("😀\na", 3) == (OneLine.State.Acceptable, "😀 a", 3)
    assert names.validate("😀\na, b", 3) == (OneLine.State.Acceptable, "😀, a, b", 4)


def test_a_column_that_is_pasted_into_a_list_becomes_its_parts(qtbot: QtBot) -> None:
    made = ListEditor(Field(id="t", kind="texts", label="T"))
    qtbot.addWidget(made)
    paste(made.edit, "fire\r\nholy water\ncold\n")
    assert made.value() == ["fire", "holy water", "cold"]


@pytest.mark.parametrize("text", ["w\u00a0lesie", "one\ntwo\n", "tab\tin it", "\u00ad🗡"])
def test_a_long_text_is_given_back_letter_by_letter(qtbot: QtBot, text: str) -> None:
    made = LongEditor(Field(id="t", kind="text", label="T", long=True), "sheet")
    qtbot.addWidget(made)
    made.show_value(text)
    assert made.value() == text
    made.edit.moveCursor(made.edit.textCursor().MoveOperation.End)
    made.edit.insertPlainText("!")
    assert made.value() == f"{text}!"


def test_a_text_with_other_line_ends_is_the_same_until_somebody_types(qtbot: QtBot) -> None:
    made = LongEditor(Field(id="t", kind="text", label="T", long=True), "sheet")
    qtbot.addWidget(made)
    made.show_value("one\r\ntwo")
    assert made.value() == "one\r\ntwo"


def test_a_name_pasted_with_line_breaks_is_stored(person: Person) -> None:
    person.go("character", SHEET)
    name = person.field("name")
    assert isinstance(name, QLineEdit)
    paste(name, "Halina\nŻółć\tjr\n")
    person.do(person.sheet.flush())
    assert person.sheet.title == "Halina Żółć jr"
    person.go("encounter", "Generator na forum")
    paste(person.encounter.ui.name, "Generator\nna\tforum\n")
    person.do(person.encounter.flush())
    assert person.encounter.title == "Generator na forum"
    paste(person.encounter.ui.name, "x" * 1000)
    person.do(person.encounter.flush())
    assert person.encounter.title == "x" * 200


def test_a_name_of_blanks_is_refused_at_the_field_and_keeps_nothing_from_being_saved(
    person: Person,
) -> None:
    person.go("character", SHEET)
    assert person.sheet.held
    id = person.sheet.held.id
    person.replace(person.field("name"), "   ")
    person.replace(person.field("archetype"), "Łowczyni")
    person.do(person.sheet.flush())
    assert person.refusal("name")
    assert person.stored(id)["archetype"] == "Łowczyni"
    assert person.stored(id)["name"] == SHEET


def test_notes_of_an_encounter_keep_blanks_that_bind(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    page = person.encounter
    page.ui.notes.setPlainText("w\u00a0lesie")
    person.do(page.flush())
    assert page.held
    assert page.held.document["notes"] == "w\u00a0lesie"


# ---- half typed


def half_typed(person: Person) -> tuple[int, ScoreRows]:
    """A new sheet, and the line in which the name of an ability is half typed."""
    person.do(person.desk.commands.new_character("player", "mir_tmy"))
    person.window.activateWindow()
    assert person.sheet.held
    rows = person.box("abilities").editor
    assert isinstance(rows, ScoreRows)
    rows.add_line.setFocus()
    person.type(rows.add_line, "Stru")
    return person.sheet.held.id, rows


def test_a_half_typed_name_goes_to_the_sheet_on_which_it_was_typed(person: Person) -> None:
    first, rows = half_typed(person)
    person.do(person.desk.commands.new_character("player", "mir_tmy"))
    assert person.sheet.held
    second = person.sheet.held.id
    person.do(person.desk.navigator.go_section("encounters"))
    assert rows.add_line.text() == ""
    assert person.stored(first)["abilities"] == {"Stru": 1}
    assert "abilities" not in person.stored(second)


def test_a_half_typed_name_is_stored_when_the_window_closes(person: Person) -> None:
    first, _ = half_typed(person)
    path = person.desk.store.path
    assert path
    person.close()
    from desktop.library.campaign import Campaign

    with Campaign.open(path) as campaign:
        assert campaign.character(first).sheet["abilities"] == {"Stru": 1}


def test_undo_takes_a_half_typed_name_back_and_the_keys_stay(person: Person) -> None:
    first, rows = half_typed(person)
    person.do(person.desk.navigator.undo())
    assert rows.add_line.text() == ""
    assert "abilities" not in person.stored(first)
    person.do(person.desk.navigator.redo())
    assert person.stored(first)["abilities"] == {"Stru": 1}


def test_a_field_keeps_the_keys_when_the_page_is_stored(person: Person) -> None:
    person.go("character", SHEET)
    person.window.activateWindow()
    field = person.field("archetype")
    field.setFocus()
    person.type(field, "x")
    person.do(person.desk.navigator.undo())
    assert focused() is field


def test_a_score_without_a_known_name_is_stored_when_the_page_is_left(person: Person) -> None:
    person.do(person.desk.commands.new_entry("species", "walka"))
    person.window.activateWindow()
    page = person.desk.navigator.open_page
    scores = page.forms.form.boxes[("attributes",)].editor  # type: ignore[union-attr]
    assert isinstance(scores, ScoreRows)
    person.type(scores.add_line, "BC")
    person.key(scores.add_line, Qt.Key.Key_Return)
    person.replace(scores.boxes["BC"].editor.focus_widget(), "-4")
    id = page.held.id  # type: ignore[union-attr]
    person.do(person.desk.navigator.go_section("encounters"))
    entry = person.do(person.desk.store.read(lambda c: c.entry(id)))
    assert entry.data["attributes"] == {"BC": -4}


def test_what_is_typed_while_another_sheet_is_read_is_kept(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.go("character", SHEET)
    assert person.sheet.held
    first = person.sheet.held.id
    field = person.field("archetype")
    assert isinstance(field, QLineEdit)
    read, typed = person.desk.store.read_early, iter(["", "Łowczyni"])

    async def slowly(work: Any) -> Any:
        found = await read(work)
        if text := next(typed, ""):  # once the page reads the other sheet
            field.selectAll()
            field.insert(text)
        return found

    monkeypatch.setattr(person.desk.store, "read_early", slowly)
    other = next(name for name in person.names() if name == "Zenon Kowalski")
    person.go("character", other)
    assert person.stored(first)["archetype"] == "Łowczyni"
    assert person.sheet.title == other


@pytest.mark.parametrize("kind", ["house_rules", "encounter", "entry"])
def test_what_is_typed_while_another_page_is_read_is_kept(
    person: Person, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    navigator = person.desk.navigator
    match kind:
        case "house_rules":
            person.do(navigator.go_section("house_rules"))
        case "encounter":
            person.go("encounter", "Generator na forum")
        case _:
            person.do(person.desk.commands.new_entry("trait", "teohiphip"))
    page: Any = navigator.open_page
    read, saves = person.desk.store.read, []
    typed = iter([None])

    async def slowly(work: Any) -> Any:
        found = await read(work)
        for _ in typed:
            page.touch()
        return found

    async def save() -> None:
        saves.append(page)

    monkeypatch.setattr(person.desk.store, "read", slowly)
    monkeypatch.setattr(page, "save", save)
    person.do(page.read_again())
    assert saves == [page]


def test_whoever_types_stays_at_the_same_place_when_it_is_taken_back(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.window.activateWindow()
    page = person.encounter
    page.ui.notes.setPlainText("one two three")
    person.do(page.flush())
    page.ui.notes.setFocus()
    page.ui.notes.moveCursor(page.ui.notes.textCursor().MoveOperation.End)
    person.type(page.ui.notes, "!")
    person.do(person.desk.navigator.undo())
    assert page.ui.notes.toPlainText() == "one two three"
    assert page.ui.notes.textCursor().atEnd()
    person.go("character", SHEET)
    name = person.field("name")
    assert isinstance(name, QLineEdit)
    name.setFocus()
    name.end(False)
    person.type(name, "!")
    person.do(person.desk.navigator.undo())
    assert name.text() == SHEET
    assert name.cursorPosition() == len(SHEET)


# ---- what can only be read


def test_the_records_of_a_shipped_entry_can_be_looked_at_and_not_changed(person: Person) -> None:
    def beasts(campaign: Any) -> list[Any]:
        found = campaign.entries("konflikt", limit=None)
        return [entry for entry in found if len(entry.data.get("attacks", [])) > 1]

    beast = person.do(person.desk.store.read(beasts))[0]
    person.do(person.desk.navigator.go("entry", beast.id))
    page = person.desk.navigator.open_page
    attacks = page.forms.form.boxes[("attacks",)].editor  # type: ignore[union-attr]
    assert isinstance(attacks, RecordsEditor)
    assert attacks.list.isEnabled()
    attacks.list.setCurrentRow(1)
    assert attacks.detail.isVisible()
    name = attacks.form.box("name").editor.focus_widget()
    assert isinstance(name, QLineEdit)
    assert name.text() == beast.data["attacks"][1]["name"]
    assert name.isReadOnly()
    before = attacks.value()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Insert):
        person.key(attacks.list, key)
    person.key(attacks.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert attacks.value() == before
    assert page.ui.source.text() == "comes with the program"  # type: ignore[union-attr]
    for control in attacks.findChildren(QPushButton):
        inside = attacks.detail.isAncestorOf(control)
        assert inside or not control.isEnabled(), control.accessibleName()


# ---- where the keys go


def test_who_takes_lines_of_an_encounter_out_by_keys_stays_there(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.window.activateWindow()
    page = person.encounter
    cross = page._plan_lines[0].widgets[-1]
    cross.setFocus()
    count = len(page.lines)
    assert count > 1
    while page.lines:
        person.key(focused(), Qt.Key.Key_Space)
        count -= 1
        assert len(page.lines) == count
    assert focused() is page.ui.add_button
    page.add_objective()
    page.add_objective()
    page.ui.objectives.findChildren(QPushButton)[0].setFocus()
    while goals := page._document["objectives"]:
        before = len(goals)
        person.key(focused(), Qt.Key.Key_Space)
        assert len(goals) == before - 1
    assert focused() is page.ui.add_objective


def test_a_new_objective_is_in_sight_and_an_arrow_changes_a_side(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.window.resize(1366, 500)
    page = person.encounter
    person.wait()
    page.add_objective()
    person.wait(lambda: not focused().visibleRegion().isEmpty())
    line = next(line for line in page._plan_lines if line.ui.side.currentData() != "players")
    above = line.ui.side.itemData(line.ui.side.currentIndex() - 1)
    person.key(line.ui.side, Qt.Key.Key_Up)
    assert (line.ui.side.currentData(), line._line["side"]) == (above, above)


def test_the_page_stays_where_it_is_when_a_line_is_taken_out(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.window.resize(1366, 500)
    person.wait()
    bar = person.encounter.ui.scroll.verticalScrollBar()
    for _ in range(2):
        QTest.mouseClick(person.encounter._plan_lines[0].ui.drop, Qt.MouseButton.LeftButton)
        high = bar.maximum()
        person.wait(lambda: bar.maximum() < high)  # noqa: B023
        person.wait()
        assert bar.value() == 0


def test_undo_leaves_the_keys_in_the_field_of_a_line(person: Person) -> None:
    person.go("encounter", "Generator na forum")
    person.window.activateWindow()
    page = person.encounter
    wave = page._plan_lines[1].widgets[-2]
    wave.setFocus()
    person.type(wave, "2")
    person.do(person.desk.navigator.undo())
    assert focused() is page._plan_lines[1].widgets[-2]


def test_who_takes_records_out_by_keys_stays_at_their_list(person: Person) -> None:
    person.go("character", SHEET)
    person.window.activateWindow()
    traits = person.box("traits").editor
    assert isinstance(traits, RecordsEditor)
    traits.list.setCurrentRow(0)
    traits.drop.setFocus()
    while traits.value():
        assert focused() is traits.drop
        left = len(traits.value())
        person.key(focused(), Qt.Key.Key_Space)
        assert len(traits.value()) < left
    assert focused() is traits.add_known


@pytest.mark.parametrize("kind", ["choices", "combatant"])
def test_who_picks_from_the_list_after_the_chips_stays_at_them(
    qtbot: QtBot, show: Show, kind: Any
) -> None:
    many = tuple(Choice(f"c{n}", f"Choice {n}") for n in range(14))
    made = ChipsEditor(Field(id="c", kind=kind, label="C", choices=many))
    show(made, QLineEdit())
    assert made.more is not None
    made.more.setFocus()
    made.more.activated.emit(2)
    chip = focused()
    assert made.value()
    assert chip in made.chips().values()
    if kind == "choices":
        qtbot.keyClick(chip, Qt.Key.Key_Space)
        assert made.value() == []
        assert focused() is made.more


def test_arrows_that_a_system_calls_keypad_keys_move_records_too(person: Person) -> None:
    person.go("character", SHEET)
    traits = person.box("traits").editor
    assert isinstance(traits, RecordsEditor)
    before = traits.value()
    traits.list.setCurrentRow(0)
    held = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.KeypadModifier
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, held)
    QApplication.sendEvent(traits.list, event)
    assert traits.value()[:2] == before[1::-1]


def test_an_own_row_of_typed_numbers_is_taken_out_by_keys(qtbot: QtBot, show: Show) -> None:
    field = Field(
        id="s", kind="scores", label="S", maximum=20, choices=(Choice("prowess", "Zdatnost"),)
    )
    made = ScoreRows(field, Surroundings(make_editor), growing=True)
    show(made)
    made.show_value({"prowess": 3, "Whistling": 7})
    TabOrder(made).arrange()
    number = made.boxes["Whistling"].editor.focus_widget()
    number.setFocus()
    qtbot.keyClick(number, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert made.value() == {"prowess": 3}


def test_a_name_with_an_ampersand_is_no_shortcut(qtbot: QtBot, show: Show) -> None:
    field = Field(id="R&D", kind="integer", label="R&D", default=0, minimum=0, maximum=5)
    beside = SheetBox(field, Surroundings(make_editor), beside=True)
    above = SheetBox(field, Surroundings(make_editor))
    line = QLineEdit()
    show(line, beside, above)
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier)
    assert focused() is line
    assert above._first.width() >= above._first.fontMetrics().horizontalAdvance("R&D")


def test_the_behaviour_of_an_adversary_is_chosen_by_its_word(person: Person) -> None:
    def thief(campaign: Any) -> int:
        found = campaign.entries("walka", "adversary", "Kieszonkowiec")
        return campaign.duplicate("entry", found[0].id).id  # type: ignore[no-any-return]

    id = person.do(person.desk.store.save(thief))
    person.do(person.desk.navigator.go("entry", id))
    page = person.desk.navigator.open_page
    assert isinstance(page, EntryPage)
    policy = page.forms.form.boxes[("policy",)].editor
    assert isinstance(policy, ChoiceEditor)
    words = [policy.box.itemText(place) for place in range(policy.box.count())]
    assert words[0] == "by hand"
    assert policy.box.currentText() == "Celuje zza osłony"
    policy.box.setCurrentIndex(words.index("Strzela od razu"))
    policy.box.activated.emit(policy.box.currentIndex())
    person.do(page.flush())
    assert page.held
    assert page.held.data["policy"] == "aggressive"


def test_what_no_list_of_a_sheet_takes_says_so(person: Person) -> None:
    armor = person.do(person.desk.store.read(lambda c: c.entries("konflikt", "armor")))[0]
    person.do(person.desk.navigator.go("entry", armor.id))
    page = person.desk.navigator.open_page
    assert isinstance(page, EntryPage)
    assert page.ui.source.text() == "comes with the program · its numbers go onto a sheet by hand"


def test_the_names_of_abilities_are_read_whole_beside_one_another(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    person.open_sample(of="mir_tmy")
    person.window.resize(1366, 768)
    person.go("character", "Маша")
    rows = person.box("abilities").editor
    assert isinstance(rows, ScoreRows)
    assert rows._shown == 3
    for box in rows.boxes.values():
        assert box._first.width() >= box.name_width(), box.field.id
