"""Measures the adversaries of the catalogues: how many make an even fight against four.

    python docs/strengths.py [SYSTEM …]

Each plays some hundred forecast fights against the player characters of its system's sample, and
the number is kept in the entry (``even``), rounded to two figures. Run it again after rules,
behaviours or adversaries have changed; it takes some minutes.
"""

import json
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from desktop.encounter.simulate.forecast import Forecast, even_number
from desktop.encounter.simulate.opening import Opening
from desktop.encounter.simulate.work import forecast
from desktop.rules import systems
from desktop.rules.adversaries import Adversary, as_combatant

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
FIGHTS = 80


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
