"""Exact odds of a command: every way the dice can fall, weighed with whole numbers.

The rule runs once for each path through the spreads of its throws, on a draft that is thrown
away. What a path led to is what the rule marked on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from desktop.encounter.tables import End, Kind, OddsTable, TurnOnly
from desktop.rules.contract import Command, Rules
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text

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


class OddsSearch:
    """Exact odds on the way: the paths of a command walked so far, and what they led to.

    For a window that must not be kept waiting: :meth:`advance` a few paths at a time. The rule may
    raise :class:`Refusal` at any of them.
    """

    def __init__(
        self,
        rules: Rules[Any],
        state: State[Any],
        command: Command,
        *,
        dice: Sequence[int] = (),
        answers: Mapping[str, Any] | None = None,
        best_case: bool = False,
    ) -> None:
        self._rules, self._state, self._command = rules, state, command
        self._dice, self._answers, self._best_case = dice, answers or {}, best_case
        self._ends: dict[End, int] = {}
        self._path: list[int] = []
        self.paths = 0
        """How many paths were walked."""
        self.done = False

    def advance(self, paths: int) -> bool:
        """Walks at most so many more paths; whether all of them are walked now.

        Raises :class:`Refusal` when the command cannot be, or has over :data:`MOST_PATHS` paths.
        """
        for _ in range(paths):
            if self.done:
                break
            if self.paths == MOST_PATHS:
                raise _too_many()
            self._one_path()
        return self.done

    def whole(self) -> Odds:
        """Walks all that is left and returns the odds. Raises :class:`Refusal`."""
        while not self.advance(MOST_PATHS):
            pass
        return self.odds

    def _one_path(self) -> None:
        draft = self._state.copy()
        table = OddsTable(
            self._rules, draft, self._path, self._dice, self._answers, self._best_case
        )
        try:
            self._rules.perform(draft, self._command, table)
        except TurnOnly:
            pass
        else:
            if table.unread:
                unread = Text("{count} more dice than the rules ask for", count=table.unread)
                raise Refusal(unread, "dice")
        end = table.end()
        if end.ways > MOST_PATHS:
            raise _too_many()
        self._ends[end] = self._ends.get(end, 0) + table.weight
        self.paths += 1
        branches = table.branches
        while branches and branches[-1][0] + 1 == branches[-1][1]:
            branches.pop()
        if branches:
            self._path = [index for index, _ in branches]
            self._path[-1] += 1
        else:
            self.done = True

    @property
    def odds(self) -> Odds:
        """The odds, once the search is done."""
        common = lcm(*(end.total for end in self._ends))
        weights: dict[frozenset[tuple[Kind, int]], int] = {}
        for end, weight in self._ends.items():
            share = weight * (common // end.total)
            for marks, ways in end.outcomes():
                weights[marks] = weights.get(marks, 0) + share * ways
        ends = [(sorted(marks), weight) for marks, weight in weights.items()]
        ends.sort(key=lambda end: (sum(n for (what, _), n in end[0] if what == "damage"), end[0]))
        chances = [Chance(Fraction(weight, common), _by_kind(marks)) for marks, weight in ends]
        return Odds(tuple(chances))


def _too_many() -> Refusal:
    template = "this can end in more than {most} ways, too many for exact odds"
    return Refusal(Text(template, most=MOST_PATHS), "action")


def odds(
    rules: Rules[Any],
    state: State[Any],
    command: Command,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    best_case: bool = False,
) -> Odds:
    """The exact distribution of what ``command`` can do in ``state``.

    ``dice`` have already fallen (whole throws only); ``answers`` are already given, the default
    policy gives the others, or with ``best_case`` whatever gains most. Raises :class:`Refusal` when
    the command cannot be, or when it has more than :data:`MOST_PATHS` paths.
    """
    return OddsSearch(
        rules, state, command, dice=dice, answers=answers, best_case=best_case
    ).whole()


def _by_kind(marks: Sequence[tuple[Kind, int]]) -> dict[str, dict[str, int]]:
    result: dict[str, dict[str, int]] = {}
    for (what, who), amount in marks:
        result.setdefault(what, {})[who] = amount
    return result
