"""What is read as soon as a campaign is open: its lists, its sheets, the place where it was left.

This module has SQL of its own, since importing SQLAlchemy takes longer than opening and showing a
campaign. All other reading and all writing is in ``campaign``.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from desktop.library import documents, files, locks, opening, pictures, records
from desktop.library.cells import moment, read, read_row, text
from desktop.library.errors import CampaignError, CampaignMovedError, DocumentError
from desktop.library.fold import SortKey, fold, sort_key, word_beginnings
from desktop.library.search import HITS, LEAST_OF_A_TEXT, EntrySearch
from desktop.rules.text import Text, Words


class Reader:
    """The part of an open campaign that is needed first; :class:`Campaign` derives from it.

    The file is held by this program alone until ``close``. Every method is one transaction. For
    errors and threads see :class:`Campaign`.
    """

    def __init__(
        self,
        path: Path,
        lock: locks.FileLock,
        connection: sqlite3.Connection,
        identity: tuple[int, int] | None,
    ) -> None:
        """For ``open`` and ``Campaign``."""
        self.path = path
        self._lock = lock
        self._connection = connection
        self._identity = identity
        locks.open_here.add(identity)
        self._closed = False
        self._busy = threading.RLock()  # an act is made of several calls

    # The file

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Opens a campaign file, leaving a dated copy beside it; brings an older one up to date.

        Raises CampaignInUseError if another program has it, CampaignError if it is no campaign,
        changed by another program, damaged or newer than this program; the file is then untouched.
        """
        path = opening.resolved(path)
        opening.check_presence(path)
        with ExitStack() as on_failure:
            lock = locks.FileLock(path)
            on_failure.callback(lock.close)
            opening.check_soundness(path)
            with opening.explained(path, "cannot be opened"):
                connection = opening.connect(path)
            on_failure.callback(connection.close)
            with opening.explained(path, "no copy of it could be made before opening it"):
                opening.back_up(connection, path)
                opening.bring_up_to_date(connection, path)
            on_failure.pop_all()
        return cls(path, lock, connection, opening.identity(path))

    @classmethod
    def restore(cls, backup: Path | str) -> Self:
        """Opens a copy of a backup, beside it under a new name; for errors see ``open``.

        The backup itself would make room for newer ones some day, with everything done in it.
        """
        return cls.open(opening.restored(opening.resolved(backup)))

    def close(self) -> None:
        """Closes the file and lets other programs have it. Closing twice is no harm."""
        if not self._closed:
            with self._alone():
                self._closed = True
                with suppress(sqlite3.Error):  # SQLite itself leaves a renamed file its journal
                    opening.checkpoint(self._connection)
                self._connection.close()
                locks.open_here.discard(self._identity)
                self._lock.close()

    def checkpoint(self) -> None:
        """Puts everything saved into the file itself; the journal beside it is empty then.

        To be called when there is nothing else to do: a file that is copied, sent or renamed while
        it is open then has everything in it.
        """
        with self._alone(), opening.explained(self.path, "cannot be read or saved"):
            opening.checkpoint(self._connection)

    @property
    def in_place(self) -> bool:
        """Whether the file that was opened still lies where it was opened."""
        return opening.identity(self.path) == self._identity

    # The campaign itself

    def info(self) -> records.CampaignInfo:
        """Title and date of making."""
        title, created = self._of_campaign("title, created")
        return records.CampaignInfo(title=title, created=moment(created))

    def set_aside(self) -> list[str]:
        """Names of what a cloud service laid beside it, changed on another computer."""
        return opening.set_aside(self.path, self.info().created)

    def desk(self) -> records.Document:
        """What ``set_desk`` saved last: the page and position to come back to."""
        (desk,) = self._of_campaign("desk")
        return documents.decode(desk, "desk")

    def house_rules(self, system: str) -> records.Document:
        """The campaign's house rules for a system; empty where none are set, or spoilt."""
        (house_rules,) = self._of_campaign("house_rules")
        of_system = documents.decode(house_rules, "house_rules").get(system)
        return of_system if isinstance(of_system, dict) else {}

    def page_draft(self, page: str) -> records.Document | None:
        """What was typed on a page and refused, if anything: ``"entry/12"``."""
        (drafts,) = self._of_campaign("coalesce(drafts, '{}')")
        draft = documents.decode(drafts, "drafts").get(page)
        return draft if isinstance(draft, dict) else None

    def _of_campaign(self, columns: str) -> list[str]:
        with self._reading() as connection:
            row = connection.execute(f"SELECT {columns} FROM campaign WHERE id = 1").fetchone()
            if row is None:
                raise self._damaged()
            return [text(cell) for cell in row]

    def system_of(self, kind: records.Kind, id: int) -> str:
        """Of which system something in the campaign is."""
        with self._reading() as connection:
            (system,) = self._one(connection, kind, id, "system")
            return text(system)

    # Lists

    def characters(
        self,
        system: str | None = None,
        role: records.Role | None = None,
        search: str = "",
        language: str = "",
    ) -> list[records.CharacterLine]:
        """The characters by name; with ``search`` those whose names hold all its words.

        The name that is searched comes first, then those where each word begins a word. Behind
        them come, for three letters or more, those on whose sheet each word begins a word.
        ``language`` as for ``sort_key``.
        """
        with self._reading() as connection:
            kind, where = records.CharacterLine, (ON_SHEET, LEAST_OF_A_TEXT)
            lines = _searched(connection, kind, search, language, system, *where)
            return [line for line in lines if role in (None, line.role)]

    def encounters(
        self, system: str | None = None, search: str = "", language: str = ""
    ) -> list[records.EncounterLine]:
        """The encounters by name; ``search`` and ``language`` as for ``characters``.

        Behind them come those in whose objectives and notes all words of the search stand.
        """
        with self._reading() as connection:
            kind = records.EncounterLine
            return _searched(connection, kind, search, language, system, IN_PLAN)

    def entries(
        self,
        system: str | None = None,
        kind: str | None = None,
        search: str = "",
        limit: int | None = HITS,
    ) -> list[records.Entry]:
        """Catalogue entries, the game master's own first, at most ``limit``.

        Otherwise they are in the order in which they were added. With ``search``, those where each
        of its words begins a word of the name: first one whose whole name is searched, then those
        that have each word as a whole one. Where there are none, those whose names hold the search
        as it stands. Behind them come, of three letters or more, those in whose kind or texts its
        words begin.
        """
        with self._reading() as connection:
            return EntrySearch(connection, system, kind, limit).entries(search)

    def fights(self, system: str | None = None) -> list[records.FightLine]:
        """The fights, the one last changed first."""
        of_system = "" if system is None else " AND system = :system"
        columns = ("id", "encounter_id", "system", "name", "state", "started", "changed", "steps")
        # An undo takes its own row and that of a step back; what is kept is written so.
        in_force = """count(*) - 2 * count(CASE step WHEN '{"do":"undo"}' THEN 1 END)"""
        steps = f"(SELECT {in_force} FROM fight_step WHERE fight_id = fight.id)"
        sql = (
            f"SELECT {', '.join(columns[:-1])}, {steps} FROM fight WHERE removed IS NULL{of_system}"
            " ORDER BY changed DESC, id DESC"
        )
        with self._reading() as connection:
            lines = connection.execute(sql, {"system": system}).fetchall()
            return [read_row(records.FightLine, columns, line) for line in lines]

    def notes(self, search: str = "", language: str = "") -> list[records.NoteLine]:
        """The notes by name; ``search`` and ``language`` as for ``characters``.

        Behind them come those in whose text all words of the search stand.
        """
        with self._reading() as connection:
            kind = records.NoteLine
            return _searched(connection, kind, search, language, None, IN_TEXT)

    # Characters

    def character(self, character_id: int) -> records.Character:
        """A character with its sheet."""
        with self._reading() as connection:
            return self._character(connection, character_id)

    def _character(self, connection: sqlite3.Connection, character_id: int) -> records.Character:
        columns = ("id", "system", "role", "name", "changed", "created", "revision")
        row = self._one(connection, "character", character_id, ", ".join(columns))
        revision = row[-1]
        version = connection.execute(
            "SELECT sheet, portrait, parent FROM sheet_version "
            "WHERE character_id = ? AND revision = ?",
            (character_id, revision),
        ).fetchone()
        if version is None:
            raise self._damaged()
        sheet, portrait, parent = version
        child = newest_child(connection, character_id, revision)
        undone = {"can_undo": parent is not None, "can_redo": child is not None}
        cells = dict(zip(columns, row, strict=True), sheet=sheet, portrait=portrait, **undone)
        return read(records.Character, cells)

    def draft(self, character_id: int) -> records.Document | None:
        """What was typed on a sheet's page and is not in the sheet, if anything."""
        with self._reading() as connection:
            (draft,) = self._one(connection, "character", character_id, "draft")
            return None if draft is None else documents.decode(text(draft), "draft")

    # Pictures

    def picture(self, picture_id: str) -> bytes | None:
        """A picture as PNG, safe to be drawn; None where there is none of this id."""
        with self._reading() as connection:
            return picture(connection, picture_id)

    # What the methods above share

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("a campaign serves one thread at a time; give it one of its own")
        try:
            if self._closed:
                raise CampaignError(self.path, "has been closed; open it again")
            yield
        finally:
            self._busy.release()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._alone():
            if self._connection.in_transaction:  # a part of an act
                yield self._connection
                return
            with self._explained():
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self._connection
                finally:
                    self._connection.rollback()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turns what SQLite raises in the block into a CampaignError; stops what takes too long."""
        with opening.at_most(self._connection, opening.LONGEST_WORK):
            try:
                yield
            except sqlite3.Error as error:
                raise self._cannot(error) from error
            except UnicodeDecodeError as error:
                raise self._damaged() from error

    def _cannot(self, error: BaseException) -> CampaignError:
        """What to raise where SQLite could not do what was asked of it."""
        self._check_place()
        problem = self._explain(error)
        return CampaignError(self.path, Text("cannot be read or saved: {problem}", problem=problem))

    def _damaged(self) -> CampaignError:
        return CampaignError(self.path, "is damaged; open a backup of it")

    def _check_place(self) -> None:
        """Raises CampaignMovedError where what is saved would not get into a file by this name."""
        if not self.in_place:
            with suppress(sqlite3.Error):  # what was saved before goes with the file
                opening.checkpoint(self._connection)
            raise CampaignMovedError(
                self.path,
                "is no longer where it was opened: it was renamed, moved, deleted or replaced. "
                "Nothing more is saved to it; save a copy, and go on in that",
            )

    def _explain(self, error: BaseException) -> Words:
        """What went wrong, in words; SQLite says "full" also when its row numbers are used up."""
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
            with suppress(sqlite3.Error):
                newest = self._connection.execute("SELECT max(seq) FROM sqlite_sequence")
                if (newest.fetchone()[0] or 0) >= 2**63 - 1:
                    return Text(
                        "no more numbers are left for new things in it; open a backup of it"
                    )
        return files.explain(error)

    def _one(
        self, connection: sqlite3.Connection, table: records.Kind, id: int, columns: str
    ) -> Sequence[Any]:
        """Cells of a row that is not in the bin."""
        sql = f"SELECT {columns} FROM {table} WHERE id = ? AND removed IS NULL"
        row = connection.execute(sql, (id,)).fetchone() if abs(id) < 2**63 else None
        if row is None:
            raise self._missing(table, id)
        return cast(Sequence[Any], row)

    def _missing(self, what: str, id: int, where: str = "in it") -> CampaignError:
        said = Text("there is no {what} {row_id} {where}", what=what, row_id=id, where=where)
        return CampaignError(self.path, said)


IN_NAME = "folded LIKE '%' || ? || '%'"
IN_TEXT = "searched LIKE '%' || ? || '%'"
IN_PLAN = "plan_searched(document) LIKE '%' || ? || '%'"
ON_SHEET = (
    "begins_a_word(?, (SELECT text_searched('', sheet) FROM sheet_version "
    "WHERE character_id = character.id AND revision = character.revision))"
)
"""Where each word of a search can stand."""


Line = TypeVar("Line", bound=records.CharacterLine | records.EncounterLine | records.NoteLine)


def _searched(
    connection: sqlite3.Connection,
    kind: type[Line],
    search: str,
    language: str,
    system: str | None,
    where: str,
    least: int = 1,
) -> list[Line]:
    """Those whose names hold all words of ``search``, in the order of a list; behind them, by at
    least so many letters, those that hold them ``where`` it is said."""
    words = fold(search[: documents.LONGEST_NAME])
    begins = word_beginnings(words)
    columns = [field.name for field in fields(kind)]
    at_name = columns.index("name")
    table = f"SELECT folded, {', '.join(columns)} FROM {records.KIND_OF[kind]}"
    of_system = "removed IS NULL" if system is None else "removed IS NULL AND system = ?"
    given = [*([] if system is None else [system]), *words.split()]  # letters and digits only

    def place(row: Sequence[Any]) -> tuple[bool, bool, SortKey]:
        folded = text(row[0])
        return folded != words, not begins(folded), sort_key(text(row[1 + at_name]), language)

    lines: dict[int, Line] = {}
    for condition in (IN_NAME, where) if len(fold(search)) >= least else (IN_NAME,):
        conditions = " AND ".join([of_system, *[condition] * len(words.split())])
        matching = connection.execute(f"{table} WHERE {conditions} ORDER BY id", given)
        for _, *cells in sorted(matching, key=place):
            line = read_row(kind, columns, cells)
            lines.setdefault(line.id, line)
    return list(lines.values())


def newest_child(connection: sqlite3.Connection, character_id: int, revision: int) -> int | None:
    """The revision of a sheet that was last edited from another one, if any was."""
    sql = "SELECT max(revision) FROM sheet_version WHERE character_id = ? AND parent = ?"
    (child,) = connection.execute(sql, (character_id, revision)).fetchone()
    return cast(int | None, child)


def picture(connection: sqlite3.Connection, id: str) -> bytes | None:
    """A picture as PNG that is safe to draw; None where there is none, or it is damaged.

    One whose bytes are not those of its id is none either: no other campaign would take it.
    """
    # As bytes, whatever stands there.
    asked = connection.execute("SELECT CAST(png AS BLOB) FROM picture WHERE id = ?", (id,))
    (stored,) = asked.fetchone() or (None,)
    try:
        png = pictures.plain(stored, "picture") if stored else None
    except DocumentError:
        return None
    return png if png and pictures.picture_id(png) == id else None
