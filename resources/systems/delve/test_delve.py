"""Fights of this system as scripts with known dice. Run it with pytest, where Fraydesk is."""

from desktop.encounter.fight import play
from desktop.plugins import add_own
from desktop.rules import systems

if "delve" not in systems():
    add_own()  # the folder of your own systems

FIGHT = {
    "format": "fight/1",
    "system": "delve",
    "combatants": [
        {"id": "ama", "side": "players", "sheet": {"name": "Ama", "might": 5}},
        {"id": "rat", "side": "foes", "sheet": {"name": "Rat", "max_hp": 1, "guard": 10}},
    ],
}


def test_delve_3_a_die_and_might_that_reach_the_guard_hit() -> None:
    begun = {"do": "begin", "dice": [20, 1]}
    struck = {"do": "act", "actor": "ama", "action": "strike", "target": "rat", "dice": [5, 1]}
    fight = play({**FIGHT, "steps": [begun, struck]})
    assert fight.state["rat"].incapacitated
