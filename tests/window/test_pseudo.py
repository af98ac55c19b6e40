"""In a language that says everything in marked, longer words, nothing is unmarked or cut off."""

from __future__ import annotations

import json
from asyncio import Future, get_running_loop
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)

from desktop.languages import OWN_TERMS
from desktop.library.errors import DocumentError
from desktop.library.resources import rulebook
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.values import values_of
from desktop.window.app import give_up
from desktop.window.catalogue.dialog import ImportPreview
from desktop.window.pages.fight import FightPage
from desktop.window.pages.note import NotePage
from desktop.window.printing import on_paper, preview
from desktop.window.selftest import one_move, press
from desktop.window.widgets import file_dialogs, language
from desktop.window.widgets.basics import RuleLink
from desktop.window.widgets.language import CatalogueTranslator
from tests.pseudo import pseudo, unmarked
from tests.window.conftest import Person
from tests.window.map.hand import Hand
from tests.window.pseudo import of_action, texts
from tests.window.shell.test_every_dialog import DIALOGS, shown
from tests.window.shell.test_fits import every_page

Arrive = Callable[[], Person]

SIZES = (1366, 768), (1024, 700)

MOVES = 15


@pytest.fixture
def marking(qapp: QApplication) -> Iterator[None]:
    """Everything is said in the marked language."""
    before = QLocale()
    made = pseudo()
    translator = CatalogueTranslator(made, qapp)
    qapp.installTranslator(translator)
    language.use(made)
    yield
    qapp.removeTranslator(translator)
    language.use(OWN_TERMS)
    QLocale.setDefault(before)


def arrived(arrive: Arrive) -> Person:
    person = arrive()
    person.desk.preferences.english = True
    return person


def sample_of(person: Person, system: str) -> None:
    """Opens the sample of a system, in the marked language."""
    path = next(sample.path for sample in samples() if sample.system == system)
    file = person.folder / "xx.fray"
    person.do(person.desk.campaigns.create(file, lambda c: pour(c, path, language.chosen())))


def go_first(person: Person, kind: Literal["character", "encounter"]) -> None:
    id = person.do(person.desk.store.read(lambda c: getattr(c, f"{kind}s")()[0].id))
    person.do(person.desk.navigator.go(kind, id))


def faults(top: QWidget) -> Iterator[str]:
    for place, text in texts(top):
        if text and unmarked(text):
            yield f"{place}: {text!r} {unmarked(text)}"


def cut(top: QWidget) -> Iterator[str]:
    for widget in top.findChildren(QWidget):
        if not widget.isVisibleTo(top) or widget.window() is not top or widget.toolTip():
            continue
        room = widget.contentsRect().width()
        if type(widget) is QLabel and not widget.wordWrap():
            need = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
        elif type(widget) is QLabel:
            if widget.heightForWidth(widget.width()) > widget.height():
                yield f"{widget.objectName()} {widget.text()!r} is too low"
            continue
        elif isinstance(widget, QAbstractButton) and not isinstance(widget, RuleLink):
            room, need = widget.width(), widget.sizeHint().width()
        else:
            continue
        if need > room + 1 and widget.text():
            named = f"{type(widget).__name__} {widget.objectName()}"
            yield f"{named} {widget.text()!r}: {need} > {room}"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn letter by letter by our own widgets."""
    seen: list[str] = []
    draw: Any = QPainter.drawText

    def note(self: QPainter, *given: Any) -> Any:
        seen.extend(part for part in given if isinstance(part, str))
        return draw(self, *given)

    monkeypatch.setattr(QPainter, "drawText", note)
    return seen


def of_words_and_badges(page: FightPage) -> Iterator[dict[str, Any]]:
    """Edits by hand that give each value that has words or a badge all of them, one at a time.

    So the test does not depend on who happens to fall.
    """
    while page.fight and page.fight.pending:
        one_move(page)
    assert page.fight
    who = next(iter(page.fight.state.combatants.values()))
    kind: Any = type(who)
    for value in values_of(kind):
        if value.by_hand and (value.badge or value.shown.labels):
            words: list[Any] = [word for word in dict(value.shown.labels) if word]
            for content in words or ([True] if value.annotation.__origin__ is bool else []):
                yield {"do": "edit", "combatant": who.id, "set": {value.name: content}}


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("system", systems())
def test_pages(arrive: Arrive, system: str, painted: list[str]) -> None:
    person = arrived(arrive)
    sample_of(person, system)
    found: dict[str, None] = {}

    def look(page: str) -> None:
        for size in SIZES:
            person.window.resize(*size)
            person.wait()
            QApplication.processEvents()
            found.update({f"{size[0]} {page}: {fault}": None for fault in cut(person.window)})
        read()

    def read() -> None:
        found.update(dict.fromkeys(faults(person.window)))
        person.window.grab()

    for page in every_page(person, system):
        look(page)
    fight = person.fight
    for _ in range(MOVES):
        one_move(fight)
        person.wait()
        read()
    for change in of_words_and_badges(fight):
        fight.panel.do_by_hand(change)
        person.wait()
        read()
        person.do(person.desk.navigator.undo())
    person.desk.panes.show_rules(True)
    look("fight with rules")
    found.update({f"painted: {text}": None for text in painted if unmarked(text)})
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("name", [name for name in DIALOGS if name not in ("guide", "keys")])
def test_dialogs(arrive: Arrive, name: str, painted: list[str]) -> None:
    person = arrived(arrive)
    person.open_sample()
    DIALOGS[name](person)
    person.wait(shown)
    dialog = shown()[-1]
    QApplication.processEvents()
    dialog.grab()
    found = [*faults(dialog), *cut(dialog)]
    found += [f"painted: {text}" for text in painted if unmarked(text)]
    dialog.reject()
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("marking")
def test_menus(arrive: Arrive) -> None:
    person = arrived(arrive)
    person.open_sample()
    found = []
    for menu in person.window.findChildren(QMenu):
        menu.aboutToShow.emit()
        for action in menu.actions():
            found += [text for text in of_action(action) if unmarked(text)]
    assert not found


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("system", systems())
def test_throws_and_the_players_window(arrive: Arrive, system: str, painted: list[str]) -> None:
    person = arrived(arrive)
    sample_of(person, system)
    desk = person.desk
    found: list[str] = []
    go_first(person, "character")
    person.do(desk.throws.throw())
    pane = desk.throws.pane
    pane.choose(list(pane.someone))
    person.wait()
    pane.throw()
    for _ in range(20):
        if not pane.prompt.isVisible():
            break
        press(pane.prompt, Qt.Key.Key_Return)
        person.wait()
    pane.free.setText("3d6+1")
    pane.throw_free()
    person.wait()
    pane.grab()
    found += faults(pane)
    pane.close()
    person.do(desk.navigator.go_section("throws"))
    person.window.grab()
    found += faults(person.window)

    go_first(person, "encounter")
    desk.players.open(True)
    person.wait()
    board = desk.players.window
    assert board
    board.resize(*SIZES[1])

    def read() -> None:
        desk.players.refresh()
        QApplication.processEvents()
        board.grab()
        found.extend(faults(board))

    read()
    person.do(desk.commands.start_fight())
    for _ in range(MOVES):
        one_move(person.fight)
        person.wait()
        read()
    rule = next(iter(rulebook(system).values())).said(language.chosen())
    desk.players.present(rule.title, rule.text)
    read()
    desk.players.hold_up(None)
    desk.players.count_down(30)
    read()
    desk.players.black_out(True)
    read()
    desk.players.open(False)
    found += [f"painted: {text}" for text in painted if unmarked(text)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("system", ["konflikt", "teohiphip"])
def test_map_tools(arrive: Arrive, system: str, painted: list[str]) -> None:
    person = arrived(arrive)
    sample_of(person, system)
    found: list[str] = []

    def read() -> None:
        person.wait()
        person.window.grab()
        found.extend(faults(person.window))

    go_first(person, "encounter")
    person.encounter.ui.map_button.click()
    person.wait()
    editor = person.encounter.map.editor
    assert editor
    hand = Hand(person.qtbot, editor.pane.view)
    read()
    for tool in editor.pane._buttons:
        editor.pane.take(tool)
        for start in ((1.0, 1.0), (3.0, 3.0)):
            hand.drag(start, (start[0] + 3, start[1] + 2), hold=True)
            read()
            hand.qtbot.mouseRelease(hand.view.viewport(), Qt.MouseButton.LeftButton)
            read()
        hand.keys(Qt.Key.Key_Escape)
    person.do(person.encounter.flush())
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    read()
    fight = person.fight.panel.ui.map
    hand = Hand(person.qtbot, fight.view)
    for tool in fight._buttons:
        fight.take(tool)
        hand.drag((2.0, 2.0), (6.0, 4.0))
        read()
        hand.keys(Qt.Key.Key_Escape)
    found += [f"painted: {text}" for text in painted if unmarked(text)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.usefixtures("marking")
def test_notes_imports_prints_and_boxes(
    arrive: Arrive, painted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = arrived(arrive)
    sample_of(person, "teohiphip")
    desk, found = person.desk, list[str]()

    def look(self: QWidget) -> int:
        self.show()
        QApplication.processEvents()
        self.grab()
        found.extend(faults(self))
        self.hide()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    person.do(desk.commands.new_note())
    note = desk.navigator.open_page
    assert isinstance(note, NotePage)
    note.ui.text.setPlainText("[[Fire]] [[teohiphip-18]] [[ash]]")
    person.do(note.flush())
    look(person.window)
    pages = on_paper.pages_of(note, "note")
    assert pages
    person.do(preview.show(person.window, pages, desk.start))
    look(person.window.findChildren(preview.PrintPreview)[-1])
    person.do(desk.tonight.show())
    assert desk.tonight.page
    desk.tonight.page.ui.collect_button.click()
    look(desk.tonight.page.window())
    person.do(desk.tonight.show_last_time())
    look(person.window)

    async def closed(box: QWidget) -> int:
        # From the loop: inside of this task no other one that is woken meanwhile could go on.
        answer: Future[int] = get_running_loop().create_future()
        QTimer.singleShot(0, lambda: answer.set_result(look(box)))
        return await answer

    monkeypatch.setattr(file_dialogs, "closed", closed)
    assert not person.do(file_dialogs.may_replace(person.window, person.folder / "xx.fray"))
    monkeypatch.setattr("sys.__excepthook__", lambda *_: None)
    give_up(ValueError("xx"))

    attack = {"system": "teohiphip", "kind": "attack", "name": "Fire", "data": {"name": "Fire"}}
    hero = {"system": "teohiphip", "role": "player", "name": "Fire", "sheet": {"name": "ash"}}
    gift = {"format": "fraydesk/1", "characters": [hero], "entries": [attack, attack]}
    (person.folder / "xx.json").write_text(json.dumps(gift), "utf-8")
    person.do(desk.commands.files.import_file(person.folder / "xx.json"))
    look(person.window.findChildren(ImportPreview)[-1])
    person.window.findChildren(ImportPreview)[-1].ui.bring.click()
    person.wait()
    look(person.window)
    (person.folder / "ash.json").write_text("[1", "utf-8")
    with pytest.raises(DocumentError) as refused:
        person.do(desk.commands.files.import_file(person.folder / "ash.json"))
    desk.report(refused.value)
    look(person.window)
    found += [f"painted: {text}" for text in painted if unmarked(text)]
    assert not found, "\n".join(dict.fromkeys(found))
