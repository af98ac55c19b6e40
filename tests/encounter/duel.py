"""Exact chances of a small fight that has begun, from the rules themselves.

The fight is a Markov chain: all states it can be in are followed with their chances, step by step,
until hardly any fight goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from desktop.encounter.odds_tables import Branch, Budget, OddsTable, Part, Shared, next_path
from desktop.encounter.simulate.opening import Opened
from desktop.rules.state import State
from desktop.rules.table import Table

Ways = list[tuple[str, State[Any] | None, str, float]]
"""Of each way a step can go: the key of the state, the state, who has won then, the chance."""


class EveryFall(OddsTable):
    """One path through all dice, that leads to a whole state."""

    def roll(self, throw: Any, **told: Any) -> Any:
        return super().roll(getattr(throw, "throw", throw), **told)

    each = Table.each
    finish = Table.finish

    def turn_only(self) -> None:
        """The state at the end of the turn counts."""


def exact_chances(opened: Opened, *, rest: float = 1e-9) -> dict[str, float]:
    """The chance of each side to win, up to ``rest`` that is still undecided."""
    chances: dict[str, float] = {}
    for _, winner, p in exact_ends(opened, rest=rest):
        chances[winner] = chances.get(winner, 0.0) + p
    return chances


def exact_ends(opened: Opened, *, rest: float = 1e-9) -> Iterator[tuple[int, str, float]]:
    """Every end of the fight: after how many steps, who has won then, and the chance of it."""
    kept: dict[str, Ways] = {}
    now: dict[str, tuple[State[Any], float]] = {"": (opened.fight.state, 1.0)}
    steps = 0
    while sum(p for _, p in now.values()) > rest:
        then: dict[str, tuple[State[Any], float]] = {}
        steps += 1
        for key, (state, p) in now.items():
            if key not in kept:
                kept[key] = list(_steps(opened, state))
            for key_then, state_then, winner, q in kept[key]:
                if state_then is None:
                    yield steps, winner, p * q
                else:
                    before = then.get(key_then, (state_then, 0.0))[1]
                    then[key_then] = (state_then, before + p * q)
        now = then


def _steps(opened: Opened, state: State[Any]) -> Ways:
    """Everywhere the next step can lead."""
    rules = opened.fight.rules
    path: list[Branch] | None = []
    found: dict[str, tuple[State[Any] | None, str, float]] = {}
    while path is not None:
        draft = state.copy()
        part = Part()
        part.path = path
        table = EveryFall(Shared(rules, draft, {}, best_case=False, budget=Budget(0)), draft, part)
        actor = rules.to_act(draft)[0]
        command = opened.policies[actor].choose(draft, actor)
        assert command is not None
        rules.perform(draft, command, table)
        p = table.frame.weight / table.frame.total
        outcome = rules.outcome(draft)
        key = f"won by {outcome.winner}" if outcome else _key(draft)
        winner = (outcome.winner or "") if outcome else ""
        before = found[key][2] if key in found else 0.0
        found[key] = (None if outcome else draft, winner, before + p)
        path = next_path(table.frame.branches)
    return [(key, state, winner, p) for key, (state, winner, p) in found.items()]


def _key(state: State[Any]) -> str:
    """All that tells a state from others, but the round: no rule of these fights asks for it."""
    people = (repr(one).replace(repr(one.sheet), "") for one in state.combatants.values())
    return f"{state.turn} {state.phase} {state.order} {' '.join(people)}"
