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

from desktop.encounter.digest import account
from desktop.encounter.fight import Fight
from desktop.encounter.script import Course, Point
from desktop.encounter.simulate.forecast import Forecast
from desktop.rules.state import PLAYERS
from desktop.rules.text import NOTHING, Words, joined

POINTS = 40
"""The most steps of the fight, evenly chosen, after which the chance is worked out at first."""

TURN = 0.15
"""A change of the chance by one step that counts as a turning point."""

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
    """The steps after which the chance is still to be worked out: the stations; then, where it
    changed much between two of them, steps between, until it is known which of them it was."""
    known = [pair for part in stretches(fight) for pair in pairwise(part)]
    between = [_told(fight, *pair) for pair in known if _change(*pair) >= TURN]
    halves = [told[(len(told) - 1) // 2] for told in between if len(told) > 1]
    return _unknown_stations(fight) or halves


def _unknown_stations(fight: Fight) -> list[int]:
    """Those of the stations after which the chance is not known; nor around them, as close as
    stations are: as the fight goes on they move."""
    known, there = [steps for steps, _ in course_of(fight)], stations(fight)
    apart = max((b - a for a, b in pairwise(there)), default=1)
    close = [range(a, b) for a, b in pairwise(known) if b - a <= apart]
    near = set(known).union(*close)
    return [steps for steps in there if steps not in near]


def course_of(fight: Fight) -> list[tuple[int, float]]:
    """What is known of the steps in force: after how many of them, and the chance then."""
    kept = fight.script.course
    if kept is None or kept.side != side_of(fight):
        return []
    chances = {point.step: point.chance for point in kept.points}
    in_force = enumerate(fight.in_force, 1)
    return [(steps, chances[place]) for steps, place in in_force if place in chances]


def stretches(fight: Fight) -> list[list[tuple[int, float]]]:
    """What is known, parted wherever the chance at a station between two of it is not known."""
    unknown, parts = _unknown_stations(fight), list[list[tuple[int, float]]]()
    for point in course_of(fight):
        if parts and not any(parts[-1][-1][0] < steps < point[0] for steps in unknown):
            parts[-1].append(point)
        else:
            parts.append([point])
    return parts


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


def turning_points(
    fight: Fight, known: Sequence[Sequence[tuple[int, float]]]
) -> list[TurningPoint]:
    """Where a single step that the log tells changed the chance most, of where one changed it much,
    with what happened there; ``known`` are :func:`stretches`."""
    pairs = [pair for part in known for pair in pairwise(part) if len(_told(fight, *pair)) < 2]
    changes = [pair for pair in pairs if _change(*pair) >= TURN]
    most = sorted(changes, key=lambda pair: _change(*pair), reverse=True)[:MOST_TURNS]
    turns = []
    for (_, before), (steps, after) in sorted(most):
        back = range(steps, 0, -1)  # to what was done in a turn of which it was only the end
        step = next((step for step in back if fight.moments[step - 1].lines), steps)
        round = fight.moments[step - 1].state.round
        turns.append(TurningPoint(steps, round, before, after, _what_happened(fight, step)))
    return turns


def _told(fight: Fight, before: tuple[int, float], after: tuple[int, float]) -> list[int]:
    """The steps between two points of which the log tells something."""
    return [step for step in range(before[0] + 1, after[0] + 1) if fight.moments[step - 1].lines]


def _change(before: tuple[int, float], after: tuple[int, float]) -> float:
    return abs(after[1] - before[1])


def _what_happened(fight: Fight, step: int) -> Words:
    """What was done in a step, and what it came to."""
    outcome = account(fight, step)
    if outcome is None:
        return NOTHING
    return joined([words for words in (outcome.deed, outcome.result) if words != NOTHING], "; ")
