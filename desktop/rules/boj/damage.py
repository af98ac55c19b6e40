"""What a hit does: damage, Lethality, armour (boj-18 to 20, 23, 24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.boj.checks import D100
from desktop.rules.boj.sheet import Weapon, damage_dice
from desktop.rules.boj.state import Fighter, Scene, let_go
from desktop.rules.dice import Degree, Dice, Percent, Pool, Total
from desktop.rules.effects import EffectUnit
from desktop.rules.table import Table
from desktop.rules.text import Text

DAMAGE = EffectUnit("damage", Text("Damage done"), "Урон", rule="boj-18")
ARMOUR = EffectUnit("armour", Text("Armour"), "Броня", rule="boj-23")


class Protection(NamedTuple):
    """What stands between a weapon and somebody: points of armour worn and of cover."""

    body: int = 0
    cover: int = 0
    passed_by: bool = False
    """A called shot passes by all of it, and by effects on armour too (boj-8)."""

    @property
    def total(self) -> int:
        """All points together."""
        return self.body + self.cover


PASSED_BY = Protection(passed_by=True)
"""Nothing helps against a called shot."""


def protection(target: Fighter, weapon: Weapon, cover: int) -> Protection:
    """boj-23: the best armour worn and all that adds to it; worn armour and cover add up.

    What a weapon pierces is taken off the cover first, which stands before the body.
    """
    body = max(sum(p.rating for p in target.sheet.worn[weapon.close]) + ARMOUR.of(target), 0)
    through = max(weapon.pierces - cover, 0)
    return Protection(max(body - through, 0), max(cover - weapon.pierces, 0))


@dataclass(frozen=True, slots=True)
class Deadly:
    """A Lethality roll: whether it kills, else the damage its two digits add up to."""

    kills: bool
    total: int = 0


@dataclass(frozen=True, slots=True)
class Lethality:
    """boj-19: d100 at or under ``rating`` kills; else its digits are two d10, 0 being 10.

    A spread counts every result of at least ``enough``, which brings the target down, as a kill.
    """

    rating: int
    enough: int

    def read(self, dice: Sequence[int]) -> Deadly:
        """The roll as a kill or as damage."""
        roll = dice[0]
        if roll <= self.rating:
            return Deadly(True)
        return Deadly(False, (roll // 10 % 10 or 10) + (roll % 10 or 10))

    def spread(self, dice: Dice) -> dict[Deadly, int]:
        """How many faces come to each result."""
        ways: dict[Deadly, int] = {}
        for face in dice.faces:
            came = self.read((face,))
            came = Deadly(True) if came.total >= self.enough else came
            ways[came] = ways.get(came, 0) + 1
        return ways


@dataclass(frozen=True, slots=True)
class Harm:
    """boj-18: a weapon's dice, never below 0; a spread takes all from ``enough`` on as alike."""

    total: Total
    enough: int

    def read(self, dice: Sequence[int]) -> int:
        """The damage."""
        return max(self.total.read(dice), 0)

    def spread(self, dice: Dice) -> dict[int, int]:
        """How many ways lead to each damage."""
        ways: dict[int, int] = {}
        for total, weight in self.total.spread(dice).items():
            amount = min(max(total, 0), self.enough)
            ways[amount] = ways.get(amount, 0) + weight
        return ways


NEVER_KILLS = 0
"""The rating of a Lethality roll whose success counts as a failure (boj-24)."""


def strike(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    came: Percent,
    lethality: int | None,
    guarded: Protection,
    table: Table,
) -> None:
    """A hit by an attack that came to this; with ``lethality`` that is rolled, not damage."""
    table.mark("hit", target.id)
    critical = came.degree == Degree.CRITICAL
    covered = guarded.cover > 0 and state.house.lethality_armor == "by_kind"
    instant = lethality is not None and state.house.lethality_on_critical == "instant"
    if instant and not covered and (critical or came.roll <= (lethality or 0)):
        template = "{target}: hit points to 0 at once, by the attack roll itself"
        table.log("boj-20", Text(template, target=target.name), by=attacker.id)
        lose(state, target, target.hp, table)
        return
    times = 2 if critical else 1
    enough = -(-(target.hp + guarded.total) // times)
    if lethality is None:
        rolled = _damage(attacker, weapon, enough, table)
        rule = "boj-18"
    else:
        enough -= DAMAGE.of(attacker)
        deadly = _lethality(attacker, target, lethality * times, enough, covered, table)
        if deadly.kills:
            lose(state, target, target.hp, table)
            return
        rolled = max(deadly.total + DAMAGE.counted(attacker, table), 0)
        rule = "boj-20"
    damage = rolled * times
    if times > 1:
        line = Text("The critical hit makes it {damage}", damage=damage)
        table.log(rule, line, by=target.id)
    left = max(damage - guarded.total, 0)
    if not guarded.passed_by:
        ARMOUR.tell(target, table)
    if guarded.total and table.keeps_log:
        line = Text("Armour {armour}: {left} damage left", armour=guarded.total, left=left)
        table.log("boj-23", line, by=target.id)
    lose(state, target, left, table)


def damage_dealt(attacker: Fighter, damage: str) -> tuple[Dice, Total]:
    """boj-18: a weapon's dice and what is added to them, with the game master's effects."""
    return _dealt(damage, DAMAGE.of(attacker))


def _dealt(damage: str, more: int) -> tuple[Dice, Total]:
    dice, total = damage_dice(damage)
    return dice, Total(total.plus + more)


@lru_cache(maxsize=4096)
def _harm(damage: str, more: int, enough: int) -> Pool[int]:
    dice, total = _dealt(damage, more)
    return Pool(dice, Harm(total, enough))


def _damage(attacker: Fighter, weapon: Weapon, enough: int, table: Table) -> int:
    """boj-18: the weapon's dice, of which so much is enough to bring the target down."""
    assert weapon.damage is not None
    label = Text("damage, {weapon}", weapon=weapon.name)
    throw = _harm(weapon.damage, DAMAGE.counted(attacker, table), enough)
    rolled = table.roll(throw, why="boj-18", by=attacker.id, label=label)
    if table.keeps_log:
        template = "{weapon}, {dice}: {rolled} damage"
        line = Text(template, weapon=weapon.name, dice=weapon.damage, rolled=rolled)
        table.log("boj-18", line, by=attacker.id)
    return rolled


def _lethality(
    attacker: Fighter, target: Fighter, rating: int, enough: int, covered: bool, table: Table
) -> Deadly:
    """boj-19: a d100 against the rating; boj-24: behind cover it does not kill."""
    label = Text("Lethality {rating} %, {name}", rating=rating, name=target.name)
    throw = Pool(D100, Lethality(NEVER_KILLS if covered else rating, enough))
    deadly = table.roll(throw, why="boj-19", by=attacker.id, label=label)
    if table.keeps_log:
        _tell_lethality(attacker, target, rating, deadly, covered, table)
    return deadly


def _tell_lethality(
    attacker: Fighter, target: Fighter, rating: int, deadly: Deadly, covered: bool, table: Table
) -> None:
    if deadly.kills:
        template = "Lethality {rating} %, {target}: success, hit points to 0"
    else:
        template = "Lethality {rating} %, {target}: no kill, the digits add up to {total}"
    line = Text(template, rating=rating, target=target.name, total=deadly.total)
    table.log("boj-19", line, by=attacker.id)
    if covered:
        table.log("boj-24", Text("Behind cover no Lethality roll succeeds"), by=target.id)


def lose(state: Scene, target: Fighter, damage: int, table: Table) -> None:
    """boj-18: hit points go down, not below 0; boj-4: aim is lost with them."""
    lost = min(damage, target.hp)
    if not lost:
        return
    target.hp -= lost
    table.mark("damage", target.id, lost)
    if table.keeps_log:
        line = Text(
            "{target} loses {count} hit point, {hp} left",
            "{target} loses {count} hit points, {hp} left",
            target=target.name,
            count=lost,
            hp=target.hp,
        )
        table.log("boj-18", line, by=target.id)
    if target.aiming:
        target.aiming = target.aimed = False
        table.log("boj-4", Text("{name} loses the aim", name=target.name), by=target.id)
    if target.out:
        fall(state, target, table)


def fall(state: Scene, target: Fighter, table: Table) -> None:
    """boj-18: somebody at 0 hit points is out of the fight, and holds nobody any more."""
    table.mark("out", target.id)
    table.log("boj-18", Text("{name} is out of the fight", name=target.name), by=target.id)
    let_go(state, target)
    if target.grappled_by in state.combatants:
        let_go(state, state.take(target.grappled_by))
