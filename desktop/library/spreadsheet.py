"""Catalogue entries as a table that any spreadsheet opens: CSV in UTF-8.

The first columns are ``system``, ``catalogue`` (weapon, armor …) and ``name``; then a column for
each field, as :mod:`columns` calls it: by ids, or in the words of a language. Read are all of them.
A cell that a spreadsheet would take for a formula gets an apostrophe before it, taken off when it
is read. An empty cell stands for what is usual; an apostrophe alone for no text where one is usual.
"""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from desktop.library import columns, documents, files
from desktop.library.columns import Way, ways
from desktop.library.errors import DocumentError, short
from desktop.library.fold import same_name
from desktop.library.records import Document, Entry, NewEntry
from desktop.rules import systems
from desktop.rules.fields import Field, dotted, fields_of
from desktop.rules.text import Text, Words, as_text, none_such

MOST_ROWS = 100_000
LONGEST_CELL = 100_000
HEAD = {
    "system": Text("System", context="column"),
    "catalogue": Text("Catalogue", context="column"),
    "name": Text("Name", context="column"),
}
MOST_COLUMNS = 500
LONGEST_LINE = 1_000_000
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a cell begins that a spreadsheet would work out, or run."""
_INNER_FORMULA = re.compile(r"(?<=[;\t\r\n|])(?='*[=+\-@])")
_INNER_DEFUSED = re.compile(r"(?<=[;\t\r\n|])'(?='*[=+\-@])")
"""What begins a cell for a reader that takes another sign than we do for the end of a cell."""


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row that was read: its number in the file, the entry, and its faults."""

    number: int
    """0 where the file has no rows."""
    name: str
    entry: NewEntry | None = None
    """None where nothing says of what kind it is."""
    faults: tuple[tuple[str, Words], ...] = ()
    """The column, or nothing, and what is wrong there."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """The column of each value of the entry, by its path."""
    left_out: tuple[str, ...] = ()
    """Columns that say something of which this kind of entry knows nothing."""

    @property
    def place(self) -> Text:
        """The row, or the entry of a file that has none."""
        name, entry = self.name or "?", self.entry
        if self.number or entry is None:
            return Text("row {number}, {name}", number=self.number, name=name)
        kind = systems().kinds(entry.system).get(entry.kind, entry.kind)
        system = systems().title(entry.system)
        return Text("{kind!l} {name} ({system})", kind=kind, name=name, system=system)


def csv_of(entries: Iterable[NewEntry | Entry], way: Way = None) -> str:
    """The entries as CSV, in their order. Entries of several kinds share their columns.

    ``way`` is the language whose words columns and cells are said in, and whose comma; without one
    they are ids. Where all parts of lists would be too many columns, a list is one, as JSON.
    """
    shown = list(entries)
    table = _table(shown, way, whole=False)
    if len({heading for row in table for heading in row}) > MOST_COLUMNS - len(HEAD):
        table = _table(shown, way, whole=True)
    headings = dict.fromkeys(heading for row in table for heading in row)
    written = io.StringIO()
    comma = "," if way is None or way.code == "en" else ";"
    to = csv.writer(written, delimiter=comma, lineterminator="\r\n")
    to.writerow([*(HEAD[id].said(way) if way else id for id in HEAD), *map(defused, headings)])
    for entry, row in zip(shown, table, strict=True):
        kinds = systems().kinds(entry.system)
        kind = kinds[entry.kind].said(way) if way and entry.kind in kinds else entry.kind
        system = systems().titles().get(entry.system, entry.system) if way else entry.system
        begin = map(defused, (system, kind, entry.name))
        to.writerow([*begin, *(row.get(heading, "") for heading in headings)])
    return written.getvalue()


def _table(entries: Sequence[NewEntry | Entry], way: Way, whole: bool) -> list[dict[str, str]]:
    """The cells of each entry by heading: all columns of its kind, in their order."""
    by_kind = defaultdict[tuple[str, str], set[columns.Path]](set)
    split = []
    for entry in entries:
        fields = _fields(entry.system, entry.kind)
        values = {
            path: _cell(part, value, way)
            for path, part, value in columns.parts(fields, entry.data, whole)
            if path != ("name",)
        }
        split.append(values)
        by_kind[entry.system, entry.kind] |= {*values, *columns.usual_paths(fields)} - {("name",)}
    called = {of: columns.headings(_fields(*of), paths, way) for of, paths in by_kind.items()}
    return [
        {
            heading: values.get(path, "")
            for path, heading in called[entry.system, entry.kind].items()
        }
        for entry, values in zip(entries, split, strict=True)
    ]


def _cell(part: Field, value: Any, way: Way) -> str:
    """A value as a cell; no text, where another is usual, as an apostrophe."""
    if value == "" and part.default:
        return "'"
    said = columns.cell(part, value, way)
    return said if isinstance(value, int | float) else defused(said)


def write_csv(path: Path | str, entries: Iterable[NewEntry | Entry], way: Way = None) -> None:
    """Writes the entries as :func:`csv_of`, whole or not at all. Raises DocumentError."""
    path = Path(path)
    try:
        # The mark at the beginning tells spreadsheets that it is UTF-8.
        files.write(path, csv_of(entries, way).encode("utf-8-sig"))
    except (OSError, ValueError) as error:
        problem = Text("cannot be written: {why}", why=files.explain(error))
        raise DocumentError(short(path.name or path), problem) from error


def defused(text: str) -> str:
    """A text of which no spreadsheet takes a part for a formula."""
    text = _INNER_FORMULA.sub("'", text)
    return f"'{text}" if text.startswith(FORMULA) or _quoted(text) else text


def _quoted(text: str) -> bool:
    """Whether a text begins as a defused one does, so that it needs the same to come back."""
    bare = text.lstrip("'")
    return text.startswith("'") and (not bare or bare.startswith(FORMULA))


def _armed(text: str) -> str:
    """The text that :func:`defused` made this of."""
    return _INNER_DEFUSED.sub("", text[1:] if _quoted(text) else text)


# ---- reading


def read_csv(path: Path | str, system: str = "", kind: str = "") -> list[CsvRow]:
    """What the rows of a file stand for. ``system`` and ``kind`` are of rows that do not say.

    A row that is at fault says why; what is refused as a whole raises DocumentError.
    """
    path = Path(path)
    with documents.naming(path):
        data = documents.read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Text("line {line}: the text is not UTF-8; save it as CSV in UTF-8", line=line)
        raise DocumentError(short(path.name), problem) from None
    return rows_of(text, short(path.name), system, kind)


def rows_of(text: str, place: str, system: str = "", kind: str = "") -> list[CsvRow]:
    """As :func:`read_csv`, of a text; ``place`` is what a refusal names."""
    csv.field_size_limit(LONGEST_CELL)
    # Spreadsheets of many countries write semicolons between the columns.
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    lines = csv.reader(_lines(text, place), delimiter=delimiter, strict=True)
    try:
        head = [_armed(cell.strip()) for cell in next(lines, [])]
        _check_head(head, place)
        reader = _Reader(head, system, kind)
        rows = []
        for cells in lines:
            if any(cell.strip() for cell in cells):
                rows.append(reader.row(lines.line_num, cells))
            if len(rows) > MOST_ROWS:
                raise DocumentError(place, Text("has more than {most} rows", most=MOST_ROWS))
        return rows
    except csv.Error as error:
        line = Text("line {line}: this is not CSV ({why})", line=lines.line_num, why=str(error))
        raise DocumentError(place, line) from None


def _lines(text: str, place: str) -> Iterator[str]:
    """The lines of a text, each with its end. Raises DocumentError at one that is too long."""
    begin, number = 0, 1
    while begin < len(text):
        end = text.find("\n", begin, begin + LONGEST_LINE) + 1
        if not end and len(text) - begin > LONGEST_LINE:
            problem = Text(
                "line {line} has more than {most} letters", line=number, most=LONGEST_LINE
            )
            raise DocumentError(place, problem)
        yield text[begin : end or len(text)]
        begin, number = end or len(text), number + 1


def _check_head(head: Sequence[str], place: str) -> None:
    if len(head) > MOST_COLUMNS:
        raise DocumentError(place, Text("has more than {most} columns", most=MOST_COLUMNS))
    if not _column("name", head) and not any(map(_calls_a_name, head)):
        raise DocumentError(place, "the first line names the columns, and one of them is 'name'")
    times = Counter(head)
    twice = next((name for name in head if name and times[name] > 1), None)
    if twice:
        raise DocumentError(place, Text("the column {name!r} is there twice", name=short(twice)))


def _column(id: str, head: Sequence[str]) -> str:
    """Which column is that of the system, the kind or the name, in any language; or nothing."""
    words = {id, *(same_name(HEAD[id].said(way)) for way in ways())}
    return next((column for column in head if same_name(column) in words), "")


@cache
def _calls_a_name(column: str) -> bool:
    """Whether the name of some kind of entry is called so."""
    models = (model for id in systems() for model in systems()[id].catalogue.values())
    names = (part for model in models for part in fields_of(model) if part.id == "name")
    return any(same_name(column) == same_name(part.called(way)) for part in names for way in ways())


class _Reader:
    """Makes rows of a table entries. What is so for all rows of a kind is worked out once."""

    def __init__(self, head: Sequence[str], system: str, kind: str) -> None:
        self._head, self._usual = head, {"system": system, "catalogue": kind}
        self._at = {id: _column(id, head) for id in HEAD}
        self._kind_of = cache(self._find_kind)
        self._known = cache(lambda *of: columns.columns_of(_fields(*of), head))

    def row(self, number: int, cells: Sequence[str]) -> CsvRow:
        """The entry of a row, with what of it can be used, and its faults."""
        given = {at: cell for at, cell in zip(self._head, cells, strict=False) if cell.strip()}
        begin = {id: _armed(given.pop(at, "").strip()) for id, at in self._at.items()}
        try:
            of = self._kind_of(begin["system"], begin["catalogue"])
        except DocumentError as error:
            return CsvRow(number, begin["name"], faults=((error.place, error.problem),))
        known, languages = self._known(*of)
        values: dict[columns.Path, Any] = {}
        headings: dict[str, str] = {}
        faults: list[tuple[str, Words]] = []
        if len(cells) > len(self._head) and any(cells[len(self._head) :]):
            faults.append(("", "has more cells than there are columns"))
        for column in filter(known.__contains__, given):
            path, part = known[column]
            try:
                if path in values:
                    raise ValueError(Text("stands in two columns"))
                values[path] = columns.value_of(part, _armed(given[column]), languages)
                documents.check(values[path], "")
            except ValueError as error:
                faults.append((column, as_text(error.args[0])))
            except DocumentError as error:
                faults.append((column, error.words))
            headings[dotted(path)] = column
        name = begin["name"] or str(values.pop(("name",), "")).strip()
        named = any(part.id == "name" for part in _fields(*of))
        data: Document = {}
        try:
            data = columns.assembled({("name",): name, **values} if named else values)
        except DocumentError as error:
            faults.append((headings.get(error.place, error.place), error.problem))
        entry = NewEntry(system=of[0], kind=of[1], name=name, data=data)
        left_out = tuple(column for column in given if column not in known)
        return CsvRow(number, name, entry, tuple(faults), headings, left_out)

    def _find_kind(self, system: str, kind: str) -> tuple[str, str]:
        """The ids of the system and the kind that these words mean. Raises DocumentError."""
        system = _meant(system, systems().titles().items()) or self._usual["system"]
        if system not in systems():
            raise DocumentError("system", none_such(short(system), systems()))
        kinds = systems().kinds(system)
        said = ((id, term.said(way)) for way in ways() for id, term in kinds.items())
        kind = _meant(kind, said) or self._usual["catalogue"]
        if kind not in kinds:
            raise DocumentError("catalogue", none_such(short(kind), kinds))
        return system, kind


def _meant(word: str, said: Iterable[tuple[str, str]]) -> str:
    """The id that a word is, or that is said so; the word where it is none."""
    asked = same_name(word)
    return next((id for id, name in said if asked in (id, same_name(name))), word)


def _fields(system: str, kind: str) -> tuple[Field, ...]:
    """The fields of a kind of entry; none where it, or its system, is not there any more."""
    rules = systems().get(system)
    model: type[BaseModel] | None = rules.catalogue.get(kind) if rules else None
    return fields_of(model) if model else ()
