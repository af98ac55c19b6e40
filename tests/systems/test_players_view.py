"""What the players may see of a fight of an added system, which knows nothing of that window."""

from random import Random

import pytest

from desktop.encounter.fight import start
from desktop.encounter.playout import bare_script, thrower
from tests.players import check_view, meddle
from tests.playouts import by_policies

FIELD = {"width": 30, "height": 30, "ground": [{"kind": "wall", "points": [[15, 0], [15, 30]]}]}


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("system", ["skeleton", "wrack", "blaze", "delve"])
@pytest.mark.parametrize("mapped", [False, True])
def test_nothing_leaks_from_a_system_that_declares_nothing(system: str, mapped: bool) -> None:
    script, random = bare_script(system), Random(4)
    if mapped:
        script["map"] = FIELD
        for number, one in enumerate(script["combatants"]):
            one["at"] = [3 + 22 * (one["side"] != "players"), 3 + 2 * number]
    fight = start(script)
    check_view(fight)
    fight.perform({"do": "begin"}, thrower(random), fight.rules.decide)
    assert all(person.side == 0 for person in check_view(fight).people) == mapped
    for later in by_policies(script, 10) if fight.rules.policies else ():
        meddle(later, random)
        check_view(later)
