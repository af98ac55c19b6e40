"""Chapter 3: an attack, its dice, and what comes of them (mir_tmy-10 to 14, 18, 20, 44, 45, 47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from desktop.rules.dice import TwoStageThrow
from desktop.rules.fields import Record
from desktop.rules.mir_tmy import pools
from desktop.rules.mir_tmy.commands import Modifiers
from desktop.rules.mir_tmy.defence import LABELS, RULES, Assault, Defence, cover, defend
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.wounds import Harm, Wounding, harm_to, suffer, wound
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

SIGHTS = {"none": 0, "optic": 2, "laser": 1}
"""mir_tmy-36: dice of a sight in the first turn of aiming."""
DOWN_DAMAGE = 2
"""mir_tmy-28: dice of damage against the fallen in close combat."""
BLOCKED = 4
"""What a block that has more takes from the attacker's next initiative (mir_tmy-45)."""


# ---- working it out


@dataclass(slots=True)
class Strike:
    """An attack as it is worked out before any die falls."""

    rule: str
    label: Text
    pool: pools.Pool
    blow: Wounding
    """The damage without extra successes (mir_tmy-12)."""
    blind: bool
    most_extra: int
    """mir_tmy-11: the level of the ability."""
    botch: bool = False
    """Whether anything turns on a botch of the attacker."""


def strike_with(
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    said: Record,
    rule: str,
    label: Text,
    share: int | None = None,
    ability: str = "",
    difficulty: int = 6,
) -> Strike:
    """mir_tmy-10, 12, 19 to 24, 28, 29, 36: dexterity + ability, and all that bears on it.

    ``said`` has the modifiers and, of a shot, the distance in metres. Dice of aiming are used up.
    Raises :class:`Refusal` where nobody can shoot so far.
    """
    modifiers: Modifiers = vars(said)["modifiers"]
    distance: int | None = vars(said).get("distance")
    ability = ability or weapon.skill
    pool = pools.trait_pool(attacker, "dexterity", ability, difficulty, share)
    if not weapon.close:
        pools.add_range(pool, weapon, distance)
        if modifiers.blind and (distance or 0) > pools.BLIND_REACH:
            too_far = Text("blind, nobody shoots beyond {metres} m", metres=pools.BLIND_REACH)
            raise Refusal(too_far, "distance", rule="mir_tmy-20")
    pools.add_modifiers(pool, target, weapon.close, modifiers)
    if weapon.close:
        pools.on_the_ground(pool, attacker, ability)
    if attacker.aiming and weapon.kind == "firearm":
        if attacker.aimed_at in (None, target.id) and not attacker.aimed:
            dice = attacker.aiming
            if attacker.aimed_with not in ("", weapon.name):
                guns = {w.name: w for w in attacker.weapons}
                dice -= SIGHTS[guns[attacker.aimed_with].sight]
            pool.add("mir_tmy-36", Text("aimed"), dice)
        attacker.aiming = 0
    pool.add("mir_tmy-19", Text("from ambush"), attacker.from_ambush)
    damage = damage_dice(attacker, weapon, distance)
    damage += pools.PLACES[modifiers.targeting][1] + modifiers.damage
    if weapon.close and target.down:
        damage += DOWN_DAMAGE
    head = modifiers.targeting == "head"
    club = weapon.kind == "melee" and weapon.type == "bashing" and head
    blow = Wounding(
        damage, weapon.type, weapon, head, armored=not modifiers.past_armor, sure=1 if club else 0
    )
    return Strike(rule, label, pool, blow, modifiers.blind, attacker.ability(ability))


def damage_dice(attacker: Fighter, weapon: Weapon, distance: int | None = None) -> int:
    """mir_tmy-12: the weapon's dice, with strength behind a blow and behind a throw in range.

    Without a ``distance`` in metres a throw is in range. No strength is behind explosives.
    """
    in_range = distance is None or weapon.range is None or distance <= weapon.range
    thrown = weapon.kind == "thrown" and not weapon.explosive and in_range
    return weapon.damage + (attacker.attributes.strength if weapon.close or thrown else 0)


# ---- attack and damage as one throw (mir_tmy-18)

HIT = pools.Clash(1)
"""An attack that hits, by whatever it has more."""


class Struck(NamedTuple):
    """A whole attack: attack against defence, and damage against soak where it hit."""

    clash: pools.Clash
    harm: pools.Clash | None


@dataclass(frozen=True, slots=True)
class Blows(TwoStageThrow[pools.Clash, pools.Clash, Struck]):
    """mir_tmy-18: attack pool, defence pool, damage pool, soak pool.

    Odds tell the levels of damage apart, but not by how many extra successes they came about.
    """

    rule: ClassVar[str] = "mir_tmy-12"
    label: ClassVar[str] = "damage and soak"

    attack: pools.Contest
    harm: Harm
    most_extra: int

    @property
    def first(self) -> pools.Contest:
        """Attack against defence."""
        return self.attack

    def second(self, first: pools.Clash) -> pools.Contest | None:
        """Damage against soak, with the extra successes of a hit; None for a miss."""
        if first.net < 1:
            return None
        return self.harm.contest(min(first.net - 1, self.most_extra))

    def join(self, first: pools.Clash, second: pools.Clash | None) -> Struck:
        """Both throws together."""
        return Struck(first, second)

    def weigh(self, first: pools.Clash, second: pools.Clash | None) -> Struck:
        """Both as odds tell them apart: whether it hit, and the levels."""
        return Struck(pools.Clash(min(first.net, 1), first.botch), second)

    def both(self) -> Mapping[Struck, int]:
        """As always, but damage and soak once for all extra successes together.

        A botch, which has no success, never hits.
        """
        hits: dict[pools.Contest, int] = {}
        misses: dict[Struck, int] = {}
        for first, ways in self.attack.spread().items():
            second = self.second(first)
            if second is None:
                end = self.weigh(first, None)
                misses[end] = misses.get(end, 0) + ways
            else:
                hits[second] = hits.get(second, 0) + ways
        if not hits:
            return misses
        harms, falls = pools.any_of(hits)
        result = {end: ways * falls for end, ways in misses.items()}
        return result | {self.weigh(HIT, harm): ways for harm, ways in harms.items()}


# ---- an attack and its answer


def meet(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    passing: bool = False,
) -> tuple[bool, Defence | None]:
    """An attack is announced, and answered with a defence or none (mir_tmy-7, 10, 47).

    The first value is whether the attacker finds the target at all: a blind shot needs
    perception + alertness at 8 first (20). ``passing``: it is on somebody who passes (46).
    """
    weapon = strike.blow.weapon
    if table.keeps_log:
        announced = Text(
            "{attacker} → {target}: {label}, {weapon}",
            attacker=attacker.name,
            target=target.name,
            label=strike.label,
            weapon=weapon.name,
        )
        table.log(strike.rule, announced, by=attacker.id)
        strike.pool.tell(attacker, table)
    join_battle(attacker, target)
    if strike.blind and not weapon.close and not listens(state, attacker, table):
        return False, None
    if target.unaware:
        return True, None
    strength = attacker.attributes.strength + weapon.damage
    assault = Assault(weapon.close, strike.blow.type, strength, passing)
    covered = cover(state, target, attacker, assault, table)
    return True, covered or defend(state, target, attacker, assault, table)


def join_battle(attacker: Fighter, target: Fighter) -> None:
    """Both are fighting now (mir_tmy-19), and the target has one more attacker (22)."""
    attacker.fighting = target.fighting = True
    if attacker.id not in target.attackers:
        target.attackers = (*target.attackers, attacker.id)


def listens(state: Scene, attacker: Fighter, table: Table) -> bool:
    """mir_tmy-20: perception + alertness at 8 to find a target that is not seen."""
    pool = pools.trait_pool(attacker, "perception", "alertness", 8)
    label = Text("listening for the target")
    if pools.test(state, attacker, pool, table, "mir_tmy-20", label, most=1).successes:
        return True
    line = Text("{attacker} does not find the target", attacker=attacker.name)
    table.log("mir_tmy-20", line, by=attacker.id)
    return False


def clash_of(state: Scene, strike: Strike, defence: Defence | None) -> pools.Contest:
    """mir_tmy-2: attack against defence. A block that fails outright throws no dice (45)."""
    against = defence.pool if defence and not defence.hopeless else pools.Pool(0)
    return pools.Contest(
        pools.handful(strike.pool.dice, state.house),
        strike.pool.against,
        pools.handful(against.dice, state.house),
        against.against,
        ones=state.house.ones_cancel,
        low=-1 if defence and defence.kind != "dodge" else 0,
        high=strike.most_extra + 1,
        botch=strike.botch,
    )


# ---- an attack with its damage (mir_tmy-18)


def strike_at(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    then: Callable[[Scene, Fighter, int, Table], None] | None = None,
) -> None:
    """A whole attack with its damage, and ``then`` what the levels lost lead to."""
    attack = announce(state, attacker, target, strike, table, then)
    if attack:
        # Two attacks of one command take half the calls where equal ones count once (8.7 of 17.5
        # thousand): their drafts differ in what the first attack did to the attacker.
        table.then(attack, state, alike=None if attack.throw is None else attack)


@dataclass(frozen=True, slots=True)
class Announced:
    """A whole attack, announced and answered, whose dice are still to be thrown (mir_tmy-18).

    Odds count equal ones only once: ``throw`` holds all that bears on the dice. It is None where
    somebody leaps in front of a shot (47).
    """

    attacker: Fighter = field(hash=False)
    target: Fighter = field(hash=False)
    strike: Strike = field(compare=False)
    defence: Defence | None = field(hash=False)
    blow: Wounding = field(hash=False)
    throw: Blows | None
    then: Callable[[Scene, Fighter, int, Table], None] | None

    def __call__(self, state: Scene, table: Table) -> None:
        """Throws all its dice: attack and defence, then damage and soak."""
        strike, lost = self.strike, 0
        if self.throw is None:
            landed = self._leapt_before(state, table)
            if landed.net >= 1:
                lost = damage(state, state.take(self.attacker.id), landed, strike, table)
        else:
            struck = table.roll(
                self.throw, why=strike.rule, by=self.attacker.id, label=strike.label
            )
            landed = _landed(
                state, self.attacker, self.target, strike, self.defence, struck.clash, table
            )
            if landed.net >= 1:
                extra_successes(self.attacker, strike, landed.net, table)
                target, harm = state.take(self.target.id), self.throw.harm
                lost = suffer(state, target, self.blow, harm, struck.harm, table, self.attacker)
        if self.then:
            self.then(state, state.take(self.target.id), lost, table)

    def _leapt_before(self, state: Scene, table: Table) -> Landed:
        assert self.defence
        shooter, target = state.take(self.attacker.id), state.take(self.target.id)
        return _shielded(state, shooter, target, self.strike, self.defence, table)


def announce(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    then: Callable[[Scene, Fighter, int, Table], None] | None = None,
) -> Announced | None:
    """A whole attack up to its dice, its pools told in the order in which they are thrown (18).

    None where the attacker does not find the target.
    """
    finds, defence = meet(state, attacker, target, strike, table)
    if not finds:
        return None
    if defence and defence.leaps:
        return Announced(attacker, target, strike, defence, strike.blow, None, then)
    harm = harm_to(state, target, strike.blow, attacker)
    if table.keeps_log:
        dice = {"attack": max(strike.pool.dice, 0), "damage": max(harm.dice, 0), "soak": harm.soak}
        if defence is None:
            line = Text(
                "Pools: attack {attack}, damage {damage} + extra successes, soak {soak}", **dice
            )
        else:
            line = Text(
                "Pools: attack {attack}, {kind!l} {defence}, damage {damage} + extra successes, "
                "soak {soak}",
                kind=LABELS[defence.kind],
                defence=max(defence.pool.dice, 0),
                **dice,
            )
        table.log("mir_tmy-18", line)
    throw = Blows(clash_of(state, strike, defence), harm, strike.most_extra)
    return Announced(attacker, target, strike, defence, strike.blow, throw, then)


# ---- what comes of it


@dataclass(slots=True)
class Landed:
    """What came of an attack: net successes, of which one hits (mir_tmy-10), and who was hit."""

    net: int
    target: Fighter
    botch: bool = False
    defended: bool = False
    """Whether the target itself defended."""
    mark: str = "damage"


def land(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    *,
    passing: bool = False,
) -> Landed:
    """Attack pool against defence pool alone (mir_tmy-2, 10); both fighters are taken."""
    finds, defence = meet(state, attacker, target, strike, table, passing)
    if not finds:
        return Landed(0, target)
    if defence and defence.leaps:
        return _shielded(state, attacker, target, strike, defence, table)
    contest = clash_of(state, strike, defence)
    clash = table.roll(contest, why=strike.rule, by=attacker.id, label=strike.label)
    return _landed(state, attacker, target, strike, defence, clash, table)


def _landed(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    defence: Defence | None,
    clash: pools.Clash,
    table: Table,
) -> Landed:
    """What attack and defence came to, told; a parry or block that has more does its worst."""
    if table.keeps_log:
        had = pools.BOTCH if clash.botch else clash.first
        table.log(
            "mir_tmy-1" if clash.botch else "mir_tmy-10",
            Text(
                "{attacker}, {pool}: {had}", attacker=attacker.name, pool=strike.pool.said, had=had
            ),
            by=attacker.id,
            dice=clash.dice[0],
        )
        if defence and not defence.hopeless:
            line = Text(
                "{by}, {kind!l}, {pool}: {second}",
                by=defence.by.name,
                kind=LABELS[defence.kind],
                pool=defence.pool.said,
                second=clash.second,
            )
            table.log(RULES[defence.kind], line, by=defence.by.id, dice=clash.dice[1])
            left = Text(
                "{first} − {second}: {left} left",
                first=clash.first,
                second=clash.second,
                left=max(clash.net, 0),
            )
            table.log("mir_tmy-2", left, by=attacker.id, dice=0)
    if clash.net >= 1:
        table.mark("hit", target.id)
    elif clash.net < 0 and defence:
        better(state, attacker, defence, table)
    return Landed(clash.net, target, clash.botch, bool(defence and defence.by.id == target.id))


def _shielded(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    shield: Defence,
    table: Table,
) -> Landed:
    """mir_tmy-47: a shot hits the protector who has more successes, and else the target."""
    pool = strike.pool.untold()
    shot = pools.test(state, attacker, pool, table, "mir_tmy-10", strike.label)
    target = covered_by(target, shield, shot.successes, attacker, state, table)
    instead = target.id == shield.by.id
    if shot.successes:
        table.mark("hit_instead" if instead else "hit", target.id)
    mark = "damage_instead" if instead else "damage"
    return Landed(shot.successes, target, shot.botch, mark=mark)


def covered_by(
    target: Fighter,
    shield: Defence,
    successes: int,
    attacker: Fighter,
    state: Scene,
    table: Table,
) -> Fighter:
    """mir_tmy-47: who takes a shot: the protector if that one has more successes."""
    pool = shield.pool.untold()
    leap = pools.test(state, shield.by, pool, table, "mir_tmy-47", Text("covering"))
    if leap.successes <= successes:
        return target
    protector = state.take(shield.by.id)
    join_battle(attacker, protector)
    line = Text("{target} takes the shot", target=protector.name)
    table.log("mir_tmy-47", line, by=protector.id)
    return protector


def better(state: Scene, attacker: Fighter, defence: Defence, table: Table) -> None:
    """A parry (mir_tmy-44) or block (45) with more successes than the attack."""
    attacker = state.take(attacker.id)
    if defence.kind == "block":
        attacker.initiative_next -= BLOCKED
        table.log(
            "mir_tmy-45",
            Text(
                "{attacker} loses balance, initiative −{lost} next turn",
                attacker=attacker.name,
                lost=BLOCKED,
            ),
            by=defence.by.id,
        )
    elif defence.kind == "parry" and defence.weapon:
        if table.keeps_log:
            line = Text("{by} hits in return", by=defence.by.name)
            table.log("mir_tmy-44", line, by=defence.by.id)
        table.mark("hit_back", attacker.id)
        dice = defence.by.attributes.strength + defence.weapon.damage
        dice += DOWN_DAMAGE if attacker.down else 0
        blow = Wounding(
            dice, defence.weapon.type, defence.weapon, rule="mir_tmy-44", mark="damage_back"
        )
        wound(state, attacker, blow, table, defence.by)


def extra_successes(attacker: Fighter, strike: Strike, net: int, table: Table) -> int:
    """mir_tmy-11: those after the first, at most the ability's level.

    The seed's examples: three of four successes (mir_tmy-13), three of seven (mir_tmy-14).
    """
    extra = min(net - 1, strike.most_extra)
    if net > 1 and table.keeps_log:
        if extra < net - 1:
            line = Text(
                "Extra successes: {had}, at most {most}; dice +{extra}",
                had=net - 1,
                most=strike.most_extra,
                extra=extra,
            )
        else:
            line = Text("Extra successes: {had}; dice +{extra}", had=net - 1, extra=extra)
        table.log("mir_tmy-11", line, by=attacker.id, dice=0)
    return extra


def damage(state: Scene, attacker: Fighter, landed: Landed, strike: Strike, table: Table) -> int:
    """The damage of a hit with its extra successes (mir_tmy-11, 12); the levels lost."""
    extra = extra_successes(attacker, strike, landed.net, table)
    blow = replace(strike.blow, dice=strike.blow.dice + extra, mark=landed.mark)
    return wound(state, landed.target, blow, table, attacker)


# ---- who and with what


def opponent(state: Scene, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Somebody else who is not dead, taken for writing. Raises :class:`Refusal`."""
    if id not in state.combatants:
        raise Refusal(Text("there is no combatant {id!r}", id=id), place)
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    reason = not_there(state[id])
    if reason:
        raise Refusal(reason, place)
    return state.take(id)


def not_there(target: Fighter) -> Text | None:
    """Why somebody cannot be attacked: dead, gone, or not there yet."""
    if target.dead:
        return Text("{name} is dead", name=target.name)
    if target.absent:
        return Text("{name} is not here yet", name=target.name)
    return Text("{name} has left", name=target.name) if target.has_left else None


def spend_rounds(fighter: Fighter, weapon: Weapon, rounds: int) -> int:
    """Takes rounds from the clip, as many as there are; how many. Raises :class:`Refusal`."""
    if weapon.kind != "firearm" or weapon.clip is None:
        return rounds
    there = fighter.loaded.get(weapon.name, 0)
    if not there:
        raise Refusal(
            Text("{weapon}: no rounds are left; reload first", weapon=weapon.name),
            "with",
            rule="mir_tmy-38",
        )
    used = min(rounds, there)
    fighter.loaded[weapon.name] = there - used
    return used


def too_many_shots(state: Scene, fighter: Fighter, weapon: Weapon) -> Text | None:
    """Why a gun fires no further single shot this turn, where its rate counts."""
    if not state.house.rate_of_fire or weapon.rate is None:
        return None
    if fighter.shots.get(weapon.name, 0) < weapon.rate:
        return None
    return Text(
        "{weapon}: {count} shot a turn",
        "{weapon}: {count} shots a turn",
        weapon=weapon.name,
        count=weapon.rate,
    )


def spend_shot(state: Scene, fighter: Fighter, weapon: Weapon) -> None:
    """One round, or one throw or blow. Raises :class:`Refusal`."""
    reason = too_many_shots(state, fighter, weapon)
    if reason:
        raise Refusal(reason, "with")
    spend_rounds(fighter, weapon, 1)
    fighter.shots = {**fighter.shots, weapon.name: fighter.shots.get(weapon.name, 0) + 1}
