"""The checks that are thrown from a sheet: a test, an attack, the initiative pool."""

from desktop.rules.cast import named
from desktop.rules.checks import Check
from desktop.rules.contract import Command, bare
from desktop.rules.dice import Successes, pool
from desktop.rules.fields import shown
from desktop.rules.table import Table
from desktop.rules.teohiphip import actions
from desktop.rules.teohiphip.checks import Reason, make_test
from desktop.rules.teohiphip.pool import INITIATIVE_POOL
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.text import Text, Words, in_terms


class AttackTest(Command, action="attack_test"):
    """The test of an attack alone: each success takes 1 hp (teohiphip-11, 20)."""

    with_: str = shown("", "Attack", "Atak", alias="with", max_length=100, kind="choice")
    modifiers: actions.AttackModifiers = shown(actions.AttackModifiers(), "Modifiers")


InitiativePool = bare("pool", about="A d6 for each hit point (teohiphip-4).")


def attack_test(state: Skirmish, fighter: Fighter, command: AttackTest, table: Table) -> None:
    """teohiphip-16 and 17: the dice of an attack; cover ignores the first success (10)."""
    weapon = named(fighter, fighter.sheet.attacks, command.with_)
    reasons = actions.weapon_reasons(state, fighter, weapon, command.modifiers)
    if command.modifiers.concealed and Known.VIGILANT not in fighter.traits:
        reasons.disadvantage.append(Reason(Text("the target is concealed"), "teohiphip-9"))
    successes = make_test(state, fighter, reasons, table, weapon.name)
    if successes and command.modifiers.cover:
        table.log("teohiphip-10", "cover ignores one success", by=fighter.id)
        successes -= 1
    actions.tell_successes("teohiphip-20", fighter, successes, table)


def roll_pool(state: Skirmish, fighter: Fighter, command: Command, table: Table) -> None:
    """teohiphip-4: the dice themselves are the pool; those of 5 and 6 would be successes."""
    throw = pool(fighter.hp, 6, Successes(SUCCESS))
    good = table.roll(throw, why="teohiphip-4", by=fighter.id, label=INITIATIVE_POOL)
    actions.tell_successes("teohiphip-4", fighter, good, table)


def _said(amount: int) -> Words:
    if not amount:
        return in_terms(Text("no success"), "Porażka")
    return in_terms(Text("{count} success", "{count} successes", count=amount), f"Sukces: {amount}")


CHECKS = (
    Check("test", actions.Test, actions.any_test, Text("Test"), "Test", "teohiphip-16", {}, _said),
    Check(
        "attack_test", AttackTest, attack_test, Text("Attack test"), "Test ataku", "teohiphip-16",
        {f"attacks[*].{place}": "with" for place in ("range", "uses")}, _said,
    ),
    Check(
        "pool", InitiativePool, roll_pool, Text("Initiative pool"), "Pula inicjatywy",
        "teohiphip-4", {"hp": "", "max_hp": ""}, _said, succeeds=None,
    ),
)  # fmt: skip
