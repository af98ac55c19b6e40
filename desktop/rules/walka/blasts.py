"""What goes off: rings of a blast, who is caught, charges (walka-29)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from desktop.rules.cast import present
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table, TableRefusal
from desktop.rules.text import NOTHING, Text, Words, joined
from desktop.rules.walka import words
from desktop.rules.walka.commands import Detonate, Victim
from desktop.rules.walka.data import BLAST, UNLUCKY, Location, location_of
from desktop.rules.walka.die import FACES
from desktop.rules.walka.ion import ion, ion_hit
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.weapons import charges, find_weapon, none_ready, not_ready, use_round
from desktop.rules.walka.wounds import faces_by_level, knock_down, strike_at


def ring(metres: int, radius: int) -> int:
    """The level a blast does at that distance, 0 beyond its last ring."""
    band = max(ceil(metres / radius), 1) - 1
    return BLAST[band] if band < len(BLAST) else 0


def no_charge(state: Battle, fighter: Fighter) -> Text | None:
    mine = charges(fighter)
    return none_ready(fighter, mine) if mine else Text("no charge")


def plan_detonate(state: Battle, fighter: Fighter, command: Detonate) -> int:
    index = find_weapon(fighter, command.with_, charges(fighter))
    problem = not_ready(fighter, index)
    if problem and not command.overrule:
        raise Refusal(problem, "with")
    refuse_victims(state, command.victims)
    return index


def refuse_victims(state: Battle, victims: Sequence[Victim]) -> None:
    """walka-29: each of them is still in the fight, and there once. Raises :class:`Refusal`."""
    named: list[str] = []
    for position, victim in enumerate(victims):
        place = f"victims[{position}].who"
        one = present(state, victim.who, place)
        if victim.who in named:
            raise Refusal(Text("{name} is there twice", name=one.name), place)
        named.append(victim.who)


def detonate(state: Battle, fighter: Fighter, command: Detonate, table: Table) -> None:
    """A charge: nobody throws, it goes off where it lies. ``fighter`` is taken."""
    index = plan_detonate(state, fighter, command)
    use_round(fighter, index)
    weapon = fighter.weapon(index)
    told = Text("{name} sets off {weapon}", name=fighter.name, weapon=weapon.name)
    table.log("walka-29", told, by=fighter.id)
    blast(state, weapon, command.victims, table)


def blast(
    state: Battle,
    weapon: Weapon,
    victims: Sequence[Victim],
    table: Table,
    *,
    alone: bool = False,
    last: bool = True,
) -> None:
    """Each victim apart, by how far it is from the middle.

    ``alone``: nobody can have been hurt before in this command, so the odds of each place are
    reckoned only once. ``last``: nobody can be hurt after it in this command.
    """

    def fate(victim: Victim) -> Callable[[Battle, Table], None]:
        def befalls(draft: Battle, table: Table) -> None:
            target = draft.take(victim.who)
            if not target.out:
                _caught(draft, target, victim, weapon, weapon.critical_range or 1, table)

        return befalls

    fates = [fate(victim) for victim in victims]
    if last:
        table.independently(state, fates, victims if alone else ())
        return
    for befalls in fates:
        befalls(state, table)


def _caught(
    state: Battle, target: Fighter, victim: Victim, weapon: Weapon, radius: int, table: Table
) -> None:
    level = base = ring(victim.metres, radius)
    said = {"target": target.name, "metres": victim.metres}
    if not base:
        told = Text("{target}: {metres} m, out of the blast", **said)
        table.log("walka-29", told, by=target.id)
        return
    less: list[Words] = []
    if target.posture == "prone" and victim.metres > 0:
        level -= 1
        less.append(Text("lying down"))
    if victim.cover:
        level -= 1
        less.append(Text("behind cover that is destroyed"))
    why = Text(", lower for {reasons}", reasons=joined(less, " and ")) if less else NOTHING
    came = words.level(max(level, 0))
    told = Text("{target}: {metres} m{why}: {came}", why=why, came=came, **said)
    table.log("walka-29", told, by=target.id)
    if victim.cover and target.covered:
        target.uncover()
        bare = Text("{target} is no longer behind cover", target=target.name)
        table.log("walka-29", bare, by=target.id)
    if level <= 0:
        return
    table.mark("caught", target.id)
    location = random_location(target, weapon, level, table)
    where = Text("{target}: {where}", target=target.name, where=words.LOCATION[location])
    table.log("walka-29", where, by=target.id)
    if weapon.ion:
        ion(state, target, weapon, location, table)
    else:
        strike_at(state, target, level, location, weapon.penetration or 0, table)
    if base == 1 and not target.out:
        knock_down(target, Text("the edge of the blast"), "walka-29", table)


def random_location(target: Fighter, weapon: Weapon, level: int, table: Table) -> Location:
    """walka-29: a d20 for the location; 20 is thrown again."""
    alike = faces_by_level(target.protection, level, weapon.penetration or 0)
    if weapon.ion:
        groups: dict[object, list[int]] = {}
        for face in range(1, FACES):
            hit = ion_hit(target, weapon.whole_body, location_of(face))
            groups.setdefault(hit.kind, []).append(face)
        alike = tuple(map(tuple, groups.values()))
    throw = pool(1, FACES, Faces(alike=alike), again=(UNLUCKY,))
    face = table.roll(throw, why="walka-29", by=target.id, label=Text("location"))[0]
    return location_of(face)


def landing(
    by: Fighter,
    victims: Sequence[Victim],
    offered: Mapping[Text, list[int]],
    question: Text,
    rule: str,
    table: Table,
) -> list[Victim]:
    """Where it comes down is for the game master: metres for each victim, the first by default."""
    if not victims:
        return []
    choices: list[Choice] = []
    for label, metres in offered.items():
        if metres not in [choice.value for choice in choices]:
            choices.append(Choice(metres, label, f"{metres} m"))
    field = Field(
        "landing",
        "numbers",
        "Metres for each",
        native="Odległości",
        default=choices[0].value,
        minimum=0,
        maximum=1000,
        length=len(victims),
        choices=tuple(choices),
        rule=rule,
    )
    landed = table.ask(Decision("landing", by.id, question, field, rule))
    if len(landed) != len(victims):
        needs = Text("needs {numbers} numbers, one for each victim", numbers=len(victims))
        raise TableRefusal(needs, "answers.landing")
    return [
        victim.model_copy(update={"metres": metres})
        for victim, metres in zip(victims, landed, strict=True)
    ]
