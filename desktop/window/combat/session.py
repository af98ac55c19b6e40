"""A fight that is being played: its steps, what waits for an answer, and what changed.

Every view of the fight shows one session and hears its signals. It knows no widget. Rules take
microseconds, so everything is done at once, in the thread that asks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.encounter.fight import Fight, Pending, Preview, Step
from desktop.encounter.tables import DiceSource, DiceWanted, Unanswered
from desktop.library.rulebook import RuleText
from desktop.rules import SystemFailed
from desktop.rules.contract import Option
from desktop.rules.state import State
from desktop.rules.table import Decision, Refusal
from desktop.window.combat.preferences import Preferences

Keep = Callable[[list[Step], Step | None], None]
"""``keep(new_steps, pending)``: stores what was added to the journal, and the waiting command."""

MOST_AT_ONCE = 30
"""Steps that a policy may take in one go; a policy that never ends its turn stops here."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one act has changed. A view repaints what depends on it, and nothing else."""

    state: bool = False
    """A step, an undo or a redo: the fight is in another state, and the log is another."""
    question: bool = False
    """Another question waits, or none any more."""
    combatants: frozenset[str] = frozenset()
    """Whose values are others; empty where only a question changed."""


class FightSession(QObject):
    """A fight with its dice, its policies and the place where its steps are stored."""

    changed = Signal(Change)
    refused = Signal(str, str)
    """Message and dotted field of a refusal; nothing has changed then."""

    def __init__(
        self,
        fight: Fight,
        preferences: Preferences,
        keep: Keep,
        *,
        texts: Mapping[str, RuleText] | None = None,
        dice: random.Random | None = None,
        parent: QObject | None = None,
    ) -> None:
        """``keep`` is called after every change. ``texts`` are the rules by number; ``dice`` is
        the generator of the program's dice, the system's own randomness where none is given.
        """
        super().__init__(parent)
        self.fight = fight
        self.texts = texts or {}
        self._keep = keep
        self._preferences = preferences
        self._dice = dice or random.SystemRandom()
        self._kept = len(fight.journal)
        self._earlier: list[Pending] = []
        self._seen = fight.state
        self._asked: State[Any] | None = None
        self._options: Sequence[Option] = ()
        self._acting: Sequence[str] = ()
        self._policy: str | None = None

    @property
    def options(self) -> Sequence[Option]:
        """What the rules offer in this state; asked once a state, for all views."""
        self._ask_options()
        return self._options

    @property
    def acting(self) -> Sequence[str]:
        """The actor of each option that can be chosen and is no aside."""
        self._ask_options()
        return self._acting

    def _ask_options(self) -> None:
        if self._asked is self.fight.state:
            return
        self._asked, self._options = self.fight.state, self.fight.options()
        self._acting = [o.actor for o in self._options if not o.aside and not o.why_not]

    # ---- steps

    def perform(self, step: Step, *, typed: bool | None = None) -> bool:
        """Performs a step; False when it was refused. ``typed``: all dice are typed in."""
        self._earlier.clear()
        return self._try(lambda: self.fight.perform(step, self._source(typed), self._decide))

    def perform_aside(self, step: Step) -> bool:
        """An edit by hand or an objective: a command that waits goes on waiting after it."""
        waiting = self.fight.pending

        def aside() -> None:
            self.fight.perform(step)
            if waiting:
                self.fight.perform(waiting.as_json(), None, self._decide)

        return self._try(aside)

    def answer(self, value: Any) -> bool:
        """Answers the pending question: the value of a decision, or a list of dice."""
        before = self.fight.pending
        done = self._try(lambda: self.fight.answer(value, self._source(), self._decide))
        if not self.fight.pending:
            self._earlier.clear()
        elif done and before:
            self._earlier.append(before)
        return done

    def roll(self) -> bool:
        """The program throws the dice that are waited for, in this throw only."""
        return self.answer(self._thrown())

    def _thrown(self) -> list[int]:
        pending = self.fight.pending
        assert pending
        assert isinstance(pending.question, DiceWanted)
        faces: list[int] = []
        for dice in pending.question.missing:
            kept = 0
            while kept < dice.count:
                faces.append(self._dice.randint(1, dice.sides))
                kept += faces[-1] not in dice.again
        return faces

    def back(self) -> None:
        """One question back; at the first question the whole command is given up."""
        if self._earlier:
            self.fight.pending = self._earlier.pop()
        else:
            self.fight.cancel()
        self._emit_changed()

    @property
    def can_go_back(self) -> bool:
        """Whether a question of the waiting command was answered already, here and now."""
        return bool(self._earlier)

    def undo(self) -> bool:
        """Takes back the last step, or the command that waits."""
        self._earlier.clear()
        return self.fight.can_undo and self._try(self.fight.undo)

    def redo(self) -> bool:
        """Does again what was taken back last."""
        self._earlier.clear()
        return self.fight.can_redo and self._try(self.fight.redo)

    # ---- policies

    def policy_of(self, id: str | None) -> str | None:
        """The combatant's own policy, else the one chosen last, else the first there is."""
        policies = self.fight.rules.policies
        if id is None or not policies:
            return None
        own = self.fight.state[id].policy
        if isinstance(own, str) and own in policies:
            return own
        return self._policy if self._policy in policies else next(iter(policies))

    def choose_policy(self, policy: str) -> None:
        """The policy of those who have none of their own, from now on."""
        self._policy = policy

    def act_by(self, policy: str, actor: str) -> int:
        """Lets a policy act until it is done, asks, or passes the turn; how many steps it took."""
        choose = self.fight.rules.policies[policy].choose
        steps = 0
        while steps < MOST_AT_ONCE:
            command = choose(self.fight.state, actor)
            if command is None or not self.perform(command.as_step()):
                break
            steps += 1
            fight = self.fight
            if fight.pending or fight.outcome or fight.state.turn not in (None, actor):
                break
            if fight.state.turn is None and self._moved_on(actor):
                break
        return steps

    def _moved_on(self, actor: str) -> bool:
        """Nobody is on turn, and the rules offer this one nothing that is not an aside."""
        return actor not in self.acting

    # ---- looking ahead

    def preview(self, step: Step) -> Preview:
        """What a step would tell and ask. Raises :class:`Refusal`."""
        return self.fight.preview(step)

    def told_so_far(self) -> Preview:
        """What the waiting command has told up to its question."""
        assert self.fight.pending
        return self.fight.preview(self.fight.pending.as_json())

    # ---- inside

    def _source(self, typed: bool | None = None) -> DiceSource | None:
        if self._preferences.typed if typed is None else typed:
            return None
        return lambda sides: self._dice.randint(1, sides)

    def _decide(self, state: State[Any], decision: Decision) -> Any:
        if decision.no_benefit and not self._preferences.ask_without_benefit:
            return self.fight.rules.decide(state, decision)
        raise Unanswered(decision)

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except (Refusal, SystemFailed) as refusal:
            if len(self.fight.journal) > self._kept:
                self._emit_changed()
            self.refused.emit(str(refusal.message), refusal.field)
            return False
        self._emit_changed()
        return True

    def _emit_changed(self) -> None:
        """Stores what is new and says what changed."""
        new = self.fight.journal[self._kept :]
        self._kept = len(self.fight.journal)
        pending = self.fight.pending
        self._keep(new, pending.as_json() if pending else None)
        before, now = self._seen, self.fight.state
        if now is before:
            self.changed.emit(Change(question=True))
            return
        self._seen = now
        people = now.combatants
        touched = {id for id, one in people.items() if before.combatants.get(id) is not one}
        gone = before.combatants.keys() - people.keys()
        self.changed.emit(Change(state=True, question=True, combatants=frozenset(touched | gone)))
