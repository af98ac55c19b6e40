"""The fights that tests play out: the sample encounters of every system that ships."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import check_fight, play_by_policies, thrower
from desktop.encounter.roster import read_plan, to_script
from desktop.library.samples import sample_scripts as shipped_scripts
from desktop.rules import systems

__all__ = ["by_policies", "check_fight", "play_by_policies", "sample_scripts"]


def sample_scripts(system: str) -> list[dict[str, Any]]:
    """Every encounter of a system's sample campaign, as a script.

    The sample is the one that ships, or while there is none, ``tests/samples/{system}.json``.
    """
    file = Path(__file__).parent / "samples" / f"{system}.json"
    if not file.exists():
        return shipped_scripts(system)
    sample = json.loads(file.read_text("utf-8"))
    return [to_script(read_plan(encounter["plan"])) for encounter in sample["encounters"]]


def by_policies(script: dict[str, Any], moves: int, seed: int = 1) -> Iterator[Fight]:
    """The same fight at every step of a game that the system's own behaviours play.

    Who has none in the script gets the first one of the system.
    """
    first = next(iter(systems()[script["system"]].policies))
    everybody = [{"policy": first, **combatant} for combatant in script["combatants"]]
    fight, dice = start({**script, "combatants": everybody}), Random(seed)
    fight.perform({"do": "begin"}, thrower(dice), fight.rules.decide)
    for _ in range(moves):
        yield fight
        step = fight.suggest()
        if step is None or fight.outcome:
            return
        fight.perform(step, thrower(dice), fight.rules.decide)
    yield fight
