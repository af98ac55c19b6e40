"""How often the tactician beats a system's first behaviour.

``python -m tests.benchmarks.tactician [FIGHTS [SYSTEM…]]``

Two against two, the same two people on both sides of the first sample of every system. Half of the
fights have the tactician on the side that comes first. Seconds are of two processes.
"""

import sys
from time import perf_counter
from typing import Any

from desktop.encounter.simulate.forecast import Forecast, share
from desktop.encounter.simulate.variation import Variation, varied
from desktop.encounter.simulate.work import forecast
from desktop.encounter.tactician import TACTICIAN
from desktop.processes import Processes
from desktop.rules import systems
from tests.playouts import sample_scripts

FIGHTS = 100
SIDES = ("one", "two")
EACH = 2


def even_sides(system: str) -> dict[str, Any]:
    """The first people of a system's first sample, once on each side."""
    script = sample_scripts(system)[0]
    people = [{k: v for k, v in one.items() if k != "policy"} for one in script["combatants"]]
    both = [
        {**one, "id": f"{side}-{number}", "side": side, "group": None}
        for side in SIDES
        for number, one in enumerate(people[:EACH])
    ]
    return {**script, "combatants": both, "objectives": []}


def main(fights: int, wanted: list[str]) -> None:
    with Processes(2) as workers:
        for system in wanted or systems():
            begun, better, worse, all_fights = perf_counter(), 0, 0, 0
            for side, other in (SIDES, SIDES[::-1]):
                start = varied(even_sides(system), Variation(policies={side: TACTICIAN}))
                found: Forecast = forecast(start, fights // 2, seed=1, executor=workers)
                better += found.wins[side] + found.ahead[side]
                worse += found.wins[other] + found.ahead[other]
                all_fights += found.fights
            even = all_fights - better - worse
            chance, spent = share(better, better + worse), perf_counter() - begun
            print(
                f"{system:<10} better {better:4}  worse {worse:4}  even {even:4}"
                f"   {chance.p:6.1%} ({chance.low:.1%} to {chance.high:.1%})   {spent:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS, sys.argv[2:])
