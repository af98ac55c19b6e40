"""Search sees words without case, accents and punctuation."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.fold import begins_a_word, fold, same_name


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Zażółć gęślą jaźń", "zazolc gesla jazn"),
        ("Příliš žluťoučký kůň", "prilis zlutoucky kun"),
        ("Пулемёт Дегтярёва", "пулемет дегтярева"),
        ("Ёлка", "елка"),
        ("ŁÓDŹ", "lodz"),
        ("Smørrebrød", "smorrebrod"),
        ("Straße", "strasse"),
        ("Æthelþryð Œuvre", "aethelthryd oeuvre"),
        ("İstanbul ılık", "istanbul ilik"),
        ("АК-47 (7,62 мм)", "ак 47 7 62 мм"),
        ("  a_b\tc\n", "a b c"),
        ("ﬁle № ½", "file no 1 2"),
        ("⚔ — …", ""),
        ("half a \ud800 pair", "half a pair"),
        ("Za\u00adżół\u200bć \u202egęś\u2066lą\u200d", "zazolc gesla"),
    ],
)
def test_case_accents_and_punctuation_fold_away(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_letter_and_its_decomposed_twin_fold_alike() -> None:
    assert fold("e\u0308lka z\u0307") == fold("ёlka ż".replace("ё", "ë")) == "elka z"


def test_a_name_is_the_same_in_any_case_and_coding_but_not_without_its_accents_and_signs() -> None:
    assert same_name(" Z\u0307ABA  1") == same_name("żaba 1") != same_name("zaba 1")
    assert same_name("Nóż +1") != same_name("Nóż -1")


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_every_letter_of_unicode_folds_to_itself_folded() -> None:
    unsteady = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if (once := fold(chr(code))) and fold(once) != once
    ]
    assert unsteady == []


@given(st.lists(st.text(alphabet="abcłżёй1", min_size=1), min_size=1, max_size=4), st.data())
def test_the_beginning_of_any_word_is_found(words: list[str], data: st.DataObject) -> None:
    name = fold(" ".join(words))
    word = data.draw(st.sampled_from(name.split()))
    start = data.draw(st.integers(1, len(word)))
    assert begins_a_word(word[:start], name)


def test_the_inside_of_a_word_does_not_begin_it() -> None:
    assert begins_a_word("tt pist", "pistolet tt")
    assert not begins_a_word("olet", "pistolet tt")
    assert not begins_a_word("pist x", "pistolet tt")
