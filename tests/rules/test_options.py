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
    """A system from before asides were asked for one by one: it gives everybody's options."""

    def options(self, state: Skirmish) -> Sequence[Option]:
        return [option for option in super().options(state) if option.actor != "platon"]


def begun(script: dict[str, Any]) -> Fight:
    fight = start(script)
    fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
    return fight


@pytest.mark.parametrize("system", systems())
def test_options_are_those_of_the_turn_and_the_asides_of_everybody(system: str) -> None:
    fight = begun(sample_scripts(system)[0])
    asides = [option for id in fight.state.combatants for option in fight.asides(id)]
    assert [*fight.turn_options(), *asides] == fight.options()
    assert all(option.aside for option in asides)
    to_act = {*fight.rules.to_act(fight.state), ""}
    assert {option.actor for option in fight.turn_options()} <= to_act
    assert not to_act & {option.actor for option in asides if option.group == "turn"}


@pytest.mark.parametrize("made", [lambda rules: rules, guarded])
def test_a_system_that_gives_all_options_at_once_is_asked_for_no_others(
    made: Callable[[Rules[Any]], Rules[Any]],
) -> None:
    fight = begun(skirmish())
    usual = fight.turn_options(), fight.asides("guard1"), fight.asides("platon")
    fight.rules = made(AllAtOnce())
    assert (fight.turn_options(), fight.asides("guard1")) == usual[:2]
    assert usual[2]
    assert fight.asides("platon") == []
