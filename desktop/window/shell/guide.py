"""The guide under Help: pages from the program's own folder, pictures as wide as there is room."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QWidget,
)

from desktop import assets
from desktop.window.widgets import icons
from desktop.window.widgets.language import tr

FIRST = "index.md"

LINK = re.compile(r"\]\(([\w-]+\.md)\)")

PICTURE = QTextDocument.ResourceType.ImageResource.value

SETTLED = 120
"""Milliseconds after a change of width until the pictures are fitted."""


def pages(folder: Path) -> dict[str, str]:
    """The pages by file name, with their titles: the first one, and where its links lead."""
    found: dict[str, str] = {}
    waiting = [FIRST]
    while waiting:
        name = waiting.pop(0)
        path = folder / name
        if name in found or not path.is_file():
            continue
        text = path.read_text("utf-8")
        found[name] = text.partition("\n")[0].lstrip("# ")
        waiting = [*LINK.findall(text), *waiting] if name != FIRST else LINK.findall(text)
    return found


class Browser(QTextBrowser):
    """A page of the guide. Links lead to other pages; those that go outside open the browser."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenExternalLinks(True)
        self.setAccessibleName(tr("Page of the guide"))
        # Coming and going, it would change the width the pictures are fitted to.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDocumentMargin(16)
        self._fitted = 0
        self._settle = QTimer(self, singleShot=True, interval=SETTLED)
        self._settle.timeout.connect(self._fit)

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """A picture that is wider than the page comes as wide as the page."""
        if type != PICTURE:
            return super().loadResource(type, name)
        picture = QImage(self.source().resolved(QUrl(name)).toLocalFile())
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

    def _fit(self) -> None:
        self._fitted = self.viewport().width()
        place = self.verticalScrollBar().value()
        self.reload()
        self.verticalScrollBar().setValue(place)


class GuideWindow(QDialog):
    """The pages at the left, the chosen one at the right. It stands beside the program's window."""

    def __init__(self, parent: QWidget | None = None, folder: Path | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("Guide"))
        self.setWindowIcon(icons.window_icon())
        self.resize(QSize(1040, 720))
        self._folder = folder or assets.guide()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Pages of the guide"))
        self.list.setMaximumWidth(250)
        self.browser = Browser()
        line = QHBoxLayout(self)
        line.addWidget(self.list)
        line.addWidget(self.browser, 1)
        for name, title in pages(self._folder).items():
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.list.currentItemChanged.connect(lambda item, _: self._show(item))
        self.browser.sourceChanged.connect(self._mark)
        self.list.setCurrentRow(0)

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        url = QUrl.fromLocalFile(str(self._folder / item.data(Qt.ItemDataRole.UserRole)))
        if self.browser.source() != url:
            self.browser.setSource(url)

    def _mark(self, url: QUrl) -> None:
        """A link was followed: the list shows where one is."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == url.fileName():
                self.list.setCurrentRow(row)


def show(parent: QWidget) -> GuideWindow:
    """Opens the guide, or brings it to the front."""
    there = parent.findChild(GuideWindow)
    shown = there if isinstance(there, GuideWindow) else GuideWindow(parent)
    shown.show()
    shown.raise_()
    shown.activateWindow()
    return shown
