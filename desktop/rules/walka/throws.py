"""The three throws of an exchange, with the points that are spent on them (walka-35)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import product
from math import floor
from typing import NamedTuple

from desktop.rules.dice import Dice, TwoStageThrow, convolve, plain_dice
from desktop.rules.text import Text, Words
from desktop.rules.walka import d20, hits, spending, tables

Kind = tuple[int, ...]
"""What a face of the Attacker's leads to where it wins; better ones compare as greater."""

BestDie = tuple[int, int]
"""The points of success of one's best die, and its face."""


@lru_cache(maxsize=4096)
def best_die(thresholds: tuple[float, ...], dice: tuple[int, ...]) -> BestDie:
    """walka-35 and 41: of one's dice, each against its threshold, the one that counts."""
    return max(
        (spending.HOPELESS if face == tables.UNLUCKY else floor(threshold - face), -face)
        for threshold, face in zip(thresholds, dice, strict=True)
    )


class Clash(NamedTuple):
    """walka-35: one throw of an exchange, a die of each, or two where somebody has two weapons.

    Live it reads the faces as they fell. Its spread has one fall for each thing that can come of
    it with the points that both spend.
    """

    throws: Throws
    """The throws of which it is the first."""

    @property
    def handfuls(self) -> tuple[Dice, Dice]:
        """The Attacker's dice, and the Defender's."""
        one, other = len(self.throws.attack), len(self.throws.defences[0])
        return plain_dice(one, d20.FACES), plain_dice(other, d20.FACES)

    def read(self, dice: Sequence[Sequence[int]]) -> d20.Falls:
        """The faces of both as they fell."""
        return tuple(map(tuple, dice))

    def spread(self) -> Mapping[d20.Falls, int]:
        """One fall for each thing that can come of it, with its weight."""
        return dict(_outcomes(self.throws).values())


@lru_cache(maxsize=256)
def _falls(
    thresholds: tuple[float, ...], kinds: tuple[Kind, ...]
) -> tuple[tuple[int, Kind, tuple[int, ...], int], ...]:
    """What one's dice come to: points, kind of the face, a fall that stands for all, weight."""
    ways: dict[tuple[int, Kind], int] = {}
    shown: dict[tuple[int, Kind], tuple[int, ...]] = {}
    for fall in product(range(1, d20.FACES + 1), repeat=len(thresholds)):
        points, face = best_die(thresholds, fall)
        key = points, kinds[-face - 1]
        shown.setdefault(key, fall)
        ways[key] = ways.get(key, 0) + 1
    return tuple((*key, shown[key], count) for key, count in ways.items())


NO_KINDS: tuple[Kind, ...] = ((),) * d20.FACES


@lru_cache(maxsize=256)
def _pairs(
    attack: tuple[float, ...], defence: tuple[float, ...], kinds: tuple[Kind, ...]
) -> Mapping[tuple[float, Kind], tuple[d20.Falls, int]]:
    """By how much the Attacker is ahead and with what kind of face: a fall, and the weight."""
    result: dict[tuple[float, Kind], tuple[d20.Falls, int]] = {}
    others = _falls(defence, NO_KINDS)
    for points, kind, fall, ways in _falls(attack, kinds):
        for theirs, _, other, times in others:
            void = points == theirs == spending.HOPELESS
            key = spending.BOTH_UNLUCKY if void else points - theirs, kind
            shown, before = result.get(key, ((fall, other), 0))
            result[key] = shown, before + ways * times
    return result


def _ahead(attack: tuple[float, ...], defence: tuple[float, ...]) -> dict[float, int]:
    """By how much the Attacker is ahead, and the weight of that."""
    result: dict[float, int] = {}
    for (ahead, _), (_, ways) in _pairs(attack, defence, NO_KINDS).items():
        result[ahead] = result.get(ahead, 0) + ways
    return result


@lru_cache(maxsize=1024)
def leads(
    attack: tuple[float, ...], defence: tuple[float, ...], advantage: int
) -> tuple[float, ...]:
    """How likely the Attacker ends three throws behind, two, … three ahead, were no points spent
    and no throw other than the rest."""
    won = dict.fromkeys((-1, 0, 1), 0)
    for ahead, ways in _ahead(attack, defence).items():
        won[spending.winner(ahead, advantage)] += ways
    total, spread = sum(won.values()) ** tables.THROWS, reduce(convolve, [won] * tables.THROWS)
    return tuple([spread[lead] / total for lead in range(-tables.THROWS, tables.THROWS + 1)])


Outcome = tuple[int, Kind, spending.Spent]
"""Who wins a throw, with what kind of face if the Attacker does, and what both spend on it."""


@lru_cache(maxsize=1024)
def _outcomes(throws: Throws) -> Mapping[Outcome, tuple[d20.Falls, int]]:
    """What can come of the first throw: a fall that stands for all, and the weight."""
    result: dict[Outcome, tuple[d20.Falls, int]] = {}
    came: dict[float, tuple[int, spending.Spent]] = {}
    # After the last throw points may be of no more use.
    of_use = throws.kept_by is not None or len(throws.defences) > 1
    pairs = _pairs(throws.attack, throws.defences[0], throws.kinds)
    for (ahead, kind), (fall, ways) in pairs.items():
        if ahead not in came:
            won, spent = throws.comes_to(ahead)
            came[ahead] = won, spent if of_use else (0, 0)
        won, spent = came[ahead]
        key = won, kind if won > 0 else (), spent
        shown, before = result.get(key, (fall, 0))
        result[key] = shown, before + ways
    return result


@lru_cache(maxsize=256)
def kinds_of(
    armour: tuple[int, ...],
    penetration: int,
    tiers: tuple[int, int, int],
    chosen: tables.Location | None,
) -> tuple[Kind, ...]:
    """For every face the wounds of one, two and three successes there, and whether in the head."""
    levels = [hits.levels_after(armour, tier, penetration) for tier in tiers]
    places = [chosen or tables.location_of(face) for face in range(1, d20.FACES)]
    kinds = [(*(each[tables.PLACE[p]] for each in levels), p == "head") for p in places]
    return (*kinds, ())


@lru_cache(maxsize=256)
def on_average(kinds: tuple[Kind, ...]) -> tuple[float, ...]:
    """The level of the wound of one, two and three successes, on average of all faces that hit."""
    hitting = kinds[:-1]
    return tuple([sum(kind[n] for kind in hitting) / len(hitting) for n in range(tables.THROWS)])


class Course(NamedTuple):
    """What throws come to: how many more of them the Attacker wins than the Defender, with which
    dice, how they fell, and the points that the side spent that will need the others; in a spread
    only the best die, and none that fell."""

    ahead: int
    won: tuple[int, ...] = ()
    falls: tuple[d20.Falls, ...] = ()
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Throws(TwoStageThrow[d20.Falls, Course, Course]):
    """walka-35: the throws of an exchange one after another, with points spent as usual or at
    best."""

    attack: tuple[float, ...]
    defences: tuple[tuple[float, ...], ...]
    """For each throw the thresholds of the Defender's dice."""
    left: spending.Spent
    advantage: int
    kinds: tuple[Kind, ...]
    kept_by: int | None = None
    """Who needs the points that are left afterwards: 0 the Attacker, 1 the Defender (walka-41)."""
    one_by_one: bool = False
    """Whether the dice of the next throw wait until points have been spent on this one."""
    lead: int = 0
    """How many more throws the Attacker has won before than the Defender."""
    game: spending.Game | None = None
    """How points are spent at best; None where they are spent as usual."""

    def told(self, by: str) -> tuple[str, str, Words]:
        """The next throw is one of the same."""
        return by, "walka-35", throw_label(self.number + 2)

    @property
    def number(self) -> int:
        """Which of the throws comes first, from 0."""
        return tables.THROWS - len(self.defences)

    @property
    def first(self) -> Clash:
        """The throw that comes first."""
        return Clash(self)

    def ahead(self, dice: d20.Falls) -> float:
        """By how many points of success the Attacker is ahead on the dice of the first throw."""
        mine, theirs = best_die(self.attack, dice[0])[0], best_die(self.defences[0], dice[1])[0]
        return spending.BOTH_UNLUCKY if mine == theirs == spending.HOPELESS else mine - theirs

    def face(self, dice: d20.Falls) -> int:
        """The Attacker's die that counts."""
        return -best_die(self.attack, dice[0])[1]

    def comes_to(self, ahead: float) -> tuple[int, spending.Spent]:
        """Who wins the first throw where the Attacker is ahead by so many (:func:`winner`), and
        what both spend on it."""
        spent = 0, 0
        if not spending.settled(ahead) and self.game:
            spent = self.game.spend(self.number, self.lead, self.left, int(ahead))
        elif not spending.settled(ahead):
            spent = spending.as_usual(int(ahead), self.left, self.advantage)
        return spending.winner(ahead + spent[0] - spent[1], self.advantage), spent

    def second(self, first: d20.Falls) -> Throws | None:
        """Those after it, with the points that it leaves."""
        return None if self.one_by_one else self.after(*self.comes_to(self.ahead(first)))

    def after(self, won: int, spent: spending.Spent) -> Throws | None:
        """The throws after the first, which ``won`` and on which so much was spent; None after the
        last."""
        if len(self.defences) == 1:
            return None
        left = self.left[0] - spent[0], self.left[1] - spent[1]
        lead = self.lead + won if self.game else 0
        return Throws(
            self.attack, self.defences[1:], left, self.advantage, self.kinds, self.kept_by,
            self.one_by_one, lead, self.game,
        )  # fmt: skip

    def at_best(self, ends: tuple[float, ...]) -> Throws:
        """The same where both spend at best, with what each end is worth (:class:`Game`)."""
        ways = tuple(tuple(_ahead(self.attack, defence).items()) for defence in self.defences)
        return replace(self, game=spending.game_of(ways, self.advantage, ends))

    def join(self, first: d20.Falls, second: Course | None) -> Course:
        """All throws together."""
        (won, spent), rest = self.comes_to(self.ahead(first)), second or Course(0)
        faces = (self.face(first), *rest.won) if won > 0 else rest.won
        return Course(won + rest.ahead, faces, (first, *rest.falls), self._kept(spent) + rest.spent)

    def _kept(self, spent: spending.Spent) -> int:
        return 0 if self.kept_by is None else spent[self.kept_by]

    def weigh(self, first: d20.Falls, second: Course | None) -> Course:
        """Who is ahead by how much, and the best place to be hit."""
        course = self.join(first, second)
        best = max([self.kinds[face - 1] for face in course.won], default=())
        return self._of_kind(course.ahead, best, course.spent)

    def _of_kind(self, ahead: int, best: Kind, spent: int) -> Course:
        face = self.kinds.index(best) + 1 if best else 0
        if not self.number:  # of all throws together only the wound counts, if there is one
            face = _first_alike(self.kinds, face, ahead) if ahead > 0 else 0
        return Course(ahead, (face,) if face else (), (), spent)

    def both(self) -> Mapping[Course, int]:
        """What all throws can come to, each outcome of the first with what the others add."""
        ends: dict[tuple[int, Kind, int], int] = {}
        for (won, kind, spent), (_, ways) in _outcomes(self).items():
            others = self.after(won, spent)
            for rest, times in others.spread().items() if others else ((Course(0), 1),):
                after = self.kinds[rest.won[0] - 1] if rest.won else ()
                key = won + rest.ahead, max(kind, after), self._kept(spent) + rest.spent
                ends[key] = ends.get(key, 0) + ways * times
        courses: dict[Course, int] = {}
        for end, ways in ends.items():
            course = self._of_kind(*end)
            courses[course] = courses.get(course, 0) + ways
        return courses


@lru_cache(maxsize=1024)
def _first_alike(kinds: tuple[Kind, ...], face: int, successes: int) -> int:
    """The first face where so many successes come to the same wound as at this one."""
    wounds = [(kind[successes - 1], kind[-1]) for kind in kinds[:-1]]
    return wounds.index(wounds[face - 1]) + 1


def throw_label(number: int) -> Text:
    """Which throw of an exchange it is."""
    return Text("throw {number} of {all}", number=number, all=tables.THROWS)
