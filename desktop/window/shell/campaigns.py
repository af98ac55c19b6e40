"""Opens, makes, copies and closes campaigns, and the program with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import chain, count
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from desktop.library import errors, files, resources
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.window.shell import contents, dialogs
from desktop.window.shell.library import ORDERS
from desktop.window.shell.navigator import Navigator, readable
from desktop.window.shell.panes import Panes
from desktop.window.shell.settings import Settings
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import error_in_words, in_terms, tr

SUFFIX = ".fray"


class Campaigns(QObject):
    """One campaign at a time is open, or none and the welcome page is shown."""

    changed = Signal()
    """Another campaign is open, or none."""
    closed = Signal()
    """Everything is stored and the campaign is closed: the program may end."""

    def __init__(self, navigator: Navigator, panes: Panes, settings: Settings) -> None:
        super().__init__(navigator)
        self._navigator, self._panes, self._settings = navigator, panes, settings
        self._window, self._store, self._tasks = navigator.window, navigator.store, navigator.tasks
        self._closing: Literal["no", "closing", "done"] = "no"
        self._changing = asyncio.Lock()
        """Held while a campaign is opened: what closes it waits for that."""
        self._told: set[str] = set()
        """Of which systems it was said that they cannot be used."""

    # ---- the program

    async def begin(self, path: Path | None) -> None:
        """Opens this campaign or the last one, or else shows the welcome page."""
        self._window.welcome.busy(tr("Opening…"))
        wanted = path or self._settings.last
        if wanted is None or (path is None and not files.is_there(wanted)):
            self.offer()
        else:
            await self.open(wanted)
        self._tasks.start(self._store.warm())

    def offer(self) -> None:
        """Shows the welcome page."""
        window = self._window
        recent = [path for path in self._settings.recent if files.is_there(path)]
        try:
            offered = self.samples()
        except resources.ResourceError as error:
            offered = []
            self._tasks.report(error)
        window.welcome.offer(recent[:5], offered, self._settings.language)
        window.welcome.busy("")
        window.show_pane(window.library, False)
        window.show_pane(window.rules, False)
        window.show_page(window.welcome)
        window.welcome.setFocus()
        window.show_section(None)
        window.setWindowTitle(tr("Fraydesk"))
        window.campaign_label.setText(tr("no campaign open"))
        window.saved_label.setText("")
        self._navigator.forget_pages()
        self._navigator.section = None
        self.changed.emit()

    @staticmethod
    def samples() -> list[tuple[str, Path]]:
        """The samples: what each is called, with its system, and where it lies."""
        titles, known = systems().titles(), samples(in_terms(own=False))
        return [
            (f"{sample.title} · {titles.get(sample.system, sample.system)}", sample.path)
            for sample in known
        ]

    def may_close(self) -> bool:
        """Whether the window may close now; else everything is stored first, and then it closes."""
        if self._closing == "no":
            self._closing = "closing"
            self._tasks.start(self._close_all())
        return self._closing == "done"

    async def _close_all(self) -> None:
        try:
            await self._put_away()
        except Exception as error:
            self._closing = "no"
            self._window.message.trouble(
                tr("Not everything could be saved: {error}", error=error_in_words(error)),
                action=tr("Close all the same"),
                do=self._give_up,
            )
            return
        self._end()

    def _give_up(self) -> None:
        async def let_go() -> None:
            await self._store.close()
            self._end()

        self._closing = "closing"
        self._tasks.start(let_go())

    def _end(self) -> None:
        self._settings.geometry = self._window.saveGeometry()
        self._settings.sync()
        self._store.end()
        self._closing = "done"
        self._window.close()
        self.closed.emit()

    # ---- campaigns

    async def open(self, path: Path) -> None:
        """Opens a campaign, or a copy of a backup of one.

        Where that is refused, nothing changes and the reason is shown.
        """
        here = self._store.path
        if here is not None and files.is_there(path) and path.resolve() == here:
            return
        async with self._changing:
            if not files.is_backup(path):
                await self._change(self._store.open(path), path)
                return
            await self._change(self._store.restore(path), path)
            if self._store.path and self._store.path != here:
                said = tr(
                    "{backup} stays as it is; {copy}, a copy of it, is open.",
                    backup=path.name,
                    copy=self._store.path.name,
                )
                self._window.message.notice(said)

    async def create(self, path: Path, fill: Callable[[Any], None] | None = None) -> None:
        """Makes a campaign and opens it."""
        async with self._changing:
            await self._change(self._store.create(path, path.stem), path, fill)

    async def open_sample(self, sample: Path) -> None:
        """Asks where a campaign made from a sample is stored, makes it and opens it."""
        language = in_terms(own=False)
        title = next(known.title for known in samples(language) if known.path == sample)
        names = chain([title], (f"{title} {number}" for number in count(2)))
        free = (path for name in names if not (path := dialogs.home() / f"{name}{SUFFIX}").exists())
        chosen = await self._ask_path(next(free))
        if chosen:
            await self.create(chosen, lambda campaign: pour(campaign, sample, language))

    async def _change(
        self,
        opening: Coroutine[Any, Any, None],
        path: Path,
        fill: Callable[[Any], None] | None = None,
    ) -> None:
        self._window.welcome.busy(tr("Opening…"))
        if self._store.path is not None:
            await self._navigator.leave()
        try:
            await opening
        except errors.LibraryError as error:
            if self._store.path is None:
                self.offer()
            self._tasks.report(error)
            return
        self._window.message.dismiss()
        self._navigator.forget_pages()
        if fill:
            await self._store.save(fill)
        self._settings.opened(self._store.path or path)
        await self._arrive()

    async def _arrive(self) -> None:
        """Shows the campaign at the place where it was closed."""
        info, desk = await self._store.read_early(lambda c: (c.info(), readable(c.desk())))
        window, path = self._window, self._store.path
        assert path
        window.setWindowTitle(tr("{title} – Fraydesk", title=info.title))
        self._name_file(path)
        titles = list(systems().titles().items())
        library = window.library
        with QSignalBlocker(library):
            library.ui.search.clear()
            library.offer_systems(titles, desk.get("system", ""))
            order = str(desk.get("order"))
            library.order = order if order in ORDERS else next(iter(ORDERS))
            library.fold({k: bool(v) for k, v in desk.get("folded", {}).items()})
        await self._panes.refresh()
        if "widths" in desk:
            window.set_widths(*desk["widths"])
        await self._navigator.go_back(desk)
        self.changed.emit()
        self._tasks.start(self._update_catalogues())

    def _name_file(self, path: Path) -> None:
        self._window.campaign_label.setText(tr("Campaign: {name}", name=path.name))
        self._window.campaign_label.setToolTip(as_tip(str(path)))

    def _tell_failed(self) -> None:
        """Says once of each system that was added and cannot be used, why."""
        failed = systems().failed
        untold = [error_in_words(failed[name]) for name in failed if name not in self._told]
        self._told |= set(failed)
        if untold:
            self._window.message.trouble("\n".join(untold))

    async def _update_catalogues(self) -> None:
        """Brings the shipped catalogues up to date, after everything else is shown."""
        campaign = self._store.path
        language = in_terms(own=False)
        changed = await self._store.save(lambda c: contents.update_catalogues(c, language))
        if changed and self._store.path == campaign:
            await self._panes.refresh()
        self._tell_failed()
        await self._tell_set_aside()

    async def _tell_set_aside(self) -> None:
        """Names what a cloud service laid beside the campaign: it may hold work of another day."""
        path = self._store.path
        if path is None:
            return
        names = await self._store.read_early(lambda campaign: campaign.set_aside())
        if names and self._store.path == path:
            said = tr(
                "Beside this campaign lies {names}: a cloud service put it there because the "
                "campaign was changed in two places. Open it to see what is in it; nothing of it "
                "is in this one.",
                names=", ".join(names),
            )
            self._window.message.notice(said)

    async def close_campaign(self) -> None:
        """Closes the campaign and shows the welcome page."""
        await self._put_away()
        self._settings.closed()
        self.offer()

    async def _put_away(self) -> None:
        async with self._changing:
            if self._store.path is not None:
                await self._navigator.leave()
                await self._store.close()

    async def save_copy(self, path: Path) -> None:
        """Writes the whole campaign to another file."""
        await self._navigator.flush()
        await self._store.save(lambda c: c.save_copy(path))
        self._window.message.notice(tr("The campaign was copied to {path}.", path=path))

    async def go_on_in_copy(self, path: Path) -> None:
        """Copies the campaign whose file is gone and goes on in the copy, pages and all."""
        await self._store.go_on_in_copy(path)
        assert self._store.path
        self._settings.opened(self._store.path)
        self._name_file(self._store.path)
        self._window.message.dismiss()
        await self._navigator.leave()
        self._window.message.notice(tr("The campaign goes on in {path}.", path=self._store.path))

    # ---- asking where

    async def ask_new(self) -> None:
        """Asks where a new campaign is stored, and makes it."""
        if path := await self._ask_path(dialogs.home() / f"{tr('Campaign')}{SUFFIX}"):
            await self.create(path)

    def ask_open(self) -> None:
        """Asks which campaign is opened, and opens it."""
        path = dialogs.open_path(self._window)
        if path:
            self._tasks.start(self.open(path))

    async def ask_go_on_in_copy(self) -> None:
        """Asks where a copy is stored, and goes on in it."""
        if path := await self._ask_copy():
            await self.go_on_in_copy(path)

    async def ask_save_copy(self) -> None:
        """Asks where a copy is stored, and writes it."""
        if path := await self._ask_copy():
            await self.save_copy(path)

    async def _ask_copy(self) -> Path | None:
        """Asks where a copy of the open campaign is stored: beside it, if its folder is there."""
        here = self._store.path
        if here is None:
            return None
        folder = here.parent if files.is_there(here.parent) else dialogs.home()
        name = tr("{name} copy", name=here.stem)
        path = folder / f"{name}{SUFFIX}"
        return await dialogs.campaign_path(self._window, tr("Save a copy"), path)

    def _ask_path(self, suggested: Path) -> Coroutine[Any, Any, Path | None]:
        return dialogs.campaign_path(self._window, tr("New campaign"), suggested)
