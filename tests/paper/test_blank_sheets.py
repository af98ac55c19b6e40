"""Empty sheets to be filled in by hand: the pages of the system, without values."""

import pytest

from desktop import paper
from desktop.paper import Size, Style
from tests.paper.reading import boxes, letters_outside, sizes, texts

SQUARES = {
    "walka": (9.3, 6 * 11),  # four rows of wounds on six places of the body
    "boj": (14.4, 25),  # hit points
    "konflikt": (13.3, 40),  # hit points
    "teohiphip": (14.4, 10),  # hit points
    "mir_tmy": (14.8, 8),  # levels of health
}
"""How large the boxes are, in points, and how many there are."""


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("system", list(SQUARES))
def test_an_empty_sheet_is_one_page_with_boxes_to_tick(system: str, size: Size) -> None:
    pages = paper.blank(system, style=Style(size))
    assert pages.template.startswith(system)
    assert len(sizes(pages)) == 1
    assert not list(letters_outside(pages))
    side, count = SQUARES[system]
    squares = [box for box in boxes(pages) if box == pytest.approx((side, side), abs=0.1)]
    assert len(squares) >= count


@pytest.mark.parametrize(
    ("system", "kept", "left_out"),
    [
        ("walka", ["Głowa", "k20 1–2", "Pistolety"], ["10", "praworęczn", "lekka §"]),
        ("boj", ["Дальний бой"], ["Атлетика 30", "30 %", "40"]),
        (
            "konflikt",
            ["Obrana", "Kouzla", "Schopnosti", "Zdatnost", "Inteligence", "Osobnost"],
            ["1k6", "+0"],
        ),
        ("teohiphip", ["Pula inicjatywy", "Ataki", "Cechy"], ["dystansowy"]),
        ("mir_tmy", ["Ушибы", "−5", "Силы"], ["по сложности 6", "11"]),
    ],
)
def test_an_empty_sheet_says_what_is_the_same_for_everybody_and_nothing_else(
    system: str, kept: list[str], left_out: list[str]
) -> None:
    (page,) = texts(paper.blank(system))
    page = page.lower()
    assert [word for word in kept if word.lower() not in page] == []
    body = page.split("notat")[0].split("замет")[0].split("poznám")[0]
    assert [word for word in left_out if word.lower() in body] == []
