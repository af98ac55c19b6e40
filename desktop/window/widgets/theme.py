"""How Fraydesk looks: Fusion in two palettes of our own, one stylesheet, one font.

Widgets ask for a look with a class: ``theme.dress(widget, "card")``. What is painted by hand takes
its colours from :func:`current_colours` and repaints on ``theme.notifier().changed``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from PySide6 import QtCore
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QLayout, QWidget

from desktop import assets
from desktop.rules.text import Text

C = TypeVar("C")


@dataclass(frozen=True)
class Palette(Generic[C]):
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


LIGHT = Palette(
    name=Text("light", context="colours"),
    dark=False,
    paper="#f3f1ec",
    bar="#fcf9f4",
    card="#fffefb",
    well="#eee9e1",
    line="#e2ddd3",
    edge="#8c8477",
    ink="#221f1b",
    muted="#5c5549",
    faint="#6c655a",
    accent="#a0371f",
    accent_hover="#8a2e19",
    accent_soft="#fbecea",
    accent_ink="#9a3219",
    on_accent="#ffffff",
    players="#2c6a8f",
    players_soft="#dfe9f0",
    players_ink="#255a7a",
    foes="#855200",
    good="#2f6f42",
    good_soft="#e2f1e4",
    warn="#8a5f00",
    bad="#b23a1e",
    hand="#7a5b00",
    nothing="#b7aea0",
    on_nothing="#221f1b",
    others=("#7a4e9b", "#2f7a5f", "#a03a6a"),
)

DARK = Palette(
    name=Text("dark", context="colours"),
    dark=True,
    paper="#1e1b18",
    bar="#242019",
    card="#2a2621",
    well="#38322b",
    line="#3b352d",
    edge="#82786a",
    ink="#efe9df",
    muted="#bab0a1",
    faint="#9a9081",
    accent="#c0502f",
    accent_hover="#a8432a",
    accent_soft="#43291f",
    accent_ink="#f0977d",
    on_accent="#ffffff",
    players="#5aa2cc",
    players_soft="#22384a",
    players_ink="#8cc3e4",
    foes="#e0954a",
    good="#66b67d",
    good_soft="#22402b",
    warn="#d9a43b",
    bad="#ea7f66",
    hand="#d9b95e",
    nothing="#7a7266",
    on_nothing="#ffffff",
    others=("#b58ad6", "#5fb596", "#dd86b0"),
)


@dataclass(frozen=True, slots=True)
class Scheme:
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
    named: Any = {id: QColor(c) for id, c in vars(colours).items() if isinstance(c, str)}
    third, fourth, fifth = map(QColor, colours.others)
    return Palette(colours.name, colours.dark, **named, others=(third, fourth, fifth))


def notifier() -> Notifier:
    """Its ``changed`` is for painted things: delegates, icons, bars."""
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
    app.setStyleSheet(stylesheet(_now))
    notifier().changed.emit()
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
    first = not app.styleSheet()
    if first:
        app.styleHints().colorSchemeChanged.connect(lambda desktops: _follow(app, desktops))
    _asked = scheme
    _show(app, SCHEMES[scheme].palette or _as_desktop(_is_dark(desktop_colours(app))))
    if first:  # on Windows the first style sheet brings back a font for each class of widgets
        app.setFont(app.font())


def _as_desktop(dark: bool) -> Palette[str]:
    return DARK if dark else LIGHT


def _show(app: QApplication, new: Palette[str]) -> None:
    global _now
    if new is _now and app.styleSheet():
        return
    _now = new
    app.setPalette(_qt_palette(_now))
    app.setStyleSheet(stylesheet(_now))
    notifier().changed.emit()


def desktop_colours(app: QApplication) -> QPalette:
    """The colours that the desktop would give us."""
    ours = app.palette()
    app.setPalette(QPalette())
    theirs = app.palette()
    app.setPalette(ours)
    return theirs


def _is_dark(colours: QPalette) -> bool:
    """Qt could be asked for the scheme's name, but makes all of its names for Python for that."""
    return colours.windowText().color().lightness() > colours.window().color().lightness()


def _follow(app: QApplication, scheme: QtCore.Qt.ColorScheme) -> None:
    if SCHEMES[_asked].palette is None:
        _show(app, _as_desktop(scheme == QtCore.Qt.ColorScheme.Dark))


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
    down = f"coloured:{image('chevron-down', c.muted)}"
    up = f"coloured:{image('chevron-up', c.muted)}"
    return f"""
QToolTip {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.edge}; padding: 5px 8px; }}

QMenuBar {{ background: {c.bar}; border-bottom: 1px solid {c.line}; padding: 2px 6px; }}
QMenuBar::item {{ padding: 8px 10px; border-radius: 6px; background: transparent; }}
QMenuBar.narrow::item {{ padding: 8px 5px; }}
QMenuBar::item:selected {{ background: {c.well}; }}
QToolButton#qt_menubar_ext_button {{ qproperty-icon: url({down}); padding: 0; border: 0; }}
QMenu {{ background: {c.card}; border: 1px solid {c.edge}; padding: 5px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QMenu::item {{ padding: 6px 26px 6px 12px; border-radius: 5px; color: {c.ink}; }}
QMenu::item:selected {{ background: {c.well}; }}
QMenu::item:disabled {{ color: {c.faint}; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: 5px 8px; }}
QStatusBar {{ background: {c.bar}; border-top: 1px solid {c.line}; color: {c.muted}; }}
QStatusBar::item {{ border: 0; }}
QStatusBar QLabel {{ color: {c.muted}; padding: 2px 8px; }}

QSplitter::handle {{ background: {c.line}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QSplitter::handle:hover {{ background: {c.edge}; }}

QScrollArea, QScrollArea > QWidget > QWidget.page {{ background: transparent; border: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {c.edge}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 34px; }}
QScrollBar::handle:horizontal {{ min-width: 34px; }}
QScrollBar::handle:hover {{ background: {c.faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QPushButton {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.edge};
  border-radius: 7px; padding: 5px 12px; min-height: 18px; outline: 0; }}
QPushButton:hover {{ background: {c.bar}; border-color: {c.faint}; }}
QPushButton:pressed {{ background: {c.well}; }}
QPushButton:focus {{ border: 2px solid {c.accent_ink}; padding: 4px 11px; }}
QPushButton:checked {{ background: {c.accent_soft}; border-color: {c.accent}; }}
QPushButton:disabled {{ color: {c.faint}; background: {c.bar}; border-color: {c.line}; }}
QPushButton::menu-indicator {{ image: url({down}); width: 12px; height: 12px; right: 6px;
  subcontrol-position: right center; subcontrol-origin: padding; }}
.primary {{ background: {c.accent}; color: {c.on_accent}; border: 1px solid {c.accent};
  border-radius: 7px; padding: 5px 14px; font-weight: 600; min-height: 18px; }}
.primary:hover {{ background: {c.accent_hover}; border-color: {c.accent_hover}; }}
.primary:pressed {{ background: {c.accent}; }}
.primary:focus {{ border: 2px solid {c.ink}; padding: 4px 13px; }}
.primary:disabled {{ background: {c.well}; border-color: {c.line}; color: {c.faint}; }}
.quiet {{ background: transparent; border: 1px solid transparent; color: {c.muted};
  border-radius: 6px; padding: 4px 8px; min-height: 16px; }}
.quiet:hover {{ background: {c.well}; color: {c.ink}; border-color: transparent; }}
.quiet:focus {{ border: 1px solid {c.accent_ink}; padding: 4px 8px; }}
.quiet:checked {{ background: {c.well}; color: {c.ink}; border-color: transparent; }}
.quiet:disabled {{ color: {c.faint}; background: transparent; border-color: transparent; }}
#message_action, #message_details, #message_copy, #message_close {{ padding-top: 1px;
  padding-bottom: 1px; }}
.column {{ background: transparent; border: 1px solid transparent; color: {c.muted};
  font-size: 8.5pt; padding: 1px 2px; text-align: left; min-height: 14px; }}
.column:hover {{ background: {c.well}; color: {c.ink}; border-color: transparent; }}
.column:focus {{ border: 1px solid {c.accent_ink}; padding: 1px 2px; }}
.link {{ background: transparent; border: 1px solid transparent; color: {c.accent_ink};
  padding: 1px 3px; text-align: left; min-height: 18px; }}
.link:hover {{ background: transparent; text-decoration: underline; border-color: transparent; }}
.link:focus {{ border: 1px solid {c.accent_ink}; border-radius: 4px; padding: 1px 3px; }}
.link:disabled {{ color: {c.faint}; background: transparent; border-color: transparent; }}
.rule {{ background: transparent; border: 0; border-bottom: 1px dotted {c.faint};
  border-radius: 0; color: {c.muted}; font-size: 8pt; padding: 0; margin: 0 1px;
  text-align: left; min-height: 13px; }}
.rule:hover {{ background: transparent; color: {c.accent_ink}; border-bottom-color: {c.accent}; }}
.rule:focus {{ padding: 0; border: 0; border-bottom: 1px solid {c.accent_ink};
  color: {c.accent_ink};
  background: {c.accent_soft}; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 6px;
  padding: 4px; color: {c.ink}; }}
QToolButton:hover {{ background: {c.well}; }}
QToolButton:pressed, QToolButton:checked {{ background: {c.well}; }}
QToolButton:focus {{ border-color: {c.accent_ink}; }}
QToolButton:disabled {{ color: {c.faint}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {{
  background: {c.card}; color: {c.ink}; border: 1px solid {c.edge}; border-radius: 6px;
  selection-background-color: {c.accent}; selection-color: {c.on_accent};
  placeholder-text-color: {c.faint}; }}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {{ padding: 4px 7px; min-height: 18px; }}
QPlainTextEdit, QTextEdit {{ padding: 3px 4px; }}
QLineEdit:hover, QPlainTextEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover,
QDateEdit:hover {{
  border-color: {c.faint}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QComboBox:focus, QDateEdit:focus {{ border-color: {c.accent_ink}; }}
QLineEdit:disabled, QPlainTextEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{
  background: {c.bar}; color: {c.muted}; border-color: {c.line}; }}
QPlainTextEdit:read-only, QLineEdit:read-only {{ background: {c.bar}; }}
QLineEdit.refused, QPlainTextEdit.refused, QSpinBox.refused, QComboBox.refused,
QFrame.refused {{ border: 1px solid {c.bad}; background: {c.accent_soft}; }}
QComboBox, QDateEdit {{ padding-right: 22px; }}
QComboBox::drop-down, QDateEdit::drop-down {{ border: 0; width: 20px;
  subcontrol-position: center right; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{ image: url({down}); width: 12px; height: 12px; }}
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus {{ background: {c.card};
  border: 0; border-radius: 0; margin: 0 1px; padding: 3px;
  selection-background-color: {c.well}; selection-color: {c.ink}; outline: 0; }}
QSpinBox, QDoubleSpinBox {{ padding: 4px 20px 4px 0; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ border: 0; background: transparent;
  padding: 0 2px 0 7px; min-height: 0; }}
QLineEdit.titleedit {{ font-size: 12pt; font-weight: 600; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ border: 0; width: 18px; background: transparent;
  subcontrol-position: top right; margin: 1px 1px 0 0; border-radius: 3px; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{ border: 0; width: 18px;
  background: transparent; subcontrol-position: bottom right; margin: 0 1px 1px 0;
  border-radius: 3px; }}
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover,
QDoubleSpinBox::down-button:hover {{ background: {c.well}; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({up}); width: 9px; height: 9px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url({down}); width: 9px; height: 9px; }}

QCheckBox, QRadioButton {{ spacing: 8px; padding: 2px 0; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {c.muted}; }}
QCheckBox::indicator, QListView::indicator, QTreeView::indicator, QTableView::indicator {{
  width: 14px; height: 14px; border: 1px solid {c.faint}; border-radius: 4px;
  background: {c.card}; }}
QCheckBox::indicator:hover, QCheckBox::indicator:focus {{ border-color: {c.accent_ink}; }}
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked,
QTableView::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
  image: url({check}); }}
QCheckBox::indicator:disabled {{ border-color: {c.line}; background: {c.bar}; }}
QCheckBox:focus, QRadioButton:focus {{ color: {c.accent_ink}; }}
QRadioButton::indicator {{ width: 12px; height: 12px; border: 1px solid {c.faint};
  border-radius: 7px; background: {c.card}; }}
QRadioButton::indicator:checked {{ background: {c.accent}; border: 3px solid {c.card};
  width: 8px; height: 8px; outline: 1px solid {c.accent}; }}

QListView, QTreeView, QTableView {{ background: {c.card}; border: 1px solid {c.line};
  border-radius: 8px; outline: 0; selection-background-color: {c.accent_soft};
  selection-color: {c.ink}; }}
QListView::item, QTreeView::item {{ padding: 4px 6px; border-radius: 5px; }}
QListView::item:hover, QTreeView::item:hover {{ background: {c.bar}; }}
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {{
  background: {c.accent_soft}; color: {c.ink}; }}
QListView:focus, QTreeView:focus, QTableView:focus {{ border-color: {c.accent_ink}; }}
QTableView {{ gridline-color: {c.line}; }}
QTableView::item {{ padding: 3px 7px; }}
QHeaderView::section {{ background: {c.bar}; color: {c.muted}; border: 0;
  border-bottom: 1px solid {c.line}; padding: 4px 7px; font-size: 8.5pt; }}
QTableCornerButton::section {{ background: {c.bar}; border: 0; }}
.bare {{ background: transparent; border: 0; }}

QTabBar::tab {{ background: transparent; color: {c.muted}; padding: 6px 12px; border: 0;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:hover {{ color: {c.ink}; }}
QTabBar::tab:selected {{ color: {c.ink}; border-bottom: 2px solid {c.accent}; }}
QTabBar::tab:focus {{ color: {c.accent_ink}; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {c.line}; }}
QProgressBar {{ background: {c.well}; border: 0; border-radius: 4px; min-height: 8px;
  max-height: 8px; }}
QProgressBar::chunk {{ background: {c.accent_ink}; border-radius: 4px; }}

QFrame.card, QWidget.card {{ background: {c.card}; border: 1px solid {c.line};
  border-radius: 9px; }}
QFrame.sunk {{ background: {c.bar}; border: 1px solid {c.line}; border-radius: 8px; }}
QFrame.popup {{ background: {c.card}; border: 1px solid {c.edge}; }}
QFrame.card-active {{ background: {c.card}; border: 2px solid {c.accent}; border-radius: 9px; }}
QFrame.card-asking {{ background: {c.card}; border: 1px solid {c.accent}; border-radius: 9px; }}
QFrame.strip, QWidget.strip {{ background: {c.bar}; border: 0;
  border-bottom: 1px solid {c.line}; }}
QFrame.side, QWidget.side {{ background: {c.bar}; border: 0; }}
QFrame.divider {{ background: {c.line}; border: 0; max-height: 1px; min-height: 1px; }}
QFrame.notice {{ background: {c.players_soft}; border: 0; border-bottom: 1px solid {c.line}; }}
MessageBar.notice, MessageBar.trouble {{ border: 1px solid {c.edge}; border-radius: 9px; }}
MessageBar.trouble {{ border-color: {c.accent}; }}
QFrame.notice QLabel {{ color: {c.ink}; }}
QFrame.trouble {{ background: {c.accent_soft}; border: 0; border-bottom: 1px solid {c.accent}; }}

QLabel {{ background: transparent; }}
.title {{ font-size: 14pt; font-weight: 600; color: {c.ink}; }}
.fieldname {{ font-size: 9pt; color: {c.ink}; }}
.heading {{ font-size: 11pt; font-weight: 600; color: {c.ink}; }}
.result {{ font-size: 12pt; font-weight: 600; color: {c.ink}; }}
.strong {{ font-weight: 600; }}
.section {{ font-size: 8pt; font-weight: 600; color: {c.muted}; letter-spacing: 1px; }}
.muted {{ color: {c.muted}; }}
.small {{ font-size: 8.5pt; color: {c.muted}; }}
.faint {{ color: {c.faint}; }}
.struck {{ font-size: 8.5pt; color: {c.muted}; text-decoration: line-through; }}
.refusal {{ color: {c.bad}; font-size: 9pt; }}
.byhand {{ color: {c.hand}; }}
.goodtext {{ color: {c.good}; }}
.badtext {{ color: {c.bad}; }}
.big {{ font-size: 16pt; font-weight: 600; }}

QLabel.chip, QPushButton.chip {{ background: {c.well}; color: {c.muted}; border: 0;
  border-radius: 10px; padding: 2px 9px; min-height: 16px; max-height: 17px; }}
QLabel.chip-accent {{ background: {c.accent}; color: {c.on_accent}; border-radius: 10px;
  padding: 2px 9px; min-height: 16px; max-height: 17px; }}
QLabel.chip-players {{ background: {c.players_soft}; color: {c.players_ink};
  border-radius: 10px; padding: 2px 9px; min-height: 16px; max-height: 17px; }}
QLabel.badge {{ background: {c.well}; color: {c.muted}; border-radius: 7px; padding: 0 6px;
  font-size: 8.5pt; }}
QLabel.die {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.edge};
  border-radius: 4px; padding: 0 5px; font-weight: 600; }}
QLabel.die-good {{ background: {c.good_soft}; color: {c.ink}; border: 1px solid {c.good};
  border-radius: 4px; padding: 0 5px; font-weight: 600; }}
QLabel.number {{ background: {c.bar}; border: 1px solid {c.line}; border-radius: 7px;
  padding: 4px 10px; font-weight: 600; }}
QPushButton.option {{ text-align: left; padding: 6px 10px; }}
QPushButton.option:checked {{ border: 2px solid {c.accent}; background: {c.accent_soft};
  font-weight: 600; padding: 5px 9px; }}
QPushButton.target {{ border-radius: 14px; padding: 4px 12px; }}
QPushButton.target:checked {{ border: 1px solid {c.accent}; background: {c.accent_soft}; }}
QPushButton.odds {{ background: {c.well}; border: 1px solid transparent; text-align: left;
  padding: 4px 10px; border-radius: 6px; }}
QPushButton.odds:hover {{ border-color: {c.edge}; }}
QPushButton.odds:focus {{ border: 1px solid {c.accent_ink}; padding: 4px 10px; }}
QPushButton.nav {{ background: transparent; border: 1px solid transparent; color: {c.muted};
  border-radius: 7px; padding: 5px 10px; text-align: left; }}
QPushButton.nav:hover {{ background: {c.well}; color: {c.ink}; }}
QPushButton.nav:checked {{ background: {c.well}; color: {c.accent_ink};
  border-color: transparent; }}
QPushButton.nav:focus {{ border: 1px solid {c.accent_ink}; padding: 5px 10px; }}
QPushButton.narrow, QPushButton.narrow:focus {{ padding: 5px 3px; }}
"""
