"""What is not an attack with a weapon: aim, disarm, grapple, escape, dodge, resist, move."""

from __future__ import annotations

from desktop.rules.boj.attacks import struggle
from desktop.rules.boj.checks import (
    CHANCE,
    Chance,
    Opposed,
    against,
    chance_of,
    of_chance,
    percentile,
    said,
)
from desktop.rules.boj.commands import (
    Aim,
    Disarm,
    Dodge,
    Escape,
    Grapple,
    Move,
    Other,
    PickUp,
    PutAway,
    Resist,
    Step,
)
from desktop.rules.boj.defence import LABELS
from desktop.rules.boj.on_map import PACES, STEP, walk
from desktop.rules.boj.state import Fighter, Guard, Scene, hold, let_go
from desktop.rules.cast import named
from desktop.rules.dice import Percent
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text


def aim(state: Scene, fighter: Fighter, command: Aim, table: Table) -> None:
    """boj-3: a whole turn, no roll; boj-4: it does not add up."""
    fighter.aiming = fighter.aimed = True
    template = "{name} aims: +20 to the attack in the next turn"
    table.log("boj-3", Text(template, name=fighter.name), by=fighter.id)


def dodge(state: Scene, fighter: Fighter, command: Dodge, table: Table) -> None:
    """boj-11: one roll against every attack until the next turn."""
    roll = _test(
        fighter, fighter.skill("dodge"), command.modifier, "boj-11", LABELS["dodge"], table
    )
    fighter.guard = Guard("dodge", roll)


def resist(state: Scene, fighter: Fighter, command: Resist, table: Table) -> None:
    """boj-14: block or counterattack, against every close attack until the next turn."""
    weapon = fighter.resists_with
    if command.with_:
        weapon = named(fighter, [w for w in fighter.weapons if w.close], command.with_)
    fighter.take_in_hand(weapon)
    skill, label = fighter.skill(weapon.skill), LABELS[command.kind]
    roll = _test(fighter, skill, command.modifier, "boj-14", label, table)
    fighter.guard = Guard(command.kind, roll, weapon.name)


def _test(
    fighter: Fighter, skill: int, modifier: int, rule: str, label: Text, table: Table
) -> Percent:
    chance = Chance(skill, fighter)
    chance.add("boj-5", Text("as the game master says"), modifier)
    chance.tell(fighter, table)
    roll = table.roll(percentile(chance.value), why=rule, by=fighter.id, label=label)
    if roll.success:
        table.mark("success", fighter.id)
    template = "{name}, {what!l}: {came}"
    told = Text(template, name=fighter.name, what=label, came=of_chance(roll, chance.value))
    table.log(rule, told, by=fighter.id)
    return roll


# ---- hand to hand


def disarm(state: Scene, fighter: Fighter, command: Disarm, table: Table) -> None:
    """boj-10: the target drops what it holds."""
    held = state.combatants[command.target].in_hand if command.target in state.combatants else "-"
    if not held:
        raise Refusal(Text("holds nothing"), "target")
    target = struggle(state, fighter, command, "boj-10", Text("Disarm"), table)
    if target is None:
        return
    table.mark("disarmed", target.id)
    target.disarmed = [*target.disarmed, target.in_hand]
    template = "{name} drops {weapon}"
    table.log("boj-10", Text(template, name=target.name, weapon=target.in_hand), by=target.id)
    target.in_hand = ""


def grapple(state: Scene, fighter: Fighter, command: Grapple, table: Table) -> None:
    """boj-13: the target is held until it breaks free."""
    if command.target in state.combatants and state[command.target].grappled_by:
        raise Refusal(Text("is held already"), "target")
    target = struggle(state, fighter, command, "boj-13", Text("Grapple"), table)
    if target is None or fighter.out:
        return
    table.mark("held", target.id)
    hold(state, fighter, target)
    template = "{name} holds {target}"
    table.log("boj-13", Text(template, name=fighter.name, target=target.name), by=fighter.id)


def escape(state: Scene, fighter: Fighter, command: Escape, table: Table) -> None:
    """boj-12: the better of strength×5 and unarmed, against the holder's roll."""
    if fighter.grappled_by is None:
        raise Refusal(Text("nobody holds {name}", name=fighter.name), "action")
    holder = state.take(fighter.grappled_by)
    skill = max(5 * fighter.sheet.characteristics.strength, fighter.skill("unarmed"))
    chance = Chance(skill, fighter)
    chance.add("boj-5", Text("as the game master says"), command.modifier)
    chance.tell(fighter, table)
    mine, other = _struggled(fighter, holder, chance.value, table)
    template = "{name} tries to break free: {came}"
    told = Text(template, name=fighter.name, came=of_chance(mine, chance.value))
    table.log("boj-12", told, by=fighter.id, dice=1)
    template = "{name} holds on with {roll}: {result}"
    told = Text(template, name=holder.name, roll=other.roll, result=said(other))
    table.log("boj-12", told, by=holder.id)
    if mine.success and mine.better(other):
        table.mark("free", fighter.id)
        let_go(state, holder)
        table.log("boj-12", Text("{name} is free", name=fighter.name), by=fighter.id)


def _struggled(
    fighter: Fighter, holder: Fighter, chance: int, table: Table
) -> tuple[Percent, Percent]:
    """boj-12: against the holder's attack on the one held in this turn, else against a new roll."""
    label = Text("break free")
    standing = holder.held_by_roll
    if standing:
        return table.roll(
            against(chance, standing), why="boj-12", by=fighter.id, label=label
        ), standing
    CHANCE.tell(holder, table)
    holding = chance_of(holder, holder.skill("unarmed"))
    both = Opposed(chance, holding, holder.id, "boj-12", Text("hold on"))
    return table.roll(both, why="boj-12", by=fighter.id, label=label)


# ---- moving and handling


def step(state: Scene, fighter: Fighter, command: Step, table: Table) -> None:
    """boj-16: up to 3 m beside any other action."""
    fighter.moved = True
    _move(state, fighter, command, STEP, table)


def move(state: Scene, fighter: Fighter, command: Move, table: Table) -> None:
    """boj-16: 10, 20 or 30 m; a roll of dexterity×5 only where the ground demands it.

    boj-13: whoever goes so far holds nobody any more.
    """
    fighter.moved = True
    if command.difficult:
        five_fold = 5 * fighter.sheet.characteristics.dexterity
        if not _test(fighter, five_fold, 0, "boj-16", Text("Footing"), table).success:
            return
    _move(state, fighter, command, PACES[command.pace], table)
    if fighter.grappling:
        held = state[fighter.grappling].name
        told = Text("{name} lets go of {held}", name=fighter.name, held=held)
        table.log("boj-13", told, by=fighter.id)
        let_go(state, fighter)


def _move(state: Scene, fighter: Fighter, command: Step, metres: int, table: Table) -> None:
    if command.to is not None:
        walk(state, fighter, command.to, metres, overrule=command.overrule)
    fighter.behind, fighter.cover_near = command.behind, command.cover_near
    template = ", behind cover {rating}"
    where = Text(template, rating=command.behind) if command.behind else NOTHING
    told = Text(
        "{name} moves up to {metres} m{where}", name=fighter.name, metres=metres, where=where
    )
    table.log("boj-16", told, by=fighter.id)


def put_away(state: Scene, fighter: Fighter, command: PutAway, table: Table) -> None:
    """boj-10: free hands are needed to disarm."""
    template = "{name} frees the hands of {weapon}"
    table.log("boj-10", Text(template, name=fighter.name, weapon=fighter.in_hand), by=fighter.id)
    fighter.in_hand = ""


def pick_up(state: Scene, fighter: Fighter, command: PickUp, table: Table) -> None:
    """What was dropped is in hand again."""
    wanted = command.with_ or (fighter.disarmed[0] if fighter.disarmed else "")
    if wanted not in fighter.disarmed:
        raise Refusal(Text("{name} has not dropped that", name=fighter.name), "with")
    fighter.disarmed.remove(wanted)
    fighter.in_hand = wanted
    told = Text("{name} picks up {weapon}", name=fighter.name, weapon=wanted)
    table.log("boj-10", told, by=fighter.id)


def other(state: Scene, fighter: Fighter, command: Other, table: Table) -> None:
    """boj-1: anything else takes the turn's one action too."""
    what = Text(": {what}", what=command.what) if command.what else NOTHING
    template = "{name} does something else{what}"
    table.log("boj-1", Text(template, name=fighter.name, what=what), by=fighter.id)
