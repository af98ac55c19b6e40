"""Who can sit at the table: the one that plays and records, and the one that walks every outcome.

Both satisfy :class:`desktop.rules.table.Table`; a rule cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import prod
from typing import Any, NamedTuple, TypeVar

from desktop.rules.contract import Rules
from desktop.rules.dice import Dice, Pool, Throw, TwoStageThrow, convolve
from desktop.rules.state import State
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text, Words, as_text

T = TypeVar("T", bound=Hashable)

DiceSource = Callable[[int], int | None]
"""Gives the next die of so many sides, or None when there is none and somebody must be asked."""

DEFAULT = "default"
"""As ``answers`` of a step: the default policy decides everything."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """What happened, by which rule, with which dice. ``round`` counts from 1, 0 is before."""

    round: int
    rule: str
    text: Text
    dice: tuple[int, ...] = ()
    by: str | None = None
    names: tuple[str, ...] = ()
    """What those dice show, where that is no number: cards."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The dice as they were read off the table."""
        return self.names or tuple(map(str, self.dice))

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "rule": self.rule,
            "text": str(self.text),
            "dice": list(self.dice),
            "by": self.by,
        }


@dataclass(frozen=True, slots=True)
class DiceWanted:
    """A throw that nobody has made yet: whose, what for, by which rule, and what is still missing.

    ``fallen`` are the faces of this throw that are already known, in order.
    """

    by: str
    label: Words
    rule: str
    missing: tuple[Dice, ...]
    fallen: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many dice are still to be read off the table."""
        return sum(dice.count for dice in self.missing)


Question = Decision | DiceWanted


class Unanswered(Exception):
    """The command cannot go on: somebody at the table has to answer first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class TurnOnly(Exception):
    """Nothing that odds ask for can happen any more on this path."""


def _one_by_one(
    table: Table, throw: TwoStageThrow[Any, Any, T], why: str, by: str, label: Words
) -> T:
    """A throw in two stages, as it is made with dice on the table."""
    first = table.roll(throw.first, why=why, by=by, label=label)
    second = throw.second(first)
    if second is None:
        return throw.join(first, None)
    who, rule, what = throw.told(by)
    then = table.roll(second, why=rule, by=who, label=what)
    return throw.join(first, then)


class PlayTable:
    """Plays one command for real, and records it.

    ``dice`` are those already known for this command (recorded, or read off the table), in the
    order in which the rules ask; after them ``source`` is asked. ``answers`` holds decisions under
    ``id``, ``id@combatant`` or ``id@combatant#n`` for the nth time; ``decide`` answers the rest.
    """

    def __init__(
        self,
        round_now: Callable[[], int],
        *,
        dice: Sequence[int] = (),
        source: DiceSource | None = None,
        answers: Mapping[str, Any] | None = None,
        decide: Callable[[Decision], Any] | None = None,
    ) -> None:
        self._round = round_now
        self._known = list(dice)
        self._source = source
        self._answers = answers or {}
        self._decide = decide
        self._asked: dict[str, int] = {}
        self._untold: list[tuple[int, Dice]] = []
        self.dice: list[int] = []
        """Every die this command has used, in order."""
        self.answers: dict[str, Any] = {}
        """Every answer this command was given, under its most exact name."""
        self.lines: list[LogLine] = []
        self._used: set[str] = set()

    def roll(
        self, throw: Throw[T] | TwoStageThrow[Any, Any, T], *, why: str, by: str, label: Words = ""
    ) -> T:
        if isinstance(throw, TwoStageThrow):
            return _one_by_one(self, throw, why, by, label)
        fallen: list[list[int]] = []
        for index, handful in enumerate(throw.handfuls):
            faces: list[int] = []
            while missing := handful.missing(faces):
                die = self._next(handful)
                if die is None:
                    left = replace(handful, count=missing, more=frozenset())
                    raise Unanswered(
                        DiceWanted(
                            by=by,
                            label=label,
                            rule=why,
                            missing=(left, *throw.handfuls[index + 1 :]),
                            fallen=tuple(f for done in [*fallen, faces] for f in done),
                        )
                    )
                self.dice.append(die)
                self._untold.append((die, handful))
                if die not in handful.again:
                    faces.append(die)
            fallen.append(faces)
        return throw.read(fallen)

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
        out_at: int | None = None,
    ) -> T:
        return self.roll(throw, why=why, by=by, label=label)

    def _next(self, dice: Dice) -> int | None:
        if self._known:
            die = self._known.pop(0)
            place = len(self.dice) + 1
            if not 1 <= die <= dice.sides:
                raise Refusal(
                    Text(
                        "die {place} of this step shows {die}, but it is a d{sides}",
                        place=place,
                        die=die,
                        sides=dice.sides,
                    ),
                    "dice",
                )
            if die in dice.gone:
                raise Refusal(
                    Text(
                        "die {place} of this step cannot be {face} once more",
                        place=place,
                        face=dice.name(die),
                    ),
                    "dice",
                )
            return die
        if self._source is None:
            return None
        while (thrown := self._source(dice.sides)) in dice.gone:
            pass
        return thrown

    def ask(self, decision: Decision) -> Any:
        person = f"{decision.id}@{decision.by}"
        time = self._asked[person] = self._asked.get(person, 0) + 1
        exact = person if time == 1 else f"{person}#{time}"
        for name in (exact, person, decision.id):
            if name in self._answers:
                answer = self._answers[name]
                self._used.add(name)
                break
        else:
            if self._decide is None:
                raise Unanswered(decision)
            answer = self._decide(decision)
        try:
            self.answers[exact] = decision.field.accept(answer)
        except ValueError as error:
            raise Refusal(error.args[0], f"answers.{decision.id}") from None
        return answer

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        count = len(self._untold) if dice is None else dice
        told = self._untold[:count]
        named = any(handful.names for _, handful in told)
        self.lines.append(
            LogLine(
                self._round(),
                rule,
                as_text(text),
                tuple(die for die, _ in told),
                by,
                tuple(handful.name(die) for die, handful in told) if named else (),
            )
        )
        del self._untold[:count]

    def turn_only(self) -> None:
        """What is played for real goes on."""

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        """What is played for real is seen in the state; only odds count marks."""

    @property
    def unread(self) -> int:
        """How many of the given dice no rule has asked for."""
        return len(self._known)

    @property
    def unasked(self) -> tuple[str, ...]:
        """The names of the given answers that no rule has asked for."""
        return tuple(name for name in self._answers if name not in self._used)


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


Kind = tuple[str, str]
"""What is marked and on whom."""


class End(NamedTuple):
    """What a path came to: its marks, the amounts tallied beside them, and out of how many."""

    marks: frozenset[tuple[Kind, int]]
    tallies: tuple[tuple[Kind, Amounts], ...]
    total: int
    out_at: tuple[tuple[Kind, int], ...] = ()
    """From which amount of what somebody is out as well."""

    @property
    def ways(self) -> int:
        """How many outcomes there are at most."""
        return prod(len(amounts) for _, amounts in self.tallies)

    def outcomes(self) -> list[tuple[frozenset[tuple[Kind, int]], int]]:
        """All marks together with their ways, for each amount the tallies can come to."""
        if not self.tallies:
            return [(self.marks, 1)]
        marked, limits = dict(self.marks), dict(self.out_at)
        before = [(kind, marked.pop(kind, 0), amounts) for kind, amounts in self.tallies]
        result = [(frozenset(marked.items()), 1)]
        for kind, had, amounts in before:
            added = [
                (_marked(kind, had + amount, limits.get(kind)), times) for amount, times in amounts
            ]
            result = [
                (marks | more if more else marks, ways * times)
                for marks, ways in result
                for more, times in added
            ]
        return result


def _marked(kind: Kind, amount: int, out_at: int | None) -> frozenset[tuple[Kind, int]]:
    """The marks for an amount, and for being out because of it."""
    if not amount:
        return frozenset()
    out = {(("out", kind[1]), 1)} if out_at is not None and amount >= out_at else set()
    return frozenset({(kind, amount), *out})


class OddsTable:
    """One path through everything the dice can do; see :func:`desktop.encounter.odds.odds`.

    ``path`` holds for each roll the index of the outcome to follow; new rolls follow their first.
    Decisions without an answer are the default policy's; with ``best_case``, whatever gains most.
    """

    def __init__(
        self,
        rules: Rules[Any],
        draft: State[Any],
        path: Sequence[int],
        dice: Sequence[int],
        answers: Mapping[str, Any],
        best_case: bool = False,
    ) -> None:
        self._rules = rules
        self._draft = draft
        self._path = path
        self._fallen = list(dice)
        self._answers = answers
        self._best_case = best_case
        self._asked: dict[str, int] = {}
        self.branches: list[tuple[int, int]] = []
        """For each roll of this path: the outcome followed and how many there are."""
        self.weight = 1
        self.total = 1
        self.marks: dict[Kind, int] = {}
        self._tallies: dict[Kind, Amounts] = {}
        self._out_at: dict[Kind, int] = {}

    def roll(
        self, throw: Throw[T] | TwoStageThrow[Any, Any, T], *, why: str, by: str, label: Words = ""
    ) -> T:
        if self._fallen:
            if isinstance(throw, TwoStageThrow):
                return _one_by_one(self, throw, why, by, label)
            return self._read_fallen(throw)
        spread = throw.spread()
        if len(spread) == 1:
            return next(iter(spread))
        depth = len(self.branches)
        index = self._path[depth] if depth < len(self._path) else 0
        self.branches.append((index, len(spread)))
        value, weight = next(islice(spread.items(), index, None))
        self.weight *= weight
        self.total *= sum(spread.values())
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
        out_at: int | None = None,
    ) -> T:
        if out_at is not None:
            self._out_at[what, who] = out_at
        if self._fallen:
            fallen = self._read_fallen(throw)
            self.mark(what, who, amount(fallen))
            return fallen
        amounts, total = _amounts(throw, amount)
        before = self._tallies.get((what, who))
        self._tallies[what, who] = _both(before, amounts) if before else amounts
        self.total *= total
        return next(iter(throw.spread()))

    def end(self) -> End:
        """What the path came to; ``weight`` says how often."""
        for kind, limit in self._out_at.items():
            if kind not in self._tallies and self.marks.get(kind, 0) >= limit:
                self.marks["out", kind[1]] = 1
        # What came to nothing is not there.
        marks = frozenset((kind, amount) for kind, amount in self.marks.items() if amount)
        limits = tuple(self._out_at.items())
        return End(marks, tuple(self._tallies.items()), self.total, limits)

    def _read_fallen(self, throw: Throw[T]) -> T:
        fallen: list[list[int]] = []
        for handful in throw.handfuls:
            faces: list[int] = []
            while handful.missing(faces):
                if not self._fallen:
                    raise Refusal("only part of a throw has fallen; odds need all of it", "dice")
                die = self._fallen.pop(0)
                if not 1 <= die <= handful.sides:
                    raise Refusal(
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
        person = f"{decision.id}@{decision.by}"
        time = self._asked[person] = self._asked.get(person, 0) + 1
        for name in (person if time == 1 else f"{person}#{time}", person, decision.id):
            if name in self._answers:
                try:
                    return decision.field.accept(self._answers[name])
                except ValueError as error:
                    raise Refusal(error.args[0], f"answers.{decision.id}") from None
        if self._best_case and decision.best_case is not None:
            return decision.best_case
        return self._rules.decide(self._draft, decision)

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        """What has not happened is not told."""

    def turn_only(self) -> None:
        raise TurnOnly

    @property
    def unread(self) -> int:
        """How many of the fallen dice no rule has asked for."""
        return len(self._fallen)

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        self.marks[what, who] = self.marks.get((what, who), 0) + amount
