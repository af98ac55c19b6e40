"""What a fight changed for good goes to the sheets: the list of it, and the writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from desktop.library import write_back
from desktop.library.write_back import Outstanding, Value
from desktop.rules.fields import fields_of
from desktop.window.pages.changes import ChangesDialog
from desktop.window.pages.fight import FightPage
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import DeskService, Panes
from desktop.window.widgets.language import chosen, tr


class WriteBack(DeskService):
    """Lists what the open fight changed on sheets of the campaign, and writes what is ticked."""

    def __init__(self, navigator: Navigator, panes: Panes) -> None:
        super().__init__(navigator, panes)
        self._dialog: ChangesDialog | None = None

    async def ask(self) -> None:
        """Opens the list; what stays ticked in it goes to the sheets."""
        page = self._page()
        if page is None:
            return
        unwritten = await self._outstanding(page)
        if any(character.values for character in unwritten):
            self._list(page, unwritten).activateWindow()
        else:
            nobody = tr("Nothing to write: nobody with a sheet of their own has changed.")
            there = tr("Nothing to write: what the fight has changed stands on the sheets already.")
            self._window.message.notice(there if unwritten else nobody)

    async def offer(self) -> None:
        """Opens the list when the fight has ended, where there is something to be written.

        The keys stay with the fight, so that undo goes on working; it takes the list away again.
        """
        page = self._ended()
        unwritten = await self._outstanding(page) if page else []
        if page and page is self._ended() and any(character.values for character in unwritten):
            self._list(page, unwritten)
            self._window.activateWindow()  # where a dialog takes the keys all the same

    def follow(self) -> None:
        """Offers the list anew where something changes while it is open, as a met objective."""
        if self._dialog is not None and self._ended():
            self._start(self.offer())

    async def _write(
        self, page: FightPage, chosen: Mapping[tuple[str, int], Sequence[Value]]
    ) -> None:
        """Writes values by combatant and character; somebody may look at a sheet meanwhile."""
        if not chosen:
            self._window.message.notice(tr("Nothing was ticked, and nothing was written."))
            return
        stored = page.held
        assert stored
        await page.flush()
        await self._navigator.flush()
        text = tr("write to the sheets · {fight}", fight=stored.name)
        names = await self._store.history.do(text, lambda c: write_back.write(c, stored.id, chosen))
        await self._navigator.reopen()
        await self._panes.refresh()
        written = ", ".join(names)
        self._window.message.notice(
            tr("Written to the sheets: {names}. Undo on a sheet takes it back.", names=written)
        )

    def _page(self) -> FightPage | None:
        """The page of the open fight; None for a replay, of which nothing is kept."""
        page = self._navigator.fight_page
        open_and_kept = page and page.fight and page.held and not page.replaying
        return page if open_and_kept else None

    def _ended(self) -> FightPage | None:
        """The page of the open fight where this is over."""
        page = self._page()
        return page if page and page.fight and page.fight.outcome is not None else None

    async def _outstanding(self, page: FightPage) -> list[Outstanding]:
        """What the fight has left for those who came from a character of the campaign."""
        stored, steps, left = page.held, page.steps, page.left()
        assert stored
        await self._navigator.flush()  # what is being typed on a sheet stands on it
        return await self._store.read(lambda c: write_back.outstanding(c, stored.id, steps, left))

    def _list(self, page: FightPage, unwritten: Sequence[Outstanding]) -> ChangesDialog:
        """Shows the list beside the window, in the place of one that is open already.

        Esc closes it in the window as well.
        """
        assert page.fight
        if self._dialog is not None:
            self._dialog.reject()
        fields = fields_of(page.fight.rules.sheet)
        dialog = ChangesDialog(self._window, unwritten, fields, terms=chosen())
        dialog.accepted.connect(lambda: self._start(self._write(page, dialog.ticked())))
        dialog.undo_asked.connect(page.panel.undo)
        dialog.finished.connect(lambda _: self._forget(dialog))
        page.state_changed.connect(dialog.reject)
        self._navigator.left.connect(dialog.reject)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._window)
        escape.activated.connect(dialog.reject)
        dialog.finished.connect(escape.deleteLater)
        self._dialog = dialog
        # Below on the right: what the last step came to stands above.
        dialog.resize(dialog.width(), min(dialog.height(), self._window.height() // 2))
        room = QPoint(dialog.width() + 16, dialog.height() + 48)
        dialog.move(self._window.geometry().bottomRight() - room)
        dialog.show()
        return dialog

    def _forget(self, dialog: ChangesDialog) -> None:
        if self._dialog is dialog:
            self._dialog = None
