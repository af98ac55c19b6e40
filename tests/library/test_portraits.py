"""A portrait belongs to the version of a sheet, and travels with its character."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from desktop.library.campaign import Campaign
from desktop.library.errors import DocumentError
from desktop.library.exchange import bundle_json, bundle_of, write_bundle
from desktop.library.pictures import picture_id
from desktop.library.records import NewCharacter, NewEncounter
from tests.library.helpers import read_bundle
from tests.pictures import chunk, png

RED, BLUE = png(shade=b"\xff\x00\x00"), png(shade=b"\x00\x00\xff")
VERA = NewCharacter(system="boj", role="player", name="Vera", sheet={"hp": 12})


@pytest.fixture
def vera(campaign: Campaign) -> int:
    return campaign.add_character(VERA).id


def test_a_portrait_is_set_changed_and_removed(campaign: Campaign, vera: int) -> None:
    assert campaign.character(vera).portrait is None
    assert campaign.set_portrait(vera, RED).portrait == picture_id(RED)
    assert campaign.set_portrait(vera, BLUE).portrait == picture_id(BLUE)
    assert campaign.portraits("boj") == {"Vera": BLUE}
    assert campaign.portraits("walka") == {}
    assert campaign.set_portrait(vera, None).portrait is None
    assert campaign.portraits("boj") == {}


def test_a_new_portrait_is_a_version_to_go_back_to(campaign: Campaign, vera: int) -> None:
    campaign.set_portrait(vera, RED)
    campaign.save_character(vera, name="Vera", sheet={"hp": 9})
    assert campaign.character(vera).portrait == picture_id(RED)
    campaign.set_portrait(vera, BLUE)
    assert campaign.set_portrait(vera, BLUE).revision == 4  # the same makes none
    assert campaign.undo_sheet(vera).portrait == picture_id(RED)
    campaign.undo_sheet(vera)
    undone = campaign.undo_sheet(vera)
    assert (undone.portrait, undone.sheet) == (None, {"hp": 12})
    assert [one.portrait for one in campaign.sheet_versions(vera)] == [
        None,
        *[picture_id(RED)] * 2,
        picture_id(BLUE),
    ]


def test_a_portrait_of_any_version_outlives_the_bin_and_that_of_nobody_does_not(
    campaign: Campaign, vera: int
) -> None:
    campaign.set_portrait(vera, RED)
    campaign.set_portrait(vera, BLUE)
    campaign.empty_bin()
    assert campaign.picture(picture_id(RED)) == RED
    campaign.remove("character", vera)
    campaign.empty_bin()
    assert campaign.picture(picture_id(RED)) is None
    assert campaign.picture(picture_id(BLUE)) is None


def test_a_copy_has_the_portrait_too(campaign: Campaign, vera: int) -> None:
    campaign.set_portrait(vera, RED)
    assert campaign.duplicate("character", vera).portrait == picture_id(RED)


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM picture",
        "UPDATE picture SET png = x'00'",
        "UPDATE picture SET png = 'text'",
        f"UPDATE picture SET png = x'{BLUE.hex()}'",
        "UPDATE sheet_version SET portrait = 'nothing'",
    ],
)
def test_a_damaged_portrait_keeps_nobody_from_being_copied_or_travelling(
    spoil: str, campaign: Campaign, vera: int, tmp_path: Path
) -> None:
    campaign.set_portrait(vera, RED)
    campaign._connection.execute(spoil)
    assert campaign.duplicate("character", vera).portrait is None
    write_bundle(tmp_path / "out.json", campaign.everything())
    added = campaign.add_bundle(read_bundle(tmp_path / "out.json"))
    assert [campaign.character(id).portrait for id in added.characters] == [None, None]


def test_a_hostile_picture_changes_nothing(campaign: Campaign, vera: int) -> None:
    with pytest.raises(DocumentError, match="damaged, or no plain PNG"):
        campaign.set_portrait(vera, b"<svg onload='evil()'/>")
    assert campaign.character(vera).revision == 1


def test_nobody_is_given_a_portrait_that_is_not_there(campaign: Campaign) -> None:
    with pytest.raises(DocumentError, match="portrait: there is no such picture"):
        campaign.add_character(
            NewCharacter(
                system="boj", role="player", name="Vera", sheet={}, portrait=picture_id(RED)
            )
        )
    assert campaign.characters() == []


def test_portraits_and_grounds_of_maps_travel_with_what_names_them(
    campaign: Campaign, vera: int, tmp_path: Path
) -> None:
    campaign.set_portrait(vera, RED)
    ground = campaign.add_picture(BLUE)
    campaign.add_picture(png(9, 9))  # named by nothing
    campaign.add_encounter(
        NewEncounter(system="boj", name="Cellar", document={"map": {"picture": ground}})
    )
    path = tmp_path / "all.json"
    write_bundle(path, campaign.everything())
    assert json.loads(path.read_text())["pictures"].keys() == {picture_id(RED), ground}
    with Campaign.create(tmp_path / "Other.fray", "Other") as other:
        added = other.add_bundle(read_bundle(path))
        assert other.character(added.characters[0]).portrait == picture_id(RED)
        assert other.portraits("boj") == {"Vera": RED}
        assert other.picture(ground) == BLUE
        assert other.everything() == campaign.everything()


def test_a_file_without_portraits_says_nothing_of_them(campaign: Campaign, vera: int) -> None:
    told = bundle_json(campaign.bundle(characters=[vera]))
    assert "pictures" not in told
    assert "portrait" not in told["characters"][0]


def travelling(portrait: str, pictures: Any) -> dict[str, Any]:
    person = {"system": "boj", "role": "player", "name": "Vera", "sheet": {}, "portrait": portrait}
    return {"format": "fraydesk/1", "characters": [person], "pictures": pictures}


ID = picture_id(RED)
LETTERS = b64encode(RED).decode()
REFUSED = {
    "no list of pictures": ([LETTERS], "pictures: must be a JSON object"),
    "not the one named": ({picture_id(BLUE): b64encode(BLUE).decode()}, "characters[0].portrait:"),
    "another under its id": ({ID: b64encode(BLUE).decode()}, f"pictures.{ID[:60]}"),
    "no letters": ({ID: 3}, "is not a picture in base64"),
    "no base64": ({ID: "–"}, "is not a picture in base64"),
    "base64 with something between": ({ID: LETTERS[:8] + "\n" + LETTERS[8:]}, "base64"),
    "no picture": ({ID: b64encode(b"<svg/>").decode()}, "damaged, or no plain PNG"),
    "a picture that is cut off": ({ID: LETTERS[:40]}, "damaged, or no plain PNG"),
    "a note in the picture": (
        {ID: b64encode(png(shade=b"\xfe\x00\x00", before=chunk(b"tEXt", b"x"))).decode()},
        "is another picture",
    ),
}


@pytest.mark.parametrize(("pictures", "message"), REFUSED.values(), ids=REFUSED)
def test_a_file_with_a_wrong_picture_is_refused_and_names_it(pictures: Any, message: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        bundle_of(travelling(ID, pictures))
    assert message in str(refusal.value)


def test_a_portrait_must_be_an_id() -> None:
    value = travelling(ID, {ID: LETTERS})
    value["characters"][0]["portrait"] = 3
    with pytest.raises(DocumentError, match=r"characters\[0\]\.portrait: must be text"):
        bundle_of(value)
