"""Grenades, charges, and getting out of their way (walka-28 to 30)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Field, Shown
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.walka.check import (
    FACES,
    Threshold,
    judge,
    need,
    pay_points,
    purse,
    single_test,
    spend_on_die,
    success_points,
    tell_roll,
    threshold_of,
)
from desktop.rules.walka.commands import (
    Act,
    Metres,
    Modifiers,
    Victim,
    Victims,
    WeaponName,
    find_weapon,
    not_ready,
    present,
    use_round,
)
from desktop.rules.walka.data import BLAST, LEVELS, SCATTER_STEP, distance_modifier, reach
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, points_left
from desktop.rules.walka.wounds import ion, knock_down, random_location, strike_at


class Throw(Act):
    """A grenade or another object, thrown at somebody or at a spot."""

    action: Literal["throw"] = "throw"
    target: Annotated[str | None, Shown("At", "Cel", kind="combatant", help="empty: at a spot")] = (
        None
    )
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    distance: Annotated[Metres, Shown("Distance", "Odległość", unit="m", rule="walka-19")] = 10
    by_build: Annotated[
        bool,
        Shown("Strength lowers the penalty", "Test rzucania na Budowę", rule="walka-28"),
    ] = False
    victims: Victims = []
    modifiers: Annotated[Modifiers, Shown("Modifiers", "Utrudnienia")] = Modifiers()


class ThrowLarge(Throw):
    action: Literal["throw_large"] = "throw_large"  # type: ignore[assignment]


class Detonate(Act):
    """A charge that lies somewhere goes off (walka-29)."""

    action: Literal["detonate"] = "detonate"
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    victims: Victims = []


PIN = "pin pulled"
"""The effect on whoever holds a live grenade (walka-10)."""


def grenades(fighter: Fighter) -> list[int]:
    """The weapons of the sheet that are thrown, by index."""
    return [i for i, weapon in enumerate(fighter.sheet.weapons) if weapon.category == "grenade"]


# ---- throwing (walka-28)


def plan_throw(
    state: Battle, fighter: Fighter, command: Throw
) -> tuple[int | None, list[Victim], Threshold]:
    """What is thrown, who is in the blast, and the threshold. Raises :class:`Refusal`."""
    mine = grenades(fighter)
    index = find_weapon(fighter, command.with_, mine) if command.with_ or mine else None
    if index is not None and not command.overrule:
        problem = not_ready(fighter, index)
        if problem:
            raise Refusal(problem, "with")
    victims = _victims(state, command)
    value = distance_modifier("grenade", command.distance)
    if value is None:
        if not command.overrule:
            raise Refusal(
                f"{command.distance} m is too far, nobody throws beyond {reach('grenade')} m "
                "(walka-19)",
                "distance",
            )
        value = 0
    threshold = threshold_of(fighter, "dexterity")
    threshold.add(f"a throw of {command.distance} m", value, "walka-19")
    command.modifiers.add_to(threshold)
    return index, victims, threshold


def _victims(state: Battle, command: Throw) -> list[Victim]:
    """Whoever is thrown at stands in the middle, unless the list says otherwise."""
    named = [victim.who for victim in command.victims]
    for index, who in enumerate(named):
        present(state, who, f"victims[{index}].who")
        if who in named[:index]:
            raise Refusal(f"{state[who].name} is there twice", f"victims[{index}].who")
    victims = list(command.victims)
    if command.target is not None:
        present(state, command.target, "target")
        if command.target not in named:
            victims.insert(0, Victim(who=command.target))
    return victims


def throw(state: Battle, fighter: Fighter, command: Throw, table: Table) -> None:
    """walka-28: the throw, where it lands, who gets away, and the blast. ``fighter`` is taken."""
    index, victims, threshold = plan_throw(state, fighter, command)
    weapon = None if index is None else fighter.weapon(index)
    fighter.aiming = 0
    if PIN in fighter.effects:
        fighter.effects.remove(PIN)
    what = weapon.name if weapon else "an object"
    far = f"{command.distance} m"
    table.log("walka-28", f"{fighter.name} throws {what}, {far}", by=fighter.id)
    if index is not None:
        use_round(fighter, index)
    if command.by_build:
        _strength(state, fighter, command, threshold, table)
    missed_by = _aimed_throw(state, fighter, weapon, victims, command, threshold, table)
    if not missed_by:
        table.mark("success", fighter.id)
    if weapon is None:
        return
    if missed_by:
        victims = _landing(fighter, victims, scatter(missed_by, command.distance), table)
    if weapon.critical_range is None:
        effect = f": {weapon.notes}" if weapon.notes else ""
        table.log("walka-28", f"{weapon.name} does its work{effect}", by=fighter.id)
        return
    victims = dodge_all(state, fighter, weapon, victims, table)
    blast(state, weapon, victims, table)


def _strength(
    state: Battle, fighter: Fighter, command: Throw, threshold: Threshold, table: Table
) -> None:
    """walka-28: a test of throwing on build takes its success points off the distance penalty."""
    penalty = -min(distance_modifier("grenade", command.distance) or 0, 0)
    build = threshold_of(fighter, "build")
    build.tell(fighter, "walka-28", table)
    money = purse(state, fighter, "throwing")
    equal, value = state.house.equal_succeeds, build.value

    def gain(die: int, points: int) -> int:
        least = need(die, value, equal)
        if least is None or points < least:
            return 0
        return min(success_points(die, points, value, equal), penalty)

    def cheapest(die: int) -> int:
        least = need(die, value, equal)
        return least if least is not None and least <= money.total and penalty else 0

    groups: dict[int, list[int]] = {}
    for face in range(1, FACES + 1):
        groups.setdefault(gain(face, cheapest(face)), []).append(face)
    throw = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(throw, why="walka-28", by=fighter.id, label="strength of the throw")[0]
    tell_roll(fighter, (die,), "strength of the throw", "walka-28", table)
    best = cheapest(die)
    offered: dict[int, int] = {}
    for points in range(money.total + 1):
        offered.setdefault(gain(die, points), points)
    choices = [
        Choice([points], str(points) if points else "none", f"{gained} off the penalty")
        for gained, points in sorted(offered.items(), key=lambda item: item[1] != best)
    ]
    most = offered[max(offered)]
    what = "the strength of the throw"
    points = spend_on_die(fighter, choices, best, most, money, table, what)
    pay_points(fighter, money, ((points,),), state, table)
    won = judge(fighter, die, points, build, state, table, "strength of the throw")
    threshold.add("strength of the throw", min(won, penalty), "walka-28")


def _aimed_throw(
    state: Battle,
    fighter: Fighter,
    weapon: Weapon | None,
    victims: Sequence[Victim],
    command: Throw,
    threshold: Threshold,
    table: Table,
) -> int:
    """The throw itself: 0 when it lands where it should, else by how much it failed."""
    threshold.tell(fighter, "walka-28", table)
    money = purse(state, fighter, "throwing")
    equal, value = state.house.equal_succeeds, threshold.value

    def cheapest(die: int) -> int | None:
        least = need(die, value, equal)
        return least if least is not None and least <= money.total else None

    def failure(die: int, points: int) -> int:
        return max(ceil(die - points - value) + (0 if equal else 1), 1)

    radius = weapon.critical_range if weapon else None
    groups: dict[object, list[int]] = {}
    for face in range(1, FACES + 1):
        key: object = "hit"
        if cheapest(face) is None:
            off = scatter(failure(face, 0), command.distance)
            key = tuple(radius and ring(victim.metres + off, radius) for victim in victims)
        groups.setdefault(key, []).append(face)
    dice = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(dice, why="walka-28", by=fighter.id, label="throw")[0]
    tell_roll(fighter, (die,), "throw", "walka-28", table)
    least = cheapest(die)
    choices = [Choice([0], "none", "miss" if least != 0 else "on the spot")]
    if least:
        choices.insert(0, Choice([least], str(least), "on the spot"))
    points = spend_on_die(fighter, choices, least or 0, least or 0, money, table, "the throw")
    pay_points(fighter, money, ((points,),), state, table)
    if judge(fighter, die, points, threshold, state, table, "throw"):
        return 0
    return failure(die, points)


def scatter(missed_by: int, distance: int) -> int:
    """Metres a missed throw lands off: one a point up to 10 m, two up to 20 m, and so on."""
    return missed_by * max(ceil(distance / SCATTER_STEP), 1)


def _landing(fighter: Fighter, victims: Sequence[Victim], off: int, table: Table) -> list[Victim]:
    """Where a miss comes down is for the game master: metres for each victim."""
    table.log("walka-28", f"the throw lands {off} m off", by=fighter.id)
    if not victims:
        return []
    further = [victim.metres + off for victim in victims]
    nearer = [abs(victim.metres - off) for victim in victims]
    choices = [Choice(further, "away from them", f"{further} m")]
    if nearer != further:
        choices.append(Choice(nearer, "towards them", f"{nearer} m"))
    names = ", ".join(victim.who for victim in victims)
    landed = table.ask(
        Decision(
            id="landing",
            by=fighter.id,
            text=f"It lands {off} m off: metres from {names}?",
            field=Field(
                "landing",
                "numbers",
                "Metres for each",
                native="Odległości",
                default=further,
                minimum=0,
                maximum=1000,
                length=len(victims),
                choices=tuple(choices),
                rule="walka-28",
            ),
            rule="walka-28",
        )
    )
    if len(landed) != len(victims):
        raise Refusal(f"needs {len(victims)} numbers, one for each victim", "answers.landing")
    return [
        victim.model_copy(update={"metres": metres})
        for victim, metres in zip(victims, landed, strict=True)
    ]


# ---- the blast (walka-29)


def ring(metres: int, radius: int) -> int:
    """walka-29: the level a blast does at that distance, 0 beyond its last ring."""
    band = max(ceil(metres / radius), 1) - 1
    return BLAST[band] if band < len(BLAST) else 0


def detonate(state: Battle, fighter: Fighter, command: Detonate, table: Table) -> None:
    """walka-29 for a charge: nobody throws, it goes off where it lies."""
    index = plan_detonate(state, fighter, command)
    use_round(fighter, index)
    weapon = fighter.weapon(index)
    table.log("walka-29", f"{fighter.name} sets off {weapon.name}", by=fighter.id)
    blast(state, weapon, command.victims, table)


def charges(fighter: Fighter) -> list[int]:
    """Grenades and charges that go off, by index."""
    return [i for i in grenades(fighter) if fighter.weapon(i).critical_range is not None]


def plan_detonate(state: Battle, fighter: Fighter, command: Detonate) -> int:
    index = find_weapon(fighter, command.with_, charges(fighter))
    problem = not_ready(fighter, index)
    if problem and not command.overrule:
        raise Refusal(problem, "with")
    for position, victim in enumerate(command.victims):
        present(state, victim.who, f"victims[{position}].who")
    return index


def blast(state: Battle, weapon: Weapon, victims: Sequence[Victim], table: Table) -> None:
    """walka-29: each victim apart, by how far it is from the middle."""
    radius = weapon.critical_range or 1

    def fate(victim: Victim) -> Callable[[Battle, Table], None]:
        def befalls(draft: Battle, table: Table) -> None:
            target = draft.take(victim.who)
            if not target.out:
                _caught(draft, target, victim, weapon, radius, table)

        return befalls

    # Somebody named twice would be one after the other.
    if len({victim.who for victim in victims}) == len(victims):
        table.apart(state, [fate(victim) for victim in victims])
    else:
        for victim in victims:
            fate(victim)(state, table)


def _caught(
    state: Battle, target: Fighter, victim: Victim, weapon: Weapon, radius: int, table: Table
) -> None:
    level = base = ring(victim.metres, radius)
    if not base:
        table.log("walka-29", f"{target.name}: {victim.metres} m, out of the blast", by=target.id)
        return
    less = []
    if target.posture == "prone" and victim.metres > 0:
        level -= 1
        less.append("lying down")
    if victim.cover:
        level -= 1
        less.append("behind cover that is destroyed")
    why = f", lower for {' and '.join(less)}" if less else ""
    came = LEVELS[level - 1] if level > 0 else "nothing"
    table.log("walka-29", f"{target.name}: {victim.metres} m{why}: {came}", by=target.id)
    if level <= 0:
        return
    penetration = weapon.penetration or 0
    table.mark("caught", target.id)
    location = random_location(target, level, penetration, table)
    table.log("walka-29", f"{target.name}: {location.replace('_', ' ')}", by=target.id)
    if weapon.ion:
        ion(state, target, weapon, location, table)
    else:
        strike_at(state, target, level, location, penetration, table)
    if base == 1 and not target.out:
        knock_down(target, "the edge of the blast", "walka-29", table)


# ---- getting away (walka-30)

DODGES = (
    ("leap", "Leap away", "Odskok"),
    ("leap_to_cover", "Leap behind cover within 2 m", "Odskok za osłonę"),
    ("fling", "Fling it off", "Odrzucenie"),
    ("throw_back", "Throw it back", "Odrzucenie tam, skąd przyleciał"),
)
AWARENESS = -5
TELEKINESIS = {"fling": -3, "throw_back": -7}


def dodge_all(
    state: Battle, thrower: Fighter, weapon: Weapon, victims: Sequence[Victim], table: Table
) -> list[Victim]:
    """walka-30: each victim in turn; who gets rid of the grenade saves everybody after it too."""
    radius = weapon.critical_range or 1
    result = list(victims)
    for index, victim in enumerate(victims):
        if not ring(victim.metres, radius):
            continue
        target = state.take(victim.who)
        way = _ask_dodge(target, table)
        if way == "stay" or not _gets_away(state, target, way, table):
            continue
        match way:
            case "leap":
                further = (ceil(max(victim.metres, 1) / radius)) * radius + 1
                result[index] = victim.model_copy(update={"metres": further})
                said = "leaps a ring further out"
            case "leap_to_cover":
                target.covered, target.leaning = True, False
                result[index] = victim.model_copy(update={"cover": True})
                said = "leaps behind cover"
            case "fling":
                table.log("walka-30", f"{target.name} flings it off, out of reach", by=target.id)
                return []
            case _:
                table.log("walka-30", f"{target.name} throws it back", by=target.id)
                return [] if thrower.out else [Victim(who=thrower.id)]
        table.log("walka-30", f"{target.name} {said}", by=target.id)
    return result


def _ask_dodge(target: Fighter, table: Table) -> str:
    no_force = None if target.attribute("force") else "no sensitivity to move things with"
    choices = [Choice("stay", "Stay", why_not=None)]
    for id, label, _ in DODGES:
        choices.append(Choice(id, label, why_not=no_force if id in TELEKINESIS else None))
    answer: str = table.ask(
        Decision(
            id="dodge_grenade",
            by=target.id,
            text=f"{target.name}: what if it sees the grenade coming?",
            field=Field(
                "dodge_grenade",
                "choice",
                "Dodge",
                native="Uskok przed granatem",
                default="leap",
                choices=tuple(choices),
                rule="walka-30",
            ),
            rule="walka-30",
        )
    )
    return answer


def _gets_away(state: Battle, target: Fighter, way: str, table: Table) -> bool:
    """First to see it (alertness or spotting, whichever has more points), then to do it."""
    left = points_left(state.house, target, "alertness") | points_left(
        state.house, target, "spotting"
    )
    skill = max(left, key=lambda name: left[name])
    seeing = threshold_of(target, "senses")
    seeing.add("a grenade in flight", AWARENESS, "walka-30")
    if not single_test(state, target, seeing, skill, table, rule="walka-30", label=skill):
        table.log("walka-30", f"{target.name} does not see it coming", by=target.id)
        return False
    if way in TELEKINESIS:
        doing = threshold_of(target, "force")
        doing.add(way.replace("_", " "), TELEKINESIS[way], "walka-30")
        skill = "telekinesis"
    else:
        doing, skill = threshold_of(target, "dexterity"), ""
    if single_test(state, target, doing, skill, table, rule="walka-30", label="dodge"):
        return True
    table.log("walka-30", f"{target.name} does not get away", by=target.id)
    return False
