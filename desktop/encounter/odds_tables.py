"""The tables that walk every outcome of a command, or many of them, for its odds.

A rule cannot tell them from the one that plays it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import lcm, prod
from random import Random
from typing import Any, NamedTuple, TypeVar

from desktop.encounter.play_table import Kind, check_mark, check_words, names_of, one_by_one
from desktop.rules.contract import Rules
from desktop.rules.dice import Pool, Throw, TwoStageThrow, convolve
from desktop.rules.state import State
from desktop.rules.table import Decision, Table, TableRefusal, TableSignal
from desktop.rules.text import Text, Words

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=State[Any])

MOST_OUTCOMES = 5_000
"""Beyond this many outcomes independent parts are no longer multiplied out."""


class TurnOnly(TableSignal):
    """Nothing that odds ask for can happen any more on this path."""


Amounts = tuple[tuple[int, int], ...]
"""Amounts, and how many falls of the dice come to each."""


@lru_cache(maxsize=1024)
def _amounts(throw: Pool[T], amount: Callable[[T], int]) -> tuple[Amounts, int]:
    """How many falls of a throw come to each amount, and how many there are."""
    result: dict[int, int] = {}
    for fall, ways in throw.spread().items():
        result[amount(fall)] = result.get(amount(fall), 0) + ways
    return tuple(result.items()), sum(result.values())


@lru_cache(maxsize=1024)
def _both(one: Amounts, other: Amounts) -> Amounts:
    """The sum of two amounts that do not know of each other."""
    return tuple(convolve(dict(one), dict(other)).items())


Marked = frozenset[tuple[Kind, int]]
"""What a path marked, as often as it did."""

Ways = tuple[tuple[Marked, int], ...]
"""What one part of a command can mark, and how many falls of the dice lead to each."""


@lru_cache(maxsize=1024)
def _marked(kind: Kind, amounts: Amounts) -> Ways:
    """Amounts of a kind as what a part of a command can mark."""
    return tuple((frozenset([(kind, n)] if n else ()), times) for n, times in amounts)


def _together(one: Marked, other: Marked) -> Marked:
    """The marks of two parts; amounts of the same kind add up."""
    if not one or not other:
        return one or other
    sums = dict(one)
    for kind, amount in other:
        sums[kind] = sums.get(kind, 0) + amount
    return frozenset(sums.items())


class End(NamedTuple):
    """What a path came to: its marks, what its independent parts add to them, and out of how many
    falls of the dice."""

    marks: Marked
    parts: tuple[Ways, ...]
    total: int

    def then(self, after: End) -> End:
        """What a path came to that ended like this and went on to the end ``after``."""
        if self.total == 1 and not self.marks and not self.parts:
            return after  # nothing was thrown or marked before
        marks = _together(self.marks, after.marks)
        return End(marks, self.parts + after.parts, self.total * after.total)

    @property
    def size(self) -> int:
        """How many outcomes there are, were all parts multiplied out."""
        return prod(len(ways) for ways in self.parts)

    def outcomes(self) -> list[tuple[Marked, int]]:
        """All marks together with their ways, for everything the parts can come to."""
        result = [(self.marks, 1)]
        known = {kind for kind, _ in self.marks}
        for ways in self.parts:
            new = {kind for marks, _ in ways for kind, _ in marks}
            add = frozenset.union if known.isdisjoint(new) else _together
            known |= new
            result = [
                (add(marks, more), count * times) for marks, count in result for more, times in ways
            ]
        return result


class TooManyWays(Exception):
    """The dice can fall in more ways than anybody wants to wait for."""


class Paused(Exception):
    """The paths allowed for now are used up; this one is walked again when there are more."""


class Budget:
    """How many paths may be walked: in all, and until the next look at the screen."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.now = 0

    def begin(self) -> int:
        """A path begins: how many are left. Raises :class:`TooManyWays` or :class:`Paused`."""
        if self.left <= 0:
            raise TooManyWays
        if self.now <= 0:
            raise Paused
        return self.left

    def end(self, begun: int) -> None:
        """A path was walked to its end; it counts unless the paths of its parts did already."""
        if self.left == begun:
            self.left -= 1
            self.now -= 1


class Part:
    """The ways of one part of a command, on the way."""

    def __init__(self) -> None:
        self.path: list[Branch] | None = []
        """The path to be walked next; None when all are walked."""
        self.parts: list[Part] = []
        """The parts of that path, as far as they are walked."""
        self.ends: dict[End, int] = {}

    def add(self, table: OddsTable) -> None:
        """Adds what a path came to, and finds the next one."""
        for end, weight in table.ends():
            self.ends[end] = self.ends.get(end, 0) + weight
        self.path = next_path(table.branches)
        self.parts = []

    def marked(self) -> Iterator[Kind]:
        """What is marked on whom on the paths walked so far; some kinds come more than once."""
        for end in self.ends:
            for marks in (end.marks, *(marks for ways in end.parts for marks, _ in ways)):
                yield from (kind for kind, amount in marks if amount > 0)
        for part in self.parts:
            yield from part.marked()

    def ways(self) -> tuple[Ways, int]:
        """All of them with whole numbers, and how many falls of the dice there are.

        Raises :class:`TooManyWays` beyond :data:`MOST_OUTCOMES`.
        """
        if sum(end.size for end in self.ends) > MOST_OUTCOMES:
            raise TooManyWays
        common = lcm(*(end.total for end in self.ends))
        found: dict[Marked, int] = {}
        for end, weight in self.ends.items():
            share = weight * (common // end.total)
            for marks, times in end.outcomes():
                found[marks] = found.get(marks, 0) + share * times
        return tuple(found.items()), common


Keyed = tuple[Callable[[Any, Table], object], Hashable]
"""A part of a command, and its key; see :meth:`Table.independently`."""


class Branch(NamedTuple):
    """A roll of a path: what it can come to, each with its ways, and which of these is followed."""

    followed: int
    outcomes: Sequence[tuple[Any, int]]
    total: int


def next_path(branches: Sequence[Branch]) -> list[Branch] | None:
    """The path after one with these branches, as far as it is known; None after the last."""
    path = list(branches)
    while path and path[-1].followed + 1 == len(path[-1].outcomes):
        path.pop()
    if not path:
        return None
    last = path[-1]
    path[-1] = last._replace(followed=last.followed + 1)
    return path


class OddsTable(Table):
    """One path through everything the dice can do; see :func:`desktop.encounter.odds.odds`.

    ``path`` holds the branches to follow; rolls beyond them follow their first outcome.
    Decisions without an answer are the default policy's; with ``best_case``, whatever gains most.
    """

    keeps_log = False

    def __init__(
        self,
        rules: Rules[Any],
        draft: State[Any],
        path: Sequence[Branch],
        dice: Sequence[int],
        answers: Mapping[str, Any],
        best_case: bool = False,
        budget: Budget | None = None,
        parts: list[Part] | None = None,
        keyed: dict[Hashable, Part] | None = None,
        rest: Sequence[Keyed] = (),
    ) -> None:
        """``parts`` are the parts of this path as far as they are walked, ``keyed`` those parts
        that are the same on every path. ``rest`` are the parts to be done after this one."""
        self._rules = rules
        self._draft = draft
        self._budget = budget
        self._parts = [] if parts is None else parts
        self._parts_met = 0
        self._keyed = {} if keyed is None else keyed
        self._independent: list[Ways] = []
        self._rest = rest
        self._after: list[Mapping[End, int]] = []
        self._path = path
        self._fallen = list(dice)
        self._answers = answers
        self._best_case = best_case
        self._asked: set[str] = set()
        self._thrown = False
        """Whether anything was thrown on this path that had not fallen before."""
        self.branches: list[Branch] = []
        """The rolls of this path."""
        self.weight = 1
        self.total = 1
        self.marks: dict[Kind, int] = {}
        self._tallies: dict[Kind, Amounts] = {}

    def roll(
        self, throw: Throw[T] | TwoStageThrow[Any, Any, T], *, why: str, by: str, label: Words = ""
    ) -> T:
        if self._fallen:
            if isinstance(throw, TwoStageThrow):
                return one_by_one(self, throw, why, by, label)
            return self._read_fallen(throw)
        self._thrown = True
        depth = len(self.branches)
        if depth < len(self._path):
            branch = self._path[depth]
        else:
            spread = throw.spread()
            branch = Branch(0, tuple(spread.items()), sum(spread.values()))
        self.branches.append(branch)
        value: T
        value, weight = branch.outcomes[branch.followed]
        if len(branch.outcomes) > 1:
            self.weight *= weight
            self.total *= branch.total
        return value

    def roll_independent(
        self,
        throw: Pool[T],
        amount: Callable[[T], int],
        *,
        what: str,
        who: str,
        why: str,
        by: str,
        label: Words = "",
    ) -> T:
        if self._fallen:
            fallen = self._read_fallen(throw)
            self.mark(what, who, amount(fallen))
            return fallen
        amounts, total = _amounts(throw, amount)
        before = self._tallies.get((what, who))
        self._tallies[what, who] = _both(before, amounts) if before else amounts
        self.total *= total
        return next(iter(throw.spread()))

    def independently(
        self,
        state: S,
        parts: Sequence[Callable[[S, Table], None]],
        keys: Sequence[Hashable] = (),
    ) -> None:
        if self._rest:  # the parts after these see what these have changed
            self.in_sequence(state, parts, keys)
            return
        for part, key in zip_longest(parts, keys):
            if self._fallen:  # dice that fell are read in their order
                part(state, self)
                continue
            ways, total = self._walked(state, part, key).ways()
            self.total *= total
            if len(ways) > 1 or ways[0][0]:
                self._independent.append(ways)
            else:  # all its falls come to nothing, and they count
                self.weight *= ways[0][1]

    def in_sequence(
        self,
        state: S,
        parts: Sequence[Callable[[S, Table], object]],
        keys: Sequence[Hashable] = (),
    ) -> None:
        self._rest = (*zip_longest(parts, keys), *self._rest)
        while self._rest:
            (part, key), *rest = self._rest
            if self._fallen:
                self._rest = rest
                part(state, self)
                continue
            self._rest = ()
            # What comes after a part sees more than its key tells.
            self._after.append(self._walked(state, part, None if rest else key, rest).ends)

    def _walked(
        self,
        state: S,
        part: Callable[[S, Table], object],
        key: Hashable,
        rest: Sequence[Keyed] = (),
    ) -> Part:
        """A part with the ``rest`` after it, walked on all paths that begin here."""
        assert self._budget
        if key is None:
            found = self._next_part()
        else:
            # Where answers are given, it counts how often somebody has been asked before.
            asked = frozenset(self._asked) if self._answers else None
            found = self._keyed.setdefault((key, asked), Part())
        while found.path is not None:
            begun = self._budget.begin()
            draft = state.copy()
            table = OddsTable(
                self._rules,
                draft,
                found.path,
                (),
                self._answers,
                self._best_case,
                self._budget,
                found.parts,
                self._keyed,
                rest,
            )
            table._asked, table._thrown = set(self._asked), self._thrown
            part(draft, table)
            table.in_sequence(draft, ())  # unless the part has gone on by itself
            found.add(table)
            self._budget.end(begun)
        return found

    def _next_part(self) -> Part:
        """The next part of this path, as far as it is walked."""
        if self._parts_met == len(self._parts):
            self._parts.append(Part())
        self._parts_met += 1
        return self._parts[self._parts_met - 1]

    def ends(self) -> Sequence[tuple[End, int]]:
        """What the path came to, each with its weight; several where it went on in sequence."""
        tallied = (_marked(kind, amounts) for kind, amounts in self._tallies.items())
        end = End(frozenset(self.marks.items()), (*tallied, *self._independent), self.total)
        found = [(end, self.weight)]
        for after in self._after:
            found = [
                (one.then(other), weight * times)
                for one, weight in found
                for other, times in after.items()
            ]
        return found

    def _read_fallen(self, throw: Throw[T]) -> T:
        fallen: list[list[int]] = []
        for handful in throw.handfuls:
            faces: list[int] = []
            while handful.missing(faces):
                if not self._fallen:
                    raise TableRefusal(
                        "only part of a throw has fallen; odds need all of it", "dice"
                    )
                die = self._fallen.pop(0)
                if not 1 <= die <= handful.sides:
                    raise TableRefusal(
                        Text(
                            "a die shows {die}, but it is a d{sides}",
                            die=die,
                            sides=handful.sides,
                        ),
                        "dice",
                    )
                if die not in handful.again:
                    faces.append(die)
            fallen.append(faces)
        return throw.read(fallen)

    def ask(self, decision: Decision) -> Any:
        names = names_of(decision, self._asked)
        self._asked.add(names[0])
        for name in names:
            if name in self._answers:
                return self._given(decision, self._answers[name])
        if self._best_case and decision.best_case is not None:
            return decision.best_case
        return self._rules.decide(self._draft, decision)

    def _given(self, decision: Decision, answer: Any) -> Any:
        place = f"answers.{decision.id}"
        if decision.about_dice and self._thrown:
            template = "it is about dice that have not fallen: give the dice too, or no answer"
            raise TableRefusal(Text(template), place)
        try:
            return decision.field.accept(answer)
        except ValueError as error:
            raise TableRefusal(error.args[0], place) from None

    def ask_lazily(self, usual: A, question: Callable[[], Decision | None]) -> A:
        if self._answers or self._best_case:
            return super().ask_lazily(usual, question)
        return usual

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        """What has not happened is not told."""
        check_words(text)

    def turn_only(self) -> None:
        raise TurnOnly

    @property
    def unread(self) -> int:
        """How many of the fallen dice no rule has asked for."""
        return len(self._fallen)

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        check_mark(what, who, amount)
        self.marks[what, who] = self.marks.get((what, who), 0) + amount


class ChanceTable(OddsTable):
    """One path through the dice that ``chance`` picks, where the others go one after another."""

    in_sequence = Table.in_sequence

    def __init__(
        self,
        rules: Rules[Any],
        draft: State[Any],
        chance: Random,
        dice: Sequence[int],
        answers: Mapping[str, Any],
        best_case: bool,
    ) -> None:
        super().__init__(rules, draft, (), dice, answers, best_case)
        self._chance = chance

    def roll(
        self, throw: Throw[T] | TwoStageThrow[Any, Any, T], *, why: str, by: str, label: Words = ""
    ) -> T:
        if self._fallen:
            return super().roll(throw, why=why, by=by, label=label)
        self._thrown = True
        thrown: Any = throw
        value: T = self._choose(*_cumulative(thrown))
        return value

    def _choose(self, values: list[Any], sums: list[int]) -> Any:
        """One of the values a throw can come to; ``sums`` are the running sums of their ways."""
        raise NotImplementedError


class SampleTable(ChanceTable):
    """One path through the dice by chance, as they would fall: for odds with too many paths."""

    roll_independent = Table.roll_independent
    independently = Table.independently

    def _choose(self, values: list[Any], sums: list[int]) -> Any:
        return values[bisect_right(sums, self._chance.randrange(sums[-1]))]


class ProbeTable(ChanceTable):
    """One path on which every outcome is as likely as any other: how many paths may there be?

    A path through forks of 3, 2 and 5 speaks for 30. Over many probes that comes to their number.
    """

    _forks = 1
    _independent_forks = 0

    @property
    def paths(self) -> int:
        """How many paths this one speaks for, with those of independent parts."""
        return self._forks + self._independent_forks

    def _choose(self, values: list[Any], sums: list[int]) -> Any:
        self._forks *= len(values)
        return self._chance.choice(values)

    def independently(
        self,
        state: S,
        parts: Sequence[Callable[[S, Table], None]],
        keys: Sequence[Hashable] = (),
    ) -> None:
        before = self._forks
        for part in parts:
            part(state, self)
            self._independent_forks, self._forks = self._independent_forks + self._forks, before


@lru_cache(maxsize=1024, typed=True)  # named tuples of two classes can be equal
def _cumulative(throw: Any) -> tuple[list[Any], list[int]]:
    """What a throw can come to, and the running sums of the ways to each."""
    spread = throw.spread()
    return list(spread), list(accumulate(spread.values()))
