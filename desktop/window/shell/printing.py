"""What is open goes to paper: previewed and printed, or written as a PDF."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from desktop.window.pages.fight import FightPage
from desktop.window.shell.navigator import Navigator
from desktop.window.widgets.language import tr

if TYPE_CHECKING:
    from desktop.encounter.statistics import Statistics
    from desktop.paper import Pages

Printed = Literal["card", "sheet", "cards", "report", "blank"]

WORTH_SAYING = 0.5
"""Seconds of work after which it is said how far it is."""


class Printing:
    """Prints what is open; what has to be worked out first can be cancelled."""

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._window, self._store = navigator.window, navigator.store

    async def print(self, what: Printed, *, pdf: bool = False) -> None:
        """Previews and prints what is open, or writes it as a PDF; a blank sheet of its system."""
        await self._navigator.flush()
        from desktop.window.printing import on_paper

        pages: Pages | None
        page = self._navigator.open_page
        system = page.system if page else ""
        portraits = await self._store.read(lambda c: c.portraits(system)) if system else {}
        statistics = None
        if what == "report" and isinstance(page, FightPage) and page.fight:
            statistics = await self._statistics(page)
        if what == "blank":
            english = self._window.ui.english.isChecked()
            pages = on_paper.blank_of(self._navigator.system_for_new(), english)
        else:
            pages = on_paper.pages_of(page, what, portraits, statistics)
        if pages is None:
            self._window.message.notice(tr("There is nothing of that kind open to be printed."))
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, pages.svg)  # finds out what cannot be set, off the screen
        if pdf:
            name = pages.title if what == "blank" else self._navigator.name_open()
            saved = on_paper.save(self._window, pages, name)
            if saved:
                self._window.message.notice(tr("Written to {path}.", path=saved))
        else:
            on_paper.preview(self._window, pages)

    async def _statistics(self, page: FightPage) -> Statistics:
        """What a fight came to; where that takes its time, the message bar says how far it is.

        Cancelled there, nothing is printed.
        """
        task, bar = asyncio.current_task(), self._window.message
        begun, told = perf_counter(), False

        def progress(done: int, of: int) -> None:
            nonlocal told
            if perf_counter() - begun > WORTH_SAYING and task:
                said = tr("Working out the odds: {done} of {of} steps.", done=done, of=of)
                bar.notice(said, tr("Cancel"), task.cancel)
                told = True

        found = await page.statistics(progress)
        if told:
            bar.dismiss()
        return found
