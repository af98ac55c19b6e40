"""Who has Perception? The party as a table of any numbers on their sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QListWidgetItem,
    QStyledItemDelegate,
    QTreeWidgetItem,
    QWidget,
)

from desktop.forms.who_has import Ui_WhoHasForm
from desktop.library.records import Character
from desktop.rules.contract import Rules, checked
from desktop.rules.fields import Field, fields_of
from desktop.rules.table import Refusal
from desktop.window.fields.score_rows import known_parts
from desktop.window.pages.page import Shared
from desktop.window.store import while_open
from desktop.window.widgets.basics import items_of
from desktop.window.widgets.language import chosen, tr
from desktop.window.widgets.theme import px

if TYPE_CHECKING:  # it needs SQLModel, which the start does without
    from desktop.library.campaign import Campaign

Path = tuple[str, ...]
"""Where a number stands on a sheet."""
ID = Qt.ItemDataRole.UserRole


class Numbers(QStyledItemDelegate):
    """Paints numbers with a minus, which are sorted as numbers."""

    def displayText(self, value: Any, locale: QLocale | QLocale.Language) -> str:
        said = super().displayText(value, locale)
        return said.replace("-", "−") if isinstance(value, int) else said


class WhoHasDialog(QDialog, Ui_WhoHasForm):
    """What is ticked is a column; a double click on a cell asks for a throw."""

    throw_asked = Signal(int, object)
    """The character, and where the number stands on the sheet."""

    def __init__(self, parent: QWidget, shared: Shared, rules: Rules[Any]) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shared, self._rules = shared, rules
        self._values: dict[int, Mapping[Path, int]] = {}
        self._people: Sequence[Character] = ()
        self.numbers.itemChanged.connect(lambda _: self._show())
        self.everybody.toggled.connect(lambda _: self._show())
        self.table.itemActivated.connect(self._throw)
        self.table.setItemDelegate(Numbers(self.table))
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.table.setColumnWidth(0, px(210))

    async def read(self) -> None:
        """Reads the sheets and works out their numbers."""
        system = self._rules.id

        def read(campaign: Campaign) -> list[Character]:
            lines = campaign.characters(system)
            return [campaign.character(line.id) for line in lines if line.role != "template"]

        people = await while_open(self, self._shared.store.read(read))
        labels: dict[Path, str] = {}
        for character in people:
            try:
                sheet = checked(self._rules.sheet, character.sheet)
            except Refusal:
                continue  # half-made
            numbers = list(_numbers(fields_of(self._rules.sheet), sheet.model_dump()))
            self._values[character.id] = {path: value for path, _, value in numbers}
            for path, field, _ in numbers:
                labels.setdefault(path, field.called(chosen()))
        self._people = people
        with QSignalBlocker(self.numbers):
            for path, said in labels.items():
                item = QListWidgetItem(said, self.numbers)
                item.setData(ID, path)
                item.setCheckState(Qt.CheckState.Unchecked)
        self._show()

    def _show(self) -> None:
        on = Qt.CheckState.Checked
        ticked = [item for item in items_of(self.numbers) if item.checkState() == on]
        self.table.clear()
        self.table.setHeaderLabels([tr("Who", context="column"), *(i.text() for i in ticked)])
        for character in self._people:
            if character.id in self._values and (
                character.role == "player" or self.everybody.isChecked()
            ):
                line = QTreeWidgetItem(self.table, [character.name])
                line.setData(0, ID, character.id)
                for column, item in enumerate(ticked, start=1):
                    path = tuple(item.data(ID))
                    line.setData(
                        column, Qt.ItemDataRole.DisplayRole, self._values[character.id].get(path)
                    )
                    line.setData(column, ID, path)

    def _throw(self, item: QTreeWidgetItem, column: int) -> None:
        path = item.data(column, ID) if column else ()
        self.throw_asked.emit(item.data(0, ID), tuple(path))


def _numbers(
    fields: Sequence[Field], values: Mapping[str, Any]
) -> Iterator[tuple[Path, Field, int]]:
    """Every number of a sheet by its place, those of a record or a list of scores too."""
    for field in fields:
        value = values.get(field.id)
        if type(value) is int:
            yield (field.id,), field, value
        elif isinstance(value, Mapping):
            known = known_parts(field)
            parts = [known.get(id) or Field(id, "integer", id) for id in value]
            for path, part, number in _numbers(parts, value):
                yield (field.id, *path), part, number
