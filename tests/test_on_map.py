"""A map in every system: fights are played out on it, and without one nothing is different."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import play
from desktop.encounter.script import ScriptError
from desktop.encounter.simulate import playing
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import play_out, written
from desktop.rules import systems
from tests.playouts import by_policies, check_fight, sample_scripts


def without_map(script: dict[str, Any]) -> dict[str, Any]:
    """The same fight as it is without a map, also where its sample has one."""
    people = [{key: one[key] for key in one if key != "at"} for one in script["combatants"]]
    return {**{key: script[key] for key in script if key != "map"}, "combatants": people}


SHIPPED = [script for id in systems() for script in sample_scripts(id)]
SAMPLES = {f"{script['system']}: {script['name']}": without_map(script) for script in SHIPPED}
OWN_MAPS = {script["name"]: script for script in SHIPPED if "map" in script}

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


ON_MAPS = {**{name: placed(script) for name, script in SAMPLES.items()}, **OWN_MAPS}


@pytest.mark.parametrize("script", ON_MAPS.values(), ids=ON_MAPS)
def test_behaviours_play_a_sample_out_on_a_map_and_it_replays_to_the_same(script: Any) -> None:
    start = opened(opening(script))
    for number in range(2):
        played = play_out(start, 5, number)
        assert played.unfinished == "", "they find through the gate, and nobody is refused"
        replayed = play(json.loads(json.dumps(written(start, 5, number).as_script())))
        assert replayed.state.positions == played.state.positions
        for id in played.state.combatants:
            assert replayed.rules.describe(replayed.state, id) == replayed.rules.describe(
                played.state, id
            )


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_where_nobody_stands_on_a_map_nothing_is_different(script: Any) -> None:
    empty = {**script, "map": {"width": 30, "height": 30, "ground": GROUND}}
    pairs = zip(by_policies(script, 25), by_policies(empty, 25), strict=True)
    asked = 0
    for number, (without, with_map) in enumerate(pairs):
        assert [line.as_json() for line in with_map.log] == [line.as_json() for line in without.log]
        assert with_map.as_json() == without.as_json()
        step = without.suggest()
        assert with_map.suggest() == step
        if step and number % 5 == 0 and without.preview(step).question:
            assert with_map.odds(step).as_json() == without.odds(step).as_json()
            asked += 1
    assert without.begun
    assert asked or not without.outcome


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_whatever_is_done_on_a_map_holds_what_always_holds(script: Any) -> None:
    """Refused steps change nothing, kept states are not written to, odds add up, replays agree."""
    fight = check_fight(placed(script), 4, range(3, 28), meddling=True)
    assert fight.state.battlefield is not None
    assert fight.state.positions


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_odds_on_a_map_are_of_the_command_that_is_played(script: Any) -> None:
    """What the map knows is the same in the odds of a step and when it is said out loud."""
    asked = 0
    for fight in by_policies(placed(script), 40):
        step = fight.suggest()
        if step is None or not fight.begun or asked == 3:
            continue
        said = fight.rules.filled_in(fight.state, fight.rules.read(step))
        whole = {**step, **said.model_dump(mode="json", by_alias=True, exclude_unset=True)}
        if whole == step or not fight.preview(step).question:
            continue
        asked += 1
        assert fight.odds(whole).as_json() == fight.odds(step).as_json()
        assert fight.preview(whole).lines == fight.preview(step).lines


@pytest.mark.parametrize("script", [*SAMPLES.values(), *ON_MAPS.values()])
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 2**32), max_size=25))
def test_behaviours_play_on_from_wherever_the_game_master_has_left_a_fight(
    script: dict[str, Any], seed: int, choices: list[int]
) -> None:
    fight = check_fight(script, seed, choices, meddling=True)
    if fight.outcome is not None:
        return
    if len({one.side for one in fight.state.combatants.values()}) < 2:  # all were changed to one
        with pytest.raises(ScriptError, match=r"all are on one side|one on each of two sides"):
            opened(opening(fight.as_script(), check=False))
        return
    for policy in fight.rules.policies:
        instead = dict.fromkeys(fight.state.combatants, policy)
        start = opened(opening(fight.as_script(), instead=instead, check=False))
        with pytest.MonkeyPatch.context() as shorter:
            shorter.setattr(playing, "STEPS_EACH", 30)  # some behaviours only wait and see
            played = play_out(start, seed, 0)
        assert played.unfinished in ("", playing.NO_END, playing.NOBODY_ACTS)
