"""``fraydesk export`` and ``fraydesk import``: what leaves a campaign and comes into another."""

import json
import os
import sys
from pathlib import Path

import pytest

from desktop.cli import main
from desktop.library.campaign import Campaign
from desktop.library.records import NewCharacter, NewEncounter, NewEntry

DOCK = {"system": "walka", "lines": [], "notes": "Mgła."}
KNIFE = {"name": "Nóż", "category": "melee", "accuracy": 1}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    path = tmp_path / "one.fray"
    with Campaign.create(path, "Jeden") as made:
        for name in ("Iga Żółw", "Pirat"):
            made.add_character(
                NewCharacter(system="walka", role="player", name=name, sheet={"name": name})
            )
        made.add_encounter(NewEncounter(system="walka", name="Dok", document=DOCK))
        made.add_entry(NewEntry(system="walka", kind="weapon", name="Nóż", data=KNIFE))
        made.replace_shipped(
            "walka", [NewEntry(system="walka", kind="weapon", name="Łuk", data={"name": "Łuk"})]
        )
    return path


def exported(campaign: Path, *words: str) -> dict[str, list[str]]:
    target = campaign.with_name("out.json")
    assert main(["export", str(campaign), "--output", str(target), *words]) == 0
    bundle = json.loads(target.read_text("utf-8"))
    assert bundle.pop("format") == "fraydesk/1"
    return {kind: [item["name"] for item in items] for kind, items in bundle.items()}


def test_a_whole_campaign_travels_into_another(campaign: Path) -> None:
    assert exported(campaign) == {
        "characters": ["Iga Żółw", "Pirat"],
        "encounters": ["Dok"],
        "entries": ["Nóż"],
    }
    other = campaign.with_name("other.fray")
    Campaign.create(other, "Drugi").close()
    assert main(["import", str(campaign.with_name("out.json")), "--campaign", str(other)]) == 0
    with Campaign.open(campaign) as one, Campaign.open(other) as two:
        assert one.everything() == two.everything()


def test_one_character_or_one_part_travels_by_itself(campaign: Path) -> None:
    found = exported(campaign, "--only", "iga zolw")
    assert found == {"characters": ["Iga Żółw"], "encounters": [], "entries": []}
    found = exported(campaign, "--what", "catalogue", "--shipped")
    assert found == {"characters": [], "encounters": [], "entries": ["Nóż", "Łuk"]}
    assert exported(campaign, "--system", "boj")["characters"] == []


def test_what_is_shipped_travels_from_a_campaign_that_was_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "new.fray"
    Campaign.create(path, "Nowa").close()
    found = exported(path, "--shipped", "--system", "walka")
    assert "Pistolet blasterowy" in found["entries"]
    assert exported(path)["entries"] == []


def test_a_catalogue_travels_as_a_table(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = campaign.with_name("bron.csv")
    words = ["--output", str(table), "--what", "catalogue"]
    assert main(["export", str(campaign), *words]) == 0
    text = table.read_text("utf-8-sig")
    assert text.startswith("system,catalogue,name,")
    table.write_text(text.replace("Nóż,melee,", "Nóż,grenade,"), "utf-8")
    with table.open("a", encoding="utf-8") as file:
        file.write("walka,weapon,Proca\nwalka,song,Pieśń\n")
    capsys.readouterr()
    assert main(["import", str(table), "--campaign", str(campaign)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "row 2, Nóż: changes Category",
        "row 3, Proca: is added",
        "row 4, Pieśń: refused, catalogue: there is no 'song'; "
        "there is: weapon, armor, species, adversary, effect",
    ]
    with Campaign.open(campaign) as opened:
        own = {entry.name: entry.data for entry in opened.everything().entries}
    assert own == {"Nóż": {**KNIFE, "category": "grenade"}, "Proca": {"name": "Proca"}}


def test_a_look_at_a_table_changes_nothing(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = campaign.with_name("bron.csv")
    table.write_text("name,accuracy,colour\nProca,1,red\nWiatrówka,x,\n", "utf-8")
    words = ["--system", "walka", "--catalogue", "weapon", "--json"]
    assert main(["import", str(table), *words]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "left_out": ["colour"],
        "rows": [
            {"row": 2, "name": "Proca", "doing": "new"},
            {
                "row": 3,
                "name": "Wiatrówka",
                "doing": "refuse",
                "why": "accuracy: needs a whole number, not 'x'",
            },
        ],
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--output", "x.csv"], "x.csv: a CSV holds a catalogue; add --what catalogue"),
        (["--output", "/nowhere/x.json"], "x.json: cannot be written"),
        (["--output", "x.json", "--only", "Nikt"], "there is nothing called 'Nikt' in it"),
        (["--output", "x.json", "--what", "song"], "--what: invalid choice: 'song'"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_line(
    campaign: Path,
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(campaign.parent)
    try:
        status = main(["export", str(campaign), *words])
    except SystemExit as left:
        status = int(str(left.code))
    assert status == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not list(campaign.parent.glob("x.*"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("export", []),
        ("export", ["--what", "characters"]),
        ("print", ["--what", "sheets"]),
    ],
)
def test_nothing_is_written_over_a_campaign(
    command: str, words: list[str], campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(campaign), "--output", str(campaign), *words]) == 2
    assert "cannot be written: it is a campaign; choose another name" in capsys.readouterr().err
    with Campaign.open(campaign) as opened:
        assert len(opened.characters()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes there")
def test_a_pipe_is_neither_waited_for_nor_replaced(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if sys.platform != "win32":
        pipe = campaign.with_name("pipe.json")
        os.mkfifo(pipe)
        assert main(["export", str(campaign), "--output", str(pipe)]) == 2
        assert "it is a device or a pipe" in capsys.readouterr().err
        assert main(["print", str(pipe), "--output", str(campaign.with_name("a.pdf"))]) == 2
        assert pipe.is_fifo()


@pytest.mark.parametrize("place", [".", "/"])
def test_a_folder_to_write_to_is_named(
    place: str, campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(campaign), "--output", place]) == 2
    said = f"fraydesk: {Path(place)}: cannot be written: it is a folder; choose a file name\n"
    assert capsys.readouterr().err == said


def test_entries_of_one_name_travel_side_by_side(campaign: Path) -> None:
    with Campaign.open(campaign) as one:
        for accuracy in (2, 3):
            data = {**KNIFE, "accuracy": accuracy}
            one.add_entry(NewEntry(system="walka", kind="weapon", name="Nóż", data=data))
    assert exported(campaign, "--shipped")["entries"] == ["Nóż", "Nóż", "Nóż", "Łuk"]
    other, bundle = campaign.with_name("other.fray"), str(campaign.with_name("out.json"))
    Campaign.create(other, "Drugi").close()
    with Campaign.open(other) as two:
        two.add_entry(
            NewEntry(system="walka", kind="weapon", name="Nóż", data={**KNIFE, "accuracy": 3})
        )
    for _ in range(2):
        assert main(["import", bundle, "--campaign", str(other)]) == 0
        with Campaign.open(other) as two:
            knives = [entry.data["accuracy"] for entry in two.entries() if entry.name == "Nóż"]
            assert sorted(knives) == [1, 2, 3]
