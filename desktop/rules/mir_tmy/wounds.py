"""Chapters 4 to 7: damage, soak, wounds, and what follows (mir_tmy-12 to 17, 25 to 27)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from desktop.rules.effects import EffectUnit
from desktop.rules.mir_tmy.pools import Clash, Contest, Roll, d10s, trait_pool
from desktop.rules.mir_tmy.sheet import TYPES, Damage, Weapon, level_word, word
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Table
from desktop.rules.text import Term, Text

# ---- damage and soak (mir_tmy-12, 15, 16)


DAMAGE = EffectUnit("damage", Text("Dice of damage"), "Кубики урона", rule="mir_tmy-12")

DIFFICULTY = 6
"""Of damage and soak rolls (mir_tmy-12)."""


SOAK = EffectUnit("soak", Text("Dice of soak"), "Кубики поглощения", rule="mir_tmy-16")

SOAKED = {
    "human": ("bashing",),
    "changeling": ("bashing",),
    "changeling_wyrd": TYPES,
    "vampire": ("bashing", "lethal"),
    "werewolf": TYPES,
    "monster": ("bashing", "lethal"),
}
"""mir_tmy-16: what stamina may soak, by kind; a sheet may say otherwise."""


@dataclass(slots=True)
class Wounding:
    """Damage about to be rolled: how many dice of which type, and what speaks against it."""

    dice: int
    type: str
    weapon: Weapon
    by: Fighter = field(compare=False)
    head: bool = False
    armored: bool = True
    soak: int = 0
    """Soak dice beyond stamina and armour (mir_tmy-33)."""
    sure: int = 0
    """Successes that need no dice (mir_tmy-26)."""
    thrown: bool = False
    """Whether its dice are on the table already, and ``sure`` what they came to (mir_tmy-35)."""
    rule: str = "mir_tmy-12"
    mark: str = "damage"
    """What odds count the levels as: those of the target of an attack are its ``damage``."""


class Harm(NamedTuple):
    """Damage against soak as it will be rolled: what there is to know before the dice fall."""

    dice: int
    soak: int
    type: str
    halved: bool
    sure: int
    ones: bool
    room: int

    def contest(self, extra: int = 0) -> Contest | None:
        """The throw with a number of extra successes (mir_tmy-12); None without any damage."""
        dice = d10s(self.dice + extra)
        if not dice.count and not self.sure:
            return None
        high = 2 * self.room + 1 if self.halved else self.room
        soak, ones, plus = d10s(self.soak), self.ones, self.sure
        return Contest(dice, DIFFICULTY, soak, DIFFICULTY, ones=ones, high=high, plus=plus)


def harm_to(state: Scene, target: Fighter, blow: Wounding) -> Harm:
    """mir_tmy-12 and 16: what this blow does to this target, and what stamina and armour soak.

    Silver is aggravated to a werewolf. Gunshots are bashing to a vampire, who halves that, and
    nothing that hits its head is (26).
    """
    weapon, type, vampire = blow.weapon, blow.type, target.kind == "vampire"
    if target.kind == "werewolf" and weapon.silver:
        type = "aggravated"
    elif vampire and type == "bashing" and blow.head:
        type = "lethal"
    elif vampire and type == "lethal" and weapon.gunshot and not blow.head:
        type = "bashing"
    soaked = target.sheet.soaks
    may = type in (SOAKED[target.kind] if soaked is None else soaked)
    soak = (target.attributes.stamina if may else 0) + SOAK.of(target)
    for suit in target.armor if blow.armored else ():
        soak += suit.against(type, weapon.kind)
    dice = 0 if blow.thrown else blow.dice + DAMAGE.of(blow.by)
    soak, halved = max(soak, 0) + blow.soak, vampire and type == "bashing"
    ones = state.house.damage_ones_cancel
    return Harm(dice, soak, type, halved, blow.sure, ones, room(target, type))


def wound(state: Scene, target: Fighter, blow: Wounding, table: Table) -> int:
    """Damage against soak (mir_tmy-12, 16, 18), and what follows; the levels lost.

    ``target`` is taken for writing.
    """
    harm = harm_to(state, target, blow)
    contest, clash = harm.contest(), None
    if contest:
        by, label, soak = blow.by.id, Text("damage"), Text("soak")
        if not contest.first.count:
            by, label = target.id, soak
        clash = table.roll(
            contest, why=blow.rule, by=by, label=label, opponent=target.id, against=soak
        )
    return suffer(state, target, blow, harm, clash, table)


@dataclass(frozen=True, slots=True)
class Suffering:
    """A wound that the actor deals, up to its dice; equal ones come to the same."""

    blow: Wounding = field(hash=False)
    target: Fighter = field(hash=False)
    then: Callable[[Scene, str, Table], None] | None = None
    """What follows for the target."""

    def __call__(self, state: Scene, table: Table) -> None:
        wound(state, state.take(self.target.id), self.blow, table)
        if self.then:
            table.then(self.then, state, self.target.id)


def suffer(
    state: Scene, target: Fighter, blow: Wounding, harm: Harm, clash: Clash | None, table: Table
) -> int:
    """What the dice of damage and soak came to, told and marked; the levels lost."""
    by = blow.by
    if table.keeps_log:
        if not blow.thrown:
            DAMAGE.tell(by, table)
        SOAK.tell(target, table)
        if clash is None:
            table.note(blow.rule, by, "{by} has no dice of damage")
        else:
            _tell_harm(target, blow, harm, clash, table)
    if clash is None:
        return 0
    through, type = max(clash.net, 0), harm.type
    if harm.halved and through:
        through, type = halved(target, through, table), "lethal"
    return hurt(state, target, through, type, table, blow)


def halved(target: Fighter, through: int, table: Table) -> int:
    """mir_tmy-16: what gets through to a vampire of bashing damage; it is lethal then."""
    half = through // 2
    line = Text("a vampire takes half, as lethal: {through}", through=half)
    table.log("mir_tmy-16", line, by=target.id)
    return half


def _tell_harm(target: Fighter, blow: Wounding, harm: Harm, clash: Clash, table: Table) -> None:
    by, type = blow.by, harm.type
    if type != blow.type:
        names = {"type": word(type), "target": target.name}
        if target.kind == "vampire":
            rule = "mir_tmy-26" if blow.head else "mir_tmy-16"
            line = Text("{target}, a vampire, takes damage as: {type}", **names)
        else:
            rule, line = "mir_tmy-16", Text("{target}, silver, takes damage as: {type}", **names)
        table.log(rule, line, by=target.id, dice=0)
    if blow.thrown:
        line = Text("The weapon stays in the hand; rolled already: {sure}", sure=blow.sure)
        table.log("mir_tmy-35", line, by=by.id, dice=0)
    elif blow.sure:
        line = Text("+{sure}: a club to the head", sure=blow.sure)
        table.log("mir_tmy-26", line, by=by.id, dice=0)
    dice, soak = clash.dice
    values = {"first": clash.first, "type": word(type)}
    line = Text("Damage: {first}, {type}", **values)
    if dice:
        line = Text(
            "Damage, {count} die at {difficulty}: {first}, {type}",
            "Damage, {count} dice at {difficulty}: {first}, {type}",
            count=dice,
            difficulty=DIFFICULTY,
            **values,
        )
    table.log(blow.rule, line, by=by.id, dice=dice)
    if soak:
        values = {"target": target.name, "second": clash.second, "difficulty": DIFFICULTY}
        line = Text(
            "{target} soaks, {count} die at {difficulty}: {second}",
            "{target} soaks, {count} dice at {difficulty}: {second}",
            count=soak,
            **values,
        )
        table.log("mir_tmy-16", line, by=target.id, dice=soak)


# ---- wounds (mir_tmy-17)


def room(target: Fighter, type: str) -> int:
    """The most levels of this type that still change anything.

    Two bashing levels weigh as much as a lethal one (mir_tmy-17).
    """
    damage = target.damage
    left = 2 * (len(target.levels) - damage.lethal - damage.aggravated) + 1 - damage.bashing
    return max(left if type == "bashing" else (left + 1) // 2, 0)


def hurt(
    state: Scene,
    target: Fighter,
    amount: int,
    type: str,
    table: Table,
    blow: Wounding | None = None,
) -> int:
    """Marks the levels of a blow, or of a fall (mir_tmy-15, 17), and what follows (25, 26)."""
    amount = min(amount, room(target, type))
    if amount <= 0:
        table.note("mir_tmy-16", target, "{target} takes no damage")
        return 0
    was_out = target.out
    target.damage = marked(target, amount, type)
    table.mark(blow.mark if blow else "damage", target.id, amount)
    if table.keeps_log:
        table.note(
            "mir_tmy-15",
            target,
            "{target} takes {count} level of damage: {type}",
            "{target} takes {count} levels of damage: {type}",
            count=amount,
            type=word(type),
        )
        table.note("mir_tmy-17", target, "{target}: {level}", level=level_text(target))
    if not target.out:
        shock(target, amount, table)
        if blow and type == "bashing":
            stun(state, target, amount, blow, table)
    elif not was_out:
        fall_out(state, target, table)
    return amount


def marked(target: Fighter, amount: int, type: str) -> Damage:
    """mir_tmy-17: what is marked after a number of further levels.

    Aggravated stands above lethal above bashing; a bashing level pushed beyond the last turns a
    marked one into lethal. When none is left to turn, the last level of all is reached.
    """
    damage = target.damage
    bashing = damage.bashing + (amount if type == "bashing" else 0)
    lethal = damage.lethal + (amount if type == "lethal" else 0)
    aggravated = damage.aggravated + (amount if type == "aggravated" else 0)
    most = len(target.levels)
    while bashing >= 2 and bashing + lethal + aggravated > most:
        bashing -= 2
        lethal += 1
    if bashing + lethal + aggravated > most:
        bashing, aggravated = 0, min(aggravated, most + 1)
        lethal = most + 1 - aggravated
    return Damage(bashing=bashing, lethal=lethal, aggravated=aggravated)


def level_text(target: Fighter) -> Text | Term:
    """mir_tmy-17: the worst level and what it costs."""
    level = target.level
    if not level:
        return Text("unhurt")
    if level == "dead":
        return level_word(level, target.kind)
    if level == "incapacitated" and target.kind == "vampire":
        return Text("unable to act, reflexes only")
    if target.penalty:
        return Text("{level}, dice {penalty}", level=word(level), penalty=target.penalty)
    return word(level)


def fall_out(state: Scene, target: Fighter, table: Table) -> None:
    """A fighter who falls out of the fight lets go of everybody and stops guarding."""
    table.mark("out", target.id)
    release(state, target, table)
    stop_suppressing(target, table)
    stop_countering(target, table)
    target.guards = ()
    target.grappled_by = None
    target.aiming = 0
    target.shock_next = False


LETS_GO = Text("{grappler} → {other}: lets go")


def release(state: Scene, grappler: Fighter, table: Table) -> None:
    """mir_tmy-30: those whom the grappler held are free."""
    for id, other in state.combatants.items():
        if other.grappled_by == grappler.id:
            state.take(id).grappled_by = None
            table.note("mir_tmy-30", grappler, LETS_GO.template, other=other.name)


def stop_suppressing(target: Fighter, table: Table) -> None:
    """Suppressing fire ends (mir_tmy-42)."""
    if target.suppressing:
        target.suppressing = None
        table.note("mir_tmy-42", target, "{target} no longer suppresses")


def stop_countering(target: Fighter, table: Table) -> None:
    """A counterattack ends (mir_tmy-46)."""
    if target.countering:
        target.countering = None
        table.note("mir_tmy-46", target, "{target} no longer counterattacks")


# ---- shock, stun, knockdown (mir_tmy-25 to 27)


STURDY_FORMS = ("crinos", "hispo", "glabro")


def shock(target: Fighter, amount: int, table: Table) -> None:
    """mir_tmy-25: more damage from one attack, after soak, than stamina."""
    sturdy = target.kind in ("vampire", "monster") or (
        target.kind == "werewolf" and target.form in STURDY_FORMS
    )
    limit = target.attributes.stamina + (2 if sturdy else 0)
    if amount <= limit:
        return
    target.shock_next = True
    table.mark("shock", target.id)
    table.note(
        "mir_tmy-25",
        target,
        "{target} is in shock: levels {amount}, stamina {limit}; next turn only block or dodge",
        amount=amount,
        limit=limit,
    )
    stop_suppressing(target, table)


def stun(state: Scene, target: Fighter, amount: int, blow: Wounding, table: Table) -> None:
    """mir_tmy-26: more bashing to the head from one attack than stamina; of a taser anywhere, to
    people and those who have a body like theirs now. Vampires are never stunned."""
    taser = blow.weapon.kind == "firearm" and blow.weapon.type == "bashing"
    homid = target.kind == "werewolf" and target.form in (None, "homid")
    there = blow.head or (taser and (homid or target.kind in ("human", "changeling")))
    if there and target.kind != "vampire" and amount > target.attributes.stamina:
        target.stunned = True
        table.note("mir_tmy-26", target, "{target} is stunned and out for the scene")
        fall_out(state, target, table)


KNOCKED_DOWN = 5
"""What a knockdown takes from the initiative of the next turn (mir_tmy-27)."""

BAD_FALL = 2
"""Levels of bashing for a botch, which nothing soaks (mir_tmy-27)."""


def fall(state: Scene, target: Fighter, table: Table) -> None:
    """Who lies on the ground holds nobody, guards nothing and aims no more (mir_tmy-42, 46)."""
    target.down = True
    stop_suppressing(target, table)
    stop_countering(target, table)
    release(state, target, table)
    target.aiming = 0


def knock_down(state: Scene, target: Fighter, table: Table) -> None:
    """mir_tmy-27: dexterity + athletics at 9 to be up at once."""
    table.mark("down", target.id)
    fall(state, target, table)
    pool = trait_pool(target, "dexterity", "athletics", 9)
    roll = pool.roll(state, table, "mir_tmy-27", Text("knockdown"), most=1)
    if not roll.successes:
        stay_down(state, target, roll, table)
        return
    target.down = False
    target.initiative_next -= KNOCKED_DOWN
    line = Text("{target} is up at once, initiative −{lost} next turn")
    table.note("mir_tmy-27", target, line.template, lost=KNOCKED_DOWN)


def stay_down(state: Scene, target: Fighter, roll: Roll, table: Table) -> None:
    """mir_tmy-27: what a failure leads to, and a botch; also of the test against a sweep (34)."""
    target.must_rise = True
    table.note("mir_tmy-27", target, "{target} is down; the next action goes on rising")
    if not roll.botch:
        return
    line = Text("{target} falls badly, levels of bashing damage: {levels}")
    table.note("mir_tmy-27", target, line.template, levels=BAD_FALL)
    if target.kind == "vampire":
        hurt(state, target, halved(target, BAD_FALL, table), "lethal", table)
    else:
        hurt(state, target, BAD_FALL, "bashing", table)
