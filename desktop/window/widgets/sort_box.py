"""In which order a list is shown: a box to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from PySide6.QtWidgets import QComboBox

from desktop.window.widgets.language import tr

T = TypeVar("T")


class SortBox(QComboBox):
    """Offers orders, each a label and what things are sorted by; the first holds at the start."""

    def __init__(self, *orders: tuple[str, Callable[[Any], Any]]) -> None:
        super().__init__()
        self._keys = [key for _, key in orders]
        self.addItems([title for title, _ in orders])
        self.setAccessibleName(tr("Order of the list"))

    def sorted(self, things: Iterable[T]) -> list[T]:
        """The things in the order that is chosen; equals stay as they come."""
        return sorted(things, key=self._keys[self.currentIndex()])
