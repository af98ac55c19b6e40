"""How the chances of a fight went: what is worked out is kept with its steps."""

import json
from unittest.mock import patch

import pytest

from desktop.encounter.fight import Fight, play, resume, start
from desktop.encounter.script import ScriptError
from desktop.encounter.simulate import course
from desktop.encounter.simulate.course import (
    chance_of,
    course_of,
    keep_chance,
    missing,
    script_at,
    stations,
    stretches,
    turning_points,
)
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from tests.encounter.test_simulate import duel
from tests.playouts import by_policies, sample_scripts
from tests.rules.teohiphip.bench import activate, figure
from tests.rules.teohiphip.bench import fight_of as skirmish


def some_fight() -> Fight:
    *_, fight = by_policies(sample_scripts("boj")[0], 12, seed=2)
    return fight


def test_a_fight_turned_where_the_chance_changed_most() -> None:
    points = [(1, 0.5), (2, 0.52), (4, 0.9), (6, 0.6), (8, 0.61)]
    assert [turn.steps for turn in turning_points(some_fight(), [points])] == [4, 6]


def test_a_fight_does_not_turn_between_two_steps_of_which_only_these_are_known() -> None:
    fight = some_fight()
    for steps, chance in ((2, 0.3), (3, 0.5), (8, 0.9)):
        keep_chance(fight, steps, chance)
    assert stretches(fight) == [[(2, 0.3), (3, 0.5)], [(8, 0.9)]]
    (turn,) = turning_points(fight, stretches(fight))
    assert (turn.before, turn.after) == (0.3, 0.5)


def test_what_is_told_of_a_turn_is_the_step_that_changed_the_chance() -> None:
    *_, fight = by_policies(sample_scripts("boj")[0], 60, seed=2)
    hurt = next(
        number
        for number, moment in enumerate(fight.moments, 1)
        if any(what == "out" for what, _ in moment.marks)
    )
    points = [(hurt - 1, 0.3), (hurt, 0.8), (hurt + 1, 0.8)]
    (turn,) = turning_points(fight, [points])
    assert (turn.steps, turn.before, turn.after) == (hurt, 0.3, 0.8)
    moment = fight.moments[hurt - 1]
    assert str(turn.what).startswith(str(moment.lines[0].text))
    names = {moment.state[who].name for what, who in moment.marks if what == "out"}
    assert all(f"{name}: HP" in str(turn.what) for name in names), "all who fell, not the last"
    assert turn.round == fight.moments[hurt - 1].state.round


def test_where_the_chance_changed_much_between_two_points_the_step_is_looked_for() -> None:
    *_, fight = by_policies(sample_scripts("walka")[0], 8, seed=2)
    with patch.object(course, "POINTS", 3):  # 1, 5 and 9
        for steps, chance in ((1, 0.9), (5, 0.9), (9, 0.3)):
            keep_chance(fight, steps, chance)
        assert turning_points(fight, stretches(fight)) == []
        assert missing(fight) == [7]
        keep_chance(fight, 7, 0.9)
        assert missing(fight) == [8]
        keep_chance(fight, 8, 0.35)
        assert missing(fight) == []
    (turn,) = turning_points(fight, stretches(fight))
    assert (turn.steps, turn.before, turn.after) == (8, 0.9, 0.35)


def test_what_changed_as_a_turn_ended_is_told_by_what_was_done_in_it() -> None:
    fight = some_fight()  # of whose log a turn that ends is no part
    ends = next(n for n, moment in enumerate(fight.moments, 1) if not moment.lines)
    (turn,) = turning_points(fight, [[(ends - 1, 0.3), (ends, 0.8)]])
    assert turn.steps == ends
    assert str(turn.what).startswith(str(fight.moments[ends - 2].lines[0].text))


def test_after_another_step_only_the_chance_after_it_is_not_known() -> None:
    fight = some_fight()
    with patch.object(course, "POINTS", 8):
        for steps in stations(fight):
            keep_chance(fight, steps, 0.5)
        assert missing(fight) == []
        fight.perform({"do": "note", "combatant": next(iter(fight.state.combatants)), "note": "!"})
        assert missing(fight) == [fight.cursor]
        assert len(stretches(fight)) == 1


def test_a_value_set_by_hand_can_turn_a_fight() -> None:
    fight = some_fight()
    before = fight.cursor
    fight.perform({"do": "edit", "combatant": next(iter(fight.state.combatants)), "set": {"hp": 1}})
    (turn,) = turning_points(fight, [[(before, 0.3), (fight.cursor, 0.8)]])
    assert "Hit points" in str(turn.what)


def test_what_is_told_of_a_turn_is_what_was_done_and_no_effect_that_counted_in_it() -> None:
    fight = skirmish(figure("ola"), figure("orc", "foes"), dice=[1, 1, 1, 1])
    effect = {"name": "Odwaga", "changes": {"speed": 2}}
    fight.perform({"do": "effect", "combatants": ["ola"], **effect})
    activate(fight, "ola")
    before = fight.cursor
    fight.perform({"do": "act", "actor": "ola", "action": "move", "inches": 7, "contact": ["orc"]})
    (turn,) = turning_points(fight, [[(before, 0.3), (fight.cursor, 0.8)]])
    assert turn.what == "Ola moves 7″; Contact: Ola, Orc"


def test_where_somebody_joined_it_is_that_which_turned_the_fight() -> None:
    fight = some_fight()
    before = fight.cursor
    newcomer = {"id": "new", "side": "foes", "sheet": {"name": "Пёс"}}
    fight.perform({"do": "join", "combatants": [newcomer], "this_round": True, "dice": [3]})
    (turn,) = turning_points(fight, [[(before, 0.8), (fight.cursor, 0.3)]])
    assert str(turn.what).startswith("Пёс joins the fight")


def test_a_chance_is_kept_with_its_step_and_comes_back_with_the_fight() -> None:
    fight = some_fight()
    assert missing(fight) == stations(fight)
    keep_chance(fight, 3, 0.25)
    keep_chance(fight, 1, 0.5)
    assert course_of(fight) == [(1, 0.5), (3, 0.25)]
    assert 3 not in missing(fight)
    script = json.loads(json.dumps(fight.as_script()))
    assert course_of(play(script)) == course_of(fight)
    head = {key: value for key, value in script.items() if key not in ("steps", "dice")}
    assert course_of(resume(head, fight.journal, None)) == course_of(fight)


def test_undo_hides_a_chance_and_another_step_forgets_it() -> None:
    fight = some_fight()
    last = fight.cursor
    keep_chance(fight, last - 1, 0.5)
    keep_chance(fight, last, 0.75)
    fight.undo()
    assert course_of(fight) == [(last - 1, 0.5)]
    fight.redo()
    assert course_of(fight) == [(last - 1, 0.5), (last, 0.75)]
    fight.undo()
    fight.perform({"do": "note", "combatant": next(iter(fight.state.combatants)), "note": "!"})
    assert course_of(fight) == [(last - 1, 0.5)]


def test_the_chance_is_that_of_the_fight_played_on_from_the_step() -> None:
    fight = play(duel())
    script = script_at(fight, 1)
    assert "course" not in script
    found = forecast(opening(script), 20)
    assert chance_of(found, "players") == found.wins_of("players").p + found.ahead_of("players").p


def test_the_fight_does_not_depend_on_its_course() -> None:
    course = {"side": "players", "points": [{"step": 0, "chance": 0.5}]}
    fight = start(duel(steps=[], dice=[], course=course))
    assert course_of(fight) == []
    assert fight.as_script()["course"] == course


@pytest.mark.parametrize("chance", [-0.1, 1.1, "half"])
def test_a_course_that_cannot_be_names_its_place(chance: object) -> None:
    course = {"side": "players", "points": [{"step": 0, "chance": chance}]}
    with pytest.raises(ScriptError, match=r"course\.points\[0\]\.chance"):
        start(duel(course=course))
