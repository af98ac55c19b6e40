"""Points that both sides spend on the throws of an exchange: as usual, or at best (walka-35).

On each throw who does not win it so far spends first, the Attacker before the Defender, and then
the other answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from desktop.rules.walka.tables import THROWS

Spent = tuple[int, int]
"""Points of the Attacker and of the Defender."""

HOPELESS = -1000
"""The points of success of an unlucky 20 (walka-2): nothing is worse, and no points help."""

BOTH_UNLUCKY = 0.5
"""Where both throw a 20 nobody is ahead by enough, whatever is spent."""


def settled(ahead: float) -> bool:
    """walka-2: whether a 20 decides, so that no points help."""
    return ahead == BOTH_UNLUCKY or abs(ahead) > -HOPELESS // 2


def winner(ahead: float, advantage: int) -> int:
    """walka-35 and 47: 1 for who is ahead by so much and wins the throw, −1 where the other does,
    else 0."""
    return (ahead >= advantage) - (ahead <= -advantage)


def usual_points(behind: int, left: int, advantage: int) -> int:
    """What one who is ``behind`` by so many points of success spends: the fewest that win the
    throw, else the fewest that keep the other from winning it, else none."""
    wins, levels = behind + advantage, behind - advantage + 1
    return next((points for points in (wins, levels) if 0 < points <= left), 0)


def as_usual(ahead: int, left: Spent, advantage: int) -> Spent:
    """What both spend where the Attacker is ahead by so many, each by :func:`usual_points`."""
    mine, theirs = left
    if ahead < advantage:
        attack = usual_points(-ahead, mine, advantage)
        return attack, usual_points(ahead + attack, theirs, advantage)
    defence = usual_points(ahead, theirs, advantage)
    return usual_points(defence - ahead, mine, advantage), defence


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Both sides' best spending on all throws, found backwards from the last.

    Each looks ahead to what the exchange will come to on average; of points that come to the same
    it spends the fewest. On the last throw nothing is saved.
    """

    throws: Sequence[Mapping[float, int]]
    """For each throw the ways to be ahead by so much."""
    advantage: int
    ends: Sequence[float]
    """What it is worth to the Attacker to end three successes behind, two, … three ahead."""
    _values: dict[tuple[int, ...], float] = field(default_factory=dict)

    def spend(self, number: int, lead: int, left: Spent, ahead: int) -> Spent:
        """The points that both spend on a throw, the ``number`` of which counts from 0."""
        return self._spend(number, lead, left, ahead)[1]

    def _spend(self, number: int, lead: int, left: Spent, ahead: int) -> tuple[float, Spent]:
        """What the throws from this one on are worth then, and the points spent on this one."""
        sign = 1 if ahead < self.advantage else -1  # who spends first: the Attacker?

        def in_order(first: int, second: int) -> Spent:
            return (first, second) if sign > 0 else (second, first)

        def won(first: int, second: int) -> int:
            return winner(sign * ahead + first - second, self.advantage)

        most, reply = in_order(*left)
        if number == THROWS - 1:
            end = won(most, reply)
            first = next(n for n in range(most + 1) if won(n, reply) == end)
            second = next(n for n in range(reply + 1) if won(first, n) == end)
            return self.ends[THROWS + lead + sign * end], in_order(first, second)
        best, chosen = -float("inf"), (0, 0)
        for first in range(most + 1 if won(most, 0) >= 0 else 1):
            net, worst, answer = sign * ahead + first, float("inf"), 0
            for second in (0, net - self.advantage + 1, net + self.advantage):
                if second == 0 or 0 < second <= reply:
                    mine, theirs = in_order(first, second)
                    after = lead + sign * won(first, second)
                    worth = self._value(number + 1, after, left[0] - mine, left[1] - theirs) * sign
                    if worth < worst - TINY:
                        worst, answer = worth, second
            if worst > best + TINY:
                best, chosen = worst, (first, answer)
        return sign * best, in_order(*chosen)

    def _value(self, number: int, lead: int, mine: int, theirs: int) -> float:
        """What the throws from this one on are worth on average."""
        if number == THROWS:
            return self.ends[THROWS + lead]
        last = number == THROWS - 1
        key = (lead, mine - theirs) if last else (number, lead, mine, theirs)
        if key not in self._values:
            total = 0.0
            for ahead, ways in self.throws[number].items():
                if settled(ahead) or last:  # all that is left is spent on the last
                    net = ahead if settled(ahead) else ahead + mine - theirs
                    after = lead + winner(net, self.advantage)
                    total += ways * self._value(number + 1, after, mine, theirs)
                else:
                    total += ways * self._spend(number, lead, (mine, theirs), int(ahead))[0]
            self._values[key] = total / sum(self.throws[number].values())
        return self._values[key]


TINY = 1e-9
"""Chances are no exact fractions here: what differs by less is the same."""


@lru_cache(maxsize=64)
def game_of(
    throws: tuple[tuple[tuple[float, int], ...], ...], advantage: int, ends: tuple[float, ...]
) -> Game:
    """The game of these throws, so that what is known of it is kept."""
    return Game([dict(throw) for throw in throws], advantage, ends)
