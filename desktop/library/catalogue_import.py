"""What would come of bringing entries into a catalogue, row by row, before any of it is done."""

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from desktop.languages import Language
from desktop.library import documents, records
from desktop.library.columns import headings, parts
from desktop.library.errors import DocumentError, short
from desktop.library.fold import same_name
from desktop.library.spreadsheet import HEAD, CsvRow
from desktop.rules import contract, systems, table
from desktop.rules.fields import fields_of, problems
from desktop.rules.text import Text, Words, as_text, few, joined, placed

Key = tuple[str, str, str]
"""System, kind and name, as :func:`same_name` has it."""

MOST_NAMESAKES = 100
"""Of one name that are looked through for the one that is meant."""

Doing = Literal["new", "change", "same", "refuse"]


class Changed(NamedTuple):
    """The fields in which an entry of one's own will be another, as columns of a table are said."""

    before: records.Entry
    after: records.NewEntry

    def said(self, language: Language) -> str:
        system = self.after.system
        fields = fields_of(systems()[system].catalogue[self.after.kind])
        was, becomes = (
            {path: value for path, _, value in parts(fields, _full(entry))} for entry in self
        )
        differing = [path for path in {**was, **becomes} if was.get(path) != becomes.get(path)]
        terms = language.of_system(systems().language(system), system=system)
        return few([*headings(fields, differing, terms).values()] or [HEAD["name"]]).said(terms)


@dataclass(frozen=True, slots=True)
class Planned:
    """What will come of one row: a new entry, a change of one's own, nothing, or a refusal."""

    row: CsvRow
    doing: Doing
    own_id: int | None = None
    """The own entry that is changed, or is the same already."""
    changed: Changed | None = None
    why: Words = ""

    @property
    def said(self) -> Text:
        """The row in a sentence, for the preview and for the report."""
        place = self.row.place
        match self.doing:
            case "new":
                return Text("{place}: is added", place=place)
            case "same":
                return Text("{place}: is there already", place=place)
            case "refuse":
                return Text("{place}: refused, {why}", place=place, why=self.why)
            case "change":
                return Text("{place}: changes {fields}", place=place, fields=self.changed)


def as_rows(entries: Iterable[records.NewEntry]) -> list[CsvRow]:
    """Entries of a file that has no rows."""
    return [CsvRow(0, entry.name, entry) for entry in entries]


def plan(
    rows: Sequence[CsvRow], standing: Iterable[records.Entry], namesakes: bool = False
) -> list[Planned]:
    """What each row comes to in a catalogue in which ``standing`` stands.

    An own entry of the same name, kind and system is changed; one that is shipped stays, and an own
    one comes beside it. A name that is in the file twice is refused the second time; with
    ``namesakes``, as in what a campaign has exported, nothing comes of what is there twice.
    """
    own: defaultdict[Key, deque[records.Entry]] = defaultdict(deque)
    shipped: defaultdict[Key, deque[records.Entry]] = defaultdict(deque)
    for entry in standing:
        (own if entry.source == "own" else shipped)[_key(entry)].append(entry)
    seen: dict[tuple[Key, str], CsvRow] = {}
    plans = []
    for row in rows:
        planned = _planned(row, own, shipped)
        if row.entry is not None and planned.doing != "refuse":
            key = _key(row.entry)
            alike = json.dumps(row.entry.data, sort_keys=True) if namesakes else ""
            before = seen.setdefault((key, alike), row)
            if before is not row and namesakes:
                planned = Planned(row, "same")
            elif before is not row:
                why = Text("the same name stands in row {before}", before=before.number)
                planned = Planned(row, "refuse", why=why)
            elif namesakes and planned.own_id is not None:
                own[key].remove(next(entry for entry in own[key] if entry.id == planned.own_id))
        plans.append(planned)
    return plans


def arrivals(
    bundle: records.Bundle, planned: Sequence[Planned], names: Iterable[str] | None = None
) -> list[Text]:
    """What a bundle brings, a line each; its entries are those planned. ``names`` are those of the
    characters, encounters and notes that are there already; None where that is not known."""
    there = set(map(same_name, names or ()))
    known = systems()
    people = [
        Text("character {name} ({system})", name=person.name, system=known.title(person.system))
        for person in bundle.characters
    ]
    plans = [
        Text("encounter {name} ({system})", name=plan.name, system=known.title(plan.system))
        for plan in bundle.encounters
    ]
    notes = [Text("note {name}", name=note.name) for note in bundle.notes]
    lines = []
    for place in (*people, *plans, *notes):
        line = Text("{place}: is added", place=place)
        if same_name(str(place.values["name"])) in there:
            line = Text("{place}: is added, though there is one of this name", place=place)
        lines.append(line)
    there |= {same_name(person.name) for person in bundle.characters}
    for place, new in zip(plans, bundle.encounters, strict=True):
        stand_for = [
            line.get("sheet", {}).get("name", "")
            for line in new.document.get("lines", [])
            if line.get("character") is not None
        ]
        absent = [name for name in stand_for if same_name(name) not in there]
        if absent and names is not None:
            lines.append(Text("{place}: there is no sheet of {who} here", place=place, who=absent))
    return [*lines, *(row.said for row in planned)]


def _key(entry: records.Entry | records.NewEntry) -> Key:
    return entry.system, entry.kind, same_name(entry.name)


def _planned(
    row: CsvRow,
    own: Mapping[Key, Iterable[records.Entry]],
    shipped: Mapping[Key, Iterable[records.Entry]],
) -> Planned:
    faults = [placed(place, said) for place, said in row.faults]
    at_fault = {path for path, heading in row.headings.items() if heading in dict(row.faults)}
    for path, said in refused(row.entry) if row.entry else ():
        if not any(
            path == place or path.startswith((f"{place}.", f"{place}[")) for place in at_fault
        ):
            faults.append(placed(row.headings.get(path, path), said))
    if row.entry is None or faults:
        return Planned(row, "refuse", why=joined(faults, "; "))
    key = _key(row.entry)
    if any(_full(entry) == _full(row.entry) for entry in shipped.get(key, ())):
        return Planned(row, "same")
    standing = _meant(own.get(key, ()), row.entry)
    if standing is None:
        return Planned(row, "new")
    if standing.name == row.entry.name and _full(standing) == _full(row.entry):
        return Planned(row, "same", standing.id)
    return Planned(row, "change", standing.id, Changed(standing, row.entry))


def refused(entry: records.NewEntry) -> list[tuple[str, Text]]:
    """Why an entry cannot stand in a catalogue, each with its place; nothing when it can."""
    try:
        documents.check_name(entry.name, "name")
    except DocumentError as error:
        return [(error.place, as_text(error.problem))]
    rules = systems().get(entry.system)
    model = rules.catalogue.get(entry.kind) if rules else None
    if model is None:
        return [("kind", Text("there is no {id!r}", id=entry.kind[: documents.LONGEST_NAME]))]
    try:
        model.model_validate(entry.data)
    except ValidationError as error:
        return problems(error, model)
    return []


def columns_left_out(rows: Iterable[CsvRow]) -> list[str]:
    """The columns of a table that no row brings in, in the order of the table."""
    return list(dict.fromkeys(column for row in rows for column in row.left_out))


def left_out(rows: Iterable[CsvRow]) -> Text | None:
    """Which columns of a table are brought in by no row, in a sentence; None where all are."""
    columns = columns_left_out(rows)
    if not columns:
        return None
    return Text(
        "Left out, for nothing here is called so: {columns}", columns=few([*map(short, columns)])
    )


def _meant(namesakes: Iterable[records.Entry], entry: records.NewEntry) -> records.Entry | None:
    """Which of the entries of a name one in a file stands for: the same one, else the first."""
    first = list(islice(namesakes, MOST_NAMESAKES))
    same = (own for own in first if (own.name, own.data) == (entry.name, entry.data))
    return next(same, first[0] if first else None)


def _full(entry: records.Entry | records.NewEntry) -> Any:
    """The data with all defaults filled in, so that leaving one out changes nothing."""
    model = systems()[entry.system].catalogue[entry.kind]
    try:
        return contract.checked(model, entry.data).model_dump(mode="json", by_alias=True)
    except table.Refusal:
        return entry.data
