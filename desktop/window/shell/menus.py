"""The menus of the window: what each action does, and when it can be done."""

from __future__ import annotations

from asyncio import iscoroutine
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication

from desktop.library.files import is_there
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.note import NotePage
from desktop.window.pages.page import Page, Printed
from desktop.window.pages.sheet import SheetPage
from desktop.window.pages.stored import StoredPage
from desktop.window.pages.throws import ThrowsPage
from desktop.window.players.options import PlayersOptions, choose_picture
from desktop.window.players.screen import PlayersScreen
from desktop.window.shell import dialogs, guide
from desktop.window.shell.campaigns import Campaigns
from desktop.window.shell.commands import Commands
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import Panes
from desktop.window.shell.settings import Settings
from desktop.window.shell.throws import Throws
from desktop.window.shell.tonight import Tonight
from desktop.window.widgets import theme
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.menu import in_a_menu

SIZE_PAUSE = 150
"""Milliseconds after the last choice of a size until everything is shown so."""

Pages = tuple[type[Page], ...]

CAMPAIGN: Pages = ()
"""On any page of an open campaign."""
SHEET: Pages = (SheetPage,)
ENCOUNTER: Pages = (EncounterPage,)
FIGHT: Pages = (FightPage,)
NOTE: Pages = (NotePage,)
THROWS: Pages = (ThrowsPage,)
JOINING: Pages = (SheetPage, EntryPage)
"""Where somebody is who can come to the encounter that was open last."""
COPIED: Pages = (SheetPage, EntryPage, EncounterPage, NotePage)
STORED: Pages = (*COPIED, FightPage, StoredPage)
EXPORTED: Pages = (SheetPage, EntryPage, EncounterPage, FightPage, NotePage, StoredPage)
ALWAYS = None
"""Without a campaign, too, or as something else says."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of the menus: what it does, and on which pages of a campaign it can be done.

    What ``do`` gives is awaited where it is work.
    """

    action: QAction
    do: Callable[[], object]
    pages: Pages | None = CAMPAIGN


class Menus:
    """Connects the actions of the window to what does them."""

    def __init__(
        self,
        navigator: Navigator,
        panes: Panes,
        campaigns: Campaigns,
        commands: Commands,
        settings: Settings,
        players: PlayersScreen,
        throws: Throws,
        tonight: Tonight,
    ) -> None:
        self._players, self._throws, self._tonight = players, throws, tonight
        self._navigator, self._panes = navigator, panes
        self._campaigns, self._commands, self._settings = campaigns, commands, settings
        self._window, self._store = navigator.window, navigator.store
        self._start = navigator.tasks.start
        self._size_pause = QTimer(self._window, singleShot=True, interval=SIZE_PAUSE)
        self._size_pause.timeout.connect(self.use_size)
        self.schemes = self._offer_schemes()
        """The actions that choose a colour scheme, by its id."""
        self.entries = tuple(self._entries())
        # From a preview, a note or the players' window beside it, too.
        for action in (self._window.ui.quit, self._window.ui.players_window):
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        self._connect()

    def _entries(self) -> Iterator[Entry]:
        """What each action does, and the pages on which it can be done."""
        ui, commands, campaigns = self._window.ui, self._commands, self._campaigns
        printing, navigator = commands.printing, self._navigator
        yield Entry(ui.new_campaign, campaigns.ask_new, ALWAYS)
        yield Entry(ui.open_campaign, campaigns.ask_open, ALWAYS)
        yield Entry(ui.save_copy, campaigns.ask_save_copy)
        yield Entry(ui.import_bundle, commands.files.ask_import)
        yield Entry(ui.export_bundle, commands.files.ask_export, EXPORTED)
        yield Entry(ui.close_campaign, campaigns.close_campaign)
        yield Entry(ui.quit, self._window.close, ALWAYS)
        yield Entry(ui.undo, navigator.undo, ALWAYS)
        yield Entry(ui.back, lambda: navigator.go_along(-1), ALWAYS)
        yield Entry(ui.forward, lambda: navigator.go_along(1), ALWAYS)
        yield Entry(ui.redo, navigator.redo, ALWAYS)
        yield Entry(ui.new_player, partial(commands.new_character, "player"))
        yield Entry(ui.new_adversary, partial(commands.new_character, "adversary"))
        yield Entry(ui.from_template, commands.choose_template)
        yield Entry(ui.make_template, commands.make_template, SHEET)
        yield Entry(ui.compare_with_catalogue, self._on(SheetPage.compare_with_catalogue), SHEET)
        yield Entry(ui.versions, self._on(SheetPage.show_versions), SHEET)
        yield Entry(ui.new_encounter, commands.new_encounter)
        yield Entry(ui.new_entry, commands.ask_new_entry)
        yield Entry(ui.duplicate, commands.duplicate, COPIED)
        yield Entry(ui.remove, commands.remove_open, STORED)
        yield Entry(ui.bin, commands.show_bin)
        yield Entry(ui.catalogue, commands.show_catalogue)
        yield Entry(ui.find, self._panes.find)
        yield Entry(ui.start_fight, commands.start_fight, ENCOUNTER)
        yield Entry(ui.add_to_encounter, commands.cast.add_open_to_encounter, JOINING)
        yield Entry(ui.write_back, commands.results.ask, FIGHT)
        yield Entry(ui.how_it_went, self._on(FightPage.show_how_it_went), FIGHT)
        yield Entry(ui.end_fight, commands.end_fight, FIGHT)
        prints: Sequence[tuple[Printed, QAction, QAction, Pages]] = (
            ("card", ui.print_card, ui.pdf_card, SHEET),
            ("sheet", ui.print_sheet, ui.pdf_sheet, SHEET),
            ("encounter", ui.print_encounter, ui.pdf_encounter, (*ENCOUNTER, *FIGHT)),
            ("map", ui.print_map, ui.pdf_map, (*ENCOUNTER, *FIGHT)),
            ("cards", ui.print_cards, ui.pdf_cards, (*ENCOUNTER, *FIGHT)),
            ("report", ui.print_report, ui.pdf_report, FIGHT),
            ("note", ui.print_note, ui.pdf_note, NOTE),
            ("throws", ui.print_throws, ui.pdf_throws, THROWS),
            ("blank", ui.print_blank, ui.pdf_blank, CAMPAIGN),
        )
        self._prints = {what: on_screen for what, on_screen, *_ in prints}
        for what, on_screen, as_pdf, pages in prints:
            for action, pdf in ((on_screen, False), (as_pdf, True)):
                yield Entry(action, partial(printing.print, what, pdf=pdf), pages)
        yield Entry(ui.throw_check, self._throws.throw)
        yield Entry(ui.throw_free, self._throws.free)
        yield Entry(ui.who_has, self._throws.who_has)
        yield Entry(ui.new_note, commands.new_note)
        yield Entry(ui.tonight, self._tonight.show)
        yield Entry(ui.last_time, self._tonight.show_last_time)
        players, window = self._players, self._window
        yield Entry(ui.players_window, lambda: players.open(not players.is_open), ALWAYS)
        yield Entry(ui.players_black, lambda: players.black_out(not players.black), ALWAYS)
        yield Entry(ui.players_picture, lambda: choose_picture(window, players), ALWAYS)
        yield Entry(ui.players_back, lambda: players.hold_up(None), ALWAYS)
        yield Entry(ui.players_options, lambda: PlayersOptions(window, players).show(), ALWAYS)
        yield Entry(ui.rules, lambda: self._panes.show_rules(not self._window.rules.isVisible()))
        yield Entry(ui.guide, lambda: guide.show(self._window), ALWAYS)
        yield Entry(ui.keys, self._show_keys, ALWAYS)
        yield Entry(ui.changes, lambda: dialogs.changes(self._window), ALWAYS)
        yield Entry(ui.about, lambda: dialogs.about(self._window), ALWAYS)

    def _show_keys(self) -> None:
        page, printing = str(self._navigator.place.get("kind")), self._commands.printing
        dialogs.keys(self._window, lambda: self._start(printing.print_keys()), page)

    def _on(self, do: Callable[[Any], object]) -> Callable[[], object]:
        """Does something with the page that is shown."""
        return lambda: do(self._navigator.open_page)

    def _do(self, entry: Entry) -> None:
        work = entry.do()
        if iscoroutine(work):
            self._start(work)

    def _connect(self) -> None:
        ui = self._window.ui
        for entry in self.entries:
            entry.action.triggered.connect(lambda _=False, entry=entry: self._do(entry))
        ui.toggle_library.triggered.connect(self._panes.show_library)
        ui.toggle_rules.triggered.connect(self._panes.show_rules)
        ui.full_screen.triggered.connect(
            lambda on: self._window.showFullScreen() if on else self._window.showNormal()
        )
        # The first is what the menu shows, and the key of the number pad.
        ui.start_fight.setShortcuts([QKeySequence("Ctrl+Enter"), QKeySequence("Ctrl+Return")])
        ui.larger.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        for action, by in ((ui.larger, 1), (ui.smaller, -1)):
            action.triggered.connect(
                lambda _=False, by=by: self._choose_size(theme.stepped(self._settings.zoom, by))
            )
        ui.usual_size.triggered.connect(lambda _=False: self._choose_size(theme.USUAL))
        ui.menu_recent.setToolTipsVisible(True)
        ui.menu_recent.aboutToShow.connect(self._fill_recent)
        ui.menu_samples.aboutToShow.connect(self._fill_samples)

    def _offer_schemes(self) -> dict[str, QAction]:
        menu, group = self._window.ui.menu_scheme, QActionGroup(self._window)
        actions = {}
        for id, scheme in theme.SCHEMES.items():
            actions[id] = action = menu.addAction(in_words(scheme.title))
            action.setCheckable(True)
            group.addAction(action)
        return actions

    def _fill_recent(self) -> None:
        menu = self._window.ui.menu_recent
        menu.clear()
        for path in self._settings.recent:
            action = menu.addAction(in_a_menu(path.stem))
            action.setToolTip(as_tip(str(path)))
            action.setEnabled(is_there(path) and path != self._store.path)
            action.triggered.connect(
                lambda _=False, path=path: self._start(self._campaigns.open(path))
            )
        if menu.isEmpty():
            menu.addAction(tr("none yet")).setEnabled(False)

    def _fill_samples(self) -> None:
        menu = self._window.ui.menu_samples
        menu.clear()
        for title, path in self._campaigns.samples():
            menu.addAction(in_a_menu(title)).triggered.connect(
                lambda _=False, path=path: self._start(self._campaigns.open_sample(path))
            )

    def update(self) -> None:
        """Shows what can be done now."""
        window, ui, page = self._window, self._window.ui, self._navigator.open_page
        ui.players_window.setChecked(self._players.is_open)
        ui.players_black.setChecked(self._players.black)
        ui.players_back.setEnabled(self._players.shown is not None)
        there = self._store.path is not None
        for action, word, does in (
            (ui.undo, tr("&Undo"), self._navigator.what_undo_does()),
            (ui.redo, tr("&Redo"), self._navigator.what_redo_does()),
        ):
            named = in_a_menu(does) if does else ""
            action.setText(tr("{word}: {what}", word=word, what=named) if named else word)
            action.setEnabled(there and does is not None)
        for entry in self.entries:
            if entry.pages is not ALWAYS:
                on_page = not entry.pages or isinstance(page, entry.pages)
                may_join = entry.pages is not JOINING or self._navigator.encounter_page is not None
                entry.action.setEnabled(there and on_page and may_join)
        for what, action in self._prints.items():
            action.setShortcut("Ctrl+P" if page and page.printed == what else "")
        ui.back.setEnabled(there and self._navigator.can_go_back)
        ui.forward.setEnabled(there and self._navigator.can_go_on)
        ui.toggle_library.setChecked(window.library.isVisibleTo(window))
        ui.toggle_rules.setChecked(window.rules.isVisibleTo(window))
        for action in (*window.section_actions.values(), ui.toggle_library, ui.toggle_rules):
            action.setEnabled(there)
        for made in window.nav.values():
            made.setEnabled(there)

    def _choose_size(self, percent: int) -> None:
        """Stores how large everything is shown; several presses in a row are one change."""
        self._settings.zoom = percent
        self._settings.sync()
        self._size_pause.start()
        self._window.message.notice(tr("Size {percent} %", percent=percent))

    def use_size(self) -> None:
        """Shows everything at the size that was chosen; where the work is stays in sight."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        before = theme.scale()
        theme.resize(application, self._settings.zoom)
        self._window.rescale(theme.scale() / before)
