"""What a corner hides on free ground: bodies are looked at, not their middles."""

from typing import Any

import pytest

from desktop.rules.battlefield import Battlefield, Shape
from desktop.rules.positions import barred, cover_from, hidden, line, walled
from desktop.rules.state import State

HERE, THERE = (1.0, 5.0), (9.0, 5.0)


def state_with(*shapes: tuple[Any, tuple[tuple[float, float], ...]], **at: Any) -> State[Any]:
    ground = tuple(Shape(kind=kind, points=points) for kind, points in shapes)
    state: State[Any] = State(house=None)
    state.battlefield = Battlefield(width=20, height=20, ground=ground)
    state.positions = {"here": HERE, "there": THERE, **at}
    return state


def upright(x: float, top: float, low: float) -> tuple[tuple[float, float], ...]:
    return (x, top), (x, low)


@pytest.mark.parametrize(
    ("low", "share"), [(4.5, 0.0), (4.7, 0.2), (4.9, 0.4), (5.1, 0.6), (5.25, 0.8), (6.0, 1.0)]
)
def test_a_wall_hides_as_much_of_a_body_as_stands_behind_its_corner(
    low: float, share: float
) -> None:
    state = state_with(("wall", upright(8.0, 0.0, low)))
    assert hidden(state, line(state, "here", "there"), "wall") == share
    assert cover_from(state, "here", "there") == share


def test_who_stands_half_behind_a_corner_is_seen_and_sees() -> None:
    state = state_with(("wall", upright(8.0, 0.0, 5.1)))
    assert not walled(state, "here", "there")
    assert not walled(state, "there", "here")
    assert barred(state, "here", "there"), "the wall stands on the line between them"
    behind = state_with(("wall", upright(8.0, 0.0, 6.0)))
    assert walled(behind, "here", "there")
    assert walled(behind, "there", "here")


def test_partial_cover_hides_half_of_what_is_behind_it() -> None:
    state = state_with(("partial", upright(8.0, 0.0, 10.0)))
    assert cover_from(state, "here", "there") == 0.5
    assert hidden(state, line(state, "here", "there"), "wall", "full") == 0


def test_who_stands_nowhere_is_hidden_by_nothing() -> None:
    state = state_with(("wall", upright(8.0, 0.0, 10.0)))
    state.positions = {"here": HERE}
    assert hidden(state, line(state, "here", "there"), "wall") == 0
    assert not walled(state, "here", "there")
    assert not barred(state, "here", "there")
