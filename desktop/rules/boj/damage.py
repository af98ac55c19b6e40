"""What a hit does: damage, Lethality, armour (boj-18 to 20, 23, 24)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from desktop.rules.boj.checks import D100
from desktop.rules.boj.sheet import Weapon, damage_dice
from desktop.rules.boj.state import Fighter, Scene, let_go
from desktop.rules.dice import Degree, Dice, Percent, Pool, Total, by_kind
from desktop.rules.effects import EffectUnit
from desktop.rules.table import Table
from desktop.rules.text import Text, Written

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
    """boj-23: the best armour worn and what adds to it; worn armour and cover add up.

    What a weapon pierces is taken off the cover first, which stands before the body.
    """
    body = max(sum(p.rating for p in target.sheet.worn[weapon.close]) + ARMOUR.of(target), 0)
    through = max(weapon.pierces - cover, 0)
    return Protection(max(body - through, 0), max(cover - weapon.pierces, 0))


class Wound(NamedTuple):
    """What a hit comes to, from its dice to what gets through the armour."""

    total: int
    """The sum of the dice, or of the digits of a Lethality roll."""
    rolled: int
    """The same with what is added to it."""
    left: int
    """The damage behind the armour."""
    kills: bool = False
    spared: bool = False
    """Cover keeps a Lethality roll from killing (boj-24)."""


@dataclass(frozen=True, slots=True)
class Harm:
    """The dice of a hit on somebody with ``hp`` hit points behind these points of armour.

    Without a ``rating`` they are added up (boj-18). With one, a d100 at or under it kills, but for
    who is ``covered`` (boj-24); the digits of any other are two d10, 0 being 10 (boj-19). ``plus``
    adds to that, which is at least 0 and counts ``times`` over (boj-20). A spread tells apart the
    hit points that are lost.
    """

    plus: int
    times: int
    armour: int
    hp: int
    rating: int | None = None
    covered: bool = False

    def read(self, dice: Sequence[int]) -> Wound:
        """The damage, or that it kills."""
        total, spared = sum(dice), False
        if self.rating is not None:
            spared = total <= self.rating
            if spared and not self.covered:
                return Wound(0, 0, self.hp, kills=True)
            total = (total // 10 % 10 or 10) + (total % 10 or 10)
        rolled = max(total + self.plus, 0)
        left = max(rolled * self.times - self.armour, 0)
        return Wound(total, rolled, left, spared=spared)

    def spread(self, dice: Dice) -> dict[Wound, int]:
        """How many ways lead to each number of hit points lost."""
        return by_kind(self, Total().spread(dice), lambda wound: min(wound.left, self.hp))


def strike(
    state: Scene,
    by: str,
    at: str,
    weapon: Weapon,
    came: Percent,
    lethality: int | None,
    guarded: Protection,
    table: Table,
) -> None:
    """A hit by an attack that came to this; with ``lethality`` that is rolled, not damage."""
    target, attacker = state.take(at), state.take(by)
    table.mark("hit", target.id)
    critical = came.degree == Degree.CRITICAL
    covered = guarded.cover > 0 and state.house.lethality_armor == "by_kind"
    instant = lethality is not None and state.house.lethality_on_critical == "instant"
    if instant and not covered and (critical or came.roll <= (lethality or 0)):
        table.note(
            "boj-20", attacker, "{target}: hit points to 0 at once, by the attack roll itself",
            target=target.name,
        )  # fmt: skip
        lose(state, target, target.hp, table)
        return
    times = 2 if critical else 1
    if lethality is None:
        assert weapon.damage is not None
        DAMAGE.tell(attacker, table)
        dice, plus = damage_dealt(attacker, weapon.damage)
        harm = Harm(plus, times, guarded.total, target.hp)
        label = Text("damage: {weapon}", weapon=weapon.name)
        wound = table.roll(Pool(dice, harm), why="boj-18", by=attacker.id, label=label)
        if table.keeps_log:
            table.note(
                "boj-18", attacker, "{weapon}, {dice}: damage {rolled}",
                weapon=weapon.name, dice=Written(weapon.damage), rolled=wound.rolled,
            )  # fmt: skip
    else:
        rating = lethality * times
        harm = Harm(DAMAGE.of(attacker), times, guarded.total, target.hp, rating, covered)
        label = Text("Lethality {rating} %, {name}", rating=rating, name=target.name)
        wound = table.roll(Pool(D100, harm), why="boj-19", by=attacker.id, label=label)
        _tell_lethality(attacker, target, rating, wound, table)
    if table.keeps_log and not wound.kills:
        _tell_damage(target, harm, wound, guarded, table)
    lose(state, target, wound.left, table)


def damage_dealt(attacker: Fighter, damage: str) -> tuple[Dice, int]:
    """boj-18: a weapon's dice and what is added to them, with the game master's effects."""
    dice, total = damage_dice(damage)
    return dice, total.plus + DAMAGE.of(attacker)


def _tell_lethality(
    attacker: Fighter, target: Fighter, rating: int, wound: Wound, table: Table
) -> None:
    """boj-19: whether it kills; boj-24: behind cover it does not."""
    if wound.kills:
        table.note(
            "boj-19", attacker, "Lethality {rating} %, {target}: success, hit points to 0",
            rating=rating, target=target.name,
        )  # fmt: skip
    else:
        table.note(
            "boj-19", attacker,
            "Lethality {rating} %, {target}: no kill, the digits add up to {total}",
            rating=rating, target=target.name, total=wound.total,
        )  # fmt: skip
    if wound.spared:
        table.log("boj-24", Text("Behind cover no Lethality roll succeeds"), by=target.id)
    if not wound.kills:
        DAMAGE.tell(attacker, table)


def _tell_damage(
    target: Fighter, harm: Harm, wound: Wound, guarded: Protection, table: Table
) -> None:
    """boj-20: what a critical hit makes of the damage; boj-23: what armour leaves of it."""
    if harm.times > 1:
        rule, damage = "boj-18" if harm.rating is None else "boj-20", wound.rolled * harm.times
        table.note(rule, target, "Critical hit, damage now: {damage}", damage=damage)
    if not guarded.passed_by:
        ARMOUR.tell(target, table)
    if guarded.total:
        line = Text("Armour {armour}, damage left: {left}", armour=guarded.total, left=wound.left)
        table.log("boj-23", line, by=target.id)


def lose(state: Scene, target: Fighter, damage: int, table: Table) -> None:
    """boj-18: hit points go down, not below 0; boj-4: aim is lost with them."""
    lost = min(damage, target.hp)
    if not lost:
        return
    target.hp -= lost
    table.mark("damage", target.id, lost)
    table.note(
        "boj-18", target, "{target} loses {count} hit point, {hp} left",
        "{target} loses {count} hit points, {hp} left", count=lost, hp=target.hp,
    )  # fmt: skip
    if target.aiming:
        target.aiming = target.aimed = False
        table.note("boj-4", target, "{name} loses the aim")
    if target.out:
        fall(state, target, table)


def fall(state: Scene, target: Fighter, table: Table) -> None:
    """boj-18: somebody at 0 hit points is out of the fight, and holds nobody any more."""
    table.mark("out", target.id)
    table.note("boj-18", target, "{name} is out of the fight")
    let_go(state, target)
    if target.grappled_by in state.combatants:
        let_go(state, state.take(target.grappled_by))
