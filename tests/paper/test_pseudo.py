"""On paper, too, nothing is unmarked in a language that marks everything it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from desktop import assets, paper
from desktop.encounter.fight import start
from desktop.encounter.playout import play_by_policies
from desktop.library.foreign import read_import
from desktop.library.resources import in_language
from desktop.library.samples import sample_scripts
from desktop.paper import Style, choice
from desktop.rules import systems
from tests.paper.reading import texts
from tests.pseudo import pseudo, unmarked


def papers(system: str) -> Iterator[tuple[str, paper.Pages]]:
    """Every kind of paper that a system can have."""
    rules = systems()[system]
    style = Style(language=pseudo().of_system(rules.language))
    bundle = read_import(assets.path("samples", f"{system}.json"), pseudo()).bundle
    sheets = [one.sheet for one in bundle.characters]
    yield "blank", paper.blank(system, style=style)
    yield "sheet", paper.sheet(system, sheets, style=style)
    yield "card", paper.card(system, sheets, style=style)
    script = in_language(system, sample_scripts(system)[0], pseudo())
    yield "encounter", paper.encounter_sheet(start(script), style=style)
    played = play_by_policies(script, seed=1)
    yield "report", paper.report_of(played, style=style)
    for part in choice.of_fight(played, style=style).parts:
        yield "fight", part


def is_longer(word: str) -> bool:
    """Whether it is of the language, though its mark is on another line: its vowels are there
    twice. Two letters may be a part of one that was broken."""
    return len(word) < 3 or not re.search(r"[aeiou]", re.sub(r"([aeiou])\1", "", word))


@pytest.mark.parametrize("system", systems())
def test_nothing_on_paper_is_hard_coded(system: str) -> None:
    found: dict[str, None] = {}
    for kind, pages in papers(system):
        for text in texts(pages):
            words = (word for word in unmarked(text) if not is_longer(word))
            found.update({f"{kind}: {word}": None for word in words})
    assert not found, "\n".join(found)
