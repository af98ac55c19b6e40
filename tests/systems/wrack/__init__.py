"""Wrack: salvagers quarrel over what the tide left. Two dice under a skill, coats, grit, nerve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field as Limits

from desktop.rules.cast import alone, another, combatant_choices, enemies, named, others, question
from desktop.rules.contract import Action, Command, Option, Policy, WrittenBack, bare
from desktop.rules.dice import Under, pool
from desktop.rules.display import Vital, bar
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice, Field, Record, Shown
from desktop.rules.kit import EndTurn, InTurns, TurnTaker
from desktop.rules.state import State
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text
from desktop.rules.values import EDITABLE, Badge, badges

Name = Annotated[str, Limits(min_length=1, max_length=100)]
Skill = Annotated[int, Limits(ge=2, le=11)]
Grit = Annotated[int, Limits(ge=0, le=20)]
Shots = Annotated[int, Limits(ge=0, le=6)]


class Weapon(Record):
    name: Annotated[Name, Shown("Name")]
    damage: Annotated[int, Limits(ge=1, le=9), Shown("Damage", rule="wrack-3")] = 2
    magazine: Annotated[Shots, Shown("Shots", rule="wrack-5", help="0: it does not shoot")] = 0
    loaded: Annotated[Shots, Shown("Loaded", rule="wrack-5")] = 0


class Sheet(Record):
    name: Annotated[Name, Shown("Name", group="Person")]
    fight: Annotated[Skill, Shown("Fighting", group="Skills", rule="wrack-2")] = 6
    shoot: Annotated[Skill, Shown("Shooting", group="Skills", rule="wrack-2")] = 6
    nerve: Annotated[Skill, Shown("Nerve", group="Skills", rule="wrack-6")] = 6
    grit: Annotated[Grit, Shown("Grit", group="Person", rule="wrack-4")] = 6
    coat: Annotated[int, Limits(ge=0, le=4), Shown("Coat", group="Person", rule="wrack-3")] = 0
    weapons: Annotated[list[Weapon], Limits(max_length=9), Shown("Weapons", group="Gear")] = []
    notes: Annotated[str, Shown("Notes", group="Notes", long=True)] = ""


class HouseRules(Record):
    bracing: Annotated[bool, Shown("A target may brace", rule="wrack-7")] = True


@dataclass(slots=True)
class Salvager(TurnTaker):
    grit: Annotated[Grit, Shown("Grit"), EDITABLE] = 0
    loaded: tuple[int, ...] = ()
    aiming: Annotated[
        int, Limits(ge=0, le=2), Shown("Aiming", rule="wrack-5"), EDITABLE, Badge("aims +{value}")
    ] = 0
    down: Annotated[bool, Shown("Down", rule="wrack-6"), EDITABLE, Badge("down", "bad")] = False

    @property
    def out(self) -> bool:
        return self.down

    @property
    def weapons(self) -> Sequence[Weapon]:
        return self.sheet.weapons or (Weapon(name="Fists", damage=1),)


Scene = State[Salvager]
SCORE = EffectUnit("score", Text("Score to strike"))


class Modifiers(Record):
    cover: Annotated[bool, Shown("Cover", help="−2", rule="wrack-2")] = False
    surf: Annotated[bool, Shown("In the surf", help="−1", rule="wrack-2")] = False


class Strike(Command, action="strike"):
    target: Annotated[str, Shown("Target", kind="combatant")]
    with_: Annotated[str, Limits(alias="with", max_length=100), Shown("With", kind="choice")] = ""
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()


class Lift(Command, action="lift"):
    target: Annotated[str, Shown("Whom", kind="combatant")]


def strike(state: Scene, person: Salvager, command: Strike, table: Table) -> None:
    foe = another(state, person, command.target)
    weapon = named(person, person.weapons, command.with_)
    place = person.weapons.index(weapon)
    shoots = weapon.magazine > 0 and person.loaded[place] > 0
    score = (person.sheet.shoot if shoots else person.sheet.fight) + person.aiming
    score += SCORE.counted(person, table)
    score -= 2 * (command.modifiers.cover and shoots) + command.modifiers.surf
    if shoots:
        left = person.loaded[place] - 1
        person.loaded = (*person.loaded[:place], left, *person.loaded[place + 1 :])
    person.aiming = 0
    throw = pool(2, 6, Under(score, always=(2,), never=(12,)))
    hit = table.roll(throw, why="wrack-2", by=person.id, label=Text("strike"))
    result = Text("hit") if hit else Text("miss")
    told = Text(
        "{name} strikes at {foe} with {weapon}, {score} or less: {result}",
        name=person.name, foe=foe.name, weapon=weapon.name, score=score, result=result,
    )  # fmt: skip
    table.log("wrack-2", told, by=person.id)
    if hit:
        table.mark("hit", foe.id)
        hurt(state, foe, max(weapon.damage - foe.sheet.coat, 0), table)


def hurt(state: Scene, foe: Salvager, damage: int, table: Table) -> None:
    if damage and state.house.bracing and not foe.acted and braces(foe, damage, table):
        foe.acted, damage = True, damage // 2
        table.log("wrack-7", Text("{name} braces, and will not act", name=foe.name), by=foe.id)
    foe.grit = max(foe.grit - damage, 0)
    table.mark("damage", foe.id, damage)
    coat = Text(", the coat takes {coat}", coat=foe.sheet.coat) if foe.sheet.coat else NOTHING
    lost = Text("{name} loses {damage} grit{coat}", name=foe.name, damage=damage, coat=coat)
    table.log("wrack-3", lost, by=foe.id)
    if foe.grit > 0:
        return
    throw = pool(2, 6, Under(foe.sheet.nerve))
    foe.down = not table.roll(throw, why="wrack-6", by=foe.id, label=Text("nerve"))
    told = Text("{name} stays on their feet", name=foe.name)
    if foe.down:
        told = Text("{name} goes down", name=foe.name)
        table.mark("out", foe.id)
    table.log("wrack-6", told, by=foe.id)


def braces(foe: Salvager, damage: int, table: Table) -> bool:
    takes = Choice(False, Text("Take it"), Text("{damage} grit", damage=damage))
    halves = Choice(True, Text("Brace"), Text("{half} grit, no turn", half=damage // 2))
    text = Text("{name}: brace against the blow?", name=foe.name)
    asked = question(foe, "brace", text, (takes, halves), "wrack-7", default=False)
    answer: bool = table.ask(asked)
    return answer


def aim(state: Scene, person: Salvager, command: Command, table: Table) -> None:
    person.aiming += 1
    table.log("wrack-5", Text("{name} aims", name=person.name), by=person.id)


def reload(state: Scene, person: Salvager, command: Command, table: Table) -> None:
    person.loaded = tuple(weapon.magazine for weapon in person.weapons)
    table.log("wrack-5", Text("{name} reloads", name=person.name), by=person.id)


def lift(state: Scene, person: Salvager, command: Lift, table: Table) -> None:
    if command.target not in [friend.id for friend in fallen_friends(state, person)]:
        raise Refusal(Text("needs a friend who is down"), "target")
    friend = state.take(command.target)
    friend.down, friend.grit = False, max(friend.grit, 1)
    said = Text("{name} helps {friend} up", name=person.name, friend=friend.name)
    table.log("wrack-6", said, by=person.id)


def fallen_friends(state: Scene, person: Salvager) -> list[Salvager]:
    return [c for c in others(state, person) if c.down and c.side == person.side]


def cannot_aim(state: Scene, person: Salvager) -> Text | None:
    return Text("already aims well") if person.aiming >= 2 else None


def cannot_reload(state: Scene, person: Salvager) -> Text | None:
    full = person.loaded == tuple(weapon.magazine for weapon in person.weapons)
    return Text("nothing to load") if full else None


def cannot_lift(state: Scene, person: Salvager) -> Text | None:
    return None if fallen_friends(state, person) else Text("nobody is down")


def brawler(state: Scene, actor: str) -> Command | None:
    if state.turn != actor:
        return None
    foes = enemies(state, state[actor])
    weakest = min(foes, key=lambda foe: foe.grit, default=None)
    return Strike(actor=actor, target=weakest.id) if weakest else EndTurn(actor=actor)


class Wrack(InTurns[Salvager]):
    id, title = "wrack", "Wrack"
    turn_rule, out_rule = "wrack-1", "wrack-6"
    effect_units = (SCORE,)
    sheet, house_rules, fighter = Sheet, HouseRules, Salvager
    catalogue: ClassVar = {"weapon": Weapon}
    policies: ClassVar = {
        "brawler": Policy(
            "brawler", Text("Brawler"), "", Text("Strikes whoever has the least grit."), brawler
        )
    }
    decisions: ClassVar = {"brace": Text("whether the target braces")}
    marks: ClassVar = {"damage": Text("grit lost"), "out": Text("somebody goes down")}
    actions = (
        Action(Strike, strike, Text("Strike"), rule="wrack-2", key="S", why_not=alone),
        Action(bare("aim"), aim, Text("Aim"), rule="wrack-5", key="A", why_not=cannot_aim),
        Action(
            bare("reload"), reload, Text("Reload"), rule="wrack-5", key="R", why_not=cannot_reload
        ),
        Action(Lift, lift, Text("Help up"), rule="wrack-6", key="H", why_not=cannot_lift),
    )
    written_back: ClassVar = (
        WrittenBack(Text("Grit"), lambda one: {"grit": one.grit}, rule="wrack-4"),
        WrittenBack(
            Text("Loaded"),
            lambda one: (
                {f"weapons[{i}].loaded": n for i, n in enumerate(one.loaded)}
                if one.sheet.weapons
                else {}
            ),
            rule="wrack-5",
        ),
    )

    def starting_values(self, sheet: Sheet, house: Any) -> dict[str, Any]:
        return {"grit": sheet.grit, "loaded": tuple(w.loaded for w in sheet.weapons) or (0,)}

    def turn_order(self, state: Scene, ids: Sequence[str], table: Table) -> Sequence[str]:
        return sorted(ids, key=lambda id: -state[id].sheet.nerve)

    def offered(self, state: Scene, fighter: Any, option: Option, field: Field) -> Field | None:
        if field.id == "with":
            return field.offering([Choice(w.name, w.name) for w in fighter.weapons])
        if option.action == "lift":
            return field.offering(combatant_choices(fallen_friends(state, fighter)))
        return super().offered(state, fighter, option, field)

    def vitals(self, state: Scene, id: str) -> Sequence[Vital]:
        one = state[id]
        grit = bar("grit", Text("grit"), one.grit, one.sheet.grit, "wrack-4")
        coat = Vital("number", "coat", Text("coat"), one.sheet.coat, rule="wrack-3")
        return [grit, coat, *badges(one)]
