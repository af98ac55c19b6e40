"""The fights that tests play out: the sample encounters of every system that ships."""

import json
from pathlib import Path
from typing import Any

from desktop.encounter.playout import check_fight, play_by_policies
from desktop.encounter.roster import read_plan, to_script
from desktop.library.samples import sample_scripts as shipped_scripts

__all__ = ["check_fight", "play_by_policies", "sample_scripts"]


def sample_scripts(system: str) -> list[dict[str, Any]]:
    """Every encounter of a system's sample campaign, as a script.

    The sample is the one that ships, or while there is none, ``tests/samples/{system}.json``.
    """
    file = Path(__file__).parent / "samples" / f"{system}.json"
    if not file.exists():
        return shipped_scripts(system)
    sample = json.loads(file.read_text("utf-8"))
    return [to_script(read_plan(encounter["plan"])) for encounter in sample["encounters"]]
