"""The files that ship for each system: rule texts, and catalogues as their rules want them."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop import assets
from desktop.library.resources import ResourceError, rulebook, shipped_entries
from desktop.rules.teohiphip.sheet import HELPS, HINDERS, Known

RULES = [f"teohiphip-{number}" for number in range(1, 23)]
TRAITS = {entry.name: entry.data for entry in shipped_entries("teohiphip") if entry.kind == "trait"}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Puts a document in the place of a shipped file, past the cache of what was read before."""

    def put(name: str, document: Any) -> None:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = document if isinstance(document, str) else json.dumps(document)
        file.write_text(text, "utf-8")

    monkeypatch.setattr(assets, "root", lambda: tmp_path)
    rulebook.cache_clear()
    shipped_entries.cache_clear()
    yield put
    rulebook.cache_clear()
    shipped_entries.cache_clear()


def test_every_rule_of_the_ledger_has_its_text_in_order() -> None:
    assert list(rulebook("teohiphip")) == [*RULES, "by-hand"]


def test_a_house_rule_text_names_the_switch_it_is_about() -> None:
    texts = rulebook("teohiphip")
    switches = {
        "teohiphip-1": "round_limit",
        "teohiphip-2": "order",
        "teohiphip-4": "npc_pools",
        "teohiphip-11": "attacks_per_activation",
        "teohiphip-18": "swaps_per_test",
    }
    for number, text in texts.items():
        assert bool(text.house_rule) == (number in switches)
        assert switches.get(number, "") in text.house_rule


def test_the_rulebook_cannot_be_changed_by_its_reader() -> None:
    with pytest.raises(TypeError):
        rulebook("teohiphip")["teohiphip-1"] = None  # type: ignore[index]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "rules/teohiphip.json: this is not JSON"),
        ([], "rules/teohiphip.json: needs an object"),
        ({"system": "boj"}, "rules/teohiphip.json: system: is not 'teohiphip'"),
        ({"system": "teohiphip", "rules": {}}, "rules/teohiphip.json: rules: needs an object"),
        (
            {"system": "teohiphip", "rules": {"teohiphip-1": {"title": "Bands"}}},
            "rules/teohiphip.json: rules.teohiphip-1: needs exactly house_rule, reading, text",
        ),
        (
            {
                "system": "teohiphip",
                "rules": {"x": {"title": "A", "text": 1, "reading": "", "house_rule": ""}},
            },
            "rules/teohiphip.json: rules.x: every value is a text",
        ),
        (
            {
                "system": "teohiphip",
                "rules": {"x": {"title": "", "text": "", "reading": "", "house_rule": ""}},
            },
            "rules/teohiphip.json: rules.x: title and text cannot be empty",
        ),
    ],
)
def test_a_spoiled_rule_file_is_named_with_the_place(
    broken: Any, document: Any, message: str
) -> None:
    broken("rules/teohiphip.json", document)
    with pytest.raises(ResourceError) as error:
        rulebook("teohiphip")
    assert str(error.value).startswith(message)


def test_all_published_traits_are_in_the_catalogue_with_their_points() -> None:
    published = [data for data in TRAITS.values() if data.get("group") != "Cechy BN"]
    assert len(published) == 76
    assert all((data["points"] > 0) == (data["kind"] == "negative") for data in published)
    assert TRAITS["Wytrwały"]["points"] == -8
    assert TRAITS["Cherlawy"]["points"] == 6


def test_every_catalogued_trait_says_what_it_does() -> None:
    assert all(data["text"].endswith(".") for data in TRAITS.values())


def test_every_trait_the_rules_know_is_catalogued() -> None:
    assert {str(trait) for trait in Known} <= set(TRAITS)


def test_tags_in_the_catalogue_are_those_that_work_by_name() -> None:
    for name, data in TRAITS.items():
        assert set(data.get("advantage_on", ())) == {*HELPS.get(name.casefold(), ())}
        assert set(data.get("disadvantage_on", ())) == {*HINDERS.get(name.casefold(), ())}


def test_the_published_attacks_are_catalogued() -> None:
    attacks = {
        entry.name: entry.data for entry in shipped_entries("teohiphip") if entry.kind == "attack"
    }
    assert attacks["Pistolet energetyczny"]["range"] == 18
    assert attacks["Karabin energetyczny"]["range"] == 24
    assert attacks["Pilum"] == {
        "name": "Pilum",
        "kind": "ranged",
        "range": 6,
        "uses": 1,
        "thrown": True,
    }


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (None, "entries: needs a list"),
        ([{"kind": "trait"}], "entries[0]: needs exactly kind, name and data"),
        (
            [{"kind": "spell", "name": "A", "data": {}}],
            "entries[0].kind: there is: attack, trait, adversary, effect",
        ),
        ([{"kind": "trait", "name": "A", "data": 1}], "entries[0].data: needs an object"),
        (
            [{"kind": "trait", "name": "A", "data": {"name": "A", "points": 21}}],
            "entries[0].data.points: can be at most 20",
        ),
        (
            [{"kind": "trait", "name": "A", "data": {"name": "B"}}],
            "entries[0].name: is not the name in the data",
        ),
    ],
)
def test_a_spoiled_catalogue_is_named_with_the_entry(
    broken: Any, entries: Any, message: str
) -> None:
    broken("catalogues/teohiphip.json", {"system": "teohiphip", "entries": entries})
    with pytest.raises(ResourceError) as error:
        shipped_entries("teohiphip")
    assert str(error.value) == f"catalogues/teohiphip.json: {message}"


@pytest.mark.parametrize(
    "system", ["../rules/walka", "../../secret", "", "Walka", "a/b", "x" * 500]
)
def test_a_system_named_by_a_stranger_reads_no_file_but_its_own(system: str) -> None:
    with pytest.raises(FileNotFoundError) as refusal:
        rulebook(system)
    assert len(str(refusal.value)) < 200
