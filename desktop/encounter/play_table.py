"""The table at which a command is played and recorded, and what is asked and told there."""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any, NamedTuple, NoReturn, TypeVar

from desktop.rules.dice import AnyThrow, Dice, MarkingThrow, Pool, TwoStageThrow
from desktop.rules.display import BETWEEN_HANDS
from desktop.rules.state import Combatant, State
from desktop.rules.table import BY_HAND, Decision, LazyDecision, Table, TableRefusal, TableSignal
from desktop.rules.text import Text, Words

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

DiceSource = Callable[[int], int | None]
"""Gives the next die, by its sides, or None where somebody must be asked."""
Decider = Callable[[State[Any], Decision], Any]
"""Answers decisions that nobody is asked; raises :class:`Unanswered` where somebody is asked."""

MOST_REDRAWN = 1000
"""How often a face that cannot fall once more is thrown again."""

Kind = tuple[str, str]
"""What is marked and on whom."""

DEFAULT = "default"
"""As ``answers`` of a step: the default policy decides everything."""


class LogLine(NamedTuple):
    """What happened, by which rule, with which dice. ``round`` counts from 1, 0 is before."""

    round: int
    rule: str
    text: Text
    dice: tuple[int, ...] = ()
    by: str | None = None
    names: tuple[str, ...] = ()
    """What those dice show, where that is no number: cards."""
    others: tuple[int, ...] = ()
    """At which of these dice those of somebody else begin."""
    of_effect: str = ""
    """On whom an effect acts by itself, where this is told of it."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The dice as they were read off the table."""
        return self.names or tuple(map(str, self.dice))

    @property
    def hands(self) -> list[tuple[str, ...]]:
        """The same by who threw them."""
        ends = (0, *self.others, len(self.faces))
        return [self.faces[start:end] for start, end in pairwise(ends)]

    @property
    def faces_beside(self) -> tuple[str, ...]:
        """The dice to show beside the line: none where it begins or ends with them, or adds them up
        (``2 +3 = 5``)."""
        said, dice = f" {self.text} ", f" {' '.join(self.faces)} "
        added_up = any(f"{dice}{sign}" in said for sign in "+-−=")
        if added_up or said.startswith(dice) or said.endswith(dice):
            return ()
        return parted(self.hands)

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "rule": self.rule,
            "text": str(self.text),
            "dice": list(self.dice),
            "by": self.by,
        }


def parted(hands: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Dice of several hands in one row, with a mark between them; a hand may be empty."""
    return tuple([face for hand in hands if hand for face in (BETWEEN_HANDS, *hand)][1:])


@dataclass(frozen=True, slots=True)
class DiceWanted:
    """A throw that nobody has made yet: whose, what for, by which rule, and what is still missing.

    ``fallen`` are the faces of this throw that are already known, in order. It may go against the
    dice of somebody else: ``opposed`` says whose, what those were thrown for, and how they fell;
    before these ``at`` says whom it goes against.
    """

    by: str
    label: Words
    rule: str
    missing: tuple[Dice, ...]
    fallen: tuple[int, ...] = ()
    opposed: tuple[str, Words, tuple[int, ...]] | None = None
    at: str = ""

    @property
    def count(self) -> int:
        """How many dice are still to be read off the table."""
        return sum(dice.count for dice in self.missing)


class Fallen(NamedTuple):
    """Dice as they fell and counted: whose they were, of which handful, and their faces."""

    by: str
    dice: Dice
    faces: tuple[int, ...]


class Effects(NamedTuple):
    """What acted on one combatant by itself, and how that one was before and after it."""

    names: tuple[Words, ...]
    before: Combatant
    after: Combatant


def surplus(count: int) -> Text:
    """What is said of dice that nobody has asked for."""
    return Text(
        "{count} more die than the rules ask for",
        "{count} more dice than the rules ask for",
        count=count,
    )


LONGEST_LINE = 20_000
"""Letters of a line of the log as a rule writes it."""


def as_line(text: object) -> Text:
    """The words of a line of the log. Raises TypeError or ValueError, in the rule that tells
    something, where it is no text."""
    if isinstance(text, Text):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a line of the log is a text, not {type(text).__name__}")
    if len(text) > LONGEST_LINE:
        raise ValueError(Text("a line of the log has {most} letters at most", most=LONGEST_LINE))
    return Text(text)


def check_mark(what: object, who: object, amount: object) -> None:
    """Raises TypeError, in the rule that marks something, where that cannot be counted."""
    if not (isinstance(what, str) and isinstance(who, str) and isinstance(amount, int)):
        raise TypeError(
            f"a mark is a word, a combatant's id and a whole number, not {amount!r:.60}"
        )


Question = Decision | DiceWanted


class Unanswered(TableSignal):
    """The command cannot go on: somebody at the table has to answer first."""

    dice: Sequence[int] = ()
    """What had fallen by then, where the one who played it says so; likewise:"""
    answers: Mapping[str, Any] = {}
    lines: Sequence[LogLine] = ()
    usual: Any = None
    """The usual answer to a decision."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


def one_by_one(
    table: Table,
    throw: TwoStageThrow[Any, Any, T],
    why: str,
    by: str,
    label: Words,
    opponent: str = "",
    against: Words = "",
) -> T:
    """A throw in two stages, as it is made with dice on the table."""
    first = table.roll(throw.first, why=why, by=by, label=label, opponent=opponent, against=against)
    second = throw.second(first)
    if second is None:
        return throw.join(first, None)
    who, rule, what = throw.told(by)
    try:
        then = table.roll(
            second, why=rule, by=who, label=what, opponent=opponent, against=throw.against
        )
    except Unanswered:  # the log says it with the second throw, and who waits for that sees it now
        came, dice = throw.so_far(first)
        if came:
            table.log(why, came, dice=dice)
        raise
    return throw.join(first, then)


def marked(table: Table, throw: MarkingThrow[T], why: str, by: str, label: Words) -> T:
    """A throw that adds to a mark, as it is made with dice on the table."""
    result = table.roll(throw.throw, why=why, by=by, label=label)
    table.mark(throw.what, throw.who, throw.amount(result))
    return result


def name_of(decision: Decision | LazyDecision[Any], given: Container[str]) -> str:
    """The name under which an answer is kept: ``defence@guard``, or ``defence@guard#2`` where the
    first is ``given`` already."""
    person = f"{decision.id}@{decision.by}"
    time, name = 1, person
    while name in given:
        time += 1
        name = f"{person}#{time}"
    return name


def names_of(decision: Decision | LazyDecision[Any], given: Container[str]) -> tuple[str, str, str]:
    """The names under which an answer may stand: for this time alone (``defence@guard#1``), for
    every time that somebody is asked, for everybody."""
    name, person = name_of(decision, given), f"{decision.id}@{decision.by}"
    return f"{person}#1" if name == person else name, person, decision.id


def with_answer(
    kept: Mapping[str, Any], decision: Decision | LazyDecision[Any], value: Any
) -> dict[str, Any]:
    """What was answered so far, with the answer to a decision that was asked after it."""
    return {**each_once(kept), names_of(decision, kept)[0]: value}


def each_once(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Answers that were kept, each for the time at which it was given and no other."""
    return {name if "#" in name else f"{name}#1": value for name, value in answers.items()}


class PlayTable(Table):
    """Plays one command for real on a ``draft``, and records it.

    ``dice`` are those already known for this command (recorded, or read off the table), in the
    order in which the rules ask; after them ``source`` is asked. ``answers`` holds decisions under
    ``id``, ``id@combatant`` or ``id@combatant#n`` for the nth time; ``decide`` answers the rest.
    """

    def __init__(
        self,
        draft: State[Any],
        *,
        dice: Sequence[int] = (),
        source: DiceSource | None = None,
        answers: Mapping[str, Any] | None = None,
        decide: Decider | None = None,
        keeps_log: bool = True,
    ) -> None:
        self.keeps_log = keeps_log
        self._draft = draft
        self._known = list(dice)
        self._source = source
        self._answers = answers or {}
        self._decide = decide
        self._untold: list[tuple[Dice, int, str]] = []
        self.dice: list[int] = []
        """Every die this command has used, in order."""
        self.fallen: list[Fallen] = []
        """Those of them that counted, by handfuls: what was thrown again is left out."""
        self.answers: dict[str, Any] = {}
        """Every answer this command was given, under its most exact name."""
        self.lines: list[LogLine] = []
        self._counting = True
        self.marks: dict[Kind, int] = {}
        """What the command came to, as the odds count it."""
        self.effects: dict[str, Effects] = {}
        """Whom effects did something by themselves."""
        self._of_effect = ""
        self._used: set[str] = set()

    def roll(
        self,
        throw: AnyThrow[T],
        *,
        why: str,
        by: str,
        label: Words = "",
        opponent: str = "",
        against: Words = "",
    ) -> T:
        if not isinstance(throw, Pool):  # the usual throw is neither
            if isinstance(throw, TwoStageThrow):
                return one_by_one(self, throw, why, by, label, opponent, against)
            if isinstance(throw, MarkingThrow):
                return marked(self, throw, why, by, label)
        fallen: list[list[int]] = []
        for index, handful in enumerate(throw.handfuls):
            opposes = bool(opponent and index)
            thrower = opponent if opposes else by
            faces, missing = self._fall(handful, thrower)
            fallen.append(faces)
            if faces:
                self.fallen.append(Fallen(thrower, handful, tuple(faces)))
            if missing:
                more = () if opponent and not index else throw.handfuls[index + 1 :]
                left = replace(handful, count=missing, more=frozenset())
                said = (against if opposes else "") or label
                first = (by, label, tuple(fallen.pop(0))) if opposes and fallen[0] else None
                own = tuple(chain(*fallen))
                at = "" if opposes else opponent
                raise Unanswered(DiceWanted(thrower, said, why, (left, *more), own, first, at))
        return throw.read(fallen)

    def _fall(self, handful: Dice, thrower: str) -> tuple[list[int], int]:
        """The faces of a handful that count, and how many dice somebody has still to throw."""
        known, sides = self._known, handful.sides
        faces: list[int] = []
        while missing := handful.missing(faces):
            for _ in range(missing):
                die = known.pop(0) if known else self._thrown(handful)
                if die is None:
                    return faces, handful.missing(faces)
                if not 1 <= die <= sides or die in handful.gone:
                    self._refuse(handful, die)
                self.dice.append(die)
                if self.keeps_log:
                    self._untold.append((handful, die, thrower))
                if die not in handful.again:
                    faces.append(die)
        return faces, 0

    def _refuse(self, dice: Dice, die: int) -> NoReturn:
        place = len(self.dice) + 1
        wrong = Text(
            "die {place} of this step shows {die}, but it is a d{sides}",
            place=place, die=die, sides=dice.sides,
        )  # fmt: skip
        if die in dice.gone:
            wrong = Text(
                "die {place} of this step cannot be {face} once more",
                place=place, face=dice.shown(die),
            )  # fmt: skip
        raise TableRefusal(wrong, "dice")

    def _thrown(self, dice: Dice) -> int | None:
        if self._source is None:
            return None
        for _ in range(MOST_REDRAWN):
            die = self._source(dice.sides)
            if die not in dice.gone:
                return die
            if getattr(self._source, "listed", False):
                raise TableRefusal(
                    Text("no further {face} can fall here", face=dice.shown(die)), "dice"
                )
        return dice.faces[0]  # a source that always shows the same must not go on for ever

    def ask(self, decision: Decision | LazyDecision[Any]) -> Any:
        if isinstance(decision, LazyDecision):
            if decision.id and not self.keeps_log:  # the step was played before
                exact = name_of(decision, self.answers)
                if exact in self._answers and self._answers[exact] == decision.usual:
                    self._used.add(exact)
                    self.answers[exact] = self._answers[exact]
                    return decision.usual
            described = decision.describe()
            return decision.usual if described is None else self.ask(described)
        names = names_of(decision, self.answers)
        name = next((name for name in names if name in self._answers), None)
        if name is not None:
            answer = self._answers[name]
            self._used.add(name)
        elif self._decide is not None:
            answer = self._decide(self._draft, decision)
        else:
            raise Unanswered(decision)
        try:
            self.answers[name_of(decision, self.answers)] = decision.field.accept(answer)
        except ValueError as error:
            raise TableRefusal(error.args[0], f"answers.{decision.id}") from None
        return answer

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        if not self.keeps_log and rule != BY_HAND:
            return
        said = as_line(text)
        fallen: tuple[int, ...] = ()
        names: tuple[str, ...] = ()
        others: tuple[int, ...] = ()
        if self._untold:
            shown = self._untold[:dice]
            fallen = tuple([die for _, die, _ in shown])
            if [handful for handful, _, _ in shown if handful.names]:
                names = tuple([handful.name(die) for handful, die, _ in shown])
            throwers = [thrower for _, _, thrower in shown]
            others = tuple([n for n, (a, b) in enumerate(pairwise(throwers), 1) if a != b])
            del self._untold[:dice]
        of = self._of_effect
        self.lines.append(LogLine(self._draft.round, rule, said, fallen, by, names, others, of))

    def each(self, things: Iterable[A]) -> Iterator[A]:
        """Dice of one of them that nothing is told of stand in no line: not in the next one's."""
        for thing in super().each(things):
            before = len(self.dice)
            yield thing
            self.finish()
            thrown = len(self.dice) - before
            del self._untold[max(len(self._untold) - thrown, 0) :]

    @contextmanager
    def effect(self, fighter: Combatant, name: Words) -> Iterator[None]:
        """Keeps how the fighter was before the first effect of a step and after the last."""
        known, before = self.effects.get(fighter.id), fighter.copy()
        self._of_effect = fighter.id
        yield
        self._of_effect = ""
        names = (*known.names, name) if known else (name,)
        self.effects[fighter.id] = Effects(names, known.before if known else before, fighter.copy())

    def turn_only(self) -> None:
        """What is played for real goes on; what comes of the turn is not the command's."""
        super().turn_only()
        self._counting = False

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        check_mark(what, who, amount)
        if self._counting:
            self.marks[what, who] = self.marks.get((what, who), 0) + amount

    @property
    def unread(self) -> int:
        """How many of the given dice no rule has asked for."""
        return len(self._known)

    @property
    def unasked(self) -> tuple[str, ...]:
        """The names of the given answers that no rule has asked for."""
        return tuple(name for name in self._answers if name not in self._used)
