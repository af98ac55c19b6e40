"""Tests: of one die, of two against each other, and whatever the game master asks for."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice
from desktop.rules.table import Table
from desktop.rules.text import Text, Words
from desktop.rules.walka import words
from desktop.rules.walka.commands import Test
from desktop.rules.walka.data import UNLUCKY
from desktop.rules.walka.die import FACES, OpenTest, lowered, minus, need, succeeds, success_points
from desktop.rules.walka.points import pay_points, skill_points, spend_on_die, whole_skill
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.threshold import Threshold, number, threshold_of
from desktop.rules.walka.volley import GRADED, Shot, Volley, spend_on_volley


def single_test(
    state: Battle,
    fighter: Fighter,
    threshold: Threshold,
    skill: str,
    table: Table,
    *,
    rule: str,
    label: Words,
    more_tests: bool = False,
    opposed: bool = False,
) -> int:
    """walka-1: a d20 in the fight; its success points, 0 for a failure. ``fighter`` is taken.

    ``more_tests``: later tests of this step draw on the same fighter's points. ``opposed``:
    somebody else's test is measured against its success points.
    """
    threshold.tell(fighter, rule, table)
    shot = Shot(1, threshold.value, GRADED, greedy=True) if opposed else Shot(1, threshold.value)
    volley = Volley(
        (shot,),
        skill_points(state, fighter, skill),
        state.house.equal_succeeds,
        more_tests=more_tests,
    )
    dice = table.roll(volley, why="walka-1", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-1", table)
    points = spend_on_volley(fighter, volley, dice, table, label)
    pay_points(fighter, volley.points.skills, points, state, table)
    return judge(fighter, dice[0][0], points[0][0], threshold, state, table, label)


def tell_roll(
    fighter: Fighter, faces: Iterable[int], label: Words, rule: str, table: Table
) -> None:
    """The dice as they fell, before anything is done about them."""
    if not table.keeps_log:
        return
    told = Text("{name}, {label}: {dice}", name=fighter.name, label=label, dice=words.faces(faces))
    table.log(rule, told, by=fighter.id)


def judge(
    fighter: Fighter,
    die: int,
    points: int,
    threshold: Threshold,
    state: Battle,
    table: Table,
    label: Words,
) -> int:
    """Tells whether a die succeeds (walka-1, 2) and returns its success points (walka-3), or 0."""
    equal, won = state.house.equal_succeeds, 0
    if succeeds(die, points, threshold.value, equal):
        won = success_points(die, points, threshold.value, equal)
    if table.keeps_log:
        _tell_judgement(fighter, die, points, threshold, equal, won, table, label)
    return won


def _tell_judgement(
    fighter: Fighter,
    die: int,
    points: int,
    threshold: Threshold,
    equal: bool,
    won: int,
    table: Table,
    label: Words,
) -> None:
    said = {
        "name": fighter.name,
        "label": label,
        "die": lowered(die, points),
        "threshold": number(threshold.value),
    }
    if die == UNLUCKY:
        unlucky = Text("{name}, {label}: an unlucky 20 fails", name=fighter.name, label=label)
        table.log("walka-2", unlucky, by=fighter.id)
        return
    if not won:
        failed = Text("{name}, {label}: {die} is not below {threshold}, failed", **said)
        if equal:
            failed = Text("{name}, {label}: {die} is not at most {threshold}, failed", **said)
        table.log("walka-1", failed, by=fighter.id)
        return
    passed = Text("{name}, {label}: {die} is below {threshold}, success", **said)
    if equal:
        passed = Text("{name}, {label}: {die} is at most {threshold}, success", **said)
    table.log("walka-1", passed, by=fighter.id)
    table.log("walka-3", Text("{name}: success points {won}", name=fighter.name, won=won),
              by=fighter.id)  # fmt: skip


def open_test(
    fighter: Fighter, threshold: Threshold, skill: int, table: Table, *, rule: str, label: Words
) -> int:
    """walka-4: three dice outside the fight's own counting; the success points, maybe below 0."""
    return table.roll(
        pool(3, FACES, OpenTest(threshold.value, skill)), why=rule, by=fighter.id, label=label
    )


def resist(
    state: Battle,
    fighter: Fighter,
    threshold: Threshold,
    skill: str,
    against: int,
    table: Table,
    label: Words,
    what: Words,
) -> int:
    """The success points of somebody who needs so many to resist. ``fighter`` is taken."""
    total = skill_points(state, fighter, skill).total
    equal = state.house.equal_succeeds
    held = tuple(
        face
        for face in range(1, FACES + 1)
        if (least := _needed(face, threshold.value, against, equal)) is not None and least <= total
    )
    lost = tuple(face for face in range(1, FACES + 1) if face not in held)
    throw = pool(1, FACES, Faces(alike=(held, lost)))
    die = table.roll(throw, why="walka-1", by=fighter.id, label=label)[0]
    tell_roll(fighter, (die,), label, "walka-1", table)
    points = spend_opposed(state, fighter, die, threshold.value, against, skill, table, what)
    return judge(fighter, die, points, threshold, state, table, label)


def _needed(die: int, threshold: float, wanted: int, equal: bool) -> int | None:
    """The fewest points that give a die so many success points; None when nothing can."""
    least = need(die, threshold, equal)
    if least is None or wanted <= 1:
        return least
    # Half a point is the first one (walka-3), so the second is not yet there a point later.
    return max(least, wanted - floor(threshold - die + equal))


def spend_opposed(
    state: Battle,
    fighter: Fighter,
    die: int,
    threshold: float,
    wanted: int,
    skill: str,
    table: Table,
    what: Words,
    *,
    gains: bool = False,
) -> int:
    """walka-12 on one die of an opposed test; ``gains`` where more than is wanted helps.

    ``fighter`` is taken.
    """
    points = skill_points(state, fighter, skill)
    total = points.total
    least = _needed(die, threshold, wanted, state.house.equal_succeeds)
    best = least if least is not None and least <= total else 0
    most = total if gains and least is not None and least <= total else best
    choices = [Choice([spent], str(spent)) for spent in dict.fromkeys((best, 0, total))]
    spent = spend_on_die(fighter, choices, best, most, points, table, what)
    pay_points(fighter, points.skills, ((spent,),), state, table)
    return spent


def any_test(state: Battle, fighter: Fighter, command: Test, table: Table) -> None:
    """walka-1 in the fight's own way, or walka-4: an ordinary test, or an open one."""
    threshold = threshold_of(fighter, command.attribute)
    threshold.add_given(command.modifiers)
    label = command.skill.replace("_", " ") or command.attribute
    if command.way == "fight":
        won = single_test(
            state, fighter, threshold, command.skill, table, rule="walka-1", label=label
        )
        if won:
            table.mark("success", fighter.id)
        return
    threshold.tell(fighter, "walka-4", table)
    points = fighter.skill(command.skill)
    if command.way == "ordinary":
        _ordinary_test(state, fighter, threshold.value, command.skill, label, table)
        return
    won = open_test(fighter, threshold, points, table, rule="walka-4", label=label)
    table.mark("success_points", fighter.id, won)
    told = Text(
        "{name}: {count} success point in {label}",
        "{name}: {count} success points in {label}",
        name=fighter.name,
        count=won,
        label=label,
    )
    table.log("walka-4", told, by=fighter.id)


def _ordinary_test(
    state: Battle, fighter: Fighter, threshold: float, skill: str, label: str, table: Table
) -> None:
    """walka-4: three dice, two of them have to succeed; the skill is shared between them."""
    points = whole_skill(skill, fighter.skill(skill))
    throw = Volley((Shot(3, threshold),), points, state.house.equal_succeeds, needed=2)
    dice = table.roll(throw, why="walka-4", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-4", table)
    spent = spend_on_volley(fighter, throw, dice, table, label)
    said = {"name": fighter.name, "label": label, "dice": " ".join(minus(dice[0], spent[0]))}
    told = Text("{name}, {label}: {dice}, failed", **said)
    if throw.counting(throw.shots[0], dice[0], spent[0]):
        table.mark("success", fighter.id)
        told = Text("{name}, {label}: {dice}, passed", **said)
    table.log("walka-4", told, by=fighter.id)
