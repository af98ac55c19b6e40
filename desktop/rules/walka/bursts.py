"""Bursts, from one weapon or from two, and the fire that suppresses (walka-24 and 25)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka import d20, shooting, tables, weapons
from desktop.rules.walka.checks import judge, tell_roll
from desktop.rules.walka.commands import Attack, ContinuousFire, FireTwo, OneGun
from desktop.rules.walka.hits import tell_location
from desktop.rules.walka.sabres import can_deflect, come_through
from desktop.rules.walka.segments import suppress
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter


def rounds_of(weapon: Weapon, burst: str) -> int:
    """walka-24: how many rounds a burst takes; 0 for a weapon that fires none."""
    return (weapon.rate_of_fire or 0) * tables.BURSTS[burst]


def fire_burst(state: Battle, fighter: Fighter, command: OneGun, table: Table) -> None:
    """walka-24, and 25 for a burst that takes three segments or more. ``fighter`` is taken."""
    fighter.aiming = 0
    shots = shooting.plan_one(state, fighter, command)
    _fire(state, fighter, shots, command.action, command, table)


def fire_two_weapons(state: Battle, fighter: Fighter, command: FireTwo, table: Table) -> None:
    """walka-16: both weapons at once; shots with twice the dice out of one pool of points, or
    bursts. ``fighter`` is taken."""
    shots, aim = shooting.plan_two(state, fighter, command), 0
    if command.burst:
        fighter.aiming = 0
    else:
        aim = shooting.use_aim(fighter, command.aim, table)
    names = [shot.weapon.name for shot in shots]
    table.note("walka-16", fighter, "{name} fires at once: {weapons}", weapons=names)
    if command.burst:
        _fire(state, fighter, shots, command.burst, command, table)
    else:
        shooting.volley(state, fighter, shots, 1 + aim, table)


BURST = Text("burst")


def _fire(
    state: Battle,
    fighter: Fighter,
    shots: Sequence[Plan],
    burst: str,
    command: Attack,
    table: Table,
) -> None:
    """One die each; as many rounds hit as there are success points. ``fighter`` is taken.

    A burst that costs three segments or more, by the rules or by the game master's word, holds
    down all in its field of fire (walka-25).
    """
    shots = shooting.shot_at(state, fighter, shots, table)
    thresholds = [shooting.threshold_at(state, fighter, shot) for shot in shots]
    fired = [_use_rounds(state, fighter, shot, burst, table) for shot in shots]
    cost = tables.BURST_SEGMENTS[burst] if command.cost is None else command.cost
    if cost >= tables.SUPPRESSING:
        also = command.targets if isinstance(command, ContinuousFire) else ()
        held = dict.fromkeys([*(shot.at.target for shot in shots), *also])
        lasts = fighter.carry.segments if fighter.carry else 0
        suppress(state, fighter, [id for id in held if not can_deflect(state[id])], lasts, table)
    for threshold in thresholds:
        threshold.tell(fighter, table, "walka-17")
    throw = d20.Volley(
        tuple([
            d20.Shot(1, threshold.value, d20.GRADED, rounds=rounds)
            for threshold, rounds in zip(thresholds, fired, strict=True)
        ]),
        d20.skill_points(state, fighter, *[shot.weapon.uses for shot in shots]),
        state.house.equal_succeeds,
    )  # fmt: skip
    dice = table.roll(throw, why="walka-24", by=fighter.id, label=BURST)
    tell_roll(fighter, chain(*dice), BURST, "walka-24", table)
    spent = d20.spend_on_volley(state, fighter, throw, dice, table, BURST)
    for n, shot in enumerate(shots):
        (die,), (points,), last = dice[n], spent[n], n + 1 == len(shots)
        won = judge(fighter, die, points, thresholds[n], state, table, BURST)
        _hits(state, fighter, shot, die, won, fired[n], table, last=last)


def _use_rounds(state: Battle, fighter: Fighter, shot: Plan, burst: str, table: Table) -> int:
    """The rounds that are fired: what is left, where that is fewer (walka-24)."""
    rounds = rounds_of(shot.weapon, burst)
    fired = weapons.use_round(fighter, shot.gun, rounds)
    if table.keeps_log:
        values = {"name": fighter.name, "target": state[shot.at.target].name, "rounds": rounds}
        line = Text("{name} → {target}: a burst, rounds: {rounds}", **values)
        if fired < rounds:
            line = Text("{name} → {target}: a burst, rounds left: only {fired} of {rounds}",
                        fired=fired, **values)  # fmt: skip
        table.log("walka-24", line, by=fighter.id)
    return fired


def _hits(
    state: Battle,
    fighter: Fighter,
    shot: Plan,
    die: int,
    won: int,
    fired: int,
    table: Table,
    *,
    last: bool,
) -> None:
    """walka-24: each round that hits is a wound of its own, each a die result further down."""
    target = state.take(shot.at.target)
    hits = min(won, fired)
    if target.out:
        return
    if not hits:
        table.note("walka-24", fighter, "{name} → {target}: no round hits", target=target.name)
        return
    hits = come_through(state, fighter, target, shot, hits, table)
    if not hits:
        return
    table.mark("hit", target.id, hits)
    table.note(
        "walka-24", fighter, "{name}: rounds that hit: {hits} of {fired}", hits=hits, fired=fired
    )
    for nth in range(hits):
        if target.out:
            break
        chosen = None if nth else shot.at.location
        location = tell_location(target, max(die - nth, 1), chosen, table)
        shooting.strike(state, target, shot, location, 1, table, last=last and nth + 1 == hits)
