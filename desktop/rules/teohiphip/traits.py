"""The traits (cechy) that the rules know by name, and what a sheet's traits come to.

A trait works by its name alone, whatever else stands on the sheet; one that the rules do not know
is there to be read. What each does stands beside the rule it changes: speed and hit points here,
the pool in ``pool``, tests and swaps in ``check``, damage in ``wounds``, what costs AP in
``talents``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from desktop.rules.teohiphip.sheet import Sheet


class Known(StrEnum):
    """The traits that change a number of the ledger. The value is the native name."""

    # speed and hit points
    OBESE = "Otyły"
    SLOW = "Powolny"
    FAST = "Szybki"
    FEEBLE = "Cherlawy"
    FRAIL = "Wątłe zdrowie"
    STURDY = "Krzepki"
    HARDENED = "Hartowany"
    HARDY = "Wytrzymały"
    # damage and recovery
    OVERSENSITIVE = "Nadwrażliwy"
    TOUGH = "Twardziel"
    RESISTANT = "Odporny"
    SECOND_WIND = "Drugi oddech"
    REGENERATION = "Regeneracja"
    MEDITATION = "Medytacja"
    SLOW_HEALER = "Zmęczliwy"
    WITH_INTEREST = "Z Nawiązką"
    DEFENDER = "Obrońca"
    SACRIFICE = "Ofiara"
    # dice in the pool
    ADRENALINE = "Adrenalina"
    RELENTLESS = "Nieustępliwy"
    VITALITY = "Witalność"
    MINDFUL = "Uważny"
    LUCKY = "Szczęściarz"
    STRATEGIST = "Strateg"
    MYSTIC = "Mistyk"
    TRICKSTER = "Oszust"
    FATE_SMITH = "Kowal losu"
    GAMBLER = "Hazardzista"
    PROVIDENT = "Przezorny"
    CARELESS = "Nieostrożny"
    SPENDTHRIFT = "Rozrzutny"
    SUPERSTITIOUS = "Przesądny"
    CHAOTIC = "Chaotyczny"
    NERVOUS = "Nerwowy"
    NIGHT_BLIND = "Ślepy w ciemności"
    NIGHT_HUNTER = "Nocny łowca"
    LEADER = "Przywódca"
    # swaps
    COMPOSED = "Opanowany"
    ECONOMICAL = "Ekonomiczny"
    PERSISTENT = "Wytrwały"
    SYNCHRONOUS = "Synchroniczny"
    JINXED = "Pechowiec"
    IMPULSIVE = "Impulsywny"
    WAVERING = "Chwiejny"
    UNSURE = "Niepewny"
    OPPORTUNIST = "Oportunista"
    CAUTIOUS = "Ostrożny"
    SLOW_REFLEXES = "Powolny Refleks"
    # tests
    TACTICIAN = "Taktyk"
    FOOLS_LUCK = "Szczęście idioty"
    BORN_COMMANDER = "Urodzony dowódca"
    ANAEMIC = "Anemiczny"
    ASTHMATIC = "Astmatyk"
    VIGILANT = "Czujny"
    MARKED_BY_TIME = "Piętno czasowe"
    PREDATOR = "Drapieżnik"


_BY_NAME = {trait.casefold(): trait for trait in Known}


def known_traits(sheet: Sheet) -> frozenset[Known]:
    """Those of the sheet's traits that the rules know."""
    return frozenset(
        _BY_NAME[name] for trait in sheet.traits if (name := trait.name.casefold()) in _BY_NAME
    )


# ---- numbers on the sheet

FEEBLE_MOST = 2
"""Cherlawy never has more hit points, whatever other traits add."""


def speed(sheet: Sheet) -> int:
    """teohiphip-6: inches a move, with what the traits add to the speed on the sheet."""
    traits = known_traits(sheet)
    base = min(sheet.spd, 4) if Known.SLOW in traits else sheet.spd
    return max(base + 2 * (Known.FAST in traits) - 2 * (Known.OBESE in traits), 0)


def most_hit_points(sheet: Sheet) -> int:
    """The maximum of hit points, with what the traits add to the one that was bought."""
    traits = known_traits(sheet)
    most = sheet.most_with_traits - (Known.FRAIL in traits)
    return max(min(most, FEEBLE_MOST) if Known.FEEBLE in traits else most, 1)


def hit_points(sheet: Sheet) -> int:
    """The hit points a fight begins with: all of them, unless the sheet is hurt already.

    A sheet that says ``hp`` alone names its maximum by it.
    """
    most, says_most = most_hit_points(sheet), sheet.max_hp is None and sheet.hp
    return most if sheet.hp is None or says_most else min(sheet.hp, most)


def temporary_hit_points(sheet: Sheet) -> int:
    """Hit points above those that a fight begins with; Cherlawy keeps to 2 with them, too."""
    traits, hp = known_traits(sheet), hit_points(sheet)
    room = hp > 0 and (Known.FEEBLE not in traits or hp < FEEBLE_MOST)
    return int(Known.HARDY in traits and room)


# ---- advantage and disadvantage by the kind of test


@dataclass(frozen=True, slots=True)
class TraitEffect:
    """The kinds of tests that a trait helps or hinders (teohiphip-17)."""

    advantage: frozenset[str] = frozenset()
    disadvantage: frozenset[str] = frozenset()

    def __or__(self, other: TraitEffect) -> TraitEffect:
        return TraitEffect(self.advantage | other.advantage, self.disadvantage | other.disadvantage)

    def __bool__(self) -> bool:
        return bool(self.advantage or self.disadvantage)


def _for(*tags: str) -> TraitEffect:
    return TraitEffect(advantage=frozenset(tags))


def _against(*tags: str) -> TraitEffect:
    return TraitEffect(disadvantage=frozenset(tags))


PHYSICAL = frozenset({"melee", "thrown", "climb", "agility", "strength"})
"""The tests that take bodily effort."""

EFFECTS: Mapping[str, TraitEffect] = {
    name.casefold(): effect
    for name, effect in {
        "Celne oko": _for("ranged"),
        "Parabolik": _for("thrown"),
        "Fechmistrz": _for("melee"),
        "Krótkowidz": _against("ranged"),
        "Cyklop": _against("thrown"),
        "Niezdarny": _against("melee"),
        "Otyły": _against("agility", "climb"),
        "Zwinny": _for("agility", "stealth"),
        "Słabeusz": _against("strength"),
        "Tchórzliwy": _against("fear"),
        "Technofobia": _against("technology"),
        "Techniczny fachowiec": _for("technology"),
        "Mistrz improwizacji": _for("improvisation"),
        "Pilot chronocykla": _for("piloting"),
        "Orientacja w terenie": _for("navigation"),
        "Sokoli wzrok": _for("sight"),
        "Chronochoroba": _against("arrival"),
        "Spanikowany": _against("will"),
    }.items()
}
"""What traits do by their name alone. Attacks are ``ranged``, ``melee`` or ``thrown``."""

NamedEffect = tuple[str, TraitEffect]
"""A trait by its name, and what it does to tests."""


def trait_effects(sheet: Sheet) -> tuple[NamedEffect, ...]:
    """What the traits of a sheet do to tests: by their names, and as the sheet says."""
    found = []
    for trait in sheet.traits:
        says = TraitEffect(_folded(*trait.advantage_on), _folded(*trait.disadvantage_on))
        effect = EFFECTS.get(trait.name.casefold(), TraitEffect()) | says
        if effect:
            found.append((trait.name, effect))
    return tuple(found)


def for_and_against(
    traits: Sequence[NamedEffect], kinds: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The names of the traits that give advantage, and disadvantage, on a test of these kinds."""
    good: list[str] = []
    bad: list[str] = []
    if not traits:
        return good, bad
    folded = _folded(*kinds)
    for name, effect in traits:
        if not folded.isdisjoint(effect.advantage):
            good.append(name)
        if not folded.isdisjoint(effect.disadvantage):
            bad.append(name)
    return good, bad


@lru_cache(maxsize=256)
def _folded(*kinds: str) -> frozenset[str]:
    return frozenset(kind.casefold() for kind in kinds)
