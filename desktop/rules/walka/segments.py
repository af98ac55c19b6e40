"""What segments pay for, at once or over several moves (walka-9), and what ends with them (25)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, cast

from desktop.rules.cast import alone
from desktop.rules.contract import Action, Command
from desktop.rules.display import Bar
from desktop.rules.table import Refusal, Table, TableRefusal
from desktop.rules.text import Text, Words, as_text
from desktop.rules.walka import commands, conditions, on_map
from desktop.rules.walka.state import Battle, Carry, Fighter
from desktop.rules.walka.tables import BURST_SEGMENTS, SEGMENTS
from desktop.rules.walka.weapons import fitting


@dataclass(frozen=True)
class SegmentAction(Action[Battle, Fighter]):
    """What segments buy; ``price`` is what it usually costs."""

    plan: Callable[[Battle, Fighter, Any], object] | None = None
    """Raises :class:`Refusal` when it cannot be, before it is begun (walka-9) or rolled."""
    at_start: bool = False
    """A burst: its test is made when it starts (walka-9)."""
    shelters: bool = False
    """Somebody suppressed may still do it (walka-25)."""
    can_be_free: bool = False
    """It can be told so that it takes no segments."""


SUPPRESSED = Text("suppressed, may only seek cover")
COMES_TO_NOTHING = Text("{name}: {action} comes to nothing ({reason})")


def price_of(
    fighter: Fighter, action: Action[Battle, Fighter], command: Command | None = None
) -> int:
    """walka-9 and 10: what the game master says; else the list, the weapon, and what is told."""
    if command is None:
        return action.price
    if command.cost is not None:
        return command.cost
    asked: Any = command
    guns, weapons = fighter.guns, fighter.sheet.weapons
    match action.id:
        case "shot":
            return shot_segments(fighter, guns, asked.with_) + int(asked.aim)
        case "sniper_shot":
            among = guns if asked.with_ else fitting(fighter, action.id)
            longer = shot_segments(fighter, among, asked.with_) - 1
            return 0 if asked.safe else action.price + longer + asked.aim
        case "two_weapons" if asked.burst:
            return BURST_SEGMENTS[asked.burst]
        case "two_weapons":
            first = next((i for i in guns if asked.with_ in ("", weapons[i].name)), None)
            others = [index for index in guns if index != first]
            second = shot_segments(fighter, others, asked.with_other)
            return max(shot_segments(fighter, guns, asked.with_), second) + int(asked.aim)
        case "several_shots":
            return sum(shot_segments(fighter, guns, shot.with_) for shot in asked.shots)
        case "throw" | "throw_large":
            throwing = (weapons[index] for index in fitting(fighter, "throw"))
            held = next((w for w in throwing if asked.with_ in ("", w.name)), None)
            return held.shot_segments if held and held.category == "launcher" else action.price
        case "other":
            return int(asked.segments)
        case _:
            return action.price


TOLD_LONGER = ("shot", "two_weapons", "several_shots", "other")
"""Actions whose commands can say that they take more segments than the list has."""


def shot_segments(fighter: Fighter, guns: Sequence[int], name: str) -> int:
    """What a shot takes with the gun of that name, the first one when none is named."""
    weapons = (fighter.sheet.weapons[index] for index in guns)
    return next((gun.shot_segments for gun in weapons if name in ("", gun.name)), 1)


# ---- having them


def available(state: Battle, fighter: Fighter) -> int:
    """Segments the fighter can put into an action now; one at a time after a trigger, and where
    segments are played side by side."""
    if state.turn != fighter.id:
        return 0
    if not (state.clash or state.parallel):
        return fighter.segments
    return min(in_hand(state, fighter), 1)


def can_begin(state: Battle, fighter: Fighter) -> bool:
    """walka-9: whether segments are there to begin something new with."""
    return fighter.carry is None and available(state, fighter) > 0


def in_hand(state: Battle, fighter: Fighter) -> int:
    """Segments left: of the own move, or the frozen ones when breaking into another's."""
    if not state.clash or fighter.id == state.interrupted:
        return fighter.segments
    return fighter.frozen.count if fighter.frozen else 0


def spend(
    state: Battle,
    fighter: Fighter,
    amount: int,
    action: Action[Battle, Fighter],
    kind: Literal["running", "done"],
    table: Table,
) -> None:
    """Takes segments for an action and draws them. ``fighter`` is taken."""
    if not amount:
        return
    bar = Bar(fighter.used, amount, action.label, kind, action.rule, native=action.native)
    fighter.track = [*fighter.track, bar]
    if state.clash and fighter.id != state.interrupted:
        if fighter.frozen:
            left = fighter.frozen.count - amount
            fighter.frozen = fighter.frozen.model_copy(update={"count": left}) if left > 0 else None
    else:
        fighter.segments = max(fighter.segments - amount, 0)
    pass_time(state, fighter, amount, table)


def lose_rest(state: Battle, fighter: Fighter, table: Table) -> None:
    """Segments that are neither spent nor frozen are lost. ``fighter`` is taken."""
    if not fighter.segments:
        return
    lost, fighter.segments = fighter.segments, 0
    table.note(
        "walka-9", fighter, "{name} leaves {count} segment unused",
        "{name} leaves {count} segments unused", count=lost,
    )  # fmt: skip
    if not fighter.frozen:
        fighter.track = [*fighter.track, _unused(fighter, lost)]
    pass_time(state, fighter, lost, table)


def lose_one(state: Battle, fighter: Fighter, table: Table) -> None:
    """Side by side, or while segments alternate, one may pass unused. ``fighter`` is taken."""
    fighter.segments -= 1
    table.note("walka-9", fighter, "{name} leaves a segment unused")
    fighter.track = [*fighter.track, _unused(fighter, 1)]
    pass_time(state, fighter, 1, table)


def _unused(fighter: Fighter, segments: int) -> Bar:
    return Bar(fighter.used, segments, Text("unused"), "struck", "walka-9", native="przepadły")


# ---- spending them


def go_on(state: Battle, fighter: Fighter, table: Table) -> None:
    """An action under way takes the segments it still needs, and is done when paid.

    One done segment by segment takes none by itself in the own move (walka-13).
    """
    carry = fighter.carry
    if carry is None:
        return
    in_steps = cast(commands.Act, carry.command).in_steps and not state.clash and not state.parallel
    left = available(state, fighter)
    if left and not in_steps:
        pay_carry(state, fighter, carry, left, table)


def pay_carry(state: Battle, fighter: Fighter, carry: Carry, most: int, table: Table) -> None:
    """Puts up to ``most`` segments into what is under way, and does it when all are paid.

    ``fighter`` is taken.
    """
    paid = min(carry.segments, most)
    rest = carry.segments - paid
    # A fighter held down in this segment does not get it done, though it is the last one.
    problem = None if carry.command.overrule else cannot(state, fighter, carry.action)
    if problem and not (rest or carry.resolved):
        _comes_to_nothing(fighter, carry, problem, table)
    spend(state, fighter, paid, carry.action, "running" if rest else "done", table)
    if rest:
        fighter.carry = replace(carry, segments=rest)
        table.note(
            "walka-9", fighter, "{name}: {action}, {count} segment still to come",
            "{name}: {action}, {count} segments still to come",
            action=carry.action.label, count=rest,
        )  # fmt: skip
        return
    fighter.carry = None
    if problem and not carry.resolved:
        return
    table.note("walka-9", fighter, "{name} completes: {action}", action=carry.action.label)
    if carry.resolved:
        return
    try:
        command = carry.command
        if victims := getattr(command, "victims", ()):  # those who have left since it was begun
            left = [victim for victim in victims if not state[victim.who].out]
            command = command.model_copy(update={"victims": left})
        command = on_map.filled_in(state, command, fighter.id, carry.distances)
        carry.action.perform(state, fighter, command, table)
        table.finish()
    except TableRefusal:
        raise
    except Refusal as refusal:
        _comes_to_nothing(fighter, carry, refusal.message, table)


def _comes_to_nothing(fighter: Fighter, carry: Carry, reason: Words, table: Table) -> None:
    """What can no longer be comes to nothing."""
    line = COMES_TO_NOTHING.template
    table.note("walka-9", fighter, line, action=carry.action.label, reason=reason)


def cannot(state: Battle, fighter: Fighter, action: Action[Battle, Fighter]) -> Text | None:
    """Why an action cannot be taken now, turn and price apart."""
    held = fighter.suppressed and action.whose == "to_act"
    if held and isinstance(action, SegmentAction) and not action.shelters:
        return SUPPRESSED
    hindered = fighter.afflictions and action.whose == "to_act" and action.id
    if hindered and (problem := conditions.stopped(fighter, action.id)):
        return problem
    reason = action.why_not(state, fighter)
    return None if reason is None else as_text(reason)


def cannot_begin(state: Battle, fighter: Fighter, action: Action[Battle, Fighter]) -> Text | None:
    """Why an action cannot be begun now: an attack, which goes on once it is under way, wants a
    target, too."""
    attacks = action.section == "attack" and _is_aimed(action.command)
    return cannot(state, fighter, action) or (alone(state, fighter) if attacks else None)


@cache
def _is_aimed(command: type[Command]) -> bool:
    target = command.model_fields.get("target")
    return target is not None and target.is_required()


def one_more(state: Battle, fighter: Fighter, command: Command, table: Table) -> None:
    """walka-13: one segment of what is under way, so that others can break in after it."""
    if fighter.carry is None or not available(state, fighter):
        raise Refusal(nothing_under_way(fighter), "do")
    pay_carry(state, fighter, fighter.carry, 1, table)


def abandon(state: Battle, fighter: Fighter, command: Command, table: Table) -> None:
    """Gives up what is under way; the segments paid are gone."""
    if fighter.carry is None:
        raise Refusal(nothing_under_way(fighter), "do")
    table.note("walka-9", fighter, "{name} gives up: {action}", action=fighter.carry.action.label)
    if fighter.carry.resolved:
        stop_firing(state, fighter, table)
    fighter.carry = None


def nothing_under_way(fighter: Fighter) -> Text:
    """The reason why nothing can be continued or given up."""
    return Text("{name} has nothing under way", name=fighter.name)


def cannot_go_on(state: Battle, fighter: Fighter) -> Text | None:
    """walka-13: only in the middle of an action done segment by segment."""
    if fighter.carry and available(state, fighter) and not state.clash:
        return None
    return nothing_under_way(fighter)


# ---- who is held down by fire, and until when (walka-25)


def clock(state: Battle, fighter: Fighter) -> int:
    """How many segments of the fight this one has behind it; a segment is the same for all."""
    return (state.round - 1) * SEGMENTS + (int(fighter.used) if fighter.moved else 0)


def suppress(
    state: Battle, fighter: Fighter, held: Sequence[str], lasts: int, table: Table
) -> None:
    """Holds down everybody in the field of fire. ``lasts``: segments of the fire still to come."""
    if not held:
        return
    fighter.suppressing = tuple(dict.fromkeys([*fighter.suppressing, *held]))
    fighter.fire_left = lasts + 1
    by_segment = state.house.suppression == "segment"
    for id in held:
        target = state.take(id)
        target.suppressed = True
        if by_segment:
            target.held_until = max(target.held_until, clock(state, fighter) + lasts + 1)
        table.mark("suppressed", id)
    table.note(
        "walka-25", fighter, "{name}: fire holds down: {held}", held=[state[id].name for id in held]
    )


def pass_time(state: Battle, fighter: Fighter, amount: int, table: Table) -> None:
    """What ends as segments of this fighter pass. ``fighter`` is taken.

    Suppression ends a segment after the fire; by the house rule, a segment of the shooter's own.
    """
    if fighter.afflictions:
        fighter.passed += amount
    if fighter.suppressing and state.house.suppression == "shooter":
        fighter.fire_left -= amount
        if fighter.fire_left <= 0:
            cease_fire(state, fighter, table)
    if fighter.held_until and clock(state, fighter) >= fighter.held_until:
        free(state, fighter, table)


def free(state: Battle, target: Fighter, table: Table) -> None:
    """Held down no more. ``target`` is taken."""
    for shooter in [c for c in state.combatants.values() if target.id in c.suppressing]:
        held = tuple(id for id in shooter.suppressing if id != target.id)
        state.take(shooter.id).suppressing = held
    target.held_until = 0
    if target.suppressed:
        target.suppressed = False
        table.note("walka-25", target, "{name}: no longer held down by fire")


def stop_firing(state: Battle, shooter: Fighter, table: Table) -> None:
    """A burst is given up before its time: a segment from now whom no other fire holds down is
    free. ``shooter`` is taken."""
    shooter.fire_left = min(shooter.fire_left, 1)
    until = clock(state, shooter) + 1
    for id in shooter.suppressing:
        others = (c for c in state.combatants.values() if c.id != shooter.id)
        if state[id].held_until > until and not any(id in other.suppressing for other in others):
            target = state.take(id)
            target.held_until = until
            pass_time(state, target, 0, table)


def cease_fire(state: Battle, shooter: Fighter, table: Table) -> None:
    """Targets that no other fire holds down are free again. ``shooter`` is taken."""
    held, shooter.suppressing, shooter.fire_left = shooter.suppressing, (), 0
    for id in held:
        if not any(id in other.suppressing for other in state.combatants.values()):
            free(state, state.take(id), table)
