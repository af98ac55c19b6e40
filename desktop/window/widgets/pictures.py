"""Pictures that a person brings: decoded once, within limits, and from then on a plain PNG.

The decoder is Qt's, which is at hand and kept by others; it is never given more than it can bear.
It blocks for as long as a photo takes: call it in a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QImageWriter, QPixmap

from desktop.library.documents import naming, read_bytes
from desktop.library.errors import DocumentError
from desktop.library.pictures import LONGEST_SIDE, plain
from desktop.rules.names import unnumbered
from desktop.rules.text import Text

LARGEST_FILE = 40 * 1024 * 1024
TOO_LARGE = Text("is larger than 40 MB; save the picture smaller")
MOST_PIXELS = 50_000_000
"""200 MB while it is decoded; Qt itself refuses more than 256."""
MOST_SCANS = 30
"""Passes over a JPEG that comes gradually; each costs as much as the whole picture."""

_PNG, _JPEG, _WEBP = b"png", b"jpeg", b"webp"


def read_picture(path: Path, longest: int = LONGEST_SIDE) -> bytes:
    """The picture in a file as a PNG for ``Campaign.add_picture``, ``longest`` pixels a side.

    Any thread may call. PNG, JPEG and WebP by their first bytes, whatever the file is called; a
    drawing (SVG) is a program for the reader and is never read. Raises DocumentError.
    """
    with naming(path):
        return decoded(read_bytes(path, LARGEST_FILE, TOO_LARGE), longest)


def decoded(data: bytes, longest: int = LONGEST_SIDE) -> bytes:
    """As :func:`read_picture`, from bytes."""
    form = _form(data)
    if form is None:
        raise DocumentError("", "is not a picture in PNG, JPEG or WebP; save it as one of these")
    device = QBuffer()
    device.setData(QByteArray(data))
    device.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(device, QByteArray(form))
    reader.setAutoTransform(True)
    size = reader.size()
    too_many_scans = form == _JPEG and data.count(b"\xff\xda") > MOST_SCANS
    if size.width() * size.height() > MOST_PIXELS or too_many_scans:
        raise DocumentError("", "has too many pixels; save it with less than 50 million")
    image = QImage() if size.isEmpty() or _cut_off(data, form) else reader.read()
    if image.isNull():
        raise DocumentError("", "is damaged or cut off; save the picture anew as PNG or JPEG")
    return plain(_png(image, longest), "")


def _form(data: bytes) -> bytes | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _PNG
    if data.startswith(b"\xff\xd8\xff"):
        return _JPEG
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _WEBP
    return None


def _cut_off(data: bytes, form: bytes) -> bool:
    """Whether the end of a JPEG is missing; its decoder would fill it up with grey."""
    return form == _JPEG and data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda")


def _png(image: QImage, longest: int) -> bytes:
    size = image.size().scaled(longest, longest, Qt.AspectRatioMode.KeepAspectRatio)
    if size.width() < image.width():
        # A very long and thin one keeps a pixel of its shorter side.
        image = image.scaled(
            size.expandedTo(QSize(1, 1)),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    if image.colorSpace().isValid():
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    image = image.convertToFormat(
        QImage.Format.Format_RGBA8888 if image.hasAlphaChannel() else QImage.Format.Format_RGB888
    )
    device = QBuffer()
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(device, QByteArray(_PNG)).write(image)
    return bytes(device.data().data())


SIDE = 96
"""Pixels of a face: sharp on a disc of 32 where a screen has three for one."""


def pixmap(png: bytes) -> QPixmap:
    """A picture that the campaign has given out."""
    made = QPixmap()
    made.loadFromData(QByteArray(png))
    return made


def face(png: bytes) -> QPixmap:
    """The part of a portrait that a disc shows: a square, of a high picture nearer to its top."""
    whole = pixmap(png)
    side = min(whole.width(), whole.height())
    square = QRect((whole.width() - side) // 2, (whole.height() - side) // 4, side, side)
    how = Qt.TransformationMode.SmoothTransformation
    return whole.copy(square).scaled(SIDE, SIDE, Qt.AspectRatioMode.IgnoreAspectRatio, how)


class Portraits:
    """Whose face is known, by name. Each is unpacked when it is first shown."""

    def __init__(self, pngs: Mapping[str, bytes] | None = None) -> None:
        self._pngs = pngs or {}
        self._faces: dict[str, QPixmap] = {}

    def png_of(self, name: str) -> bytes | None:
        """The portrait of somebody, or of the one who is there several times: ``Strażnik 2``."""
        return self._pngs.get(self._known(name))

    def _known(self, name: str) -> str:
        return name if name in self._pngs else unnumbered(name)

    def face_of(self, name: str) -> QPixmap | None:
        """The part of the portrait that a disc shows."""
        known = self._known(name)
        if known not in self._pngs:
            return None
        if known not in self._faces:
            self._faces[known] = face(self._pngs[known])
        return self._faces[known]
