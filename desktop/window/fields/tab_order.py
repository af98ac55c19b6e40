"""The order of Tab on a form: the way the eye goes through its layouts, not the way it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QGridLayout, QLayout, QLayoutItem, QScrollArea, QWidget

from desktop.window.widgets.basics import RuleLink


class TabOrder(QObject):
    """Keeps Tab in order on a form whose fields come and go."""

    def __init__(self, form: QWidget) -> None:
        super().__init__(form)
        self._form = form
        self._order: list[QWidget] = []
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.arrange)
        form.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._later.start()
        return super().eventFilter(watched, event)

    def arrange(self) -> None:
        """Sets the order, where it is another than before: fields, then the rules beside them."""
        order = rules_last(controls(self._form))
        if order != self._order:
            self._order = order
            for control, following in pairwise(order):
                QWidget.setTabOrder(control, following)


def rules_last(order: Iterable[QWidget]) -> list[QWidget]:
    """Puts the rules that stand beside fields after everything else."""
    return sorted(order, key=lambda control: isinstance(control, RuleLink))


def controls(widget: QWidget) -> Iterator[QWidget]:
    """What takes the focus in a widget, in the order of its layouts; grids row by row."""
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
        return  # what is inside a control is its own affair
    layout = widget.layout()
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        if inside is not None:
            yield from controls(inside)
    elif layout is not None:
        yield from _in_layout(layout)
    else:
        free = [part for part in widget.children() if isinstance(part, QWidget)]
        for part in sorted(free, key=lambda part: (part.y(), part.x())):
            yield from controls(part)


@contextmanager
def keeping_focus(layout: QLayout, otherwise: QWidget) -> Iterator[bool]:
    """Gives the focus back to the same control of a list that is made anew meanwhile, perhaps with
    fewer lines; says whether it is there."""
    focused = QApplication.focusWidget()
    lines = enumerate(_lines(layout))
    spots = ((n, line.index(focused) - len(line)) for n, line in lines if focused in line)
    number, from_the_end = next(spots, (-1, 0))
    yield number >= 0
    left = _lines(layout) if number >= 0 else []
    if left:
        line = left[min(number, len(left) - 1)]
        focus_new(line[max(from_the_end, -len(line))])
    elif number >= 0:
        otherwise.setFocus()


def focus_new(control: QWidget) -> None:
    """Gives the focus to what was put into a layout just now, which Qt would show too late."""
    new: QWidget | None = control
    while new is not None and not new.isVisible():
        new.show()
        new = new.parentWidget()
    control.setFocus()


def _lines(layout: QLayout) -> list[list[QWidget]]:
    """The controls of a list: those in a row of a grid, or in one item of a column."""
    lines: dict[int, list[QWidget]] = {}
    for line, item in _items(layout):
        if (widget := item.widget()) is not None:
            lines.setdefault(line, []).extend(controls(widget))
    return [line for line in lines.values() if line]


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for _, item in _items(layout):
        inside, widget = item.layout(), item.widget()
        if widget is not None:
            yield from controls(widget)
        elif inside is not None:
            yield from _in_layout(inside)


def _items(layout: QLayout) -> list[tuple[int, QLayoutItem]]:
    """What is in a layout, in its order, each with its line: in a grid its row, else its place."""
    items = []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        assert item is not None
        cell = place, 0
        if isinstance(layout, QGridLayout):
            position: Any = layout.getItemPosition(place)  # four numbers; its types say otherwise
            cell = position[0], position[1]
        items.append((cell, place, item))
    return [(cell[0], item) for cell, _, item in sorted(items, key=lambda item: item[:2])]
