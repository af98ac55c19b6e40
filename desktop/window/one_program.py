"""One program for all campaigns: a second start hands its campaign to the window that is there."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # only a second start, and the first after its first paint, need it
    from multiprocessing.connection import Listener

LONGEST_PATH = 40_000
"""Bytes of a path that is handed over; Windows allows 32,767 letters."""

TAKEN = b"taken"
PATIENCE = 3.0
"""Seconds that a second start waits for the answer of the first."""


def address(settings: Path) -> str:
    """Where the program that uses these settings can be reached: a pipe, or a socket."""
    name = f"fraydesk-{crc32(os.fsencode(settings)):08x}"
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    return str(Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir(), name))


def hand_over(place: str, campaign: Path | None) -> bool:
    """Asks the program at an address to show itself, and to open a campaign; False: none is there.

    It must be this user's own: another's is not told what is opened.
    """
    if not _is_there(place):
        return False
    from multiprocessing.connection import Client

    with suppress(OSError, EOFError), Client(place) as program:
        if sys.platform == "win32":
            _let_come_forward(program.fileno())
        program.send_bytes(os.fsencode(campaign.absolute()) if campaign else b"")
        return program.poll(PATIENCE) and program.recv_bytes(len(TAKEN)) == TAKEN
    return False


def _is_there(place: str) -> bool:
    """Does this user's socket lie there, or a pipe? A pipe that is busy is waited for."""
    if sys.platform == "win32":
        import ctypes

        # Looking whether the path exists would take the place of the one who asks.
        return bool(ctypes.windll.kernel32.WaitNamedPipeW(place, int(PATIENCE * 1000)))
    with suppress(OSError):
        return Path(place).lstat().st_uid == os.getuid()
    return False


if sys.platform == "win32":

    def _let_come_forward(pipe: int) -> None:
        """Lets the program behind a pipe come to the front. OSError: it is another user's."""
        import _winapi
        import ctypes

        number = ctypes.c_ulong()
        kernel = ctypes.windll.kernel32
        kernel.GetNamedPipeServerProcessId(ctypes.c_void_p(pipe), ctypes.byref(number))
        # Only the user's own processes can be opened for this.
        _winapi.CloseHandle(_winapi.OpenProcess(_winapi.PROCESS_DUP_HANDLE, False, number.value))
        ctypes.windll.user32.AllowSetForegroundWindow(number.value)


class SecondStarts(QObject):
    """Hears of later starts while the program runs. ``asked`` tells the path, empty for none.

    ``asked`` is emitted in a thread of its own: connect it as queued.
    """

    asked = Signal(str)

    def __init__(self, place: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._listener: Listener | None = None
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._ending = False

    def start(self) -> None:
        """Begins to listen. Where that cannot be, later starts have a window of their own."""
        from multiprocessing.connection import Listener

        with suppress(OSError):
            if sys.platform != "win32" and _is_there(self._place):
                Path(self._place).unlink()  # left by a program that was killed: nobody answered
            self._listener = Listener(self._place)
            if sys.platform != "win32":
                Path(self._place).chmod(0o600)
            self._thread.start()

    def stop(self) -> None:
        """Listens no more, and takes the address away."""
        if self._listener is None:
            return
        self._ending = True
        hand_over(self._place, None)  # wakes the thread that waits
        self._thread.join(PATIENCE)
        self._listener.close()
        self._listener = None

    def _hear(self) -> None:
        assert self._listener is not None
        while not self._ending:
            with suppress(OSError, EOFError), self._listener.accept() as program:
                path = program.recv_bytes(LONGEST_PATH) if program.poll(PATIENCE) else None
                program.send_bytes(TAKEN)
                if path is not None and not self._ending:
                    self.asked.emit(os.fsdecode(path))
