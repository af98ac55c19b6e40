"""Dice that no rule asks for, as people write them: ``3k20``, ``2d6+3``, ``d100``, ``5d10>=6``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from desktop.rules.dice import Dice, Keep, Pool, Successes, Total, convolve
from desktop.rules.table import Refusal
from desktop.rules.text import Text

LONGEST, MOST_DICE, MOST_SIDES, MOST_PLUS = 100, 100, 1_000, 10_000
MOST_FACES = 10_000
"""Dice times sides: the most sums that are told apart."""

_TERM = re.compile(
    r"(?P<sign>[+−-])?(?:(?P<count>\d{0,6})[dkдк](?P<sides>\d{1,6}|%)(?P<keep>[hl])?|(?P<plus>\d{1,6}))"
)
_POOL = re.compile(r"(?P<dice>.+?)(?:>=|≥)(?P<least>\d{1,6})")
_KEPT: Mapping[str | None, Keep] = {None: "all", "h": "highest", "l": "lowest"}


@dataclass(frozen=True, slots=True)
class FreeDice:
    """What handfuls of dice come to, each added or taken off (1 or −1), and a number besides."""

    written: str
    terms: tuple[tuple[int, Pool[int]], ...]
    plus: int = 0

    @property
    def handfuls(self) -> tuple[Dice, ...]:
        """The dice of each."""
        return tuple(pool.dice for _, pool in self.terms)

    def read(self, dice: Sequence[Sequence[int]]) -> int:
        """What they come to."""
        thrown = zip(self.terms, dice, strict=True)
        return self.plus + sum(sign * pool.read((fall,)) for (sign, pool), fall in thrown)

    def spread(self) -> Mapping[int, int]:
        """How many falls come to each."""
        return _spread(self)


@lru_cache(maxsize=64)
def _spread(free: FreeDice) -> Mapping[int, int]:
    sums = {free.plus: 1}
    for sign, pool in free.terms:
        sums = convolve(sums, {sign * amount: ways for amount, ways in pool.spread().items()})
    return dict(sorted(sums.items()))


def free_dice(text: str) -> FreeDice:
    """The dice of a text: sums, ``2d20h`` and ``2d20l`` for the highest or lowest, or a pool.

    ``k``, ``к`` and ``д`` stand for ``d`` as well. Raises :class:`Refusal`.
    """
    plain = "".join(text.split()).casefold()
    if len(plain) > LONGEST:
        raise Refusal(Text("can have at most {most} letters", most=LONGEST), "throw")
    counted = _POOL.fullmatch(plain)
    plain = counted["dice"] if counted else plain
    matches: list[re.Match[str]] = []
    end = 0
    while (match := _TERM.match(plain, end)) and (not matches or match["sign"]):
        matches.append(match)
        end = match.end()
    if not matches or end < len(plain):
        raise Refusal(_NEEDED, "throw")
    terms, plus = [], 0
    for match in matches:
        sign = -1 if match["sign"] in ("-", "−") else 1
        if match["plus"]:
            plus += sign * int(match["plus"])
            continue
        sides = 100 if match["sides"] == "%" else int(match["sides"])
        dice = Dice(int(match["count"] or 1), sides)
        terms.append((sign, Pool(dice, Total(keep=_KEPT[match["keep"]]))))
    free = FreeDice(text.strip(), tuple(terms), plus)
    _refuse_too_much(free.handfuls, plus)
    if not counted:
        return free
    (dice,), least = free.handfuls[:1], int(counted["least"])
    if len(matches) > 1 or matches[0]["keep"]:
        raise Refusal(Text("only one kind of dice can be counted: 5d10>=6"), "throw")
    if not 1 <= least <= dice.sides:
        said = Text("no face of a {die} is {least}", die=dice.one, least=counted["least"])
        raise Refusal(said, "throw")
    return replace(free, terms=((1, Pool(dice, Successes(least))),))


_NEEDED = Text("needs dice such as 3d20, 2d6+3, d100, 2d20h (the highest) or 5d10>=6 (successes)")


def _refuse_too_much(handfuls: Sequence[Dice], plus: int) -> None:
    """Raises :class:`Refusal` for no dice, and for more than can be counted at once."""
    if not handfuls:
        raise Refusal(_NEEDED, "throw")
    if not all(dice.count >= 1 and 2 <= dice.sides <= MOST_SIDES for dice in handfuls):
        raise Refusal(Text("dice have 2 to {most} sides", most=MOST_SIDES), "throw")
    count = sum(dice.count for dice in handfuls)
    if count > MOST_DICE or sum(dice.count * dice.sides for dice in handfuls) > MOST_FACES:
        said = Text(
            "at most {most} dice, and dice times sides at most {faces}",
            most=MOST_DICE, faces=MOST_FACES,
        )  # fmt: skip
        raise Refusal(said, "throw")
    if abs(plus) > MOST_PLUS:
        raise Refusal(Text("at most {most} can be added", most=MOST_PLUS), "throw")
