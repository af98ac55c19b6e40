"""How Fraydesk looks: Fusion in two palettes of our own, one stylesheet, one font.

Widgets ask for a look with a class: ``theme.dress(widget, "card")``. What is painted by hand takes
its colours from :func:`current_colours`. Qt paints every widget again when those change; pixmaps,
and what keeps what it painted, are made anew on ``theme.notifier().changed``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from string import Template
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6 import QtCore
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QLayout, QWidget

from desktop import assets
from desktop.rules.text import Text

C = TypeVar("C")


class Palette(NamedTuple, Generic[C]):
    """The named colours of one scheme, as ``#rrggbb`` or ready to paint with."""

    name: Text
    """As the status bar says it."""
    dark: bool
    paper: C
    """Behind everything."""
    bar: C
    """Menus, the title strip of a page, the status bar."""
    card: C
    """What lies on the paper; also fields."""
    well: C
    """Chips, tracks of bars, what is sunk into a card."""
    line: C
    """Thin borders and rules."""
    edge: C
    """Borders of buttons and fields: 3 to 1 on what they stand on."""
    ink: C
    muted: C
    faint: C
    """What cannot be done now, and those who are out; still to be read."""
    accent: C
    """Fills: the one button that moves on, who is on turn, damage in the odds."""
    accent_hover: C
    accent_soft: C
    """Behind what is chosen."""
    accent_ink: C
    """Words in the accent's colour."""
    on_accent: C
    players: C
    players_soft: C
    players_ink: C
    foes: C
    good: C
    good_soft: C
    warn: C
    bad: C
    hand: C
    """What the game master did by hand."""
    nothing: C
    """The share of the odds in which nothing happens."""
    on_nothing: C
    others: tuple[C, C, C]
    """A third side, a fourth and a fifth."""

    def tint(self, number: int) -> C:
        """The colour of a side, as :func:`tints` numbers them."""
        sides = (self.players, self.foes, *self.others)
        return sides[number if number < len(sides) else 1 + number % 4]

    def tone(self, tone: str) -> C:
        """The colour of a vital's tone."""
        return {"good": self.good, "warn": self.warn, "bad": self.bad}.get(tone, self.muted)


Colours = Palette[QColor]


_COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#f3f1ec", "#1e1b18"),
    "bar": ("#fcf9f4", "#242019"),
    "card": ("#fffefb", "#2a2621"),
    "well": ("#eee9e1", "#38322b"),
    "line": ("#e2ddd3", "#3b352d"),
    "edge": ("#8c8477", "#82786a"),
    "ink": ("#221f1b", "#efe9df"),
    "muted": ("#5c5549", "#bab0a1"),
    "faint": ("#6c655a", "#9a9081"),
    "accent": ("#a0371f", "#c0502f"),
    "accent_hover": ("#8a2e19", "#a8432a"),
    "accent_soft": ("#fbecea", "#43291f"),
    "accent_ink": ("#9a3219", "#f0977d"),
    "on_accent": ("#ffffff", "#ffffff"),
    "players": ("#2c6a8f", "#5aa2cc"),
    "players_soft": ("#dfe9f0", "#22384a"),
    "players_ink": ("#255a7a", "#8cc3e4"),
    "foes": ("#855200", "#e0954a"),
    "good": ("#2f6f42", "#66b67d"),
    "good_soft": ("#e2f1e4", "#22402b"),
    "warn": ("#8a5f00", "#d9a43b"),
    "bad": ("#b23a1e", "#ea7f66"),
    "hand": ("#7a5b00", "#d9b95e"),
    "nothing": ("#b7aea0", "#7a7266"),
    "on_nothing": ("#221f1b", "#ffffff"),
}
"""The named colours, in the light and in the dark scheme."""


def _palette(name: Text, others: tuple[str, str, str], *, dark: bool) -> Palette[str]:
    named: Any = {id: pair[dark] for id, pair in _COLOURS.items()}
    return Palette(name, dark, **named, others=others)


LIGHT = _palette(Text("light", context="colours"), ("#7a4e9b", "#2f7a5f", "#a03a6a"), dark=False)
DARK = _palette(Text("dark", context="colours"), ("#b58ad6", "#5fb596", "#dd86b0"), dark=True)


class Scheme(NamedTuple):
    """A choice of colours."""

    title: Text
    """As menus say it, with the letter that chooses it."""
    palette: Palette[str] | None
    """None: light or dark, as the desktop is."""


SCHEMES: Mapping[str, Scheme] = {
    "system": Scheme(Text("&As the desktop"), None),
    "light": Scheme(Text("&Light"), LIGHT),
    "dark": Scheme(Text("&Dark"), DARK),
}
"""The schemes that can be chosen, in their order; the first holds until another is chosen."""


class Notifier(QObject):
    """Tells that the colours have changed."""

    changed = Signal()


STYLE = ("-style", "fusion")
"""For the application's arguments. To ask Qt for its style, or to set it, makes all of the enums of
styles for Python, which takes a twentieth of the time to the first paint.
"""

_now = LIGHT
_notifier: Notifier | None = None
_asked = "light"
_scale = 1.0


def palette() -> Palette[str]:
    """The colours in force."""
    return _now


def current_colours() -> Colours:
    """The colours in force, ready to paint with."""
    return ready(_now)


@contextmanager
def painting_in(colours: Palette[str]) -> Iterator[None]:
    """What is painted meanwhile is in these colours: a window may have a scheme of its own."""
    global _now
    before, _now = _now, colours
    try:
        yield
    finally:
        _now = before


@lru_cache(maxsize=4)
def ready(colours: Palette[str]) -> Colours:
    """The colours of a palette, ready to paint with."""
    named: Any = {id: QColor(c) for id, c in colours._asdict().items() if isinstance(c, str)}
    third, fourth, fifth = map(QColor, colours.others)
    return Palette(colours.name, colours.dark, **named, others=(third, fourth, fifth))


def notifier() -> Notifier:
    """Its ``changed`` is for what Qt does not paint again by itself: icons, kept pictures."""
    global _notifier
    if _notifier is None:
        _notifier = Notifier()
    return _notifier


def asked() -> str:
    """The id of the scheme that was chosen."""
    return _asked


POINTS = 10
"""The usual size of letters."""
MOST_PIXELS = 16_777_215
"""Where Qt sees no limit."""


def load_fonts(app: QApplication) -> None:
    """Loads our fonts for every widget; to be called before the first one is made."""
    for weight in ("Regular", "SemiBold", "Bold", "Italic"):
        QFontDatabase.addApplicationFont(str(assets.path("fonts", f"NotoSans-{weight}.ttf")))
    QFontDatabase.addApplicationFont(str(assets.path("fonts", "DejaVuSans.ttf")))
    font = QFont()
    # The second has what the first lacks: the suits of cards.
    font.setFamilies(["Noto Sans", "DejaVu Sans"])
    font.setPointSizeF(POINTS * _scale)
    app.setFont(font)


SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
"""How large everything can be shown, in per cent of the usual size."""
USUAL = 100


def nearest_size(percent: int) -> int:
    """The size nearest to a number: a file of settings can hold any."""
    return min(SIZES, key=lambda size: abs(size - percent))


def stepped(percent: int, by: int) -> int:
    """The next larger or smaller size; the last one where there is no other."""
    place = SIZES.index(nearest_size(percent)) + by
    return SIZES[max(0, min(place, len(SIZES) - 1))]


def scale() -> float:
    """How large everything is, against the usual size."""
    return _scale


def px(length: float) -> int:
    """A length in pixels at the usual size, as it is at the size in force."""
    return min(round(length * _scale), MOST_PIXELS)


def scaled(width: float, height: float) -> QSize:
    """A size in pixels at the usual size, as it is at the size in force."""
    return QSize(px(width), px(height))


def resize(app: QApplication, percent: int) -> None:
    """Shows everything at another size: letters, distances, pictures, and what is painted."""
    global _scale
    before, _scale = _scale, percent / 100
    if _scale == before:
        return
    font = app.font()
    font.setPointSizeF(POINTS * _scale)
    app.setFont(font)
    if not app.styleSheet():
        return  # nothing is shown yet
    for window in app.topLevelWidgets():
        window.setUpdatesEnabled(False)
    for widget in app.allWidgets():
        _resize(widget, _scale / before)
    _put_on(app)
    for window in app.topLevelWidgets():
        window.setUpdatesEnabled(True)


def _resize(widget: QWidget, by: float) -> None:
    """Changes the sizes that were set by form or code; the style sheet sets those of its own."""
    if isinstance(widget, QAbstractButton):
        widget.setIconSize(widget.iconSize() * by)
    least, most = widget.minimumSize(), widget.maximumSize()
    if not least.isNull():
        widget.setMinimumSize(least * by)
    for high, set_most in (
        (most.width(), widget.setMaximumWidth),
        (most.height(), widget.setMaximumHeight),
    ):
        if high < MOST_PIXELS:
            set_most(round(high * by))
    for layout in widget.findChildren(
        QLayout, options=QtCore.Qt.FindChildOption.FindDirectChildrenOnly
    ):
        _respace(layout, by)


def _respace(layout: QLayout, by: float) -> None:
    if type(layout) is not QLayout:  # those of Qt's own windows look after themselves
        layout.setContentsMargins(layout.contentsMargins() * by)
        if isinstance(layout, QGridLayout):
            layout.setHorizontalSpacing(round(layout.horizontalSpacing() * by))
            layout.setVerticalSpacing(round(layout.verticalSpacing() * by))
        else:
            layout.setSpacing(round(layout.spacing() * by))
    for inner in layout.findChildren(
        QLayout, options=QtCore.Qt.FindChildOption.FindDirectChildrenOnly
    ):
        _respace(inner, by)


def apply(app: QApplication, scheme: str) -> None:
    """Applies a scheme, given by its id, and emits ``changed`` for everything painted by hand."""
    global _asked
    if not app.styleSheet():
        app.styleHints().colorSchemeChanged.connect(lambda desktops: _follow(app, desktops))
    _asked = scheme
    colours = desktop_colours(app)
    # Qt could be asked for the scheme's name, but makes all of its names for Python for that.
    is_dark = colours.windowText().color().lightness() > colours.window().color().lightness()
    _show(app, SCHEMES[scheme].palette or (DARK if is_dark else LIGHT))


def _show(app: QApplication, new: Palette[str]) -> None:
    global _now
    if new is _now and app.styleSheet():
        return
    _now = new
    app.setPalette(_qt_palette(_now))
    _put_on(app)


def _put_on(app: QApplication) -> None:
    """Sets the style sheet of the scheme that is shown, and tells those who paint.

    From one to another takes Qt five times as long as from none.
    """
    app.setStyleSheet("")
    app.setStyleSheet(stylesheet(_now))
    _forget_system_fonts(app)
    notifier().changed.emit()


def _forget_system_fonts(app: QApplication) -> None:
    """Gives every widget our font again.

    On Windows a style sheet where there was none brings back a font for menus, lists and other
    classes, and gives it to those that are there: to set ours forgets it, but tells nobody.
    """
    ours = app.font()
    app.setFont(ours)
    for widget in app.allWidgets():
        if widget.font().families() != ours.families():
            app.sendEvent(widget, QtCore.QEvent(QtCore.QEvent.Type.ApplicationFontChange))


def desktop_colours(app: QApplication) -> QPalette:
    """The colours that the desktop would give us."""
    ours = app.palette()
    app.setPalette(QPalette())
    theirs = app.palette()
    app.setPalette(ours)
    return theirs


def _follow(app: QApplication, scheme: QtCore.Qt.ColorScheme) -> None:
    if SCHEMES[_asked].palette is None:
        _show(app, DARK if scheme == QtCore.Qt.ColorScheme.Dark else LIGHT)


def dress_new(widget: QWidget, *classes: str) -> None:
    """Gives a widget that nobody has seen yet the look of these classes."""
    widget.setProperty("class", " ".join(classes))


def dress(widget: QWidget, *classes: str) -> None:
    """Gives a widget the look of these classes and of no others."""
    wanted = " ".join(classes)
    if widget.property("class") == wanted:
        return
    widget.setProperty("class", wanted)
    if widget.testAttribute(QtCore.Qt.WidgetAttribute.WA_WState_Polished):
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)
        widget.update()


def _qt_palette(c: Palette[str]) -> QPalette:
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, c.paper),
        (role.WindowText, c.ink),
        (role.Base, c.card),
        (role.AlternateBase, c.bar),
        (role.ToolTipBase, c.card),
        (role.ToolTipText, c.ink),
        (role.PlaceholderText, c.faint),
        (role.Text, c.ink),
        (role.Button, c.card),
        (role.ButtonText, c.ink),
        (role.BrightText, c.on_accent),
        (role.Link, c.accent_ink),
        (role.LinkVisited, c.accent_ink),
        (role.Highlight, c.accent),
        (role.HighlightedText, c.on_accent),
        (role.Mid, c.edge),
        (role.Dark, c.edge),
        (role.Light, c.card),
        (role.Midlight, c.line),
        (role.Shadow, "#000000"),
        (role.Accent, c.accent),
    ):
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(c.faint))
    made.setColor(QPalette.ColorGroup.Disabled, role.Base, QColor(c.bar))
    made.setColor(QPalette.ColorGroup.Inactive, role.Highlight, QColor(c.accent))
    return made


def recoloured(svg: bytes, colour: str) -> bytes:
    """Our icons are drawn in ``currentColor``."""
    return svg.replace(b"currentColor", colour.encode())


def image(name: str, colour: str) -> str:
    """The name of a file that is a coloured copy of an icon: a stylesheet takes nothing else.

    They lie ready, so that the program writes no files only to look as it does.
    """
    return f"{name}-{colour.removeprefix('#')}.svg"


def stylesheet(c: Palette[str]) -> str:
    """The one stylesheet, in the colours of ``c`` and at the size in force."""
    icons = "QPushButton, QToolButton, QMenu, QListView, QTreeView { icon-size: 16px; }"
    return _LENGTH.sub(
        lambda length: (
            f"{max(float(length[1]) * _scale, 1):g}{length[2]}"
            if length[2] == "pt"
            else f"{max(px(float(length[1])), 1)}px"
        ),
        _usual_stylesheet(c) + (icons if _scale != 1 else ""),
    )


_LENGTH = re.compile(r"\b([1-9]\d*\.?\d*)(px|pt)\b")


def _usual_stylesheet(c: Palette[str]) -> str:
    # A path of our own, whatever letters stand in the folder that the program lies in.
    QtCore.QDir.setSearchPaths("coloured", [str(assets.path("icons", "coloured"))])
    check = f"coloured:{image('check', c.on_accent)}"
    arrows = {
        way: f"coloured:{image(f'chevron-{way}', c.muted)}"
        for way in ("down", "up", "left", "right")
    }
    named = assets.path("style.qss").read_text("utf-8")  # its colours have names
    return Template(named).substitute(c._asdict(), check=check, **arrows)
