"""Files of other programs: what a system's reader makes of one, and how values are read.

A system lists its readers in :attr:`~desktop.rules.contract.Rules.foreign`. A reader gets the
JSON value of a file; it opens no file itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop.rules.table import Refusal
from desktop.rules.text import Text, Words, placed

FURTHEST = 100_000
"""A larger number is no value of any sheet."""

LONGEST = 200_000
"""The letters of a text that are read."""

LONGEST_QUOTE = 60
"""The letters of a value that a message quotes."""


@dataclass(frozen=True, slots=True)
class ForeignCharacter:
    """A character that a file brings; its sheet is checked by the system's model afterwards."""

    role: Literal["player", "adversary"]
    sheet: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ForeignEntry:
    """An entry of the catalogue that a file brings, checked in the same way."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ForeignReading:
    """What a file brings, and one line for each value that found no place."""

    characters: tuple[ForeignCharacter, ...] = ()
    entries: tuple[ForeignEntry, ...] = ()
    remarks: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignReader:
    """Reads one format of another program.

    ``name`` is the format, for people: ``"deltagreen of Foundry VTT"``. ``reads(value)`` says
    whether a JSON object is of this format. ``read(value)`` reads it, and raises
    :class:`Refusal` that names the place of what cannot be read.
    """

    name: str
    reads: Callable[[Mapping[str, Any]], bool]
    read: Callable[[Mapping[str, Any]], ForeignReading]


def quoted(value: object) -> str:
    """A value of the file as a message quotes it: on one line, cut where it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


@dataclass
class Remarks:
    """What found no place, each line once."""

    lines: dict[Words, None] = field(default_factory=dict)

    def add(self, place: str, what: Text) -> None:
        """Adds the line of a place."""
        self.lines[placed(place, what)] = None


@dataclass
class Place:
    """An object of the file: where it stands, and which of its values have been read."""

    values: Mapping[str, Any]
    path: str
    remarks: Remarks
    seen: set[str] = field(default_factory=set)

    def _at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def remark(self, name: str, what: Text) -> None:
        """Adds the line of one of its values."""
        self.remarks.add(self._at(name), what)

    def ignore(self, *names: str) -> None:
        """Marks values that say nothing about the character as read."""
        self.seen.update(names)

    def raw(self, name: str) -> Any:
        """A value as it stands in the file; None where there is none."""
        self.seen.add(name)
        return self.values.get(name)

    def part(self, name: str) -> Place:
        """An object within it; an empty object where there is none, or something else."""
        value = self.raw(name)
        if value is not None and not isinstance(value, Mapping):
            self._leave_out(name, value, Text("an object"))
            value = None
        return Place(value or {}, self._at(name), self.remarks)

    def _leave_out(self, name: str, value: Any, needed: Text) -> None:
        """Tells of a value that is of another kind than the format says."""
        said = Text("{value} is left out; needed: {needed}", value=quoted(value), needed=needed)
        self.remark(name, said)

    def parts(self, name: str) -> Iterator[Place]:
        """The objects of a list within it; anything else is told. Raises :class:`Refusal`."""
        value = self.raw(name)
        if value is not None and not isinstance(value, list):
            raise Refusal("needs a list", self._at(name))
        for index, item in enumerate(value or []):
            if isinstance(item, Mapping):
                yield Place(item, f"{self._at(name)}[{index}]", self.remarks)
            else:
                self._leave_out(f"{name}[{index}]", item, Text("an object"))

    def number(self, name: str, low: int, high: int, usual: int | None = None) -> int | None:
        """A whole number within limits, also from a text of digits; ``usual`` where there is none.

        A number outside is brought to the limit; that and any other value is told.
        """
        value = self.raw(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            return usual
        if isinstance(value, str) and re.fullmatch(r"\s*[+\-]?\d{1,6}\s*%?\s*", value, re.ASCII):
            value = int(value.strip().rstrip("% "))
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > FURTHEST:
            self._leave_out(name, value, Text("a whole number within bounds"))
            return usual
        kept = min(max(value, low), high)
        if kept != value:
            self.remark(name, Text("{value} is brought to {kept}", value=value, kept=kept))
        return kept

    def text(self, name: str, usual: str = "") -> str:
        """A text of several lines, without markup; ``usual`` where there is none."""
        value = self.raw(name)
        if value is None:
            return usual
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            self._leave_out(name, value, Text("a text"))
            return usual
        return plain_text(value) or usual

    def line(self, name: str, most: int, usual: str = "") -> str:
        """A text in one line of at most ``most`` letters."""
        said = " ".join(self.text(name).split())
        if len(said) > most:
            self.remark(name, Text("cut to {most} letters", most=most))
            said = said[:most].rstrip()
        return said or usual

    def flag(self, name: str, usual: bool) -> bool:
        """Yes or no; ``usual`` where neither is said."""
        value = self.raw(name)
        if value is not None and not isinstance(value, bool):
            self._leave_out(name, value, Text("true or false"))
        return value if isinstance(value, bool) else usual

    def tell_rest(self) -> None:
        """Remarks on every value that has not been read and is not empty."""
        for name, value in self.values.items():
            if name not in self.seen and value not in (None, "", [], {}, False):
                self.remark(plain_text(name)[:40], Text("has no place here and is left out"))


_BLOCKS = frozenset(
    {"address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
_SILENT = frozenset({"script", "style", "template", "iframe", "object"})
# Without a "<" outside quotes, so that a tag without an end is given up at the next one.
_TAG = re.compile(r"""<(/?)([a-zA-Z][\w:-]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>|<[!?][^<>]*+>""")


def _letters(markup: str) -> str:
    """Keeps the letters of HTML; blocks become lines, scripts and styles nothing.

    It is one pass over any text: parsers of HTML look through a tag without an end again and again.
    """
    first, *rest = markup.split("<!--")
    markup = first + "".join(part.partition("-->")[2] for part in rest)
    letters: list[str] = []
    silent, end = "", 0
    for tag in _TAG.finditer(markup):
        if not silent:
            letters.append(_unescaped(markup[end : tag.start()]))
        end = tag.end()
        closes, name = tag[1], (tag[2] or "").lower()
        if silent:
            silent = "" if closes and name == silent else silent
        elif name in _SILENT and not closes and not tag[3].endswith("/"):
            silent = name
        elif name == "li":
            letters.append("" if closes else "\n– ")
        elif name in _BLOCKS:
            letters.append("\n")
        elif name in ("td", "th") and not closes:
            letters.append(" ")
    return "".join(letters) if silent else "".join(letters) + _unescaped(markup[end:])


def _unescaped(text: str) -> str:
    """``&amp;`` as the letter it stands for; a number that no letter has is left as it is."""
    from html import unescape  # its table of letters takes a while, and few texts need it

    return re.sub(
        r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,32});", lambda code: unescape(code[0]), text
    )


_LINK = re.compile(r"@\w+\[[^\]\n]{0,200}\](?:\{([^}\n]{0,200})\})?")
_MARKUP = re.compile(r"<[a-zA-Z/!]|&#?\w+;")


def plain_text(text: str) -> str:
    """Text without markup and control characters: HTML as lines, links as what they are called."""
    text = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n")
    if _MARKUP.search(text):
        text = _letters(text)
    text = _LINK.sub(lambda link: link[1] or "", text)
    text = "".join(c if c == "\n" or c.isprintable() else " " for c in text)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
