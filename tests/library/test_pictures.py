"""Pictures are kept once, as long as something names them, and only if they are safe to draw."""

import sqlite3
import struct
import zlib
from pathlib import Path

import pytest

from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, DocumentError
from desktop.library.pictures import LONGEST_SIDE, picture_id, plain
from desktop.library.records import NewCharacter, NewEncounter
from tests.library.helpers import execute, reading
from tests.pictures import SIGNATURE, chunk, head, png


def test_a_picture_is_kept_and_given_back_under_the_id_of_its_bytes(campaign: Campaign) -> None:
    id = campaign.add_picture(png())
    assert id == picture_id(png())
    assert campaign.picture(id) == png()
    assert campaign.picture("0" * 64) is None


def test_the_same_picture_is_kept_once(campaign: Campaign) -> None:
    first, second = campaign.add_picture(png()), campaign.add_picture(png())
    assert first == second
    assert campaign._connection.execute("SELECT count(*) FROM picture").fetchone() == (1,)


def test_what_goes_along_with_a_picture_is_left_out() -> None:
    noted = png(before=chunk(b"tEXt", b"Author\x00Somebody") + chunk(b"iCCP", b"x" * 50))
    assert plain(noted, "picture") == png()
    assert plain(png(), "picture") == png()


def test_pixels_in_several_parts_become_one() -> None:
    packed = zlib.compress((b"\x00" + b"\x80\x40\x20" * 4) * 3, 6)
    parts = chunk(b"IDAT", packed[:7]) + chunk(b"IDAT", packed[7:])
    assert plain(SIGNATURE + head(4, 3) + parts + chunk(b"IEND", b""), "picture") == png()


def lines(packed: bytes, *, of: bytes = head(4, 3)) -> bytes:
    return SIGNATURE + of + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


LINES = (b"\x00" + b"\x80\x40\x20" * 4) * 3
WRONG = {
    "nothing": b"",
    "another format": b"\xff\xd8\xff\xe0" + b"\x00" * 100,
    "a drawing": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "cut off": png()[:-20],
    "cut off before its end": png()[:-12],
    "one byte changed": png()[:45] + b"\x00" + png()[46:],
    "something behind it": png(behind=b"PK\x03\x04"),
    "a second head": png(before=head(4, 3)),
    "a part a reader must know": png(before=chunk(b"EVIL", b"")),
    "no head": SIGNATURE + chunk(b"IDAT", zlib.compress(LINES)) + chunk(b"IEND", b""),
    "a head too short": SIGNATURE + chunk(b"IHDR", b"\x00" * 12) + chunk(b"IEND", b""),
    "no pixels": SIGNATURE + head(4, 3) + chunk(b"IEND", b""),
    "fewer pixels than it says": lines(zlib.compress(LINES[:-1])),
    "more pixels than it says": lines(zlib.compress(LINES + b"\x00")),
    "pixels that are not packed": lines(LINES),
    "something behind its pixels": lines(zlib.compress(LINES) + b"\x00"),
    "a filter that there is not": lines(zlib.compress(b"\x07" + LINES[1:])),
    "a palette": lines(zlib.compress(b"\x00" * 15), of=head(4, 3, colour=3)),
    "sixteen bits": lines(zlib.compress(b"\x00" * 75), of=head(4, 3, depth=16)),
    "interlaced": lines(zlib.compress(LINES), of=head(4, 3, interlaced=1)),
    "a part of four gigabytes": SIGNATURE + head(4, 3) + struct.pack(">I", 2**32 - 1) + b"IDAT",
    "no width": lines(zlib.compress(b"\x00" * 3), of=head(0, 3)),
    "too wide": png(LONGEST_SIDE + 1, 1),
    "a bomb": lines(zlib.compress(b"\x00" * 10_000_000)),
    "a size beyond all": lines(zlib.compress(LINES), of=head(2**31 - 1, 2**31 - 1)),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_is_no_plain_picture_is_refused_in_one_sentence(
    data: bytes, campaign: Campaign
) -> None:
    with pytest.raises(DocumentError, match=r"^picture: the picture \w+") as refusal:
        campaign.add_picture(data)
    assert "\n" not in str(refusal.value)
    assert campaign._connection.execute("SELECT count(*) FROM picture").fetchone() == (0,)


def test_more_bytes_than_any_picture_needs_are_refused(campaign: Campaign) -> None:
    with pytest.raises(DocumentError, match="larger than 16 MB"):
        campaign.add_picture(png(before=chunk(b"tEXt", b"x" * 17_000_000)))


def test_pictures_that_nothing_names_go_with_the_bin(campaign: Campaign) -> None:
    shades = [bytes((shade, 0, 0)) for shade in range(4)]
    of_a_map, of_a_sheet, of_a_step, of_nothing = (
        campaign.add_picture(png(shade=shade)) for shade in shades
    )
    prepared = campaign.add_encounter(
        NewEncounter(system="boj", name="Cellar", document={"map": {"picture": of_a_map}})
    )
    campaign.add_character(
        NewCharacter(system="boj", role="player", name="Vera", sheet={"seal": of_a_sheet})
    )
    fight = campaign.start_fight(system="boj", name="Cellar", header={})
    campaign.append_step(fight.id, 1, {"do": "map", "picture": of_a_step})

    assert campaign.empty_bin() == 0
    assert campaign.picture(of_nothing) is None
    assert None not in map(campaign.picture, (of_a_map, of_a_sheet, of_a_step))

    campaign.remove("encounter", prepared.id)
    assert campaign.picture(of_a_map) is not None  # the encounter may come back
    campaign.empty_bin()
    assert campaign.picture(of_a_map) is None
    assert None not in map(campaign.picture, (of_a_sheet, of_a_step))


@pytest.mark.parametrize("spoilt", ["x'89504e47'", "'text'", "1000000000000", "x''"])
def test_a_picture_that_somebody_else_spoiled_is_none(path: Path, spoilt: str) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        id = campaign.add_picture(png())
    execute(path, f"UPDATE picture SET png = {spoilt}")
    with Campaign.open(path) as campaign:
        assert campaign.picture(id) is None
        campaign.empty_bin()


def test_an_id_without_end_is_refused_before_the_file_is_opened(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        campaign.add_picture(png())
    execute(path, "UPDATE picture SET id = hex(zeroblob(1000000))")
    with pytest.raises(CampaignError, match="is damaged"):
        Campaign.open(path)


def test_pictures_go_into_copies_and_backups(campaign: Campaign, tmp_path: Path) -> None:
    id = campaign.add_picture(png())
    campaign.save_copy(tmp_path / "copy.fray")
    with reading(tmp_path / "copy.fray") as connection:
        assert connection.execute("SELECT id, png FROM picture").fetchall() == [(id, png())]


def test_a_file_of_version_2_gets_room_for_pictures_and_leaves_a_copy(path: Path) -> None:
    old = Path(__file__).parent / "data" / "v2.sql"
    connection = sqlite3.connect(path)
    connection.executescript(old.read_text(encoding="utf-8"))
    connection.close()
    with Campaign.open(path) as campaign:
        id = campaign.add_picture(png())
    with Campaign.open(path) as campaign:
        assert campaign.picture(id) == png()
    assert list(path.parent.glob("Akropol.version-2.*.bak"))
