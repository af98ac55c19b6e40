"""Chapters 1 and 2: initiative and its order, and who notices what (mir_tmy-3, 4, 6, 8, 9)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from desktop.rules.contract import Command
from desktop.rules.dice import Face
from desktop.rules.dice import pool as throw
from desktop.rules.effects import EffectUnit
from desktop.rules.mir_tmy.commands import DEFENCES, RerollAll, RerollInitiative, Wait
from desktop.rules.mir_tmy.state import Fighter, Scene, Step
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Reason, Text, few

INITIATIVE = EffectUnit("initiative", Text("Initiative"), "Инициатива", rule="mir_tmy-3")


# ---- the d10 and the base (mir_tmy-3)


def roll_in(state: Scene, fighter: Fighter, table: Table) -> None:
    """mir_tmy-3: the d10 of somebody who comes to the fight, or that of the group."""
    if fighter.group:
        for other in state.combatants.values():
            if other.group == fighter.group and other.die:
                fighter.die = other.die
                return
    fighter.die = roll_die(fighter, table)
    table.note("mir_tmy-3", fighter, "{fighter} enters, d10: {die}", die=fighter.die)


def roll_die(fighter: Fighter, table: Table) -> int:
    """Throws the d10 (mir_tmy-3)."""
    die = throw(1, 10, Face())
    return table.roll(die, why="mir_tmy-3", by=fighter.id, label=Text("initiative"))


def base(fighter: Fighter) -> int:
    """mir_tmy-3: dexterity + wits − wound penalty."""
    body = fighter.attributes
    return body.dexterity + body.wits + fighter.penalty + INITIATIVE.of(fighter)


def set_initiative(fighter: Fighter, table: Table) -> None:
    """mir_tmy-3: base + d10; what lowers it for this turn alone leaves at least 1 (27)."""
    rolled = base(fighter) + fighter.die
    fighter.initiative = max(rolled + fighter.initiative_change, min(rolled, 1))
    if not table.keeps_log:
        return
    INITIATIVE.tell(fighter, table)
    body, more = fighter.attributes, fighter.initiative_change + INITIATIVE.of(fighter)
    parts = [
        Text("dexterity {value}", value=body.dexterity),
        Text("wits {value}", value=body.wits),
        Text("d10 {value}", value=fighter.die),
    ]
    if fighter.penalty:
        parts.append(Text("wounds {value}", value=fighter.penalty))
    if more:
        parts.append(Text("changes {value:+d}", value=more))
    values = {"initiative": fighter.initiative, "parts": parts}
    table.note("mir_tmy-3", fighter, "{fighter}, initiative {initiative}: {parts}", **values)


# ---- the order (mir_tmy-4)


def settle_order(state: Scene, table: Table) -> None:
    """mir_tmy-4: from high to low; equals by wits, then dexterity, then a roll-off."""

    def rank(id: str) -> tuple[int, int, int]:
        fighter = state[id]
        return fighter.initiative, fighter.attributes.wits, fighter.attributes.dexterity

    order: list[str] = []
    for _, group in groupby(sorted(state.combatants, key=rank, reverse=True), key=rank):
        equals = list(group)
        if len(equals) == 1:
            order += equals
            continue
        # By the roll-off that they had, or by a new one; those of a group need none.
        rolling: dict[str, list[str]] = {}
        for id in equals:
            rolling.setdefault(state[id].group or f"id {id}", []).append(id)
        firsts = [ids[0] for ids in rolling.values() if not state[ids[0]].out]
        had = [state[id].roll_off for id in firsts]
        if len(firsts) > 1 and (0 in had or len(set(had)) < len(had)):
            roll_off(state, firsts, table)
        for ids in sorted(rolling.values(), key=lambda ids: state[ids[0]].roll_off, reverse=True):
            order += ids
    state.order = order
    if table.keeps_log:
        line = [
            Text("{name} ({initiative})", name=f.name, initiative=f.initiative)
            for f in state.downward()
        ]
        table.log("mir_tmy-4", Text("Order: {order}", order=few(line)))


def roll_off(state: Scene, equals: Sequence[str], table: Table) -> None:
    """mir_tmy-4: each of those who are equal throws its own d10; the highest is first."""
    for id in equals:
        die = throw(1, 10, Face())
        state.take(id).roll_off = table.roll(die, why="mir_tmy-4", by=id, label=Text("roll-off"))
    names = few([state[id].name for id in equals])
    first = max((state[id] for id in equals), key=attrgetter("roll_off"))
    text = Text("Roll-off: {names}; {first} is first", names=names, first=first.name)
    table.log("mir_tmy-4", text, by=equals[0])


def take_place(state: Scene, id: str) -> None:
    """One takes its place among those still to declare or to act; who waits goes on waiting (8)."""
    own = state.order.index(id)
    behind = (
        place
        for place, other in enumerate(state.queue)
        if (state.order.index(other) > own) != state.declaring
    )
    state.queue.insert(next(behind, len(state.queue)), id)


def open_wave(state: Scene) -> None:
    """Declarations of this wave, upward; or, where nobody declares, the actions at once."""
    open_actions(state)
    if state.house.declare:
        state.declaring = True
        state.queue.reverse()
    state.turn = state.queue[0] if state.queue else None


def open_actions(state: Scene) -> None:
    """The actions of this wave, downward (mir_tmy-4)."""
    state.declaring = False
    fighters, wave = state.combatants, state.wave
    there = (fighters[id] for id in state.order if fighters[id].extra_actions >= wave)
    state.queue = [fighter.id for fighter in there if not (fighter.spent(wave) or fighter.out)]


def declarations_first(state: Scene) -> Text:
    """Why nobody acts yet (mir_tmy-5)."""
    who = state[state.turn or ""].name
    return Reason("declarations come first, and {name} is to declare", rule="mir_tmy-5", name=who)


# ---- rerolling (mir_tmy-6)


def _no_reroll(state: Scene, fighter: Fighter | None) -> Text | None:
    if not state.fresh or state.round == 1 or state.wave:
        return Reason("only at the start of a later turn, before declarations", rule="mir_tmy-6")
    if fighter and fighter.rerolled:
        return Reason("{fighter} has rerolled already", rule="mir_tmy-6", fighter=fighter.name)
    return None


def reroll(state: Scene, fighter: Fighter | None, command: Command, table: Table) -> None:
    """mir_tmy-6: a new d10 at the start of a turn, before any declaration; a group goes along.

    In a long fight for everybody, where no fighter is given.
    """
    if fighter is None:
        table.log("mir_tmy-6", "The fight drags on: everybody rerolls")
    groups: set[str] = set()
    for thrower in [fighter] if fighter else list(state.take_all()):
        if not fighter and (thrower.out or thrower.group in groups):
            continue
        if thrower.group:
            groups.add(thrower.group)
        old, die = thrower.die, roll_die(thrower, table)
        table.note("mir_tmy-6", thrower, "{fighter} rerolls, d10: {old} → {die}", old=old, die=die)
        for other in state.take_all():
            if other is thrower or (thrower.group and other.group == thrower.group):
                other.die, other.rerolled, other.roll_off = die, True, 0
                set_initiative(other, table)
    settle_order(state, table)
    open_wave(state)


REROLL = Step(RerollInitiative, reroll, Text("Reroll initiative"), "Перебросить инициативу",
              "mir_tmy-6", group="others", whose="anybody", why_not=_no_reroll)  # fmt: skip

REROLL_ALL = Step(RerollAll, reroll, Text("All reroll initiative"), "Все перебрасывают инициативу",
                  "mir_tmy-6", group="others", whose="nobody", why_not=_no_reroll)  # fmt: skip


# ---- waiting (mir_tmy-8)


def _nobody_slower(state: Scene, fighter: Fighter) -> Text | None:
    if state.declaring:
        return declarations_first(state)
    if len(state.queue) < 2:
        return Reason("nobody slower is left to wait for", rule="mir_tmy-8")
    return None


def is_to_act(state: Scene, fighter: Fighter) -> bool:
    """Whether somebody still does something in this wave: more than to stand ready, or nothing."""
    plan = fighter.plan(state.wave)
    idle = plan and plan.command.action in (*DEFENCES, "pass") and not fighter.forced
    return not (idle or fighter.spent(state.wave) or fighter.out)


def slower(state: Scene) -> list[Fighter]:
    """mir_tmy-8: those after the one on turn for whose action that one can wait."""
    return [state[id] for id in state.queue[1:] if is_to_act(state, state[id])]


def wait(state: Scene, fighter: Fighter, command: Wait, table: Table) -> None:
    """mir_tmy-8: the faster lets a slower one act first; overruled, anybody any other."""
    others = [id for id in state.queue if id != fighter.id]
    if not others:
        raise Refusal("nobody slower is left to wait for", "do", rule="mir_tmy-8")
    after = command.until or others[0]
    if after not in others:
        raise Refusal(
            Text("is not slower and still to act; there is: {there_is}", there_is=others), "until"
        )
    place = others.index(after) + 1
    state.queue = [*others[:place], fighter.id, *others[place:]]
    state.fresh = False
    table.note(
        "mir_tmy-8", fighter, "{fighter} waits, until after: {after}", after=state[after].name
    )


WAIT = Step(
    Wait, wait, Text("Wait"), "Ждать", "mir_tmy-8", key="W", group="turn", why_not=_nobody_slower
)


# ---- who notices what has no outward sign (mir_tmy-9)


FULL = {"auspex": 4, "gaze_of_the_battlefield": 1, "providence": 4, "divination": 4, "fatalism": 4}

SENSES = ("awareness", "kenning", "primal_urge", "malkavian_time", "intuition")

LORE = ("occult", "grimoires", "rituals", "hypertech")


def awareness(fighter: Fighter) -> str:
    """mir_tmy-9: what a fighter notices of an action without outward sign, or what was set."""
    if fighter.aware is not None:
        return fighter.aware
    if any(fighter.ability(power) >= level for power, level in FULL.items()):
        return "full"
    threat = fighter.attributes.perception + max(map(fighter.ability, SENSES)) >= 7
    gist = fighter.attributes.intelligence + max(map(fighter.ability, LORE)) >= 8
    return "_and_".join([*["threat"] * threat, *["gist"] * gist]) or "none"
