"""The desk: opens and closes campaigns, finds things, leads from page to page, keeps the place."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Literal, cast

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop.encounter.script import ScriptError
from desktop.library.errors import LibraryError
from desktop.library.records import (
    Document,
)
from desktop.library.resources import ResourceError
from desktop.library.rulebook import RuleText, rulebook
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.rules.table import Refusal
from desktop.window import crash
from desktop.window.combat.preferences import Preferences
from desktop.window.fields.binder import Found, summary
from desktop.window.pages.empty import EmptyPage
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.pages.page import Page, Shared
from desktop.window.pages.sheet import SheetPage
from desktop.window.shell import asking, shelves
from desktop.window.shell.errands import Errands
from desktop.window.shell.main_window import MainWindow, Section
from desktop.window.shell.menus import Menus
from desktop.window.shell.settings import Settings
from desktop.window.store import NoCampaign, Store, Tasks
from desktop.window.widgets import theme
from desktop.window.widgets.plain import as_tip

Kind = Literal["character", "entry", "encounter", "fight"]

SAID = (LibraryError, Refusal, ScriptError, ResourceError, NoCampaign, FileNotFoundError)
"""Errors whose text is meant for the person at the screen."""

SHOWN_ENTRIES = 60
"""Catalogue entries of a kind shown at once in the library."""

SUFFIX = ".fray"

FIRST_CAMPAIGN = "Campaign"


class Desk(QObject):
    """What stands behind the window. Everything that takes time is awaited."""

    closed = Signal()
    """Everything is saved and the campaign is closed: the program may end."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self.window, self.settings = window, settings
        window.furnish()
        self.store = Store(self)
        self.tasks = Tasks(self.report)
        self.preferences = Preferences(
            self,
            typed=settings.flag("typed", False),
            english=settings.flag("english", False),
            ask_moot=settings.flag("ask_moot", False),
            timeline=settings.flag("timeline", True),
        )
        self.shared = Shared(
            self.store,
            self.tasks,
            open_rule=self.open_rule,
            find=self._find_entries,
            english=self.preferences.english,
        )
        self.errands = Errands(self)
        self.empty = EmptyPage()
        self.empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.empty.setAccessibleName("Page")
        window.add_page(self.empty)
        self._pages: dict[str, Page] = {}
        self.open_page: Page | None = None
        """What is shown, where it is a page of the campaign."""
        self.section: Section | None = None
        self.place: Document = {}
        """Where one is, as kept in the campaign."""
        self._asked = 0
        self._closing: Literal["no", "under way", "done"] = "no"
        self._remember = QTimer(self, singleShot=True, interval=300)
        self._remember.timeout.connect(lambda: self.start(self.keep_place()))
        self.rulebooks: dict[str, Mapping[str, RuleText]] = {}
        self._connect()
        self.menus = Menus(self)
        self._tell_preferences()
        self._update()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Starts work; what goes wrong is shown."""
        return self.tasks.start(work)

    # ---- wiring

    def _connect(self) -> None:
        window, ui = self.window, self.window.ui
        window.section_asked.connect(lambda section: self.start(self.go_section(section)))
        window.may_close = self._may_close
        welcome = window.welcome
        welcome.new_asked.connect(self.ask_new)
        welcome.open_asked.connect(self.ask_open)
        welcome.recent_asked.connect(lambda path: self.start(self.open(Path(path))))
        welcome.sample_asked.connect(lambda path: self.start(self.open_sample(Path(path))))
        library = window.library
        library.asked.connect(self._search)
        library.opened.connect(lambda kind, id: self.start(self.go(kind, id)))
        library.remove_asked.connect(lambda kind, id: self.start(self.errands.remove(kind, id)))
        library.add_asked.connect(
            lambda kind, id: self.start(self.errands.add_to_encounter(kind, id))
        )
        library.folded_changed.connect(self._moved)
        menu = QMenu(library.ui.new_button)
        menu.aboutToShow.connect(lambda: self.errands.fill_new_menu(menu))
        library.ui.new_button.setMenu(menu)
        window.rules.closed.connect(lambda: self.show_rules(False))
        window.rules.house_rules_asked.connect(
            lambda system: self.start(self.go_house_rules(system))
        )
        ui.splitter.splitterMoved.connect(lambda *_: self._moved())
        self.store.saving.connect(lambda: window.saved_label.setText("saving…"))
        self.store.saved.connect(self._tell_saved)
        theme.notifier().changed.connect(self._tell_preferences)
        self.preferences.typed_changed.connect(lambda _: self._prefer("typed"))
        self.preferences.english_changed.connect(lambda _: self._prefer("english"))
        self.preferences.ask_moot_changed.connect(lambda _: self._prefer("ask_moot"))
        self.preferences.timeline_changed.connect(lambda _: self._prefer("timeline"))

    # ---- the program

    async def begin(self, path: Path | None) -> None:
        """Opens this campaign or the last one, or offers what there is."""
        self.window.welcome.busy("Opening…")
        await self.store.warm()
        wanted = path or self.settings.last
        if wanted is None or (path is None and not wanted.exists()):
            self.offer()
        else:
            await self.open(wanted)

    def offer(self) -> None:
        """Shows the welcome page."""
        window = self.window
        recent = [path for path in self.settings.recent if path.exists()]
        try:
            found = [(sample.title, sample.path) for sample in samples()]
        except ResourceError as error:
            found = []
            self.report(error)
        window.welcome.offer(recent[:5], found)
        window.welcome.busy("")
        window.library.hide()
        window.rules.hide()
        window.show_page(window.welcome)
        window.show_section(None)
        window.setWindowTitle("Fraydesk")
        window.campaign_label.setText("no campaign open")
        window.saved_label.setText("")
        self.open_page = self.section = None
        self._update()

    def report(self, error: BaseException) -> None:
        """Shows an error: in its own words where it has some, else with all there is to copy."""
        if isinstance(error, asyncio.CancelledError):
            return
        if isinstance(error, SAID):
            self.window.message.trouble(str(error))
            return
        report = crash.write(error)
        self.window.message.trouble(
            f"{crash.told(report)} What was saved is safe.",
            "".join(traceback.format_exception(error)),
            *self._shown_in_its_folder(report),
        )

    def tell_crash(self, report: Path) -> None:
        """Says that the program ended suddenly the last time, and what is known of it."""
        self.window.message.trouble(
            f"Fraydesk ended suddenly the last time. What was saved is safe. "
            f"What is known stands in {report}; nothing is sent anywhere.",
            "",
            *self._shown_in_its_folder(report),
        )

    def _shown_in_its_folder(self, report: Path | None) -> tuple[str, Callable[[], object] | None]:
        if report is None:
            return "", None
        folder = QUrl.fromLocalFile(str(report.parent))
        return "Open its folder", lambda: QDesktopServices.openUrl(folder)

    def _may_close(self) -> bool:
        if self._closing == "no":
            self._closing = "under way"
            self.start(self._close_all())
        return self._closing == "done"

    async def _close_all(self) -> None:
        try:
            await self._put_away()
        except Exception as error:
            self._closing = "no"
            self.window.message.trouble(
                f"Not everything could be saved: {error}",
                action="Close all the same",
                do=self._give_up,
            )
            return
        self._end()

    def _give_up(self) -> None:
        async def let_go() -> None:
            await self.store.close()
            self._end()

        self._closing = "under way"
        self.start(let_go())

    def _end(self) -> None:
        self.settings.geometry = self.window.saveGeometry()
        self.settings.sync()
        self.store.end()
        self._closing = "done"
        self.window.close()
        self.closed.emit()

    # ---- campaigns

    async def open(self, path: Path) -> None:
        """Opens a campaign; where that is refused, all stays as it is and the reason is shown."""
        if self.store.path is not None and path.resolve() == self.store.path:
            return
        await self._change(self.store.open(path), path)

    async def create(self, path: Path, fill: Callable[[Any], None] | None = None) -> None:
        """Makes a campaign and opens it."""
        await self._change(self.store.create(path, path.stem), path, fill)

    async def open_sample(self, sample: Path) -> None:
        """Makes a campaign from a sample, in a file of its own, and opens it."""
        title = next(known.title for known in samples() if known.path == sample)
        folder = asking.home()
        folder.mkdir(parents=True, exist_ok=True)
        path, number = folder / f"{title}{SUFFIX}", 2
        while path.exists():
            path, number = folder / f"{title} {number}{SUFFIX}", number + 1
        await self.create(path, lambda campaign: pour(campaign, sample))

    async def _change(
        self,
        opening: Coroutine[Any, Any, None],
        path: Path,
        fill: Callable[[Any], None] | None = None,
    ) -> None:
        if self.store.path is not None:
            await self._leave_campaign()
        try:
            await opening
        except LibraryError as error:
            if self.store.path is None:
                self.offer()
            self.report(error)
            return
        self.window.message.dismiss()
        if fill:
            await self.store.save(fill)
        self.settings.opened(self.store.path or path)
        await self._arrive()

    async def _arrive(self) -> None:
        """Shows the campaign where it was left."""
        info, desk = await self.store.read(lambda c: (c.info(), c.desk()))
        window, path = self.window, self.store.path
        assert path
        window.setWindowTitle(f"{info.title} – Fraydesk")
        window.campaign_label.setText(f"Campaign: {path.name}")
        window.campaign_label.setToolTip(as_tip(str(path)))
        self.place = desk
        titles = [(id, rules.title) for id, rules in systems().items()]
        library = window.library
        library.blockSignals(True)
        library.ui.search.setText(str(desk.get("search", "")))
        library.offer_systems(titles, str(desk.get("system", "")))
        library.fold({str(k): bool(v) for k, v in dict(desk.get("folded", {})).items()})
        library.blockSignals(False)
        self._pages_forget()
        await self.refresh()
        widths = desk.get("widths")
        if isinstance(widths, list) and len(widths) == 2 and all(type(n) is int for n in widths):
            window.set_widths(*widths)
        section = desk.get("section")
        await self._return(section if section in window.nav else "characters")
        self._tell_saved()
        self.start(self._put_out_shipped())

    async def _put_out_shipped(self) -> None:
        """Brings the shipped catalogues up to date, once everything else stands."""
        campaign = self.store.path
        if await self.store.save(shelves.put_out_shipped) and self.store.path == campaign:
            await self.refresh()

    async def _return(self, section: Section) -> None:
        """Goes where one was; where that is gone, to the section."""
        kind, id = self.place.get("kind"), self.place.get("id")
        if kind in ("character", "entry", "encounter", "fight") and isinstance(id, int):
            try:
                await self.go(cast(Kind, kind), id)
                return
            except SAID:
                pass
        await self.go_section(section)

    async def close_campaign(self) -> None:
        """Closes the campaign and offers others."""
        await self._put_away()
        self.settings.closed()
        self.offer()

    async def _put_away(self) -> None:
        if self.store.path is not None:
            await self._leave_campaign()
            await self.store.close()

    async def _leave_campaign(self) -> None:
        self._remember.stop()
        for page in self._pages.values():
            await page.flush()
        await self.keep_place()

    def _pages_forget(self) -> None:
        """Pages of another campaign are of no use here."""
        pages = self.window.ui.pages
        for page in self._pages.values():
            pages.removeWidget(page)
            page.deleteLater()
        self._pages.clear()
        self.open_page = None

    def ask_new(self) -> None:
        path = asking.new_path(self.window, asking.home() / f"{FIRST_CAMPAIGN}{SUFFIX}")
        if path:
            self.start(self.create(path))

    def ask_open(self) -> None:
        path = asking.open_path(self.window)
        if path:
            self.start(self.open(path))

    def ask_save_copy(self) -> None:
        here = self.store.path
        if here is None:
            return
        path = asking.new_path(self.window, here.with_stem(f"{here.stem} copy"))
        if path:
            self.start(self.save_copy(path))

    async def save_copy(self, path: Path) -> None:
        """Writes the whole campaign to another file."""
        await self.flush()
        await self.store.save(lambda c: c.save_copy(path))
        self.window.message.notice(f"The campaign was copied to {path}.")

    # ---- keeping the place

    def _moved(self) -> None:
        if self.store.path is not None:
            self._remember.start()

    async def keep_place(self) -> None:
        """Stores where one is, so that one comes back to it."""
        if self.store.path is None:
            return
        window = self.window
        self.place |= {
            "section": self.section,
            "search": window.library.search,
            "system": window.library.system,
            "folded": window.library.folded,
            "widths": list(window.widths),
        }
        place = dict(self.place)
        await self.store.jot(lambda c: c.set_desk(place))

    async def flush(self) -> None:
        """Saves what is typed on the open page."""
        if self.open_page:
            await self.open_page.flush()

    # ---- the library

    def _search(self) -> None:
        self._moved()
        if self.store.path is not None:
            self.start(self.refresh())

    async def refresh(self) -> None:
        """Finds what the library shows; an answer that comes too late is dropped."""
        self._asked += 1
        asked, library = self._asked, self.window.library
        search, system = library.search.strip(), library.system or None

        groups = await self.store.read(lambda c: shelves.groups(c, system, search))
        if asked == self._asked:
            library.show_groups(groups)

    def _find_entries(
        self, system: str, kind: str, search: str, answer: Callable[[Found], None]
    ) -> None:
        async def find() -> None:
            rules = systems()[system]
            fields = fields_of(rules.catalogue[kind])
            around = self.shared.around(rules)
            found = await self.store.read(lambda c: c.entries(system, kind, search))
            answer([(e.name, summary(fields, e.data, around)[1], e.data) for e in found])

        self.start(find())

    def find(self) -> None:
        """Puts the cursor into the search, in the library or in the rules."""
        if self.store.path is not None:
            self.show_library(True)
            self.window.library.focus_search()

    def show_library(self, on: bool) -> None:
        """Shows or hides the library, for the fight and for everything else apart."""
        there = on and self.store.path is not None
        self.window.show_pane(self.window.library, there)
        self.place["library_in_fight" if self.section == "fight" else "library"] = on
        self._update()
        self._moved()

    # ---- going

    def page(self, name: str) -> Page:
        """A page, made when it is first shown."""
        if name not in self._pages:
            made = getattr(self, f"_make_{name}")()
            made.state_changed.connect(self._update)
            made.stored.connect(lambda: self.start(self.refresh()))
            self.window.add_page(made)
            self._pages[name] = made
        return self._pages[name]

    def _make_character(self) -> Page:
        made = SheetPage(self.shared)
        made.add_asked.connect(
            lambda id: self.start(self.errands.add_to_encounter("character", id))
        )
        made.print_asked.connect(lambda: self.start(self.errands.print("card")))
        made.remove_asked.connect(lambda id: self.start(self.errands.remove("character", id)))
        return made

    def _make_entry(self) -> Page:
        made = EntryPage(self.shared)
        made.opened.connect(lambda id: self.start(self.go("entry", id)))
        made.add_asked.connect(lambda id: self.start(self.errands.add_to_encounter("entry", id)))
        made.remove_asked.connect(lambda id: self.start(self.errands.remove("entry", id)))
        return made

    def _make_encounter(self) -> Page:
        made = EncounterPage(self.shared)
        made.start_asked.connect(lambda _: self.start(self.errands.start_fight()))
        made.fight_asked.connect(lambda id: self.start(self.go("fight", id)))
        made.replay_asked.connect(lambda id: self.start(self.go("fight", id, replay=True)))
        made.remove_fight_asked.connect(lambda id: self.start(self.errands.remove("fight", id)))
        made.remove_asked.connect(lambda id: self.start(self.errands.remove("encounter", id)))
        made.print_asked.connect(lambda: self.start(self.errands.print("cards")))
        made.dropped.connect(lambda kind, id: self.start(self.errands.add_to_encounter(kind, id)))
        made.library_asked.connect(self.errands.pick_for_encounter)
        made.character_asked.connect(lambda id: self.start(self.go("character", id)))
        return made

    def _make_fight(self) -> Page:
        made = FightPage(self.shared, self.preferences)
        made.step_saved.connect(lambda _: self._tell_saved())
        made.replay_closed.connect(lambda id: self.start(self._leave_replay(id)))
        return made

    def _make_house_rules(self) -> Page:
        return HouseRulesPage(self.shared)

    async def go(self, kind: Kind, id: int, *, replay: bool = False) -> None:
        """Opens something of the campaign on its page."""
        await self.flush()
        page = self.page(kind)
        match page:
            case FightPage():
                await page.open(id, replay=replay)
            case SheetPage() | EntryPage() | EncounterPage():
                await page.open(id)
        if not replay:
            self.place |= {"kind": kind, "id": id, f"last_{kind}": id}
        section: dict[Kind, Section] = {
            "character": "characters",
            "entry": "characters",
            "encounter": "encounters",
            "fight": "fight",
        }
        self._show(page, section[kind])
        self.window.library.mark(kind, id)
        if kind == "fight" and isinstance(page, FightPage):
            page.panel.setFocus()

    async def go_section(self, section: str) -> None:
        """Goes to one of the four places, to what was open there last."""
        if self.store.path is None:
            return
        await self.flush()
        if section == "house_rules":
            await self.go_house_rules(self.system_for_new())
            return
        kinds: Mapping[str, tuple[Kind, ...]] = {
            "characters": ("character",),
            "encounters": ("encounter",),
            "fight": ("fight",),
        }
        for kind in kinds[section]:
            id = await self._last(kind)
            if id is not None:
                await self.go(kind, id)
                return
        self.place |= {"kind": None, "id": None}
        self._tell_empty(cast(Section, section))

    async def _last(self, kind: Kind) -> int | None:
        """What was open last of a kind, or else the first there is."""

        there = await self.store.read(lambda c: shelves.ids(c, kind))
        last = self.place.get(f"last_{kind}")
        return last if last in there else there[0] if there else None

    def _tell_empty(self, section: Section) -> None:
        new = ("New encounter", lambda: self.start(self.errands.new_encounter()))
        match section:
            case "fight":
                to_encounters = lambda: self.start(self.go_section("encounters"))  # noqa: E731
                self.empty.tell(
                    "fight",
                    "No fight yet. A fight is started from an encounter.",
                    ("To the encounters", to_encounters),
                )
            case "encounters":
                self.empty.tell(
                    "encounter",
                    "No encounter yet. An encounter says who meets whom, and how many of them.",
                    new,
                )
            case _:
                self.empty.tell(
                    "character",
                    "Nobody yet. Make a character, or bring some in with Campaign, Import.",
                    (
                        "New player character",
                        lambda: self.start(self.errands.new_character("player")),
                    ),
                    ("New adversary", lambda: self.start(self.errands.new_character("adversary"))),
                )
        self._show(self.empty, section)
        self.window.library.mark("", -1)

    async def go_house_rules(self, system: str) -> None:
        """Shows the house rules of a system."""
        await self.flush()
        page = self.page("house_rules")
        assert isinstance(page, HouseRulesPage)
        await page.open(system)
        self.place |= {"kind": None, "id": None}
        self._show(page, "house_rules")
        self.window.library.mark("", -1)

    def _show(self, page: QWidget, section: Section) -> None:
        self.open_page = page if isinstance(page, Page) else None
        self.section = section
        window = self.window
        in_fight = section == "fight" and page is not self.empty
        key, usual = ("library_in_fight", False) if in_fight else ("library", True)
        window.show_pane(window.library, bool(self.place.get(key, usual)))
        window.show_pane(window.rules, not in_fight and bool(self.place.get("rules_wanted")))
        window.show_page(page)
        window.show_section(section)
        if window.rules.isVisibleTo(window):
            self._fill_rules()
        system = self.system_open()
        if system:
            window.rules.show_system(system)
        focused = QApplication.focusWidget()
        if focused is None or not window.library.isAncestorOf(focused):
            page.setFocus()
        self._update()
        self._moved()

    async def _leave_replay(self, encounter: int) -> None:
        if encounter >= 0:
            await self.go("encounter", encounter)
        else:
            await self.go_section("encounters")

    # ---- what is open

    @property
    def sheet_page(self) -> SheetPage | None:
        """The sheet's page, when it is the one shown."""
        return self.open_page if isinstance(self.open_page, SheetPage) else None

    @property
    def encounter_page(self) -> EncounterPage | None:
        """The encounter's page, shown or not, once there was one."""
        page = self._pages.get("encounter")
        return page if isinstance(page, EncounterPage) and page.encounter else None

    @property
    def fight_page(self) -> FightPage | None:
        """The fight's page, when it is the one shown."""
        return self.open_page if isinstance(self.open_page, FightPage) else None

    def system_open(self) -> str:
        """The system of what is shown; empty where that has none."""
        match self.open_page:
            case SheetPage(character=held) if held:
                return held.system
            case EntryPage(entry=held) if held:
                return held.system
            case EncounterPage(encounter=held) if held:
                return held.system
            case FightPage(stored_fight=held) if held:
                return held.system
            case HouseRulesPage(system=system):
                return system
        return ""

    def system_for_new(self) -> str:
        """The system of something new: the one shown alone, the open one's, or the first."""
        return self.window.library.system or self.system_open() or next(iter(systems()))

    # ---- undo

    async def undo(self) -> None:
        if self.open_page:
            await self.open_page.undo()

    async def redo(self) -> None:
        if self.open_page:
            await self.open_page.redo()

    # ---- rules

    def book(self, system: str) -> Mapping[str, RuleText]:
        """The rules of a system by number; none where its texts cannot be read."""
        if system not in self.rulebooks:
            try:
                self.rulebooks[system] = rulebook(system) if system else {}
            except (ResourceError, FileNotFoundError) as error:
                self.rulebooks[system] = {}
                self.report(error)
        return self.rulebooks[system]

    def open_rule(self, number: str) -> None:
        """Shows a rule's text beside the page."""
        if self.fight_page:
            return  # the panel shows it beside its log
        self.show_rules(True)
        self.window.rules.show_rule(number)

    def show_rules(self, on: bool) -> None:
        """Shows or hides the rules beside the page."""
        window = self.window
        if on:
            self._fill_rules()
        window.show_pane(window.rules, on)
        if self.section != "fight":
            self.place["rules_wanted"] = on
        self._update()
        self._moved()

    def _fill_rules(self) -> None:
        pane = self.window.rules
        if not pane.ui.system.count():
            titles = [(id, rules.title) for id, rules in systems().items()]
            pane.open(titles, self.book, self.system_for_new())

    # ---- preferences

    def use_scheme(self, scheme: theme.Scheme) -> None:
        """Light, dark, or as the desktop has it."""
        self.settings.scheme = scheme
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.apply(application, scheme)
        self._tell_preferences()

    def ask_preferences(self) -> None:
        asking.preferences(self.window, self.preferences, self.use_scheme)

    def _prefer(self, name: str) -> None:
        value = bool(getattr(self.preferences, name))
        self.settings.set_flag(name, value)
        if name == "english":
            self.shared.english = value
            for page in self._pages.values():
                page.use_english(value)
        self._tell_preferences()

    def _tell_preferences(self) -> None:
        window, ui = self.window, self.window.ui
        typed = self.preferences.typed
        window.dice_label.setText("dice: typed" if typed else "dice: rolled")
        terms = "English terms" if self.preferences.english else "native terms"
        window.scheme_label.setText(f"{terms} · {'dark' if theme.palette().dark else 'light'}")
        ui.english.setChecked(self.preferences.english)
        ui.typed_dice.setChecked(typed)
        self.menus.scheme_actions()[theme.asked()].setChecked(True)

    def _tell_saved(self) -> None:
        if self.store.path is None:
            return
        page = self.fight_page
        if page and page.fight and not page.replaying:
            self.window.saved_label.setText(f"saved, step {page.steps_saved}")
        else:
            self.window.saved_label.setText("saved")

    # ---- what can be done now

    def _update(self) -> None:
        """What can be done now has changed."""
        self.menus.update()
        there = self.encounter_page is not None
        self.window.library.can_add = there
        for held in self._pages.values():
            if isinstance(held, SheetPage | EntryPage):
                held.set_encounter_open(there)
