"""Many pages as one file: the sheets of a campaign, an encounter with its cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from desktop.library.files import write
from desktop.paper.pages import Pages, clean, compiled, standard_pdf

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
        """One PDF, tagged, with the bookmarks of all its parts. Raises CannotPrint."""
        self._try_each(progress)
        return standard_pdf(str(clean(self.title)), self.language, self._numbered)

    def svg(self, progress: Progress | None = None) -> list[str]:
        """One picture a page, as :meth:`Pages.svg`."""
        self._try_each(progress)
        made = compiled(str(clean(self.title)), self.language, self._numbered, "svg")
        return [page.decode() for page in made]

    @property
    def _numbered(self) -> list[tuple[int, Pages]]:
        return list(enumerate(self.parts))

    def write_pdf(self, path: Path, progress: Progress | None = None) -> None:
        """Writes the PDF, whole or not at all. Raises CannotPrint, OSError."""
        write(path, self.pdf(progress))

    def _try_each(self, progress: Progress | None) -> None:
        """Sets each part by itself, on all processors: typst gives Python's lock away.

        So it can be told how far it is, and who or what cannot be printed. What is set here is
        remembered when all of it is set as one.
        """
        tell = progress or _tell_nobody
        with ThreadPoolExecutor(min(MOST_WORKERS, os.cpu_count() or 1)) as pool:
            running = [
                pool.submit(standard_pdf, part.title, part.language, [(number, part)])
                for number, part in self._numbered
            ]
            try:
                for done, part in enumerate(running):
                    tell(done, len(running))
                    part.result()
                tell(len(running), len(running))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
