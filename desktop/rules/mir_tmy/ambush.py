"""Ambush: one attack before the initiative counts (mir_tmy-19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from desktop.rules.contract import checked
from desktop.rules.mir_tmy import close_combat, shooting
from desktop.rules.mir_tmy.attacks import opponent
from desktop.rules.mir_tmy.commands import (
    Act,
    Ambush,
    Attack,
    Bite,
    BreakJoint,
    CutTendon,
    Disarm,
    FullAuto,
    Grapple,
    NeckTwist,
    ShortBurst,
    Sweep,
    TwoGuns,
)
from desktop.rules.mir_tmy.dry_run import refused
from desktop.rules.mir_tmy.modifiers import opposed, trait_pool
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

ATTACKS: Mapping[str, tuple[type[Act], Callable[[Scene, Fighter, Any, Table], None]]] = {
    "attack": (Attack, close_combat.attack),
    "grapple": (Grapple, close_combat.grapple),
    "bite": (Bite, close_combat.bite),
    "break_joint": (BreakJoint, close_combat.break_joint),
    "cut_tendon": (CutTendon, close_combat.cut_tendon),
    "neck_twist": (NeckTwist, close_combat.neck_twist),
    "sweep": (Sweep, close_combat.sweep),
    "disarm": (Disarm, close_combat.disarm),
    "full_auto": (FullAuto, shooting.full_auto),
    "short_burst": (ShortBurst, shooting.short_burst),
    "two_guns": (TwoGuns, shooting.two_guns),
}
"""What can be done from ambush."""
SAID = ("target", "modifiers", "with", "distance", "ability", "what", "off", "drink")


def ambush(
    state: Scene, fighter: Fighter, command: Ambush, table: Table, share: int | None = None
) -> None:
    """mir_tmy-19: dexterity + stealth against perception + alertness, then one free attack."""
    target = opponent(state, fighter, command.target)
    why_not = not_ambushed(state, target)
    if why_not and not command.overrule:
        raise Refusal(why_not, "target")
    attack, perform = attack_of(command), ATTACKS[command.by][1]
    if refusal := refused(state, fighter, attack, perform):
        raise refusal
    net = opposed(
        state,
        fighter,
        trait_pool(fighter, "dexterity", "stealth"),
        target,
        trait_pool(target, "perception", "alertness"),
        table,
        "mir_tmy-19",
        Text("ambush"),
        high=100,
    )
    fighter.fighting = True
    if net < 0:
        target.fighting = True
        table.log(
            "mir_tmy-19",
            Text("{target} sees it coming: ordinary initiative", target=target.name),
            by=target.id,
        )
        return
    names = {"fighter": fighter.name, "target": target.name}
    told = Text("{fighter} ambushes {target}: a free attack", **names)
    if not net:
        told = Text(
            "{fighter} ambushes {target}: a tie: the attack comes first, but can be defended",
            **names,
        )
    table.log("mir_tmy-19", told, by=fighter.id)
    fighter.from_ambush, target.unaware = net, net > 0
    perform(state, fighter, attack, table)
    state.take(fighter.id).from_ambush, state.take(target.id).unaware = 0, False


def attack_of(command: Ambush) -> Act:
    """The attack that is made from ambush. Raises :class:`Refusal` for what it does not know."""
    model = ATTACKS[command.by][0]
    said = command.model_dump(by_alias=True, exclude_unset=True, include=_fields(SAID))
    return checked(model, {**said, "actor": command.actor, "overrule": command.overrule})


def _fields(names: tuple[str, ...]) -> set[str]:
    return {"with_" if name == "with" else name for name in names}


def not_ambushed(state: Scene, target: Fighter) -> Text | None:
    """mir_tmy-19: who cannot be ambushed, and why."""
    if target.fighting:
        return Text(
            "{target} is fighting already and cannot be ambushed (mir_tmy-19)", target=target.name
        )
    if state.surprised and target.id not in state.surprised:
        return Text("{target} is not surprised", target=target.name)
    return None
