"""Stores the steps of a fight in the campaign file."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.encounter.answers import Step
from desktop.window.store import Store, Tasks

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


class FightWriter(QObject):
    """Stores every step as it is made, in order, each in a transaction of its own."""

    saved = Signal()
    """One more step is on the disk."""
    rested = Signal()
    """Everything is written."""

    def __init__(
        self, store: Store, tasks: Tasks, id: int, steps: int, is_over: Callable[[], bool]
    ) -> None:
        """``steps`` of the fight ``id`` are on the disk; ``is_over`` says how it stands now."""
        super().__init__()
        self._store, self._tasks, self._id, self._is_over = store, tasks, id, is_over
        self.steps = steps
        """How many steps are on the disk."""
        self._waiting: deque[tuple[Step | None, Step | None, bool]] = deque()
        self._writing = False

    @property
    def waiting(self) -> bool:
        """Whether anything is not on the disk yet."""
        return bool(self._waiting)

    def keep(self, new: list[Step], pending: Step | None) -> None:
        """Takes new steps, and the command that waits after them, to be written."""
        over = self._is_over()
        for place, step in enumerate(new, start=1):
            last = place == len(new)
            self._waiting.append((step, pending if last else None, over and last))
        if not new:
            self._waiting.append((None, pending, over))
        self._tasks.start(self._write())

    async def _write(self) -> None:
        """Writes what waits; what fails goes on waiting."""
        if self._writing:
            return
        self._writing = True
        try:
            while self._waiting:
                await self._store.save(partial(self._write_one, *self._waiting[0]))
                self._waiting.popleft()
                self.saved.emit()
        finally:
            self._writing = False
        self.rested.emit()

    def _write_one(
        self, step: Step | None, pending: Step | None, over: bool, campaign: Campaign
    ) -> None:
        waiting = None if pending is None else dict(pending)
        if step is None:
            campaign.set_pending(self._id, waiting)
        else:
            campaign.append_step(self._id, self.steps + 1, dict(step), waiting, over=over)
            self.steps += 1

    async def flush(self) -> None:
        """Every step is on the disk when this returns; raises what keeps one from it."""
        while self._waiting:
            if self._writing:
                await self._tasks.wait_a_moment()
            else:
                await self._write()
