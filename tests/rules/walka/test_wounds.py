"""Wounds, armour, pain and what comes of them: walka-31 to 33."""

import json

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import start
from desktop.encounter.script import ScriptError
from desktop.languages import Language
from desktop.rules.contract import with_changes
from desktop.rules.display import left
from desktop.rules.text import as_text
from desktop.rules.walka.hits import levels_after
from desktop.rules.walka.sheet import Sheet, Wound
from desktop.rules.walka.state import weight
from tests.rules.walka.bench import (
    PAIN,
    PISTOL,
    SCREAM,
    act,
    do,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    threshold,
    told,
    who,
    wounds,
)

LEVELS = ("scratch", "light", "heavy", "critical")


def gun(damage: str, **more: object) -> dict[str, object]:
    return {**PISTOL, "damage": damage, **more}


# ---- armour


@pytest.mark.parametrize(
    ("level", "reduction", "penetration", "torso", "head"),
    [
        (2, 0, 0, 2, 3),
        (2, 1, 0, 1, 2),
        (2, 2, 0, 0, 1),
        (2, 3, 0, 0, 0),
        (3, 2, 1, 2, 3),
        (3, 2, 5, 3, 4),
        (4, 0, 0, 4, 4),
        (4, 1, 0, 3, 4),  # the head's fifth level is what armour takes first
    ],
)
def test_walka_31_levels_through_armour(
    level: int, reduction: int, penetration: int, torso: int, head: int
) -> None:
    through = levels_after((reduction,) * 6, level, penetration)
    assert (through[3], through[0]) == (torso, head)


def test_walka_31_the_order_of_a_hit_is_told() -> None:
    pirat = sheet("Pirat", armor={"head": 2})
    fight = shoot(fight_of(sheet(weapons=[gun("heavy", penetration=1)]), pirat), [2, *PAIN])
    assert wounds(fight) == [("heavy", "head")]
    assert told(fight, 18) == [
        "Pirat, location: 2, head",
        "Pirat: head, the wound is a level higher",
    ]
    assert told(fight, 31) == [
        "Pirat, head: armour 2 − penetration 1, comes through: heavy",
        "Pirat, wound: heavy, head",
    ]


def test_walka_31_below_a_scratch_there_is_nothing() -> None:
    pirat = sheet("Pirat", armor={"torso": 2})
    fight = shoot(fight_of(None, pirat), [10])
    assert wounds(fight) == []
    assert told(fight, 31) == ["Pirat, torso: armour 2, comes through: nothing"]


def test_walka_31_the_best_piece_counts() -> None:
    pirat = sheet("Pirat")
    pirat["armor"] = [
        {"name": "Kamizelka", "reduction": {"torso": 1}},
        {"name": "Płyta", "reduction": {"torso": 2}},
    ]
    assert wounds(shoot(fight_of(None, pirat), [10])) == []


# ---- pain

PENALTIES = [("scratch", -0.5, -1), ("light", -2, -5), ("heavy", -5, -8)]


@pytest.mark.parametrize(("level", "passed", "failed"), PENALTIES)
def test_walka_32_penalties(level: str, passed: float, failed: float) -> None:
    for dice, penalty in ((PAIN, passed), (SCREAM, failed)):
        fight = shoot(fight_of(sheet(weapons=[gun(level)])), [10, *dice])
        assert who(fight, "pirat").penalty == penalty
        end_turn(fight)
        act(fight, "shot", [20], actor="pirat", target="vera")
        assert float(threshold(fight)) == 12 + penalty


def test_walka_32_a_critical_wound_takes_fifteen_without_a_test() -> None:
    fight = shoot(fight_of(sheet(weapons=[gun("critical")])), [10])
    assert who(fight, "pirat").penalty == -15
    assert told(fight, 32) == ["Pirat: penalty −15, no test"]


@pytest.mark.parametrize(("level", "threshold"), [("scratch", 12), ("light", 10), ("heavy", 7)])
def test_walka_32_the_difficulty_of_the_test(level: str, threshold: int) -> None:
    for die, passed in ((threshold - 1, True), (threshold, False)):
        fight = shoot(fight_of(sheet(weapons=[gun(level)])), [10, die, die, 20])
        assert who(fight, "pirat").wounds[0].pain_passed is passed


def test_walka_32_pain_resistance_is_shared_by_the_dice() -> None:
    pirat = sheet("Pirat", skills={"pain_resistance": 5})
    fight = shoot(fight_of(None, pirat), [10, 11, 12, 20])  # 2 and 3 points for a threshold of 10
    assert who(fight, "pirat").wounds[0].pain_passed
    fight = shoot(fight_of(None, pirat), [10, 12, 12, 20])
    assert not who(fight, "pirat").wounds[0].pain_passed


def test_walka_32_house_rule_no_test() -> None:
    fight = shoot(fight_of(house={"pain_test": False}), [10])
    assert who(fight, "pirat").penalty == -2


@pytest.mark.parametrize(("level", "segments", "posture"), [
    ("scratch", 3, "standing"), ("light", 2, "standing"), ("heavy", 2, "prone"),
])  # fmt: skip
def test_walka_32_segments_and_falls(level: str, segments: int, posture: str) -> None:
    fight = shoot(fight_of(sheet(weapons=[gun(level)])), [10, *PAIN])
    assert who(fight, "pirat").posture == posture
    end_turn(fight)
    assert who(fight, "pirat").segments == segments


def test_walka_32_lost_segments_add_up_over_turns() -> None:
    fight = edit(fight_of(), "pirat", debt=4)
    end_turn(fight)
    assert who(fight, "pirat").segments == 0
    end_turn(fight, 2)
    assert who(fight, "pirat").segments == 2


def test_walka_32_a_frozen_segment_goes_first_and_so_does_one_of_the_own_move() -> None:
    fight = fight_of(sheet("Pirat"), sheet())
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    act(fight, "shot", [10, *PAIN], actor="pirat", target="vera")
    left = who(fight, "vera").frozen
    assert left
    assert left.count == 1
    do(fight, {"do": "trigger", "actor": "vera"})
    act(fight, "shot", [9, *PAIN], target="pirat")
    assert who(fight, "pirat").segments == 1
    assert told(fight, 32)[-1] == "Vera, wound: light: loses a segment, left: 1"


def test_walka_32_a_lost_segment_loses_the_aim() -> None:
    fight = act(fight_of(), "aim")
    end_turn(fight)
    act(fight, "shot", [10, *PAIN], actor="pirat", target="vera")
    assert who(fight, "vera").aiming == 0


# ---- critical wounds


def test_walka_33_without_first_aid_the_wound_kills() -> None:
    pirat = sheet("Pirat", skills={"pain_resistance": 3})
    fight = shoot(fight_of(sheet(weapons=[gun("critical")]), pirat), [10])
    assert told(fight, 33) == ["Pirat dies in 45 minutes without first aid"]
    assert who(fight, "pirat").dying
    assert not who(fight, "pirat").out
    shown = fight.as_json()["combatants"]["pirat"]
    assert shown["dying"] == 45
    assert shown["wounds"] == [{"level": "critical", "location": "torso"}]


def test_walka_33_first_aid() -> None:
    fight = shoot(fight_of(sheet(weapons=[gun("critical")]), olek=sheet("Olek")), [10])
    end_turn(fight, 2)
    act(fight, "first_aid", actor="olek", target="pirat")
    assert not who(fight, "pirat").dying
    assert told(fight, 33) == ["Olek → Pirat: first aid, dies no more"]


def test_walka_33_two_critical_wounds_kill() -> None:
    fight = fight_of(sheet(weapons=[gun("critical")]))
    shoot(fight, [10])
    shoot(fight, [3])
    assert who(fight, "pirat").dead
    assert told(fight, 33) == ["Pirat dies: a second critical wound"]
    last = last_account(fight)
    assert last
    assert str(last.result).endswith("dead")
    assert "penalty" not in [vital.id for vital in fight.rules.vitals(fight.state, "pirat")]
    assert fight.outcome
    assert (fight.outcome.winner, fight.outcome.rule) == ("players", "walka-33")


@pytest.mark.parametrize("damage", ["heavy", "critical"])
def test_walka_33_one_in_the_head_kills(damage: str) -> None:
    fight = shoot(fight_of(sheet(weapons=[gun(damage)])), [1])
    assert who(fight, "pirat").dead
    assert told(fight, 33) == ["Pirat dies: a critical wound in the head"]


@pytest.mark.parametrize(
    ("levels", "counts"),
    [
        ([0, 0, 0], (0, 1, 0, 0)),
        ([0, 0, 1], (2, 1, 0, 0)),
        ([1] * 3, (0, 0, 1, 0)),
        ([0] * 9, (0, 0, 1, 0)),
        ([2] * 3, (0, 0, 0, 1)),
        ([0] * 27, (0, 0, 0, 1)),
    ],
)
def test_walka_33_three_of_a_level_weigh_as_one_of_the_next(
    levels: list[int], counts: tuple[int, ...]
) -> None:
    hurts = [Wound.model_validate({"level": LEVELS[level]}) for level in levels]
    assert weight(hurts) == counts


def test_walka_33_the_sum_is_counted_without_a_plural_of_the_level() -> None:
    fight = edit(fight_of(), "pirat", wounds=[{"level": "scratch", "location": "torso"}] * 6)
    assert fight.rules.vitals(fight.state, "pirat")[0].native.endswith("(jak lekka ×2)")


def test_walka_33_the_sum_is_shown_and_merged_only_on_the_game_masters_word() -> None:
    fight = fight_of()
    edit(fight, "pirat", wounds=[{"level": "light", "location": "torso"}] * 3)
    shown = fight.rules.vitals(fight.state, "pirat")[0]
    assert shown.values == (2, 2, 2)
    assert shown.text == "light: torso ×3 (counts as: 1 heavy)"
    assert shown.native == "lekka: tułów ×3 (jak ciężka)"
    assert len(wounds(fight)) == 3
    act(fight, "merge_wounds", actor="pirat")
    assert wounds(fight) == [("heavy", "torso")]
    assert told(fight, 33) == ["Pirat: three wounds become one, light → heavy"]


def test_walka_33_merged_wounds_can_kill() -> None:
    fight = fight_of()
    edit(fight, "pirat", wounds=[{"level": "heavy", "location": "torso"}] * 6)
    act(fight, "merge_wounds", actor="pirat")
    assert who(fight, "pirat").dead


def test_wounds_and_state_are_shown_at_a_glance() -> None:
    fight = fight_of()
    edit(
        fight,
        "vera",
        posture="prone",
        running="running",
        suppressed=True,
        covered=True,
        disabled=["left_leg"],
        wounds=[{"level": "scratch", "location": "head"}, {"level": "critical"}],
    )
    vitals = {vital.id: vital for vital in fight.rules.vitals(fight.state, "vera")}
    assert vitals["wounds"].values == (4, 1)
    assert vitals["wounds"].text == "critical: torso, scratch: head"
    assert (vitals["segments"].value, vitals["segments"].maximum) == (3, 3)
    assert vitals["penalty"].text == "−15.5"
    assert as_text(vitals["penalty"].text).said(Language("pl")) == "−15,5"
    assert {"posture", "running", "suppressed", "covered", "disabled", "dying"} <= set(vitals)
    do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})
    badges = {vital.id: vital.text for vital in fight.rules.vitals(fight.state, "vera")}
    assert badges["frozen"] == "1 frozen: drzwi"


@pytest.mark.parametrize(
    ("levels", "percent"),
    [([], 100), (["scratch"], 80), (["scratch"] * 3, 60), (["heavy"], 40), (["critical"], 20)],
)
def test_walka_33_what_is_left_follows_from_the_worst_level_the_wounds_come_to(
    levels: list[str], percent: int
) -> None:
    fight = fight_of()
    edit(fight, "pirat", wounds=[{"level": level, "location": "torso"} for level in levels])
    wounds = fight.rules.vitals(fight.state, "pirat")[0]
    assert (wounds.value, wounds.maximum) == (len(levels), 0)
    assert left([wounds])[0] == pytest.approx(percent / 100)


def test_walka_33_death_leaves_nothing() -> None:
    fight = fight_of()
    edit(fight, "pirat", wounds=[{"level": "heavy", "location": "torso"}] * 6)
    act(fight, "merge_wounds", actor="pirat")
    assert left(fight.rules.vitals(fight.state, "pirat"))[0] == 0


# ---- what a fight leaves behind


def test_walka_31_wounds_and_rounds_go_back_to_the_sheet_and_into_the_next_fight() -> None:
    pistol = {**PISTOL, "magazine": 6}
    fight = fight_of(sheet(weapons=[pistol]), sheet("Pirat", weapons=[{**pistol, "loaded": 4}]))
    shoot(fight, [10, *PAIN])
    edit(fight, "pirat", disabled=["left_leg"], stabilised=True)
    changes = fight.rules.changes(fight.state, "pirat")
    assert [(change.path, change.rule) for change in changes] == [
        ("wounds", "walka-31"), ("stabilised", "walka-33"), ("disabled", "walka-27"),
    ]  # fmt: skip
    script = fight.script.model_dump()
    for combatant in script["combatants"]:
        found = fight.rules.changes(fight.state, combatant["id"])
        combatant["sheet"] = json.loads(json.dumps(with_changes(combatant["sheet"], found)))
    assert script["combatants"][0]["sheet"]["weapons"][0]["loaded"] == 5
    assert script["combatants"][1]["sheet"]["weapons"][0]["loaded"] == 4
    again = start(script)
    assert wounds(again) == wounds(fight) == [("light", "torso")]
    assert again.state["pirat"].disabled == ["left_leg"]
    assert again.state["vera"].loaded == [5]
    for id in again.state.combatants:
        assert again.rules.changes(again.state, id) == []


def test_walka_24_a_full_magazine_stays_unsaid_on_the_sheet() -> None:
    fight = fight_of(sheet(weapons=[{**PISTOL, "magazine": 6}]))
    assert fight.rules.changes(fight.state, "vera") == []


# ---- a skill there is


@pytest.mark.parametrize("skills", [{}, {"karabinki": 3}])
def test_walka_12_a_weapon_is_used_with_a_skill_there_is(skills: dict[str, int]) -> None:
    gun_of_own_skill = gun("light", skill="karabinki")
    if skills:
        fight = shoot(fight_of(sheet(weapons=[gun_of_own_skill], skills=skills)), [14, *PAIN])
        assert who(fight, "vera").spent == {"karabinki": 3}
        return
    where = r"weapons\[0\]\.skill: there is no such skill; there are: Pistols \(pistols\), Subm"
    with pytest.raises(ScriptError, match=where):
        fight_of(sheet(weapons=[gun_of_own_skill]))


def test_walka_32_a_segment_lost_in_the_own_move_is_spent_and_shown() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 3, "trigger": "he moves"})
    end_turn(fight)
    act(fight, "kneel", actor="pirat")
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [8, *PAIN])
    pirat = who(fight, "pirat")
    assert (pirat.segments, pirat.used) == (1, 2)
    assert [(bar.start, bar.kind) for bar in pirat.track] == [(0, "done"), (1, "struck")]


def test_walka_32_side_by_side_the_next_segment_is_lost_and_not_the_last() -> None:
    fight = fight_of(house={"segments": "parallel"})
    shoot(fight, [8, *PAIN])
    assert fight.state.turn == "vera"
    act(fight, "kneel")
    assert (fight.state.turn, who(fight, "pirat").used) == ("pirat", 1)


def test_walka_33_who_is_merged_to_a_critical_wound_is_dying_again() -> None:
    heavy = {"level": "heavy", "location": "torso"}
    fight = edit(fight_of(), "vera", wounds=[heavy] * 3, stabilised=True)
    act(fight, "merge_wounds")
    assert who(fight, "vera").dying


def test_walka_33_wounds_are_merged_only_where_there_are_three_of_a_level() -> None:
    scratch, light = ({"level": level} for level in ("scratch", "light"))
    for wounds_, reason in (
        ([scratch, scratch, light, light], "no three wounds of a level"),
        ([scratch, light, light, light], "None"),
    ):
        options = edit(fight_of(), "vera", wounds=wounds_).options()
        merge = next(o for o in options if (o.actor, o.action) == ("vera", "merge_wounds"))
        assert str(merge.why_not) == reason


def test_walka_31_more_wounds_than_a_hundred_go_back_on_the_sheet() -> None:
    fight = fight_of()
    edit(fight, "pirat", wounds=[{"level": "scratch"}] * 120)
    changes = fight.rules.changes(fight.state, "pirat")
    back = with_changes(sheet("Pirat"), changes)
    assert len(Sheet.model_validate(back).wounds) == 120
