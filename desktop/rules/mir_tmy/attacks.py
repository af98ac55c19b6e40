"""Attacks: how one lands, what stops it, and the manoeuvres of close combat (mir_tmy-10 to 35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from desktop.rules.dice import TwoStageThrow
from desktop.rules.mir_tmy.commands import (
    Attack,
    Bite,
    Blow,
    BreakFree,
    BreakJoint,
    CutTendon,
    Disarm,
    Grapple,
    Modifiers,
    NeckTwist,
    Sweep,
)
from desktop.rules.mir_tmy.defence import RULES, Assault, Defence, cover, defend
from desktop.rules.mir_tmy.pools import Clash, Contest, handful
from desktop.rules.mir_tmy.reckon import (
    BLIND_REACH,
    BRAWLING,
    PLACES,
    Pool,
    ability_for,
    add_modifiers,
    add_range,
    chosen_ability,
    close,
    close_weapons,
    cutters,
    in_hand,
    opposed,
    sweepers,
    test,
    trait_pool,
)
from desktop.rules.mir_tmy.sheet import FISTS, Weapon
from desktop.rules.mir_tmy.state import Damage, Fighter, Scene
from desktop.rules.mir_tmy.wounds import (
    Harm,
    Wounding,
    fall_out,
    harm_to,
    knock_down,
    room,
    suffer,
    wound,
)
from desktop.rules.table import Refusal, Table

HOLDING = ("brawl", "athletics", "do")
"""Abilities of a grapple (mir_tmy-30)."""
BLOCKED = 4
"""What a block that has more takes from the attacker's next initiative (mir_tmy-45)."""
TEETH = ("vampire", "werewolf", "monster")
JAWS = ("crinos", "hispo", "lupus")
"""Forms of a werewolf that are no humanoids any more (mir_tmy-31)."""
SWEEP_DICE = 4
FANGS = Weapon(name="Клыки", ability="brawl", kind="natural", damage=1, type="aggravated")
NECK = Weapon(name="Свернуть шею", ability="brawl", kind="natural", damage=3, type="bashing")
JOINT = Weapon(name="Ломание суставов", ability="brawl", kind="natural", damage=2, type="bashing")


@dataclass(slots=True)
class Strike:
    """An attack as it is reckoned before any die falls."""

    rule: str
    weapon: Weapon
    ability: str
    pool: Pool
    damage: int
    """Damage dice without extra successes (mir_tmy-12)."""
    modifiers: Modifiers
    most_extra: int
    """mir_tmy-11: the level of the ability."""
    type: str
    label: str = "attack"
    soak: int = 0
    botch: bool = False
    """Whether anything turns on a botch of the attacker."""

    @property
    def close(self) -> bool:
        return close(self.weapon)

    @property
    def head(self) -> bool:
        return self.modifiers.targeting == "head"


@dataclass(slots=True)
class Landed:
    """What came of an attack: net successes, and who was hit in the end."""

    net: int
    target: Fighter
    botch: bool = False
    defended: bool = False

    @property
    def hit(self) -> bool:
        return self.net >= 1


# ---- reckoning


def reckon(
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    ability: str,
    modifiers: Modifiers,
    *,
    difficulty: int = 6,
    distance: int | None = None,
    share: int | None = None,
    rule: str = "mir_tmy-10",
    label: str = "attack",
) -> Strike:
    """mir_tmy-10, 12, 20 to 24, 28, 29: dexterity + ability, and all that bears on it."""
    pool = trait_pool(attacker, "dexterity", ability, difficulty, share)
    at_hand = close(weapon)
    if not at_hand:
        add_range(pool, weapon, distance)
    add_modifiers(pool, attacker, target, at_hand, modifiers)
    add_aim(pool, attacker, target, weapon)
    strong = at_hand or (
        weapon.kind == "thrown"
        and not weapon.explosive
        and (distance is None or weapon.range is None or distance <= weapon.range)
    )
    damage = weapon.damage + (attacker.attributes.strength if strong else 0)
    damage += PLACES[modifiers.targeting][1] + modifiers.damage
    if at_hand and target.down:
        damage += 2
    return Strike(
        rule,
        weapon,
        ability,
        pool,
        damage,
        modifiers,
        attacker.ability(ability),
        weapon.type,
        label,
    )


def add_aim(pool: Pool, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """mir_tmy-36: the dice of the turns spent aiming at this target; they are used up."""
    if attacker.aiming and weapon.kind == "firearm":
        if attacker.aimed_at in (None, target.id):
            pool.add("mir_tmy-36", "aimed", attacker.aiming)
        attacker.aiming = 0


# ---- landing


class Struck(NamedTuple):
    """A whole attack: attack against defence, and damage against soak where it hit."""

    clash: Clash
    harm: Clash | None


@dataclass(frozen=True, slots=True)
class Blows(TwoStageThrow[Clash, Clash, Struck]):
    """mir_tmy-18: attack pool, defence pool, damage pool, soak pool.

    Odds tell the levels of damage apart, but not by how many extra successes they came about.
    """

    rule: ClassVar[str] = "mir_tmy-12"
    label: ClassVar[str] = "damage and soak"

    attack: Contest
    harm: Harm
    most_extra: int

    @property
    def first(self) -> Contest:
        return self.attack

    def second(self, first: Clash) -> Contest | None:
        if first.net < 1:
            return None
        return self.harm.contest(min(first.net - 1, self.most_extra))

    def join(self, first: Clash, second: Clash | None) -> Struck:
        return Struck(first, second)

    def weigh(self, first: Clash, second: Clash | None) -> Struck:
        return Struck(Clash(min(first.net, 1), first.botch), second)


@dataclass(slots=True)
class Faced:
    """How a target faces an attack."""

    defence: Defence | None = None
    shielded: bool = False
    """Somebody leaps in front of a shot (mir_tmy-47)."""
    missed: bool = False
    """The attacker does not even find the target (mir_tmy-20)."""


def face(
    state: Scene, attacker: Fighter, target: Fighter, strike: Strike, table: Table, defended: bool
) -> Faced:
    """An attack is announced, and answered with a defence or none (mir_tmy-7, 10, 47)."""
    at = f"{attacker.name} → {target.name}: {strike.label}, {strike.weapon.name}"
    table.log(strike.rule, at, by=attacker.id)
    meet(attacker, target)
    strike.pool.tell(attacker, table)
    if not sees(state, attacker, strike, table):
        return Faced(missed=True)
    if not defended:
        return Faced()
    strength = attacker.attributes.strength + strike.weapon.damage
    assault = Assault(strike.close, strike.type, strength)
    covered = cover(state, target, attacker, assault, table)
    if covered:
        return Faced(covered, shielded=not strike.close)
    return Faced(defend(state, target, attacker, assault, table))


def clash_of(state: Scene, strike: Strike, defence: Defence | None) -> Contest:
    """mir_tmy-2: attack against defence. A block that fails outright throws no dice (45)."""
    against = defence.pool if defence and not defence.hopeless else Pool(0)
    return Contest(
        handful(strike.pool.dice, state.house),
        strike.pool.against,
        handful(against.dice, state.house),
        against.against,
        ones=state.house.ones_cancel,
        low=-1 if defence and defence.kind != "dodge" else 0,
        high=strike.most_extra + 1,
        botch=strike.botch,
    )


def land(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    *,
    defended: bool = True,
) -> Landed:
    """Attack pool against defence pool (mir_tmy-2, 10), and what a good defence does.

    Both fighters are taken for writing. ``defended`` is false where no defence is possible.
    """
    faced = face(state, attacker, target, strike, table, defended)
    if faced.missed:
        return Landed(0, target)
    if faced.shielded and faced.defence:
        return _shielded(state, attacker, target, strike, faced.defence, table)
    contest = clash_of(state, strike, faced.defence)
    clash = table.roll(contest, why=strike.rule, by=attacker.id, label=strike.label)
    return _landed(state, attacker, target, strike, faced.defence, clash, table)


def strike_at(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    *,
    defended: bool = True,
) -> int:
    """A whole attack with its damage (mir_tmy-18); the levels lost."""
    faced = face(state, attacker, target, strike, table, defended)
    if faced.missed:
        return 0
    if faced.shielded and faced.defence:
        landed = _shielded(state, attacker, target, strike, faced.defence, table)
        return damage(state, attacker, landed, strike, table) if landed.hit else 0
    blow = wounding(strike, 0)
    harm = harm_to(state, target, blow)
    tell_order(strike, faced.defence, harm, table)
    throw = Blows(clash_of(state, strike, faced.defence), harm, strike.most_extra)
    struck = table.roll(throw, why=strike.rule, by=attacker.id, label=strike.label)
    landed = _landed(state, attacker, target, strike, faced.defence, struck.clash, table)
    if not landed.hit:
        return 0
    extra_successes(attacker, strike, landed.net, table)
    return suffer(state, target, blow, harm, struck.harm, table, attacker)


def tell_order(strike: Strike, defence: Defence | None, harm: Harm, table: Table) -> None:
    """mir_tmy-18: the pools, in the order in which they are thrown."""
    answer = f", {defence.kind} {max(defence.pool.dice, 0)}" if defence else ""
    table.log(
        "mir_tmy-18",
        f"Pools: attack {max(strike.pool.dice, 0)}{answer}, damage {max(harm.dice, 0)} + extra "
        f"successes, soak {harm.soak}",
    )


def _landed(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    defence: Defence | None,
    clash: Clash,
    table: Table,
) -> Landed:
    """What attack and defence came to, told; a parry or block that has more does its worst."""
    had = "a botch (провал)" if clash.botch else str(clash.first)
    table.log(
        "mir_tmy-1" if clash.botch else "mir_tmy-10",
        f"{attacker.name}, {strike.pool}: {had}",
        by=attacker.id,
        dice=clash.dice[0],
    )
    if defence and not defence.hopeless:
        table.log(
            RULES[defence.kind],
            f"{defence.by.name}, {defence.kind}, {defence.pool}: {clash.second}",
            by=defence.by.id,
            dice=clash.dice[1],
        )
        left = f"{clash.first} − {clash.second}: {max(clash.net, 0)} left"
        table.log("mir_tmy-2", left, by=attacker.id, dice=0)
    landed = Landed(clash.net, target, clash.botch, defence is not None)
    if landed.hit:
        table.mark("hit", target.id)
    elif clash.net < 0 and defence:
        better(state, attacker, defence, table)
    return landed


def meet(attacker: Fighter, target: Fighter) -> None:
    """Both are fighting now (mir_tmy-19), and the target has one more attacker (22)."""
    attacker.fighting = target.fighting = True
    if attacker.id not in target.attackers:
        target.attackers = (*target.attackers, attacker.id)


def sees(state: Scene, attacker: Fighter, strike: Strike, table: Table) -> bool:
    """mir_tmy-20: a blind shot needs perception + alertness at 8 first."""
    if strike.close or not strike.modifiers.blind:
        return True
    pool = trait_pool(attacker, "perception", "alertness", 8)
    if test(state, attacker, pool, table, "mir_tmy-20", "listening for the target").successes:
        return True
    table.log("mir_tmy-20", f"{attacker.name} does not find the target", by=attacker.id)
    return False


def _shielded(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    shield: Defence,
    table: Table,
) -> Landed:
    """mir_tmy-47: a shot hits the protector who has more successes, and else the target."""
    shot = test(state, attacker, _told(strike.pool), table, "mir_tmy-10", strike.label)
    leap = test(state, shield.by, _told(shield.pool), table, "mir_tmy-47", "covering")
    if leap.successes > shot.successes:
        meet(attacker, shield.by)
        target = shield.by
        table.log("mir_tmy-47", f"{target.name} takes the shot", by=target.id)
    if shot.successes:
        table.mark("hit", target.id)
    return Landed(shot.successes, target, shot.botch)


def _told(pool: Pool) -> Pool:
    """The same pool, its reasons told already."""
    return Pool(pool.dice, pool.difficulty)


def better(state: Scene, attacker: Fighter, defence: Defence, table: Table) -> None:
    """A parry (mir_tmy-44) or block (45) with more successes than the attack."""
    if defence.kind == "block":
        attacker.initiative_next -= BLOCKED
        table.log(
            "mir_tmy-45",
            f"{attacker.name} is thrown off, initiative −{BLOCKED} next turn",
            by=defence.by.id,
        )
    elif defence.kind == "parry" and defence.weapon:
        table.log("mir_tmy-44", f"{defence.by.name} hits in return", by=defence.by.id)
        table.mark("hit", attacker.id)
        dice = defence.by.attributes.strength + defence.weapon.damage
        blow = Wounding(dice, defence.weapon.type, defence.weapon, rule="mir_tmy-44")
        wound(state, attacker, blow, table, defence.by)


# ---- damage


def extra_successes(attacker: Fighter, strike: Strike, net: int, table: Table) -> int:
    """mir_tmy-11: those after the first, at most the ability's level.

    The seed's examples: three of four successes (mir_tmy-13), three of seven (mir_tmy-14).
    """
    extra = min(net - 1, strike.most_extra)
    if net > 1:
        most = f", at most {strike.most_extra}" if extra < net - 1 else ""
        told = f"Extra successes: {net - 1}{most}, +{extra} dice"
        table.log("mir_tmy-11", told, by=attacker.id, dice=0)
    return extra


def damage(state: Scene, attacker: Fighter, landed: Landed, strike: Strike, table: Table) -> int:
    """The damage of a hit with its extra successes (mir_tmy-11, 12); the levels lost."""
    extra = extra_successes(attacker, strike, landed.net, table)
    return wound(state, landed.target, wounding(strike, extra), table, attacker)


def wounding(strike: Strike, extra: int) -> Wounding:
    """The damage of a hit with so many extra successes (mir_tmy-12), and what soaks it."""
    weapon = strike.weapon
    club = weapon.kind == "melee" and strike.type == "bashing" and strike.head
    return Wounding(
        strike.damage + extra,
        strike.type,
        weapon,
        head=strike.head,
        armored=not strike.modifiers.past_armor,
        soak=strike.soak,
        sure=1 if club else 0,
    )


# ---- who and with what


def opponent(state: Scene, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Somebody else who is not dead, taken for writing. Raises :class:`Refusal`."""
    if id not in state.combatants:
        raise Refusal(f"there is no combatant {id!r}", place)
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    if state[id].dead:
        raise Refusal(f"{state[id].name} is dead", place)
    return state.take(id)


def spend_rounds(fighter: Fighter, weapon: Weapon, rounds: int) -> int:
    """Takes rounds from the clip, as many as there are; how many. Raises :class:`Refusal`."""
    if weapon.kind != "firearm" or weapon.clip is None:
        return rounds
    there = fighter.loaded.get(weapon.name, 0)
    if not there:
        raise Refusal(f"{weapon.name} is empty; reload it (mir_tmy-38)", "with")
    used = min(rounds, there)
    fighter.loaded[weapon.name] = there - used
    return used


def check_blind(strike: Strike, distance: int | None) -> None:
    """mir_tmy-20: no blind shot beyond 10 m."""
    if strike.modifiers.blind and not strike.close and (distance or 0) > BLIND_REACH:
        raise Refusal(f"blind, nobody shoots beyond {BLIND_REACH} m (mir_tmy-20)", "distance")


# ---- the actions


def attack(
    state: Scene, fighter: Fighter, command: Attack, table: Table, share: int | None
) -> None:
    """mir_tmy-10: an attack with any weapon."""
    target = opponent(state, fighter, command.target)
    weapon = in_hand(fighter, command.with_)
    strike = reckon(
        fighter,
        target,
        weapon,
        ability_for(weapon),
        command.modifiers,
        distance=command.distance,
        share=share,
    )
    check_blind(strike, command.distance)
    spend_rounds(fighter, weapon, 1)
    strike_at(state, fighter, target, strike, table)


def close_strike(
    fighter: Fighter,
    target: Fighter,
    command: Blow,
    weapon: Weapon,
    ability: str,
    difficulty: int,
    rule: str,
    label: str,
    share: int | None,
) -> Strike:
    """A manoeuvre of close combat as a strike."""
    return reckon(
        fighter,
        target,
        weapon,
        ability,
        command.modifiers,
        difficulty=difficulty,
        share=share,
        rule=rule,
        label=label,
    )


def grapple(
    state: Scene, fighter: Fighter, command: Grapple, table: Table, share: int | None
) -> None:
    """mir_tmy-30: difficulty 7, no damage; the victim is held to its next action."""
    target = opponent(state, fighter, command.target)
    ability = chosen_ability(fighter, command.ability, HOLDING)
    strike = close_strike(
        fighter, target, command, FISTS, ability, 7, "mir_tmy-30", "grapple", share
    )
    if land(state, fighter, target, strike, table).hit:
        target.grappled_by = fighter.id
        table.mark("grappled", target.id)
        table.log("mir_tmy-30", f"{fighter.name} holds {target.name}", by=fighter.id)


def break_free(
    state: Scene, fighter: Fighter, command: BreakFree, table: Table, share: int | None
) -> None:
    """mir_tmy-30: opposed strength + brawl (athletics, do); the victim needs more."""
    if fighter.grappled_by is None:
        raise Refusal(f"nobody holds {fighter.name}", "action")
    grappler = state[fighter.grappled_by]
    ability = chosen_ability(fighter, command.ability, HOLDING)
    theirs = chosen_ability(grappler, "", HOLDING)
    net = opposed(
        state,
        fighter,
        trait_pool(fighter, "strength", ability),
        grappler,
        trait_pool(grappler, "strength", theirs),
        table,
        "mir_tmy-30",
        "breaking free",
    )
    if net > 0:
        fighter.grappled_by = None
        table.mark("success", fighter.id)
    said = "breaks free of" if net > 0 else "stays in the hold of"
    table.log("mir_tmy-30", f"{fighter.name} {said} {grappler.name}", by=fighter.id)


def bite(state: Scene, fighter: Fighter, command: Bite, table: Table, share: int | None) -> None:
    """mir_tmy-31: difficulty 5, strength + 1; humanoids only where the victim cannot get away."""
    target = opponent(state, fighter, command.target)
    beast = fighter.kind == "monster" or fighter.form in JAWS
    helpless = target.out or target.down or target.grappled_by == fighter.id
    if not (beast or helpless or command.overrule):
        raise Refusal(
            f"{target.name} has to be helpless, fallen or in {fighter.name}'s hold (mir_tmy-31)",
            "target",
        )
    strike = close_strike(fighter, target, command, FANGS, "brawl", 5, "mir_tmy-31", "bite", share)
    strike_at(state, fighter, target, strike, table)


def break_joint(
    state: Scene, fighter: Fighter, command: BreakJoint, table: Table, share: int | None
) -> None:
    """mir_tmy-32: difficulty 7, strength + 2; one level lost and a limb is useless."""
    target = opponent(state, fighter, command.target)
    ability = chosen_ability(fighter, command.ability, ("brawl", "do"))
    strike = close_strike(fighter, target, command, JOINT, ability, 7, "mir_tmy-32", "joint", share)
    cripple(target, strike_at(state, fighter, target, strike, table), table)


def cut_tendon(
    state: Scene, fighter: Fighter, command: CutTendon, table: Table, share: int | None
) -> None:
    """mir_tmy-32: difficulty 7, strength + a cutting weapon; a level lost cripples a limb."""
    target = opponent(state, fighter, command.target)
    weapon = in_hand(fighter, command.with_, cutters(fighter))
    strike = close_strike(
        fighter, target, command, weapon, "melee", 7, "mir_tmy-32", "tendon", share
    )
    cripple(target, strike_at(state, fighter, target, strike, table), table)


def cripple(target: Fighter, lost: int, table: Table) -> None:
    if lost >= 1:
        target.crippled_limbs += 1
        table.mark("crippled", target.id)
        table.log("mir_tmy-32", f"A limb of {target.name} is useless until healed", by=target.id)


def neck_twist(
    state: Scene, fighter: Fighter, command: NeckTwist, table: Table, share: int | None
) -> None:
    """mir_tmy-33: difficulty 9, strength + 3 bashing, the victim's strength added to soak."""
    target = opponent(state, fighter, command.target)
    ability = chosen_ability(fighter, command.ability, ("brawl", "do"))
    strike = close_strike(
        fighter, target, command, NECK, ability, 9, "mir_tmy-33", "neck twist", share
    )
    strike.soak = target.attributes.strength
    lost = strike_at(state, fighter, target, strike, table)
    if lost >= 4:
        behead(state, target, table)
    elif lost >= 2:
        was_out = target.out
        target.broken_neck = True
        table.log("mir_tmy-33", f"The neck of {target.name} is broken", by=target.id)
        if not was_out:
            fall_out(state, target, table)


def behead(state: Scene, target: Fighter, table: Table) -> None:
    was_out = target.out
    levels = len(target.levels) + 1
    target.damage = Damage(
        lethal=levels - min(target.damage.aggravated, levels),
        aggravated=min(target.damage.aggravated, levels),
    )
    table.log("mir_tmy-33", f"The head of {target.name} comes off: dead", by=target.id)
    if not was_out:
        fall_out(state, target, table)


def sweep(state: Scene, fighter: Fighter, command: Sweep, table: Table, share: int | None) -> None:
    """mir_tmy-34: 4 dice bashing, a test at 8 against falling, and a lower initiative."""
    target = opponent(state, fighter, command.target)
    weapon = in_hand(fighter, command.with_, sweepers(fighter))
    ability = "melee" if weapon.kind == "melee" else chosen_ability(fighter, "", ("brawl", "do"))
    strike = close_strike(
        fighter, target, command, weapon, ability, 6, "mir_tmy-34", "sweep", share
    )
    strike.most_extra = 0
    strike.type = "bashing"
    if not land(state, fighter, target, strike, table).hit:
        return
    blow = Wounding(SWEEP_DICE, "bashing", weapon, rule="mir_tmy-34")
    wound(state, target, blow, table, fighter)
    if target.out or target.down:
        return
    lowered = state.house.sweep_initiative
    target.initiative_next -= lowered
    table.log("mir_tmy-34", f"{target.name}: initiative −{lowered} next turn", by=target.id)
    balance = trait_pool(target, "dexterity", "athletics", 8)
    if not test(state, target, balance, table, "mir_tmy-34", "keeping balance").successes:
        knock_down(state, target, table, lowered=True)


def disarm(
    state: Scene, fighter: Fighter, command: Disarm, table: Table, share: int | None
) -> None:
    """mir_tmy-35: difficulty 7; damage beyond the other's strength takes the weapon instead."""
    target = opponent(state, fighter, command.target)
    weapon = in_hand(fighter, command.with_, close_weapons(fighter))
    held = in_hand(target, command.what, target.sheet.weapons)
    ability = "melee" if weapon.kind == "melee" else chosen_ability(fighter, "", BRAWLING)
    strike = close_strike(
        fighter, target, command, weapon, ability, 7, "mir_tmy-35", "disarming", share
    )
    strike.botch = True
    landed = land(state, fighter, target, strike, table)
    if landed.botch:
        _disarmed_oneself(state, fighter, target, weapon, held, table)
    elif landed.hit:
        _disarm(state, fighter, landed, strike, held, table)


def _disarm(
    state: Scene, fighter: Fighter, landed: Landed, strike: Strike, held: Weapon, table: Table
) -> None:
    target = landed.target
    blow = wounding(strike, extra_successes(fighter, strike, landed.net, table))
    pool = Pool(blow.dice)
    roll = Contest(
        handful(pool.dice, state.house, again=False),
        6,
        handful(0, state.house),
        ones=state.house.damage_ones_cancel,
        high=max(room(target, "bashing"), target.attributes.strength + 1),
    )
    rolled = table.roll(roll, why="mir_tmy-35", by=fighter.id, label="damage").net
    strength = target.attributes.strength
    table.log(
        "mir_tmy-35",
        f"Damage, {pool}: {rolled} against strength {strength}",
        by=fighter.id,
    )
    if rolled > strength:
        drop(target, held, table)
        table.mark("disarmed", target.id)
    elif state.house.disarm_miss == "damage":
        blow.dice, blow.sure = 0, rolled
        _soaked(state, fighter, target, blow, table)
    else:
        table.log("mir_tmy-35", f"{target.name} keeps {held.name}, unharmed", by=target.id)


def _soaked(state: Scene, fighter: Fighter, target: Fighter, blow: Wounding, table: Table) -> None:
    """Ordinary damage whose dice have fallen already."""
    if blow.sure:
        wound(state, target, blow, table, fighter)
    else:
        table.log("mir_tmy-35", f"{target.name} is unharmed", by=target.id)


def _disarmed_oneself(
    state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon, held: Weapon, table: Table
) -> None:
    """mir_tmy-35: a botch drops the own weapon, or bare hands take the weapon's damage."""
    if weapon.kind == "melee":
        drop(fighter, weapon, table)
        return
    table.log("mir_tmy-35", f"{fighter.name} grasps {held.name}", by=fighter.id)
    strength = target.attributes.strength if close(held) else 0
    wound(
        state,
        fighter,
        Wounding(strength + held.damage, held.type, held, rule="mir_tmy-35"),
        table,
        target,
    )


def drop(fighter: Fighter, weapon: Weapon, table: Table) -> None:
    fighter.unready = (*fighter.unready, weapon.name)
    table.log("mir_tmy-35", f"{fighter.name} loses {weapon.name}", by=fighter.id)


def pass_by(state: Scene, mover: Fighter, past: Sequence[str], table: Table) -> bool:
    """mir_tmy-42 and 46: those who are passed strike or shoot; whether the mover gets through."""
    through = True
    for id in past:
        guard = opponent(state, mover, id, "past")
        if guard.out or mover.out or not through:
            continue
        if guard.countering:
            through = _countered(state, guard, mover, table)
        elif guard.suppressing:
            _suppressed(state, guard, mover, table)
    return through and not mover.out and not mover.down


def _countered(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> bool:
    """mir_tmy-46: a full attack on everyone who passes; a target that defends must stop."""
    weapon = in_hand(guard, guard.countering or "", close_weapons(guard))
    strike = reckon(
        guard,
        mover,
        weapon,
        ability_for(weapon),
        Modifiers(),
        rule="mir_tmy-46",
        label="counterattack",
    )
    landed = land(state, guard, mover, strike, table)
    if landed.hit:
        damage(state, guard, landed, strike, table)
    if landed.defended and not mover.out:
        table.log("mir_tmy-46", f"{mover.name} defends and stops beside {guard.name}", by=mover.id)
        return False
    return True


def _suppressed(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> None:
    """mir_tmy-42: difficulty +2 and ordinary damage, for each who passes."""
    weapon = in_hand(guard, guard.suppressing or "")
    guard.loaded[weapon.name] = 0
    strike = reckon(
        guard,
        mover,
        weapon,
        ability_for(weapon),
        Modifiers(),
        difficulty=8,
        rule="mir_tmy-42",
        label="suppressing fire",
    )
    strike_at(state, guard, mover, strike, table)
