"""How campaign files of older versions are brought up to date.

``MIGRATIONS[0]`` leads from version 1 to version 2, and so on; the number of a file stands in its
``user_version``. Whoever changes ``tables`` adds a migration here and keeps a file of the old
version as SQL under ``tests/library/data``. A migration is never edited once released: run on the
first schema, without rows, they tell what a file of any version looks like (``schema``).
"""

import sqlite3
from collections.abc import Callable

from desktop.library.fold import text_searched

# All a migration gets is ``execute``, one statement a call: a script would commit in the middle.
Execute = Callable[..., sqlite3.Cursor]
Migration = Callable[[Execute], object]


def _search_texts(execute: Execute) -> None:
    """Version 2: the search of the catalogue knows what stands in an entry, not its name alone."""
    execute("DROP TABLE entry_search")
    execute(
        "CREATE VIRTUAL TABLE entry_search "
        "USING fts5(folded, text, tokenize='ascii', prefix='1 2 3')"
    )
    last = 0
    # A few at a time: all of them may be more than there is room for.
    while found := execute(
        "SELECT id, folded, kind, data FROM entry WHERE id > ? ORDER BY id LIMIT 1000", (last,)
    ).fetchall():
        for id, folded, kind, data in found:
            text = text_searched(str(kind), str(data))
            execute(
                "INSERT INTO entry_search (rowid, folded, text) VALUES (?, ?, ?)",
                (id, folded, text),
            )
        last = found[-1][0]


def _pictures(execute: Execute) -> None:
    """Version 3: pictures, and whose portrait one is."""
    execute("CREATE TABLE picture (id VARCHAR NOT NULL, png BLOB NOT NULL, PRIMARY KEY (id))")
    execute("ALTER TABLE sheet_version ADD COLUMN portrait VARCHAR")


MIGRATIONS: tuple[Migration, ...] = (_search_texts, _pictures)


def current_version() -> int:
    """The version of the files this program writes."""
    return 1 + len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the file up to date, a transaction a version.

    Foreign keys are off meanwhile, since tables are rebuilt, and looked over before each commit.
    Whatever a migration raises comes through, and the file stands at the last version reached.
    """
    connection.execute("PRAGMA foreign_keys=OFF")
    try:
        bring_to(connection, current_version())
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def bring_to(connection: sqlite3.Connection, wanted: int) -> None:
    """Runs the migrations from the file's own version up to ``wanted``."""
    for version in range(version_of(connection), wanted):
        _step(connection, version)


def _step(connection: sqlite3.Connection, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS[version - 1](connection.execute)
        if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise sqlite3.IntegrityError(f"a row of {orphan[0]} points nowhere")
        connection.execute(f"PRAGMA user_version={version + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
