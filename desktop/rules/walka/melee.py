"""Melee, which this chapter knows only by its column of chosen locations (walka-23)."""

from __future__ import annotations

from desktop.rules.dice import Faces, pool
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import checks, tables, weapons
from desktop.rules.walka.commands import Strike
from desktop.rules.walka.d20 import FACES, failing, skill_points
from desktop.rules.walka.hits import ion, strike_at
from desktop.rules.walka.shooting import tell_location
from desktop.rules.walka.state import Battle, Fighter, disabled_arms, opponent


def no_blade(state: Battle, fighter: Fighter) -> Text | None:
    mine = weapons.blades(fighter)
    if not mine:
        return Text("no weapon for melee")
    return weapons.no_hands(state, fighter) or weapons.none_ready(fighter, mine)


def plan_strike(state: Battle, fighter: Fighter, command: Strike) -> int:
    opponent(state, fighter, command.target)
    index = weapons.find_weapon(fighter, command.with_, weapons.blades(fighter))
    if command.overrule:
        return index
    refuse_touch(state, fighter.id, command.target)
    if problem := weapons.not_ready(fighter, index):
        raise Refusal(problem, "with")
    if disabled_arms(fighter):
        raise Refusal("both arms are disabled (walka-27)", "action")
    return index


def strike(state: Battle, fighter: Fighter, command: Strike, table: Table) -> None:
    """The attacker's die against the defender's; more success points hit. ``fighter`` is taken."""
    index = plan_strike(state, fighter, command)
    weapon, target = fighter.weapon(index), state.take(command.target)
    who = {"name": fighter.name, "target": target.name}
    told = Text("{name} strikes at {target}: {weapon}", weapon=weapon.name, **who)
    table.log("walka-23", told, by=fighter.id)
    threshold = checks.threshold_of(fighter, "dexterity")
    checks.add_armour(threshold, fighter, checks.MOVING)
    if command.location:
        where = tables.LOCATION_TEXT[command.location]
        threshold.add(
            Text("at the {where}", where=where), tables.CHOSEN[command.location][1], "walka-23"
        )
    checks.add_build(threshold, fighter, weapon)
    threshold.add(Text("accuracy of {weapon}", weapon=weapon.name), weapon.accuracy, "walka-17")
    threshold.add_given(command.modifiers)
    threshold.tell(fighter, "walka-17", table)
    most = skill_points(state, fighter, weapon.uses).total
    alike = (failing(threshold.value, most, state.house.equal_succeeds),)
    blow = Text("blow")
    die = table.roll(pool(1, FACES, Faces(alike=alike)), why="walka-1", by=fighter.id, label=blow)[
        0
    ]
    checks.tell_roll(fighter, (die,), blow, "walka-1", table)
    what = Text("the blow")
    points = checks.spend_opposed(
        state, fighter, die, threshold.value, 1, weapon.uses, table, what, gains=True
    )
    won = checks.judge(fighter, die, points, threshold, state, table, blow)
    if not won:
        table.log("walka-23", Text("{name} strikes wide", name=fighter.name), by=fighter.id)
        return
    parried = _parry(state, target, won, table)
    if parried >= won:
        told = Text(
            "{target} parries, {parried} to {won}", target=target.name, parried=parried, won=won
        )
        table.log("walka-23", told, by=target.id)
        return
    table.mark("hit", target.id)
    location = tell_location(target, die, command.location, table)
    if weapon.ion:
        ion(state, target, weapon, location, table)
        return
    strike_at(
        state, target, tables.level_number(weapon.damage), location, weapon.penetration or 0, table
    )


def _parry(state: Battle, target: Fighter, against: int, table: Table) -> int:
    """The defender's die; it needs as many success points as the attacker has."""
    threshold = checks.threshold_of(target, "dexterity")
    checks.add_armour(threshold, target, checks.MOVING)
    drawn = (index for index in weapons.blades(target) if index not in target.to_draw)
    best = max((target.weapon(index).parry for index in drawn), default=0)
    threshold.add(Text("parry of the weapon"), best, "walka-23")
    shield = max((armor.parry for armor in target.sheet.armor), default=0)
    threshold.add(Text("parry of the shield"), shield, "walka-23")
    threshold.tell(target, "walka-17", table)
    label, what = Text("parry"), Text("the parry")
    return checks.resist(state, target, threshold, "melee", against, table, label, what)
