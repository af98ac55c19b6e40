"""The whole window, used as a person uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)
from shiboken6 import isValid

from desktop.languages import ENGLISH, LANGUAGES, OWN_TERMS, Language
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
from desktop.library.records import Entry, NewCharacter, NewEntry
from desktop.paper import Pages, Style
from desktop.rules import systems
from desktop.window import selftest
from desktop.window.fields.records import RecordsEditor
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.forms import DraftPage
from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.printing import chosen as printing
from desktop.window.printing import on_paper
from desktop.window.shell import dialogs
from desktop.window.shell.library import Item
from desktop.window.shell.main_window import SECTIONS
from desktop.window.shell.settings import THIS_RUN, Settings
from desktop.window.widgets import language, theme
from tests.paper.reading import texts
from tests.window.conftest import Person
from tests.window.shell.test_commands import write_all

Arrive = Callable[[], Person]

CTRL = Qt.KeyboardModifier.ControlModifier


# ---- starting


def ask_for_sample(person: Person) -> QFileDialog:
    """Clicks a sample of the welcome page; the dialog that asks where it is stored."""
    samples = person.window.welcome.ui.samples.findChildren(QPushButton)
    person.qtbot.mouseClick(
        next(b for b in samples if "Banda Zenona" in b.text()), Qt.MouseButton.LeftButton
    )
    person.wait_while_working(
        lambda: any(d.isVisible() for d in person.window.findChildren(QFileDialog))
    )
    return next(d for d in person.window.findChildren(QFileDialog) if d.isVisible())


def test_without_a_campaign_the_samples_are_offered_and_open_with_a_click_and_enter(
    arrive: Arrive,
) -> None:
    person = arrive()
    person.begin()
    assert person.window.ui.pages.currentWidget() is person.window.welcome
    proposed = person.folder / "Banda Zenona.fray"
    dialog = ask_for_sample(person)
    assert [Path(name) for name in dialog.selectedFiles()] == [proposed]
    assert not proposed.exists()
    person.qtbot.keyClick(dialog, Qt.Key.Key_Return)
    person.wait(lambda: person.desk.store.path)
    assert person.desk.store.path == proposed
    assert "Halina Żółć" in person.names()
    assert person.sheet.ui.title.text() in person.names()


def test_a_sample_that_is_there_already_is_proposed_by_another_name_and_can_be_left(
    arrive: Arrive,
) -> None:
    person = arrive()
    person.begin()
    (person.folder / "Banda Zenona.fray").write_bytes(b"somebody's")
    dialog = ask_for_sample(person)
    assert Path(dialog.selectedFiles()[0]).name == "Banda Zenona 2.fray"
    person.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    person.wait()
    assert person.desk.store.path is None
    assert person.window.ui.pages.currentWidget() is person.window.welcome


def test_the_last_campaign_comes_back_where_it_was_left(arrive: Arrive) -> None:
    first = arrive()
    first.open_sample()
    first.go("character", "Halina Żółć")
    first.window.library.ui.search.setText("zol")
    first.window.set_widths(310, 333)
    first.close()
    second = arrive()
    second.begin()
    assert second.sheet.ui.title.text() == "Halina Żółć"
    assert second.window.library.search == ""  # a search is of the day
    assert "Zenon Kowalski" in second.names()
    assert second.window.widths == (310, 333)
    assert second.window.library.width() == pytest.approx(310, abs=2)


def test_a_program_that_was_killed_has_lost_nothing(arrive: Arrive) -> None:
    first = arrive()
    path = first.open_sample()
    first.go("encounter", "Patrol MOIRY")
    first.do(first.desk.commands.start_fight())
    first.fight.panel.main()
    first.do(first.fight.flush())
    steps = len(first.fight.panel.fight.journal)
    first.do(first.desk.navigator.keep_place())
    first.do(first.desk.store.close())  # the lock goes with the process; nothing else is done
    second = arrive()
    second.begin()
    assert second.desk.store.path == path
    assert len(second.fight.panel.fight.journal) == steps >= 1
    assert second.fight.panel.fight.begun


def test_house_rules_open_again_at_the_system_they_were_left_at(arrive: Arrive) -> None:
    first = arrive()
    first.open_sample()
    first.do(first.desk.navigator.go_house_rules("boj"))
    first.close()
    second = arrive()
    second.begin()
    page = second.desk.navigator.open_page
    assert isinstance(page, HouseRulesPage)
    assert page.system == "boj"


def test_house_rules_open_at_the_system_of_the_characters_there_are(person: Person) -> None:
    person.open_sample()
    person.do(person.desk.navigator.go_section("throws"))
    person.desk.navigator.place.pop("usual_system", None)
    person.do(person.desk.navigator.go_section("house_rules"))
    page = person.desk.navigator.open_page
    assert isinstance(page, HouseRulesPage)
    assert page.system == "teohiphip"


def test_a_campaign_open_elsewhere_is_refused_in_words(person: Person, tmp_path: Path) -> None:
    other = tmp_path / "Other.fray"
    with Campaign.create(other, "Other"):
        person.do(person.desk.campaigns.open(other))
        message = person.window.message
        assert message.isVisible()
        assert "open in another program" in message.text.text()
    assert person.desk.store.path == tmp_path / "Akropol.fray"
    assert "Halina Żółć" in person.names()


def test_what_is_no_campaign_is_refused_and_left_alone(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "shopping.fray"
    file.write_text("two apples", "utf-8")
    person.do(person.desk.campaigns.open(file))
    assert "shopping.fray" in person.window.message.text.text()
    assert file.read_text("utf-8") == "two apples"


def test_an_error_nobody_foresaw_can_be_copied(person: Person) -> None:
    person.desk.report(ZeroDivisionError("by naught"))
    message = person.window.message
    person.click(message.copy)
    assert "ZeroDivisionError: by naught" in person.application.clipboard().text()
    person.click(message.ui.message_close)
    assert not message.isVisible()


def test_what_was_typed_a_moment_ago_is_saved_on_closing(arrive: Arrive) -> None:
    first = arrive()
    path = first.open_sample()
    first.go("character", "Halina Żółć")
    assert first.sheet.held
    id = first.sheet.held.id
    first.replace(first.field("archetype"), "Łowczyni")
    first.close()
    with Campaign.open(path) as campaign:
        assert campaign.character(id).sheet["archetype"] == "Łowczyni"


def test_a_disk_that_fails_is_told_and_the_window_stays(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.go("character", "Halina Żółć")
    person.replace(person.field("archetype"), "Łowczyni")

    def fail(*_: object, **__: object) -> None:
        raise CampaignError(Path("Akropol.fray"), "the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Campaign, "save_character", fail)
        person.window.close()
        person.wait()
        assert person.window.isVisible()
        assert "the disk is full" in person.window.message.text.text()
    person.close()
    assert not person.window.isVisible()


def test_nothing_slow_is_imported_before_the_first_paint() -> None:
    code = (
        "import sys; from desktop.window import app;"
        "from desktop.window.shell.settings import THIS_RUN, Settings;"
        "from pathlib import Path; a = app.make_application('x');"
        "w = app.show_window(a, Settings(Path('none.ini'))); app.wait_for_paint(w);"
        "print(sorted({'pydantic', 'sqlmodel', 'qasync', 'typst'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


# ---- sheets


def test_a_field_is_saved_by_itself_and_taken_back(person: Person) -> None:
    person.go("character", "Halina Żółć")
    assert person.sheet.held
    id = person.sheet.held.id
    person.replace(person.field("name"), "Halina Gęślą")
    assert person.sheet.ui.title.text() == "Halina Gęślą"
    person.wait(lambda: "Halina Gęślą" in person.names())
    assert person.stored(id)["name"] == "Halina Gęślą"
    person.field("name").setFocus()
    person.key(person.field("name"), Qt.Key.Key_Z, CTRL)
    assert person.field("name").text() == "Halina Żółć"  # type: ignore[attr-defined]
    assert person.stored(id)["name"] == "Halina Żółć"
    person.key(person.field("name"), Qt.Key.Key_Y, CTRL)
    assert person.stored(id)["name"] == "Halina Gęślą"


def test_what_is_refused_is_said_at_the_field_and_stays(arrive: Arrive) -> None:
    first = arrive()
    first.open_sample()
    first.go("character", "Halina Żółć")
    assert first.sheet.held
    id = first.sheet.held.id
    first.replace(first.field("spd"), "szybko")
    first.replace(first.field("archetype"), "Łowczyni")
    assert first.refusal("spd") == "needs a whole number"
    first.close()
    second = arrive()
    second.begin()
    assert second.field("spd").text() == "szybko"  # type: ignore[attr-defined]
    assert second.refusal("spd") == "needs a whole number"
    assert second.stored(id).get("spd", 6) == 6
    assert second.stored(id)["archetype"] == "Łowczyni"
    second.do(second.desk.navigator.undo())
    assert second.field("spd").text() == "6"  # type: ignore[attr-defined]
    assert second.refusal("spd") == ""


@pytest.mark.parametrize("kind", ["entry", "house_rules"])
def test_what_is_refused_beside_the_sheets_stays_too(arrive: Arrive, kind: str) -> None:
    def opened(person: Person) -> DraftPage:
        found = person.desk.navigator.open_page
        assert isinstance(found, DraftPage)
        return found

    def line(person: Person, field: str) -> Any:
        return opened(person).forms.form.boxes[field,].editor.focus_widget()

    first = arrive()
    first.open_sample()
    if kind == "entry":
        first.do(first.desk.commands.new_entry("attack", "teohiphip"))
        field, other = "range", "uses"
    else:
        first.do(first.desk.navigator.go_house_rules("teohiphip"))
        field, other = "round_limit", "swaps_per_test"
    usual = line(first, field).text()
    first.replace(line(first, field), "daleko")
    first.replace(line(first, other), "3")
    page, title = opened(first), opened(first).title
    first.go("character", "Halina Żółć")
    first.close()

    second = arrive()
    second.begin()
    if isinstance(page, EntryPage):
        assert page.held
        second.do(second.desk.navigator.go("entry", page.held.id))
    else:
        second.do(second.desk.navigator.go_house_rules("teohiphip"))
    assert line(second, field).text() == "daleko"
    assert line(second, other).text() == "3"
    assert second.desk.navigator.what_undo_does() == f"what is refused · {title}"
    second.do(second.desk.navigator.undo())
    assert line(second, field).text() == usual
    assert line(second, other).text() == "3"
    assert second.desk.navigator.what_undo_does() is None


def test_the_house_rules_of_another_system_open_at_their_top(person: Person) -> None:
    person.do(person.desk.navigator.go_house_rules("walka"))
    page = person.desk.navigator.open_page
    assert page
    bar = page.findChildren(QScrollArea)[0].verticalScrollBar()
    bar.setRange(0, 500)
    bar.setValue(300)
    person.do(person.desk.navigator.go_house_rules("boj"))
    assert bar.value() == 0


def test_a_trait_comes_from_the_catalogue_and_counts(person: Person) -> None:
    person.go("character", "Halina Żółć")
    assert person.sheet.held
    id = person.sheet.held.id
    traits = person.box("traits").editor
    before = len(traits.value())
    balance = traits.total.text()  # type: ignore[attr-defined]
    person.click(traits.add_known)  # type: ignore[attr-defined]
    picker = person.application.activePopupWidget()
    assert picker is not None
    search, found = picker.search, picker.list  # type: ignore[attr-defined]
    person.type(search, "otyly")
    person.wait(lambda: found.count() == 1)
    person.key(search, Qt.Key.Key_Return)
    assert [t["name"] for t in traits.value()][-1] == "Otyły"
    assert len(traits.value()) == before + 1
    assert traits.total.text() != balance  # type: ignore[attr-defined]
    person.do(person.sheet.flush())
    assert len(person.stored(id)["traits"]) == before + 1


def test_arrows_change_a_number_within_its_limits(person: Person) -> None:
    person.go("character", "Halina Żółć")
    spd = person.field("spd")
    person.key(spd, Qt.Key.Key_Up)
    assert spd.text() == "7"  # type: ignore[attr-defined]
    person.replace(spd, "0")
    person.key(spd, Qt.Key.Key_Down)
    assert spd.text() == "0"  # type: ignore[attr-defined]


def test_a_new_character_waits_for_its_name(person: Person) -> None:
    person.do(person.desk.commands.new_character("adversary"))
    person.type(person.field("name"), "Wiedźma")
    person.wait(lambda: "Wiedźma" in person.names())
    assert person.sheet.held
    assert person.sheet.held.role == "adversary"


@pytest.mark.parametrize("system", systems())
def test_a_sheet_of_every_system_can_be_begun_and_read(person: Person, system: str) -> None:
    person.do(person.desk.commands.new_character("player", system))
    assert person.sheet.held
    assert person.sheet.held.system == system
    person.replace(person.field("name"), "Żaneta")
    person.do(person.sheet.flush())
    assert "Żaneta" in person.names()
    assert person.sheet.ui.scroll.horizontalScrollBar().maximum() == 0
    assert not person.window.message.isVisible(), person.window.message.whole.toPlainText()
    person.do(person.desk.navigator.go_house_rules(system))
    assert person.desk.navigator.system_open() == system


# ---- the library


def test_the_search_folds_letters_and_opens_with_enter(person: Person) -> None:
    search = person.window.library.ui.search
    person.key(person.window, Qt.Key.Key_F, CTRL)
    person.type(search, "ZOLC")
    person.wait(lambda: person.names() == ["Player characters", "Halina Żółć"])
    person.key(search, Qt.Key.Key_Return)
    person.wait(lambda: person.sheet.ui.title.text() == "Halina Żółć")


def test_own_entries_stand_first_with_a_mark_and_all_can_be_reached(person: Person) -> None:
    def fill(c: Any) -> None:
        for number in range(90):
            name = f"Cios {number}"
            new = NewEntry(system="teohiphip", kind="attack", name=name, data={"name": name})
            c.add_entry(new)

    person.do(person.desk.store.save(fill))
    library = person.window.library
    library.fold({"teohiphip/attack": False})
    person.do(person.desk.panes.refresh())
    assert "Cios 0" in person.names()
    assert "Cios 89" not in person.names()
    person.click_row("Show all of them")
    person.wait(lambda: "Cios 89" in person.names())
    item = next(h for h in library.model.rows if isinstance(h, Item) and h.name == "Cios 89")
    assert item.note == "own"
    assert "Show all of them" not in person.names()


def test_enter_opens_the_name_that_was_typed_before_one_that_begins_with_it(
    person: Person,
) -> None:
    person.do(person.desk.commands.new_character("player"))
    person.replace(person.field("name"), "Zmorka Mała")
    person.do(person.sheet.flush())
    person.do(person.desk.commands.new_encounter())
    person.replace(person.encounter.ui.name, "Zmorka")
    person.do(person.encounter.flush())
    search = person.window.library.ui.search
    person.type(search, "zmorka")
    person.wait(lambda: "Zmorka" in person.names())
    person.key(search, Qt.Key.Key_Return)
    assert person.encounter is person.desk.navigator.open_page


def test_what_is_removed_can_be_brought_back(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.click(person.sheet.ui.remove_button)
    person.wait(lambda: "Halina Żółć" not in person.names())
    person.click(person.window.message.act)
    person.wait(lambda: "Halina Żółć" in person.names())


def test_a_shipped_entry_is_read_and_an_own_copy_is_written(person: Person) -> None:
    person.do(person.desk.navigator.go("entry", 1))
    page = person.desk.navigator.open_page
    assert page is not None
    name = page.forms.form.boxes["name",].editor  # type: ignore[attr-defined]
    assert name.focus_widget().isReadOnly()
    person.click(page.ui.copy_button)  # type: ignore[attr-defined]
    person.wait(lambda: not name.focus_widget().isReadOnly())
    person.replace(name.focus_widget(), "Ćma")
    person.do(page.flush())
    assert isinstance(page.held, Entry)
    assert (page.held.name, page.held.source) == ("Ćma", "own")


# ---- encounters and fights


def test_an_encounter_is_built_from_the_library_and_started(person: Person) -> None:
    person.do(person.desk.commands.new_encounter())
    assert not person.encounter.ui.start_button.isEnabled()
    library = person.window.library
    for name in ("Halina Żółć", "Raptor", "Raptor"):
        row = person.names().index(name)
        library.ui.list.setCurrentIndex(library.model.index(row, 0))
        person.key(library.ui.list, Qt.Key.Key_Plus)
    assert [(line["sheet"]["name"], line.get("count", 1)) for line in person.encounter.lines] == [
        ("Halina Żółć", 1),
        ("Raptor", 2),
    ]
    person.click(person.encounter.ui.start_button)
    person.wait(lambda: person.desk.navigator.fight_page)
    fight = person.fight.panel.fight
    assert [c.name for c in fight.state.combatants.values()] == [
        "Halina Żółć",
        "Raptor 1",
        "Raptor 2",
    ]
    person.fight.panel.main()
    person.do(person.fight.flush())
    assert person.window.saved_label.text() == "saved, step 1"


def test_an_encounter_is_taken_back_step_by_step(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    lines = len(person.encounter.lines)
    drop = next(
        b
        for b in person.encounter.ui.lines.findChildren(QPushButton)
        if b.accessibleName() == "Take out: Zenon Kowalski"
    )
    person.click(drop)
    person.do(person.encounter.flush())
    assert len(person.encounter.lines) == lines - 1
    person.do(person.desk.navigator.undo())
    assert len(person.encounter.lines) == lines


def test_the_menu_of_colours_outlives_a_form_by_hand(person: Person) -> None:
    """PySide takes what ``nextInFocusChain`` gives for a child of whom was asked, and drops the
    actions below the window with it."""
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    panel.edit_by_hand(next(iter(panel.fight.state.combatants)))
    panel.back()
    person.wait()
    person.key(panel, Qt.Key.Key_D, CTRL)
    assert all(map(isValid, person.desk.menus.schemes.values()))


def test_a_fight_of_an_encounter_goes_on_and_is_replayed(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.do(person.fight.flush())
    person.do(person.desk.navigator.go_section("encounters"))
    buttons = {b.text(): b for b in person.encounter.ui.fights.findChildren(QPushButton)}
    person.click(buttons["Replay"])
    person.wait(lambda: person.desk.navigator.fight_page)
    fight = person.fight.panel.fight
    assert person.fight.replaying
    assert not fight.begun
    person.do(person.desk.navigator.redo())
    assert fight.begun
    person.do(person.desk.navigator.go_section("encounters"))
    buttons = {b.text(): b for b in person.encounter.ui.fights.findChildren(QPushButton)}
    person.click(buttons["Continue"])
    person.wait(lambda: person.desk.navigator.fight_page and not person.fight.replaying)
    assert len(person.fight.panel.fight.journal) == 1


def test_results_are_written_to_sheets_when_asked(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    play = panel.session
    assert play
    play.perform({"do": "edit", "combatant": "halina-zolc", "set": {"hp": 2}})
    write_all(person)
    person.go("character", "Halina Żółć")
    assert person.sheet.held
    assert person.sheet.held.sheet["hp"] == 2
    assert person.desk.navigator.open_page
    assert person.desk.navigator.what_undo_does() == "write to the sheets · Patrol MOIRY"


def test_house_rules_of_the_campaign_hold_in_a_new_fight(person: Person) -> None:
    person.do(person.desk.navigator.go_house_rules("teohiphip"))
    page = person.desk.navigator.open_page
    assert page is not None
    editor = page.forms.form.boxes["swaps_per_test",].editor  # type: ignore[attr-defined]
    person.replace(editor.focus_widget(), "3")
    person.do(page.flush())
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    assert person.fight.panel.fight.state.house.swaps_per_test == 3


# ---- what travels


def test_a_character_travels_by_file(person: Person, tmp_path: Path) -> None:
    person.go("character", "Halina Żółć")
    file = tmp_path / "halina.json"
    person.do(person.desk.commands.files.export_file(file))
    assert json.loads(file.read_text("utf-8"))["format"] == "fraydesk/1"
    person.import_file(file)
    assert person.names().count("Halina Żółć") == 2


def test_a_fight_travels_by_file(person: Person, tmp_path: Path) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    file = tmp_path / "fight.json"
    person.do(person.desk.commands.files.export_file(file))
    before = person.fight.panel.fight.as_json()
    person.import_file(file)
    assert person.fight.panel.fight.as_json() == before


@pytest.mark.parametrize(
    ("kind", "name", "what"),
    [
        ("character", "Halina Żółć", "card"),
        ("character", "Halina Żółć", "sheet"),
        ("encounter", "Patrol MOIRY", "cards"),
        ("encounter", "Patrol MOIRY", "encounter"),
    ],
)
def test_what_is_open_is_written_as_a_pdf(
    person: Person, monkeypatch: pytest.MonkeyPatch, kind: str, name: str, what: Any
) -> None:
    person.go(kind, name)
    written: list[bytes] = []

    async def save(_: QWidget, pages: Pages, suggested: str) -> Path:
        assert suggested == name
        written.append(pages.pdf())
        return Path("there.pdf")

    monkeypatch.setattr(on_paper, "save", save)
    person.do(person.desk.commands.printing.print(what, pdf=True))
    assert written[0].startswith(b"%PDF")
    assert "there.pdf" in person.window.message.text.text()


def test_a_figure_that_gets_longer_does_not_move_the_sheet(arrive: Arrive) -> None:
    person = arrive()
    language.use(OWN_TERMS)
    person.open_sample(of="walka")
    person.window.resize(1366, 768)
    person.do(person.desk.commands.new_character("player", "walka"))
    card = person.sheet._in_a_fight["walka"]
    heights = set()
    for build in range(8, 19):
        document = {"name": "Borys", "attributes": {"build": build}}
        person.do(person.sheet._change(document))
        person.sheet._show_in_a_fight()
        QApplication.processEvents()
        heights.add(card.height())
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("system", "name"), [("walka", "Iga Morwin"), ("teohiphip", "Zenon Kowalski")]
)
def test_a_system_without_cards_beside_its_sheets_prints_a_character_as_in_a_fight(
    system: str, name: str, arrive: Arrive, previewed: list[Pages]
) -> None:
    person = arrive()
    person.open_sample(of=system)
    person.go("character", name)
    for action in (person.window.ui.print_card, person.window.ui.print_sheet):
        action.trigger()
        person.wait()
    card, sheet = ("".join(texts(pages)) for pages in previewed)
    assert name in card
    assert "players" in card  # as on the cards of an encounter
    assert "players" not in sheet


def test_the_map_of_an_encounter_is_printed_alone(person: Person, previewed: list[Pages]) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.window.ui.print_map.trigger()
    person.wait()
    assert person.window.message.text.text() == "This encounter has no map."
    assert not previewed

    def draw(c: Campaign) -> None:
        (line,) = (line for line in c.encounters() if line.name == "Patrol MOIRY")
        document = {**c.encounter(line.id).document, "map": {"width": 30, "height": 20}}
        c.save_encounter(line.id, name=line.name, document=document)

    person.do(person.desk.store.save(draw))
    person.go("encounter", "Patrol MOIRY")
    person.do(person.encounter.read_again())
    person.window.ui.print_map.trigger()
    person.wait(lambda: bool(previewed))
    assert [len(pages.svg()) for pages in previewed] == [1]


def test_the_report_of_a_fight_is_previewed(person: Person, previewed: list[Pages]) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.do(person.desk.commands.printing.print("report"))
    assert previewed[0].title == "Patrol MOIRY"


def test_the_sheet_of_an_encounter_has_its_notes_also_while_it_is_fought(
    person: Person, previewed: list[Pages]
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.encounter.ui.notes.setPlainText("The lamps go out.")
    person.do(person.encounter.flush())
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.do(person.desk.commands.printing.print("encounter"))
    assert "The lamps go out." in " ".join(texts(previewed[0]))
    assert person.fight.held
    id = person.fight.held.encounter_id or 0
    person.do(person.desk.store.save(lambda c: c.remove("encounter", id)))
    person.do(person.desk.commands.printing.print("encounter"))
    assert "The lamps go out." not in " ".join(texts(previewed[1]))


# ---- looks


def test_the_scheme_changes_at_once(person: Person) -> None:
    seen: list[bool] = []
    theme.notifier().changed.connect(lambda: seen.append(theme.palette().dark))
    person.desk.menus.schemes["dark"].trigger()
    assert person.application.palette().window().color().lightness() < 60
    person.desk.menus.schemes["light"].trigger()
    assert person.application.palette().window().color().lightness() > 200
    assert seen == [True, False]
    assert person.settings.scheme == "light"


def test_every_scheme_is_in_the_menu_the_preferences_the_settings_and_the_status(
    person: Person,
) -> None:
    titles = [str(scheme.title) for scheme in theme.SCHEMES.values()]
    assert [action.text() for action in person.window.ui.menu_scheme.actions()] == titles
    person.desk.ask_preferences()
    dialog = person.window.findChildren(dialogs.PreferencesDialog)[-1]
    box = dialog.ui.scheme
    assert [box.itemText(n) for n in range(box.count())] == [t.replace("&", "") for t in titles]
    for number, (id, scheme) in enumerate(theme.SCHEMES.items()):
        box.setCurrentIndex(number)
        box.activated.emit(number)
        assert theme.asked() == Settings(person.folder / "settings.ini").scheme == id
        assert person.desk.menus.schemes[id].isChecked()
        shown = scheme.palette or theme.palette()
        assert person.window.scheme_label.text().endswith(f" · {shown.name}")


def test_preferences_hold_at_once(person: Person) -> None:
    person.desk.ask_preferences()
    dialog = person.window.findChildren(dialogs.PreferencesDialog)[-1]
    dialog.ui.dice.setCurrentIndex(1)
    dialog.ui.dice.activated.emit(1)
    assert person.window.dice_label.text() == "dice: typed"
    assert Settings(person.folder / "settings.ini").flags["typed"]
    dialog.ui.scheme.activated.emit(2)
    assert theme.palette().dark
    dialog.ui.scheme.activated.emit(1)
    assert not theme.palette().dark


def test_the_paper_that_is_chosen_is_kept_and_printed_on(person: Person) -> None:
    person.desk.ask_preferences()
    dialog = person.window.findChildren(dialogs.PreferencesDialog)[-1]
    dialog.ui.paper.setCurrentIndex(1)
    dialog.ui.paper.activated.emit(1)
    dialog.ui.in_colour.setChecked(False)
    assert Settings(person.folder / "settings.ini").paper == ("Letter", False)
    assert printing.style(ENGLISH) == Style("Letter", colour=False, language=ENGLISH)
    person.desk.use_paper("A4", colour=True)
    assert printing.style(ENGLISH) == Style(language=ENGLISH)


def choose_language(person: Person, place: int) -> None:
    """In the preferences, by its place in the list."""
    person.desk.ask_preferences()
    dialog = person.window.findChildren(dialogs.PreferencesDialog)[-1]
    dialog.ui.language.setCurrentIndex(place)
    dialog.accept()


def test_a_language_that_is_chosen_is_kept_and_opens_the_window_again(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB")
    monkeypatch.setenv(THIS_RUN, "en")  # as if it were asked for on the command line
    choose_language(person, 1)
    assert Settings(person.folder / "settings.ini").language == "en"
    assert person.window.isVisible()
    choose_language(person, 0)
    assert person.window.isVisible()
    choose_language(person, 4)
    person.wait(lambda: not person.window.isVisible())
    assert person.window.starts_again
    assert Settings(person.folder / "settings.ini").spoken == "ru"


def test_a_language_can_be_chosen_before_a_campaign_is_open(arrive: Callable[[], Person]) -> None:
    person = arrive()
    person.settings.language = "en"
    person.begin()
    choices = person.window.welcome.ui.languages.findChildren(QPushButton)
    assert [choice.text() for choice in choices] == ["as the desktop says", *LANGUAGES.values()]
    assert [choice.text() for choice in choices if choice.isChecked()] == ["English"]
    choices[1].click()
    assert person.window.isVisible()
    choices[3].click()
    person.wait(lambda: not person.window.isVisible())
    assert person.window.starts_again
    assert Settings(person.folder / "settings.ini").language == "cs"


def test_a_language_of_this_run_goes_before_the_one_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path / "settings.ini")
    monkeypatch.delenv(THIS_RUN, raising=False)
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert settings.spoken == "pl"
    settings.language = "cs"
    assert settings.spoken == "cs"
    monkeypatch.setenv(THIS_RUN, "ru")
    assert settings.spoken == "ru"
    settings.language = "cs"
    assert settings.spoken == "cs"


def test_translated_words_lead_for_who_reads_no_english_until_something_else_is_chosen(
    arrive: Callable[[], Person],
) -> None:
    language.use(Language("cs"))
    assert arrive().desk.preferences.english
    language.use(OWN_TERMS)
    person = arrive()
    assert not person.desk.preferences.english
    person.window.ui.english.trigger()
    person.window.ui.english.trigger()
    language.use(Language("cs"))
    assert not arrive().desk.preferences.english, "chosen is chosen"


def test_terms_change_on_the_sheet(person: Person) -> None:
    person.go("character", "Halina Żółć")
    assert person.box("spd")._first.text() == "SPD"
    person.window.ui.english.trigger()
    assert person.box("spd")._first.text() == "Speed"


def test_a_text_of_the_catalogue_is_shown_in_the_language_of_the_terms_and_stored_as_it_was(
    person: Person,
) -> None:
    person.go("character", "Halina Żółć")
    assert person.sheet.held
    id, before = person.sheet.held.id, dict(person.sheet.held.sheet)
    traits = person.box("traits").editor
    traits.list.setCurrentRow(2)  # type: ignore[attr-defined]
    text = traits.form.box("text").editor.focus_widget()  # type: ignore[attr-defined]
    assert text.toPlainText() == "Przewaga w strzelaniu."
    person.window.ui.english.trigger()
    assert text.toPlainText() == "Advantage on shooting."
    person.window.ui.english.trigger()
    assert text.toPlainText() == "Przewaga w strzelaniu."
    person.replace(person.field("archetype"), "Zwiadowczyni")
    person.do(person.sheet.flush())
    stored = [trait["text"] for trait in person.stored(id)["traits"]]
    assert stored == [trait["text"] for trait in before["traits"]]


def test_f10_opens_the_rules_and_a_number_its_text(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.key(person.window, Qt.Key.Key_F10)
    assert person.window.rules.isVisible()
    person.click(person.box("spd")._rule)
    assert person.window.rules.ui.number.text() == "teohiphip-6"
    assert len(person.window.rules.ui.text.text()) > 30


def show(person: Person, page: str) -> None:
    match page:
        case "character":
            person.go("character", "Halina Żółć")
            traits = person.box("traits").editor
            traits.list.setCurrentRow(0)  # type: ignore[attr-defined]
        case "entry":
            person.do(person.desk.navigator.go("entry", 1))
        case "encounter":
            person.go("encounter", "Generator na forum")
            person.encounter.ui.house_toggle.setChecked(True)
        case "house_rules":
            person.do(person.desk.navigator.go_section("house_rules"))
        case "fight":
            person.go("encounter", "Generator na forum")
            person.do(person.desk.commands.start_fight())
            person.fight.panel.main()
    person.desk.panes.show_rules(page != "fight")


def test_rules_are_searched_without_accents_and_by_their_number(person: Person) -> None:
    person.desk.panes.show_rules(True)
    pane = person.window.rules
    pane.show_system("walka")
    assert pane.ui.list.count() > 10

    def found(text: str) -> list[str]:
        pane.ui.search.setText(text)
        rows = range(pane.ui.list.count())
        return [pane.ui.list.item(row).data(Qt.ItemDataRole.UserRole) for row in rows]

    assert found("strzał")
    assert found("Strzal") == found("strzał")
    assert "walka-12" in found("walka-12")
    assert len(found("walka-12")) < len(found(""))


PAGES = ("character", "entry", "encounter", "house_rules", "fight")


@pytest.mark.parametrize("page", PAGES)
def test_labels_never_guess_markup(person: Person, page: str) -> None:
    show(person, page)
    person.desk.report(ValueError("<b>bold</b>"))
    assert guessing(person.window) == []


def guessing(window: QWidget) -> list[str]:
    """Labels that would read markup in what they show."""
    return [
        f"{label.objectName()}: {label.text()}"
        for label in window.findChildren(QLabel)
        if label.textFormat() != Qt.TextFormat.PlainText and label.objectName() != "qt_dockwidget"
    ]


def nameless(window: QWidget) -> list[str]:
    """Controls of which a screen reader could not say what they are."""
    buddies = {label.buddy() for label in window.findChildren(QLabel)}
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisibleTo(window)
        and not widget.objectName().startswith("qt_")
        and widget.focusProxy() is None
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and widget not in buddies
    ]


@pytest.mark.parametrize("page", PAGES)
def test_every_control_has_a_name_for_a_screen_reader(person: Person, page: str) -> None:
    show(person, page)
    assert nameless(person.window) == []


@pytest.mark.parametrize("system", systems())
def test_every_control_of_every_form_has_a_name(person: Person, system: str) -> None:
    commands, navigator = person.desk.commands, person.desk.navigator
    for kind in ("sheet", "house_rules", *systems()[system].catalogue):
        match kind:
            case "sheet":
                person.do(commands.new_character("player", system))
            case "house_rules":
                person.do(navigator.go_house_rules(system))
            case _:
                person.do(commands.new_entry(kind, system))
        page = navigator.open_page
        assert page
        for records in page.findChildren(RecordsEditor):
            if records.isVisible():
                records.add({})  # which shows the fields of one
        person.wait()
        assert nameless(person.window) == [], kind
        assert guessing(person.window) == [], kind


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_cut_off_at_1366_by_768(person: Person, page: str) -> None:
    show(person, page)
    window = person.window
    window.resize(1366, 768)
    person.wait()
    assert (window.width(), window.height()) == (1366, 768)
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.text():
            needed = button.fontMetrics().horizontalAdvance(button.text().replace("&", ""))
            assert button.width() >= needed, button.text()
            right = button.mapTo(window, button.rect().topRight()).x()
            assert right <= window.width(), button.text()
    content = getattr(getattr(person.desk.navigator.open_page, "ui", None), "scroll", None)
    if content is not None:
        assert content.horizontalScrollBar().maximum() == 0


def test_ctrl_and_a_digit_go_to_the_four_places(person: Person) -> None:
    for digit, section in enumerate(SECTIONS, start=1):
        person.key(person.window, getattr(Qt.Key, f"Key_{digit}"), CTRL)
        person.wait(lambda section=section: person.desk.navigator.section == section)  # type: ignore[misc]


def test_the_list_holds_what_can_be_dragged(person: Person) -> None:
    model = person.window.library.model
    row = person.names().index("Raptor")
    data = model.mimeData([model.index(row, 0)])
    held = model.rows[row]
    assert isinstance(held, Item)
    assert json.loads(bytes(data.data(data.formats()[0]).data())) == ["character", held.id]


def test_the_about_box_names_licences_and_no_other_program() -> None:
    text = dialogs.about_text()
    for name in ("Qt", "GNU Lesser General Public Licence", "Open Font Licence", "TEOHIPHIP"):
        assert name in text


def test_the_program_tests_itself(qapp: QApplication, capfd: pytest.CaptureFixture[str]) -> None:
    assert selftest.run() == 0
    assert "everything works" in capfd.readouterr().out
    for window in qapp.topLevelWidgets():
        window.deleteLater()  # the program ends with its self-test; the tests go on


def test_what_is_printed_is_in_the_words_that_lead_on_the_screen(person: Person) -> None:
    def printed(what: on_paper.What) -> str:
        pages = on_paper.pages_of(person.desk.navigator.open_page, what)
        assert pages
        return pages.data

    def language(what: on_paper.What) -> str:
        return str(json.loads(printed(what))["lang"])

    person.go("encounter", "Patrol MOIRY")
    assert language("cards") == "pl", "the system's own words lead"
    person.window.ui.english.trigger()
    assert language("cards") == "en"
    person.do(person.desk.commands.start_fight())
    assert language("cards") == "en"
    translated = printed("report")
    person.window.ui.english.trigger()
    assert printed("report") != translated


def test_a_sheet_is_printed_under_the_house_rules_of_its_campaign(person: Person) -> None:
    knife = {"name": "Křivák", "damage": "1k4", "needs_dexterity": 5}  # a step of penalty
    sheet = {"name": "Ondráš", "attacks": [knife]}
    new = NewCharacter(system="konflikt", role="player", name="Ondráš", sheet=sheet)
    made = person.do(person.desk.store.save(lambda c: c.add_character(new)))
    for step, said in ((2, "−2"), (5, "−5")):
        done = partial(
            Campaign.set_house_rules, system="konflikt", house_rules={"bonus_step": step}
        )
        person.do(person.desk.store.save(done))
        person.do(person.desk.navigator.go("character", made.id))
        pages = on_paper.pages_of(person.desk.navigator.open_page, "sheet")
        assert pages
        (printed,) = json.loads(pages.data)["sheets"]
        assert printed["figures"]["attacks[0].hit"]["number"] == said
