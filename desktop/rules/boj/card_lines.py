"""What a fighter of «Бой» is played from: chances, damage, defences, armour."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.rules.boj.sheet import (
    SKILLS,
    Armor,
    Characteristics,
    Skills,
    Weapon,
    skill_id,
    with_bare_hands,
)
from desktop.rules.boj.state import Fighter
from desktop.rules.display import CardLine, Say, facts_of
from desktop.rules.fields import fields_of
from desktop.rules.in_words import in_short

_ENGLISH = {field.id: field.label for field in fields_of(Skills)}


def card_lines(fighter: Fighter, say: Say) -> Iterator[CardLine]:
    """Each attack with its chance (boj-5), then defences (boj-11) and armour (boj-23)."""
    sheet = fighter.sheet
    for weapon in with_bare_hands(sheet.weapons):
        yield CardLine(weapon.name, _attack(fighter, weapon, say), "boj-5")
    resisting = skill_id(fighter.resists_with.skill)
    dodge = f"{_skill('dodge', say)} {fighter.skill('dodge')} %"
    block = f"{_skill(resisting, say)} {fighter.skill(resisting)} %"
    yield CardLine(say("Защита", "Defence"), f"{dodge} · {block}", "boj-11")
    if sheet.armor:
        worn = "; ".join(_armour(piece, say) for piece in sheet.armor)
        yield CardLine(say("Броня", "Armour"), worn, "boj-23")
    given = sheet.characteristics.model_dump()
    body = in_short(fields_of(Characteristics), given, say)
    yield CardLine(say("Характеристики", "Characteristics"), body)
    told = " · ".join(
        f"{_skill(skill_id(name), say)} {value}" for name, value in sheet.skills if value
    )
    yield CardLine(say("Навыки, %", "Skills, %"), told, "boj-5")


def _attack(fighter: Fighter, weapon: Weapon, say: Say) -> str:
    skill = skill_id(weapon.skill)
    facts = [f"{_skill(skill, say)} {fighter.skill(weapon.skill)} %"]
    if weapon.damage:
        facts.append(f"{say('урон', 'damage')} {weapon.damage.replace('-', '−')}")
    if weapon.lethality:
        facts.append(f"{say('Смертельность', 'Lethality')} {weapon.lethality} %")
    if weapon.radius:
        least = f"{weapon.radius_from}–" if weapon.radius_from else ""
        facts.append(f"{say('радиус', 'radius')} {least}{weapon.radius} {say('м', 'm')}")
    if weapon.pierces:
        facts.append(f"{say('пробивает', 'pierces')} {weapon.pierces}")
    if weapon.range is not None:
        facts.append(f"{say('до', 'up to')} {weapon.range} {say('м', 'm')}")
    if weapon.automatic:
        facts.append(say("автоматическое", "automatic"))
    if weapon.bullet:
        facts.append(say("пули или осколки", "bullets or fragments"))
    return facts_of(facts, weapon.notes)


def _armour(piece: Armor, say: Say) -> str:
    plus = "+" if piece.additive else ""
    kind = f" ({say('укрытие', 'cover')})" if piece.kind == "cover" else ""
    close = f" ({say('только в ближнем бою', 'close attacks only')})" if piece.close_only else ""
    return f"{piece.name} {plus}{piece.rating}{kind}{close}"


def _skill(id: str, say: Say) -> str:
    """A skill by its native name; one of the sheet's own as it is called there."""
    return say(dict(SKILLS).get(id, id), _ENGLISH.get(id, id))
