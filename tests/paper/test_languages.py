"""Pages are in the language that was chosen: headings, labels, numbers; and the PDF says so."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from pypdf import PdfReader

from desktop import assets, paper
from desktop.encounter.fight import start
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.languages.content import of_template
from desktop.library.foreign import read_import
from desktop.library.languages import spoken
from desktop.library.samples import sample_scripts
from desktop.paper import Style, choice
from tests.paper.reading import texts


def sheet(system: str, language: Language) -> paper.Pages:
    sample = read_import(assets.path("samples", f"{system}.json"), language).bundle
    return paper.sheet(system, [sample.characters[0].sheet], style=Style(language=language))


def said(pages: paper.Pages) -> str:
    return " ".join(" ".join(texts(pages)).split())


@pytest.mark.parametrize(
    ("system", "code", "words"),
    [
        ("walka", "cs", ("Tělo", "Práh", "Zbraň", "Blasterová pistole")),
        ("konflikt", "ru", ("Защита", "Импульс", "Действие")),
        ("mir_tmy", "pl", ("Fizyczne", "Wyparowanie", "Inicjatywa")),
        ("boj", "pl", ("Szansa", "Obrażenia")),
        ("teohiphip", "ru", ("Запас инициативы", "Обмен")),
    ],
)
def test_a_sheet_is_in_the_chosen_language(system: str, code: str, words: tuple[str, ...]) -> None:
    page = said(sheet(system, spoken(code)))
    assert [word for word in words if word.casefold() not in page.casefold()] == []


@pytest.mark.parametrize(("system", "code"), [("walka", "pl"), ("konflikt", "cs"), ("boj", "ru")])
def test_in_a_systems_own_language_its_own_words_stand_alone(system: str, code: str) -> None:
    def in_common_signs(page: str) -> str:
        """Numbers with a point and dice with a d, which are the language's and not the system's."""
        return re.sub(r"(?<=\d)[kк](?=\d)", "d", re.sub(r"(?<=\d),(?=\d)", ".", page))

    own = in_common_signs(said(sheet(system, spoken(code))))
    assert own == in_common_signs(said(sheet(system, OWN_TERMS)))


def test_the_pdf_says_its_language() -> None:
    for language, code in ((spoken("cs"), "cs"), (OWN_TERMS, "pl"), (ENGLISH, "en")):
        bundle = read_import(assets.path("samples", "walka.json")).bundle
        book = choice.of_bundle(bundle, "T", "sheets", style=Style(language=language))
        root: Any = PdfReader(io.BytesIO(book.parts[0].pdf())).trailer["/Root"]
        assert root["/Lang"] == book.language == code


def test_numbers_have_the_comma_of_the_language() -> None:
    fight = start(sample_scripts("konflikt")[0])
    for language, mark, other in ((spoken("pl"), ",", "."), (ENGLISH, ".", ",")):
        words = said(paper.encounter_sheet(fight, style=Style(language=language)))
        assert re.search(rf"\d %\s+\d\{mark}\d", words)
        assert not re.search(rf"\d\{other}\d", words)


def test_a_text_of_a_template_that_no_catalogue_has_stands_as_it_is() -> None:
    source = '#import "common.typ": *\n#say("{left} of {all} left", left: 2, all: [5])'
    assert of_template(source) == ["{left} of {all} left"]
    data = json.loads(sheet("walka", ENGLISH).data)
    own = paper.Pages("Own", "own.sheet.typ", json.dumps(data), source.encode())
    assert said(own) == "2 of 5 left"
