"""In a language that says everything in marked, longer words, nothing is unmarked or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QWidget,
)

from desktop import assets
from desktop.languages import OWN_TERMS
from desktop.languages.content import in_words
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.window.pages.fight import FightPage
from desktop.window.selftest import one_move
from desktop.window.widgets import language
from desktop.window.widgets.translator import CatalogueTranslator
from tests.window.conftest import Person
from tests.window.pseudo import MARKED, Everything, Pseudo, of_action, texts
from tests.window.shell.test_fits import every_page

Arrive = Callable[[], Person]

SIZES = (1366, 768), (1024, 700)

MOVES = 25


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
    r"(?:boj|konflikt|mir_tmy|teohiphip|walka|by)-\w+"  # the number of a rule
    r"|\b(?:Ctrl|Shift|Alt|Esc|Enter|Return|Space|Del|Ins|Backspace|F\d+|PDF|JSON|CSV|fray|json)\b"
    r"|\d*[dk]\d+|Fraydesk|/[\w./ -]+|\bxx\b"
)


@cache
def data() -> frozenset[str]:
    """The words of the samples and catalogues, and the titles of the systems."""
    said: list[str] = list(systems().titles().values())
    for folder in ("samples", "catalogues"):
        for system in systems():
            file = assets.root() / folder / f"{system}.json"
            in_words(json.loads(file.read_text("utf-8")), lambda text: said.append(text) or text)
    said += [one.title for one in samples()]
    words = {word for text in said for word in WORD.findall(text)}
    return frozenset(words | {word.upper() for word in words} | {word.lower() for word in words})


def unmarked(text: str) -> list[str]:
    left = NO_WORDS.sub(" ", MARKED.sub(" ", re.sub(r"<[^>]*>|&(?!amp|lt|gt)", "", text)))
    return [word for word in WORD.findall(left) if word not in data()]


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
            need = widget.fontMetrics().horizontalAdvance(widget.text())
        elif type(widget) is QLabel:
            if widget.heightForWidth(widget.width()) > widget.height():
                yield f"{widget.objectName()} {widget.text()!r} is too low"
            continue
        elif isinstance(widget, QAbstractButton):
            room, need = widget.width(), widget.sizeHint().width()
        else:
            continue
        if need > room + 1 and widget.text():
            yield f"{type(widget).__name__} {widget.objectName()} {widget.text()!r}: {need} > {room}"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn letter by letter by our own widgets."""
    seen: list[str] = []
    draw = QPainter.drawText

    def note(self: QPainter, *given: object) -> object:
        seen.extend(part for part in given if isinstance(part, str))
        return draw(self, *given)

    monkeypatch.setattr(QPainter, "drawText", note)
    return seen


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
        found.update({f"{fault}": None for fault in faults(person.window)})
        person.window.grab()

    for page in every_page(person, system):
        look(page)
    page = person.fight
    assert isinstance(page, FightPage)
    for _ in range(MOVES):
        if page.fight.outcome:
            break
        look("fight")
        one_move(page)
        person.wait()
    person.desk.panes.show_rules(True)
    look("rules")
    found.update({f"painted: {text}": None for text in painted if unmarked(text)})
    Path(f"/tmp/x/{system}.txt").write_text("\n".join(found))
    assert not found
