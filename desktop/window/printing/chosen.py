"""On what paper and in which ink the window prints, as the preferences say.

Known from the start, while what sets pages is imported when the first page is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.languages import Language

if TYPE_CHECKING:
    from desktop.paper import Size, Style

PAPERS: tuple[Size, ...] = ("A4", "Letter", "A5", "3x5")
"""Those to choose from, the usual one first."""

_size: Size = "A4"
_colour = True


def use(size: str, colour: bool) -> None:
    """Prints on this paper from now on, on the usual one where there is no such paper."""
    global _size, _colour
    _size = next((paper for paper in PAPERS if paper == size), PAPERS[0])
    _colour = colour


def style(language: Language) -> Style:
    """How pages are set now, in the words of this language."""
    from desktop.paper import Style

    return Style(_size, _colour, language)
