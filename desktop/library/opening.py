"""Before a campaign file is trusted: the look at it, the copy of it, the connection to it."""

import os
import platform
import re
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Literal

from desktop.library import cells, documents, errors, schema
from desktop.library.files import BACKUP, DATABASE, explain, real, replacing
from desktop.library.fold import begins_a_word, plan_searched, text_searched
from desktop.library.locks import FileLock, check_links
from desktop.rules.text import Text

BACKUPS_KEPT = 10
PATIENCE = 2.0  # seconds to wait while another program writes to the file
LONGEST_CHECK = 120.0  # seconds for the look at a file before it is opened
LONGEST_WORK = 30.0  # seconds for one reading or saving
LARGEST_FILE = 2 * 1024**3  # bytes
# What SQLite itself refuses to take up: a value, a statement, a row.
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 4 * documents.LARGEST + 1_000_000,  # four bytes a letter
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}


@contextmanager
def explained(path: Path, doing: str) -> Iterator[None]:
    """Turns what the system or SQLite raises in the block into a CampaignError on ``path``."""
    try:
        yield
    except (OSError, ValueError, sqlite3.Error) as error:
        raise errors.CampaignError(
            path, Text("{doing}: {reason}", doing=doing, reason=explain(error))
        ) from error


def check_place(path: Path) -> None:
    """Raises CampaignError unless a new database may be put at ``path``.

    The journal left by a program that died belongs to the file it died with: SQLite would write
    it into the new one. Refused, too, is a name that leaves no room for that of a backup: the file
    could be made and never be opened.
    """
    with explained(path, "cannot be made"), suppress(FileNotFoundError):
        _backup_name(path, "version-10.2000-01-01-000000").stat()
    if path.is_dir():
        raise errors.CampaignError(path, "is a folder; choose a file name")
    for leftover in (_beside(path, "-wal"), _beside(path, "-journal")):
        if leftover.exists():
            said = Text(
                "{name} lies there from an unfinished save; choose another name", name=leftover.name
            )
            raise errors.CampaignError(path, said)


def check_presence(path: Path) -> None:
    """Raises CampaignError unless ``path`` is a plain file with something in it."""
    with explained(path, "cannot be opened"):
        try:
            status = path.stat()
        except FileNotFoundError:
            problem = "there is no such file; it may have been moved or renamed"
            raise errors.CampaignError(path, problem) from None
    if not path.is_file():
        raise errors.CampaignError(path, "is not a file")
    if status.st_size == 0:
        raise errors.CampaignError(
            path, Text("is empty, as an interrupted copy leaves it; {mend}", mend=_mend(path))
        )
    if status.st_size > LARGEST_FILE:
        raise errors.CampaignError(path, "is larger than any campaign (2 GB)")


def resolved(path: Path | str) -> Path:
    """The file itself where ``path`` leads through links. Raises CampaignError where to none."""
    path = Path(path)
    with explained(path, "cannot be opened"):
        return real(path)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at ``path``, whatever its name; None where none can be seen."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


@contextmanager
def at_most(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Ends whatever SQLite works at in the block when the time is over: sqlite3.Error."""
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end, 50_000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def guard(connection: sqlite3.Connection) -> None:
    """Settings for a file that may come from a stranger."""
    connection.text_factory = lambda text: text.decode(errors="replace")
    for what, most in _LIMITS.items():
        connection.setlimit(what, most)
    for setting in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {setting}")


def check_soundness(path: Path) -> None:
    """Raises CampaignError unless ``path`` is a sound campaign file; it is not touched.

    Refused are: what is no SQLite, another program's database, what is damaged, holds anything
    but the tables of a campaign, is newer than this program or not to be written to.
    """
    with explained(path, "cannot be opened"):
        check_links(path)
    with explained(path, "cannot be opened"), path.open("rb+") as file:
        if file.read(len(DATABASE)) != DATABASE:
            raise errors.CampaignError(
                path, Text("is not a campaign; if it was one, {mend}", mend=_mend(path))
            )
    try:
        with (
            _to_look_at(path) as (file_seen, uri, left_open),
            closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE)) as connection,
            at_most(connection, LONGEST_CHECK),
        ):
            guard(connection)
            sound = _look(connection, path)
            (page,) = connection.execute("PRAGMA page_size").fetchone()
            # SQLite reads what is missing of the last page as zeros.
            cut_off = not left_open and file_seen.stat().st_size % page != 0
    except UnicodeDecodeError as error:  # SQLite's own words quote what is in the file
        raise errors.CampaignError(path, Text("is damaged; {mend}", mend=_mend(path))) from error
    except sqlite3.Error as error:
        if explain(error) != str(error):  # there is a mend for it, so it is not the file
            raise errors.CampaignError(
                path, Text("cannot be opened: {reason}", reason=explain(error))
            ) from error
        raise errors.CampaignError(
            path, Text("is damaged ({reason}); {mend}", reason=explain(error), mend=_mend(path))
        ) from error
    if not sound or cut_off:
        raise errors.CampaignError(path, Text("is damaged; {mend}", mend=_mend(path)))


@contextmanager
def _to_look_at(path: Path) -> Iterator[tuple[Path, str, bool]]:
    """A file as it will be opened, its URI, and whether a journal of new pages lies beside it.

    SQLite writes a journal of old pages back when it opens a file to write: that is looked at in a
    copy, since the file itself is not touched. Without any journal the file alone is read, and
    nothing is made beside it.
    """
    new_pages, old_pages = (_beside(path, ending) for ending in ("-wal", "-journal"))
    left_open = _holds_something(new_pages)
    if not _holds_something(old_pages):
        yield path, sqlite_uri(path, "ro") + ("" if left_open else "&immutable=1"), left_open
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        seen = Path(folder, "campaign")
        with explained(path, "cannot be opened"):
            copy_as_it_lies(path, seen)
        yield seen, sqlite_uri(seen, "rw"), left_open


def copy_as_it_lies(path: Path, target: Path) -> None:
    """Copies a file that nothing is to be written to, with its journals. Raises OSError."""
    for ending in ("", "-wal", "-journal"):
        if not ending or _holds_something(_beside(path, ending)):
            shutil.copyfile(_beside(path, ending), _beside(target, ending))


def _holds_something(journal: Path) -> bool:
    return journal.exists() and journal.stat().st_size > 0


def _look(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether a file is sound. Raises CampaignError where it is no campaign of ours."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id != schema.APPLICATION_ID:
        raise errors.CampaignError(path, "is the database of another program, not a campaign")
    version = schema.version_of(connection)
    if version > schema.current_version():
        said = Text(
            "was saved by a newer Fraydesk (file version {theirs}, this program knows {ours}); "
            "install the newer Fraydesk to open it",
            theirs=version,
            ours=schema.current_version(),
        )
        raise errors.CampaignError(path, said)
    if version < 1:
        return False
    if strange := schema.strange_in(schema.schema_in(connection), version):
        said = Text(
            "is not as Fraydesk makes a campaign ({strange} is missing, altered or added); "
            "another program has changed it, and it is not opened, since that could do harm; "
            "{mend}",
            strange=errors.short(strange),
            mend=_mend(path),
        )
        raise errors.CampaignError(path, said)
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    there = schema.schema_in(connection)
    return finding == "ok" and all(
        _fits(connection, table) for table in schema.TABLES if table in there
    )


def _fits(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a table can be shown in a list: not too many rows, no name without end."""
    there = {name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")}
    longest = [
        f"max(length(CAST({name} AS BLOB)))" for name in sorted(there & schema.SHORT_COLUMNS)
    ]
    query = f"SELECT {', '.join(['count(*)', *longest])} FROM {table}"
    rows, *lengths = connection.execute(query).fetchone()
    return rows <= schema.MOST_ROWS and all(
        (length or 0) <= schema.LONGEST_SHORT for length in lengths
    )


def sqlite_uri(path: PurePath, mode: Literal["ro", "rw"]) -> str:
    """The URI of a file for SQLite, which takes a server's name for a part of the path."""
    uri = path.as_uri()
    on_server = not uri.startswith("file:///")  # a share of Windows
    return f"{uri.replace('//', '////', 1) if on_server else uri}?mode={mode}"


def make(path: Path, title: str) -> None:
    """Writes a campaign file with nothing in it but its title. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")  # it is written through when it is whole
        schema.lay_out(connection, schema.current_version())
        connection.execute(
            "INSERT INTO campaign (id, title, notes, created, desk, house_rules) "
            "VALUES (1, ?, '', ?, '{}', '{}')",
            (title, datetime.now(UTC).isoformat()),
        )


def connect(path: Path) -> sqlite3.Connection:
    """A connection to an existing file whose every commit is on the disk when it returns."""
    connection = sqlite3.connect(
        sqlite_uri(path, "rw"),
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=PATIENCE,
    )
    try:
        guard(connection)
        for takes, function in ((2, begins_a_word), (1, plan_searched), (2, text_searched)):
            connection.create_function(function.__name__, takes, function, deterministic=True)
        for setting in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "fullfsync=ON",  # macOS keeps a plain fsync in the drive's cache
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {setting}")
        # Opens the journal now, by its name, so that the file can be read after a rename.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def copy(connection: sqlite3.Connection, target: Path, alone_with: Path) -> None:
    """Copies the open database to ``target``, whole or not at all.

    ``alone_with``: whose lock is held, that of ``target`` or of the campaign it is a backup of.
    Raises OSError or sqlite3.Error.
    """
    (_, _, source), *_ = connection.execute("PRAGMA database_list")
    with replacing(target, alone_with) as part:
        _make_as_private(part, Path(source))
        with closing(sqlite3.connect(part)) as copied:
            connection.backup(copied)
            # So that it can be read where nobody writes.
            copied.execute("PRAGMA journal_mode=DELETE")


def copy_of_another(path: Path, target: Path) -> None:
    """Copies a campaign that another program has open, as it is saved, to ``target``.

    Raises CampaignError.
    """
    uri = sqlite_uri(path, "ro")
    with (
        explained(path, "cannot be read while another program has it"),
        closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE)) as connection,
    ):
        guard(connection)
        copy(connection, target, target)


def _make_as_private(part: Path, source: Path) -> None:
    """Makes an empty file that only those can read who can read ``source``."""
    part.touch(0o600)
    with suppress(OSError):  # some disks know no permissions
        part.chmod(stat.S_IMODE(source.stat().st_mode) | 0o600)


def checkpoint(connection: sqlite3.Connection) -> None:
    """Puts what stands in the journal into the file itself. Raises sqlite3.Error."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Leaves a dated copy beside the file; the newest ten stay.

    Of several openings in one minute the first is kept: it is the one before whatever went wrong.
    """
    there = backups(path)
    wanted = f"{datetime.now():%Y-%m-%d-%H%M}"
    if there and there[0].name == _backup_name(path, wanted).name:
        return
    target, number = _backup_name(path, wanted), 2
    while target.exists():  # the clock was set back to a minute that has a copy already
        target, number = _backup_name(path, f"{wanted}-{number}"), number + 1
    copy(connection, target, path)
    with suppress(OSError):  # a clock that was set back makes a new copy no older than the others
        latest = max((_changed(old) for old in there), default=0)
        if _changed(target) <= latest:
            os.utime(target, ns=(latest + 1_000_000_000, latest + 1_000_000_000))
    kept = [target, *(old for old in there if old != target)]
    for old in kept[BACKUPS_KEPT:]:
        with suppress(OSError):  # one that cannot go now goes at the next opening
            old.unlink()


def backups(path: Path) -> list[Path]:
    """The dated copies beside a campaign file, the one made last first."""
    dated = re.compile(re.escape(_stem(path)) + r"\.\d{4}-\d\d-\d\d-\d{4}(-\d{1,6})?\.bak")
    backups = [file for file in path.parent.iterdir() if dated.fullmatch(file.name)]
    return sorted(backups, key=lambda file: (_changed(file), file.name), reverse=True)


def set_aside(campaign: Path, created: datetime) -> list[str]:
    """Names of what a cloud service laid beside a campaign that was changed on two computers.

    Dropbox, Nextcloud, ownCloud and Syncthing have "conflict" in them. OneDrive puts
    the name of a computer behind: such a file is named if it is this campaign, made at ``created``.
    """
    begin, end = campaign.stem.casefold(), campaign.suffix.casefold()
    computer = re.compile(rf"-([A-Z0-9-]{{1,15}}|(?i:{re.escape(platform.node())}))(-\d+)?")
    with suppress(OSError):
        beside = sorted(campaign.parent.iterdir())
        return [
            file.name
            for file in beside
            if file.name.casefold().startswith(begin) and file.suffix.casefold() == end
            for put_behind in [file.stem[len(begin) :]]
            if "conflict" in put_behind.casefold()
            or (computer.fullmatch(put_behind) and _created(file) == created)
        ]
    return []


def _created(campaign: Path) -> datetime | None:
    """When a campaign that nobody has open was made; None for what is none."""
    uri = sqlite_uri(campaign.resolve(), "ro")
    with (
        suppress(OSError, sqlite3.Error),
        closing(sqlite3.connect(f"{uri}&immutable=1", uri=True)) as connection,
    ):
        for (created,) in connection.execute("SELECT created FROM campaign"):
            return cells.moment(created)
    return None


def restored(backup: Path) -> Path:
    """A campaign file made of a backup, beside it under a free name with its date.

    Raises CampaignError unless the backup is sound; it stays as it is.
    """
    check_presence(backup)
    check_soundness(backup)
    parts = BACKUP.fullmatch(backup.name)
    assert parts
    stem, _, day, hour, *_ = parts.groups()
    name = f"{stem} {day} {hour}"
    target, number = backup.with_name(f"{name}.fray"), 2
    while target.exists():
        target, number = backup.with_name(f"{name} {number}.fray"), number + 1
    check_place(target)
    with (
        closing(FileLock(target)),
        explained(target, "cannot be made"),
        replacing(target, target) as part,
    ):
        _make_as_private(part, backup)
        shutil.copyfile(backup, part)
    return target


def _changed(file: Path) -> int:
    """When a file was last written to, in nanoseconds; 0 where that cannot be seen."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Runs the migrations the file lacks, after a copy of it that is never thrown away.

    Raises CampaignError if one fails; the file then stands as the last good one left it.
    """
    version = schema.version_of(connection)
    if version == schema.current_version():
        return
    kept = _backup_name(path, f"version-{version}.{datetime.now():%Y-%m-%d-%H%M%S}")
    copy(connection, kept, path)
    try:
        schema.migrate(connection)
    except Exception as error:
        said = Text(
            "could not be brought from version {theirs} to version {ours} ({reason}); "
            "nothing in it is lost, and {name} is a copy of it for the Fraydesk it comes from",
            theirs=schema.version_of(connection),
            ours=schema.current_version(),
            reason=explain(error),
            name=kept.name,
        )
        raise errors.CampaignError(path, said) from error


def _mend(path: Path) -> Text:
    newest = None
    with suppress(OSError):  # a folder whose list cannot be read
        newest = next(iter(backups(path)), None)
    if newest:
        return Text(
            "copy its newest backup, {name}, to a new name ending in .fray and open that",
            name=newest.name,
        )
    return Text("put back a copy of it and open that")


def _backup_name(path: Path, mark: str) -> Path:
    return path.with_name(f"{_stem(path)}.{mark}.bak")


def _stem(path: Path) -> str:
    return path.stem if path.suffix == ".fray" else path.name


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
