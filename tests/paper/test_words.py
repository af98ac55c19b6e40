"""The headings and rules of a sheet are in the words that were chosen, the system's or English."""

from __future__ import annotations

import json

import pytest

from desktop import assets, paper
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.paper import Style
from desktop.rules import systems
from tests.paper.reading import texts

HEADINGS = {
    "boj": {"Очки здоровья": "Hit points", "Шанс": "Chance", "Прицеливание": "Aiming"},
    "konflikt": {"Obrana": "Defence", "Hybnost": "Momentum", "Ohrožení": "Threat"},
    "mir_tmy": {"Физические": "Physical", "Поглощение": "Soak", "Укрытие": "Cover"},
    "teohiphip": {"Pula inicjatywy": "Initiative pool", "Ataki": "Attacks", "Osłona": "Cover"},
    "walka": {"Odległość": "Distance", "Segmenty": "Segments", "Celowanie": "Aiming"},
}


def said(system: str, terms: Language, kind: str = "sheet") -> str:
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    rules, sheets = systems()[system], [one["sheet"] for one in sample["characters"]]
    make = paper.sheet if kind == "sheet" else paper.card
    pages = make(rules, sheets, style=Style(language=terms))
    return " ".join(texts(pages)).casefold()


@pytest.mark.parametrize("system", HEADINGS)
def test_headings_are_in_the_words_that_were_chosen(system: str) -> None:
    native, english = said(system, OWN_TERMS), said(system, ENGLISH)
    for own, in_english in HEADINGS[system].items():
        assert own.casefold() in native
        assert own.casefold() not in english
        assert in_english.casefold() in english


@pytest.mark.parametrize(("system", "own", "english"), [("konflikt", "Hybnost", "Momentum")])
def test_cards_are_too(system: str, own: str, english: str) -> None:
    assert own.casefold() in said(system, OWN_TERMS, "card")
    assert own.casefold() not in said(system, ENGLISH, "card")
    assert english.casefold() in said(system, ENGLISH, "card")
