"""Tries every action in every kind of situation that a fight can come to.

Random fights seldom come to where somebody is dying, prone or without a spell left. Here each way
on is gone, breadth first, by legal steps and by values set by hand, into every situation in which
something else is offered or shown. What the game master overrules is tried as well. At the end:
whether odds at many targets take longer than they need. Paths of targets that do not touch one
another add up; a system that goes through them with a plain loop multiplies them.
"""

from collections import Counter, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import islice, product
from random import Random
from types import FunctionType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from desktop.encounter import playout
from desktop.encounter.answers import Step
from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import PlayTable
from desktop.rules.contract import Option, Rules, at_a_glance
from desktop.rules.fields import Field, Record
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text, as_text
from desktop.rules.values import values_of

SITUATIONS = 60
"""The most situations that are looked at, over all fights."""

TIMES = 2
"""So often each value of each parameter is tried."""

OVERRULED = 30
"""So often an action is tried although the rules say no."""

COMPARED = 6
"""So often an action is set against its odds."""

SOUGHT = 3
"""The situations in which other values are sought with which a refused value passes."""

MOST_TOLD = 6
"""The most values that are named as always refused."""


@dataclass
class Reached:
    """How far it was looked, over several fights."""

    situations: int = 0
    tried: Counter[Hashable] = field(default_factory=Counter)
    """How often each value of each parameter was tried, and each value set by hand."""
    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each action was done as the rules allow it, by its ``do`` and id."""
    overruled: Counter[tuple[str, str]] = field(default_factory=Counter)
    compared: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each was set against its odds."""
    in_vain: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether an action has never changed or told anything."""
    refused: dict[Hashable, Text | None] = field(default_factory=dict)
    """What was said of each value on offer that was refused; None of one that has passed."""

    sought: Counter[Hashable] = field(default_factory=Counter)
    """In how many situations other values were sought with which one of these passes."""

    def passed(self, step: Step) -> None:
        """Keeps of all values of a step that they have passed."""
        values = {(step["do"], step.get("action", ""), name, repr(step[name])) for name in step}
        self.refused |= dict.fromkeys(values)

    def faults(self, rules: Rules[Any]) -> Iterator[Text]:
        """What shows only in all of it together."""
        for action in rules.actions:
            if self.in_vain.get((action.do, action.id)):
                yield Text(
                    "{action} can be done and nothing comes of it: it changes nothing and logs "
                    "nothing", action=action.label,
                )  # fmt: skip
        yield from islice(filter(None, self.refused.values()), MOST_TOLD)


def look_everywhere(script: Mapping[str, Any], reached: Reached, most: int) -> None:
    """Tries everything in at most ``most`` situations that a fight leads to.

    Raises :class:`playout.PlayoutError` with the fight that leads to what does not hold.
    """
    rng = Random(1)
    first = start(script)
    with playout.shown_by(first.as_script):
        _check_values(first.state)
        first.perform({"do": "begin"}, playout.thrower(rng), first.rules.decide)
    waiting, met = deque([first]), {_situation(first)}
    while waiting:
        fight = waiting.popleft()
        reached.situations += 1
        with playout.shown_by(fight.as_script):
            _check_behaviours(fight)
            kept = playout.written(fight.state)
            refused: dict[Hashable, Refusal | None] = {}
            for key, step in _ways_on(fight, reached, rng):
                with playout.shown_by(fight.as_script, step):
                    after = _tried(fight, kept, step, key, reached, rng)
                done = step["do"], step.get("action", ""), step.get("actor", "")
                if isinstance(after, Refusal):
                    refused.setdefault(done, after)
                    continue
                if step.get("overrule"):
                    continue
                refused[done] = None
                if after.outcome:
                    continue
                situation = _situation(after)
                if situation not in met and len(met) < most:
                    met.add(situation)
                    waiting.append(after)
            for option in fight.options():
                why = refused.get((option.do, option.action, option.actor))
                if why and not option.why_not:
                    asked = fight.parameters(option)
                    fault = Text(
                        "{step} is offered and was refused: {why}",
                        step=repr(option.as_step()), why=str(why),
                    )  # fmt: skip
                    playout.need(playout.can_be_chosen(fight, option, asked, rng), fault)


def _situation(fight: Fight) -> Hashable:
    """What is offered and shown now, as far as it differs in kind."""
    rules, state = fight.rules, fight.state
    offered = frozenset(
        (option.do, option.action, as_text(option.why_not).template if option.why_not else None)
        for option in fight.options()
    )
    shown = frozenset(
        (vital.kind, vital.id, state[id].out or bool(vital.value), id in rules.to_act(state))
        for id in state.combatants
        for vital in at_a_glance(rules, state, id)
    )
    return offered, shown


def _ways_on(fight: Fight, reached: Reached, rng: Random) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """The steps that can be taken from here, each with what is new in it."""
    rules, state = fight.rules, fight.state
    for option in fight.options():
        if option.why_not is None:
            for part, values in list(_fillings(fight.parameters(option), rng)):
                key = option.do, option.action, *part
                if not part or reached.tried[key] < TIMES:
                    yield key, option.as_step(**values)
    actors = [*rules.to_act(state)[:1], *(c.id for c in state.standing() if c.id != state.turn)][:2]
    for action in rules.actions if actors else ():
        if action.whose != "nobody" and reached.overruled[action.do, action.id] < OVERRULED:
            option = rules.option(state, state[actors[0]], action)
            _, values = next(_fillings(fight.parameters(option), rng))
            yield (action.do, action.id), {**option.as_step(**values), "overrule": True}
    for id in actors:
        for asked in rules.editable(state, id):
            for value in _extremes(asked):
                key = ("edit", asked.id, repr(value), id == state.turn)
                if reached.tried[key] < TIMES and value != asked.default:
                    yield key, {"do": "edit", "combatant": id, "set": {asked.id: value}}


def _extremes(asked: Field) -> list[Any]:
    """The values of a field at which something may be different."""
    if asked.kind == "flag":
        return [True, False]
    if asked.kind in ("integer", "number"):
        whole = int if asked.kind == "integer" else float
        return [whole(limit) for limit in (asked.minimum, asked.maximum) if limit is not None]
    offered = [choice.value for choice in asked.choices if choice.why_not is None]
    return [offered] if asked.kind in ("combatants", "choices") else offered


def _fillings(
    parameters: Sequence[Field], rng: Random
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """What can be filled in: what is needed, and then each other value of each parameter."""
    usual = {asked.id: playout.value_for(asked, rng) for asked in parameters if asked.required}
    usual = {name: value for name, value in usual.items() if value is not playout.OMIT}
    yield (), usual
    for asked in parameters:
        for value in _extremes(asked):
            yield (asked.id, repr(value), asked.kind), {**usual, asked.id: value}


def _tried(
    fight: Fight, kept: str, step: Step, key: tuple[Any, ...], reached: Reached, rng: Random
) -> Fight | Refusal:
    """The fight after a step, in which all holds, or why the step is refused. ``kept`` is
    its state, written down before."""
    name, new = key[:2], reached.tried[key] < TIMES
    after = replace(fight, moments=[*fight.moments], journal=[*fight.journal])
    refusal = playout.performed(after, dict(step), rng, rng)
    playout.need(
        playout.written(fight.state) == kept,
        Text("{step}: a state that was kept has been written to; take whom you change", step=step),
    )
    legal = not is_by_hand(step) and not step.get("overrule")
    if refusal is not None:
        offer, on_map = key[:-1], bool(fight.state.positions)
        if (
            legal and key[-1] == "choice" and refusal.field == key[2] and not on_map
            and reached.refused.get(offer, refusal) and reached.sought[offer] < SOUGHT
        ):  # fmt: skip
            reached.sought[offer] += 1
            always = None if _passes(fight, step, key[2], rng) else Text(
                "{action}: {value} is on offer in {field} and was always refused: {why}",
                action=name[1] or name[0], value=repr(step[key[2]]), field=key[2],
                why=refusal.message,
            )  # fmt: skip
            reached.refused[offer] = always
        return refusal
    if legal:
        reached.passed(step)
    playout.look(after, fight.state)
    playout.check_templates(replace(after, moments=after.moments[-1:], cursor=1))
    if not step.get("overrule"):  # the game master may go beyond a limit
        _check_values(after.state, fight.state)
    reached.tried[key] += 1
    again = replace(fight, moments=[*fight.moments], journal=[*fight.journal])
    again.perform(after.journal[-1])
    other = _difference(again.state, after.state)
    if other or again.moments[-1].lines != after.moments[-1].lines:
        raise playout.PlayoutError(Text(
            "{step}: with the same dice and answers {what} is another; dice come from table.roll",
            step=repr(step), what=other or Text("the log"),
        ))  # fmt: skip
    if not is_by_hand(step):
        if not legal:
            reached.overruled[name] += 1
        elif not any(is_by_hand(moment.step) for moment in fight.moments):
            reached.done[name] += 1
        if legal:
            reached.in_vain[name] = reached.in_vain.get(name, True) and _is_in_vain(fight, step)
        if new and reached.compared[name] < COMPARED:
            reached.compared[name] += bool(playout.check_odds(fight, step, rng))
    return after


def _difference(state: State[Any], other: State[Any]) -> str:
    """Where two states differ: ``Delver.health of ama``; empty where they are the same."""
    for id, combatant in state.combatants.items() if state != other else ():
        for part in fields(combatant):
            if getattr(combatant, part.name) != getattr(other[id], part.name):
                return f"{type(combatant).__name__}.{part.name} of {id}"
    return "" if state == other else type(state).__name__


def _passes(fight: Fight, step: Step, name: str, rng: Random) -> bool:
    """Whether a value of a step passes with other values beside it: with each other, and with many
    at once."""
    option = next(o for o in fight.options() if o.as_step().items() <= step.items())
    asked = fight.parameters(option)
    for _, values in _fillings(asked, rng):
        with suppress(Refusal):
            fight.preview(option.as_step(**{**values, name: step[name]}))
            return True
    return playout.passes(fight, option, [asked], rng, {name: step[name]})


def _is_in_vain(fight: Fight, step: Step) -> bool:
    """Whether the action itself changes nothing, marks nothing and tells nothing."""
    rules, draft = fight.rules, fight.state.copy()
    command = rules.filled_in(draft, rules.read(step))
    action = rules.action_of(command)
    if action.group == "turn" or action.whose == "nobody":
        return False
    table = PlayTable(draft, source=playout.thrower(Random(1)), decide=rules.decide)
    try:
        action.perform(draft, draft.take(rules.actor_of(draft, command)), command, table)
        table.finish()
    except Refusal:  # by what the system's own perform does before
        return False
    return not (table.lines or table.marks or draft != fight.state)


def _check_behaviours(fight: Fight) -> None:
    """What each behaviour would do here is legal."""
    for id, policy in product(fight.rules.to_act(fight.state), fight.rules.policies.values()):
        try:
            command = policy.choose(fight.state, id)
            if command is not None:
                fight.preview(command.as_step())
        except Refusal as refusal:
            fault = Text("the behaviour {id} is refused: {why}", id=policy.id, why=str(refusal))
            raise playout.PlayoutError(fault) from None


def _check_values(state: State[Any], before: State[Any] | None = None) -> None:
    """What the combatants keep is of its kind, within its limits, and can be written down; only of
    those who are not as in the state ``before``."""
    for id, combatant in state.combatants.items():
        if before is not None and before.combatants.get(id) is combatant:
            continue
        kind: Any = type(combatant)
        for name, adapter in _adapters(kind).items():
            there = getattr(combatant, name)
            try:
                adapter.validate_python(there)
            except ValidationError as error:
                raise playout.PlayoutError(Text(
                    "{place} of {id} is {value}: {why}; on the kit a field of the sheet of that "
                    "name fills it",
                    place=f"{kind.__name__}.{name}", id=id, value=repr(there),
                    why=error.errors()[0]["msg"],
                )) from None  # fmt: skip
        for part in fields(combatant):
            where = f"{kind.__name__}.{part.name}"
            held = _unwritable(getattr(combatant, part.name))
            fault = Text(
                "{place} of {id} holds {value}, which cannot be written down; keep a name or a "
                "number", place=where, id=id, value=f"{held!r:.60}",
            )  # fmt: skip
            playout.need(held is None, fault)


def _unwritable(value: Any) -> Any:
    """What of a value is neither number, text, record, made up of them, nor equal to its copy; None
    for nothing."""
    known = str | int | float | Enum | Record | Text | type | FunctionType
    if value is None or isinstance(value, known):
        return None
    if is_dataclass(value):
        value = [getattr(value, part.name) for part in fields(value)]
    elif isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    elif not isinstance(value, tuple | list | set | frozenset):
        return None if deepcopy(value) == value else value
    return next((held for part in value if (held := _unwritable(part)) is not None), None)


@cache
def _adapters(kind: Any) -> Mapping[str, TypeAdapter[Any]]:
    return {value.name: TypeAdapter(value.annotation) for value in values_of(kind)}


CROWD = 5
"""How many foes are put into a fight at least."""

STEPS = 60
"""How many steps are played to come to the actions."""

TRIES = 20
"""How often an action is filled in by chance until it can be done."""

SLICE = 20
"""Paths are walked a few at a time, as in a window."""

FEW = 200
"""Up to this number, paths are never too many."""

MORE_THAN_NEEDED = 3
"""For each target, odds at many may take this many times the paths of odds at one."""


def slow_at_many(script: Mapping[str, Any]) -> Iterator[Text]:
    """Says of each action of a fight at many targets when its odds walk far more paths than needed.

    Raises whatever the rules raise.
    """
    rng = Random(1)
    fight = start({**script, "combatants": list(_crowded(script["combatants"]))})
    measured: set[str] = set()
    for option in playout.options_met(fight, rng, STEPS):
        for parameter in fight.parameters(option):
            if parameter.kind == "combatants" and option.action not in measured:
                paths = _paths(fight, option, parameter, rng)
                if paths is None:
                    continue
                measured.add(option.action)
                few, many = paths
                if many > MORE_THAN_NEEDED * CROWD * few + FEW:
                    yield Text(
                        "{action}: odds walk {few} paths at one target, more than {many} at "
                        "{count}. Where targets do not touch one another, write: for id in "
                        "table.each(ids)", action=option.label, few=few, many=many, count=CROWD,
                    )  # fmt: skip


def _crowded(combatants: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The combatants, with more of the last one until there are enough on that side."""
    yield from combatants
    last = combatants[-1]
    there = sum(recruit["side"] == last["side"] for recruit in combatants)
    for number in range(there, CROWD):
        yield {**last, "id": f"{last['id']}-{number + 1}-of-many"}


def _paths(fight: Fight, option: Option, field: Field, rng: Random) -> tuple[int, int] | None:
    """How many paths an action takes at one target and at many; None where it cannot be tried."""
    targets = [choice.value for choice in field.choices if not choice.why_not][:CROWD]
    if len(targets) < CROWD:
        return None
    fields = [other for other in fight.parameters(option) if other.required]
    for _ in range(TRIES):
        step = playout.random_step(option, fields, rng)
        try:
            few = _walked(fight, {**step, field.id: targets[:1]}, FEW * CROWD)
            most = MORE_THAN_NEEDED * CROWD * few + FEW + SLICE
            return few, _walked(fight, {**step, field.id: targets}, most)
        except Refusal:
            continue
    return None


def _walked(fight: Fight, step: Mapping[str, Any], most: int) -> int:
    """How many paths the odds of a step take, or a few more than ``most``."""
    search = fight.search_odds(step)
    while search.paths <= most and not search.advance(SLICE):
        pass
    return search.paths
