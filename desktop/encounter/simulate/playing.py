"""Plays one fight out, fast: nothing is told or kept but what a forecast counts.

The dice of a fight follow from the seed of the forecast and the fight's number alone. So any fight
can be played once more, with everything written down (:func:`written`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from desktop.encounter.expiry import Before, Told, expire, has_effects
from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import MOST_REDRAWN, marked, name_of, one_by_one
from desktop.encounter.simulate.opening import Opened
from desktop.encounter.tactician import TACTICIAN, result, weighing_answer
from desktop.rules.contract import Begin, Command, Policy, Rules
from desktop.rules.dice import AnyThrow, Dice, MarkingThrow, Pool, TwoStageThrow
from desktop.rules.failures import said
from desktop.rules.state import Combatant, State
from desktop.rules.table import BY_HAND, Decision, LazyDecision, Refusal, Table, TableSignal
from desktop.rules.text import NOTHING, Text, Words, as_text, placed

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

STEPS_EACH = 100
"""A fight without an end is left after this number of steps for each of ten people, or of all."""

NO_END = Text(
    "no end after {count} step for each combatant",
    "no end after {count} steps for each combatant",
    count=STEPS_EACH,
)
NOBODY_ACTS = Text("nobody does anything more")


@dataclass(slots=True)
class Played:
    """What one fight came to."""

    state: State[Any]
    winner: str | None = None
    unfinished: Text = NOTHING
    """Why it has no end; empty where it has one."""
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    dealt: Counter[tuple[str, str]] = field(default_factory=Counter)
    fell: Counter[tuple[int, str]] = field(default_factory=Counter)


class FastTable(Table):
    """Throws dice and counts marks; keeps only what the log says of the game master's effects."""

    def __init__(self, rules: Rules[Any], state: State[Any], dice: Random, played: Played) -> None:
        self._decide = rules.decide
        self._state = state
        self._random = dice.random
        self._taken, self._dealt = played.taken, played.dealt
        self.keeps_log = has_effects(state)
        self.actor: str | None = None
        """Who does the present command."""
        self._thrower: str | None = None
        self.told: list[Told] = []
        """What the present command said of the game master's own effects."""

    def roll(
        self, throw: AnyThrow[T], *, why: str, by: str, label: Words = "", **opposed: Words
    ) -> T:
        if isinstance(throw, Pool):  # the usual throw, a single handful
            self._thrower = by
            result: T = throw.reading.read(self._fall(throw.dice))
            return result
        if isinstance(throw, TwoStageThrow):
            return one_by_one(self, throw, why, by, label)
        if isinstance(throw, MarkingThrow):
            return marked(self, throw, why, by, label)
        self._thrower = by
        return throw.read([self._fall(handful) for handful in throw.handfuls])

    def _fall(self, handful: Dice) -> Sequence[int]:
        """The faces of one handful that count."""
        random, sides = self._random, handful.sides
        if not (handful.again or handful.more or handful.gone):
            return [int(random() * sides) + 1 for _ in range(handful.count)]
        return self._fall_by_die(handful)

    def _fall_by_die(self, handful: Dice) -> Sequence[int]:
        faces: list[int] = []
        while handful.missing(faces):
            die = self._die(handful)
            if die not in handful.again:
                faces.append(die)
        return faces

    def _die(self, handful: Dice) -> int:
        for _ in range(MOST_REDRAWN):
            die = int(self._random() * handful.sides) + 1
            if die not in handful.gone:
                return die
        return handful.faces[0]

    def ask(self, decision: Decision | LazyDecision[Any]) -> Any:
        if isinstance(decision, LazyDecision):
            return decision.usual
        return self._decide(self._state, decision)

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        """Nobody listens; only what was done by hand may be over once it has counted."""
        if rule == BY_HAND:
            self.told.append((by, as_text(text)))

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        """Counts it on ``who``, and for the one who did it to an enemy.

        That is who acts; where an actor suffers itself, it is the combatant that threw last.
        """
        self._taken[what, who] += amount
        people = self._state.combatants
        side = people[who].side
        for doer in (self.actor, self._thrower):
            if doer and people[doer].side != side:
                self._dealt[what, doer] += amount
                return

    @contextmanager
    def effect(self, fighter: Combatant, name: Words) -> Iterator[None]:
        """What is suffered so nobody did who acts now."""
        actor, self.actor, self._thrower = self.actor, None, None
        yield
        self.actor, self._thrower = actor, None


class RecordingTable(FastTable):
    """Also keeps the dice and answers of the present command, and lets tacticians decide."""

    def __init__(self, opened: Opened, state: State[Any], dice: Random, played: Played) -> None:
        super().__init__(opened.fight.rules, state, dice, played)
        self._opened = opened
        self.dice: list[int] = []
        self.answers: dict[str, Any] = {}

    def next(self, command: Command) -> None:
        """Another command begins. In the start of a fight no tactician decides."""
        self._command = None if isinstance(command, Begin) else command
        self._before = self._state.copy()
        self.dice, self.answers = [], {}

    def _fall(self, handful: Dice) -> Sequence[int]:
        return self._fall_by_die(handful)

    def _die(self, handful: Dice) -> int:
        die = super()._die(handful)
        self.dice.append(die)
        return die

    def ask(self, decision: Decision | LazyDecision[Any]) -> Any:
        if isinstance(decision, LazyDecision):
            described = decision.describe()
            return decision.usual if described is None else self.ask(described)
        exact = name_of(decision, self.answers)
        if self._command and self._opened.policies[decision.by].id == TACTICIAN:
            asked = self.answers, exact, decision
            decided = result(
                weighing_answer(
                    self._opened.fight.rules, self._before, self._command, self.dice, *asked
                )
            )
        else:
            decided = super().ask(decision)
        self.answers[exact] = decided
        return decided

    def step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """The present command as a step of a script, with its dice and answers."""
        given = {"dice": list(self.dice), "answers": dict(self.answers)}
        return {**step, **{name: value for name, value in given.items() if value}}


def play_out(
    opened: Opened, seed: int, number: int, steps: list[dict[str, Any]] | None = None
) -> Played:
    """Plays the fight of this number to its end. Its steps are added to ``steps``."""
    rules, policies = opened.fight.rules, opened.policies
    # One draft for the whole fight: nobody looks back at the states in between.
    state = opened.fight.state.copy()
    played = Played(state)
    dice = Random(f"{seed}/{number}")
    recording = None
    if steps is not None or any(policy.id == TACTICIAN for policy in policies.values()):
        recording = RecordingTable(opened, state, dice, played)
    table = recording or FastTable(rules, state, dice, played)
    # Only the game master gives effects, so a fight without any will have none.
    effects = has_effects(state)

    def do(perform: Callable[[State[Any], Any, Table], None], command: Command) -> None:
        nonlocal effects
        if recording:
            recording.next(command)
        before = Before.of(rules, state) if effects else None
        perform(state, command, table)
        table.finish()
        if before:
            expire(rules, before, state, table, table.told)
            table.told.clear()
            effects = has_effects(state)
        if recording and steps is not None:
            steps.append(recording.step(command.as_step()))

    standing, done, most = _standing(state), 0, STEPS_EACH * max(len(state.combatants), 10)
    try:
        if opened.begin is not None:
            do(rules.begin, opened.begin)
        rounds = state.round
        while (outcome := rules.outcome(state)) is None:
            chosen = _chosen(rules, state, policies)
            if chosen is None or done == most:
                played.unfinished = NOBODY_ACTS if chosen is None else NO_END
                break
            policy, command = chosen
            command = rules.filled_in(state, command)
            if recording or not policy.always_legal:
                rules.check(state, command)
            table.actor = command.actor or state.turn
            do(rules.perform, command)
            done += 1
            if state.round != rounds:
                standing = _count_fallen(played, standing, rounds)
                rounds = state.round
        else:
            played.winner = outcome.winner
    except Refusal as refusal:
        played.unfinished = Text(
            "a behaviour is refused: {why}", why=placed(refusal.field, refusal.message)
        )
    except TableSignal:
        raise
    except Exception as error:  # a fault of one fight in thousands must not take the others along
        played.unfinished = Text("the rules failed: {error}", error=said(error))
    _count_fallen(played, standing, state.round)
    return played


def _chosen(
    rules: Rules[Any], state: State[Any], policies: Mapping[str, Policy]
) -> tuple[Policy, Command] | None:
    """What is done next, and by which behaviour; None where nobody does anything."""
    # The one on turn nearly always does something, and who else is to act takes time to find out.
    turn = state.turn
    if turn is not None and rules.is_to_act(state, turn):
        command = policies[turn].choose(state, turn)
        if command is not None:
            return policies[turn], command
    for id in rules.to_act(state):
        if id != turn:
            command = policies[id].choose(state, id)
            if command is not None:
                return policies[id], command
    return None


def _standing(state: State[Any]) -> Counter[str]:
    people = state.combatants.values()
    return Counter(c.side for c in people if not (c.out or c.incapacitated))


def _count_fallen(played: Played, before: Counter[str], number: int) -> Counter[str]:
    now = _standing(played.state)
    for side in before.keys() | now.keys():
        if fallen := before[side] - now[side]:
            played.fell[number, side] += fallen
    return now


def written(opened: Opened, seed: int, number: int) -> Fight:
    """The same fight once more, with its log and every die written down.

    Its script (:meth:`Fight.as_script`) replays to the same end.
    """
    fight = start(opened.fight.script)
    steps: list[dict[str, Any]] = []
    play_out(opened, seed, number, steps)
    for step in (*opened.steps, *steps):
        fight.perform(step)
    return fight
