"""What a fight changed for good, line by line, each with a tick: what is to go to the sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.rules.contract import Change
from desktop.rules.fields import Field, field_at
from desktop.rules.in_words import fact_in_words, value_in_words
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import in_words, tr

Changes = Mapping[str, Sequence[Change]]


class ChangesDialog(QDialog):
    """A tree of combatants and their changes. What stays ticked is given to ``chosen``.

    It stands beside the window, which goes on working and keeps the keys when it opens.
    """

    undo_asked = Signal()

    def __init__(
        self,
        parent: QWidget,
        names: Mapping[str, str],
        changes: Changes,
        chosen: Callable[[dict[str, list[Change]]], object],
        fields: Sequence[Field],
        *,
        english: bool,
    ) -> None:
        """``fields`` are those of a sheet, whose words the values are said in."""
        super().__init__(parent)
        self.setWindowTitle(tr("To the sheets"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(self.undo_asked)
        self._chosen = chosen
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("What the fight has changed"))
        self.tree.setHeaderLabels([tr("Value"), tr("Before"), tr("After")])
        self.lines: list[tuple[QTreeWidgetItem, str, Change]] = []
        parts = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate
        for id, of_one in changes.items():
            top = QTreeWidgetItem(self.tree, [names[id]])
            top.setFlags(top.flags() | parts)
            labels = Counter(_label(change, english) for change in of_one)
            for change in of_one:
                field = field_at(fields, change.path)
                values = [shown(field, v, english) for v in (change.before, change.after)]
                label = _label(change, english)
                if field is not None and labels[label] > 1:  # parts of one thing
                    label = f"{label}: {field.label if english else field.native or field.label}"
                line = QTreeWidgetItem(top, [label, *values])
                line.setToolTip(0, as_tip(f"{line.text(0)}\n{change.path}"))
                line.setCheckState(0, Qt.CheckState.Checked)
                self.lines.append((line, id, change))
        self.tree.expandAll()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Write to the sheets"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.addWidget(self.tree, 1)
        whole.addWidget(self.buttons)
        self.resize(720, 480)

    def ticked(self) -> dict[str, list[Change]]:
        """What is to be written, by combatant."""
        found: dict[str, list[Change]] = {}
        for line, id, change in self.lines:
            if line.checkState(0) == Qt.CheckState.Checked:
                found.setdefault(id, []).append(change)
        return found

    def accept(self) -> None:
        super().accept()
        self._chosen(self.ticked())


def _label(change: Change, english: bool) -> str:
    """What has changed: ``Životy``, or ``Krátký luk: Použití`` of a thing among others."""
    label = in_words(change.label) if english else change.native or in_words(change.label)
    return f"{change.of}: {label}" if change.of else label


def shown(field: Field | None, value: Any, english: bool) -> str:
    """A value of a sheet in the words of its field, each record of a list on a line of its own."""
    match value:
        case None:
            return "–"
        case bool():
            return tr("yes") if value else tr("no")
        case list() | tuple() if field and field.kind == "records":
            return "\n".join(_record(field, one, english) for one in value) or "–"
        case Mapping() if field and field.kind == "record":
            return _record(field, value, english)
    return (value_in_words(field, value) if field else str(value)) or "–"


def _record(field: Field, record: Mapping[str, Any], english: bool) -> str:
    facts = []
    for part in field.fields:
        label = part.label if english else part.native or part.label
        facts.append(fact_in_words(part, record.get(part.id), label))
    return " · ".join(filter(None, facts)) or "–"
