"""How many of one adversary make an even fight."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from desktop.encounter.roster import Line, Plan
from desktop.encounter.simulate.forecast import Forecast, better_off, with_count
from desktop.encounter.simulate.opening import Opening
from desktop.encounter.simulate.work import forecast
from desktop.library.samples import sample_scripts
from desktop.rules.adversaries import MOST_FOES
from docs.strengths import chance_of_players, even_number

PARTY, FOE = (sample_scripts("boj")[0]["combatants"][place]["sheet"] for place in (0, -1))


def people(opening: Opening) -> Counter[str]:
    return Counter(one["side"] for one in json.loads(opening.script)["combatants"])


def with_chance(p: float) -> Forecast:
    return Forecast(fights=1000, wins=Counter(players=round(1000 * p), foes=round(1000 * (1 - p))))


@pytest.mark.parametrize("worth", [0.25, 0.5, 1.0, 2.0, 3.5, 7.0])
def test_the_number_is_where_both_sides_are_worth_the_same(worth: float) -> None:
    def play(opening: Opening) -> Forecast:
        sides = people(opening)
        ours, theirs = sides["players"] / 4, sides["foes"] / worth
        return with_chance(min(max(0.5 + (ours - theirs) / 2, 0), 1))

    assert even_number("boj", [PARTY], FOE, "", play) == pytest.approx(worth, rel=0.02)


def test_nobody_meets_more_foes_than_a_table_bears() -> None:
    asked: list[int] = []

    def play(opening: Opening) -> Forecast:
        asked.append(people(opening)["foes"])
        return with_chance(1.0)

    assert even_number("boj", [PARTY], FOE, "", play) == MOST_FOES == max(asked)


def test_fights_without_a_winner_tell_nothing() -> None:
    assert chance_of_players(Forecast(fights=3, wins=Counter({"": 3}))) == 0.5
    assert chance_of_players(Forecast(fights=4, wins=Counter({"players": 3, "": 1}))) == 1.0


def test_who_is_ahead_at_the_end_comes_off_better() -> None:
    wins, ahead = Counter({"players": 2, "": 8}), Counter({"Rome": 4, "players": 1, "": 3})
    assert better_off(Forecast(fights=10, wins=wins, ahead=ahead)).p == 3 / 7


def test_the_count_of_one_line_alone_is_another() -> None:
    lines = [Line(sheet=PARTY, side="players"), *2 * [Line(sheet=FOE, side="foes", count=2)]]
    plan = Plan(system="boj", lines=lines)
    assert people(with_count(plan, 2, 5)) == {"players": 1, "foes": 7}
    assert plan.lines[2].count == 2


def test_a_tougher_foe_needs_fewer_of_its_kind() -> None:

    def number(sheet: Mapping[str, Any]) -> float:
        return even_number("boj", [PARTY], sheet, "", lambda opening: forecast(opening, 60))

    assert number({**FOE, "hp": 40, "max_hp": 40}) < number(FOE)
