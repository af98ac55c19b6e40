"""A system that somebody has added, in the window: usable, and contained where it fails."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFrame

from desktop import plugins
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.registry import FOLDER
from desktop.window.fields.editors import NumberEdit
from desktop.window.pages.fight import FightPage
from desktop.window.pages.stored import StoredPage, stored
from tests import systems as examples
from tests.hostile.systems import METHODS
from tests.library.helpers import read_bundle
from tests.window.conftest import Person

Arrive = Callable[[], Person]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The person's own folder, with a system in it."""
    folder = tmp_path / "own systems"
    shutil.copytree(Path(examples.__file__).parent / "wrack", folder / "wrack")
    monkeypatch.setattr(plugins, "folder", lambda: folder)
    look_again()
    yield folder
    monkeypatch.undo()
    look_again()


def look_again() -> None:
    """As if the program had been started once more."""
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]
    systems.cache_clear()
    plugins.add_own()


def low_water(person: Person) -> Person:
    sample = next(sample for sample in samples() if sample.title == "The Low Water")
    path = person.folder / "Low.fray"
    person.do(person.desk.campaigns.create(path, lambda c: pour(c, sample.path)))
    return person


def fight_of(person: Person) -> FightPage:
    person.do(person.desk.navigator.go_section("encounters"))
    person.do(person.desk.commands.start_fight())
    page = person.desk.navigator.fight_page
    assert page
    return page


def test_it_gets_sheet_fight_and_print(own: Path, arrive: Arrive) -> None:
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    assert person.sheet.ui.system.text() == "Wrack"
    page = fight_of(person)
    assert page.fight
    page.panel.main()
    assert page.fight.begun
    assert not person.window.message.isVisible(), person.window.message.text.text()


DRAWN = """
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget


class Ui_Sheet:
    def setupUi(self, Sheet):
        column = QVBoxLayout(Sheet)
        for name in ("grit", "coat"):
            card = QFrame(Sheet, objectName=name + "_card")
            QVBoxLayout(card).addWidget(QWidget(card, objectName=name))
            column.addWidget(card)
"""


def test_its_sheet_stands_on_the_form_that_was_drawn_for_it(own: Path, arrive: Arrive) -> None:
    (own / "wrack" / "form.py").write_text(DRAWN)
    look_again()
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    card = person.sheet.findChild(QFrame, "grit_card")
    assert card is not None
    (number,) = card.findChildren(NumberEdit)
    assert number.accessibleName() == "Grit"
    number.setText("3")
    number.textEdited.emit("3")
    person.do(person.sheet.flush())
    assert person.sheet.held
    assert person.sheet.held.sheet["grit"] == 3


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("this is no Python", "Wrack failed in Ui_Sheet(): SyntaxError: "),
        ("Ui_Sheet = None", "Wrack failed in Ui_Sheet(): TypeError: "),
        (
            "class Ui_Sheet:\n    def setupUi(self, Sheet):\n        Sheet.nothing()\n",
            "Wrack failed in Ui_Sheet(): AttributeError: ",
        ),
        ("raise SystemExit(3)", "Wrack failed in Ui_Sheet(): SystemExit: 3"),
        (
            "from PySide6.QtWidgets import QSpinBox\n"
            "class Ui_Sheet:\n"
            "    def setupUi(self, Sheet):\n"
            "        QSpinBox(Sheet).setObjectName('grit')\n",
            "Wrack failed in Ui_Sheet(): TypeError: grit is a QSpinBox; "
            "a field's place is an empty QWidget",
        ),
    ],
)
def test_a_drawn_form_that_fails_is_named_and_all_fields_are_there(
    own: Path, arrive: Arrive, source: str, said: str
) -> None:
    (own / "wrack" / "form.py").write_text(source)
    look_again()
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    assert person.window.message.text.text().startswith(said)
    assert person.sheet.forms.form
    named = {spin.accessibleName() for spin in person.sheet.findChildren(NumberEdit)}
    assert {"Grit", "Coat"} <= named


@pytest.mark.parametrize("layout", ["QFormLayout", "QGridLayout", "QHBoxLayout"])
def test_a_form_may_be_drawn_in_any_layout(own: Path, arrive: Arrive, layout: str) -> None:
    (own / "wrack" / "form.py").write_text(
        f"from PySide6.QtWidgets import {layout}, QVBoxLayout, QWidget\n\n\n"
        "class Ui_Sheet:\n"
        "    def setupUi(self, Sheet):\n"
        f"        form = {layout}(Sheet)\n"
        "        place = QWidget(Sheet, objectName='grit')\n"
        "        QVBoxLayout(place)\n"
        "        form.addWidget(place)\n"
    )
    look_again()
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    assert not person.window.message.isVisible(), person.window.message.text.text()
    named = {spin.accessibleName() for spin in person.sheet.findChildren(NumberEdit)}
    assert {"Grit", "Coat"} <= named


SHAKY = """
FAILS = set()

def _shaky(name, call):
    def shaky(*given):
        return 1 / 0 if name in FAILS else call(*given)
    return shaky

for _name in ("vitals", "headline", "outcome"):
    setattr(Wrack, _name, _shaky(_name, getattr(Wrack, _name)))
"""


@pytest.mark.parametrize("method", ["vitals", "headline", "outcome"])
def test_where_it_fails_the_page_still_works(own: Path, arrive: Arrive, method: str) -> None:
    with (own / "wrack" / "__init__.py").open("a") as file:
        file.write(SHAKY)
    look_again()
    person = low_water(arrive())
    page = fight_of(person)
    assert page.fight
    page.panel.main()
    assert page.fight.begun
    assert page.session
    fails = sys.modules[f"{FOLDER}.wrack"].FAILS
    fails.add(method)
    page.session.perform({"do": "end_turn"})
    assert person.window.message.text.text().startswith(
        f"Wrack failed in {method}(): ZeroDivisionError: division by zero (wrack/__init__.py, line "
    )
    assert page.can_undo
    page.panel.undo()
    person.go("character", "Ama Wielicka")
    assert person.sheet.isVisible()
    fails.clear()
    person.do(person.desk.navigator.go_section("fight"))
    page.panel.main()
    assert len(page.fight.journal) > 2


SPOILT = """
BROKEN = {}

def _spoilt(name, call):
    def spoilt(*given, **values):
        if name not in BROKEN:
            return call(*given, **values)
        return 1 / 0 if BROKEN[name] == "raises" else BROKEN[name]
    return spoilt

for _name in NAMES:
    setattr(Wrack, _name, _spoilt(_name, getattr(Wrack, _name)))
"""

IN_THE_WINDOW = [name for name in METHODS if name != "starting_values"]


ANSWERED = ["raises", None, 7, [None, 7], {None: 7}]
"""In the place of a right answer; each method gets one of them."""


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("turn", range(len(ANSWERED)))
def test_whatever_it_answers_it_is_the_one_to_blame(
    own: Path, arrive: Arrive, turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (own / "wrack" / "__init__.py").open("a") as file:
        file.write(f"\nNAMES = {IN_THE_WINDOW}\n{SPOILT}")
    look_again()
    person = low_water(arrive())
    page = fight_of(person)
    page.panel.main()
    assert page.fight
    steps = len(page.fight.journal)
    broken = sys.modules[f"{FOLDER}.wrack"].BROKEN
    not_blamed: list[tuple[str, BaseException]] = []

    def heard(kind: object, error: BaseException, trace: object = None) -> None:
        if systems().blamed(error) is None:
            not_blamed.append((name, error))

    monkeypatch.setattr(sys, "excepthook", heard)

    def tried(work: Callable[[], Any]) -> None:
        try:
            work()
        except Exception as error:
            heard(type(error), error)

    for name in IN_THE_WINDOW[turn :: len(ANSWERED)]:
        broken[name] = ANSWERED[turn]
        assert page.session
        tried(partial(page.session.perform, {"do": "end_turn"}))
        tried(page.panel.main)
        tried(page.panel.undo)
        tried(lambda: person.go("character", "Ama Wielicka"))
        tried(lambda: person.do(person.desk.navigator.go_section("encounters")))
        tried(lambda: person.do(person.desk.commands.start_fight()))
        tried(lambda: person.do(person.desk.navigator.go_section("fight")))
        broken.clear()
        person.window.message.dismiss()
        person.do(person.desk.navigator.go_section("encounters"))
        page = fight_of(person)
        page.panel.main()
        assert page.fight
        assert len(page.fight.journal) == steps
    assert not_blamed == []


def test_what_cannot_be_used_is_said_once_and_stops_nothing(own: Path, arrive: Arrive) -> None:
    (own / "broken.py").write_text("this is no Python")
    look_again()
    person = low_water(arrive())
    said = person.window.message.text.text()
    assert said.startswith("broken cannot be used: it cannot be imported: SyntaxError")
    person.window.message.dismiss()
    person.do(person.desk.campaigns.close_campaign())
    person.do(person.desk.campaigns.open(person.folder / "Low.fray"))
    assert not person.window.message.isVisible()


# ---- a campaign whose system is gone


def without_wrack(person: Person, own: Path) -> Path:
    """The campaign is closed and the system taken away; the campaign is opened again."""
    person.do(person.desk.campaigns.close_campaign())
    shutil.rmtree(own / "wrack")
    look_again()
    path = person.folder / "Low.fray"
    person.do(person.desk.campaigns.open(path))
    return path


def stored_page(person: Person) -> StoredPage:
    page = person.desk.navigator.open_page
    assert isinstance(page, StoredPage)
    return page


def test_a_campaign_of_a_missing_system_is_read_whole_and_kept(own: Path, arrive: Arrive) -> None:
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    page = fight_of(person)
    assert page.fight
    page.panel.main()
    person.do(page.flush())
    script = page.fight.as_script()
    everything = {
        kind: person.do(person.desk.store.read(lambda c, kind=kind: _all(c, kind)))  # type: ignore[misc]
        for kind in ("character", "encounter", "fight")
    }
    person.window.message.dismiss()
    without_wrack(person, own)
    assert "Ama Wielicka" in person.names()
    assert all(everything.values()), "there is something of every kind"
    for kind, held in everything.items():
        for id, before in held.items():
            person.do(person.desk.navigator.go(kind, id))  # type: ignore[arg-type]
            page_now = stored_page(person)
            assert page_now.ui.text.isReadOnly()
            assert "The system wrack is not installed." in page_now.ui.about.text()
            assert _words(before[2]) <= set(
                page_now.ui.text.toPlainText().replace(":", " ").split()
            )
            assert person.desk.store
            now = person.do(person.desk.store.read(lambda c, k=kind, i=id: stored(c, k, i)))  # type: ignore[misc]
            assert now == before
            if kind == "fight":
                file = person.folder / "exported.json"
                person.do(person.desk.commands.files.export_file(file))
                exported = json.loads(file.read_text("utf-8"))
                assert exported == before[2]
                dice = [die for step in exported["steps"] for die in step.get("dice", ())]
                assert dice == script["dice"]
            else:
                file = person.folder / "exported.json"
                person.do(person.desk.commands.files.export_file(file))
                (record,) = read_bundle(file).characters + read_bundle(file).encounters
                assert (record.system, record.name) == before[:2]
            assert person.window.message.text.text() == f"Written to {file}."


def test_the_system_comes_back_and_so_does_everything(own: Path, arrive: Arrive) -> None:
    person = low_water(arrive())
    person.go("character", "Ama Wielicka")
    without_wrack(person, own)
    assert stored_page(person).title == "Ama Wielicka"
    person.do(person.desk.campaigns.close_campaign())
    shutil.copytree(Path(examples.__file__).parent / "wrack", own / "wrack")
    look_again()
    person.do(person.desk.campaigns.open(person.folder / "Low.fray"))
    assert person.sheet.title == "Ama Wielicka"


def _all(campaign: Any, kind: str) -> dict[int, Any]:
    lines = getattr(campaign, f"{kind}s")()
    return {line.id: stored(campaign, kind, line.id) for line in lines}


def _words(document: Any) -> set[str]:
    """Every word of every text in a document."""
    match document:
        case dict():
            return {word for part in document.values() for word in _words(part)}
        case list():
            return {word for part in document for word in _words(part)}
        case str():
            return set(document.replace(":", " ").split())
        case _:
            return set()
