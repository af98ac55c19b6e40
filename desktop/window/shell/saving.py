"""Whether everything is on the disk: said in the status bar, and seen to until it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from desktop.window.pages.page import Page
from desktop.window.shell.message_bar import SAID
from desktop.window.shell.navigator import Navigator
from desktop.window.widgets.language import tr

SAVED_AGAIN = 3000
"""Milliseconds until what could not be saved is tried again."""

IDLE = 2000
"""Milliseconds without a save after which the journal goes into the file."""


class Saving(QObject):
    """Follows the store: says how it stands, repeats what failed, tidies up when it rests."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._navigator = navigator
        self._store, self._window = navigator.store, navigator.window
        self._again = QTimer(self, singleShot=True, interval=SAVED_AGAIN)
        self._again.timeout.connect(lambda: navigator.tasks.start(self.save_again()))
        self._idle = QTimer(self, singleShot=True, interval=IDLE)
        self._idle.timeout.connect(self._rest)
        self._store.saving.connect(lambda: self._say(tr("saving…")))
        self._store.saved.connect(self.show_saved)
        self._store.failed.connect(self._show_failed)

    @property
    def unsaved(self) -> list[Page]:
        """The pages with something that is not on the disk."""
        return [page for page in self._navigator.pages.values() if page.unsaved]

    def show_saved(self) -> None:
        """Says that everything is on the disk, unless something had failed and still waits."""
        if self._store.path is None:
            return
        if self._again.isActive() and self.unsaved:
            self._say(tr("not saved"))
            return
        self._again.stop()
        self._idle.start()
        page = self._navigator.fight_page
        fight = page.fight if page and not page.replaying else None
        if fight:
            self._say(tr("saved, step {number}", number=fight.cursor))
        else:
            self._say(tr("saved"))

    def show_opening(self, done: int, steps: int) -> None:
        """Says how far a fight that is being opened has come."""
        if done < steps:
            self._say(tr("opening, step {done} of {steps}", done=done, steps=steps))
        else:
            self.show_saved()

    def _show_failed(self) -> None:
        if self._store.path is not None:
            self._say(tr("not saved"))
            self._again.start()

    async def save_again(self) -> None:
        """Tries to save what could not be saved; says nothing new where that fails again."""
        for page in self.unsaved:
            try:
                await page.flush()
            except SAID:
                self._show_failed()
                return
        self.show_saved()

    def _rest(self) -> None:
        if self._store.path is not None:  # it may have been closed since
            self._navigator.tasks.start(self._store.rest())

    def _say(self, text: str) -> None:
        self._window.saved_label.setText(text)
