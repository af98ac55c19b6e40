"""``fraydesk print``: what is in a campaign, a bundle or a script, as one PDF."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop import assets
from desktop.cli import main
from desktop.library.campaign import Campaign
from desktop.library.records import NewCharacter, NewEncounter
from desktop.library.samples import pour, samples
from desktop.rules import systems
from tests.paper.reading import POINTS, sizes_of, texts

SCRIPT = {
    "format": "fight/1",
    "system": "teohiphip",
    "name": "Most",
    "combatants": [
        {"id": "zenon", "side": "players", "sheet": {"name": "Zenon Żółć", "max_hp": 4}},
        {"id": "guard", "side": "foes", "sheet": {"name": "Strażnik", "max_hp": 3}},
    ],
    "objectives": [{"text": "Przejść na drugi brzeg"}],
    "seed": 1,
    "steps": [{"do": "begin"}],
}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign with what comes with every system."""
    with Campaign.create(tmp_path / "all.fray", "Żółte stroje") as made:
        for sample in samples():
            pour(made, sample.path)
    return tmp_path / "all.fray"


def printed(file: Path, *words: str) -> bytes:
    """What ``fraydesk print`` writes."""
    target = file.with_name("printed.pdf")
    assert main(["print", str(file), "--output", str(target), *words]) == 0
    return target.read_bytes()


def saved(folder: Path, document: Any) -> Path:
    file = folder / "file.json"
    file.write_text(json.dumps(document), "utf-8")
    return file


def test_a_campaign_of_all_systems_is_one_pdf_with_everybody_in_it(campaign: Path) -> None:
    content = printed(campaign)
    everything = " ".join(texts(content))
    with Campaign.open(campaign) as opened:
        names = [line.name for line in opened.characters()]
        names += [line.name for line in opened.encounters()]
    assert len(systems()) <= len(names)
    assert [name for name in names if name not in everything] == []
    with Campaign.open(campaign) as opened:
        (first, *_) = opened.encounters("walka")
    words = ("--what", "encounter", "--only", first.name)
    assert printed(campaign, *words) == printed(campaign, *words)


def test_a_campaign_that_is_open_is_printed_and_exported_as_it_is_saved(tmp_path: Path) -> None:
    """Of the window's fight nothing is lost, and no file is left beside the campaign."""
    file = tmp_path / "open.fray"
    with Campaign.create(file, "Most") as open_there:
        open_there.add_character(
            NewCharacter(system="teohiphip", role="player", name="Zenon", sheet={"name": "Zenon"})
        )
        before = sorted(path.name for path in tmp_path.iterdir())
        assert "Zenon" in " ".join(texts(printed(file)))
        target = tmp_path / "out.json"
        assert main(["export", str(file), "--output", str(target)]) == 0
        assert "Zenon" in target.read_text("utf-8")
        after = {path.name for path in tmp_path.iterdir()} - {"printed.pdf", "out.json"}
        assert after == set(before)
        assert [line.name for line in open_there.characters()] == ["Zenon"]


def test_an_encounter_without_anybody_stops_no_other(tmp_path: Path) -> None:
    sheet = {"name": "Zenon Żółć"}
    with Campaign.create(tmp_path / "one.fray", "Most") as made:
        for name, lines in (("Jutro", []), ("Dziś", [{"sheet": sheet, "side": "players"}])):
            document = {"system": "teohiphip", "name": name, "lines": lines}
            made.add_encounter(NewEncounter(system="teohiphip", name=name, document=document))
    said = " ".join(texts(printed(tmp_path / "one.fray")))
    assert "Dziś" in said
    assert "Jutro" not in said


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_paper_ink_and_words_are_chosen(campaign: Path, size: str) -> None:
    words = ("--what", "sheets", "--only", "Iga Morwin", "--paper", size.lower())
    native = printed(campaign, *words)
    (page,) = sizes_of(native)
    assert page == pytest.approx(POINTS[size], abs=0.01)
    (said,) = texts(native)
    assert "Iga Morwin" in said
    assert "Umiejętności" in said
    assert printed(campaign, *words, "--ink", "bw") != native
    (said,) = texts(printed(campaign, *words, "--words", "english"))
    assert "Skills" in said


def test_the_odds_of_an_encounter_are_those_of_the_rules_of_its_campaign(campaign: Path) -> None:
    with Campaign.open(campaign) as opened:
        (yacht, *_) = opened.encounters("walka")
    words = ("--what", "encounter", "--only", yacht.name)
    before = texts(printed(campaign, *words))
    with Campaign.open(campaign) as opened:
        opened.set_house_rules("walka", {"equal_succeeds": True})
    assert texts(printed(campaign, *words)) != before
    with Campaign.open(campaign) as opened:
        document = opened.encounter(yacht.id).document
        own = {**document, "house_rules": {"equal_succeeds": False}, "objectives": [{"text": ""}]}
        opened.save_encounter(yacht.id, name=yacht.name, document=own)
    again = " ".join(texts(printed(campaign, *words))).split()
    assert set(again) <= set(" ".join(before).split())


def test_a_map_alone_is_one_page_with_the_names_of_its_tokens(tmp_path: Path) -> None:
    people: Any = SCRIPT["combatants"]
    there = [{**one, "at": [1 + 5 * number, 1]} for number, one in enumerate(people)]
    wall = {"kind": "wall", "points": [[3, 0], [3, 4]]}
    mapped = {"combatants": there, "map": {"width": 24, "height": 10, "ground": [wall]}}
    (page,) = texts(printed(saved(tmp_path, {**SCRIPT, **mapped}), "--what", "map"))
    assert {"Zenon", "Strażnik"} <= set(page.split())
    assert "Przejść na drugi brzeg" not in page


def test_a_fight_script_is_printed_as_it_stands_after_its_last_step(tmp_path: Path) -> None:
    file = saved(tmp_path, SCRIPT)
    everything = " ".join(texts(printed(file)))
    assert "Przejść na drugi brzeg" in everything
    assert "The fight is not over." in everything
    (page,) = texts(printed(file, "--what", "encounter"))
    assert "Zenon Żółć" in page
    assert "Strażnik" in page


def test_a_bundle_is_printed(tmp_path: Path) -> None:
    sample = json.loads(assets.path("samples", "walka.json").read_text("utf-8"))
    people = [
        {"name": one["sheet"]["name"], **one, "system": "walka"} for one in sample["characters"]
    ]
    bundle = {"format": "fraydesk/1", "characters": people}
    everything = " ".join(texts(printed(saved(tmp_path, bundle), "--what", "cards")))
    assert all(one["name"] in everything for one in people)


@pytest.mark.parametrize(
    ("document", "words", "said"),
    [
        ({**SCRIPT, "steps": [{"do": "dance"}]}, [], "steps[0]"),
        (SCRIPT, ["--paper", "a7"], "--paper: invalid choice: 'a7'"),
        (SCRIPT, ["--what", "nothing"], "--what: invalid choice"),
        (SCRIPT, ["--what", "map"], "there is no encounter with a map"),
        (SCRIPT, ["--output", "/nowhere/at/all.pdf"], "all.pdf: cannot be written"),
        ({"format": "fraydesk/1"}, [], "there is nothing to be printed"),
        ({"format": "fraydesk/1"}, ["--only", "Vera"], "there is nothing called 'Vera'"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    document: Any,
    words: list[str],
    said: str,
) -> None:
    file, target = saved(tmp_path, document), tmp_path / "printed.pdf"
    target.write_bytes(b"as it was")
    try:
        status = main(["print", str(file), "--output", str(target), *words])
    except SystemExit as left:
        status = int(str(left.code))
    assert status == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
    assert target.read_bytes() == b"as it was"


def test_a_letter_that_no_font_has_is_named_with_who_bears_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document: Any = json.loads(json.dumps(SCRIPT))
    document["combatants"][0]["sheet"]["name"] = "Zenon 漢"
    file = saved(tmp_path, document)
    assert main(["print", str(file), "--output", str(tmp_path / "x.pdf")]) == 2
    assert "漢 (U+6F22) stands in none of the program's fonts" in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


def test_a_blank_sheet_of_a_system_needs_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "walka", "--what", "blank", "--output", "blank.pdf"]) == 0
    assert "Zręczność" in " ".join(texts((tmp_path / "blank.pdf").read_bytes()))
    english = ["--what", "blank", "--words", "english", "--output", "blank.pdf"]
    assert main(["print", "walka", *english]) == 0
    assert "Dexterity" in " ".join(texts((tmp_path / "blank.pdf").read_bytes()))


def test_a_file_has_a_blank_sheet_for_each_system_in_it(campaign: Path, tmp_path: Path) -> None:
    said = " ".join(texts(printed(campaign, "--what", "blank")))
    assert all(title.casefold() in said.casefold() for title in systems().titles().values())
    with Campaign.open(campaign) as opened:
        assert not any(line.name in said for line in opened.characters("walka"))
    assert "Zenon" not in " ".join(texts(printed(saved(tmp_path, SCRIPT), "--what", "blank")))


def test_a_blank_sheet_of_nothing_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, {"format": "fraydesk/1"})
    output = ["--what", "blank", "--output", str(tmp_path / "x.pdf")]
    assert main(["print", str(file), *output]) == 2
    assert "there is nothing of any system" in capsys.readouterr().err
    assert main(["print", "nothing", *output]) == 2
    assert "nothing: there is no such file" in capsys.readouterr().err
