"""Chooses how large everything is shown; the window closes and opens again at that size."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings
from desktop.window.widgets.language import tr

PAUSE = 900
"""Milliseconds after the last choice until the window opens again."""


class Sizes(QObject):
    """The size can be chosen several times before anything happens."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._shown = settings.zoom
        """The size at which the window is shown now."""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.take_effect)

    def choose(self, percent: int) -> None:
        """Stores a size and says so."""
        self._settings.zoom = percent
        self._settings.sync()
        self._pause.start()
        self._window.message.notice(
            tr("Size {percent} %. The window opens again at once.", percent=percent)
            if percent != self._shown
            else tr("Size {percent} %, as it is.", percent=percent)
        )

    def take_effect(self) -> None:
        """Closes the window, which stores everything; the program opens it again."""
        if self._settings.zoom != self._shown:
            self._window.starts_again = True
            self._window.close()
