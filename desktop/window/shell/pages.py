"""The pages of the window, one of which is shown, and what they stand in."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QScrollArea, QSplitter, QStackedWidget, QWidget


class Room(QScrollArea):
    """Where the pages stand. In a window narrower than a page can be it scrolls sideways."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        for name in ("frameShape", "focusPolicy"):
            self.setProperty(name, 0)  # none; to name it would make all of Qt's names for Python


class SideBySide(QSplitter):
    """Library, page and rules."""


class Pages(QStackedWidget):
    """Asks for as much room as the page that is shown: hidden pages do not count."""

    def least_width(self) -> int:
        """Pixels in which nothing of the page that is shown is cut off."""
        shown = self.currentWidget()
        if shown is None:
            return 0
        scrolled = [
            inside.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width()
            for area in shown.findChildren(QScrollArea)
            if area.isVisibleTo(shown) and (inside := area.widget())
        ]
        return max([shown.minimumSizeHint().width(), *scrolled])

    def sizeHint(self) -> QSize:
        shown = self.currentWidget()
        return shown.sizeHint() if shown else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown else super().minimumSizeHint()
