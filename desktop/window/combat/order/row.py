"""How a row of the order is painted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.rules.display import Standing, Vital
from desktop.window.combat.order.model import ROW, Index, Row
from desktop.window.widgets import paint
from desktop.window.widgets.colours import Colours, current_colours
from desktop.window.widgets.language import in_words, tr

HEIGHT = 60

LEAST_VALUE = 70
"""Pixels beside the name that the value always gets."""


MORE = 24
"""Pixels that say how many badges there was no room for."""

PENCIL = 16
"""Pixels beside the name that the mark of a note takes."""

BESIDE: Mapping[Standing, str] = {"done": "acted", "out": "out"}
"""The badges that say the same as the word beside the name."""


def said_of(standing: Standing) -> str:
    """What is written beside the name of a combatant that is dimmed."""
    return {"done": tr("acted"), "out": tr("out")}.get(standing, "")


class OrderDelegate(QStyledItemDelegate):
    """Paints a row: disc, name, bars, pips, badges, dice; dimmed when done or out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        area = QRectF(option.rect)
        state = option.state
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        PaintedRow(
            painter,
            row,
            area,
            font,
            selected=bool(state & QStyle.StateFlag.State_Selected),
            hover=bool(state & QStyle.StateFlag.State_MouseOver),
        ).all()
        painter.restore()


class PaintedRow:
    """One row on its way to the screen."""

    def __init__(
        self, painter: QPainter, row: Row, area: QRectF, font: QFont, selected: bool, hover: bool
    ) -> None:
        self.painter, self.row, self.font = painter, row, font
        self.selected, self.hover = selected, hover
        self.colours: Colours = current_colours()
        indent = 16 if row.key.member else 0
        self.card = area.adjusted(2 + indent, 2, -2, -2)
        self.small = paint.smaller(font, 1.5)

    def all(self) -> None:
        row, colours, painter = self.row, self.colours, self.painter
        dim = row.standing in ("done", "out")
        active = row.standing == "active"
        ground = colours.bar if dim else colours.card
        line = colours.accent if active else colours.players if self.selected else colours.line
        paint.box(painter, self.card, ground, None, radius=7)
        strip = QRectF(self.card.x(), self.card.y() + 5, 4, self.card.height() - 10)
        side = colours.tint(row.tint)
        painter.setOpacity(0.42 if row.standing == "out" else 0.6 if dim else 1.0)
        paint.box(painter, strip, side, radius=2)
        disc = QRectF(self.card.x() + 11, self.card.center().y() - 16, 32, 32)
        out = row.standing == "out"
        fill = colours.edge if out else side
        font = paint.smaller(self.font, 0.5, bold=True)
        paint.disc(painter, disc, paint.initials(row.name), fill, colours.card, font, row.face)
        if row.ready:
            paint.box(
                painter, disc.adjusted(-3, -3, 3, 3), None, colours.accent, radius=19, width=2
            )
        left = disc.right() + 9
        inside = QRectF(left, self.card.y(), self.card.right() - 9 - left, self.card.height())
        if row.key.group is not None:
            self._group(inside)
        else:
            self._combatant(inside)
        painter.setOpacity(1.0)
        width = 2.0 if active or self.selected else 1.0
        paint.box(painter, self.card, None, line, radius=7, width=width)
        if self.hover and not self.selected and not active:
            paint.box(painter, self.card, None, colours.edge, radius=7)

    # ---- a combatant: name and value, bars and pips, badges and dice

    def _combatant(self, inside: QRectF) -> None:
        row, colours = self.row, self.colours
        bars = [v for v in row.vitals if v.kind == "bar" and v.maximum]
        boxes = [v for v in row.vitals if v.kind == "boxes"]
        pips = [v for v in row.vitals if v.kind == "pips"]
        small = [v for v in row.vitals if v.kind in ("badge", "number", "dice", "card")]
        small = [v for v in small if v.kind != "badge" or v.id != BESIDE.get(row.standing)]
        lines = 1 + bool(bars or boxes or pips) + bool(small)
        top = inside.center().y() - (8, 15, 23)[lines - 1]
        value = (
            f"{bars[0].value}/{bars[0].maximum}"
            if bars
            else in_words(boxes[0].text)
            if boxes
            else ""
        )
        name = QRectF(inside.x(), top, inside.width(), 17)
        if value:
            bad = (*bars, *boxes)[0].tone == "bad" and row.standing != "out"
            colour = colours.bad if bad else colours.ink
            room = QRectF(name)
            room.setLeft(min(name.left() + self._name_width() + 6, name.right() - LEAST_VALUE))
            wide = paint.text(
                self.painter, room, value, colour, self.font, Qt.AlignmentFlag.AlignRight
            )
            name.setRight(name.right() - wide - 6)
        self._name(name)
        self._bars(QRectF(inside.x(), top + 21, inside.width(), 8), bars, boxes, pips)
        if small:
            self._small(QRectF(inside.x(), top + 31, inside.width(), 17), small)

    def _name_width(self) -> float:
        """The width that the name and the word beside it need."""
        said = said_of(self.row.standing)
        name = paint.width_of(self.row.name, paint.bold(self.font))
        return name + (paint.pill_width(said, self.small) + 6 if said else 0) + self._noted()

    def _noted(self) -> int:
        return PENCIL if self.row.note else 0

    def _name(self, area: QRectF) -> None:
        row, colours = self.row, self.colours
        said = said_of(row.standing)
        room = area.width() - (paint.pill_width(said, self.small) + 6 if said else 0)
        room -= self._noted()
        bold = paint.bold(self.font)
        taken = paint.text(
            self.painter, QRectF(area.x(), area.y(), room, 17), row.name, colours.ink, bold
        )
        x = area.x() + taken
        if row.note:
            paint.pencil(self.painter, QPointF(x + 4, area.y() + 3), colours.hand)
            x += PENCIL
        if said:
            at = QPointF(x + 6, area.y())
            paint.pill(self.painter, at, said, self.small, colours.well, colours.muted)

    def _bars(
        self, area: QRectF, bars: Sequence[Vital], boxes: Sequence[Vital], pips: Sequence[Vital]
    ) -> None:
        right = area.right()
        for vital in reversed(pips[:2]):
            right -= self._pips(QPointF(right, area.y() - 1), vital)
        wide = min(120.0, right - area.x() - 8)
        if bars:
            each = (wide - 4 * (len(bars[:3]) - 1)) / len(bars[:3])
            for number, vital in enumerate(bars[:3]):
                place = QRectF(area.x() + number * (each + 4), area.y() + 1, each, 5)
                colour = self.colours.tone(vital.tone)
                paint.bar(
                    self.painter, place, vital.value, vital.maximum, colour, self.colours.well
                )
        x = area.x() + (wide + 6 if bars else 0)
        for number, vital in enumerate(boxes):
            said = bars or number > 0  # the words of the first stand beside the name
            most = max(int((right - x) * (0.6 if said else 1) // 13), 1)
            marks = vital.values if len(vital.values) <= most else vital.values[: max(most - 2, 0)]
            more = len(vital.values) - len(marks)
            x += paint.boxes(self.painter, QPointF(x, area.y() - 1), marks, self.colours) + 4
            text = in_words(vital.text) if said else ""
            words = " ".join(filter(None, (f"+{more}" if more else "", text)))
            place = QRectF(x, area.y() - 5, right - x - 4, 17)
            if words and place.width() > 20:
                x += paint.text(self.painter, place, words, self.colours.muted, self.small) + 4

    def _pips(self, right: QPointF, vital: Vital) -> float:
        """Paints them to the left of a place; the width they took."""
        value, most = vital.value, vital.maximum
        return paint.pips(self.painter, right, value, most, self.colours, size=9)

    def _small(self, area: QRectF, vitals: Sequence[Vital]) -> None:
        x = area.x()
        pills = [self._words(v) for v in vitals if v.kind in ("number", "badge")]
        needed = sum(paint.pill_width(words, self.small) + 4 for words in pills)
        brief = needed > area.width() and len(pills) > 1
        for place, vital in enumerate(vitals):
            left = len(vitals) - place
            room = area.right() - x - (MORE if left > 1 else 0)
            if vital.kind == "dice":
                x += self._dice(QPointF(x, area.y() - 0.5), vital, room)
                continue
            if vital.kind == "card":
                ink = self.colours.ink if vital.tone == "plain" else self.colours.tone(vital.tone)
                at = QPointF(x, area.y() - 0.5)
                shows = in_words(vital.text)
                x += paint.card(self.painter, at, shows, self.colours, ink, self.small) + 4
                continue
            words = self._words(vital, brief)
            fill = self.colours.good_soft if vital.tone == "good" else self.colours.well
            colour = self.colours.tone(vital.tone)
            at = QPointF(x, area.y())
            taken = paint.pill(self.painter, at, words, self.small, fill, colour, room)
            if not taken:
                rest = QRectF(x, area.y(), MORE, area.height())
                paint.text(self.painter, rest, f"+{left}", self.colours.muted, self.small)
                break
            x += taken + 4

    def _words(self, vital: Vital, brief: bool = False) -> str:
        """What a pill says; a number goes without its name where room is short."""
        if vital.kind == "badge":
            return in_words(vital.text or vital.label)
        said = in_words(vital.text) or str(vital.value)
        return said if brief else f"{in_words(vital.label)} {said}"

    def _dice(self, at: QPointF, vital: Vital, room: float) -> float:
        x = at.x()
        for number, face in enumerate(vital.values):
            left = at.x() + room - x
            if left < 38 and number + 1 < len(vital.values):
                rest = f"+{len(vital.values) - number}"
                place = QRectF(x, at.y(), left, 17)
                x += paint.text(self.painter, place, rest, self.colours.muted, self.small)
                break
            x += paint.die(
                self.painter, QPointF(x, at.y()), str(face), self.colours, self.small, size=17
            )
            x += 3
        return x - at.x() + 3

    # ---- a group: name, and one short bar for each

    def _group(self, inside: QRectF) -> None:
        row, colours, painter = self.row, self.colours, self.painter
        at = QPointF(inside.right() - 5, inside.center().y())
        paint.chevron(painter, at, colours.muted, up=row.unfolded)
        name = QRectF(inside.x(), inside.center().y() - 22, inside.width() - 18, 17)
        paint.text(painter, name, row.name, colours.ink, paint.bold(self.font))
        shown = row.members[:16]
        each = max((inside.width() - 24) / max(len(shown), 3) - 4, 5.0)
        for number, (vital, standing) in enumerate(shown):
            place = QRectF(inside.x() + number * (each + 4), inside.center().y() + 1, each, 5)
            value, most = (vital.value, vital.maximum) if vital else (1, 1)
            if vital and vital.kind == "boxes":
                value, most = sum(not mark for mark in vital.values), len(vital.values)
            if not most:
                value = most = 1
            tone = vital.tone if vital else "plain"
            gone = standing == "out"
            colour = colours.faint if gone else colours.tone(tone)
            paint.bar(painter, place, 0 if gone else value, most, colour, colours.well)
        standings = [standing for _, standing in row.members]
        left = sum(standing in ("ready", "active") for standing in standings)
        out = standings.count("out")
        said = [tr("{left} to act", left=left) if left else tr("all have acted")]
        if out:
            said.append(tr("{out} out", out=out))
        place = QRectF(inside.x(), inside.center().y() + 8, inside.width() - 18, 17)
        taken = paint.text(painter, place, " · ".join(said), colours.muted, self.small)
        if not row.unfolded:  # how the one on turn is, who has no row of its own
            end = QPointF(place.right(), place.y() + 3)
            for vital in row.vitals:
                if vital.kind == "pips":
                    end -= QPointF(self._pips(end, vital), 0)
            rest = QRectF(place.topLeft() + QPointF(taken + 6, 0), QPointF(end.x(), place.bottom()))
            self._small(rest, [vital for vital in row.vitals if vital.kind == "badge"])
