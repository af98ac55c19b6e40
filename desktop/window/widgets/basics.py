"""Small widgets that show data as plain text and nothing else, whatever is in it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QWidget,
    QWidgetItem,
)

from desktop.window.widgets import theme
from desktop.window.widgets.language import tr

READABLE = 64
"""Pixels of a heading that is cut short, enough to tell it from others."""


def label(text: str = "", *classes: str, wrap: bool = False, name: str = "") -> QLabel:
    """A label that never reads its text as markup."""
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wrap)
    if classes:
        theme.dress(made, *classes)
    if name:
        made.setObjectName(name)
    return made


def tip(widget: QWidget, text: str) -> None:
    """A tooltip that shows its text as it is."""
    widget.setToolTip(as_tip(text))


def as_tip(text: str) -> str:
    """The text for a tooltip: escaped, since Qt would read markup, and wrapped."""
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>" if text else ""


def button(text: str, *classes: str, name: str = "", about: str = "") -> QPushButton:
    """A button; ``about`` is what a screen reader says where the text alone is too little."""
    made = QPushButton(text.replace("&", "&&"))
    made.setAutoDefault(False)
    if classes:
        theme.dress(made, *classes)
    if name:
        made.setObjectName(name)
    made.setAccessibleName(about or text)
    return made


class RuleLink(QPushButton):
    """A rule's number that opens the rule's text; without its system where there is no room."""

    asked = Signal(str)

    def __init__(self, number: str, parent: QWidget | None = None) -> None:
        super().__init__(number, parent)
        self.number = number
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab goes from field to field
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Rule {number}", number=number))
        theme.dress(self, "rule")
        self.clicked.connect(lambda: self.asked.emit(self.number))

    def show_rule(self, number: str) -> None:
        """Shows another rule number."""
        self.number = number
        self.setText(number)
        self.setAccessibleName(tr("Rule {number}", number=number))
        self.setVisible(bool(number))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self._size_of(self.number)

    def minimumSizeHint(self) -> QSize:
        return self._size_of(self._short)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = self.width() >= self.sizeHint().width()
        self.setText(self.number if fits else self._short)

    @property
    def _short(self) -> str:
        return self.number.rpartition("-")[2]

    def _size_of(self, text: str) -> QSize:
        """The size with this text in the place of the one that is shown."""
        metrics, hint = self.fontMetrics(), super().sizeHint()
        more = metrics.horizontalAdvance(text) - metrics.horizontalAdvance(self.text())
        return QSize(hint.width() + more, hint.height())


class Elided(QLabel):
    """One line of text that ends in … where there is no room for all of it.

    With ``whole`` nothing of it is shown then.
    """

    def __init__(self, text: str = "", *classes: str, whole: bool = False) -> None:
        super().__init__()
        self._whole = whole
        self._told = False
        """Whether somebody gave it a tooltip of its own."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if classes:
            theme.dress(self, *classes)
        self.setText(text)

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
        option = QStyleOption()
        option.initFrom(self)
        style = self.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        if self._whole and text != self.text():
            return
        style.drawItemText(
            painter,
            rect,
            int(self.alignment() | Qt.AlignmentFlag.AlignVCenter),
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )


class ElidedLine(Elided):
    """An elided line that a form makes: as wide as its text, narrower where room is short.

    It stays as wide as ``least`` pixels, or its text where that is shorter.
    """

    def __init__(
        self, parent: QWidget | None = None, *, look: str = "", least: int = READABLE
    ) -> None:
        self._least = least
        super().__init__("", look)
        self.setParent(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        width = max(min(self.sizeHint().width(), self._least), 20)
        return QSize(width, super().minimumSizeHint().height())


def row(*widgets: QWidget | None, spacing: int = 8, stretch_last: bool = False) -> QHBoxLayout:
    """Widgets side by side; None is a stretch."""
    made = QHBoxLayout()
    made.setSpacing(spacing)
    made.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        if widget is None:
            made.addStretch(1)
        else:
            made.addWidget(widget)
    if stretch_last and widgets and widgets[-1] is not None:
        made.setStretchFactor(widgets[-1], 1)
    return made


def clear(layout: QLayout) -> None:
    """Removes and deletes everything in a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def tight(layout: QBoxLayout, spacing: int = 0) -> QBoxLayout:
    """The same layout without margins."""
    layout.setContentsMargins(QMargins())
    layout.setSpacing(spacing)
    return layout


class FlowLayout(QLayout):
    """Puts widgets side by side and goes on in the next line where there is no more room."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width. Qt asks for the same ones again and again."""
        self._smallest: QSize | None = None
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def invalidate(self) -> None:
        self._heights.clear()
        self._smallest = None
        super().invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def insert_after(self, other: QWidget, widget: QWidget) -> None:
        """Puts a widget behind one that is there."""
        self.addChildWidget(widget)
        self._items.insert(self.indexOf(other) + 1, QWidgetItem(widget))
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        self.invalidate()
        return item

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), try_only=True)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, try_only=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        if self._smallest is None:
            size = QSize()
            for item in self._items:
                size = size.expandedTo(item.minimumSize())
            margins = self.contentsMargins()
            around = QSize(margins.left() + margins.right(), margins.top() + margins.bottom())
            self._smallest = size + around
        return self._smallest

    def _place(self, rect: QRect, *, try_only: bool) -> int:
        margins = self.contentsMargins()
        left, top = rect.x() + margins.left(), rect.y() + margins.top()
        right = rect.x() + rect.width() - margins.right()
        x, y, line = left, top, 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(right - left, item.minimumSize().width())))
            if x > left and x + size.width() > right:
                x, y, line = left, y + line + self.spacing(), 0
            if not try_only:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - rect.y() + margins.bottom()


class Flow(QWidget):
    """A widget whose children flow."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(self, gap)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        self.flow.addWidget(widget)

    def add_after(self, other: QWidget, widget: QWidget) -> None:
        self.flow.insert_after(other, widget)

    def clear(self) -> None:
        clear(self.flow)
