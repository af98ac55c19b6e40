"""How this game master likes the panel: who throws the dice, whose words, what to be asked."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop.rules.contract import Option
from desktop.rules.fields import Field


class Preferences(QObject):
    """Plain attributes, each with a signal; whoever owns the panel stores them."""

    typed_changed = Signal(bool)
    english_changed = Signal(bool)
    ask_moot_changed = Signal(bool)
    timeline_changed = Signal(bool)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        typed: bool = False,
        english: bool = False,
        ask_moot: bool = False,
        timeline: bool = True,
    ) -> None:
        super().__init__(parent)
        self._typed, self._english, self._ask_moot = typed, english, ask_moot
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
        """English terms instead of the system's own words."""
        return self._english

    @english.setter
    def english(self, value: bool) -> None:
        if value != self._english:
            self._english = value
            self.english_changed.emit(value)

    @property
    def ask_moot(self) -> bool:
        """Stop for decisions that gain nothing, too."""
        return self._ask_moot

    @ask_moot.setter
    def ask_moot(self, value: bool) -> None:
        if value != self._ask_moot:
            self._ask_moot = value
            self.ask_moot_changed.emit(value)

    @property
    def timeline(self) -> bool:
        """Whether the strip of time is unfolded, where a system has one."""
        return self._timeline

    @timeline.setter
    def timeline(self, value: bool) -> None:
        if value != self._timeline:
            self._timeline = value
            self.timeline_changed.emit(value)

    def word(self, term: Option | Field) -> str:
        """The label of an option or field in the words this game master wants."""
        return term.label if self._english or not term.native else term.native
