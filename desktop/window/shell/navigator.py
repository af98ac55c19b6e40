"""Leads from page to page of the open campaign, and remembers the place in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import cast

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget

from desktop.library import errors, records
from desktop.rules import systems
from desktop.window.history import Act
from desktop.window.pages import fight, house_rules, sheet
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.page import EmptyPage, Page
from desktop.window.pages.stored import StoredPage
from desktop.window.shell import contents, main_window, message_bar
from desktop.window.store import Store, Tasks
from desktop.window.widgets.language import tr, use_system

SECTION_OF: Mapping[records.Kind, main_window.Section] = {
    "character": "characters",
    "entry": "characters",
    "encounter": "encounters",
    "fight": "fight",
    "note": "notes",
}

KIND_OF: Mapping[main_window.Section, records.Kind] = {
    section: kind for kind, section in SECTION_OF.items() if kind != "entry"
}
"""What a section shows first."""

Spot = tuple[str, int | str | None]
"""A page that somebody was on: kind and id; of a section or of house rules its name instead."""

LONGEST_TRAIL = 100
"""Places that one can go back through."""

MOST_IN_A_PARTY = 100

PLACE_PAUSE = 300
"""Milliseconds after the last move until the place is stored."""


class Navigator(QObject):
    """Which page is shown, and the way to the others."""

    changed = Signal()
    """Another page is shown, or what can be done on it is another."""
    stored = Signal()
    """A page has stored something that lists show."""
    left = Signal()
    """The campaign is another, or none: what shows something of the one before is to go."""

    def __init__(self, window: main_window.MainWindow, store: Store, tasks: Tasks) -> None:
        super().__init__(window)
        self.window, self.store, self.tasks = window, store, tasks
        self.empty = EmptyPage()
        window.ui.pages.addWidget(self.empty)
        self.make_page: Mapping[str, Callable[[], Page]] = {}
        """How each page is made, by its kind. Set once, by the desk."""
        self.say_empty: Callable[[main_window.Section], None] = lambda _: None
        """Says on the empty page what a section would show. Set once, by the desk."""
        self.pages: dict[str, Page] = {}
        self.open_page: Page | None = None
        """The page that is shown, where it is one of the campaign."""
        self.section: main_window.Section | None = None
        self._showings = 0
        """How many times a page was shown."""
        self.place: records.Document = {}
        """The place in the campaign, as the campaign stores it."""
        self._trail: list[Spot] = []
        """Where somebody was, in the order in which they came there."""
        self._at = 0
        """Which place of the trail is shown."""
        self._along = False
        """Whether the next place is one of the trail, and none is added."""
        self._place_timer = QTimer(self, singleShot=True, interval=PLACE_PAUSE)
        self._place_timer.timeout.connect(lambda: tasks.start(self.keep_place()))

    # ---- pages

    def page(self, name: str) -> Page:
        """A page, made when it is first shown."""
        if name not in self.pages:
            made = self.make_page[name]()
            made.state_changed.connect(self.changed)
            made.stored.connect(self.stored)
            self.window.ui.pages.addWidget(made)
            self.pages[name] = made
        return self.pages[name]

    async def go(self, kind: records.Kind, id: int, *, replay: bool = False) -> None:
        """Opens something of the campaign on its page; what nobody can play, to be read only."""
        await self.flush()
        system = await self.store.read_early(lambda c: c.system_of(kind, id))
        self._show_system(system)
        page = self.page(kind if kind == "note" or systems().usable(system) else "stored")
        match page:
            case StoredPage():
                await page.show_stored(kind, id)
            case fight.FightPage():
                showings = self._showings
                await page.open(id, replay=replay)
                if showings != self._showings:
                    return  # a long fight takes its time; who went elsewhere meanwhile stays there
            case _:
                await page.open(id)
        if not replay:
            self.place |= {"kind": kind, "id": id, f"last_{kind}": id}
        self.show(page, SECTION_OF[kind])
        self.window.library.mark(kind, id)

    def _show_system(self, system: str) -> None:
        rules = systems().usable(system)
        if use_system(rules.language if rules else "", system if rules else ""):
            self.use_terms()

    def use_terms(self) -> None:
        """Says the words of systems on every page as they are chosen now."""
        for page in self.pages.values():
            page.use_terms()

    async def go_section(self, section: main_window.Section) -> None:
        """Goes to one of the sections, to what was open there last."""
        if self.store.path is None:
            return
        await self.flush()
        if section == "house_rules":
            last = str(self.place.get("last_house_rules", ""))
            system = self.window.library.system or self.system_open() or last
            if not systems().usable(system):
                system = await self._system_of_people() or self.system_for_new()
            await self.go_house_rules(system)
            return
        if section == "throws":
            page = self.page("throws")
            await page.read_again()
            self._show_none(page, section)
            return
        id = await self._last(KIND_OF[section])
        if id is not None:
            await self.go(KIND_OF[section], id)
            return
        self.say_empty(section)
        self._show_none(self.empty, section)

    async def _system_of_people(self) -> str:
        """The system of the character that was open last, or of the first there is; else none."""
        id = await self._last("character")
        if id is None:
            return ""
        system = (await self.store.read_early(lambda c: c.character(id))).system
        return system if systems().usable(system) else ""

    async def _last(self, kind: records.Kind) -> int | None:
        """What was open last of a kind, or else the first there is."""
        there = await self.store.read_early(lambda c: contents.ids(c, kind))
        last = self.place.get(f"last_{kind}")
        return last if last in there else there[0] if there else None

    async def go_house_rules(self, system: str) -> None:
        """Shows the house rules of a system."""
        await self.flush()
        self._show_system(system)
        page = self.page("house_rules")
        assert isinstance(page, house_rules.HouseRulesPage)
        await page.turn_to(system)
        self.place["last_house_rules"] = system
        self._show_none(page, "house_rules")

    def _show_none(self, page: QWidget, section: main_window.Section) -> None:
        """Shows a page that is of nothing in the library."""
        self.place |= {"kind": None, "id": None}
        self.show(page, section)
        self.window.library.mark("", -1)

    async def go_back(self, place: records.Document) -> None:
        """Goes to a stored place; where that is gone, to its section."""
        self.place = place
        if self.opened:
            try:
                await self.go(*self.opened)
                return
            except message_bar.SAID:
                pass
        there = place.get("section") in main_window.SECTIONS
        await self.go_section(place["section"] if there else "characters")

    async def go_along(self, by: int) -> None:
        """Goes to where somebody was before, -1, or came back from, 1; what is gone is left out."""
        await self.flush()
        at = self._at + by
        while 0 <= at < len(self._trail):
            self._along = True
            try:
                await self._go_to(*self._trail[at])
            except message_bar.SAID:
                del self._trail[at]
                self._at -= by < 0
                at -= by < 0
                continue
            finally:
                self._along = False
            self._at = at
            self.changed.emit()
            return

    async def _go_to(self, kind: str, id: int | str | None) -> None:
        if kind == "house_rules":
            await self.go_house_rules(str(id))
        elif isinstance(id, int):
            await self.go(cast(records.Kind, kind), id)
        else:
            await self.go_section(cast(main_window.Section, kind))

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before this one."""
        return self._at > 0

    @property
    def can_go_on(self) -> bool:
        """Whether somebody came back to this place."""
        return self._at < len(self._trail) - 1

    def _remember(self, section: main_window.Section) -> bool:
        """Adds the place that is shown to the trail, behind the one that was shown before.

        Returns whether it is another place.
        """
        spot: Spot = self.opened or (section, None)
        if section == "house_rules":
            spot = section, str(self.place.get("last_house_rules", ""))
        other = self._trail[self._at : self._at + 1] != [spot]
        if other and not self._along:
            self._trail = [*self._trail[: self._at + 1], spot][-LONGEST_TRAIL:]
            self._at = len(self._trail) - 1
        return other

    def show(self, page: QWidget, section: main_window.Section) -> None:
        """Shows a page as part of a section, with the library and the rules as they were there."""
        self._showings += 1
        if self._remember(section):
            self.window.message.pass_by()
        self.open_page = page if isinstance(page, Page) else None
        self.section = section
        window = self.window
        in_fight = section == "fight" and page is not self.empty
        key, usual = ("library_in_fight", False) if in_fight else ("library", True)
        window.show_pane(window.library, bool(self.place.get(key, usual)))
        window.show_pane(window.rules, not in_fight and bool(self.place.get("rules_wanted")))
        window.show_page(page)
        window.show_section(section)
        focused = QApplication.focusWidget()
        if focused is None or not window.library.isAncestorOf(focused):
            page.setFocus()
        self.changed.emit()
        self.moved()

    async def flush(self) -> None:
        """Stores what is typed on the open page."""
        self._finish_typing()
        if self.open_page:
            await self.open_page.flush()

    # ---- undo

    def what_undo_does(self) -> str | None:
        """What Ctrl+Z takes back, in words; None where there is nothing.

        In a fight that is a step of it. Elsewhere it is the last act in the campaign, or else what
        the open page was before the campaign was opened.
        """
        page = self.open_page
        if isinstance(page, fight.FightPage):
            return tr("step of the fight") if page.can_undo else None
        if page and page.unsaved:
            return tr("change · {name}", name=page.title)
        act = self.store.history.undoes or (page and page.earlier)
        return act.text if act else None

    def what_redo_does(self) -> str | None:
        """What Ctrl+Y does again, in words; None where there is nothing."""
        page, history = self.open_page, self.store.history
        if isinstance(page, fight.FightPage):
            return tr("step of the fight") if page.can_redo else None
        act = history.redoes or (page and page.later if not history.undoes else None)
        return act.text if act else None

    async def undo(self) -> None:
        """Takes back what :meth:`what_undo_does` says, and shows where that was."""
        page = self.open_page
        if isinstance(page, fight.FightPage):
            page.panel.undo()
            return
        await self.flush()
        await self._show_act(await self.store.history.undo(page.earlier if page else None))

    async def redo(self) -> None:
        """Does again what :meth:`what_redo_does` says, and shows where that was."""
        page = self.open_page
        if isinstance(page, fight.FightPage):
            page.panel.redo()
            return
        await self.flush()
        await self._show_act(await self.store.history.redo(page.later if page else None))

    async def _show_act(self, act: Act | None) -> None:
        """Shows what an act changed; where that is gone now, the section it belonged to."""
        if act is None:
            return
        self.stored.emit()
        if act.place is None:
            await self.reopen()
            return
        kind, id = act.place
        page = self.open_page
        of_rules = isinstance(page, house_rules.HouseRulesPage) and page.place == act.place
        seen = of_rules or self.opened == act.place or kind == "fight"
        there = kind == "house_rules" or await self._is_there(kind, id)
        if seen or not there:
            await self.reopen()
        else:
            await self._go_to(kind, id)

    async def reopen(self) -> None:
        """Shows the open page as it is stored now; where that was removed, its section."""
        page = self.encounter_page
        if page and page.held and not await self._is_there("encounter", page.held.id):
            page.forget()  # hidden or shown, nobody is to be added to it any more
            self.changed.emit()
        if self.opened and not await self._is_there(*self.opened):
            if self.open_page:
                self.open_page.forget()
            self.open_page = None
            await self.go_section(self.section or "characters")
        elif self.open_page and not isinstance(self.open_page, fight.FightPage):
            await self.open_page.read_again()

    def _finish_typing(self) -> None:
        """Leaves the field one is in for a moment: some take what is typed only when left."""
        field = QApplication.focusWidget()
        if (
            isinstance(field, QLineEdit | QPlainTextEdit | QAbstractSpinBox)
            and self.open_page
            and self.open_page.isAncestorOf(field)
        ):
            field.clearFocus()
            if QApplication.focusWidget() is None:  # in a table the field is closed by that
                (field if field.isVisible() else field.parentWidget() or self.open_page).setFocus()

    async def _is_there(self, kind: str, id: int | str) -> bool:
        return await self.store.read(lambda c: contents.is_there(c, kind, id))

    # ---- leaving

    async def leave(self) -> None:
        """Stores everything of the campaign that is not stored yet."""
        self._finish_typing()
        self._place_timer.stop()
        with suppress(errors.CampaignMovedError):  # the place alone is no reason to stay
            await self.keep_place()
        for page in self.pages.values():  # last: a save that was under way may have failed by now
            await page.flush()
        self._place_timer.stop()

    def forget_pages(self) -> None:
        """Lets go of the pages of another campaign."""
        for page in self.pages.values():
            page.forget()
            self.window.ui.pages.removeWidget(page)
            page.deleteLater()
        self.pages.clear()
        self.open_page = None
        self._trail, self._at = [], 0
        self.left.emit()

    # ---- the place

    def moved(self) -> None:
        """The place is another; it is stored a moment later."""
        if self.store.path is not None:
            self._place_timer.start()

    async def keep_place(self) -> None:
        """Stores the place, so that the campaign opens there the next time."""
        if self.store.path is None:
            return
        window = self.window
        self.place |= {
            "section": self.section,
            "system": window.library.system,
            "folded": window.library.folded,
            "order": window.library.order,
            "widths": list(window.widths),
        }
        place = dict(self.place)
        await self.store.read(lambda c: c.set_desk(place))  # no signal tells of it

    # ---- what is open

    @property
    def opened(self) -> tuple[records.Kind, int] | None:
        """The kind and id of what is open; during a replay, of what was open before it."""
        kind, id = self.place.get("kind"), self.place.get("id")
        if kind in SECTION_OF and isinstance(id, int):
            return cast(records.Kind, kind), id
        return None

    @property
    def sheet_page(self) -> sheet.SheetPage | None:
        """The page of a sheet, if it is the one shown."""
        return self.open_page if isinstance(self.open_page, sheet.SheetPage) else None

    @property
    def encounter_page(self) -> EncounterPage | None:
        """The page of an encounter, shown or not, once there was one."""
        page = self.pages.get("encounter")
        return page if isinstance(page, EncounterPage) and page.held else None

    @property
    def fight_page(self) -> fight.FightPage | None:
        """The page of a fight, if it is the one shown."""
        return self.open_page if isinstance(self.open_page, fight.FightPage) else None

    def system_open(self) -> str:
        """The system of the page that is shown; empty where that has none."""
        return self.open_page.system if self.open_page else ""

    def system_for_new(self) -> str:
        """The system of something new: the only one shown, the open page's, or the usual one."""
        usual = str(self.place.get("usual_system", ""))
        wanted = (self.window.library.system, self.system_open(), usual)
        return next((id for id in wanted if systems().usable(id)), next(iter(systems())))

    def system_is_chosen(self) -> bool:
        """Whether somebody has said which system is played."""
        wanted = (self.window.library.system, str(self.place.get("usual_system", "")))
        return any(systems().usable(id) for id in wanted)

    def choose_system(self, system: str) -> None:
        """Makes a system the usual one of this campaign."""
        self.place["usual_system"] = system
        self.moved()

    @property
    def party(self) -> list[int]:
        """The ids of the characters who usually come along."""
        return list(self.place.get("party", []))

    def keep_party(self, ids: Sequence[int]) -> None:
        """Stores who usually comes along."""
        self.place["party"] = list(ids)
        self.moved()

    def name_open(self) -> str:
        """The name of what is open; empty where it has none."""
        return self.open_page.title if self.open_page else ""


def readable(place: records.Document) -> records.Document:
    """Of a stored place what has the shape that is stored: a stranger may have written it."""
    kinds: Mapping[str, type] = {
        **dict.fromkeys(("section", "system", "kind", "usual_system", "order"), str),
        "last_house_rules": str,
        **dict.fromkeys(("id", *(f"last_{kind}" for kind in SECTION_OF)), int),
        **dict.fromkeys(("library", "library_in_fight", "rules_wanted"), bool),
        "folded": dict,
    }
    kept = {key: place[key] for key, kind in kinds.items() if type(place.get(key)) is kind}
    party = place.get("party")
    if isinstance(party, list) and all(type(id) is int for id in party):
        kept["party"] = party[:MOST_IN_A_PARTY]
    widths = place.get("widths")
    if isinstance(widths, list) and len(widths) == 2 and all(type(n) is int for n in widths):
        kept["widths"] = [min(max(n, 0), 10_000) for n in widths]
    return kept
