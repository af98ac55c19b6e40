"""Measures the adversaries of the catalogues: how many make an even fight against four.

    python docs/strengths.py [SYSTEM …]

Each plays some hundred forecast fights against the player characters of its system's sample, and
the number is kept in the entry (``even``), rounded to two figures. Run it again after rules,
behaviours or adversaries have changed; it takes some minutes.
"""

import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from desktop.encounter.roster import Line, Plan, to_script
from desktop.encounter.simulate.forecast import Forecast, crossing
from desktop.encounter.simulate.opening import Opening, opening
from desktop.encounter.simulate.work import forecast
from desktop.rules import systems
from desktop.rules.adversaries import MOST_FOES, USUAL_PARTY, Adversary, as_combatant
from desktop.rules.state import FOES, PLAYERS

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
FIGHTS = 80

Play = Callable[[Opening], Forecast]


def chance_of_players(forecast: Forecast) -> float:
    """The players' chance among fights that somebody wins; without such fights one half."""
    won, lost = forecast.wins[PLAYERS], forecast.wins[FOES]
    return won / (won + lost) if won + lost else 0.5


def even_number(
    system: str, party: Sequence[Mapping[str, Any]], foe: Mapping[str, Any], policy: str, play: Play
) -> float:
    """As many of ``foe`` as have an even chance against four of the ``party``.

    ``party`` are sheets, taken again in turn where they are fewer than four; ``play`` makes the
    forecast of an opening. A foe that alone beats four meets ever larger parties: 0.5 is an even
    fight of one against eight. Between two whole numbers the chance is taken for a straight line.
    At most 12 of them are tried, and at most 32 players.
    """

    def chance(players: int, foes: int) -> float:
        heroes = [
            Line(sheet=dict(character), side=PLAYERS) for character in islice(cycle(party), players)
        ]
        enemies = Line(sheet=dict(foe), side=FOES, count=foes, policy=policy or None)
        plan = Plan(system=system, lines=[*heroes, enemies])
        return chance_of_players(play(opening(to_script(plan), check=False)))

    if chance(USUAL_PARTY, 1) >= 0.5:
        return _answered(crossing(1, MOST_FOES), lambda foes: chance(USUAL_PARTY, foes))
    search = crossing(USUAL_PARTY, 8 * USUAL_PARTY)
    return USUAL_PARTY / _answered(search, lambda players: 1 - chance(players, 1))


def _answered(search: Generator[int, float, float], chance: Callable[[int], float]) -> float:
    """What a search comes to where each chance is known at once."""
    asked = next(search)
    while True:
        try:
            asked = search.send(chance(asked))
        except StopIteration as end:
            return float(end.value)


def measure(system: str, executor: Executor) -> None:
    """Measures every adversary of a system, and writes the catalogue again."""
    path = RESOURCES / "catalogues" / f"{system}.json"
    catalogue = json.loads(path.read_text("utf-8"))
    sample = json.loads((RESOURCES / "samples" / f"{system}.json").read_text("utf-8"))
    party = [one["sheet"] for one in sample["characters"] if one["role"] == "player"]
    models = systems()[system].catalogue

    def play(opening: Opening) -> Forecast:
        return forecast(opening, FIGHTS, executor=executor)

    for entry in catalogue["entries"]:
        if issubclass(models[entry["kind"]], Adversary):
            sheet, policy = as_combatant(entry["data"])
            even = even_number(system, party, sheet, policy or "", play)
            entry["data"]["even"] = float(f"{even:.2g}")
            print(system, entry["name"], entry["data"]["even"], flush=True)
    write(path, catalogue)


def write(path: Path, catalogue: dict[str, object]) -> None:
    """A catalogue as its file has it: an entry a line."""
    lines = ",\n".join("    " + json.dumps(e, ensure_ascii=False) for e in catalogue["entries"])  # type: ignore[attr-defined]
    path.write_text(
        f'{{\n  "system": "{catalogue["system"]}",\n  "entries": [\n{lines}\n  ]\n}}\n', "utf-8"
    )


if __name__ == "__main__":
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        for name in sys.argv[1:] or systems():
            measure(name, executor)
