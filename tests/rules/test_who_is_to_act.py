"""Whether one combatant is to act agrees with the list of all who are, in every system."""

import pytest

from desktop.rules import systems
from tests.playouts import by_policies, sample_scripts


@pytest.mark.parametrize("system", sorted(systems()))
def test_one_is_to_act_exactly_if_the_list_names_them(system: str) -> None:
    seen = set()
    for fight in by_policies(sample_scripts(system)[0], 40):
        named = set(fight.rules.to_act(fight.state))
        asked = {id for id in fight.state.combatants if fight.rules.is_to_act(fight.state, id)}
        assert asked == named
        seen.add(frozenset(named))
    assert len(seen) > 1
