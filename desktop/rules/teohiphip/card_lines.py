"""What a figure of TEOHIPHIP is played from: dice of its attacks, speed, traits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from desktop.rules.display import CardLine, Say, facts_of
from desktop.rules.teohiphip.checks import Reason, Reasons
from desktop.rules.teohiphip.sheet import TAG_WORDS, Attack, Trait, for_and_against
from desktop.rules.teohiphip.state import Fighter
from desktop.rules.teohiphip.talents import is_active, price_of


def card_lines(fighter: Fighter, say: Say) -> Iterator[CardLine]:
    """Each attack with its dice (teohiphip-16 and 17), then speed (6) and traits (15)."""
    sheet = fighter.sheet
    for place, attack in enumerate(sheet.attacks):
        used = min(fighter.uses.get(place, 0), attack.uses or 0)
        boxes = (("", attack.uses, used),) if attack.uses else ()
        yield CardLine(attack.name, _attack(fighter, attack, say), "teohiphip-16", boxes)
    if not sheet.object:
        yield CardLine("SPD", f"{fighter.spd}″ · AP 2", "teohiphip-6")
    for trait in sheet.traits:
        yield CardLine(trait.name, _trait(trait, say), "teohiphip-15")


def _attack(fighter: Fighter, attack: Attack, say: Say) -> str:
    kinds = ("attack", "thrown" if attack.thrown else attack.kind)
    good, bad = for_and_against(fighter.trait_effects, kinds)
    reasons = Reasons([Reason(name) for name in good], [Reason(name) for name in bad])
    if attack.advantage:
        reasons.advantage.append(Reason(attack.name))
    if attack.disadvantage:
        reasons.disadvantage.append(Reason(attack.name))
    facts = [
        f"{reasons.dice()}k6",
        say("wręcz", "melee") if attack.kind == "melee" else say("dystansowy", "ranged"),
    ]
    if attack.thrown:
        facts.append(say("miotana", "thrown"))
    if attack.range:
        facts.append(f"{attack.range}″")
    if reasons.advantage:
        facts.append(say("przewaga", "advantage"))
    if reasons.disadvantage:
        facts.append(say("utrudnienie", "disadvantage"))
    return facts_of(facts, attack.text)


def _trait(trait: Trait, say: Say) -> str:
    facts = []
    if is_active(trait):
        facts.append(f"{price_of(trait)} AP")
    if trait.advantage_on:
        facts.append(f"{say('przewaga', 'advantage')}: {_tags(trait.advantage_on, say)}")
    if trait.disadvantage_on:
        facts.append(f"{say('utrudnienie', 'disadvantage')}: {_tags(trait.disadvantage_on, say)}")
    return facts_of(facts, trait.text)


def _tags(tags: Iterable[str], say: Say) -> str:
    """Kinds of tests in the system's own words, where they are known."""
    return ", ".join(say(TAG_WORDS.get(tag, tag), tag) for tag in tags)
