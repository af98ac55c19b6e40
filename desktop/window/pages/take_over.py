"""What the catalogue has changed since its entries were copied to a sheet: ticked, it is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.library.copies import Outdated
from desktop.window.widgets.basics import label
from desktop.window.widgets.language import tr


class TakeOverDialog(QDialog):
    """A tree of copies, each with what differs. Nothing is ticked: the change may be one's own."""

    def __init__(
        self,
        parent: QWidget,
        offered: Sequence[Outdated],
        chosen: Callable[[list[Outdated]], object],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Take over from the catalogue"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("What differs from the catalogue"))
        self.tree.setHeaderLabels([tr("Value"), tr("On the sheet"), tr("In the catalogue")])
        self.lines: list[tuple[QTreeWidgetItem, Outdated]] = []
        for one in offered:
            top = QTreeWidgetItem(self.tree, [one.entry.name])
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            top.setCheckState(0, Qt.CheckState.Unchecked)
            for part in one.differences:
                words = [" · ".join(part.place), part.before or "–", part.after or "–"]
                QTreeWidgetItem(top, words)
            self.lines.append((top, one))
        self.tree.expandAll()
        for column in range(3):
            self.tree.resizeColumnToContents(column)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText(tr("Take over what is ticked"))
        self.take.setEnabled(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.tree.itemChanged.connect(lambda *_: self.take.setEnabled(bool(self.ticked())))
        whole = QVBoxLayout(self)
        if not offered:
            nothing = tr("Everything on the sheet is as the catalogue of the same name has it.")
            whole.addWidget(label(nothing, "muted", wrap=True))
        whole.addWidget(self.tree, 1)
        whole.addWidget(self.buttons)
        self.resize(680, 460)

    def ticked(self) -> list[Outdated]:
        """What is to be taken over."""
        return [one for line, one in self.lines if line.checkState(0) == Qt.CheckState.Checked]

    def accept(self) -> None:
        super().accept()
        self._chosen(self.ticked())
