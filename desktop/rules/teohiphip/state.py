"""What a fight changes about a character, melee contact (teohiphip-21), and the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.state import PLAYERS, Combatant, State
from desktop.rules.teohiphip.sheet import HouseRules, Known, Sheet
from desktop.rules.values import EDITABLE, tracked

AP = 2
"""Action points of an activation (teohiphip-5)."""

SUCCESS = 5
"""A die of 5 or 6 is a success (teohiphip-16)."""


@dataclass(slots=True)
class Fighter(Combatant):
    """A character in a skirmish. Distances in inches."""

    sheet: Sheet
    band: str = ""
    hp: int = tracked(0, "Hit points", "PŻ", EDITABLE, ge=-99, le=99)
    max_hp: int = tracked(1, "Most hit points", "PŻ maks.", EDITABLE, ge=1, le=99)
    temporary: int = 0
    """How many of the hit points are temporary: above the maximum, lost first."""
    spd: int = tracked(0, "Speed", "SPD", EDITABLE, ge=0, le=60, unit="″")
    traits: frozenset[Known] = frozenset()
    ap: int = tracked(0, "Action points", "AP", EDITABLE, ge=0, le=9)
    pool: list[Annotated[int, Limits(ge=1, le=6)]] = tracked(
        [], "Initiative pool", "Pula inicjatywy", EDITABLE, max_length=99
    )
    activated: bool = tracked(False, "Has acted this round", "Aktywowana", EDITABLE)
    aiming: bool = tracked(False, "Aiming", "Celuje", EDITABLE)
    hunkered: bool = tracked(False, "Hunkered down", "Kryje się", EDITABLE)
    engaged_with: list[str] = tracked(
        [], "In contact with", "W kontakcie z", EDITABLE, max_length=99, kind="combatants"
    )
    apart_from: frozenset[str] = frozenset()
    """From whom it has broken away; a blow needs a move back first (teohiphip-21)."""
    uses: dict[int, int] = field(default_factory=dict)
    """How often each attack was made in this fight, by its place on the sheet."""
    spent: dict[str, int] = field(default_factory=dict)
    """How often each limited trait was used in this fight."""
    # in this activation, and in the one before it
    did: tuple[str, ...] = ()
    """What AP went into, one word for each: ``move``, ``climb``, ``aim``, ``melee``, ``shot``."""
    did_before: tuple[str, ...] = ()
    tests: int = 0
    """Tests made in the present activation."""
    jinxed: bool = False
    """The pool cannot be used in this activation."""
    shaken: bool = False
    """The next test has disadvantage."""
    # in this round, and in the one before it
    used: frozenset[Known] = frozenset()
    """Traits used up for this round."""
    drawn: int = 0
    """Dice taken from the pool in this round."""
    kept: int = 0
    """The die that came over from the last round; 0 is none."""
    left_over: tuple[int, ...] = ()
    """Pool dice that were not used in the last round."""
    unsure: bool = False
    """The next swap must be for a 1 or a 2."""
    urged: bool = False
    """The next test has advantage."""

    @property
    def out(self) -> bool:
        """teohiphip-22: at 0 hp or below."""
        return self.has_left or self.hp <= 0

    @property
    def player(self) -> bool:
        """Whether it is a player's character."""
        return self.side == PLAYERS

    @property
    def attacks_made(self) -> int:
        """Attacks in the present activation (teohiphip-11)."""
        return self.did.count("melee") + self.did.count("shot")

    @property
    def full_hp(self) -> int:
        """The hit points of a fighter who is not hurt, temporary ones with them."""
        return self.max_hp + self.temporary

    def once(self, trait: Known) -> bool:
        """Whether the trait has not been used in this fight; it has been from now on."""
        first = not self.spent.get(trait)
        self.spent = {**self.spent, trait: 1}
        return first

    def copy(self) -> Fighter:
        copied = Combatant.copy(self)
        copied.pool = self.pool.copy()  # which is written to; what else there is is replaced
        return copied


@dataclass(slots=True)
class Skirmish(State[Fighter]):
    """Phases: ``activate`` (a band is to choose), ``act`` (a character has AP), ``end``."""

    house: HouseRules
    bands: list[str] = field(default_factory=list)
    """The bands in this round's order (teohiphip-2)."""
    band: str | None = None
    """The band on turn."""

    def members(self, band: str | None) -> Iterable[Fighter]:
        """Everybody of a band."""
        return (c for c in self.combatants.values() if c.band == band)

    def holders(self, trait: Known) -> list[str]:
        """The ids of those still in the fight who have a trait."""
        return [c.id for c in self.combatants.values() if trait in c.traits and not c.out]

    def next_band(self) -> str | None:
        """teohiphip-3: the next band in the order with somebody to activate; None without any."""
        now = self.bands.index(self.band) + 1 if self.band in self.bands else 0
        for band in self.bands[now:] + self.bands[:now]:
            if self.is_ready(band):
                return band
        return None

    def is_ready(self, band: str | None) -> bool:
        """Whether somebody of a band can still be activated this round."""
        return next(self.ready(band), None) is not None

    def ready(self, band: str | None) -> Iterator[Fighter]:
        """Those of a band who can still be activated this round (teohiphip-3, 22)."""
        for fighter in self.combatants.values():
            if fighter.band == band and not fighter.activated and can_be_activated(fighter):
                yield fighter


def can_be_activated(fighter: Fighter) -> bool:
    """teohiphip-3: whether it has not acted in this round."""
    return not (fighter.activated or fighter.sheet.object or fighter.out)


# ---- melee contact (teohiphip-21)


def part(state: Skirmish, fighter: Fighter) -> None:
    """Ends every melee contact of a fighter, on both sides (teohiphip-21)."""
    for id in fighter.engaged_with:
        other = state.take(id)
        other.engaged_with = [who for who in other.engaged_with if who != fighter.id]
    fighter.engaged_with = []


def engage(fighter: Fighter, other: Fighter) -> None:
    """teohiphip-21: base contact, which is always mutual. Both are taken for writing."""
    if other.id not in fighter.engaged_with:
        fighter.engaged_with = [*fighter.engaged_with, other.id]
    if fighter.id not in other.engaged_with:
        other.engaged_with = [*other.engaged_with, fighter.id]
    fighter.apart_from -= {other.id}
    other.apart_from -= {fighter.id}
