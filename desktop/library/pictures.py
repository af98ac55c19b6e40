"""Pictures of a campaign: portraits, the ground of a map.

A campaign keeps one kind of picture: a small, plain PNG, which any page, map or sheet of paper can
show. What a person brings is decoded in the window, the only floor that can; a picture in a file
from a stranger is one of ours or is refused. ``plain`` is the gate for both: whatever has passed it
is safe to be drawn.
"""

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator

from desktop.library.errors import DocumentError
from desktop.rules.text import Text

LONGEST_SIDE = 2048
"""Pixels of the longer side of what is stored: sharp enough for a map on a large screen."""
LARGEST = 16 * 1024 * 1024
"""Bytes of one picture; as many as ``LONGEST_SIDE`` needs where nothing can be packed."""

ID = re.compile(r"[0-9a-f]{64}")
"""What names a picture in a document: it follows from its bytes, so it is the same everywhere."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # colour type -> bytes of a pixel; a palette we never make
_FILTERS = set(range(5))


PORTRAIT_SIDE = 320
"""Pixels of the longer side of a portrait: 27 mm on paper at 300 dots an inch."""


def picture_id(png: bytes) -> str:
    """The id under which a campaign keeps these bytes."""
    return hashlib.sha256(png).hexdigest()


def plain(png: bytes, place: str) -> bytes:
    """The picture alone, without anything that went along with it: texts, colour profiles.

    Taken is PNG of eight bits a channel, at most ``LONGEST_SIDE`` pixels a side, right to its last
    byte. Anything else is a DocumentError at ``place``: another format, a size that is not that of
    its pixels, a part missing or too many.
    """
    if len(png) > LARGEST:
        raise DocumentError(place, "the picture is larger than 16 MB")
    try:
        parts = list(_parts(png))
        (head,) = (body for kind, body in parts if kind == b"IHDR")
        width, height, *form = struct.unpack(">IIBBBBB", head)
        depth, colour, *methods = form
        if depth != 8 or any(methods):
            raise ValueError
        stride = 1 + width * _CHANNELS[colour]
    except (KeyError, ValueError, struct.error):
        raise DocumentError(place, "the picture is damaged, or no plain PNG") from None
    if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
        raise DocumentError(
            place, Text("the picture must have 1 to {most} pixels a side", most=LONGEST_SIDE)
        )
    pixels = b"".join(body for kind, body in parts if kind == b"IDAT")
    if not _are_lines(pixels, stride, height):
        raise DocumentError(place, "the picture is damaged, or no plain PNG")
    kept = [(b"IHDR", head), (b"IDAT", pixels), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_part(kind, body) for kind, body in kept)


def size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels of what ``plain`` has let through."""
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG in their order. Raises ValueError, struct.error where they are wrong."""
    if not png.startswith(_SIGNATURE):
        raise ValueError
    at, kind, before = len(_SIGNATURE), b"", b""
    while kind != b"IEND":
        before = kind
        length, kind = struct.unpack_from(">I4s", png, at)
        body = png[at + 8 : at + 8 + length]
        if png[at : at + 12 + length] != _part(kind, body):  # cut off, or its sum is not right
            raise ValueError
        at += 12 + length
        first = not before
        in_order = first == (kind == b"IHDR")
        # A capital letter marks what a reader must understand, and we know these three.
        if not in_order or (kind[:1].isupper() and kind not in (b"IHDR", b"IDAT", b"IEND")):
            raise ValueError
        yield kind, body
    if at != len(png):
        raise ValueError


def _part(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _are_lines(packed: bytes, stride: int, height: int) -> bool:
    """Whether these are exactly ``height`` lines of pixels; no more is ever unpacked."""
    unpacking = zlib.decompressobj()
    try:
        lines = unpacking.decompress(packed, stride * height + 1)
    except zlib.error:
        return False
    whole = unpacking.eof and not unpacking.unused_data and len(lines) == stride * height
    return whole and set(lines[::stride]) <= _FILTERS
