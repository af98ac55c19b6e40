"""What a hit does: shotguns (walka-26), ion (27), wounds and pain (18, 31 to 33)."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.contract import Command
from desktop.rules.dice import Dice, MarkingThrow, pool, repeated
from desktop.rules.display import Bar
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka import conditions, tables
from desktop.rules.walka.checks import number
from desktop.rules.walka.d20 import FACES, Attempt, Pain
from desktop.rules.walka.segments import cease_fire, pass_time
from desktop.rules.walka.sheet import Weapon, Wound
from desktop.rules.walka.state import ARMOUR, Battle, Fighter, weight
from desktop.rules.walka.weapons import Plan

SCRATCHES = Text("scratches")


def main_level(distance: int) -> int | None:
    """The level of the wound beside the scratches; 0 is none, None too far for anything."""
    return next((level for limit, level in tables.SHOTGUN if distance <= limit), None)


def shotgun(
    state: Battle, target: Fighter, shot: Plan, location: tables.Location, scratches: int,
    table: Table,
) -> None:  # fmt: skip
    """One shot that hit. ``target`` is taken."""
    weapon, distance = shot.weapon, shot.at.distance
    values = {"distance": distance, "scratches": scratches}
    main, penetration = main_level(distance), weapon.penetration or 0
    if main is None:
        too_far = Text("{distance} m is too far: the hit does nothing", **values)
        table.log("walka-26", too_far, by=target.id)
        return
    line = Text("at {distance} m: only scratches: {scratches}", **values)
    if main:
        level = tables.level_text(main)
        line = Text("at {distance} m: {level}, scratches: {scratches}", level=level, **values)
    table.log("walka-26", line, by=target.id)
    levels = levels_after(target.protection, 1, penetration)
    main_after = levels_after(target.protection, main, penetration)[tables.PLACE[location]]
    dead = kills(target, main_after, location)
    harm = scratch_harm((0,) * len(levels) if dead else levels)
    places = pool(scratches, FACES, Scratches(levels), again=(tables.UNLUCKY,))
    throw = MarkingThrow(places, harm, "damage", target.id)
    faces = table.roll(throw, why="walka-26", by=target.id, label=SCRATCHES)
    Attempt(state, target, SCRATCHES, table).tell_roll(faces, "walka-26")
    if main:
        hit_by(state, target, weapon, main, location, table)
    if not target.out:
        pepper(state, target, faces, penetration, table)


@dataclass(frozen=True, slots=True)
class Scratches:
    """The faces that tell the places of scratches. A spread has one fall for each harm they can
    do together."""

    levels: tuple[int, ...]

    def read(self, dice: Sequence[int]) -> tuple[int, ...]:
        """The faces as they fell."""
        return tuple(dice)

    def spread(self, dice: Dice) -> dict[tuple[int, ...], int]:
        """One fall for each harm they can do together, with its weight."""
        harm = scratch_harm(self.levels)
        face_of = {harm((face,)): face for face in dice.faces}
        each = Counter(harm((face,)) for face in dice.faces)
        falls: dict[int, tuple[int, ...]] = {0: ()}
        for _ in range(dice.count):
            falls = {
                total + more: (*fall, face)
                for total, fall in falls.items()
                for more, face in face_of.items()
            }
        return {falls[total]: ways for total, ways in repeated(each, dice.count).items()}


@lru_cache(maxsize=1024)
def scratch_harm(levels: tuple[int, ...]) -> Callable[[tuple[int, ...]], int]:
    """What scratches come to together, by the faces that tell their places (walka-31)."""
    harm = [0, *(levels[tables.PLACE[tables.location_of(face)]] for face in range(1, FACES))]
    return lambda faces: sum(map(harm.__getitem__, faces))


def pepper(
    state: Battle, target: Fighter, faces: tuple[int, ...], penetration: int, table: Table
) -> None:
    """The place of each scratch, armour against each, and the wounds that are left."""
    levels = levels_after(target.protection, 1, penetration)
    places = [tables.location_of(face) for face in faces]
    where = tables.locations_text(places)
    table.note("walka-26", target, "{target}, scratches: {where}", where=where)
    struck: dict[int, list[tables.Location]] = {}
    for place in places:
        struck.setdefault(levels[tables.PLACE[place]], []).append(place)
    if stopped := len(struck.pop(0, ())):
        table.note("walka-31", target, "{target}: armour stops: {number}", number=stopped)
    for level, hurt in struck.items():
        wounds(state, target, level, hurt, table)


def tell_location(
    target: Fighter, face: int, chosen: tables.Location | None, table: Table
) -> tables.Location:
    """walka-18, or 23 where the location was chosen."""
    location = chosen or tables.location_of(face)
    where = tables.LOCATION_TEXT[location]
    if chosen:
        table.note("walka-23", target, "{target}, chosen location: {where}", where=where)
    else:
        table.note(
            "walka-18", target, "{target}, location: {face}, {where}", face=face, where=where
        )
    return location


# ---- ion (walka-27)


SHIELDED = Text("the armour is shielded against ion")
TOO_SMALL = Text("too small to bear it")
IN_ITS_MIDDLE = Text("hit in the head or torso")
UNHURT = Text("ion wounds nobody")


class IonHit(NamedTuple):
    """walka-27: what an ion weapon does in one place: put all out of order, or these limbs."""

    deactivates: bool
    why: Text
    limbs: tuple[tables.Location, ...] = ()


def ion_hits(target: Fighter, whole_body: bool) -> tuple[IonHit, ...]:
    """walka-27: wounds nobody, but puts machines out of order; for each of :data:`LOCATIONS`."""
    sheet = target.sheet
    shields = [armor for armor in sheet.armor if armor.shielded]
    shielded = [place for place in tables.LOCATIONS for armor in shields if armor.covers(place)]
    droid, small = sheet.nature == "droid", sheet.size in tables.SMALLER_THAN_MEDIUM
    machine = tables.LOCATIONS if droid else sheet.cyber
    limbs = set(machine).difference(target.disabled, ("head", "torso"))
    hits = []
    for location in tables.LOCATIONS:
        places = [p for p in (tables.LOCATIONS if whole_body else [location]) if p not in shielded]
        if not places:
            hits.append(IonHit(False, SHIELDED))
        elif machine and small:
            hits.append(IonHit(True, TOO_SMALL))
        elif droid and ("head" in places or "torso" in places):
            hits.append(IonHit(True, IN_ITS_MIDDLE))
        else:
            hits.append(IonHit(False, UNHURT, tuple(p for p in places if p in limbs)))
    return tuple(hits)


def ion(
    state: Battle, target: Fighter, weapon: Weapon, location: tables.Location, table: Table
) -> None:
    """walka-27: what the hit does. ``target`` is taken."""
    hit = ion_hits(target, weapon.whole_body)[tables.PLACE[location]]
    if hit.deactivates:
        target.deactivated = True
        table.note("walka-27", target, "{target} stops working: {why}", why=hit.why)
        leave(state, target, table)
        return
    target.disabled = [*target.disabled, *hit.limbs]
    for place in hit.limbs:
        table.mark("disabled", target.id)
        table.note(
            "walka-27", target, "{target} cannot move: {where}", where=tables.LOCATION_TEXT[place]
        )
    if not hit.limbs:
        table.note("walka-27", target, "{target}: {why}", why=hit.why)


# ---- wounds and pain (walka-31 to 33)


ByPlace = tuple[tuple[Hashable, int], ...]
"""What a hit does at each of :data:`LOCATIONS`: what odds tell it from others by, and how good it
is for the shooter."""


def harm_of(target: Fighter, weapon: Weapon, level: int) -> ByPlace:
    """What a hit of this level does. Out of order altogether is best of ion, then limbs (walka-27);
    else the worst wound, and of the same level the one in the head (31, 33)."""
    if weapon.ion:
        struck = ion_hits(target, weapon.whole_body)
        return tuple([(hit.deactivates or hit.limbs, 100 * hit.deactivates or len(hit.limbs))
                      for hit in struck])  # fmt: skip
    return _wounds_of(levels_after(target.protection, level, weapon.penetration or 0))


@lru_cache(maxsize=1024)
def _wounds_of(levels: tuple[int, ...]) -> ByPlace:
    worst = len(tables.LEVELS)
    return tuple(
        [
            ((level, place == "head" and level == worst), level * 2 + (place == "head"))
            for place, level in zip(tables.LOCATIONS, levels, strict=True)
        ]
    )


@lru_cache(maxsize=1024)
def levels_after(armour: tuple[int, ...], level: int, penetration: int) -> tuple[int, ...]:
    """walka-31: the level of the wound that comes through in each location, 0 for none.

    The head adds a level (walka-18), even above critical; armour takes that one off first.
    """
    if level <= 0:
        return (0,) * len(tables.LOCATIONS)
    worst = len(tables.LEVELS)
    return tuple(
        min(max(level + (location == "head") - max(reduction - penetration, 0), 0), worst)
        for location, reduction in zip(tables.LOCATIONS, armour, strict=True)
    )


def armour_against(
    target: Fighter, weapon: Weapon, chosen: tables.Location | None
) -> tuple[int, ...]:
    """walka-50: sabres ignore what is not proof, and at a chosen place go through its gaps."""
    if not weapon.sabre:
        return target.protection
    places = zip(tables.LOCATIONS, target.proof, strict=True)
    return tuple([0 if place == chosen else proof for place, proof in places])


def hit_by(
    state: Battle,
    target: Fighter,
    weapon: Weapon,
    level: int,
    location: tables.Location,
    table: Table,
    *,
    metres: int | None = None,
    gap: bool = False,
) -> None:
    """A hit of this level by a weapon: ion (walka-27); or from armour to the wound (31), and the
    effect that it causes (52), as far as it came. ``gap``: at a place of its own choice (50).

    ``target`` is taken.
    """
    if weapon.ion:
        ion(state, target, weapon, location, table)
        return
    armour = armour_against(target, weapon, location if gap else None)
    place = tables.PLACE[location]
    penetration = weapon.penetration or 0
    final = levels_after(armour, level, penetration)[place]
    if location == "head":
        table.note("walka-18", target, "{target}: head, the wound is a level higher")
    if table.keeps_log:
        ARMOUR.tell(target, table)
    if armour[place] and table.keeps_log:
        line = Text("{target}, {where}: armour {armour}, comes through: {came}")
        if penetration:
            line = Text(
                "{target}, {where}: armour {armour} − penetration {penetration}, "
                "comes through: {came}"
            )
        table.note(
            "walka-31", target, line.template, where=tables.LOCATION_TEXT[location],
            armour=armour[place], penetration=penetration, came=tables.level_text(final),
        )  # fmt: skip
    if weapon.harmless:
        final = 0
    elif weapon.bruises:
        final = min(final, len(tables.LEVELS) - 1)
    if final:
        hurt = fresh_wound(tables.LEVELS[final - 1], location, True, weapon.bruises)
        wound(state, target, hurt, table)
    if weapon.causes:
        conditions.struck(state, target, weapon, location, table, metres=metres)


def wound(state: Battle, target: Fighter, hurt: Wound, table: Table) -> None:
    """walka-31 to 33: the wound, its pain, and what it brings. ``target`` is taken."""
    if table.keeps_log:
        level, where = tables.LEVEL_TEXT[hurt.level], tables.LOCATION_TEXT[hurt.location]
        line = Text("{target}, wound: {level}, {where}", target=target.name, level=level,
                    where=where)  # fmt: skip
        if hurt.bruise:
            line = Text("{bruise}, no more than a bruise", bruise=line)
        table.log("walka-31", line, by=target.id)
    table.mark("damage", target.id, tables.LEVEL_NUMBER[hurt.level])
    table.mark(hurt.level, target.id)
    if hurt.level == "critical":
        critical_wound(state, target, hurt, table)
    elif target.out:
        target.add_wounds([hurt])
    else:
        bear(state, target, [hurt], table)


def wounds(
    state: Battle, target: Fighter, level: int, places: Sequence[tables.Location], table: Table
) -> None:
    """walka-31 and 32 for several wounds of one level below critical at once.

    What they come to is marked where the dice for their places are thrown.
    """
    name = tables.LEVELS[level - 1]
    table.note(
        "walka-31", target, "{target}, wounds: {level} ×{number}, {where}", number=len(places),
        level=tables.LEVEL_TEXT[name], where=tables.locations_text(places),
    )  # fmt: skip
    bear(state, target, [fresh_wound(name, place, True) for place in places], table)


HEAVY = Text("a heavy wound")


def bear(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> None:
    """walka-32: the pain of wounds below critical, and what else. ``target`` is taken."""
    target.add_wounds(pain(state, target, hurts, table))
    for hurt in hurts:
        if hurt.level != "scratch":
            lose_segment(state, target, hurt.level, table)
        if hurt.level == "heavy":
            knock_down(target, HEAVY, "walka-32", table)


def kills(target: Fighter, level: int, location: tables.Location) -> bool:
    """walka-33: whether a wound of this level would be the end of somebody still in the fight."""
    critical = sum(wound.level == "critical" for wound in target.wounds)
    return level == len(tables.LEVELS) and (location == "head" or critical + 1 >= tables.KILLING)


def critical_wound(state: Battle, target: Fighter, hurt: Wound, table: Table) -> None:
    """walka-33: the first one takes time to kill; a second, or one in the head, kills."""
    was_out = target.out
    target.add_wounds([hurt])
    target.stabilised = False
    if was_out:
        return
    if target.dead:
        if hurt.location == "head":
            table.note("walka-33", target, "{target} dies: a critical wound in the head")
        else:
            table.note("walka-33", target, "{target} dies: a second critical wound")
        leave(state, target, table)
        return
    penalty, minutes = number(hurt.penalty), minutes_to_live(target)
    table.note("walka-32", target, "{target}: penalty {penalty}, no test", penalty=penalty)
    table.note(
        "walka-33", target, "{target} dies in {count} minute without first aid",
        "{target} dies in {count} minutes without first aid", count=minutes,
    )  # fmt: skip


@lru_cache(maxsize=256)
def fresh_wound(
    level: tables.Level, location: tables.Location, pain_passed: bool, bruise: bool = False
) -> Wound:
    """A wound with its pain borne or not; made once for each kind."""
    return Wound(level=level, location=location, pain_passed=pain_passed, bruise=bruise)


PAIN = Text("pain")


def pain_threshold(target: Fighter, level: tables.Level) -> int:
    """walka-32: what the dice of a pain test have to be below."""
    return target.attributes["build"] + tables.PAIN_DIFFICULTY[level]


def pain(state: Battle, target: Fighter, hurts: list[Wound], table: Table) -> list[Wound]:
    """walka-32: pain resistance on build decides how much each wound hinders."""
    if not state.house.pain_test:
        penalty = number(sum(hurt.penalty for hurt in hurts))
        table.note("walka-32", target, "{target}: penalty {penalty}", penalty=penalty)
        return hurts
    thresholds = tuple([pain_threshold(target, hurt.level) for hurt in hurts])
    reading = Pain(thresholds, target.skills["pain_resistance"], state.house.equal_succeeds)
    throw = pool(3 * len(hurts), FACES, reading)
    passed = table.roll(throw, why="walka-32", by=target.id, label=PAIN)
    judged = [
        hurt if passes else fresh_wound(hurt.level, hurt.location, False, hurt.bruise)
        for hurt, passes in zip(hurts, passed, strict=True)
    ]
    if table.keeps_log:
        line = Text("{target}: pain test on {threshold} failed, penalty {penalty}")
        if len(passed) > 1:
            line = Text(
                "{target}: pain tests on {threshold}, passed: {passed} of {times}, "
                "penalty {penalty}"
            )
        elif passed[0]:
            line = Text("{target}: pain test on {threshold} passed, penalty {penalty}")
        table.note(
            "walka-32", target, line.template, threshold=thresholds[0], passed=sum(passed),
            times=len(passed), penalty=number(sum(hurt.penalty for hurt in judged)),
        )  # fmt: skip
    return judged


def minutes_to_live(target: Fighter) -> int:
    """walka-33: how long somebody with a critical wound has."""
    return (target.attributes["build"] + target.skills["pain_resistance"]) * 3


def leave(state: Battle, target: Fighter, table: Table) -> None:
    """Out of the fight: nothing waits for this one, and its fire holds nobody down any more."""
    table.mark("out", target.id)
    target.segments = target.debt = target.aiming = 0
    target.declared = []
    target.frozen = target.carry = None
    target.running, target.presses = "still", []
    target.suppressed, target.held_until = False, 0
    for other in [c.id for c in state.combatants.values() if target.id in c.presses]:
        part(state.take(other), target.id)
    cease_fire(state, target, table)


def part(fighter: Fighter, id: str) -> None:
    """Presses somebody no more. ``fighter`` is taken."""
    fighter.presses = [other for other in fighter.presses if other != id]


def lost_to_wounds(start: float, segments: int) -> Bar:
    """walka-32: segments that a wound takes, as a lane shows them."""
    return Bar(start, segments, Text("wounds"), "struck", "walka-32", native="rany")


AIM_LOST = Text("{name} no longer aims")


def lose_segment(state: Battle, target: Fighter, level: tables.Level, table: Table) -> None:
    """walka-32: the next segment that is not spent yet: of this move, frozen, or of the next."""
    passed, left = min(target.segments, 1), 0
    if target.segments:
        target.segments = left = target.segments - 1
        target.track = [*target.track, lost_to_wounds(target.used, 1)]
        line = Text("{target}, wound: {level}: loses a segment, left: {left}")
    elif target.frozen:
        left = target.frozen.count - 1
        target.frozen = target.frozen.model_copy(update={"count": left}) if left else None
        line = Text("{target}, wound: {level}: loses a frozen segment, left: {left}")
    else:
        target.debt += 1
        line = Text("{target}, wound: {level}: loses a segment of the next move")
    table.note("walka-32", target, line.template, level=tables.LEVEL_TEXT[level], left=left)
    if lose_aim(target):
        table.note("walka-11", target, AIM_LOST.template)
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
    """Falls, if not on the ground already. ``target`` is taken."""
    if target.posture != "prone":
        target.posture = "prone"
        table.note(rule, target, "{target} falls: {why}", why=why)


# ---- by the game master's word


def merge(state: Battle, target: Fighter, command: Command, table: Table) -> None:
    """walka-33: three of a level become one of the next, at the place of the last of them.

    ``target`` is taken. The merged wound keeps the better of what the pain tests came to.
    """
    for level in range(len(tables.LEVELS) - 1):
        while len(few := _first_few(target.wounds, tables.LEVELS[level])) == tables.MERGED:
            left = [wound for place, wound in enumerate(target.wounds) if place not in few]
            borne = any(wound.pain_passed for wound in few.values())
            last = few[max(few)].location
            merged = fresh_wound(tables.LEVELS[level + 1], last, borne)
            target.set_wounds([*left, merged])
            three, one = tables.level_text(level + 1), tables.level_text(level + 2)
            table.note(
                "walka-33", target, "{target}: three wounds become one, {three} → {one}",
                three=three, one=one,
            )  # fmt: skip
            if merged.level == tables.LEVELS[-1]:
                target.stabilised = False
    if target.dead:
        table.note("walka-33", target, "{target} dies of its wounds")
        leave(state, target, table)


def can_merge(target: Fighter) -> bool:
    """walka-33: whether there are three wounds of a level below critical."""
    levels = [wound.level for wound in target.wounds if not wound.bruise]
    return any(levels.count(level) >= tables.MERGED for level in tables.LEVELS[:-1])


def _first_few(wounds: Sequence[Wound], level: tables.Level) -> dict[int, Wound]:
    """The first wounds of a level that can be merged, by their place in the list."""
    same = [(n, hurt) for n, hurt in enumerate(wounds) if hurt.level == level and not hurt.bruise]
    return dict(same[: tables.MERGED])


def equivalent(target: Fighter) -> list[tuple[tables.Level, int]]:
    """walka-33: what the wounds would come to if they were merged; nothing if the same."""
    counts = Counter(wound.level for wound in target.wounds if not wound.bruise)
    merged = dict(zip(tables.LEVELS, weight(target.wounds), strict=True))
    if all(counts[level] == amount for level, amount in merged.items()):
        return []
    return [(level, amount) for level, amount in merged.items() if amount]
