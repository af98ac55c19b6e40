"""The log: the newest step on top, each line with its dice and its rule."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from desktop.encounter.fight import Fight
from desktop.window.combat.log.model import LogModel
from desktop.window.combat.log.row import PAD, LogDelegate
from desktop.window.combat.order.view import MOVING
from desktop.window.widgets import paint, theme
from desktop.window.widgets.language import tr
from desktop.window.widgets.menu import add, offer_menu


class LogView(QListView):
    """The log. A click on a rule's number, or Enter on a line, opens the rule.

    Backspace takes back everything after a line's step, Ctrl+C copies the line.
    """

    rule_wanted = Signal(str)
    undo_wanted = Signal(int)
    """The number of steps to keep; all after them are taken back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogModel(self)
        self.setModel(self.lines)
        self._delegate = LogDelegate(self, self.lines)
        self._steps = 0
        """How many steps there are."""
        self._names: set[str] = set()
        """Everybody who is or was in the fight."""
        self.setItemDelegate(self._delegate)
        self.viewport().setAutoFillBackground(False)
        offer_menu(self, self._fill_menu)

    def open(self, fight: Fight) -> None:
        """Shows the log of a fight."""
        self._names = {combatant.name for combatant in fight.first.combatants.values()}
        self._delegate.names(self._names)
        self.lines.round_named = fight.rules.round_named
        self.refresh(fight)

    def refresh(self, fight: Fight) -> None:
        """Shows the steps in force and goes to the newest."""
        names = {combatant.name for combatant in fight.state.combatants.values()}
        if not names <= self._names:  # a combatant has come, or has another name
            self._names |= names
            self._delegate.names(self._names)
            self.scheduleDelayedItemsLayout()
        self._delegate.hovered = self._delegate.marked = -1
        self._steps = fight.cursor
        self.lines.show_moments(fight.moments[: fight.cursor])
        self.executeDelayedItemsLayout()  # now, or everything is painted twice
        self.scrollToTop()

    def say_again(self) -> None:
        """Says its lines in other words."""
        self._delegate.forget()
        self.scheduleDelayedItemsLayout()

    def show_step(self, step: int) -> None:
        """Goes to the first line of a step and marks its lines, until the next step."""
        self._delegate.marked = step
        entries = self.lines.entries
        while (row := next((n for n, e in enumerate(entries) if e.step == step), -1)) < 0:
            if not self.lines.canFetchMore(QModelIndex()):
                return
            self.lines.fetchMore(QModelIndex())
        self.setCurrentIndex(self.lines.index(row))
        self.scrollTo(self.lines.index(row), QAbstractItemView.ScrollHint.PositionAtTop)
        self.viewport().update()

    def rule_at(self, row: int) -> str:
        """The rule of a row, or nothing where there is none to open."""
        entry = self.lines.entries[row]
        return entry.line.rule if entry.line is not None and not entry.by_hand else ""

    def _rule_under(self, at: QPointF) -> int:
        index = self.indexAt(at.toPoint())
        if not index.isValid():
            return -1
        entry = self.lines.entries[index.row()]
        if entry.line is None or entry.by_hand:
            return -1
        place = self.visualRect(index)
        laid = self._delegate.laid(entry, paint.usual(self.font()))
        rule = laid.rule_area.translated(PAD, self._delegate.top(entry)).adjusted(-4, -2, 4, 3)
        return index.row() if rule.contains((at - place.topLeft()) / theme.scale()) else -1

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        under = self._rule_under(event.position())
        if under != self._delegate.hovered:
            for row in (self._delegate.hovered, under):
                if row >= 0:
                    self.update(self.lines.index(row))
            self._delegate.hovered = under
            shape = Qt.CursorShape.PointingHandCursor if under >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(QtGui.QCursor(shape))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        row = self._rule_under(event.position())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.rule_wanted.emit(self.rule_at(row))
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Arrows stay here, Enter opens the rule; everything else belongs to the whole panel."""
        index = self.currentIndex()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if index.isValid():
                rule = self.rule_at(index.row())
                if rule:
                    self.rule_wanted.emit(rule)
            case Qt.Key.Key_Backspace if self._step_of(index.row()):
                self.undo_wanted.emit(self._step_of(index.row()))
            case Qt.Key.Key_C if (
                event.matches(QtGui.QKeySequence.StandardKey.Copy) and index.isValid()
            ):
                self.copy_line(index.row())
            case key if key in MOVING:
                super().keyPressEvent(event)
            case _:
                event.ignore()

    def copy_line(self, row: int) -> None:
        """Puts a line, with its dice and its rule, on the clipboard."""
        QtGui.QGuiApplication.clipboard().setText(str(self.lines.index(row).data()))

    def _step_of(self, row: int) -> int:
        """The step that a row tells of, where others came after it; else 0."""
        step = self.lines.entries[row].step if row >= 0 else 0
        return step if step < self._steps else 0

    def _fill_menu(self, menu: QMenu, at: QPoint) -> None:
        row = self.indexAt(at).row()
        if row < 0:
            return
        rule, step = self.rule_at(row), self._step_of(row)
        if step:
            back = tr("Undo everything after this")
            add(menu, back, lambda: self.undo_wanted.emit(step), Qt.Key.Key_Backspace)
        add(menu, tr("Copy"), lambda: self.copy_line(row), "Ctrl+C")
        if rule:
            label = tr("Rule {number}", number=rule)
            add(menu, label, lambda: self.rule_wanted.emit(rule), Qt.Key.Key_Enter)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.say_again()
