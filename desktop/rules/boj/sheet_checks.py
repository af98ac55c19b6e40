"""The checks that are thrown from a sheet: tests, opposed ones, damage, Lethality (boj-5 to 19)."""

from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.boj.actions import test
from desktop.rules.boj.attacks import BY_GAME_MASTER, Modifier, With
from desktop.rules.boj.checks import D100, RESULT, Chance, Opposed, of_chance, score_term, scores
from desktop.rules.boj.damage import DAMAGE, Harm, Wound, damage_dealt
from desktop.rules.boj.sheet import skill_id
from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.cast import another, named
from desktop.rules.checks import Check, compared, total
from desktop.rules.contract import Action, Command
from desktop.rules.dice import Degree, Pool
from desktop.rules.fields import Shown, shown
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

Score = Annotated[str, Limits(max_length=100), Shown("Skill", "Навык", kind="choice", rule="boj-5")]


class Test(Command, action="test"):
    """A test of a skill, or of five times a characteristic (boj-5)."""

    skill: Score = "dodge"
    modifier: Modifier = 0


class OpposedTest(Test, action="opposed_test"):
    """The same against somebody's roll: who does better (boj-11)."""

    target: str = shown(..., "Against", "Против", "boj-11", kind="combatant")
    their_skill: str = shown(
        "dodge", "Their skill", "Навык противника", max_length=100, kind="choice"
    )
    their_modifier: int = shown(
        0, "Their modifier", "Поправка противника", ge=-100, le=100, unit="%"
    )


class Damage(Command, action="damage"):
    """The damage of a weapon alone, without armour (boj-18)."""

    with_: With = ""
    critical: bool = shown(False, "Critical hit", "Критический", "boj-18")


class Lethality(Damage, action="lethality"):
    """The Lethality of a weapon: it kills, or its digits add up (boj-19, 20)."""


def chance(fighter: Fighter, score: str, modifier: int, place: str) -> Chance:
    """boj-5: the chance of a test. Raises :class:`Refusal` where there is no such skill."""
    known = scores(fighter)
    if skill_id(score) not in known:
        raise Refusal(
            Text("{name} has no such skill; there is: {there_is}",
                 name=fighter.name, there_is=list(known)), place,
        )  # fmt: skip
    made = Chance(known[skill_id(score)], fighter)
    made.add("boj-5", BY_GAME_MASTER, modifier)
    return made


def any_test(state: Scene, fighter: Fighter, command: Test, table: Table) -> None:
    """boj-5: a test against nobody."""
    made = chance(fighter, command.skill, command.modifier, "skill")
    what = Text("Test, {skill!l}", skill=score_term(command.skill))
    came = test(fighter, made, "boj-5", what, table)
    table.mark("degree", fighter.id, came.degree)


def opposed_test(state: Scene, fighter: Fighter, command: OpposedTest, table: Table) -> None:
    """boj-11: the higher degree; of two plain successes the higher roll."""
    other = another(state, fighter, command.target)
    mine = chance(fighter, command.skill, command.modifier, "skill")
    theirs = chance(other, command.their_skill, command.their_modifier, "their_skill")
    mine.tell(fighter, table)
    theirs.tell(other, table)
    labels = [
        Text("{skill}", skill=score_term(skill)) for skill in (command.skill, command.their_skill)
    ]
    throw = Opposed(mine.value, theirs.value, other.id, "boj-11", labels[1])
    result, opposing = table.roll(throw, why="boj-11", by=fighter.id, label=labels[0])
    for who, came, made, label, dice in (
        (fighter, result, mine, labels[0], 1), (other, opposing, theirs, labels[1], None),
    ):  # fmt: skip
        line = Text("{name}, {what!l}: {came}", name=who.name, what=label,
                    came=of_chance(came, made.value))  # fmt: skip
        table.log("boj-11", line, by=who.id, dice=dice)
    if result.success or opposing.success:
        table.mark("success", fighter.id, result.better(opposing) - opposing.better(result))


def damage(state: Scene, fighter: Fighter, command: Damage, table: Table) -> None:
    """boj-18: the dice of a weapon; a critical hit doubles them."""
    weapon = named(fighter, fighter.weapons, command.with_)
    if weapon.damage is None:
        raise Refusal(Text("{weapon} has no damage, only Lethality", weapon=weapon.name), "with")
    DAMAGE.tell(fighter, table)
    dice, plus = damage_dealt(fighter, weapon.damage)
    _harm(
        fighter, weapon.name, Pool(dice, Harm(plus, 1 + command.critical, 0, MOST)), "boj-18", table
    )


def lethality(state: Scene, fighter: Fighter, command: Lethality, table: Table) -> None:
    """boj-19: at or under the rating it kills; boj-20: a critical attack doubles both."""
    weapon = named(fighter, fighter.weapons, command.with_)
    if weapon.lethality is None:
        raise Refusal(Text("{weapon} has no Lethality", weapon=weapon.name), "with")
    times = 1 + command.critical
    throw = Pool(D100, Harm(DAMAGE.of(fighter), times, 0, MOST, weapon.lethality * times))
    _harm(fighter, weapon.name, throw, "boj-19", table)


MOST = 999
"""More hit points than any damage: nobody is hit, so all of it counts."""


def _harm(fighter: Fighter, weapon: str, throw: Pool[Wound], rule: str, table: Table) -> None:
    wound = table.roll(
        throw, why=rule, by=fighter.id, label=Text("damage: {weapon}", weapon=weapon)
    )
    line = Text("{weapon}: damage {rolled}", weapon=weapon, rolled=wound.left)
    if wound.kills:
        line = Text("{weapon}: it kills", weapon=weapon)
    table.log(rule, line, by=fighter.id)
    table.mark("damage", fighter.id, wound.left)


TEST: Action[Scene, Fighter] = Action(
    Test, any_test, Text("Test"), "Проверка", "boj-5", key="T", group="others", whose="anybody",
)  # fmt: skip
"""The same in a fight: it takes nothing of a turn."""

SCORES = {"skills.*": "skill", "characteristics.*": "skill"}

CHECKS = (
    Check(
        "test", Test, any_test, Text("Test"), "Проверка", "boj-5", SCORES,
        lambda degree: RESULT[Degree(degree)], mark="degree", succeeds=Degree.SUCCESS,
    ),
    Check(
        "opposed_test", OpposedTest, opposed_test, Text("Opposed test"), "Встречная проверка",
        "boj-11", SCORES, compared, against="target",
    ),
    Check(
        "damage", Damage, damage, Text("Damage"), "Урон", "boj-18", {"weapons[*].damage": "with"},
        total, mark="damage", succeeds=None,
    ),
    Check(
        "lethality", Lethality, lethality, Text("Lethality"), "Смертельность", "boj-19",
        {"weapons[*].lethality": "with"},
        lambda amount: Text("it kills") if amount == MOST else total(amount),
        mark="damage", succeeds=MOST,
    ),
)  # fmt: skip
