"""How many turns a fight takes, against the exact chances of a duel."""

from math import ceil
from typing import Any

import pytest

from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.work import forecast
from tests.encounter.duel import exact_ends
from tests.rules.mir_tmy.bench import person

CLAWS = {"name": "Когти", "kind": "natural", "damage": 4, "type": "aggravated"}
FIGHTS = 400


def duel() -> dict[str, Any]:
    """Two with claws; nobody declares, so that each turn is one act of each."""
    people = {"a": person("А", abilities={"brawl": 3}), "b": person("Б", abilities={"brawl": 2})}
    return {
        "format": "fight/1",
        "system": "mir_tmy",
        "house_rules": {"declare": False},
        "combatants": [
            {
                "id": id,
                "side": side,
                "policy": "aggressive",
                "sheet": {**people[id], "weapons": [CLAWS]},
            }
            for id, side in (("a", "players"), ("b", "foes"))
        ],
        "dice": [10, 1],
        "steps": [{"do": "begin"}],
    }


def test_mir_tmy_17_a_duel_takes_as_many_turns_as_its_acts_fill() -> None:
    start = opening(duel())
    ends = list(exact_ends(opened(start), rest=1e-6))
    exact: dict[int, float] = {}
    for acts, _, p in ends:
        exact[ceil(acts / 2)] = exact.get(ceil(acts / 2), 0.0) + p
    mean = sum(turns * p for turns, p in exact.items())
    deviation = sum((turns - mean) ** 2 * p for turns, p in exact.items()) ** 0.5
    told = forecast(start, FIGHTS, seed=1)
    # Four standard deviations of the mean; a turn too many is more than that.
    assert 4 * deviation / FIGHTS**0.5 < 0.5
    assert told.mean_rounds == pytest.approx(mean, abs=4 * deviation / FIGHTS**0.5)
    assert told.wins_of("players").p == pytest.approx(
        sum(p for _, winner, p in ends if winner == "players"), abs=2 / FIGHTS**0.5
    )
