"""One program at a time on a campaign: a lock of the system's, gone when its holder dies."""

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

from desktop.library.errors import CampaignError, CampaignInUseError
from desktop.library.files import explain
from desktop.rules.text import Text

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> None:
        # The byte locked lies far behind the text: a locked byte cannot be read by others.
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # whatever it says, only a holder is in the way of this
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)

    def _in_use(descriptor: int) -> bool:
        return False
else:
    import fcntl

    _LOCKED_BYTES = 0x4000_0000, 512  # where SQLite locks a file as long as it is open

    def _in_use(descriptor: int) -> bool:
        start, count = _LOCKED_BYTES
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, count, start)
        except (BlockingIOError, PermissionError):
            return True
        fcntl.lockf(descriptor, fcntl.LOCK_UN, count, start)
        return False

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


# A forked child would keep the lock of a dead parent: it lets go of all of them at once.
_held: set[int] = set()
open_here: set[tuple[int, int] | None] = set()
"""Which files this program has open, whatever their names."""


def _let_go() -> None:
    open_here.clear()
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class FileLock:
    """Holds ``<file>.lock`` from its making until ``close``.

    Raises CampaignInUseError (who has it, where known) or CampaignError (the folder cannot be
    written to).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock_path = path.with_name(f"{path.name}.lock")
        try:
            self._descriptor = self._take()
        except OSError as error:
            raise CampaignError(
                path, Text("cannot be locked: {reason}", reason=explain(error))
            ) from error
        with suppress(OSError):  # on a full disk the lock holds, and does not say whose it is
            os.truncate(self._descriptor, 0)
            os.write(self._descriptor, f"{os.getpid()} {platform.node()}\n".encode())

    def _take(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        while True:
            descriptor = os.open(self._lock_path, flags, 0o666)
            try:
                _try(descriptor)
            except (BlockingIOError, PermissionError):
                holder = _holder(descriptor)
                os.close(descriptor)
                raise _in_use_error(self.path, holder) from None
            except OSError:
                os.close(descriptor)
                raise
            # The last holder may have deleted the file between our open and our lock.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), self._lock_path.stat()):
                    _held.add(descriptor)
                    return descriptor
            os.close(descriptor)

    def close(self) -> None:
        """Frees the lock and takes its file away."""
        _held.discard(self._descriptor)
        if sys.platform == "win32":  # where an open file cannot be deleted
            os.close(self._descriptor)
            with suppress(OSError):
                self._lock_path.unlink()
        else:
            with suppress(OSError):  # the folder may be gone, or closed to us
                self._lock_path.unlink()
            os.close(self._descriptor)


def check_links(path: Path) -> None:
    """Raises CampaignInUseError where the file is open by another name, here or elsewhere."""
    standing = path.stat()
    used = (standing.st_dev, standing.st_ino) in open_here
    # Not where it is open here: closing a file takes away all locks of this program on it.
    if not used and standing.st_nlink > 1:
        with path.open("rb+") as file:
            used = _in_use(file.fileno())
    if used:
        raise _in_use_error(path)


def _in_use_error(path: Path, holder: str = "") -> CampaignInUseError:
    return CampaignInUseError(
        path, Text("is open in another program{holder}; close it there first", holder=holder)
    )


def _holder(descriptor: int) -> str:
    """Who wrote the lock file, as `` (process 4312 on laptop)``, or nothing if it does not say."""
    pid, _, host = os.read(descriptor, 300).decode(errors="replace").strip().partition(" ")
    return f" (process {pid} on {host})" if pid.isdigit() and host.isprintable() else ""
