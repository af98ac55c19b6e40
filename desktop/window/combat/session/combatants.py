"""The combatants of a fight as the panel names them, colours them, and offers them to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from desktop.encounter.fight import Fight
from desktop.rules.cast import combatant_choices
from desktop.rules.fields import Field
from desktop.rules.state import State
from desktop.window.widgets.colours import tints


@dataclass(frozen=True, slots=True)
class CombatantLabel:
    """A combatant as a button shows it."""

    id: str
    name: str
    tint: int
    note: str = ""


class Combatants:
    """Who is in a fight. The sides of its beginning keep their colours when others come."""

    def __init__(self, fight: Fight) -> None:
        self._fight = fight
        self._tints_of: tuple[State[Any] | None, Mapping[str, int]] = (None, {})
        """The state asked about last, and its colours: a form asks for each of its chips."""

    @property
    def _tints(self) -> Mapping[str, int]:
        state, first = self._fight.state, self._fight.first
        if self._tints_of[0] is not state:
            everybody = [*first.combatants.values(), *state.combatants.values()]
            self._tints_of = (state, tints(everybody))
        return self._tints_of[1]

    def tint(self, value: Any) -> int | None:
        """The colour number of a combatant's side; None for any other value."""
        if not isinstance(value, str):
            return None
        combatant = self._fight.state.combatants.get(value)
        return self._tints.get(combatant.side, 1) if combatant else None

    def name_of(self, id: str) -> str:
        """The name of a combatant; an unknown id stays as it is."""
        combatant = self._fight.state.combatants.get(id)
        return combatant.name if combatant else id

    def tint_of(self, id: str) -> int:
        """The colour number of a combatant's side."""
        return self._tints.get(self._fight.state[id].side, 1)

    def person(self, id: str) -> CombatantLabel:
        """A combatant as a button shows it."""
        return CombatantLabel(id, self._fight.state[id].name, self.tint_of(id))

    def everybody(self) -> list[CombatantLabel]:
        """All combatants as buttons show them."""
        return [self.person(id) for id in self._fight.state.combatants]

    def offer(self, field: Field) -> Field:
        """A field for combatants that brings no choices offers everybody."""
        if field.kind not in ("combatant", "combatants") or field.choices:
            return field
        everybody: Sequence[Any] = list(self._fight.state.combatants.values())
        return replace(field, choices=combatant_choices(everybody))
