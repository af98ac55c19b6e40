"""Attacks: the roll, who gets out of its way, and whom it hits (boj-5 to 9, 17, 22)."""

from __future__ import annotations

from functools import partial

from desktop.rules.boj.checks import (
    Chance,
    Opposed,
    against,
    of_attack,
    percentile,
    said,
)
from desktop.rules.boj.commands import Attack, CalledShot, Disarm, Grapple
from desktop.rules.boj.damage import Protection, protection, strike
from desktop.rules.boj.defence import (
    LABELS,
    RULES,
    Assault,
    Defence,
    choose,
    stand_guard,
)
from desktop.rules.boj.on_map import refuse_attack
from desktop.rules.boj.sheet import UNARMED, Weapon
from desktop.rules.boj.state import Fighter, Guard, Scene
from desktop.rules.cast import another, named
from desktop.rules.dice import Percent
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text

AIMED = 20
HELD = 20
CALLED = {"partial": -20, "mostly": -40}


def attack(state: Scene, fighter: Fighter, command: Attack, table: Table) -> None:
    """One attack, however many shots it is: one roll against everybody it reaches (boj-6).

    Damage is rolled for each of them apart.
    """
    weapon = named(fighter, fighter.weapons, command.with_)
    lethality = _lethality(weapon, command)
    targets = _targets(state, fighter, weapon, command, lethality)
    called = command if isinstance(command, CalledShot) else None
    chance = attack_chance(fighter, targets[0], weapon, command.modifier)
    if called:
        where = Text(": {part}", part=called.part) if called.part else NOTHING
        exposed = Text("a called shot{where}", where=where)
        chance.add("boj-8", exposed, CALLED[called.exposure])
    if table.keeps_log:
        _tell(fighter, targets, weapon, command, lethality, chance, table)
    spend_aim(fighter)
    fighter.take_in_hand(weapon)
    compared = _compared(state, targets, lethality)
    assault = Assault(fighter.id, weapon.close, weapon.bullet, compared)
    label = Text("attack, {weapon}", weapon=weapon.name)
    came, defences = roll_attack(fighter, targets, chance, assault, label, command.behind, table)
    ride_on(fighter, weapon, came, targets[0])

    def befalls(defence: Defence, state: Scene, table: Table) -> None:
        attacker, target = state.take(fighter.id), state.take(defence.by)
        cover = answer(state, attacker, target, came, assault, defence, table)
        if cover is None or not came.success:
            return
        if called:
            guarded = bare(target, weapon, cover, table, aimed_at=target.id == targets[0].id)
        else:
            guarded = protection(target, weapon, cover)

        def strikes(state: Scene, table: Table) -> None:
            struck = state.take(defence.by)
            strike(state, attacker, struck, weapon, came, lethality, guarded, table)

        # The number of the roll itself matters no more, but by the house rule.
        kills = bool(compared) and came.roll <= (lethality or 0)
        table.independently(state, [strikes], [(defence.by, came.degree, kills, guarded)])

    parts = [partial(befalls, defence) for defence in defences]
    if weapon.close:  # one may be struck back by several
        for part in parts:
            part(state, table)
    else:
        table.independently(state, parts)


def _compared(
    state: Scene, targets: list[Fighter], lethality: int | None = None
) -> tuple[int, ...]:
    """boj-20: the ratings at or under which rolls kill by the house rule, blow for blow."""
    if state.house.lethality_on_critical != "instant":
        return ()
    struck_back = (w.lethality for target in targets for w in target.weapons if w.close)
    return tuple(sorted({rating for rating in (lethality, *struck_back) if rating}))


def bare(
    target: Fighter, weapon: Weapon, cover: int, table: Table, *, aimed_at: bool
) -> Protection:
    """boj-8: no cover helps against a called shot, and no armour the one it is aimed at."""
    if aimed_at:
        table.log("boj-8", Text("{name}: armour does not help", name=target.name))
        return Protection(passed_by=True)
    if cover:
        table.log("boj-8", Text("{name}: cover does not help", name=target.name))
    return protection(target, weapon, cover=0)


# ---- who is attacked with what


def _lethality(weapon: Weapon, command: Attack) -> int | None:
    """boj-22: the rating, where this attack goes by Lethality and not by damage."""
    rating = command.lethality or weapon.lethality
    if command.mode == "single":
        if weapon.damage is None:
            template = "{weapon} deals no damage by single shots"
            raise Refusal(Text(template, weapon=weapon.name), "mode")
        return None
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
        if weapon.radius is None:
            raise Refusal(Text("{weapon} hits one target only", weapon=weapon.name), "radius")
        least = weapon.radius_from or weapon.radius
        if not least <= command.radius <= weapon.radius:
            template = "{weapon} reaches {least} to {most} m"
            refused = Text(template, weapon=weapon.name, least=least, most=weapon.radius)
            raise Refusal(refused, "radius")
    first = another(state, fighter, command.target)
    if not command.overrule:
        refuse_attack(state, fighter, weapon, command)
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


def attack_chance(fighter: Fighter, target: Fighter, weapon: Weapon, modifier: int) -> Chance:
    """boj-5: the weapon's skill with all that adds to it."""
    chance = Chance(fighter.skill(weapon.skill), fighter)
    if fighter.aiming:
        chance.add("boj-3", Text("aimed"), AIMED)
    if weapon.close and target.grappled_by is not None:
        chance.add("boj-13", Text("{name} is held", name=target.name), HELD)
    if modifier:
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
    if isinstance(command, CalledShot) and weapon.automatic and command.targets:
        table.log("boj-9", Text("A called shot counts for the first target"), by=fighter.id)
    elif lethality is not None and weapon.radius:
        radius = command.radius or weapon.radius
        count = len(targets)
        template = "Radius {radius} m: {count} in it"
        table.log("boj-22", Text(template, radius=radius, count=count), by=fighter.id)


# ---- the rolls


def roll_attack(
    fighter: Fighter,
    targets: list[Fighter],
    chance: Chance,
    assault: Assault,
    label: Text,
    behind: int | None,
    table: Table,
) -> tuple[Percent, list[Defence]]:
    """Asks everybody how they defend, then rolls the attack.

    Whoever stands against it alone rolls at once; of several each rolls as it befalls them.
    """
    # The cover that is told is that of the one aimed at; the others stand as they stand.
    defences = [
        choose(target, fighter, assault, None if place else behind, table)
        for place, target in enumerate(targets)
    ]
    value, alone = chance.value, defences[0]
    if len(defences) == 1 and alone.to_roll and not assault.compared:
        throw = Opposed(value, *alone.throw(assault))
        came, alone.roll = table.roll(throw, why="boj-5", by=fighter.id, label=label)
    else:
        compared = {*assault.compared}
        for defence in defences:
            if defence.way:
                compared.update(defence.way.beats)
        attack = percentile(value, tuple(sorted(compared)))
        came = table.roll(attack, why="boj-5", by=fighter.id, label=label)
    if table.keeps_log:
        table.log("boj-5", of_attack(came, value), by=fighter.id, dice=1)
    return came, defences


def ride_on(fighter: Fighter, weapon: Weapon, came: Percent, target: Fighter) -> None:
    """boj-7: a close attack also defends until the next action, but not while one holds on."""
    fighter.guard = None
    if fighter.grappling == target.id:
        fighter.held_by_roll = came
    elif weapon.close:
        fighter.guard = Guard("attack", came, weapon.name, target.id)


def answer(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    came: Percent,
    assault: Assault,
    defence: Defence,
    table: Table,
) -> int | None:
    """What the defence comes to: the cover that counts, or None where the attack is stopped."""
    if defence.to_roll:
        roll = defence.roll or _defend(came, assault, defence, table)
        stand_guard(target, assault, defence, roll, table)
    elif defence.roll:
        roll = defence.roll
    else:
        return defence.cover
    better = roll.success and roll.better(came)
    if defence.answer == "dodge" and assault.bullet:
        return _dive(target, roll, better, table)
    what = LABELS[defence.answer]
    rule = "boj-15" if defence.rides else RULES[defence.answer]
    if not better:
        if came.success:
            template = "{name}: the {what!l} is not better than the attack"
            table.log(rule, Text(template, name=target.name, what=what))
        return defence.cover
    template = "{name}: {what!l} succeeds, the attack is stopped"
    table.log(rule, Text(template, name=target.name, what=what), by=target.id)
    if defence.answer == "strike_back":
        assert target.guard is not None
        in_hand = target.close_weapon
        weapon = in_hand if in_hand.name == target.guard.weapon else UNARMED
        table.log(rule, Text("{name} strikes back", name=target.name), by=target.id)
        guarded = protection(attacker, weapon, cover=0)
        lethality = None if weapon.damage else weapon.lethality
        strike(state, target, attacker, weapon, roll, lethality, guarded, table)
    return None


def _defend(came: Percent, assault: Assault, defence: Defence, table: Table) -> Percent:
    """The roll against an attack that has been rolled already."""
    chance, by, rule, label = defence.throw(assault)
    return table.roll(against(chance, came, assault.compared), why=rule, by=by, label=label)


def _dive(target: Fighter, roll: Percent, better: bool, table: Table) -> int | None:
    """boj-17: behind cover in time, behind it but hit, or hit in the open."""
    if not roll.success:
        template = "{name} does not get behind cover: {result}"
        table.log("boj-17", Text(template, name=target.name, result=said(roll)), by=target.id)
        return 0
    target.behind = target.cover_near
    if better:
        told = Text("{name} is behind cover in time", name=target.name)
    else:
        template = "{name} gets behind cover {rating}, which counts"
        told = Text(template, name=target.name, rating=target.behind)
    table.log("boj-17", told, by=target.id)
    return None if better else target.behind


def struggle(
    state: Scene, fighter: Fighter, command: Disarm | Grapple, rule: str, what: Text, table: Table
) -> Fighter | None:
    """An unarmed test against somebody who may defend; the target where it succeeds."""
    target = another(state, fighter, command.target)
    if not (command.overrule or fighter.grips(target.id)):
        refuse_touch(state, fighter.id, target.id)
    chance = attack_chance(fighter, target, UNARMED, command.modifier)
    template = "{name}, {what!l} {target}: {chance} %"
    told = Text(template, name=fighter.name, what=what, target=target.name, chance=chance.value)
    table.log(rule, told, by=fighter.id)
    chance.tell(fighter, table)
    spend_aim(fighter)
    assault = Assault(fighter.id, close=True, compared=_compared(state, [target]))
    came, (defence,) = roll_attack(fighter, [target], chance, assault, what, None, table)
    ride_on(fighter, UNARMED, came, target)
    cover = answer(state, fighter, target, came, assault, defence, table)
    return None if cover is None or not came.success else target
