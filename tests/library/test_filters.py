"""What a catalogue is narrowed to and sorted by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.errors import DocumentError
from desktop.library.filters import number_in, read_filter, sorted_by
from desktop.library.records import Entry
from desktop.rules import systems
from desktop.rules.fields import Field, fields_of
from desktop.rules.in_words import fact_in_words

WALKA = fields_of(systems()["walka"].catalogue["weapon"])
BOJ = fields_of(systems()["boj"].catalogue["weapon"])


@pytest.mark.parametrize(
    ("typed", "accepts", "refuses"),
    [
        ("scope ≥ 2", {"scope": 2}, {"scope": 1}),
        ("Luneta >= 2", {"scope": 3}, {}),
        ("luneta < 2", {}, {"scope": 2}),
        ("ion", {"ion": True}, {}),
        ("Jonowa", {"ion": True}, {"ion": False}),
        ("nie jonowa", {}, {"ion": True}),
        ("not ion, scope=1", {"scope": 1}, {"scope": 1, "ion": True}),
        ("kategoria: x", None, None),
        ("category: pistol", {"category": "pistol"}, {"category": "rifle"}),
        ("rodzaj: karabin", {"category": "rifle"}, {"category": "grenade"}),
        ("rodzaj != pistolet", {"category": "rifle"}, {"category": "pistol"}),
    ],
)
def test_a_filter_goes_by_the_fields_of_the_model(
    typed: str, accepts: dict[str, object] | None, refuses: dict[str, object] | None
) -> None:
    if accepts is None or refuses is None:
        with pytest.raises(DocumentError, match="there is no such field; there are: "):
            read_filter(typed, WALKA)
        return
    found = read_filter(typed, WALKA)
    assert found.accepts(accepts)
    assert not found.accepts(refuses)
    assert found.words == ""


def test_what_is_no_condition_is_searched() -> None:
    found = read_filter("nagant, Смертельность > 5, старый", BOJ)
    assert found.words == "nagant старый"
    assert found.accepts({"lethality": 10})
    assert not found.accepts({})


def test_the_comma_of_a_number_parts_nothing() -> None:
    creature = fields_of(systems()["konflikt"].catalogue["creature"])
    found = read_filter("velikost ≥ 0,5,reach ≥ 2,had", creature)
    assert found.words == "had"
    assert found.accepts({"size": 0.5, "reach": 2})
    assert not found.accepts({"size": 0.25, "reach": 2})
    assert not found.accepts({"size": 0.5, "reach": 1})


def test_dice_are_compared_by_what_they_come_to() -> None:
    found = read_filter("урон ≥ 7", BOJ)
    assert found.accepts({"damage": "2d6"})
    assert found.accepts({"damage": "1d12+1"})
    assert not found.accepts({"damage": "1d12"})
    assert not found.accepts({})


@pytest.mark.parametrize(
    ("value", "number"),
    [("2d6", 7), ("1к4−1", 1.5), ("k20", 10.5), (3, 3), ("4,5", 4.5), (True, None), ("x", None)],
)
def test_the_number_of_a_value(value: object, number: float | None) -> None:
    assert number_in(value) == number


def test_a_comparison_with_no_number_is_refused_by_name() -> None:
    with pytest.raises(DocumentError, match=r"scope > much: needs a number, not 'much'"):
        read_filter("scope > much", WALKA)


def entry(name: str, **data: object) -> Entry:
    return Entry(id=1, system="boj", kind="weapon", name=name, data=data, source="own")


def test_entries_are_sorted_by_any_column_and_the_empty_come_last() -> None:
    shelf = [
        entry("Ł", damage="1d4"),
        entry("Ż"),
        entry("A", damage="2d10"),
        entry("M", damage="1d12"),
    ]
    by_id = {field.id: field for field in BOJ}
    assert [one.name for one in sorted_by(shelf, by_id["damage"])] == ["Ł", "M", "A", "Ż"]
    falling = sorted_by(shelf, by_id["damage"], descending=True)
    assert [one.name for one in falling] == ["A", "M", "Ł", "Ż"]
    assert [one.name for one in sorted_by(shelf, None, language="pl")] == ["A", "Ł", "M", "Ż"]


WORDS = st.text(max_size=3)
PLAIN_VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**400), 10**400)
    | st.floats(allow_nan=False)
    | WORDS
)
JSON_VALUES = st.recursive(
    PLAIN_VALUES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*WALKA, *BOJ]), JSON_VALUES, st.sampled_from([">= 3", "= 3", ": a", ""]))
def test_a_value_of_any_shape_from_a_file_is_compared_shown_and_sorted(
    field: Field, value: object, condition: str
) -> None:
    data = {field.id: value}
    read_filter(f"{field.id} {condition}", [field]).accepts(data)
    fact_in_words(field, value, field.label)
    strange = Entry(id=1, system="boj", kind="weapon", name="x", data=data, source="own")
    assert len(sorted_by([strange, entry("A")], field)) == 2
