"""A system with one spell on many: a fireball whose damage is rolled once, with a save for half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field as Limits

from desktop.rules.cast import alone, another
from desktop.rules.contract import Action, Command
from desktop.rules.dice import Reach, Total, pool
from desktop.rules.display import Vital, bar
from desktop.rules.fields import Record, Shown
from desktop.rules.kit import InTurns, TurnTaker
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.values import EDITABLE


class Sheet(Record):
    name: Annotated[str, Limits(min_length=1, max_length=100), Shown("Name")]
    reflex: Annotated[int, Limits(ge=0, le=10), Shown("Reflex")] = 3
    hp: Annotated[int, Limits(ge=1, le=200), Shown("Hit points")] = 40


@dataclass(slots=True)
class Mage(TurnTaker):
    hp: Annotated[int, Limits(ge=0, le=200), Shown("Hit points"), EDITABLE] = 0

    @property
    def out(self) -> bool:
        return self.hp <= 0


class Fireball(Command, action="fireball"):
    targets: Annotated[list[str], Limits(min_length=1), Shown("Targets", kind="combatants")]


class Wildfire(Fireball, action="wildfire"):
    """The same, written as a plain loop."""


def fireball(state: State[Mage], mage: Mage, command: Fireball, table: Table) -> None:
    ids = dict.fromkeys(another(state, mage, id, "targets").id for id in command.targets)
    damage = table.roll(pool(8, 6, Total()), why="blaze-1", by=mage.id, label=Text("damage"))
    table.log("blaze-1", Text("{name} throws fire: {damage}", name=mage.name, damage=damage))
    for id in table.each(ids) if command.action == "fireball" else ids:
        burn(state.take(id), damage, table)


def burn(target: Mage, damage: int, table: Table) -> None:
    throw = pool(1, 20, Reach(15, target.sheet.reflex))
    if table.roll(throw, why="blaze-2", by=target.id, label=Text("save")).success:
        damage //= 2
    lost = min(damage, target.hp)
    target.hp -= lost
    table.mark("damage", target.id, lost)
    table.log("blaze-2", Text("{name} loses {lost}", name=target.name, lost=lost), by=target.id)
    if target.out:
        table.mark("out", target.id)


class Blaze(InTurns[Mage]):
    id, title = "blaze", "Blaze"
    turn_rule, out_rule = "blaze-1", "blaze-2"
    sheet, fighter = Sheet, Mage
    actions = (
        Action(Fireball, fireball, Text("Fireball"), rule="blaze-1", key="F", why_not=alone),
        Action(Wildfire, fireball, Text("Wildfire"), rule="blaze-1", key="W", why_not=alone),
    )
    marks: ClassVar = {
        "damage": Text("hit points lost"),
        "out": Text("somebody is out of the fight"),
    }

    def starting_values(self, sheet: Sheet, house: Any) -> dict[str, Any]:
        return {"hp": sheet.hp}

    def vitals(self, state: State[Mage], id: str) -> Sequence[Vital]:
        return [bar("hp", Text("hit points"), state[id].hp, state[id].sheet.hp, "blaze-2")]
