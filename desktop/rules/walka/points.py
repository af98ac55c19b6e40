"""Skill points of a turn: what is left, how it is shared, asking for it and paying (walka-12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Table, TableRefusal
from desktop.rules.text import NOTHING, Text, Words
from desktop.rules.walka.state import Battle, Fighter, points_left, share


class SkillPoints(NamedTuple):
    """walka-12: what can be spent on dice thrown together.

    For each handful the skill it is lowered with, what that is worth alone, and what was spent of
    it this turn already. A skill counts as used once a point of it is spent.
    """

    skills: tuple[str, ...]
    worth: tuple[int, ...]
    spent: tuple[int, ...]
    others: int = 0
    """How many more skills were used this turn."""
    three_skills: str = "third"

    def most(self, handful: int) -> int:
        """The most that this handful can be lowered by, whatever is spent on the others.

        With two thirds each of three skills, points on a third one make the others worth more.
        """
        alone, every = self._used({self.skills[handful]}), self._used(set(self.skills))
        worth = self.worth[handful]
        most = max(share(self.three_skills, worth, used) for used in range(alone, every + 1))
        return max(most - self.spent[handful], 0)

    @property
    def total(self) -> int:
        """The most that can be spent on all of them together."""
        return _total(self)

    def short_of(self, points: Sequence[int]) -> tuple[str, int, int] | None:
        """Where so many points for each handful are too many: the skill, what is left, what was
        asked for; None when they can be spent."""
        return _short_of(self, tuple(points))

    def allows(self, points: Sequence[int]) -> bool:
        """Whether so many points can be spent on each of the handfuls."""
        return self.short_of(points) is None

    def left(self, handful: int, used: set[str]) -> int:
        """What a handful's skill is worth now, were these skills used."""
        worth = share(self.three_skills, self.worth[handful], self._used(used))
        return worth - self.spent[handful]

    def _used(self, more: set[str]) -> int:
        """How many skills would be used this turn, were these used too."""
        before = {skill for skill, n in zip(self.skills, self.spent, strict=True) if n > 0}
        return self.others + len(before | more)


@lru_cache(maxsize=1024)
def _total(points: SkillPoints) -> int:
    alone = max(map(points.most, range(len(points.skills))), default=0)
    every = set(points.skills)
    first = {skill: index for index, skill in enumerate(points.skills)}
    together = [points.left(first[skill], every) for skill in every]
    return max(alone, sum(together)) if all(n > 0 for n in together) else alone


@lru_cache(maxsize=1024)
def _short_of(pool: SkillPoints, points: tuple[int, ...]) -> tuple[str, int, int] | None:
    asked: dict[str, int] = {}
    for skill, amount in zip(pool.skills, points, strict=True):
        asked[skill] = asked.get(skill, 0) + amount
    used = {skill for skill, amount in asked.items() if amount}
    for handful, skill in enumerate(pool.skills):
        left = max(pool.left(handful, used), 0)
        if asked[skill] > left:
            return skill, left, asked[skill]
    return None


def skill_points(state: Battle, fighter: Fighter, *skills: str) -> SkillPoints:
    """walka-12: the points of this turn for handfuls lowered with these skills."""
    spent = fighter.spent
    return SkillPoints(
        skills,
        tuple(map(fighter.skill, skills)),
        tuple([spent.get(skill, 0) for skill in skills]),
        sum([points > 0 and skill not in skills for skill, points in spent.items()]),
        state.house.three_skills,
    )


def whole_skill(skill: str, points: int, handfuls: int = 1) -> SkillPoints:
    """walka-4 and 14: outside the fight's own counting a skill is worth what it is."""
    return SkillPoints((skill,) * handfuls, (points,) * handfuls, (0,) * handfuls)


Split = tuple[tuple[int, ...], ...]
"""Points for each die of each handful."""

Offer = tuple[Sequence[Choice], list[int]]
"""The splits of points over dice that are worth offering, and the one that gains most whatever it
costs."""


def _splitting(choices: Sequence[Choice], best: Sequence[int], total: int) -> Field:
    """walka-12: points for each die; any split within the pool will do."""
    return Field(
        "skill_points",
        "numbers",
        "Skill points for each die",
        native="Punkty umiejętności",
        default=list(best),
        minimum=0,
        maximum=total,
        length=len(best),
        choices=tuple(choices),
        rule="walka-12",
    )


def spend_on_die(
    fighter: Fighter,
    choices: Sequence[Choice],
    best: int,
    most: int,
    points: SkillPoints,
    table: Table,
    what: Words,
) -> int:
    """walka-12 for a single die whose success points matter: how many points lower it."""
    return ask_points(fighter, points, ((best,),), lambda: (choices, [most]), table, what)[0][0]


def ask_points(
    fighter: Fighter,
    points: SkillPoints,
    best: Split,
    offer: Callable[[], Offer],
    table: Table,
    what: Words,
) -> Split:
    """The points for each die, checked: the ``best``, unless somebody wants something else.

    Nobody is asked who has none.
    """
    usual = [spent for group in best for spent in group]

    def question() -> Decision | None:
        if not points.total:
            return None
        choices, most = offer()
        left = {skill: points.most(handful) for handful, skill in enumerate(points.skills)}
        return Decision(
            id="skill_points",
            by=fighter.id,
            text=Text(
                "{name}: skill points on {what}? ({left})",
                name=fighter.name,
                what=what,
                left=[
                    Text("{points} of {skill}", points=amount, skill=skill)
                    for skill, amount in left.items()
                ],
            ),
            field=_splitting(choices, usual, points.total),
            rule="walka-12",
            no_benefit=not any(most),
            best_case=None if most == usual else most,
            about_dice=True,
        )

    answer = table.ask_lazily(usual, question)
    if answer is usual:
        return best
    sizes = [len(group) for group in best]
    _refuse_answer(fighter, points, answer, sizes)
    return cut(answer, sizes)


def _refuse_answer(
    fighter: Fighter, points: SkillPoints, answer: Sequence[int], sizes: Sequence[int]
) -> None:
    """Raises :class:`TableRefusal` where the answer has not a number for each die, or it is more
    than can be spent."""
    if len(answer) != sum(sizes):
        needs = Text("needs {numbers} numbers, one for each die", numbers=sum(sizes))
        raise TableRefusal(needs, "answers.skill_points")
    short = points.short_of([sum(group) for group in cut(answer, sizes)])
    if short:
        skill, has, wanted = short
        raise TableRefusal(
            Text(
                "{name} has {has} points of {skill} left, not {wanted}",
                name=fighter.name,
                has=has,
                skill=skill,
                wanted=wanted,
            ),
            "answers.skill_points",
        )


def pay_points(
    fighter: Fighter,
    skills: Sequence[str],
    points: Sequence[Sequence[int]],
    state: Battle,
    table: Table,
) -> None:
    """walka-12: takes spent points off the turn's pool and tells it. ``fighter`` is taken."""
    paid = [(skill, sum(group)) for skill, group in zip(skills, points, strict=True) if any(group)]
    for skill, amount in paid:
        fighter.spent[skill] = fighter.spent.get(skill, 0) + amount
    if table.keeps_log:
        _tell_paid(fighter, paid, state, table)


def _tell_paid(
    fighter: Fighter, paid: Sequence[tuple[str, int]], state: Battle, table: Table
) -> None:
    used = sum(points > 0 for points in fighter.spent.values())
    for skill, amount in paid:
        worth = share(state.house.three_skills, fighter.skill(skill), used)
        shared = Text(" ({used} skills this turn: each worth {worth})", used=used, worth=worth)
        told = Text(
            "{name} spends {amount} of {skill}: {left} left{shared}",
            name=fighter.name,
            amount=amount,
            skill=skill,
            left=points_left(state.house, fighter, skill),
            shared=shared if used > 1 else NOTHING,
        )
        table.log("walka-12", told, by=fighter.id)


def cut(numbers: Sequence[int], sizes: Sequence[int]) -> Split:
    """A flat list as one tuple for each handful."""
    result = []
    start = 0
    for size in sizes:
        result.append(tuple(numbers[start : start + size]))
        start += size
    return tuple(result)
