"""Pictures for tests, made by hand: right ones, and some that lie."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def head(width: int, height: int, depth: int = 8, colour: int = 2, interlaced: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))


def png(
    width: int = 4,
    height: int = 3,
    shade: bytes = b"\x80\x40\x20",
    *,
    before: bytes = b"",
    behind: bytes = b"",
) -> bytes:
    """A picture of one colour, with something ``before`` its pixels and ``behind`` its end."""
    lines = (b"\x00" + shade * width) * height
    pixels = chunk(b"IDAT", zlib.compress(lines, 6))
    return SIGNATURE + head(width, height) + before + pixels + chunk(b"IEND", b"") + behind
