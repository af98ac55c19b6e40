"""The bin: what was removed from the campaign, to be brought back or deleted for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.library.collate import sort_key
from desktop.library.records import Kind, Removed
from desktop.rules import systems
from desktop.window.fields.record_list import NOTE, RecordDelegate
from desktop.window.widgets import icons
from desktop.window.widgets.basics import button, label, row
from desktop.window.widgets.language import tr
from desktop.window.widgets.sort_box import SortBox


class BinDialog(QDialog):
    """Lists what is in the bin, the last removed first."""

    def __init__(
        self,
        parent: QWidget,
        there: Sequence[Removed],
        bring_back: Callable[[Sequence[Removed]], None],
        empty: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Bin"))
        self.resize(560, 420)
        self._there, self._bring_back, self._empty = there, bring_back, empty
        self.list = QListWidget()
        self.list.setAccessibleName(tr("What was removed"))
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemActivated.connect(lambda _: self.take_out())
        self.order = SortBox(
            (tr("Last removed first"), lambda _: 0),
            (tr("By name"), lambda thing: sort_key(thing.name)),
            (tr("By kind"), lambda thing: (_kind(thing.kind), sort_key(thing.name))),
            (tr("By system"), lambda thing: (thing.system, sort_key(thing.name))),
        )
        self.order.currentIndexChanged.connect(lambda _: self._fill())
        self.said = label("", "muted", wrap=True)
        self.out = button(tr("Bring back"))
        icons.wear(self.out, "undo", "muted", 14)
        self.out.clicked.connect(self.take_out)
        self.empty = button(tr("Empty the bin"), name="empty_bin")
        icons.wear(self.empty, "trash", "muted", 14)
        self.empty.clicked.connect(self.ask_to_empty)
        self.sure = button(tr("Delete all of it for good"), "primary", name="sure")
        self.sure.clicked.connect(self.delete_all)
        self.sure.hide()
        self.close_it = button(tr("Close"))
        self.close_it.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.addLayout(row(self.said, self.order))
        column.addWidget(self.list)
        column.addLayout(row(self.out, self.empty, None, self.sure, self.close_it))
        self.said.setText(
            tr("What was removed stays here until the bin is emptied.")
            if there
            else tr("The bin is empty. What is removed comes here, and can be brought back.")
        )
        for control in (self.list, self.order, self.out, self.empty):
            control.setEnabled(bool(there))
        self._fill()

    def _fill(self) -> None:
        self._shown = self.order.sorted(self._there)
        self.list.clear()
        for thing in self._shown:
            self.list.addItem(_item(thing))
        self.list.setCurrentRow(0)

    def take_out(self) -> None:
        """Brings back what is chosen and closes."""
        chosen = [self._shown[index.row()] for index in self.list.selectedIndexes()]
        self.accept()
        self._bring_back(chosen)

    def ask_to_empty(self) -> None:
        """Asks once: what is deleted for good cannot be brought back.

        Neither a second click at the same place nor a second Enter is the answer.
        """
        self.said.setText(tr("Nothing can bring back what is deleted for good."))
        self.close_it.setFocus(Qt.FocusReason.OtherFocusReason)
        self.empty.setEnabled(False)
        self.sure.show()

    def delete_all(self) -> None:
        self.accept()
        self._empty()


def _kind(kind: Kind) -> str:
    match kind:
        case "character":
            return tr("character")
        case "entry":
            return tr("catalogue entry")
        case "encounter":
            return tr("encounter")
        case "fight":
            return tr("fight")


def _item(thing: Removed) -> QListWidgetItem:
    when = QDateTime.fromSecsSinceEpoch(int(thing.removed.timestamp()))
    note = " · ".join(
        [
            _kind(thing.kind),
            systems().title(thing.system),
            QLocale().toString(when, "d MMM yyyy, hh:mm"),
        ]
    )
    made = QListWidgetItem(thing.name)
    made.setData(NOTE, note)
    made.setData(Qt.ItemDataRole.AccessibleTextRole, f"{thing.name}, {note}")
    return made


def show_bin(
    parent: QWidget,
    there: Sequence[Removed],
    bring_back: Callable[[Sequence[Removed]], None],
    empty: Callable[[], object],
) -> BinDialog:
    """Opens the bin."""
    dialog = BinDialog(parent, there, bring_back, empty)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(True)
    dialog.open()
    return dialog
