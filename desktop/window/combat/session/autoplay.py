"""Behaviours that act in a fight, step after step, and why a behaviour did nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import is_
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.encounter import answers, play_table
from desktop.encounter.behaviours import behaviours
from desktop.encounter.digest import acted
from desktop.encounter.expiry import reminders
from desktop.encounter.fight import Pending
from desktop.encounter.tactician import TACTICIAN, weighing, weighing_answer
from desktop.rules import cast, contract, table
from desktop.rules.state import PLAYERS, State
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.combat.session.slices import Slices, Work
from desktop.window.widgets.language import in_words, tr

MOST_AT_ONCE = 30
"""Steps that a behaviour may take in one go; a behaviour that never ends its turn stops here."""

MOST_NAMED = 4
"""Actions named to say that a behaviour does none of them."""


@dataclass(slots=True)
class Run:
    """Behaviours that act for a while."""

    next_actor: Callable[[], str | None]
    """Gives the id of the combatant who acts next; None when the run is done."""
    policy: str
    """The behaviour of combatants that have none of their own; empty: see ``policy_of``."""
    actors: frozenset[str]
    """The combatants for whom behaviours decide although they are player characters."""
    alone: bool = False
    """Whether one combatant alone was let act."""
    turn: tuple[object, ...] | None = None
    """The turn with which it ends, for whose next turn it is was not asked for; None: any."""
    across_rounds: bool = False
    """Whether the run goes on into the next round."""
    round: int = 0
    """The round in which it began."""
    first: int = 0
    """The number of its first step."""
    after: int = 0
    """How many steps before that belong to it: the end of a player's turn."""


class Autoplay(QObject):
    """Lets behaviours act in a session until they are done or a player has to answer.

    It stops when the game master does something himself. It goes on when a player has answered.
    """

    acted = Signal(int)
    """A run is done, or waits for an answer; the number of its first step."""

    def __init__(self, session: FightSession) -> None:
        super().__init__(session)
        self.session, self._fight = session, session.fight
        self.behaviours = behaviours(session.fight.rules)
        """The behaviours of the system by id; the first is the usual one."""
        self._policy = ""
        self._run: Run | None = None
        self._advisor = Slices(self)
        self._weighing: tuple[Run | None, State[Any], Pending | None] = self._now
        """The run, the state and the question for which the tactician weighs."""
        self._weighed: tuple[State[Any], contract.Command | None] | None = None
        """The command that the tactician chose, and for which state."""
        session.stand_in = self
        session.interrupted.connect(self._stop)
        session.answered.connect(self._go_on)

    @classmethod
    def of(cls, session: FightSession) -> Autoplay:
        """The autoplay of a session: one for all views of it."""
        return session.findChild(cls) or cls(session)

    # ---- who acts by which behaviour

    def policy_of(self, id: str, asked: str = "") -> str:
        """The combatant's own behaviour, else the one that was ``asked`` to act, else the one
        chosen last, else the usual one."""
        named = (self._fight.state[id].policy, asked, self._policy)
        return next((id for id in named if id in self.behaviours), next(iter(self.behaviours)))

    def choose_policy(self, policy: str) -> None:
        """Sets the behaviour of all combatants that have none of their own."""
        self._policy = policy

    def is_players(self, combatant: Any) -> bool:
        """Whether a combatant is a player character that no behaviour plays."""
        return bool(combatant.side == PLAYERS and not combatant.policy)

    def group_of(self, id: str) -> list[str]:
        """The ids of a combatant's group; without a group, of its side."""
        combatants = self._fight.state.combatants
        actor = combatants[id]
        if actor.group:
            return [c.id for c in combatants.values() if c.group == actor.group]
        return [
            c.id for c in combatants.values() if c.side == actor.side and not self.is_players(c)
        ]

    # ---- runs

    @property
    def running(self) -> bool:
        """Whether behaviours are still to act, at once or when a question is answered."""
        return self._run is not None

    @property
    def others_follow(self) -> bool:
        """Whether others are still to act when a question is answered."""
        return self._run is not None and not self._run.alone

    def act_by(self, policy: str, actor: str, *, decides: bool = True) -> int:
        """Lets a behaviour act to the end of the turn; it ``decides`` for a player, too.

        Returns how many steps it took; a step that is still weighed counts. Player characters
        that no behaviour plays are asked themselves; then it goes on.
        """
        state = self._fight.state
        turn = state.which_turn if state.turn == actor else None
        actors = frozenset({actor} if decides else ())
        return self._start(Run(lambda: actor, policy, actors, alone=True, turn=turn))

    def group_acts(self, policy: str, actor: str) -> int:
        """Lets a whole group act, one combatant after another, while it is theirs to act."""
        group = self.group_of(actor)
        return self._start(
            Run(lambda: next(filter(self._on_turn, group), None), policy, frozenset(group))
        )

    def others_act(self, after: int = 0) -> int:
        """Lets everybody act up to the next player character that no behaviour plays; ``after`` so
        many steps that belong to it."""
        return self._start(Run(self._next_other, "", frozenset(), across_rounds=True, after=after))

    def _next_other(self) -> str | None:
        """The next to act but for players: none while one of them has a turn, or has just come to
        what it has prepared. Those who may come next are asked once nobody has the turn."""
        acting = self._acting()
        to_play = [fighter for fighter in acting if not self._waits_as_player(fighter)]
        to_play = to_play[:1] if self._fight.state.turn else to_play
        comes = acting[:1] if self._run and self._fight.cursor >= self._run.first else []
        if not to_play or any(map(self.is_players, [*comes, *to_play])):
            return None
        return str(to_play[0].id)

    def waiting(self) -> list[Any]:
        """The players who can come in now with what they have prepared, and do nothing else."""
        state, ids = self._fight.state, dict.fromkeys(filter(None, self.session.acting))
        return [state[id] for id in ids if self._waits_as_player(state[id])]

    def _waits_as_player(self, combatant: Any) -> bool:
        return self.is_players(combatant) and self.only_waits(combatant)

    def only_waits(self, combatant: Any) -> bool:
        """Whether somebody can do nothing now but what was prepared, or leave it."""
        if self._fight.state.turn == combatant.id:
            return False
        mine = self.session.options_of(combatant.id)
        can = {o.group for o in mine if not o.out_of_turn and o.why_not is None}
        return "reactions" in can and can.isdisjoint(("actions", "turn"))

    def end_of_players_turn(self) -> answers.Step | None:
        """The step that ends the turn of a player; None where no player has a turn to end. Where
        several share one, that of the first, once all of them have acted."""
        turn = self._fight.state.turn
        acting = [self._fight.state[turn]] if turn else self._acting()
        acting = [fighter for fighter in acting if not self._waits_as_player(fighter)]
        if not acting or not all(map(self.is_players, acting)):
            return None
        if not turn and not all(self._is_through(fighter.id) for fighter in acting):
            return None
        return self._end_of_turn(acting[0].id)

    def _is_through(self, actor: str) -> bool:
        """Whether one of several who share a turn has acted, and can attack no more."""
        left = (o for o in self.session.options_of(actor) if o.section == "attack")
        return self.has_acted(actor) and all(option.why_not for option in left)

    def has_nothing_left(self, actor: str) -> bool:
        """Whether a combatant can neither attack nor move any more in this turn, but for a step
        that is free where others have a price."""
        options, priced = self.session.options_of(actor), not self._fight.rules.acts_once
        left = [o for o in options if o.section in ("attack", "move") and not o.why_not]
        return all(priced and not o.cost and o.section == "move" for o in left)

    def has_acted(self, actor: str) -> bool:
        """Whether a combatant has done something in the turn that goes on, beside what is free."""
        fight = self._fight
        return not fight.rules.acts_once and acted(fight, actor, fight.cursor)

    def _acting(self) -> list[Any]:
        """The combatants who can act now."""
        return [self._fight.state[id] for id in self._fight.rules.to_act(self._fight.state)]

    def _on_turn(self, id: str) -> bool:
        """Whether it is a combatant's turn, or it can be chosen to have it."""
        return id == self._fight.state.turn or id in self.session.acting

    def _start(self, run: Run) -> int:
        run.round, run.first = self._fight.state.round, self._fight.cursor + 1
        self._run, self.session.was_refused = run, False
        return self._go_on()

    def _stop(self) -> None:
        self._run = None

    def _go_on(self) -> int:
        """Lets the next combatant act now, and those after it when the window had its turn."""
        run, fight = self._run, self._fight
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
            self.acted.emit(run.first - run.after)
            return steps
        following = run.next_actor() if steps and self._run is run else None
        if following is None or following == actor or not self._can_go_on(run, following):
            self._run = None
            self.acted.emit(run.first - run.after)
        else:
            QTimer.singleShot(0, self, self._go_on)
        return steps

    def _can_go_on(self, run: Run, actor: str) -> bool:
        """Whether a combatant is still to act after what was done."""
        fight = self._fight
        over = fight.pending or fight.outcome
        same_round = run.across_rounds or fight.state.round == run.round
        same_turn = run.turn in (None, fight.state.which_turn)
        goes_on = not over and same_round and same_turn and self._on_turn(actor)
        return goes_on and not self._reminds(run)

    def _reminds(self, run: Run) -> bool:
        """Whether a step of the run reminds of an effect, which is to be seen to before more."""
        moments = self._fight.moments[run.first - run.after - 1 : self._fight.cursor]
        return any(reminders(line.text for line in moment.lines) for moment in moments)

    def _step_of(self, run: Run, actor: str) -> bool:
        """Performs the next step of a combatant, or the end of its turn; False without any."""
        behaviour = self._behaviour_of(run, actor)
        if behaviour.id == TACTICIAN:
            command, self._weighed = self._weighed[1] if self._weighed else None, None
        else:
            command = behaviour.choose(self._fight.state, actor)
        step = command.as_step() if command else self._end_of_turn(actor)
        return step is not None and self.session.perform_unasked(step)

    def _end_of_turn(self, actor: str) -> answers.Step | None:
        """The step that ends a combatant's turn; None where the rules offer none at once."""
        for option in self.session.options_of(actor):
            ends = option.group == "turn" and option.main
            if ends and option.why_not is None and not self._fight.parameters(option):
                return option.as_step()
        return None

    def _behaviour_of(self, run: Run, actor: str) -> contract.Policy:
        """The combatant's own behaviour, else the one that was asked to act."""
        return self.behaviours[self.policy_of(actor, run.policy)]

    # ---- decisions

    def plays(self, decision: table.Decision) -> bool:
        """Whether a behaviour decides this in the run that goes on."""
        run, by = self._run, decision.by
        if run is None:
            return False
        return by in run.actors or not self.is_players(self._fight.state[by])

    def decide(self, state: State[Any], decision: table.Decision) -> Any:
        """The answer of the behaviour. Raises :class:`Unanswered` where a tactician decides."""
        assert self._run
        if self._behaviour_of(self._run, decision.by).id == TACTICIAN:
            raise play_table.Unanswered(decision)  # it weighs between two frames
        return self._fight.rules.decide(state, decision)

    def answers_soon(self) -> bool:
        """Begins to weigh the question that waits; False where no tactician has to answer it."""
        run, pending = self._run, self._fight.pending
        if run is None or pending is None or not isinstance(pending.question, table.Decision):
            return False
        question = pending.question
        if not self.plays(question) or self._behaviour_of(run, question.by).id != TACTICIAN:
            return False
        rules, state = self._fight.rules, self._fight.state
        command = rules.filled_in(state, rules.read(pending.step))
        name = play_table.name_of(question, pending.answers)
        given = pending.dice, pending.answers, name, question
        self._weigh(weighing_answer(rules, state, command, *given))
        return True

    # ---- the tactician

    def _weighs(self, run: Run, actor: str) -> bool:
        """Whether a tactician still has to weigh what to do; the run goes on after that."""
        if self._behaviour_of(run, actor).id != TACTICIAN:
            return False
        state = self._fight.state
        if self._weighed and self._weighed[0] is state:
            return False
        self._weigh(weighing(self._fight.rules, state, actor))
        return True

    def _weigh(self, steps: Work) -> None:
        """Begins to weigh something; asked anew, it drops what was being weighed."""
        self._weighing = self._now
        self._advisor.forget()
        self._advisor.ask(steps, self._on_weighed)

    @property
    def _now(self) -> tuple[Run | None, State[Any], Pending | None]:
        return self._run, self._fight.state, self._fight.pending

    def _on_weighed(self, choice: Any) -> None:
        """Does what was weighed; weighs anew where something was done by hand meanwhile.

        Asks what cannot be weighed; a combatant whose tactician fails does nothing.
        """
        failed = isinstance(choice, Exception)
        if not all(map(is_, self._weighing, self._now)):
            if self._run is self._weighing[0] and not failed:
                self._go_on()
        elif not self._fight.pending:
            self._weighed = self._fight.state, None if failed or not choice else choice.command
            self._go_on()
        elif failed:
            self.session.tell_changes()
        else:
            self.session.answer(choice)

    # ---- why nothing was done

    def why_nothing(self, preferences: Preferences, actor: str) -> str:
        """What a combatant could do that its behaviour did not, or why there is nothing."""
        combatant = self._fight.state[actor]
        options = self.session.options_of(actor)
        possible = [preferences.word(o) for o in options if o.why_not is None]
        refused = [in_words(o.why_not) for o in options if o.why_not is not None]
        if not possible:
            if not refused:
                return tr("{name}: not to act now.", name=combatant.name)
            return tr(
                "{name} can do nothing now: {reason}.", name=combatant.name, reason=refused[0]
            )
        if not cast.enemies(self._fight.state, combatant):
            return tr("{name}: no enemy is left.", name=combatant.name)
        named = ", ".join(dict.fromkeys(possible[:MOST_NAMED]))
        return tr(
            "{name}: the behaviour does nothing more; choose yourself: {actions}",
            name=combatant.name,
            actions=named + " …" * (len(possible) > MOST_NAMED),
        )

    def why_no_others(
        self, main: contract.Option | None, preferences: Preferences, actor: str
    ) -> str:
        """Why no combatant acted when all others up to the next player were to, and what Space
        does, ``main``."""
        first = next(filter(self.is_players, self._acting()), self._fight.state[actor])
        if not self.is_players(first) or self.only_waits(first):
            return self.why_nothing(preferences, first.id)
        plays = tr(
            "{name} is the players' to play. “Let it act” plays {name} once, “Played by” in "
            "the menu of the name always.",
            name=first.name,
        )
        if main is None:
            return plays
        return f"{plays} {tr('Space: {main}.', main=preferences.word(main))}"
