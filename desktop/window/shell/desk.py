"""The desk: makes the parts that stand behind the window, and connects them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QApplication, QMenu

from desktop.window.combat.session.preferences import Preferences, ways_with_dice
from desktop.window.pages import entry, fight, house_rules, note, sheet, stored
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.page import Page, Shared
from desktop.window.pages.throws import ThrowsPage
from desktop.window.players.screen import PlayersScreen
from desktop.window.printing.chosen import use as on_this_paper
from desktop.window.shell import dialogs, main_window, menus, message_bar, panes, saving, tonight
from desktop.window.shell.campaigns import Campaigns
from desktop.window.shell.commands import Commands
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.settings import Settings
from desktop.window.shell.throws import Throws
from desktop.window.store import Store, Tasks
from desktop.window.widgets import pictures, theme
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import chosen, in_words, tr, use_own_terms

if TYPE_CHECKING:  # it needs SQLModel, which the start does without
    from desktop.library.campaign import Campaign

Work = Coroutine[Any, Any, Any]
P = TypeVar("P", bound=Page)


class Desk(QObject):
    """What stands behind the window. Everything that takes time is awaited."""

    grown = Signal()
    """Much was brought in that stays: a campaign, or a fight with its steps."""

    def __init__(self, window: main_window.MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self.window, self.settings = window, settings
        window.furnish()
        on_this_paper(*settings.paper)
        self.store = Store(self)
        self.tasks = Tasks(self.report)
        # Who reads no English reads none of the other systems' languages either: words lead that
        # everybody can read, until the game master says otherwise.
        usual = {"english": chosen().code != "en"}
        self.preferences = Preferences(self, **{**usual, **settings.flags})
        self.navigator = Navigator(window, self.store, self.tasks)
        self.saving = saving.Saving(self.navigator)
        self.panes = panes.Panes(self.navigator)
        self.campaigns = Campaigns(self.navigator, self.panes, settings)
        self.commands = Commands(self.navigator, self.panes)
        use_own_terms(not self.preferences.english)
        self.players = PlayersScreen(window, settings.choice, settings.keep_choice, self.report)
        self.shared = Shared(
            self.store, self.tasks, self.panes.open_rule, self.panes.book, self.players.present
        )
        self.throws = Throws(self.navigator, self.shared, self.players)
        self.tonight = tonight.Tonight(self.navigator, self._make_note)
        self.menus = menus.Menus(
            self.navigator, self.panes, self.campaigns, self.commands, settings, self.players,
            self.throws, self.tonight,
        )  # fmt: skip
        self.navigator.make_page = {
            "character": self._make_sheet,
            "entry": self._make_entry,
            "encounter": self._make_encounter,
            "fight": self._make_fight,
            "throws": self._make_throws,
            "note": self._make_note,
            "house_rules": lambda: house_rules.HouseRulesPage(self.shared),
            "stored": lambda: stored.StoredPage(self.shared),
        }
        self.navigator.say_empty = self._say_empty
        self._connect_window()
        self._connect_parts()
        self._connect_preferences()
        self._show_preferences()
        self._update()
        self.players.open_as_before()

    def start(self, work: Work) -> asyncio.Task[Any]:
        """Starts work; what goes wrong is shown."""
        return self.tasks.start(work)

    def report(self, error: BaseException) -> None:
        """Shows an error to the person at the screen."""
        go_on_in_copy = self.campaigns.ask_go_on_in_copy
        message_bar.show_error(self.window.message, error, lambda: self.start(go_on_in_copy()))

    async def _show_party(self) -> None:
        """Shows the players their party while no fight is open."""
        if not (self.players.is_open and self.store.path):
            return
        system, ids = self.navigator.system_for_new(), self.navigator.party

        def read(campaign: Campaign) -> tuple[list[tuple[str, str]], dict[str, bytes]]:
            lines = [line for line in campaign.characters(system) if line.role == "player"]
            party = [campaign.character(line.id) for line in lines if line.id in (ids or [line.id])]
            named = [
                (character.name, str(character.sheet.get("known_as") or "")) for character in party
            ]
            return named, campaign.portraits(system)

        party, faces = await self.store.read(read)
        self.players.show_party(party, pictures.Portraits(faces))

    # ---- connections

    def _starts(self, *asked: tuple[SignalInstance, Callable[..., Work]]) -> None:
        """Each signal starts the work beside it, which is given what the signal says."""
        for signal, work in asked:
            signal.connect(lambda *said, work=work: self.start(work(*said)))

    def _connect_window(self) -> None:
        window, navigator, commands = self.window, self.navigator, self.commands
        window.may_close = self.campaigns.may_close
        welcome, library = window.welcome, window.library
        welcome.open_asked.connect(self.campaigns.ask_open)
        welcome.language_asked.connect(self.use_language)
        self._starts(
            (welcome.new_asked, self.campaigns.ask_new),
            (window.section_asked, navigator.go_section),
            (welcome.recent_asked, self.campaigns.open),
            (welcome.sample_asked, self.campaigns.open_sample),
            (library.wanted, commands.do),
            (window.rules.house_rules_asked, navigator.go_house_rules),
        )
        library.folded_changed.connect(navigator.moved)
        menu = QMenu(library.ui.new_button)
        menu.aboutToShow.connect(lambda: commands.fill_new_menu(menu))
        library.ui.new_button.setMenu(menu)
        window.ui.splitter.splitterMoved.connect(lambda *_: navigator.moved())

    def _connect_parts(self) -> None:
        self.campaigns.closed.connect(self.players.shut)
        self.players.changed.connect(self.menus.update)
        self.navigator.left.connect(lambda: self.players.hold_up(None))
        for changed in (
            self.campaigns.changed, self.store.history.changed, self.players.changed
        ):  # fmt: skip
            changed.connect(lambda: self.start(self._show_party()))
        self.window.rules.show_wanted.connect(self.players.present)
        self.campaigns.changed.connect(self.grown)
        for part in (self.campaigns, self.navigator, self.panes, self.store.history):
            part.changed.connect(self._update)
        self.campaigns.changed.connect(self.saving.show_saved)
        self.navigator.stored.connect(lambda: self.start(self.panes.refresh()))

    def _connect_preferences(self) -> None:
        preferences = self.preferences
        preferences.changed.connect(self._keep_preference)
        theme.notifier().changed.connect(self._show_preferences)
        ui = self.window.ui
        ui.preferences.triggered.connect(lambda _=False: self.ask_preferences())
        ui.english.triggered.connect(lambda on: setattr(preferences, "english", on))
        ui.typed_dice.triggered.connect(preferences.next_dice)
        for scheme, action in self.menus.schemes.items():
            action.triggered.connect(lambda _=False, scheme=scheme: self.use_scheme(scheme))

    # ---- pages

    def _made(self, page: P, *asked: tuple[SignalInstance, Callable[..., Work]]) -> P:
        """A page whose signals start work: what every page can ask for, and what this one can."""
        if what := page.printed:
            self._starts((page.print_asked, partial(self.commands.printing.print, what, page=page)))
        self._starts(
            (page.wanted, self.commands.do),
            (page.remove_asked, self.commands.remove_open),
            (page.add_asked, self.commands.cast.add_open_to_encounter),
            *asked,
        )
        return page

    def _make_sheet(self) -> Page:
        made = sheet.SheetPage(self.shared)
        return self._made(made, (made.throw_asked, self.throws.throw))

    def _make_throws(self) -> Page:
        made = ThrowsPage(self.shared)
        return self._made(
            made, (made.throw_asked, self.throws.throw), (made.who_has_asked, self.throws.who_has)
        )

    def _make_note(self) -> note.NotePage:
        made = note.NotePage(self.shared)
        return self._made(made, (made.make_asked, self.commands.new_note))

    def _make_entry(self) -> Page:
        made = entry.EntryPage(self.shared)
        return self._made(made, (made.copy_asked, self.commands.duplicate))

    def _make_encounter(self) -> Page:
        made, commands = EncounterPage(self.shared), self.commands
        return self._made(
            made,
            (made.start_asked, commands.start_fight),
            (made.library_asked, commands.cast.pick_for_encounter),
        )

    def _make_fight(self) -> Page:
        made, commands = fight.FightPage(self.shared, self.preferences), self.commands
        made.panel.notice.connect(self.window.message.notice)
        made.panel.notice_over.connect(self.window.message.pass_by)
        made.panel.show_wanted.connect(self.players.hold_up)
        made.panel.map.pane.measure.outlined.connect(self.players.measure)
        made.session_opened.connect(self.players.follow)
        made.panel.map.darken(self.players.look.own_fog)
        self.players.own_fog_chosen.connect(made.panel.map.darken)
        made.state_changed.connect(commands.results.follow)
        made.step_saved.connect(self.saving.show_saved)
        made.resuming.connect(self.saving.show_opening)
        made.resuming.connect(lambda done, of: self.grown.emit() if done == of else None)
        return self._made(
            made,
            (made.panel.report_wanted, partial(commands.printing.print, "report")),
            (made.panel.sheets_wanted, commands.results.ask),
            (made.ended, commands.results.offer),
            (made.panel.newcomers_wanted, commands.cast.pick_newcomers),
            (made.replay_closed, self._leave_replay),
        )

    async def _leave_replay(self, encounter: int) -> None:
        if encounter >= 0:
            await self.navigator.go("encounter", encounter)
        else:
            await self.navigator.go_section("encounters")

    def _say_empty(self, section: main_window.Section) -> None:
        commands, go = self.commands, self.navigator.go_section
        offers: Sequence[tuple[str, Callable[[], Work]]]
        match section:
            case "fight":
                icon = "fight"
                said = tr(
                    "No fight yet. Open an encounter, say who meets whom, and press “Start the "
                    "fight”."
                )
                offers = [(tr("To the encounters"), partial(go, "encounters"))]
            case "encounters":
                icon = "encounter"
                said = tr(
                    "No encounter yet. An encounter says who meets whom, and how many of them. "
                    "Make one, then add people to it from the library."
                )
                offers = [(tr("New encounter"), commands.new_encounter)]
            case "notes":
                icon = "pencil"
                said = tr("No notes yet: of places, people, scenes, and of each evening.")
                offers = [
                    (tr("New note"), commands.new_note),
                    (tr("Note of tonight"), self.tonight.write),
                ]
            case _:
                icon = "character"
                said = tr("Nobody yet. Make a character, or bring some in with Campaign, Import.")
                offers = [
                    (tr("New player character"), partial(commands.new_character, "player")),
                    (tr("New adversary"), partial(commands.new_character, "adversary")),
                ]
        starts = ((words, lambda work=work: self.start(work())) for words, work in offers)
        self.navigator.empty.say(icon, said, *starts)

    # ---- preferences

    def use_scheme(self, scheme: str) -> None:
        """Shows everything in a colour scheme, and keeps it."""
        self.settings.scheme = scheme
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.apply(application, scheme)
        self._show_preferences()

    def use_language(self, language: str) -> None:
        """Keeps a language, and opens the window again where that is another than now.

        An empty code is the language of the desktop.
        """
        self.settings.language = language
        if (self.settings.spoken or "en") != chosen().code:
            self.settings.sync()
            self.window.open_again()

    def use_paper(self, size: str, colour: bool) -> None:
        """Prints on this paper, in colour or in black alone, and keeps it."""
        self.settings.paper = size, colour
        on_this_paper(size, colour)

    def ask_preferences(self) -> None:
        """Opens the preferences."""
        dialog = dialogs.PreferencesDialog(self.window, self.preferences, self.settings)
        dialog.scheme_chosen.connect(self.use_scheme)
        dialog.language_chosen.connect(self.use_language)
        dialog.paper_chosen.connect(self.use_paper)
        open_once(dialog)

    def _keep_preference(self, name: str) -> None:
        value = self.preferences.chosen[name]
        self.settings.set_flag(name, value)
        if name == "english":
            use_own_terms(not value)
            self.navigator.use_terms()
            self.players.look_again()
        self._show_preferences()
        if name == "english" and self.store.path is not None:
            self.start(self.panes.refresh())

    # ---- what the window says

    def _show_preferences(self) -> None:
        window, ui = self.window, self.window.ui
        window.dice_label.setText(ways_with_dice()[self.preferences.dice])
        terms = tr("translated terms") if self.preferences.english else tr("native terms")
        window.scheme_label.setText(f"{terms} · {in_words(theme.palette().name)}")
        ui.english.setChecked(self.preferences.english)
        ui.typed_dice.setChecked(self.preferences.typed)
        self.menus.schemes[theme.asked()].setChecked(True)

    def _update(self) -> None:
        """Shows what can be done now."""
        self.menus.update()
        encounter = self.navigator.encounter_page
        self.window.library.can_add = encounter is not None
        self.window.library.can_give = isinstance(self.navigator.open_page, sheet.SheetPage)
        for page in self.navigator.pages.values():
            page.set_encounter_open(encounter is not None and page.system == encounter.system)
