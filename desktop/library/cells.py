"""What the cells of a campaign file hold, even where somebody else has spoiled them."""

from datetime import UTC, date, datetime
from typing import Any, cast, get_args

from desktop.library.documents import decode
from desktop.library.records import (
    EncounterLine,
    Entry,
    FightLine,
    FightState,
    NoteKind,
    NoteLine,
    Source,
)


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


def entry(id: int, *cells: Any) -> Entry:
    """A catalogue entry of the cells system, kind, name, data, source."""
    system, kind, name, data, source = map(text, cells)
    return Entry(
        id=id,
        system=system,
        kind=kind,
        name=name,
        data=decode(data, "data"),
        source=cast(Source, source),
    )


def encounter_line(id: int, *cells: Any) -> EncounterLine:
    """An encounter of the cells system, name, changed."""
    system, name, changed = map(text, cells)
    return EncounterLine(id=id, system=system, name=name, changed=moment(changed))


def fight_line(id: int, encounter_id: int | None, *cells: Any, steps: int) -> FightLine:
    """A fight of the cells system, name, state, started, changed."""
    system, name, state, started, changed = map(text, cells)
    return FightLine(
        id=id,
        encounter_id=encounter_id,
        system=system,
        name=name,
        state=cast(FightState, state),
        started=moment(started),
        changed=moment(changed),
        steps=steps,
    )


def note_line(id: int, *cells: Any) -> NoteLine:
    """A note of the cells kind, name, day, changed."""
    kind, name, day, changed = map(text, cells)
    its_kind = cast(NoteKind, kind if kind in get_args(NoteKind) else "note")
    return NoteLine(id=id, kind=its_kind, name=name, day=day_of(day), changed=moment(changed))


def day_of(stored: str) -> date | None:
    """A stored day; None where there is none, or somebody else spoiled it."""
    try:
        return date.fromisoformat(stored)
    except ValueError:
        return None
