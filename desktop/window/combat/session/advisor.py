"""Lets the tactician weigh between two frames, a few milliseconds at a time."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.rules import SystemFailed
from desktop.rules.table import Refusal

SLICE = 0.008
"""Seconds of weighing before Qt gets the thread back."""

Weighing = Generator[None, None, Any]
"""Something that is weighed in small steps; it returns the result."""


class Advisor(QObject):
    """Weighs one thing at a time; asked anew, it drops the one before."""

    found = Signal(object)
    """The result."""
    failed = Signal()
    """The rules raised something; it is shown when the game master does the same."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Weighing | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._slice)

    def weigh(self, steps: Weighing) -> None:
        """Begins to weigh something."""
        self._steps = steps
        self._timer.start(0)

    def forget(self) -> None:
        """Drops what is being weighed."""
        self._steps = None
        self._timer.stop()

    def _slice(self) -> None:
        until = perf_counter() + SLICE
        assert self._steps
        try:
            while perf_counter() < until:
                next(self._steps)
            return
        except StopIteration as end:
            self.forget()
            self.found.emit(end.value)
        except (Refusal, SystemFailed):
            self.forget()
            self.failed.emit()
        except Exception:
            self.forget()
            raise
