"""Turns of a mouse wheel, counted in whole notches."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent

NOTCH = 120
"""What Qt tells of one notch, in eighths of a degree."""


class Notches:
    """Counts notches up and down. A touchpad sends them in small parts, and sideways turns too."""

    def __init__(self) -> None:
        self._part = 0

    def turned(self, event: QWheelEvent) -> int:
        """How many whole notches the wheel has been turned up by now; less than 0 is down."""
        self._part += event.angleDelta().y()
        whole = int(self._part / NOTCH)
        self._part -= whole * NOTCH
        return whole
