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
from desktop.rules.table import Decision, Refusal, Table
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


# ---- dice thrown together for one success each


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """For every face from 1 to 20 what it leads to when it counts, and how good that is.

    Faces of one kind need not be told apart. Each is made once and told from others by identity.
    """

    kinds: tuple[object, ...]
    worth: tuple[int, ...]
    names: tuple[str, ...] = ("",) * FACES
    """What is hit, to be told."""


SUCCESS = Meaning((True,) * FACES, (0,) * FACES)
"""A die that succeeds or fails, and nothing else."""


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice thrown for one success: a single shot, an aimed one, one weapon of two.

    ``pool`` is what the skill can give.
    """

    count: int
    threshold: float
    pool: int = 0
    faces: Meaning = SUCCESS
    greedy: bool = False
    """Every success point does something: a shotgun's scratches (walka-26)."""


@dataclass(frozen=True, slots=True)
class Volley:
    """Handfuls thrown together, one for each :class:`Shot`, lowered from a shared pool.

    Live it reads the faces as they fell. Its spread has one fall for each thing that can come of
    it when the points are spent best (:meth:`best`): what was hit, and with what kind of face.
    """

    shots: tuple[Shot, ...]
    total: int
    equal: bool = False
    needed: int = 1
    """How many dice of a handful have to succeed (2 in an ordinary test, walka-4)."""

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
        order = sorted(
            (cost, -worth, index)
            for index, way in enumerate(ways)
            if way is not None
            for cost, worth in (way[:2],)
            if cost <= self.shots[index].pool
        )
        points = [(0,) * len(faces) for faces in dice]
        left = self.total
        for cost, _, index in order:
            way = ways[index]
            if cost <= left and way is not None:
                left -= cost
                points[index] = way[2]
        return tuple(points)

    def most(self, dice: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """Points that gain most whatever they cost: what the best leaves goes where all count."""
        best = self.best(dice)
        left = self.total - sum(map(sum, best))
        result = []
        for shot, faces, points in zip(self.shots, dice, best, strict=True):
            counting = self.counting(shot, faces, points)
            more = min(left, shot.pool - sum(points)) if shot.greedy and counting else 0
            left -= more
            place = list(zip(faces, points, strict=True)).index(counting[0]) if more else -1
            result.append(tuple(n + more * (i == place) for i, n in enumerate(points)))
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
        result: list[object] = []
        for shot, faces, points in zip(self.shots, dice, self.best(dice), strict=True):
            counting = self.counting(shot, faces, points)
            result.append(shot.faces.kinds[counting[0][0] - 1] if counting else None)
        return tuple(result)

    def falls(self, shot: Shot) -> dict[tuple[int, ...], int]:
        """Falls of one handful that stand for all others, with their weights."""
        classes: dict[tuple[object, ...], list[int]] = {}
        for face in range(1, FACES + 1):
            points = need(face, shot.threshold, self.equal)
            if points is None or points > shot.pool:
                classes.setdefault((99, 0, ""), []).append(face)
            else:
                key = (points, -shot.faces.worth[face - 1], repr(shot.faces.kinds[face - 1]))
                classes.setdefault(key, []).append(face)
        ordered = [classes[key] for key in sorted(classes)]
        if self.needed > 1:
            return _all_falls([(faces[-1], len(faces)) for faces in ordered], shot.count)
        result: dict[tuple[int, ...], int] = {}
        left = FACES
        for faces in ordered:
            # The best die decides, so a class weighs as much as falls with nothing better.
            ways = left**shot.count - (left - len(faces)) ** shot.count
            left -= len(faces)
            fall = (faces[-1],) + (UNLUCKY,) * (shot.count - 1)
            result[fall] = result.get(fall, 0) + ways
        return result


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
    for combination in product(*(volley.falls(shot).items() for shot in volley.shots)):
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

    text: str
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

    def add(self, text: str, value: float, rule: str) -> None:
        if value:
            self.modifiers.append(Modifier(text, value, rule))
            self.value += value

    def tell(self, who: Fighter, rule: str, table: Table) -> None:
        """Each modifier under its own rule, then the sum."""
        for modifier in self.modifiers:
            table.log(
                modifier.rule,
                f"{who.name}: {modifier.text} {signed(modifier.value)}",
                by=who.id,
            )
        parts = "".join(f" {signed(modifier.value)}" for modifier in self.modifiers)
        table.log(
            rule,
            f"{who.name}: threshold {number(self.value)} = {self.attribute} {self.base}{parts}",
            by=who.id,
        )


def threshold_of(fighter: Fighter, attribute: str) -> Threshold:
    """The attribute, lowered by the fighter's wounds (walka-32)."""
    threshold = Threshold(attribute, fighter.attribute(attribute))
    threshold.add("wounds", fighter.penalty, "walka-32")
    return threshold


@lru_cache(maxsize=256)
def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


@lru_cache(maxsize=256)
def signed(value: float) -> str:
    return f"+{value:g}" if value > 0 else f"−{-value:g}"


# ---- skill points (walka-12)


@dataclass(frozen=True, slots=True)
class Purse:
    """What can be spent on a throw: for each handful its skill, and the points in all."""

    skills: tuple[str, ...]
    left: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.left.values())


def purse(state: Battle, fighter: Fighter, *skills: str) -> Purse:
    """walka-12: the points left this turn of the skills about to be used together."""
    return Purse(skills, points_left(state.house, fighter, *skills))


def spend_on_volley(
    fighter: Fighter,
    volley: Volley,
    dice: Sequence[tuple[int, ...]],
    money: Purse,
    table: Table,
    what: str,
) -> tuple[tuple[int, ...], ...]:
    """walka-12: asks for the points of each die and pays for them. ``fighter`` is taken."""
    sizes = [len(faces) for faces in dice]
    none = [0] * sum(sizes)
    if not volley.total:
        return _cut(none, sizes)
    field, most = _offer(volley, tuple(dice))
    chosen = _ask(fighter, money, field, most, sizes, table, what)
    return _cut(chosen, sizes)


@lru_cache(maxsize=1024)
def _offer(volley: Volley, dice: tuple[tuple[int, ...], ...]) -> tuple[Field, list[int]]:
    """The splits of the points over these dice that are worth offering, the best as default.

    Beside them the one that gains most whatever it costs.
    """
    sizes = [len(faces) for faces in dice]
    best = [points for group in volley.best(dice) for points in group]
    most = [points for group in volley.most(dice) for points in group]
    choices = [
        Choice(split, _lowered(dice, split), _worth_of(volley, dice, _cut(split, sizes)))
        for split in _splits(volley, dice, best, most)
    ]
    return _splitting(choices, best, volley.total), most


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
    money: Purse,
    table: Table,
    what: str,
) -> int:
    """walka-12 for a single die whose success points matter: how many points lower it."""
    if not money.total:
        return 0
    field = _splitting(choices, [best], money.total)
    chosen = _ask(fighter, money, field, [most], [1], table, what)
    return chosen[0]


def _ask(
    fighter: Fighter,
    money: Purse,
    field: Field,
    most: list[int],
    sizes: Sequence[int],
    table: Table,
    what: str,
) -> list[int]:
    """The points for each die, checked; ``most`` are those that gain most whatever they cost."""
    left = ", ".join(f"{points} of {skill}" for skill, points in money.left.items())
    answer: list[int] = table.ask(
        Decision(
            id="skill_points",
            by=fighter.id,
            text=f"{fighter.name}: skill points on {what}? ({left})",
            field=field,
            rule="walka-12",
            no_benefit=not any(most),
            best_case=None if most == field.default else most,
        )
    )
    if len(answer) != sum(sizes):
        raise Refusal(f"needs {sum(sizes)} numbers, one for each die", "answers.skill_points")
    spending: dict[str, int] = {}
    for skill, group in zip(money.skills, _cut(answer, sizes), strict=True):
        spending[skill] = spending.get(skill, 0) + sum(group)
    for skill, points in spending.items():
        if points > money.left[skill]:
            raise Refusal(
                f"{fighter.name} has {money.left[skill]} points of {skill} left, not {points}",
                "answers.skill_points",
            )
    return answer


def pay_points(
    fighter: Fighter, money: Purse, points: Sequence[Sequence[int]], state: Battle, table: Table
) -> None:
    """walka-12: takes spent points off the turn's pool and tells it. ``fighter`` is taken."""
    for skill, group in zip(money.skills, points, strict=True):
        amount = sum(group)
        if not amount:
            continue
        fighter.spent[skill] = fighter.spent.get(skill, 0) + amount
        used = sum(points > 0 for points in fighter.spent.values())
        worth = share(state.house, fighter.skill(skill), used)
        shared = f" ({used} skills this turn: each worth {worth})" if used > 1 else ""
        left = points_left(state.house, fighter, skill)[skill]
        table.log(
            "walka-12",
            f"{fighter.name} spends {amount} of {skill}: {left} left{shared}",
            by=fighter.id,
        )


def _splits(
    volley: Volley, dice: Sequence[Sequence[int]], best: list[int], most: list[int]
) -> Sequence[list[int]]:
    """The splits worth offering: the best, the one that gains most, none, and each die or pair of
    dice made to succeed."""
    found = [best, *([most] if most != best else []), [0] * len(best)]
    if found[0] == found[-1]:
        found.pop()
    ways: list[list[tuple[int, ...]]] = []
    for shot, faces in zip(volley.shots, dice, strict=True):
        group: list[tuple[int, ...]] = [(0,) * len(faces)]
        for index, face in enumerate(faces):
            points = need(face, shot.threshold, volley.equal)
            if points and points <= shot.pool:
                group.append(tuple(points if i == index else 0 for i in range(len(faces))))
        ways.append(group)
    for combination in product(*ways):
        split = [points for group in combination for points in group]
        if sum(split) <= volley.total and split not in found:
            found.append(split)
    return found[:MOST_CHOICES]


def _worth_of(
    volley: Volley, dice: Sequence[Sequence[int]], points: Sequence[Sequence[int]]
) -> str:
    """What a split leads to, in a few words."""
    said = []
    for shot, faces, group in zip(volley.shots, dice, points, strict=True):
        counting = volley.counting(shot, faces, group)
        if not counting:
            said.append("miss")
            continue
        names = dict.fromkeys(shot.faces.names[face - 1] for face, _ in counting)
        words = f"hit: {' or '.join(names)}" if all(names) else "success"
        if shot.greedy:
            won = success_points(*counting[0], shot.threshold, volley.equal)
            words += f", {won} scratches"
        said.append(words)
    cost = sum(map(sum, points))
    paid = f"; {cost} point{'s' if cost > 1 else ''}" if cost else ""
    return ", ".join(said) + paid


def _lowered(dice: Sequence[Sequence[int]], split: Sequence[int]) -> str:
    """The dice with what is taken off each: ``14−1 · 16``."""
    if not any(split):
        return "none"
    faces = [face for handful in dice for face in handful]
    each = (f"{die}−{n}" if n else f"{die}" for die, n in zip(faces, split, strict=True))
    return " · ".join(each)


def _cut(numbers: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
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
    label: str,
) -> int:
    """walka-1: a d20 in the fight; its success points, 0 for a failure. ``fighter`` is taken."""
    threshold.tell(fighter, rule, table)
    money = purse(state, fighter, skill)
    volley = Volley(
        (Shot(1, threshold.value, money.total),), money.total, state.house.equal_succeeds
    )
    dice = table.roll(volley, why="walka-1", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-1", table)
    points = spend_on_volley(fighter, volley, dice, money, table, label)
    pay_points(fighter, money, points, state, table)
    return judge(fighter, dice[0][0], points[0][0], threshold, state, table, label)


def tell_roll(fighter: Fighter, faces: Sequence[int], label: str, rule: str, table: Table) -> None:
    """The dice as they fell, before anything is done about them."""
    table.log(rule, f"{fighter.name}, {label}: {' '.join(map(str, faces))}", by=fighter.id)


def judge(
    fighter: Fighter,
    die: int,
    points: int,
    threshold: Threshold,
    state: Battle,
    table: Table,
    label: str,
) -> int:
    """Tells whether a die succeeds (walka-1, 2) and returns its success points (walka-3), or 0."""
    equal = state.house.equal_succeeds
    shown = f"{die} − {points} = {die - points}" if points else f"{die}"
    if die == UNLUCKY:
        table.log("walka-2", f"{fighter.name}, {label}: an unlucky 20 fails", by=fighter.id)
        return 0
    against = f"{'at most' if equal else 'below'} {number(threshold.value)}"
    if not succeeds(die, points, threshold.value, equal):
        table.log(
            "walka-1", f"{fighter.name}, {label}: {shown} is not {against}, failed", by=fighter.id
        )
        return 0
    won = success_points(die, points, threshold.value, equal)
    table.log("walka-1", f"{fighter.name}, {label}: {shown} is {against}, success", by=fighter.id)
    table.log("walka-3", f"{fighter.name}: success points {won}", by=fighter.id)
    return won


def open_test(
    fighter: Fighter, threshold: Threshold, skill: int, table: Table, *, rule: str, label: str
) -> int:
    """walka-4: three dice outside the fight's own counting; the success points, maybe below 0."""
    return table.roll(
        pool(3, FACES, OpenTest(threshold.value, skill)), why=rule, by=fighter.id, label=label
    )
