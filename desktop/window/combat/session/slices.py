"""Long work in slices, between which the window has its turn: odds, and what a tactician weighs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer

from desktop.rules import SystemFailed, table

SLICE = 0.008
"""Seconds of work before Qt gets the thread back."""

Work = Generator[None, None, Any]
"""Something that is worked out in steps of microseconds; it returns the result."""

Hear = Callable[[Any], object]
"""``hear(result)``: takes what some work came to, or the exception that it ended with."""


class Slices(QObject):
    """Does one work after the other."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[Work, Hear]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._slice)

    def ask(self, work: Work, hear: Hear, pause: int = 0) -> None:
        """Puts work at the end; the first begins after a ``pause`` in milliseconds."""
        self._waiting.append((work, hear))
        if not self._timer.isActive():
            self._timer.start(pause)

    def forget(self) -> None:
        """Drops all work."""
        self._waiting.clear()
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        return bool(self._waiting)

    def _slice(self) -> None:
        until = perf_counter() + SLICE
        while self._waiting and perf_counter() < until:
            work, hear = self._waiting[0]
            try:
                next(work)
                continue
            except StopIteration as end:
                result = end.value
            except Exception as error:
                result = error
            self._waiting.popleft()
            hear(result)
            said = isinstance(result, table.Refusal | SystemFailed)
            if isinstance(result, Exception) and not said:
                raise result
        if self._waiting:
            self._timer.start(0)
        else:
            self._timer.stop()
