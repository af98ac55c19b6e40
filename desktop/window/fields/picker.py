"""A search in the catalogue, in a small window over the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidgetItem, QWidget

from desktop.forms.picker import Ui_PickerForm
from desktop.window.fields.editor import Finder, Found
from desktop.window.fields.record_list import NOTE, RecordDelegate
from desktop.window.widgets.language import tr


class Picker(QFrame, Ui_PickerForm):
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
        self.setupUi(self)  # type: ignore[no-untyped-call]
        self._find, self._kind, self._take = find, kind, take
        self._records: list[Mapping[str, Any]] = []
        """What was found, in the order of the list."""
        about = tr("Search the catalogue: {kind}", kind=kind)
        self.search.setPlaceholderText(about)
        self.search.setAccessibleName(about)
        self.search.textChanged.connect(self._look)
        self.search.installEventFilter(self)
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.itemActivated.connect(lambda _: self.choose())
        self.list.itemClicked.connect(lambda _: self.choose())
        self.nothing.hide()
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
        if 0 <= index < len(self._records):
            record = self._records[index]
            self.close()
            self._take(record)

    def _look(self, text: str) -> None:
        def answer(entries: Found) -> None:
            try:
                self._answer(text, entries)
            except RuntimeError:  # closed while the search was under way
                return

        self._find(self._kind, text, answer)

    def _answer(self, text: str, entries: Found) -> None:
        if text != self.search.text():
            return
        self._records = [data for _, _, data in entries]
        self.list.clear()
        for name, note, _ in entries:
            item = QListWidgetItem(name)
            item.setData(NOTE, note)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not entries)

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
