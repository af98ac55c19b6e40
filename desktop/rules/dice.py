"""Throws of dice and how they are read.

A roll is read, not just rolled: a :class:`Throw` knows which dice go on the table, what their
faces mean to the rule that asked, and the exact spread of those meanings. So odds walk a handful
of outcomes instead of every face of every die. Weights are whole numbers, never floats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, lcm, prod
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from desktop.languages import Language
from desktop.rules.text import Term, Words, joined

T = TypeVar("T", bound=Hashable)
Share = TypeVar("Share", int, float, Fraction)


@dataclass(frozen=True, slots=True)
class FaceNames:
    """What a die shows instead of numbers, and what such a die is called: a ``card``, a ``rune``.

    ``spellings`` has one entry for each face from 1: its name, then other ways to type it.
    ``native`` are the names in the system's own language, where they are others.
    """

    thing: str
    spellings: tuple[tuple[str, ...], ...]
    native: tuple[str, ...] = ()

    def name(self, face: int) -> str:
        return self.spellings[face - 1][0]

    def shown(self, face: int) -> Words:
        """The name as people read it."""
        native = self.native[face - 1] if self.native else ""
        return joined([Term(self.name(face), native)])

    def example(self, own_terms: bool) -> tuple[str, str]:
        """Faces that end as the last one does, and letters that type them: those of the system's
        own language where its words lead, else those of any keyboard."""
        native = bool(own_terms and self.native)
        names = self.native if native else [face[0] for face in self.spellings]
        alike = [n for n, name in enumerate(names) if name[-1] == names[-1][-1]]
        typed = [
            next((way for way in self.spellings[n] if _plain(way, not native)), names[n])
            for n in alike
        ]
        return " ".join(names[n] for n in alike), " ".join(typed)

    def typed(self, begun: str) -> list[tuple[int, bool]]:
        """The faces whose spelling begins so, and whether that is all of it. Case is ignored."""
        # A suit from a list of emoji has a mark behind it that nobody sees.
        wanted = begun.replace("\N{VARIATION SELECTOR-16}", "").casefold()
        return [
            (face, spelling.casefold() == wanted)
            for face, spellings in enumerate(self.spellings, start=1)
            for spelling in spellings
            if spelling.casefold().startswith(wanted)
        ]


def _plain(spelling: str, ascii: bool) -> bool:
    """Whether it is all letters and digits, of a keyboard with only ASCII or with none of it."""
    return all(sign.isdigit() or (sign.isalpha() and sign.isascii() == ascii) for sign in spelling)


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` sides; a face in ``again`` does not count and is thrown again.

    A face in ``more`` counts and brings one more die, which brings no further one itself. A face
    in ``gone`` cannot fall: a card that is drawn already. ``names`` is for faces without numbers.
    """

    count: int
    sides: int
    again: frozenset[int] = frozenset()
    more: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    names: FaceNames | None = None

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that can stay on the table, in rising order."""
        every = range(1, self.sides + 1)
        never = self.again | self.gone
        return tuple(face for face in every if face not in never) if never else tuple(every)

    @property
    def alone(self) -> Dice:
        """One of them."""
        return Dice(1, self.sides, self.again, self.more, self.gone, self.names)

    def name(self, face: int) -> str:
        """A face as it is read off the table."""
        return self.names.name(face) if self.names else str(face)

    def shown(self, face: int) -> Words:
        """The same as people read it."""
        return self.names.shown(face) if self.names else str(face)

    @property
    def one(self) -> str:
        """What one of them is called: ``"d6"``, ``"card"``."""
        return self.names.thing if self.names else f"d{self.sides}"

    def missing(self, fallen: Sequence[int]) -> int:
        """How many dice are still to be thrown when these have fallen and count."""
        brought = sum(face in self.more for face in fallen[: self.count]) if self.more else 0
        return self.count + brought - len(fallen)

    def __str__(self) -> str:
        return f"{self.count} {self.one}" if self.names else f"{self.count}{self.one}"

    def said(self, language: Language) -> str:
        """The handful in a language: ``2k6``; or by its name: ``karta``, ``2 × karta``."""
        if not self.names:
            return language.dice(str(self))
        thing = language.text(self.names.thing)
        return thing if self.count == 1 else f"{self.count} × {thing}"


class Reading(Hashable, Protocol[T]):
    """What one handful of dice means to a rule. Implementations are frozen dataclasses."""

    def read(self, dice: Sequence[int]) -> T:
        """The meaning of these dice, in the order in which they fell."""
        ...

    def spread(self, dice: Dice) -> Mapping[T, int]:
        """Every meaning with its weight: how many of the equally likely falls lead to it."""
        ...


class Throw(Protocol[T]):
    """One or more handfuls thrown together and read as one result."""

    @property
    def handfuls(self) -> Sequence[Dice]: ...

    def read(self, dice: Sequence[Sequence[int]]) -> T:
        """The result of these dice: one sequence of faces for each handful."""
        ...

    def spread(self) -> Mapping[T, int]: ...


@dataclass(frozen=True, slots=True)
class Pool(Generic[T]):
    """A single handful under a single reading: the usual throw."""

    dice: Dice
    reading: Reading[T]

    @property
    def handfuls(self) -> tuple[Dice]:
        return (self.dice,)

    def read(self, dice: Sequence[Sequence[int]]) -> T:
        return self.reading.read(dice[0])

    def spread(self) -> Mapping[T, int]:
        return _spread(self.reading, self.dice)


@lru_cache(maxsize=4096)
def _spread(reading: Reading[T], dice: Dice) -> Mapping[T, int]:
    return reading.spread(dice)


def pool(count: int, sides: int, reading: Reading[T], again: Sequence[int] = ()) -> Pool[T]:
    """``count`` dice of ``sides`` sides under ``reading``; faces in ``again`` are thrown again."""
    return Pool(plain_dice(count, sides, frozenset(again)), reading)


@lru_cache(maxsize=1024)
def plain_dice(count: int, sides: int, again: frozenset[int] = frozenset()) -> Dice:
    """``count`` dice of ``sides`` sides, made only once: rules throw the same ones often."""
    return Dice(count, sides, again)


A = TypeVar("A", bound=Hashable)


def tally(ways: Iterable[tuple[A, int]]) -> dict[A, int]:
    """The ways to each thing together, in the order in which the things first come."""
    result: dict[A, int] = {}
    for thing, more in ways:
        result[thing] = result.get(thing, 0) + more
    return result


B = TypeVar("B", bound=Hashable)


class TwoStageThrow(ABC, Generic[A, B, T]):
    """Two throws, of which the second depends on what the first came to, read as one result.

    Where only the end counts, odds then walk the ends and not every way there. Implementations
    are frozen dataclasses.
    """

    rule: ClassVar[str]
    """The rule of the second throw."""
    label: ClassVar[Words]
    """What the second throw is for."""
    against: ClassVar[Words] = ""
    """What the opponent makes it for; empty: for the same."""

    def told(self, by: str) -> tuple[str, str, Words]:
        """Who makes the second throw, under which rule, and what for; ``by`` made the first."""
        return by, self.rule, self.label

    def so_far(self, first: A) -> tuple[Words, int]:
        """What the first throw came to, for who waits for the dice of the second, and how many dice
        it had. Without words nothing is said of it before the end."""
        return "", 0

    @property
    @abstractmethod
    def first(self) -> Throw[A]: ...

    @abstractmethod
    def second(self, first: A) -> Throw[B] | TwoStageThrow[Any, Any, B] | None:
        """What is thrown after the first came to this; None when nothing is."""

    @abstractmethod
    def join(self, first: A, second: B | None) -> T:
        """The result, with the words for it."""

    @abstractmethod
    def weigh(self, first: A, second: B | None) -> T:
        """The result as far as any rule tells it from others."""

    def spread(self) -> Mapping[T, int]:
        return _two_stages(self)

    def both(self) -> Mapping[T, int]:
        """The spread of both throws together, worked out; :meth:`spread` remembers it."""
        ends: list[tuple[T, int, int]] = []
        for first, ways in self.first.spread().items():
            second = self.second(first)
            if second is None:
                ends.append((self.weigh(first, None), ways, 1))
                continue
            spread = second.spread()
            total = sum(spread.values())
            ends += [(self.weigh(first, end), ways * times, total) for end, times in spread.items()]
        common = lcm(*(total for _, _, total in ends))
        return tally((end, ways * (common // total)) for end, ways, total in ends)


@dataclass(frozen=True, slots=True)
class MarkingThrow(Generic[T]):
    """A throw that only adds to a mark: ``amount(result)`` of ``what`` for ``who``.

    The table marks it. Odds take all its falls at once and go on with one of them, so nothing
    that is marked later in the command may depend on the result. ``amount`` is hashable.
    """

    throw: Pool[T]
    amount: Callable[[T], int]
    what: str
    who: str


AnyThrow = Throw[T] | TwoStageThrow[Any, Any, T] | MarkingThrow[T]
"""What a table can be asked to roll."""


@lru_cache(maxsize=1024)
def _two_stages(throw: TwoStageThrow[A, B, T]) -> Mapping[T, int]:
    return throw.both()


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces themselves. Live, in the order in which they fell; in a spread, from high to low.

    ``alike`` names groups of faces that no rule tells apart; a spread shows each group by its
    first face. Real dice always keep their own faces. ``ordered`` keeps the order in a spread too,
    for rules that speak of the first die and the second.
    """

    alike: tuple[tuple[int, ...], ...] = ()
    ordered: bool = False

    def read(self, dice: Sequence[int]) -> tuple[int, ...]:
        return tuple(dice)

    def spread(self, dice: Dice) -> dict[tuple[int, ...], int]:
        standing_for = {face: group[0] for group in self.alike for face in group}
        weights: dict[int, int] = {}
        for face in dice.faces:
            shown = standing_for.get(face, face)
            weights[shown] = weights.get(shown, 0) + 1
        result: dict[tuple[int, ...], int] = {}
        high_to_low = sorted(weights, reverse=True)
        if self.ordered:
            return {
                fall: prod(weights[face] for face in fall)
                for fall in product(high_to_low, repeat=dice.count)
            }
        for fall in combinations_with_replacement(high_to_low, dice.count):
            ways = factorial(dice.count)
            for face in set(fall):
                times = fall.count(face)
                ways = ways // factorial(times) * weights[face] ** times
            result[fall] = ways
        return result


@dataclass(frozen=True, slots=True)
class Face:
    """A single die, as it fell."""

    def read(self, dice: Sequence[int]) -> int:
        return dice[0]

    def spread(self, dice: Dice) -> dict[int, int]:
        return dict.fromkeys(dice.faces, 1)


Falls = tuple[int, ...] | range
"""Sums of bare dice."""
Keep = Literal["all", "highest", "lowest"]
"""Which of several dice count: all of them, added up, or only the highest or the lowest one."""

_KEPT: Mapping[Keep, Callable[[Sequence[int]], int]] = {"all": sum, "highest": max, "lowest": min}


def _kept_spread(dice: Dice, keep: Keep) -> Mapping[int, int]:
    """How many falls of the dice come to each amount that is kept of them."""
    if keep == "all":
        return repeated(dict.fromkeys(dice.faces, 1), dice.count)
    order = dice.faces if keep == "highest" else dice.faces[::-1]
    powers = [place**dice.count for place in range(len(order) + 1)]
    return {face: powers[place + 1] - powers[place] for place, face in enumerate(order)}


def by_kind(
    reading: Reading[T], amounts: Mapping[int, int], kind: Callable[[T], Hashable]
) -> dict[T, int]:
    """The spread of a reading of one number, which comes to each of the ``amounts`` in so many
    ways: of each kind that rules tell apart the first stands for all."""
    first: dict[Hashable, T] = {}
    spread: dict[T, int] = {}
    for amount, ways in amounts.items():
        came = reading.read((amount,))
        shown = first.setdefault(kind(came), came)
        spread[shown] = spread.get(shown, 0) + ways
    return spread


@dataclass(frozen=True, slots=True)
class Total:
    """What is kept of the dice, and ``plus``: their sum, or the highest or lowest of them."""

    plus: int = 0
    keep: Keep = "all"

    def read(self, dice: Sequence[int]) -> int:
        return _KEPT[self.keep](dice) + self.plus

    def spread(self, dice: Dice) -> dict[int, int]:
        spread = _kept_spread(dice, self.keep)
        return {total + self.plus: ways for total, ways in spread.items()}


class Degree(IntEnum):
    """How well a test went, from worst to best."""

    FUMBLE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL = 3


@dataclass(frozen=True, slots=True)
class Reached:
    """What a sum came to: whether it reached its number, what the dice showed, and the total."""

    success: bool
    natural: int
    total: int
    exceptional: bool = False
    """Whether it is a critical success, or a fumble."""

    @property
    def degree(self) -> Degree:
        if self.success:
            return Degree.CRITICAL if self.exceptional else Degree.SUCCESS
        return Degree.FUMBLE if self.exceptional else Degree.FAILURE

    def after_save(self, damage: int) -> int:
        """What such a save leaves of damage: half rounded down, or all of it where it fails;
        nothing where it is critical, twice as much after a fumble."""
        return (2 * damage, damage, damage // 2, 0)[self.degree]


@dataclass(frozen=True, slots=True)
class Reach:
    """The sum of the dice and ``plus`` against a ``number``: a success at the number or above.

    Sums of the bare dice in ``always`` succeed and those in ``never`` fail, whatever is added.
    ``by`` so much above the number it is critical, as much below it a fumble; sums of the bare dice
    in ``raises`` and ``lowers`` then make it one degree better or worse. A spread keeps one of each
    kind that a rule can tell apart: of each degree, and below and from each of ``apart`` on. With
    ``keep`` only the highest or lowest die counts: a throw with advantage. With ``under`` it is a
    success at the number or below, and better the lower it is.
    """

    number: int
    plus: int = 0
    always: Falls = ()
    never: Falls = ()
    apart: Falls = ()
    keep: Keep = "all"
    by: int = 0
    raises: Falls = ()
    lowers: Falls = ()
    under: bool = False

    def read(self, dice: Sequence[int]) -> Reached:
        natural = _KEPT[self.keep](dice)
        total = natural + self.plus
        margin = self.number - total if self.under else total - self.number
        success = natural in self.always or (margin >= 0 and natural not in self.never)
        far = 0 < self.by <= abs(margin) and success == (margin >= 0)
        degree = Degree.SUCCESS + far if success else Degree.FAILURE - far
        degree += (natural in self.raises) - (natural in self.lowers)
        return Reached(degree > Degree.FAILURE, natural, total, not 0 < degree < Degree.CRITICAL)

    def spread(self, dice: Dice) -> dict[Reached, int]:
        def kind(came: Reached) -> tuple[Degree, int]:
            return came.degree, sum(came.natural >= face for face in self.apart)

        return by_kind(self, dict(sorted(_kept_spread(dice, self.keep).items())), kind)


@dataclass(frozen=True, slots=True)
class Under:
    """Whether the sum of the dice, or the one that is kept of them, is at most ``score``.

    Sums in ``always`` succeed and sums in ``never`` fail, whatever the score.
    """

    score: int
    always: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    keep: Keep = "all"

    def read(self, dice: Sequence[int]) -> bool:
        total = _KEPT[self.keep](dice)
        return total in self.always or (total not in self.never and total <= self.score)

    def spread(self, dice: Dice) -> dict[bool, int]:
        return by_kind(self, _kept_spread(dice, self.keep), bool)


def advantage(
    sides: int, reading: Total | Reach | Under, *, better: object = False, worse: object = False
) -> Pool[Any]:
    """One die under a reading that can keep one: with advantage the higher of two, with
    disadvantage the lower of two; where both hold they take each other away."""
    if bool(better) == bool(worse):
        return pool(1, sides, reading)
    keep: Keep = "highest" if better else "lowest"
    return pool(2, sides, replace(reading, keep=keep))


@dataclass(frozen=True, slots=True)
class Successes:
    """How many dice show ``at_least`` or more; with ``best`` only that many dice are kept."""

    at_least: int
    best: int | None = None

    def read(self, dice: Sequence[int]) -> int:
        successes = sum(die >= self.at_least for die in dice)
        return successes if self.best is None else min(successes, self.best)

    def spread(self, dice: Dice) -> dict[int, int]:
        faces, hits = len(dice.faces), sum(face >= self.at_least for face in dice.faces)
        sums = Sums.of({0: faces - hits, 1: hits}, dice.count, bits_for(faces**dice.count))
        return (sums if self.best is None else sums.at_most(self.best)).spread()


class Percent(NamedTuple):
    """What a percentile test came to, and the number that was rolled."""

    degree: Degree
    roll: int

    @property
    def success(self) -> bool:
        return self.degree >= Degree.SUCCESS

    def better(self, other: Percent) -> bool:
        """Opposed tests: the higher degree, of two plain successes the higher roll."""
        if self.degree == other.degree == Degree.SUCCESS:
            return self.roll > other.roll
        return self.degree > other.degree


@lru_cache(maxsize=16_384)
def percent(roll: int, chance: int) -> Percent:
    """What a roll of a d100 comes to at or under this chance; see :class:`Percentile`."""
    double = roll % 11 == 0
    if roll == 1 or (roll <= chance and roll < 100):
        return Percent(Degree.CRITICAL if double or roll == 1 else Degree.SUCCESS, roll)
    return Percent(Degree.FUMBLE if double or roll == 100 else Degree.FAILURE, roll)


@dataclass(frozen=True, slots=True)
class Percentile:
    """A d100 at or under ``chance``: 1 always succeeds, 100 always fails, doubles go further.

    A success with two equal digits, or 1, is critical; a failure with two, or 100, a fumble.
    A spread keeps only those rolls apart that rules tell apart: degrees, and among plain
    successes what lies between the rolls in ``against``; all of them where that is None.
    """

    chance: int
    against: tuple[int, ...] | range | None = ()

    def read(self, dice: Sequence[int]) -> Percent:
        return percent(dice[0], self.chance)

    def spread(self, dice: Dice) -> dict[Percent, int]:
        return by_kind(self, dict.fromkeys(range(1, 101), 1), self._apart)

    def _apart(self, came: Percent) -> Hashable:
        if came.degree != Degree.SUCCESS:
            return came.degree
        if self.against is None:
            return came
        return tuple((came.roll > other) - (came.roll < other) for other in self.against)


def convolve(left: Mapping[int, Share], right: Mapping[int, Share]) -> dict[int, Share]:
    """The spread of the sum of two independent spreads, in ways or in chances."""
    result: dict[int, Share] = {}
    for a, m in left.items():
        for b, n in right.items():
            result[a + b] = result.get(a + b, 0) + m * n
    return result


class Sums(NamedTuple):
    """The spread of a sum, packed into one large number.

    The lowest ``bits`` bits of ``ways`` are the ways to the sum ``low``, the next ones those to
    ``low + 1``, and so on. A spread is a polynomial in this shape, so one multiplication of whole
    numbers convolves two of them. No coefficient may run over into the next, so each has room for
    twice all ways together: see :func:`bits_for`.
    """

    low: int
    ways: int
    bits: int

    @classmethod
    def of(cls, each: Mapping[int, int], count: int, bits: int) -> Sums:
        """The sum of ``count`` independent throws with the spread ``each``."""
        low = min(each)
        single = sum(ways << bits * (amount - low) for amount, ways in each.items())
        return cls(low * count, single**count, bits)

    def plus(self, other: Sums) -> Sums:
        """The sum of two independent sums."""
        return Sums(self.low + other.low, self.ways * other.ways, self.bits)

    def at_least(self, low: int) -> Sums:
        """The same with everything below ``low`` counted as ``low``."""
        if self.low >= low:
            return self
        place = self.bits * (low - self.low)
        below = self._together(self.ways & (1 << place) - 1)
        return Sums(low, (self.ways >> place) + below, self.bits)

    def at_most(self, high: int) -> Sums:
        """The same with everything above ``high`` counted as ``high``."""
        if high <= self.low:
            return Sums(high, self._together(self.ways), self.bits)
        place = self.bits * (high - self.low)
        above = self._together(self.ways >> place)
        return Sums(self.low, (self.ways & (1 << place) - 1) + (above << place), self.bits)

    def _together(self, ways: int) -> int:
        """All ways in a number added up: the remainder by base − 1 is the sum of the digits."""
        return ways % ((1 << self.bits) - 1)

    def spread(self) -> dict[int, int]:
        """The ways to each sum, in order."""
        spread: dict[int, int] = {}
        mask, left, amount = (1 << self.bits) - 1, self.ways, self.low
        while left:
            if left & mask:
                spread[amount] = left & mask
            left >>= self.bits
            amount += 1
        return spread


def repeated(each: Mapping[int, int], count: int) -> dict[int, int]:
    """The spread of the sum of ``count`` throws with this spread ``each``; in order of the sums."""
    return Sums.of(each, count, bits_for(sum(each.values()) ** count)).spread()


def bits_for(ways: int) -> int:
    """The ``bits`` of :class:`Sums` with ``ways`` in all."""
    return (2 * ways).bit_length()
