"""Sabres that are thrown (walka-48), and shots that they turn aside (49)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from desktop.rules.cast import question
from desktop.rules.dice import pool
from desktop.rules.fields import Choice
from desktop.rules.positions import WALL, walled
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import checks, d20, hits, melee, tables, weapons
from desktop.rules.walka.commands import ThrowSabre
from desktop.rules.walka.grenades import random_location, threshold_of_throw
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, opponent

Deflects = Literal["no", "deflect", "back"]
"""Whether somebody lets a shot come, turns it aside, or sends it back."""

STANCE = Text("deflecting shots")
"""The effect of the stance (walka-10)."""


def asked(state: Battle, shooter: Fighter, target: Fighter, gun: Weapon, table: Table) -> Deflects:
    """What the target does about a shot, or a burst, that comes, if it holds a sabre."""
    if not can_deflect(target) or gun.critical_range or gun.ion or gun.category == "shotgun":
        return "no"
    choices = [
        Choice("deflect", Text("Deflect")),
        Choice("back", Text("Deflect it back, −3")),
        Choice("no", Text("Let it come")),
    ]
    text = Text(
        "{name} → {target}: a shot comes, what does {target} do?",
        name=shooter.name,
        target=target.name,
    )
    answer: Deflects = table.ask(
        question(target, "deflect", text, choices, "walka-49", default="deflect")
    )
    return answer


def can_deflect(fighter: Fighter) -> bool:
    """walka-49 and 50: whether somebody has a drawn sabre and can use it."""
    if not any(weapon.sabre for weapon in fighter.sheet.weapons):
        return False
    return weapons.in_hand(fighter).sabre and not fighter.incapacitated


def come_through(
    state: Battle,
    shooter: Fighter,
    target: Fighter,
    gun: Weapon,
    way: Deflects,
    rounds: int,
    table: Table,
) -> int:
    """How many of the rounds that would hit are not turned aside. Both fighters are taken."""
    through = rounds
    for _ in range(rounds if way != "no" else 0):
        if target.out or shooter.out or not _turned(state, shooter, target, way, table):
            continue
        through -= 1
        table.mark("deflected", target.id)
        level = tables.LEVEL_NUMBER[gun.damage]
        if gun.kinetic:
            if level > 1:
                place = random_location(target, gun, level - 1, table)
                hits.hit_by(state, target, gun, level - 1, place, table)
        elif way == "back" and not shooter.covered:
            table.mark("hit", shooter.id)
            place = random_location(shooter, gun, level, table)
            hits.hit_by(state, shooter, gun, level, place, table)
    return through


def _turned(state: Battle, shooter: Fighter, target: Fighter, way: Deflects, table: Table) -> bool:
    """walka-49: the test, harder with each shot and each direction since one's own move."""
    threshold = checks.threshold_of(target, "dexterity", checks.MOVING)
    threshold.add(Text("a shot to deflect"), tables.DEFLECT, "walka-49")
    threshold.add(Text("shots before it"), -len(target.deflected), "walka-49")
    directions = len({*target.deflected, shooter.id}) - 1
    threshold.add(Text("other directions"), -directions, "walka-49")
    if str(STANCE) in target.effects and target.running == "still":
        threshold.add(STANCE, tables.DEFLECT_STANCE, "walka-49")
    if way == "back":
        threshold.add(Text("back"), tables.DEFLECT_BACK, "walka-49")
    if form := target.sheet.form_named(target.form):
        threshold.add(Text("form: {form}", form=form.name), form.deflecting, "walka-51")
    target.deflected = (*target.deflected, shooter.id)
    skill, label = weapons.in_hand(target).uses, Text("deflecting")
    won = checks.single_test(
        state, target, threshold, skill, table, rule="walka-49", label=label, more_tests=True
    )
    return won > 0


# ---- thrown (walka-48)


class Advantage(checks.Duel):
    """Two open tests, by the points of advantage of the first; no tie is thrown again."""

    def spread(self) -> Mapping[tuple[int, int], int]:
        """Each wound that the advantage can do, as its points to 0, with its weight."""
        return _advantages(self.one, self.other)


@lru_cache(maxsize=256)
def _advantages(one: d20.OpenTest, other: d20.OpenTest) -> Mapping[tuple[int, int], int]:
    result: dict[tuple[int, int], int] = {}
    theirs = pool(3, d20.FACES, other).spread()
    for points, ways in pool(3, d20.FACES, one).spread().items():
        for against, times in theirs.items():
            key = 2 * level_thrown(points - against), 0
            result[key] = result.get(key, 0) + ways * times
    return result


def level_thrown(advantage: int) -> int:
    """walka-48: the level of the wound by points of advantage, two for each level."""
    return min(max(advantage + 1, 0) // 2, len(tables.LEVELS))


def cannot_throw(state: Battle, fighter: Fighter) -> Text | None:
    """walka-48: only a drawn sabre is thrown."""
    return weapons.no_hands(state, fighter) or (
        None if can_deflect(fighter) else Text("no sabre in hand")
    )


def plan_throw(state: Battle, fighter: Fighter, command: ThrowSabre) -> Fighter:
    """walka-48: at whom. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    if not command.overrule:
        if walled(state, fighter.id, target.id):
            raise Refusal(WALL, "target")
        if command.distance > tables.reach("grenade"):
            far = Text("{distance} m is too far", distance=command.distance)
            raise Refusal(far, "distance", rule="walka-19")
    return target


def throw(state: Battle, fighter: Fighter, command: ThrowSabre, table: Table) -> None:
    """walka-48: throwing against the weapon, where it resists, or alertness. ``fighter`` is
    taken."""
    target = state.take(plan_throw(state, fighter, command).id)
    sabre, held = weapons.in_hand(fighter), weapons.in_hand(target)
    mine = threshold_of_throw(fighter, None, command.distance)
    mine.add_given(command.modifiers)
    mine.tell(fighter, table, "walka-48")
    theirs, skill = checks.threshold_of(target, "senses"), "alertness"
    if held.sabre or held.resists:
        theirs, skill = melee.threshold_of_parry(target, held), held.uses
    theirs.tell(target, table, "walka-48")
    tests = [
        d20.OpenTest(mine.value, fighter.skills["throwing"]),
        d20.OpenTest(theirs.value, target.skills.get(skill, 0)),
    ]
    points = table.roll(
        Advantage(*tests), why="walka-48", by=fighter.id, label=Text("thrown sabre")
    )
    level = level_thrown(points[0] - points[1])
    values = {"name": fighter.name, "target": target.name, "level": tables.level_text(level)}
    line = Text("{name} → {target}: throws the sabre, {level}", **values)
    table.log("walka-48", line, by=fighter.id)
    if level:
        table.mark("hit", target.id)
        place = random_location(target, sabre, level, table)
        hits.hit_by(state, target, sabre, level, place, table)
    if not fighter.skills["telekinesis"] and sabre in fighter.sheet.weapons:
        fighter.to_draw.append(fighter.sheet.weapons.index(sabre))
