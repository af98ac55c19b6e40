"""Tests of skill on a d100, alone and against somebody (boj-5, 11)."""

from dataclasses import dataclass, field
from functools import lru_cache

from desktop.rules.boj.sheet import SKILL_TERMS, Characteristics, skill_id
from desktop.rules.boj.state import Fighter
from desktop.rules.dice import Degree, Dice, Percent, Percentile, Pool, TwoStageThrow
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import fields_of
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Term, Text, Words, in_terms

RESULT = {
    Degree.CRITICAL: in_terms(Text("critical success"), "критический успех"),
    Degree.SUCCESS: in_terms(Text("success", context="outcome"), "успех"),
    Degree.FAILURE: in_terms(Text("failure"), "неудача"),
    Degree.FUMBLE: in_terms(Text("fumble"), "критический провал"),
}

D100 = Dice(1, 100)


@lru_cache(maxsize=4096)
def percentile(chance: int, compared: tuple[int, ...] | range = ()) -> Pool[Percent]:
    """A d100 at or under a chance, which is compared with these numbers besides."""
    return Pool(D100, Percentile(chance, compared))


@dataclass(frozen=True, slots=True)
class Against(Percentile):
    """A d100 at or under a chance, against a roll that stands (boj-11).

    A spread tells apart whether it succeeds, whether it is beaten, whether and how well it beats
    that roll, and which of the numbers in ``against`` it is at or under.
    """

    standing: Percent = field(kw_only=True)

    def _apart(self, came: Percent) -> tuple[bool, ...]:
        better = came.better(self.standing)
        far = better and came.degree == Degree.CRITICAL
        under = (came.roll <= number for number in self.against or ())
        return came.success, self.standing.better(came), better, far, *under


@lru_cache(maxsize=16_384)
def against(chance: int, standing: Percent, compared: tuple[int, ...] = ()) -> Pool[Percent]:
    """A d100 against a roll that stands; see :class:`Against`."""
    return Pool(D100, Against(chance, compared, standing=standing))


CHANCE = EffectUnit("chance", Text("Chance of tests"), "Шанс проверок", "%", "boj-5")


LEAST, MOST = 1, 99
"""The limits of the chance of a test (boj-5)."""


def chance_of(fighter: Fighter, skill: int) -> int:
    """A skill as it stands now, with the game master's own effects."""
    return min(max(skill + CHANCE.of(fighter), LEAST), MOST)


def five_fold(fighter: Fighter, characteristic: str) -> int:
    """Five times a characteristic, which is rolled under where no skill fits (boj-12, 16)."""
    value: int = getattr(fighter.sheet.characteristics, characteristic)
    return 5 * value


FIVE_FOLD = {
    f.id: Term(Text("{what} ×5", what=Term(f.label)), f"{f.native}×5")
    for f in fields_of(Characteristics)
}
"""What five times a characteristic is called."""


def scores(fighter: Fighter) -> dict[str, int]:
    """boj-5: whatever can be rolled under: the skills, and the characteristics five-fold."""
    return {**fighter.skills, **{name: five_fold(fighter, name) for name in FIVE_FOLD}}


def score_term(score: str) -> Term:
    """What a skill, or five times a characteristic, is called; one of the sheet's own as there."""
    id = skill_id(score)
    return FIVE_FOLD.get(id) or SKILL_TERMS.get(id, Term(score, score))


class Chance:
    """A chance in the making: a skill and what adds to it, each with its rule."""

    __slots__ = ("parts", "sum")

    def __init__(self, base: int, by: Fighter) -> None:
        self.sum = base
        self.parts: list[tuple[str, Words, int]] = []
        for name, amount in CHANCE.each(by):
            self.add(BY_HAND, name, amount)

    def add(self, rule: str, what: Words, amount: int) -> None:
        """Adds a part to the chance, where it is not 0."""
        if amount:
            self.sum += amount
            self.parts.append((rule, what, amount))

    @property
    def value(self) -> int:
        """boj-5: with all modifiers at most 99, at least 1."""
        return min(max(self.sum, LEAST), MOST)

    def tell(self, by: Fighter, table: Table) -> None:
        """Says by which rules the chance is not the skill itself."""
        for rule, what, amount in self.parts:
            table.log(rule, Text("{amount:+d} %: {what}", amount=amount, what=what), by=by.id)


def of_chance(came: Percent, chance: int) -> Text:
    """``37 of 50: success``."""
    result = RESULT[came.degree]
    return Text("{roll} of {chance}: {result}", roll=came.roll, chance=chance, result=result)


FUMBLED = Text("{roll} of {chance}: fumble (the game master says what goes wrong)")


def of_attack(came: Percent, chance: int) -> Text:
    """The same; boj-5: what a fumble brings is the game master's to say."""
    if came.degree != Degree.FUMBLE:
        return of_chance(came, chance)
    return Text(FUMBLED.template, roll=came.roll, chance=chance)


@dataclass(frozen=True)
class Opposed(TwoStageThrow[Percent, Percent, tuple[Percent, Percent]]):
    """An attack and the one roll that is made against it (boj-11, 14)."""

    attack: int
    defence: int
    defender: str
    why: str
    what: Text

    def told(self, by: str) -> tuple[str, str, Words]:
        """Who makes the second throw, by which rule, and what for."""
        return self.defender, self.why, self.what

    @property
    def first(self) -> Pool[Percent]:
        """The attack, told apart by the results the defence can have."""
        return percentile(self.attack, range(1, self.defence + 1))

    def second(self, first: Percent) -> Pool[Percent]:
        """The defence against an attack that has been rolled."""
        return against(self.defence, first)

    def join(self, first: Percent, second: Percent | None) -> tuple[Percent, Percent]:
        """Both rolls."""
        assert second is not None
        return first, second

    def weigh(self, first: Percent, second: Percent | None) -> tuple[Percent, Percent]:
        """Only degrees count, and which of two plain successes is the better."""
        assert second is not None
        roll = 3 + second.better(first) - first.better(second)
        return Percent(first.degree, 3), Percent(second.degree, roll)
