"""Pages: a template with its data, made into PDF, SVG or PNG when asked for."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, get_args

import typst

from desktop import assets
from desktop.library.resources import resource
from desktop.rules import systems
from desktop.rules.text import Text

Size = Literal["A4", "Letter"]
Kind = Literal["card", "sheet", "cards", "report"]

PLAIN = "plain"
"""Stands in the name of a template in the place of a system: the one for all the others."""

_STANDS_IN: Mapping[Kind, Kind] = {"card": "sheet", "sheet": "card"}
_TYPST_PAPER: Mapping[Size, str] = {"A4": "a4", "Letter": "us-letter"}
_TIMESTAMP = 0  # pages carry no date, so that the same data is the same file


@dataclass(frozen=True, slots=True)
class Pages:
    """Something to be printed. Made anew at each call, in milliseconds; equal data, equal bytes."""

    title: str
    template: str
    """The template's file name: ``walka.sheet.typ``, ``plain.report.typ``."""
    data: str
    """What the template is told, as JSON."""
    source: bytes | None = None
    """The template itself, where it does not lie in ``resources/paper``."""

    def pdf(self) -> bytes:
        """One PDF file: tagged, with its fonts inside and its text selectable."""
        return self._make("pdf")[0]

    def svg(self) -> list[str]:
        """One picture a page; its size is the page's, in points. Text is drawn as outlines."""
        return [page.decode() for page in self._make("svg")]

    def png(self, ppi: float = 144) -> list[bytes]:
        """One picture a page, at ``ppi`` pixels an inch."""
        return self._make("png", ppi)

    def write_pdf(self, path: Path) -> None:
        """Writes the PDF so that ``path`` is the old file or the whole new one, never half of it.

        Raises OSError when it cannot be written; then the old file stands as it was.
        """
        content = self.pdf()
        path = path.resolve()
        unfinished = path.with_name(f".{path.name[:60]}.{os.getpid()}.part")
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                shutil.copymode(path, unfinished)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    def _make(self, form: Literal["pdf", "svg", "png"], ppi: float | None = None) -> list[bytes]:
        folder = assets.path("paper")
        # A template from elsewhere is given as it is; what it imports lies with ours.
        template: Any = folder / self.template if self.source is None else self.source
        made: bytes | list[bytes] = typst.compile(
            template,
            root=folder,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            format=form,
            ppi=ppi,
            sys_inputs={"data": self.data},
            timestamp=_TIMESTAMP,
        )
        return made if isinstance(made, list) else [made]


def pages(
    kind: Kind,
    system: str,
    data: Mapping[str, Any],
    *,
    title: str,
    language: str,
    size: Size,
) -> Pages:
    """The pages of that kind: the system's template if it has one, and the plain one if not.

    Raises ValueError for a size of paper that there is not.
    """
    if size not in get_args(Size):
        there_is = ", ".join(get_args(Size))
        raise ValueError(
            Text("there is no paper {size!r}; there is: {there_is}", size=size, there_is=there_is)
        )
    told = {
        **data,
        "title": title,
        "system": system,
        "lang": language,
        "paper": _TYPST_PAPER[size],
    }
    text = json.dumps(clean(told), ensure_ascii=False, allow_nan=False)
    name, place = template(kind, system)
    source = place.read_bytes() if place and not systems().ships(system) else None
    return Pages(str(clean(title)), name, text, source)


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


@cache
def _fonts() -> typst.Fonts:
    """Our own fonts, and typst's own behind them for letters that ours lack; none of the host's."""
    return typst.Fonts(include_system_fonts=False, font_paths=[assets.path("fonts")])


_LINES = {0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n", 0x09: " "}
_DROPPED = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code != 0x0A}
_CONTROLS = {**_DROPPED, **_LINES, **dict.fromkeys(range(0xD800, 0xE000), "\ufffd")}
_LARGEST = 10**15  # beyond it a template's numbers would no longer be whole


def clean(value: Any) -> Any:
    """JSON that a template can hold: no control characters, no half letters, finite numbers."""
    match value:
        case str():
            return value.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
        case bool() | None:
            return value
        case int():
            return max(-_LARGEST, min(value, _LARGEST))
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {str(clean(str(key))): clean(part) for key, part in value.items()}
        case list() | tuple():
            return [clean(part) for part in value]
        case _:
            return clean(str(value))
