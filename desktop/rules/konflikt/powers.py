"""Items, abilities and spells: one shape, three ways to go wrong under threat (konflikt-6, 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.rules.cast import named
from desktop.rules.konflikt.checks import USUAL, gets_past_threat, in_sight, make_check, reasons_of
from desktop.rules.konflikt.commands import Trigger, Use
from desktop.rules.konflikt.effects import afflict
from desktop.rules.konflikt.sheet import Power, Sheet, told_apart
from desktop.rules.konflikt.state import NUMBER, Conflict, Fighter, People
from desktop.rules.konflikt.wounds import heal, is_immune, roll_damage, thrown
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text


@dataclass(frozen=True, slots=True)
class Craft:
    """A kind of power: where it stands on the sheet, and what threat does to it."""

    shelf: str
    risk: Text | None
    """What is said where luck is needed under threat; None where threat does not matter."""
    lost: str
    """What is said of the power where luck fails."""
    used_anyway: bool = False
    """Whether a use is gone though luck failed."""
    falls: bool = False
    """Whether the thing falls to the ground then."""
    told: str = "{name} uses {what}: {on}"
    """What is said where it is used."""

    def found_on(self, sheet: Sheet) -> Sequence[Power]:
        """What stands on the sheet, each by a name of its own."""
        return told_apart(getattr(sheet, self.shelf))

    def of(self, fighter: Fighter) -> Sequence[Power]:
        return fighter.powers[self.shelf]


CRAFTS = {
    "use_item": Craft(
        "items",
        Text("an item handled under threat"),
        "{name} drops {what}",
        falls=True,
    ),
    "use_ability": Craft("abilities", None, ""),
    "cast": Craft(
        "spells",
        Text("a spell under threat"),
        "{name} fails to cast {what}, and it is lost",
        used_anyway=True,
        told="{name} casts {what}: {on}",
    ),
}


def why_not_power(fighter: Fighter, craft: Craft, power: Power) -> Text | None:
    """Why a power cannot be used now."""
    if craft.falls and power.name in fighter.dropped:
        return Text("it lies on the ground")
    path = path_of(fighter, craft, power)
    return Text("used up") if fighter.left(path, power.uses) == 0 else None


def why_not_craft(fighter: Fighter, action: str) -> Text | None:
    """Why nothing of a kind can be used now: none is there, or none is left. None of others."""
    if action not in CRAFTS:
        return None
    craft = CRAFTS[action]
    problems = [why_not_power(fighter, craft, power) for power in craft.of(fighter)]
    if not problems:
        return Text("none on the sheet")
    return problems[0] if all(problems) else None


def harms(power: Power) -> bool:
    """Whether nobody would use it on oneself."""
    return bool(power.damage) or (power.effect is not None and power.effect.negative)


def path_of(fighter: Fighter, craft: Craft, power: Power) -> str:
    """Where a power stands on the sheet."""
    names = [known.name for known in craft.of(fighter)]
    return f"{craft.shelf}[{names.index(power.name)}]"


def use(
    state: Conflict,
    fighter: Fighter,
    command: Use | Trigger,
    table: Table,
    seen: People | None = None,
    action: str = "",
) -> None:
    """konflikt-6 and 13: an item, an ability or a spell, on a target or on oneself."""
    seen = seen or state.combatants
    craft = CRAFTS[action or command.action]
    power = named(fighter, craft.of(fighter), command.with_)
    if harms(power) and not command.target:
        raise Refusal("needs a target", "target")
    aim = in_sight(seen, command.target or fighter.id, command)
    reason = why_not_power(fighter, craft, power)
    if reason and not command.overrule:
        raise Refusal(reason, "with")
    told = Text(craft.told, name=fighter.name, what=power.name, on=aim.name)
    table.log("konflikt-6", told, by=fighter.id)
    path = path_of(fighter, craft, power)
    if craft.risk and not gets_past_threat(
        seen, seen[fighter.id], command.threatened, table, craft.risk
    ):
        if craft.used_anyway:
            fighter.use_up(path, power.uses)
        if craft.falls:
            fighter.dropped = [*fighter.dropped, power.name]
        lost = Text(craft.lost, name=fighter.name, what=power.name)
        table.log("konflikt-13", lost, by=fighter.id)
        return
    fighter.use_up(path, power.uses)
    if succeeds(state, seen[fighter.id], aim, power, command, table):
        work(state, fighter, state.take(aim.id), power, table)


def succeeds(
    state: Conflict,
    fighter: Fighter,
    target: Fighter,
    power: Power,
    command: Use | Trigger,
    table: Table,
) -> bool:
    """A power that names a skill needs a check of it, against the target or against 11."""
    if not power.skill:
        return True
    others = target.id != fighter.id
    reasons = reasons_of(fighter, command.modifiers, cover=-1 if others and power.against else 0)
    number = target.number(power.against) if power.against else USUAL
    if power.against:
        NUMBER.tell(target, table)
    attacks = bool(power.against) or harms(power)
    rule = "konflikt-10" if attacks else "konflikt-12"
    reached = make_check(
        state, fighter, power.skill, number, reasons, table, rule=rule, what=power.name
    )
    if reached.success and attacks:
        table.mark("hit", target.id)
    elif reached.success:
        table.mark("success", fighter.id)
    return reached.success


def work(state: Conflict, fighter: Fighter, target: Fighter, power: Power, table: Table) -> None:
    """What a power does to its target."""
    if is_immune(target, power.tags):
        table.log("konflikt-11", Text("{name} is immune", name=target.name), by=fighter.id)
        return
    if power.damage:
        roll_damage(state, fighter, target, power.damage, table)
    if power.healing and not target.out:
        heal(target, thrown(fighter, power.healing, table, Text("healing")), table)
    if power.effect and not target.out:
        afflict(target, power.effect, fighter, table)
