"""Chapter 3: an attack, its dice, and what comes of them (mir_tmy-10 to 14, 18, 20, 44, 45, 47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, NamedTuple

from desktop.rules.dice import TwoStageThrow
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
ATTACK = Text("attack")
DOWN_DAMAGE = 2
"""mir_tmy-28: dice of damage against the fallen in close combat."""
BLOCKED = 4
"""What a block that has more takes from the attacker's next initiative (mir_tmy-45)."""


@dataclass(slots=True)
class Strike:
    """An attack as it is worked out before any die falls."""

    rule: str
    weapon: Weapon
    ability: str
    pool: pools.Pool
    damage: int
    """Damage dice without extra successes (mir_tmy-12)."""
    modifiers: Modifiers
    most_extra: int
    """mir_tmy-11: the level of the ability."""
    type: str
    label: Text = ATTACK
    soak: int = 0
    botch: bool = False
    """Whether anything turns on a botch of the attacker."""

    @property
    def close(self) -> bool:
        """Whether it is struck hand to hand."""
        return self.weapon.close

    @property
    def head(self) -> bool:
        """Whether it is aimed at the head."""
        return self.modifiers.targeting == "head"


@dataclass(slots=True)
class Landed:
    """What came of an attack: net successes, and who was hit in the end."""

    net: int
    target: Fighter
    botch: bool = False
    defended: bool = False
    """Whether the target itself defended."""
    mark: str = "damage"

    @property
    def hit(self) -> bool:
        """One net success hits (mir_tmy-10)."""
        return self.net >= 1


# ---- working it out


def prepare_strike(
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    modifiers: Modifiers,
    *,
    ability: str = "",
    difficulty: int = 6,
    distance: int | None = None,
    share: int | None = None,
    rule: str = "mir_tmy-10",
    label: Text = ATTACK,
) -> Strike:
    """mir_tmy-10, 12, 20 to 24, 28, 29: dexterity + ability, and all that bears on it.

    Raises :class:`Refusal` where nobody can shoot so far.
    """
    ability = ability or weapon.skill
    pool = pools.trait_pool(attacker, "dexterity", ability, difficulty, share)
    at_hand = weapon.close
    if not at_hand:
        pools.add_range(pool, weapon, distance)
        check_blind(modifiers, distance)
    pools.add_modifiers(pool, target, at_hand, modifiers)
    if at_hand:
        pools.on_the_ground(pool, attacker, ability)
    add_aim(pool, attacker, target, weapon)
    pool.add("mir_tmy-19", "from ambush", attacker.from_ambush)
    damage = damage_dice(attacker, weapon, distance)
    damage += pools.PLACES[modifiers.targeting][1] + modifiers.damage
    if at_hand and target.down:
        damage += DOWN_DAMAGE
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


def damage_dice(attacker: Fighter, weapon: Weapon, distance: int | None = None) -> int:
    """mir_tmy-12: the weapon's dice, with strength behind a blow and behind a throw in range.

    Without a ``distance`` in metres a throw is in range. No strength is behind explosives.
    """
    in_range = distance is None or weapon.range is None or distance <= weapon.range
    thrown = weapon.kind == "thrown" and not weapon.explosive and in_range
    return weapon.damage + (attacker.attributes.strength if weapon.close or thrown else 0)


def add_aim(pool: pools.Pool, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """mir_tmy-36: the dice of the turns spent aiming at this target; they are used up."""
    if attacker.aiming and weapon.kind == "firearm":
        if attacker.aimed_at in (None, target.id) and not attacker.aimed:
            pool.add("mir_tmy-36", "aimed", attacker.aiming - sight_of_another(attacker, weapon))
        attacker.aiming = 0


def sight_of_another(attacker: Fighter, weapon: Weapon) -> int:
    """mir_tmy-36: the dice of the sight of the gun aimed with, where another one is fired."""
    if attacker.aimed_with in ("", weapon.name):
        return 0
    return next(SIGHTS[w.sight] for w in attacker.weapons if w.name == attacker.aimed_with)


# ---- landing

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


@dataclass(slots=True)
class Faced:
    """How a target faces an attack."""

    defence: Defence | None = None
    shielded: bool = False
    """Somebody leaps in front of a shot (mir_tmy-47)."""
    missed: bool = False
    """The attacker does not even find the target (mir_tmy-20)."""


def face(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    passing: bool = False,
) -> Faced:
    """An attack is announced, and answered with a defence or none (mir_tmy-7, 10, 47)."""
    if table.keeps_log:
        announced = Text(
            "{attacker} → {target}: {label}, {weapon}",
            attacker=attacker.name,
            target=target.name,
            label=strike.label,
            weapon=strike.weapon.name,
        )
        table.log(strike.rule, announced, by=attacker.id)
        strike.pool.tell(attacker, table)
    meet(attacker, target)
    if not sees(state, attacker, strike, table):
        return Faced(missed=True)
    if target.unaware:
        return Faced()
    strength = attacker.attributes.strength + strike.weapon.damage
    assault = Assault(strike.close, strike.type, strength, passing)
    covered = cover(state, target, attacker, assault, table)
    if covered:
        return Faced(covered, shielded=not strike.close)
    return Faced(defend(state, target, attacker, assault, table))


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


def land(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    *,
    passing: bool = False,
) -> Landed:
    """Attack pool against defence pool (mir_tmy-2, 10), and what a good defence does.

    Both fighters are taken for writing. ``passing``: the attack is on somebody who passes (46).
    """
    faced = face(state, attacker, target, strike, table, passing)
    if faced.missed:
        return Landed(0, target)
    if faced.shielded and faced.defence:
        return _shielded(state, attacker, target, strike, faced.defence, table)
    contest = clash_of(state, strike, faced.defence)
    clash = table.roll(contest, why=strike.rule, by=attacker.id, label=strike.label)
    return _landed(state, attacker, target, strike, faced.defence, clash, table)


@dataclass(frozen=True, slots=True)
class Announced:
    """A whole attack, announced and answered, whose dice are still to be thrown (mir_tmy-18).

    Odds count equal ones only once: ``throw`` holds all that bears on the dice.
    """

    attacker: Fighter = field(hash=False)
    target: Fighter = field(hash=False)
    strike: Strike = field(compare=False)
    defence: Defence | None = field(hash=False)
    blow: Wounding = field(hash=False)
    throw: Blows

    def __call__(self, state: Scene, table: Table) -> int:
        """Throws all its dice; returns the levels lost."""
        attacker, target = self.attacker, self.target
        strike, throw = self.strike, self.throw
        struck = table.roll(throw, why=strike.rule, by=attacker.id, label=strike.label)
        landed = _landed(state, attacker, target, strike, self.defence, struck.clash, table)
        if not landed.hit:
            return 0
        extra_successes(attacker, strike, landed.net, table)
        target = state.take(target.id)
        return suffer(state, target, self.blow, throw.harm, struck.harm, table, attacker)


def announce(
    state: Scene, attacker: Fighter, target: Fighter, strike: Strike, table: Table
) -> Callable[[Scene, Table], int]:
    """A whole attack up to its dice (mir_tmy-18). Calling the result throws them, and returns the
    levels lost."""
    faced = face(state, attacker, target, strike, table)
    if faced.missed:
        return _misses
    if faced.shielded and faced.defence:
        return partial(_at_covered, attacker.id, target.id, strike, faced.defence)
    blow = wounding(strike, 0)
    harm = harm_to(state, target, blow, attacker)
    tell_order(strike, faced.defence, harm, table)
    throw = Blows(clash_of(state, strike, faced.defence), harm, strike.most_extra)
    return Announced(attacker, target, strike, faced.defence, blow, throw)


def _misses(state: Scene, table: Table) -> int:
    return 0


def _at_covered(
    attacker: str, target: str, strike: Strike, shield: Defence, state: Scene, table: Table
) -> int:
    """mir_tmy-47: a shot at somebody before whom a protector leaps; the levels lost."""
    shooter = state.take(attacker)
    landed = _shielded(state, shooter, state.take(target), strike, shield, table)
    return damage(state, shooter, landed, strike, table) if landed.hit else 0


def strike_at(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    strike: Strike,
    table: Table,
    then: Callable[[Scene, Fighter, int, Table], None] | None = None,
) -> None:
    """A whole attack with its damage (mir_tmy-18), and ``then`` what the levels lost lead to."""
    attack = announce(state, attacker, target, strike, table)
    # Two attacks of one command take half the calls where equal ones count once (8.7 of 17.5
    # thousand): their drafts differ in what the first attack did to the attacker.
    alike = (attack, then) if isinstance(attack, Announced) else None
    table.then(_lands, state, attack, target.id, then, alike=alike)


def _lands(
    state: Scene,
    attack: Callable[[Scene, Table], int],
    target: str,
    then: Callable[[Scene, Fighter, int, Table], None] | None,
    table: Table,
) -> None:
    lost = attack(state, table)
    if then:
        then(state, state.take(target), lost, table)


def tell_order(strike: Strike, defence: Defence | None, harm: Harm, table: Table) -> None:
    """mir_tmy-18: the pools, in the order in which they are thrown."""
    if not table.keeps_log:
        return
    pools = {
        "attack": max(strike.pool.dice, 0),
        "damage": max(harm.dice, 0),
        "soak": harm.soak,
    }
    if defence is None:
        line = Text(
            "Pools: attack {attack}, damage {damage} + extra successes, soak {soak}", **pools
        )
    else:
        line = Text(
            "Pools: attack {attack}, {kind!l} {defence}, damage {damage} + extra successes, "
            "soak {soak}",
            kind=LABELS[defence.kind],
            defence=max(defence.pool.dice, 0),
            **pools,
        )
    table.log("mir_tmy-18", line)


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
        _tell_clash(attacker, strike, defence, clash, table)
    landed = Landed(clash.net, target, clash.botch, bool(defence and defence.by.id == target.id))
    if landed.hit:
        table.mark("hit", target.id)
    elif clash.net < 0 and defence:
        better(state, attacker, defence, table)
    return landed


def _tell_clash(
    attacker: Fighter, strike: Strike, defence: Defence | None, clash: pools.Clash, table: Table
) -> None:
    had = pools.BOTCH if clash.botch else clash.first
    table.log(
        "mir_tmy-1" if clash.botch else "mir_tmy-10",
        Text("{attacker}, {pool}: {had}", attacker=attacker.name, pool=strike.pool.said, had=had),
        by=attacker.id,
        dice=clash.dice[0],
    )
    if defence and not defence.hopeless:
        table.log(
            RULES[defence.kind],
            Text(
                "{by}, {kind!l}, {pool}: {second}",
                by=defence.by.name,
                kind=LABELS[defence.kind],
                pool=defence.pool.said,
                second=clash.second,
            ),
            by=defence.by.id,
            dice=clash.dice[1],
        )
        left = Text(
            "{first} − {second}: {left} left",
            first=clash.first,
            second=clash.second,
            left=max(clash.net, 0),
        )
        table.log("mir_tmy-2", left, by=attacker.id, dice=0)


def meet(attacker: Fighter, target: Fighter) -> None:
    """Both are fighting now (mir_tmy-19), and the target has one more attacker (22)."""
    attacker.fighting = target.fighting = True
    if attacker.id not in target.attackers:
        target.attackers = (*target.attackers, attacker.id)


def sees(state: Scene, attacker: Fighter, strike: Strike, table: Table) -> bool:
    """mir_tmy-20: a blind shot needs perception + alertness at 8 first."""
    if strike.close or not strike.modifiers.blind:
        return True
    pool = pools.trait_pool(attacker, "perception", "alertness", 8)
    label = Text("listening for the target")
    if pools.test(state, attacker, pool, table, "mir_tmy-20", label, most=1).successes:
        return True
    table.log(
        "mir_tmy-20",
        Text("{attacker} does not find the target", attacker=attacker.name),
        by=attacker.id,
    )
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
    shot = pools.test(state, attacker, _told(strike.pool), table, "mir_tmy-10", strike.label)
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
    leap = pools.test(state, shield.by, _told(shield.pool), table, "mir_tmy-47", Text("covering"))
    if leap.successes <= successes:
        return target
    protector = state.take(shield.by.id)
    meet(attacker, protector)
    line = Text("{target} takes the shot", target=protector.name)
    table.log("mir_tmy-47", line, by=protector.id)
    return protector


def _told(pool: pools.Pool) -> pools.Pool:
    """The same pool, its reasons told already."""
    return pools.Pool(pool.dice, pool.difficulty)


def better(state: Scene, attacker: Fighter, defence: Defence, table: Table) -> None:
    """A parry (mir_tmy-44) or block (45) with more successes than the attack."""
    attacker = state.take(attacker.id)
    if defence.kind == "block":
        attacker.initiative_next -= BLOCKED
        table.log(
            "mir_tmy-45",
            Text(
                "{attacker} is thrown off, initiative −{lost} next turn",
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


# ---- damage


def extra_successes(attacker: Fighter, strike: Strike, net: int, table: Table) -> int:
    """mir_tmy-11: those after the first, at most the ability's level.

    The seed's examples: three of four successes (mir_tmy-13), three of seven (mir_tmy-14).
    """
    extra = min(net - 1, strike.most_extra)
    if net > 1 and table.keeps_log:
        if extra < net - 1:
            line = Text(
                "Extra successes: {had}, at most {most}, +{extra} dice",
                had=net - 1,
                most=strike.most_extra,
                extra=extra,
            )
        else:
            line = Text("Extra successes: {had}, +{extra} dice", had=net - 1, extra=extra)
        table.log("mir_tmy-11", line, by=attacker.id, dice=0)
    return extra


def damage(state: Scene, attacker: Fighter, landed: Landed, strike: Strike, table: Table) -> int:
    """The damage of a hit with its extra successes (mir_tmy-11, 12); the levels lost."""
    extra = extra_successes(attacker, strike, landed.net, table)
    blow = wounding(strike, extra)
    blow.mark = landed.mark
    return wound(state, landed.target, blow, table, attacker)


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
        raise Refusal(Text("there is no combatant {id!r}", id=id), place)
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    reason = not_there(state[id])
    if reason:
        raise Refusal(reason, place)
    return state.take(id)


def not_there(target: Fighter) -> Text | None:
    """Why somebody cannot be attacked any more, or not yet."""
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
            Text("{weapon} is empty; reload it", weapon=weapon.name), "with", rule="mir_tmy-38"
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
        "{weapon} fires {count} shot a turn",
        "{weapon} fires {count} shots a turn",
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


def check_blind(modifiers: Modifiers, distance: int | None) -> None:
    """mir_tmy-20: no blind shot beyond 10 m."""
    if modifiers.blind and (distance or 0) > pools.BLIND_REACH:
        too_far = Text("blind, nobody shoots beyond {metres} m", metres=pools.BLIND_REACH)
        raise Refusal(too_far, "distance", rule="mir_tmy-20")
