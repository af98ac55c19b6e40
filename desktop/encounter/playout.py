"""Plays fights out at random, on any system, and looks at what must hold of every fight.

One number stands for one step: it picks one of the options on offer, fills in the parameters and
answers the decisions. So a fight is its script, a seed and a list of numbers, and one that goes
wrong can be made shorter by leaving numbers out.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass, replace
from dis import get_instructions
from functools import cache
from itertools import cycle, islice, product
from math import ceil, floor, sqrt
from random import Random
from types import CodeType, MappingProxyType
from typing import Any, TypeVar, get_type_hints

from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.checks import Sheets, outcomes, usual_values
from desktop.encounter.fight import Fight, play, resume, start
from desktop.encounter.play_table import LogLine, PlayTable
from desktop.rules import systems
from desktop.rules.checks import Check
from desktop.rules.contract import Option, Rules, at_a_glance, checked, with_changes
from desktop.rules.dice import AnyThrow, Dice, MarkingThrow, Pool
from desktop.rules.failures import said
from desktop.rules.fields import Field, Record, fields_of
from desktop.rules.figures import Figure, by_path
from desktop.rules.guarded import fits
from desktop.rules.state import PLAYERS, Recruit, State
from desktop.rules.table import BY_HAND, Decision, Refusal, TableSignal
from desktop.rules.text import NOTHING, Text, Words, none_such, placed

T = TypeVar("T")
Played = TypeVar("Played", bound=PlayTable)

OMIT = object()
"""Nothing is filled in; the default holds."""

MOST_FALLS = 10_000
"""A throw that can fall in more ways is not gone through die by die."""

MOST_PATHS = 300
"""The odds of a random step are followed this far, to keep a play-out quick."""


FILLINGS = 100
"""So often a refused option is filled in anew before it counts as one that cannot be done."""


class PlayoutError(TableSignal):
    """Something that must hold of every fight does not; ``script`` is the fight up to there, and
    ``step`` what was done then."""

    def __init__(
        self,
        message: Words,
        script: Mapping[str, Any] | None = None,
        step: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.script = script
        self.step = step

    def __str__(self) -> str:
        return str(self.args[0])


def need(holds: bool, message: Words) -> None:
    if not holds:
        raise PlayoutError(message)


def check_fight(
    script: Mapping[str, Any], seed: int, choices: Sequence[int], meddling: bool = False
) -> Fight:
    """Plays one step for each of the choices, and looks at the fight all the way.

    Nothing is raised but refusals, and those change nothing; undo and redo lead back; states that
    were kept are never written to; odds add up to 1; decisions and marks are those the system
    declares; the spread of a throw is what its dice mean; figures have ids of their own and values
    of their kind; what is written back fits the sheet; the fight written down replays to the same.
    With ``meddling`` the game master sets values by hand and has anybody act out of turn.
    Raises :class:`PlayoutError`.
    """
    fight = start(script)
    with shown_by(fight.as_script):
        _check(fight, seed, choices, meddling)
    return fight


@contextmanager
def shown_by(
    script: Callable[[], Mapping[str, Any]], step: Mapping[str, Any] | None = None
) -> Iterator[None]:
    """Gives whatever goes wrong in here the script that shows it, and the step after it."""
    try:
        yield
    except PlayoutError as error:
        error.script, error.step = error.script or script(), error.step or step
        raise
    except Exception as error:
        raise PlayoutError(Text("{error}", error=said(error)), script(), step) from error


def _check(fight: Fight, seed: int, choices: Sequence[int], meddling: bool) -> None:
    dice = Random(seed)
    begun = fight.perform({"do": "begin"}, thrower(dice), decider(fight.rules, Random(seed)))
    need(begun is not None, "the fight does not begin")
    kept = [(state, written(state)) for state in (fight.first, fight.state)]
    look(fight)
    for number in choices:
        before = fight.state
        if not _one_step(fight, Random(number), dice, meddling):
            break
        look(fight, before)
        kept.append((fight.state, written(fight.state)))
    for state in (fight.first, fight.state):  # each step would take several times as long
        for id in state.combatants:
            _check_figures(fight.rules, state, id)
    _check_paper(fight.rules, fight.first)
    check_templates(fight)
    for state, as_kept in kept:
        need(written(state) == as_kept, "a state that was kept has been written to")
    script = json.loads(json.dumps(fight.as_script()))
    need(
        play(script).as_json() == fight.as_json(),
        "written down and played again, the fight comes to something else",
    )
    need(
        resume(script, fight.journal, None).as_json() == fight.as_json(),
        "opened again, the fight comes to something else",
    )


def written(state: State[Any]) -> str:
    """All that a rule could write to in a state; records, as sheets are, cannot be written to."""
    parts = [
        getattr(holder, part.name)
        for holder in (state, *state.combatants.values())
        for part in dataclass_fields(holder)
        if part.repr and part.name != "combatants"
    ]
    return repr([list(state.combatants), *(p for p in parts if not isinstance(p, Record))])


def look(fight: Fight, before: State[Any] | None = None) -> None:
    """Asks everything that a screen asks of a fight; what can be set, and is kept, only of those
    who are not as in the state ``before``."""
    rules, state = fight.rules, fight.state
    for part in [
        *rules.headline(state),
        *(v.label for id in state.combatants for v in at_a_glance(rules, state, id)),
    ]:
        str(part)
    meddled = any(is_by_hand(m.step) or m.step.get("overrule") for m in fight.moments)
    for id in state.combatants:
        rules.standing(state, id)
        if before is None or before.combatants.get(id) is not state[id]:
            rules.editable(state, id)
            _check_written_back(rules, state, id)
        for vital in () if meddled else rules.vitals(state, id):
            if vital.kind in ("bar", "pips"):
                fault = Text(
                    "{vital} of {name} shows {value} of {most}",
                    vital=vital.label, name=state[id].name, value=vital.value, most=vital.maximum,
                )  # fmt: skip
                need(0 <= vital.value <= vital.maximum, fault)
    rules.timeline(state)


def _check_paper(rules: Rules[Any], state: State[Any]) -> None:
    """The figures of somebody who enters a fight are those of the sheet on paper."""
    for id, combatant in state.combatants.items():
        alone = rules.muster([Recruit(id=id, side=PLAYERS, sheet=combatant.sheet)], state.house)
        on_paper = dict(by_path(rules.figures(alone, id)))
        for path, figure in by_path(rules.figures(state, id)):
            there = on_paper.get(path)
            fault = Text(
                "the figure {where} of {name} is {here} in the fight, {there} on paper",
                where=path, name=combatant.name, here=figure.number,
                there=there.number if there else "–",
            )  # fmt: skip
            need(there is not None and there.number == figure.number, fault)


def check_templates(fight: Fight) -> None:
    """What the log says are templates: no name stands in one as a part of it."""
    names = {c.name for s in (fight.first, fight.state) for c in s.combatants.values()}
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)))
    for line in fight.log:
        fault = Text(
            "a sentence of {rule} is no template with values: {text}",
            rule=line.rule, text=repr(line.text.template),
        )  # fmt: skip
        need(line.rule == BY_HAND or not named.search(line.text.template), fault)


def _check_figures(rules: Rules[Any], state: State[Any], id: str) -> None:
    """Groups of figures and the figures of each have ids of their own, and all is of its kind."""
    groups = rules.figures(state, id)
    _check_distinct([group.id for group in groups], id)
    for group in groups:
        _check_kinds(group, group.id)
        _check_distinct([figure.id for figure in group.figures], group.id)
        for figure in group.figures:
            where = f"{group.id}.{figure.id}"
            _check_kinds(figure, where)
            for part in figure.parts:
                _check_kinds(part, where)


def _check_distinct(ids: Sequence[str], whose: str) -> None:
    """Raises :class:`PlayoutError` where an id is there twice."""
    for own_id, count in Counter(ids).items():
        need(
            count == 1,
            Text("the figures of {whose} have the id {id} twice", whose=whose, id=repr(own_id)),
        )


def _check_kinds(figures: Any, where: str) -> None:
    """What a group, a figure or a part of a figure holds is of its declared kinds."""
    for name, kind in _kinds(figures.__class__).items():
        value = getattr(figures, name)
        fault = Text(
            "the figure {where} has {value} as {name}, which is no {kind}",
            where=repr(where), value=f"{value!r:.60}", name=name,
            kind=getattr(kind, "__name__", kind),
        )  # fmt: skip
        need(fits(value, kind), fault)


@cache
def _kinds(model: type) -> Mapping[str, Any]:
    """The declared kinds of the fields of a class; a whole number is a number, too."""
    hints = get_type_hints(model)
    return {name: int | float if kind is float else kind for name, kind in hints.items()}


def _check_written_back(rules: Rules[Any], state: State[Any], id: str) -> None:
    """What the fight has changed for good has a place on the sheet, and is within its limits."""
    changes = rules.changes(state, id)
    if not changes:
        return
    try:
        sheet = state[id].sheet.model_dump(mode="json", by_alias=True)
        checked(rules.sheet, with_changes(sheet, changes))
    except Refusal as refusal:
        fault = Text("what is written back does not fit the sheet: {why}", why=str(refusal))
        raise PlayoutError(fault) from None


def _one_step(fight: Fight, rng: Random, dice: Random, meddling: bool) -> bool:
    """Performs one of the options on offer; False when there is none left."""
    options = [option for option in fight.options() if option.why_not is None]
    if not options or (fight.outcome is not None and rng.random() < 0.3):
        return False
    option = _chosen(fight, options, rng)
    fields = fight.parameters(option)
    step = random_step(option, fields, rng)
    going = None
    if meddling and rng.random() < 0.2:
        fields, step = _meddled(fight, option, rng)
    elif rng.random() < 0.3:
        by_behaviour = rng.random() < 0.5 or not fight.state.positions
        led = fight.suggest() if by_behaviour else _going(fight, option.actor, rng)
        going = dict(led) if led else None
        step = going or step
    before = _stands(fight)
    state = fight.state
    with shown_by(fight.as_script, step):
        refused = performed(fight, step, dice, rng)
    if refused:
        need(fight.state is state and fight.pending is None, "a refused step changed something")
        # No way may lead to where it would go; whether the option can be chosen is not tried.
        if step is not going and not step.get("overrule") and not is_by_hand(step):
            fault = Text(
                "{step} is offered and was refused: {why}", step=repr(step), why=str(refused)
            )
            need(can_be_chosen(fight, option, fields, rng), fault)
        return True
    after = _stands(fight)
    if rng.random() < 0.3:
        fight.undo()
        need(_stands(fight) == before, "undo leads somewhere else than back")
        if rng.random() < 0.7:
            fight.redo()
            need(_stands(fight) == after, "redo leads somewhere else than where it was")
    return True


def _stands(fight: Fight) -> tuple[dict[str, Any], list[LogLine]]:
    """How a fight stands; the lines of its log are not written as JSON at each step anew."""
    return fight.as_json(with_log=False), fight.log


def can_be_chosen(fight: Fight, option: Option, fields: Sequence[Field], rng: Random) -> bool:
    """Whether an option on offer passes with some of the values that it offers.

    Records that go together, and words that have to be somebody's, are beyond what we make up; on
    a map everybody may be out of reach.
    """
    needed = [field for field in fields if field.required]
    aimed = any(field.required or field.kind == "combatant" for field in fields)
    if (fight.state.positions and aimed) or any(
        field.kind == "records" or (field.kind == "text" and not field.choices) for field in fields
    ):
        return True
    # Values that do not go together can hide that the option itself can be chosen.
    return bool(fields) and passes(fight, option, (fields, needed), rng)


def passes(
    fight: Fight,
    option: Option,
    fillings: Sequence[Sequence[Field]],
    rng: Random,
    fixed: Mapping[str, Any] = MappingProxyType({}),
) -> bool:
    """Whether an option passes with some values of these fields, in turn, beside what is fixed."""
    for fields in islice(cycle(fillings), FILLINGS):
        with suppress(Refusal):
            fight.preview({**random_step(option, fields, rng), **fixed})
            return True
    return False


def _going(fight: Fight, actor: str, rng: Random) -> dict[str, Any] | None:
    """A move of somebody to a place nearby, or beside somebody else, as the system has it."""
    at, field = fight.state.positions.get(actor), fight.state.battlefield
    if at is None or field is None:
        return None
    if rng.random() < 0.5:
        x, y = rng.choice(list(fight.state.positions.values()))
        at = (x + rng.choice((-3, 3)), y + rng.choice((-3, 3)))
    aims = (part + rng.randint(-4, 4) for part in at)
    across, down = (
        min(max(aim, 0.0), most - 1)
        for aim, most in zip(aims, (field.width, field.height), strict=True)
    )
    command = fight.rules.go_to(fight.state, actor, (across, down))
    return command.as_step() if command else None


def _meddled(fight: Fight, option: Option, rng: Random) -> tuple[Sequence[Field], dict[str, Any]]:
    """A value set by hand, or somebody else doing what is on offer, whatever the rules say."""
    anybody = rng.choice(list(fight.state.combatants))
    if rng.random() < 0.3:
        return (), _by_hand(fight, anybody, rng)
    fields = fight.rules.editable(fight.state, anybody)
    if fields and rng.random() < 0.5:
        field = rng.choice(fields)
        value = value_for(field, rng)
        if value is not OMIT:
            edit = {"do": "edit", "combatant": anybody, "set": {field.id: value}}
            return fields, {**edit, "why": "so it is"}
    option = replace(option, actor=anybody)
    fields = fight.parameters(option)
    return fields, {**random_step(option, fields, rng), "overrule": True}


def _by_hand(fight: Fight, anybody: str, rng: Random) -> dict[str, Any]:
    """Somebody comes, goes, is called otherwise, changes sides, is left to a behaviour, or is
    under an effect."""
    state, rules = fight.state, fight.rules
    combatant = state[anybody]
    on = {"combatant": anybody}
    units = [unit.id for unit in rules.effect_units]
    effect = {
        "name": rng.choice(["luck", "gloom"]),
        "changes": {unit: rng.randint(-3, 3) for unit in rng.sample(units, min(len(units), 2))},
        "until": rng.choice(["by_hand", "rounds", "turn_start", "turn_end", "check"]),
        "whose": rng.choice(list(state.combatants)),
    }
    recruit = rng.choice(fight.script.combatants).model_dump(mode="json", exclude={"group"})
    newcomer = {**recruit, "id": f"newcomer-{len(state.combatants)}"}
    steps: list[dict[str, Any]] = [
        {"do": "join", "combatants": [newcomer], "this_round": rng.random() < 0.5},
        {"do": "leave", **on},
        {"do": "rename", **on, "name": combatant.name + " the other"},
        {"do": "change_side", **on, "side": rng.choice(["players", "foes", "others"])},
        {"do": "policy", **on, "policy": rng.choice([None, *rules.policies])},
        {"do": "note", **on, "note": "keeps a key"},
        *([{"do": "effect", "combatants": [anybody], **effect}] * 4),
        *({"do": "end_effect", **on, "name": e.name} for e in combatant.effects_by_hand),
    ]
    if state.battlefield:
        spots = int(state.battlefield.width) - 1, int(state.battlefield.height) - 1
        at = rng.choice([None, [rng.randint(0, most) for most in spots]])
        steps += [{"do": "place", "places": {anybody: at}}] * 4
    return rng.choice(steps)


def _chosen(fight: Fight, options: Sequence[Option], rng: Random) -> Option:
    """One of the options: mostly of those on turn, and rather one that is aimed at something."""
    usual = [option for option in options if not option.out_of_turn]
    if not usual or rng.random() < 0.1:
        return rng.choice(options)
    if rng.random() < 0.4:
        aimed = [o for o in usual if any(field.required for field in fight.parameters(o))]
        return rng.choice(aimed or usual)
    return rng.choice(usual)


def performed(fight: Fight, step: dict[str, Any], dice: Random, rng: Random) -> Refusal | None:
    """Performs the step after a look at its odds and its throws; the refusal where there is one."""
    try:
        if not is_by_hand(step):
            _check_sum(fight, step)
            played_at(fight, step, Random(len(fight.moments)), _LooksAtThrows)
        moment = fight.perform(step, thrower(dice), decider(fight.rules, rng))
        need(moment is not None, "a step waits though everything was answered")
    except Refusal as refusal:
        return refusal
    return None


def _check_sum(fight: Fight, step: dict[str, Any]) -> None:
    search = fight.search_odds(step)
    if search.advance(MOST_PATHS):
        chances = search.odds.chances
        need(sum(chance.p for chance in chances) == 1, "the odds of a step do not add up to 1")
        for what in sorted({what for chance in chances for what in chance.marks}):
            fault = Text("the mark {what} is not among the declared marks", what=repr(what))
            need(what in fight.rules.marks, fault)
        marked = {who for chance in chances for people in chance.marks.values() for who in people}
        need(marked <= fight.state.combatants.keys(), "a mark is on nobody")


class _LooksAtThrows(PlayTable):
    """Plays a command, and looks at what the odds take each of its throws for."""

    def roll(self, throw: AnyThrow[T], *, why: str, by: str, **told: Any) -> T:
        if isinstance(throw, Pool):
            fault = _fault_of(throw)
            where = Text("{throw} of {rule}: {fault}", throw=throw.dice, rule=why, fault=fault)
            need(not fault, where)
        if not isinstance(throw, MarkingThrow):
            caller = sys._getframe(1)
            fault = Text(
                "the throw of {rule} in {file}, line {line}, is never read",
                rule=why, file=re.split(r"[\\/]", caller.f_code.co_filename)[-1],
                line=caller.f_lineno,
            )  # fmt: skip
            need(_is_read(caller.f_code, caller.f_lasti), fault)
        return super().roll(throw, why=why, by=by, **told)


@cache
def _is_read(code: CodeType, call: int) -> bool:
    """Whether a function does anything with what the call at this place in it gives."""
    instructions = list(get_instructions(code))
    after = next((i for i in instructions if i.offset > call), None)
    if after is None or after.opname != "STORE_FAST":
        return after is None or after.opname != "POP_TOP"
    loads = [
        i.argval for i in instructions if "LOAD_FAST" in i.opname
    ]  # of two at once from 3.13 on
    return any(after.argval in (names if isinstance(names, tuple) else (names,)) for names in loads)


@cache
def _fault_of(throw: Pool[Any]) -> Text:
    """In what the spread of a throw is not what its dice mean; nothing where it is sound.

    A spread may put meanings together that no rule tells apart; then only all falls are counted.
    """
    faces, count = throw.dice.faces, throw.dice.count
    falls = len(faces) ** count
    if throw.dice.more or falls > MOST_FALLS:
        return NOTHING
    spread = throw.spread()
    if sum(spread.values()) != falls:
        total = sum(spread.values())
        return Text("its spread counts {total} falls of {falls}", total=total, falls=falls)
    read = Counter(throw.read([dice]) for dice in product(faces, repeat=count))
    if read.keys() <= spread.keys():
        for meaning, ways in spread.items():
            if read[meaning] != ways:
                return Text(
                    "its spread counts {ways} falls for {meaning}, its dice show {shown}",
                    ways=ways, meaning=repr(meaning), shown=read[meaning],
                )  # fmt: skip
    return NOTHING


def played_at(fight: Fight, step: Mapping[str, Any], dice: Random, at: type[Played]) -> Played:
    """The table at which a step was played, with the usual answers; the fight is as before."""
    rules, draft = fight.rules, fight.state.copy()
    table = at(draft, source=thrower(dice), decide=rules.decide)
    rules.perform(draft, rules.filled_in(fight.state, rules.read(step)), table)
    table.finish()
    return table


def thrower(dice: Random) -> Callable[[int], int]:
    return lambda sides: dice.randint(1, sides)


def decider(rules: Rules[Any], rng: Random) -> Callable[[State[Any], Decision], Any]:
    def decide(state: State[Any], decision: Decision) -> Any:
        fault = Text("the decision {id} is not among the declared ones", id=repr(decision.id))
        need(decision.id in rules.decisions, fault)
        need(decision.by in state.combatants, "a decision is nobody's")
        need(bool(decision.text), "a decision has no text")
        value = value_for(decision.field, rng)
        return None if value is OMIT else value

    return decide


def options_met(fight: Fight, rng: Random, steps: int) -> Iterator[Option]:
    """Every option that can be done in the first ``steps`` of a fight played at random."""
    fight.perform({"do": "begin"}, thrower(rng), decider(fight.rules, rng))
    for _ in range(steps):
        options = [option for option in fight.options() if option.why_not is None]
        if not options or fight.outcome:
            return
        yield from options
        option = rng.choice(options)
        step = random_step(option, fight.parameters(option), rng)
        if rng.random() < 0.5:  # behaviours lead to where there is something to do
            step = dict(fight.suggest() or step)
        try:
            fight.perform(step, thrower(rng), decider(fight.rules, rng))
        except Refusal:
            continue


def check_odds(fight: Fight, step: Mapping[str, Any], dice: Random) -> int:
    """Plays a step many times, and sets what it comes to against its exact odds: how often it was
    played, 0 where it has none. Raises :class:`PlayoutError`."""
    try:
        search = fight.search_odds(step)
        if not search.advance(MOST_PATHS):
            return 0
        played = [played_at(fight, step, dice, _LooksAtThrows).marks for _ in range(THROWS)]
    except Refusal:
        return 0
    marked = {(what, who) for what, people in search.odds.marked().items() for who in people}
    for what, who in sorted(marked.union(*played)):
        spread = search.odds.spread(what, who)
        for amount, times in Counter(marks.get((what, who), 0) for marks in played).items():
            p = float(spread.get(amount, 0))
            need(_likely(times, p, beyond=3), Text(
                "{step}: played {times} times of {throws} it came to {what} {amount} of {who}, "
                "the odds say {p:.1%}",
                step=repr(step), times=times, throws=THROWS, what=what, amount=amount, who=who, p=p,
            ))  # fmt: skip
    return THROWS


def off_map(script: Mapping[str, Any]) -> dict[str, Any]:
    """The same fight without a map, with those who come later there from the start."""
    parts = (script, *script.get("waves", ()))
    people = [{**recruit, "at": None} for part in parts for recruit in part["combatants"]]
    return {**script, "combatants": people, "map": None, "waves": []}


def check_figures(script: Mapping[str, Any]) -> Iterator[str]:
    """Plays the actions that figures name, and looks whether their throws show these numbers.

    Each is played off the map and with the usual values, so that nothing but the sheet counts:
    with the weapon that the figure stands at, or by and at the one whose figure it is. Yields the
    paths of the figures that were compared. Raises :class:`PlayoutError`.
    """
    fight = start(off_map(script))
    rules = fight.rules
    with shown_by(fight.as_script):
        fight.perform({"do": "begin"}, thrower(Random(1)), rules.decide)
        for id, combatant in fight.state.combatants.items():
            for group in rules.figures(fight.state, id):
                for figure in (figure for figure in group.figures if figure.thrown_in):
                    where = f"{group.id}.{figure.id}"
                    shown = _shown_in_play(fight, id, figure, str(group.term.label))
                    need(_written(figure) in shown or not shown, Text(
                        "the figure {where} of {name} is {number}, the throws of {action} under "
                        "{rule} show {shown}", where=where, name=combatant.name, rule=figure.rule,
                        number=figure.number, action=figure.thrown_in, shown=sorted(shown),
                    ))  # fmt: skip
                    if shown:
                        yield where


PLAYS = 30
"""So often an action is played until its throws show a figure: damage is thrown after a hit."""


def _shown_in_play(fight: Fight, id: str, figure: Figure, thing: str) -> set[str]:
    """What the throws of a figure's action show under its rule: the figure alone where they do."""
    rules, state, shown = fight.rules, fight.state, set[str]()
    action = next((known for known in rules.actions if known.id == figure.thrown_in), None)
    if action is None:
        problem = none_such(figure.thrown_in, [a.id for a in rules.actions if a.id])
        raise PlayoutError(placed(f"figures: {figure.id}.thrown_in", problem))
    own = fight.parameters(rules.option(state, state[id], action))
    with_it = any(choice.value == thing for field in own for choice in field.choices)
    wanted = thing if with_it else id
    for actor, seed in product([id] if with_it else state.combatants, range(PLAYS)):
        option, rng = rules.option(state, state[actor], action), Random(seed)
        fields = fight.parameters(option)
        offering = {choice.value: field.id for field in fields[::-1] for choice in field.choices}
        values = {field.id: value_for(field, rng) for field in fields if field.required}
        if wanted in offering:
            values[offering[wanted]] = wanted
        try:
            table = played_at(fight, option.as_step(**values, overrule=True), rng, _KeepsThrows)
        except Refusal:
            continue
        for rule, by, throw in table.thrown:
            if rule == figure.rule and (by == id or actor != id):  # its own throws, and those at it
                shown |= {*_numbers(throw, figure)}
        if _written(figure) in shown:
            return {_written(figure)}
    return shown


class _KeepsThrows(PlayTable):
    """Plays a command, and keeps its throws: by which rule and whom."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.thrown: list[tuple[str, str, AnyThrow[Any]]] = []

    def roll(self, throw: AnyThrow[T], *, why: str, by: str, **told: Any) -> T:
        self.thrown.append((why, by, throw))
        return super().roll(throw, why=why, by=by, **told)


def _written(figure: Figure) -> str:
    """A figure as a throw shows it: ``"2d6-1"``, ``"3"``."""
    return re.sub("[kк](?=\\d)", "d", figure.number.replace("−", "-").removeprefix("+"))


def _numbers(throw: Any, figure: Figure) -> Iterator[str]:
    """What a throw shows of the kind of a figure: its dice, how many they are, or what is added to
    them and what they are thrown against."""
    as_dice = "d" in _written(figure)
    if as_dice and isinstance(throw, Pool):
        plus = getattr(throw.reading, "plus", 0)
        yield f"{throw.dice}{plus:+d}" if plus else str(throw.dice)
    elif isinstance(throw, Dice):
        yield from () if as_dice or figure.signed else (str(throw.count),)
    elif isinstance(throw, tuple):
        for part in throw:
            yield from _numbers(part, figure)
    elif is_dataclass(throw):
        yield from _numbers(tuple(getattr(throw, f.name) for f in dataclass_fields(throw)), figure)
    elif isinstance(throw, int | float) and not isinstance(throw, bool) and not as_dice:
        yield f"{throw:g}"


THROWS = 200
"""So often each check of a sheet, and each action, is thrown and set against its odds."""

SIGMAS = 6
"""The most standard deviations by which successes may differ from their chance."""


def check_checks(script: Mapping[str, Any]) -> Iterator[int]:
    """Throws every check of every sheet of a script, and sets it against its exact odds.

    Yields how often each was thrown; 0 where a rule refuses it. Raises :class:`PlayoutError`.
    """
    fight = start(script)
    sheets = Sheets(fight.rules, [], fight.state.house)
    sheets.state = fight.state
    for check, id in product(fight.rules.checks, fight.state.combatants):
        written = {"check": check.id, "by": [id]}
        with shown_by(written.copy):
            try:
                written |= (values := usual_values(sheets.fields(check, id)))
                yield _thrown_and_counted(sheets, check, id, values)
            except Refusal:
                yield 0


def _thrown_and_counted(sheets: Sheets, check: Check, id: str, values: dict[str, Any]) -> int:
    search = sheets.search(check, id, values)
    if not search.advance(MOST_PATHS):
        return 0
    odds = {outcome.amount: outcome.p for outcome in outcomes(check, search.odds, id)}
    need(sum(odds.values()) == 1, "the odds of a check do not add up to 1")
    need(check.mark in sheets.rules.marks, Text("no such mark: {mark}", mark=check.mark))
    dice = thrower(Random(len(odds)))
    fallen = Counter(sheets.throw(check, id, values, dice).amount for _ in range(THROWS))
    for amount, times in fallen.items():
        p = float(odds.get(amount, 0))
        need(_likely(times, p, beyond=1), Text(
            "{check}: thrown {times} times of {throws} it came to {amount}, the odds say {p:.1%}",
            check=check.label, times=times, throws=THROWS, amount=amount, p=p,
        ))  # fmt: skip
    return THROWS


def _likely(times: int, p: float, beyond: int) -> bool:
    """Whether what has a chance of ``p`` may well come so often; rare ones ``beyond`` the bound."""
    return p > 0 and abs(times - THROWS * p) <= SIGMAS * sqrt(THROWS * p * (1 - p)) + beyond


# ---- what is filled in


def random_step(option: Option, fields: Sequence[Field], rng: Random) -> dict[str, Any]:
    return option.as_step(**_values(fields, rng))


def _values(fields: Sequence[Field], rng: Random) -> dict[str, Any]:
    values = {}
    for field in fields:
        if not field.required and rng.random() < 0.4:
            continue
        value = value_for(field, rng)
        if value is not OMIT:
            values[field.id] = value
    return values


def value_for(field: Field, rng: Random) -> Any:
    """Something to fill in that is of the field's kind and within its limits."""
    offered = [choice.value for choice in field.choices if choice.why_not is None]
    match field.kind:
        case "choice" | "combatant":
            return rng.choice(offered) if offered else OMIT
        case "choices" | "combatants" | "texts":
            return rng.sample(offered, min(len(offered), rng.randint(0, 2)))
        case "integer" | "number":
            return rng.choice(offered) if offered else _number(field, rng)
        case "numbers" | "pairs":
            return rng.choice(offered) if offered else []
        case "records":
            records = [_values(field.fields, rng) for _ in range(rng.randint(0, 2))]
            needed = {part.id for part in field.fields if part.required}
            return [record for record in records if needed <= set(record)]
        case "flag":
            return rng.random() < 0.5
        case "reason":
            return rng.choice([False, True, "so it is"])
        case "text":
            return "something"[: field.length]
        case "scores":
            return {}
        case "record":
            return _values(field.fields, rng)


def _number(field: Field, rng: Random) -> float | None:
    """A whole number within the limits; the lower limit where none lies between them."""
    low = ceil(field.minimum if field.minimum is not None else 0)
    high = floor(field.maximum if field.maximum is not None else low + 20)
    return field.minimum if low > high else rng.randint(low, min(high, low + 20))


# ---- whole fights


def bare_script(system: str) -> dict[str, Any]:
    """Two against two with hardly filled in sheets: a fight for a system without a sample."""
    rules = systems()[system]
    needed = [f for f in fields_of(rules.sheet) if f.required and f.id != "name"]
    combatants = []
    for number, (id, side) in enumerate(
        [("anna", "players"), ("bruno", "players"), ("guard", "foes"), ("hound", "foes")]
    ):
        rng = Random(number)
        sheet = {"name": id.capitalize(), **{field.id: value_for(field, rng) for field in needed}}
        combatants.append({"id": id, "side": side, "sheet": sheet})
    return {"format": "fight/1", "system": system, "combatants": combatants}


def play_by_policies(script: Mapping[str, Any], seed: int, most: int = 2000) -> Fight:
    """Plays a fight to its end; who has no behaviour of its own is given the system's first."""
    rules = systems()[script["system"]]
    first = next(iter(rules.policies))
    combatants = [{"policy": first, **combatant} for combatant in script["combatants"]]
    fight = start({**script, "combatants": combatants})
    dice = Random(seed)
    fight.perform({"do": "begin"}, thrower(dice), rules.decide)
    for _ in range(most):
        step = None if fight.outcome else fight.suggest()
        if step is None:
            break
        try:
            fight.perform(step, thrower(dice), rules.decide)
        except Refusal as refusal:
            fault = Text(
                "a behaviour does {step}, refused: {why}", step=repr(step), why=str(refusal)
            )
            raise PlayoutError(fault, fight.as_script()) from None
    return fight


def shortest(script: Mapping[str, Any], seed: int, choices: Sequence[int]) -> PlayoutError | None:
    """What goes wrong with as few of the choices as can be; None where nothing does."""
    fault, kept = _error(script, seed, choices), list(choices)
    size = len(kept) if fault else 0
    while size:  # first many at once: most have nothing to do with it
        for first in reversed(range(0, len(kept), size)):
            fewer = kept[:first] + kept[first + size :]
            error = _error(script, seed, fewer)
            if error:
                fault, kept = error, fewer
        size //= 2
    return fault


def _error(script: Mapping[str, Any], seed: int, choices: Sequence[int]) -> PlayoutError | None:
    try:
        check_fight(script, seed, choices, meddling=True)
    except PlayoutError as error:
        return error
    return None
