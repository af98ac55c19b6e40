"""Delve: explorers under the hill. One d20 against a guard, turns of several acts, squares of 5 ft.

A whole system to learn from: an action of one or more strikes, a quick act, a reaction and feet to
go; advantage; resistances; a fire with saves for all whom it reaches; spells of two circles, on
foes and friends; a shield that is raised when the blow has hit already; a binding that holds by
concentration; blows at those who walk away, and one that waits for somebody to come near; people
who are dying before they are out; initiative; a catalogue, a sample with a map, a page to print, a
behaviour. `fraydesk new-system ID --like delve` lays a copy down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field as Limits

from desktop.rules.cast import another, chosen, named, several, when
from desktop.rules.conditions import ConditionKind, afflict, concentrate, saves, under
from desktop.rules.contract import (
    Action,
    Actions,
    Aimed,
    AimedAtSeveral,
    Armed,
    Command,
    Going,
    Policy,
    bare,
)
from desktop.rules.creature import Creature, Dying, heal, hp_kept, hurt, stabilize
from desktop.rules.dice import Reach, Total, advantage, pool
from desktop.rules.fields import Record, Shown
from desktop.rules.figures import Derived
from desktop.rules.kit import Counter, Initiative, Levels, Reaction, WithCounters, spend
from desktop.rules.pressing import press
from desktop.rules.squares import Cover, OnSquares, adjacent, walk_past
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Term, Text
from desktop.rules.values import EDITABLE, Badge, tracked

SQUARE = 5
"""Feet along the edge of a square."""
BLAST = 10
"""Feet from its middle that a fire reaches (delve-8)."""

Kind = Literal["blade", "blunt", "fire"]
GUARD_OF_COVER: Mapping[Cover, int] = {"clear": 0, "partial": 2, "full": 5}
Name = Annotated[str, Limits(min_length=1, max_length=100), Shown("Name")]
Score = Annotated[int, Limits(ge=-5, le=15)]
Slots = Annotated[int, Limits(ge=0, le=9)]


class Weapon(Record):
    name: Name
    sides: Annotated[int, Limits(ge=2, le=20), Shown("Damage die", rule="delve-4")] = 6
    kind: Annotated[Kind, Shown("Kind", rule="delve-10")] = "blade"
    range: Annotated[int, Limits(ge=0, le=600), Shown("Range", unit="ft", rule="delve-3")] = 0


class Spell(Record):
    name: Name
    circle: Annotated[int, Limits(ge=0, le=2), Shown("Circle", rule="delve-12")] = 1
    work: Annotated[Literal["fire", "bind", "mend"], Shown("Work", rule="delve-12")] = "fire"
    range: Annotated[int, Limits(ge=5, le=600), Shown("Range", unit="ft", rule="delve-12")] = 60

    @property
    def area(self) -> int:
        """How far around its target it reaches others (delve-8)."""
        return BLAST if self.work == "fire" else 0

    @property
    def for_friends(self) -> bool:
        return self.work == "mend"


FISTS = Weapon(name="Fists", sides=2, kind="blunt")


class Sheet(Record):
    name: Name
    max_hp: Annotated[int, Limits(ge=1, le=999), Shown("Hit points", rule="delve-4")] = 12
    hp: Annotated[int | None, Limits(ge=0, le=999), Shown("Left of them", rule="delve-4")] = None
    guard: Annotated[int, Limits(ge=1, le=30), Shown("Guard", rule="delve-3")] = 12
    might: Annotated[Score, Shown("Might", rule="delve-3")] = 3
    nimble: Annotated[Score, Shown("Nimbleness", rule="delve-8")] = 2
    speed: Annotated[int, Limits(ge=0, le=120), Shown("Speed", unit="ft", rule="delve-2")] = 30
    strikes: Annotated[int, Limits(ge=1, le=5), Shown("Strikes", rule="delve-3")] = 1
    slots: Annotated[list[Slots], Limits(max_length=2), Shown("Circles", rule="delve-12")] = []
    resists: Annotated[list[Kind], Shown("Resists", rule="delve-10")] = []
    immune: Annotated[list[Kind], Shown("Immune to", rule="delve-10")] = []
    weapons: Annotated[list[Weapon], Limits(max_length=9), Shown("Weapons", group="Gear")] = []
    spells: Annotated[list[Spell], Limits(max_length=9), Shown("Spells", group="Gear")] = []
    notes: Annotated[str, Shown("Notes", group="Notes", long=True)] = ""


@dataclass(slots=True)
class Delver(Creature):
    readied: bool = tracked(False, "Blow readied", EDITABLE, Badge("blow readied"), rule="delve-9")

    hp_rule = "delve-4"
    dying = Dying("delve-5", at="turn_end")

    @property
    def weapons(self) -> Sequence[Weapon]:
        return (*self.sheet.weapons, FISTS)

    def slots(self, circle: int) -> int:
        return sum(self.sheet.slots[circle - 1 : circle])


Scene = State[Delver]


def is_mage(state: Scene, delver: Delver) -> bool:
    return bool(delver.sheet.spells)


shakes_off = saves(lambda one, bound: pool(1, 20, Reach(13, one.sheet.might)), "delve-6")
keeps_it_up = saves(
    lambda one, damage: pool(1, 20, Reach(max(10, damage // 2), one.sheet.might)), "delve-6"
)
PRONE = ConditionKind("prone", Text("prone"), rule="delve-7")
BOUND = ConditionKind("bound", Text("bound"), rule="delve-6", hinders=True, save=shakes_off)
CONCENTRATING = ConditionKind(
    "concentrating", Text("concentrating"), rule="delve-6", holds=(BOUND,), when_hurt=keeps_it_up
)
REACTION = Counter("reaction", Text("reaction"), each="round")
CIRCLES = Levels("circle", lambda n: Text("circle {n}", n=n), Delver.slots, (1, 2))
SHIELD = Reaction("shield", Text("turn the blow away"), "delve-11", REACTION, is_mage)
PARTING = Reaction("parting", Text("strike at who walks away"), "delve-9", REACTION)
READIED = Reaction(
    "readied", Text("strike at who comes near"), "delve-9", REACTION, lambda state, one: one.readied
)

MIGHT = Derived(
    "strike", Term("Strike"), lambda one, weapon: one.sheet.might, "delve-3",
    signed=True, thrown_in="strike",
)  # fmt: skip
DAMAGE = Derived(
    "damage", Term("Damage"), lambda one, weapon: f"1d{weapon.sides}", "delve-4", thrown_in="strike"
)
GUARD = Derived("guard", Term("Guard"), attrgetter("sheet.guard"), "delve-3", thrown_in="strike")
READY = when(attrgetter("readied"), Text("a blow is readied already"))

# ---- what can be said, and the rules


class Strike(Armed, action="strike"):
    distance: Annotated[int | None, Shown("Distance", unit="ft", distance_to="target")] = None
    cover: Annotated[Cover, Shown("Cover", rule="delve-3")] = "clear"


class Cast(AimedAtSeveral, action="cast"):
    target: Annotated[str, Shown("At", kind="combatant", whom="anybody")]
    spell: Annotated[str, Limits(max_length=100), Shown("Spell", offers="spells")] = ""
    circle: Annotated[int | None, Limits(ge=1, le=2), Shown("Circle", rule="delve-12")] = None
    distance: Annotated[int | None, Shown("Distance", unit="ft", distance_to="target")] = None


class Walk(Going, action="walk"):
    feet: Annotated[int, Limits(ge=5, le=500), Shown("Feet", unit="ft")] = 5


Rise, Drop = bare("rise"), bare("drop")
Tend, Parting = bare("tend", base=Aimed), bare("parting", base=Aimed)
ACTIONS = Actions()


@ACTIONS.add(Strike, Text("Strike"), rule="delve-3", key="S", uses={"strikes": 1})
def strike(state: Scene, delver: Delver, command: Strike, table: Table) -> None:
    foe = another(state, delver, command.target)
    weapon = named(delver, delver.weapons, command.with_)
    blow(state, delver, foe, weapon, GUARD_OF_COVER[command.cover], table)


def blow(
    state: Scene, delver: Delver, foe: Delver, weapon: Weapon, cover: int, table: Table
) -> None:
    """delve-3: a d20 and might against guard; with advantage the higher of two."""
    reading = Reach(GUARD(foe) + cover, MIGHT(delver, weapon))
    throw = advantage(20, reading, better=foe.incapacitated or under(foe, PRONE))
    reached = table.roll(throw, why="delve-3", by=delver.id, label=Text("strike"))
    if not reached.success or SHIELD.taken(state, foe.id, table):
        table.note("delve-3", delver, "{name} → {foe}: misses", foe=foe.name)
        return
    table.note("delve-3", delver, "{name} → {foe}: hits", foe=foe.name)
    table.mark("hit", foe.id)
    damage = table.roll(pool(1, weapon.sides, Total()), why="delve-4", by=delver.id)
    hurt(state, foe, damage, table, weapon.kind)


@ACTIONS.add(Cast, Text("Cast"), rule="delve-12", key="C", applies=is_mage, uses={"action": 1})
def cast(state: Scene, delver: Delver, command: Cast, table: Table) -> None:
    """delve-12: a die more in the second circle."""
    spell, foe = named(delver, delver.sheet.spells, command.spell, "spell"), command.target
    dice = 3 + CIRCLES.paid(delver, spell.circle)
    if spell.work == "fire":
        burnt = several(state, command.everybody)
        damage = table.roll(pool(dice, 6, Total()), why="delve-8", by=delver.id, label=Text("fire"))
        for one in table.each(burnt):
            burn(state, one, damage, table)
    elif spell.work == "mend":
        points = table.roll(pool(dice, 4, Total()), why="delve-12", by=delver.id)
        heal(several(state, [foe], "target")[0], points, table)
    else:
        concentrate(state, delver, CONCENTRATING, table)
        afflict(state, another(state, delver, foe), BOUND, table, source=delver.id, until="save")


def burn(state: Scene, foe: Delver, damage: int, table: Table) -> None:
    """delve-8: a save for half."""
    throw = pool(1, 20, Reach(13, foe.sheet.nimble))
    saved = table.roll(throw, why="delve-8", by=foe.id, label=Text("save"))
    hurt(state, foe, saved.after_save(damage), table, "fire")


@ACTIONS.add("ready", Text("Ready a blow"), rule="delve-9", why_not=READY, uses={"action": 1})
def ready(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    delver.readied = True
    table.note("delve-9", delver, "{name} waits for somebody to come near")


@ACTIONS.add(Walk, Text("Walk"), rule="delve-2", key="W", uses={"feet": "feet"})
def walk(state: Scene, delver: Delver, command: Walk, table: Table) -> None:
    """delve-2, 9: who leaves a foe's reach is struck at; who comes near, by a readied blow."""
    table.note("delve-2", delver, "{name}: {feet} ft", feet=command.feet)
    if command.to is None:
        return
    squares = command.feet // SQUARE
    for id, leaves in walk_past(state, delver.id, command.to, squares, bought=command.bought):
        blows = PARTING if leaves else READIED if adjacent(state, id, delver.id) else None
        if blows and blows.taken(state, id, table):
            foe = state.take(id)
            foe.readied = foe.readied and leaves
            blow(state, foe, delver, foe.weapons[0], 0, table)


@ACTIONS.add("dash", Text("Dash"), rule="delve-2", uses={"action": 1})
def dash(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    spend(delver, "feet", -delver.sheet.speed)
    table.note("delve-2", delver, "{name} dashes")


@ACTIONS.add(Tend, Text("Tend"), rule="delve-5", key="T", uses={"action": 1})
def tend(state: Scene, delver: Delver, command: Aimed, table: Table) -> None:
    stabilize(another(state, delver, command.target), table)


@ACTIONS.add(Parting, Text("Parting blow"), rule="delve-9", whose="anybody", uses={"reaction": 1})
def parting(state: Scene, delver: Delver, command: Aimed, table: Table) -> None:
    foe = another(state, delver, command.target)
    blow(state, delver, foe, delver.weapons[0], 0, table)


def fierce(state: Scene, actor: str) -> Command | None:
    return press(Delve(), state, actor, first=[Rise])


HALF_WAY = {"feet": lambda one: one.sheet.speed // 2}


class Delve(OnSquares[Scene], WithCounters[Delver]):
    id, title = "delve", "Delve"
    turn_rule, out_rule = "delve-1", "delve-5"
    map_unit, map_square = "ft", SQUARE
    move, way, cover = Walk, "feet", "cover"
    sheet, fighter = Sheet, Delver
    actions = (
        *ACTIONS,
        Action(
            Drop, PRONE.put(), Text("Drop prone"), key="D", applies=PRONE.off, uses={"quick": 1}
        ),
        Action(Rise, PRONE.lifted, Text("Stand up"), key="U", applies=PRONE.on, uses=HALF_WAY),
    )
    initiative = Initiative(lambda one: pool(1, 20, Total(one.sheet.nimble)), "delve-1")
    catalogue: ClassVar = {"weapon": Weapon, "spell": Spell}
    kind_terms: ClassVar = {"weapon": Term("Weapon"), "spell": Term("Spell")}
    conditions = (PRONE, BOUND, CONCENTRATING)
    reactions = (SHIELD, PARTING, READIED)
    counters = (
        Counter("action", Text("action")),
        Counter("strikes", Text("strikes"), attrgetter("sheet.strikes"), per="action"),
        Counter("quick", Text("quick act")),
        Counter("feet", Text("ft"), attrgetter("sheet.speed")),
        REACTION,
        *CIRCLES.counters,
    )
    derived: ClassVar = {"weapons": (MIGHT, DAMAGE), Term("Defence"): (GUARD,)}
    policies: ClassVar = {
        "fierce": Policy("fierce", Text("Fierce"), "", Text("Stands up and presses on."), fierce)
    }
    marks: ClassVar = {"out": Text("somebody goes down, or dies")}
    written_back = (hp_kept("delve-4", least=1),)

    def uses_with(self, fighter: Delver, thing: Any, step: Mapping[str, Any]) -> Mapping[str, int]:
        """delve-12: a spell takes a circle, the lowest one that is left."""
        if not isinstance(thing, Spell):
            return {}
        return CIRCLES.uses(fighter, thing.circle, step.get("circle"))

    def why_not_at(
        self, state: Scene, fighter: Delver, other: Delver, step: Mapping[str, Any]
    ) -> Text | None:
        """delve-5, 12: the dying are tended, the hurt are mended, and nobody binds oneself."""
        if step["action"] == "tend":
            near = adjacent(state, fighter.id, other.id)
            return None if near and other.incapacitated else Text("is not dying, or not near")
        spell = chosen(fighter.sheet.spells, step.get("spell"))
        if step["action"] != "cast" or spell is None:
            return None
        if spell.work == "mend":
            return Text("is unhurt") if other.hp >= other.sheet.max_hp else None
        return Text("needs somebody else") if other.id == fighter.id else None

    def turn_begins(self, state: Scene, fighter: Delver, table: Table) -> None:
        super().turn_begins(state, fighter, table)
        fighter.readied = False
