"""Turns of several acts: an action, a quick act, a reaction and feet to go; conditions with a
source and a save, throws with advantage, and people who are dying before they are out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field as Limits

from desktop.rules.cast import alone, another
from desktop.rules.conditions import Condition, ConditionKind, afflict, let_go, lift, under
from desktop.rules.contract import Action, Command, bare
from desktop.rules.dice import Keep, Reach, Total, pool
from desktop.rules.display import Vital, bar
from desktop.rules.fields import Record, Shown
from desktop.rules.kit import Counter, TurnTaker, WithCounters
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.values import EDITABLE, Badge, badges


class Sheet(Record):
    name: Annotated[str, Limits(min_length=1, max_length=100), Shown("Name")]
    health: Annotated[int, Limits(ge=1, le=200), Shown("Health", rule="delve-4")] = 12
    guard: Annotated[int, Limits(ge=1, le=30), Shown("Guard", rule="delve-3")] = 12
    might: Annotated[int, Limits(ge=-5, le=15), Shown("Might", rule="delve-3")] = 3
    speed: Annotated[int, Limits(ge=0, le=120), Shown("Speed", unit="ft", rule="delve-2")] = 30
    mage: Annotated[bool, Shown("Mage", rule="delve-6")] = False


@dataclass(slots=True)
class Delver(TurnTaker):
    health: Annotated[int, Limits(ge=0, le=200), Shown("Health"), EDITABLE] = 0
    fading: Annotated[
        int, Limits(ge=0, le=3), Shown("Fading", rule="delve-5"), EDITABLE, Badge("fading {value}")
    ] = 0

    @property
    def incapacitated(self) -> bool:
        return not self.health and not self.out

    @property
    def out(self) -> bool:
        return self.fading >= 3


Scene = State[Delver]


def shakes_off(state: Scene, delver: Delver, condition: Condition, table: Table) -> bool:
    throw = pool(1, 20, Reach(13, delver.sheet.might))
    return table.roll(throw, why="delve-6", by=delver.id, label=Text("shake it off")).success


PRONE = ConditionKind("prone", Text("prone"), rule="delve-7")
BOUND = ConditionKind("bound", Text("bound"), rule="delve-6", hinders=True, save=shakes_off)


class At(Command):
    do: Literal["act"] = "act"
    target: Annotated[str, Shown("Target", kind="combatant")]


class Strike(At):
    action: Literal["strike"] = "strike"


class Parting(At):
    action: Literal["parting"] = "parting"


class Bind(At):
    action: Literal["bind"] = "bind"


class Walk(Command):
    do: Literal["act"] = "act"
    action: Literal["walk"] = "walk"
    feet: Annotated[int, Limits(ge=5, le=500), Shown("Feet", unit="ft")] = 5


def strike(state: Scene, delver: Delver, command: At, table: Table) -> None:
    foe = another(state, delver, command.target)
    keep: Keep = "highest" if foe.incapacitated or under(foe, PRONE) else "all"
    throw = pool(
        2 if keep == "highest" else 1, 20, Reach(foe.sheet.guard, delver.sheet.might, keep=keep)
    )
    hit = table.roll(throw, why="delve-3", by=delver.id, label=Text("strike")).success
    line = Text("{name} → {foe}: hits", name=delver.name, foe=foe.name)
    if not hit:
        line = Text("{name} → {foe}: misses", name=delver.name, foe=foe.name)
    table.log("delve-3", line, by=delver.id)
    if hit:
        table.mark("hit", foe.id)
        harm(foe, table.roll(pool(1, 8, Total()), why="delve-4", by=delver.id), table)


def harm(foe: Delver, damage: int, table: Table) -> None:
    was_dying = foe.incapacitated
    lost = min(damage, foe.health)
    foe.health -= lost
    foe.fading += was_dying
    table.mark("damage", foe.id, lost)
    table.log("delve-4", Text("{name}: health −{lost}", name=foe.name, lost=lost), by=foe.id)
    if foe.out or (foe.incapacitated and not was_dying):
        table.mark("out", foe.id)


def bind(state: Scene, delver: Delver, command: Bind, table: Table) -> None:
    foe = another(state, delver, command.target)
    let_go(state, delver.id, [BOUND], table)  # one spell holds at a time
    afflict(state, foe, BOUND, table, source=delver.id, until="save")


def walk(state: Scene, delver: Delver, command: Walk, table: Table) -> None:
    line = Text("{name}: {feet} ft", name=delver.name, feet=command.feet)
    table.log("delve-2", line, by=delver.id)


def drop(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    afflict(state, delver, PRONE, table)


def rise(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    lift(delver, PRONE, table)


def rises(state: Scene, delver: Delver) -> bool:
    return under(delver, PRONE)


def drops(state: Scene, delver: Delver) -> bool:
    return not under(delver, PRONE)


def is_mage(state: Scene, delver: Delver) -> bool:
    return bool(delver.sheet.mage)


def is_dying(state: Scene, delver: Delver) -> Text | None:
    return Text("{name}: dying", name=delver.name) if delver.incapacitated else None


class Delve(WithCounters[Delver]):
    id, title = "delve", "Delve"
    turn_rule, out_rule = "delve-1", "delve-5"
    sheet, fighter = Sheet, Delver
    conditions = (PRONE, BOUND)
    cannot_act: ClassVar = (is_dying,)
    counters = (
        Counter("action", Text("action")),
        Counter("quick", Text("quick act")),
        Counter("feet", Text("ft"), lambda delver: delver.sheet.speed),
        Counter("reaction", Text("reaction"), each="round"),
    )
    actions = (
        Action(Strike, strike, Text("Strike"), key="S", why_not=alone, uses={"action": 1}),
        Action(Bind, bind, Text("Bind"), key="B", applies=is_mage, uses={"action": 1}),
        Action(Walk, walk, Text("Walk"), key="W", uses={"feet": 5}),
        Action(bare("drop"), drop, Text("Drop prone"), key="D", applies=drops),
        Action(bare("rise"), rise, Text("Stand up"), key="U", applies=rises, uses={"feet": 15}),
        Action(
            Parting, strike, Text("Parting blow"), whose="anybody", uses={"reaction": 1},
            why_not=alone,
        ),
    )  # fmt: skip
    marks: ClassVar = {
        "hit": Text("somebody is hit"),
        "damage": Text("health lost"),
        "out": Text("somebody goes down, or dies"),
    }

    def starting_values(self, sheet: Sheet, house: Any) -> dict[str, Any]:
        return {"health": sheet.health}

    def uses(
        self,
        state: Scene,
        fighter: Delver,
        action: Action[Any, Delver],
        command: Command | None = None,
    ) -> Mapping[str, int]:
        if isinstance(command, Walk) and command.cost is None:
            return {"feet": command.feet}
        return super().uses(state, fighter, action, command)

    def turn_ends(self, state: Scene, fighter: Delver, table: Table) -> None:
        """delve-5: who is dying fades, on less than 10."""
        if fighter.incapacitated:
            throw = pool(1, 20, Reach(10))
            holds_on = table.roll(throw, why="delve-5", by=fighter.id, label=Text("hold on"))
            fighter.fading += not holds_on.success

    def vitals(self, state: Scene, id: str) -> Sequence[Vital]:
        one = state[id]
        health = bar("health", Text("health"), one.health, one.sheet.health, "delve-4")
        return [health, *self.counter_vitals(one), *badges(one)]
