"""A campaign file from a stranger runs nothing, hangs nothing, and is refused in words."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop.library import opening
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
from desktop.library.records import NewCharacter, NewEntry
from desktop.library.schema import current_version, schema_in, schema_of_version, strange_in
from tests.library.helpers import contents, execute, listing, reading


@pytest.fixture
def closed(path: Path) -> Path:
    """A campaign with somebody in it that no program has open."""
    with Campaign.create(path, "Akropol") as campaign:
        for name in ("Vera", "Oleg"):
            campaign.add_character(
                NewCharacter(system="boj", role="player", name=name, sheet={"hp": 9})
            )
        campaign.add_entry(NewEntry(system="boj", kind="weapon", name="Nagant", data={}))
        campaign.start_fight(system="boj", name="Cellar", header={}, steps=[{"do": "begin"}])
    return path


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"

ALTERED = {
    "a trigger that deletes what is saved": [
        "CREATE TRIGGER evil AFTER INSERT ON fight_step BEGIN DELETE FROM fight_step; END"
    ],
    "a trigger that calls a function": [
        "CREATE TRIGGER evil AFTER UPDATE ON campaign BEGIN SELECT load_extension('x'); END"
    ],
    "an endless view in the place of a table": [
        "DROP TABLE fight_step",
        f"CREATE VIEW fight_step AS {ENDLESS}",
    ],
    "a view beside the tables": [f"CREATE VIEW evil AS {ENDLESS}"],
    "a table too many": ["CREATE TABLE evil (id INTEGER)"],
    "a table too few": ["DROP TABLE sheet_version"],
    "an index on something worked out": [
        "CREATE INDEX evil ON character (length(hex(zeroblob(length(name)))))"
    ],
    "a column with a default that is worked out": [
        "ALTER TABLE character ADD COLUMN evil AS (hex(zeroblob(1000000000)))"
    ],
    "another search index": [
        "DROP TABLE entry_search",
        "CREATE VIRTUAL TABLE entry_search USING fts5(folded, content='character')",
    ],
    "a part of the search index replaced": [
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'k PRIMARY KEY, v', "
        "'k PRIMARY KEY, v AS (1)') WHERE name = 'entry_search_config'",
    ],
    "a check that is gone": [
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'CHECK (id = 1)', 'CHECK (id > 0)')",
    ],
    "statistics": ["ANALYZE"],
}


@pytest.mark.parametrize("statements", ALTERED.values(), ids=ALTERED)
def test_a_file_with_anything_but_the_tables_of_a_campaign_is_refused(
    statements: list[str], closed: Path
) -> None:
    execute(closed, *statements)
    before = closed.read_bytes()
    with pytest.raises(CampaignError, match="another program has changed it") as refusal:
        Campaign.open(closed)
    assert len(str(refusal.value)) < 600
    assert closed.read_bytes() == before
    assert listing(closed.parent) == ["Akropol.fray"]


def test_the_schema_of_a_new_file_is_the_one_that_is_asked_for(closed: Path) -> None:
    with reading(closed) as connection:
        assert strange_in(schema_in(connection), current_version()) is None
        assert "entry_search_docsize" in schema_in(connection)
    assert schema_of_version(1).keys() >= {"campaign", "fight_step", "entry_shelf"}


def test_a_schema_with_a_name_of_a_megabyte_is_refused_in_one_line(closed: Path) -> None:
    execute(closed, f'CREATE TABLE "{"x" * 900_000}\n" (id INTEGER)')
    with pytest.raises(CampaignError, match="another program has changed it") as refusal:
        Campaign.open(closed)
    assert len(str(refusal.value)) < 600
    assert str(refusal.value).isprintable()


def test_what_takes_too_long_is_ended_and_told(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LONGEST_WORK", 0.05)
    with Campaign.open(closed) as campaign:
        with (
            pytest.raises(CampaignError, match="it took too long"),
            campaign._transaction() as session,
        ):
            session.connection().exec_driver_sql(f"SELECT max(id) FROM ({ENDLESS})")
        assert len(campaign.characters()) == 2


def test_the_look_before_opening_has_an_end(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LONGEST_CHECK", -1.0)
    with closing(sqlite3.connect(closed)) as connection:
        connection.executescript(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) "
            "INSERT INTO entry SELECT i + 100, 'boj', 'weapon', 'a', 'a', '{}', 'own', NULL FROM n;"
        )
    with pytest.raises(CampaignError, match="it took too long"):
        Campaign.open(closed)


def test_a_name_without_end_is_refused_before_a_list_has_to_show_it(closed: Path) -> None:
    execute(closed, "UPDATE character SET name = hex(zeroblob(1000000)) WHERE id = 1")
    with pytest.raises(CampaignError, match="is damaged"):
        Campaign.open(closed)


def test_what_is_larger_than_a_disk_is_refused_unread(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LARGEST_FILE", 10)
    with pytest.raises(CampaignError, match="larger than any campaign"):
        Campaign.open(closed)


SPOILT_CELLS = [
    "UPDATE character SET name = x'ff00fe' WHERE id = 1",
    "UPDATE character SET name = CAST(x'ff41' AS TEXT) WHERE id = 1",
    "UPDATE character SET name = 17 WHERE id = 1",
    "UPDATE character SET changed = 'yesterday' WHERE id = 1",
    "UPDATE character SET changed = '0001-01-01T00:00:00+23:00' WHERE id = 1",
    "UPDATE character SET changed = '2026-11-21' WHERE id = 1",
    "UPDATE character SET created = x'00' WHERE id = 1",
    "UPDATE character SET system = x'00' WHERE id = 1",
]


@pytest.mark.parametrize("spoil", SPOILT_CELLS)
def test_a_spoilt_cell_hides_neither_its_row_nor_the_others(spoil: str, closed: Path) -> None:
    execute(closed, spoil)
    with Campaign.open(closed) as campaign:
        lines = campaign.characters()
        assert {line.id for line in lines} == {1, 2}
        assert all(isinstance(line.name, str) for line in lines)
        assert all(line.changed.tzinfo is UTC for line in lines)
        assert campaign.character(1).sheet == {"hp": 9}
        assert campaign.character(2).changed > datetime(2020, 1, 1, tzinfo=UTC)


def test_house_rules_that_are_none_are_as_if_none_were_set(closed: Path) -> None:
    execute(closed, """UPDATE campaign SET house_rules = '{"boj": "x", "walka": [1]}'""")
    with Campaign.open(closed) as campaign:
        assert campaign.house_rules("boj") == campaign.house_rules("walka") == {}


def test_a_finding_that_is_no_utf_8_is_a_refusal_in_words(closed: Path) -> None:
    """What SQLite finds wrong it may tell in the file's own bytes."""
    execute(
        closed,
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET name = CAST(x'fffe' AS TEXT), tbl_name = CAST(x'fffe' AS TEXT) "
        "WHERE name = 'entry_shelf'",
    )
    with pytest.raises(CampaignError):
        Campaign.open(closed)


@pytest.mark.parametrize(
    "ask", [lambda c: c.character(2**70), lambda c: c.steps(-(2**70)), lambda c: c.entry(2**63)]
)
def test_an_id_that_no_file_can_hold_is_not_there(
    ask: Callable[[Campaign], object], closed: Path
) -> None:
    with Campaign.open(closed) as campaign, pytest.raises(CampaignError, match="there is no"):
        ask(campaign)


def test_a_file_without_numbers_left_is_not_called_a_full_disk(closed: Path) -> None:
    execute(closed, f"UPDATE sqlite_sequence SET seq = {2**63 - 1} WHERE name = 'character'")
    new = NewCharacter(system="boj", role="player", name="Iva", sheet={})
    with Campaign.open(closed) as campaign:
        with pytest.raises(CampaignError, match="no more numbers are left") as refusal:
            campaign.add_character(new)
        assert "disk" not in str(refusal.value)
        assert len(campaign.characters()) == 2


def test_nothing_of_a_refused_file_was_run(closed: Path) -> None:
    before = contents(closed)
    execute(
        closed,
        "CREATE TRIGGER evil AFTER UPDATE ON campaign BEGIN DELETE FROM character; END",
    )
    with pytest.raises(CampaignError):
        Campaign.open(closed)
    execute(closed, "DROP TRIGGER evil")
    assert contents(closed) == before
    Campaign.open(closed).close()
