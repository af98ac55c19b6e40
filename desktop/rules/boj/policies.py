"""Behaviours that can act for somebody: fierce, careful, and one that takes prisoners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Literal

from desktop.rules.boj import on_map
from desktop.rules.boj.actions import Aim, Dodge, Escape, Grapple, Move, PickUp, Step
from desktop.rules.boj.attacks import Attack
from desktop.rules.boj.damage import protection
from desktop.rules.boj.sheet import BARE_HANDS, UNARMED, Weapon, damage_dice
from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.boj.turn import EndTurn
from desktop.rules.cast import enemies
from desktop.rules.contract import Behaviours, Command, reused
from desktop.rules.positions import closer, straight_way
from desktop.rules.text import Text

DIGITS = 11.0
"""What a Lethality roll that does not kill deals on average."""


def _chosen(
    wish: Callable[[Scene, Fighter], Command | None],
) -> Callable[[Scene, str], Command | None]:
    """Makes a behaviour of a wish: it also breaks free, and ends the turn."""

    def choose(state: Scene, id: str) -> Command | None:
        if state.turn != id:
            return None
        fighter = state[id]
        if fighter.acted:
            return reused(EndTurn, actor=id)
        if fighter.grappled_by:
            return reused(Escape, actor=id)
        return wish(state, fighter) or reused(EndTurn, actor=id)

    return choose


POLICIES = Behaviours(_chosen)


@POLICIES.add(
    Text("Fierce"), "Напролом", Text("Attacks the enemy nearest to falling with the best weapon.")
)
def fierce(state: Scene, fighter: Fighter) -> Command | None:
    """Attacks as :func:`_fight` does, and picks up what was dropped where only hands are left."""
    if fighter.disarmed and all(weapon.bare for weapon in fighter.weapons):
        return reused(PickUp, actor=fighter.id)
    return _fight(state, fighter)


def _fight(state: Scene, fighter: Fighter) -> Command | None:
    """Attacks the enemy nearest to falling with the weapon that promises most."""
    weapons = _best_first(fighter)
    for target in _weakest_first(state, fighter):
        for weapon in weapons:
            if on_map.at_hand(state, fighter, target, weapon):
                attack = _attack(state, fighter, target, weapon)
                if attack:
                    return attack
    return _closer(state, fighter)


def _attack(state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon) -> Attack | None:
    """The best attack with this weapon; None where it would hit its own side."""
    mode: Literal["single", "burst"] | None = None
    if weapon.damage and weapon.lethality:
        mode = "burst" if _deadly(weapon.lethality) > _mean(weapon.damage) else "single"
    radius = None
    if weapon.radius and mode != "single":
        for r in reversed(weapon.radii):
            hit = on_map.caught(state, fighter, weapon, target.id, r)
            if all(state[id].side != fighter.side for id in hit):  # no friend, nor the fighter
                radius = r
                break
        if radius is None:
            if mode is None:
                return None
            mode = "single"
        elif radius == weapon.radius:
            radius = None  # as far as it goes
    return reused(
        Attack, actor=fighter.id, target=target.id, with_=weapon.name, mode=mode, radius=radius
    )


@POLICIES.add(
    Text("Careful"),
    "Осторожно",
    Text("Takes cover, aims, dodges when badly hurt; spends its action to defend."),
)
def careful(state: Scene, fighter: Fighter) -> Command | None:
    best, near = _best_first(fighter)[0], fighter.cover_near
    if not (fighter.behind or fighter.moved):
        if not on_map.draws_cover(state, fighter):
            if near:
                return reused(Step, actor=fighter.id, behind=near, cover_near=near)
        elif to := on_map.shelter(state, fighter, best):
            return Step(actor=fighter.id, to=to)
    # No dodge avoids bullets without cover to get to (boj-17).
    dodges = on_map.cover_near(state, fighter) or not all(
        _best_first(foe)[0].bullet for foe in enemies(state, fighter)
    )
    badly_hurt = 3 * fighter.hp <= fighter.max_hp and dodges
    if badly_hurt and state.round % 2 == 0:
        return reused(Dodge, actor=fighter.id)
    unsure = not best.close and fighter.skill(best.skill) < 60
    # Who is going to dodge in the next turn has no use for aim.
    if unsure and not badly_hurt and not fighter.aiming and state.round % 2:
        return reused(Aim, actor=fighter.id)
    return fierce(state, fighter)


@POLICIES.add(
    Text("Take them alive"),
    "Брать живьём",
    Text("Holds an enemy, armed or not, then beats him down with bare hands."),
)
def take_alive(state: Scene, fighter: Fighter) -> Command | None:
    """Holds, armed or not, then beats down the enemy held with bare hands.

    Enemies whose armour stops bare hands come last, and are fought as :func:`_fight` does.
    """
    most = max(_spread(BARE_HANDS))  # that bare hands do, through armour and cover (boj-23)
    foes = [
        foe
        for foe in enemies(state, fighter)
        if protection(foe, UNARMED, on_map.cover_at_hand(state, fighter, foe)).total < most
    ]
    held = fighter.grappling
    if not foes or (held and all(foe.id != held for foe in foes)):
        return _fight(state, fighter)
    if held:
        return reused(Attack, actor=fighter.id, target=held, with_=UNARMED.name)
    free = [foe for foe in foes if not foe.grappled_by]
    foes = [foe for foe in free if on_map.at_hand(state, fighter, foe, UNARMED)]
    if not foes:
        return _closer(state, fighter) if free else _fight(state, fighter)
    return reused(Grapple, actor=fighter.id, target=foes[0].id)


def _weakest_first(state: Scene, fighter: Fighter) -> list[Fighter]:
    return sorted(enemies(state, fighter), key=attrgetter("hp"))


def _closer(state: Scene, fighter: Fighter) -> Command | None:
    """Steps to where the best weapon reaches an enemy, else runs to the weakest it can get nearer
    to on the map."""
    if fighter.moved:
        return None
    weakest, best = [foe.id for foe in _weakest_first(state, fighter)], _best_first(fighter)[0]
    for foe in weakest:
        if there := on_map.step_to_reach(state, fighter, foe, best):
            return Step(actor=fighter.id, to=there)
    to = closer(state, fighter.id, weakest, on_map.PACES["run"])
    way = straight_way(state, fighter.id, to) if to else None
    return Move(actor=fighter.id, to=to, pace=on_map.pace_for(way.length)) if way else None


def _best_first(fighter: Fighter) -> list[Weapon]:
    """Weapons that harm, the most promising first; the last grenade only beside bare hands."""
    weapons = [weapon for weapon in fighter.weapons if weapon.harms]
    blasts = any(weapon.blasts for weapon in weapons)
    if blasts and any(not weapon.blasts and not weapon.bare for weapon in weapons):
        # Each entry of a sheet is one grenade.
        owned = Counter(weapon.name for weapon in fighter.sheet.weapons)
        owned.subtract(fighter.thrown)
        weapons = [weapon for weapon in weapons if not weapon.blasts or owned[weapon.name] > 1]
    return sorted(
        weapons,
        key=lambda each: fighter.skill(each.skill) * _promised(each.damage, each.lethality),
        reverse=True,
    )


@lru_cache(maxsize=512)
def _promised(damage: str | None, lethality: int | None) -> float:
    """What a hit with a weapon does on average, by damage or by Lethality, whichever is more."""
    mean = _mean(damage) if damage else 0.0
    return max(mean, _deadly(lethality)) if lethality else mean


def _deadly(lethality: int) -> float:
    return DIGITS + 0.3 * lethality


@lru_cache(maxsize=512)
def _mean(damage: str) -> float:
    spread = _spread(damage)
    return sum(max(amount, 0) * ways for amount, ways in spread.items()) / sum(spread.values())


@lru_cache(maxsize=512)
def _spread(damage: str) -> Mapping[int, int]:
    dice, total = damage_dice(damage)
    return total.spread(dice)
