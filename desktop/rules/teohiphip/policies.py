"""Behaviours by which figures of the game master act alone: the published priority lists.

Each list is read from the top whenever the figure has AP left; what it asks that nobody has told
the rules (who is near, what is in range, where cover is) is answered from what they know: who is in
contact, who still stands, and how hurt they are. A figure out of contact takes every enemy to be
within reach of a shot or a charge; the game master, who sees the table, can always do otherwise. On
a map it goes by what the map says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from desktop.rules.contract import Command, Policy
from desktop.rules.positions import away_from, towards
from desktop.rules.teohiphip import on_map
from desktop.rules.teohiphip.actions import attacks_left, has_uses, speed_now, weapons_of
from desktop.rules.teohiphip.commands import Activate, Aim, EndTurn, Hunker, Move, Strike
from desktop.rules.teohiphip.sheet import Attack
from desktop.rules.teohiphip.state import Fighter, Skirmish, can_be_activated
from desktop.rules.text import Text

Priorities = Callable[[Skirmish, Fighter], Iterable[Command | None]]
"""The actions of a list, most wanted first; None stands where the condition does not hold."""


def _policy(id: str, label: Text, native: str, text: Text, priorities: Priorities) -> Policy:
    def choose(state: Skirmish, actor: str) -> Command | None:
        fighter = state[actor]
        if state.phase == "activate" and fighter.band == state.band and can_be_activated(fighter):
            return Activate(actor=actor)
        if state.turn != actor:
            return None
        if fighter.ap:
            wanted = (command for command in priorities(state, fighter) if command is not None)
            return next(wanted, EndTurn(actor=actor))
        return EndTurn(actor=actor)

    return Policy(id, label, native, text, choose)


# ---- the lists


def assault(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Agresywny Szturmowiec»: strikes or shoots once, then keeps down; else closes in."""
    if not fighter.attacks_made:
        yield strike(state, fighter, in_contact(state, fighter), melee=True)
        yield strike(state, fighter, enemies(state, fighter), melee=False)
        yield close_in(state, fighter, enemies(state, fighter))
    yield hunker(fighter)


def guard(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Ochrona Celu/Pozycji»: attacks who threatens it or its own, else keeps down and aims."""
    if not fighter.attacks_made:
        threats = [e for e in enemies(state, fighter) if touches(state, e, fighter.side)]
        yield strike(state, fighter, in_contact(state, fighter), melee=True)
        yield strike(state, fighter, threats, melee=False)
        yield close_in(state, fighter, threats)
    yield hunker(fighter)
    yield aim(state, fighter)


def support(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Wsparcie z Tyłu»: steps back out of contact, shoots once, keeps down."""
    yield step_back(state, fighter)
    if not fighter.attacks_made:
        yield strike(state, fighter, enemies(state, fighter), melee=False)
    yield hunker(fighter)


def predator(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Drapieżnik»: strikes as often as it may, and runs at the weakest there is."""
    yield strike(state, fighter, in_contact(state, fighter), melee=True)
    yield close_in(state, fighter, enemies(state, fighter))


def line(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Utrzymanie Linii»: strikes who is in contact, throws what it has, holds its ground."""
    yield strike(state, fighter, in_contact(state, fighter), melee=True)
    yield strike(state, fighter, enemies(state, fighter), melee=False)
    yield hunker(fighter)


def avoid(state: Skirmish, fighter: Fighter) -> Iterable[Command | None]:
    """«Unikanie Walki / Chowanie Się»: gets away and hides; never attacks."""
    yield step_back(state, fighter)
    yield hunker(fighter)


# ---- what they choose from


def enemies(state: Skirmish, fighter: Fighter) -> list[Fighter]:
    """Everybody of another side who still stands, the weakest first."""
    found = (c for c in state.standing() if c.side != fighter.side and not c.sheet.object)
    return sorted(found, key=lambda enemy: enemy.hp)


def in_contact(state: Skirmish, fighter: Fighter) -> list[Fighter]:
    """The enemies in contact, the weakest first."""
    return [enemy for enemy in enemies(state, fighter) if enemy.id in fighter.engaged_with]


def touches(state: Skirmish, enemy: Fighter, side: str) -> bool:
    """Whether an enemy is in contact with somebody or something of a side."""
    return any(state[id].side == side for id in enemy.engaged_with)


def strike(
    state: Skirmish, fighter: Fighter, targets: list[Fighter], *, melee: bool
) -> Command | None:
    """An attack on the first of the targets with the first weapon that will do."""
    if not attacks_left(state, fighter):
        return None
    for target in targets:
        weapon = _weapon(state, fighter, melee, target)
        if weapon is not None:
            return Strike(actor=fighter.id, target=target.id, with_=weapon.name)
    return None


def _weapon(
    state: Skirmish, fighter: Fighter, melee: bool, target: Fighter | None = None
) -> Attack | None:
    """The first weapon of a kind that can be used; on a map, one that reaches the target."""
    for place, weapon in enumerate(weapons_of(fighter)):
        fits = (weapon.kind == "melee") is melee and has_uses(fighter, place)
        if fits and (
            melee or target is None or on_map.can_shoot(state, fighter, target, weapon.range)
        ):
            return weapon
    return None


def close_in(state: Skirmish, fighter: Fighter, targets: list[Fighter]) -> Command | None:
    """A move into contact, for one who is in contact with no enemy and can strike there."""
    if not targets or in_contact(state, fighter) or not _weapon(state, fighter, melee=True):
        return None
    if fighter.id not in state.positions:
        return Move(actor=fighter.id, contact=[targets[0].id])
    goals = (goal for target in targets for goal in on_map.free_places_at(state, fighter, target))
    speed = speed_now(fighter)
    ways = (towards(state, fighter.id, goal, speed, stop=0, slow=2) for goal in goals)
    to = next((to for to in ways if to), None)
    return Move(actor=fighter.id, to=to) if to else None


def step_back(state: Skirmish, fighter: Fighter) -> Command | None:
    touching = in_contact(state, fighter)
    if not touching or fighter.id not in state.positions:
        return Move(actor=fighter.id) if touching else None
    there = [state.positions[c.id] for c in enemies(state, fighter) if c.id in state.positions]
    to = away_from(state, fighter.id, there, speed_now(fighter))
    return Move(actor=fighter.id, to=to) if to else None


def hunker(fighter: Fighter) -> Command | None:
    return None if fighter.hunkered else Hunker(actor=fighter.id)


def aim(state: Skirmish, fighter: Fighter) -> Command | None:
    return Aim(actor=fighter.id) if enemies(state, fighter) and not fighter.aiming else None


POLICIES: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        _policy(
            "assault",
            Text("Aggressive assault"),
            "Agresywny Szturmowiec",
            Text("Strikes who is in contact, else shoots, else closes in; then keeps down."),
            assault,
        ),
        _policy(
            "guard",
            Text("Guards a target or place"),
            "Ochrona Celu/Pozycji",
            Text("Attacks who is in contact with it or its side; otherwise keeps down and aims."),
            guard,
        ),
        _policy(
            "support",
            Text("Support from the rear"),
            "Wsparcie z Tyłu",
            Text("Steps back out of contact, shoots the weakest enemy, keeps down."),
            support,
        ),
        _policy(
            "predator",
            Text("Predator"),
            "Drapieżnik",
            Text("Strikes as often as it may and runs at the weakest enemy."),
            predator,
        ),
        _policy(
            "line",
            Text("Holds the line"),
            "Utrzymanie Linii",
            Text("Strikes who is in contact, throws what it has, and holds behind its shield."),
            line,
        ),
        _policy(
            "avoid",
            Text("Avoids the fight"),
            "Unikanie Walki / Chowanie Się",
            Text("Gets out of contact and hides; never attacks."),
            avoid,
        ),
    )
}
