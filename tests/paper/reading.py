"""Reads printed pages back."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.paper import Pages

POINTS = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
"""Width and height of paper that stands upright."""


def texts(pages: Pages | bytes) -> list[str]:
    """What can be selected on each page, as it is read: lines joined, hard spaces plain."""
    document = pypdfium2.PdfDocument(pages if isinstance(pages, bytes) else pages.pdf())
    return [_plain(page.get_textpage().get_text_range()) for page in document]


def _plain(text: str) -> str:
    joined = re.sub(r"[\ufffe\u00ad\u0002]\s*", "", text).replace("\u200b", "")
    return re.sub(r"\s+", " ", joined.replace("\u00a0", " "))


def squeezed(text: str) -> str:
    """A text without spaces, hyphens and break marks: what must be there, however it is broken."""
    return re.sub(r"[\s\u00a0\u200b\u00ad\ufffe\u0002-]+", "", text)


def sizes(pages: Pages) -> list[tuple[float, float]]:
    """Width and height of each page in points."""
    return sizes_of(pages.pdf())


def sizes_of(content: bytes) -> list[tuple[float, float]]:
    """The same of a file."""
    return [page.get_size() for page in pypdfium2.PdfDocument(content)]


def fonts(pages: Pages) -> dict[str, bool]:
    """The fonts that letters on the pages are set in, and whether each is inside the file."""
    found = {}
    for page in pypdfium2.PdfDocument(pages.pdf()):
        for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
            font = pdfium.FPDFTextObj_GetFont(thing.raw)
            name = ctypes.create_string_buffer(200)
            pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
            found[name.value.decode()] = bool(pdfium.FPDFFont_GetIsEmbedded(font))
    return found


def letters_outside(pages: Pages) -> Iterator[str]:
    """Words of which letters stand beyond the edge of their page."""
    for page in pypdfium2.PdfDocument(pages.pdf()):
        width, height = page.get_size()
        text = page.get_textpage()
        for index in range(text.count_rects()):  # of the letters beside each other in one style
            left, bottom, right, top = text.get_rect(index)
            if left < -0.5 or bottom < -0.5 or right > width + 0.5 or top > height + 0.5:
                yield text.get_text_bounded(left, bottom, right, top)


def drawn(pages: Pages) -> int:
    """How many lines and shapes there are on all pages."""
    document = pypdfium2.PdfDocument(pages.pdf())
    return sum(1 for page in document for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]))


def boxes(pages: Pages) -> Iterator[tuple[float, float]]:
    """How wide and how high everything is that is drawn on the pages, in points."""
    for page in pypdfium2.PdfDocument(pages.pdf()):
        for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
            left, bottom, right, top = thing.get_bounds()
            yield right - left, top - bottom


def letter_sizes(pages: Pages) -> set[float]:
    """The sizes in which letters are set, in points."""
    found = set()
    for page in pypdfium2.PdfDocument(pages.pdf()):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            if chr(pdfium.FPDFText_GetUnicode(text.raw, index)).strip():
                found.add(round(pdfium.FPDFText_GetFontSize(text.raw, index), 2))
    return found


def baselines(pages: Pages, size: float, right: float, low: float) -> list[float]:
    """Where the lines in letters of this size stand on the first page, in points from below: those
    left of ``right`` and above ``low``."""
    text = pypdfium2.PdfDocument(pages.pdf())[0].get_textpage()
    x, y, found = ctypes.c_double(), ctypes.c_double(), set()
    for index in range(text.count_chars()):
        pdfium.FPDFText_GetCharOrigin(text.raw, index, x, y)
        fits = abs(pdfium.FPDFText_GetFontSize(text.raw, index) - size) < 0.01
        if fits and x.value < right and y.value > low:
            found.add(round(y.value, 1))
    return sorted(found)
