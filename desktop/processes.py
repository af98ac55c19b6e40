"""Processes that play fights, fresh ones on every platform."""

from __future__ import annotations

import os
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

from desktop.plugins import add_own


def processes(count: int) -> Executor:
    """So many processes that know added systems.

    Not copies of this one: they would have its window too, and its threads half-way.
    """
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def _begin() -> None:
    add_own()
    Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    """Python ends these with the program, but not when that is killed or crashes."""
    program = parent_process()
    if program is not None:
        program.join()
        os._exit(1)
