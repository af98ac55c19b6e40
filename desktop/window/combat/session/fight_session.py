"""A fight that is being played: its steps, what waits for an answer, and what changed.

Every view of the fight shows one session and hears its signals. It knows no widget. Rules take
microseconds, so everything is done at once, in the thread that asks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from desktop.encounter.behaviours import behaviours
from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.fight import Decider, Fight, Pending, Preview, Step
from desktop.encounter.play_table import DiceSource, DiceWanted, Unanswered, names_of
from desktop.encounter.tactician import TACTICIAN, weighing, weighing_answer
from desktop.library.rulebook import RuleText
from desktop.rules import SystemFailed
from desktop.rules.contract import Command, Option, Policy
from desktop.rules.display import Outcome
from desktop.rules.state import PLAYERS, State
from desktop.rules.table import Decision, Refusal
from desktop.window.combat.session.advisor import Advisor, Weighing
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets.portraits import Portraits

Keep = Callable[[list[Step], Step | None], None]
"""``keep(new_steps, pending)``: stores what was added to the journal, and the waiting command."""

LOOK_AHEAD = 40
"""Paths through the dice that are looked at before a step for whom it can hurt."""

MOST_AT_ONCE = 30
"""Steps that a policy may take in one go; a policy that never ends its turn stops here."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one act has changed. A view repaints what depends on it, and nothing else."""

    state: bool = False
    """A step, an undo or a redo: the fight is in another state, and the log is another."""
    question: bool = False
    """Another question waits, or none any more."""
    by_hand: bool = False
    """It was done by hand: whose turn it is and what they were about to do stays."""
    combatants: frozenset[str] = frozenset()
    """Whose values are others; empty where only a question changed."""


@dataclass(slots=True)
class Run:
    """Policies that act on their own for a while."""

    next_actor: Callable[[], str | None]
    """Who is to act next, None when it is done."""
    policy: str
    """The policy of those who have none of their own."""
    actors: frozenset[str]
    """Those for whom policies decide though they are player characters."""
    across_rounds: bool = False
    """Whether it goes on into the next round."""
    round: int = 0
    """The round in which it began."""


class FightSession(QObject):
    """A fight with its dice, its policies and the place where its steps are stored."""

    changed = Signal(Change)
    refused = Signal(str, str)
    """Message and dotted field of a refusal; nothing has changed then."""
    given_up = Signal(str)
    """Why the command that waited cannot go on after what was done by hand."""

    def __init__(
        self,
        fight: Fight,
        preferences: Preferences,
        keep: Keep,
        *,
        texts: Mapping[str, RuleText] | None = None,
        portraits: Portraits | None = None,
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
        self.portraits = portraits or Portraits()
        self.map_picture = map_picture
        """What is shown behind the map."""
        self._keep = keep
        self._preferences = preferences
        self._dice = dice or random.SystemRandom()
        self._kept = len(fight.journal)
        self._earlier: list[Pending] = []
        self._seen = fight.state
        self._asked: State[Any] | None = None
        self._turn_options: Sequence[Option] = ()
        self._out_of_turn: dict[str, Sequence[Option]] = {}
        self._judged: State[Any] | None = None
        self._outcome: Outcome | None = None
        self._acting: Sequence[str] = ()
        self._policy: str | None = None
        self._run: Run | None = None
        """What policies are still to do; it goes on when a question is answered."""
        self.behaviours = behaviours(fight.rules)
        """All that can act for somebody, by id; the first is the usual one."""
        self._advisor = Advisor(self)
        self._advisor.found.connect(self._on_weighed)
        self._advisor.failed.connect(self._on_failed)
        self._weighing: tuple[Run | None, State[Any], Pending | None] = None, fight.state, None
        """For which run, state and question the tactician weighs."""
        self._weighed: tuple[State[Any], Command | None] | None = None
        """What it came to, for this state."""
        self.was_refused = False
        """Whether what was tried last was refused, which was said then."""

    @property
    def turn_options(self) -> Sequence[Option]:
        """What the rules offer in this state to those who are to act, and for the whole fight.

        Asked once a state, for all views.
        """
        self._ask_options()
        return self._turn_options

    def options_of(self, actor: str) -> list[Option]:
        """What the rules offer one combatant, in turn and out of turn; the fight with ``""``."""
        found = [option for option in self.turn_options if option.actor == actor]
        if actor:
            if actor not in self._out_of_turn:
                self._out_of_turn[actor] = self.fight.out_of_turn_options(actor)
            found += self._out_of_turn[actor]
        return found

    @property
    def acting(self) -> Sequence[str]:
        """The actor of each option that can be chosen and is of the turn."""
        self._ask_options()
        return self._acting

    @property
    def outcome(self) -> Outcome | None:
        """How the fight ended; None while it goes on. Asked once a state, for all views."""
        if self._judged is not self.fight.state:
            self._judged, self._outcome = self.fight.state, self.fight.outcome
        return self._outcome

    def _ask_options(self) -> None:
        if self._asked is self.fight.state:
            return
        self._asked, self._turn_options = self.fight.state, self.fight.turn_options()
        self._out_of_turn.clear()
        self._acting = [o.actor for o in self._turn_options if not o.out_of_turn and not o.why_not]

    # ---- steps

    def perform(self, step: Step, *, typed: bool | None = None) -> bool:
        """Performs a step; False when it was refused. ``typed``: all dice are typed in."""
        self._run = None
        self._earlier.clear()
        return self._try(lambda: self.fight.perform(step, self._source(typed), self.decide))

    def perform_by_hand(self, step: Step) -> bool:
        """An edit by hand or an objective: a command that waits goes on waiting after it.

        Where that cannot be any more, it is given up; the step by hand is done nevertheless.
        """
        waiting, why = self.fight.pending, ""

        def step_by_hand() -> None:
            nonlocal why
            self.fight.perform(step, self._source(typed=False))
            if waiting:
                try:
                    self.fight.perform(waiting.as_json(), None, self.decide)
                except (Refusal, SystemFailed) as refusal:
                    why = str(refusal.message)

        done = self._try(step_by_hand)
        if why:
            self.given_up.emit(why)
        return done

    def answer(self, value: Any) -> bool:
        """Answers the pending question: the value of a decision, or a list of dice."""
        before = self.fight.pending
        decide = self._decider(self._run) if self._run else self.decide
        done = self._try(lambda: self.fight.answer(value, self._source(), decide))
        if not self.fight.pending:
            self._earlier.clear()
            if done:
                self._go_on()
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
                face = self._dice.randint(1, dice.sides)
                if face not in dice.gone:  # a card that is drawn already is drawn no more
                    faces.append(face)
                    kept += face not in dice.again
        return faces

    def back(self) -> None:
        """One question back; at the first question the whole command is given up."""
        self._run = None
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
        self._run = None
        self._earlier.clear()
        return self.fight.can_undo and self._try(self.fight.undo)

    def undo_to(self, steps: int) -> bool:
        """Takes back everything after so many steps; each can be done again."""
        self._run = None
        self._earlier.clear()

        def back() -> None:
            while self.fight.pending or self.fight.cursor > steps:
                self.fight.undo()

        return self._try(back)

    def redo(self) -> bool:
        """Does again what was taken back last."""
        self._run = None
        self._earlier.clear()
        return self.fight.can_redo and self._try(self.fight.redo)

    # ---- policies

    def policy_of(self, id: str | None) -> str | None:
        """The combatant's own policy, else the one chosen last, else the first there is."""
        known = self.behaviours
        if id is None:
            return None
        own = self.fight.state[id].policy
        if isinstance(own, str) and own in known:
            return own
        return self._policy if self._policy in known else next(iter(known))

    def choose_policy(self, policy: str) -> None:
        """The policy of those who have none of their own, from now on."""
        self._policy = policy

    def act_by(self, policy: str, actor: str) -> int:
        """Lets a policy act through decisions to the end of the turn; how many steps it took, with
        one that is still weighed.

        Player characters that no policy plays are asked themselves; then it goes on.
        """
        return self._start(Run(lambda: actor, policy, frozenset({actor})))

    def group_of(self, id: str) -> list[str]:
        """Those who share a group with somebody; where there is no group, their side."""
        people = self.fight.state.combatants
        one = people[id]
        return [
            c.id
            for c in people.values()
            if (c.group == one.group if one.group else c.side == one.side and not self.asks(c))
        ]

    def group_acts(self, policy: str, actor: str) -> int:
        """Lets a whole group act, one after another, as long as it is theirs to act."""
        group = self.group_of(actor)
        return self._start(
            Run(lambda: next(filter(self._on_turn, group), None), policy, frozenset(group))
        )

    def others_act(self, policy: str) -> int:
        """Lets everybody act up to the next player character that no policy plays."""
        return self._start(Run(self._next_other, policy, frozenset(), across_rounds=True))

    @property
    def running(self) -> bool:
        """Whether policies are still to act, at once or when a question is answered."""
        return self._run is not None

    def _next_other(self) -> str | None:
        acting = [self.fight.state[id] for id in self.fight.rules.to_act(self.fight.state)]
        asked = any(self.asks(one) for one in acting)
        return None if asked or not acting else str(acting[0].id)

    def asks(self, one: Any) -> bool:
        """Whether somebody is a player character that no policy plays."""
        return bool(one.side == PLAYERS and not one.policy)

    def _on_turn(self, id: str) -> bool:
        """Whether it is somebody's turn, or they can be chosen to have it."""
        return id == self.fight.state.turn or id in self.acting

    def _start(self, run: Run) -> int:
        run.round = self.fight.state.round
        self._run, self.was_refused = run, False
        return self._go_on()

    def _go_on(self) -> int:
        """Lets the next one act, and all after that one when the window had its turn."""
        run, fight = self._run, self.fight
        if run is None:
            return 0
        actor, steps = run.next_actor(), 0
        while actor and steps < MOST_AT_ONCE and self._can_go_on(run, actor):
            if self._weighs(run, actor):
                return steps + 1
            if not self._step_of(run, actor):
                break
            steps += 1
        if fight.pending and steps:
            return steps
        following = run.next_actor() if steps and self._run is run else None
        if following is None or following == actor or not self._can_go_on(run, following):
            self._run = None
        else:
            QTimer.singleShot(0, self, self._go_on)
        return steps

    def _can_go_on(self, run: Run, actor: str) -> bool:
        """Whether this one is still to act, now that something was done."""
        fight = self.fight
        over = fight.pending or fight.outcome
        same_round = run.across_rounds or fight.state.round == run.round
        return not over and same_round and self._on_turn(actor)

    def _step_of(self, run: Run, actor: str) -> bool:
        """One step of somebody by their policy, or the end of their turn; False without any."""
        behaviour = self.behaviour_of(run, actor)
        if behaviour.id == TACTICIAN:
            command, self._weighed = self._weighed[1] if self._weighed else None, None
        else:
            command = behaviour.choose(self.fight.state, actor)
        step = command.as_step() if command else self._end_of_turn(actor)
        if step is None:
            return False

        self._earlier.clear()
        decide = self._decider(run)
        return self._try(lambda: self.fight.perform(step, self._source(), decide))

    def _decider(self, run: Run) -> Decider:
        """Who is asked in a run: a behaviour, but for player characters that none plays."""

        def decide(state: State[Any], decision: Decision) -> Any:
            if self._asked_themselves(run, decision):
                return self.decide(state, decision)
            if self.behaviour_of(run, decision.by).id == TACTICIAN:
                raise Unanswered(decision)  # it weighs between two frames
            return self.fight.rules.decide(state, decision)

        return decide

    def _asked_themselves(self, run: Run, decision: Decision) -> bool:
        return decision.by not in run.actors and self.asks(self.fight.state[decision.by])

    def behaviour_of(self, run: Run, actor: str) -> Policy:
        """The combatant's own behaviour, else the one that was asked to act."""
        own = self.fight.state[actor].policy
        return self.behaviours[own if own in self.behaviours else run.policy]

    def _weighs(self, run: Run, actor: str) -> bool:
        """Whether a tactician still has to weigh what to do; it goes on when that is done."""
        if self.behaviour_of(run, actor).id != TACTICIAN:
            return False
        state = self.fight.state
        if self._weighed and self._weighed[0] is state:
            return False
        self._weigh(weighing(self.fight.rules, state, actor))
        return True

    def _weighs_answer(self) -> bool:
        """Whether what waits is a question that a tactician weighs; it goes on by itself then."""
        run, pending = self._run, self.fight.pending
        if run is None or pending is None or not isinstance(pending.question, Decision):
            return False
        question = pending.question
        tactician = self.behaviour_of(run, question.by).id == TACTICIAN
        if not tactician or self._asked_themselves(run, question):
            return False
        rules, state = self.fight.rules, self.fight.state
        command = rules.filled_in(state, rules.read(pending.step))
        name, *_ = names_of(question, pending.answers)
        given = pending.dice, pending.answers, name, question
        self._weigh(weighing_answer(rules, state, command, *given))
        return True

    def _weigh(self, steps: Weighing) -> None:
        self._weighing = self._now
        self._advisor.weigh(steps)

    @property
    def _now(self) -> tuple[Run | None, State[Any], Pending | None]:
        return self._run, self.fight.state, self.fight.pending

    def _is_stale(self) -> bool:
        """Whether somebody did something since it was begun to weigh."""
        return not all(map(is_, self._weighing, self._now))

    def _on_weighed(self, found: Any) -> None:
        """What was weighed is done; anew where something was done by hand meanwhile."""
        if self._is_stale():
            if self._run is self._weighing[0]:
                self._go_on()
            return
        if self.fight.pending:
            self.answer(found)
        else:
            self._weighed = self.fight.state, found.command if found else None
            self._go_on()

    def _on_failed(self) -> None:
        """What cannot be weighed is asked, and who cannot weigh does nothing."""
        if self._is_stale():
            return
        if self.fight.pending:
            self._emit_changed()
        else:
            self._on_weighed(None)

    def _end_of_turn(self, actor: str) -> Step | None:
        """The step that ends somebody's turn, where the rules offer one that asks for nothing."""
        for option in self.options_of(actor):
            ends = option.group == "turn" and option.main
            if ends and option.why_not is None and not self.fight.parameters(option):
                step = {"do": option.do, "actor": option.actor, "action": option.action}
                return {key: value for key, value in step.items() if value}
        return None

    def own_side_hurt_by(self, step: Step) -> list[str]:
        """Whom of the actor's own side a step can hurt, as far as a first look shows."""
        fight = self.fight
        actor = fight.state.combatants.get(str(step.get("actor") or fight.state.turn))
        if actor is None or not fight.begun or is_by_hand(step):
            return []
        try:
            search = fight.search_odds(step)
            search.advance(LOOK_AHEAD)
        except (Refusal, SystemFailed):
            return []
        people = fight.state.combatants
        return sorted(id for id in search.hurt if id in people and people[id].side == actor.side)

    # ---- newcomers

    def waves(self) -> list[str]:
        """The names of the waves that stand ready and were not called yet."""
        there = self.fight.state.combatants
        ready = self.fight.script.waves if self.fight.begun else ()
        return [wave.name for wave in ready if wave.combatants[0].id not in there]

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

    def decide(self, state: State[Any], decision: Decision) -> Any:
        if decision.no_benefit and not self._preferences.ask_without_benefit:
            return self.fight.rules.decide(state, decision)
        raise Unanswered(decision)

    def _try(self, act: Callable[[], object]) -> bool:
        self.was_refused = False
        try:
            act()
        except (Refusal, SystemFailed) as refusal:
            self.was_refused = True
            if len(self.fight.journal) > self._kept:
                self._emit_changed()
            self.refused.emit(str(refusal.message), refusal.field)
            return False
        if not self._weighs_answer():  # otherwise what changed is told when it is answered
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
        by_hand = bool(new) and all(map(is_by_hand, new))
        touched = {id for id, one in people.items() if before.combatants.get(id) is not one}
        gone = before.combatants.keys() - people.keys()
        self.changed.emit(Change(True, True, by_hand, frozenset(touched | gone)))
