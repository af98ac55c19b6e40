"""The panes beside the page: the library at the left, the rules at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop.library.records import Kind
from desktop.library.resources import ResourceError, RuleText, rulebook
from desktop.rules import systems
from desktop.window.shell import contents
from desktop.window.shell.navigator import Navigator
from desktop.window.widgets.language import chosen, terms_of

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


class DeskService:
    """Does things for the person at the desk, and shows what came of them."""

    def __init__(self, navigator: Navigator, panes: Panes) -> None:
        self._navigator, self._panes = navigator, panes
        self._window, self._store = navigator.window, navigator.store
        self._start = navigator.tasks.start


class Panes(QObject):
    """Fills the library and the rules, and shows or hides them."""

    changed = Signal()
    """A pane was shown or hidden."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._navigator = navigator
        self._asked = 0
        """How many times the library was filled; a late answer to an old search is dropped."""
        self._rulebooks: dict[str, Mapping[str, RuleText]] = {}
        window = navigator.window
        window.library.asked.connect(self._search)
        window.rules.closed.connect(lambda: self.show_rules(False))
        navigator.changed.connect(self._follow)

    # ---- the library

    def _search(self) -> None:
        self._navigator.moved()
        if self._navigator.store.path is not None:
            self._navigator.tasks.start(self.refresh())

    async def refresh(self) -> None:
        """Reads again what the library shows."""
        self._asked += 1
        asked, library = self._asked, self._navigator.window.library
        search, system = library.search.strip(), library.system or None
        whole, order, at = set(library.whole), library.order, self._navigator.system_open()
        try:
            groups = await self._navigator.store.read_early(
                lambda c: contents.groups(c, system, search, whole, order, at=at, terms=terms_of)
            )
        except Exception:
            library.take_keys()
            raise
        if asked == self._asked:
            library.show_groups(groups)

    async def show_new(
        self, kind: Kind, text: str | Callable[[Any], str], make: Callable[[Campaign], Any]
    ) -> None:
        """Makes something as one act, and opens it."""
        made = await self._navigator.store.history.do(text, make)
        await self.refresh()
        await self._navigator.go(kind, made.id)

    def find(self) -> None:
        """Moves the focus to the search of the library."""
        if self._navigator.store.path is not None:
            self.show_library(True)
            self._navigator.window.library.focus_search()

    def show_library(self, on: bool) -> None:
        """Shows or hides the library; the fight remembers this apart from the other pages."""
        navigator = self._navigator
        there = on and navigator.store.path is not None
        navigator.window.show_pane(navigator.window.library, there, insist=True)
        navigator.place["library_in_fight" if navigator.section == "fight" else "library"] = on
        self.changed.emit()
        navigator.moved()

    # ---- the rules

    def book(self, system: str) -> Mapping[str, RuleText]:
        """The rules of a system by number; none where its texts cannot be read."""
        if system not in self._rulebooks:
            try:
                book = rulebook(system) if system else {}
                self._rulebooks[system] = {id: rule.said(chosen()) for id, rule in book.items()}
            except (ResourceError, FileNotFoundError) as error:
                self._rulebooks[system] = {}
                self._navigator.tasks.report(error)
        return self._rulebooks[system]

    def open_rule(self, number: str) -> None:
        """Shows the text of a rule beside the page."""
        if self._navigator.fight_page:
            return  # the combat panel shows it beside its log
        self.show_rules(True)
        self._navigator.window.rules.show_rule(number)

    def show_rules(self, on: bool) -> None:
        """Shows or hides the rules beside the page."""
        navigator = self._navigator
        if on:
            self._fill_rules()
        navigator.window.show_pane(navigator.window.rules, on, insist=True)
        if navigator.section != "fight":
            navigator.place["rules_wanted"] = on
        self.changed.emit()
        navigator.moved()

    def _follow(self) -> None:
        """The rules turn to the system of the page that is shown."""
        window = self._navigator.window
        if window.rules.isVisibleTo(window):
            self._fill_rules()
        system = self._navigator.system_open()
        if system:
            window.rules.show_system(system)

    def _fill_rules(self) -> None:
        pane = self._navigator.window.rules
        if not pane.ui.system.count():
            titles = list(systems().titles().items())
            pane.open(titles, self.book, self._navigator.system_for_new())
