"""Simple marks in notes are set on paper as the window shows them; nothing else is markup."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop import paper
from desktop.encounter.fight import start
from desktop.paper import Pages
from tests.paper.reading import texts

NOTES = """# Кто он
Ищет **брата Лёву** и ключ.
Не **верит** никому.

## Вещи
- наган, *семь* патронов
- **карта** метро
1. сперва вокзал
2. потом склад
* * *"""


def sheet(notes: str, system: str = "boj") -> Pages:
    return paper.sheet(system, [{"name": "Vera", "notes": notes}])


def bold_words(pages: Pages) -> str:
    """All that is set in a bold font, in its order."""
    found = []
    for page in pypdfium2.PdfDocument(pages.pdf()):
        text = page.get_textpage()
        for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=15):
            font = pdfium.FPDFTextObj_GetFont(thing.raw)
            if pdfium.FPDFFont_GetWeight(font) >= 700 or "Bold" in _name(font):
                found.append(_text(thing, text))
    return " ".join(found)


def _name(font: Any) -> str:
    import ctypes

    name = ctypes.create_string_buffer(200)
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value.decode()


def _text(thing: Any, page: Any) -> str:
    import ctypes

    length = pdfium.FPDFTextObj_GetText(thing.raw, page.raw, None, 0)
    buffer = ctypes.create_string_buffer(length)
    letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    pdfium.FPDFTextObj_GetText(thing.raw, page.raw, letters, length)
    return buffer.raw.decode("utf-16-le").rstrip("\x00")


def test_headings_lists_and_bold_words_are_set_without_their_marks() -> None:
    pages = sheet(NOTES)
    (said,) = texts(pages)
    assert "Ищет брата Лёву и ключ" in said
    assert "• наган, *семь* патронов" in said
    assert "1. сперва вокзал" in said
    assert "**" not in said
    assert "# " not in said
    bold = bold_words(pages)
    for words in ("Кто", "брата", "верит", "Вещи", "карта"):
        assert words in bold
    assert "никому" not in bold
    assert "наган" not in bold


@pytest.mark.parametrize("system", ["boj", "konflikt", "mir_tmy", "walka", "teohiphip"])
def test_the_notes_of_every_system_are_marked(system: str) -> None:
    said = " ".join(texts(sheet("# Head\n- some **bold** word", system)))
    assert "Head" in said
    assert "some bold word" in said
    assert "**" not in said


FOREIGN = [
    "<script>alert(1)</script> <b>not bold</b>",
    '#image("/etc/passwd") $x^2$ @ref <label> `raw`',
    "[link](file:///etc/passwd) ![picture](x.png)",
    "** not bold ** and **half",
    "#no heading, #### nor this",
    "*one star* _underlined_ ~~struck~~ = not = a heading",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_markup_of_another_kind_is_letters(text: str) -> None:
    for notes in (text, f"- {text}", f"# {text}"):
        assert text in " ".join(texts(sheet(notes)))


def test_cards_say_the_words_without_the_marks() -> None:
    ama = {"id": "a", "side": "players", "sheet": {"name": "Ama", "notes": NOTES}}
    fight = start({"format": "fight/1", "system": "boj", "combatants": [ama]})
    (said,) = texts(paper.cards(paper.dossiers(fight.rules, fight.state)))
    assert "Ищет брата Лёву и ключ" in said
    assert "**" not in said
    (said,) = texts(paper.card("boj", [{"name": "Ama", "notes": NOTES}]))
    assert "брата Лёву" in said
    assert "**" not in said


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet='#*-•1.) \nab<[$@\\"`', max_size=60))
def test_any_text_can_be_set(notes: str) -> None:
    assert sheet(notes).pdf().startswith(b"%PDF")
