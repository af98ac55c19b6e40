"""Chapter 11: several actions (mir_tmy-49); ambush (19); the list of actions, and who may."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from desktop.rules.cast import share_out, when
from desktop.rules.contract import checked
from desktop.rules.fields import Choice
from desktop.rules.mir_tmy import (
    attacks,
    automatic_actions,
    close_combat,
    commands,
    defence,
    shooting,
)
from desktop.rules.mir_tmy.automatic_actions import SPEAKING
from desktop.rules.mir_tmy.commands import DEFENCES
from desktop.rules.mir_tmy.on_map import refused_targets
from desktop.rules.mir_tmy.pools import DICE, chosen_ability, opposed, refused, trait_pool
from desktop.rules.mir_tmy.sheet import known_as
from desktop.rules.mir_tmy.state import Fighter, Manoeuvre, Scene, fitting, in_hand
from desktop.rules.table import BY_HAND, Refusal, Table, refuse
from desktop.rules.text import Reason, Text, Words, joined

# ---- ambush (mir_tmy-19)


FROM_AMBUSH = {"target", "modifiers", "with_", "distance", "ability", "what", "off", "drink"}
"""What an ambush says of the attack it makes."""


def _no_ambush(state: Scene, fighter: Fighter) -> Text | None:
    if not state.fresh or state.round > 1 or state.wave:
        return Reason("the fight is on already", rule="mir_tmy-19")
    if fighter.id in state.surprised:
        return Reason("{name} is surprised", rule="mir_tmy-19", name=fighter.name)
    return None


def not_ambushed(state: Scene, target: Fighter) -> Text | None:
    """mir_tmy-19: who cannot be ambushed, and why."""
    if target.fighting:
        return Reason(
            "{target} is fighting already and cannot be ambushed",
            rule="mir_tmy-19",
            target=target.name,
        )
    if state.surprised and target.id not in state.surprised:
        return Text("{target} is not surprised", target=target.name)
    return None


def ambush(state: Scene, fighter: Fighter, command: commands.Ambush, table: Table) -> None:
    """mir_tmy-19: dexterity + stealth against perception + alertness, then one free attack."""
    target = attacks.opponent(state, fighter, command.target)
    if not command.overrule:
        refuse(not_ambushed(state, target), "target")
    values = command.model_dump(by_alias=True, exclude_defaults=True, include=FROM_AMBUSH)
    step = {**values, "actor": command.actor, "overrule": command.overrule}
    attack, perform = checked(BY_ID[command.by].command, step), BY_ID[command.by].perform
    assert isinstance(attack, commands.Act)
    if refusal := refused(state, fighter, attack, perform):
        raise refusal
    stealth = trait_pool(fighter, "dexterity", "stealth")
    alertness = trait_pool(target, "perception", "alertness")
    what = {"label": Text("ambush"), "against": Text("alertness")}
    net = opposed(state, stealth, alertness, table, "mir_tmy-19", 100, **what)
    fighter.fighting = True
    names = {"fighter": fighter.name, "target": target.name}
    if net < 0:
        target.fighting = True
        table.note("mir_tmy-19", target, "{target} sees it coming: ordinary initiative")
        return
    if net:
        line = Text("{fighter} → {target}: the ambush succeeds, a free attack", **names)
    else:
        line = Text(
            "{fighter} → {target}: the ambush ties, the attack comes first but can be defended",
            **names,
        )
    table.log("mir_tmy-19", line, by=fighter.id)
    fighter.from_ambush, target.unaware = net, net > 0
    perform(state, fighter, attack, table)
    table.finish()
    state.take(fighter.id).from_ambush, state.take(target.id).unaware = 0, False


# ---- several actions: what each would have alone, and what is shared (mir_tmy-49)


LEAST_SHARE = 2
"""Dice in each of several actions (mir_tmy-49)."""


DONE_BY = {"reload": "firearms", **{id: k.ability for id, k in DEFENCES.items() if k.ability}}
"""The abilities of other actions than attacks; where none stands here, athletics."""


def traits(fighter: Fighter, act: commands.Act) -> tuple[str, str]:
    """The attribute and the ability of an action (mir_tmy-10, 30 to 54)."""
    match act:
        case commands.Act(action=action) if action in attacks.ATTACKS:
            weapon = attacks.weapon_of(fighter, act, unloaded=True)
            return "dexterity", attacks.ability_of(fighter, act, weapon)
        case commands.ReadyWeapon():
            away = [w for w in fitting(fighter, "ready_weapon") if act.with_ in ("", w.name)]
            hand_weapon = any(weapon.kind == "melee" for weapon in away)
            return "dexterity", "melee" if hand_weapon else "firearms"
        case commands.Speak():
            return act.attribute, chosen_ability(fighter, act.ability, SPEAKING)
        case commands.Other():
            if act.attribute is None:
                raise Refusal("needs an attribute: each of several has a pool", "parts")
            return act.attribute, known_as(act.ability)
        case _:
            return "dexterity", DONE_BY.get(act.action, "athletics")


def prepared(fighter: Fighter, acts: Sequence[commands.Act]) -> Fighter:
    """The fighter as it will be by these: up, weapons in hand, clips full (mir_tmy-38, 51, 53)."""
    later = fighter.copy()
    for act in acts:
        match act:
            case commands.Rise():
                later.down = False
            case commands.ReadyWeapon():
                later.unready = [n for n in later.unready if act.with_ not in ("", n)]
            case commands.Reload():
                full = {w.name: w.clip for w in later.weapons if w.clip}
                filled = {n: c for n, c in full.items() if act.with_ in ("", n)}
                later.loaded = later.loaded | filled
    return later


def shared_pool(fighter: Fighter, acts: Sequence[commands.Act]) -> int:
    """mir_tmy-49: the smallest of the pools, from which all parts are fed.

    Weapons that a part makes ready are in hand for the others.
    """
    later = prepared(fighter, acts)
    pools = []
    for act in acts:
        then = fighter if isinstance(act, commands.ReadyWeapon) else later
        pools.append(trait_pool(then, *traits(then, act)).dice)
    return min(pools)


def acts_of(fighter: Fighter, command: commands.Multiple) -> list[commands.Act]:
    """The parts as actions with their shares. Raises :class:`Refusal` that names the part."""
    acts: list[commands.Act] = []
    for index, part in enumerate(command.parts):
        said = part.model_dump(by_alias=True, exclude_defaults=True, exclude={"dice"})
        step = {"do": "act", **said, "action": part.action, "actor": fighter.id}
        if part.attribute and "attribute" in step:
            step["attribute"] = known_as(part.attribute)
        act = checked(BY_ID[part.action].command, step, f"parts[{index}].")
        assert isinstance(act, commands.Act)
        acts.append(act.sharing(part.dice))
    return acts


def check_parts(state: Scene, fighter: Fighter, command: commands.Multiple) -> list[commands.Act]:
    """mir_tmy-49: what may be combined, and whether the shares fit the pool.

    Raises :class:`Refusal`.
    """
    acts = acts_of(fighter, command)
    for index, act in enumerate(acts if not command.overrule else ()):
        # Whether it can be done after those before it, if to anybody at all; a defence stands
        # ready before any of them.
        then = fighter if act.action in DEFENCES else prepared(fighter, acts[:index])
        reason = unable(state, then, act.action, 0)
        if reason is None and isinstance(act, commands.Reload) and not fighter.ability("firearms"):
            reason = Reason("without firearms, reloading takes the whole turn", rule="mir_tmy-38")
        refuse(reason, f"parts[{index}].action")
        trial = state.scratch_copy()
        trial.combatants[fighter.id] = then
        refusal = refused(trial, then, act, BY_ID[act.action].perform)
        if refusal and refusal.field not in ("target", "targets", "what"):
            raise Refusal(refusal.message, f"parts[{index}].{refusal.field}")
    pool, wanted = shared_pool(fighter, acts), sum(act.share or 0 for act in acts)
    if wanted > pool and not command.overrule:
        raise too_many_dice(wanted, pool, "parts")
    return acts


def too_many_dice(wanted: int, pool: int, place: str) -> Refusal:
    """mir_tmy-49: the refusal of shares that are more than the pool."""
    said = Text("dice wanted: {wanted}; in the smallest pool: {pool}", wanted=wanted, pool=pool)
    return Refusal(said, place, rule="mir_tmy-49")


# ---- several actions: when their time has come (mir_tmy-49)


def nobody_there(state: Scene, act: commands.Act) -> Text | None:
    """mir_tmy-7: why none of those whom an action names is left, or None."""
    gone = [attacks.not_there(state[id]) for id in commands.named(act) if id in state.combatants]
    return gone[0] if gone and all(gone) else None


def overtaken(state: Scene, fighter: Fighter, act: commands.Act) -> Words | None:
    """Why a part has become impossible by what came before it, or None."""
    if gone := nobody_there(state, act):
        return gone
    name = getattr(act, "with_", "")
    weapon = next((w for w in fighter.weapons if w.name == name), None)
    if weapon and not fighter.has_ready(weapon) and not isinstance(act, commands.ReadyWeapon):
        return Text("not in hand: {weapon}", weapon=name)
    if isinstance(act, commands.Attack):
        used = weapon or in_hand(fighter, "")
        if fighter.loaded.get(used.name) == 0:
            return Text("the weapon is empty")
        if too_many := attacks.too_many_shots(state, fighter, used):
            return too_many
    return unable(state, fighter, act.action, state.wave)


def still_possible(
    state: Scene, fighter: Fighter, acts: Sequence[commands.Act]
) -> list[commands.Act]:
    """Those of several actions that can be done, each after those before it."""
    return [
        act
        for index, act in enumerate(acts)
        if not overtaken(state, prepared(fighter, acts[:index]), act)
    ]


def multiple(state: Scene, fighter: Fighter, command: commands.Multiple, table: Table) -> None:
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
    for index, act in enumerate(acts):
        if not (declared and act.action in DEFENCES):
            later, refusal = declared or index > 0, far.get(f"parts[{index}].")
            table.then(_one_of_several, state, fighter.id, command, later, refusal, act)


def _one_of_several(
    state: Scene,
    id: str,
    command: commands.Multiple,
    later: bool,
    far: Refusal | None,
    act: commands.Act,
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
    if reason is None and act.share and later:
        refusal = refused(state, fighter, act, BY_ID[act.action].perform)
        reason = refusal.message if refusal else None
    if reason:
        values = {"fighter": fighter.name, "what": BY_ID[act.action].label, "reason": reason}
        line = Text("{fighter}, {what!l}: not possible, {reason}", **values)
        table.log("mir_tmy-49", line, by=id)
    elif act.share:
        BY_ID[act.action].perform(state, fighter, act, table)


def _shared_anew(
    state: Scene, fighter: Fighter, command: commands.Multiple, table: Table
) -> list[commands.Act]:
    """mir_tmy-7, 49: the declared actions with the dice there are when their time has come.

    What a defence has used of the pool is gone; one that still stands ready gets its new share.
    """
    acts = acts_of(fighter, command)
    if command.overrule:
        return acts
    possible = still_possible(state, fighter, acts)
    if not possible:
        return acts
    # The part of each defence that still stands ready, by its place among the guards.
    unmatched = {index: act.action for index, act in enumerate(acts) if act.action in DEFENCES}
    parts: dict[int, int] = {}
    for place, guard in enumerate(fighter.guards):
        if guard.dice is not None:
            parts[place] = next(i for i, kind in unmatched.items() if kind == guard.kind)
            del unmatched[parts[place]]
    used = [
        index
        for index, act in enumerate(acts)
        if act.action in DEFENCES and index not in parts.values()
    ]
    least = [
        shooting.RELOAD_SHARE if isinstance(act, commands.Reload) else LEAST_SHARE for act in acts
    ]
    pool = shared_pool(fighter, possible)
    shares = ask_shares(state, fighter, acts, used, least, pool, table)
    guards = (
        replace(guard, dice=shares[parts[place]]) if place in parts else guard
        for place, guard in enumerate(fighter.guards)
    )
    fighter.guards = tuple(guard for guard in guards if guard.dice != 0)
    return [act.sharing(dice) for act, dice in zip(acts, shares, strict=True)]


def ask_shares(
    state: Scene,
    fighter: Fighter,
    acts: Sequence[commands.Act],
    used: Sequence[int],
    least: Sequence[int],
    pool: int,
    table: Table,
) -> list[int]:
    """mir_tmy-49: the shares as declared, or where the pool has become too small others.

    ``used`` are the places of those shares that are spent already, ``least`` is what each needs.
    """
    shares = [act.share or 0 for act in acts]
    if sum(shares) <= pool:
        return shares
    fitting = fitted(shares, used, least, pool)
    text = Text(
        "{fighter}: share out {count} die anew?",
        "{fighter}: share out {count} dice anew?",
        fighter=fighter.name,
        count=pool,
    )
    parts = parts_text(state, zip(acts, fitting, strict=True))
    asked = share_out(
        fighter, "shares", text, fitting, [Choice(fitting, parts)], rule="mir_tmy-49",
        native="Кубики", help="one number for each action, in order; 0 gives it up",
    )  # fmt: skip
    answer = table.ask(asked)
    answered = list(answer) or fitting
    _check_shares(answered, shares, used, least, pool)
    return answered


def fitted(
    shares: Sequence[int], used: Sequence[int], least: Sequence[int], pool: int
) -> list[int]:
    """The shares with dice taken from the largest, and the last given up where that is not enough.

    A pool that is smaller than what is spent already leaves nothing for the others.
    """
    fitting = list(shares)
    free = [index for index in range(len(fitting)) if index not in used]
    while sum(fitting) > pool:
        large = [index for index in free if fitting[index] > least[index]]
        if large:
            fitting[max(large, key=lambda index: (fitting[index], index))] -= 1
            continue
        last = next((index for index in reversed(free) if fitting[index]), None)
        if last is None:
            break
        fitting[last] = 0
    return fitting


def _check_shares(
    answered: Sequence[int],
    shares: Sequence[int],
    used: Sequence[int],
    least: Sequence[int],
    pool: int,
) -> None:
    place = "answers.shares"
    if len(answered) != len(shares):
        raise Refusal(Text("needs a number for each action: {count}", count=len(shares)), place)
    if any(answered[index] != shares[index] for index in used):
        raise Refusal("what a defence has used already stays as it is", place, rule="mir_tmy-49")
    free = [index for index in range(len(answered)) if index not in used]
    if any(0 < answered[index] < least[index] for index in free):
        raise Refusal("at least 2 dice each, 4 for reloading", place, rule="mir_tmy-49")
    if sum(answered[index] for index in free) > max(pool - sum(answered[i] for i in used), 0):
        raise too_many_dice(sum(answered), pool, place)


def tell_split(state: Scene, fighter: Fighter, acts: Sequence[commands.Act], table: Table) -> None:
    """Logs how a pool is shared out (mir_tmy-49)."""
    possible = still_possible(state, fighter, acts)
    pool = shared_pool(fighter, possible) if possible else 0
    table.note(
        "mir_tmy-49",
        fighter,
        "{fighter} shares out a pool of {count} die: {parts}",
        "{fighter} shares out a pool of {count} dice: {parts}",
        count=pool,
        parts=parts_text(state, ((act, act.share or 0) for act in acts)),
    )


def parts_text(state: Scene, parts: Iterable[tuple[commands.Act | commands.Part, int]]) -> Text:
    """Actions with their dice, and at whom: ``attack 3 + attack 2 → Lev + dodge 2``."""
    acts = list(parts)
    whom = [at_whom(state, act) for act, _ in acts]
    said = []
    for (act, dice), at, then in zip(acts, whom, [*whom[1:], []], strict=True):
        what = Text("{what!l} {dice}", what=BY_ID[act.action].label, dice=dice)
        said.append(joined([what, *(at if at != then else ())], " "))
    return joined(said, " + ")


def at_whom(state: Scene, act: commands.Act | commands.Part) -> list[Words]:
    """Those whom an action names, behind an arrow; nothing where it names nobody."""
    names = [state[id].name for id in commands.named(act) if id in state.combatants]
    return [f"→ {', '.join(names)}"] if names else []


no_extras = when(
    attrgetter("extras_spent"), Reason("not in a turn with extra actions", rule="mir_tmy-50")
)


# ---- the list


def _defence(command: type[commands.Act], **more: Any) -> Manoeuvre:
    kind = DEFENCES[command.model_fields["action"].default]
    more = {"section": "other", **more}
    return Manoeuvre(command, defence.ready, kind.label, kind.native, kind.rule, **more)


# fmt: off
ACTIONS: tuple[Manoeuvre, ...] = (
    Manoeuvre(commands.Attack, close_combat.attack, Text("Attack"), "Атака", "mir_tmy-10", key="A"),
    _defence(commands.Dodge, key="D"),
    _defence(commands.Parry, key="P", why_not=defence.no_parry),
    _defence(commands.Block, key="B"),
    Manoeuvre(commands.Aim, shooting.aim, Text("Aim"), "Прицеливание",
              "mir_tmy-36", key="I", why_not=shooting.no_aim, extra=False),
    Manoeuvre(commands.Reload, shooting.reload, Text("Reload"), "Перезарядка",
              "mir_tmy-38", key="L", why_not=shooting.nothing_to_reload),
    Manoeuvre(commands.Move, automatic_actions.move, Text("Move"), "Движение",
              "mir_tmy-52", key="M"),
    Manoeuvre(commands.Run, automatic_actions.move, Text("Run"), "Бег", "mir_tmy-52", key="R"),
    Manoeuvre(commands.Multiple, multiple, Text("Several actions"), "Множественные действия",
              "mir_tmy-49", key="S", why_not=no_extras, extra=False),
    Manoeuvre(commands.ReadyWeapon, automatic_actions.ready_weapon,
              Text("Ready", context="action"), "Подготовка оружия",
              "mir_tmy-53", key="Y", why_not=automatic_actions.all_in_hand),
    Manoeuvre(commands.Rise, automatic_actions.rise, Text("Rise"), "Подъём на ноги",
              "mir_tmy-51", key="U", why_not=automatic_actions.is_up, section="move"),
    Manoeuvre(commands.BreakFree, close_combat.break_free,
              Text("Break free", context="action"), "Вырваться",
              "mir_tmy-30", key="F"),
    Manoeuvre(commands.Grapple, close_combat.grapple, Text("Grapple"), "Захват",
              "mir_tmy-30", key="G", group="others"),
    Manoeuvre(commands.Bite, close_combat.bite, Text("Bite"), "Укус",
              "mir_tmy-31", key="T", group="others", why_not=close_combat.no_teeth),
    Manoeuvre(commands.BreakJoint, close_combat.maim, Text("Joint"), "Ломание суставов",
              "mir_tmy-32", key="J", group="others", why_not=close_combat.no_joint),
    Manoeuvre(commands.CutTendon, close_combat.maim, Text("Tendon"), "Подрезание сухожилий",
              "mir_tmy-32", key="E", group="others", why_not=close_combat.no_tendon),
    Manoeuvre(commands.NeckTwist, close_combat.neck_twist, Text("Neck twist"), "Свернуть шею",
              "mir_tmy-33", key="N", group="others", why_not=close_combat.no_neck),
    Manoeuvre(commands.Sweep, close_combat.sweep, Text("Sweep"), "Подсечка",
              "mir_tmy-34", group="others"),
    Manoeuvre(commands.Disarm, close_combat.disarm, Text("Disarm", context="action"), "Разоружение",
              "mir_tmy-35", key="H", group="others", why_not=close_combat.nobody_armed),
    Manoeuvre(commands.FullAuto, shooting.full_auto, Text("Automatic fire"), "Автоматический огонь",
              "mir_tmy-37", key="V", group="others", why_not=shooting.no_full_clip),
    Manoeuvre(commands.ShortBurst, shooting.short_burst, Text("Short burst"), "Короткая очередь",
              "mir_tmy-40", group="others", why_not=shooting.no_burst),
    Manoeuvre(commands.Strafe, shooting.strafe, Text("Strafe"), "Очередь веером",
              "mir_tmy-39", key="Q", group="others", why_not=shooting.no_full_clip),
    Manoeuvre(commands.TwoGuns, shooting.two_guns, Text("Two guns"), "Стрельба по-македонски",
              "mir_tmy-41", group="others", why_not=shooting.no_two_guns, extra=False),
    Manoeuvre(commands.Suppress, shooting.suppress, Text("Suppress"), "Подавляющий огонь",
              "mir_tmy-42", key="Z", group="others", why_not=shooting.no_suppressing, extra=False,
              section="attack"),
    _defence(commands.Counter, key="C", group="others"),
    _defence(commands.CoverAlly, key="O", group="others"),
    _defence(commands.DesperateDefence, key="K", group="others", why_not=defence.no_whole_turn,
             extra=False),
    Manoeuvre(commands.Speak, automatic_actions.speak, Text("Speak"), "Говорить",
              "mir_tmy-54", group="others"),
    Manoeuvre(commands.Ambush, ambush, Text("Ambush"), "Засада",
              "mir_tmy-19", group="others", whose="anybody", why_not=_no_ambush),
    Manoeuvre(commands.Other, automatic_actions.other, Text("Other", context="action"), "Иное",
              BY_HAND, group="others"),
    Manoeuvre(commands.Pass, automatic_actions.do_nothing, Text("Do nothing"), "Бездействие",
              "mir_tmy-7", group="others"),
)
# fmt: on
"""In the order in which they are offered."""

BY_ID = {action.id: action for action in ACTIONS}


# ---- who may take which

HELD = Reason("held: break free first", rule="mir_tmy-30")
MUST_RISE = Reason("has to rise first", rule="mir_tmy-27")


def unable(state: Scene, fighter: Fighter, action: str, wave: int) -> Words | None:
    """Why this fighter cannot take an action of this kind now, in a few words, or None.

    Some are no extra actions (mir_tmy-36, 41, 42, 48, 50, 54).
    """
    if reason := in_no_state(fighter, action):
        return reason
    manoeuvre = BY_ID[action]
    if wave and not manoeuvre.extra:
        return Text("not as an extra action")
    if wave and action == "speak":
        return Reason("extra actions help nobody to say more", rule="mir_tmy-54")
    return manoeuvre.why_not(state, fighter)


def in_no_state(fighter: Fighter, action: str) -> Text | None:
    """What the fighter's state forbids (mir_tmy-17, 25, 27, 30)."""
    if fighter.out:
        return Text("out of the fight")
    if action in ("pass", "speak"):
        return None
    if fighter.grappled_by:
        return None if action == "break_free" else HELD
    if action == "break_free":
        return Text("nobody holds them")
    if fighter.must_rise:
        return None if action == "rise" else MUST_RISE
    if fighter.shock:
        return None if action in defence.IN_SHOCK else defence.SHOCKED
    if action in ("move", "run") and fighter.down:
        return Reason("is down", rule="mir_tmy-51")
    if action == "run" and fighter.level in automatic_actions.TOO_HURT_TO_RUN:
        return Reason("too badly hurt to run", rule="mir_tmy-17")
    return None
