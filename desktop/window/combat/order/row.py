"""How a row of the order is painted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.rules.display import Standing, Vital, left
from desktop.window.combat.order.model import ROW, Row
from desktop.window.widgets import paint
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.theme import Colours, current_colours, scaled

HEIGHT = 60

MOST_BARS, MOST_PIPS = 3, 11
"""The bars, and dots of all pips with a gap after each kind, that have room side by side."""

PIPS_APART = 5
"""Pixels more between the pips of different things."""

MORE = 24
"""Pixels that say how many badges there was no room for."""

PENCIL = 16
"""Pixels beside the name that the mark of a note takes."""

BESIDE: Mapping[Standing, str] = {"done": "acted", "out": "out"}
"""The badges that say the same as the word for the standing."""


class OrderDelegate(QStyledItemDelegate):
    """Paints a row: disc, name, bars, pips, badges, dice; dimmed when done or out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: paint.Index) -> QSize:
        return scaled(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: paint.Index) -> None:
        row: Row = index.data(ROW)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        with paint.row(painter, option) as (area, font):
            PaintedRow(painter, row, area, font, selected, hover).all()


BOX, LEAST_BOX = 13.0, 8.0
"""Pixels from a box to the next, and where room is short."""

LEAST_WORDS = 20
"""Pixels that words are worth beginning in."""


class Parts:
    """The vitals of a combatant by the place where its row shows them, without the badge that says
    the same as the word for the standing."""

    def __init__(self, row: Row) -> None:
        self.bars = [v for v in row.vitals if v.kind == "bar" and v.maximum][:MOST_BARS]
        self.boxes = [v for v in row.vitals if v.kind == "boxes"]
        every = [v for v in row.vitals if v.kind == "pips" and v.maximum]
        so_far = accumulate(v.maximum + 1 for v in every)
        fit = [v for v, dots in zip(every, so_far, strict=True) if dots <= MOST_PIPS]
        self.pips = fit or every[:1]
        painted = (*self.bars, *self.boxes, *self.pips)
        small = [
            v
            for v in row.vitals
            if v not in painted
            and (v.kind in ("number", "dice", "card", "badge") or v.maximum)
            and not (v.kind == "badge" and v.id == BESIDE.get(row.standing))
        ]
        dice = [v for v in small if v.kind == "dice"]
        self.pool = dice if self.bars and len(small) > len(dice) else []
        """Dice that stand as figures beside the bars, where the third line says what holds now."""
        self.small = [v for v in small if v not in self.pool]
        """In the third line: badges, numbers, dice and cards, and in words the bars and pips for
        which the second has no room."""
        words = {"done": tr("acted", context="combatant"), "out": tr("out", context="combatant")}
        self.word = words.get(row.standing, "")
        """What is written before those of a combatant that is dimmed."""
        first = next(iter([*self.bars, *self.boxes]), None)
        self.is_bad = first is not None and first.tone == "bad" and row.standing != "out"
        """Whether the value warns of the end."""

    @property
    def lines(self) -> int:
        """How many lines the row needs, the name among them."""
        return 1 + bool(self.bars or self.boxes or self.pips) + bool(self.small or self.word)

    @property
    def value(self) -> str:
        """What is told in words: ``7/10`` of the first bar, or the words of the boxes."""
        if self.bars:
            return f"{self.bars[0].value}/{self.bars[0].maximum}"
        return in_words(self.boxes[0].text) if self.boxes else ""


class PaintedRow:
    """One row on its way to the screen."""

    def __init__(
        self, painter: QPainter, row: Row, area: QRectF, font: QFont, selected: bool, hover: bool
    ) -> None:
        self.painter, self.row, self.font = painter, row, font
        self.selected, self.hover = selected, hover
        self.colours: Colours = current_colours()
        self.card = area.adjusted(2 + (16 if row.key.member else 0), 2, -2, -2)
        self.small = paint.smaller(font, 1.5)

    def all(self) -> None:
        """Paints the row."""
        row, colours = self.row, self.colours
        dim = row.standing in ("done", "out")
        paint.box(self.painter, self.card, colours.bar if dim else colours.card, None, radius=7)
        self.painter.setOpacity(0.8 if dim else 1.0)
        strip = QRectF(self.card.x(), self.card.y() + 5, 4, self.card.height() - 10)
        paint.box(self.painter, strip, colours.tint(row.tint), radius=2)
        left = self._disc() + 9
        inside = QRectF(left, self.card.y(), self.card.right() - 9 - left, self.card.height())
        if row.key.group is not None:
            self._group(inside)
        else:
            self._combatant(inside)
        self.painter.setOpacity(1.0)
        self._edge()

    def _disc(self) -> float:
        """Paints the disc of the combatant; returns where it ends at the right."""
        row, colours = self.row, self.colours
        disc = QRectF(self.card.x() + 11, self.card.center().y() - 16, 32, 32)
        fill = colours.faint if row.standing == "out" else colours.tint(row.tint)
        font = paint.smaller(self.font, 0.5, bold=True)
        initials = paint.initials(row.name)
        paint.disc(self.painter, disc, initials, fill, colours.card, font, row.face, row.tint)
        if row.ready:
            ring = disc.adjusted(-3, -3, 3, 3)
            paint.box(self.painter, ring, None, colours.accent, radius=19, width=2)
        return disc.right()

    def _edge(self) -> None:
        """Paints the line around the row: broad for the active and the selected one."""
        colours, active = self.colours, self.row.standing == "active"
        line = colours.accent if active else colours.players if self.selected else colours.line
        width = 2.0 if active or self.selected else 1.0
        paint.box(self.painter, self.card, None, line, radius=7, width=width)
        if self.hover and not self.selected and not active:
            paint.box(self.painter, self.card, None, colours.edge, radius=7)

    # ---- a combatant: name, bars and pips, badges and dice

    def _combatant(self, inside: QRectF) -> None:
        parts = Parts(self.row)
        top = inside.center().y() - (8, 15, 24)[parts.lines - 1]
        name = QRectF(inside.x(), top, inside.width(), 17)
        self._name(name)
        noted = PENCIL if self.row.note else 0
        needed = paint.width_of(self.row.name, paint.bold(self.font)) + noted + 8
        fits = needed + paint.width_of(parts.value, self.font) <= name.width()
        bars = QRectF(inside.x(), top + 21, inside.width(), 8)
        if parts.value and (fits or parts.bars):
            colour = self.colours.bad if parts.is_bad else self.colours.ink
            place = name if fits else QRectF(bars.x(), bars.y() - 5, bars.width(), 17)
            right = Qt.AlignmentFlag.AlignRight
            wide = paint.text(self.painter, place, parts.value, colour, self.font, right)
            bars.setRight(bars.right() - (0 if fits else wide + 6))
        self._bars(bars, parts, told=fits)
        if parts.small or parts.word:
            self._small(QRectF(inside.x(), top + 32, inside.width(), 17), parts.small, parts.word)

    def _name(self, area: QRectF) -> None:
        """The name, which nothing cuts short, and the mark of a note."""
        row = self.row
        area = area.adjusted(0, 0, -PENCIL if row.note else 0, 0)
        bold = paint.bold(self.font)
        x = area.x() + paint.text(self.painter, area, row.name, self.colours.ink, bold)
        if row.note:
            paint.pencil(self.painter, QPointF(x + 4, area.y() + 3), self.colours.hand)

    def _bars(self, area: QRectF, parts: Parts, *, told: bool) -> None:
        """Paints pips at the right, bars at the left, and boxes between.

        ``told``: what the first boxes say stands beside the name.
        """
        right = area.right()
        for vital in reversed(parts.pips):
            at = QPointF(right, area.y() - 1)
            right -= paint.pips(self.painter, at, vital, self.colours) + PIPS_APART
        for vital in parts.pool:
            words = " ".join(map(str, vital.values))
            place = QRectF(area.x(), area.y() - 5, right - area.x(), 17)
            align, muted = Qt.AlignmentFlag.AlignRight, self.colours.muted
            right -= paint.text(self.painter, place, words, muted, self.small, align) + 8
        wide, bars = max(min(120.0, right - area.x() - 8), 0.0), parts.bars
        for number, vital in enumerate(bars):
            each = (wide - 4 * (len(bars) - 1)) / len(bars)
            place = QRectF(area.x() + number * (each + 4), area.y() + 1, each, 5)
            colour = self.colours.tone(vital.tone)
            paint.bar(self.painter, place, vital.value, vital.maximum, colour, self.colours.well)
        x = area.x() + (wide + 6 if bars else 0)
        for number, vital in enumerate(parts.boxes):
            with_words = bool(bars) or number > 0 or not told
            x += self._boxes(QRectF(x, area.y(), right - x, 17), vital, with_words)

    def _boxes(self, area: QRectF, vital: Vital, with_words: bool) -> float:
        """Paints boxes, smaller beside their words, and the words; returns the width they took.

        Where not all have room only the first are painted, and their number is said.
        """
        text, marks = in_words(vital.text) if with_words else "", vital.values
        beside = paint.width_of(text, self.small) + 8 if text else 0
        step = min(max((area.width() - beside) / max(len(marks), 1), LEAST_BOX), BOX)
        if len(marks) * step > area.width() - bool(text) * LEAST_WORDS:
            most, step = int(area.width() * (0.6 if text else 1) // BOX), BOX
            marks = marks[: max(most - 3, 0)]
        of = "" if vital.share is not None else f"/{len(vital.values)}"  # some have no maximum
        all_of_them = f"{vital.value}{of}" if len(marks) < len(vital.values) else ""
        at = QPointF(area.x(), area.y() - 1)
        taken = paint.boxes(self.painter, at, marks, self.colours, step) + 4
        words = " ".join(filter(None, (all_of_them, text)))
        place = QRectF(area.x() + taken, area.y() - 5, area.width() - taken - 4, 17)
        if words and place.width() > LEAST_WORDS:
            taken += paint.text(self.painter, place, words, self.colours.muted, self.small) + 4
        return taken

    def _small(self, area: QRectF, vitals: Sequence[Vital], word: str = "") -> None:
        """Paints badges, numbers, dice and cards; says how many there was no room for.

        The ``word`` for the standing comes first where somebody is out, else last if it fits.
        """
        first = self.row.standing == "out" or not vitals
        if word and first:
            area = area.adjusted(self._word(area.topLeft(), word, area.width()) + 4, 0, 0, 0)
        brief = next((n for n in (0, 1) if self._needed(vitals, n) <= area.width()), 2)
        if brief > 1:  # a bare 0 says nothing
            vitals = [v for v in vitals if v.kind != "number" or v.value or v.text]
        things = [partial(self._thing, vital, brief) for vital in vitals]
        end = paint.in_a_row(self.painter, area, things, self.colours.muted, self.small, MORE)
        if word and not first and end is not None:
            room = area.right() - end
            if paint.pill_width(word, self.small) <= room:
                self._word(QPointF(end, area.y()), word, room)

    def _needed(self, vitals: Sequence[Vital], brief: int) -> float:
        pills = [self._words(v, brief) for v in vitals if v.kind not in ("dice", "card")]
        return sum(paint.pill_width(words, self.small) + 4 for words in pills)

    def _word(self, at: QPointF, word: str, room: float) -> float:
        well, muted = self.colours.well, self.colours.muted
        return paint.pill(self.painter, at, word, self.small, well, muted, room)

    def _thing(self, vital: Vital, brief: int, at: QPointF, room: float) -> float:
        """Paints dice, a card, a badge or a number; returns the width it took with a gap, 0 where
        a badge or a number has no room."""
        raised = QPointF(at.x(), at.y() - 0.5)
        if vital.kind == "dice":
            return self._dice(raised, vital, room)
        colour, words = self.colours.tone(vital.tone), self._words(vital, brief)
        if vital.kind == "card":
            ink = self.colours.ink if vital.tone == "plain" else colour
            return paint.card(self.painter, raised, words, self.colours, ink, self.small) + 4
        fill = self.colours.good_soft if vital.tone == "good" else self.colours.well
        taken = paint.pill(self.painter, at, words, self.small, fill, colour, room)
        return taken and taken + 4

    def _words(self, vital: Vital, brief: int) -> str:
        """What a pill or a card says; where room is short first an effect goes by its name alone,
        then a number without its own."""
        if vital.kind == "card":
            return in_words(vital.text)
        if vital.kind == "badge":
            return in_words(vital.label if brief else vital.text or vital.label)
        of = f"/{vital.maximum}" if vital.kind in ("bar", "pips") else ""
        value = in_words(vital.text) or f"{vital.value}{of}"
        return value if brief > 1 else f"{in_words(vital.label)} {value}"

    def _dice(self, at: QPointF, vital: Vital, room: float) -> float:
        x = at.x()
        for number, face in enumerate(vital.values):
            left = at.x() + room - x
            if left < 38 and number + 1 < len(vital.values):
                rest, muted = f"+{len(vital.values) - number}", self.colours.muted
                x += paint.text(self.painter, QRectF(x, at.y(), left, 17), rest, muted, self.small)
                break
            place = QPointF(x, at.y())
            x += 3 + paint.die(self.painter, place, str(face), self.colours, self.small, size=17)
        return x - at.x() + 3

    # ---- a group: name, and one short bar for each

    def _group(self, inside: QRectF) -> None:
        row, colours, painter = self.row, self.colours, self.painter
        at = QPointF(inside.right() - 5, inside.center().y())
        paint.chevron(painter, at, colours.muted, up=row.unfolded)
        name = QRectF(inside.x(), inside.center().y() - 22, inside.width() - 18, 17)
        paint.text(painter, name, row.name, colours.ink, paint.bold(self.font))
        self._members(inside)
        place = QRectF(inside.x(), inside.center().y() + 8, inside.width(), 17)
        # The member on turn has no row of its own while the group is folded.
        vitals = () if row.unfolded else row.vitals
        for vital in vitals:
            if vital.kind == "pips":
                end = QPointF(place.right(), place.y() + 3)
                place.setRight(end.x() - paint.pips(painter, end, vital, colours) - 4)
        badges = [vital for vital in vitals if vital.kind == "badge"]
        words = place.adjusted(0, 0, -MORE - 6 if badges else 0, 0)  # badges are at least counted
        taken = paint.text(painter, words, self._standings(), colours.muted, self.small)
        self._small(place.adjusted(taken + 6, 0, 0, 0), badges)

    def _members(self, inside: QRectF) -> None:
        """Paints a short bar for each member: how much of its first vital is left."""
        members, colours = self.row.members[:16], self.colours
        each = max((inside.width() - 24) / max(len(members), 3) - 4, 5.0)
        for number, (vital, standing) in enumerate(members):
            place = QRectF(inside.x() + number * (each + 4), inside.center().y() + 1, each, 5)
            share, _ = left([vital] if vital else [])
            out = standing == "out"
            colour = colours.faint if out else colours.tone(vital.tone if vital else "plain")
            there = 0.0 if out else 1.0 if share is None else share
            paint.bar(self.painter, place, there, 1, colour, colours.well)

    def _standings(self) -> str:
        """How many of the group are still to act, and how many are out."""
        standings = [standing for _, standing in self.row.members]
        left = sum(standing in ("ready", "active") for standing in standings)
        words = [tr("to act: {left}", left=left)] if left else []
        if out := standings.count("out"):
            words.append(tr("out: {out}", out=out))
        return " · ".join(words) or tr("nobody is to act")
