"""For systems in which everybody acts once a round, one after the other.

::

    class Barrow(InTurns[Person]):
        id, title, turn_rule, out_rule = "barrow", "Barrow", "barrow-1", "barrow-6"
        sheet, fighter = Sheet, Person
        actions = (Action(Strike, strike, Text("Attack"), rule="barrow-3", key="A", why_not=alone),)

An action of those who are to act uses up the turn, unless its group is ``"others"``; what
anybody can do at any time does not. "End turn" is added by itself.

:class:`WithCounters` is for turns of several acts: each action says what it uses of the counters of
a turn, and the turn goes on until it is ended::

    counters = (Counter("action", Text("action")), Counter("feet", Text("ft"), by_speed))
    actions = (
        Action(Strike, strike, Text("Strike"), uses={"action": 1}),
        Action(Walk, walk, Text("Walk"), uses={"feet": "feet"}),
    )
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules import conditions, contract
from desktop.rules.cast import alone, enlist, gone, targets, yes_or_no
from desktop.rules.conditions import Condition, ConditionKind, able, hindrance, pass_turn_of, under
from desktop.rules.contract import Action, Begin, Command, Join, Option, Rules, bare
from desktop.rules.dice import AnyThrow
from desktop.rules.display import Standing, Vital
from desktop.rules.fields import Field, Record, Shown, fields_of
from desktop.rules.pressing import PRESSING, pressing
from desktop.rules.state import Combatant, Roster, State
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text, Words, none_such
from desktop.rules.values import badges, bars, values_of


@dataclass(slots=True)
class TurnTaker(Combatant):
    """Somebody who acts once a round. Derive from it and add what a fight changes."""

    acted: bool = False
    """Whether this one's turn of the round is over."""
    conditions: tuple[Condition, ...] = ()
    """The conditions it is under."""
    used: Mapping[str, int] = field(default_factory=dict)
    """What it has used of each counter; replaced, never written to."""
    _paid: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    """What its last action has taken of each counter, see :meth:`Levels.paid`."""

    @classmethod
    def begins_with(cls, sheet: Any) -> dict[str, Any]:
        """Values with which such a one enters a fight that are not on its sheet by these names."""
        return {}

    def at_turn(self, moment: Literal["turn_start", "turn_end"], table: Table) -> None:
        """What comes with every turn of this one, taken, as it starts or ends."""


EndTurn = bare(do="end_turn", about="Lets the turn pass.")


def _nothing(state: Any, fighter: Any, command: Command, table: Table) -> None:
    """The turn passes; see :meth:`InTurns.perform`."""


F = TypeVar("F", bound=TurnTaker)


class InTurns(Rules[State[F]], Generic[F]):
    """A system with one turn each a round.

    Beside what every system gives, it gives ``turn_rule``. :data:`PRESSING` is one of its
    behaviours, the usual one where it has no other.
    """

    fighter: ClassVar[type[Any]]
    turn_rule: ClassVar[str] = ""
    """The rule by which turns follow one another."""
    conditions: ClassVar[Sequence[ConditionKind]] = ()
    """The conditions that these rules know."""
    reactions: ClassVar[Sequence[Reaction]] = ()
    """What somebody may be asked to do in the turn of another."""
    initiative: ClassVar[Initiative | None] = None
    """How the order of a round is thrown for; None: it is that of the roster."""
    narrowed_by: ClassVar[Collection[str]] = ("target",)
    """Who can be a target hangs on the spell that is chosen, too: those are added."""

    _by_hand: ClassVar[frozenset[str]] = frozenset()
    """The values of ``edits`` that are none of the fighter's: conditions and counters."""

    def __init_subclass__(cls, **more: Any) -> None:
        if "actions" in vars(cls):
            end = Action(
                EndTurn, _nothing, Text("End turn"),
                rule=cls.turn_rule, key="Space", group="turn", main=True,
            )  # fmt: skip
            own = (a for a in cls.actions if getattr(a, "command", None) is not EndTurn)
            cls.actions = (*own, end)  # a system derived from another one lists what that one has
        if isinstance(cls.policies, Mapping):  # a property is as good, and stays as it is
            cls.policies = {**cls.policies, PRESSING: pressing(cls)}
        asked = {
            reaction.id: Text("{reaction}: true or false", reaction=reaction.label)
            for reaction in cls.reactions
        }
        cls.decisions = {**asked, **cls.decisions}
        declared = [fields_of(a.command) for a in cls.actions if isinstance(a, Action)]
        things = (thing.id for fields in declared for thing in fields if thing.offers)
        cls.narrowed_by = tuple(dict.fromkeys([*cls.narrowed_by, *things]))
        super().__init_subclass__(**more)
        if "conditions" in vars(cls):
            cls.fighter._kinds = cls.conditions
        known = getattr(cls, "edits", Record).model_fields
        added = {name: kept for name, kept in cls._set_by_hand().items() if name not in known}
        if added:
            cls._by_hand |= added.keys()
            cls.edits = create_model(cls.edits.__name__, __base__=cls.edits, **added)

    @classmethod
    def _set_by_hand(cls) -> dict[str, Any]:
        """What the game master can set besides the values of ``fighter``: its conditions."""
        return {
            kind.id: _settable(int, kind, ge=0, le=99) if kind.value else _settable(bool, kind)
            for kind in cls.conditions
        }

    def set_value(self, fighter: F, name: str, value: Any) -> None:
        if name not in self._by_hand:
            super().set_value(fighter, name, value)
        elif value != self.value_of(fighter, name):
            others = tuple(c for c in fighter.conditions if c.kind != name)
            now = next((c for c in fighter.conditions if c.kind == name), Condition(name))
            valued = replace(now, value=value * self._condition(name).value)
            fighter.conditions = (*others, valued) if value else others

    def value_of(self, fighter: F, name: str) -> Any:
        if name not in self._by_hand:
            return super().value_of(fighter, name)
        kind = self._condition(name)
        return kind.value_on(fighter) if kind.value else under(fighter, kind)

    def _condition(self, id: str) -> ConditionKind:
        return next(kind for kind in self.conditions if kind.id == id)

    # ---- what a system says

    def starting_values(self, sheet: Any, house: Any) -> dict[str, Any]:
        """The values with which somebody with this sheet enters the fight; by default those that
        the sheet has under the same names."""
        kind: Any = self.fighter
        names = (value.name for value in values_of(kind))
        by_name = {name: getattr(sheet, name) for name in names if hasattr(sheet, name)}
        return {**by_name, **kind.begins_with(sheet)}

    def turn_order(self, state: State[F], ids: Sequence[str], table: Table) -> Sequence[str]:
        """The order of a round, of those who act in it: by ``initiative``, or as in the roster."""
        return self.initiative.order(state, ids, table) if self.initiative else ids

    def turn_begins(self, state: State[F], fighter: F, table: Table) -> None:
        """What happens when the turn of a fighter, taken, begins."""

    def turn_ends(self, state: State[F], fighter: F, table: Table) -> None:
        """What happens when the turn of a fighter, taken, ends."""

    def ends_turn(self, action: Action[Any, Any]) -> bool:
        """Whether the turn is over after this action."""
        return action.whose == "to_act" and action.group != "others"

    def why_not_at(
        self, state: State[F], fighter: F, other: F, step: Mapping[str, Any]
    ) -> Words | None:
        """Why somebody cannot be a target of a step, as far as it is filled in: it is greyed on
        offer and refused; where nobody can be the target, the button is grey."""
        return None

    def offered(self, state: State[F], fighter: F, option: Option, field: Field) -> Field | None:
        if field.kind in AIMS:
            return self._aimed(state, fighter, field, self._armed(state, fighter, option.as_step()))
        return super().offered(state, fighter, option, field)

    def narrowed(
        self, state: State[F], fighter: F, option: Option, field: Field, chosen: Mapping[str, Any]
    ) -> Field:
        if field.kind in AIMS:
            return self._aimed(state, fighter, field, option.as_step(**chosen))
        return super().narrowed(state, fighter, option, field, chosen)

    def _aimed(self, state: State[F], fighter: F, aim: Field, step: Mapping[str, Any]) -> Field:
        """A parameter with those who are on offer for it."""
        choices = targets(
            state, fighter,
            lambda other: gone(other) or self.why_not_at(state, fighter, other, step),
            near=self.near(state, fighter), oneself=bool(aim.whom),
            friends_first=aim.whom == "friends" or self.for_friends(fighter, step),
        )  # fmt: skip
        return aim.offering(choices)

    def _offering_things(
        self, state: State[F], fighter: F, field: Field, step: Mapping[str, Any]
    ) -> Field:
        """As usual, but the first is the one for which somebody can be a target."""
        offered = super()._offering_things(state, fighter, field, step)
        model = self.commands[step.get("do", "act"), step.get("action", "")]
        for aim in [aim for aim in fields_of(model) if aim.kind in AIMS and aim.required]:
            for choice in [choice for choice in offered.choices if not choice.why_not]:
                aimed = self._aimed(state, fighter, aim, {**step, field.id: choice.value})
                if not all(target.why_not for target in aimed.choices):
                    return replace(offered, default=choice.value)
        return offered

    def _armed(self, state: State[F], fighter: F, step: Mapping[str, Any]) -> dict[str, Any]:
        """A step with the first of the things on offer, as its form opens."""
        asked = fields_of(self.commands[step.get("do", "act"), step.get("action", "")])
        things = (self._offering_things(state, fighter, f, step) for f in asked if f.offers)
        return {**step, **{thing.id: thing.default for thing in things}}

    def why_not(
        self, state: State[F], actor: str, action: Action[Any, F], command: Command | None = None
    ) -> Refusal | None:
        refusal = super().why_not(state, actor, action, command)
        aims = () if refusal or action.whose == "nobody" else fields_of(action.command)
        for aim in [aim for aim in aims if aim.kind in AIMS]:
            fighter = state[actor]
            if command is None and aim.required:
                step = self._armed(state, fighter, {"do": action.do, "action": action.id})
                choices = self._aimed(state, fighter, aim, step).choices
                reasons = [choice.why_not for choice in choices]
                if all(reasons):
                    nobody = alone(state, fighter) or [*reasons, contract.NOTHING_ON_OFFER][0]
                    return Refusal(nobody or "", "action" if action.id else "do")
            elif command is not None:
                step = command.model_dump(by_alias=True)
                ids = step[aim.id] if aim.kind == "combatants" else [step[aim.id]]
                for id in [id for id in ids if id in state.combatants]:
                    if reason := self.why_not_at(state, fighter, state[id], step):
                        return Refusal(reason, aim.id)
        return refusal

    # ---- what follows from it

    def muster(self, roster: Roster, house: Any) -> State[F]:
        state: State[F] = State(house=house)
        for recruit in roster:
            values = self.starting_values(recruit.sheet, house)
            state.combatants[recruit.id] = enlist(self.fighter, recruit, **values)
        return state

    def begin(self, state: State[F], command: Begin, table: Table) -> None:
        self.start_round(state, table, without=command.surprised)

    def start_round(self, state: State[F], table: Table, without: Collection[str] = ()) -> None:
        """The next round, in which those named do not act."""
        state.round += 1
        for fighter in state.take_all():
            fighter.acted = fighter.id in without
        ready = [fighter.id for fighter in state.standing() if not fighter.acted]
        state.order = list(self.turn_order(state, ready, table))
        self.pass_turn(state, table)

    def pass_turn(self, state: State[F], table: Table) -> None:
        """On to the next who has not acted, in the next round if need be; to nobody at the end."""
        if state.turn is not None:
            fighter = state.take(state.turn)
            fighter.acted = True
            self.turn_ends(state, fighter, table)
            fighter.at_turn("turn_end", table)
            pass_turn_of(state, fighter.id, "turn_end", self.conditions, table)
        waiting = (id for id in state.order if not state[id].acted and not state[id].out)
        state.turn = next(waiting, None)
        if state.turn is not None:
            pass_turn_of(state, state.turn, "turn_start", self.conditions, table)
            self.turn_begins(state, state.take(state.turn), table)
            state.take(state.turn).at_turn("turn_start", table)
            self._go_on(state, table)
        elif any(state.standing()) and self.outcome(state) is None:
            self.start_round(state, table)

    def perform(self, state: State[F], command: Command, table: Table) -> None:
        super().perform(state, command, table)
        if self.ends_turn(self.action_of(command)):
            state.take(self.actor_of(state, command)).acted = True
        self._go_on(state, table)

    def enter(self, state: State[F], newcomers: Sequence[str], command: Join, table: Table) -> None:
        super().enter(state, newcomers, command, table)
        for id in newcomers:
            state.take(id).acted = not command.this_round
        self._go_on(state, table)

    def after_edit(self, state: State[F], id: str, values: Mapping[str, Any], table: Table) -> None:
        self._go_on(state, table)

    def _go_on(self, state: State[F], table: Table) -> None:
        """Nobody waits for one who has acted or is out, and nothing holds by such a one."""
        conditions.sources_gone(state, self.conditions, table)
        now = None if state.turn is None else state[state.turn]
        if state.round and (now is None or now.acted or now.out):
            table.turn_only()
            self.pass_turn(state, table)

    def standing(self, state: State[F], id: str) -> Standing:
        usual = super().standing(state, id)
        return "done" if usual == "ready" and state[id].acted else usual

    def why_hindered(self, state: State[F], fighter: F) -> Words | None:
        if fighter.incapacitated:
            return Text("{name}: {condition}", name=fighter.name, condition=contract.DOWN)
        return hindrance(fighter, self.conditions) or super().why_hindered(state, fighter)

    def own_badges(self, state: State[F], id: str) -> Sequence[Vital]:
        return list(conditions.condition_badges(state, id, self.conditions))


def _settable(kind: Any, shown: Any, **limits: Any) -> tuple[Any, None]:
    """A condition or a counter as a value that can be set by hand, and may be left out."""
    label = Shown(str(shown.label), shown.native, context=shown.label.context)
    return Annotated[kind, Limits(**limits), label], None


AIMS = ("combatant", "combatants")
"""The kinds of fields that say whom a command is aimed at."""


@dataclass(frozen=True, slots=True)
class Initiative:
    """How the order is thrown for: the highest first, of equals as in the roster.

    The fighter keeps it as a value ``initiative``, None until it is thrown.
    """

    throw: Callable[[Any], AnyThrow[int]]
    """``throw(fighter)``: ``lambda fighter: pool(1, 20, Total(fighter.sheet.nimble))``."""
    rule: str = ""
    each: Literal["fight", "round"] = "fight"

    def order(self, state: State[Any], ids: Sequence[str], table: Table) -> list[str]:
        """The order of a round: who has none yet throws for it, a group throws once for all."""
        thrown: dict[str, int] = {}
        for fighter in [state.take(id) for id in ids]:
            if fighter.initiative is None or self.each == "round":
                group = fighter.group or fighter.id
                if group not in thrown:
                    throw, label = self.throw(fighter), Text("initiative")
                    thrown[group] = table.roll(throw, why=self.rule, by=fighter.id, label=label)
                    table.note(self.rule, fighter, "{name}: initiative {n}", n=thrown[group])
                fighter.initiative = thrown[group]
        return sorted(ids, key=lambda id: -state[id].initiative)


UNLIMITED = 999


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that a turn is paid with: an action, 30 feet to go, a reaction."""

    id: str
    label: Text
    amount: int | Callable[[Any], int] | None = 1
    """How much there is, or a function of the fighter; None: as much as anybody wants, and it only
    counts: the attacks of a turn, each of which is harder than the last."""
    each: Literal["turn", "round", "fight"] = "turn"
    """Whether it is full again when the fighter's own turn begins, when a round does, or never in
    a fight: spells of a day, which :meth:`WithCounters.left` then writes back."""
    native: str = ""
    per: str = ""
    """Another counter, of which one brings this amount: of an action, its attacks. There is none of
    it until then, and the first one takes the action."""

    def counted(self, amount: int) -> Text:
        """Its label for an amount: ``Text("action", "actions")`` has a plural."""
        return self.label.counted(amount) if self.label.plural else self.label

    def full(self, fighter: Any) -> int:
        """How much of it a fighter has at most; 0 of what only counts."""
        return self.amount(fighter) if callable(self.amount) else self.amount or 0

    def used(self, fighter: Any) -> int:
        """How much of it a fighter has used, the action under way included."""
        used: int = fighter.used.get(self.id, 0)
        return used

    def left(self, fighter: Any) -> int:
        """How much of it a fighter has left; of what only counts always enough."""
        full = UNLIMITED if self.amount is None else 0 if self.per else self.full(fighter)
        return full - self.used(fighter)

    def takes(self, fighter: Any, amount: int) -> dict[str, int]:
        """What ``amount`` takes: of this counter, and where too little is left also one of ``per``,
        which brings more."""
        full = max(self.full(fighter), 1)
        sets = max(-((self.left(fighter) - amount) // full), 0) if self.per else 0
        return {**({self.per: sets} if sets else {}), self.id: amount - sets * full}


@dataclass(frozen=True, slots=True)
class Levels:
    """Counters of one kind by level: spell slots. ``counters = (…, *SLOTS.counters)``."""

    id: str
    label: Callable[[int], Text]
    amount: Callable[[Any, int], int]
    """``amount(fighter, level)``: how many there are."""
    levels: Sequence[int]

    def of(self, n: int) -> Counter:
        """The counter of a level, ``slot_1``."""
        return Counter(
            f"{self.id}_{n}", self.label(n), lambda fighter: self.amount(fighter, n), each="fight"
        )

    @property
    def counters(self) -> list[Counter]:
        """The counters of all levels."""
        return [self.of(n) for n in self.levels]

    def lowest(self, fighter: Any, level: int) -> int | None:
        """The lowest level, this one or above, of which something is left."""
        left = (n for n in self.levels if n >= level and self.of(n).left(fighter) > 0)
        return next(left, None)

    def uses(self, fighter: Any, level: int, wanted: int | None = None) -> Mapping[str, int]:
        """What something of a level takes: of the one that is wanted, else of the lowest left;
        nothing at level 0."""
        taken = max(wanted or self.lowest(fighter, level) or 0, level)
        return {f"{self.id}_{taken}": 1} if level else {}

    def paid(self, fighter: Any, level: int) -> int:
        """The level that was taken for the action under way, at least that of what it is for."""
        return max([level, *(n for n in self.levels if self.of(n).id in fighter._paid)])


@dataclass(frozen=True, slots=True)
class Reaction:
    """What somebody may do in the turn of another, asked for by the rule that gives the chance."""

    id: str
    label: Text
    rule: str = ""
    counter: Counter | None = None
    """What it is paid with, one each time."""
    applies: Callable[[Any, Any], object] = lambda state, fighter: True
    """``applies(state, fighter)``: whether this one has it now."""

    def taken(self, state: State[Any], id: str, table: Table) -> bool:
        """Whether somebody who is able to reacts so; it is paid for then."""
        fighter = state[id]
        spent = self.counter is not None and self.counter.left(fighter) < 1
        if spent or not able(fighter) or not self.applies(state, fighter):
            return False
        asked = Text("{name}: {reaction}?", name=fighter.name, reaction=self.label)
        if not table.ask(yes_or_no(fighter, self.id, asked, self.label, Text("No"), self.rule)):
            return False
        if self.counter:
            spend(state.take(id), self.counter.id)
        table.note(self.rule, fighter, "{name}: {reaction}", reaction=self.label)
        return True


def spend(fighter: TurnTaker, counter: str, amount: int = 1) -> None:
    """Uses up some of a counter of a fighter, taken; a negative amount adds: feet of a dash."""
    fighter.used = {**fighter.used, counter: fighter.used.get(counter, 0) + amount}


class WithCounters(InTurns[F]):
    """A system in which a turn has several acts, each paid for out of declared counters."""

    counters: ClassVar[Sequence[Counter]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        known = [counter.id for counter in cls.counters]
        for counter in cls.counters:
            if counter.per and counter.per not in known:
                raise TypeError(f"{counter.id}: {none_such(counter.per, known)}")
        for action in cls.actions:
            for used, amount in action.uses.items():
                if used not in known:
                    raise TypeError(f"{action.id}: {none_such(used, known)}")
                if isinstance(amount, str) and amount not in action.command.model_fields:
                    raise TypeError(
                        f"{action.id}: {none_such(amount, action.command.model_fields)}"
                    )

    @classmethod
    def _set_by_hand(cls) -> dict[str, Any]:
        limited = (counter for counter in cls.counters if counter.amount is not None)
        left = {counter.id: _settable(int, counter, ge=0, le=999) for counter in limited}
        return {**left, **super()._set_by_hand()}

    def set_value(self, fighter: F, name: str, value: Any) -> None:
        if name in self._by_hand and any(counter.id == name for counter in self.counters):
            spend(fighter, name, self.left(fighter, name) - value)
        else:
            super().set_value(fighter, name, value)

    def value_of(self, fighter: F, name: str) -> Any:
        if name in self._by_hand and any(counter.id == name for counter in self.counters):
            return self.left(fighter, name)
        return super().value_of(fighter, name)

    def editable(self, state: State[F], id: str) -> Sequence[Field]:
        """What can be set by hand; no counter of which this one has none."""
        has = {c.id: c.full(state[id]) or c.used(state[id]) for c in self.counters}
        return [field for field in super().editable(state, id) if has.get(field.id, True)]

    def uses(
        self, state: State[F], fighter: F, action: Action[Any, F], command: Command | None = None
    ) -> Mapping[str, int]:
        """What an action takes of the counters; ``cost``, set by hand, is of the first counter."""
        if command is not None and command.cost is not None:
            return dict.fromkeys([*action.uses][:1], command.cost)
        uses: dict[str, int] = {}
        for id, amount in action.uses.items():
            if isinstance(amount, str):
                default = action.command.model_fields[amount].default
                amount = getattr(command, amount) if command else default
            amount = amount(fighter) if callable(amount) else amount
            uses |= self._counter(id).takes(fighter, amount)
        if command is not None:
            step = command.model_dump(by_alias=True)
            for thing in contract.things_named(fighter, command):
                uses |= self.uses_with(fighter, thing, step)
        return uses

    def uses_with(self, fighter: F, thing: Any, step: Mapping[str, Any]) -> Mapping[str, int]:
        """What one of the things that a parameter ``offers`` takes besides: a spell, its slot. What
        cannot be paid is grey on offer."""
        return {}

    def why_not_with(
        self, state: State[F], fighter: F, thing: Any, step: Mapping[str, Any]
    ) -> Words | None:
        usual = super().why_not_with(state, fighter, thing, step)
        return usual or self._unpaid(fighter, self.uses_with(fighter, thing, step))

    def left(self, fighter: F, counter: str) -> int:
        """How much of a counter a fighter has left."""
        return self._counter(counter).left(fighter)

    def _counter(self, id: str) -> Counter:
        known = {counter.id: counter for counter in self.counters}
        if id not in known:
            raise LookupError(f"there is no counter {id!r}; there is: {', '.join(known)}")
        return known[id]

    def within_means(self, fighter: F, counter: str) -> int:
        """What is left of a counter, and what another one that brings it would still bring."""
        paid = self._counter(counter)
        sets = self.left(fighter, paid.per) if paid.per else 0
        return paid.left(fighter) + sets * paid.full(fighter)

    def ends_turn(self, action: Action[Any, Any]) -> bool:
        return action.group == "turn"

    def too_dear(
        self, state: State[F], fighter: F, action: Action[Any, F], command: Command | None = None
    ) -> Text | None:
        return self._unpaid(fighter, self.uses(state, fighter, action, command))

    def _unpaid(self, fighter: F, uses: Mapping[str, int]) -> Text | None:
        """Which counter cannot pay what is taken of it."""
        for id, amount in uses.items():
            left = self.left(fighter, id)
            if amount > max(left, 0):
                return Text(
                    "{what}: {name} has {left}, it takes {amount}",
                    what=self._counter(id).label, name=fighter.name, left=left, amount=amount,
                )  # fmt: skip
        return None

    def price_in_words(self, state: State[F], fighter: F, action: Action[Any, F]) -> Words:
        parts = [
            Text("{amount} {what}", amount=amount, what=self._counter(id).counted(amount))
            for id, amount in self.uses(state, fighter, action).items()
            if self._counter(id).amount is not None and (amount > 0 or not self._counter(id).per)
        ]
        return Text("{prices}", prices=parts) if parts else ""

    def perform(self, state: State[F], command: Command, table: Table) -> None:
        action = self.action_of(command)
        if action.whose != "nobody":
            fighter = state.take(self.actor_of(state, command))
            fighter._paid = self.uses(state, fighter, action, command)
            for counter, amount in fighter._paid.items():
                spend(fighter, counter, amount)
        super().perform(state, command, table)

    def start_round(self, state: State[F], table: Table, without: Collection[str] = ()) -> None:
        for fighter in state.take_all():
            self._refill(fighter, "round")
        super().start_round(state, table, without)

    def turn_begins(self, state: State[F], fighter: F, table: Table) -> None:
        self._refill(fighter, "turn")

    def _refill(self, fighter: F, each: Literal["turn", "round"]) -> None:
        used = fighter.used.items()
        fighter.used = {id: n for id, n in used if self._counter(id).each != each}

    def vitals(self, state: State[F], id: str) -> Sequence[Vital]:
        fighter = state[id]
        return [*bars(fighter), *self.counter_vitals(fighter), *badges(fighter)]

    def counter_vitals(self, fighter: F) -> list[Vital]:
        """What a fighter has left of each counter it has: pips of a few, else a number; of one that
        another brings only while something is left; and how often what only counts was done."""
        return [
            Vital(
                "pips" if most <= MOST_PIPS else "number",
                counter.id, counter.label, max(left := self.left(fighter, counter.id), 0),
                max(left, most), native=counter.native,
            )
            for counter in self.counters
            if (most := counter.full(fighter)) and (counter.left(fighter) or not counter.per)
        ] + [
            Vital("number", counter.id, counter.label, used, used, native=counter.native)
            for counter in self.counters
            if counter.amount is None and (used := counter.used(fighter))
        ]  # fmt: skip


MOST_PIPS = 6
"""A counter of more is shown as a number."""
