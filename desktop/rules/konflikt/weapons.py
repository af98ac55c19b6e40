"""Weapons: what is at hand, who is fit for it, how far it goes (konflikt-10, 13, 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.rules.konflikt.sheet import DEXTERITY, PROWESS, UNARMED, Sheet, expected, told_apart
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.state import Fighter
from desktop.rules.text import Text

IMPROVISED_DAMAGE = "1k6"


def weapons_of(sheet: Sheet) -> Sequence[Weapon]:
    """konflikt-20: what the sheet names, then bare hands, if they are none of these."""
    named = told_apart(sheet.attacks)
    return named if any(weapon.name == UNARMED.name for weapon in named) else [*named, UNARMED]


def path_of(fighter: Fighter, weapon: Weapon) -> str:
    """Where the weapon stands on the sheet; bare hands stand nowhere unless it names them."""
    for place, known in enumerate(fighter.weapons[: len(fighter.sheet.attacks)]):
        if known.name == weapon.name:
            return f"attacks[{place}]"
    return "attacks"


def why_not_with(fighter: Fighter, weapon: Weapon) -> Text | None:
    """Why a weapon cannot be used now."""
    broken, left = weapon.broken, weapon.uses
    if fighter.changed:
        path = path_of(fighter, weapon)
        broken = fighter.changed.get(f"{path}.broken", broken)
        left = None if left is None else fighter.left(path, left)
    if broken:
        return Text("it is broken")
    if left == 0:
        return Text("nothing left to shoot")
    return Text("it lies on the ground") if weapon.name in fighter.dropped else None


def is_fit(fighter: Fighter, weapon: Weapon) -> bool:
    """Whether it meets what the weapon asks for; if not, the weapon is improvised to it."""
    skill = fighter.sheet.skills.get
    return (
        skill(PROWESS, 0) >= weapon.needs_prowess and skill(DEXTERITY, 0) >= weapon.needs_dexterity
    )


def as_used(fighter: Fighter, weapon: Weapon, improvised: bool = False) -> Weapon:
    """konflikt-19: what is not used as meant, or by somebody not fit for it, is improvised.

    What is meant for shooting or throwing and not used so, is struck with.
    """
    unfit = not is_fit(fighter, weapon)
    if not (improvised or unfit) or weapon.name == UNARMED.name:
        return weapon
    damage = IMPROVISED_DAMAGE
    if unfit and weapon.damage:
        damage = min(damage, weapon.damage, key=expected)
    changes: dict[str, Any] = {"improvised": True, "light": False, "agile": False}
    if improvised:
        changes |= {"kind": "melee", "uses": None}
    if improvised or weapon.kind == "melee":
        changes["range"] = None
    return weapon.model_copy(update={**changes, "damage": damage})


def range_of(fighter: Fighter, weapon: Weapon) -> int | None:
    """Metres: how far it reaches at all; None where the sheet does not say."""
    if weapon.kind == "melee":
        return max(weapon.range or 0, fighter.reach)
    return weapon.far or weapon.range


def threat_of(fighter: Fighter) -> int:
    """Metres within which it threatens (konflikt-13): a long weapon at hand carries farther."""
    farthest = fighter.reach
    for weapon in fighter.weapons:
        longer = weapon.kind == "melee" and (weapon.range or 0) > farthest
        if longer and is_fit(fighter, weapon) and not why_not_with(fighter, weapon):
            farthest = weapon.range or 0
    return farthest
