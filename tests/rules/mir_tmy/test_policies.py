"""Behaviours that act for others than players."""

from typing import Any

import pytest

from tests.rules.maps import across, on_map
from tests.rules.mir_tmy.bench import CLUB, PISTOL, person, scene, set_by_hand

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
