"""Dice that no rule asks for, as people write them: ``3k20``, ``2d6+3``, ``d100``, ``5d10>=6``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop.rules.dice import Dice, Keep, Successes, Total, convolve
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
    """Dice added up, or with ``at_least`` the number of dice that show that or more."""

    written: str
    handfuls: tuple[Dice, ...]
    signs: tuple[int, ...] = ()
    kept: tuple[Keep, ...] = ()
    plus: int = 0
    at_least: int | None = None

    def read(self, dice: Sequence[Sequence[int]]) -> int:
        """What they come to."""
        if self.at_least is not None:
            return Successes(self.at_least).read(dice[0])
        totals = (Total(keep=keep).read(fall) for keep, fall in zip(self.kept, dice, strict=True))
        return self.plus + sum(s * n for s, n in zip(self.signs, totals, strict=True))

    def spread(self) -> Mapping[int, int]:
        """How many falls come to each."""
        return _spread(self)


@lru_cache(maxsize=64)
def _spread(free: FreeDice) -> Mapping[int, int]:
    if free.at_least is not None:
        return Successes(free.at_least).spread(free.handfuls[0])
    sums = {free.plus: 1}
    for dice, sign, keep in zip(free.handfuls, free.signs, free.kept, strict=True):
        each = Total(keep=keep).spread(dice)
        sums = convolve(sums, {sign * amount: ways for amount, ways in each.items()})
    return dict(sorted(sums.items()))


def free_dice(text: str) -> FreeDice:
    """The dice of a text: sums, ``2d20h`` and ``2d20l`` for the highest or lowest, or a pool.

    ``k``, ``к`` and ``д`` stand for ``d`` as well. Raises :class:`Refusal`.
    """
    plain = "".join(text.split()).casefold()
    if len(plain) > LONGEST:
        raise Refusal(Text("can have at most {most} letters", most=LONGEST), "throw")
    pool = _POOL.fullmatch(plain)
    terms: list[re.Match[str]] = []
    end = 0
    while match := _TERM.match(pool["dice"] if pool else plain, end):
        if not terms or match["sign"]:
            terms.append(match)
            end = match.end()
        else:
            break
    if not terms or end < len(pool["dice"] if pool else plain):
        raise Refusal(_NEEDED, "throw")
    handfuls, signs, kept, plus = [], [], [], 0
    for match in terms:
        sign = -1 if match["sign"] in ("-", "−") else 1
        if match["plus"]:
            plus += sign * int(match["plus"])
            continue
        sides = 100 if match["sides"] == "%" else int(match["sides"])
        handfuls.append(Dice(int(match["count"] or 1), sides))
        signs.append(sign)
        kept.append(_KEPT[match["keep"]])
    _refuse_too_much(handfuls, plus)
    if not pool:
        return FreeDice(text.strip(), tuple(handfuls), tuple(signs), tuple(kept), plus)
    if len(terms) > 1 or kept != ["all"]:
        raise Refusal(Text("only one kind of dice can be counted: 5d10>=6"), "throw")
    if not 1 <= int(pool["least"]) <= handfuls[0].sides:
        said = Text("no face of a {die} is {least}", die=handfuls[0].one, least=pool["least"])
        raise Refusal(said, "throw")
    return FreeDice(text.strip(), tuple(handfuls), at_least=int(pool["least"]))


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
            most=MOST_DICE,
            faces=MOST_FACES,
        )
        raise Refusal(said, "throw")
    if abs(plus) > MOST_PLUS:
        raise Refusal(Text("at most {most} can be added", most=MOST_PLUS), "throw")
