"""Weapons in hand: finding one, whether it can be used, drawing, pins, pumping, reloading."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import tables
from desktop.rules.walka.commands import WithWeapon
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand, disabled_arms

PIN = "pin pulled"
"""The effect on whoever holds a live grenade (walka-10)."""


def find_weapon(fighter: Fighter, name: str, among: Sequence[int], place: str = "with") -> int:
    """The index of the weapon of that name; of the first one when none is named.

    Of several that have the same name it is one that can be used now.
    """
    mine = fighter.sheet.weapons
    found = [index for index in among if not name or mine[index].name == name]
    if name and len(found) > 1:
        return next((index for index in found if ready(fighter, index)), found[0])
    if found:
        return found[0]
    raise Refusal(
        Text(
            "{name} has no {weapon} for this; there is: {there_is}",
            name=fighter.name,
            weapon=repr(name) if name else Text("weapon"),
            there_is=[fighter.weapon(index).name for index in among] or Text("nothing"),
        ),
        place,
    )


def names_apart(fighter: Fighter) -> list[str]:
    """What the weapons of the sheet are called where each needs a name of its own: the second of a
    name is ``"Pistolet (2)"``."""
    names: list[str] = []
    for weapon in fighter.sheet.weapons:
        name, number = weapon.name, 1
        while name in names:
            number += 1
            name = f"{weapon.name} ({number})"
        names.append(name)
    return names


def ready(fighter: Fighter, index: int) -> bool:
    """Whether a weapon can be used now."""
    unready = index in fighter.to_draw or index in fighter.safe or index in fighter.to_pump
    return not unready and fighter.loaded[index] != 0


def not_ready(fighter: Fighter, index: int) -> Text | None:
    """Why a weapon cannot be used now, or None (walka-10, 24)."""
    if ready(fighter, index):
        return None
    weapon = fighter.weapon(index)
    if fighter.loaded[index] == 0:
        if weapon.loads:
            return Text("{weapon} is empty", weapon=weapon.name)
        return Text("none of {weapon} is left", weapon=weapon.name)
    if index in fighter.to_draw:
        return Text("{weapon} is not drawn", weapon=weapon.name)
    if index in fighter.safe:
        return Text("the safety of {weapon} is on", weapon=weapon.name)
    return Text("{weapon} has to be pumped first", weapon=weapon.name)


def none_ready(fighter: Fighter, weapons: Sequence[int]) -> Text | None:
    """Why none of these weapons can be used now: what is wrong with the first."""
    for index in weapons:
        if ready(fighter, index):
            return None
    return not_ready(fighter, weapons[0])


def farthest(weapon: Weapon) -> int:
    """walka-19: how far it reaches in metres, by its column of the table and its own limit."""
    return min(tables.reach(weapon.category) - weapon.further, weapon.reach or 5000)


def distance_modifier(weapon: Weapon, metres: int) -> int | None:
    """walka-19: what the distance adds to a threshold; None where the table has nothing."""
    return tables.distance_modifier(weapon.category, metres + weapon.further)


def ranges(weapon: Weapon) -> list[tuple[int, int]]:
    """walka-19: up to how many metres which modifier, as far as the weapon reaches; rows of the
    table that are equal come once."""
    if weapon.category not in tables.COLUMNS:
        return []
    most = farthest(weapon)
    limits = {min(limit - weapon.further, most) for limit, _ in tables.DISTANCE}
    bands: dict[int, int] = {}
    for limit in sorted(limit for limit in limits if limit > 0):
        value = distance_modifier(weapon, limit)
        if value is not None:
            if bands and bands[max(bands)] == value:
                del bands[max(bands)]
            bands[limit] = value
    return list(bands.items())


def build_needed(weapon: Weapon, hand: Hand = "both") -> int | None:
    """walka-15: the build it needs, more in one hand; None where it needs none."""
    if weapon.required_build is None or hand == "both":
        return weapon.required_build
    return weapon.required_build + tables.ONE_HANDED_BUILD


def use_round(fighter: Fighter, index: int, rounds: int = 1) -> int:
    """Takes rounds out of a weapon; how many there were (walka-24). ``fighter`` is taken."""
    weapon, loaded = fighter.weapon(index), fighter.loaded[index]
    if weapon.reload == "pump" and index not in fighter.to_pump:
        fighter.to_pump.append(index)
    if loaded is None:
        return rounds
    fired = min(loaded, rounds)
    fighter.loaded[index] = loaded - fired
    return fired


# ---- which weapons something can be done with, by index


def grenades(fighter: Fighter) -> list[int]:
    """The weapons of the sheet that are thrown, or that throw."""
    return [i for i, weapon in enumerate(fighter.sheet.weapons) if weapon.thrown]


def hand_grenades(fighter: Fighter) -> list[int]:
    """Those with a pin: what a launcher fires has none (walka-10)."""
    return [i for i in grenades(fighter) if fighter.weapon(i).category == "grenade"]


def charges(fighter: Fighter) -> list[int]:
    """Grenades and charges that go off."""
    return [i for i in grenades(fighter) if fighter.weapon(i).critical_range is not None]


def blades(fighter: Fighter) -> list[int]:
    return [i for i, weapon in enumerate(fighter.sheet.weapons) if weapon.category == "melee"]


def bursting(fighter: Fighter) -> list[int]:
    """Guns with a rate of fire (walka-24)."""
    return [index for index in fighter.guns if fighter.weapon(index).rate_of_fire]


def scoped(fighter: Fighter) -> list[int]:
    """Guns to snipe with (walka-14)."""
    return [
        index
        for index in fighter.guns
        if fighter.weapon(index).scope or fighter.weapon(index).category == "marksman"
    ]


def reloadable(fighter: Fighter, action: str) -> list[int]:
    """Guns and launchers that this way of reloading fits and that are not full."""
    return [
        index
        for index, weapon in enumerate(fighter.sheet.weapons)
        if weapon.loads
        and weapon.magazine not in (None, fighter.loaded[index])
        and (weapon.reload == "gas") == (action == "change_gas")
    ]


def fitting(fighter: Fighter, action: str) -> Sequence[int]:
    """The weapons an action can be done with."""
    match action:
        case "short_burst" | "long_burst" | "continuous_fire":
            return bursting(fighter)
        case "sniper_shot":
            return scoped(fighter) or fighter.guns
        case "throw" | "throw_large":
            return grenades(fighter)
        case "pull_pin":
            return hand_grenades(fighter)
        case "detonate":
            return charges(fighter)
        case "strike":
            return blades(fighter)
        case "pump":
            return fighter.to_pump
        case "change_cell" | "change_gas":
            return reloadable(fighter, action)
        case "draw":
            return fighter.to_draw or range(len(fighter.sheet.weapons))
        case "safety_off":
            return fighter.safe or range(len(fighter.sheet.weapons))
        case _:
            return fighter.guns


# ---- why something cannot be done (walka-10 and 27)


def no_hands(state: Battle, fighter: Fighter) -> Text | None:
    """walka-27: who can move neither arm handles nothing."""
    return Text("both arms are disabled") if disabled_arms(fighter) else None


def nothing_to_draw(state: Battle, fighter: Fighter) -> Text | None:
    if not fighter.sheet.weapons:
        return Text("no weapon")
    return no_hands(state, fighter)


def no_grenade(state: Battle, fighter: Fighter) -> Text | None:
    mine = hand_grenades(fighter)
    if not mine:
        return Text("no grenade")
    return no_hands(state, fighter) or none_ready(fighter, mine)


def nothing_to_pump(state: Battle, fighter: Fighter) -> Text | None:
    return no_hands(state, fighter) if fighter.to_pump else Text("nothing to pump")


def no_cell_to_change(state: Battle, fighter: Fighter) -> Text | None:
    return _nothing_to_reload(state, fighter, "change_cell")


def no_gas_to_change(state: Battle, fighter: Fighter) -> Text | None:
    return _nothing_to_reload(state, fighter, "change_gas")


def _nothing_to_reload(state: Battle, fighter: Fighter, action: str) -> Text | None:
    if not reloadable(fighter, action):
        return Text("nothing to reload so")
    return no_hands(state, fighter)


# ---- handling them (walka-10)


def draw(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    index = find_weapon(fighter, command.with_, fitting(fighter, "draw"))
    if index in fighter.to_draw:
        fighter.to_draw.remove(index)
    line = Text("{name} draws {weapon}", name=fighter.name, weapon=fighter.weapon(index).name)
    table.log("walka-10", line, by=fighter.id)


def safety_off(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    index = find_weapon(fighter, command.with_, fitting(fighter, "safety_off"))
    if index in fighter.safe:
        fighter.safe.remove(index)
    weapon = fighter.weapon(index).name
    line = Text("{name} takes the safety off {weapon}", name=fighter.name, weapon=weapon)
    table.log("walka-10", line, by=fighter.id)


def pull_pin(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    index = find_weapon(fighter, command.with_, hand_grenades(fighter))
    problem = not_ready(fighter, index)
    if problem and not command.overrule:
        raise Refusal(problem, "with")
    if PIN not in fighter.effects:
        fighter.effects.append(PIN)
    weapon = fighter.weapon(index).name
    line = Text("{name} pulls the pin of {weapon}", name=fighter.name, weapon=weapon)
    table.log("walka-10", line, by=fighter.id)


def pump(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """A pump weapon is ready for the next shot."""
    index = find_weapon(fighter, command.with_, fighter.to_pump)
    fighter.to_pump.remove(index)
    line = Text("{name} pumps {weapon}", name=fighter.name, weapon=fighter.weapon(index).name)
    table.log("walka-10", line, by=fighter.id)


def reload(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """A new cell, pack or container of gas; the magazine is full again."""
    among = reloadable(fighter, command.action)
    found = fighter.weapon(find_weapon(fighter, command.with_, among))
    alike = [index for index in among if fighter.weapon(index).name == found.name]
    index = min(alike, key=lambda index: fighter.loaded[index] or 0)
    weapon = fighter.weapon(index)
    fighter.loaded[index] = weapon.magazine
    line = Text(
        "{name} reloads {weapon}: {rounds} rounds",
        name=fighter.name,
        weapon=weapon.name,
        rounds=weapon.magazine,
    )
    table.log("walka-10", line, by=fighter.id)
