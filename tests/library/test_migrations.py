"""Files of older versions are brought up to date, or left exactly as they are."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desktop.library import schema as layout
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
from desktop.library.records import NewCharacter
from desktop.library.schema import TABLES, Execute, Migration
from desktop.library.tables import Table
from tests.library.helpers import contents, execute, listing, reading

NOW = layout.current_version()
OLD_FILES = sorted((Path(__file__).parent / "data").glob("v*.sql"))


def make(path: Path, dump: Path) -> Path:
    """A campaign file of an old version, from its dump."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    return path


def version(path: Path) -> int:
    with reading(path) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def schema(path: Path) -> dict[str, str]:
    """What makes each table and index, spaces aside."""
    with reading(path) as connection:
        made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: re.sub(r"\s", "", sql) for name, sql in made}


@pytest.fixture
def old(path: Path) -> Path:
    """A file as this program makes it; the versions that a test adds come after its own."""
    return make(path, OLD_FILES[-1])


def add_omens(execute: Execute) -> None:
    execute("CREATE TABLE omen (id INTEGER PRIMARY KEY, text VARCHAR NOT NULL)")
    execute("INSERT INTO omen (text) SELECT 'for ' || name FROM character ORDER BY id")


def add_sorrows(execute: Execute) -> None:
    execute("ALTER TABLE omen ADD COLUMN sorrow VARCHAR NOT NULL DEFAULT ''")


def fail_half_way(execute: Execute) -> None:
    execute("DELETE FROM fight_step")
    execute("ALTER TABLE character ADD COLUMN omen VARCHAR")
    execute("INSERT INTO nowhere VALUES (1)")


def leave_orphans(execute: Execute) -> None:
    execute("DELETE FROM fight WHERE id = 1")


def install(monkeypatch: pytest.MonkeyPatch, *steps: Migration) -> None:
    monkeypatch.setattr(layout, "MIGRATIONS", (*layout.MIGRATIONS, *steps))


def test_every_table_is_looked_through_before_a_file_is_opened() -> None:
    assert tuple(Table.metadata.tables) == TABLES


def test_the_objects_of_rows_have_the_columns_of_their_tables(path: Path) -> None:
    Campaign.create(path, "New").close()
    with reading(path) as connection:
        for name, table in Table.metadata.tables.items():
            stored = connection.execute(f"PRAGMA table_info({name})").fetchall()
            said = {
                (column.name, str(column.type), not column.nullable, column.primary_key)
                for column in table.columns
            }
            assert said == {
                (column, kind, bool(filled), bool(key))
                for _, column, kind, filled, _, key in stored
            }


def test_there_is_a_file_of_every_version() -> None:
    kept = [int(dump.stem.removeprefix("v")) for dump in OLD_FILES]
    assert kept == list(range(1, layout.current_version() + 1))


@pytest.mark.parametrize("dump", OLD_FILES, ids=lambda dump: dump.stem)
def test_a_file_of_any_version_opens_with_all_that_is_in_it(dump: Path, path: Path) -> None:
    with Campaign.open(make(path, dump)) as campaign:
        assert campaign.info().title == "Akropol"
        assert campaign.desk() == {"page": "fight", "fight": 1}
        assert campaign.house_rules("boj") == {"lethality_on_critical": "double"}
        (line,) = campaign.characters(search="елк")
        assert campaign.character(line.id).sheet == {"hp": 9}
        assert campaign.draft(line.id) == {"agility": "twelve"}
        assert campaign.undo_sheet(line.id).name == "Вера"
        assert campaign.bring_back("character", 2) == "Strażnik"
        assert [entry.name for entry in campaign.entries(search="наг")] == ["Наган"]
        assert len(campaign.entries(search="weap")) == 2
        assert [entry.source for entry in campaign.entries()] == ["own", "shipped"]
        assert campaign.encounter(1).document == {"roster": []}
        fight = campaign.fight(1)
        assert (fight.encounter_id, fight.state, fight.steps) == (1, "running", 2)
        assert fight.pending == {"decision": "defence"}
        assert campaign.page_draft("entry/1") == ({"damage": "ten"} if dump.stem >= "v5" else None)
        assert fight.written == ({"vera": {"hp": 9}} if dump.stem >= "v5" else {})
        kept = [(throw.who, throw.rule, throw.marked) for throw in campaign.throws("елкина")]
        assert kept == ([("Вера Ёлкина", "boj-5", True)] if dump.stem >= "v6" else [])
        assert len(campaign.notes("сыро")) == (dump.stem >= "v7")
        assert campaign.steps(1)[1].step == {"do": "act", "dice": [37, 4]}
        campaign.append_step(1, 3, {"do": "end_turn"})


@pytest.mark.parametrize("dump", OLD_FILES[:3], ids=lambda dump: dump.stem)
def test_what_is_not_seen_in_names_of_old_files_is_not_searched(dump: Path, path: Path) -> None:
    """As programs of their time wrote them: a soft hyphen parted words."""
    make(path, dump)
    execute(path, "UPDATE character SET name = 'Le\xadmur', folded = 'le mur' WHERE id = 1")
    execute(path, "UPDATE encounter SET name = 'Le\xadmur', folded = 'le mur'")
    data = '{"notes": "wie\xadża"}'
    execute(path, f"UPDATE entry SET name = 'Le\xadmur', folded = 'le mur', data = '{data}'")
    execute(path, "UPDATE entry_search SET folded = 'le mur'")
    with Campaign.open(path) as campaign:
        assert len(campaign.characters(search="lemur")) == 1
        assert len(campaign.encounters(search="lemur")) == 1
        assert len(campaign.entries(search="lemur")) == 2
        assert len(campaign.entries(search="wieża")) == 2


@pytest.mark.parametrize("dump", OLD_FILES, ids=lambda dump: dump.stem)
def test_an_old_file_brought_up_to_date_is_like_a_new_one(dump: Path, tmp_path: Path) -> None:
    old, new = make(tmp_path / "old.fray", dump), tmp_path / "new.fray"
    Campaign.open(old).close()
    Campaign.create(new, "New").close()
    assert schema(old) == schema(new)


def test_migrations_run_in_order_after_a_copy_that_is_kept(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(old)
    install(monkeypatch, add_omens, add_sorrows)
    with Campaign.open(old) as campaign:
        campaign.append_step(1, 3, {"do": "end_turn"})
    assert version(old) == NOW + 2
    with reading(old) as connection:
        omens = connection.execute("SELECT text, sorrow FROM omen ORDER BY id").fetchall()
    assert omens == [("for Вера Ёлкина", ""), ("for Strażnik", "")]
    (kept,) = (name for name in listing(old.parent) if f".version-{NOW}." in name)
    assert re.fullmatch(rf"Akropol\.version-{NOW}\.\d{{4}}-\d\d-\d\d-\d{{6}}\.bak", kept)
    assert contents(old.with_name(kept)) == before
    assert version(old.with_name(kept)) == NOW
    Campaign.open(old).close()
    assert sum(".version-" in name for name in listing(old.parent)) == 1


@pytest.mark.parametrize("migration", [fail_half_way, leave_orphans])
def test_a_migration_that_fails_leaves_the_file_as_it_was(
    migration: Migration, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, bytes_before = contents(old), old.read_bytes()
    with monkeypatch.context() as newer:
        install(newer, migration)
        with pytest.raises(CampaignError) as refusal:
            Campaign.open(old)
    assert str(refusal.value).startswith(
        f"Akropol.fray: could not be brought from version {NOW} to version {NOW + 1} ("
    )
    assert "nothing in it is lost" in str(refusal.value)
    assert contents(old) == before
    assert old.read_bytes() == bytes_before
    assert version(old) == NOW
    assert not (old.parent / "Akropol.fray.lock").exists()
    with Campaign.open(old) as campaign:  # the program it comes from
        assert campaign.fight(1).steps == 2


def test_when_a_later_migration_fails_the_earlier_one_stays(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, add_omens, fail_half_way)
    with pytest.raises(CampaignError, match=f"from version {NOW + 1} to version {NOW + 2}"):
        Campaign.open(old)
    assert version(old) == NOW + 1
    with reading(old) as connection:
        assert connection.execute("SELECT count(*) FROM omen").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM fight_step").fetchone() == (2,)


def test_a_migration_may_rebuild_a_table_that_others_point_at(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rebuild(execute: Execute) -> None:
        execute("CREATE TABLE renewed AS SELECT * FROM sheet_version")
        execute("DROP TABLE sheet_version")
        execute("ALTER TABLE renewed RENAME TO sheet_version")

    install(monkeypatch, rebuild)
    with Campaign.open(old) as campaign:
        assert len(campaign.sheet_versions(1)) == 2
        # Foreign keys hold again afterwards.
        with pytest.raises(sqlite3.IntegrityError):
            campaign._connection.execute("INSERT INTO fight_step VALUES (99, 1, '{}', '')")


def test_a_newer_file_is_refused_untouched(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        campaign.add_character(NewCharacter(system="boj", role="player", name="Vera", sheet={}))
    execute(path, f"PRAGMA user_version={NOW + 1}")
    before = path.read_bytes()
    with pytest.raises(CampaignError) as refusal:
        Campaign.open(path)
    assert str(refusal.value) == (
        f"Akropol.fray: was saved by a newer Fraydesk (file version {NOW + 1}, "
        f"this program knows {NOW}); "
        "install the newer Fraydesk to open it"
    )
    assert path.read_bytes() == before
    assert listing(path.parent) == ["Akropol.fray"]


def test_characters_made_anew_keep_their_numbers_and_those_of_the_deleted(path: Path) -> None:
    make(path, OLD_FILES[1])
    execute(path, "UPDATE sqlite_sequence SET seq = 40 WHERE name = 'character'")
    with Campaign.open(path) as campaign:
        new = NewCharacter(system="boj", role="template", name="Strażnik", sheet={})
        assert campaign.add_character(new).id == 41
        assert [line.name for line in campaign.characters(role="template")] == ["Strażnik"]
        assert len(campaign.sheet_versions(1)) == 2


def test_hit_points_with_their_traits_are_left_as_they_were(path: Path) -> None:
    """As many as were bought were all of them; from version 5 on they are those that are left."""
    make(path, OLD_FILES[2])
    sturdy = [{"name": "Hartowany"}, {"name": "KRZEPKI"}]
    whole = {"name": "Ala", "hp": 4, "max_hp": 4, "traits": sturdy}
    hurt, plain = {**whole, "hp": 3}, {**whole, "traits": [{"name": "Szybki"}]}
    spoiled = {**whole, "traits": "Krzepki"}
    lines = [{"sheet": sheet, "side": "players"} for sheet in (whole, hurt, plain, spoiled)]
    recruits = [{"id": "ala", **lines[0]}]
    header = {"combatants": recruits, "waves": [{"name": "late", "combatants": recruits}]}
    with closing(sqlite3.connect(path)) as connection, connection:
        for id, sheet in enumerate((whole, hurt), start=3):
            connection.execute(
                "INSERT INTO character VALUES (?, 'teohiphip', 'player', 'Ala', 'ala', 1, ?, "
                "'2026-11-21T18:00:00+00:00', '2026-11-21T18:00:00+00:00', NULL)",
                (id, json.dumps(sheet)),
            )
            connection.execute(
                "INSERT INTO sheet_version VALUES (?, 1, NULL, 'Ala', ?, "
                "'2026-11-21T18:00:00+00:00', NULL)",
                (id, json.dumps(sheet)),
            )
        connection.execute(
            "INSERT INTO encounter VALUES (2, 'teohiphip', 'B', 'b', ?, "
            "'2026-11-21T18:00:00+00:00', NULL)",
            (json.dumps({"lines": lines}),),
        )
        connection.execute(
            "INSERT INTO fight VALUES (2, 2, 'teohiphip', 'B', ?, 'running', NULL, "
            "'2026-11-21T18:00:00+00:00', '2026-11-21T18:00:00+00:00', NULL)",
            (json.dumps(header),),
        )
        connection.execute(
            "INSERT INTO fight_step VALUES (2, 1, ?, '2026-11-21T18:00:00+00:00')",
            (json.dumps({"do": "join", "combatants": recruits}),),
        )
        connection.execute("UPDATE fight SET header = '{\"Krzepki' WHERE id = 1")
        connection.execute(
            "UPDATE sheet_version SET sheet = ? WHERE character_id = 2", (json.dumps(whole),)
        )
    all_left = {**whole, "hp": None}
    with Campaign.open(path) as campaign:
        for id, expected in ((3, all_left), (4, hurt)):
            assert (campaign.character(id).sheet, campaign.draft(id)) == (expected, expected)
        kept = [line["sheet"] for line in campaign.encounter(2).document["lines"]]
        assert kept == [all_left, hurt, plain, spoiled]
        fight = campaign.fight(2).header
        (step,) = campaign.steps(2)
        for part in (fight, fight["waves"][0], step.step):
            assert part["combatants"][0]["sheet"] == all_left
        campaign.bring_back("character", 2)
        assert campaign.character(2).sheet == whole, "of another system"
