"""Conditions that a system declares: what they are called, what they keep from, when they end.

::

    PRONE = ConditionKind("prone", Text("Prone"))
    HELD = ConditionKind("held", Text("Held"), hinders=True, save=shakes_off)
    conditions = (PRONE, HELD)                 # in a class derived from kit.InTurns
    afflict(state, foe, HELD, table, source=mage.id, until="save")
    if under(foe, PRONE): …

The kit shows them as badges, asks for their saves, ends them when their time is over or their
source is out or incapacitated, and lets nobody act who is hindered.
Concentration is the condition of a fighter that ``holds`` others by it, see :func:`concentrate`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from desktop.rules.dice import AnyThrow
from desktop.rules.display import Tone, Vital, badge
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text, joined

Performs = Callable[[State[Any], Any, Any, Table], None]
"""``perform`` of an action."""
Until = Literal["lifted", "save", "turn_start", "turn_end"]
"""When a condition is over: when a rule lifts it, by a save at the end of one's own turns, or when
the next turn of somebody starts or ends."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that somebody is under."""

    kind: str
    source: str = ""
    """The id of the one it holds by: it is over when that one is out or incapacitated."""
    until: Until = "lifted"
    whose: str = ""
    """The id of the one whose turn ends it."""
    turns: int = 1
    """How many turns of that one have still to start or end."""
    value: int = 0
    """How strong it is, of a kind that has a value."""


@dataclass(frozen=True, slots=True)
class ConditionKind:
    """A condition as the rules know it."""

    id: str
    label: Text
    native: str = ""
    rule: str = ""
    tone: Tone = "warn"
    hinders: bool = False
    """Whether one can do nothing under it but let the turn pass."""
    save: Callable[[State[Any], Any, Condition, Table], bool] | None = None
    """``save(state, fighter, condition, table)``: whether the fighter, taken, shakes it off."""
    when_hurt: Callable[[State[Any], Any, int, Table], bool] | None = None
    """``when_hurt(state, fighter, damage, table)``: whether it lasts through the damage."""
    holds: tuple[ConditionKind, ...] = ()
    """What holds by it on others, or on oneself: that is over when this is over on its source, and
    this is over when nothing holds by it."""
    value: bool = False
    """Whether it has a number, as frightened 2; it is over at 0."""
    falls_at: Literal["", "turn_start", "turn_end"] = ""
    """When in one's own turns its value goes down by one."""
    turn_start: Callable[[State[Any], Any, Condition, Table], object] | None = None
    """``turn_start(state, fighter, condition, table)``: what it does as each turn of the fighter,
    taken, starts; and"""
    turn_end: Callable[[State[Any], Any, Condition, Table], object] | None = None
    """as each ends, before the save against it: a fire that burns on."""

    def value_on(self, fighter: Any) -> int:
        """The highest value of it that somebody is under; 0 where there is none."""
        return max((c.value for c in fighter.conditions if c.kind == self.id), default=0)

    def with_value(self, value: int) -> Text:
        """What it is called with its value, where it has one."""
        valued = Text("{condition} {value}", condition=self.label, value=value)
        return valued if self.value else self.label

    def on(self, state: State[Any], fighter: Any) -> bool:
        """Whether somebody is under it; ``Action.applies`` of what only such a one does."""
        return under(fighter, self)

    def off(self, state: State[Any], fighter: Any) -> bool:
        """Whether somebody is not under it."""
        return not under(fighter, self)

    def put(self, until: Until = "lifted", value: int = 1) -> Performs:
        """What an action performs that puts oneself under it, until one's own turn ``until``; of
        what ``holds`` others, that keeps it up so long."""
        return lambda state, doer, command, table: afflict(
            state, doer, self, table, source=doer.id if self.holds else "", until=until, value=value
        )

    def grow(self, fighter: Any, table: Table, by: int = 1) -> None:
        """Its value on a fighter, taken, goes up; with a negative ``by`` down, at 0 it is over."""
        value = self.value_on(fighter) + by
        if value < 1:
            lift(fighter, self, table)
            return
        others = (c for c in fighter.conditions if c.kind != self.id)
        fighter.conditions = (*others, Condition(self.id, value=value))
        table.note(self.rule, fighter, "{name}: {condition}", condition=self.with_value(value))

    def lifted(self, state: State[Any], fighter: Any, command: Any, table: Table) -> None:
        """What an action performs that takes it off oneself."""
        lift(fighter, self, table)


def afflict(
    state: State[Any],
    fighter: Any,
    kind: ConditionKind,
    table: Table,
    *,
    source: str = "",
    until: Until = "lifted",
    whose: str = "",
    value: int = 1,
) -> None:
    """Puts a fighter, taken, under a condition in place of an earlier one of its kind and source.

    ``whose`` turn ends it is the fighter's own where nobody is named. The end of a turn that is
    under way does not count. ``value`` counts for a kind that has one; of less than 1 nothing
    comes.
    """
    if kind.value and value < 1:
        return
    whose = whose or fighter.id
    turns = 2 if until == "turn_end" and state.turn == whose else 1
    others = (c for c in fighter.conditions if (c.kind, c.source) != (kind.id, source))
    put = Condition(kind.id, source, until, whose, turns, value * kind.value)
    fighter.conditions = (*others, put)
    table.note(kind.rule, fighter, "{name}: {condition}", condition=kind.with_value(value))


def under(fighter: Any, kind: ConditionKind) -> bool:
    """Whether a fighter is under a condition of this kind."""
    return any(condition.kind == kind.id for condition in fighter.conditions)


def lift(fighter: Any, kind: ConditionKind, table: Table, source: str | None = None) -> None:
    """Takes the conditions of a kind off a fighter, taken; with ``source`` only those by it."""
    _keep(
        fighter, [kind], lambda c: c.kind != kind.id or (source is not None and c.source != source),
        table,
    )  # fmt: skip


def let_go(state: State[Any], source: str, kinds: Sequence[ConditionKind], table: Table) -> None:
    """Ends the conditions of these kinds that hold by somebody: who loses concentration."""
    ids = {kind.id for kind in kinds}
    for fighter in list(state.combatants.values()):
        if any(c.source == source and c.kind in ids for c in fighter.conditions):
            taken = state.take(fighter.id)
            _keep(taken, kinds, lambda c: c.source != source or c.kind not in ids, table)


def concentrate(
    state: State[Any], fighter: Any, kind: ConditionKind, table: Table, until: Until = "lifted"
) -> None:
    """Puts a fighter, taken, under a condition that ``holds`` others, and ends what held so far.

    With ``until="turn_end"`` it is over with the fighter's next turn unless it is kept up then.
    """
    let_go(state, fighter.id, kind.holds, table)
    afflict(state, fighter, kind, table, source=fighter.id, until=until)


def saves(
    throw: Callable[[Any, Any], AnyThrow[Any]], rule: str = ""
) -> Callable[[State[Any], Any, Any, Table], bool]:
    """The ``save`` of a condition: ``throw(fighter, condition)``; or its ``when_hurt``, which is
    given the damage: ``saves(lambda one, damage: pool(1, 20, Reach(10 + damage)))``."""

    def succeeds(state: State[Any], fighter: Any, given: Any, table: Table) -> bool:
        label = Text("saving throw")
        came = table.roll(throw(fighter, given), why=rule, by=fighter.id, label=label)
        return bool(getattr(came, "success", came))

    return succeeds


def able(fighter: Any) -> bool:
    """Whether a fighter of the kit can do anything: not out or incapacitated, and not hindered."""
    return not (fighter.out or fighter.incapacitated or hindrance(fighter, kinds_of(fighter)))


def shake(state: State[Any], fighter: Any, damage: int, table: Table) -> None:
    """Ends the conditions of a fighter, taken, that do not last through the ``damage``."""
    kinds = kinds_of(fighter)
    asked = [kind for kind in kinds if kind.when_hurt and under(fighter, kind)]
    over = {k.id for k in asked if k.when_hurt and not k.when_hurt(state, fighter, damage, table)}
    _keep(fighter, kinds, lambda condition: condition.kind not in over, table)
    sources_gone(state, kinds, table)


def kinds_of(fighter: Any) -> Sequence[ConditionKind]:
    """The conditions that the system of a fighter knows, where it is one of the kit's."""
    return getattr(fighter, "_kinds", ())


def _keep(
    fighter: Any, kinds: Sequence[ConditionKind], stays: Callable[[Condition], bool], table: Table
) -> None:
    """Ends the conditions of a fighter that do not stay, and tells each."""
    over = [condition for condition in fighter.conditions if not stays(condition)]
    fighter.conditions = tuple(c for c in fighter.conditions if c not in over)
    by_id = {kind.id: kind for kind in kinds}
    for condition in over:
        kind = by_id[condition.kind]
        table.note(kind.rule, fighter, "{name}: {condition} is over", condition=kind.label)


def after_resistance(
    damage: int,
    tags: Collection[str],
    *,
    immune: Collection[str] = (),
    resists: Collection[str] | Mapping[str, int] = (),
    weak: Collection[str] | Mapping[str, int] = (),
) -> int:
    """What is left of damage of these kinds: nothing, half rounded down, all, or twice as much.

    A mapping has amounts instead: the highest of these kinds, or of ``"all"``, that is ``weak`` is
    added to the damage, and what it ``resists`` taken off it.
    """
    if damage <= 0 or any(tag in immune for tag in tags):
        return 0
    if isinstance(weak, Mapping):
        damage += _amount(weak, tags)
    if isinstance(resists, Mapping):
        damage = max(damage - _amount(resists, tags), 0)
    elif any(tag in resists for tag in tags):
        damage //= 2
    doubled = not isinstance(weak, Mapping) and any(tag in weak for tag in tags)
    return damage * 2 if doubled else damage


def _amount(amounts: Mapping[str, int], tags: Collection[str]) -> int:
    """The highest amount against any of these kinds, or against all."""
    return max(amounts.get(tag, 0) for tag in (*tags, "all"))


# ---- what the kit asks


def pass_turn_of(
    state: State[Any],
    whose: str,
    moment: Literal["turn_start", "turn_end"],
    kinds: Sequence[ConditionKind],
    table: Table,
) -> None:
    """Counts a turn that starts or ends, on everybody; does what its one's conditions do, lowers
    their values, and at its end asks for its saves."""
    by_id = {kind.id: kind for kind in kinds}
    for condition in state[whose].conditions:
        kind = by_id[condition.kind]
        work = kind.turn_start if moment == "turn_start" else kind.turn_end
        if work and condition in state[whose].conditions:
            with table.effect(fighter := state.take(whose), kind.label):
                work(state, fighter, condition, table)

    def counted(condition: Condition) -> Condition:
        waits = condition.until == moment and condition.whose == whose
        return replace(condition, turns=condition.turns - 1) if waits else condition

    for fighter in list(state.combatants.values()):
        if any(c.until == moment and c.whose == whose for c in fighter.conditions):
            taken = state.take(fighter.id)
            taken.conditions = tuple(map(counted, taken.conditions))
            _keep(taken, kinds, lambda condition: condition.turns > 0, table)
    falling = {kind.id for kind in kinds if kind.value and kind.falls_at == moment}
    if any(c.kind in falling for c in state[whose].conditions):
        taken = state.take(whose)
        taken.conditions = tuple(
            replace(c, value=c.value - 1) if c.kind in falling else c for c in taken.conditions
        )
        _keep(taken, kinds, lambda c: c.kind not in falling or c.value > 0, table)
    if moment == "turn_end" and any(c.until == "save" for c in state[whose].conditions):
        taken = state.take(whose)
        shaken_off = [
            condition
            for condition in taken.conditions
            if condition.until == "save"
            and (save := by_id[condition.kind].save) is not None
            and save(state, taken, condition, table)
        ]
        _keep(taken, kinds, lambda condition: condition not in shaken_off, table)


def sources_gone(state: State[Any], kinds: Sequence[ConditionKind], table: Table) -> None:
    """Ends conditions whose source is out or incapacitated, or no longer holds them. Raises
    LookupError for a condition that the system does not list."""
    conditions = [c for fighter in state.combatants.values() for c in fighter.conditions]
    for unknown in {c.kind for c in conditions} - {kind.id for kind in kinds}:
        raise LookupError(f"{unknown!r} is not among its conditions")
    for source in sorted({c.source for c in conditions} - {""}):
        if state[source].out or state[source].incapacitated:
            let_go(state, source, kinds, table)
            continue
        for kind in kinds:
            held = {held.id for held in kind.holds}
            if held and not any(c.source == source and c.kind in held for c in conditions):
                let_go(state, source, [kind], table)
            elif not under(state[source], kind):
                let_go(state, source, kind.holds, table)


def condition_badges(state: State[Any], id: str, kinds: Sequence[ConditionKind]) -> Iterator[Vital]:
    """A badge for each kind of condition that somebody is under, with its ends and sources."""
    for kind in kinds:
        there = [condition for condition in state[id].conditions if condition.kind == kind.id]
        if there:
            lasts = joined([text for condition in there for text in _lasting(state, condition)])
            value = kind.value_on(state[id])
            native = f"{kind.native} {value}" if kind.native and kind.value else kind.native
            shown = badge(kind.id, kind.with_value(value), kind.rule, kind.tone, native)
            yield replace(shown, lasts=lasts)


def _lasting(state: State[Any], condition: Condition) -> Iterator[Text]:
    """Until when a condition lasts, and by whom; nothing of one that a rule lifts."""
    name = state.combatants[condition.whose].name if condition.whose in state.combatants else ""
    this_turn = condition.turns == 1 and state.turn == condition.whose
    match condition.until:
        case "save":
            yield Text("until a save")
        case "turn_start":
            yield Text("until the next turn of {name} starts", name=name)
        case "turn_end" if this_turn:
            yield Text("until this turn of {name} ends", name=name)
        case "turn_end":
            yield Text("until the next turn of {name} ends", name=name)
    if condition.source in state.combatants:
        yield Text("held by {name}", name=state[condition.source].name)


def hindrance(fighter: Any, kinds: Sequence[ConditionKind]) -> Text | None:
    """Why a fighter can do nothing but let the turn pass: the first condition that hinders."""
    kind = next((kind for kind in kinds if kind.hinders and under(fighter, kind)), None)
    if kind is None:
        return None
    return Text("{name}: {condition}", name=fighter.name, condition=kind.label)
