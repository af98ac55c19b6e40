"""The list of actions, who may take which, and several at once (mir_tmy-49)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from desktop.rules.contract import Action, checked
from desktop.rules.mir_tmy import close_combat, other_actions, shooting
from desktop.rules.mir_tmy.ambush import ambush
from desktop.rules.mir_tmy.attacks import not_there, too_many_shots
from desktop.rules.mir_tmy.commands import (
    Act,
    Aim,
    Ambush,
    Attack,
    Bite,
    Block,
    BreakFree,
    BreakJoint,
    Counter,
    CoverAlly,
    CutTendon,
    DesperateDefence,
    Disarm,
    Dodge,
    FullAuto,
    Grapple,
    Move,
    Multiple,
    NeckTwist,
    Other,
    Parry,
    Pass,
    ReadyWeapon,
    Reload,
    Rise,
    Run,
    ShortBurst,
    Speak,
    Strafe,
    Suppress,
    Sweep,
    TwoGuns,
    named,
)
from desktop.rules.mir_tmy.defence import IN_SHOCK, make_ready
from desktop.rules.mir_tmy.dry_run import refused
from desktop.rules.mir_tmy.modifiers import DICE, in_hand
from desktop.rules.mir_tmy.on_map import refused_targets
from desktop.rules.mir_tmy.several import LEAST_SHARE, ask_shares, prepared, shared_pool
from desktop.rules.mir_tmy.state import Fighter, Guard, Scene
from desktop.rules.mir_tmy.words import known_as
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import NOTHING, Text, Words, joined

DEFENCES = ("dodge", "parry", "block", "counter", "cover_ally", "desperate_defence")
RUNNING_FORBIDDEN = ("wounded", "mauled", "crippled")


class Performing(Protocol):
    """Does an action whose time has come; ``share`` is its part of a shared pool (mir_tmy-49)."""

    def __call__(
        self, state: Scene, fighter: Fighter, command: Any, table: Table, share: int | None = None
    ) -> None: ...


@dataclass(frozen=True)
class Manoeuvre(Action[Scene, Fighter]):
    """What can be declared and then done. ``why_not`` is what it needs of body, skill and arms."""

    perform: Performing
    also: tuple[str, ...] = ("declare",)
    extra: bool = True
    """Whether it may be an extra action (mir_tmy-50)."""


# ---- defences


def ready(
    state: Scene, fighter: Fighter, command: Act, table: Table, share: int | None = None
) -> None:
    """mir_tmy-43 to 48: the fighter stands ready for the rest of the turn."""
    make_ready(
        state,
        fighter,
        command.action,
        state.wave,
        table,
        weapon=getattr(command, "with_", ""),
        ally=getattr(command, "target", None),
        by=getattr(command, "defence", "dodge"),
        dice=share,
    )
    action = BY_ID[command.action]
    table.log(
        action.rule,
        Text(
            "{fighter} is ready: {what!l}{dice}",
            fighter=fighter.name,
            what=action.label,
            dice=NOTHING if share is None else Text(", {dice} dice", dice=share),
        ),
        by=fighter.id,
    )


# ---- several actions


def acts_of(fighter: Fighter, command: Multiple) -> list[tuple[Act, int]]:
    """The parts as actions with their shares. Raises :class:`Refusal` that names the part."""
    found: list[tuple[Act, int]] = []
    for index, part in enumerate(command.parts):
        place = f"parts[{index}]."
        step = {**part.as_act(), "actor": fighter.id}
        if part.attribute and "attribute" in step:
            step["attribute"] = known_as(part.attribute)
        act = checked(BY_ID[part.action].command, step, place)
        assert isinstance(act, Act)
        found.append((act, part.dice))
    return found


def check_parts(state: Scene, fighter: Fighter, command: Multiple) -> list[tuple[Act, int]]:
    """mir_tmy-49: what may be combined, and whether the shares fit the pool."""
    acts = acts_of(fighter, command)
    for index, (act, share) in enumerate(acts):
        if not command.overrule:
            before = [act for act, _ in acts[:index]]
            _check_part(state, fighter, before, act, share, f"parts[{index}].")
    pool = shared_pool(fighter, [act for act, _ in acts])
    wanted = sum(share for _, share in acts)
    if wanted > pool and not command.overrule:
        raise Refusal(
            Text(
                "{wanted} dice are wanted, the smallest pool has {pool} (mir_tmy-49)",
                wanted=wanted,
                pool=pool,
            ),
            "parts",
        )
    return acts


def _check_part(
    state: Scene, fighter: Fighter, before: Sequence[Act], act: Act, share: int, place: str
) -> None:
    """mir_tmy-49: whether a part can be done after those before it, if to anybody at all.

    A defence stands ready before any of them. Raises :class:`Refusal`.
    """
    then = fighter if act.action in DEFENCES else prepared(fighter, before)
    reason = unable(state, then, act.action, 0)
    if reason is None and isinstance(act, Reload) and not fighter.ability("firearms"):
        reason = Text("without firearms, reloading takes the whole turn (mir_tmy-38)")
    if reason:
        raise Refusal(reason, f"{place}action")
    trial = state.scratch_copy()
    trial.combatants[fighter.id] = then
    refusal = refused(trial, then, act, BY_ID[act.action].perform, share)
    if refusal and refusal.field not in ("target", "targets", "what"):
        raise Refusal(refusal.message, place + refusal.field)


def nobody_there(state: Scene, act: Act) -> Text | None:
    """mir_tmy-7: why an action can be done to nobody whom it names any more, or None."""
    gone = [not_there(state[id]) for id in named(act) if id in state.combatants]
    return gone[0] if gone and all(gone) else None


def still_possible(state: Scene, fighter: Fighter, acts: Sequence[Act]) -> list[Act]:
    """Those of several actions that can be done, each after those before it."""
    found = []
    for index, act in enumerate(acts):
        if not overtaken(state, prepared(fighter, acts[:index]), act):
            found.append(act)
    return found


def overtaken(state: Scene, fighter: Fighter, act: Act) -> Words | None:
    """Why a part has become impossible by what came before it, or None."""
    gone = nobody_there(state, act)
    if gone:
        return gone
    name = getattr(act, "with_", "")
    weapon = next((w for w in fighter.weapons if w.name == name), None)
    if weapon and not fighter.has_ready(weapon) and not isinstance(act, ReadyWeapon):
        return Text("{weapon} is not in hand", weapon=name)
    if isinstance(act, Attack):
        used = weapon or in_hand(fighter, "")
        if fighter.loaded.get(used.name) == 0:
            return Text("the weapon is empty")
        too_many = too_many_shots(state, fighter, used)
        if too_many:
            return too_many
    return unable(state, fighter, act.action, state.wave)


def multiple(
    state: Scene, fighter: Fighter, command: Multiple, table: Table, share: int | None = None
) -> None:
    """mir_tmy-49: one after another, each with its share; none depends on another."""
    declared = fighter.split_ready
    if declared:
        acts = _shared_anew(state, fighter, command, table)
    else:
        acts = check_parts(state, fighter, command)
    fighter.split = True
    DICE.tell(fighter, table)
    tell_split(state, fighter, acts, table)
    far = dict(refused_targets(state, fighter, command)) if declared else {}
    parts = []
    for index, (act, dice) in enumerate(acts):
        if not (declared and act.action in DEFENCES):
            later, refusal = declared or index > 0, far.get(f"parts[{index}].")
            one = partial(_one_of_several, fighter.id, command, later, refusal, act, dice)
            parts.append(one)
    table.in_sequence(state, parts)


def _one_of_several(
    id: str,
    command: Multiple,
    later: bool,
    far: Refusal | None,
    act: Act,
    dice: int,
    state: Scene,
    table: Table,
) -> None:
    """One of the actions, unless something that came before it prevents it.

    ``later``: it was declared, or an action of the same command came before it. ``far``: why it
    can be done to nobody from here, by the map.
    """
    fighter = state.take(id)
    reason = None
    if not command.overrule:
        reason = overtaken(state, fighter, act) or (far.message if far else None)
    if reason is None and dice and later:
        refusal = refused(state, fighter, act, BY_ID[act.action].perform, dice)
        reason = refusal.message if refusal else None
    if reason:
        told = Text(
            "{fighter} cannot {what!l}: {reason}",
            fighter=fighter.name,
            what=BY_ID[act.action].label,
            reason=reason,
        )
        table.log("mir_tmy-49", told, by=id)
    elif dice:
        BY_ID[act.action].perform(state, fighter, act, table, dice)


def _shared_anew(
    state: Scene, fighter: Fighter, command: Multiple, table: Table
) -> list[tuple[Act, int]]:
    """mir_tmy-7, 49: the declared actions with the dice there are when their time has come.

    What a defence has used of the pool is gone; one that still stands ready gets its new share.
    """
    acts = acts_of(fighter, command)
    if command.overrule:
        return acts
    ready = [guard for guard in fighter.guards if guard.dice is not None]
    used = []
    for index, (act, _) in enumerate(acts):
        if act.action in DEFENCES:
            guard = next((g for g in ready if g.kind == act.action), None)
            if guard is None:
                used.append(index)
            else:
                ready.remove(guard)
    possible = still_possible(state, fighter, [act for act, _ in acts])
    if not possible:
        return acts
    shares = ask_shares(
        fighter,
        [BY_ID[act.action].label for act, _ in acts],
        [dice for _, dice in acts],
        used,
        [shooting.RELOAD_SHARE if isinstance(act, Reload) else LEAST_SHARE for act, _ in acts],
        shared_pool(fighter, possible),
        table,
    )
    found = [(act, dice) for (act, _), dice in zip(acts, shares, strict=True)]
    kept = [(act.action, dice) for i, (act, dice) in enumerate(found) if i not in used]
    fighter.guards = tuple(_with_share(guard, kept) for guard in fighter.guards)
    fighter.guards = tuple(guard for guard in fighter.guards if guard.dice != 0)
    return found


def _with_share(guard: Guard, shares: list[tuple[str, int]]) -> Guard:
    """The defence with its new share, which is taken off the list."""
    if guard.dice is None:
        return guard
    index = next(i for i, (action, _) in enumerate(shares) if action == guard.kind)
    return replace(guard, dice=shares.pop(index)[1])


def tell_split(
    state: Scene, fighter: Fighter, acts: Sequence[tuple[Act, int]], table: Table
) -> None:
    possible = still_possible(state, fighter, [act for act, _ in acts])
    pool = shared_pool(fighter, possible) if possible else 0
    table.log(
        "mir_tmy-49",
        Text(
            "{fighter} shares out a pool of {pool}: {parts}",
            fighter=fighter.name,
            pool=pool,
            parts=parts_text([(act.action, dice) for act, dice in acts]),
        ),
        by=fighter.id,
    )


def parts_text(parts: Sequence[tuple[str, int]]) -> Text:
    """Actions by id with their dice: ``attack 3 + dodge 2``."""
    return joined(
        [Text("{what!l} {dice}", what=BY_ID[id].label, dice=dice) for id, dice in parts], " + "
    )


# ---- what an action needs of body, skill and arms (mir_tmy-31 to 42, 53)


def _is_up(state: Scene, fighter: Fighter) -> Text | None:
    return None if fighter.down else Text("is on their feet")


def _no_teeth(state: Scene, fighter: Fighter) -> Text | None:
    sharp = fighter.kind in close_combat.TEETH
    return None if sharp else Text("needs sharp teeth (mir_tmy-31)")


def _no_joint(state: Scene, fighter: Fighter) -> Text | None:
    able = fighter.attributes.strength >= 3 and _brawling(fighter) >= 4
    return None if able else Text("needs strength 3 and brawl 4 (mir_tmy-32)")


def _no_tendon(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.attributes.dexterity < 3 or fighter.ability("melee") < 4:
        return Text("needs dexterity 3 and melee 4 (mir_tmy-32)")
    if not any(weapon.cutting for weapon in fighter.ready_weapons("melee")):
        return Text("needs a cutting weapon in hand (mir_tmy-32)")
    return None


def _no_neck(state: Scene, fighter: Fighter) -> Text | None:
    able = fighter.attributes.strength >= 4 and _brawling(fighter) >= 5
    return None if able else Text("needs strength 4 and brawl 5 (mir_tmy-33)")


def _brawling(fighter: Fighter) -> int:
    return max(fighter.ability("brawl"), fighter.ability("do"))


def _no_parry(state: Scene, fighter: Fighter) -> Text | None:
    armed = fighter.ready_weapons("melee")
    return None if armed else Text("needs a hand weapon (mir_tmy-44)")


def _no_aim(state: Scene, fighter: Fighter) -> Text | None:
    if not fighter.ability("firearms"):
        return Text("needs a point of firearms (mir_tmy-36)")
    if not fighter.ready_weapons("firearm"):
        return Text("needs a firearm in hand (mir_tmy-36)")
    if fighter.moved or fighter.extras_spent:
        return Text("aiming takes the whole turn (mir_tmy-36)")
    return None


def _no_full_clip(state: Scene, fighter: Fighter) -> Text | None:
    guns = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.automatic]
    if not guns:
        return Text("needs an automatic weapon in hand")
    if not any(fighter.has_full_clip(gun) for gun in guns):
        return Text("needs a full clip")
    return None


def _no_suppressing(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.suppressing:
        return None
    plan = None if state.declaring else fighter.plan(state.wave)
    if plan and plan.command.action == "suppress":
        return Text("the fire has been stopped (mir_tmy-42)")
    return _no_full_clip(state, fighter)


def _no_burst(state: Scene, fighter: Fighter) -> Text | None:
    guns = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.burst]
    if not guns:
        return Text("needs a weapon made for it (mir_tmy-40)")
    if all(fighter.loaded.get(gun.name, 3) < 3 for gun in guns):
        return Text("needs three rounds (mir_tmy-40)")
    return None


def _no_two_guns(state: Scene, fighter: Fighter) -> Text | None:
    light = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.light]
    if len(light) < 2:
        return Text("needs two light guns in hand (mir_tmy-41)")
    loaded = [weapon for weapon in light if fighter.loaded.get(weapon.name) != 0]
    return None if len(loaded) >= 2 else Text("needs two loaded guns (mir_tmy-41)")


def _nothing_to_reload(state: Scene, fighter: Fighter) -> Text | None:
    clips = any(weapon.clip is not None for weapon in fighter.ready_weapons("firearm"))
    return None if clips else Text("nothing to reload")


def _all_in_hand(state: Scene, fighter: Fighter) -> Text | None:
    return None if fighter.unready else Text("everything is in hand")


def _extras_spent(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.extras_spent:
        return Text("not in a turn with extra actions (mir_tmy-50)")
    return None


def _no_whole_turn(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.acted or fighter.extras_spent:
        return Text("only for a whole turn (mir_tmy-48)")
    return None


def _nobody_armed(state: Scene, fighter: Fighter) -> Text | None:
    people = (c for c in state.combatants.values() if not (c.dead or c.has_left))
    others = (c for c in people if c.id != fighter.id)
    armed = any(o.has_ready(w) for o in others for w in close_combat.held_weapons(o))
    return None if armed else Text("nobody has a weapon in hand")


def _no_ambush(state: Scene, fighter: Fighter) -> Text | None:
    if not state.fresh or state.round > 1 or state.wave:
        return Text("the fight is on already (mir_tmy-19)")
    if fighter.id in state.surprised:
        return Text("{name} is surprised (mir_tmy-19)", name=fighter.name)
    return None


# ---- the list

M = Manoeuvre

ACTIONS: tuple[Manoeuvre, ...] = (
    M(Attack, close_combat.attack, Text("Attack"), "Атака", "mir_tmy-10", key="A"),
    M(Dodge, ready, Text("Dodge"), "Уклонение", "mir_tmy-43", key="D"),
    M(Parry, ready, Text("Parry"), "Парирование", "mir_tmy-44", key="P", why_not=_no_parry),
    M(Block, ready, Text("Block"), "Блок", "mir_tmy-45", key="B"),
    M(
        Aim, shooting.aim, Text("Aim"), "Прицеливание", "mir_tmy-36",
        key="I", why_not=_no_aim, extra=False,
    ),
    M(
        Reload, shooting.reload, Text("Reload"), "Перезарядка", "mir_tmy-38",
        key="L", why_not=_nothing_to_reload,
    ),
    M(Move, other_actions.move, Text("Move"), "Движение", "mir_tmy-52", key="M"),
    M(Run, other_actions.run, Text("Run"), "Бег", "mir_tmy-52", key="R"),
    M(
        Multiple, multiple, Text("Several actions"), "Множественные действия", "mir_tmy-49",
        key="S", why_not=_extras_spent, extra=False,
    ),
    M(
        ReadyWeapon, other_actions.ready_weapon, Text("Ready"), "Подготовка оружия", "mir_tmy-53",
        key="Y", why_not=_all_in_hand,
    ),
    M(Rise, other_actions.rise, Text("Rise"), "Подъём на ноги", "mir_tmy-51",
      key="U", why_not=_is_up),
    M(BreakFree, close_combat.break_free, Text("Break free"), "Вырваться", "mir_tmy-30", key="F"),
    M(
        Grapple, close_combat.grapple, Text("Grapple"), "Захват", "mir_tmy-30",
        key="G", group="others",
    ),
    M(
        Bite, close_combat.bite, Text("Bite"), "Укус", "mir_tmy-31",
        key="T", group="others", why_not=_no_teeth,
    ),
    M(
        BreakJoint, close_combat.break_joint, Text("Joint"), "Ломание суставов", "mir_tmy-32",
        key="J", group="others", why_not=_no_joint,
    ),
    M(
        CutTendon, close_combat.cut_tendon, Text("Tendon"), "Подрезание сухожилий", "mir_tmy-32",
        key="E", group="others", why_not=_no_tendon,
    ),
    M(
        NeckTwist, close_combat.neck_twist, Text("Neck twist"), "Свернуть шею", "mir_tmy-33",
        key="N", group="others", why_not=_no_neck,
    ),
    M(Sweep, close_combat.sweep, Text("Sweep"), "Подсечка", "mir_tmy-34", group="others"),
    M(
        Disarm, close_combat.disarm, Text("Disarm"), "Разоружение", "mir_tmy-35",
        key="H", group="others", why_not=_nobody_armed,
    ),
    M(
        FullAuto, shooting.full_auto, Text("Automatic fire"), "Автоматический огонь", "mir_tmy-37",
        key="V", group="others", why_not=_no_full_clip,
    ),
    M(
        ShortBurst, shooting.short_burst, Text("Short burst"), "Короткая очередь", "mir_tmy-40",
        group="others", why_not=_no_burst,
    ),
    M(
        Strafe, shooting.strafe, Text("Strafe"), "Очередь веером", "mir_tmy-39",
        key="Q", group="others", why_not=_no_full_clip,
    ),
    M(
        TwoGuns, shooting.two_guns, Text("Two guns"), "Стрельба по-македонски", "mir_tmy-41",
        group="others", why_not=_no_two_guns, extra=False,
    ),
    M(
        Suppress, shooting.suppress, Text("Suppress"), "Подавляющий огонь", "mir_tmy-42",
        key="Z", group="others", why_not=_no_suppressing, extra=False,
    ),
    M(Counter, ready, Text("Counterattack"), "Контратака", "mir_tmy-46", key="C", group="others"),
    M(CoverAlly, ready, Text("Cover an ally"), "Прикрыть", "mir_tmy-47", key="O", group="others"),
    M(
        DesperateDefence, ready, Text("Desperate defence"), "Отчаянная защита", "mir_tmy-48",
        key="K", group="others", why_not=_no_whole_turn, extra=False,
    ),
    M(Speak, other_actions.speak, Text("Speak"), "Говорить", "mir_tmy-54", group="others"),
    M(
        Ambush, ambush, Text("Ambush"), "Засада", "mir_tmy-19",
        group="others", whose="anybody", why_not=_no_ambush,
    ),
    M(Other, other_actions.other, Text("Other"), "Иное", BY_HAND, group="others"),
    M(Pass, other_actions.do_nothing, Text("Do nothing"), "Бездействие", "mir_tmy-7",
      group="others"),
)  # fmt: skip

BY_ID = {action.id: action for action in ACTIONS}


# ---- who may


def unable(state: Scene, fighter: Fighter, action: str, wave: int) -> Words | None:
    """Why this fighter cannot take an action of this kind now, in a few words, or None."""
    manoeuvre = BY_ID[action]
    return (
        in_no_state(fighter, action)
        or _no_extra_action(manoeuvre, wave)
        or manoeuvre.why_not(state, fighter)
    )


def in_no_state(fighter: Fighter, action: str) -> Text | None:
    """What the fighter's state forbids (mir_tmy-17, 25, 27, 30)."""
    if fighter.out:
        return Text("out of the fight")
    if action == "pass":
        return None
    if action == "speak":
        return None
    if fighter.grappled_by:
        return None if action == "break_free" else Text("held: break free first (mir_tmy-30)")
    if action == "break_free":
        return Text("nobody holds them")
    if fighter.must_rise:
        return None if action == "rise" else Text("has to rise first (mir_tmy-27)")
    if fighter.shock:
        return None if action in IN_SHOCK else Text("in shock: only block or dodge (mir_tmy-25)")
    if action in ("move", "run") and fighter.down:
        return Text("is down (mir_tmy-51)")
    if action == "run" and fighter.level in RUNNING_FORBIDDEN:
        return Text("too badly hurt to run (mir_tmy-17)")
    return None


def _no_extra_action(manoeuvre: Manoeuvre, wave: int) -> Text | None:
    """What extra actions do not serve for (mir_tmy-36, 41, 42, 48, 50, 54)."""
    if wave and not manoeuvre.extra:
        return Text("not as an extra action")
    if wave and manoeuvre.id == "speak":
        return Text("extra actions help nobody to say more (mir_tmy-54)")
    return None
