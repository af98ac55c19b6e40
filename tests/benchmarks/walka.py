"""Exact odds of every shot against their budget: ``python -m tests.benchmarks.walka``.

Ten milliseconds at most for any of them: single, aimed, two weapons, each burst, chosen locations,
through the scope, shotguns; grenades are shown beside them.
"""

import sys
from statistics import median
from time import perf_counter
from typing import Any

from desktop.encounter.fight import Fight, start

BUDGET = 10.0  # milliseconds

WEAPONS: list[dict[str, Any]] = [
    {"name": "Pistolet", "category": "pistol", "damage": "heavy"},
    {"name": "Drugi", "category": "pistol"},
    {"name": "Maszynowy", "category": "smg", "rate_of_fire": 3},
    {"name": "Wyborowy", "category": "marksman", "damage": "critical", "scope": 3},
    {"name": "Strzelba", "category": "shotgun", "damage": "scratch"},
    {"name": "Granat", "category": "grenade", "damage": "critical", "critical_range": 3},
    {"name": "Ostrze", "category": "melee"},
    {"name": "Drugie ostrze", "category": "melee"},
]

SHOTS: list[tuple[str, dict[str, Any]]] = [
    ("shot", {"with": "Pistolet"}),
    ("shot", {"with": "Pistolet", "aim": 1}),
    ("shot", {"with": "Pistolet", "aim": 2}),
    ("shot", {"with": "Pistolet", "aim": 2, "location": "head"}),
    ("shot", {"with": "Pistolet", "aim": 1, "location": "torso", "distance": 40}),
    ("two_weapons", {"with": "Pistolet", "with_other": "Drugi"}),
    ("two_weapons", {"with": "Pistolet", "with_other": "Drugi", "aim": 2}),
    ("two_weapons", {"with": "Pistolet", "with_other": "Maszynowy", "aim": 2}),
    ("short_burst", {"with": "Maszynowy"}),
    ("long_burst", {"with": "Maszynowy"}),
    ("continuous_fire", {"with": "Maszynowy"}),
    ("sniper_shot", {"with": "Wyborowy", "distance": 300, "aim": 1}),
    ("sniper_shot", {"with": "Wyborowy", "distance": 300, "safe": True}),
    ("shot", {"with": "Strzelba", "distance": 2}),
    ("shot", {"with": "Strzelba", "distance": 10, "aim": 1}),
    ("exchange", {"with": "Ostrze"}),
    ("exchange", {"with": "Ostrze", "with_second": "Drugie ostrze", "manner": "fury"}),
]
STRONG: list[tuple[str, dict[str, Any]]] = [
    ("shot", {"with": "Strzelba", "distance": 2}),
    ("shot", {"with": "Strzelba", "distance": 10, "aim": 2}),
    ("two_weapons", {"with": "Strzelba", "with_other": "Pistolet", "distance": 10}),
    ("continuous_fire", {"with": "Maszynowy"}),
]
"""Of a shooter with a threshold of 16, against armour of three kinds."""
BESIDE: list[tuple[str, dict[str, Any]]] = [
    ("throw", {"with": "Granat", "distance": 25}),
    ("throw", {"with": "Granat", "distance": 25, "by_build": True}),
]


def duel(dexterity: int = 13, head: int = 1) -> Fight:
    """Two fighters, the target armoured in some places and not in others."""
    skills = {"pistols": 6, "smgs": 5, "marksman_rifles": 5, "shotguns": 5, "throwing": 4}
    vera = {
        "name": "Vera",
        "attributes": {"dexterity": dexterity, "senses": 20},
        "skills": {**skills, "melee": 6},
        "weapons": WEAPONS,
    }
    armor = [{"name": "Pancerz", "reduction": {"head": head, "torso": 2, "left_leg": 1}}]
    fight = start(
        {
            "format": "fight/1",
            "system": "walka",
            "combatants": [
                {"id": "vera", "side": "players", "sheet": vera},
                {"id": "pirat", "side": "piraci", "sheet": {"name": "Pirat", "armor": armor}},
            ],
        }
    )
    fight.perform({"do": "begin", "dice": [1, 1, 1, 20, 20, 20]})
    return fight


def milliseconds(
    fight: Fight, step: dict[str, Any], times: int = 15, best_case: bool = False
) -> float:
    """The median time of the whole odds of a step, ``best_case`` with the points that gain most."""
    spent = []
    for _ in range(times):
        begun = perf_counter()
        fight.odds(step, best_case=best_case)
        spent.append((perf_counter() - begun) * 1000)
    return median(spent)


def main() -> int:
    usual, strong = duel(), duel(dexterity=16, head=0)
    late = 0
    for fight, action, told, note in [
        *((usual, *shot, "") for shot in SHOTS),
        *((strong, *shot, "threshold 16") for shot in STRONG),
        *((strong, *shot, "threshold 16, at best") for shot in STRONG),
        *((usual, *shot, "no budget") for shot in BESIDE),
    ]:
        step = {"do": "act", "actor": "vera", "action": action, "target": "pirat", **told}
        spent = milliseconds(fight, step, best_case="at best" in note)
        late += note != "no budget" and spent > BUDGET
        said = ", ".join(f"{key} {value}" for key, value in told.items())
        print(f"{spent:7.2f} ms  {action}: {said}{f'  ({note})' if note else ''}")
    print("within the budget" if not late else f"{late} over the budget of {BUDGET:g} ms")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
