"""A fight is its list of steps: commands with the dice they used and the answers they were given.

State and log follow from the steps. Undo and redo move a cursor over kept states; a command that
waits for dice or for a decision is kept beside them and runs again along the same path once it
has its answer.
"""

import json
import random
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from desktop.encounter import play_table
from desktop.encounter.answers import Step, command_of, given, refuse_misspelt, refuse_unasked
from desktop.encounter.behaviours import behaviours
from desktop.encounter.by_hand import Desk, is_by_hand, known, perform_by_hand
from desktop.encounter.expiry import Before, expire, has_effects
from desktop.encounter.odds import Odds, OddsSearch
from desktop.encounter.play_table import Decider
from desktop.encounter.players_know import observe
from desktop.encounter.script import Script, ScriptError, Wave, muster, read_script, step_error
from desktop.rules.contract import Begin, Command, Option, Rules
from desktop.rules.display import Outcome
from desktop.rules.failures import SystemFailed, said
from desktop.rules.fields import Field, at_path, distances, field_at, fields_of
from desktop.rules.state import Objective, Recruit, State
from desktop.rules.table import BY_HAND, Decision, Refusal, Table, TableRefusal
from desktop.rules.text import NOTHING, Text, Words, joined, placed
from desktop.rules.values import plain

Lines = tuple[play_table.LogLine, ...]


@dataclass(slots=True)
class Moment:
    """A step that was performed, and how the fight stood before and after it. Never written to."""

    step: Step
    before: State[Any]
    state: State[Any]
    _lines: Lines | Callable[[], Lines]
    """A function where they are put together when somebody reads them."""
    marks: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """What the step came to, as odds count it, by mark and combatant."""
    fallen: tuple[play_table.Fallen, ...] = ()
    """Its dice, each with whose it was."""
    unasked: tuple[str, ...] = ()
    """Answers the step brought along that no rule asked for, those under ``if_asked`` included."""
    effects: Mapping[str, play_table.Effects] = field(default_factory=dict)
    """Whom effects did something by themselves in it, which no attack did."""

    def around_effects(self) -> tuple[State[Any], State[Any]]:
        """The state after it as it was before effects did anything by themselves, and after it."""
        if not self.effects:
            return self.state, self.state
        before, after = self.state.copy(), self.state.copy()
        for who, effects in self.effects.items():
            before.combatants[who], after.combatants[who] = effects.before, effects.after
        return before, after

    @property
    def lines(self) -> Lines:
        """What the step is told as in the log."""
        if not isinstance(self._lines, tuple):
            self._lines = self._lines()
        return self._lines


@dataclass(frozen=True, slots=True)
class Pending:
    """A command that waits: what it is, what it already has, and what is asked."""

    step: Step
    dice: tuple[int, ...]
    answers: Mapping[str, Any]
    question: play_table.Question
    by_default: bool = False
    """Whether it waits for dice alone, and the default policy decides all else."""
    if_asked: Mapping[str, Any] = field(default_factory=dict)
    """Answers to what may be asked later on."""
    fallen: tuple[play_table.Fallen, ...] = ()
    """The dice that it has, each with whose it is."""

    def as_json(self) -> dict[str, Any]:
        """The half-finished step, to be kept until it can go on."""
        answers = play_table.DEFAULT if self.by_default else play_table.each_once(self.answers)
        later = {"if_asked": dict(self.if_asked)} if self.if_asked else {}
        return {**self.step, "dice": list(self.dice), "answers": answers, **later}


@dataclass(frozen=True, slots=True)
class Preview:
    """What a step would do up to its first question: what it tells, and what it asks then.

    ``state`` is the draft as it stands at that point; with no ``question`` it is the whole step.
    """

    lines: tuple[play_table.LogLine, ...]
    question: play_table.Question | None
    state: State[Any]
    answers: Mapping[str, Any]
    """The answers that were asked for up to there, by name."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a saved fight could not go on: ``done`` of its ``steps`` were done again, and why."""

    done: int
    steps: int
    why: Text


@dataclass
class Fight:
    """A running fight on any rules. Start one with :func:`start`, go on with :meth:`perform`."""

    script: Script
    rules: Rules[Any]
    first: State[Any]
    moments: list[Moment] = field(default_factory=list)
    cursor: int = 0
    """How many of the moments are in force; those behind it can be redone."""
    journal: list[Step] = field(default_factory=list)
    """Every step ever performed, undo and redo among them, in order."""
    pending: Pending | None = None
    undone: tuple[State[Any], Pending] | None = None
    """In which state a command was undone that waited: redone there, it waits again."""
    stopped: Stop | None = None
    """Set where a saved fight could not be brought back whole."""
    _legal: tuple[State[Any] | None, Command, Command] = field(
        default=(None, Command(do=""), Command(do="")), repr=False, compare=False
    )
    """The command that was last found legal: in which state, as it was given, and filled in."""

    # ---- what stands

    @property
    def state(self) -> State[Any]:
        """How the fight stands. Never written to."""
        return self.moments[self.cursor - 1].state if self.cursor else self.first

    @property
    def log(self) -> list[play_table.LogLine]:
        return [line for moment in self.moments[: self.cursor] for line in moment.lines]

    @property
    def in_force(self) -> list[int]:
        """For each step in force its place in the journal, from 0."""
        places: list[int] = []
        cursor = 0
        for place, step in enumerate(self.journal):
            match step.get("do"):
                case "undo":
                    cursor -= 1
                case "redo":
                    cursor += 1
                case _:
                    places[cursor:] = [place]
                    cursor += 1
        return places[: self.cursor]

    @property
    def not_asked(self) -> list[str]:
        """Where the journal has an answer under ``if_asked`` that no rule asked for:
        ``steps[3].if_asked.swap``. Steps that were undone are left out."""
        return [
            f"steps[{place}].if_asked.{name}"
            for place, moment in zip(self.in_force, self.moments, strict=False)
            for name in moment.unasked
        ]

    @property
    def begun(self) -> bool:
        return self.state.round > 0

    @property
    def outcome(self) -> Outcome | None:
        """How the fight ended, by the rules or by hand; None while it goes on."""
        if self.state.ended_by_hand is not None:
            how = Text("ended by the game master{why}", why=_reason(self.state.ended_by_hand))
            return Outcome(None, how, BY_HAND)
        return self.rules.outcome(self.state) if self.begun else None

    @property
    def can_undo(self) -> bool:
        return self.cursor > 0 or self.pending is not None

    @property
    def can_redo(self) -> bool:
        waited = self.undone is not None and self.undone[0] is self.state
        return self.cursor < len(self.moments) or waited

    def options(self) -> Sequence[Option]:
        """All that the rules offer now, to everybody."""
        return self.rules.options(self.state) if self.begun else ()

    def turn_options(self) -> Sequence[Option]:
        """What the rules offer to those who are to act, and for the fight as a whole."""
        return self.rules.turn_options(self.state) if self.begun else ()

    def out_of_turn_options(self, id: str) -> Sequence[Option]:
        """What the rules offer to one who is not to act."""
        return self.rules.out_of_turn_options(self.state, id) if self.begun else ()

    def parameters(
        self, option: Option, chosen: Mapping[str, Any] | None = None
    ) -> Sequence[Field]:
        """What an option needs to be told, with what is on offer now; ``chosen`` so far."""
        return self.rules.parameters(self.state, option, chosen)

    def suggest(self) -> Step | None:
        """What the behaviour of one who may act now would do, as a step; None without any."""
        for id in self.rules.to_act(self.state) if self.begun else ():
            policy = behaviours(self.rules).get(self.state[id].policy or "")
            command = policy.choose(self.state, id) if policy else None
            if command:
                return command.as_step()
        return None

    # ---- what is done

    def perform(
        self,
        step: Step,
        source: play_table.DiceSource | None = None,
        decide: Decider | None = None,
        *,
        tell_later: bool = False,
    ) -> Moment | None:
        """Performs one step and keeps it; None while it waits (see :attr:`pending`).

        ``step`` may carry ``dice``, ``answers`` and ``if_asked`` of its own; further dice come
        from ``source``, further answers from ``decide`` (which may raise :class:`Unanswered`).
        ``tell_later``: its lines are put together when they are read, from the step done again.
        Raises :class:`Refusal`; then nothing has changed.
        """
        do = step.get("do")
        if do in ("undo", "redo"):
            for more in step.keys() - {"do"}:
                raise Refusal("there is no such field", more)
            return self.undo() if do == "undo" else self.redo()
        command, brought = command_of(step), given(step)
        if brought.by_default:
            decide = decide or self.rules.decide
        act, before = self._act(command), self.state
        # What is done by hand counts by what is told of it.
        tell_later = tell_later and not is_by_hand(step) and not has_effects(before)
        draft = before.copy()
        table = play_table.PlayTable(
            draft,
            dice=brought.dice,
            source=source,
            answers=brought.all_answers,
            decide=decide,
            keeps_log=not tell_later,
        )
        try:
            act(draft, table)
            if not tell_later and has_effects(draft):
                by_hand = ((line.by, line.text) for line in table.lines if line.rule == BY_HAND)
                expire(self.rules, Before.of(self.rules, before), draft, table, by_hand)
            with suppress(SystemFailed):  # then they know nothing new
                observe(self.rules, draft)
        except play_table.Unanswered as stop:
            by_default = brought.by_default and isinstance(stop.question, play_table.DiceWanted)
            self.pending = Pending(
                command,
                tuple(table.dice),
                table.answers,
                stop.question,
                by_default,
                brought.if_asked,
                tuple(table.fallen),
            )
            self.undone = None
            return None
        if table.unread:
            raise Refusal(play_table.surplus(table.unread), "dice")
        if table.dice and len(table.lines) > 1:
            table.lines[1:1] = self._from_map(command)
        record: dict[str, Any] = dict(command)
        if table.dice:
            record["dice"] = list(table.dice)
        if table.answers:
            record["answers"] = dict(table.answers)
        lines = partial(self._told, before, record) if tell_later else tuple(table.lines)
        fallen = tuple(table.fallen)
        told = lines, table.marks, fallen, table.unasked, table.effects
        moment = Moment(record, before, draft, *told)
        del self.moments[self.cursor :]
        self.moments.append(moment)
        self.cursor += 1
        self.journal.append(record)
        self.pending = self.undone = None
        return moment

    def _told(self, before: State[Any], record: Step) -> Lines:
        """The lines of a step, which is done again in the state ``before`` it."""
        try:
            moment = Fight(self.script, self.rules, before).perform(record)
        except Exception as error:  # whatever the rules do, the fight stands as it was played
            failed = Text("the rules failed: {error}", error=said(error))
            return (play_table.LogLine(before.round, "", failed),)
        return moment.lines if moment else ()

    def answer(
        self, value: Any, source: play_table.DiceSource | None = None, decide: Decider | None = None
    ) -> Moment | None:
        """Answers the pending question: a decision's value, or a list of dice read off the table.

        Raises :class:`Refusal` when the answer cannot be; the question then stands as before.
        """
        pending = self._waiting()
        step = pending.as_json()
        if isinstance(pending.question, play_table.DiceWanted):
            step["dice"] += given({"dice": value}).dice
        else:
            asked = pending.question
            step["answers"] = play_table.with_answer(pending.answers, asked, value)
        try:
            return self.perform(step, source, decide)
        except Refusal:
            self.pending = pending
            raise

    def waves_to_come(self) -> list[Wave]:
        """The waves that were not called yet: none of theirs is there."""
        there = self.state.combatants.keys()
        return [w for w in self.script.waves if there.isdisjoint(c.id for c in w.combatants)]

    def cancel(self) -> None:
        """Gives up the command that waits; the fight stands as before it."""
        self.pending = None

    def undo(self) -> Moment | None:
        """Takes back the last step, or the command that waits."""
        if self.pending:
            self.undone, self.pending = (self.state, self.pending), None
            return None
        if not self.cursor:
            raise Refusal("there is nothing to undo")
        self.cursor -= 1
        self.journal.append({"do": "undo"})
        return None

    def redo(self) -> Moment | None:
        """Does the next undone step again, with the dice it had; after the last of them what
        waited waits again."""
        if not self.can_redo:
            raise Refusal("there is nothing to redo")
        if self.undone and self.cursor == len(self.moments):
            _, self.pending = self.undone
            self.undone = None
            return None
        self.pending = None
        self.cursor += 1
        self.journal.append({"do": "redo"})
        return self.moments[self.cursor - 1]

    def odds(
        self,
        step: Step,
        dice: Sequence[int] = (),
        answers: Mapping[str, Any] | None = None,
        best_case: bool = False,
    ) -> Odds:
        """The exact odds of a step, without performing it. Raises :class:`Refusal`.

        With ``best_case`` every decision that can gain something takes the answer that gains most.
        """
        return self.search_odds(step, dice, answers, best_case=best_case).whole()

    def search_odds(
        self,
        step: Step,
        dice: Sequence[int] = (),
        answers: Mapping[str, Any] | None = None,
        state: State[Any] | None = None,
        best_case: bool = False,
    ) -> OddsSearch:
        """The odds of a step, to be walked a few paths at a time. Raises :class:`Refusal`.

        With ``state`` the step is taken as done in that state, and not as things stand.
        """
        command, brought = command_of(step), given(step)
        if is_by_hand(command) or command.get("do") in ("undo", "redo"):
            raise Refusal("only an action has odds", "do")
        return OddsSearch(
            self.rules,
            self.state if state is None else state,
            self._command(command, state),
            dice=[*brought.dice, *dice],
            answers={**brought.all_answers, **(answers or {})},
            best_case=best_case,
        )

    def as_done(self, step: Step) -> Step:
        """The step as it will be done, where it is only declared or begun now: for its odds.

        Raises :class:`Refusal` when it cannot be read.
        """
        command = self._command(step)
        action = self.rules.action_of(command)
        if action.do == step.get("do", "act"):
            paid = self.rules.at_once(self.state, command)
            return {**step, **paid} if paid else step
        model = self.rules.commands[action.do, action.id]
        known = {field.id for field in fields_of(model)}
        done = {key: value for key, value in step.items() if key in known}
        return {**done, "do": action.do, "overrule": True}

    def search_odds_of_answer(self, value: Any) -> OddsSearch:
        """The odds of the pending command if so answered, a few paths at a time."""
        pending = self._waiting()
        if not isinstance(pending.question, Decision):
            raise Refusal("no decision is waiting for an answer")
        name = play_table.names_of(pending.question, pending.answers)[0]
        return self.search_odds(pending.as_json(), answers={name: value})

    def preview(self, step: Step, decide: Decider | None = None) -> Preview:
        """What a step does up to the first throw or decision it asks for. Raises :class:`Refusal`.

        ``decide`` answers decisions, or raises :class:`Unanswered`.

        ``step`` may carry ``dice`` and ``answers``; with those of a pending command this is what
        that command has told so far.
        """
        brought = given(step)
        act = self._act(command_of(step))
        draft = self.state.copy()
        table = play_table.PlayTable(
            draft, dice=brought.dice, answers=brought.all_answers, decide=decide
        )
        question: play_table.Question | None = None
        try:
            act(draft, table)
        except play_table.Unanswered as stop:
            question = stop.question
        return Preview(tuple(table.lines), question, draft, table.answers)

    def decisions(self, step: Step) -> list[tuple[Decision, Any]]:
        """What a step asks before its first throw, each with the answer it has by default.

        Raises :class:`Refusal`.
        """
        asked: list[tuple[Decision, Any]] = []

        def decide(state: State[Any], decision: Decision) -> Any:
            default = self.rules.decide(state, decision)
            asked.append((decision, default))
            return default

        self.preview(step, decide)
        return asked

    # ---- how a step is understood

    def _act(self, step: Step) -> Callable[[State[Any], Table], None]:
        if step.get("do") != "objective":  # who met theirs may be said afterwards
            _refuse_ended(self.state)
        if is_by_hand(step):
            desk = partial(Desk, self.rules, self.script)
            return lambda draft, table: perform_by_hand(desk(draft, table), step)
        match step.get("do"):
            case "begin":
                begin = self._begin(step)
                return lambda draft, table: self.rules.begin(draft, begin, table)
            case _:
                command = self._command(step)
                return lambda draft, table: self._perform(draft, command, table)

    def _begin(self, step: Step) -> Begin:
        if self.begun:
            raise Refusal("the fight has begun already", "do")
        command = self.rules.read_begin(step)
        for id in command.surprised:
            known(self.state, id, "surprised")
        return command

    def _command(self, step: Step, state: State[Any] | None = None) -> Command:
        now = self.state
        if not now.round:
            raise Refusal('the fight has not begun; the first step is {"do": "begin"}', "do")
        command = self.rules.read(step)
        if command.actor:
            known(now, command.actor, "actor")
        state = now if state is None else state
        _refuse_ended(state)
        asked, before, legal = self._legal
        # A value that is given stands, though it is the usual one: the map does not fill it in.
        if (
            asked is state
            and before == command
            and before.model_dump(exclude_unset=True) == command.model_dump(exclude_unset=True)
        ):
            return legal
        filled_in = self.rules.filled_in(state, command)
        if not filled_in.overrule:
            self.rules.check(state, filled_in)
        self._legal = state, command, filled_in
        return filled_in

    def _from_map(self, step: Step) -> list[play_table.LogLine]:
        """What the map says of a command, in a line; not what is as usual, or said otherwise."""
        state = self.state
        if state.battlefield is None or is_by_hand(step) or not self.begun:
            return []
        command = self._command(step)
        said = command.model_dump(by_alias=True)
        actor, fields = command.actor or state.turn or "", fields_of(type(command))
        far = {path: target for path, _, target in distances(fields, said)}
        by_map = self.rules.by_map(state, actor, said)
        several = len({*far.values()}) > 1 or any("[" in path for path in by_map)
        whys = dict[str, Words]()
        for path, (value, why) in by_map.items():
            field = field_at(fields, path)
            if at_path(said, path) == value and (field is None or field.default != value):
                of = far.get(path) or _named_beside(said, path, state.combatants)
                if several and of:
                    why = Text("{name}: {what}", name=state[of].name, what=why)
                whys[str(why)] = why
        what = joined(list(whys.values()), "; " if several else ", ")
        what = Text("By where they stand: {what}", what=what)
        return [play_table.LogLine(state.round, "", what)] if whys else []

    def _perform(self, draft: State[Any], command: Command, table: Table) -> None:
        if command.bought:
            if command.overrule:
                said = Text("The game master overrules the rules{why}", why=_reason(command.why))
            else:
                said = Text(
                    "The game master sets the cost to {cost}{why}",
                    cost=command.cost,
                    why=_reason(command.why),
                )
            table.log(BY_HAND, said, by=command.actor or None)
        self.rules.perform(draft, command, table)
        table.finish()

    def _waiting(self) -> Pending:
        if self.pending is None:
            raise Refusal("nothing is waiting for an answer")
        return self.pending

    # ---- how it is written down

    def as_script(self) -> dict[str, Any]:
        """The whole fight as a ``fight/1`` document that replays to the same state and log."""
        script = self.script.model_dump(mode="json", exclude_defaults=True)
        script["format"] = self.script.format
        script["combatants"] = [recruit_json(r) for r in self.script.combatants]
        if self.script.waves:
            script["waves"] = [
                {"name": wave.name, "combatants": [recruit_json(r) for r in wave.combatants]}
                for wave in self.script.waves
            ]
        script["dice"] = [die for step in self.journal for die in step.get("dice", ())]
        script["steps"] = [
            {key: value for key, value in step.items() if key != "dice"} for step in self.journal
        ]
        return script

    def _described(self, id: str) -> dict[str, Any]:
        """A combatant as the rules describe it, and what the game master did to it."""
        combatant = self.state[id]
        described = self.rules.describe(self.state, id)
        if combatant.has_left:
            described["left"] = True
        if combatant.note:
            described["note"] = combatant.note
        if id in self.state.positions:
            described["at"] = list(self.state.positions[id])
        if combatant.effects_by_hand:
            described["effects_by_hand"] = {
                e.name: dict(e.changes) for e in combatant.effects_by_hand
            }
        return described

    def as_json(self, with_log: bool = True) -> dict[str, Any]:
        """The state after the last step and the log, as ``fraydesk run --json`` prints it."""
        state, outcome = self.state, self.outcome
        return {
            "system": self.rules.id,
            "round": state.round,
            "phase": state.phase,
            "turn": state.turn,
            "order": list(state.order),
            "combatants": {id: self._described(id) for id in state.combatants},
            "objectives": [{"text": o.text, "met": o.met} for o in state.objectives],
            "pending": pending_json(self.pending),
            "log": [line.as_json() for line in self.log] if with_log else [],
            "over": outcome is not None,
            "outcome": outcome and {"winner": outcome.winner, "text": str(outcome.text)},
        }


def recruit_json(recruit: Recruit) -> dict[str, Any]:
    """A recruit as a script has it; its sheet as it was given."""
    plain = recruit.model_dump(mode="json", exclude={"sheet"}, exclude_none=True)
    return {**plain, "sheet": recruit.sheet}


def pending_json(pending: Pending | None) -> dict[str, Any] | None:
    """``{"decision", "by", "options"}`` of the question that is waited for, or None."""
    if pending is None:
        return None
    question = pending.question
    if isinstance(question, play_table.DiceWanted):
        return {
            "decision": "dice",
            "by": question.by,
            "options": [str(dice) for dice in question.missing],
        }
    return {
        "decision": question.id,
        "by": question.by,
        "options": [choice.value for choice in question.field.choices],
    }


def start(script: Script | Mapping[str, Any]) -> Fight:
    """A fight before its first step. Raises :class:`ScriptError` that names the place."""
    if not isinstance(script, Script):
        script = read_script(script)
    rules, roster, house = muster(script)
    try:
        state = rules.muster(roster, house)
    except Refusal as refusal:
        raise ScriptError(refusal.field, refusal.message) from None
    state.objectives = tuple(Objective(goal.text, goal.met) for goal in script.objectives)
    state.battlefield = script.map
    state.positions = {recruit.id: recruit.at for recruit in roster if recruit.at is not None}
    rules.placed(state, list(state.positions))
    return Fight(script, rules, state)


class Sequel:
    """Dice from a list, then from a seeded generator: what a script says fell, and after that."""

    def __init__(self, dice: Sequence[int], seed: int | None) -> None:
        self._dice = list(dice)
        self._random = random.Random(0 if seed is None else seed)
        self._used = 0
        self.listed = False
        """Whether the last die came from the list, so that it cannot be thrown again."""

    @property
    def unread(self) -> int:
        """How many of the listed dice have not been used."""
        return len(self._dice) - self._used

    def __call__(self, sides: int) -> int:
        if self._used < len(self._dice):
            die = self._dice[self._used]
            if not 1 <= die <= sides:
                said = Text(
                    "dice[{place}] shows {die}, but the rules ask for a d{sides} here",
                    place=self._used,
                    die=die,
                    sides=sides,
                )
                raise TableRefusal(said, "dice")
            self._used += 1
            self.listed = True
            return die
        self.listed = False
        return self._random.randint(1, sides)


def _named_beside(step: Step, path: str, people: Container[str]) -> str | None:
    """Who is named in the record of a parameter, or in one around it."""
    while "." in path:
        path = path.rpartition(".")[0]
        for value in at_path(step, path).values():
            if isinstance(value, str) and value in people:
                return value
    return None


def play(script: Script | Mapping[str, Any], *, all_but_last: bool = False) -> Fight:
    """Runs a script to its end, or up to its last step.

    Raises :class:`ScriptError` that names the step and the field. A decision that the script does
    not answer leaves the fight pending and is an error too: the message names its options.
    """
    fight = start(script)
    source = Sequel(fight.script.dice, fight.script.seed)
    steps = fight.script.steps[:-1] if all_but_last else fight.script.steps
    for position, step in enumerate(steps):
        try:
            refuse_misspelt(fight.rules, step)
            moment = fight.perform(step, source)
            if moment:
                refuse_unasked(step, moment.unasked)
        except Refusal as refusal:
            raise step_error(position, refusal) from None
        if fight.pending:
            raise ScriptError(f"steps[{position}]", _unanswered(fight.pending))
    if source.unread and not all_but_last:
        last = len(steps) - 1
        said = Text(
            "{surplus}; the last step is steps[{last}]",
            surplus=play_table.surplus(source.unread),
            last=last,
        )
        raise ScriptError("dice", said)
    return fight


def resume(
    script: Script | Mapping[str, Any], steps: Sequence[Step], pending: Step | None
) -> Fight:
    """A saved fight as it was left: its steps with their dice, and the command that waited.

    Where a step cannot be done again, the fight stands as it was before that step, and
    :attr:`Fight.stopped` says why. Raises :class:`ScriptError` for a script that cannot begin.
    """
    resuming = Resuming(script, steps, pending)
    resuming.advance(len(steps))
    return resuming.fight


class Resuming:
    """A saved fight on its way back, for a window that must not be kept waiting."""

    def __init__(
        self, script: Script | Mapping[str, Any], steps: Sequence[Step], pending: Step | None
    ) -> None:
        """Raises :class:`ScriptError` for a script that cannot begin."""
        self.fight = start(script)
        """The fight as far as it has come."""
        self.done = 0
        """How many steps are done again."""
        self._steps, self._pending = steps, pending

    def advance(self, steps: int) -> bool:
        """Does at most ``steps`` more; returns whether the fight is as it was left, or stopped."""
        fight = self.fight
        for step in self._steps[self.done : self.done + steps]:
            self._again(step)
            if fight.stopped:
                return True
            self.done += 1
        if self.done < len(self._steps):
            return False
        if self._pending is not None:
            self._again(self._pending, waits=True)
        return True

    def _again(self, step: Step, waits: bool = False) -> None:
        fight = self.fight
        why: Text | None = None
        try:
            fight.perform(step, tell_later=not waits)  # its question is to be read
        except Refusal as refusal:
            why = placed(refusal.field, refusal.message)
        except Exception as error:  # whatever the rules do, what came before is shown
            why = Text("the rules failed: {error}", error=said(error))
        if fight.pending and not waits:
            why = _unanswered(fight.pending)
            fight.cancel()
        if why is not None:
            fight.stopped = Stop(self.done, len(self._steps), why)


def _refuse_ended(state: State[Any]) -> None:
    if state.ended_by_hand is not None:
        raise Refusal("the game master has ended the fight; undo that first", "do")


def _unanswered(pending: Pending) -> Text:
    question = pending.question
    if isinstance(question, play_table.DiceWanted):
        dice = joined(question.missing, " + ")
        return Text("dice: {by} still has to roll {dice}", by=question.by, dice=dice)
    choices = [plain(choice.value) for choice in question.field.choices if not choice.why_not]
    return Text(
        "answers.{id}: {by} has to decide ({question}); "
        'options: {options}; or "answers": "default"',
        id=question.id,
        by=question.by,
        question=question.text,
        options=json.dumps(choices, ensure_ascii=False),
    )


def _reason(why: str) -> Text:
    """A reason behind what was said, where one was given."""
    return Text(": {why}", why=why) if why else NOTHING
