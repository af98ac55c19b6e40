"""The checks that are thrown from a sheet: pools, opposed ones, damage, soak (mir_tmy-1 to 16)."""

from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.cast import another, named
from desktop.rules.checks import Check, compared
from desktop.rules.fields import Shown, shown
from desktop.rules.mir_tmy import pools, wounds
from desktop.rules.mir_tmy.attacks import damage_dice
from desktop.rules.mir_tmy.commands import Act, With
from desktop.rules.mir_tmy.pools import Pool, Roll, successes, trait_pool
from desktop.rules.mir_tmy.sheet import HARM, AttributeName, Harm, Weapon, word
from desktop.rules.mir_tmy.state import Fighter, Scene, Step
from desktop.rules.table import Table
from desktop.rules.text import Text, Words, in_terms, terms

Attribute = Annotated[AttributeName, Shown("Attribute", "Атрибут", rule="mir_tmy-1")]
Ability = Annotated[
    str, Limits(max_length=100), Shown("Ability", "Навык", kind="choice", rule="mir_tmy-1")
]
Difficulty = Annotated[int, Limits(ge=2, le=10), Shown("Difficulty", "Сложность", rule="mir_tmy-1")]
Dice = Annotated[int, Limits(ge=-20, le=20), Shown("Dice", "Кубики", rule="mir_tmy-1")]
Many = Annotated[int, Limits(ge=0, le=999)]


class Pooled(Act):
    """A throw of attribute and ability (mir_tmy-1)."""

    attribute: Attribute = "dexterity"
    ability: Ability = ""
    difficulty: Difficulty = 6
    dice: Dice = 0

    def pool(self, fighter: Fighter) -> Pool:
        """What the fighter throws."""
        return pool_of(fighter, self.attribute, self.ability, self.difficulty, self.dice)

    @property
    def label(self) -> Text:
        """What the pool is made of, in words."""
        if not self.ability:
            return Text("{attribute!l}", attribute=word(self.attribute))
        traits = {"attribute": word(self.attribute), "ability": word(self.ability)}
        return Text("{attribute!l} + {ability!l}", **traits)


class Test(Pooled, action="test"):
    """A pool against a difficulty; one that goes on gathers successes (mir_tmy-1)."""

    needed: Many = shown(
        0, "Successes needed", "Нужно успехов", "mir_tmy-1", help="0: one throw", seldom=True
    )
    gathered: Many = shown(0, "Gathered so far", "Уже набрано", "mir_tmy-1", seldom=True)


class OpposedTest(Pooled, action="opposed_test"):
    """A pool against somebody's: their successes are taken off (mir_tmy-2)."""

    target: str = shown(..., "Against", "Против", "mir_tmy-2", kind="combatant")
    their_attribute: AttributeName = shown("dexterity", "Their attribute", "Атрибут противника")
    their_ability: str = shown(
        "", "Their ability", "Навык противника", max_length=100, kind="choice"
    )
    their_difficulty: int = shown(6, "Their difficulty", "Сложность противника", ge=2, le=10)


class Damage(Act, action="damage"):
    """The damage dice of a weapon alone (mir_tmy-12)."""

    with_: With = ""
    dice: Dice = 0


class Soak(Act, action="soak"):
    """What stamina and armour soak (mir_tmy-16)."""

    type: Harm = shown("bashing", "Type", "Тип урона", "mir_tmy-15", labels=terms(HARM))
    dice: Dice = 0


def pool_of(fighter: Fighter, attribute: str, ability: str, difficulty: int, dice: int = 0) -> Pool:
    """mir_tmy-1: attribute and ability less wounds, with what the game master adds."""
    pool = pools.on_the_ground(trait_pool(fighter, attribute, ability, difficulty), ability)
    pool.add("mir_tmy-1", Text("by the situation"), dice)
    return pool


def any_test(state: Scene, fighter: Fighter, command: Test, table: Table) -> None:
    """mir_tmy-1: a pool against its difficulty, and what is still missing of those needed."""
    roll = command.pool(fighter).roll(state, table, "mir_tmy-1", command.label)
    table.mark("success", fighter.id, -1 if roll.botch else roll.successes)
    if command.needed:
        had = command.gathered + roll.successes
        line = Text(
            "{name}: {had} of {needed} successes, still missing: {missing}",
            name=fighter.name, had=had, needed=command.needed, missing=command.needed - had,
        )  # fmt: skip
        if had >= command.needed:
            line = Text("{name}: all {needed} successes are there",
                        name=fighter.name, needed=command.needed)  # fmt: skip
        table.log("mir_tmy-1", line, by=fighter.id)


TEST = Step(Test, any_test, Text("Test"), "Проверка", "mir_tmy-1", group="others", whose="anybody")
"""The same in a fight: it takes nothing of a turn."""


def opposed_test(state: Scene, fighter: Fighter, command: OpposedTest, table: Table) -> None:
    """mir_tmy-2: the successes of the other are taken off."""
    other = another(state, fighter, command.target)
    theirs = pool_of(
        other, command.their_attribute, command.their_ability, command.their_difficulty
    )
    mine, label, high = command.pool(fighter), command.label, pools.MOST_DICE
    net = pools.opposed(state, mine, theirs, table, "mir_tmy-2", high, label=label)
    table.mark("success", fighter.id, net)


def damage(state: Scene, fighter: Fighter, command: Damage, table: Table) -> None:
    """mir_tmy-12: the dice of a weapon, with strength where it is behind the blow."""
    weapon = named(fighter, fighter.weapons, command.with_)
    blow = wounds.Wounding(damage_dice(fighter, weapon), weapon.type, weapon, fighter)
    harm = wounds.harm_to(state, fighter, blow)
    _levels(state, fighter, harm.dice + command.dice, "mir_tmy-12",
            Text("damage: {weapon}", weapon=weapon.name), table)  # fmt: skip


def soak(state: Scene, fighter: Fighter, command: Soak, table: Table) -> None:
    """mir_tmy-16: stamina where the kind may, and armour, against a blow of this type."""
    blow = wounds.Wounding(0, command.type, Weapon(name="-"), fighter)
    dice = wounds.harm_to(state, fighter, blow).soak
    _levels(state, fighter, dice + command.dice, "mir_tmy-16",
            Text("soak: {type}", type=word(command.type)), table)  # fmt: skip


def _levels(state: Scene, fighter: Fighter, dice: int, rule: str, what: Text, table: Table) -> None:
    """mir_tmy-12: levels of damage, or of what is soaked; wounds take no dice from these pools."""
    pool = Pool(fighter, dice, wounds.DIFFICULTY)
    roll = pool.roll(state, table, rule, what, of_harm=True)
    table.mark("success", fighter.id, roll.successes)


def _said(amount: int) -> Words:
    said = successes(Roll(max(amount, 0), amount < 0))
    return said if amount < 0 else in_terms(said, f"успехи: {amount}")


def _more(amount: int) -> Words:
    """mir_tmy-2: who has more successes, and how many."""
    if not amount:
        return compared(0)
    if amount > 0:
        return Text("wins by {count} success", "wins by {count} successes", count=amount)
    return compared(amount)


NUMBERS = {"attributes.*": "attribute", "abilities.*": "ability"}

CHECKS = (
    Check("test", Test, any_test, Text("Test"), "Проверка", "mir_tmy-1", NUMBERS, _said,
          adds_up=("needed", "gathered")),
    Check("opposed_test", OpposedTest, opposed_test, Text("Opposed test"), "Конкурентная проверка",
          "mir_tmy-2", NUMBERS, _more, against="target"),
    Check("damage", Damage, damage, Text("Damage"), "Повреждения", "mir_tmy-12",
          {"weapons[*].damage": "with"}, _said, succeeds=None),
    Check("soak", Soak, soak, Text("Soak"), "Поглощение", "mir_tmy-16",
          {"armor[*].rating": "", "attributes.stamina": ""}, _said, succeeds=None),
)  # fmt: skip
