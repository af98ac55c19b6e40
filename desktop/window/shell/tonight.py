"""The note of tonight, in a window beside whatever is open, and that of the last time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QVBoxLayout

from desktop.library.records import NewNote, Note
from desktop.window.pages.note import NotePage, evening_named
from desktop.window.shell.navigator import Navigator
from desktop.window.widgets.basics import tight
from desktop.window.widgets.language import tr
from desktop.window.widgets.theme import scaled

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign

SIZE = 356, 560
"""Of the window beside, in pixels: as narrow as the log, which it covers."""


class Tonight(QObject):
    """Opens the note of the evening that is played now, and makes it where there is none."""

    def __init__(self, navigator: Navigator, make_page: Callable[[], NotePage]) -> None:
        super().__init__(navigator)
        self._navigator, self._make_page = navigator, make_page
        self._beside: QDialog | None = None
        self.page: NotePage | None = None
        """The page in the window beside, while that is there."""
        navigator.left.connect(self._leave)

    def _leave(self) -> None:
        if self._beside is not None:
            self._beside.close()
            self._beside.deleteLater()
        self._beside = self.page = None

    async def _tonight(self) -> Note:
        """The note of tonight. Made where there is none yet."""
        from desktop.library.notes import evening_of, last_evening

        store, today = self._navigator.store, evening_of(datetime.now(UTC))

        def there(c: Campaign) -> int | None:
            line = last_evening(c)
            return line.id if line and line.day == today else None

        id = await store.read(there)
        if id is not None:
            return await store.read(lambda c: c.note(id))
        name = evening_named(today)
        made: Note = await store.history.do(
            tr("make · {name}", name=name),
            lambda c: c.add_note(NewNote(kind="evening", name=name, day=today.isoformat())),
        )
        self._navigator.stored.emit()
        return made

    async def write(self) -> None:
        """Opens the note of tonight on its page, ready to be written."""
        await self._navigator.go("note", (await self._tonight()).id)
        page = self._navigator.open_page
        assert isinstance(page, NotePage)
        self._go_to_end(page)

    def _go_to_end(self, page: NotePage) -> None:
        page.ui.text.moveCursor(QTextCursor.MoveOperation.End)
        page.ui.text.setFocus()

    async def show(self) -> None:
        """Shows the note of tonight in a window of its own, beside the fight or what else is open.

        Where its page is open, that has the keys instead; on the page that says that there is no
        note yet, it is opened.
        """
        await self._navigator.flush()
        if self._navigator.section == "notes" and self._navigator.open_page is None:
            await self.write()
            return
        note = await self._tonight()
        open_page = self._navigator.open_page
        if isinstance(open_page, NotePage) and open_page.held and open_page.held.id == note.id:
            open_page.ui.text.setFocus()
            return
        if self._beside is None:
            self.page = self._make_page()
            self.page.make_narrow()
            self._beside = self._make(self.page)
        assert self.page
        await self.page.open(note.id)
        self._beside.show()
        self._beside.raise_()
        self._beside.activateWindow()
        self._go_to_end(self.page)

    def _make(self, page: NotePage) -> QDialog:
        """A window at the right of the page that is open, where in a fight the log stands."""
        window = self._navigator.window
        beside = QDialog(window)
        beside.setWindowTitle(tr("Tonight"))
        tight(QVBoxLayout(beside)).addWidget(page)
        pages = window.ui.pages
        beside.resize(scaled(*SIZE).boundedTo(pages.size()))
        beside.move(pages.mapToGlobal(pages.rect().bottomRight()) - beside.rect().bottomRight())
        beside.finished.connect(lambda _: self._navigator.tasks.start(page.flush()))
        return beside

    async def show_last_time(self) -> None:
        """Opens the note of the evening before tonight, with what happened on it."""
        from desktop.library.notes import evening_of, last_evening

        await self._navigator.flush()
        today: date = evening_of(datetime.now(UTC))
        line = await self._navigator.store.read(lambda c: last_evening(c, today))
        if line is None:
            self._navigator.window.message.notice(tr("There is no note of an earlier evening."))
        else:
            await self._navigator.go("note", line.id)
