"""Grenades and other things thrown, and getting out of their way (walka-28 and 30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import ceil, floor

from desktop.rules.cast import present
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text, Words
from desktop.rules.walka.blasts import blast, landing, refuse_victims, ring
from desktop.rules.walka.check import judge, tell_roll
from desktop.rules.walka.commands import ThrowSomething, Victim
from desktop.rules.walka.data import SCATTER_STEP, Category, distance_modifier, reach
from desktop.rules.walka.die import FACES, cheapest, failing, succeeds, success_points
from desktop.rules.walka.dodging import dodge_all
from desktop.rules.walka.points import pay_points, skill_points, spend_on_die
from desktop.rules.walka.sheet import HouseRules, Weapon
from desktop.rules.walka.state import Battle, Fighter, points_left
from desktop.rules.walka.targeting import add_own, rushes
from desktop.rules.walka.threshold import SHOOTING, Threshold, add_armour, add_build, threshold_of
from desktop.rules.walka.weapons import (
    PIN,
    find_weapon,
    grenades,
    hand_grenades,
    no_hands,
    not_ready,
    use_round,
)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What is thrown, who is in the blast, and the threshold."""

    index: int | None
    weapon: Weapon | None
    victims: list[Victim]
    threshold: Threshold
    far: int = 0
    """The penalty of the distance, 0 or above (walka-19)."""

    @property
    def skill(self) -> str:
        """walka-28: what is thrown is thrown with its own skill."""
        return self.weapon.uses if self.weapon else "throwing"


OBJECT = "object"
"""Stands for a weapon where something else is thrown that is no grenade (walka-10)."""


def cannot_throw(state: Battle, fighter: Fighter) -> Text | None:
    return no_hands(state, fighter)


def not_thrown(house: HouseRules, fighter: Fighter, index: int) -> Text | None:
    """Why a grenade cannot be thrown, or a launcher fired, now; or None (walka-10, 21)."""
    weapon = fighter.weapon(index)
    if problem := not_ready(fighter, index):
        return problem
    if house.pins and _live_pin(fighter, weapon):
        return _not_pulled(weapon)
    return rushes(fighter) if weapon.category == "launcher" else None


def plan_throw(state: Battle, fighter: Fighter, command: ThrowSomething) -> Thrown:
    """Raises :class:`Refusal` where it cannot be."""
    mine = grenades(fighter)
    other = command.with_ == OBJECT or not (command.with_ or mine)
    index = None if other else find_weapon(fighter, command.with_, mine)
    weapon = None if index is None else fighter.weapon(index)
    if index is not None and not command.overrule:
        problem = not_thrown(state.house, fighter, index)
        if problem:
            raise Refusal(problem, "with")
        if command.by_build and weapon and weapon.category == "launcher":
            fired = Text("{weapon} fires, no strength of the arm helps", weapon=weapon.name)
            raise Refusal(fired, "by_build")
    victims = _victims(state, command)
    column: Category = weapon.category if weapon else "grenade"
    further, farthest = 0, reach(column)
    if weapon:
        further = weapon.further
        farthest = min(farthest - further, weapon.reach or farthest)
    value = distance_modifier(column, command.distance + further)
    if value is None or command.distance > farthest:
        if not command.overrule:
            raise Refusal(
                Text(
                    "{distance} m is too far, nobody throws beyond {farthest} m (walka-19)",
                    distance=command.distance,
                    farthest=farthest,
                ),
                "distance",
            )
        value = value or 0
    threshold = threshold_of(fighter, "dexterity")
    add_armour(threshold, fighter, SHOOTING)
    said = Text("a throw of {distance} m", distance=command.distance)
    threshold.add(said, value, "walka-19")
    if weapon:
        add_build(threshold, fighter, weapon)
        said = Text("accuracy of {weapon}", weapon=weapon.name)
        threshold.add(said, weapon.accuracy, "walka-17")
        if weapon.category == "launcher":
            add_own(threshold, fighter)
    threshold.add_given(command.modifiers)
    return Thrown(index, weapon, victims, threshold, max(-value, 0))


def _live_pin(fighter: Fighter, weapon: Weapon | None) -> bool:
    """walka-10: whether it has a pin that nobody has pulled; what is fired has none."""
    has_one = (
        weapon is not None
        and weapon.category == "grenade"
        and weapon.critical_range is not None
        and not weapon.reload
    )
    return has_one and PIN not in fighter.effects


def _not_pulled(weapon: Weapon | None) -> Text:
    return Text("the pin of {weapon} is not pulled", weapon=weapon.name if weapon else "")


def _victims(state: Battle, command: ThrowSomething) -> list[Victim]:
    """Whoever is thrown at stands in the middle, unless the list says otherwise."""
    named = [victim.who for victim in command.victims]
    refuse_victims(state, command.victims)
    victims = list(command.victims)
    if command.target is not None:
        present(state, command.target)
        if command.target not in named:
            victims.insert(0, Victim(who=command.target))
    return victims


def throw(state: Battle, fighter: Fighter, command: ThrowSomething, table: Table) -> None:
    """walka-28: the throw, where it lands, who gets away, and the blast. ``fighter`` is taken."""
    thrown = plan_throw(state, fighter, command)
    weapon = thrown.weapon
    fighter.aiming = 0
    if _live_pin(fighter, weapon):
        table.log("walka-10", _not_pulled(weapon), by=fighter.id)
    if PIN in fighter.effects and thrown.index in hand_grenades(fighter):
        fighter.effects.remove(PIN)
    what: Words = weapon.name if weapon else Text("an object")
    far = command.distance
    told = Text("{name} throws {what}, {distance} m", name=fighter.name, what=what, distance=far)
    table.log("walka-28", told, by=fighter.id)
    if thrown.index is not None:
        use_round(fighter, thrown.index)
    if command.by_build:
        _strength(state, fighter, command, thrown, table)
    table.in_sequence(state, [partial(_let_go, fighter.id, thrown, far)])


def _let_go(id: str, thrown: Thrown, far: int, state: Battle, table: Table) -> None:
    """The throw itself, and all that comes of it."""
    fighter, weapon, victims = state.take(id), thrown.weapon, thrown.victims
    missed_by = _aimed_throw(state, fighter, thrown, far, table)
    if not missed_by:
        table.mark("success", fighter.id)
    if weapon is None:
        return
    if missed_by:
        victims = _missed(fighter, victims, scatter(missed_by, far), table)
    if weapon.critical_range is None:
        effect = Text(": {notes}", notes=weapon.notes) if weapon.notes else NOTHING
        told = Text("{weapon} does its work{effect}", weapon=weapon.name, effect=effect)
        table.log("walka-28", told, by=fighter.id)
        return
    caught = dodge_all(state, fighter, weapon, victims, table)
    blast(state, weapon, caught, table, alone=True)


def _strength(
    state: Battle, fighter: Fighter, command: ThrowSomething, thrown: Thrown, table: Table
) -> None:
    """walka-28: a test of throwing on build takes its success points off the distance penalty.

    The throw that follows draws on the same points, so the best for it is what helps both most.
    """
    threshold = thrown.threshold
    penalty = thrown.far
    build = threshold_of(fighter, "build")
    build.add(Text("powered armour"), fighter.powered, "walka-15")
    build.tell(fighter, "walka-28", table)
    points = skill_points(state, fighter, "throwing")
    equal, total = state.house.equal_succeeds, points.total

    lefts = tuple(
        points_left(state.house, fighter, thrown.skill, {"throwing": spent})
        for spent in range(total + 1)
    )
    strengths = _strengths(build.value, threshold.value, penalty, lefts, equal)
    groups: dict[tuple[int, int], list[int]] = {}
    for face, strength in enumerate(strengths, start=1):
        groups.setdefault((strength.gains[strength.best], strength.best), []).append(face)
    label = Text("strength of the throw")
    throw = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(throw, why="walka-28", by=fighter.id, label=label)[0]
    tell_roll(fighter, (die,), label, "walka-28", table)
    strength = strengths[die - 1]
    offered: dict[int, int] = {}
    for spent, gained in enumerate(strength.gains):
        offered.setdefault(gained, spent)
    choices = [
        Choice(
            [spent],
            str(spent) if spent else Text("none"),
            Text("{gained} off the penalty", gained=strength.gains[spent]),
        )
        for spent in dict.fromkeys([strength.best, *offered.values()])
    ]
    most = offered[max(offered)]
    what = Text("the strength of the throw")
    spent = spend_on_die(fighter, choices, strength.best, most, points, table, what)
    pay_points(fighter, points.skills, ((spent,),), state, table)
    won = judge(fighter, die, spent, build, state, table, label)
    threshold.add(label, min(won, penalty), "walka-28")


@dataclass(frozen=True, slots=True)
class Strength:
    """A face of the test on build: what each number of points takes off, and the best of them."""

    gains: tuple[int, ...]
    best: int


@lru_cache(maxsize=256)
def _strengths(
    build: float, threshold: float, penalty: int, lefts: tuple[int, ...], equal: bool
) -> tuple[Strength, ...]:
    """For every face what points are worth; ``lefts`` is what each number of them leaves."""

    def gain(die: int, spent: int) -> int:
        if not succeeds(die, spent, build, equal):
            return 0
        return min(success_points(die, spent, build, equal), penalty)

    def lands(gained: int, left: int) -> int:
        """On how many faces the throw can still succeed."""
        return FACES - len(failing(threshold + gained, left, equal))

    found = []
    for face in range(1, FACES + 1):
        gains = tuple(gain(face, spent) for spent in range(len(lefts)))
        chances = [lands(gained, left) for gained, left in zip(gains, lefts, strict=True)]
        found.append(Strength(gains, chances.index(max(chances))))
    return tuple(found)


def _aimed_throw(
    state: Battle, fighter: Fighter, thrown: Thrown, distance: int, table: Table
) -> int:
    """The throw itself: 0 when it lands where it should, else by how much it failed."""
    threshold, victims = thrown.threshold, thrown.victims
    threshold.tell(fighter, "walka-28", table)
    points = skill_points(state, fighter, thrown.skill)
    equal, value, most = state.house.equal_succeeds, threshold.value, points.total

    def failure(die: int, spent: int) -> int:
        missed = die - spent - value
        return max(ceil(missed) if equal else floor(missed) + 1, 1)

    radius = thrown.weapon.critical_range if thrown.weapon else None
    # Who throws and is in the blast will need points to get away.
    dodges = any(victim.who == fighter.id for victim in victims)
    groups: dict[object, list[int]] = {}
    for face in range(1, FACES + 1):
        least = cheapest(face, value, most, equal)
        key: object = ("hit", least if dodges else 0)
        if least is None:
            off = scatter(failure(face, 0), distance)
            key = tuple(radius and ring(victim.metres + off, radius) for victim in victims)
        groups.setdefault(key, []).append(face)
    dice = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(dice, why="walka-28", by=fighter.id, label=Text("throw"))[0]
    tell_roll(fighter, (die,), Text("throw"), "walka-28", table)
    least = cheapest(die, value, most, equal)
    on_the_spot = Text("on the spot")
    choices = [Choice([0], Text("none"), Text("miss") if least != 0 else on_the_spot)]
    if least:
        choices.insert(0, Choice([least], str(least), on_the_spot))
    best = least or 0
    spent = spend_on_die(fighter, choices, best, best, points, table, Text("the throw"))
    pay_points(fighter, points.skills, ((spent,),), state, table)
    if judge(fighter, die, spent, threshold, state, table, Text("throw")):
        return 0
    return failure(die, spent)


def scatter(missed_by: int, distance: int) -> int:
    """Metres a missed throw lands off: one a point up to 10 m, two up to 20 m, and so on."""
    return missed_by * max(ceil(distance / SCATTER_STEP), 1)


def _missed(fighter: Fighter, victims: Sequence[Victim], off: int, table: Table) -> list[Victim]:
    """A miss comes down somewhere else; by default away from everybody."""
    told = Text("the throw lands {off} m off", off=off)
    table.log("walka-28", told, by=fighter.id)
    further = [victim.metres + off for victim in victims]
    nearer = [abs(victim.metres - off) for victim in victims]
    offered = {Text("away from them"): further, Text("towards them"): nearer}
    names = [victim.who for victim in victims]
    question = Text("It lands {off} m off: metres from {names}?", off=off, names=names)
    return landing(fighter, victims, offered, question, "walka-28", table)


# ---- getting away (walka-30)
