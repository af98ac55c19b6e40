"""A skirmish for the panel's tests, pictures and measurements."""

from __future__ import annotations

from typing import Any

PISTOL = {"name": "Pistolet energetyczny", "kind": "ranged", "range": 18}
CLUB = {"name": "Pałka", "kind": "melee"}


def figure(
    id: str, name: str, band: str, hp: int, side: str = "foes", **more: Any
) -> dict[str, Any]:
    """One combatant of a script."""
    sheet = {"name": name, "band": band, "hp": hp, "max_hp": max(hp, 3), "attacks": [PISTOL, CLUB]}
    return {"id": id, "side": side, "sheet": {**sheet, **more.pop("sheet", {})}, **more}


def skirmish(**more: Any) -> dict[str, Any]:
    """Two bands: two player characters and three guards in a group, with their officer."""
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "name": "Operacja: Paradoks Kury i Jajka",
        "house_rules": {"order": "fixed"},
        "objectives": [
            {"text": "Broszura u Platona przed końcem rundy 6"},
            {"text": "Jedna postać w strefie A"},
        ],
        "combatants": [
            figure("zenon", "Zenon Kowalski", "Banda Zenona", 4, "players"),
            figure("halina", "Halina Żółć", "Banda Zenona", 4, "players"),
            figure("bogdan", "Bogdan Wąs", "Banda Zenona", 3, "players"),
            figure("agent", "Agent MOIRY", "MOIRA", 5),
            figure("guard1", "Strażnik 1", "MOIRA", 3, group="Strażnik Akademii"),
            figure("guard2", "Strażnik 2", "MOIRA", 3, group="Strażnik Akademii"),
            figure("guard3", "Strażnik 3", "MOIRA", 3, group="Strażnik Akademii"),
            figure("platon", "Platon", "MOIRA", 3),
        ],
        **more,
    }


def crowd(count: int) -> dict[str, Any]:
    """So many combatants, half of them on each side."""
    people = [
        figure(
            f"c{n}",
            f"Combatant {n}",
            "A" if n % 2 else "B",
            4,
            "players" if n % 2 else "foes",
        )
        for n in range(count)
    ]
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": {"order": "fixed"},
        "combatants": people,
    }
