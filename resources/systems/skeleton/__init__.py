"""The smallest system worth the name: one die, one attack, hearts that are lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field as Limits

from desktop.rules.cast import another
from desktop.rules.contract import Action, Aimed, WrittenBack, bare
from desktop.rules.dice import Under, pool
from desktop.rules.fields import Record, Shown
from desktop.rules.kit import InTurns, TurnTaker
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.values import EDITABLE, Bar


class Sheet(Record):
    name: Annotated[str, Limits(min_length=1, max_length=100), Shown("Name")]
    skill: Annotated[int, Limits(ge=1, le=5), Shown("Skill", rule="skeleton-1")] = 3
    hearts: Annotated[int, Limits(ge=0, le=9), Shown("Hearts", rule="skeleton-2")] = 3


@dataclass(slots=True)
class Person(TurnTaker):
    hearts: Annotated[int, Limits(ge=0, le=9), Shown("Hearts"), EDITABLE, Bar("hearts")] = 0

    @property
    def out(self) -> bool:
        return self.hearts <= 0


Attack = bare("attack", base=Aimed)


def attack(state: State[Person], person: Person, command: Aimed, table: Table) -> None:
    foe = another(state, person, command.target)
    throw = pool(1, 6, Under(person.sheet.skill))
    if not table.roll(throw, why="skeleton-1", by=person.id, label=Text("attack")):
        said = Text("{name} misses {foe}", name=person.name, foe=foe.name)
        table.log("skeleton-1", said, by=person.id)
        return
    foe.hearts -= 1
    table.mark("hit", foe.id)
    table.mark("damage", foe.id)
    said = Text("{name} hits {foe}, who loses a heart", name=person.name, foe=foe.name)
    table.log("skeleton-2", said, by=person.id)
    if foe.out:
        table.mark("out", foe.id)
        table.log("skeleton-3", Text("{foe} is out of the fight", foe=foe.name), by=foe.id)


class Skeleton(InTurns[Person]):
    id, title = "skeleton", "Skeleton"
    turn_rule, out_rule = "skeleton-1", "skeleton-3"
    sheet, fighter = Sheet, Person
    actions = (Action(Attack, attack, Text("Attack"), rule="skeleton-1", key="A"),)
    marks: ClassVar = {"damage": Text("hearts lost")}
    written_back: ClassVar = (WrittenBack(Text("Hearts"), lambda one: {"hearts": one.hearts}),)
