"""«Struktura tahu»: what a creature does with its action and its momentum (konflikt-5 to 9, 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from operator import attrgetter
from typing import Any

from desktop.rules import squares
from desktop.rules.cast import another, chosen, named, unknown, unless, when
from desktop.rules.contract import Command, Known
from desktop.rules.effects import EffectUnit
from desktop.rules.konflikt import checks, commands, on_map
from desktop.rules.konflikt.attacks import break_weapon, damage_weapon, into_reach
from desktop.rules.konflikt.harm import lift, work
from desktop.rules.konflikt.on_map import find_reach, go
from desktop.rules.konflikt.sheet import USUAL, Power
from desktop.rules.konflikt.state import NUMBER, Conflict, Fighter, Prepared
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Reason, Text, UsedUp, few, joined

MOMENTUM = EffectUnit("momentum", Text("Momentum of a turn"), "Hybnost", rule="konflikt-8")


def momentum_of_a_turn(fighter: Fighter) -> int:
    """konflikt-5 and 8: what a creature has in each turn, with the game master's own effects."""
    return max(fighter.sheet.momentum + MOMENTUM.of(fighter), 0)


# ---- items, abilities, spells


@dataclass(frozen=True, slots=True)
class Craft:
    """A kind of power: where it stands on the sheet, and what threat does to it."""

    shelf: str
    risk: Text | None
    """What is said where luck is needed under threat; None where threat does not matter."""
    falls: bool = False
    """Whether the thing falls to the ground where luck fails; else its use is gone."""

    def of(self, fighter: Fighter) -> Sequence[Power]:
        """The powers of this kind that a creature has."""
        return fighter.powers[self.shelf]

    def usable(self, fighter: Fighter) -> list[Power]:
        """Those of them that can be used now."""
        return [power for power in self.of(fighter) if not self.why_not(fighter, power)]

    def path_of(self, fighter: Fighter, power: Power) -> str:
        """Where a power stands on the sheet."""
        names = [known.name for known in self.of(fighter)]
        return f"{self.shelf}[{names.index(power.name)}]"

    def why_not(self, fighter: Fighter, power: Power) -> Text | None:
        """Why a power cannot be used now."""
        path = self.path_of(fighter, power)
        if fighter.changed.get(f"{path}.broken", power.broken):
            return Reason("it is broken", rule="konflikt-13")
        if self.falls and power.name in fighter.dropped:
            return Reason("it lies on the ground", rule="konflikt-13")
        left = fighter.left(path, power.uses)
        return UsedUp("used up", rule="konflikt-6") if left == 0 else None


CRAFTS = {
    "use_item": Craft("items", Text("an item handled under threat"), falls=True),
    "use_ability": Craft("abilities", None),
    "cast": Craft("spells", Text("a spell under threat")),
}


def why_not_craft(fighter: Fighter, action: str) -> Text | None:
    """Why nothing of a kind can be used now: none is there, or none is left. None of others."""
    if action not in CRAFTS:
        return None
    craft = CRAFTS[action]
    problems = [craft.why_not(fighter, power) for power in craft.of(fighter)]
    if not problems:
        return Reason("none on the sheet", rule="konflikt-6")
    return problems[0] if all(problems) else None


def use(state: Conflict, fighter: Fighter, command: commands.Use, table: Table) -> None:
    """konflikt-6 and 13: an item, an ability or a spell, on a target or on oneself."""
    seen, craft = state.people, CRAFTS[command.action]
    power = named(fighter, craft.of(fighter), command.with_)
    if power.harms and not command.target:
        raise Refusal("needs a target", "target", rule="konflikt-6")
    # Overruled, a power that heals is for those who were subdued, too.
    aim = checks.known_target(seen, command.target or fighter.id)
    if not (command.overrule and power.healing and aim.fallen == "subdued"):
        aim = checks.present_target(seen, aim.id)
    checks.refuse_unseen(command.visible, command.overrule)
    reason = craft.why_not(fighter, power)
    if reason and not command.overrule:
        raise Refusal(reason, "with")
    said = {"what": power.name, "target": aim.name}
    if command.action == "cast":
        table.note("konflikt-6", fighter, "{name} casts: {what} → {target}", **said)
    else:
        table.note("konflikt-6", fighter, "{name} uses: {what} → {target}", **said)
    path = craft.path_of(fighter, power)
    if craft.risk and not checks.gets_past_threat(
        seen, seen[fighter.id], command.threatened, table, craft.risk
    ):
        if craft.falls:  # to the ground, where it lies; a fragile thing breaks
            table.note("konflikt-13", fighter, "{name} drops: {item}", item=power.name)
            if power.fragile:
                fighter.changed = {**fighter.changed, f"{path}.broken": True}
                table.note("konflikt-13", fighter, "{item} breaks", item=power.name)
            else:
                fighter.dropped = [*fighter.dropped, power.name]
        else:
            fighter.use_up(path, power.uses)
            table.note(
                "konflikt-13", fighter, "{name}: the spell fails and is lost ({what})", **said
            )
        return
    fighter.use_up(path, power.uses)
    if command.also and not power.area and not command.overrule:
        raise Refusal(Text("{what} has no area", what=power.name), "also", rule="konflikt-16")
    also = dict.fromkeys(id for id in command.also if id != aim.id)
    for target in table.each([aim, *[checks.present_target(seen, id, "also") for id in also]]):
        if succeeds(state, seen[fighter.id], target, power, command, table):
            work(state, fighter, state.take(target.id), power, table)


def known_area(state: Conflict, actor: str, step: Mapping[str, Any]) -> dict[str, Known]:
    """konflikt-16: on a map, who else stands in the area of a power."""
    target = str(step.get("target") or actor)
    power = power_of(state[actor], step)
    if power is None or not power.area:
        return {}
    also = on_map.in_area(state, actor, target, power.area, harms=power.harms)
    return {"also": Known(also, Text("who stands within {metres} m", metres=power.area))}


def power_of(fighter: Fighter, step: Mapping[str, Any]) -> Power | None:
    """The power that a step uses; None where it uses none."""
    craft = CRAFTS.get(step.get("action", ""))
    return chosen(craft.of(fighter), step.get("with")) if craft else None


def succeeds(
    state: Conflict,
    fighter: Fighter,
    target: Fighter,
    power: Power,
    command: commands.Use,
    table: Table,
) -> bool:
    """A power that names a skill needs a check of it, against the target or against 11."""
    if not power.skill:
        return True
    others = target.id != fighter.id
    what = Text("{what} → {target}", what=power.name, target=target.name) if others else power.name
    if command.also and others:
        table.log("konflikt-16", what, by=fighter.id)
    modifiers = command.modifiers
    if target.id in command.also:
        behind = squares.cover_between(state, fighter.id, target.id)
        modifiers = modifiers.model_copy(update={"cover": behind or modifiers.cover})
    reasons = checks.reasons_of(fighter, modifiers, cover=-1 if others and power.against else 0)
    number = target.number(power.against) if power.against else USUAL
    if power.against:
        NUMBER.tell(target, table)
    attacks = bool(power.against) or power.harms
    rule = "konflikt-10" if attacks else "konflikt-12"
    reached = checks.make_check(
        state, fighter, power.skill, number, reasons, table, rule=rule, what=what
    )
    if reached.success and attacks:
        table.mark("hit", target.id)
    elif reached.success:
        table.mark("success", fighter.id)
    return reached.success


# ---- overcoming, and ending effects


nothing_to_overcome = unless(
    attrgetter("to_overcome"), Reason("nothing to overcome", rule="konflikt-6")
)


def overcome(state: Conflict, fighter: Fighter, command: commands.Overcome, table: Table) -> None:
    """konflikt-6: a check of the effect's skill ends it early; cover helps (konflikt-16)."""
    effect = named(fighter, fighter.to_overcome, command.effect, "effect")
    table.note("konflikt-6", fighter, "{name} tries to overcome: {effect}", effect=effect.name)
    reasons = checks.reasons_of(fighter, command.modifiers, cover=1)
    reached = checks.make_check(
        state, fighter, effect.overcome, effect.against, reasons, table, rule="konflikt-6",
        what=effect.name,
    )  # fmt: skip
    if reached.success:
        table.mark("success", fighter.id)
        lift(fighter, effect, table, "konflikt-6")


def nothing_to_end(state: Conflict, fighter: Fighter) -> Text | None:
    """Why it has no magical effect to end."""
    own = any(target.under_effects_of(fighter) for target in state.combatants.values())
    return None if own else Reason("has no effect of its own to end", rule="konflikt-6")


def end_effect(
    state: Conflict, fighter: Fighter, command: commands.EndEffect, table: Table
) -> None:
    """konflikt-6: one's own magical effect, where one sees its area or its subjects."""
    if not command.visible and not command.overrule:
        raise Refusal(
            "the area or those under it have to be in sight", "visible", rule="konflikt-6"
        )
    if command.target not in state.combatants:
        raise unknown(command.target, "target")
    target = state.take(command.target)
    effect = named(target, target.under_effects_of(fighter), command.effect, "effect")
    names = {"effect": effect.name, "target": target.name}
    table.note("konflikt-6", fighter, "{name} ends: {effect} → {target}", **names)
    lift(target, effect, table, "konflikt-6")


# ---- prepared actions


BLOWS = ("attack", "two_weapons")
"""The actions that strike or shoot at somebody."""


why_not_skip = when(  # who prepares an action skips its turn (konflikt-7)
    attrgetter("begun"), Reason("the turn it would skip has begun", rule="konflikt-7")
)


def can_come_up(state: Conflict, fighter: Fighter) -> bool:
    """konflikt-7: whether others act before it is given up: after the last side the round ends."""
    return fighter.side != state.sides[-1] or state.house.prepared_until == "next_turn"


def prepare(state: Conflict, fighter: Fighter, command: commands.Prepare, table: Table) -> None:
    """konflikt-7: the turn is skipped, an action and its condition are set."""
    problem = why_not_craft(fighter, command.prepared)
    if problem and not command.overrule:
        raise Refusal(problem, "prepared")
    fighter.prepared = Prepared(action=command.prepared, when=command.when, what=command.what)
    fighter.momentum = 0
    state.holders = (*(id for id in state.holders if id != fighter.id), fighter.id)
    said = commands.prepared_in_words(fighter.prepared)
    table.note("konflikt-7", fighter, "{name} prepares an action: {what}", what=said)
    if not can_come_up(state, fighter):
        table.note("konflikt-7", fighter, "{name}: nobody else acts before the round ends")


def give_up(state: Conflict, fighter: Fighter, table: Table) -> None:
    """A prepared action that comes to nothing."""
    if fighter.prepared is not None:
        fighter.prepared = None
        table.note("konflikt-7", fighter, "{name} gives up the prepared action")
    state.holders = tuple(id for id in state.holders if id != fighter.id)


def before_act(state: Conflict, actor: str) -> None:
    """A new act begins: how things stand before it is kept, while somebody waits (konflikt-7).

    Whoever fell in the act before this one can no longer answer it.
    """
    if state.holders:
        fallen = [id for id in state.holders if state[id].out]
        for id in fallen:
            state.take(id).prepared = None
        state.holders = tuple(id for id in state.holders if id not in fallen)
    # A copy, so that nothing kept here is written to.
    state.before = state.copy().combatants if state.holders else {}
    state.before_at = state.positions if state.holders else {}
    state.passed = ()
    state.last_actor = actor


def waits(state: Conflict, id: str) -> bool:
    """Whether it can answer the opponents' running turn, even if their last act felled it."""
    fighter = state[id]
    if id not in state.holders or fighter.side == state.side or fighter.stepped_in == state.round:
        return False
    return not state.before.get(id, fighter).out


def can_strike_last_actor(state: Conflict, fighter: Fighter) -> bool:
    """konflikt-7: whether it waits to harm somebody, and can do so to the one who acted last: a
    blow where that one is in its reach, a power where it sees that one."""
    actor = state.combatants.get(state.last_actor)
    if actor is None or actor.out or fighter.prepared is None:
        return False
    action = fighter.prepared.action
    if action in BLOWS:
        return on_map.has_in_reach(state, fighter, actor)
    harmful = action in CRAFTS and any(p.harms for p in CRAFTS[action].usable(fighter))
    return harmful and squares.sees(state, fighter.id, actor.id)


def why_not_now(state: Conflict, fighter: Fighter) -> Text:
    """Why one who does not wait has nothing to do now that was prepared."""
    if fighter.prepared is None:
        return Reason("nothing is prepared", rule="konflikt-7")
    if fighter.side != state.side and fighter.stepped_in == state.round:
        return Reason("only once in a round", rule="konflikt-7")
    return Reason("only in the opponents' turn", rule="konflikt-7")


def ranges_of_answer(fighter: Fighter, step: Mapping[str, Any]) -> tuple[float, float]:
    """Metres that each of the two weapons of what was prepared goes; a power goes any."""
    if fighter.prepared is None or fighter.prepared.action not in BLOWS:
        return inf, inf
    improvised = bool(step.get("improvised"))

    def goes(name: Any, usual: int) -> float:
        named = [weapon for weapon in fighter.weapons if weapon.name == name]
        weapon = (named or fighter.weapons[usual:] or fighter.weapons)[0]
        metres = fighter.range_of(fighter.as_used(weapon, improvised))
        return inf if metres is None else metres

    return goes(step.get("with"), 0), goes(step.get("with_other"), 1)


# ---- sprint, and anything else


def sprint(state: Conflict, fighter: Fighter, command: Command, table: Table) -> None:
    """konflikt-6: twice the momentum in this round, whatever of it is spent already.

    Who prepared it (7) has spent all by skipping its turn, and runs with the other half now.
    """
    MOMENTUM.tell(fighter, table)
    fighter.momentum += momentum_of_a_turn(fighter)
    table.note(
        "konflikt-6", fighter, "{name} sprints; momentum left: {left}", left=fighter.momentum
    )


def other(state: Conflict, fighter: Fighter, command: commands.Other, table: Table) -> None:
    """konflikt-6: whatever comes to mind; the game master may ask for a check (konflikt-12, 16).

    Against somebody it is an attack (konflikt-10), which may push its target or harm its gear.
    """
    rule = "konflikt-6" if not command.overrule else BY_HAND
    table.note(rule, fighter, "{name}: {what}", what=command.what)
    target = None
    if command.target:
        target = checks.present_target(state.people, command.target)
        checks.refuse_unseen(command.visible, command.overrule)
    if command.skill:  # the target's cover hinders the check
        against = target is not None and target.id != fighter.id
        reasons = checks.reasons_of(fighter, command.modifiers, cover=-1 if against else 1)
        number, rule = command.number, "konflikt-12"
        if target is not None and command.against:
            number, rule = target.number(command.against), "konflikt-10"
            NUMBER.tell(target, table)
        reached = checks.make_check(
            state, fighter, command.skill, number, reasons, table, rule=rule
        )
        if not reached.success:
            return
        table.mark("success", fighter.id)
    if target is not None:
        suffer(state, fighter, state.take(target.id), command, table)


def suffer(
    state: Conflict, fighter: Fighter, target: Fighter, command: commands.Other, table: Table
) -> None:
    """konflikt-10: what an attack does that is no blow: another place, harmed gear."""
    match command.outcome:
        case "push":
            table.note(
                "konflikt-10", fighter, "{name} → {target}: pushes {metres} m away",
                target=target.name, metres=command.metres,
            )  # fmt: skip
            if not on_map.push(state, fighter, target, command.metres):
                leave(state, target)
        case "break" | "damage" | "drop":
            weapon = named(target, target.weapons, command.item or target.in_hand, "item")
            if command.outcome == "break":
                break_weapon(state, target, weapon, table)
            elif command.outcome == "damage":
                damage_weapon(target, weapon, table)
            else:
                target.dropped = [*target.dropped, weapon.name]
                table.note("konflikt-13", target, "{name} drops: {item}", item=weapon.name)
                find_reach(state, [target.id])


# ---- momentum


SMALL_DOING = 2
"""Momentum for a small doing (konflikt-8)."""


def price_of_move(fighter: Fighter, metres: int, difficult: int) -> int:
    """konflikt-9, 14: a metre costs 1, on difficult ground or after a threatened start 2."""
    return metres + (metres if fighter.threatened_at_start else difficult)


def move(state: Conflict, fighter: Fighter, command: commands.Move, table: Table) -> None:
    """konflikt-9: a way over the ground; whom it leaves threatens it no more (konflikt-13)."""
    if command.difficult > command.metres:
        raise Refusal("cannot be more than the whole distance", "difficult")
    allowed = command.force or command.overrule
    if command.through_enemies and not allowed:
        raise Refusal(
            "no way leads through an enemy, unless the game master allows it",
            "force",
            rule="konflikt-9",
        )
    if command.onto_ally and not allowed:
        raise Refusal("a move cannot end where an ally stands", "onto_ally", rule="konflikt-9")
    if command.skill:  # the check that the game master asks for where no way would lead
        reasons = checks.own_reasons(fighter)
        reached = checks.make_check(
            state, fighter, command.skill, command.number, reasons, table, rule="konflikt-9"
        )
        if not reached.success:
            table.note("konflikt-9", fighter, "{name} does not get through")
            return
    if command.metres or command.to is not None:
        leave(state, fighter)
    if table.keeps_log:
        _tell_price(fighter, command, table)
    if command.to is not None:
        if state.holders:
            state.passed = on_map.passed(state, fighter, command.to)
        go(state, fighter, command.to, known="metres" in command.model_fields_set)
        # Nobody names those who are down, but they may stand again.
        fighter.reached_by = [id for id in fighter.reached_by if state[id].out]
    else:  # whose token stays, stays in reach of whom the map says
        find_reach(state, [fighter.id])
    threatening = []
    for id in command.reached_by:
        other = another(state, fighter, id, "reached_by")
        if other.side == fighter.side:
            continue
        if command.to is None:
            into_reach(fighter, other)
        else:
            fighter.reached_by = [*fighter.reached_by, id]
        threatening.append(other.name)
    if threatening:
        others = few(threatening)
        table.note("konflikt-13", fighter, "{name}, threatened by: {others}", others=others)


TWICE = Text("{name}: threatened as the turn begins, so every metre counts twice")


def _tell_price(fighter: Fighter, command: commands.Move, table: Table) -> None:
    price = price_of_move(fighter, command.metres, command.difficult)
    if fighter.threatened_at_start and command.cost is None:
        table.note("konflikt-14", fighter, TWICE.template)
    table.note(
        "konflikt-9", fighter, "{name} moves {metres} m; momentum spent: {price}, left: {left}",
        metres=command.metres, price=price if command.cost is None else command.cost,
        left=fighter.momentum,
    )  # fmt: skip


def leave(state: Conflict, fighter: Fighter) -> None:
    """Out of everybody's reach, and everybody out of its own. Nobody strikes in passing."""
    fighter.reached_by = []
    for other in list(state.combatants.values()):
        if fighter.id in other.reached_by:
            mine = state.take(other.id)
            mine.reached_by = [id for id in mine.reached_by if id != fighter.id]


def why_not_doing(fighter: Fighter, doing: str, item: str = "") -> Text | None:
    """konflikt-8: why a small doing would change nothing."""
    match doing:
        case "reload" if not fighter.unloaded:
            return Reason("nothing has to be loaded", rule="konflikt-8")
        case "stand_up" if not fighter.prone:
            return Reason("stands already", rule="konflikt-8")
        case "lie_down" if fighter.prone:
            return Reason("lies already", rule="konflikt-8")
        case "pick_up" if not item and not fighter.on_the_ground:
            return Reason("has dropped nothing", rule="konflikt-8")
        case "pick_up" if item and item not in fighter.on_the_ground:
            weapons = [weapon.name for weapon in fighter.weapons]
            if item in [*weapons, *(thing.name for thing in fighter.powers.get("items", ()))]:
                return Reason("has it at hand", rule="konflikt-8")
    return None


def interact(state: Conflict, fighter: Fighter, command: commands.Interact, table: Table) -> None:
    """konflikt-8: a small doing; under threat an item needs luck to be handled (konflikt-13)."""
    reason = why_not_doing(fighter, command.doing, command.item)
    if reason and not command.overrule:
        raise Refusal(reason, "item" if command.item else "doing")
    handled = {"pick_up": fighter.on_the_ground, "reload": fighter.unloaded}
    item = command.item or next(iter(handled.get(command.doing, ())), "")
    doing = dict(commands.DOINGS)[command.doing]
    table.note(
        "konflikt-8", fighter,
        "{name}, small doing: {doing}; momentum spent: {price}, left: {left}",
        doing=joined([doing, f"({item})"], " ") if item else doing, left=fighter.momentum,
        price=SMALL_DOING if command.cost is None else command.cost,
    )  # fmt: skip
    if command.doing in commands.HANDLING and not checks.gets_past_threat(
        state.combatants, fighter, command.threatened, table, Text("an item handled under threat")
    ):
        fumble(state, fighter, command, table)
        return
    match command.doing:
        case "pick_up":
            fighter.dropped = [name for name in fighter.dropped if name != item]
            thrown = [fighter.last_throw(w) for w in fighter.weapons if w.name == item]
            fighter.changed = {**fighter.changed, **{path: 1 for path in thrown if path}}
            find_reach(state, [fighter.id])
        case "reload":
            fighter.unloaded = [name for name in fighter.unloaded if name != item]
        case "lie_down":
            fighter.prone = True
        case "stand_up":
            fighter.prone = False


def fumble(state: Conflict, fighter: Fighter, command: commands.Interact, table: Table) -> None:
    """konflikt-13: what was handled without luck falls: the thing that is named, else the weapon
    in hand; what lies on the ground stays there."""
    falls = command.item or fighter.in_hand
    if command.doing == "pick_up" or not falls:
        if command.doing == "pick_up":
            table.note("konflikt-13", fighter, "{name} does not get hold of it")
        else:
            table.note("konflikt-13", fighter, "{name}: nothing falls")
        return
    if falls not in fighter.dropped:
        fighter.dropped = [*fighter.dropped, falls]
        find_reach(state, [fighter.id])
    table.note("konflikt-13", fighter, "{name} drops: {item}", item=falls)
