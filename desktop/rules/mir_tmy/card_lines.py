"""What a figure of «Мир Тьмы» is played from: pools with their difficulty, damage, soak."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.rules.display import CardLine, Say, facts_of
from desktop.rules.fields import fields_of
from desktop.rules.in_words import in_short
from desktop.rules.mir_tmy.defence import ABILITIES as ABILITY_OF
from desktop.rules.mir_tmy.defence import NATIVE
from desktop.rules.mir_tmy.initiative import base
from desktop.rules.mir_tmy.pools import trait_pool
from desktop.rules.mir_tmy.sheet import (
    ABILITIES,
    FISTS,
    HARM,
    LEVELS,
    POWERS,
    Attributes,
    Weapon,
    ability_for,
)
from desktop.rules.mir_tmy.state import PENALTIES, Fighter
from desktop.rules.mir_tmy.wounds import soak_dice


def card_lines(fighter: Fighter, say: Say) -> Iterator[CardLine]:
    """Each attack with its pool (mir_tmy-10) and damage (12), then soak (16) and scores."""
    sheet = fighter.sheet
    own = [*sheet.weapons, FISTS]
    for weapon in own:
        yield CardLine(weapon.name, _attack(fighter, weapon, say), "mir_tmy-10")
    yield CardLine(say("Поглощение", "Soak"), _soak(fighter, say), "mir_tmy-16")
    ways = []
    for kind, ability in ABILITY_OF.items():
        pool = trait_pool(fighter, "dexterity", ability)
        ways.append(f"{say(NATIVE[kind], kind)} {max(pool.dice, 0)}")
    yield CardLine(say("Защита", "Defence"), " · ".join(ways), "mir_tmy-43")
    yield CardLine(
        say("Инициатива", "Initiative"), f"{base(fighter)} + {say('к10', 'd10')}", "mir_tmy-3"
    )
    levels = " · ".join(
        say(dict(LEVELS)[level], level) + _penalty(level) for level in dict.fromkeys(sheet.health)
    )
    yield CardLine(say("Уровни здоровья", "Health levels"), levels, "mir_tmy-17")
    for piece in sheet.armor:
        stops = ", ".join(say(dict(HARM).get(tag, tag), tag) for tag in piece.stops)
        penalty = f", {say('Ловкость', 'dexterity')} −{piece.penalty}" if piece.penalty else ""
        said = f"+{piece.rating}{f' ({stops})' if stops else ''}{penalty}"
        yield CardLine(piece.name, said, "mir_tmy-16")
    attributes = in_short(fields_of(Attributes), fighter.attributes.model_dump(), say)
    yield CardLine(say("Атрибуты", "Attributes"), attributes)
    for head, scores, words in (
        (say("Способности", "Abilities"), sheet.abilities, dict(ABILITIES)),
        (say("Силы", "Powers"), sheet.powers, dict(POWERS)),
    ):
        told = " · ".join(f"{say(words.get(id, id), id)} {dots}" for id, dots in scores.items())
        if told:
            yield CardLine(head, told)


def _penalty(level: str) -> str:
    """mir_tmy-17: dice lost on that level."""
    lost = PENALTIES.get(level, 0)
    return f" −{-lost}" if lost else ""


def _attack(fighter: Fighter, weapon: Weapon, say: Say) -> str:
    ability = ability_for(weapon)
    pool = trait_pool(fighter, "dexterity", ability)
    strong = weapon.kind in ("melee", "natural", "thrown") and not weapon.explosive
    damage = weapon.damage + (fighter.attribute("strength") if strong else 0)
    facts = [
        f"{say('запас', 'pool')} {max(pool.dice, 0)} {say('против', 'against')} {pool.against}",
        f"{say('урон', 'damage')} {damage} {say(dict(HARM)[weapon.type], weapon.type)}",
    ]
    if weapon.range:
        facts.append(f"{weapon.range}/{2 * weapon.range} {say('м', 'm')}")
    if weapon.clip:
        facts.append(f"{say('обойма', 'clip')} {weapon.clip}")
    if weapon.automatic:
        facts.append(say("автоматическое", "automatic"))
    if weapon.burst:
        facts.append(say("короткие очереди", "short bursts"))
    if weapon.kind == "melee":
        facts.append(f"{say('парирование против', 'parries against')} {weapon.parry}")
    if weapon.strength:
        facts.append(f"{say('нужна Сила', 'needs strength')} {weapon.strength}")
    if weapon.silver:
        facts.append(say("серебро", "silver"))
    if weapon.concealed:
        facts.append(say("спрятано", "not in hand"))
    return facts_of(facts, weapon.notes)


def _soak(fighter: Fighter, say: Say) -> str:
    """mir_tmy-16: dice against a blow and, where that is another number, against a shot."""
    shot = Weapon(name="-", kind="firearm")
    blow = Weapon(name="-", kind="melee")
    found = []
    for type, native in HARM:
        struck, hit = soak_dice(fighter, type, blow), soak_dice(fighter, type, shot)
        number = f"{struck}" if struck == hit else f"{struck}/{hit}"
        found.append(f"{say(native, type)} {number}")
    return " · ".join(found)
