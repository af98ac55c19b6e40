"""A campaign file is opened by one program, after a look and a copy, or refused untouched."""

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library import opening
from desktop.library.campaign import Campaign
from desktop.library.documents import LONGEST_NAME, check_name
from desktop.library.errors import CampaignError, CampaignInUseError, DocumentError
from desktop.library.files import explain
from desktop.library.fold import fold
from desktop.library.records import Bundle, NewCharacter, NewEncounter, NewEntry
from desktop.library.schema import LONGEST_SHORT
from tests.library.helpers import contents, execute, listing

POSIX = sys.platform != "win32"


def fill(campaign: Campaign, people: int = 30) -> None:
    for number in range(people):
        sheet = {"hp": number, "notes": "ž" * 500}
        campaign.add_character(
            NewCharacter(system="boj", role="player", name=f"Vera {number}", sheet=sheet)
        )


@pytest.fixture
def closed(path: Path) -> Path:
    """A sound campaign that no program has open."""
    with Campaign.create(path, "Akropol") as campaign:
        fill(campaign)
    return path


def refuse(path: Path) -> str:
    """What is said when a file is refused; nothing in its folder may change over it."""
    before = {name: (path.parent / name).read_bytes() for name in listing(path.parent)}
    with pytest.raises(CampaignError) as refusal:
        Campaign.open(path)
    assert {name: (path.parent / name).read_bytes() for name in listing(path.parent)} == before
    assert refusal.value.path == path
    return str(refusal.value)


# The campaign itself


def test_everything_about_the_campaign_comes_back_when_it_is_opened_again(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        assert campaign.desk() == {}
        assert campaign.house_rules("boj") == {}
        campaign.set_desk({"page": "fight", "fight": 3, "scroll": [0, 120]})
        campaign.set_house_rules("boj", {"lethality": "double"})
        campaign.set_house_rules("walka", {"bursts": True})
        campaign.set_house_rules("boj", {"lethality": "once"})
    with Campaign.open(path) as campaign:
        info = campaign.info()
        assert info.title == "Akropol"
        assert (datetime.now(UTC) - info.created).total_seconds() < 60
        assert campaign.desk() == {"page": "fight", "fight": 3, "scroll": [0, 120]}
        assert campaign.house_rules("boj") == {"lethality": "once"}
        assert campaign.house_rules("walka") == {"bursts": True}


def test_every_save_is_written_through_to_the_disk(campaign: Campaign) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0}
    for name, value in settings.items():
        assert campaign._connection.execute(f"PRAGMA {name}").fetchone() == (value,)


def test_bad_house_rules_and_titles_are_refused(campaign: Campaign, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="house_rules: must be a JSON object"):
        campaign.set_house_rules("boj", [])  # type: ignore[arg-type]
    with pytest.raises(DocumentError, match="title: must have 1 to 200 characters"):
        Campaign.create(tmp_path / "other.fray", "")
    assert not (tmp_path / "other.fray").exists()


# Making


def test_a_new_campaign_takes_the_place_of_nothing(closed: Path, tmp_path: Path) -> None:
    before = closed.read_bytes()
    with pytest.raises(CampaignError, match=r"^Akropol\.fray: is there already"):
        Campaign.create(closed, "Other")
    assert closed.read_bytes() == before
    (tmp_path / "folder.fray").mkdir()
    with pytest.raises(CampaignError, match="is a folder"):
        Campaign.create(tmp_path / "folder.fray", "Other")
    with pytest.raises(CampaignError, match="there is no such file or folder"):
        Campaign.create(tmp_path / "missing" / "new.fray", "Other")
    assert listing(tmp_path) == ["Akropol.fray", "folder.fray"]


def test_a_journal_left_by_a_dead_program_never_gets_into_a_new_file(path: Path) -> None:
    path.with_name("Akropol.fray-wal").write_bytes(b"left")
    with pytest.raises(CampaignError, match=r"Akropol\.fray-wal lies there"):
        Campaign.create(path, "Akropol")
    assert listing(path.parent) == ["Akropol.fray-wal"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PureWindowsPath(r"D:\games\a b.fray"), "file:///D:/games/a%20b.fray?mode=rw"),
        (PureWindowsPath(r"\\nas\games\a b.fray"), "file:////nas/games/a%20b.fray?mode=rw"),
        (PurePosixPath("/games/a?b.fray"), "file:///games/a%3Fb.fray?mode=rw"),
    ],
)
def test_a_file_on_a_drive_and_on_a_server_is_named_as_sqlite_finds_it(
    path: PurePath, uri: str
) -> None:
    assert opening.sqlite_uri(path, "rw") == uri


@pytest.mark.skipif(not POSIX, reason="there two strokes name a server")
def test_sqlite_takes_four_strokes_for_a_path_that_begins_with_two(path: Path) -> None:
    Campaign.create(path, "Akropol").close()
    uri = opening.sqlite_uri(path, "ro").replace("file:///", "file:////")
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] > 0


ODD = "Příběh & vůle?.fray" if POSIX else "Příběh & vůle!.fray"  # Windows has no names with ?


@pytest.mark.parametrize("name", [ODD, "100% #1.fray", "Бой.db", "a'b.fray"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with Campaign.create(tmp_path / name, "Akropol") as campaign:
        fill(campaign, 1)
        campaign.save_copy(tmp_path / f"copy {name}")
    for made in (name, f"copy {name}"):
        with Campaign.open(tmp_path / made) as campaign:
            assert len(campaign.characters()) == 1
        assert len(opening.backups(tmp_path / made)) == 1


def named_everywhere(name: str) -> Bundle:
    """One of each kind, with a name in each place that takes any."""
    return Bundle(
        characters=(NewCharacter(system=name, role="player", name=name, sheet={}),),
        entries=(NewEntry(system=name, kind=name, name=name, data={}),),
        encounters=(NewEncounter(system=name, name=name, document={}),),
    )


@pytest.mark.parametrize("letter", ["\ufdfa", "\U0010ffff", "ΐ", "\u0301"])
def test_what_is_taken_as_a_name_can_be_opened_again(path: Path, letter: str) -> None:
    name = letter * LONGEST_NAME
    bundle = named_everywhere(name)
    with Campaign.create(path, name) as campaign:
        campaign.add_bundle(bundle)
        made = campaign.add_character(bundle.characters[0])
        campaign.save_character(made.id, name=name, sheet={"hp": 1})
        campaign.add_entry(bundle.entries[0])
        campaign.add_encounter(bundle.encounters[0])
    with Campaign.open(path) as campaign:
        assert campaign.info().title == name


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("\ufdfa\ufdfbΐ_ "), max_size=200))
def test_no_name_that_is_taken_is_folded_to_more_than_a_file_may_hold(name: str) -> None:
    with suppress(DocumentError):
        assert len(fold(check_name(name, "name")).encode()) <= LONGEST_SHORT


def test_no_letter_is_folded_to_more_than_there_is_room_for() -> None:
    letters = (chr(code) for code in range(sys.maxunicode + 1))
    taken_apart = (letter for letter in letters if len(normalize("NFKD", letter)) > 4)
    assert max(len(fold(letter).encode()) for letter in taken_apart) * LONGEST_NAME <= LONGEST_SHORT


# Refusing


def test_a_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    assert "there is no such file" in refuse(tmp_path / "Akropol.fray")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Akropol.fray").mkdir()
    with pytest.raises(CampaignError, match="is not a file"):
        Campaign.open(tmp_path / "Akropol.fray")


def test_an_empty_file_is_refused(path: Path) -> None:
    path.touch()
    assert refuse(path).startswith("Akropol.fray: is empty")
    assert path.stat().st_size == 0


def test_a_text_file_is_refused(path: Path) -> None:
    path.write_text("Milý deníčku", encoding="utf-8")
    assert refuse(path).startswith("Akropol.fray: is not a campaign")


def test_the_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (url)")
        connection.execute("PRAGMA user_version=1")
    assert "is the database of another program" in refuse(path)


def test_a_campaign_without_a_version_is_refused(closed: Path) -> None:
    execute(closed, "PRAGMA user_version=0")
    assert "is damaged" in refuse(closed)


@pytest.mark.parametrize("left", [99, 100, 4096, 0.5, -1])
def test_a_truncated_file_is_refused(closed: Path, left: float) -> None:
    size = closed.stat().st_size
    os.truncate(closed, int(size * left) if 0 < left < 1 else int(left) % size)
    assert "is damaged" in refuse(closed)


def test_a_file_with_a_spoiled_page_is_refused(closed: Path) -> None:
    with closed.open("rb+") as file:
        for page in range(1, closed.stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 64)
    assert "is damaged" in refuse(closed)


def with_old_pages(path: Path, *statements: str) -> None:
    """Leaves beside a file the journal that undoes what these statements change in it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        for statement in statements:
            connection.execute(statement)
        journal = path.with_name(f"{path.name}-journal").read_bytes()
        connection.execute("COMMIT")
    path.with_name(f"{path.name}-journal").write_bytes(journal)


def test_what_a_journal_would_bring_in_is_seen_before_the_file_is_opened(closed: Path) -> None:
    execute(closed, "CREATE TRIGGER harm AFTER UPDATE ON campaign BEGIN SELECT 1; END")
    with_old_pages(closed, "DROP TRIGGER harm")
    assert "harm is missing, altered or added" in refuse(closed)


def test_a_change_that_a_dead_program_left_half_done_is_taken_back(closed: Path) -> None:
    with_old_pages(closed, "UPDATE campaign SET title = 'half'")
    with Campaign.open(closed) as campaign:
        assert campaign.info().title == "Akropol"


def test_the_mend_names_the_newest_backup(closed: Path) -> None:
    for age, name in enumerate(("2026-11-21-0338", "2026-11-20-1800", "2025-12-31-2359")):
        made = shutil.copy(closed, closed.with_name(f"Akropol.{name}.bak"))
        os.utime(made, (1_700_000_000 - age, 1_700_000_000 - age))
    closed.write_bytes(b"")
    said = refuse(closed)
    assert "copy its newest backup, Akropol.2026-11-21-0338.bak, to a new name" in said
    shutil.copy(closed.with_name("Akropol.2026-11-21-0338.bak"), closed.with_name("mended.fray"))
    with Campaign.open(closed.with_name("mended.fray")) as campaign:
        assert len(campaign.characters()) == 30


def as_nobody(script: str, *arguments: Path) -> str:
    """What a script prints, run by somebody without rights where the tests are run by root."""
    prelude = """
import os, sys
from pathlib import Path
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
path = Path(sys.argv[1])
"""
    done = subprocess.run(
        [sys.executable, "-c", prelude + script, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


@pytest.mark.skipif(not POSIX, reason="permissions of a folder do not hinder writing there")
@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o666), (0o777, 0o444)])
def test_what_cannot_be_written_to_is_refused(folder_mode: int, file_mode: int) -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "Akropol.fray"
    try:
        Campaign.create(path, "Akropol").close()
        before = path.read_bytes()
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        said = as_nobody(
            "try: Campaign.open(path)\nexcept CampaignError as refusal: print(refusal)", path
        )
        assert said.startswith("Akropol.fray: cannot be ")
        assert "writing there is not allowed; choose a folder of your own" in said
        read = "with Campaign.read(path) as campaign: print(campaign.info().title)"
        assert as_nobody(read, path) == "Akropol\n"  # it can still be printed and exported
        assert path.read_bytes() == before
        assert listing(folder) == ["Akropol.fray"]
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


@pytest.mark.skipif(not POSIX, reason="links need rights of their own")
def test_the_lock_file_is_never_written_through_a_link(closed: Path) -> None:
    treasure = closed.with_name("treasure.txt")
    treasure.write_text("gold")
    closed.with_name("Akropol.fray.lock").symlink_to(treasure)
    with pytest.raises(CampaignError, match="cannot be locked"):
        Campaign.open(closed)
    assert treasure.read_text() == "gold"


# One program at a time


def test_a_second_program_is_told_who_has_the_campaign(campaign: Campaign) -> None:
    script = """
import sys
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignInUseError
try:
    Campaign.open(sys.argv[1])
except CampaignInUseError as refusal:
    print(refusal)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, campaign.path], capture_output=True, text=True, timeout=60
    )
    assert f"Akropol.fray: is open in another program (process {os.getpid()} on " in done.stdout
    assert campaign.info().title == "Akropol"


def test_a_second_opening_in_the_same_program_is_refused(campaign: Campaign) -> None:
    fill(campaign, 1)
    for name in ("Akropol.fray", "../" + campaign.path.parent.name + "/Akropol.fray"):
        with pytest.raises(CampaignInUseError):
            Campaign.open(campaign.path.parent / name)
    fill(campaign, 1)
    assert len(campaign.characters()) == 2


@pytest.mark.skipif(not POSIX, reason="links need rights of their own")
def test_a_link_is_the_file_it_points_at(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "link.fray").symlink_to(campaign.path)
    with pytest.raises(CampaignInUseError, match=r"^Akropol\.fray"):
        Campaign.open(tmp_path / "link.fray")


@pytest.mark.skipif(not POSIX, reason="links need rights of their own")
def test_a_hard_link_to_an_open_campaign_is_the_same_campaign(
    campaign: Campaign, tmp_path: Path
) -> None:
    (tmp_path / "link.fray").hardlink_to(campaign.path)
    with pytest.raises(CampaignInUseError, match=r"^link\.fray"):
        Campaign.open(tmp_path / "link.fray")
    script = """
import sys
from desktop.library.campaign import Campaign
Campaign.open(sys.argv[1])
"""
    asked = [sys.executable, "-c", script, str(tmp_path / "link.fray")]
    other = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert "CampaignInUseError: link.fray: is open in another program" in other.stderr
    campaign.close()
    Campaign.open(tmp_path / "link.fray").close()


def test_a_closed_campaign_is_free_and_leaves_nothing_beside_it(closed: Path) -> None:
    assert listing(closed.parent) == ["Akropol.fray"]
    Campaign.open(closed).close()
    assert listing(closed.parent) == [opening.backups(closed)[0].name, "Akropol.fray"]


def test_a_refused_file_is_free_again(path: Path) -> None:
    path.write_text("text")
    for _ in range(2):
        with pytest.raises(CampaignError, match="is not a campaign"):
            Campaign.open(path)


def test_a_lock_file_that_nobody_holds_is_no_hindrance(closed: Path) -> None:
    closed.with_name("Akropol.fray.lock").write_text("4312 laptop\n")
    Campaign.open(closed).close()
    assert not closed.with_name("Akropol.fray.lock").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_does_not_keep_the_lock_of_its_dead_parent(closed: Path) -> None:
    script = """
import os, signal, sys, time
from desktop.library.campaign import Campaign
Campaign.open(sys.argv[1])
if child := os.fork():
    print(child, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
os.close(1)
os.close(2)
time.sleep(60)
"""
    dead = subprocess.run(
        [sys.executable, "-c", script, closed], capture_output=True, text=True, timeout=50
    )
    child = int(dead.stdout)
    try:
        Campaign.open(closed).close()
        os.kill(child, 0)  # and it still lives
    finally:
        os.kill(child, 9)


def test_another_program_that_writes_is_waited_for_and_then_named(
    campaign: Campaign,
) -> None:
    campaign._connection.execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(campaign.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CampaignError, match="another program is writing to it"):
            campaign.set_desk({})
    campaign.set_desk({"page": "sheet"})


def test_a_file_that_another_program_is_writing_is_not_called_damaged(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    with closing(sqlite3.connect(closed, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("UPDATE campaign SET title = 'Other'")
        with pytest.raises(CampaignError) as refusal:
            Campaign.open(closed)
    assert str(refusal.value) == (
        "Akropol.fray: cannot be opened: another program is writing to it; "
        "close that program and try again"
    )
    with Campaign.open(closed) as campaign:
        assert campaign.info().title == "Other"


# Copies


def test_each_opening_leaves_a_dated_copy(closed: Path) -> None:
    before = contents(closed)
    with Campaign.open(closed) as campaign:
        fill(campaign, 1)
    (copy,) = opening.backups(closed)
    assert abs(datetime.strptime(copy.name, "Akropol.%Y-%m-%d-%H%M.bak") - datetime.now()).days < 1
    assert contents(copy) == before
    # Not in the mode with a journal beside it, so that it can be read where nobody writes.
    assert copy.read_bytes()[18:20] == b"\x01\x01"


def test_a_program_killed_at_a_copy_leaves_nothing_for_long(closed: Path) -> None:
    script = """
import os, sys
from desktop.library.campaign import Campaign
os.fsync = lambda _: os._exit(9)
Campaign.open(sys.argv[1])
"""
    killed = subprocess.run([sys.executable, "-c", script, str(closed)], check=False)
    assert killed.returncode == 9
    (part,) = closed.parent.glob(".*.tmp")
    part.with_name(f"{part.name}-journal").write_bytes(b"of a copy that was never finished")
    Campaign.open(closed).close()
    assert not list(closed.parent.glob(".*"))
    (backup,) = closed.parent.glob("*.bak")
    with closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_program_killed_at_a_restore_leaves_nothing_for_long(closed: Path) -> None:
    Campaign.open(closed).close()
    (backup,) = opening.backups(closed)
    script = """
import os, sys
from desktop.library.reader import Reader
os.fsync = lambda _: os._exit(9)
Reader.restore(sys.argv[1])
"""
    killed = subprocess.run([sys.executable, "-c", script, str(backup)], check=False)
    assert killed.returncode == 9
    assert list(closed.parent.glob(".*.tmp"))
    Campaign.restore(backup).close()
    assert not list(closed.parent.glob(".*"))


@pytest.mark.skipif(not POSIX, reason="the system has other permissions")
def test_copies_of_a_private_campaign_are_private(closed: Path) -> None:
    closed.chmod(0o600)
    with Campaign.open(closed) as campaign:
        campaign.save_copy(closed.with_name("copy.fray"))
    (backup,) = opening.backups(closed)
    Campaign.restore(backup).close()
    assert {file.stat().st_mode & 0o777 for file in closed.parent.iterdir()} == {0o600}


def test_the_newest_ten_copies_are_kept_and_nothing_else_is_touched(closed: Path) -> None:
    old = [f"Akropol.2025-01-{day:02}-1200.bak" for day in range(1, 13)]
    others = [
        "Akropol.2025-01-01-1200.bak.txt",
        "Akropol.version-1.2024-01-01-120000.bak",
        "Akropol2.2024-01-01-1200.bak",
        "Akropol.notes.bak",
        "akropol.2024-01-01-1200.bak",
    ]
    for name in (*old, *others):
        closed.with_name(name).write_text("old")
    Campaign.open(closed).close()
    newest = opening.backups(closed)[0].name
    assert listing(closed.parent) == sorted([*old[-9:], *others, newest, "Akropol.fray"])


def test_of_several_openings_in_a_minute_the_first_is_kept(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Noon(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Noon":
            return cls(2026, 11, 21, 12, 0, tzinfo=tz)

    monkeypatch.setattr(opening, "datetime", Noon)
    before = contents(closed)
    for _ in range(2):
        with Campaign.open(closed) as campaign:
            fill(campaign, 1)
    assert [copy.name for copy in opening.backups(closed)] == ["Akropol.2026-11-21-1200.bak"]
    assert contents(closed.with_name("Akropol.2026-11-21-1200.bak")) == before


def test_without_room_for_a_copy_the_campaign_is_not_opened(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as crowded:
        crowded.setattr(os, "fsync", full)
        said = refuse(closed)
    assert "no copy of it could be made before opening it: the disk is full; free some" in said
    Campaign.open(closed).close()


def test_a_copy_is_a_whole_campaign_with_what_was_saved_last(
    campaign: Campaign, tmp_path: Path
) -> None:
    fill(campaign)
    campaign.add_entry(NewEntry(system="boj", kind="weapon", name="Наган", data={}))
    target = tmp_path / "copies" / "Kopie.fray"
    target.parent.mkdir()
    target.write_text("an older file, to be replaced")
    campaign.save_copy(target)
    assert listing(target.parent) == ["Kopie.fray"]
    with Campaign.open(target) as copied:
        assert copied.characters() == campaign.characters()
        assert [entry.name for entry in copied.entries(search="наг")] == ["Наган"]


def test_a_copy_onto_the_open_campaign_is_refused(campaign: Campaign, tmp_path: Path) -> None:
    os.link(campaign.path, tmp_path / "twin.fray")
    for name in ("Akropol.fray", f"../{tmp_path.name}/Akropol.fray", "twin.fray"):
        with pytest.raises(CampaignError, match="is the open campaign itself"):
            campaign.save_copy(tmp_path / name)
    fill(campaign, 1)


def test_a_copy_onto_a_campaign_open_elsewhere_is_refused(
    campaign: Campaign, tmp_path: Path
) -> None:
    with Campaign.create(tmp_path / "Other.fray", "Other") as other:
        with pytest.raises(CampaignInUseError, match=r"^Other\.fray"):
            campaign.save_copy(other.path)
        assert other.info().title == "Other"
    campaign.save_copy(tmp_path / "Other.fray")
    with Campaign.open(tmp_path / "Other.fray") as other:
        assert other.info().title == "Akropol"


def test_a_copy_onto_a_file_with_the_journal_of_a_dead_program_is_refused(
    campaign: Campaign, tmp_path: Path
) -> None:
    target = tmp_path / "Kopie.fray"
    for name in ("Kopie.fray", "Kopie.fray-wal"):
        (tmp_path / name).write_text("left")
    with pytest.raises(CampaignError, match=r"^Kopie\.fray: Kopie\.fray-wal lies there"):
        campaign.save_copy(target)
    assert target.read_text() == "left"


def test_a_copy_that_fails_leaves_the_old_file_and_nothing_beside(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "copies" / "Kopie.fray"
    with pytest.raises(CampaignError, match="there is no such file or folder"):
        campaign.save_copy(target)
    target.parent.mkdir()
    target.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CampaignError, match=r"^Kopie\.fray: no copy could be made: the disk is"):
        campaign.save_copy(target)
    assert target.read_text() == "old"
    assert listing(target.parent) == ["Kopie.fray"]


# Failing and misuse


def test_on_a_full_disk_a_save_is_refused_and_what_was_saved_stays(campaign: Campaign) -> None:
    fill(campaign, 3)
    before = campaign.characters()
    (pages,) = campaign._connection.execute("PRAGMA page_count").fetchone()
    campaign._connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(CampaignError, match="cannot be read or saved: the disk is full; free some"):
        fill(campaign, 100)
    people = campaign.characters()
    assert people[: len(before)] == before
    for line in people:
        assert campaign.character(line.id).sheet["notes"] == "ž" * 500
    campaign._connection.execute("PRAGMA max_page_count=100000")
    fill(campaign, 1)
    assert len(campaign.characters()) == len(people) + 1


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ("UPDATE sheet_version SET sheet = '[]'", "sheet: what is stored is no longer a JSON"),
        ("DELETE FROM sheet_version", "Akropol.fray: is damaged; open a backup of it"),
    ],
)
def test_what_somebody_else_spoiled_is_told_and_the_rest_is_there(
    closed: Path, spoil: str, message: str
) -> None:
    execute(closed, spoil)
    with Campaign.open(closed) as campaign:
        with pytest.raises((CampaignError, DocumentError)) as refusal:
            campaign.character(1)
        assert str(refusal.value).startswith(message)
        assert campaign.info().title == "Akropol"


def test_a_second_thread_at_the_same_time_is_an_error_not_a_mixture(campaign: Campaign) -> None:
    errors: list[BaseException] = []

    def intrude() -> None:
        for use in (campaign.info, campaign.close):
            try:
                use()
            except RuntimeError as error:
                errors.append(error)

    with campaign._transaction():
        thread = threading.Thread(target=intrude)
        thread.start()
        thread.join()
    assert [str(error) for error in errors] == [
        "a campaign serves one thread at a time; give it one of its own"
    ] * 2
    assert campaign.info().title == "Akropol"


def test_one_thread_after_another_is_welcome(path: Path) -> None:
    made: list[Campaign] = []
    thread = threading.Thread(target=lambda: made.append(Campaign.create(path, "Akropol")))
    thread.start()
    thread.join()
    fill(made[0], 1)
    assert len(made[0].characters()) == 1
    made[0].close()


@pytest.mark.parametrize(
    "use",
    [
        Campaign.info,
        lambda campaign: campaign.set_desk({}),
        lambda campaign: campaign.save_copy(campaign.path.with_name("copy.fray")),
    ],
)
def test_a_closed_campaign_says_so(closed: Path, use: Callable[[Campaign], object]) -> None:
    campaign = Campaign.open(closed)
    campaign.close()
    campaign.close()
    with pytest.raises(CampaignError, match=r"^Akropol\.fray: has been closed; open it again$"):
        use(campaign)


FULL = """
import resource, signal, sys
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    Campaign.create(sys.argv[1], "Akropol")
except CampaignError as error:
    print(error)
"""


def test_a_journal_that_finds_no_room_is_called_a_full_disk() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert explain(error) == "the disk is full; free some space and try again"


@pytest.mark.skipif(not POSIX, reason="no limit of files to set")
def test_a_campaign_that_finds_no_room_is_not_made_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "Akropol.fray"
    run = [sys.executable, "-c", FULL, str(path)]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert said.startswith("Akropol.fray: cannot be made: the disk ")
    assert list(tmp_path.glob("*")) == list(tmp_path.glob("*.lock"))


@pytest.mark.parametrize(
    "name",
    [
        "Akropol (Anna's conflicted copy 2026-11-25).fray",
        "Akropol (conflicted copy 2026-11-25 201500).fray",
        "Akropol.sync-conflict-20261125-201500-ABCDEFG.fray",
        "Akropol-DESKTOP-6G1KPLB.fray",
        "Akropol-ANNA-2.fray",
        f"Akropol-{platform.node()}.fray",
    ],
)
def test_what_a_cloud_service_laid_beside_a_campaign_is_seen(
    name: str, campaign: Campaign, path: Path
) -> None:
    assert path.name == "Akropol.fray"
    for copy in (name, "Conflict.fray", "Akropol 2.fray", "Akropol-backup.fray"):
        campaign.save_copy(path.with_name(copy))
    Campaign.create(path.with_name("Akropol-II.fray"), "Akropol").close()
    path.with_name("Akropol-III.fray").write_bytes(b"no campaign")
    path.with_name("Akropol-IV.fray").mkdir()
    assert campaign.set_aside() == [name]


@pytest.mark.parametrize(("code", "held"), [(5, True), (32, True), (206, False)])
def test_what_windows_says_of_a_file_in_use_names_the_other_program(code: int, held: bool) -> None:
    error = PermissionError(13, "denied")
    error.winerror = code  # type: ignore[attr-defined]
    assert ("another program holds the file" in str(explain(error))) is held
