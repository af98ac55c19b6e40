"""Odds computed between two frames: a queue of jobs, a few milliseconds at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.encounter.odds import Odds, OddsSearch
from desktop.rules import SystemFailed
from desktop.rules.table import Refusal

SLICE = 0.008
"""Seconds of computing before Qt gets the thread back."""

PATHS = 8
"""Paths between two readings of the clock."""

PATIENCE = 5.0
"""Seconds of computing for one job before an estimate has to do, and for that estimate."""

PAUSE = 20
"""Milliseconds before the first slice, in which what was just chosen is painted."""


class OddsQueue(QObject):
    """Computes jobs in their order."""

    found = Signal(object, object)
    """The name of a job, and its :class:`Odds` or the exception that it ended with."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[tuple[Hashable, Callable[[], OddsSearch]]] = deque()
        self._walk: OddsSearch | None = None
        self._spent = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._slice)

    def ask(self, name: Hashable, walk: Callable[[], OddsSearch]) -> None:
        """Puts a job at the end of the queue."""
        self._jobs.append((name, walk))
        if not self._timer.isActive():
            self._timer.start(PAUSE)

    def forget(self) -> None:
        """Drops all jobs."""
        self._jobs.clear()
        self._walk = None
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """Whether anything is left to compute."""
        return bool(self._jobs)

    def _slice(self) -> None:
        """One slice of time. A single path takes microseconds, so this keeps to the budget."""
        until = perf_counter() + SLICE
        while self._jobs and perf_counter() < until:
            name, begin = self._jobs[0]
            result: Odds | Exception
            try:
                if self._walk is None:
                    self._walk, self._spent = begin(), 0.0
                if not self._advance(self._walk):
                    continue
                result = self._walk.odds
            except Exception as error:
                result = error
            self._jobs.popleft()
            self._walk = None
            self.found.emit(name, result)
            if isinstance(result, Exception) and not isinstance(result, Refusal | SystemFailed):
                raise result
        if self._jobs:
            self._timer.start(0)
        else:
            self._timer.stop()

    def _advance(self, walk: OddsSearch) -> bool:
        """A few paths; what goes on for too long is told to hurry."""
        begun = perf_counter()
        known = walk.advance(PATHS)
        self._spent += perf_counter() - begun
        if not known and self._spent > PATIENCE:
            walk.hurry()
            self._spent = 0.0
        return known
