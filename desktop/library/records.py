"""What the library hands out: frozen records, free of the database and of its session.

A ``Document`` is a JSON object (sheet, catalogue data, roster, fight header) tagged by the record's
``system``; the library stores it and never looks inside. Each record holds a fresh copy. Moments
are aware and in UTC.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, ClassVar, Literal

Document = dict[str, Any]
Role = Literal["player", "adversary", "template"]
"""What a character is; of a template others are made."""
Source = Literal["own", "shipped"]
"""Of a catalogue entry; in lists the game master's own come first."""
FightState = Literal["running", "over"]
PARTS = ("all", "characters", "encounters", "catalogue", "notes")
"""What of a campaign can travel by itself."""
Kind = Literal["character", "entry", "encounter", "fight", "note"]
NoteKind = Literal["evening", "scene", "place", "person", "note"]
"""What a note is about; of an evening it is the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignInfo:
    """What the campaign says of itself."""

    title: str
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedLine:
    """Something as a list shows it, and as the library sorts it."""

    id: int
    system: str
    name: str
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterLine(DatedLine):
    """A character as a list shows it."""

    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(CharacterLine):
    """A character with the sheet of the version that stands now."""

    sheet: Document
    revision: int
    portrait: str | None
    """The id of a picture."""
    created: datetime
    can_undo: bool
    can_redo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVersion:
    """One saved version of a sheet; ``parent`` is the revision it was edited from."""

    revision: int
    parent: int | None
    name: str
    sheet: Document
    portrait: str | None
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A catalogue entry on its way into a campaign."""

    system: str
    kind: str
    name: str
    data: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(NewEntry):
    """A catalogue entry: a weapon, an armour, a trait …"""

    id: int
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterLine(DatedLine):
    """An encounter as a list shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter(EncounterLine):
    """An encounter with its document: roster, objectives, house rules, notes."""

    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class FightLine(DatedLine):
    """A fight as a list shows it; ``steps`` is how many are in force, of a :class:`Fight` how many
    are saved."""

    encounter_id: int | None
    state: FightState
    started: datetime
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(FightLine):
    """A fight: the ``fight/1`` script without its steps, and the command waiting for an answer."""

    header: Document
    pending: Document | None
    written: Document
    """What was last written to sheets, by combatant and by the place on the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a fight; positions count from 1 without a gap."""

    position: int
    step: Document
    at: datetime


LINK = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
"""A link in the text of a note, as it is written: ``[[Old mill]]``, ``[[walka-12]]``."""


def without_links(text: str) -> str:
    """The text with what its links name, where nobody can follow them."""
    return LINK.sub(r"\1", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLine(DatedLine):
    """A note as a list shows it."""

    kind: NoteKind
    day: date | None
    """The evening it is of; that runs on into the next morning."""
    system: str = ""
    """Of none: a note belongs to the campaign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(NoteLine):
    """A note with its text, which has the simple marks and links."""

    text: str


Line = DatedLine | Entry
"""What lists show."""
KIND_OF: Mapping[type[object], Kind] = {
    CharacterLine: "character",
    Entry: "entry",
    EncounterLine: "encounter",
    FightLine: "fight",
    NoteLine: "note",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Something in the campaign that a link of a note names, or that has a link to it."""

    kind: Kind
    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewThrow:
    """A throw away from a fight on its way into a campaign.

    ``name`` and ``result`` are as they are said now, to be searched; ``document`` keeps them, and
    the lines, as ``rules.text.as_json`` does.
    """

    system: str
    name: str
    who: str
    result: str
    rule: str
    secret: bool = False
    document: Document = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptThrow(NewThrow):
    """A throw that the campaign keeps."""

    id: int
    marked: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Linked):
    """Something in the bin, and when it came there."""

    system: str
    removed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCharacter:
    """A character on its way into a campaign."""

    system: str
    role: Role
    name: str
    sheet: Document
    portrait: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEncounter:
    """An encounter on its way into a campaign."""

    system: str
    name: str
    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNote:
    """A note on its way into a campaign."""

    kind: NoteKind
    name: str
    text: str = ""
    day: str = ""
    """The evening it is of, as 2026-11-26; empty where it is of none."""
    system: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """What travels together in one file; see ``exchange``."""

    characters: tuple[NewCharacter, ...] = ()
    encounters: tuple[NewEncounter, ...] = ()
    entries: tuple[NewEntry, ...] = ()
    notes: tuple[NewNote, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Those that are named in it, by id: portraits, grounds of maps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The ids that a bundle's contents were given, in its order."""

    characters: tuple[int, ...]
    encounters: tuple[int, ...]
    entries: tuple[int, ...]
    notes: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    """Entries that were there and got another name or other data."""
