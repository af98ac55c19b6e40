"""For systems in which everybody acts once a round, one after the other.

::

    class Barrow(InTurns[Person]):
        id, title, turn_rule, out_rule = "barrow", "Barrow", "barrow-1", "barrow-6"
        sheet, fighter = Sheet, Person
        actions = (Action(Strike, strike, Text("Attack"), rule="barrow-3", key="A", why_not=alone),)

An action of those who are to act uses up the turn, unless its group is ``"others"``; what
anybody can do at any time does not. "End turn" is added by itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from desktop.rules.cast import enlist
from desktop.rules.contract import Action, Begin, Command, Join, Rules
from desktop.rules.display import Standing
from desktop.rules.state import Combatant, Roster, State
from desktop.rules.table import Table
from desktop.rules.text import Text


@dataclass(slots=True)
class TurnTaker(Combatant):
    """Somebody who acts once a round. Derive from it and add what a fight changes."""

    acted: bool = False
    """Whether this one's turn of the round is over."""


class EndTurn(Command):
    """Lets the turn pass."""

    do: Literal["end_turn"] = "end_turn"


def _nothing(state: Any, fighter: Any, command: Command, table: Table) -> None:
    """The turn passes; see :meth:`InTurns.perform`."""


F = TypeVar("F", bound=TurnTaker)


class InTurns(Rules[State[F]], Generic[F]):
    """A system with one turn each a round.

    Beside what every system gives, it gives ``turn_rule`` and :meth:`starting_values`.
    """

    fighter: ClassVar[type[Any]]
    turn_rule: ClassVar[str] = ""
    """The rule by which turns follow one another."""

    def __init_subclass__(cls, **more: Any) -> None:
        if "actions" in vars(cls):
            end = Action(
                EndTurn, _nothing, Text("End turn"),
                rule=cls.turn_rule, key="Space", group="turn", main=True,
            )  # fmt: skip
            own = (a for a in cls.actions if getattr(a, "command", None) is not EndTurn)
            cls.actions = (*own, end)  # a system derived from another one lists what that one has
        super().__init_subclass__(**more)

    # ---- what a system says

    @abstractmethod
    def starting_values(self, sheet: Any, house: Any) -> dict[str, Any]:
        """The values with which somebody with this sheet enters the fight."""

    def turn_order(self, state: State[F], ids: Sequence[str], table: Table) -> Sequence[str]:
        """The order of a round, of those who act in it; as they stand in the roster."""
        return ids

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
        waiting = (id for id in state.order if not state[id].acted and not state[id].out)
        state.turn = next(waiting, None)
        if state.turn is None and any(state.standing()) and self.outcome(state) is None:
            self.start_round(state, table)

    def perform(self, state: State[F], command: Command, table: Table) -> None:
        super().perform(state, command, table)
        action = self.action_of(command)
        uses_turn = action.whose == "to_act" and action.group != "others"
        if uses_turn:
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
        """Nobody waits for one who has acted or is out."""
        now = None if state.turn is None else state[state.turn]
        if state.round and (now is None or now.acted or now.out):
            table.turn_only()
            self.pass_turn(state, table)

    def standing(self, state: State[F], id: str) -> Standing:
        usual = super().standing(state, id)
        return "done" if usual == "ready" and state[id].acted else usual
