"""Shots: single, aimed, two weapons, sniper, bursts, shotguns, ion (walka-11, 14 to 27)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.contract import Command
from desktop.rules.dice import Faces, Pool, pool
from desktop.rules.fields import Choice, Field, Shown
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.walka.blast import blast
from desktop.rules.walka.check import (
    FACES,
    Meaning,
    Purse,
    Shot,
    Threshold,
    Volley,
    judge,
    need,
    number,
    pay_points,
    purse,
    spend_on_die,
    spend_on_volley,
    success_points,
    tell_roll,
    threshold_of,
)
from desktop.rules.walka.commands import (
    Act,
    Metres,
    Modifiers,
    Victim,
    WeaponName,
    find_weapon,
    not_ready,
    opponent,
    use_round,
)
from desktop.rules.walka.data import (
    ARMS,
    BURSTS,
    CHOSEN,
    COVER,
    LEVELS,
    MOVING_TARGET,
    ONE_HANDED_BUILD,
    OTHER_HAND,
    PLACE,
    POSTURE_COVER,
    RUNNING_SHOOTER,
    SHOTGUN,
    SIZE,
    TWO_WEAPONS,
    UNLUCKY,
    Cover,
    Location,
    Movement,
    Size,
    distance_modifier,
    level_number,
    location_of,
    reach,
)
from desktop.rules.walka.sheet import LOCATION_WORDS, Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand
from desktop.rules.walka.wounds import (
    faces_by_level,
    ion,
    kills,
    level_after,
    levels_after,
    strike_at,
    wounds,
)

Aim = Annotated[int, Limits(ge=0, le=2), Shown("Aim", "Celowanie", unit="seg.", rule="walka-11")]


class ShotModifiers(Modifiers):
    """What is seen of the target. Left out, it follows from state and sheet."""

    cover: Annotated[
        Cover | None,
        Shown(
            "Seen of the target",
            "Widoczność celu",
            rule="walka-20",
            labels=(
                ("two_thirds", "2/3"),
                ("half", "1/2"),
                ("third", "1/3"),
                ("sliver", "head and gun"),
            ),
        ),
    ] = None
    movement: Annotated[
        Movement | None,
        Shown(
            "Target moves",
            "Ruch celu",
            rule="walka-21",
            labels=(("still", "stoi"), ("running", "biegnie"), ("rushing", "pędzi")),
        ),
    ] = None
    size: Annotated[Size | None, Shown("Target's size", "Wielkość celu", rule="walka-22")] = None


class Attack(Act):
    """What all attacks on somebody are told."""

    target: Annotated[str, Shown("Target", "Cel", kind="combatant", rule="walka-17")]
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    distance: Annotated[Metres, Shown("Distance", "Odległość", unit="m", rule="walka-19")] = 10
    location: Annotated[
        Location | None,
        Shown("Chosen location", "Wybrana lokacja", rule="walka-23", labels=LOCATION_WORDS),
    ] = None
    modifiers: Annotated[ShotModifiers, Shown("Modifiers", "Utrudnienia")] = ShotModifiers()


class OneGun(Attack):
    hand: Annotated[
        Hand,
        Shown(
            "Held in",
            "Trzymana w",
            rule="walka-16",
            labels=(("both", "both hands"), ("dominant", "dominant hand"), ("other", "other hand")),
        ),
    ] = "both"
    victims: Annotated[
        list[Victim], Limits(max_length=20), Shown("Also in the blast", "Ofiary", rule="walka-29")
    ] = []


class Fire(OneGun):
    action: Literal["shot"] = "shot"
    aim: Aim = 0


class Snipe(OneGun):
    action: Literal["sniper_shot"] = "sniper_shot"
    aim: Aim = 0
    safe: Annotated[
        bool, Shown("Out of danger", "Z dala od zagrożenia", rule="walka-14", help="3d20")
    ] = False


class FireTwo(Attack):
    action: Literal["two_weapons"] = "two_weapons"
    with_other: Annotated[
        str, Limits(max_length=100), Shown("In the other hand", "Druga broń", kind="choice")
    ] = ""
    aim: Aim = 0


class ShortBurst(OneGun):
    action: Literal["short_burst"] = "short_burst"


class LongBurst(OneGun):
    action: Literal["long_burst"] = "long_burst"


class ContinuousFire(OneGun):
    action: Literal["continuous_fire"] = "continuous_fire"
    targets: Annotated[
        list[str],
        Limits(max_length=50),
        Shown("Also in the field of fire", "W polu rażenia", kind="combatants", rule="walka-25"),
    ] = []


# ---- the threshold (walka-17) and what cannot be at all


@dataclass(frozen=True, slots=True)
class Plan:
    """A shot that can be: whom, with which weapon of the sheet, against what."""

    target: Fighter
    index: int
    weapon: Weapon
    threshold: Threshold


def can_shoot(fighter: Fighter, command: Command) -> None:
    """What keeps somebody from shooting at all: rushing (walka-21), cover (10), ion (27)."""
    if command.overrule:
        return
    if fighter.running == "rushing":
        raise Refusal("who rushes cannot shoot (walka-21)", "action")
    if fighter.hidden:
        raise Refusal("behind cover; lean out first (walka-10)", "action")


def plan(
    state: Battle,
    fighter: Fighter,
    command: Attack,
    index: int,
    hand: Hand,
    *,
    two: bool = False,
    scope: int = 0,
) -> Plan:
    """walka-17: everything that bears on a shot. Raises :class:`Refusal` before any die."""
    target = opponent(state, fighter, command.target)
    weapon = fighter.weapon(index)
    if not command.overrule:
        problem = not_ready(fighter, index)
        if problem:
            raise Refusal(problem, "with")
        _hands_free(fighter, hand)
    threshold = threshold_of(fighter, "dexterity")
    _distance(threshold, weapon, command, scope)
    _cover(threshold, fighter, target, command)
    _movement(threshold, fighter, target, command)
    size = command.modifiers.size or target.sheet.size
    threshold.add(f"{target.name} is {size.replace('_', ' ')}", SIZE[size], "walka-22")
    if command.location:
        words = command.location.replace("_", " ")
        threshold.add(f"at the {words}", CHOSEN[command.location][0], "walka-23")
    _hand(threshold, fighter, weapon, hand, two)
    command.modifiers.add_to(threshold)
    return Plan(target, index, weapon, threshold)


def _distance(threshold: Threshold, weapon: Weapon, command: Attack, scope: int) -> None:
    """walka-19, and a scope's help (14)."""
    value = distance_modifier(weapon.category, command.distance)
    if value is None:
        if not command.overrule:
            raise Refusal(
                f"{command.distance} m is out of reach, {weapon.name} reaches "
                f"{reach(weapon.category)} m (walka-19)",
                "distance",
            )
        value = 0
    threshold.add(f"{command.distance} m with {weapon.name}", value, "walka-19")
    if scope and value < 0:
        threshold.add("scope", min(scope, -value), "walka-14")


def _cover(threshold: Threshold, fighter: Fighter, target: Fighter, command: Attack) -> None:
    """walka-20: the worst of cover, leaning out and posture; the sliver's own shots."""
    covers: list[Cover] = []
    if command.modifiers.cover:
        covers.append(command.modifiers.cover)
    elif target.leaning:
        covers.append(target.seen)
    elif target.hidden and not command.overrule:
        raise Refusal(
            f"{target.name} is behind cover, out of sight; say what is seen (walka-20)",
            "modifiers.cover",
        )
    if target.posture in POSTURE_COVER:
        covers.append(POSTURE_COVER[target.posture])
    if covers:
        worst = min(covers, key=lambda cover: COVER[cover])
        seen = worst.replace("_", " ")
        threshold.add(f"seen of {target.name}: {seen}", COVER[worst], "walka-20")
    if fighter.leaning and fighter.seen == "sliver":
        threshold.add("shooting past a sliver of cover", -1, "walka-20")


def _movement(threshold: Threshold, fighter: Fighter, target: Fighter, command: Attack) -> None:
    """walka-21: of the target, and the shooter's own."""
    movement = command.modifiers.movement or target.running
    threshold.add(f"{target.name} is {movement}", MOVING_TARGET[movement], "walka-21")
    if fighter.running == "running":
        threshold.add("running", RUNNING_SHOOTER, "walka-21")


def _hand(threshold: Threshold, fighter: Fighter, weapon: Weapon, hand: Hand, two: bool) -> None:
    """walka-15 and 16: one hand, the other hand, two weapons, and the build they need."""
    if two:
        value = TWO_WEAPONS[hand == "other"]
        threshold.add(f"two weapons, {hand} hand", value, "walka-16")
    elif hand == "other":
        threshold.add("in the other hand", OTHER_HAND, "walka-16")
    if weapon.required_build is not None:
        needed = weapon.required_build + (ONE_HANDED_BUILD if hand != "both" else 0)
        short = needed - fighter.attribute("build")
        if short > 0:
            threshold.add(f"{weapon.name} needs build {needed}", -short, "walka-15")


def _hands_free(fighter: Fighter, hand: Hand) -> None:
    """walka-27: an arm that does not move holds nothing."""
    if not fighter.disabled:
        return
    needed = {"both": ARMS, "dominant": ARMS[:1], "other": ARMS[1:]}[hand]
    lost = [arm for arm in needed if arm in fighter.disabled]
    if lost:
        raise Refusal(f"the {lost[0].replace('_', ' ')} is disabled (walka-27)", "hand")


# ---- single shots (walka-11, 14, 16, 18)


def plan_fire(state: Battle, fighter: Fighter, command: Fire) -> list[Plan]:
    can_shoot(fighter, command)
    index = find_weapon(fighter, command.with_, fighter.guns)
    return [plan(state, fighter, command, index, command.hand)]


def fire(state: Battle, fighter: Fighter, command: Fire, table: Table) -> None:
    """walka-11: a die, and one more for each segment of aiming. ``fighter`` is taken."""
    plans = plan_fire(state, fighter, command)
    aim = _aim(fighter, command.aim, table)
    volley(state, fighter, plans, command, 1 + aim, table)


def plan_snipe(state: Battle, fighter: Fighter, command: Snipe) -> list[Plan]:
    can_shoot(fighter, command)
    index = find_weapon(fighter, command.with_, fighter.guns)
    helped = command.aim + fighter.aiming > 0 or command.safe
    scope = fighter.weapon(index).scope if helped else 0
    return [plan(state, fighter, command, index, command.hand, scope=scope)]


def snipe(state: Battle, fighter: Fighter, command: Snipe, table: Table) -> None:
    """walka-14: through the scope, or out of danger as an ordinary test of three dice."""
    plans = plan_snipe(state, fighter, command)
    if command.safe:
        table.log("walka-14", f"{fighter.name} shoots out of danger: 3d20", by=fighter.id)
        fighter.aiming = 0
        volley(state, fighter, plans, command, 3, table, needed=2)
        return
    table.log("walka-14", f"{fighter.name} takes aim through the scope", by=fighter.id)
    aim = _aim(fighter, command.aim, table)
    volley(state, fighter, plans, command, 1 + aim, table)


def plan_two(state: Battle, fighter: Fighter, command: FireTwo) -> list[Plan]:
    can_shoot(fighter, command)
    mine = fighter.guns
    first = find_weapon(fighter, command.with_, mine)
    rest = [index for index in mine if index != first]
    second = find_weapon(fighter, command.with_other, rest, "with_other")
    return [
        plan(state, fighter, command, first, "dominant", two=True),
        plan(state, fighter, command, second, "other", two=True),
    ]


def fire_two(state: Battle, fighter: Fighter, command: FireTwo, table: Table) -> None:
    """walka-16: both weapons at once, twice the dice out of one pool of points."""
    plans = plan_two(state, fighter, command)
    aim = _aim(fighter, command.aim, table)
    names = " and ".join(plan.weapon.name for plan in plans)
    table.log("walka-16", f"{fighter.name} fires {names} at once", by=fighter.id)
    volley(state, fighter, plans, command, 1 + aim, table)


def _aim(fighter: Fighter, more: int, table: Table) -> int:
    """walka-11: the dice that aiming adds, at most 2; the aim is used up."""
    aim = min(fighter.aiming + more, 2)
    fighter.aiming = 0
    if aim:
        table.log(
            "walka-11",
            f"{fighter.name} aimed for {aim} segment{'s' if aim > 1 else ''}: {1 + aim}d20",
            by=fighter.id,
        )
    return aim


def volley(
    state: Battle,
    fighter: Fighter,
    plans: Sequence[Plan],
    command: Attack,
    count: int,
    table: Table,
    needed: int = 1,
) -> None:
    """Rolls the dice of one weapon or two, spends points, and lets each weapon hit."""
    money = purse(state, fighter, *(plan.weapon.uses for plan in plans))
    target = plans[0].target
    for each in plans:
        use_round(fighter, each.index)
        table.log(
            "walka-10", f"{fighter.name} shoots at {target.name}: {each.weapon.name}", by=fighter.id
        )
        each.threshold.tell(fighter, "walka-17", table)
    throw = Volley(
        tuple(_shot(each, command, count, money) for each in plans),
        money.total,
        state.house.equal_succeeds,
        needed,
    )
    dice = table.roll(throw, why="walka-17", by=fighter.id, label="shot")
    tell_roll(fighter, [face for faces in dice for face in faces], "shot", "walka-1", table)
    points = spend_on_volley(fighter, throw, dice, money, table, "the shot")
    pay_points(fighter, money, points, state, table)
    for each, shot, faces, lowered in zip(plans, throw.shots, dice, points, strict=True):
        if state[target.id].out:
            return
        _resolve(state, fighter, each, command, throw, shot, faces, lowered, table)


def _shot(each: Plan, command: Attack, count: int, money: Purse) -> Shot:
    """The dice of one weapon, with what each face leads to."""
    weapon = each.weapon
    if weapon.critical_range is not None:
        return Shot(count, each.threshold.value, money.left[weapon.uses])
    shotgun = weapon.category == "shotgun"
    level = 1 if shotgun else level_number(weapon.damage)
    levels = levels_after(each.target.armour, level, weapon.penetration or 0)
    meaning = _meaning(levels, command.location, shotgun, weapon.ion)
    return Shot(count, each.threshold.value, money.left[weapon.uses], meaning, shotgun)


@lru_cache(maxsize=1024)
def _meaning(levels: tuple[int, ...], chosen: Location | None, shotgun: bool, ion: bool) -> Meaning:
    """What each face of a die leads to, and how good that is.

    A shotgun tells all faces apart, an ion weapon all locations, others the wounds they make.
    """
    kinds: list[object] = []
    worth: list[int] = []
    names: list[str] = []
    for face in range(1, FACES):
        location = chosen or location_of(face)
        level = levels[PLACE[location]]
        deadly = location == "head" and level == len(LEVELS)
        kinds.append(face if shotgun else location if ion else (level, deadly))
        worth.append(level * 2 + (location == "head"))
        names.append(location.replace("_", " "))
    return Meaning((*kinds, None), (*worth, 0), (*names, ""))


def _resolve(
    state: Battle,
    fighter: Fighter,
    each: Plan,
    command: Attack,
    throw: Volley,
    shot: Shot,
    faces: Sequence[int],
    points: Sequence[int],
    table: Table,
) -> None:
    """One weapon's dice: hit or miss, which die counts (walka-11), and the hit itself."""
    counting = throw.counting(shot, faces, points)
    for face, lowered in zip(faces, points, strict=True):
        if face == UNLUCKY:
            table.log("walka-2", f"{fighter.name}: an unlucky 20 fails", by=fighter.id)
        elif len(faces) > 1:
            shown = f"{face} − {lowered}" if lowered else f"{face}"
            verdict = "succeeds" if (face, lowered) in counting else "does not count"
            table.log("walka-1", f"{fighter.name}: {shown} {verdict}", by=fighter.id)
    if not counting:
        rule = "walka-4" if throw.needed > 1 else "walka-1"
        table.log(rule, f"{fighter.name} misses {each.target.name}", by=fighter.id)
        return
    face, lowered = _which_die(fighter, counting, command, each, table)
    won = success_points(face, lowered, each.threshold.value, throw.equal)
    rule = "walka-4" if throw.needed > 1 else "walka-1"
    shown = f"{face} − {lowered} = {face - lowered}" if lowered else f"{face}"
    table.log(
        rule,
        f"{fighter.name} hits {each.target.name}: {shown} against {number(each.threshold.value)}",
        by=fighter.id,
    )
    table.log("walka-3", f"{fighter.name}: success points {won}", by=fighter.id)
    target = state.take(each.target.id)
    table.mark("hit", target.id)
    location = tell_location(target, face, command.location, table)
    strike(state, fighter, target, each.weapon, command, location, won, table)


def _which_die(
    fighter: Fighter,
    counting: Sequence[tuple[int, int]],
    command: Attack,
    each: Plan,
    table: Table,
) -> tuple[int, int]:
    """walka-11: with several successes the shooter chooses the one that tells the location."""
    by_face = {face: (face, lowered) for face, lowered in reversed(counting)}
    if command.location or len({location_of(face) for face in by_face}) < 2:
        return counting[0]
    choices = []
    for face, _ in counting:
        location = location_of(face)
        choice = Choice(face, f"{face}: {location.replace('_', ' ')}")
        if choice not in choices:
            choices.append(choice)
    face = table.ask(
        Decision(
            id="location_die",
            by=fighter.id,
            text=f"{fighter.name}: which die tells where {each.target.name} is hit?",
            field=Field(
                "location_die",
                "choice",
                "Die for the location",
                native="Kość lokacji",
                default=counting[0][0],
                choices=tuple(choices),
                rule="walka-11",
            ),
            rule="walka-11",
        )
    )
    table.log("walka-11", f"{fighter.name} lets the {face} count", by=fighter.id)
    return by_face[face]


def tell_location(target: Fighter, face: int, chosen: Location | None, table: Table) -> Location:
    """walka-18, or 23 where the location was chosen."""
    location = chosen or location_of(face)
    words = location.replace("_", " ")
    if chosen:
        table.log("walka-23", f"{target.name} is hit in the chosen {words}", by=target.id)
    else:
        table.log("walka-18", f"{target.name} is hit: {face}, {words}", by=target.id)
    return location


def strike(
    state: Battle,
    fighter: Fighter,
    target: Fighter,
    weapon: Weapon,
    command: Attack,
    location: Location,
    won: int,
    table: Table,
) -> None:
    """What one round that hit does: explode, overload, pepper, or wound. ``target`` is taken."""
    if weapon.critical_range is not None:
        also = command.victims if isinstance(command, OneGun) else []
        victims = [Victim(who=target.id), *(v for v in also if v.who != target.id)]
        blast(state, weapon, victims, table)
    elif weapon.ion:
        ion(state, target, weapon, location, table)
    elif weapon.category == "shotgun":
        shotgun(state, target, weapon, command.distance, location, won, table)
    else:
        strike_at(
            state, target, level_number(weapon.damage), location, weapon.penetration or 0, table
        )


# ---- bursts (walka-24, 25)


@dataclass(frozen=True, slots=True)
class BurstPlan:
    plan: Plan
    rounds: int


def plan_burst(state: Battle, fighter: Fighter, command: OneGun) -> BurstPlan:
    can_shoot(fighter, command)
    mine = fighter.guns
    quick = [index for index in mine if (fighter.weapon(index).rate_of_fire or 1) > 1]
    index = find_weapon(fighter, command.with_, quick if not command.with_ else mine)
    rate = fighter.weapon(index).rate_of_fire or 1
    if rate < 2:
        raise Refusal(f"{fighter.weapon(index).name} fires no bursts (walka-24)", "with")
    if isinstance(command, ContinuousFire):
        for id in command.targets:
            opponent(state, fighter, id, "targets")
    each = plan(state, fighter, command, index, command.hand)
    return BurstPlan(each, rate * BURSTS[command.action])


def burst(
    state: Battle, fighter: Fighter, command: OneGun, table: Table, *, suppresses: bool, lasts: int
) -> None:
    """walka-24: one die; as many rounds hit as there are success points. ``fighter`` is taken.

    ``lasts`` are the segments of the burst that are still to come (walka-9, 25).
    """
    planned = plan_burst(state, fighter, command)
    each, target = planned.plan, state.take(command.target)
    fighter.aiming = 0
    fired = use_round(fighter, each.index, planned.rounds)
    short = f", only {fired} were left" if fired < planned.rounds else ""
    table.log(
        "walka-24",
        f"{fighter.name} fires a burst of {planned.rounds} at {target.name}{short}",
        by=fighter.id,
    )
    if suppresses:
        suppress(state, fighter, command, lasts, table)
    each.threshold.tell(fighter, "walka-17", table)
    equal, value = state.house.equal_succeeds, each.threshold.value
    money = purse(state, fighter, each.weapon.uses)
    failing = tuple(
        die
        for die in range(1, FACES + 1)
        if (points := need(die, value, equal)) is None or points > money.total
    )
    throw = pool(1, FACES, Faces(alike=(failing,)))
    die = table.roll(throw, why="walka-24", by=fighter.id, label="burst")[0]
    tell_roll(fighter, (die,), "burst", "walka-24", table)
    choices, best = burst_points(die, value, money.total, fired, equal)
    points = spend_on_die(fighter, choices, best, best, money, table, "the burst")
    pay_points(fighter, money, ((points,),), state, table)
    won = judge(fighter, die, points, each.threshold, state, table, "burst")
    hits = min(won, fired)
    if not hits:
        table.log("walka-24", f"{fighter.name}: no round hits {target.name}", by=fighter.id)
        return
    table.mark("hit", target.id, hits)
    table.log("walka-24", f"{fighter.name}: {hits} of {fired} rounds hit", by=fighter.id)
    for nth in range(hits):
        if target.out:
            break
        face = max(die - nth, 1)
        location = tell_location(target, face, None if nth else command.location, table)
        strike(state, fighter, target, each.weapon, command, location, 1, table)


def burst_points(
    die: int, threshold: float, total: int, fired: int, equal: bool
) -> tuple[list[Choice], int]:
    """walka-12: what points on a burst's die are worth, and as many as add hits."""
    least = need(die, threshold, equal)
    if least is None or least > total:
        return [Choice([0], "none", "miss")], 0
    gained: dict[int, int] = {}
    for points in range(least, total + 1):
        hits = min(success_points(die, points, threshold, equal), fired)
        gained.setdefault(hits, points)
    best = gained[max(gained)]
    offered = sorted({best, *gained.values(), 0}, key=lambda points: (points != best, -points))
    return [
        Choice(
            [points],
            str(points) if points else "none",
            f"{min(success_points(die, points, threshold, equal), fired)} hits"
            if points >= least
            else "miss",
        )
        for points in offered
    ], best


def suppress(state: Battle, fighter: Fighter, command: OneGun, lasts: int, table: Table) -> None:
    """walka-25: everybody in the field of fire, until one segment after it ends."""
    also = command.targets if isinstance(command, ContinuousFire) else []
    held = tuple(dict.fromkeys([command.target, *also]))
    fighter.suppressing = held
    fighter.fire_left = lasts + 1
    for id in held:
        state.take(id).suppressed = True
        table.mark("suppressed", id)
    names = ", ".join(state[id].name for id in held)
    table.log("walka-25", f"{fighter.name}'s fire suppresses {names}", by=fighter.id)


# ---- shotguns (walka-26)


def shotgun(
    state: Battle,
    target: Fighter,
    weapon: Weapon,
    distance: int,
    location: Location,
    scratches: int,
    table: Table,
) -> None:
    """walka-26: a wound by distance, and a scratch for each success point. ``target`` is taken."""
    penetration = weapon.penetration or 0
    main = next((level for limit, level in SHOTGUN if distance <= limit), None)
    if main is None:
        table.log("walka-26", f"{distance} m is too far: the hit does nothing", by=target.id)
        return
    words = {4: "critical and", 3: "heavy and", 2: "light and", 0: "only"}[main]
    table.log("walka-26", f"at {distance} m: {words} {scratches} scratches", by=target.id)
    throw = scratch_throw(scratches, target.armour, penetration)
    levels = levels_after(target.armour, 1, penetration)
    dead = kills(target, level_after(target, main, location, penetration), location)
    faces = table.roll_independent(
        throw,
        scratch_harm((0,) * len(levels) if dead else levels),
        what="damage",
        who=target.id,
        why="walka-26",
        by=target.id,
        label="scratches",
    )
    tell_roll(target, faces, "scratches", "walka-26", table)
    strike_at(state, target, main, location, penetration, table)
    if not target.out:
        pepper(state, target, faces, penetration, table)


@lru_cache(maxsize=1024)
def scratch_throw(count: int, armour: tuple[int, ...], penetration: int) -> Pool[tuple[int, ...]]:
    """walka-26: a die for the place of each scratch; 20 is thrown again."""
    alike = faces_by_level(armour, 1, penetration)
    return pool(count, FACES, Faces(alike=alike), again=(UNLUCKY,))


@lru_cache(maxsize=1024)
def scratch_harm(levels: tuple[int, ...]) -> Callable[[tuple[int, ...]], int]:
    """walka-26 and 31: what scratches come to together, by the faces that tell their places."""
    harm = [0, *(levels[PLACE[location_of(face)]] for face in range(1, FACES))]
    return lambda faces: sum(harm[face] for face in faces)


def pepper(
    state: Battle, target: Fighter, faces: tuple[int, ...], penetration: int, table: Table
) -> None:
    """walka-26: the place of each scratch, armour against each, and the wounds that are left."""
    where, struck = _places(faces, levels_after(target.armour, 1, penetration))
    table.log("walka-26", f"{target.name}: scratches at {where}", by=target.id)
    for level, places in struck:
        if not level:
            said = f"{target.name}: armour stops {len(places)} of them"
            table.log("walka-31", said, by=target.id)
    for level, places in struck:
        if level:
            wounds(state, target, level, places, table)


@lru_cache(maxsize=1024)
def _places(
    faces: tuple[int, ...], levels: tuple[int, ...]
) -> tuple[str, tuple[tuple[int, tuple[Location, ...]], ...]]:
    """walka-26: the places of scratches in words, and by the level that comes through armour."""
    places = [location_of(face) for face in faces]
    by_level: dict[int, list[Location]] = {}
    for place in places:
        by_level.setdefault(levels[PLACE[place]], []).append(place)
    where = ", ".join(place.replace("_", " ") for place in places)
    return where, tuple((level, tuple(struck)) for level, struck in by_level.items())
