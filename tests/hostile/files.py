"""Files made to do harm. Each function writes one into a folder, and says no more than its name."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from desktop.library.campaign import Campaign
from desktop.library.records import NewCharacter, NewEntry

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"


def script(**changed: Any) -> dict[str, Any]:
    """A fight script that works, with some of it changed."""
    people = [
        {"id": id, "side": side, "sheet": {"name": id}}
        for id, side in (("vera", "players"), ("pirat", "foes"))
    ]
    return {
        "format": "fight/1",
        "system": "walka",
        "combatants": people,
        "seed": 1,
        "steps": [{"do": "begin", "answers": "default"}],
        **changed,
    }


def sheets(**sheet: Any) -> dict[str, Any]:
    person = {"system": "walka", "role": "player", "name": "X", "sheet": {"name": "X", **sheet}}
    return {"format": "fraydesk/1", "characters": [person]}


def many(count: int) -> list[dict[str, Any]]:
    return [{"id": str(n), "side": "a", "sheet": {"name": str(n)}} for n in range(count)]


def foreign(**more: Any) -> dict[str, Any]:
    """An actor of Foundry VTT."""
    return {"type": "agent", "name": "X", "_stats": {"systemId": "deltagreen"}, **more}


CHARGE = {"name": "Bomb", "category": "grenade", "damage": "critical", "critical_range": 9}
BOMBER = {"id": "vera", "side": "players", "sheet": {"name": "Vera", "weapons": [CHARGE]}}

SCRIPTS: dict[str, object] = {
    "a crowd": script(combatants=many(20_000)),
    "a crowd with steps": script(combatants=many(1000), steps=[{"do": "begin"}] * 90_000),
    "nested": script(house_rules=json.loads('{"a":' * 90 + "1" + "}" * 90)),
    "a name without end": script(combatants=[{"id": "a" * 9_000_000, "side": "a", "sheet": {}}]),
    "a system without end": script(system="x" * 5_000_000),
    "a path for a system": script(system="../../../etc/passwd"),
    "numbers without end": script(seed=10**18, dice=[1] * 200_000),
    "keys without end": script(combatants=[{str(n): n for n in range(40_000)}]),
    "steps of any shape": script(steps=[[], 1, None, "x", {"do": {}}]),
    "a step of any shape": script(steps=[{"do": {"do": []}, "dice": {"a": 1}, "answers": [1]}]),
    "marks that turn the line": script(system="\u202e\u2028\x1b[2J"),
    "a sheet of numbers": sheets(weapons=5, armor=3, attributes=[1]),
    "attributes without end": sheets(attributes={f"a{n}": 1 for n in range(50_000)}),
    "a note without end": sheets(notes="x" * 15_000_000),
    "a list of nothing": [[]] * 200_000,
    "markup without an end": foreign(
        system={"notes": "<a " * 60_000, "shortDescription": "<!--" * 50_000}
    ),
    "a letter without an end": foreign(system={"notes": "&#" + "9" * 9000 + ";"}),
    "effects of any shape": foreign(effects=3),
    "things without end": foreign(items=[{"type": f"{n}"} for n in range(200_000)]),
    "a charge under a crowd": script(
        combatants=[BOMBER, *many(40)],
        steps=[
            {"do": "begin", "answers": "default"},
            {
                "do": "act",
                "actor": "vera",
                "action": "throw",
                "overrule": True,
                "with": "Bomb",
                "target": "0",
                "distance": 5,
                "victims": [{"who": str(n), "metres": 1 + n % 9} for n in range(40)],
                "answers": "default",
            },
        ],
    ),
}

RAW: dict[str, bytes] = {
    "empty": b"",
    "not utf-8": b'{"format": "\xff\xfe"}',
    "half a letter": b'{"format": "\\ud800"}',
    "a number without end": b'{"format": ' + b"9" * 1_000_000 + b"}",
    "brackets": b"[" * 1_000_000,
    "commas": b"[" + b"[]," * 3_000_000 + b"[]]",
    "the same key": b"{" + b'"a":1,' * 200_000 + b'"a":1}',
    "not a number": b'{"format": NaN, "a": -Infinity, "b": 1e999}',
    "zeros": bytes(17 * 1024 * 1024),
}

CAMPAIGNS: dict[str, list[str]] = {
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON fight_step BEGIN DELETE FROM fight_step; END"],
    "an endless view": ["DROP TABLE character", f"CREATE VIEW character AS {ENDLESS}"],
    "an endless campaign": ["DROP TABLE campaign", f"CREATE VIEW campaign AS {ENDLESS}"],
    "a virtual column": ["ALTER TABLE entry ADD COLUMN x AS (hex(zeroblob(1000000000)))"],
    "a name without end": ["UPDATE character SET name = hex(zeroblob(200000000))"],
    "a sheet without end": [
        "UPDATE sheet_version SET sheet = '{\"a\":\"' || hex(zeroblob(30000000)) || '\"}'"
    ],
    "deep documents": [
        "UPDATE sheet_version SET sheet = replace(hex(zeroblob(300000)), '00', '[')"
    ],
    "blobs": [
        "UPDATE character SET name = x'ff', changed = x'00', system = 7",
        "UPDATE entry SET name = x'ff', data = x'00'",
        "UPDATE fight_step SET step = x'ff', at = 3",
    ],
    "numbers": ["UPDATE campaign SET title = 3, desk = '[]', house_rules = 'x', created = 0"],
    "no version": ["DELETE FROM sheet_version"],
    "no campaign": ["DELETE FROM campaign"],
    "the last id": ["UPDATE sqlite_sequence SET seq = 9223372036854775807"],
    "another search": ["UPDATE entry_search_data SET block = zeroblob(100000)"],
}


def write_all(folder: Path) -> None:
    """Writes all of them."""
    for name, document in SCRIPTS.items():
        (folder / f"{name}.json").write_text(json.dumps(document), "utf-8")
    for name, content in RAW.items():
        (folder / f"raw {name}.json").write_bytes(content)
        (folder / f"raw {name}.fray").write_bytes(content)
    sound = folder / "sound.fray"
    make_campaign(sound)
    for name, statements in CAMPAIGNS.items():
        spoilt = folder / f"{name}.fray"
        spoilt.write_bytes(sound.read_bytes())
        with closing(sqlite3.connect(spoilt, isolation_level=None)) as connection:
            # Without a journal hundreds of megabytes are written once, not twice.
            for statement in ("PRAGMA journal_mode=OFF", *statements, "PRAGMA journal_mode=WAL"):
                connection.execute(statement)


def make_campaign(path: Path) -> None:
    """A sound campaign with one of everything."""
    with Campaign.create(path, "Akropol") as campaign:
        new = NewCharacter(system="walka", role="player", name="Ala", sheet={"name": "Ala"})
        campaign.add_character(new)
        campaign.add_entry(NewEntry(system="walka", kind="weapon", name="Axe", data={}))
        campaign.start_fight(system="walka", name="Cellar", header={}, steps=[{"do": "begin"}])
