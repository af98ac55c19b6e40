"""What the behaviours do, and that the samples come to an end by them."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.konflikt.policies import POLICIES
from tests.playouts import play_by_policies, sample_scripts
from tests.rules.konflikt.bench import BOW, BURNING, SWORD, by_hand, creature, fight_of, ogre


def turn_of(fight: Fight, policy: str, actor: str = "taren") -> list[str]:
    """What a behaviour does till its turn is over; every throw shows its middle face."""
    done: list[str] = []
    while (
        len(done) < 9
        and fight.state.round == 1
        and actor in fight.rules.to_act(fight.state)
        and (command := POLICIES[policy].choose(fight.state, actor))
    ):
        fight.perform(command.as_step(), lambda sides: sides // 2 + 1, fight.rules.decide)
        done.append(command.action or command.do)
    return done


def scene(reached: bool, **sheet: Any) -> Fight:
    fight = fight_of(creature("taren", **sheet), creature("carl"), ogre())
    by_hand(fight, "taren", reached_by=["ogre"] if reached else [])
    return fight


@pytest.mark.parametrize(
    ("policy", "free", "reached"),
    [
        ("raider", ["move", "attack"], ["attack", "pass"]),
        ("shooter", ["attack", "pass"], ["move", "attack"]),
        ("guard", ["prepare"], ["attack", "pass"]),
        ("shy", ["pass"], ["move", "pass"]),
    ],
)
def test_each_behaviour_out_of_reach_and_in_it(
    policy: str, free: list[str], reached: list[str]
) -> None:
    assert turn_of(scene(False), policy) == free
    assert turn_of(scene(True), policy) == reached


def test_konflikt_7_the_guard_strikes_whoever_comes() -> None:
    fight = scene(False)
    turn_of(fight, "guard")
    turn_of(fight, "shy", "carl")
    turn_of(fight, "raider", "ogre")
    assert fight.state["taren"].reached_by == ["ogre"] or fight.state["carl"].reached_by
    by_hand(fight, "taren", reached_by=["ogre"])
    assert turn_of(fight, "guard") == ["trigger"]


def test_konflikt_6_what_burns_is_put_out_first() -> None:
    fight = scene(False)
    by_hand(fight, "taren", effects=[BURNING])
    assert turn_of(fight, "raider")[0] == "overcome"


def test_a_shooter_without_a_shot_left_goes_and_strikes() -> None:
    fight = scene(False, attacks=[{**BOW, "uses": 0}, SWORD])
    assert turn_of(fight, "shooter") == ["move", "attack"]


@pytest.mark.parametrize("script", sample_scripts("konflikt"), ids=lambda script: script["name"])
@pytest.mark.parametrize("seed", range(5))
def test_the_samples_come_to_an_end(script: dict[str, object], seed: int) -> None:
    assert play_by_policies(dict(script), seed).outcome is not None
