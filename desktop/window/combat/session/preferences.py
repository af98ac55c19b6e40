"""What the game master prefers: who throws the dice, in which language, what is asked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.languages import Language
from desktop.rules.contract import Action, Option, Policy, option_word
from desktop.window.widgets.language import in_terms


class Preferences(QObject):
    """Plain attributes, each with a signal; the owner of the panel stores them."""

    typed_changed = Signal(bool)
    english_changed = Signal(bool)
    ask_without_benefit_changed = Signal(bool)
    timeline_changed = Signal(bool)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        typed: bool = False,
        english: bool = False,
        ask_without_benefit: bool = False,
        timeline: bool = True,
    ) -> None:
        super().__init__(parent)
        self._typed, self._english, self._ask_without_benefit = typed, english, ask_without_benefit
        self._timeline = timeline

    @property
    def typed(self) -> bool:
        """Dice fall on the real table and are typed in; otherwise the program rolls."""
        return self._typed

    @typed.setter
    def typed(self, value: bool) -> None:
        if value != self._typed:
            self._typed = value
            self.typed_changed.emit(value)

    @property
    def english(self) -> bool:
        """Translated terms instead of the system's own words."""
        return self._english

    @english.setter
    def english(self, value: bool) -> None:
        if value != self._english:
            self._english = value
            self.english_changed.emit(value)

    @property
    def terms(self) -> Language:
        """The language of the window, with the terms that this game master wants to lead."""
        return in_terms(own=not self._english)

    @property
    def ask_without_benefit(self) -> bool:
        """Whether decisions that cannot gain anything are asked too."""
        return self._ask_without_benefit

    @ask_without_benefit.setter
    def ask_without_benefit(self, value: bool) -> None:
        if value != self._ask_without_benefit:
            self._ask_without_benefit = value
            self.ask_without_benefit_changed.emit(value)

    @property
    def timeline(self) -> bool:
        """Whether the timeline is shown, if the system has one."""
        return self._timeline

    @timeline.setter
    def timeline(self, value: bool) -> None:
        if value != self._timeline:
            self._timeline = value
            self.timeline_changed.emit(value)

    def word(self, option: Option | Policy | Action[Any, Any]) -> str:
        """The label of an option, action or policy in the language this game master wants."""
        return option_word(option, self.terms)
