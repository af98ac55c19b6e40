"""The checks that are thrown from a sheet: skills, luck, powers, damage (konflikt-6 to 22)."""

from functools import partial

from desktop.rules.cast import named
from desktop.rules.checks import Check, compared, passed, total
from desktop.rules.contract import Command, bare
from desktop.rules.fields import shown
from desktop.rules.konflikt import checks, commands
from desktop.rules.konflikt.harm import DAMAGE, thrown
from desktop.rules.konflikt.sheet import AGAINST, PROWESS, USUAL, Attack, Power, skill_term
from desktop.rules.konflikt.state import NUMBER, Conflict, Fighter
from desktop.rules.konflikt.turn import CRAFTS
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text


class Opposed(Command, action="opposed"):
    """A check against a skill of somebody else, or against the defence (konflikt-10)."""

    skill: commands.Skill = ""
    target: commands.Target
    against: str = shown(
        PROWESS, "Against", "Proti", "konflikt-10", min_length=1, max_length=100, labels=AGAINST
    )
    modifiers: commands.Modified = commands.Modifiers()


class UsePower(Command, action="use"):
    """An item, an ability or a spell away from a fight (konflikt-6)."""

    with_: commands.Chosen = ""
    number: commands.Number = USUAL
    modifiers: commands.Modified = commands.Modifiers()


class Damage(Command, action="damage"):
    """The damage of an attack or a power alone, without armour (konflikt-11)."""

    with_: commands.Chosen = ""


Healing = bare("healing", base=Damage, about="What a power gives back (konflikt-11).")


def against_somebody(state: Conflict, fighter: Fighter, command: Opposed, table: Table) -> None:
    """konflikt-10: the number is the defence of the other, or ten and a skill."""
    other = checks.present_target(state.combatants, command.target)
    NUMBER.tell(other, table)
    what = Text("against {name}, {skill}", name=other.name, skill=skill_term(command.against))
    reached = checks.make_check(
        state, fighter, command.skill or PROWESS, other.number(command.against),
        checks.reasons_of(fighter, command.modifiers, cover=-1), table,
        rule="konflikt-10", what=what,
    )  # fmt: skip
    table.mark("success", fighter.id, 1 if reached.success else -1)


def powers(fighter: Fighter) -> list[Power]:
    """Its items, abilities and spells."""
    return [power for craft in CRAFTS.values() for power in craft.of(fighter)]


def use_power(state: Conflict, fighter: Fighter, command: UsePower, table: Table) -> None:
    """konflikt-6: a use less, where they are counted; a check where it names a skill."""
    power = named(fighter, powers(fighter), command.with_)
    craft = next(craft for craft in CRAFTS.values() if power in craft.of(fighter))
    reason = craft.why_not(fighter, power)
    if reason:
        raise Refusal(reason, "with")
    path = craft.path_of(fighter, power)
    fighter.use_up(path, power.uses)
    left = fighter.left(path, power.uses)
    line = Text("{name} uses: {what}", name=fighter.name, what=power.name)
    if left is not None:
        line = Text("{name} uses: {what} (uses left: {left})",
                    name=fighter.name, what=power.name, left=left)  # fmt: skip
    table.log("konflikt-6", line, by=fighter.id)
    reasons = checks.reasons_of(fighter, command.modifiers, cover=1)
    succeeds = not power.skill or checks.make_check(
        state, fighter, power.skill, command.number, reasons, table, what=power.name
    ).success  # fmt: skip
    if succeeds:
        table.mark("success", fighter.id)


def damage(state: Conflict, fighter: Fighter, command: Damage, table: Table) -> None:
    """konflikt-11: the dice of a damage, and what effects add; a hit does at least 1."""
    attacks = [fighter.as_used(weapon) for weapon in fighter.weapons]
    things: list[Attack | Power] = [*attacks, *powers(fighter)]
    thing = named(fighter, things, command.with_)
    rolled = thrown(fighter, thing.damage, table, Text("damage"))
    rolled = max(rolled + DAMAGE.counted(fighter, table), 1 if thing.damage else 0)
    line = Text("{weapon}: damage {rolled}", weapon=thing.name, rolled=rolled)
    table.log("konflikt-11", line, by=fighter.id)
    table.mark("damage", fighter.id, rolled)


def healing(state: Conflict, fighter: Fighter, command: Damage, table: Table) -> None:
    """konflikt-11: the dice of what gives hit points back."""
    power = named(fighter, powers(fighter), command.with_)
    points = thrown(fighter, power.healing, table, Text("healing"))
    table.note("konflikt-11", fighter, "{power}: healing {points}", power=power.name, points=points)
    table.mark("healing", fighter.id, points)


said = partial(passed, native=("úspěch", "neúspěch"))

NUMBERS = {"skills.*": "skill"}
SHELVES = tuple(craft.shelf for craft in CRAFTS.values())

CHECKS = (
    Check(
        "check", commands.Check, checks.any_check, Text("Check"), "Ověření", "konflikt-12",
        NUMBERS, said,
    ),
    Check(
        "opposed", Opposed, against_somebody, Text("Opposed check"), "Ověření proti dovednosti",
        "konflikt-10", NUMBERS, compared, against="target",
    ),
    Check(
        "luck", commands.Luck, checks.any_luck, Text("Luck check"), "Ověření štěstí",
        "konflikt-22", {"luck": ""}, said,
    ),
    Check(
        "use", UsePower, use_power, Text("Use"), "Použití", "konflikt-6",
        {f"{shelf}[*].{place}": "with" for shelf in SHELVES for place in ("uses", "skill")},
        said,
    ),
    Check(
        "damage", Damage, damage, Text("Damage"), "Poškození", "konflikt-11",
        {f"{shelf}[*].damage": "with" for shelf in ("attacks", *SHELVES)},
        total, mark="damage", succeeds=None,
    ),
    Check(
        "healing", Healing, healing, Text("Healing"), "Léčení", "konflikt-11",
        {f"{shelf}[*].healing": "with" for shelf in SHELVES},
        total, mark="healing", succeeds=None,
    ),
)  # fmt: skip
