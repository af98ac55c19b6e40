"""A page with nothing on it but what to do next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from desktop.forms.empty_page import Ui_EmptyPageForm
from desktop.window.widgets import icons


class EmptyPage(QWidget):
    """Says what would stand here and offers the first steps."""

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_EmptyPageForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self._first: Callable[[], object] = lambda: None
        self._second: Callable[[], object] = lambda: None
        self.ui.first.clicked.connect(lambda: self._first())
        self.ui.second.clicked.connect(lambda: self._second())

    def say(
        self,
        icon: str,
        text: str,
        first: tuple[str, Callable[[], object]] | None = None,
        second: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        """Shows a text and up to two buttons."""
        icons.wear(self.ui.icon, icon, "faint", 44)
        self.ui.text.setText(text)
        for control, offer in ((self.ui.first, first), (self.ui.second, second)):
            control.setVisible(offer is not None)
            if offer:
                control.setText(offer[0])
                control.setAccessibleName(offer[0])
        if first:
            self._first = first[1]
        if second:
            self._second = second[1]
