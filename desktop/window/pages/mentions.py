"""The way back from what is open to the notes that name it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop.window.store import Store
from desktop.window.widgets import icons
from desktop.window.widgets.language import tr
from desktop.window.widgets.menu import add


class Mentions(QPushButton):
    """A menu of the notes that have a link to what is open; not there where none has."""

    chosen = Signal(str, int)
    """The kind and id of a note."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Notes"), parent)
        self.setAutoDefault(False)
        self.setAccessibleName(tr("Notes that name it"))
        self.setToolTip(self.accessibleName())
        icons.wear(self, "pencil", "muted", 15)
        self.setMenu(QMenu(self))
        self.hide()

    async def show_those_of(self, store: Store, name: str) -> None:
        """Offers the notes that name ``name``."""
        from desktop.library.notes import mentioning

        self._name = name
        notes = await store.read(lambda c: mentioning(c, name))
        if self._name == name:  # else something else was opened meanwhile
            self.menu().clear()
            for note in notes:
                add(self.menu(), note.name, partial(self.chosen.emit, "note", note.id))
            self.setVisible(bool(notes))
