"""Stops a rule of somebody's system that does not come to an end, and says which one it is."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, get_ident
from types import FrameType

PATIENCE = 15
"""Seconds that one call of a system may take."""


class Endless(Exception):
    """A call of a system was stopped; it says the function and the line in which it was."""

    place = ""

    def __str__(self) -> str:
        return f"{self.place} has not ended after {PATIENCE} s"


@contextmanager
def stopped(
    homes: Callable[[], Collection[str]], lost: Callable[[Endless], object] = lambda error: None
) -> Iterator[list[str]]:
    """Raises :class:`Endless` in this thread where a call of a system takes too long in here.

    ``homes()`` are the modules or packages of the systems. What was stopped is in the list.
    ``lost`` is called, in another thread, where a call cannot be stopped: it catches everything, or
    does not come back from C.
    """
    over, places, thread = Event(), list[str](), get_ident()

    def watch() -> None:
        since, watched, asked = 0, None, False
        while not over.wait(1):
            frame = _outermost(sys._current_frames().get(thread), homes())
            if frame is None or frame is not watched:
                since, watched, asked = 0, frame, False
                continue
            since += 1
            if since < PATIENCE:
                continue
            places.append(_place(thread, homes()))
            kind = type("Endless", (Endless,), {"place": places[-1]})
            if asked:
                lost(kind())
            since, asked = 0, True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread), ctypes.py_object(kind)
            )

    watcher = Thread(target=watch, name="endless", daemon=True)
    watcher.start()
    try:
        yield places
    finally:
        over.set()
        watcher.join()


def _frames(frame: FrameType | None, homes: Collection[str]) -> Iterator[FrameType]:
    """The frames of the systems, from the innermost one on."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if any(module == home or module.startswith(f"{home}.") for home in homes):
            yield frame
        frame = frame.f_back


def _outermost(frame: FrameType | None, homes: Collection[str]) -> FrameType | None:
    return next(reversed([*_frames(frame, homes)]), None)


def _place(thread: int, homes: Collection[str]) -> str:
    """Where a thread is in a system: ``drop() in __init__.py, line 80,``."""
    for frame in _frames(sys._current_frames().get(thread), homes):
        code = frame.f_code
        return f"{code.co_name}() in {Path(code.co_filename).name}, line {frame.f_lineno},"
    return ""
