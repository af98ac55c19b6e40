"""Trio: three acts a turn, degrees of success. For what Delve, of another kind, does not try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field as Limits

from desktop.rules.cast import another, chosen, named, several
from desktop.rules.conditions import Condition, ConditionKind, afflict, concentrate, saves
from desktop.rules.contract import Action, Actions, Aimed, AimedAtSeveral, Going, bare
from desktop.rules.creature import Creature, Dying, heal, hurt
from desktop.rules.dice import Degree, Pool, Reach, Reached, Total, pool
from desktop.rules.fields import Record, Shown
from desktop.rules.figures import Derived
from desktop.rules.kit import Counter, Initiative, Levels, WithCounters
from desktop.rules.squares import OnSquares, adjacent, walk_past, walk_to
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Term, Text
from desktop.rules.values import EDITABLE, Badge, tracked

Name = Annotated[str, Limits(min_length=1, max_length=100), Shown("Name")]
Amounts = dict[str, int]


class Spell(Record):
    name: Name
    rank: Annotated[int, Limits(ge=0, le=2), Shown("Rank")] = 1
    work: Annotated[str, Shown("Work")] = "fire"

    @property
    def area(self) -> int:
        return 10 if self.work == "fire" else 0

    @property
    def for_friends(self) -> bool:
        return self.work == "mend"


class Sheet(Record):
    name: Name
    max_hp: Annotated[int, Limits(ge=1, le=999), Shown("Hit points")] = 20
    guard: Annotated[int, Limits(ge=1, le=50), Shown("Guard")] = 15
    level: Annotated[int, Limits(ge=0, le=20), Shown("Level")] = 1
    might: Annotated[int, Limits(ge=-5, le=20), Shown("Might")] = 4
    slots: Annotated[list[int], Limits(max_length=2), Shown("Ranks")] = []
    resists: Annotated[Amounts, Shown("Resists")] = {}
    weak: Annotated[Amounts, Shown("Weak to")] = {}
    spells: Annotated[list[Spell], Shown("Spells")] = []


def d20(number: int, plus: int) -> Pool[Reached]:
    """trio-1: ten above is critical, ten below a fumble, 20 and 1 change the degree by one."""
    return pool(1, 20, Reach(number, plus, by=10, raises=(20,), lowers=(1,)))


def burns(state: Scene, person: Person, condition: Condition, table: Table) -> None:
    hurt(state, person, condition.value, table, "fire")


WOUNDED = ConditionKind("wounded", Text("wounded"), rule="trio-3", value=True)
BURNING = ConditionKind(
    "burning", Text("burning"), rule="trio-4", value=True, turn_end=burns,
    save=saves(lambda one, condition: pool(1, 20, Reach(15)), "trio-4"),
)  # fmt: skip
HELD = ConditionKind("held", Text("held"), rule="trio-5", hinders=True)
SUSTAINING = ConditionKind("sustaining", Text("sustains"), rule="trio-5", holds=(HELD,))
RAISED = ConditionKind("raised", Text("shield raised"), value=True)
RANKS = Levels(
    "rank", lambda n: Text("rank {n}", n=n), lambda one, n: sum(one.sheet.slots[n - 1 : n]), (1, 2)
)
ATTACKS = Counter("attacks", Text("attacks"), None)
BONUS = Derived(
    "strike", Term("Strike"), lambda one: {"level": one.sheet.level, "might": one.sheet.might},
    "trio-1", signed=True, thrown_in="strike",
)  # fmt: skip


@dataclass(slots=True)
class Person(Creature):
    failures: int = tracked(0, "Dying", EDITABLE, Badge("dying {value}", "bad"), ge=0, le=4)
    dying = Dying(
        "trio-3", lambda one: 10 + one.failures, failures=4, successes=0, by=10,
        track=True, begins=1, wounds=WOUNDED,
    )  # fmt: skip


Scene = State[Person]


class Strike(Aimed, action="strike"):
    flanked: Annotated[bool, Shown("Flanked")] = False
    modifier: Annotated[int, Limits(ge=-20, le=20), Shown("Modifier")] = 0


class Stride(Going, action="stride"):
    feet: Annotated[int, Limits(ge=5, le=500), Shown("Feet", unit="ft")] = 5


class Cast(AimedAtSeveral, action="cast"):
    target: Annotated[str, Shown("At", kind="combatant", whom="anybody")]
    spell: Annotated[str, Limits(max_length=100), Shown("Spell", offers="spells")] = ""


ACTIONS = Actions()


@ACTIONS.add(Strike, Text("Strike"), rule="trio-1", uses={"action": 1, "attacks": 1})
def strike(state: Scene, person: Person, command: Strike, table: Table) -> None:
    """trio-1: each further attack of a turn is harder by 5; twice the damage when critical."""
    foe = another(state, person, command.target)
    penalty = 5 * min(ATTACKS.used(person) - 1, 2)
    number = foe.sheet.guard - 2 * command.flanked
    throw = d20(number, BONUS(person) - penalty + command.modifier)
    reached = table.roll(throw, why="trio-1", by=person.id, label=Text("strike"))
    if reached.success:
        damage = table.roll(pool(1, 8, Total()), why="trio-2", by=person.id, label=Text("damage"))
        critical = reached.degree == Degree.CRITICAL
        table.mark("hit", foe.id)
        hurt(state, foe, damage * (1 + critical), table, "blade", fails=1 + critical)


@ACTIONS.add(Cast, Text("Cast"), rule="trio-6", uses={"action": 2})
def cast(state: Scene, person: Person, command: Cast, table: Table) -> None:
    spell = named(person, person.sheet.spells, command.spell, "spell")
    if spell.work == "mend":
        heal(several(state, [command.target])[0], 8, table)
    elif spell.work == "hold":
        concentrate(state, person, SUSTAINING, table, until="turn_end")
        afflict(state, another(state, person, command.target), HELD, table, source=person.id)
    else:
        for one in table.each(several(state, command.everybody)):
            save = table.roll(d20(15, one.sheet.level), why="trio-6", by=one.id)
            hurt(state, one, save.after_save(8), table, "fire")
            if save.degree == Degree.FUMBLE:
                afflict(state, one, BURNING, table, until="save", value=3)


@ACTIONS.add(Stride, Text("Stride"), rule="trio-7", uses={"feet": "feet"})
def stride(state: Scene, person: Person, command: Stride, table: Table) -> None:
    """trio-7: a foe whose reach is left has its chance."""
    table.note("trio-7", person, "{name}: {feet} ft", feet=command.feet)
    if command.to:
        squares = command.feet // 5
        for id, leaves in walk_past(state, person.id, command.to, squares, bought=command.bought):
            if leaves:
                table.note("trio-7", state[id], "{name} has a chance")


@ACTIONS.add(bare("step", base=Going), Text("Step"), rule="trio-7", uses={"action": 1})
def step(state: Scene, person: Person, command: Going, table: Table) -> None:
    table.note("trio-7", person, "{name} steps")
    if command.to:
        walk_to(state, person.id, command.to, 1, bought=command.bought)


class Trio(OnSquares[Scene], WithCounters[Person]):
    id, title = "trio", "Trio"
    map_unit, map_square = "ft", 5
    move, way, flank = Stride, "feet", "flanked"
    sheet, fighter = Sheet, Person
    initiative = Initiative(lambda one: pool(1, 20, Total(one.sheet.level)))
    conditions = (WOUNDED, BURNING, HELD, SUSTAINING, RAISED)
    counters = (
        Counter("action", Text("action", "actions"), 3),
        Counter("feet", Text("ft"), 25, per="action"),
        ATTACKS,
        *RANKS.counters,
    )
    actions = (
        *ACTIONS,
        Action(
            bare("sustain"), SUSTAINING.put("turn_end"), Text("Sustain"),
            applies=SUSTAINING.on, uses={"action": 1},
        ),
        Action(bare("raise"), RAISED.put("turn_start", value=2), Text("Raise"), uses={"action": 1}),
    )  # fmt: skip
    derived: ClassVar = {Term("Fighter"): (BONUS,)}

    def uses_with(self, fighter: Person, thing: Any, step: Mapping[str, Any]) -> Mapping[str, int]:
        return RANKS.uses(fighter, thing.rank)

    def why_not_at(
        self, state: Scene, fighter: Person, other: Person, step: Mapping[str, Any]
    ) -> Text | None:
        if step["action"] == "strike":
            near = adjacent(state, fighter.id, other.id)
            return None if near else Text("is not within reach")
        spell = chosen(fighter.sheet.spells, step.get("spell"))
        unhurt = spell and spell.work == "mend" and other.hp >= other.sheet.max_hp
        return Text("is unhurt") if unhurt else None
