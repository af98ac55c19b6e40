"""What a body bears: wounds by location, first aid, limbs that do not move (walka-27 and 31)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.fields import Record, Shown
from desktop.rules.walka.data import PAIN_PENALTY, Level, Location

LOCATION_WORDS = (
    ("head", "głowa"),
    ("dominant_arm", "ręka dominująca"),
    ("other_arm", "ręka druga"),
    ("torso", "tułów"),
    ("right_leg", "prawa noga"),
    ("left_leg", "lewa noga"),
)
LEVEL_WORDS = (
    ("scratch", "draśnięcie"),
    ("light", "lekka"),
    ("heavy", "ciężka"),
    ("critical", "krytyczna"),
)


class Wound(Record):
    """walka-31: a wound, where it is, and whether its pain was borne (walka-32)."""

    level: Annotated[Level, Shown("Level", "Poziom", rule="walka-31", labels=LEVEL_WORDS)]
    location: Annotated[
        Location, Shown("Location", "Lokacja", rule="walka-18", labels=LOCATION_WORDS)
    ] = "torso"
    pain_passed: Annotated[bool, Shown("Pain test passed", "Test bólu zdany", rule="walka-32")] = (
        True
    )

    @property
    def penalty(self) -> float:
        """walka-32, as a number to be added."""
        passed, failed = PAIN_PENALTY[self.level]
        return passed if self.pain_passed else failed


Wounds = Annotated[list[Wound], Limits(max_length=999), Shown("Wounds", "Rany", rule="walka-31")]
Disabled = Annotated[
    list[Location],
    Limits(max_length=6),
    Shown("Disabled", "Niesprawne", rule="walka-27", labels=LOCATION_WORDS),
]
Stabilised = Annotated[bool, Shown("First aid given", "Opatrzony", rule="walka-33")]
