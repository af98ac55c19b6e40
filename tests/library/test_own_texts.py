"""The texts of the shipped catalogues are there in the system's own language too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from pypdfium2 import PdfDocument

from desktop import assets, paper
from desktop.encounter.fight import start
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.library.resources import as_read, own_texts, read_resource, shipped_entries
from desktop.rules import systems

IN_ENGLISH = ("teohiphip", "walka")
"""Systems whose catalogue texts are in English; the others' are in their own language."""


@pytest.mark.parametrize("system", IN_ENGLISH)
def test_every_text_of_the_catalogue_has_one_of_the_systems_own(system: str) -> None:
    texts = set(notes_in([entry.data for entry in shipped_entries(system)]))
    earlier = read_resource(system, "own_texts.json").get("earlier", {})
    assert texts == set(own_texts(system)) - set(earlier)
    for english, own in own_texts(system).items():
        assert own.endswith(".")
        assert own != english


def notes_in(document: object) -> Iterator[str]:
    """Every note in a document, of a weapon of an adversary too."""
    match document:
        case dict():
            for key, part in document.items():
                if key in ("text", "notes", "tactics") and part:
                    yield str(part)
                else:
                    yield from notes_in(part)
        case list():
            for part in document:
                yield from notes_in(part)


def test_a_copy_of_an_earlier_catalogue_is_said_in_the_systems_own_language() -> None:
    old = "Wounds by 1, 2, 3 successes: L/C/K. Against many +2. Two-handed. Price 500."
    axe = {"name": "Wibrotopór", "notes": old}
    said = "Rany przy 1, 2, 3 sukcesach: L/C/K. Przeciw wielu +2. Dwuręczna. Cena 500."
    assert as_read("walka", [axe], OWN_TERMS) == [{"name": "Wibrotopór", "notes": said}]


def test_prices_and_wounds_are_the_same_in_both_languages() -> None:
    for english, own in own_texts("walka").items():
        assert re.findall(r"[0-9]+", own) == re.findall(r"[0-9]+", english)
        assert re.findall(r"s?[DLCK]/\S+", own) == re.findall(r"s?[DLCK]/\S+", english)


@pytest.mark.parametrize("system", sorted(set(systems()) - set(IN_ENGLISH)))
def test_the_other_catalogues_speak_the_systems_language_already(system: str) -> None:
    said = [
        str(entry.data[name])
        for entry in shipped_entries(system)
        for name in ("text", "notes")
        if entry.data.get(name)
    ]
    assert said
    assert not [text for text in said if "Price" in text or " the " in text]


@pytest.mark.parametrize("system", systems())
def test_what_a_sample_says_by_itself_is_in_the_systems_language(system: str) -> None:
    sample = assets.path("samples", f"{system}.json").read_text("utf-8")
    said = as_read(system, json.loads(sample), OWN_TERMS)
    english = r"\b(the|of|with|and|at|Price|Wounds|Advantage|Disadvantage)\b"
    assert not [text for text in texts_in(said) if re.search(english, text)]


def texts_in(document: object) -> Iterator[str]:
    """Every text in a document, but for names of fields."""
    match document:
        case str():
            yield document
        case dict() | list():
            for part in document.values() if isinstance(document, dict) else document:
                yield from texts_in(part)


def test_what_the_sample_of_walka_took_from_the_catalogue_counts_as_it_does_there() -> None:
    """An old copy that says a figure in its notes would have none to play by."""
    shipped = {entry.name: entry.data for entry in shipped_entries("walka")}
    sample = json.loads(assets.path("samples", "walka.json").read_text("utf-8"))
    for character in sample["characters"]:
        for kind in ("weapons", "armor"):
            for piece in character["sheet"].get(kind, []):
                figures = dict(shipped.get(piece["name"], {}))
                if piece.get("category") == "grenade":
                    figures.pop("magazine")  # how many somebody carries
                assert piece == {**piece, **figures}


def test_a_text_that_somebody_changed_stays_as_it_is() -> None:
    trait = {"name": "Szybki", "text": "Speed 2″ more."}
    changed = {"name": "Szybki", "text": "Speed 3″ more."}
    assert as_read("teohiphip", [trait, changed], OWN_TERMS) == [
        {"name": "Szybki", "text": "SPD większe o 2″."},
        changed,
    ]


def said_on(pages: paper.Pages) -> str:
    document = PdfDocument(pages.pdf())
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    return " ".join(text.split())


@pytest.mark.parametrize("terms", [ENGLISH, OWN_TERMS])
def test_sheet_card_and_cards_of_a_fight_say_it_in_the_language_of_the_terms(
    terms: Language,
) -> None:
    trait = next(e.data for e in shipped_entries("teohiphip") if e.name == "Szybki")
    sheet = {"name": "Halina", "max_hp": 4, "traits": [trait]}
    there, absent = "Speed 2″ more.", "SPD większe o 2″."
    there, absent = (there, absent) if not terms.own_terms else (absent, there)
    style = paper.Style(language=terms)
    script = {
        "format": "fight/1",
        "system": "teohiphip",
        "combatants": [{"id": "halina", "side": "players", "sheet": sheet}],
    }
    fight = start(script)
    for pages in (
        paper.card("teohiphip", [sheet], style=style),
        paper.sheet("teohiphip", [sheet], style=style),
        paper.cards(paper.dossiers(fight.rules, fight.state, terms), title="A", system="teohiphip"),
    ):
        assert there in said_on(pages)
        assert absent not in said_on(pages)
