"""What the game master prefers: who throws the dice, in which language, what is asked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.languages import Language
from desktop.rules.contract import Action, Option, Policy, option_word
from desktop.rules.state import PLAYERS
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


def ways_with_dice() -> tuple[str, str, str]:
    """The ways to throw, as the window says them."""
    return tr("dice: rolled"), tr("dice: typed"), tr("dice: players' typed, others rolled")


class Preferences(QObject):
    """What can be preferred; the owner of the panel stores it."""

    changed = Signal(str)
    """The name of what is another now."""

    typed = Preference(False)
    """Dice fall on the real table and are typed in; otherwise the program rolls."""
    foes_rolled = Preference(False)
    """Where dice are typed: the program rolls for all but the players' side."""
    english = Preference(False)
    """Translated terms instead of the system's own words."""
    ask_without_benefit = Preference(False)
    """Whether decisions that cannot gain anything are asked too."""
    timeline = Preference(True)
    """Whether the timeline is shown, if the system has one."""

    NAMES = ("typed", "foes_rolled", "english", "ask_without_benefit", "timeline")

    def __init__(self, parent: QObject | None = None, **chosen: bool) -> None:
        super().__init__(parent)
        self.chosen = chosen
        """Those that are not as usual, or were not once."""

    @property
    def dice(self) -> int:
        """Who throws, as a place in :func:`ways_with_dice`."""
        return self.typed + (self.typed and self.foes_rolled)

    @dice.setter
    def dice(self, way: int) -> None:
        self.foes_rolled = way == 2
        self.typed = way > 0

    def next_dice(self) -> None:
        """The next way to throw: rolled, typed, typed for the players' side alone."""
        self.dice = (self.dice + 1) % len(ways_with_dice())

    def types(self, side: str) -> bool:
        """Whether the dice of somebody on this side are typed."""
        return self.typed and (side == PLAYERS or not self.foes_rolled)

    @property
    def terms(self) -> Language:
        """The language of the window, with the terms that this game master wants to lead."""
        return in_terms(own=not self.english)

    def word(self, option: Option | Policy | Action[Any, Any]) -> str:
        """The label of an option, action or policy in the language this game master wants."""
        return option_word(option, self.terms)
