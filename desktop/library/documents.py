"""JSON documents, guarded: what comes from outside, what is stored, what is written."""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, cast, get_args

from desktop.library.errors import LONGEST_FILE_NAME, DocumentError, short
from desktop.library.files import explain, write
from desktop.library.records import Document, Role
from desktop.rules.text import Text, Words

LARGEST = 16 * 1024 * 1024  # characters of a document stored
LARGEST_FILE = 64 * 1024 * 1024  # bytes of a file; pictures may stand in it
TOO_LARGE = Text("is larger than 64 MB")
MOST_VALUES = 2_000_000  # in one file: 64 MB of "[],[]," would fill two gigabytes otherwise
DEEPEST = 100  # levels in a file
DEEPEST_STORED = 64  # levels in a stored document: exported, it must be readable again
LONGEST_NAME = 200
LONGEST_NOTES = 1_000_000

_LARGEST_INTEGER = 2**63 - 1


class _Flaw:
    """What the JSON reader met but cannot place: it stands there until ``check`` finds it."""

    def __init__(self, problem: str) -> None:
        self.problem = problem


def check(value: object, place: str, depth: int = DEEPEST_STORED) -> None:
    """Passes plain, finite, well-formed JSON of at most ``depth`` levels.

    Raises DocumentError naming the place of the first value that is not.
    """
    match value:
        case None | bool():
            return
        case str():
            _check_text(value, place)
        case int():
            if abs(value) > _LARGEST_INTEGER:
                raise DocumentError(place, "the number is too large")
        case float():
            if not math.isfinite(value):
                raise DocumentError(place, "the number is not finite")
        case _ if depth == 0 and isinstance(value, (dict, list, tuple)):
            # The whole way down names nothing anybody could find again.
            raise DocumentError(re.split(r"[.\[]", place, maxsplit=1)[0], "is nested too deeply")
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise DocumentError(place, Text("the key {key} is not text", key=short(key)))
                _check_text(key, place)
                check(item, f"{place}.{short(key)}" if place else short(key), depth - 1)
        case list() | tuple():
            for position, item in enumerate(value):
                check(item, f"{place}[{position}]", depth - 1)
        case _Flaw():
            raise DocumentError(place, value.problem)
        case _:
            raise DocumentError(
                place, Text("{kind} is not a JSON value", kind=type(value).__name__)
            )


def _check_text(text: str, place: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DocumentError(place, "the text holds half a character (a lone surrogate)") from None


def check_name(name: object, place: str) -> str:
    """``name`` if it is one line of 1 to 200 characters without control characters."""
    if not isinstance(name, str):
        raise DocumentError(place, "must be text")
    if not 1 <= len(name) <= LONGEST_NAME or not name.strip():
        raise DocumentError(place, Text("must have 1 to {most} characters", most=LONGEST_NAME))
    if re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
        raise DocumentError(place, "must be one line without control characters")
    _check_text(name, place)
    return name


def check_notes(notes: object, place: str) -> str:
    """``notes`` if it is text of at most a million characters."""
    if not isinstance(notes, str):
        raise DocumentError(place, "must be text")
    if len(notes) > LONGEST_NOTES:
        raise DocumentError(place, Text("must have at most {most} characters", most=LONGEST_NOTES))
    if "\x00" in notes:
        raise DocumentError(place, "must not hold the character NUL")
    _check_text(notes, place)
    return notes


def check_day(day: object, place: str) -> str:
    """``day`` if it is one of the calendar, as ``"2026-11-26"``, or empty."""
    try:
        return str(day) and date.fromisoformat(str(day)).isoformat()
    except ValueError:
        raise DocumentError(place, "must be a day, as 2026-11-26, or empty") from None


def check_role(role: object, place: str) -> Role:
    """``role`` if it is ``"player"``, ``"adversary"`` or ``"template"``."""
    if role in get_args(Role):
        return cast(Role, role)
    raise DocumentError(place, 'must be "player", "adversary" or "template"')


def encode(document: object, place: str) -> str:
    """The JSON text in which a document is stored. Raises DocumentError unless it is an object."""
    if not isinstance(document, dict):
        raise DocumentError(place, "must be a JSON object")
    check(document, place)
    text = written(document)
    if len(text) > LARGEST:
        raise DocumentError(place, "is larger than 16 MB")
    return text


_CHECKS: Mapping[str, Callable[[Any, str], str]] = {
    "role": check_role,
    "sheet": encode,
    "document": encode,
    "data": encode,
    "text": check_notes,
    "day": check_day,
}


def check_field(name: str, value: object, place: str) -> str:
    """What is stored of a field of something new; what is not named above is a name.

    Raises DocumentError.
    """
    return _CHECKS.get(name, check_name)(value, place)


def written(document: Document) -> str:
    """The JSON text of a document that nobody has checked. Raises ValueError, TypeError."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def decode(text: str, place: str) -> Document:
    """The document that ``encode`` stored. Raises DocumentError if somebody else spoiled it."""
    if isinstance(text, str) and len(text) > LARGEST:
        raise DocumentError(place, "what is stored is larger than 16 MB")
    try:
        document = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise DocumentError(place, "what is stored is no longer a JSON object")
    return document


def read_json(path: Path | str) -> object:
    """The JSON value in a UTF-8 file, fit to be stored.

    Refused with a DocumentError that names the file and the place: what is no plain file, over
    64 MB, no UTF-8 or no JSON, nested over 100 levels, a key twice in one object, NaN and infinity,
    an integer beyond 64 bits, half a surrogate pair.
    """
    path = Path(path)
    with naming(path):
        return parse_json(read_bytes(path))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Puts the name of the file before the place in any DocumentError of the block."""
    try:
        yield
    except DocumentError as error:
        name = short(path.name or path, LONGEST_FILE_NAME)
        place = f"{name}: {error.place}" if error.place else name
        raise DocumentError(place, error.problem) from error


def read_bytes(path: Path, largest: int = LARGEST_FILE, too_large: Words = TOO_LARGE) -> bytes:
    """What stands in a plain file of at most ``largest`` bytes. Raises DocumentError without a
    place, with the words ``too_large`` for a file that has more."""
    try:
        if not path.is_file():  # nothing, a folder, a pipe, a device without end
            raise DocumentError("", "there is no such file")
        size = path.stat().st_size
        if size <= largest:
            with path.open("rb") as file:
                data = file.read(largest + 1)
            size = len(data)  # the system's own files have another size than they say
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise DocumentError("", Text("cannot be read: {reason}", reason=explain(error))) from error
    if size > largest:
        raise DocumentError("", too_large)
    return data


def parse_json(data: bytes) -> object:
    """As ``read_json``, from bytes. Raises DocumentError naming the place."""
    if sum(data.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
        raise DocumentError("", "holds more values than any campaign")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Text("line {line}: the text is not UTF-8", line=line)
        raise DocumentError("", problem) from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_fraction,
            parse_constant=lambda name: _Flaw(f"{name} is not a number of JSON"),
        )
    except json.JSONDecodeError as error:
        reason = next((said for said in OF_JSON if said.template == error.msg), error.msg)
        problem = Text(
            "line {line}, column {column}: this is not JSON ({reason})",
            line=error.lineno,
            column=error.colno,
            reason=reason,
        )
        raise DocumentError("", problem) from None
    except RecursionError:
        raise DocumentError("", "is nested too deeply") from None
    check(value, "", DEEPEST)
    return value


OF_JSON = (
    Text("Expecting value"),
    Text("Expecting ',' delimiter"),
    Text("Expecting ':' delimiter"),
    Text("Expecting property name enclosed in double quotes"),
    Text("Extra data"),
    Text("Invalid control character at"),
    Text("Invalid \\escape"),
    Text("Unterminated string starting at"),
)
"""What Python's own reader of JSON says."""


def _object(pairs: list[tuple[str, Any]]) -> Document | _Flaw:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys: set[str] = set()
        for key, _ in pairs:
            if key in keys:
                return _Flaw(f"the key {short(key)} stands twice")
            keys.add(key)
    return document


def _integer(digits: str) -> int | _Flaw:
    # int() takes quadratic time and refuses more than 4,300 digits; 64 bits need 19 and a sign.
    return int(digits) if len(digits) <= 20 else _Flaw("the number is too large")


def _fraction(digits: str) -> float | _Flaw:
    number = float(digits)
    return number if math.isfinite(number) else _Flaw("the number is too large")


def write_json(path: Path | str, value: object) -> None:
    """Writes ``value`` as indented UTF-8; the file at ``path`` is the old one or the new, whole.

    Raises DocumentError if the value is no JSON, or the file cannot be written.
    """
    path = Path(path)
    with naming(path):
        check(value, "", DEEPEST)
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
        content = text.encode()
        if len(content) > LARGEST_FILE:
            raise DocumentError("", "would be larger than 64 MB; write less of it at a time")
        try:
            write(path, content)
        except (OSError, ValueError) as error:
            raise DocumentError(
                "", Text("cannot be written: {reason}", reason=explain(error))
            ) from error
