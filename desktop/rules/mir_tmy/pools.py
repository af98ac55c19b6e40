"""Dice pools: how they are read (mir_tmy-1, 2) and what changes them (chapter 7).

The spreads are exact: a die gives +1, 0 or −1, and the sum of many dice follows by convolution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from desktop.rules.dice import Dice, Sums, bits_for, tally
from desktop.rules.dice import Pool as Throw
from desktop.rules.effects import EffectUnit
from desktop.rules.mir_tmy.commands import Act, Modifiers
from desktop.rules.mir_tmy.sheet import HouseRules, Weapon, known_as, word
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import BY_HAND, Refusal, Table, TableSignal
from desktop.rules.text import Term, Text, Words, as_text

# ---- dice and what they mean (mir_tmy-1)


MOST_DICE = 100

_TENS = frozenset({10})

_NONE: frozenset[int] = frozenset()


@lru_cache(maxsize=2 * (MOST_DICE + 1))
def d10s(count: int, tens_again: bool = False) -> Dice:
    """A number of d10, at least none and at most ``MOST_DICE``."""
    return Dice(min(max(count, 0), MOST_DICE), 10, more=_TENS if tens_again else _NONE)


class Roll(NamedTuple):
    """mir_tmy-1: net successes, never below 0, and whether it is a botch (провал)."""

    successes: int
    botch: bool = False


def counted(dice: Sequence[int], difficulty: int, ones: bool) -> Roll:
    """mir_tmy-1: what these dice come to."""
    hits = len([die for die in dice if die >= difficulty])
    bad = dice.count(1)
    return Roll(max(hits - bad, 0) if ones else hits, not hits and bad > 0)


@dataclass(frozen=True, slots=True)
class Count:
    """mir_tmy-1: each die of ``difficulty`` or more is a success, with ``ones`` each 1 takes one.

    A spread tells successes apart up to ``most``.
    """

    difficulty: int
    ones: bool = True
    most: int | None = None

    def read(self, dice: Sequence[int]) -> Roll:
        """What these dice come to."""
        return counted(dice, self.difficulty, self.ones)

    def spread(self, dice: Dice) -> Mapping[Roll, int]:
        """In how many ways the dice come to each result."""
        net = self.sums(dice, bits_for(falls(dice)))
        if self.most is not None:
            net = net.at_most(self.most)
        result = {Roll(successes): ways for successes, ways in net.spread().items()}
        botches = self.botches(dice)
        if botches:
            result[Roll(0)] -= botches
            result = {roll: ways for roll, ways in result.items() if ways}
            result[Roll(0, True)] = botches
        return result

    def sums(self, dice: Dice, bits: int) -> Sums:
        """The ways to all net successes, for :meth:`Sums.plus`."""
        return Sums.of(_worths_once(self, dice.alone), dice.count, bits).at_least(0)

    def taken(self, dice: Dice, bits: int) -> Sums:
        """The same with each sum negative: what these successes take off those of another pool."""
        worths = {-worth: ways for worth, ways in _worths_once(self, dice.alone).items()}
        return Sums.of(worths, dice.count, bits).at_most(0)

    def botches(self, dice: Dice) -> int:
        """Falls with no success at all and at least one 1; a die that brings another is none."""
        blank = sum(1 < face < self.difficulty for face in dice.faces)
        count: int = (blank + 1) ** dice.count - blank**dice.count
        return count * len(dice.faces) ** dice.count if dice.more else count


def falls(dice: Dice) -> int:
    """How many equally likely falls there are."""
    each = len(dice.faces)
    count: int = (each * each if dice.more else each) ** dice.count
    return count


@dataclass(frozen=True, slots=True)
class Reaching:
    """One handful read against several difficulties at once, from low to high (mir_tmy-39).

    The net successes against each; the same ones take away from all.
    """

    difficulties: tuple[int, ...]
    ones: bool = True

    def read(self, dice: Sequence[int]) -> tuple[int, ...]:
        """What these dice come to."""
        return tuple(counted(dice, least, self.ones).successes for least in self.difficulties)

    def spread(self, dice: Dice) -> Mapping[tuple[int, ...], int]:
        """In how many ways the dice come to each result."""
        if len(self.difficulties) == 1:
            net = Count(self.difficulties[0], self.ones).sums(dice, bits_for(falls(dice)))
            return {(successes,): ways for successes, ways in net.spread().items()}
        each, sums = _worths(self, dice.alone), Counter({(0,) * len(self.difficulties): 1})
        for _ in range(dice.count):
            longer: Counter[tuple[int, ...]] = Counter()
            for total, ways in sums.items():
                for worth, times in each.items():
                    longer[_sum(total, worth)] += ways * times
            sums = longer
        return tally((tuple(max(net, 0) for net in total), ways) for total, ways in sums.items())

    def worth(self, face: int) -> tuple[int, ...]:
        """What a face gives against each of the difficulties."""
        otherwise = -1 if face == 1 and self.ones else 0
        return tuple(1 if face >= least else otherwise for least in self.difficulties)


@lru_cache(maxsize=256)
def _worths_once(count: Count, die: Dice) -> Mapping[int, int]:
    """The same against a single difficulty."""
    each = _worths(Reaching((count.difficulty,), count.ones), die)
    return {worth: ways for (worth,), ways in each.items()}


@lru_cache(maxsize=256)
def _worths(reading: Reaching, die: Dice) -> Mapping[tuple[int, ...], int]:
    """What one die gives, with weights; where it brings one more, what both give together."""
    once = Counter(map(reading.worth, die.faces))
    if not die.more:
        return once
    nothing = Counter({(0,) * len(reading.difficulties): len(die.faces)})
    return tally(
        (_sum(reading.worth(face), worth), ways)
        for face in die.faces
        for worth, ways in (once if face in die.more else nothing).items()
    )


def _sum(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))


# ---- one handful against another (mir_tmy-2)


class Clash(NamedTuple):
    """mir_tmy-2: what the first has more than the second; below 0, the second has more.

    ``botch`` is the first's. The rest is for the log alone: what each had, and with how many dice.
    """

    net: int
    botch: bool = False
    first: int = 0
    second: int = 0
    dice: tuple[int, int] = (0, 0)


class Contest(NamedTuple):
    """Two handfuls thrown together and read as one result, the first's before the second's.

    Results up to ``low`` and from ``high`` on are all the same to the rule that asks, and so is a
    botch unless ``botch``. ``plus`` successes are added to the first's, come what may.
    """

    first: Dice
    against: int
    second: Dice
    second_against: int = 6
    ones: bool = True
    low: int = 0
    high: int = MOST_DICE
    plus: int = 0
    botch: bool = False

    @property
    def handfuls(self) -> tuple[Dice, ...]:
        """The handfuls that have any dice."""
        return tuple(dice for dice in (self.first, self.second) if dice.count)

    def read(self, dice: Sequence[Sequence[int]]) -> Clash:
        """What these dice come to."""
        mine = dice[0] if self.first.count else ()
        theirs = dice[-1] if self.second.count else ()
        first = counted(mine, self.against, self.ones)
        second = counted(theirs, self.second_against, self.ones)
        had = first.successes + self.plus
        net = had - second.successes
        return Clash(net, first.botch, had, second.successes, (len(mine), len(theirs)))

    def spread(self) -> Mapping[Clash, int]:
        """In how many ways the dice come to each result."""
        return _clashes(self)


@lru_cache(maxsize=4096)
def _clashes(contest: Contest) -> Mapping[Clash, int]:
    mine = Count(contest.against, contest.ones)
    bits = bits_for(falls(contest.first) * falls(contest.second))
    had = mine.sums(contest.first, bits)
    botches = mine.botches(contest.first) if contest.botch else 0
    result = _against(contest, Sums(had.low, had.ways - botches, bits), False)
    return {**result, **_against(contest, Sums(0, botches, bits), True)} if botches else result


def _against(contest: Contest, had: Sums, botch: bool) -> Mapping[Clash, int]:
    """What comes of a contest in which the first had these successes."""
    plus, theirs = contest.plus, Count(contest.second_against, contest.ones)
    net = had.plus(theirs.taken(contest.second, had.bits))
    net = net.at_least(contest.low - plus).at_most(contest.high - plus)
    return {Clash(amount + plus, botch): ways for amount, ways in net.spread().items()}


# ---- a pool and its difficulty, each reason with its rule


DICE = EffectUnit("dice", Text("Dice of tests"), "Кубики проверок", rule="mir_tmy-1")

DIFFICULTY = EffectUnit("difficulty", Text("Difficulty of tests"), "Сложность", rule="mir_tmy-1")

ON_THE_GROUND = Text("fighting on the ground")

BRAWLING = ("brawl", "martial_arts", "do", "kailindo")
"""Unarmed fighting in all its schools (mir_tmy-10)."""


@dataclass(slots=True)
class Pool:
    """A number of dice that somebody throws against a difficulty, and why, each reason with its
    rule."""

    by: Fighter
    dice: int
    difficulty: int = 6
    reasons: list[tuple[str, Text, int, int]] = field(default_factory=list)

    def add(self, rule: str, why: Words, dice: int = 0, difficulty: int = 0) -> None:
        """Changes dice and difficulty for a reason; ``why`` may be a literal without values."""
        if dice or difficulty:
            self.dice += dice
            self.difficulty += difficulty
            self.reasons.append((rule, as_text(why), dice, difficulty))

    @property
    def against(self) -> int:
        """mir_tmy-1: the difficulty, kept between 2 and 10."""
        return min(max(self.difficulty, 2), 10)

    def tell(self, table: Table) -> None:
        """One line for each reason."""
        if not table.keeps_log:
            return
        for rule, why, dice, difficulty in self.reasons:
            said = {"who": self.by.name, "why": why, "dice": dice, "difficulty": difficulty}
            line = Text("{who}: {why}, dice {dice:+d}, difficulty {difficulty:+d}", **said)
            if not difficulty:
                line = Text("{who}: {why}, dice {dice:+d}", **said)
            elif not dice:
                line = Text("{who}: {why}, difficulty {difficulty:+d}", **said)
            table.log(rule, line, by=self.by.id, dice=0)

    def untold(self) -> Pool:
        """The same pool, its reasons told already."""
        return Pool(self.by, self.dice, self.difficulty)

    @property
    def said(self) -> Text:
        """The pool as it is thrown: ``6 dice at 8``."""
        values = {"count": max(self.dice, 0), "difficulty": self.against}
        return Text("{count} die at {difficulty}", "{count} dice at {difficulty}", **values)

    def roll(
        self,
        state: Scene,
        table: Table,
        rule: str,
        label: Text,
        most: int | None = None,
        of_harm: bool = False,
    ) -> Roll:
        """mir_tmy-1: a test of it, told under ``rule``; ``of_harm``: of damage or soak alone (12).

        ``most`` is for callers to whom more successes than that make no difference: odds are
        quicker.
        """
        self.tell(table)
        house, roll = state.house, Roll(0)
        dice = d10s(self.dice, house.tens_again and not of_harm)
        ones = house.damage_ones_cancel if of_harm else house.ones_cancel
        if dice.count:
            throw = Throw(dice, Count(self.against, ones, most))
            roll = table.roll(throw, why=rule, by=self.by.id, label=label)
        if of_harm:
            roll = Roll(roll.successes)
        if table.keeps_log:
            came = {"pool": self.said, "successes": successes(roll)}
            table.note(
                rule, self.by, "{fighter}: {label}, {pool}: {successes}", label=label, **came
            )
        return roll


def trait_pool(
    fighter: Fighter, attribute: str, ability: str, difficulty: int = 6, share: int | None = None
) -> Pool:
    """mir_tmy-1: attribute and ability less wounds (17) and armour (16), or a share of them (49).

    A share was cut from a pool from which wounds, armour and effects on dice were already taken.
    """
    whole, score = share is None, getattr(fighter.attributes, attribute)
    dice = score + fighter.ability(ability) if share is None else share
    pool = Pool(fighter, dice, difficulty)
    if fighter.effects_by_hand:
        for name, dice in DICE.each(fighter) if whole else ():
            pool.add(BY_HAND, name, dice)
        for name, harder in DIFFICULTY.each(fighter):
            pool.add(BY_HAND, name, difficulty=harder)
    if whole and fighter.penalty:
        pool.add("mir_tmy-17", Text("{level}", level=word(fighter.level)), fighter.penalty)
    if whole and attribute == "dexterity" and fighter.armor:
        pool.add("mir_tmy-16", Text("armour in the way"), -sum(a.penalty for a in fighter.armor))
    return pool


def chosen_ability(fighter: Fighter, name: str, abilities: Sequence[str]) -> str:
    """The ability that was named, or the best of those it can be done with, the first of equals."""
    if not name:
        return max(abilities, key=fighter.ability)
    if known_as(name) not in abilities:
        names = [word(ability) for ability in abilities]
        raise Refusal(Text("is done with one of: {abilities}", abilities=names), "ability")
    return known_as(name)


def on_the_ground(pool: Pool, ability: str, why: Words = ON_THE_GROUND) -> Pool:
    """mir_tmy-28: all brawl and melee rolls of the fallen are harder; the pool itself."""
    if pool.by.down and ability in (*BRAWLING, "melee"):
        pool.add("mir_tmy-28", why, difficulty=2)
    return pool


# ---- modifiers of an attack (mir_tmy-20 to 24, 28, 29)


COVER = {"none": 0, "situational": 1, "light": 2, "partial": 3, "full": 4}
"""mir_tmy-24: difficulty to hit what stands behind it."""

OWN_COVER = {"none": 0, "situational": 0, "light": 0, "partial": 1, "full": 2}
"""mir_tmy-24: difficulty of the return fire."""

PLACES = {
    "limb": (1, 0, Text("aimed at a limb")),
    "medium": (1, 0, Text("aimed at a medium target")),
    "hand": (2, 1, Text("aimed at the hand")),
    "head": (2, 1, Text("aimed at the head")),
    "small": (2, 1, Text("aimed at a small target")),
    "heart": (3, 2, Text("aimed at the heart")),
    "tiny": (3, 2, Text("aimed at a tiny target")),
}
"""mir_tmy-29: difficulty, damage dice, and what is said of it."""

POINT_BLANK = 2

BLIND_REACH = 10


def add_modifiers(
    pool: Pool, target: Fighter, weapon: Weapon, distance: int | None, modifiers: Modifiers
) -> None:
    """mir_tmy-20, 21, 23, 24, 28, 29 as far as they bear on the attack roll.

    Raises :class:`Refusal` beyond twice the weapon's range (23), and for a blind shot at somebody
    far away (20).
    """
    if not weapon.close and distance is not None:
        if distance <= POINT_BLANK:
            pool.add("mir_tmy-23", Text("point blank"), difficulty=-1)
        elif weapon.farthest is not None and distance > weapon.farthest:
            values = {"distance": distance, "weapon": weapon.name, "farthest": weapon.farthest}
            too_far = Text("out of range: {distance} m; {weapon}: at most {farthest} m", **values)
            raise Refusal(too_far, "distance", rule="mir_tmy-23")
        elif weapon.range is not None and distance > weapon.range:
            pool.add("mir_tmy-23", Text("beyond {range} m", range=weapon.range), difficulty=2)
        if modifiers.blind and distance > BLIND_REACH:
            too_far = Text("blind, nobody shoots beyond {metres} m", metres=BLIND_REACH)
            raise Refusal(too_far, "distance", rule="mir_tmy-20")
    if modifiers.rear:
        pool.add("mir_tmy-21", Text("from behind"), 3)
    elif modifiers.flank:
        pool.add("mir_tmy-21", Text("from the flank"), 2)
    if modifiers.blind:
        pool.add("mir_tmy-20", Text("blind"), difficulty=2 if weapon.close else 3)
    if weapon.close and target.down:
        pool.add("mir_tmy-28", Text("{target} lies on the ground", target=target.name), 2)
    pool.add("mir_tmy-24", Text("cover"), difficulty=COVER[modifiers.cover])
    pool.add("mir_tmy-24", Text("from behind cover"), difficulty=OWN_COVER[modifiers.own_cover])
    if modifiers.targeting in PLACES:
        harder, _, aimed = PLACES[modifiers.targeting]
        pool.add("mir_tmy-29", aimed, difficulty=harder)
    pool.add("mir_tmy-10", Text("by the situation"), modifiers.dice, modifiers.difficulty)


# ---- throwing


def clash_of(house: HouseRules, mine: Pool, theirs: Pool, **more: Any) -> Contest:
    """mir_tmy-2: one pool against another; ``more`` are further values of the contest."""
    tens = house.tens_again
    first, second = d10s(mine.dice, tens), d10s(theirs.dice, tens)
    return Contest(first, mine.against, second, theirs.against, ones=house.ones_cancel, **more)


def opposed(
    state: Scene, mine: Pool, theirs: Pool, table: Table, rule: str, high: int, **what: Words
) -> int:
    """mir_tmy-2: what the first has more than the second; below 0 the second has more.

    ``what``: the ``label`` of the throw and, where the second throws for another, ``against``.
    """
    mine.tell(table)
    theirs.tell(table)
    contest = clash_of(state.house, mine, theirs, low=-1, high=high)
    clash = table.roll(contest, why=rule, by=mine.by.id, opponent=theirs.by.id, **what)
    first = {"mine": mine.said, "first": clash.first}
    second = {"other": theirs.by.name, "theirs": theirs.said, "second": clash.second}
    line = Text("{one}, {mine}: {first}; {other}, {theirs}: {second}")
    table.note(rule, mine.by, line.template, **first, **second)
    return clash.net


BOTCH = Text("{botch}", botch=Term("a botch", "провал"))


def successes(roll: Roll) -> Text:
    """What a roll came to, in words."""
    if roll.botch:
        return BOTCH
    if not roll.successes:
        return Text("no success")
    return Text("{count} success", "{count} successes", count=roll.successes)


# ---- a dry run


class _Reached(TableSignal):
    """The first die or question has been reached."""


class _DryRunTable(Table):
    """Ends the action at its first die or question; logs and marks nothing."""

    keeps_log = False

    def roll(self, throw: Any, *, why: str, by: str, **more: Any) -> NoReturn:
        """Ends the dry run."""
        raise _Reached

    def ask(self, decision: Any) -> NoReturn:
        """Ends the dry run."""
        raise _Reached


def refused(
    state: Scene, fighter: Fighter, command: Act, perform: Callable[..., None]
) -> Refusal | None:
    """Why ``perform(…, command, …)`` would be refused before any die, or None.

    ``state`` stays as it is.
    """
    draft = state.scratch_copy()
    try:
        table = _DryRunTable()
        perform(draft, draft.take(fighter.id), command, table)
        table.finish()
    except _Reached:
        pass
    except Refusal as refusal:
        return refusal
    return None
