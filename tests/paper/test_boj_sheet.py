"""The printed sheet and the cards of «Бой»: everything that is rolled under."""

import json
from typing import Any

import pytest

from desktop import assets, paper
from desktop.paper import Size, Style
from tests.paper.reading import POINTS, letter_sizes, letters_outside, sizes, squeezed, texts

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


def test_cards_stand_two_in_a_row_and_lose_nothing() -> None:
    long = {**PEOPLE[0], "notes": "слово " * 40 + "конец"}
    pages = paper.card("boj", [*PEOPLE, long])
    assert 1 < len(sizes(pages)) < len(PEOPLE)
    assert not list(letters_outside(pages))
    whole = " ".join(texts(pages))
    assert all(one["name"] in whole for one in PEOPLE)
    assert "конец" in whole
    for expected in (
        "Ручная граната 60 % · Смерт. 15 % · радиус 10 м",
        "Усиленный кевларовый жилет 4, Армейская каска +1",
        "Голые руки и ноги 60 % · 1d4−1",
    ):
        assert squeezed(expected) in squeezed(whole)


def test_what_is_noted_of_armour_stands_on_the_sheet() -> None:
    vest = {"name": "Жилет", "rating": 3, "notes": "Только **спереди**."}
    (page,) = texts(paper.sheet("boj", [{"name": "Вера", "armor": [vest]}]))
    assert "Только спереди." in page


LONG = "Щ" * 200


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_odd_sheets_stay_on_their_page(kind: str) -> None:
    weapon = {"name": LONG, "skill": LONG, "damage": "20d100+999", "lethality": 99, "radius": 1000}
    odd = {
        "name": LONG,
        "profession": LONG,
        "characteristics": {"strength": 200, "constitution": 200},
        "skills": {LONG[:100]: 99},
        "hp": 999,
        "max_hp": 999,
        "weapons": [weapon],
        "armor": [{"name": LONG, "rating": 100}],
        "notes": LONG,
    }
    pages = paper.sheet("boj", [odd]) if kind == "sheet" else paper.card("boj", [odd, {}])
    assert not list(letters_outside(pages))


def test_a_sheet_with_little_on_it_is_set_larger() -> None:
    """So that no half of it is empty lines; one with much on it is set smaller, on one page."""
    assert 13.5 in letter_sizes(paper.sheet("boj", [PEOPLE[0]]))
    full = {**PEOPLE[0], "weapons": PEOPLE[1]["weapons"] * 3}
    assert 13.5 not in letter_sizes(paper.sheet("boj", [full]))
