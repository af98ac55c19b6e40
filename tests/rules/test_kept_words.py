"""Words that are kept in a file: what is read is what was kept, and nothing of it can do harm."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.languages import ENGLISH, Language, ProperName
from desktop.rules.text import Term, Text, as_json, from_json, joined

OWN = Language("en", own_terms=True)
NAMES = st.text(max_size=20).map(ProperName)
PLAIN = st.one_of(st.text(max_size=20), NAMES, st.integers(), st.floats(allow_nan=False), st.none())
TERMS = st.builds(Term, st.text(min_size=1, max_size=9), st.text(max_size=9))


def texts(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Text]:
    one = st.builds(lambda value: Text("{name} hits", name=value), values)
    many = st.builds(lambda count: Text("{count} level", "{count} levels", count=count), PLAIN)
    return one | st.builds(lambda parts: joined(parts, " · "), st.lists(values, max_size=3)) | many


WORDS = st.recursive(PLAIN | TERMS, texts, max_leaves=6)


@given(texts(WORDS))
def test_what_is_kept_is_said_the_same_again(words: Text) -> None:
    again = from_json(as_json(words))
    for language in (ENGLISH, OWN):
        assert again.said(language) == words.said(language)


@pytest.mark.parametrize(
    "template",
    ["{name.__class__}", "{name:>999999999}", "{name!s:9}", "{other}", "{name", "}", "{name:d}"],
)
def test_a_template_that_is_not_ours_is_shown_to_the_letter(template: str) -> None:
    kept = {"text": template, "values": {"name": "Ama"}}
    assert from_json(kept) == template


@given(st.recursive(PLAIN, lambda x: st.lists(x) | st.dictionaries(st.text(max_size=6), x)))
def test_anything_that_stands_in_a_file_can_be_said(kept: Any) -> None:
    joined([from_json(kept)]).said(ENGLISH)


def test_numbers_are_kept_as_they_are_written() -> None:
    words = Text("{dice:+d} · {far:.1f} · {near:g} · {part:.1%}", dice=2, far=1.5, near=3, part=0.5)
    assert str(from_json(as_json(words))) == "+2 · 1.5 · 3 · 50.0%"
