"""What a fight changes for good can be written to the sheet, in every system that ships."""

from typing import Any

import pytest

from desktop.encounter.fight import start
from desktop.rules import systems
from desktop.rules.contract import Change, checked, with_changes
from desktop.rules.table import Refusal
from desktop.rules.text import Text
from tests.playouts import play_by_policies, sample_scripts

FIRST = [(system, sample_scripts(system)[0]) for system in systems()]


@pytest.mark.parametrize(("system", "script"), FIRST, ids=[system for system, _ in FIRST])
def test_a_sheet_takes_what_a_fight_has_left_and_the_next_fight_begins_with_it(
    system: str, script: dict[str, Any]
) -> None:
    rules, fight = systems()[system], play_by_policies(script, seed=3, most=60)
    changed = {id: rules.changes(fight.state, id) for id in fight.state.combatants}
    assert any(changed.values())
    after = []
    for recruit in script["combatants"]:
        sheet = with_changes(recruit["sheet"], changed[recruit["id"]])
        checked(rules.sheet, sheet)
        after.append({**recruit, "sheet": sheet})
    again = start({**script, "combatants": after})
    assert not any(rules.changes(again.state, id) for id in again.state.combatants)


@pytest.mark.parametrize("system", systems())
def test_who_was_not_hurt_has_nothing_to_be_kept(system: str) -> None:
    people = [
        {"id": id, "side": side, "sheet": {"name": id}}
        for id, side in (("one", "players"), ("other", "foes"))
    ]
    fight = start({"format": "fight/1", "system": system, "combatants": people})
    assert not any(fight.rules.changes(fight.state, id) for id in ("one", "other"))


def test_a_sheet_that_has_lost_the_place_says_so() -> None:
    change = Change("weapons[2].loaded", Text("Rounds"), 6, 4)
    with pytest.raises(Refusal, match=r"weapons\[2\].loaded: is not on the sheet any more"):
        with_changes({"weapons": []}, [change])
