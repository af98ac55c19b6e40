"""What is on offer: in turn, and out of turn for whoever is looked at."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import thrower
from desktop.rules import systems
from desktop.rules.contract import Option, Rules
from desktop.rules.guarded import guarded
from desktop.rules.teohiphip import Teohiphip
from desktop.rules.teohiphip.state import Skirmish
from tests.playouts import sample_scripts
from tests.window.combat.skirmish import skirmish


class AllAtOnce(Teohiphip):
    """A system that overrides ``options``: it gives those of everybody in one answer."""

    def options(self, state: Skirmish) -> Sequence[Option]:
        return [option for option in super().options(state) if option.actor != "platon"]


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


@pytest.mark.parametrize("made", [lambda rules: rules, lambda rules: guarded(rules, __name__)])
def test_a_system_that_gives_all_options_at_once_is_asked_for_no_others(
    made: Callable[[Rules[Any]], Rules[Any]],
) -> None:
    fight = begun(skirmish())
    guards, platons = map(fight.out_of_turn_options, ("guard1", "platon"))
    of_the_turn = fight.turn_options()
    assert platons
    fight.rules = made(AllAtOnce())
    assert fight.turn_options() == of_the_turn
    assert fight.out_of_turn_options("guard1") == guards
    assert fight.out_of_turn_options("platon") == []
