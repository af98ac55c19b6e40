"""Shots, bursts, shotguns and ion: walka-11 and 14 to 27."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight
from desktop.rules.fields import Field
from desktop.rules.table import Refusal
from desktop.rules.walka.tables import location_of
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    ION,
    PAIN,
    PISTOL,
    RIFLE,
    SHOTGUN,
    SMG,
    SNIPER,
    act,
    do,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    step_of,
    threshold,
    told,
    who,
    wounds,
)

LIMIT = [10, 20, 30, 40, 60, 80, 100, 150, 200, 250, 300, 400, 600, 1000, 1500]
NO = None
TABLE: dict[str, list[int | None]] = {
    "pistol": [0, -1, -3, -5, -9, -12, NO, NO, NO, NO, NO, NO, NO, NO, NO],
    "smg": [0, 0, -2, -3, -4, -5, -6, -9, -11, NO, NO, NO, NO, NO, NO],
    "rifle": [0, 0, 0, -1, -2, -2, -3, -4, -4, -5, -8, -10, NO, NO, NO],
    "marksman": [0, 0, 0, 0, -1, -1, -2, -2, -2, -2, -3, -5, -6, -8, -10],
    "shotgun": [2, 0, -2, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO],
    "grenade": [0, -1, -3, -8, -12, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO],
}
CELLS = [
    (category, first, limit, column[row])
    for category, column in TABLE.items()
    for row, (first, limit) in enumerate(zip([0, *(n + 1 for n in LIMIT)], LIMIT, strict=False))
]


def base(fight: Any) -> float:
    return float(threshold(fight)) - 12


# ---- distance


@pytest.mark.parametrize(("category", "first", "limit", "cell"), CELLS)
def test_walka_19_distance(category: str, first: int, limit: int, cell: int | None) -> None:
    weapon = {"name": "Broń", "category": category}
    for metres in (first, limit):
        fight = fight_of(sheet(weapons=[weapon]))
        action = "throw" if category == "grenade" else "shot"
        step = step_of(action, target="pirat", distance=metres)
        if cell is None:
            with pytest.raises(Refusal) as refusal:
                fight.perform(step)
            assert refusal.value.field == "distance"
            assert fight.cursor == 1
            continue
        fight.perform({**step, "dice": [20], "answers": "default"})
        rule = 28 if category == "grenade" else 17
        said = told(fight, rule)[1 if rule == 28 else -1]
        value = int(said.split("threshold ")[1].split(" =")[0].replace("−", "-"))
        assert value - 12 == cell
        assert bool(told(fight, 19)) == bool(cell)


def test_walka_19_beyond_the_last_row_nothing_can_be_hit() -> None:
    fight = fight_of(sheet(weapons=[SNIPER]))
    with pytest.raises(Refusal, match="1501 m is out of reach, Wyborowy reaches 1500 m"):
        shoot(fight, [1], distance=1501)


# ---- the threshold


def test_walka_17_everything_is_added_up_each_under_its_own_rule() -> None:
    pirat = sheet("Pirat", size="large")
    fight = fight_of(sheet(weapons=[{**PISTOL, "required_build": 13}]), pirat)
    act(fight, "run")
    edit(fight, "pirat", posture="prone", running="running")
    edit(fight, "vera", wounds=[{"level": "light", "location": "torso"}])
    shoot(
        fight,
        [20],
        distance=25,
        location="torso",
        modifiers={"other": -2, "why": "mgła"},
    )
    assert base(fight) == -2 - 3 - 5 - 1 - 2 + 1 - 1 - 1 - 2
    assert told(fight, 32) == ["Vera: wounds −2"]
    assert told(fight, 19) == ["Vera: Pistolet at 25 m −3"]
    assert told(fight, 20) == ["Vera: Pirat, seen: third −5"]
    assert told(fight, 21) == ["Vera: Pirat runs −1", "Vera: running −2"]
    assert told(fight, 22) == ["Vera: Pirat, size: large +1"]
    assert told(fight, 23) == ["Vera: chosen location: torso −1"]
    assert told(fight, 15) == ["Vera: Pistolet needs build 13 −1"]
    assert told(fight, 17)[0] == "Vera: mgła −2"


@pytest.mark.parametrize(
    ("cover", "value"), [("two_thirds", -1), ("half", -3), ("third", -5), ("sliver", -8)]
)
def test_walka_20_cover(cover: str, value: int) -> None:
    fight = shoot(fight_of(), [20], modifiers={"cover": cover})
    assert base(fight) == value


@pytest.mark.parametrize(("posture", "value"), [("kneeling", -3), ("prone", -5)])
def test_walka_20_posture_shares_the_rows_and_the_worst_counts(posture: str, value: int) -> None:
    fight = edit(fight_of(), "pirat", posture=posture)
    shoot(fight, [20], modifiers={"cover": "two_thirds"})
    assert base(fight) == value
    shoot(fight, [20], modifiers={"cover": "sliver"})
    assert base(fight) == -8


def test_walka_20_who_leans_out_shows_a_third_or_what_was_said() -> None:
    fight = edit(fight_of(), "pirat", covered=True)
    end_turn(fight)
    act(fight, "lean_out", actor="pirat")
    end_turn(fight)
    shoot(fight, [20])
    assert base(fight) == -5
    edit(fight, "pirat", seen="sliver")
    shoot(fight, [20])
    assert base(fight) == -8


@pytest.mark.parametrize(
    ("cover", "value"), [("two_thirds", -5), ("half", -5), ("third", -5), ("sliver", -8)]
)
def test_walka_20_leaning_out_shares_the_rows_with_cover_and_the_worst_counts(
    cover: str, value: int
) -> None:
    fight = edit(fight_of(), "pirat", covered=True, leaning=True)
    shoot(fight, [20], modifiers={"cover": cover})
    assert base(fight) == value


def test_walka_20_who_shoots_past_a_sliver_has_a_penalty_too() -> None:
    fight = edit(fight_of(), "vera", covered=True)
    act(fight, "lean_out", seen="sliver")
    shoot(fight, [20])
    assert base(fight) == -1
    assert told(fight, 20) == ["Vera: shooting past a sliver of cover −1"]


def test_walka_20_somebody_out_of_sight_is_no_target() -> None:
    fight = edit(fight_of(), "pirat", covered=True)
    with pytest.raises(Refusal, match="out of sight") as refusal:
        shoot(fight, [1])
    assert refusal.value.field == "modifiers.cover"
    shoot(fight, [20], modifiers={"cover": "third"})
    assert base(fight) == -5


def test_walka_20_behind_cover_one_leans_out_before_shooting() -> None:
    fight = edit(fight_of(), "vera", covered=True)
    with pytest.raises(Refusal, match="behind cover; lean out first"):
        shoot(fight, [1])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cover", "all"),
        ("movement", "flying"),
        ("size", "tiny"),
    ],
)
def test_impossible_facts_are_refused_before_any_die(field: str, value: str) -> None:
    fight = fight_of()
    with pytest.raises(Refusal) as refusal:
        fight.perform(step_of("shot", target="pirat", modifiers={field: value}))
    assert refusal.value.field == f"modifiers.{field}"


def test_an_impossible_location_is_refused_before_any_die() -> None:
    fight = fight_of()
    with pytest.raises(Refusal) as refusal:
        fight.perform(step_of("shot", target="pirat", location="tail"))
    assert refusal.value.field == "location"


@pytest.mark.parametrize(("way", "value"), [("run", -1), ("sprint", -3)])
def test_walka_21_a_moving_target_until_its_next_move(way: str, value: int) -> None:
    fight = fight_of(sheet("Pirat"), sheet("Vera"))
    act(fight, way)
    end_turn(fight)
    act(fight, "shot", [20], actor="pirat", target="vera")
    assert base(fight) == value
    end_turn(fight)
    assert who(fight, "vera").running == "still"
    assert told(fight, 21) == ["Pirat stops running"]


def test_walka_21_who_runs_shoots_worse_and_who_rushes_not_at_all() -> None:
    fight = act(fight_of(), "run")
    shoot(fight, [20])
    assert base(fight) == -2
    edit(fight, "vera", running="rushing")
    with pytest.raises(Refusal, match="who rushes cannot shoot"):
        shoot(fight, [1])


def test_walka_21_what_the_game_master_sees_of_the_target_counts() -> None:
    fight = shoot(fight_of(), [20], modifiers={"movement": "rushing"})
    assert base(fight) == -3


SIZES = {
    "very_small": -4, "small": -2, "medium": 0, "large": 1, "great": 2, "huge": 3, "gigantic": 5,
}  # fmt: skip


@pytest.mark.parametrize(("size", "value"), SIZES.items())
def test_walka_22_size(size: str, value: int) -> None:
    assert base(shoot(fight_of(None, sheet("Pirat", size=size)), [20])) == value
    assert base(shoot(fight_of(), [20], modifiers={"size": size})) == value


CHOSEN = [
    ("torso", -1, -5),
    ("right_leg", -3, -3),
    ("left_leg", -3, -3),
    ("dominant_arm", -5, -3),
    ("other_arm", -5, -3),
    ("head", -7, -7),
]


@pytest.mark.parametrize(("location", "shooting", "melee"), CHOSEN)
def test_walka_23_a_chosen_location(location: str, shooting: int, melee: int) -> None:
    fight = shoot(fight_of(), [4, *PAIN], location=location)
    assert base(fight) == shooting
    level = "heavy" if location == "head" else "light"
    assert wounds(fight) == [(level, location)]
    fight = act(fight_of(sheet(weapons=[BLADE])), "strike", [20], target="pirat", location=location)
    assert base(fight) == melee


def test_walka_23_a_blow_needs_more_success_points_than_the_defender() -> None:
    fight = fight_of(sheet(weapons=[BLADE]))
    act(fight, "strike", [8, 8], target="pirat")
    assert told(fight, 23)[-1] == "Pirat parries, 4 to 4"
    act(fight, "strike", [8, 9, *PAIN], target="pirat")
    assert wounds(fight) == [("light", "torso")]


FACES = [
    *[(face, "head") for face in (1, 2)],
    *[(face, "dominant_arm") for face in (3, 4)],
    *[(face, "other_arm") for face in (5, 6)],
    *[(face, "torso") for face in range(7, 16)],
    *[(face, "right_leg") for face in (16, 17)],
    *[(face, "left_leg") for face in (18, 19)],
]


@pytest.mark.parametrize(("face", "location"), FACES)
def test_walka_18_the_die_that_hits_tells_where(face: int, location: str) -> None:
    assert location_of(face) == location
    fight = shoot(fight_of(sheet(dexterity=25)), [face, *PAIN])
    assert wounds(fight) == [("heavy" if location == "head" else "light", location)]
    assert f"{face}, {location.replace('_', ' ')}" in told(fight, 18)[0]


def test_walka_18_skill_points_do_not_move_the_location() -> None:
    fight = shoot(fight_of(sheet(skills={"pistols": 6})), [16, *PAIN])
    assert wounds(fight) == [("light", "right_leg")]


# ---- aiming


@pytest.mark.parametrize("aim", [1, 2])
def test_walka_11_each_segment_of_aiming_is_a_die_more(aim: int) -> None:
    fight = shoot(fight_of(), [*[20] * aim, 11, *PAIN], aim=aim)
    assert who(fight, "vera").segments == 2 - aim
    assert wounds(fight) == [("light", "torso")]
    segments = "1 segment" if aim == 1 else f"{aim} segments"
    assert told(fight, 11) == [f"Vera aims: {segments}, {1 + aim}d20"]


def test_walka_11_the_shooter_chooses_the_die_for_the_location() -> None:
    fight = shoot(fight_of(), [11, 3, *PAIN], aim=1, answers={"location_die": 3})
    assert wounds(fight) == [("light", "dominant_arm")]
    assert told(fight, 11)[-1] == "Vera: the 3 counts"


def test_walka_11_by_default_the_worst_wound_is_chosen() -> None:
    pirat = sheet("Pirat", armor={"head": 2})
    fight = shoot(fight_of(None, pirat), [1, 11, *PAIN], aim=1)
    assert wounds(fight) == [("light", "torso")]
    fight = shoot(fight_of(), [11, 1, *PAIN], aim=1)
    assert wounds(fight) == [("heavy", "head")]


def test_walka_11_nothing_is_asked_where_the_location_is_the_same_or_chosen() -> None:
    fight = fight_of()
    fight.perform({**step_of("shot", target="pirat", aim=1), "dice": [11, 10, *PAIN]})
    assert fight.pending is None
    fight = fight_of()
    step = step_of("shot", target="pirat", aim=1, location="torso")
    fight.perform({**step, "dice": [2, 10, *PAIN]})
    assert fight.pending is None


def test_walka_11_aim_bought_ahead_goes_over_the_end_of_the_turn() -> None:
    fight = act(act(fight_of(), "aim"), "aim")
    with pytest.raises(Refusal, match="aims as well as can be"):
        act(fight, "aim")
    end_turn(fight, 2)
    shoot(fight, [20, 20, 11, *PAIN])
    assert wounds(fight) == [("light", "torso")]
    assert who(fight, "vera").aiming == 0


def test_walka_11_any_other_action_loses_the_aim() -> None:
    fight = act(act(fight_of(), "aim"), "kneel")
    assert who(fight, "vera").aiming == 0
    assert told(fight, 11) == ["Vera no longer aims"]


# ---- the sniper


def test_walka_14_out_of_danger_two_of_three_dice_have_to_succeed() -> None:
    fight = fight_of(sheet(weapons=[SNIPER]))
    act(fight, "sniper_shot", [11, 20, 12], target="pirat", safe=True)
    assert wounds(fight) == []
    end_turn(fight, 2)
    act(fight, "sniper_shot", [11, 20, 4], target="pirat", safe=True, answers={"location_die": 4})
    assert wounds(fight) == [("critical", "dominant_arm")]


def test_walka_14_the_scope_helps_only_with_further_aiming() -> None:
    fight = fight_of(sheet(weapons=[SNIPER]))
    act(fight, "sniper_shot", [20], target="pirat", distance=400)
    assert (base(fight), who(fight, "vera").segments) == (-5, 1)
    end_turn(fight, 2)
    act(fight, "sniper_shot", [20, 20], target="pirat", distance=400, aim=1)
    assert (base(fight), who(fight, "vera").segments) == (-2, 0)
    assert "Vera: scope +3" in told(fight, 14)


def test_walka_14_a_scope_takes_away_a_penalty_and_gives_no_bonus() -> None:
    fight = fight_of(sheet(weapons=[SNIPER]))
    act(fight, "sniper_shot", [20, 20], target="pirat", distance=80, aim=1)
    assert base(fight) == 0


# ---- hands


@pytest.mark.parametrize(("hand", "value"), [("both", -1), ("dominant", -5), ("other", -7)])
def test_walka_15_one_hand_needs_four_more_build(hand: str, value: int) -> None:
    rifle = {**RIFLE, "required_build": 13}
    fight = shoot(fight_of(sheet(weapons=[rifle])), [20], hand=hand)
    assert base(fight) == value
    assert told(fight, 15)


def test_walka_16_one_of_two_held() -> None:
    assert base(shoot(fight_of(), [20], hand="dominant")) == 0
    fight = shoot(fight_of(), [20], hand="other")
    assert base(fight) == -2
    assert told(fight, 16) == ["Vera: in the other hand −2"]


def test_walka_16_two_weapons_have_dice_of_their_own() -> None:
    second = {**PISTOL, "name": "Drugi"}
    fight = fight_of(sheet(weapons=[PISTOL, second]))
    act(fight, "two_weapons", [9, 7, *PAIN, *PAIN], target="pirat", with_other="Drugi")
    assert wounds(fight) == [("light", "torso"), ("light", "torso")]
    assert [line for line in told(fight, 17) if "threshold" in line] == [
        "Vera: threshold 10 = dexterity 12 −2",
        "Vera: threshold 8 = dexterity 12 −4",
    ]
    assert who(fight, "vera").segments == 2


def test_walka_16_aiming_adds_to_both_and_one_pool_serves_all_dice() -> None:
    vera = sheet(weapons=[PISTOL, {**PISTOL, "name": "Drugi"}], skills={"pistols": 3})
    fight = fight_of(vera)
    act(fight, "two_weapons", [12, 20, 20, 9, *PAIN], target="pirat", aim=1)
    assert who(fight, "vera").spent == {"pistols": 2}, "enough for one of them, the cheaper"
    assert len(wounds(fight)) == 1


def test_walka_16_two_like_weapons_have_magazines_of_their_own() -> None:
    pistol = {**PISTOL, "magazine": 6}
    fight = fight_of(sheet(weapons=[pistol, pistol]))
    act(fight, "two_weapons", [20, 20], target="pirat")
    assert who(fight, "vera").loaded == [5, 5]


def test_walka_16_it_takes_two_firearms() -> None:
    with pytest.raises(Refusal, match="not two firearms"):
        act(fight_of(), "two_weapons", [1, 1], target="pirat")


# ---- bursts


@pytest.mark.parametrize(
    ("action", "rounds", "segments"),
    [("short_burst", 3, 2), ("long_burst", 9, 1), ("continuous_fire", 18, 0)],
)
def test_walka_24_rounds_and_segments(action: str, rounds: int, segments: int) -> None:
    fight = fight_of(sheet(weapons=[{**SMG, "magazine": 30}]))
    act(fight, action, [20], target="pirat")
    assert who(fight, "vera").loaded == [30 - rounds]
    assert who(fight, "vera").segments == segments


def test_walka_24_success_points_are_the_rounds_that_hit_each_one_lower() -> None:
    fight = fight_of(sheet(weapons=[SMG]), sheet("Pirat", armor={"other_arm": 2}))
    act(fight, "long_burst", [7, *PAIN * 3], target="pirat")
    assert told(fight, 24)[-1] == "Vera: rounds that hit: 5 of 9"
    # 7 torso, 6 and 5 the armoured arm, 4 and 3 the other one
    assert wounds(fight) == [
        ("light", "torso"),
        ("light", "dominant_arm"),
        ("light", "dominant_arm"),
    ]


def test_walka_24_not_more_than_were_fired_and_never_below_a_one() -> None:
    fight = fight_of(sheet(weapons=[{**SMG, "damage": "scratch"}]))
    act(fight, "short_burst", [2, *PAIN * 3], target="pirat")
    assert told(fight, 24)[-1] == "Vera: rounds that hit: 3 of 3"
    assert wounds(fight) == [("light", "head")] * 3


def test_walka_24_what_is_left_is_fired() -> None:
    fight = fight_of(sheet(weapons=[{**SMG, "magazine": 30, "loaded": 2}]))
    act(fight, "long_burst", [7, *PAIN * 2], target="pirat")
    assert told(fight, 24)[0] == "Vera → Pirat: a burst, rounds left: only 2 of 9"
    assert len(wounds(fight)) == 2
    assert who(fight, "vera").loaded == [0]


@pytest.mark.parametrize(
    ("action", "rounds"), [("short_burst", 1), ("long_burst", 3), ("continuous_fire", 6)]
)
def test_walka_24_a_rate_of_one_bursts_too(action: str, rounds: int) -> None:
    fight = fight_of(sheet(weapons=[{**SMG, "rate_of_fire": 1, "magazine": 30}]))
    act(fight, action, [20], target="pirat")
    assert who(fight, "vera").loaded == [30 - rounds]


def test_walka_24_without_a_rate_of_fire_there_are_no_bursts() -> None:
    slow = {**SMG, "name": "Wolny", "rate_of_fire": None}
    with pytest.raises(Refusal, match="no weapon that fires bursts"):
        act(fight_of(sheet(weapons=[slow])), "short_burst", [1], target="pirat")
    with pytest.raises(Refusal, match="Wolny fires no bursts"):
        act(
            fight_of(sheet(weapons=[slow, SMG])), "short_burst", [1], target="pirat", weapon="Wolny"
        )


def test_walka_24_points_add_hits_and_the_question_says_so() -> None:
    fight = fight_of(sheet(weapons=[SMG], skills={"smgs": 4}))
    fight.perform({**step_of("short_burst", target="pirat"), "dice": [11]})
    assert fight.pending
    question: Any = fight.pending.question
    assert question.field.default == [2], "three rounds were fired, no more can hit"
    assert [(c.value, c.label, c.note) for c in question.field.choices] == [
        ([2], "11−2", "3 hits"),
        ([1], "11−1", "2 hits"),
        ([0], "none", "1 hit"),
    ]
    fight.answer([1])
    assert fight.pending


def test_walka_24_a_chosen_location_is_that_of_the_first_round() -> None:
    fight = fight_of(sheet(weapons=[SMG]))
    act(fight, "short_burst", [9, *PAIN * 2], target="pirat", location="torso")
    assert [place for _, place in wounds(fight)] == ["torso", "torso"]
    act(fight, "short_burst", [4, *PAIN], target="pirat", location="head")
    assert wounds(fight)[2:] == [("heavy", "head")]


# ---- suppression


def test_walka_25_continuous_fire_suppresses_everybody_in_its_field() -> None:
    fight = fight_of(sheet(weapons=[SMG]), zbir=sheet("Zbir"), inny=sheet("Inny"))
    act(fight, "continuous_fire", [20], target="pirat", targets=["zbir"])
    held = [id for id in fight.state.combatants if who(fight, id).suppressed]
    assert held == ["pirat", "zbir"]
    assert told(fight, 25) == ["Vera: fire holds down: Pirat, Zbir"]


def test_walka_25_fire_holds_nobody_down_who_is_dead() -> None:
    fight = fight_of(sheet(weapons=[{**SMG, "damage": "critical"}]), olek=sheet("Olek"))
    act(fight, "continuous_fire", [7], target="pirat", targets=["olek"])
    assert who(fight, "pirat").dead
    assert "suppressed" not in {badge.id for badge in fight.rules.vitals(fight.state, "pirat")}
    assert who(fight, "olek").suppressed


@pytest.mark.parametrize("action", ["short_burst", "long_burst"])
def test_walka_25_shorter_bursts_do_not(action: str) -> None:
    fight = act(fight_of(sheet(weapons=[SMG])), action, [20], target="pirat")
    assert not who(fight, "pirat").suppressed


def test_walka_25_it_lasts_until_a_segment_after_the_fire() -> None:
    """Fire in segments 1 to 3 holds in the segments 1 to 4 of everybody."""
    fight = fight_of(sheet(weapons=[SMG]), olek=sheet("Olek"))
    act(fight, "continuous_fire", [20], target="pirat", targets=["olek"])
    for id in ("pirat", "olek"):
        end_turn(fight)
        assert who(fight, id).suppressed
        with pytest.raises(Refusal, match="suppressed"):
            act(fight, "shot", [1], actor=id, target="vera")
    end_turn(fight, 2)
    assert who(fight, "pirat").suppressed
    act(fight, "drop_prone", actor="pirat")  # the segment after the fire
    assert told(fight, 25) == ["Pirat: no longer held down by fire"]
    act(fight, "shot", [20], actor="pirat", target="vera")


def test_walka_25_who_moves_before_the_shooter_is_held_down_for_one_segment() -> None:
    fight = end_turn(fight_of(pirat=sheet("Pirat", weapons=[SMG])))
    act(fight, "continuous_fire", [20], actor="pirat", target="vera")
    end_turn(fight)
    assert who(fight, "vera").suppressed
    act(fight, "kneel")
    assert not who(fight, "vera").suppressed


def test_walka_25_house_rule_it_ends_with_the_shooters_next_segment() -> None:
    fight = fight_of(sheet(weapons=[SMG]), house={"suppression": "shooter"})
    act(fight, "continuous_fire", [20], target="pirat")
    end_turn(fight)
    assert who(fight, "pirat").suppressed
    end_turn(fight)
    assert who(fight, "pirat").suppressed
    act(fight, "kneel")
    assert not who(fight, "pirat").suppressed
    assert told(fight, 25) == ["Pirat: no longer held down by fire"]


def test_walka_25_fire_that_carries_over_holds_until_a_segment_after_its_end() -> None:
    fight = act(fight_of(sheet(weapons=[SMG]), house={"suppression": "shooter"}), "kneel")
    act(fight, "continuous_fire", [20], target="pirat")
    end_turn(fight, 2)
    assert who(fight, "vera").segments == 2
    assert who(fight, "pirat").suppressed
    act(fight, "rise_from_kneel")
    assert not who(fight, "pirat").suppressed


def test_walka_25_whoever_is_suppressed_may_only_seek_cover() -> None:
    fight = act(fight_of(sheet(weapons=[SMG])), "continuous_fire", [20], target="pirat")
    end_turn(fight)
    with pytest.raises(Refusal, match="suppressed, may only seek cover"):
        act(fight, "shot", [1], actor="pirat", target="vera")
    act(fight, "run", actor="pirat", to_cover=True)
    assert who(fight, "pirat").hidden
    act(fight, "shot", [20], actor="pirat", target="vera", overrule=True, why="test morale")


def test_walka_25_it_ends_when_the_one_who_fires_is_out() -> None:
    fight = act(fight_of(sheet(weapons=[SMG])), "continuous_fire", [20], target="pirat")
    edit(fight, "vera", deactivated=True)
    assert not who(fight, "pirat").suppressed


# ---- shotguns


@pytest.mark.parametrize(
    ("distance", "main"),
    [(0, "critical"), (2, "critical"), (3, "heavy"), (5, "heavy"), (6, "light"), (10, "light")],
)
def test_walka_26_a_wound_by_distance_and_scratches(distance: int, main: str) -> None:
    fight = fight_of(sheet(weapons=[SHOTGUN]))  # threshold 14 up to 10 m
    pain = [] if main == "critical" else PAIN
    scratches = [3, 20, 16]
    shoot(fight, [12, *scratches, *pain, *PAIN * 2], distance=distance)
    assert wounds(fight) == [
        (main, "torso"),
        ("scratch", "dominant_arm"),
        ("scratch", "right_leg"),
    ]
    assert told(fight, 26)[0].startswith(f"at {distance} m: {main}, scratches: 2")


def test_walka_26_up_to_twenty_metres_scratches_only() -> None:
    fight = shoot(fight_of(sheet(weapons=[SHOTGUN])), [11, 10, *PAIN], distance=20)
    assert wounds(fight) == [("scratch", "torso")]


def test_walka_26_beyond_twenty_metres_a_hit_does_nothing() -> None:
    fight = shoot(fight_of(sheet(weapons=[SHOTGUN])), [9], distance=30)
    assert wounds(fight) == []
    assert told(fight, 26) == ["30 m is too far: the hit does nothing"]


def test_walka_26_armour_takes_each_scratch_apart() -> None:
    pirat = sheet("Pirat", armor={"torso": 1})
    fight = shoot(fight_of(sheet(weapons=[SHOTGUN]), pirat), [11, 10, 1, 3, *PAIN * 3], distance=10)
    assert wounds(fight) == [("scratch", "torso"), ("light", "head"), ("scratch", "dominant_arm")]


# ---- ion


def droid(**more: Any) -> dict[str, Any]:
    return sheet("Droid", nature="droid", **more)


def test_walka_27_ion_wounds_nobody() -> None:
    fight = shoot(fight_of(sheet(weapons=[ION])), [1])
    assert wounds(fight) == []
    assert told(fight, 27) == ["Pirat: ion wounds nobody"]


@pytest.mark.parametrize("face", [1, 10])
def test_walka_27_a_droid_hit_in_head_or_torso_is_deactivated(face: int) -> None:
    fight = shoot(fight_of(sheet(weapons=[ION]), droid()), [face])
    assert who(fight, "pirat").deactivated
    assert who(fight, "pirat").out
    assert fight.outcome
    assert fight.outcome.winner == "players"


def test_walka_27_a_droid_loses_the_limb_that_was_hit() -> None:
    fight = shoot(fight_of(sheet(weapons=[ION]), droid(weapons=[PISTOL])), [3])
    assert who(fight, "pirat").disabled == ["dominant_arm"]
    end_turn(fight)
    with pytest.raises(Refusal, match="does not move: dominant arm"):
        act(fight, "shot", [1], actor="pirat", target="vera")
    act(fight, "shot", [20], actor="pirat", target="vera", hand="other")


def test_walka_27_a_person_only_where_a_prosthesis_is() -> None:
    pirat = sheet("Pirat", cyber=["right_leg"])
    fight = fight_of(sheet(weapons=[ION], dexterity=20), pirat)
    shoot(fight, [18])
    assert who(fight, "pirat").disabled == []
    shoot(fight, [16])
    assert who(fight, "pirat").disabled == ["right_leg"]
    end_turn(fight)
    with pytest.raises(Refusal, match="a leg is disabled"):
        act(fight, "run", actor="pirat")


def test_walka_27_small_machines_are_deactivated() -> None:
    fight = shoot(fight_of(sheet(weapons=[ION], dexterity=20), droid(size="small")), [16])
    assert who(fight, "pirat").deactivated


def test_walka_27_the_whole_body_is_struck() -> None:
    pirat = sheet("Pirat", cyber=["right_leg", "other_arm"])
    cannon = {**ION, "whole_body": True}
    fight = shoot(fight_of(sheet(weapons=[cannon]), pirat), [10])
    assert who(fight, "pirat").disabled == ["other_arm", "right_leg"]
    fight = shoot(fight_of(sheet(weapons=[cannon], dexterity=20), droid()), [18])
    assert who(fight, "pirat").deactivated


def test_walka_27_shielded_armour_stops_it() -> None:
    shield = {"name": "Ekran", "shielded": True}
    pirat = {**droid(), "armor": [shield]}
    fight = shoot(fight_of(sheet(weapons=[ION]), pirat), [10])
    assert not who(fight, "pirat").deactivated
    assert told(fight, 27) == [
        "Pirat: the armour is shielded against ion".replace("Pirat", "Droid")
    ]


def test_a_gun_that_explodes_blasts_where_it_hits() -> None:
    cannon = {**RIFLE, "critical_range": 3, "name": "Działo"}
    fight = fight_of(sheet(weapons=[cannon]), zbir=sheet("Zbir"))
    dice = [11, 10, 10, *PAIN]
    shoot(fight, dice, victims=[{"who": "zbir", "metres": 4}])
    assert wounds(fight) == [("critical", "torso")]
    assert wounds(fight, "zbir") == [("heavy", "torso")]


def test_nothing_to_shoot_with_is_said_at_the_button() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]))
    option = next(option for option in fight.options() if option.action == "shot")
    assert option.why_not == "no firearm"


def test_nobody_shoots_at_themselves_or_at_the_fallen() -> None:
    fight = fight_of(zbir=sheet("Zbir"))
    edit(fight, "zbir", deactivated=True)
    for target, message in (("vera", "needs somebody else"), ("zbir", "Zbir is out of the fight")):
        with pytest.raises(Refusal, match=message):
            shoot(fight, [1], target=target)
    fight.undo()


# ---- two weapons and several shots


def test_walka_16_two_weapons_at_two_targets() -> None:
    second = {**PISTOL, "name": "Drugi"}
    fight = fight_of(sheet(weapons=[PISTOL, second]), zbir=sheet("Zbir", size="large"))
    told_: dict[str, Any] = {"with_other": "Drugi", "target_other": "zbir", "distance_other": 20}
    act(fight, "two_weapons", [9, 7, *PAIN, *PAIN], target="pirat", **told_)
    assert wounds(fight) == [("light", "torso")]
    assert wounds(fight, "zbir") == [("light", "torso")]
    assert [line for line in told(fight, 17) if "threshold" in line] == [
        "Vera: threshold 10 = dexterity 12 −2",
        "Vera: threshold 8 = dexterity 12 −1 +1 −4",
    ]


def test_walka_16_what_is_said_of_one_target_is_not_said_of_the_other() -> None:
    guns = [PISTOL, {**PISTOL, "name": "Drugi"}]
    fight = edit(fight_of(sheet(weapons=guns), zbir=sheet("Zbir")), "zbir", running="running")
    said = {"cover": "half", "movement": "rushing", "size": "huge", "other": 2}
    both: dict[str, Any] = {"target": "pirat", "target_other": "zbir", "modifiers": said}
    act(fight, "two_weapons", [20, 20], **both)
    assert [line for line in told(fight, 17) if "threshold" in line] == [
        "Vera: threshold 9 = dexterity 12 −3 −3 +3 −2 +2",
        "Vera: threshold 9 = dexterity 12 −1 −4 +2",
    ]
    act(fight, "two_weapons", [20, 20], cover_other="third", **both)
    assert told(fight, 17)[-1] == "Vera: threshold 4 = dexterity 12 −5 −1 −4 +2"


@pytest.mark.parametrize(
    ("told_", "field"),
    [
        ({"target_other": "nobody"}, "target_other"),
        ({"target_other": "zbir"}, "cover_other"),
        ({"distance_other": 90}, "distance_other"),
        ({"with_other": "Pusty"}, "with_other"),
    ],
)
def test_walka_16_a_refusal_of_the_other_shot_names_the_field_of_the_other(
    told_: dict[str, Any], field: str
) -> None:
    empty = {**PISTOL, "name": "Pusty", "magazine": 6, "loaded": 0}
    guns: list[dict[str, Any]] = [PISTOL, {**PISTOL, "name": "Drugi"}, empty]
    fight = edit(fight_of(sheet(weapons=guns), zbir=sheet("Zbir")), "zbir", covered=True)
    with pytest.raises(Refusal) as refusal:
        act(fight, "two_weapons", [20, 20], target="pirat", **told_)
    assert refusal.value.field == field


def test_walka_16_bursts_from_both_weapons() -> None:
    weapons = [{**SMG, "magazine": 30}, {**SMG, "name": "Drugi", "magazine": 30}]
    fight = fight_of(sheet(weapons=weapons, skills={"smgs": 2}), zbir=sheet("Zbir"))
    told_: dict[str, Any] = {"with_other": "Drugi", "target_other": "zbir", "burst": "long_burst"}
    # Thresholds 10 and 8; two points make two hits more of the first.
    act(fight, "two_weapons", [9, 7, *PAIN * 4], target="pirat", **told_)
    assert who(fight, "vera").segments == 1
    assert who(fight, "vera").loaded == [21, 21]
    assert len(wounds(fight)) + len(wounds(fight, "zbir")) == 4
    assert who(fight, "vera").spent == {"smgs": 2}


GUNS: list[dict[str, Any]] = [PISTOL, SMG]


@pytest.mark.parametrize("order", [(PISTOL, SMG), (SMG, PISTOL)])
def test_walka_12_points_of_several_shots_are_shared_when_all_dice_have_fallen(
    order: tuple[dict[str, Any], ...],
) -> None:
    """Six of pistols, then three of sub-machine-guns, and the other way round."""
    vera = sheet(weapons=GUNS, skills={"pistols": 6, "smgs": 6}, dexterity=10)
    fight = fight_of(vera, zbir=sheet("Zbir"))
    shots = [{"target": "pirat", "with": gun["name"]} for gun in order]
    dice = {"Pistolet": 12, "Pistolet maszynowy": 12}  # three points each, as half is worth
    act(fight, "several_shots", [*(dice[gun["name"]] for gun in order), *PAIN * 2], shots=shots)
    assert who(fight, "vera").spent == {"pistols": 3, "smgs": 3}
    assert len(wounds(fight)) == 2
    assert who(fight, "vera").segments == 1


def test_walka_12_what_several_shots_leave_is_told_one_after_the_other() -> None:
    fight = fight_of(sheet(skills={"pistols": 6}, dexterity=7))
    act(fight, "several_shots", [8, 10, *PAIN * 2], shots=[{"target": "pirat"}] * 2)
    spent = [line for line in told(fight, 12) if "spends" in line]
    assert spent == ["Vera, pistols: spends 2, 4 left", "Vera, pistols: spends 4, 0 left"]


def test_walka_12_of_several_shots_one_may_have_the_whole_skill() -> None:
    vera = sheet(weapons=GUNS, skills={"pistols": 6, "smgs": 6}, dexterity=10)
    fight = fight_of(vera)
    shots = [{"target": "pirat", "with": gun["name"]} for gun in GUNS]
    step = {**step_of("several_shots", shots=shots), "dice": [15, 19]}
    with pytest.raises(Refusal, match="pistols: points left 3, asked for 6"):
        fight.perform({**step, "answers": {"skill_points": [6, 3]}})
    fight.perform({**step, "dice": [15, 19, *PAIN], "answers": "default"})
    assert who(fight, "vera").spent == {"pistols": 6}


def test_walka_12_several_shots_need_rounds_for_all() -> None:
    fight = fight_of(sheet(weapons=[{**PISTOL, "magazine": 6, "loaded": 1}]))
    with pytest.raises(Refusal, match="Pistolet: no rounds left") as refusal:
        act(fight, "several_shots", [1, 1], shots=[{"target": "pirat"}] * 2)
    assert refusal.value.field == "shots[1].with"


# ---- the sniper out of danger, aim under way


def test_walka_14_of_several_weapons_it_is_the_one_with_a_scope_that_snipes() -> None:
    slow = {**SNIPER, "shot_segments": 2}
    fight = fight_of(sheet(weapons=[PISTOL, slow]))
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "sniper_shot"))
    asked = next(field for field in fight.parameters(option) if field.id == "with")
    assert [choice.value for choice in asked.choices] == [SNIPER["name"]]
    act(fight, "sniper_shot", [20], target="pirat", distance=400)
    assert who(fight, "vera").segments == 0
    assert "Vera: Wyborowy at 400 m −5" in told(fight, 19)


def test_walka_14_and_9_what_can_be_free_is_offered_with_no_segments_left() -> None:
    fight = fight_of(sheet(weapons=[SNIPER]))
    edit(fight, "vera", segments=0)
    offered = {o.action: o for o in fight.options() if o.actor == "vera" and o.why_not is None}
    assert {"sniper_shot", "other"} <= offered.keys()
    assert "shot" not in offered
    asked = {
        field.id: field.default
        for action in ("sniper_shot", "other")
        for field in fight.parameters(offered[action])
    }
    assert (asked["safe"], asked["segments"]) == (True, 0)
    act(fight, "sniper_shot", [13, 13, 20], target="pirat", safe=True)
    with pytest.raises(Refusal, match="no segments left"):
        act(fight, "sniper_shot", [], target="pirat")


def test_walka_14_a_safe_shot_costs_no_segments_and_has_the_whole_skill() -> None:
    vera = sheet(weapons=[SNIPER], skills={"marksman_rifles": 4, "spotting": 4})
    fight = edit(fight_of(vera), "vera", segments=0, skill_points={"marksman_rifles": 0})
    act(fight, "sniper_shot", [13, 13, 20], target="pirat", safe=True)
    assert wounds(fight) == [("critical", "torso")]
    assert who(fight, "vera").segments == 0
    assert fight.state.turn == "vera"


def test_walka_11_a_shot_under_way_loses_its_aim_as_bought_aim_does() -> None:
    fight = act(act(fight_of(), "kneel"), "shot", target="pirat", aim=2)
    end_turn(fight)
    act(fight, "shot", [10, *PAIN], actor="pirat", target="vera", modifiers={"other": 9})
    assert told(fight, 32)[-1] == "Vera, wound: light: loses a segment of the next move"
    assert told(fight, 11)[-1] == "Vera no longer aims"
    do(fight, {"do": "end_turn"}, dice=[20])
    assert "Vera completes: Shot" in told(fight, 9)


def test_walka_25_a_shot_under_way_is_not_fired_under_suppression() -> None:
    fight = fight_of(sheet(), sheet("Pirat", weapons=[SMG]))
    act(act(fight, "kneel"), "shot", target="pirat", aim=2)
    end_turn(fight)
    act(fight, "continuous_fire", [20], actor="pirat", target="vera")
    end_turn(fight)
    nothing = "Vera: Shot comes to nothing (suppressed, may only seek cover)"
    lines = [str(line.text) for line in fight.log]
    assert lines.index(nothing) < lines.index("Vera: no longer held down by fire")
    assert "Vera completes: Shot" not in lines
    came = last_account(fight)
    assert came
    assert (str(came.result), str(came.deed), came.counts) == (nothing, "", True)


# ---- weapons that are not ready, and their own figures


def test_walka_10_a_weapon_not_drawn_and_a_safety_on_are_noticed() -> None:
    weapon = {**PISTOL, "put_away": True, "safety": True}
    fight = fight_of(sheet(weapons=[weapon]))
    option = next(option for option in fight.options() if option.action == "shot")
    assert option.why_not == "Pistolet: not in hand"
    with pytest.raises(Refusal, match="Pistolet: not in hand"):
        shoot(fight, [1])
    act(fight, "draw")
    with pytest.raises(Refusal, match="Pistolet: the safety is on"):
        shoot(fight, [1])
    act(fight, "safety_off")
    end_turn(fight, 2)
    shoot(fight, [20])


@pytest.mark.parametrize(("own", "value"), [
    ({"accuracy": -2}, -2), ({"accuracy": 1}, 1), ({"further": 10}, -1),
])  # fmt: skip
def test_walka_17_figures_of_the_weapon_count(own: dict[str, Any], value: int) -> None:
    assert base(shoot(fight_of(sheet(weapons=[{**PISTOL, **own}])), [20])) == value


def test_walka_19_a_weapon_may_reach_less_far_than_its_column() -> None:
    fight = fight_of(sheet(weapons=[{**RIFLE, "reach": 20}]))
    shoot(fight, [20], distance=20)
    with pytest.raises(Refusal, match="21 m is out of reach, Karabin reaches 20 m"):
        shoot(fight, [20], distance=21)


def test_walka_9_a_shot_of_some_weapons_takes_longer() -> None:
    fight = shoot(fight_of(sheet(weapons=[{**RIFLE, "shot_segments": 2}])), [20])
    assert who(fight, "vera").segments == 1


def test_walka_26_scratches_alone_make_no_wound_at_the_place_of_the_die() -> None:
    fight = fight_of(sheet(weapons=[SHOTGUN]), sheet("Pirat", armor={"head": 1}))
    shoot(fight, [2, *[8] * 10, *PAIN * 10], distance=15)
    assert told(fight, 18) == ["Pirat, location: 2, head"]
    assert wounds(fight) == [("scratch", "torso")] * 10


def test_walka_27_a_blow_with_an_ion_weapon_wounds_nobody() -> None:
    vera = sheet(weapons=[{**BLADE, "ion": True}])
    fight = act(fight_of(vera), "strike", [5, 19], target="pirat")
    assert told(fight, 27) == ["Pirat: ion wounds nobody"]
    assert wounds(fight) == []
    fight = act(fight_of(vera, sheet("Droid", nature="droid")), "strike", [8, 19], target="pirat")
    assert who(fight, "pirat").deactivated


def parameters(fight: Fight, action: str) -> dict[str, Field]:
    """What Vera is asked for this action, by name."""
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", action))
    return {field.id: field for field in fight.parameters(option)}


def test_walka_27_only_hands_whose_arms_move_are_offered() -> None:
    fight = fight_of(sheet(disabled=["other_arm"]))
    hand = parameters(fight, "shot")["hand"]
    assert hand.default == "dominant"
    reasons = {choice.value: choice.why_not for choice in hand.choices}
    assert str(reasons["both"]) == str(reasons["other"]) == "does not move: other arm (walka-27)"
    assert reasons["dominant"] is None
    shoot(fight, [20], hand=hand.default)


def test_walka_24_bursts_from_both_are_offered_to_who_has_two_weapons_that_fire_them() -> None:
    other: dict[str, Any] = {**SMG, "name": "Drugi"}
    cases: list[tuple[list[dict[str, Any]], bool]] = [([SMG, PISTOL], False), ([SMG, other], True)]
    for guns, offered in cases:
        assert ("burst" in parameters(fight_of(sheet(weapons=guns)), "two_weapons")) is offered


def test_walka_29_no_victims_are_asked_for_a_shot_because_of_a_grenade_at_the_belt() -> None:
    rocket: dict[str, Any] = {**RIFLE, "critical_range": 2}
    cases: list[tuple[dict[str, Any], bool]] = [(GRENADE, False), (rocket, True)]
    for other, asked in cases:
        guns: list[dict[str, Any]] = [PISTOL, other]
        assert ("victims" in parameters(fight_of(sheet(weapons=guns)), "shot")) is asked
