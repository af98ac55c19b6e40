"""Every size of paper, for every system; and black and white."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

from desktop import assets
from desktop.library.foreign import read_import
from desktop.library.languages import spoken
from desktop.library.records import Bundle
from desktop.paper import Pages, Size, Style
from desktop.paper.choice import What, of_bundle
from desktop.rules import systems
from tests.paper.reading import letter_sizes, letters_outside, sizes, squeezed, texts

INCH = 72.0
MILLIMETRE = INCH / 25.4
SMALL: dict[Size, tuple[float, float]] = {
    "A5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "3x5": (3 * INCH, 5 * INCH),
}
LANGUAGE = {"walka": "pl", "boj": "ru", "teohiphip": "pl", "konflikt": "cs", "mir_tmy": "ru"}
SYSTEMS = list(systems())


@cache
def sample(system: str, language: str) -> Bundle:
    return read_import(assets.path("samples", f"{system}.json"), spoken(language)).bundle


def printed(
    system: str, what: What, size: Size, language: str, *, colour: bool = True
) -> Sequence[Pages]:
    style = Style(size, colour, spoken(language))
    return of_bundle(sample(system, language), "Kampania", what, style=style).parts


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("size", SMALL)
def test_a_card_of_its_own_is_one_for_each_and_can_be_read(system: str, size: Size) -> None:
    """Nothing overflows, nothing is under 7.5 points; who is printed on one is on no second."""
    for part in printed(system, "cards", size, LANGUAGE[system]):
        assert all(page == pytest.approx(SMALL[size], abs=0.02) for page in sizes(part))
        assert not list(letters_outside(part))
        assert min(letter_sizes(part)) >= 7.5
        everything = squeezed(" ".join(texts(part))).casefold()
        again = ("ciąg dalszy", "pokračování", "продолжение")
        assert not [word for word in again if squeezed(word) in everything]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("what", ["sheets", "blank", "cards", "encounter"])
@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_nothing_stands_outside_a_page_in_a_language_of_its_neighbours(
    system: str, what: What, size: Size
) -> None:
    language = {"pl": "ru", "ru": "cs", "cs": "pl"}[LANGUAGE[system]]
    for part in printed(system, what, size, language):
        assert not list(letters_outside(part))
        if what == "cards":
            assert min(letter_sizes(part)) >= 7.5


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_no_card_is_set_on_a_whole_sheet(system: str) -> None:
    of_sheets: tuple[tuple[Size, Size], ...] = (("A5", "A4"), ("3x5", "Letter"))
    for size, whole in of_sheets:
        small, large = (printed(system, "blank", paper, "en") for paper in (size, whole))
        assert [sizes(part) for part in small] == [sizes(part) for part in large]


COLOURS = re.compile(r'(?:fill|stroke)="#([0-9a-f]{6})"')


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("what", ["sheets", "cards", "encounter"])
def test_black_and_white_says_all_that_colour_says(system: str, what: What) -> None:
    """The same letters, lines and boxes, in greys alone: nothing is told apart by its colour."""
    coloured = printed(system, what, "A4", LANGUAGE[system])
    plain = printed(system, what, "A4", LANGUAGE[system], colour=False)
    for one, other in zip(coloured, plain, strict=True):
        assert texts(one) == texts(other)
        for page, grey_page in zip(one.svg(), other.svg(), strict=True):
            assert len(COLOURS.findall(page)) == len(COLOURS.findall(grey_page))
            greys = set(COLOURS.findall(grey_page))
            assert all(grey[:2] == grey[2:4] == grey[4:] for grey in greys)
            assert min(greys) <= "1a1a1a"
            # A colour, where there is one, is as dark as print; it is never the lighter of two.
            extra = set(COLOURS.findall(page)) - greys
            assert extra <= {"8c2f17"}
