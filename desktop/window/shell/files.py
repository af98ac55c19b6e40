"""What comes into the campaign from files, and goes out to files and to paper."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from desktop.encounter.roster import of_no_campaign
from desktop.library import documents, errors, exchange, records
from desktop.library.foreign import Reading, reading_of
from desktop.window.pages import note
from desktop.window.pages.fight import FightPage, is_over
from desktop.window.pages.page import Page, Printed
from desktop.window.pages.stored import stored
from desktop.window.shell import dialogs
from desktop.window.shell.panes import DeskService
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import in_terms, in_words, tr

if TYPE_CHECKING:
    from desktop.encounter.statistics import Statistics
    from desktop.library.catalogue_import import Planned
    from desktop.paper import Pages

BUNDLED = {
    "character": "characters",
    "entry": "entries",
    "encounter": "encounters",
    "note": "notes",
}
"""The name of each kind in a bundle."""


class Files(DeskService):
    """Imports files after a look at what they would bring, and exports what is open."""

    def ask_import(self) -> None:
        """Asks for a file, and shows what it would bring."""
        path = dialogs.import_path(self._window)
        if path:
            self._start(self.import_file(path))

    async def import_file(self, path: Path) -> None:
        """Shows what a file would bring, to be done or not; a fight comes at once."""
        if path.suffix.casefold() == ".csv":
            wanted = tr("holds rows of a catalogue: open the catalogue as a table, import it there")
            with documents.naming(path):
                raise errors.DocumentError("", wanted)
        value = await asyncio.to_thread(documents.read_json, path)
        if isinstance(value, dict) and value.get("format") == "fight/1":
            await self._import_fight(value, path)
            return
        from desktop.library.catalogue_import import arrivals, as_rows, plan
        from desktop.window.catalogue.dialog import ImportPreview

        read = await asyncio.to_thread(_reading, value, path)
        entries = as_rows(read.bundle.entries)
        planned = await self._store.read(
            lambda c: plan(entries, c.entries(limit=None), namesakes=True) if entries else []
        )
        names = await self._store.read(note.linkable)
        bundle = read.bundle
        lines = list(map(in_words, (*arrivals(bundle, planned, names), *read.remarks)))
        others = bool(bundle.characters or bundle.encounters or bundle.notes)
        useful = others or any(entry.doing in ("new", "change") for entry in planned)

        preview = ImportPreview(self._window, lines, useful)
        preview.accepted.connect(lambda: self._start(self._bring_in(read, planned, path)))
        open_once(preview)

    async def _bring_in(self, read: Reading, planned: Sequence[Planned], path: Path) -> None:
        """Does what the preview said."""
        added = await self._store.history.do(
            tr("import · {file}", file=path.name), lambda c: c.bring_in(planned, read.bundle)
        )
        await self._navigator.reopen()  # it may be an entry that was changed
        await self._panes.refresh()
        people, plans, entries, notes, changed = map(
            len, (added.characters, added.encounters, added.entries, added.notes, added.changed)
        )
        parts = {
            tr("{count} character", "{count} characters", count=people): people,
            tr("{count} encounter", "{count} encounters", count=plans): plans,
            tr("{count} catalogue entry", "{count} catalogue entries", count=entries): entries,
            tr("{count} note", "{count} notes", count=notes): notes,
            tr("{count} change", "{count} changes", count=changed): changed,
        }
        what = ", ".join(part for part, count in parts.items() if count) or tr("nothing")
        said = tr("Brought in: {what}.", what=what)
        if read.remarks:
            count = len(read.remarks)
            said += " " + tr(
                "{count} value found no place as it was.",
                "{count} values found no place as they were.",
                count=count,
            )
        came: Mapping[records.Kind, Sequence[int]] = {
            "character": added.characters,
            "encounter": added.encounters,
            "entry": added.entries or added.changed,
            "note": added.notes,
        }
        if first := next(((kind, ids[0]) for kind, ids in came.items() if ids), None):
            await self._navigator.go(*first)
        self._window.message.notice(said, details="\n".join(map(in_words, read.remarks)))

    async def _import_fight(self, value: records.Document, path: Path) -> None:
        from desktop.encounter.fight import play  # with everything a fight needs

        fight = play(value)
        script = of_no_campaign(fight.as_script())
        header = {key: part for key, part in script.items() if key not in ("steps", "dice")}
        steps = [of_no_campaign(step) for step in fight.journal]
        await self._panes.show_new(
            "fight",
            tr("import · {file}", file=path.name),
            lambda c: c.start_fight(
                system=fight.rules.id,
                name=fight.script.name or path.stem,
                header=header,
                steps=steps,
                over=is_over(fight),
            ),
        )

    async def ask_export(self) -> None:
        """Asks where what is open is exported to, and writes it."""
        name = self._navigator.name_open()
        path = await dialogs.export_path(self._window, name) if name else None
        if path:
            await self.export_file(path)

    async def export_file(self, path: Path) -> None:
        """Exports what is open to a file."""
        await self._navigator.flush()
        page = self._navigator.fight_page
        if page and page.fight:
            await asyncio.to_thread(documents.write_json, path, page.fight.as_script())
        elif opened := self._navigator.opened:
            kind, id = opened
            if kind == "fight":
                *_, script = await self._store.read(lambda c: stored(c, kind, id))
                await asyncio.to_thread(documents.write_json, path, script)
            else:
                bundle = await self._store.read(lambda c: c.bundle(**{BUNDLED[kind]: [id]}))
                await asyncio.to_thread(exchange.write_bundle, path, bundle)
        self._window.message.notice(tr("Written to {path}.", path=path))


def _reading(value: object, path: Path) -> Reading:
    """What a file brings, all of it fit to be stored. Raises DocumentError."""
    with documents.naming(path):
        return reading_of(value, in_terms(own=False))


WORTH_SAYING = 0.5
"""Seconds of work after which it is said how far it is."""


class Printing(DeskService):
    """Prints what is open; what has to be worked out first can be cancelled."""

    async def print(self, what: Printed, *, pdf: bool = False, page: Page | None = None) -> None:
        """Previews and prints what is open, or writes it as a PDF; a blank sheet of its system.

        ``page`` is one that stands beside what is open.
        """
        await self._navigator.flush()
        from desktop.window.printing import on_paper

        pages: Pages | None
        page = page or self._navigator.open_page
        system = page.system if page else ""
        portraits = await self._store.read(lambda c: c.portraits(system)) if system else {}
        statistics = None
        if what == "report" and isinstance(page, FightPage) and page.fight:
            statistics = await self._statistics(page)
        if what == "note" and isinstance(page, note.NotePage):
            await page.flush()
            await page.look_at_fights()
        if what == "blank":
            pages = on_paper.blank_of(self._navigator.system_for_new())
        elif what == "encounter" or what == "map":
            pages = await on_paper.encounter_of(page, alone=what == "map")
        else:
            pages = on_paper.pages_of(page, what, portraits, statistics)
        if pages is None:
            without = what == "map" and self._navigator.encounter_page
            nothing = tr("There is nothing of that kind open to be printed.")
            said = tr("This encounter has no map.") if without else nothing
            self._window.message.notice(said)
            return
        if pdf:
            name = pages.title if what == "blank" else self._navigator.name_open()
            saved = await on_paper.save(self._window, pages, name)
            if saved:
                self._window.message.notice(tr("Written to {path}.", path=saved))
        else:
            await self._show(pages)

    async def print_keys(self) -> None:
        """Previews and prints what the keys do."""
        from desktop import paper

        await self._show(paper.keys(tr("Keys"), dialogs.groups_of_keys()))

    async def _show(self, pages: Pages) -> None:
        from desktop.window.printing import preview

        await preview.show(self._window, pages, self._start)

    async def _statistics(self, page: FightPage) -> Statistics:
        """What a fight came to; where that takes its time, the message bar says how far it is.

        Cancelled there, nothing is printed.
        """
        task, bar = asyncio.current_task(), self._window.message
        begun, shown = perf_counter(), False

        def progress(done: int, of: int) -> None:
            nonlocal shown
            if perf_counter() - begun > WORTH_SAYING and task:
                said = tr("Working out the odds: step {done} of {of}.", done=done, of=of)
                bar.notice(said, tr("Cancel"), task.cancel)
                shown = True

        statistics = await page.statistics(progress)
        if shown:
            bar.dismiss()
        return statistics
