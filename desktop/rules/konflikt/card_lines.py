"""What a creature of «Konflikt» is played from: bonuses, damage, defence, abilities."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.rules.display import CardLine, Say, facts_of
from desktop.rules.konflikt.attacks import skill_for
from desktop.rules.konflikt.harm import in_own_words, in_words
from desktop.rules.konflikt.sheet import (
    UNARMED,
    Attack,
    Effect,
    Power,
    against_in_words,
    skill_in_words,
)
from desktop.rules.konflikt.state import Fighter, as_used, path_of


def card_lines(fighter: Fighter, say: Say) -> Iterator[CardLine]:
    """Each attack with what is added to the d20 (konflikt-10) and its damage (11)."""
    sheet = fighter.sheet
    guard = [f"{say('Obrana', 'Defence')} {sheet.defence}"]
    guard.append(f"{say('Zbroj', 'Armour')} {sheet.armor}")
    guard.append(f"{say('Dosah', 'Reach')} {fighter.reach} m")
    guard.append(f"{say('Velikost', 'Size')} {sheet.size:g}")
    guard.append(f"{say('Hybnost', 'Momentum')} {sheet.momentum}")
    if sheet.luck:
        guard.append(f"{say('Štěstí', 'Luck')} {_signed(sheet.luck)}")
    if sheet.immune:
        guard.append(f"{say('imunní', 'immune')}: {', '.join(sheet.immune)}")
    for attack in fighter.weapons:
        path = path_of(fighter, attack)
        boxes = _uses(fighter, path, attack.uses)
        broken = attack.broken or bool(fighter.changed.get(f"{path}.broken"))
        used = as_used(fighter, attack)
        yield CardLine(attack.name, _attack(fighter, used, broken, say), "konflikt-10", boxes)
    yield CardLine(sheet.about, " · ".join(guard), "konflikt-10")
    skills = " · ".join(
        f"{skill_in_words(name)} {_signed(value)}" for name, value in sheet.skills.items()
    )
    if skills:
        yield CardLine(say("Dovednosti", "Skills"), skills, "konflikt-12")
    for shelf in ("abilities", "spells", "items"):
        for place, power in enumerate(getattr(sheet, shelf)):
            boxes = _uses(fighter, f"{shelf}[{place}]", power.uses)
            yield CardLine(power.name, _power(fighter, power, say), "konflikt-6", boxes)


def _uses(fighter: Fighter, path: str, uses: int | None) -> tuple[tuple[str, int, int], ...]:
    """A box for each use that the thing at this path has; those that are gone are ticked."""
    if not uses:
        return ()
    return (("", uses, uses - (fighter.left(path, uses) or 0)),)


def _attack(fighter: Fighter, attack: Attack, broken: bool, say: Say) -> str:
    """An attack as it is used; ``broken`` on the sheet or in this fight."""
    plus = fighter.skill(skill_for(fighter, attack)) + attack.bonus
    facts = [f"k20 {_signed(plus)}"]
    if attack.against:
        facts.append(_against(attack.against, say))
    if attack.damage:
        facts.append(f"{say('poškození', 'damage')} {attack.damage}")
    if attack.range is not None:
        far = f"/{attack.far}" if attack.far else ""
        facts.append(f"{say('dosah', 'range')} {attack.range}{far} m")
    for flag, native, english in (
        (attack.light, "příruční", "light"),
        (attack.agile, "obratná", "agile"),
        (attack.thrown, "vrhací", "thrown"),
        (attack.improvised, "improvizovaná", "improvised"),
        (broken, "rozbitá", "broken"),
    ):
        if flag:
            facts.append(say(native, english))
    if attack.name != UNARMED.name:
        facts += attack.tags
    if attack.effect:
        facts.append(_effect(attack.effect, say))
    return facts_of(facts, attack.notes)


def _power(fighter: Fighter, power: Power, say: Say) -> str:
    facts = []
    if power.skill:
        facts.append(f"k20 {_signed(fighter.skill(power.skill))}")
        facts.append(_against(power.against or "11", say))
    if power.damage:
        facts.append(f"{say('poškození', 'damage')} {power.damage}")
    if power.healing:
        facts.append(f"{say('léčení', 'healing')} {power.healing}")
    facts += power.tags
    if power.effect:
        facts.append(_effect(power.effect, say))
    return ". ".join(filter(None, [" · ".join(facts), power.text]))


def _against(what: str, say: Say) -> str:
    """What a check is made against: a skill, the defence, or a number."""
    return say(against_in_words(what), f"against {skill_in_words(what)}")


def _effect(effect: Effect, say: Say) -> str:
    """What an effect does and how it ends (konflikt-2, 6)."""
    own = [in_own_words(effect)]
    if effect.ends == "luck":
        own.append("končí ověřením štěstí")
    if effect.overcome:
        own.append(f"překonává {skill_in_words(effect.overcome)}")
    return say(", ".join(own), str(in_words(effect)))


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")
