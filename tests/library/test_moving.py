"""The open file is renamed, deleted or replaced; the clock is set back; and nothing is lost."""

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from desktop.library import opening
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, CampaignMovedError
from desktop.library.records import NewCharacter
from tests.library.helpers import execute, listing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed")


def add(campaign: Campaign, name: str) -> None:
    campaign.add_character(NewCharacter(system="boj", role="player", name=name, sheet={}))


def names(path: Path) -> list[str]:
    with Campaign.open(path) as campaign:
        return [line.name for line in campaign.characters()]


def test_after_a_rename_a_save_is_refused_and_all_before_it_is_in_the_renamed_file(
    campaign: Campaign, path: Path
) -> None:
    add(campaign, "Anna")
    elsewhere = path.rename(path.with_name("Elsewhere.fray"))
    assert not campaign.in_place
    with pytest.raises(CampaignMovedError, match="save a copy, and go on in that"):
        add(campaign, "Boris")
    assert [line.name for line in campaign.characters()] == ["Anna"]  # reading goes on
    campaign.close()
    assert names(elsewhere) == ["Anna"]


def test_what_was_saved_before_a_rename_goes_with_the_file_though_nothing_was_saved_after(
    campaign: Campaign, path: Path
) -> None:
    add(campaign, "Anna")
    elsewhere = path.rename(path.with_name("Elsewhere.fray"))
    campaign.close()
    assert names(elsewhere) == ["Anna"]


def test_a_file_put_back_is_saved_to_again(campaign: Campaign, path: Path) -> None:
    away = path.rename(path.with_name("away"))
    with pytest.raises(CampaignMovedError):
        add(campaign, "Anna")
    away.rename(path)
    add(campaign, "Anna")
    campaign.close()
    assert names(path) == ["Anna"]


@pytest.mark.parametrize("how", ["deleted", "replaced", "folder renamed"])
def test_a_copy_has_everything_whatever_became_of_the_file(how: str, tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir()
    path = folder / "Akropol.fray"
    with Campaign.create(path, "Akropol") as campaign:
        add(campaign, "Anna")
        match how:
            case "deleted":
                path.unlink()
            case "replaced":
                (tmp_path / "other").write_bytes(b"something else")
                (tmp_path / "other").replace(path)
            case _:
                folder.rename(tmp_path / "renamed")
        with pytest.raises(CampaignMovedError):
            add(campaign, "Boris")
        copy = tmp_path / "Copy.fray"
        campaign.save_copy(copy)
    assert names(copy) == ["Anna"]
    if how == "replaced":
        assert path.read_bytes() == b"something else"


def test_a_file_put_in_the_place_of_the_open_one_gets_none_of_its_journal(
    campaign: Campaign, path: Path, tmp_path: Path
) -> None:
    with Campaign.create(tmp_path / "other.fray", "Other") as other:
        add(other, "Olga")
    add(campaign, "Anna")
    (tmp_path / "other.fray").replace(path)
    campaign.close()
    assert names(path) == ["Olga"]


def test_after_a_checkpoint_the_file_alone_has_everything(
    campaign: Campaign, path: Path, tmp_path: Path
) -> None:
    add(campaign, "Anna")
    campaign.checkpoint()
    alone = tmp_path / "sent.fray"
    alone.write_bytes(path.read_bytes())
    assert names(alone) == ["Anna"]


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            return cls.fromtimestamp(moment.timestamp(), tz)

    monkeypatch.setattr(opening, "datetime", Clock)


def test_with_the_clock_set_back_the_copies_made_last_are_kept(
    campaign: Campaign, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign.close()
    for day in range(1, 13):
        at(monkeypatch, datetime(2027, 1, day, 12))
        Campaign.open(path).close()
    assert len(opening.backups(path)) == opening.BACKUPS_KEPT
    made = []
    for day in range(1, 5):
        at(monkeypatch, datetime(2020, 1, day, 12))
        Campaign.open(path).close()
        made.append(f"Akropol.2020-01-0{day}-1200.bak")
        assert opening.backups(path)[0].name == made[-1]
    kept = [copy.name for copy in opening.backups(path)]
    assert kept[:4] == made[::-1]
    assert kept[4] == "Akropol.2027-01-12-1200.bak"
    assert len(kept) == opening.BACKUPS_KEPT


def test_a_minute_that_comes_again_gets_a_copy_of_its_own(
    campaign: Campaign, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign.close()
    for moment in (datetime(2027, 1, 1, 12), datetime(2027, 1, 2, 12), datetime(2027, 1, 1, 12)):
        at(monkeypatch, moment)
        Campaign.open(path).close()
    assert [copy.name for copy in opening.backups(path)] == [
        "Akropol.2027-01-01-1200-2.bak",
        "Akropol.2027-01-02-1200.bak",
        "Akropol.2027-01-01-1200.bak",
    ]


def test_copies_whose_time_lies_ahead_are_older_than_the_one_just_made(path: Path) -> None:
    Campaign.create(path, "Akropol").close()
    for number in range(12):
        ahead = path.with_name(f"Akropol.2099-01-{number + 1:02}-1200.bak")
        ahead.write_text("old")
        os.utime(ahead, (4_000_000_000 + number, 4_000_000_000 + number))
    Campaign.open(path).close()
    newest, *others = opening.backups(path)
    assert not newest.name.startswith("Akropol.2099")
    assert len(others) == opening.BACKUPS_KEPT - 1


ODD_PATHS = {
    "a name of 300 letters": lambda folder: folder / ("x" * 300),
    "a name with a NUL": lambda folder: folder / "a\0b.fray",
    "a file as a folder": lambda folder: folder / "file" / "in it.fray",
    "a link to itself": lambda folder: folder / "loop",
    "a link to nowhere": lambda folder: folder / "dangling",
}


@pytest.mark.parametrize("place", ODD_PATHS.values(), ids=ODD_PATHS)
@pytest.mark.parametrize("do", [Campaign.open, lambda path: Campaign.create(path, "New")])
def test_an_odd_path_is_refused_in_words(place: Any, do: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    if do is Campaign.open:
        (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    else:
        (tmp_path / "dangling").symlink_to(tmp_path / "no folder" / "nowhere")
    before = listing(tmp_path)
    with pytest.raises(CampaignError) as refusal:
        do(place(tmp_path))
    assert len(str(refusal.value)) < 400
    assert str(refusal.value).isprintable()
    assert listing(tmp_path) == before


def test_a_refused_file_in_a_folder_without_a_list_is_refused_in_words(path: Path) -> None:
    Campaign.create(path, "Akropol").close()
    execute(path, "PRAGMA user_version=0")

    def closed(self: Path) -> Any:
        raise PermissionError(13, "Permission denied")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "iterdir", closed)
        with pytest.raises(CampaignError, match="put back a copy of it"):
            Campaign.open(path)
