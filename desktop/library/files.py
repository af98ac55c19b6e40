"""Files that are the old one or the new one, whole; and what the system says of them, in words."""

import errno
import hashlib
import os
import re
import shutil
import sqlite3
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop.library.errors import short
from desktop.rules.text import Text, Words

_LONGEST = 300  # letters of what the system says itself

_SAID = {
    errno.ENOSPC: Text("the disk is full; free some space and try again"),
    errno.EDQUOT: Text("the disk is full; free some space and try again"),
    errno.EACCES: Text("writing there is not allowed; choose a folder of your own"),
    errno.EPERM: Text("writing there is not allowed; choose a folder of your own"),
    errno.EROFS: Text("the disk cannot be written to; copy the file to a folder of your own"),
    errno.ENOENT: Text("there is no such file or folder"),
    errno.ENAMETOOLONG: Text("the file name is too long"),
    errno.ELOOP: Text("the link leads round in a circle; choose the file itself"),
    errno.ENOTDIR: Text("there is no such file or folder"),
    errno.EIO: Text("the disk reports an error; save a copy on another disk"),
}
_HELD = (5, 32, 33)
"""What Windows calls a file that another program holds open; the first also what is forbidden."""
_SQLITE_SAID = {
    sqlite3.SQLITE_FULL: Text("the disk is full; free some space and try again"),
    sqlite3.SQLITE_BUSY: Text("another program is writing to it; close that program and try again"),
    sqlite3.SQLITE_LOCKED: Text(
        "another program is writing to it; close that program and try again"
    ),
    sqlite3.SQLITE_READONLY: Text("writing there is not allowed; choose a folder of your own"),
    sqlite3.SQLITE_CANTOPEN: Text("it cannot be opened; look at the permissions of its folder"),
    sqlite3.SQLITE_IOERR: Text("the disk reports an error; save a copy on another disk"),
    sqlite3.SQLITE_INTERRUPT: Text("it took too long; the file is too large, or was made to be so"),
    sqlite3.SQLITE_TOOBIG: Text("it holds a text that is larger than any this program saves"),
}


def explain(error: BaseException) -> Words:
    """What went wrong with a file, in words, with the mend where there is one."""
    if isinstance(error, sqlite3.Error):
        # The low byte is the kind of error, the rest its variety. Some errors carry no code.
        code = getattr(error, "sqlite_errorcode", 0)
        if code == sqlite3.SQLITE_IOERR_SHMSIZE:  # the file beside the journal finds no room
            code = sqlite3.SQLITE_FULL
        return _SQLITE_SAID.get(code & 0xFF, short(error, _LONGEST))
    if getattr(error, "winerror", None) in _HELD:
        return Text(
            "writing there is not allowed, or another program holds the file; close it there, or "
            "choose a folder of your own"
        )
    if isinstance(error, OSError):
        return _SAID.get(error.errno or 0, error.strerror or short(error, _LONGEST))
    return short(error, _LONGEST)


def is_of_rights(error: BaseException | None) -> bool:
    """Whether a file or its folder may not be written to."""
    return isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)


_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)
LONGEST_SUGGESTION = 160  # bytes; most systems take 255, and endings and numbers come behind it


def file_name(name: str) -> str:
    """A name from a sheet as a file can bear it on any system, without an ending.

    Left out is what a file system forbids and what is not seen (line ends, marks that turn the
    direction of writing); a device of Windows (``CON``) gets a line behind it.
    """
    seen = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in name)
    bare = " ".join(_FORBIDDEN.sub(" ", seen).split())
    cut = bare.encode("utf-8", "ignore")[:LONGEST_SUGGESTION].decode("utf-8", "ignore")
    cut = cut.strip(" .") or "Fraydesk"
    stem, dot, rest = cut.partition(".")
    return f"{stem}_{dot}{rest}" if _DEVICES.fullmatch(stem.rstrip()) else cut


DATABASE = b"SQLite format 3\x00"
"""With this begins every campaign."""


def is_database(path: Path) -> bool:
    """Whether a file is a database; whether it is a campaign, opening it tells."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return False
        with path.open("rb") as opened:
            return opened.read(len(DATABASE)) == DATABASE
    except (OSError, ValueError):
        return False


BACKUP = re.compile(
    r"(.+?)(\.version-\d+)?\.(\d{4}-\d\d-\d\d)-(\d{4,6})(-\d{1,6})?\.bak", re.DOTALL
)
"""How the copies are called that are kept of a campaign."""


def is_backup(path: Path) -> bool:
    """Whether a file is called as a copy that is kept of a campaign."""
    return BACKUP.fullmatch(path.name) is not None


def is_there(path: Path) -> bool:
    """Whether something lies at ``path``; not where that cannot be seen or no file can lie."""
    try:
        return path.exists()
    except (OSError, RuntimeError, ValueError):
        return False


def real(path: Path) -> Path:
    """The file itself where ``path`` leads through links.

    Raises OSError for a link that leads to itself, ValueError for what can be no path.
    """
    try:
        resolved = path.resolve()
    except RuntimeError:  # how Python says it before 3.13
        resolved = path
    if resolved.is_symlink():  # later ones leave such a link as it is
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return resolved


@contextmanager
def replacing(target: Path, alone_with: Path | None = None) -> Iterator[Path]:
    """A path beside ``target`` to write to; it takes the target's place when the block succeeds.

    Written through to the disk first. When the block fails, the target is as it was.
    ``alone_with``: a file that is locked, so that nobody else writes here on its account; what a
    program that was killed at this has left is then cleared away. Raises OSError.
    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder; choose a file name")
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "it is a device or a pipe; choose a file name")
    mark = hashlib.sha256(os.fsencode(alone_with.name)).digest() if alone_with else os.urandom(8)
    part = target.with_name(f".{mark[:8].hex()}.tmp")
    journal = part.with_name(f"{part.name}-journal")  # SQLite would take it for that of the new one
    for left in (part, journal):
        left.unlink(missing_ok=True)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
        _sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def write(path: Path, content: bytes) -> None:
    """Writes a file so that ``path`` is the old one or the whole new one, never half of it.

    Raises OSError when it cannot be written, or would take the place of a campaign; then the old
    file stands as it was.
    """
    path = real(path)
    if is_database(path):
        raise FileExistsError(errno.EEXIST, "it is a campaign; choose another name")
    with replacing(path) as part:
        part.write_bytes(content)
        if path.exists():
            shutil.copymode(path, part)


def _sync_folder(folder: Path) -> None:
    """Makes the new name last through a power cut, where the system has a way to say so."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
