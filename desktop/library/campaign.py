"""A campaign: one file, and everything the game master keeps in it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, NoResultFound
from sqlmodel import Session, col, select

from desktop.library import cells, documents, locks, opening, pictures, records, rows, tables, undo
from desktop.library.errors import CampaignError, CampaignInUseError, DocumentError
from desktop.library.files import is_of_rights, replacing
from desktop.library.fold import fold
from desktop.library.reader import Reader, newest_child, picture
from desktop.library.rows import Row
from desktop.rules.text import Text

if TYPE_CHECKING:  # it knows the rules, and a campaign does not
    from desktop.library.catalogue_import import Planned


class Campaign(Reader):
    """An open campaign file, held by this program alone until ``close``.

    Every method is one transaction, and so is an ``act`` of several: when it ends, what it saved
    is on the disk; when it raises, nothing of it is. All refusals are LibraryErrors: CampaignError
    for the file and for ids that are not in it, DocumentError for a name or a document that cannot
    be stored.

    Synchronous. Any thread may call, one at a time: a call while another is under way raises
    RuntimeError, so a window gives it a worker thread of its own. Make worker processes by spawn,
    or before a campaign is opened.
    """

    _session: Session | None = None
    """That of the transaction that is under way."""

    @cached_property
    def _engine(self) -> Engine:
        return tables.engine_on(self._connection)

    # The file

    @classmethod
    def create(cls, path: Path | str, title: str) -> Self:
        """Makes a new campaign file and opens it. Refuses a path where something lies already."""
        path = opening.resolved(path)
        documents.check_name(title, "title")
        with ExitStack() as on_failure:
            lock = locks.FileLock(path)
            on_failure.callback(lock.close)
            opening.check_place(path)
            if opening.identity(path):
                raise CampaignError(path, "is there already; open it, or choose another name")
            with opening.explained(path, "cannot be made"):
                with replacing(path, path) as part:
                    opening.make(part, title)
                connection = opening.connect(path)
            on_failure.pop_all()
        return cls(path, lock, connection, opening.identity(path))

    @classmethod
    def take_over(cls, reader: Reader) -> Self:
        """The campaign that a reader has open; ``reader`` must not be used after that."""
        return cls(reader.path, reader._lock, reader._connection, reader._identity)

    @classmethod
    @contextmanager
    def read(cls, path: Path | str) -> Iterator[Self]:
        """A campaign to be read; where another program has it open or nothing may be written, a
        copy as it is saved.

        For errors see ``open``. Nothing may be saved in it.
        """
        path = opening.resolved(path)
        with ExitStack() as stack:
            try:
                campaign = cls.open(path)
            except CampaignError as error:
                folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
                copied = Path(folder, path.name)
                if isinstance(error, CampaignInUseError):
                    opening.copy_of_another(path, copied)
                elif is_of_rights(error.__cause__):
                    with opening.explained(path, "cannot be read"):
                        opening.copy_as_it_lies(path, copied)
                else:
                    raise
                campaign = cls.open(copied)
            stack.callback(campaign.close)
            yield campaign

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def save_copy(self, path: Path | str) -> None:
        """Writes the whole campaign to another file, which another program must not have open."""
        target = opening.resolved(path)
        if target == self.path or opening.identity(target) == self._identity:
            raise CampaignError(target, "is the open campaign itself; choose another name")
        with self._alone(), closing(locks.FileLock(target)):
            opening.check_place(target)
            with opening.explained(target, "no copy could be made"):
                opening.copy(self._connection, target, target)

    # The campaign itself

    def set_desk(self, desk: records.Document) -> None:
        """Saves the page and position to come back to."""
        with self._transaction() as session:
            session.get_one(tables.Campaign, 1).desk = documents.encode(desk, "desk")

    def set_house_rules(self, system: str, house_rules: records.Document) -> None:
        """Saves the campaign's house rules for a system."""
        documents.check_name(system, "system")
        documents.encode(house_rules, "house_rules")
        with self._transaction() as session:
            row = session.get_one(tables.Campaign, 1)
            every = documents.decode(row.house_rules, "house_rules") | {system: house_rules}
            row.house_rules = documents.encode(every, "house_rules")

    def set_page_draft(self, page: str, draft: records.Document | None) -> None:
        """Keeps what was typed on a page and refused; None when nothing is left to keep."""
        with self._transaction() as session:
            row = session.get_one(tables.Campaign, 1)
            drafts = {} if row.drafts is None else documents.decode(row.drafts, "drafts")
            drafts.pop(page, None)
            if draft is not None:
                drafts[page] = draft
            row.drafts = documents.encode(drafts, "drafts") if drafts else None

    # Characters

    def add_character(self, new: records.NewCharacter) -> records.Character:
        """Adds a character; its sheet is revision 1."""
        with self._transaction() as session:
            return self._as_it_stands(session, rows.add_character(session, new))

    def save_character(
        self,
        character_id: int,
        *,
        name: str,
        sheet: records.Document,
        draft: records.Document | None = None,
    ) -> records.Character:
        """Saves a sheet as a new version, together with what the page holds beyond it.

        A sheet that is as it was makes no version. ``draft`` takes the place of the draft before.
        """
        documents.check_name(name, "name")
        encoded = documents.encode(sheet, "sheet")
        with self._at(tables.Character, character_id) as (session, row):
            row.draft = _encode_or_none(draft, "draft")
            standing = rows.version_of(session, row)
            if (name, encoded) != (standing.name, standing.sheet):
                portrait = standing.portrait
                rows.add_version(session, row, row.revision, name, encoded, portrait)
            return self._as_it_stands(session, row)

    def set_portrait(self, character_id: int, png: bytes | None) -> records.Character:
        """Gives a character a portrait, or takes it away, as a new version of the sheet.

        ``png`` as for ``add_picture``.
        """
        with self._at(tables.Character, character_id) as (session, row):
            portrait = None if png is None else rows.add_picture(session, png)
            standing = rows.version_of(session, row)
            if portrait != standing.portrait:
                name, sheet = standing.name, standing.sheet
                rows.add_version(session, row, row.revision, name, sheet, portrait)
            return self._as_it_stands(session, row)

    def portraits(self, system: str) -> dict[str, bytes]:
        """The portraits of a system's characters, by their names."""
        kept, version = tables.Character, tables.SheetVersion
        standing = (col(version.character_id) == kept.id) & (version.revision == kept.revision)
        query = select(kept.name, version.portrait).join(version, standing)
        query = query.where(kept.system == system, col(kept.removed).is_(None))
        query = query.where(col(version.portrait).is_not(None))
        with self._transaction() as session:
            portraits = session.exec(query.order_by(col(kept.id).desc())).all()
            return {
                name: png for name, id in portraits if id and (png := picture(self._connection, id))
            }

    def set_role(self, character_id: int, role: records.Role) -> None:
        """Makes a player character an adversary or the other way round."""
        with self._at(tables.Character, character_id) as (_, row):
            row.role = documents.check_role(role, "role")

    def undo_sheet(self, character_id: int) -> records.Character:
        """Goes back to the version that the sheet was edited from."""
        with self._at(tables.Character, character_id) as (session, row):
            parent = rows.version_of(session, row).parent
            return self._show_version(session, row, parent, "undo")

    def redo_sheet(self, character_id: int) -> records.Character:
        """Goes on to the version that was last edited from this one."""
        with self._at(tables.Character, character_id) as (session, row):
            child = newest_child(self._connection, character_id, row.revision)
            return self._show_version(session, row, child, "redo")

    def show_revision(self, character_id: int, revision: int) -> records.Character:
        """Goes to any saved version of a sheet; what was refused on its page is dropped."""
        with self._at(tables.Character, character_id) as (session, row):
            row.draft = None
            return self._show_version(session, row, revision, "show")

    def sheet_versions(self, character_id: int) -> list[records.SheetVersion]:
        """Every version of a sheet ever saved, the oldest first."""
        versions = select(tables.SheetVersion).where(
            tables.SheetVersion.character_id == character_id
        )
        with self._at(tables.Character, character_id) as (session, _):
            versions_kept = session.exec(versions.order_by(col(tables.SheetVersion.revision)))
            return [rows.read(records.SheetVersion, row) for row in versions_kept]

    def set_draft(self, character_id: int, draft: records.Document | None) -> None:
        """Keeps what was typed on a sheet's page; None when nothing is left to keep."""
        with self._at(tables.Character, character_id) as (_, row):
            row.draft = _encode_or_none(draft, "draft")

    # The catalogue

    def entry(self, entry_id: int) -> records.Entry:
        """A catalogue entry."""
        with self._at(tables.Entry, entry_id) as (_, row):
            return rows.read(records.Entry, row)

    def add_entry(self, new: records.NewEntry) -> records.Entry:
        """Adds an entry of the game master's own."""
        with self._transaction() as session:
            return rows.read(records.Entry, *rows.add_entries(session, [new]))

    def save_entry(self, entry_id: int, *, name: str, data: records.Document) -> records.Entry:
        """Saves an own entry. A shipped one is refused: it belongs to the program."""
        with self._transaction() as session:
            row = self._own_entry(session, entry_id)
            rows.change_entry(session, row, name, data)
            return rows.read(records.Entry, row)

    def bring_in(
        self, planned: "Sequence[Planned]", bundle: records.Bundle | None = None
    ) -> records.Added:
        """Does what was planned for each entry, all of it or nothing; refused ones are left out.

        Of ``bundle`` all comes but its entries, which are those planned.
        """
        new = tuple(
            arrival.row.entry for arrival in planned if arrival.doing == "new" and arrival.row.entry
        )
        changed = []
        with self._transaction() as session:
            added = self._add(
                session, replace(bundle or records.Bundle(), entries=new), foreign=True
            )
            for arrival in planned:
                entry = arrival.row.entry
                if arrival.doing == "change" and entry and arrival.own_id is not None:
                    row = self._own_entry(session, arrival.own_id)
                    rows.change_entry(session, row, entry.name, entry.data)
                    changed.append(arrival.own_id)
        return replace(added, changed=tuple(changed))

    def replace_shipped(
        self, system: str, entries: Sequence[records.NewEntry], natives: Sequence[str] = ()
    ) -> bool:
        """Makes ``entries``, in their order, the shipped entries of a system; own entries stay.

        Each is found by its native name too, where ``natives`` has them.
        Writes nothing, and says False, where they are that already: cheap to call at each opening.
        Otherwise all of them get new ids.
        """
        if stray := next((new for new in entries if new.system != system), None):
            said = Text(
                "{name} is of {system}, not of {ours}",
                name=stray.name,
                system=stray.system,
                ours=system,
            )
            raise DocumentError("system", said)
        kept = tables.Entry
        shipped = (col(kept.system) == system, col(kept.source) == "shipped")
        standing = select(kept.kind, kept.name, kept.data).where(*shipped).order_by(col(kept.id))
        with self._transaction() as session:
            stand = session.exec(standing).all()
            if len(stand) == len(entries) and all(map(_stands_as_given, stand, entries)):
                return False
            given = [{**rows.columns_of(new), "source": "shipped"} for new in entries]
            rows.replace_entries(session, shipped, given, natives)
            return True

    # Encounters

    def encounter(self, encounter_id: int) -> records.Encounter:
        """An encounter with its document."""
        with self._at(tables.Encounter, encounter_id) as (_, row):
            return rows.read(records.Encounter, row)

    def as_now(self, document: records.Document) -> records.Document:
        """An encounter's document, each line with the sheet that its character has now."""
        lines = document.get("lines", [])
        wanted = {line["character"] for line in lines if isinstance(line.get("character"), int)}
        there = wanted & {line.id for line in self.characters()}
        sheets = {id: self.character(id).sheet for id in there}
        fresh = [
            {**line, "sheet": sheets.get(line.get("character"), line["sheet"])} for line in lines
        ]
        return {**document, "lines": fresh} if fresh else document

    def add_encounter(self, new: records.NewEncounter) -> records.Encounter:
        """Adds an encounter."""
        with self._transaction() as session:
            return rows.read(records.Encounter, rows.add_encounter(session, new))

    def save_encounter(
        self, encounter_id: int, *, name: str, document: records.Document
    ) -> records.Encounter:
        """Saves an encounter. Its fights that bear its name are renamed with it."""
        with self._at(tables.Encounter, encounter_id) as (session, row):
            columns = {
                "name": documents.check_name(name, "name"),
                "document": documents.encode(document, "document"),
            }
            rows.set_columns(session, row, columns)
            return rows.read(records.Encounter, row)

    # Fights

    def fight(self, fight_id: int) -> records.Fight:
        """A fight without its steps."""
        with self._at(tables.Fight, fight_id) as (session, row):
            return rows.fight(session, row)

    def start_fight(
        self,
        *,
        system: str,
        name: str,
        header: records.Document,
        encounter_id: int | None = None,
        steps: Iterable[records.Document] = (),
        over: bool = False,
    ) -> records.Fight:
        """Starts a fight; with ``steps`` where it began elsewhere, as in an imported script.

        ``over``: they have ended it.
        """
        with self._transaction() as session:
            if encounter_id is not None:
                self._row(session, tables.Encounter, encounter_id)
            at = rows.now()
            row = tables.Fight(
                encounter_id=encounter_id,
                system=documents.check_name(system, "system"),
                name=documents.check_name(name, "name"),
                header=documents.encode(header, "header"),
                state="over" if over else "running",
                started=at,
                changed=at,
            )
            rows.add(session, row)
            for position, step in enumerate(steps, start=1):
                rows.add_step(session, row, position, step)
            return rows.fight(session, row)

    def append_step(
        self,
        fight_id: int,
        position: int,
        step: records.Document,
        pending: records.Document | None = None,
        *,
        over: bool = False,
    ) -> None:
        """Saves the next step of a fight, what is pending after it and whether it ended the fight.

        Raises CampaignError unless ``position`` is the number of saved steps plus one: the steps
        on the screen are then not those in the file.
        """
        with self._at(tables.Fight, fight_id) as (session, row):
            following = rows.count_steps(session, row) + 1
            if position != following:
                said = Text(
                    "step {position} of {name} cannot be saved, "
                    "since step {following} is the next; open the fight again",
                    position=position,
                    name=row.name,
                    following=following,
                )
                raise CampaignError(self.path, said)
            rows.add_step(session, row, position, step)
            row.pending = _encode_or_none(pending, "pending")
            row.state = "over" if over else "running"

    def steps(self, fight_id: int) -> list[records.Step]:
        """The steps of a fight, the first first."""
        table = tables.FightStep
        columns = ("position", "step", "at")
        steps = select(table.position, table.step, table.at).where(table.fight_id == fight_id)
        with self._at(tables.Fight, fight_id) as (session, _):
            kept = session.exec(steps.order_by(col(table.position)))
            return [cells.read_row(records.Step, columns, row) for row in kept]

    def set_pending(self, fight_id: int, pending: records.Document | None) -> None:
        """Keeps the half-finished command with its dice and answers; None when it is given up."""
        with self._at(tables.Fight, fight_id) as (_, row):
            row.pending, row.changed = _encode_or_none(pending, "pending"), rows.now()

    def set_written(self, fight_id: int, written: records.Document) -> None:
        """Keeps what a fight has last written to sheets."""
        with self._at(tables.Fight, fight_id) as (_, row):
            row.written = documents.encode(written, "written")

    def keep_course(self, fight_id: int, course: records.Document) -> None:
        """Keeps how the chances of a fight went, in the head of its script."""
        with self._at(tables.Fight, fight_id) as (_, row):
            header = documents.decode(row.header, "header")
            row.header = documents.encode({**header, "course": course}, "header")

    # Pictures

    def add_picture(self, png: bytes) -> str:
        """Keeps a PNG as ``pictures.plain`` takes it; returns the id by which documents name it.

        The same picture is kept once. It stays for as long as a document names it.
        """
        with self._transaction() as session:
            return rows.add_picture(session, png)

    # Throws

    def add_throw(self, new: records.NewThrow) -> records.KeptThrow:
        """Keeps a throw away from a fight. Undone, it is gone."""
        with self._transaction() as session:
            return rows.read(records.KeptThrow, rows.add_throw(session, new))

    def throws(
        self,
        search: str = "",
        *,
        marked: bool = False,
        between: tuple[datetime, datetime] | None = None,
        most: int = 500,
    ) -> list[records.KeptThrow]:
        """The throws of the campaign, the last first; those with all words of the search.

        ``between`` are the first moment and the one after the last, in UTC.
        """
        query = select(tables.Throw).where(col(tables.Throw.removed).is_(None))
        if marked:
            query = query.where(col(tables.Throw.marked))
        if between:
            first, after = (end.isoformat() for end in between)
            query = query.where(col(tables.Throw.at) >= first, col(tables.Throw.at) < after)
        for word in fold(search).split():
            query = query.where(col(tables.Throw.folded).contains(word, autoescape=True))
        with self._transaction() as session:
            throws = session.exec(query.order_by(col(tables.Throw.id).desc()).limit(most))
            return [rows.read(records.KeptThrow, row) for row in throws]

    def moments_of_throws(self) -> list[datetime]:
        """When something was thrown, the last first."""
        query = select(tables.Throw.at).where(col(tables.Throw.removed).is_(None))
        with self._transaction() as session:
            return [
                cells.moment(at) for at in session.exec(query.order_by(col(tables.Throw.id).desc()))
            ]

    def mark_throw(self, throw_id: int, marked: bool) -> None:
        """Marks a throw, or takes its mark away."""
        with self._at(tables.Throw, throw_id) as (_, row):
            row.marked = marked

    # Notes

    def note(self, note_id: int) -> records.Note:
        """A note with its text."""
        with self._at(tables.Note, note_id) as (_, row):
            return rows.read(records.Note, row)

    def add_note(self, new: records.NewNote) -> records.Note:
        """Adds a note."""
        with self._transaction() as session:
            return rows.read(records.Note, rows.add_note(session, new))

    def save_note(self, note_id: int, new: records.NewNote) -> records.Note:
        """Saves a note."""
        with self._at(tables.Note, note_id) as (session, row):
            rows.set_columns(session, row, rows.columns_of(new))
            return rows.read(records.Note, row)

    # The bin

    def remove(self, kind: records.Kind, id: int) -> str:
        """Takes something off the lists; ``bring_back`` reverses that. Returns its name."""
        with self._transaction() as session:
            if kind == "entry":
                self._own_entry(session, id)
            row = self._row(session, rows.REMOVABLE[kind], id)
            row.removed = rows.now()
            return str(row.name)

    def bring_back(self, kind: records.Kind, id: int) -> str:
        """Brings something that was removed back as it was. Returns its name."""
        with self._at(rows.REMOVABLE[kind], id, removed=True) as (_, row):
            row.removed = None
            return str(row.name)

    def duplicate(self, kind: records.Kind, id: int) -> Any:
        """The record of a copy of anything but a fight, under the next free numbered name."""
        with self._at(rows.REMOVABLE[kind], id) as (session, row):
            name = rows.next_name(session, row)
            match row:
                case tables.Character():
                    return self.add_character(_renamed(self._new_character(session, row), name))
                case tables.Entry():
                    return self.add_entry(_renamed(rows.read(records.NewEntry, row), name))
                case tables.Encounter():
                    return self.add_encounter(_renamed(rows.read(records.NewEncounter, row), name))
                case _:
                    return self.add_note(replace(rows.new_note(row), name=name))

    def removed(self) -> list[records.Removed]:
        """Everything that was removed and can be restored, the last removed first."""
        with self._transaction() as session:
            removed = [
                rows.read(records.Removed, row, kind=kind)
                for kind, table in rows.REMOVABLE.items()
                for row in rows.removed(session, table)
            ]
            return sorted(removed, key=lambda thing: thing.removed, reverse=True)

    def empty_bin(self) -> int:
        """Deletes everything in the bin for good; returns how much that was.

        Pictures that nothing names any more go with it.
        """
        with self._transaction() as session:
            deleted = sum(rows.delete_removed(session, table) for table in rows.REMOVABLE.values())
            rows.delete_removed(session, tables.Throw)
            rows.delete_unused_pictures(session)
            return deleted

    # What travels

    def bundle(
        self,
        *,
        characters: Iterable[int] = (),
        encounters: Iterable[int] = (),
        entries: Iterable[int] = (),
        notes: Iterable[int] = (),
    ) -> records.Bundle:
        """What has these ids, as a bundle for ``exchange.write_bundle``: encounters with the sheets
        that their characters have now."""
        prepared = [
            records.NewEncounter(system=e.system, name=e.name, document=self.as_now(e.document))
            for e in map(self.encounter, encounters)
        ]
        with self._transaction() as session:
            people = [self._row(session, tables.Character, key) for key in characters]
            things = [self._row(session, tables.Entry, key) for key in entries]
            travelling = tuple(self._new_character(session, row) for row in people)
            texts = [
                *(character.portrait or "" for character in travelling),
                *(rows.version_of(session, row).sheet for row in people),
                *(str(encounter.document) for encounter in prepared),
                *(row.data for row in things),
            ]
            return records.Bundle(
                characters=travelling,
                encounters=tuple(prepared),
                entries=tuple(rows.read(records.NewEntry, row) for row in things),
                notes=tuple(rows.new_note(self._row(session, tables.Note, key)) for key in notes),
                pictures=self._pictures_named(texts),
            )

    def everything(self) -> records.Bundle:
        """All characters, encounters and notes by name, and the game master's own entries."""
        kept = tables.Entry
        own = select(kept.id).where(col(kept.removed).is_(None), kept.source == "own")
        with self._transaction() as session:
            entries = [key for key in session.exec(own.order_by(col(kept.id))) if key is not None]
        return self.bundle(
            characters=[line.id for line in self.characters()],
            encounters=[line.id for line in self.encounters()],
            entries=entries,
            notes=[line.id for line in self.notes()],
        )

    def add_bundle(self, bundle: records.Bundle) -> records.Added:
        """Adds everything that a bundle holds, or nothing; entries become the game master's own."""
        with self._transaction() as session:
            return self._add(session, bundle)

    def _add(
        self, session: Session, bundle: records.Bundle, *, foreign: bool = False
    ) -> records.Added:
        """``foreign``: the bundle comes from a campaign that numbers its own characters."""
        for png in bundle.pictures.values():
            rows.add_picture(session, png)
        people = [rows.add_character(session, new) for new in bundle.characters]
        encounters: Iterable[records.NewEncounter] = bundle.encounters
        if foreign:
            encounters = rows.linked_by_name(session, bundle.encounters)
        prepared = [rows.add_encounter(session, new) for new in encounters]
        written = [rows.add_note(session, new) for new in bundle.notes]
        return records.Added(
            characters=tuple(map(rows.id_of, people)),
            encounters=tuple(map(rows.id_of, prepared)),
            entries=tuple(map(rows.id_of, rows.add_entries(session, bundle.entries))),
            notes=tuple(map(rows.id_of, written)),
        )

    # Acts

    @contextmanager
    def act(self) -> Iterator[list[undo.Change]]:
        """One transaction for the block; lists afterwards what the block changed."""
        changes: list[undo.Change] = []
        with self._transaction() as session:
            record = rows.record(session)
            yield changes
            session.flush()
            changes += record.changes

    def repeat(self, changes: Sequence[undo.Change]) -> None:
        """Makes changes once more, or the other way round those of ``backwards``."""
        with self._transaction() as session:
            rows.repeat(session, changes)

    # What the methods above share

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        """A session whose work is saved at the end of the block, or of the act it is a part of."""
        with self._alone():
            if self._session is not None:
                yield self._session
                self._session.flush()
                return
            with self._saving() as self._session:
                try:
                    yield self._session
                finally:
                    self._session = None

    @contextmanager
    def _at(
        self, table: type[Row], row_id: int, *, removed: bool = False
    ) -> Iterator[tuple[Session, Row]]:
        """A transaction, and a row that is in the table, or in the bin."""
        with self._transaction() as session:
            yield session, self._row(session, table, row_id, removed=removed)

    @contextmanager
    def _saving(self) -> Iterator[Session]:
        with self._explained():
            try:
                with Session(self._engine, expire_on_commit=False) as session, session.begin():
                    before = self._connection.total_changes
                    yield session
                    session.flush()
                    if self._connection.total_changes != before:
                        self._check_place()
            except DBAPIError as error:
                raise self._cannot(error.orig or error) from error
            except NoResultFound as error:
                raise self._damaged() from error

    def _row(
        self, session: Session, table: type[Row], row_id: int, *, removed: bool = False
    ) -> Row:
        row = session.get(table, row_id) if abs(row_id) < 2**63 else None
        if row is None or (row.removed is not None) != removed:
            where = "among what was removed" if removed else "in it"
            raise self._missing(table.__name__.lower(), row_id, where)
        return row

    def _as_it_stands(self, session: Session, row: tables.Character) -> records.Character:
        session.flush()
        return self._character(self._connection, rows.id_of(row))

    def _new_character(self, session: Session, row: tables.Character) -> records.NewCharacter:
        """A character to be added; a portrait that is damaged is as if it were not there."""
        new = rows.new_character(session, row)
        sound = new.portrait and picture(self._connection, new.portrait)
        return new if sound else replace(new, portrait=None)

    def _pictures_named(self, texts: Iterable[str]) -> dict[str, bytes]:
        """The pictures whose ids stand in any of the texts."""
        ids = {id for text in texts for id in pictures.ID.findall(text)}
        there = ((id, picture(self._connection, id)) for id in sorted(ids))
        return {id: png for id, png in there if png}

    def _own_entry(self, session: Session, row_id: int) -> tables.Entry:
        row = self._row(session, tables.Entry, row_id)
        if row.source != "own":
            said = Text(
                "{name} comes with the program; duplicate it and change the copy", name=row.name
            )
            raise CampaignError(self.path, said)
        return row

    def _show_version(
        self, session: Session, row: tables.Character, revision: int | None, doing: str
    ) -> records.Character:
        if revision is None:
            raise CampaignError(
                self.path, Text("there is nothing to {doing} on {name}", doing=doing, name=row.name)
            )
        rows.show_version(row, rows.version_of(session, row, revision))
        return self._as_it_stands(session, row)


def _encode_or_none(document: records.Document | None, place: str) -> str | None:
    return None if document is None else documents.encode(document, place)


def _stands_as_given(stands: Sequence[object], new: records.NewEntry) -> bool:
    """Whether kind, name and data are stored as given; what is stored was checked then."""
    try:
        return tuple(stands) == (new.kind, new.name, documents.written(new.data))
    except (TypeError, ValueError):  # no JSON: what is wrong with it is said where it is checked
        return False


def _renamed(new: rows.New, name: str) -> rows.New:
    """The same by another name, also in its document where that has one."""
    parts = {part: getattr(new, part, {}) for part in ("sheet", "data", "document")}
    named = {part: {**kept, "name": name} for part, kept in parts.items() if "name" in kept}
    return replace(new, name=name, **dict[str, Any](named))
