"""From a hit to its consequences: location, armour, wound, pain (walka-18, 27, 31 to 33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from desktop.rules.dice import Pool, pool
from desktop.rules.display import Bar
from desktop.rules.table import Table
from desktop.rules.text import NOTHING, Text
from desktop.rules.walka import words
from desktop.rules.walka.data import (
    LEVELS,
    LOCATIONS,
    PAIN_DIFFICULTY,
    PLACE,
    Level,
    Location,
    location_of,
)
from desktop.rules.walka.die import FACES, Pain
from desktop.rules.walka.state import ARMOUR, Battle, Fighter, Wound, weight
from desktop.rules.walka.suppression import cease_fire, pass_time
from desktop.rules.walka.threshold import number


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
    return levels_after(target.protection, level, penetration)[PLACE[location]]


def strike_at(
    state: Battle,
    target: Fighter,
    level: int,
    location: Location,
    penetration: int,
    table: Table,
) -> int:
    """One hit, from armour to consequences; the level of the wound. ``target`` is taken."""
    final = level_after(target, level, location, penetration)
    if table.keeps_log:
        _tell_armour(target, location, penetration, final, table)
    if final:
        wound(state, target, final, location, table)
    return final


def _tell_armour(
    target: Fighter, location: Location, penetration: int, final: int, table: Table
) -> None:
    if location == "head":
        told = Text("{target}: head, the wound is a level higher", target=target.name)
        table.log("walka-18", told, by=target.id)
    ARMOUR.tell(target, table)
    reduction = target.protection[PLACE[location]]
    if reduction:
        pierced = Text(" − penetration {penetration}", penetration=penetration)
        told = Text(
            "{target}: armour {reduction}{pierced} at the {where}, {came} comes through",
            target=target.name,
            reduction=reduction,
            pierced=pierced if penetration else NOTHING,
            where=words.LOCATION[location],
            came=words.level(final),
        )
        table.log("walka-31", told, by=target.id)


def wound(state: Battle, target: Fighter, level: int, location: Location, table: Table) -> None:
    """walka-31 to 33: the wound, its pain, and what it brings. ``target`` is taken."""
    name = LEVELS[level - 1]
    if table.keeps_log:
        told = Text(
            "{target}: {level} wound, {where}",
            target=target.name,
            level=words.LEVEL[name],
            where=words.LOCATION[location],
        )
        table.log("walka-31", told, by=target.id)
    table.mark("damage", target.id, level)
    table.mark(name, target.id)
    hurts = fresh_wound(name, location, True)
    if name == "critical":
        critical_wound(state, target, hurts, table)
    elif target.out:
        target.add_wounds([hurts])
    else:
        bear(state, target, [hurts], table)


def wounds(
    state: Battle, target: Fighter, level: int, places: Sequence[Location], table: Table
) -> None:
    """walka-31 and 32 for several wounds of one level below critical at once.

    What they come to is marked where the dice for their places are thrown.
    """
    name = LEVELS[level - 1]
    if table.keeps_log:
        told = Text(
            "{target}: {number} {level} wounds, {where}",
            target=target.name,
            number=len(places),
            level=words.LEVEL[name],
            where=words.locations(places),
        )
        table.log("walka-31", told, by=target.id)
    bear(state, target, [fresh_wound(name, place, True) for place in places], table)


def bear(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> None:
    """walka-32: the pain of wounds below critical, and what else. ``target`` is taken."""
    target.add_wounds(pain(state, target, hurts, table))
    for hurt in hurts:
        if hurt.level != "scratch":
            lose_segment(state, target, hurt.level, table)
        if hurt.level == "heavy":
            knock_down(target, Text("a heavy wound"), "walka-32", table)


def kills(target: Fighter, level: int, location: Location) -> bool:
    """walka-33: whether a wound of this level would be the end of somebody still in the fight."""
    return level == len(LEVELS) and (
        location == "head" or any(wound.level == "critical" for wound in target.wounds)
    )


def critical_wound(state: Battle, target: Fighter, hurts: Wound, table: Table) -> None:
    """walka-33: the first one takes time to kill; a second, or one in the head, kills."""
    was_out = target.out
    target.add_wounds([hurts])
    target.stabilised = False
    if was_out:
        return
    if target.dead:
        told = Text("{target} dies: a second critical wound", target=target.name)
        if hurts.location == "head":
            told = Text("{target} dies: critical in the head", target=target.name)
        table.log("walka-33", told, by=target.id)
        leave(state, target, table)
        return
    said = Text(
        "{target}: penalty {penalty}, no test", target=target.name, penalty=number(hurts.penalty)
    )
    table.log("walka-32", said, by=target.id)
    minutes = minutes_to_live(target)
    said = Text(
        "{target} dies in {minutes} minutes without first aid", target=target.name, minutes=minutes
    )
    table.log("walka-33", said, by=target.id)


@lru_cache(maxsize=256)
def fresh_wound(level: Level, location: Location, pain_passed: bool) -> Wound:
    return Wound(level=level, location=location, pain_passed=pain_passed)


@lru_cache(maxsize=1024)
def pain_throw(thresholds: tuple[int, ...], skill: int, equal: bool) -> Pool[tuple[bool, ...]]:
    return pool(3 * len(thresholds), FACES, Pain(thresholds, skill, equal))


PAIN = Text("pain")


def pain(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> list[Wound]:
    """walka-32: pain resistance on build decides how much each wound hinders."""
    if not state.house.pain_test:
        penalty = number(sum(hurt.penalty for hurt in hurts))
        table.log(
            "walka-32",
            Text("{target}: penalty {penalty}", target=target.name, penalty=penalty),
            by=target.id,
        )
        return hurts
    build = target.attribute("build")
    thresholds = tuple([build + PAIN_DIFFICULTY[hurt.level] for hurt in hurts])
    throw = pain_throw(thresholds, target.skill("pain_resistance"), state.house.equal_succeeds)
    passed = table.roll(throw, why="walka-32", by=target.id, label=PAIN)
    judged = [
        hurt if borne else fresh_wound(hurt.level, hurt.location, False)
        for hurt, borne in zip(hurts, passed, strict=True)
    ]
    if table.keeps_log:
        _tell_pain(target, thresholds[0], passed, judged, table)
    return judged


def _tell_pain(
    target: Fighter,
    threshold: int,
    passed: Sequence[bool],
    judged: Sequence[Wound],
    table: Table,
) -> None:
    said = Text("passed") if passed[0] else Text("failed")
    if len(passed) > 1:
        said = Text("passed {passed} of {times} times", passed=sum(passed), times=len(passed))
    told = Text(
        "{target}: pain test on {threshold} {said}, penalty {penalty}",
        target=target.name,
        threshold=threshold,
        said=said,
        penalty=number(sum(hurt.penalty for hurt in judged)),
    )
    table.log("walka-32", told, by=target.id)


def minutes_to_live(target: Fighter) -> int:
    """walka-33: how long somebody with a critical wound has."""
    return (target.attribute("build") + target.skill("pain_resistance")) * 3


def leave(state: Battle, target: Fighter, table: Table) -> None:
    """Out of the fight: nothing waits for this one, and its fire holds nobody down any more."""
    table.mark("out", target.id)
    target.segments = target.debt = target.aiming = 0
    target.declared = []
    target.frozen = target.carry = None
    target.running = "still"
    cease_fire(state, target, table)


def lost_to_wounds(start: float, segments: int) -> Bar:
    """walka-32: segments that a wound takes, as a lane shows them."""
    return Bar(start, segments, Text("wounds"), "struck", "walka-32", native="rany")


def lose_segment(state: Battle, target: Fighter, level: Level, table: Table) -> None:
    """walka-32: the next segment that is not spent yet: of this move, frozen, or of the next."""
    passed = min(target.segments, 1)
    if target.segments:
        target.segments -= 1
        target.track.append(lost_to_wounds(target.used, 1))
        left = Text("{left} left", left=target.segments)
    elif target.frozen:
        count = target.frozen.count - 1
        target.frozen = target.frozen.model_copy(update={"count": count}) if count else None
        left = Text("{left} frozen left", left=count)
    else:
        target.debt += 1
        left = Text("from the next turn")
    lost = lose_aim(target)
    told = Text(
        "{target}: a {level} wound costs a segment, {left}{aim}",
        target=target.name,
        level=words.LEVEL[level],
        left=left,
        aim=Text(", the aim is lost") if lost else NOTHING,
    )
    table.log("walka-32", told, by=target.id)
    pass_time(state, target, passed, table)


def lose_aim(target: Fighter) -> bool:
    """walka-11: whether an aim was lost, bought ahead or part of a shot under way."""
    lost = target.aiming > 0
    target.aiming = 0
    carry = target.carry
    if carry is not None and not carry.resolved and getattr(carry.command, "aim", 0) > 0:
        target.carry = replace(carry, command=carry.command.model_copy(update={"aim": 0}))
        lost = True
    return lost


def knock_down(target: Fighter, why: Text, rule: str, table: Table) -> None:
    if target.posture != "prone":
        target.posture = "prone"
        table.log(rule, Text("{target} falls: {why}", target=target.name, why=why), by=target.id)


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


# ---- by the game master's word


def merge(state: Battle, target: Fighter, table: Table) -> None:
    """walka-33: three of a level become one of the next, at the place of the last of them.

    ``target`` is taken. The merged wound keeps the better of what the pain tests came to.
    """
    for level in range(len(LEVELS) - 1):
        while len(three := _first_three(target.wounds, LEVELS[level])) == 3:
            left = [wound for place, wound in enumerate(target.wounds) if place not in three]
            borne = any(wound.pain_passed for wound in three.values())
            last = three[max(three)].location
            merged = fresh_wound(LEVELS[level + 1], last, borne)
            target.set_wounds([*left, merged])
            told = Text(
                "{target}: three {three} wounds become one {one}",
                target=target.name,
                three=words.level(level + 1),
                one=words.level(level + 2),
            )
            table.log("walka-33", told, by=target.id)
            if merged.level == LEVELS[-1]:
                target.stabilised = False
    if target.dead:
        table.log("walka-33", Text("{target} dies of its wounds", target=target.name), by=target.id)
        leave(state, target, table)


def _first_three(wounds: Sequence[Wound], level: Level) -> dict[int, Wound]:
    """The first three wounds of a level, or as many as there are, by their place in the list."""
    same = [(place, wound) for place, wound in enumerate(wounds) if wound.level == level]
    return dict(same[:3])


def equivalent(target: Fighter) -> list[tuple[Level, int]]:
    """walka-33: what the wounds would come to if they were merged; nothing if the same."""
    counts = Counter(wound.level for wound in target.wounds)
    merged = dict(zip(LEVELS, weight(target.wounds), strict=True))
    if all(counts[level] == amount for level, amount in merged.items()):
        return []
    return [(level, amount) for level, amount in merged.items() if amount]
