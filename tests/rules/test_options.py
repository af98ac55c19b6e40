"""What is on offer: in turn, and out of turn for whoever is looked at."""

from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import thrower
from desktop.rules import systems
from tests.playouts import sample_scripts


def begun(script: dict[str, Any]) -> Fight:
    fight = start(script)
    fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
    return fight


@pytest.mark.parametrize("system", systems())
def test_options_are_those_of_the_turn_and_everybodys_out_of_turn(system: str) -> None:
    fight = begun(sample_scripts(system)[0])
    everybody = fight.state.combatants
    out_of_turn = [option for id in everybody for option in fight.out_of_turn_options(id)]
    assert [*fight.turn_options(), *out_of_turn] == fight.options()
    assert all(option.out_of_turn for option in out_of_turn)
    to_act = {*fight.rules.to_act(fight.state), ""}
    assert {option.actor for option in fight.turn_options()} <= to_act
    assert not to_act & {option.actor for option in out_of_turn if option.group == "turn"}
