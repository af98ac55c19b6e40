"""Dice thrown together for one success each, lowered with points they may share (walka-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

from desktop.rules.dice import Dice, plain_dice
from desktop.rules.fields import Choice
from desktop.rules.table import Table
from desktop.rules.text import NOTHING, Text, Words, joined
from desktop.rules.walka.data import UNLUCKY
from desktop.rules.walka.die import FACES, cheapest, minus, need, succeeds, success_points
from desktop.rules.walka.points import Offer, SkillPoints, Split, ask_points, cut
from desktop.rules.walka.state import Fighter

MOST_CHOICES = 12

Falls = tuple[tuple[int, ...], ...]
"""The dice of each handful as they fell."""


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


GRADED = Meaning(tuple(range(1, FACES + 1)), (0,) * FACES)
"""A die whose success points count, so that no two faces come to the same."""


class Shot(NamedTuple):
    """Dice thrown for one success: a single shot, an aimed one, one weapon of two."""

    dice: int
    threshold: float
    faces: Meaning = SUCCESS
    greedy: bool = False
    """Every success point does something: a shotgun's scratches (walka-26)."""


class Way(NamedTuple):
    """Points for each die of a handful: what they cost, how good the success is that they buy, and
    the kind of face that counts then, None for a miss."""

    cost: int
    worth: int
    points: tuple[int, ...]
    kind: object


class Volley(NamedTuple):
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
        return tuple([plain_dice(shot.dice, FACES) for shot in self.shots])

    def read(self, dice: Sequence[Sequence[int]]) -> Falls:
        return tuple(map(tuple, dice))

    def spread(self) -> Mapping[Falls, int]:
        return _spread(self)

    def best(self, dice: Falls) -> Split:
        """The points for each die as they are spent best: see :meth:`best_of`."""
        return _best(self, dice)

    def best_of(self, ways: Sequence[Sequence[Way]]) -> tuple[Way, ...]:
        """walka-12: the fewest points for as many hits as can be had, a way for each handful."""

        def order(split: tuple[Way, ...]) -> tuple[int, int, int]:
            paid = [way.cost for way in split if way.cost]
            return -len(paid), sum(paid), -sum([way.worth for way in split])

        allows = self.points.allows
        splits = (s for s in sorted(product(*ways), key=order) if allows([way.cost for way in s]))
        return next(splits)

    def most(self, dice: Falls) -> Split:
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

    def ways(self, shot: Shot, faces: Sequence[int]) -> list[Way]:
        """The cheapest success where it costs something, and no points at all."""
        found = [self._way(shot, faces, {}, 0)]
        needs = [
            (points, -shot.faces.worth[face - 1], index)
            for index, face in enumerate(faces)
            if (points := need(face, shot.threshold, self.equal)) is not None
        ]
        chosen = sorted(needs)[: self.needed]
        lowered = {index: points for points, _, index in chosen}
        if len(chosen) == self.needed and any(lowered.values()):
            worth = -min([worth for _, worth, _ in chosen])
            found.insert(0, self._way(shot, faces, lowered, worth))
        return found

    def _way(self, shot: Shot, faces: Sequence[int], lowered: Mapping[int, int], worth: int) -> Way:
        points = tuple([lowered.get(index, 0) for index in range(len(faces))])
        counting = self.counting(shot, faces, points)
        kind = shot.faces.kinds[counting[0][0] - 1] if counting else None
        return Way(sum(points), worth, points, kind)

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
        if len(found) == 1:
            return found
        return sorted(found, key=lambda die: (-shot.faces.worth[die[0] - 1], die[0] - die[1], die))

    def falls(self, handful: int) -> dict[tuple[int, ...], int]:
        """Falls of one handful that stand for all others, with their weights."""
        shot = self.shots[handful]
        classes = self._classes(shot, self.points.most(handful))
        if self.needed > 1:
            return _all_falls([(faces[-1], len(faces)) for faces in classes], shot.dice)
        result: dict[tuple[int, ...], int] = {}
        left = FACES
        for faces in classes:
            # The best die decides, so a class weighs as much as falls with nothing better.
            ways = left**shot.dice - (left - len(faces)) ** shot.dice
            left -= len(faces)
            fall = (faces[-1],) + (UNLUCKY,) * (shot.dice - 1)
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


@lru_cache(maxsize=4096)
def _best(volley: Volley, dice: Falls) -> Split:
    ways = list(map(volley.ways, volley.shots, dice))
    return tuple([way.points for way in volley.best_of(ways)])


@lru_cache(maxsize=1024)
def _spread(volley: Volley) -> Mapping[Falls, int]:
    shown: dict[tuple[object, ...], Falls] = {}
    weights: dict[tuple[object, ...], int] = {}
    handfuls = [
        [(fall, weight, volley.ways(shot, fall)) for fall, weight in volley.falls(n).items()]
        for n, shot in enumerate(volley.shots)
    ]
    for combination in product(*handfuls):
        dice, ways, choices = zip(*combination, strict=True)
        best = volley.best_of(choices)
        spent = sum([way.cost for way in best]) if volley.more_tests else 0
        outcome = (spent, *[way.kind for way in best])
        shown.setdefault(outcome, dice)
        weights[outcome] = weights.get(outcome, 0) + prod(ways)
    return {shown[outcome]: ways for outcome, ways in weights.items()}


def spend_on_volley(
    fighter: Fighter, volley: Volley, dice: Falls, table: Table, what: Words
) -> Split:
    """walka-12: asks for the points of each die. ``fighter`` is taken."""

    def offer() -> Offer:
        return _offer(volley, dice)

    return ask_points(fighter, volley.points, volley.best(dice), offer, table, what)


@lru_cache(maxsize=1024)
def _offer(volley: Volley, dice: Falls) -> Offer:
    """The splits of the points over these dice that are worth offering, the best first."""
    sizes = [len(faces) for faces in dice]
    best = [points for group in volley.best(dice) for points in group]
    most = [points for group in volley.most(dice) for points in group]
    choices = [
        Choice(split, _lowered(dice, split), _worth_of(volley, dice, cut(split, sizes)))
        for split in _splits(volley, dice, best, most)
    ]
    return choices, most


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
