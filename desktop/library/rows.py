"""From rows of the file to the records handed out, and back; always within a transaction."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, CursorResult, event
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import load_only
from sqlalchemy.orm.attributes import get_history
from sqlmodel import Session, col, delete, func, insert, select, update

from desktop.library import cells, errors, pictures, records, schema, tables, undo
from desktop.library.documents import check_field, check_name, decode, encode
from desktop.library.fold import fold, same_name, shelf_searched, text_searched
from desktop.rules.names import next_numbered

Row = TypeVar(
    "Row", tables.Character, tables.Entry, tables.Encounter, tables.Fight, tables.Throw, tables.Note
)
New = TypeVar("New", records.NewCharacter, records.NewEntry, records.NewEncounter, records.NewNote)
Copied = TypeVar("Copied", tables.Character, tables.Entry, tables.Encounter, tables.Note)


def now() -> str:
    """The present moment as it is stored."""
    return datetime.now(UTC).isoformat()


def id_of(row: Row) -> int:
    """The id of a row that has been saved."""
    assert row.id is not None
    return row.id


def read(kind: type[cells.Record], row: tables.Table, /, **more: Any) -> cells.Record:
    """A row as a record of this kind, with ``more`` than its own columns."""
    return cells.read(kind, {**vars(row), **more})


def columns_of(new: New) -> dict[str, str]:
    """The columns of something new but its portrait, as they are stored. Raises DocumentError."""
    given = {field.name: getattr(new, field.name) for field in fields(new)}
    given.pop("portrait", None)
    columns = {name: check_field(name, value, name) for name, value in given.items()}
    return {**columns, "folded": fold(new.name)}


def add(session: Session, row: Row) -> Row:
    """Saves a new row, which gets its id."""
    session.add(row)
    session.flush()
    return row


def next_name(session: Session, row: Copied) -> str:
    """A name for a copy: ``Guard 3`` for ``Guard 2``, or the first number after it that is free."""
    table = type(row)
    query = select(table.name).where(table.system == row.system, col(table.removed).is_(None))
    taken = set(session.exec(query))
    # A name that somebody else spoilt may have several lines.
    parts = re.fullmatch(r"(.*?)(?: (\d{1,6}))?", row.name, re.DOTALL)
    base, number = parts.groups() if parts else (row.name, None)
    return next_numbered(base, taken, int(number or 1) + 1)


# The bin

REMOVABLE: Mapping[records.Kind, type[Any]] = {
    "character": tables.Character,
    "entry": tables.Entry,
    "encounter": tables.Encounter,
    "fight": tables.Fight,
    "note": tables.Note,
}
"""Tables whose rows are removed first and deleted later."""
AT_ONCE = 500
"""Ids in one statement."""


def set_removed(session: Session, table: type[Any], ids: Sequence[int], removed: bool) -> None:
    """Puts rows into the bin or takes them out of it. Raises NoResultFound where one is gone."""
    at = now() if removed else None
    for first in range(0, len(ids), AT_ONCE):
        some = ids[first : first + AT_ONCE]
        which = update(table).where(col(table.id).in_(some)).values(removed=at)
        written = session.execute(which, execution_options={"synchronize_session": False})
        if cast(CursorResult[Any], written).rowcount != len(some):
            raise NoResultFound


def removed(session: Session, table: type[Row]) -> Sequence[Row]:
    """The rows of a table that are in the bin, without their documents: those may be large."""
    shown = {"id", "encounter_id", *schema.SHORT_COLUMNS} & set(table.model_fields)
    only = load_only(*(getattr(table, name) for name in sorted(shown)), raiseload=True)
    return session.exec(select(table).where(col(table.removed).is_not(None)).options(only)).all()


def delete_removed(session: Session, table: type[Row]) -> int:
    """Deletes the rows of a table that are in the bin, and the rows that belong to them."""
    gone = col(table.removed).is_not(None)
    if table is tables.Entry:
        index = tables.entry_search
        ids = select(tables.Entry.id).where(gone)
        session.execute(delete(index).where(index.c.rowid.in_(ids)))
    there = session.exec(select(func.count()).select_from(table).where(gone)).one()
    session.execute(delete(table).where(gone))
    return there


# Pictures

_NAMING_PICTURES: tuple[Any, ...] = (
    tables.SheetVersion.portrait,
    tables.SheetVersion.sheet,
    tables.Entry.data,
    tables.Encounter.document,
    tables.Fight.header,
    tables.Fight.pending,
    tables.FightStep.step,
)
"""Where an id of a picture may stand."""


def add_picture(session: Session, png: bytes) -> str:
    """Keeps a picture, once however often it is added. Raises DocumentError."""
    kept = pictures.plain(png, "picture")
    id = pictures.picture_id(kept)
    if session.get(tables.Picture, id) is None:
        session.add(tables.Picture(id=id, png=kept))
    return id


def delete_unused_pictures(session: Session) -> None:
    """Deletes the pictures that nothing names any more, in whatever document."""
    unused = set(session.exec(select(tables.Picture.id)))
    for column in _NAMING_PICTURES if unused else ():
        for text in session.exec(select(column).where(col(column).is_not(None))):
            unused.difference_update(pictures.ID.findall(text))
    for id in unused:
        session.execute(delete(tables.Picture).where(col(tables.Picture.id) == id))


# Characters and the versions of their sheets


def add_character(session: Session, new: records.NewCharacter) -> tables.Character:
    """Adds a character with the first version of its sheet."""
    columns, at = columns_of(new), now()
    sheet = columns.pop("sheet")
    if new.portrait is not None and session.get(tables.Picture, new.portrait) is None:
        raise errors.DocumentError("portrait", "there is no such picture")
    row = tables.Character(**dict[str, Any](columns), revision=0, created=at, changed=at)
    add_version(session, add(session, row), None, new.name, sheet, new.portrait)
    return row


def add_version(
    session: Session,
    row: tables.Character,
    parent: int | None,
    name: str,
    sheet: str,
    portrait: str | None,
) -> None:
    """Adds a version to a sheet, edited from ``parent``, and shows it."""
    newest = select(func.max(tables.SheetVersion.revision))
    revision = session.exec(newest.where(tables.SheetVersion.character_id == row.id)).one()
    version = tables.SheetVersion(
        character_id=id_of(row),
        revision=(revision or 0) + 1,
        parent=parent,
        name=name,
        sheet=sheet,
        changed=now(),
        portrait=portrait,
    )
    session.add(version)
    show_version(row, version)


def show_version(row: tables.Character, version: tables.SheetVersion) -> None:
    """Makes a version of a sheet the one that stands."""
    row.revision = version.revision
    row.name = version.name
    row.folded = fold(version.name)
    row.changed = now()


def version_of(
    session: Session, row: tables.Character, revision: int | None = None
) -> tables.SheetVersion:
    """A version of a sheet, without ``revision`` the one that stands."""
    return session.get_one(tables.SheetVersion, (row.id, revision or row.revision))


def new_character(session: Session, row: tables.Character) -> records.NewCharacter:
    """A character as it is copied or exported."""
    return read(records.NewCharacter, version_of(session, row), **vars(row))


# The catalogue


def add_entries(session: Session, news: Sequence[records.NewEntry]) -> list[tables.Entry]:
    """Adds entries of the game master's own, in their order."""
    columns = [{**columns_of(new), "source": "own"} for new in news]
    if not columns:
        return []
    # In one statement: a session would take half as long again for thousands.
    adding = insert(tables.Entry).returning(col(tables.Entry.id), sort_by_parameter_order=True)
    ids = session.scalars(adding, columns).all()
    added = [tables.Entry(id=id, **given) for id, given in zip(ids, columns, strict=True)]
    searched = [{"rowid": row.id, **_searched(row)} for row in added]
    session.execute(insert(tables.entry_search), searched)
    for record in session.info.get(RECORDS, ()):
        for row in added:
            record.added("entry", id_of(row))
    return added


def change_entry(session: Session, row: tables.Entry, name: str, data: records.Document) -> None:
    """Gives an entry another name and other data."""
    set_columns(session, row, {"name": check_name(name, "name"), "data": encode(data, "data")})


def _searched(row: tables.Entry, native: str = "") -> dict[str, str]:
    """What the search knows of an entry, with its native name where that is another."""
    other = f" {native}" if native not in ("", row.folded) else ""
    return {
        "folded": row.folded,
        "text": text_searched(row.kind, row.data) + other,
        "shelf": shelf_searched(row.source, row.system, row.kind),
    }


def replace_entries(
    session: Session,
    which: Sequence[ColumnElement[bool]],
    columns: Sequence[dict[str, Any]],
    natives: Sequence[str],
) -> None:
    """Deletes the entries that meet all of ``which``, then adds others that will.

    ``natives``: further names by which each is found.
    """
    index, ids = tables.entry_search, select(tables.Entry.id).where(*which)
    session.execute(delete(index).where(index.c.rowid.in_(ids)))
    session.execute(delete(tables.Entry).where(*which))
    if columns:
        session.execute(insert(tables.Entry), columns)
        added = session.exec(select(tables.Entry).where(*which).order_by(col(tables.Entry.id)))
        searched = [
            {"rowid": row.id, **_searched(row, fold(native))}
            for row, native in zip(added, natives or [""] * len(columns), strict=True)
        ]
        session.execute(insert(index), searched)


# Encounters


def linked_by_name(
    session: Session, encounters: Iterable[records.NewEncounter]
) -> Iterator[records.NewEncounter]:
    """Encounters of another campaign: who stood for a character there stands for the one of that
    name here, the last that came of several; else for nobody."""
    character = tables.Character
    there = select(character.id, character.system, character.name)
    there = there.where(col(character.removed).is_(None)).order_by(col(character.id))
    session.flush()
    known = {(system, same_name(name)): id for id, system, name in session.exec(there)}

    def linked(line: Any, system: str) -> Any:
        if not isinstance(line, Mapping) or line.get("character") is None:
            return line
        sheet = line.get("sheet")
        name = sheet.get("name") if isinstance(sheet, Mapping) else None
        return {**line, "character": known.get((system, same_name(str(name))))}

    for new in encounters:
        lines = new.document.get("lines")
        if isinstance(lines, list):
            lines = [linked(line, new.system) for line in lines]
            new = replace(new, document={**new.document, "lines": lines})
        yield new


def add_encounter(session: Session, new: records.NewEncounter) -> tables.Encounter:
    """Adds an encounter."""
    return add(session, tables.Encounter(**dict[str, Any](columns_of(new)), changed=now()))


# Fights


def add_step(session: Session, row: tables.Fight, position: int, step: records.Document) -> None:
    """Adds the step that comes next in a fight."""
    at = now()
    session.add(
        tables.FightStep(fight_id=id_of(row), position=position, step=encode(step, "step"), at=at)
    )
    row.changed = at


def count_steps(session: Session, row: tables.Fight) -> int:
    """How many steps of a fight are saved."""
    query = select(func.count()).where(tables.FightStep.fight_id == row.id)
    return session.exec(query).one()


def _rename_fights(session: Session, encounter_id: int, old: str, new: str) -> None:
    """Renames the fights of an encounter that bear its old name."""
    fights = select(tables.Fight).where(
        tables.Fight.encounter_id == encounter_id, tables.Fight.name == old
    )
    for row in session.exec(fights):
        row.name = new
        header = decode(row.header, "header")
        if header.get("name") == old:
            row.header = encode({**header, "name": new}, "header")


def fight(session: Session, row: tables.Fight) -> records.Fight:
    """The record of a fight without its steps."""
    written = row.written or "{}"
    return read(records.Fight, row, steps=count_steps(session, row), written=written)


# Throws


def add_throw(session: Session, new: records.NewThrow) -> tables.Throw:
    """Adds a throw."""
    words = f"{new.name} {new.who} {new.result} {new.rule}"
    columns = {**asdict(new), "document": encode(new.document, "document")}
    return add(session, tables.Throw(**columns, folded=fold(words), at=now()))


# Notes


def add_note(session: Session, new: records.NewNote) -> tables.Note:
    """Adds a note."""
    columns = dict[str, Any](columns_of(new))
    return add(session, tables.Note(**columns, searched=fold(new.text), changed=now()))


def new_note(row: tables.Note) -> records.NewNote:
    """A note as it travels."""
    kept = read(records.Note, row)
    day = kept.day.isoformat() if kept.day else ""
    return records.NewNote(kind=kept.kind, name=kept.name, text=kept.text, day=day)


# Acts

RECORDED: Mapping[type[Any], tuple[undo.Table, Sequence[str]]] = {
    tables.Campaign: ("campaign", ("house_rules", "drafts")),
    tables.Character: ("character", ("role", "revision", "draft", "removed")),
    tables.Entry: ("entry", ("name", "data", "removed")),
    tables.Encounter: ("encounter", ("name", "document", "removed")),
    tables.Fight: ("fight", ("written", "removed")),
    tables.Throw: ("throw", ("marked", "removed")),
    tables.Note: ("note", ("kind", "name", "text", "day", "removed")),
}
"""The columns of each table that are undone."""
_TABLES = {name: table for table, (name, _) in RECORDED.items()}
RECORDS = "records"
"""Where a session keeps the records for what is written past it."""


def record(session: Session) -> undo.Record:
    """Records from now on what is written in a session."""
    record = undo.Record()

    def look(session: Session, _: object) -> None:
        for row in session.new:
            name, _columns = RECORDED.get(type(row), ("campaign", ()))
            if name != "campaign":
                record.added(name, row.id)
        for row in session.dirty:
            name, columns = RECORDED.get(type(row), ("campaign", ()))
            for column in columns:
                if old := get_history(row, column).deleted:
                    both = old[0], getattr(row, column)
                    before, after = map(bool, both) if column == "removed" else both
                    record.wrote(name, row.id, column, before, after)

    event.listen(session, "after_flush", look)
    session.info.setdefault(RECORDS, []).append(record)
    return record


def repeat(session: Session, changes: Iterable[undo.Change]) -> None:
    """Makes changes that were recorded. Raises NoResultFound where a row is gone."""
    for change in changes:
        table, columns = _TABLES[change.table], dict(change.after)
        if "removed" in columns:
            set_removed(session, table, change.ids, columns.pop("removed"))
        for id in change.ids if columns else ():
            set_columns(session, session.get_one(table, id), columns)


def set_columns(session: Session, row: tables.Table, columns: Mapping[str, Any]) -> None:
    """Writes columns of a row, and the columns that follow from them."""
    name_before = getattr(row, "name", "")
    for column, value in columns.items():
        setattr(row, column, value)
    match row:
        case tables.Character() if "revision" in columns:
            show_version(row, version_of(session, row))
        case tables.Entry():
            row.folded, index = fold(row.name), tables.entry_search
            session.execute(update(index).where(index.c.rowid == row.id).values(**_searched(row)))
        case tables.Encounter():
            row.folded, row.changed = fold(row.name), now()
            if row.name != name_before:
                _rename_fights(session, id_of(row), name_before, row.name)
        case tables.Note():
            row.folded, row.searched, row.changed = fold(row.name), fold(row.text), now()
