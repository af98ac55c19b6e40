"""Edges of single rules: what comes to the same in most skirmishes, but not in all."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from tests.rules.steps import act, cited, do
from tests.rules.teohiphip.bench import (
    RIFLE,
    activate,
    end_turn,
    fight_of,
    figure,
    shoot,
    skirmish,
    strike,
)

KEEP: dict[str, Any] = {"swap": []}


def against(hp: int, *traits: str, dice: list[int], **house: Any) -> Fight:
    """Zenon with these traits and this pool, against a guard."""
    fight = fight_of(figure("zenon", "players", hp, *traits), figure("guard", "foes"), **house)
    do(fight, {"do": "begin"}, *dice)
    return fight


def test_teohiphip_4_mistyk_changes_the_pool_itself() -> None:
    fight = against(2, "Mistyk", dice=[4, 6])
    activate(fight, "zenon", mystic=[0, 5])
    assert fight.state["zenon"].pool == [5, 6]


def test_teohiphip_4_uwazny_counts_the_swaps_of_one_round_only() -> None:
    fight = against(3, "Uważny", dice=[3, 3, 3])
    for swaps, dice in ((1, [3, 3]), (0, [3, 3, 6]), (0, [3, 3, 6])):
        activate(fight, "zenon")
        if swaps:
            act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 2]]})
        end_turn(fight)
        activate(fight, "guard")
        lines = end_turn(fight, *dice)
        assert cited(lines, "teohiphip-4", "one die more, Uważny") is (len(dice) > 2)


def test_teohiphip_17_taktyk_is_asked_once_a_round_though_good_dice_are_left() -> None:
    fight = against(3, "Taktyk", dice=[6, 5, 2])
    act(fight, "zenon", "test", 5, 5, 5, answers={"tactician": 0, **KEEP})
    act(fight, "zenon", "test", 5, 5, answers=KEEP)
    assert fight.state["zenon"].pool == [1, 5, 2]


@pytest.mark.parametrize("helper", [["foes", 3], ["players", 1]])
def test_teohiphip_18_obronca_helps_allies_only_and_never_with_the_last_hit_point(
    helper: list[Any],
) -> None:
    side, hp = helper
    fight = fight_of(
        figure("guard", "foes"),
        figure("zenon", "players", 2),
        figure("ala", side, hp, "Obrońca"),
        npc_pools=True,
    )
    do(fight, {"do": "begin"}, *[6] * (4 + 2 + hp))
    shoot(fight, "guard", "zenon", 5, 1, answers=KEEP)
    assert fight.state["zenon"].hp == 1


def test_teohiphip_4_traits_of_those_who_come_later_count() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 2), dice=[3, 3])
    late = figure("ala", "players", 2, "Obrońca")
    do(fight, {"do": "join", "combatants": [late], "this_round": True}, 6, 6)
    shoot(fight, "guard", "zenon", 5, 1, answers={"defend": 1})
    assert (fight.state["zenon"].hp, fight.state["ala"].hp) == (2, 1)


def test_teohiphip_17_only_a_predator_has_advantage_on_the_badly_hurt() -> None:
    for traits, dice in (((), [1, 1]), (("Drapieżnik",), [1, 1, 1])):
        raptor = figure("raptor", "foes", 4, *traits)
        fight = fight_of(raptor, figure("zenon", "players", 4, now=1), dice=[3])
        strike(fight, "raptor", "zenon", *dice)


def test_teohiphip_11_a_shot_without_a_range_goes_any_distance() -> None:
    anywhere = {key: value for key, value in RIFLE.items() if key != "range"}
    fight = fight_of(
        figure("guard", "foes", attacks=[anywhere]), figure("zenon", "players", 2), dice=[3, 3]
    )
    shoot(fight, "guard", "zenon", 5, 1, distance=60)
    assert fight.state["zenon"].hp == 1


def test_teohiphip_1_who_goes_over_is_of_a_band_of_the_new_side() -> None:
    fight = fight_of(
        figure("guard", "foes", band="Straż"),
        figure("scout", "foes", band="Straż"),
        figure("ala", "players", 1, band="Wilki"),
        dice=[3],
    )
    do(fight, {"do": "change_side", "combatant": "scout", "side": "players"})
    assert fight.state["scout"].band == fight.state["ala"].band
    do(fight, {"do": "change_side", "combatant": "guard", "side": "strangers"})
    assert fight.state["guard"].band == "strangers"


def test_teohiphip_3_every_round_begins_with_the_first_band_anew() -> None:
    fight = fight_of(
        figure("ala", "players", 1),
        figure("bogdan", "players", 1),
        figure("guard", "foes"),
        dice=[3, 3],
    )
    for id in ("ala", "guard"):
        activate(fight, id)
        end_turn(fight)
    activate(fight, "bogdan")
    end_turn(fight, 3, 3)
    assert (fight.state.round, skirmish(fight).band) == (2, fight.state["ala"].band)
    activate(fight, "ala")
    end_turn(fight)
    assert skirmish(fight).band == fight.state["guard"].band


def test_teohiphip_20_a_temporary_hit_point_is_no_wound_healed() -> None:
    hardy = figure("zenon", "players", 4, "Wytrzymały", "Z Nawiązką", now=3)
    fight = fight_of(hardy, figure("guard", "foes"))
    do(fight, {"do": "begin"}, *[3] * 4)
    lines = act(fight, "zenon", "test", 6, 6, answers=KEEP)
    assert cited(lines, "teohiphip-20", "gets 1 hp back", "Z Nawiązką")
    assert fight.state["zenon"].hp == 4
