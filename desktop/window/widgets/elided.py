"""Text that has not much room: lines that are cut short, and rows that grow with all of theirs."""

from __future__ import annotations

from typing import Any, cast

from PySide6 import QtWidgets
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.window.widgets import theme
from desktop.window.widgets.basics import as_tip

PADDING = 12
"""Pixels at both sides of an item, as the style sheet says: Qt wraps its words without them."""

READABLE = 64
"""Pixels of a heading that is cut short, enough to tell it from others."""


class Elided(QLabel):
    """One line of text that ends in … where there is no room for all of it."""

    whole = False
    """Whether nothing of it is shown then."""

    def __init__(self, parent: QWidget | None = None, *, look: str = "") -> None:
        super().__init__(parent)
        self._told = False
        """Whether somebody gave it a tooltip of its own."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setIndent(0)  # of a label with a frame Qt wants more room than its text is painted in
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if look:
            theme.dress(self, look)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._update_tip()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tip()

    def setToolTip(self, text: str) -> None:
        self._told = bool(text)
        super().setToolTip(text)

    def _update_tip(self) -> None:
        """The whole text as a tooltip, where not all of it is shown and nothing else is said."""
        if not self._told:
            cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
            super().setToolTip(as_tip(self.text()) if cut else "")

    def minimumSizeHint(self) -> QSize:
        return QSize(20, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QtWidgets.QStyleOption()
        option.initFrom(self)
        style = self.style()
        style.drawPrimitive(QtWidgets.QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        if self.whole and text != self.text():
            return
        align, role = self.alignment() | Qt.AlignmentFlag.AlignVCenter, self.foregroundRole()
        enabled = self.isEnabled()
        style.drawItemText(painter, rect, int(align), self.palette(), enabled, text, role)


class ElidedLine(Elided):
    """An elided line that a form makes: as wide as its text, narrower where room is short.

    It stays as wide as ``least`` pixels, or its text where that is shorter.
    """

    def __init__(
        self, parent: QWidget | None = None, *, look: str = "", least: int = READABLE
    ) -> None:
        self._least = least
        super().__init__(parent, look=look)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        width = max(min(self.sizeHint().width(), theme.px(self._least)), 20)
        return QSize(width, super().minimumSizeHint().height())


class WholeLine(Elided):
    """A line that a form makes: shown whole, or not at all where there is no room for it."""

    whole = True


class WrappingTree(QtWidgets.QTreeWidget):
    """A tree whose rows are as high as the lines of their texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setItemDelegate(_Wrapped(self))
        self.header().sectionResized.connect(lambda *_: self.scheduleDelayedItemsLayout())


class _Wrapped(QtWidgets.QStyledItemDelegate):
    """Qt measures an item of a tree as if all its text stood on one line."""

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Any) -> QSize:
        tree = cast(QtWidgets.QTreeWidget, self.parent())
        width = tree.header().sectionSize(index.column()) - theme.px(PADDING)
        above = index if tree.rootIsDecorated() else index.parent()
        while index.column() == 0 and above.isValid():
            width, above = width - tree.indentation(), above.parent()
        option.rect = QRect(0, 0, width, 1)
        return super().sizeHint(option, index)
