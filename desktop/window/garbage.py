"""Python's garbage is collected on the window's thread only.

Left alone, Python collects on whichever thread happens to make the next object, and what belongs
to Qt is then destroyed on a thread that it does not live on. Campaigns are read on such a thread.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 1000
"""Milliseconds between two looks at how much there is to collect."""


class GarbageCollector(QObject):
    """Collects by a timer what Python would have collected by itself, from start to stop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """From now on only this collects.

        What is there already, modules and the window, stays until the end and is never looked at
        again. So even a full collection takes less than a frame.
        """
        gc.disable()
        gc.freeze()
        self._timer.start()

    def settle(self) -> None:
        """Looks through everything new, and keeps it until the end.

        To be called when much was brought in that stays, as a fight of thousands of steps: that
        has taken its time already, and later looks would each be longer than a frame. What was
        kept is still freed when nobody holds it; only rings among it wait until the end.
        """
        if gc.get_freeze_count():
            gc.collect()
            gc.freeze()

    def stop(self) -> None:
        """Python collects by itself again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect(self) -> None:
        """Collects the oldest generation in which there is more than Python itself would bear."""
        counts, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > limits[generation]:
                gc.collect(generation)
                return
