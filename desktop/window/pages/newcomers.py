"""Who is to join the fight: somebody from the campaign's library, so many, on which side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.encounter.roster import MOST_OF_A_KIND
from desktop.library.fold import fold
from desktop.library.records import CharacterLine
from desktop.window.widgets.language import tr

Chosen = Callable[[Sequence[int], int, str, bool], None]
"""``chosen(ids, count, side, this_round)``: characters, so many of each."""


class NewcomersDialog(QDialog):
    """A list to search in; several can be chosen at a time."""

    def __init__(
        self, parent: QWidget, people: Sequence[CharacterLine], sides: Sequence[str], chosen: Chosen
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Newcomers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("search…"))
        self.search.setAccessibleName(tr("Search"))
        self.search.textChanged.connect(self._find)
        self.people = QListWidget()
        self.people.setAccessibleName(tr("Characters"))
        self.people.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for person in people:
            item = QListWidgetItem(person.name, self.people)
            item.setData(Qt.ItemDataRole.UserRole, person.id)
        self.people.itemActivated.connect(lambda _: self.accept())
        self.people.itemSelectionChanged.connect(self._show_ready)
        self.count = QSpinBox()
        self.count.setRange(1, MOST_OF_A_KIND)
        self.side = QComboBox()
        self.side.setEditable(True)
        self.side.addItems(list(sides))
        self.side.setCurrentIndex(len(sides) - 1)
        self.this_round = QCheckBox(tr("Act in this round"))
        self.this_round.setChecked(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Join the fight"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(tr("How many of each"), self.count)
        form.addRow(tr("Side"), self.side)
        form.addRow(self.this_round)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.people, 1)
        column.addLayout(form)
        column.addWidget(self.buttons)
        self.resize(420, 460)
        if self.people.count():
            self.people.setCurrentRow(0)
        self._show_ready()

    def accept(self) -> None:
        ids = [item.data(Qt.ItemDataRole.UserRole) for item in self.people.selectedItems()]
        side = self.side.currentText().strip()
        if ids and side:
            super().accept()
            self._chosen(ids, self.count.value(), side, self.this_round.isChecked())

    def _find(self, words: str) -> None:
        """Shows those whose names hold all the words; the first of them is chosen."""
        wanted = fold(words).split()
        first = None
        for row in range(self.people.count()):
            item = self.people.item(row)
            hidden = not all(word in fold(item.text()) for word in wanted)
            item.setHidden(hidden)
            first = item if first is None and not hidden else first
        self.people.clearSelection()
        if first is not None:
            self.people.setCurrentItem(first)

    def _show_ready(self) -> None:
        ready = bool(self.people.selectedItems())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ready)
