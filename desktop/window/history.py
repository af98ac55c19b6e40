"""What was done in the campaign since it was opened: one history, undone and redone in order.

A fight has a history of its own, in its steps.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.library.records import Kind

LONGEST = 500
"""Changes that are remembered."""

Work = Callable[[Any], Any]
"""What is done with the campaign."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done: in words, where it is seen, and the way back and forth."""

    text: str
    """What was done, as it stands after “Undo:”: ``delete Громила``."""
    place: tuple[str, int | str] | None
    """Kind and id of what it was done to; the system's id for house rules."""
    back: Work
    again: Work


class History(QObject):
    """The changes of the open campaign. What cannot be stored stays where it is in the order."""

    changed = Signal()
    """Another change is the next to be undone or redone."""

    def __init__(self, save: Callable[[Work], Awaitable[Any]], parent: QObject) -> None:
        """``save`` does work on the campaign that is open."""
        super().__init__(parent)
        self._save = save
        self._done: list[Change] = []
        self._undone: list[Change] = []

    @property
    def undoes(self) -> Change | None:
        """What would be undone next."""
        return self._done[-1] if self._done else None

    @property
    def redoes(self) -> Change | None:
        """What would be done again next."""
        return self._undone[-1] if self._undone else None

    def add(self, text: str, place: tuple[str, int | str] | None, back: Work, again: Work) -> None:
        """Something was done and is stored; what was undone before cannot be redone any more."""
        self._done = [*self._done, Change(text, place, back, again)][-LONGEST:]
        self._undone.clear()
        self.changed.emit()

    def add_made(self, kind: Kind, id: int, text: str) -> None:
        """Something new is there; undone, it goes to the bin."""
        self.add(text, (kind, id), removing(kind, id), restoring(kind, id))

    def clear(self) -> None:
        """Forgets everything: another campaign is open, or what was deleted is gone for good."""
        self._done.clear()
        self._undone.clear()
        self.changed.emit()

    async def undo(self) -> Change:
        """Takes the last change back. Raises LibraryError; then it is still the last."""
        change = self._done.pop()  # at once: a key held down asks again before this is stored
        try:
            await self._save(change.back)
        except BaseException:
            self._done.append(change)
            raise
        self._undone.append(change)
        self.changed.emit()
        return change

    async def redo(self) -> Change:
        """Does the change that was undone last once more. Raises LibraryError."""
        change = self._undone.pop()
        try:
            await self._save(change.again)
        except BaseException:
            self._undone.append(change)
            raise
        self._done.append(change)
        self.changed.emit()
        return change


def removing(kind: Kind, id: int) -> Work:
    """Puts something into the bin."""
    return lambda campaign: getattr(campaign, f"remove_{kind}")(id)


def restoring(kind: Kind, id: int) -> Work:
    """Brings something back from the bin."""
    return lambda campaign: getattr(campaign, f"restore_{kind}")(id)
