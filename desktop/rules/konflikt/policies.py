"""Behaviours by which creatures act alone. What nobody told the rules they take for granted.

Without a map nobody knows distances: a creature out of everybody's reach takes each enemy to be
within a shot, and within a move of all its momentum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from desktop.rules.cast import enemies
from desktop.rules.contract import Command, Policy
from desktop.rules.konflikt.attacks import is_fit, why_not_with
from desktop.rules.konflikt.commands import Attack, Move, Overcome, Pass, Prepare, Trigger
from desktop.rules.konflikt.effects import to_overcome
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.sheet import expected
from desktop.rules.konflikt.state import Conflict, Fighter
from desktop.rules.text import Text

Priorities = Callable[[Conflict, Fighter], Iterable[Command | None]]
"""What a behaviour wants, most wanted first; None stands where a condition does not hold."""


def _policy(id: str, label: str, native: str, text: str, priorities: Priorities) -> Policy:
    def choose(state: Conflict, actor: str) -> Command | None:
        fighter = state[actor]
        if fighter.side != state.side:
            return answer(state, fighter)
        wanted = (command for command in priorities(state, fighter) if command is not None)
        return next(wanted, Pass(actor=actor))

    return Policy(id, Text(label), native, Text(text), choose)


# ---- the behaviours


def raider(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    """Closes with the weakest enemy and strikes; shoots while it reaches nobody."""
    yield shake_off(fighter)
    yield strike(fighter, reached(state, fighter), "melee")
    yield close_in(state, fighter)
    yield strike(fighter, weakest(state, fighter), "ranged")


def shooter(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    """Gets out of reach and shoots the weakest; strikes where it cannot, or has no shot left."""
    yield shake_off(fighter)
    if best(fighter, "ranged"):
        yield step_back(state, fighter)
        if not reached(state, fighter):
            yield strike(fighter, weakest(state, fighter), "ranged")
    yield close_in(state, fighter)
    yield strike(fighter, reached(state, fighter), "melee")


def guard(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    """Stays where it is: strikes who is in reach, else waits for whoever comes."""
    yield shake_off(fighter)
    yield strike(fighter, reached(state, fighter), "melee")
    if not fighter.acted and best(fighter, "melee"):
        yield Prepare(actor=fighter.id, when="An enemy comes into reach")


def shy(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    """Gets out of reach and stays there; never attacks."""
    yield shake_off(fighter)
    yield step_back(state, fighter)


# ---- what they choose from


def weakest(state: Conflict, fighter: Fighter) -> list[Fighter]:
    """The enemies who still stand, the weakest first."""
    return sorted(enemies(state, fighter), key=lambda enemy: enemy.hp)


def reached(state: Conflict, fighter: Fighter) -> list[Fighter]:
    """The enemies in whose reach it is, and so within its own; the weakest first."""
    return [enemy for enemy in weakest(state, fighter) if enemy.id in fighter.reached_by]


def best(fighter: Fighter, kind: str) -> Weapon | None:
    """The weapon of a kind that does most, of those that can be used now."""
    found = [
        weapon
        for weapon in fighter.weapons
        if weapon.kind == kind and is_fit(fighter, weapon) and not why_not_with(fighter, weapon)
    ]
    return max(found, key=lambda weapon: expected(weapon.damage), default=None)


def strike(fighter: Fighter, targets: list[Fighter], kind: str) -> Command | None:
    weapon = best(fighter, kind) if targets and not fighter.acted else None
    if weapon is None:
        return None
    return Attack(actor=fighter.id, target=targets[0].id, with_=weapon.name)


def close_in(state: Conflict, fighter: Fighter) -> Command | None:
    """A move into the reach of the weakest enemy, for one who is in nobody's."""
    targets = weakest(state, fighter)
    metres = affordable(fighter)
    if fighter.acted or not metres or not targets or reached(state, fighter):
        return None
    return Move(actor=fighter.id, metres=metres, reached_by=[targets[0].id])


def step_back(state: Conflict, fighter: Fighter) -> Command | None:
    """A move out of everybody's reach."""
    metres = affordable(fighter)
    if not metres or not reached(state, fighter):
        return None
    return Move(actor=fighter.id, metres=metres)


def affordable(fighter: Fighter) -> int:
    """Metres that its momentum buys (konflikt-9, 14)."""
    return fighter.momentum // (2 if fighter.threatened_at_start else 1)


def shake_off(fighter: Fighter) -> Command | None:
    """What eats at its hit points is overcome first."""
    eating = (effect for effect in to_overcome(fighter) if effect.per_round < 0)
    effect = None if fighter.acted else next(eating, None)
    return Overcome(actor=fighter.id, effect=effect.name) if effect else None


def answer(state: Conflict, fighter: Fighter) -> Command | None:
    """konflikt-7: what was prepared is done to whoever acted last, where it is in reach."""
    near = [enemy for enemy in reached(state, fighter) if enemy.id == state.last_actor]
    weapon = best(fighter, "melee")
    prepared = fighter.prepared.action if fighter.prepared else ""
    if near and weapon and prepared == "attack":
        return Trigger(actor=fighter.id, target=near[0].id, with_=weapon.name)
    return Pass(actor=fighter.id)


POLICIES: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        _policy(
            "raider",
            "Raider",
            "Nájezdník",
            "Closes with the weakest enemy and strikes; shoots while it reaches nobody.",
            raider,
        ),
        _policy(
            "shooter",
            "Shooter",
            "Střelec",
            "Gets out of reach and shoots the weakest; strikes where it cannot get away.",
            shooter,
        ),
        _policy(
            "guard",
            "Guard",
            "Strážce",
            "Stays where it is: strikes who is in reach, else prepares a blow for whoever comes.",
            guard,
        ),
        _policy(
            "shy",
            "Keeps away",
            "Plachý",
            "Gets out of reach and stays there; never attacks.",
            shy,
        ),
    )
}
