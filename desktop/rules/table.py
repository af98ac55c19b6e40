"""The table a rule sits at: the only way from a rule to the world.

Who is at the table decides where dice and answers come from: the game master, a script, a
generator, or every outcome at once. The rule does not know and must not ask.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, TypeVarTuple

from desktop.rules.dice import AnyThrow
from desktop.rules.fields import Field
from desktop.rules.text import Reason, Text, Words, as_text, placed

if TYPE_CHECKING:
    from desktop.rules.state import Combatant

BY_HAND = "by-hand"
"""What stands in place of a rule number where the game master overruled the rules."""


def rule_in_words(number: str) -> Words:
    """A rule's number, or what stands in its place."""
    return Text("by hand") if number == BY_HAND else number


A = TypeVar("A")
T = TypeVar("T", bound=Hashable)
S = TypeVar("S")
Ts = TypeVarTuple("Ts")


class TableSignal(Exception):
    """What a table raises through a rule on purpose, to end the command early.

    A rule lets it pass. Everything else that a rule raises is a fault in the rule.
    """


class Refusal(TableSignal):
    """What a rule, a form or a script may not do, in one sentence that says how to mend it.

    ``field`` is the dotted path of the value at fault (``"modifiers.cover"``), or empty. ``rule``
    is the number of the rule that says no; ``message`` is then a :class:`Reason`.
    """

    def __init__(self, message: Words, field: str = "", *, rule: str = "") -> None:
        super().__init__(message)
        self.message: Text = Reason.of(message, rule) if rule else as_text(message)
        self.field = field

    @property
    def rule(self) -> str:
        """The number of the rule that says no, or empty."""
        return self.message.rule if isinstance(self.message, Reason) else ""

    def __str__(self) -> str:
        return str(placed(self.field, self.message))


def refuse(problem: Words | None, field: str = "", *, rule: str = "") -> None:
    """Raises a :class:`Refusal` where there is a reason for one."""
    if problem:
        raise Refusal(problem, field, rule=rule)


class TableRefusal(Refusal):
    """What was given at the table cannot be: a die with no such face, an answer not on offer.

    The rule itself stands. A rule that goes on after a refusal of its own lets this one pass.
    """


class Decision(NamedTuple):
    """A question that somebody at the table answers.

    ``id`` is the ledger's name (``"swap"``), ``by`` the combatant who decides. ``field`` describes
    the answer: its kind and limits, and as choices those that are on offer (each a legal answer,
    with a label that tells what it leads to). ``rule`` is the ledger number.
    """

    id: str
    by: str
    text: Words
    field: Field
    rule: str
    no_benefit: bool = False
    """No answer on offer gains anything, so nobody need be stopped to give one."""
    best_case: Any = None
    """The answer that gains most whatever it costs, for odds "at best"; None if the default is."""
    about_dice: bool = False
    """It is about dice that have just fallen, and only the default was thought of where a spread
    put them together: odds take an answer only where these dice are given too."""


class LazyDecision(NamedTuple, Generic[A]):
    """A decision that takes long to describe, and is described only where somebody may decide.

    ``usual`` is the answer that ``Rules.decide`` would give. ``describe`` makes the
    :class:`Decision`; it returns None where there is nothing to decide.

    Where there always is something, ``id`` and ``by`` are those of the decision: a step that is
    done again with the usual answer does without the description.
    """

    usual: A
    describe: Callable[[], Decision | None]
    id: str = ""
    by: str = ""


class NextStep(NamedTuple):
    """A function that a rule has asked for with :meth:`Table.then`, with its arguments."""

    do: Callable[..., object]
    state: Any
    args: tuple[Any, ...]
    alike: Hashable = None


class Table(Protocol):
    """What every rule may do beyond writing to its draft of the state.

    A table that derives from this plays everything in its order, as at a real table.
    """

    keeps_log: bool = True
    """Whether the log is kept. Where it is not, as in odds, a rule may skip what it only tells."""
    _steps: tuple[NextStep, ...] = ()
    """The steps asked for with :meth:`then` that have not begun."""

    def then(
        self, do: Callable[[S, *Ts, Table], object], state: S, *args: *Ts, alike: Hashable = None
    ) -> None:
        """Calls ``do(state, *args, table)`` when the present step of the action has ended.

        An action that comes in steps says so with this: the shot, then its wound. Steps asked for
        within a step come before those that were waiting. Besides its arguments, the draft is
        everything that a step knows of the steps before it.

        Odds walk a step without the steps before it, and from equal drafts with equal arguments
        they walk it once. So give it ids and values and not combatants, and let ``do`` be a
        function of the module. ``alike`` is for a step that was measured to be slow because drafts
        differ in what does not matter to it: two last steps of one command by the same ``do`` and
        with equal ``alike`` have the same chances of the same marks.
        """
        self._steps = (*self._steps, NextStep(do, state, args, alike))

    def finish(self) -> None:
        """Does all steps that were asked for with :meth:`then`.

        ``Rules.perform`` calls it where an action is done. Odds do not tell what comes after this
        call which way the steps went, so nothing may be marked there that depends on it.
        """
        while self._steps:
            step, *waiting = self._steps
            self._steps = ()
            step.do(step.state, *step.args, self)
            self._steps = (*self._steps, *waiting)

    def each(self, things: Iterable[A]) -> Iterator[A]:
        """Goes through targets that do not touch one another: ``for id in table.each(ids)``.

        What is done for one of them may neither read nor change what is done for another, and
        nothing after the loop may depend on it. So odds add up the ways of each target, where a
        plain loop multiplies them. The loop goes through all of them: no ``break``.
        """
        waiting, self._steps = self._steps, ()
        for thing in things:
            yield thing
            self.finish()
        self._steps = waiting

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
        """Throws dice for combatant ``by`` under rule ``why`` and returns what they mean.

        ``label`` says in a few words what is thrown for (``"attack"``), for the dice prompt.
        The ``opponent`` throws the handfuls after the first one, for what ``against`` says (like
        ``"dodge"``), or else for the same.
        """
        ...

    def ask(self, decision: Decision | LazyDecision[Any]) -> Any:
        """The answer to a decision, already checked against ``decision.field``."""
        ...

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        """Tells what happened and by which rule; takes along the dice thrown since last time.

        ``text`` is a :class:`Text`, or a literal without values.

        With ``dice``, only the first ``dice`` of them: where one throw is told in several lines.
        """
        return

    def note(
        self, rule: str, who: Combatant, template: str, plural: str = "", /, **values: Any
    ) -> None:
        """:meth:`log` by ``who``, of a :class:`Text` whose first value is their name, unless it is
        given, too::

        table.note("barrow-3", fighter, "{name} draws: {weapon}", weapon=weapon.name)
        """
        if self.keeps_log or rule == BY_HAND:
            first = template[template.index("{") + 1 : template.index("}")]
            self.log(rule, Text(template, plural, **{first: who.name, **values}), by=who.id)

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        """Counts a result that odds are asked for: ``damage`` to ``who``, a ``hit`` on, ``out``.

        Amounts under the same ``what`` and ``who`` add up within one command.
        """
        return

    def effect(self, fighter: Combatant, name: Words) -> AbstractContextManager[None]:
        """What an effect does by itself to a fighter, taken, as time passes is done within this:
        it is told by the ``name`` of the effect, and is nobody's attack."""
        return nullcontext()

    def turn_only(self) -> None:
        """Says that the command is done and only the turn goes on: nothing is marked after this.

        All its steps are done before (:meth:`finish`). Odds follow a path no further.
        """
        self.finish()
