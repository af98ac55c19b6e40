"""What a fighter of «Walka» is played from: thresholds, wounds, ranges, armour by location."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop.rules.display import CardLine, Say, facts_of
from desktop.rules.fields import fields_of
from desktop.rules.in_words import in_short
from desktop.rules.walka.body import LEVEL_WORDS, LOCATION_WORDS
from desktop.rules.walka.data import COLUMNS, DISTANCE, Category
from desktop.rules.walka.sheet import Attributes, Skills, Weapon
from desktop.rules.walka.state import Fighter
from desktop.rules.walka.threshold import (
    MOVING,
    SHOOTING,
    add_armour,
    add_build,
    number,
    signed,
    threshold_of,
)

FACES = ("1–2", "3–4", "5–6", "7–15", "16–17", "18–19")
"""walka-18: which faces hit which location."""

TICKS = (("D", "scratch", 3), ("L", "light", 3), ("C", "heavy", 3), ("K", "critical", 2))
"""walka-33: three wounds of a level are one of the next."""


def card_lines(fighter: Fighter, say: Say) -> Iterator[CardLine]:
    """Each attack with its threshold (walka-17), then armour and ticks by location (31, 33)."""
    sheet = fighter.sheet
    for weapon in sheet.weapons:
        yield CardLine(weapon.name, _attack(fighter, weapon, say), "walka-17")
    for place, (location, native) in enumerate(LOCATION_WORDS):
        worn = [
            levels
            for piece in sheet.armor
            for where, levels in piece.reduction.items()
            if where == location
        ]
        levels = max(worn, default=0)
        had: list[str] = [wound.level for wound in sheet.wounds if wound.location == location]
        boxes = tuple((letter, most, had.count(level)) for letter, level, most in TICKS)
        name = say(native, location.replace("_", " "))
        armour = f"{FACES[place]} · {say('pancerz', 'armour')} {levels}"
        yield CardLine(name, armour, "walka-31", boxes)
    attributes = in_short(fields_of(Attributes), sheet.attributes.model_dump(), say)
    yield CardLine(say("Cechy", "Attributes"), attributes)
    skills = {name: points for name, points in sheet.skills.model_dump().items() if points}
    if skills:
        told = in_short(fields_of(Skills), skills, say)
        yield CardLine(say("Umiejętności", "Skills"), told, "walka-12")


def _attack(fighter: Fighter, weapon: Weapon, say: Say) -> str:
    threshold = threshold_of(fighter, "dexterity")
    add_armour(threshold, fighter, MOVING if weapon.category == "melee" else SHOOTING)
    add_build(threshold, fighter, weapon)
    threshold.add("", weapon.accuracy, "walka-17")
    points = fighter.sheet.skills.get(weapon.uses)
    wound = dict(LEVEL_WORDS)[weapon.damage]
    facts = [
        f"{say('próg', 'threshold')} {number(threshold.value)}",
        *([f"{say('kość', 'die')} −{points}"] if points else []),
        f"{say('rana', 'wound')} {say(wound, weapon.damage)}",
    ]
    if weapon.penetration is not None:
        facts.append(f"{say('PP', 'penetration')} {weapon.penetration}")
    if weapon.rate_of_fire:
        rate = weapon.rate_of_fire
        facts.append(f"{say('serie', 'bursts')} {rate}/{3 * rate}/{6 * rate}")
    if weapon.required_build is not None:
        facts.append(f"{say('budowa', 'build')} {weapon.required_build}")
    if weapon.magazine:
        facts.append(f"{say('magazynek', 'magazine')} {weapon.magazine}")
    if weapon.ion:
        facts.append(say("jonowa", "ion"))
    if weapon.scope:
        facts.append(f"{say('luneta', 'scope')} {weapon.scope}")
    if weapon.critical_range:
        facts.append(f"{say('krytyczne do', 'critical to')} {weapon.critical_range} m")
    if ranges := _ranges(weapon.category):
        facts.append(ranges)
    return facts_of(facts, weapon.notes)


def _ranges(category: Category) -> str:
    """walka-19: up to how many metres which penalty, equal ones once: ``30 m 0, 60 m −2``."""
    if category not in COLUMNS:
        return ""
    column: Sequence[tuple[int, int]] = [
        (limit, value)
        for limit, row in DISTANCE
        if (value := row[COLUMNS.index(category)]) is not None
    ]
    last = [
        (limit, value)
        for place, (limit, value) in enumerate(column)
        if place + 1 == len(column) or column[place + 1][1] != value
    ]
    return ", ".join(f"{limit} m {signed(value) if value else 0}" for limit, value in last)
