"""What a d20 says against a threshold (walka-1 to 4), and three of them at once.

A threshold may hold a half (wounds); it is a float that is exact there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from desktop.rules.dice import Dice, Faces
from desktop.rules.walka.data import UNLUCKY

FACES = 20


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


@lru_cache(maxsize=1024)
def failing(threshold: float, most: int, equal: bool) -> tuple[int, ...]:
    """Faces that no points can save."""
    return tuple(
        face for face in range(1, FACES + 1) if cheapest(face, threshold, most, equal) is None
    )


def lowered(die: int, points: int) -> str:
    """A die and what it comes to: ``"14 − 3 = 11"``."""
    return f"{die} − {points} = {die - points}" if points else str(die)


def minus(faces: Sequence[int], points: Sequence[int]) -> list[str]:
    """Each die with what is taken off it: ``"14−1"``."""
    return [f"{die}−{n}" if n else str(die) for die, n in zip(faces, points, strict=True)]


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
        # The lower a die, the fewer points it needs, and none help a 20.
        low, middle = [need(die, threshold, self.equal) for die in sorted(dice)[:2]]
        return low is not None and middle is not None and low + middle <= self.skill

    def spread(self, dice: Dice) -> dict[tuple[bool, ...], int]:
        return {(True,) * len(self.thresholds): FACES**dice.count}
