"""Weapons and targets that were chosen last are chosen again the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.rules.contract import Option
from desktop.rules.fields import Field

MOST = 500
"""The most choices that are remembered."""


class LastChoices:
    """The last choices, for each combatant and option."""

    def __init__(self) -> None:
        self._choices: dict[tuple[str, str, str], Mapping[str, Any]] = {}

    def remember(self, option: Option, choices: Mapping[str, Any]) -> None:
        """Keeps what was chosen for an option."""
        if len(self._choices) > MOST:
            self._choices.clear()
        self._choices[option.actor, option.do, option.action] = choices

    def defaults(self, option: Option, fields: Sequence[Field]) -> dict[str, Any]:
        """The choices of last time where they still can be, else the first that can be."""
        last = self._choices.get((option.actor, option.do, option.action), {})
        values: dict[str, Any] = {}
        for field in fields:
            if field.kind not in ("combatant", "choice"):
                continue
            possible = [c.value for c in field.choices if c.why_not is None]
            if last.get(field.id) in possible:
                values[field.id] = last[field.id]
            elif field.required and field.default not in possible and possible:
                values[field.id] = possible[0]
        return values
