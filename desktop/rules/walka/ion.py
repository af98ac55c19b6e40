"""Ion weapons: they wound nobody and put machines out of order (walka-27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka import words
from desktop.rules.walka.data import LOCATIONS, PLACE, SMALLER_THAN_MEDIUM, Location
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.wounds import leave

SHIELDED = Text("the armour is shielded against ion")
TOO_SMALL = Text("too small to bear it")
IN_ITS_MIDDLE = Text("hit in the head or torso")
UNHURT = Text("ion wounds nobody")


class IonHit(NamedTuple):
    """walka-27: what an ion weapon does in one place: put all out of order, or these limbs."""

    deactivates: bool
    why: Text
    limbs: tuple[Location, ...] = ()

    @property
    def worth(self) -> int:
        return 100 if self.deactivates else len(self.limbs)

    @property
    def kind(self) -> object:
        """What odds tell it from others by."""
        return self.deactivates or self.limbs


def ion_hit(target: Fighter, whole_body: bool, location: Location) -> IonHit:
    """walka-27: wounds nobody, but puts machines out of order."""
    return ion_hits(target, whole_body)[PLACE[location]]


def ion_hits(target: Fighter, whole_body: bool) -> tuple[IonHit, ...]:
    """The same for each of :data:`LOCATIONS`."""
    sheet = target.sheet
    droid = sheet.nature == "droid"
    shields = [armor for armor in sheet.armor if armor.shielded]
    shielded = tuple([place for place in LOCATIONS for armor in shields if armor.covers(place)])
    machine = LOCATIONS if droid else tuple(sheet.cyber)
    small = sheet.size in SMALLER_THAN_MEDIUM
    return _ion_hits(whole_body, droid, machine, small, shielded, tuple(target.disabled))


@lru_cache(maxsize=256)
def _ion_hits(
    whole_body: bool,
    droid: bool,
    machine: tuple[Location, ...],
    small: bool,
    shielded: tuple[Location, ...],
    disabled: tuple[Location, ...],
) -> tuple[IonHit, ...]:
    struck = [LOCATIONS if whole_body else (location,) for location in LOCATIONS]
    open_to_it = [[place for place in places if place not in shielded] for places in struck]
    limbs = set(machine).difference(disabled, ("head", "torso"))
    return tuple(_ion_hit(places, droid, bool(machine) and small, limbs) for places in open_to_it)


def _ion_hit(
    open_to_it: Sequence[Location], droid: bool, small_machine: bool, limbs: set[Location]
) -> IonHit:
    if not open_to_it:
        return IonHit(False, SHIELDED)
    if small_machine:
        return IonHit(True, TOO_SMALL)
    if droid and ("head" in open_to_it or "torso" in open_to_it):
        return IonHit(True, IN_ITS_MIDDLE)
    return IonHit(False, UNHURT, tuple(place for place in open_to_it if place in limbs))


def ion(state: Battle, target: Fighter, weapon: Weapon, location: Location, table: Table) -> None:
    """walka-27: what the hit does. ``target`` is taken."""
    hit = ion_hit(target, weapon.whole_body, location)
    if hit.deactivates:
        deactivate(state, target, hit.why, table)
        return
    for place in hit.limbs:
        target.disabled.append(place)
        table.mark("disabled", target.id)
        told = Text(
            "{target} cannot move the {where}", target=target.name, where=words.LOCATION[place]
        )
        table.log("walka-27", told, by=target.id)
    if not hit.limbs:
        table.log("walka-27", Text("{target}: {why}", target=target.name, why=hit.why),
                  by=target.id)  # fmt: skip


def deactivate(state: Battle, target: Fighter, why: Text, table: Table) -> None:
    target.deactivated = True
    told = Text("{target} is deactivated: {why}", target=target.name, why=why)
    table.log("walka-27", told, by=target.id)
    leave(state, target, table)
