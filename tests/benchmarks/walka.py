"""Exact odds of every shot against their budget: ``python -m tests.benchmarks.walka``.

Ten milliseconds at most for any of them: single, aimed, two weapons, each burst, chosen locations,
through the scope, shotguns; grenades are shown beside them. Twenty hand to hand: alone and against
four, with points as usual, at best, or at each throw. Each is asked anew, as when the panel shows
them again; the first time takes what stands behind it in brackets.
"""

import sys
from statistics import median
from time import perf_counter
from typing import Any

from desktop.encounter.fight import Fight, start

BUDGET, HAND_TO_HAND = 10.0, 20.0  # milliseconds

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
]
EXCHANGES: list[dict[str, Any]] = [
    {"with": "Ostrze"},
    {"with": "Ostrze", "with_second": "Drugie ostrze", "manner": "fury"},
]
AT_TWO = {"with": "Ostrze", "with_second": "Drugie ostrze", "target_second": "pirat-2"}
"""Two exchanges with points that both share."""
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


def duel(dexterity: int = 13, head: int = 1, enemies: int = 1) -> Fight:
    """Two fighters, the target armoured in some places and not in others; or more ``enemies``, all
    of whom are fought hand to hand already."""
    skills = {"pistols": 6, "smgs": 5, "marksman_rifles": 5, "shotguns": 5, "throwing": 4}
    vera = {
        "name": "Vera",
        "attributes": {"dexterity": dexterity, "senses": 20},
        "skills": {**skills, "melee": 6},
        "weapons": WEAPONS,
    }
    armor = [{"name": "Pancerz", "reduction": {"head": head, "torso": 2, "left_leg": 1}}]
    pirate = {"name": "Pirat", "armor": armor, "skills": {"melee": 4}, "weapons": WEAPONS[-1:]}
    ids = ["pirat", *(f"pirat-{number}" for number in range(2, enemies + 1))]
    fight = start(
        {
            "format": "fight/1",
            "system": "walka",
            "combatants": [
                {"id": "vera", "side": "players", "sheet": vera},
                *({"id": id, "side": "piraci", "sheet": pirate} for id in ids),
            ],
        }
    )
    dice = [die for place in range(len(ids) + 1) for die in [1 + 3 * place] * 3]
    fight.perform({"do": "begin", "dice": dice})
    if enemies > 1:
        fight.perform({"do": "edit", "combatant": "vera", "set": {"presses": ids}})
    return fight


def milliseconds(
    fight: Fight,
    step: dict[str, Any],
    times: int = 15,
    best_case: bool = False,
    answers: dict[str, Any] | None = None,
) -> tuple[float, float]:
    """The median time of the whole odds of a step, ``best_case`` with the points that gain most;
    and the first."""
    spent = []
    for _ in range(times):
        begun = perf_counter()
        assert not fight.odds(step, best_case=best_case, answers=answers).samples
        spent.append((perf_counter() - begun) * 1000)
    return median(spent), spent[0]


def hand_to_hand() -> int:
    """Shows odds of exchanges; how many are late."""
    late = 0
    for enemies in (1, 4):
        fight = duel(enemies=enemies)
        told = [(more, way) for more in EXCHANGES for way in ("usual", "best", "each")]
        for more, way in [
            *told,
            *([(AT_TWO, way) for way in ("usual", "best")] if enemies > 1 else []),
        ]:
            step = {"do": "act", "actor": "vera", "action": "exchange", "target": "pirat", **more}
            spent, first = milliseconds(fight, step, answers={"points": way})
            late += spent > HAND_TO_HAND
            said = ", ".join(f"{key} {value}" for key, value in more.items())
            print(f"{spent:7.2f} ms [{first:.0f}]  against {enemies}, points {way}: {said}")
    return late


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
        spent, _ = milliseconds(fight, step, best_case="at best" in note)
        late += note != "no budget" and spent > BUDGET
        said = ", ".join(f"{key} {value}" for key, value in told.items())
        print(f"{spent:7.2f} ms  {action}: {said}{f'  ({note})' if note else ''}")
    late += hand_to_hand()
    print(
        "within the budget"
        if not late
        else f"{late} over the budget of {BUDGET:g} or {HAND_TO_HAND:g} ms"
    )
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
