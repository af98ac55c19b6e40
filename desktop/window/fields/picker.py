"""A search in the catalogue, in a small window over the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.window.fields.editor import Finder, Found
from desktop.window.fields.record_list import NOTE, RecordDelegate
from desktop.window.widgets import theme
from desktop.window.widgets.basics import label
from desktop.window.widgets.language import tr


class Picker(QFrame):
    """A small window over the page: type to search the catalogue, Enter takes."""

    def __init__(
        self,
        find: Finder,
        kind: str,
        take: Callable[[Mapping[str, Any]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.dress(self, "popup")
        self._find, self._kind, self._take = find, kind, take
        self._found: list[Mapping[str, Any]] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search the catalogue: {kind}", kind=kind))
        self.search.setAccessibleName(tr("Search the catalogue: {kind}", kind=kind))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Found in the catalogue"))
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.setUniformItemSizes(True)
        theme.dress(self.list, "bare")
        self.list.itemActivated.connect(lambda _: self.choose())
        self.list.itemClicked.connect(lambda _: self.choose())
        self.nothing = label(tr("Nothing is called that."), "muted")
        self.nothing.hide()
        inside = QVBoxLayout(self)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.addWidget(self.search)
        inside.addWidget(self.nothing)
        inside.addWidget(self.list)
        self.resize(460, 320)
        self._look("")

    def open_at(self, anchor: QWidget) -> None:
        """Opens under a control, or above it where there is no room, and takes the keys."""
        place = anchor.mapToGlobal(anchor.rect().bottomLeft())
        screen = anchor.screen().availableGeometry()
        place.setX(max(screen.left(), min(place.x(), screen.right() - self.width())))
        if place.y() + self.height() > screen.bottom():
            place.setY(anchor.mapToGlobal(anchor.rect().topLeft()).y() - self.height())
        self.move(place)
        self.show()
        self.search.setFocus()

    def choose(self) -> None:
        """Takes what is chosen and closes."""
        index = self.list.currentRow()
        if 0 <= index < len(self._found):
            taken = self._found[index]
            self.close()
            self._take(taken)

    def _look(self, text: str) -> None:
        def answer(found: Found) -> None:
            try:
                self._answer(text, found)
            except RuntimeError:  # closed while the search was under way
                return

        self._find(self._kind, text, answer)

    def _answer(self, text: str, found: Found) -> None:
        if text != self.search.text():
            return
        self._found = [data for _, _, data in found]
        self.list.clear()
        for name, note, _ in found:
            item = QListWidgetItem(name)
            item.setData(NOTE, note)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not found)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.choose()
                return True
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                by = 1 if key == Qt.Key.Key_Down else -1
                last = self.list.count() - 1
                self.list.setCurrentRow(max(0, min(self.list.currentRow() + by, last)))
                return True
        return super().eventFilter(watched, event)
