"""What is read out of another program's file, value by value, and what found no place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from desktop.library.errors import DocumentError, short
from desktop.library.records import Bundle

FURTHEST = 100_000
"""A number beyond this is no value of any sheet but a mistake, or malice."""

LONGEST = 200_000
"""Letters of a text that are looked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a foreign file brings, and in a line each what of it could not be placed."""

    bundle: Bundle
    remarks: tuple[str, ...] = ()


@dataclass
class Remarks:
    """Collects what is to be told, each line once."""

    lines: dict[str, None] = field(default_factory=dict)

    def add(self, place: str, what: str) -> None:
        self.lines[f"{place}: {what}"] = None


@dataclass
class Place:
    """An object of the file, with where it stands, and what of it has been looked at."""

    values: Mapping[str, Any]
    path: str
    remarks: Remarks
    seen: set[str] = field(default_factory=set)

    def _at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def ignore(self, *names: str) -> None:
        """These say nothing about the character."""
        self.seen.update(names)

    def raw(self, name: str) -> Any:
        self.seen.add(name)
        return self.values.get(name)

    def part(self, name: str) -> Place:
        """An object within it; an empty one where there is none, or something else."""
        value = self.raw(name)
        if value is not None and not isinstance(value, Mapping):
            self._leave_out(name, value, "an object")
            value = None
        return Place(value or {}, self._at(name), self.remarks)

    def _leave_out(self, name: str, value: Any, needed: str) -> None:
        """Tells of a value that is of another kind than the format says."""
        said = f"{short(repr(value))} is left out, it is not {needed}"
        self.remarks.add(self._at(name), said)

    def parts(self, name: str) -> Iterator[Place]:
        """The objects of a list within it; what is none is told. Raises DocumentError."""
        value = self.raw(name)
        if value is not None and not isinstance(value, list):
            raise DocumentError(self._at(name), "needs a list")
        for index, item in enumerate(value or []):
            if isinstance(item, Mapping):
                yield Place(item, f"{self._at(name)}[{index}]", self.remarks)
            else:
                self._leave_out(f"{name}[{index}]", item, "an object")

    def number(self, name: str, low: int, high: int, usual: int | None = None) -> int | None:
        """A whole number within limits, also from a text of digits; ``usual`` where there is none.

        What lies outside is brought to the limit and told; what is no such number is told.
        """
        value = self.raw(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            return usual
        if isinstance(value, str) and re.fullmatch(r"\s*[+\-]?\d{1,6}\s*%?\s*", value, re.ASCII):
            value = int(value.strip().rstrip("% "))
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > FURTHEST:
            self._leave_out(name, value, "a whole number within bounds")
            return usual
        kept = min(max(value, low), high)
        if kept != value:
            self.remarks.add(self._at(name), f"{value} is brought to {kept}")
        return kept

    def text(self, name: str, usual: str = "") -> str:
        """A text of several lines, without markup; ``usual`` where there is none."""
        value = self.raw(name)
        if value is None:
            return usual
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            self._leave_out(name, value, "a text")
            return usual
        return plain_text(value) or usual

    def line(self, name: str, most: int, usual: str = "") -> str:
        """A text in one line of at most so many letters."""
        said = " ".join(self.text(name).split())
        if len(said) > most:
            self.remarks.add(self._at(name), f"cut to {most} letters")
            said = said[:most].rstrip()
        return said or usual

    def flag(self, name: str, usual: bool) -> bool:
        """Yes or no; ``usual`` where neither is said."""
        value = self.raw(name)
        if value is not None and not isinstance(value, bool):
            self._leave_out(name, value, "true or false")
        return value if isinstance(value, bool) else usual

    def tell_rest(self) -> None:
        """Tells what has not been looked at and is not empty."""
        for name, value in self.values.items():
            if name not in self.seen and value not in (None, "", [], {}, False):
                self.remarks.add(self._at(short(name, 40)), "has no place here and is left out")


_BLOCKS = frozenset(
    {"address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
_SILENT = frozenset({"script", "style", "template", "iframe", "object"})
# Without a "<" outside quotes, so that a tag without an end is given up at the next one.
_TAG = re.compile(r"""<(/?)([a-zA-Z][\w:-]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>|<[!?][^<>]*+>""")


def _letters(markup: str) -> str:
    """Keeps the letters of HTML; blocks become lines, scripts and styles nothing.

    In one pass over the text, whatever stands in it: parsers of HTML look through what has no end
    again and again.
    """
    first, *rest = markup.split("<!--")
    markup = first + "".join(part.partition("-->")[2] for part in rest)
    found: list[str] = []
    silent, end = "", 0
    for tag in _TAG.finditer(markup):
        if not silent:
            found.append(_unescaped(markup[end : tag.start()]))
        end = tag.end()
        closes, name = tag[1], (tag[2] or "").lower()
        if silent:
            silent = "" if closes and name == silent else silent
        elif name in _SILENT and not closes and not tag[3].endswith("/"):
            silent = name
        elif name == "li":
            found.append("" if closes else "\n– ")
        elif name in _BLOCKS:
            found.append("\n")
        elif name in ("td", "th") and not closes:
            found.append(" ")
    return "".join(found) if silent else "".join(found) + _unescaped(markup[end:])


def _unescaped(text: str) -> str:
    """``&amp;`` as the letter it stands for; a number that no letter has is left as it is."""
    return re.sub(
        r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,32});", lambda it: unescape(it[0]), text
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
