"""Initiative: the d10, the base, and the order (mir_tmy-3, 4, 6)."""

from __future__ import annotations

from itertools import groupby

from desktop.rules.dice import Face, Faces
from desktop.rules.dice import pool as throw
from desktop.rules.effects import EffectUnit
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Table
from desktop.rules.text import NOTHING, Text, few

INITIATIVE = EffectUnit("initiative", Text("Initiative"), "Инициатива", rule="mir_tmy-3")


def enter(state: Scene, table: Table) -> None:
    """mir_tmy-3: everybody's d10, in the order of the roster; a group shares one."""
    for fighter in state.take_all():
        if not fighter.absent:
            roll_in(state, fighter, table)


def roll_in(state: Scene, fighter: Fighter, table: Table) -> None:
    if fighter.group:
        for other in state.combatants.values():
            if other.group == fighter.group and other.die:
                fighter.die = other.die
                return
    fighter.die = roll_die(fighter, table)
    table.log(
        "mir_tmy-3",
        Text("{fighter} enters with {die}", fighter=fighter.name, die=fighter.die),
        by=fighter.id,
    )


def roll_die(fighter: Fighter, table: Table) -> int:
    return table.roll(
        throw(1, 10, Face()), why="mir_tmy-3", by=fighter.id, label=Text("initiative")
    )


def base(fighter: Fighter) -> int:
    """mir_tmy-3: dexterity + wits − wound penalty."""
    body = fighter.attributes
    return body.dexterity + body.wits + fighter.penalty + INITIATIVE.of(fighter)


def set_initiative(fighter: Fighter, table: Table) -> None:
    """mir_tmy-3: base + d10; what lowers it for this turn alone leaves at least 1 (27)."""
    rolled = base(fighter) + fighter.die
    fighter.initiative = max(rolled + fighter.initiative_change, min(rolled, 1))
    if table.keeps_log:
        _tell_initiative(fighter, table)


def _tell_initiative(fighter: Fighter, table: Table) -> None:
    INITIATIVE.tell(fighter, table)
    more = fighter.initiative_change + INITIATIVE.of(fighter)
    body = fighter.attributes
    table.log(
        "mir_tmy-3",
        Text(
            "{fighter}: dexterity {dexterity} + wits {wits}{wounds} + {die}{change} = {initiative}",
            fighter=fighter.name,
            dexterity=body.dexterity,
            wits=body.wits,
            wounds=Text(" {penalty}", penalty=fighter.penalty) if fighter.penalty else NOTHING,
            die=fighter.die,
            change=Text(" {change:+d}", change=more) if more else NOTHING,
            initiative=fighter.initiative,
        ),
        by=fighter.id,
    )


def settle_order(state: Scene, table: Table) -> None:
    """mir_tmy-4: from high to low; equals by wits, then dexterity, then a roll-off."""

    def rank(id: str) -> tuple[int, int, int]:
        fighter = state[id]
        return fighter.initiative, fighter.attributes.wits, fighter.attributes.dexterity

    ids = sorted(state.combatants, key=rank, reverse=True)
    order: list[str] = []
    for _, equals in groupby(ids, key=rank):
        order += _rolled_off(state, list(equals), table)
    state.order = order
    if table.keeps_log:
        told = [
            Text("{name} {initiative}", name=f.name, initiative=f.initiative)
            for f in state.downward()
        ]
        table.log("mir_tmy-4", Text("Order: {order}", order=few(told)))


def _rolled_off(state: Scene, equals: list[str], table: Table) -> list[str]:
    """Equals in order: by the roll-off they had, or by a new one; a group needs none."""
    if len(equals) == 1:
        return equals
    rolling: dict[str, list[str]] = {}
    for id in equals:
        rolling.setdefault(state[id].group or f"id {id}", []).append(id)
    firsts = [ids[0] for ids in rolling.values() if not state[ids[0]].out]
    had = [state[id].roll_off for id in firsts]
    if len(firsts) > 1 and (0 in had or len(set(had)) < len(had)):
        dice = table.roll(
            throw(len(firsts), 10, Faces()), why="mir_tmy-4", by=firsts[0], label=Text("roll-off")
        )
        for id, die in zip(firsts, dice, strict=True):
            state.take(id).roll_off = die
        names = [state[id].name for id in firsts]
        table.log("mir_tmy-4", Text("Roll-off: {names}", names=few(names)), by=firsts[0])
    parties = sorted(rolling.values(), key=lambda ids: state[ids[0]].roll_off, reverse=True)
    return [id for ids in parties for id in ids]


def reorder(state: Scene, id: str) -> None:
    """Who is to act when, after one's initiative was set by hand."""
    state.order.sort(key=lambda id: state[id].initiative, reverse=True)
    if id in state.queue:
        state.queue.remove(id)
        take_place(state, id)


def take_place(state: Scene, id: str) -> None:
    """One takes its place among those still to declare or to act; who waits goes on waiting (8)."""
    own = state.order.index(id)
    behind = (
        place
        for place, other in enumerate(state.queue)
        if (state.order.index(other) > own) != state.declaring
    )
    state.queue.insert(next(behind, len(state.queue)), id)


def reroll(state: Scene, fighter: Fighter, table: Table) -> None:
    """mir_tmy-6: a new d10 for one fighter; its whole group goes along."""
    old = fighter.die
    die = roll_die(fighter, table)
    table.log(
        "mir_tmy-6",
        Text("{fighter} rerolls {old}: {die}", fighter=fighter.name, old=old, die=die),
        by=fighter.id,
    )
    for other in state.take_all():
        if other is fighter or (fighter.group and other.group == fighter.group):
            other.die, other.rerolled, other.roll_off = die, True, 0
            set_initiative(other, table)
