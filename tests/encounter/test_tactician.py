"""The behaviour for every system weighs by the odds, on the contract alone."""

import json
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, play, start
from desktop.encounter.playout import thrower
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import play_out, written
from desktop.encounter.simulate.work import forecast, play_portion
from desktop.encounter.tactician import TACTICIAN, advise, result, weighing_answer
from desktop.rules import systems
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision
from desktop.rules.text import as_percent
from tests.playouts import sample_scripts
from tests.systems.conftest import installed as installed

KNIFE = {"name": "Нож", "skill": "melee", "damage": "1d6"}
STONE = {"name": "Камень", "skill": "ranged", "damage": "1d4"}
RIFLE = {"name": "Ружьё", "skill": "ranged", "damage": "1d10", "bullet": True}


def one(id: str, side: str, hp: int, *weapons: dict[str, Any]) -> dict[str, Any]:
    skills = {"melee": 60, "ranged": 60}
    return {
        "id": id,
        "side": side,
        "sheet": {"name": id, "hp": hp, "weapons": list(weapons), "skills": skills},
    }


def begun(*people: dict[str, Any]) -> Fight:
    """A fight of «Бой» in which the first of these acts first."""
    fight = start({"format": "fight/1", "system": "boj", "combatants": list(people)})
    fight.perform({"do": "begin", "dice": [52 - 4 * number for number in range(len(people))]})
    assert fight.pending is None
    assert fight.rules.to_act(fight.state)[0] == people[0]["id"]
    return fight


def test_it_fells_whom_it_can_with_what_is_best_for_it_and_says_why() -> None:
    fight = begun(one("anna", "players", 10, STONE, RIFLE), one("ox", "foes", 10, KNIFE),
                  one("fox", "foes", 2, KNIFE))  # fmt: skip
    advice = advise(fight.rules, fight.state, "anna")
    assert advice
    assert advice.command.as_step() == {
        **{"do": "act", "actor": "anna", "action": "attack"},
        **{"target": "fox", "with": "Ружьё"},
    }
    assert str(advice.reason).startswith("Attack → fox: hits 60 %, damage ")
    odds = fight.odds(advice.command.as_step())
    assert f"out {as_percent(odds.probability('out'))}" in advice.reason


def test_of_two_who_fall_as_easily_it_fells_who_harms_more() -> None:
    fight = begun(one("anna", "players", 3, RIFLE), one("fox", "foes", 2, STONE),
                  one("elk", "foes", 2, RIFLE))  # fmt: skip
    advice = advise(fight.rules, fight.state, "anna")
    assert advice
    assert advice.command.as_step()["target"] == "elk"
    assert str(advice.reason).endswith("but less once all others have had a turn")


def test_harm_to_anybody_but_the_target_is_told_apart_from_harm_to_the_target() -> None:
    fight = begun(one("ox", "foes", 10, KNIFE), one("anna", "players", 10, KNIFE))
    fight.perform({"do": "act", "action": "resist", "kind": "strike_back", "dice": [30]})
    fight.perform({"do": "end_turn"})
    advice = advise(fight.rules, fight.state, "anna")
    assert advice
    odds = fight.odds(advice.command.as_step())
    assert odds.expected("damage", "anna"), "ox strikes back"
    assert str(advice.reason) == (
        f"Attack → ox: hits {as_percent(odds.probability('hit', 'ox'))}, "
        f"damage {float(odds.expected('damage', 'ox')):.2f}, "
        f"out {as_percent(odds.probability('out', 'ox'))}; "
        f"anna: damage {float(odds.expected('damage', 'anna')):.2f}, "
        f"out {as_percent(odds.probability('out', 'anna'))}"
    )


@pytest.mark.parametrize("system", systems())
def test_what_it_advises_is_told_with_its_odds_even_where_the_usual_is_as_good(system: str) -> None:
    told = 0
    for script in sample_scripts(system):
        fight = start(script)
        fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
        for id in fight.rules.to_act(fight.state)[:3]:
            advice = advise(fight.rules, fight.state, id)
            assert advice
            odds = fight.odds(advice.command.as_step())
            if odds.marked() and advice.command.do == "act":
                told += 1
                target = advice.command.as_step().get("target")
                at = odds.of_only(target) if target else odds.apart_from(id)
                hit = at.probability("hit")
                assert f"hits {as_percent(hit)}, damage" in advice.reason
    assert told or system in ("teohiphip", "mir_tmy")  # there a turn or a declaration comes first


def test_nobody_is_advised_out_of_turn() -> None:
    fight = begun(one("anna", "players", 10, RIFLE), one("ox", "foes", 10, KNIFE))
    assert advise(fight.rules, fight.state, "ox") is None


def test_a_decision_is_answered_by_what_it_gains() -> None:
    fight = begun(one("anna", "players", 10, KNIFE), one("ox", "foes", 10, KNIFE))
    step = {"do": "act", "actor": "anna", "action": "attack", "target": "ox", "with": "Нож"}
    (asked, usual), *_ = fight.decisions(step)
    command = fight.rules.read(step)
    found = result(weighing_answer(fight.rules, fight.state, command, (), {}, "defence@ox", asked))
    harm = {
        choice.value: fight.odds(step, answers={"defence": choice.value}).expected("damage", "ox")
        - fight.odds(step, answers={"defence": choice.value}).expected("damage", "anna")
        for choice in asked.field.choices
    }
    assert usual == "none"
    assert harm[found] == min(harm.values()) < harm["none"]


def test_a_decision_in_which_nothing_is_to_gain_has_its_usual_answer() -> None:
    fight = begun(one("anna", "players", 10, KNIFE), one("ox", "foes", 10, KNIFE))
    step = {"do": "act", "actor": "anna", "action": "attack", "target": "ox", "with": "Нож"}
    field = Field("colour", "choice", "Colour", default="red",
                  choices=(Choice("blue", "blue"), Choice("red", "red")))  # fmt: skip
    decision = Decision("colour", "ox", "Which colour?", field, "")
    rules = fight.rules
    assert (
        result(weighing_answer(rules, fight.state, rules.read(step), (), {}, "colour@ox", decision))
        == "red"
    )


@pytest.mark.parametrize("system", systems())
def test_its_fights_replay_and_are_the_same_in_any_portions(system: str) -> None:
    script = sample_scripts(system)[0]
    sides = {one["side"]: one for one in script["combatants"]}
    duel = {**script, "combatants": [{**one, "policy": None} for one in sides.values()]}
    start = opening(duel, policy=TACTICIAN)
    played = play_out(opened(start), 3, 0)
    assert not played.unfinished
    replayed = play(json.loads(json.dumps(written(opened(start), 3, 0).as_script())))
    assert (replayed.outcome and replayed.outcome.winner) == played.winner
    assert replayed.state.combatants == played.state.combatants


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("system", ["skeleton", "wrack"])
def test_a_foreign_system_is_forecast_with_no_line_of_its_own(system: str) -> None:
    weapons = {"weapons": [{"name": "Hook", "damage": 3}]} if system == "wrack" else {}
    people = [
        {"id": f"{side}-{n}", "side": side, "sheet": {"name": f"{side} {n}", **weapons}}
        for side in ("players", "foes")
        for n in range(2)
    ]
    script = {"format": "fight/1", "system": system, "combatants": people}
    start = opening(script, policy=TACTICIAN)
    found = forecast(start, 4)
    assert found.fights == 4
    assert not found.unfinished
    assert play_portion(start, 0, 4, 2).fights == 2
    fight = start_of(script)
    advice = advise(fight.rules, fight.state, fight.rules.to_act(fight.state)[0])
    assert advice
    assert "damage" in advice.reason


def start_of(script: dict[str, Any]) -> Fight:
    fight = start(script)
    fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
    return fight


def on_map(far: float, *weapons: dict[str, Any]) -> Fight:
    """Two of «Бой», so many metres apart, with a wall between them."""
    script = begun(one("anna", "players", 10, *weapons), one("bruno", "foes", 10, KNIFE))
    told = script.as_script()
    for place, person in enumerate(told["combatants"]):
        person["at"] = [5 + far * place, 10]
    wall = {"kind": "wall", "points": [[6 + far / 2, 5], [6 + far / 2, 15]]}
    return play({**told, "map": {"width": 60, "height": 40, "ground": [wall]}})


def test_on_a_map_it_goes_nearer_where_it_can_harm_nobody_from_where_it_stands() -> None:
    fight = on_map(20, RIFLE)
    for _ in range(4):
        advice = advise(fight.rules, fight.state, "anna")
        assert advice is not None
        step = advice.command.as_step()
        if step["action"] == "attack":
            break
        assert (step["action"], len(step["to"])) == ("move", 2)
        fight.perform({"do": "place", "places": {"anna": step["to"]}})
    assert step["action"] == "attack", "past the end of the wall it shoots"
    assert fight.preview(step).question


def even(system: str, second: int = 1) -> Fight:
    """The first and another of a sample against the same two, begun with equal dice each time."""
    script = sample_scripts(system)[0]
    people = [
        {**one, "id": f"{side}-{n}", "side": side, "group": None, "policy": None}
        for side in ("one", "two")
        for n, one in enumerate([script["combatants"][0], script["combatants"][second]])
    ]
    return start_of({**script, "combatants": people, "objectives": []})


def test_what_it_shoots_with_comes_before_the_cover_that_shooting_would_give_up() -> None:
    fight = even("teohiphip")
    rules, done = fight.rules, []
    actor = fight.rules.to_act(fight.state)[0]
    for _ in range(4):
        advice = advise(rules, fight.state, actor)
        assert advice
        command = advice.command.as_step()
        done.append(command.get("action") or command["do"])
        fight.perform(command, thrower(Random(2)), rules.decide)
    assert done == ["activate", "attack", "hunker", "end_turn"]


def test_an_answer_that_costs_an_action_is_weighed_against_it() -> None:
    fight = even("mir_tmy", second=2)
    rules = fight.rules
    while fight.state.phase != "act":
        (actor, *_) = rules.to_act(fight.state)
        command = rules.policies["aggressive"].choose(fight.state, actor)
        assert command
        fight.perform(command.as_step(), thrower(Random(3)), rules.decide)
    (actor, *_) = rules.to_act(fight.state)
    command = rules.policies["aggressive"].choose(fight.state, actor)
    assert command
    (asked, usual), *_ = fight.decisions(command.as_step())
    odds = {
        value: fight.odds(command.as_step(), answers={asked.id: value})
        for value in ("none", "dodge")
    }
    hurt = {value: found.expected("damage", asked.by) for value, found in odds.items()}
    assert hurt["dodge"] < hurt["none"], "at once a dodge is better"
    name = f"{asked.id}@{asked.by}"
    assert (
        result(weighing_answer(rules, fight.state, command, (), {}, name, asked)) == usual == "none"
    )


def test_the_usual_behaviour_stands_where_nothing_is_better() -> None:
    fight = begun(one("anna", "players", 10, KNIFE), one("ox", "foes", 10, KNIFE))
    advice = advise(fight.rules, fight.state, "anna")
    usual = fight.rules.policies["fierce"].choose(fight.state, "anna")
    assert advice
    assert advice.command == usual
    assert "Attack → ox" in advice.reason
