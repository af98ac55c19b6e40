"""A fight that is being played: its steps, what waits for an answer, and what changed.

Every view of the fight shows one session and hears its signals. It knows no widget. Rules take
microseconds, so everything is done at once, in the thread that asks.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from desktop.encounter.answers import Step, actor_of
from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.fight import Fight, Pending, Preview
from desktop.encounter.play_table import DiceSource, DiceWanted, Unanswered
from desktop.languages.content import texts_in
from desktop.library.resources import RuleText
from desktop.rules import SystemFailed, contract, display, table
from desktop.rules.state import State
from desktop.window.combat.session.preferences import Preferences
from desktop.window.store import Store, Tasks
from desktop.window.widgets import language, pictures

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign

Keep = Callable[[list[Step], Step | None], None]
"""``keep(new_steps, pending)``: stores what was added to the journal, and the waiting command."""

LOOK_AHEAD = 40
"""Paths through the dice that show whom a step can hurt, where its odds are not known."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one act has changed, beside the question that waits. A view repaints what depends on it,
    and nothing else."""

    state: bool = False
    """A step, an undo or a redo: the fight is in another state, and the log is another."""
    by_hand: bool = False
    """It was done by hand: whose turn it is and what they were about to do stays."""
    combatants: frozenset[str] = frozenset()
    """The ids of combatants whose values changed; empty where only a question changed."""


class StandIn(Protocol):
    """Decides in place of those whom the rules ask."""

    def plays(self, decision: table.Decision) -> bool:
        """Whether it decides this, and not the person at the table."""

    def decide(self, state: State[Any], decision: table.Decision) -> Any:
        """The answer. Raises :class:`Unanswered` where it has to be weighed first."""

    def answers_soon(self) -> bool:
        """Begins to weigh the question that waits; False where that is not its question."""


class FightSession(QObject):
    """A fight with its dice and the place where its steps are stored."""

    changed = Signal(Change)
    refused = Signal(str, str)
    """Message and dotted field of a refusal; nothing has changed then."""
    given_up = Signal(str)
    """Why the command that waited cannot go on after what was done by hand."""
    interrupted = Signal()
    """The game master does or undoes something: what acts by itself has to stop."""
    answered = Signal()
    """The command that waited is done: what acts by itself can go on."""

    def __init__(
        self,
        fight: Fight,
        preferences: Preferences,
        keep: Keep,
        *,
        texts: Mapping[str, RuleText] | None = None,
        portraits: pictures.Portraits | None = None,
        map_picture: QImage | None = None,
        dice: random.Random | None = None,
        parent: QObject | None = None,
    ) -> None:
        """``keep`` is called after every change. ``texts`` are the rules by number; ``dice`` is
        the generator of the program's dice, the system's own randomness where none is given.
        """
        super().__init__(parent)
        self.fight = fight
        self.texts = texts or {}
        self.portraits = portraits or pictures.Portraits()
        self.map_picture = map_picture
        """What is shown behind the map."""
        self._keep = keep
        self._preferences = preferences
        self._dice = dice or random.SystemRandom()
        self._kept = len(fight.journal)
        self._earlier: list[Pending] = []
        self._seen = fight.state
        self._asked: State[Any] | None = None
        self._turn_options: Sequence[contract.Option] = ()
        self._out_of_turn: dict[str, Sequence[contract.Option]] = {}
        self._judged: State[Any] | None = None
        self._outcome: display.Outcome | None = None
        self.stand_in: StandIn | None = None
        """Who decides for combatants that act by themselves."""
        self.was_refused = False
        """Whether what was tried last was refused, which was said then."""
        self.typed = ""
        """What is typed of the throw that waits, as keys."""
        self._waits = fight.pending
        self._typed_of: tuple[Pending | None, str] = None, ""
        """The command that was undone while it waited, and what was typed of its throw."""
        self.typing: set[str] = set()
        """The sides that have typed dice of this command though they are rolled for: the rest of
        theirs waits to be typed, too."""

    @property
    def turn_options(self) -> Sequence[contract.Option]:
        """What the rules offer in this state to those who are to act, and for the whole fight.

        Asked once a state, for all views.
        """
        if self._asked is not self.fight.state:
            self._asked, self._turn_options = self.fight.state, self.fight.turn_options()
            self._out_of_turn.clear()
        return self._turn_options

    def options_of(self, actor: str) -> list[contract.Option]:
        """What the rules offer one combatant, in turn and out of turn; the fight with ``""``."""
        options = [option for option in self.turn_options if option.actor == actor]
        if actor:
            if actor not in self._out_of_turn:
                self._out_of_turn[actor] = self.fight.out_of_turn_options(actor)
            options += self._out_of_turn[actor]
        return options

    def options_at_first(self, actor: str) -> list[contract.Option]:
        """What the rules offered one combatant before each step of its first turn."""
        fight = self.fight
        own = [
            moment.before
            for moment in fight.moments[: fight.cursor]
            if actor and actor in (moment.before.turn, moment.step.get("actor"))
        ]
        first = [state for state in own if state.round == own[0].round]
        offered = (option for state in first for option in fight.rules.turn_options(state))
        return [option for option in offered if option.actor == actor]

    @property
    def acting(self) -> Sequence[str]:
        """The actor of each option that can be chosen and is of the turn."""
        return [o.actor for o in self.turn_options if not o.out_of_turn and not o.why_not]

    @property
    def outcome(self) -> display.Outcome | None:
        """How the fight ended; None while it goes on. Asked once a state, for all views."""
        if self._judged is not self.fight.state:
            self._judged, self._outcome = self.fight.state, self.fight.outcome
        return self._outcome

    # ---- steps

    def perform(self, step: Step, *, typed: bool | None = None) -> bool:
        """Performs a step; False when it was refused. ``typed``: all dice are typed in."""
        self.interrupted.emit()
        return self.perform_unasked(step, typed=typed)

    def perform_unasked(self, step: Step, *, typed: bool | None = None) -> bool:
        """Performs a step that a behaviour has chosen, which goes on acting after it."""
        self._earlier.clear()
        self.typing.clear()
        return self._try(
            lambda: self.fight.perform(step, self._source(typed), self._decide), rolls=not typed
        )

    def perform_by_hand(self, step: Step) -> bool:
        """An edit by hand or an objective: a command that waits goes on waiting after it.

        A command that has become impossible is given up, and said so unless the step ends the
        fight; the step by hand stays done.
        """
        waiting, why = self.fight.pending, ""

        def step_by_hand() -> None:
            nonlocal why
            self.fight.perform(step, self._source(typed=False))
            if waiting and self.fight.state.ended_by_hand is None:
                try:
                    self.fight.perform(waiting.as_json(), None, self._decide)
                except (table.Refusal, SystemFailed) as refusal:
                    why = language.in_words(refusal.message)

        done = self._try(step_by_hand)
        if why:
            self.given_up.emit(why)
        return done

    def answer(self, value: Any) -> bool:
        """Answers the pending question: the value of a decision, or a list of typed dice."""
        if self._throw is not None:
            thrower = self.fight.state[self._throw.by]
            if not self._preferences.types(thrower):
                self.typing.add(thrower.side)
        return self._answer(value)

    def _answer(self, value: Any) -> bool:
        before = self.fight.pending
        done = self._try(lambda: self.fight.answer(value, self._source(), self._decide), rolls=True)
        if not self.fight.pending:
            self._earlier.clear()
            self.typing.clear()
            if done:
                self.answered.emit()
        elif done and before:
            self._earlier.append(before)
        return done

    def roll(self) -> bool:
        """The program throws the dice that are waited for, in this throw only."""
        assert self._throw
        return self._answer(self._thrown(self._throw))

    def throw_unasked(self) -> None:
        """The program throws what waits to be typed and, as is preferred now, is rolled."""
        if rolled := self._rolled():
            self._answer(self._thrown(rolled))

    @property
    def _throw(self) -> DiceWanted | None:
        """The throw that waits."""
        question = self.fight.pending.question if self.fight.pending else None
        return question if isinstance(question, DiceWanted) else None

    def _rolled(self) -> DiceWanted | None:
        """The throw that waits, where nobody is to type it."""
        thrower = self.fight.state[self._throw.by] if self._throw else None
        if thrower is None or self._preferences.types(thrower) or thrower.side in self.typing:
            return None
        return self._throw

    def _thrown(self, wanted: DiceWanted) -> list[int]:
        faces: list[int] = []
        for dice in wanted.missing:
            kept = 0
            while kept < dice.count:
                face = self._dice.randint(1, dice.sides)
                if face not in dice.gone:  # a card that is drawn already is drawn no more
                    faces.append(face)
                    kept += face not in dice.again
        return faces

    def back(self) -> None:
        """One question back; at the first question the whole command is given up."""
        self.interrupted.emit()
        if self._earlier:
            earlier = self._earlier.pop().as_json()
            self._try(lambda: self.fight.perform(earlier))
        else:
            self._try(self.fight.cancel)

    @property
    def can_go_back(self) -> bool:
        """Whether a question of the waiting command was answered already, here and now."""
        return bool(self._earlier)

    def keep_typed(self, keys: str) -> None:
        """Stores what is typed of the throw that waits."""
        self.typed = keys
        self._keep([], self._waiting_step())

    def _waiting_step(self) -> Step | None:
        """The command that waits, with what is typed of its throw and which sides type theirs."""
        pending = self.fight.pending
        beside = {"typed": self.typed, "typing": sorted(self.typing)}
        kept = {name: value for name, value in beside.items() if value}
        return {**pending.as_json(), **kept} if pending else None

    def undo_to(self, steps: int) -> bool:
        """Takes back everything after the first ``steps``; each can be done again."""
        self.interrupted.emit()
        self._earlier.clear()
        if self.fight.pending:
            self._typed_of = self.fight.pending, self.typed

        def back() -> None:
            while self.fight.pending or self.fight.cursor > steps:
                self.fight.undo()

        return self._try(back)

    def redo(self) -> bool:
        """Does again what was taken back last."""
        self.interrupted.emit()
        self._earlier.clear()
        return self.fight.can_redo and self._try(self.fight.redo)

    # ---- looking ahead

    def own_side_hurt_by(self, step: Step, hurt: Set[str] | None = None) -> list[str]:
        """The ids of those of the actor's own side whom a step can hurt; of a move not the mover.

        ``hurt`` are all others whom it can hurt, where its odds are known. Else, or where the actor
        is among those aimed at, its first paths are walked, but only where it names somebody of the
        own side, or nobody and throws dice.
        """
        fight = self.fight
        people = fight.state.combatants
        actor = people.get(actor_of(step, fight.state))
        if actor is None or not fight.begun or is_by_hand(step):
            return []
        own_side = {id for id, combatant in people.items() if combatant.side == actor.side}
        if step.get("to"):  # a move is hit back at, which its question or its form has said
            own_side.remove(actor.id)
        by_map = fight.rules.by_map(fight.state, actor.id, step) if fight.state.battlefield else {}
        on_map = [known.value for path, known in by_map.items() if path not in step]
        named = {id for id in texts_in([{**step, "actor": ""}, on_map]) if id in people}
        if hurt is None or actor.id in named:
            try:
                if named.isdisjoint(own_side) and (named or not fight.preview(step).question):
                    return []
                search = fight.search_odds(step)
                search.advance(LOOK_AHEAD)
            except (table.Refusal, SystemFailed):
                return []
            hurt = search.hurt
        return sorted(own_side & hurt)

    # ---- newcomers

    def waves(self) -> list[str]:
        """The names of the waves that stand ready and were not called yet."""
        return [wave.name for wave in self.fight.waves_to_come()] if self.fight.begun else []

    def tell_changes(self) -> None:
        """Stores what is new and says what changed."""
        if self._waits != self.fight.pending:
            self._waits, (waited, keys) = self.fight.pending, self._typed_of
            self.typed = keys if self._waits and self._waits is waited else ""
        new = self.fight.journal[self._kept :]
        self._kept = len(self.fight.journal)
        self._keep(new, self._waiting_step())
        before, now = self._seen, self.fight.state
        if now is before:
            self.changed.emit(Change())
            return
        self._seen = now
        combatants = now.combatants
        by_hand = bool(new) and all(map(is_by_hand, new))
        touched = {
            id for id, combatant in combatants.items() if before.combatants.get(id) is not combatant
        }
        gone = before.combatants.keys() - combatants.keys()
        self.changed.emit(Change(True, by_hand, frozenset(touched | gone)))

    # ---- inside

    def _source(self, typed: bool | None = None) -> DiceSource | None:
        waits = self._preferences.typed or bool(self.typing)
        if waits if typed is None else typed:
            return None
        return lambda sides: self._dice.randint(1, sides)

    def preview(self, step: Step) -> Preview:
        """What a step does up to the first throw, or the first decision that somebody is asked."""
        return self.fight.preview(step, self._decide)

    def _decide(self, state: State[Any], decision: table.Decision) -> Any:
        """The answer of a stand-in, or of the rules where nothing can be gained; else asks."""
        if self.stand_in is not None and self.stand_in.plays(decision):
            return self.stand_in.decide(state, decision)
        if decision.no_benefit and not self._preferences.ask_without_benefit:
            return self.fight.rules.decide(state, decision)
        raise Unanswered(decision)

    def _try(self, act: Callable[[], object], *, rolls: bool = False) -> bool:
        """``rolls``: the program throws at once what waits for dice that nobody types."""
        self.was_refused = False
        try:
            act()
            while rolls and (rolled := self._rolled()):
                self.fight.answer(self._thrown(rolled), self._source(), self._decide)
        except (table.Refusal, SystemFailed) as refusal:
            self.was_refused = True
            if len(self.fight.journal) > self._kept:
                self.tell_changes()
            self.refused.emit(language.in_words(refusal.message), refusal.field)
            return False
        if self.stand_in is None or not self.stand_in.answers_soon():
            self.tell_changes()  # else it is said when the question is answered
        return True


class FightWriter(QObject):
    """Stores every step as it is made, in order, each in a transaction of its own."""

    saved = Signal()
    """One more step is on the disk."""
    rested = Signal()
    """Everything is written."""

    def __init__(
        self, store: Store, tasks: Tasks, id: int, steps: int, is_over: Callable[[], bool]
    ) -> None:
        """``steps`` of the fight ``id`` are on the disk; ``is_over`` says how it stands now."""
        super().__init__()
        self._store, self._tasks, self._id, self._is_over = store, tasks, id, is_over
        self.steps = steps
        """How many steps are on the disk."""
        self._waiting: deque[tuple[Step | None, Step | None, bool]] = deque()
        self._writing = False

    @property
    def waiting(self) -> bool:
        """Whether anything is not on the disk yet."""
        return bool(self._waiting)

    def keep(self, new: list[Step], pending: Step | None) -> None:
        """Takes new steps, and the command that waits after them, to be written."""
        self._waiting += [(step, None, False) for step in new[:-1]]
        self._waiting.append((new[-1] if new else None, pending, self._is_over()))
        self._tasks.start(self._write())

    async def _write(self) -> None:
        """Writes what waits; what fails goes on waiting."""
        if self._writing:
            return
        self._writing = True
        try:
            while self._waiting:
                await self._store.save(partial(self._write_one, *self._waiting[0]))
                self._waiting.popleft()
                self.saved.emit()
        finally:
            self._writing = False
        self.rested.emit()

    def _write_one(
        self, step: Step | None, pending: Step | None, over: bool, campaign: Campaign
    ) -> None:
        waiting = None if pending is None else dict(pending)
        if step is None:
            campaign.set_pending(self._id, waiting)
        else:
            campaign.append_step(self._id, self.steps + 1, dict(step), waiting, over=over)
            self.steps += 1

    async def flush(self) -> None:
        """Every step is on the disk when this returns; raises what keeps one from it."""
        while self._waiting:
            if self._writing:
                await asyncio.sleep(0.005)  # what writes goes on
            else:
                await self._write()
