"""The rows of a campaign file of the present version, as objects.

What else a file holds, the checks, keys and indexes of these tables, stands in ``schema``, which
makes it. A column that is added here needs a migration there.
"""

import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, Integer, String, TypeDecorator, column, create_engine, event, table
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.orm import registry
from sqlalchemy.pool import StaticPool
from sqlmodel import AutoString, Field, SQLModel

from desktop.library.cells import text


class Table(SQLModel, registry=registry()):
    """What every table stands on: a registry of our own, so that nobody else's tables slip in."""


class Campaign(Table, table=True):
    """The campaign itself: one row."""

    id: int = Field(default=1, primary_key=True)
    title: str
    notes: str = ""
    created: str
    desk: str = "{}"  # the page and position last open
    house_rules: str = "{}"  # system id -> the house rules of that system
    drafts: str | None = None  # page -> what was typed there and refused; sheets have their own


class Named(Table):
    """What bears a name that is searched, and can be removed."""

    id: int | None = Field(default=None, primary_key=True)
    system: str
    name: str
    folded: str
    removed: str | None = None  # when; a removed row is hidden and can be restored


class Character(Named, table=True):
    """A character, adversary or template; ``revision`` points at the version that is its sheet."""

    role: str
    revision: int
    draft: str | None = None  # texts typed on the page that the sheet has refused
    created: str
    changed: str


class SheetVersion(Table, table=True):
    """A sheet as it was once saved. Versions are added, never changed: a tree by ``parent``."""

    __tablename__ = "sheet_version"

    character_id: int = Field(primary_key=True)
    revision: int = Field(primary_key=True)
    parent: int | None
    name: str
    sheet: str
    changed: str
    portrait: str | None = None  # the id of a picture


class Entry(Named, table=True):
    """A catalogue entry, the program's or the game master's own."""

    kind: str
    data: str
    source: str


class Encounter(Named, table=True):
    """A prepared encounter."""

    document: str
    changed: str


class Fight(Table, table=True):
    """A fight: the head of its script; the steps follow in ``fight_step``."""

    id: int | None = Field(default=None, primary_key=True)
    encounter_id: int | None
    system: str
    name: str
    header: str
    state: str = "running"
    pending: str | None = None  # the command stopped half-way, with its dice and answers
    started: str
    changed: str
    removed: str | None = None
    written: str | None = None  # combatant -> place on the sheet -> what was last written there


class FightStep(Table, table=True):
    """A step of a fight. Steps are added, never changed."""

    __tablename__ = "fight_step"

    fight_id: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    step: str
    at: str


class Picture(Table, table=True):
    """A picture as ``pictures.plain`` leaves it; what shows it names it by its id."""

    id: str = Field(primary_key=True)
    png: bytes


class Throw(Named, table=True):
    """A throw away from a fight, in the words in which it was told: all of them are searched, and
    its name is what was thrown. Free dice are of no system; undone, it is removed."""

    who: str
    result: str
    rule: str
    secret: bool
    marked: bool = False
    document: str  # its lines, and the script of a check that throws the same
    at: str


class Note(Named, table=True):
    """A note of the campaign."""

    system: str = ""  # of none
    kind: str
    text: str
    searched: str  # the text, folded
    day: str  # YYYY-MM-DD, or empty
    changed: str


# The folded names again, by their words, the texts of the data, and the shelf that the entry stands
# on: a row for each entry, under the entry's id. Words are what stands between spaces, for the
# tokenizer called ascii takes every letter beyond ASCII as part of one. ``rows`` keeps it; triggers
# could not, in a file whose schema is not trusted.
entry_search = table(
    "entry_search",
    column("rowid", Integer),
    column("folded", String),
    column("text", String),
    column("shelf", String),
    column("entry_search", String),  # all of them: what is to be found in which stands in the words
)


class StoredText(TypeDecorator[str]):
    """Text, even where somebody put a number or bytes into its cell."""

    impl = String
    cache_ok = True

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[Any], str | None] | None:
        """Asked in place of ``process_result_value``, which takes twice as long for each cell."""
        return lambda value: None if value is None else text(value)


for _table in Table.metadata.tables.values():
    for _column in _table.columns:
        if isinstance(_column.type, AutoString):
            _column.type = StoredText()


def engine_on(connection: sqlite3.Connection) -> Engine:
    """An engine on this one connection, whose transactions take the right to write at once."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
