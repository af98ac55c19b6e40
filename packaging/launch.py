"""Where the frozen program begins."""

import ctypes
import multiprocessing
import sys

from desktop.cli import main

RUNNING = "Fraydesk"
"""Held by every process of the program: the installer for Windows waits until none holds it."""

if __name__ == "__main__":
    if sys.platform == "win32":
        ctypes.windll.kernel32.CreateMutexW(None, False, RUNNING)
    # A worker process of a simulation is this same program, started again.
    multiprocessing.freeze_support()
    sys.exit(main())
