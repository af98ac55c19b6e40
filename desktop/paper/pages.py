"""Pages: a template with its data, made into PDF, SVG or PNG when asked for."""

from __future__ import annotations

import json
import math
import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from typing import Any, Literal, get_args

import typst

from desktop import assets
from desktop.languages import OWN_TERMS, Language
from desktop.languages.content import of_template
from desktop.library.errors import LibraryError, short
from desktop.library.files import write
from desktop.library.languages import catalogue
from desktop.library.pictures import size
from desktop.library.resources import resource
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.text import Text, Words, Written, none_such, placed

Size = Literal["A4", "Letter", "A5", "3x5"]
Form = Literal["pdf", "svg", "png"]
Kind = Literal["card", "sheet", "cards", "encounter", "map", "report", "keys", "throws", "note"]

PLAIN = "plain"
"""Stands in the name of a template in the place of a system: the one for all the others."""

_STANDS_IN: Mapping[Kind, Kind] = {"card": "sheet", "sheet": "card"}
_TYPST_PAPER: Mapping[Size, str] = {"A4": "a4", "Letter": "us-letter", "A5": "a5", "3x5": "3x5"}
_OF_SHEETS: Mapping[Size, Size] = {"A5": "A4", "3x5": "Letter"}
"""Sizes that are for cards, one on each, and the paper that all else is set on then."""
_TIMESTAMP = 0  # pages carry no date, so that the same data is the same file
_STANDARD = "ua-1"  # for readers who cannot see; it also refuses letters that no font has

_IMPORTED = re.compile(r'^#import "(\w+\.typ)"', re.MULTILINE)
_LACKING = re.compile(r"PDF/UA-1 error: (?!the text )")
_GIVEN = "json(bytes(sys.inputs.data))"
"""How a template takes its data; in a file of many parts each part has its own."""

_MAIN = """
#set document(title: sys.inputs.title, date: none)
#set text(lang: sys.inputs.lang)
"""


class CannotPrint(LibraryError):
    """Pages cannot be made. ``place`` says of what: the title, or whose sheet."""

    def __init__(self, place: str, problem: Words) -> None:
        super().__init__(placed(place, problem))


class _NotAccessible(CannotPrint):
    """A template does not say everything that the standard asks for."""


@dataclass(frozen=True, slots=True)
class Style:
    """On what paper pages are set, in colour or in black alone, and in whose words.

    ``A5`` and ``3x5`` (inches) are cards; all else is set on A4 or Letter then.

    ``language`` says whether the system's own words lead, and whose stand in their place.
    Raises ValueError for a size of paper that there is not.
    """

    size: Size = "A4"
    colour: bool = True
    language: Language = OWN_TERMS

    def of_system(self, rules: Rules[Any]) -> Style:
        """The same for a system: where its own words are of the language, they alone are said."""
        return replace(self, language=self.language.of_system(rules.language, system=rules.id))

    def __post_init__(self) -> None:
        if self.size not in get_args(Size):
            raise ValueError(placed("paper", none_such(self.size, get_args(Size))))


STANDARD = Style()


@dataclass(frozen=True)
class Pages:
    """Something to be printed. Equal data, equal bytes."""

    title: str
    template: str
    """The template's file name: ``walka.sheet.typ``, ``plain.report.typ``."""
    data: str
    """What the template is told, as JSON."""
    source: bytes | None = None
    """The template itself, where it does not lie in ``resources/paper``."""
    language: str = "en"

    def pdf(self) -> bytes:
        """One PDF file: tagged (PDF/UA-1), with its fonts inside and its text selectable.

        A template from elsewhere that does not say everything the standard asks for, as a picture
        without a word about it, is set without the standard. Raises CannotPrint that names a
        letter which no font has.
        """
        return self._pdf

    @cached_property
    def _pdf(self) -> bytes:
        """Set once for all who ask: the preview looks for letters in it, and then it is saved."""
        return standard_pdf(self.title, self.language, [self])

    def svg(self) -> list[str]:
        """One picture a page; its size is the page's, in points. Text is drawn as outlines.

        Raises CannotPrint as :meth:`pdf` does, which finds the letters that no font has; what is
        set for the one is set for the other.
        """
        self.pdf()
        return [page.decode() for page in compiled(self.title, self.language, [self], "svg")]

    def png(self, ppi: float = 144) -> list[bytes]:
        """One picture a page, at ``ppi`` pixels an inch."""
        return compiled(self.title, self.language, [self], "png", ppi=ppi)

    def write_pdf(self, path: Path) -> None:
        """Writes the PDF; :func:`files.write` says how."""
        write(path, self.pdf())

    @property
    def files(self) -> dict[str, str]:
        """The files that the pages are set from, by name: templates and data."""
        own = self.source.decode("utf-8", "replace") if self.source is not None else None
        return _imported(self.template, own) | {"data.json": self.data}

    def problem(self, said: str, diagnostic: str) -> Text:
        """Why pages cannot be made, in words: a letter without a font, or the template's fault.

        ``diagnostic`` names the line: ``┌─ card.typ:9:3``.
        """
        if refused := re.search(r"the text `\"(.*)\"` could not be displayed", said):
            letter = re.sub(r"\\u\{(\w+)\}", lambda code: chr(int(code[1], 16)), refused[1])
            return Text("{letter} stands in none of the program's fonts", letter=_named(letter))
        why = said.partition("\n")[0]
        if place := re.search(r"┌─ (.*[\\/])?(.+):(\d+):\d+", diagnostic):
            return Text(
                "the template {template} cannot be set, line {line}: {why}",
                template=place[2],
                line=int(place[3]),
                why=why,
            )
        return Text("the template {template} cannot be set: {why}", template=self.template, why=why)


Progress = Callable[[int, int], object]
"""Is told how many parts are made, and of how many. What it raises ends the work: a cancel."""

MOST_WORKERS = 4
"""Parts made at a time; each holds its fonts and pages in memory."""


@dataclass(frozen=True, slots=True)
class Book:
    """Parts that are printed one after the other, each of its own template. Equal parts give equal
    bytes."""

    title: str
    parts: Sequence[Pages]
    language: str = "en"

    def pdf(self, progress: Progress | None = None) -> bytes:
        """One PDF, tagged, with the bookmarks of all its parts: made at once where nobody wants to
        know how far it is. Raises CannotPrint."""
        if progress is not None:
            self._try_each(progress)
        try:
            return standard_pdf(str(clean(self.title)), self.language, self.parts)
        except CannotPrint:
            self._try_each(lambda *_: None)  # which says of whom
            raise

    def _try_each(self, tell: Progress) -> None:
        """Sets each part by itself, on all processors: typst gives Python's lock away.

        So it can be told how far it is, and who or what cannot be printed. It takes as much work
        as all of it set as one, which remembers nothing of it.
        """
        of = len(self.parts)
        with ThreadPoolExecutor(min(MOST_WORKERS, os.cpu_count() or 1)) as pool:
            made = pool.map(
                lambda part: standard_pdf(part.title, part.language, [part]), self.parts
            )
            try:
                tell(0, of)
                for done, _ in enumerate(made, 1):
                    tell(done, of)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def standard_pdf(title: str, language: str, parts: Sequence[Pages]) -> bytes:
    """Parts as one PDF, tagged (PDF/UA-1) unless a template from elsewhere does not say enough."""
    try:
        return compiled(title, language, parts, "pdf", pdf_standards=_STANDARD)[0]
    except _NotAccessible:
        if all(part.source is None for part in parts):
            raise
        return compiled(title, language, parts, "pdf")[0]


def compiled(
    title: str, language: str, parts: Sequence[Pages], form: Form, **options: Any
) -> list[bytes]:
    """Parts as one document, each in its folder. Raises CannotPrint that names the title."""
    files = {
        f"{number}/{name}": text.encode()
        for number, part in enumerate(parts)
        for name, text in part.files.items()
    }
    files["main.typ"] = _MAIN.encode() + b"".join(
        f'#include "{number}/{part.template}"\n'.encode() for number, part in enumerate(parts)
    )
    try:
        made: bytes | list[bytes] = typst.compile(
            files,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            format=form,
            sys_inputs={"title": title.strip() or "Fraydesk", "lang": language},
            timestamp=_TIMESTAMP,
            **options,
        )
    except typst.TypstError as error:
        kind = _NotAccessible if _LACKING.search(str(error)) else CannotPrint
        problem = parts[0].problem(str(error), getattr(error, "diagnostic", ""))
        raise kind(short(title), problem) from error
    return made if isinstance(made, list) else [made]


def _imported(name: str, source: str | None = None) -> dict[str, str]:
    """A template and those that it imports, by name; each takes the data of its own folder."""
    own = _template(name) if source is None else source
    files = {name: own.replace(_GIVEN, 'json("data.json")')}
    for further in _IMPORTED.findall(own):
        files |= _imported(further)
    return files


@cache
def _template(name: str) -> str:
    file = assets.root() / "paper" / name
    return file.read_text("utf-8") if file.is_file() else ""


def _named(letter: str) -> str:
    """A letter as a message names it, seen or not: ``漢 (U+6F22)``."""
    codes = " ".join(f"U+{ord(part):04X}" for part in letter)
    return f"{letter} ({codes})" if letter.isprintable() else codes


def pages(
    kind: Kind,
    system: str,
    data: Mapping[str, Any],
    *,
    title: str,
    style: Style,
    language: str | None = None,
) -> Pages:
    """The pages of that kind: the system's template if it has one, and the plain one if not.

    ``language`` is that of headings and hyphenation where a system's own words lead; it is the
    chosen one unless another is given.
    """
    size = style.size if kind == "cards" else _OF_SHEETS.get(style.size, style.size)
    # An index card is too small for what a system draws of its own.
    name, place = template(kind, system if size != "3x5" else PLAIN)
    source = place.read_bytes() if place and not systems().ships(system) else None
    chosen = of_headings(style, language)
    page_data = {
        **data,
        "title": title,
        "system": system,
        "lang": chosen.code,
        "texts": _texts(name, system, source, chosen),
        "paper": _TYPST_PAPER[size],
        "colour": style.colour,
    }
    text = json.dumps(clean(page_data, style.language), ensure_ascii=False, allow_nan=False)
    return Pages(str(clean(title)), name, text, source, chosen.code)


def of_headings(style: Style, language: str | None) -> Language:
    """The language of headings: another one where a system's own words lead."""
    chosen = style.language
    if language in (None, chosen.code) or not chosen.own_terms:
        return chosen
    return Language(str(language), catalogue(str(language)))


COMMON = "paper"
"""The context of texts that several templates say; others have that of their system."""


def _texts(name: str, system: str, source: bytes | None, language: Language) -> dict[str, str]:
    """What a template and those that it imports say, in a language."""
    spoken = (
        _spoken(name) if source is None else _spoken_by(source.decode("utf-8", "replace"), system)
    )
    return {text: language.text(text, context=context) for text, context in spoken}


@cache
def _spoken(name: str) -> tuple[tuple[str, str], ...]:
    first = name.partition(".")[0]
    return _spoken_by(_template(name), first if first in systems() else COMMON)


def _spoken_by(source: str, context: str) -> tuple[tuple[str, str], ...]:
    """The texts of a template with their contexts; its own stand behind those that it imports."""
    imported = (_spoken(name) for name in _IMPORTED.findall(source))
    return (*chain(*imported), *((text, context) for text in of_template(source)))


def picture(png: bytes | None) -> dict[str, Any] | None:
    """A picture as a template takes it: its letters in base64, its width and height in pixels."""
    if png is None:
        return None
    width, height = size(png)
    return {"png": b64encode(png).decode(), "width": width, "height": height}


def template(kind: Kind, system: str) -> tuple[str, Traversable | None]:
    """The template that prints this kind of page for this system: its name and its file.

    A system with cards only prints its sheets as cards, and the other way round. The file is None
    where it is a plain template, for systems that have none of their own.
    """
    kinds = [kind, _STANDS_IN.get(kind, kind)]
    for what in kinds if system in systems() else ():
        if place := resource(system, f"{what}.typ"):
            return f"{system}.{what}.typ", place
    plain = (f"{PLAIN}.{what}.typ" for what in kinds)
    return next(name for name in plain if assets.root().joinpath("paper", name).is_file()), None


def prints_one_a_page(system: str) -> bool:
    """Whether the sheets of a system stand alone; else its template puts several on a page."""
    return template("sheet", system)[0].endswith(".sheet.typ")


def has_cards(system: str) -> bool:
    """Whether a system has a template for the cards of its characters beside that of sheets."""
    return template("card", system) != template("sheet", system)


@cache
def _fonts() -> typst.Fonts:
    """Our own fonts, and typst's own behind them for letters that ours lack; none of the host's."""
    return typst.Fonts(include_system_fonts=False, font_paths=[assets.path("fonts")])


_LINES = {0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n", 0x09: " "}
# Two that come along with copied text and no font can set: the mark at the beginning of a file, and
# the key around a figure, which would be named as the letter that is missing (1️⃣).
_COPIED = (0xFEFF, 0x20E3)
_DROPPED = {code: None for code in (*range(0x20), *range(0x7F, 0xA0), *_COPIED) if code != 0x0A}
_CONTROLS = {**_DROPPED, **_LINES, **dict.fromkeys(range(0xD800, 0xE000), "\ufffd")}
_LARGEST = 10**15  # beyond it a template's numbers would no longer be whole


def by_field(thing: Any) -> dict[str, Any]:
    """What a dataclass holds, by the names of its fields."""
    return {field.name: getattr(thing, field.name) for field in fields(thing)}


def clean(value: Any, language: Language = OWN_TERMS) -> Any:
    """JSON that a template can hold: no control characters, no half letters, finite numbers.

    Texts are said in ``language``; of a dataclass its fields are taken.
    """
    match value:
        case Written():
            return _printable(language.written(value))
        case str():
            return _printable(value)
        case Text():
            return _printable(value.said(language))
        case bool() | None:
            return value
        case int():
            return max(-_LARGEST, min(value, _LARGEST))
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {_printable(str(key)): clean(part, language) for key, part in value.items()}
        case list() | tuple():
            return [clean(part, language) for part in value]
        case _ if is_dataclass(value):
            return clean(by_field(value), language)
        case _:
            return _printable(str(value))


def _printable(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)


# ---- throws, notes and keys


def throws(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], style: Style = STANDARD
) -> Pages:
    """``rows`` say when, who, what, result and rule, as the ``columns`` are headed; a row that does
    not say when tells more of the throw above it."""
    data = {"columns": list(columns), "rows": [list(row) for row in rows]}
    return pages("throws", "", data, title=title, language="en", style=style)


def note(
    title: str, above: str, text: str, log: Sequence[str] = (), style: Style = STANDARD
) -> Pages:
    """A note with its simple marks; ``log`` says what happened on its evening, a line each."""
    data = {"above": above, "text": text, "log": list(log)}
    return pages("note", "", data, title=title, language="en", style=style)


def keys(
    title: str, groups: Iterable[tuple[str, Iterable[tuple[str, str]]]], style: Style = STANDARD
) -> Pages:
    """What the keys do, on one page: ``groups`` have a heading, and each key with what it does."""
    sections = [
        {"title": heading, "rows": [{"key": key, "does": does} for key, does in keys]}
        for heading, keys in groups
    ]
    return pages("keys", "", {"sections": sections}, title=title, style=style)
