"""The sheet of a band's character, what its traits come to, house rules, and the catalogue.

A trait works by its name alone, whatever else stands on the sheet; one that the rules do not know
is there to be read. What each does stands beside the rule it changes: speed and hit points here,
the pool and swaps in ``pool``, tests and damage in ``checks``, what costs AP in ``talents``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.fields import KnownAs, Record, known_to_players, shown
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

    name: Name = shown(..., "Name", "Nazwa", context="thing")
    kind: Literal["positive", "negative"] = shown("positive", "Kind", "Rodzaj", labels=terms(KINDS))
    points: int = shown(0, "Points", "PC", ge=-20, le=20)
    group: str = shown("", "Group", "Grupa", max_length=100)
    advantage_on: Tags = shown(
        [], "Advantage on", "Przewaga", "teohiphip-17", labels=terms(TAG_WORDS)
    )
    disadvantage_on: Tags = shown(
        [], "Disadvantage on", "Utrudnienie", "teohiphip-17", labels=terms(TAG_WORDS)
    )
    active: bool = shown(False, "Active", "Aktywna", "teohiphip-15")
    ap: int = shown(1, "Cost", "Koszt", ge=0, le=2, unit="AP", only_with=("active", True))
    text: str = shown("", "Text", "Opis", max_length=2000, long=True)

    @property
    def known(self) -> Known | None:
        """Which of those that the rules know it is, by its name."""
        return _BY_NAME.get(self.name.casefold())


class Attack(Record):
    """A way to attack. ``range`` in inches; ``uses`` counts how often in a fight."""

    name: Name = shown(..., "Name", "Nazwa", context="thing")
    kind: Literal["ranged", "melee"] = shown("ranged", "Kind", "Rodzaj", labels=terms(ATTACKS))
    range: int | None = shown(None, "Range", "Zasięg", "teohiphip-11", "″", ge=1, le=200)
    uses: int | None = shown(None, "Uses", "Użycia", ge=1, le=99)
    thrown: bool = shown(False, "Thrown", "Miotana")
    advantage: bool = shown(False, "Advantage", "Przewaga", "teohiphip-17")
    disadvantage: bool = shown(False, "Disadvantage", "Utrudnienie", "teohiphip-17")
    text: str = shown("", "Text", "Opis", max_length=2000, long=True)


class Sheet(Record):
    """One character of a band. ``max_hp`` and ``spd`` as bought: traits come on top.

    ``hp`` are those that are left, as in a fight; None for all of them.
    """

    name: Name = shown(..., "Name", "Imię")
    band: str = shown("", "Band", "Banda", "teohiphip-1", max_length=100)
    archetype: str = shown("", "Archetype", "Archetyp", max_length=100)
    hp: int | None = shown(
        None, "Hit points", "PŻ", "teohiphip-20", ge=0, le=99, help="those left; empty: all of them"
    )
    max_hp: int | None = shown(
        None,
        "Most hit points",
        "PŻ maks.",
        "teohiphip-4",
        ge=1,
        le=99,
        help="as bought, 4–8 when a band is made; traits come on top",
    )
    spd: int = shown(6, "Speed", "SPD", "teohiphip-6", "″", ge=0, le=60)
    traits: list[Trait] = shown([], "Traits", "Cechy", max_length=40)
    attacks: list[Attack] = shown([], "Attacks", "Ataki", max_length=20)
    object: bool = shown(False, "An object, not a person", "Obiekt", help="no cover, no actions")
    notes: str = shown("", "Notes", "Notatki", max_length=10_000, long=True)
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
        known = self.known_traits
        return self.most + sum(more for trait, more in MORE_HIT_POINTS.items() if trait in known)

    @property
    def known_traits(self) -> frozenset[Known]:
        """Those of its traits that the rules know."""
        return frozenset(known for trait in self.traits if (known := trait.known))

    @property
    def speed_by_traits(self) -> list[tuple[Known, int]]:
        """teohiphip-6: what each trait adds to the speed on the sheet, in inches."""
        traits, changes = self.known_traits, list[tuple[Known, int]]()
        if Known.SLOW in traits and self.spd > SLOW_MOST:
            changes.append((Known.SLOW, SLOW_MOST - self.spd))
        if Known.FAST in traits:
            changes.append((Known.FAST, 2))
        if Known.OBESE in traits:
            left = self.spd + sum(change for _, change in changes)
            changes.append((Known.OBESE, -min(2, left)))
        return changes

    @property
    def speed(self) -> int:
        """teohiphip-6: inches a move, with what the traits add to the speed on the sheet."""
        return self.spd + sum(change for _, change in self.speed_by_traits)

    @property
    def hit_points_by_traits(self) -> list[tuple[Known, int]]:
        """What each trait adds to the bought maximum of hit points; one is always left."""
        traits, most = self.known_traits, self.most_with_traits
        changes = [(trait, more) for trait, more in MORE_HIT_POINTS.items() if trait in traits]
        if Known.FRAIL in traits and most > 1:
            changes.append((Known.FRAIL, -1))
            most -= 1
        if Known.FEEBLE in traits and most > FEEBLE_MOST:
            changes.append((Known.FEEBLE, FEEBLE_MOST - most))
        return changes

    @property
    def most_hit_points(self) -> int:
        """The maximum of hit points, with what the traits add to the one that was bought."""
        return self.most + sum(change for _, change in self.hit_points_by_traits)

    @property
    def hit_points(self) -> int:
        """The hit points a fight begins with: all of them, unless the sheet is hurt already.

        A sheet that says ``hp`` alone names its maximum by it.
        """
        most, says_most = self.most_hit_points, self.max_hp is None and self.hp
        return most if self.hp is None or says_most else min(self.hp, most)

    @property
    def temporary_hit_points(self) -> int:
        """Hit points above those that a fight begins with; Cherlawy keeps to 2 with them, too."""
        traits, hp = self.known_traits, self.hit_points
        room = hp > 0 and (Known.FEEBLE not in traits or hp < FEEBLE_MOST)
        return int(Known.HARDY in traits and room)

    @cached_property
    def trait_effects(self) -> tuple[TraitEffect, ...]:
        """What its traits do to tests: by their names, and as it says."""
        effects = []
        for trait in self.traits:
            name = trait.name.casefold()
            helps = _folded(*HELPS.get(name, ()), *trait.advantage_on)
            hinders = _folded(*HINDERS.get(name, ()), *trait.disadvantage_on)
            if helps or hinders:
                effects.append(TraitEffect(trait.name, helps, hinders))
        return tuple(effects)


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    round_limit: int = shown(6, "Rounds", "Rundy", "teohiphip-1", ge=1, le=99)
    order: Literal["roll", "fixed"] = shown(
        "roll",
        "Order of the bands",
        "Kolejność band",
        "teohiphip-2",
        labels=(("roll", "a d6 each round"), ("fixed", "as listed")),
    )
    npc_pools: bool = shown(False, "Others than players have a pool", "Pula BN", "teohiphip-4")
    attacks_per_activation: int | None = shown(
        None,
        "Attacks in an activation",
        "Ataki w aktywacji",
        "teohiphip-11",
        ge=1,
        le=2,
        help="empty: as many as the AP allow",
    )
    swaps_per_test: int | None = shown(
        1,
        "Swaps in a test",
        "Wymiany na test",
        "teohiphip-18",
        ge=1,
        le=10,
        help="empty: as many as can be paid",
    )
    darkness: bool = shown(False, "The fight is in the dark", "Ciemność", "teohiphip-4")


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


# ---- numbers on the sheet

FEEBLE_MOST = 2
"""Cherlawy never has more hit points, whatever other traits add."""

SLOW_MOST = 4
"""Inches that Powolny moves at most, before other traits."""

MORE_HIT_POINTS: Mapping[Known, int] = {Known.STURDY: 1, Known.HARDENED: 2}
"""What traits add to the bought maximum of hit points."""


# ---- advantage and disadvantage by the kind of test


PHYSICAL = frozenset({"melee", "thrown", "climb", "agility", "strength"})
"""The tests that take bodily effort."""

HELPS: Mapping[str, Sequence[str]] = {
    "celne oko": ("ranged",),
    "parabolik": ("thrown",),
    "fechmistrz": ("melee",),
    "zwinny": ("agility", "stealth"),
    "techniczny fachowiec": ("technology",),
    "mistrz improwizacji": ("improvisation",),
    "pilot chronocykla": ("piloting",),
    "orientacja w terenie": ("navigation",),
    "sokoli wzrok": ("sight",),
}
HINDERS: Mapping[str, Sequence[str]] = {
    "krótkowidz": ("ranged",),
    "cyklop": ("thrown",),
    "niezdarny": ("melee",),
    "otyły": ("agility", "climb"),
    "słabeusz": ("strength",),
    "tchórzliwy": ("fear",),
    "technofobia": ("technology",),
    "chronochoroba": ("arrival",),
    "spanikowany": ("will",),
}
"""The tests to which traits give advantage, and disadvantage, by their name alone. Attacks are
``ranged``, ``melee`` or ``thrown``."""


class TraitEffect(NamedTuple):
    """The kinds of tests that a trait of this name helps or hinders (teohiphip-17)."""

    trait: str
    helps: frozenset[str]
    hinders: frozenset[str]


def for_and_against(
    traits: Sequence[TraitEffect], kinds: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The names of the traits that give advantage, and disadvantage, on a test of these kinds."""
    folded = _folded(*kinds)
    good = [effect.trait for effect in traits if not folded.isdisjoint(effect.helps)]
    bad = [effect.trait for effect in traits if not folded.isdisjoint(effect.hinders)]
    return good, bad


@lru_cache(maxsize=256)
def _folded(*kinds: str) -> frozenset[str]:
    return frozenset(kind.casefold() for kind in kinds)
