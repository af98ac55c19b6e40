"""The log: the newest step on top, each line with its dice and its rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal

from desktop.encounter.fight import Fight
from desktop.rules.in_words import APART
from desktop.window.combat.log.model import Entry, LogModel
from desktop.window.combat.order.view import MOVING
from desktop.window.widgets import paint
from desktop.window.widgets.language import in_words, rule_mark, tr
from desktop.window.widgets.menu import add, offer_menu
from desktop.window.widgets.theme import current_colours, scale, scaled

PENCIL = 16.0
PAD = 5.0
HEADING = 26


class LaidLine:
    """A line of the log laid out for a width: wrapped text, then its dice, its rule at the right.

    The text keeps clear of the rule's number in its first line only.
    """

    def __init__(self, entry: Entry, names: Sequence[str], font: QtGui.QFont, wide: float):
        line = entry.line
        assert line is not None
        self.entry, self.font = entry, font
        self.small = paint.smaller(font, 1.5)
        self.rule = rule_mark(line.rule)
        rule_width = QtGui.QFontMetrics(self.small).horizontalAdvance(self.rule)
        left = PENCIL if entry.by_hand else 0.0
        said = in_words(line.text).replace(" %", f"{APART}%")  # no line begins with the sign
        self.layout = QtGui.QTextLayout(said, font)
        option = QtGui.QTextOption()
        option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.layout.setTextOption(option)
        self.layout.setCacheEnabled(True)
        named = [re.escape(name) for name in names if name in said]  # few of a whole crowd
        if named:
            self._embolden(said, named)
        y = 0.0
        end = QPointF(0.0, 0.0)
        self.layout.beginLayout()
        while (row := self.layout.createLine()).isValid():
            row.setLineWidth(max(wide - left - (rule_width + 12 if y == 0 else 0), 40.0))
            row.setPosition(QPointF(left, y))
            y += row.height()
            end = QPointF(left + row.naturalTextWidth(), row.y())
        self.layout.endLayout()
        self.rule_area = QRectF(wide - rule_width, 0, rule_width, 18)
        self.dice: list[tuple[QPointF, str]] = []
        x, top = end.x() + 6, end.y()
        faces = line.faces_beside
        needed = sum(paint.die_width(face, font, 18) + 3 for face in faces)
        if needed and x + needed > wide - (rule_width + 12 if top == 0 else 0):
            x, top = left, y + 1
        for face in faces:
            die = paint.die_width(face, font, 18)
            if x + die > wide - (rule_width + 12 if top == 0 else 0):
                x, top = left, top + 21
                y = top + 20
            self.dice.append((QPointF(x, top), face))
            x += die + 3
        self.height = max(y, top + (20 if self.dice else 0), 19.0)

    def _embolden(self, words: str, names: Sequence[str]) -> None:
        formats = []
        strong = QtGui.QTextCharFormat()
        strong.setFontWeight(QtGui.QFont.Weight.Bold)
        for match in re.finditer(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", words):
            name = QtGui.QTextLayout.FormatRange()
            name.start, name.length = match.start(), match.end() - match.start()
            name.format = strong
            formats.append(name)
        self.layout.setFormats(formats)


class LogDelegate(QtWidgets.QStyledItemDelegate):
    """Paints headings and lines; knows where the rule's number of a line is."""

    def __init__(self, view: QtWidgets.QListView, lines: LogModel) -> None:
        super().__init__(view)
        self._view, self._lines = view, lines
        self.hovered = -1
        """The row whose rule the mouse is over."""
        self.marked = -1
        """The number of the step whose lines stand out."""
        self._laid: dict[int, LaidLine] = {}
        self._width = 0
        self._names: Sequence[str] = ()

    def names(self, names: Iterable[str]) -> None:
        """Who is set in bold where a line names them."""
        self._names = sorted(filter(None, names), key=len, reverse=True)
        self.forget()

    def forget(self) -> None:
        """Lays everything out anew."""
        self._laid.clear()

    def laid(self, entry: Entry, font: QtGui.QFont) -> LaidLine:
        """The line of an entry laid out in a font for a width."""
        assert entry.line is not None
        wide = max(int(self._view.viewport().width() / scale()) - 2 * int(PAD) - 4, 80)
        if wide != self._width or len(self._laid) > 5000:
            self.forget()
            self._width = wide
        laid = self._laid.get(id(entry.line))
        if laid is None:
            # It keeps the line, whose id stays its own so.
            laid = self._laid[id(entry.line)] = LaidLine(entry, self._names, font, wide)
        return laid

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: paint.Index) -> QSize:
        entry = self._lines.entries[index.row()]
        if entry.line is None:
            return scaled(100, HEADING)
        laid = self.laid(entry, paint.usual(self._view.font()))
        return scaled(100, int(laid.height + (7 if entry.first else 2) + 3))

    def paint(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: paint.Index
    ) -> None:
        entry = self._lines.entries[index.row()]
        state, colours = option.state, current_colours()
        with paint.row(painter, option) as (whole, font):
            area = whole.adjusted(PAD, 0, -PAD, 0)
            if entry.line is None:
                place = area.adjusted(0, 6, 0, 0)
                paint.text(painter, place, index.data(), colours.muted, paint.smaller(font, 1))
                return
            selected = state & QtWidgets.QStyle.StateFlag.State_Selected and self._view.hasFocus()
            if selected or entry.step == self.marked:
                paint.box(painter, area.adjusted(-3, 1, 3, -1), colours.well, radius=5)
            if entry.first:
                painter.setPen(colours.line)
                painter.drawLine(area.topLeft(), area.topRight())
            laid = self.laid(entry, font)
            top = area.topLeft() + QPointF(0, self.top(entry))
            painter.setPen(colours.hand if entry.by_hand else colours.ink)
            if entry.by_hand:
                paint.pencil(painter, top + QPointF(1, 3), colours.hand)
            laid.layout.draw(painter, top)
            for at, face in laid.dice:
                paint.die(painter, top + at, face, colours, font, size=18)
            colour = colours.accent_ink if self.hovered == index.row() else colours.muted
            rule = laid.rule_area.translated(top)
            paint.text(painter, rule.adjusted(0, 0, 2, 0), laid.rule, colour, laid.small)
            if laid.rule and not entry.by_hand:
                paint.dotted(painter, rule.x(), rule.bottom() - 1, rule.width(), colour)

    def top(self, entry: Entry) -> float:
        """The height at which the text begins."""
        return 5.0 if entry.first else 1.0


class LogView(QtWidgets.QListView):
    """The log. A click on a rule's number, or Enter on a line, opens the rule.

    Backspace takes back everything after a line's step, Ctrl+C copies the line.
    """

    rule_wanted = Signal(str)
    undo_wanted = Signal(int)
    """The number of steps to keep; all after them are taken back."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
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
        self.scrollTo(self.lines.index(row), QtWidgets.QAbstractItemView.ScrollHint.PositionAtTop)
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
        return index.row() if rule.contains((at - place.topLeft()) / scale()) else -1

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

    def _fill_menu(self, menu: QtWidgets.QMenu, at: QPoint) -> None:
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
