"""Boxes to choose from: anything by its name, the order of a list, sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox

from desktop.rules.state import side_in_words
from desktop.window.widgets.language import in_words

T = TypeVar("T")


def offer(box: QComboBox, choices: Iterable[tuple[T, str]], chosen: T | None = None) -> None:
    """Offers choices, each an id and its name, in the place of those before; no signal tells of it.

    The first is chosen where ``chosen`` is none of them.
    """
    with QSignalBlocker(box):
        box.clear()
        for id, name in choices:
            box.addItem(name, id)
        box.setCurrentIndex(max(box.findData(chosen), 0))


class SortBox(QComboBox):
    """Offers orders, each a label and what things are sorted by; the first holds at the start."""

    _keys: Sequence[Callable[[Any], Any]] = ()

    def offer(self, *orders: tuple[str, Callable[[Any], Any]]) -> None:
        """Sets the orders there are."""
        self._keys = [key for _, key in orders]
        self.addItems([title for title, _ in orders])

    def sorted(self, things: Iterable[T]) -> list[T]:
        """The things in the order that is chosen; equals stay as they come."""
        return sorted(things, key=self._keys[self.currentIndex()])


def offer_sides(box: QComboBox, sides: Iterable[str]) -> None:
    """Adds sides by what they are called in the language that is chosen."""
    for side in sides:
        box.addItem(in_words(side_in_words(side)), side)


def chosen_side(box: QComboBox) -> str:
    """The side that is chosen, or a new one as it was typed."""
    text = box.currentText().strip()
    return box.itemData(box.findText(text)) or text
