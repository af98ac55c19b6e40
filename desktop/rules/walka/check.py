"""Tests (walka-1 to 4) and skill points (walka-12).

A threshold may hold a half (wounds); it is a float that is exact there. Dice are ``d20``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import ceil, factorial, floor

from desktop.rules.dice import Dice, Faces, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Table, TableRefusal
from desktop.rules.text import NOTHING, Text, Words, joined
from desktop.rules.walka import words
from desktop.rules.walka.commands import Modifiers, Test
from desktop.rules.walka.data import UNLUCKY
from desktop.rules.walka.state import Battle, Fighter, points_left, share

FACES = 20
MOST_CHOICES = 12


# ---- one die


def need(die: int, threshold: float, equal: bool) -> int | None:
    """The fewest points that make the die succeed; None when nothing can (walka-1, 2)."""
    if die == UNLUCKY:
        return None
    points = ceil(die - threshold) if equal else floor(die - threshold) + 1
    return max(points, 0)


def succeeds(die: int, points: int, threshold: float, equal: bool) -> bool:
    """walka-1 and 2: lowered, the die is below the threshold, and it does not show 20."""
    lowered = die - points
    return die != UNLUCKY and (lowered <= threshold if equal else lowered < threshold)


def success_points(die: int, points: int, threshold: float, equal: bool) -> int:
    """walka-3: of a succeeding die; halves are rounded down, but never below 1."""
    return max(floor(threshold - (die - points) + equal), 1)


def cheapest(die: int, threshold: float, most: int, equal: bool) -> int | None:
    """The fewest points that make the die succeed, of at most so many; None when they cannot."""
    points = need(die, threshold, equal)
    return points if points is not None and points <= most else None


def failing(threshold: float, most: int, equal: bool) -> tuple[int, ...]:
    """Faces that no points can save."""
    return tuple(
        face for face in range(1, FACES + 1) if cheapest(face, threshold, most, equal) is None
    )


# ---- skill points (walka-12)


@dataclass(frozen=True, slots=True)
class SkillPoints:
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
        """The most that this handful can be lowered by, when nothing is spent on the others."""
        return max(self._left(handful, {self.skills[handful]}), 0)

    @property
    def total(self) -> int:
        """The most that can be spent on all of them together."""
        alone = max(map(self.most, range(len(self.skills))), default=0)
        every = set(self.skills)
        first = {skill: index for index, skill in enumerate(self.skills)}
        together = [self._left(first[skill], every) for skill in every]
        return max(alone, sum(together)) if all(n > 0 for n in together) else alone

    def short_of(self, points: Sequence[int]) -> tuple[str, int, int] | None:
        """Where so many points for each handful are too many: the skill, what is left, what was
        asked for; None when they can be spent."""
        asked: dict[str, int] = {}
        for skill, amount in zip(self.skills, points, strict=True):
            asked[skill] = asked.get(skill, 0) + amount
        used = {skill for skill, amount in asked.items() if amount}
        for handful, skill in enumerate(self.skills):
            left = max(self._left(handful, used), 0)
            if asked[skill] > left:
                return skill, left, asked[skill]
        return None

    def allows(self, points: Sequence[int]) -> bool:
        """Whether so many points can be spent on each of the handfuls."""
        return self.short_of(points) is None

    def _left(self, handful: int, used: set[str]) -> int:
        before = {skill for skill, n in zip(self.skills, self.spent, strict=True) if n}
        count = self.others + len(before | used)
        return share(self.three_skills, self.worth[handful], count) - self.spent[handful]


def skill_points(state: Battle, fighter: Fighter, *skills: str) -> SkillPoints:
    """walka-12: the points of this turn for handfuls lowered with these skills."""
    used = {name for name, points in fighter.spent.items() if points > 0}
    return SkillPoints(
        skills,
        tuple(map(fighter.skill, skills)),
        tuple(fighter.spent.get(skill, 0) for skill in skills),
        len(used.difference(skills)),
        state.house.three_skills,
    )


def whole_skill(skill: str, points: int, handfuls: int = 1) -> SkillPoints:
    """walka-4 and 14: outside the fight's own counting a skill is worth what it is."""
    return SkillPoints((skill,) * handfuls, (points,) * handfuls, (0,) * handfuls)


# ---- dice thrown together for one success each


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """For every face from 1 to 20 what it leads to when it counts, and how good that is.

    Faces of one kind need not be told apart. Each is made once and told from others by identity.
    """

    kinds: tuple[object, ...]
    worth: tuple[int, ...]
    names: tuple[Text, ...] = (NOTHING,) * FACES
    """What is hit, to be told."""


SUCCESS = Meaning((True,) * FACES, (0,) * FACES)
"""A die that succeeds or fails, and nothing else."""


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice thrown for one success: a single shot, an aimed one, one weapon of two."""

    count: int
    threshold: float
    faces: Meaning = SUCCESS
    greedy: bool = False
    """Every success point does something: a shotgun's scratches (walka-26)."""


@dataclass(frozen=True, slots=True)
class Volley:
    """Handfuls thrown together, one for each :class:`Shot`, lowered with points they may share.

    Live it reads the faces as they fell. Its spread has one fall for each thing that can come of
    it when the points are spent best (:meth:`best`): what was hit, and with what kind of face.
    """

    shots: tuple[Shot, ...]
    points: SkillPoints
    equal: bool = False
    needed: int = 1
    """How many dice of a handful have to succeed (2 in an ordinary test, walka-4)."""
    more_tests: bool = False
    """Later tests of the same step draw on the points, so what was spent is part of the result."""

    @property
    def handfuls(self) -> tuple[Dice, ...]:
        return tuple(Dice(shot.count, FACES) for shot in self.shots)

    def read(self, dice: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(faces) for faces in dice)

    def spread(self) -> Mapping[tuple[tuple[int, ...], ...], int]:
        return _spread(self)

    def best(self, dice: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """walka-12: the fewest points for as many hits as can be had, for each die."""
        ways = [self._cheapest(shot, faces) for shot, faces in zip(self.shots, dice, strict=True)]
        dear = [index for index, way in enumerate(ways) if way is not None and way[0]]
        best: tuple[tuple[int, int, int], set[int]] = ((0, 0, 0), set())
        for chosen in product((True, False), repeat=len(dear)):
            paid = {index for index, pays in zip(dear, chosen, strict=True) if pays}
            costs = [way[0] if way and n in paid else 0 for n, way in enumerate(ways)]
            if not self.points.allows(costs):
                continue
            worth = sum(way[1] for n, way in enumerate(ways) if way and n in paid)
            best = min(best, ((-len(paid), sum(costs), -worth), paid), key=lambda way: way[0])
        return tuple(
            way[2] if way is not None and n in best[1] else (0,) * len(faces)
            for n, (way, faces) in enumerate(zip(ways, dice, strict=True))
        )

    def most(self, dice: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """Points that gain most whatever they cost: what the best leaves goes where all count."""
        result = list(self.best(dice))
        for n, (shot, faces) in enumerate(zip(self.shots, dice, strict=True)):
            counting = self.counting(shot, faces, result[n])
            if not shot.greedy or not counting:
                continue
            costs = [sum(points) for points in result]
            more = next(
                more
                for more in range(self.points.most(n), -1, -1)
                if self.points.allows([cost + more * (i == n) for i, cost in enumerate(costs)])
            )
            place = list(zip(faces, result[n], strict=True)).index(counting[0])
            result[n] = tuple(p + more * (i == place) for i, p in enumerate(result[n]))
        return tuple(result)

    def _cheapest(
        self, shot: Shot, faces: Sequence[int]
    ) -> tuple[int, int, tuple[int, ...]] | None:
        """Cost, worth, and the points for each die of the cheapest success; None without one."""
        needs = []
        for index, face in enumerate(faces):
            points = need(face, shot.threshold, self.equal)
            if points is not None:
                needs.append((points, -shot.faces.worth[face - 1], index))
        if len(needs) < self.needed:
            return None
        chosen = sorted(needs)[: self.needed]
        points_of = {index: points for points, _, index in chosen}
        return (
            sum(points_of.values()),
            -min(worth for _, worth, _ in chosen),
            tuple(points_of.get(index, 0) for index in range(len(faces))),
        )

    def counting(
        self, shot: Shot, faces: Sequence[int], points: Sequence[int]
    ) -> list[tuple[int, int]]:
        """The dice that succeed, as pairs of face and points, best first; empty for a miss."""
        found = [
            (face, lowered)
            for face, lowered in zip(faces, points, strict=True)
            if succeeds(face, lowered, shot.threshold, self.equal)
        ]
        if len(found) < self.needed:
            return []
        return sorted(found, key=lambda die: (-shot.faces.worth[die[0] - 1], die[0] - die[1], die))

    def outcome(self, dice: Sequence[Sequence[int]]) -> tuple[object, ...]:
        """What comes of these dice with the points spent best: a kind for each shot, or None."""
        best = self.best(dice)
        result: list[object] = [sum(map(sum, best))] if self.more_tests else []
        for shot, faces, points in zip(self.shots, dice, best, strict=True):
            counting = self.counting(shot, faces, points)
            result.append(shot.faces.kinds[counting[0][0] - 1] if counting else None)
        return tuple(result)

    def falls(self, handful: int) -> dict[tuple[int, ...], int]:
        """Falls of one handful that stand for all others, with their weights."""
        shot = self.shots[handful]
        classes = self._classes(shot, self.points.most(handful))
        if self.needed > 1:
            return _all_falls([(faces[-1], len(faces)) for faces in classes], shot.count)
        result: dict[tuple[int, ...], int] = {}
        left = FACES
        for faces in classes:
            # The best die decides, so a class weighs as much as falls with nothing better.
            ways = left**shot.count - (left - len(faces)) ** shot.count
            left -= len(faces)
            fall = (faces[-1],) + (UNLUCKY,) * (shot.count - 1)
            result[fall] = result.get(fall, 0) + ways
        return result

    def _classes(self, shot: Shot, most: int) -> list[list[int]]:
        """Faces that no rule tells apart, best class first; last those that cannot succeed.

        The order is the one in which :meth:`best` and :meth:`counting` prefer a die, or a class
        would stand for dice that another one beats.
        """
        useful = []
        useless = []
        for face in range(1, FACES + 1):
            points = cheapest(face, shot.threshold, most, self.equal)
            if points is None:
                useless.append(face)
            else:
                useful.append((points, -shot.faces.worth[face - 1], face))
        classes: list[list[int]] = []
        before: tuple[object, ...] = ()
        for points, worth, face in sorted(useful):
            key = (points, worth, shot.faces.kinds[face - 1])
            if key == before:
                classes[-1].append(face)
            else:
                classes.append([face])
            before = key
        return [*classes, useless]


def _all_falls(classes: Sequence[tuple[int, int]], count: int) -> dict[tuple[int, ...], int]:
    weights = dict(classes)
    result: dict[tuple[int, ...], int] = {}
    for fall in combinations_with_replacement(sorted(weights), count):
        ways = factorial(count)
        for face in set(fall):
            times = fall.count(face)
            ways = ways // factorial(times) * weights[face] ** times
        result[fall] = ways
    return result


@lru_cache(maxsize=1024)
def _spread(volley: Volley) -> Mapping[tuple[tuple[int, ...], ...], int]:
    shown: dict[tuple[object, ...], tuple[tuple[int, ...], ...]] = {}
    weights: dict[tuple[object, ...], int] = {}
    handfuls = range(len(volley.shots))
    for combination in product(*(volley.falls(handful).items() for handful in handfuls)):
        dice = tuple(fall for fall, _ in combination)
        outcome = volley.outcome(dice)
        shown.setdefault(outcome, dice)
        ways = 1
        for _, weight in combination:
            ways *= weight
        weights[outcome] = weights.get(outcome, 0) + ways
    return {shown[outcome]: ways for outcome, ways in weights.items()}


# ---- open tests and tests of pain: points are spent best, nobody is asked


@dataclass(frozen=True, slots=True)
class OpenTest:
    """walka-4: the success points of three dice; the worst is dropped, the others lowered."""

    threshold: float
    skill: int = 0

    def read(self, dice: Sequence[int]) -> int:
        low, high = sorted(dice)[:2]
        gap = high - low
        higher = high - self.skill if gap >= self.skill else low - (self.skill - gap) // 2
        return floor(self.threshold - higher)

    def spread(self, dice: Dice) -> dict[int, int]:
        result: dict[int, int] = {}
        for fall, ways in Faces().spread(dice).items():
            points = self.read(fall)
            result[points] = result.get(points, 0) + ways
        return result


@dataclass(frozen=True, slots=True)
class Single:
    """One die read like an open test (house rule ``initiative_dice`` 1)."""

    threshold: float

    def read(self, dice: Sequence[int]) -> int:
        return floor(self.threshold - dice[0])

    def spread(self, dice: Dice) -> dict[int, int]:
        return {self.read((face,)): 1 for face in dice.faces}


@dataclass(frozen=True, slots=True)
class Pain:
    """walka-32: whether pain is borne, three dice for each wound, the skill spent best on each.

    No odds are asked for it: it changes what later tests are worth and nothing that is marked, so
    its spread has one fall that weighs as much as all.
    """

    thresholds: tuple[int, ...]
    skill: int
    equal: bool

    def read(self, dice: Sequence[int]) -> tuple[bool, ...]:
        threes = [dice[first : first + 3] for first in range(0, len(dice), 3)]
        return tuple(map(self._borne, threes, self.thresholds))

    def _borne(self, dice: Sequence[int], threshold: int) -> bool:
        needs = [need(die, threshold, self.equal) for die in dice]
        cheapest = sorted(points for points in needs if points is not None)[:2]
        return len(cheapest) == 2 and sum(cheapest) <= self.skill

    def spread(self, dice: Dice) -> dict[tuple[bool, ...], int]:
        return {(True,) * len(self.thresholds): FACES**dice.count}


# ---- thresholds with their reasons


@dataclass(frozen=True, slots=True)
class Modifier:
    """Something added to a threshold: why, how much, and by which rule."""

    text: Words
    value: float
    rule: str


@dataclass(slots=True)
class Threshold:
    """walka-17: an attribute and everything added to it."""

    attribute: str
    base: int
    modifiers: list[Modifier] = field(default_factory=list)
    value: float = 0

    def __post_init__(self) -> None:
        self.value = self.base

    def add(self, text: Words, value: float, rule: str) -> None:
        if value:
            self.modifiers.append(Modifier(text, value, rule))
            self.value += value

    def add_given(self, given: Modifiers) -> None:
        """What the game master adds."""
        self.add(given.why or Text("by the game master"), given.other, "walka-17")

    def tell(self, who: Fighter, rule: str, table: Table) -> None:
        """Each modifier under its own rule, then the sum."""
        for modifier in self.modifiers:
            told = Text(
                "{name}: {why} {value}",
                name=who.name,
                why=modifier.text,
                value=signed(modifier.value),
            )
            table.log(modifier.rule, told, by=who.id)
        sum_told = Text(
            "{name}: threshold {threshold} = {attribute} {base}{added}",
            name=who.name,
            threshold=number(self.value),
            attribute=self.attribute,
            base=self.base,
            added="".join(" " + signed(modifier.value) for modifier in self.modifiers),
        )
        table.log(rule, sum_told, by=who.id)


def threshold_of(fighter: Fighter, attribute: str) -> Threshold:
    """The attribute, lowered by the fighter's wounds (walka-32)."""
    threshold = Threshold(attribute, fighter.attribute(attribute))
    threshold.add(Text("wounds"), fighter.penalty, "walka-32")
    return threshold


@lru_cache(maxsize=256)
def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


@lru_cache(maxsize=256)
def signed(value: float) -> str:
    return f"+{value:g}" if value > 0 else f"−{-value:g}"


def lowered(die: int, points: int) -> str:
    """A die and what it comes to: ``"14 − 3 = 11"``."""
    return f"{die} − {points} = {die - points}" if points else str(die)


# ---- asking for points


def spend_on_volley(
    fighter: Fighter, volley: Volley, dice: Sequence[tuple[int, ...]], table: Table, what: Words
) -> tuple[tuple[int, ...], ...]:
    """walka-12: asks for the points of each die. ``fighter`` is taken."""
    sizes = [len(faces) for faces in dice]
    if not volley.points.total:
        return cut([0] * sum(sizes), sizes)
    field, most = _offer(volley, tuple(dice))
    return ask_points(fighter, volley.points, field, most, sizes, table, what)


@lru_cache(maxsize=1024)
def _offer(volley: Volley, dice: tuple[tuple[int, ...], ...]) -> tuple[Field, list[int]]:
    """The splits of the points over these dice that are worth offering, the best as default.

    Beside them the one that gains most whatever it costs.
    """
    sizes = [len(faces) for faces in dice]
    best = [points for group in volley.best(dice) for points in group]
    most = [points for group in volley.most(dice) for points in group]
    choices = [
        Choice(split, _lowered(dice, split), _worth_of(volley, dice, cut(split, sizes)))
        for split in _splits(volley, dice, best, most)
    ]
    return splitting(choices, best, volley.points.total), most


def splitting(choices: Sequence[Choice], best: Sequence[int], total: int) -> Field:
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
    if not points.total:
        return 0
    field = splitting(choices, [best], points.total)
    return ask_points(fighter, points, field, [most], [1], table, what)[0][0]


def ask_points(
    fighter: Fighter,
    points: SkillPoints,
    field: Field,
    most: list[int],
    sizes: Sequence[int],
    table: Table,
    what: Words,
) -> tuple[tuple[int, ...], ...]:
    """The points for each die, checked; ``most`` are those that gain most whatever they cost."""
    left = {skill: points.most(handful) for handful, skill in enumerate(points.skills)}
    answer: list[int] = table.ask(
        Decision(
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
            field=field,
            rule="walka-12",
            no_benefit=not any(most),
            best_case=None if most == field.default else most,
        )
    )
    if len(answer) != sum(sizes):
        needs = Text("needs {numbers} numbers, one for each die", numbers=sum(sizes))
        raise TableRefusal(needs, "answers.skill_points")
    groups = cut(answer, sizes)
    short = points.short_of([sum(group) for group in groups])
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
    return groups


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


def _splits(
    volley: Volley, dice: Sequence[Sequence[int]], best: list[int], most: list[int]
) -> Sequence[list[int]]:
    """The splits worth offering: the best, the one that gains most, none, and each die or pair of
    dice made to succeed."""
    found = [best, *([most] if most != best else []), [0] * len(best)]
    if found[0] == found[-1]:
        found.pop()
    ways: list[list[tuple[int, ...]]] = []
    for handful, (shot, faces) in enumerate(zip(volley.shots, dice, strict=True)):
        group: list[tuple[int, ...]] = [(0,) * len(faces)]
        for index, face in enumerate(faces):
            points = cheapest(face, shot.threshold, volley.points.most(handful), volley.equal)
            if points:
                group.append(tuple(points if i == index else 0 for i in range(len(faces))))
        ways.append(group)
    for combination in product(*ways):
        split = [points for group in combination for points in group]
        if split not in found and volley.points.allows([sum(group) for group in combination]):
            found.append(split)
    return found[:MOST_CHOICES]


def _worth_of(
    volley: Volley, dice: Sequence[Sequence[int]], points: Sequence[Sequence[int]]
) -> Text:
    """What a split leads to, in a few words."""
    said: list[Words] = []
    for shot, faces, group in zip(volley.shots, dice, points, strict=True):
        counting = volley.counting(shot, faces, group)
        if not counting:
            said.append(Text("miss"))
            continue
        names = list(dict.fromkeys(shot.faces.names[face - 1] for face, _ in counting))
        where = joined([*names], " or ")
        if not all(names):
            said.append(Text("success"))
        elif shot.greedy:
            won = success_points(*counting[0], shot.threshold, volley.equal)
            said.append(Text("hit: {where}, {won} scratches", where=where, won=won))
        else:
            said.append(Text("hit: {where}", where=where))
    cost = sum(map(sum, points))
    paid = Text("; {count} point", "; {count} points", count=cost) if cost else NOTHING
    return Text("{said}{paid}", said=said, paid=paid)


def _lowered(dice: Sequence[Sequence[int]], split: Sequence[int]) -> Words:
    """The dice with what is taken off each: ``14−1 · 16``."""
    if not any(split):
        return Text("none")
    return " · ".join(minus([face for handful in dice for face in handful], split))


def minus(faces: Sequence[int], points: Sequence[int]) -> list[str]:
    """Each die with what is taken off it: ``"14−1"``."""
    return [f"{die}−{n}" if n else str(die) for die, n in zip(faces, points, strict=True)]


def cut(numbers: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """A flat list as one tuple for each handful."""
    result = []
    start = 0
    for size in sizes:
        result.append(tuple(numbers[start : start + size]))
        start += size
    return tuple(result)


# ---- a test of one die that only has to succeed


def single_test(
    state: Battle,
    fighter: Fighter,
    threshold: Threshold,
    skill: str,
    table: Table,
    *,
    rule: str,
    label: Words,
    more_tests: bool = False,
) -> int:
    """walka-1: a d20 in the fight; its success points, 0 for a failure. ``fighter`` is taken.

    ``more_tests``: later tests of this step draw on the same fighter's points.
    """
    threshold.tell(fighter, rule, table)
    volley = Volley(
        (Shot(1, threshold.value),),
        skill_points(state, fighter, skill),
        state.house.equal_succeeds,
        more_tests=more_tests,
    )
    dice = table.roll(volley, why="walka-1", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-1", table)
    points = spend_on_volley(fighter, volley, dice, table, label)
    pay_points(fighter, volley.points.skills, points, state, table)
    return judge(fighter, dice[0][0], points[0][0], threshold, state, table, label)


def tell_roll(
    fighter: Fighter, faces: Sequence[int], label: Words, rule: str, table: Table
) -> None:
    """The dice as they fell, before anything is done about them."""
    told = Text("{name}, {label}: {dice}", name=fighter.name, label=label, dice=words.faces(faces))
    table.log(rule, told, by=fighter.id)


def judge(
    fighter: Fighter,
    die: int,
    points: int,
    threshold: Threshold,
    state: Battle,
    table: Table,
    label: Words,
) -> int:
    """Tells whether a die succeeds (walka-1, 2) and returns its success points (walka-3), or 0."""
    equal = state.house.equal_succeeds
    said = {
        "name": fighter.name,
        "label": label,
        "die": lowered(die, points),
        "threshold": number(threshold.value),
    }
    if die == UNLUCKY:
        unlucky = Text("{name}, {label}: an unlucky 20 fails", name=fighter.name, label=label)
        table.log("walka-2", unlucky, by=fighter.id)
        return 0
    if not succeeds(die, points, threshold.value, equal):
        failed = Text("{name}, {label}: {die} is not below {threshold}, failed", **said)
        if equal:
            failed = Text("{name}, {label}: {die} is not at most {threshold}, failed", **said)
        table.log("walka-1", failed, by=fighter.id)
        return 0
    passed = Text("{name}, {label}: {die} is below {threshold}, success", **said)
    if equal:
        passed = Text("{name}, {label}: {die} is at most {threshold}, success", **said)
    table.log("walka-1", passed, by=fighter.id)
    won = success_points(die, points, threshold.value, equal)
    table.log("walka-3", Text("{name}: success points {won}", name=fighter.name, won=won),
              by=fighter.id)  # fmt: skip
    return won


def open_test(
    fighter: Fighter, threshold: Threshold, skill: int, table: Table, *, rule: str, label: Words
) -> int:
    """walka-4: three dice outside the fight's own counting; the success points, maybe below 0."""
    return table.roll(
        pool(3, FACES, OpenTest(threshold.value, skill)), why=rule, by=fighter.id, label=label
    )


# ---- two dice against each other


def resist(
    state: Battle,
    fighter: Fighter,
    threshold: Threshold,
    skill: str,
    against: int,
    table: Table,
    label: Words,
    what: Words,
) -> int:
    """The success points of somebody who needs so many to resist. ``fighter`` is taken."""
    total = skill_points(state, fighter, skill).total
    equal = state.house.equal_succeeds
    held = tuple(
        face
        for face in range(1, FACES + 1)
        if (least := _needed(face, threshold.value, against, equal)) is not None and least <= total
    )
    lost = tuple(face for face in range(1, FACES + 1) if face not in held)
    throw = pool(1, FACES, Faces(alike=(held, lost)))
    die = table.roll(throw, why="walka-1", by=fighter.id, label=label)[0]
    tell_roll(fighter, (die,), label, "walka-1", table)
    points = spend_opposed(state, fighter, die, threshold.value, against, skill, table, what)
    return judge(fighter, die, points, threshold, state, table, label)


def _needed(die: int, threshold: float, wanted: int, equal: bool) -> int | None:
    """The fewest points that give a die so many success points; None when nothing can."""
    least = need(die, threshold, equal)
    if least is None:
        return None
    return least + max(wanted - success_points(die, least, threshold, equal), 0)


def spend_opposed(
    state: Battle,
    fighter: Fighter,
    die: int,
    threshold: float,
    wanted: int,
    skill: str,
    table: Table,
    what: Words,
    *,
    gains: bool = False,
) -> int:
    """walka-12 on one die of an opposed test; ``gains`` where more than is wanted helps.

    ``fighter`` is taken.
    """
    points = skill_points(state, fighter, skill)
    total = points.total
    least = _needed(die, threshold, wanted, state.house.equal_succeeds)
    best = least if least is not None and least <= total else 0
    most = total if gains and least is not None and least <= total else best
    choices = [Choice([spent], str(spent)) for spent in dict.fromkeys((best, 0, total))]
    spent = spend_on_die(fighter, choices, best, most, points, table, what)
    pay_points(fighter, points.skills, ((spent,),), state, table)
    return spent


# ---- any test of anybody, by the game master's word


def any_test(state: Battle, fighter: Fighter, command: Test, table: Table) -> None:
    """walka-1 in the fight's own way, or walka-4: an ordinary test, or an open one."""
    threshold = threshold_of(fighter, command.attribute)
    threshold.add_given(command.modifiers)
    label = command.skill.replace("_", " ") or command.attribute
    if command.way == "fight":
        won = single_test(
            state, fighter, threshold, command.skill, table, rule="walka-1", label=label
        )
        if won:
            table.mark("success", fighter.id)
        return
    threshold.tell(fighter, "walka-4", table)
    points = fighter.skill(command.skill)
    if command.way == "ordinary":
        _ordinary_test(state, fighter, threshold.value, command.skill, label, table)
        return
    won = open_test(fighter, threshold, points, table, rule="walka-4", label=label)
    table.mark("success_points", fighter.id, won)
    told = Text("{name}: {won} success points in {label}", name=fighter.name, won=won, label=label)
    table.log("walka-4", told, by=fighter.id)


def _ordinary_test(
    state: Battle, fighter: Fighter, threshold: float, skill: str, label: str, table: Table
) -> None:
    """walka-4: three dice, two of them have to succeed; the skill is shared between them."""
    points = whole_skill(skill, fighter.skill(skill))
    throw = Volley((Shot(3, threshold),), points, state.house.equal_succeeds, needed=2)
    dice = table.roll(throw, why="walka-4", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-4", table)
    spent = spend_on_volley(fighter, throw, dice, table, label)
    said = {"name": fighter.name, "label": label, "dice": " ".join(minus(dice[0], spent[0]))}
    told = Text("{name}, {label}: {dice}, failed", **said)
    if throw.counting(throw.shots[0], dice[0], spent[0]):
        table.mark("success", fighter.id)
        told = Text("{name}, {label}: {dice}, passed", **said)
    table.log("walka-4", told, by=fighter.id)
