"""How many fights a second are played out: ``python -m tests.benchmarks.simulate [SYSTEM…]``.

Four against four in every system, and each sample, in one process. Times are of the processor, so
other work on the machine counts little; compare figures of one run with each other only.
"""

import sys
from time import process_time
from typing import Any

from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import play_portion
from desktop.rules import systems
from tests.playouts import sample_scripts

SECONDS = 2.0


def four_against_four(system: str) -> dict[str, Any]:
    """The first sample of a system, with four of its people on each side."""
    script = sample_scripts(system)[0]
    sides = list(dict.fromkeys(one["side"] for one in script["combatants"]))[:2]
    people = []
    for side in sides:
        there = [one for one in script["combatants"] if one["side"] == side]
        for number in range(4):
            one = there[number % len(there)]
            people.append({**one, "id": f"{side}-{number}", "group": None})
    return {**script, "name": "4 v 4", "combatants": people}


def fights_a_second(script: dict[str, Any]) -> tuple[float, Forecast]:
    start = opening(script)
    play_portion(start, 0, 0, 4)
    found, begun = Forecast(), process_time()
    while process_time() - begun < SECONDS:
        found.add(play_portion(start, 0, found.fights, 10))
    return found.fights / (process_time() - begun), found


def main(wanted: list[str]) -> None:
    for system in wanted or systems():
        for script in (four_against_four(system), *sample_scripts(system)):
            rate, found = fights_a_second(script)
            rounds = f"{found.mean_rounds:.1f} rounds"
            print(f"{system:<10} {script['name']:<24} {rate:8.0f} fights/s   {rounds}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
