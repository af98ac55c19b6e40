"""The campaign file behind the window: one worker thread, so that the window never blocks."""

from __future__ import annotations

import asyncio
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from desktop.library.errors import LibraryError
from desktop.window.history import History
from desktop.window.widgets.language import tr

if TYPE_CHECKING:  # imported in the worker, since Campaign takes a while
    from desktop.library.campaign import Campaign
    from desktop.library.reader import Reader

T = TypeVar("T")


class NoCampaign(Exception):
    """Something was asked of a campaign when none is open."""


class Store(QObject):
    """Calls on the open campaign, one after the other in the order in which they were made.

    Every call raises what the campaign raises (LibraryError).
    """

    saving = Signal()
    """A change is on its way to the disk."""
    saved = Signal()
    """Nothing is on its way any more, and the last change is on the disk."""
    failed = Signal()
    """A change could not be saved."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="campaign")
        self._opened: Opened | None = None
        self._under_way = 0
        self.history = History(self.save, self)
        """The acts in the open campaign."""

    @property
    def path(self) -> Path | None:
        """The open campaign's file."""
        return self._opened.reader.path if self._opened else None

    async def warm(self) -> None:
        """Imports what a whole campaign needs, before it is asked for."""
        await self._call(_campaign_class)

    async def open(self, path: Path) -> None:
        """Opens a campaign in the place of the one before. Raises LibraryError; then that stays."""
        await self._take(lambda: _reader_class().open(path))

    async def restore(self, backup: Path) -> None:
        """Opens a copy of a backup, as :meth:`open` a campaign."""
        await self._take(lambda: _reader_class().restore(backup))

    async def create(self, path: Path, title: str) -> None:
        """Makes a campaign and opens it. Raises LibraryError; then the one before stays."""
        await self._take(lambda: _campaign_class().create(path, title))

    async def _take(self, make: Callable[[], Reader]) -> None:
        new = await self._call(make)
        await self.close()
        self.history.clear()
        self._opened = Opened(new)

    async def read(self, work: Callable[[Campaign], T]) -> T:
        """What ``work`` reads in the campaign."""
        opened = self._there()
        return await self._call(lambda: work(opened.campaign()))

    async def read_early(self, work: Callable[[Reader], T]) -> T:
        """Like :meth:`read`, for what is read before SQLModel is imported."""
        opened = self._there()
        return await self._call(lambda: work(opened.reader))

    def _there(self) -> Opened:
        if self._opened is None:
            raise NoCampaign(tr("There is no campaign open."))
        return self._opened

    async def save(self, work: Callable[[Campaign], T]) -> T:
        """Like :meth:`read`, for what writes: tells when it is on the disk."""
        self._under_way += 1
        self.saving.emit()
        try:
            result = await self.read(work)
        except BaseException:
            self._under_way -= 1
            self.failed.emit()
            raise
        self._under_way -= 1
        if not self._under_way:
            self.saved.emit()
        return result

    async def rest(self) -> None:
        """Puts the journal into the file, when nothing else is to be done."""
        opened = self._opened
        if opened is not None and not self._under_way:
            with suppress(LibraryError):  # it is tried again after the next save, and at the end
                await self._call(lambda: opened.reader.checkpoint())

    async def go_on_in_copy(self, path: Path) -> None:
        """Copies the campaign to another file and goes on in that. Raises LibraryError."""
        await self.read(lambda campaign: campaign.save_copy(path))
        await self.open(path)

    async def close(self) -> None:
        """Closes the campaign after everything asked before."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await self._call(lambda: opened.reader.close())

    def end(self) -> None:
        """Ends the worker thread; to be called once, after :meth:`close`."""
        self._worker.shutdown(wait=True)

    async def _call(self, work: Callable[[], T]) -> T:
        # Qt may go on with us while no loop of asyncio's runs: there is then none to ask for.
        return await asyncio.wrap_future(self._worker.submit(work))


class Opened:
    """An open campaign: a reader, and the whole campaign once that is asked for."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def campaign(self) -> Campaign:
        """The whole campaign; imports SQLModel the first time, so call it in the worker."""
        kind = _campaign_class()
        if not isinstance(self.reader, kind):
            self.reader = kind.take_over(self.reader)
        return self.reader


def _reader_class() -> type[Reader]:
    from desktop.library.reader import Reader

    return Reader


def _campaign_class() -> type[Campaign]:
    from desktop.library.campaign import Campaign

    return Campaign


class Tasks:
    """Coroutines started from signals: kept until they end, their errors reported."""

    def __init__(self, report: Callable[[BaseException], None]) -> None:
        self.report = report
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Starts it; what it raises is shown to the person at the screen."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.report(error)

    async def wait_idle(self) -> None:
        """Waits until nothing runs any more."""
        while self._running:
            await asyncio.wait(set(self._running))
            await asyncio.sleep(0)


async def while_open(dialog: QObject, work: Awaitable[T]) -> T:
    """What ``work`` comes to. The waiting task ends where ``dialog`` was deleted meanwhile."""
    result = await work
    if not isValid(dialog):
        raise CancelledError
    return result


async def if_open(dialog: QObject, work: Coroutine[Any, Any, object]) -> None:
    """Does ``work``, unless ``dialog`` is deleted before it begins."""
    if isValid(dialog):
        await work
    else:
        work.close()
