"""The sheet of a band's character, what its traits come to, house rules, and the catalogue.

A trait works by its name alone, whatever else stands on the sheet; one that the rules do not know
is there to be read. What each does stands beside the rule it changes: speed and hit points here,
the pool and swaps in ``pool``, tests and damage in ``checks``, what costs AP in ``talents``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.fields import KnownAs, Record, Shown, known_to_players
from desktop.rules.text import Terms, Text, terms

Name = Annotated[str, Limits(min_length=1, max_length=100)]

TAGS: Terms = (
    ("agility", "zwinność"),
    ("climb", "wspinaczka"),
    ("stealth", "skradanie się"),
    ("strength", "siła"),
    ("fear", "strach"),
    ("will", "wola"),
    ("sight", "wzrok"),
    ("navigation", "orientacja"),
    ("technology", "technika"),
    ("improvisation", "improwizacja"),
    ("piloting", "pilotaż"),
    ("arrival", "po skoku w czasie"),
)
"""The kinds of tests that a game master can name, with the native word."""

OTHER_TAGS: Terms = (
    ("ranged", "strzelanie"),
    ("melee", "walka wręcz"),
    ("thrown", "rzucanie"),
    ("bureaucracy", "biurokracja"),
)
"""Other words of traits for kinds of tests: those of attacks, and what only the catalogue names."""

TAG_WORDS = (*TAGS, *OTHER_TAGS)

KINDS: Terms = (("positive", "zaleta"), ("negative", "wada"))
ATTACKS: Terms = (("ranged", "dystansowy"), ("melee", "wręcz"))

Tags = Annotated[list[Annotated[str, Limits(max_length=50)]], Limits(max_length=20)]

MOST_BOUGHT = 8
"""The most hit points that a character of a band is made with (teohiphip-4)."""


class Trait(Record):
    """A trait (cecha). Those whose names the rules know work; all of them stand on the sheet."""

    name: Annotated[Name, Shown("Name", "Nazwa", context="thing")]
    kind: Annotated[
        Literal["positive", "negative"],
        Shown("Kind", "Rodzaj", labels=terms(KINDS)),
    ] = "positive"
    points: Annotated[int, Limits(ge=-20, le=20), Shown("Points", "PC")] = 0
    group: Annotated[str, Limits(max_length=100), Shown("Group", "Grupa")] = ""
    advantage_on: Annotated[
        Tags,
        Shown("Advantage on", "Przewaga", rule="teohiphip-17", labels=terms(TAG_WORDS)),
    ] = []
    disadvantage_on: Annotated[
        Tags,
        Shown("Disadvantage on", "Utrudnienie", rule="teohiphip-17", labels=terms(TAG_WORDS)),
    ] = []
    active: Annotated[bool, Shown("Active", "Aktywna", rule="teohiphip-15")] = False
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1
    text: Annotated[str, Limits(max_length=2000), Shown("Text", "Opis", long=True)] = ""


class Attack(Record):
    """A way to attack. ``range`` in inches; ``uses`` counts how often in a fight."""

    name: Annotated[Name, Shown("Name", "Nazwa", context="thing")]
    kind: Annotated[
        Literal["ranged", "melee"],
        Shown("Kind", "Rodzaj", labels=terms(ATTACKS)),
    ] = "ranged"
    range: Annotated[
        int | None, Limits(ge=1, le=200), Shown("Range", "Zasięg", unit="″", rule="teohiphip-11")
    ] = None
    uses: Annotated[int | None, Limits(ge=1, le=99), Shown("Uses", "Użycia")] = None
    thrown: Annotated[bool, Shown("Thrown", "Miotana")] = False
    advantage: Annotated[bool, Shown("Advantage", "Przewaga", rule="teohiphip-17")] = False
    disadvantage: Annotated[bool, Shown("Disadvantage", "Utrudnienie", rule="teohiphip-17")] = False
    text: Annotated[str, Limits(max_length=2000), Shown("Text", "Opis", long=True)] = ""


class Sheet(Record):
    """One character of a band. ``max_hp`` and ``spd`` as bought: traits come on top.

    ``hp`` are those that are left, as in a fight; None for all of them.
    """

    name: Annotated[Name, Shown("Name", "Imię")]
    band: Annotated[str, Limits(max_length=100), Shown("Band", "Banda", rule="teohiphip-1")] = ""
    archetype: Annotated[str, Limits(max_length=100), Shown("Archetype", "Archetyp")] = ""
    hp: Annotated[
        int | None,
        Limits(ge=0, le=99),
        Shown("Hit points", "PŻ", rule="teohiphip-20", help="those left; empty: all of them"),
    ] = None
    max_hp: Annotated[
        int | None,
        Limits(ge=1, le=99),
        Shown(
            "Most hit points",
            "PŻ maks.",
            rule="teohiphip-4",
            help="as bought, 4–8 when a band is made; traits come on top",
        ),
    ] = None
    spd: Annotated[
        int, Limits(ge=0, le=60), Shown("Speed", "SPD", unit="″", rule="teohiphip-6")
    ] = 6
    traits: Annotated[list[Trait], Limits(max_length=40), Shown("Traits", "Cechy")] = []
    attacks: Annotated[list[Attack], Limits(max_length=20), Shown("Attacks", "Ataki")] = []
    object: Annotated[
        bool, Shown("An object, not a person", "Obiekt", help="no cover, no actions")
    ] = False
    notes: Annotated[str, Limits(max_length=10_000), Shown("Notes", "Notatki", long=True)] = ""
    known_as: Annotated[KnownAs, known_to_players("Gracze znają jako")] = ""

    @model_validator(mode="after")
    def _hit_points_fit(self) -> Sheet:
        if self.hp is not None and self.max_hp is not None and self.hp > self.most_with_traits:
            reason = (
                Text("hp can be at most max_hp ({max_hp})", max_hp=self.max_hp)
                if self.most_with_traits == self.max_hp
                else Text("hp can be at most {most} with the traits", most=self.most_with_traits)
            )
            raise ValueError(reason, "hp", "max_hp")
        return self

    @property
    def most(self) -> int:
        """The bought maximum of hit points; 4 where the sheet names none."""
        return self.max_hp or self.hp or 4

    @property
    def most_with_traits(self) -> int:
        """The bought maximum with what Krzepki and Hartowany add."""
        known = known_traits(self)
        return self.most + sum(more for trait, more in MORE_HIT_POINTS.items() if trait in known)


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    round_limit: Annotated[
        int, Limits(ge=1, le=99), Shown("Rounds", "Rundy", rule="teohiphip-1")
    ] = 6
    order: Annotated[
        Literal["roll", "fixed"],
        Shown(
            "Order of the bands",
            "Kolejność band",
            rule="teohiphip-2",
            labels=(("roll", "a d6 each round"), ("fixed", "as listed")),
        ),
    ] = "roll"
    npc_pools: Annotated[
        bool, Shown("Others than players have a pool", "Pula BN", rule="teohiphip-4")
    ] = False
    attacks_per_activation: Annotated[
        int | None,
        Limits(ge=1, le=2),
        Shown(
            "Attacks in an activation",
            "Ataki w aktywacji",
            rule="teohiphip-11",
            help="empty: as many as the AP allow",
        ),
    ] = None
    swaps_per_test: Annotated[
        int | None,
        Limits(ge=1, le=10),
        Shown(
            "Swaps in a test",
            "Wymiany na test",
            rule="teohiphip-18",
            help="empty: as many as can be paid",
        ),
    ] = 1
    darkness: Annotated[bool, Shown("The fight is in the dark", "Ciemność", rule="teohiphip-4")] = (
        False
    )


# ---- traits: what the rules know by name, and what a sheet's come to


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

SLOW_MOST = 4
"""Inches that Powolny moves at most, before other traits."""

MORE_HIT_POINTS: Mapping[Known, int] = {Known.STURDY: 1, Known.HARDENED: 2}
"""What traits add to the bought maximum of hit points."""


def speed_by_traits(sheet: Sheet) -> list[tuple[Known, int]]:
    """teohiphip-6: what each trait adds to the speed on the sheet, in inches."""
    traits, speed = known_traits(sheet), sheet.spd
    changes: list[tuple[Known, int]] = []
    if Known.SLOW in traits and speed > SLOW_MOST:
        changes.append((Known.SLOW, SLOW_MOST - speed))
    if Known.FAST in traits:
        changes.append((Known.FAST, 2))
    if Known.OBESE in traits:
        left = speed + sum(change for _, change in changes)
        changes.append((Known.OBESE, -min(2, left)))
    return changes


def speed(sheet: Sheet) -> int:
    """teohiphip-6: inches a move, with what the traits add to the speed on the sheet."""
    return sheet.spd + sum(change for _, change in speed_by_traits(sheet))


def hit_points_by_traits(sheet: Sheet) -> list[tuple[Known, int]]:
    """What each trait adds to the bought maximum of hit points; one is always left."""
    traits, most = known_traits(sheet), sheet.most
    changes = [(trait, more) for trait, more in MORE_HIT_POINTS.items() if trait in traits]
    most += sum(change for _, change in changes)
    if Known.FRAIL in traits and most > 1:
        changes.append((Known.FRAIL, -1))
        most -= 1
    if Known.FEEBLE in traits and most > FEEBLE_MOST:
        changes.append((Known.FEEBLE, FEEBLE_MOST - most))
    return changes


def most_hit_points(sheet: Sheet) -> int:
    """The maximum of hit points, with what the traits add to the one that was bought."""
    return sheet.most + sum(change for _, change in hit_points_by_traits(sheet))


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
    effects = []
    for trait in sheet.traits:
        says = TraitEffect(_folded(*trait.advantage_on), _folded(*trait.disadvantage_on))
        effect = EFFECTS.get(trait.name.casefold(), TraitEffect()) | says
        if effect:
            effects.append((trait.name, effect))
    return tuple(effects)


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
