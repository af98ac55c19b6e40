"""What a fight came to against what its odds had said, person by person."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from desktop.encounter.fight import Fight, play, start
from desktop.encounter.odds import OddsSearch
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import written
from desktop.encounter.statistics import StatisticsSearch, hits_of, statistics_of
from desktop.paper import report_of
from desktop.rules import systems
from tests.encounter.test_simulate import duel
from tests.paper.reading import texts
from tests.playouts import sample_scripts
from tests.rules.boj.bench import act
from tests.rules.boj.bench import fight as boj_fight
from tests.rules.boj.bench import sheet as boj_sheet
from tests.rules.konflikt import bench as konflikt
from tests.rules.walka.bench import fight_of, shoot
from tests.rules.walka.bench import sheet as walka_sheet
from tests.rules.walka.test_blasts import GLUE, throw


def simulated(system: str, number: int = 1) -> Fight:
    return written(opened(opening(sample_scripts(system)[0])), 3, number)


def shots(*dice: list[int]) -> Fight:
    """A duel in which those who are on turn shoot, with these dice."""
    fight = play(duel())
    for faces in dice:
        shooter = fight.state.turn
        target = "bruno" if shooter == "anna" else "anna"
        step = {
            "do": "act",
            "actor": shooter,
            "action": "attack",
            "target": target,
            "with": "Пистолет",
        }
        fight.perform({**step, "dice": faces, "answers": "default"})
        while fight.state.turn == shooter:
            fight.perform({"do": "end_turn", "actor": shooter})
    return fight


def test_konflikt_2_what_effects_take_by_themselves_was_suffered_too() -> None:
    fight = konflikt.duel()
    konflikt.by_hand(fight, "ogre", effects=[{**konflikt.BURNING, "ends": "rounds", "rounds": 3}])
    for _ in range(4):
        konflikt.end_turn(fight)
    (ogre,) = (person for person in statistics_of(fight).people if person.id == "ogre")
    assert fight.state["ogre"].hp == 26
    assert ogre.taken.reached == ogre.taken.expected == 4


@pytest.mark.parametrize("system", list(systems()))
def test_everybody_is_counted_in_every_system(system: str) -> None:
    fight = simulated(system)
    found = statistics_of(fight)
    assert [one.id for one in found.people] == list(fight.state.combatants)
    assert found.unknown == 0
    assert sum(one.attacks for one in found.people) > 4
    assert any(one.hits.reached for one in found.people)
    for one in found.people:
        assert 0 <= one.hits.reached <= one.attacks == len(one.chances)
        assert one.hits.expected == pytest.approx(sum(one.chances))
    # Whatever was marked as damage was taken by somebody, and what effects took by themselves.
    marked = sum(
        amount
        for moment in fight.moments
        for (what, _), amount in moment.marks.items()
        if what.startswith("damage")
    )
    touched = [effects for moment in fight.moments for effects in moment.effects.values()]
    lost = (getattr(e.before, "hp", 0) - getattr(e.after, "hp", 0) for e in touched)
    assert sum(one.taken.reached for one in found.people) == marked + sum(max(n, 0) for n in lost)
    # Every die with a number on it is somebody's.
    handfuls = [each for moment in fight.moments for each in moment.fallen if not each.dice.names]
    counted = sum(dice.count for one in found.people for dice in one.dice.values())
    assert counted == sum(len(each.faces) for each in handfuls) > 10


@pytest.mark.parametrize("system", ["boj", "teohiphip", "mir_tmy"])
def test_what_is_expected_is_what_comes_of_it_on_average(system: str) -> None:
    reached, expected, variance = 0, 0.0, 0.0
    for number in range(12):
        for one in statistics_of(simulated(system, number)).people:
            reached += one.hits.reached
            expected += one.hits.expected
            variance += sum(p * (1 - p) for p in one.chances)
    assert variance > 10
    # Within four standard deviations of the sum.
    assert abs(reached - expected) < 4 * variance**0.5


def test_the_expectation_is_that_of_the_panel_before_the_roll() -> None:
    fight = shots([1, 4], [100])
    before, moment = fight.moments[0].state, fight.moments[1]
    step = {key: value for key, value in moment.step.items() if key not in ("dice", "answers")}
    panel = OddsSearch(fight.rules, before, fight.rules.read(step)).whole()
    anna, bruno = statistics_of(fight).people
    shooter = anna if moment.step["actor"] == "anna" else bruno
    other = bruno if shooter is anna else anna
    assert shooter.chances == [float(panel.probability("hit", other.id))]
    assert shooter.dealt.expected == pytest.approx(float(panel.expected("damage", other.id)))
    assert shooter.dealt.reached == other.taken.reached == moment.marks["damage", other.id]
    assert shooter.hits.reached == 1
    assert (other.attacks, other.hits.reached) == (1, 0)
    assert other.dice["d100"].mean > other.dice["d100"].usual == 50.5


def test_what_the_map_says_of_a_step_with_answers_counts_in_its_odds() -> None:
    script = {
        **sample_scripts("teohiphip")[0],
        "map": {
            "width": 40,
            "height": 30,
            "ground": [{"kind": "wall", "points": [[5, 0], [5, 9]]}],
        },
        "steps": [{"do": "begin"}],
    }
    script["combatants"] = [
        {**one, "at": [4, 2 + place]} for place, one in enumerate(script["combatants"])
    ]
    fight = play(script)
    mover = fight.rules.to_act(fight.state)[0]
    fight.perform({"do": "activate", "actor": mover}, lambda sides: 6, fight.rules.decide)
    move = {"do": "act", "actor": mover, "action": "move", "to": [6, 2], "overrule": True}
    moment = fight.perform(move, lambda sides: 6, fight.rules.decide)
    assert moment
    fight.moments[-1] = replace(moment, step={**moment.step, "answers": {"lucky": None}})
    assert statistics_of(fight).unknown == 0


def test_an_attack_that_cannot_hit_is_an_attack_all_the_same() -> None:
    fight = fight_of()
    shoot(fight, [20], modifiers={"other": -40})
    vera = statistics_of(fight).people[0]
    assert (vera.attacks, vera.chances, vera.hits.reached) == (1, [0.0], 0)


def test_a_hold_that_succeeds_is_counted_as_a_hit_is() -> None:
    fight = boj_fight(boj_sheet("Вера"))
    act(fight, "grapple", 30, target="cultist", answers="none")
    vera = next(person for person in statistics_of(fight).people if person.id == "vera")
    assert (vera.attacks, vera.hits.reached) == (1, 1)
    assert vera.hits.expected == pytest.approx(0.5)


def test_a_throw_that_harms_nobody_is_counted_by_its_success() -> None:
    fight = throw(fight_of(walka_sheet(weapons=[GLUE])), [11])
    vera = statistics_of(fight).people[0]
    assert (vera.attacks, vera.hits.reached) == (1, 1)
    assert vera.hits.expected == pytest.approx(0.55)


def test_what_is_undone_does_not_count() -> None:
    fight = shots([1, 4], [100])
    whole = sum(one.attacks for one in statistics_of(fight).people)
    while fight.cursor > 1:
        fight.undo()
    assert whole == 2
    assert sum(one.attacks for one in statistics_of(fight).people) == 0
    assert not statistics_of(fight).active


def test_a_slice_at_a_time_it_comes_to_the_same() -> None:
    fight = simulated("teohiphip")
    search, slices = StatisticsSearch(fight), 0
    while not search.advance(8):
        slices += 1
        assert 0 <= search.done <= search.steps == len(fight.moments)
    assert slices > 10
    assert search.statistics == statistics_of(fight)


def test_luck_is_the_part_of_such_fights_with_fewer_hits() -> None:
    assert hits_of([0.5, 0.5]) == [0.25, 0.5, 0.25]
    one = statistics_of(shots([1, 4], [100])).people[0]
    one.chances, one.hits.reached = [0.5, 0.5], 2
    assert one.luck == 0.25 + 0.5 + 0.125
    one.chances = [1.0, 0.0]
    assert one.luck is None


def test_a_step_whose_odds_fail_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop.rules.table import Refusal

    fight = shots([1, 4])

    def refuse(*_: Any, **__: Any) -> Any:
        raise Refusal("no odds today")

    monkeypatch.setattr(Fight, "search_odds", refuse)
    found = statistics_of(fight)
    assert found.unknown == len(fight.moments) - 1
    assert not found.active


def test_the_places_of_the_steps_in_force_follow_undo_and_other_steps() -> None:
    fight = start(duel(steps=[], dice=[]))
    fight.perform({"do": "begin", "dice": [30, 20]})
    note = {"do": "note", "combatant": "anna"}
    fight.perform({**note, "note": "1"})
    fight.perform({**note, "note": "2"})
    assert fight.in_force == [0, 1, 2]
    fight.undo()
    fight.undo()
    fight.redo()
    assert fight.in_force == [0, 1]
    fight.perform({**note, "note": "3"})
    assert fight.in_force == [0, 1, 6]
    assert [fight.journal[place] for place in fight.in_force] == [m.step for m in fight.moments]
    again = play(json.loads(json.dumps(fight.as_script())))
    assert again.in_force == [0, 1, 6]


def test_a_mean_at_a_half_goes_to_the_even_number_as_a_chance_does() -> None:
    fight = throw(fight_of(walka_sheet(weapons=[GLUE])), [9], modifiers={"other": -2})
    vera = statistics_of(fight).people[0]
    assert vera.hits.expected == Fraction(9, 20)
    said = "".join(texts(report_of(fight, statistics_of(fight)))).replace(" ", "")
    assert f"{vera.hits.reached}(0.4)" in said
