"""What if: an encounter with one thing changed, and the count of a line that makes it even."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Annotated, Any

from pydantic import Field as Limits

from desktop.encounter.roster import Line, Plan, to_script
from desktop.encounter.script import ScriptError, read_script
from desktop.encounter.simulate.forecast import Forecast, Share, share
from desktop.encounter.simulate.opening import Opening, opening
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.fields import Record
from desktop.rules.state import FOES, PLAYERS
from desktop.rules.text import Text, none_such

MOST_MORE = 20


class Variation(Record):
    """What is different. Whoever is named may be a combatant's id, or a side for all of it."""

    name: Annotated[str, Limits(max_length=200)] = ""
    more: dict[str, Annotated[int, Limits(ge=1, le=MOST_MORE)]] = {}
    """How many more like this one there are, or like each of a side."""
    without: list[str] = []
    """Who does not come."""
    without_armour: list[str] = []
    policies: dict[str, str] = {}
    """Other behaviours."""
    surprised: list[str] = []


AS_IT_IS = Variation()


def varied(script: Mapping[str, Any], variation: Variation, policy: str = "") -> Opening:
    """The opening of an encounter with this change; ``policy`` acts for whoever has none.

    Raises :class:`ScriptError` where the change cannot be made.
    """
    if script.get("steps") and (
        variation.more or variation.without or variation.without_armour or variation.surprised
    ):
        raise ScriptError("steps", "who is there cannot be changed in a fight that has begun")
    combatants = list(_combatants(script, variation))
    sides = {recruit["id"]: recruit["side"] for recruit in script["combatants"]}
    instead: dict[str, str] = {}
    for name, behaviour in variation.policies.items():
        instead |= dict.fromkeys(_named([name], sides, "policies"), behaviour)
    left = {recruit["id"] for recruit in combatants}
    return opening(
        {**script, "combatants": combatants},
        surprised=tuple(id for id in _named(variation.surprised, sides, "surprised") if id in left),
        policy=policy,
        instead={id: behaviour for id, behaviour in instead.items() if id in left},
    )


def armour_of(rules: Rules[Any]) -> str | None:
    """The field of the sheet that says what somebody wears; None where there is none."""
    return "armor" if "armor" in rules.sheet.model_fields else None


def _combatants(script: Mapping[str, Any], variation: Variation) -> Iterator[dict[str, Any]]:
    read = read_script(dict(script))
    sides = {recruit.id: recruit.side for recruit in read.combatants}
    field = armour_of(systems()[read.system])
    bare = _named(variation.without_armour, sides, "without_armour")
    if bare and field is None:
        raise ScriptError(
            "without_armour", Text("a sheet of {system} has no armour", system=read.system)
        )
    absent = _named(variation.without, sides, "without")
    more: dict[str, int] = {}
    for name, count in variation.more.items():
        more |= dict.fromkeys(_named([name], sides, "more"), count)
    taken = set(sides)
    for recruit in script["combatants"]:
        if recruit["id"] in absent:
            continue
        if recruit["id"] in bare:
            sheet = {name: value for name, value in recruit["sheet"].items() if name != field}
            recruit = {**recruit, "sheet": sheet}
        yield recruit
        for number in range(more.get(recruit["id"], 0)):
            id = _free(f"{recruit['id']}-more-{number + 1}", taken)
            name = f"{recruit['sheet'].get('name', id)} +{number + 1}"
            yield {**recruit, "id": id, "sheet": {**recruit["sheet"], "name": name}}


def _named(names: list[str], sides: Mapping[str, str], place: str) -> list[str]:
    """The ids of those who are named, by themselves or by their side."""
    ids: list[str] = []
    for name in names:
        of_side = [id for id, side in sides.items() if side == name]
        if not of_side and name not in sides:
            raise ScriptError(place, none_such(name, [*dict.fromkeys(sides.values()), *sides]))
        ids += of_side or [name]
    return ids


def _free(wanted: str, taken: set[str]) -> str:
    while wanted in taken:
        wanted += "-"
    taken.add(wanted)
    return wanted


USUAL_PARTY = 4
"""Players against whom the strength of an adversary is measured."""

MOST_FOES = 12

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
