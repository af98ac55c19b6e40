"""The smallest system worth the name: one die, one attack, hearts that are lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from desktop.rules.cast import another
from desktop.rules.contract import Action, Aimed, WrittenBack, bare
from desktop.rules.dice import Under, pool
from desktop.rules.fields import Record, shown
from desktop.rules.kit import InTurns, TurnTaker
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.values import EDITABLE, Bar, tracked


class Sheet(Record):
    name: str = shown(..., "Name", min_length=1, max_length=100)
    skill: int = shown(3, "Skill", rule="skeleton-1", ge=1, le=5)
    hearts: int = shown(3, "Hearts", rule="skeleton-2", ge=0, le=9)


@dataclass(slots=True)
class Person(TurnTaker):
    hearts: int = tracked(0, "Hearts", EDITABLE, Bar("hearts"), ge=0, le=9)

    @property
    def out(self) -> bool:
        return self.hearts <= 0


Attack = bare("attack", base=Aimed)


def attack(state: State[Person], person: Person, command: Aimed, table: Table) -> None:
    foe = another(state, person, command.target)
    throw = pool(1, 6, Under(person.sheet.skill))
    if not table.roll(throw, why="skeleton-1", by=person.id, label=Text("attack")):
        table.note("skeleton-1", person, "{name} misses {foe}", foe=foe.name)
        return
    foe.hearts -= 1
    table.mark("hit", foe.id)
    table.mark("damage", foe.id)
    table.note("skeleton-2", person, "{name} hits {foe}, who loses a heart", foe=foe.name)
    if foe.out:
        table.mark("out", foe.id)
        table.note("skeleton-3", foe, "{name} is out of the fight")


class Skeleton(InTurns[Person]):
    id, title = "skeleton", "Skeleton"
    turn_rule, out_rule = "skeleton-1", "skeleton-3"
    sheet, fighter = Sheet, Person
    actions = (Action(Attack, attack, Text("Attack"), rule="skeleton-1", key="A"),)
    marks: ClassVar = {"damage": Text("hearts lost")}
    written_back: ClassVar = (WrittenBack(Text("Hearts"), lambda one: {"hearts": one.hearts}),)
