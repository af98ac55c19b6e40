"""Many pages as one file: the sheets of a campaign, an encounter with its cards."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from desktop.paper.pages import CannotPrint, Pages, clean, standard_pdf

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
            parts = list(enumerate(self.parts))
            return standard_pdf(str(clean(self.title)), self.language, parts)
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
                lambda part: standard_pdf(part[1].title, part[1].language, [part]),
                enumerate(self.parts),
            )
            try:
                tell(0, of)
                for done, _ in enumerate(made, 1):
                    tell(done, of)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
