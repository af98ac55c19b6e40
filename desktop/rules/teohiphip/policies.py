"""Behaviours by which figures of the game master act alone: the published priority lists.

Each list is read from the top whenever the figure has AP left; what it asks that nobody has told
the rules (who is near, what is in range, where cover is) is answered from what they know: who is in
contact, who still stands, and how hurt they are. A figure out of contact takes every enemy to be
within reach of a shot or a charge; the game master, who sees the table, can always do otherwise. On
a map it goes by what the map says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from desktop.rules import cast
from desktop.rules.contract import Behaviours, Command, reused
from desktop.rules.geometry import Point
from desktop.rules.positions import away_from, towards
from desktop.rules.teohiphip import actions, on_map
from desktop.rules.teohiphip.pool import KEPT
from desktop.rules.teohiphip.sheet import Attack
from desktop.rules.teohiphip.state import Fighter, Skirmish, can_be_activated
from desktop.rules.text import Text

Priorities = Callable[[Skirmish, Fighter], Command | None]
"""The first action of a list whose condition holds; None where none does."""


def chosen_by(priorities: Priorities) -> Callable[[Skirmish, str], Command | None]:
    """The choice of a list: activates who can be, and ends what is left of the turn."""

    def choose(state: Skirmish, actor: str) -> Command | None:
        fighter = state[actor]
        if state.phase == "activate" and fighter.band == state.band and can_be_activated(fighter):
            return reused(actions.Activate, actor=actor)
        if state.turn != actor:
            return None
        command = priorities(state, fighter) if fighter.ap else None
        return command or reused(actions.EndTurn, actor=actor)

    return choose


Targets = Callable[[Skirmish, Fighter], Sequence[Fighter]]
"""Whom a fighter may attack, the most wanted first; called only if there is a weapon for it."""


POLICIES = Behaviours(chosen_by)


# ---- the lists


@POLICIES.add(
    Text("Aggressive assault"),
    "Agresywny Szturmowiec",
    Text("Strikes who is in contact, else shoots, else closes in; then keeps down."),
)
def assault(state: Skirmish, fighter: Fighter) -> Command | None:
    return _attack_once(state, fighter, enemies) or hunker(fighter)


@POLICIES.add(
    Text("Guards a target or place"),
    "Ochrona Celu/Pozycji",
    Text("Attacks who is in contact with it or its side; otherwise keeps down."),
)
def guard(state: Skirmish, fighter: Fighter) -> Command | None:
    """It never aims: an aim is lost with the activation (teohiphip-12)."""
    return _attack_once(state, fighter, threats) or hunker(fighter)


def _attack_once(state: Skirmish, fighter: Fighter, targets: Targets) -> Command | None:
    if fighter.attacks_made:
        return None
    return (
        blow(state, fighter) or shot(state, fighter, targets) or close_in(state, fighter, targets)
    )


@POLICIES.add(
    Text("Support from the rear"),
    "Wsparcie z Tyłu",
    Text("Steps back out of contact, shoots the weakest enemy, comes into range, keeps down."),
)
def support(state: Skirmish, fighter: Fighter) -> Command | None:
    """Shoots once; on a map it comes nearer first where nobody is in range."""
    if fighter.attacks_made:
        return step_back(state, fighter) or hunker(fighter)
    return (
        step_back(state, fighter)
        or shot(state, fighter, enemies)
        or come_into_range(state, fighter)
        or hunker(fighter)
    )


@POLICIES.add(
    Text("Predator"),
    "Drapieżnik",
    Text("Strikes as often as it may and runs at the weakest enemy."),
)
def predator(state: Skirmish, fighter: Fighter) -> Command | None:
    return blow(state, fighter) or close_in(state, fighter, enemies)


@POLICIES.add(
    Text("Holds the line"),
    "Utrzymanie Linii",
    Text("Strikes who is in contact, throws what it has, and holds behind its shield."),
)
def line(state: Skirmish, fighter: Fighter) -> Command | None:
    return blow(state, fighter) or shot(state, fighter, enemies) or hunker(fighter)


@POLICIES.add(
    Text("Avoids the fight"),
    "Unikanie Walki / Chowanie Się",
    Text("Gets out of contact and hides; never attacks."),
)
def avoid(state: Skirmish, fighter: Fighter) -> Command | None:
    return step_back(state, fighter) or hunker(fighter)


# ---- what they choose from

_HP, _EFFECTS = attrgetter("hp"), attrgetter("effects_by_hand")


def enemies(state: Skirmish, fighter: Fighter) -> list[Fighter]:
    """Everybody of another side who still stands, the weakest first; last whom no hit hurts."""
    people = [c for c in cast.enemies(state, fighter) if not c.sheet.object]
    people.sort(key=_HP)
    if fighter.effects_by_hand or any(map(_EFFECTS, people)):
        people.sort(key=lambda enemy: actions.most_damage(fighter, enemy) <= 0)
    return people


def in_contact(state: Skirmish, fighter: Fighter) -> list[Fighter]:
    """The enemies in contact, the weakest first."""
    if not fighter.engaged_with:
        return []
    return [enemy for enemy in enemies(state, fighter) if enemy.id in fighter.engaged_with]


def threats(state: Skirmish, fighter: Fighter) -> list[Fighter]:
    """The enemies in contact with somebody or something of its side, the weakest first."""
    side = fighter.side
    return [
        enemy
        for enemy in enemies(state, fighter)
        if any(state[id].side == side for id in enemy.engaged_with)
    ]


def blow(state: Skirmish, fighter: Fighter) -> Command | None:
    """Strikes the weakest enemy in contact with the first weapon for it."""
    if not fighter.engaged_with or not actions.attacks_left(state, fighter):
        return None
    return strike(state, fighter, in_contact, usable(fighter, "melee")[:1])


def shot(state: Skirmish, fighter: Fighter, targets: Targets) -> Command | None:
    """Shoots at the first of the targets that a weapon reaches."""
    if not actions.attacks_left(state, fighter):
        return None
    return strike(state, fighter, targets, usable(fighter, "ranged"))


def strike(
    state: Skirmish, fighter: Fighter, targets: Targets, weapons: Sequence[Attack]
) -> Command | None:
    """The first way to attack that can do any harm; where there is none, an aim that makes one."""
    if not weapons:
        return None
    reasons = ((weapon, actions.known_reasons(state, fighter, weapon)) for weapon in weapons)
    arms = [(weapon, against.dice() == 1) for weapon, against in reasons]
    first: tuple[Fighter, Attack, bool] | None = None
    for target in targets(state, fighter):
        for weapon, lone in arms:
            if weapon.kind == "ranged" and not on_map.can_shoot(state, fighter, target, weapon):
                continue
            if can_harm(state, fighter, target, lone):
                return reused(actions.Strike, actor=fighter.id, target=target.id, with_=weapon.name)
            first = first or (target, weapon, lone)
    if first is None:
        return None
    target, weapon, lone = first
    if fighter.ap > 1 and lone and actions.most_damage(fighter, target) > 0:
        return reused(actions.Aim, actor=fighter.id)
    return reused(actions.Strike, actor=fighter.id, target=target.id, with_=weapon.name)


def can_harm(state: Skirmish, fighter: Fighter, target: Fighter, lone: bool) -> bool:
    """Whether anything can come of an attack: of a ``lone`` die nothing can against cover (10, 13,
    20)."""
    lone = lone and bool(state.positions or target.hunkered)
    if not (lone or fighter.effects_by_hand or target.effects_by_hand):
        return True
    known = on_map.known_of_attack(state, fighter.id, target.id) if state.positions else {}
    cover = "modifiers.cover" in known
    return actions.most_damage(fighter, target, 1 if lone else KEPT, cover=cover) > 0


def usable(fighter: Fighter, kind: str) -> list[Attack]:
    """The weapons of a kind that are not used up."""
    return [weapon for weapon in actions.usable_weapons(fighter) if weapon.kind == kind]


def close_in(state: Skirmish, fighter: Fighter, targets: Targets) -> Command | None:
    """A move into contact, for one who is in contact with no enemy and can strike there."""
    if in_contact(state, fighter) or not usable(fighter, "melee"):
        return None
    people = targets(state, fighter)
    if not people:
        return None
    if fighter.id not in state.positions:
        return actions.Move(actor=fighter.id, contact=[people[0].id])
    goals = (goal for target in people for goal in on_map.free_places_at(state, fighter, target))
    return _move_towards(state, fighter, goals, stop=0)


def come_into_range(state: Skirmish, fighter: Fighter) -> Command | None:
    """On a map, a move towards the first enemy that it gets into the range of a shot of."""
    ranges = [weapon.range for weapon in usable(fighter, "ranged") if weapon.range is not None]
    if not ranges or fighter.id not in state.positions:
        return None
    there = (state.positions[c.id] for c in enemies(state, fighter) if c.id in state.positions)
    return _move_towards(state, fighter, there, stop=max(ranges))


def _move_towards(
    state: Skirmish, fighter: Fighter, goals: Iterable[Point], stop: float
) -> Command | None:
    """A move towards the first place that it gets within ``stop`` of."""
    speed = actions.speed_now(fighter)
    ways = (towards(state, fighter.id, goal, speed, stop=stop, slow=2) for goal in goals)
    to = next((to for to in ways if to), None)
    return actions.Move(actor=fighter.id, to=to) if to else None


def step_back(state: Skirmish, fighter: Fighter) -> Command | None:
    """A move out of contact."""
    touching = in_contact(state, fighter)
    if not touching or fighter.id not in state.positions:
        return actions.Move(actor=fighter.id) if touching else None
    there = [state.positions[c.id] for c in enemies(state, fighter) if c.id in state.positions]
    to = away_from(state, fighter.id, there, actions.speed_now(fighter))
    return actions.Move(actor=fighter.id, to=to) if to else None


def hunker(fighter: Fighter) -> Command | None:
    """Keeps down, if it does not already."""
    return None if fighter.hunkered else reused(actions.Hunker, actor=fighter.id)
