"""The band card of TEOHIPHIP, read back from its PDF."""

from typing import Any

import pytest

from desktop import assets, paper
from desktop.library.foreign import read_import
from desktop.library.languages import spoken
from desktop.paper import Pages, Size, Style
from tests.paper.bands import BAND, BOGDAN, HALINA, ZENON
from tests.paper.reading import (
    POINTS,
    drawn,
    fonts,
    letter_sizes,
    letters_outside,
    sizes,
    squeezed,
    texts,
)

PANGRAM = "Zażółć gęślą jaźń; příliš žluťoučký kůň; съешь ещё этих булок, ёж"


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("members", [1, 2, 3])
def test_a_usual_band_is_one_page_on_its_side(members: int, size: Size) -> None:
    pages = paper.card("teohiphip", BAND[:members], style=Style(size))
    (found,) = sizes(pages)
    width, height = POINTS[size]
    assert found == pytest.approx((height, width), abs=0.01)


def test_everything_of_every_character_can_be_read_and_selected() -> None:
    (page,) = texts(paper.card("teohiphip", BAND, title="Operacja: Paradoks Kury i Jajka"))
    assert "Operacja: Paradoks Kury i Jajka" in page
    assert "Referat Paradoksów" in page
    for one in BAND:
        assert one["name"] in page
        assert one["archetype"] in page
        assert one.get("notes", "") in page
        for part in [*one["traits"], *one["attacks"]]:
            assert part["name"] in page
            assert squeezed(part.get("text", "")) in squeezed(page)
        for trait in one["traits"]:
            assert f"{trait['points']:+} PC".replace("-", "−") in page
            assert ", ".join(trait.get("advantage_on", [])) in page
            assert ", ".join(trait.get("disadvantage_on", [])) in page
    assert "Pistolet energetyczny 2k6 · 18″ · dystansowy" in page
    assert squeezed("Granat dymny „Wąż” 2k6 · 6″ · dystansowy · miotana") in squeezed(page)
    assert squeezed("Proca grawitacyjna 3k6 · 12″ · dystansowy · przewaga") in squeezed(page)
    assert squeezed("Klucz nastawny 1k6 · wręcz · utrudnienie") in squeezed(page)


@pytest.mark.parametrize("rule", [1, 4, 5, 6, 10, 11, 12, 13, 15, 16, 17, 18, 20, 22])
def test_the_reminder_names_its_rule(rule: int) -> None:
    (page,) = texts(paper.card("teohiphip", BAND))
    assert f"§{rule} " in page or f"§{rule}." in page


def test_polish_czech_and_cyrillic_are_set_in_fonts_inside_the_file() -> None:
    pages = paper.card("teohiphip", [{**ZENON, "name": "Ёжик Řeřicha-Żółć", "notes": PANGRAM}])
    (page,) = texts(pages)
    assert "Ёжик Řeřicha-Żółć" in page
    assert PANGRAM in page
    used = fonts(pages)
    assert all(used.values())
    assert {name.split("+")[1].split("-")[0] for name in used} == {
        "AlegreyaSans",
        "AlegreyaSansSC",
    }


def test_what_traits_make_of_speed_and_hit_points_stands_beside_what_was_bought() -> None:
    (page,) = texts(paper.card("teohiphip", [BOGDAN]))
    assert "PŻ 5 §22 kupione 4, Krzepki 1" in page
    assert "4″ kupione 6, Otyły −2" in page
    (bought,) = texts(paper.card("teohiphip", [{**BOGDAN, "traits": []}]))
    assert "PŻ 4 §22" in bought
    assert "kupione" not in bought


def test_teohiphip_15_a_trait_that_the_rules_know_costs_what_they_take() -> None:
    commander = {"name": "Medytacja", "active": True, "ap": 1}
    (page,) = texts(paper.card("teohiphip", [{**ZENON, "traits": [commander]}]))
    assert "Medytacja 2 AP" in page


def test_teohiphip_17_dice_on_paper_reckon_with_the_traits() -> None:
    blind = {**ZENON, "traits": [{"name": "Krótkowidz"}]}
    (page,) = texts(paper.card("teohiphip", [blind]))
    assert "Pistolet energetyczny 1k6" in page


def test_long_notes_go_on_on_the_next_page_and_nothing_is_lost() -> None:
    notes = " ".join(f"zdarzenie{number}" for number in range(400))
    pages = texts(paper.card("teohiphip", [ZENON, {**HALINA, "notes": notes}, BOGDAN]))
    assert len(pages) > 1
    everything = squeezed(" ".join(pages))
    assert all(f"zdarzenie{number}" in everything for number in range(400))
    # Whoever reads on sees whose text it is.
    assert all("Halina Żółć-Gęślińska" in page for page in pages)
    assert f"strona 1 / {len(pages)}" in pages[0]


def test_a_character_with_all_the_traits_there_are_loses_none() -> None:
    traits = [
        {"name": f"Cecha{number}", "kind": "negative", "points": 2, "text": "Opis. " * 20}
        for number in range(40)
    ]
    everything = " ".join(texts(paper.card("teohiphip", [{**ZENON, "traits": traits}])))
    assert all(f"Cecha{number} " in everything for number in range(40))


def test_nobody_is_of_a_band_that_is_called_as_the_campaign() -> None:
    stray = [{**one, "band": ""} for one in (ZENON, HALINA)]
    (page,) = texts(paper.card("teohiphip", stray, title="Zimowa kampania"))
    assert "Zimowa kampania Bez bandy" in page
    (page,) = texts(paper.card("teohiphip", stray[:1], title="Zimowa kampania"))
    assert page.count(ZENON["name"]) == 1


def test_a_page_on_which_a_band_goes_on_has_no_empty_lines() -> None:
    long = {**ZENON, "notes": "słowo " * 700 + "koniec"}
    pages = paper.card("teohiphip", [long, HALINA])
    first, second = pages.svg()
    assert "stroke-dasharray" in first, "lines to write on"
    assert "stroke-dasharray" not in second


def test_bands_have_a_page_each_and_large_ones_several() -> None:
    others = [{**ZENON, "name": f"Agent {number}", "band": "MOIRA"} for number in range(4)]
    pages = texts(paper.card("teohiphip", [BAND[0], *others, BAND[1]]))
    assert len(pages) == 3
    assert "Zenon Kowalski" in pages[0]
    assert "Halina" in pages[0]
    assert all(f"Agent {number}" in pages[1] for number in range(3))
    assert "Agent 3" in pages[2]


@pytest.mark.parametrize(
    "sheet",
    [
        {},
        {"name": "Nikt", "traits": [], "attacks": []},
        {"name": None, "traits": None, "hp": "four", "attacks": [None, 3, {}], "notes": 7},
        {"name": "Nikt", "hp": 0, "max_hp": 0},
        {"name": "Nikt", "hp": 99, "max_hp": 1, "spd": 10**40},
    ],
)
def test_a_sheet_half_made_is_printed_all_the_same(sheet: dict[str, Any]) -> None:
    assert len(texts(paper.card("teohiphip", [sheet]))) == 1


def test_no_characters_are_an_empty_card() -> None:
    (page,) = texts(paper.card("teohiphip", [], title="Pusta banda"))
    assert "Pusta banda" in page
    assert "Test §16" in page


@pytest.mark.parametrize("letters", ["W" * 200, "Zażółć gęślą jaźń w kącie " * 8])
def test_names_of_two_hundred_letters_stay_on_the_page(letters: str) -> None:
    name = letters[:200]
    one = {**ZENON, "name": name, "archetype": name, "band": name}
    one["traits"] = [{"name": name, "text": name, "advantage_on": [name[:50]] * 20}]
    one["attacks"] = [{"name": name, "text": name, "range": 18, "uses": 99, "advantage": True}]
    pages = paper.card("teohiphip", [one, {**HALINA, "band": name}, {**BOGDAN, "band": name}])
    assert not list(letters_outside(pages))
    everything = squeezed(" ".join(texts(pages)))
    assert everything.count(squeezed(name)) >= 7


@pytest.mark.parametrize(
    ("hp", "traits", "most", "lost"),
    [
        (None, [], "PŻ 4", 0),
        (3, [], "PŻ 4", 1),
        (2, ["Hartowany"], "PŻ 6 §22 kupione 4", 4),
        (None, ["Wytrzymały"], "PŻ 5 §22 kupione 4", 0),
        (1, ["Cherlawy"], "PŻ 2 §22 kupione 4", 1),
    ],
)
def test_teohiphip_20_who_is_hurt_has_as_many_boxes_struck_out_as_hit_points_are_gone(
    hp: int | None, traits: list[str], most: str, lost: int
) -> None:
    def printed(hp: int | None) -> Pages:
        sheet = {"name": "Ala", "max_hp": 4, "hp": hp, "traits": [{"name": t} for t in traits]}
        return paper.card("teohiphip", [sheet])

    (page,) = texts(printed(hp))
    assert most in page
    assert drawn(printed(hp)) - drawn(printed(None)) == lost


@pytest.mark.parametrize("code", ["pl", "cs", "ru", "en"])
def test_the_bands_of_the_sample_take_a_page_each_whatever_the_language(code: str) -> None:
    """Without a continuation page of empty lines; who has no band is with two others."""
    language = spoken(code)
    people = read_import(assets.path("samples", "teohiphip.json"), language).bundle.characters
    pages = paper.card(
        "teohiphip", [one.sheet for one in people], style=Style(language=language), title="Kampania"
    )
    assert len(sizes(pages)) == 4
    assert not list(letters_outside(pages))


def test_little_text_is_set_larger() -> None:
    assert 12 in letter_sizes(paper.card("teohiphip", [{"name": "A", "notes": "B"}]))
    assert 12 not in letter_sizes(paper.card("teohiphip", BAND))


def test_an_object_has_hit_points_and_nothing_to_act_with() -> None:
    (page,) = texts(paper.card("teohiphip", [{"name": "Generator", "max_hp": 10, "object": True}]))
    assert "PŻ 10" in page
    assert not [word for word in ("SPD", "AP", "–") if word in page.partition("Test")[0]]
