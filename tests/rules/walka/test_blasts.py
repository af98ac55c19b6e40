"""Throws, blasts and getting out of their way: walka-28 to 30."""

from typing import Any

import pytest

from desktop.encounter.fight import Sequel
from desktop.languages import Language
from desktop.rules.table import Refusal
from desktop.rules.walka.grenades import ring, scatter
from tests.rules.walka.bench import (
    GRENADE,
    PAIN,
    PISTOL,
    SMG,
    act,
    do,
    edit,
    end_turn,
    fight_of,
    mustered,
    sheet,
    step_of,
    told,
    who,
    wounds,
)

GLUE = {
    "name": "Lepki",
    "category": "grenade",
    "causes": "immobile",
    "effect_range": 5,
    "notes": "300.",
}

BLIND = [20]
"""The die of somebody who does not see it coming."""


def thrower(**more: Any) -> dict[str, Any]:
    return sheet(weapons=[GRENADE], **more)


def throw(fight: Any, dice: list[int], answers: Any = "default", **more: Any) -> Any:
    return act(fight, "throw", dice, answers=answers, **{"target": "pirat", **more})


# ---- throwing


def test_walka_28_a_throw_on_dexterity_that_hits_the_spot() -> None:
    fight = throw(fight_of(thrower()), [11, *BLIND, 10])
    assert wounds(fight) == [("critical", "torso")]
    assert told(fight, 28)[0] == "Vera throws: Granat, 10 m"
    assert who(fight, "vera").segments == 1


def test_walka_28_skill_points_of_throwing_lower_the_die() -> None:
    fight = throw(fight_of(thrower(skills={"throwing": 3})), [14, *BLIND, 10])
    assert who(fight, "vera").spent == {"throwing": 3}
    assert wounds(fight) == [("critical", "torso")]


@pytest.mark.parametrize(("build_die", "threshold"), [(4, 12), (10, 6), (12, 4)])
def test_walka_28_strength_takes_its_success_points_off_the_penalty(
    build_die: int, threshold: int
) -> None:
    fight = throw(fight_of(thrower()), [build_die, 20], distance=40, by_build=True, target=None)
    assert f"threshold {threshold} = dexterity 12" in told(fight, 28)[-3]


def test_walka_28_no_need_to_lean_out() -> None:
    fight = edit(fight_of(thrower()), "vera", covered=True)
    throw(fight, [11, *BLIND, 10], modifiers={"other": -1, "why": "zza osłony"})
    assert wounds(fight) == [("critical", "torso")]


@pytest.mark.parametrize(
    ("missed_by", "distance", "metres"), [(1, 10, 1), (4, 10, 4), (4, 11, 8), (3, 25, 9)]
)
def test_walka_28_how_far_off_a_miss_lands(missed_by: int, distance: int, metres: int) -> None:
    assert scatter(missed_by, distance) == metres


def test_walka_28_a_miss_lands_off_and_the_game_master_says_where() -> None:
    fight = fight_of(thrower())
    fight.perform({**step_of("throw", target="pirat"), "dice": [16]})
    assert fight.pending
    question: Any = fight.pending.question
    assert (question.id, question.field.default) == ("landing", [5])
    fight.answer([2])
    fight.answer("stay")
    fight.answer([10])
    assert fight.pending is None
    assert wounds(fight) == [("critical", "torso")]


@pytest.mark.parametrize(("distance", "die", "in_vain"), [(10, 16, False), (60, 20, True)])
def test_walka_28_where_a_miss_lands_is_asked_where_it_may_harm_and_names_whom(
    distance: int, die: int, in_vain: bool
) -> None:
    fight = fight_of(thrower(), sheet("Pirat"), zbir=sheet("Zbir"))
    victims = [{"who": "pirat"}, {"who": "zbir", "metres": 2}]
    step = step_of("throw", target="pirat", victims=victims, distance=distance, overrule=True)
    fight.perform({**step, "dice": [die]})
    assert fight.pending
    question: Any = fight.pending.question
    away, towards = (str(choice.note) for choice in question.field.choices)
    assert str(question.text).endswith("from each? Pirat, Zbir")
    assert question.no_benefit is in_vain
    if not in_vain:
        assert (away, towards) == ("Pirat: 5 m, Zbir: 7 m", "Pirat: 5 m, Zbir: 3 m")


def test_walka_28_by_default_a_miss_lands_away_from_everybody() -> None:
    fight = throw(fight_of(thrower()), [16, *BLIND, 10, *PAIN])
    assert wounds(fight) == [("heavy", "torso")], "5 m off"


def test_walka_28_a_pin_that_was_pulled_is_gone_with_the_throw() -> None:
    fight = act(fight_of(thrower()), "pull_pin")
    assert who(fight, "vera").effects == ["pin pulled"]
    throw(fight, [11, *BLIND, 10])
    assert who(fight, "vera").effects == []


def test_walka_28_grenades_are_used_up() -> None:
    fight = fight_of(sheet(weapons=[{**GRENADE, "magazine": 1}]))
    throw(fight, [11, *BLIND, 10])
    end_turn(fight, 2)
    with pytest.raises(Refusal, match="Granat: none left"):
        throw(fight, [11])
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "detonate"))
    assert str(option.why_not) == "Granat: none left"


def test_walka_10_who_has_no_grenade_left_still_throws_something_else() -> None:
    fight = fight_of(sheet(weapons=[{**GRENADE, "loaded": 0}]))
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "throw"))
    weapon = next(field for field in fight.parameters(option) if field.id == "with")
    reasons = [(choice.value, str(choice.why_not)) for choice in weapon.choices]
    assert reasons == [("Granat", "Granat: none left"), ("object", "None")]
    throw(fight, [11], weapon=weapon.default)
    assert told(fight, 28)[0] == "Vera throws: an object, 10 m"


def test_walka_28_without_a_grenade_something_else_is_thrown() -> None:
    fight = act(fight_of(), "throw_large", [11], target="pirat")
    assert told(fight, 28)[0] == "Vera throws: an object, 10 m"
    assert who(fight, "vera").segments == 0


def test_walka_28_the_effect_of_a_grenade_is_told_and_not_what_is_noted_of_it() -> None:
    fight = throw(fight_of(sheet(weapons=[GLUE])), [11])
    assert told(fight, 54) == ["Pirat: immobile"]
    assert "300" not in " ".join(told(fight, 28))


def test_walka_28_a_grenade_without_a_blast_does_its_work() -> None:
    smoke = {"name": "Dymny", "category": "grenade", "notes": "−2 przez dym"}
    fight = act(fight_of(sheet(weapons=[smoke])), "throw", [11])
    assert told(fight, 28)[-1] == "Dymny does its work: −2 przez dym"


# ---- blasts


@pytest.mark.parametrize(
    ("metres", "radius", "level"),
    [
        *[(0, 2, 4), (2, 2, 4), (3, 2, 3), (4, 2, 3), (5, 2, 2), (6, 2, 2), (7, 2, 1), (8, 2, 1)],
        *[(9, 2, 0), (3, 3, 4), (12, 3, 1), (13, 3, 0)],
    ],
)
def test_walka_29_rings(metres: int, radius: int, level: int) -> None:
    assert ring(metres, radius) == level


def blown(fight: Any, dice: list[int], **victim: Any) -> Any:
    victims = [{"who": "pirat", **victim}]
    return act(fight, "detonate", dice, victims=victims)


@pytest.mark.parametrize(
    ("metres", "prone", "cover", "level"),
    [
        (3, False, False, "critical"),
        (6, False, False, "heavy"),
        (9, False, False, "light"),
        (12, False, False, "scratch"),
        (6, True, False, "light"),
        (6, False, True, "light"),
        (6, True, True, "scratch"),
        (0, True, False, "critical"),
        (0, True, True, "heavy"),
    ],
)
def test_walka_29_lying_down_and_cover_lower_it(
    metres: int, prone: bool, cover: bool, level: str
) -> None:
    fight = edit(fight_of(thrower()), "pirat", posture="prone" if prone else "standing")
    pain = [] if level == "critical" else PAIN
    blown(fight, [10, *pain], metres=metres, cover=cover)
    assert wounds(fight) == [(level, "torso")]


@pytest.mark.parametrize(("metres", "cover"), [(13, False), (12, True)])
def test_walka_29_beyond_or_below_a_scratch_there_is_nothing(metres: int, cover: bool) -> None:
    fight = blown(fight_of(thrower()), [], metres=metres, cover=cover)
    assert wounds(fight) == []
    assert who(fight, "pirat").posture == "standing"


def test_walka_29_at_the_edge_the_target_falls_even_if_armour_holds() -> None:
    fight = fight_of(thrower(), sheet("Pirat", armor={"torso": 1}))
    blown(fight, [20, 10], metres=12)
    assert wounds(fight) == []
    assert who(fight, "pirat").posture == "prone"
    assert "Pirat falls: the edge of the blast" in told(fight, 29)


def test_walka_29_armour_counts_where_the_die_says() -> None:
    fight = fight_of(thrower(), sheet("Pirat", armor={"right_leg": 2}))
    blown(fight, [16, *PAIN], metres=0)
    assert wounds(fight) == [("light", "right_leg")]


def test_walka_29_each_victim_apart() -> None:
    fight = fight_of(thrower(), zbir=sheet("Zbir"), inny=sheet("Inny"))
    victims = [{"who": "zbir", "metres": 5}, {"who": "inny", "metres": 20}]
    throw(fight, [11, *BLIND, *BLIND, 10, 3, *PAIN], victims=victims)
    assert wounds(fight) == [("critical", "torso")]
    assert wounds(fight, "zbir") == [("heavy", "dominant_arm")]
    assert wounds(fight, "inny") == []


def test_walka_29_an_ion_grenade_deactivates() -> None:
    grenade = {**GRENADE, "ion": True}
    fight = fight_of(sheet(weapons=[grenade]), sheet("Droid", nature="droid"))
    blown(fight, [10], metres=4)
    assert who(fight, "pirat").deactivated


def test_walka_29_nobody_is_a_victim_twice() -> None:
    fight = fight_of(thrower())
    with pytest.raises(Refusal, match="Pirat is there twice") as refusal:
        throw(fight, [1], victims=[{"who": "pirat"}, {"who": "pirat"}])
    assert refusal.value.field == "victims[1].who"


def test_walka_29_nobody_is_a_victim_twice_of_a_charge_or_a_round_that_explodes() -> None:
    rocket: dict[str, Any] = {**PISTOL, "critical_range": 3}
    fight = fight_of(sheet(weapons=[GRENADE, rocket]), zbir=sheet("Zbir"))
    victims = [{"who": "zbir"}, {"who": "zbir", "metres": 5}]
    for step in (step_of("detonate"), step_of("shot", target="pirat")):
        with pytest.raises(Refusal, match="Zbir is there twice") as refusal:
            do(fight, {**step, "victims": victims})
        assert refusal.value.field == "victims[1].who"


# ---- getting away


def test_walka_30_first_to_see_it_then_to_leap_a_ring_further() -> None:
    fight = fight_of(thrower())
    throw(fight, [11, 6, 11, 10, *PAIN], answers={"dodge_grenade": "leap"})
    assert wounds(fight) == [("heavy", "torso")]
    assert told(fight, 30)[0] == "Pirat: a grenade in flight −5"
    assert "Pirat: threshold 7 = senses 12 −5" in told(fight, 30)


def test_walka_30_who_does_not_see_it_does_nothing() -> None:
    fight = throw(fight_of(thrower()), [11, 7, 10], answers={"dodge_grenade": "leap"})
    assert wounds(fight) == [("critical", "torso")]
    assert told(fight, 30)[-1] == "Pirat does not see it coming"


@pytest.mark.parametrize("skill", ["alertness", "spotting"])
def test_walka_30_alertness_or_spotting(skill: str) -> None:
    pirat = sheet("Pirat", skills={skill: 3})
    fight = throw(fight_of(thrower(), pirat), [11, 9, 12, 10])
    assert who(fight, "pirat").spent == {skill: 3}
    seen = next(line.text for line in fight.moments[-1].lines if line.dice == (9,))
    native = {"alertness": "czujność", "spotting": "wypatrywanie"}[skill]
    assert seen.said(Language("pl", own_terms=True)) == f"Pirat, {native}: 9"
    assert wounds(fight) == [("critical", "torso")], "seen, but not fast enough"


def test_walka_30_behind_cover() -> None:
    fight = fight_of(thrower())
    throw(fight, [11, 6, 11, 10, *PAIN], answers={"dodge_grenade": "leap_to_cover"})
    assert wounds(fight) == [("heavy", "torso")]
    assert "Pirat leaps behind cover" in told(fight, 30)


@pytest.mark.parametrize("before", ["stands behind it", "leaps behind it"])
def test_walka_29_cover_that_a_blast_destroyed_hides_nobody_any_more(before: str) -> None:
    fight = fight_of(sheet(weapons=[GRENADE, PISTOL]))
    if before == "stands behind it":
        edit(fight, "pirat", covered=True)
        victims = [{"who": "pirat", "metres": 5, "cover": True}]
        throw(fight, [11, *BLIND, 10, *PAIN], victims=victims)
    else:
        answers = {"dodge_grenade": "leap_to_cover"}
        throw(fight, [11, 6, 11, 10, *PAIN], answers=answers)
    assert not who(fight, "pirat").hidden
    assert told(fight, 29)[1] == "Pirat: no longer behind cover"
    act(fight, "shot", [20], target="pirat")


def test_walka_30_who_leaps_away_leaves_its_cover() -> None:
    fight = edit(fight_of(sheet(weapons=[GRENADE, PISTOL])), "pirat", covered=True)
    throw(fight, [11, 6, 11, 10, *PAIN], answers={"dodge_grenade": "leap"})
    assert not who(fight, "pirat").hidden


def test_walka_30_flung_off_it_harms_nobody_by_default() -> None:
    pirat = sheet("Pirat", force=10, skills={"telekinesis": 2})
    answers = {**dodging("fling"), "landing": [13]}
    fight = throw(fight_of(thrower(), pirat), [11, 6, 8, 14], answers=answers)
    assert wounds(fight) == []
    assert "Pirat: fling −3" in told(fight, 30)
    assert "Pirat flings it off, direction 14 of 20" in told(fight, 30)


def test_walka_30_flung_off_it_lands_somewhere() -> None:
    pirat = sheet("Pirat", force=10)
    fight = fight_of(thrower(), pirat, zbir=sheet("Zbir"))
    victims = [{"who": "pirat"}, {"who": "zbir", "metres": 10}]
    step = step_of("throw", target="pirat", victims=victims)
    fight.perform({**step, "dice": [11, 6, 2, 7], "answers": {"dodge_grenade": "fling"}})
    assert fight.pending
    question: Any = fight.pending.question
    assert (question.id, question.rule, question.field.default) == ("landing", "walka-30", [13, 13])
    fight.answer([13, 2])
    fight.answer([10])
    assert fight.pending is None
    assert wounds(fight, "zbir") == [("critical", "torso")]


def test_walka_28_what_is_thrown_is_thrown_with_its_own_skill() -> None:
    charge = {**GRENADE, "skill": "melee"}
    fight = throw(fight_of(sheet(weapons=[charge], skills={"melee": 3})), [14, *BLIND, 10])
    assert who(fight, "vera").spent == {"melee": 3}


def test_walka_10_a_pin_not_pulled_is_noticed() -> None:
    fight = throw(fight_of(thrower()), [11, *BLIND, 10])
    assert told(fight, 10) == ["Granat: the pin is not pulled"]
    fight = act(fight_of(thrower()), "pull_pin")
    assert told(throw(fight, [11, *BLIND, 10]), 10) == []


def test_walka_10_house_rule_a_grenade_needs_its_pin_pulled() -> None:
    fight = fight_of(thrower(), house={"pins": True})
    with pytest.raises(Refusal, match="Granat: the pin is not pulled"):
        throw(fight, [11, *BLIND, 10])
    throw(act(fight, "pull_pin"), [11, *BLIND, 10])


def test_walka_10_a_grenade_without_a_blast_has_a_pin_but_old_fights_threw_it_at_once() -> None:
    fight = fight_of(sheet(weapons=[GLUE]), house={"pins": True})
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "throw"))
    field = next(field for field in fight.parameters(option) if field.id == "with")
    assert field.choices[0].why_not == "Lepki: the pin is not pulled"
    assert "Pirat: immobile" in told(throw(fight, [11]), 54)


def test_walka_10_a_grenade_whose_pin_is_in_is_greyed_beside_a_launcher() -> None:
    fight = fight_of(sheet(weapons=[GRENADE, LAUNCHER]), house={"pins": True})
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "throw"))
    weapon = next(field for field in fight.parameters(option) if field.id == "with")
    reasons = [(choice.value, str(choice.why_not)) for choice in weapon.choices]
    assert reasons[:2] == [("Granat", "Granat: the pin is not pulled"), ("Wyrzutnia", "None")]
    assert weapon.default == "Wyrzutnia"


LAUNCHER = {
    "name": "Wyrzutnia",
    "category": "launcher",
    "damage": "critical",
    "critical_range": 2,
    "magazine": 1,
}


def test_walka_10_a_launcher_that_is_fired_leaves_the_pulled_pin_where_it_is() -> None:
    fight = fight_of(sheet(weapons=[GRENADE, LAUNCHER]), house={"pins": True})
    act(fight, "pull_pin")
    act(fight, "throw", [11], weapon="Wyrzutnia", distance=20)
    assert who(fight, "vera").effects == ["pin pulled"]
    end_turn(fight, 2)
    act(fight, "throw", [11], weapon="Granat")
    assert who(fight, "vera").effects == []


def test_walka_10_no_pin_is_pulled_of_a_launcher_or_of_grenades_that_are_gone() -> None:
    fight = fight_of(sheet(weapons=[LAUNCHER]), sheet("Pirat", weapons=[{**GRENADE, "loaded": 0}]))
    for actor, reason in (("vera", "no grenade"), ("pirat", "Granat: none left")):
        option = next(o for o in fight.options() if (o.actor, o.action) == (actor, "pull_pin"))
        assert str(option.why_not) == reason
        end_turn(fight)
    spare = {**GRENADE, "name": "Drugi", "loaded": 0}
    with pytest.raises(Refusal, match="Drugi: none left"):
        act(fight_of(sheet(weapons=[GRENADE, spare])), "pull_pin", weapon="Drugi")


def test_walka_10_an_empty_launcher_is_reloaded() -> None:
    fight = act(fight_of(sheet(weapons=[LAUNCHER])), "throw", [11], distance=20)
    with pytest.raises(Refusal, match="Wyrzutnia: no rounds left"):
        act(fight, "throw", [11], distance=20)
    end_turn(fight, 2)
    act(fight, "change_cell")
    assert who(fight, "vera").loaded == [1]


def test_walka_15_a_launcher_too_heavy_for_its_bearer_is_fired_worse() -> None:
    heavy = {**LAUNCHER, "required_build": 14}
    fight = act(fight_of(sheet(weapons=[heavy])), "throw", [11], distance=20)
    assert "Vera: Wyrzutnia needs build 14 −2" in told(fight, 15)


def test_walka_21_a_launcher_is_fired_like_any_gun_by_who_runs_and_not_by_who_rushes() -> None:
    fight = fight_of(sheet(weapons=[LAUNCHER, GRENADE]))
    edit(fight, "vera", running="running")
    act(fight, "throw", [11], weapon="Wyrzutnia", distance=20)
    assert told(fight, 21) == ["Vera: running −2"]
    fight = fight_of(sheet(weapons=[LAUNCHER, GRENADE]))
    edit(fight, "vera", running="rushing")
    with pytest.raises(Refusal, match="with: who rushes cannot shoot"):
        act(fight, "throw", [11], weapon="Wyrzutnia", distance=20)
    act(fight, "throw", [11], weapon="Granat")
    assert told(fight, 21) == []


def test_walka_20_past_a_sliver_of_cover_a_launcher_is_fired_worse_too() -> None:
    fight = fight_of(sheet(weapons=[LAUNCHER]))
    edit(fight, "vera", covered=True, leaning=True, seen="sliver")
    act(fight, "throw", [11], distance=20)
    assert told(fight, 20) == ["Vera: shooting past a sliver of cover −1"]


def test_walka_28_strength_lowers_no_penalty_of_what_is_fired() -> None:
    fight = fight_of(sheet(weapons=[LAUNCHER, GRENADE]))
    with pytest.raises(Refusal, match="by_build: Wyrzutnia fires, no strength of the arm helps"):
        act(fight, "throw", [5, 11], weapon="Wyrzutnia", distance=20, by_build=True)


def test_walka_27_with_both_arms_disabled_nobody_shoots() -> None:
    fight = fight_of(sheet(weapons=[SMG]))
    edit(fight, "vera", disabled=["dominant_arm", "other_arm"])
    reasons = {o.action: str(o.why_not) for o in fight.options() if o.actor == "vera"}
    for action in ("shot", "several_shots", "short_burst", "long_burst", "continuous_fire"):
        assert reasons[action] == "both arms are disabled"


def test_walka_27_with_both_arms_disabled_nothing_is_thrown_pulled_or_drawn() -> None:
    fight = edit(fight_of(thrower()), "vera", disabled=["dominant_arm", "other_arm"])
    for action in ("throw", "throw_large", "pull_pin", "draw", "safety_off"):
        with pytest.raises(Refusal, match="both arms are disabled"):
            act(fight, action)


@pytest.mark.parametrize(("senses", "skill", "idle"), [(6, 0, True), (6, 1, False), (7, 0, False)])
def test_walka_30_who_can_never_see_it_gains_nothing_by_a_decision(
    senses: int, skill: int, idle: bool
) -> None:
    pirat = sheet("Pirat", senses=senses, skills={"alertness": skill} if skill else {})
    fight = fight_of(thrower(), pirat)
    fight.perform({**step_of("throw", target="pirat"), "dice": [11]})
    assert fight.pending
    question: Any = fight.pending.question
    assert (question.id, question.no_benefit) == ("dodge_grenade", idle)
    stay, leap = (
        fight.odds(step_of("throw", target="pirat"), answers={"dodge_grenade": way})
        for way in ("stay", "leap")
    )
    assert (stay == leap) is idle


def test_walka_30_thrown_back_where_it_came_from() -> None:
    pirat = sheet("Pirat", force=10)
    fight = throw(fight_of(thrower(), pirat), [11, 6, 2, 10], answers=dodging("throw_back"))
    assert wounds(fight) == []
    assert wounds(fight, "vera") == [("critical", "torso")]
    assert "Pirat: throw back −7" in told(fight, 30)
    assert "Pirat, telekinesis: 2" in told(fight, 1), "nobody evades it"


def dodging(way: str) -> dict[str, Any]:
    return {"dodge_grenade": way, "skill_points@pirat": [2 if way == "fling" else 0]}


def test_walka_30_telekinesis_needs_the_gift() -> None:
    with pytest.raises(Refusal, match="no sensitivity") as refusal:
        throw(fight_of(thrower()), [11], answers={"dodge_grenade": "fling"})
    assert refusal.value.field == "answers.dodge_grenade"


def test_walka_30_it_costs_no_segment_and_is_asked_of_everybody_in_reach() -> None:
    fight = fight_of(sheet(weapons=[GRENADE, PISTOL]), zbir=sheet("Zbir"))
    victims = [{"who": "zbir", "metres": 30}]
    step = {**step_of("throw", target="pirat", victims=victims), "dice": [11]}
    fight.perform(step)
    assert fight.pending
    question: Any = fight.pending.question
    assert (question.id, question.by) == ("dodge_grenade", "pirat")
    assert [choice.value for choice in question.field.choices if choice.why_not is None] == [
        "stay",
        "leap",
        "leap_to_cover",
    ]
    fight.answer("stay")
    fight.answer([10])
    assert fight.pending is None
    assert who(fight, "pirat").debt == 0


def test_walka_29_a_charge_under_twenty_people_is_counted_for_each_of_them_alone() -> None:
    charge = {**GRENADE, "name": "Ładunek"}
    people = {f"p{n}": sheet(f"P{n}") for n in range(19)}
    fight = mustered(sheet(weapons=[charge]), **people)
    dice = Sequel((), 3)
    fight.perform({"do": "begin"}, dice)
    while fight.state.turn != "vera":
        fight.perform({"do": "end_turn", "answers": "default"}, dice)
    victims = [{"who": id, "metres": 1 + place % 5} for place, id in enumerate(("pirat", *people))]
    step = step_of("detonate", weapon="Ładunek", victims=victims)
    search = fight.search_odds(step)
    odds = search.whole()
    assert odds.samples == 0
    assert search.paths < 200
    alone = fight.odds({**step, "victims": victims[:1]})
    assert odds.spread("damage", "pirat") == alone.spread("damage", "pirat")
    assert sum(odds.spread("damage").values()) == 1


@pytest.mark.parametrize(
    ("metres", "level"), [(0, "heavy"), (1, "heavy"), (3, "heavy"), (4, "light"), (6, "light")]
)
def test_walka_30_a_leap_ends_at_the_beginning_of_the_next_ring(metres: int, level: str) -> None:
    victims = [{"who": "pirat", "metres": metres}]
    dice = [11, 6, 11, 10, *PAIN]
    fight = throw(fight_of(thrower()), dice, answers={"dodge_grenade": "leap"}, victims=victims)
    assert wounds(fight) == [(level, "torso")]


def test_walka_3_a_throw_that_fails_by_half_a_point_lands_a_metre_off() -> None:
    fight = edit(fight_of(sheet(weapons=[GRENADE])), "vera", wounds=[{"level": "scratch"}])
    act(fight, "throw", [12], distance=10)
    assert "Vera: threshold 11.5 = dexterity 12 −0.5" in told(fight, 28)
    assert "the throw lands 1 m off" in told(fight, 28)
