"""Characters, encounters and entries travel from one campaign to another."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop.library.campaign import Campaign
from desktop.library.errors import DocumentError
from desktop.library.exchange import bundle_json, bundle_of, write_bundle
from desktop.library.foreign import read_import
from desktop.library.notes import mentioning
from desktop.library.records import Bundle, NewCharacter, NewEncounter, NewEntry, NewNote
from tests.library.helpers import read_bundle

VERA = NewCharacter(system="boj", role="player", name="Вера", sheet={"hp": 12, "skills": ["а"]})
CELLAR = NewEncounter(system="konflikt", name="Sklep", document={"roster": [{"count": 3}]})
NAGANT = NewEntry(system="boj", kind="weapon", name="Наган", data={"lethality": 10})
EVENING = NewNote(kind="evening", name="Sklep", text="[[Вера]] *upadla*", day="2026-11-26")
BUNDLE = Bundle(characters=(VERA,), encounters=(CELLAR,), entries=(NAGANT,), notes=(EVENING,))


def test_a_bundle_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_bundle(tmp_path / "party.json", BUNDLE)
    assert read_bundle(tmp_path / "party.json") == BUNDLE


def test_a_bundle_goes_from_one_campaign_into_another(campaign: Campaign, tmp_path: Path) -> None:
    campaign.add_character(VERA)  # so that ids differ
    added = campaign.add_bundle(BUNDLE)
    write_bundle(
        tmp_path / "party.json",
        campaign.bundle(
            characters=added.characters,
            encounters=added.encounters,
            entries=added.entries,
            notes=added.notes,
        ),
    )
    with Campaign.create(tmp_path / "Other.fray", "Other") as other:
        brought = other.add_bundle(read_bundle(tmp_path / "party.json"))
        assert other.character(brought.characters[0]).sheet == VERA.sheet
        assert other.encounter(brought.encounters[0]).document == CELLAR.document
        entry = other.entry(brought.entries[0])
        assert (entry.name, entry.data, entry.source) == ("Наган", NAGANT.data, "own")
        assert [hit.id for hit in other.entries(search="нага")] == [entry.id]
        note = other.note(brought.notes[0])
        assert (note.kind, note.name, note.text) == ("evening", "Sklep", EVENING.text)
        assert note.day == date(2026, 11, 26)
        assert other.everything().notes == (EVENING,)
        assert mentioning(other, "Вера")


def test_an_encounter_goes_out_with_the_sheets_that_its_characters_have_now(
    campaign: Campaign,
) -> None:
    vera = campaign.add_character(VERA)
    line = {"sheet": VERA.sheet, "side": "players", "count": 1, "character": vera.id}
    cellar = campaign.add_encounter(replace(CELLAR, document={"lines": [line]}))
    campaign.save_character(vera.id, name="Вера", sheet={**VERA.sheet, "hp": 3})
    (taken,) = campaign.bundle(encounters=[cellar.id]).encounters
    assert taken.document["lines"][0]["sheet"]["hp"] == 3


def test_a_file_without_notes_is_as_it_was_before_there_were_any() -> None:
    assert "notes" not in bundle_json(Bundle(characters=(VERA,)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "song"}, r"notes\[0\].kind: there is no 'song'"),
        ({"day": "tomorrow"}, r"notes\[0\].day: must be a day, as 2026-11-26, or empty"),
        ({"day": None}, r"notes\[0\].day: must be a day"),
        ({"text": 3}, r"notes\[0\].text: must be text"),
        ({"name": ""}, r"notes\[0\].name: must have 1 to 200 characters"),
        ({"system": "boj"}, r"notes\[0\]: 'system' is not known here"),
    ],
)
def test_a_note_that_is_wrong_is_refused_at_its_place(
    changes: dict[str, object], message: str
) -> None:
    note = {"kind": "place", "name": "Sklep"} | changes
    with pytest.raises(DocumentError, match=message):
        bundle_of({"format": "fraydesk/1", "notes": [note]})


def test_a_bundle_comes_in_whole_or_not_at_all(campaign: Campaign) -> None:
    bad = NewEntry(system="boj", kind="", name="Наган", data={})
    with pytest.raises(DocumentError, match="kind: must have 1 to 200 characters"):
        campaign.add_bundle(Bundle(characters=(VERA,), entries=(NAGANT, bad)))
    assert campaign.characters() == []
    assert campaign.entries() == []


def test_lists_may_be_absent() -> None:
    assert bundle_of({"format": "fraydesk/1"}) == Bundle()


def character(**changes: object) -> dict[str, Any]:
    fields = {"system": "boj", "role": "player", "name": "Vera", "sheet": {}} | changes
    return {"format": "fraydesk/1", "characters": [fields]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "must be a JSON object"),
        ({}, "'format' is missing"),
        ({"format": "fraydesk/2"}, "format: must be 'fraydesk/1'"),
        ({"format": ["fraydesk/1"]}, "format: must be 'fraydesk/1'"),
        ({"format": "fraydesk/1", "fights": []}, "'fights' is not known here"),
        ({"format": "fraydesk/1", "entries": {}}, "entries: must be a list"),
        ({"format": "fraydesk/1", "entries": [3]}, "entries[0]: must be a JSON object"),
        ({"format": "fraydesk/1", "encounters": [{}]}, "encounters[0]: 'document' is missing"),
        (character(hp=3), "characters[0]: 'hp' is not known here"),
        (character(name=3), "characters[0].name: must be text"),
        (character(system=None), "characters[0].system: must be text"),
        (character(role="npc"), 'characters[0].role: must be "player", "adversary" or "template"'),
        (
            character(role=["player"]),
            'characters[0].role: must be "player", "adversary" or "template"',
        ),
        (character(sheet=[]), "characters[0].sheet: must be a JSON object"),
    ],
)
def test_a_bundle_of_the_wrong_shape_is_refused_with_its_place(value: Any, message: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        bundle_of(value)
    assert str(refusal.value) == message


def test_the_message_names_the_file_and_the_place(tmp_path: Path) -> None:
    party = tmp_path / "party.json"
    party.write_text(json.dumps(character(sheet=3)))
    with pytest.raises(DocumentError) as refusal:
        read_import(party)
    assert str(refusal.value) == "party.json: characters[0].sheet: must be a JSON object"


def test_an_encounter_from_elsewhere_stands_for_the_characters_of_these_names(path: Path) -> None:
    def line(name: str, character: int | None) -> dict[str, Any]:
        return {"side": "players", "character": character, "sheet": {"name": name}}

    lines = [line("Vera", 1), line("Olek", 2), line("Pirat", None)]
    plan = {"system": "walka", "lines": lines}
    bundle = Bundle(
        characters=(NewCharacter(system="walka", role="player", name="Vera", sheet={}),),
        encounters=(NewEncounter(system="walka", name="Dok", document=plan),),
    )
    with Campaign.create(path, "A") as campaign:
        for system, name in (("walka", "Anna"), ("boj", "Olek"), ("walka", "Vera")):
            new = NewCharacter(system=system, role="player", name=name, sheet={"name": name})
            campaign.add_character(new)
        file = path.with_suffix(".json")
        write_bundle(file, bundle)
        added = campaign.bring_in([], read_import(file).bundle)
        (vera,) = added.characters
        held = campaign.encounter(added.encounters[0]).document["lines"]
        assert [line["character"] for line in held] == [vera, None, None]
