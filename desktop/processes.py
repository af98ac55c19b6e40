"""Processes that play fights, fresh ones on every platform."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from desktop.plugins import add_own

P = ParamSpec("P")
R = TypeVar("R")

MOST_RESTARTS = 3
"""How often lost processes are replaced; what fails more often fails for a reason of its own."""


class Processes(Executor):
    """A number of processes that know added systems.

    If one of them is killed, fresh ones take over the work that did not come back; ``lost`` is
    called then, in another thread. Raises OSError where no process can be started.
    """

    def __init__(self, count: int, lost: Callable[[], object] = lambda: None) -> None:
        self._count, self._lost = count, lost
        self._lock = Lock()
        self._restarts = 0
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        # Not copies of this process: they would have its window too, and its threads half-way.
        return ProcessPoolExecutor(self._count, get_context("spawn"), _begin)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """The result of a call in one of the processes, when it comes."""
        result: Future[R] = Future()
        self._hand_out(result, partial(fn, *args, **kwargs))
        return result

    def _hand_out(self, result: Future[Any], call: Callable[[], Any]) -> None:
        pool = self._pool
        try:
            work = pool.submit(call)
        except BrokenProcessPool as error:
            self._again(result, call, pool, error)
            return
        result.add_done_callback(lambda done: done.cancelled() and work.cancel())
        work.add_done_callback(partial(self._came_back, result, call, pool))

    def _came_back(
        self,
        result: Future[Any],
        call: Callable[[], Any],
        pool: ProcessPoolExecutor,
        work: Future[Any],
    ) -> None:
        if work.cancelled():
            result.cancel()
            return
        error = work.exception()
        if isinstance(error, BrokenProcessPool):
            self._again(result, call, pool, error)
        elif not result.set_running_or_notify_cancel():
            return
        elif error is None:
            result.set_result(work.result())
        else:
            result.set_exception(error)

    def _again(
        self,
        result: Future[Any],
        call: Callable[[], Any],
        pool: ProcessPoolExecutor,
        error: BrokenProcessPool,
    ) -> None:
        """Hands a call to fresh processes, unless too many were lost."""
        with self._lock:
            if self._pool is pool and self._restarts < MOST_RESTARTS:
                self._restarts += 1
                self._pool = self._fresh()
                self._lost()
        if self._pool is not pool:
            self._hand_out(result, call)
        elif result.set_running_or_notify_cancel():
            result.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Lets the processes go."""
        self._restarts = MOST_RESTARTS
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def started(
    count: int,
    alone: Executor,
    refused: Callable[[OSError], object],
    lost: Callable[[], object] = lambda: None,
) -> Executor:
    """``count`` processes; where none can be started, ``alone``, and ``refused`` is given why."""
    try:
        return Processes(count, lost)
    except OSError as error:
        refused(error)
        return alone


def _begin() -> None:
    add_own()
    Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    """Python ends these with the program, but not when that is killed or crashes."""
    program = parent_process()
    if program is not None:
        program.join()
        os._exit(1)
