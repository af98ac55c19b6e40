"""What may stand in a campaign file beside its rows: the tables and indexes of its version.

A campaign may come from a stranger. A trigger, a view in the place of a table or a default that is
worked out would run as the file is read or saved, so a file that has anything more, less or
different is refused before a row of it is read.
"""

import re
import sqlite3
from contextlib import closing

from desktop.library.documents import LONGEST_NAME
from desktop.library.migrations import bring_to

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


def schema_of_version(version: int) -> Schema:
    """What a file of this version holds."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(FIRST)
        connection.execute("PRAGMA user_version=1")
        bring_to(connection, version)
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
