"""Melee, which this chapter knows only by its column of chosen locations (walka-23)."""

from __future__ import annotations

from desktop.rules.dice import Faces, pool
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import words
from desktop.rules.walka.check import judge, resist, spend_opposed, tell_roll
from desktop.rules.walka.commands import Strike
from desktop.rules.walka.data import CHOSEN, level_number
from desktop.rules.walka.die import FACES, failing
from desktop.rules.walka.ion import ion
from desktop.rules.walka.points import skill_points
from desktop.rules.walka.shooting import tell_location
from desktop.rules.walka.state import Battle, Fighter, disabled_arms
from desktop.rules.walka.targeting import opponent
from desktop.rules.walka.threshold import MOVING, add_armour, add_build, threshold_of
from desktop.rules.walka.weapons import blades, find_weapon, no_hands, none_ready, not_ready
from desktop.rules.walka.wounds import strike_at


def no_blade(state: Battle, fighter: Fighter) -> Text | None:
    mine = blades(fighter)
    if not mine:
        return Text("no weapon for melee")
    return no_hands(state, fighter) or none_ready(fighter, mine)


def plan_strike(state: Battle, fighter: Fighter, command: Strike) -> int:
    opponent(state, fighter, command.target)
    index = find_weapon(fighter, command.with_, blades(fighter))
    if command.overrule:
        return index
    refuse_touch(state, fighter.id, command.target)
    if problem := not_ready(fighter, index):
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
    threshold = threshold_of(fighter, "dexterity")
    add_armour(threshold, fighter, MOVING)
    if command.location:
        where = words.LOCATION[command.location]
        threshold.add(Text("at the {where}", where=where), CHOSEN[command.location][1], "walka-23")
    add_build(threshold, fighter, weapon)
    threshold.add(Text("accuracy of {weapon}", weapon=weapon.name), weapon.accuracy, "walka-17")
    threshold.add_given(command.modifiers)
    threshold.tell(fighter, "walka-17", table)
    most = skill_points(state, fighter, weapon.uses).total
    alike = (failing(threshold.value, most, state.house.equal_succeeds),)
    blow = Text("blow")
    die = table.roll(pool(1, FACES, Faces(alike=alike)), why="walka-1", by=fighter.id, label=blow)[
        0
    ]
    tell_roll(fighter, (die,), blow, "walka-1", table)
    what = Text("the blow")
    points = spend_opposed(
        state, fighter, die, threshold.value, 1, weapon.uses, table, what, gains=True
    )
    won = judge(fighter, die, points, threshold, state, table, blow)
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
    strike_at(state, target, level_number(weapon.damage), location, weapon.penetration or 0, table)


def _parry(state: Battle, target: Fighter, against: int, table: Table) -> int:
    """The defender's die; it needs as many success points as the attacker has."""
    threshold = threshold_of(target, "dexterity")
    add_armour(threshold, target, MOVING)
    drawn = (index for index in blades(target) if index not in target.to_draw)
    best = max((target.weapon(index).parry for index in drawn), default=0)
    threshold.add(Text("parry of the weapon"), best, "walka-23")
    shield = max((armor.parry for armor in target.sheet.armor), default=0)
    threshold.add(Text("parry of the shield"), shield, "walka-23")
    threshold.tell(target, "walka-17", table)
    label, what = Text("parry"), Text("the parry")
    return resist(state, target, threshold, "melee", against, table, label, what)
