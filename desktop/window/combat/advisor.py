"""Lets the tactician weigh between two frames, a few milliseconds at a time."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.encounter.fight import Fight
from desktop.encounter.tactician import Advice, weighing
from desktop.rules import SystemFailed
from desktop.rules.table import Refusal

SLICE = 0.008
"""Seconds of weighing before Qt gets the thread back."""


class Advisor(QObject):
    """Weighs for one combatant at a time; asked anew, it drops the one before."""

    found = Signal(object)
    """The :class:`Advice`; None where there is nothing to do."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Generator[None, None, Advice | None] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._slice)

    def ask(self, fight: Fight, actor: str) -> None:
        """Begins to weigh what this one should do as the fight stands now."""
        self._steps = weighing(fight.rules, fight.state, actor)
        self._timer.start(0)

    def forget(self) -> None:
        """Drops what is being weighed."""
        self._steps = None
        self._timer.stop()

    def _slice(self) -> None:
        until = perf_counter() + SLICE
        advice: Advice | None = None
        assert self._steps
        try:
            while perf_counter() < until:
                next(self._steps)
            return
        except StopIteration as end:
            advice = end.value
        except (Refusal, SystemFailed):
            pass  # what a system fails in is told when it is done
        except Exception:
            self.forget()
            raise
        self.forget()
        self.found.emit(advice)
