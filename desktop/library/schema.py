"""What a campaign file holds beside its rows: the tables and indexes of each version.

Documents are stored as JSON text and moments as ISO 8601 text in UTC, so that a file explains
itself to any SQLite program. A new file is made as the first program made it and brought up to
date; ``MIGRATIONS[0]`` leads from version 1 to version 2, and so on; the number of a file stands in
its ``user_version``. Whoever changes ``tables`` adds a migration here and keeps a file of the old
version as SQL under ``tests/library/data``. A migration is never edited once released.

A campaign may come from a stranger. A trigger, a view in the place of a table or a default that is
worked out would run as the file is read or saved, so a file that has anything more, less or
different is refused before a row of it is read.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from desktop.library.documents import LONGEST_NAME
from desktop.library.fold import fold, shelf_searched, text_searched

APPLICATION_ID = int.from_bytes(b"Fray")
TABLES = (
    *("campaign", "character", "sheet_version", "entry", "encounter"),
    *("fight", "fight_step", "picture", "throw", "note"),
)
MOST_ROWS = 5_000_000  # in one table
SHORT_COLUMNS = frozenset(
    {
        *("id", "title", "system", "role", "name", "folded", "kind", "source", "state"),
        *("created", "changed", "removed", "started", "at", "who", "result", "rule"),
    }
)
"""What lists read of every row; documents are read one at a time."""
LONGEST_SHORT = 33 * LONGEST_NAME  # bytes: folding makes at most 33 of a letter (U+FDFA)

Schema = dict[str, tuple[str, str, str]]
"""Of each table, index and so on: its type, the table it belongs to, and its SQL without spaces."""

# Never edited: whatever came later is in the migrations.
FIRST = """
CREATE TABLE campaign (
    id INTEGER NOT NULL, title VARCHAR NOT NULL, notes VARCHAR NOT NULL, created VARCHAR NOT NULL,
    desk VARCHAR NOT NULL, house_rules VARCHAR NOT NULL,
    PRIMARY KEY (id), CHECK (id = 1));
CREATE TABLE character (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, role VARCHAR NOT NULL,
    name VARCHAR NOT NULL, folded VARCHAR NOT NULL, revision INTEGER NOT NULL, draft VARCHAR,
    created VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR,
    CHECK (role IN ('player', 'adversary')));
CREATE TABLE sheet_version (
    character_id INTEGER NOT NULL, revision INTEGER NOT NULL, parent INTEGER,
    name VARCHAR NOT NULL, sheet VARCHAR NOT NULL, changed VARCHAR NOT NULL,
    PRIMARY KEY (character_id, revision),
    FOREIGN KEY(character_id) REFERENCES character (id) ON DELETE CASCADE);
CREATE TABLE entry (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    name VARCHAR NOT NULL, folded VARCHAR NOT NULL, data VARCHAR NOT NULL, source VARCHAR NOT NULL,
    removed VARCHAR,
    CHECK (source IN ('shipped', 'own')));
CREATE INDEX entry_shelf ON entry (system, kind, removed, folded);
CREATE TABLE encounter (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL, document VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR);
CREATE TABLE fight (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, encounter_id INTEGER, system VARCHAR NOT NULL,
    name VARCHAR NOT NULL, header VARCHAR NOT NULL, state VARCHAR NOT NULL, pending VARCHAR,
    started VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR,
    CHECK (state IN ('running', 'over')),
    FOREIGN KEY(encounter_id) REFERENCES encounter (id) ON DELETE SET NULL);
CREATE TABLE fight_step (
    fight_id INTEGER NOT NULL, position INTEGER NOT NULL, step VARCHAR NOT NULL,
    at VARCHAR NOT NULL,
    PRIMARY KEY (fight_id, position),
    FOREIGN KEY(fight_id) REFERENCES fight (id) ON DELETE CASCADE);
CREATE VIRTUAL TABLE entry_search USING fts5(folded, tokenize='ascii', prefix='1 2 3');
"""

# All a migration gets is ``execute``, one statement a call: a script would commit in the middle.
Execute = Callable[..., sqlite3.Cursor]
Migration = Callable[[Execute], object]


def _rows(execute: Execute, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Some columns of each row of a table, after its id."""
    last, query = 0, f"SELECT id, {columns} FROM {table} WHERE id > ? ORDER BY id LIMIT 1000"
    # A few at a time: all of them may be more than there is room for.
    while rows := execute(query, (last,)).fetchall():
        yield from rows
        last = rows[-1][0]


def _entries(execute: Execute) -> Iterator[tuple[int, str, str, str, str, str]]:
    """Of each entry its id, and as texts its folded name, source, system, kind and data."""
    for id, *texts in _rows(execute, "entry", "folded, source, system, kind, data"):
        folded, source, system, kind, data = map(str, texts)
        yield id, folded, source, system, kind, data


def _search_texts(execute: Execute) -> None:
    """Version 2: the search of the catalogue knows what stands in an entry, not its name alone."""
    execute("DROP TABLE entry_search")
    execute(
        "CREATE VIRTUAL TABLE entry_search "
        "USING fts5(folded, text, tokenize='ascii', prefix='1 2 3')"
    )
    for id, folded, _, _, kind, data in _entries(execute):
        execute(
            "INSERT INTO entry_search (rowid, folded, text) VALUES (?, ?, ?)",
            (id, folded, text_searched(kind, data)),
        )


def _pictures(execute: Execute) -> None:
    """Version 3: pictures, portraits and templates; lists and searches of one shelf at a time."""
    _take_templates(execute)
    execute("CREATE TABLE picture (id VARCHAR NOT NULL, png BLOB NOT NULL, PRIMARY KEY (id))")
    execute("ALTER TABLE sheet_version ADD COLUMN portrait VARCHAR")
    execute("DROP INDEX entry_shelf")
    # These hold everything that a search for a part of a word reads, on a shelf and everywhere.
    execute("CREATE INDEX entry_shelf ON entry (source, system, kind, removed, folded)")
    execute("CREATE INDEX entry_names ON entry (source, removed, folded)")
    # A list of all, of a system or of a kind is read off in its order: the ids stand behind.
    execute("CREATE INDEX entry_all ON entry (source, removed)")
    execute("CREATE INDEX entry_system ON entry (source, system, removed)")
    execute("CREATE INDEX entry_kind ON entry (source, system, kind, removed)")
    execute("DROP TABLE entry_search")
    execute(
        "CREATE VIRTUAL TABLE entry_search "
        "USING fts5(folded, text, shelf, tokenize='ascii', prefix='1 2 3')"
    )
    for id, folded, source, system, kind, data in _entries(execute):
        text, shelf = text_searched(kind, data), shelf_searched(source, system, kind)
        execute(
            "INSERT INTO entry_search (rowid, folded, text, shelf) VALUES (?, ?, ?, ?)",
            (id, folded, text, shelf),
        )


def _take_templates(execute: Execute) -> None:
    """Makes the table of characters anew: what a role can be stands in its schema."""
    newest = execute("SELECT seq FROM sqlite_sequence WHERE name = 'character'").fetchone()
    execute("CREATE TABLE moved AS SELECT * FROM character")
    execute("DROP TABLE character")
    execute(
        "CREATE TABLE character (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "
        "system VARCHAR NOT NULL, role VARCHAR NOT NULL, name VARCHAR NOT NULL, "
        "folded VARCHAR NOT NULL, revision INTEGER NOT NULL, draft VARCHAR, "
        "created VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR, "
        "CHECK (role IN ('player', 'adversary', 'template')))"
    )
    execute("INSERT INTO character SELECT * FROM moved")
    execute("DROP TABLE moved")
    if newest:  # an id is never given twice
        execute("DELETE FROM sqlite_sequence WHERE name = 'character'")
        execute("INSERT INTO sqlite_sequence VALUES ('character', ?)", newest)


def _unseen(execute: Execute) -> None:
    """Version 4: what is never seen in a name, such as a soft hyphen, is not searched."""
    for table in ("character", "encounter", "entry"):
        for id, name, folded in _rows(execute, table, "name, folded"):
            if fold(str(name)) != folded:
                execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (fold(str(name)), id))
    for id, folded, _, _, kind, data in _entries(execute):
        known = (folded, text_searched(kind, data))
        stored = execute("SELECT folded, text FROM entry_search WHERE rowid = ?", (id,)).fetchone()
        if stored != known:
            execute("UPDATE entry_search SET folded = ?, text = ? WHERE rowid = ?", (*known, id))


def _what_is_left(execute: Execute) -> None:
    """Version 5: what fights have written to sheets, and drafts of pages; TEOHIPHIP's hit points
    are those left.

    As many as were bought stood for all of them, also where Krzepki or Hartowany add some.
    """
    execute("ALTER TABLE fight ADD COLUMN written VARCHAR")
    execute("ALTER TABLE campaign ADD COLUMN drafts VARCHAR")
    of_characters = "character_id IN (SELECT id FROM character WHERE system = 'teohiphip')"
    of_fights = "fight_id IN (SELECT id FROM fight WHERE system = 'teohiphip')"
    for table, column, of_the_system in (
        ("character", "draft", "system = 'teohiphip'"),
        ("sheet_version", "sheet", of_characters),
        ("encounter", "document", "system = 'teohiphip'"),
        ("fight", "header", "system = 'teohiphip'"),
        ("fight_step", "step", of_fights),
    ):
        with_a_trait = f"({column} LIKE '%krzepki%' OR {column} LIKE '%hartowany%')"
        rows_with_a_trait = execute(
            f"SELECT rowid FROM {table} WHERE {of_the_system} AND {with_a_trait}"
        )
        for (row,) in rows_with_a_trait.fetchall():
            (text,) = execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
            if changed := _all_hit_points_left(text):
                execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed, row))


def _all_hit_points_left(text: str | bytes) -> str | None:
    """A document whose sheets of the unhurt say no hit points; None where it has no such sheet."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None  # spoiled from outside; opening the file says so
    parts, changed = [document], False
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            if _stands_for_all(part):
                part["hp"], changed = None, True
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) if changed else None


def _stands_for_all(sheet: dict[str, Any]) -> bool:
    if sheet.get("hp") is None or sheet["hp"] != sheet.get("max_hp"):
        return False
    traits = sheet.get("traits")
    listed = traits if isinstance(traits, list) else []
    named = [trait.get("name") for trait in listed if isinstance(trait, dict)]
    return any(str(name).casefold() in ("krzepki", "hartowany") for name in named)


def _throws(execute: Execute) -> None:
    """Version 6: the throws of the campaign."""
    execute(
        "CREATE TABLE throw (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "
        "system VARCHAR NOT NULL, name VARCHAR NOT NULL, who VARCHAR NOT NULL, "
        "result VARCHAR NOT NULL, rule VARCHAR NOT NULL, folded VARCHAR NOT NULL, "
        "secret BOOLEAN NOT NULL, marked BOOLEAN NOT NULL, document VARCHAR NOT NULL, "
        "at VARCHAR NOT NULL, removed VARCHAR)"
    )


def _notes(execute: Execute) -> None:
    """Version 7: the notes of the campaign."""
    execute(
        "CREATE TABLE note (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "
        "system VARCHAR NOT NULL, kind VARCHAR NOT NULL, name VARCHAR NOT NULL, "
        "folded VARCHAR NOT NULL, text VARCHAR NOT NULL, searched VARCHAR NOT NULL, "
        "day VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR)"
    )


MIGRATIONS: tuple[Migration, ...] = (
    *(_search_texts, _pictures, _unseen, _what_is_left, _throws, _notes),
)


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


def lay_out(connection: sqlite3.Connection, version: int) -> None:
    """Makes an empty database a campaign file of this version, but for its one row."""
    connection.executescript(FIRST)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute("PRAGMA user_version=1")
    bring_to(connection, version)


def schema_of_version(version: int) -> Schema:
    """What a file of this version holds."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        lay_out(connection, version)
        return schema_in(connection)


def schema_in(connection: sqlite3.Connection) -> Schema:
    """What an open file holds."""
    made = connection.execute("SELECT name, type, tbl_name, sql FROM sqlite_master")
    return {
        str(name): (str(kind), str(of), re.sub(r"\s", "", str(sql))) for name, kind, of, sql in made
    }


def strange_in(there: Schema, version: int) -> str | None:
    """The name of something that does not belong into a file of this version, or is not there."""
    ours = schema_of_version(version)
    return next(
        (name for name in sorted(ours.keys() | there.keys()) if ours.get(name) != there.get(name)),
        None,
    )
