"""Losing hit points (teohiphip-20), getting some back, and leaving the table (teohiphip-22)."""

from __future__ import annotations

from desktop.rules.dice import Face, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Table
from desktop.rules.teohiphip import check
from desktop.rules.teohiphip.pool import add_die, draw
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.teohiphip.traits import Known


def hurt(state: Skirmish, target: Fighter, amount: int, table: Table) -> None:
    """Damage: what traits take off and add, then the hit points. ``target`` is taken."""
    if amount > 0 and Known.TOUGH in target.traits and target.once(Known.TOUGH):
        amount -= 1
        table.log("teohiphip-20", f"{target.name} takes 1 less: {Known.TOUGH}", by=target.id)
    if amount > 0:
        amount -= defended(state, target, amount, table)
    if amount > 0 and Known.OVERSENSITIVE in target.traits:
        amount += 1
        table.log(
            "teohiphip-20", f"{target.name} takes 1 more: {Known.OVERSENSITIVE}", by=target.id
        )
    if amount <= 0:
        return
    table.mark("damage", target.id, amount)
    left = max(target.hp - amount, 0)
    table.log("teohiphip-20", f"{target.name} loses {amount} hp, {left} left", by=target.id)
    lose(state, target, amount, table)
    if Known.ADRENALINE in target.traits:
        add_die(state, target, Known.ADRENALINE, table)


def defended(state: Skirmish, target: Fighter, amount: int, table: Table) -> int:
    """Obrońca: allies may each spend a 5 or 6 of their pool and 1 hp to take 1 off the damage."""
    taken_off = 0
    for id in state.holders(Known.DEFENDER):
        if id == target.id or state[id].side != target.side:
            continue
        helper = state.take(id)
        dice = {die: j for j, die in enumerate(helper.pool) if die >= SUCCESS}
        if taken_off == amount or not dice or helper.hp < 2 or helper.jinxed:
            continue
        choices = [Choice(j, f"Spend the {die}", "1 damage less, 1 hp") for die, j in dice.items()]
        chosen = table.ask(
            Decision(
                id="defend",
                by=id,
                text=f"{helper.name}: spend a pool die and 1 hp to spare {target.name} 1 damage?",
                field=Field(
                    "defend",
                    "choice",
                    "Defend",
                    native=Known.DEFENDER,
                    optional=True,
                    choices=(Choice(None, "No"), *choices),
                ),
                rule="teohiphip-18",
            )
        )
        if chosen is not None:
            taken_off += 1
            die = draw(helper, chosen)
            table.mark("cost", id)
            table.log(
                "teohiphip-18",
                f"{helper.name} spends a {die} and 1 hp, 1 damage less: {Known.DEFENDER}",
                by=id,
            )
            lose(state, helper, 1, table)
    return taken_off


def lose(state: Skirmish, fighter: Fighter, amount: int, table: Table) -> None:
    """Takes hit points away, temporary ones first, whatever the reason. ``fighter`` is taken."""
    before = fighter.hp
    fighter.hp -= amount
    fighter.temporary = max(fighter.temporary - amount, 0)
    if fighter.out and Known.RESISTANT in fighter.traits and fighter.once(Known.RESISTANT):
        fighter.hp = 1
        table.log("teohiphip-22", f"{fighter.name} stays at 1 hp: {Known.RESISTANT}", by=fighter.id)
    if fighter.out:
        eliminate(state, fighter, table)
    elif fighter.hp == 1 < before:
        if Known.RELENTLESS in fighter.traits:
            add_die(state, fighter, Known.RELENTLESS, table)
        if Known.SECOND_WIND in fighter.traits and fighter.once(Known.SECOND_WIND):
            die = table.roll(
                pool(1, 6, Face()), why="teohiphip-20", by=fighter.id, label=Known.SECOND_WIND
            )
            recover(state, fighter, (die + 1) // 2, Known.SECOND_WIND, table)


def recover(state: Skirmish, fighter: Fighter, amount: int, why: Known, table: Table) -> None:
    """Gives hit points back, up to the maximum. ``fighter`` is taken for writing."""
    if fighter.out or not wounded(fighter):
        return
    if Known.SLOW_HEALER in fighter.traits:
        table.log(
            "teohiphip-16", f"{fighter.name} has to pass a test: {Known.SLOW_HEALER}", by=fighter.id
        )
        passed = check.make_test(state, fighter, check.Reasons(), table, "recovery", recovery=True)
        if not passed:
            table.log("teohiphip-20", f"{fighter.name} recovers nothing", by=fighter.id)
            return
    gained = min(amount, wounded(fighter))
    fighter.hp += gained
    table.log(
        "teohiphip-20",
        f"{fighter.name} gets {gained} hp back, {fighter.hp} now: {why}",
        by=fighter.id,
    )


def wounded(fighter: Fighter) -> int:
    """How many hit points are missing."""
    return fighter.max_hp - (fighter.hp - fighter.temporary)


def eliminate(state: Skirmish, target: Fighter, table: Table) -> None:
    """teohiphip-22: leaves the table; nobody is in contact with it or waits for it any more."""
    table.mark("out", target.id)
    table.log("teohiphip-22", f"{target.name} is eliminated", by=target.id)
    part(state, target)
    target.aiming = target.hunkered = False
    target.pool = []
    target.ap = 0


def part(state: Skirmish, fighter: Fighter) -> None:
    """Ends every melee contact of a fighter, on both sides (teohiphip-21)."""
    for id in fighter.engaged_with:
        other = state.take(id)
        other.engaged_with = [who for who in other.engaged_with if who != fighter.id]
    fighter.engaged_with = []


def engage(fighter: Fighter, other: Fighter) -> None:
    """teohiphip-21: base contact, which is always mutual. Both are taken for writing."""
    if other.id not in fighter.engaged_with:
        fighter.engaged_with.append(other.id)
    if fighter.id not in other.engaged_with:
        other.engaged_with.append(fighter.id)
