"""Behaviours that act for others than players: what they do where shooting leads nowhere."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import play_out
from desktop.encounter.tactician import advise
from desktop.rules.walka.tables import LOCATIONS
from tests.playouts import sample_scripts
from tests.rules.maps import across, on_map
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    ION,
    PISTOL,
    SHOTGUN,
    SMG,
    edit,
    end_turn,
    fight_of,
    sheet,
    who,
)

POLICIES = ["aggressive", "cautious"]
WOUND = {"level": "heavy", "location": "torso"}


def chosen(fight: Fight, policy: str, id: str = "vera") -> Any:
    """What a behaviour does next."""
    return fight.rules.policies[policy].choose(fight.state, id)


def done(fight: Fight, policy: str, id: str = "vera") -> list[str]:
    """All that it does in one move."""
    found = []
    while fight.state.turn == id:
        command = chosen(fight, policy, id)
        found.append(command.action or command.do)
        fight.perform({**command.as_step(), "answers": "default"}, lambda sides: sides)
    return found


@pytest.mark.parametrize("segments", ["in_a_row", "parallel"])
def test_walka_33_a_duel_of_the_armoured_comes_to_an_end(segments: str) -> None:
    script = sample_scripts("walka")[0]
    sides = {one["side"]: one for one in reversed(script["combatants"])}
    duel = opening(
        {
            **script,
            "house_rules": {"segments": segments},
            "combatants": [{**one, "policy": "aggressive"} for one in sides.values()],
        }
    )
    for number in range(5):
        assert not play_out(opened(duel), 1, number).unfinished


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_32_whom_wounds_leave_harmless_is_shot_at_last(policy: str) -> None:
    fight = fight_of(drugi=sheet("Drugi"))
    assert chosen(edit(fight, "drugi", wounds=[WOUND]), policy).target == "drugi"
    critical = {"level": "critical", "location": "torso"}
    assert chosen(edit(fight, "drugi", wounds=[critical]), policy).target == "pirat"
    assert chosen(edit(fight, "pirat", wounds=[critical, WOUND]), policy).target == "pirat"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_33_wounds_are_merged_only_when_they_come_to_a_critical_one(policy: str) -> None:
    fight = edit(fight_of(), "vera", wounds=[WOUND, WOUND])
    assert chosen(fight, policy).action == "shot"
    command = chosen(edit(fight, "vera", wounds=[WOUND] * 3), policy)
    assert (command.action, command.actor) == ("merge_wounds", "vera")
    critical = {"level": "critical", "location": "torso"}
    assert chosen(edit(fight, "vera", wounds=[critical, WOUND]), policy).action == "shot"


def test_walka_33_side_by_side_somebody_without_segments_is_not_forgotten() -> None:
    fight = fight_of(house={"segments": "parallel"})
    edit(fight, "pirat", wounds=[WOUND] * 3, debt=2)
    assert chosen(fight, "aggressive").action == "shot"
    command = chosen(edit(fight, "pirat", debt=3), "aggressive")
    assert (command.action, command.actor) == ("merge_wounds", "pirat")


def test_walka_33_nobody_has_the_wounds_of_another_merged_who_is_yet_on_turn() -> None:
    fight = edit(fight_of(), "pirat", wounds=[WOUND] * 3, debt=3)
    assert chosen(fight, "aggressive").action == "shot"
    end_turn(edit(fight, "vera", segments=0))
    command = chosen(fight, "aggressive", "pirat")
    assert (command.action, command.actor) == ("merge_wounds", "pirat")


def test_walka_33_a_foe_does_not_have_the_wounds_of_a_player_merged() -> None:
    fight = edit(fight_of(house={"segments": "parallel"}), "vera", wounds=[WOUND] * 3, debt=9)
    while fight.state.turn != "pirat":
        end_turn(fight)
    assert chosen(fight, "aggressive", "pirat").action != "merge_wounds"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("lost", "left"), [("dominant_arm", "other"), ("other_arm", "dominant")])
def test_walka_27_they_shoot_with_the_hand_that_is_left(policy: str, lost: str, left: str) -> None:
    command = chosen(edit(fight_of(), "vera", disabled=[lost]), policy)
    assert (command.action, command.hand) == ("shot", left)


def test_walka_27_with_no_arm_left_they_do_not_shoot() -> None:
    fight = edit(fight_of(), "vera", disabled=["dominant_arm", "other_arm"])
    assert chosen(fight, "aggressive").do == "end_turn"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_23_with_a_blade_alone_they_strike(policy: str) -> None:
    armed = sheet(weapons=[BLADE])
    assert chosen(fight_of(armed), policy).action == "exchange"
    assert chosen(fight_of(armed, house={"melee": "throw"}), policy).action == "strike"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_36_who_is_too_wounded_to_hit_fights_only_with_such_a_one(policy: str) -> None:
    wounds = [WOUND, {**WOUND, "level": "critical"}]
    fight = edit(fight_of(sheet(weapons=[BLADE])), "vera", wounds=wounds)
    assert chosen(fight, policy).action != "exchange"
    edit(fight, "pirat", wounds=wounds)
    assert chosen(fight, policy).action == "exchange"
    edit(fight, "pirat", presses=["vera"])
    edit(fight, "vera", wounds=[*wounds, WOUND])
    assert chosen(fight, policy).action != "exchange", "it can only be hit"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_10_a_blade_that_is_put_away_is_drawn_first(policy: str) -> None:
    fight = fight_of(sheet(weapons=[{**BLADE, "put_away": True}]))
    assert chosen(fight, policy).action == "draw"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("posture", "rise"), [("kneeling", "kneel"), ("prone", "prone")])
def test_walka_10_who_has_to_close_in_rises_and_runs(policy: str, posture: str, rise: str) -> None:
    fight = on_map(fight_of(sheet(weapons=[BLADE])), vera=(5, 50), pirat=(30, 50))
    edit(fight, "vera", posture=posture)
    assert done(fight, policy)[0] == f"rise_from_{rise}"
    end_turn(fight)
    assert done(fight, policy) == ["run", "run", "run", "end_turn"]
    assert who(fight, "vera").posture == "standing"


def test_walka_10_a_wall_is_gone_around_without_kneeling_between() -> None:
    fight = on_map(fight_of(), across("wall", 15, 52), vera=(5, 50), pirat=(30, 50))
    assert done(fight, "cautious") == ["run", "run", "run", "end_turn"]


def test_walka_9_what_takes_longer_is_begun_with_what_is_left() -> None:
    fight = edit(fight_of(sheet(weapons=[{**PISTOL, "put_away": True}])), "vera", segments=1)
    assert done(fight, "aggressive") == ["draw", "end_turn"]
    assert who(fight, "vera").carry


def test_walka_26_a_shotgun_stays_silent_where_its_hit_does_nothing() -> None:
    armed = fight_of(sheet(weapons=[SHOTGUN, PISTOL]))
    near, far = (on_map(armed, vera=(5, 50), pirat=(x, 50)) for x in (25, 26))
    assert chosen(near, "aggressive").with_ == SHOTGUN["name"]
    assert chosen(far, "aggressive").with_ == PISTOL["name"]


ION_GUN = {**ION, "reload": "cell"}
DROID = sheet("Kolos", nature="droid")


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_27_an_ion_weapon_is_kept_for_machines(policy: str) -> None:
    fight = fight_of(sheet(weapons=[ION_GUN]), kolos=DROID)
    edit(fight, "pirat", wounds=[WOUND])
    assert chosen(fight, policy).target == "kolos"
    assert chosen(fight_of(sheet(weapons=[ION_GUN, PISTOL])), policy).with_ == "Pistolet"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_31_nobody_shoots_or_strikes_at_armour_that_nothing_pierces(policy: str) -> None:
    everywhere = {str(place): 3 for place in LOCATIONS}
    tank = sheet("Pirat", armor=everywhere)
    for weapon in (PISTOL, {**BLADE, "damage": "scratch"}):
        house = {"melee": "throw"}
        assert chosen(fight_of(sheet(weapons=[weapon]), tank, house), policy).action in (
            "",
            "kneel",
        )
        pierces = fight_of(sheet(weapons=[{**weapon, "penetration": 2}]), tank, house)
        assert chosen(pierces, policy).action in ("shot", "strike")


def test_walka_31_where_nobody_can_hurt_anybody_the_game_master_decides() -> None:
    unarmed = sheet("Pirat", weapons=[])
    assert chosen(fight_of(sheet(weapons=[ION_GUN]), unarmed), "aggressive") is None
    assert chosen(fight_of(sheet(weapons=[ION_GUN])), "aggressive").do == "end_turn"
    assert chosen(fight_of(sheet(weapons=[GRENADE]), unarmed), "aggressive").do == "end_turn"


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_53_who_burns_puts_the_fire_out_first(policy: str) -> None:
    fight = edit(fight_of(), "vera", afflictions=[{"kind": "burning"}])
    assert done(fight, policy)[0] == "put_out"
    assert not who(fight, "vera").afflictions


SECOND = {**BLADE, "name": "Drugie"}


def pressing(vera: dict[str, Any], *others: dict[str, Any]) -> Fight:
    """Vera presses all others hand to hand."""
    pirat, *more = others
    fight = fight_of(vera, pirat, **{f"zbir-{n}": one for n, one in enumerate(more)})
    return edit(fight, "vera", presses=["pirat", *(f"zbir-{n}" for n in range(len(more)))])


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_44_they_bring_down_first_who_lies_there_likely_enough(policy: str) -> None:
    strong = pressing(sheet(weapons=[BLADE], build=20), sheet("Pirat", weapons=[BLADE]))
    command = chosen(strong, policy)
    assert (command.action, command.target) == ("bring_down", "pirat")
    assert chosen(edit(strong, "pirat", posture="prone"), policy).action == "exchange"
    pirat = sheet("Pirat", weapons=[BLADE], build=20, dexterity=16)
    weak = pressing(sheet(weapons=[BLADE], build=8, dexterity=8), pirat)
    assert chosen(weak, policy).action == "exchange"


def test_walka_41_they_take_the_second_weapon_where_it_wins_more_throws() -> None:
    vera = sheet(weapons=[BLADE, SECOND], dexterity=16)
    fight = edit(pressing(vera, sheet("Pirat")), "pirat", posture="prone")
    assert chosen(fight, "aggressive").with_second == "Drugie"
    worse = {**SECOND, "accuracy": -10}
    fight = pressing(sheet(weapons=[BLADE, worse], dexterity=16), sheet("Pirat"))
    assert not chosen(edit(fight, "pirat", posture="prone"), "aggressive").with_second
    one_arm = edit(pressing(vera, sheet("Pirat")), "vera", disabled=["other_arm"])
    assert not chosen(edit(one_arm, "pirat", posture="prone"), "aggressive").with_second


def test_walka_41_each_weapon_goes_at_another_opponent_where_both_are_weaker() -> None:
    vera, weak = sheet(weapons=[BLADE, SECOND], dexterity=20), sheet("Zbir", dexterity=5)
    fight = pressing(vera, weak, weak)
    for id in ("pirat", "zbir-0"):
        edit(fight, id, posture="prone")
    command = chosen(fight, "aggressive")
    assert {command.target, command.target_second} == {"pirat", "zbir-0"}
    assert done(fight, "aggressive")[0] == "exchange"


@pytest.mark.parametrize(("dexterity", "both"), [(20, True), (6, False)])
def test_walka_41_the_target_defends_with_both_where_that_is_better(
    dexterity: int, both: bool
) -> None:
    pirat = sheet("Pirat", weapons=[BLADE, SECOND], dexterity=dexterity)
    fight = edit(pressing(sheet(weapons=[BLADE]), pirat), "pirat", posture="prone")
    assert chosen(fight, "aggressive").defends_with_both is both


def test_walka_10_a_blade_that_is_not_drawn_is_not_reckoned_with() -> None:
    vera = sheet(weapons=[{**BLADE, "put_away": True}, {**SECOND, "put_away": True}])
    fight = edit(pressing(vera, sheet("Pirat")), "vera", segments=1)
    for policy in POLICIES:
        assert chosen(fight, policy)


@pytest.mark.parametrize("policy", POLICIES)
def test_walka_20_who_can_be_hit_at_all_is_shot_before_who_cannot(policy: str) -> None:
    skilled = sheet(skills={"pistols": 2}, dexterity=8)
    fight = fight_of(skilled, drugi=sheet("Drugi"))
    edit(fight, "pirat", wounds=[WOUND], covered=True, leaning=True, seen="sliver")
    assert chosen(fight, policy).target == "pirat", "a 1 hits, two points lower"
    edit(fight, "vera", skill_points={"pistols": 0})
    assert chosen(fight, policy).target == "drugi"
    edit(fight, "drugi", covered=True)
    assert chosen(fight, policy).target == "pirat", "nobody else is in sight"


def test_walka_20_advice_is_no_shot_that_cannot_hit_where_another_can() -> None:
    fight = fight_of(pirat=sheet("Pirat", dexterity=8), olek=sheet("Olek"))
    edit(fight, "vera", wounds=[WOUND], covered=True, leaning=True, seen="sliver")
    edit(end_turn(fight), "pirat", posture="prone", segments=1)
    advice = advise(fight.rules, fight.state, "pirat")
    assert advice is not None
    assert advice.command.as_step()["target"] == "olek"


def test_walka_48_advice_weighs_a_thrown_sabre_beside_all_the_ways_to_shoot() -> None:
    sabre = {"name": "Szabla", "category": "melee", "damage": "light", "sabre": True}
    skills = {"throwing": 8, "telekinesis": 4}
    clumsy = sheet(weapons=[sabre, {**SMG, "accuracy": -6}], skills=skills)
    fighter = sheet("Pirat", skills={"melee": 4})
    fight = edit(fight_of(clumsy, fighter), "vera", segments=2)
    advice = advise(fight.rules, fight.state, "vera")
    assert advice is not None
    assert advice.command.action == "throw_sabre"
