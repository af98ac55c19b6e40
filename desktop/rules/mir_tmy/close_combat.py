"""Chapter 8: attacking, and the manoeuvres of close combat (mir_tmy-10, 30 to 35)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop.rules.cast import unless
from desktop.rules.mir_tmy import attacks, commands, pools, wounds
from desktop.rules.mir_tmy.sheet import MOST_LIMBS, Damage, Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Reason, Text

TEETH = ("vampire", "werewolf", "monster")

SWEEP_DICE = 4
"""mir_tmy-34: fixed, so that extra successes add nothing."""

JAWS = ("crinos", "hispo", "lupus")
"""Forms of a werewolf that are not humanoid (mir_tmy-31)."""

# ---- attack (mir_tmy-10)


def attack(state: Scene, fighter: Fighter, command: commands.Armed, table: Table) -> None:
    """mir_tmy-10: an attack with any weapon."""
    strike = attacks.strike_of(state, fighter, command)
    attacks.spend_shot(state, fighter, strike.blow.weapon)
    attacks.strike_at(state, strike, table)


# ---- grapple (mir_tmy-30)


def grapple(state: Scene, fighter: Fighter, command: commands.Brawling, table: Table) -> None:
    """mir_tmy-30: difficulty 7, no damage; the victim is held to its next action."""
    strike = attacks.strike_of(state, fighter, command)
    if attacks.land(state, strike, table).net >= 1:
        target = strike.target
        target.grappled_by = fighter.id
        table.mark("grappled", target.id)
        table.note("mir_tmy-30", fighter, "{fighter} → {target}: holds", target=target.name)
        wounds.stop_countering(target, table)


def break_free(state: Scene, fighter: Fighter, command: commands.BreakFree, table: Table) -> None:
    """mir_tmy-30: opposed strength + brawl (athletics, do); the victim needs more."""
    if fighter.grappled_by is None:
        raise Refusal(Text("{fighter} is not in a hold", fighter=fighter.name), "action")
    grappler = state[fighter.grappled_by]
    ability = pools.chosen_ability(fighter, command.ability, attacks.HOLDING)
    theirs = pools.chosen_ability(grappler, "", attacks.HOLDING)
    mine = pools.on_the_ground(pools.trait_pool(fighter, "strength", ability), ability)
    other = pools.on_the_ground(pools.trait_pool(grappler, "strength", theirs), theirs)
    what = {"label": Text("breaking free"), "against": Text("keeping hold")}
    net = pools.opposed(state, mine, other, table, "mir_tmy-30", 1, **what)
    names = {"fighter": fighter.name, "grappler": grappler.name}
    line = Text("{fighter} → {grappler}: does not break free", **names)
    if net > 0:
        fighter.grappled_by = None
        table.mark("success", fighter.id)
        line = Text("{fighter} → {grappler}: breaks free", **names)
    table.log("mir_tmy-30", line, by=fighter.id)


# ---- bite (mir_tmy-31)


no_teeth = unless(
    lambda fighter: fighter.kind in TEETH, Reason("needs sharp teeth", rule="mir_tmy-31")
)


def bite(state: Scene, fighter: Fighter, command: commands.Bite, table: Table) -> None:
    """mir_tmy-31: difficulty 5, strength + 1; humanoids only where the victim cannot get away."""
    target = attacks.opponent(state, fighter, command.target)
    if command.drink and fighter.kind != "vampire":
        raise Refusal("only a vampire drinks", "drink", rule="mir_tmy-31")
    if not command.overrule:
        refuse(not_bitten(fighter, target), "target")
    strike = attacks.strike_of(state, fighter, command)
    if not command.drink:
        attacks.strike_at(state, strike, table)
    elif attacks.land(state, strike, table).net >= 1:
        table.mark("success", fighter.id)
        table.note("mir_tmy-31", fighter, "{fighter} → {target}: drinks blood", target=target.name)


def not_bitten(fighter: Fighter, target: Fighter) -> Text | None:
    """mir_tmy-31: why a humanoid cannot bite this target now."""
    beast = fighter.kind == "monster" or fighter.form in JAWS
    if beast or target.out or target.down or target.grappled_by == fighter.id:
        return None
    return Reason(
        "{target} has to be helpless, on the ground or in the hold of the attacker",
        rule="mir_tmy-31",
        target=target.name,
    )


def nobody_to_bite(state: Scene, fighter: Fighter) -> bool:
    """mir_tmy-31: whether there is nobody whom the fighter could bite now."""
    others = (c for c in state.combatants.values() if c.id != fighter.id)
    there = (c for c in others if not (c.dead or c.absent or c.has_left))
    return all(not_bitten(fighter, c) for c in there)


# ---- joints and tendons (mir_tmy-32)


def _wrestles(strength: int, brawl: int) -> Callable[[Fighter], bool]:
    """Whether somebody is so strong, and brawls (or does ``do``) so well."""

    def holds(fighter: Fighter) -> bool:
        brawling = max(map(fighter.ability, attacks.BREAKING))
        return fighter.attributes.strength >= strength and brawling >= brawl

    return holds


no_joint = unless(_wrestles(3, 4), Reason("needs strength 3 and brawl 4", rule="mir_tmy-32"))


def no_tendon(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.attributes.dexterity < 3 or fighter.ability("melee") < 4:
        return Reason("needs dexterity 3 and melee 4", rule="mir_tmy-32")
    if not any(weapon.cutting for weapon in fighter.ready_weapons("melee")):
        return Reason("needs a cutting weapon in hand", rule="mir_tmy-32")
    return None


def maim(state: Scene, fighter: Fighter, command: commands.Blow, table: Table) -> None:
    """mir_tmy-32: a joint, with strength + 2, or a tendon, with a blade; difficulty 7."""
    attacks.strike_at(state, attacks.strike_of(state, fighter, command), table, cripple)


def cripple(state: Scene, target: Fighter, lost: int, table: Table) -> None:
    """mir_tmy-32: a level lost cripples a limb."""
    if lost >= 1:
        target.crippled_limbs = min(target.crippled_limbs + 1, MOST_LIMBS)
        table.mark("crippled", target.id)
        table.note("mir_tmy-32", target, "{target}: a limb is useless until healed")


# ---- neck (mir_tmy-33)


no_neck = unless(_wrestles(4, 5), Reason("needs strength 4 and brawl 5", rule="mir_tmy-33"))


def neck_twist(state: Scene, fighter: Fighter, command: commands.Brawling, table: Table) -> None:
    """mir_tmy-33: difficulty 9, strength + 3 bashing, the victim's strength added to soak."""
    strike = attacks.strike_of(state, fighter, command)
    strike.blow.soak = strike.target.attributes.strength
    attacks.strike_at(state, strike, table, twist)


def twist(state: Scene, target: Fighter, lost: int, table: Table) -> None:
    """mir_tmy-33: two levels lost break the neck, four take the head off."""
    if lost < 2:
        return
    was_out = target.out
    if lost < 4:
        target.broken_neck = True
        line = Text("{target}: the neck breaks", target=target.name)
    else:  # the levels beyond the blow's own count as its damage
        levels = len(target.levels) + 1
        table.mark("damage", target.id, max(levels - target.marked, 0))
        aggravated = min(target.damage.aggravated, levels)
        target.damage = Damage(lethal=levels - aggravated, aggravated=aggravated)
        line = Text("{target}: the head comes off, death", target=target.name)
    table.log("mir_tmy-33", line, by=target.id)
    if not was_out:
        wounds.fall_out(state, target, table)


# ---- sweep (mir_tmy-34)


def sweep(state: Scene, fighter: Fighter, command: commands.Wielded, table: Table) -> None:
    """mir_tmy-34: 4 dice bashing, a test at 8 against falling, and a lower initiative."""
    strike = attacks.strike_of(state, fighter, command)
    strike.most_extra, strike.blow.type = 0, "bashing"
    if attacks.land(state, strike, table).net < 1:
        return
    target, weapon = strike.target, strike.blow.weapon
    dice = SWEEP_DICE + command.modifiers.damage + (attacks.DOWN_DAMAGE if target.down else 0)
    armored = not command.modifiers.past_armor
    blow = wounds.Wounding(dice, "bashing", weapon, fighter, armored=armored, rule="mir_tmy-34")
    swept = wounds.Suffering(blow, target, _unbalanced)
    table.then(swept, state, alike=swept)


def _unbalanced(state: Scene, target_id: str, table: Table) -> None:
    """mir_tmy-34: the lower initiative, and the test at 8: failed, it is a knockdown (27)."""
    target = state.take(target_id)
    lowered = state.house.sweep_initiative
    target.initiative_next -= lowered
    table.note("mir_tmy-34", target, "{target}: initiative −{lowered} next turn", lowered=lowered)
    if target.out or target.down:
        return
    pool = pools.trait_pool(target, "dexterity", "athletics", 8)
    balance = pool.roll(state, table, "mir_tmy-34", Text("keeping balance"), most=1)
    if not balance.successes:
        table.mark("down", target.id)
        wounds.fall(state, target, table)
        wounds.stay_down(state, target, balance, table)


# ---- disarming (mir_tmy-35)


def nobody_armed(state: Scene, fighter: Fighter) -> Text | None:
    people = (c for c in state.combatants.values() if not (c.dead or c.has_left))
    armed = any(held_weapons(c) for c in people if c.id != fighter.id)
    return None if armed else Text("nobody has a weapon in hand")


def disarm(state: Scene, fighter: Fighter, command: commands.Disarm, table: Table) -> None:
    """mir_tmy-35: difficulty 7; damage beyond the other's strength takes the weapon instead."""
    strike = attacks.strike_of(state, fighter, command)
    target, held = strike.target, held_by(strike.target, command.what)
    strike.botch = True
    landed = attacks.land(state, strike, table)
    if landed.botch:
        # A botch drops the own weapon, or bare hands take the weapon's damage.
        if strike.blow.weapon.kind == "melee":
            drop(fighter, strike.blow.weapon, table)
            return
        table.note("mir_tmy-35", fighter, "{fighter} grasps the weapon: {held}", held=held.name)
        damage = held.damage + (target.attributes.strength if held.close else 0)
        blow = wounds.Wounding(
            damage, held.type, held, target, rule="mir_tmy-35", mark="damage_back"
        )
        wounds.wound(state, fighter, blow, table)
    elif landed.net >= 1:
        dice = strike.blow.dice + attacks.extra_successes(strike, landed.net, table)
        table.then(_disarm, state, target.id, replace(strike.blow, dice=dice), held)


def _disarm(
    state: Scene, target_id: str, blow: wounds.Wounding, held: Weapon, table: Table
) -> None:
    fighter, target = blow.by, state.take(target_id)
    wounds.DAMAGE.tell(fighter, table)
    pool = pools.Pool(fighter, blow.dice + wounds.DAMAGE.of(fighter))
    strength = target.attributes.strength
    ones = state.house.damage_ones_cancel
    high = max(wounds.room(target, "bashing"), strength + 1)
    dice, none = pools.d10s(pool.dice), pools.d10s(0)
    roll = pools.Contest(dice, 6, none, ones=ones, high=high, plus=blow.sure)
    rolled = table.roll(roll, why="mir_tmy-35", by=fighter.id, label=Text("damage")).net
    values = {"pool": pool.said, "rolled": rolled, "strength": strength}
    line = Text("Damage, {pool}: {rolled} against strength {strength}", **values)
    table.log("mir_tmy-35", line, by=fighter.id)
    if rolled > strength:
        drop(target, held, table)
        table.mark("disarmed", target.id)
    elif state.house.disarm_miss == "damage" and rolled:
        thrown = replace(blow, sure=rolled, thrown=True, rule="mir_tmy-35")
        soaked = wounds.Suffering(thrown, target)
        table.then(soaked, state, alike=soaked)
    elif state.house.disarm_miss == "damage":
        table.note("mir_tmy-35", target, "{target} takes no harm")
    else:
        line = Text("{target} takes no harm and keeps the weapon: {held}")
        table.note("mir_tmy-35", target, line.template, held=held.name)


def held_by(target: Fighter, name: str) -> Weapon:
    """mir_tmy-35: the weapon of that name in a hand, or the first. Raises :class:`Refusal`."""
    there = held_weapons(target)
    if not there:
        raise Refusal(Text("{target} has no weapon in hand", target=target.name), "target")
    for weapon in there:
        if name in ("", weapon.name):
            return weapon
    there_is = [weapon.name for weapon in there]
    values = {"target": target.name, "weapon": name, "there_is": there_is}
    said = Text("{target}: not in hand: {weapon!r}; there is: {there_is}", **values)
    raise Refusal(said, "what")


def held_weapons(fighter: Fighter) -> list[Weapon]:
    """mir_tmy-35: what can be knocked out of a hand; claws cannot."""
    return [w for w in fighter.sheet.weapons if w.kind != "natural" and fighter.has_ready(w)]


LOSES = Text("{fighter} loses the weapon: {weapon}")


def drop(fighter: Fighter, weapon: Weapon, table: Table) -> None:
    """The weapon leaves the hand, and what was being done with it ends."""
    if fighter.countering == weapon.name:
        wounds.stop_countering(fighter, table)
    if fighter.suppressing == weapon.name:
        wounds.stop_suppressing(fighter, table)
    fighter.unready = [*fighter.unready, weapon.name]
    table.note("mir_tmy-35", fighter, LOSES.template, weapon=weapon.name)
