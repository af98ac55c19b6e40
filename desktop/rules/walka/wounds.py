"""From a hit to its consequences: location, armour, wound, pain (walka-18, 27, 31 to 33)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from desktop.rules.dice import Faces, Pool, pool
from desktop.rules.table import Table
from desktop.rules.walka.check import FACES, Pain, number
from desktop.rules.walka.data import (
    ARMS,
    LEVELS,
    LOCATIONS,
    PAIN_DIFFICULTY,
    PLACE,
    SMALLER_THAN_MEDIUM,
    UNLUCKY,
    Level,
    Location,
    level_number,
    location_of,
)
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Wound, weight


@lru_cache(maxsize=1024)
def levels_after(armour: tuple[int, ...], level: int, penetration: int) -> tuple[int, ...]:
    """walka-31: the level of the wound that comes through in each location, 0 for none.

    The head adds a level (walka-18), even above critical; armour takes that one off first.
    """
    if level <= 0:
        return (0,) * len(LOCATIONS)
    return tuple(
        min(max(level + (location == "head") - max(reduction - penetration, 0), 0), len(LEVELS))
        for location, reduction in zip(LOCATIONS, armour, strict=True)
    )


def level_after(target: Fighter, level: int, location: Location, penetration: int) -> int:
    """walka-31: the level of the wound that comes through, 0 for none."""
    return levels_after(target.armour, level, penetration)[PLACE[location]]


def strike_at(
    state: Battle,
    target: Fighter,
    level: int,
    location: Location,
    penetration: int,
    table: Table,
) -> int:
    """One hit, from armour to consequences; the level of the wound. ``target`` is taken."""
    where = location.replace("_", " ")
    if location == "head":
        table.log("walka-18", f"{target.name}: head, the wound is a level higher", by=target.id)
    final = level_after(target, level, location, penetration)
    reduction = target.armour[PLACE[location]]
    if reduction:
        pierced = f" − penetration {penetration}" if penetration else ""
        came = LEVELS[final - 1] if final else "nothing"
        table.log(
            "walka-31",
            f"{target.name}: armour {reduction}{pierced} at the {where}, {came} comes through",
            by=target.id,
        )
    if final:
        wound(state, target, final, location, table)
    return final


def wound(state: Battle, target: Fighter, level: int, location: Location, table: Table) -> None:
    """walka-31 to 33: the wound, its pain, and what it brings. ``target`` is taken."""
    name = LEVELS[level - 1]
    where = location.replace("_", " ")
    table.log("walka-31", f"{target.name}: {name} wound, {where}", by=target.id)
    table.mark("damage", target.id, level)
    table.mark(name, target.id)
    hurts = fresh_wound(name, location, True)
    if name == "critical":
        critical_wound(state, target, hurts, table)
    elif target.out:
        target.wounds.append(hurts)
    else:
        bear(state, target, [hurts], table)


def wounds(
    state: Battle, target: Fighter, level: int, places: Sequence[Location], table: Table
) -> None:
    """walka-31 and 32 for several wounds of one level below critical at once.

    What they come to is marked where the dice for their places are thrown.
    """
    name = LEVELS[level - 1]
    where = ", ".join(place.replace("_", " ") for place in places)
    table.log("walka-31", f"{target.name}: {len(places)} {name} wounds, {where}", by=target.id)
    bear(state, target, [fresh_wound(name, place, True) for place in places], table)


def bear(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> None:
    """walka-32: the pain of wounds below critical, and what else. ``target`` is taken."""
    target.wounds += pain(state, target, hurts, table)
    for hurt in hurts:
        if hurt.level != "scratch":
            lose_segment(target, hurt.level, table)
        if hurt.level == "heavy":
            knock_down(target, "a heavy wound", "walka-32", table)


def kills(target: Fighter, level: int, location: Location) -> bool:
    """walka-33: whether a wound of this level would be the end of somebody still in the fight."""
    return level == len(LEVELS) and (
        location == "head" or any(wound.level == "critical" for wound in target.wounds)
    )


def critical_wound(state: Battle, target: Fighter, hurts: Wound, table: Table) -> None:
    """walka-33: the first one takes time to kill; a second, or one in the head, kills."""
    was_out = target.out
    target.wounds.append(hurts)
    target.stabilised = False
    if was_out:
        return
    if target.dead:
        why = "critical in the head" if hurts.location == "head" else "a second critical wound"
        table.log("walka-33", f"{target.name} dies: {why}", by=target.id)
        leave(state, target, table)
        return
    said = f"{target.name}: penalty {number(hurts.penalty)}, no test"
    table.log("walka-32", said, by=target.id)
    minutes = minutes_to_live(target)
    said = f"{target.name} dies in {minutes} minutes without first aid"
    table.log("walka-33", said, by=target.id)


@lru_cache(maxsize=256)
def fresh_wound(level: Level, location: Location, pain_passed: bool) -> Wound:
    return Wound(level=level, location=location, pain_passed=pain_passed)


@lru_cache(maxsize=1024)
def pain_throw(thresholds: tuple[int, ...], skill: int, equal: bool) -> Pool[tuple[bool, ...]]:
    return pool(3 * len(thresholds), FACES, Pain(thresholds, skill, equal))


def pain(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> list[Wound]:
    """walka-32: pain resistance on build decides how much each wound hinders."""
    if not state.house.pain_test:
        penalty = number(sum(hurt.penalty for hurt in hurts))
        table.log("walka-32", f"{target.name}: penalty {penalty}", by=target.id)
        return hurts
    build = target.attribute("build")
    thresholds = tuple(build + PAIN_DIFFICULTY[hurt.level] for hurt in hurts)
    throw = pain_throw(thresholds, target.skill("pain_resistance"), state.house.equal_succeeds)
    passed = table.roll(throw, why="walka-32", by=target.id, label="pain")
    judged = [
        hurt if borne else fresh_wound(hurt.level, hurt.location, False)
        for hurt, borne in zip(hurts, passed, strict=True)
    ]
    if len(hurts) == 1:
        said = "passed" if passed[0] else "failed"
    else:
        said = f"passed {sum(passed)} of {len(passed)} times"
    penalty = number(sum(hurt.penalty for hurt in judged))
    table.log(
        "walka-32",
        f"{target.name}: pain test on {thresholds[0]} {said}, penalty {penalty}",
        by=target.id,
    )
    return judged


def minutes_to_live(target: Fighter) -> int:
    """walka-33: how long somebody with a critical wound has."""
    return (target.attribute("build") + target.skill("pain_resistance")) * 3


def leave(state: Battle, target: Fighter, table: Table) -> None:
    """Out of the fight: nothing waits for this one, and its fire holds nobody down any more."""
    table.mark("out", target.id)
    target.segments = target.debt = target.aiming = 0
    target.frozen = target.carry = None
    target.running = "still"
    cease_fire(state, target, table)


def cease_fire(state: Battle, shooter: Fighter, table: Table) -> None:
    """walka-25: whom nobody's fire holds down any more is free again. ``shooter`` is taken."""
    held, shooter.suppressing, shooter.fire_left = shooter.suppressing, (), 0
    for id in held:
        if not any(id in other.suppressing for other in state.combatants.values()):
            state.take(id).suppressed = False
            table.log("walka-25", f"{state[id].name} is no longer suppressed", by=id)


def lose_segment(target: Fighter, name: str, table: Table) -> None:
    """walka-32: the next segment that is not spent yet: of this move, frozen, or of the next."""
    if target.segments:
        target.segments -= 1
        left = f"{target.segments} left"
    elif target.frozen:
        count = target.frozen.count - 1
        target.frozen = target.frozen.model_copy(update={"count": count}) if count else None
        left = f"{count} frozen left"
    else:
        target.debt += 1
        left = "from the next turn"
    if target.aiming:
        target.aiming = 0
        left += ", the aim is lost"
    table.log("walka-32", f"{target.name}: a {name} wound costs a segment, {left}", by=target.id)


def knock_down(target: Fighter, why: str, rule: str, table: Table) -> None:
    if target.posture != "prone":
        target.posture = "prone"
        table.log(rule, f"{target.name} falls: {why}", by=target.id)


def random_location(target: Fighter, level: int, penetration: int, table: Table) -> Location:
    """walka-29: a d20 for the location; 20 is thrown again."""
    alike = faces_by_level(target.armour, level, penetration)
    throw = pool(1, FACES, Faces(alike=alike), again=(UNLUCKY,))
    face = table.roll(throw, why="walka-29", by=target.id, label="location")[0]
    return location_of(face)


@lru_cache(maxsize=1024)
def faces_by_level(
    armour: tuple[int, ...], level: int, penetration: int
) -> tuple[tuple[int, ...], ...]:
    """Faces of a location die that lead to the same wound (and head or not, for walka-33)."""
    levels = levels_after(armour, level, penetration)
    groups: dict[tuple[int, bool], list[int]] = {}
    for face in range(1, FACES):
        location = location_of(face)
        final = levels[PLACE[location]]
        groups.setdefault((final, final == len(LEVELS) and location == "head"), []).append(face)
    return tuple(map(tuple, groups.values()))


# ---- ion (walka-27)


def ion(state: Battle, target: Fighter, weapon: Weapon, location: Location, table: Table) -> None:
    """walka-27: wounds nobody, but puts machines out of order. ``target`` is taken."""
    struck = LOCATIONS if weapon.whole_body else (location,)
    shields = [armor for armor in target.sheet.armor if armor.shielded]
    open_to_it = [place for place in struck if not any(armor.covers(place) for armor in shields)]
    if not open_to_it:
        table.log("walka-27", f"{target.name}: the armour is shielded against ion", by=target.id)
        return
    droid = target.sheet.nature == "droid"
    if target.sheet.size in SMALLER_THAN_MEDIUM and (droid or target.sheet.cyber):
        deactivate(state, target, "too small to bear it", table)
        return
    if droid and any(place in ("head", "torso") for place in open_to_it):
        deactivate(state, target, "hit in the head or torso", table)
        return
    lost = [
        place
        for place in open_to_it
        if place not in target.disabled
        and place not in ("head", "torso")
        and (droid or place in target.sheet.cyber)
    ]
    for place in lost:
        target.disabled.append(place)
        table.mark("disabled", target.id)
        table.log(
            "walka-27", f"{target.name} cannot move the {place.replace('_', ' ')}", by=target.id
        )
    if not lost:
        table.log("walka-27", f"{target.name}: ion wounds nobody", by=target.id)


def deactivate(state: Battle, target: Fighter, why: str, table: Table) -> None:
    target.deactivated = True
    table.log("walka-27", f"{target.name} is deactivated: {why}", by=target.id)
    leave(state, target, table)


# ---- by the game master's word


def merge(state: Battle, target: Fighter, table: Table) -> None:
    """walka-33: three of a level become one of the next, at the place of the last of them.

    ``target`` is taken. The merged wound keeps the better of what the pain tests came to.
    """
    for level in range(len(LEVELS) - 1):
        same = [wound for wound in target.wounds if wound.level == LEVELS[level]]
        while len(same) >= 3:
            three, same = same[:3], same[3:]
            for gone in three:
                target.wounds.remove(gone)
            merged = Wound(
                level=LEVELS[level + 1],
                location=three[-1].location,
                pain_passed=any(wound.pain_passed for wound in three),
            )
            target.wounds.append(merged)
            table.log(
                "walka-33",
                f"{target.name}: three {LEVELS[level]} wounds become one {LEVELS[level + 1]}",
                by=target.id,
            )
    if target.dead:
        table.log("walka-33", f"{target.name} dies of its wounds", by=target.id)
        leave(state, target, table)


def equivalent(target: Fighter) -> str:
    """walka-33: what the wounds would come to if they were merged, in words; empty if the same."""
    counts = [0] * len(LEVELS)
    for wound in target.wounds:
        counts[level_number(wound.level) - 1] += 1
    merged = weight(target.wounds)
    if tuple(counts) == merged:
        return ""
    return "counts as " + ", ".join(
        f"{amount} {LEVELS[index]}" for index, amount in enumerate(merged) if amount
    )


def arms_left(fighter: Fighter) -> int:
    return sum(arm not in fighter.disabled for arm in ARMS)
