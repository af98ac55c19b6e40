"""What was done in the campaign since it was opened: one history, undone and redone in order.

A fight has a history of its own, in its steps.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.library.undo import Change, backwards, joined, only_drafts

if TYPE_CHECKING:  # it needs SQLModel, which the start does without
    from desktop.library.campaign import Campaign

LONGEST = 500
"""Acts that are remembered."""

T = TypeVar("T")
Place = tuple[str, int | str]
"""Kind and id of something in the campaign; ``house_rules`` and the id of the system."""


@dataclass(frozen=True, slots=True)
class Act:
    """An act: in words, where it is seen, and everything that it changed."""

    text: str
    """What was done, as it stands after “Undo:”: ``delete Громила``."""
    place: Place | None
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Offer:
    """What undo or redo does on a page when the history has nothing: with what the file knows."""

    text: str
    place: Place
    work: Callable[[Campaign], object]


class History(QObject):
    """The acts in the open campaign. What cannot be stored stays where it is in the order."""

    changed = Signal()
    """Another act is the next to be undone or redone."""

    def __init__(
        self, save: Callable[[Callable[[Campaign], Any]], Awaitable[Any]], parent: QObject
    ) -> None:
        """``save`` does work on the campaign that is open."""
        super().__init__(parent)
        self._save = save
        self._done: list[Act] = []
        self._undone: list[Act] = []

    @property
    def undoes(self) -> Act | None:
        """What would be undone next."""
        return self._done[-1] if self._done else None

    @property
    def redoes(self) -> Act | None:
        """What would be done again next."""
        return self._undone[-1] if self._undone else None

    async def do(
        self,
        text: str | Callable[[T], str],
        work: Callable[[Campaign], T],
        place: Place | None = None,
    ) -> T:
        """Does work as one act, which is one transaction. Raises LibraryError.

        ``text`` says what is done, or is made of what ``work`` returns. Without ``place`` the act
        is seen at the one thing that it changed, if it was one.
        """
        act, result = await self._recorded(text, work, place)
        if act.changes:
            self._add(act)
        return result

    async def _recorded(
        self, text: str | Callable[[T], str], work: Callable[[Campaign], T], place: Place | None
    ) -> tuple[Act, T]:
        def recorded(campaign: Campaign) -> tuple[Sequence[Change], T]:
            with campaign.act() as changes:
                result = work(campaign)
            return changes, result

        changes, result = await self._save(recorded)
        things = [thing for change in changes for thing in change.things]
        if place is None and len(things) == 1:
            place = things[0]
        return Act(text if isinstance(text, str) else text(result), place, changes), result

    def _add(self, act: Act) -> None:
        """Typing on that is refused is one act with the refused typing before it."""
        last = self.undoes
        if last and last.place == act.place and only_drafts([*last.changes, *act.changes]):
            self._done.pop()
            act = Act(act.text, act.place, joined(last.changes, act.changes))
        if act.changes:
            self._done = [*self._done, act][-LONGEST:]
        self._undone.clear()
        self.changed.emit()

    def clear(self) -> None:
        """Forgets everything: another campaign is open, or what was deleted is gone for good."""
        self._done.clear()
        self._undone.clear()
        self.changed.emit()

    async def undo(self, earlier: Offer | None = None) -> Act | None:
        """Takes the last act back; without one, does what is offered. Raises LibraryError."""
        if not self._done:
            if earlier is None:
                return None
            act, _ = await self._recorded(earlier.text, earlier.work, earlier.place)
            self._undone.append(Act(act.text, act.place, backwards(act.changes)))
        else:
            act = self._done.pop()  # at once: a key held down asks again before this is stored
            await self._repeat(act, backwards(act.changes), self._done)
            self._undone.append(act)
        self.changed.emit()
        return act

    async def redo(self, later: Offer | None = None) -> Act | None:
        """Does the act that was undone last once more, or what is offered. Raises LibraryError."""
        if self._undone:
            act = self._undone.pop()
            await self._repeat(act, act.changes, self._undone)
        elif later is None or self._done:
            return None
        else:
            act, _ = await self._recorded(later.text, later.work, later.place)
        self._done.append(act)
        self.changed.emit()
        return act

    async def _repeat(self, act: Act, changes: Sequence[Change], taken_from: list[Act]) -> None:
        try:
            await self._save(lambda campaign: campaign.repeat(changes))
        except BaseException:
            taken_from.append(act)
            raise
