"""What is on offer for the parameters of an action, as things stand for one creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from desktop.rules.cast import combatant_choices, gone, targets
from desktop.rules.contract import Option
from desktop.rules.fields import Choice, Field
from desktop.rules.konflikt.effects import brought_by, in_words, to_overcome
from desktop.rules.konflikt.on_map import behind_wall
from desktop.rules.konflikt.powers import CRAFTS, harms, why_not_craft, why_not_power
from desktop.rules.konflikt.prepared import as_it_stood
from desktop.rules.konflikt.sheet import skill_in_words
from desktop.rules.konflikt.state import Conflict, Fighter, People, is_threatened
from desktop.rules.konflikt.weapons import why_not_with
from desktop.rules.text import Text

BLOWS = ("attack", "two_weapons")
OF_A_USE = ("target", "with", "visible", "threatened", "modifiers")
OF_A_BLOW = (*OF_A_USE, "distance", "improvised", "damage_factor")
ASKED: Mapping[str, Sequence[str]] = {
    "attack": OF_A_BLOW,
    "two_weapons": (*OF_A_BLOW, "with_other", "target_other"),
    "use_item": OF_A_USE,
    "use_ability": OF_A_USE,
    "cast": OF_A_USE,
    "overcome": ("effect", "modifiers"),
    "end_effect": ("target", "effect", "visible"),
    "other": (),
}
"""What is asked for when one of these was prepared and is done now (konflikt-7)."""


def offered(state: Conflict, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """The field with its choices; None where what is done does not ask for it."""
    doing = option.action
    people: People = state.combatants
    if option.do == "trigger":
        people = as_it_stood(state)
        doing = fighter.prepared.action if fighter.prepared else "other"
        if field.id not in ASKED[doing]:
            return None
    match field.id:
        case "threatened":
            return replace(field, default=is_threatened(people, people[fighter.id]), optional=False)
        case "with" if doing in BLOWS:
            return _first_of(field, weapons(fighter))
        case "with_other":
            return second_weapon(fighter, field)
        case "with" if doing in CRAFTS:
            return _first_of(field, powers(fighter, doing))
        case "target" if doing in CRAFTS:
            return aims(state, fighter, field, doing)
        case "target" if doing == "end_effect":
            under = [c for c in state.combatants.values() if brought_by(fighter, c)]
            return _first_of(field, combatant_choices(under))
        case "effect" if doing == "end_effect":
            own = (e.name for c in state.combatants.values() for e in brought_by(fighter, c))
            return _first_of(field, [Choice(name, name) for name in dict.fromkeys(own)])
        case "effect":
            return _first_of(field, [Choice(e.name, in_words(e)) for e in to_overcome(fighter)])
        case "prepared":
            return field.offering(
                [replace(c, why_not=why_not_craft(fighter, c.value)) for c in field.choices]
            )
        case "skill":
            none = [Choice("", Text("none"))] if doing == "other" else []
            return _first_of(field, [*none, *skills(fighter)])
    if field.kind not in ("combatant", "combatants"):
        return field
    hindered = behind_wall(state, fighter.id)
    others = targets(state, fighter, gone, near=near(state, fighter), hindered=hindered)
    if doing in BLOWS and field.id == "target":
        return _first_of(field, others)
    return field.offering(others)


def near(state: Conflict, fighter: Fighter) -> list[str]:
    """konflikt-13: in whose reach it stands, and who stands in its own."""
    in_reach = [c.id for c in state.combatants.values() if fighter.id in c.reached_by]
    return [*fighter.reached_by, *in_reach]


def aims(state: Conflict, fighter: Fighter, field: Field, doing: str) -> Field:
    """On whom a power is used: a harmful one on an enemy first, another on oneself first.

    The first that can be used decides, for it is the default; what harms is for others only.
    """
    craft = CRAFTS[doing]
    known = craft.of(fighter)
    usable = [power for power in known if not why_not_power(fighter, craft, power)]
    harmful = any(map(harms, (usable or known)[:1]))
    oneself = [] if all(map(harms, known)) else [Choice("", Text("oneself"))]
    people = targets(
        state,
        fighter,
        gone,
        near=near(state, fighter),
        friends_first=not harmful,
        hindered=behind_wall(state, fighter.id),
    )
    return _first_of(field, [*people, *oneself] if harmful else [*oneself, *people])


def weapons(fighter: Fighter) -> list[Choice]:
    """Everything to attack with, what cannot be used now greyed."""
    return [
        Choice(weapon.name, weapon.name, weapon.damage, why_not_with(fighter, weapon))
        for weapon in fighter.weapons
    ]


def second_weapon(fighter: Fighter, field: Field) -> Field:
    """konflikt-18: the first that can be used beside the one chosen; else bare hands twice."""
    first, *others = weapons(fighter)
    chosen = next((w for w in (first, *others) if not w.why_not), first)
    other = next((w.value for w in others if w != chosen and not w.why_not), chosen.value)
    return field.offering([*others, first], other)


def powers(fighter: Fighter, doing: str) -> list[Choice]:
    """Its items, abilities or spells, what cannot be used now greyed."""
    craft = CRAFTS[doing]
    return [
        Choice(p.name, p.name, p.damage or p.healing, why_not_power(fighter, craft, p))
        for p in craft.of(fighter)
    ]


def skills(fighter: Fighter) -> list[Choice]:
    return [Choice(s, skill_in_words(s), f"{plus:+d}") for s, plus in fighter.skills().items()]


def _first_of(field: Field, choices: Sequence[Choice]) -> Field:
    """The choices, the first that can be as the default."""
    first = next((choice.value for choice in choices if not choice.why_not), None)
    return field.offering(choices, first)
