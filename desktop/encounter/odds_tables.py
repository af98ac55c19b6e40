"""The tables that walk every outcome of a command, or many of them, for its odds.

A rule cannot tell them from the one that plays it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, lru_cache, partial
from itertools import accumulate
from math import lcm, prod
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple, TypeVar

from desktop.encounter.play_table import (
    Kind,
    as_line,
    check_mark,
    marked,
    name_of,
    names_of,
    one_by_one,
)
from desktop.rules.contract import Rules
from desktop.rules.dice import AnyThrow, MarkingThrow, Pool, Throw, TwoStageThrow, convolve
from desktop.rules.state import State
from desktop.rules.table import Decision, LazyDecision, NextStep, Table, TableRefusal, TableSignal
from desktop.rules.text import Text, Words

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

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
def _both(amounts: Amounts, other: Amounts) -> Amounts:
    """The sum of two amounts that do not know of each other."""
    return tuple(convolve(dict(amounts), dict(other)).items())


Marked = frozenset[tuple[Kind, int]]
"""What a path marked, as often as it did."""

Ways = tuple[tuple[Marked, int], ...]
"""What one part of a command can mark, and how many falls of the dice lead to each."""


@lru_cache(maxsize=1024)
def _marked(kind: Kind, amounts: Amounts) -> Ways:
    """Amounts of a kind as what a part of a command can mark."""
    return tuple((frozenset([(kind, n)] if n else ()), times) for n, times in amounts)


def _together(marked: Marked, other: Marked) -> Marked:
    """The marks of two parts; amounts of the same kind add up."""
    if not marked or not other:
        return marked or other
    sums = dict(marked)
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


NOTHING_YET = End(frozenset(), (), 1)
"""The end of a path on which nothing was thrown or marked."""


def _one_after_another(before: Mapping[End, int], then: Mapping[End, int]) -> dict[End, int]:
    """The ends of paths that ended one way and then went on to others."""
    ends: dict[End, int] = {}
    for end, weight in before.items():
        for after, times in then.items():
            both = end.then(after)
            ends[both] = ends.get(both, 0) + weight * times
    return ends


class TooManyWays(TableSignal):
    """The dice can fall in more ways than anybody wants to wait for."""


class Paused(TableSignal):
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


class Part:
    """All ways of a step of a command, or of one turn of a loop in it, as far as they are walked.

    Each of its paths is walked from its beginning. Turns of :meth:`Table.each` on a path are parts
    of their own: the first walk of the path begins them all, and each is then walked alone.
    """

    def __init__(self) -> None:
        self.path: list[Branch] | None = []
        """The path to be walked next; None when all are walked."""
        self.steps: list[Part] = []
        """The steps of that path, as far as they are walked."""
        self.turns: list[Part] = []
        """The turns of loops on that path, in the order in which it comes to them."""
        self.ends: Mapping[End, int] = {}
        self._own_ends: dict[End, int] = {}
        self._came_to: tuple[Sequence[Branch], End, int, Sequence[Mapping[End, int]]] | None = None
        """What the first walk of that path came to, while its turns are walked."""
        self._ways: tuple[Ways, int] | None = None

    @property
    def begun(self) -> bool:
        """Whether a path was walked to its end."""
        return bool(self.ends) or self._came_to is not None

    @property
    def walks_turns(self) -> bool:
        """Whether its path was walked, and turns on it are walked by themselves now."""
        return self._came_to is not None

    def walked(self, frame: Frame) -> None:
        """The path was walked to its end: adds what it came to, or goes on with its turns."""
        self._came_to = frame.branches, frame.end, frame.weight, frame.after
        self.turn_walked()

    def turn_walked(self) -> None:
        """Finds the next path where no turn of this one is left."""
        assert self._came_to
        if self.turns and any(turn.path is not None for turn in self.turns):
            return
        branches, end, weight, after = self._came_to
        for turn in self.turns:
            ways, total = turn.ways()
            if len(ways) > 1 or ways[0][0]:  # else all its falls come to nothing
                end = end._replace(parts=(*end.parts, ways), total=end.total * total)
        ends: Mapping[End, int] = {end: weight}
        for step in after:
            if end == NOTHING_YET and weight == 1:
                ends = step
            else:
                ends = _one_after_another(ends, step)
        self._add(ends)
        self.path = next_path(branches)
        self.steps, self.turns, self._came_to = [], [], None

    def _add(self, ends: Mapping[End, int]) -> None:
        """Adds the ends of a path to those of the paths before it."""
        if not self.ends:
            self.ends = ends  # they may be those of a step that several paths come to
            return
        if self._own_ends is not self.ends:
            self.ends = self._own_ends = dict(self.ends)
        for end, weight in ends.items():
            self._own_ends[end] = self._own_ends.get(end, 0) + weight

    def marked(self) -> Iterator[Kind]:
        """What is marked on whom on the paths walked so far; some kinds come more than once."""
        for end in self.ends:
            for marks in (end.marks, *(marks for ways in end.parts for marks, _ in ways)):
                yield from (kind for kind, amount in marks if amount > 0)
        for part in (*self.steps, *self.turns):
            yield from part.marked()

    def ways(self) -> tuple[Ways, int]:
        """All of them with whole numbers, and how many falls of the dice there are.

        Raises :class:`TooManyWays` beyond :data:`MOST_OUTCOMES`.
        """
        if self._ways is None:
            if sum(end.size for end in self.ends) > MOST_OUTCOMES:
                raise TooManyWays
            common = lcm(*(end.total for end in self.ends))
            ways: dict[Marked, int] = {}
            for end, weight in self.ends.items():
                share = weight * (common // end.total)
                for marks, times in end.outcomes():
                    ways[marks] = ways.get(marks, 0) + share * times
            self._ways = tuple(ways.items()), common
        return self._ways


@dataclass(eq=False)
class Shared:
    """What all paths of a command share: what was asked, and the steps that were walked."""

    rules: Rules[Any]
    before: State[Any]
    """The state before the command."""
    answers: Mapping[str, Any]
    best_case: bool
    budget: Budget
    parts: dict[Hashable, Part] = field(default_factory=dict)
    """The steps that were walked, or are on the way, by what tells them apart."""
    used: set[str] = field(default_factory=set)
    """The names of the given answers that a rule asked for on some path."""
    about_dice: set[str] = field(default_factory=set)
    """Those of them that are about dice which have not fallen: the usual answer counts there."""


class Frame:
    """A walk along one path of a part: the branches it took, and what it came to."""

    __slots__ = ("after", "branches", "marks", "part", "parts", "path", "steps_met", "tallies",
                 "total", "turns_met", "weight")  # fmt: skip

    def __init__(self, part: Part) -> None:
        self.part = part
        self.path = part.path or ()
        self.branches: list[Branch] = []
        self.weight = 1
        self.total = 1
        self.marks: dict[Kind, int] = {}
        self.tallies: dict[Kind, Amounts] = {}
        self.parts: list[Ways] = []
        self.after: list[Mapping[End, int]] = []
        """What the steps after this one came to."""
        self.steps_met = 0
        self.turns_met = 0

    def next_step(self) -> Part:
        """The next step of this path, as far as it is walked."""
        steps = self.part.steps
        if self.steps_met == len(steps):
            steps.append(Part())
        self.steps_met += 1
        return steps[self.steps_met - 1]

    @property
    def end(self) -> End:
        """What the path itself came to, but for its turns and the steps after it."""
        parts = self.parts
        if self.tallies:
            parts = [*(_marked(kind, n) for kind, n in self.tallies.items()), *parts]
        return End(frozenset(self.marks.items()), tuple(parts), self.total)


class TurnWalked(TableSignal):
    """A turn of a loop was walked by itself; nothing after it is asked for."""


class OddsTable(Table):
    """One path through everything the dice can do; see :class:`desktop.encounter.odds.OddsSearch`.

    The part's ``path`` holds the branches to follow; rolls beyond them follow their first outcome.
    Decisions without an answer are the default policy's; with ``best_case``, whatever gains most.
    """

    keeps_log = False

    def __init__(
        self,
        shared: Shared,
        draft: State[Any],
        part: Part,
        dice: Sequence[int] = (),
        waiting: tuple[NextStep, ...] = (),
    ) -> None:
        """``waiting`` are the steps to be done after this one."""
        self._shared = shared
        self._draft = draft
        self._waiting = waiting
        self.frame = Frame(part)
        """What this path came to so far."""
        self._outer: Frame | None = None
        """The path in which a turn of a loop is walked."""
        self._fallen = list(dice)
        self._asked: set[str] = set()
        self._thrown = False
        """Whether anything was thrown on this path that had not fallen before."""
        self._forked = False
        """Whether there are other paths that may come to the same steps."""

    def roll(
        self, throw: AnyThrow[T], *, why: str, by: str, label: Words = "", **opposed: Words
    ) -> T:
        if self._fallen:
            if isinstance(throw, TwoStageThrow):
                return one_by_one(self, throw, why, by, label)
            if isinstance(throw, MarkingThrow):
                return marked(self, throw, why, by, label)
            return self._read_fallen(throw)
        if isinstance(throw, MarkingThrow):
            return self._add_up(throw)
        self._thrown = True
        frame = self.frame
        depth = len(frame.branches)
        if depth < len(frame.path):
            branch = frame.path[depth]
        else:
            spread = throw.spread()
            branch = Branch(0, tuple(spread.items()), sum(spread.values()))
        frame.branches.append(branch)
        value: T
        value, weight = branch.outcomes[branch.followed]
        if len(branch.outcomes) > 1:
            frame.weight *= weight
            frame.total *= branch.total
        return value

    def _add_up(self, throw: MarkingThrow[T]) -> T:
        amounts, total = _amounts(throw.throw, throw.amount)
        kind, frame = (throw.what, throw.who), self.frame
        before = frame.tallies.get(kind)
        frame.tallies[kind] = _both(before, amounts) if before else amounts
        frame.total *= total
        return next(iter(throw.throw.spread()))

    def each(self, things: Iterable[A]) -> Iterator[A]:
        things = tuple(things)
        if self._steps or self._waiting or self._outer or len(things) < 2:
            # Somebody may see afterwards what the turns have changed, so they are walked together.
            waiting, self._steps = self._steps, ()
            yield from things
            self._steps = (*self._steps, *waiting)
            return
        alone = self.frame.part.walks_turns
        for thing in things:
            if self._fallen:  # dice that fell are read in their order
                yield thing
                self.finish()
                continue
            turn = self._next_turn()
            if turn is None:
                continue
            self._outer, self.frame = self.frame, Frame(turn)
            asked, thrown = set(self._asked), self._thrown
            yield thing
            self.finish()
            turn.walked(self.frame)
            self.frame, self._outer = self._outer, None
            self._asked, self._thrown = asked, thrown
            if alone:
                raise TurnWalked

    def _next_turn(self) -> Part | None:
        """The next turn of a loop on this path; None where it is not walked this time."""
        frame = self.frame
        turns, index = frame.part.turns, frame.turns_met
        frame.turns_met += 1
        if frame.part.walks_turns:
            left = (place for place, turn in enumerate(turns) if turn.path is not None)
            return turns[index] if index == next(left) else None
        if index == len(turns):
            turns.append(Part())
        return None if turns[index].begun else turns[index]

    def finish(self) -> None:
        if self._steps and (self._waiting or self._fallen):
            self._go_through()
        if self._steps:
            steps, self._steps = self._steps, ()
            self.frame.after.append(self._walked(steps).ends)

    def _go_through(self) -> None:
        """Does the steps on this path: dice that fell are read in their order, and who waits may
        see what comes after a step."""
        waiting = self._waiting
        while self._steps and (waiting or self._fallen):
            step, *others = self._steps
            self._steps, self._waiting = (), (*others, *waiting)
            step.do(self._draft, *step.args, self)
            self._steps, self._waiting = (*self._steps, *others), waiting

    def _go_on(self) -> None:
        """Goes on with the steps that waited for this one."""
        if self._waiting:
            self._steps, self._waiting = (*self._steps, *self._waiting), ()
        if self._steps:
            self.finish()

    def _walked(self, steps: tuple[NextStep, ...]) -> Part:
        """Steps one after another, on all paths that begin here."""
        shared, outer = self._shared, self._outer
        forked = self._forked or self.frame.total > 1 or (outer is not None and outer.total > 1)
        key = step_key(shared.before, self._draft, steps) if forked else None
        if key is None:
            part = self.frame.next_step()
        else:
            # Where answers are given, it counts how often somebody has been asked before.
            asked = frozenset(self._asked) if shared.answers else None
            part = shared.parts.setdefault((key, asked), Part())
        step, waiting = steps[0], steps[1:]
        while part.path is not None:
            begun = shared.budget.begin()
            draft = self._draft.copy()
            table = OddsTable(shared, draft, part, waiting=waiting)
            table._asked, table._thrown, table._forked = set(self._asked), self._thrown, forked
            table.walk(partial(step.do, draft, *step.args, table))
            shared.budget.end(begun)
        return part

    def walk(self, do: Callable[[], object]) -> None:
        """Walks the path, or one turn of a loop on it, and tells the part what it came to."""
        part = self.frame.part
        try:
            do()
            self._go_on()
        except TurnWalked:
            part.turn_walked()
            return
        except TurnOnly:
            pass
        if self._outer:
            raise RuntimeError("a loop over table.each was left before its end")
        part.walked(self.frame)

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
                    said = Text(
                        "a die shows {die}, but it is a d{sides}", die=die, sides=handful.sides
                    )
                    raise TableRefusal(said, "dice")
                if die not in handful.again:
                    faces.append(die)
            fallen.append(faces)
        return throw.read(fallen)

    def ask(self, decision: Decision | LazyDecision[Any]) -> Any:
        shared = self._shared
        if isinstance(decision, LazyDecision):
            described = decision.describe() if shared.answers or shared.best_case else None
            return decision.usual if described is None else self.ask(described)
        names = names_of(decision, self._asked)
        self._asked.add(name_of(decision, self._asked))
        for name in names:
            if name in shared.answers:
                shared.used.add(name)
                if decision.about_dice and self._thrown:
                    shared.about_dice.add(name)
                    break
                try:
                    return decision.field.accept(shared.answers[name])
                except ValueError as error:
                    raise TableRefusal(error.args[0], f"answers.{decision.id}") from None
        if shared.best_case and decision.best_case is not None:
            return decision.best_case
        return shared.rules.decide(self._draft, decision)

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        """What has not happened is not told."""
        as_line(text)

    def turn_only(self) -> None:
        super().turn_only()
        raise TurnOnly

    @property
    def unread(self) -> int:
        """How many of the fallen dice no rule has asked for."""
        return len(self._fallen)

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        check_mark(what, who, amount)
        marks = self.frame.marks
        marks[what, who] = marks.get((what, who), 0) + amount


class ChanceTable(OddsTable):
    """One path through the dice that ``chance`` picks, where the others go one after another."""

    each = Table.each
    finish = Table.finish

    def __init__(
        self, shared: Shared, draft: State[Any], chance: Random, dice: Sequence[int]
    ) -> None:
        super().__init__(shared, draft, Part(), dice)
        self._chance = chance

    def roll(
        self, throw: AnyThrow[T], *, why: str, by: str, label: Words = "", **opposed: Words
    ) -> T:
        if self._fallen or isinstance(throw, MarkingThrow):
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

    def roll(
        self, throw: AnyThrow[T], *, why: str, by: str, label: Words = "", **opposed: Words
    ) -> T:
        if isinstance(throw, MarkingThrow):
            return marked(self, throw, why, by, label)
        return super().roll(throw, why=why, by=by, label=label)

    def _choose(self, values: list[Any], sums: list[int]) -> Any:
        return values[bisect_right(sums, self._chance.randrange(sums[-1]))]


class ProbeTable(ChanceTable):
    """One path on which every outcome is as likely as any other: how many paths may there be?

    A path through forks of 3, 2 and 5 speaks for 30. Over many probes that comes to their number.
    """

    _forks = 1
    _forks_of_turns = 0

    @property
    def paths(self) -> int:
        """How many paths this one speaks for, with those of the turns of loops."""
        return self._forks + self._forks_of_turns

    def _choose(self, values: list[Any], sums: list[int]) -> Any:
        self._forks *= len(values)
        return self._chance.choice(values)

    def each(self, things: Iterable[A]) -> Iterator[A]:
        before = self._forks
        for thing in super().each(things):
            yield thing
            self.finish()
            self._forks_of_turns, self._forks = self._forks_of_turns + self._forks, before


@lru_cache(maxsize=1024, typed=True)  # named tuples of two classes can be equal
def _cumulative(throw: Any) -> tuple[list[Any], list[int]]:
    """What a throw can come to, and the running sums of the ways to each."""
    spread = throw.spread()
    return list(spread), list(accumulate(spread.values()))


# ---- what tells the steps of a command apart, so that equal ones are walked once


def step_key(before: State[Any], draft: State[Any], steps: Sequence[NextStep]) -> Hashable | None:
    """What tells these steps apart from others of the command; None where that cannot be compared.

    Steps are the same where functions, arguments and drafts are equal. Drafts are compared by what
    the command has changed since the state ``before``.
    """
    last = steps[0] if len(steps) == 1 else None
    if last and last.alike is not None:  # what came after it would see more than this tells
        return last.do, last.alike
    if not isinstance(draft, State):
        return None
    called = tuple([(step.do, step.args) for step in steps])
    try:
        hash(called)
        return called, changes(before, draft)
    except TypeError:
        return None


def changes(before: State[Any], after: State[Any]) -> Hashable:
    """What is different in a draft, so that drafts of one state can be compared by it.

    Raises TypeError where a value cannot be compared.
    """
    changed: list[Hashable] = []
    people = before.combatants
    for id, combatant in after.combatants.items():
        if people.get(id) is not combatant:
            changed.append((id, _different(people.get(id), combatant)))
    return tuple(changed), _different(before, after)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a state or a combatant that are compared."""
    return tuple(
        field.name
        for field in fields(kind)
        if field.compare and not (issubclass(kind, State) and field.name == "combatants")
    )


@cache
def _reader(kind: Any) -> attrgetter[tuple[Any, ...]]:
    return attrgetter(*_names(kind))


def _different(before: Any, after: Any) -> Hashable:
    """The fields that are not as before, by their place and value."""
    kind = after.__class__
    values = _reader(kind)(after)
    same_kind = type(before) is type(after)
    others = _reader(kind)(before) if same_kind else (None,) * len(values)
    return tuple(
        [
            (place, frozen(value))
            for place, (value, other) in enumerate(zip(values, others, strict=True))
            if value is not other and value != other
        ]
    )


def frozen(value: Any) -> Hashable:
    """A value as it is now, to be compared later. Raises TypeError where that cannot be."""
    try:
        hash(value)
    except TypeError:
        kind = value.__class__
        if isinstance(value, Mapping):
            return tuple([(name, frozen(held)) for name, held in value.items()])
        if isinstance(value, list | tuple):
            return tuple(map(frozen, value))
        if isinstance(value, set):
            return frozenset(value)
        if is_dataclass(value):
            return kind, tuple([frozen(getattr(value, name)) for name in _names(kind)])
        raise
    return value  # type: ignore[no-any-return]
