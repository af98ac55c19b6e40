"""When a fight is over: no turn and no move begins any more (walka-33)."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from tests.rules.walka.bench import ION, act, battle, edit, end_turn, fight_of, sheet, told

ORDERS = {"in_a_row": "aaabbb", "parallel": "ababab"}
"""Who shoots in the six segments of a turn, by the house rule."""
FIGHTS = 600


def droid(name: str, dexterity: int) -> dict[str, Any]:
    """A small machine with an ion pistol: any hit puts it out of order (walka-27)."""
    machine: dict[str, Any] = {"nature": "droid", "size": "small"}
    return sheet(name, weapons=[ION], dexterity=dexterity, **machine)


def over(house: str) -> Fight:
    """A fight whose last shot of the first turn put the last enemy out of order."""
    fight = fight_of(droid("Vera", 14), droid("Pirat", 14), house={"segments": house})
    if house == "in_a_row":
        end_turn(fight)
    for nth in range(3):
        if house == "parallel":
            act(fight, "shot", [19], target="pirat")
        act(fight, "shot", [19 if nth < 2 else 1], actor="pirat", target="vera")
    return fight


@pytest.mark.parametrize("house", ORDERS)
def test_walka_33_no_turn_begins_after_the_last_enemy_has_fallen(house: str) -> None:
    fight = over(house)
    outcome = fight.outcome
    assert outcome
    assert outcome.winner == "piraci"
    assert battle(fight).round == 1
    assert not any("Turn" in line for line in told(fight, 9))


@pytest.mark.parametrize("house", ORDERS)
def test_walka_33_nobody_moves_after_the_last_one_standing_has_fallen_by_its_own_hand(
    house: str,
) -> None:
    fight = fight_of(house={"segments": house})
    edit(fight, "vera", deactivated=True)
    assert (battle(fight).turn, battle(fight).round) == (None, 1)
    edit(fight, "vera", deactivated=False)
    assert battle(fight).turn == "pirat"


def exact_turns(order: str, chances: dict[str, float]) -> dict[int, float]:
    """The chance of each number of turns: every shot is the last one with the same chance."""
    turns: dict[int, float] = {}
    left, turn = 1.0, 0
    while left > 1e-9:
        turn += 1
        for shooter in order:
            turns[turn] = turns.get(turn, 0.0) + left * chances[shooter]
            left *= 1 - chances[shooter]
    return turns


@pytest.mark.parametrize("house", ORDERS)
def test_walka_9_a_duel_takes_as_many_turns_as_its_shots_fill(house: str) -> None:
    # A small target takes 2 off the threshold; the die has to be below it.
    chances = {"a": 7 / 20, "b": 5 / 20}
    script = {
        "format": "fight/1",
        "system": "walka",
        "house_rules": {"segments": house},
        "combatants": [
            {"id": id, "side": id, "policy": "aggressive", "sheet": droid(id, dexterity)}
            for id, dexterity in (("a", 10), ("b", 8))
        ],
        "dice": [1, 1, 1, 20, 20, 20],
        "steps": [{"do": "begin"}],
    }
    exact = exact_turns(ORDERS[house], chances)
    mean = sum(turns * p for turns, p in exact.items())
    deviation = sum((turns - mean) ** 2 * p for turns, p in exact.items()) ** 0.5
    played = forecast(opening(script), FIGHTS, seed=1)
    # Four standard deviations of the mean; a turn too many after the last shot is more than that.
    assert played.mean_rounds == pytest.approx(mean, abs=4 * deviation / FIGHTS**0.5)
    first = exact[1]
    assert played.rounds[1] / FIGHTS == pytest.approx(
        first, abs=4 * (first * (1 - first) / FIGHTS) ** 0.5
    )
