"""The list of actions, who may take which when, and several at once (mir_tmy-49)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.rules.contract import BY_HAND, Group, checked
from desktop.rules.mir_tmy import attacks, deeds, shooting
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
)
from desktop.rules.mir_tmy.defence import IN_SHOCK, make_ready
from desktop.rules.mir_tmy.reckon import (
    BRAWLING,
    ability_for,
    chosen_ability,
    cutters,
    firearms,
    in_hand,
    melee_weapons,
    sweepers,
    trait_pool,
)
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.words import known_as
from desktop.rules.table import Refusal, Table

LEAST_SHARE = 2
"""Dice in each of several actions (mir_tmy-49)."""
DEFENCES = ("dodge", "parry", "block", "counter", "cover_ally", "desperate_defence")
RUNNING_FORBIDDEN = ("wounded", "mauled", "crippled")

Performing = Callable[[Scene, Fighter, Any, Table, int | None], None]
"""``perform(state, fighter, command, table, share)``; ``share``: dice out of a shared pool."""


# ---- defences


def ready(state: Scene, fighter: Fighter, command: Act, table: Table, share: int | None) -> None:
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
    dice = "" if share is None else f", {share} dice"
    table.log(action.rule, f"{fighter.name} is ready: {action.label.lower()}{dice}", by=fighter.id)


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


def shared_pool(fighter: Fighter, acts: Sequence[Act]) -> int:
    """mir_tmy-49: the smallest of the pools, from which all parts are fed.

    Weapons that a part makes ready are in hand for the others.
    """
    later = armed(fighter, acts)
    return min(part_pool(fighter if isinstance(act, ReadyWeapon) else later, act) for act in acts)


def part_pool(fighter: Fighter, act: Act) -> int:
    """The dice an action has by itself, before what the situation adds (mir_tmy-49)."""
    attribute, ability = traits(fighter, act)
    return trait_pool(fighter, attribute, ability).dice


def traits(fighter: Fighter, act: Act) -> tuple[str, str]:
    """The attribute and the ability of an action (mir_tmy-10, 30 to 54)."""
    match act:
        case Grapple():
            return "dexterity", chosen_ability(fighter, act.ability, attacks.HOLDING)
        case BreakJoint() | NeckTwist():
            return "dexterity", chosen_ability(fighter, act.ability, ("brawl", "do"))
        case Bite() | Block():
            return "dexterity", "brawl"
        case CutTendon() | Parry():
            return "dexterity", "melee"
        case Sweep():
            hand = in_hand(fighter, act.with_, sweepers(fighter))
            return "dexterity", "melee" if hand.kind == "melee" else "brawl"
        case Disarm():
            hand = in_hand(fighter, act.with_)
            armed = hand.kind == "melee"
            return "dexterity", "melee" if armed else chosen_ability(fighter, "", BRAWLING)
        case Attack() | FullAuto() | ShortBurst():
            return "dexterity", ability_for(in_hand(fighter, act.with_))
        case Dodge():
            return "dexterity", "dodge"
        case Reload():
            return "dexterity", "firearms"
        case ReadyWeapon():
            hand_weapon = any(
                w.kind == "melee" and w.name in fighter.unready and act.with_ in ("", w.name)
                for w in fighter.sheet.weapons
            )
            return "dexterity", "melee" if hand_weapon else "firearms"
        case Speak():
            return act.attribute, chosen_ability(fighter, act.ability, deeds.SPEAKING)
        case Other():
            if act.attribute is None:
                raise Refusal("needs an attribute: each of several has a pool", "parts")
            return act.attribute, known_as(act.ability)
        case _:
            return "dexterity", "athletics"


def check_parts(state: Scene, fighter: Fighter, command: Multiple) -> list[tuple[Act, int]]:
    """mir_tmy-49: what may be combined, and whether the shares fit the pool."""
    acts = acts_of(fighter, command)
    for index, (act, share) in enumerate(acts):
        reason = None if command.overrule else unable(state, fighter, act.action, 0)
        if reason:
            raise Refusal(reason, f"parts[{index}].action")
        if isinstance(act, Reload):
            if not fighter.ability("firearms"):
                raise Refusal(
                    "without firearms, reloading takes the whole turn (mir_tmy-38)",
                    f"parts[{index}].action",
                )
            if share < shooting.RELOAD_SHARE:
                raise Refusal(
                    f"reloading takes {shooting.RELOAD_SHARE} dice (mir_tmy-38)",
                    f"parts[{index}].dice",
                )
    pool = shared_pool(fighter, [act for act, _ in acts])
    wanted = sum(share for _, share in acts)
    if wanted > pool and not command.overrule:
        raise Refusal(
            f"{wanted} dice are wanted, the smallest pool has {pool} (mir_tmy-49)", "parts"
        )
    return acts


def armed(fighter: Fighter, acts: Sequence[Act]) -> Fighter:
    """The fighter as it will be with the weapons in hand that it makes ready first (mir_tmy-53)."""
    named = {act.with_ for act in acts if isinstance(act, ReadyWeapon)}
    if not named:
        return fighter
    later = fighter.copy()
    later.unready = () if "" in named else tuple(n for n in later.unready if n not in named)
    return later


def overtaken(state: Scene, fighter: Fighter, act: Act) -> str | None:
    """Why a part has become impossible by what came before it, or None."""
    target = state.combatants.get(getattr(act, "target", ""))
    if target is not None and target.dead:
        return f"{target.name} is dead"
    weapon = getattr(act, "with_", "")
    if weapon in fighter.unready and not isinstance(act, ReadyWeapon):
        return f"{weapon} is not in hand"
    if isinstance(act, Attack) and fighter.loaded.get(weapon or _first(fighter)) == 0:
        return "the weapon is empty"
    return unable(state, fighter, act.action, state.wave)


def _first(fighter: Fighter) -> str:
    return in_hand(fighter, "").name


def multiple(
    state: Scene, fighter: Fighter, command: Multiple, table: Table, share: int | None
) -> None:
    """mir_tmy-49: one after another, each with its share; none depends on another."""
    acts = check_parts(state, fighter, command)
    fighter.split = True
    tell_split(fighter, acts, table)
    readied = [guard.kind for guard in fighter.guards if guard.dice is not None]
    for act, dice in acts:
        reason = None if command.overrule else overtaken(state, fighter, act)
        if reason:
            label = BY_ID[act.action].label.lower()
            table.log("mir_tmy-49", f"{fighter.name} cannot {label}: {reason}", by=fighter.id)
            continue
        if act.action in readied:
            readied.remove(act.action)
            continue
        BY_ID[act.action].perform(state, fighter, act, table, dice)


def tell_split(fighter: Fighter, acts: Sequence[tuple[Act, int]], table: Table) -> None:
    pool = shared_pool(fighter, [act for act, _ in acts])
    parts = " + ".join(f"{BY_ID[act.action].label.lower()} {dice}" for act, dice in acts)
    table.log("mir_tmy-49", f"{fighter.name} shares out a pool of {pool}: {parts}", by=fighter.id)


def default_parts(fighter: Fighter, target: str) -> list[dict[str, Any]]:
    """Two attacks on the same enemy, as the parts to start from."""
    pool = max(trait_pool(fighter, "dexterity", ability_for(in_hand(fighter, ""))).dice, 4)
    half = pool // 2
    return [
        {"action": "attack", "dice": pool - half, "target": target},
        {"action": "attack", "dice": half, "target": target},
    ]


# ---- the list


@dataclass(frozen=True, slots=True)
class Action:
    """One action as the panel offers it."""

    id: str
    command: type[Act]
    perform: Performing
    label: str
    native: str
    rule: str
    key: str
    group: Group


def _action(
    command: type[Act],
    perform: Performing,
    label: str,
    native: str,
    rule: str,
    key: str = "",
    group: Group = "actions",
) -> Action:
    id = command.model_fields["action"].default
    return Action(id, command, perform, label, native, rule, key, group)


ACTIONS: tuple[Action, ...] = (
    _action(Attack, attacks.attack, "Attack", "Атака", "mir_tmy-10", "A"),
    _action(Dodge, ready, "Dodge", "Уклонение", "mir_tmy-43", "D"),
    _action(Parry, ready, "Parry", "Парирование", "mir_tmy-44", "P"),
    _action(Block, ready, "Block", "Блок", "mir_tmy-45", "B"),
    _action(Aim, shooting.aim, "Aim", "Прицеливание", "mir_tmy-36", "I"),
    _action(Reload, shooting.reload, "Reload", "Перезарядка", "mir_tmy-38", "L"),
    _action(Move, deeds.move, "Move", "Движение", "mir_tmy-52", "M"),
    _action(Run, deeds.run, "Run", "Бег", "mir_tmy-52", "R"),
    _action(Multiple, multiple, "Several actions", "Множественные действия", "mir_tmy-49", "S"),
    _action(ReadyWeapon, deeds.ready_weapon, "Ready", "Подготовка оружия", "mir_tmy-53", "Y"),
    _action(Rise, deeds.rise, "Rise", "Подъём на ноги", "mir_tmy-51", "U"),
    _action(BreakFree, attacks.break_free, "Break free", "Вырваться", "mir_tmy-30", "F"),
    _action(Grapple, attacks.grapple, "Grapple", "Захват", "mir_tmy-30", "G", "others"),
    _action(Bite, attacks.bite, "Bite", "Укус", "mir_tmy-31", "T", "others"),
    _action(
        BreakJoint, attacks.break_joint, "Joint", "Ломание суставов", "mir_tmy-32", "J", "others"
    ),
    _action(
        CutTendon,
        attacks.cut_tendon,
        "Tendon",
        "Подрезание сухожилий",
        "mir_tmy-32",
        "E",
        "others",
    ),
    _action(
        NeckTwist, attacks.neck_twist, "Neck twist", "Свернуть шею", "mir_tmy-33", "N", "others"
    ),
    _action(Sweep, attacks.sweep, "Sweep", "Подсечка", "mir_tmy-34", "", "others"),
    _action(Disarm, attacks.disarm, "Disarm", "Разоружение", "mir_tmy-35", "H", "others"),
    _action(
        FullAuto,
        shooting.full_auto,
        "Automatic fire",
        "Автоматический огонь",
        "mir_tmy-37",
        "V",
        "others",
    ),
    _action(
        ShortBurst,
        shooting.short_burst,
        "Short burst",
        "Короткая очередь",
        "mir_tmy-40",
        "",
        "others",
    ),
    _action(Strafe, shooting.strafe, "Strafe", "Очередь веером", "mir_tmy-39", "Q", "others"),
    _action(
        TwoGuns,
        shooting.two_guns,
        "Two guns",
        "Стрельба по-македонски",
        "mir_tmy-41",
        "",
        "others",
    ),
    _action(
        Suppress, shooting.suppress, "Suppress", "Подавляющий огонь", "mir_tmy-42", "Z", "others"
    ),
    _action(Counter, ready, "Counterattack", "Контратака", "mir_tmy-46", "C", "others"),
    _action(CoverAlly, ready, "Cover an ally", "Прикрыть", "mir_tmy-47", "O", "others"),
    _action(
        DesperateDefence,
        ready,
        "Desperate defence",
        "Отчаянная защита",
        "mir_tmy-48",
        "K",
        "others",
    ),
    _action(Speak, deeds.speak, "Speak", "Говорить", "mir_tmy-54", "", "others"),
    _action(Ambush, deeds.ambush, "Ambush", "Засада", "mir_tmy-19", "", "others"),
    _action(Other, deeds.other, "Other", "Иное", BY_HAND, "", "others"),
    _action(Pass, deeds.do_nothing, "Do nothing", "Бездействие", "mir_tmy-7", "", "others"),
)

BY_ID = {action.id: action for action in ACTIONS}


# ---- who may


def unable(state: Scene, fighter: Fighter, action: str, wave: int) -> str | None:
    """Why this fighter cannot take an action of this kind now, in a few words, or None."""
    return (
        _in_no_state(fighter, action)
        or _not_now(fighter, action, wave)
        or _lacks(state, fighter, action)
    )


def _in_no_state(fighter: Fighter, action: str) -> str | None:
    """What the fighter's state forbids (mir_tmy-17, 25, 27, 30)."""
    if fighter.out:
        return "out of the fight"
    if action == "pass":
        return None
    if fighter.grappled_by:
        return None if action == "break_free" else "held: break free first (mir_tmy-30)"
    if action == "break_free":
        return "nobody holds them"
    if fighter.must_rise:
        return None if action == "rise" else "has to rise first (mir_tmy-27)"
    if fighter.shock:
        return None if action in IN_SHOCK else "in shock: only block or dodge (mir_tmy-25)"
    if action in ("move", "run") and fighter.down:
        return "is down (mir_tmy-51)"
    if action == "run" and fighter.level in RUNNING_FORBIDDEN:
        return "too badly hurt to run (mir_tmy-17)"
    return None


def _not_now(fighter: Fighter, action: str, wave: int) -> str | None:
    """What extra actions do not serve for (mir_tmy-36, 41, 42, 46, 48, 50)."""
    if wave and action in ("multiple", "aim", "two_guns", "suppress", "desperate_defence"):
        return "not as an extra action"
    if wave and action == "speak":
        return "extra actions help nobody to say more (mir_tmy-54)"
    if action == "desperate_defence" and (fighter.acted or fighter.extras_spent):
        return "only for a whole turn (mir_tmy-48)"
    return None


def _lacks(state: Scene, fighter: Fighter, action: str) -> str | None:
    """What an action needs of body, skill and arms (mir_tmy-31 to 42, 53)."""
    body = fighter.attributes
    match action:
        case "rise" if not fighter.down:
            return "is on their feet"
        case "bite" if fighter.kind not in attacks.TEETH:
            return "needs sharp teeth (mir_tmy-31)"
        case "break_joint" if body.strength < 3 or _brawling(fighter) < 4:
            return "needs strength 3 and brawl 4 (mir_tmy-32)"
        case "cut_tendon" if body.dexterity < 3 or fighter.ability("melee") < 4:
            return "needs dexterity 3 and melee 4 (mir_tmy-32)"
        case "cut_tendon" if not _any_ready(fighter, cutters(fighter)):
            return "needs a cutting weapon in hand (mir_tmy-32)"
        case "neck_twist" if body.strength < 4 or _brawling(fighter) < 5:
            return "needs strength 4 and brawl 5 (mir_tmy-33)"
        case "parry" if not _any_ready(fighter, melee_weapons(fighter)):
            return "needs a hand weapon (mir_tmy-44)"
        case "aim" if not fighter.ability("firearms"):
            return "needs a point of firearms (mir_tmy-36)"
        case "aim" if not _any_ready(fighter, firearms(fighter)):
            return "needs a firearm in hand (mir_tmy-36)"
        case "suppress" if fighter.suppressing:
            return None
        case "full_auto" | "strafe" | "suppress":
            return _no_full_clip(fighter)
        case "short_burst":
            bursts = [w for w in firearms(fighter) if w.burst and fighter.has_ready(w)]
            if not bursts:
                return "needs a weapon made for it (mir_tmy-40)"
            if all(fighter.loaded.get(w.name, 3) < 3 for w in bursts):
                return "needs three rounds (mir_tmy-40)"
        case "two_guns":
            if sum(w.light and fighter.has_ready(w) for w in firearms(fighter)) < 2:
                return "needs two light guns in hand (mir_tmy-41)"
        case "reload":
            clips = [w for w in firearms(fighter) if w.clip is not None]
            if not _any_ready(fighter, clips):
                return "nothing to reload"
        case "ready_weapon" if not fighter.unready:
            return "everything is in hand"
        case "multiple" if fighter.extras_spent:
            return "not in a turn with extra actions (mir_tmy-50)"
        case "disarm":
            others = (c for c in state.combatants.values() if c.id != fighter.id)
            if not any(_any_ready(c, c.sheet.weapons) and not c.dead for c in others):
                return "nobody has a weapon in hand"
        case "ambush":
            if not state.fresh or state.round > 1 or state.wave:
                return "the fight is on already (mir_tmy-19)"
    return None


def _brawling(fighter: Fighter) -> int:
    return max(fighter.ability("brawl"), fighter.ability("do"))


def _any_ready(fighter: Fighter, weapons: Sequence[Any]) -> bool:
    return any(fighter.has_ready(weapon) for weapon in weapons)


def _no_full_clip(fighter: Fighter) -> str | None:
    guns = [w for w in firearms(fighter) if w.automatic and fighter.has_ready(w)]
    if not guns:
        return "needs an automatic weapon in hand"
    if not any(w.clip is not None and fighter.loaded.get(w.name) == w.clip for w in guns):
        return "needs a full clip"
    return None
