"""Which part of the odds of a command is shown, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from desktop.encounter.odds import Chance, Odds
from desktop.rules.text import as_percent

WHAT = ("damage", "success", "hit", "out")
"""What odds are shown of, the first that the command can lead to; without these, whatever else the
system marks."""

BACK = "_back"
"""How marks end that tell what comes back to the one who acts."""

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
