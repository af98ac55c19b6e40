"""Everything that can be done, in the order in which it is shown, and what is on offer for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from desktop.rules.cast import alone, combatant_choices, gone, targets
from desktop.rules.contract import Action, Option
from desktop.rules.fields import Choice, Field
from desktop.rules.konflikt import checks, commands, rounds, turn
from desktop.rules.konflikt.attacks import attack, two_weapons
from desktop.rules.konflikt.harm import in_words
from desktop.rules.konflikt.on_map import behind_wall
from desktop.rules.konflikt.sheet import skill_in_words
from desktop.rules.konflikt.state import Conflict, Fighter, People, is_threatened, why_not_with
from desktop.rules.konflikt.turn import (
    CRAFTS,
    as_it_stood,
    brought_by,
    harms,
    to_overcome,
    use,
    why_not_craft,
    why_not_power,
)
from desktop.rules.text import Text


@dataclass(frozen=True)
class ConflictAction(Action[Conflict, Fighter]):
    """``whole`` ones take the action of the turn (konflikt-5); ``price`` is in momentum."""

    whole: bool = False


def _nothing_of(action: str) -> Callable[[Conflict, Fighter], Text | None]:
    def why_not(state: Conflict, fighter: Fighter) -> Text | None:
        reason = why_not_craft(fighter, action)
        only_harm = all(map(harms, CRAFTS[action].of(fighter)))
        return reason or (alone(state, fighter) if only_harm else None)

    return why_not


whole = partial(ConflictAction, whole=True)


anybodys = partial(ConflictAction, whose="anybody", group="others")


TRIGGER = ConflictAction(
    commands.Trigger, turn.trigger, Text("What was prepared"), "Připravená akce", "konflikt-7",
    key="R", group="reactions", why_not=turn.nothing_left,
)  # fmt: skip


PASS = ConflictAction(
    commands.Pass, rounds.pass_turn, Text("Done"), "Hotovo", "konflikt-5",
    key="Space", group="turn", main=True,
)  # fmt: skip


ACTIONS = (
    TRIGGER,
    whole(commands.Attack, attack, Text("Attack"), "Útok", "konflikt-10", key="A", why_not=alone),
    whole(commands.TwoWeapons, two_weapons, Text("Two weapons"), "Dvě zbraně", "konflikt-18",
          key="D", why_not=alone),
    whole(commands.Cast, use, Text("Cast a spell"), "Seslat kouzlo", "konflikt-6",
          key="C", why_not=_nothing_of("cast")),
    whole(commands.UseAbility, use, Text("Use an ability"), "Použít schopnost", "konflikt-6",
          key="B", why_not=_nothing_of("use_ability")),
    whole(commands.UseItem, use, Text("Use an item"), "Použít předmět", "konflikt-6",
          key="I", why_not=_nothing_of("use_item")),
    whole(commands.Overcome, turn.overcome, Text("Overcome"), "Překonat", "konflikt-6",
          key="O", why_not=turn.nothing_to_overcome),
    whole(commands.EndEffect, turn.end_effect, Text("End an effect"), "Ukončit magický efekt",
          "konflikt-6", key="E", why_not=turn.nothing_to_end),
    whole(commands.Prepare, turn.prepare, Text("Prepare an action"), "Připravit akci",
          "konflikt-7", key="P", why_not=turn.why_not_skip),
    whole(commands.Sprint, turn.sprint, Text("Sprint"), "Sprint", "konflikt-6", key="S"),
    whole(commands.Other, turn.other, Text("Something else"), "Něco jiného", "konflikt-6",
          key="N"),
    ConflictAction(commands.Move, turn.move, Text("Move"), "Pohyb", "konflikt-9",
                   price=1, key="M"),
    ConflictAction(commands.Interact, turn.interact, Text("Small doing"), "Drobná akce",
                   "konflikt-8", price=turn.SMALL_DOING, key="T"),
    anybodys(commands.Check, checks.any_check, Text("Check"), "Ověření", "konflikt-12", key="V"),
    anybodys(commands.Luck, checks.any_luck, Text("Luck check"), "Ověření štěstí", "konflikt-22",
             key="L"),
    PASS,
    ConflictAction(commands.EndTurn, rounds.end_turn, Text("End the side's turn"),
                   "Konec tahu skupiny", "konflikt-3", key="K", group="turn", whose="nobody"),
)  # fmt: skip


# ---- what is on offer for their parameters


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
            return people_for(state, fighter, field, doing)
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


def people_for(state: Conflict, fighter: Fighter, field: Field, doing: str) -> Field:
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
