"""The bin: what was removed from the campaign, to be brought back or deleted for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QListWidgetItem, QWidget

from desktop.forms.bin import Ui_BinForm
from desktop.library.collate import sort_key
from desktop.library.records import Kind, Removed
from desktop.rules import systems
from desktop.window.fields.record_list import NOTE, RecordDelegate
from desktop.window.widgets import icons
from desktop.window.widgets.language import tr


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
        self.ui = ui = Ui_BinForm()
        ui.setupUi(self)  # type: ignore[no-untyped-call]
        self._there, self._bring_back, self._empty = there, bring_back, empty
        ui.list.setItemDelegate(RecordDelegate(ui.list))
        ui.list.itemActivated.connect(lambda _: self.take_out())
        ui.order.offer(
            (tr("Last removed first"), lambda _: 0),
            (tr("By name"), lambda thing: sort_key(thing.name)),
            (tr("By kind"), lambda thing: (_kind(thing.kind), sort_key(thing.name))),
            (tr("By system"), lambda thing: (thing.system, sort_key(thing.name))),
        )
        ui.order.currentIndexChanged.connect(lambda _: self._fill())
        icons.wear(ui.bring_back, "undo", "muted", 14)
        icons.wear(ui.empty_bin, "trash", "muted", 14)
        ui.bring_back.clicked.connect(self.take_out)
        ui.empty_bin.clicked.connect(self.ask_to_empty)
        ui.sure.clicked.connect(self.delete_all)
        ui.close_button.clicked.connect(self.accept)
        ui.sure.hide()
        ui.said.setText(
            tr("What was removed stays here until the bin is emptied.")
            if there
            else tr("The bin is empty. What is removed comes here, and can be brought back.")
        )
        for control in (ui.list, ui.order, ui.bring_back, ui.empty_bin):
            control.setEnabled(bool(there))
        self._fill()

    def _fill(self) -> None:
        self._shown = self.ui.order.sorted(self._there)
        self.ui.list.clear()
        for thing in self._shown:
            self.ui.list.addItem(_item(thing))
        self.ui.list.setCurrentRow(0)

    def take_out(self) -> None:
        """Brings back what is chosen and closes."""
        chosen = [self._shown[index.row()] for index in self.ui.list.selectedIndexes()]
        self.accept()
        self._bring_back(chosen)

    def ask_to_empty(self) -> None:
        """Asks once: what is deleted for good cannot be brought back.

        Neither a second click at the same place nor a second Enter is the answer.
        """
        self.ui.said.setText(tr("Nothing can bring back what is deleted for good."))
        self.ui.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ui.empty_bin.setEnabled(False)
        self.ui.sure.show()

    def delete_all(self) -> None:
        """Deletes for good all that is in the bin, and closes."""
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
