"""What the cells of a campaign file hold, even where somebody else has spoiled them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from desktop.library import records
from desktop.library.documents import decode

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def text(cell: Any) -> str:
    """Text, even where somebody put a number or bytes into its cell."""
    if isinstance(cell, str):
        return cell
    return cell.decode(errors="replace") if isinstance(cell, bytes) else str(cell)


LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def moment(stored: str) -> datetime:
    """A stored moment; ``LONG_AGO`` where somebody else spoiled it, for a date is no reason to
    keep anything from being read."""
    try:
        moment = datetime.fromisoformat(stored)
        if moment.tzinfo is UTC:  # as we store it
            return moment
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (OverflowError, TypeError, ValueError):
        return LONG_AGO


def day_of(stored: str) -> date | None:
    """A stored day; None where there is none, or somebody else spoiled it."""
    try:
        return date.fromisoformat(stored)
    except ValueError:
        return None


_READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    str: lambda cell, _: text(cell),
    datetime: lambda cell, _: moment(text(cell)),
    date | None: lambda cell, _: day_of(text(cell)),
    str | None: lambda cell, _: None if cell is None else text(cell),
    records.Document: lambda cell, name: decode(text(cell), name),
    records.Document | None: lambda cell, name: None if cell is None else decode(text(cell), name),
    records.NoteKind: lambda cell, _: cell if cell in get_args(records.NoteKind) else "note",
    **dict.fromkeys((records.Role, records.Source, records.FightState), lambda cell, _: text(cell)),
}
"""How a cell is read, by the type of the field that it is for; a number is as it is."""


@cache
def _readers(kind: type[Any]) -> Mapping[str, Callable[[Any, str], Any] | None]:
    return {field.name: _READERS.get(field.type) for field in fields(kind)}


def read(kind: type[Record], cells: Mapping[str, Any]) -> Record:
    """A record of the cells that are called as its fields are; others are left out.

    Raises DocumentError for a document that somebody else has spoiled.
    """
    readers = _readers(kind)
    return kind(
        **{
            name: reader(cells[name], name) if reader else cells[name]
            for name, reader in readers.items()
            if name in cells
        }
    )


def read_row(kind: type[Record], columns: Iterable[str], row: Iterable[Any]) -> Record:
    """As :func:`read`, of a row of these columns."""
    return read(kind, dict(zip(columns, row, strict=True)))
