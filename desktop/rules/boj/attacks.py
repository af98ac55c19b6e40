"""Attacks: the roll, who gets out of its way, and whom it hits (boj-5 to 9, 17, 22)."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.rules.boj.checks import Chance, fumbled, of_chance, opposed, percentile, said
from desktop.rules.boj.commands import Attack, CalledShot
from desktop.rules.boj.damage import Protection, protection, strike
from desktop.rules.boj.defence import (
    LABELS,
    RULES,
    Assault,
    Defence,
    choose,
    stand_guard,
)
from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import Fighter, Guard, Scene
from desktop.rules.cast import another, named
from desktop.rules.dice import Percent
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

AIMED = 20
HELD = 20
CALLED = {"partial": -20, "mostly": -40}


def attack(state: Scene, fighter: Fighter, command: Attack, table: Table) -> None:
    """One attack: one roll against everybody it reaches, damage for each apart."""
    weapon = named(fighter, fighter.weapons, command.with_)
    lethality = _lethality(weapon, command)
    targets = _targets(state, fighter, weapon, command, lethality)
    called = command if isinstance(command, CalledShot) else None
    chance = attack_chance(fighter, targets[0], weapon.skill, weapon.close, command.modifier)
    if called:
        exposed = Text("a part: {part}", part=called.part) if called.part else Text("a part")
        chance.add("boj-8", exposed, CALLED[called.exposure])
    _tell(fighter, targets, weapon, command, lethality, chance, table)
    spend_aim(fighter)
    if weapon in fighter.sheet.weapons:
        fighter.in_hand = weapon.name
    instant = lethality is not None and state.house.lethality_on_critical == "instant"
    assault = Assault(fighter.id, weapon.close, weapon.bullet)
    covers = [target.behind if command.behind is None else command.behind for target in targets]
    thresholds = (lethality,) if instant and lethality else ()
    came, defences = against_defences(
        fighter, targets, covers, chance, assault, Text("attack, {w}", w=weapon.name),
        thresholds, table,
    )  # fmt: skip
    ride_on(fighter, weapon.close, weapon.skill, came, weapon.name, targets[0])
    for target, cover, defence in zip(targets, covers, defences, strict=True):
        cover, stopped = answer(state, fighter, came, assault, cover, defence, table)
        if stopped or not came.success:
            continue
        if called:
            guarded = bare(target, weapon, aimed_at=target is targets[0])
            table.log("boj-8", Text("{name}: armour does not help", name=target.name))
        else:
            guarded = protection(target, weapon, cover)
        strike(state, fighter, target, weapon, came, lethality, guarded, table)


def bare(target: Fighter, weapon: Weapon, *, aimed_at: bool) -> Protection:
    """boj-8: no cover helps against a called shot, and no armour the one it is aimed at."""
    return Protection() if aimed_at else protection(target, weapon, cover=0)


# ---- who is attacked with what


def _lethality(weapon: Weapon, command: Attack) -> int | None:
    """boj-22: the rating, where this attack goes by Lethality and not by damage."""
    rating = command.lethality or weapon.lethality
    if command.mode == "single" and weapon.damage is None:
        raise Refusal(Text("{weapon} deals no damage by single shots", weapon=weapon.name), "mode")
    if command.mode == "burst" and rating is None:
        raise Refusal(Text("{weapon} has no Lethality", weapon=weapon.name), "mode")
    if weapon.damage is None and rating is None:
        template = "{weapon} has no rating of its own; the game master sets one"
        raise Refusal(Text(template, weapon=weapon.name), "lethality")
    burst = command.mode == "burst" or weapon.damage is None or command.lethality is not None
    return rating if burst else None


def _targets(
    state: Scene, fighter: Fighter, weapon: Weapon, command: Attack, lethality: int | None
) -> list[Fighter]:
    """boj-22: the one aimed at, and everybody else in the radius; boj-9: only the first."""
    if command.radius is not None:
        least = weapon.radius_from or weapon.radius or 0
        if weapon.radius is None or not least <= command.radius <= weapon.radius:
            template = "{weapon} reaches {least} to {most} m"
            refused = Text(template, weapon=weapon.name, least=least, most=weapon.radius or 0)
            raise Refusal(refused, "radius")
    first = another(state, fighter, command.target)
    if not command.targets:
        return [first]
    if not weapon.area or (lethality is None and weapon.automatic):
        raise Refusal(Text("{weapon} hits one target only", weapon=weapon.name), "targets")
    if isinstance(command, CalledShot) and weapon.automatic:
        return [first]
    found = {first.id: first}
    for id in command.targets:
        # Whoever throws may stand in the radius too.
        found[id] = fighter if id == fighter.id else another(state, fighter, id, "targets")
    return list(found.values())


def attack_chance(
    fighter: Fighter, target: Fighter, skill: str, close: bool, modifier: int
) -> Chance:
    """boj-5: the skill with all that adds to it."""
    chance = Chance(fighter.skill(skill))
    chance.add("boj-3", Text("aimed"), AIMED if fighter.aiming else 0)
    held = close and target.grappled_by is not None
    chance.add("boj-13", Text("{name} is held", name=target.name), HELD if held else 0)
    chance.add("boj-5", Text("as the game master says"), modifier)
    return chance


def spend_aim(fighter: Fighter) -> None:
    """boj-4: aim is for one attack."""
    fighter.aiming = False


def _tell(
    fighter: Fighter,
    targets: list[Fighter],
    weapon: Weapon,
    command: Attack,
    lethality: int | None,
    chance: Chance,
    table: Table,
) -> None:
    template = "{name} attacks {targets}: {weapon}, {chance} %"
    names = [target.name for target in targets]
    rule = "boj-8" if isinstance(command, CalledShot) else "boj-5"
    told = Text(template, name=fighter.name, targets=names, weapon=weapon.name, chance=chance.value)
    table.log(rule, told, by=fighter.id)
    chance.tell(fighter, table)
    if lethality is not None and weapon.radius:
        radius = command.radius or weapon.radius
        count = len(targets)
        template = "Radius {radius} m: {count} in it"
        table.log("boj-22", Text(template, radius=radius, count=count), by=fighter.id)
    if isinstance(command, CalledShot) and weapon.automatic and command.targets:
        table.log("boj-9", Text("A called shot counts for the first target"), by=fighter.id)


# ---- the rolls


def against_defences(
    fighter: Fighter,
    targets: list[Fighter],
    covers: list[int],
    chance: Chance,
    assault: Assault,
    label: Text,
    thresholds: tuple[int, ...],
    table: Table,
) -> tuple[Percent, list[Defence]]:
    """Asks everybody how they defend, then the attacker rolls, then those who have to.

    ``thresholds`` are numbers the attack roll is compared with besides.
    """
    defences = [
        Defence(target) if target is fighter else choose(target, fighter, assault, cover, table)
        for target, cover in zip(targets, covers, strict=True)
    ]
    standing = tuple(defence.roll.roll for defence in defences if defence.roll)
    with_others = bool(thresholds or standing)
    rolling = [
        (defence, own)
        for defence in defences
        if (own := defence.own_roll(assault.bullet, with_others))
    ]
    if rolling:
        came, rolls = opposed(fighter, chance.value, label, [own for _, own in rolling], table)
    else:
        throw = percentile(chance.value, tuple(sorted({*thresholds, *standing})))
        came, rolls = table.roll(throw, why="boj-5", by=fighter.id, label=label), []
    told = Text("{came}{fumble}", came=of_chance(came, chance.value), fumble=fumbled(came))
    table.log("boj-5", told, by=fighter.id, dice=1)
    for (defence, own), roll in zip(rolling, rolls, strict=True):
        stand_guard(defence, roll)
        what = Text("{name}, {what!l}: ", name=defence.by.name, what=own.label)
        told = Text("{what}{came}", what=what, came=of_chance(roll, own.chance))
        table.log(own.rule, told, by=own.by, dice=1)
    return came, defences


def ride_on(
    fighter: Fighter, close: bool, skill: str, came: Percent, weapon: str, target: Fighter
) -> None:
    """boj-7: a close attack also defends until the next action, but not while one holds on."""
    fighter.guard = None
    if fighter.grappling == target.id:
        fighter.held_by_roll = came
    elif close:
        fighter.guard = Guard("attack", skill, came, weapon, target.id)


def answer(
    state: Scene,
    attacker: Fighter,
    came: Percent,
    assault: Assault,
    cover: int,
    defence: Defence,
    table: Table,
) -> tuple[int, bool]:
    """What the defence comes to: the cover that then counts, and whether the attack is stopped."""
    target, roll = defence.by, defence.roll
    if roll is None:
        return cover, False
    better = defence.beats(came)
    if defence.answer == "dodge" and assault.bullet:
        return _dive(target, came, roll, better, table)
    if not better:
        if came.success:
            template = "{name}: the {what!l} is not better than the attack"
            what = LABELS[defence.answer]
            table.log(RULES[defence.answer], Text(template, name=target.name, what=what))
        return cover, False
    rides = defence.way is not None and defence.way.guard and defence.way.guard.kind == "attack"
    rule = "boj-15" if rides else RULES[defence.answer]
    template = "{name}: {what!l} succeeds, the attack is stopped"
    table.log(rule, Text(template, name=target.name, what=LABELS[defence.answer]), by=target.id)
    if defence.answer == "strike_back":
        weapon = _struck_with(defence)
        table.log(rule, Text("{name} strikes back", name=target.name), by=target.id)
        guarded = protection(attacker, weapon, cover=0)
        strike(state, target, attacker, weapon, roll, None, guarded, table)
    return cover, True


def _struck_with(defence: Defence) -> Weapon:
    """boj-14: a counterattack deals the damage of the weapon it is made with."""
    guard = defence.way.guard if defence.way else None
    weapons = [w for w in defence.by.weapons if w.close and w.damage]
    wanted = guard.weapon if guard else ""
    return next((w for w in weapons if w.name == wanted), defence.by.close_weapon)


def _dive(
    target: Fighter, came: Percent, roll: Percent, better: bool, table: Table
) -> tuple[int, bool]:
    """boj-17: behind cover in time, behind it but hit, or hit in the open."""
    if not roll.success:
        template = "{name} does not get behind cover: {result}"
        table.log("boj-17", Text(template, name=target.name, result=said(roll)), by=target.id)
        return 0, False
    target.behind = target.cover_near
    if better:
        told = Text("{name} is behind cover in time", name=target.name)
    else:
        template = "{name} gets behind cover {rating}, which counts"
        told = Text(template, name=target.name, rating=target.behind)
    table.log("boj-17", told, by=target.id)
    return target.behind, better


@dataclass(frozen=True, slots=True)
class Struggle:
    """A disarm or a grapple as the one it is aimed at sees it (boj-10, 11, 13)."""

    rule: str
    label: Text


def struggle(
    state: Scene,
    fighter: Fighter,
    id: str,
    modifier: int,
    what: Struggle,
    table: Table,
) -> Fighter | None:
    """An unarmed test against somebody who may defend; the target where it succeeds."""
    target = another(state, fighter, id)
    chance = attack_chance(fighter, target, "unarmed", True, modifier)
    template = "{name}, {what!l} {target}: {chance} %"
    told = Text(
        template, name=fighter.name, what=what.label, target=target.name, chance=chance.value
    )
    table.log(what.rule, told, by=fighter.id)
    chance.tell(fighter, table)
    spend_aim(fighter)
    assault = Assault(fighter.id, close=True)
    came, (defence,) = against_defences(
        fighter, [target], [target.behind], chance, assault, what.label, (), table
    )
    ride_on(fighter, True, "unarmed", came, "", target)
    _, stopped = answer(state, fighter, came, assault, 0, defence, table)
    return None if stopped or not came.success else target
