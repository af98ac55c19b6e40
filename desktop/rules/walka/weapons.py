"""Weapons in hand: finding one, whether it can be used, drawing, pins, pumping, reloading."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Reason, Text
from desktop.rules.walka import tables
from desktop.rules.walka.commands import Aimed, Victim, WithWeapon
from desktop.rules.walka.sheet import Tiers, Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand

PRESSED = Reason("pressed hand to hand: only the Attacker steps away or shoots", rule="walka-44")
PIN = str(Text("pin pulled"))
"""The effect on the holder of a live grenade (walka-10)."""


class Plan(NamedTuple):
    """A shot or a burst that can be: at whom and where, with which weapon of the sheet."""

    at: Aimed
    gun: int
    weapon: Weapon
    hand: Hand
    two: bool = False
    """One of two weapons that are fired at once (walka-16)."""
    scope: int = 0
    """walka-14: how much of the distance penalty the scope takes away."""
    victims: Sequence[Victim] = ()
    deflects: str = "no"
    """walka-49: what the target does about it (``sabres.asked``)."""


# ---- finding one


def fitting(fighter: Fighter, action: str) -> Sequence[int]:
    """The weapons an action can be done with, by their place on the sheet."""
    weapons = fighter.sheet.weapons
    match action:
        case "short_burst" | "long_burst" | "continuous_fire":
            return [index for index in fighter.guns if weapons[index].rate_of_fire]
        case "sniper_shot":
            return scoped(fighter) or fighter.guns
        case "throw" | "throw_large":
            return [index for index, weapon in enumerate(weapons) if weapon.thrown]
        case "pull_pin":  # what a launcher fires has none (walka-10)
            return [i for i, weapon in enumerate(weapons) if weapon.category == "grenade"]
        case "detonate":
            return [i for i, w in enumerate(weapons) if w.thrown and w.critical_range]
        case "strike" | "exchange":
            return fighter.blades
        case "pump":
            return fighter.to_pump
        case "change_cell" | "change_gas":
            gas = action == "change_gas"
            fed = (i for i, w in enumerate(weapons) if w.loads and (w.reload == "gas") == gas)
            return [i for i in fed if weapons[i].magazine not in (None, fighter.loaded[i])]
        case "draw":
            return fighter.to_draw or range(len(weapons))
        case "safety_off":
            return fighter.safe or range(len(weapons))
        case _:
            return fighter.guns


def scoped(fighter: Fighter) -> Sequence[int]:
    """Guns to snipe with (walka-14)."""
    weapons = fighter.sheet.weapons
    return [i for i in fighter.guns if weapons[i].scope or weapons[i].category == "marksman"]


def find_weapon(fighter: Fighter, name: str, among: Sequence[int], place: str = "with") -> int:
    """The index of the weapon of that name; of the first one when none is named.

    Of several that have the same name it is one that can be used now.
    """
    weapons = fighter.sheet.weapons
    named = [index for index in among if not name or weapons[index].name == name]
    if name and len(named) > 1:
        return next((index for index in named if ready(fighter, index)), named[0])
    if named:
        return named[0]
    if not name:
        raise Refusal(Text("{name} has no weapon for this", name=fighter.name), place)
    there_is = [weapons[index].name for index in among] or Text("nothing", context="weapons")
    values = {"name": fighter.name, "weapon": repr(name), "there_is": there_is}
    no_such = Text("{name} has no such weapon for this: {weapon}; there is: {there_is}", **values)
    raise Refusal(no_such, place)


FISTS = Weapon(
    name="Pięści", category="melee", length="touch", bruises=True,
    tiers=[
        Tiers(build=build, first=first, second=second, third=third)
        for build, first, second, third in tables.FISTS
    ],
)  # fmt: skip
"""walka-46; and a firearm in hand, which adds nothing to them (walka-43)."""


def in_hand(fighter: Fighter, name: str = "", place: str = "with") -> Weapon:
    """walka-46: what somebody fights with hand to hand: as named, else the best that is drawn.

    Raises :class:`Refusal` where what is named is not there or not drawn.
    """
    if name and name != FISTS.name:
        index = find_weapon(fighter, name, fighter.blades, place)
        refuse(not_ready(fighter, index), place)
        return fighter.sheet.weapons[index]
    if name:
        return FISTS
    return (*drawn(fighter), FISTS)[0]


def drawn(fighter: Fighter) -> list[Weapon]:
    """walka-46: what somebody has drawn hand to hand, the best to defend first, at most a weapon
    for each arm that moves."""
    weapons = [fighter.sheet.weapons[i] for i in fighter.blades if i not in fighter.to_draw]
    arms = sum(arm not in fighter.disabled for arm in tables.ARMS)
    return sorted(weapons, key=lambda weapon: -weapon.parry)[:arms]


def levels_of(weapon: Weapon, build: int) -> tuple[int, int, int]:
    """walka-46: the levels of wounds that one, two and three successes do."""
    worst = len(tables.LEVELS) - weapon.bruises
    for row in weapon.tiers:
        if row.build is None or build <= row.build:
            number = tables.LEVEL_NUMBER
            return number[row.first], number[row.second], number[row.third]
    least = tables.LEVEL_NUMBER[weapon.damage]
    return min(least, worst), min(least + 1, worst), min(least + 2, worst)


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


# ---- whether it can be used (walka-10, 24 and 27)


def ready(fighter: Fighter, index: int) -> bool:
    """Whether a weapon can be used now."""
    unready = index in fighter.to_draw or index in fighter.safe or index in fighter.to_pump
    return not unready and fighter.loaded[index] != 0


def not_ready(fighter: Fighter, index: int) -> Text | None:
    """Why a weapon cannot be used now, or None (walka-10, 24)."""
    if ready(fighter, index):
        return None
    weapon = fighter.sheet.weapons[index]
    if fighter.loaded[index] == 0:
        if weapon.loads:
            return Text("{weapon}: no rounds left", weapon=weapon.name)
        return Text("{weapon}: none left", weapon=weapon.name)
    if index in fighter.to_draw:
        return Text("{weapon}: not in hand", weapon=weapon.name)
    if index in fighter.safe:
        return Text("{weapon}: the safety is on", weapon=weapon.name)
    return Text("{weapon}: needs pumping first", weapon=weapon.name)


def none_ready(fighter: Fighter, weapons: Sequence[int]) -> Text | None:
    """Why none of these weapons can be used now: what is wrong with the first."""
    usable = any(ready(fighter, index) for index in weapons)
    return None if usable else not_ready(fighter, weapons[0])


def no_hands(state: Battle, fighter: Fighter) -> Text | None:
    """walka-27: who can move neither arm handles nothing."""
    if fighter.disabled and all(arm in fighter.disabled for arm in tables.ARMS):
        return Text("both arms are disabled")
    return None


def needs_weapon(
    action: str, missing: Text, *, used: bool = True, by_hand: bool = True
) -> Callable[[Battle, Fighter], Text | None]:
    """Why an action cannot be done that needs a weapon: none fits it (``missing``), no arm moves
    (``by_hand``), or none of them is ready to be ``used``."""

    def why_not(state: Battle, fighter: Fighter) -> Text | None:
        weapons = fitting(fighter, action)
        if not weapons:
            return missing
        hands = no_hands(state, fighter) if by_hand else None
        return hands or (none_ready(fighter, weapons) if used else None)

    return why_not


# ---- what it needs, and how far it reaches (walka-15 and 19)


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


# ---- handling them (walka-10)


def use_round(fighter: Fighter, index: int, rounds: int = 1) -> int:
    """Takes rounds out of a weapon; how many there were (walka-24). ``fighter`` is taken."""
    weapon, loaded = fighter.sheet.weapons[index], fighter.loaded[index]
    if weapon.reload == "pump" and index not in fighter.to_pump:
        fighter.to_pump = [*fighter.to_pump, index]
    if loaded is None:
        return rounds
    fired = min(loaded, rounds)
    load(fighter, index, loaded - fired)
    return fired


def load(fighter: Fighter, index: int, rounds: int | None) -> None:
    """Sets the rounds that are left in a weapon. ``fighter`` is taken."""
    fighter.loaded = [*fighter.loaded[:index], rounds, *fighter.loaded[index + 1 :]]


def make_ready(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """walka-10: a weapon in hand, with its safety off, or pumped. ``fighter`` is taken."""
    index = find_weapon(fighter, command.with_, fitting(fighter, command.action))
    waiting, line = {
        "draw": ("to_draw", Text("{name} draws: {weapon}")),
        "safety_off": ("safe", Text("{name} takes the safety off: {weapon}")),
        "pump": ("to_pump", Text("{name} pumps: {weapon}")),
    }[command.action]
    setattr(fighter, waiting, [other for other in getattr(fighter, waiting) if other != index])
    weapon = fighter.sheet.weapons[index].name
    table.note("walka-10", fighter, line.template, weapon=weapon)


def pull_pin(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """walka-10: a grenade ready to throw. ``fighter`` is taken."""
    index = find_weapon(fighter, command.with_, fitting(fighter, "pull_pin"))
    if not command.overrule:
        refuse(not_ready(fighter, index), "with")
    if PIN not in fighter.effects:
        fighter.effects = [*fighter.effects, PIN]
    weapon = fighter.sheet.weapons[index].name
    table.note("walka-10", fighter, "{name} pulls the pin: {weapon}", weapon=weapon)


def reload(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """A new cell, pack or container of gas; the magazine of the emptiest of a name is full."""
    among, weapons = fitting(fighter, command.action), fighter.sheet.weapons
    weapon = weapons[find_weapon(fighter, command.with_, among)]
    alike = [index for index in among if weapons[index].name == weapon.name]
    index = min(alike, key=lambda index: fighter.loaded[index] or 0)
    load(fighter, index, weapons[index].magazine)
    table.note(
        "walka-10", fighter, "{name} reloads: {weapon}, {count} round",
        "{name} reloads: {weapon}, {count} rounds",
        weapon=weapon.name, count=weapons[index].magazine,
    )  # fmt: skip
