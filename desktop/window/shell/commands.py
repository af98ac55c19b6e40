"""Commands on what is in the campaign: make, copy, remove, import, export, fight, print."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop.encounter.roster import MOST_OF_A_KIND, Line, of_no_campaign, read_plan, to_script
from desktop.library import exchange
from desktop.library.documents import naming, read_json, write_json
from desktop.library.foreign import Reading, reading_of
from desktop.library.records import (
    Added,
    Document,
    Kind,
    NewCharacter,
    NewEncounter,
    NewEntry,
    Removed,
)
from desktop.rules import systems
from desktop.rules.state import PLAYERS
from desktop.rules.table import Refusal
from desktop.window.history import Change, Work
from desktop.window.pages.encounter import FOES, EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.sheet import SheetPage
from desktop.window.pages.stored import StoredPage, stored
from desktop.window.shell import contents, dialogs
from desktop.window.shell.bin import show_bin
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import Panes
from desktop.window.shell.people import Candidate, Joining, PeopleDialog, candidates
from desktop.window.shell.templates import (
    Person,
    TemplatesDialog,
    make_from_template,
    make_template,
)
from desktop.window.shell.which_system import ask_system
from desktop.window.shell.write_back import WriteBack
from desktop.window.widgets.language import in_words, tr

if TYPE_CHECKING:  # with all that a fight, a table and a page need
    from desktop.encounter.statistics import Statistics
    from desktop.library.campaign import Campaign
    from desktop.library.catalogue_import import Planned
    from desktop.paper import Pages

WORTH_SAYING = 0.5
"""Seconds of work after which it is said how far it is."""

BUNDLED = {"character": "characters", "entry": "entries", "encounter": "encounters"}
"""The name of each kind in a bundle."""


class Commands:
    """Each does one thing for the person at the desk, and shows the result."""

    def __init__(self, navigator: Navigator, panes: Panes) -> None:
        self._navigator, self._panes = navigator, panes
        self._window, self._store = navigator.window, navigator.store
        self._start = navigator.tasks.start
        self.results = WriteBack(navigator, panes)

    # ---- making

    async def _system_for_new(self) -> str | None:
        """The system of something new; asked for once, in a campaign with nothing in it yet."""
        if await self._store.read(contents.is_empty) and not self._navigator.system_is_chosen():
            chosen = await ask_system(self._window, systems().titles())
            if chosen is not None:
                self._navigator.choose_system(chosen)
            return chosen
        return self._navigator.system_for_new()

    def fill_new_menu(self, menu: QMenu) -> None:
        menu.clear()
        here = self._navigator.system_for_new()
        titles = systems().titles()
        self._offer_new(menu, here, titles.pop(here))
        menu.addSeparator()
        menu.addAction(tr("From a template…"), lambda: self._start(self.choose_template()))
        if titles:
            menu.addSeparator()
        for id, title in titles.items():
            self._offer_new(menu.addMenu(title.replace("&", "&&")), id, title)

    def _offer_new(self, menu: QMenu, id: str, title: str) -> None:
        heading = menu.addAction(title.replace("&", "&&"))
        heading.setEnabled(False)
        # Where nobody has said yet which system is played, it is asked for.
        known = id != self._navigator.system_for_new() or self._navigator.system_is_chosen()
        said_id = id if known or self._navigator.system_open() else None
        menu.addAction(
            tr("Player character"), lambda: self._start(self.new_character("player", said_id))
        )
        menu.addAction(
            tr("Adversary"), lambda: self._start(self.new_character("adversary", said_id))
        )
        menu.addAction(tr("Encounter"), lambda: self._start(self.new_encounter(said_id)))
        for kind in systems().kinds(id):
            said = f"Catalogue: {kind.replace('_', ' ')}"
            menu.addAction(said, partial(self._start_entry, kind, id))

    async def new_character(
        self, role: Literal["player", "adversary"], system: str | None = None
    ) -> None:
        """Makes a character and opens it, ready to be named."""
        if self._store.path is None:
            return
        name = tr("New character") if role == "player" else tr("New adversary")
        system = system or await self._system_for_new()
        if system is None:
            return
        new = NewCharacter(
            system=system,
            role=role,
            name=name,
            sheet={"name": name},
        )
        made = await self._store.save(lambda c: c.add_character(new))
        self._made("character", made.id, tr("make {name}", name=made.name))
        await self._panes.refresh()
        await self._navigator.go("character", made.id)
        if self._navigator.sheet_page:
            box = self._navigator.sheet_page.forms.binder.boxes.get(("name",))
            if box:
                focus_and_select(box.editor.focus_widget())

    async def give(self, entry_id: int) -> None:
        """Puts a copy of a catalogue entry on the sheet that is open."""
        page = self._navigator.open_page
        if not isinstance(page, SheetPage) or not page.character:
            self._window.message.notice(tr("Open a character first; then give something to it."))
            return
        name = await page.give(entry_id)
        self._window.message.notice(
            tr("{name} was given to {character}.", name=name, character=page.title)
        )

    async def compare_with_catalogue(self) -> None:
        """Opens what of the open sheet differs from the catalogue."""
        page = self._navigator.open_page
        if isinstance(page, SheetPage):
            await page.compare_with_catalogue()

    async def show_versions(self) -> None:
        """Opens the versions of the open sheet."""
        page = self._navigator.open_page
        if isinstance(page, SheetPage):
            await page.show_versions()

    async def make_template(self) -> None:
        """Makes a template of the open character, and opens that."""
        await self._navigator.flush()
        page = self._navigator.open_page
        if isinstance(page, SheetPage) and page.character:
            held = page.character
            made = await self._store.save(lambda c: make_template(c, held.id))
            self._made("character", made.id, tr("make a template of {name}", name=held.name))
            await self._panes.refresh()
            await self._navigator.go("character", made.id)

    async def choose_template(self) -> None:
        """Opens the templates, one of which is to become somebody."""
        await self._navigator.flush()
        templates = await self._store.read(lambda c: c.characters(None, "template"))

        def chosen(id: int, role: Person) -> None:
            self._start(self.new_from_template(id, role))

        TemplatesDialog(self._window, templates, chosen).open()

    async def new_from_template(self, id: int, role: Person) -> None:
        """Makes a character as a template is now, and opens it."""
        made = await self._store.save(lambda c: make_from_template(c, id, role))
        self._made("character", made.id, tr("make {name}", name=made.name))
        await self._panes.refresh()
        await self._navigator.go("character", made.id)

    async def new_encounter(self, system: str | None = None) -> None:
        """Makes an encounter and opens it, ready to be named."""
        if self._store.path is None:
            return
        wanted = system or self._navigator.system_for_new()
        name = tr("New encounter")
        document = {"system": wanted, "name": name, "lines": []}
        new = NewEncounter(system=wanted, name=name, document=document)
        made = await self._store.save(lambda c: c.add_encounter(new))
        self._made("encounter", made.id, tr("make {name}", name=made.name))
        await self._panes.refresh()
        await self._navigator.go("encounter", made.id)
        if self._navigator.encounter_page:
            focus_and_select(self._navigator.encounter_page.ui.name)

    def ask_new_entry(self) -> None:
        menu = QMenu(self._window)
        system = self._navigator.system_for_new()
        for kind in systems().kinds(system):
            menu.addAction(kind.replace("_", " "), partial(self._start_entry, kind, system))
        button = self._window.library.ui.new_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _start_entry(self, kind: str, system: str) -> None:
        self._start(self.new_entry(kind, system))

    async def new_entry(self, kind: str, system: str | None = None) -> None:
        """Makes a catalogue entry of one's own and opens it."""
        if self._store.path is None:
            return
        name = f"New {kind.replace('_', ' ')}"
        system = system or await self._system_for_new()
        if system is None:
            return
        new = NewEntry(
            system=system,
            kind=kind,
            name=name,
            data={"name": name},
        )
        made = await self._store.save(lambda c: c.add_entry(new))
        self._made("entry", made.id, tr("make {name}", name=made.name))
        await self._panes.refresh()
        await self._navigator.go("entry", made.id)

    async def open_and(
        self, what: Literal["start", "print", "duplicate", "export"], kind: Kind, id: int
    ) -> None:
        """Opens something, then does with it what the menus offer for what is open."""
        await self._navigator.go(kind, id)
        match what:
            case "start":
                await self.start_fight()
            case "print":
                await self.print("card")
            case "duplicate":
                await self.duplicate()
            case "export":
                self.ask_export()

    async def duplicate(self) -> None:
        """Makes a copy of what is open and opens that."""
        await self._navigator.flush()
        match self._navigator.open_page:
            case SheetPage(character=held) if held:
                id = held.id
                made = await self._store.save(lambda c: c.duplicate_character(id))
                sheet = {**made.sheet, "name": made.name}
                await self._store.save(
                    lambda c: c.save_character(made.id, name=made.name, sheet=sheet)
                )
                self._made("character", made.id, tr("copy {name}", name=held.name))
                await self._panes.refresh()
                await self._navigator.go("character", made.id)
            case EntryPage() as page:
                await page.copy()
            case EncounterPage(encounter=held) if held:
                id = held.id
                copy = await self._store.save(lambda c: c.duplicate_encounter(id))
                document = {**copy.document, "name": copy.name}
                await self._store.save(
                    lambda c: c.save_encounter(copy.id, name=copy.name, document=document)
                )
                self._made("encounter", copy.id, tr("copy {name}", name=held.name))
                await self._panes.refresh()
                await self._navigator.go("encounter", copy.id)

    def _made(self, kind: Kind, id: int, text: str) -> None:
        """Puts something new into the history; undone, it goes to the bin."""
        self._store.history.add(text, (kind, id), _removing(kind, id), _restoring(kind, id))

    async def remove_open(self) -> None:
        """Removes what is open; it can be brought back."""
        kind, id = self._navigator.place.get("kind"), self._navigator.place.get("id")
        if kind and isinstance(id, int):
            await self.remove(cast(Kind, kind), id)

    async def remove(self, kind: Kind, id: int) -> None:
        """Puts something into the bin; the message offers to bring it back."""
        await self._navigator.flush()
        name = await self._store.read(lambda c: str(getattr(c, kind)(id).name))
        await self._store.save(_removing(kind, id))
        self._store.history.add(
            tr("delete {name}", name=name),
            (kind, id),
            _restoring(kind, id),
            _removing(kind, id),
        )
        await self._navigator.leave_removed(kind, id)
        await self._panes.refresh()
        change = self._store.history.undoes
        self._window.message.notice(
            tr("{name} is in the bin.", name=name),
            tr("Bring it back"),
            lambda: self._start(self._take_back(kind, id, change)),
        )

    async def _take_back(self, kind: Kind, id: int, change: Change | None) -> None:
        """Undoes a removal that is still the last change; later ones stay as they are."""
        if change is not None and self._store.history.undoes is change:
            await self._navigator.undo()
        else:
            await self.restore(kind, id)

    async def restore(self, kind: Kind, id: int) -> None:
        """Brings something back from the bin."""
        await self._store.save(_restoring(kind, id))
        name = await self._store.read(lambda c: str(getattr(c, kind)(id).name))
        self._made(kind, id, tr("bring back {name}", name=name))
        await self._panes.refresh()
        if kind != "fight":
            await self._navigator.go(kind, id)
        else:
            await self._navigator.reopen()

    async def show_bin(self) -> None:
        """Opens the list of what was removed."""
        await self._navigator.flush()
        there = await self._store.read(lambda c: c.removed())

        def bring_back(things: Sequence[Removed]) -> None:
            for thing in things:
                self._start(self.restore(thing.kind, thing.id))

        show_bin(self._window, there, bring_back, lambda: self._start(self.empty_bin()))

    async def show_catalogue(self) -> None:
        """Opens the catalogue beside the window, so that entries can be dragged to its pages."""
        await self._navigator.flush()
        # Read when it is wanted: CSV and the rest are for few evenings.
        from desktop.window.catalogue.dialog import CatalogueDialog, Doing

        does = Doing(
            open=partial(self._navigator.go, "entry"),
            copy=partial(self.open_and, "duplicate", "entry"),
            add=partial(self.add_to_encounter, "entry"),
            give=self.give,
            remove=partial(self.remove, "entry"),
            changed=lambda: self._start(self._panes.refresh()),
            can_add=lambda: self._navigator.encounter_page is not None,
            can_give=lambda: isinstance(self._navigator.open_page, SheetPage),
        )
        dialog = CatalogueDialog(
            self._window,
            self._store,
            self._start,
            does,
            system=self._navigator.system_for_new(),
            english=self._window.ui.english.isChecked(),
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    async def empty_bin(self) -> None:
        """Deletes for good what is in the bin; the history knew of it and is forgotten."""
        count = await self._store.save(lambda c: c.empty_bin())
        self._store.history.clear()
        self._window.message.notice(
            tr("{count} thing was deleted.", "{count} things were deleted.", count=count)
        )

    # ---- encounters and fights

    async def add_open_to_encounter(self) -> None:
        """Puts the open character or entry into the encounter that was open last."""
        match self._navigator.open_page:
            case SheetPage(character=held) if held:
                await self.add_to_encounter("character", held.id)
            case EntryPage(entry=held) if held:
                await self.add_to_encounter("entry", held.id)

    async def add_to_encounter(self, kind: str, id: int, count: int = 1) -> None:
        """Puts somebody into the encounter that is open, or was open last."""
        page = self._navigator.encounter_page
        if page is None or page.encounter is None:
            self._window.message.notice(tr("Open an encounter first; then add to it."))
            return
        await self._navigator.flush()
        name = await self._add(page, kind, id, count)
        await page.flush()
        if self._navigator.open_page is not page:
            encounter = page.encounter
            self._window.message.notice(
                tr("{name} was added to {encounter}.", name=name, encounter=encounter.name),
                tr("Show the encounter"),
                lambda: self._start(self._navigator.go("encounter", encounter.id)),
            )

    async def _add(self, page: EncounterPage, kind: str, id: int, count: int) -> str:
        """Adds copies of a character or an entry to an encounter; returns the name."""
        assert page.encounter
        sheet: Document
        if kind == "character":
            person = await self._store.read(lambda c: c.character(id))
            sheet, name, system = person.sheet, person.name, person.system
            side = PLAYERS if person.role == "player" else FOES
            # What a fight leaves is written back to characters, never to templates.
            character = None if person.role == "template" else person.id
        else:
            entry = await self._store.read(lambda c: c.entry(id))
            model = systems()[entry.system].catalogue[entry.kind]
            if not issubclass(model, systems()[entry.system].sheet):
                raise Refusal(
                    tr("{name} is no combatant and cannot come to a fight", name=entry.name)
                )
            sheet, name, system = entry.data, entry.name, entry.system
            side, character = FOES, None
        if system != page.encounter.system:
            raise Refusal(
                tr(
                    "{name} is of {system}, the encounter of {other}",
                    name=name,
                    system=systems().title(system),
                    other=systems().title(page.encounter.system),
                )
            )
        page.add(sheet, side, character, count)
        return name

    async def pick_for_encounter(self) -> None:
        """Opens the search for those who are to come to the open encounter."""
        page = self._navigator.encounter_page
        if page is None or page.encounter is None:
            return
        await self._navigator.flush()
        encounter = page.encounter
        await self._pick_people(
            encounter.system,
            encounter.id,
            lambda taken, _: self._start(self.add_people(dict(taken))),
        )

    async def pick_newcomers(self) -> None:
        """Opens the search for those who are to join the open fight."""
        page = self._navigator.fight_page
        if page is None or page.session is None:
            return
        await self._pick_people(
            page.system,
            None,
            lambda taken, how: self._start(self.add_newcomers(dict(taken), how)),
            page.sides,
        )

    async def _pick_people(
        self,
        system: str,
        without: int | None,
        add: Callable[[Mapping[Candidate, int], Joining], object],
        sides: Sequence[str] = (),
    ) -> None:
        there = await self._store.read(lambda c: candidates(c, system, without))
        party, keep = self._navigator.party, self._navigator.keep_party
        dialog = PeopleDialog(self._window, there, party, add, keep, sides)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()

    async def add_people(self, taken: Mapping[Candidate, int]) -> None:
        """Adds all who were taken to the open encounter, as one change."""
        page = self._navigator.encounter_page
        if page is None or page.encounter is None:
            return
        for candidate, count in taken.items():
            if candidate.kind == "encounter":
                document = await self._plan_of(candidate.id)
                for _ in range(count):
                    await page.add_people_of(document)
            else:
                await self._add(page, candidate.kind, candidate.id, count)
        await page.flush()

    async def add_newcomers(self, taken: Mapping[Candidate, int], how: Joining) -> None:
        """All who were taken join the open fight, with their sheets as they are now."""
        page = self._navigator.fight_page
        if page is None:
            return
        foes = next((side for side in reversed(page.sides) if side != PLAYERS), FOES)
        lines = await self._store.read(
            lambda c: [line for one, n in taken.items() for line in _lines(c, one, n, foes)]
        )
        if how.side:
            lines = [line.model_copy(update={"side": how.side}) for line in lines]
        await page.join(lines, this_round=how.this_round)

    async def _plan_of(self, encounter_id: int) -> Document:
        encounter = await self._store.read(lambda c: c.encounter(encounter_id))
        return encounter.document

    async def start_fight(self) -> None:
        """Starts a fight from the open encounter."""
        page = self._navigator.open_page
        if not isinstance(page, EncounterPage) or not page.encounter:
            return
        await page.flush()
        script = to_script(read_plan(page.plan()))
        header = {key: value for key, value in script.items() if key != "steps"}
        encounter = page.encounter
        made = await self._store.save(
            lambda c: c.start_fight(
                system=encounter.system,
                name=encounter.name,
                header=header,
                encounter_id=encounter.id,
            )
        )
        self._made("fight", made.id, tr("start the fight {name}", name=made.name))
        await self._panes.refresh()
        await self._navigator.go("fight", made.id)

    async def end_fight(self) -> None:
        """Ends the open fight by hand; undo takes that back."""
        page = self._navigator.fight_page
        if page and page.session and not page.replaying and page.fight and page.fight.begun:
            outcome = page.fight.outcome
            if outcome is not None:
                over = tr("The fight is over already: {how}", how=outcome.text)
                self._window.message.notice(over)
                return
            page.session.perform_aside({"do": "end"})
            await page.flush()
            await self._panes.refresh()

    def show_how_it_went(self) -> None:
        """Opens what everybody in the open fight came to against the odds."""
        page = self._navigator.fight_page
        if page:
            page.show_how_it_went()

    # ---- import, export, paper

    def ask_import(self) -> None:
        path = dialogs.import_path(self._window)
        if path:
            self._start(self.import_file(path))

    async def import_file(self, path: Path) -> None:
        """Shows what a file would bring, to be done or not; a fight comes at once."""
        value = await asyncio.get_running_loop().run_in_executor(None, read_json, path)
        if isinstance(value, dict) and value.get("format") == "fight/1":
            await self._import_fight(value, path)
            return
        from desktop.library.catalogue_import import arrivals, numbered, plan
        from desktop.window.catalogue.preview import ImportPreview

        read = await asyncio.get_running_loop().run_in_executor(None, _reading, value, path)
        entries = numbered(read.bundle.entries)
        planned = await self._store.read(
            lambda c: plan(entries, c.entries(limit=None)) if entries else []
        )
        lines = [in_words(line) for line in arrivals(read.bundle, planned)]
        people = bool(read.bundle.characters or read.bundle.encounters)
        useful = people or any(one.doing in ("new", "change") for one in planned)
        ImportPreview(
            self._window,
            [*lines, *read.remarks],
            useful,
            lambda: self._start(self._bring_in(read, planned, path)),
        ).open()

    async def _bring_in(self, read: Reading, planned: Sequence[Planned], path: Path) -> None:
        """Does what the preview said."""
        added, before = await self._store.save(lambda c: c.bring_in(planned, read.bundle))
        changes = [one for one in planned if one.doing == "change"]

        def back(c: Any) -> None:
            _each(c, "remove", added)
            for entry in before:
                c.save_entry(entry.id, name=entry.name, data=entry.data)

        def again(c: Any) -> None:
            _each(c, "restore", added)
            c.bring_in(changes)

        self._store.history.add(tr("import {file}", file=path.name), None, back, again)
        await self._panes.refresh()
        people, plans, entries = map(len, (added.characters, added.encounters, added.entries))
        parts = []
        if people:
            parts.append(tr("{count} character", "{count} characters", count=people))
        if plans:
            parts.append(tr("{count} encounter", "{count} encounters", count=plans))
        if entries:
            parts.append(tr("{count} catalogue entry", "{count} catalogue entries", count=entries))
        if before:
            changed = len(before)
            parts.append(tr("{count} change", "{count} changes", count=changed))
        what = ", ".join(parts) or tr("nothing")
        told = tr("Brought in: {what}.", what=what)
        if read.remarks:
            count = len(read.remarks)
            told += " " + tr(
                "{count} value found no place as it was.",
                "{count} values found no place as they were.",
                count=count,
            )
        self._window.message.notice(told, details="\n".join(read.remarks))
        if added.characters:
            await self._navigator.go("character", added.characters[0])
        elif added.encounters:
            await self._navigator.go("encounter", added.encounters[0])

    async def _import_fight(self, value: Document, path: Path) -> None:
        from desktop.encounter.fight import play  # with all that a fight needs

        fight = play(value)
        header = {key: part for key, part in fight.as_script().items() if key != "steps"}
        header.pop("dice", None)
        steps = [of_no_campaign(step) for step in fight.journal]
        made = await self._store.save(
            lambda c: c.start_fight(
                system=fight.rules.id,
                name=fight.script.name or path.stem,
                header=header,
                steps=steps,
            )
        )
        self._made("fight", made.id, tr("import {file}", file=path.name))
        await self._panes.refresh()
        await self._navigator.go("fight", made.id)

    def ask_export(self) -> None:
        name = self._navigator.name_open()
        path = dialogs.export_path(self._window, name) if name else None
        if path:
            self._start(self.export_file(path))

    async def export_file(self, path: Path) -> None:
        """Exports what is open to a file."""
        await self._navigator.flush()
        loop = asyncio.get_running_loop()
        page = self._navigator.open_page
        if isinstance(page, FightPage) and page.fight:
            await loop.run_in_executor(None, write_json, path, page.fight.as_script())
        elif isinstance(page, StoredPage) and page.kind == "fight":
            kind, id = page.kind, page.id
            *_, script = await self._store.read(lambda c: stored(c, kind, id))
            await loop.run_in_executor(None, write_json, path, script)
        else:
            ids: dict[str, list[int]] = {}
            match page:
                case SheetPage(character=held) if held:
                    ids["characters"] = [held.id]
                case EntryPage(entry=held) if held:
                    ids["entries"] = [held.id]
                case EncounterPage(encounter=held) if held:
                    ids["encounters"] = [held.id]
                case StoredPage(kind=kind, id=id):
                    ids[BUNDLED[kind]] = [id]
            bundle = await self._store.read(lambda c: c.bundle(**ids))
            await loop.run_in_executor(None, exchange.write_bundle, path, bundle)
        self._window.message.notice(tr("Written to {path}.", path=path))

    async def print(
        self, what: Literal["card", "sheet", "cards", "report", "blank"], *, pdf: bool = False
    ) -> None:
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


def _lines(c: Campaign, one: Candidate, count: int, foes: str) -> list[Line]:
    """A candidate as lines of newcomers; of an encounter everybody, so many times."""
    match one.kind:
        case "character":
            person = c.character(one.id)
            side = PLAYERS if person.role == "player" else foes
            return [Line(sheet=person.sheet, side=side, count=count, character=person.id)]
        case "entry":
            return [Line(sheet=c.entry(one.id).data, side=foes, count=count)]
        case "encounter":
            lines = read_plan(c.encounter(one.id).document).lines
            return [
                line.model_copy(update={"count": min(line.count * count, MOST_OF_A_KIND)})
                for line in lines
            ]


def _removing(kind: Kind, id: int) -> Work:
    return lambda campaign: getattr(campaign, f"remove_{kind}")(id)


def _restoring(kind: Kind, id: int) -> Work:
    return lambda campaign: getattr(campaign, f"restore_{kind}")(id)


def focus_and_select(widget: QWidget) -> None:
    """Moves the focus into a field and selects all of it."""
    widget.setFocus()
    select = getattr(widget, "selectAll", None)
    if select:
        select()


def _reading(value: object, path: Path) -> Reading:
    """What a file brings, all of it fit to be stored. Raises DocumentError."""
    with naming(path):
        return reading_of(value)


def _each(campaign: Any, doing: Literal["remove", "restore"], added: Added) -> None:
    """Removes or restores all that one file brought."""
    for kind, ids in (
        ("character", added.characters),
        ("encounter", added.encounters),
        ("entry", added.entries),
    ):
        for id in ids:
            getattr(campaign, f"{doing}_{kind}")(id)
