"""The guide under Help: pages from the program's own folder, pictures as wide as there is room."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import (
    QBrush,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QDialog, QListWidgetItem, QTextBrowser, QWidget

from desktop import assets
from desktop.forms.guide import Ui_GuideForm
from desktop.library.fold import fold
from desktop.window.widgets import icons, theme
from desktop.window.widgets.language import chosen, tr
from desktop.window.widgets.theme import px

UNKNOWN = QTextDocument.ResourceType.UnknownResource
PICTURE = QTextDocument.ResourceType.ImageResource.value

SETTLED = 120
"""Milliseconds after a change of width until the pictures are fitted."""


class Book(NamedTuple):
    """Where the pages and pictures of the guide lie: the English ones, and those of a language."""

    english: Path
    own: Path

    @classmethod
    def of(cls, folder: Path, language: str) -> Book:
        """The guide in a language, whose pages lie in a folder of its name beside the English."""
        own = folder / language
        return cls(folder, own if own.is_dir() else folder)

    def file(self, name: str | Path) -> Path:
        """A page or picture; the English one where the language has none."""
        own = self.own / name
        return own if own.is_file() else self.english / name


def dress_tables(document: QTextDocument) -> None:
    """Has the tables of a document look as the program's lists do, a line below each row."""
    colours = theme.current_colours()
    for table in document.rootFrame().childFrames():
        if not isinstance(table, QTextTable):
            continue
        shape = QTextTableFormat(table.format().toTableFormat())
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
        shape.setBorder(0)
        shape.setBorderCollapse(True)
        shape.setCellPadding(px(5))
        table.setFormat(shape)
        for row, column in product(range(table.rows()), range(table.columns())):
            cell = table.cellAt(row, column)
            look = cell.format().toTableCellFormat()
            look.setBottomBorder(1)
            look.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            look.setBottomBorderBrush(QBrush(colours.line))
            if row < shape.headerRowCount():
                look.setBackground(QBrush(colours.bar))
                look.setForeground(QBrush(colours.muted))
            cell.setFormat(look)


class Browser(QTextBrowser):
    """A page of the guide. Links lead to other pages; those that go outside open the browser."""

    book: Book

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenExternalLinks(True)
        self.setAccessibleName(tr("Page of the guide"))
        # Coming and going, it would change the width the pictures are fitted to.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDocumentMargin(16)
        theme.notifier().changed.connect(self._fit)
        self._fitted = 0
        self._settle = QTimer(self, singleShot=True, interval=SETTLED)
        self._settle.timeout.connect(self._fit)

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """A picture that is wider than the page comes as wide as the page."""
        file = Path(self.source().resolved(QUrl(name)).toLocalFile())
        if file.is_relative_to(self.book.own):
            file = self.book.file(file.relative_to(self.book.own))
        if type != PICTURE:
            return super().loadResource(type, QUrl.fromLocalFile(str(file)))
        picture = QImage(str(file))
        room = self.viewport().width() - 2 * int(self.document().documentMargin()) - 8
        ratio = self.devicePixelRatioF()
        if picture.width() > room * ratio:
            smooth = Qt.TransformationMode.SmoothTransformation
            picture = picture.scaledToWidth(max(int(room * ratio), 1), smooth)
            picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.viewport().width() != self._fitted:
            self._settle.start()

    def doSetSource(self, name: QUrl | str, type: Any = UNKNOWN) -> None:
        super().doSetSource(name, type)
        dress_tables(self.document())

    def _fit(self) -> None:
        self._fitted = self.viewport().width()
        place = self.verticalScrollBar().value()
        self.reload()
        self.verticalScrollBar().setValue(place)


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
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.ui.nothing.hide()
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
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == url.fileName():
                self.list.setCurrentRow(row)
        self._find_next()

    # ---- searching

    def _narrow(self) -> None:
        """Leaves the pages that say what is searched, and goes to where the shown one says it."""
        wanted = pattern(self.search.text())
        if not self._said:
            self._said = {name: said_on(self._book.file(name)) for name in pages(self._book)}
        items = [self.list.item(row) for row in range(self.list.count())]
        for item in items:
            item.setHidden(not wanted.search(self._said[item.data(Qt.ItemDataRole.UserRole)]))
        left = [item for item in items if not item.isHidden()]
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
