"""Writes the example fights for ``fraydesk run``, ``odds`` and ``simulate``: ``docs/examples.py``.

One for each system: the first encounter of its sample, played by the behaviours of the system up
to an attack that can come to several things.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from desktop import assets
from desktop.encounter.fight import start
from desktop.encounter.playout import thrower
from desktop.library.samples import sample_scripts
from desktop.rules import systems

LEAST_STEPS = 8
"""Steps before the attack with which an example ends."""

MOST_STEPS = 200

HARM = {"hit", "damage"}
"""What the odds of an attack speak of."""


def example(system: str) -> dict[str, Any]:
    """A fight of a shipped system that ends with an attack."""
    script = sample_scripts(system)[0]
    first = next(iter(systems()[system].policies))
    people = [
        {**combatant, "policy": combatant.get("policy") or first}
        for combatant in script["combatants"]
    ]
    fight, dice = start({**script, "combatants": people}), Random(1)
    fight.perform({"do": "begin"}, thrower(dice), fight.rules.decide)
    for number in range(MOST_STEPS):
        step = fight.suggest()
        if step is None or fight.outcome:
            break
        if number >= LEAST_STEPS and HARM & fight.odds(step).marked().keys():
            done = fight.as_script()
            return {**done, "steps": [*done["steps"], {**step, "answers": "default"}]}
        fight.perform(step, thrower(dice), fight.rules.decide)
    raise LookupError(f"no attack in the first {MOST_STEPS} steps of {system}")


def written(system: str) -> str:
    """The example as its file has it."""
    return json.dumps(example(system), ensure_ascii=False, indent=1) + "\n"


def files() -> Iterator[tuple[str, Path]]:
    """Each shipped system with the file of its example."""
    for system in systems():
        if systems().ships(system):
            yield system, assets.root() / "examples" / f"{system}.json"


if __name__ == "__main__":
    for system, file in files():
        file.write_text(written(system), "utf-8")
        print(file.name)
