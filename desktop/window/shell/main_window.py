"""The window: menus, library, page, rules, status. What they do is connected by the desk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QMenu, QPushButton, QWidget

from desktop.forms.main_window import Ui_MainWindow
from desktop.forms.nav import Ui_NavForm
from desktop.window.pages.welcome import WelcomePage
from desktop.window.widgets import icons, theme
from desktop.window.widgets.basics import label

if TYPE_CHECKING:
    from desktop.window.shell.library import LibraryPanel
    from desktop.window.shell.message_bar import MessageBar
    from desktop.window.shell.rule_pane import RulePane

Section = Literal["characters", "encounters", "fight", "house_rules", "throws", "notes"]

SECTIONS: Mapping[Section, str] = {
    "characters": "character",
    "encounters": "encounter",
    "fight": "fight",
    "house_rules": "house-rules",
    "throws": "d20",
    "notes": "pencil",
}
"""The places one can be, with their icons."""

LIBRARY_WIDTH, RULES_WIDTH = 262, 300

DIGIT_KEYS = {"linux": 9, "win32": 1}
"""What the system's number of a digit's key is more than the digit."""


class MainWindow(QMainWindow):
    """The main window. Pages are added when they are first shown."""

    library: LibraryPanel
    message: MessageBar
    rules: RulePane

    painted = Signal()
    """For the first time, so that slower things may begin."""
    section_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_MainWindow(self)
        self.setWindowIcon(icons.window_icon())
        self.welcome = WelcomePage()
        self.ui.pages.addWidget(self.welcome)
        self.may_close: Callable[[], bool] = lambda: True
        """Asked when the window is to close; says no while something is still on its way."""
        self.starts_again = False
        """Whether the program starts again when the window has closed."""
        self._painted = False
        self.painted.connect(lambda: QTimer.singleShot(0, self._dress_nav))
        self._nav_cut, self._nav_needs = False, 0
        self._make_nav()
        self._make_status()
        self.widths = theme.px(LIBRARY_WIDTH), theme.px(RULES_WIDTH)
        """Of the library and of the rules, in pixels."""
        self.ui.splitter.splitterMoved.connect(lambda *_: self._moved())
        self._asked: list[QWidget] = []
        """The panes that are to be shown, the one asked for last at the end."""
        self._insisted: QWidget | None = None
        self._furnished = False

    def furnish(self) -> None:
        """Adds what the first paint does not need: library, rules, messages, the menus' icons."""
        if self._furnished:
            return
        from PySide6.QtCore import Qt  # not before the first paint: it makes all of Qt's names

        from desktop.window.shell.library import LibraryPanel
        from desktop.window.shell.message_bar import MessageBar
        from desktop.window.shell.rule_pane import RulePane

        self._furnished = True
        self.installEventFilter(self)
        for entry in self.ui.menubar.actions():
            cast(QMenu, entry.menu()).installEventFilter(self)
        for made in self.nav.values():  # a click leaves the keys where they are
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.message = MessageBar(self)
        self.library = LibraryPanel()
        self.rules = RulePane()
        splitter = self.ui.splitter
        for place, pane in ((0, self.library), (2, self.rules)):
            pane.hide()
            splitter.insertWidget(place, pane)
        for place in range(3):
            splitter.setStretchFactor(place, int(place == 1))
            splitter.setCollapsible(place, False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl with the key of a digit goes to its page where that key has another letter too, as
        on a Czech keyboard. Escape in a menu that the mouse has opened leaves the keys where they
        were, and does not give them to the bar."""
        if isinstance(watched, QMenu):
            pressed = event.type() == QEvent.Type.KeyPress and not self.ui.menubar.hasFocus()
            if pressed and cast(QKeyEvent, event).matches(QKeySequence.StandardKey.Cancel):
                return watched.close()
            return super().eventFilter(watched, event)
        if not isinstance(event, QKeyEvent) or not (action := self._page_at_the_key(event)):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.KeyPress:
            action.trigger()
        event.accept()  # of what would be a shortcut first: then it comes as a key
        return True

    def _page_at_the_key(self, event: QKeyEvent) -> QAction | None:
        from PySide6.QtCore import Qt

        more = DIGIT_KEYS.get(sys.platform)
        wanted = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        plain = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if more is None or not (wanted and plain) or Qt.Key.Key_0 <= event.key() <= Qt.Key.Key_9:
            return None
        pages = dict(enumerate(self.section_actions.values(), 1))
        return pages.get(event.nativeScanCode() - more)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keys, where nothing else takes it."""
        focused = self.focusWidget()
        if event.text() == "\r" and isinstance(focused, QAbstractButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    # ---- making

    def _make_nav(self) -> None:
        corner, ui = QWidget(self.ui.menubar), self.ui
        nav = Ui_NavForm(corner)
        self.nav: Mapping[Section, QPushButton] = {
            section: getattr(nav, f"nav_{section}") for section in SECTIONS
        }
        self.section_actions: Mapping[Section, QAction] = {
            section: getattr(ui, f"show_{section}") for section in SECTIONS
        }
        for section in SECTIONS:
            for asked in (self.nav[section].clicked, self.section_actions[section].triggered):
                asked.connect(lambda _=False, section=section: self._go(section))
        self.show_section(None)
        ui.menubar.setCornerWidget(corner)

    def _go(self, section: Section) -> None:
        self.show_section(self._section)
        self.section_asked.emit(section)

    def show_section(self, section: Section | None) -> None:
        """Shows which of the places this is."""
        self._section = section
        for id, made in self.nav.items():
            made.setChecked(id == section)
            icons.wear(made, SECTIONS[id], "accent" if id == section else "muted", 15)
        for id, action in self.section_actions.items():
            action.setChecked(id == section)

    def _make_status(self) -> None:
        bar = self.ui.statusbar
        self.campaign_label = label("", name="status_campaign")
        self.campaign_label.setMinimumWidth(1)  # where there is little room, this is cut short
        self.saved_label = label("", name="status_saved")
        self.dice_label = label("", name="status_dice")
        self.scheme_label = label("", name="status_scheme")
        bar.addWidget(self.campaign_label)
        bar.addWidget(self.saved_label, 1)
        bar.addPermanentWidget(self.dice_label)
        bar.addPermanentWidget(self.scheme_label)

    # ---- pages

    def show_page(self, page: QWidget) -> None:
        """Shows a page that was added."""
        self.ui.pages.setCurrentWidget(page)
        self._insisted = None
        self._share_room()

    def show_pane(self, pane: QWidget, on: bool, *, insist: bool = False) -> None:
        """Shows or hides the library or the rules, as wide as before; the page gets the rest.

        A pane gives way where the page needs its room, the one asked for first before the other;
        one that somebody insists on stays until another page is shown.
        """
        asked = [other for other in self._asked if other is not pane]
        self._asked = [*asked, pane] if on else asked
        if on and insist:
            self._insisted = pane
        self._share_room()

    def set_widths(self, library: int, rules: int) -> None:
        """How wide the library and the rules are, whether they are shown or not."""
        self.widths = library, rules
        self._share_room()

    def rescale(self, by: float) -> None:
        """Everything is larger by a factor: panes and menus take or give room."""
        self._nav_needs = round(self._nav_needs * by)
        self._fit_nav()
        library, rules = (round(wide * by) for wide in self.widths)
        self.set_widths(library, rules)

    def _share_room(self) -> None:
        """Gives the panes that were asked for their width, as far as the page can spare it."""
        if not self._furnished:
            return
        splitter = self.ui.splitter
        seen = self.ui.room.viewport().width()  # less than the splitter's where it scrolls sideways
        room = seen - 2 * splitter.handleWidth() - self.ui.pages.least_width()
        least = {pane: pane.minimumWidth() for pane in self._asked}
        shown = list(self._asked)
        for pane in self._asked:
            if pane is not self._insisted and sum(least[pane] for pane in shown) > room:
                shown.remove(pane)
        panes = self.library, self.rules
        for pane in panes:
            pane.setVisible(pane in shown)
        widths = [wide * (pane in shown) for pane, wide in zip(panes, self.widths, strict=True)]
        while (over := sum(widths) - room) > 0:
            wide = [w - least[p] if p in shown else 0 for p, w in zip(panes, widths, strict=True)]
            widest = wide.index(max(wide))
            if wide[widest] <= 0:
                break
            widths[widest] -= min(over, wide[widest])
        splitter.setSizes([widths[0], max(splitter.width() - sum(widths), 0), widths[1]])

    def _moved(self) -> None:
        sizes = self.ui.splitter.sizes()
        library, rules = self.widths
        self.widths = sizes[0] or library, sizes[2] or rules

    def open_again(self) -> None:
        """Closes, which stores everything; the program opens the window again at this place."""
        self.starts_again = True
        self.close()

    # ---- events

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_nav()
        self._share_room()

    def _fit_nav(self) -> None:
        """Where the menus need the room, the places are icons alone, and all stand close."""
        if not self._nav_cut:
            self._nav_needs = self.ui.menubar.sizeHint().width()
        cut = self.width() < self._nav_needs
        if cut != self._nav_cut:
            self._nav_cut = cut
            for made in self.nav.values():
                made.setText("" if cut else made.accessibleName())
            if self._painted:  # a style that is asked before takes time from the first paint
                self._dress_nav()
            bar = self.ui.menubar
            bar.setCornerWidget(bar.cornerWidget())  # which measures it anew

    def _dress_nav(self) -> None:
        """Has menus and places stand close together where there is little room, or as usual."""
        narrow = ["narrow"] if self._nav_cut else []
        for made in self.nav.values():
            theme.dress(made, "nav", *narrow)
            made.updateGeometry()
        bar = self.ui.menubar
        theme.dress(bar, *narrow)
        bar.setCornerWidget(bar.cornerWidget())

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close():
            event.accept()
        else:
            event.ignore()
