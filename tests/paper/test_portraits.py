"""Portraits stand on every sheet and card, and take no page of their own."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from desktop import assets, paper
from desktop.encounter.fight import start
from desktop.library.pictures import picture_id
from desktop.library.records import Bundle, NewCharacter, NewEncounter
from desktop.paper.choice import What, of_bundle
from desktop.rules import systems
from tests.pictures import SIGNATURE, chunk, head, png

FACE = png(240, 320, b"\x20\x40\x80")
SYSTEMS = ("boj", "konflikt", "mir_tmy", "teohiphip", "walka")


def pictures_on(pdf: bytes) -> list[int]:
    """How many pictures of the face's size each page has."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        shown = [
            thing.get_px_size()
            for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=15)
        ]
        found.append(shown.count((240, 320)))
    return found


def people(system: str) -> list[dict[str, Any]]:
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    return [one["sheet"] for one in sample["characters"] if one["role"] == "player"][:2]


@pytest.mark.parametrize("kind", ["sheet", "card"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_sheet_and_card_shows_the_portrait_on_no_more_pages(system: str, kind: str) -> None:
    rules, sheets = systems()[system], people(system)
    make = paper.sheet if kind == "sheet" else paper.card
    without = pictures_on(make(rules, sheets).pdf())
    with_it = pictures_on(make(rules, sheets, portraits=[FACE, None]).pdf())
    assert sum(without) == 0
    assert sum(with_it) == 1
    assert len(with_it) == len(without)


def test_a_plain_sheet_shows_it_too() -> None:
    from desktop.paper.pages import PLAIN, STANDARD, pages, picture

    one: dict[str, Any] = {
        "values": {"name": "Vera"},
        "sections": [],
        "groups": [],
        "portrait": picture(FACE),
    }
    told = {"system_title": "", "heading": "", "words": {}, "sheets": [one]}
    made = pages("sheet", PLAIN, told, title="Vera", language="en", style=STANDARD)
    assert pictures_on(made.pdf()) == [1]


def test_cards_of_a_fight_show_who_has_one_also_who_is_there_twice() -> None:
    guards = [{"id": f"g{n}", "side": "foes", "sheet": {"name": f"Strażnik {n}"}} for n in (1, 2)]
    ama = {"id": "ama", "side": "players", "sheet": {"name": "Ama"}}
    script = {"format": "fight/1", "system": "walka", "combatants": [*guards, ama]}
    fight = start(script)
    portraits = {"Strażnik": FACE, "Am": FACE}
    made = paper.cards(paper.dossiers(fight.rules, fight.state, portraits=portraits))
    assert pictures_on(made.pdf()) == [2]


@pytest.mark.parametrize("what", ["sheets", "cards"])
def test_a_bundle_brings_its_portraits_to_paper(what: What) -> None:
    character = NewCharacter(
        system="walka",
        role="player",
        name="Iga",
        sheet={"name": "Iga"},
        portrait=picture_id(FACE),
    )
    bundle = Bundle(characters=(character,), pictures={picture_id(FACE): FACE})
    assert pictures_on(of_bundle(bundle, "Party", what).pdf()) == [1]


def test_the_cards_of_one_encounter_bear_the_portraits_of_the_whole_campaign() -> None:
    iga = NewCharacter(
        system="walka", role="player", name="Iga", sheet={}, portrait=picture_id(FACE)
    )
    line = {"sheet": {"name": "Iga"}, "side": "players"}
    plan = {"system": "walka", "name": "Cellar", "lines": [line]}
    cellar = NewEncounter(system="walka", name="Cellar", document=plan)
    whole = Bundle(characters=(iga,), encounters=(cellar,), pictures={picture_id(FACE): FACE})
    one = Bundle(encounters=(cellar,))
    assert pictures_on(of_bundle(one, "Cellar", "cards", whole=whole).pdf()) == [1]
    # Of two of one name it is the first one's, as in the window.
    small = png(24, 32, b"\x80\x40\x20")
    other = replace(iga, portrait=picture_id(small))
    faces = {**whole.pictures, picture_id(small): small}
    both = replace(whole, characters=(iga, other), pictures=faces)
    assert pictures_on(of_bundle(one, "Cellar", "cards", whole=both).pdf()) == [1]


def test_a_strip_of_a_picture_stays_within_its_place() -> None:
    wide = SIGNATURE + head(2000, 1) + chunk(b"IDAT", zlib.compress(b"\x00" * 6001))
    wide += chunk(b"IEND", b"")
    assert struct.unpack_from(">II", wide, 16) == (2000, 1)
    made = paper.sheet("walka", [{"name": "Iga"}], portraits=[wide])
    assert len(made.png(30)) == 1


def test_the_same_portrait_gives_the_same_bytes() -> None:
    made = [paper.sheet("boj", people("boj"), portraits=[FACE, FACE]).pdf() for _ in range(2)]
    assert made[0] == made[1]
