"""A fight of thirty on any system: six players, and four groups of six against them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import decider, thrower
from tests.playouts import sample_scripts


def thirty(system: str) -> dict[str, Any]:
    """The largest sample encounter, its people repeated, each with a number."""
    script = max(sample_scripts(system), key=lambda script: len(script["combatants"]))
    players = [one for one in script["combatants"] if one["side"] == "players"]
    foes = [one for one in script["combatants"] if one["side"] != "players"]
    people = []
    for number in range(30):
        group = None if number < 6 else f"group {number // 6}"
        source = players[number % len(players)] if group is None else foes[number // 6 % len(foes)]
        one = json.loads(json.dumps(source))
        name = one["sheet"]["name"].rstrip(" 0123456789")[:20]
        one |= {"id": f"c{number}", "group": group, "policy": None}
        one["sheet"]["name"] = f"{name} {number}"
        people.append(one)
    return {**script, "combatants": people, "waves": []}


def begun(system: str, seed: int = 3) -> Fight:
    """Such a fight in its first round."""
    fight = start(thirty(system))
    fight.perform({"do": "begin"}, thrower(Random(seed)), decider(fight.rules, Random(seed)))
    return fight
