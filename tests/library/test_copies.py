"""Entries are copied to a sheet; later changes of the catalogue are taken over when asked."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.languages import ENGLISH
from desktop.library.copies import brought_up_to_date, given, kinds_in, outdated, place_for
from desktop.library.records import Entry
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.rules.table import Refusal

BOJ = systems()["boj"]


def entry(name: str, kind: str = "weapon", system: str = "boj", **data: Any) -> Entry:
    data = {"name": name, **data}
    return Entry(id=1, system=system, kind=kind, name=name, data=data, source="own")


def told(sheet: dict[str, Any], *entries: Entry) -> list[tuple[str, int, list[str]]]:
    found = outdated(BOJ, sheet, entries, ENGLISH)
    return [(one.field.id, one.number, [d.place[0] for d in one.differences]) for one in found]


@pytest.mark.parametrize(
    ("system", "kind", "place"),
    [
        ("boj", "weapon", "weapons"),
        ("boj", "armor", "armor"),
        ("teohiphip", "trait", "traits"),
        ("konflikt", "item", "items"),
        ("konflikt", "spell", "spells"),
        ("konflikt", "ability", "abilities"),
        ("konflikt", "race", None),
        ("konflikt", "armor", None),
        ("konflikt", "creature", None),
        ("walka", "species", None),
    ],
)
def test_a_kind_has_its_place_on_a_sheet(system: str, kind: str, place: str | None) -> None:
    field = place_for(systems()[system], kind)
    assert (field.id if field else None) == place


def test_of_kinds_with_the_same_fields_a_list_takes_the_one_that_it_is_called_after() -> None:
    konflikt = systems()["konflikt"]
    lists = {field.id: kinds_in(konflikt, field) for field in fields_of(konflikt.sheet)}
    assert lists["items"] == ["item"]
    assert lists["spells"] == ["spell"]
    assert lists["abilities"] == ["ability"]
    sheet = {"abilities": [{"name": "Jiskra", "uses": 1}], "spells": [{"name": "Jiskra"}]}
    spark = entry("Jiskra", "spell", "konflikt", uses=3)
    (found,) = outdated(konflikt, sheet, [spark], ENGLISH)
    assert (found.field.id, found.number) == ("spells", 0)


def test_an_entry_is_given_as_a_copy() -> None:
    nagant = entry("Nagant", damage="1d10")
    sheet = {"name": "Vera", "weapons": [{"name": "Nóż"}]}
    made = given(BOJ, sheet, nagant)
    assert [one["name"] for one in made["weapons"]] == ["Nóż", "Nagant"]
    assert len(sheet["weapons"]) == 1
    made["weapons"][1]["damage"] = "2d6"
    assert nagant.data["damage"] == "1d10"


@pytest.mark.parametrize(
    "stray", [entry("Kůže", "armor", "konflikt"), entry("Duch", "creature"), entry("X", "weapons")]
)
def test_what_has_no_place_is_refused_by_its_name(stray: Entry) -> None:
    with pytest.raises(Refusal, match=f"{stray.name} has no place on a sheet of"):
        given(BOJ, {"name": "Vera"}, stray)


def test_what_has_no_list_on_a_sheet_is_refused_with_what_is_to_be_done() -> None:
    armour = entry("Kožená zbroj", "armor", "konflikt")
    with pytest.raises(Refusal, match=r"Kožená zbroj has no list on a sheet of .* by hand"):
        given(systems()["konflikt"], {"name": "Bora"}, armour)


def test_only_copies_that_differ_from_the_entry_of_their_name_are_told() -> None:
    sheet = {
        "armor": [{"name": "Nagant", "rating": 2}],
        "weapons": [
            {"name": "Nagant", "damage": "1d10", "bullet": True},
            {"name": "nagant", "damage": "1d8"},
            {"name": "Nóż", "damage": "1d4"},
        ],
    }
    now = entry("Nagant", damage="1d10", bullet=True)
    assert told(sheet, now) == [("weapons", 1, ["Name", "Damage", "Bullets or fragments"])]
    shipped = entry("Nagant", damage="9d9")
    assert told(sheet, now, shipped) == told(sheet, now)
    assert told({"weapons": 3}, now) == []


def test_a_copy_is_no_copy_of_another_entry_whose_name_differs_by_a_sign_or_an_accent() -> None:
    entries = [entry("Nůž +1", damage="1d4+1"), entry("Laska", damage="1d6")]
    sheet = {"weapons": [{"name": "Nůž -1", "damage": "1d4-1"}, {"name": "Łaska"}]}
    assert told(sheet, *entries) == []


def test_what_is_chosen_becomes_what_the_catalogue_has_and_the_rest_stays() -> None:
    sheet = {"name": "Vera", "weapons": [{"name": "A"}, {"name": "B"}]}
    entries = [entry("A", damage="1d4"), entry("B", damage="1d6")]
    found = outdated(BOJ, sheet, entries, ENGLISH)
    made = brought_up_to_date(sheet, found[1:])
    assert made["weapons"] == [{"name": "A"}, {"name": "B", "damage": "1d6"}]
    assert sheet["weapons"] == [{"name": "A"}, {"name": "B"}]
