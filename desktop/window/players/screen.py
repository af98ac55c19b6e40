"""What stands behind the players' window: its fight, its screen, and what is held up there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from desktop.rules import SystemFailed
from desktop.rules.geometry import Point
from desktop.window.players.look import Look
from desktop.window.widgets.pictures import Portraits

if TYPE_CHECKING:  # not before there is something to show
    from desktop.encounter.players_view import PlayersView, Shown, Throw
    from desktop.window.combat.session.fight_session import FightSession
    from desktop.window.players.window import PlayersWindow

R = TypeVar("R")


class PlayersScreen(QObject):
    """Opens and fills the players' window.

    What anybody wants the players to see comes through :meth:`present`, :meth:`hold_up` and
    :meth:`show_throw`.
    """

    changed = Signal()
    """The window was opened or closed, is black or is not, or something is held up."""

    own_fog_chosen = Signal(int)
    """How dark the fog is to be on the game master's map, in per cent."""

    def __init__(
        self,
        desk: QWidget,
        read: Callable[[str, str], str],
        keep: Callable[[str, str], None],
        report: Callable[[BaseException], None],
    ) -> None:
        """``desk`` is the game master's window. ``read(name, usual)`` and ``keep(name, value)``
        remember what is chosen."""
        super().__init__(desk)
        self._desk, self._read, self._keep, self._report = desk, read, keep, report
        self.window: PlayersWindow | None = None
        """The window, once it was opened."""
        self.is_open = False
        self.shown: Shown | None = None
        self.black = False
        self._session: FightSession | None = None
        self._party: Sequence[tuple[str, str]] = ()
        self._portraits = Portraits()
        self._view: PlayersView | None = None
        self._throw: Throw | None = None
        """A throw beside the fight, until something happens in it."""
        self._measured: tuple[Point, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenRemoved.connect(self._on_screen_gone)

    # ---- the window

    def open_as_before(self) -> None:
        """Opens the window where it was open when the program ended."""
        if self._read("open", "no") == "yes":
            self.open(True, by_hand=False)

    def open(self, on: bool, *, by_hand: bool = True) -> None:
        """Opens the window on the second screen, or closes it. The keys stay with the game master,
        unless it is opened ``by_hand`` on a single screen: else it would lie behind.
        """
        if on == self.is_open:
            return
        if not on and self.window is not None:
            self.window.close()
        elif on:
            self.is_open = True
            self._keep("open", "yes")
            window = self.window = self.window or self._made()
            window.turn_page(self.shown, self.black)
            window.restoreGeometry(QByteArray.fromHex(self._read("geometry", "").encode()))
            in_front = by_hand and self._other_screen() is None
            window.opened = float("-inf") if in_front else monotonic()
            self._place(window)
            (window if in_front else self._desk).activateWindow()  # that raises it, too
            self.refresh()
            self.changed.emit()

    def _made(self) -> PlayersWindow:
        from desktop.window.players.window import PlayersWindow

        window = PlayersWindow()
        window.closed.connect(self._on_closed)
        window.black_wanted.connect(lambda: self.black_out(not self.black))
        window.back_wanted.connect(lambda: self.hold_up(None))
        window.keys_came.connect(self._give_keys_back, Qt.ConnectionType.QueuedConnection)
        window.show_look(self.look)
        return window

    def _give_keys_back(self) -> None:
        """To the game master's window, unless this one was opened by hand meanwhile."""
        if self.window is not None and self.window.opened > float("-inf"):
            self._desk.activateWindow()

    def shut(self) -> None:
        """Closes the window with the program; it comes back with it."""
        if self.window is not None:
            self._keep_place()
            self.window.blockSignals(True)
            self.window.close()

    def _keep_place(self) -> None:
        if self.window is not None:
            self._keep("geometry", bytes(self.window.saveGeometry().toHex().data()).decode())

    def _place(self, window: PlayersWindow) -> None:
        """The whole of the second screen; without one a window beside the game master's."""
        other = self._other_screen()
        if other is None:
            show = window.showMaximized if window.isMaximized() else window.showNormal
            show()
            return
        window.setScreen(other)
        window.setGeometry(other.geometry())
        window.showFullScreen()

    def _other_screen(self) -> QScreen | None:
        return next((s for s in QGuiApplication.screens() if s is not self._desk.screen()), None)

    def _on_screen_gone(self) -> None:
        """A window that filled a screen which is gone must not cover the game master's."""
        if self.window is not None and self.is_open and len(QGuiApplication.screens()) < 2:
            self.window.showNormal()
            self.window.resize(self._desk.size() / 2)

    def _on_closed(self) -> None:
        self.is_open = False
        self._keep_place()
        self._keep("open", "no")
        self.changed.emit()

    # ---- what it shows

    def follow(self, session: FightSession | None) -> None:
        """Shows another fight from now on; None: none."""
        self._session = session
        if session is not None:
            session.changed.connect(self._on_change)
        self._on_change()

    def show_party(self, party: Sequence[tuple[str, str]], portraits: Portraits) -> None:
        """Shows these as long as no fight is open, see :func:`party_view`."""
        self._party, self._portraits = party, portraits
        self._soon.start()

    def _on_change(self) -> None:
        self._throw = None
        self._soon.start()

    def show_throw(self, throw: Throw) -> None:
        """Shows a throw that is no part of the fight."""
        self._throw = throw
        self._soon.start()

    def measure(self, line: tuple[Point, ...]) -> None:
        """Shows a line that is being measured on the map; empty: none."""
        self._measured = line
        self._soon.start()

    def hold_up(self, shown: Shown | None) -> None:
        """Shows a picture, a note or a rule in the place of the fight; None: the fight again."""
        self.shown = shown
        if shown is not None:
            self.open(True)
        self._turn_page()

    def present(self, title: str = "", text: str = "", picture: bytes = b"") -> None:
        """Holds up what is made of these; ``picture`` is a PNG."""
        from desktop.encounter.players_view import Shown

        self.hold_up(Shown(title, text, picture))

    def black_out(self, on: bool) -> None:
        """Shows nothing at all, or what was there before."""
        self.black = on
        self._turn_page()

    def _turn_page(self) -> None:
        if self.window is not None:
            self.window.turn_page(self.shown, self.black)
        self.changed.emit()

    def refresh(self) -> None:
        """Shows the fight as it is now."""
        if self.window is None or not self.is_open:
            return
        from desktop.encounter.players_view import Wanted, party_view, players_view

        session, view = self._session, party_view(self._party)
        if session is not None:
            try:
                view = players_view(session.fight, self.chosen(Wanted()), self._measured)
            except SystemFailed as failure:  # what was shown stays
                self._report(failure)
                view = self._view or view
        self._view = replace(view, throw=self._throw) if self._throw else view
        portraits = session.portraits if session else self._portraits
        self.window.show_view(self._view, portraits, session.map_picture if session else None)

    def count_down(self, seconds: float | None) -> None:
        """Counts down from ``seconds``; None ends it."""
        self.open(True)
        if self.window is not None:
            self.window.count_down(seconds)

    # ---- what is chosen

    @property
    def look(self) -> Look:
        """How the window looks."""
        return self.chosen(Look())

    def chosen(self, usual: R) -> R:
        """A record of choices with what was kept of it; what nobody can read is as usual."""
        kept: dict[str, Any] = {}
        for field in fields(usual):  # type: ignore[arg-type]
            value = getattr(usual, field.name)
            said = self._read(field.name, str(value))
            if isinstance(value, bool):
                kept[field.name] = said == "True"
            elif isinstance(value, int):
                kept[field.name] = int(said) if said.isascii() and said.isdigit() else value
            else:
                kept[field.name] = said
        return replace(usual, **kept)  # type: ignore[type-var]

    def choose(self, name: str, value: object) -> None:
        """Keeps a choice, and shows everything so."""
        self._keep(name, str(value))
        self.look_again()
        self.own_fog_chosen.emit(self.look.own_fog)

    def look_again(self) -> None:
        """Shows everything as it is chosen now: looks, and which terms lead."""
        if self.window is not None:
            self.window.show_look(self.look)
        self._soon.start()
