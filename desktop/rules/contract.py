"""What a rule system offers to the encounter and to the window: the one contract for all of them.

Above this floor nobody asks which system is played. A system lists what can be done
(:class:`Action`), says whether it can be done now (:meth:`Rules.why_not`) and who is to act
(:meth:`Rules.to_act`), performs a command on a draft of the state, and shows its fighters in a few
common shapes (``display``). :meth:`Rules.turn_options` and :meth:`Rules.out_of_turn_options` are
that same answer for many things at once, made only to be shown.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, overload

from pydantic import Field as Limits
from pydantic import ValidationError, create_model

from desktop.languages import Language
from desktop.rules import display, fields
from desktop.rules.adversaries import with_adversaries
from desktop.rules.battlefield import At
from desktop.rules.cast import chosen, gone, named, one_side_left, targets
from desktop.rules.checks import Check
from desktop.rules.effects import EFFECT, EffectUnit, kept_effect
from desktop.rules.fields import Choice, Field, Record, Shown, fields_of, name_at
from desktop.rules.figures import Derived, FigureGroup, derived_groups
from desktop.rules.foreign import ForeignReader
from desktop.rules.geometry import Point, distance, whole
from desktop.rules.in_words import after_number
from desktop.rules.positions import closer, walled
from desktop.rules.state import MOST_COMBATANTS, PLAYERS, Combatant, Effect, Recruit, Roster, State
from desktop.rules.table import BY_HAND, Decision, Refusal, Table
from desktop.rules.text import Term, Text, Words, as_text, joined
from desktop.rules.values import badges, bars, described, edits_of, plain

CONTRACT = 2
"""The version of this contract. A system made for another one is not started."""


class StepRecord(Record):
    """A step of a script. A model derived from it is named where it begins, ``do`` where it is not
    ``act``: ``class Attack(Command, action="attack")``."""

    do: str = "act"

    def __init_subclass__(cls, *, do: str = "", action: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        words = {name: word for name, word in (("do", do), ("action", action)) if word}
        literals = {name: Literal[word] for name, word in words.items()}
        cls.__annotations__ = {**vars(cls).get("__annotations__", {}), **literals}
        for name, word in words.items():
            setattr(cls, name, word)


class Command(StepRecord):
    """What somebody does. Systems derive one model for each thing that can be done.

    ``overrule`` lets the game master have it done though the rules say no (out of turn, too dear);
    ``cost`` sets another price, in the system's own unit; ``why`` goes into the log.
    """

    actor: str = Limits(default="", max_length=100)
    action: str = Limits(default="", max_length=100)
    overrule: bool = False
    cost: Annotated[int | None, Limits(ge=0, le=99)] = None
    why: str = Limits(default="", max_length=1000)

    @property
    def bought(self) -> bool:
        """Whether the game master has said that it can be done, or what it costs."""
        return self.overrule or self.cost is not None

    def as_step(self) -> dict[str, Any]:
        """The command as a step of a script: ``{"do", "actor", "action", ...parameters}``."""
        named = {"do": self.do, "actor": self.actor, "action": self.action}
        return {
            **{key: value for key, value in named.items() if value},
            **self.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        }


C = TypeVar("C", bound=Command)


@overload
def bare(action: str = "", do: str = "", *, about: str | None = None) -> type[Command]: ...
@overload
def bare(action: str = "", *, base: type[C], about: str | None = None) -> type[C]: ...
def bare(
    action: str = "", do: str = "", *, base: type[Any] = Command, about: str | None = None
) -> type[Any]:
    """The model of a command without parameters but those of ``base``: ``Aim = bare("aim")``.

    ``about`` is its docstring. ``do`` is that of ``base`` where it is left out.
    """
    name = (action or do).title().replace("_", "")
    module = sys._getframe(1).f_globals["__name__"]  # where it is found, as with named tuples
    words = {"do": do, "action": action}
    return create_model(name, __base__=base, __doc__=about, __module__=module, __cls_kwargs__=words)


class Aimed(Command):
    """What is aimed at somebody: ``Bind = bare("bind", base=Aimed)``."""

    target: Annotated[str, Shown("Target", kind="combatant")]


class Going(Command):
    """What leads to a place on the map, told by a click there."""

    to: Annotated[At | None, Shown("To", kind="point")] = None


class AimedAtSeveral(Aimed):
    """What is aimed at somebody and at others: an area, which the map fills in, or several."""

    others: Annotated[list[str], Shown("And at", kind="combatants")] = []

    @property
    def everybody(self) -> tuple[str, ...]:
        """The ids of all of them, each once."""
        return tuple(dict.fromkeys([self.target, *self.others]))


class Armed(Aimed):
    """What is aimed at somebody with one of the ``weapons`` of the fighter or its sheet."""

    with_: Annotated[str, Limits(alias="with", max_length=100), Shown("With", offers="weapons")] = (
        ""
    )


COMMON = frozenset(Command.model_fields)
"""The fields of every command; what a model has beyond them are the parameters of the action."""


@cache
def _has_parameters(model: type[Command]) -> bool:
    return not model.model_fields.keys() <= COMMON


@cache
def _things_on_offer(model: type[Command]) -> tuple[Field, ...]:
    return tuple(field for field in fields_of(model) if field.offers)


def _things(fighter: Any, offers: str) -> Any:
    return getattr(fighter if hasattr(fighter, offers) else fighter.sheet, offers)


def things_named(fighter: Any, command: Command) -> list[Any]:
    """The things that a command names, of those that its parameters offer. Raises
    :class:`Refusal` for one that the fighter does not have."""
    step = command.model_dump(by_alias=True)
    asked = _things_on_offer(type(command))
    return [named(fighter, _things(fighter, a.offers), step[a.id] or "", a.id) for a in asked]


class Begin(Command, do="begin"):
    """The start of the fight."""

    surprised: Annotated[list[str], Shown("Surprised", kind="combatants")] = []


class Join(StepRecord, do="join"):
    """Newcomers in the middle of a fight, each with its whole sheet."""

    combatants: list[Recruit] = Limits(default=[], max_length=MOST_COMBATANTS)
    wave: Annotated[str, Limits(max_length=200), Shown("Wave")] = ""
    """One of the waves that the script has ready, in place of ``combatants``."""
    places: Annotated[
        dict[str, At], Limits(max_length=MOST_COMBATANTS), Shown("Places", kind="points")
    ] = {}
    """Where on the map those stand who come without a place of their own, by id."""
    this_round: Annotated[bool, Shown("Act in this round")] = True
    """Whether they still have a turn in the round in which they come."""
    why: Annotated[str, Limits(max_length=1000), Shown("Why")] = ""


UNHURT = Text("unhurt", context="how somebody is")
HURT = Text("hurt", context="how somebody is")
BADLY_HURT = Text("badly hurt", context="how somebody is")
DOWN = Text("down", context="how somebody is")
"""How somebody is, in words for who may not know the numbers."""

Want = TypeVar("Want", bound=Callable[..., Any])
S = TypeVar("S", bound=State[Any])
F = TypeVar("F", bound=Combatant)

NOTHING_ON_OFFER = Text("nothing is on offer")
"""Why an action is not possible for which there is nothing to choose."""

Group = Literal["actions", "reactions", "turn", "others"]
"""Where an option stands: ``reactions`` are out of turn, ``turn`` passes or ends it."""

Section = Literal["attack", "move", "weapon", "other"]
"""What an option is for: the buttons stand together by it."""


@dataclass(frozen=True)
class Action(Generic[S, F]):
    """A thing that can be done: its model, its rule, how it is offered, when it cannot be.

    ``do`` and ``id`` are the defaults of the model's fields ``do`` and ``action``.
    """

    command: type[Command]
    perform: Callable[[S, F, Any, Table], None]
    """``perform(state, fighter, command, table)``; ``fighter`` is taken, to be written to; it is
    None for an action of the fight as a whole."""
    label: Text
    native: str = ""
    rule: str = ""
    price: int = 0
    """What it usually costs, in ``Rules.unit``."""
    key: str = ""
    """One letter that chooses it; the same for everybody in a system."""
    group: Group = "actions"
    main: bool = False
    """Whether it moves the fight on when there is nothing else to do."""
    whose: Literal["to_act", "anybody", "nobody"] = "to_act"
    """Who can do it: those who are to act now, anybody at any time, or the fight as a whole."""
    why_not: Callable[[S, F], Words | None] = lambda state, fighter: None
    """Why this fighter cannot do it now, in a few words; turn and price are asked elsewhere."""
    also: tuple[str, ...] = ()
    """Further words for ``do`` under which a script may say it (``"declare"``)."""
    applies: Callable[[S, F], bool] = lambda state, fighter: True
    """Whether this fighter has such an action at all; else there is no button, and no way."""
    uses: Mapping[str, int | str | Callable[[F], int]] = field(default_factory=dict, hash=False)
    """What it takes of the counters of a turn, see ``kit.WithCounters``: ``{"action": 1}``, the
    parameter that says so: ``{"feet": "feet"}``, or a function of the fighter."""
    section: Section | None = None
    """What it is for; by default what its parameters say, see :func:`_section_of`."""
    do: str = field(init=False)
    id: str = field(init=False)

    def __post_init__(self) -> None:
        for name, place in (("do", "do"), ("action", "id")):
            default = self.command.model_fields[name].default
            if not isinstance(default, str):
                raise TypeError(f"{self.command.__name__} needs a default for {name!r}")
            object.__setattr__(self, place, default)
        if self.section is None:
            object.__setattr__(self, "section", _section_of(self.command, self.group))


class Actions(list[Action[Any, Any]]):
    """Actions in the order in which they are shown, each declared where its rule is written; a
    function may stand under several."""

    def add(
        self, command: type[Command] | str, label: Text, native: str = "", **more: Any
    ) -> Callable[[Want], Want]:
        """For the function that performs it; an action without parameters is given by its id."""
        model = bare(command) if isinstance(command, str) else command

        def added(perform: Want) -> Want:
            self.append(Action(model, perform, label, native, **more))
            return perform

        return added


def _section_of(command: type[Command], group: Group) -> Section:
    """Who goes somewhere moves; an aim with a weapon or with modifiers is an attack."""
    has = command.model_fields.keys()
    if group in ("turn", "reactions"):
        return "other"
    if has & {"to", "metres"} and not has & {"target", "what"}:
        return "move"
    if has & {"target", "targets"} and has & {"with_", "modifiers", "modifier"}:
        return "attack"
    return "weapon" if "with_" in has else "other"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be done now, or why it cannot: a button of the combat panel."""

    do: str
    actor: str
    action: str
    label: Words
    native: str = ""
    rule: str = ""
    cost: Words = ""
    """The price as it is shown, ``"1 AP"``."""
    why_not: Words | None = None
    key: str = ""
    """One letter that chooses it, distinct within the actor's options where possible."""
    group: Group = "actions"
    section: Section = "other"
    main: bool = False
    """The one that moves the fight on when there is nothing else to do."""
    out_of_turn: bool = False
    """It can be done at any time, also in the turn of others; shown while its actor is selected."""
    place: Point | None = None
    """Where on the map it leads if no other place is named: what was declared."""

    def as_step(self, **values: Any) -> dict[str, Any]:
        """The option as a step of a script, with the ``values`` of its parameters."""
        named = {"do": self.do, "actor": self.actor, "action": self.action}
        return {**{key: value for key, value in named.items() if value}, **values}


_OF_ITS_ACTION = "do", "label", "native", "rule", "key", "group", "section", "main"
"""What an option takes over from its action as it stands."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A behaviour that chooses commands: a name, and what it does when somebody is to act."""

    id: str
    label: Words
    native: str
    text: Words
    choose: Callable[[Any, str], Command | None]
    """``choose(state, actor)``: what the actor does now; None leaves it to the game master."""
    always_legal: bool = False
    """Whether :meth:`Rules.check` refuses nothing that it chooses: then forecasts, which do little
    else than choose and perform, do not ask it."""


WITHOUT_EFFECT = Text("without effect", context="what a throw came to")
"""What a hit came to of which nothing else is said."""


class Behaviours(dict[str, Policy]):
    """Behaviours by id, each declared where it is written: a function says what it wants.

    ``chosen_by`` makes of this the choice of a command, of which :meth:`Rules.check` refuses none.
    """

    def __init__(self, chosen_by: Callable[[Any], Callable[[Any, str], Command | None]]) -> None:
        super().__init__()
        self.chosen_by = chosen_by

    def add(self, label: Words, native: str, text: Words) -> Callable[[Want], Want]:
        """For the function of a behaviour, whose id is its name."""

        def added(want: Want) -> Want:
            id = want.__name__.lstrip("_")
            self[id] = Policy(id, label, native, text, self.chosen_by(want), always_legal=True)
            return want

        return added


def option_word(option: Option | Policy | Action[Any, Any], language: Language) -> str:
    """The label of an option, action or policy, or the system's own word where that leads."""
    own = language.own_terms and option.native
    return option.native if own else as_text(option.label).said(language)


def reused(model: type[C], **values: Hashable) -> C:
    """A command for a behaviour: as nobody ever changes one, it is made once for these values."""
    command: C = _reused(model, **values)
    return command


@lru_cache(maxsize=4096, typed=True)
def _reused(model: Any, **values: Hashable) -> Any:
    return model(**values)


class Known(NamedTuple):
    """A value of a command that the map knows, and how: ``"18 m on the map"``."""

    value: Any
    why: Text


@dataclass(frozen=True, slots=True)
class WithinReach:
    """Where somebody can go now, and for how much of ``unit``."""

    squares: Mapping[Point, int] = field(default_factory=dict)
    """On squares: the price by the position that is reached."""
    radii: Sequence[tuple[float, int]] = ()
    """On free ground: how far it is gone for which price, from the nearest on."""
    slow: int = 1
    """How many times its length difficult ground takes of that."""
    unit: str | Term = ""
    """What the prices are in; empty: in ``Rules.unit``."""


@dataclass(frozen=True, slots=True)
class WrittenBack:
    """Values of a fight that the sheet keeps afterwards, when the game master wants it."""

    label: Text
    values: Callable[[Any], Mapping[str, Any]]
    """From a combatant to the values its sheet should have, each under its dotted path:
    ``{"hp": 3, "weapons[0].loaded": 5}``."""
    native: str = ""
    rule: str = ""
    wanted: bool = True
    """Whether it is wanted as a rule, and ticked at first."""
    most: str = ""
    """The fighter's value that counts where the sheet has none: the most hit points."""


def kept(*names: str) -> Callable[[Any], Mapping[str, Any]]:
    """The ``values`` of :class:`WrittenBack` that a fighter and its sheet call the same."""
    return lambda fighter: {name: getattr(fighter, name) for name in names}


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a sheet that a fight has changed: where it stands, before and after."""

    path: str
    label: Text
    before: Any
    after: Any
    rule: str = ""
    native: str = ""
    of: str = ""
    """The name of the weapon or the like whose value it is."""
    wanted: bool = True
    most: Any = None
    """What counts where the sheet has no value."""


class Rules(ABC, Generic[S]):
    """A rule system. One instance serves every fight; it keeps nothing between calls.

    What a small system has to give: ``id``, ``title``, ``sheet``, ``fighter``, ``actions``,
    :meth:`muster` and :meth:`begin`. The rest has a default that fits most.
    """

    contract: ClassVar[int] = CONTRACT
    id: ClassVar[str]
    title: ClassVar[str]
    language: ClassVar[str] = "en"
    """The language of the native terms, ``"pl"``."""
    unit: ClassVar[str | Term] = ""
    """What actions are paid in, ``"AP"``."""
    out_rule: ClassVar[str] = ""
    """The rule by which a fight ends when one side is left."""

    sheet: ClassVar[type[Record]]
    house_rules: ClassVar[type[Record]] = Record
    fighter: ClassVar[Any]
    """What a sheet becomes in a fight; its declared values (``values``) are shown and edited."""
    edits: ClassVar[type[Record]]
    """What the game master can set by hand on a combatant; every field may be left out. By
    default the declared values of ``fighter`` that say so."""
    catalogue: ClassVar[Mapping[str, type[Record]]] = {}
    """Models of catalogue entries by kind: ``weapon``, ``armor``, ``trait``… Every system has
    ``adversary`` besides, unless it has another kind made by ``adversary_of``, and ``effect``: the
    game master's own, kept to be picked again."""
    round_term: ClassVar[Term] = Term("Round")
    """What a round is called: ``Term("Turn", "Tura")``."""
    kind_terms: ClassVar[Mapping[str, Term]] = {}
    """What the kinds of the catalogue are called, in the singular: ``Term("Armour", "Pancerz")``.
    A kind without a term is called by its id."""
    actions: ClassVar[Sequence[Action[Any, Any]]] = ()
    """Everything that can be done, in the order in which it is shown."""
    narrowed_by: ClassVar[Collection[str]] = ()
    """The parameters on which the choices of others depend, ``("target",)``; see ``narrowed``."""
    checks: ClassVar[Sequence[Check]] = ()
    """What is thrown away from a fight too, in the order in which it is offered."""
    acts_once: ClassVar[bool] = False
    """Whether an action ends the turn: what is done before it in the turn is free."""
    cannot_act: ClassVar[Sequence[Callable[[Any, Any], Words | None]]] = ()
    """Why a fighter can do nothing but let its turn pass: functions as ``Action.why_not``, of which
    the first one that has a reason is heard. Actions of the group ``turn`` are left alone."""
    commands: ClassVar[Mapping[tuple[str, str], type[Command]]]
    """The model of each command by ``(do, action)``; action is empty where there is none."""
    begin_command: ClassVar[type[Begin]] = Begin
    join_command: ClassVar[type[Join]] = Join
    """How newcomers come in; a system that asks for more than :class:`Join` derives its own."""
    policies: ClassVar[Mapping[str, Policy]] = {}
    """Behaviours that can act for a combatant, by id; the usual one first."""
    effect_units: ClassVar[Sequence[EffectUnit]] = ()
    """What effects of the game master's own can change."""
    decisions: ClassVar[Mapping[str, Text]] = {}
    """What somebody may be asked in the middle of a command, by the decision's id."""
    marks: ClassVar[Mapping[str, Text]] = {
        "hit": Text("somebody is hit"),
        "damage": Text("damage taken"),
        "out": Text("somebody is out of the fight"),
        "success": Text("a test succeeds"),
        "healing": Text("hit points regained"),
    }
    """What odds can be asked for, by mark; every system has these, and says those of its own."""
    resources: ClassVar[str] = ""
    """The package whose files are the system's own: ``rules.json``, ``catalogue.json``,
    ``sample.json``, ``sheet.typ``, ``form.py``; empty: the package in which its class lies."""
    derived: ClassVar[Mapping[str | Term, Sequence[Derived]]] = {}
    """The numbers that are shown for each thing of a list of the sheet (``"weapons"``), and under a
    title (``Term("Defence")``)."""
    written_back: ClassVar[Sequence[WrittenBack]] = ()
    """What a fight changes for good, in the order in which it is offered to be kept."""
    seen_by_all: ClassVar[Collection[str]] = ()
    """The ids, up to a hyphen, of badges that show what anybody sees who looks: lying down, held,
    under an effect."""
    marks_for_players: ClassVar[Mapping[str, Text]] = {
        "hit": Text("hit", context="what a throw came to"),
        "out": Text("out of the fight", context="what a throw came to"),
        "success": Text("success", context="what a throw came to"),
    }
    """What the players hear of a mark, after the name of whom it is about."""
    marks_of_misses: ClassVar[Collection[str]] = ()
    """Marks that an attack has although it hits nobody."""
    outcomes: ClassVar[Sequence[Text]] = ()
    """The lines that say how an attack ended that hit nobody; without such a line it misses."""
    besides: ClassVar[Sequence[Text]] = ()
    """The lines that tell what bears on a throw, or what ends meanwhile: never what was done."""
    regained: ClassVar[Sequence[Text]] = ()
    """The lines that say by what somebody has got something back: told with what the same step
    took, for the numbers alone would contradict each other."""
    rules_of_dice: ClassVar[Collection[str]] = ()
    """The rules by which dice that fell are changed, and templates of lines by another rule that
    stand in a report with what was done, too."""
    map_unit: ClassVar[str] = "m"
    """What a map is measured in."""
    ground_words: ClassVar[Mapping[str, Text]] = {}
    """Kinds of ground on a map that are called otherwise in this system."""
    map_grid: ClassVar[bool] = False
    """Whether a map has squares, on which everybody stands; see ``squares.OnSquares``."""
    map_square: ClassVar[float] = 1
    """How many ``map_unit`` a square is wide. The map itself and places on it are in squares."""

    _actions: ClassVar[dict[tuple[str, str], Action[Any, Any]]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._actions = {}
        for action in cls.actions:
            if not isinstance(action, Action):
                raise TypeError(f"{action!r} among its actions is no Action")
            for do in (action.do, *action.also):
                if cls._actions.setdefault((do, action.id), action) is not action:
                    raise TypeError(f"two of its actions are {do!r} {action.id!r}")
        if cls.actions:
            cls.commands = {name: action.command for name, action in cls._actions.items()}
        cls._complete_catalogue()
        cls.marks = {**Rules.marks, **cls.marks}
        cls.marks_for_players = {**Rules.marks_for_players, **cls.marks_for_players}
        if "edits" not in vars(cls) and "fighter" in vars(cls):
            cls.edits = edits_of(cls.fighter)

    @classmethod
    def _complete_catalogue(cls) -> None:
        """Adds the kinds of entries that every system has, where what they need is sound."""
        units, own = cls.effect_units, vars(cls).get("catalogue")
        if isinstance(own, Mapping) and EFFECT in own:
            raise TypeError(f"{EFFECT!r} cannot be a kind of its catalogue: every system has it")
        if not isinstance(cls.catalogue, Mapping):
            return
        cls.catalogue = with_adversaries(cls.catalogue, getattr(cls, "sheet", None))
        if isinstance(units, Sequence) and all(isinstance(u, EffectUnit) for u in units):
            cls.catalogue = {**cls.catalogue, EFFECT: kept_effect(units)}

    @classmethod
    def terms_of_kinds(cls) -> dict[str, Term]:
        """What each kind of the catalogue is called."""
        usual = {kind: Term(kind.replace("_", " ").capitalize()) for kind in cls.catalogue}
        return usual | {kind: cls.kind_terms[kind] for kind in usual if kind in cls.kind_terms}

    # ---- a fight

    def fights(self, kind: str) -> bool:
        """Whether entries of the catalogue of this kind are sheets, which can come to a fight."""
        return issubclass(self.catalogue[kind], self.sheet)

    @abstractmethod
    def muster(self, roster: Roster, house: Any) -> S:
        """Sheets become combatants. ``recruit.sheet`` is an instance of ``sheet``; no dice yet."""

    @abstractmethod
    def begin(self, state: S, command: Any, table: Table) -> None:
        """Initiative and the first round. ``command`` is a ``begin_command``."""

    def to_act(self, state: S) -> Sequence[str]:
        """Who is to act now: the one on turn first, and all of whom any may come next."""
        return () if state.turn is None else (state.turn,)

    def is_to_act(self, state: S, id: str) -> bool:
        """Whether this one is among :meth:`to_act`. It is asked of many, so it should be quick."""
        return id in self.to_act(state)

    def why_not(
        self, state: S, actor: str, action: Action[S, Any], command: Command | None = None
    ) -> Refusal | None:
        """Why an action cannot be taken now, or None when it can: the one answer for every button
        and every refusal.

        With ``command``, its own price is asked; without, the list price.
        """
        place = "action" if action.id else "do"
        if action.whose == "nobody":
            reason = action.why_not(state, None)
            return Refusal(reason, place) if reason else None
        fighter = state[actor]
        if fighter.out:
            return Refusal(Text("{name} is out of the fight", name=fighter.name), "actor")
        if action.whose == "to_act" and not self.is_to_act(state, actor):
            return self.not_their_turn(state, fighter)
        fighter = self.acting(state, actor, action)
        if not action.applies(state, fighter):
            return Refusal(Text("{name} has no such action", name=fighter.name), place)
        reason = (
            (self.why_hindered(state, fighter) if action.group != "turn" else None)
            or action.why_not(state, fighter)
            or self.too_dear(state, fighter, action, command)
        )
        if reason:
            return Refusal(reason, place)
        return self._why_not_with_any(state, fighter, action, command)

    def why_hindered(self, state: S, fighter: Any) -> Words | None:
        """Why a fighter can do nothing but let its turn pass: the first that ``cannot_act`` has."""
        reasons = (why(state, fighter) for why in self.cannot_act)
        return next((reason for reason in reasons if reason), None)

    def acting(self, state: S, actor: str, action: Action[S, Any]) -> Any:
        """The fighter as this action would find it; where it begins a turn, as it is then."""
        return state[actor]

    def not_their_turn(self, state: S, fighter: Any) -> Refusal:
        """The refusal for somebody who is not to act."""
        if state.turn is None:
            return Refusal(Text("it is not {name}'s turn", name=fighter.name), "actor")
        active = state[state.turn]
        alike = active.name == fighter.name  # two of a group: only their ids tell them apart
        return Refusal(
            Text(
                "it is not {name}'s turn; it is {active}'s",
                name=fighter.id if alike else fighter.name,
                active=active.id if alike else active.name,
            ),
            "actor",
        )

    def price(
        self, state: S, fighter: Any, action: Action[S, Any], command: Command | None = None
    ) -> int:
        """What it costs, in ``unit``: as the game master says, else as the list says."""
        if command is not None and command.cost is not None:
            return command.cost
        return action.price

    def funds(self, state: S, fighter: Any) -> int | None:
        """How much of ``unit`` the fighter has left; None where nothing is paid for."""
        return None

    def too_dear(
        self, state: S, fighter: Any, action: Action[S, Any], command: Command | None = None
    ) -> Text | None:
        """Why the price cannot be paid."""
        funds = self.funds(state, fighter)
        price = self.price(state, fighter, action, command)
        if funds is None or price <= funds:
            return None
        return Text(
            "needs {price} {unit}, {name} has {funds}", price=price, unit=self.unit,
            name=fighter.name, funds=funds,
        )  # fmt: skip

    def price_in_words(self, state: S, fighter: Any, action: Action[S, Any]) -> Words:
        """The price as it stands on a button, ``"1 AP"``; empty where there is none."""
        price = self.price(state, fighter, action)
        return Text("{price} {unit}", price=price, unit=self.unit) if price and self.unit else ""

    def options(self, state: S) -> Sequence[Option]:
        """Everything that can be done now, and with its reason what cannot; only to be shown.

        A system gives it in two parts: :meth:`turn_options`, and :meth:`out_of_turn_options` of
        everybody.
        """
        options = list(self.turn_options(state))
        for id in state.combatants:
            options += self.out_of_turn_options(state, id)
        return options

    def turn_options(self, state: S) -> Sequence[Option]:
        """The options of those who are to act now, then those of the fight as a whole."""
        options = [
            self.option(state, state[id], action)
            for id in self.to_act(state)
            for action in self.actions
            if action.whose != "nobody" and action.applies(state, state[id])
        ]
        nobodys = (action for action in self.actions if action.whose == "nobody")
        return [*options, *(self.option(state, None, action) for action in nobodys)]

    def out_of_turn_options(self, state: S, id: str) -> Sequence[Option]:
        """The options of one who is not to act; shown only while this one is looked at."""
        fighter = state[id]
        if fighter.out or self.is_to_act(state, id):
            return ()
        return [
            self.option(state, fighter, action, out_of_turn=True, key="", group="reactions")
            for action in self.actions
            if action.whose == "anybody" and action.applies(state, fighter)
        ]

    def option(
        self, state: S, fighter: Any | None, action: Action[S, Any], **changes: Any
    ) -> Option:
        """An action as it is offered to a fighter; ``changes`` are fields of the option."""
        actor = fighter.id if fighter else ""
        refusal = self.why_not(state, actor, action)
        fields: dict[str, Any] = {
            **{name: getattr(action, name) for name in _OF_ITS_ACTION},
            "actor": actor,
            "action": action.id,
            "cost": self.price_in_words(state, fighter, action) if fighter else "",
            "why_not": refusal.message if refusal else None,
        }
        return Option(**{**fields, **changes})

    def parameters(
        self, state: S, option: Option, chosen: Mapping[str, Any] | None = None
    ) -> Sequence[Field]:
        """What the option needs to be told, with the values on offer in this state.

        ``chosen`` are the values of the parameters so far, where they are known. A point of the map
        is told by a click on it, see :meth:`go_to`.
        """
        fields = self.asked_for(state, option, self.commands[option.do, option.action])
        if chosen is None or not (self.narrowed_by and option.actor):
            return fields
        fighter = state[option.actor]
        return [self.narrowed(state, fighter, option, field, chosen) for field in fields]

    def asked_for(self, state: S, option: Option, model: type[Record]) -> Sequence[Field]:
        """The parameters of a model of a command, with the values on offer for this option."""
        fields = [
            field for field in fields_of(model) if field.id not in COMMON and field.kind != "point"
        ]
        if not option.actor:
            return fields
        fighter, things = state[option.actor], [field for field in fields if field.offers]
        offered = (self.offered(state, fighter, option, field) for field in fields)
        return [
            self._with_an_area(state, fighter, option, field, things[0])
            if field.kind == "combatants" and things
            else field
            for field in offered
            if field is not None
        ]

    def _with_an_area(
        self, state: S, fighter: Any, option: Option, field: Field, thing: Field
    ) -> Field:
        """A parameter of several: where only some things have an area, it counts with those."""
        steps = self.steps_with(fighter, self._actions[option.do, option.action])
        wide = [s[thing.id] for s in steps if self.around(state, fighter, s) is not None]
        some = 0 < len(wide) < len(steps)
        return replace(field, only_with=(thing.id, *wide)) if some else field

    def offered(self, state: S, fighter: Any, option: Option, field: Field) -> Field | None:
        """A parameter with what is on offer for it; None where it is not to be asked for."""
        if field.kind in ("combatant", "combatants"):
            return field.offering(targets(state, fighter, gone, near=self.near(state, fighter)))
        if field.offers:
            return self._offering_things(state, fighter, field, option.as_step())
        return field

    def _offering_things(
        self, state: S, fighter: Any, field: Field, step: Mapping[str, Any]
    ) -> Field:
        """A parameter with the things it offers, each with the reason why it cannot be used."""
        choices = [
            Choice(thing.name, thing.name, why_not=self.why_not_with(state, fighter, thing, step))
            for thing in _things(fighter, field.offers)
        ]
        usable = (choice.value for choice in choices if not choice.why_not)
        return field.offering(choices, next(usable, next((c.value for c in choices), None)))

    def why_not_with(
        self, state: S, fighter: Any, thing: Any, step: Mapping[str, Any]
    ) -> Words | None:
        """Why one of the things that a parameter ``offers`` cannot be used: it is empty, or does
        not reach the target. It greys the choice and refuses the command; where it is said of all
        things, it greys the button. ``step`` is the command as far as it is filled in."""
        return None

    def _why_not_with_any(
        self, state: S, fighter: Any, action: Action[S, Any], command: Command | None
    ) -> Refusal | None:
        """The refusal of the thing that a command names, or of everything on offer."""
        step = {"do": action.do, "action": action.id}
        if command:
            step = command.model_dump(by_alias=True)
        for asked in _things_on_offer(action.command):
            things = _things(fighter, asked.offers)
            if command:
                things = [named(fighter, things, step[asked.id] or "", asked.id)]
            given = (self.why_not_with(state, fighter, thing, step) for thing in things)
            reasons = [reason for reason in given if reason]
            if len(reasons) == len(things):
                place = asked.id if command else "action" if action.id else "do"
                return Refusal([*reasons, NOTHING_ON_OFFER][0], place)
        return None

    def narrowed(
        self, state: S, fighter: Any, option: Option, field: Field, chosen: Mapping[str, Any]
    ) -> Field:
        """A parameter once others are chosen: a weapon that does not reach the target has its
        reason, those whom a spell heals come first. Asked where ``narrowed_by`` names any."""
        if not field.offers:
            return field
        step = option.as_step(**chosen)
        if state.battlefield is not None:
            step = with_known(step, self.by_map(state, fighter.id, step))
        return self._offering_things(state, fighter, field, step)

    def near(self, state: S, fighter: Any) -> Collection[str]:
        """The ids of those who are offered first as targets, the nearest first.

        As far as the state knows: whom this one touches, holds, is held by, or aims at.
        """
        return ()

    def action_named(self, do: str, id: str) -> Action[S, Any] | None:
        """The action that a step names; None for one that is no action."""
        return self._actions.get((do, id))

    def action_of(self, command: Command) -> Action[S, Any]:
        """The action a command belongs to."""
        return self._actions[command.do, command.action]

    def actor_of(self, state: S, command: Command) -> str:
        """Who does it: the actor named, else the one on turn. Raises :class:`Refusal`."""
        id = command.actor or state.turn
        if id is None:
            raise Refusal(Text("needs the id of a combatant"), "actor")
        return id

    def perform(self, state: S, command: Command, table: Table) -> None:
        """Does it: check, resolve, effects, and the end of turn or round where it is due.

        ``state`` is a draft. Raises :class:`Refusal` when the command cannot be. A command with
        ``overrule`` set comes though :meth:`why_not` stands against it.
        """
        action = self.action_of(command)
        fighter: Any = None
        if action.whose != "nobody":
            fighter = state.take(self.actor_of(state, command))
        action.perform(state, fighter, command, table)
        table.finish()

    def decide(self, state: S, decision: Decision) -> Any:
        """The default policy's answer to a decision: its default, or the first that can be."""
        if decision.field.default is not None or decision.field.optional:
            return decision.field.default
        possible = (choice.value for choice in decision.field.choices if not choice.why_not)
        return next(possible, None)

    def outcome(self, state: S) -> display.Outcome | None:
        """How the fight ended, or None while it goes on: at most one side left standing."""
        return one_side_left(state, self.out_rule)

    # ---- who comes and goes in the middle of a fight

    def enter(self, state: S, newcomers: Sequence[str], command: Join, table: Table) -> None:
        """Newcomers take their places in the order, and in this round's turns if they may.

        They are combatants already, as :meth:`muster` makes them.
        """
        state.order += newcomers

    def leave(self, state: S, id: str, table: Table) -> None:
        """What follows when somebody has left the fight unhurt, and is ``out`` by that."""
        self.after_edit(state, id, {"has_left": True}, table)

    def change_side(self, state: S, id: str, side: str, table: Table) -> None:
        """Somebody fights on another side from now on."""
        state.take(id).side = side

    def resume(self, state: S, table: Table) -> None:
        """What follows when a fight that was decided is open again, and nobody is to act."""

    def on_turn(self, state: S) -> Sequence[str]:
        """Whose turn it is; effects that last until a turn begins or ends go by this."""
        return () if state.turn is None else (state.turn,)

    # ---- on the map

    def size(self, state: S, id: str) -> float:
        """How wide one is on the map, in ``map_unit``."""
        return 1.0

    def centre(self, state: S, id: str) -> Point | None:
        """The middle of a token on the map; None where one stands nowhere."""
        return state.positions.get(id)

    def distance(self, state: S, id: str, other: str) -> float | None:
        """How far two are apart on the map, in ``map_unit``; None where one stands nowhere."""
        here, there = self.centre(state, id), self.centre(state, other)
        return None if here is None or there is None else distance(here, there)

    def sees(self, state: S, id: str, other: str) -> bool:
        """Whether nothing hides two on the map from each other: the middle of either sees any part
        of the other past walls and closed doors. One who stands nowhere is seen."""
        return not walled(state, id, other)

    def blast(self, state: S, step: Mapping[str, Any]) -> tuple[Point, float] | None:
        """The middle and the radius of what a step blows up on the map, in ``map_unit``."""
        return None

    def at_once(self, state: S, command: Command) -> Mapping[str, Any]:
        """What a command that only begins something has to say to be done at once: for its odds."""
        return {}

    def check_reach(self, state: S, step: Mapping[str, Any]) -> None:
        """Raises :class:`Refusal` where what was declared, as it will be done, does not reach."""

    def placed(self, state: S, ids: Sequence[str]) -> None:
        """What follows when these stand elsewhere on the map, or nowhere any more."""

    def by_map(self, state: S, actor: str, step: Mapping[str, Any]) -> Mapping[str, Known]:
        """What the map knows of a command: values by their dotted path (``"modifiers.cover"``).

        ``step`` is the command as far as it is filled in, with its ``do`` and ``action``. What it
        already says need not be looked at: a value that is given stands. By default each
        distance that is declared so (``Shown(distance_to="target")``), and who else stands in the
        radius that :meth:`around` says.
        """
        model = self.commands.get((step.get("do", "act"), step.get("action", "")))
        if model is None or actor not in state.positions:
            return {}
        known = known_distances(
            model, step, lambda target: self.distance(state, actor, target), self.map_unit
        )
        radius, target = self.around(state, state[actor], step), str(step.get("target"))
        several = [field.id for field in fields_of(model) if field.kind == "combatants"]
        if several and radius is not None and target in state.positions:
            far = {id: self.distance(state, target, id) or 0 for id in state.positions}
            ids = [id for id, away in far.items() if id not in (target, actor) and away <= radius]
            unit = after_number(self.map_unit, " ")
            known[several[0]] = Known(
                ids, Text("within {radius:g}{unit} of it", radius=radius, unit=unit)
            )
        return known

    def around(self, state: S, fighter: Any, step: Mapping[str, Any]) -> float | None:
        """How far around its target a step reaches others, in ``map_unit``; its parameter of kind
        ``combatants`` is then filled in with them. None: it reaches nobody else. By default the
        ``area`` of the thing that it names."""
        areas = [getattr(thing, "area", 0) for thing in self._chosen(fighter, step)]
        return max((area for area in areas if isinstance(area, int | float)), default=0) or None

    def steps_with(self, fighter: Any, action: Action[S, Any]) -> list[dict[str, Any]]:
        """An action as a step with each of the things on offer, else as it is."""
        step = {"do": action.do, "actor": fighter.id, "action": action.id}
        asked = _things_on_offer(action.command)[:1]
        named = [{**step, f.id: thing.name} for f in asked for thing in _things(fighter, f.offers)]
        return named if asked else [step]

    def _chosen(self, fighter: Any, step: Mapping[str, Any]) -> list[Any]:
        """The things that a step names as far as it is filled in, or would take unnamed."""
        model = self.commands.get((step.get("do", "act"), step.get("action", "")), Command)
        asked = _things_on_offer(model)
        things = (chosen(_things(fighter, a.offers), step.get(a.id)) for a in asked)
        return [thing for thing in things if thing is not None]

    def for_friends(self, fighter: Any, step: Mapping[str, Any]) -> bool:
        """Whether a command, as far as it is filled in, is for friends: on the kit they come first
        then, and behaviours do it to those who are badly hurt. By default the thing that it names
        says so, by a value or a property ``for_friends``."""
        return any(getattr(thing, "for_friends", False) for thing in self._chosen(fighter, step))

    def filled_in(self, state: S, command: Command) -> Command:
        """The command with what the map knows in the place of what it leaves out.

        Raises :class:`Refusal` where a field cannot have the value that the map knows.
        """
        if state.battlefield is None or not _has_parameters(type(command)):
            return command
        actor = command.actor or state.turn or ""
        return completed(command, self.by_map(state, actor, command.model_dump(by_alias=True)))

    def go_to(self, state: S, id: str, to: Point) -> Command | None:
        """The command by which somebody goes there; None: the system has no such move."""
        return None

    def within_reach(self, state: S, id: str) -> WithinReach | None:
        """Where :meth:`go_to` can lead now; None where it gives no command."""
        return None

    def nearer(self, state: S, id: str, other: str) -> Command | None:
        """The command by which somebody now goes as near to another as it gets; None: no nearer."""
        reach = self.within_reach(state, id)
        if reach is None or not reach.radii:
            return None
        to = closer(state, id, [other], max(length for length, _ in reach.radii))
        return self.go_to(state, id, to) if to else None

    # ---- by hand

    def edit(self, state: S, id: str, values: Mapping[str, Any]) -> None:
        """Sets values by hand. Raises :class:`Refusal` that names the field."""
        edits = checked(self.edits, values, "set.")
        combatant = state.take(id)
        for name in edits.model_fields_set:
            self.set_value(combatant, name, getattr(edits, name))

    def set_value(self, fighter: Any, name: str, value: Any) -> None:
        """Sets one of the values of ``edits`` on a fighter, taken."""
        setattr(fighter, name, value)

    def value_of(self, fighter: Any, name: str) -> Any:
        """What one of the values of ``edits`` is now."""
        return getattr(fighter, name)

    def after_edit(self, state: S, id: str, values: Mapping[str, Any], table: Table) -> None:
        """What follows from values set by hand: who fell is out, and nobody waits for them."""

    def editable(self, state: S, id: str) -> Sequence[Field]:
        """What can be set by hand on this combatant, with its present value as the default.

        Where a value is of others, they are chosen among who is there.
        """
        combatant = state[id]
        others = targets(state, combatant, gone)
        return [
            replace(
                field,
                default=self.value_of(combatant, name),
                choices=others if field.kind in ("combatant", "combatants") else field.choices,
            )
            for name, field in zip(self.edits.model_fields, fields_of(self.edits), strict=True)
        ]

    def changes(self, state: S, id: str) -> Sequence[Change]:
        """What the fight has changed for good, value by value; the sheet itself is as it was."""
        combatant = state[id]
        sheet = combatant.sheet
        return [
            Change(
                path, kept.label, before, after, kept.rule, kept.native, name_at(sheet, path),
                kept.wanted, getattr(combatant, kept.most, None),
            )
            for kept in self.written_back
            for path, value in kept.values(combatant).items()
            if (before := plain(fields.at_path(sheet, path))) != (after := plain(value))
        ]  # fmt: skip

    # ---- how it is shown

    def cautions(self, sheet: Record) -> Sequence[display.Caution]:
        """What a person should know of a sheet that is no reason to refuse it."""
        return ()

    def vitals(self, state: S, id: str) -> Sequence[display.Vital]:
        """Bars, pips and badges of one combatant; by default those of its declared values."""
        return [*bars(state[id]), *badges(state[id])]

    def is_there(self, state: S, id: str) -> bool:
        """Whether somebody looking at the fight would find this one in it."""
        return not state[id].has_left

    def condition(self, state: S, id: str, vitals: Sequence[display.Vital]) -> Text:
        """How one is, in the words of somebody who only looks: by the first bar or boxes of its
        :meth:`vitals`."""
        combatant = state[id]
        if combatant.out or combatant.incapacitated:
            return DOWN
        share, _ = display.left(vitals)
        return UNHURT if share is None or share >= 1 else HURT if share > 0.5 else BADLY_HURT

    def for_players(
        self, before: S, after: S, marks: Mapping[tuple[str, str], int], step: Mapping[str, Any]
    ) -> Mapping[str, Sequence[Words]]:
        """What a step came to, as anybody sees it: of each a few words without numbers.

        By default what :meth:`mark_in_words` says, and :meth:`where_hit` for those hit or hurt.
        """
        heard: dict[str, list[Words]] = {}
        for (what, who), times in marks.items():
            if times and what in self.marks_for_players and who in after.combatants:
                said = self.mark_in_words(what, before, after, who, times)
                heard.setdefault(who, []).extend(filter(None, [said]))
        for who, words in heard.items():
            if marks.get(("hit", who)) or marks.get(("damage", who)):
                words += filter(None, [self.where_hit(before, after, who, step)])
        return heard

    def where_hit(self, before: S, after: S, id: str, step: Mapping[str, Any]) -> Words | None:
        """Where a step hit somebody, for a system that knows it."""
        return None

    def came_to(
        self, before: S, after: S, marks: Mapping[tuple[str, str], int]
    ) -> Mapping[str, Sequence[Words]]:
        """What a step came to, as the game master reads it: of each a few words, the harm first.

        By default :meth:`harm` and what anybody sees, of those marked: with an amount of 0 whom the
        log speaks of, for the turn that goes on may harm others. "Hit" is said only of whom nothing
        more is.
        """
        heard, people = self.marks_for_players, before.combatants
        came: dict[str, list[Words]] = {}
        marked = (who for _, who in marks if who in after.combatants)
        for who in dict.fromkeys(marked):
            fell = {what: times for (what, id), times in marks.items() if id == who and times}
            words = [
                self.mark_in_words(what, before, after, who, times)
                for what, times in fell.items()
                if what in heard and what not in ("hit", "success")
            ]
            was, now = people.get(who), after[who]
            out = self.mark_in_words("out", before, after, who)
            if was and now.out and not (was.out or now.has_left) and out not in words:
                words.append(out)
            came[who] = [*self.harm(before, after, who), *(word for word in words if word)]
            if not came[who] and "hit" in fell:
                came[who] = [heard["hit"], WITHOUT_EFFECT]
        return {who: words for who, words in came.items() if words}

    def mark_in_words(self, mark: str, before: S, after: S, id: str, times: int = 1) -> Words:
        """What a mark that was made so many ``times`` came to for somebody; by default what anybody
        sees of it. Nothing for what the step has ended again itself."""
        return self.marks_for_players[mark]

    def harm(self, before: S, after: S, id: str) -> Sequence[Words]:
        """What somebody has lost or regained between two states: ``HP 12 → 8``."""
        if id not in before.combatants:
            return []
        was, now = (
            next((v for v in self.vitals(state, id) if v.kind in ("bar", "boxes")), None)
            for state in (before, after)
        )
        if was is None or now is None or (was.value, was.text) == (now.value, now.text):
            return []
        if now.kind == "boxes" and now.text:
            return [joined([Term(now.text, now.native)])]
        label = Term(now.label, now.native if now.kind == "bar" else "")
        return [joined([label, f"{was.value} → {now.value}"], " ")]

    def own_badges(self, state: S, id: str) -> Sequence[display.Vital]:
        """Badges that follow from what the system declares, beside :meth:`vitals`."""
        return ()

    def figures(self, state: S, id: str) -> Sequence[FigureGroup]:
        """The numbers that one is played from, each from the function that play itself calls.

        One group for each weapon, then defences, armour, scores, as they stand in ``state``. By
        default those of ``derived``.
        """
        return list(derived_groups(self.derived, state[id]))

    def describe(self, state: S, id: str) -> dict[str, Any]:
        """The combatant under the ledger's names, as JSON: resources, effects, who and where."""
        return described(state[id])

    def last_round(self, state: S) -> int | None:
        """The round after which a fight is over; None where it goes on for as long as it takes."""
        return None

    def headline(self, state: S) -> Sequence[Words]:
        """Where the fight stands, in a few short texts: round, whose turn, phase."""
        whose = [state[state.turn].name] if state.turn else []
        return [self.round_named(state.round), *whose]

    def round_named(self, number: int) -> Words:
        """A round by its number and by the word that the system has for it."""
        return Text("{named} {round}", named=self.round_term, round=number)

    def standing(self, state: S, id: str) -> display.Standing:
        """Whether this one is acting, still to act this round, done, or out."""
        if state[id].out:
            return "out"
        return "active" if state.turn == id else "ready"

    def timeline(self, state: S) -> display.Timeline | None:
        """Lanes of time, for systems in which time is worth drawing."""
        return None

    def measure(self, state: S, step: Mapping[str, Any]) -> display.Measure | None:
        """What the odds of a step are shown by; None: damage, in the unit of the target's bar."""
        return None

    @property
    def foreign(self) -> Sequence[ForeignReader]:
        """Readers of other programs' files, which make characters and entries of this system."""
        return ()

    # ---- what all systems do alike

    def read(self, step: Mapping[str, Any]) -> Command:
        """A command from a step of a script. Raises :class:`Refusal` that names the field."""
        do, action = step.get("do", "act"), step.get("action", "")
        for place, name in (("do", do), ("action", action)):
            if not isinstance(name, str):
                raise Refusal(Text("needs a text"), place)
        model = self.commands.get((do, action)) or self.commands.get((do, ""))
        if model is not None:
            return checked(model, step)
        known = sorted({known for known, _ in self.commands})
        actions = sorted(known for its, known in self.commands if its == do)
        no_such = Text(
            "{system} has no {given}; there is: {there_is}",
            system=self.id, given=repr(do), there_is=known,
        )  # fmt: skip
        no_action = Text(
            "{system} has no action {given}; there is: {there_is}",
            system=self.id, given=repr(action), there_is=actions,
        )  # fmt: skip
        raise Refusal(no_action, "action") if actions else Refusal(no_such, "do")

    def read_begin(self, step: Mapping[str, Any]) -> Begin:
        """The first step of a fight. Raises :class:`Refusal` that names the field."""
        return checked(self.begin_command, step)

    def check(self, state: S, command: Command) -> None:
        """Raises :class:`Refusal` when the command cannot be done in this state."""
        action = self.action_of(command)
        if action.whose == "nobody" or command.actor:
            refusal = self.why_not(state, command.actor, action, command)
        else:
            refusals = [self.why_not(state, id, action, command) for id in self.to_act(state)]
            if not refusals:
                cannot = Text("{what} cannot be done now", what=repr(command.do))
                raise Refusal(cannot, "action" if command.action else "do")
            refusal = refusals[0] if all(refusals) else None
        if refusal:
            raise refusal


M = TypeVar("M", bound=Record)


def checked(model: type[M], values: Mapping[str, Any], place: str = "") -> M:
    """The values as a model. Raises :class:`Refusal` that names the first field at fault."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        path, message = fields.problems(error, model)[0]
        raise Refusal(message, (place + path).removesuffix(".")) from None


# ---- what the map knows


def known_distances(
    model: type[Command], step: Mapping[str, Any], far: Callable[[str], float | None], unit: str
) -> dict[str, Known]:
    """Every distance that the model declares, to whom the step names; whole ones are rounded up.

    ``far`` says how far somebody is; None where the map does not know.
    """
    known = {}
    for path, declared, target in fields.distances(fields_of(model), step):
        length = far(target)
        if length is not None:
            begun = whole(length) if declared.kind == "integer" else None
            value = round(length, 2) if begun is None else begun
            known[path] = Known(value, on_the_map(length, unit, begun))
    return known


@lru_cache(maxsize=1024)
def on_the_map(length: float, unit: str, begun: int | None = None) -> Text:
    """How a distance is known: ``18 m on the map``; a little over it is not said to be whole.
    Where a unit that is ``begun`` counts whole, so it is said."""
    far, unit = round(length, 2), after_number(unit, " ")
    far = far if whole(far) == whole(length) else round(far + 0.01, 2)
    said = Text("{distance:g}{unit} on the map", distance=far, unit=unit)
    counted: Words = f"{begun}{unit}"
    if unit == " m":
        said = Text("{distance:g} m on the map", distance=far)
        counted = Text("{metres} m", metres=begun)
    if begun is None or far >= begun:
        return said
    return Text("{distance}, counts as {begun}", distance=said, begun=counted)


def completed(command: C, known: Mapping[str, Known]) -> C:
    """The command with these values where it leaves them out. Raises :class:`Refusal`."""
    if not known:
        return command
    step = command.model_dump(by_alias=True, exclude_unset=True)
    return checked(type(command), with_known(step, known))


def with_known(step: dict[str, Any], known: Mapping[str, Known]) -> dict[str, Any]:
    """A step, changed: what the map knows stands at its path where the step leaves it out."""
    for path, filled in known.items():
        *way, last = fields.path_parts(path)
        place: Any = step
        for part in way:
            place = place[part] if isinstance(part, int) else place.setdefault(part, {})
        place.setdefault(last, filled.value)
    return step


def with_changes(sheet: Mapping[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """A sheet as JSON with these changes written into it; the given one stays as it is.

    Raises :class:`Refusal` where the sheet has lost a place since the fight began.
    """
    changed: dict[str, Any] = deepcopy(dict(sheet))
    for change in changes:
        *way, last = fields.path_parts(change.path)
        place: Any = changed
        try:
            for part in way:
                place = place[part] if isinstance(part, int) else place.setdefault(part, {})
            place[last] = change.after
        except (IndexError, KeyError, TypeError, AttributeError):
            raise Refusal(Text("is not on the sheet any more"), change.path) from None
    return changed


def figures_of(rules: Rules[Any], sheet: Record, house: Mapping[str, Any]) -> Sequence[FigureGroup]:
    """The figures of a sheet alone, as at the beginning of a fight under these house rules.

    Raises :class:`Refusal` where the rules refuse the sheet.
    """
    state = rules.muster(
        [Recruit(id="alone", side=PLAYERS, sheet=sheet)], checked(rules.house_rules, house)
    )
    return rules.figures(state, "alone")


def at_a_glance(rules: Rules[Any], state: State[Any], id: str) -> Sequence[display.Vital]:
    """The vitals of one combatant, and what the game master did: who has left, own effects."""
    combatant = state[id]
    vitals = [*rules.vitals(state, id), *rules.own_badges(state, id)]
    if combatant.has_left:
        vitals.append(display.badge("has_left", Text("has left"), BY_HAND))
    known = state.players_know.of.get(id)
    if known and known.hidden:
        vitals.append(display.badge("hidden", Text("hidden from the players"), BY_HAND, "warn"))
    elif known and known.known_as:
        as_known = Text("the players know: {name}", name=known.known_as)
        vitals.append(display.badge("known_as", as_known, BY_HAND))
    for effect in combatant.effects_by_hand:
        said, lasts = _effect_in_words(rules, effect), lasting(rules, state, effect)
        badge = display.badge(f"effect-{effect.name}", said, BY_HAND, "warn")
        vitals.append(replace(badge, label=effect.name, lasts=lasts))
    return vitals


def lasting(rules: Rules[Any], state: State[Any], effect: Effect) -> Words:
    """Until when an own effect lasts; nothing of one that the game master ends."""
    name = state.combatants[effect.whose].name if effect.whose in state.combatants else ""
    match effect.until:
        case "rounds":
            last = rules.round_named(effect.since + effect.rounds - 1)
            return Text("until the end: {round}", round=last)
        case "turn_start":
            return Text("until the next turn of {name} starts", name=name)
        case "turn_end":
            return Text("until the next turn of {name} ends", name=name)
        case "check":
            return Text("until it has counted once")
        case "by_hand":
            return ""


def _effect_in_words(rules: Rules[Any], effect: Effect) -> Text:
    """An own effect and what it changes."""
    units = {unit.id: unit for unit in rules.effect_units}
    changes = [
        units[unit].change(amount) for unit, amount in effect.changes.items() if unit in units
    ]
    if not changes:
        return Text("{effect}", effect=effect.name)
    return Text("{effect}: {changes}", effect=effect.name, changes=changes)
