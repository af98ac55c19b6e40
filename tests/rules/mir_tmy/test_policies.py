"""Behaviours that act for others than players."""

from typing import Any
from unittest.mock import Mock

import pytest

from desktop.rules.mir_tmy.commands import Pass
from desktop.rules.table import Refusal, Table
from tests.rules.maps import across, on_map
from tests.rules.mir_tmy.bench import CLUB, PISTOL, RIFLE, person, scene, set_by_hand

POLICIES = ["aggressive", "defensive"]


def chosen(fight: Any, policy: str) -> Any:
    return fight.rules.policies[policy].choose(fight.state, "a")


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_53_who_has_nothing_but_fists_makes_a_weapon_ready(policy: str) -> None:
    arms = [{**CLUB, "concealed": True}, {**PISTOL, "concealed": True}]
    fight = scene(person("A", weapons=arms), person("B"))
    command = chosen(fight, policy)
    assert (command.action, command.with_) == ("ready_weapon", "Пистолет")
    set_by_hand(fight, "a", unready=["Пистолет"])
    assert chosen(fight, policy).with_ == "Дубинка"


def test_mir_tmy_12_nobody_makes_a_weapon_ready_that_is_too_heavy() -> None:
    heavy = {**CLUB, "concealed": True, "strength": 9}
    assert chosen(scene(person("A", weapons=[heavy]), person("B")), "aggressive").with_ == "Кулаки"


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_24_a_behaviour_strikes_over_what_is_cover_against_shots(policy: str) -> None:
    fight = scene(person("A", weapons=[CLUB]), person("B"))
    fight = on_map(fight, across("partial", 10.5), a=(10, 50), b=(11, 50))
    command = chosen(fight, policy)
    assert command.action == "attack"
    assert fight.preview({**command.as_step(), "answers": "default"})


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_7_a_behaviour_lets_be_what_was_declared_and_cannot_be_done(policy: str) -> None:
    fight = scene(person("A", weapons=[CLUB]), person("B"), dice=[1, 9], declare=True)
    fight = on_map(fight, a=(10, 50), b=(11, 50))
    blow = {"target": "b", "with": CLUB["name"]}
    fight.perform({"do": "declare", "actor": "a", "action": "attack", **blow})
    fight.perform({"do": "declare", "actor": "b", "action": "pass"})
    fight.perform({"do": "place", "places": {"b": [17, 50]}})
    with pytest.raises(Refusal, match="too far to fight hand to hand"):
        fight.preview({"do": "act", "actor": "a"})
    assert chosen(fight, policy).as_step()["do"] == "end_turn"


@pytest.mark.parametrize("declare", [True, False])
def test_mir_tmy_52_a_behaviour_takes_the_step_that_costs_nothing_to_strike(declare: bool) -> None:
    fight = scene(person("A", weapons=[CLUB]), person("B"), dice=[9, 1], declare=declare)
    fight = on_map(fight, a=(10, 50), b=(14.5, 50))
    done: list[tuple[Any, Any]] = []
    while fight.state.round == 1 and len(done) < 4:
        actor = fight.state.turn or ""
        command = fight.rules.policies["aggressive"].choose(fight.state, actor)
        assert command
        step = command.as_step()
        if actor == "a":
            done.append((step["do"], step.get("action")))
        fight.perform({**step, "answers": "default"}, lambda sides: 5, fight.rules.decide)
    declared = [("declare", "attack")] if declare else []
    assert done == [*declared, ("act", "move"), ("act", None if declare else "attack")]
    assert fight.state.positions["a"] == (13, 50)


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_52_no_behaviour_takes_that_step_twice(policy: str) -> None:
    fight = scene(person("A", weapons=[CLUB]), person("B"), dice=[9, 1])
    fight = on_map(fight, a=(10, 50), b=(14.5, 50))
    assert chosen(fight, policy).as_step()["action"] == "move"
    fight.perform({"do": "act", "actor": "a", "action": "move", "to": [10.5, 50]})
    assert chosen(fight, policy).as_step()["action"] == "run", "it has moved already"


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_7_a_behaviour_does_against_the_rules_what_was_declared_so(policy: str) -> None:
    fight = scene(person("A", weapons=[CLUB]), person("B"), dice=[1, 9], declare=True)
    set_by_hand(fight, "a", shock=True)
    blow = {"action": "attack", "target": "b", "with": CLUB["name"], "overrule": True}
    fight.perform({"do": "declare", "actor": "a", **blow})
    fight.perform({"do": "declare", "actor": "b", "action": "pass"})
    step = chosen(fight, policy).as_step()
    assert fight.preview({**step, "answers": "default"}).question, "it strikes"


def marksman(name: str) -> dict[str, Any]:
    """Whose shot takes four levels on average."""
    return person(name, abilities={"firearms": 5}, weapons=[RIFLE])


def targets_of_foes(fight: Any, policy: str) -> str:
    """Whom the foes declare to attack, one after another; players declare nothing."""
    choose, state, targets = fight.rules.policies[policy].choose, fight.state.copy(), ""
    while state.declaring:
        command = choose(state, state.turn)
        assert command == choose(state, state.turn) == choose(state.copy(), state.turn)
        if state[state.turn].side == "players":
            command = Pass(do="declare", actor=state.turn)
        else:
            targets += command.target
        fight.rules.perform(state, command, Mock(Table, keeps_log=False))
    return targets


@pytest.mark.parametrize("policy", POLICIES)
def test_mir_tmy_5_behaviours_declare_against_others_when_enough_is_declared(policy: str) -> None:
    people = [marksman(name) for name in "ABCDEFGH"]
    fight = scene(*people, players=3, declare=True)
    assert targets_of_foes(fight, policy) == "aabbc", "two shots are enough for seven levels"
    set_by_hand(fight, "c", damage={"lethal": 6})
    assert targets_of_foes(fight, policy) == "caabb", "one is enough for the weakest"


def test_mir_tmy_5_once_enough_is_declared_against_all_the_rest_is_shared_out() -> None:
    people = [marksman(name) for name in "ABCDEFGH"]
    assert targets_of_foes(scene(*people, players=2, declare=True), "aggressive") == "aabbab"
