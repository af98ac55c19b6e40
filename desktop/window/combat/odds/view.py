"""The card with the odds of the chosen command, before the roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.encounter.odds import Odds
from desktop.forms.odds import Ui_OddsForm
from desktop.rules.display import Measure
from desktop.rules.text import Words, as_percent
from desktop.window.combat.odds.bar import OddsBar, OtherWay
from desktop.window.combat.odds.reading import WHAT, Reading, read
from desktop.window.widgets.language import in_words, tr

MOST_HEIGHT = 66
"""Pixels that other ways may take, two lines: the form above them needs the room too."""


class OddsView(QFrame):
    """The card with the odds of the chosen command."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_OddsForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.bar: OddsBar = self.ui.bar
        self.ui.room.viewport().setAutoFillBackground(False)
        self.ui.ways.setAutoFillBackground(False)
        self.ways: dict[str, OtherWay] = {}
        """The other ways that are shown, by label."""
        self._measure = Measure()
        self.reading: Reading | None = None
        self._fallen = False
        self.hide()

    def clear(self) -> None:
        """Forgets the odds; the card hides if no new ones come."""
        self.ui.ways.clear()
        self.ways.clear()
        self.ui.room.hide()
        self.reading = None

    def fallen(self, fallen: bool) -> None:
        """The dice are on the table: what is shown is how it was before."""
        self.ui.title.setText(tr("Odds before the roll") if fallen else tr("Odds"))
        self._fallen = fallen
        self.ui.room.setVisible(not fallen and bool(self.ways))

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
            self.ui.said.setText(tr("hits {p}", p=as_percent(Fraction(0))))
            self.ui.exact.setText(tr("exact · {p}", p=0) if not odds.samples else "")
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
        self.ui.said.setText(" · ".join(parts))
        if reading.samples:
            said = tr(
                "too many ways to count: estimated from {times} throws", times=reading.samples
            )
            self.ui.exact.setText(said)
        else:
            self.ui.exact.setText(tr("exact · {p}", p=reading.fraction))
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
        self.ui.ways.add(way)
        way.show()
        self.ways[label] = way
        self.ui.room.setVisible(not self._fallen)
        self._fit()
        return way

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the other ways need, up to two lines; the rest of them scrolls."""
        self.ui.ways.flow.invalidate()
        needed = self.ui.ways.heightForWidth(self.ui.room.width())
        always_off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        as_needed = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        fits = needed <= MOST_HEIGHT
        self.ui.room.setVerticalScrollBarPolicy(always_off if fits else as_needed)
        self.ui.room.setFixedHeight(min(needed, MOST_HEIGHT))
