"""How many of one adversary make an even fight, found by forecasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from desktop.encounter.roster import Line, Plan, to_script
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import Opening, unchecked_opening
from desktop.rules.state import FOES, PLAYERS

USUAL_PARTY = 4
"""Players against whom the strength of an adversary is measured."""

MOST_FOES = 12

Play = Callable[[Opening], Forecast]


def chance_of_players(forecast: Forecast) -> float:
    """The players' chance among fights that somebody wins; without such fights one half."""
    won, lost = forecast.wins[PLAYERS], forecast.wins[FOES]
    return won / (won + lost) if won + lost else 0.5


def even_number(
    system: str, party: Sequence[Mapping[str, Any]], foe: Mapping[str, Any], policy: str, play: Play
) -> float:
    """As many of ``foe`` as have an even chance against four of the ``party``.

    ``party`` are sheets, taken again in turn where they are fewer than four; ``play`` makes the
    forecast of an opening. A foe that alone beats four meets ever larger parties: 0.5 is an even
    fight of one against eight. Between two whole numbers the chance is taken for a straight line.
    At most 12 of them are tried, and at most 32 players.
    """

    def chance(players: int, foes: int) -> float:
        heroes = [Line(sheet=dict(one), side=PLAYERS) for one in islice(cycle(party), players)]
        enemies = Line(sheet=dict(foe), side=FOES, count=foes, policy=policy or None)
        plan = Plan(system=system, lines=[*heroes, enemies])
        return chance_of_players(play(unchecked_opening(to_script(plan))))

    if chance(USUAL_PARTY, 1) >= 0.5:
        return _crossing(lambda foes: chance(USUAL_PARTY, foes), 1, MOST_FOES)
    most = 8 * USUAL_PARTY
    players = _crossing(lambda players: 1 - chance(players, 1), USUAL_PARTY, most)
    return USUAL_PARTY / players


def _crossing(chance: Callable[[int], float], low: int, most: int) -> float:
    """Where a chance that falls with a number comes to one half; ``most`` where it never does."""
    at_low = chance(low)
    high = min(2 * low, most)
    while (at_high := chance(high)) >= 0.5:
        if high == most:
            return float(most)
        low, at_low, high = high, at_high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        at_middle = chance(middle)
        if at_middle >= 0.5:
            low, at_low = middle, at_middle
        else:
            high, at_high = middle, at_middle
    return low + (at_low - 0.5) / (at_low - at_high)
