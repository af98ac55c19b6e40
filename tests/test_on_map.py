"""A map in every system: fights are played out on it, and without one nothing is different."""

import json
from typing import Any

import pytest

from desktop.encounter.fight import play
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import play_out, written
from desktop.rules import systems
from tests.playouts import sample_scripts

SAMPLES = {f"{id}: {script['name']}": script for id in systems() for script in sample_scripts(id)}

GROUND = [
    {"kind": "wall", "points": [[15, 0], [15, 12]]},
    {"kind": "wall", "points": [[15, 16], [15, 30]]},
    {"kind": "difficult", "points": [[8, 10], [12, 10], [12, 20], [8, 20], [8, 10]]},
    {"kind": "partial", "points": [[20, 5], [20, 12]]},
    {"kind": "full", "points": [[18, 16], [20, 16], [20, 18], [18, 18], [18, 16]]},
]


def placed(script: dict[str, Any]) -> dict[str, Any]:
    """The fight on a map with a wall in the middle and a gate in it, the sides left and right."""
    columns: dict[str, list[Any]] = {}
    for one in script["combatants"]:
        columns.setdefault(one["side"], []).append(one)
    combatants = [
        {**one, "at": [3 + 22 * min(column, 1) + 3 * (row // 9), 2 + 3 * (row % 9)]}
        for column, people in enumerate(columns.values())
        for row, one in enumerate(people)
    ]
    return {
        **script,
        "combatants": combatants,
        "map": {"width": 30, "height": 30, "ground": GROUND},
    }


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_behaviours_play_a_sample_out_on_a_map_and_it_replays_to_the_same(script: Any) -> None:
    start = opened(opening(placed(script)))
    for number in range(2):
        played = play_out(start, 5, number)
        assert "refused" not in played.unfinished
        assert "failed" not in played.unfinished
        replayed = play(json.loads(json.dumps(written(start, 5, number).as_script())))
        assert replayed.state.positions == played.state.positions
        for id in played.state.combatants:
            assert replayed.rules.describe(replayed.state, id) == replayed.rules.describe(
                played.state, id
            )
