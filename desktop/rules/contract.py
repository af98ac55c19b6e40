"""What a rule system offers to the encounter and to the window: the one contract for all of them.

Above this floor nobody asks which system is played. A system says what is legal
(:meth:`Rules.options`), what an option needs to be told (:meth:`Rules.parameters`), performs a
command on a draft of the state, and shows its fighters in a few common shapes (:class:`Vital`,
:class:`Timeline`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field as Limits
from pydantic import ValidationError

from desktop.rules.fields import Choice, Field, Record, Shown, fields_of, problems
from desktop.rules.state import Combatant, Roster, State
from desktop.rules.table import Decision, Refusal, Table

BY_HAND = "by-hand"
"""What stands in place of a rule number where the game master overruled the rules."""


class Command(Record):
    """What somebody does. Systems derive one model for each thing that can be done.

    ``overrule`` lets the game master have it done though the rules say no (out of turn, too dear);
    ``cost`` sets another price, in the system's own unit; ``why`` goes into the log.
    """

    do: str = "act"
    actor: str = Limits(default="", max_length=100)
    action: str = Limits(default="", max_length=100)
    overrule: bool = False
    cost: Annotated[int | None, Limits(ge=0, le=99)] = None
    why: str = Limits(default="", max_length=1000)

    def as_step(self) -> dict[str, Any]:
        """The command as a step of a script: ``{"do", "actor", "action", ...parameters}``."""
        named = {"do": self.do, "actor": self.actor, "action": self.action}
        return {
            **{key: value for key, value in named.items() if value},
            **self.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        }


COMMON = frozenset(Command.model_fields)
"""The fields of every command; what a model has beyond them are the parameters of the action."""


class Begin(Command):
    """The start of the fight."""

    do: Literal["begin"] = "begin"
    surprised: Annotated[list[str], Shown("Surprised", kind="combatants")] = []


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be done now, or why it cannot: a button of the combat panel."""

    do: str
    actor: str
    action: str
    label: str
    native: str = ""
    rule: str = ""
    cost: str = ""
    """The price as it is shown, ``"1 AP"``."""
    why_not: str | None = None
    key: str = ""
    """One letter that chooses it, distinct within the actor's options where possible."""
    group: str = "actions"
    """``actions``, ``reactions`` (out of turn), ``turn`` (passing and ending), ``others``."""
    main: bool = False
    """The one that moves the fight on when there is nothing else to do."""
    aside: bool = False
    """It is always there for somebody who is not on turn; shown only when asked for."""


@dataclass(frozen=True, slots=True)
class Vital:
    """One thing to see about a combatant at a glance, in the order list and on the sheet."""

    kind: Literal["bar", "pips", "number", "badge", "dice", "boxes"]
    id: str
    label: str
    value: int = 0
    maximum: int = 0
    text: str = ""
    values: tuple[int, ...] = ()
    """Faces of dice; or for boxes the mark in each, 0 is empty and higher is worse."""
    tone: Literal["plain", "good", "warn", "bad"] = "plain"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of time in a lane: an action done, running, planned, given up, or waiting."""

    start: float
    length: float
    label: str
    kind: Literal["done", "running", "planned", "struck", "waiting"] = "planned"
    rule: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    combatant: str
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """Who does what when: lanes of bars over named ticks. ``now`` is where the fight stands."""

    title: str
    ticks: tuple[str, ...]
    lanes: tuple[Lane, ...]
    now: float = 0.0
    on: str = ""
    """In whose lane ``now`` stands, where each has a time of its own; empty: in all of them."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What the odds of a command are shown by: one of the marks, and words for its amounts."""

    what: str = ""
    """The mark, ``"damage"`` or ``"hit"``; empty: the first there is."""
    unit: str = ""
    words: tuple[str, ...] = ()
    """A word for each amount from 0, where amounts are not counted but named; may be empty."""

    def said(self, amount: int) -> str:
        """An amount with its unit, or its word."""
        word = self.words[amount] if amount < len(self.words) else ""
        return word or f"{amount} {self.unit or '·'}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a fight ended. ``winner`` is a side, or None when nobody won."""

    winner: str | None
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Policy:
    """A behaviour that chooses commands: a name, and what it does when somebody is to act."""

    id: str
    label: str
    native: str
    text: str
    choose: Callable[[Any, str], Command | None]
    """``choose(state, actor)``: what the actor does now; None leaves it to the game master."""


S = TypeVar("S", bound=State[Any])

Standing = Literal["active", "ready", "done", "out"]


class Rules(ABC, Generic[S]):
    """A rule system. One instance serves every fight; it keeps nothing between calls."""

    id: ClassVar[str]
    title: ClassVar[str]
    language: ClassVar[str]
    """The language of the native terms, ``"pl"``."""

    sheet: ClassVar[type[Record]]
    house_rules: ClassVar[type[Record]]
    edits: ClassVar[type[Record]]
    """What the game master can set by hand on a combatant; every field may be left out."""
    catalogue: ClassVar[Mapping[str, type[Record]]]
    """Models of catalogue entries by kind: ``weapon``, ``armor``, ``trait``…"""
    commands: ClassVar[Mapping[tuple[str, str], type[Command]]]
    """The model of each command by ``(do, action)``; action is empty where there is none."""

    # ---- a fight

    @abstractmethod
    def muster(self, roster: Roster, house: Any) -> S:
        """Sheets become combatants. ``recruit.sheet`` is an instance of ``sheet``; no dice yet."""

    @abstractmethod
    def begin(self, state: S, command: Begin, table: Table) -> None:
        """Initiative and the first round."""

    @abstractmethod
    def options(self, state: S) -> Sequence[Option]:
        """The whole turn structure: who may do what now, at what cost, and why not.

        Cheap: no parameters, no targets. Greyed ones carry their reason.
        """

    def parameters(self, state: S, option: Option) -> Sequence[Field]:
        """What the option needs to be told, with the values on offer in this state."""
        model = self.commands[option.do, option.action]
        return [field for field in fields_of(model) if field.id not in COMMON]

    @abstractmethod
    def perform(self, state: S, command: Command, table: Table) -> None:
        """Does it: check, resolve, effects, and the end of turn or round where it is due.

        ``state`` is a draft. Raises :class:`Refusal` when the command cannot be. A command with
        ``overrule`` set comes though :meth:`options` does not offer it.
        """

    @abstractmethod
    def decide(self, state: S, decision: Decision) -> Any:
        """The default policy's answer to a decision."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the fight ended, or None while it goes on."""

    # ---- how it is shown

    @abstractmethod
    def vitals(self, state: S, id: str) -> Sequence[Vital]:
        """Bars, pips and badges of one combatant."""

    @abstractmethod
    def describe(self, state: S, id: str) -> dict[str, Any]:
        """The combatant under the ledger's names, as JSON: resources, effects, who and where."""

    @abstractmethod
    def headline(self, state: S) -> Sequence[str]:
        """Where the fight stands, in a few short texts: round, whose turn, phase."""

    def standing(self, state: S, id: str) -> Standing:
        """Whether this one is acting, still to act this round, done, or out."""
        if state[id].out:
            return "out"
        return "active" if state.turn == id else "ready"

    def timeline(self, state: S) -> Timeline | None:
        """Lanes of time, for systems in which time is worth drawing."""
        return None

    def measure(self, state: S, step: Mapping[str, Any]) -> Measure | None:
        """What the odds of a step are shown by; None: damage, in the unit of the target's bar."""
        return None

    @property
    def policies(self) -> Mapping[str, Policy]:
        """Behaviours that can act for a combatant, by id."""
        return {}

    # ---- what all systems do alike

    def read(self, step: Mapping[str, Any]) -> Command:
        """A command from a step of a script. Raises :class:`Refusal` that names the field."""
        do, action = step.get("do", "act"), step.get("action", "")
        for place, name in (("do", do), ("action", action)):
            if not isinstance(name, str):
                raise Refusal("needs a text", place)
        model = self.commands.get((do, action)) or self.commands.get((do, ""))
        if model is None:
            if do not in {known for known, _ in self.commands}:
                there_is = ", ".join(sorted({known for known, _ in self.commands}))
                raise Refusal(f"{self.id} has no {do!r}; there is: {there_is}", "do")
            there_is = ", ".join(sorted(name for known, name in self.commands if known == do))
            raise Refusal(f"{self.id} has no action {action!r}; there is: {there_is}", "action")
        return checked(model, step)

    def read_begin(self, step: Mapping[str, Any]) -> Begin:
        """The first step of a fight. Raises :class:`Refusal` that names the field."""
        return checked(Begin, step)

    def check(self, state: S, command: Command) -> None:
        """Raises :class:`Refusal` when the command is not among the options of this state."""
        place = "action" if command.action else "do"
        options = self.options(state)
        for option in options:
            if (option.do, option.action) == (command.do, command.action) and command.actor in (
                "",
                option.actor,
            ):
                if option.why_not:
                    raise Refusal(option.why_not, place)
                return
        if not command.actor:
            raise Refusal(f"{command.do!r} cannot be done now", place)
        actor = state[command.actor]
        if actor.out:
            raise Refusal(f"{actor.name} is out of the fight", "actor")
        if any(option.actor == actor.id and not option.aside for option in options):
            raise Refusal(f"{actor.name} cannot do {command.action or command.do!r} now", place)
        now = f"; it is {state[state.turn].name}'s" if state.turn else ""
        raise Refusal(f"it is not {actor.name}'s turn{now}", "actor")

    def edit(self, state: S, id: str, values: Mapping[str, Any]) -> None:
        """Sets values by hand. Raises :class:`Refusal` that names the field."""
        edits = checked(self.edits, values, "set.")
        combatant = state.take(id)
        for name in edits.model_fields_set:
            setattr(combatant, name, getattr(edits, name))

    def after_edit(self, state: S, id: str, values: Mapping[str, Any], table: Table) -> None:
        """What follows from values set by hand: who fell is out, and nobody waits for them."""

    def editable(self, state: S, id: str) -> Sequence[Field]:
        """What can be set by hand on this combatant, with its present value as the default."""
        combatant = state[id]
        return [
            replace(field, default=getattr(combatant, name))
            for name, field in zip(self.edits.model_fields, fields_of(self.edits), strict=True)
        ]


M = TypeVar("M", bound=Record)


def checked(model: type[M], values: Mapping[str, Any], place: str = "") -> M:
    """The values as a model. Raises :class:`Refusal` that names the first field at fault."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        path, message = problems(error)[0]
        raise Refusal(message, place + path) from None


def combatant_choices(
    combatants: Sequence[Combatant], why_not: Callable[[Any], str | None] = lambda _: None
) -> tuple[Choice, ...]:
    """Combatants as choices of a field, with the reason why one cannot be chosen."""
    return tuple(Choice(c.id, c.name, why_not=why_not(c)) for c in combatants)
