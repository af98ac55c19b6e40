"""Prepared actions: set aside, triggered in the opponents' turn, resolved at once (konflikt-7)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from desktop.rules.konflikt.attacks import attack, two_weapons
from desktop.rules.konflikt.commands import Prepare, Trigger
from desktop.rules.konflikt.effects import (
    end_effect,
    nothing_to_end,
    nothing_to_overcome,
    overcome,
)
from desktop.rules.konflikt.powers import use, why_not_craft
from desktop.rules.konflikt.state import Conflict, Fighter, People, Prepared
from desktop.rules.konflikt.weapons import as_used, range_of
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text


def why_not_skip(state: Conflict, fighter: Fighter) -> Text | None:
    """konflikt-7: who prepares an action skips its turn, so who has moved in it cannot."""
    return Text("the turn it would skip has begun") if fighter.begun else None


def prepare(state: Conflict, fighter: Fighter, command: Prepare, table: Table) -> None:
    """konflikt-7: the turn is skipped, an action and its condition are set."""
    problem = why_not_craft(fighter, command.prepared)
    if problem and not command.overrule:
        raise Refusal(problem, "prepared")
    fighter.prepared = Prepared(action=command.prepared, when=command.when, what=command.what)
    fighter.momentum = 0
    state.holders = (*(id for id in state.holders if id != fighter.id), fighter.id)
    told = Text("{name} prepares an action: {when}", name=fighter.name, when=command.when)
    table.log("konflikt-7", told, by=fighter.id)


def nothing_left(state: Conflict, fighter: Fighter) -> Text | None:
    """Why what was prepared cannot be done now: its uses are spent, no effect is there to end."""
    match fighter.prepared.action if fighter.prepared else "other":
        case "overcome":
            return nothing_to_overcome(state, fighter)
        case "end_effect":
            return nothing_to_end(state, fighter)
        case action:
            return why_not_craft(fighter, action)


def give_up(state: Conflict, fighter: Fighter, table: Table) -> None:
    """A prepared action that comes to nothing."""
    if fighter.prepared is not None:
        fighter.prepared = None
        told = Text("{name} gives up the prepared action", name=fighter.name)
        table.log("konflikt-7", told, by=fighter.id)
    state.holders = tuple(id for id in state.holders if id != fighter.id)


def before_act(state: Conflict, actor: str) -> None:
    """A new act begins: how things stand before it is kept, while somebody waits (konflikt-7).

    Whoever fell in the act before this one can no longer answer it.
    """
    if state.holders:
        fallen = [id for id in state.holders if state[id].out]
        for id in fallen:
            state.take(id).prepared = None
        state.holders = tuple(id for id in state.holders if id not in fallen)
    # A copy, so that nothing kept here is written to.
    state.before = state.copy().combatants if state.holders else {}
    state.before_at = state.positions if state.holders else {}
    state.last_actor = actor


def waits(state: Conflict, id: str) -> bool:
    """Whether it can answer the opponents' running turn, even if their last act felled it."""
    fighter = state[id]
    if id not in state.holders or fighter.side == state.side or fighter.stepped_in == state.round:
        return False
    return not state.before.get(id, fighter).out


def why_not_now(state: Conflict, fighter: Fighter) -> Text:
    """Why one who does not wait has nothing to do now that was prepared."""
    if fighter.prepared is None:
        return Text("nothing is prepared")
    if fighter.side != state.side and fighter.stepped_in == state.round:
        return Text("only once in a round")
    return Text("only in the opponents' turn")


def as_it_stood(state: Conflict) -> People:
    """Everybody as they stood before the act that is answered (konflikt-7); newcomers as now."""
    return {**state.combatants, **state.before}


def range_of_answer(fighter: Fighter, step: Mapping[str, Any]) -> float:
    """Metres that what was prepared goes: of two weapons the shorter one's; a power goes any."""
    if fighter.prepared is None or fighter.prepared.action not in ("attack", "two_weapons"):
        return inf
    names, improvised = (step.get("with"), step.get("with_other")), bool(step.get("improvised"))
    named = [weapon for weapon in fighter.weapons if weapon.name in names]
    used = (as_used(fighter, weapon, improvised) for weapon in named or fighter.weapons[:1])
    ranges = [range_of(fighter, weapon) for weapon in used]
    return min((metres for metres in ranges if metres is not None), default=inf)


def trigger(state: Conflict, fighter: Fighter, command: Trigger, table: Table) -> None:
    """konflikt-7: once, in the opponents' running turn, at the same moment as their act.

    Both go by how things stood before either, so both may hit and both may fall.
    """
    prepared = fighter.prepared
    if prepared is None:
        raise Refusal("nothing is prepared", "actor")
    seen = as_it_stood(state)
    if seen[fighter.id].out:
        raise Refusal(Text("{name} is out of the fight", name=fighter.name), "actor")
    fighter.prepared, fighter.stepped_in = None, state.round
    state.holders = tuple(id for id in state.holders if id != fighter.id)
    other = state[state.last_actor].name if state.last_actor else ""
    moment = Text(" at the same moment as {other}", other=other) if other else NOTHING
    told = Text(
        "{name} does what was prepared{moment}: {when}",
        name=fighter.name,
        moment=moment,
        when=prepared.when,
    )
    table.log("konflikt-7", told, by=fighter.id)
    match prepared.action:
        case "attack":
            attack(state, fighter, command, table, seen)
        case "two_weapons":
            two_weapons(state, fighter, command, table, seen)
        case "use_item" | "use_ability" | "cast":
            use(state, fighter, command, table, seen, action=prepared.action)
        case "overcome":
            overcome(state, fighter, command, table)
        case "end_effect":
            end_effect(state, fighter, command, table)
        case "other" if prepared.what:
            table.log("konflikt-6", Text("{name}: {what}", name=fighter.name, what=prepared.what))
