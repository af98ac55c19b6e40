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
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.cast import enlist
from desktop.rules.conditions import (
    Condition,
    ConditionKind,
    condition_badges,
    hindrance,
    pass_turn_of,
    sources_gone,
)
from desktop.rules.contract import DOWN, Action, Begin, Command, Join, Rules, bare
from desktop.rules.display import Standing, Vital
from desktop.rules.fields import Record, Shown
from desktop.rules.pressing import PRESSING, pressing
from desktop.rules.state import Combatant, Roster, State
from desktop.rules.table import Table
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
    narrowed_by = ("target",)

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
        super().__init_subclass__(**more)
        known = getattr(cls, "edits", Record).model_fields
        added = {name: kept for name, kept in cls._set_by_hand().items() if name not in known}
        if added:
            cls._by_hand |= added.keys()
            cls.edits = create_model(cls.edits.__name__, __base__=cls.edits, **added)

    @classmethod
    def _set_by_hand(cls) -> dict[str, Any]:
        """What the game master can set besides the values of ``fighter``: its conditions."""
        return {kind.id: _settable(bool, kind) for kind in cls.conditions}

    def set_value(self, fighter: F, name: str, value: Any) -> None:
        if name not in self._by_hand:
            super().set_value(fighter, name, value)
        elif value != self.value_of(fighter, name):
            others = tuple(c for c in fighter.conditions if c.kind != name)
            fighter.conditions = (*others, Condition(name)) if value else others

    def value_of(self, fighter: F, name: str) -> Any:
        if name not in self._by_hand:
            return super().value_of(fighter, name)
        return any(condition.kind == name for condition in fighter.conditions)

    # ---- what a system says

    def starting_values(self, sheet: Any, house: Any) -> dict[str, Any]:
        """The values with which somebody with this sheet enters the fight; by default those that
        the sheet has under the same names."""
        kind: Any = self.fighter
        names = (value.name for value in values_of(kind))
        return {name: getattr(sheet, name) for name in names if hasattr(sheet, name)}

    def turn_order(self, state: State[F], ids: Sequence[str], table: Table) -> Sequence[str]:
        """The order of a round, of those who act in it; as they stand in the roster."""
        return ids

    def turn_begins(self, state: State[F], fighter: F, table: Table) -> None:
        """What happens when the turn of a fighter, taken, begins."""

    def turn_ends(self, state: State[F], fighter: F, table: Table) -> None:
        """What happens when the turn of a fighter, taken, ends."""

    def ends_turn(self, action: Action[Any, Any]) -> bool:
        """Whether the turn is over after this action."""
        return action.whose == "to_act" and action.group != "others"

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
            pass_turn_of(state, fighter.id, "turn_end", self.conditions, table)
        waiting = (id for id in state.order if not state[id].acted and not state[id].out)
        state.turn = next(waiting, None)
        if state.turn is not None:
            pass_turn_of(state, state.turn, "turn_start", self.conditions, table)
            self.turn_begins(state, state.take(state.turn), table)
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
        sources_gone(state, self.conditions, table)
        now = None if state.turn is None else state[state.turn]
        if state.round and (now is None or now.acted or now.out):
            table.turn_only()
            self.pass_turn(state, table)

    def standing(self, state: State[F], id: str) -> Standing:
        usual = super().standing(state, id)
        return "done" if usual == "ready" and state[id].acted else usual

    def why_hindered(self, state: State[F], fighter: F) -> Words | None:
        if fighter.incapacitated:
            return Text("{name}: {condition}", name=fighter.name, condition=DOWN)
        return hindrance(fighter, self.conditions) or super().why_hindered(state, fighter)

    def own_badges(self, state: State[F], id: str) -> Sequence[Vital]:
        return list(condition_badges(state, id, self.conditions))


def _settable(kind: Any, shown: Any, **limits: Any) -> tuple[Any, None]:
    """A condition or a counter as a value that can be set by hand, and may be left out."""
    label = Shown(str(shown.label), shown.native, context=shown.label.context)
    return Annotated[kind, Limits(**limits), label], None


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that a turn is paid with: an action, 30 feet to go, a reaction."""

    id: str
    label: Text
    amount: int | Callable[[Any], int] = 1
    """How much there is, or a function of the fighter."""
    each: Literal["turn", "round", "fight"] = "turn"
    """Whether it is full again when the fighter's own turn begins, when a round does, or never in
    a fight: spells of a day, which :meth:`WithCounters.left` then writes back."""
    native: str = ""

    def full(self, fighter: Any) -> int:
        """How much of it a fighter has at most."""
        return self.amount if isinstance(self.amount, int) else self.amount(fighter)


def spend(fighter: TurnTaker, counter: str, amount: int = 1) -> None:
    """Uses up so much of a counter of a fighter, taken: a reaction that a rule asks for."""
    fighter.used = {**fighter.used, counter: fighter.used.get(counter, 0) + amount}


class WithCounters(InTurns[F]):
    """A system in which a turn has several acts, each paid for out of declared counters."""

    counters: ClassVar[Sequence[Counter]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        known = [counter.id for counter in cls.counters]
        for action in cls.actions:
            for counter, amount in action.uses.items():
                if counter not in known:
                    raise TypeError(f"{action.id}: {none_such(counter, known)}")
                if isinstance(amount, str) and amount not in action.command.model_fields:
                    raise TypeError(
                        f"{action.id}: {none_such(amount, action.command.model_fields)}"
                    )

    @classmethod
    def _set_by_hand(cls) -> dict[str, Any]:
        left = {counter.id: _settable(int, counter, ge=0, le=999) for counter in cls.counters}
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

    def uses(
        self, state: State[F], fighter: F, action: Action[Any, F], command: Command | None = None
    ) -> Mapping[str, int]:
        """What an action takes of the counters; ``cost``, set by hand, is of the first counter."""
        if command is not None and command.cost is not None:
            return dict.fromkeys([*action.uses][:1], command.cost)
        model = action.command
        return {
            counter: amount
            if isinstance(amount, int)
            else getattr(command, amount) if command else model.model_fields[amount].default
            for counter, amount in action.uses.items()
        }  # fmt: skip

    def left(self, fighter: F, counter: str) -> int:
        """How much of a counter a fighter has left."""
        return self._counter(counter).full(fighter) - fighter.used.get(counter, 0)

    def _counter(self, id: str) -> Counter:
        known = {counter.id: counter for counter in self.counters}
        if id not in known:
            raise LookupError(f"there is no counter {id!r}; there is: {', '.join(known)}")
        return known[id]

    def ends_turn(self, action: Action[Any, Any]) -> bool:
        return action.group == "turn"

    def too_dear(
        self, state: State[F], fighter: F, action: Action[Any, F], command: Command | None = None
    ) -> Text | None:
        for id, amount in self.uses(state, fighter, action, command).items():
            left = self.left(fighter, id)
            if amount > left:
                template = "{what}: {name} has {left}, it takes {amount}"
                what = self._counter(id).label
                return Text(template, what=what, name=fighter.name, left=left, amount=amount)
        return None

    def price_in_words(self, state: State[F], fighter: F, action: Action[Any, F]) -> Words:
        parts = [
            Text("{amount} {what}", amount=amount, what=self._counter(id).label)
            for id, amount in self.uses(state, fighter, action).items()
        ]
        return Text("{prices}", prices=parts) if parts else ""

    def perform(self, state: State[F], command: Command, table: Table) -> None:
        action = self.action_of(command)
        if action.whose != "nobody":
            fighter = state.take(self.actor_of(state, command))
            for counter, amount in self.uses(state, fighter, action, command).items():
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
        """What a fighter has left of each counter it has: pips of a few, else a number."""
        return [
            Vital(
                "pips" if most <= MOST_PIPS else "number",
                counter.id, counter.label, max(left := self.left(fighter, counter.id), 0),
                max(left, most), native=counter.native,
            )
            for counter in self.counters
            if (most := counter.full(fighter))
        ]  # fmt: skip


MOST_PIPS = 6
"""A counter of more is shown as a number."""
