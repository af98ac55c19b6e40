"""Faces of characters, as discs."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRect, Qt
from PySide6.QtGui import QPixmap

from desktop.rules.names import unnumbered

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

    def face_of(self, name: str) -> QPixmap | None:
        """The face of somebody, or of the one who is there several times: ``Strażnik 2``."""
        known = next((one for one in (name, unnumbered(name)) if one in self._pngs), None)
        if known is None:
            return None
        if known not in self._faces:
            self._faces[known] = face(self._pngs[known])
        return self._faces[known]
