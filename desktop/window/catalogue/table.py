"""Entries of one kind as rows of a table, with a column for each field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop.languages import OWN_TERMS, Language
from desktop.library.records import Entry
from desktop.rules.fields import Field
from desktop.rules.in_words import value_in_words
from desktop.window.widgets.basics import MIME, as_tip
from desktop.window.widgets.language import tr

Index = QModelIndex | QPersistentModelIndex

LONGEST = 80
"""Letters of a cell; the whole text is its tip."""


def columns_of(fields: Sequence[Field]) -> list[Field]:
    """The fields that have a column: those that say something in a few words."""
    return [
        field
        for field in fields
        if field.id != "name" and not field.long and field.kind not in ("record", "records")
    ]


class EntryTable(QAbstractTableModel):
    """The first column is the name; the others are the fields of the kind that is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.fields: list[Field] = []
        self.terms = OWN_TERMS

    def show_kind(self, fields: Sequence[Field], terms: Language) -> None:
        """Shows the columns of another kind, with no rows yet."""
        self.beginResetModel()
        self.entries, self.fields, self.terms = [], columns_of(fields), terms
        self.endResetModel()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Shows other rows under the same columns."""
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 1 + len(self.fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        if section == 0:
            return tr("Name", context="column")
        return self.word(self.fields[section - 1])

    def word(self, field: Field) -> str:
        """What a field is called here: in the system's own words or in English."""
        return field.called(self.terms)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        said = self._said(entry, index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
            case Qt.ItemDataRole.ToolTipRole:
                return as_tip(said)
            case Qt.ItemDataRole.UserRole:
                return entry
        return None

    def _said(self, entry: Entry, column: int) -> str:
        if column == 0:
            return tr("{name} · own", name=entry.name) if entry.source == "own" else entry.name
        field = self.fields[column - 1]
        try:
            return value_in_words(field, entry.data.get(field.id, field.default), self.terms)
        except (TypeError, ValueError):  # another program has written it
            return str(entry.data.get(field.id))

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        entry = self.entries[indexes[0].row()]
        data.setData(MIME, json.dumps(["entry", entry.id]).encode())
        return data
