"""The three throws of an exchange, with the points that are spent on them (walka-35).

On each throw who does not win it so far spends first, the Attacker before the Defender, and then
the other answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, reduce
from itertools import product
from math import floor
from typing import NamedTuple

from desktop.rules.dice import Dice, TwoStageThrow, convolve, plain_dice, tally
from desktop.rules.text import Text, Words
from desktop.rules.walka import d20, hits, tables

# ---- points: as usual, or at best


Spent = tuple[int, int]
"""Points of the Attacker and of the Defender."""

HOPELESS = -1_000_000
"""The points of success of an unlucky 20 (walka-2): nothing is worse, and no points help. Bruises
that kill nobody (walka-46) lower a threshold without end."""

BOTH_UNLUCKY = 0.5
"""Where both throw a 20 nobody is ahead by enough, whatever is spent."""


def settled(ahead: float) -> bool:
    """walka-2: whether a 20 decides, so that no points help."""
    return ahead == BOTH_UNLUCKY or abs(ahead) > -HOPELESS // 2


def winner(ahead: float, advantage: int) -> int:
    """walka-35 and 47: 1 for who is ``ahead`` and wins the throw, −1 where the other does,
    else 0."""
    return (ahead >= advantage) - (ahead <= -advantage)


def usual_points(behind: int, left: int, advantage: int) -> int:
    """What one who is ``behind`` by points of success spends: the fewest that win the
    throw, else the fewest that keep the other from winning it, else none."""
    wins, levels = behind + advantage, behind - advantage + 1
    return next((points for points in (wins, levels) if 0 < points <= left), 0)


@lru_cache(maxsize=4096)
def as_usual(ahead: int, left: Spent, advantage: int) -> Spent:
    """What both spend where the Attacker is ``ahead``, each by :func:`usual_points`."""
    mine, theirs = left
    if ahead < advantage:
        attack = usual_points(-ahead, mine, advantage)
        return attack, usual_points(ahead + attack, theirs, advantage)
    defence = usual_points(ahead, theirs, advantage)
    return usual_points(defence - ahead, mine, advantage), defence


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Both sides' best spending on all throws, found backwards from the last.

    Each looks ahead to what the exchange will come to on average; of points that come to the same
    it spends the fewest. On the last throw nothing is saved.
    """

    throws: Sequence[Mapping[float, int]]
    """For each throw its leads, and the ways to each."""
    advantage: int
    ends: Sequence[float]
    """What it is worth to the Attacker to end three successes behind, two, … three ahead."""
    _values: dict[tuple[int, ...], float] = field(default_factory=dict)

    def spend(self, number: int, lead: int, left: Spent, ahead: int) -> tuple[float, Spent]:
        """What the throws from this one, the ``number`` of which counts from 0, are worth then, and
        the points that both spend on it."""
        sign = 1 if ahead < self.advantage else -1  # who spends first: the Attacker?

        def in_order(first: int, second: int) -> Spent:
            return (first, second) if sign > 0 else (second, first)

        def won(first: int, second: int) -> int:
            return winner(sign * ahead + first - second, self.advantage)

        most, reply = in_order(*left)
        if number == tables.THROWS - 1:
            end = won(most, reply)
            first = next(n for n in range(most + 1) if won(n, reply) == end)
            second = next(n for n in range(reply + 1) if won(first, n) == end)
            return self.ends[tables.THROWS + lead + sign * end], in_order(first, second)
        best, chosen = -float("inf"), (0, 0)
        for first in range(most + 1 if won(most, 0) >= 0 else 1):
            net, worst, answer = sign * ahead + first, float("inf"), 0
            for second in (0, net - self.advantage + 1, net + self.advantage):
                if second == 0 or 0 < second <= reply:
                    mine, theirs = in_order(first, second)
                    after = lead + sign * won(first, second)
                    worth = self._value(number + 1, after, left[0] - mine, left[1] - theirs) * sign
                    if worth < worst - TINY:
                        worst, answer = worth, second
            if worst > best + TINY:
                best, chosen = worst, (first, answer)
        return sign * best, in_order(*chosen)

    def _value(self, number: int, lead: int, mine: int, theirs: int) -> float:
        """What the throws from this one on are worth on average."""
        if number == tables.THROWS:
            return self.ends[tables.THROWS + lead]
        last = number == tables.THROWS - 1
        key = (lead, mine - theirs) if last else (number, lead, mine, theirs)
        if key not in self._values:
            total = 0.0
            for ahead, ways in self.throws[number].items():
                if settled(ahead) or last:  # what is left is spent on the last
                    net = ahead if settled(ahead) else ahead + mine - theirs
                    after = lead + winner(net, self.advantage)
                    total += ways * self._value(number + 1, after, mine, theirs)
                else:
                    total += ways * self.spend(number, lead, (mine, theirs), int(ahead))[0]
            self._values[key] = total / sum(self.throws[number].values())
        return self._values[key]


TINY = 1e-9
"""Chances are no exact fractions here: what differs by less is the same."""


@lru_cache(maxsize=64)
def game_of(
    throws: tuple[tuple[tuple[float, int], ...], ...], advantage: int, ends: tuple[float, ...]
) -> Game:
    """The game of these throws, so that what is known of it is kept."""
    return Game([dict(throw) for throw in throws], advantage, ends)


# ---- the throws


Kind = tuple[int, ...]
"""What a face of the Attacker's leads to where it wins; better ones compare as greater."""

BestDie = tuple[int, int]
"""The points of success of one's best die, and its face."""


@lru_cache(maxsize=4096)
def best_die(thresholds: tuple[float, ...], dice: tuple[int, ...]) -> BestDie:
    """walka-35 and 41: of one's dice, each against its threshold, the one that counts."""
    return max(
        (HOPELESS if face == tables.UNLUCKY else floor(threshold - face), -face)
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
        attack, defence = len(self.throws.attack), len(self.throws.defences[0])
        return plain_dice(attack, d20.FACES), plain_dice(defence, d20.FACES)

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
            void = points == theirs == HOPELESS
            key = BOTH_UNLUCKY if void else points - theirs, kind
            shown, before = result.get(key, ((fall, other), 0))
            result[key] = shown, before + ways * times
    return result


def _ahead(attack: tuple[float, ...], defence: tuple[float, ...]) -> dict[float, int]:
    """By how much the Attacker is ahead, and the weight of that."""
    pairs = _pairs(attack, defence, NO_KINDS)
    return tally((ahead, ways) for (ahead, _), (_, ways) in pairs.items())


@lru_cache(maxsize=1024)
def leads(
    attack: tuple[float, ...], defence: tuple[float, ...], advantage: int
) -> tuple[float, ...]:
    """How likely the Attacker ends three throws behind, two, … three ahead, were no points spent
    and no throw other than the rest."""
    won = dict.fromkeys((-1, 0, 1), 0)
    for ahead, ways in _ahead(attack, defence).items():
        won[winner(ahead, advantage)] += ways
    total, spread = sum(won.values()) ** tables.THROWS, reduce(convolve, [won] * tables.THROWS)
    return tuple([spread[lead] / total for lead in range(-tables.THROWS, tables.THROWS + 1)])


Outcome = tuple[int, Kind, Spent]
"""Who wins a throw, with what kind of face if the Attacker does, and what both spend on it."""


@lru_cache(maxsize=1024)
def _outcomes(throws: Throws) -> Mapping[Outcome, tuple[d20.Falls, int]]:
    """What can come of the first throw: a fall that stands for all, and the weight."""
    result: dict[Outcome, tuple[d20.Falls, int]] = {}
    came: dict[float, tuple[int, Spent]] = {}
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
    dice, and the points that the side spent that will need the others; in a spread only the best
    die. ``falls``: dice as they fell before, with what they come to still to be seen."""

    ahead: int = 0
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
    left: Spent
    advantage: int
    kinds: tuple[Kind, ...]
    kept_by: int | None = None
    """Who needs the points that are left afterwards: 0 the Attacker, 1 the Defender (walka-41)."""
    one_by_one: bool = False
    """Whether the dice of the next throw wait until points have been spent on this one."""
    lead: int = 0
    """How many more throws the Attacker has won before than the Defender."""
    game: Game | None = None
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
        return BOTH_UNLUCKY if mine == theirs == HOPELESS else mine - theirs

    def face(self, dice: d20.Falls) -> int:
        """The Attacker's die that counts."""
        return -best_die(self.attack, dice[0])[1]

    def comes_to(self, ahead: float) -> tuple[int, Spent]:
        """Who wins the first throw where the Attacker is ``ahead`` (:func:`winner`), and
        what both spend on it."""
        spent = 0, 0
        if not settled(ahead) and self.game:
            _, spent = self.game.spend(self.number, self.lead, self.left, int(ahead))
        elif not settled(ahead):
            spent = as_usual(int(ahead), self.left, self.advantage)
        return winner(ahead + spent[0] - spent[1], self.advantage), spent

    def second(self, first: d20.Falls) -> Throws | None:
        """Those after it, with the points that it leaves."""
        return None if self.one_by_one else self.after(*self.comes_to(self.ahead(first)))

    def after(self, won: int, spent: Spent) -> Throws | None:
        """The throws after the first, which ``won`` and on which both ``spent``; None after the
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
        return replace(self, game=game_of(ways, self.advantage, ends))

    def join(self, first: d20.Falls, second: Course | None) -> Course:
        """The dice as they fell, and what those come to of which only that is known."""
        rest = second or Course()
        return rest._replace(falls=(first, *rest.falls))

    def weigh(self, first: d20.Falls, second: Course | None) -> Course:
        """Who is ahead by how much, and the best place to be hit."""
        (won, spent), rest = self.comes_to(self.ahead(first)), second or Course()
        faces = (self.face(first), *rest.won) if won > 0 else rest.won
        best = max([self.kinds[face - 1] for face in faces], default=())
        return self._of_kind(won + rest.ahead, best, self._kept(spent) + rest.spent)

    def _kept(self, spent: Spent) -> int:
        return 0 if self.kept_by is None else spent[self.kept_by]

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
            for rest, times in others.spread().items() if others else ((Course(), 1),):
                after = self.kinds[rest.won[0] - 1] if rest.won else ()
                key = won + rest.ahead, max(kind, after), self._kept(spent) + rest.spent
                ends[key] = ends.get(key, 0) + ways * times
        return tally((self._of_kind(*end), ways) for end, ways in ends.items())


@lru_cache(maxsize=1024)
def _first_alike(kinds: tuple[Kind, ...], face: int, successes: int) -> int:
    """The first face where these successes come to the same wound as at this one."""
    wounds = [(kind[successes - 1], kind[-1]) for kind in kinds[:-1]]
    return wounds.index(wounds[face - 1]) + 1


@cache
def throw_label(number: int) -> Text:
    """Which throw of an exchange it is."""
    return Text("throw {number} of {all}", number=number, all=tables.THROWS)
