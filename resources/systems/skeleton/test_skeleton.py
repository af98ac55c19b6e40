"""Fights of this system as scripts with known dice. Run it with pytest, where Fraydesk is."""

from desktop.encounter.fight import play
from desktop.plugins import add_own
from desktop.rules import systems

if "skeleton" not in systems():
    add_own()  # the folder of your own systems

FIGHT = {
    "format": "fight/1",
    "system": "skeleton",
    "combatants": [
        {"id": "ama", "side": "players", "sheet": {"name": "Ama", "skill": 4}},
        {"id": "rat", "side": "foes", "sheet": {"name": "Rat"}},
    ],
}


def test_skeleton_2_a_die_at_or_under_the_skill_takes_a_heart() -> None:
    struck = {"do": "act", "actor": "ama", "action": "attack", "target": "rat", "dice": [4]}
    fight = play({**FIGHT, "steps": [{"do": "begin"}, struck]})
    assert fight.state["rat"].hearts == fight.state["rat"].sheet.hearts - 1
