"""Who stands where on the map. A position is the middle of a token, or its upper left square."""

from __future__ import annotations

from typing import Any

from desktop.rules.battlefield import Battlefield
from desktop.rules.geometry import Point
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text


def put(state: State[Any], id: str, at: Point, field: str, *, squares: bool = False) -> None:
    """Stands somebody on the map. With ``squares`` a place is a square, counted from 0.

    Raises :class:`Refusal` that names ``field`` where there is no such place.
    """
    refuse_place(state.battlefield, at, field, squares=squares)
    state.positions = {**state.positions, id: at}


def take_off(state: State[Any], id: str) -> None:
    """Somebody stands nowhere any more."""
    state.positions = {other: at for other, at in state.positions.items() if other != id}


def refuse_place(
    battlefield: Battlefield | None, at: Point, field: str, *, squares: bool = False
) -> None:
    """Raises :class:`Refusal` where the map has no such place."""
    if battlefield is None:
        raise Refusal(Text("there is no map"), field)
    across, down = battlefield.width, battlefield.height
    if squares:
        if at[0] % 1 or at[1] % 1:
            raise Refusal(Text("needs a square: two whole numbers"), field)
        on_it = at[0] + 1 <= across and at[1] + 1 <= down
    else:
        on_it = battlefield.holds(at)
    if not on_it:
        size = Text("{across:g} × {down:g}", across=across, down=down)
        raise Refusal(Text("lies outside the map, which is {size}", size=size), field)
