"""Names stand in the order of the alphabets."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.fold import sort_key

POLISH = "Adam Ąbel Bogdan Cezary Ćma Dorota Edek Ędward Lena Łada Nina Ńko Ola Ósmy Sowa Śruba"
POLISH += " Zenon Źródło Żuk"
CZECH = "Cyril Čeněk Daniel Helena Chrudoš Ivan Radek Řehoř Silva Šárka Zdena Žofie"
RUSSIAN = "Артём Борис Ёжик Елена Жанна Иван Йозеф Клава Щука Эмма Юля Яков"


@pytest.mark.parametrize(
    ("names", "language"), [(POLISH, "pl"), (CZECH, "cs"), (RUSSIAN, "ru"), (POLISH, "")]
)
def test_names_stand_in_the_order_of_their_alphabet(names: str, language: str) -> None:
    order = names.split()
    mixed = random.Random(7).sample(order, len(order))
    assert sorted(mixed, key=lambda name: sort_key(name, language)) == order


def test_only_in_czech_ch_is_a_letter_of_its_own() -> None:
    names = ["Cyril", "Chrudoš", "Helena", "Ivan"]
    assert sorted(names, key=lambda name: sort_key(name, "cs")) == [
        "Cyril",
        "Helena",
        "Chrudoš",
        "Ivan",
    ]
    assert sorted(names, key=sort_key) == ["Chrudoš", "Cyril", "Helena", "Ivan"]


def test_numbers_go_by_their_size_and_shorter_names_come_first() -> None:
    names = ["Guard 10", "Guard", "Guard 9", "guard 2", "Guard 0002"]
    assert sorted(names, key=sort_key) == ["Guard", "Guard 0002", "guard 2", "Guard 9", "Guard 10"]


def test_case_and_accents_decide_only_between_names_otherwise_alike() -> None:
    assert sorted(["Émile 2", "emil", "Emile 1"], key=sort_key) == ["emil", "Emile 1", "Émile 2"]


@given(st.text(), st.text())
def test_any_two_names_have_an_order_and_only_the_same_name_is_equal(one: str, two: str) -> None:
    assert (sort_key(one) < sort_key(two)) + (sort_key(two) < sort_key(one)) == (one != two)
