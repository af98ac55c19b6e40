"""What the catalogue has changed since its entries were copied to a sheet: ticked, it is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidgetItem, QWidget

from desktop.forms.take_over_dialog import Ui_TakeOverDialogForm
from desktop.library.copies import Outdated
from desktop.window.widgets.language import tr


class TakeOverDialog(QDialog, Ui_TakeOverDialogForm):
    """A tree of copies, each with what differs. Nothing is ticked: the change may be one's own."""

    def __init__(
        self,
        parent: QWidget,
        offered: Sequence[Outdated],
        chosen: Callable[[list[Outdated]], object],
    ) -> None:
        super().__init__(parent)
        self.setupUi(self)  # type: ignore[no-untyped-call]
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        self.lines: list[tuple[QTreeWidgetItem, Outdated]] = []
        for copy in offered:
            top = QTreeWidgetItem(self.tree, [copy.entry.name])
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            top.setCheckState(0, Qt.CheckState.Unchecked)
            for part in copy.differences:
                words = [" · ".join(part.place), part.before or "–", part.after or "–"]
                QTreeWidgetItem(top, words)
            self.lines.append((top, copy))
        self.tree.expandAll()
        for column in range(3):
            self.tree.resizeColumnToContents(column)
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText(tr("Take over what is ticked"))
        self.take.setEnabled(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.tree.itemChanged.connect(lambda *_: self.take.setEnabled(bool(self.ticked())))
        self.nothing.setVisible(not offered)

    def ticked(self) -> list[Outdated]:
        """What is to be taken over."""
        return [copy for line, copy in self.lines if line.checkState(0) == Qt.CheckState.Checked]

    def accept(self) -> None:
        """Closes the dialog and takes over what is ticked."""
        super().accept()
        self._chosen(self.ticked())
