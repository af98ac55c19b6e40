"""How many fights a second are played out: ``python -m tests.benchmarks.simulate [SYSTEM…]``.

Four against four in every system, and each sample, in one process; the same fights with their log,
as a fight in the window is played; and how many times as long a fight of 32 against 32 takes as one
of 2 against 2. Times are of the processor, so other work on the machine counts little; compare
figures of one run with each other only.
"""

import sys
from time import process_time
from typing import Any

from desktop.encounter.playout import play_by_policies
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import play_portion
from desktop.rules import systems
from tests.playouts import sample_scripts

SECONDS = 2.0


def four_against_four(system: str) -> dict[str, Any]:
    """The first sample of a system, with four of its people on each side."""
    return of_each_side(system, 4)


def of_each_side(system: str, count: int) -> dict[str, Any]:
    """The first sample of a system, with so many of its people on each side."""
    script = sample_scripts(system)[0]
    sides = list(dict.fromkeys(one["side"] for one in script["combatants"]))[:2]
    people = []
    for side in sides:
        there = [one for one in script["combatants"] if one["side"] == side]
        for number in range(count):
            one = there[number % len(there)]
            people.append({**one, "id": f"{side}-{number}", "group": None})
    return {**script, "name": f"{count} v {count}", "combatants": people}


def evenly_matched(system: str) -> dict[str, Any]:
    """The same four people of the first sample's first side on both sides."""
    script = four_against_four(system)
    ours = script["combatants"][:4]
    theirs = [{**one, "id": f"other-{one['id']}", "side": "others"} for one in ours]
    return {**script, "name": "even", "combatants": [*ours, *theirs]}


def fights_a_second(script: dict[str, Any]) -> tuple[float, Forecast]:
    start = opening(script)
    play_portion(start, 0, 0, 4)
    found, begun = Forecast(), process_time()
    while process_time() - begun < SECONDS:
        found.add(play_portion(start, 0, found.fights, 10))
    return found.fights / (process_time() - begun), found


def written_down(script: dict[str, Any]) -> tuple[float, float]:
    """Fights and steps a second where every step is told, kept and can be undone."""
    fights, steps, begun = 0, 0, process_time()
    while process_time() - begun < SECONDS:
        steps += len(play_by_policies(script, fights).moments)
        fights += 1
    spent = process_time() - begun
    return fights / spent, steps / spent


def main(wanted: list[str]) -> None:
    for system in wanted or systems():
        for script in (four_against_four(system), *sample_scripts(system)):
            rate, found = fights_a_second(script)
            rounds = f"{found.mean_rounds:.1f} rounds"
            print(f"{system:<10} {script['name']:<24} {rate:8.0f} fights/s   {rounds}", flush=True)
            told, steps = written_down(script)
            print(f"{'':<10} {'with its log':<24} {told:8.0f} fights/s   {steps:.0f} steps/s")
        few, many = (fights_a_second(of_each_side(system, count))[0] for count in (2, 32))
        print(
            f"{'':<10} {'32 v 32 takes':<24} {few / many:8.1f} times as long as 2 v 2", flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1:])
