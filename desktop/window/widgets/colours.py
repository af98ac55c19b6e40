"""The theme's colours as the panel paints with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor

from desktop.rules.state import PLAYERS, Combatant
from desktop.window.widgets import theme


@dataclass(frozen=True)
class Colours:
    """One set of colours, ready to paint with; the names are the theme's."""

    paper: QColor
    bar: QColor
    card: QColor
    well: QColor
    line: QColor
    edge: QColor
    ink: QColor
    muted: QColor
    faint: QColor
    accent: QColor
    accent_hover: QColor
    accent_soft: QColor
    accent_ink: QColor
    on_accent: QColor
    players: QColor
    players_ink: QColor
    good: QColor
    good_soft: QColor
    warn: QColor
    bad: QColor
    hand: QColor
    nothing: QColor
    on_nothing: QColor
    tints: tuple[QColor, ...]

    def tint(self, number: int) -> QColor:
        """The colour of a side, as :func:`tints` numbers them."""
        return self.tints[number if number < len(self.tints) else 1 + number % 4]

    def tone(self, tone: str) -> QColor:
        """The colour of a vital's tone."""
        return {"good": self.good, "warn": self.warn, "bad": self.bad}.get(tone, self.muted)


OTHERS = {False: ("#7a4e9b", "#2f7a5f", "#a03a6a"), True: ("#b58ad6", "#5fb596", "#dd86b0")}
"""A third side, a fourth and a fifth, on light and on dark."""


def current_colours() -> Colours:
    """The colours in force."""
    return _colours_of(theme.palette())


@lru_cache(maxsize=4)
def _colours_of(palette: theme.Palette) -> Colours:
    names = [name for name in Colours.__dataclass_fields__ if name != "tints"]
    tints = (palette.players, palette.foes, *OTHERS[palette.dark])
    return Colours(
        **{name: QColor(getattr(palette, name)) for name in names},
        tints=tuple(map(QColor, tints)),
    )


def tints(combatants: Iterable[Combatant]) -> dict[str, int]:
    """A number for each side: 0 for the players, the others as they come."""
    sides = dict.fromkeys(c.side for c in combatants if c.side != PLAYERS)
    return {PLAYERS: 0, **{side: number for number, side in enumerate(sides, 1)}}
