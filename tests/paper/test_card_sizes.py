"""How large the letters on cards are, and how many cards the samples take."""

import json
from itertools import pairwise
from typing import Any

import pytest

from desktop import assets, paper
from desktop.library.records import Bundle, NewCharacter
from desktop.paper import Pages
from desktop.paper.choice import of_bundle
from desktop.rules import systems
from tests.paper.reading import POINTS, baselines, letter_sizes, squeezed, texts

LEAST = 7.5
"""Points."""

SYSTEMS = list(systems())


def characters(system: str) -> list[dict[str, Any]]:
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    return [character["sheet"] for character in sample["characters"]]


def cards(system: str) -> Pages:
    people = tuple(
        NewCharacter(system=system, role="player", name=sheet["name"], sheet=sheet)
        for sheet in characters(system)
    )
    (pages,) = of_bundle(Bundle(characters=people), "Karty", "cards").parts
    return pages


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_letter_on_a_card_is_too_small_to_read(system: str) -> None:
    assert min(letter_sizes(cards(system))) >= LEAST


@pytest.mark.parametrize("system", ["konflikt", "boj"])
def test_no_letter_on_a_large_card_is_too_small_to_read(system: str) -> None:
    assert min(letter_sizes(paper.card(system, characters(system)))) >= LEAST


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_card_of_the_samples_spills_over(system: str) -> None:
    words = {"ciąg dalszy", "pokračování", "продолжение"}
    everything = squeezed(" ".join(texts(cards(system)))).casefold()
    assert not [word for word in words if squeezed(word) in everything]


def test_what_has_a_name_does_not_break_between_two_cards() -> None:
    texts_of = [f"{'slovo ' * (40 + n)}konec{n}." for n in range(18)]
    spells = [{"name": f"Kouzlo{n}", "text": said, "uses": 2} for n, said in enumerate(texts_of)]
    sheet = {"name": "Otmar", "spells": spells}
    people = (NewCharacter(system="konflikt", role="player", name="Otmar", sheet=sheet),)
    (pages,) = of_bundle(Bundle(characters=people), "Karty", "cards").parts
    first, *others = "".join(texts(pages)).split("pokračování")
    assert others
    for card in (first, *others):
        whole = [n for n in range(18) if f"Kouzlo{n} " in card]
        assert whole == [n for n in range(18) if f"konec{n}." in card] != []


def test_on_a_full_card_parts_stand_no_closer_than_the_lines_of_one() -> None:
    page_width, page_height = POINTS["A4"]
    at = baselines(cards("mir_tmy"), LEAST, page_width / 3, page_height * 2 / 3)
    apart = [high - low for low, high in pairwise(at) if high - low < 2 * LEAST]
    assert len(apart) > 15
    assert min(apart) > 0.95 * max(apart)


def test_konflikt_10_the_defence_is_the_largest_number_on_a_card() -> None:
    """Names are of 14 points."""
    assert max(letter_sizes(cards("konflikt"))) == 20
    assert max(letter_sizes(paper.card("konflikt", characters("konflikt")))) == 22
