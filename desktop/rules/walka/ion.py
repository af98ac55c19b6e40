"""Ion weapons: they wound nobody and put machines out of order (walka-27)."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka import words
from desktop.rules.walka.data import LOCATIONS, SMALLER_THAN_MEDIUM, Location
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.wounds import leave

SHIELDED = Text("the armour is shielded against ion")
TOO_SMALL = Text("too small to bear it")
IN_ITS_MIDDLE = Text("hit in the head or torso")
UNHURT = Text("ion wounds nobody")


@dataclass(frozen=True, slots=True)
class IonHit:
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
    struck = LOCATIONS if whole_body else (location,)
    shields = [armor for armor in target.sheet.armor if armor.shielded]
    open_to_it = [place for place in struck if not any(armor.covers(place) for armor in shields)]
    if not open_to_it:
        return IonHit(False, SHIELDED)
    droid = target.sheet.nature == "droid"
    if target.sheet.size in SMALLER_THAN_MEDIUM and (droid or target.sheet.cyber):
        return IonHit(True, TOO_SMALL)
    if droid and any(place in ("head", "torso") for place in open_to_it):
        return IonHit(True, IN_ITS_MIDDLE)
    lost = tuple(
        place
        for place in open_to_it
        if place not in target.disabled
        and place not in ("head", "torso")
        and (droid or place in target.sheet.cyber)
    )
    return IonHit(False, UNHURT, lost)


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
