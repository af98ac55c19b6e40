"""What differs between two sheets is told field by field, in the words of the sheet."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop import assets
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.rules.in_words import differences


def told(
    system: str, before: Any, after: Any, terms: Language = ENGLISH
) -> list[tuple[str, str, str]]:
    found = differences(
        fields_of(systems()[system].sheet),
        before,
        after,
        terms,
    )
    return [(" / ".join(one.place), one.before, one.after) for one in found]


def test_a_number_a_text_a_flag_and_a_choice() -> None:
    before = {"name": "Iga", "notes": "", "dominant_hand": "right"}
    after = {"name": "Ida", "notes": "nowa", "dominant_hand": "left"}
    assert told("walka", before, after) == [
        ("Name", "Iga", "Ida"),
        ("Dominant hand", "right hand", "left hand"),
        ("Notes", "", "nowa"),
    ]


def test_parts_of_records_and_scores_of_ones_own() -> None:
    before = {"name": "Iga", "attributes": {"dexterity": 14, "Szczęście": 3}}
    after = {"name": "Iga", "attributes": {"dexterity": 12, "Pech": 1}}
    assert told("walka", before, after, terms=OWN_TERMS) == [
        ("Cechy / Zręczność", "14", "12"),
        ("Cechy / Szczęście", "3", ""),
        ("Cechy / Pech", "", "1"),
    ]


def test_weapons_are_told_by_their_names_however_they_are_ordered() -> None:
    knife, rifle = {"name": "Nóż"}, {"name": "Karabin", "rate_of_fire": 3}
    before = {"weapons": [knife, rifle]}
    assert told("walka", before, {"weapons": [rifle, knife]}) == []
    changed = [{**rifle, "rate_of_fire": 1}, {"name": "Granat"}]
    assert told("walka", before, {"weapons": changed}) == [
        ("Weapons / Karabin / Rate of fire", "3", "1"),
        ("Weapons", "", "Granat"),
        ("Weapons", "Nóż", ""),
    ]


def test_what_is_left_out_is_the_usual_value() -> None:
    fields = fields_of(systems()["walka"].sheet)
    usual = {field.id: field.default for field in fields if field.id != "name"}
    assert told("walka", {"name": "Iga"}, {"name": "Iga", **usual}) == []


@pytest.mark.parametrize("system", ["boj", "konflikt", "mir_tmy", "teohiphip", "walka"])
def test_two_people_of_a_sample_differ_and_nobody_from_himself(system: str) -> None:
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    first, second, *_ = [one["sheet"] for one in sample["characters"]]
    assert told(system, first, first) == []
    there = told(system, first, second)
    back = told(system, second, first)
    assert there[0][1:] == (first["name"], second["name"])
    assert {place for place, _, _ in there} == {place for place, _, _ in back}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(json_values, json_values, st.sampled_from(["name", "attributes", "weapons", "cyber"]))
def test_documents_of_any_shape_are_compared(one: Any, other: Any, field: str) -> None:
    for place, before, after in told("walka", {field: one}, {field: other}):
        assert place
        assert before != after
