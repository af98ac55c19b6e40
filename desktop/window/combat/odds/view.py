"""What a command can lead to, before the roll: a bar of the distribution, and other ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.encounter.odds import Chance, Odds
from desktop.rules.display import Measure
from desktop.rules.text import Words, as_percent
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.buttons import PaintedButton
from desktop.window.widgets.colours import Colours, current_colours
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import in_words, tr

WHAT = ("damage", "success", "hit", "out")
"""What odds are shown of, the first that the command can lead to; without these, whatever else the
system marks."""

BACK = "_back"
"""How marks end that tell what comes back to the one who acts."""


MOST_HEIGHT = 66
"""Pixels that other ways may take, two lines: the form above them needs the room too."""

HARM = ("damage", "hit", "out")


@dataclass(frozen=True, slots=True)
class Reading:
    """The part of the odds that is shown."""

    what: str
    spread: dict[int, Fraction]
    hits: Fraction
    expected: Fraction
    out: Fraction
    back: Fraction = Fraction(0)
    """The chance to be hit oneself, in return."""
    samples: int = 0
    """An estimate from so many throws; exact where 0."""

    @property
    def certain(self) -> bool:
        """Whether the result is certain."""
        return len(self.spread) < 2

    @property
    def fraction(self) -> str:
        """The chance to hit, or of any success, as it is exactly; decimals where too long."""
        exact = str(self.hits)
        return exact if len(exact) <= 21 else f"{float(self.hits):.6f}"

    @property
    def in_short(self) -> str:
        return f"≈ {as_percent(self.hits)}" if self.samples else as_percent(self.hits)


def read(odds: Odds, wanted: str = "") -> Reading | None:
    """What is shown of the odds, or None when no step marked anything. ``wanted`` comes first."""
    marked = odds.marked()
    own = (what for what in marked if not what.endswith(BACK))
    what = next((what for what in (wanted, *WHAT, *own) if what in marked), None)
    if what is None:
        return None
    spread = odds.spread(what)
    hits = odds.probability("hit") if "hit" in marked else odds.probability(what)
    back = odds.probability("hit_back")
    out = odds.probability("out")
    return Reading(what, spread, hits, odds.expected(what), out, back, odds.samples)


def against(odds: Odds, actor: str) -> Odds:
    """The odds, with damage to ``actor`` counted apart from damage to others."""
    marked = odds.marked()
    hurt = {who for what in HARM for who in marked.get(what, ())}
    if actor not in hurt or hurt == {actor}:
        return odds
    return Odds(tuple(_told_apart(chance, actor) for chance in odds.chances), odds.samples)


def _told_apart(chance: Chance, actor: str) -> Chance:
    marks: dict[str, dict[str, int]] = {}
    for what, found in chance.marks.items():
        for who, amount in found.items():
            name = f"{what}{BACK}" if what in HARM and who == actor else what
            marks.setdefault(name, {})[who] = amount
    parts = tuple(tuple(_told_apart(one, actor) for one in part) for part in chance.parts)
    return Chance(chance.p, marks, parts)


class OddsBar(QWidget):
    """The distribution as a bar: nothing happens at the left, the more the further right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._measure = Measure()
        self.setFixedHeight(30)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_reading(self, reading: Reading, measure: Measure) -> None:
        self._reading, self._measure = reading, measure
        said = ", ".join(f"{self._label(n, p)}" for n, p in reading.spread.items())
        self.setAccessibleName(tr("Odds: {said}", said=said))
        self.setToolTip(basics.as_tip(said.replace(", ", "\n")))
        self.update()

    def _label(self, amount: int, p: Fraction) -> str:
        assert self._reading is not None
        if amount == 0 and not any(self._measure.words[:1]):
            nothing = {
                "damage": tr("no damage"),
                "success": tr("failure"),
                "hit": tr("miss"),
            }
            return f"{nothing.get(self._reading.what, '0')} {as_percent(p)}"
        return f"{self._measure.said(amount)} {as_percent(p)}"

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._reading is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        area = QRectF(self.rect())
        clip = QRectF(area)
        paint.box(painter, clip, colours.well, radius=7)
        spread = self._reading.spread
        most = max(spread)
        x = area.x()
        font = paint.smaller(self.font(), 0.5)
        for number, (amount, p) in enumerate(spread.items()):
            wide = area.width() * float(p)
            segment = QRectF(x, area.y(), wide, area.height())
            self._segment(painter, segment, self._shade(colours, amount, most), number, len(spread))
            if number:
                painter.fillRect(QRectF(x - 0.5, area.y(), 1, area.height()), colours.card)
            ink = colours.on_nothing if amount == 0 else colours.on_accent
            metrics = QFontMetrics(font)
            short = as_percent(p) if self._measure.words else f"{amount} · {as_percent(p)}"
            for words in (self._label(amount, p), short, as_percent(p)):
                if metrics.horizontalAdvance(words) + 8 <= wide:
                    painter.setFont(font)
                    painter.setPen(ink)
                    painter.drawText(segment, Qt.AlignmentFlag.AlignCenter, words)
                    break
            x += wide
        painter.end()

    def _shade(self, colours: Colours, amount: int, most: int) -> QColor:
        """The colour of a segment: grey for nothing, then stronger with the amount."""
        if amount == 0:
            return colours.nothing
        share = amount / most if most else 1.0
        base = colours.accent
        return base.lighter(100 + int(26 * (1 - share))) if most > 1 else base

    def _segment(
        self, painter: QPainter, area: QRectF, fill: QColor, number: int, count: int
    ) -> None:
        """A segment with round corners only at the ends of the bar."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        radius = 7.0 if number in (0, count - 1) else 0.0
        painter.drawRoundedRect(area, min(radius, area.width() / 2), radius)
        if count > 1 and area.width() > 14:
            if number == 0:
                painter.drawRect(area.adjusted(area.width() / 2, 0, 0, 0))
            elif number == count - 1:
                painter.drawRect(area.adjusted(0, 0, -area.width() / 2, 0))


class OtherWay(PaintedButton):
    """Another way to do it, with its chance; a click takes it."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.chance = label, ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(label)

    def show_chance(self, chance: str) -> None:
        self.chance = chance
        self.setAccessibleDescription(chance)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        strong = QFontMetrics(paint.bold(self.font()))
        wide = metrics.horizontalAdvance(self.label) + strong.horizontalAdvance(self.chance) + 34
        return QSize(max(wide, 120), 26)

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        paint.box(painter, area, colours.line if self.underMouse() else colours.well, radius=6)
        inside = area.adjusted(9, 0, -9, 0)
        strong = paint.bold(self.font())
        right = Qt.AlignmentFlag.AlignRight
        wide = paint.text(painter, inside, self.chance, colours.ink, strong, right)
        inside.setRight(inside.right() - wide - 8)
        paint.text(painter, inside, self.label, colours.ink, self.font())


class OddsView(QFrame):
    """The card with the odds of the chosen command."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        self._exact = basics.label("", "small")
        self._said = basics.label("", "strong")
        head = QHBoxLayout()
        head.setSpacing(8)
        self._title = basics.label(tr("Odds"), "heading")
        head.addWidget(self._title)
        head.addWidget(self._exact)
        head.addStretch(1)
        head.addWidget(self._said)
        column.addLayout(head)
        self.bar = OddsBar()
        column.addWidget(self.bar)
        self._ways = Flow(gap=6)
        self._room = QScrollArea()
        self._room.setWidget(self._ways)
        self._room.setWidgetResizable(True)
        self._room.setFrameShape(QFrame.Shape.NoFrame)
        self._room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._room.viewport().setAutoFillBackground(False)
        self._ways.setAutoFillBackground(False)
        column.addWidget(self._room)
        self.ways: dict[str, OtherWay] = {}
        """The other ways that are shown, by label."""
        self._measure = Measure()
        self.reading: Reading | None = None
        self._fallen = False
        self.hide()

    def clear(self) -> None:
        """Forgets the odds; the card hides if no new ones come."""
        self._ways.clear()
        self.ways.clear()
        self._room.hide()
        self.reading = None

    def fallen(self, fallen: bool) -> None:
        """The dice are on the table: what is shown is how it was before."""
        self._title.setText(tr("Odds before the roll") if fallen else tr("Odds"))
        self._fallen = fallen
        self._room.setVisible(not fallen and bool(self.ways))

    def show_odds(
        self,
        odds: Odds | None,
        measure: Measure,
        marks: Mapping[str, Words],
        *,
        at_an_enemy: bool = False,
    ) -> None:
        """Shows the odds of the command; hides if the result is certain.

        ``marks`` says what a mark of the system's own means. What is thrown ``at_an_enemy`` and
        cannot come to anything has a chance of 0 %.
        """
        self._measure = measure
        self.reading = read(odds, measure.what) if odds is not None else None
        if self.reading is not None and measure.what not in ("", self.reading.what):
            measure = Measure()
        hopeless = self.reading is None or (self.reading.certain and not self.reading.hits)
        self.bar.setVisible(not hopeless)
        if hopeless and odds is not None and at_an_enemy:
            self._said.setText(tr("hits {p}", p=as_percent(Fraction(0))))
            self._exact.setText(tr("exact · {p}", p=0) if not odds.samples else "")
            self.show()
            return
        if self.reading is None or self.reading.certain:
            self.hide()
            return
        reading = self.reading
        self.bar.show_reading(reading, measure)
        verb = tr("hits") if reading.what in ("damage", "hit") else tr("succeeds")
        if reading.what not in WHAT and reading.what in marks:
            verb = in_words(marks[reading.what])
        parts = [f"{verb} {reading.in_short}"]
        counted = reading.what in ("damage", "success") or len(reading.spread) > 2
        if counted and not measure.words:
            amount = f"{float(reading.expected):.2f} {measure.unit}".strip()
            parts.append(tr("expected {amount}", amount=amount))
        if reading.back:
            parts.append(tr("in return {p}", p=as_percent(reading.back)))
        if reading.out:
            parts.append(tr("out {p}", p=as_percent(reading.out)))
        self._said.setText(" · ".join(parts))
        if reading.samples:
            said = tr(
                "too many ways to count: estimated from {times} throws", times=reading.samples
            )
            self._exact.setText(said)
        else:
            self._exact.setText(tr("exact · {p}", p=reading.fraction))
        self.show()

    def show_way(self, label: str, odds: Odds | None, take: Callable[[], None]) -> None:
        """Shows another way to act, unless its odds are the same."""
        reading = read(odds, self._measure.what) if odds is not None else None
        mine = self.reading
        if (
            reading is None
            or mine is None
            or (reading.hits, reading.expected)
            == (
                mine.hits,
                mine.expected,
            )
        ):
            return
        self._add(label, reading.in_short).clicked.connect(take)

    def show_alternative(self, label: str, odds: Odds | None) -> None:
        """Shows the odds if somebody gives another answer, also when they are the same."""
        if self.reading is None:
            return
        reading = read(odds, self._measure.what) if odds is not None else None
        chance = as_percent(Fraction(0))
        if reading is not None:
            chance = reading.in_short
            if not self._measure.words:
                chance += f" · {float(reading.expected):.2f}"
            if reading.back:
                chance += tr(" · in return {p}", p=as_percent(reading.back))
        self._add(label, chance)

    def _add(self, label: str, chance: str) -> OtherWay:
        way = OtherWay(label)
        way.show_chance(chance)
        self._ways.add(way)
        way.show()
        self.ways[label] = way
        self._room.setVisible(not self._fallen)
        self._fit()
        return way

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the other ways need, up to two lines; the rest of them scrolls."""
        self._ways.flow.invalidate()
        needed = self._ways.heightForWidth(self._room.width())
        always_off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        as_needed = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        fits = needed <= MOST_HEIGHT
        self._room.setVerticalScrollBarPolicy(always_off if fits else as_needed)
        self._room.setFixedHeight(min(needed, MOST_HEIGHT))
