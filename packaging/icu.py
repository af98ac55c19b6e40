"""Takes out of ICU's data what Qt does not use here: 32 MB become 4.

Qt asks ICU how to sort, for upper and lower case, for names of time zones, and for old character
sets. The data of all languages lie in one shared library, libicudata: a package with a table of
contents (see ICU's ``ucmndata.h``) in the middle of an ELF file.
"""

import re
import struct
from collections.abc import Callable
from pathlib import Path

KEPT = re.compile(
    r"icudt\d+l/("
    r"[^/]*\.(icu|nrm)"
    r"|(root|res_index|pool|supplementalData|keyTypeData|timezoneTypes|zoneinfo64|metaZones)\.res"
    r"|coll/(?!(zh|ja|ko)[_.]).*"
    r"|((zone/)?(en|pl|cs|ru)|zone/(root|res_index|pool))\.res"
    r")"
)
"""How to sort in all languages but three large ones, and the names of our own."""

PAGE = 0x1000
MAGIC = b"CmnD"


def needed(name: str) -> bool:
    """Whether a part of the data, such as ``icudt73l/coll/pl.res``, is kept."""
    return bool(KEPT.fullmatch(name))


def shrink(library: Path, keep: Callable[[str], bool] = needed) -> None:
    """Rewrites a libicudata in place. Raises ValueError if it is not built as we know it."""
    elf = library.read_bytes()
    at = elf.find(MAGIC) - 12  # after two sizes and the first half of the format's description
    if at < 0 or elf[:6] != b"\x7fELF\x02\x01":
        raise ValueError(f"{library} holds no ICU data as we know it")
    end = next(start + size for start, size in sections(elf) if start <= at < start + size)
    package = filtered(elf[at:end], keep)
    spare = (end - at - len(package)) // PAGE * PAGE
    padded = package.ljust(end - at - spare, b"\0")
    library.write_bytes(without(elf[:at] + padded + bytes(spare) + elf[end:], end - spare, spare))


def filtered(package: bytes, keep: Callable[[str], bool]) -> bytes:
    """The package of ICU data with only the parts whose names are kept."""
    (base,) = struct.unpack_from("<H", package)
    (count,) = struct.unpack_from("<I", package, base)
    entries = [struct.unpack_from("<II", package, base + 4 + 8 * n) for n in range(count)]
    ends = [start for _, start in entries[1:]] + [len(package) - base]
    parts = []
    for (name_at, start), end in zip(entries, ends, strict=True):
        stop = package.index(b"\0", base + name_at)
        name = package[base + name_at : stop]
        if keep(name.decode("ascii")):
            parts.append((name + b"\0", package[base + start : base + end]))
    names_at = 4 + 8 * len(parts)
    data_at = aligned(names_at + sum(len(name) for name, _ in parts))
    table, names, data = struct.pack("<I", len(parts)), b"", b""
    for name, part in parts:
        table += struct.pack("<II", names_at + len(names), data_at + len(data))
        names += name
        data += part.ljust(aligned(len(part)), b"\0")
    return package[:base] + (table + names).ljust(data_at, b"\0") + data


def aligned(size: int) -> int:
    return (size + 15) // 16 * 16


def sections(elf: bytes) -> list[tuple[int, int]]:
    """Offset and size in the file of every section."""
    return [struct.unpack_from("<QQ", elf, at + 24) for at in headers(elf)[1]]


def headers(elf: bytes) -> tuple[list[int], list[int]]:
    """Where the program headers and the section headers of a 64-bit ELF file stand."""
    program_at, section_at = struct.unpack_from("<QQ", elf, 32)
    size, count, section_size, section_count = struct.unpack_from("<HHHH", elf, 54)
    return (
        [program_at + size * n for n in range(count)],
        [section_at + section_size * n for n in range(section_count)],
    )


def without(elf: bytes, start: int, length: int) -> bytes:
    """The ELF file without ``length`` bytes from ``start``, a whole number of pages.

    What comes later in the file keeps its place in memory; the gap between is left empty.
    """
    if length == 0:
        return elf
    new = bytearray(elf)
    programs, section_headers = headers(elf)
    for at in programs:
        offset, size, memory = (
            struct.unpack_from("<Q", elf, at + place)[0] for place in (8, 32, 40)
        )
        if offset >= start + length:
            struct.pack_into("<Q", new, at + 8, offset - length)
        elif offset + size > start:
            struct.pack_into("<QQ", new, at + 32, size - length, memory - length)
    for at in section_headers:
        offset, size = struct.unpack_from("<QQ", elf, at + 24)
        if offset >= start + length:
            struct.pack_into("<Q", new, at + 24, offset - length)
        elif offset + size > start:
            struct.pack_into("<Q", new, at + 32, size - length)
    (section_at,) = struct.unpack_from("<Q", elf, 40)
    if section_at >= start + length:
        struct.pack_into("<Q", new, 40, section_at - length)
    return bytes(new[:start] + new[start + length :])
