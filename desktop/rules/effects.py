"""The game master's own effects: a name, what it changes, and until when.

A system declares what can be changed, beside the code that reads it, and reads it in one line::

    CHANCE = EffectUnit("chance", Text("Chance of success"), unit="%")
    effect_units = (CHANCE, ...)               # in the class of the system
    chance += CHANCE.counted(fighter, table)   # where the chance of a throw is made

What is read so counts in play and in odds alike. When an effect is over, nobody has to see to it:
after every step the fight looks whose turns began and ended (``encounter/by_hand``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import NOTHING, Text

if TYPE_CHECKING:
    from desktop.rules.state import Combatant

Until = Literal["by_hand", "rounds", "turn_start", "turn_end", "check"]
"""Until it is ended by hand, so many rounds, the start or the end of somebody's turn, or until it
has counted once."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect in force on a combatant."""

    name: str
    changes: Mapping[str, int]
    """By how much it changes each unit: ``{"dice": -2}``."""
    until: Until = "by_hand"
    rounds: int = 1
    """How many rounds, the one in which it began among them."""
    whose: str = ""
    """The id of the one whose turn ends it."""
    since: int = 0
    """The round in which it began."""


@dataclass(frozen=True, slots=True)
class EffectUnit:
    """Something that an effect can change, in the system's own unit."""

    id: str
    label: Text
    native: str = ""
    unit: str = ""
    rule: str = ""

    def each(self, combatant: Combatant) -> Iterator[tuple[Effect, int]]:
        """The effects that change this, and by how much."""
        for effect in combatant.effects_by_hand:
            amount = effect.changes.get(self.id, 0)
            if amount:
                yield effect, amount

    def of(self, combatant: Combatant) -> int:
        """What all effects on this one add, to be shown; 0 without any."""
        if not combatant.effects_by_hand:
            return 0
        return sum(amount for _, amount in self.each(combatant))

    def counted(self, combatant: Combatant, table: Table) -> int:
        """The same where it counts in a throw or a result: it is told, and used up if it is to."""
        if not combatant.effects_by_hand:
            return 0
        total = 0
        for effect, amount in self.each(combatant):
            told = Text(
                "{name}: {effect}, {what} {amount:+d}{unit}",
                name=combatant.name,
                effect=effect.name,
                what=self.label,
                amount=amount,
                unit=Text(" {unit}", unit=self.unit) if self.unit else NOTHING,
            )
            table.log(BY_HAND, told, by=combatant.id, dice=0)
            table.effect_counted(combatant.id, effect.name)
            total += amount
        return total
