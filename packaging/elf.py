"""Linux's libraries: where they look for others.

A Python that was built in somebody's folder leaves that folder in its libraries (RUNPATH); the
program would look for libraries there, on every machine. What lies beside them is found anyway.
"""

import struct
from pathlib import Path

ENTRY = struct.Struct("<QQ")
LOADED, DYNAMIC = 1, 2
"""Kinds of segments."""
NULL, STRINGS, RPATH, RUNPATH = 0, 5, 15, 29
"""Tags of the table that the dynamic linker reads."""
LITTLE_64 = b"\x7fELF\x02\x01"


def forget_folders(library: Path) -> bool:
    """Takes out of a 64-bit library each search path that begins at the root; True if it had one.

    Those that begin beside the library (``$ORIGIN``) stay.
    """
    content = bytearray(library.read_bytes())
    if not content.startswith(LITTLE_64):
        return False
    table = _dynamic(content)
    if table is None:
        return False
    start, size = table
    entries = [ENTRY.unpack_from(content, at) for at in range(start, start + size, ENTRY.size)]
    strings = _in_file(content, dict(reversed(entries)).get(STRINGS, 0))
    kept = [
        (tag, value)
        for tag, value in entries
        if tag not in (RPATH, RUNPATH) or content[strings + value : strings + value + 1] != b"/"
    ]
    if len(kept) == len(entries):
        return False
    kept += [(NULL, 0)] * (len(entries) - len(kept))
    content[start : start + size] = b"".join(ENTRY.pack(*entry) for entry in kept)
    library.write_bytes(content)
    return True


def _segments(content: bytearray) -> list[tuple[int, ...]]:
    """Type, flags, offset, address, physical address, size in the file … of each segment."""
    (first,) = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    return [struct.unpack_from("<IIQQQQ", content, first + n * size) for n in range(count)]


def _dynamic(content: bytearray) -> tuple[int, int] | None:
    """Where the table of the dynamic linker begins, and its size."""
    return next(((s[2], s[5]) for s in _segments(content) if s[0] == DYNAMIC), None)


def _in_file(content: bytearray, address: int) -> int:
    """Where in the file lies what is loaded at an address."""
    for kind, _, offset, start, _, size in _segments(content):
        if kind == LOADED and start <= address < start + size:
            return offset + address - start
    raise ValueError(f"nothing is loaded at {address:#x}")
