"""Exact odds of the d10 pools against their budgets: ``python -m tests.benchmarks.mir_tmy``.

A usual attack has 1 ms, twenty dice against twenty with damage and soak 3 ms, a twelfth of what
icepool takes. ``cold`` is the first time, with no spread remembered; for icepool, in a new process.
"""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import play_out
from desktop.rules import dice
from desktop.rules.mir_tmy import pools
from tests.playouts import sample_scripts

RIFLE = {
    "name": "Винтовка",
    "kind": "firearm",
    "damage": 8,
    "range": 200,
    "clip": 30,
    "automatic": True,
    "burst": True,
}
SWORD = {"name": "Меч", "damage": 3}
CLUB = {"name": "Дубинка", "damage": 2, "type": "bashing"}


def fight_of(attribute: int, ability: int, stamina: int, others: int = 1) -> Fight:
    """A begun fight of one against many, everybody with the same dice."""
    names = ("strength", "dexterity", "perception", "wits")
    body = {**dict.fromkeys(names, attribute), "stamina": stamina}
    skills = dict.fromkeys(("firearms", "melee", "brawl", "dodge", "athletics"), ability)
    sheet = {"attributes": body, "abilities": skills, "weapons": [RIFLE, SWORD, CLUB]}
    combatants = [
        {"id": f"c{i}", "side": "foes" if i else "players", "sheet": {"name": f"C {i}", **sheet}}
        for i in range(others + 1)
    ]
    fight = start(
        {
            "format": "fight/1",
            "system": "mir_tmy",
            "house_rules": {"declare": False},
            "combatants": combatants,
        }
    )
    fight.perform({"do": "begin", "dice": [10 - min(i, 8) for i in range(others + 1)]}, lambda n: 5)
    return fight


def forget() -> None:
    for cache in (dice._spread, dice._two_stages, pools._clashes, pools._worths):
        cache.cache_clear()


def cold(work: Callable[[], object]) -> float:
    times = []
    for _ in range(5):
        forget()
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times) * 1000


def warm(work: Callable[[], object], seconds: float = 0.5) -> float:
    best, end = float("inf"), perf_counter() + seconds
    while perf_counter() < end:
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best * 1000


def crowds(people: int) -> dict[str, Any]:
    """So many people of the first sample on each side."""
    script = sample_scripts("mir_tmy")[0]
    combatants = []
    for side in list(dict.fromkeys(one["side"] for one in script["combatants"]))[:2]:
        there = [one for one in script["combatants"] if one["side"] == side]
        for number in range(people):
            person = there[number % len(there)]
            combatants.append({**person, "id": f"{side}-{number}", "group": None})
    return {**script, "combatants": combatants}


def forecasts() -> None:
    """What a fight of a forecast costs, small and large; the large one has more turns too."""
    for people, fights in ((2, 60), (32, 4)):
        start = opened(opening(crowds(people)))
        best, rounds = float("inf"), 0.0
        for _ in range(4):
            begun = process_time()
            rounds = sum(play_out(start, 1, number).state.round for number in range(fights))
            best = min(best, (process_time() - begun) / fights)
        label = f"a forecast's fight, {people} v {people}"
        print(f"{label:<42}{'':18}{best * 1000:9.2f} ms {rounds / fights:6.2f} turns")


BY_ICEPOOL = """
from time import perf_counter
from tests.rules.mir_tmy.test_odds import judged
begun = perf_counter()
judged((20, 6), (20, 6), cap=10, damage=12, soak=10, room=15)
print(perf_counter() - begun)
"""
"""Twenty dice against a dodge of twenty, with damage and soak."""


def cold_by_icepool() -> float:
    command = [sys.executable, "-c", BY_ICEPOOL]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs) * 1000


def main() -> None:
    usual, great, crowd = fight_of(4, 4, 3), fight_of(10, 10, 10), fight_of(4, 4, 3, others=11)
    attack: dict[str, Any] = {"do": "act", "actor": "c0", "action": "attack", "target": "c1"}
    club = {**attack, "with": "Дубинка"}
    sword = {**attack, "with": "Меч"}
    parts = [{"action": "attack", "dice": 4, "target": f"c{i}", "with": "Меч"} for i in (1, 2)]
    several = {"do": "act", "actor": "c0", "action": "multiple", "parts": parts}
    strafe = {"do": "act", "actor": "c0", "action": "strafe", "targets": ["c1", "c2"]}
    burst = {**attack, "action": "short_burst"}
    rows: dict[str, tuple[Fight, dict[str, Any], str]] = {
        "8 dice, no defence, damage 8": (usual, attack, "none"),
        "8 dice, dodge 8, damage 6, soak 3": (usual, club, "dodge"),
        "8 dice, parry 8, damage, hit in return": (usual, sword, "parry"),
        "8 dice, block 8, damage 6, soak 3": (usual, club, "block"),
        "a short burst, dodge 8": (usual, burst, "dodge"),
        "20 dice, dodge 20, damage 12, soak 10": (great, club, "dodge"),
        "20 dice, parry 20, damage 13": (great, sword, "parry"),
        "8 dice, dodge 8, twelve in the fight": (crowd, club, "dodge"),
        "two attacks out of 8 dice": (crowd, several, "none"),
        "strafing two, both dodge": (crowd, strafe, "dodge"),
    }
    for label, (fight, step, defence) in rows.items():

        def work(fight: Fight = fight, step: dict[str, Any] = step, kind: str = defence) -> object:
            return fight.odds(step, answers={"defence": kind})

        walk = fight.search_odds(step, answers={"defence": defence})
        walk.whole()
        print(f"{label:<42}{cold(work):9.2f} ms cold {warm(work):9.2f} ms {walk.paths:6} paths")
    print(f"{'the same twenty against a dodge, by icepool':<42}{cold_by_icepool():9.2f} ms cold")
    attacked = {**club, "dice": [8] * 8 + [3] * 8 + [3] * 20, "answers": {"defence": "dodge"}}

    def step_of(fight: Fight = crowd) -> None:
        attack_dice = iter(attacked["dice"])
        fight.perform({**attacked, "dice": []}, lambda sides: next(attack_dice))
        fight.undo()

    print(f"{'an attack and its undo, twelve':<42}{'':18}{warm(step_of):9.2f} ms")
    print(f"{'all options, twelve':<42}{'':18}{warm(crowd.options):9.2f} ms")
    forecasts()


if __name__ == "__main__":
    main()
