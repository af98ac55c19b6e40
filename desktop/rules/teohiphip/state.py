"""What a fight changes about a character, and where the round stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.fields import Record, Shown
from desktop.rules.state import PLAYERS, Combatant, State
from desktop.rules.teohiphip.sheet import HouseRules, Sheet

AP = 2
"""Action points of an activation (teohiphip-5)."""


@dataclass(slots=True)
class Fighter(Combatant):
    """A character in a skirmish. Distances in inches."""

    sheet: Sheet
    band: str = ""
    hp: int = 0
    max_hp: int = 0
    spd: int = 0
    traits: frozenset[str] = frozenset()
    """Names of the traits that work, folded to lower case."""
    ap: int = 0
    pool: list[int] = field(default_factory=list)
    activated: bool = False
    aiming: bool = False
    hunkered: bool = False
    engaged_with: list[str] = field(default_factory=list)
    attacked: int = 0
    """Attacks made in the present activation."""
    spent: dict[str, int] = field(default_factory=dict)
    """How often each limited attack or trait was used in this fight."""

    @property
    def out(self) -> bool:
        """teohiphip-22: at 0 hp or below."""
        return self.hp <= 0

    @property
    def player(self) -> bool:
        return self.side == PLAYERS

    def copy(self) -> Fighter:
        twin = Combatant.copy(self)
        twin.pool = self.pool.copy()
        twin.engaged_with = self.engaged_with.copy()
        twin.spent = self.spent.copy()
        return twin


@dataclass(slots=True)
class Skirmish(State[Fighter]):
    """Phases: ``activate`` (a band is to choose), ``act`` (a character has AP), ``end``."""

    house: HouseRules
    bands: list[str] = field(default_factory=list)
    """The bands in this round's order (teohiphip-2)."""
    band: str | None = None
    """The band on turn."""

    def copy(self) -> Skirmish:
        draft = State.copy(self)
        draft.bands = self.bands.copy()
        return draft

    def members(self, band: str) -> Iterable[Fighter]:
        return (c for c in self.combatants.values() if c.band == band)

    def ready(self, band: str) -> list[Fighter]:
        """Those of a band who can still be activated this round (teohiphip-3, 22)."""
        return [c for c in self.members(band) if can_be_activated(c)]


def can_be_activated(fighter: Fighter) -> bool:
    return not (fighter.activated or fighter.out or fighter.sheet.object)


class Edits(Record):
    """What the game master can set by hand."""

    hp: Annotated[int, Limits(ge=-99, le=99), Shown("Hit points", "PŻ")] = 0
    max_hp: Annotated[int, Limits(ge=1, le=99), Shown("Most hit points", "PŻ maks.")] = 1
    spd: Annotated[int, Limits(ge=0, le=60), Shown("Speed", "SPD", unit="″")] = 0
    ap: Annotated[int, Limits(ge=0, le=9), Shown("Action points", "AP")] = 0
    pool: Annotated[
        list[Annotated[int, Limits(ge=1, le=6)]],
        Limits(max_length=99),
        Shown("Initiative pool", "Pula inicjatywy"),
    ] = []
    activated: Annotated[bool, Shown("Has acted this round", "Aktywowana")] = False
    aiming: Annotated[bool, Shown("Aiming", "Celuje")] = False
    hunkered: Annotated[bool, Shown("Hunkered down", "Kryje się")] = False
    engaged_with: Annotated[
        list[str], Limits(max_length=99), Shown("In contact with", "W zwarciu z", kind="combatants")
    ] = []
