"""The portrait on the page of a sheet: a disc, and behind it a menu to choose or remove it."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPixmap

from desktop.window.widgets import basics, paint, pictures, theme
from desktop.window.widgets.file_dialogs import picture_to_read
from desktop.window.widgets.language import tr

DISC = 30


class PortraitButton(QtWidgets.QToolButton):
    """Shows a portrait, or the first letters of the name where there is none."""

    chosen = Signal(object)
    """The file of a picture; None: there is to be none."""
    there = Signal(bool)
    """Whether there is a portrait to be shown."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._png = "", b""
        self._face: QPixmap | None = None
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedSize(theme.scaled(DISC + 4, DISC + 4))
        self.setAccessibleName(tr("Portrait"))
        basics.tip(self, tr("Portrait: choose or remove a picture"))
        menu = QtWidgets.QMenu(self)
        menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(menu)

    @property
    def png(self) -> bytes | None:
        """The portrait that is shown."""
        return self._png or None

    def show_portrait(self, name: str, png: bytes | None) -> None:
        """Shows somebody's portrait."""
        if png != self.png:
            self._png = png or b""
            self._face = pictures.face(png) if png else None
        self._name = name
        self.there.emit(bool(png))
        self.update()

    def _fill_menu(self) -> None:
        menu = self.menu()
        menu.clear()
        if self._png:
            shown = QtWidgets.QLabel()
            shown.setPixmap(pictures.pixmap(self._png))
            shown.setMargin(6)
            shown.setAccessibleName(tr("Portrait: {name}", name=self._name))
            whole = QtWidgets.QWidgetAction(menu)
            whole.setDefaultWidget(shown)
            menu.addAction(whole)
        menu.addAction(tr("Choose a picture…"), self._choose)
        if self._png:
            menu.addAction(tr("Remove the picture"), lambda: self.chosen.emit(None))

    def _choose(self) -> None:
        path = picture_to_read(self, tr("Choose a portrait"))
        if path:
            self.chosen.emit(path)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QtWidgets.QStyleOptionToolButton()
        self.initStyleOption(option)
        colours = theme.current_colours()
        with paint.on(self) as (painter, _):
            disc = QRectF(2, 2, DISC, DISC)
            font = paint.smaller(paint.usual(self.font()), 0.5, bold=True)
            letters = paint.initials(self._name)
            paint.disc(painter, disc, letters, colours.players, colours.card, font, self._face)
            if option.state & QtWidgets.QStyle.StateFlag.State_HasFocus:
                around = disc.adjusted(-1, -1, 1, 1)
                paint.box(painter, around, None, colours.accent, radius=DISC / 2 + 1, width=2)
