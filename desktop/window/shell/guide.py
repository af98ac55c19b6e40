"""The guide under Help: pages from the program's own folder, pictures as wide as there is room."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QListWidgetItem, QWidget

from desktop import assets
from desktop.forms.guide import Ui_GuideForm
from desktop.library.fold import fold
from desktop.window.shell.guide_browser import Book
from desktop.window.widgets import icons
from desktop.window.widgets.basics import items_of
from desktop.window.widgets.language import chosen

FIRST = "index.md"

LINK = re.compile(r"\]\(([\w-]+\.md)\)")


def pages(book: Book) -> dict[str, str]:
    """The pages by file name, with their titles, in the order in which they name each other.

    What a page leads to stands after it, unless an earlier page has its place for it.
    """
    pages: dict[str, str] = {}
    waiting = [FIRST]
    while waiting:
        name = waiting.pop(0)
        path = book.file(name)
        if name in pages or not path.is_file():
            continue
        text = path.read_text("utf-8")
        pages[name] = text.partition("\n")[0].lstrip("# ")
        waiting = [*(link for link in LINK.findall(text) if link not in waiting), *waiting]
    return pages


def said_on(path: Path) -> str:
    """What a page says, as it is shown: what a search looks through."""
    page = QTextDocument()
    page.setMarkdown(path.read_text("utf-8"))
    return letters(page.toPlainText())


def letters(text: str) -> str:
    """A text as a search sees it, each letter where it was: small, and without its accent."""
    return "".join(map(_plain, text))


@cache
def _plain(letter: str) -> str:
    return (fold(letter) or letter)[0]


def pattern(search: str) -> re.Pattern[str]:
    """Where a text says what is searched, whatever stands between the words."""
    return re.compile(r"[\W_]+".join(map(re.escape, fold(search).split())))


class GuideWindow(QDialog):
    """The pages at the left, the chosen one at the right. It stands beside the program's window."""

    def __init__(self, parent: QWidget | None = None, folder: Path | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.ui = ui = Ui_GuideForm(self)
        self.setWindowIcon(icons.window_icon())
        self._book = Book.of(folder or assets.guide(), chosen().code)
        ui.browser.book = self._book
        self._said: dict[str, str] = {}
        """What the pages say, by file name, once somebody has searched."""
        self.list, self.browser, self.search = ui.list, ui.browser, ui.search
        for name, title in pages(self._book).items():
            QListWidgetItem(title, self.list).setData(Qt.ItemDataRole.UserRole, name)
        self.list.currentItemChanged.connect(lambda item, _: self._show(item))
        self.browser.sourceChanged.connect(self._mark)
        self.search.textChanged.connect(lambda _: self._narrow())
        self.search.returnPressed.connect(self._find_next)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.search.setFocus)
        find.activated.connect(self.search.selectAll)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        url = QUrl.fromLocalFile(str(self._book.own / item.data(Qt.ItemDataRole.UserRole)))
        if self.browser.source() != url:
            self.browser.setSource(url)

    def _mark(self, url: QUrl) -> None:
        """A link was followed: the list shows where one is."""
        for item in items_of(self.list):
            if item.data(Qt.ItemDataRole.UserRole) == url.fileName():
                self.list.setCurrentItem(item)
        self._find_next()

    # ---- searching

    def _narrow(self) -> None:
        """Leaves the pages that say what is searched, and goes to where the shown one says it."""
        wanted = pattern(self.search.text())
        if not self._said:
            self._said = {name: said_on(self._book.file(name)) for name in pages(self._book)}
        for item in items_of(self.list):
            item.setHidden(not wanted.search(self._said[item.data(Qt.ItemDataRole.UserRole)]))
        left = [item for item in items_of(self.list) if not item.isHidden()]
        self.ui.nothing.setVisible(not left)
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)
        if left and self.list.currentItem().isHidden():
            self.list.setCurrentItem(left[0])  # which finds the place there
        else:
            self._find_next()

    def _find_next(self) -> None:
        """Marks the next place where the shown page says it; after the last one, the first."""
        wanted, cursor = pattern(self.search.text()), self.browser.textCursor()
        text = letters(self.browser.toPlainText())
        there = wanted.search(text, cursor.selectionEnd()) or wanted.search(text)
        if there and there.group():
            cursor.setPosition(there.start())
            cursor.setPosition(there.end(), QTextCursor.MoveMode.KeepAnchor)
            self.browser.setTextCursor(cursor)


def show(parent: QWidget) -> GuideWindow:
    """Opens the guide, or brings it to the front."""
    there = parent.findChild(GuideWindow)
    shown = there if isinstance(there, GuideWindow) else GuideWindow(parent)
    shown.show()
    shown.raise_()
    shown.activateWindow()
    return shown
