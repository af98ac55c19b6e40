"""Every system that ships: its sample encounters, played out at random and by their behaviours."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop.rules import systems
from tests.playouts import check_fight, play_by_policies, sample_scripts

SCRIPTS = {
    f"{system}: {script['name']}": script
    for system in systems()
    for script in sample_scripts(system)
}


def test_every_system_has_a_sample_encounter() -> None:
    assert {script["system"] for script in SCRIPTS.values()} == set(systems())


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 2**32), max_size=80))
@example(seed=1013818839, choices=[3097603021, 2056767043, 1547240115])
@example(seed=3, choices=[0, 258, 8363332])
def test_random_fights_hold_whatever_the_game_master_does(
    script: dict[str, Any], seed: int, choices: list[int]
) -> None:
    check_fight(script, seed, choices, meddling=True)


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_sample_plays_itself_to_its_end(script: dict[str, Any]) -> None:
    fight = play_by_policies(script, seed=7)
    assert fight.outcome is not None
    acted = {fight.state[line.by].side for line in fight.log if line.by}
    assert acted == {combatant.side for combatant in fight.state.combatants.values()}
