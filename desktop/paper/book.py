"""Many pages as one file: the sheets of a campaign, an encounter with its cards."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

from desktop.library.files import write
from desktop.paper.pages import Pages

_Made = TypeVar("_Made")

Progress = Callable[[int, int], object]
"""Is told how many parts are made, and of how many. What it raises ends the work: a cancel."""


MOST_WORKERS = 4
"""Parts made at a time; each holds its fonts and pages in memory."""


def _tell_nobody(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass(frozen=True, slots=True)
class Book:
    """Parts that are printed one after the other, each of its own template. Equal parts give equal
    bytes."""

    title: str
    parts: Sequence[Pages]
    language: str = "en"

    def pdf(self, progress: Progress | None = None) -> bytes:
        """One PDF with the bookmarks of all its parts. Raises CannotPrint."""
        made = self._each(Pages.pdf, progress)
        return made[0] if len(made) == 1 else self._joined(made)

    def svg(self, progress: Progress | None = None) -> list[str]:
        """One picture a page, as :meth:`Pages.svg`."""
        return [page for part in self._each(Pages.svg, progress) for page in part]

    def write_pdf(self, path: Path, progress: Progress | None = None) -> None:
        """Writes the PDF, whole or not at all. Raises CannotPrint, OSError."""
        write(path, self.pdf(progress))

    def _each(self, make: Callable[[Pages], _Made], progress: Progress | None) -> list[_Made]:
        """The parts in their order, made on all processors: typst gives Python's lock away."""
        tell = progress or _tell_nobody
        parts: list[_Made] = []
        with ThreadPoolExecutor(min(MOST_WORKERS, os.cpu_count() or 1)) as pool:
            running = [pool.submit(make, part) for part in self.parts]
            try:
                for part in running:
                    tell(len(parts), len(running))
                    parts.append(part.result())
                tell(len(parts), len(running))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return parts

    def _joined(self, made: Sequence[bytes]) -> bytes:
        book = PdfWriter()
        for part in made:
            book.append(PdfReader(io.BytesIO(part)), import_outline=True)
        book.add_metadata({"/Title": self.title, "/Producer": "Fraydesk"})
        book.root_object[NameObject("/Lang")] = TextStringObject(self.language)
        seen = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
        book.root_object[NameObject("/ViewerPreferences")] = seen
        # The fonts of the parts are the same ones.
        book.compress_identical_objects()
        written = io.BytesIO()
        book.write(written)
        return written.getvalue()
