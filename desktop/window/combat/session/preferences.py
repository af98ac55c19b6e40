"""What the game master prefers: who throws the dice, in which language, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.languages import Language
from desktop.rules.contract import Action, Option, Policy, option_word
from desktop.rules.state import PLAYERS, Combatant
from desktop.window.widgets.language import in_terms, tr


class Preference:
    """A yes or no of :class:`Preferences`, which says so when it changes."""

    def __init__(self, usual: bool) -> None:
        self.usual = usual

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, preferences: Preferences, owner: type) -> bool:
        return preferences.chosen.get(self.name, self.usual)

    def __set__(self, preferences: Preferences, value: bool) -> None:
        if value != preferences.chosen.get(self.name, self.usual):
            preferences.chosen[self.name] = value
            preferences.changed.emit(self.name)


def ways_with_dice() -> Sequence[str]:
    """The ways to throw, as the window says them."""
    by_side = tr("dice: players' typed, others rolled")
    return tr("dice: rolled"), tr("dice: typed"), by_side, tr("dice: typed by who is ticked")


TYPES = "types "
"""What stands before the name of somebody who types, or does not, in the chosen."""


class Preferences(QObject):
    """What can be preferred; the owner of the panel stores it."""

    changed = Signal(str)
    """The name of what is another now."""

    typed = Preference(False)
    """Dice fall on the real table and are typed in; otherwise the program rolls."""
    foes_rolled = Preference(False)
    """Where dice are typed: the program rolls for all but the players' side."""
    by_person = Preference(False)
    """Where the program rolls for foes: it rolls for all who are not ticked instead."""
    english = Preference(False)
    """Translated terms instead of the system's own words."""
    ask_without_benefit = Preference(False)
    """Whether decisions that cannot gain anything are asked too."""
    timeline = Preference(True)
    """Whether the timeline is shown, if the system has one."""

    def __init__(self, parent: QObject | None = None, **chosen: bool) -> None:
        super().__init__(parent)
        self.chosen = chosen
        """Those that are not as usual, or were not once."""

    @property
    def dice(self) -> int:
        """Who throws, as a place in :func:`ways_with_dice`."""
        by_side = self.typed and self.foes_rolled
        return self.typed + by_side + (by_side and self.by_person)

    @dice.setter
    def dice(self, way: int) -> None:
        self.by_person = way == 3
        self.foes_rolled = way > 1
        self.typed = way > 0

    def next_dice(self) -> None:
        """The next way to throw: rolled, typed, typed for the players' side, by who is ticked."""
        self.dice = (self.dice + 1) % len(ways_with_dice())

    def types(self, combatant: Combatant) -> bool:
        """Whether the dice of somebody are typed: the players' side is ticked at first."""
        ticked = combatant.side == PLAYERS
        if self.by_person:
            ticked = self.chosen.get(TYPES + combatant.name, ticked)
        return self.typed and (ticked or not self.foes_rolled)

    def tick(self, combatant: Combatant, everybody: Iterable[Combatant]) -> None:
        """Lets somebody type who did not, or the other way round; the others go on as they did."""
        ticks = {TYPES + other.name: self.types(other) for other in everybody}
        ticks[TYPES + combatant.name] = not self.types(combatant)
        self.chosen |= ticks
        self.dice = 3
        for name in ticks:
            self.changed.emit(name)

    @property
    def terms(self) -> Language:
        """The language of the window, with the terms that this game master wants to lead."""
        return in_terms(own=not self.english)

    def word(self, option: Option | Policy | Action[Any, Any]) -> str:
        """The label of an option, action or policy in the language this game master wants."""
        return option_word(option, self.terms)
