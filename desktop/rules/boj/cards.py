"""The deck that says who acts before whom (boj-2)."""

from __future__ import annotations

from desktop.rules.dice import Dice, Face, FaceNames, Pool

DECK = 52
SUITS = "♦♥♣♠"
"""From low to high: a card of 1 to 13 is a diamond, of 40 to 52 a spade."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

# How people type them besides, also with Russian letters: бубны, черви, трефы, пики; валет, дама,
# король, туз.
_SUITS = {"♦": "♢Dб", "♥": "♡Hч", "♣": "♧Cт", "♠": "♤Sп"}
_RANKS = {"10": "T", "J": "В", "Q": "Д", "K": "К", "A": "Т"}


def _spellings(card: int) -> tuple[str, ...]:
    suit, rank = SUITS[(card - 1) // len(RANKS)], RANKS[(card - 1) % len(RANKS)]
    found = [
        spelling
        for one in (suit, *_SUITS[suit])
        for other in (rank, *_RANKS.get(rank, ""))
        for spelling in (one + other, other + one)
    ]
    return tuple(dict.fromkeys(found))


NAMES = FaceNames("card", tuple(_spellings(card) for card in range(1, DECK + 1)))
RED = SUITS[:2]


def card_name(card: int) -> str:
    """``"♠A"`` for 52."""
    return NAMES.name(card)


def draw_from(gone: frozenset[int]) -> Pool[int]:
    """One card of a deck from which these are drawn already."""
    return Pool(Dice(1, DECK, gone=gone, names=NAMES), Face())


def precedence(card: int) -> tuple[int, int]:
    """By which cards are sorted, first to act first: high ranks, then ♠ ♣ ♥ ♦."""
    suit, rank = divmod(card - 1, len(RANKS))
    return -rank, -suit
