"""How fast the engine is: exact odds of an attack, and a step of a small and a large fight.

``python -m tests.benchmarks.rules``. Engine only, nothing is painted.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from desktop.encounter.fight import Fight, start


def fight_of(combatants: int) -> Fight:
    """A begun skirmish: three players with pools, the rest guards; the first player on turn."""
    weapons = [{"name": "Karabin", "range": 24}]
    figures: list[dict[str, Any]] = [
        {
            "id": f"c{i}",
            "side": "players" if i < 3 else "foes",
            "sheet": {"name": f"C {i}", "max_hp": 6, "attacks": weapons},
        }
        for i in range(combatants)
    ]
    house = {"order": "fixed", "round_limit": 99}
    document = {"format": "fight/1", "system": "teohiphip", "house_rules": house}
    fight = start({**document, "combatants": figures})
    dice = iter([6, 5, 4, 3, 2, 1] * 3)
    fight.perform({"do": "begin"}, lambda sides: next(dice))
    fight.perform({"do": "activate", "actor": "c0"})
    return fight


def milliseconds(work: Callable[[], object], seconds: float = 0.5) -> float:
    """The best time of many runs."""
    best, end = float("inf"), perf_counter() + seconds
    while perf_counter() < end:
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best * 1000


def main() -> None:
    shot = {"do": "act", "actor": "c0", "action": "attack", "target": "c3"}
    aimed = {**shot, "modifiers": {"advantage": True, "cover": True}}
    for combatants in (20, 500):
        fight = fight_of(combatants)

        def step(fight: Fight = fight) -> None:
            fight.perform({**shot, "dice": [5, 1], "answers": {"swap": []}})
            fight.undo()

        def turn(fight: Fight = fight) -> None:
            fight.perform({"do": "end_turn"})
            fight.undo()

        rows: dict[str, Callable[[], object]] = {
            "odds of an attack": lambda: fight.odds(shot),  # noqa: B023
            "odds of it with the best swap": lambda: fight.odds(shot, best_case=True),  # noqa: B023
            "odds of an aimed one": lambda: fight.odds(aimed),  # noqa: B023
            "an attack and its undo": step,
            "the end of a turn and its undo": turn,
            "all options": fight.options,
        }
        for label, work in rows.items():
            print(f"{combatants:>4} combatants  {label:<32}{milliseconds(work):8.3f} ms")


if __name__ == "__main__":
    main()
