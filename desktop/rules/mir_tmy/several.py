"""Several actions out of one pool: what each would have alone, and what is shared (mir_tmy-49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.rules.fields import Choice, Field
from desktop.rules.mir_tmy.close_combat import HOLDING
from desktop.rules.mir_tmy.commands import (
    Act,
    Attack,
    Bite,
    Block,
    BreakJoint,
    CoverAlly,
    CutTendon,
    Disarm,
    Dodge,
    FullAuto,
    Grapple,
    NeckTwist,
    Other,
    Parry,
    ReadyWeapon,
    Reload,
    Rise,
    ShortBurst,
    Speak,
    Strafe,
    Sweep,
)
from desktop.rules.mir_tmy.modifiers import (
    BRAWLING,
    ability_for,
    chosen_ability,
    in_hand,
    sweepers,
    trait_pool,
)
from desktop.rules.mir_tmy.other_actions import SPEAKING
from desktop.rules.mir_tmy.state import Fighter
from desktop.rules.mir_tmy.words import known_as
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text, joined

LEAST_SHARE = 2
"""Dice in each of several actions (mir_tmy-49)."""


def shared_pool(fighter: Fighter, acts: Sequence[Act]) -> int:
    """mir_tmy-49: the smallest of the pools, from which all parts are fed.

    Weapons that a part makes ready are in hand for the others.
    """
    later = prepared(fighter, acts)
    return min(part_pool(fighter if isinstance(act, ReadyWeapon) else later, act) for act in acts)


def part_pool(fighter: Fighter, act: Act) -> int:
    """The dice an action has by itself, before what the situation adds (mir_tmy-49)."""
    attribute, ability = traits(fighter, act)
    return trait_pool(fighter, attribute, ability).dice


def traits(fighter: Fighter, act: Act) -> tuple[str, str]:
    """The attribute and the ability of an action (mir_tmy-10, 30 to 54)."""
    match act:
        case Grapple():
            return "dexterity", chosen_ability(fighter, act.ability, HOLDING)
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
        case Attack() | FullAuto() | ShortBurst() | Strafe():
            return "dexterity", ability_for(in_hand(fighter, act.with_))
        case Dodge() | CoverAlly():
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
            return act.attribute, chosen_ability(fighter, act.ability, SPEAKING)
        case Other():
            if act.attribute is None:
                raise Refusal("needs an attribute: each of several has a pool", "parts")
            return act.attribute, known_as(act.ability)
        case _:
            return "dexterity", "athletics"


def ask_shares(
    fighter: Fighter,
    labels: Sequence[Text],
    shares: Sequence[int],
    used: Sequence[int],
    least: Sequence[int],
    pool: int,
    table: Table,
) -> list[int]:
    """mir_tmy-49: the shares as declared, or where the pool has become too small others.

    ``used`` are the places of those shares that are spent already, ``least`` is what each needs.
    """
    if sum(shares) <= pool:
        return list(shares)
    fitting = fitted(shares, used, least, pool)
    answer = table.ask(
        Decision(
            id="shares",
            by=fighter.id,
            text=Text("{fighter}: share out {pool} dice anew", fighter=fighter.name, pool=pool),
            field=Field(
                "shares",
                "numbers",
                "Shares",
                native="Кубики",
                default=fitting,
                minimum=0,
                length=len(shares),
                choices=(Choice(fitting, _shares_text(labels, fitting)),),
                rule="mir_tmy-49",
                help="one number for each action, in order; 0 gives it up",
            ),
            rule="mir_tmy-49",
        )
    )
    found = list(answer) or fitting
    _check_shares(found, shares, used, least, pool)
    return found


def fitted(
    shares: Sequence[int], used: Sequence[int], least: Sequence[int], pool: int
) -> list[int]:
    """The shares with dice taken from the largest, and the last given up where that is not enough.

    A pool that is smaller than what is spent already leaves nothing for the others.
    """
    found = list(shares)
    free = [index for index in range(len(found)) if index not in used]
    while sum(found) > pool:
        large = [index for index in free if found[index] > least[index]]
        if large:
            found[max(large, key=lambda index: (found[index], index))] -= 1
            continue
        last = next((index for index in reversed(free) if found[index]), None)
        if last is None:
            break
        found[last] = 0
    return found


def _shares_text(labels: Sequence[Text], shares: Sequence[int]) -> Text:
    parts = zip(labels, shares, strict=True)
    return joined([Text("{what!l} {dice}", what=w, dice=n) for w, n in parts], " + ")


def _check_shares(
    found: Sequence[int],
    shares: Sequence[int],
    used: Sequence[int],
    least: Sequence[int],
    pool: int,
) -> None:
    place = "answers.shares"
    if len(found) != len(shares):
        raise Refusal(Text("needs {count} numbers, one for each action", count=len(shares)), place)
    if any(found[index] != shares[index] for index in used):
        raise Refusal("what a defence has used already stays as it is (mir_tmy-49)", place)
    free = [index for index in range(len(found)) if index not in used]
    if any(0 < found[index] < least[index] for index in free):
        raise Refusal("at least 2 dice each, 4 for reloading (mir_tmy-49)", place)
    if sum(found[index] for index in free) > max(pool - sum(found[i] for i in used), 0):
        raise Refusal(
            Text(
                "{wanted} dice are wanted, the smallest pool has {pool} (mir_tmy-49)",
                wanted=sum(found),
                pool=pool,
            ),
            place,
        )


def prepared(fighter: Fighter, acts: Sequence[Act]) -> Fighter:
    """The fighter as it will be by these: up, weapons in hand, clips full (mir_tmy-38, 51, 53)."""
    if not any(isinstance(act, Rise | ReadyWeapon | Reload) for act in acts):
        return fighter
    later = fighter.copy()
    for act in acts:
        match act:
            case Rise():
                later.down = False
            case ReadyWeapon():
                later.unready = [n for n in later.unready if act.with_ not in ("", n)]
            case Reload():
                full = {w.name: w.clip for w in later.weapons if w.clip}
                later.loaded |= {n: c for n, c in full.items() if act.with_ in ("", n)}
    return later


def default_parts(fighter: Fighter, target: str) -> list[dict[str, Any]]:
    """Two attacks on the same enemy, as the parts to start from."""
    pool = max(trait_pool(fighter, "dexterity", ability_for(in_hand(fighter, ""))).dice, 4)
    half = pool // 2
    return [
        {"action": "attack", "dice": pool - half, "target": target},
        {"action": "attack", "dice": half, "target": target},
    ]
