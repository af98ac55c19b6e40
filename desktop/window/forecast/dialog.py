"""What the dialogs with forecasts have in common: a player that stops when they are closed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QWidget

from desktop.window.forecast.player import Player


class ForecastDialog(QDialog):
    """A dialog that plays fights as long as it is open."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.player = Player(self)

    def open_once(self) -> None:
        """Opens over the window, which goes on working; it is gone when it is closed."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.open()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.stop()
