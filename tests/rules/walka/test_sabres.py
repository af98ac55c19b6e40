"""Sabres by the neighbouring chapter: walka-47 to 51."""

from typing import Any

import pytest

from desktop.encounter.digest import account
from desktop.encounter.fight import Fight, resume
from desktop.rules.table import Refusal
from tests.rules.maps import block, on_map
from tests.rules.walka.bench import (
    BLADE,
    ION,
    PAIN,
    PISTOL,
    SHOTGUN,
    SMG,
    act,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    step_of,
    told,
    who,
    wounds,
)
from tests.test_odds_agree import Situation, disagreements

SABRE = {"name": "Szabla", "category": "melee", "damage": "light", "sabre": True}
FORM = {"name": "Trzecia", "attack": -1, "defence": 2, "deflecting": 3}
ONE, TWO, THREE = ([7, 17] * n + [20, 20] * (3 - n) for n in (1, 2, 3))


def fencer(name: str = "Pirat", **more: Any) -> dict[str, Any]:
    return sheet(name, **{"weapons": [SABRE, PISTOL], **more})


def fencing(vera: dict[str, Any], pirat: dict[str, Any]) -> Fight:
    return edit(fight_of(vera, pirat), "vera", presses=["pirat"])


def shot_at_a_fencer(**more: Any) -> Fight:
    return fight_of(sheet(), fencer(**more))


def test_walka_47_between_sabres_a_throw_is_won_by_three_points() -> None:
    plain = {**FORM, "attack": 0, "defence": 0}
    both = fencing(fencer("Vera", forms=[plain]), fencer(forms=[plain]))
    act(both, "exchange", [9, 11, 8, 11, 10, 10, *PAIN], target="pirat")
    assert told(both, 36) == ["Vera → Pirat: a hit, successes: 1"]
    one = fencing(fencer("Vera", forms=[plain]), fencer())
    act(one, "exchange", [9, 11, 8, 11, 10, 10, *PAIN], target="pirat")
    assert told(one, 36) == ["Vera → Pirat: a hit, successes: 2"]


@pytest.mark.parametrize(("dice", "level"), [(ONE, "light"), (TWO, "heavy"), (THREE, "critical")])
def test_walka_47_sabres_wound_by_successes(dice: list[int], level: str) -> None:
    fight = fencing(fencer("Vera"), sheet("Pirat"))
    act(fight, "exchange", [*dice, *(PAIN if level != "critical" else [])], target="pirat")
    assert wounds(fight) == [(level, "torso")]


@pytest.mark.parametrize(
    ("die", "level"),
    [(12, []), (11, ["scratch"]), (9, ["light"]), (7, ["heavy"]), (5, ["critical"])],
)
def test_walka_48_a_thrown_sabre_wounds_by_points_of_advantage(die: int, level: list[str]) -> None:
    fight = fight_of(fencer("Vera"))
    dice = [die, die, 20, 12, 12, 20, *([7] if level else []), *(PAIN if die in (11, 9, 7) else [])]
    act(fight, "throw_sabre", dice, target="pirat")
    assert [found for found, _ in wounds(fight)] == level
    assert who(fight, "vera").to_draw == [0]


def test_walka_48_telekinesis_brings_it_back_and_a_weapon_that_resists_wards_it_off() -> None:
    vera = fencer("Vera", skills={"telekinesis": 2})
    fight = fight_of(vera, fencer(skills={"melee": 6, "alertness": 0}))
    act(fight, "throw_sabre", [9, 9, 20, 12, 12, 20], target="pirat")
    assert (wounds(fight), who(fight, "vera").to_draw) == ([], [])
    points, *_, back = told(fight, 48)[-3:]
    assert points == "Vera against Pirat, thrown sabre: success points 3 to 3"
    assert back == "Vera brings the sabre back by telekinesis"


def test_odds_of_a_thrown_sabre_agree_with_play() -> None:
    fight = fight_of(fencer("Vera", skills={"throwing": 3}))
    step = step_of("throw_sabre", target="pirat")
    situation = Situation(fight.state, fight.rules.read(step), fight.odds(step))
    assert not disagreements(fight.rules, situation, 1500)


@pytest.mark.parametrize(("die", "hit"), [(6, False), (7, True)])
def test_walka_49_a_shot_is_deflected_at_minus_five(die: int, hit: bool) -> None:
    fight = shoot(shot_at_a_fencer(), [7, die, *(PAIN if hit else [])])
    assert bool(wounds(fight)) is hit
    assert told(fight, 49)[0] == "Pirat: a shot to deflect −5"


def test_walka_49_the_target_decides_before_the_dice_are_read() -> None:
    fight = shot_at_a_fencer()
    fight.perform({**step_of("shot", target="pirat"), "dice": []})
    assert fight.pending is not None
    assert getattr(fight.pending.question, "id", "") == "deflect"
    assert wounds(shoot(shot_at_a_fencer(), [7, *PAIN], answers={"deflect": "no"}))


@pytest.mark.parametrize(
    ("dexterity", "skill", "vain"), [(1, 0, True), (1, 1, False), (2, 0, False)]
)
@pytest.mark.parametrize("action", ["shot", "long_burst"])
def test_walka_49_what_to_do_about_a_shot_that_cannot_hit_gains_nothing(
    action: str, dexterity: int, skill: int, vain: bool
) -> None:
    vera = sheet(dexterity=dexterity, weapons=[SMG], skills={"smgs": skill} if skill else {})
    fight = fight_of(vera, fencer())
    fight.perform(step_of(action, target="pirat"))
    asked: Any = fight.pending
    assert (asked.question.id, asked.question.no_benefit) == ("deflect", vain)


def test_walka_12_points_that_are_not_spent_on_deflecting_make_it_fail_and_no_shot_miss() -> None:
    fight = fight_of(pirat=fencer(skills={"melee": 6}))
    answers = {"deflect": "deflect"}
    fight.perform({**step_of("shot", target="pirat"), "dice": [7, 7], "answers": answers})
    assert fight.pending
    question: Any = fight.pending.question
    assert question.by == "pirat"
    assert {choice.note for choice in question.field.choices} == {"success; 1 point", "failure"}


def test_walka_12_points_are_asked_for_at_each_shot_that_is_deflected() -> None:
    fight = fight_of(sheet(weapons=[SMG]), fencer(skills={"melee": 12}))
    fight.perform(step_of("long_burst", target="pirat"))
    fight.answer("deflect")
    fight.answer([9])
    for points in (3, 4, 5):
        fight.answer([9])
        assert fight.pending, "what was answered before is no answer now"
        kept = fight.pending.as_json()
        question: Any = fight.pending.question
        assert question.field.choices[0].value == [points]
        if points == 4:  # nor after the lid was closed
            fight = resume(fight.as_script(), fight.journal, kept)
        fight.answer([points])
    assert fight.pending is None
    assert not wounds(fight)
    names = ("skill_points@pirat", "skill_points@pirat#2", "skill_points@pirat#3")
    assert [fight.moments[-1].step["answers"][name] for name in names] == [[3], [4], [5]]


def test_walka_49_each_shot_and_each_direction_makes_it_harder_until_ones_own_move() -> None:
    fight = fight_of(sheet(), fencer(), olek=sheet("Olek"))
    shoot(shoot(fight, [7, 1]), [7, 1])
    assert "Pirat: shots before it −1" in told(fight, 49)
    edit(fight, "vera", segments=0)
    end_turn(fight)
    assert who(fight, "pirat").deflected == ()
    end_turn(fight)
    act(fight, "shot", [7, 1], "olek", target="pirat")
    end_turn(fight)
    shoot(fight, [7, 1])
    assert {"Pirat: shots before it −1", "Pirat: other directions −1"} <= set(told(fight, 49))


def test_walka_49_the_stance_helps_who_stands_still() -> None:
    fight = edit(shot_at_a_fencer(), "pirat", effects=["deflecting shots"])
    assert "Pirat: deflecting shots +3" in told(shoot(fight, [7, 1]), 49)
    fight = edit(shot_at_a_fencer(), "pirat", effects=["deflecting shots"], running="running")
    assert "Pirat: deflecting shots +3" not in told(shoot(fight, [7, 1]), 49)


@pytest.mark.parametrize("action", ["run", "sprint", "crawl"])
def test_walka_49_who_goes_somewhere_takes_the_stance_anew(action: str) -> None:
    posture = "prone" if action == "crawl" else "standing"
    fight = edit(fight_of(fencer("Vera")), "vera", posture=posture)
    act(fight, "deflect_stance")
    assert who(fight, "vera").effects == ["deflecting shots"]
    act(fight, action)
    assert who(fight, "vera").effects == []
    assert told(fight, 49) == ["Vera: deflecting shots is over"]
    assert any(option.action == "deflect_stance" for option in fight.options())


def test_walka_49_it_is_said_which_of_several_shots_comes() -> None:
    fight = shot_at_a_fencer()
    fight.perform(step_of("several_shots", shots=[{"target": "pirat"}] * 2))
    for number in (1, 2):
        asked: Any = fight.pending
        said = f"Vera → Pirat: shot {number} of 2 comes, what does Pirat do?"
        assert str(asked.question.text) == said
        fight.answer("deflect")


def rule_of_the_location(fight: Fight, step: dict[str, Any], dice: list[int]) -> str:
    """By which rule the last die is asked for, that of the location."""
    fight.perform({**step, "dice": dice})
    asked: Any = fight.pending
    assert str(asked.question.label) == "location"
    return str(asked.question.rule)


def test_walka_45_48_49_the_die_for_the_location_names_the_rule_of_the_hit() -> None:
    back = {**step_of("shot", target="pirat"), "answers": {"deflect": "back"}}
    assert rule_of_the_location(shot_at_a_fencer(), back, [7, 1]) == "walka-49"
    thrown = step_of("throw_sabre", target="pirat")
    dice = [5, 5, 20, 12, 12, 20]
    assert rule_of_the_location(fight_of(fencer("Vera")), thrown, dice) == "walka-48"
    fury = step_of("exchange", target="pirat", manner="fury")
    fight = fencing(fencer("Vera"), fencer())
    assert rule_of_the_location(fight, fury, [20, 1] * 3) == "walka-45"


@pytest.mark.parametrize("leaning", [False, True])
def test_walka_49_a_shot_sent_back_hits_who_fired_it_leaning_out_or_not(leaning: bool) -> None:
    fight = edit(shot_at_a_fencer(), "vera", covered=leaning, leaning=leaning)
    shoot(fight, [7, 1, 8, *PAIN], answers={"deflect": "back"})
    assert (wounds(fight), wounds(fight, "vera")) == ([], [("light", "torso")])


def test_walka_49_nothing_is_sent_into_who_is_wholly_behind_cover() -> None:
    fight = edit(fight_of(sheet(), fencer(), olek=sheet("Olek")), "olek", covered=True)
    with pytest.raises(Refusal):
        shoot(fight, [7, 1, 8, *PAIN], answers={"deflect": "olek"})
    edit(fight, "olek", leaning=True)
    assert wounds(shoot(fight, [7, 1, 8, *PAIN], answers={"deflect": "olek"}), "olek")


def test_walka_49_bullets_are_slowed_and_not_stopped() -> None:
    gun = {**PISTOL, "damage": "heavy", "kinetic": True}
    fight = fight_of(sheet(weapons=[gun]), fencer())
    assert wounds(shoot(fight, [7, 1, 8, *PAIN])) == [("light", "torso")]
    fight = fight_of(sheet(weapons=[{**gun, "damage": "scratch"}]), fencer())
    assert not wounds(shoot(fight, [7, 1]))


def test_walka_49_a_shot_is_sent_into_anybody_who_is_not_behind() -> None:
    fight = fight_of(sheet(), fencer(), olek=sheet("Olek"))
    shoot(fight, [7, 1, 8, *PAIN], answers={"deflect": "olek"})
    assert [wounds(fight, id) for id in ("vera", "pirat", "olek")] == [[], [], [("light", "torso")]]
    assert "Pirat: into Olek −3" in told(fight, 49)


def offered_on_map(olek: tuple[float, float], *ground: Any) -> list[Any]:
    fight = on_map(
        fight_of(sheet(), fencer(), olek=sheet("Olek")), *ground, size=20,
        vera=(2, 10), pirat=(10, 10), olek=olek,
    )  # fmt: skip
    fight.perform({**step_of("shot", target="pirat"), "dice": []})
    question: Any = fight.pending and fight.pending.question
    return [choice.value for choice in question.field.choices]


def test_walka_49_on_the_map_nothing_goes_behind_ones_back_or_through_a_wall() -> None:
    assert offered_on_map((4, 16)) == ["deflect", "back", "olek", "no"]
    assert offered_on_map((16, 10)) == ["deflect", "back", "no"]
    wall = block("wall", 3, 13, 11, 13.5)
    assert offered_on_map((4, 16), wall) == ["deflect", "back", "no"]


def test_walka_49_a_blast_bursts_where_it_is_sent() -> None:
    cannon = {**PISTOL, "damage": "critical", "critical_range": 3}
    fight = fight_of(sheet(weapons=[cannon]), fencer())
    shoot(fight, [7, 1])
    assert not wounds(fight)
    fight = fight_of(sheet(weapons=[cannon]), fencer())
    shoot(fight, [7, 1, 8], answers={"deflect": "back"})
    assert (wounds(fight), wounds(fight, "vera")) == ([], [("critical", "torso")])


def test_walka_49_ion_goes_back_into_a_machine() -> None:
    fight = fight_of({**sheet(weapons=[ION]), "nature": "droid"}, fencer())
    shoot(fight, [7, 1, 8], answers={"deflect": "back"})
    assert who(fight, "vera").deactivated
    assert not wounds(fight)


def test_walka_49_the_shot_of_a_shotgun_goes_back_with_its_scratches() -> None:
    fight = fight_of(sheet(weapons=[SHOTGUN]), fencer())
    # Three points of success: a scratch each beside the wound at four metres.
    shoot(fight, [11, 1, 8, 8, 8, 8, *PAIN * 4], distance=4, answers={"deflect": "back"})
    assert not wounds(fight)
    assert sorted(wounds(fight, "vera")) == [("heavy", "torso"), *[("scratch", "torso")] * 3]


def test_walka_49_of_bullets_of_a_shotgun_only_the_wound_is_left_a_level_lower() -> None:
    fight = fight_of(sheet(weapons=[{**SHOTGUN, "kinetic": True}]), fencer())
    shoot(fight, [9, 1, 8, *PAIN], distance=4)
    assert wounds(fight) == [("light", "torso")]
    fight = fight_of(sheet(weapons=[{**SHOTGUN, "kinetic": True}]), fencer())
    assert not wounds(shoot(fight, [9, 1], distance=15))


@pytest.mark.parametrize("gun", [ION, SHOTGUN, {**PISTOL, "critical_range": 2}])
@pytest.mark.parametrize("answer", ["deflect", "back", "olek"])
def test_odds_of_what_else_is_deflected_agree_with_play(gun: dict[str, Any], answer: str) -> None:
    droid = {**sheet("Olek"), "nature": "droid"}
    shooter = sheet(weapons=[gun], skills={"pistols": 2, "shotguns": 2})
    fight = fight_of(shooter, fencer(skills={"melee": 3}), olek=droid)
    step = step_of("shot", target="pirat", distance=4)
    odds = fight.odds(step, answers={"deflect": answer})
    situation = Situation(fight.state, fight.rules.read(step), odds)
    assert not disagreements(fight.rules, situation, 700, answers={"deflect": answer})


def test_walka_49_each_round_of_a_burst_is_deflected_by_itself() -> None:
    fight = fight_of(sheet(weapons=[SMG]), fencer())
    act(fight, "short_burst", [9, 1, 19, 1, *PAIN], target="pirat")
    assert len(wounds(fight)) == 1
    came_to = account(fight, fight.cursor)
    assert came_to
    assert str(came_to.came) == "Pirat: light wound: torso, shots deflected: 2"


@pytest.mark.parametrize(
    ("answer", "dice", "back"),
    [
        ("deflect", [7, 6], ""),
        ("back", [7, 3, 7, *PAIN], "; {who}: shots deflected: 1; Vera: {came}"),
    ],
)
def test_walka_49_a_shot_that_is_deflected_counts_as_no_hit(
    answer: str, dice: list[int], back: str
) -> None:
    fight = shoot(shot_at_a_fencer(), dice, answers={"deflect": answer})
    came_to = account(fight, fight.cursor)
    assert came_to
    assert not came_to.hit
    came = "light wound: torso"
    told = "Vera → Pirat: deflected, nothing comes through" + back.format(who="Pirat", came=came)
    assert str(came_to.result) == told


def test_walka_50_a_sabre_keeps_fire_from_holding_anybody_down() -> None:
    fight = fight_of(sheet(weapons=[SMG]), fencer(), zbir=sheet("Zbir"))
    act(fight, "continuous_fire", [20], target="pirat", targets=["zbir"])
    assert (who(fight, "pirat").suppressed, who(fight, "zbir").suppressed) == (False, True)


@pytest.mark.parametrize(
    ("proof", "location", "level"),
    [(False, None, "heavy"), (True, None, "scratch"), (True, "torso", "heavy")],
)
def test_walka_50_armour_that_is_not_proof_and_gaps_stop_no_sabre(
    proof: bool, location: str | None, level: str
) -> None:
    worn = {"name": "Pancerz", "reduction": {"torso": 2}, "proof": proof}
    fight = fencing(fencer("Vera", dexterity=22), {**sheet("Pirat"), "armor": [worn]})
    act(fight, "exchange", [*TWO, *PAIN], target="pirat", location=location)
    assert wounds(fight) == [(level, "torso")]
    assert ("Vera: a gap in proof armour −4" in told(fight, 50)) is (location is not None)


def test_walka_50_what_does_not_resist_a_sabre_adds_nothing_against_it() -> None:
    sword = {**BLADE, "parry": 2}
    fight = fencing(fencer("Vera"), sheet("Pirat", weapons=[sword]))
    act(fight, "exchange", [*TWO, *PAIN], target="pirat")
    assert told(fight, 50) == ["Pirat: does not resist a sabre −2"]
    fight = fencing(fencer("Vera"), sheet("Pirat", weapons=[{**sword, "resists": True}]))
    act(fight, "exchange", [*TWO, *PAIN], target="pirat")
    assert told(fight, 50) == []


def test_walka_51_a_form_adds_what_the_sheet_says_and_is_not_changed_as_defender() -> None:
    other = {**FORM, "name": "Piąta", "attack": 2}
    fight = fencing(fencer("Vera", forms=[FORM, other]), fencer())
    act(fight, "exchange", [9, 7] * 3, target="pirat", form="Piąta")
    assert told(fight, 51) == ["Vera: form: Piąta +2"]
    fight = edit(fight_of(fencer("Vera", forms=[FORM, other]), fencer()), "pirat", presses=["vera"])
    act(fight, "exchange", [9, 9] * 3, target="pirat", form="Piąta")
    assert told(fight, 51) == ["Vera: form: Trzecia +2"]
    fight = fight_of(sheet(), fencer(forms=[FORM]))
    assert told(shoot(fight, [7, 1]), 51) == ["Pirat: form: Trzecia +3"]


def test_walka_51_a_form_may_add_something_against_another() -> None:
    against = {**FORM, "attack": 0, "against": [{"form": "Piąta", "bonus": 3}]}
    other = {**FORM, "name": "Piąta", "attack": 0, "defence": 0}
    fight = fencing(fencer("Vera", forms=[against]), fencer(forms=[other]))
    act(fight, "exchange", [9, 9] * 3, target="pirat")
    assert told(fight, 51) == ["Vera: against form: Piąta +3"]


def test_walka_51_who_has_no_form_loses_what_the_house_rule_says() -> None:
    fight = fight_of(fencer("Vera"), sheet("Pirat"), {"no_form": -3})
    edit(fight, "vera", presses=["pirat"])
    act(fight, "exchange", [9, 9] * 3, target="pirat")
    assert told(fight, 51) == ["Vera: no form of sabres −3"]
    fight = fight_of(sheet(), fencer(), {"no_form": -2})
    assert told(shoot(fight, [7, 1]), 51) == ["Pirat: no form of sabres −2"]


@pytest.mark.parametrize("answer", ["deflect", "back", "no"])
@pytest.mark.parametrize("action", ["shot", "short_burst", "several_shots"])
def test_odds_of_a_shot_that_is_deflected_agree_with_play(action: str, answer: str) -> None:
    vera = sheet(weapons=[PISTOL, {**SMG, "rate_of_fire": 2}], skills={"pistols": 2, "smgs": 2})
    fight = fight_of(vera, fencer(skills={"melee": 3}))
    shots = {"shots": [{"target": "pirat"}, {"target": "pirat"}]}
    step = step_of(action, **(shots if action == "several_shots" else {"target": "pirat"}))
    odds = fight.odds(step, answers={"deflect": answer})
    situation = Situation(fight.state, fight.rules.read(step), odds)
    assert not disagreements(fight.rules, situation, 700, answers={"deflect": answer})


def test_odds_of_fencing_agree_with_play() -> None:
    skill = {"melee": 4}
    fight = fencing(fencer("Vera", forms=[FORM], skills=skill), fencer(forms=[FORM], skills=skill))
    step = step_of("exchange", target="pirat")
    situation = Situation(fight.state, fight.rules.read(step), fight.odds(step))
    assert not disagreements(fight.rules, situation, 1000)
