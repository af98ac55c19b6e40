"""Widgets in as many lines as they need, and a scrolled area no higher than what is in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QScrollArea, QSizePolicy, QWidget, QWidgetItem

from desktop.window.widgets.basics import clear
from desktop.window.widgets.theme import px


class FlowLayout(QLayout):
    """Puts widgets side by side and goes on in the next line where there is no more room."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width. Qt asks for the same ones again and again."""
        self._smallest: QSize | None = None
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(px(spacing))

    def invalidate(self) -> None:
        """Forgets what was measured."""
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
        """How many widgets are in it."""
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
            if item.hasHeightForWidth():
                size.setHeight(item.heightForWidth(size.width()))
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
        """Adds a widget at the end."""
        self.flow.addWidget(widget)

    def clear(self) -> None:
        """Takes everything out."""
        clear(self.flow)


def bring_into_sight(widget: QWidget) -> None:
    """Scrolls what is around a widget so far that it is seen, once what is new is laid out."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        area = above
        QTimer.singleShot(0, widget, lambda: area.ensureWidgetVisible(widget, 0, 8))


class FormScroll(QScrollArea):
    """Keeps the part that has the focus in sight when parts above it grow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left: QWidget | None = None
        """The part that has the focus, where somebody has scrolled away from it."""
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def _on_scrolled(self) -> None:
        focus = self.focusWidget()
        self._left = focus if focus and focus.visibleRegion().isEmpty() else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.Resize:
            focus = self.focusWidget()
            if focus is not None and focus.isVisible() and focus is not self._left:
                bring_into_sight(focus)
        return super().eventFilter(watched, event)


class FittingScroll(QScrollArea):
    """Asks for the height of what is in it, so that what stands below it stands close by."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._fits = True
        """False while the content is being resized."""
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda least, most: bar.setEnabled(least < most))

    def sizeHint(self) -> QSize:
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        if layout is None:
            return super().sizeHint()
        wide = self.viewport().width()
        if layout.hasHeightForWidth():  # the area makes it no lower than its minimum
            least = layout.totalMinimumSize().height()
            return QSize(wide, max(layout.heightForWidth(wide), least))
        return QSize(wide, layout.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._fits:
            # Content that wraps anew at each size would be resized without end.
            return False
        self._fits = False
        try:
            if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
                self._ask_for_height()
            return super().eventFilter(watched, event)
        finally:
            self._fits = True

    def _ask_for_height(self) -> None:
        """Lays out at once; else it is first painted with the old height and a scroll bar.

        What is in it is scrolled and not squeezed, also where nothing in it wraps.
        """
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        if inside is not None and layout is not None:
            wraps = layout.hasHeightForWidth()
            inside.setMinimumHeight(0 if wraps else layout.totalMinimumSize().height())
        self.updateGeometry()
        parent = self.parentWidget()
        around = parent.layout() if parent is not None else None
        if around is not None:
            around.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
