"""Commands on what is in the campaign: make, copy, remove, fight; others stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Literal, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop.encounter.roster import read_plan, to_script
from desktop.library import records
from desktop.rules import systems
from desktop.window.history import Act
from desktop.window.pages import entry, note, sheet
from desktop.window.pages.encounter import EncounterPage
from desktop.window.shell import contents, files, people, write_back
from desktop.window.shell.cast import Cast
from desktop.window.shell.dialogs import BinDialog, ask_system
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import DeskService, Panes
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import in_words, terms_of, tr
from desktop.window.widgets.menu import in_a_menu

Work = Coroutine[Any, Any, None]


class Commands(DeskService):
    """Each does one thing for the person at the desk, and shows the result."""

    def __init__(self, navigator: Navigator, panes: Panes) -> None:
        super().__init__(navigator, panes)
        self.cast = Cast(navigator, panes)
        """Who comes to an encounter or a fight."""
        self.files = files.Files(navigator, panes)
        """Import and export."""
        self.printing = files.Printing(navigator, panes)
        self._keys = KeysAhead()
        self.results = write_back.WriteBack(navigator, panes)
        """What a fight leaves on the sheets."""

    # ---- making

    async def _system_for_new(self, system: str | None = None) -> str | None:
        """The system of something new; asked for once, in a campaign with nothing in it yet.

        None without a campaign, or where nobody answers.
        """
        if system is not None or self._store.path is None:
            return system if self._store.path else None
        if await self._store.read(contents.is_empty) and not self._navigator.system_is_chosen():
            chosen = await ask_system(self._window, systems().titles())
            if chosen is not None:
                self._navigator.choose_system(chosen)
            return chosen
        return self._navigator.system_for_new()

    def fill_new_menu(self, menu: QMenu) -> None:
        """Fills the menu of what can be made."""
        menu.clear()
        here = self._navigator.system_for_new()
        titles = systems().titles()
        self._offer_new(menu, here, titles.pop(here))
        menu.addSeparator()
        menu.addAction(tr("From a template…"), self._starts(self.choose_template))
        menu.addAction(tr("Note", context="made"), self._starts(self.new_note))
        if titles:
            menu.addSeparator()
        for id, title in titles.items():
            self._offer_new(menu.addMenu(in_a_menu(title)), id, title)

    def _offer_new(self, menu: QMenu, id: str, title: str) -> None:
        menu.addAction(in_a_menu(title)).setEnabled(False)
        # Where nobody has said yet which system is played, it is asked for.
        known = id != self._navigator.system_for_new() or self._navigator.system_is_chosen()
        said_id = id if known or self._navigator.system_open() else None
        starts = self._starts
        menu.addAction(tr("Player character"), starts(self.new_character, "player", said_id))
        menu.addAction(tr("Adversary"), starts(self.new_character, "adversary", said_id))
        menu.addAction(tr("Encounter"), starts(self.new_encounter, said_id))
        for kind, called in self._kinds(id).items():
            said = in_a_menu(tr("Catalogue: {kind}", kind=called))
            menu.addAction(said, starts(self.new_entry, kind, id))

    def _starts(self, work: Callable[..., Work], *of: Any) -> Callable[[], object]:
        """What an entry of a menu does: it starts work."""
        return lambda: self._start(work(*of))

    def _kinds(self, system: str) -> dict[str, str]:
        """What the kinds of a system's catalogue are called in the chosen terms."""
        terms = terms_of(system)
        return {id: term.said(terms) for id, term in systems().kinds(system).items()}

    async def new_character(
        self, role: Literal["player", "adversary"], system: str | None = None
    ) -> None:
        """Makes a character and opens it, ready to be named."""
        if system := await self._system_for_new(system):
            name = tr("New character") if role == "player" else tr("New adversary")
            new = records.NewCharacter(system=system, role=role, name=name, sheet={"name": name})
            await self._make("character", name, lambda c: c.add_character(new))

    async def give(self, entry_id: int) -> None:
        """Puts a copy of a catalogue entry on the sheet that is open."""
        page = self._navigator.sheet_page
        if not page or not page.held:
            self._window.message.notice(tr("Open a character first; then give something to it."))
            return
        name = await page.give(entry_id)
        self._window.message.notice(
            tr("{character}: {name} is on the sheet.", name=name, character=page.title)
        )

    async def make_template(self) -> None:
        """Makes a template of the open character, and opens that."""
        await self._navigator.flush()
        page = self._navigator.sheet_page
        if page and (held := page.held):
            text = tr("make a template · {name}", name=held.name)
            await self._panes.show_new(
                "character", text, lambda c: people.make_template(c, held.id)
            )

    async def choose_template(self) -> None:
        """Opens the templates and the catalogue's own people, one of whom is to become somebody."""
        await self._navigator.flush()
        system = self._navigator.system_for_new()
        there = await self._store.read(lambda c: people.patterns(c, system))
        dialog = people.TemplatesDialog(self._window, there)
        dialog.chosen.connect(lambda pattern, role: self._start(self.new_from(pattern, role)))
        open_once(dialog)

    async def new_from(self, pattern: people.Candidate, role: people.Person) -> None:
        """Makes a character as a template or an entry of the catalogue is now, and opens it."""
        await self._panes.show_new(
            "character",
            lambda made: tr("make · {name}", name=made.name),
            lambda c: people.make_from(c, pattern, role),
        )

    async def new_encounter(self, system: str | None = None) -> None:
        """Makes an encounter and opens it, ready to be named."""
        if system := await self._system_for_new(system):
            name = tr("New encounter")
            document = {"system": system, "name": name, "lines": []}
            new = records.NewEncounter(system=system, name=name, document=document)
            await self._make("encounter", name, lambda c: c.add_encounter(new))

    async def ask_new_entry(self) -> None:
        """Opens the kinds of entries that the catalogue of a system has, to make one."""
        system = await self._system_for_new()
        if system is None:
            return
        menu = QMenu(self._window)
        for kind, called in self._kinds(system).items():
            menu.addAction(in_a_menu(called), self._starts(self.new_entry, kind, system))
        button = self._window.library.ui.new_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    async def new_entry(self, kind: str, system: str | None = None) -> None:
        """Makes a catalogue entry of one's own and opens it, ready to be named."""
        if system := await self._system_for_new(system):
            name = tr("{kind} (new)", kind=self._kinds(system)[kind])
            new = records.NewEntry(system=system, kind=kind, name=name, data={"name": name})
            await self._make("entry", name, lambda c: c.add_entry(new))

    async def new_note(self, name: str = "") -> None:
        """Makes a note and opens it, ready to be named where it has no name yet."""
        called = name or tr("New note")
        text = tr("make · {name}", name=called)
        await self._navigator.flush()
        new = records.NewNote(kind="note", name=called)
        await self._panes.show_new("note", text, lambda c: c.add_note(new))
        if not name:
            self._name_it()

    async def _make(self, kind: records.Kind, name: str, make: Callable[[Any], Any]) -> None:
        """Makes something as one act and opens it, ready to be named."""
        await self._panes.show_new(kind, tr("make · {name}", name=name), make)
        self._name_it()

    def _name_it(self) -> None:
        """Selects the name of what was made and is open now, so that another can be typed."""
        match self._navigator.open_page:
            case sheet.SheetPage() | entry.EntryPage() as page:
                if box := page.forms.form.boxes.get(("name",)):
                    focus_and_select(box.editor.focus_widget())
            case EncounterPage() | note.NotePage() as page:
                focus_and_select(page.ui.name)

    async def do(self, what: str, kind: records.Kind, id: int) -> None:
        """Does what a list or a page says with something, or with its page once that is open."""
        with_it: Mapping[str, Callable[[], Work]] = {
            "open": partial(self._navigator.go, kind, id),
            "replay": partial(self._navigator.go, kind, id, replay=True),
            "add": partial(self.cast.add_to_encounter, kind, id),
            "give": partial(self.give, id),
            "remove": partial(self.remove, kind, id),
        }
        with_its_page: Mapping[str, Callable[[], Work]] = {
            "start": self.start_fight,
            "print": partial(self.printing.print, "card"),
            "duplicate": self.duplicate,
            "export": self.files.ask_export,
        }
        if what in with_its_page:
            await self._navigator.go(kind, id)
            await with_its_page[what]()
        else:
            await with_it[what]()

    async def duplicate(self) -> None:
        """Makes a copy of what is open and opens that."""
        await self._navigator.flush()
        if self._navigator.opened and not self._navigator.fight_page:
            kind, id = self._navigator.opened
            text = tr("copy · {name}", name=self._navigator.name_open())
            await self._panes.show_new(kind, text, lambda c: c.duplicate(kind, id))
            self._name_it()

    async def remove_open(self) -> None:
        """Removes what is open; it can be brought back."""
        if self._navigator.opened:
            await self.remove(*self._navigator.opened)

    async def remove(self, kind: records.Kind, id: int) -> None:
        """Puts something into the bin; the message offers to bring it back."""
        await self._navigator.flush()
        name = await self._store.history.do(
            lambda name: tr("delete · {name}", name=name), lambda c: c.remove(kind, id)
        )
        await self._navigator.reopen()
        await self._panes.refresh()
        removal = self._store.history.undoes
        self._window.message.notice(
            tr("{name} is in the bin.", name=name),
            tr("Bring it back"),
            lambda: self._start(self._take_back(kind, id, removal)),
        )

    async def _take_back(self, kind: records.Kind, id: int, removal: Act | None) -> None:
        """Undoes a removal that is still the last act; later ones stay as they are."""
        if removal is not None and self._store.history.undoes is removal:
            await self._navigator.undo()
        else:
            await self.bring_back(kind, id)

    async def bring_back(self, kind: records.Kind, id: int) -> None:
        """Brings something back from the bin."""
        await self._store.history.do(
            lambda name: tr("bring back · {name}", name=name), lambda c: c.bring_back(kind, id)
        )
        await self._panes.refresh()
        if kind != "fight":
            await self._navigator.go(kind, id)
        else:
            await self._navigator.reopen()

    async def show_bin(self) -> None:
        """Opens the list of what was removed."""
        await self._navigator.flush()
        there = await self._store.read(lambda c: c.removed())

        def bring_back(things: Sequence[records.Removed]) -> None:
            for thing in things:
                self._start(self.bring_back(thing.kind, thing.id))

        open_once(BinDialog(self._window, there, bring_back, lambda: self._start(self.empty_bin())))

    async def show_catalogue(self) -> None:
        """Opens the catalogue beside the window, so that entries can be dragged to its pages."""
        await self._navigator.flush()
        # Read when it is wanted: CSV and the rest are for few evenings.
        from desktop.window.catalogue.dialog import CatalogueDialog

        dialog = CatalogueDialog(
            self._window,
            self._store,
            self._start,
            lambda what, id: self.do(what, "entry", id),
            can_add=lambda: self._navigator.encounter_page is not None,
            can_give=lambda: self._navigator.sheet_page is not None,
            changed=lambda: self._start(self._show_changed()),
            system=self._navigator.system_for_new(),
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._navigator.left.connect(dialog.reject)
        dialog.show()

    async def _show_changed(self) -> None:
        """Entries were changed beside the page: it may show one of them."""
        await self._navigator.reopen()
        await self._panes.refresh()

    async def empty_bin(self) -> None:
        """Deletes for good what is in the bin; the history knew of it and is forgotten."""
        count = await self._store.save(lambda c: c.empty_bin())
        self._store.history.clear()
        self._window.message.notice(
            tr("{count} thing was deleted.", "{count} things were deleted.", count=count)
        )

    # ---- encounters and fights

    def start_fight(self) -> Work:
        """Starts a fight from the open encounter. None of its buttons takes a key from now on: what
        is typed before the fight is there is meant for that."""
        page = self._navigator.open_page
        if not isinstance(page, EncounterPage) or not page.held or self._keys.held is not None:
            return self._start_fight(None)  # a second press may come before the fight is there
        page.setFocus()
        self._keys.hold()
        return self._start_fight(page)

    async def _start_fight(self, page: EncounterPage | None) -> None:
        if page is None:
            return
        try:
            await page.flush()
            of = page.held
            assert of
            script = to_script(read_plan(page.plan()))
            header = {key: value for key, value in script.items() if key != "steps"}
            await self._panes.show_new(
                "fight",
                tr("start the fight · {name}", name=of.name),
                lambda c: c.start_fight(
                    system=of.system, name=of.name, header=header, encounter_id=of.id
                ),
            )
        finally:
            self._keys.let_go()

    async def end_fight(self) -> None:
        """Ends the open fight by hand; undo takes that back."""
        page = self._navigator.fight_page
        if page and page.session and not page.replaying and page.fight and page.fight.begun:
            outcome = page.fight.outcome
            if outcome is not None:
                over = tr("The fight is over already: {how}", how=in_words(outcome.text))
                self._window.message.notice(over)
                return
            page.session.perform_by_hand({"do": "end"})
            await page.flush()
            await self._panes.refresh()


class KeysAhead(QObject):
    """Holds what somebody types ahead while the page it is meant for is on its way."""

    held: list[QKeyEvent] | None = None
    """The keys that came; None where none are held. The window's shortcuts go on working."""

    def hold(self) -> None:
        """Holds plain keys from now on."""
        self.held = []
        cast(QCoreApplication, QApplication.instance()).installEventFilter(self)

    def let_go(self) -> None:
        """Gives the keys to what has the focus now, each as if it were pressed now."""
        held, self.held = self.held or [], None
        cast(QCoreApplication, QApplication.instance()).removeEventFilter(self)
        for key in held:
            if (focused := QApplication.focusWidget()) is not None:
                QApplication.sendEvent(focused, key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.held is None or event.type() != QEvent.Type.KeyPress:
            return False
        assert isinstance(event, QKeyEvent)
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        self.held.append(QKeyEvent(event.type(), event.key(), event.modifiers(), event.text()))
        return True


def focus_and_select(widget: QWidget) -> None:
    """Moves the focus into a field and selects all of it."""
    widget.setFocus()
    select = getattr(widget, "selectAll", None)
    if select:
        select()
