"""Context menus: what can be done there, for the mouse and for the menu key alike.

Every entry is something that a key or a button does too.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

Fill = Callable[[QMenu, QPoint], object]
"""``fill(menu, place)``: puts in what can be done at a place of the widget."""


def offer_menu(widget: QWidget, fill: Fill) -> None:
    """Gives a widget a context menu; where ``fill`` puts nothing in, none opens."""

    def open_at(place: QPoint) -> None:
        menu = QMenu(widget)
        fill(menu, place)
        seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        pop_up(menu, seen.mapToGlobal(place))

    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    widget.customContextMenuRequested.connect(open_at)


def pop_up(menu: QMenu, on_screen: QPoint) -> None:
    """Opens a menu that lives until it is closed; an empty one not at all."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if menu.isEmpty():
        menu.deleteLater()
    else:
        menu.popup(on_screen)


MOST_LETTERS, AT_THE_END = 72, 24
"""A longer label is cut in its middle: Qt makes a menu wider than the screen. The end may be a
number, or a word that says what is done."""


def in_a_menu(label: str) -> str:
    """A label with a name in it, as it can stand in a menu."""
    line = " ".join(label.split())
    if len(line) > MOST_LETTERS:
        line = f"{line[: MOST_LETTERS - AT_THE_END - 1]}…{line[-AT_THE_END:]}"
    return line.replace("&", "&&")


def add(
    menu: QMenu,
    label: str,
    do: Callable[[], object],
    key: Qt.Key | str = "",
    *,
    on: bool = True,
    ticked: bool | None = None,
) -> QAction:
    """An entry, with the key that does the same; ``ticked`` is for one that holds or does not."""
    named = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    action = menu.addAction(in_a_menu(label) + (f"\t{named}" if named else ""))
    action.triggered.connect(lambda _=False: do())
    action.setEnabled(on)
    action.setCheckable(ticked is not None)
    action.setChecked(bool(ticked))
    return action
