"""How a line of the log is laid out and painted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.rules.in_words import APART
from desktop.window.combat.log.model import Entry, Index, LogModel
from desktop.window.widgets import paint
from desktop.window.widgets.language import in_words, rule_mark
from desktop.window.widgets.theme import current_colours, scale, scaled

PENCIL = 16.0
PAD = 5.0
HEADING = 26


class LaidLine:
    """A line of the log laid out for a width: wrapped text, then its dice, its rule at the right.

    The text keeps clear of the rule's number in its first line only.
    """

    def __init__(self, entry: Entry, names: Sequence[str], font: QFont, wide: float):
        line = entry.line
        assert line is not None
        self.entry, self.font = entry, font
        self.small = paint.smaller(font, 1.5)
        self.rule = rule_mark(line.rule)
        rule_width = QFontMetrics(self.small).horizontalAdvance(self.rule)
        left = PENCIL if entry.by_hand else 0.0
        said = in_words(line.text).replace(" %", f"{APART}%")  # no line begins with the sign
        self.layout = QTextLayout(said, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.layout.setTextOption(option)
        self.layout.setCacheEnabled(True)
        named = [re.escape(name) for name in names if name in said]  # few of a whole crowd
        if named:
            self._embolden(said, named)
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
        faces = line.faces_beside
        needed = sum(paint.die_width(face, font, 18) + 3 for face in faces)
        if needed and x + needed > wide - (rule_width + 12 if top == 0 else 0):
            x, top = left, y + 1
        for face in faces:
            die = paint.die_width(face, font, 18)
            limit = wide - (rule_width + 12 if top == 0 else 0)
            if x + die > limit:
                x, top = left, top + 21
                y = top + 20
            self.dice.append((QPointF(x, top), face))
            x += die + 3
        self.height = max(y, top + (20 if self.dice else 0), 19.0)

    def _embolden(self, words: str, names: Sequence[str]) -> None:
        formats = []
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        for match in re.finditer(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", words):
            name = QTextLayout.FormatRange()
            name.start, name.length = match.start(), match.end() - match.start()
            name.format = strong
            formats.append(name)
        if formats:
            self.layout.setFormats(formats)


class LogDelegate(QStyledItemDelegate):
    """Paints headings and lines; knows where the rule's number of a line is."""

    def __init__(self, view: QListView, lines: LogModel) -> None:
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

    def laid(self, entry: Entry, font: QFont) -> LaidLine:
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

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry = self._lines.entries[index.row()]
        if entry.line is None:
            return scaled(100, HEADING)
        laid = self.laid(entry, paint.usual(self._view.font()))
        return scaled(100, int(laid.height + (7 if entry.first else 2) + 3))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = self._lines.entries[index.row()]
        state, colours = option.state, current_colours()
        with paint.row(painter, option) as (whole, font):
            area = whole.adjusted(PAD, 0, -PAD, 0)
            if entry.line is None:
                place = area.adjusted(0, 6, 0, 0)
                paint.text(painter, place, index.data(), colours.muted, paint.smaller(font, 1))
                return
            selected = state & QStyle.StateFlag.State_Selected and self._view.hasFocus()
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
            hover = self.hovered == index.row()
            colour = colours.accent_ink if hover else colours.muted
            rule = laid.rule_area.translated(top)
            paint.text(painter, rule.adjusted(0, 0, 2, 0), laid.rule, colour, laid.small)
            if laid.rule and not entry.by_hand:
                paint.dotted(painter, rule.x(), rule.bottom() - 1, rule.width(), colour)

    def top(self, entry: Entry) -> float:
        """The height at which the text begins."""
        return 5.0 if entry.first else 1.0
