"""Pools of d10 and what they mean: successes, ones, botches, one pool against another.

The spreads are exact: a die gives +1, 0 or −1, and the sum of many dice follows by convolution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.dice import Dice, Sums, bits_for
from desktop.rules.mir_tmy.sheet import HouseRules

MOST_DICE = 100
_TENS = frozenset({10})
_NONE: frozenset[int] = frozenset()


def handful(count: int, house: HouseRules, again: bool = True) -> Dice:
    """So many d10, never fewer than none; ``again`` as for a pool in which tens may come again."""
    return d10s(count, house.tens_again and again)


@lru_cache(maxsize=2 * (MOST_DICE + 1))
def d10s(count: int, tens_again: bool = False) -> Dice:
    """So many d10, never fewer than none."""
    return Dice(min(max(count, 0), MOST_DICE), 10, more=_TENS if tens_again else _NONE)


class Roll(NamedTuple):
    """mir_tmy-1: net successes, never below 0, and whether it is a botch (провал)."""

    successes: int
    botch: bool = False


def counted(dice: Sequence[int], difficulty: int, ones: bool) -> Roll:
    """mir_tmy-1: what these dice come to."""
    hits = len([die for die in dice if die >= difficulty])
    bad = dice.count(1)
    return Roll(max(hits - bad, 0) if ones else hits, not hits and bad > 0)


@dataclass(frozen=True, slots=True)
class Count:
    """mir_tmy-1: each die of ``difficulty`` or more is a success, with ``ones`` each 1 takes one.

    A spread tells successes apart up to ``most``.
    """

    difficulty: int
    ones: bool = True
    most: int | None = None

    def read(self, dice: Sequence[int]) -> Roll:
        return counted(dice, self.difficulty, self.ones)

    def spread(self, dice: Dice) -> Mapping[Roll, int]:
        net = self.sums(dice, bits_for(falls(dice)))
        if self.most is not None:
            net = net.at_most(self.most)
        result = {Roll(successes): ways for successes, ways in net.spread().items()}
        botches = self.botches(dice)
        if botches:
            result[Roll(0)] -= botches
            result = {roll: ways for roll, ways in result.items() if ways}
            result[Roll(0, True)] = botches
        return result

    def sums(self, dice: Dice, bits: int) -> Sums:
        """The ways to all net successes, for :meth:`Sums.plus`."""
        return Sums.of(_worths(self, dice.alone), dice.count, bits).at_least(0)

    def taken(self, dice: Dice, bits: int) -> Sums:
        """The same with each sum negative: what these successes take off those of another pool."""
        worths = {-worth: ways for worth, ways in _worths(self, dice.alone).items()}
        return Sums.of(worths, dice.count, bits).at_most(0)

    def worth(self, face: int) -> int:
        """What a face gives."""
        if face >= self.difficulty:
            return 1
        return -1 if face == 1 and self.ones else 0

    def botches(self, dice: Dice) -> int:
        """Falls with no success at all and at least one 1; a die that brings another is none."""
        blank = sum(1 < face < self.difficulty for face in dice.faces)
        count: int = (blank + 1) ** dice.count - blank**dice.count
        return count * len(dice.faces) ** dice.count if dice.more else count


def falls(dice: Dice) -> int:
    """How many equally likely falls there are."""
    each = len(dice.faces)
    count: int = (each * each if dice.more else each) ** dice.count
    return count


@lru_cache(maxsize=256)
def _worths(count: Count, die: Dice) -> Mapping[int, int]:
    """What one die gives, with weights: +1, 0 or −1, or a sum where it brings one more."""
    once: dict[int, int] = {}
    for face in die.faces:
        once[count.worth(face)] = once.get(count.worth(face), 0) + 1
    if not die.more:
        return once
    twice: dict[int, int] = {}
    for face in die.faces:
        then = once if face in die.more else {0: len(die.faces)}
        for worth, ways in then.items():
            total = count.worth(face) + worth
            twice[total] = twice.get(total, 0) + ways
    return twice


@dataclass(frozen=True, slots=True)
class Reaching:
    """One handful read against several difficulties at once, from low to high (mir_tmy-39).

    The net successes against each; the same ones take away from all.
    """

    difficulties: tuple[int, ...]
    ones: bool = True

    def read(self, dice: Sequence[int]) -> tuple[int, ...]:
        return tuple(counted(dice, least, self.ones).successes for least in self.difficulties)

    def spread(self, dice: Dice) -> Mapping[tuple[int, ...], int]:
        if len(self.difficulties) == 1:
            net = Count(self.difficulties[0], self.ones).sums(dice, bits_for(falls(dice)))
            return {(successes,): ways for successes, ways in net.spread().items()}
        once: dict[tuple[int, ...], int] = {}
        for face in dice.faces:
            once[self._worth(face)] = once.get(self._worth(face), 0) + 1
        each = once if not dice.more else {}
        for face in dice.faces if dice.more else ():
            then = once if face in dice.more else {(0,) * len(self.difficulties): len(dice.faces)}
            for worth, ways in then.items():
                total = _sum(self._worth(face), worth)
                each[total] = each.get(total, 0) + ways
        sums = {(0,) * len(self.difficulties): 1}
        for _ in range(dice.count):
            longer: dict[tuple[int, ...], int] = {}
            for total, ways in sums.items():
                for worth, times in each.items():
                    end = _sum(total, worth)
                    longer[end] = longer.get(end, 0) + ways * times
            sums = longer
        result: dict[tuple[int, ...], int] = {}
        for total, ways in sums.items():
            nets = tuple(max(net, 0) for net in total)
            result[nets] = result.get(nets, 0) + ways
        return result

    def _worth(self, face: int) -> tuple[int, ...]:
        one = -1 if face == 1 and self.ones else 0
        return tuple(1 if face >= least else one for least in self.difficulties)


def _sum(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))


class Clash(NamedTuple):
    """mir_tmy-2: what the first has more than the second; below 0, the second has more.

    ``botch`` is the first's. The rest is for the log alone: what each had, and with how many dice.
    """

    net: int
    botch: bool = False
    first: int = 0
    second: int = 0
    dice: tuple[int, int] = (0, 0)


class Contest(NamedTuple):
    """Two handfuls thrown together and read as one result, the first's before the second's.

    Results up to ``low`` and from ``high`` on are all the same to the rule that asks, and so is a
    botch unless ``botch``. ``plus`` successes are added to the first's, come what may.
    """

    one: Dice
    against: int
    other: Dice
    other_against: int = 6
    ones: bool = True
    low: int = 0
    high: int = MOST_DICE
    plus: int = 0
    botch: bool = False

    @property
    def handfuls(self) -> tuple[Dice, ...]:
        return tuple(dice for dice in (self.one, self.other) if dice.count)

    def read(self, dice: Sequence[Sequence[int]]) -> Clash:
        mine = dice[0] if self.one.count else ()
        theirs = dice[-1] if self.other.count else ()
        first = counted(mine, self.against, self.ones)
        second = counted(theirs, self.other_against, self.ones)
        had = first.successes + self.plus
        net = had - second.successes
        return Clash(net, first.botch, had, second.successes, (len(mine), len(theirs)))

    def spread(self) -> Mapping[Clash, int]:
        return _clashes(self)


@lru_cache(maxsize=4096)
def _clashes(contest: Contest) -> Mapping[Clash, int]:
    mine = Count(contest.against, contest.ones)
    bits = bits_for(falls(contest.one) * falls(contest.other))
    had = mine.sums(contest.one, bits)
    botches = mine.botches(contest.one) if contest.botch else 0
    result = _against(contest, Sums(had.low, had.ways - botches, bits), False)
    return {**result, **_against(contest, Sums(0, botches, bits), True)} if botches else result


def any_of(contests: Mapping[Contest, int]) -> tuple[Mapping[Clash, int], int]:
    """The spread of a contest that is one of these, each in so many ways; and how many falls of
    the dice there are to each of the ways.

    They differ in the first's dice alone: their successes are added up before those of the second
    are taken off, once for all.
    """
    largest = max(contests, key=lambda contest: contest.one.count)
    mine, most = Count(largest.against, largest.ones), falls(largest.one)
    total = most * falls(largest.other)
    bits = bits_for(sum(contests.values()) * total)
    had = sum(
        mine.sums(contest.one, bits).ways * ways * (most // falls(contest.one))
        for contest, ways in contests.items()
    )
    return _against(largest, Sums(0, had, bits), False), total


def _against(contest: Contest, had: Sums, botch: bool) -> Mapping[Clash, int]:
    """What comes of a contest in which the first had these successes."""
    plus, theirs = contest.plus, Count(contest.other_against, contest.ones)
    net = had.plus(theirs.taken(contest.other, had.bits))
    net = net.at_least(contest.low - plus).at_most(contest.high - plus)
    return {Clash(amount + plus, botch): ways for amount, ways in net.spread().items()}


@dataclass(frozen=True, slots=True)
class Coin:
    """mir_tmy-40: three or five rounds, by a die of two."""

    def read(self, dice: Sequence[int]) -> int:
        return 3 if dice[0] == 1 else 5

    def spread(self, dice: Dice) -> Mapping[int, int]:
        return {3: 1, 5: 1}
