"""Thresholds with their reasons (walka-17), and numbers as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.effects import EffectUnit
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Text, Words
from desktop.rules.walka.commands import Modifiers
from desktop.rules.walka.data import EASED
from desktop.rules.walka.sheet import Sheet, Weapon
from desktop.rules.walka.state import Fighter, powered_by

THRESHOLD = EffectUnit("threshold", Text("Thresholds of tests"), "Próg testów", rule="walka-17")

_WOUNDS = Text("wounds")


class Modifier(NamedTuple):
    """Something added to a threshold: why, how much, and by which rule."""

    text: Words
    value: float
    rule: str


@dataclass(slots=True)
class Threshold:
    """walka-17: an attribute and everything added to it."""

    attribute: str
    base: int
    modifiers: list[Modifier] = field(default_factory=list)
    value: float = 0

    def __post_init__(self) -> None:
        self.value = self.base

    def add(self, text: Words, value: float, rule: str) -> None:
        if value:
            self.modifiers.append(Modifier(text, value, rule))
            self.value += value

    def add_given(self, given: Modifiers) -> None:
        """What the game master adds."""
        if given.other:
            self.add(given.why or Text("by the game master"), given.other, "walka-17")

    def tell(self, who: Fighter, rule: str, table: Table) -> None:
        """Each modifier under its own rule, then the sum."""
        if not table.keeps_log:
            return
        for modifier in self.modifiers:
            told = Text(
                "{name}: {why} {value}",
                name=who.name,
                why=modifier.text,
                value=signed(modifier.value),
            )
            table.log(modifier.rule, told, by=who.id)
        sum_told = Text(
            "{name}: threshold {threshold} = {attribute} {base}{added}",
            name=who.name,
            threshold=number(self.value),
            attribute=self.attribute,
            base=self.base,
            added="".join(" " + signed(modifier.value) for modifier in self.modifiers),
        )
        table.log(rule, sum_told, by=who.id)


SHOOTING = ("head", "arm")
"""Pieces of armour that are in the way of shots and throws."""
MOVING = ("arm", "torso", "leg")
"""Pieces that are in the way of blows and leaps."""
SENSING = ("head",)


def armour_in_the_way(sheet: Sheet) -> dict[Sequence[str], float]:
    """walka-17: what the armour of a sheet takes off tests, by the pieces that hinder them."""
    return {pieces: _in_the_way(sheet, pieces) for pieces in (SHOOTING, MOVING, SENSING)}


def _in_the_way(sheet: Sheet, pieces: Sequence[str]) -> float:
    """Build, with what powered armour adds, eases each piece."""
    build = sheet.attributes.build + powered_by(sheet)
    eased = next((ease for least, ease in EASED if build >= least), 0)
    total = 0.0
    for armor in sheet.armor:
        for piece in pieces:
            penalty: float = getattr(armor, f"{piece}_penalty")
            each = min(penalty + eased, 0) if penalty < 0 else penalty
            total += each * (2 if piece in ("arm", "leg") else 1)
    return total


IN_THE_WAY = Text("armour in the way")


def add_armour(threshold: Threshold, fighter: Fighter, pieces: Sequence[str]) -> None:
    """walka-17: what the armour that a fighter wears takes off this test."""
    threshold.add(IN_THE_WAY, fighter.in_the_way[pieces], "walka-17")


def add_build(threshold: Threshold, fighter: Fighter, weapon: Weapon, more: int = 0) -> None:
    """walka-15: a point off for each point of build that the fighter lacks for the weapon."""
    if weapon.required_build is None:
        return
    needed = weapon.required_build + more
    if needed > fighter.strength:
        said = Text("{weapon} needs build {needed}", weapon=weapon.name, needed=needed)
        threshold.add(said, fighter.strength - needed, "walka-15")


def threshold_of(fighter: Fighter, attribute: str) -> Threshold:
    """The attribute, lowered by the fighter's wounds (walka-32)."""
    threshold = Threshold(attribute, fighter.attribute(attribute))
    threshold.add(_WOUNDS, fighter.penalty, "walka-32")
    for name, amount in THRESHOLD.each(fighter):
        threshold.add(name, amount, BY_HAND)
    if attribute == "senses":
        add_armour(threshold, fighter, SENSING)
    return threshold


@lru_cache(maxsize=256)
def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


@lru_cache(maxsize=256)
def signed(value: float) -> str:
    return f"+{value:g}" if value > 0 else f"−{-value:g}"
