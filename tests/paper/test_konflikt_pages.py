"""The sheet and the cards of «Pravidla pro konflikt»."""

import json
from typing import Any

import pytest

from desktop import assets, paper
from desktop.library.records import Bundle, NewCharacter
from desktop.paper import Size, Style
from desktop.paper.choice import What, of_bundle
from tests.paper.reading import POINTS, letters_outside, sizes, squeezed, texts

SAMPLE = [
    character["sheet"]
    for character in json.loads(assets.path("samples", "konflikt.json").read_text("utf-8"))[
        "characters"
    ]
]
ABIGAIL = next(sheet for sheet in SAMPLE if sheet["name"] == "Abigail")
LONG = "Ž" * 200


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("one", SAMPLE, ids=lambda one: one["name"])
def test_every_sample_creature_is_one_page(one: dict[str, Any], size: Size) -> None:
    pages = paper.sheet("konflikt", [one], style=Style(size))
    assert sizes(pages) == [pytest.approx(POINTS[size], abs=0.01)]
    assert not list(letters_outside(pages))


def test_a_sheet_has_what_is_added_to_the_die_and_what_a_spell_brings() -> None:
    (page,) = texts(paper.sheet("konflikt", [ABIGAIL]))
    for expected in (
        "Inteligence +4",
        "Obrana §10",
        "+1 1k4 1 m",
        "Ohnivý šíp Inteligence +4 proti Obraně · poškození 1k8",
        "Hoření: −2 za kolo, končí ověřením štěstí, překonává Zručnost",
        "Léčivý lektvar léčení 2k4",
    ):
        assert squeezed(expected) in squeezed(page)


@pytest.mark.parametrize("what", ["sheets", "cards"])
def test_konflikt_16_the_house_rules_of_the_campaign_count_on_paper(what: What) -> None:
    """An improvised weapon takes a step of penalty; the steps of this campaign are of 5."""
    knife = {"name": "Křivák", "damage": "1k4", "needs_dexterity": 5}
    sheet = {"name": "Ondráš", "attacks": [knife]}
    person = NewCharacter(system="konflikt", role="player", name="Ondráš", sheet=sheet)
    bundle = Bundle(characters=(person,))
    usual = of_bundle(bundle, "Doupě", what).pdf()
    strict = of_bundle(bundle, "Doupě", what, house_rules={"konflikt": {"bonus_step": 5}}).pdf()
    for pages, said, not_said in ((usual, "−2", "−5"), (strict, "−5", "−2")):
        page = " ".join(texts(pages))
        assert said in page
        assert not_said not in page


def test_konflikt_16_the_rules_in_short_are_those_of_the_campaign() -> None:
    house = {"bonus_step": 3, "bonus_cap": 5}
    (page,) = texts(paper.sheet("konflikt", [ABIGAIL], house_rules=house))
    assert "Každý je 3." in page
    assert "nejvýše 5." in page
    (page,) = texts(paper.sheet("konflikt", [ABIGAIL]))
    assert "Každý je 2." in page
    assert "nejvýše 3." in page


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_a_skill_at_0_is_left_out(kind: str) -> None:
    weak = {"name": "Nikdo", "skills": {"prowess": 0, "dexterity": 2}}
    (page,) = texts(getattr(paper, kind)("konflikt", [weak]))
    assert "Zručnost" in page
    assert "Zdatnost" not in page


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_konflikt_10_what_a_spell_is_against_stands_in_the_dative(kind: str) -> None:
    spells = [
        {"name": f"Kouzlo {number}", "skill": "intelligence", "against": against}
        for number, against in enumerate(("defence", "personality", "Plížení"))
    ]
    (page,) = texts(getattr(paper, kind)("konflikt", [{"name": "Ondráš", "spells": spells}]))
    for said in ("proti Obraně", "proti Osobnosti", "proti Plížení"):
        assert squeezed(said) in squeezed(page)


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_konflikt_19_a_weapon_its_owner_is_not_fit_for_is_printed_as_improvised(kind: str) -> None:
    bow = {
        **{"name": "Velký luk", "kind": "ranged", "damage": "2k6+1", "range": 60, "agile": True},
        **{"needs_prowess": 4, "bonus": 1},
    }
    knife = {"name": "Křivák", "damage": "1k4", "needs_dexterity": 5}
    weak = {"name": "Nikdo", "skills": {"prowess": 1, "dexterity": 3}, "attacks": [bow, knife]}
    strong = {**weak, "skills": {"prowess": 4, "dexterity": 5}}
    (unfit,), (fit,) = (
        texts(getattr(paper, kind)("konflikt", [sheet])) for sheet in (weak, strong)
    )
    assert "2k6+1" in fit
    assert "2k6+1" not in unfit
    assert "1k6" in unfit
    assert "1k4" in unfit, "less than 1k6 as it is"
    if kind == "sheet":
        assert squeezed("improvizovaná · chce Zdatnost 4") in squeezed(unfit)
        assert "improvizovaná" not in fit


def test_cards_stand_two_in_a_row_and_lose_nothing() -> None:
    pages = paper.card("konflikt", [*SAMPLE, {**ABIGAIL, "notes": "slovo " * 40 + "konec"}])
    assert 1 < len(sizes(pages)) < len(SAMPLE)
    assert not list(letters_outside(pages))
    whole = " ".join(texts(pages))
    assert all(one["name"] in whole for one in SAMPLE)
    assert "konec" in whole


def test_a_card_that_is_higher_than_a_page_goes_on_on_the_next_one() -> None:
    text = "Drak chrlí oheň na všechny v kuželu, a kdo neuhne, hoří. " * 5
    ability = [{"name": f"Schopnost {number}", "text": text} for number in range(20)]
    dragon: dict[str, Any] = {"name": "Drak", "abilities": ability, "notes": "konec"}
    others: list[dict[str, Any]] = [{"name": "Had"}, dragon, {"name": "Pes"}, {"name": "Kůň"}]
    for sheets in ([dragon], others):
        pages = paper.card("konflikt", sheets)
        assert not list(letters_outside(pages))
        whole = " ".join(texts(pages))
        assert whole.count("Schopnost") == 20
        assert "konec" in whole


def test_konflikt_6_a_card_says_how_far_a_spell_reaches_out_and_that_it_is_spent() -> None:
    spell = {"name": "Koule", "damage": "2k6", "area": 2, "uses": 0}
    (page,) = texts(paper.card("konflikt", [{**ABIGAIL, "spells": [spell]}]))
    assert "oblast 2 m · spotřebováno" in page


def test_konflikt_11_what_a_power_works_by_is_printed_since_some_are_immune_to_it() -> None:
    fire = {"name": "Dech", "damage": "2k6", "tags": ["oheň", "magie"]}
    for kind in ("sheet", "card"):
        (page,) = texts(getattr(paper, kind)("konflikt", [{"name": "Drak", "abilities": [fire]}]))
        assert squeezed("poškození 2k6 · oheň · magie") in squeezed(page)


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_odd_sheets_stay_on_their_page(kind: str) -> None:
    attack = {"name": LONG, "notes": LONG, "tags": [LONG], "uses": 999, "damage": "99k99+999"}
    power = {"name": LONG, "skill": LONG, "against": LONG, "text": LONG, "uses": 999}
    odd = {
        "name": LONG,
        "about": LONG,
        "skills": {LONG: 20},
        "max_hp": 999,
        "momentum": 99,
        "attacks": [attack],
        "spells": [power],
        "immune": [LONG],
        "notes": LONG,
    }
    for sheets in ([odd], [{"name": "Nikdo"}], []):
        assert not list(letters_outside(getattr(paper, kind)("konflikt", sheets)))
