"""A d20 against a threshold (walka-1 to 4), and the skill points that lower it (walka-12).

A threshold may hold a half (wounds); it is a float that is exact there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, groupby, islice, product
from math import ceil, floor, prod
from typing import NamedTuple

from desktop.rules.cast import question
from desktop.rules.dice import Dice, Faces, Pool, plain_dice, pool, tally
from desktop.rules.fields import Choice
from desktop.rules.table import Decision, LazyDecision, Table, TableRefusal
from desktop.rules.text import Text, Words
from desktop.rules.walka.sheet import word
from desktop.rules.walka.state import Battle, Fighter, points_left, share
from desktop.rules.walka.tables import UNLUCKY, Location, faces_text, locations_text

FACES = 20
ROLLED = Text("{name}, {label}: {dice}")


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
    """The fewest points that make the die succeed; None when more than ``most`` are needed."""
    points = need(die, threshold, equal)
    return points if points is not None and points <= most else None


@lru_cache(maxsize=1024)
def failing(threshold: float, most: int, equal: bool) -> tuple[int, ...]:
    """Faces that no points can save."""
    return tuple(
        face for face in range(1, FACES + 1) if cheapest(face, threshold, most, equal) is None
    )


def die_by(kind: Callable[[int], Hashable], *, again: Sequence[int] = ()) -> Pool[tuple[int, ...]]:
    """One die whose faces matter only by their ``kind``, so that odds tell no more of them apart.

    Faces of ``again`` are thrown again.
    """
    groups: dict[Hashable, list[int]] = {}
    for face in range(1, FACES + 1):
        if face not in again:
            groups.setdefault(kind(face), []).append(face)
    return pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))), again=tuple(again))


def lowered(die: int, points: int) -> str:
    """A die and what it comes to: ``"14 − 3 = 11"``."""
    return f"{die} − {points} = {die - points}".replace("-", "−") if points else str(die)


def minus(faces: Sequence[int], points: Sequence[int]) -> list[str]:
    """Each die with what is taken off it: ``"14−1"``."""
    return [f"{die}−{n}" if n else str(die) for die, n in zip(faces, points, strict=True)]


@dataclass(frozen=True, slots=True)
class OpenTest:
    """walka-4: the success points of three dice; the worst is dropped, the others lowered. Of a
    single die (house rule ``initiative_dice`` 1) they are read without skill."""

    threshold: float
    skill: int = 0

    def read(self, dice: Sequence[int]) -> int:
        """The success points of the dice."""
        if len(dice) == 1:
            return floor(self.threshold - dice[0])
        low, high = sorted(dice)[:2]
        gap = high - low
        higher = high - self.skill if gap >= self.skill else low - (self.skill - gap) // 2
        return floor(self.threshold - higher)

    def spread(self, dice: Dice) -> dict[int, int]:
        """Each number of success points with its weight."""
        return tally((self.read(fall), ways) for fall, ways in Faces().spread(dice).items())


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
        """Whether the pain of each wound is borne."""
        threes = [dice[first : first + 3] for first in range(0, len(dice), 3)]
        return tuple(map(self._borne, threes, self.thresholds))

    def _borne(self, dice: Sequence[int], threshold: int) -> bool:
        # The lower a die, the fewer points it needs, and none help a 20.
        low, middle, _ = sorted(dice)
        most = threshold if self.equal else threshold - 1
        return middle != UNLUCKY and max(low - most, 0) + max(middle - most, 0) <= self.skill

    def spread(self, dice: Dice) -> dict[tuple[bool, ...], int]:
        """One fall that stands for all."""
        return {(True,) * len(self.thresholds): FACES**dice.count}


# ---- skill points of a turn (walka-12)


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
    of_turn: bool = True
    """Whether what is spent is gone for this turn."""

    def most(self, handful: int) -> int:
        """The most that this handful can be lowered by, whatever is spent on the others.

        With two thirds each of three skills, points on a third one make the others worth more.
        """
        return _most(self, handful)

    @property
    def total(self) -> int:
        """The most that can be spent on all of them together."""
        return _total(self)

    def allows(self, points: Sequence[int]) -> bool:
        """Whether these points can be spent, a number for each handful."""
        return short_of(self, tuple(points)) is None

    def left(self, handful: int, used: set[str]) -> int:
        """What a handful's skill is worth now, were these skills used."""
        worth = share(self.three_skills, self.worth[handful], self.used(used))
        return worth - self.spent[handful]

    def used(self, more: set[str]) -> int:
        """How many skills would be used this turn, were these used too."""
        before = {skill for skill, n in zip(self.skills, self.spent, strict=True) if n > 0}
        return self.others + len(before | more)


@lru_cache(maxsize=1024)
def _most(points: SkillPoints, handful: int) -> int:
    alone, every = points.used({points.skills[handful]}), points.used(set(points.skills))
    worth = points.worth[handful]
    most = max(share(points.three_skills, worth, used) for used in range(alone, every + 1))
    return max(most - points.spent[handful], 0)


@lru_cache(maxsize=1024)
def _total(points: SkillPoints) -> int:
    alone = max(map(points.most, range(len(points.skills))), default=0)
    every = {skill: handful for handful, skill in enumerate(points.skills)}
    together = [points.left(handful, set(every)) for handful in every.values()]
    return max(alone, sum(together)) if all(n > 0 for n in together) else alone


@lru_cache(maxsize=1024)
def short_of(pool: SkillPoints, points: tuple[int, ...]) -> tuple[str, int, int] | None:
    """The first skill with too few points: its name, what is left, what was asked for; or None.

    ``points`` has a number for each handful.
    """
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
        tuple([fighter.skills.get(skill, 0) for skill in skills]),
        tuple([spent.get(skill, 0) for skill in skills]),
        sum([points > 0 and skill not in skills for skill, points in spent.items()]),
        state.house.three_skills,
    )


def whole_skill(skill: str, points: int) -> SkillPoints:
    """walka-4 and 14: outside the fight's own counting a skill is worth what it is."""
    return SkillPoints((skill,), (points,), (0,), of_turn=False)


Split = tuple[tuple[int, ...], ...]
"""Points for each die of each handful."""

Offer = tuple[Sequence[Choice], list[int]]
"""The splits of points over dice that are worth offering, and the one that gains most whatever it
costs."""


DieOffer = tuple[Sequence[Choice], int, int]
"""Points for a single die that are worth offering, the best of them, and those that gain most."""


class Attempt(NamedTuple):
    """What a fighter tries, called ``what``: dice are thrown for it, and points spent on them.

    ``fighter`` is taken.
    """

    state: Battle
    fighter: Fighter
    what: Words
    table: Table

    def throw(self, volley: Volley, why: str, rule: str = "") -> tuple[Falls, Split]:
        """The dice, told under a ``rule``, by default that by which they are thrown, and the points
        that lower each."""
        dice = self.table.roll(volley, why=why, by=self.fighter.id, label=self.what)
        self.tell_roll(chain(*dice), rule or why)
        if not volley.points.total:
            return dice, tuple([(0,) * len(faces) for faces in dice])
        offered = _volley_offer if volley.shots[0].rounds is None else _burst_offer
        best, offer = best_points(volley, dice), partial(offered, volley, dice)
        return dice, self._spend(volley.points, best, offer)

    def tell_roll(self, faces: Iterable[int], rule: str) -> None:
        """The dice as they fell, before anything is done about them."""
        if self.table.keeps_log:
            values = {"label": self.what, "dice": faces_text(faces)}
            self.table.note(rule, self.fighter, ROLLED.template, **values)

    def spend_on_die(self, points: SkillPoints, offer: DieOffer) -> int:
        """walka-12 for a single die whose success points matter: how many points lower it."""
        if not points.total:
            return 0
        choices, best, most = offer
        return self._spend(points, ((best,),), lambda: (choices, [most]))[0][0]

    def _spend(self, points: SkillPoints, best: Split, offer: Callable[[], Offer]) -> Split:
        """walka-12: the points for each die, checked and taken off the turn's pool: the ``best``,
        unless somebody wants something else. The fighter has points."""
        fighter, usual = self.fighter, [spent for group in best for spent in group]

        def asked() -> Decision:
            choices, most = offer()
            most_of = {skill: points.most(n) for n, skill in enumerate(points.skills)}
            left = [Text("{skill!l} {points}", points=n, skill=word(s)) for s, n in most_of.items()]
            values = {"name": fighter.name, "what": self.what, "left": left}
            text = Text("{name}, {what}: spend skill points? Left: {left}", **values)
            decision = question(
                fighter, "skill_points", text, choices, "walka-12",
                label="Skill points for each die", kind="numbers", native="Punkty umiejętności",
                default=usual, minimum=0, maximum=points.total, length=len(usual),
                no_benefit=not any(most), best_case=None if most == usual else most,
            )  # fmt: skip
            return decision._replace(about_dice=True)

        answer, spent = self.table.ask(LazyDecision(usual, asked, "skill_points", fighter.id)), best
        if answer is not usual:
            spent = _accepted(fighter, points, answer, [len(group) for group in best])
        if points.of_turn and any(map(any, spent)):
            pay(self.state, fighter, points.skills, spent, self.table)
        return spent


def _accepted(
    fighter: Fighter, points: SkillPoints, answer: Sequence[int], sizes: Sequence[int]
) -> Split:
    """The answer as points for each handful. Raises :class:`TableRefusal` where it has not a number
    for each die, or it is more than can be spent."""
    if len(answer) != sum(sizes):
        needs = Text(
            "needs {count} number, one for each die",
            "needs {count} numbers, one for each die",
            count=sum(sizes),
        )
        raise TableRefusal(needs, "answers.skill_points")
    split = cut(answer, sizes)
    if short := short_of(points, tuple(map(sum, split))):
        skill, has, wanted = short
        values = {"name": fighter.name, "skill": word(skill), "has": has, "wanted": wanted}
        few = Text("{name}, {skill!l}: points left {has}, asked for {wanted}", **values)
        raise TableRefusal(few, "answers.skill_points")
    return split


def pay(
    state: Battle, fighter: Fighter, skills: Sequence[str], points: Split, table: Table
) -> None:
    """walka-12: takes spent points off the turn's pool and tells it. ``fighter`` is taken."""
    paid = [(skill, sum(group)) for skill, group in zip(skills, points, strict=True) if any(group)]
    for skill, amount in paid:
        fighter.spent = {**fighter.spent, skill: fighter.spent.get(skill, 0) + amount}
    if not table.keeps_log:
        return
    used = sum(points > 0 for points in fighter.spent.values())
    for place, (skill, amount) in enumerate(paid, start=1):
        worth = share(state.house.three_skills, fighter.skills.get(skill, 0), used)
        later = sum(more for other, more in paid[place:] if other == skill)
        left = points_left(state.house, fighter, skill) + later
        values = {"name": fighter.name, "skill": word(skill), "amount": amount, "left": left}
        line = Text("{name}, {skill!l}: spends {amount}, {left} left", **values)
        if used > 1:
            line = Text(
                "{name}, {skill!l}: spends {amount}, {left} left "
                "(skills this turn: {used}, each worth {worth})", used=used, worth=worth, **values,
            )  # fmt: skip
        table.log("walka-12", line, by=fighter.id, dice=0)


def cut(numbers: Iterable[int], sizes: Sequence[int]) -> Split:
    """A flat list as one tuple for each handful."""
    numbers = iter(numbers)
    return tuple([tuple(islice(numbers, size)) for size in sizes])


# ---- dice thrown together (walka-11, 12)


MOST_SPLITS = 12

Falls = tuple[tuple[int, ...], ...]
"""The dice of each handful as they fell."""


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """For every face from 1 to 20 what it leads to when it counts, and how good that is.

    Faces of one kind need not be told apart. Each is made once and told from others by identity.
    """

    kinds: tuple[object, ...]
    worth: tuple[int, ...]
    where: Sequence[Location] = ()
    """What each face but 20 hits; empty where nothing is hit."""


SUCCESS = Meaning((True,) * FACES, (0,) * FACES)
"""A die that succeeds or fails, and nothing else."""


GRADED = Meaning(tuple(range(1, FACES + 1)), (0,) * FACES)
"""A die whose success points count, so that no two faces come to the same."""


class Shot(NamedTuple):
    """Dice thrown for one success: a single shot, an aimed one, one weapon of two, or a burst."""

    dice: int
    threshold: float
    faces: Meaning = SUCCESS
    greedy: bool = False
    """Every success point does something: a shotgun's scratches (walka-26)."""
    rounds: int | None = None
    """walka-24: the rounds of a burst, of which as many hit as there are success points."""


class Way(NamedTuple):
    """Points for each die of a handful: what they cost, how many hits they buy, how good these are,
    and the kind of face that counts then, None for a miss."""

    cost: int
    hits: int
    worth: int
    points: tuple[int, ...]
    kind: object


class Volley(NamedTuple):
    """Handfuls thrown together, one for each :class:`Shot`, lowered with points they may share.

    Live it reads the faces as they fell. Its spread has one fall for each thing that can come of
    it when the points are spent best (:func:`best_points`): what was hit, and with what kind of
    face.
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
        """The dice of each shot."""
        return tuple([plain_dice(shot.dice, FACES) for shot in self.shots])

    def read(self, dice: Sequence[Sequence[int]]) -> Falls:
        """The faces of each shot as they fell."""
        return tuple(map(tuple, dice))

    def spread(self) -> Mapping[Falls, int]:
        """One fall for each thing that can come of it, with its weight."""
        return _volley_spread(self)

    def best_of(self, ways: Sequence[Sequence[Way]]) -> tuple[Way, ...]:
        """walka-12: the fewest points for as many hits as can be had, a way for each handful."""

        def order(split: tuple[Way, ...]) -> tuple[int, int, int]:
            costs, hits, worth, *_ = zip(*split, strict=True)
            return -sum(hits), sum(costs), -sum(worth)

        allows = self.points.allows
        splits = (s for s in sorted(product(*ways), key=order) if allows([way.cost for way in s]))
        return next(splits)

    def most(self, dice: Falls) -> Split:
        """Points that gain most whatever they cost: what the best leaves goes where all count."""
        result = list(best_points(self, dice))
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

    def ways(self, handful: int, faces: Sequence[int]) -> list[Way]:
        """The cheapest success where it costs something, and no points at all; of a burst the
        fewest points for each number of hits (walka-24)."""
        shot = self.shots[handful]

        def way(points: tuple[int, ...], worth: int = 0) -> Way:
            counting = self.counting(shot, faces, points)
            kind = shot.faces.kinds[counting[0][0] - 1] if counting else None
            if shot.rounds is None:
                return Way(sum(points), len(counting[:1]), worth, points, kind)
            won = success_points(*counting[0], shot.threshold, self.equal) if counting else 0
            return Way(sum(points), min(won, shot.rounds), worth, points, faces)

        ways = [way((0,) * len(faces))]
        if shot.rounds is not None:
            for amount in range(1, self.points.most(handful) + 1):
                more = way((amount,))
                ways += [more] if more.hits > ways[-1].hits else []
            return ways
        needs = sorted(
            (least, -shot.faces.worth[face - 1], index)
            for index, face in enumerate(faces)
            if (least := need(face, shot.threshold, self.equal)) is not None
        )
        chosen = needs[: self.needed]
        lowered = {index: least for least, _, index in chosen}
        if len(chosen) == self.needed and any(lowered.values()):
            points = tuple([lowered.get(index, 0) for index in range(len(faces))])
            ways.insert(0, way(points, -min([worth for _, worth, _ in chosen])))
        return ways

    def counting(
        self, shot: Shot, faces: Sequence[int], points: Sequence[int]
    ) -> list[tuple[int, int]]:
        """The dice that succeed, as pairs of face and points, best first; empty for a miss."""
        counting = [
            (face, lowered)
            for face, lowered in zip(faces, points, strict=True)
            if succeeds(face, lowered, shot.threshold, self.equal)
        ]
        if len(counting) < self.needed:
            return []
        if len(counting) == 1:
            return counting
        return sorted(
            counting, key=lambda die: (-shot.faces.worth[die[0] - 1], die[0] - die[1], die)
        )

    def falls(self, handful: int) -> dict[tuple[int, ...], int]:
        """Falls of one handful that stand for all others, with their weights.

        Faces that no rule tells apart are one class, the best first, those that cannot succeed
        last. The order is the one in which :func:`best_points` and :meth:`counting` prefer a die,
        or a class would stand for dice that another one beats.
        """
        shot, most = self.shots[handful], self.points.most(handful)
        kinds, worth = shot.faces.kinds, shot.faces.worth
        useful = sorted(
            (points, -worth[face - 1], face)
            for face in range(1, FACES + 1)
            if (points := cheapest(face, shot.threshold, most, self.equal)) is not None
        )
        groups = groupby(useful, lambda face: (*face[:2], kinds[face[2] - 1]))
        classes = [tuple(face for _, _, face in group) for _, group in groups]
        classes.append(failing(shot.threshold, most, self.equal))
        if self.needed > 1 or shot.rounds is not None:
            alike = tuple(faces[::-1] for faces in classes)
            return Faces(alike).spread(plain_dice(shot.dice, FACES))
        result: dict[tuple[int, ...], int] = {}
        left = FACES
        for faces in classes:
            # The best die decides, so a class weighs as much as falls with nothing better.
            ways = left**shot.dice - (left - len(faces)) ** shot.dice
            left -= len(faces)
            fall = (faces[-1],) + (UNLUCKY,) * (shot.dice - 1)
            result[fall] = result.get(fall, 0) + ways
        return result


@lru_cache(maxsize=4096)
def best_points(volley: Volley, dice: Falls) -> Split:
    """The points for each die as they are spent best: see :meth:`Volley.best_of`."""
    ways = list(map(volley.ways, range(len(dice)), dice))
    return tuple([way.points for way in volley.best_of(ways)])


@lru_cache(maxsize=1024)
def _volley_spread(volley: Volley) -> Mapping[Falls, int]:
    shown: dict[tuple[object, ...], Falls] = {}
    weights: dict[tuple[object, ...], int] = {}
    handfuls = [
        [(fall, weight, volley.ways(n, fall)) for fall, weight in volley.falls(n).items()]
        for n in range(len(volley.shots))
    ]
    for combination in product(*handfuls):
        dice, ways, choices = zip(*combination, strict=True)
        best = volley.best_of(choices)
        spent = sum([way.cost for way in best]) if volley.more_tests else 0
        outcome = (spent, *[way.kind for way in best])
        shown.setdefault(outcome, dice)
        weights[outcome] = weights.get(outcome, 0) + prod(ways)
    return {shown[outcome]: ways for outcome, ways in weights.items()}


MISS = Text("miss", context="outcome")
NO_POINTS = Text("none", context="skill points")
MOST_CHOICES = 20


@lru_cache(maxsize=1024)
def _burst_offer(volley: Volley, dice: Falls) -> Offer:
    """The splits of the points over bursts that make a difference, the best first."""
    best = best_points(volley, dice)
    allowed = [
        split
        for split in product(*map(volley.ways, range(len(dice)), dice))
        if volley.points.allows([way.cost for way in split])
    ]
    choices = []
    for split in sorted(
        allowed,
        key=lambda split: (tuple(way.points for way in split) != best, -sum(w.cost for w in split)),
    )[:MOST_CHOICES]:
        costs = [way.cost for way in split]
        points = _lowered_dice(dice, [points for way in split for points in way.points])
        hits = [
            Text("{count} hit", "{count} hits", count=way.hits) if way.hits else MISS
            for way in split
        ]
        choices.append(Choice(costs, points, Text("{hits}", hits=hits)))
    return choices, [points for group in best for points in group]


@lru_cache(maxsize=1024)
def _volley_offer(volley: Volley, dice: Falls) -> Offer:
    """The splits of the points over these dice that are worth offering, the best first."""
    sizes = [len(faces) for faces in dice]
    best = [points for group in best_points(volley, dice) for points in group]
    most = [points for group in volley.most(dice) for points in group]
    choices = [
        Choice(split, _lowered_dice(dice, split), _worth_of(volley, dice, cut(split, sizes)))
        for split in _splits(volley, dice, best, most)
    ]
    return choices, most


def _splits(
    volley: Volley, dice: Sequence[Sequence[int]], best: list[int], most: list[int]
) -> Sequence[list[int]]:
    """The splits worth offering: the best, the one that gains most, none, and each die or pair of
    dice made to succeed."""
    splits = [*map(list, dict.fromkeys([tuple(best), tuple(most), (0,) * len(best)]))]
    ways: list[list[tuple[int, ...]]] = []
    for handful, (shot, faces) in enumerate(zip(volley.shots, dice, strict=True)):
        most_here = volley.points.most(handful)
        needs = [cheapest(face, shot.threshold, most_here, volley.equal) for face in faces]
        each = [
            (0,) * n + (points,) + (0,) * (len(faces) - n - 1)
            for n, points in enumerate(needs)
            if points
        ]
        ways.append([(0,) * len(faces), *each])
    for combination in product(*ways):
        split = [points for group in combination for points in group]
        if split not in splits and volley.points.allows([sum(group) for group in combination]):
            splits.append(split)
    return splits[:MOST_SPLITS]


def _worth_of(
    volley: Volley, dice: Sequence[Sequence[int]], points: Sequence[Sequence[int]]
) -> Text:
    """What a split leads to, in a few words."""
    outcomes: list[Words] = []
    for shot, faces, group in zip(volley.shots, dice, points, strict=True):
        counting = volley.counting(shot, faces, group)
        if not counting:
            outcomes.append(MISS if shot.faces.where else Text("failure"))
            continue
        places = shot.faces.where and [shot.faces.where[face - 1] for face, _ in counting]
        where = locations_text(dict.fromkeys(places))
        if not places:
            outcomes.append(Text("success", context="outcome"))
        elif shot.greedy:
            won = success_points(*counting[0], shot.threshold, volley.equal)
            outcomes.append(Text("hit: {where}, scratches: {won}", where=where, won=won))
        else:
            outcomes.append(Text("hit: {where}", where=where))
    cost = sum(map(sum, points))
    if not cost:
        return Text("{outcomes}", outcomes=outcomes)
    return Text(
        "{outcomes}; {count} point", "{outcomes}; {count} points", outcomes=outcomes, count=cost
    )


def _lowered_dice(dice: Sequence[Sequence[int]], split: Sequence[int]) -> Words:
    """The dice with what is taken off each: ``14−1 · 16``."""
    if not any(split):
        return NO_POINTS
    return " · ".join(minus([face for handful in dice for face in handful], split))
