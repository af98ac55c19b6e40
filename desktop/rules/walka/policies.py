"""Behaviours by which others than players act: simple, legal, and to be overruled.

Where merging makes wounds a critical one, they have them merged, as a game master would (walka-33).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, cast

from desktop.rules.cast import enemies
from desktop.rules.contract import Behaviours, Command, reused
from desktop.rules.geometry import whole
from desktop.rules.positions import can_touch, closer, far_apart, walled
from desktop.rules.table import Refusal
from desktop.rules.text import Text
from desktop.rules.walka import on_map, tables
from desktop.rules.walka.actions import BY_ID
from desktop.rules.walka.commands import EndTurn, Exchange, OneGun
from desktop.rules.walka.d20 import succeeds
from desktop.rules.walka.exchange import prospect
from desktop.rules.walka.hits import ion_hits, levels_after, main_level
from desktop.rules.walka.manoeuvres import brings_down
from desktop.rules.walka.segments import available, cannot, price_of
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.shooting import threshold_at
from desktop.rules.walka.state import IN_SCRATCHES, Battle, Fighter, Hand, opponents, points_left
from desktop.rules.walka.weapons import FISTS, Plan, drawn, fitting, levels_of, ready

LONGEST_FIRST = ("continuous_fire", "long_burst", "short_burst")


def _first(wishes: Wishes, state: Battle, actor: str) -> Command | None:
    """The first wish that the rules allow and the segments pay for; else the move ends.

    Who is held down by fire wishes for shelter alone. Where nobody can hurt anybody, the game
    master decides.
    """
    if state.turn != actor:
        return None
    fighter = state[actor]
    if hurt := _to_be_merged(state, fighter):
        return _act(hurt, "merge_wounds")
    left = available(state, fighter)
    if left and not fighter.carry:
        if fighter.suffers("burning"):
            return _act(fighter, "put_out")
        wished = _shelter(fighter) if fighter.suppressed else wishes(state, fighter, left)
        for wish in wished:
            if _allowed(state, fighter, left, on_map.filled_in(state, wish)):
                return wish
        if left == tables.SEGMENTS and _nobody_hurts_anybody(state):
            return None
    return reused(EndTurn, actor=actor)


POLICIES = Behaviours(lambda wishes: partial(_first, wishes))


@POLICIES.add(
    Text("Shoots at once"),
    "Strzela od razu",
    Text(
        "Bursts and shots at the weakest enemy in sight, as many as the segments allow."
        " Has wounds merged where they come to a critical one."
    ),
)
def _aggressive(state: Battle, fighter: Fighter, left: int) -> Iterator[Command]:
    """Shoots with everything, bursts first; leans out, rises, closes in when it cannot."""
    if fighter.hidden:
        yield _act(fighter, "lean_out")
    targets = _targets(state, fighter)
    bursts = [b for b in LONGEST_FIRST if BY_ID[b].price <= left]
    yield from _shots(state, fighter, targets, [*bursts, "shot"])
    yield from _no_shots(state, fighter, targets)


@POLICIES.add(
    Text("Aims from cover"),
    "Celuje zza osłony",
    Text(
        "Aims, shoots once, then ducks back or kneels; seeks cover when suppressed."
        " Has wounds merged where they come to a critical one."
    ),
)
def _cautious(state: Battle, fighter: Fighter, left: int) -> Iterator[Command]:
    """Aims, shoots once, and takes its last segment to be hard to hit."""
    if left > 1 or not fighter.track or not _shoots_from_here(state, fighter):
        if fighter.hidden:
            yield _act(fighter, "lean_out")
        targets = _targets(state, fighter)
        yield from _shots(state, fighter, targets, ["shot"], max(min(left - 2, 2), 0))
        yield from _no_shots(state, fighter, targets)
    yield from _shelter(fighter)


def _shelter(fighter: Fighter) -> Iterator[Command]:
    """walka-20 and 25: back behind cover, or at least low."""
    if fighter.leaning:
        yield _act(fighter, "duck_back")
    elif not fighter.covered and fighter.posture == "standing":
        yield _act(fighter, "kneel")


def _no_shots(state: Battle, fighter: Fighter, targets: Sequence[Fighter]) -> Iterator[Command]:
    """What is left to one who cannot shoot: weapons made ready, blows, a way to the enemy."""
    for action, unready in (("draw", fighter.to_draw), ("safety_off", fighter.safe)):
        for index in unready:
            yield _act(fighter, action, **{"with": fighter.sheet.weapons[index].name})
    if fighter.to_pump:
        yield _act(fighter, "pump")
    for way in ("change_cell", "change_gas"):
        empty = [i for i in fitting(fighter, way) if i in fighter.guns and not fighter.loaded[i]]
        if empty:
            yield _act(fighter, way, **{"with": fighter.sheet.weapons[empty[0]].name})
    yield from _blows(state, fighter, targets)
    yield from _closer(state, fighter, targets)


def _ready_guns(fighter: Fighter) -> list[int]:
    return [index for index in fighter.guns if ready(fighter, index)]


def _targets(state: Battle, fighter: Fighter) -> list[Fighter]:
    """Enemies in sight, the worst wounded first; last those whose wounds leave them harmless."""
    seen = [enemy for enemy in enemies(state, fighter) if enemy.leaning or not enemy.covered]
    return sorted(seen, key=lambda enemy: (_is_harmless(enemy), enemy.penalty))


def _is_harmless(fighter: Fighter) -> bool:
    """Whether its wounds leave nothing of what it hits with, but for points (walka-12, 17, 32)."""
    return fighter.attributes.get("dexterity", 0) + fighter.penalty < 1


def _shoots_from_here(state: Battle, fighter: Fighter) -> bool:
    """Whether a gun of this one reaches an enemy in sight, loaded or not."""
    for target in _targets(state, fighter):
        if walled(state, fighter.id, target.id):
            continue
        metres = far_apart(state, fighter.id, target.id) or 0
        guns = (fighter.sheet.weapons[index] for index in fighter.guns)
        if any(metres <= tables.reach(gun.category) - gun.further for gun in guns):
            return True
    return False


def _blows(state: Battle, fighter: Fighter, targets: Sequence[Fighter]) -> Iterator[Command]:
    if state.house.melee == "exchange":
        yield from _exchanges(state, fighter, targets)
        return
    knives = [fighter.sheet.weapons[index] for index in fighter.blades]
    for target in targets if knives else ():
        for weapon in knives if can_touch(state, fighter.id, target.id) else ():
            if _hurts(weapon, target):
                yield _act(fighter, "strike", target=target.id, **{"with": weapon.name})


def _exchanges(state: Battle, fighter: Fighter, targets: Sequence[Fighter]) -> Iterator[Command]:
    """walka-38: with whom it fights already, with bare hands if need be; else who can be touched.
    Gunners who press somebody step away first (walka-44). Whose wounds leave it harmless fights
    only with those who are so too: any other would hit it, and it nobody (walka-36)."""
    if fighter.presses and _ready_guns(fighter):
        yield _act(fighter, "step_away")
    engaged = opponents(state, fighter)
    blades = [fighter.sheet.weapons[i] for i in fighter.blades if ready(fighter, i)]
    if _is_harmless(fighter):
        targets = list(filter(_is_harmless, targets))
    for target in sorted(targets, key=lambda target: target.id not in engaged):
        held = (*blades, FISTS) if target.id in engaged else blades
        for weapon in held if can_touch(state, fighter.id, target.id) else ():
            if _hurts(weapon, target, levels_of(weapon, fighter.strength)[-1]):
                exchange = _best_hands(state, fighter, target, weapon, engaged)
                if _is_harmless(fighter) and prospect(state, fighter, exchange)[0] < 0:
                    continue
                if _brings_down_first(state, fighter, target, exchange):
                    yield _act(fighter, "bring_down", target=target.id)
                yield exchange


def _best_hands(
    state: Battle, fighter: Fighter, target: Fighter, weapon: Weapon, engaged: Sequence[str]
) -> Exchange:
    """walka-41: with a second weapon where that is worth more, at the same opponent or at another;
    the target, too, throws with both where that is better for it."""
    mine, theirs = (drawn(who) if len(who.sheet.weapons) > 1 else () for who in (fighter, target))
    others = [held.name for held in mine if held is not weapon]
    at = [id for id in (None, *engaged) if id != target.id]
    ways: list[dict[str, Any]] = [{}]
    if len(mine) == len(tables.TWO_WEAPONS) and weapon in mine:
        ways += [{"with_second": name, "target_second": id} for name in others for id in at]
    exchange = partial(
        reused, Exchange, actor=fighter.id, target=target.id, **{"with": weapon.name}
    )
    if len(ways) == 1 and len(theirs) < len(tables.TWO_WEAPONS):
        return exchange()
    defences = (False, True) if len(theirs) == len(tables.TWO_WEAPONS) else (False,)
    answers = [[exchange(**way, defends_with_both=both) for both in defences] for way in ways]
    worth = partial(prospect, state, fighter)
    return max((min(either, key=worth) for either in answers), key=worth)


def _brings_down_first(
    state: Battle, fighter: Fighter, target: Fighter, exchange: Exchange
) -> bool:
    """walka-44: whether an exchange that comes a segment later, against somebody who may lie on the
    ground then, is worth more."""
    if target.id not in fighter.presses or target.posture == "prone":
        return False
    now, down = prospect(state, fighter, exchange)
    later = now + brings_down(fighter, target) * (down - now)
    return later > max(now, 0) * (tables.THROWS + 1) / tables.THROWS


def _closer(state: Battle, fighter: Fighter, targets: Sequence[Fighter]) -> Iterator[Command]:
    """On the map: nearer to an enemy, for one who can do nothing from where it stands or lies."""
    for target in targets if fighter.id in state.positions else ():
        to = closer(state, fighter.id, [target.id], tables.METRES["run"])
        if to and not can_touch(state, fighter.id, target.id):
            if fighter.posture == "kneeling":
                yield _act(fighter, "rise_from_kneel")
            elif fighter.posture == "prone":
                yield _act(fighter, "rise_from_prone")
            yield _act(fighter, "run", to=to)


def _shots(
    state: Battle,
    fighter: Fighter,
    targets: Sequence[Fighter],
    actions: Sequence[str],
    aim: int = 0,
) -> Iterator[Command]:
    """What is ready is fired at the first target first; shots that can hit go before others."""
    values: dict[str, Any] = {"aim": aim} if aim else {}
    if fighter.disabled:
        values["hand"] = _hand(fighter)
    guns, in_vain = _ready_guns(fighter), list[Command]()
    for target in targets if guns else ():
        metres = far_apart(state, fighter.id, target.id) or 0
        hurting = [i for i in guns if _hurts(fighter.sheet.weapons[i], target, metres=metres)]
        hits: dict[int, bool] = {}
        for action, index in product(actions, hurting):
            gun = fighter.sheet.weapons[index]
            # One round at a time is better aimed than fired in a burst.
            if action != "shot" and (gun.rate_of_fire or 1) < 2:
                continue
            shot = _act(fighter, action, target=target.id, **{"with": gun.name}, **values)
            if index not in hits:  # at the only target there is nothing to choose
                hits[index] = len(targets) < 2 or _can_hit(state, fighter, index, shot)
            if hits[index]:
                yield shot
            else:
                in_vain.append(shot)
    yield from in_vain


def _can_hit(state: Battle, fighter: Fighter, gun: int, shot: Command) -> bool:
    """Whether a die of 1 hits, with all points that are left (walka-1, 12)."""
    told, weapon = cast(OneGun, on_map.filled_in(state, shot)), fighter.sheet.weapons[gun]
    threshold = threshold_at(state, fighter, Plan(told, gun, weapon, told.hand))
    points = points_left(state.house, fighter, weapon.uses)
    return succeeds(1, points, threshold.value, state.house.equal_succeeds)


def _hurts(weapon: Weapon, target: Fighter, level: int = 0, metres: float = 0) -> bool:
    """Whether a hit, of this level at best, can do anything to this target from there, in any place
    (walka-26, 27, 31, 52)."""
    if weapon.causes:
        return True
    if weapon.ion:
        hits = ion_hits(target, weapon.whole_body)
        return any(hit.deactivates or hit.limbs for hit in hits)
    if weapon.thrown or weapon.critical_range is not None:
        return True
    if weapon.category == "shotgun":
        main = main_level(whole(metres))
        if main is None:
            return False
        level = max(main, 1)
    level = level or tables.LEVEL_NUMBER[weapon.damage]
    return any(levels_after(target.protection, level, weapon.penetration or 0))


def _hand(fighter: Fighter) -> Hand:
    """walka-27: the hand that is left where an arm does not move."""
    if "dominant_arm" in fighter.disabled:
        return "other"
    return "dominant" if "other_arm" in fighter.disabled else "both"


def _act(fighter: Fighter, action: str, **values: Hashable) -> Command:
    return reused(BY_ID[action].command, actor=fighter.id, action=action, **values)


Wishes = Callable[[Battle, Fighter, int], Iterator[Command]]
"""What a behaviour would like to do with the segments that are left, the best first."""


def _nobody_hurts_anybody(state: Battle) -> bool:
    """Whether no weapon of anybody can hurt an enemy (walka-26, 27, 31)."""
    return not any(
        _hurts(weapon, enemy)
        for fighter in state.standing()
        for enemy in enemies(state, fighter)
        for weapon in fighter.sheet.weapons
    )


def _to_be_merged(state: Battle, fighter: Fighter) -> Fighter | None:
    """walka-33: whose wounds come to a critical one: the fighter's own; side by side (9) also those
    of an adversary who loses all segments of the next turn too, and so is never on turn.

    Against good armour there may be no other way to end a fight. A player's wounds are merged
    only by the game master, or by the behaviour that the player was given.
    """
    critical = IN_SCRATCHES["critical"]
    if fighter.lighter >= critical:
        return fighter
    for other in state.combatants.values() if state.parallel else ():
        wounded = other.lighter >= critical and not other.player
        if wounded and other.debt >= tables.SEGMENTS and not other.out:
            return other
    return None


CARRIED_OVER = (
    "exchange",
    "draw",
    "change_cell",
    "change_gas",
    "rise_from_kneel",
    "rise_from_prone",
)
"""walka-9: what is begun in this turn and ended in the next, where segments do not suffice."""


def _allowed(state: Battle, fighter: Fighter, left: int, wish: Command) -> bool:
    action = BY_ID[wish.action]
    if wish.action not in CARRIED_OVER and price_of(fighter, action, wish) > left:
        return False
    if cannot(state, fighter, action):
        return False
    try:
        if action.plan:
            action.plan(state, fighter, wish)
    except Refusal:
        return False
    return True
