"""What many fights came to: chances with their intervals, and what befell everybody.

All that is kept are whole numbers that can be added up in any order, so the same fights give the
same forecast however the work was divided. At the end: how the number of something is found that
makes an even fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from desktop.encounter.roster import Plan, to_script
from desktop.encounter.simulate.opening import Opening, opening
from desktop.rules.state import PLAYERS
from desktop.rules.text import Text

SURE = 1.959963984540054
"""How many standard deviations to either side hold 95 % of a normal distribution."""

WHO_IS_AHEAD = Text(
    "Nobody won: a side counts as ahead that has the larger share of its people left."
)


class Share(NamedTuple):
    """A chance as it was counted, and the interval that holds the true one 19 times of 20."""

    p: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, of: int) -> Share:
    """``count`` out of ``of`` with its 95 % interval by Wilson, which holds at 0 and at 1 too."""
    if not of:
        return Share(0.0, 0.0, 1.0)
    p, z = count / of, SURE * SURE
    middle = (p + z / (2 * of)) / (1 + z / of)
    half = SURE * sqrt(p * (1 - p) / of + z / (4 * of * of)) / (1 + z / of)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Share(p, low if count else 0.0, high if count < of else 1.0)


@dataclass(frozen=True, slots=True)
class Person:
    """One of those who are in the fight, as it begins."""

    id: str
    name: str
    side: str
    out: bool = False


class Ranked(NamedTuple):
    """How well a fight went for a side: greater is better. ``fight`` is its number, negative, so
    that of equals the first counts."""

    won: int
    ahead: int
    """How many more of its own stand than of the others."""
    damage: int
    """Damage marked on others, less that on its own."""
    fight: int


@dataclass(slots=True)
class Forecast:
    """What ``fights`` fights came to. Forecasts of different fights are added with :meth:`add`."""

    people: tuple[Person, ...] = ()
    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    """Fights won, by side; those that nobody won are under the empty name."""
    ahead: Counter[str] = field(default_factory=Counter)
    """Of the fights that nobody won: who had the greater part of its people standing; those in
    which no side had are under the empty name."""
    unfinished: Counter[Text] = field(default_factory=Counter)
    """Fights without an end, by the reason."""
    rounds: Counter[int] = field(default_factory=Counter)
    """Fights by the round in which they ended, or stopped."""
    out: Counter[str] = field(default_factory=Counter)
    """Fights at whose end a combatant was out."""
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What was marked on a combatant in all fights, by ``(mark, combatant)``."""
    dealt: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What a combatant's actions marked on enemies, by ``(mark, combatant)``."""
    spent: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What the sheets lost in ``looked_at`` fights, by ``(combatant, path)``."""
    labels: dict[str, str] = field(default_factory=dict)
    """What is at a path of ``spent``, in words."""
    looked_at: int = 0
    fell: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How many of a side fell in a round, less those who rose again, by ``(round, side)``."""
    went_on: Counter[int] = field(default_factory=Counter)
    """Fights that were still going on at the end of a round."""
    best: dict[str, Ranked] = field(default_factory=dict)
    worst: dict[str, Ranked] = field(default_factory=dict)

    # ---- added up

    def add(self, other: Forecast) -> None:
        """Adds what other fights of the same encounter came to."""
        self.people = self.people or other.people
        self.fights += other.fights
        self.looked_at += other.looked_at
        for name in _COUNTED:
            getattr(self, name).update(getattr(other, name))
        self.labels.update(other.labels)
        for side, rank in other.best.items():
            self.best[side] = max(self.best.get(side, rank), rank)
        for side, rank in other.worst.items():
            self.worst[side] = min(self.worst.get(side, rank), rank)

    # ---- read

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of the roster."""
        return tuple(dict.fromkeys(person.side for person in self.people))

    def wins_of(self, side: str) -> Share:
        """The chance that a side wins."""
        return share(self.wins[side], self.fights)

    @property
    def no_winner(self) -> Share:
        """The chance that nobody wins: all fell, or the fight had no end."""
        return share(self.wins[""] + self.unfinished.total(), self.fights)

    def ahead_of(self, side: str) -> Share:
        """The chance that nobody wins and this side has the greater part of its people left."""
        return share(self.ahead[side], self.fights)

    def out_of(self, id: str) -> Share:
        """The chance that a combatant is out at the end."""
        return share(self.out[id], self.fights)

    @property
    def mean_rounds(self) -> float:
        total = sum(number * fights for number, fights in self.rounds.items())
        return total / self.fights if self.fights else 0.0

    def rounds_within(self, part: float) -> int:
        """The number of rounds within which this part of the fights is over: 0.5 the median."""
        seen = 0
        for number, fights in sorted(self.rounds.items()):
            seen += fights
            if seen >= part * self.fights:
                return number
        return 0

    def mean_taken(self, id: str) -> float:
        """How much damage a combatant takes in a fight, on average."""
        return self._mean(self.taken["damage", id], self.fights)

    def mean_dealt(self, id: str) -> float:
        """How much it deals."""
        return self._mean(self.dealt["damage", id], self.fights)

    def mean_spent(self, id: str) -> dict[str, float]:
        """What a combatant's sheet loses on average, by path; what it gains is negative."""
        totals = ((path, total) for (who, path), total in self.spent.items() if who == id)
        return {path: self._mean(total, self.looked_at) for path, total in sorted(totals)}

    def course(self) -> Iterator[Course]:
        """How the fights stand at the end of each round, from the one they begin in to the last."""
        first = min([*self.went_on, *self.rounds], default=1)
        there = Counter(person.side for person in self.people if not person.out)
        standing = {side: there[side] * self.fights for side in self.sides}
        for number in range(max(first, 1), max(self.rounds, default=0) + 1):
            for side in standing:
                standing[side] -= self.fell[number, side]
            yield Course(
                number,
                {side: self._mean(count, self.fights) for side, count in standing.items()},
                self._mean(self.went_on[number], self.fights),
            )

    def _mean(self, total: int, fights: int) -> float:
        return total / fights if fights else 0.0

    def as_json(self) -> dict[str, Any]:
        """Everything as JSON; chances are ``{"p", "low", "high"}`` at 95 %."""
        return {
            "fights": self.fights,
            "wins": {side: self.wins_of(side)._asdict() for side in self.sides},
            "no_winner": self.no_winner._asdict(),
            "ahead_without_winner": {side: self.ahead_of(side)._asdict() for side in self.sides},
            "unfinished": dict(sorted((str(why), n) for why, n in self.unfinished.items())),
            "rounds": {str(number): fights for number, fights in sorted(self.rounds.items())},
            "mean_rounds": self.mean_rounds,
            "combatants": {person.id: self._person_json(person) for person in self.people},
            "course": [course._asdict() for course in self.course()],
        }

    def _person_json(self, person: Person) -> dict[str, Any]:
        return {
            "name": person.name,
            "side": person.side,
            "out": self.out_of(person.id)._asdict(),
            "taken": self._means_of(self.taken, person.id),
            "dealt": self._means_of(self.dealt, person.id),
            "spent": self.mean_spent(person.id),
        }

    def _means_of(self, marked: Mapping[tuple[str, str], int], id: str) -> dict[str, float]:
        totals = ((mark, total) for (mark, who), total in marked.items() if who == id)
        return {mark: self._mean(total, self.fights) for mark, total in sorted(totals)}


_COUNTED = (
    "wins", "ahead", "unfinished", "rounds", "out", "taken", "dealt", "spent", "fell", "went_on",
)  # fmt: skip


class Course(NamedTuple):
    """How the fights stand at the end of a round."""

    round: int
    standing: dict[str, float]
    """How many of each side stand on average; a fight that is over stays as it ended."""
    going_on: float
    """The part of the fights that goes on after this round."""


def better_off(forecast: Forecast) -> Share:
    """The chance that the players come off better, of the fights in which a side does: it wins, or
    nobody wins and the greater part of its people is left."""
    ends = forecast.wins + forecast.ahead
    return share(ends[PLAYERS], ends.total() - ends[""])


def crossing(low: int, most: int) -> Generator[int, float, float]:
    """Where a chance that falls with a number comes to one half.

    Yields the numbers whose chance it wants to know, doubled and then halved, and is sent each
    chance. Returns ``low`` where the chance is less there already, ``most`` where it never is.
    """
    at_low = yield low
    if at_low < 0.5:
        return low
    high = min(2 * low, most)
    while (at_high := (yield high)) >= 0.5:
        if high == most:
            return most
        low, at_low, high = high, at_high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        at_middle = yield middle
        if at_middle >= 0.5:
            low, at_low = middle, at_middle
        else:
            high, at_high = middle, at_middle
    return low + (at_low - 0.5) / (at_low - at_high)


def with_count(plan: Plan, line: int, count: int) -> Opening:
    """The opening of a plan with another count of one of its lines, given by its place.

    Raises :class:`Refusal` where no fight can start from the plan.
    """
    lines = list(plan.lines)
    lines[line] = lines[line].model_copy(update={"count": count})
    return opening(to_script(plan.model_copy(update={"lines": lines})), check=False)
