"""Throws away from a fight: what opens the pane, and who is told of a throw that was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from desktop.library.records import Document, KeptThrow
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.fields.box import SheetBox
from desktop.window.pages.page import Shared
from desktop.window.pages.throws import ThrowsPage
from desktop.window.players.screen import PlayersScreen
from desktop.window.shell.navigator import Navigator

if TYPE_CHECKING:  # with everything thrown
    from desktop.encounter.checks import Thrown
    from desktop.window.pages.throw_pane import ThrowPane


class Throws(QObject):
    """Opens the pane for a number of the open sheet, for the party, or for free dice."""

    def __init__(self, navigator: Navigator, shared: Shared, players: PlayersScreen) -> None:
        super().__init__(navigator)
        self._navigator, self._shared, self._players = navigator, shared, players
        self._pane: ThrowPane | None = None
        navigator.left.connect(self._leave)

    @property
    def pane(self) -> ThrowPane:
        """The pane, made when it is first wanted."""
        if self._pane is None:
            from desktop.window.pages.throw_pane import ThrowPane

            self._pane = ThrowPane(self._navigator.window, self._shared)
            self._pane.made.connect(self._show_players)
            self._pane.stored.connect(lambda: self._navigator.tasks.start(self._read_again()))
        return self._pane

    def _leave(self) -> None:
        if self._pane is not None:
            self._pane.close()
            self._pane.deleteLater()
            self._pane = None

    def _show_players(self, made: Sequence[tuple[KeptThrow, Thrown]]) -> None:
        """Shows the players what they may see of the throws that were made."""
        from desktop.encounter.players_view import Roll, Throw, dice_shown

        shown = [(kept, throw) for kept, throw in made if not kept.secret]
        rolls = [Roll(throw.name, 0, dice_shown(throw.fallen)) for _, throw in shown]
        meaning = [
            Text("{name}: {result}", name=kept.who or kept.name, result=throw.said)
            for kept, throw in shown
        ]
        if rolls:
            self._players.show_throw(Throw(tuple(rolls), tuple(meaning)))

    async def _read_again(self) -> None:
        if isinstance(self._navigator.open_page, ThrowsPage) or self._navigator.sheet_page:
            await self._navigator.flush()
            await self._navigator.reopen()

    async def throw(self, path: Sequence[str | int] | None = None) -> None:
        """Opens the pane with a number of the open sheet, that which has the keys if none is
        given; without a sheet, for the party."""
        path = _number_in_focus() if path is None else path
        await self._navigator.flush()
        page = self._navigator.sheet_page
        if page and page.held:
            encounter = self._encounter(page.system)
            await self.pane.open_for(page.system, [page.held.id], path, encounter)
        else:
            system, party = await self._system(), self._navigator.party
            await self.pane.open_for(system, party, encounter=self._encounter(system))

    def _encounter(self, system: str) -> Document:
        """The encounter that was open last, where it is of this system and can be played."""
        page = self._navigator.encounter_page
        script = page.script() if page else None
        return script if script and script["system"] == system else {}

    async def _system(self) -> str:
        """The system looked at, where somebody is of it; else that of the first there is."""
        wanted = self._navigator.system_for_new()
        there = await self._navigator.store.read(lambda c: [x.system for x in c.characters()])
        return wanted if wanted in there or not there else there[0]

    async def of(self, character: int, path: Sequence[str | int]) -> None:
        """Opens the pane for a character."""
        store = self._navigator.store
        system = await store.read(lambda c: c.system_of("character", character))
        await self.pane.open_for(system, [character], path)

    async def free(self) -> None:
        """Opens the pane with the keys in the field of free dice."""
        if not self.pane.isVisible():
            await self.throw(())
        self.pane.enter_free()

    async def who_has(self) -> None:
        """Opens the party as a table of numbers."""
        from desktop.window.pages.who_has import WhoHasDialog

        await self._navigator.flush()
        rules = systems().usable(await self._system())
        if rules is not None:
            dialog = WhoHasDialog(self._navigator.window, self._shared, rules)
            start = self._navigator.tasks.start
            dialog.throw_asked.connect(lambda id, path: start(self.of(id, path)))
            await dialog.read()
            dialog.show()


def _number_in_focus() -> Sequence[str | int]:
    """Where the field stands on the sheet that has the keys; nowhere without one."""
    widget = QApplication.focusWidget()
    while widget is not None:
        if isinstance(widget, SheetBox):
            return widget.place()
        widget = widget.parentWidget()
    return ()
