"""Behaviours by which creatures act alone. What nobody told the rules they take for granted.

Without a map nobody knows distances: a creature out of everybody's reach takes each enemy to be
within a shot, and within a move of all its momentum. On a map it goes by what the map says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from operator import attrgetter, itemgetter
from typing import Any

from desktop.rules import squares
from desktop.rules.cast import enemies
from desktop.rules.contract import Behaviours, Command, reused
from desktop.rules.konflikt import commands, on_map, turn
from desktop.rules.konflikt.attacks import reasons_to_hit, skill_for
from desktop.rules.konflikt.checks import counted, d20, net_steps, steps_of
from desktop.rules.konflikt.sheet import UNARMED, USUAL, Effect, Power, expected
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.state import MOST_MOMENTUM, Conflict, Fighter, is_threatened
from desktop.rules.text import Text

Priorities = Callable[[Conflict, Fighter], Iterable[Command | None]]
"""What a behaviour wants, most wanted first; None stands where a condition does not hold."""

Targets = Callable[[Conflict, Fighter], Sequence[Fighter]]
"""Whom a fighter may attack, the most wanted first; called only if it can attack at all."""


def chosen_by(priorities: Priorities) -> Callable[[Conflict, str], Command | None]:
    """The choice of a behaviour: the first of what it wants, else the end of its turn."""

    def choose(state: Conflict, actor: str) -> Command | None:
        fighter = state[actor]
        if fighter.side != state.side:
            return answer(state, fighter)
        for command in priorities(state, fighter):
            if command is not None:
                return command
        return reused(commands.Pass, actor=actor)

    return choose


POLICIES = Behaviours(chosen_by)


# ---- the behaviours; most have nothing more to do once they have acted


@POLICIES.add(
    Text("Raider"),
    "Nájezdník",
    Text("Closes with the weakest enemy and strikes; shoots or casts where that promises as much."),
)
def raider(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    yield load(state, fighter)
    if fighter.acted:
        return
    yield shake_off_first(state, fighter)
    yield mend(state, fighter, [fighter])
    yield strike(state, fighter, in_reach, "melee")
    shot = strike(state, fighter, weakest, "ranged")
    if shot and shoots_better(state, fighter):
        yield shot
    yield close_in(state, fighter)
    yield shot
    yield shake_off(fighter)


@POLICIES.add(
    Text("Shooter"),
    "Střelec",
    Text("Gets out of reach and shoots or casts at the weakest; else strikes."),
)
def shooter(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    yield load(state, fighter)
    if fighter.acted:
        return
    yield shake_off_first(state, fighter)
    yield mend(state, fighter, [fighter])
    shot = strike(state, fighter, weakest, "ranged")
    if shot:
        yield step_back(state, fighter)
        if not reached(state, fighter):
            yield shot
    yield close_in(state, fighter)
    yield strike(state, fighter, in_reach, "melee")
    yield shake_off(fighter)


@POLICIES.add(
    Text("Supporter"),
    "Pomocník",
    Text("Keeps out of reach; heals and strengthens its own side, then shoots or casts."),
)
def supporter(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    """With nothing left to heal or to shoot it fights hand to hand, or two of them would wait for
    ever."""
    friends = [friend for friend in state.members(fighter.side) if not friend.out]
    keeps_away = has_use_from_afar(fighter, friends)
    yield load(state, fighter)
    yield shake_off_first(state, fighter)
    if keeps_away:
        yield step_back(state, fighter)
    yield mend(state, fighter, friends)
    # A bonus for a friend who has none yet.
    yield _help(state, fighter, friends, attrgetter("strengthens"))
    yield strike(state, fighter, weakest, "ranged")
    yield strike(state, fighter, in_reach, "melee")
    yield come_into_sight(state, fighter)
    if not keeps_away:
        yield close_in(state, fighter)
    yield shake_off(fighter)


@POLICIES.add(
    Text("Guard"),
    "Strážce",
    Text("Stays where it is: strikes who is in reach, else prepares a blow for a newcomer."),
)
def guard(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    yield load(state, fighter)
    if fighter.acted:
        return
    yield shake_off_first(state, fighter)
    yield mend(state, fighter, [fighter])
    yield strike(state, fighter, in_reach, "melee")
    yield shake_off(fighter)
    if turn.can_come_up(state, fighter) and not fighter.begun:
        yield reused(commands.Prepare, actor=fighter.id, when=str(AN_ENEMY_COMES))


@POLICIES.add(
    Text("Keeps away"), "Plachý", Text("Gets out of reach and stays there; never attacks.")
)
def shy(state: Conflict, fighter: Fighter) -> Iterable[Command | None]:
    yield shake_off(fighter)
    yield step_back(state, fighter)
    yield mend(state, fighter, [fighter])


# ---- whom


def weakest(state: Conflict, fighter: Fighter) -> list[Fighter]:
    """The enemies who still stand, the weakest first."""
    return sorted(enemies(state, fighter), key=attrgetter("hp"))


def reached(state: Conflict, fighter: Fighter) -> list[Fighter]:
    """The enemies in whose reach it is; the weakest first."""
    if not fighter.reached_by:
        return []
    return [enemy for enemy in weakest(state, fighter) if enemy.id in fighter.reached_by]


def in_reach(state: Conflict, fighter: Fighter) -> list[Fighter]:
    """The enemies in its own reach: without a map, those in whose reach it is."""
    if not state.positions:
        return reached(state, fighter)
    foes = weakest(state, fighter)
    return [enemy for enemy in foes if on_map.has_in_reach(state, fighter, enemy)]


# ---- with what


def usable(fighter: Fighter, kind: str) -> list[Weapon]:
    """The weapons of a kind that can be used now as they are meant."""
    return [
        weapon
        for weapon in fighter.weapons
        if weapon.kind == kind
        and fighter.sheet.is_fit_for(weapon)
        and not fighter.why_not_at_hand(weapon)
    ]


USES: Sequence[tuple[type[commands.Use], turn.Craft]] = (
    (commands.Cast, turn.CRAFTS["cast"]),
    (commands.UseAbility, turn.CRAFTS["use_ability"]),
    (commands.UseItem, turn.CRAFTS["use_item"]),
)


def powers(state: Conflict, fighter: Fighter) -> Iterator[tuple[type[commands.Use], Power]]:
    """Its items, abilities and spells that can be used now, without a risk."""
    for use, craft in USES:
        known = craft.of(fighter)
        if known and not (craft.risk and is_threatened(state.combatants, fighter)):
            yield from ((use, power) for power in craft.usable(fighter))


def has_use_from_afar(fighter: Fighter, friends: Sequence[Fighter]) -> bool:
    """Whether it has anything left to shoot or cast at enemies, or to help those who fight with.

    A potion of its own is nothing to stay away for, nor is a cure while nobody else fights.
    """
    helped = any(friend.id != fighter.id and friend.policy != "supporter" for friend in friends)
    for use, craft in USES:
        helps = helped and use is not commands.UseItem
        for power in craft.usable(fighter):
            if power.harms or (helps and (power.heals or power.strengthens)):
                return True
    return bool(usable(fighter, "ranged"))


def harmful(state: Conflict, fighter: Fighter) -> list[tuple[type[commands.Use], Power]]:
    """Those of its powers that are meant for enemies."""
    return [(use, power) for use, power in powers(state, fighter) if power.harms]


def chance(state: Conflict, fighter: Fighter, skill: str, number: int, steps: int) -> float:
    """How likely a check succeeds that is ``steps`` easier."""
    return _chance(number, fighter.skill(skill) + counted(state.house, steps))


@lru_cache(maxsize=1024)
def _chance(number: int, plus: int) -> float:
    spread = d20(number, plus).spread()
    return sum(ways for reached, ways in spread.items() if reached.success) / 20


def worth(
    state: Conflict, fighter: Fighter, weapon: Weapon, target: Fighter
) -> Callable[[int], float]:
    """What a blow with this weapon promises, counted as damage, by how many steps easier it is
    than one blow by itself."""
    if target.is_immune(weapon.tags):
        return lambda steps: 0.0
    plus = fighter.skill(skill_for(fighter, weapon)) + weapon.bonus
    number = target.number(weapon.against)
    own = net_steps(reasons_to_hit(fighter, weapon))
    damage = max(expected(weapon.damage) - target.sheet.armor, 1) if weapon.damage else 0.0
    damage += worth_of_effect(weapon.effect, target)
    return lambda steps: _chance(number, plus + counted(state.house, own + steps)) * damage


def worth_of_effect(effect: Effect | None, target: Fighter) -> float:
    """What an effect brought to an enemy is worth, counted as damage; nothing if it has it."""
    if effect is None or not effect.negative or effect.name in _names(target.effects):
        return 0.0
    return 2 * (max(-effect.per_round, 0) + effect.penalty + 2 * effect.helpless)


def harm(state: Conflict, fighter: Fighter, power: Power, target: Fighter, steps: int) -> float:
    """What a power promises against an enemy, counted as damage."""
    if target.is_immune(power.tags):
        return 0.0
    damage = expected(power.damage) if power.damage else 0.0
    damage += worth_of_effect(power.effect, target)
    number = target.number(power.against) if power.against else USUAL
    return damage * (chance(state, fighter, power.skill, number, steps) if power.skill else 1)


# ---- what is done


def strike(state: Conflict, fighter: Fighter, targets: Targets, kind: str) -> Command | None:
    """What promises most against the first of them whom it can hurt."""
    people = () if fighter.acted else targets(state, fighter)
    if not people:
        return None
    armed = usable(fighter, kind)
    crafts = harmful(state, fighter) if kind == "ranged" else []
    for target in people:
        weapons = in_range(state, fighter, armed, target)
        if (weapons or crafts) and squares.sees(state, fighter.id, target.id):
            blow = best_blow(state, fighter, target, kind, weapons, crafts)
            if blow:
                return blow
    return None


def best_blow(
    state: Conflict,
    fighter: Fighter,
    target: Fighter,
    kind: str,
    weapons: list[Weapon],
    crafts: list[tuple[type[commands.Use], Power]],
) -> Command | None:
    """What promises most against a target: a weapon, two of them, a power from afar."""
    worths = [(weapon, worth(state, fighter, weapon, target)) for weapon in weapons]
    # Who has a weapon, or claws and teeth, that harms does not strike with the fist.
    armed = [each for each in worths if each[0].name != UNARMED.name and each[1](0) > 0] or worths
    ways: list[tuple[float, type[Command], dict[str, Any]]] = [
        (promised(0), commands.Attack, {"with_": weapon.name}) for weapon, promised in armed
    ]
    if kind == "melee":
        for (weapon, first), (other, second) in combinations(armed, 2):
            if not weapon.fits(other):
                continue
            steps = -1 if weapon.light and other.light else -2
            both = {"with_": weapon.name, "with_other": other.name, "held_back": True}
            ways.append((first(steps) + second(steps), commands.TwoWeapons, both))
    else:
        own = steps_of(fighter)
        for use, power in crafts:
            ways.append((harm(state, fighter, power, target, own), use, {"with_": power.name}))
    if not ways:
        return None
    most, model, chosen = max(ways, key=itemgetter(0))
    return reused(model, actor=fighter.id, target=target.id, **chosen) if most else None


def in_range(
    state: Conflict, fighter: Fighter, weapons: list[Weapon], target: Fighter
) -> list[Weapon]:
    """Those of the weapons that go as far as to the target, as far as the map knows."""
    metres = squares.apart(state, fighter.id, target.id)
    if metres is None:
        return weapons
    ranges = ((weapon, fighter.range_of(weapon)) for weapon in weapons)
    return [weapon for weapon, farthest in ranges if farthest is None or metres <= farthest]


def mend(state: Conflict, fighter: Fighter, friends: list[Fighter]) -> Command | None:
    """Healing for the one of these who lost most, and more than half; an item is for oneself."""
    below_half = [friend for friend in friends if 2 * friend.hp < friend.sheet.max_hp]
    below_half.sort(key=lambda friend: friend.hp / friend.sheet.max_hp)
    return _help(state, fighter, below_half, attrgetter("heals"))


def _help(
    state: Conflict, fighter: Fighter, friends: list[Fighter], helps: Callable[[Power], bool]
) -> Command | None:
    for use, power in powers(state, fighter) if friends and not fighter.acted else ():
        lasting = power.effect.name if power.effect else ""
        for friend in friends if helps(power) else ():
            within = use is not commands.UseItem or friend.id == fighter.id
            seen = squares.sees(state, fighter.id, friend.id)
            if within and seen and lasting not in _names(friend.effects):
                return reused(use, actor=fighter.id, target=friend.id, with_=power.name)
    return None


def _names(effects: Iterable[Effect]) -> set[str]:
    return {effect.name for effect in effects}


def close_in(state: Conflict, fighter: Fighter) -> Command | None:
    """A move into the reach of the weakest enemy, for a combatant who is in no enemy's reach."""
    metres = affordable(fighter)
    if fighter.acted or not metres or in_reach(state, fighter):
        return None
    targets = weakest(state, fighter)
    if not targets:
        return None
    ways = on_map.way(state, fighter)
    if ways is None:
        return commands.Move(actor=fighter.id, metres=metres, reached_by=[targets[0].id])
    # On the map: into reach of the weakest it gets to now, else as near as it gets to any.
    aims = [aim for target in targets if (aim := squares.token(state, target.id))]
    paths = (
        ways.into_reach(aim, most) for most in (fighter.momentum, MOST_MOMENTUM) for aim in aims
    )
    to = on_map.towards(ways, paths, fighter.momentum)
    return reused(commands.Move, actor=fighter.id, to=to) if to else None


def come_into_sight(state: Conflict, fighter: Fighter) -> Command | None:
    """On the map, for one who has nobody to shoot at: to where it sees somebody in range."""
    armed, crafts = usable(fighter, "ranged"), harmful(state, fighter)
    if fighter.acted or not (armed or crafts) or not fighter.momentum:
        return None
    targets = weakest(state, fighter)
    for target in targets:
        aims = crafts or in_range(state, fighter, armed, target)
        if aims and squares.sees(state, fighter.id, target.id):
            return None
    ranges = (fighter.range_of(weapon) for weapon in armed)
    ways = on_map.way(state, fighter)
    if ways is None:
        return None
    far = inf if crafts else max(inf if metres is None else metres for metres in ranges)
    paths = (on_map.path_into_sight(state, ways, target, far) for target in targets)
    to = on_map.towards(ways, paths, fighter.momentum)
    return reused(commands.Move, actor=fighter.id, to=to) if to else None


def step_back(state: Conflict, fighter: Fighter) -> Command | None:
    """A move out of everybody's reach."""
    metres = affordable(fighter)
    if not metres or not reached(state, fighter):
        return None
    if fighter.id in state.positions:
        to = on_map.square_out_of_reach(state, fighter)
        return reused(commands.Move, actor=fighter.id, to=to) if to else None
    return reused(commands.Move, actor=fighter.id, metres=metres)


def load(state: Conflict, fighter: Fighter) -> Command | None:
    """konflikt-8: a weapon that was shot is loaded again, out of threat."""
    can = fighter.unloaded and fighter.momentum >= turn.SMALL_DOING
    if not can or is_threatened(state.combatants, fighter):
        return None
    return reused(commands.Interact, actor=fighter.id, doing="reload")


def affordable(fighter: Fighter) -> int:
    """Metres that its momentum buys (konflikt-9, 14)."""
    return fighter.momentum // (2 if fighter.threatened_at_start else 1)


AN_ENEMY_COMES = Text("An enemy comes into reach")
"""What a behaviour waits for; kept in English, as a person's own words are kept as they are."""

ROUNDS_FOREVER = 6
"""Rounds that an effect without an end is reckoned to last."""


def shake_off_first(state: Conflict, fighter: Fighter) -> Command | None:
    """konflikt-6: what eats at its hit points is overcome first, where that saves more of them than
    a blow would cost the enemy, or where it would fall by it."""
    effects = [e for e in fighter.to_overcome if e.per_round < 0] if fighter.effects else []
    if fighter.acted or not effects:
        return None
    worst = max(effects, key=lambda effect: saved(state, fighter, effect))
    mortal = -worst.per_round >= fighter.hp
    if mortal or saved(state, fighter, worst) > best_promise(state, fighter):
        return reused(commands.Overcome, actor=fighter.id, effect=worst.name)
    return None


def shake_off(fighter: Fighter) -> Command | None:
    """What eats at its hit points is overcome by one who has nothing better to do."""
    for effect in () if fighter.acted else fighter.to_overcome:
        if effect.per_round < 0:
            return reused(commands.Overcome, actor=fighter.id, effect=effect.name)
    return None


def saved(state: Conflict, fighter: Fighter, effect: Effect) -> float:
    """The hit points that a try to overcome an effect saves in the long run."""
    rounds = {
        "rounds": float(effect.rounds),
        "luck": 1 / _chance(USUAL, fighter.sheet.luck),
        "never": float(ROUNDS_FOREVER),
    }
    taken = min(-effect.per_round * rounds[effect.ends], fighter.hp)
    return taken * chance(state, fighter, effect.overcome, effect.against, steps_of(fighter))


def best_promise(state: Conflict, fighter: Fighter) -> float:
    """The damage that its best blow promises against the enemy it would attack now."""
    near, people = in_reach(state, fighter), weakest(state, fighter)
    if not people:
        return 0.0
    target = (near or people)[0]
    kinds = ("melee", "ranged") if near or affordable(fighter) else ("ranged",)
    armed = [weapon for kind in kinds for weapon in usable(fighter, kind)]
    return max((worth(state, fighter, weapon, target)(0) for weapon in armed), default=0.0)


def shoots_better(state: Conflict, fighter: Fighter) -> bool:
    """Whether what it shoots or casts promises as much against the weakest as its best blow."""
    target = weakest(state, fighter)[0]

    def most(kind: str) -> float:
        return max((worth(state, fighter, w, target)(0) for w in usable(fighter, kind)), default=0)

    own = steps_of(fighter)
    cast = (harm(state, fighter, power, target, own) for _, power in harmful(state, fighter))
    return max([most("ranged"), *cast]) >= most("melee")


def answer(state: Conflict, fighter: Fighter) -> Command | None:
    """konflikt-7: what harms is for the one who has acted in reach or in sight, at the same moment.

    Where nobody has, it is done once all of them have acted, to whom it can be; so is what harms
    nobody. A condition in the game master's words is the game master's to judge.
    """
    can_strike = turn.can_strike_last_actor(state, fighter)
    if not can_strike and any(foe.can_act for foe in state.members(state.side)):
        return None
    if fighter.id in state.runners and (away := step_back(state, fighter)):
        return away
    action = fighter.prepared.action if fighter.prepared else ""
    people = [state[state.last_actor]] if can_strike else weakest(state, fighter)
    people = [enemy for enemy in people if enemy.side == state.side]
    if action in turn.BLOWS:
        done = answer_with_blow(state, fighter, people)
    elif action in turn.CRAFTS:
        done = answer_with_power(state, fighter, turn.CRAFTS[action], people)
    else:
        done = answer_otherwise(state, fighter, action)
    return reused(commands.Pass, actor=fighter.id) if done is None else done


def answer_with_blow(
    state: Conflict, fighter: Fighter, people: Sequence[Fighter]
) -> Command | None:
    """A prepared blow at the first of them in reach, with what promises most."""
    near = (enemy for enemy in people if on_map.has_in_reach(state, fighter, enemy))
    target = next(near, None)
    armed = in_range(state, fighter, usable(fighter, "melee"), target) if target else ()
    if not target or not armed:
        return None
    weapon = max(armed, key=lambda w: worth(state, fighter, w, target)(0))
    return reused(commands.Trigger, actor=fighter.id, target=target.id, with_=weapon.name)


def answer_with_power(
    state: Conflict, fighter: Fighter, craft: turn.Craft, people: Sequence[Fighter]
) -> Command | None:
    """A prepared power: what harms for the first of them in sight, else what helps for itself."""
    usable = craft.usable(fighter)
    seen = (enemy for enemy in people if squares.sees(state, fighter.id, enemy.id))
    target, own = next(seen, None), steps_of(fighter)
    harmful = [power for power in usable if power.harms]
    if target and harmful:
        power = max(harmful, key=lambda power: harm(state, fighter, power, target, own))
        return reused(commands.Trigger, actor=fighter.id, target=target.id, with_=power.name)
    power_for_itself = next((power for power in usable if not power.harms), None)
    if power_for_itself is None:
        return None
    return reused(commands.Trigger, actor=fighter.id, with_=power_for_itself.name)


def answer_otherwise(state: Conflict, fighter: Fighter, action: str) -> Command | None:
    """Prepared: a sprint, something else, an effect to overcome or to end."""
    if action == "overcome" and fighter.to_overcome:
        return reused(commands.Trigger, actor=fighter.id)
    if action == "end_effect":
        under = (other.id for other in state.combatants.values() if other.under_effects_of(fighter))
        target = next(under, None)
        return reused(commands.Trigger, actor=fighter.id, target=target) if target else None
    return reused(commands.Trigger, actor=fighter.id) if action in ("sprint", "other") else None
