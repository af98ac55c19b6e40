"""The players' window: it shows a view of the fight, and has nothing else to show from."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from time import monotonic

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.encounter.players_view import Asked, PlayersView, Shown
from desktop.forms.players_window import Ui_PlayersWindowForm
from desktop.window.fields.marks import as_html
from desktop.window.players.boards import LINES, Board
from desktop.window.players.look import Look
from desktop.window.widgets import icons, theme
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.pictures import Portraits

OPENING = 2.0
"""Seconds after it is opened in which a desktop may give it the keys."""
LONG = 1200
"""Letters of a text from which on it is shown smaller."""


class PlayersWindow(QWidget):
    """Shows what the players may see, in large letters."""

    closed = Signal()
    black_wanted = Signal()
    back_wanted = Signal()
    """What is held up is to be taken back."""
    keys_came = Signal()
    """It was given the keys because it was opened, and nobody asked for that."""

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_PlayersWindowForm(self)
        self.setWindowIcon(icons.window_icon())
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        ui = self.ui
        self.boards: Sequence[Board] = (ui.order, ui.throw_board, ui.shown_picture)
        ui.black.setStyleSheet("background: black")
        ui.map.hide()
        self._view = PlayersView()
        self._shown: Shown | None = None
        self.look = Look()
        self._turn_began = monotonic()
        self.opened = monotonic()
        """When it was last opened."""
        self._ends: float | None = None
        """When the countdown is over, by the clock of the machine."""
        self._second = QTimer(self, interval=250)
        self._second.timeout.connect(self._show_time)

    # ---- what is shown

    def show_view(self, view: PlayersView, portraits: Portraits, picture: QImage | None) -> None:
        """Shows a view of the fight; ``picture`` lies behind its map."""
        ui = self.ui
        if _acting(view) != _acting(self._view) or view.round != self._view.round:
            self._turn_began = monotonic()
        self._view = view
        named = in_words(view.round_named) if view.round else tr("The party") if view.people else ""
        ui.round.setText(tr("The fight is over") if view.over else named)
        ui.order.show_people(view, portraits)
        ui.then.setText(tr("Then: {name}", name=view.then) if view.then and not view.over else "")
        ui.throw_board.show_throw(view.throw)
        ui.throw_board.setVisible(view.round > 0 or bool(view.throw.rolls))
        ui.map.setVisible(view.map is not None)
        if view.map is not None:
            ui.map.show_view(view, portraits, picture)
        ui.asked.say(_question(view.asked) if view.asked else "")
        beside = any(not board.isHidden() for board in (ui.map, ui.throw_board, ui.asked))
        ui.sides.setStretch(1, 3 if beside else 0)  # a party alone has the whole width
        self._show_time()

    def turn_page(self, shown: Shown | None, black: bool) -> None:
        """Shows nothing at all where it is to be ``black``, else what is held up, else the
        fight."""
        ui = self.ui
        other, self._shown = shown is not self._shown, shown
        if other and shown is not None:
            ui.shown_title.say(shown.title)
            ui.shown_picture.show_picture(shown.picture)
            ui.shown_text.setVisible(bool(shown.text))
            self._dress()
        ui.pages.setCurrentWidget(ui.black if black else ui.shown if shown else ui.fight)

    # ---- time

    def count_down(self, seconds: float | None) -> None:
        """Counts down from ``seconds``; None ends it."""
        self._ends = None if seconds is None else monotonic() + seconds
        self._show_time()

    def _show_time(self) -> None:
        ui, view = self.ui, self._view
        runs = self.look.clock and view.round > 0 and not view.over
        ui.clock.setText(_minutes(monotonic() - self._turn_began) if runs else "")
        ui.countdown.setVisible(self._ends is not None)
        if self._ends is not None:
            ui.countdown.setText(_minutes(max(self._ends - monotonic(), 0.0)))
        wanted = runs or self._ends is not None
        if wanted != self._second.isActive():
            self._second.start() if wanted else self._second.stop()

    # ---- looks

    def show_look(self, look: Look) -> None:
        """Shows everything in these colours, at this size."""
        self.look = look
        self._dress()
        self._show_time()

    def _dress(self) -> None:
        look = self.look
        colours = theme.SCHEMES[look.scheme].palette or theme.palette()
        letters = max(self.height() / LINES, 12.0) * look.zoom / 100
        size = round(letters * 0.72)
        words = self._shown.text if self._shown else ""
        body = size * 1.4 * min(1.0, sqrt(LONG / max(len(words), 1)))  # so that all of it is seen
        self.ui.shown_text.setText(as_html(words, round(body * 1.25)))
        self.setStyleSheet(
            theme.stylesheet(colours)
            + f"""
QWidget {{ background: {colours.paper}; color: {colours.ink}; }}
QLabel {{ font-size: {size}px; }}
QLabel.players-head {{ font-size: {round(size * 1.4)}px; font-weight: 600; }}
QLabel.players-count {{ font-size: {round(size * 1.5)}px; font-weight: 600;
  color: {colours.accent_ink}; }}
QLabel.players-then {{ color: {colours.muted}; }}
QLabel.players-text {{ font-size: {round(body)}px; }}
QLabel.players-asked {{ background: {colours.accent_soft}; border: 2px solid {colours.accent};
  border-radius: {round(size / 2)}px; padding: {round(size / 3)}px; font-weight: 600; }}
"""
        )
        ready = theme.ready(colours)
        for board in self.boards:
            board.look(ready, letters)
        self.ui.map.palette_used = colours
        self.ui.map.fog.darken(look.fog / 100)
        self.ui.map.map.repaint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dress()

    # ---- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_B if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.black_wanted.emit()
            case Qt.Key.Key_B | Qt.Key.Key_Escape:  # with Shift as in the main window
                self.back_wanted.emit()
            case Qt.Key.Key_F11:
                self.toggle_full_screen()
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.toggle_full_screen()

    def toggle_full_screen(self) -> None:
        """Fills the screen, or becomes a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        came = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if came and monotonic() < self.opened + OPENING:
            self.keys_came.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


def _acting(view: PlayersView) -> list[str]:
    return [person.name for person in view.people if person.standing == "active"]


def _question(asked: Asked) -> str:
    """Who is asked, and of a player what, with the answers there are."""
    if not asked.text:
        return tr("{name} decides", name=asked.name)
    question = f"{asked.name}: {in_words(asked.text)}"
    return "\n".join(filter(None, (question, " · ".join(map(in_words, asked.answers)))))


def _minutes(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
