"""The log: the newest step on top, each line with its dice and its rule."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop.encounter.fight import Fight
from desktop.window.combat.log_model import ENTRY, Entry, LogModel
from desktop.window.combat.log_row import PAD, LogDelegate
from desktop.window.widgets.language import tr


class LogView(QListView):
    """The log. A click on a rule's number, or Enter on a line, opens the rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogModel(self)
        self.setModel(self.lines)
        self._delegate = LogDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName(tr("Log"))

    def open(self, fight: Fight) -> None:
        self._delegate.names(c.name for c in fight.first.combatants.values())
        self.refresh(fight)

    def refresh(self, fight: Fight) -> None:
        """Shows the steps in force and goes to the newest."""
        self._delegate.hovered = -1
        self.lines.show_moments(fight.moments[: fight.cursor])
        self.scrollToTop()

    def rule_at(self, row: int) -> str:
        """The rule of a row, or nothing where there is none to open."""
        entry: Entry = self.lines.index(row).data(ENTRY)
        return entry.line.rule if entry.line is not None and not entry.by_hand else ""

    def _rule_under(self, at: QPointF) -> int:
        index = self.indexAt(at.toPoint())
        if not index.isValid():
            return -1
        entry: Entry = index.data(ENTRY)
        if entry.line is None or entry.by_hand:
            return -1
        place = self.visualRect(index)
        laid = self._delegate.laid(entry, self.font())
        top = QPointF(place.x() + PAD, place.y() + self._delegate.top(entry))
        rule = laid.rule_area.translated(top).adjusted(-4, -2, 4, 3)
        return index.row() if rule.contains(at) else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        under = self._rule_under(event.position())
        if under != self._delegate.hovered:
            for row in (self._delegate.hovered, under):
                if row >= 0:
                    self.update(self.lines.index(row))
            self._delegate.hovered = under
            shape = Qt.CursorShape.PointingHandCursor if under >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(QCursor(shape))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row = self._rule_under(event.position())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.rule_wanted.emit(self.rule_at(row))
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows stay here, Enter opens the rule; everything else belongs to the whole panel."""
        index = self.currentIndex()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if index.isValid():
                rule = self.rule_at(index.row())
                if rule:
                    self.rule_wanted.emit(rule)
            case (
                Qt.Key.Key_Up
                | Qt.Key.Key_Down
                | Qt.Key.Key_Home
                | Qt.Key.Key_End
                | Qt.Key.Key_PageUp
                | Qt.Key.Key_PageDown
            ):
                super().keyPressEvent(event)
            case _:
                event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()
