"""In a language that says everything in marked, longer words, nothing is unmarked or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import GNUTranslations
from typing import Any

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMenu,
    QWidget,
)

from desktop import assets
from desktop.languages import LANGUAGES, OWN_TERMS
from desktop.languages.content import in_words
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.values import values_of
from desktop.window.pages.fight import FightPage
from desktop.window.selftest import one_move
from desktop.window.widgets import language
from desktop.window.widgets.basics import RuleLink
from desktop.window.widgets.translator import CatalogueTranslator
from tests.window.conftest import Person
from tests.window.pseudo import MARKED, Everything, Pseudo, of_action, texts
from tests.window.shell.test_every_dialog import DIALOGS, NAME, shown
from tests.window.shell.test_fits import every_page

Arrive = Callable[[], Person]

SIZES = (1366, 768), (1024, 700)

MOVES = 15


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[None]:
    """Everything is said in the marked language."""
    before = QLocale()
    made = Pseudo("xx", Everything())
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


WORD = re.compile(r"[^\W\d_]{2,}")

NO_WORDS = re.compile(
    rf"(?:{'|'.join(systems())}|by)-\w+"  # the number of a rule
    r"|\b(?:Ctrl|Shift|Alt|Esc|Enter|Return|Space|Del|Ins|Backspace|F\d+)\b"
    r"|\b(?:PDF|JSON|CSV|fray|json|Fraydesk|Akropol|hp|xx|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct"
    r"|Nov|Dec)\b|\d*[dk]\d+"  # dice
    r"|/[\w./ -]+|\b[A-Z]:\\[\w.\\ -]+|^[A-ZÀ-Я]{2}$"  # paths, initials on a token
)


@cache
def data() -> frozenset[str]:
    """The words of samples and catalogues, and the titles of the systems.

    An English word that the program says itself is none of them, though it is an id somewhere.
    """
    people = [NAME, *systems().titles().values(), *LANGUAGES.values()]
    people += [one.title for one in samples()]
    words: set[str] = set()

    def note(text: str) -> str:
        people.append(text)
        return text

    for system in systems():
        for folder in ("samples", "catalogues"):
            file = assets.root() / folder / f"{system}.json"
            text = file.read_text("utf-8")
            in_words(json.loads(text), note)
            words.update(WORD.findall(text))
    ours = {word.lower() for text in english() for word in WORD.findall(text)}
    words = {word for word in words if word.lower() not in ours}
    words.update(word for text in people for word in WORD.findall(text))
    return frozenset({form for word in words for form in (word, word.upper(), word.lower())})


def english() -> Iterator[str]:
    """Every text of the program."""
    with (assets.root() / "languages" / "pl.mo").open("rb") as stream:
        for text in GNUTranslations(stream)._catalog:  # type: ignore[attr-defined]
            yield text[0] if isinstance(text, tuple) else text


def unmarked(text: str) -> list[str]:
    """The words of a text that were not said in the language, and are no data."""
    text = re.sub(r"<[^>]*>|&", "", re.sub(r"&(?:amp|lt|gt);", " ", text))
    while (less := MARKED.sub(" ", text)) != text:
        text = less
    return [word for word in WORD.findall(NO_WORDS.sub(" ", text)) if word not in data()]


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
            words: list[Any] = [word for word, _ in value.shown.labels if word]
            for content in words or ([True] if value.annotation.__origin__ is bool else []):
                yield {"do": "edit", "combatant": who.id, "set": {value.name: content}}


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("system", systems())
def test_pages(arrive: Arrive, system: str, painted: list[str]) -> None:
    person = arrived(arrive)
    sample = next(sample for sample in samples() if sample.system == system)
    person.do(
        person.desk.campaigns.create(person.folder / "xx.fray", lambda c: pour(c, sample.path))
    )
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


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", [name for name in DIALOGS if name != "guide"])
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


@pytest.mark.usefixtures("pseudo")
def test_menus(arrive: Arrive) -> None:
    person = arrived(arrive)
    person.open_sample()
    found = []
    for menu in person.window.findChildren(QMenu):
        menu.aboutToShow.emit()
        for action in menu.actions():
            found += [text for text in of_action(action) if unmarked(text)]
    assert not found
