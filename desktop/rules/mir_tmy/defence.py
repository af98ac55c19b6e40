"""Chapter 10: who may still defend, with what, and what it costs (mir_tmy-7, 22, 43 to 48).

The blow of a counterattack falls where somebody passes: see ``automatic_actions.pass_by``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from desktop.rules.cast import question
from desktop.rules.fields import Choice
from desktop.rules.mir_tmy.commands import (
    Act,
    Block,
    Counter,
    CoverAlly,
    DesperateDefence,
    Dodge,
    Parry,
    attacked,
)
from desktop.rules.mir_tmy.pools import Pool, on_the_ground, trait_pool
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import (
    Fighter,
    Guard,
    Manoeuvre,
    Scene,
    close_weapons,
    in_hand,
    melee_weapons,
)
from desktop.rules.mir_tmy.wounds import stop_countering
from desktop.rules.positions import can_touch
from desktop.rules.table import Decision, LazyDecision, Refusal, Table
from desktop.rules.text import NOTHING, Reason, Text

KINDS = ("dodge", "parry", "block")

ABILITIES = {"dodge": "dodge", "parry": "melee", "block": "brawl"}

RULES = {"dodge": "mir_tmy-43", "parry": "mir_tmy-44", "block": "mir_tmy-45"}

NATIVE = {"dodge": "Уклонение", "parry": "Парирование", "block": "Блок"}

LABELS = {"dodge": Text("Dodge"), "parry": Text("Parry"), "block": Text("Block")}

NAMES = {
    kind: Text("{label} ({native!l})", label=LABELS[kind], native=NATIVE[kind]) for kind in KINDS
}

FAILS = Text("fails outright")

IN_SHOCK = ("dodge", "block")
SHOCKED = Reason("in shock: only block or dodge", rule="mir_tmy-25")
WHOLE_TURN = Reason("only for a whole turn", rule="mir_tmy-48")

MOST_CROWD = 4

FOR_BLOCKING = ("do", "kailindo")
"""Training that lets bare hands stop blades (mir_tmy-45)."""


class Assault(NamedTuple):
    """What a defender sees of an attack."""

    close: bool
    type: str
    strength: int
    """Strength and weapon together, which a block has to withstand (mir_tmy-45)."""
    passing: bool = False
    """Whether the target is struck on the way past somebody (mir_tmy-46)."""


@dataclass(slots=True)
class Defence:
    """A defence that was chosen and paid for."""

    by: Fighter
    kind: str
    pool: Pool = field(compare=False)
    weapon: Weapon | None = None
    hopeless: bool = False
    """mir_tmy-45: a block that fails outright."""


# ---- with what somebody defends (mir_tmy-22, 43 to 45, 48)


def able(target: Fighter) -> bool:
    """Whether somebody can defend at all: not when out, nor in a hold (mir_tmy-30)."""
    return not (target.out or target.grappled_by)


def possible(target: Fighter, assault: Assault) -> list[str]:
    """Which defences there are against an attack, whatever they cost."""
    kinds = ["dodge"]
    if assault.close:
        if any(target.has_ready(w) for w in target.sheet.weapons if w.kind == "melee"):
            kinds.append("parry")
        if assault.type == "bashing" or target.armor or _trained(target):
            kinds.append("block")
    return [kind for kind in kinds if kind in IN_SHOCK] if target.shock else kinds


def _trained(target: Fighter) -> bool:
    return any(target.ability(name) for name in FOR_BLOCKING)


def guard_of(target: Fighter, kind: str) -> Guard | None:
    """The guard with which this defence is made: one that lasts before one that is used up."""
    guards = [guard for guard in target.guards if guard.kind == kind and not guard.ally]
    return max(guards, key=lambda guard: guard.endless, default=None)


def crowd(state: Scene, target: Fighter) -> int:
    """mir_tmy-22: how many attack the target this turn, those who have declared it among them."""
    if state.house.many_on_one != "known":
        return len(target.attackers)
    known = set(target.attackers)
    for other in state.combatants.values():
        for plan in other.declared:
            to_come = plan.status == "planned" and not (other.out or other.spent(plan.wave))
            if to_come and target.id in attacked(plan.command):
                known.add(other.id)
    return len(known)


def defence_pool(
    target: Fighter,
    kind: str,
    assault: Assault,
    guard: Guard | None,
    weapon: Weapon | None,
    attackers: int,
) -> Pool:
    """mir_tmy-43 to 45, 48, 49, with the crowd of attackers (22) and the ground (28)."""
    share = guard.dice if guard else None
    difficulty = 6
    if kind == "dodge" and not assault.close:
        difficulty = 8
    elif kind == "parry" and weapon:
        difficulty = weapon.parry
    pool = trait_pool(target, "dexterity", ABILITIES[kind], difficulty, share)
    if guard and guard.used:
        pool.add(
            "mir_tmy-48", Text("defence {used} of this turn", used=guard.used + 1), -guard.used
        )
    if attackers > 1:
        fewer = min(attackers - 1, MOST_CROWD)
        pool.add("mir_tmy-22", Text("{attackers} attackers", attackers=attackers), -fewer)
    return on_the_ground(pool, target, ABILITIES[kind], "on the ground")


def parrying(target: Fighter, guard: Guard | None) -> Weapon | None:
    """The weapon to parry with: the one declared, or the first hand weapon that is ready."""
    ready = [w for w in melee_weapons(target) if target.has_ready(w)]
    named = [w for w in ready if guard and w.name == guard.weapon]
    return (named or ready or [None])[0]  # type: ignore[list-item]


def prepared(
    target: Fighter, kind: str, assault: Assault, attackers: int
) -> tuple[Guard | None, Weapon | None, Pool]:
    """A defence as it would be made: out of which guard, with which weapon, with which dice."""
    guard = guard_of(target, kind)
    weapon = parrying(target, guard) if kind == "parry" else None
    return guard, weapon, defence_pool(target, kind, assault, guard, weapon, attackers)


# ---- a defence against an attack (mir_tmy-7)


def defend(
    state: Scene, target: Fighter, attacker: Fighter, assault: Assault, table: Table
) -> Defence | None:
    """Asks the target for its defence, where it has one to spend, and spends it (mir_tmy-7).

    Somebody who passes may also give the rest of the way for it, where that is an action (46).
    """
    if not able(target):
        return None
    kinds = possible(target, assault)
    gives_way = assault.passing and _way_is_action(state, target)
    free = gives_way or (target.next_action is not None and not target.must_rise)
    offered = [kind for kind in kinds if free or guard_of(target, kind)]
    if not offered:
        if assault.passing:
            _ask_in_vain(target, attacker, kinds, table)
        return None
    kind = _ask(state, target, attacker, assault, offered, table)
    if kind == "none":
        return None
    guard, weapon, pool = prepared(target, kind, assault, crowd(state, target))
    if guard:
        use_guard(target, guard)
    else:
        rule, price = "mir_tmy-46", Text("the rest of the way")
        if not gives_way:
            wave = spend_action(target, table)
            rule, price = "mir_tmy-7", Text("extra action {wave}", wave=wave)
            price = price if wave else Text("the action")
        names = {"target": target.name, "kind": LABELS[kind]}
        line = Text("{target} gives {what} for a {kind!l}", what=price, **names)
        table.log(rule, line, by=target.id)
    return _chosen(target, kind, pool, weapon, assault, table)


def _way_is_action(state: Scene, mover: Fighter) -> bool:
    """mir_tmy-52: whether the way is an action of its own, not the free move or one of several."""
    return state.turn == mover.id and mover.spent(state.wave) and not mover.split


def _hopeless(by: Fighter, kind: str, assault: Assault) -> bool:
    """mir_tmy-45: a block does not stop more strength than the blocker's."""
    return kind == "block" and assault.strength > by.attributes.strength


def _chosen(
    by: Fighter, kind: str, pool: Pool, weapon: Weapon | None, assault: Assault, table: Table
) -> Defence:
    pool.tell(by, table)
    hopeless = _hopeless(by, kind, assault)
    if hopeless:
        table.log(
            "mir_tmy-45",
            Text(
                "The block fails outright: strength {theirs} against {own}",
                theirs=assault.strength,
                own=by.attributes.strength,
            ),
            by=by.id,
        )
    return Defence(by, kind, pool, weapon, hopeless)


def _ask(
    state: Scene,
    target: Fighter,
    attacker: Fighter,
    assault: Assault,
    kinds: Sequence[str],
    table: Table,
) -> str:
    """mir_tmy-7: the defence that is chosen; usually the first that is ready.

    A careful fighter who is hurt also gives an action for a defence.
    """
    careful = target.policy == "defensive" and target.penalty < 0
    ready = (kind for kind in kinds if guard_of(target, kind))
    usual = next(ready, kinds[0] if careful else "none")

    def asked() -> Decision:
        choices = [Choice("none", Text("No defence"))]
        attackers = crowd(state, target) if table.keeps_log else 0
        for kind in kinds:
            note = _promise(target, kind, assault, attackers) if table.keeps_log else NOTHING
            choices.append(Choice(kind, NAMES[kind], note))
        names = {"target": target.name, "attacker": attacker.name}
        text = Text("{target}: defend against {attacker}?", **names)
        return question(target, "defence", text, choices, "mir_tmy-7", default=usual)

    answer: str = table.ask(LazyDecision(usual, asked))
    return answer


def _promise(target: Fighter, kind: str, assault: Assault, attackers: int) -> Text:
    """What a choice of defence promises: its pool, and what it costs."""
    guard, _, pool = prepared(target, kind, assault, attackers)
    note = FAILS if _hopeless(target, kind, assault) else pool.said
    if assault.passing:
        return Text("{note}, ends the way", note=note)
    return Text("{note}, costs an action", note=note) if guard is None else note


def _ask_in_vain(target: Fighter, attacker: Fighter, kinds: Sequence[str], table: Table) -> None:
    """mir_tmy-46: a free move, or one of several actions, leaves nothing to give for a defence."""
    spent = Reason("no action is left for it", rule="mir_tmy-7")
    choices = [Choice(kind, NAMES[kind], why_not=spent) for kind in kinds]
    text = Text("{target}: defend against {attacker}?", target=target.name, attacker=attacker.name)
    none = Choice("none", Text("No defence"))
    table.ask(
        question(
            target, "defence", text, [none, *choices], "mir_tmy-46", default="none",
            no_benefit=True,
        )
    )  # fmt: skip


# ---- covering others (mir_tmy-47)


def cover(
    state: Scene, target: Fighter, attacker: Fighter, assault: Assault, table: Table
) -> Defence | None:
    """mir_tmy-47: somebody beside the target who is ready to take the blow."""
    fighters = state.combatants
    for id in state.order:
        protector = fighters[id]
        if not protector.guards:
            continue
        guard = next((g for g in protector.guards if g.ally == target.id), None)
        if guard is None or protector.id == attacker.id or not able(protector):
            continue
        if not can_touch(state, protector.id, target.id):
            continue
        kinds = [k for k in possible(protector, assault) if k != "dodge"]
        if not assault.close:
            kinds = ["dodge"]
        if not kinds:
            continue
        text = Text(
            "{protector}: cover {target} against {attacker}?",
            protector=protector.name,
            target=target.name,
            attacker=attacker.name,
        )
        choices = [Choice("none", Text("Let it pass")), *(Choice(k, NAMES[k]) for k in kinds)]
        asked = question(protector, "cover", text, choices, "mir_tmy-47", default=kinds[0])
        kind = table.ask(asked)
        if kind == "none":
            continue
        protector = state.take(protector.id)
        weapon = parrying(protector, guard) if kind == "parry" else None
        near = assault._replace(close=True)
        pool = defence_pool(protector, kind, near, guard, weapon, crowd(state, protector))
        use_guard(protector, guard)
        table.log(
            "mir_tmy-47",
            Text("{protector} covers {target}", protector=protector.name, target=target.name),
            by=protector.id,
        )
        return _chosen(protector, kind, pool, weapon, assault, table)
    return None


# ---- guards and what they cost (mir_tmy-7)


def use_guard(fighter: Fighter, guard: Guard) -> None:
    """One defence is for one attack, unless it is desperate (mir_tmy-48)."""
    rest = [g for g in fighter.guards if g is not guard]
    if guard.endless:
        rest.insert(0, replace(guard, used=guard.used + 1))
    fighter.guards = tuple(rest)
    if guard.dice is None:
        fighter.close(guard.wave, "done")
    else:
        fighter.begun = guard.wave


def spend_action(fighter: Fighter, table: Table) -> int:
    """mir_tmy-7: the first action left goes on a defence; what was declared for it is struck.

    Returns its wave. A shared-out action is given up whole.
    """
    wave = fighter.next_action
    assert wave is not None
    drop_plan(fighter, wave)
    fighter.close(wave, "struck")
    stop_countering(fighter, table)
    return wave


def drop_plan(fighter: Fighter, wave: int) -> None:
    """What was declared for this wave ends before it is done, with all it had readied.

    The action itself is there still.
    """
    plan = fighter.plan(wave)
    if plan and plan.command.action == "suppress":
        fighter.suppressing = None
    if plan and plan.command.action == "counter":
        fighter.countering = None
    if plan and plan.command.action == "multiple":
        # Where a defence of it has been made, the extra actions are gone (mir_tmy-50).
        fighter.split, fighter.split_ready = fighter.begun == wave, False
    if plan and plan.command.action == "desperate_defence":
        fighter.extras_spent = 0
    fighter.guards = tuple(guard for guard in fighter.guards if guard.wave != wave)
    fighter.mark(wave, "struck")
    fighter.aiming = 0
    fighter.fighting = True


# ---- standing ready (mir_tmy-43 to 48)


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
    action = DEFENCES[command.action]
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


def make_ready(
    state: Scene,
    fighter: Fighter,
    kind: str,
    wave: int,
    table: Table,
    *,
    weapon: str = "",
    ally: str | None = None,
    by: str = "dodge",
    dice: int | None = None,
) -> None:
    """Any of the six defences (mir_tmy-43 to 48), from now to the end of the turn.

    Nobody aims meanwhile (36), and another manoeuvre ends a counterattack (46).
    """
    fighter.aiming = 0
    if kind != "counter":
        stop_countering(fighter, table)
    guard: Guard | None = None
    match kind:
        case "dodge" | "block":
            guard = Guard(kind, wave, dice)
        case "parry":
            parry_with = in_hand(fighter, weapon, melee_weapons(fighter))
            guard = Guard(kind, wave, dice, weapon=parry_with.name)
        case "desperate_defence":
            guard = Guard(by, wave, endless=True)
            fighter.extras_spent = fighter.extra_actions
        case "cover_ally":
            if ally is None or ally not in state.combatants or ally == fighter.id:
                raise Refusal("needs somebody else to cover", "target", rule="mir_tmy-47")
            guard = Guard(kind, wave, dice, ally=ally)
        case "counter":
            fighter.countering = in_hand(fighter, weapon, close_weapons(fighter)).name
    if guard:
        fighter.guards = (*fighter.guards, guard)


def _no_parry(state: Scene, fighter: Fighter) -> Text | None:
    armed = fighter.ready_weapons("melee")
    return None if armed else Reason("needs a hand weapon", rule="mir_tmy-44")


def _no_whole_turn(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.acted or fighter.extras_spent:
        return WHOLE_TURN
    return None


DODGE = Manoeuvre(Dodge, ready, Text("Dodge"), "Уклонение", "mir_tmy-43", key="D")

PARRY = Manoeuvre(
    Parry, ready, Text("Parry"), "Парирование", "mir_tmy-44", key="P", why_not=_no_parry
)

BLOCK = Manoeuvre(Block, ready, Text("Block"), "Блок", "mir_tmy-45", key="B")

COUNTER = Manoeuvre(
    Counter, ready, Text("Counterattack"), "Контратака", "mir_tmy-46", key="C", group="others"
)

COVER_ALLY = Manoeuvre(
    CoverAlly, ready, Text("Cover an ally"), "Прикрыть", "mir_tmy-47", key="O", group="others"
)

DESPERATE_DEFENCE = Manoeuvre(
    DesperateDefence,
    ready,
    Text("Desperate defence"),
    "Отчаянная защита",
    "mir_tmy-48",
    key="K",
    group="others",
    why_not=_no_whole_turn,
    extra=False,
)

DEFENCES = {m.id: m for m in (DODGE, PARRY, BLOCK, COUNTER, COVER_ALLY, DESPERATE_DEFENCE)}
