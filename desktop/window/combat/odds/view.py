"""The card with the odds of the chosen command, before the roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.encounter.odds import Odds
from desktop.forms.odds import Ui_OddsForm
from desktop.rules.display import Measure
from desktop.rules.text import Words, as_percent
from desktop.window.combat.odds.bar import WHAT, OddsBar, OtherWay, Reading, TargetReading, read
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import decimal, in_words, tr
from desktop.window.widgets.theme import px

MOST_HEIGHT = 66
"""Pixels that other ways may take, two lines: the form above them needs the room too."""

SLOW = 300
"""Milliseconds after which the card says that odds are being worked out."""


class OddsView(QFrame):
    """The card with the odds of the chosen command."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_OddsForm(self)
        self.bar: OddsBar = self.ui.bar
        self.ui.room.viewport().setAutoFillBackground(False)
        self.ui.ways.setAutoFillBackground(False)
        self.ways: dict[str, OtherWay] = {}
        """The other ways that are shown, by label; before them the targets, if there are several.
        """
        self._slow = QTimer(self, singleShot=True, interval=SLOW)
        self._slow.timeout.connect(self.show)
        self._measure = Measure()
        self.reading: Reading | None = None
        self._fallen = self._short = False
        self.clear()

    def clear(self) -> None:
        """Forgets the odds and hides."""
        self._forget()
        self.ui.trouble.hide()
        self.hide()

    def wait(self) -> None:
        """Takes away the odds of the last command while those of another one are worked out.

        The card keeps its place; it comes of itself where they are long in coming.
        """
        self.reading = None
        self.ui.trouble.hide()
        self.ui.exact.clear()
        self.ui.said.setText(tr("being worked out…"))
        self.bar.clear()
        for way in self.ways.values():
            way.show_chance("…")
            way.setEnabled(False)
        self._slow.start()

    def fallen(self, fallen: bool) -> None:
        """The dice are on the table: what is shown is how it was before."""
        self._fallen = fallen
        self._show_room()

    def keep_short(self, short: bool) -> None:
        """Where room is short other ways give way to the form; targets stay."""
        self._short = short
        self._show_room()

    def show_trouble(self, why: str) -> None:
        """Says why the odds, or some of them, cannot be worked out."""
        self._slow.stop()
        if self.reading is None:
            self._forget()
            self.bar.hide()
        self.ui.trouble.setText(tr("The odds cannot be worked out: {why}", why=why))
        self.ui.trouble.show()
        self.show()

    def show_odds(
        self,
        odds: Odds | None,
        measure: Measure,
        marks: Mapping[str, Words],
        names: Callable[[str], str] = str,
        *,
        at_an_enemy: bool = False,
    ) -> None:
        """Shows the odds of the command; hides if the result is certain.

        ``marks`` says what a mark of the system's own means, ``names`` gives the name of a
        combatant. What is thrown ``at_an_enemy`` and cannot come to anything has a chance of 0 %.
        """
        self._forget()
        self._measure = measure
        reading = self.reading = read(odds, measure.what) if odds is not None else None
        if reading is not None and measure.what not in ("", reading.what):
            words = {
                "success": (tr("failure", context="odds"), tr("success", context="odds")),
                "hit": (tr("miss", context="odds"), tr("hit", context="odds")),
            }.get(reading.what, (tr("no"), tr("yes")))
            measure = Measure() if reading.counted else Measure(words=words)
        samples = odds.samples if odds else 0
        self.ui.exact.setText(tr("estimated") if samples else tr("exact"))
        how = tr(
            "too many ways to count: estimated from {count} throw",
            "too many ways to count: estimated from {count} throws",
            count=samples,
        )
        self.ui.exact.setToolTip(as_tip(how) if samples else "")
        if reading is None or (reading.certain and not reading.hits):
            self.bar.hide()
            parts = [tr("hits {p}", p=as_percent(Fraction(0)))] if at_an_enemy else []
            parts += _own_harm(reading, self._measure) if reading is not None else []
            self.setVisible(odds is not None and bool(parts))
            self.ui.said.setText(" · ".join(parts))
            return
        if reading.certain:
            self.hide()
            return
        self.bar.setVisible(not reading.targets)
        if not (samples or reading.targets):
            self.ui.exact.setToolTip(reading.fraction)
        if reading.targets:
            own = _own_harm(reading, self._measure)
            self.ui.said.setText(" · ".join([*_counted(reading), *own]))
            for target in reading.targets:
                self._add(names(target.id), _of_target(target, reading, measure))
        else:
            self.bar.show_reading(reading, measure)
            said = [_in_words(reading, measure, marks), *_own_harm(reading, self._measure)]
            if odds and (also := self._measure.also) in marks:
                p = reading.percent(odds.probability(also))
                said.append(tr("{what} {p}", what=in_words(marks[also]), p=p))
            self.ui.said.setText(" · ".join(said))
        self._fit()
        self.show()

    def _forget(self) -> None:
        self._slow.stop()
        self.ui.ways.clear()
        self.ways.clear()
        self.ui.room.hide()
        self.reading = None

    def show_way(
        self, label: str, odds: Odds | None, take: Callable[[], None] | None, *, first: bool = False
    ) -> None:
        """Shows another way to act, unless its odds are the same; what is to be done ``first``
        only where they are better in anything. ``take``: what a click does, None for nothing."""
        other = read(odds, self._measure.what) if odds is not None else None
        mine = self.reading
        if other is None or mine is None:
            return
        helps = other.hits > mine.hits or other.expected > mine.expected
        if helps or (not first and (other.hits, other.expected) != (mine.hits, mine.expected)):
            better = (other.hits, other.expected) > (mine.hits, mine.expected)
            chance = other.chance if other.what != mine.what else self._with_amount(other)
            self._add(label, chance, take, better=better)

    def show_alternative(self, label: str, odds: Odds | None) -> None:
        """Shows the odds of another answer to a question, also when they are the same."""
        if self.reading is None:
            return
        reading = read(odds, self._measure.what) if odds is not None else None
        chance = str(as_percent(Fraction(0)))
        if reading is not None:
            own = _own_harm(reading, self._measure)
            chance = " · ".join([self._with_amount(reading), *own])
        self._add(label, chance)

    def _with_amount(self, reading: Reading) -> str:
        """``70 % · 3.50``, of several targets ``70 % · 9.30 · 4 targets``."""
        parts = [reading.in_short]
        if reading.counted and not self._measure.words:
            parts += [decimal(reading.expected, 2), *_counted(reading)]
        return " · ".join(parts)

    def _add(
        self,
        label: str,
        chance: str,
        take: Callable[[], None] | None = None,
        *,
        better: bool = False,
    ) -> None:
        """Adds a way or a target at the end; what makes it better before ways that do not."""
        way = OtherWay(label, take, better=better)
        way.show_chance(chance)
        self.ui.ways.add(way)
        for worse in [other for other in self._only_ways() if better and not other.better]:
            self.ui.ways.flow.removeWidget(worse)
            self.ui.ways.add(worse)
        way.show()
        self.ways[label] = way
        self._show_room()

    def _show_room(self) -> None:
        """Shows ways and targets; where room is short or the dice have fallen, only targets, and
        where it is short the title in a word."""
        before = self._fallen and not self._short
        self.ui.title.setText(tr("Odds before the roll") if before else tr("Odds"))
        self.ui.exact.setHidden(self._short)
        only_targets, ways = self._short or self._fallen, self._only_ways()
        for way in ways:
            way.setHidden(only_targets)
        self.ui.room.setVisible(len(self.ways) > (len(ways) if only_targets else 0))
        self._fit()

    def _only_ways(self) -> Sequence[OtherWay]:
        """What stands behind the targets."""
        return [*self.ways.values()][len(self.reading.targets) if self.reading else 0 :]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the ways and targets need, up to a few lines; the rest of them scrolls."""
        self.ui.ways.flow.invalidate()
        most = px(MOST_HEIGHT) + self.bar.height() * self.bar.isHidden()
        needed = self.ui.ways.heightForWidth(self.ui.room.width())
        self.ui.ways.setMinimumHeight(needed)  # or Qt takes the height at the least width for it
        always_off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        as_needed = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.ui.room.setVerticalScrollBarPolicy(always_off if needed <= most else as_needed)
        self.ui.room.setFixedHeight(min(needed, most))
        column = self.layout()
        assert column
        column.activate()
        high = column.totalHeightForWidth(self.width())  # -1: nothing in it wraps
        self.setMinimumHeight(max(high, 0))  # it is cut nowhere


def _in_words(reading: Reading, measure: Measure, marks: Mapping[str, Words]) -> str:
    """``hits 70 % · expected 3.50 hit points · out 5 %``."""
    if reading.what not in WHAT and reading.what in marks:
        parts = [tr("{what} {p}", what=in_words(marks[reading.what]), p=reading.in_short)]
    else:
        parts = [reading.chance, *([tr("no damage", context="odds")] if reading.harmless else [])]
    if reading.counted and not measure.words:
        amount = in_words(measure.said(decimal(reading.expected, 2)))
        parts.append(tr("expected {amount}", amount=amount))
    if reading.out:
        parts.append(tr("out {p}", p=as_percent(reading.out)))
    return " · ".join(parts)


def _counted(reading: Reading) -> list[str]:
    """How many targets there are, where that is several."""
    count = len(reading.targets)
    return [tr("{count} target", "{count} targets", count=count)] if count else []


def _own_harm(reading: Reading, measure: Measure) -> list[str]:
    """The harm to the actor, apart from that to others; nothing where there is none."""
    if not reading.own_harm:
        return []
    p, damage = reading.percent(reading.own_harm), decimal(reading.own_damage, 2)
    if measure.words or not reading.own_damage:
        return [tr("own harm {p}", p=p)]
    return [tr("own harm {p}, expected {damage}", p=p, damage=damage)]


def _of_target(target: TargetReading, reading: Reading, measure: Measure) -> str:
    """``70 % · 3.50 · out 5 %``: the chance, the expected amount, the chance to be put out."""
    parts = [reading.percent(target.hits)]
    if reading.what == "damage" and not measure.words:
        parts.append(decimal(target.expected, 2))
    if target.out:
        parts.append(tr("out {p}", p=as_percent(target.out)))
    return " · ".join(parts)
