"""Behaviours that can act for a combatant: the fierce one and the careful one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from desktop.rules.cast import enemies
from desktop.rules.contract import Behaviours, Command, reused
from desktop.rules.geometry import whole
from desktop.rules.mir_tmy import commands
from desktop.rules.mir_tmy.actions import in_no_state, unable
from desktop.rules.mir_tmy.attacks import damage_dice, too_many_shots, weapon_of
from desktop.rules.mir_tmy.automatic_actions import farthest
from desktop.rules.mir_tmy.on_map import can_attack
from desktop.rules.mir_tmy.pools import refused
from desktop.rules.mir_tmy.sheet import FISTS, Weapon
from desktop.rules.mir_tmy.state import Aims, Declared, Fighter, Scene, fitting
from desktop.rules.mir_tmy.turns import act, costs_nothing
from desktop.rules.mir_tmy.wounds import Wounding, harm_to
from desktop.rules.positions import closer, step_to_touch, straight_way, towards
from desktop.rules.table import Refusal
from desktop.rules.text import Text

DECLARED = frozenset(
    ["attack", "reload", "ready_weapon", "run", "move", "pass", "dodge", "desperate_defence",
     "break_free", "rise"]
)  # fmt: skip
SAID = frozenset(["do", "action", "actor", "target", "with_", "to"])
"""What behaviours declare, and what they say of it."""


def choose(
    wish: Callable[[Scene, Fighter], commands.Act],
) -> Callable[[Scene, str], Command | None]:
    """What somebody on turn does by a wish: declares it, or does what was declared."""

    def chosen(state: Scene, id: str) -> Command | None:
        if state.turn != id:
            return None
        fighter = state[id]
        plan = fighter.plan(state.wave)
        if plan and not state.declaring and not fighter.forced:
            doing = reused(commands.Perform, actor=id, overrule=plan.command.overrule)
            if _makes_sense(state, fighter, plan, doing):
                return doing
            step: commands.Move | None = None
            if isinstance(plan.command, commands.Attack):
                step = _step_to_strike(state, fighter, plan.command)
            elif isinstance(plan.command, commands.Move):
                step = _as_far_as_it_gets(state, fighter, plan.command)
            return step or reused(commands.EndTurn, actor=id)
        wished = wish(state, fighter)
        no = unable(state, fighter, wished.action, state.wave)
        return _act(state, fighter, commands.Pass) if no else wished

    return chosen


POLICIES = Behaviours(choose)


def _step_to_strike(
    state: Scene, fighter: Fighter, declared: commands.Blow
) -> commands.Move | None:
    """The short move with which a declared blow still reaches its target."""
    target = state.combatants.get(declared.target)
    if target is None or target.out:
        return None
    try:
        weapon = weapon_of(fighter, declared, unloaded=True)
    except Refusal:  # it is not in hand any more
        return None
    return _step_into_reach(state, fighter, target, weapon)


def _as_far_as_it_gets(
    state: Scene, fighter: Fighter, declared: commands.Move
) -> commands.Move | None:
    """mir_tmy-52: the declared way, or the part of it that wounds still let it go."""
    if declared.to is None or unable(state, fighter, declared.action, state.wave):
        return None
    far = farthest(fighter, isinstance(declared, commands.Run))
    to = towards(state, fighter.id, declared.to, far, stop=0.0)
    return reused(type(declared), do="act", actor=fighter.id, to=to) if to else None


def _step_into_reach(
    state: Scene, fighter: Fighter, target: Fighter, weapon: Weapon
) -> commands.Move | None:
    """mir_tmy-52: the short move that costs nothing, where it brings a blow into reach."""
    if not weapon.close or fighter.moved_freely or in_no_state(fighter, "move"):
        return None
    if not (state.declaring or costs_nothing(state, fighter, "move")):
        return None
    to = step_to_touch(state, fighter.id, target.id, farthest(fighter, False))
    return reused(commands.Move, actor=fighter.id, to=to) if to else None


def _act(
    state: Scene, fighter: Fighter, model: type[commands.Act], **values: Hashable
) -> commands.Act:
    """An action to be declared where declarations are due, else to be done."""
    do = "declare" if state.declaring else "act"
    return reused(model, do=do, actor=fighter.id, **values)


def _makes_sense(state: Scene, fighter: Fighter, plan: Declared, doing: commands.Perform) -> bool:
    """Whether what was declared can still be done to somebody who is still there (mir_tmy-7)."""
    declared = plan.command
    unarmed = isinstance(declared, commands.Attack) and not declared.with_
    if unarmed or declared.action not in DECLARED or not declared.model_fields_set <= SAID:
        # No behaviour declared it, so a dry run tells.
        return refused(state, fighter, doing, act) is None
    said = vars(plan.command)
    target = state.combatants.get(said.get("target") or "")
    named, to = said.get("with_"), said.get("to")
    if (target and target.out) or named in fighter.unready:
        return False
    if target and state.positions:
        weapon = next((w for w in fighter.weapons if w.name == named), None)
        if weapon and not can_attack(state, fighter, target, weapon):
            return False
    if to:
        way = straight_way(state, fighter.id, to)
        most = farthest(fighter, isinstance(plan.command, commands.Run))
        if way is None or way.walled or whole(way.length) > most:
            return False
    return not unable(state, fighter, plan.command.action, state.wave)


@POLICIES.add(
    Text("Aggressive"),
    "Напористо",
    Text("Attacks the enemy nearest to falling with the best weapon; reloads when it is empty."),
)
def aggressive(state: Scene, fighter: Fighter) -> commands.Act:
    """Attacks the enemy who is nearest to falling, with the weapon that promises most."""
    return _forced(state, fighter) or _attack(state, fighter)


@POLICIES.add(
    Text("Defensive"),
    "Осторожно",
    Text("Attacks while unhurt; hurt, spends every other turn on defence."),
)
def defensive(state: Scene, fighter: Fighter) -> commands.Act:
    """Attacks while unhurt; hurt, defends every other turn: all turn long when badly hurt."""
    forced = _forced(state, fighter)
    if forced or not fighter.penalty or state.round % 2:
        return forced or _attack(state, fighter)
    if fighter.penalty <= -2 and not unable(state, fighter, "desperate_defence", state.wave):
        return _act(state, fighter, commands.DesperateDefence)
    return _act(state, fighter, commands.Dodge)


def _forced(state: Scene, fighter: Fighter) -> commands.Act | None:
    """What there is no choice about."""
    if fighter.grappled_by:
        return _act(state, fighter, commands.BreakFree)
    if fighter.forced:
        return _act(state, fighter, commands.Rise)
    if fighter.shock:
        return _act(state, fighter, commands.Dodge)
    if fighter.down:
        return _act(state, fighter, commands.Rise)
    return None


def _attack(state: Scene, fighter: Fighter) -> commands.Act:
    foes = _foes(state, fighter)
    if not foes:
        return _act(state, fighter, commands.Pass)
    ready = [w for w in fighter.weapons if fighter.has_ready(w)]
    if fighter.unready and ready == [FISTS]:
        away, strength = fitting(fighter, "ready_weapon"), fighter.attributes.strength
        put_away = [weapon for weapon in away if strength >= weapon.strength]
        if put_away:
            best = max(put_away, key=partial(_worth, fighter))
            return _act(state, fighter, commands.ReadyWeapon, with_=best.name)
    usable = [w for w in ready if too_many_shots(state, fighter, w) is None]
    if len(usable) > 1:
        usable.sort(key=partial(_worth, fighter), reverse=True)
    for target in foes:
        for weapon in usable:
            reached = can_attack(state, fighter, target, weapon)
            step = None if reached else _step_into_reach(state, fighter, target, weapon)
            if step and not state.declaring:
                return step
            if reached or step:
                if weapon.clip is not None and not fighter.loaded.get(weapon.name, 0):
                    return _act(state, fighter, commands.Reload, with_=weapon.name)
                return _act(state, fighter, commands.Attack, target=target.id, with_=weapon.name)
    return _closer(state, fighter, foes)


def _foes(state: Scene, fighter: Fighter) -> Sequence[Fighter]:
    """The weakest first; last those against whom friends have declared enough (mir_tmy-5)."""
    aims = state.aims.get(fighter.side)
    if aims is None:
        foes = sorted(enemies(state, fighter), key=lambda foe: len(foe.levels) - foe.marked)
        left = {foe.id: foe.able_levels + 1.0 - foe.marked for foe in foes}
        order = state.order if state.declaring else ()
        friends = [id for id in order if state[id].side == fighter.side]
        aims = state.aims[fighter.side] = Aims(foes, left, friends)
    while aims.to_declare and aims.to_declare[-1] != fighter.id:
        friend = state[aims.to_declare.pop()]
        plan = friend.plan(state.wave)
        if plan and isinstance(plan.command, commands.Blow) and plan.command.target in aims.left:
            target = state[plan.command.target]
            aims.left[target.id] -= _levels(state, friend, target, plan.command)
            if aims.left[target.id] <= 0:
                aims.foes.sort(key=lambda foe: foe.id == target.id)
    return aims.foes


def _levels(state: Scene, fighter: Fighter, target: Fighter, blow: commands.Blow) -> float:
    """About how many levels a blow takes: ten dice have four successes (mir_tmy-1, 12, 16)."""
    named = vars(blow).get("with_")
    weapon = next((w for w in fighter.weapons if w.name == named), FISTS)
    dice = damage_dice(fighter, weapon)
    harm = harm_to(state, target, Wounding(dice, weapon.type, weapon, fighter))
    skill = fighter.ability(weapon.skill)
    extra = min(0.4 * (fighter.attributes.dexterity + skill + fighter.penalty), skill)
    return max(0.4 * (harm.dice + extra - harm.soak), 0.2)


def _closer(state: Scene, fighter: Fighter, foes: Sequence[Fighter]) -> commands.Act:
    """On the map: at a run to those one cannot attack from here, or as one still can."""
    running = not unable(state, fighter, "run", state.wave)
    to = closer(state, fighter.id, [foe.id for foe in foes], farthest(fighter, running))
    if to is None:
        return _act(state, fighter, commands.Pass)
    return _act(state, fighter, commands.Run if running else commands.Move, to=to)


def _worth(fighter: Fighter, weapon: Weapon) -> int:
    """What a weapon promises beside others; dexterity and wounds bear on all of them alike."""
    strength = 0 if weapon.kind == "firearm" else fighter.attributes.strength
    skill = fighter.ability(weapon.skill)
    deadly = 0 if weapon.type == "bashing" else 2
    return skill + weapon.damage + strength + deadly + (0 if weapon.close else 1)
