"""Exact odds of d100 attacks and how fast they are played: ``python -m tests.benchmarks.boj``.

Milliseconds for the odds of one attack with every defence; microseconds for one step by policy.
"""

from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import PlayTable
from tests.playouts import sample_scripts

RIFLE = {
    **{"name": "Автомат", "damage": "1d12", "lethality": 10, "bullet": True},
    **{"radius": 3, "automatic": True},
}
KNIFE = {"name": "Нож", "skill": "melee", "damage": "1d6"}
SHOTGUN = {"name": "Дробовик", "damage": "2d10", "bullet": True}
WALL = {"name": "Стена", "kind": "cover", "rating": 5}
SKILLS = {"ranged": 60, "melee": 60, "unarmed": 60, "dodge": 50}


def fight_of(others: int) -> Fight:
    """A begun fight of one against several, who all stand near cover."""
    sheet = {"weapons": [RIFLE, SHOTGUN, KNIFE], "armor": [WALL], "skills": SKILLS}
    combatants = [
        {"id": f"c{n}", "side": "foes" if n else "players", "sheet": {"name": f"C {n}", **sheet}}
        for n in range(others + 1)
    ]
    fight = start({"format": "fight/1", "system": "boj", "combatants": combatants})
    fight.perform({"do": "begin", "dice": list(range(52, 51 - others, -1))})
    return fight


def best(work: Any, times: int = 5) -> float:
    """Seconds of the fastest of several goes."""
    found = []
    for _ in range(times):
        begun = perf_counter()
        work()
        found.append(perf_counter() - begun)
    return min(found)


def time_odds(others: int, weapon: str) -> None:
    fight = fight_of(others)
    step: dict[str, Any] = {"do": "act", "actor": "c0", "action": "attack"}
    step |= {"target": "c1", "with": weapon}
    if weapon == "Автомат":
        step |= {"mode": "burst", "targets": [f"c{n}" for n in range(2, others + 1)]}
    asked = fight.decisions(step)
    for choice in asked[0][0].field.choices if asked else ():
        answers = {"defence": choice.value}
        spent = best(partial(fight.odds, step, answers=answers))
        print(f"{others} there, {weapon}, {choice.value:12} {spent * 1000:8.2f} ms")


def played(fight: Fight, dice: Random) -> int:
    """Plays a fight to its end by policy, without a journal, as a forecast does; the steps."""
    rules, state, steps = fight.rules, fight.state, 0
    while rules.outcome(state) is None and steps < 5000:
        actor = rules.to_act(state)[0]
        command = rules.policies[state[actor].policy or "fierce"].choose(state, actor)
        assert command is not None
        draft = state.copy()
        table = PlayTable(draft, source=lambda n: dice.randint(1, n), decide=rules.decide)
        rules.perform(draft, command, table)
        state, steps = draft, steps + 1
    return steps


def play() -> None:
    for script in sample_scripts("boj"):
        people = [{"policy": "fierce", **one} for one in script["combatants"]]
        fight, dice = start({**script, "combatants": people}), Random(7)
        fight.perform({"do": "begin"}, partial(dice.randint, 1))
        begun = perf_counter()
        steps = played(fight, dice)
        spent = perf_counter() - begun
        print(f"{script['name']}: {steps} steps, {spent / steps * 1e6:.0f} µs each")


if __name__ == "__main__":
    for others in (1, 3, 6):
        for weapon in ("Нож", "Дробовик", "Автомат"):
            time_odds(others, weapon)
    play()
