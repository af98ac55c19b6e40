"""What is shown of the odds of a command: the part, the bar, other ways as buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.encounter.odds import BACK, HARM, Odds
from desktop.rules.display import Measure
from desktop.rules.text import as_percent
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.buttons import EACH_MORE, WrappingButton
from desktop.window.widgets.language import decimal, in_words, tr
from desktop.window.widgets.theme import Colours, current_colours


class OddsBar(QWidget):
    """The distribution as a bar: nothing happens at the left, the more the further right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._measure = Measure()

    def clear(self) -> None:
        """Shows nothing: the odds are not known."""
        self._reading = None
        self.setAccessibleName("")
        self.setToolTip("")
        self.update()

    def show_reading(self, reading: Reading, measure: Measure) -> None:
        """Shows a distribution in the words of its measure."""
        self._reading, self._measure = reading, measure
        said = ", ".join(f"{self._label(n, p)}" for n, p in reading.spread.items())
        self.setAccessibleName(tr("Odds: {said}", said=said))
        self.setToolTip(basics.as_tip(said.replace(", ", "\n")))
        self.update()

    def _label(self, amount: int, p: Fraction) -> str:
        assert self._reading is not None
        if amount == 0 and not any(self._measure.words[:1]):
            nothing = {
                "damage": tr("no damage", context="odds"),
                "healing": tr("failure", context="odds"),
                "success": tr("failure", context="odds"),
                "hit": tr("miss", context="odds"),
            }
            return f"{nothing.get(self._reading.what, '0')} {as_percent(p)}"
        apart = "" if self._measure.words else "· "
        return f"{in_words(self._measure.said(amount))} {apart}{as_percent(p)}"

    def _words(self, amount: int, p: Fraction) -> tuple[str, ...]:
        """What may stand on a segment, the longest first: how wide it is says how likely it is, so
        an amount that no word stands for stays longest."""
        if self._measure.words or amount == 0:
            return self._label(amount, p), as_percent(p)
        number = str(amount).replace("-", "−")
        return self._label(amount, p), f"{number} · {as_percent(p)}", number

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, reading = current_colours(), self._reading
        with paint.on(self) as (painter, area):
            paint.box(painter, area, colours.well, radius=7)
            if reading is None:
                return
            heals, most, x = reading.heals, max(reading.spread), area.x()
            font = paint.smaller(paint.usual(self.font()), 0.5)
            for number, (amount, p) in enumerate(reading.spread.items()):
                wide = area.width() * float(p)
                segment = QRectF(x, area.y(), wide, area.height())
                shade = self._shade(colours, amount, most, heals)
                self._segment(painter, segment, shade, number, len(reading.spread))
                if number:
                    painter.fillRect(QRectF(x - 0.5, area.y(), 1, area.height()), colours.card)
                on_amount = colours.card if heals else colours.on_accent
                ink = colours.on_nothing if amount == 0 else on_amount
                paint.longest(painter, segment, self._words(amount, p), ink, font, 8)
                x += wide

    def _shade(self, colours: Colours, amount: int, most: int, heals: bool = False) -> QColor:
        """The colour of a segment: grey for nothing, then stronger with the amount.

        What is weaker is nearer to the ground; the words on it can be read all the same.
        """
        if amount == 0:
            return colours.nothing
        share = amount / most if most else 1.0
        base, most_weaker = (colours.good, 16) if heals else (colours.accent, 26)
        weaker = 100 + int(most_weaker * (1 - share))
        if most <= 1:
            return base
        return base.darker(weaker) if colours.dark else base.lighter(weaker)

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


class OtherWay(WrappingButton):
    """Another way to do it, with its chance; a click takes it, where the form can say it."""

    one_line, narrowest = 26, 120

    def __init__(
        self, label: str, take: Callable[[], None] | None = None, *, better: bool = False
    ) -> None:
        """Without ``take`` it only says its chance, and looks so."""
        super().__init__()
        self.label, self.chance, self.better = label, "", better
        self.setAccessibleName(label)
        self._taken = take is not None
        if take is not None:
            self.clicked.connect(take)
        else:
            self.unsetCursor()

    def show_chance(self, chance: str) -> None:
        """Shows the chance in a few words."""
        self.chance = chance
        self.setAccessibleDescription(chance)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.letters)
        strong = QFontMetrics(paint.bold(self.letters))
        wide = metrics.horizontalAdvance(self.label) + strong.horizontalAdvance(self.chance) + 34
        return theme.scaled(max(wide, self.narrowest), self.one_line)

    def lines(self, width: float) -> Sequence[str]:
        """The label; without room beside the chance on lines of its own, and none on the last."""
        chance = paint.width_of(self.chance, paint.bold(self.letters)) + 8
        if paint.width_of(self.label, self.letters) + chance <= width - 18:
            return [self.label]
        return [*paint.wrapped(self.label, self.letters, width - 18), ""]

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        fill = colours.line if self._taken and self.underMouse() else colours.well
        paint.box(painter, area, fill, radius=6)
        line = QRectF(9, -EACH_MORE, area.width() - 18, self.one_line)
        for words in self.lines(area.width()):
            line.translate(0, EACH_MORE)
            paint.text(painter, line, words, colours.ink, self.letters)
        strong, right = paint.bold(self.letters), Qt.AlignmentFlag.AlignRight
        paint.text(painter, line, self.chance, colours.ink, strong, right)


WHAT = ("damage", "healing", "success", "hit", "out")
"""What odds are shown of, the first that the command can lead to; without these, whatever else the
system marks."""
PRICE = "cost"
"""What is paid for a throw: none of its results."""


@dataclass(frozen=True, slots=True)
class TargetReading:
    """What is shown of each of several targets."""

    id: str
    hits: Fraction
    expected: Fraction
    out: Fraction


@dataclass(frozen=True, slots=True)
class Reading:
    """The part of the odds that is shown."""

    what: str
    spread: dict[int, Fraction]
    hits: Fraction
    expected: Fraction
    out: Fraction
    own_harm: Fraction = Fraction(0)
    """The chance that the actor is harmed."""
    own_damage: Fraction = Fraction(0)
    """The damage to the actor that is to be expected."""
    samples: int = 0
    """The number of throws of an estimate; 0 where the odds are exact."""
    targets: tuple[TargetReading, ...] = ()
    """Each target by itself, where there are several."""
    harmless: bool = False
    """Whether nothing at all comes of a hit."""

    @property
    def heals(self) -> bool:
        """Whether it is something regained, which is not painted as harm."""
        return self.what == "healing"

    @property
    def counted(self) -> bool:
        """Whether it is told how much there is of it, and not only whether there is any."""
        return self.what in ("damage", "healing") or not self.spread.keys() <= {0, 1}

    @property
    def certain(self) -> bool:
        """Whether the result is certain, for each target too."""
        return len(self.spread) < 2 and all(target.hits in (0, 1) for target in self.targets)

    @property
    def fraction(self) -> str:
        """The chance to hit, or of any success, as it is exactly; decimals where too long."""
        exact = str(self.hits)
        return exact if len(exact) <= 21 else decimal(self.hits, 6)

    @property
    def in_short(self) -> str:
        """The chance in per cent: ``70 %``, or ``≈ 70 %`` where it is an estimate."""
        return self.percent(self.hits)

    @property
    def chance(self) -> str:
        """What the chance is of: ``hits 70 %``."""
        if self.what in ("damage", "hit"):
            return tr("hits {p}", p=self.in_short)
        if self.heals:
            return tr("heals {p}", p=self.in_short)
        return tr("succeeds {p}", p=self.in_short)

    def percent(self, chance: Fraction) -> str:
        """A chance of these odds in per cent."""
        return in_percent(chance, self.samples)


def read(odds: Odds, wanted: str = "") -> Reading | None:
    """What is shown of the odds, or None when no step marked anything. ``wanted`` comes first.

    Harm to the actor is none of the step's results: ``odds`` have it apart.
    """
    marked = dict(odds.marked())
    marked.pop(PRICE, None)
    if not odds.probability("healing"):  # of somebody who lacks nothing
        marked.pop("healing", None)
    back = {who for what in HARM for who in marked.get(what + BACK, ())}
    # A mark of the system's own beside harm to the actor tells of that harm: a critical hit.
    others = (what for what in marked if not what.endswith(BACK) and not back >= {*marked[what]})
    what = next((what for what in (wanted, *WHAT, *others) if what in marked), "")
    counted = "damage" in marked or "damage" + BACK in marked
    harm = ("damage", "out") if counted else HARM
    own_harm = max(odds.probability(what + BACK) for what in harm)
    if not what and not own_harm:
        return None
    hit = "hit" if "hit" in marked else what
    ids = marked.get(what, ())
    # Whom a blast reaches beside the target is never hit by a shot.
    each = [(id, hit if id in marked.get(hit, ()) else what) for id in ids if len(ids) > 1]
    p, mean = odds.probability, odds.expected
    targets = tuple(TargetReading(id, p(of, id), mean(what, id), p("out", id)) for id, of in each)
    of_all = p(hit), mean(what), p("out"), own_harm, mean("damage" + BACK)
    only_hits = marked.keys() == {"hit"}
    return Reading(what, odds.spread(what), *of_all, odds.samples, targets, only_hits)


def in_percent(chance: Fraction, samples: int) -> str:
    """A chance in per cent, with ≈ where it is an estimate and none of <1 % or >99 %."""
    percent = as_percent(chance)
    return f"≈ {percent}" if samples and percent[0].isdigit() else percent


def lead_to(answers: Mapping[int, Odds | None], measure: Measure) -> dict[int, str]:
    """The result of each answer, all told by one mark; empty where nothing is marked by any, or all
    hit or miss for certain and come to the same, or to the same for several together."""
    marked = {what for odds in answers.values() if odds for what in odds.marked()}
    what = next((what for what in (measure.what, *WHAT) if what in marked), None)
    if what is None:
        return {}
    if what != measure.what and measure.what:
        measure = Measure()
    readings = {
        number: read(odds, what) if odds and what in odds.marked() else None
        for number, odds in answers.items()
    }
    # Of a hit that is certain only the amount is told, which others may make uncertain.
    certain = [each.spread for each in readings.values() if each and each.hits in (0, 1)]
    if len(certain) == len(answers) > 1 and all(spread == certain[0] for spread in certain):
        return {}
    said = {number: _leads_to(reading, measure) for number, reading in readings.items()}
    if len({*said.values()}) > 1 or len(said) < 2:
        return said
    # What the likeliest result does not tell apart the chance to fall may.
    outs = {n: each.percent(each.out) if each else "" for n, each in readings.items()}
    if len({*outs.values()}) > 1 and all(outs.values()):
        return {n: " · ".join([words, tr("out {p}", p=outs[n])]) for n, words in said.items()}
    return {} if any(each.targets for each in readings.values() if each) else said


def _leads_to(reading: Reading | None, measure: Measure) -> str:
    """The result of an answer, in a few words."""
    if reading is None:
        return "" if measure.words else in_words(measure.said(0))
    if reading.certain:
        return in_words(measure.said(next(iter(reading.spread))))
    if len(measure.words) == 2 and not reading.targets:  # whether, and nothing between
        return f"{in_words(measure.said(1))} {reading.percent(reading.spread.get(1, Fraction(0)))}"
    if measure.words and not reading.targets:
        likely = max(reading.spread, key=lambda amount: reading.spread[amount])
        apart = " " if likely < len(measure.words) else " · "  # of a number
        said = f"{in_words(measure.said(likely))}{apart}{as_percent(reading.spread[likely])}"
        return f"{reading.chance} · {said}" if likely else reading.chance
    if not reading.counted:
        return reading.chance
    return f"{reading.chance} · {in_words(measure.said(decimal(reading.expected, 2)))}"
