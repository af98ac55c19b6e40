"""Simple marks in longer texts, shown while one types: headings, lists, bold.

::

    # A heading          ## a smaller one
    - one of a list      1. one of a numbered list
    some **bold** words
    [[a link]]         in notes of the campaign

The text stays plain: it is coloured where it stands, and nothing of it is ever read as markup of
another kind, no HTML, no link, no picture. (Qt reads Markdown too, and with it all of these.) The
same grammar is set on paper by ``prose`` in ``resources/paper/common.typ``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSignalBlocker
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

from desktop.library.records import LINK
from desktop.window.fields.editor import units
from desktop.window.widgets.theme import current_colours

Look = Literal["mark", "bold", "link", "heading", "subheading"]
Part = tuple[int, int, Look]
"""Where something begins, how long it is, and how it looks."""

_HEADING = re.compile(r"(#{1,3})[ \t]+(\S.*)")
_ITEM = re.compile(r"[ \t]*([-*•]|\d{1,3}[.)])[ \t]+\S")
_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")


def as_html(text: str, size: int) -> str:
    """A text as others see it: in place of its marks what they stand for, a dot for a list's.

    ``size`` is how high the letters of a heading are, in pixels.
    """
    lines = "<br>".join(_as_html(line, size) for line in text.split("\n"))
    return f'<p style="white-space: pre-wrap">{lines}</p>'


def _as_html(line: str, size: int) -> str:
    letters = [*map(escape, line)]
    for start, length, look in sorted(parts(line), key=lambda part: part[2] != "mark"):
        if look == "mark":
            mark = line[start : start + length]
            kept = "•" if mark in ("-", "*") else mark if mark[0].isdigit() else ""
            letters[start : start + length] = [kept] + [""] * (length - 1)
        elif look != "link":
            style = f' style="font-size: {size}px"' if look == "heading" else ""
            letters[start] = f"<b{style}>{letters[start]}"
            letters[start + length - 1] += "</b>"
    return "".join(letters)


def parts(line: str, links: bool = True) -> Iterator[Part]:
    """What a line of text has marked; without ``links`` double brackets are only brackets."""
    if heading := _HEADING.match(line):
        yield 0, heading.start(2), "mark"
        look: Look = "heading" if len(heading[1]) == 1 else "subheading"
        yield heading.start(2), len(heading[2]), look
        return
    if item := _ITEM.match(line):
        yield item.start(1), len(item[1]), "mark"
    for bold in _BOLD.finditer(line):
        yield bold.start(), 2, "mark"
        yield bold.start(1), len(bold[1]), "bold"
        yield bold.end() - 2, 2, "mark"
    for link in LINK.finditer(line) if links else ():
        yield link.start(), 2, "mark"
        yield link.start(1), len(link[1]), "link"
        yield link.end() - 2, 2, "mark"


class Marks(QSyntaxHighlighter):
    """Shows the marks in an edit for as long as that lives; its ``links`` where they lead on."""

    def __init__(self, edit: QPlainTextEdit, links: bool = False) -> None:
        super().__init__(edit.document())
        self._edit, self._links = edit, links
        edit.installEventFilter(self)
        self._show_again()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PaletteChange:
            self._show_again()
        return super().eventFilter(watched, event)

    def _show_again(self) -> None:
        """The text is the same, so nobody has typed; without this Qt would say so."""
        with QSignalBlocker(self._edit):
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        for start, length, look in parts(text, self._links):
            before, within = units(text[:start]), units(text[start : start + length])
            self.setFormat(before, within, self._format(look))

    def _format(self, look: Look) -> QTextCharFormat:
        letters = QTextCharFormat()
        if look == "mark":
            letters.setForeground(current_colours().faint)
            return letters
        if look == "link":
            letters.setForeground(current_colours().accent_ink)
            letters.setFontUnderline(True)
            return letters
        letters.setFontWeight(QFont.Weight.Bold)
        if look != "bold":
            larger = 1.25 if look == "heading" else 1.1
            letters.setFontPointSize(self._edit.font().pointSizeF() * larger)
        return letters
