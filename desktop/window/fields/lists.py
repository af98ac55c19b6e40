"""Lists on one line: ``3, 1, 4``, ``1/2, 3/0``, ``one, "a, b"``, ``melee 3, "Pistol, light" 2``.

A name that has a comma in it, or begins with a quotation mark, stands in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop.library.fold import fold
from desktop.rules.fields import Field
from desktop.window.fields.editor import Editor, Problems, keep_to_one_line
from desktop.window.fields.editors import TextEditor, read_number
from desktop.window.widgets.language import tr


def example(kind: str) -> str:
    """What stands in an empty line, to say how a list is written."""
    lists = {"numbers": "3, 1, 4", "pairs": "1/2, 3/0", "scores": tr("melee 3, dodge 2")}
    return lists.get(kind, tr("separate with commas"))


_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"([^,]*)|([^,]*))(?:,|\Z)')


def split_names(line: str) -> list[str]:
    """The parts of a line between its commas; commas in quotation marks belong to a name."""
    names = []
    for quoted, rest, plain in _PART.findall(line):
        name = quoted.replace('""', '"') + rest.rstrip() or plain.strip()
        if name:
            names.append(name)
    return names


def join_names(names: Iterable[str]) -> str:
    """Names on one line, so that :func:`split_names` gives them back."""
    return ", ".join(map(_quoted, names))


def _quoted(name: str) -> str:
    if "," in name or name.startswith('"') or name != name.strip():
        return '"' + name.replace('"', '""') + '"'
    return name


def split_scores(line: str) -> dict[str, str]:
    """Names and what stands after each: ``melee 3`` or ``melee: 3``; empty where nothing does."""
    scores = {}
    for quoted, rest, plain in _PART.findall(line):
        if quoted:
            scores[quoted.replace('""', '"')] = rest.strip(" :=")
        elif plain.strip():
            number = re.search(r"[\s:=]+([^\s:=]*)\Z", plain.strip())
            name = plain.strip()[: number.start()] if number else plain.strip()
            scores[name] = number[1] if number else ""
    return scores


class ListEditor(TextEditor):
    """Several texts, numbers, pairs or scores on one line."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.edit.setPlaceholderText(example(field.kind))
        keep_to_one_line(self.edit, between=", ")

    def show_value(self, value: Any) -> None:
        if self.value() != value:
            super().show_value(value)

    def _show(self, value: Any) -> None:
        if isinstance(value, Mapping):
            value = ", ".join(f"{_quoted(str(name))} {score}" for name, score in value.items())
        elif isinstance(value, list | tuple):
            parts = [
                "/".join(map(str, p))
                if isinstance(p, list | tuple)
                else self._labels.get(p, str(p))
                for p in value
            ]
            value = join_names(parts)
        super()._show(value)

    def value(self) -> Any:
        line = self.edit.text()
        if self.field.kind == "scores":
            return {
                name: read_number(score, self.field) for name, score in split_scores(line).items()
            }
        if self.field.kind in ("numbers", "pairs"):
            parts = [part for part in re.split(r"[,;\s]+", line) if part]
        else:
            parts = split_names(line)
        if not parts:
            return None if self.field.optional else []
        match self.field.kind:
            case "numbers":
                return [read_number(part, self.field) for part in parts]
            case "pairs":
                return [[read_number(n, self.field) for n in re.split("[/:]", p)] for p in parts]
            case _:
                return [self._by_label.get(fold(part), part) for part in parts]


class ScoresEditor(Editor):
    """Free names with a whole number each, in a table; an empty line at the end takes one more."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels(
            [tr("Name", context="column"), tr("Value", context="column")]
        )
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(1, 70)
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.table.setTabKeyNavigation(False)
        self._fill_with(self.table)
        self.table.itemChanged.connect(self._edited)
        self._fill([])

    def _fill(self, lines: Sequence[tuple[str, str]]) -> None:
        before, self._quiet = self._quiet, True
        self.table.setRowCount(0)
        for name, number in [*lines, ("", "")]:
            self._add_line(name, number)
        self._quiet = before
        self._resize()

    def _add_line(self, name: str, number: str) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self.table.setItem(row, 0, QTableWidgetItem(name))
        self.table.setItem(row, 1, QTableWidgetItem(number))

    def _resize(self) -> None:
        rows = min(max(self.table.rowCount(), 2), 12)
        self.table.setFixedHeight(30 * rows + 34)

    def _edited(self) -> None:
        if self._quiet:
            return
        last = self.table.rowCount() - 1
        if any(self._text(last, column) for column in (0, 1)):
            self._quiet = True
            self._add_line("", "")
            self._quiet = False
            self._resize()
        self._emit_changed()

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item else ""

    def _show(self, value: Any) -> None:
        pairs = value.items() if isinstance(value, Mapping) else ()
        self._fill([(str(name), str(number)) for name, number in pairs])

    def value(self) -> Any:
        """A name that stands there twice has both numbers: the model refuses them, none is lost."""
        lines: dict[str, list[str]] = {}
        for row in range(self.table.rowCount()):
            if self._text(row, 0) or self._text(row, 1):
                lines.setdefault(self._text(row, 0), []).append(self._text(row, 1))
        return {
            name: read_number(", ".join(numbers), self.field) for name, numbers in lines.items()
        }

    def focus_widget(self) -> QWidget:
        return self.table

    def lock(self, locked: bool) -> None:
        """Sets whether the table can only be read; it can be scrolled all the same."""
        triggers = QAbstractItemView.EditTrigger
        self.table.setEditTriggers(triggers.NoEditTriggers if locked else triggers.AllEditTriggers)

    def refuse(self, problems: Problems) -> list[str]:
        return [f"{path[0]}: {said}" if path else said for path, said in problems]
