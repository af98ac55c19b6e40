"""How many of one adversary make an even fight, found by forecasts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from desktop.encounter.roster import Line, Plan, to_script
from desktop.encounter.simulate.forecast import Forecast, Share, share
from desktop.encounter.simulate.opening import Opening, opening
from desktop.rules.adversaries import MOST_FOES, USUAL_PARTY
from desktop.rules.state import FOES, PLAYERS

Play = Callable[[Opening], Forecast]


def chance_of_players(forecast: Forecast) -> float:
    """The players' chance among fights that somebody wins; without such fights one half."""
    won, lost = forecast.wins[PLAYERS], forecast.wins[FOES]
    return won / (won + lost) if won + lost else 0.5


def better_off(forecast: Forecast) -> Share:
    """The chance that the players come off better, of the fights in which a side does: it wins, or
    nobody wins and the greater part of its people is left."""
    ends = forecast.wins + forecast.ahead
    return share(ends[PLAYERS], ends.total() - ends[""])


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
        heroes = [
            Line(sheet=dict(character), side=PLAYERS) for character in islice(cycle(party), players)
        ]
        enemies = Line(sheet=dict(foe), side=FOES, count=foes, policy=policy or None)
        plan = Plan(system=system, lines=[*heroes, enemies])
        return chance_of_players(play(opening(to_script(plan), check=False)))

    if chance(USUAL_PARTY, 1) >= 0.5:
        return _answered(crossing(1, MOST_FOES), lambda foes: chance(USUAL_PARTY, foes))
    search = crossing(USUAL_PARTY, 8 * USUAL_PARTY)
    return USUAL_PARTY / _answered(search, lambda players: 1 - chance(players, 1))


def crossing(low: int, most: int) -> Generator[int, float, float]:
    """Where a chance that falls with a number comes to one half.

    Yields the numbers whose chance it wants to know, doubled and then halved, and is sent each
    chance. Returns ``low`` where the chance is less there already, ``most`` where it never is.
    """
    at_low = yield low
    if at_low < 0.5:
        return low
    high = min(2 * low, most)
    while (at_high := (yield high)) >= 0.5:
        if high == most:
            return most
        low, at_low, high = high, at_high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        at_middle = yield middle
        if at_middle >= 0.5:
            low, at_low = middle, at_middle
        else:
            high, at_high = middle, at_middle
    return low + (at_low - 0.5) / (at_low - at_high)


def _answered(search: Generator[int, float, float], chance: Callable[[int], float]) -> float:
    """What a search comes to where each chance is known at once."""
    asked = next(search)
    while True:
        try:
            asked = search.send(chance(asked))
        except StopIteration as end:
            return float(end.value)


def with_count(plan: Plan, line: int, count: int) -> Opening:
    """The opening of a plan with another count of one of its lines, given by its place.

    Raises :class:`Refusal` where no fight can start from the plan.
    """
    lines = list(plan.lines)
    lines[line] = lines[line].model_copy(update={"count": count})
    return opening(to_script(plan.model_copy(update={"lines": lines})), check=False)
