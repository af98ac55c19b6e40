"""In which order a list is shown: a box to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from PySide6.QtWidgets import QComboBox

T = TypeVar("T")


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
