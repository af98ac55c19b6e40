"""Whatever is counted is said right of 0, 1, 2 and 5, in every language."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from desktop.languages import LANGUAGES, Language
from desktop.library.languages import catalogue
from desktop.rules.text import Text

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

import texts

COUNTED = re.compile(r"\{(\w+)\} ([a-z]+)(?: ([a-z]+))?")
"""A value, and the one or two words after it."""

NOT_COUNTED = {
    *("most", "least", "many", "few", "times", "total", "ways", "needed"),
    *("name", "weapon", "by"),
}
"""Values that are never one, as limits are; and names, after which a verb stands."""

source = cache(texts.collected)
"""Every text of the program, collected when it is first asked for."""


def plurals() -> list[tuple[str, str, str]]:
    """Every text with a plural: singular, plural, context."""
    return [(*m.id, m.context or "") for m in source() if isinstance(m.id, tuple | list)]


def test_what_is_counted_anywhere_has_a_plural_everywhere() -> None:
    nouns: set[str] = set()
    for one, several, _ in plurals():
        here = {word for words in COUNTED.findall(one) for word in words[1:]}
        there = {word for words in COUNTED.findall(several) for word in words[1:]}
        nouns |= {word for word in there - here if word.endswith(("s", "dice"))}
    assert {"rounds", "steps", "dice", "points"} <= nouns
    nouns -= {"takes", "loses", "has", "says", "dies", "freezes", "spends", "lies", "is"}
    wrong = [
        m.id
        for m in source()
        if isinstance(m.id, str)
        for value, *words in COUNTED.findall(m.id)
        if value not in NOT_COUNTED
        and words[0 if words[0] in nouns or not words[1] else 1] in nouns
    ]
    assert wrong == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_plural_is_said_of_0_1_2_and_5(code: str) -> None:
    language = Language(code, catalogue(code))
    for one, several, context in plurals():
        values = dict.fromkeys(texts.slots(several) - {"count"}, "x")
        for count in (0, 1, 2, 5):
            said = Text(one, several, context=context, count=count, **values).said(language)
            assert said
            if "{count}" in several and count != 1:
                assert str(count) in said, (code, one, said)


FORMS = {
    "en": ["0 steps", "1 step", "2 steps", "5 steps"],
    "pl": ["0 kroków", "1 krok", "2 kroki", "5 kroków"],
    "cs": ["0 kroků", "1 krok", "2 kroky", "5 kroků"],
    "ru": ["0 шагов", "1 шаг", "2 шага", "5 шагов"],
}


@pytest.mark.parametrize("code", FORMS)
def test_each_language_has_the_form_of_its_grammar(code: str) -> None:
    language = Language(code, catalogue(code))
    counted = [
        Text("{count} step", "{count} steps", count=count).said(language) for count in (0, 1, 2, 5)
    ]
    assert counted == FORMS[code]
