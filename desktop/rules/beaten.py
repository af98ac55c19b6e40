"""Which choices another one beats in every way, by the order that a system gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.rules.fields import Choice


def beaten(choices: Sequence[Choice]) -> dict[int, int]:
    """The places of choices that are beaten, each with the place of one that beats it.

    That is one which can be taken, is at least as good in every way and better in one; of equals
    it is the first. Only choices that say their worth in the same ways are compared.
    """
    found = {}
    for place, choice in enumerate(choices):
        for other, rival in enumerate(choices):
            if rival.why_not is None and _beats(rival, other, choice, place):
                found[place] = other
                break
    return found


def _beats(rival: Choice, at: int, choice: Choice, place: int) -> bool:
    ours, theirs = choice.worth, rival.worth
    if not ours or len(ours) != len(theirs) or at == place:
        return False
    if any(a > b for a, b in zip(ours, theirs, strict=True)):
        return False
    return ours != theirs or at < place


def folded(choices: Sequence[Choice], default: Any) -> tuple[list[Choice], list[Choice]]:
    """The choices that are worth a look, and those that are beaten; the default is never folded."""
    gone = {place for place in beaten(choices) if choices[place].value != default}
    shown = [choice for place, choice in enumerate(choices) if place not in gone]
    return shown, [choices[place] for place in sorted(gone)]
