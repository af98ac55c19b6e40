"""What the game master prefers: who throws the dice, in which language, what is asked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.languages import Language
from desktop.rules.contract import Action, Option, Policy, option_word
from desktop.window.widgets.language import in_terms


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


class Preferences(QObject):
    """What can be preferred; the owner of the panel stores it."""

    changed = Signal(str)
    """The name of what is another now."""

    typed = Preference(False)
    """Dice fall on the real table and are typed in; otherwise the program rolls."""
    english = Preference(False)
    """Translated terms instead of the system's own words."""
    ask_without_benefit = Preference(False)
    """Whether decisions that cannot gain anything are asked too."""
    timeline = Preference(True)
    """Whether the timeline is shown, if the system has one."""

    NAMES = ("typed", "english", "ask_without_benefit", "timeline")

    def __init__(self, parent: QObject | None = None, **chosen: bool) -> None:
        super().__init__(parent)
        self.chosen = chosen
        """Those that are not as usual, or were not once."""

    @property
    def terms(self) -> Language:
        """The language of the window, with the terms that this game master wants to lead."""
        return in_terms(own=not self.english)

    def word(self, option: Option | Policy | Action[Any, Any]) -> str:
        """The label of an option, action or policy in the language this game master wants."""
        return option_word(option, self.terms)
