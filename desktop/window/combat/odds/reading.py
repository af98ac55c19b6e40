"""Which part of the odds of a command is shown, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from desktop.encounter.odds import BACK, HARM, Odds
from desktop.rules.display import Measure
from desktop.rules.text import as_percent

WHAT = ("damage", "success", "hit", "out")
"""What odds are shown of, the first that the command can lead to; without these, whatever else the
system marks."""


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

    @property
    def certain(self) -> bool:
        """Whether the result is certain, for each target too."""
        return len(self.spread) < 2 and all(target.hits in (0, 1) for target in self.targets)

    @property
    def fraction(self) -> str:
        """The chance to hit, or of any success, as it is exactly; decimals where too long."""
        exact = str(self.hits)
        return exact if len(exact) <= 21 else f"{float(self.hits):.6f}"

    @property
    def in_short(self) -> str:
        """The chance in per cent: ``70 %``, or ``≈ 70 %`` where it is an estimate."""
        return self.percent(self.hits)

    def percent(self, chance: Fraction) -> str:
        """A chance of these odds in per cent."""
        return f"≈ {as_percent(chance)}" if self.samples else as_percent(chance)


def read(odds: Odds, wanted: str = "") -> Reading | None:
    """What is shown of the odds, or None when no step marked anything. ``wanted`` comes first.

    Harm to the actor is none of the step's results: ``odds`` have it apart.
    """
    marked = odds.marked()
    others = (what for what in marked if not what.endswith(BACK))
    what = next((what for what in (wanted, *WHAT, *others) if what in marked), "")
    own_harm = max(odds.probability(what + BACK) for what in HARM)
    if not what and not own_harm:
        return None
    hit = "hit" if "hit" in marked else what
    ids = marked.get(what, ())
    targets = tuple(
        TargetReading(
            id, odds.probability(hit, id), odds.expected(what, id), odds.probability("out", id)
        )
        for id in (ids if len(ids) > 1 else ())
    )
    return Reading(
        what,
        odds.spread(what),
        odds.probability(hit),
        odds.expected(what),
        odds.probability("out"),
        own_harm,
        odds.expected("damage" + BACK),
        odds.samples,
        targets,
    )


def lead_to(answers: Mapping[int, Odds | None], measure: Measure) -> dict[int, str]:
    """The result of each answer, all told by one mark; empty where nothing is marked by any."""
    marked = {what for odds in answers.values() if odds for what in odds.marked()}
    what = next((what for what in (measure.what, *WHAT) if what in marked), None)
    if what is None:
        return {}
    if what != measure.what and measure.what:
        measure = Measure()
    return {
        number: _leads_to(read(odds, what) if odds and what in odds.marked() else None, measure)
        for number, odds in answers.items()
    }


def _leads_to(reading: Reading | None, measure: Measure) -> str:
    """The result of an answer, in a few words."""
    if reading is None:
        return "" if measure.words else f"0 {measure.unit}".strip()
    if reading.certain:
        amount = next(iter(reading.spread))
        return measure.said(amount) if measure.words else f"{amount} {measure.unit}".strip()
    if measure.words:
        likely = max(reading.spread, key=lambda amount: reading.spread[amount])
        return f"{reading.in_short} · {measure.said(likely)} {as_percent(reading.spread[likely])}"
    return f"{reading.in_short} · {float(reading.expected):.2f} {measure.unit}".strip()
