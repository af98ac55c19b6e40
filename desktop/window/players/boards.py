"""What is painted for people who sit three metres away: the order, and the dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import ceil

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.encounter.players_view import Die, Person, PlayersView, Throw
from desktop.rules.display import Vital, in_terms
from desktop.window.widgets import paint, theme
from desktop.window.widgets.language import chosen, in_words, tr
from desktop.window.widgets.pictures import Portraits, pixmap
from desktop.window.widgets.theme import Colours

LINES = 26
"""The lines of text on a screen from top to bottom."""

TALLEST = 4.2
"""Lines that a row of the order takes where there are few."""

LEAST = 1.9

SMALLEST = 0.75
"""How much smaller letters are at most where many are there."""

PARTY = 1.5
"""How much larger the party is shown before the fight."""


class Board(QWidget):
    """Something painted in large letters, in the window's own colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colours: Colours = theme.ready(theme.LIGHT)
        self.letters = 24.0
        """Pixels: how high a line of text is."""

    def look(self, colours: Colours, letters: float) -> None:
        """Shows everything in these colours, at this size."""
        self.colours, self.letters = colours, letters
        self.updateGeometry()
        self.update()

    @property
    def line(self) -> float:
        """How high a line of text is here, in pixels."""
        return self.letters

    def font_of(self, size: float = 1.0, *, bold: bool = False) -> QFont:
        """The font, ``size`` times as large as a line of text."""
        font = QFont(self.font())
        font.setPixelSize(max(round(self.line * size * 0.72), 6))
        font.setBold(bold)
        return font


class OrderBoard(Board):
    """Who is there, whose turn it is, and how they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._portraits = PlayersView(), Portraits()

    @property
    def line(self) -> float:
        """Smaller letters where many are there, so that more of them have room."""
        needed = max(len(self._view.people), 1) * LEAST * self._usual
        return self._usual * min(max(self.height() / needed, SMALLEST), 1.0)

    @property
    def _usual(self) -> float:
        return self.letters * (1.0 if self._view.round else PARTY)

    def show_people(self, view: PlayersView, portraits: Portraits) -> None:
        """Shows the order of a view."""
        if (view.people, view.round, view.then) == (
            self._view.people, self._view.round, self._view.then,
        ) and portraits is self._portraits:  # fmt: skip
            return
        self._view, self._portraits = view, portraits
        self.setAccessibleDescription("; ".join(map(self._spoken, view.people)))
        self.update()

    def _spoken(self, person: Person) -> str:
        turn = tr("on turn") if person.standing == "active" else ""
        state, vitals = in_words(person.condition), paint.spoken(in_terms(person.vitals, chosen()))
        badges = paint.spoken(in_terms(person.badges, chosen()))
        return ", ".join(filter(None, (person.name, turn, state, vitals, badges)))

    def sizeHint(self) -> QSize:
        return QSize(round(self._usual * 15), round(self._usual * 8))

    def _rows(self) -> tuple[Sequence[Person], float]:
        """Those for whom there is room, and how high a row is: where there are too many, from the
        one on turn on, and a row is left for how many more there are."""
        people, room = self._view.people, float(self.height())
        high = min(max(room / max(len(people), 1), LEAST * self.line), TALLEST * self.line)
        most = max(int(room / high), 1)
        if len(people) <= most:
            return people, high
        active = next((n for n, person in enumerate(people) if person.standing == "active"), 0)
        return [*people[active:], *people[:active]][: max(most - 1, 1)], high

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        people, high = self._rows()
        for number, person in enumerate(people):
            self._paint(painter, person, QRectF(0, number * high, self.width(), high))
        if left := len(self._view.people) - len(people):
            rest = QRectF(self.line, len(people) * high, self.width() - self.line, high)
            paint.text(painter, rest, f"+{left}", self.colours.muted, self.font_of())

    def _paint(self, painter: QPainter, person: Person, row: QRectF) -> None:
        colours, line = self.colours, self.line
        inside = row.adjusted(line * 0.2, line * 0.1, -line * 0.2, -line * 0.1)
        active, out = person.standing == "active", person.standing == "out"
        if active:
            paint.box(painter, inside, colours.accent_soft, colours.accent, line * 0.3, line * 0.12)
        ink = colours.faint if out else colours.ink
        wide = min(inside.height() * 0.86, line * 3.2)
        disc = QRectF(inside.left() + line * 0.4, inside.center().y() - wide / 2, wide, wide)
        fill = colours.faint if out else colours.tint(person.side)
        face = self._portraits.face_of(person.portrait) if person.portrait else None
        letters = self.font_of(wide / line * 0.5, bold=True)
        painter.setOpacity(0.5 if out else 1.0)
        paint.disc(
            painter, disc, paint.initials(person.name), fill, colours.card, letters, face,
            person.side,
        )  # fmt: skip
        painter.setOpacity(1.0)
        left = disc.right() + line * 0.5
        text = QRectF(left, inside.top(), inside.right() - left - line * 0.3, inside.height())
        below = [*person.vitals, *in_terms(person.badges, chosen())]
        if not below and not person.condition:
            paint.text(painter, text, person.name, ink, self.font_of(bold=active))
            return
        upper = QRectF(text.left(), text.center().y() - line, text.width(), line)
        state = in_words(person.condition)
        font = self.font_of(0.82)
        taken = paint.width_of(state, font) + line * 0.4 if state else 0.0
        name = upper.adjusted(0, 0, -taken, 0)
        if not below:
            name.moveTop(text.center().y() - line / 2)
        paint.text(painter, name, person.name, ink, self.font_of(bold=active))
        if state:
            place = QRectF(text.right() - taken, name.top(), taken, line)
            tone = self.colours.faint if person.standing == "out" else self.colours.muted
            paint.text(painter, place, state, tone, font, Qt.AlignmentFlag.AlignRight)
        lower = QRectF(text.left(), text.center().y() + line * 0.1, text.width(), line * 0.8)
        self._below(painter, person, lower)

    def _below(self, painter: QPainter, person: Person, area: QRectF) -> None:
        """Bars, shorter where badges need room, and what anybody sees of somebody; how many badges
        there is no room for."""
        line, x = self.line, area.left()
        badges = in_terms(person.badges, chosen())
        long = line * (2.5 if len(badges) > 1 else 4.5)
        for vital in person.vitals:
            bar = QRectF(x, area.top() + line * 0.2, min(long, area.width() / 2), line * 0.4)
            value, most = vital.value, vital.maximum
            if vital.kind == "boxes":
                value = most - sum(map(bool, vital.values))
            paint.bar(painter, bar, value, most, self.colours.tone(vital.tone), self.colours.well)
            font = self.font_of(0.75)
            said = f"{value} / {most}"
            place = QRectF(bar.right() + line * 0.3, area.top(), line * 4, area.height())
            x = place.left() + paint.text(painter, place, said, self.colours.muted, font) + line / 2
        font = self.font_of(0.7)
        muted, well = self.colours.muted, self.colours.well

        def badge(vital: Vital, at: QPointF, room: float) -> float:
            colour = muted if vital.tone == "plain" else self.colours.tone(vital.tone)
            words = in_words(vital.text)
            taken = paint.pill(painter, at, words, font, well, colour, room, line * 0.8)
            return taken and taken + line * 0.2

        things = [partial(badge, vital) for vital in badges]
        area.setLeft(x)
        paint.in_a_row(painter, area, things, muted, font, line * 1.2)


LARGEST = 6.0
"""Lines that a die takes where there is room."""

BESIDE = 3
"""How many throws stand beside each other at most, where many are made at once."""

CORNERS = {4: (3, 90), 8: (4, 90), 10: (4, 90), 12: (5, 90), 20: (6, 30), 100: (4, 90)}
"""How a die looks, by its sides: its corners, and where the first of them is."""


class ThrowBoard(Board):
    """The dice as they fell, and below them what they came to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._throw = Throw()

    def show_throw(self, throw: Throw) -> None:
        """Shows a throw."""
        if throw == self._throw:
            return
        self._throw = throw
        rolls = [
            f"{roll.name}: {', '.join(in_words(die.face) for die in roll.dice)}"
            for roll in throw.rolls
        ]
        self.setAccessibleDescription("; ".join((*rolls, *map(in_words, throw.meaning))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, throw, font = self.line, self._throw, self.font_of(1.2, bold=True)
        wrapped = (paint.wrapped(in_words(o), font, self.width() - line) for o in throw.meaning)
        meaning = list(chain.from_iterable(wrapped))
        foot = line * 1.5 * len(meaning)
        most = max(int((self.height() - foot) / (line * 3.2)), 1)
        beside = min(ceil(len(throw.rolls) / most), BESIDE)
        rolls = throw.rolls[-most * beside :] if beside else ()
        below = ceil(len(rolls) / max(beside, 1))
        column = self.width() / max(beside, 1)
        room = QSizeF(column - line, (self.height() - foot) / max(below, 1) - line * 1.2)
        sizes = [_largest(len(roll.dice), room, LARGEST * line) for roll in rolls]
        laid = zip(rolls, sizes, strict=True)
        rows_high = (size * ceil(len(roll.dice) / row) for roll, (size, row) in laid)
        high = line * 1.2 + max(rows_high, default=0.0)
        top = max((self.height() - foot - below * high) / 2, 0.0)
        for place, (roll, (size, row)) in enumerate(zip(rolls, sizes, strict=True)):
            left, upper = place // below * column + line / 2, top + place % below * high
            name = QRectF(left, upper, room.width(), line * 1.1)
            paint.text(painter, name, roll.name, self.colours.muted, self.font_of(0.9))
            for number, die in enumerate(roll.dice):
                at = QPointF(left + number % row * size, upper + line * 1.2 + number // row * size)
                self._die(painter, die, QRectF(at, QSizeF(size, size)).adjusted(2, 2, -2, -2))
        top += below * high
        for number, words in enumerate(meaning):
            area = QRectF(line / 2, top + number * line * 1.5, self.width() - line, line * 1.5)
            paint.text(painter, area, words, self.colours.ink, font)

    def _die(self, painter: QPainter, die: Die, area: QRectF) -> None:
        colours, wide, face, sides = self.colours, area.width(), in_words(die.face), die.sides
        if sides in CORNERS:
            path = paint.polygon(area, CORNERS[sides][0], 1.0, CORNERS[sides][1])
            painter.setPen(QPen(colours.edge, max(wide * 0.03, 1.0)))
            painter.setBrush(colours.card)
            painter.drawPath(path)
        else:
            paint.box(painter, area, colours.card, colours.edge, wide * 0.12, max(wide * 0.03, 1.0))
        font = self.font_of(wide / self.line * (0.62 if len(face) < 3 else 0.45), bold=True)
        painter.setFont(font)
        painter.setPen(colours.ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, face)


def _largest(count: int, room: QSizeF, most: float) -> tuple[float, int]:
    """The largest squares of which ``count`` have room, and how many stand in a row."""
    size = min(most, max(room.height(), 1.0))
    while size > 12 and int(room.width() / size) * int(room.height() / size) < count:
        size *= 0.94
    return size, max(int(room.width() / size), 1)


class PictureBoard(Board):
    """A picture as large as there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QPixmap()

    def show_picture(self, png: bytes) -> None:
        """Shows a picture; nothing where there is none."""
        self._picture = pixmap(png) if png else QPixmap()
        self.setVisible(bool(png))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        area = QRect(QPoint(0, 0), size)
        area.moveCenter(self.rect().center())
        painter.drawPixmap(area, self._picture)
