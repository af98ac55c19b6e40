"""Before a campaign file is trusted: the look at it, the copy of it, the connection to it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from desktop.library.errors import CampaignError
from desktop.library.files import explain, replacing
from desktop.library.migrations import current_version, migrate, version_of
from desktop.library.tables import APPLICATION_ID

BACKUPS_KEPT = 10
PATIENCE = 2.0  # seconds to wait while another program writes to the file
_MAGIC = b"SQLite format 3\x00"


@contextmanager
def explained(path: Path, doing: str) -> Iterator[None]:
    """Turns what the system or SQLite raises in the block into a CampaignError on ``path``."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise CampaignError(path, f"{doing}: {explain(error)}") from error


def check_place(path: Path) -> None:
    """Raises CampaignError unless a new database may be put at ``path``.

    The journal left by a program that died belongs to the file it died with: SQLite would write
    it into the new one.
    """
    if path.is_dir():
        raise CampaignError(path, "is a folder; choose a file name")
    for leftover in (_beside(path, "-wal"), _beside(path, "-journal")):
        if leftover.exists():
            raise CampaignError(
                path, f"{leftover.name} lies there from an unfinished save; choose another name"
            )


def check_presence(path: Path) -> None:
    """Raises CampaignError unless ``path`` is a plain file with something in it."""
    if not path.exists():
        raise CampaignError(path, "there is no such file; it may have been moved or renamed")
    if not path.is_file():
        raise CampaignError(path, "is not a file")
    if path.stat().st_size == 0:
        raise CampaignError(path, f"is empty, as an interrupted copy leaves it; {_mend(path)}")


def check_soundness(path: Path) -> None:
    """Raises CampaignError unless ``path`` is a sound campaign file; it is not touched.

    Refused are: what is no SQLite, another program's database, what is damaged, newer than this
    program or not to be written to.
    """
    with explained(path, "cannot be opened"), path.open("rb+") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise CampaignError(path, f"is not a campaign; if it was one, {_mend(path)}")
    journal = _beside(path, "-wal")
    left_open = journal.exists() and journal.stat().st_size > 0
    # Without a journal the file alone is read, and nothing is made beside it.
    uri = f"{path.as_uri()}?mode=ro" + ("" if left_open else "&immutable=1")
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE)) as connection:
            (application_id,) = connection.execute("PRAGMA application_id").fetchone()
            if application_id != APPLICATION_ID:
                raise CampaignError(path, "is the database of another program, not a campaign")
            version = version_of(connection)
            if version > current_version():
                raise CampaignError(
                    path,
                    f"was saved by a newer Fraydesk (file version {version}, this program knows "
                    f"{current_version()}); install the newer Fraydesk to open it",
                )
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            (page,) = connection.execute("PRAGMA page_size").fetchone()
    except sqlite3.Error as error:
        if explain(error) != str(error):  # there is a mend for it, so it is not the file
            raise CampaignError(path, f"cannot be opened: {explain(error)}") from error
        raise CampaignError(path, f"is damaged ({error}); {_mend(path)}") from error
    # SQLite reads what is missing of the last page as zeros.
    cut_off = not left_open and path.stat().st_size % page != 0
    if finding != "ok" or version < 1 or cut_off:
        raise CampaignError(path, f"is damaged; {_mend(path)}")


def connect(path: Path) -> sqlite3.Connection:
    """A connection to an existing file whose every commit is on the disk when it returns."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=PATIENCE,
    )
    try:
        for setting in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "fullfsync=ON",  # macOS keeps a plain fsync in the drive's cache
            "foreign_keys=ON",
            "trusted_schema=OFF",  # a campaign may come from a stranger
        ):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copies the open database to ``target``, whole or not at all.

    Raises OSError or sqlite3.Error.
    """
    with replacing(target) as part, closing(sqlite3.connect(part)) as copied:
        connection.backup(copied)
        copied.execute("PRAGMA journal_mode=DELETE")  # so that it can be read where nobody writes


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Leaves a dated copy beside the file; the newest ten stay.

    Of several openings in one minute the first is kept: it is the one before whatever went wrong.
    """
    target = _backup_name(path, f"{datetime.now():%Y-%m-%d-%H%M}")
    if not target.exists():
        copy(connection, target)
    for old in backups(path)[BACKUPS_KEPT:]:
        with suppress(OSError):  # one that cannot go now goes at the next opening
            old.unlink()


def backups(path: Path) -> list[Path]:
    """The dated copies beside a campaign file, the newest first."""
    dated = re.compile(re.escape(_stem(path)) + r"\.\d{4}-\d\d-\d\d-\d{4}\.bak")
    return sorted(
        (found for found in path.parent.iterdir() if dated.fullmatch(found.name)), reverse=True
    )


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Runs the migrations the file lacks, after a copy of it that is never thrown away.

    Raises CampaignError if one fails; the file then stands as the last good one left it.
    """
    version = version_of(connection)
    if version == current_version():
        return
    kept = _backup_name(path, f"version-{version}.{datetime.now():%Y-%m-%d-%H%M%S}")
    copy(connection, kept)
    try:
        migrate(connection)
    except Exception as error:
        raise CampaignError(
            path,
            f"could not be brought from version {version_of(connection)} to version "
            f"{current_version()} ({explain(error)}); nothing in it is lost, and {kept.name} "
            "is a copy of it for the Fraydesk it comes from",
        ) from error


def _mend(path: Path) -> str:
    if newest := next(iter(backups(path)), None):
        return f"copy its newest backup, {newest.name}, to a new name ending in .fray and open that"
    return "put back a copy of it and open that"


def _backup_name(path: Path, mark: str) -> Path:
    return path.with_name(f"{_stem(path)}.{mark}.bak")


def _stem(path: Path) -> str:
    return path.stem if path.suffix == ".fray" else path.name


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
