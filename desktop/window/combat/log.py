"""The log: the newest step on top, each line with its dice and its rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QCursor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.encounter.fight import Fight, Moment
from desktop.encounter.tables import LogLine
from desktop.rules.table import BY_HAND
from desktop.window.widgets import paint
from desktop.window.widgets.colours import current_colours
from desktop.window.widgets.language import in_words, tr

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()

ENTRY = Qt.ItemDataRole.UserRole + 1

PORTION = 80
"""How many rows are laid out at first, and more each time the end of the list is reached."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the log: a line told by a rule, or the heading of a round."""

    line: LogLine | None
    round: int
    first: bool = False
    """It begins a step: a thin line stands above it."""

    @property
    def by_hand(self) -> bool:
        return self.line is not None and self.line.rule == BY_HAND


class LogModel(QAbstractListModel):
    """The log of a fight, newest step on top; within a step as it was told.

    Rows are handed out in portions (``fetchMore``), so that a step costs the same with thousands
    of lines.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []
        self._more: Iterator[Entry] = iter(())

    # ---- what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._peeked is not None

    def fetchMore(self, parent: Index) -> None:
        new = self._portion()
        if new:
            first = len(self._entries)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._entries += new
            self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._entries):
            return None
        entry = self._entries[index.row()]
        if role == ENTRY:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._said(entry)
        return None

    def _said(self, entry: Entry) -> str:
        if entry.line is None:
            return self.round_title(entry.round)
        dice = " ".join(entry.line.faces)
        return " · ".join(filter(None, (in_words(entry.line.text), dice, entry.line.rule)))

    def round_title(self, number: int) -> str:
        if number == 0:
            return tr("Before the fight")
        return tr("Round {number}", number=number)

    # ---- what the view asks

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Shows the steps in force, from the newest. Lines that stay are not touched."""
        new = self._new_on_top(moments)
        if new is None:
            self.beginResetModel()
            self._more = _newest_first(moments)
            self._peeked = next(self._more, None)
            self._entries = self._portion()
            self.endResetModel()
        elif new[1]:
            at, added = new
            self.beginInsertRows(QModelIndex(), at, at + len(added) - 1)
            self._entries[at:at] = added
            self.endInsertRows()

    def _new_on_top(self, moments: Sequence[Moment]) -> tuple[int, list[Entry]] | None:
        """Where new entries go and which; None where the log does not only grow at the top."""
        top = next((n for n, entry in enumerate(self._entries) if entry.line is not None), None)
        if top is None:
            return None
        head, first_line = self._entries[:top], self._entries[top].line
        new: list[Entry] = []
        for entry in _newest_first(moments):
            if entry.line is first_line:
                break
            if len(new) > PORTION:
                return None
            new.append(entry)
        else:
            return None
        if new[: len(head)] == head:  # the same round goes on, below its heading
            return top, new[top:]
        if new[len(new) - len(head) :] == head:  # a new round, above the heading of the old one
            return 0, new[: len(new) - len(head)]
        return None

    _peeked: Entry | None = None

    def _portion(self) -> list[Entry]:
        portion: list[Entry] = []
        while self._peeked is not None and len(portion) < PORTION:
            portion.append(self._peeked)
            self._peeked = next(self._more, None)
        return portion


def _newest_first(moments: Sequence[Moment]) -> Iterator[Entry]:
    """Steps from the newest, the lines of each as told; a heading wherever the round changes.

    A step that goes over into a new round is told in two pieces, the newer round first.
    """
    shown: int | None = None
    for at in range(len(moments) - 1, -1, -1):
        lines = moments[at].lines
        for number in sorted({line.round for line in lines}, reverse=True):
            if number != shown:
                shown = number
                yield Entry(None, number)
            first = True
            for line in lines:
                if line.round == number:
                    yield Entry(line, number, first)
                    first = False


class _Laid:
    """A line of the log laid out for a width: wrapped text, then its dice, its rule at the right.

    The text keeps clear of the rule's number in its first line only.
    """

    def __init__(self, entry: Entry, names: re.Pattern[str] | None, font: QFont, wide: float):
        line = entry.line
        assert line is not None
        self.entry, self.font = entry, font
        self.small = paint.smaller(font, 1.5)
        self.rule = line.rule if not entry.by_hand else "by hand"
        rule_width = QFontMetrics(self.small).horizontalAdvance(self.rule)
        left = PENCIL if entry.by_hand else 0.0
        self.layout = QTextLayout(in_words(line.text), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.layout.setTextOption(option)
        self.layout.setCacheEnabled(True)
        if names is not None:
            self._embolden(in_words(line.text), names)
        y = 0.0
        end = QPointF(0.0, 0.0)
        self.layout.beginLayout()
        number = 0
        while True:
            row = self.layout.createLine()
            if not row.isValid():
                break
            row.setLineWidth(max(wide - left - (rule_width + 12 if number == 0 else 0), 40.0))
            row.setPosition(QPointF(left, y))
            y += row.height()
            end = QPointF(left + row.naturalTextWidth(), row.y())
            number += 1
        self.layout.endLayout()
        self.rule_area = QRectF(wide - rule_width, 0, rule_width, 18)
        self.dice: list[tuple[QPointF, str]] = []
        x, top = end.x() + 6, end.y()
        needed = sum(paint.die_width(face, font, 18) + 3 for face in line.faces)
        if needed and x + needed > wide - (rule_width + 12 if top == 0 else 0):
            x, top = left, y + 1
        for face in line.faces:
            die = paint.die_width(face, font, 18)
            limit = wide - (rule_width + 12 if top == 0 else 0)
            if x + die > limit:
                x, top = left, top + 21
                y = top + 20
            self.dice.append((QPointF(x, top), face))
            x += die + 3
        self.height = max(y, top + (20 if self.dice else 0), 19.0)

    def _embolden(self, words: str, names: re.Pattern[str]) -> None:
        formats = []
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        for match in names.finditer(words):
            piece = QTextLayout.FormatRange()
            piece.start, piece.length = match.start(), match.end() - match.start()
            piece.format = strong
            formats.append(piece)
        if formats:
            self.layout.setFormats(formats)


PENCIL = 16.0
PAD = 5.0
HEADING = 26


class LogDelegate(QStyledItemDelegate):
    """Paints headings and lines; knows where the rule's number of a line is."""

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._view = view
        self._laid: dict[int, _Laid] = {}
        self._kept: list[LogLine] = []
        self._width = 0
        self._names: re.Pattern[str] | None = None

    def names(self, names: Iterable[str]) -> None:
        """Who is set in bold where a line names them."""
        known = sorted({re.escape(name) for name in names if name}, key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)") if known else None
        self.forget()

    def forget(self) -> None:
        """Lays everything out anew."""
        self._laid.clear()
        self._kept.clear()

    def laid(self, entry: Entry, font: QFont) -> _Laid:
        assert entry.line is not None
        wide = max(self._view.viewport().width() - 2 * int(PAD) - 4, 80)
        if wide != self._width or len(self._laid) > 5000:
            self.forget()
            self._width = wide
        found = self._laid.get(id(entry.line))
        if found is None:
            found = self._laid[id(entry.line)] = _Laid(entry, self._names, font, wide)
            self._kept.append(entry.line)  # so that its id stays its own
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: Entry = index.data(ENTRY)
        if entry.line is None:
            return QSize(100, HEADING)
        laid = self.laid(entry, self._view.font())
        return QSize(100, int(laid.height + (7 if entry.first else 2) + 3))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY)
        area = QRectF(option.rect).adjusted(PAD, 0, -PAD, 0)
        state = option.state
        colours = current_colours()
        font = self._view.font()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if entry.line is None:
            title = self._view.lines.round_title(entry.round)
            paint.text(
                painter, area.adjusted(0, 6, 0, 0), title, colours.muted, paint.smaller(font, 1)
            )
            painter.restore()
            return
        if state & QStyle.StateFlag.State_Selected and self._view.hasFocus():
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
        hover = self._view.hovered == index.row()
        colour = colours.accent_ink if hover else colours.muted
        rule = laid.rule_area.translated(top)
        paint.text(painter, rule.adjusted(0, 0, 2, 0), laid.rule, colour, laid.small)
        if not entry.by_hand:
            paint.dotted(painter, rule.x(), rule.bottom() - 1, rule.width(), colour)
        painter.restore()

    def top(self, entry: Entry) -> float:
        return 5.0 if entry.first else 1.0


class LogView(QListView):
    """The log. A click on a rule's number, or Enter on a line, opens the rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered = -1
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
        self.hovered = -1
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
        if under != self.hovered:
            for row in (self.hovered, under):
                if row >= 0:
                    self.update(self.lines.index(row))
            self.hovered = under
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
