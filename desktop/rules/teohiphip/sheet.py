"""The sheet of a band's character, the house rules, and the catalogue (Zasady potyczki)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.fields import Record, Shown
from desktop.rules.text import Text

Name = Annotated[str, Limits(min_length=1, max_length=100)]
TAGS: Mapping[str, str] = {
    "agility": "zwinność",
    "climb": "wspinaczka",
    "stealth": "skradanie się",
    "strength": "siła",
    "fear": "strach",
    "will": "wola",
    "sight": "wzrok",
    "navigation": "orientacja",
    "technology": "technika",
    "improvisation": "improwizacja",
    "piloting": "pilotaż",
    "arrival": "po skoku w czasie",
}
"""The kinds of tests that a game master can name, with the native word."""
OTHER_TAGS: Mapping[str, str] = {
    "ranged": "strzelanie",
    "melee": "walka wręcz",
    "thrown": "rzucanie",
    "bureaucracy": "biurokracja",
}
"""Other words of traits for kinds of tests: those of attacks, and what only the catalogue names."""
TAG_WORDS: Mapping[str, str] = {**TAGS, **OTHER_TAGS}

Tags = Annotated[list[Annotated[str, Limits(max_length=50)]], Limits(max_length=20)]


MOST_BOUGHT = 8
"""The most hit points that a character of a band is made with (teohiphip-4)."""


class Trait(Record):
    """A trait (cecha). Those whose names the rules know work; all of them stand on the sheet."""

    name: Annotated[Name, Shown("Name", "Nazwa")]
    kind: Annotated[
        Literal["positive", "negative"],
        Shown("Kind", "Rodzaj", labels=(("positive", "zaleta"), ("negative", "wada"))),
    ] = "positive"
    points: Annotated[int, Limits(ge=-20, le=20), Shown("Points", "PC")] = 0
    group: Annotated[str, Limits(max_length=100), Shown("Group", "Grupa")] = ""
    advantage_on: Annotated[
        Tags,
        Shown("Advantage on", "Przewaga", rule="teohiphip-17", labels=tuple(TAG_WORDS.items())),
    ] = []
    disadvantage_on: Annotated[
        Tags,
        Shown(
            "Disadvantage on", "Utrudnienie", rule="teohiphip-17", labels=tuple(TAG_WORDS.items())
        ),
    ] = []
    active: Annotated[bool, Shown("Active", "Aktywna", rule="teohiphip-15")] = False
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1
    text: Annotated[str, Limits(max_length=2000), Shown("Text", "Opis", long=True)] = ""


class Attack(Record):
    """A way to attack. ``range`` in inches; ``uses`` counts how often in a fight."""

    name: Annotated[Name, Shown("Name", "Nazwa")]
    kind: Annotated[
        Literal["ranged", "melee"],
        Shown("Kind", "Rodzaj", labels=(("ranged", "dystansowy"), ("melee", "wręcz"))),
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
    """One character of a band. ``max_hp`` and ``spd`` as bought: traits come on top."""

    name: Annotated[Name, Shown("Name", "Imię")]
    band: Annotated[str, Limits(max_length=100), Shown("Band", "Banda", rule="teohiphip-1")] = ""
    archetype: Annotated[str, Limits(max_length=100), Shown("Archetype", "Archetyp")] = ""
    hp: Annotated[
        int | None, Limits(ge=0, le=99), Shown("Hit points", "PŻ", rule="teohiphip-20")
    ] = None
    max_hp: Annotated[
        int | None,
        Limits(ge=1, le=99),
        Shown("Most hit points", "PŻ maks.", rule="teohiphip-4", help="4–8 when a band is made"),
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

    @model_validator(mode="after")
    def _hit_points_fit(self) -> Sheet:
        if self.hp is not None and self.max_hp is not None and self.hp > self.max_hp:
            raise ValueError(
                Text("hp can be at most max_hp ({max_hp})", max_hp=self.max_hp), "hp", "max_hp"
            )
        return self

    @property
    def most(self) -> int:
        """The bought maximum of hit points; 4 where the sheet names none."""
        return self.max_hp or self.hp or 4


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
