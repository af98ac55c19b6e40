"""The printed sheet of «Бой»: one page with everything that is rolled under."""

import json
from typing import Any

import pytest

from desktop import assets, paper
from desktop.paper import Size, Style
from tests.paper.reading import POINTS, letters_outside, sizes, texts

PEOPLE: list[dict[str, Any]] = [
    one["sheet"]
    for one in json.loads(assets.path("samples", "boj.json").read_text("utf-8"))["characters"]
]


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("one", PEOPLE, ids=lambda one: str(one["name"]))
def test_every_sample_character_is_one_page(one: dict[str, Any], size: Size) -> None:
    pages = paper.sheet("boj", [one], style=Style(size))
    assert sizes(pages) == [pytest.approx(POINTS[size], abs=0.01)]
    assert not list(letters_outside(pages))
    (page,) = texts(pages)
    assert one["name"] in page
    assert all(weapon["name"] in page for weapon in one["weapons"])


def test_the_sheet_has_percentages_hit_points_armour_and_weapons() -> None:
    (page,) = texts(paper.sheet("boj", [{**PEOPLE[1], "skills": {"Дальний бой": 63}}]))
    for expected in (
        "СИЛ 15 75",
        "Дальний бой 63",
        "Уклонение 30",  # what anybody has
        "Очки здоровья",
        "Усиленный кевларовый жилет 4",
        "Армейская каска +1",
        "1–3 м",
        "Голые руки и ноги",
    ):
        assert expected in page
