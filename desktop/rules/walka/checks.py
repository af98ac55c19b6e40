"""Thresholds with their reasons (walka-17), and the tests made on them (walka-1 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor
from typing import NamedTuple

from desktop.rules.dice import Faces, pool
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Text, Words
from desktop.rules.walka import d20, tables
from desktop.rules.walka.commands import Modifiers, Test
from desktop.rules.walka.sheet import Sheet, Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand, powered_by
from desktop.rules.walka.weapons import build_needed

THRESHOLD = EffectUnit("threshold", Text("Thresholds of tests"), "Próg testów", rule="walka-17")

_WOUNDS = Text("wounds")


class Modifier(NamedTuple):
    """Something added to a threshold: why, how much, and by which rule."""

    text: Words
    value: float
    rule: str


@dataclass(slots=True)
class Threshold:
    """walka-17: an attribute and everything added to it."""

    attribute: str
    base: int
    modifiers: list[Modifier] = field(default_factory=list)
    value: float = 0

    def __post_init__(self) -> None:
        self.value = self.base

    def add(self, text: Words, value: float, rule: str) -> None:
        if value:
            self.modifiers.append(Modifier(text, value, rule))
            self.value += value

    def add_given(self, given: Modifiers) -> None:
        """What the game master adds."""
        if given.other:
            self.add(given.why or Text("by the game master"), given.other, "walka-17")

    def tell(self, who: Fighter, rule: str, table: Table) -> None:
        """Each modifier under its own rule, then the sum."""
        if not table.keeps_log:
            return
        self.tell_reasons(who, table)
        sum_told = Text(
            "{name}: threshold {threshold} = {attribute} {base}{added}",
            name=who.name,
            threshold=number(self.value),
            attribute=self.attribute,
            base=self.base,
            added="".join(" " + signed(modifier.value) for modifier in self.modifiers),
        )
        table.log(rule, sum_told, by=who.id)

    def tell_reasons(self, who: Fighter, table: Table) -> None:
        """Each modifier under its own rule."""
        for modifier in self.modifiers:
            line = Text(
                "{name}: {why} {value}",
                name=who.name,
                why=modifier.text,
                value=signed(modifier.value),
            )
            table.log(modifier.rule, line, by=who.id)


SHOOTING = ("head", "arm")
"""Pieces of armour that are in the way of shots and throws."""
MOVING = ("arm", "torso", "leg")
"""Pieces that are in the way of blows and leaps."""
SENSING = ("head",)


def armour_in_the_way(sheet: Sheet) -> dict[Sequence[str], float]:
    """walka-17: what the armour of a sheet takes off tests, by the pieces that hinder them."""
    return {pieces: _in_the_way(sheet, pieces) for pieces in (SHOOTING, MOVING, SENSING)}


def _in_the_way(sheet: Sheet, pieces: Sequence[str]) -> float:
    """Build, with what powered armour adds, eases each piece."""
    build = sheet.attributes.build + powered_by(sheet)
    eased = next((ease for least, ease in tables.EASED if build >= least), 0)
    total = 0.0
    for armor in sheet.armor:
        for piece in pieces:
            penalty: float = getattr(armor, f"{piece}_penalty")
            each = min(penalty + eased, 0) if penalty < 0 else penalty
            total += each * (2 if piece in ("arm", "leg") else 1)
    return total


IN_THE_WAY = Text("armour in the way")


def add_armour(threshold: Threshold, fighter: Fighter, pieces: Sequence[str]) -> None:
    """walka-17: what the armour that a fighter wears takes off this test."""
    threshold.add(IN_THE_WAY, fighter.in_the_way[pieces], "walka-17")


def add_build(threshold: Threshold, fighter: Fighter, weapon: Weapon, hand: Hand = "both") -> None:
    """walka-15: a point off for each point of build that the fighter lacks for the weapon."""
    needed = build_needed(weapon, hand)
    if needed is not None and needed > fighter.strength:
        why = Text("{weapon} needs build {needed}", weapon=weapon.name, needed=needed)
        threshold.add(why, fighter.strength - needed, "walka-15")


def add_accuracy(threshold: Threshold, weapon: Weapon) -> None:
    """walka-17: a weapon's accuracy counts in every shot, throw and blow with it."""
    if weapon.accuracy:
        why = Text("accuracy of {weapon}", weapon=weapon.name)
        threshold.add(why, weapon.accuracy, "walka-17")


def threshold_of(fighter: Fighter, attribute: str, *, wounds: bool = True) -> Threshold:
    """The attribute, lowered by the fighter's wounds where they count (walka-32)."""
    threshold = Threshold(attribute, fighter.attribute(attribute))
    if wounds:
        threshold.add(_WOUNDS, fighter.penalty, "walka-32")
    for name, amount in THRESHOLD.each(fighter):
        threshold.add(name, amount, BY_HAND)
    if attribute == "senses":
        add_armour(threshold, fighter, SENSING)
    return threshold


@lru_cache(maxsize=256)
def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


@lru_cache(maxsize=256)
def signed(value: float) -> str:
    return f"+{value:g}" if value > 0 else f"−{-value:g}"


def rushes(fighter: Fighter) -> Text | None:
    """walka-21: who rushes shoots with nothing."""
    return Text("who rushes cannot shoot") if fighter.running == "rushing" else None


def add_own(threshold: Threshold, fighter: Fighter) -> None:
    """walka-20 and 21: how the shooter itself takes cover and moves."""
    if fighter.leaning and fighter.seen == "sliver":
        threshold.add(Text("shooting past a sliver of cover"), -1, "walka-20")
    if fighter.running == "running":
        threshold.add(Text("running"), tables.RUNNING_SHOOTER, "walka-21")


# ---- tests (walka-1 to 4)


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
    shot = (
        d20.Shot(1, threshold.value, d20.GRADED, greedy=True)
        if opposed
        else d20.Shot(1, threshold.value)
    )
    volley = d20.Volley(
        (shot,),
        d20.skill_points(state, fighter, skill),
        state.house.equal_succeeds,
        more_tests=more_tests,
    )
    dice = table.roll(volley, why="walka-1", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-1", table)
    points = d20.spend_on_volley(fighter, volley, dice, table, label)
    d20.pay_points(fighter, volley.points.skills, points, state, table)
    return judge(fighter, dice[0][0], points[0][0], threshold, state, table, label)


def tell_roll(
    fighter: Fighter, faces: Iterable[int], label: Words, rule: str, table: Table
) -> None:
    """The dice as they fell, before anything is done about them."""
    if not table.keeps_log:
        return
    line = Text(
        "{name}, {label}: {dice}", name=fighter.name, label=label, dice=tables.faces_text(faces)
    )
    table.log(rule, line, by=fighter.id)


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
    if d20.succeeds(die, points, threshold.value, equal):
        won = d20.success_points(die, points, threshold.value, equal)
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
        "die": d20.lowered(die, points),
        "threshold": number(threshold.value),
    }
    if die == tables.UNLUCKY:
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
        pool(3, d20.FACES, d20.OpenTest(threshold.value, skill)),
        why=rule,
        by=fighter.id,
        label=label,
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
    total = d20.skill_points(state, fighter, skill).total
    equal = state.house.equal_succeeds
    held = tuple(
        face
        for face in range(1, d20.FACES + 1)
        if (least := _needed(face, threshold.value, against, equal)) is not None and least <= total
    )
    lost = tuple(face for face in range(1, d20.FACES + 1) if face not in held)
    throw = pool(1, d20.FACES, Faces(alike=(held, lost)))
    die = table.roll(throw, why="walka-1", by=fighter.id, label=label)[0]
    tell_roll(fighter, (die,), label, "walka-1", table)
    points = spend_opposed(state, fighter, die, threshold.value, against, skill, table, what)
    return judge(fighter, die, points, threshold, state, table, label)


def _needed(die: int, threshold: float, wanted: int, equal: bool) -> int | None:
    """The fewest points that give a die so many success points; None when nothing can."""
    least = d20.need(die, threshold, equal)
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
    points = d20.skill_points(state, fighter, skill)
    total = points.total
    least = _needed(die, threshold, wanted, state.house.equal_succeeds)
    best = least if least is not None and least <= total else 0
    most = total if gains and least is not None and least <= total else best
    choices = [Choice([spent], str(spent)) for spent in dict.fromkeys((best, 0, total))]
    spent = d20.spend_on_die(fighter, choices, best, most, points, table, what)
    d20.pay_points(fighter, points.skills, ((spent,),), state, table)
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
    line = Text(
        "{name}: {count} success point in {label}",
        "{name}: {count} success points in {label}",
        name=fighter.name,
        count=won,
        label=label,
    )
    table.log("walka-4", line, by=fighter.id)


def _ordinary_test(
    state: Battle, fighter: Fighter, threshold: float, skill: str, label: str, table: Table
) -> None:
    """walka-4: three dice, two of them have to succeed; the skill is shared between them."""
    points = d20.whole_skill(skill, fighter.skill(skill))
    throw = d20.Volley((d20.Shot(3, threshold),), points, state.house.equal_succeeds, needed=2)
    dice = table.roll(throw, why="walka-4", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-4", table)
    spent = d20.spend_on_volley(fighter, throw, dice, table, label)
    said = {"name": fighter.name, "label": label, "dice": " ".join(d20.minus(dice[0], spent[0]))}
    line = Text("{name}, {label}: {dice}, failed", **said)
    if throw.counting(throw.shots[0], dice[0], spent[0]):
        table.mark("success", fighter.id)
        line = Text("{name}, {label}: {dice}, passed", **said)
    table.log("walka-4", line, by=fighter.id)
