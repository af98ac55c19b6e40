"""Delve: explorers under the hill. One d20 against a guard, turns of several acts, squares of 5 ft.

A whole system to learn from: an action, a quick act, a reaction and feet to go; advantage;
resistances; a fire with saves for all whom it reaches; a shield that is raised when the blow has
hit already; a binding that holds by concentration; blows at those who walk away, and one that waits
for somebody to come near; people who are dying before they are out; a catalogue, a sample with a
map, a page to print, a behaviour. `fraydesk new-system ID --like delve` lays a copy down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.cast import alone, another, enemies, named, yes_or_no
from desktop.rules.conditions import (
    Condition,
    ConditionKind,
    afflict,
    after_resistance,
    let_go,
    lift,
    under,
)
from desktop.rules.contract import Action, Aimed, Armed, Command, Policy, WrittenBack, bare
from desktop.rules.dice import Keep, Reach, Total, pool
from desktop.rules.fields import Record, Shown
from desktop.rules.figures import Figure, FigureGroup
from desktop.rules.kit import Counter, TurnTaker, WithCounters, spend
from desktop.rules.pressing import press
from desktop.rules.squares import OnSquares, apart, leaves_reach, point_of, walk_to
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Term, Text
from desktop.rules.values import EDITABLE, Badge, Bar

SQUARE = 5
"""Feet along the edge of a square."""
BLAST = 10
"""Feet from its middle that a fire reaches (delve-8)."""

Kind = Literal["blade", "blunt", "fire"]
Cover = Literal["clear", "partial", "full"]
GUARD_OF_COVER: Mapping[Cover, int] = {"clear": 0, "partial": 2, "full": 5}
Name = Annotated[str, Limits(min_length=1, max_length=100)]


class Weapon(Record):
    name: Annotated[Name, Shown("Name")]
    sides: Annotated[int, Limits(ge=2, le=20), Shown("Damage die", rule="delve-4")] = 6
    kind: Annotated[Kind, Shown("Kind", rule="delve-10")] = "blade"
    range: Annotated[int, Limits(ge=0, le=600), Shown("Range", unit="ft", rule="delve-3")] = 0


FISTS = Weapon(name="Fists", sides=2, kind="blunt")


class Sheet(Record):
    name: Annotated[Name, Shown("Name")]
    health: Annotated[int, Limits(ge=1, le=200), Shown("Health", rule="delve-4")] = 12
    guard: Annotated[int, Limits(ge=1, le=30), Shown("Guard", rule="delve-3")] = 12
    might: Annotated[int, Limits(ge=-5, le=15), Shown("Might", rule="delve-3")] = 3
    nimble: Annotated[int, Limits(ge=-5, le=15), Shown("Nimbleness", rule="delve-8")] = 2
    speed: Annotated[int, Limits(ge=0, le=120), Shown("Speed", unit="ft", rule="delve-2")] = 30
    mage: Annotated[bool, Shown("Mage", rule="delve-6")] = False
    resists: Annotated[list[Kind], Shown("Resists", rule="delve-10")] = []
    immune: Annotated[list[Kind], Shown("Immune to", rule="delve-10")] = []
    weapons: Annotated[list[Weapon], Limits(max_length=9), Shown("Weapons", group="Gear")] = []
    notes: Annotated[str, Shown("Notes", group="Notes", long=True)] = ""


@dataclass(slots=True)
class Delver(TurnTaker):
    health: Annotated[
        int, Limits(ge=0, le=200), Shown("Health", rule="delve-4"), EDITABLE, Bar("health")
    ] = 0
    fading: Annotated[
        int, Limits(ge=0, le=3), Shown("Fading", rule="delve-5"), EDITABLE, Badge("fading {value}")
    ] = 0
    readied: Annotated[
        bool, Shown("Blow readied", rule="delve-9"), EDITABLE, Badge("blow readied")
    ] = False

    @property
    def incapacitated(self) -> bool:
        return not self.health and not self.out

    @property
    def out(self) -> bool:
        return self.fading >= 3

    @property
    def weapons(self) -> Sequence[Weapon]:
        return (*self.sheet.weapons, FISTS)


Scene = State[Delver]


def shakes_off(state: Scene, delver: Delver, condition: Condition, table: Table) -> bool:
    throw = pool(1, 20, Reach(13, delver.sheet.might))
    return table.roll(throw, why="delve-6", by=delver.id, label=Text("shake it off")).success


PRONE = ConditionKind("prone", Text("prone"), rule="delve-7")
BOUND = ConditionKind("bound", Text("bound"), rule="delve-6", hinders=True, save=shakes_off)

# ---- what can be said


class Strike(Armed, action="strike"):
    distance: Annotated[int | None, Shown("Distance", unit="ft", distance_to="target")] = None
    cover: Annotated[Cover, Shown("Cover", rule="delve-3")] = "clear"


class Fire(Command, action="fire"):
    target: Annotated[str, Shown("At", kind="combatant")]
    others: Annotated[list[str], Shown("And at", kind="combatants")] = []


class Walk(Command, action="walk"):
    feet: Annotated[int, Limits(ge=5, le=500), Shown("Feet", unit="ft")] = 5
    to: Annotated[At | None, Shown("To", kind="point")] = None


Rise = bare("rise")
Bind = bare("bind", base=Aimed)
Parting = bare("parting", base=Aimed)

# ---- rules


def strike(state: Scene, delver: Delver, command: Strike, table: Table) -> None:
    foe = another(state, delver, command.target)
    weapon = named(delver, delver.weapons, command.with_)
    blow(state, delver, foe, weapon, GUARD_OF_COVER[command.cover], table)


def parting(state: Scene, delver: Delver, command: Aimed, table: Table) -> None:
    foe = another(state, delver, command.target)
    blow(state, delver, foe, delver.weapons[0], 0, table)


def blow(
    state: Scene, delver: Delver, foe: Delver, weapon: Weapon, cover: int, table: Table
) -> None:
    """delve-3: a d20 and might against guard; with advantage the higher of two."""
    keep: Keep = "highest" if foe.incapacitated or under(foe, PRONE) else "all"
    dice = 2 if keep == "highest" else 1
    throw = pool(dice, 20, Reach(foe.sheet.guard + cover, delver.sheet.might, keep=keep))
    reached = table.roll(throw, why="delve-3", by=delver.id, label=Text("strike"))
    hit = reached.success and not shields(foe, table)
    line = Text("{name} → {foe}: misses", name=delver.name, foe=foe.name)
    if hit:
        line = Text("{name} → {foe}: hits", name=delver.name, foe=foe.name)
    table.log("delve-3", line, by=delver.id)
    if hit:
        table.mark("hit", foe.id)
        damage = table.roll(pool(1, weapon.sides, Total()), why="delve-4", by=delver.id)
        harm(state, foe, damage, weapon.kind, table)


def shields(foe: Delver, table: Table) -> bool:
    """delve-11: a mage who has a reaction left may turn a blow away that has hit."""
    if not foe.sheet.mage or foe.used.get("reaction") or foe.incapacitated:
        return False
    text = Text("{name}: turn the blow away?", name=foe.name)
    yes, no = Text("Turn it away"), Text("Take it")
    raised: bool = table.ask(yes_or_no(foe, "shield", text, yes, no, "delve-11"))
    if raised:
        spend(foe, "reaction")
        table.log("delve-11", Text("{name} turns the blow away", name=foe.name), by=foe.id)
    return raised


def harm(state: Scene, foe: Delver, damage: int, kind: Kind, table: Table) -> None:
    """delve-4, 10: what gets through takes health; who is dying already fades."""
    damage = after_resistance(damage, (kind,), immune=foe.sheet.immune, resists=foe.sheet.resists)
    was_dying, lost = foe.incapacitated, min(damage, foe.health)
    foe.health -= lost
    foe.fading += was_dying
    table.mark("damage", foe.id, lost)
    table.log("delve-4", Text("{name}: health −{lost}", name=foe.name, lost=lost), by=foe.id)
    if foe.out or (foe.incapacitated and not was_dying):
        table.mark("out", foe.id)
    elif lost and any(binds(one, foe) for one in state.combatants.values()):
        throw = pool(1, 20, Reach(max(10, lost // 2), foe.sheet.might))
        if not table.roll(throw, why="delve-6", by=foe.id, label=Text("concentrate")).success:
            let_go(state, foe.id, [BOUND], table)


def binds(one: Delver, mage: Delver) -> bool:
    """Whether somebody is bound by this mage."""
    return any((c.kind, c.source) == (BOUND.id, mage.id) for c in one.conditions)


def bind(state: Scene, delver: Delver, command: Aimed, table: Table) -> None:
    foe = another(state, delver, command.target)
    let_go(state, delver.id, [BOUND], table)  # one spell holds at a time
    afflict(state, foe, BOUND, table, source=delver.id, until="save")


def fire(state: Scene, delver: Delver, command: Fire, table: Table) -> None:
    """delve-8: 4d6 to everybody it reaches, each with a save for half."""
    ids = dict.fromkeys([command.target, *command.others])
    for id in ids:
        another(state, delver, id, "target" if id == command.target else "others")
    damage = table.roll(pool(4, 6, Total()), why="delve-8", by=delver.id, label=Text("fire"))
    for id in table.each(ids):
        burn(state, state.take(id), damage, table)


def burn(state: Scene, foe: Delver, damage: int, table: Table) -> None:
    throw = pool(1, 20, Reach(13, foe.sheet.nimble))
    saved = table.roll(throw, why="delve-8", by=foe.id, label=Text("leap aside")).success
    harm(state, foe, damage // 2 if saved else damage, "fire", table)


def walk(state: Scene, delver: Delver, command: Walk, table: Table) -> None:
    """delve-2, 9: who leaves a foe's reach is struck at; who comes near, by a readied blow."""
    line = Text("{name}: {feet} ft", name=delver.name, feet=command.feet)
    table.log("delve-2", line, by=delver.id)
    if command.to is None:
        return
    before = state.copy()
    bought = command.overrule or command.cost is not None
    path = walk_to(state, delver.id, command.to, command.feet // SQUARE, bought=bought)
    for id, square in leaves_reach(before, delver.id, path) if path else ():
        if parts(state.take(id), delver, table):
            state.positions = {**state.positions, delver.id: point_of(square)}
            blow(state, state.take(id), delver, state[id].weapons[0], 0, table)
            if delver.incapacitated or delver.out:
                return
    state.positions = {**state.positions, delver.id: command.to}
    for foe in enemies(state, delver):
        if foe.readied and apart(state, foe.id, delver.id) == 1:
            waiting = state.take(foe.id)
            waiting.readied = False
            spend(waiting, "reaction")
            blow(state, waiting, delver, waiting.weapons[0], 0, table)


def parts(foe: Delver, delver: Delver, table: Table) -> bool:
    """delve-9: whether somebody with a reaction left strikes at one who walks away."""
    if foe.incapacitated or under(foe, BOUND) or foe.used.get("reaction"):
        return False
    text = Text("{name}: strike at {other}, who walks away?", name=foe.name, other=delver.name)
    yes, no = Text("Strike"), Text("Let go")
    strikes: bool = table.ask(yes_or_no(foe, "parting", text, yes, no, "delve-9"))
    if strikes:
        spend(foe, "reaction")
    return strikes


def ready(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    delver.readied = True
    table.log("delve-9", Text("{name} waits for somebody to come near", name=delver.name))


def drop(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    afflict(state, delver, PRONE, table)


def rise(state: Scene, delver: Delver, command: Command, table: Table) -> None:
    lift(delver, PRONE, table)


def is_mage(state: Scene, delver: Delver) -> bool:
    return bool(delver.sheet.mage)


def has_readied(state: Scene, delver: Delver) -> Text | None:
    return Text("a blow is readied already") if delver.readied else None


def fierce(state: Scene, actor: str) -> Command | None:
    """Stands up, where it can, and presses on."""
    rules, me = Delve(), state[actor]
    if rules.is_to_act(state, actor) and under(me, PRONE):
        rising = Rise(actor=actor)
        if not rules.why_not(state, actor, rules.action_of(rising)):
            return rising
    return press(rules, state, actor)


class Delve(OnSquares[Scene], WithCounters[Delver]):
    id, title = "delve", "Delve"
    turn_rule, out_rule = "delve-1", "delve-5"
    map_unit, map_square = "ft", SQUARE
    move, way, cover = Walk, "feet", "cover"
    sheet, fighter = Sheet, Delver
    catalogue: ClassVar = {"weapon": Weapon}
    kind_terms: ClassVar = {"weapon": Term("Weapon")}
    conditions = (PRONE, BOUND)
    counters = (
        Counter("action", Text("action")),
        Counter("quick", Text("quick act")),
        Counter("feet", Text("ft"), lambda delver: delver.sheet.speed),
        Counter("reaction", Text("reaction"), each="round"),
    )
    actions = (
        Action(
            Strike, strike, Text("Strike"), rule="delve-3", key="S", why_not=alone,
            uses={"action": 1},
        ),
        Action(
            Bind, bind, Text("Bind"), rule="delve-6", key="B", why_not=alone, applies=is_mage,
            uses={"action": 1},
        ),
        Action(
            Fire, fire, Text("Fire"), rule="delve-8", key="F", why_not=alone, applies=is_mage,
            uses={"action": 1},
        ),
        Action(
            bare("ready"), ready, Text("Ready a blow"), rule="delve-9", key="R",
            why_not=has_readied, uses={"action": 1},
        ),
        Action(Walk, walk, Text("Walk"), rule="delve-2", key="W", uses={"feet": "feet"}),
        Action(
            bare("drop"), drop, Text("Drop prone"), rule="delve-7", key="D", applies=PRONE.off,
            uses={"quick": 1},
        ),
        Action(
            Rise, rise, Text("Stand up"), rule="delve-7", key="U", applies=PRONE.on,
            uses={"feet": 15},
        ),
        Action(
            Parting, parting, Text("Parting blow"), rule="delve-9", whose="anybody",
            why_not=alone, uses={"reaction": 1},
        ),
    )  # fmt: skip
    policies: ClassVar = {
        "fierce": Policy(
            "fierce", Text("Fierce"), "",
            Text("Walks to the nearest foe and strikes; fades quietly."), fierce,
        )
    }  # fmt: skip
    decisions: ClassVar = {
        "shield": Text("whether a mage turns a blow away: true or false"),
        "parting": Text("whether somebody strikes at one who walks away: true or false"),
    }
    marks: ClassVar = {"damage": Text("health lost"), "out": Text("somebody goes down, or dies")}
    written_back: ClassVar = (
        WrittenBack(Text("Health"), lambda one: {"health": max(one.health, 1)}, rule="delve-4"),
    )

    def around(self, state: Scene, fighter: Delver, step: Mapping[str, Any]) -> float | None:
        return BLAST if step.get("action") == "fire" else None

    def why_not_with(
        self, state: Scene, fighter: Delver, thing: Weapon, step: Mapping[str, Any]
    ) -> Text | None:
        """delve-3: hand weapons reach the next square, others as far as their range."""
        feet, far = step.get("distance") or 0, thing.range or SQUARE
        text = Text("{weapon} reaches {far} ft, not {feet}", weapon=thing.name, far=far, feet=feet)
        return text if feet > far else None

    def turn_begins(self, state: Scene, fighter: Delver, table: Table) -> None:
        super().turn_begins(state, fighter, table)
        fighter.readied = False

    def turn_ends(self, state: Scene, fighter: Delver, table: Table) -> None:
        """delve-5: who is dying fades, on less than 10."""
        if fighter.incapacitated:
            throw = pool(1, 20, Reach(10))
            holds_on = table.roll(throw, why="delve-5", by=fighter.id, label=Text("hold on"))
            fighter.fading += not holds_on.success

    def figures(self, state: Scene, id: str) -> Sequence[FigureGroup]:
        one, groups = state[id], []
        bonus = one.sheet.might
        might = Figure(
            "strike", Term("Strike"), bonus, rule="delve-3", signed=True, thrown_in="strike"
        )
        for number, weapon in enumerate(one.sheet.weapons):
            die = f"1d{weapon.sides}"
            damage = Figure("damage", Term("Damage"), die, rule="delve-4", thrown_in="strike")
            groups.append(FigureGroup(f"weapons[{number}]", Term(weapon.name), (might, damage)))
        guard = Figure("guard", Term("Guard"), one.sheet.guard, rule="delve-3", thrown_in="strike")
        return [*groups, FigureGroup("defence", Term("Defence"), (guard,))]
