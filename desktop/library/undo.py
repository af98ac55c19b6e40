"""What an act changed in a campaign, so that it is undone and redone as a whole.

Recorded are the columns that a person changes (``rows.RECORDED``); what follows from them (folded
names, the index of the search, the moment of the change) is written anew each time. What an act
added goes to the bin when it is undone, since a fight may have gone on; what it removed leaves it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop.library.records import Kind

Table = Kind | Literal["campaign", "throw"]

DRAFTS = frozenset({"draft", "drafts"})
"""The columns that hold what was typed and refused."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an act made of one row, or in the same way of many: some columns before and after.

    ``removed`` is true or false in it.
    """

    table: Table
    ids: tuple[int, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def things(self) -> list[tuple[Kind, int]]:
        """Kind and id of what was changed; nothing for the campaign's own row, and for throws."""
        if self.table == "campaign" or self.table == "throw":
            return []
        return [(self.table, id) for id in self.ids]


def backwards(changes: Sequence[Change]) -> list[Change]:
    """The changes that take these back."""
    return [
        Change(change.table, change.ids, change.after, change.before)
        for change in reversed(changes)
    ]


def only_drafts(changes: Iterable[Change]) -> bool:
    """Whether nothing but refused typing was kept or given up."""
    return all(change.before.keys() <= DRAFTS for change in changes)


def joined(first: Iterable[Change], second: Iterable[Change]) -> list[Change]:
    """Two acts that added nothing as one; what the second takes back of the first is left out."""
    record = Record()
    for change in (*first, *second):
        for id in change.ids:
            for name, value in change.before.items():
                record.wrote(change.table, id, name, value, change.after[name])
    return record.changes


class Record:
    """Collects what an act writes: of each row what it was first and is last."""

    def __init__(self) -> None:
        self._added: dict[Table, list[int]] = {}
        self._written: dict[tuple[Table, int], dict[str, tuple[Any, Any]]] = {}

    def added(self, table: Table, id: int) -> None:
        """A row was added; what is written of it in the same act belongs to that."""
        self._added.setdefault(table, []).append(id)

    def wrote(self, table: Table, id: int, name: str, before: Any, after: Any) -> None:
        """A column of a row was written."""
        added = self._added.get(table, [])
        if id in added:
            if name == "removed" and after:
                added.remove(id)
        else:
            columns = self._written.setdefault((table, id), {})
            columns[name] = (columns.get(name, (before,))[0], after)

    @property
    def changes(self) -> list[Change]:
        """What was changed in the end."""
        changes = [
            Change(table, tuple(ids), {"removed": True}, {"removed": False})
            for table, ids in self._added.items()
            if ids
        ]
        for (table, id), columns in self._written.items():
            before = {name: old for name, (old, new) in columns.items() if old != new}
            if before:
                after = {name: columns[name][1] for name in before}
                changes.append(Change(table, (id,), before, after))
        return changes
