"""Simple marks in a longer text are shown while one types; the text stays as it was typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.window.fields.marks import Marks, as_html, parts


def looks(line: str) -> list[tuple[str, str]]:
    return [(line[start : start + length], look) for start, length, look in parts(line)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("# Head", [("# ", "mark"), ("Head", "heading")]),
        ("### Head **x**", [("### ", "mark"), ("Head **x**", "subheading")]),
        ("#no heading", []),
        ("#### nor this", []),
        ("- one", [("-", "mark")]),
        ("  12) one", [("12)", "mark")]),
        ("-one", []),
        ("1,5 m", []),
        ("a **b c** d", [("**", "mark"), ("b c", "bold"), ("**", "mark")]),
        ("** a ** b", []),
        ("**half", []),
        ("<b>x</b> [a](b) `c`", []),
    ],
)
def test_a_line_has_these_marks(line: str, found: list[tuple[str, str]]) -> None:
    assert looks(line) == found


def test_a_text_is_held_up_with_what_its_marks_stand_for_and_no_other_markup() -> None:
    text = "# The tiger\n- **rum** and  [[Borys]]\n2. a -- b\n**[[x]] y**\n<b>*</b>\n"
    seen = QTextDocument()
    seen.setHtml(as_html(text, 30))
    plain = "The tiger\n• rum and  Borys\n2. a -- b\nx y\n<b>*</b>\n"
    assert seen.toPlainText().replace("\u2028", "\n") == plain
    bold = {}
    fragments = seen.begin().begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        if fragment.charFormat().fontWeight() == QFont.Weight.Bold:
            bold[fragment.text()] = fragment.charFormat().font().pixelSize()
        fragments += 1
    assert [*bold] == ["The tiger", "rum", "x y"]
    assert bold["The tiger"] == 30


@pytest.fixture
def edit(qtbot: QtBot) -> QPlainTextEdit:
    made = QPlainTextEdit()
    qtbot.addWidget(made)
    Marks(made)
    return made


def bold_in(edit: QPlainTextEdit) -> list[str]:
    found = []
    block = edit.document().firstBlock()
    while block.isValid():
        whole = block.text().encode("utf-16-le")
        for part in block.layout().formats():
            if part.format.fontWeight() == QFont.Weight.Bold:
                piece = whole[2 * part.start : 2 * (part.start + part.length)]
                found.append(piece.decode("utf-16-le"))
        block = block.next()
    return found


def test_marks_are_shown_and_the_text_stays(edit: QPlainTextEdit) -> None:
    text = "# Head\n😀 **bold** word 🗡 **two**\n- <b>no</b>"
    edit.setPlainText(text)
    assert bold_in(edit) == ["Head", "bold", "two"]
    assert edit.toPlainText() == text


def test_showing_marks_is_not_typing(edit: QPlainTextEdit) -> None:
    edit.setPlainText("# Head")
    told: list[str] = []
    edit.textChanged.connect(lambda: told.append(edit.toPlainText()))
    QApplication.sendEvent(edit, QEvent(QEvent.Type.PaletteChange))
    QApplication.processEvents()
    assert told == []
    edit.insertPlainText("x")
    assert told == ["x# Head"]
    assert bold_in(edit) == []


@pytest.mark.parametrize("links", [False, True])
def test_a_link_looks_like_one_only_where_it_leads_on(qtbot: QtBot, links: bool) -> None:
    made = QPlainTextEdit()
    qtbot.addWidget(made)
    Marks(made, links)
    made.setPlainText("with [[Borys]]")
    formats = made.document().firstBlock().layout().formats()
    assert any(part.format.fontUnderline() for part in formats) is links
    assert bool(formats) is links
