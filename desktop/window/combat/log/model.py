"""The rows of the log: the newest step on top, under a heading for each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from desktop.encounter.fight import Moment
from desktop.encounter.play_table import LogLine
from desktop.rules.table import BY_HAND
from desktop.rules.text import Words
from desktop.window.combat.order.model import NOWHERE
from desktop.window.widgets.language import in_words, rule_mark, tr
from desktop.window.widgets.paint import Index

PORTION = 80
"""How many rows are laid out at first, and more each time the end of the list is reached."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the log: a line told by a rule, or the heading of a round."""

    line: LogLine | None
    round: int
    first: bool = False
    """It begins a step: a thin line stands above it."""
    step: int = 0
    """The number of the step it tells of, counted from 1; a heading tells of none."""

    @property
    def by_hand(self) -> bool:
        """Whether the game master did it by hand."""
        return self.line is not None and self.line.rule == BY_HAND


class LogModel(QAbstractListModel):
    """The log of a fight, newest step on top; within a step as it was told.

    Rows are handed out in portions (``fetchMore``), so that a step costs the same with thousands
    of lines.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        """The rows that were handed out."""
        self._more: Iterator[Entry] = iter(())
        self._has_more = False
        self.round_named: Callable[[int], Words] = str
        """What the system calls a round."""

    # ---- what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._has_more

    def fetchMore(self, parent: Index) -> None:
        new = self._portion()
        if new:
            first = len(self.entries)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self.entries += new
            self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        there = index.isValid() and 0 <= index.row() < len(self.entries)
        said = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return self._said(self.entries[index.row()]) if there and said else None

    def _said(self, entry: Entry) -> str:
        if entry.line is None:
            before = tr("Before the fight")
            return in_words(self.round_named(entry.round)) if entry.round else before
        said = in_words(entry.line.text)
        dice = " ".join(entry.line.faces_beside)
        return " · ".join(filter(None, (said, dice, rule_mark(entry.line.rule))))

    # ---- what the view asks

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Shows the steps in force, from the newest. Lines that stay are not touched."""
        new = self._new_on_top(moments)
        if new is None:
            self.beginResetModel()
            self._more = _newest_first(moments)
            self.entries = self._portion()
            self.endResetModel()
        elif new[1]:
            at, added = new
            self.beginInsertRows(QModelIndex(), at, at + len(added) - 1)
            self.entries[at:at] = added
            self.endInsertRows()
            self._keep_newest(moments)

    def _keep_newest(self, moments: Sequence[Moment]) -> None:
        """Takes rows from the end, to be handed out again: Qt lays out all there are each time."""
        if len(self.entries) > PORTION:
            self.beginRemoveRows(QModelIndex(), PORTION, len(self.entries) - 1)
            del self.entries[PORTION:]
            self.endRemoveRows()
            self._more, self._has_more = islice(_newest_first(moments), PORTION, None), True

    def _new_on_top(self, moments: Sequence[Moment]) -> tuple[int, list[Entry]] | None:
        """Where new entries go and which; None where the log does not only grow at the top."""
        top = next((n for n, entry in enumerate(self.entries) if entry.line is not None), None)
        if top is None:
            return None
        head, first_line = self.entries[:top], self.entries[top].line
        new: list[Entry] = []
        for entry in _newest_first(moments):
            if entry.line is first_line:
                break
            if len(new) > PORTION:
                return None
            new.append(entry)
        else:
            return None
        if new[: len(head)] == head:  # the same round goes on, below its heading
            return top, new[top:]
        if new[len(new) - len(head) :] == head:  # a new round, above the heading of the old one
            return 0, new[: len(new) - len(head)]
        return None

    def _portion(self) -> list[Entry]:
        portion = list(islice(self._more, PORTION))
        self._has_more = len(portion) == PORTION
        return portion


def _newest_first(moments: Sequence[Moment]) -> Iterator[Entry]:
    """Steps from the newest, the lines of each as told; a heading wherever the round changes.

    A step that goes over into a new round has two parts in the log, the newer round first.
    """
    shown: int | None = None
    for at in range(len(moments) - 1, -1, -1):
        lines = moments[at].lines
        for number in sorted({line.round for line in lines}, reverse=True):
            if number != shown:
                shown = number
                yield Entry(None, number)
            first = True
            for line in lines:
                if line.round == number:
                    yield Entry(line, number, first, at + 1)
                    first = False
