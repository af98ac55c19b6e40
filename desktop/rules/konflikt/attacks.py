"""Attacks: one weapon, two, improvised ones and bare hands (konflikt-10, 11, 13, 16 to 20)."""

from collections.abc import Sequence
from typing import NamedTuple

from desktop.rules.cast import named
from desktop.rules.konflikt import checks
from desktop.rules.konflikt.commands import UNMODIFIED, Aimed, Attack, Modifiers, TwoWeapons
from desktop.rules.konflikt.harm import afflict, roll_damage, work
from desktop.rules.konflikt.on_map import find_reach
from desktop.rules.konflikt.sheet import DEXTERITY, PROWESS, UNARMED, Special
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.state import NUMBER, Conflict, Fighter
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

MUCH_LARGER = 2
"""Sizes apart, from which on bare hands may do less (konflikt-20)."""


def attack(state: Conflict, fighter: Fighter, command: Attack, table: Table) -> None:
    """konflikt-10: one weapon against one target."""
    weapon = wielded(fighter, command.with_, command)
    strikes(state, fighter, [first_blow(weapon, command)], (), command, table)


def two_weapons(state: Conflict, fighter: Fighter, command: TwoWeapons, table: Table) -> None:
    """konflikt-18: both weapons, each with a penalty; another one unless both are light."""
    first = wielded(fighter, command.with_, command)
    others = [weapon.name for weapon in fighter.weapons if weapon.name != first.name]
    fitting = (w.name for w in fighter.weapons if w.name != first.name and first.fits(w))
    other = command.with_other or next(fitting, first.name)
    if other == first.name and f"{other} (2)" in others:
        other = f"{other} (2)"
    second = wielded(fighter, other, command, "with_other")
    if first.name == second.name != UNARMED.name and not command.overrule:
        raise Refusal("needs a second weapon", "with_other", rule="konflikt-18")
    if not first.fits(second) and not command.overrule:
        raise Refusal("there are not hands enough for both", "with_other", rule="konflikt-18")
    reasons = [checks.Reason(Text("two weapons"), -1, "konflikt-18")]
    if not (first.light and second.light):
        reasons.append(checks.Reason(Text("not both are light"), -1, "konflikt-18"))
    blows = [first_blow(first, command), second_blow(second, command)]
    strikes(state, fighter, blows, reasons, command, table)


class Blow(NamedTuple):
    """A weapon and its target, with what is between the two (konflikt-18)."""

    weapon: Weapon
    target: str
    distance: int | None
    visible: bool
    modifiers: Modifiers
    place: str = ""
    """What the fields of this blow end in: ``"_other"`` for the second one."""
    held_back: bool = False
    """Whether it is not thrown at a target that has fallen by the first."""


def first_blow(weapon: Weapon, command: Aimed) -> Blow:
    """The blow with the first weapon, or with the only one."""
    return Blow(weapon, command.target, command.distance, command.visible, command.modifiers)


def second_blow(weapon: Weapon, command: TwoWeapons) -> Blow:
    """konflikt-18: the blow with the second weapon, at the same target or at one of its own."""
    if command.target_other in ("", command.target):
        return first_blow(weapon, command)._replace(held_back=command.held_back)
    modifiers = command.modifiers.model_copy(update={"cover": command.cover_other})
    distance, visible = command.distance_other, command.visible_other
    return Blow(weapon, command.target_other, distance, visible, modifiers, "_other")


def strikes(
    state: Conflict,
    fighter: Fighter,
    blows: Sequence[Blow],
    reasons: Sequence[checks.Reason],
    command: Aimed,
    table: Table,
) -> None:
    """The blows of one action. Under threat one luck check serves all shots (konflikt-13)."""
    seen = state.people
    for blow in blows:
        target = checks.present_target(seen, blow.target, f"target{blow.place}")
        checks.refuse_unseen(blow.visible, command.overrule, f"visible{blow.place}")
        check_aim(fighter, target, blow, command)
    fallen = {blow.target for blow in blows if state[blow.target].out}
    shoots = any(blow.weapon.kind == "ranged" for blow in blows)
    aimed = not shoots or checks.gets_past_threat(
        seen, seen[fighter.id], command.threatened, table, Text("a shot under threat")
    )
    for blow in blows:
        weapon = blow.weapon
        if blow.held_back and blow.target not in fallen and state[blow.target].out:
            table.note("konflikt-18", fighter, "{name} holds back: {weapon}", weapon=weapon.name)
            continue
        if weapon.uses is not None:
            fighter.use_up(fighter.path_of(weapon), weapon.uses)
            if weapon.kind == "melee":  # what is used up threatens nobody
                find_reach(state, [fighter.id])
        if weapon.kind == "ranged" and not aimed:
            table.note("konflikt-13", fighter, "{name} misses: {weapon}", weapon=weapon.name)
            continue
        strike(state, fighter, blow, reasons, command.damage_factor, table)


def strike(
    state: Conflict,
    fighter: Fighter,
    blow: Blow,
    reasons: Sequence[checks.Reason],
    damage_factor: float,
    table: Table,
) -> None:
    """konflikt-10 and 11: the check against the defence, then the damage."""
    weapon, target, seen = blow.weapon, state.take(blow.target), state.people
    attacker, aim = seen[fighter.id], seen[target.id]
    table.note(
        "konflikt-10", fighter, "Attack: {name} → {target} ({weapon})", target=target.name,
        weapon=weapon.name,
    )  # fmt: skip
    if weapon.kind == "melee" and not {fighter.id, target.id} <= state.positions.keys():
        into_reach(fighter, target, blow.distance)
    NUMBER.tell(aim, table)
    specials = weapon.specials + attacker.sheet.specials
    reached = checks.make_check(
        state,
        attacker,
        skill_for(attacker, weapon),
        aim.number(weapon.against),
        [*reasons, *reasons_to_hit(attacker, weapon, blow.modifiers, blow.distance)],
        table,
        rule="konflikt-10",
        what=weapon.name,
        extra=weapon.bonus,
        # The faces from which on odds tell the falls of the check apart, for these specials.
        apart=tuple(sorted({APART[s.on] for s in specials})) if specials else (),
    )
    if weapon.reload:
        fighter.unloaded = [*fighter.unloaded, weapon.name]
    # An improvised weapon may break (konflikt-19), but no fist (20); by house rule it is only
    # damaged the first time. Nothing is marked for it, so odds need not tell these rolls apart.
    improvised = weapon.improvised and weapon.name != UNARMED.name
    if improvised and reached.natural < checks.UNBROKEN:
        if state.house.improvised == "breaks" or weapon.name in fighter.damaged:
            break_weapon(state, fighter, weapon, table)
        else:
            damage_weapon(fighter, weapon, table)
    if reached.success:
        table.mark("hit", target.id)
        work(state, fighter, target, weapon, table, damage_factor)
    for special in specials:
        if str(reached.natural) == special.on:
            come_of_nature(state, fighter, target, special, table)


APART = {"20": 20, "1": 2}
"""The face from which on a natural 20, or all above a natural 1, is told apart in odds."""


def come_of_nature(
    state: Conflict, fighter: Fighter, target: Fighter, special: Special, table: Table
) -> None:
    """konflikt-12: what a weapon or a calling brings on a natural 20 for the target, on a 1 for the
    attacker."""
    struck = target if special.on == "20" else fighter
    entry = Text("Natural {natural}: {what}", natural=special.on, what=special.text)
    table.log("konflikt-12", entry, by=fighter.id)
    if special.damage and not struck.out:
        roll_damage(state, fighter, struck, special.damage, table)
    if special.effect and not struck.out:
        afflict(struck, special.effect, fighter, table)


def reasons_to_hit(
    fighter: Fighter, weapon: Weapon, modifiers: Modifiers = UNMODIFIED, distance: int | None = None
) -> list[checks.Reason]:
    """konflikt-10, 16, 19 and 20: what makes a hit with this weapon easier or harder, beside two
    weapons at once (18)."""
    reasons = checks.reasons_of(fighter, modifiers, cover=-1)
    if weapon.improvised:
        rule = "konflikt-20" if weapon.name == UNARMED.name else "konflikt-19"
        reasons.append(checks.Reason(Text("improvised"), -1, rule))
    if weapon.name in fighter.damaged:
        reasons.append(checks.Reason(Text("damaged"), -1, "konflikt-19"))
    usual = weapon.range if weapon.kind == "ranged" else None
    if usual is not None and (distance or 0) > usual:
        reasons.append(checks.Reason(Text("far range"), -1, "konflikt-10"))
    return reasons


def skill_for(fighter: Fighter, weapon: Weapon) -> str:
    """konflikt-10: prowess at close quarters and for a throw, dexterity for a shot; with an agile
    weapon whichever is better."""
    if weapon.skill:
        return weapon.skill
    if weapon.agile:
        return DEXTERITY if fighter.skill(DEXTERITY) > fighter.skill(PROWESS) else PROWESS
    return DEXTERITY if weapon.kind == "ranged" and not weapon.thrown else PROWESS


def check_aim(fighter: Fighter, target: Fighter, blow: Blow, command: Aimed) -> None:
    """konflikt-10: at somebody else in range, with something left to shoot."""
    if target.id == fighter.id:
        raise Refusal("needs somebody else", f"target{blow.place}", rule="konflikt-10")
    if command.overrule:
        return
    weapon = blow.weapon
    reason = fighter.why_not_with(weapon)
    if reason:
        raise Refusal(reason, "with")
    farthest = fighter.range_of(weapon)
    if farthest is not None and blow.distance is not None and blow.distance > farthest:
        reason = Text("{weapon} reaches {metres} m", weapon=weapon.name, metres=farthest)
        raise Refusal(reason, f"distance{blow.place}", rule="konflikt-10")
    larger = target.sheet.size - fighter.sheet.size >= MUCH_LARGER
    if command.damage_factor < 1 and not (weapon.name == UNARMED.name and larger):
        raise Refusal(
            "less than the whole damage is only for bare hands against a much larger target",
            "damage_factor",
            rule="konflikt-20",
        )


def into_reach(fighter: Fighter, target: Fighter, distance: int | None = None) -> None:
    """konflikt-13: who strikes an enemy at close quarters threatens it, and is threatened.

    At a distance that is said, only by one who reaches as far.
    """
    if fighter.side == target.side:
        return
    pairs = [(fighter, target)]
    if distance is None or distance <= target.reach:
        pairs.append((target, fighter))
    for striker, struck in pairs:
        if striker.id not in struck.reached_by:
            struck.reached_by = [*struck.reached_by, striker.id]


# ---- weapons


def wielded(fighter: Fighter, name: str, command: Aimed, place: str = "with") -> Weapon:
    """The weapon of that name as it is used in this attack."""
    return fighter.as_used(named(fighter, fighter.weapons, name, place), command.improvised)


def damage_weapon(fighter: Fighter, weapon: Weapon, table: Table) -> None:
    """konflikt-19: it is used at a penalty from now on."""
    fighter.damaged = [*fighter.damaged, weapon.name]
    table.note("konflikt-19", fighter, "Gear damaged: {weapon}", weapon=weapon.name)


def break_weapon(state: Conflict, fighter: Fighter, weapon: Weapon, table: Table) -> None:
    """konflikt-19: it is of no use any more, and threatens nobody (konflikt-13)."""
    fighter.changed = {**fighter.changed, f"{fighter.path_of(weapon)}.broken": True}
    table.note("konflikt-19", fighter, "{weapon} breaks", weapon=weapon.name)
    find_reach(state, [fighter.id])
