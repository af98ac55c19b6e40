"""The keys are on one page that F1 opens and that can be printed; empty places say what to do."""

from __future__ import annotations

from collections.abc import Callable

import pypdfium2
import pytest
from PySide6.QtCore import Qt

from desktop import paper
from desktop.paper import Pages
from desktop.window.printing import on_paper
from desktop.window.shell.dialogs import TextDialog, keys_text
from tests.window.conftest import Person

Arrive = Callable[[], Person]


def test_f1_opens_the_keys_which_can_be_printed(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[Pages] = []
    monkeypatch.setattr(on_paper, "preview", lambda _, pages: printed.append(pages))
    person.key(person.window, Qt.Key.Key_F1)
    box = person.window.findChildren(TextDialog)[-1]
    assert "larger, smaller, usual size" in box.ui.text.toPlainText()
    box.ui.print_button.click()
    assert printed[0].title == "Keys"
    box.accept()


def test_the_keys_stand_on_one_page_of_paper() -> None:
    made = pypdfium2.PdfDocument(paper.keys("Keys", keys_text()).pdf())
    assert len(made) == 1
    said = made[0].get_textpage().get_text_bounded()
    for line in keys_text().splitlines():
        for part in line.split("\t"):
            words = part.split()
            assert not words or words[0] in said


def test_empty_places_say_the_next_step(arrive: Arrive) -> None:
    person = arrive()
    person.do(person.desk.campaigns.create(person.folder / "New.fray"))
    empty = person.desk.navigator.empty
    assert "Make a character" in empty.ui.text.text()
    person.do(person.desk.navigator.go_section("encounters"))
    assert "add people to it" in empty.ui.text.text()
    person.do(person.desk.navigator.go_section("fight"))
    assert "Open an encounter" in empty.ui.text.text()
    person.type(person.window.library.ui.search, "zzzz")
    person.wait(lambda: person.window.library.ui.nothing.isVisible())
    assert "Esc clears" in person.window.library.ui.nothing.text()
