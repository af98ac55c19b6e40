"""Shows one page of the guide, pictures as wide as there is room."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from PySide6 import QtGui
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.window.widgets import theme
from desktop.window.widgets.language import tr
from desktop.window.widgets.theme import px

UNKNOWN = QtGui.QTextDocument.ResourceType.UnknownResource
PICTURE = QtGui.QTextDocument.ResourceType.ImageResource.value

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


def dress_tables(document: QtGui.QTextDocument) -> None:
    """Has the tables of a document look as the program's lists do, a line below each row."""
    colours = theme.current_colours()
    for table in document.rootFrame().childFrames():
        if not isinstance(table, QtGui.QTextTable):
            continue
        shape = QtGui.QTextTableFormat(table.format().toTableFormat())
        shape.setWidth(QtGui.QTextLength(QtGui.QTextLength.Type.PercentageLength, 99))
        shape.setBorder(0)
        shape.setBorderCollapse(True)
        shape.setCellPadding(px(5))
        table.setFormat(shape)
        for row, column in product(range(table.rows()), range(table.columns())):
            cell = table.cellAt(row, column)
            look = cell.format().toTableCellFormat()
            look.setBottomBorder(1)
            look.setBottomBorderStyle(QtGui.QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            look.setBottomBorderBrush(QtGui.QBrush(colours.line))
            if row < shape.headerRowCount():
                look.setBackground(QtGui.QBrush(colours.bar))
                look.setForeground(QtGui.QBrush(colours.muted))
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
        picture = QtGui.QImage(str(file))
        room = self.viewport().width() - 2 * int(self.document().documentMargin()) - 8
        ratio = self.devicePixelRatioF()
        if picture.width() > room * ratio:
            smooth = Qt.TransformationMode.SmoothTransformation
            picture = picture.scaledToWidth(max(int(room * ratio), 1), smooth)
            picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
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
