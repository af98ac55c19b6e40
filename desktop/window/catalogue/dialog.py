"""The catalogue of the open campaign in a window of its own, beside the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from pathlib import Path
from typing import Any

from PySide6 import QtCore
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QMenu, QWidget

from desktop.encounter.behaviours import to_choose
from desktop.forms.catalogue import Ui_CatalogueForm
from desktop.forms.import_preview import Ui_ImportPreviewForm
from desktop.languages import OWN_TERMS, Language
from desktop.library import catalogue_import, copies, errors, files, filters, records, spreadsheet
from desktop.library.reader import Reader
from desktop.rules import systems
from desktop.rules.fields import Field, fields_of
from desktop.rules.in_words import value_in_words
from desktop.window.store import Store, if_open, while_open
from desktop.window.widgets import basics, file_dialogs, paint, theme
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import in_words, terms_of, tr
from desktop.window.widgets.menu import add, offer_menu

LONGEST = 80
"""Letters of a cell; the whole text is its tip."""


def columns_of(fields: Sequence[Field]) -> list[Field]:
    """The fields that have a column: those that say something in a few words."""
    return [
        field
        for field in fields
        if not (field.id == "name" or field.long or field.kind == "records")
        and not any(part.id == "name" for part in field.fields)
    ]


class EntryTable(QtCore.QAbstractTableModel):
    """The first column is the name; the others are the fields of the kind that is shown."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[records.Entry] = []
        self.fields: list[Field] = []
        self._usual: dict[str, Any] = {}
        self.terms = OWN_TERMS

    def show_kind(self, fields: Sequence[Field], terms: Language) -> None:
        """Shows the columns of another kind, with no rows yet."""
        self.beginResetModel()
        self.entries, self.fields, self.terms = [], columns_of(fields), terms
        self._usual = {field.id: field.default for field in self.fields}
        self.endResetModel()

    def show_entries(self, entries: Sequence[records.Entry]) -> None:
        """Shows other rows under the same columns."""
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: paint.Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def columnCount(self, parent: paint.Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 1 + len(self.fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        if section == 0:
            return tr("Name", context="column")
        return self.fields[section - 1].called(self.terms)

    def data(self, index: paint.Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        said = self._said(entry, index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
            case Qt.ItemDataRole.ToolTipRole:
                return basics.as_tip(said)
            case Qt.ItemDataRole.UserRole:
                return entry
        return None

    def _said(self, entry: records.Entry, column: int) -> str:
        if column == 0:
            return tr("{name} · own", name=entry.name) if entry.source == "own" else entry.name
        field = self.fields[column - 1]
        if field.only_with and not field.counts({**self._usual, **entry.data}):
            return ""
        try:
            return value_in_words(field, entry.data.get(field.id, field.default), self.terms)
        except (TypeError, ValueError):  # another program has written it
            return str(entry.data.get(field.id))

    def flags(self, index: paint.Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [basics.MIME]

    def mimeData(self, indexes: Sequence[QtCore.QModelIndex]) -> QtCore.QMimeData:
        return basics.dragged("entry", self.entries[indexes[0].row()].id)


NAME_WIDE = 260
"""Pixels of the column of names."""


class CatalogueDialog(QDialog, Ui_CatalogueForm):
    """One kind of entries of one system as a table."""

    def __init__(
        self,
        parent: QWidget,
        store: Store,
        start: Callable[[Coroutine[Any, Any, Any]], object],
        do: Callable[[str, int], Coroutine[Any, Any, object]],
        *,
        can_add: Callable[[], bool],
        can_give: Callable[[], bool],
        changed: Callable[[], object],
        system: str,
    ) -> None:
        """``do`` does something with an entry, see ``Commands.do``; ``can_add`` and ``can_give``
        say whether an encounter or a character is open; ``changed`` hears of what was brought in.
        """
        super().__init__(parent)
        self._store, self._start, self._do = store, start, do
        self._can_add, self._character_open, self._changed = can_add, can_give, changed
        self._asked = 0
        self._column, self._falling = 0, False
        self._fitted = False
        """Whether the columns are as wide as the entries of this kind need."""
        self.setupUi(self)
        offer(self.systems, systems().titles().items(), system)
        self.model = EntryTable(self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setResizeContentsPrecision(500)  # rows, not only those seen
        self.export_button.clicked.connect(lambda: start(if_open(self, self.ask_export())))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_possible())
        offer_menu(self.table, self._fill_menu)
        self.table.installEventFilter(self)
        self.table.activated.connect(lambda _: self.open_chosen())
        self.table.horizontalHeader().sectionClicked.connect(self.sort_by)
        self.search.textChanged.connect(lambda _: self.refresh())
        self.systems.currentIndexChanged.connect(lambda _: self._show_system())
        self.kinds.currentIndexChanged.connect(lambda _: self._show_kind())
        self._show_system()

    # ---- what is shown

    @property
    def shelf(self) -> tuple[str, str]:
        """The system and the kind that are shown."""
        return str(self.systems.currentData() or ""), str(self.kinds.currentData() or "")

    @property
    def fields(self) -> Sequence[Field]:
        """The fields of the kind that is shown."""
        system, kind = self.shelf
        rules = systems().get(system)
        fields = fields_of(rules.catalogue[kind]) if rules and kind in rules.catalogue else ()
        behaviours = [*to_choose(rules)] if rules else []
        return [f.offering(behaviours) if f.offers == "policies" else f for f in fields]

    def _show_system(self) -> None:
        system, _ = self.shelf
        offer(self.kinds, systems().kinds_in_lists(system, terms_of(system)).items())
        self._show_kind()

    def _show_kind(self) -> None:
        self._column, self._falling = 0, False
        self.model.show_kind(self.fields, terms_of(self.shelf[0]))
        self.search.setPlaceholderText(self._what_to_type())
        header = self.table.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._fitted = False
        self.refresh()

    def _what_to_type(self) -> str:
        """What can be typed over this kind of entries, with conditions on fields that it has."""
        terms = self.model.terms
        words = {field.kind: field.called(terms) for field in reversed(self.model.fields)}
        examples = [f"{words['integer']} ≥ 4"] if "integer" in words else []
        examples += [words["flag"]] if "flag" in words else []
        if not examples:
            return tr("words")
        return tr("words, or conditions: {conditions}", conditions=", ".join(examples))

    def _fit_columns(self) -> None:
        """Makes columns as wide as what is in them, once there is something."""
        header = self.table.horizontalHeader()
        header.resizeSections(QHeaderView.ResizeMode.ResizeToContents)
        self.table.setColumnWidth(0, theme.px(NAME_WIDE))
        for column in range(1, header.count()):
            header.resizeSection(column, min(header.sectionSize(column), theme.px(NAME_WIDE)))
        self._fitted = True

    def sort_by(self, column: int) -> None:
        """Sorts by a column; by the same one again, the other way round."""
        self._falling = column == self._column and not self._falling
        self._column = column
        order = Qt.SortOrder.DescendingOrder if self._falling else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(column, order)
        self.refresh()

    def refresh(self, row: int = 0) -> None:
        """Shows what is asked for, found on the campaign's own thread, and chooses a row."""
        self._asked += 1
        self._start(if_open(self, self._find(self._asked, row)))

    async def _find(self, asked: int, row: int, ids: Collection[int] = ()) -> None:
        """Chooses the first of ``ids`` that is shown, or else the row."""
        system, kind = self.shelf
        try:
            wanted = filters.read_filter(self.search.text(), self.fields)
        except errors.LibraryError as error:
            self.said.setText(in_words(error.words))
            return
        field = self.model.fields[self._column - 1] if self._column else None
        falling, sorted_at_all = self._falling, bool(self._column or self._falling)
        language = systems()[system].language if system in systems() else ""

        def find(reader: Reader) -> list[records.Entry]:
            named = reader.entries(system, kind, wanted.words, limit=None)
            known = {entry.id for entry in named}
            others = (entry for entry in reader.entries(system, kind, limit=None))
            said = [o for o in others if o.id not in known and wanted.is_said(o.data)]
            accepted = [entry for entry in named + said if wanted.accepts(entry.data)]
            if not sorted_at_all:
                return accepted
            return filters.sorted_by(accepted, field, descending=falling, language=language)

        shown = await while_open(self, self._store.read(find))
        if asked == self._asked:
            self.model.show_entries(shown)
            if not self._fitted:
                self._fit_columns()
            self.said.setText(tr("{count} entry", "{count} entries", count=len(shown)))
            row = next((n for n, entry in enumerate(shown) if entry.id in ids), row)
            self.table.selectRow(min(row, len(shown) - 1))
            self._show_possible()

    # ---- what is done

    @property
    def chosen(self) -> records.Entry | None:
        """The entry of the chosen row."""
        index = self.table.currentIndex()
        return self.model.entries[index.row()] if index.isValid() else None

    def open_chosen(self) -> None:
        """Shows the chosen entry on its page, where it can be copied and changed."""
        self._do_with_chosen("open")

    def copy_chosen(self) -> None:
        """Makes an own copy of the chosen entry, and shows it."""
        self._do_with_chosen("duplicate", refresh=True)

    def remove_chosen(self) -> None:
        """Puts the chosen entry into the bin; those that ship stay."""
        if self.chosen and self.chosen.source == "own":
            self._do_with_chosen("remove", refresh=True)

    def give_chosen(self) -> None:
        """Gives a copy of the chosen entry to the character that is open."""
        self._do_with_chosen("give")

    def _do_with_chosen(self, what: str, *, refresh: bool = False) -> None:
        if self.chosen:
            work = self._do(what, self.chosen.id)
            row = self.table.currentIndex().row()
            self._start(self._and_refresh(work, row) if refresh else work)

    async def _and_refresh(self, work: Coroutine[Any, Any, object], row: int) -> None:
        await while_open(self, work)
        self.refresh(row)

    def _fits_a_sheet(self) -> bool:
        """Whether a sheet of the system has a list for entries of this kind."""
        system, kind = self.shelf
        rules = systems().get(system)
        return rules is not None and copies.place_for(rules, kind) is not None

    def _can_give(self) -> bool:
        return self._character_open() and self._fits_a_sheet()

    def _fill_menu(self, menu: QMenu, _: QtCore.QPoint) -> None:
        if self.chosen is None:
            return
        add(menu, tr("Open"), self.open_chosen, Qt.Key.Key_Enter)
        if self._can_give():
            add(menu, tr("Give to the character"), self.give_chosen, "+")
        add(menu, tr("Copy as my own"), self.copy_chosen)
        system, kind = self.shelf
        if self._can_add() and systems()[system].fights(kind):
            key = "" if self._can_give() else "+"
            add(menu, tr("Add to the encounter"), lambda: self._do_with_chosen("add"), key)
        menu.addSeparator()
        own = self.chosen.source == "own"
        add(menu, tr("Remove"), self.remove_chosen, Qt.Key.Key_Delete, on=own)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """The keys of the table; what is left of them it searches for in the names."""
        if event.type() == QtCore.QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            match event.key():
                case Qt.Key.Key_Delete:
                    self.remove_chosen()
                    return True
                case Qt.Key.Key_Plus if not control:  # with it, things grow larger elsewhere
                    self._do_with_chosen("give" if self._can_give() else "add")
                    return True
        return super().eventFilter(watched, event)

    def _show_possible(self) -> None:
        chosen = self.chosen
        for made in (self.open_button, self.copy_button):
            made.setEnabled(chosen is not None)
        self.give_button.setEnabled(chosen is not None and self._fits_a_sheet())
        self.remove_button.setEnabled(chosen is not None and chosen.source == "own")

    def ask_import(self) -> None:
        """Asks for a table, and shows row by row what would come of it."""
        path = file_dialogs.path_to_read(self, tr("Import"), tr("Tables (*.csv)"))
        if path:
            self._start(if_open(self, self.look_at(path)))

    async def look_at(self, path: Path) -> None:
        """Opens the preview of what a file would bring."""
        system, kind = self.shelf
        rows = await while_open(self, asyncio.to_thread(spreadsheet.read_csv, path, system, kind))
        planned = await while_open(
            self, self._store.read(lambda c: catalogue_import.plan(rows, c.entries(limit=None)))
        )
        said = (catalogue_import.left_out(rows), *(row.said for row in planned))
        lines = [in_words(line) for line in said if line]
        useful = any(row.doing in ("new", "change") for row in planned)
        preview = ImportPreview(self, lines, useful)
        preview.accepted.connect(lambda: self._start(self.bring_in(planned)))
        file_dialogs.open_once(preview)

    async def bring_in(self, planned: Sequence[catalogue_import.Planned]) -> None:
        """Does what the preview said."""
        brought = await while_open(self, self._bring_in(planned))
        refused = sum(1 for row in planned if row.doing == "refuse")
        self._asked += 1
        await while_open(self, self._find(self._asked, 0, brought.entries or brought.changed))
        self.said.setText(
            tr(
                "Added: {added}. Changed: {changed}. Refused: {refused}.",
                added=len(brought.entries),
                changed=len(brought.changed),
                refused=refused,
            )
        )

    async def _bring_in(self, planned: Sequence[catalogue_import.Planned]) -> records.Added:
        brought = await self._store.history.do(
            tr("bring in a table"), lambda c: c.bring_in(planned)
        )
        self._changed()  # not a signal: the window may be closed by now
        return brought

    async def ask_export(self) -> None:
        """Asks where to, and writes what is shown as a table."""
        suggested = f"{files.file_name(tr('Catalogue'))}.csv"
        tables = tr("Tables (*.csv)")
        asked = file_dialogs.path_to_write(self, tr("Export"), suggested, tables, ".csv")
        if path := await while_open(self, asked):
            await while_open(self, self.write_out(path))

    async def write_out(self, path: Path) -> None:
        """Writes the entries that are shown, in their order and in the words that are shown."""
        entries, terms = list(self.model.entries), self.model.terms
        await while_open(self, asyncio.to_thread(spreadsheet.write_csv, path, entries, terms))
        self.said.setText(tr("Written to {path}.", path=path))


class ImportPreview(QDialog):
    """The lines, and whether it is to be done; it can be only where it would change anything."""

    def __init__(self, parent: QWidget, lines: Sequence[str], useful: bool) -> None:
        super().__init__(parent)
        self.ui = ui = Ui_ImportPreviewForm(self)
        ui.rows.addItems(lines)
        ui.bring.setEnabled(useful)
        (ui.bring if useful else ui.cancel).setFocus()
