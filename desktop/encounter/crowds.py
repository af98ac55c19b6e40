"""Whether the odds of an action at many targets take longer than they need.

Paths of targets that do not touch one another add up. A system that goes through them with a plain
loop multiplies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import options_met, random_step
from desktop.rules.contract import Option
from desktop.rules.fields import Field
from desktop.rules.table import Refusal
from desktop.rules.text import Text

CROWD = 5
"""How many foes are put into a fight at least."""

STEPS = 60
"""How many steps are played to come to the actions."""

TRIES = 20
"""How often an action is filled in by chance until it can be done."""

SLICE = 20
"""Paths are walked a few at a time, as in a window."""

FEW = 200
"""So many paths are never too many."""

MORE_THAN_NEEDED = 3
"""For each target, odds at many may take this many times the paths of odds at one."""


def slow_at_many(script: Mapping[str, Any], seed: int = 1) -> Iterator[Text]:
    """Says of each action of a fight at many targets when its odds walk far more paths than needed.

    Raises whatever the rules raise.
    """
    rng = Random(seed)
    fight = start({**script, "combatants": list(_crowded(script["combatants"]))})
    measured: set[str] = set()
    for option in options_met(fight, rng, STEPS):
        for field in fight.parameters(option):
            if field.kind == "combatants" and option.action not in measured:
                paths = _paths(fight, option, field, rng)
                measured |= {option.action} if paths else set()
                if paths and paths[1] > MORE_THAN_NEEDED * CROWD * paths[0] + FEW:
                    yield _advice(option, *paths)


def _crowded(combatants: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The combatants, with more of the last one until there are enough on that side."""
    yield from combatants
    last = combatants[-1]
    there = sum(recruit["side"] == last["side"] for recruit in combatants)
    for number in range(there, CROWD):
        yield {**last, "id": f"{last['id']}-{number + 1}-of-many"}


def _paths(fight: Fight, option: Option, field: Field, rng: Random) -> tuple[int, int] | None:
    """How many paths an action takes at one target and at many; None where it cannot be tried."""
    targets = [choice.value for choice in field.choices if not choice.why_not][:CROWD]
    if len(targets) < CROWD:
        return None
    fields = [other for other in fight.parameters(option) if other.required]
    for _ in range(TRIES):
        step = random_step(option, fields, rng)
        try:
            few = _walked(fight, {**step, field.id: targets[:1]}, FEW * CROWD)
            most = MORE_THAN_NEEDED * CROWD * few + FEW + SLICE
            return few, _walked(fight, {**step, field.id: targets}, most)
        except Refusal:
            continue
    return None


def _walked(fight: Fight, step: Mapping[str, Any], most: int) -> int:
    """How many paths the odds of a step take, or a few more than ``most``."""
    search = fight.search_odds(step)
    while search.paths <= most and not search.advance(SLICE):
        pass
    return search.paths


def _advice(option: Option, few: int, many: int) -> Text:
    return Text(
        "{action}: odds walk {few} paths at one target, more than {many} at {count}. Where targets "
        "do not touch one another, write: for id in table.each(ids)",
        action=option.label,
        few=few,
        many=many,
        count=CROWD,
    )
