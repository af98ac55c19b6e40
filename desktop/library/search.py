"""The search of the catalogue. It finds ids first; only what is shown is read whole.

The game master's own entries come first. They are asked for by themselves: SQLite then stops at the
limit, where it would have to sort everything it finds.
"""

import sqlite3
from collections.abc import Callable, Sequence
from itertools import islice
from typing import get_args

from desktop.library import cells, documents, records
from desktop.library.fold import fold, shelf_searched

HITS = 200  # entries shown for one search
LEAST_OF_A_TEXT = 3  # letters for which the texts of entries are searched, too
_READ_AT_ONCE = 1000
_COLUMNS = ("id", "system", "kind", "name", "data", "source")


class EntrySearch:
    """A search of one shelf: ids of entries from one question after the other, each id once."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        system: str | None,
        kind: str | None,
        limit: int | None,
    ) -> None:
        self._found: dict[int, None] = {}
        self._connection, self._limit = connection, limit
        self._system, self._kind = system, kind
        asked = {"system": system, "kind": kind}
        self._given = [value for value in asked.values() if value is not None]
        self._on_shelf = "entry.source = ? AND entry.removed IS NULL" + "".join(
            f" AND entry.{name} = ?" for name, value in asked.items() if value is not None
        )

    def entries(self, search: str) -> list[records.Entry]:
        """What ``Reader.entries`` promises."""
        words = fold(search[: documents.LONGEST_NAME])
        if not words:  # all of them, in the order in which they were added
            self._ask(f"SELECT id FROM entry WHERE {self._on_shelf} ORDER BY id LIMIT ?")
            return self._read()
        # Quoted, so that nothing typed is read as an operator of the search.
        whole = [f'"{word}"' for word in words.split()]
        beginnings = [f"{word}*" for word in whole]
        self._match("folded", whole, exactly=words)
        self._match("folded", whole)
        self._match("folded", beginnings)
        if not self._found:  # those whose names hold the words as they stand, wherever one begins
            # All that is asked of every entry stands in the index.
            index = "entry_shelf" if self._given else "entry_names"
            held = f"{self._on_shelf} AND folded LIKE ?"
            sql = f"SELECT id FROM entry INDEXED BY {index} WHERE {held} ORDER BY id LIMIT ?"
            self._ask(sql, lambda _: [f"%{words}%"])
        if len(words) >= LEAST_OF_A_TEXT:
            self._match("text", beginnings)
        return self._read()

    def _match(self, column: str, words: Sequence[str], exactly: str | None = None) -> None:
        """Those in which each of the words is found, each as SQLite's search takes it.

        ``exactly``: and whose whole name is this.
        """
        # The search knows the shelf by its words only, so it is looked at again.
        sql = (
            "SELECT entry.id FROM entry_search CROSS JOIN entry ON entry.id = entry_search.rowid "
            f"WHERE {self._on_shelf} {'' if exactly is None else 'AND entry.folded = ? '}"
            "AND entry_search MATCH ? ORDER BY entry_search.rowid LIMIT ?"
        )
        name = [] if exactly is None else [exactly]
        kind = self._kind if self._system else None  # a phrase has no gaps

        def given(source: str) -> list[str]:
            phrase = shelf_searched(source, self._system or "", kind or "").replace('"', '""')
            return [*name, f'{column} : ({" ".join(words)}) AND shelf : ^"{phrase}"']

        self._ask(sql, given)

    def _ask(self, sql: str, given: Callable[[str], Sequence[str]] = lambda source: ()) -> None:
        """Asks for entries of each source, ``given`` what comes behind the shelf."""
        most = -1 if self._limit is None else self._limit
        for source in get_args(records.Source):
            if self._limit is None or len(self._found) < self._limit:
                values = (source, *self._given, *given(source), most)
                answer = self._connection.execute(sql, values)
                self._found.update(dict.fromkeys(id for (id,) in answer))

    def _read(self) -> list[records.Entry]:
        """The entries found, ``limit`` at most. Raises DatabaseError where the file is spoilt."""
        ids = list(islice(self._found, self._limit))
        by_id: dict[int, records.Entry] = {}
        for first in range(0, len(ids), _READ_AT_ONCE):
            some = ids[first : first + _READ_AT_ONCE]
            places = ", ".join("?" * len(some))
            sql = f"SELECT {', '.join(_COLUMNS)} FROM entry WHERE id IN ({places})"
            for row in self._connection.execute(sql, some):
                by_id[row[0]] = cells.read_row(records.Entry, _COLUMNS, row)
        if len(by_id) < len(ids):  # an index names what is not in the table
            raise sqlite3.DatabaseError("database disk image is malformed")
        return [by_id[id] for id in ids]
