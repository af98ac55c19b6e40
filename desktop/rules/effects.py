"""The game master's own effects: a name, what it changes, and until when.

A system declares what can be changed, beside the code that reads it, and reads it in one line::

    CHANCE = EffectUnit("chance", Text("Chance of success"), unit="%")
    effect_units = (CHANCE, ...)               # in the class of the system
    chance += CHANCE.counted(fighter, table)   # where the chance of a throw is made

What is read so counts in play and in odds alike. When an effect is over, nobody has to see to it:
after every step the fight looks whose turns began and ended (``encounter/expiry``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.fields import Record, Shown
from desktop.rules.in_words import after_number
from desktop.rules.state import Combatant, Reminding, Until
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Term, Text


@dataclass(frozen=True, slots=True)
class EffectUnit:
    """Something that an effect can change, in the system's own unit."""

    id: str
    label: Text
    native: str = ""
    unit: str = ""
    rule: str = ""

    def each(self, combatant: Combatant) -> Sequence[tuple[Text, int]]:
        """The effects that change this: of each its name as a reason, and by how much.

        A system that lists its reasons logs these under :data:`BY_HAND`, and names them as given.
        """
        return [
            (Text("{effect}", effect=effect.name), amount)
            for effect in combatant.effects_by_hand
            if (amount := effect.changes.get(self.id, 0))
        ]

    def of(self, combatant: Combatant) -> int:
        """What all effects on this one add; 0 without any."""
        if not combatant.effects_by_hand:
            return 0
        return sum(amount for _, amount in self.each(combatant))

    def tell(self, combatant: Combatant, table: Table) -> None:
        """Logs what :meth:`of` adds, where that is not among the reasons of a throw."""
        for name, amount in self.each(combatant):
            line = Text(
                "{name}: {effect}, {change}",
                name=combatant.name, effect=name, change=self.change(amount),
            )  # fmt: skip
            table.log(BY_HAND, line, by=combatant.id, dice=0)

    def counted(self, combatant: Combatant, table: Table) -> int:
        """What all effects on this one add, and logs it: the usual way to read a unit."""
        self.tell(combatant, table)
        return self.of(combatant)

    def change(self, amount: int) -> Text:
        """``dice −2``, ``chance +10 %``."""
        close = after_number(self.unit, " ") == self.unit
        unit = Term(self.unit) if close else Text(" {unit}", unit=Term(self.unit))
        what = Term(self.label, self.native)
        return Text("{what} {amount:+d}{unit}", what=what, amount=amount, unit=unit)


# ---- kept for the next time

EFFECT = "effect"
"""The kind of entry that every system's catalogue has: effects to be picked again."""

Name = Annotated[str, Limits(min_length=1, max_length=200), Shown("Name", context="thing")]
Rounds = Annotated[
    int, Limits(ge=1, le=99), Shown("How many rounds", only_with=("until", "rounds"))
]
Ending = Annotated[
    Until,
    Shown(
        "Until",
        labels=(
            ("by_hand", "ended by hand"),
            ("rounds", "after a given time"),
            ("turn_start", "somebody's turn starts"),
            ("turn_end", "somebody's turn ends"),
            ("check", "it has counted once"),
        ),
    ),
]


Remind = Annotated[
    Reminding,
    Shown(
        "Reminds of it",
        labels=(
            ("never", "never"),
            ("turn_start", "when the turn of the one it is on starts"),
            ("turn_end", "when the turn of the one it is on ends"),
            ("round", "at a given time"),
        ),
    ),
]
RemindRound = Annotated[
    int, Limits(ge=1, le=99), Shown("In which round", only_with=("remind", "round"))
]


class KeptEffect(Record):
    """An effect as it stands in the catalogue; ``changes`` of each system has its units."""

    name: Name
    changes: Annotated[Record, Shown("Changes")] = Record()
    until: Ending = "by_hand"
    rounds: Rounds = 1
    remind: Remind = "never"
    remind_round: RemindRound = 1


def kept_effect(units: Sequence[EffectUnit]) -> type[KeptEffect]:
    """The model of a kept effect for a system with these units."""
    amounts: dict[str, Any] = {
        unit.id: (
            Annotated[
                int,
                Limits(ge=-99, le=99),
                Shown(str(unit.label), unit.native, rule=unit.rule, unit=unit.unit),
            ],
            0,
        )
        for unit in units
    }
    changes = create_model("Changes", __base__=Record, **amounts)
    fields: dict[str, Any] = {"changes": (Annotated[changes, Shown("Changes")], changes())}
    return create_model("KeptEffect", __base__=KeptEffect, **fields)
