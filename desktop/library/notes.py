"""What notes are about beyond their own text: links, and what happened on an evening."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from desktop.library import records
from desktop.library.campaign import Campaign
from desktop.library.fold import same_name

NIGHT = timedelta(hours=6)
"""An evening runs on until six o'clock in the morning."""


def links_in(text: str) -> list[str]:
    """What the links of a text name, each once, in its order."""
    names = {same_name(name): name.strip() for name in reversed(records.LINK.findall(text))}
    return [name for name in reversed(names.values()) if name]


def named(c: Campaign, name: str) -> list[records.Linked]:
    """Everything that bears a name: characters, encounters, notes, fights, catalogue entries."""
    wanted = same_name(name)
    lines: list[records.Line] = [*c.characters(search=name), *c.encounters(search=name)]
    lines += [*c.notes(search=name), *c.fights(), *c.entries(search=name, limit=20)]
    return [
        records.Linked(kind=records.KIND_OF[type(line)], id=line.id, name=line.name)
        for line in lines
        if same_name(line.name) == wanted
    ]


def mentioning(c: Campaign, name: str) -> list[records.Linked]:
    """The notes that have a link to a name."""
    wanted = same_name(name)
    return [
        records.Linked(kind="note", id=line.id, name=line.name)
        for line in c.notes(search=name)
        if any(same_name(link) == wanted for link in links_in(c.note(line.id).text))
    ]


def evening_of(moment: datetime) -> date:
    """The evening that a moment belongs to, by the clock of this computer."""
    return (moment.astimezone() - NIGHT).date()


def hours_of(day: date) -> tuple[datetime, datetime]:
    """The first moment of an evening and the one after its last, in UTC."""
    begin = datetime.combine(day, time()) + NIGHT
    first, after = begin.astimezone(UTC), (begin + timedelta(days=1)).astimezone(UTC)
    return first, after


def evenings_of_throws(c: Campaign) -> list[date]:
    """The evenings on which something was thrown, the last first."""
    return list(dict.fromkeys(map(evening_of, c.moments_of_throws())))


@dataclass(frozen=True, slots=True)
class Evening:
    """What happened on an evening, each in the order in which it happened."""

    fights: tuple[records.FightLine, ...]
    """Those that were begun or went on."""
    throws: tuple[records.KeptThrow, ...]
    notes: tuple[records.NoteLine, ...]
    """Those that were written, but for the notes of evenings."""


def evening(c: Campaign, day: date) -> Evening:
    """What happened on an evening."""
    fights = [f for f in c.fights() if evening_of(f.started) <= day <= evening_of(f.changed)]
    notes = [n for n in c.notes() if n.kind != "evening" and evening_of(n.changed) == day]
    return Evening(
        tuple(sorted(fights, key=lambda fight: fight.changed)),
        tuple(reversed(c.throws(between=hours_of(day)))),
        tuple(sorted(notes, key=lambda note: note.changed)),
    )


def last_evening(c: Campaign, before: date | None = None) -> records.NoteLine | None:
    """The note of the latest evening, or of the latest before a day."""
    evenings = [
        note
        for note in c.notes()
        if note.kind == "evening" and note.day and (before is None or note.day < before)
    ]
    return max(evenings, key=lambda note: (note.day, note.id), default=None)
