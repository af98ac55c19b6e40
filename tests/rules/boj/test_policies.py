"""The behaviours of «Бой»."""

from desktop.encounter.fight import Fight
from desktop.rules.boj.commands import Attack, Grapple
from desktop.rules.boj.policies import POLICIES
from desktop.rules.boj.sheet import UNARMED
from desktop.rules.contract import Command
from tests.rules.boj.bench import CULTIST, VERA, VEST, fight

PLATE = {**VEST, "rating": 5}


def prisoners_taken_by_vera(fight: Fight) -> Command | None:
    return POLICIES["take_alive"].choose(fight.state, "vera")


def test_boj_23_whoever_takes_prisoners_fights_those_whom_bare_hands_cannot_hurt() -> None:
    armoured = {**CULTIST, "armor": [PLATE]}
    both = fight(VERA, armoured, {**CULTIST, "weapons": []})
    both.perform({"do": "edit", "combatant": "vera", "set": {"in_hand": ""}})
    chosen = prisoners_taken_by_vera(both)
    assert isinstance(chosen, Grapple)
    assert chosen.target == "c2", "the other is held first"
    alone = fight(VERA, armoured)
    chosen = prisoners_taken_by_vera(alone)
    assert isinstance(chosen, Attack)
    assert chosen.with_ != UNARMED.name
