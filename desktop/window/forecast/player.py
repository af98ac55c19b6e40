"""Plays forecasts in processes of their own, so that the window is never kept waiting."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QWidget

from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import Opening
from desktop.encounter.simulate.work import FIRST, Work, ready
from desktop.window.widgets.language import chosen, error_in_words, tr

LOOK = 40
"""Milliseconds between two looks at what came back."""

TELL = 120
"""Milliseconds at least between two times that what grew is told: to draw it takes processor time
from those who play."""

PORTION_TIME = 100
"""Milliseconds of play in one portion: few, so that processes are soon free for the next change."""

SEED = 1
"""The same for all forecasts: what does not differ between two of them falls the same."""


def without_waves(waves: Iterable[str]) -> str:
    """Says which waves a forecast of an encounter leaves out; empty where there are none."""
    named = ", ".join(map(chosen().quoted, waves))
    return tr("without what comes later: {waves}", waves=named) if named else ""


class Workers:
    """The processes that play, started when they are first needed; one set for the program."""

    def __init__(self) -> None:
        self._executor: Executor | None = None
        self.count = max(min((os.cpu_count() or 2), 4), 1)

    @property
    def started(self) -> bool:
        """Whether the processes are there."""
        return self._executor is not None

    def executor(self) -> Executor:
        """The processes, started where they are not there yet."""
        if self._executor is None:
            self._executor = self.make()
        return self._executor

    def prepare(self) -> None:
        """Starts the processes before there is anything to play, since that takes a second."""
        try:
            for _ in range(self.count):
                self.executor().submit(ready)
        except (RuntimeError, OSError):  # no more processes to be had, as those who play are told
            self.stop()

    def make(self) -> Executor:
        """Starts the processes; where none can be had, a thread of this one plays."""
        # Imported late: the start of the program does not wait for it.
        from desktop.processes import started

        program = QCoreApplication.instance()
        if program is not None:
            program.aboutToQuit.connect(self.stop)
        return started(self.count, ThreadPoolExecutor(1), self._play_alone)

    @staticmethod
    def _play_alone(error: OSError) -> None:
        message = tr(
            "no worker processes can be started here ({why}); this process plays alone",
            why=error_in_words(error),
        )
        print(f"fraydesk: {message}", file=sys.stderr)

    def stop(self) -> None:
        """Lets the processes go; they are started again when they are needed."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


workers = Workers()


class Player(QObject):
    """Plays one forecast at a time; asked anew, it drops the one before."""

    grew = Signal(object)
    """The :class:`Forecast` so far. It is the same object until the next is asked for."""
    finished = Signal(object)
    failed = Signal(str)
    """Why the fights cannot be played, as a sentence."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Work | None = None
        self._enough: Callable[[Forecast], bool] = lambda _: False
        self._first = 0
        """How many fights were back when the clock was started."""
        self._clock = QElapsedTimer()
        self._told = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._look)
        self.destroyed.connect(self._timer.stop)

    @property
    def busy(self) -> bool:
        """Whether fights are being played."""
        return self._work is not None

    @property
    def progress(self) -> float:
        """The part of the fights that is played, from 0 to 1."""
        work = self._work
        return work.total.fights / work.fights if work else 1.0

    def play(
        self, opening: Opening, fights: int, enough: Callable[[Forecast], bool] = lambda _: False
    ) -> None:
        """Begins a forecast of at most ``fights``; it ends early when there are enough."""
        self.stop()
        self._enough = enough
        try:
            self._work = Work(workers.executor(), opening, fights, SEED, 2 * workers.count, FIRST)
        except (RuntimeError, OSError) as error:  # no more processes to be had
            workers.stop()
            self._fail(error)
            return
        self._clock.invalidate()
        self._told.invalidate()
        self._timer.start()

    def stop(self) -> None:
        """Drops what is being played; what came back so far stays shown."""
        self._timer.stop()
        if self._work is not None:
            self._work.cancel()
            self._work = None

    def _look(self) -> None:
        work = self._work
        if work is None:
            return
        try:
            came = work.collect()
        except Exception as error:  # whatever the rules do in a worker, the window goes on
            self.stop()
            if isinstance(error, BrokenExecutor):
                workers.stop()
            self._fail(error)
            return
        if came:
            self._measure(work)
        ended = work.done or self._enough(work.total)
        if came and (ended or not self._told.isValid() or self._told.hasExpired(TELL)):
            self._told.start()
            self.grew.emit(work.total)
        if ended and self._work is work:
            self.stop()
            self.finished.emit(work.total)

    def _fail(self, error: Exception) -> None:
        self.failed.emit(tr("The fights cannot be played: {why}", why=error_in_words(error)))

    def _measure(self, work: Work) -> None:
        """Sets the size of the next portions, so that each takes :data:`PORTION_TIME`."""
        if not self._clock.isValid():
            self._clock.start()
            self._first = work.total.fights
        elif passed := self._clock.elapsed():
            rate = (work.total.fights - self._first) / passed / workers.count
            work.portion = max(int(rate * PORTION_TIME), 1)


class ForecastDialog(QDialog):
    """A dialog that plays fights as long as it is open."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.player = Player(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.stop()
