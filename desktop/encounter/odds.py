"""Exact odds of a command: every way the dice can fall, weighed with whole numbers.

The rule runs once for each path through the spreads of its throws, on a draft that is thrown
away. What a path led to is what the rule marked on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from operator import itemgetter
from random import Random
from typing import Any, Literal, TypeVar

from desktop.encounter import odds_tables
from desktop.encounter.play_table import Kind, PlayTable, names_of, surplus
from desktop.rules.contract import Command, Rules
from desktop.rules.dice import convolve
from desktop.rules.state import State
from desktop.rules.table import Decision, Refusal

Marks = Mapping[str, Mapping[str, int]]
"""What a path led to: ``{"damage": {"guard": 1}, "hit": {"guard": 1}}``."""

BACK = "_back"
"""The end of marks that count what comes back to the actor."""

HARM = ("damage", "hit", "out")
"""The marks that count harm, which is told apart where it is the actor's."""

MOST_PATHS = 12_000
"""Beyond this many paths odds are estimated, instead of keeping everybody waiting."""

MOST_ENDS = 20_000
"""Beyond this many different ends of paths odds are estimated, too."""

SAMPLES = 2_000
"""Throws by chance for an estimate: a chance of one half comes out within 2.2 % nearly always."""

LEAST_SAMPLES = 100
"""With fewer throws an estimate says little: a chance of one half comes out within 10 %."""

PROBE_AFTER = 200
"""The paths walked before the search asks whether there are too many."""

PROBES = 200
"""Paths by chance that tell how many paths there may be."""

TOO_MANY = 30_000
"""With more paths than this on average of the probes, counting would be in vain."""

MOST_OF_A_PROBE = 240_000
"""No probe speaks for more paths than this.

Then 200 probes of odds with 12,000 paths come to 12,000 with a standard deviation of 3,800 at most,
far below 30,000: what can be counted is counted.
"""

TRIES = 100
"""So often a command is played by chance to see what is asked after its odds are known."""

SEED = 1
"""Of the dice of an estimate, so that the same question has the same answer."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that can come of a command, and how likely it is.

    ``parts`` are what it can come to beyond that for people who have nothing to do with each
    other: of each part its chances, which add up to 1.
    """

    p: Fraction
    marks: Marks
    parts: tuple[tuple[Chance, ...], ...] = ()

    def renamed(self, name: Callable[[str, str], str]) -> Chance:
        """The same chance, each mark under the ``name`` that it then has for somebody: amounts of
        one name add up, and a mark without one is left out."""
        marks: dict[str, dict[str, int]] = {}
        for what, amounts in self.marks.items():
            for who, amount in amounts.items():
                if called := name(what, who):
                    people = marks.setdefault(called, {})
                    people[who] = people.get(who, 0) + amount
        parts = tuple(tuple(inner.renamed(name) for inner in part) for part in self.parts)
        return Chance(self.p, marks, parts)


@dataclass(frozen=True, slots=True)
class Odds:
    """Everything that can come of a command; the fractions add up to exactly 1."""

    chances: tuple[Chance, ...]
    samples: int = 0
    """How many throws by chance an estimate comes from; 0 where odds are exact."""

    def probability(self, what: str, who: str | None = None) -> Fraction:
        """How likely ``what`` comes at all, for one combatant or for all together."""
        spread = self.spread(what, who)
        return sum((p for amount, p in spread.items() if amount > 0), Fraction(0))

    def expected(self, what: str, who: str | None = None) -> Fraction:
        """How much of ``what`` is to be expected, for one combatant or for all together."""
        spread = _spread(self.chances, what, who)
        return sum((amount * p for amount, p in spread.items()), Fraction(0))

    def spread(self, what: str, who: str | None = None) -> dict[int, Fraction]:
        """The distribution of ``what``, from the smallest amount to the largest."""
        return dict(sorted(_spread(self.chances, what, who).items()))

    def marked(self) -> Mapping[str, Sequence[str]]:
        """What is marked at all, and on whom."""
        people: dict[str, dict[str, None]] = {}
        for chance in _every(self.chances):
            for what, amounts in chance.marks.items():
                people.setdefault(what, {}).update(dict.fromkeys(amounts))
        return {what: list(people) for what, people in people.items()}

    def apart_from(self, actor: str) -> Odds:
        """The odds with harm to ``actor`` counted apart from harm to others.

        What was ``damage`` to the actor is ``damage_back``; likewise ``hit`` and ``out``. In a
        contest, where the actor may succeed or the other, the other's ``success`` is left out.
        """
        contest = len(who := self.marked().get("success", ())) > 1 and actor in who

        def apart(what: str, who: str) -> str:
            if contest and what == "success" and who != actor:
                return ""
            return f"{what}{BACK}" if what in HARM and who == actor else what

        return self.renamed(apart)

    def of_only(self, *people: str) -> Odds:
        """The odds with the harm to all others left out."""
        return self.renamed(lambda what, id: what if what not in HARM or id in people else "")

    def renamed(self, name: Callable[[str, str], str]) -> Odds:
        """The odds with the marks of each chance under other names, see :meth:`Chance.renamed`."""
        return Odds(tuple(chance.renamed(name) for chance in self.chances), self.samples)

    def as_json(self, actor: str = "") -> dict[str, Any]:
        """``outcomes`` with ``p`` as an exact fraction, ``hit`` and ``expected_damage``.

        With ``actor`` both are of all others together, ``of`` has them by combatant, and ``own``
        has the actor's, where it can be harmed. An estimate says from how many ``samples``.
        Independent parts too many to be multiplied out stand in ``apart``.
        """
        others = self.apart_from(actor) if actor else self
        result: dict[str, Any] = {
            "outcomes": [_chance_json(chance) for chance in self.chances],
            "hit": float(others.probability("hit")),
            "expected_damage": float(others.expected("damage")),
        }
        if actor:
            result["of"] = {who: self._harm_json(who) for who in others.harmed}
        if actor in self.harmed:
            result["own"] = self._harm_json(actor)
        return {**result, "samples": self.samples} if self.samples else result

    @property
    def harmed(self) -> Sequence[str]:
        """Everybody who can be hit or hurt, in the order in which the odds come to them."""
        marked = self.marked()
        return list(
            dict.fromkeys(who for what in ("hit", "damage") for who in marked.get(what, ()))
        )

    def _harm_json(self, who: str) -> dict[str, float]:
        """The chance to be hit and the expected damage of one combatant."""
        return {
            "hit": float(self.probability("hit", who)),
            "expected_damage": float(self.expected("damage", who)),
        }


def _chance_json(chance: Chance) -> dict[str, Any]:
    result: dict[str, Any] = {
        "p": str(chance.p),
        "probability": float(chance.p),
        "damage": dict(chance.marks.get("damage", {})),
        **{k: dict(v) for k, v in chance.marks.items() if k != "damage"},
    }
    if chance.parts:
        result["apart"] = [[_chance_json(outcome) for outcome in part] for part in chance.parts]
    return result


def _every(chances: Sequence[Chance]) -> Iterator[Chance]:
    for chance in chances:
        yield chance
        for part in chance.parts:
            yield from _every(part)


def _spread(chances: Sequence[Chance], what: str, who: str | None) -> dict[int, Fraction]:
    result: dict[int, Fraction] = {}
    for chance in chances:
        sums = {_amount(chance.marks, what, who): chance.p}
        for part in chance.parts:
            more = _spread(part, what, who)
            if more.keys() != {0}:
                sums = convolve(sums, more)
        for amount, p in sums.items():
            result[amount] = result.get(amount, Fraction(0)) + p
    return result


def _amount(marks: Marks, what: str, who: str | None) -> int:
    amounts = marks.get(what, {})
    return sum(amounts.values()) if who is None else amounts.get(who, 0)


Sampling = TypeVar("Sampling", bound=odds_tables.ChanceTable)


class OddsSearch:
    """Exact odds on the way: the paths of a command walked so far, and what they led to.

    For a window that must not be kept waiting: :meth:`advance` a few paths at a time. The rule may
    raise :class:`Refusal` at any of them. After the first paths a few probes tell how many there
    may be. Where there are too many it goes on with throws by chance, and the odds are an estimate.
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
        perform: Callable[[Any, Any, Any], None] | None = None,
    ) -> None:
        """``perform(state, command, table)`` does the command; None: as in a fight."""
        self._rules, self._state, self._command, self._dice = rules, state, command, dice
        self._do = perform or rules.perform
        self._answers = answers or {}
        self._budget = odds_tables.Budget(MOST_PATHS)
        self._shared = odds_tables.Shared(rules, state, self._answers, best_case, self._budget)
        self._whole = odds_tables.Part()
        self._doing: Literal["counting", "probing", "estimating"] = "counting"
        self._chance = Random(SEED)
        self._probes: list[int] = []
        self._thrown: dict[odds_tables.Marked, int] = {}
        self._samples = 0
        self.done = False

    @property
    def marked(self) -> set[Kind]:
        """What the paths walked so far can mark."""
        parts = (self._whole, *self._shared.parts.values())
        return {kind for part in parts for kind in part.marked()}

    @property
    def hurt(self) -> set[str]:
        """Whom the paths walked so far can hurt or put out of the fight."""
        return {who for what, who in self.marked if what in HARM}

    @property
    def paths(self) -> int:
        """How many paths were walked."""
        return self._counted + len(self._probes) + self._samples

    @property
    def _counted(self) -> int:
        return MOST_PATHS - self._budget.left

    def advance(self, paths: int) -> bool:
        """Walks at most ``paths`` more paths; returns whether the odds are known now.

        Raises :class:`Refusal` when the command cannot be.
        """
        self._budget.now = paths
        while not self.done and self._budget.now > 0:
            match self._doing:
                case "counting":
                    self._count_on()
                case "probing":
                    self._probe()
                case "estimating":
                    self._throw_once()
        return self.done

    def hurry(self) -> None:
        """Ends the counting when it takes too long: an estimate has to do.

        An estimate that is under way ends with the throws made so far, unless they say too little.
        """
        if self._doing != "estimating":
            self._estimate()
        elif self._samples >= LEAST_SAMPLES:
            self.done = True

    def whole(self) -> Odds:
        """Walks the paths that are left and returns the odds. Raises :class:`Refusal`."""
        while not self.advance(MOST_PATHS):
            pass
        return self.odds

    def _count_on(self) -> None:
        try:
            begun = self._budget.begin()
            self._one_path()
            self._budget.end(begun)
        except odds_tables.Paused:
            pass
        except odds_tables.TooManyWays:
            self._estimate()
        else:
            if not self._probes and self._counted >= PROBE_AFTER:
                self._doing = "probing"

    def _probe(self) -> None:
        self._budget.now -= 1
        table = self._by_chance(odds_tables.ProbeTable)
        self._probes.append(min(table.paths, MOST_OF_A_PROBE))
        if len(self._probes) == PROBES:
            self._doing = "counting"
            if sum(self._probes) >= PROBES * TOO_MANY:
                self._estimate()

    def _by_chance(self, kind: type[Sampling]) -> Sampling:
        """A table of this kind after the command was done at it once, with dice by chance."""
        draft = self._state.copy()
        table = kind(self._shared, draft, self._chance, self._dice)
        with suppress(odds_tables.TurnOnly):
            self._perform(draft, table)
        return table

    def _one_path(self) -> None:
        assert self._whole.path is not None
        draft = self._state.copy()
        table = odds_tables.OddsTable(self._shared, draft, self._whole, self._dice)
        table.walk(partial(self._perform, draft, table))
        self.done = self._whole.path is None
        if len(self._whole.ends) > MOST_ENDS:
            raise odds_tables.TooManyWays

    def _perform(self, draft: State[Any], table: odds_tables.OddsTable) -> None:
        self._do(draft, self._command, table)
        table.finish()
        if table.unread:
            raise Refusal(surplus(table.unread), "dice")

    def _estimate(self) -> None:
        """Gives up counting and begins to throw."""
        self._doing, self.done = "estimating", False
        self._whole = odds_tables.Part()

    def _throw_once(self) -> None:
        self._budget.now -= 1
        table = self._by_chance(odds_tables.SampleTable)
        marks = frozenset(table.frame.marks.items())
        self._thrown[marks] = self._thrown.get(marks, 0) + 1
        self._samples += 1
        self.done = self._samples >= SAMPLES

    @property
    def unasked(self) -> tuple[str, ...]:
        """The names of the given answers that no rule asks for, once the search is done."""
        self._ask_in_play()
        return tuple(name for name in self._answers if name not in self._shared.used)

    @property
    def about_dice(self) -> tuple[str, ...]:
        """The names of the given answers that are about dice which have not fallen, once the search
        is done: the odds are of the usual answer there."""
        self._ask_in_play()
        return tuple(name for name in self._answers if name in self._shared.about_dice)

    def _ask_in_play(self) -> None:
        """Plays the command by chance while no rule has asked for some answer, :data:`TRIES` times
        at most: odds leave out what comes of a turn after a command, and put dice together that
        come to the same."""
        chance, shared = Random(SEED), self._shared

        def decide(draft: State[Any], decision: Decision) -> Any:
            for name in names_of(decision, table.answers):
                if name in self._answers:
                    if decision.about_dice and name not in shared.used:
                        shared.about_dice.add(name)
                    shared.used.add(name)
                    if not decision.about_dice:
                        return self._answers[name]
            return self._rules.decide(draft, decision)

        for _ in range(TRIES):
            if self._answers.keys() <= shared.used:
                return
            draft = self._state.copy()
            dice = partial(chance.randint, 1)
            table = PlayTable(draft, dice=self._dice, source=dice, decide=decide)
            self._do(draft, self._command, table)
            table.finish()

    @property
    def odds(self) -> Odds:
        """The odds, once the search is done."""
        if self._doing == "estimating":
            return Odds(_listed(self._thrown.items(), self._samples), self._samples)
        try:
            return Odds(_listed(*self._whole.ways()))
        except odds_tables.TooManyWays:
            return Odds(tuple(_kept_apart(self._whole.ends)))


def _listed(ways: Iterable[tuple[odds_tables.Marked, int]], total: int) -> tuple[Chance, ...]:
    """The chances of ways out of a total, the least damage first."""
    ends = []
    for marks, weight in ways:
        listed = sorted(marks)
        kinds = _by_kind(listed)
        damage = sum(kinds["damage"].values()) if "damage" in kinds else 0
        ends.append((damage, listed, weight, kinds))
    ends.sort(key=itemgetter(0, 1))
    return tuple([Chance(Fraction(weight, total), kinds) for _, _, weight, kinds in ends])


def _kept_apart(ends: Mapping[odds_tables.End, int]) -> Iterator[Chance]:
    """The chances of ends whose parts are too many to be multiplied out."""
    for end, weight in ends.items():
        parts = []
        for ways in end.parts:
            total = sum(times for _, times in ways)
            parts.append(
                tuple(Chance(Fraction(n, total), _by_kind(sorted(marks))) for marks, n in ways)
            )
        falls = prod(sum(times for _, times in ways) for ways in end.parts)
        yield Chance(Fraction(weight * falls, end.total), _by_kind(sorted(end.marks)), tuple(parts))


def _by_kind(marks: Sequence[tuple[Kind, int]]) -> dict[str, dict[str, int]]:
    result: dict[str, dict[str, int]] = {}
    for (what, who), amount in marks:
        result.setdefault(what, {})[who] = amount
    return result
