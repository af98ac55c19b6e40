"""A forecast drawn: who wins, who stays on their feet, how long it takes, how it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.encounter.simulate.forecast import WHO_IS_AHEAD, Forecast, Share
from desktop.rules.state import side_in_words
from desktop.rules.text import Written, as_percent
from desktop.window.widgets import paint, theme
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.paint import tints
from desktop.window.widgets.theme import Colours, current_colours

ROW = 22
"""The height of a person's row."""


def give_or_take(share: Share) -> str:
    """Half the width of the interval, in points: ``± 2``."""
    return f"± {max(share.margin * 100, 0.1):.0f}" if share.margin >= 0.01 else "± <1"


def in_percent(shares: Sequence[float]) -> list[Written]:
    """Shares of a whole in per cent that come to 100: the largest remainders are rounded up."""
    whole = [int(p * 100) for p in shares]
    by_remainder = sorted(range(len(shares)), key=lambda n: whole[n] - shares[n] * 100)
    for n in by_remainder[: 100 - sum(whole)]:
        whole[n] += 1
    between = [0.01 <= p <= 0.99 for p in shares]
    return [
        as_percent(w / 100 if plain else p)
        for p, w, plain in zip(shares, whole, between, strict=True)
    ]


class Picture(QWidget):
    """A drawing of a forecast; empty until there is one, and pale where it is out of date."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.forecast = Forecast()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_forecast(self, forecast: Forecast) -> None:
        """Draws a forecast."""
        self.forecast = forecast
        self.setEnabled(True)
        said = self.said() if forecast.fights else tr("no figures yet")
        self.setAccessibleName(said)
        self.setToolTip(as_tip(said))
        self.updateGeometry()
        self.update()

    def said(self) -> str:
        """What the picture shows, in words."""
        raise NotImplementedError

    def draw(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        """Draws the forecast; there is one."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        with paint.on(self) as (painter, area):
            painter.setOpacity(1.0 if self.isEnabled() else 0.3)
            if self.forecast.fights:
                self.draw(painter, area, current_colours())
            else:
                paint.box(painter, area, current_colours().well, radius=6)


class ChanceBar(Picture):
    """Who wins, side by side. Paler: nobody wins, and that side has more of its people left."""

    def __init__(self, parent: QWidget | None = None, height: int = 30) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.px(height))

    def said(self) -> str:
        said = ", ".join(" ".join(words) for *words, _, _, _ in self._pieces(current_colours()))
        is_any_ahead = any(self.forecast.ahead[side] for side in self.forecast.sides)
        return f"{said}\n{in_words(WHO_IS_AHEAD)}" if is_any_ahead else said

    def _pieces(self, colours: Colours) -> list[tuple[str, str, str, float, QColor, QColor]]:
        """For each part of the bar its words, its chance and margin in words, the chance, and the
        colours of its ground and its words."""
        forecast = self.forecast
        numbers = tints(forecast.sides)
        parts: list[tuple[str, Share, QColor, QColor]] = []
        for side in forecast.sides:
            colour = colours.tint(numbers[side])
            pale = QColor(colour)
            pale.setAlphaF(0.35)
            called = in_words(side_in_words(side))
            ahead = tr("{side}: ahead", side=called)
            parts.append((called, forecast.wins_of(side), colour, colours.card))
            parts.append((ahead, forecast.ahead_of(side), pale, colours.ink))
        even = tr("even", context="forecast")
        parts.append((even, forecast.ahead_of(""), colours.nothing, colours.on_nothing))
        parts = [part for part in parts if part[1].p]
        chances = in_percent([share.p for _, share, _, _ in parts])
        return [
            (words, chance, give_or_take(share), share.p, fill, ink)
            for (words, share, fill, ink), chance in zip(parts, chances, strict=True)
        ]

    def draw(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        paint.box(painter, area, colours.well, radius=7)
        font, left = paint.smaller(paint.usual(self.font()), 0.5, bold=True), area.x()
        for words, chance, margin, p, fill, ink in self._pieces(colours):
            part = QRectF(left, area.y(), area.width() * p, area.height())
            painter.fillRect(part.adjusted(0, 0, -1, 0), fill)
            said = f"{words} {chance}", f"{chance} {margin}"
            paint.longest(painter, part, (f"{words} {said[1]}", *said, chance), ink, font, 10)
            left += part.width()


class Survival(Picture):
    """Everybody's chance to be on their feet at the end."""

    def sizeHint(self) -> QSize:
        return theme.scaled(280, ROW * max(len(self.forecast.people), 1))

    def show_forecast(self, forecast: Forecast) -> None:
        super().show_forecast(forecast)
        self.setFixedHeight(self.sizeHint().height())

    def said(self) -> str:
        forecast = self.forecast
        people = (
            f"{person.name} {as_percent(1 - forecast.out_of(person.id).p)}"
            for person in forecast.people
        )
        return tr("Still standing at the end: {people}", people=", ".join(people))

    def draw(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        forecast, numbers = self.forecast, tints(self.forecast.sides)
        small = paint.smaller(paint.usual(self.font()), 0.5)
        names, value = area.width() * 0.46, 52.0
        for row, person in enumerate(forecast.people):
            line = QRectF(area.x(), area.y() + row * ROW, area.width(), ROW)
            side = numbers[person.side]
            mark = QRectF(line.x() + 1, line.y() + ROW / 2 - 4.5, 9, 9)
            painter.fillPath(paint.shape(mark, side), colours.tint(side))
            name = QRectF(line.x() + 14, line.y(), names - 22, ROW)
            paint.text(painter, name, person.name, colours.ink, small)
            track = QRectF(line.x() + names, line.y() + 7, line.width() - names - value, ROW - 14)
            paint.box(painter, track, colours.well, radius=4)
            stands = 1 - forecast.out_of(person.id).p
            bar = QRectF(track.x(), track.y(), track.width() * stands, track.height())
            if bar.width() >= 1:
                paint.box(painter, bar, colours.tint(side), radius=4)
            number = QRectF(track.right() + 4, line.y(), value - 4, ROW)
            right = Qt.AlignmentFlag.AlignRight
            paint.text(painter, number, as_percent(stands), colours.ink, small, right)


class Rounds(Picture):
    """In which round the fights end: a column for each, the middle one marked."""

    MOST = 24
    """Columns; what takes longer stands in the last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(theme.px(110))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def said(self) -> str:
        forecast = self.forecast
        return tr(
            "Rounds: {early} to {late} in nine fights of ten, {median} in the middle",
            early=forecast.rounds_within(0.05),
            late=forecast.rounds_within(0.95),
            median=forecast.rounds_within(0.5),
        )

    def draw(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        forecast = self.forecast
        last = min(max(forecast.rounds), self.MOST)
        columns = [0] * last
        for number, fights in forecast.rounds.items():
            columns[min(max(number, 1), last) - 1] += fights
        small = paint.smaller(paint.usual(self.font()), 1.0)
        foot = QFontMetrics(small).height() + 3.0
        most, median = max(columns), min(forecast.rounds_within(0.5), last)
        wide = min(area.width() / last, 34.0)
        for number, fights in enumerate(columns, 1):
            left = area.x() + (number - 1) * wide
            high = (area.height() - foot - 2) * fights / most
            column = QRectF(left + 1, area.bottom() - foot - high, max(wide - 3, 1), high)
            paint.box(painter, column, colours.accent if number == median else colours.edge,
                      radius=2)  # fmt: skip
            later = number == last < max(forecast.rounds)
            crowded = number == last - 1 and wide < 26  # the last one keeps off the edge
            if later or number == 1 or (not crowded and (wide >= 18 or number % 5 == 0)):
                painter.setFont(small)
                painter.setPen(colours.ink if number == median else colours.muted)
                words = QRectF(left - 8, area.bottom() - foot, wide + 14, foot)
                words.moveRight(min(words.right(), area.right()))
                side = Qt.AlignmentFlag.AlignRight if later else Qt.AlignmentFlag.AlignHCenter
                painter.drawText(words, side, f"{number}+" if later else f"{number}")


Stretches = Sequence[Sequence[tuple[int, float]]]
"""Lists of pairs: a step's number, from 0, and the chance after it. Between two of them something
is not known."""


class ChanceCourse(QWidget):
    """The chance of a side to win after each step of a fight, as a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stretches: Stretches = []
        self.marked: Sequence[int] = ()
        """The steps at which the fight turned."""
        self.last = 0
        self.setMinimumHeight(theme.px(150))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.notifier().changed.connect(self.update)

    def show_stretches(
        self, stretches: Stretches, last: int, marked: Sequence[int], said: str
    ) -> None:
        """``last`` is the number of the last step there is."""
        self.stretches, self.last, self.marked = stretches, last, marked
        self.setAccessibleName(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = current_colours()
        with paint.on(self) as (painter, whole):
            area = whole.adjusted(42, 8, -8, -8)
            small = paint.smaller(paint.usual(self.font()), 1.0)
            for part in (0.0, 0.5, 1.0):
                y = area.bottom() - part * area.height()
                painter.setPen(QPen(colours.line, 1))
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
                words = QRectF(0, y - 9, 36, 18)
                right = Qt.AlignmentFlag.AlignRight
                paint.text(painter, words, as_percent(part), colours.muted, small, right)
            for stretch in self.stretches:
                places = [self._place(area, step, p) for step, p in stretch]
                painter.setPen(QPen(colours.players, 2))
                painter.drawPolyline(QPolygonF(places))
                painter.setPen(Qt.PenStyle.NoPen)
                for (step, _), place in zip(stretch, places, strict=True):
                    if step in self.marked:
                        painter.setBrush(colours.accent)
                        painter.drawEllipse(place, 5, 5)
                if len(places) == 1:
                    painter.setBrush(colours.players)
                    painter.drawEllipse(places[0], 2, 2)

    def _place(self, area: QRectF, step: int, p: float) -> QPointF:
        x = area.left() + area.width() * step / max(self.last, 1)
        return QPointF(x, area.bottom() - p * area.height())
