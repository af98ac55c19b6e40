"""Catalogue entries as a table that any spreadsheet opens: CSV in UTF-8.

The first columns are ``system``, ``catalogue`` (weapon, armor …) and ``name``; then a column for
each field of the model, under its id. Lists, mappings and records stand in one cell as JSON. A cell
that a spreadsheet would take for a formula gets an apostrophe before it, taken off when it is read.
An empty cell stands for what is usual; an apostrophe alone for no text where a text is usual.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from desktop.library.documents import check, naming, read_bytes
from desktop.library.errors import DocumentError, short
from desktop.library.files import explain, write
from desktop.library.records import Document, Entry, NewEntry
from desktop.rules import systems
from desktop.rules.fields import Field, fields_of
from desktop.rules.text import Text, Words, none_such

MOST_ROWS = 100_000
LONGEST_CELL = 100_000
HEAD = ("system", "catalogue", "name")
MOST_COLUMNS = 500
LONGEST_LINE = 1_000_000
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a cell begins that a spreadsheet would work out, or run."""
_INNER_FORMULA = re.compile(r"(?<=[;\t\r\n|])(?='*[=+\-@])")
_INNER_DEFUSED = re.compile(r"(?<=[;\t\r\n|])'(?='*[=+\-@])")
"""What begins a cell for a reader that takes another sign than we do for the end of a cell."""
_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")

_PLAIN = frozenset({"integer", "number", "text", "flag", "reason", "choice", "combatant"})


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row that was read: its number in the file, and the entry, or why it is none."""

    number: int
    name: str
    entry: NewEntry | None = None
    why: Words = ""


def csv_of(entries: Iterable[NewEntry | Entry]) -> str:
    """The entries as CSV, in their order. Entries of several kinds share their columns."""
    shown = list(entries)
    models = dict.fromkeys((entry.system, entry.kind) for entry in shown)
    columns = dict.fromkeys(field.id for of in models for field in _fields(*of))
    # What stands in the data and in no model any more is kept, too.
    columns |= dict.fromkeys(key for entry in shown for key in entry.data)
    columns.pop("name", None)
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow([*HEAD, *map(defused, columns)])
    filled = {of: {field.id for field in _fields(*of) if field.default} for of in models}
    for entry in shown:
        usual = filled[entry.system, entry.kind]
        cells = [_cell(entry.data.get(key), key in usual) for key in columns]
        table.writerow([*map(defused, (entry.system, entry.kind, entry.name)), *cells])
    return written.getvalue()


def write_csv(path: Path | str, entries: Iterable[NewEntry | Entry]) -> None:
    """Writes the entries, whole or not at all. Raises DocumentError."""
    path = Path(path)
    try:
        # The mark at the beginning tells spreadsheets that it is UTF-8.
        write(path, csv_of(entries).encode("utf-8-sig"))
    except (OSError, ValueError) as error:
        problem = Text("cannot be written: {why}", why=explain(error))
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


def _cell(value: Any, usual: bool) -> str:
    """A value as a cell; ``usual``: its field has another default than nothing."""
    match value:
        case "" if usual:
            return "'"
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case str():
            return defused(value)
        case _:
            return defused(json.dumps(value, ensure_ascii=False))


# ---- reading


def read_csv(path: Path | str, system: str = "", kind: str = "") -> list[CsvRow]:
    """What the rows of a file stand for. ``system`` and ``kind`` are of rows that do not say.

    A row that is at fault says why; what is refused as a whole raises DocumentError.
    """
    path = Path(path)
    with naming(path):
        data = read_bytes(path)
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
    lines = csv.reader(_lines(text, place), delimiter=_delimiter(text), strict=True)
    try:
        head = [_armed(cell.strip()) for cell in next(lines, [])]
        _check_head(head, place)
        found = []
        for cells in lines:
            if any(cell.strip() for cell in cells):
                found.append(_row(lines.line_num, head, cells, system, kind))
            if len(found) > MOST_ROWS:
                raise DocumentError(place, Text("has more than {most} rows", most=MOST_ROWS))
        return found
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
    if "name" not in head:
        raise DocumentError(place, "the first line names the columns, and one of them is 'name'")
    times = Counter(head)
    twice = next((name for name in head if name and times[name] > 1), None)
    if twice:
        raise DocumentError(place, Text("the column {name!r} is there twice", name=short(twice)))


def _delimiter(text: str) -> str:
    """What stands between the columns: spreadsheets of many countries write semicolons."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _row(number: int, head: Sequence[str], cells: Sequence[str], system: str, kind: str) -> CsvRow:
    given = dict(zip(head, cells, strict=False))
    name = _armed(given.pop("name", "").strip())
    of = _armed(given.pop("system", "").strip()) or system
    what = _armed(given.pop("catalogue", "").strip()) or kind
    try:
        if len(cells) > len(head) and any(cells[len(head) :]):
            raise DocumentError("", "has more cells than there are columns")
        fields = {field.id: field for field in _known_fields(of, what)}
        data: Document = {"name": name} if "name" in fields else {}
        for column, cell in given.items():
            if not cell.strip():
                continue
            if column not in fields:
                there_are = Text("there is no such field; there are: {fields}", fields=list(fields))
                raise DocumentError(short(column), there_are)
            data[column] = _value(fields[column], cell, column)
        check(data, "")
    except DocumentError as error:
        return CsvRow(number, name, None, error.words)
    return CsvRow(number, name, NewEntry(system=of, kind=what, name=name, data=data))


def _value(field: Field, cell: str, place: str) -> Any:
    text = cell.strip()
    match field.kind:
        case "integer" | "number":
            return _number(field, text, place)
        case "flag" | "reason":
            word = text.casefold()
            found = True if word in _YES else False if word in _NO else None
            if found is None and field.kind == "flag":
                raise DocumentError(place, Text("needs yes or no, not {cell!r}", cell=short(text)))
            return _armed(cell) if found is None else found
        case kind if kind in _PLAIN:
            return _armed(cell)
    try:
        return json.loads(_armed(text))
    except (ValueError, RecursionError):
        problem = Text("needs JSON, such as {example}", example=_EXAMPLES.get(field.kind, "{}"))
        raise DocumentError(place, problem) from None


_YES = frozenset(["1", "yes", "true", "tak", "prawda", "ano", "pravda", "да", "истина"])
_NO = frozenset(["0", "no", "false", "nie", "fałsz", "ne", "nepravda", "нет", "ложь"])
"""What spreadsheets of our languages write, and people in them."""

_EXAMPLES = {"scores": '{"head": 2}', "pairs": "[[1, 2]]", "numbers": "[1, 2]"} | dict.fromkeys(
    ("texts", "choices", "combatants"), '["one", "another"]'
)


def _number(field: Field, text: str, place: str) -> int | float:
    plain = _BETWEEN_THOUSANDS.sub("", text.replace("−", "-").replace(",", ".").removeprefix("'"))
    if field.kind == "integer":
        if _WHOLE_NUMBER.fullmatch(plain):
            return int(plain)
        raise DocumentError(place, Text("needs a whole number, not {cell!r}", cell=short(text)))
    if len(plain) <= 40 and _NUMBER.fullmatch(plain):
        return float(plain)
    raise DocumentError(place, Text("needs a number, not {cell!r}", cell=short(text)))


def _known_fields(system: str, kind: str) -> Iterator[Field]:
    """The fields of a kind of entry. Raises DocumentError where there is no such kind."""
    if system not in systems():
        raise DocumentError("system", none_such(short(system), systems()))
    models = systems()[system].catalogue
    if kind not in models:
        raise DocumentError("catalogue", none_such(short(kind), models))
    yield from fields_of(models[kind])


def _fields(system: str, kind: str) -> Sequence[Field]:
    """The same for what is written: nothing where the system is not there any more."""
    rules = systems().get(system)
    model: type[BaseModel] | None = rules.catalogue.get(kind) if rules else None
    return fields_of(model) if model else ()
