"""Chapter 3: an attack, its dice, and what comes of them (mir_tmy-10 to 14, 18, 20, 44, 45, 47)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from desktop.rules.cast import unknown
from desktop.rules.dice import TwoStageThrow
from desktop.rules.fields import Record
from desktop.rules.mir_tmy import pools
from desktop.rules.mir_tmy.commands import DEFENCES, Act, Blow, Modifiers
from desktop.rules.mir_tmy.defence import Assault, Defence, cover, defend
from desktop.rules.mir_tmy.sheet import FISTS, Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene, weapon_for
from desktop.rules.mir_tmy.wounds import Harm, Wounding, harm_to, level_text, suffer, wound
from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Reason, Text, Words

SIGHTS = {"none": 0, "optic": 2, "laser": 1}
"""mir_tmy-36: dice of a sight in the first turn of aiming."""
DOWN_DAMAGE = 2
"""mir_tmy-28: dice of damage against the fallen in close combat."""
BLOCKED = 4
"""What a block that has more takes from the attacker's next initiative (mir_tmy-45)."""


# ---- how each is made


class Made(NamedTuple):
    """With what an attack is made, by which ability, and against which difficulty."""

    rule: str
    label: Text
    difficulty: int = 6
    abilities: Sequence[str] = ()
    """What it is done by with bare hands; with a hand weapon it is melee. Empty: the weapon's."""
    weapon: Weapon | None = None
    """What it is always made with; None: a weapon that fits, see ``weapon_for``."""


HOLDING = ("brawl", "athletics", "do")
"""Abilities of a grapple (mir_tmy-30)."""
BREAKING = ("brawl", "do")
FANGS = Weapon(name="Клыки", ability="brawl", kind="natural", damage=1, type="aggravated")
NECK = FISTS.model_copy(update={"damage": 3})
JOINT = FISTS.model_copy(update={"damage": 2})

ATTACKS: Mapping[str, Made] = {
    "attack": Made("mir_tmy-10", Text("attack")),
    "grapple": Made("mir_tmy-30", Text("grapple"), 7, HOLDING, FISTS),
    "bite": Made("mir_tmy-31", Text("bite"), 5, ("brawl",), FANGS),
    "break_joint": Made("mir_tmy-32", Text("joint"), 7, BREAKING, JOINT),
    "cut_tendon": Made("mir_tmy-32", Text("tendon"), 7, ("melee",)),
    "neck_twist": Made("mir_tmy-33", Text("neck twist"), 9, BREAKING, NECK),
    "sweep": Made("mir_tmy-34", Text("sweep"), 6, ("brawl",)),
    "disarm": Made("mir_tmy-35", Text("disarming"), 7, pools.BRAWLING),
    "full_auto": Made("mir_tmy-37", Text("automatic fire")),
    "strafe": Made("mir_tmy-39", Text("strafing")),
    "short_burst": Made("mir_tmy-40", Text("short burst")),
    "two_guns": Made("mir_tmy-41", Text("main hand")),
    "suppress": Made("mir_tmy-42", Text("suppressing fire")),
    "counter": Made("mir_tmy-46", Text("counterattack")),
}


# ---- working it out


@dataclass(slots=True)
class Strike:
    """An attack as it is worked out before any die falls; equal ones come to the same."""

    attacker: Fighter
    target: Fighter
    rule: str = field(compare=False)
    label: Text = field(compare=False)
    pool: pools.Pool = field(compare=False)
    blow: Wounding
    """The damage without extra successes (mir_tmy-12)."""
    blind: bool = field(compare=False)
    most_extra: int = field(compare=False)
    """mir_tmy-11: the level of the ability."""
    botch: bool = field(default=False, compare=False)
    """Whether anything turns on a botch of the attacker."""
    defence: Defence | None = None
    """What answers it, once it is announced."""

    @property
    def thrown(self) -> dict[str, Any]:
        """Who throws for it, and who against it, each what for."""
        by, defence = self.attacker.id, self.defence
        against = Text("{what!l}", what=DEFENCES[defence.kind].label) if defence else ""
        opponent = defence.by if defence else self.target
        return {"by": by, "label": self.label, "opponent": opponent.id, "against": against}

    @property
    def covered(self) -> bool:
        """Whether somebody else takes it for the target (mir_tmy-47)."""
        return self.defence is not None and self.defence.by.id != self.target.id


def strike_with(
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    said: Record,
    action: str,
    share: int | None = None,
    ability: str = "",
) -> Strike:
    """mir_tmy-10, 12, 19 to 24, 28, 29, 36: dexterity + ability, and what bears on it.

    ``said`` has the modifiers and, of a shot, the distance in metres. Dice of aiming are used up.
    Raises :class:`Refusal` where nobody can shoot so far.
    """
    made = ATTACKS[action]
    modifiers: Modifiers = vars(said)["modifiers"]
    distance: int | None = vars(said).get("distance")
    ability = ability or weapon.skill
    pool = pools.trait_pool(attacker, "dexterity", ability, made.difficulty, share)
    pools.add_modifiers(pool, target, weapon, distance, modifiers)
    if weapon.close:
        pools.on_the_ground(pool, ability)
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
    damage += modifiers.damage
    if modifiers.targeting in pools.PLACES:
        damage += pools.PLACES[modifiers.targeting][1]
    if weapon.close and target.down:
        damage += DOWN_DAMAGE
    head = modifiers.targeting == "head"
    sure = 1 if head and weapon.club else 0
    armored = not modifiers.past_armor
    blow = Wounding(damage, weapon.type, weapon, attacker, head, armored, sure=sure)
    blind, most_extra = modifiers.blind, attacker.ability(ability)
    return Strike(attacker, target, made.rule, made.label, pool, blow, blind, most_extra)


def strike_of(state: Scene, fighter: Fighter, command: Blow) -> Strike:
    """An attack as it is made by the table ``ATTACKS``, at a target taken for writing.

    Raises :class:`Refusal`.
    """
    target = opponent(state, fighter, command.target)
    weapon = weapon_of(fighter, command)
    ability = ability_of(fighter, command, weapon)
    return strike_with(fighter, target, weapon, command, command.action, command.share, ability)


def weapon_of(fighter: Fighter, command: Act, unloaded: bool = False) -> Weapon:
    """mir_tmy-10, 30 to 42: what an attack is made with. Raises :class:`Refusal`."""
    always = ATTACKS[command.action].weapon
    return always or weapon_for(fighter, command.action, vars(command)["with_"], unloaded)


def ability_of(fighter: Fighter, command: Act, weapon: Weapon) -> str:
    """mir_tmy-10, 30 to 35: the ability of an attack: the weapon's or, of some manoeuvres, melee.

    With bare hands these go by the ability that is named, or the best of those that do.
    """
    abilities = ATTACKS[command.action].abilities
    if not abilities:
        return weapon.skill
    if weapon.kind == "melee":
        return "melee"
    return pools.chosen_ability(fighter, vars(command).get("ability", ""), abilities)


def damage_dice(attacker: Fighter, weapon: Weapon, distance: int | None = None) -> int:
    """mir_tmy-12: the weapon's dice, with strength behind a blow and behind a throw in range.

    Without a ``distance`` in metres a throw is in range. No strength is behind explosives.
    """
    in_range = distance is None or weapon.range is None or distance <= weapon.range
    thrown = weapon.kind == "thrown" and not weapon.explosive and in_range
    return weapon.damage + (attacker.attributes.strength if weapon.close or thrown else 0)


# ---- attack and damage as one throw (mir_tmy-18)


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
    label: ClassVar[Text] = Text("damage")
    against: ClassVar[Text] = Text("soak")

    attack: pools.Contest
    harm: Harm
    most_extra: int
    shooter: str = ""
    """Who makes the second throw where the target makes the first (mir_tmy-39)."""

    def told(self, by: str) -> tuple[str, str, Words]:
        """Who makes the second throw, under which rule, and what for."""
        return self.shooter or by, self.rule, self.label

    @property
    def first(self) -> pools.Contest:
        """Attack against defence."""
        return self.attack

    def second(self, first: pools.Clash) -> pools.Contest | None:
        """Damage against soak, with the extra successes of a hit; None for a miss."""
        if first.net < 1:
            return None
        return self.harm.contest(min(first.net - 1, self.most_extra))

    def so_far(self, first: pools.Clash) -> tuple[Text, int]:
        """By how many successes it hits, and whether the ability caps them (mir_tmy-11)."""
        extra = min(first.net - 1, self.most_extra)
        defended = f" − {first.second}" if first.dice[1] else ""
        said = {"had": f"{first.first}{defended}", "extra": extra}
        line = Text("Successes {had}: a hit, dice of damage +{extra}", **said)
        if extra < first.net - 1:
            line = Reason(
                "Successes {had}: a hit, dice of damage +{extra}, no more than the ability",
                rule="mir_tmy-11",
                **said,
            )
        return line, sum(first.dice)

    def join(self, first: pools.Clash, second: pools.Clash | None) -> Struck:
        """Both throws together."""
        return Struck(first, second)

    def weigh(self, first: pools.Clash, second: pools.Clash | None) -> Struck:
        """Both as odds tell them apart: whether it hit, and the levels."""
        return Struck(pools.Clash(min(first.net, 1), first.botch), second)


# ---- an attack and its answer


def meet(state: Scene, strike: Strike, table: Table, passing: bool = False) -> bool:
    """An attack is announced, and answered with a defence or none (mir_tmy-7, 10, 47).

    Says whether the attacker finds the target at all: a blind shot needs perception + alertness
    at 8 first (20). ``passing``: it is on somebody who passes (46).
    """
    attacker, target = strike.attacker, strike.target
    weapon = strike.blow.weapon
    if table.keeps_log:
        values = {"target": target.name, "label": strike.label, "weapon": weapon.name}
        table.note(strike.rule, attacker, "{attacker} → {target}: {label}, {weapon}", **values)
        strike.pool.tell(table)
    join_battle(attacker, target)
    if strike.blind and not weapon.close and not listens(state, attacker, table):
        return False
    if not target.unaware:
        answer(state, strike, table, passing)
    return True


def answer(state: Scene, strike: Strike, table: Table, passing: bool = False) -> None:
    """mir_tmy-7, 47: somebody covers the target, or it defends itself, or neither."""
    target, attacker, weapon = strike.target, strike.attacker, strike.blow.weapon
    strength, no_dice = attacker.attributes.strength + weapon.damage, strike.pool.dice < 1
    assault = Assault(weapon.close, strike.blow.type, strength, passing, no_dice)
    covered = cover(state, target, attacker, assault, table)
    strike.defence = covered or defend(state, target, attacker, assault, table)


def join_battle(attacker: Fighter, target: Fighter) -> None:
    """Both are fighting now (mir_tmy-19), and the target has one more attacker (22)."""
    attacker.fighting = target.fighting = True
    if attacker.id not in target.attackers:
        target.attackers = (*target.attackers, attacker.id)


def listens(state: Scene, attacker: Fighter, table: Table) -> bool:
    """mir_tmy-20: perception + alertness at 8 to find a target that is not seen."""
    pool = pools.trait_pool(attacker, "perception", "alertness", 8)
    label = Text("listening for the target")
    if pool.roll(state, table, "mir_tmy-20", label, most=1).successes:
        return True
    table.note("mir_tmy-20", attacker, "{attacker} does not find the target")
    return False


def contest_of(state: Scene, strike: Strike) -> pools.Contest:
    """mir_tmy-2: attack against defence. A block that fails outright throws no dice (45)."""
    defence = strike.defence
    against = defence.pool if defence and not defence.hopeless else pools.Pool(strike.target, 0)
    low = -1 if defence and defence.kind != "dodge" else 0
    high, botch = strike.most_extra + 1, strike.botch
    return pools.clash_of(state.house, strike.pool, against, low=low, high=high, botch=botch)


# ---- an attack with its damage (mir_tmy-18)


Then = Callable[[Scene, Fighter, int, Table], None]
"""What the levels that an attack took lead to."""


def strike_at(
    state: Scene, strike: Strike, table: Table, then: Then | None = None, at_once: bool = False
) -> None:
    """A whole attack with its damage, and ``then`` what the levels lost lead to.

    Its pools are told in the order in which they are thrown (18). Its dice are a step of their own,
    unless they fall ``at_once``.
    """
    if not meet(state, strike, table):
        return
    defence, throw = strike.defence, None
    if not (defence and defence.leaps):
        harm = harm_to(state, strike.target, strike.blow)
        if table.keeps_log:
            pool, damage, soak = max(strike.pool.dice, 0), max(harm.dice, 0), harm.soak
            dice = {"attack": pool, "damage": damage, "soak": soak}
            line = Text(
                "Pools: attack {attack}, damage {damage} + extra successes, soak {soak}", **dice
            )
            if defence:
                line = Text(
                    "Pools: attack {attack}, {kind!l} {defence}, damage {damage} + extra "
                    "successes, soak {soak}",
                    kind=DEFENCES[defence.kind].label,
                    defence=max(defence.pool.dice, 0),
                    **dice,
                )
            table.log("mir_tmy-18", line)
        throw = Blows(contest_of(state, strike), harm, strike.most_extra)
    attack = Announced(strike, throw, then)
    if at_once:
        attack(state, table)
    else:
        # Two attacks of one command take half the calls where equal ones count once (8.7 of 17.5
        # thousand): their drafts differ in what the first attack did to the attacker.
        table.then(attack, state, alike=None if throw is None else attack)


@dataclass(frozen=True, slots=True)
class Announced:
    """A whole attack, announced and answered, whose dice are still to be thrown (mir_tmy-18).

    Odds count equal ones only once: ``throw`` holds what bears on the dice. It is None where
    somebody leaps in front of a shot (47).
    """

    strike: Strike = field(hash=False)
    throw: Blows | None
    then: Then | None = None

    def __call__(self, state: Scene, table: Table) -> None:
        """Throws all its dice: attack and defence, then damage and soak."""
        strike, lost = self.strike, 0
        if self.throw is None:
            lost = self._at_who_leaps(state, table)
        else:
            struck = table.roll(self.throw, why=strike.rule, **strike.thrown)
            landed(state, strike, struck.clash, table)
            if struck.clash.net >= 1:
                lost = self.hit(state, struck, table)
        if self.then:
            self.then(state, state.take(strike.target.id), lost, table)

    def hit(self, state: Scene, struck: Struck, table: Table) -> int:
        """mir_tmy-11 and 12: the extra successes and the damage of a hit; the levels lost."""
        assert self.throw
        strike, harm = self.strike, self.throw.harm
        extra_successes(strike, struck.clash.net, table)
        return suffer(state, state.take(strike.target.id), strike.blow, harm, struck.harm, table)

    def _at_who_leaps(self, state: Scene, table: Table) -> int:
        """mir_tmy-47: a shot hits the protector who has more successes, and else the target."""
        strike, shield = self.strike, self.strike.defence
        assert shield
        shooter, target = state.take(strike.attacker.id), state.take(strike.target.id)
        shot = strike.pool.untold().roll(state, table, "mir_tmy-10", strike.label)
        target = covered_by(target, shield, shot.successes, shooter, state, table)
        if not shot.successes:
            return 0
        instead = "_instead" if target.id == shield.by.id else ""
        table.mark(f"hit{instead}", target.id)
        dice = strike.blow.dice + extra_successes(strike, shot.successes, table)
        blow = replace(strike.blow, dice=dice, mark=f"damage{instead}")
        return wound(state, target, blow, table)


# ---- what comes of it


BOTCHED = Text("{attacker}, {pool}: {botch}")
"""mir_tmy-1: how an attack ends that is worse than a miss."""


def land(state: Scene, strike: Strike, table: Table, *, passing: bool = False) -> pools.Clash:
    """A blow's attack pool against the defence pool alone (mir_tmy-2, 10); both are taken."""
    if not meet(state, strike, table, passing):
        return pools.Clash(0)
    contest = contest_of(state, strike)
    clash = table.roll(contest, why=strike.rule, **strike.thrown)
    landed(state, strike, clash, table)
    return clash


def landed(state: Scene, strike: Strike, clash: pools.Clash, table: Table) -> None:
    """What attack and defence came to, told; a parry or block that has more does its worst."""
    attacker, target, defence = strike.attacker, strike.target, strike.defence
    if table.keeps_log:
        threw = {"attacker": attacker.name, "pool": strike.pool.said}
        had = pools.successes(pools.Roll(clash.first, clash.botch))
        line = Text("{attacker}, {pool}: {had}", had=had, **threw)
        if clash.botch:
            line = Text(BOTCHED.template, botch=had, **threw)
        rule = "mir_tmy-1" if clash.botch else "mir_tmy-10"
        table.log(rule, line, by=attacker.id, dice=clash.dice[0])
        if defence and not defence.hopeless:
            by, kind = defence.by, DEFENCES[defence.kind]
            threw = {"by": by.name, "kind": kind.label, "pool": defence.pool.said}
            second = pools.successes(pools.Roll(clash.second))
            line = Text("{by}, {kind!l}, {pool}: {second}", second=second, **threw)
            table.log(kind.rule, line, by=by.id, dice=clash.dice[1])
            values = {"first": clash.first, "second": clash.second, "left": max(clash.net, 0)}
            left = Text("{first} − {second}: {left} left", **values)
            table.log("mir_tmy-2", left, by=attacker.id, dice=0)
    if clash.net >= 1:
        table.mark("hit", target.id)
        return
    table.note(strike.rule, attacker, "{name} misses")
    if clash.net < 0 and defence:
        better(state, attacker, defence, table)


def covered_by(
    target: Fighter, shield: Defence, successes: int, attacker: Fighter, state: Scene, table: Table
) -> Fighter:
    """mir_tmy-47: who takes a shot: the protector if that one has more successes."""
    leap = shield.pool.untold().roll(state, table, "mir_tmy-47", Text("covering"))
    if leap.successes <= successes:
        return target
    protector = state.take(shield.by.id)
    join_battle(attacker, protector)
    table.note("mir_tmy-47", protector, "{target} takes the shot")
    return protector


def better(state: Scene, attacker: Fighter, defence: Defence, table: Table) -> None:
    """A parry (mir_tmy-44) or block (45) with more successes than the attack."""
    attacker = state.take(attacker.id)
    if defence.kind == "block":
        attacker.initiative_next -= BLOCKED
        values = {"attacker": attacker.name, "lost": BLOCKED}
        line = Text("{attacker} loses balance, initiative −{lost} next turn", **values)
        table.log("mir_tmy-45", line, by=defence.by.id)
    elif defence.kind == "parry" and defence.weapon:
        table.note("mir_tmy-44", defence.by, "{by} hits in return")
        table.mark("hit_back", attacker.id)
        dice = defence.by.attributes.strength + defence.weapon.damage
        dice += DOWN_DAMAGE if attacker.down else 0
        weapon, by = defence.weapon, defence.by
        blow = Wounding(dice, weapon.type, weapon, by, rule="mir_tmy-44", mark="damage_back")
        wound(state, attacker, blow, table)


def extra_successes(strike: Strike, net: int, table: Table) -> int:
    """mir_tmy-11: those after the first, at most the ability's level.

    The seed's examples: three of four successes (mir_tmy-13), three of seven (mir_tmy-14).
    """
    extra = min(net - 1, strike.most_extra)
    if net > 1 and table.keeps_log:
        line = Text("Extra successes: {had}; dice +{extra}", had=net - 1, extra=extra)
        if extra < net - 1:
            values = {"had": net - 1, "most": strike.most_extra, "extra": extra}
            line = Text("Extra successes: {had}, at most {most}; dice +{extra}", **values)
        table.log("mir_tmy-11", line, by=strike.attacker.id, dice=0)
    return extra


# ---- who and with what


def opponent(state: Scene, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Somebody else who is not dead, taken for writing. Raises :class:`Refusal`."""
    if id not in state.combatants:
        raise unknown(id, place)
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    refuse(not_there(state[id]), place)
    return state.take(id)


def not_there(target: Fighter) -> Text | None:
    """Why somebody cannot be attacked: dead, gone, or not there yet."""
    if target.dead:
        return Text("{target}: {level}", target=target.name, level=level_text(target))
    if target.absent:
        return Text("{name} is not here yet", name=target.name)
    return Text("{name} has left", name=target.name) if target.has_left else None


def spend_rounds(fighter: Fighter, weapon: Weapon, rounds: int) -> int:
    """Takes rounds from the clip, as many as there are; how many. Raises :class:`Refusal`."""
    if weapon.kind != "firearm" or weapon.clip is None:
        return rounds
    refuse(is_empty(fighter, weapon), "with", rule="mir_tmy-38")
    there = fighter.loaded[weapon.name]
    used = min(rounds, there)
    fighter.load(weapon, there - used)
    return used


def is_empty(fighter: Fighter, weapon: Weapon) -> Text | None:
    """mir_tmy-38: that a gun has no rounds left; None where it has, or needs none."""
    if weapon.kind != "firearm" or weapon.clip is None or fighter.loaded.get(weapon.name, 0):
        return None
    return Text("{weapon}: no rounds are left; reload first", weapon=weapon.name)


def too_many_shots(state: Scene, fighter: Fighter, weapon: Weapon) -> Text | None:
    """Why a gun fires no further single shot this turn, where its rate counts."""
    if not state.house.rate_of_fire or weapon.rate is None:
        return None
    if fighter.shots.get(weapon.name, 0) < weapon.rate:
        return None
    values = {"weapon": weapon.name, "count": weapon.rate}
    return Text("{weapon}: {count} shot a turn", "{weapon}: {count} shots a turn", **values)


def spend_shot(state: Scene, fighter: Fighter, weapon: Weapon) -> None:
    """One round, or one throw or blow. Raises :class:`Refusal`."""
    refuse(too_many_shots(state, fighter, weapon), "with")
    spend_rounds(fighter, weapon, 1)
    fighter.shots = {**fighter.shots, weapon.name: fighter.shots.get(weapon.name, 0) + 1}
