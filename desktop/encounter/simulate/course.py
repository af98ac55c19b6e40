"""How the chance of a side to win went, step by step, and where the fight turned.

After some of the steps fights are played on from there. What they came to is kept with the fight,
so that it need not be played again: :class:`~desktop.encounter.script.Course`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.fight import Fight, Moment
from desktop.encounter.script import Course, Point
from desktop.encounter.simulate.forecast import Forecast
from desktop.rules.state import PLAYERS
from desktop.rules.text import NOTHING, Text, Words

POINTS = 40
"""The most steps of the fight, evenly chosen, after which the chance is worked out."""

TURN = 0.15
"""A change of the chance between two points that counts as a turning point."""

MOST_TURNS = 5


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a fight turned: after how many ``steps``, in which round, and what happened there."""

    steps: int
    round: int
    before: float
    after: float
    what: Words


def side_of(fight: Fight) -> str:
    """Whose chance is told: that of the players, or of the first side there is."""
    sides = [combatant.side for combatant in fight.state.combatants.values()]
    return PLAYERS if PLAYERS in sides or not sides else sides[0]


def chance_of(forecast: Forecast, side: str) -> float:
    """The chance that a side wins, or that nobody does and it has more of its people left."""
    return forecast.wins_of(side).p + forecast.ahead_of(side).p


def script_at(fight: Fight, steps: int) -> dict[str, Any]:
    """The first ``steps`` of the fight as a script, each with its dice."""
    script = fight.as_script()
    script.pop("course", None)
    done = [copy.deepcopy(dict(moment.step)) for moment in fight.moments[:steps]]
    return {**script, "dice": [], "steps": done}


def stations(fight: Fight) -> list[int]:
    """After how many steps the chance is worked out: from the beginning to the present."""
    last = fight.cursor
    count = min(last, POINTS)
    return sorted({1 + round(number * (last - 1) / max(count - 1, 1)) for number in range(count)})


def missing(fight: Fight) -> list[int]:
    """Those of the stations at which the chance is not known yet."""
    known = {steps for steps, _ in course_of(fight)}
    return [steps for steps in stations(fight) if steps not in known]


def course_of(fight: Fight) -> list[tuple[int, float]]:
    """What is known of the steps in force: after how many of them, and the chance then."""
    kept = fight.script.course
    if kept is None or kept.side != side_of(fight):
        return []
    chances = {point.step: point.chance for point in kept.points}
    return [
        (steps, chances[place])
        for steps, place in enumerate(fight.in_force, 1)
        if place in chances
    ]  # fmt: skip


def keep_chance(fight: Fight, steps: int, chance: float) -> Course:
    """Keeps the ``chance`` after ``steps`` in force. Returns every chance that is kept.

    It is kept under the step's place in the journal: undo and other steps after it do not matter.
    """
    side, kept = side_of(fight), fight.script.course
    points = {point.step: point for point in kept.points} if kept and kept.side == side else {}
    place = fight.in_force[steps - 1]
    points[place] = Point(step=place, chance=chance)
    course = Course(side=side, points=[points[place] for place in sorted(points)])
    fight.script = fight.script.model_copy(update={"course": course})
    return course


def turning_points(points: Sequence[tuple[int, float]]) -> list[int]:
    """The steps after which the chance had changed most, of those that changed it much."""
    changes = [
        (abs(after - before), step)
        for (_, before), (step, after) in pairwise(points)
        if abs(after - before) >= TURN
    ]
    return sorted(step for _, step in sorted(changes, reverse=True)[:MOST_TURNS])


def told_turns(fight: Fight, points: Sequence[tuple[int, float]]) -> list[TurningPoint]:
    """The turning points with what happened there since the point before, and in which round."""
    turned, turns = turning_points(points), []
    for (earlier, before), (steps, after) in pairwise(points):
        if steps in turned:
            between = fight.moments[earlier:steps]
            most = max([m for m in between[::-1] if m.lines] or between[-1:], key=_harm)
            round, what = most.state.round, _what_happened(most)
            turns.append(TurningPoint(steps, round, before, after, what))
    return turns


def _what_happened(moment: Moment) -> Words:
    """How the telling of a step begins and how it ends."""
    if not moment.lines:
        return NOTHING
    first, last = moment.lines[0].text, moment.lines[-1].text
    return first if len(moment.lines) == 1 else Text("{what}; {then}", what=first, then=last)


def _harm(moment: Moment) -> tuple[int, int, bool]:
    """How many a step put out, and how much damage it did; by hand, nobody knows how much."""

    def sum_of(kind: str) -> int:
        return sum(n for (what, _), n in moment.marks.items() if what.startswith(kind))

    return sum_of("out"), sum_of("damage"), is_by_hand(moment.step)
