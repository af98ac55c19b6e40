"""Melee, which this chapter knows only by its column of chosen locations (walka-23)."""

from functools import lru_cache

from desktop.rules.dice import Pool
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import checks, d20, hits, tables, weapons
from desktop.rules.walka.commands import Strike
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, opponent


def threshold_of_blow(
    fighter: Fighter, weapon: Weapon, location: tables.Location | None = None
) -> checks.Threshold:
    """walka-17 and 23: what bears on a blow, at a chosen location or at any."""
    threshold = checks.threshold_of(fighter, "dexterity", checks.MOVING)
    if location:
        at_the_place = Text("chosen location: {where}", where=tables.LOCATION_TEXT[location])
        threshold.add(at_the_place, tables.CHOSEN[location][1], "walka-23")
    checks.add_weapon(threshold, fighter, weapon)
    return threshold


def threshold_of_parry(fighter: Fighter, weapon: Weapon | None = None) -> checks.Threshold:
    """walka-23: what bears on a parry: the weapon, else the best drawn one, and a shield."""
    threshold = checks.threshold_of(fighter, "dexterity", checks.MOVING)
    parry = (weapon or weapons.in_hand(fighter)).parry
    threshold.add(Text("parry of the weapon"), parry, "walka-23")
    shield = max((armor.parry for armor in fighter.sheet.armor), default=0)
    threshold.add(Text("parry of the shield"), shield, "walka-23")
    return threshold


def plan_strike(state: Battle, fighter: Fighter, command: Strike) -> int:
    """The weapon that is struck with, by its place on the sheet. Raises :class:`Refusal`."""
    opponent(state, fighter, command.target)
    index = weapons.find_weapon(fighter, command.with_, weapons.fitting(fighter, "strike"))
    if command.overrule:
        return index
    refuse_touch(state, fighter.id, command.target)
    if problem := weapons.not_ready(fighter, index):
        raise Refusal(problem, "with")
    if problem := weapons.no_hands(state, fighter):
        raise Refusal(problem, "action", rule="walka-27")
    return index


def strike(state: Battle, fighter: Fighter, command: Strike, table: Table) -> None:
    """The attacker's die against the defender's; more success points hit. ``fighter`` is taken."""
    index = plan_strike(state, fighter, command)
    weapon, target = fighter.sheet.weapons[index], state.take(command.target)
    line = Text(
        "{name} → {target}: strikes, {weapon}",
        weapon=weapon.name,
        name=fighter.name,
        target=target.name,
    )
    table.log("walka-23", line, by=fighter.id)
    threshold = threshold_of_blow(fighter, weapon, command.location)
    threshold.add_given(command.modifiers)
    threshold.tell(fighter, table, "walka-17")
    most = d20.skill_points(state, fighter, weapon.uses).total
    blow, throw = Text("blow"), _blow(threshold.value, most, state.house.equal_succeeds)
    die = table.roll(throw, why="walka-1", by=fighter.id, label=blow)[0]
    checks.tell_roll(fighter, (die,), blow, "walka-1", table)
    points = checks.spend_opposed(
        state, fighter, die, threshold.value, 1, weapon.uses, table, blow, gains=True
    )
    won = checks.judge(fighter, die, points, threshold, state, table, blow)
    if not won:
        table.note("walka-23", fighter, "{name} strikes wide")
        return
    parry = threshold_of_parry(target)
    parry.tell(target, table, "walka-17")
    parried = checks.resist(state, target, parry, "melee", won, table, Text("parry"))
    if parried >= won:
        table.note(
            "walka-23", target, "{target} parries, {parried} to {won}", parried=parried, won=won
        )
        return
    table.mark("hit", target.id)
    location = hits.tell_location(target, die, command.location, table)
    hits.hit_by(state, target, weapon, tables.LEVEL_NUMBER[weapon.damage], location, table)


@lru_cache(maxsize=256)
def _blow(threshold: float, most: int, equal: bool) -> Pool[tuple[int, ...]]:
    """The die of a blow: its success points matter, and faces that fail do not differ."""
    failing = d20.failing(threshold, most, equal)
    return d20.die_by(lambda face: None if face in failing else face)
