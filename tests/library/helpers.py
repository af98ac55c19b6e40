"""What several tests of the library look at."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from desktop.library.documents import read_json
from desktop.library.exchange import bundle_of
from desktop.library.records import Bundle


def listing(folder: Path) -> list[str]:
    """The names in a folder."""
    return sorted(found.name for found in folder.iterdir())


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a closed database that makes nothing beside it."""
    uri = f"{path.as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        yield connection


def contents(path: Path) -> list[str]:
    """All that a database holds, as SQL, but for what is only its search index."""
    with reading(path) as connection:
        return [line for line in connection.iterdump() if "entry_search" not in line]


def execute(path: Path, *statements: str) -> None:
    """Changes a closed campaign behind the library's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def read_bundle(path: Path) -> Bundle:
    """The bundle in a file, whatever its sheets are."""
    return bundle_of(read_json(path))
