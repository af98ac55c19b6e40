"""Dominated choices: another one is at least as good in every way and better in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.rules.fields import Choice


def dominated(choices: Sequence[Choice]) -> dict[int, int]:
    """The places of dominated choices, each with the place of a choice that dominates it.

    That choice can be taken. Of equal choices the first dominates the others. Only choices that
    give their ``worth`` in the same number of ways are compared.
    """
    dominating = {}
    for place, choice in enumerate(choices):
        for other, rival in enumerate(choices):
            if rival.why_not is None and _dominates(rival, other, choice, place):
                dominating[place] = other
                break
    return dominating


def _dominates(rival: Choice, at: int, choice: Choice, place: int) -> bool:
    ours, theirs = choice.worth, rival.worth
    if not ours or len(ours) != len(theirs) or at == place:
        return False
    if any(a > b for a, b in zip(ours, theirs, strict=True)):
        return False
    return ours != theirs or at < place


def without_dominated(choices: Sequence[Choice], default: Any) -> tuple[list[Choice], list[Choice]]:
    """The choices to show, the default among them, and the dominated ones."""
    places = {place for place in dominated(choices) if choices[place].value != default}
    shown = [choice for place, choice in enumerate(choices) if place not in places]
    return shown, [choices[place] for place in sorted(places)]
