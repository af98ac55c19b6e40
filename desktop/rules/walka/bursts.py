"""Bursts, from one weapon or from two, and the fire that suppresses (walka-24 and 25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from desktop.rules.dice import Dice, Faces, plain_dice
from desktop.rules.fields import Choice
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import d20, shooting, tables, weapons
from desktop.rules.walka.checks import judge, tell_roll
from desktop.rules.walka.commands import ContinuousFire, FireTwo, OneGun
from desktop.rules.walka.hits import tell_location
from desktop.rules.walka.sabres import can_deflect, come_through
from desktop.rules.walka.segments import suppress
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, opponent


class BurstDice(NamedTuple):
    """walka-24: one die for each burst; for each the faces that no points can save."""

    failing: tuple[tuple[int, ...], ...]

    @property
    def handfuls(self) -> tuple[Dice, ...]:
        """A die for each burst."""
        return tuple([plain_dice(1, d20.FACES) for _ in self.failing])

    def read(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The face of each die."""
        return tuple(faces[0] for faces in dice)

    def spread(self) -> Mapping[tuple[int, ...], int]:
        """The faces that differ for the hits, with their weights."""
        return _spread(self)


@lru_cache(maxsize=1024)
def _spread(throw: BurstDice) -> Mapping[tuple[int, ...], int]:
    result: dict[tuple[int, ...], int] = {(): 1}
    for alike in throw.failing:
        spread = Faces(alike=(alike,)).spread(Dice(1, d20.FACES))
        result = {
            (*dice, *die): ways * times
            for dice, ways in result.items()
            for die, times in spread.items()
        }
    return result


def rounds_of(weapon: Weapon, burst: str) -> int:
    """walka-24: how many rounds a burst takes; 0 for a weapon that fires none."""
    return (weapon.rate_of_fire or 0) * tables.BURSTS[burst]


def _bursts(shots: list[shooting.Plan], burst: str) -> list[shooting.Plan]:
    """These shots as bursts. Raises :class:`Refusal` where a weapon fires none (walka-24)."""
    for shot in shots:
        if not rounds_of(shot.weapon, burst):
            no_bursts = Text("{weapon} fires no bursts", weapon=shot.weapon.name)
            raise Refusal(no_bursts, "with", rule="walka-24")
    return shots


def plan_burst(state: Battle, fighter: Fighter, command: OneGun) -> list[shooting.Plan]:
    """walka-24: the one burst. Raises :class:`Refusal`."""
    among = fighter.guns if command.with_ else weapons.fitting(fighter, "short_burst")
    gun = weapons.find_weapon(fighter, command.with_, among)
    if isinstance(command, ContinuousFire):
        for id in command.targets:
            opponent(state, fighter, id, "targets")
    overrule, victims = command.overrule, command.victims
    shot = shooting.plan(
        state, fighter, command, gun, command.hand, overrule=overrule, victims=victims
    )
    return _bursts([shot], command.action)


def fire_burst(state: Battle, fighter: Fighter, command: OneGun, table: Table) -> None:
    """walka-24, and 25 for a burst that takes three segments or more. ``fighter`` is taken."""
    also = command.targets if isinstance(command, ContinuousFire) else []
    fighter.aiming = 0
    shots = plan_burst(state, fighter, command)
    fire_bursts(state, fighter, shots, command.action, also, command.cost, table)


def plan_two_weapons(state: Battle, fighter: Fighter, command: FireTwo) -> list[shooting.Plan]:
    """walka-16: both shots, or both bursts. Raises :class:`Refusal`."""
    shots = shooting.plan_two(state, fighter, command)
    return _bursts(shots, command.burst) if command.burst else shots


def fire_two_weapons(state: Battle, fighter: Fighter, command: FireTwo, table: Table) -> None:
    """walka-16: both weapons at once; shots with twice the dice out of one pool of points, or
    bursts. ``fighter`` is taken."""
    shots = shooting.plan_two(state, fighter, command)
    aim = 0
    if command.burst:
        fighter.aiming = 0
    else:
        aim = shooting.use_aim(fighter, command.aim, table)
    names = [shot.weapon.name for shot in shots]
    table.note("walka-16", fighter, "{name} fires at once: {weapons}", weapons=names)
    if command.burst:
        shots = _bursts(shots, command.burst)
        fire_bursts(state, fighter, shots, command.burst, [], command.cost, table)
    else:
        shooting.volley(state, fighter, shots, 1 + aim, table)


BURST = Text("burst")


def fire_bursts(
    state: Battle,
    fighter: Fighter,
    shots: Sequence[shooting.Plan],
    burst: str,
    also: Sequence[str],
    cost: int | None,
    table: Table,
) -> None:
    """One die each; as many rounds hit as there are success points. ``fighter`` is taken.

    ``also`` are those in the field of fire beside the targets. A burst that costs three segments
    or more holds all of them down (walka-25); ``cost`` is what the game master says of that.
    """
    shots = shooting.shot_at(state, fighter, shots, table)
    thresholds = [shooting.threshold_at(state, fighter, shot) for shot in shots]
    fired = [_fire(state, fighter, shot, burst, table) for shot in shots]
    if (tables.BURST_SEGMENTS[burst] if cost is None else cost) >= tables.SUPPRESSING:
        held = list(dict.fromkeys([*(shot.at.target for shot in shots), *also]))
        held = [id for id in held if not can_deflect(state[id])]
        lasts = fighter.carry.segments if fighter.carry else 0
        if held:
            suppress(state, fighter, held, lasts, table)
    for threshold in thresholds:
        threshold.tell(fighter, table, "walka-17")
    equal = state.house.equal_succeeds
    values = tuple([threshold.value for threshold in thresholds])
    points = d20.skill_points(state, fighter, *[shot.weapon.uses for shot in shots])
    throw = BurstDice(
        tuple([d20.failing(value, points.most(n), equal) for n, value in enumerate(values)])
    )
    dice = table.roll(throw, why="walka-24", by=fighter.id, label=BURST)
    tell_roll(fighter, dice, BURST, "walka-24", table)
    fall = BurstFall(dice, values, tuple(fired), points, equal)
    best = tuple([(n,) for n in _best(fall)])
    spent = d20.spend(state, fighter, points, best, partial(_offer, fall), table, BURST)
    for n, shot in enumerate(shots):
        won = judge(fighter, dice[n], spent[n][0], thresholds[n], state, table, BURST)
        last = n + 1 == len(shots)
        _hits(state, fighter, shot, dice[n], won, fired[n], table, last=last)


def _fire(state: Battle, fighter: Fighter, shot: shooting.Plan, burst: str, table: Table) -> int:
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
    shot: shooting.Plan,
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
    hits = come_through(
        state, fighter, target, shot.weapon, shot.deflects, hits, table, metres=shot.at.distance
    )
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


# ---- points on bursts (walka-12)


class BurstFall(NamedTuple):
    """The dice of bursts as they fell, the rounds that were fired, and the points to be spent."""

    dice: tuple[int, ...]
    thresholds: tuple[float, ...]
    fired: tuple[int, ...]
    points: d20.SkillPoints
    equal: bool

    def hits(self) -> list[dict[int, int]]:
        """For each die the number of hits by the fewest points that give it: each point is a hit
        more, up to the rounds that were fired (walka-24)."""
        result = []
        for n, (die, threshold) in enumerate(zip(self.dice, self.thresholds, strict=True)):
            hits, won = {0: 0}, 0
            least = d20.need(die, threshold, self.equal)
            for points in range(least or 0, self.points.most(n) + 1) if least is not None else ():
                before = won
                won = min(d20.success_points(die, points, threshold, self.equal), self.fired[n])
                if won > before:
                    hits[points] = won
            result.append(hits)
        return result


@lru_cache(maxsize=1024)
def _best(fall: BurstFall) -> tuple[int, ...]:
    """The fewest points for the most hits."""
    ways = fall.hits()

    def order(split: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        return -sum(map(dict.__getitem__, ways, split)), sum(split), split

    return next(split for split in sorted(product(*ways), key=order) if fall.points.allows(split))


@lru_cache(maxsize=1024)
def _offer(fall: BurstFall) -> d20.Offer:
    """The splits of the points that are allowed and make a difference, the best first."""
    ways, best = fall.hits(), _best(fall)
    allowed = [split for split in product(*ways) if fall.points.allows(split)]
    choices = []
    for split in sorted(allowed, key=lambda split: (split != best, -sum(split)))[:MOST_CHOICES]:
        counts = [hits[points] for hits, points in zip(ways, split, strict=True)]
        hit = [Text("{count} hit", "{count} hits", count=n) if n else MISS for n in counts]
        points = " · ".join(map(str, split)) if any(split) else Text("none", context="skill points")
        choices.append(Choice(list(split), points, Text("{hits}", hits=hit)))
    return choices, list(best)


MISS = Text("miss", context="outcome")
MOST_CHOICES = 20
