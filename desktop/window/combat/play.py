"""Performs steps on a fight for the window: where dice and answers come from, and what is kept.

Knows no widget. Rules take microseconds, so everything happens at once, on the thread that asks.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.encounter.fight import Fight, Pending, Preview, Step
from desktop.encounter.tables import DiceSource, DiceWanted, Unanswered
from desktop.rules.state import State
from desktop.rules.table import Decision, Refusal
from desktop.window.combat.preferences import Preferences

Keep = Callable[[list[Step], Step | None], None]
"""``keep(new_steps, pending)``: stores what was added to the journal, and the waiting command."""

MOST_AT_ONCE = 30
"""Steps a policy may take in one go; a policy that never ends its turn stops here."""


class Play(QObject):
    """A fight being played. Emits ``changed`` after each step, question, undo and redo."""

    changed = Signal()
    refused = Signal(str, str)
    """Message and dotted field of a refusal; nothing has changed then."""

    def __init__(
        self,
        fight: Fight,
        keep: Keep,
        preferences: Preferences,
        dice: random.Random,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.fight = fight
        self._keep = keep
        self._preferences = preferences
        self._dice = dice
        self._kept = len(fight.journal)
        self._earlier: list[Pending] = []

    # ---- steps

    def perform(self, step: Step, *, typed: bool | None = None) -> bool:
        """Performs a step; False when it was refused. Typed: every throw waits for real dice."""
        self._earlier.clear()
        return self._try(lambda: self.fight.perform(step, self._source(typed), self._decide))

    def perform_aside(self, step: Step) -> bool:
        """An entry by hand or an objective: a command that waits goes on waiting after it."""
        waiting = self.fight.pending

        def aside() -> None:
            self.fight.perform(step)
            if waiting:
                self.fight.perform(waiting.as_json(), None, self._decide)

        return self._try(aside)

    def answer(self, value: Any) -> bool:
        """Answers the pending question: a decision's value, or a list of dice."""
        before = self.fight.pending
        done = self._try(lambda: self.fight.answer(value, self._source(), self._decide))
        if not self.fight.pending:
            self._earlier.clear()
        elif done and before:
            self._earlier.append(before)
        return done

    def roll(self) -> bool:
        """The program throws the dice that are waited for, this one throw."""
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
        """One question back; from the first one the whole command is given up."""
        if self._earlier:
            self.fight.pending = self._earlier.pop()
        else:
            self.fight.cancel()
        self._tell()

    @property
    def can_go_back(self) -> bool:
        """Whether a question of the waiting command was answered already, here and now."""
        return bool(self._earlier)

    def undo(self) -> bool:
        self._earlier.clear()
        return self.fight.can_undo and self._try(self.fight.undo)

    def redo(self) -> bool:
        self._earlier.clear()
        return self.fight.can_redo and self._try(self.fight.redo)

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
        return not any(
            option.actor == actor and not option.aside and not option.why_not
            for option in self.fight.options()
        )

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
        if decision.moot and not self._preferences.ask_moot:
            return self.fight.rules.decide(state, decision)
        raise Unanswered(decision)

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except Refusal as refusal:
            if len(self.fight.journal) > self._kept:
                self._tell()
            self.refused.emit(refusal.message, refusal.field)
            return False
        self._tell()
        return True

    def _tell(self) -> None:
        new = self.fight.journal[self._kept :]
        self._kept = len(self.fight.journal)
        pending = self.fight.pending
        self._keep(new, pending.as_json() if pending else None)
        self.changed.emit()
