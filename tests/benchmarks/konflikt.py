"""Exact odds of every attack against their budget: ``python -m tests.benchmarks.konflikt``.

Ten milliseconds at most for any of them; a step by policy and the questions of the panel are shown
beside them.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from desktop.encounter.fight import Fight, start

BUDGET = 10.0  # milliseconds

ATTACKS: list[dict[str, Any]] = [
    {"name": "Dlouhý meč", "damage": "1k8"},
    {"name": "Obouruční meč", "damage": "2k6"},
    {"name": "Kuše", "kind": "ranged", "damage": "1k8", "range": 20},
    {"name": "Židle", "damage": "1k6", "improvised": True},
    {"name": "Nůž", "damage": "1k4", "light": True, "agile": True},
]
SPELL = {"name": "Oheň", "skill": "intelligence", "against": "defence", "damage": "1k8"}
BLOWS: list[dict[str, Any]] = [
    *({"action": "attack", "with": attack["name"]} for attack in ATTACKS),
    {"action": "attack", "with": "Kuše", "threatened": True, "modifiers": {"cover": "full"}},
    {"action": "two_weapons", "with": "Nůž", "with_other": "Neozbrojený útok"},
    {"action": "two_weapons", "with": "Obouruční meč", "with_other": "Židle"},
    {"action": "cast", "with": "Oheň", "threatened": True},
]


def battle(foes: int) -> Fight:
    """A fighter with everything, and so many foes; begun."""
    taren = {"name": "Taren", "skills": {"prowess": 3}, "attacks": ATTACKS, "spells": [SPELL]}
    foe = {"name": "Obr", "defence": 12, "max_hp": 12, "attacks": ATTACKS[:1]}
    people: list[dict[str, Any]] = [{"id": "taren", "side": "players", "sheet": taren}]
    people += [{"id": f"foe{n}", "side": "foes", "sheet": foe} for n in range(foes)]
    fight = start({"format": "fight/1", "system": "konflikt", "combatants": people})
    fight.perform({"do": "begin"})
    return fight


def milliseconds(work: Callable[[], object], times: int = 31) -> float:
    """The median time of a piece of work, of the processor alone."""
    spent = []
    for _ in range(times):
        begun = process_time()
        work()
        spent.append((process_time() - begun) * 1000)
    return median(spent)


def main() -> int:
    fight, late = battle(1), 0
    for blow in BLOWS:
        step = {"do": "act", "actor": "taren", "target": "foe0", **blow}
        spent = milliseconds(lambda: fight.odds(step))  # noqa: B023
        late += spent > BUDGET
        print(f"{spent:8.3f} ms  odds: {', '.join(str(part) for part in blow.values())}")
    for foes in (5, 100):
        fight = battle(foes)
        rules, state = fight.rules, fight.state
        choose = rules.policies["raider"].choose
        attack = rules._actions["act", "attack"]
        rows: dict[str, Callable[[], object]] = {
            "a draft of the state": state.copy,
            "why_not of an attack": lambda: rules.why_not(state, "taren", attack),  # noqa: B023
            "a choice by policy": lambda: choose(state, "taren"),  # noqa: B023
            "all options": lambda: rules.options(state),  # noqa: B023
        }
        for label, work in rows.items():
            print(f"{milliseconds(work):8.3f} ms  {label}, {foes + 1} combatants")
    print("within the budget" if not late else f"{late} over the budget of {BUDGET:g} ms")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
