"""Exact odds of a command: every way the dice can fall, weighed with whole numbers.

The rule runs once for each path through the spreads of its throws, on a draft that is thrown
away. What a path led to is what the rule marked on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from desktop.encounter.tables import OddsTable
from desktop.rules.contract import Command, Rules
from desktop.rules.state import State
from desktop.rules.table import Refusal

Marks = Mapping[str, Mapping[str, int]]
"""What a path led to: ``{"damage": {"guard": 1}, "hit": {"guard": 1}}``."""

MOST_PATHS = 200_000
"""Beyond this many paths odds are refused instead of keeping everybody waiting."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that can come of a command, and how likely it is."""

    p: Fraction
    marks: Marks


@dataclass(frozen=True, slots=True)
class Odds:
    """Everything that can come of a command; the fractions add up to exactly 1."""

    chances: tuple[Chance, ...]

    def probability(self, what: str, who: str | None = None, at_least: int = 1) -> Fraction:
        """How likely ``what`` comes to at least so much, for one combatant or for all together."""
        return sum(
            (c.p for c in self.chances if _amount(c.marks, what, who) >= at_least), Fraction(0)
        )

    def expected(self, what: str, who: str | None = None) -> Fraction:
        """How much of ``what`` is to be expected, for one combatant or for all together."""
        return sum((c.p * _amount(c.marks, what, who) for c in self.chances), Fraction(0))

    def spread(self, what: str, who: str | None = None) -> dict[int, Fraction]:
        """The distribution of ``what``, from the smallest amount to the largest."""
        result: dict[int, Fraction] = {}
        for chance in self.chances:
            amount = _amount(chance.marks, what, who)
            result[amount] = result.get(amount, Fraction(0)) + chance.p
        return dict(sorted(result.items()))

    def as_json(self) -> dict[str, Any]:
        """``outcomes`` with ``p`` as an exact fraction, ``hit`` and ``expected_damage``."""
        return {
            "outcomes": [
                {
                    "p": str(chance.p),
                    "probability": float(chance.p),
                    "damage": dict(chance.marks.get("damage", {})),
                    **{k: dict(v) for k, v in chance.marks.items() if k != "damage"},
                }
                for chance in self.chances
            ],
            "hit": float(self.probability("hit")),
            "expected_damage": float(self.expected("damage")),
        }


def _amount(marks: Marks, what: str, who: str | None) -> int:
    found = marks.get(what, {})
    return sum(found.values()) if who is None else found.get(who, 0)


def odds(
    rules: Rules[Any],
    state: State[Any],
    command: Command,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
) -> Odds:
    """The exact distribution of what ``command`` can do in ``state``.

    ``dice`` have already fallen (whole throws only); ``answers`` are already given, the default
    policy gives the others. Raises :class:`Refusal` when the command cannot be, or when it has
    more than :data:`MOST_PATHS` paths.
    """
    tally: dict[frozenset[tuple[tuple[str, str], int]], dict[int, int]] = {}
    path: list[int] = []
    for _ in range(MOST_PATHS):
        draft = state.copy()
        table = OddsTable(rules, draft, path, dice, answers or {})
        rules.perform(draft, command, table)
        weights = tally.setdefault(frozenset(table.marks.items()), {})
        weights[table.total] = weights.get(table.total, 0) + table.weight
        branches = table.branches
        while branches and branches[-1][0] + 1 == branches[-1][1]:
            branches.pop()
        if not branches:
            break
        path = [index for index, _ in branches]
        path[-1] += 1
    else:
        raise Refusal(
            f"this can end in more than {MOST_PATHS} ways, too many for exact odds", "action"
        )
    chances = [
        Chance(sum((Fraction(n, d) for d, n in weights.items()), Fraction(0)), _by_kind(marks))
        for marks, weights in tally.items()
    ]
    chances.sort(key=lambda c: (_amount(c.marks, "damage", None), repr(sorted(c.marks.items()))))
    return Odds(tuple(chances))


def _by_kind(marks: frozenset[tuple[tuple[str, str], int]]) -> dict[str, dict[str, int]]:
    result: dict[str, dict[str, int]] = {}
    for (what, who), amount in sorted(marks):
        result.setdefault(what, {})[who] = amount
    return result
